"""The referee of a game, found by the code of its catalogue, also for a copy under a new name."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from validator.model import Game
from validator.referee.referee import Referee

REFEREES = {
    "NINE": "nine_muses",
    "DANCE": "dance_of_muses",
    "MUSE": "muse",
    "SCHIZ": "schizonauts",
    "SING": "sing_o_muse",
}


def find_referee(
    game: Game, players: Sequence[str], options: Sequence[str] = ()
) -> Referee[Any] | None:
    """The referee for these players, or None if the game has none."""
    package = REFEREES.get(game.code)
    if package is None:
        return None
    name = f"validator.games.{package}.referee"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and name.startswith(error.name):
            return None
        raise
    referee: Referee[Any] = module.make(game, players, options)
    return referee
