"""Muse's referee: turns, bids and Showdowns told in small scripts."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from validator.load.game import load_game
from validator.model import Game
from validator.referee.core import CHANCE
from validator.referee.find import find_referee
from validator.referee.observe import Conservation, Knowledge
from validator.resources import resource
from validator.script.play import Report, replay_text

NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay")
load = cache(load_game)


@cache
def muse() -> Game:
    game = load(resource("data") / "muse").game
    assert game is not None
    return game


def told(lines: str, header: str = "", players: str = "Ann, Bob, Cat") -> Report:
    """A script of Muse, played."""
    text = f"game: muse\nplayers: [{players}]\n{header}\n---\n{lines}"
    return replay_text(text, "x.play", load)


def problems(lines: str, header: str = "", players: str = "Ann, Bob, Cat") -> list[str]:
    return [problem.message for problem in told(lines, header, players).problems]


@pytest.mark.parametrize("players", range(2, 7))
def test_random_games_end_lose_nothing_and_show_nothing_hidden(players: int) -> None:
    referee = find_referee(muse(), NAMES[:players])
    assert referee is not None
    random, at = Random(players), referee.begin(0)
    conservation, knowledge = Conservation(referee), Knowledge(referee)
    for step in range(1000):
        if (actor := referee.to_act(at)) is None:
            break
        move = referee.chance(at, random) if actor == CHANCE else referee.guess(at, random)
        assert move is not None
        assert referee.refusal(at, move) is None
        after = referee.apply(at, move)
        assert conservation.full(after) == ""
        if step % 9 == 0:
            assert knowledge.after(at, after) == ""
            facts = referee.facts(after)
            assert dict(referee.facts(referee.place(referee.settable(facts)))) == dict(facts)
        at = after
    assert at.stage == "over"
    assert at.winners


FIRST_TURNS = """\
~ deal Ann 2C 3C 4C
! Ann describe char1 -> MUSE-SETUP-04
~ deal Bob 5C 6C 7C
~ deal Cat 8C 9C TC
= step tell, narrator Ann, pool 27, Ann.tokens 1, discard none
Ann describe char1 | Rossum sits in his study.
! Ann support Y1 2C -> MUSE-DRAW-02
~ draw 7S
Ann support Y1 2C
= narrator Bob, Y1.owner Ann, Y1.cards 1
! Ann showdown 1 -> MUSE-SUPPORT-11, MUSE-TURN-03
Bob describe scene1
~ draw 7H
! Bob describe scene2 -> MUSE-DRAW-01, MUSE-DRAW-03
Cat jump 8C 9C
! Bob match 5C -> MUSE-JUMP-03
table close
= narrator Cat, Bob.hand 5C 6C 7C 7H 8C 9C, won yes
! Ann jump 3C -> MUSE-JUMP-12
Cat support N1 TC
~ draw AS
= narrator Ann, Cat.hand AS, N1.owner Cat
"""


def test_turns_and_a_jump_in() -> None:
    assert problems(FIRST_TURNS) == []


SHOWDOWN = """\
start:
  narrator: Ann
  Ann: {hand: [9C, 9D, 2H], tokens: 1}
  Bob: {hand: [QS, 3D]}
  Cat: {hand: [4D, 4S, KC]}
  Y1: {owner: Ann, cards: [5C, 8H]}
  N1: {owner: Bob, cards: [6C, TD, 6S]}
  deck_top: [AC, AD, AH, AS, JC, JD, JH, JS, 7C]
"""


def test_a_showdown_pays_cards_to_losers_and_tokens_to_winners() -> None:
    lines = """\
Ann showdown 1
= showdown.Y 5C, showdown.N 6C, showdown.leading N, showdown.aside.N TD 6S
! Bob tides N QS -> MUSE-SHOWDOWN-09
! Bob tides Y QS -> MUSE-RUL-15
! Cat tides Y 4S -> MUSE-SHOWDOWN-10
Ann tides Y 9C
Cat tides Y 4D 4S
! Cat tides Y KC -> MUSE-RUL-16
! Cat tides N KC -> MUSE-SHOWDOWN-16
! Bob tides N QS -> MUSE-SHOWDOWN-11
table close
! ~ draw 8C -> MUSE-COMP-10
~ draw AC AD AH AS JC JD JH JS
! ~ draw 7C -> MUSE-DRAW-10
! Ann answer -> MUSE-SHOWDOWN-23
Bob discard QS 3D AC
= outcome "Yes to 1", Ann.tokens 2, Cat.tokens 2, Bob.tokens 1, discard 11
! Bob jump AD -> MUSE-SHOWDOWN-27
Ann answer | Alice wins the match.
= narrator Ann, questions C, Bob.cards 7, Y1.place side
"""
    assert problems(lines, SHOWDOWN) == []
