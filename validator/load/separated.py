"""Reads CSV as rows of cells with their lines and columns.

Cells are separated by commas, semicolons or tabs, as shown by the first row or by a line `sep=;`
above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validator.core.location import MOST_PROBLEMS, Location, Problem
from validator.core.tree import CellContent, Sequence
from validator.load.cells import damaged, parse_value, typed
from validator.load.columns import ANY_NAMES, ColumnNames, plainly
from validator.load.table import TOO_WIDE, WIDEST, Row, Rows, is_remark, read_rows

_SEPARATOR_LINE = re.compile(r'"?(?:sep|SEP)=([^"\r\n])"?(?:\r\n|\r|\n|\Z)')
_HEAD = 100_000  # characters in which the names of the columns must be
_NEWLINE = re.compile(r"\r\n|\r|\n")
_NEWLINES = re.compile(r"[\r\n]+")
_QUOTED = re.compile(r'"(?:[^"]++|"")*+"')
# First characters of numbers and of values that programs damaged.
_TELLING = frozenset("'+-#0123456789")
_BARE = re.compile(r"[^\r\n]*")


def read_separated(
    text: str, name: str, names: ColumnNames = ANY_NAMES, where: Rows = ()
) -> tuple[Sequence | None, list[Problem]]:
    """Return the cards of a CSV file, and its problems. `names` are the possible column names."""
    broken: list[Problem] = []
    match = _SEPARATOR_LINE.match(text)
    begin = match.end() if match else 0
    separator = match[1] if match else _separator(text, names)
    read = _alike(_rows(text, name, begin, separator, broken), separator, broken)
    rows, problems = read_rows(read, name, "", names, where)
    return rows, [*broken, *problems]


def separator_of(text: str, names: ColumnNames = ANY_NAMES) -> str:
    """Return the character that separates the cells of a CSV text."""
    match = _SEPARATOR_LINE.match(text)
    return match[1] if match else _separator(text, names)


def rows_of(text: str, separator: str) -> list[tuple[int, list[CellContent | None]]]:
    """Return all rows of a CSV text with their numbers, including comments and empty cells.

    Raises ValueError with a message for a text that is not CSV.
    """
    broken: list[Problem] = []
    match = _SEPARATOR_LINE.match(text)
    found = [*_rows(text, "", match.end() if match else 0, separator, broken)]
    if broken:
        raise ValueError(broken[0].message)
    return found


def span_of(text: str, cell: CellContent, separator: str) -> tuple[int, int]:
    """Return the range of a cell in its text, including quotation marks."""
    start = 0
    for number, newline in enumerate(_NEWLINE.finditer(text), 2):
        if number > cell.line:
            break
        start = newline.end()
    match = _cell(separator).match(text, start + cell.column - 1)
    assert match
    return match.span()


def _separator(text: str, names: ColumnNames) -> str:
    """Return the most frequent separator in the row with the names of columns, or else in the
    first row.
    """
    known = names.known()
    lines = _NEWLINE.split(_QUOTED.sub("", text[:_HEAD]))
    lines = [line for line in lines if line.strip(" \t,;") and not line.startswith("#")]
    for line in lines:
        if known & {plainly(part) for part in re.split("[,;\t]", line)}:
            return max(",;\t", key=line.count)
    return max(",;\t", key=lines[0].count) if lines else ","


def _alike(rows: Iterator[Row], separator: str, broken: list[Problem]) -> Iterator[Row]:
    """Yield the rows that use the same separator as the first row; the others become problems."""
    widest, usual = 0, _SIGNS.get(separator, f"'{separator}'")
    for number, cells in rows:
        alone = cells[0] if len(cells) == 1 else None
        raw = alone.raw if alone and not alone.inside else ""
        other = next((each for each in ",;\t" if raw.count(each) >= widest - 1 > 0), "")
        if alone and other and not is_remark(raw):
            message = (
                f"the cells of this row are separated by {_SIGNS[other]}, but those of the rows "
                f"above by {usual}; also use {usual} here"
            )
            if len(broken) < MOST_PROBLEMS:
                broken.append(Problem(alone.location, message, "syntax"))
            continue
        widest = max(widest, len(cells))
        yield number, cells


_SIGNS = {",": "commas", ";": "semicolons", "\t": "tabs"}


def _cell(separator: str) -> re.Pattern[str]:
    # Possessive: no text, however odd, is scanned twice.
    return re.compile(
        rf'[ \xa0]*"((?:[^"]++|"")*+)"[ \xa0]*(?={re.escape(separator)}|[\r\n]|\Z)'
        rf"|([^{re.escape(separator)}\r\n]*+)"
    )


def _rows(text: str, name: str, at: int, separator: str, broken: list[Problem]) -> Iterator[Row]:
    """Yield the rows of a CSV text until its end, or until a misplaced quotation mark."""
    cell = _cell(separator)
    comma = separator != ","
    line, begin = (2, at) if at else (1, 0)
    number, cells = 1, list[CellContent | None]()
    while True:
        if not cells and (empty := _NEWLINES.match(text, at)):
            rows = sum(map(empty[0].count, "\r\n")) - empty[0].count("\r\n")
            number, line, at = number + rows, line + rows, empty.end()
            begin = at
        match = cell.match(text, at)
        assert match
        column = at - begin + 1
        if match[1] is None and text.startswith('"', at):
            broken.append(
                Problem(Location(name, line, column), _unclosed(text, at, line), "syntax")
            )
            return
        cells.append(_content(match, name, line, column, comma))
        if len(cells) > WIDEST:
            broken.append(Problem(Location(name, line, column), TOO_WIDE, "syntax"))
            return
        if match[1]:
            for newline in _NEWLINE.finditer(text, at, match.end()):
                line, begin = line + 1, newline.end()
        at = match.end()
        if text.startswith(separator, at):
            at += 1
            continue
        yield number, cells
        if at == len(text):
            return
        at += 2 if text.startswith("\r\n", at) else 1
        if at == len(text):
            return
        number, cells, line, begin = number + 1, [], line + 1, at


def _content(match: re.Match[str], name: str, line: int, column: int, comma: bool) -> CellContent:
    """Return the content of a cell; `comma` allows numbers with a decimal comma."""
    if match[1] is None:
        raw = typed(match[2].strip())
    else:
        raw = typed(_NEWLINE.sub("\n", match[1].replace('""', '"').strip()))
    written = CellContent(name, line, column, raw or None, raw)
    if raw and raw[0] in _TELLING:
        written.value = parse_value(raw, comma)
        written.damaged = damaged(raw)
        if written.damaged and isinstance(written.value, str):
            written.value = None
    written.inside = match[1] is not None
    return written


def _unclosed(text: str, at: int, line: int) -> str:
    """Return the message about an unclosed quotation mark at the beginning of a cell."""
    closed = _QUOTED.match(text, at)
    if closed is None:
        return "this quotation mark is not closed"
    line += len(_NEWLINE.findall(text, at, closed.end()))
    more = _BARE.match(text, closed.end())
    return (
        f"the cell that begins here with a quotation mark is closed in line {line}, before "
        f"'{more[0][:20] if more else ''}'; write quotation marks inside a cell twice"
    )
