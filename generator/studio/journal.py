"""The journal of a project's edits, which makes undo possible even after a crash.

It is stored in the user's cache. It has an entry for each edit, one per line, and the versions of
files before and after it. An entry is written before the edited file, and marked as done
afterwards.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.core.atomic_write import write_durably
from generator.core.memo import cache_folder, others_can_write

MOST = 300  # edits that are kept
LARGEST = 64_000_000  # bytes of a kept version, unpacked


@dataclass
class JournalEntry:
    """An edit of a file: its versions before and after, and a description for the user."""

    number: int
    file: str  # below the project's folder
    before: str
    after: str
    about: dict[str, Any]
    done: bool = False


class Journal:
    """The edits that can be undone and redone.

    All open pages share one list.
    """

    def __init__(self, project: Path) -> None:
        self.project = project
        self.entries: list[JournalEntry] = []
        self.position = 0  # if it is lost, the file has the same content
        self._kept: dict[str, bytes] = {}
        self._folder = _folder_of(project)
        self._read()

    @property
    def undoable(self) -> JournalEntry | None:
        """The edit that would be undone next, or None."""
        return self.entries[self.position - 1] if self.position else None

    @property
    def redoable(self) -> JournalEntry | None:
        """The edit that would be redone next, or None."""
        return self.entries[self.position] if self.position < len(self.entries) else None

    def unfinished(self) -> JournalEntry | None:
        """Return the last edit, if the program was killed before the edit's file was written."""
        last = self.undoable
        return last if last is not None and not last.done else None

    def begin(
        self, file: str, before: bytes, after: bytes, about: Mapping[str, object]
    ) -> JournalEntry:
        """Record an edit that is about to be made.

        Edits that were undone can then no longer be redone.
        """
        number = self.entries[-1].number + 1 if self.entries else 1
        entry = JournalEntry(number, file, self._keep(before), self._keep(after), dict(about))
        del self.entries[self.position :]
        self.entries.append(entry)
        self.position += 1
        self._append({"edit": [number, file, entry.before, entry.after, entry.about]})
        return entry

    def finish(self, entry: JournalEntry) -> None:
        """Record that an edit's file has been written."""
        entry.done = True
        self._append({"done": entry.number}, wait=False)  # if it is lost, the file says the same

    def move(self, step: int) -> None:
        """Record that an edit was undone (-1) or redone (1)."""
        self.position += step
        self._append({"at": self.entries[self.position - 1].number if self.position else 0})

    def version(self, name: str) -> bytes | None:
        """Return a file's version before or after an edit, or None if it is no longer stored."""
        if name in self._kept or self._folder is None:
            return self._kept.get(name)
        with suppress(OSError, zlib.error):
            packed = (self._folder / f"{name}.z").read_bytes()
            return zlib.decompressobj().decompress(packed, LARGEST)
        return None

    # ---- the file

    def _keep(self, data: bytes) -> str:
        name = digest(data)
        self._kept[name] = data
        while len(self._kept) > 20:
            del self._kept[next(iter(self._kept))]
        if self._folder is not None and not (self._folder / f"{name}.z").exists():
            with suppress(OSError):
                (self._folder / f"{name}.z").write_bytes(zlib.compress(data, 1))
        return name

    def _append(self, line: object, wait: bool = True) -> None:
        if self._folder is None:
            return
        with suppress(OSError), (self._folder / "journal").open("ab") as file:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            file.flush()
            if wait:
                os.fsync(file.fileno())

    def _read(self) -> None:
        """Read the journal of earlier runs.

        A last line that was cut off when the program was killed is ignored.
        """
        if self._folder is None:
            return
        if others_can_write(self._folder):
            self._folder = None
            return
        with suppress(OSError, ValueError, TypeError, KeyError, IndexError):
            for line in (self._folder / "journal").read_bytes().splitlines():
                self._take(json.loads(line))
        if len(self.entries) > MOST:
            self._shorten()

    def _take(self, said: dict[str, Any]) -> None:
        if "edit" in said:
            del self.entries[self.position :]
            self.entries.append(JournalEntry(*said["edit"]))
            self.position += 1
        elif "done" in said:
            for entry in self.entries:
                entry.done = entry.done or entry.number == said["done"]
        else:
            numbers = [0, *(entry.number for entry in self.entries)]
            self.position = numbers.index(said["at"])

    def _shorten(self) -> None:
        """Discard the oldest edits, to keep the journal small."""
        assert self._folder is not None
        gone = len(self.entries) - MOST
        self.entries, self.position = self.entries[gone:], max(0, self.position - gone)
        lines = [json.dumps({"edit": [e.number, e.file, e.before, e.after, e.about]})
                 for e in self.entries]  # fmt: skip
        lines += [json.dumps({"done": entry.number}) for entry in self.entries if entry.done]
        if self.position < len(self.entries):
            at = self.entries[self.position - 1].number if self.position else 0
            lines.append(json.dumps({"at": at}))
        used = {name for entry in self.entries for name in (entry.before, entry.after)}
        with suppress(OSError):
            write_durably(self._folder / "journal", "\n".join(lines) + "\n")
            for each in self._folder.glob("*.z"):
                if each.stem not in used:
                    each.unlink(missing_ok=True)


def digest(data: bytes) -> str:
    """Return the name under which a version of a file is stored."""
    return hashlib.sha256(data).hexdigest()[:32]


def kept_folder(project: Path, what: str) -> Path | None:
    """Return a folder in the user's cache for data about a project.

    Returns None if there is no cache.
    """
    place = cache_folder()
    if place is None:
        return None
    name = hashlib.sha256(os.fsencode(project.resolve())).hexdigest()[:16]
    folder = place / "studio" / f"{project.resolve().name}-{name}" / what
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def _folder_of(project: Path) -> Path | None:
    return kept_folder(project, "edits")
