"""Character sheets: their sides, sections and memory lines, and their notation in scripts.

In the rulebook: The character sheet.

A side is given by its index: 0 for the agent's, 1 for the thief's, 2 for the overlap between them.
A memory line is written as on the sheet, with its box before and its circle after it: ``[x] Gang
Leader ( )``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from validator.core.filled import Value
from validator.referee.zones import put

AGENT, THIEF, OVERLAP = 0, 1, 2
SIDES = ("agent", "thief", "overlap")
KINDS = ("A", "T")  # allegiance cards and coins, by side
LINE = re.compile(r"\s*(?:[\[(]\s*([xX*]?)\s*\])?\s*(.*?)\s*(?:\(\s*([oOxX*]?)\s*\))?\s*")

Pair = tuple[int, int]  # how many for the agent, how many for the thief
NONE: Pair = (0, 0)


class MemoryLine(NamedTuple):
    """A memory on a sheet, with its box (filled if used) and its circle (filled if bled)."""

    text: str
    box: bool = False
    circle: bool = False


Section = tuple[MemoryLine, ...]


class Side(NamedTuple):
    """One side of a sheet: a name, a rating for each aptitude (0: none yet), and the memories."""

    name: str
    ratings: tuple[int, ...]
    sections: tuple[Section, ...]


class Memory(NamedTuple):
    """A memory identified by side, aptitude and text."""

    side: int
    aptitude: int
    text: str


class Sheet(NamedTuple):
    """A player's sheet: the agent's side, the thief's side and the overlap."""

    agent: Side
    thief: Side
    overlap: Side

    def joined(self) -> str:
        """Return the name that both personas share from the interlude on; empty before it."""
        return " ".join(filter(None, (self[THIEF].name, self[AGENT].name)))

    def find(self, memory: Memory) -> MemoryLine | None:
        """Return a memory's line, or None if there is none.

        If several lines have the same text, it is the first unused one.
        """
        if memory.aptitude < 0:
            return None
        lines = [
            x for x in self[memory.side].sections[memory.aptitude] if same(x.text, memory.text)
        ]
        return next((each for each in lines if not each.box), lines[0] if lines else None)

    def has_text(self, text: str) -> bool:
        """Return whether a text is anywhere on a sheet."""
        return any(same(line.text, text) for _, _, line in self.lines_of())

    def lines_of(self) -> list[tuple[int, int, MemoryLine]]:
        """Return all lines, each with its side and aptitude."""
        return [
            (side, aptitude, line)
            for side, each in enumerate(self)
            for aptitude, section in enumerate(each.sections)
            for line in section
        ]

    def memories(self, *sides: int) -> tuple[Memory, ...]:
        """Return the memories on the given sides, without repetition."""
        found = [Memory(side, apt, x.text) for side, apt, x in self.lines_of() if side in sides]
        return tuple(dict.fromkeys(found))

    def lower_ratings(self) -> tuple[int, ...]:
        """Return the lower rating of both personas for each aptitude."""
        return tuple(map(min, zip(self.agent.ratings, self.thief.ratings, strict=True)))

    def with_side(self, side: int, new: Side) -> Sheet:
        """Return the sheet with one side replaced."""
        return self._replace(**{SIDES[side]: new})

    def with_section(self, side: int, aptitude: int, section: Section) -> Sheet:
        """Return the sheet with one section replaced."""
        sections = put(self[side].sections, aptitude, section)
        return self.with_side(side, self[side]._replace(sections=sections))

    def written(self, memory: Memory, line: MemoryLine | None = None) -> Sheet:
        """Return the sheet with a memory added, as a new line."""
        section = self[memory.side].sections[memory.aptitude]
        new = (*section, line or MemoryLine(memory.text))
        return self.with_section(memory.side, memory.aptitude, new)

    def changed(self, memory: Memory, new: MemoryLine) -> Sheet:
        """Return the sheet with a memory's line replaced."""
        old = self.find(memory)
        section = list(self[memory.side].sections[memory.aptitude])
        for index, line in enumerate(section):
            if line is old or line == old:
                section[index] = new
                break
        return self.with_section(memory.side, memory.aptitude, tuple(section))

    def with_rating(self, side: int, aptitude: int, rating: int) -> Sheet:
        """Return the sheet with one rating changed."""
        ratings = put(self[side].ratings, aptitude, rating)
        return self.with_side(side, self[side]._replace(ratings=ratings))

    def values(self, aptitudes: Sequence[str], merged: bool) -> dict[str, Value]:
        """Return the values of the blanks on the printed sheet.

        `merged` means that the interlude is over.
        """
        found: dict[str, Value] = {"interlude": merged}
        for side, each in zip(SIDES, self, strict=True):
            found[f"{side}.name"] = each.name
            for aptitude, rating, section in zip(
                aptitudes, each.ratings, each.sections, strict=True
            ):
                found[f"{side}.{aptitude}.rating"] = rating
                for number, line in enumerate(section, 1):
                    found[f"{side}.{aptitude}.memories.{number}"] = line.text
                    found[f"{side}.{aptitude}.active.{number}"] = line.box
                    found[f"{side}.{aptitude}.bled.{number}"] = line.circle
        return {name: value for name, value in found.items() if value}

    def longest_sections(self) -> tuple[int, int]:
        """Return the numbers of lines in the longest section of the personas and of the overlap."""
        one, other, between = (max(map(len, side.sections), default=0) for side in self)
        return max(one, other), between


def a(side: int) -> str:
    """Return the name of a side with its article: ``an agent``."""
    return f"{'an' if side == AGENT else 'a'} {SIDES[side]}"


def same(a: str, b: str) -> bool:
    """Return whether two texts name the same memory; case and spaces are ignored."""
    return " ".join(a.lower().split()) == " ".join(b.lower().split())


def read_line(text: str, marked: bool = True) -> MemoryLine:
    """Read a line of a sheet.

    Lines of the overlap, which are not `marked`, have no box or circle.
    """
    match = LINE.fullmatch(text)
    if match is None:
        return MemoryLine(text.strip())
    box, words, circle = match.groups()
    if not marked:  # a box or circle here is kept, so that a rule can refuse it
        return MemoryLine(words, box is not None, circle is not None)
    return MemoryLine(words, bool(box), bool(circle))


def write_line(line: MemoryLine, marked: bool = True) -> str:
    """Return a memory's line as text, with its box and circle."""
    if not marked:
        return line.text
    return f"[{'x' if line.box else ' '}] {line.text} ({'o' if line.circle else ' '})"


def plus(a: Pair, b: Pair) -> Pair:
    """Return the sum of two pairs."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Pair, b: Pair) -> Pair:
    """Return the difference of two pairs."""
    return a[0] - b[0], a[1] - b[1]


def one(kind: int) -> Pair:
    """Return a pair with a single agent or thief card or coin."""
    return (1, 0) if kind == AGENT else (0, 1)
