"""The licence of a game, also as programs read it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import run
from validator.load.game import load_game


def with_spdx(tiny: Path, words: str) -> Path:
    file = tiny / "game.yaml"
    text = file.read_text("utf-8")
    assert "  licence: MIT\n" in text
    file.write_text(text.replace("  licence: MIT\n", f"  licence: MIT\n  spdx: {words}\n"), "utf-8")
    return tiny


@pytest.mark.parametrize("words", ["MIT", "CC-BY-NC-4.0", "MIT OR CC0-1.0"])
def test_a_licence_for_programs_is_read(tiny: Path, words: str) -> None:
    game = load_game(with_spdx(tiny, words)).game
    assert game is not None
    assert game.licence.spdx == words


@pytest.mark.parametrize("words", ["CC BY-NC 4.0", "MIT, CC0", "'MIT OR'"])
def test_other_words_are_no_licence_for_programs(tiny: Path, words: str) -> None:
    (problem,) = load_game(with_spdx(tiny, words)).problems
    assert "expected an SPDX expression, such as 'CC-BY-NC-4.0'" in problem.message


def test_the_list_of_games_has_it() -> None:
    games = {
        each["game"]: each for each in json.loads(run("list", "--format", "json").output)["games"]
    }
    assert games["muse"]["spdx"] == "CC-BY-NC-4.0"
    assert games["nine-muses"]["spdx"] == ""
