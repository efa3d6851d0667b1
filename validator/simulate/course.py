"""The course of a game: its turns, the leader after each turn, and when the winner was decided.

A turn ends when another player makes a move. Scores are read at the end of each turn, but only in a
share of the games, because computing them can be slow.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

WATCHED_OF = 16  # games, of which the first two are watched: one at random, one with strategies
WATCHED = 2
TENTHS = 10


class ScoreCourse(NamedTuple):
    """The course of one game's scores, for games with scores and a single winner."""

    lead_changes: int
    known: int  # tenths of the turns, after which the winner always led alone
    # Whether the player who led alone at half-time won; None if nobody did.
    led_at_half: bool | None
    last_at_half: bool  # whether the winner had the lowest score at half-time, and was not first


class Course:
    """Counts the turns of one game; in a watched game, also stores the scores after each turn."""

    def __init__(self, index: int) -> None:
        self.watched = index % WATCHED_OF < WATCHED
        self.turns = 0
        self.decisions = 0
        self.seat = -1
        self.scores: list[Sequence[float]] = []

    def moved(self, seat: int) -> bool:
        """Count a player's move, and return whether the scores are needed now.

        They are needed when a turn has ended, in watched games.
        """
        self.decisions += 1
        if seat == self.seat:
            return False
        self.seat = seat
        self.turns += 1
        return self.watched and self.turns > 1

    def story(self, winners: Sequence[int]) -> ScoreCourse | None:
        """Return the course of the scores, or None without scores or a single winner."""
        if len(winners) != 1 or len(self.scores) < 2 or not any(map(any, self.scores)):
            return None
        (winner,) = winners
        leaders = [_alone(scores) for scores in self.scores]
        named = [leader for leader in leaders if leader is not None]
        changes = sum(a != b for a, b in pairwise(named))
        behind = [turn for turn, leader in enumerate(leaders) if leader != winner]
        known = -(-TENTHS * (behind[-1] + 1 if behind else 0) // len(leaders))
        middle = self.scores[len(self.scores) // 2]
        first = leaders[len(self.scores) // 2]
        last = middle[winner] == min(middle) and middle[winner] < max(middle)
        return ScoreCourse(changes, known, None if first is None else first == winner, last)


def _alone(scores: Sequence[float]) -> int | None:
    """Return the only seat with the highest score, or None if several have it."""
    best = max(scores)
    found = [seat for seat, score in enumerate(scores) if score == best]
    return found[0] if len(found) == 1 else None
