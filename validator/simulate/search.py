"""A computer player for any game: flat Monte Carlo search over the referee.

Before a move, it samples states that look the same to the player, and plays each legal move to the
end at random, from the same states with the same random numbers. The worse half of the moves is
dropped repeatedly (sequential halving: Z. Karnin, T. Koren, O. Somekh, Almost Optimal Exploration
in Multi-Armed Bandits, ICML 2013). In a game with scores, each playout is cut off early, and the
scores count instead of the winner. This sampling plans as if hidden pieces would become known, and
therefore undervalues scouting and bluffing (J. Long, N. Sturtevant, M. Buro, T. Furtak,
Understanding the Success of Perfect Information Monte Carlo Sampling, AAAI 2010).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from math import ceil, log2
from random import Random
from typing import Any, NamedTuple

from validator.referee.core import CHANCE, Move, TooManyMovesError
from validator.referee.referee import P, Referee

MOST_STEPS = 200_000  # the same, if a time is set
MOST_MOVES = 20  # moves compared; if there are more, a random selection
ALIKE = 4  # states after which moves with equal results count as equally good
GUESSES = 8  # guessed moves in addition to the listed ones


class Effort(NamedTuple):
    """The number of steps that a search may take."""

    steps: int  # steps of all playouts before a move, if no time is set
    depth: int  # steps of a playout, after which the scores count
    without_scores: int  # the same in games without scores


FULL = Effort(2_000, 60, 400)
PLANNED = Effort(400, 30, 200)
MARGIN = 0.1  # weight of the scores compared with a win


def search(
    referee: Referee[P], state: P, seat: int, random: Random, seconds: float = 0.0,
    effort: Effort = FULL,
) -> Move | None:  # fmt: skip
    """Return the best move of a player, or None if all moves are equally good.

    With `seconds`, it searches for that time; otherwise for a fixed number of steps, so that the
    same `random` gives the same move on every machine.
    """
    moves = compared(referee, state, seat, random)
    playouts = Playouts(referee, state, seat, random, effort)
    end = time.monotonic() + seconds if seconds else None
    most = MOST_STEPS if seconds else effort.steps
    while len(moves) > 1:
        rounds = ceil(log2(len(moves)))
        until = end and end - (end - time.monotonic()) * (1 - 1 / rounds)
        limit = playouts.steps + (most - playouts.steps) // rounds
        means = playouts.compare(moves, limit, until)
        if not means:
            return None
        moves.sort(key=lambda move: means[move], reverse=True)
        del moves[ceil(len(moves) / 2) :]
    return moves[0] if moves else None


class Playouts:
    """Plays random games to their ends from states that look the same to one player."""

    def __init__(
        self, referee: Referee[P], state: object, seat: int, random: Random, effort: Effort = FULL
    ) -> None:
        self.effort = effort
        self.referee: Referee[Any] = referee
        self.state = state
        self.seat = seat
        self.random = random
        self.steps = 0
        self._sums: dict[Move, float] = {}
        self._worlds: dict[Move, int] = {}

    def compare(
        self, moves: Sequence[Move], limit: int, until: float | None
    ) -> dict[Move, float] | None:
        """Return the value (0 to 1) of each move after about `limit` steps, or None if all are
        equal.

        At least one state is always played out.
        """
        worlds, differ = 0, False
        sums, counts = self._sums, self._worlds
        while not worlds or (self.steps < limit and (not until or time.monotonic() < until)):
            world_seed, play_seed = self.random.getrandbits(64), self.random.getrandbits(64)
            world = self.referee.shuffled(self.state, self.seat, Random(world_seed))
            found = [self.worth(world, move, Random(play_seed)) for move in moves]
            for move, worth in zip(moves, found, strict=True):
                sums[move] = sums.get(move, 0.0) + worth
                counts[move] = counts.get(move, 0) + 1
            worlds += 1
            differ = differ or min(found) != max(found)
            if worlds == ALIKE and not differ:
                return None
        return {move: sums[move] / counts[move] for move in moves}

    def worth(self, state: object, move: Move, random: Random) -> float:
        """Return the value of one playout for the player: near 1 if won, near 0 if lost."""
        referee, seat = self.referee, self.seat
        if not referee.allows(state, move):
            return 0.0
        depth = self.effort.depth
        if not any(referee.scores(state)):
            depth = self.effort.without_scores
        state = referee.apply(state, move)
        with suppress(TooManyMovesError):  # a hand may be too large to list its discards
            for _ in range(depth):
                self.steps += 1
                actor = referee.to_act(state)
                if actor is None:
                    winners = referee.winners(state)
                    won = 1 / len(winners) if seat in winners else 0.0
                    return won * (1 - MARGIN) + MARGIN * self._lead(state)
                next_ = (
                    referee.chance(state, random)
                    if actor == CHANCE
                    else referee.guess(state, random)
                )
                if next_ is None:
                    break
                state = referee.apply(state, next_)
        return self._lead(state)

    def _lead(self, state: object) -> float:
        """Return the player's lead over the best other player, scaled to 0 to 1; a tie is 0.5."""
        scores = self.referee.scores(state)
        if not scores or not 0 <= self.seat < len(scores):
            return 0.5
        others = [score for other, score in enumerate(scores) if other != self.seat]
        lead = scores[self.seat] - max(others, default=0)
        return 0.5 + 0.5 * lead / (abs(lead) + max(1.0, *map(abs, scores)))


def compared(referee: Referee[P], state: P, seat: int, random: Random) -> list[Move]:
    """Return the legal moves to compare: all listed ones and some guesses.

    Guesses include moves that a game does not list, such as sentences. If there are too many to
    list, all are guesses.
    """
    try:
        found = dict.fromkeys(referee.legal(state))
    except TooManyMovesError:
        found = {}
    if not 0 < len(found) <= MOST_MOVES:
        found = {}
    most = GUESSES if found else 4 * MOST_MOVES
    with suppress(TooManyMovesError):
        for _ in range(most):
            if (move := referee.guess(state, random)) is not None:
                found.setdefault(move)
    mine = (move for move in found if move.seat == seat and referee.apply(state, move) != state)
    return [*islice(mine, MOST_MOVES)]
