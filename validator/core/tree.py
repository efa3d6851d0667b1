"""The tree of a data file, in which every value knows its line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as Dictionary
from types import MappingProxyType
from typing import NamedTuple

from validator.core.location import Cell, Location

Plain = str | int | float | bool | None
Said = Dictionary[str, dict[tuple[str, ...], "CellContent"]]  # cells by language and path


class SpreadsheetColumn(NamedTuple):
    """A column of a spreadsheet: its number, its title, and the name of the worksheet.

    The cells of the column share it.
    """

    number: int
    title: str = ""
    sheet: str = ""


class Node:
    """A value and its location; `cell` is set if it comes from a spreadsheet."""

    __slots__ = ("_cell", "_row", "column", "file", "line")

    def __init__(self, file: str, line: int, column: int) -> None:
        self.file = file
        self.line = line
        self.column = column
        self._cell: Cell | SpreadsheetColumn | None = None

    @property
    def cell(self) -> Cell | None:
        found = self._cell
        return Cell(self._row, *found) if isinstance(found, SpreadsheetColumn) else found

    @cell.setter
    def cell(self, cell: Cell | None) -> None:
        self._cell = cell

    def put(self, row: int, column: SpreadsheetColumn) -> None:
        """Record the spreadsheet cell that contains the value.

        The cells of a column share one `SpreadsheetColumn`, which halves the memory.
        """
        self._row = row
        self._cell = column

    def put_beside(self, other: Node) -> None:
        """Record the same spreadsheet cell as that of another node."""
        self._cell = other._cell
        if isinstance(self._cell, SpreadsheetColumn):
            self._row = other._row

    @property
    def location(self) -> Location:
        return Location(self.file, self.line, self.column, self.cell)


class Scalar(Node):
    """A text, a number, true, false or null. `raw` is the text as written."""

    __slots__ = ("raw", "value")

    def __init__(self, file: str, line: int, column: int, value: Plain, raw: str) -> None:
        super().__init__(file, line, column)
        self.value = value
        self.raw = raw


class Sequence(Node):
    """A list of nodes."""

    __slots__ = ("items",)

    def __init__(self, file: str, line: int, column: int) -> None:
        super().__init__(file, line, column)
        self.items: list[Node] = []


class Mapping(Node):
    """A mapping from names to nodes. `keys` contains the location of each name."""

    __slots__ = ("entries", "keys")

    def __init__(self, file: str, line: int, column: int) -> None:
        super().__init__(file, line, column)
        self.entries: dict[str, Node] = {}
        self.keys: dict[str, Scalar] = {}


class CellContent(Scalar):
    """The content of a spreadsheet cell.

    `damaged` describes how a spreadsheet program changed the typed text, as the end of "this is …";
    `inside` is the offset of the text in the cell: 1 within quotation marks.
    """

    __slots__ = ("damaged", "inside")

    def __init__(
        self, file: str, line: int, column: int, value: Plain, raw: str, damaged: str = ""
    ) -> None:
        self.file = file  # not by the classes above: sheets have tens of thousands of cells
        self.line = line
        self.column = column
        self._cell = None
        self.value = value
        self.raw = raw
        self.damaged = damaged
        self.inside = 0


# Most rows use this: an empty dictionary for each would take as much memory as a word.
_NOTHING_SAID: Said = MappingProxyType({})


class Columns(Mapping):
    """A row of a spreadsheet, or the part of it below a dotted column name.

    `head` is the location of the row that names the columns. `path` contains the names before the
    dot. `said` contains the cells with translations, by language and path.
    """

    __slots__ = ("_find", "cells", "head", "path", "said")

    def __init__(
        self,
        place: tuple[str, int, int],
        head: Node,
        cells: list[CellContent | None],
        path: tuple[str, ...],
        find: Callable[[Columns, str], Node | None],
    ) -> None:
        super().__init__(*place)
        self.head = head
        self.cells = cells  # cells of the whole row
        self.path = path
        self._find = find
        self.said = _NOTHING_SAID

    def say(self, language: str, path: tuple[str, ...], cell: CellContent) -> None:
        """Store the translation from a column in another language."""
        if language not in self.said:
            self.said = {**self.said, language: {}}
        self.said[language][path] = cell

    def blank(self, name: str) -> Node | None:
        """Return a node for the empty cell of a column, or None if there is no such column."""
        return self._find(self, name)


def settle(node: Node, cell: Cell) -> None:
    """Record a spreadsheet cell for a node and for all nodes below it."""
    node.cell = cell
    if cell.sheet:
        node.line, node.column = cell.row, cell.column
    if isinstance(node, Sequence):
        for item in node.items:
            settle(item, cell)
    elif isinstance(node, Mapping):
        for entry in (*node.keys.values(), *node.entries.values()):
            settle(entry, cell)


def scalars(node: Node) -> Iterator[Scalar]:
    """Yield all scalars below a node, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    elif isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from scalars(entry)


def place_of(node: Node, value: object) -> Location:
    """Return where `value` is written below `node`, or the node's own location if it is not
    found.
    """
    for scalar in scalars(node):
        if scalar.value == value or scalar.raw == value:
            return scalar.location
    return node.location


def describe(node: Node) -> str:
    """Return a description of a node for messages: ``'four'``, ``a list``, ``nothing``."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    assert isinstance(node, Scalar)
    if node.value is None and not node.raw:
        return "nothing"
    shown = node.raw if len(node.raw) <= 40 else node.raw[:37] + "…"
    return f"'{shown}'"
