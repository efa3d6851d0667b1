"""Writes a snapshot as a page, or as a folder with the page and its pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.core.atomic_write import is_temporary
from generator.preview.previewer import Previewer
from generator.preview.snapshot import Snapshot, to_json
from generator.web.pages import Assets

ASSETS = Assets("preview", "pieria preview", "preview.css", "preview.js")
PICTURE = re.compile(r"(pictures/[0-9a-f]{12}\.svg|sheets/[0-9a-f]{12}\.png)\Z")


def page(snapshot: Snapshot, language: str, live: bool) -> bytes:
    """Return the preview page, with the snapshot inside.

    A live page requests the next snapshot from a server.
    """
    state = to_json(snapshot).replace("<", "\\u003c")  # no text in a deck ends the page's script
    return ASSETS.page(language, snapshot.title, live="true" if live else "false", state=state)


def is_ours(folder: Path) -> bool:
    """Return whether a folder is empty or contains an earlier preview page, even an incomplete one.

    Raises OSError for a folder that cannot be read.
    """
    if any((folder / room).is_symlink() for room in ("pictures", "sheets")):
        return False  # it would redirect the pictures
    index = folder / "index.html"
    if index.is_file() and ASSETS.mark in index.read_text("utf-8", "replace"):
        return True
    files = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    ours = (file.as_posix() for file in files if not any(map(is_temporary, file.parts)))
    return all(name in ASSETS.names or PICTURE.match(name) for name in ours)


def folder_files(previewer: Previewer) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the last snapshot with their names.

    The page itself comes last, after everything that it shows.
    """
    snapshot = previewer.last
    for name in sorted(snapshot.pictures):
        picture = previewer.picture(name)
        if picture is not None:
            yield f"pictures/{name}.svg", picture
    for leaf in snapshot.leaves:
        sheet = previewer.sheet(leaf.id)
        if sheet is not None:
            yield f"sheets/{leaf.id}.png", sheet
    yield from ASSETS.parts().items()
    yield "index.html", page(snapshot, previewer.language, live=False)
