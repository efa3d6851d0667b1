"""Workbooks: what Excel makes of a deck, how it is told, and files that mean harm.

Most are written by openpyxl, another reader and writer of the format; the rest by hand.
"""

from __future__ import annotations

import datetime
import io
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from validator.core.model import Card, Loaded
from validator.core.reports import REPORTERS
from validator.core.tree import CellContent, Columns
from validator.load.columns import ColumnNames
from validator.load.game import load_game
from validator.load.separated import read_separated
from validator.load.shape import MappingShape, Reader, ShapeField, Text
from validator.load.workbook import read_workbook

NAMES = ColumnNames(("id", "title", "copies", "source", "words", "price", "tags"))
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def book_of(*rows: Sequence[Any], **sheets: Sequence[Sequence[Any]]) -> openpyxl.Workbook:
    """A workbook with these rows; with more sheets, if they are named."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Deck"
    for row in rows:
        sheet.append(row)
    for name, others in sheets.items():
        other = book.create_sheet(name)
        for row in others:
            other.append(row)
    return book


def packed(sheet: str, head: str = "", **others: str) -> bytes:
    """A workbook by hand: the rows of its one sheet as XML."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        parts = {
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
            '<sheet name="Deck" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship '
            f'Id="r1" Type="{OFFICE}/worksheet" Target="/xl/worksheets/one.xml"/></Relationships>',
            "xl/worksheets/one.xml": f'{head}<worksheet xmlns="{MAIN}">'
            f'<dimension ref="A1:XFD1048576"/><sheetData>{sheet}</sheetData></worksheet>',
            **others,
        }
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def words(cell: str, text: str) -> str:
    return f'<c r="{cell}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


HEAD = f'<row r="1">{words("A1", "title")}{words("B1", "words")}{words("C1", "copies")}</row>'


@pytest.fixture
def deck(tiny: Path) -> Callable[..., Loaded]:
    """The tiny game with this workbook as its deck."""

    def load(data: bytes | openpyxl.Workbook, named: str = "deck.xlsx") -> Loaded:
        game = tiny / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("cards.yaml", named), "utf-8")
        file = tiny / named.split("#")[0]
        file.write_bytes(data if isinstance(data, bytes) else saved(data))
        return load_game(tiny)

    return load


def cards(loaded: Loaded) -> tuple[Card, ...]:
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game.component("cards").cards


def told(loaded: Loaded) -> list[str]:
    return [str(problem).removeprefix("tiny/") for problem in loaded.problems]


def row_of(data: bytes | openpyxl.Workbook) -> Columns:
    data = data if isinstance(data, bytes) else saved(data)
    rows, problems = read_workbook(data, "x.xlsx", "", NAMES)
    assert problems == []
    assert rows is not None
    first = rows.items[0]
    assert isinstance(first, Columns)
    return first


def test_a_deck_may_be_a_workbook(deck: Callable[..., Loaded]) -> None:
    book = book_of(
        ["Title", "Copies", "Words", "tags", "price.coins"],
        ["Ford", 2.0, "Pay **two** :coin:\nand cross. ", "a; b", 2],
        [],
        ["Mill", None, "A mill", None, None],
    )
    ford, mill = cards(deck(book))
    assert (ford.id, ford.copies, ford.words) == ("ford", 2, "Pay **two** :coin:\nand cross.")
    assert (ford.tags, ford.price) == (("a", "b"), {"coins": 2, "barter": None})
    assert (mill.copies, mill.tags, mill.price) == (1, (), None)


def test_one_workbook_feeds_many_decks(tiny: Path, deck: Callable[..., Loaded]) -> None:
    heroes, places = [["title", "words"], ["Ford", "x"]], [["title", "words"], ["Mill", "x"]]
    book = book_of(["to do"], Heroes=heroes, **{"My places": places})
    assert cards(deck(book, "deck.xlsx#My places"))[0].title == "Mill"
    rows, problems = read_workbook(saved(book), "x.xlsx", "heroes", NAMES)
    assert problems == []
    assert rows is not None
    assert str(rows.items[0].location) == "x.xlsx:Heroes!A2"
    game = tiny / "game.yaml"
    text = game.read_text("utf-8").replace("#My places", "#Heros")
    game.write_text(text, "utf-8")
    column = next(line for line in text.splitlines() if "#Heros" in line).index("deck") + 1
    line = text.splitlines().index("    cards: deck.xlsx#Heros") + 1
    said = "the workbook has no worksheet 'Heros'; did you mean 'Heroes'? [references]"
    assert told(load_game(tiny)) == [f"game.yaml:{line}:{column}: {said}"]
    game.write_text(text.replace("#Heros", ""), "utf-8")
    assert told(load_game(tiny)) == [
        f"game.yaml:{line}:{column}: the workbook has the worksheets Deck, Heroes, My places; "
        "say which has the cards, as in 'deck.xlsx#Deck' [references]"
    ]


