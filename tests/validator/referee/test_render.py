"""A state as text: only facts that say something, in lines that fit a terminal."""

from __future__ import annotations

import pytest

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.registry import find_referee
from validator.referee.render import WIDTH


@pytest.mark.parametrize("name", ["nine-muses", "sing-o-muse"])
def test_a_state_is_shown_in_short_lines_without_empty_facts(name: str) -> None:
    game = load_game(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob", "Cat"))
    assert referee is not None
    shown = referee.show(referee.begin(0))
    assert max(map(len, shown[1:])) <= WIDTH
    assert [line for line in shown if " , " in line or ": ," in line] == []
    assert any("Ann" in line for line in shown)


def test_a_state_at_the_end_says_who_has_won() -> None:
    game = load_game(resource("data") / "crazy-eights").game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    state = referee.place({"step": "over", "suit": "D", "Ann": {"hand": ["2D"]}})
    assert referee.show(state)[0] == "suit D, the game is over, won by Bob"
