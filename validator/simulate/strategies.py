"""Chooses legal moves for simulated players.

Random players choose any legal move. The others try a few legal moves and choose the one whose
result suits their strategy best. This leads to extremes that random play does not reach, such as
full hands and empty pools.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from validator.referee.core import Move
from validator.referee.referee import P, Referee
from validator.simulate.search import FULL, PLANNED, search

LOOKED_AT = 3  # moves that a strategy compares
Worth = Callable[[Referee[Any], Any, int], float]


def _held(referee: Referee[Any], state: object, seat: int) -> float:
    """Return the number of pieces that a player holds."""
    if referee.declares_zones:
        return referee.fields.held_by(state, seat)
    mine = f"{referee.players[seat]}'s "
    return sum(
        sum(zone.values()) if hasattr(zone, "values") else len(zone)
        for name, zone in referee.zones(state).items()
        if name.startswith(mine)
    )


def _ahead(referee: Referee[Any], state: object, seat: int) -> float:
    """Return a player's score minus the best score of the others."""
    scores = referee.scores(state)
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0) if scores else 0.0


def _all_scores(referee: Referee[Any], state: object, _: int) -> float:
    return float(sum(referee.scores(state)))


SEARCH, PLANNER = "search", "planner"
STRATEGIES: dict[str, tuple[Worth, int] | None] = {
    "random": None,
    "hoarder": (_held, 1),
    "spender": (_held, -1),
    "racer": (_ahead, 1),
    "staller": (_all_scores, -1),
    PLANNER: None,
    SEARCH: None,  # see `validator.simulate.search`
}
ABOUT = {
    "random": "choose any legal move",
    "hoarder": "keep pieces",
    "spender": "give pieces away",
    "racer": "score as much as they can",
    "staller": "keep everybody from scoring",
    PLANNER: "try each move in a few short simulated games",
    SEARCH: "try every legal move in simulated games",
}


def choose(
    strategy: str, referee: Referee[P], state: P, random: Random, seconds: float = 0.0
) -> Move | None:
    """Return the move of the player to act.

    Returns None if there is no legal move, which is an error in the game. The strategy `search`
    takes `seconds`; 0 means a fixed number of steps.
    """
    wish, seat = STRATEGIES[strategy], referee.to_act(state)
    assert seat is not None
    if strategy in (SEARCH, PLANNER) and seat >= 0:
        effort = PLANNED if strategy == PLANNER else FULL
        if found := search(referee, state, seat, random, seconds, effort):
            return found
    if wish is None:
        return referee.guess(state, random)
    worth, sign = wish
    moves = candidates(referee, state, random)
    if len(moves) < 2:
        return moves[0] if moves else None
    best: Move | None = None
    most = float("-inf")
    for move in moves:
        value = sign * worth(referee, referee.apply(state, move), seat)
        if value > most:
            best, most = move, value
    return best


def candidates(referee: Referee[P], state: P, random: Random) -> list[Move]:
    """Return a few different legal moves, in the order in which they were guessed."""
    found: dict[Move, None] = {}
    for _ in range(LOOKED_AT):
        move = referee.guess(state, random)
        if move is None:
            break
        found[move] = None
    return list(found)
