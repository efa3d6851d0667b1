"""Checks a filled-in character sheet against the rules of Schizonauts: names, memories and points.

A sheet without ticks and overlap is checked as a new one; any other sheet is checked as one in
play, where memories have bled and raised aptitudes. The data do not include crossed-out lines. If a
memory in the overlap matches no bled line, it is therefore assumed to come from a crossed-out line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validator.core.filled import FilledSheet, count
from validator.core.location import Problem
from validator.core.model import Card, Rules

PERSONAS = ("agent", "thief")
OVERLAP = "overlap"
NAMES = {"agent": ("last", "SCHIZ-CHAR-03"), "thief": ("first", "SCHIZ-CHAR-02")}


def check(sheet: FilledSheet, rules: Rules, card: Card) -> Iterator[Problem]:
    """Yield the problems of a filled character sheet, each with the id of the broken rule."""
    sections = [str(each) for each in rules.number("SCHIZ-SHEET-02.sections")]
    made = not sheet.any_ticked() and not any(
        sheet.items(f"{OVERLAP}.{section}.memories") for section in sections
    )
    for persona in PERSONAS:
        yield from _name(sheet, persona, rules)
        for section in sections:
            yield from _section(sheet, f"{persona}.{section}", rules, card)
        yield from _points(sheet, persona, sections, rules, made)
    for section in sections:
        yield from _overlap(sheet, section, rules, card)
    if made:
        yield from _in_common(sheet, sections)


def _name(sheet: FilledSheet, persona: str, rules: Rules) -> Iterator[Problem]:
    """Yield the problems of a persona's name."""
    which, rule = NAMES[persona]
    path, words = f"{persona}.name", rules.number(f"{rule}.words")
    if not (name := sheet.text(path)):
        message = f"'name' is missing; expected the {persona}'s {which} name"
        yield sheet.wrong(path, "SCHIZ-CHAR-01", message)
    elif len(name.split()) != words or not re.fullmatch(r"[^\W\d_](?:[\w'’ -]*\w)?", name):
        asked = count(words, "word")
        message = f"the {persona} has only a {which} name, of {asked}; found '{name}'"
        yield sheet.wrong(path, rule, message)
    elif name.lower() == persona:
        yield sheet.wrong(
            path, rule, f"'{name}' is the name of the persona; expected a {which} name"
        )


# ---- memories


def _section(sheet: FilledSheet, section: str, rules: Rules, card: Card) -> Iterator[Problem]:
    """Yield the problems of a section on a persona's side: memories, boxes and circles."""
    memories = sheet.items(f"{section}.memories")
    least = rules.number("SCHIZ-CHAR-05.memories")
    if len(memories) < least:
        found = count(len(memories), "memory", "memories")
        message = f"'{section}' has {found}; expected at least {least} at the start"
        yield sheet.wrong(f"{section}.memories", "SCHIZ-CHAR-05", message)
    yield from _room(sheet, section, "section", rules, card)
    for part, mark in (("active", "box"), ("bled", "circle")):
        for tick in sheet.items(f"{section}.{part}"):
            line = tick.rpartition(".")[2]
            if sheet.ticked(tick) and f"{section}.memories.{line}" not in memories:
                message = f"a {mark} belongs to a memory, and line {line} has none"
                yield sheet.wrong(tick, "SCHIZ-SHEET-04", message)


def _room(
    sheet: FilledSheet, section: str, part: str, rules: Rules, card: Card
) -> Iterator[Problem]:
    """Yield a problem if a section has more memories than printed lines."""
    size = rules.number("SCHIZ-KIT-18")
    lines, written = size[card.version][part], len(sheet.items(f"{section}.memories"))
    if written > lines:
        longest, strip = size["long"][part], size["strip"]["lines"]
        message = f"'{section}' has {lines} lines, not {written}; "
        message += f"the long sheet has {longest}, " if longest > lines else ""
        message += f"a continuation strip {strip} more"
        yield sheet.wrong(f"{section}.memories", "SCHIZ-KIT-18", message)


def _in_common(sheet: FilledSheet, sections: list[str]) -> Iterator[Problem]:
    """Yield a problem for each memory that is on both the agent's and the thief's side."""
    known: dict[str, str] = {}
    for persona in PERSONAS:
        for section in sections:
            for memory in sheet.items(f"{persona}.{section}.memories"):
                words = _plain(sheet.text(memory))
                first = known.setdefault(words, memory)
                if words and first.split(".")[0] != persona:
                    message = f"both sides remember “{sheet.text(memory)}” (line "
                    message += (
                        f"{sheet.location(first).line}); at the start they have nothing in common"
                    )
                    yield sheet.wrong(memory, "SCHIZ-CHAR-07", message)


