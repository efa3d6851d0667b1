"""Makes an entry for the studio in the desktop's menu, as freedesktop.org specifies."""

from __future__ import annotations

import os
from pathlib import Path

from generator.core.again import command

ENTRY = """\
[Desktop Entry]
Type=Application
Name=Pieria Studio
Comment=Make a print-and-play game
Exec={command}
Icon=applications-games
Terminal=false
Categories=Graphics;Game;
"""


def entry() -> str:
    """Return the text of the menu entry, which starts this installation of Pieria."""
    return ENTRY.format(command=" ".join(map(_quoted, command("studio"))))


def _quoted(word: str) -> str:
    """Return an argument for `Exec`, quoted if the specification requires it."""
    plain = all(each.isalnum() or each in "/._-+" for each in word)
    escaped = "".join(f"\\{each}" if each in '"`$\\' else each for each in word)
    return word if plain else f'"{escaped}"'.replace("%", "%%")


def entry_file() -> Path:
    """Return the path of the file with the menu entry."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "applications" / "pieria-studio.desktop"
