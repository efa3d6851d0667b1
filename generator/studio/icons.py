"""Finds icons to choose from, in the project's folder and in the library."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

from validator.core.resources import resource

MOST = 120  # icons that are shown at once
LARGEST = 200_000  # bytes of an own icon
KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@cache
def _library() -> dict[str, dict[str, Any]]:
    text = (resource("templates") / "icons" / "icons.json").read_text("utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def icons_like(folder: Path, words: str) -> dict[str, Any]:
    """Return the icons whose names contain all of these words.

    The project's own icons come first.
    """
    wanted = words.lower().replace("-", " ").split()
    own = [each for each in sorted((folder / "icons").glob("*")) if _fits(each.stem, wanted)]
    library = [name for name in _library() if _fits(name, wanted)]
    found = [{"name": each.stem, "src": _uri(each)} for each in own if _is_icon(each)]
    found += [{"name": name, "d": _library()[name]["d"], "box": _library()[name]["box"]}
              for name in library]  # fmt: skip
    return {"icons": found[:MOST], "more": max(0, len(found) - MOST)}


def _fits(name: str, wanted: list[str]) -> bool:
    return all(word in name.lower() for word in wanted)


def _is_icon(file: Path) -> bool:
    return file.suffix.lower() in KINDS and file.is_file() and file.stat().st_size <= LARGEST


def _uri(file: Path) -> str:
    data = base64.b64encode(file.read_bytes()).decode() if _is_icon(file) else ""
    return f"data:{KINDS.get(file.suffix.lower(), '')};base64,{data}"
