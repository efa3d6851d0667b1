"""Reads formations in scripts, as a map or as the square, die, face and owner of each tile."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from validator.games.dance_of_muses.cards import Offset, read_die
from validator.games.dance_of_muses.constants import Table
from validator.referee.api import FactError, FactReader, FrozenMap

WHOLE = re.compile("-?[0-9]{1,4}")
FARTHEST = 10_000  # squares from the origin


def drawn(facts: Mapping[str, object], table: Table) -> Mapping[str, Any]:
    """Return the facts; `map:` and tiles that are written as text are replaced by facts by name.

    A map has one line for each row of squares, from the top, with two spaces between squares and
    ``.`` for a free square. If the lower left square is not 0,0, the map has y coordinates before
    the rows and x coordinates below them, as in a trace.
    """
    found = {key: value for key, value in facts.items() if key != "map"}
    drawing = facts.get("map", "")
    if not isinstance(drawing, str):
        raise FactError(("map",), "expected rows of squares, such as 'Clio O1  .  Erato P2?'")
    rows = [re.split(" {2,}", line.strip()) for line in drawing.splitlines() if line.strip()]
    columns: Sequence[int] = range(len(drawing))
    places: set[str] = set()
    if rows and all(WHOLE.fullmatch(square) for square in rows[-1]):
        columns = [int(square) for square in rows.pop()]
    for y, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
        if WHOLE.fullmatch(row[0]):
            y = int(row.pop(0))
        for x, square in zip(columns, row, strict=False):
            if square == ".":
                continue
            muse = _named(square, table)
            name = FactReader({"map": muse}).word("map", tuple(table.designs), "")
            drawn_ = _in_words(f"{x},{y} {square[len(muse) :]}", ("map",), table)
            if name in places:
                raise FactError(("map",), f"{name} is on the map twice; remove one of them")
            places.add(name)
            beside = _by_name(found.get(name), name, table)
            if twice := [fact for fact in drawn_ if fact in beside]:
                about = f"'{twice[0]}' of {name} is already on the map; remove one of them"
                raise FactError((name,), about)
            found[name] = FrozenMap({**drawn_, **beside})
    for name in table.designs:
        if isinstance(found.get(name), str):
            found[name] = _by_name(found[name], name, table)
    return found


def _named(square: str, table: Table) -> str:
    """Return the Muse in a square of the map.

    It is the longest known name with which the text begins, or else the text's first word.
    """
    low = f"{square.lower()} "
    known = [square[: len(name)] for name in table.designs if low.startswith(f"{name.lower()} ")]
    return max(known, key=len, default=square.split()[0])


def _by_name(value: object, name: str, table: Table) -> Mapping[str, Any]:
    if isinstance(value, str):
        return _in_words(value, (name,), table)
    return value if isinstance(value, Mapping) else {}


def _in_words(text: str, path: tuple[str, ...], table: Table) -> FrozenMap:
    """Return the facts for the text about a tile, such as ``1,2 O4 down Ann``.

    ``?`` means down, and ``*`` the Neutral Muse's.
    """
    found: dict[str, str] = {}
    for word in text.replace("?", " down ").replace("*", " neutral ").split():
        name = _meant(word, table)
        if not name:
            message = (
                f"'{word}' is not a square (0,1), die (O4), face (up, down), owner or 'neutral'"
            )
            apart = "; separate the squares of a map with two spaces" if path == ("map",) else ""
            raise FactError(path, message + apart)
        if name in found:
            about = "square" if name == "at" else name
            message = (
                f"'{word}' is a second {about}: '{found[name]}' is already there; remove one "
                f"of them"
            )
            raise FactError(path, message)
        found[name] = word
    return FrozenMap(found)


def _meant(word: str, table: Table) -> str:
    """Return the name of the tile's fact that a word describes, or an empty string."""
    if read_square(word) is not None:
        return "at"
    if read_die(word) is not None:
        return "die"
    low = word.lower()
    if low in ("up", "down"):
        return "face"
    known = ("neutral", *(player.lower() for player in table.players))
    return "owner" if low in known else ""


def read_square(value: object) -> Offset | None:
    """Return a square from ``1,2`` or ``[1, 2]``, or None if the value is not a square."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, tuple | list) or len(parts) != 2:
        return None
    try:
        x, y = (int(str(part)[:9]) for part in parts)
    except ValueError:
        return None
    return (x, y) if max(abs(x), abs(y)) < FARTHEST else None
