"""Defines judges: objects to which a verb's function passes each check of a rule and each effect.

The same function serves all uses of a verb. Which judge is passed determines what the call does:
`Judge` only finds out whether a move is legal, `Performer` also which rules had effects, `Lister`
stops before the first effect, `Recorder` records kept rules and effects, and `Collector` collects
all broken rules of a subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn, TypeVar

from validator.referee.messages import Message, Say

S = TypeVar("S")
C = TypeVar("C")
Rules = str | tuple[str, ...]  # one id, or several that are kept and broken together


class Breach(NamedTuple):
    """A broken rule by its id, and the reason: the facts that show that it is broken."""

    rule: str
    why: Message | str

    @property
    def facts(self) -> str:
        """The facts that show that the rule is broken, as text."""
        return str(self.why)

    @property
    def message(self) -> Message:
        """The facts that show that the rule is broken, as a message, with their values if there
        are any.
        """
        return Message(self.why) if isinstance(self.why, str) else self.why


def wrong_number(rule: str, count: int, least: int, most: int) -> tuple[Breach, ...]:
    """Return the breach of the rule on the number of players, if it is broken; else an empty
    tuple.
    """
    fits = least <= count <= most
    return () if fits else (Breach(rule, f"there are {count} players; expected {least} to {most}"),)


class Broken(Exception):  # noqa: N818 - the answer of a rule, not an error
    """Raised when rules refuse a move."""

    def __init__(self, rules: Rules, why: str, values: Mapping[str, object]) -> None:
        self.rules, self.why, self.values = rules, why, values


class Legal(Exception):  # noqa: N818 - the answer of all rules
    """Raised when all rules have been checked and none refuses the move."""


class Judge:
    """The base class for checking rules; it only determines whether they are kept."""

    def holds(
        self, rules: Rules, kept: object, why: str, because: str = "", **values: object
    ) -> None:
        """Check a condition of rules: unless `kept` is true, the rules are broken and the move is
        refused.

        `why` explains the refusal, with `{names}` of `values`; `{player}` is the moving player.
        `because` explains why the move is allowed, if a player may wonder. Raises Broken.
        """
        del because
        if not kept:
            raise Broken(rules, why, values)

    def forbids(self, rules: Rules, why: str, **values: object) -> NoReturn:
        """Refuse a move that the rules never allow."""
        raise Broken(rules, why, values)

    def asked(self) -> None:
        """Mark the end of the checks and the start of the effects; listing of moves stops here."""

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        """Report that rules changed the state from `before` to `after`, and return `after`.

        The changed facts are found by comparing the two states. `say` describes the step.
        """
        del rules, before, say, values
        return after


class Performer(Judge):
    """A judge that remembers which rules had effects since `done` was last emptied."""

    def __init__(self) -> None:
        self.done: list[Rules] = []

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        del before, say, values
        self.done.append(rules)
        return after


class Lister(Judge):
    """A judge that stops when all rules are checked, because the next state is not needed."""

    def asked(self) -> None:
        raise Legal


class Deed(NamedTuple):
    """An effect of rules in a step of a move.

    It contains the rules' ids, the states before and after, and the words that describe it.
    """

    rules: Rules
    before: Any
    after: Any
    say: Say | None
    values: Mapping[str, object]


class Recorder(Judge):
    """A judge that records the rules that were kept, and their effects."""

    def __init__(self) -> None:
        self.kept: list[Rules] = []
        self.reasons: list[tuple[Rules, Message]] = []  # why the move is allowed
        self.deeds: list[Deed] = []
        self.was_asked = False

    def holds(
        self, rules: Rules, kept: object, why: str, because: str = "", **values: object
    ) -> None:
        assert not self.was_asked, (
            f"{rules} was checked after to.asked(); check all rules before it"
        )
        super().holds(rules, kept, why, because, **values)
        self.kept.append(rules)
        if because:
            self.reasons.append((rules, Message(because, values)))

    def asked(self) -> None:
        self.was_asked = True

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        assert self.was_asked, f"to.did for {rules} before to.asked(); write to.asked() before it"
        self.deeds.append(Deed(rules, before, after, say, values))
        return after


class Collector(Judge):
    """Collects the rules that a subject keeps and breaks; it continues after a broken rule."""

    def __init__(self) -> None:
        self.breaches: list[Breach] = []
        self.kept: list[str] = []

    def holds(
        self, rules: Rules, kept: object, why: str, because: str = "", **values: object
    ) -> None:
        """Record rules as kept, or as broken with `why` as the reason."""
        del because
        for rule in ids_of(rules):
            if kept:
                self.kept.append(rule)
            else:
                self.breaches.append(Breach(rule, Message(why, values)))

    def none(self, rule: str, wrong: Iterable[C], facts: Callable[[C], str]) -> None:
        """Record a rule as kept if `wrong` is empty; otherwise as broken.

        `facts` describes the first item of `wrong`.
        """
        for each in wrong:
            self.breaches.append(Breach(rule, facts(each)))
            return
        self.kept.append(rule)

    def same(self, rule: str, expected: object, found: object, what: str) -> None:
        """Compare two values and record the result; for mappings, only differences are reported."""
        if isinstance(expected, Mapping) and isinstance(found, Mapping):
            parts = [
                f"{key}: {found.get(key, 0)}, not {expected.get(key, 0)}"
                for key in dict.fromkeys((*expected, *found))
                if expected.get(key, 0) != found.get(key, 0)
            ]
            self.holds(rule, not parts, f"{what}: {'; '.join(parts)}")
        else:
            facts = f"{what}: {_words(found)}, not {_words(expected)}"
            self.holds(rule, expected == found, facts)


def ids_of(rules: Rules) -> tuple[str, ...]:
    """Return rules as a tuple of ids."""
    return (rules,) if isinstance(rules, str) else rules


def _words(value: object) -> str:
    if isinstance(value, set | frozenset):
        return ", ".join(sorted(map(str, value)))
    if isinstance(value, tuple | list):
        return "/".join(map(str, value))
    return str(value)
