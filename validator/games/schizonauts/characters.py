"""Pairs of an agent and a thief: a seat's default pair, pairs from facts, and checks of pairs.

In the rulebook: Two characters for each player.

Filled-in sheets of paper are checked in `filled_sheets`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.sheet import (
    AGENT,
    OVERLAP,
    SIDES,
    THIEF,
    MemoryLine,
    Section,
    Sheet,
    Side,
    read_line,
    same,
)
from validator.referee.api import Collector, FactReader
from validator.referee.facts import shown

NAME_RULES = {AGENT: "SCHIZ-CHAR-03", THIEF: "SCHIZ-CHAR-02"}
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
PLAIN = ("Ash", "Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal")
FAMILY = ("Abbot", "Burke", "Crane", "Drake", "Ellis", "Foley", "Grant", "Hobbs")


def default_ratings(table: Table) -> tuple[int, ...]:
    """Return default ratings for a persona: the available points, divided as evenly as possible."""
    count = len(table.apt)
    return tuple(table.points // count + (i >= count - table.points % count) for i in table.apt)


def blank_side(table: Table) -> Side:
    """Return an empty side of a sheet."""
    return Side("", (0,) * len(table.apt), ((),) * len(table.apt))


def default_sheet(table: Table, seat: int) -> Sheet:
    """Return the default characters (agent and thief) of a seat, with placeholder texts."""
    ratings = default_ratings(table)

    def side(called: str) -> Side:
        sections = tuple(
            (MemoryLine(f"{called}'s {word}"),) * table.start_memories for word in table.aptitudes
        )
        return Side(called, ratings, sections)

    agent, thief = FAMILY[seat % len(FAMILY)], PLAIN[seat % len(PLAIN)]
    return Sheet(side(agent), side(thief), blank_side(table))


def new_pair(table: Table, reader: FactReader, seat: int) -> Sheet:
    """Return a newly created pair.

    A persona that the facts omit is blank; `{}` gives a default pair.
    """
    base = default_sheet(table, seat)
    if reader.facts:
        missing = [side for side in (AGENT, THIEF) if SIDES[side] not in reader.facts]
        for side in missing:
            base = base.with_side(side, blank_side(table))
    return sheet_from(table, reader, base)


def sheet_from(table: Table, reader: FactReader, base: Sheet) -> Sheet:
    """Return the sheet that facts describe.

    Parts that the facts omit are as in `base`; null means blank. Raises FactError.
    """
    found = list(base)
    for index, word in enumerate(SIDES):
        if word in reader:
            found[index] = side_from(table, reader.inner(word), index, base[index])
        elif word in reader.facts:
            found[index] = blank_side(table)
    return Sheet(*found)


def side_from(table: Table, reader: FactReader, index: int, base: Side) -> Side:
    """Return the side of a sheet that facts describe.

    The facts are `name`, the ratings as `V K I` or `ratings: [6, 4, 2]`, and memories by aptitude.
    Parts that are omitted are as in `base`.
    """
    for word, value in reader.facts.items():
        if value is None:
            raise reader.wrong(str(word), "the value is missing; write it, or leave the name out")
    called = str(reader.raw("name", base.name))
    ratings = _read_ratings(table, reader) if "ratings" in reader else base.ratings
    numbered = zip(table.letters, ratings, strict=True)
    ratings = tuple(reader.whole(letter, rating, -99, 999) for letter, rating in numbered)
    sections = tuple(
        _read_section(reader, word, index) if word in reader else base.sections[apt]
        for apt, word in enumerate(table.aptitudes)
    )
    reader.done()
    return Side(called, ratings, sections)


def _read_ratings(table: Table, reader: FactReader) -> tuple[int, ...]:
    raw = reader.raw("ratings")
    whole = isinstance(raw, tuple) and all(type(each) is int for each in raw)
    if not whole or len(raw) != len(table.apt):
        letters = ", ".join(table.letters)
        raise reader.wrong("ratings", f"expected [{letters}] as numbers, not {shown(raw)}")
    return tuple(raw)


def _read_section(reader: FactReader, word: str, index: int) -> Section:
    """Return the memories of an aptitude that the facts list, in the order of the sheet."""
    raw = reader.raw(word)
    lines = (raw,) if isinstance(raw, str) else raw
    if not isinstance(lines, tuple) or any(isinstance(each, Mapping | tuple) for each in lines):
        raise reader.wrong(word, f"expected a list of memories, not {shown(raw)}")
    return tuple(read_line(str(each), marked=index != OVERLAP) for each in lines)


def judge_pair(table: Table, sheet: Sheet, to: Collector) -> None:
    """Check a new pair against the rules of character creation."""
    for side in (THIEF, AGENT):
        if sheet[side] == blank_side(table):
            to.holds("SCHIZ-CHAR-01", False, f"the {SIDES[side]} is missing; give both, or write "
                     "{} for a pair with default values")  # fmt: skip
            continue
        _judge_name(table, side, sheet[side].name, to)
        _judge_aptitudes(table, side, sheet[side], to)
        _judge_memories(table, side, sheet[side], to)
    ours = [line.text for section in sheet[AGENT].sections for line in section]
    theirs = [line.text for section in sheet[THIEF].sections for line in section]
    common = [a for a in ours if any(same(a, b) for b in theirs)]
    to.none("SCHIZ-CHAR-07", common, lambda text: f'"{text}" is on both sides')
    judge_overlap(sheet, to)
    overlap = sheet[OVERLAP]
    written = any(overlap.sections) or any(overlap.ratings)
    to.holds("SCHIZ-CHAR-08", not written, "the overlap is not blank at the start")
    to.holds("SCHIZ-SHEET-03", not any(overlap.ratings), "the overlap's circles are not empty")


def judge_overlap(sheet: Sheet, to: Collector) -> None:
    """Check that no line of the overlap has a box or a circle."""
    marked = [x.text for section in sheet[OVERLAP].sections for x in section if x.box or x.circle]
    to.none("SCHIZ-SHEET-05", marked, lambda x: f'"{x}" in the overlap has a box or a circle')


def _judge_name(table: Table, side: int, called: str, to: Collector) -> None:
    """Check a name: the agent has only a last name, the thief only a first name."""
    rule = NAME_RULES[side]
    words = called.split()
    if not words:
        to.holds((rule, "SCHIZ-CHAR-01"), False, f"the {SIDES[side]} has no name")
        return
    bad = [word for word in words if not WORD.fullmatch(word)]
    if side == AGENT and words[0].lower().rstrip(".") == "agent" and len(words) > 1:
        to.holds(rule, False, f"'{called}' contains the title, which is not part of the name")
        return
    kind = "first" if side == THIEF else "last"
    to.holds((rule, "SCHIZ-CHAR-04"), len(words) <= table.name_words,
             f"the {SIDES[side]} '{called}' has a name of {len(words)} words; expected a {kind} "
             "name only")  # fmt: skip
    expected = "expected letters, hyphens and apostrophes"
    to.none(rule, bad, lambda word: f"'{word}' is not a name: {expected}")


def _judge_aptitudes(table: Table, side: int, each: Side, to: Collector) -> None:
    """Check the points of a persona: their sum, and the lowest and highest rating."""
    word = SIDES[side]
    total = sum(each.ratings)
    facts = f"the {word} has {total} points, not {table.points}"
    to.holds("SCHIZ-CHAR-09", total == table.points, facts)
    highest: int = table.game.rules["SCHIZ-CHAR-10"].highest
    low = [r for r in each.ratings if not table.lowest <= r <= highest]
    span = f"{table.lowest} to {highest}"
    to.none("SCHIZ-CHAR-10", low, lambda rating: f"the {word}'s {rating} is not {span}")


def _judge_memories(table: Table, side: int, each: Side, to: Collector) -> None:
    """Check that each section has enough memories, without filled boxes and circles."""
    word = SIDES[side]
    for apt, section in enumerate(each.sections):
        there = len([line for line in section if line.text.strip()])
        to.holds("SCHIZ-CHAR-05", there >= table.start_memories,
                 f"the {word} has {there} memories of {table.aptitudes[apt]}; expected "
                 f"{table.start_memories} or more")  # fmt: skip
    marked = [line.text for section in each.sections for line in section if line.box or line.circle]
    to.none("SCHIZ-SHEET-04", marked, lambda text: f'"{text}" has a filled box or circle')
