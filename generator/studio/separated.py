"""Reads and edits CSV files as tables.

The characters of a cell are replaced, including its quotation marks.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from generator.studio.tables import EditedCell, EditedTable, EditError, TableRow
from validator.core.tree import CellContent
from validator.load.cells import no_formula
from validator.load.columns import ANY_NAMES, ColumnNames
from validator.load.separated import rows_of, separator_of, span_of
from validator.load.table import is_remark

Cells = list[CellContent | None]
Rows = list[tuple[int, Cells]]
WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class ParsedRows(NamedTuple):
    """A parsed CSV file: its separator, all its rows, and the rows that are not comments."""

    separator: str
    rows: Rows
    cards: Rows


@dataclass(frozen=True)
class SeparatedFormat:
    """The format of files whose cells are separated by commas, semicolons or tabs."""

    names: ColumnNames = ANY_NAMES

    def _decoded(self, data: bytes) -> tuple[str, bytes, str]:
        """Return the text of a file, its byte order mark, and its encoding."""
        for mark, codec in (*WIDE.items(), (codecs.BOM_UTF8, "utf-8"), (b"", "utf-8")):
            if data.startswith(mark):
                try:
                    return data[len(mark) :].decode(codec), mark, codec
                except UnicodeDecodeError:
                    break
        raise EditError("the file is not UTF-8 text; save it as ‘CSV UTF-8’")

    def _parsed(self, data: bytes) -> ParsedRows:
        return _parsed(self._decoded(data)[0], frozenset(self.names.known()))

    def _cards(self, data: bytes) -> Rows:
        """Return the row that names the columns, and the rows with cards."""
        found = self._parsed(data).cards
        if not found:
            raise EditError("the file has no row that names its columns")
        return found

    def read(self, data: bytes) -> EditedTable:
        (_, head), *cards = self._cards(data)
        titles = tuple(" ".join(each.raw.split()) if each else "" for each in head)
        return EditedTable(
            titles,
            tuple(TableRow(number, 0, _shown(cells, len(titles))) for number, cells in cards),
        )

    def values(self, data: bytes) -> list[tuple[int, list[str]]]:
        return [(number, _full(cells)) for number, cells in self._parsed(data).rows]

    def changed(
        self, before: list[tuple[int, list[str]]], after: list[tuple[int, list[str]]],
        row: int, column: int, text: str,
    ) -> bool:  # fmt: skip
        place = self._place(before, row)
        number, cells = before[place]
        wide = [*cells, *[""] * (column + 1 - len(cells))]
        wide[column] = text
        while wide and not wide[-1]:
            wide.pop()
        return after == [*before[:place], (number, wide), *before[place + 1 :]]

    def _place(self, rows: list[tuple[int, list[str]]], row: int) -> int:
        """Return the index of a card's row among all rows."""
        full = [
            place
            for place, (_, cells) in enumerate(rows)
            if (first := next(filter(None, cells), "")) and not is_remark(first)
        ]
        return full[row + 1]

    def with_cell(self, data: bytes, row: int, column: int, text: str) -> Iterator[bytes]:
        written, mark, codec = self._decoded(data)
        separator = self._parsed(data).separator
        cells = self._cards(data)[row + 1][1]
        known = cells[column] if column < len(cells) else None
        if known is not None:
            start, end = span_of(written, known, separator)
            before = ""
        else:
            last = next(each for each in reversed(cells) if each is not None)
            start = end = span_of(written, last, separator)[1]
            before = separator * (column + 1 - len(cells))
        quoted = known is not None and known.inside
        said = no_formula(text) if not re.fullmatch(r"-?[0-9.,]+%?", text) else text
        for each in (said, text):
            needs = re.search(rf'["\r\n]|{re.escape(separator)}', each)
            again = '"' + each.replace('"', '""') + '"'
            for form in (again,) if needs or quoted else (each, again):
                made = written[:start] + before + form + written[end:]
                yield mark + made.encode(codec)

    def with_copy(self, data: bytes, row: int) -> tuple[bytes, int]:
        written, mark, codec = self._decoded(data)
        start, end = self._lines(data, written, row)
        newline = "\r\n" if "\r\n" in written else "\n"
        line = written[start:end].rstrip("\r\n")
        before = written[:end] if written[:end].endswith(("\n", "\r")) else written[:end] + newline
        after = written[end:]
        copy = line + (newline if after or written.endswith(("\n", "\r")) else "")
        return mark + (before + copy + after).encode(codec), row + 1

    def without(self, data: bytes, row: int) -> bytes:
        written, mark, codec = self._decoded(data)
        start, end = self._lines(data, written, row)
        return mark + (written[:start] + written[end:]).encode(codec)

    def only(self, data: bytes, row: int) -> bytes:
        written, mark, codec = self._decoded(data)
        head = written[slice(*self._lines(data, written, -1))]
        return mark + (head + written[slice(*self._lines(data, written, row))]).encode(codec)

    def _lines(self, data: bytes, written: str, row: int) -> tuple[int, int]:
        """Return the range of a card's lines in a CSV file, including the last newline."""
        cells = self._cards(data)[row + 1][1]
        separator = self._parsed(data).separator
        full = [each for each in cells if each is not None]
        start = span_of(written, full[0], separator)[0]
        end = span_of(written, full[-1], separator)[1]
        newline = re.compile(r"\r\n|\r|\n").match(written, end)
        return start, newline.end() if newline else end


@lru_cache(4)
def _parsed(text: str, known: frozenset[str]) -> ParsedRows:
    """Return a text parsed into rows.

    The result is cached, because an edit parses the same text several times.
    """
    separator = separator_of(text, ColumnNames(tuple(known)))
    try:
        rows = rows_of(text, separator)
    except ValueError as error:
        raise EditError(f"the file cannot be read: {error}") from None
    cards = []
    for number, cells in rows:
        first = next((each.raw for each in cells if each and each.raw), "")
        if first and not is_remark(first):
            cards.append((number, cells))
    return ParsedRows(separator, rows, cards)


def _full(cells: Cells) -> list[str]:
    """Return the texts of a row without trailing empty cells."""
    found = [each.raw if each else "" for each in cells]
    while found and not found[-1]:
        found.pop()
    return found


def _shown(cells: Cells, wide: int) -> tuple[EditedCell, ...]:
    found = [
        EditedCell(each.raw, each.line, each.column) if each else EditedCell()
        for each in cells[:wide]
    ]
    return (*found, *[EditedCell()] * (wide - len(found)))