def test_empty_sheets_are_not_in_the_way(deck: Callable[..., Loaded]) -> None:
    book = book_of(["title", "words"], ["Ford", "x"], Sheet2=[], Sheet3=[])
    assert cards(deck(book, "deck.XLSM"))[0].title == "Ford"


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (7, "000", "007"), (0.5, "0%", "50%"), (0.125, "0.0%", "12.5%"), (1234.5, "#,##0.00",
        "1,234.50"), (3.0, "General", "3"), (0.1 + 0.2, "General", "0.3"), (5, '"$"#,##0', "$5"),
        (5, "[$€-407]0.00", "€5.00"), (-3, "0;[Red](0)", "(3)"), (-3, "0", "-3"), (7, "@", "7"),
        (1.5, "0.##", "1.5"), (2, '0" kg"', "2 kg"), (1234567, "General", "1234567"),
        (5, "_-* 0_-", "5"), (-0.4, "0", "0"), (3, "# ?/?", "3"), (12, "00-00", "12"),
    ],
)  # fmt: skip
def test_words_are_what_the_program_shows(value: float, form: str, shown: str) -> None:
    book = book_of(["title", "words"], ["A", value])
    sheet = book.active
    assert sheet is not None
    sheet["B2"].number_format = form
    cell = row_of(book).entries["words"]
    assert isinstance(cell, CellContent)
    assert cell.raw == shown
    assert cell.value == pytest.approx(value)


def test_numbers_written_as_words_and_whole_ones_with_a_point() -> None:
    data = packed(f'{HEAD}<row r="2"><c r="A2"><v>3.0</v></c>{words("C2", "3")}</row>')
    title, copies = row_of(data).entries["title"], row_of(data).entries["copies"]
    assert isinstance(title, CellContent)
    assert isinstance(copies, CellContent)
    assert (title.raw, copies.value, type(copies.value)) == ("3", 3, int)


def test_words_lose_what_only_the_file_needs(deck: Callable[..., Loaded]) -> None:
    rich = CellRichText("A ", TextBlock(InlineFont(b=True), "bold"), " word")
    book = book_of(["title", "words"], ["A\xa0", rich])
    assert cards(deck(book))[0].words == "A bold word"
    text = words("B2", "one_x000D_\ntwo&#10;three_x0041_")
    data = packed(f'{HEAD}<row r="2">{words("A2", "A")}{text}</row>')
    cell = row_of(data).entries["words"]
    assert isinstance(cell, CellContent)
    assert cell.raw == "one\ntwo\nthreeA"


def test_other_namespaces_and_prefixes() -> None:
    """What Excel calls strict, and what some libraries write, down to the paths."""
    strict = "http://purl.oclc.org/ooxml/"
    data = packed(f'{HEAD}<row r="2">{words("A2", "A")}<c r="C2"><v>2</v></c></row>')
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode().replace(OFFICE, f"{strict}officeDocument/relationships")
            text = text.replace(MAIN, f"{strict}spreadsheetml/main")
            if "worksheets" in name:
                text = re.sub(r"<(/?)(\w)", r"<\1x:\2", text).replace("xmlns=", "xmlns:x=")
            new.writestr(name.replace("/", "\\"), text)
    copies = row_of(out.getvalue()).entries["copies"]
    assert isinstance(copies, CellContent)
    assert copies.value == 2


@pytest.mark.parametrize(("epoch", "day"), [("", "2026-03-04"), ("1", "2030-03-05")])
def test_both_calendars(epoch: str, day: str) -> None:
    styles = (
        f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
        "</styleSheet>"
    )
    sheets = '<sheets><sheet name="Deck" sheetId="1" r:id="r1"/></sheets>'
    related = f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/one.xml"/>'
    data = packed(
        f'{HEAD}<row r="2">{words("A2", "A")}<c r="B2" s="1"><v>46085</v></c></row>',
        **{
            "xl/styles.xml": styles,
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
            f'<workbookPr date1904="{epoch}"/>{sheets}</workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{related}'
            f'<Relationship Id="r2" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
        },
    )
    cell = row_of(data).entries["words"]
    assert isinstance(cell, CellContent)
    assert (cell.value, cell.raw) == (None, day)


