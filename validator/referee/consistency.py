"""Defines how games declare derived numbers, and claims about the numbers of rules.

`validator.load.derived` computes the numbers; claims are compared here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from validator.core.location import Location, Problem
from validator.core.model import Card, Rules

ID = "consistency"
Number = Callable[[str], Any]


class Numbers(Protocol):
    """Looks up the numbers from which a derived number is computed. Both methods raise
    LookupError.
    """

    def __call__(self, reference: str, /) -> Any:
        """Return the number of a rule, as in ``NINE-COMP-05.count``."""

    def cards(self, component: str, /) -> tuple[Card, ...]:
        """Return those cards of a component that have at least one copy."""


class Derived(NamedTuple):
    """A number, identified by `reference`, that `value` computes from other numbers or the cards.

    `because` explains the computation. If the catalogue also contains the number, it is compared
    with the computed one. If a game declares two functions for a number, both must return the same
    value.
    """

    reference: str
    value: Callable[[Numbers], Any]
    because: str


class Claim(NamedTuple):
    """A statement about numbers in a rule, which must be true unless a ruling replaces it."""

    rule: str
    holds: Callable[[Number], str]  # returns where the statement fails; empty: it is true
    covered_by: str = ""


def claim(
    rule: str, holds: Callable[..., object], text: str, covered_by: str = "", **numbers: str
) -> Claim:
    """Return the claim that a condition on numbers holds; `text` is the message if it fails, and
    may contain `{names}`.

    `numbers` are references by name; the condition receives the numbers by these names.
    """

    def fails(number: Number) -> str:
        values = {name: number(reference) for name, reference in numbers.items()}
        return "" if holds(**values) else text.format(**values)

    return Claim(rule, fails, covered_by)


FAILURES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def failure(error: BaseException, what: str, verb: str) -> str:
    """Return the message for one of `FAILURES`; `verb` names the operation that failed."""
    if isinstance(error, KeyError):
        return f"{what} cannot be {verb}, because a table has no entry for {error.args[0]}"
    if isinstance(error, LookupError):
        return str(error.args[0])
    return f"{what} cannot be {verb}, because a value has the wrong type: {error}"


def compared(rules: Rules, numbers: Iterable[Derived | Claim]) -> Iterator[Problem]:
    """Yield a problem for each claim among `numbers` that is false in a catalogue."""
    for entry in numbers:
        if isinstance(entry, Derived):
            continue  # compared when the catalogue is read
        try:
            if entry.covered_by not in rules and (found := entry.holds(rules.number)):
                rule = rules[entry.rule]
                yield Problem(rule.location, f"{entry.rule} does not hold: {found}", ID)
        except FAILURES as error:
            yield Problem(Location(rules.file), failure(error, entry.rule, "compared"), ID)
