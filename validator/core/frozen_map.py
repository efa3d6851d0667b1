"""Immutable named values: the fields of a card or the numbers of a rule."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any

from validator.core.location import did_you_mean


class FrozenMap(Mapping[Any, Any]):
    """An immutable mapping.

    ``mapping.name`` reads a value; tables may have whole numbers as keys: ``limit[4]``.
    """

    __slots__ = ("_values",)
    _values: dict[Any, Any]

    def __init__(self, values: dict[Any, Any]) -> None:
        object.__setattr__(self, "_values", values)

    def __getitem__(self, name: object) -> Any:
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"no '{name}' here{did_you_mean(name, self._values)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a FrozenMap cannot be changed")

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    # As those of Mapping, and faster: a replay compares the facts of each position.
    def get(self, name: object, default: object = None) -> Any:
        return self._values.get(name, default)

    def keys(self) -> KeysView[Any]:
        return self._values.keys()

    def values(self) -> ValuesView[Any]:
        return self._values.values()

    def items(self) -> ItemsView[Any, Any]:
        return self._values.items()

    def __eq__(self, other: object) -> bool:
        if type(other) is FrozenMap:
            return self._values == other._values
        return isinstance(other, Mapping) and self._values == dict(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"FrozenMap({self._values!r})"
