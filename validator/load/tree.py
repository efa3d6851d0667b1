"""A tree of what a data file says, in which every value remembers its line and column."""

from __future__ import annotations

from collections.abc import Iterator

from validator.spot import Spot

Plain = str | int | float | bool | None


class Node:
    """A value and its place. `raw` is the scalar's text as it was written."""

    __slots__ = ("column", "file", "line")

    def __init__(self, file: str, line: int, column: int) -> None:
        self.file = file
        self.line = line
        self.column = column

    @property
    def spot(self) -> Spot:
        return Spot(self.file, self.line, self.column)


class Scalar(Node):
    """A word, a number, true, false or nothing."""

    __slots__ = ("raw", "value")

    def __init__(self, file: str, line: int, column: int, value: Plain, raw: str) -> None:
        super().__init__(file, line, column)
        self.value = value
        self.raw = raw


class Sequence(Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, file: str, line: int, column: int) -> None:
        super().__init__(file, line, column)
        self.items: list[Node] = []


class Mapping(Node):
    """Names and values. `keys` holds the place of each name."""

    __slots__ = ("entries", "keys")

    def __init__(self, file: str, line: int, column: int) -> None:
        super().__init__(file, line, column)
        self.entries: dict[str, Node] = {}
        self.keys: dict[str, Scalar] = {}


def scalars(node: Node) -> Iterator[Scalar]:
    """All scalars below a node, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from scalars(entry)


def place_of(node: Node, value: object) -> Spot:
    """Where below `node` the scalar `value` was written; the node's own place if nowhere."""
    for scalar in scalars(node):
        if scalar.value == value or scalar.raw == value:
            return scalar.spot
    return node.spot


def describe(node: Node) -> str:
    """What a node is, in the words of a message: ``'four'``, ``a list``, ``nothing``."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    assert isinstance(node, Scalar)
    if node.value is None and not node.raw:
        return "nothing"
    shown = node.raw if len(node.raw) <= 40 else node.raw[:37] + "…"
    return f"'{shown}'"
