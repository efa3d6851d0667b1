"""An entry for the studio in the menu of a desktop, as freedesktop.org specifies it."""

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
    """Return the entry's text; it runs this installation of Pieria."""
    return ENTRY.format(command=" ".join(map(_quoted, command("studio"))))


def _quoted(word: str) -> str:
    """Return a word of Exec, in quotation marks where the specification asks for them."""
    plain = all(each.isalnum() or each in "/._-+" for each in word)
    escaped = "".join(f"\\{each}" if each in '"`$\\' else each for each in word)
    return word if plain else f'"{escaped}"'.replace("%", "%%")


def entry_file() -> Path:
    """Return where the entry belongs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "applications" / "pieria-studio.desktop"
