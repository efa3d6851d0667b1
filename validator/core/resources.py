"""Finds the shipped data, templates and docs, in the checkout or in the installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent


@cache
def resource(name: str) -> Path:
    """Return the path of the shipped folder ``data``, ``templates`` or ``docs``.

    An installed wheel contains these folders. Folders with these names next to the packages in
    `site-packages` may belong to other projects.
    """
    shipped = _HERE / "shipped" / name
    return shipped if shipped.is_dir() else _HERE.parent / name


def shipped_games() -> list[str]:
    """Return the names of the games that come with Pieria, in alphabetical order."""
    return sorted(file.parent.name for file in resource("data").glob("*/game.yaml"))
