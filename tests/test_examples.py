"""Examples that announce their own result: a broken file of the tiny game and what is said of it.

`tests/bad/cards.three-mistakes.yaml` takes the place of `cards.yaml`. Each line `# expect
LINE:COLUMN: message [check]` names one problem, in any order, of that file unless it names another.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from conftest import HERE

from generator.build import Options, draw_all
from validator.checks import check_game
from validator.load.game import load_game
from validator.spot import Problem

EXPECT = re.compile(r"^(?:#|\{#) expect (?:(\S+\.\S+) )?(\d+:\d+): (.*?)(?: #\})?$", re.MULTILINE)


def problems_of(folder: Path) -> list[Problem]:
    loaded = load_game(folder)
    problems = list(loaded.problems)
    if loaded.game is not None:
        problems += check_game(loaded.game)
        if not problems:
            problems += draw_all(loaded.game, Options())
    return problems


@pytest.mark.parametrize("file", sorted((HERE / "bad").iterdir()), ids=lambda file: file.name)
def test_a_broken_file_is_told_as_it_announces(file: Path, tiny: Path) -> None:
    target = (
        file.name.split(".")[0]
        + file.name[file.name.index(".", len(file.name.split(".")[0]) + 1) :]
    )
    path = tiny / ("templates" if target.endswith(".j2") else "") / target
    shutil.copy(file, path)
    expected = {
        f"tiny/{other or path.relative_to(tiny).as_posix()}:{place}: {message}"
        for other, place, message in EXPECT.findall(file.read_text("utf-8"))
    }
    assert expected, "an example announces its problems"
    assert {str(problem) for problem in problems_of(tiny)} == expected


def test_the_tiny_game_has_no_problems(tiny: Path) -> None:
    assert problems_of(tiny) == []
