"""Paper that has no room for the pages of the kit itself is a problem, not a traceback."""

from __future__ import annotations

import pytest

from generator.kit import build, forms
from generator.kit.build import build_kit
from generator.kit.forms import print_form, sheets_of
from generator.kit.options import Options
from generator.sheets.paper import PAPERS, Paper
from validator.core.model import Game
from validator.core.resources import resource
from validator.core.sizes import Size
from validator.load.game import load_game


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Options:
    papers = {**PAPERS, "b5": Paper("b5", "B5", Size(176, 250))}
    for module in (build, forms):
        monkeypatch.setattr(module, "PAPERS", papers)
    return Options("b5")


def test_a_cover_larger_than_the_paper_is_reported(tiny_game: Game, small: Options) -> None:
    problems = build_kit(tiny_game, small).problems
    assert [each.check for each in problems] == ["paper"]
    assert "does not fit on 176 x 250 mm" in problems[0].message
    assert "choose" in problems[0].message


def test_a_form_larger_than_the_paper_is_reported(small: Options) -> None:
    game = load_game(resource("data") / "muse").game
    assert game is not None
    sheets, _ = sheets_of(game, small)
    page = next(each for each in sheets if each.component.size.height > 250)
    assert [each.check for each in print_form(game, page, small).problems] == ["paper"]
