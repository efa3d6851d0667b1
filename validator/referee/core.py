"""Verbs and their rules. A position and a move go in; a refusal or the next position comes out.

A game is a set of `Verb`s. Each argument of a verb has a *slot*, a function that lists candidates,
and each rule of the game is a *guard*: a small predicate with rule ids that gets the position and
as many arguments as its signature names. Listing tries the candidates and drops a branch as soon as
a guard is broken; a refusal asks the same guards about one move. So both agree.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from itertools import islice
from random import Random
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from validator.referee.grammar import ANY as ANY
from validator.referee.grammar import Arg, form_of, read_args, write_args
from validator.referee.judge import Breach as Breach
from validator.referee.judge import Collector
from validator.referee.tokens import TokenCursor

CHANCE = -1  # seat of deck, dice and draws
MOST_TRIED = 200_000  # candidates in one listing; shipped games need a few thousand at most
TABLE = -2  # seat of what all players do or claim together


# What a guard returns: KEPT, NOT_CONCERNED, or why its rule is broken: a text,
# or the breaches of those of several rules that are broken, or a function that makes either once
# somebody reads it (asking yes or no costs no text).
KEPT: Final = ""
NOT_CONCERNED: Final = None
Verdict = str | tuple[Breach, ...] | Callable[[], str | tuple[Breach, ...]] | None
Test = Callable[..., Verdict]
When = Callable[[Any], bool]
Facts = Callable[[Any], Mapping[str, Any]]  # of a state, by name
Candidates = Callable[..., Iterable[Any]]
Kind = Literal["move", "aside", "chance", "table", "claim"]
T = TypeVar("T", bound=Callable[..., Any])
C = TypeVar("C")  # a candidate


class Move(NamedTuple):
    """A seat, a verb and its arguments.

    Seats are numbered from 0; CHANCE and TABLE are not players.
    """

    seat: int
    verb: str
    args: tuple[Any, ...] = ()


class TooManyMovesError(Exception):
    """A position has more than MOST_TRIED candidates for legal moves: a number is absurd."""


class TooMany(Generic[C]):
    """The candidates of an argument that are too many to list: iterating raises TooManyMovesError.

    A random player can still get one of them, from the function `guess`.
    """

    def __init__(self, guess: Callable[[Random], C]) -> None:
        self.guess = guess

    def __iter__(self) -> Iterator[C]:
        raise TooManyMovesError


class Listing(list[Move]):
    """The legal moves collected so far, and how many candidates were tried."""

    __slots__ = ("tried",)

    def __init__(self) -> None:
        super().__init__()
        self.tried = 0


class TraceEntry(NamedTuple):
    """What a rule did in a step: its id, the names of the facts that it set, and a text."""

    rule: str
    facts: tuple[str, ...]
    text: str


class Trace(list[TraceEntry]):
    """Collects what rules do while a move is carried out.

    Effects receive None if no trace is wanted. Several rules may have settled the same facts;
    the text is about the first of them.
    """

    def __call__(self, rules: str | tuple[str, ...], *facts: str, text: str = "") -> None:
        first, *others = (rules,) if isinstance(rules, str) else rules
        self.append(TraceEntry(first, facts, text))
        self += [TraceEntry(rule, facts, "") for rule in others]


def record(trace: Trace | None, rules: str | tuple[str, ...], *facts: str, text: str = "") -> None:
    """Record that rules set some facts; does nothing if `trace` is None."""
    if trace is not None:
        trace(rules, *facts, text=text)


class Judged(Protocol):
    """A subject that a claim judges outside play: a kit, its cards, a set-up."""

    @property
    def form(self) -> str:
        """Return what its braces contain, if its facts do not show it."""

    @property
    def takes(self) -> str:
        """Return what a script writes about it: differences ("facts"), a "text" or a "list"."""

    @property
    def function(self) -> Callable[..., Any]:
        """Return the function that checks what is not declared."""

    def judge(self, state: object, changes: object, to: Collector) -> None:
        """Check the subject with these differences from the data against the rules.

        Raises FactError.
        """

    def enforced(self) -> Iterator[tuple[str, str]]:
        """Yield the rules that its declarations check, each with the fact and its place."""


class Refusal(NamedTuple):
    """Why a move is illegal: the rules that it breaks, the most important one first."""

    breaches: tuple[Breach, ...]

    @property
    def rule(self) -> str:
        return self.breaches[0].rule

    @property
    def facts(self) -> str:
        return self.breaches[0].facts

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(breach.rule for breach in self.breaches))


class Gate(NamedTuple):
    """Why a verb is closed: its rules, the first of which messages name, and the reason.

    If `why` returns an empty text, these rules are not broken; those of `more` are still
    checked.
    """

    rules: tuple[str, ...]
    why: str | Callable[[Any], str]
    more: tuple[Gate, ...] = ()

    def then(self, other: Gate) -> Gate:
        """Return a gate with further rules, which messages name after these."""
        return self._replace(more=(*self.more, other))

    def breaches(self, state: object) -> Iterator[Breach]:
        """Yield the rules that a closed verb breaks in a state."""
        if facts := self.why if isinstance(self.why, str) else self.why(state):
            yield from (Breach(rule, facts) for rule in self.rules)
        for each in self.more:
            yield from each.breaches(state)

    def all_rules(self) -> Iterator[str]:
        """Yield these rules and those of `more`."""
        yield from self.rules
        for each in self.more:
            yield from each.all_rules()


def gate(*rules: str, why: str | Callable[[Any], str]) -> Gate:
    """Return a gate with these rules; `why` is a text or a function of the state."""
    return Gate(rules, why)


@dataclass(frozen=True)
class Guard:
    """A predicate of a verb. `reads` is the number of the move's arguments that it receives."""

    ids: tuple[str, ...]
    test: Test
    reads: int