@pytest.mark.parametrize("sign", ["0001", "D800", "FFFF"])
def test_a_sign_that_is_no_text_is_reported(sign: str) -> None:
    data = packed(f'{HEAD}<row r="2">{words("A2", f"a_x{sign}_")}</row>')
    rows, _ = read_workbook(data, "x.xlsx", "", NAMES)
    assert rows is not None
    to = Reader()
    MappingShape({"title": ShapeField(Text())}).read(rows.items[0], to)
    assert [str(problem) for problem in to.problems] == [
        f"x.xlsx:Deck!A2: 'title': this is text with the character U+{sign}; delete it [cell]"
    ]


def test_hidden_rows_and_columns_are_read(deck: Callable[..., Loaded]) -> None:
    book = book_of(["title", "words"], ["A", "x"], ["B", "y"])
    sheet = book.active
    assert sheet is not None
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    assert [card.words for card in cards(deck(book))] == ["x", "y"]


def test_remarks_are_not_read(deck: Callable[..., Loaded]) -> None:
    book = book_of(["# My deck"], ["title", "# why", "words"], ["# Heroes"], ["A", "because", "x"])
    sheet = book.active
    assert sheet is not None
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("A3:C3")
    (card,) = cards(deck(book))
    assert str(card.location) == "tiny/deck.xlsx:Deck!A4"


def test_results_of_formulas_are_read() -> None:
    cells = '<c r="C2"><f>1+2</f><v>3</v></c><c r="D2" t="str"><f>""</f><v></v></c>'
    title = '<c r="A2" t="str"><f>"A"&amp;"B"</f><v>AB</v></c>'
    row = row_of(packed(f'{HEAD}<row r="2">{title}{cells}</row>'))
    cells_of = {k: each.raw for k, each in row.entries.items() if isinstance(each, CellContent)}
    assert cells_of == {"title": "AB", "copies": "3"}


def changed(change: Callable[[Any], None]) -> openpyxl.Workbook:
    """A deck of two cards, of which something was changed."""
    book = book_of(["title", "words", "copies", "price.coins"], ["A", "x", 2, 3], ["B", "y", 3, 4])
    change(book.active)
    return book


