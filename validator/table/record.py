"""Makes the header and the file name of a new record, the `.play` file of a session."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from validator.core.model import Game
from validator.core.scalars import flow

MOST_FILES = 1000


def header(
    game: Game, players: Sequence[str], called: str, first: str = "", options: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the header lines of a new script, in which `called` is the name of the game."""
    lines = [f"game: {flow(called)}", f"rules: {flow(game.rules.version)}"]
    lines.append(f"players: {flow(list(players))}")
    if first:
        lines.append(f"first: {flow(first)}")
    if options:
        lines.append(f"options: {flow(list(options))}")
    return (*lines, "---")


def free_name(folder: Path, stem: str) -> Path:
    """Return an unused path: ``muse.play``, or else ``muse-2.play``… Raises OSError."""
    plain = re.sub(r"[^\w.-]+", "-", stem) or "game"
    for number in range(1, MOST_FILES):
        file = folder / (f"{plain}.play" if number == 1 else f"{plain}-{number}.play")
        if not file.exists():
            return file
    raise OSError(
        f"{folder} already has {MOST_FILES} records of {stem}; move some of them to another folder"
    )
