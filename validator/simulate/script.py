"""Writes simulated games as `.play` scripts, and shortens failed games."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from validator.referee.core import CHANCE, Move, Trace
from validator.referee.invariants import Conservation
from validator.referee.referee import P, Referee
from validator.simulate.match import Limits, SimulatedGame, components_of, mistake, stuck

ODD = re.compile(r"[^\w./-]|^[.-]?$|^-")  # a path that YAML might not read as a text
MOST_TRIES = 2_000  # replays while shrinking


def script(referee: Referee[P], game: str, match: SimulatedGame, seed: int, about: str) -> str:
    """Return a simulated game as a script that can be replayed; `game` is the name in its
    header.
    """
    lines = [
        f"# {about}",
        f"# Game {match.index} of seed {seed}; players: {', '.join(match.strategies)}",
        f"game: {json.dumps(game, ensure_ascii=False)}" if ODD.search(game) else f"game: {game}",
        *([f'rules: "{version}"'] if (version := referee.game.rules.version) else []),
        f"players: [{', '.join(referee.players)}]",
        f"first: {referee.players[0]}",
        "---",
    ]
    state = referee.begin(0)
    for move in match.moves:
        if match.failure and not _readable(referee, state, move):
            break
        lines.append(referee.written(state, move))
        state = referee.apply(state, move)
    if match.failure:
        lines.append(f"# here: {match.failure}")
    return "\n".join(lines) + "\n"


def _readable(referee: Referee[Any], state: object, move: Move) -> bool:
    try:
        referee.apply(state, move)
    except Exception:  # this may be the fault that the script is to show
        return False
    return True


def shrunk(referee: Referee[P], match: SimulatedGame) -> SimulatedGame:
    """Return the game with as few moves as possible that still fails in the same way.

    Long stretches of moves are removed first, then single ones. The remaining moves must be legal.
    """
    moves = list(match.moves)
    wrong = _kind(match.failure)
    tries = 0
    length = max(len(moves) // 2, 1)
    while length:
        start = 0
        while start < len(moves) and tries < MOST_TRIES:
            tries += 1
            shorter = moves[:start] + moves[start + length :]
            if _kind(_failure(referee, shorter)) == wrong:
                moves = shorter
            else:
                start += length
        length //= 2
    return SimulatedGame(
        match.index, match.strategies, len(moves), failure=match.failure, moves=moves
    )


def _kind(failure: str) -> str:
    """Return a failure's text without pieces, players and numbers, which identifies its kind."""
    for words in ("missing", "too many", "no legal move", "no end", "in use, more than"):
        if words in failure:
            return words
    return failure.split(":")[0]


def _failure(referee: Referee[Any], moves: Sequence[Move]) -> str:
    """Return the failure after these moves.

    Returns an empty string if there is none, or if a move is illegal.
    """
    state = referee.begin(0)
    conservation, limits = Conservation(referee), Limits(referee, components_of(referee))
    for move in moves:
        actor = referee.to_act(state)
        if actor is None or (actor != CHANCE and not referee.allows(state, move)):
            return ""
        if actor != move.seat and CHANCE in (actor, move.seat):
            return ""
        try:
            after = referee.apply(state, move, Trace())
            if fault := conservation.full(after) or limits.fault(limits.in_use(after)):
                return fault
        except Exception as error:
            return mistake(error)
        state = after
    actor = referee.to_act(state)
    if actor is not None and actor >= 0 and not referee.legal(state):
        return stuck(referee, state, actor)
    return ""