@dataclass(eq=False)
class Verb:
    """A move or a claim, declared once in a game's module."""

    name: str
    about: str = ""
    kind: Kind = "move"
    args: tuple[Arg, ...] = ()
    word: str = ""  # its word in scripts; two verbs of different actors may share it
    modes: tuple[str, ...] = ()  # of the state in which it is open; none: in all
    gates: Mapping[str, Gate] = field(default_factory=dict)  # by mode in which it is closed
    turn: Gate | None = None  # why players may not use it out of turn; None: the game's own gate
    anybody: bool = False  # also for players who are not the one to act
    # (state) -> seats that may use it; None: `actors`.
    by: Callable[[Any], Iterable[int]] | None = None
    guards: list[Guard] = field(default_factory=list)
    does: Callable[..., Any] = lambda state, *_: state
    judges: Callable[..., Collector] | None = None  # called after the guards; names its own rules
    things: Mapping[str, Judged] = field(default_factory=dict)  # what it judges, by name
    listed: bool = True  # False: the rules always refuse it
    shows: bool = False  # whether a player who uses it shows everybody the pieces that it names
    slots: tuple[Candidates, ...] = field(init=False)  # what each argument can be
    _tests: list[tuple[Test, ...]] = field(init=False)  # by the number of arguments that they read
    # Each argument's candidates with the tests that read it or earlier arguments, for guesses.
    _stages: tuple[tuple[Candidates, tuple[Test, ...]], ...] = field(init=False)
    # Tests with the number of values that they receive: state, seat and arguments.
    _asked: tuple[tuple[int, tuple[Test, ...]], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.word = self.word or self.name
        if self.modes:  # what many verbs share may name modes in which this one is open
            shut = {mode: why for mode, why in self.gates.items() if mode not in self.modes}
            self.gates = shut
        self.slots = tuple(arg.candidates for arg in self.args)
        self.use_guards(self.guards)

    @property
    def form(self) -> str:
        """How a script writes it: ``call MUSE [with CARD]``."""
        return form_of(self.word, self.args)

    def read(self, tokens: TokenCursor, state: object, seat: int) -> tuple[Any, ...]:
        """Return the arguments after the verb in a line. Raises ScriptError."""
        return read_args(self.args, tokens, state, seat)

    def words(self, state: object, move: Move) -> str:
        """Return a move's verb and arguments as a script writes them."""
        return f"{self.word} {write_args(self.args, state, move.seat, move.args)}".rstrip()

    def guard(self, *ids: str, when: When | None = None) -> Callable[[T], T]:
        """Decorate a guard with rule ids: messages name the first; all are broken together.

        The rules are concerned only with states in which `when` holds.
        """
        return guards_for((self,), *ids, when=when)

    def add(self, test: Test, ids: tuple[str, ...], reads: int | None = None) -> None:
        """Add a guard.

        `reads` is the number of arguments it receives (default: from its signature).
        """
        if reads is None:
            reads = len(inspect.signature(test).parameters) - 2
        self.use_guards([*self.guards, Guard(ids, test, reads)])

    def use_guards(self, guards: Iterable[Guard]) -> None:
        """Replace all guards by these."""
        self.guards = list(guards)
        most = max((guard.reads for guard in self.guards), default=0)
        self._tests = [
            tuple([guard.test for guard in self.guards if guard.reads == stage])
            for stage in range(max(len(self.slots), most) + 1)
        ]
        self._stages = tuple(zip(self.slots, self._tests[1:], strict=False))
        self._asked = tuple((read, tests) for read, tests in enumerate(self._tests, 2) if tests)

    def effect(self, does: T) -> T:
        """Decorate the function that carries out a move: (state, seat, *args, trace) -> state."""
        self.does = does
        return does

    def breaches(self, state: object, move: Move) -> Iterator[Breach]:
        """Yield all rules that a move breaks, in the order in which messages name them."""
        seat, args = move.seat, move.args
        for guard in self.guards:
            if found := guard.test(state, seat, *args[: guard.reads]):
                yield from _broken(guard.ids, found)
        if self.judges is not None:
            yield from self.judges(state, seat, *args).breaches

    def kept(self, state: object, move: Move) -> Iterator[str]:
        """Yield the rules that were checked for a legal move, and kept."""
        for guard in self.guards:
            if guard.test(state, move.seat, *move.args[: guard.reads]) == "":
                yield from guard.ids
        if self.judges is not None:
            yield from self.judges(state, move.seat, *move.args).kept

    def apply(self, state: object, move: Move, trace: Trace | None, facts: Facts) -> Any:
        """Return the state after a legal move; `facts(state)` are those that a trace may name."""
        del facts
        return self.does(state, move.seat, *move.args, trace)

    def enforced(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Yield the rules that refuse or make something here, each with its function."""
        yield from ((rule, guard.test) for guard in self.guards for rule in guard.ids)

    def allows(self, state: object, move: Move) -> bool:
        """Return whether a move breaks no rule; stops at the first broken one."""
        asked = (state, move.seat, *move.args)
        for read, tests in self._asked:
            known = asked[:read]
            for test in tests:
                if test(*known):
                    return False
        return True

    def extend(self, state: object, seat: int, args: tuple[object, ...], out: Listing) -> None:
        """Append all legal moves that begin with `args`. Raises TooManyMovesError."""
        known = (state, seat, *args)
        for test in self._tests[len(args)]:
            if test(*known):
                return
        self.branch(state, seat, args, out)

    def branch(self, state: object, seat: int, args: tuple[object, ...], out: Listing) -> None:
        """Append all legal moves that begin with `args`, if these keep their guards."""
        stage = len(args) + 1
        if stage > len(self.slots):
            out.append(Move(seat, self.name, args))
            return
        tests, last = self._tests[stage], stage == len(self.slots)
        for choice in self.slots[stage - 1](state, seat, *args):
            out.tried += 1
            if out.tried > MOST_TRIED:
                raise TooManyMovesError
            more = (*args, choice)
            known = (state, seat, *more)
            for test in tests:
                if test(*known):
                    break
            else:
                if last:
                    out.append(Move(seat, self.name, more))
                else:
                    self.branch(state, seat, more, out)

    def tests(self, stage: int) -> tuple[Test, ...]:
        """Return the guards that receive `stage` arguments."""
        return self._tests[stage]

    def guess(
        self, state: object, seat: int, random: Random, first: tuple[Test, ...] | None = None
    ) -> Move | None:
        """Return a random legal move, or None if the guess breaks a rule.

        `first` has the guards without arguments that are still to be checked (default: all).
        """
        known: tuple[Any, ...] = (state, seat)
        for test in self._tests[0] if first is None else first:
            if test(state, seat):
                return None
        chance = random.random
        for slot, tests in self._stages:
            choices = slot(*known)
            listed = choices if type(choices) is tuple else _listed(choices)
            if isinstance(listed, TooMany):
                known = (*known, listed.guess(random))
            elif listed:
                known = (*known, listed[int(chance() * len(listed))])
            else:
                return None
            for test in tests:
                if test(*known):
                    return None
        return Move(seat, self.name, known[2:])


def _listed(choices: Iterable[C]) -> Sequence[C] | TooMany[C]:
    """Return the candidates as a sequence. Raises TooManyMovesError."""
    if isinstance(choices, tuple | list | TooMany):
        return choices
    listed = tuple(islice(choices, MOST_TRIED + 1))
    if len(listed) > MOST_TRIED:
        raise TooManyMovesError
    return listed


def _broken(ids: tuple[str, ...], found: Any) -> Iterator[Breach]:
    """Return the breaches in a verdict that is neither KEPT nor NOT_CONCERNED."""
    facts = found() if callable(found) else found
    if isinstance(facts, tuple):
        yield from facts
    else:
        yield from (Breach(rule, facts) for rule in ids)


def verbs_by_name(*verbs: Verb) -> dict[str, Verb]:
    """Return verbs by name, in the order in which they are listed and explained."""
    return {verb.name: verb for verb in verbs}


def guards_for(verbs: Iterable[Verb], *ids: str, when: When | None = None) -> Callable[[T], T]:
    """Decorate a guard of several verbs with rule ids, for states in which `when` holds."""

    def tie(test: T) -> T:
        guard = test if when is None else _only(when, test)
        for verb in verbs:
            verb.add(guard, ids)
        return test

    return tie


def _only(when: When, test: Test) -> Test:
    """Return the predicate limited to states in which `when` holds."""

    @wraps(test)
    def concerned(state: object, seat: int, *args: object) -> Verdict:
        return test(state, seat, *args) if when(state) else NOT_CONCERNED

    return concerned
