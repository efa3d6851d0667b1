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
WITH_SHEETS = ("MUSE", "SCHIZ")  # games whose sheets are filled in; every other part all have


def module_of(game: Game, name: str) -> ModuleType | None:
    """A part of what knows a shipped game: its referee, numbers, demands, deck or sheets.

    None for a new game, and for the sheets of a game without any. Raises ModuleNotFoundError for a
    part that is not there: that is a mistake of ours.
    """
    package = PACKAGES.get(game.code)
    if package is None or (name == "sheets" and game.code not in WITH_SHEETS):
        return None
    return import_module(f"{__name__}.{package}.{name}")
