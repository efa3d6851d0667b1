"""Edits of card files: only the value that is meant differs, whatever the file looks like."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import xlsxwriter

from generator.studio.listed import ListedFormat
from generator.studio.separated import SeparatedFormat
from generator.studio.tables import EditError, TableFormat, copy_row, drop_row, set_cell
from generator.studio.workbook import FORMULA, WorkbookFormat
from validator.core.resources import resource

DATA = resource("data")
WORDS = (
    "Rose", "12", "3.5", "true", "null", "a, b", "a; b", 'the "other" one', "it's", "#no comment",
    "key: value", "[x]", "{y}", "- dash", "* star", "& and", "é ☀ 漢", "two\nlines", "=SUM(A1)",
    "@at", "'quote", "%", "!", "x:y", "yes", "007", "1e3", ":coin:", "**bold**", "a|b", ">", "|",
)  # fmt: skip


def card_files() -> list[Path]:
    lists = [each for each in DATA.glob("*/*.yaml") if each.name not in ("game.yaml", "rules.yaml")]
    found = [*lists, *DATA.glob("*/*.csv"), *(resource("templates").glob("*/cards.*"))]
    return sorted(each for each in found if _reads(each))


def _format(file: Path) -> TableFormat[Any]:
    return ListedFormat() if file.suffix == ".yaml" else SeparatedFormat()


def _reads(file: Path) -> bool:
    try:
        return bool(_format(file).read(file.read_bytes()).rows)
    except EditError:
        return False


def texts(form: TableFormat[Any], data: bytes) -> list[dict[str, str]]:
    table = form.read(data)
    return [
        {title: cell.text for title, cell in zip(table.titles, row.cells, strict=True)}
        for row in table.rows
    ]


def one_edit(form: TableFormat[Any], data: bytes, random: Random) -> None:
    """A random edit is made as it was meant, or refused; undone, the value is the old one."""
    table = form.read(data)
    row, column = random.randrange(len(table.rows)), random.randrange(len(table.titles))
    text = random.choice(WORDS)
    title, before = table.titles[column], texts(form, data)
    if before[row][title].startswith(("{", "[")):
        return
    try:
        made = set_cell(form, data, row, column, text)
    except EditError as error:
        assert str(error)  # noqa: PT017, a refusal is fine
        return
    expected = [{**each} for each in before]
    expected[row][title] = text
    assert texts(form, made) == expected
    if before[row][title]:
        column = form.read(made).titles.index(title)
        again = texts(form, set_cell(form, made, row, column, before[row][title]))
        assert again == before


def test_there_are_card_files_of_several_games() -> None:
    assert len(card_files()) > 8


@pytest.mark.parametrize("file", card_files(), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_random_edit_changes_one_value_of_a_shipped_file(file: Path) -> None:
    data, form, random = file.read_bytes(), _format(file), Random(file.name)
    for _ in range(12):
        one_edit(form, data, random)


def test_an_edit_of_yaml_changes_no_other_byte() -> None:
    text = (
        "# The deck\n- id: a      # first\n  title: 'A''s'\n  words: >-\n    Draw\n    two.\n\n"
        "- {id: b, title: B,  price: {coins: 2}}\n"
    )
    form = ListedFormat(fields=("words",))
    titles = form.read(text.encode()).titles
    made = set_cell(form, text.encode(), 0, titles.index("title"), "C's").decode()
    assert made == text.replace("'A''s'", "'C''s'")
    made = set_cell(form, text.encode(), 0, titles.index("words"), "Draw three.").decode()
    assert made == text.replace("Draw\n    two.", "Draw three.")
    made = set_cell(form, text.encode(), 1, titles.index("words"), "New: words").decode()
    assert made == text.replace("{coins: 2}}", '{coins: 2}, words: "New: words"}')
    assert set_cell(form, made.encode(), 1, titles.index("words"), "").decode() == text
    assert drop_row(form, text.encode(), 1).decode() == text[: text.index("- {id")]
    copied, row = copy_row(form, text.encode(), 0)
    assert (row, copied.decode().count("title: 'A''s'")) == (1, 2)


def test_an_alias_is_not_edited_for_two_cards() -> None:
    data = b"- {id: a, title: &t Same}\n- {id: b, title: *t}\n"
    with pytest.raises(EditError, match="without changing something else"):
        set_cell(ListedFormat(), data, 0, 0, "Other")


def test_csv_keeps_marks_quotes_and_separators() -> None:
    data = '\ufeff"title";"cost"\r\n# note; x\r\n"A; a";2\r\nB;3'.encode()
    form = SeparatedFormat()
    made = set_cell(form, data, 1, 0, "C; c")
    assert made == data.replace(b"\r\nB;3", b'\r\n"C; c";3')
    assert set_cell(form, data, 0, 1, "5") == data.replace(b";2\r", b";5\r")
    copied, _ = copy_row(form, data, 1)
    assert copied == data + b"\r\nB;3"
    assert drop_row(form, data, 0) == data.replace(b'"A; a";2\r\n', b"")


def workbook() -> bytes:
    made = BytesIO()
    book = xlsxwriter.Workbook(made)
    sheet = book.add_worksheet("Cards")
    for row, cells in enumerate([("title", "cost", "sum"), ("A", 2, None), ("B & b", 3, None)]):
        sheet.write_row(row, 0, cells)
    sheet.write_formula(1, 2, "=B2*2", None, 4)
    sheet.write_comment(2, 0, "keep me")
    book.add_worksheet("Notes").write(0, 0, "x")
    book.close()
    return made.getvalue()


def test_a_workbook_keeps_all_other_parts() -> None:
    data, form = workbook(), WorkbookFormat("Cards")
    assert form.read(data).rows[0].cells[2].fixed == FORMULA
    made = set_cell(form, data, 1, 0, "C < d")
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(BytesIO(made)) as new:
        differ = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert (old.namelist(), differ) == (new.namelist(), ["xl/worksheets/sheet1.xml"])
    assert [*texts(form, made)[1].values()] == ["C < d", "3", ""]
    random = Random(4)
    for _ in range(40):
        one_edit(form, data, random)
    copied, row = copy_row(form, data, 1)
    assert [*texts(form, copied)[row].values()] == ["B & b", "3", ""]
    assert len(texts(form, drop_row(form, copied, 0))) == 2
    with pytest.raises(EditError, match="a formula"):
        set_cell(form, data, 0, 2, "9")
