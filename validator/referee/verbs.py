"""Declares each verb as one function, with its arguments, the rules that it checks, and their
effects, in that order.

    verb = Verbs("NINE", MODES, turn=…)

    @verb(open=ACT)
    def toil(s: State, me: int, card: Annotated[str, CARD.of(hand)], to: Judge) -> State:
        "Discard a Philosopher and gain Craft."
        to.holds("TURN-03", card in s.seats[me].hand, "{card} is not in hand", card=card)
        to.asked()
        return to.did("TOIL-01", s, s._replace(…), TOILS, card=card)

It is an ordinary function: the state, the seat, an argument for each `Annotated[type, Arg]`, and
the judge. It returns the next state; the first broken rule ends the call by raising `Broken`. Moves
are checked, listed, guessed, applied, traced and described by calling it. Write the ids of rules
without the game's code; `Verbs` adds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import FunctionType
from typing import Any, TypeVar, get_type_hints

from validator.core.location import did_you_mean
from validator.referee.core import (
    MOST_TRIED,
    Candidates,
    Facts,
    Gate,
    Judged,
    Kind,
    Listing,
    Move,
    TooMany,
    TooManyMovesError,
    Trace,
    listed,
)
from validator.referee.grammar import ANY, Arg, read_args, syntax_of, write_args
from validator.referee.judge import (
    Breach,
    Broken,
    Collector,
    Deed,
    Judge,
    Legal,
    Lister,
    Performer,
    Recorder,
    Rules,
    ids_of,
)
from validator.referee.messages import Message, Say, after
from validator.referee.rules_in_code import rules_in
from validator.referee.tokens import TokenCursor
from validator.referee.trace import changed

S = TypeVar("S")
Due = tuple[str, ...] | Mapping[str, tuple[str, ...]]
JUDGE, LISTER = Performer(), Lister()
GUESSES = 4  # before a random player lists all moves with a verb
JUDGED = Say("Judge the {subject}", "the {subject} follows the rules", whole=True)


@dataclass(eq=False)
class Verb:
    """A verb of scripts, which is a move or a claim: its function and its syntax.

    A claim that checks a subject (`judges`) has no function of its own.
    """

    name: str
    about: str = ""
    kind: Kind = "move"
    args: tuple[Arg, ...] = ()
    word: str = ""  # its word in scripts; two verbs of different actors may share it
    modes: tuple[str, ...] = ()  # modes in which the verb is open; empty: all
    gates: Mapping[str, Gate] = field(default_factory=dict)  # by mode in which it is closed
    turn: Gate | None = None  # why players may not use it out of turn; None: the game's own gate
    anybody: bool = False  # also for players who are not the one to act
    # (state) -> seats that may use it; None: `actors`.
    by: Callable[[Any], Iterable[int]] | None = None
    listed: bool = True  # False: the rules always refuse it
    shows: bool = False  # whether a player who uses it shows everybody the pieces that it names
    hides: bool = False  # whether its line tells more than the players see
    code: str = ""  # code of the game, which ids of rules begin with; empty: ids are complete
    function: Callable[..., Any] = lambda s, *_: s
    early: Callable[..., None] | None = None  # asked as soon as its arguments are known
    rules: tuple[str, ...] = ()  # rules that the function checks, if its code does not name them
    judges: Callable[..., Collector] | None = None  # judges a subject; names its own rules
    things: Mapping[str, Judged] = field(default_factory=dict)  # what it judges, by name
    judge: Judge = JUDGE  # a mutation puts another one here
    lister: Judge = LISTER
    slots: tuple[Candidates, ...] = field(init=False)  # what each argument can be
    _ids: dict[Rules, tuple[str, ...]] = field(default_factory=dict)  # whole ids, once made
    # The latest legal move: its state, seat and arguments, and what `_performed` returned.
    _latest: tuple[Any, int, tuple[Any, ...], Any] = (None, 0, (), None)
    _alone: bool = False  # whether the latest guess was the only possible move

    def __post_init__(self) -> None:
        self.word = self.word or self.name
        if self.modes:  # shared code may name modes in which this verb is open
            shut = {mode: why for mode, why in self.gates.items() if mode not in self.modes}
            self.gates = shut
        self.slots = tuple(arg.candidates for arg in self.args)
        early = self.early
        self._reads = early.__code__.co_argcount - 3 if isinstance(early, FunctionType) else -1

    # ---- in a script

    @property
    def syntax(self) -> str:
        """The verb's syntax in scripts: ``call MUSE [with CARD]``."""
        return syntax_of(self.word, self.args)

    def read(self, tokens: TokenCursor, state: object, seat: int) -> tuple[Any, ...]:
        """Read the arguments after the verb in a line. Raises ScriptError."""
        return read_args(self.args, tokens, state, seat)

    def words(self, state: object, move: Move) -> str:
        """Return a move's verb and arguments in the notation of scripts."""
        return f"{self.word} {write_args(self.args, state, move.seat, move.args)}".rstrip()

    def ids(self, rules: Rules) -> tuple[str, ...]:
        """Return the full ids of rules, which begin with the game's code."""
        found = self._ids.get(rules)
        if found is None:
            found = self._ids[rules] = whole_ids(self.code, rules)
        return found

    def filled(self, state: object, move: Move) -> Move:
        """Return the move with each omitted argument replaced by its first candidate."""
        args: list[Any] = []
        for index, arg in enumerate(move.args):
            if arg is ANY and index < len(self.slots) and ANY not in args:
                arg = next(iter(self.slots[index](state, move.seat, *args)), ANY)
            args.append(arg)
        return move._replace(args=tuple(args))

    # ---- legal or not

    def _performed(
        self, state: object, seat: int, args: tuple[Any, ...], early: bool = True
    ) -> tuple[Any, list[Rules]]:
        """Return the state after a move, and the rules that had effects.

        Both are cached, because a move is often applied soon after it was checked. Raises Broken.
        """
        known, by, what, found = self._latest
        if known is state and by == seat and what == args and self.judge is JUDGE:
            return found  # type: ignore[no-any-return]
        done: list[Rules] = []
        JUDGE.done = done
        if early and self.early is not None:
            self.early(state, seat, *args[: self._reads], self.judge)
        result = self.function(state, seat, *args, self.judge), done
        if self.judge is JUDGE:  # others may force an answer
            self._latest = state, seat, args, result
        return result

    def allows(self, state: object, move: Move) -> bool:
        """Return whether a move breaks no rule."""
        if self.judges is not None:
            return not self.judges(state, move.seat, *move.args).breaches
        try:
            self._performed(state, move.seat, move.args)
        except Broken:
            return False
        return True

    def breaches(self, state: object, move: Move) -> Iterator[Breach]:
        """Yield the first rule that a move breaks.

        If the verb has a function `early`, the first rule that it finds broken comes before that of
        the verb's own function.
        """
        if self.judges is not None:
            yield from self.judges(state, move.seat, *move.args).breaches
        early = [(self.early, move.args[: self._reads])] if self.early is not None else []
        for function, args in (*early, (self.function, move.args)):
            try:
                function(state, move.seat, *args, self.lister)
            except Broken as broken:
                values = {"player": self.player(state, move), **broken.values}
                message = Message(broken.why, values)
                yield from (Breach(rule, message) for rule in self.ids(broken.rules))
            except Legal:
                pass

    def extend(self, state: object, seat: int, args: tuple[object, ...], out: Listing) -> None:
        """Append all legal moves that begin with `args`. Raises TooManyMovesError."""
        known, last = len(args), len(args) == len(self.slots)
        try:
            if known == self._reads and self.early is not None:
                self.early(state, seat, *args, self.lister)
            if last:
                self.function(state, seat, *args, self.lister)
        except Broken:
            return
        except Legal:
            pass
        if last:
            out.append(Move(seat, self.name, args))
            return
        for choice in self.slots[known](state, seat, *args):
            out.tried += 1
            if out.tried > MOST_TRIED:
                raise TooManyMovesError
            self.extend(state, seat, (*args, choice), out)

    def find(self, state: object, seat: int, random: Random) -> Move | None:
        """Return a random legal move, or None if there is none.

        After a few guesses, all moves are listed. If the verb has a single argument, each of its
        values is tried once instead.
        """
        if not self.slots:
            return self.guess(state, seat, random)
        if not (first := self._first(state, seat)):
            return None
        if len(self.slots) == 1 and type(first) is tuple:
            left = list(first)
            while left:
                args = (left.pop(int(random.random() * len(left))),)
                try:
                    self._performed(state, seat, args, early=False)
                except Broken:
                    continue
                return Move(seat, self.name, args)
            return None
        for _ in range(GUESSES):
            if (move := self.guess(state, seat, random, first)) is not None:
                return move
            if self._alone:
                return None
        out = Listing()
        self.extend(state, seat, (), out)
        return out[int(random.random() * len(out))] if out else None

    def _first(self, state: Any, seat: int) -> Sequence[Any] | TooMany[Any]:
        """Return the values of the first argument that `early` allows.

        If `early` reads more arguments, it is not called here.
        """
        try:
            found = self._choices(state, seat, ())
        except Broken:
            return ()
        if self._reads == 1 and not isinstance(found, TooMany):
            return tuple([each for each in found if self._early_allows(state, seat, each)])
        return found

    def welcomes(self, state: object, seat: int) -> bool:
        """Return whether `early` allows the seat to use the verb, before it reads an argument."""
        return self._reads != 0 or self.early is None or self._early_allows(state, seat)

    def _early_allows(self, state: object, seat: int, *values: object) -> bool:
        assert self.early is not None
        try:
            self.early(state, seat, *values, self.lister)
        except Broken:
            return False
        return True

    def _choices(
        self, state: object, seat: int, args: tuple[Any, ...]
    ) -> Sequence[Any] | TooMany[Any]:
        """Return the candidates for the argument after `args`. Raises Broken."""
        if len(args) == self._reads and self.early is not None:
            self.early(state, seat, *args, self.lister)
        choices = self.slots[len(args)](state, seat, *args)
        return choices if type(choices) is tuple else listed(choices)

    def guess(
        self, state: object, seat: int, random: Random,
        first: Sequence[object] | TooMany[object] | None = None,
    ) -> Move | None:  # fmt: skip
        """Return a random legal move, or None if the guessed move breaks a rule.

        `first` contains the possible values of the first argument, if they are known.
        """
        args: tuple[Any, ...] = ()
        self._alone = True
        # The arguments that `_first` returned were already checked.
        early = None if first and self._reads < 2 and type(first) is tuple else self.early
        try:
            for slot in self.slots:
                if first and not args:
                    known = first
                else:
                    if len(args) == self._reads and early is not None:
                        early(state, seat, *args, self.lister)
                    values = slot(state, seat, *args)
                    known = values if type(values) is tuple else listed(values)
                if not known:
                    return None
                if isinstance(known, TooMany):
                    self._alone = False
                    args = (*args, known.guess(random))
                else:
                    self._alone = self._alone and len(known) == 1
                    args = (*args, known[int(random.random() * len(known))])
            if len(args) == self._reads and early is not None:  # it reads all of them
                early(state, seat, *args, self.lister)
            self._performed(state, seat, args, early=False)
        except Broken:
            return None
        return Move(seat, self.name, args)

    # ---- what it does

    def recorded(self, state: object, move: Move) -> tuple[Any, Recorder]:
        """Return the state after a legal move, and a recorder of the rules kept and the effects.

        Raises Broken.
        """
        recorder = Recorder()
        if self.judges is not None:
            recorder.deeds.append(Deed((), state, state, JUDGED, {"subject": move.args[0]}))
        if self.early is not None:
            self.early(state, move.seat, *move.args[: self._reads], recorder)
        result = self.function(state, move.seat, *move.args, recorder)
        assert result is not None, (
            f"'{self.name}' returns no state; end the function with return to.did(…)"
        )
        return result, recorder

    def kept(self, state: object, move: Move) -> Iterator[str]:
        """Yield the rules that were checked for a legal move and kept."""
        if self.judges is not None:
            yield from self.judges(state, move.seat, *move.args).kept
        for rules in self.recorded(state, move)[1].kept:
            yield from self.ids(rules)

    def apply(self, state: object, move: Move, trace: Trace | None, facts: Facts) -> Any:
        """Return the state after a legal move; `facts(state)` returns the facts that a trace may
        name.
        """
        if trace is None or (trace.only_rules and self.judge is JUDGE):
            result, done = self._performed(state, move.seat, move.args)
            if trace is not None:
                for rules in done:
                    trace(self.ids(rules))
            return result
        result, recorder = self.recorded(state, move)
        trace_deeds(recorder, state, result, trace, facts, self.code, self.player(state, move))
        return result

    def player(self, state: Any, move: Move) -> str:
        """Return the name of the player who moves, or an empty string for chance."""
        return state.table.players[move.seat] if move.seat >= 0 else ""

    def enforced(self) -> Iterator[tuple[str, Callable[..., Any]]]:
        """Yield the rules that the verb enforces or applies, each with its function."""
        yield from ((rule, self.function) for rule in self.ids(self.rules))
        for function in filter(None, (self.early, self.function)):
            for rule, each in rules_in(function):
                yield from ((whole, each) for whole in self.ids(rule))


