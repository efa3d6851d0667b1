"""Numbers that follow from others, and claims about them: declared by each game, compared here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from validator.core.location import Problem, Spot
from validator.core.model import Rules, in_words
from validator.core.tree import Mapping, Node

ID = "agreement"
Number = Callable[[str], Any]


@dataclass(frozen=True)
class Agreement:
    """`reference` must be what `expected` makes of other numbers; `why` says what that is."""

    reference: str
    expected: Callable[[Number], Any]
    why: str


@dataclass(frozen=True)
class Claim:
    """A statement of a rule that holds for the numbers at hand, or is covered by a ruling."""

    rule: str
    holds: Callable[[Number], str]  # empty: it holds; otherwise where it fails
    covered_by: str = ""


def compared(rules: Rules, numbers: Iterable[Agreement | Claim]) -> Iterator[Problem]:
    """Problems of these numbers, in a catalogue."""
    for entry in numbers:
        try:
            if isinstance(entry, Agreement):
                yield from _agreement(entry, rules)
            elif entry.covered_by not in rules and (failure := entry.holds(rules.number)):
                rule = rules[entry.rule]
                yield Problem(rule.spot, f"{entry.rule} does not hold: {failure}", ID)
        except KeyError as error:
            what = entry.rule if isinstance(entry, Claim) else entry.reference
            message = f"{what} cannot be compared: a table has no entry for {error.args[0]}"
            yield Problem(Spot(rules.file), message, ID)
        except LookupError as error:
            yield Problem(Spot(rules.file), str(error.args[0]), ID)
        except (TypeError, ValueError, AttributeError, ArithmeticError) as error:
            what = entry.reference if isinstance(entry, Agreement) else entry.rule
            message = f"{what} has a value of the wrong kind: {error}"
            yield Problem(Spot(rules.file), message, ID)


def _agreement(entry: Agreement, rules: Rules) -> Iterator[Problem]:
    stated, expected = rules.number(entry.reference), entry.expected(rules.number)
    if stated != expected:
        message = (
            f"{entry.reference} is {in_words(stated)}, but {entry.why} is {in_words(expected)}"
        )
        yield Problem(_spot(rules, entry.reference), message, ID)


def _spot(rules: Rules, reference: str) -> Spot:
    """Where a number stands in the catalogue."""
    id_, *path = reference.split(".")
    rule = rules[id_]
    node: Node | None = rule.node
    for step in ("data", *path):
        if not isinstance(node, Mapping) or step not in node.entries:
            break
        node = node.entries[step]
    return node.spot if node else rule.spot
