"""A player that tries moves out: flat Monte-Carlo search over the referee, for any game.

Before a move, states are drawn that the player cannot tell from the one at hand, and each legal
move is played out in the same states with the same randomness, by players who guess. Moves that do
worse are given up by halves (sequential halving: Z. Karnin, T. Koren, O. Somekh, Almost Optimal
Exploration in Multi-Armed Bandits, ICML 2013). Sampling states like this plans as if hidden pieces
would become known: scouting and bluffing are valued too low (J. Long, N. Sturtevant, M. Buro,
T. Furtak, Understanding the Success of Perfect Information Monte Carlo Sampling, AAAI 2010).
"""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import islice
from math import ceil, log2
from random import Random
from typing import Any

from validator.referee.core import CHANCE, Move, TooManyMovesError
from validator.referee.referee import Referee

PLAYOUTS = 64  # for a move, where no time is given
MOST_PLAYOUTS = 4_000  # in the time that is given
MOST_MOVES = 32  # that are compared; of more, so many that were guessed
DEPTH = 400  # steps of a playout, after which the scores count
MARGIN = 0.1  # how much the scores weigh beside a win


def search(
    referee: Referee[Any], state: Any, seat: int, random: Random, seconds: float = 0.0
) -> Move | None:
    """The move of a player that did best when it was tried out; None if there is none.

    With `seconds` it thinks as long; without, for a number of playouts, so that the same
    randomness leads to the same move on every machine.
    """
    moves = compared(referee, state, seat, random)
    if len(moves) < 2:
        return moves[0] if moves else None
    end = time.monotonic() + seconds if seconds else None
    left = MOST_PLAYOUTS if seconds else max(PLAYOUTS, 2 * len(moves))
    rounds = ceil(log2(len(moves)))
    sums = dict.fromkeys(moves, 0.0)
    counts = dict.fromkeys(moves, 0)
    for number in range(rounds):
        worlds = max(1, left // ((rounds - number) * len(moves)))
        until = end and end - (end - time.monotonic()) * (1 - 1 / (rounds - number))
        for _ in range(worlds):
            world_seed, play_seed = random.getrandbits(64), random.getrandbits(64)
            world = referee.shuffled(state, seat, Random(world_seed))
            for move in moves:
                sums[move] += worth(referee, world, move, seat, Random(play_seed))
                counts[move] += 1
            left -= len(moves)
            if until and time.monotonic() > until:
                break
        moves.sort(key=lambda move: sums[move] / counts[move], reverse=True)
        del moves[ceil(len(moves) / 2) :]
    return moves[0]


def compared(referee: Referee[Any], state: Any, seat: int, random: Random) -> list[Move]:
    """The legal moves of a player, or some of them if they are many."""
    try:
        legal = [move for move in referee.legal(state) if move.seat == seat]
    except TooManyMovesError:
        legal = []
    if 0 < len(legal) <= MOST_MOVES:
        return legal
    guesses = (referee.guess(state, random) for _ in range(4 * MOST_MOVES))
    found = dict.fromkeys(move for move in guesses if move is not None and move.seat == seat)
    return [*islice(found, MOST_MOVES)] or legal[:MOST_MOVES]


def worth(referee: Referee[Any], state: Any, move: Move, seat: int, random: Random) -> float:
    """How a playout ends for a player: near 1 if it is won, near 0 if it is lost."""
    if not referee.allows(state, move):
        return 0.0
    state = referee.apply(state, move)
    with suppress(TooManyMovesError):  # a hand so large that nobody can say what to lay aside
        for _ in range(DEPTH):
            actor = referee.to_act(state)
            if actor is None:
                winners = referee.winners(state)
                won = 1 / len(winners) if seat in winners else 0.0
                return won * (1 - MARGIN) + MARGIN * _lead(referee, state, seat)
            next_ = (
                referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
            )
            if next_ is None:
                break
            state = referee.apply(state, next_)
    return _lead(referee, state, seat)


def _lead(referee: Referee[Any], state: Any, seat: int) -> float:
    """How far a player is before the best of the others, between 0 and 1; a tie is the middle."""
    scores = referee.scores(state)
    if not scores or not 0 <= seat < len(scores):
        return 0.5
    lead = scores[seat] - max(
        (each for other, each in enumerate(scores) if other != seat), default=0
    )
    return 0.5 + 0.5 * lead / (abs(lead) + max(1.0, *map(abs, scores)))
