"""Caches files that were converted from a game's files.

The name of an entry is the hash of everything that its content depends on. Entries are therefore
never outdated, and the folder can be deleted at any time. Without a cache folder, entries are kept
until the program ends.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__
from generator.core.atomic_write import sweep, write_together
from generator.core.memo import cache_folder, others_can_write

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

UNUSED = 60 * 86_400  # seconds after which an unused entry is removed


def name_of(kind: str, *parts: bytes | str) -> str:
    """Return the name of a cache entry that depends on these parts."""
    digest = hashlib.sha256(f"{kind} {__version__}".encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(f"\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:32]


def find(name: str) -> Path | None:
    """Return the cached file with this name and suffix, or None if there is none."""
    file = _folder() / name
    if not file.is_file() or others_can_write(file):
        return None
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > UNUSED / 10:
            file.touch()
    return file


def save(name: str, data: bytes) -> Path:
    """Store these bytes under a name, and return their file."""
    folder = _folder()
    file = folder / name
    try:
        _write(file, data)
    except OSError:  # a cache that cannot be written is no reason to fail
        file = _passing() / name
        _write(file, data)
    else:
        _drop_unused(folder)
    return file


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep(file.parent)
    write_together({file: data})
    file.chmod(0o600)


def _drop_unused(folder: Path) -> None:
    now = time.time()
    for each in folder.iterdir():
        with suppress(OSError):
            if now - each.stat().st_mtime > UNUSED:
                each.unlink()


def _folder() -> Path:
    usual = cache_folder()
    if usual is None or others_can_write(usual):
        return _passing()
    return usual / "assets"


def _passing() -> Path:
    return Path(_temporary().name)


@cache
def _temporary() -> TemporaryDirectory[str]:
    import tempfile

    return tempfile.TemporaryDirectory(prefix="pieria-")
