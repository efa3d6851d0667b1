"""The scripts that come with the games hold, and leave no rule untouched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests.conftest import WAITING
from tests.validator.shipped import GAMES, SCRIPTS, load, played, scripts_of
from validator.core.resources import resource
from validator.referee.registry import find_referee, seats
from validator.referee.sight import PUBLIC
from validator.script.catalogue import catalogue

MOST_SAID = 3  # lines of a verb in a script whose sentences are read
# What scripts call parts of sheets, which sentences call by their names.
SCRIPT_WORDS = {"Y1", "N1", "Y2", "N2", "CY", "CN", "char1", "char2", "rel1", "threat1"}
ALWAYS_REFUSED = {"assess"}  # claims about custom cards, which no shipped script makes rightly


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_the_script_holds(file: Path) -> None:
    report = played(file)
    assert [str(problem) for problem in report.problems] == []
    assert [str(note) for note in report.remarks if note.check == "ambiguous"] == []
    assert report.untraced == []


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_kept_by_a_script_and_broken_by_one(name: str) -> None:
    game = load(resource("data") / name).game
    assert game is not None
    reports = [played(file) for file in scripts_of(name)]
    untouched = [
        f"{entry.rule.id}: {'kept' if entry.kept else 'not kept'}, "
        f"{'broken' if entry.broken else 'not broken'}, "
        f"{'enforced' if entry.enforced else 'not enforced'}"
        for entry in catalogue(game, reports)
        if entry.rule.checkable == "yes" and not (entry.kept and entry.broken and entry.enforced)
    ]
    if name in WAITING:
        assert untouched, f"{name} is complete: take it out of WAITING"
    else:
        assert untouched == []


@pytest.mark.parametrize("name", [name for name in GAMES if name not in WAITING])
def test_a_complete_game_is_reported_for_every_number_of_players(name: str) -> None:
    game = load(resource("data") / name).game
    assert game is not None
    told = set()
    for file in scripts_of(name):
        report = played(file)
        if not report.is_over:
            continue
        assert report.script is not None
        if "start" not in report.script.nodes:
            told.add(len(report.script.players))
    assert told == set(range(game.players[0], game.players[1] + 1))


def faults_of(text: str, codes: Collection[str]) -> Iterator[str]:
    """Yield what no sentence of a game says: codes, ids, gaps, a verb in the wrong person."""
    if not text:
        yield "is empty"
    elif text[0].islower():
        yield "begins with a small letter"
    if found := re.search(r"[A-Z]{4,}-[A-Z]+-\d\d|[\[\]{}|]", text):
        yield f"has {found[0]}"
    if found := re.search(r"\b[Yy]ou (is|has|was|does|\w+[^s]s)\b", text):
        yield f"says {found[0]}"
    yield from (f"has the code {word}" for word in re.findall(r"[\w-]+", text) if word in codes)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_script_is_said_in_plain_words_to_the_player_and_to_others(
    name: str,
) -> None:
    said, wrong = set(), set()
    for file in scripts_of(name):
        report, times = played(file), Counter[str]()
        referee = report.referee
        if referee is None:
            continue
        codes = {each for each in referee.printed() if each.upper() == each != referee.title(each)}
        codes |= SCRIPT_WORDS
        for each in report.played:
            if each.move is None or each.refusal is not None:
                continue
            times[each.verb] += 1
            if times[each.verb] > MOST_SAID:
                continue
            said.add(each.verb)
            for seat in (None, max(each.move.seat, PUBLIC)):
                words = referee.sentences(each.before, each.move, seat)
                for text in (words.before.text(), words.after.text()):
                    wrong |= {f"{each.line}: “{text}” {why}" for why in faults_of(text, codes)}
    assert sorted(wrong) == []
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, seats(max(game.players)))
    assert referee is not None
    unsaid = {each for each in referee.verbs if each not in said and referee.verbs[each].listed}
    assert unsaid <= ALWAYS_REFUSED
