"""Finds a rulebook's source without importing the code that builds the book."""

from __future__ import annotations

from pathlib import Path

from validator.core.model import Game


def file_of(game: Game) -> Path | None:
    """Return the rulebook's source in the kit's language, or None if there is none."""
    return game.rulebook if game.rulebook.is_file() else None
