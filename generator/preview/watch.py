"""Folders to word of each save: of files that a picture could be made from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import watchfiles

from validator.load.game import CARD_FILES

ENDINGS = (*CARD_FILES, ".json", ".j2", ".svg", ".png", ".jpg", ".jpeg")
PAUSE = 50  # ms without another save, after which one is told: editors write in several steps
LONGEST = 400  # ms of saves without a pause


def matters(_: object, path: str) -> bool:
    """Whether a file may be of a game: not an editor's own, not a build's."""
    name = Path(path).name
    return name.lower().endswith(ENDINGS) and not name.startswith((".", "#", "~$"))


async def saves(folders: Iterable[Path]) -> AsyncIterator[None]:
    """Once for each save, or several that came together.

    Where the system has no watches left, or gives none, files are looked at again and again.
    """
    places = [*folders]
    try:
        async for _ in _watched(places, False):
            yield
    except (OSError, RuntimeError):
        async for _ in _watched(places, True):
            yield


def _watched(places: list[Path], polling: bool) -> AsyncIterator[object]:
    return watchfiles.awatch(
        *places,
        watch_filter=matters,
        debounce=LONGEST,
        step=PAUSE,
        force_polling=polling or None,
        ignore_permission_denied=True,
    )
