"""Converts rows of a spreadsheet to a tree: a list of cards, one per row, and each card a mapping
from columns to cells.

The first row names the columns; one with a dot in its name, `price.coins`, sets part of a field.
Empty cells and rows are ignored. A row that begins with `# ` is a comment, and so is a column whose
name begins with `#`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Listed
from typing import NamedTuple, TypeGuard

from validator.core.location import Cell, Location, Problem, did_you_mean
from validator.core.tree import CellContent, Columns, Node, Scalar, Sequence, SpreadsheetColumn
from validator.load.cells import SERIALS, SMALL, serial
from validator.load.columns import ANY_NAMES, DOT, IGNORED, ColumnNames, plainly
from validator.load.where import Where, is_taken

# Its number as a program shows it, and its cells; an empty one is nothing, or has no words.
Row = tuple[int, list[CellContent | None]]
Rows = Listed[Where]  # the conditions that select rows
MOST_ROWS = 20_000  # non-empty ones: as many as a component may have designs
MOST_COLUMNS = 1000
MOST_CELLS = 1_000_000
WIDEST = 1_000  # columns; no deck has as many fields
_LANGUAGE = re.compile(r"(.+?) ?: ?([a-z]{2}(?:-[A-Z]{2})?)")  # words:it
TOO_WIDE = f"a worksheet may have at most {WIDEST:,} columns; is this a deck of cards?"
TOO_LARGE = f"a worksheet may have at most {MOST_ROWS:,} rows and {MOST_CELLS:,} cells; split it"


class TableRows(Sequence):
    """The cards of a spreadsheet, and the names of all its columns, even if they contain no
    values.
    """

    __slots__ = ("titles",)

    def __init__(self, file: str) -> None:
        super().__init__(file, 1, 1)
        self.titles: tuple[str, ...] = ()


def _empty(name: str, sheet: str) -> Problem:
    place = Location(name, 0, 0, Cell(1, 1, "", sheet) if sheet else None)
    message = "the worksheet is empty" if sheet else "the file is empty"
    return Problem(place, f"{message}; expected a first row that names the columns", "syntax")


def read_rows(
    rows: Iterable[Row],
    name: str,
    sheet: str = "",
    names: ColumnNames = ANY_NAMES,
    where: Rows = (),
) -> tuple[Sequence | None, list[Problem]]:
    """Return the cards of a spreadsheet, and the problems of its columns.

    `names` maps columns to fields, such as `Title` to `title`. Only rows that
    match `where` are cards.
    """
    found = TableRows(name)
    problems: list[Problem] = []
    head: _Head | None = None
    values = 0
    for number, cells in rows:
        values += len(cells)
        first = next((cell for cell in cells if _full(cell)), None)
        if values > MOST_CELLS and first is None:
            return found, [*problems, Problem(Location(name), TOO_LARGE, "syntax")]
        if first is None or is_remark(first.raw):
            continue
        first.cell = Cell(number, cells.index(first) + 1, "", sheet)
        if values > MOST_CELLS or len(found.items) >= MOST_ROWS:
            return found, [*problems, Problem(first.location, TOO_LARGE, "syntax")]
        if head is None:
            if len(cells) > MOST_COLUMNS:
                message = f"{len(cells):,} columns; a worksheet may have at most {MOST_COLUMNS:,}"
                return None, [*problems, Problem(first.location, message, "syntax")]
            head = _Head(cells, first, names, where)
            found.titles = head.titles
        elif not found.items and head.is_title(cells):
            return None, [head.title_row(number)]
        elif head.takes(cells, first):
            found.items.append(head.row(cells, first, problems))
    if head is None:
        return None, [*problems, _empty(name, sheet)]
    return found, [*head.found, *problems, *head.dates(found.items)]


def is_remark(words: str) -> bool:
    """Return whether a row that begins with this text is a comment."""
    return words == "#" or words.startswith("# ")


class _Column(NamedTuple):
    """A named column. `path` contains the parts of the name between its dots."""

    title: str
    path: tuple[str, ...]
    name: CellContent  # the cell that names it
    place: SpreadsheetColumn
    language: str = ""  # language of a column such as `words:it`


class _Head:
    """The row that names the columns."""

    def __init__(
        self, cells: list[CellContent | None], first: CellContent, names: ColumnNames, where: Rows
    ) -> None:
        self.first = first
        self.where = where
        self.names = names
        self.found: list[Problem] = []
        self.columns: list[_Column | None] = []
        self.nameless: set[int] = set()  # columns whose first row is empty
        self.reported: set[int] = set()
        self._dates: dict[int, list[CellContent]] = {}  # by column: numbers that could be dates
        self._large: set[int] = set()  # columns with other large numbers
        self.keys: dict[tuple[str, ...], dict[str, Scalar]] = {}  # shared by all rows
        assert first.cell
        row, sheet = first.cell.row, first.cell.sheet
        self.row_place = SpreadsheetColumn(1, "", sheet)  # shared by all rows
        self.titles = titles = tuple(
            " ".join(cell.raw.split()) if _full(cell) else "" for cell in cells
        )
        named = [title for title in titles if title and not title.startswith("#")]
        targets = names.targets(dict.fromkeys(map(_stem, named)))  # in their order
        meant = names.meant(targets)  # is read as the most likely field, and reported
        seen: dict[tuple[str, ...], str] = {}
        unknown: dict[str, CellContent] = {}
        for index, (cell, title) in enumerate(zip(cells, titles, strict=True)):
            if not _full(cell):
                self.nameless.add(index)
                self.columns.append(None)
                continue
            cell.put(row, SpreadsheetColumn(index + 1, "", sheet))
            target = IGNORED if title.startswith("#") else targets[_stem(title)]
            if target is None:
                unknown.setdefault(_stem(title), cell)
                target = meant.get(_stem(title))
            if target is None or target == IGNORED:
                self.columns.append(None)
            else:
                self.columns.append(self._column(cell, title, target, seen))
        self.looked_at = [self._place_of(each.column, titles) for each in where]
        self._compare(named)
        if unknown:
            self._say(next(iter(unknown.values())), names.proposal(unknown, meant), "columns")

    def _compare(self, named: list[str]) -> None:
        """Report columns that `columns:` in game.yaml names but the spreadsheet lacks."""
        stems = {plainly(title) for title in map(_stem, named)}
        for title in self.names.renamed:
            if plainly(title) not in stems:
                near = did_you_mean(title, map(_stem, named))
                message = f"there is no column '{title}', which `columns:` of game.yaml names{near}"
                self._say(self.first, message, "columns")

    def _place_of(self, column: str, titles: tuple[str, ...]) -> int:
        """Return the number of the column that `where:` names, or -1 after reporting a problem."""
        plain = [plainly(title) for title in titles]
        if plainly(column) in plain:
            return plain.index(plainly(column))
        near = did_you_mean(column, filter(None, titles))
        message = f"there is no column '{column}', which `where:` of game.yaml names{near}"
        self._say(self.first, message, "columns")
        return -1

    def takes(self, cells: list[CellContent | None], first: CellContent) -> bool:
        """Return whether a row is a card of this component."""
        if not self.where or -1 in self.looked_at:
            return True
        said = [cells[place] if place < len(cells) else None for place in self.looked_at]
        return is_taken(first, [each.raw if each else "" for each in said], self.where)

    def _column(
        self, cell: CellContent, title: str, target: str, seen: dict[tuple[str, ...], str]
    ) -> _Column | None:
        plain, language = _in_language(title)
        path = (*DOT.split(target), *(part.strip() for part in DOT.split(plain)[1:]))
        if not all(path):
            self._say(
                cell,
                f"'{title}': a dot in a column's name separates two names; write a name "
                "before and after it",
            )
            return None
        if path in seen and not language:
            same = "occurs twice" if seen[path] == title else f"means the same as '{seen[path]}'"
            self._say(cell, f"the column '{title}' {same}", "duplicate-key")
            return None
        for other in () if language else seen:
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter]:
                message = f"the column '{title}' repeats a part of '{seen[other]}'"
                if len(path) < len(other):
                    message = f"the column '{seen[other]}' repeats a part of '{title}'"
                self._say(cell, f"{message}; keep one of the two", "duplicate-key")
                return None
        if not language:
            seen[path] = title
        assert cell.cell
        place = SpreadsheetColumn(cell.cell.column, title, cell.cell.sheet)
        return _Column(title, path, cell, place, language)

    def _say(self, cell: CellContent, message: str, check: str = "syntax") -> None:
        self.found.append(Problem(cell.location, message, check))

    def is_title(self, cells: list[CellContent | None]) -> bool:
        """Return whether a row looks like the names of the columns, although an earlier row has
        them.
        """
        known = self.names.known()
        words = {plainly(cell.raw) for cell in cells if _full(cell)}
        named = {plainly(_stem(column.title)) for column in self.columns if column}
        return bool(words & known) and not named & known

    def title_row(self, number: int) -> Problem:
        message = (
            f"this row names no column, but row {number} does; delete the rows above that "
            f"one, or begin them with '# '"
        )
        return Problem(self.first.location, message, "syntax")

    def row(
        self, cells: list[CellContent | None], first: CellContent, problems: list[Problem]
    ) -> Columns:
        """Return the card in a row."""
        assert first.cell
        number, sheet = first.cell.row, first.cell.sheet
        card = Columns((first.file, first.line, 1), self.first, cells, (), self._blank)
        card.put(number, self.row_place)
        for index, cell in enumerate(cells):
            if cell is None or not (cell.raw or cell.damaged):
                continue
            if index >= len(self.columns) or index in self.nameless:
                cell.put(number, SpreadsheetColumn(index + 1, "", sheet))
                self._report_nameless(index, cell, cells, problems)
                continue
            column = self.columns[index]
            if column is None:  # a remark, or reported already
                continue
            cell.put(number, column.place)
            if type(cell.value) is not str:
                self._look_for_date(index, cell)
            if column.language:
                card.say(column.language, column.path, cell)
            elif len(column.path) == 1:
                card.entries[column.path[0]] = cell
                card.keys[column.path[0]] = column.name
            else:
                self._enter(card, column, cell, cells)
        card.keys = self.keys.setdefault(tuple(card.keys), card.keys)
        return card

    def _look_for_date(self, index: int, cell: CellContent) -> None:
        value = cell.value
        if type(value) is int and value in SERIALS:
            self._dates.setdefault(index, []).append(cell)
        elif isinstance(value, int | float) and value >= SMALL:
            self._large.add(index)

    def dates(self, rows: list[Node]) -> Iterator[Problem]:
        """Yield warnings about numbers, in columns of words or small numbers, that are probably
        dates into which a program turned '3-4'.
        """
        for index, found in self._dates.items():
            cells = [row.cells[index : index + 1] for row in rows if isinstance(row, Columns)]
            full = sum(any(map(_full, each)) for each in cells)
            if index not in self._large and full >= 2 * len(found):
                for cell in found:
                    assert isinstance(cell.value, int)
                    yield Problem(cell.location, serial(cell.value), "cell", "warning")

    def _enter(
        self, card: Columns, column: _Column, cell: CellContent, cells: list[CellContent | None]
    ) -> None:
        """Store a cell in the card, under the name of its column."""
        into = card
        for depth, part in enumerate(column.path[:-1], 1):
            inner = into.entries.get(part)
            if inner is None:
                path = column.path[:depth]
                place = (cell.file, cell.line, cell.column)
                inner = Columns(place, self.first, cells, path, self._blank)
                inner.put_beside(cell)
                into.entries[part] = inner
                into.keys[part] = column.name
            assert isinstance(inner, Columns)
            into = inner
        into.entries[column.path[-1]] = cell
        into.keys[column.path[-1]] = column.name

    def _blank(self, row: Columns, name: str) -> Node | None:
        """Return the empty cell that a row has in this column, or in the column of a part of the
        field.
        """
        wanted = (*row.path, name)
        for index, column in enumerate(self.columns):
            if column and column.path[: len(wanted)] == wanted:
                return _blank(row.cells, index, row.location, column.title)
        return None

    def _report_nameless(
        self,
        index: int,
        cell: CellContent,
        cells: list[CellContent | None],
        problems: list[Problem],
    ) -> None:
        """Report each column without a name, at its first cell."""
        if index in self.reported:
            return
        assert cell.cell
        assert self.first.cell
        message = (
            f"this column has no name in row {self.first.cell.row}; "
            "name it, or begin its name with '#' if it contains comments"
        )
        if index >= len(self.columns) and not cell.cell.sheet:
            extra = len(cells) - len(self.columns)
            more = f"this row has {extra} cell{'s' * (extra > 1)} more than there are columns"
            message = f"{more}; put cells that contain the separator in quotation marks"
            self.reported.update(range(index, len(cells)))
        self.reported.add(index)
        problems.append(Problem(cell.location, message, "syntax"))


def _blank(cells: list[CellContent | None], index: int, at: Location, title: str) -> CellContent:
    """Return an empty cell of a row, with its location."""
    assert at.cell
    near = cells[index] if index < len(cells) else None
    line, column = (near.line, near.column) if near else (at.line, at.column)
    if at.cell.sheet:
        line, column = at.cell.row, index + 1
    node = CellContent(at.file, line, column, None, "")
    node.cell = Cell(at.cell.row, index + 1, title, at.cell.sheet)
    return node


def _stem(title: str) -> str:
    """Return the part of a column's name before the first dot or the suffix for the language."""
    return DOT.split(_in_language(title)[0])[0].strip()


def _in_language(title: str) -> tuple[str, str]:
    """Split a column's name into the name and its language: ``words:it``."""
    match = _LANGUAGE.fullmatch(title)
    return (match[1], match[2]) if match else (title, "")


def _full(cell: CellContent | None) -> TypeGuard[CellContent]:
    return cell is not None and bool(cell.raw or cell.damaged)
