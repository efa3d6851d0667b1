"""Derived numbers and claims about numbers, as games declare them.

`validator.load.derived` computes the numbers; claims are compared here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from validator.core.lazy import dataclass
from validator.core.location import Location, Problem
from validator.core.model import Card, Rules

ID = "consistency"
Number = Callable[[str], Any]


class Numbers(Protocol):
    """What a derived number may ask for. Both raise LookupError."""

    def __call__(self, reference: str, /) -> Any:
        """The number of a rule, as in ``NINE-COMP-05.count``."""

    def cards(self, component: str, /) -> tuple[Card, ...]:
        """The cards of a component that are printed at least once."""


@dataclass(frozen=True)
class Derived:
    """`reference` is what `value` makes of other numbers or of the cards; `because` says how.

    It is computed where a catalogue does not state it. What a catalogue states is compared. A
    second declaration of the same number is a second way to it, and must come to the same.
    """

    reference: str
    value: Callable[[Numbers], Any]
    because: str


@dataclass(frozen=True)
class Claim:
    """A statement of a rule that holds for the numbers at hand, or is covered by a ruling."""

    rule: str
    holds: Callable[[Number], str]  # empty: it holds; otherwise where it fails
    covered_by: str = ""


FAILURES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def failure(error: BaseException, what: str, verb: str) -> str:
    """What one of `FAILURES` means to a reader; `verb` says what was tried with the number."""
    if isinstance(error, KeyError):
        return f"{what} cannot be {verb}: a table has no entry for {error.args[0]}"
    if isinstance(error, LookupError):
        return str(error.args[0])
    return f"{what} has a value of the wrong kind: {error}"


def compared(rules: Rules, numbers: Iterable[Derived | Claim]) -> Iterator[Problem]:
    """Problems of the claims among these, in a catalogue."""
    for entry in numbers:
        if isinstance(entry, Derived):
            continue  # compared when the catalogue is read
        try:
            if entry.covered_by not in rules and (found := entry.holds(rules.number)):
                rule = rules[entry.rule]
                yield Problem(rule.location, f"{entry.rule} does not hold: {found}", ID)
        except FAILURES as error:
            yield Problem(Location(rules.file), failure(error, entry.rule, "compared"), ID)
