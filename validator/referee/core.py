"""Defines the basic types of a referee: moves, refusals, gates of modes, and the trace of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from validator.core.frozen_map import FrozenMap
from validator.referee.grammar import ANY as ANY
from validator.referee.judge import Breach as Breach
from validator.referee.judge import Collector
from validator.referee.messages import Message
from validator.referee.position import AnyState

CHANCE = -1  # seat of deck, dice and draws
MOST_TRIED = 200_000  # candidates in one listing; shipped games need a few thousand at most
TABLE = -2  # seat of what all players do or claim together

Facts = Callable[[Any], Mapping[str, Any]]  # returns the facts of a state by name
Candidates = Callable[..., Iterable[Any]]
Why = str | Callable[[Any], Message | str]  # why a verb is closed, in a state
Kind = Literal["move", "aside", "chance", "table", "claim"]
C = TypeVar("C")  # a candidate


class Move(NamedTuple):
    """A move: a seat, a verb and its arguments.

    Seats are numbered from 0; CHANCE and TABLE stand for no player.
    """

    seat: int
    verb: str
    args: tuple[Any, ...] = ()


class TooManyMovesError(Exception):
    """Raised if a position has more than MOST_TRIED candidate moves, because a number is absurdly
    high.
    """


class TooMany(Generic[C]):
    """The candidates for an argument if they are too many to list.

    Iterating raises TooManyMovesError. A random player can still get a candidate from `guess`.
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
    """The effect of a rule in a step: the rule's id, the names of the facts that it set, and a
    text.
    """

    rule: str
    facts: tuple[str, ...]
    text: str


class Trace(list[TraceEntry]):
    """Collects the rules that act while a move is applied.

    Several rules may have set the same facts; the text describes the first of them. `only_rules`
    skips facts and texts, which take longer to find than the step itself.
    """

    only_rules = False

    def __call__(self, rules: str | tuple[str, ...], *facts: str, text: str = "") -> None:
        first, *others = (rules,) if isinstance(rules, str) else rules
        self.append(TraceEntry(first, facts, text))
        self += [TraceEntry(rule, facts, "") for rule in others]


class Judged(Protocol):
    """A subject that a claim checks outside play: a kit, its cards or a set-up."""

    @property
    def syntax(self) -> str:
        """The contents of the braces after the subject in scripts, unless they follow from its
        facts.
        """

    @property
    def takes(self) -> str:
        """The form of the subject's description in scripts: differences ("facts"), a "text" or a
        "list".
        """

    @property
    def function(self) -> Callable[..., Any]:
        """The function that checks a subject for which no checks are declared."""

    def judge(self, state: AnyState, changes: FrozenMap, to: Collector) -> None:
        """Check the subject, with these changes to the data, against the rules.

        Raises FactError.
        """

    def enforced(self) -> Iterator[tuple[str, str]]:
        """Yield each rule that the subject's declarations check, with the fact and its code."""


class Refusal(NamedTuple):
    """The refusal of a move, with the rules that the move breaks, the most important one first."""

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
    """The reason why verbs are closed, and the rules that close them; messages name the first rule.

    If `why` is, or returns, an empty text, these rules are not broken, but those of `more` are
    still checked.
    """

    rules: tuple[str, ...]
    why: Why
    more: tuple[Gate, ...] = ()

    def then(self, other: Gate) -> Gate:
        """Return this gate with additional rules of another gate, which messages name last."""
        return self._replace(more=(*self.more, other))

    def breaches(self, state: object) -> Iterator[Breach]:
        """Yield the rules that a closed verb breaks in a state."""
        if facts := self.why if isinstance(self.why, str) else self.why(state):
            yield from (Breach(rule, facts) for rule in self.rules)
        for each in self.more:
            yield from each.breaches(state)

    def all_rules(self) -> Iterator[str]:
        """Yield the rules of the gate and of `more`."""
        yield from self.rules
        for each in self.more:
            yield from each.all_rules()


def gate(*rules: str, why: Why) -> Gate:
    """Return a gate with these rules; `why` is a text or a function of the state."""
    return Gate(rules, why)


def listed(choices: Iterable[C]) -> Sequence[C] | TooMany[C]:
    """Return candidates as a sequence.

    Raises TooManyMovesError.
    """
    if isinstance(choices, tuple | list | TooMany):
        return choices
    found = tuple(islice(choices, MOST_TRIED + 1))
    if len(found) > MOST_TRIED:
        raise TooManyMovesError
    return found
