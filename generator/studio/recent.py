"""The recently opened projects, in the user's cache."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from generator.core.atomic_write import write_durably
from generator.core.memo import cache_folder, others_can_write

MOST = 8


def _file() -> Path | None:
    place = cache_folder()
    return place / "studio" / "recent.json" if place else None


def recent() -> list[Path]:
    """Return the recently opened projects that still exist, the most recent one first."""
    file = _file()
    if file is None or others_can_write(file):
        return []
    with suppress(OSError, ValueError, TypeError):
        found = [Path(each) for each in json.loads(file.read_text("utf-8"))]
        return [each for each in found if (each / "game.yaml").is_file()]
    return []


def note_recent(folder: Path) -> None:
    """Record that a project was opened."""
    file = _file()
    if file is None:
        return
    kept = [folder.resolve(), *(each for each in recent() if each != folder.resolve())][:MOST]
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_durably(file, json.dumps([str(each) for each in kept]))