def whole_ids(code: str, rules: Rules) -> tuple[str, ...]:
    """Return full rule ids, made from the game's code and ids without it."""
    return tuple([f"{code}-{rule}" if code else rule for rule in ids_of(rules)])


def trace_deeds(
    recorder: Recorder, start: object, end: object, trace: Trace, facts: Facts, code: str,
    player: str = "",
) -> None:  # fmt: skip
    """Add the recorded effects between two states to a trace; `code` is the rules' code."""
    if trace.only_rules:
        for deed in recorder.deeds:
            trace(whole_ids(code, deed.rules))
        return
    lasting = changed(facts(start), facts(end))
    for deed in filter(lambda deed: deed.rules, recorder.deeds):
        whole = deed.before is start and deed.after is end
        names = lasting if whole else lasting & changed(facts(deed.before), facts(deed.after))
        say = ((deed.say, deed.values),) if deed.say else ()
        words = after(say, player)._replace(begins=False).text()
        trace(whole_ids(code, deed.rules), *sorted(names), text=words)


class Verbs(dict[str, Verb]):
    """The verbs of a game by name, in the order in which they are defined.

    `code` is that of the game's rules. `modes` declares the pending task of each `mode` of a state;
    `turn` is the gate against moves out of turn. A verb that is used in a mode where it is closed
    breaks the rules of the mode, or its own rules on timing (`due`). The rules `due` apply in all
    modes except those in `always`, or in the modes that a mapping names. The reason in the message
    is always that of the mode.
    """

    def __init__(
        self, code: str, modes: Mapping[str, Gate], turn: Gate | None = None,
        always: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__()
        self.code, self.always = code, tuple(always)
        self.modes = {mode: self._whole(gate) for mode, gate in modes.items()}
        self.turn = None if turn is None else self._whole(turn)
        self._closed: dict[tuple[str, ...], Gate] = {}  # by `due`: one for all verbs of a rule

    def _whole(self, gate: Gate) -> Gate:
        """Return a gate whose rule ids begin with the game's code."""
        more = tuple(map(self._whole, gate.more))
        return gate._replace(rules=whole_ids(self.code, gate.rules), more=more)

    def _why(self, state: Any) -> Message | str:
        why = self.modes[state.mode].why
        return why if isinstance(why, str) else why(state)

    def add(self, *verbs: Verb) -> None:
        """Add verbs that were not declared with the decorator."""
        self.update((verb.name, verb) for verb in verbs)

    def __call__(
        self, kind: Kind = "move", *, open: str | Iterable[str] = (), due: Due = (),
        early: Callable[..., None] | None = None, name: str = "", word: str = "",
        listed: bool = True, anybody: bool = False, shows: bool = False, hides: bool = False,
        by: Callable[..., Iterable[int]] | None = None, turn: Gate | None = None,
    ) -> Callable[[Callable[..., S]], Callable[..., S]]:  # fmt: skip
        """Return the decorator of a verb's function; `pieria verbs` prints the function's
        docstring.

        `open` lists the modes in which the verb can be legal (all, if empty). `due` names its own
        rules on timing (see the class). `early(s, me, first arguments…, to)` checks rules as soon
        as these arguments are known, so that the verb does not check them again. `name` and `word`
        replace the name of the function. `listed=False` means that the rules always refuse the
        verb. `shows` means that the verb reveals the pieces that it names to everybody, `hides`
        that its line tells more than the players see. `anybody` allows it out of turn. `by(state)`
        returns the seats that may use it, if not just the player to act; `turn` is the gate that
        refuses all other seats.
        """
        modes = (open,) if isinstance(open, str) else tuple(open)
        most = [mode for mode in self.modes if due and mode not in self.always]
        own = due if isinstance(due, Mapping) else dict.fromkeys(most, due)
        if unknown := [mode for mode in (*modes, *own) if mode not in self.modes]:
            hint = did_you_mean(unknown[0], self.modes)
            raise ValueError(f"no mode '{unknown[0]}' is declared in Verbs(…){hint}")
        gates = {mode: self._closed.setdefault(rules, self._whole(Gate(rules, self._why)))
                 for mode, rules in own.items()}  # fmt: skip

        def declare(function: Callable[..., S]) -> Callable[..., S]:
            hints = get_type_hints(function, include_extras=True).values()
            said = (each for hint in hints for each in getattr(hint, "__metadata__", ()))
            args = tuple(each for each in said if isinstance(each, Arg))
            about = " ".join((function.__doc__ or "").split())
            self.add(Verb(
                name or function.__name__.strip("_"), about, kind, args, word=word, modes=modes,
                gates=gates, function=function, early=early, listed=listed, anybody=anybody,
                shows=shows, hides=hides, by=by, turn=turn and self._whole(turn), code=self.code,
            ))  # fmt: skip
            return function

        return declare
