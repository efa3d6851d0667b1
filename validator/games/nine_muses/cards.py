"""The cards of Nine Muses as typed values: Philosophers, Muses, Aristotle.

In the rulebook: What is on a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple

from validator.referee.api import Amount, CardReader, Game, Message, Misread, Problem

KINDS = ("C", "S", "E")
WORDS = ("craft", "science", "ethics")
WORD_OF = {**dict(zip(KINDS, WORDS, strict=True)), "total": "tokens in all"}
NO_END = 1_000_000
Pieces = tuple[str, ...]
_made = tuple.__new__  # faster than the class


class Knowledge(NamedTuple):
    """An amount of Craft, Science and Ethics."""

    C: int = 0
    S: int = 0
    E: int = 0

    def plus(self, other: Knowledge) -> Knowledge:
        return _made(Knowledge, (self[0] + other[0], self[1] + other[1], self[2] + other[2]))

    def minus(self, other: Knowledge) -> Knowledge:
        return _made(Knowledge, (self[0] - other[0], self[1] - other[1], self[2] - other[2]))

    def covers(self, other: Knowledge) -> bool:
        """Return whether this amount has at least as much of each type of Knowledge as `other`."""
        return self[0] >= other[0] and self[1] >= other[1] and self[2] >= other[2]

    def beyond(self, other: Knowledge) -> Knowledge:
        """Return by how much this amount exceeds `other`, for each kind."""
        if other[0] >= self[0] and other[1] >= self[1] and other[2] >= self[2]:
            return NOTHING
        return Knowledge(*(max(0, a - b) for a, b in zip(self, other, strict=True)))

    def parts(self) -> tuple[Amount, ...]:
        """Return the amount of each kind that is present, for messages."""
        return tuple(Amount(n, word.title()) for n, word in zip(self, WORDS, strict=True) if n)

    def __str__(self) -> str:
        """Return the amounts as text: ``2 Craft and 1 Ethics``."""
        return Message("{amounts}", {"amounts": self}).text()

    @staticmethod
    @cache
    def of(kind: int, number: int) -> Knowledge:
        return Knowledge(*(number * (kind == each) for each in range(3)))

    @classmethod
    def parse(cls, value: object) -> Knowledge:
        """Read ``{C: 1, E: 2}``, ``{craft: 1}`` or ``[1, 0, 2]``. Raises Misread."""
        found = dict(zip(KINDS, value, strict=False)) if isinstance(value, tuple) else value or {}
        if isinstance(found, Mapping) and (len(found) == 3 or not isinstance(value, tuple)):
            by_kind = {str(name)[:1].upper(): number or 0 for name, number in found.items()
                       if str(name) in KINDS or str(name).lower() in WORDS}  # fmt: skip
            whole = all(type(number) is int and 0 <= number < NO_END for number in by_kind.values())
            if whole and len(by_kind) == len(found):
                return cls(**by_kind)
        raise Misread("a mapping, such as {C: 1, S: 2}", value)


NOTHING = Knowledge()


class Range(NamedTuple):
    """A range of whole numbers, both ends included."""

    low: int
    high: int

    @classmethod
    def parse(cls, value: object) -> Range:
        low, high = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
        if type(low) is not int or type(high) is not int or not 0 <= low <= high < NO_END:
            raise Misread("a range, such as [1, 99]", value)
        return cls(low, high)


class PhilosopherLine(NamedTuple):
    """One line on a Philosopher card: a gain, or a trade with the pool."""

    gain: Knowledge
    pay: Knowledge = NOTHING


class Philosopher(NamedTuple):
    """A Philosopher card: its options, of which a player uses one."""

    options: tuple[PhilosopherLine, ...]


class Condition(NamedTuple):
    """The condition for Calling a Muse: all stated parts must be met."""

    C: Range | None = None
    S: Range | None = None
    E: Range | None = None
    total: Range | None = None
    muses: Range | None = None
    most: Literal["C", "S", "E"] | None = None  # kind of which the caller holds strictly most
    lowest_score: bool = False

    @property
    def ranges(self) -> tuple[Range | None, ...]:
        """The ranges of Craft, Science, Ethics, all Knowledge together, and Muses."""
        return self[:5]

    def named_ranges(self) -> list[tuple[str, int, int]]:
        spans = zip(self._fields, self.ranges, strict=False)
        return [(what, *span) for what, span in spans if span]

    def text(self, most_shown: int) -> str:
        """Return the condition in a few words, for messages.

        Maximums of `most_shown` or more are left out, because nobody can exceed them.
        """
        parts = []
        for what, low, high in self.named_ranges():
            name = {"total": "Knowledge", "muses": "Muses"}.get(what) or WORD_OF[what].capitalize()
            if low == 0 < high < most_shown:
                span = f"at most {high}"
            else:
                no_top = f"at least {low}" if high >= most_shown else f"{low} to {high}"
                span = (f"exactly {low}" if low else "no") if low == high else no_top
            parts.append(f"{span} {name}")
        if self.most:
            parts.append(f"more {WORD_OF[self.most].capitalize()} than everybody else")
        if self.lowest_score:
            parts.append("a lower score than everybody else")
        return " and ".join(parts) or "nothing"


class Benefit(NamedTuple):
    """The benefit that a Muse gives to her owner."""

    VP: int = 0
    C: int = 0
    S: int = 0
    E: int = 0


class Muse(NamedTuple):
    """A Muse card, which players can Call."""

    condition: Condition = Condition()
    benefit: Benefit = Benefit()
    when: Literal["start"] = "start"


class Aristotle(NamedTuple):
    """The Aristotle card, to which players demonstrate Knowledge for VP."""

    rates: Knowledge = NOTHING  # VP for a token of each kind


class Cards:
    """All designs of a game by title, in the order of the data."""

    def __init__(self, game: Game, problems: list[Problem]) -> None:
        reader = CardReader(game, problems)
        self.philosophers = {title: card.options for title, card in
                             reader.read("philosophers", Philosopher).items()}  # fmt: skip
        self.muses = reader.read("muses", Muse)
        self.worth = next((each.rates for each in reader.read("aristotle", Aristotle).values()),
                          NOTHING)  # fmt: skip
        self.copies: dict[str, int] = {}
        for deck in ("philosophers", "muses"):
            for card in reader.components[deck].cards if deck in reader.components else ():
                self.copies[card.title] = self.copies.get(card.title, 0) + card.copies
                if deck == "muses" and card.title in self.philosophers:
                    reader.say(card, card.title, "a Muse and a Philosopher have the same name")
