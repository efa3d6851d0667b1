"""Finds the pictures in a project's folder, and adds pictures dropped on the studio's page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from generator.studio.editing import Editor
from generator.studio.tables import EditError
from validator.load.text import inside

KINDS = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp",
    ".gif": "image/gif", ".svg": "image/svg+xml",
}  # fmt: skip
APART = {"output", "templates", "icons", "schemas"}  # folders of other things
MOST, MOST_READ = 120, 5_000  # pictures that are shown at once; files that are looked at
DEEPEST = 3  # folders


def pictures_like(folder: Path, words: str) -> dict[str, Any]:
    """Return the names of a project's pictures that contain all of these words.

    They are the names by which cards refer to pictures.
    """
    wanted = words.lower().split()
    found = [each for each in _names(folder) if all(word in each.lower() for word in wanted)]
    return {
        "icons": [{"name": name, "src": f"files/{name}"} for name in found[:MOST]],
        "more": max(0, len(found) - MOST),
    }


def _names(folder: Path) -> list[str]:
    found: list[str] = []
    waiting = [(folder, 0)]
    while waiting and len(found) < MOST_READ:
        here, depth = waiting.pop()
        for each in sorted(here.iterdir()):
            if each.is_dir() and not each.is_symlink() and not each.name.startswith("."):
                if depth < DEEPEST and (depth or each.name not in APART):
                    waiting.append((each, depth + 1))
            elif each.suffix.lower() in KINDS:
                found.append(each.relative_to(folder).as_posix())
    return sorted(found)


def picture_file(folder: Path, name: str) -> tuple[bytes, str] | None:
    """Return a picture of a project and its media type, or None if there is none."""
    file = folder / name
    kind = KINDS.get(file.suffix.lower())
    if kind is None or not inside(folder, file) or not file.is_file():
        return None
    return file.read_bytes(), kind


def add_picture(editor: Editor, name: str, data: bytes) -> dict[str, str]:
    """Add a picture to a project's folder, and return the name by which cards refer to it.

    Raises EditError.
    """
    plain = re.sub(r"[\x00-\x1f/\\:]", "-", name).lstrip(".~")[-120:]
    if Path(plain).suffix.lower() not in KINDS or not data:
        raise EditError(f"‘{name}’ is not a picture; expected one of {', '.join(KINDS)}")
    file = editor.folder / plain
    if file.exists() and file.read_bytes() != data:
        raise EditError(f"there is already a picture called {plain}; rename yours")
    if not file.exists():
        editor.write(file, b"", data, {"what": "picture", "title": plain})
    return {"name": plain}
