"""Stores the results of pure functions for later builds: faces, compiled templates, outlines.

The key of a result names everything that it depends on: for a template its text, for an ornament
its numbers, for an outline its path data, for a face its card and everything that its templates
could read. The key of the file adds the versions and the code of the program. Entries are therefore
never outdated, a file can be deleted at any time, and a broken one is ignored. A file contains only
the results used by the last build, so that it does not grow.
"""

from __future__ import annotations

import contextlib
import hashlib
import marshal
import os
import stat
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from generator import __version__
from generator.core.atomic_write import sweep, write_together
from validator.core.resources import resource

LIBRARIES = ("jinja2", "markupsafe", "uharfbuzz", "pypdfium2", "pypdfium2_raw", "reportlab")
CODE = (".py", ".j2", ".json", ".yaml", ".ttf", ".otf")  # endings of files that results come from
DIGEST = hashlib.sha256().digest_size
DRAWN = (
    "figure",
    "ornament",
)  # kinds that take long, even if another kit or book in the process needs them
MOST_DRAWN = 500  # cached drawings per process
_drawn: dict[str, Any] = {}


class Memo:
    """The stored results of pure functions that a build can reuse.

    `entries` are those of an earlier build. `lasting` means that the memo will be saved, so that
    results which only later builds can use are stored as well.
    """

    def __init__(self, entries: dict[str, object] | None = None, lasting: bool = True) -> None:
        self.entries: dict[str, Any] = entries or {}
        self.lasting = lasting
        self.used: dict[str, Any] = {}
        self.new = 0
        self.faces_taken = 0  # faces that were not rendered

    def get(self, kind: str, key: str) -> Any:
        """Return the stored result for this kind and key, or None if there is none."""
        name = f"{kind} {key}"
        found = self.used.get(name)
        if found is None and (found := self.entries.get(name)) is not None:
            self.used[name] = found
        if found is None and (found := _drawn.get(name)) is not None:
            self.put(kind, key, found)
        return found

    def put(self, kind: str, key: str, value: object) -> None:
        """Store a result for this kind and key.

        It must consist of values that `marshal` can write.
        """
        self.used[f"{kind} {key}"] = value
        self.new += 1
        if kind in DRAWN:
            if len(_drawn) >= MOST_DRAWN:
                _drawn.clear()
            _drawn[f"{kind} {key}"] = value


def cache_folder() -> Path | None:
    """Return the user's cache folder; the variable `PIERIA_CACHE` selects another one.

    Returns None for a user without a home folder. Because builds run code from the cache, a folder
    that others can write to is replaced by a private folder inside it.
    """
    folder = _usual_folder()
    if folder is not None and others_can_write(folder):
        return folder / f"private-{os.geteuid()}"
    return folder


def cache_notice() -> str:
    """Return a warning about an unsafe cache folder, or an empty string if it is safe."""
    usual, used = _usual_folder(), cache_folder()
    if used is None or used == usual:
        return ""
    unsafe = f"{usual}: other users can write into this cache folder"
    if others_can_write(used):
        return f"{unsafe}, and into {used}; nothing is cached for the next build"
    return f"{unsafe}; the cache for the next build is in {used}"


def others_can_write(place: Path) -> bool:
    """Return whether another user could put code into a folder or file.

    A folder or file that was just created is made private first.
    """
    if sys.platform == "win32":  # below the user's own folder
        return False
    try:
        about = place.stat()
    except OSError:
        return False
    return about.st_uid != os.geteuid() or bool(about.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _usual_folder() -> Path | None:
    if folder := os.environ.get("PIERIA_CACHE"):
        return Path(folder)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData/Local") / "pieria" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "pieria"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "pieria"


def file_of(game: Path, ink: str, language: str = "") -> Path | None:
    """Return a game's memo file; there is a separate one for each ink and language."""
    place = cache_folder()
    if place is None:
        return None
    folder = hashlib.sha256(os.fsencode(game.resolve())).hexdigest()[:12]
    used = f"{ink}-{language}" if language else ink
    return place / f"{game.resolve().name}-{used}-{folder}.memo"


def load_memo(file: Path | None) -> Memo:
    """Return the memo in a file.

    The memo is empty if the file is missing or broken, or was written by other code. Because a memo
    contains code, a file that others can write to is not read.
    """
    if file is None or others_can_write(file.parent) or others_can_write(file):
        return Memo()
    try:
        data = file.read_bytes()
        head, check, payload = data[:DIGEST], data[DIGEST : 2 * DIGEST], data[2 * DIGEST :]
        if head == _made_by() and check == hashlib.sha256(payload).digest():
            return Memo(marshal.loads(payload))  # the file was written by this program
    except (OSError, ValueError, EOFError, TypeError):
        pass
    return Memo()


def save_memo(memo: Memo, file: Path | None) -> None:
    """Save those results that were used, for the next build.

    A folder that cannot be written is not an error.
    """
    if not memo.new or file is None:
        return
    # The same bytes, regardless of other references to a value.
    payload = marshal.dumps(memo.used, 2)
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not others_can_write(file.parent):
            sweep(file.parent)
            write_together({file: _made_by() + hashlib.sha256(payload).digest() + payload})
            file.chmod(0o600)  # whatever the permissions of the user's other files


@cache
def _made_by() -> bytes:
    """Return a digest of the program, its data and its libraries.

    Files are identified by modification time and size, as in Python's bytecode cache.
    """
    here = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256(f"{__version__} {sys.version}".encode())
    folders = [here, here.parent / "validator", resource("templates")]
    libraries = [str(found.origin) for found in map(find_spec, LIBRARIES) if found]
    for file in (*(file for each in folders for file in _code_in(each)), *libraries):
        about = os.stat(file)  # noqa: PTH116, a path for each of 500 files takes longer
        digest.update(f"{file} {about.st_mtime_ns} {about.st_size}\n".encode())
    return digest.digest()


def _code_in(folder: Path) -> list[str]:
    """Return the code files below a folder on which results depend, sorted."""
    return sorted(
        os.path.join(top, name)  # noqa: PTH118
        for top, _, names in os.walk(folder)
        for name in names
        if name.endswith(CODE)
    )
