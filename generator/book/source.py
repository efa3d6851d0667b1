"""Where a rulebook's source is. A build asks for it, and needs the rest only if there is one."""

from __future__ import annotations

from pathlib import Path

from validator.core.model import Game


def file_of(game: Game) -> Path | None:
    """The rulebook's source in the kit's language; None where there is none."""
    return game.rulebook if game.rulebook.is_file() else None
