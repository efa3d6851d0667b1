"""What only one game knows, a package a game, found by the code that its rule ids begin with.

A deck of one's own under another name keeps the catalogue, and with it the code: so its numbers,
its cards and its sheets are judged, and its games refereed, by the game that it is for.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from validator.core.model import Game

PACKAGES = {
    "NINE": "nine_muses",
    "DANCE": "dance_of_muses",
    "MUSE": "muse",
    "SCHIZ": "schizonauts",
    "SING": "sing_o_muse",
}


def home_of(game: Game) -> str | None:
    """The shipped game whose rules these are; None for a new game."""
    package = PACKAGES.get(game.code)
    return package.replace("_", "-") if package else None


def module_of(game: Game, name: str) -> ModuleType | None:
    """A module of the package that knows the game; None without a package or such a module."""
    package = PACKAGES.get(game.code)
    if package is None:
        return None
    full = f"{__name__}.{package}.{name}"
    try:
        return import_module(full)
    except ModuleNotFoundError as error:
        if error.name == full:
            return None
        raise
