"""What a kit takes: strokes counted on sheets that can be counted by hand, ink read from pages."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.kit.build import build_kit
from generator.kit.options import Options
from generator.sheets.cut_settings import CutSettings
from generator.sheets.estimate import FOLD, NET, SHAPED, SHEET, STROKE, strokes_of, work_of
from generator.sheets.imposition import lay_out
from generator.sheets.pages import Box, Page, Piece, Rect
from generator.sheets.paper import PAPERS
from generator.verify.ink_coverage import InkCoverage, ink_of
from tests.conftest import run
from validator.core.model import Game
from validator.core.sizes import SIZES, Size


def grid(columns: int, rows: int, gap: float = 0) -> list[Rect]:
    return [
        Rect(10 + x * (60 + gap), 10 + y * (80 + gap), 60, 80)
        for y in range(rows)
        for x in range(columns)
    ]


@pytest.mark.parametrize(
    ("trims", "strokes"),
    [
        (grid(1, 1), 4),
        (grid(2, 1), 5),  # the strip's two long edges, then three cuts
        (grid(3, 3), 4 + 3 * 4),
        (grid(3, 2), 3 + 2 * 4),  # two strips of three are less work than three of two
        (grid(3, 3)[:4], 3 + 4 + 2),  # an odd last sheet
        (grid(3, 3, gap=4), 6 + 3 * 6),
        ([], 0),
        # a pinwheel: each stroke across would cut through a piece, so each is cut out
        ([Rect(0, 0, 80, 40), Rect(80, 0, 40, 80), Rect(40, 80, 80, 40), Rect(0, 40, 40, 80)], 16),
        ([*grid(3, 1), Rect(25, 110, 50, 40), Rect(75, 110, 50, 40)], 4 + 4 + 3),
    ],
)
def test_strokes_go_across_the_sheet_and_then_along_each_strip(
    trims: list[Rect], strokes: int
) -> None:
    assert strokes_of(trims) == strokes
    assert strokes_of([Rect(t.y, t.x, t.height, t.width) for t in trims]) == strokes


def pieces(count: int, size: Size, outline: str = "rect", page: bool = False) -> list[Piece]:
    return [Piece(f"deck/{i}", size, outline, "face", "back", "Deck", page) for i in range(count)]


def seconds(game: Game, *laid: Page) -> tuple[int, int]:
    work = work_of(game, laid)
    return work.cuts, work.minutes


def test_sheets_strokes_and_punched_pieces_add_up(tiny_game: Game) -> None:
    paper = PAPERS["a4"].size
    cards = lay_out(pieces(18, SIZES["tcg"]), paper, "duplex-long")
    assert seconds(tiny_game, *cards) == (32, round((2 * SHEET + 32 * STROKE) / 60))
    tokens = lay_out(pieces(40, Size(22, 22), "round"), paper, "duplex-long")
    assert seconds(tiny_game, *tokens) == (40, round((SHEET + 40 * SHAPED) / 60))
    sheet = lay_out(pieces(1, SIZES["page"], page=True), paper, "duplex-long")
    assert seconds(tiny_game, *sheet) == (0, round(SHEET / 60))


def test_a_folded_sheet_is_glued_and_cut_once(tiny_game: Game) -> None:
    pages = lay_out(pieces(2, SIZES["tcg"]), PAPERS["a4"].size, "gutterfold")
    assert seconds(tiny_game, *pages) == (5, round((SHEET + FOLD + 5 * STROKE) / 60))


def test_a_machine_cuts_by_itself(tiny_game: Game) -> None:
    pages = lay_out(
        pieces(9, SIZES["tcg"]), PAPERS["a4"].size, "fronts", CutSettings(marks="silhouette")
    )
    assert work_of(tiny_game, pages).cuts == 0


def test_a_tuckbox_is_one_net(tiny_game: Game) -> None:
    built = build_kit(tiny_game, Options())
    boxes = [page for page in built.pages if "Tuckboxes" in page.sections and page.side == "front"]
    assert seconds(tiny_game, *boxes) == (len(boxes), round(len(boxes) * (SHEET + NET) / 60))


def test_ink_is_what_covers_the_page() -> None:
    """Half of a side red, a quarter of it grey; another side black; and a blank one."""
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=(100, 100))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(0, 0, 50, 100, stroke=0, fill=1)
    canvas.setFillColorRGB(0.5, 0.5, 0.5)
    canvas.rect(50, 0, 25, 100, stroke=0, fill=1)
    canvas.showPage()
    canvas.rect(0, 0, 100, 100, stroke=0, fill=1)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    whole = Rect(0, 0, 100, 100)
    pages = [
        Page(Size(100, 100), "front", boxes, (), whole, whole, (), None)
        for boxes in (
            (Box("a", "one", whole, whole, "rect"),),
            (Box("b", "two", whole, whole, "rect"),),
            (),
        )
    ]
    found = ink_of(written.getvalue(), pages)
    assert found == pytest.approx((0, 25, 25, (12.5 + 100) / 2), abs=0.3)
    assert str(found) == "M 25 % Y 25 % K 56 %"
    assert str(InkCoverage(0, 0, 0, 0)) == "none"


def test_less_ink_is_less_and_grey_is_black_alone(tiny_game: Game) -> None:
    inks = {}
    for ink in ("colour", "grey"):
        built = build_kit(tiny_game, Options(ink=ink))
        inks[ink] = ink_of(built.pdf, built.pages)
    assert sum(inks["colour"][:3]) > 1
    assert inks["grey"][:3] == pytest.approx((0, 0, 0))
    assert inks["grey"].black > inks["colour"].black


def test_the_table_tells_the_work_and_on_request_the_ink(tiny: object) -> None:
    plain = run("build", "tiny", "-o", "out").output
    assert "cuts  minutes  build" in plain
    assert " K " not in plain
    assert "% K " in run("build", "tiny", "-o", "out", "--estimate-ink").output
