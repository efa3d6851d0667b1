"""Reads and edits Excel workbooks as tables.

A cell's element is replaced in the XML of its worksheet. All other parts of the file stay
unchanged, so that the formats, comments and macros of other programs are kept.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO

from generator.studio.tables import EditedCell, EditedTable, EditError, TableRow
from validator.core.location import letters
from validator.load.cells import parse_value
from validator.load.table import is_remark
from validator.load.workbook import cells_of

SheetValues = tuple[dict[str, bytes], dict[int, dict[int, str]]]  # other parts, cells by row
FORMULA = "a formula computes this cell; change it in a spreadsheet program"
_CELL = r'<(?P<ns>\w+:)?c(?=[^>]*\sr="{}")(?P<attributes>[^>]*?)(?:/>|>(?P<inner>.*?)</(?P=ns)?c>)'


@dataclass(frozen=True)
class WorkbookFormat:
    """The format of a worksheet in a workbook."""

    sheet: str = ""

    def _found(self, data: bytes) -> tuple[str, str, dict[int, dict[int, str]]]:
        try:
            return cells_of(data, self.sheet)
        except ValueError as error:
            raise EditError(str(error)) from None

    def _cards(self, rows: dict[int, dict[int, str]]) -> list[int]:
        """Return the number of the row that names the columns, and the numbers of the card rows."""
        found = [
            number for number, cells in sorted(rows.items()) if not is_remark(cells[min(cells)])
        ]
        if not found:
            raise EditError("the worksheet has no row that names its columns")
        return found

    def read(self, data: bytes) -> EditedTable:
        _, part, rows = self._found(data)
        head, *cards = self._cards(rows)
        wide = max(rows[head])
        titles = tuple(" ".join(rows[head].get(each, "").split()) for each in range(1, wide + 1))
        formulas = _formulas(_part(data, part))
        return EditedTable(titles, tuple(
            TableRow(number, 0, tuple(
                EditedCell(rows[number].get(column, ""), number, column,
                     FORMULA if f"{letters(column)}{number}" in formulas else "")
                for column in range(1, wide + 1)
            ))
            for number in cards
        ), appends=True)  # fmt: skip

    def values(self, data: bytes) -> SheetValues:
        _, part, rows = self._found(data)
        return _others(data, part), rows

    def changed(
        self, before: SheetValues, after: SheetValues, row: int, column: int, text: str
    ) -> bool:
        (parts, rows), (parts_now, rows_now) = before, after
        number = self._cards(rows)[row + 1]
        cells = {**rows[number], column + 1: text}
        if not text:
            del cells[column + 1]
        expected = {**rows, number: cells}
        if not cells:
            del expected[number]
        return bool(parts == parts_now and expected == rows_now)

    def with_cell(self, data: bytes, row: int, column: int, text: str) -> Iterator[bytes]:
        _, part, rows = self._found(data)
        number = self._cards(rows)[row + 1]
        xml = _part(data, part).decode("utf-8")
        value = parse_value(text) if text else None
        kinds = [True, False] if isinstance(value, int | float) else [False]
        for as_number in kinds:
            yield _with_part(data, part, _placed(xml, number, column + 1, text, as_number))

    def with_copy(self, data: bytes, row: int) -> tuple[bytes, int]:
        _, part, rows = self._found(data)
        cards = self._cards(rows)
        xml = _part(data, part).decode("utf-8")
        if len(_formulas(xml.encode()) & {f"{letters(each)}{cards[row + 1]}" for each in
                                          rows[cards[row + 1]]}):  # fmt: skip
            raise EditError(
                "a formula computes a cell of this card; copy the card in your spreadsheet program"
            )
        number = max(rows) + 1
        for column, text in rows[cards[row + 1]].items():
            as_number = isinstance(parse_value(text), int | float)
            xml = _placed(xml, number, column, text, as_number)
        return _with_part(data, part, xml), len(cards) - 1

    def without(self, data: bytes, row: int) -> bytes:
        _, part, rows = self._found(data)
        number = self._cards(rows)[row + 1]
        xml = _part(data, part).decode("utf-8")
        for column in rows[number]:
            xml = _placed(xml, number, column, "", False)
        return _with_part(data, part, xml)

    def only(self, data: bytes, row: int) -> bytes:
        _, part, rows = self._found(data)
        head, *cards = self._cards(rows)
        xml = _part(data, part).decode("utf-8")
        kept = (f'r="{head}"', f'r="{cards[row]}"')

        def alone(match: re.Match[str]) -> str:
            return match[0] if any(each in match["attributes"] for each in kept) else ""

        lines = r"<(?P<ns>\w+:)?row\b(?P<attributes>[^>]*?)(?:/>|>.*?</(?P=ns)?row>)"
        return _with_part(data, part, re.sub(lines, alone, xml, flags=re.DOTALL))


def _part(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return archive.read(_named(archive, name))


def _named(archive: zipfile.ZipFile, name: str) -> str:
    return next(each for each in archive.namelist() if each.replace("\\", "/").lstrip("/") == name)


def _others(data: bytes, part: str) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        own = _named(archive, part)
        return {each: archive.read(each) for each in archive.namelist() if each != own}


def _with_part(data: bytes, name: str, xml: str) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as archive, zipfile.ZipFile(made, "w") as target:
        own = _named(archive, name)
        for info in archive.infolist():
            target.writestr(info, xml.encode() if info.filename == own else archive.read(info))
    return made.getvalue()


def _formulas(part: bytes) -> set[str]:
    """Return the references, such as ``B2``, of cells with formulas."""
    found = re.finditer(rb'<(?:\w+:)?c\b[^>]*\sr="([A-Z]+[0-9]+)"[^>]*>\s*<(?:\w+:)?f[ >/]', part)
    return {each[1].decode() for each in found}


def _placed(xml: str, row: int, column: int, text: str, as_number: bool) -> str:
    """Return the worksheet with one cell replaced; the cell's style is kept."""
    reference = f"{letters(column)}{row}"
    known = re.compile(_CELL.format(reference), re.DOTALL).search(xml)
    if known:
        style = re.search(r'\ss="[0-9]+"', known["attributes"])
        made = _element(known["ns"] or "", reference, style[0] if style else "", text, as_number)
        return xml[: known.start()] + made + xml[known.end() :]
    line = re.compile(
        rf'<(?P<ns>\w+:)?row(?=[^>]*\sr="{row}")[^>]*?(?:(?P<empty>/)>|>(?P<inner>.*?)</(?P=ns)?row>)',
        re.DOTALL,
    ).search(xml)
    if line is None:
        end = re.search(r"</(?P<ns>\w+:)?sheetData>", xml)
        if end is None:
            raise EditError(
                "the worksheet has no rows; enter the first card in your spreadsheet program"
            )
        ns = end["ns"] or ""
        made = f'<{ns}row r="{row}">{_element(ns, reference, "", text, as_number)}</{ns}row>'
        return xml[: end.start()] + made + xml[end.start() :]
    ns = line["ns"] or ""
    made = _element(ns, reference, "", text, as_number)
    if line["empty"]:
        head = xml[line.start() : line.end() - 2]
        return xml[: line.start()] + f"{head}>{made}</{ns}row>" + xml[line.end() :]
    at = line.start("inner")
    for each in re.finditer(r'<(?:\w+:)?c\b[^>]*\sr="([A-Z]+)[0-9]+"', line["inner"]):
        if (len(each[1]), each[1]) > (len(letters(column)), letters(column)):
            return xml[: at + each.start()] + made + xml[at + each.start() :]
    return xml[: line.end("inner")] + made + xml[line.end("inner") :]


def _element(ns: str, reference: str, style: str, text: str, as_number: bool) -> str:
    if not text:
        return f'<{ns}c r="{reference}"{style}/>'
    if as_number:
        return f'<{ns}c r="{reference}"{style}><{ns}v>{parse_value(text)}</{ns}v></{ns}c>'
    words = escape(text, quote=False)
    return (
        f'<{ns}c r="{reference}"{style} t="inlineStr"><{ns}is><{ns}t xml:space="preserve">{words}'
        f"</{ns}t></{ns}is></{ns}c>"
    )
