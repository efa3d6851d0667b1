"""Runs commands of Pieria as separate processes that can be stopped."""

from __future__ import annotations

import sys
from pathlib import Path


def command(*arguments: str) -> list[str]:
    """Return the command line that runs `pieria` with these arguments, however it was installed."""
    if getattr(sys, "frozen", False):  # one file, with Python inside
        return [sys.executable, *arguments]
    if Path(sys.argv[0]).suffix == ".pyz":
        return [sys.executable, str(Path(sys.argv[0]).resolve()), *arguments]
    return [sys.executable, "-m", "generator.cli", *arguments]
