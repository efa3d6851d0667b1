"""Schizonauts: the referee on random games, its numbers from data, its judging of still things."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from validator.games.schizonauts import numbers
from validator.load.game import load_game
from validator.model import Game
from validator.referee.core import CHANCE, TABLE, Move
from validator.referee.find import find_referee
from validator.referee.observe import Conservation, Knowledge
from validator.referee.referee import Referee
from validator.resources import resource
from validator.script.read import read_line
from validator.script.words import Words
from validator.spot import Spot

NAMES = ("Ann", "Bob", "Cat", "Dov", "Eve")
# Whoever writes or says a text has a free hand: other words are legal that no list can hold.
FREE = {"character", "create", "replace", "link", "supply", "question", "price", "ready"}


@cache
def game() -> Game:
    loaded = load_game(resource("data") / "schizonauts").game
    assert loaded is not None
    return loaded


def seat(players: int, *options: str) -> Referee[Any]:
    referee = find_referee(game(), NAMES[:players], options)
    assert referee is not None
    assert not referee.problems
    return referee


@cache
def moments(players: int, seed: int, *options: str) -> tuple[tuple[Any, Move, Any], ...]:
    """A random game of the shortest length as (position, move, next position)."""
    return tuple(_moments(seat(players, *options), seed))


def _moments(referee: Referee[Any], seed: int) -> Iterator[tuple[Any, Move, Any]]:
    random = Random(seed)
    at = referee.begin(0)
    while (actor := referee.to_act(at)) is not None:
        move = referee.chance(at, random) if actor == CHANCE else referee.guess(at, random)
        assert move is not None
        if move.verb == "length":
            move = referee.legal(at)[0]
        after = referee.apply(at, move)
        yield at, move, after
        at = after


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_and_lose_nothing(players: int) -> None:
    referee = seat(players)
    conservation = Conservation(referee)
    for at, move, after in moments(players, 1):
        assert referee.refusal(at, move) is None
        assert conservation.after(at, after) == ""
    assert conservation.full(after) == ""
    assert after.phase == "over"


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_hidden_changes_nothing(players: int) -> None:
    knowledge = Knowledge(seat(players))
    for at, _, after in moments(players, 2)[::5]:
        assert knowledge.after(at, after) == ""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_listed_moves_come_back_from_their_words(players: int) -> None:
    referee = seat(players)
    for at, _, _ in moments(players, 3)[::13]:
        legal = referee.legal(at)
        assert len(set(legal)) == len(legal)
        for move in legal:
            assert referee.refusal(at, move) is None
            words = referee.written(at, move)
            step = read_line(words, Spot("x", 1, 1))
            assert step is not None
            cursor = Words(list(step.words), step.spot)
            who = cursor.take().text
            assert move.seat == (TABLE if who == "table" else referee.seat(who))
            verb = referee.verbs[cursor.take().text]
            assert Move(move.seat, verb.name, verb.reads(cursor, at, move.seat)) == move, words
            cursor.done()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_other_move_is_refused(players: int) -> None:
    referee = seat(players)
    played = moments(players, 4)
    universe = {move for at, _, _ in played[::11] for move in referee.legal(at)[::3]}
    for at, _, _ in played[::17]:
        legal = set(referee.legal(at))
        for move in universe:
            seats = range(players) if move.seat >= 0 else (TABLE,)
            for own in (move._replace(seat=each) for each in seats):
                refused = referee.refusal(at, own) is not None
                assert refused != referee.allows(at, own)
                if move.verb not in FREE:
                    assert refused == (own not in legal), referee.written(at, own)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_facts_lead_back_to_the_position(players: int) -> None:
    referee = seat(players)
    for at, _, _ in moments(players, 5)[::7]:
        facts = referee.facts(at)
        again = referee.place(referee.settable(facts))
        assert dict(referee.facts(again)) == dict(facts)


def test_a_game_without_a_deck_ends_too() -> None:
    at, _, after = moments(3, 6, "no-deck")[-1]
    assert after.phase == "over"
    assert len(at.centre) == at.size


def test_no_number_of_a_rule_stands_in_the_python() -> None:
    """Whole numbers from 3 to 98 only say which part of something is meant."""
    folder = Path(numbers.__file__).parent
    for file in sorted(folder.glob("*.py")):
        if file.name == "numbers.py":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        parts = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.Subscript)
            for inner in ast.walk(node.slice)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and type(node.value) is int and id(node) not in parts:
                assert not 2 < abs(node.value) < 99, f"{file.name}:{node.lineno}: {node.value}"
