"""Defines the types of facts: how each is read from `start:` and displayed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from validator.core.frozen_map import FrozenMap
from validator.referee.facts import MOST, FactReader, shown

V = TypeVar("V")  # a value in the state

UNSET: Any = type("Unset", (), {"__repr__": lambda _: "UNSET", "__bool__": lambda _: False})()


class Values:
    """The values in `start:` by the names of facts; UNSET if omitted."""

    def __init__(self, reader: FactReader, values: Mapping[str, object]) -> None:
        self.reader = reader
        self.values: Mapping[str, Any] = values
        self.things: dict[str, Values] = {}  # facts of each piece in play

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __contains__(self, name: str) -> bool:
        return self.values[name] is not UNSET

    def get(self, name: str, default: object) -> Any:
        """Return the value in `start:`, or the default."""
        value = self.values[name]
        return default if value is UNSET else value

    def seat(self, name: str, default: int) -> int:
        """Return the seat in `start:`, or the default if the fact is omitted or names nobody."""
        value = self.values[name]
        return default if value is UNSET or value < 0 else int(value)


def _moved(reader: FactReader, name: str, _table: object) -> Any:
    """Refuse to read a fact that only moves can set."""
    message = "cannot be set here; write the lines that lead to it, or start after a line "
    raise reader.wrong(name, f"'{name}' {message}of another script: {{after: game.play:120}}")


@dataclass(frozen=True)
class Kind:
    """The type of a fact, which reads it from `start:` and formats it.

    Without `read`, only moves set the fact.
    """

    # (facts, name, table) -> value; raises FactError
    read: Callable[[FactReader, str, Any], Any] = _moved
    show: Callable[[Any, Any], Any] = lambda value, _table: value  # (value, table) -> fact

    @property
    def settable(self) -> bool:
        """Whether `start:` can set the fact."""
        return self.read is not _moved


MOVED = Kind()


def whole(low: int = 0, high: int = MOST) -> Kind:
    """Return the type of facts that are whole numbers from `low` to `high`."""
    return Kind(lambda reader, name, _: reader.whole(name, low, low, high))


FLAG = Kind(lambda reader, name, _: reader.yes(name))


def one_of(*known: str) -> Kind:
    """Return the type of facts that are one of these words."""
    return Kind(lambda reader, name, _: reader.word(name, known, ""))


def parsed(
    parse: Callable[[Any, Any], V | None], expected: str | Callable[[Any], str],
    show: Callable[[V, Any], object] = lambda value, _table: value,
) -> Kind:  # fmt: skip
    """Return a type of facts whose values `parse(written, table)` returns; None means an error."""

    def read(reader: FactReader, name: str, table: Any) -> Any:
        raw = reader.raw(name)
        if (value := parse(raw, table)) is None:
            words = expected if isinstance(expected, str) else expected(table)
            raise reader.wrong(name, f"expected {words}, not {shown(raw)}")
        return value

    return Kind(read, show)


def pieces(known: Callable[[Any], Collection[str]]) -> Kind:
    """Return the type of facts that are pieces in order; `known(table)` returns their names."""
    return Kind(lambda reader, name, table: reader.words(name, known(table)))


def _seat(reader: FactReader, name: str, table: Any) -> int:
    found = reader.word(name, (*table.players, "nobody"), "")
    return -1 if found == "nobody" else int(table.players.index(found))


SEAT = Kind(
    _seat, lambda seat, table: "nobody" if seat is None or seat < 0 else table.players[seat]
)
SEATS = Kind(
    lambda reader, name, table: tuple(
        table.players.index(each) for each in reader.words(name, table.players)
    ),
    lambda seats, table: tuple(table.players[seat] for seat in seats),
)


def of_players(kind: Kind) -> Kind:
    """Return the type of facts by player, such as ``{Ann: 1, Bob: 2}``, stored as (seat, value)."""

    def read(reader: FactReader, name: str, table: Any) -> tuple[tuple[int, Any], ...]:
        inner = reader.inner(name)
        found = tuple(
            (seat, kind.read(inner, player, table))
            for seat, player in enumerate(table.players)
            if player in inner
        )
        inner.done()
        return found

    return Kind(
        read if kind.settable else _moved,
        lambda pairs, table: FrozenMap(
            {table.players[seat]: kind.show(value, table) for seat, value in pairs}
        ),
    )