def put(cell: str, value: Any, form: str = "") -> Callable[[Any], None]:
    def change(sheet: Any) -> None:
        sheet[cell] = value
        if form:
            sheet[cell].number_format = form

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("C3", "four"), "C3: 'copies': expected a whole number from 0, not 'four' [shape]"),
        (put("C3", 1.5), "C3: 'copies': expected a whole number from 0, not '1.5' [shape]"),
        (put("C3", 1, "0%"), "C3: 'copies': expected a whole number from 0, not '100%' [shape]"),
        (put("D3", "x"), "D3: 'price.coins': expected a whole number from 0, not 'x' [shape]"),
        (put("B3", None), "B3: 'words': this cell is empty; expected text [shape]"),
        (
            put("B1", "wrds"),
            "B1: there is no field called 'wrds'; did you mean 'words'? Rename the column, "
            "or write "
            "`columns: {wrds: words}` in game.yaml [columns]",
        ),
        (put("D1", "title"), "D1: the column 'title' occurs twice [duplicate-key]"),
        (
            put("C3", datetime.date(2026, 3, 4)),
            "C3: 'copies': this is the date 2026-03-04, which a spreadsheet program makes of '3-4' "
            "or '3/4'; format the cell as text and type it again [cell]",
        ),
        (
            put("B3", 0.5, "h:mm"),
            "B3: 'words': this is the date 12:00:00, which a spreadsheet program makes "
            "of '3-4' or '3/4'; format the cell as text and type it again [cell]",
        ),
        (
            put("A3", True),
            "A3: 'title': this is TRUE, which the spreadsheet stored as true or false, not "
            "as a word; format the cell as text and type it again [cell]",
        ),
        (
            put("A3", 100000, "0.00E+00"),
            "A3: 'title': this is a number that the spreadsheet program writes as 1.00E+05; "
            "format the cell as text and type it again [cell]",
        ),
        (
            put("C3", "#REF!"),
            "C3: 'copies': this is the error #REF! of a formula; fix the formula [cell]",
        ),
        (
            put("C3", "=1+2"),
            "C3: 'copies': this is a formula without a stored result; "
            "open the file in a spreadsheet program and save it there [cell]",
        ),
        (
            put("F3", "x"),
            "F3: this column has no name in row 1; name it, or begin its name with '#' if it "
            "contains comments"
            " [syntax]",
        ),
        (
            lambda sheet: sheet.merge_cells("C2:C3"),
            "C2: the cells C2:C3 are merged, so only the first of them has a value; "
            "unmerge them and fill each [cell]",
        ),
        (
            lambda sheet: sheet.insert_rows(1) or put("A1", "My deck")(sheet),
            "A1: this row names no column, but row 2 does; delete the rows above that one, or "
            "begin them with '# '"
            " [syntax]",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_once_and_where(
    deck: Callable[..., Loaded], change: Callable[[Any], None], said: str
) -> None:
    assert told(deck(changed(change))) == [f"deck.xlsx:Deck!{said}"]


def test_a_broken_list_in_a_cell_is_reported_by_the_cell(deck: Callable[..., Loaded]) -> None:
    book = book_of(
        ["title", "words", "price"], ["A", "x", "\n {coins: [}"], ["B", "x", "{coins: no}"]
    )
    first, second = told(deck(book))
    assert first.startswith("deck.xlsx:Deck!C2: 'price': ")
    assert second == "deck.xlsx:Deck!C3: 'price': expected a whole number from 0, not 'no' [shape]"


def test_reports_name_the_cell(deck: Callable[..., Loaded]) -> None:
    book = changed(put("C3", "four"))
    book["Deck"].title = "All of the king's"
    problems = deck(book).problems
    message = "'copies': expected a whole number from 0, not 'four'"
    place = "'All of the king''s'!C3"
    assert REPORTERS["text"](problems) == f"tiny/deck.xlsx:{place}: {message} [shape]"
    assert REPORTERS["github"](problems) == (
        f"::error file=tiny/deck.xlsx,title=shape::{place}: {message}"
    )
    assert f'"cell": "{place}"' in REPORTERS["json"](problems)
    assert '"line": 3' in REPORTERS["json"](problems)


# ---- other files, and files that mean harm


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("deck.xls", ".xls files are not supported; save 'deck.xls' as .xlsx or as 'CSV UTF-8'"),
        ("deck.ods", ".ods files are not supported; save 'deck.ods' as .xlsx or as 'CSV UTF-8'"),
        (
            "https://docs.example/deck",
            "'https://docs.example/deck' is a link, and links are not followed; download the file"
            " as .xlsx or .csv",
        ),
        (
            '"a\\0.csv"',
            "'a\0.csv' is not a card file; expected one of .yaml, .yml, .json, .csv, .tsv, "
            ".txt, .xlsx, .xlsm",
        ),
        ("dek.xlsx", "there is no file 'dek.xlsx'; did you mean 'deck.xlsx'?"),
        (
            "deck.docx",
            "'deck.docx' is not a card file; expected one of "
            ".yaml, .yml, .json, .csv, .tsv, .txt, .xlsx, .xlsm",
        ),
    ],
)
def test_other_files_are_reported_what_would_do(tiny: Path, named: str, said: str) -> None:
    (tiny / "deck.xlsx").write_bytes(saved(book_of()))
    game = tiny / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("cards.yaml", named), "utf-8")
    (problem,) = load_game(tiny).problems
    assert problem.message == said


MB = 1024 * 1024
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is not an .xlsx workbook"),
        (b"title,words\nA,x\n", "this is not an .xlsx workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old .xls workbook, or one with a password"),
        (b"PK\x03\x04", "the workbook is damaged"),
        (packed(HEAD)[:-30], "the workbook is damaged"),
        (packed(HEAD, **{"xl/x.xml": " " * 33 * MB}), "unpacks to more than 32 MB"),
        (packed(HEAD, BOMB), "contains a document type"),
        (packed(HEAD + "<row"), "the workbook is damaged"),
        (packed(HEAD, '<?xml version="1.0" encoding="klingon"?>'), "the workbook is damaged"),
        (packed(HEAD, '<?xml version="1.0" encoding="utf-7"?>'), "the workbook is damaged"),
        (packed(HEAD, **{"xl/workbook.xml": "<x/>"}), "all worksheets of the workbook are empty"),
        (packed(HEAD, **{"_rels/.rels": "<x/>"}), "this is not an .xlsx workbook"),
        (packed(""), "the worksheet is empty"),
        (packed(f'<row>{words("XFD1", "a")}</row>'), "a worksheet may have at most 1,000 columns"),
        (packed('<row r="1"><c t="s"><v>5</v></c></row>'), "the workbook is damaged"),
        (packed('<row r="1"><c><v>1e999</v></c></row>'), "'1e999' is not a number"),
        (packed('<row r="1"><c><v>seven</v></c></row>'), "'seven' is not a number"),
    ],
)  # fmt: skip
def test_broken_or_hostile_workbooks_are_one_clear_problem(data: bytes, said: str) -> None:
    _, problems = read_workbook(data, "x.xlsx")
    assert len(problems) == 1
    assert said in str(problems[0])


