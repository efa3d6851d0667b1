"""Tuples of pieces: an immutable position is changed by making the tuple that differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

T = TypeVar("T", bound=type)
Zone = Sequence[str] | Mapping[str, int]  # pieces in order, or how many of each


def put(items: tuple[object, ...], index: int, value: object) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], value, *items[index + 1 :])


def without(pieces: tuple[str, ...], *gone: str) -> tuple[str, ...]:
    """The pieces without one of each that is gone. Raises ValueError for one that is not there."""
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)


def quick_copies(kind: T) -> T:
    """Let `_replace` of a class of named tuples take a third of its time. Raises KeyError there."""
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
    """How many of each piece lie anywhere."""
    pieces: list[str] = []
    counted: list[Mapping[str, int]] = []
    for zone in zones.values():
        if isinstance(zone, tuple):  # as most are, and a Mapping is known slowly
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
    """What is too many or missing, in words; empty if nothing is."""
    if found.items() == expected.items():  # as it should be, every time
        return ""
    parts = []
    for piece in sorted({*found, *expected}):
        surplus = found.get(piece, 0) - expected.get(piece, 0)
        if surplus:
            parts.append(f"{piece}: {abs(surplus)} {'too many' if surplus > 0 else 'missing'}")
    return ", ".join(parts)
