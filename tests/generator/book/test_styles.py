"""The colours of a rulebook."""

from __future__ import annotations

import pytest

from generator.book.styles import is_dark, look_of
from generator.faces.fonts import FontBook
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game


@pytest.mark.parametrize("name", shipped_games())
def test_words_and_lines_stay_readable_on_white_in_low_ink(name: str) -> None:
    game = load_game(resource("data") / name).game
    assert game is not None
    look = look_of(game.theme, FontBook(resource("templates") / "fonts"), game.book, low_ink=True)
    assert {look.page, look.panel, look.tile, look.dark} == {"#ffffff"}
    pale = [each for each in ("accent", "second", "muted", "line", "on_dark")
            if not is_dark(getattr(look, each))]  # fmt: skip
    assert pale == []