def test_a_sheet_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validator.load.workbook.MOST_ROWS", 3)
    data = packed(HEAD + "<row><c><v>1</v></c></row>" * 4)
    _, problems = read_workbook(data, "x.xlsx", "", NAMES)
    said = "a worksheet may have at most 20,000 rows and 1,000,000 cells; split it [file]"
    assert [str(problem) for problem in problems] == [f"x.xlsx:Deck!A5: {said}"]
    monkeypatch.setattr("validator.load.table.MOST_ROWS", 3)
    _, problems = read_separated("title\n" + "a\n" * 4, "x.csv")
    assert str(problems[0]).startswith("x.csv:5:1: row 5: a worksheet may have at most 20,000 rows")


def test_rows_that_are_only_claimed_cost_nothing() -> None:
    began = time.process_time()
    far = f'<row r="99999999">{words("A99999999", "B")}{words("B99999999", "y")}</row>'
    card = f'<row r="2">{words("A2", "A")}{words("B2", "x")}</row>'
    empty = "".join(
        f'<row r="{row}" customFormat="1"/><row r="{row + 1}" ht="9">\n<c r="A1" s="2"/></row>'
        for row in range(3, 300_000, 2)
    )
    merged = '<mergeCells><mergeCell ref="A5000000:XFD9999999"/></mergeCells>'
    rows, problems = read_workbook(packed(HEAD + card + empty + far), "x.xlsx", "", NAMES)
    assert problems == []
    assert rows is not None
    assert [row.location.line for row in rows.items] == [2, 99_999_999]
    assert time.process_time() - began < 3
    sheet = packed(HEAD + card + "</sheetData>" + merged + "<sheetData>")
    assert read_workbook(sheet, "x.xlsx", "", NAMES)[1] == []


@settings(max_examples=60, deadline=None)
@given(st.integers(0), st.integers(0, 255))
def test_no_byte_is_a_traceback(place: int, byte: int) -> None:
    data = bytearray(packed(HEAD))
    data[place % len(data)] = byte
    read_workbook(bytes(data), "x.xlsx")


TYPED = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**9), 10**9),
    st.floats(-1e6, 1e6).map(lambda number: round(number, 6)),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=8)
    .filter(lambda words: words.strip()[:1] not in ("#", "=") and "_x" not in words),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(TYPED, min_size=3, max_size=3), max_size=5))
def test_another_reader_reads_the_same(rows: list[list[Any]]) -> None:
    data = saved(book_of(["a", "b", "c"], *rows))
    sheet = openpyxl.load_workbook(io.BytesIO(data), data_only=True).active
    assert sheet is not None
    theirs: dict[tuple[int, int], Any] = {}
    for cell in (cell for row in sheet.iter_rows(min_row=2) for cell in row):
        value = cell.value.strip() if isinstance(cell.value, str) else cell.value
        if value not in (None, ""):
            theirs[cell.row, cell.column] = value
    found, _ = read_workbook(data, "x.xlsx")
    assert found is not None
    ours = {
        (each.line, each.column): each.raw
        if isinstance(theirs.get((each.line, each.column)), str)
        else each.value
        for row in found.items
        if isinstance(row, Columns)
        for each in row.entries.values()
        if isinstance(each, CellContent)
    }
    assert ours == theirs


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.5 - 1e-9, "h:mm:ss", "12:00:00"),  # a time is a sum of fractions, and never exact
        (46085.5 - 1e-9, "yyyy-mm-dd hh:mm", "2026-03-04 12:00:00"),
        (46085, "yyyy-mm-dd", "2026-03-04"),
    ],
)
def test_dates_and_times_are_rounded_to_seconds(
    deck: Callable[..., Loaded], value: float, form: str, shown: str
) -> None:
    book = book_of(["title", "words"], ["A", value])
    book["Deck"]["B2"].number_format = form
    assert f"this is the date {shown}, which" in str(deck(book).problems[0])


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ('0;-0;"day" d', "3"),  # only the form of positive numbers says what it is
        ("0;[Red]-0 m", "3"), ('0" days"', "3 days"), ("0_)d;0", None), ("@", "3"),
        ("YYYY", None), ("h", None), ("[h]", None), ("S", None), ("@d", "3"),
    ],
)  # fmt: skip
def test_a_form_of_negative_numbers_makes_no_date(
    deck: Callable[..., Loaded], form: str, shown: str | None
) -> None:
    book = book_of(["title", "words"], ["A", 3])
    book["Deck"]["B2"].number_format = form
    loaded = deck(book)
    dates = [each for each in loaded.problems if "this is the date" in str(each)]
    assert bool(dates) == (shown is None)
    assert shown is None or cards(loaded)[0].words == shown
