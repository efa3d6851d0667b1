"""Papers of any size, card sheets with their own grid, and the paper of a command without one."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from generator.sheets.card_sheets import CardSheet, sheet_named
from generator.sheets.grid import TooLargeError
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Piece
from generator.sheets.paper import PAPERS, PaperError, paper_of, shipped_sheets
from tests.conftest import run
from validator.core.sizes import Size

POKER = Size(63.5, 88.9)
SHEET = "title: Mine\npaper: [100, 100]\ncard: [40, 30]\ncolumns: 2\nrows: 3\nleft: 5\ntop: 4\n"


def pieces(count: int, size: Size) -> list[Piece]:
    return [Piece(f"deck/{i}", size, "rect", f"f{i}", "back", "Deck") for i in range(count)]


@pytest.mark.parametrize(
    ("said", "name", "size"),
    [
        ("a5", "a5", Size(148, 210)),
        ("B5", "b5", Size(176, 250)),
        ("100x150mm", "100x150mm", Size(100, 150)),
        ("4x6in", "101.6x152.4mm", Size(101.6, 152.4)),
        ("20 x 30 cm", "200x300mm", Size(200, 300)),
        ("Letter", "letter", Size(215.9, 279.4)),
    ],
)
def test_a_paper_is_a_name_or_a_size(said: str, name: str, size: Size) -> None:
    assert (paper_of(said).name, paper_of(said).size) == (name, size)
    assert PAPERS[name].size == size


@pytest.mark.parametrize("said", ["a9", "10x10mm", "9000x10mm", "lettr", "../x", ""])
def test_what_means_no_paper_is_refused(said: str) -> None:
    with pytest.raises(PaperError, match="a5 and other ISO sizes, a size of 50 to 1500 mm"):
        paper_of(said)


@pytest.mark.parametrize("name", shipped_sheets())
def test_a_card_sheet_is_in_the_middle_of_its_paper_and_its_name_says_it_all(name: str) -> None:
    paper = paper_of(name)
    grid = paper.grid
    assert grid is not None
    assert not paper.has_pages
    assert 2 * grid.left + grid.width == pytest.approx(paper.size.width, abs=0.6)
    assert 2 * grid.top + grid.height == pytest.approx(paper.size.height, abs=0.6)
    again = sheet_named(CardSheet("", paper.size, grid).name)
    assert again is not None
    assert again.grid.cell.width == pytest.approx(grid.cell.width, abs=1e-3)


def test_pieces_are_in_the_middle_of_cells_and_backs_behind_them() -> None:
    paper = paper_of("letter-8-poker")
    front, back = lay_out(pieces(5, Size(60, 85)), paper.size, "duplex-long", grid=paper.grid)[:2]
    assert [box.turn for box in front.boxes] == [90] * 5
    first = front.boxes[0].trim
    assert (first.x, first.y) == pytest.approx((19.05 + 1.95, 12.7 + 1.75))
    assert front.lines == ()
    assert front.note is None
    for box, behind in zip(front.boxes, back.boxes, strict=True):
        assert behind.trim.right == pytest.approx(paper.size.width - box.trim.x)
        assert behind.trim.y == pytest.approx(box.trim.y)
    with pytest.raises(TooLargeError, match=r"does not fit into the cells of 88.9 x 63.5 mm"):
        lay_out(pieces(1, Size(70, 90)), paper.size, "fronts", grid=paper.grid)


def test_a_file_describes_a_card_sheet(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SHEET, "utf-8")
    paper = paper_of(str(file))
    assert paper.name == "100x100mm_2x3_40x30_5x4_0x0"
    assert PAPERS[paper.name].grid == paper.grid
    file.write_text(SHEET.replace("rows: 3", "rows: 4"), "utf-8")
    with pytest.raises(PaperError, match=r"mine.yaml:3:7: the grid ends .* 124 mm from the top"):
        paper_of(str(file))
    file.write_text(SHEET.replace("left: 5", "lft: 5"), "utf-8")
    with pytest.raises(PaperError, match="unknown name 'lft'; did you mean 'left'"):
        paper_of(str(file))


def test_a_kit_is_printed_on_small_paper_and_on_cards_that_are_cut_already(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "settings"
    home.mkdir()
    monkeypatch.setattr(click, "get_app_dir", lambda _: str(home))
    game = (tiny / "game.yaml").read_text("utf-8")
    cards = game[: game.index("  - id: tokens")]
    (tiny / "game.yaml").write_text(cards, "utf-8")
    for paper in ("100x150mm", "letter-9-poker"):
        told = run("build", "tiny", "--paper", paper, "--no-book").output
        assert "PDF verified." in told, told
        assert "note: cover, credits and tuckboxes are not printed on this paper" in told
    (home / "config.yaml").write_text("paper: a5\n", "utf-8")
    run("build", "tiny", "--no-book")
    assert Path("output/tiny-a5.pdf").is_file()
    (tiny / "game.yaml").write_text(f"paper: legal\n{cards}", "utf-8")
    run("build", "tiny", "--no-book")
    assert Path("output/tiny-legal.pdf").is_file()
    (tiny / "game.yaml").write_text(f"paper: lega\n{cards}", "utf-8")
    told = run("build", "tiny", "--no-book").output
    assert "tiny/game.yaml:1:8: no paper 'lega'" in told
    assert "did you mean 'legal'? [paper]" in told
