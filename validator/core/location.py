"""Locations of values in files, and problems with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple


class Cell(NamedTuple):
    """A cell of a spreadsheet, named as spreadsheet programs name it.

    Rows and columns count from 1.

    A cell without a title represents its whole row, or a cell of the row that names the columns.
    """

    row: int
    column: int
    title: str = ""  # title of the column
    sheet: str = ""  # name of the worksheet; empty for a CSV file

    @property
    def name(self) -> str:
        """The name of the cell: ``C7``, or ``Heroes!C7`` in a workbook."""
        name = f"{letters(self.column)}{self.row}"
        if not self.sheet:
            return name
        if re.fullmatch(r"[^\W\d]\w*", self.sheet):
            return f"{self.sheet}!{name}"
        quoted = self.sheet.replace("'", "''")
        return f"'{quoted}'!{name}"


def letters(column: int) -> str:
    """Return a column's letters: ``A`` for 1, ``AB`` for 28."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


class Location(NamedTuple):
    """A place in a file. Lines and columns count from 1; line 0 means the file as a whole.

    In a workbook, which has no lines, they are the numbers of the cell's row and column.
    """

    file: str
    line: int = 0
    column: int = 0
    cell: Cell | None = None

    def __str__(self) -> str:
        if self.cell and self.cell.sheet:
            return f"{self.file}:{self.cell.name}"
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def __lt__(self, other: Location) -> bool:  # type: ignore[override]
        return self._order() < other._order()

    def __gt__(self, other: Location) -> bool:  # type: ignore[override]
        return other < self

    def _order(self) -> tuple[str, str, int, int]:
        return *self.part, self.line, self.column

    @property
    def part(self) -> tuple[str, str]:
        """The file and, for a workbook, the worksheet.

        Line numbers can be compared only within one of these.
        """
        return self.file, self.cell.sheet if self.cell else ""

    @property
    def row(self) -> str:
        """The location for messages about the same file: ``line 4``, or ``row 4`` in a
        spreadsheet.
        """
        return f"row {self.cell.row}" if self.cell else f"line {self.line}"


Level = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Problem:
    """A problem in the user's data: its location, a message with a fix, and the check that found
    it.

    A warning is probably a mistake, but causes no failure without `--strict`; a note is informative
    only.
    """

    location: Location
    message: str
    check: str
    level: Level = "error"

    def __lt__(self, other: Problem) -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[Location, str, str, str]:
        return self.location, self.message, self.check, self.level

    def __str__(self) -> str:
        level = "" if self.level == "error" else f"{self.level}: "
        return f"{self.location}: {level}{self.full_message} [{self.check}]"

    @property
    def full_message(self) -> str:
        """The message, with the column's name and, in a CSV file, the row number in a
        spreadsheet program.
        """
        cell = self.location.cell
        if cell is None:
            return self.message
        row = "" if cell.sheet else f"row {cell.row}"
        where = ", ".join(filter(None, (row, cell.title and f"'{cell.title}'")))
        return f"{where}: {self.message}" if where else self.message


MOST_PROBLEMS = 1000  # problems per file; reading ends there
LONGEST_HINT = 80  # characters of a word that is compared with the known words


def did_you_mean(word: str, known: Iterable[object]) -> str:
    """Return ``; did you mean 'mill'?`` for a misspelled word, for use at the end of a message.

    If no known word is similar, return a list of the known words, or an empty string if there are
    more than 12.
    """
    if len(word) > LONGEST_HINT:
        return ""
    import difflib  # takes time, and most runs have nothing to suggest

    words = sorted({str(each) for each in known})
    lower = {each.lower(): each for each in reversed(words)}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=0.65)
    if near:
        return f"; did you mean '{lower[near[0]]}'?"
    if 0 < len(words) <= 12:
        return f"; known: {', '.join(words)}"
    return ""
