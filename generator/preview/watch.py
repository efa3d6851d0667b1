"""Watches folders, and reports each save of a file that may affect a picture."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import watchfiles

from validator.load.cards import CARD_FILES

ENDINGS = (*CARD_FILES, ".json", ".j2", ".svg", ".png", ".jpg", ".jpeg")
PAUSE = 50  # ms without another save before a save is reported: editors write in several steps
LONGEST = 400  # ms of saves without a pause


def matters(_: object, path: str) -> bool:
    """Return whether a file may belong to a game rather than to an editor or a build."""
    name = Path(path).name
    return name.lower().endswith(ENDINGS) and not name.startswith((".", "#", "~$"))


async def saves(folders: Iterable[Path]) -> AsyncIterator[None]:
    """Yield once for each save, or for several at about the same time.

    If the system has no file watches left, or does not support them, files are polled.
    """
    places = [*folders]
    try:
        async for _ in _watched(places, False):
            yield
    except (OSError, RuntimeError):
        async for _ in _watched(places, True):
            yield


def _real_folders(place: str) -> list[str]:
    """Return the real folders inside a folder that contains links to folders, or an empty list."""
    found, links = [], False
    for folder, inner, _ in os.walk(place):
        found.append(folder)
        links = links or any((Path(folder) / each).is_symlink() for each in inner)
    return found if links else []


def _watched(places: list[Path], polling: bool) -> AsyncIterator[object]:
    # A link to a folder would make the watches leave the game, and its pictures are inside anyway.
    folders = [*map(os.path.realpath, places)]
    linked = [each for place in folders for each in _real_folders(place)]
    return watchfiles.awatch(
        *(linked or folders),
        recursive=not linked,
        watch_filter=matters,
        debounce=LONGEST,
        step=PAUSE,
        force_polling=polling or None,
        ignore_permission_denied=True,
    )
