"""Examples that announce their own result: a broken file of the tiny game and what is said of it.

`tests/bad/cards.three-mistakes.yaml` takes the place of `cards.yaml`. Each line `# expect
LINE:COLUMN: message [check]` names one problem, in any order, of that file unless it names another.
A deck `cards.….csv` is named by `game.yaml` for the test.
`tests/bad/sheets/muse.too-few.yaml` fills in the first sheet of Muse.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.kit.build import build_kit
from generator.kit.forms import FormSheet, sheets_of
from generator.kit.options import Options
from tests.conftest import HERE
from validator.checks import check_game
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.filled import read_filled
from validator.load.game import load_game

EXPECT = re.compile(r"^(?:#|\{#) expect (?:(\S+\.\S+) )?(\d+:\d+): (.*?)(?: #\})?$", re.MULTILINE)


def problems_of(folder: Path) -> list[Problem]:
    loaded = load_game(folder)
    problems = list(loaded.problems)
    if loaded.game is not None:
        problems += check_game(loaded.game)
        if not problems:
            problems += build_kit(loaded.game, Options()).problems
    return problems


BROKEN = sorted(file for file in (HERE / "bad").iterdir() if file.is_file())


@pytest.mark.parametrize("file", BROKEN, ids=lambda file: file.name)
def test_a_broken_file_is_reported_as_it_announces(file: Path, tiny: Path) -> None:
    target = (
        file.name.split(".")[0]
        + file.name[file.name.index(".", len(file.name.split(".")[0]) + 1) :]
    )
    path = tiny / ("templates" if target.endswith(".j2") else "") / target
    shutil.copy(file, path)
    if path.suffix == ".csv":
        game = tiny / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("cards.yaml", path.name), "utf-8")
    expected = {
        f"tiny/{other or path.relative_to(tiny).as_posix()}:{place}: {message}"
        for other, place, message in EXPECT.findall(file.read_text("utf-8"))
    }
    assert expected, "an example announces its problems"
    assert {str(problem) for problem in problems_of(tiny)} == expected


def test_the_tiny_game_has_no_problems(tiny: Path) -> None:
    assert problems_of(tiny) == []


@pytest.fixture(scope="module")
def first_sheets() -> dict[str, tuple[Game, FormSheet]]:
    found = {}
    for name in ("muse", "schizonauts"):
        game = load_game(resource("data") / name).game
        assert game is not None
        found[name] = game, sheets_of(game, Options())[0][0]
    return found


@pytest.mark.parametrize(
    "file", sorted((HERE / "bad" / "sheets").iterdir()), ids=lambda file: file.name
)
def test_a_badly_filled_sheet_is_reported_as_it_announces(
    file: Path, first_sheets: dict[str, tuple[Game, FormSheet]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    game, sheet = first_sheets[file.name.split(".")[0]]
    _, problems = read_filled(file, sheet.blanks, game, sheet.card)
    expected = {
        f"{file.name}:{place}: {message}"
        for _, place, message in EXPECT.findall(file.read_text("utf-8"))
    }
    assert expected, "an example announces its problems"
    assert {str(problem) for problem in problems} == expected