def _overlap(sheet: FilledSheet, section: str, rules: Rules, card: Card) -> Iterator[Problem]:
    """Yield the problems of the overlap: bled memories and, after the interlude, ratings."""
    place = f"{OVERLAP}.{section}"
    yield from _room(sheet, place, OVERLAP, rules, card)
    for part, mark in (("active", "boxes"), ("bled", "circles")):
        if written := sheet.named(f"{place}.{part}"):
            message = f"a memory in the overlap must not have a {mark}"
            yield Problem(written, message, "SCHIZ-SHEET-05")
    copies = [_plain(sheet.text(each)) for each in sheet.items(f"{place}.memories")]
    for persona in PERSONAS:
        for memory in _bled(sheet, f"{persona}.{section}"):
            words = sheet.text(memory)
            if _plain(words) in copies:
                copies.remove(_plain(words))
            else:
                message = f"“{words}” has bled, but '{place}' does not contain it"
                yield sheet.wrong(memory, "SCHIZ-BLEED-08", message)
    if copies and not sheet.any_ticked():
        message = f"nothing has bled yet, so '{place}' contains no memory"
        yield sheet.wrong(f"{place}.memories", "SCHIZ-CHAR-08", message)
    yield from _lower(sheet, section)


def _lower(sheet: FilledSheet, section: str) -> Iterator[Problem]:
    """Yield a problem unless the overlap has the lower rating, from the interlude on."""
    place = f"{OVERLAP}.{section}.rating"
    rating = sheet.number(place)
    if rating is None:
        return
    if not sheet.ticked("interlude"):
        message = "the overlap's circles stay empty until the interlude ('interlude: true')"
        yield sheet.wrong(place, "SCHIZ-SHEET-03", message)
        return
    both = [sheet.number(f"{persona}.{section}.rating") for persona in PERSONAS]
    ratings = [each for each in both if each is not None]
    if len(ratings) == len(both) and rating != min(ratings):
        message = f"the overlap has the lower rating of {section}, {min(ratings)}, not {rating}"
        yield sheet.wrong(place, "SCHIZ-INTER-01", message)


# ---- aptitudes


def _points(
    sheet: FilledSheet, persona: str, sections: list[str], rules: Rules, made: bool
) -> Iterator[Problem]:
    """Yield the problems of a persona's ratings: missing ones, wrong bounds or a wrong sum."""
    paths = [f"{persona}.{section}.rating" for section in sections]
    ratings = [sheet.number(path) for path in paths]
    for path, rating in zip(paths, ratings, strict=True):
        if rating is None and not sheet.items(path):
            message = (
                f"'rating' is missing; expected the {persona}'s points of {path.split('.')[1]}"
            )
            yield sheet.wrong(path, "SCHIZ-CHAR-09", message)
        elif rating is not None:
            yield from _bounds(sheet, path, rating, rules, made)
    if None in ratings:
        return
    total, points = sum(each or 0 for each in ratings), rules.number("SCHIZ-CHAR-09.points")
    if made and total != points:
        message = f"the {persona} must have {points} points in total, not {total}"
        yield sheet.wrong(paths[0], "SCHIZ-CHAR-09", message)
    if made:
        return
    lifts = sum(len(_bled(sheet, f"{persona}.{section}")) for section in sections)
    increase = rules.number("SCHIZ-BLEED-02.increase")
    lift, gone = lifts * increase, _crossed_out(sheet, sections) * increase
    capped = rules.number("SCHIZ-BLEED-03.cap") in ratings
    least, most = points + (0 if capped else lift), points + lift + gone
    if not least <= total <= most:
        asked = f"{least}" if least == most else f"{least} to {most}"
        times = count(lifts, "memory has", "memories have")
        message = f"{times} bled from the {persona}, so the points must be {asked}, not {total}"
        yield sheet.wrong(paths[0], "SCHIZ-BLEED-02", message)


def _bounds(
    sheet: FilledSheet, path: str, rating: int, rules: Rules, made: bool
) -> Iterator[Problem]:
    """Yield a problem if a rating is too low or too high."""
    lowest, highest = rules.number("SCHIZ-CHAR-10.lowest"), rules.number("SCHIZ-CHAR-10.highest")
    cap = rules.number("SCHIZ-BLEED-03.cap")
    if rating < lowest:
        found, rule = f"is below {lowest}", "SCHIZ-CHAR-10"
    elif rating > cap:
        found, rule = f"rises above {cap}", "SCHIZ-BLEED-03"
    elif made and rating > highest:
        found, rule = f"begins above {highest}", "SCHIZ-CHAR-10"
    else:
        return
    yield sheet.wrong(path, rule, f"an aptitude {found}: {rating}")


# ---- helpers


def _bled(sheet: FilledSheet, section: str) -> list[str]:
    """Return the memories in a section whose circles are filled."""
    ticks = sheet.items(f"{section}.bled")
    lines = [tick.rpartition(".")[2] for tick in ticks if sheet.ticked(tick)]
    written = sheet.items(f"{section}.memories")
    return [path for line in lines if (path := f"{section}.memories.{line}") in written]


def _crossed_out(sheet: FilledSheet, sections: list[str]) -> int:
    """Return the number of bled memories in the overlap whose original lines are crossed out."""
    gone = 0
    for section in sections:
        copies = len(sheet.items(f"{OVERLAP}.{section}.memories"))
        left = sum(len(_bled(sheet, f"{persona}.{section}")) for persona in PERSONAS)
        gone += max(copies - left, 0)
    return gone


def _plain(words: str) -> str:
    return " ".join(words.lower().split())
