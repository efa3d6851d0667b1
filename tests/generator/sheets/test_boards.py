"""Boards larger than the paper: their sheets together show all of them, and nothing twice wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

import generator.sheets.imposition
from generator.sheets.boards import MARGIN, OVERLAP, board_pages, sheets_of
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Page, Piece
from generator.sheets.paper import PAPERS, SIDES
from tests.conftest import run
from validator.core.sizes import Size

Edit = Callable[[str, str, str], None]
A4 = PAPERS["a4"].size


def board(size: Size) -> Piece:
    return Piece("map/map", size, "rect", "face", None, "Map", kind="board")


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize(
    "size", [Size(420, 300), Size(300, 420), Size(191, 50), Size(1000, 1000), Size(594, 841)]
)
def test_the_sheets_of_a_board_show_all_of_it_and_overlap(paper: str, size: Size) -> None:
    room = PAPERS[paper].size
    pages = lay_out([board(size)], room, "fronts")
    assert len(pages) == sheets_of(size, room)
    for page in pages:
        (box,) = page.boxes
        assert page.paper == room
        assert box.clip.x >= MARGIN - 2.001
        assert box.clip.right <= room.width - MARGIN + 2.001
        assert box.clip.bottom <= room.height - MARGIN + 2.001
    # What is shown of the board as it lies, seen from its own corner.
    windows = [
        (p.trim.x - p.boxes[0].trim.x, p.trim.y - p.boxes[0].trim.y, p.trim.width, p.trim.height)
        for p in pages
    ]
    wide, high = pages[0].boxes[0].trim.width, pages[0].boxes[0].trim.height
    assert {wide, high} == {size.width, size.height}
    shown = sum(w * h for _, _, w, h in windows)
    columns, rows = (len({round(each[at], 3) for each in windows}) for at in (0, 1))
    assert columns * rows == len(pages)
    overlaps = (columns - 1) * OVERLAP * high + (rows - 1) * OVERLAP * wide
    crossed_twice = (columns - 1) * (rows - 1) * OVERLAP**2
    assert shown == pytest.approx(wide * high + overlaps + crossed_twice)


@pytest.mark.parametrize("sides", SIDES)
def test_a_board_is_built_and_proved(tiny: Path, edit: Edit, tmp_path: Path, sides: str) -> None:
    edit("game.yaml", "kind: sheet", "kind: board")
    edit("game.yaml", "size: page", "size: [420, 300]")
    result = run("build", str(tiny), "-o", str(tmp_path), "--sides", sides)
    assert result.exit_code == 0, result.output
    assert "verified." in result.output


def test_a_board_that_fits_is_printed_on_one_sheet(tiny: Path, edit: Edit, tmp_path: Path) -> None:
    edit("game.yaml", "kind: sheet", "kind: board")
    edit("game.yaml", "size: page", "size: [180, 260]")
    assert run("build", str(tiny), "-o", str(tmp_path), "--sides", "fronts").exit_code == 0
    before = len(pypdfium2.PdfDocument(tmp_path / "tiny-a4-fronts.pdf"))
    edit("game.yaml", "size: [180, 260]", "size: [260, 180]")  # lying
    assert run("build", str(tiny), "-o", str(tmp_path), "--sides", "fronts").exit_code == 0
    assert len(pypdfium2.PdfDocument(tmp_path / "tiny-a4-fronts.pdf")) == before


def test_a_board_of_which_a_sheet_lacks_is_no_proved_kit(
    tiny: Path, edit: Edit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_hole(piece: Piece, *more: object) -> list[Page]:
        first, second, *others = board_pages(piece, *more)  # type: ignore[arg-type]
        return [first, second, *others[:-1], second]

    monkeypatch.setattr(generator.sheets.imposition, "board_pages", with_a_hole)
    (tiny / "templates/sheet.svg.j2").write_text(
        '{% extends "shared/face.svg.j2" %}{% block face %}'
        '<rect x="-2" y="-2" width="424" height="304" fill="#ddccaa"/>{% endblock %}',
        "utf-8",
    )
    edit("game.yaml", "kind: sheet", "kind: board")
    edit("game.yaml", "size: page", "size: [420, 300]")
    result = run("build", str(tiny), "-o", str(tmp_path), "--sides", "fronts")
    assert "its sheets together do not show the whole piece" in result.output


def test_a_board_has_no_back(tiny: Path, edit: Edit) -> None:
    edit("game.yaml", "kind: token", "kind: board")
    result = run("check", str(tiny))
    assert "game.yaml:39:11: a board is printed on one side; make its back a separate board" in (
        result.output
    )


def test_a_board_takes_part_in_every_export(tiny: Path, edit: Edit, tmp_path: Path) -> None:
    edit("game.yaml", "kind: sheet", "kind: board")
    edit("game.yaml", "size: page", "size: [420, 300]")
    for form in ("png", "tts", "ttp", "boards", "tabletopia", "screentop"):
        result = run("export", form, str(tiny), "-o", str(tmp_path / form))
        assert result.exit_code == 0, result.output
        files = [each.name for each in (tmp_path / form).rglob("*") if each.is_file()]
        assert any("sheet" in name or "boards" in name for name in files), files
