"""CSV text to a tree: a list of cards, one a row, each a mapping from column name to cell.

Comma, semicolon or tab separate the cells, as the first row shows. An empty cell is no entry.
A cell that begins with `[` or `{` is read as YAML, for lists and mappings.
"""

from __future__ import annotations

import csv
import io

from validator.load.tree import Mapping, Node, Scalar, Sequence
from validator.load.yaml import plain, read_yaml
from validator.spot import Problem, Spot

_LONGEST_CELL = 1_000_000


def read_table(text: str, name: str) -> tuple[Sequence | None, list[Problem]]:
    """The rows of a CSV file as a sequence of mappings, and its problems."""
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    csv.field_size_limit(_LONGEST_CELL)
    lines = text.splitlines(keepends=True)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = Sequence(name, 1, 1)
    problems: list[Problem] = []
    header: list[str] = []
    start = 1
    try:
        for cells in reader:
            place = _Places(name, lines[start - 1 : reader.line_num], start, separator)
            start = reader.line_num + 1
            if not header:
                header = [cell.strip() for cell in cells]
                problems += _header_problems(header, place)
            elif any(cell.strip() for cell in cells):
                rows.items.append(_row(cells, header, place, problems))
    except csv.Error as error:
        reason = "a quotation mark is not closed" if "unexpected end" in str(error) else str(error)
        problems.append(Problem(Spot(name, start), reason, "syntax"))
    if not header:
        problems.append(
            Problem(Spot(name), "the file is empty; the first row names the columns", "syntax")
        )
        return None, problems
    return rows, problems


class _Places:
    """Lines and columns of the cells of one row."""

    def __init__(self, name: str, lines: list[str], line: int, separator: str) -> None:
        self.name = name
        self.line = line
        self.spots = [(line, 1)]
        if len(lines) == 1 and '"' not in lines[0]:  # the common row, without a walk over it
            column = 1
            for cell in lines[0].split(separator)[:-1]:
                column += len(cell) + 1
                self.spots.append((line, column))
            return
        quoted = False
        for number, text in enumerate(lines, line):
            for column, character in enumerate(text, 1):
                if character == '"':
                    quoted = not quoted
                elif character == separator and not quoted:
                    self.spots.append((number, column + 1))

    def of(self, index: int) -> tuple[int, int]:
        return self.spots[index] if index < len(self.spots) else (self.line, 1)


def _header_problems(header: list[str], place: _Places) -> list[Problem]:
    problems = []
    for index, title in enumerate(header):
        spot = Spot(place.name, *place.of(index))
        if not title:
            problems.append(Problem(spot, "this column has no name", "syntax"))
        elif title in header[:index]:
            problems.append(Problem(spot, f"the column '{title}' stands twice", "duplicate-key"))
    return problems


def _row(cells: list[str], header: list[str], place: _Places, problems: list[Problem]) -> Mapping:
    row = Mapping(place.name, place.line, 1)
    if len(cells) > len(header):
        spot = Spot(place.name, *place.of(len(header)))
        extra = len(cells) - len(header)
        problems.append(
            Problem(
                spot,
                f"{extra} more cells than columns; quote a cell that holds the separator",
                "syntax",
            )
        )
    for index, (title, cell) in enumerate(zip(header, cells, strict=False)):
        if not cell.strip():
            continue
        line, column = place.of(index)
        row.keys[title] = Scalar(place.name, line, column, title, title)
        row.entries[title] = _cell(cell, place.name, line, column, problems)
    return row


def _cell(cell: str, name: str, line: int, column: int, problems: list[Problem]) -> Node:
    if cell.lstrip()[:1] in ("[", "{"):
        node, found = read_yaml(cell, name, line, column)
        problems += found
        if node is not None:
            return node
    return Scalar(name, line, column, plain(cell.strip()), cell.strip("\r\n"))
