"""The referee of Sing! O Muse: decks of one's own, numbers that are edited."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from validator.load.game import load_game
from validator.model import Game
from validator.resources import resource
from validator.script.play import Report, replay_text


@cache
def sing() -> Game:
    game = load_game(resource("data") / "sing-o-muse").game
    assert game is not None
    return game


def load(_: object) -> Any:
    return type("Loaded", (), {"game": sing(), "problems": []})()


def play(steps: str, header: str = "", players: str = "[Ann, Bob]") -> Report:
    text = f"game: sing-o-muse\nplayers: {players}\n{header}---\n{steps}"
    return replay_text(text, "x.play", load)


def problems(steps: str, header: str = "", players: str = "[Ann, Bob]") -> list[str]:
    return [problem.message for problem in play(steps, header, players).problems]


def test_a_deck_of_ones_own_plays_without_code() -> None:
    header = """cards:
  muse:
    - {title: H1, type: hero, might: 3, traits: [wisdom]}
    - {title: H2, type: hero, might: 4}
    - {title: C1, type: companion, might: 2, traits: [fire]}
    - {title: F1, type: foe, might: 9, requires: [fire], vulnerable: [wisdom],
       reward: {laurels: 2}}
    - {title: X1, type: hold, effects: [{verb: stop, kind: foe}]}
    - {title: C2, type: companion, might: 1, copies: 3}
  quests:
    - {title: Q1, laurels: 3, steps: [{foe: f1}, {sea: true}]}
start:
  Ann: {A: {leader: H1, members: [C1], quest: Q1}}
  Bob: {hand: [X1], A: {leader: H2, members: [C2, C2]}}
  foes: [F1]
"""
    steps = """
= Ann.A.might 5, Ann.A.traits fire wisdom, Bob.A.members c2-1 c2-2
Ann challenge A F1
= Ann.laurels 2, Ann.A.marks 1, used 1
Bob stops X1
= Ann.laurels 0, Ann.A.marks 0, used 1, foes F1, discard X1
Ann end
"""
    assert problems(steps, header) == []


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("{type: immediate, on_draw: [{verb: discard_compagnon}]}", "discard_companion"),
        ("{type: immediate, on_draw: [{verb: draw, who: each}]}", "draw takes no 'who'"),
        ("{type: hero, traits: [wisdm]}", "wisdom"),
        ("{type: treasure, slot: helmet}", "weapon"),
        ("{type: hearo}", "hero"),
        ("{type: foe, on_defeat: 7}", "is a list"),
        ("{type: immediate, on_draw: [{verb: draw, n: many}]}", "whole number"),
    ],
)
def test_a_card_that_cannot_be_carried_out_is_a_located_problem(card: str, told: str) -> None:
    report = play("= turn Ann\n", f"cards:\n  muse:\n    New: {card}\n")
    assert len(report.problems) == 1
    assert told in report.problems[0].message
    assert report.problems[0].spot.line == 5
