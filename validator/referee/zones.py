"""Adds, removes and moves pieces in zones, which are immutable tuples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T", bound=type)
Zone = Sequence[str] | Mapping[str, int]  # pieces in order, or how many of each


def put(items: tuple[object, ...], index: int, value: object) -> tuple[Any, ...]:
    """Return a copy of the tuple with one item replaced."""
    return (*items[:index], value, *items[index + 1 :])


def without(pieces: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """Return the pieces after removing one piece for each in `gone`. Raises ValueError if one is
    missing.
    """
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)


def quick_copies(kind: T) -> T:
    """Make `_replace` of a named tuple type three times as fast, and return this type.

    A wrong name then raises KeyError.
    """
    record: Any = kind
    places = {name: place for place, name in enumerate(record._fields)}
    made = tuple.__new__

    def replaced(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[places[name]] = value
        return made(record, values)

    record._replace = replaced
    return kind


def census(zones: Mapping[str, Zone]) -> Counter[str]:
    """Return the number of each piece in all zones together."""
    pieces: list[str] = []
    counted: list[Mapping[str, int]] = []
    for zone in zones.values():
        if isinstance(zone, tuple):  # most zones are; isinstance with Mapping is slow
            pieces += zone
        elif isinstance(zone, Mapping):
            counted.append(zone)
        else:
            pieces += zone
    total = Counter(pieces)
    for zone in counted:
        for piece, number in zone.items():
            if number:
                total[piece] += number
    return total


def difference(found: Mapping[str, int], expected: Mapping[str, int]) -> str:
    """Return the surplus and missing pieces as text, or an empty string if there are none."""
    if found.items() == expected.items():  # the usual case
        return ""
    parts = []
    for piece in sorted({*found, *expected}):
        surplus = found.get(piece, 0) - expected.get(piece, 0)
        if surplus:
            parts.append(f"{piece}: {abs(surplus)} {'too many' if surplus > 0 else 'missing'}")
    return ", ".join(parts)


def counted(counts: Sequence[str], value: Any) -> Zone:
    """Return the content of a zone that a state may store as numbers.

    `counts` lists the pieces that the numbers count; if it is empty, the content is returned
    unchanged.
    """
    if not counts:
        zone: Zone = value
        return zone
    numbers = (value,) if isinstance(value, int) else value
    return dict(zip(counts, numbers, strict=True))
