"""Checks of a whole game, one a module. Each takes a `Game` and yields its problems.

Shape, references and ids are checked while a game is read; here stands what needs all of it.
`CHECKS` look at what any command needs. `DECK_CHECKS` judge the cards by the rules of the game
that they are for; they know its referee, so they are imported only where they are asked, and look
only at what the earlier ones let pass.
"""

from __future__ import annotations

from importlib import import_module

from validator.checks import agreement, counts, credit, players
from validator.core.location import Problem
from validator.core.model import Game

CHECKS = (counts, players, credit, agreement)
DECK_CHECKS = (("catalogue",), ("cards",), ("kit", "deal", "reach"))


def check_game(game: Game) -> list[Problem]:
    """All problems that the checks find, sorted by place."""
    return sorted({problem for module in CHECKS for problem in module.check(game)})


def check_deck(game: Game) -> list[Problem]:
    """What is wrong with the cards by the rules of the game; nothing where it has no referee."""
    if any(players.check(game)):
        return []  # told already; there is no table to ask about
    for stage in DECK_CHECKS:
        modules = [import_module(f"{__name__}.{name}") for name in stage]
        found = {problem for module in modules for problem in module.check(game)}
        if found:
            return sorted(found)
    return []
