"""The rules for a filled-in Story Sheet on paper: the numbers of elements, and the Questions.

In the rulebook: Filling in the Story Sheet; Questions.

A sheet without ticks is checked as at the start of play, with the options that its file names. A
larger sheet may have more elements than the standard numbers, but not fewer (MUSE-OPT-05).
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.filled import FilledSheet, bare_name, count
from validator.core.location import Problem
from validator.core.model import Card, Rules
from validator.games.muse.constants import LARGER, LATE, opening_words, wording


def check(sheet: FilledSheet, rules: Rules, card: Card) -> Iterator[Problem]:
    """Yield the problems of a filled Story Sheet.

    A card with more space than the standard sheet counts as a larger sheet.
    """
    number = rules.number
    larger = LARGER in sheet.options or any((
        card.characters > number("MUSE-SHEET-01.characters"),
        card.goals > number("MUSE-SHEET-03.goals_each"),
        card.ties > number("MUSE-SHEET-04.relationships_each"),
        card.scenes > number("MUSE-SHEET-02.max"),
        card.threats > number("MUSE-SHEET-05.max"),
    ))  # fmt: skip
    yield from judged(sheet, rules, larger, opening_words(rules)[:1])


def judged(
    sheet: FilledSheet, rules: Rules, larger: bool, openings: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """Yield the problems of a filled Story Sheet, each with the id of the broken rule.

    A Question must begin with one of `openings`. If there are none, the words of all languages are
    allowed, as in a record.
    """
    number = rules.number
    yield from _seed(sheet)
    people = number("MUSE-SHEET-01.characters")
    most = None if larger else people
    yield from _how_many(sheet, "people", "character", people, most, "MUSE-SHEET-01")
    for person in sheet.items("people"):
        yield from _person(sheet, person, rules, larger)
        yield from _ticks(sheet, f"{person}.told", f"{person}.name")
        for part in ("goals", "ties"):
            yield from _ticks(sheet, f"{person}.{part}_told", f"{person}.{part}")
    for part in ("scenes", "threats"):
        yield from _ticks(sheet, f"{part}_told", part)
    least, most = number("MUSE-SHEET-02.min"), None if larger else number("MUSE-SHEET-02.max")
    yield from _how_many(sheet, "scenes", "scene", least, most, "MUSE-SHEET-02")
    for scene in sheet.items("scenes"):
        if sheet.text(scene) and bare_name(sheet.text(scene)):
            yield _described(sheet, scene, "MUSE-SHEET-11")
    least, most = number("MUSE-SHEET-05.min"), None if larger else number("MUSE-SHEET-05.max")
    yield from _how_many(sheet, "threats", "threat", least, most, "MUSE-SHEET-05")
    yield from _questions(sheet, rules, openings or opening_words(rules))


def _seed(sheet: FilledSheet) -> Iterator[Problem]:
    """Yield a problem if there is no Story Seed."""
    if not sheet.text("seed"):
        yield sheet.wrong("seed", "MUSE-SHEET-20", "'seed' is missing; expected the Story Seed")


def _ticks(sheet: FilledSheet, ticks: str, elements: str) -> Iterator[Problem]:
    """Yield a problem for each tick beside an empty line."""
    paths = [ticks] if sheet.ticked(ticks) else sheet.items(ticks)
    for path in paths:
        line = path.rpartition(".")[2]
        element = f"{elements}.{line}" if path != ticks else elements
        if sheet.ticked(path) and not sheet.text(element):
            message = f"a tick means that the element has been told, but '{element}' is empty"
            yield sheet.wrong(path, "MUSE-DRAW-03", message)


def _person(sheet: FilledSheet, person: str, rules: Rules, larger: bool) -> Iterator[Problem]:
    """Yield the problems of a character: name, description, goals, relationships."""
    who = sheet.text(f"{person}.name")
    if not who:
        message = "'name' is missing; expected a name and a few words of description"
        yield Problem(sheet.location(person), message, "MUSE-SHEET-10")
    elif bare_name(who):
        yield _described(sheet, f"{person}.name", "MUSE-SHEET-10")
    goals, ties = "MUSE-SHEET-03.goals_each", "MUSE-SHEET-04.relationships_each"
    for part, word, reference in (("goals", "goal", goals), ("ties", "relationship", ties)):
        asked = rules.number(reference)
        rule = reference.split(".")[0]
        most = None if larger else asked
        yield from _how_many(sheet, f"{person}.{part}", word, asked, most, rule, "a character")


def _described(sheet: FilledSheet, path: str, rule: str) -> Problem:
    message = f"“{sheet.text(path)}” is only a name; add a few words of description"
    return sheet.wrong(path, rule, message)


def _how_many(
    sheet: FilledSheet, path: str, what: str, least: int, most: int | None, rule: str,
    holder: str = "a sheet",
) -> Iterator[Problem]:  # fmt: skip
    """Yield a problem if `path` has fewer than `least` or more than `most` entries.

    With None as `most`, there is no upper limit.
    """
    written = len(sheet.items(path))
    if least <= written and (most is None or written <= most):
        return
    asked = count(least if most is None else most, what)
    if most is None:
        asked = f"at least {asked}"
    elif least < most:
        asked = f"{least} to {asked}" if least else f"at most {asked}"
    message = f"{holder} must have {asked}; found {written}"
    yield sheet.wrong(path, rule, message)


def _questions(sheet: FilledSheet, rules: Rules, openings: tuple[str, ...]) -> Iterator[Problem]:
    """Yield problems with the number and the wording of Crisis and Subplot Questions."""
    number = rules.number
    yield from _wordings(sheet, rules, openings)
    if sheet.any_ticked():  # the story has begun: Questions come and go
        most = number("MUSE-QUEST-09.subplot")
        yield from _how_many(sheet, "subplots", "Subplot Question", 0, most, "MUSE-QUEST-09")
        return
    crisis, subplot = ("MUSE-SHEET-06.questions", "MUSE-SHEET-07.questions")
    holder = "a sheet on which nothing is ticked"
    if LATE in sheet.options:
        crisis, subplot = ("MUSE-OPT-02.crisis", "MUSE-OPT-02.subplot")
        holder = f"with the option '{LATE}', {holder}"
    for path, what, reference in (
        ("crisis", "Crisis Question", crisis),
        ("subplots", "Subplot Question", subplot),
    ):
        asked, rule = number(reference), reference.partition(".")[0]
        yield from _how_many(sheet, path, what, asked, asked, rule, holder)


def _wordings(sheet: FilledSheet, rules: Rules, first: tuple[str, ...]) -> Iterator[Problem]:
    """Yield problems with the wording of Questions, if a ruling enforces it."""
    if rules.number("MUSE-RUL-27.choice") != "enforced":
        return
    last = rules.number("MUSE-RUL-27.last_character")
    for path in ("crisis", *sheet.items("subplots")):
        words = sheet.text(path)
        if words and (wrong := wording(words, first, last)):
            yield sheet.wrong(path, "MUSE-RUL-27", str(wrong))
