"""Checks that nothing hidden is revealed, in any game."""

from __future__ import annotations

from random import Random
from typing import Any

from validator.referee.core import Move
from validator.referee.referee import P, Referee


class HiddenPieces:
    """Checks that what is legal for a player, or shown, does not depend on hidden pieces."""

    def __init__(self, referee: Referee[P], seed: int = 0) -> None:
        self.referee: Referee[Any] = referee
        self.random = Random(seed)

    def after(self, _: object, after: object) -> str:
        """Compare a state with another that looks the same, for each player."""
        referee = self.referee
        legal = referee.legal(after)
        for seat, name in enumerate(referee.players):
            other = referee.shuffled(after, seat, self.random)
            if referee.view(after, seat) != referee.view(other, seat):
                return f"{name} can see something hidden"
            own = _of(seat, legal)
            if not own and seat != referee.to_act(after):
                continue
            if own != _of(seat, referee.legal(other)):
                return f"what {name} may do depends on something hidden"
            for move in own:
                if referee.written(after, move) != referee.written(other, move):
                    return f"the trace of '{referee.written(after, move)}' shows something hidden"
        return ""


def _of(seat: int, moves: list[Move]) -> list[Move]:
    """Return the moves of one player, where a game lists those of several."""
    return [move for move in moves if move.seat == seat]
