"""Reports `players.max` that is less than `players.min`."""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game

ID = "players"


def check(game: Game) -> Iterator[Problem]:
    """A problem if the range of players is empty."""
    least, most = game.players
    if most < least:
        yield Problem(game.location, f"players: at most {most} is fewer than at least {least}", ID)
