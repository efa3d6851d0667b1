"""Keeps the last printed version of a project: its manifest, card texts and pictures."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.core.atomic_write import write_durably
from generator.kit.changes import compare
from generator.kit.manifest import Manifest, ManifestError, from_json, to_json
from generator.preview.previewer import Previewer
from generator.preview.snapshot import Snapshot
from generator.studio.journal import kept_folder

NAME = "printed.manifest.json"
Cells = dict[str, dict[str, dict[str, str]]]  # deck -> card -> column -> words


class LastPrint:
    """The version of a project that was last printed.

    Nothing counts as printed until the user says so.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / "output" / NAME
        self.place = kept_folder(folder, "printed")
        self.manifest: Manifest | None = None
        self.cells: Cells = {}
        self.faces: dict[str, tuple[str | None, str | None]] = {}
        self.when = ""
        with suppress(OSError, ValueError, ManifestError):
            self.manifest = from_json(self.file.read_bytes())
        if self.place is not None:
            with suppress(OSError, ValueError, KeyError, TypeError):
                found = json.loads((self.place / "printed.json").read_text("utf-8"))
                if self.manifest is not None and found["build"] == self.manifest.build:
                    self.cells, self.when = found["cells"], found["when"]
                    self.faces = {name: (face, back) for name, (face, back)
                                  in found["faces"].items()}  # fmt: skip

    def keep(self, previewer: Previewer, cells: Cells, when: str) -> None:
        """Record that the user has printed the current kit. Raises OSError."""
        snapshot = previewer.last
        assert snapshot.manifest is not None
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self.file, to_json(snapshot.manifest, [], None))
        self.manifest, self.cells, self.when = snapshot.manifest, cells, when
        self.faces = {each.id: (each.face, each.back) for each in snapshot.previews}
        if self.place is None:
            return
        for name in {name for pair in self.faces.values() for name in pair if name}:
            file = self.place / f"{name}.z"
            if not file.exists() and (data := previewer.picture(name)):
                file.write_bytes(zlib.compress(data, 1))
        found = {"build": self.manifest.build, "cells": cells, "faces": self.faces, "when": when}
        write_durably(self.place / "printed.json", json.dumps(found, ensure_ascii=False))

    def picture(self, name: str) -> bytes | None:
        """Return a face as it was last printed, or None."""
        if self.place is None or not name.isalnum():
            return None
        with suppress(OSError, zlib.error):
            return zlib.decompress((self.place / f"{name}.z").read_bytes())
        return None

    def changes(self, snapshot: Snapshot) -> list[dict[str, Any]]:
        """Return the differences from the last print: pieces to remove and to add, with the
        reasons.
        """
        if self.manifest is None or snapshot.manifest is None:
            return []
        now = {each.id: each for each in snapshot.previews}
        found = []
        for each in compare(self.manifest, snapshot.manifest).swaps:
            preview = now.get(each.item.id)
            was = self.faces.get(each.was or each.item.id, (None, None))
            found.append({
                "id": each.item.id, "title": each.item.title, "kind": each.kind, "why": each.why,
                "out": each.take_out, "in": each.put_in, "kit": each.item.kit,
                "old": was[0], "new": preview.face if preview else None,
            })  # fmt: skip
        return found
