"""Finds the texts about moves in a game's referee, for translation."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from validator.core.location import Location
from validator.core.model import Game
from validator.referee import messages
from validator.referee.messages import SLOT, both_persons
from validator.referee.registry import ruleset_of

# Where calls have texts: by position, and by keyword.
PLACES = {"holds": (2,), "forbids": (1,), "event": (0,), "Message": (0,), "Amount": (1, 2),
          "Hidden": (0,), "Secret": (2,), "translate": (0,)}  # fmt: skip
KEYWORDS = {"holds": "because", "gate": "why"}


def move_words(game: Game) -> dict[str, Location]:
    """Return the templates of a game's sentences and refusals, each with its location."""
    ruleset = ruleset_of(game)
    if ruleset is None:
        return {}
    own = Path(str(sys.modules[ruleset.referee.__module__].__file__)).parent
    return {**_texts_in(own), **_texts_in(Path(messages.__file__).parent)}


@cache
def _texts_in(folder: Path) -> dict[str, Location]:
    found: dict[str, Location] = {}
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                for text in _texts(node):
                    place = Location(f"{folder.name}/{file.name}", node.lineno, node.col_offset + 1)
                    found.setdefault(text, place)
    return found


def _texts(call: ast.Call) -> Iterator[str]:
    """Yield the texts in a call, with both forms of their verbs, as they are looked up."""
    name = ast.unparse(call.func).rpartition(".")[2]
    given = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    named = {each.arg: each.value.value for each in call.keywords
             if isinstance(each.value, ast.Constant)}  # fmt: skip
    if name == "Say":
        whole = bool(named.get("whole"))
        said = [(given[0], False), (given[1], not whole)] if len(given) == 2 else []
    else:
        said = [(given[place], False) for place in PLACES.get(name, ()) if place < len(given)]
        said += [(named.get(KEYWORDS.get(name)), False)]
    for text, deed in said:
        if isinstance(text, str) and re.search(r"[^\W\d_]", SLOT.sub("", text)):
            yield text if name == "translate" else both_persons(text, deed)
