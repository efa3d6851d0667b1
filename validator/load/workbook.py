"""Reads one worksheet of an Excel workbook: its values, and the texts that Excel displays for them.

It uses only the standard library and reads cell by cell. openpyxl and calamine were tried: neither
distinguishes a formula without a result from an empty cell, a merged cell, or `007` from 7.
"""

from __future__ import annotations

import datetime
import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from posixpath import join, normpath
from xml.etree.ElementTree import Element, ParseError, iterparse

from validator.core.location import Cell, Location, Problem, did_you_mean
from validator.core.tree import CellContent, Plain, Sequence
from validator.load import cells
from validator.load.columns import ANY_NAMES, ColumnNames
from validator.load.table import (
    MOST_CELLS,
    MOST_ROWS,
    TOO_LARGE,
    TOO_WIDE,
    WIDEST,
    Row,
    Rows,
    is_remark,
    read_rows,
)
from validator.load.text import LARGEST

MOST_ELEMENTS = 3_000_000  # elements of a part: as many as a worksheet full of words needs
MOST_EMPTY = 500_000  # empty elements, or elements that were read and cleared
DEEPEST = 100
MOST_INSIDE = 100_000  # elements inside an element, except rows and words already read
TOO_MANY = (
    "the workbook contains far more elements than a deck needs; copy the cards into a new workbook"
)
DAMAGED = "the workbook is damaged; open it in a spreadsheet program, and save it again"
NO_WORKBOOK = "this is not an .xlsx workbook; save it again as .xlsx, or as 'CSV UTF-8'"
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_FULL = re.compile(rb"<(?:\w+:)?[vft][ >]")  # a value, a formula or words
# Rows without a value. Programs write a million of them for a sheet that is formatted as a whole.
_EMPTY_ROW = re.compile(
    rb'<row (?=[^<>]*\br="[0-9]+")[^<>]*+(?:(?<=/)>|>\s*+(?:<c [^<>]*+/>\s*+)*+</row>)\s*+'
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_RANGE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})(?::([A-Z]{1,3})([0-9]{1,7}))?")
# Number formats that a file need not define (ECMA-376 part 1, 18.8.30).
_KNOWN_FORMATS = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_ASIDE = re.compile(r'"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_.|\*.', re.IGNORECASE)

Found = tuple[Plain, str, str]  # value, words, what was damaged
_NOTHING: Found = (None, "", "")


class _BrokenWorkbookError(Exception):
    """A workbook that cannot be read or is too large. `row` is the row of the error."""

    def __init__(self, message: str, row: int = 0) -> None:
        super().__init__(message)
        self.row = row


def read_workbook(
    data: bytes,
    name: str,
    sheet: str = "",
    names: ColumnNames = ANY_NAMES,
    asked: Location | None = None,
    where: Rows = (),
) -> tuple[Sequence | None, list[Problem]]:
    """Return the cards of one worksheet of a workbook, and its problems.

    `sheet` is its name; without one, the workbook must have a single non-empty worksheet. `names`
    maps columns to fields, and `asked` is the location in game.yaml that names the workbook.
    """
    try:
        book = _Book(_parts(data))
    except _BrokenWorkbookError as error:
        return None, [Problem(Location(name), str(error), "file")]
    try:
        chosen = book.sheet(sheet)
    except _BrokenWorkbookError as error:
        return None, [Problem(asked or Location(name), str(error), "references")]
    try:
        reading = book.read(chosen)
    except _BrokenWorkbookError as error:
        place = Location(name, error.row, 1, Cell(max(1, error.row), 1, "", chosen))
        return None, [Problem(place, str(error), "file")]
    rows, problems = read_rows(_rows(reading, name), name, chosen, names, where)
    merged = _merged(reading, name, chosen) if rows is not None else []
    return rows, [*problems, *merged]


def cells_of(data: bytes, sheet: str = "") -> tuple[str, str, dict[int, dict[int, str]]]:
    """Return a worksheet's name, its path in the workbook, and its cells' texts by row and column.

    Raises ValueError for data that is not a workbook or lacks the worksheet.
    """
    try:
        book = _Book(_parts(data))
        chosen = book.sheet(sheet)
        rows = book.read(chosen).rows
    except _BrokenWorkbookError as error:
        raise ValueError(str(error)) from None
    words = {
        number: {column: found[1] for column, found in row.items()} for number, row in rows.items()
    }
    return chosen, book.sheets[chosen], words


