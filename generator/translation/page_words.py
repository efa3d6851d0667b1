"""Finds the texts of the page of `pieria play`, and those of `table.yaml`, for translation."""

from __future__ import annotations

import json
import re
from functools import cache

from validator.core.location import Location
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.tabletop import read_tabletop

# ``t("Your turn")``, both forms of ``count(n, "…", "…")``, and lines that end in ``// words``.
STRING = r'"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf"\b(?:t|count)\(((?:{STRING}|[^()\"])*?)(?=\)|,\s*\{{|$)")
LISTED = re.compile(r"// words$")


@cache
def page_words() -> dict[str, Location]:
    """Return the texts of the page itself, each with the first place where it occurs."""
    found: dict[str, Location] = {}
    for file in sorted(resource("templates").joinpath("shared", "table").glob("*.js")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            texts = [(0, line)] if LISTED.search(line) else [
                (match.start(1), match[1]) for match in CALL.finditer(line)
            ]  # fmt: skip
            for start, text in texts:
                for string in re.finditer(STRING, text):
                    place = Location(f"table/{file.name}", number, start + string.start() + 1)
                    if re.search(r"[^\W\d_]{2}(?!\.\d)", words := json.loads(string[0])):
                        found.setdefault(words, place)
    return found


def table_words(game: Game) -> dict[str, Location]:
    """Return the texts of a game's `table.yaml`."""
    return dict(read_tabletop(game)[0].texts())
