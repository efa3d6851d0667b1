"""The scripts that come with the games hold, and leave no rule untouched."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.conftest import WAITING
from validator.core.resources import resource
from validator.load.game import load_game
from validator.script.catalogue import catalogue
from validator.script.play import Report, replay

GAMES = sorted({file.parent.parent.name for file in resource("data").glob("*/scripts/*.play")})
SCRIPTS = sorted(resource("data").glob("*/scripts/*.play"))
load = cache(load_game)


@cache
def played(file: Path) -> Report:
    return replay(file, file.name, load)


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
    reports = [played(file) for file in SCRIPTS if file.parent.parent.name == name]
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
    for file in SCRIPTS:
        report = played(file)
        if file.parent.parent.name != name or not report.is_over:
            continue
        assert report.script is not None
        if "start" not in report.script.nodes:
            told.add(len(report.script.players))
    assert told == set(range(game.players[0], game.players[1] + 1))