def _rows(reading: _WorksheetCells, name: str) -> Iterator[Row]:
    for number, row in sorted(reading.rows.items()):
        found: list[CellContent | None] = [None] * max(row)
        for column, (value, raw, damaged) in row.items():
            found[column - 1] = CellContent(name, number, column, value, raw, damaged)
        yield number, found


def _merged(reading: _WorksheetCells, name: str, sheet: str) -> Iterator[Problem]:
    """Yield problems for merged cells among the cards: only the first of them has a value, although
    others look filled.
    """
    wide = max((max(row) for row in reading.rows.values()), default=0)
    for reference in reading.merged:
        ends = _RANGE.fullmatch(reference)
        if not ends or not ends[3]:
            continue
        left, right = sorted((column_number(ends[1]), column_number(ends[3])))
        top, bottom = sorted((int(ends[2]), int(ends[4])))
        full = [row for row in range(top, min(bottom, top + 100) + 1) if row in reading.rows]
        remark = full and is_remark(reading.first(full[0]))
        if remark or not full or left > wide or (len(full) < 2 and min(right, wide) <= left):
            continue
        message = (
            f"the cells {reference} are merged, so only the first of them has a value; "
            "unmerge them and fill each"
        )
        yield Problem(Location(name, top, left, Cell(top, left, "", sheet)), message, "cell")


# ---- the parts of the file


def _parts(data: bytes) -> dict[str, bytes]:
    """Return the XML parts of a workbook, unpacked; pictures and other parts are skipped."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise _BrokenWorkbookError(
            "this is an old .xls workbook, or one with a password; "
            "save it as .xlsx without a password"
        )
    if not data.startswith(b"PK"):
        raise _BrokenWorkbookError(NO_WORKBOOK)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            wanted = [each for each in archive.infolist() if _is_read(each)]
            if sum(each.file_size for each in wanted) > LARGEST:
                raise _BrokenWorkbookError(
                    f"the workbook unpacks to more than {LARGEST // 1024**2} MB; delete the empty "
                    "rows below the last card and the worksheets without cards, or split it"
                )
            return {_path(each.filename): archive.read(each) for each in wanted}
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError):
        raise _BrokenWorkbookError(DAMAGED) from None


def _path(name: str) -> str:
    """Return a part's name in normal form; some programs write backslashes as in Windows paths."""
    return name.replace("\\", "/").lstrip("/")


def _is_read(part: zipfile.ZipInfo) -> bool:
    """Return whether a part may be needed: XML with a supported compression."""
    plain = part.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
    folders = ("theme", "drawing", "media", "chart", "pivot", "comments", "docProps", "customXml")
    aside = any(each in part.filename for each in folders)
    return plain and not aside and part.filename.endswith((".xml", ".rels"))


def _elements(part: bytes) -> Iterator[Element]:
    """Yield the XML elements of a part of the workbook, each when its end is reached.

    A document type declaration, which could be an entity bomb, is an error. Programs use different
    namespaces, so tags are compared without them.
    """
    if b"<!DOCTYPE" in part.replace(b"\0", b""):  # without them, UTF-16 reads like ASCII
        raise _BrokenWorkbookError("the workbook contains a document type; save it again")
    above: list[Element] = []
    dropped = 0
    try:
        for number, (event, element) in enumerate(iterparse(BytesIO(part), ("start", "end"))):
            if number > 2 * MOST_ELEMENTS:
                raise _BrokenWorkbookError(TOO_MANY)
            if event == "start":
                above.append(element)
                if len(above) > DEEPEST:
                    raise _BrokenWorkbookError(TOO_MANY)
                continue
            yield element
            above.pop()
            # Empty elements, and those read and cleared, are dropped; a cell counts as a column.
            empty = not (element.attrib or element.text or len(element))
            if above and empty and not element.tag.endswith("}c"):
                del above[-1][-1]
                if (dropped := dropped + 1) > MOST_EMPTY:
                    raise _BrokenWorkbookError(TOO_MANY)
            elif above and len(above[-1]) > MOST_INSIDE:
                raise _BrokenWorkbookError(TOO_MANY)
    except (ParseError, LookupError, ValueError):  # the last two: unknown encodings
        raise _BrokenWorkbookError(DAMAGED) from None


