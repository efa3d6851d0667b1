"""Finds the shipped data and templates, in the checkout or in the installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent.parent


@cache
def resource(name: str) -> Path:
    """The folder ``data`` or ``templates``. A checkout is preferred, so that edits show at once."""
    checkout = _HERE.parent / name
    return checkout if checkout.is_dir() else _HERE / "shipped" / name


def shipped_games() -> list[str]:
    """Names of the games that come with Pieria, in alphabetical order."""
    return sorted(file.parent.name for file in resource("data").glob("*/game.yaml"))
