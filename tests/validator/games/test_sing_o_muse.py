"""The referee of Sing! O Muse: random games, custom decks, edited numbers, positions and back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from validator.load.game import load_game
from validator.model import Game
from validator.referee.core import CHANCE, Move
from validator.referee.find import find_referee
from validator.referee.observe import Conservation, Knowledge
from validator.referee.referee import Referee
from validator.resources import resource
from validator.script.play import Report, replay_text
from validator.script.read import read_line
from validator.script.words import Words
from validator.spot import Spot

NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve", "Fay")
TABLES = (2, 3, 6)
FORWARD = ("challenge", "sea", "embark")  # what brings a random game on


@cache
def sing() -> Game:
    game = load_game(resource("data") / "sing-o-muse").game
    assert game is not None
    return game


def load(_: object) -> Any:
    return type("Loaded", (), {"game": sing(), "problems": []})()


def table(players: int) -> Referee[Any]:
    referee = find_referee(sing(), NAMES[:players])
    assert referee is not None
    assert referee.problems == []
    return referee


def moments(referee: Referee[Any], seed: int, most: int = 220) -> Iterator[tuple[Any, Move, Any]]:
    """A random game as (position, move, next position)."""
    random = Random(seed)
    at = referee.begin(0)
    for _ in range(most):
        actor = referee.to_act(at)
        if actor is None:
            return
        if actor == CHANCE:
            move = referee.chance(at, random)
        else:
            legal = referee.legal(at)
            move = random.choice([each for each in legal if each.verb in FORWARD] or legal)
        after = referee.apply(at, move)
        yield at, move, after
        at = after


def play(steps: str, header: str = "", players: str = "[Ann, Bob]") -> Report:
    text = f"game: sing-o-muse\nplayers: {players}\n{header}---\n{steps}"
    return replay_text(text, "x.play", load)


def problems(steps: str, header: str = "", players: str = "[Ann, Bob]") -> list[str]:
    return [problem.message for problem in play(steps, header, players).problems]


@pytest.mark.parametrize("players", TABLES)
def test_random_games_lose_nothing(players: int) -> None:
    referee = table(players)
    for seed in range(2):
        conservation = Conservation(referee)
        for at, move, after in moments(referee, seed):
            assert referee.refusal(at, move) is None
            assert conservation.after(at, after) == ""
            assert referee.show(after)
        assert conservation.full(after) == ""


@pytest.mark.parametrize("players", TABLES)
def test_what_is_hidden_changes_nothing(players: int) -> None:
    referee = table(players)
    knowledge = Knowledge(referee)
    for at, _, after in list(moments(referee, 5))[::9]:
        assert knowledge.after(at, after) == ""


@pytest.mark.parametrize("players", TABLES)
def test_listed_moves_are_allowed_and_come_back_from_their_words(players: int) -> None:
    referee = table(players)
    for at, _, _ in list(moments(referee, 6))[::11]:
        legal = referee.legal(at)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert referee.refusal(at, move) is None
            words = referee.written(at, move)
            step = read_line(words, Spot("x", 1, 1))
            assert step is not None
            cursor = Words(list(step.words), step.spot)
            assert referee.seat(cursor.take().text) == move.seat
            verb = referee.verbs[cursor.take().text]
            assert Move(move.seat, verb.name, verb.reads(cursor, at, move.seat)) == move, words
            cursor.done()


def test_moves_of_other_moments_are_refused_with_a_rule_or_listed() -> None:
    """Only Hold This Cards, and answers, may be legal for somebody who is not to act."""
    referee = table(3)
    played = list(moments(referee, 7))
    universe = {move for at, _, _ in played[::7] for move in referee.legal(at)[::5]}
    for at, _, _ in played[::23]:
        legal = set(referee.legal(at))
        for move in universe:
            for seat in range(3):
                own = move._replace(seat=seat)
                refusal = referee.refusal(at, own)
                assert referee.allows(at, own) == (refusal is None)
                if refusal is not None:
                    assert refusal.rule in sing().rules
                    assert own not in legal
                elif seat == referee.to_act(at) and own.verb not in ("allows", "restores"):
                    assert own in legal, referee.written(at, own)
                elif seat != referee.to_act(at):
                    assert own.verb in ("favor", "wrath", "hold", "allows", "stops")


@pytest.mark.parametrize("players", TABLES)
def test_facts_lead_back_to_the_position(players: int) -> None:
    referee = table(players)
    for at, _, _ in list(moments(referee, 8))[::9]:
        facts = referee.facts(at)
        again = referee.place(referee.settable(facts))
        assert dict(referee.facts(again)) == dict(facts)
        assert list(referee.unsound(again)) == []


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
