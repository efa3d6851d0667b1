"""Every verb of every game, written bare, by everybody, in all moments of random games.

A line that can be read is legal or broken by a rule: it is never an error of the referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from validator.core.location import Location
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.referee.core import CHANCE, TABLE, Move, Trace
from validator.referee.facts import FactError
from validator.referee.grammar import ANY
from validator.referee.invariants import Conservation
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.referee.tokens import ScriptError, TokenCursor
from validator.referee.trace import changed, unsettled
from validator.referee.verbs import Verb

GAMES = shipped_games()
MOMENTS = 60  # of a game in which all verbs are tried


@cache
def game_called(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


@cache
def moments(name: str) -> tuple[Referee[Any], tuple[tuple[Any, Move, Any], ...]]:
    """A random game as (position, move, next position)."""
    game = game_called(name)
    referee = find_referee(game, seats(max(3, game.players[0])))
    assert referee is not None
    return referee, tuple(_moments(referee))


def _moments(referee: Referee[Any]) -> Iterator[tuple[Any, Move, Any]]:
    random = Random(4)
    state = referee.begin(0)
    while (actor := referee.to_act(state)) is not None:
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        assert move is not None
        after = referee.apply(state, move)
        yield state, move, after
        state = after


def some(name: str) -> Iterator[Any]:
    """States of all parts of a game: of each mode the first, and others evenly spread."""
    referee, played = moments(name)
    known = set()
    for number, (state, _, _) in enumerate(played):
        mode = referee.mode(state)
        if mode not in known or number % max(1, len(played) // MOMENTS) == 0:
            known.add(mode)
            yield state
    yield played[-1][2]


def writers(referee: Referee[Any], verb: Verb) -> tuple[int, ...]:
    """Who may write a line with a verb, whatever the rules say."""
    if verb.kind == "chance":
        return (CHANCE,)
    return (TABLE,) if verb.kind in ("table", "claim") else tuple(range(len(referee.players)))


def bare(referee: Referee[Any], state: Any, verb: Verb, seat: int) -> Move | None:
    """The move of a line that has only an actor and a verb; None if such a line is incomplete."""
    try:
        args = verb.read(TokenCursor([], Location("x", 1, 1)), state, seat)
    except (ScriptError, FactError):
        return None
    return Move(seat, verb.name, args)


@pytest.mark.parametrize("name", GAMES)
def test_a_bare_verb_is_legal_or_breaks_a_rule(name: str) -> None:
    referee, _ = moments(name)
    rules = game_called(name).rules
    tried = 0
    for state in some(name):
        for verb in referee.verbs.values():
            for seat in writers(referee, verb):
                move = bare(referee, state, verb, seat)
                if move is None:
                    continue
                tried += 1
                refusal = referee.refusal(state, move)
                if refusal is not None:
                    assert set(refusal.rules) <= {rule.id for rule in rules}, move
                    assert all(breach.facts for breach in refusal.breaches), move
                assert referee.written(state, verb.filled(state, move))
    assert tried


@pytest.mark.parametrize("name", GAMES)
def test_a_bare_verb_that_is_legal_accounts_for_its_changes_also_a_second_time(name: str) -> None:
    referee, _ = moments(name)
    faults, done = [], 0
    for state in some(name):
        for verb in referee.verbs.values():
            for seat in writers(referee, verb):
                now = state
                for time in ("once", "twice"):
                    move = bare(referee, now, verb, seat)
                    if move is None or ANY in move.args or referee.refusal(now, move):
                        break
                    trace = Trace()
                    after = referee.apply(now, move, trace)
                    changes = changed(referee.facts(now), referee.facts(after))
                    derived = referee.fields.derived()
                    faults += [
                        f"{referee.written(now, move)} ({time}): {fault}"
                        for fault in unsettled(trace, changes, derived)
                    ]
                    now, done = after, done + 1
    assert faults == []
    assert done


@pytest.mark.parametrize("name", GAMES)
def test_a_draw_of_pieces_that_are_not_there_is_refused(name: str) -> None:
    """Whatever else a draw names: if it is accepted, no piece is lost or doubled."""
    referee, played = moments(name)
    conservation = Conservation(referee)
    pieces = sorted(piece for piece in referee.printed() if piece != "coin")
    refused = 0
    for state, move, _ in played:
        if move.seat != CHANCE:
            continue
        for wrong in _swapped(move, pieces):
            if referee.refusal(state, wrong) is not None:
                refused += 1
            else:
                assert conservation.full(referee.apply(state, wrong)) == "", wrong
    assert refused or not any(
        isinstance(piece, str) for _, move, _ in played if move.seat == CHANCE
        for piece in _leaves(move.args)
    )  # fmt: skip


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _swapped(move: Move, pieces: list[str]) -> Iterator[Move]:
    """The draw with its first or last piece replaced by some other ones."""
    named = [leaf for leaf in _leaves(move.args) if isinstance(leaf, str) and leaf in pieces]
    for old in dict.fromkeys((*named[:1], *named[-1:])):
        for new in pieces[:: max(1, len(pieces) // 6)]:
            yield move._replace(args=_with(move.args, old, new, [len(named)]))


def _with(value: Any, old: str, new: str, left: list[int]) -> Any:
    """A value in which one piece is replaced, once; `left` counts what may still be replaced."""
    if isinstance(value, tuple):
        return tuple(_with(each, old, new, left) for each in value)
    if value == old and left[0]:
        left[0] = 0
        return new
    return value
