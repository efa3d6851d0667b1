"""Writes files and folders under temporary names and moves them once they are complete.

A file under its temporary name, a draft, is called `.pieria-XXXXXXXX.part` and is locked while it
is written. A draft without a lock was left by a killed process; the next process that writes into
the folder removes it.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from validator.core.interrupt import uninterrupted

if sys.platform != "win32":
    import fcntl

DRAFT = re.compile(r"\.pieria-[0-9a-f]{8}\.part")
STALE = 3600.0  # seconds, where there are no locks


def is_temporary(name: str) -> bool:
    """Return whether a file or folder of this name is a draft that this module writes."""
    return DRAFT.fullmatch(name) is not None


def write_together(
    files: Mapping[Path, bytes], gone: Iterable[Path] = (), sources: bool = False
) -> None:
    """Write files that belong together, and remove those that they replace.

    All files are written before the first one is moved. The first file is moved while the old files
    are set aside, so that files of two builds are never mixed, whenever the process ends. `sources`
    are never set aside: a user's own files must exist, old or new, at all times. Raises OSError
    with the name of the file; the old files are then kept, unless the first was already moved.
    """
    with ExitStack() as stack:
        drafts = []
        for file, data in files.items():
            with _naming(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                draft = stack.enter_context(_draft_file(file.parent, data))
                drafts.append((draft, file))
        others = [] if sources else list(files)[1:]
        with uninterrupted(), _out_of_the_way([*gone, *others]) as stay_away:
            for draft, file in drafts:
                with _naming(file):
                    draft.replace(file)
                stay_away()


def write_durably(file: Path, text: str | bytes) -> None:
    """Replace a file in a single step, and wait until the data is on disk.

    Raises OSError with the name of the file.
    """
    data = text.encode() if isinstance(text, str) else text
    with _naming(file):
        with _draft_file(file.parent, data, durable=True) as draft:
            draft.replace(file)
        if os.name == "posix":
            with suppress(OSError):  # some file systems cannot sync folders
                folder = os.open(file.parent, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)


@contextmanager
def _out_of_the_way(files: Iterable[Path]) -> Iterator[Callable[[], object]]:
    """Move files aside, and yield a function that makes the move permanent.

    If the block fails before it calls the function, the files are moved back.
    """
    aside: dict[Path, Path] = {}
    back: list[Path] = []
    try:
        for file in files:
            with _naming(file), suppress(FileNotFoundError):
                if stat.S_ISDIR(file.lstat().st_mode):
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                old = _name(file.parent)
                file.replace(old)
                aside[file] = old
                back.append(file)
        yield back.clear
    except OSError:
        for file in back:
            with suppress(OSError):
                aside[file].replace(file)
        raise
    finally:
        for old in aside.values():
            with suppress(OSError):
                old.unlink(missing_ok=True)


@contextmanager
def draft_folder(parent: Path) -> Iterator[Path]:
    """Create a temporary folder, and remove it when the block ends."""
    sweep(parent)
    path, handle = _name(parent), -1
    path.mkdir(mode=0o700)
    try:
        if sys.platform != "win32":
            handle = os.open(path, os.O_RDONLY)
            _lock(handle)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        if handle >= 0:
            os.close(handle)


def sweep(folder: Path) -> None:
    """Remove drafts that a killed process left in a folder."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if is_temporary(entry.name) and (what := _stale(Path(entry.path))):
                with suppress(OSError):
                    if what == stat.S_IFDIR:
                        shutil.rmtree(entry.path)
                    else:
                        Path(entry.path).unlink()


def _stale(path: Path) -> int:
    """Return the type of an abandoned draft of this user, or 0 if the path is not one."""
    try:
        found = path.lstat()
        kind = stat.S_IFMT(found.st_mode)
        if kind not in (stat.S_IFREG, stat.S_IFDIR):
            return 0
        if sys.platform == "win32":
            return kind if time.time() - found.st_mtime > STALE else 0
        if found.st_uid != os.geteuid():
            return 0
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        finally:
            os.close(handle)
    except OSError:  # locked, gone, or on a disk without locks
        return 0
    return kind


@contextmanager
def _draft_file(folder: Path, data: bytes, durable: bool = False) -> Iterator[Path]:
    new = None
    try:
        while True:
            path = _name(folder)
            with uninterrupted():  # Ctrl-C leaves no file behind
                new = path.open("xb")  # never overwrite an existing file
            _lock(new.fileno())
            if path.exists():
                break
            new.close()  # swept before it was locked
        with new:
            new.write(data)
            new.flush()
            if durable:
                os.fsync(new.fileno())
            if sys.platform != "win32":
                yield path  # locked until it is moved
        if sys.platform == "win32":
            yield path  # open files cannot be moved there
    finally:
        if new is not None:
            new.close()
            path.unlink(missing_ok=True)


def _name(folder: Path) -> Path:
    return folder / f".pieria-{os.urandom(4).hex()}.part"


def _lock(handle: int) -> None:
    if sys.platform != "win32":
        with suppress(OSError):  # a disk without locks, where nothing is swept either
            fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Add the name of the target file to system errors in the block."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(file), None
        raise