def _attributes(part: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the XML elements of a small part of the workbook with their attributes, without
    namespaces.
    """
    for element in _elements(part):
        attributes = {key.rpartition("}")[2]: value for key, value in element.items()}
        yield element.tag.rpartition("}")[2], attributes


class _Book:
    """A workbook: its worksheets by name, and the data that they share."""

    def __init__(self, parts: dict[str, bytes]) -> None:
        self.parts = parts
        main = self._related("", "officeDocument")
        if not main:
            raise _BrokenWorkbookError(NO_WORKBOOK)
        self.main = next(iter(main.values()))
        sheets = self._related(self.main, "worksheet")
        self.sheets: dict[str, str] = {}  # name -> part
        self.epoch = datetime.datetime(1899, 12, 30)
        for element, attributes in _attributes(parts[self.main]):
            if element == "sheet" and attributes.get("id") in sheets and "name" in attributes:
                self.sheets[attributes["name"]] = sheets[attributes["id"]]
            elif element == "workbookPr" and attributes.get("date1904") in ("1", "true"):
                self.epoch = datetime.datetime(1904, 1, 1)
        self.strings = self._strings()
        self.forms = self._forms()

    def _related(self, part: str, kind: str) -> dict[str, str]:
        """Return the parts of one type that a part of the workbook refers to, by their IDs."""
        folder, _, file = part.rpartition("/")
        found = {}
        named = self.parts.get(join(folder, "_rels", f"{file}.rels"), b"<none/>")
        for element, attributes in _attributes(named):
            if element == "Relationship" and attributes.get("Type", "").endswith(f"/{kind}"):
                target = attributes.get("Target", "")
                path = target if target.startswith("/") else join("/", folder, target)
                path = normpath(path).lstrip("/")
                if path in self.parts:
                    found[attributes.get("Id", "")] = path
        return found

    def _strings(self) -> list[Found]:
        """Return the workbook's list of shared strings, to which cells refer."""
        found = []
        for part in self._related(self.main, "sharedStrings").values():
            for element in _elements(self.parts[part]):
                if element.tag.endswith("}si"):
                    found.append(_words(_text(element)))
                    element.clear()
        return found

    def _forms(self) -> list[str]:
        """Return the number format of each cell style, or `date` for dates."""
        forms = dict(_KNOWN_FORMATS)
        styles: list[int] = []
        for part in self._related(self.main, "styles").values():
            for element in _elements(self.parts[part]):
                if element.tag.endswith("}numFmt"):
                    forms[_whole(element.get("numFmtId"))] = element.get("formatCode", "")
                elif element.tag.endswith("}cellXfs"):
                    styles = [_whole(each.get("numFmtId")) for each in element]
        found = {each: forms.get(each, "General") for each in styles}
        return ["date" if _is_date(each, found[each]) else found[each] for each in styles]

    def sheet(self, wanted: str) -> str:
        """Return the name of the worksheet to read.

        It is `wanted` or, without a name, the only worksheet that is not empty.
        """
        if wanted in self.sheets:
            return wanted
        if wanted:  # Excel does not allow two sheets whose names differ only in case
            same = [each for each in self.sheets if each.casefold() == wanted.casefold()]
            if same:
                return same[0]
            hint = did_you_mean(wanted, self.sheets)
            raise _BrokenWorkbookError(f"the workbook has no worksheet '{wanted}'{hint}")
        full = [each for each in self.sheets if _FULL.search(self._part(each))]
        if len(full) == 1 or len(self.sheets) == 1:
            return (full or [*self.sheets])[0]
        if not full:
            raise _BrokenWorkbookError("all worksheets of the workbook are empty")
        named = ", ".join(full)
        raise _BrokenWorkbookError(
            f"the workbook has the worksheets {named}; say which has the cards, "
            f"as in 'deck.xlsx#{full[0]}'"
        )

    def _part(self, sheet: str) -> bytes:
        return self.parts[self.sheets[sheet]]

    def read(self, sheet: str) -> _WorksheetCells:
        """Return the non-empty cells of a worksheet."""
        reading = _WorksheetCells()
        for element in _elements(_EMPTY_ROW.sub(b"", self._part(sheet))):
            if element.tag.endswith("}row"):
                reading.take(element, self)
                element.clear()
            elif element.tag.endswith("}mergeCell") and len(reading.merged) < 1000:
                reading.merged.append(element.get("ref", ""))
        return reading


def _text(element: Element) -> str:
    """Return the text of an element without its phonetic hints (`rPh`, in Japanese)."""
    words = []
    for each in element:
        if each.tag.endswith("}t"):
            words.append(each.text or "")
        elif each.tag.endswith("}r"):
            words += [part.text or "" for part in each if part.tag.endswith("}t")]
    return "".join(words)


class _WorksheetCells:
    """The non-empty cells of a worksheet by row and column."""

    def __init__(self) -> None:
        self.rows: dict[int, dict[int, Found]] = {}
        self.merged: list[str] = []
        self.last = self.values = 0

    def first(self, row: int) -> str:
        """Return the text of a row's first non-empty cell."""
        return self.rows[row][min(self.rows[row])][1]

    def take(self, row: Element, book: _Book) -> None:
        self.last = _whole(row.get("r"), self.last + 1)
        column = 0
        cells: dict[int, Found] = {}
        for cell in row:
            place = _RANGE.fullmatch(cell.get("r", ""))
            column = column_number(place[1]) if place else column + 1
            found = _found(cell, book, self.last)
            if found[1] or found[2]:
                if column > WIDEST:
                    raise _BrokenWorkbookError(TOO_WIDE, self.last)
                cells[column] = found
        if cells:
            self.rows[self.last] = cells
            self.values += len(cells)
        if self.values > MOST_CELLS or len(self.rows) > MOST_ROWS + 1:
            raise _BrokenWorkbookError(TOO_LARGE, self.last)


def _found(cell: Element, book: _Book, row: int) -> Found:
    """Return the contents of a cell. The types of cells are those of ECMA-376 part 1, 18.18.11."""
    kind, written, formula = cell.get("t", "n"), "", False
    for part in cell:
        tag = part.tag
        if tag.endswith("}v"):
            written = part.text or ""
        elif tag.endswith("}f"):
            formula = True
        elif tag.endswith("}is"):
            written = _text(part)
    if kind == "s":
        index = _whole(written, -1)
        if index < 0 and not written:
            return _NOTHING
        if not 0 <= index < len(book.strings):
            raise _BrokenWorkbookError(DAMAGED, row)
        return book.strings[index]
    if kind in ("str", "inlineStr"):
        return _words(written)
    if not written.strip():
        return (None, "", cells.NO_RESULT) if formula else _NOTHING
    if kind == "e":
        return None, written, f"the error {written} of a formula; fix the formula"
    if kind == "b":
        yes = written.strip() in ("1", "true")
        raw = "TRUE" if yes else "FALSE"
        return (
            yes,
            raw,
            f"{raw}, which the spreadsheet stored as true or false, not as a word; {cells.AGAIN}",
        )
    if kind == "d":
        return None, written, cells.date(written)
    style = _whole(cell.get("s"))
    form = book.forms[style] if style < len(book.forms) else "General"
    return _numeral(written, form, book.epoch, row)


def _numeral(written: str, form: str, epoch: datetime.datetime, row: int) -> Found:
    try:
        number = float(written)
        finite = cells.whole_if_so(number) if abs(number) < 1e300 else None
    except ValueError:
        finite = None
    if finite is None:
        raise _BrokenWorkbookError(
            f"'{written[:20]}' is not a number; the workbook is damaged", row
        )
    if form == "date":
        day = _date(number, epoch)
        return None, day, cells.date(day)
    raw = cells.shown(finite, form)
    if "%" in form and isinstance(finite, int):
        return float(finite), raw, ""
    shortened = re.search(r"[eE][-+]", _ASIDE.sub("", form))
    return finite, raw, cells.shortened(f"{number:.2E}") if shortened else ""


def _date(number: float, epoch: datetime.datetime) -> str:
    """Return a date, a time or both, from the number of days since an epoch."""
    try:
        day = epoch + datetime.timedelta(days=number, milliseconds=500)
    except OverflowError:
        return f"{number:g}"
    words = str(day.replace(microsecond=0)).removesuffix(" 00:00:00")
    return words.rpartition(" ")[2] if 0 <= number < 1 else words


def _words(text: str) -> Found:
    if "_x" in text:
        text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    raw = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if control := _CONTROL.search(raw):
        sign = f"U+{ord(control[0]):04X}"
        return None, _CONTROL.sub("\ufffd", raw), f"text with the character {sign}; delete it"
    return (cells.parse_value(raw, True) if raw else None), raw, ""


def _is_date(number: int, form: str) -> bool:
    if number in _DATES:
        return True
    plain = _ASIDE.sub("", form.split(";")[0])
    return form != "General" and bool(re.search(r"[dmyhsDMYHS]", plain)) and "@" not in plain


@lru_cache(WIDEST)
def column_number(column: str) -> int:
    """Return the number of a column: 1 for ``A``."""
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - 64
    return number


def _whole(words: str | None, otherwise: int = 0) -> int:
    return int(words) if words and re.fullmatch("[0-9]{1,8}", words) else otherwise
