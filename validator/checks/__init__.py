"""Checks of a whole game, one a module. Each takes a `Game` and yields its problems.

Shape, references and ids are checked while a game is read; here stands what needs all of it.
"""

from __future__ import annotations

from validator.checks import agreement, counts, credit, players
from validator.model import Game
from validator.spot import Problem

CHECKS = (counts, players, credit, agreement)


def check_game(game: Game) -> list[Problem]:
    """All problems that the checks find, sorted by place."""
    return sorted({problem for module in CHECKS for problem in module.check(game)})
