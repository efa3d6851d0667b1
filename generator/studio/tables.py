"""Shows a card file as a table, and edits one cell or row without changing anything else.

An edit replaces the characters of one value in place and reads the file again. If this would change
anything else, the edit is refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

V = TypeVar("V")  # what a format compares: all values of a file


class EditError(Exception):
    """Raised for an edit that cannot be made; the message says why, and what to do."""


class EditedCell(NamedTuple):
    """A value in a table, with its location.

    `fixed` is the reason why it cannot be edited, or is empty.
    """

    text: str = ""
    line: int = 0
    column: int = 0
    fixed: str = ""


class TableRow(NamedTuple):
    """A card in a table.

    `number` is its row number in a spreadsheet program or, in other files, its first line.
    """

    number: int
    last: int  # line
    cells: tuple[EditedCell, ...]


@dataclass(frozen=True)
class EditedTable:
    """The cards in a file, and the names of its columns as they are written there."""

    titles: tuple[str, ...]
    rows: tuple[TableRow, ...]
    appends: bool = False  # whether a new card can only be the last one


class TableFormat(Protocol[V]):
    """A file format for cards.

    Methods raise EditError for a broken file.
    """

    def read(self, data: bytes) -> EditedTable:
        """Return the table in a file."""
        ...

    def values(self, data: bytes) -> V:
        """Return all contents of a file, to compare them before and after an edit.

        These are the rows, each with its values by column.
        """
        ...

    def with_cell(self, data: bytes, row: int, column: int, text: str) -> Iterator[bytes]:
        """Yield the file with a cell replaced, once for each notation that may express `text`.

        `set_cell` tries them in this order.
        """
        ...

    def changed(self, before: V, after: V, row: int, column: int, text: str) -> bool:
        """Return whether two contents differ only in this cell, and the cell now contains
        `text`.
        """
        ...

    def with_copy(self, data: bytes, row: int) -> tuple[bytes, int]:
        """Return the file with a card duplicated, and the row of the duplicate."""
        ...

    def without(self, data: bytes, row: int) -> bytes:
        """Return the file without a card."""
        ...

    def only(self, data: bytes, row: int) -> bytes:
        """Return the file with only this card, so that the card can be drawn."""
        ...


_KEPT: deque[tuple[TableFormat[Any], bytes, EditedTable]] = deque(maxlen=8)


def table_of(format_: TableFormat[V], data: bytes) -> EditedTable:
    """Return the table in a file.

    The result is cached, because each edit reads a file again.
    """
    for known, said, table in [*_KEPT]:
        if said == data and known == format_:
            return table
    table = format_.read(data)
    _KEPT.append((format_, data, table))
    return table


def set_cell(format_: TableFormat[V], data: bytes, row: int, column: int, text: str) -> bytes:
    """Return the file with the text of one cell replaced.

    Raises EditError.
    """
    text = text.replace("\r\n", "\n").strip()
    table = table_of(format_, data)
    cell = table.rows[row].cells[column]
    if cell.fixed:
        raise EditError(cell.fixed)
    if cell.text == text:
        return data
    before = format_.values(data)
    for tried in format_.with_cell(data, row, column, text):
        try:
            if format_.changed(before, format_.values(tried), row, column, text):
                return tried
        except EditError:
            continue
    raise EditError(
        f"‘{_short(text)}’ cannot be written here without changing something else in the file; "
        "edit this value in the file"
    )


def copy_row(format_: TableFormat[V], data: bytes, row: int) -> tuple[bytes, int]:
    """Return the file with a copy of a card, and the copy's row. Raises EditError."""
    table = table_of(format_, data)
    made, place = format_.with_copy(data, row)
    found = _texts(table_of(format_, made))
    expected = _texts(table)
    expected.insert(place, expected[row])
    if found != expected:
        raise EditError(
            "the card cannot be copied without changing another one; copy it in the file"
        )
    return made, place


def drop_row(format_: TableFormat[V], data: bytes, row: int) -> bytes:
    """Return the file without a card. Raises EditError."""
    expected = _texts(table_of(format_, data))
    if len(expected) < 2:
        raise EditError("a deck must have at least one card; change this card instead")
    del expected[row]
    made = format_.without(data, row)
    if _texts(table_of(format_, made)) != expected:
        raise EditError(
            "the card cannot be deleted without changing another one; delete it in the file"
        )
    return made


def _texts(table: EditedTable) -> list[dict[str, str]]:
    return [
        {
            title: cell.text
            for title, cell in zip(table.titles, row.cells, strict=False)
            if cell.text
        }
        for row in table.rows
    ]


def _short(text: str) -> str:
    return text if len(text) < 40 else text[:39] + "…"
