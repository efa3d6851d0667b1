"""Layout: numbers on boxes, and backs that lie behind their fronts when the paper is turned."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from generator.sheets.cut_settings import OVERLAP, CutSettings
from generator.sheets.imposition import in_printing_order, lay_out
from generator.sheets.pages import Edges, Line, Page, Piece, Rect
from generator.sheets.paper import PAPERS, SidesName
from validator.core.sizes import SIZES, Size

TCG, POKER = SIZES["tcg"], SIZES["poker"]


def pieces(count: int, size: Size = TCG, back: bool = True, outline: str = "rect") -> list[Piece]:
    return [
        Piece(f"deck/{i}", size, outline, f"face{i}", f"back{i}" if back else None, "Deck")
        for i in range(count)
    ]


def near(rect: Rect) -> object:
    return pytest.approx(tuple(rect))


def turned_over(rect: Rect, page: Page, sides: SidesName) -> Rect:
    """Where a rectangle of a reverse lies, seen from the front through the paper."""
    if sides == "duplex-long":
        return Rect(page.paper.width - rect.x - rect.width, rect.y, rect.width, rect.height)
    return Rect(rect.x, page.paper.height - rect.y - rect.height, rect.width, rect.height)


@pytest.mark.parametrize(
    ("paper", "size", "left", "top"),
    [
        ("a4", TCG, 10.5, 16.5),
        ("letter", TCG, 13.45, 7.7),
        ("a4", POKER, 9.75, 15.15),
        ("letter", POKER, 12.7, 6.35),
    ],
)
def test_nine_cards_stand_in_the_middle_of_the_paper(
    paper: str, size: Size, left: float, top: float
) -> None:
    page = lay_out(pieces(9, size), PAPERS[paper].size, "fronts")[0]
    assert len(page.boxes) == 9
    assert page.boxes[0].trim.x == pytest.approx(left)
    assert page.boxes[0].trim.y == pytest.approx(top)
    assert tuple(page.trim) == near(Rect(left, top, 3 * size.width, 3 * size.height))


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("count", [1, 4, 9, 13])
@pytest.mark.parametrize("outline", ["rect", "round", "hexagon"])
def test_every_back_lies_behind_its_front(sides: SidesName, count: int, outline: str) -> None:
    size = TCG if outline == "rect" else Size(22, 22)
    pages = lay_out(pieces(count, size, outline=outline), PAPERS["a4"].size, sides)
    seen = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = {box.piece: box for box in back.boxes}
        for box in front.boxes:
            other = behind[box.piece]
            assert other.drawing == box.drawing.replace("face", "back")
            assert tuple(turned_over(other.trim, back, sides)) == near(box.trim)
            assert tuple(turned_over(other.clip, back, sides)) == near(box.clip)
            assert other.turn == (180 if sides == "duplex-short" else 0)
            seen += 1
    assert seen == count


def test_a_sheet_printed_on_one_side_keeps_the_order_of_duplex_pages() -> None:
    pages = lay_out([*pieces(2, back=False), *pieces(2)], PAPERS["a4"].size, "duplex-long")
    assert [page.side for page in pages] == ["front", "back"] * 2
    assert pages[1].empty
    assert not pages[3].empty


def test_bleed_shows_at_the_outside_of_the_block_only() -> None:
    page = lay_out(pieces(9), PAPERS["a4"].size, "fronts")[0]
    corner, middle = page.boxes[0], page.boxes[4]
    assert tuple(corner.clip) == near(Rect(8.5, 14.5, 65, 90))
    assert middle.clip == middle.trim


def test_a_half_empty_sheet_has_bleed_towards_its_empty_cells() -> None:
    page = lay_out(pieces(4), PAPERS["a4"].size, "fronts")[0]
    first, second, _, last = page.boxes
    assert last.clip.right - last.trim.right == pytest.approx(2)  # nobody beside it
    assert first.clip.bottom == pytest.approx(first.trim.bottom)  # the last one below it
    assert second.clip.bottom - second.trim.bottom == pytest.approx(2)


def test_marks_stand_outside_of_the_bleed_and_inside_of_the_printable_area() -> None:
    cutting = CutSettings()
    for paper in (each.size for each in PAPERS.values()):
        for size in (TCG, POKER):
            page = lay_out(pieces(7, size), paper, "fronts")[0]
            inner = page.bleed
            assert page.lines
            for mark in page.lines:
                for x, y in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                    outside = (
                        x <= inner.x + 1e-6
                        or x >= inner.x + inner.width - 1e-6
                        or y <= inner.y + 1e-6
                        or y >= inner.y + inner.height - 1e-6
                    )
                    assert outside
                    assert cutting.edge - 1e-6 <= x <= paper.width - cutting.edge + 1e-6
                    assert cutting.edge - 1e-6 <= y <= paper.height - cutting.edge + 1e-6


def test_round_pieces_keep_a_gap_for_a_punch() -> None:
    page = lay_out(pieces(40, Size(22, 22), outline="round"), PAPERS["a4"].size, "fronts")[0]
    first, second = page.boxes[:2]
    assert second.trim.x - (first.trim.x + first.trim.width) == pytest.approx(
        CutSettings().token_gap
    )


def test_round_pieces_have_four_ticks_around_them_and_keep_away_from_the_edge() -> None:
    cutting = CutSettings()
    page = lay_out(pieces(40, Size(22, 22), outline="round"), PAPERS["a4"].size, "fronts")[0]
    for box in page.boxes:
        ticks = [each for each in page.lines if _touches(each, box.clip)]
        assert len(ticks) >= 4, box
        assert box.clip.x >= cutting.token_edge
        assert box.clip.y >= cutting.token_edge
    none = lay_out(pieces(4, Size(22, 22), outline="round"), PAPERS["a4"].size, "fronts",
                   CutSettings(marks="none"))  # fmt: skip
    assert not none[0].lines


def _touches(line: Line, clip: Rect) -> bool:
    """Whether a line ends at the middle of a side of a rectangle."""
    x, y = clip.x + clip.width / 2, clip.y + clip.height / 2
    sides = [(x, clip.y), (x, clip.bottom), (clip.x, y), (clip.right, y)]
    ends = [(line.x1, line.y1), (line.x2, line.y2)]
    return any(abs(a - u) + abs(b - v) < 1e-6 for a, b in ends for u, v in sides)


def test_decks_of_one_size_share_sheets_and_others_do_not() -> None:
    mixed = [*pieces(4), *pieces(4, POKER), *pieces(5)]
    pages = lay_out(mixed, PAPERS["a4"].size, "fronts")
    assert [len(page.boxes) for page in pages] == [9, 4]


def test_a_piece_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        lay_out(pieces(1, Size(300, 50)), PAPERS["a4"].size, "fronts")


@pytest.mark.parametrize("size", [TCG, Size(80, 110)])
def test_folded_in_half_every_back_lies_behind_its_front_upright(size: Size) -> None:
    page = lay_out(pieces(5, size), PAPERS["a4"].size, "gutterfold")[0]
    middle = page.paper.height / 2
    fronts = {box.piece: box for box in page.boxes if not box.reverse}
    backs = {box.piece: box for box in page.boxes if box.reverse}
    assert fronts.keys() == backs.keys()
    for piece, front in fronts.items():
        back = backs[piece]
        folded = Rect(back.trim.x, 2 * middle - back.trim.bottom, back.trim.width, back.trim.height)
        assert tuple(folded) == near(front.trim)
        assert (front.turn, back.turn) in ((0, 180), (90, 90))
        assert middle - front.clip.bottom >= CutSettings().fold - 1e-6
    folds = [line for line in page.lines if line.kind == "fold"]
    assert [line.y1 for line in folds] == [pytest.approx(middle)]


def test_a_large_piece_lies_nearer_to_the_fold_where_it_must() -> None:
    half = Size(190, 129.7)
    page = lay_out(pieces(1, half), PAPERS["letter"].size, "gutterfold")[0]
    front, back = page.boxes
    middle = PAPERS["letter"].size.height / 2
    assert front.trim.bottom == pytest.approx(middle - 4)  # 2 mm of bleed, 2 mm to the fold
    assert back.trim.y == pytest.approx(middle + 4)
    assert all(max(line.y1, line.y2) <= middle for line in page.lines if line.y1 < middle - 0.1)


def test_all_fronts_come_before_all_backs_and_keep_their_sheet() -> None:
    laid = lay_out(pieces(13), PAPERS["a4"].size, "fronts-backs")
    pages = in_printing_order(laid, "fronts-backs")
    assert [(page.side, page.sheet) for page in pages] == [
        ("front", 1), ("front", 2), ("back", 1), ("back", 2)
    ]  # fmt: skip


def test_bleed_around_each_card_keeps_neighbours_apart() -> None:
    page = lay_out(pieces(4), PAPERS["a4"].size, "fronts", CutSettings(bleeds="each"))[0]
    first, second = page.boxes[:2]
    assert second.trim.x - first.trim.right == pytest.approx(2 * CutSettings().bleed)
    assert first.clip.right == pytest.approx(second.clip.x + OVERLAP)  # drawn below it


def test_without_bleed_what_is_shown_is_the_trim() -> None:
    page = lay_out(pieces(9), PAPERS["a4"].size, "fronts", CutSettings(bleeds="none"))[0]
    assert all(box.clip == box.trim for box in page.boxes)


@pytest.mark.parametrize(
    ("marks", "kinds"), [("lines", {"cut"}), ("ticks", {"cut"}), ("none", set())]
)
def test_marks_may_be_lines_ticks_or_nothing(marks: str, kinds: set[str]) -> None:
    page = lay_out(pieces(9), PAPERS["a4"].size, "fronts", CutSettings(marks=marks))[0]  # type: ignore[arg-type]
    assert {line.kind for line in page.lines} == kinds


def test_the_safe_zone_lies_inside_of_every_trim() -> None:
    page = lay_out(pieces(9), PAPERS["a4"].size, "fronts", CutSettings(safe_zone=True))[0]
    safe = [line for line in page.lines if line.kind == "safe"]
    assert len(safe) == 4 * 9
    assert min(line.x1 for line in safe) == pytest.approx(page.trim.x + CutSettings().safe)


def test_one_file_for_both_papers_lies_inside_of_each() -> None:
    page = lay_out(pieces(9), PAPERS["both"].size, "fronts")[0]
    for paper in (PAPERS["a4"].size, PAPERS["letter"].size):
        assert page.paper.width <= paper.width
        assert page.paper.height <= paper.height


@pytest.mark.parametrize("width", [18, 41, 63])
def test_small_print_is_not_crossed_by_a_crop_mark(width: float) -> None:
    page = lay_out(pieces(3, Size(width, 20)), PAPERS["a4"].size, "fronts")[0]
    note = page.note
    assert note is not None
    for line in page.lines:
        crosses = note.x < line.x1 < note.right and line.y2 > note.y and line.y1 < note.bottom
        assert not crosses, line


def of_kind(kind: str, count: int, size: Size, back: bool = True) -> list[Piece]:
    found = pieces(count, size, back=back)
    return [
        piece._replace(id=f"{kind}{size.width}/{n}", kind=kind) for n, piece in enumerate(found)
    ]


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "fronts-backs"])
@pytest.mark.parametrize("back", [True, False])
def test_odd_last_sheets_of_one_kind_share_paper(sides: SidesName, back: bool) -> None:
    mixed = [
        *of_kind("deck", 11, TCG),
        *of_kind("deck", 4, Size(44, 63), back),
        *of_kind("deck", 3, Size(30, 30)),
    ]
    pages = lay_out(mixed, PAPERS["a4"].size, sides)
    assert [len(page.boxes) for page in pages if page.side == "front"] == [9, 2 + 4 + 3]
    front, behind = pages[2], {box.piece: box for box in pages[3].boxes}
    assert len(behind) == (9 if back else 5)
    flip: SidesName = "duplex-long" if sides == "fronts-backs" else sides
    for box in front.boxes:
        if (other := behind.get(box.piece)) is not None:
            assert tuple(turned_over(other.trim, pages[3], flip)) == near(box.trim)
    cutting = CutSettings()
    clips = [box.clip for box in front.boxes]
    for index, one in enumerate(clips):
        for other_clip in clips[index + 1 :]:
            across = min(one.right, other_clip.right) - max(one.x, other_clip.x)
            upright = min(one.bottom, other_clip.bottom) - max(one.y, other_clip.y)
            assert across < 1e-6 or upright < 1e-6
    for mark in front.lines:
        assert cutting.edge - 1e-6 <= mark.y1 <= mark.y2 <= 297 - cutting.edge + 1e-6
        if mark.x1 == mark.x2:
            assert not any(
                clip.x < mark.x1 < clip.right and mark.y1 < clip.bottom - 1e-6 < mark.y2
                for clip in clips
            )


@pytest.mark.parametrize(
    ("cutting", "sides"),
    [(CutSettings(), "gutterfold"), (CutSettings(marks="silhouette"), "duplex-long")],
)
def test_folded_sheets_and_those_for_a_cutter_are_not_shared(
    cutting: CutSettings, sides: SidesName
) -> None:
    mixed = [*of_kind("deck", 2, TCG), *of_kind("deck", 2, Size(44, 63))]
    fronts = [
        page for page in lay_out(mixed, PAPERS["a4"].size, sides, cutting) if page.side == "front"
    ]
    assert len(fronts) == 2


def test_what_is_printed_on_other_stock_has_sheets_of_its_own() -> None:
    mixed = [*of_kind("deck", 6, TCG), *of_kind("sheet", 5, Size(80, 63))]
    assert len(lay_out(mixed, PAPERS["a4"].size, "fronts")) == 2


def test_a_sheet_that_is_nearly_empty_is_shared_whatever_the_stock() -> None:
    mixed = [*of_kind("deck", 2, TCG), *of_kind("token", 6, Size(30, 30))]
    (page,) = lay_out(mixed, PAPERS["a4"].size, "fronts")
    assert len(page.boxes) == 8


def test_a_part_that_finds_no_room_has_a_sheet_of_its_own() -> None:
    mixed = [*of_kind("deck", 7, TCG), *of_kind("deck", 2, Size(44, 63))]
    assert len(lay_out(mixed, PAPERS["a4"].size, "fronts")) == 2


RED, BLUE = Edges("red", "red", "red", "red"), Edges("blue", "blue", "blue", "blue")


def gaps_of(page: Page) -> tuple[set[float], set[float]]:
    """The distances of neighbouring columns, and of rows."""
    lefts, tops = ({round(getattr(box.trim, name), 6) for box in page.boxes} for name in "xy")
    trim = page.boxes[0].trim
    return tuple(
        {round(b - a - long, 2) for a, b in pairwise(sorted(places))}
        for places, long in ((lefts, trim.width), (tops, trim.height))
    )  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("edges", "apart"),
    [
        ((RED,) * 9, (False, False)),
        ((RED,) * 8 + (BLUE,), (True, True)),
        ((RED, BLUE, RED) * 3, (True, False)),
        ((RED,) * 3 + (BLUE,) * 3 + (RED,) * 3, (False, True)),
        ((RED._replace(bottom="white"),) * 9, (False, True)),
        ((RED, RED, BLUE), (True, False)),
        ((RED,) * 3 + (BLUE,), (False, True)),
    ],
)
def test_neighbours_that_differ_where_they_meet_have_bleed(
    edges: tuple[Edges, ...], apart: tuple[bool, bool]
) -> None:
    cards = [piece._replace(edges=each) for piece, each in zip(pieces(9), edges, strict=False)]
    for sides in ("duplex-long", "duplex-short"):
        page = lay_out(cards, PAPERS["a4"].size, sides)[0]
        across, down = gaps_of(page)
        assert (any(across), any(down)) == apart
        for one, other in combinations([box.clip for box in page.boxes], 2):
            wide = min(one.right, other.right) - max(one.x, other.x)
            high = min(one.bottom, other.bottom) - max(one.y, other.y)
            assert min(wide, high) <= OVERLAP + 1e-6
        for at, box in enumerate(page.boxes):  # what goes on below the next is hidden by it
            for earlier in page.boxes[:at]:
                trim, clip = earlier.trim, box.clip
                beside = clip.x >= trim.right - 1e-6 or clip.right <= trim.x + 1e-6
                assert beside or clip.y >= trim.bottom - 1e-6
        if apart == (True, True):  # as broad inside as outside
            assert {round(box.clip.right - box.trim.right, 2) for box in page.boxes} == {1.67, 1.87}


def test_no_seam_shows_between_drawings_that_abut() -> None:
    """The first goes on below the next, in a gap and at a cut that both share in one colour."""
    for edges, shared in (((RED, RED), True), ((RED, BLUE), False)):
        cards = [piece._replace(edges=each) for piece, each in zip(pieces(2), edges, strict=True)]
        for sides in ("duplex-long", "duplex-short", "gutterfold"):
            for page in lay_out(cards, PAPERS["a4"].size, sides)[:2]:
                for one, other in pairwise(page.boxes[:2]):
                    reach = min(one.clip.right, other.clip.right) - max(one.clip.x, other.clip.x)
                    assert reach == pytest.approx(OVERLAP)
                    assert (abs(one.trim.right - other.trim.x) < 1e-6 or
                            abs(other.trim.right - one.trim.x) < 1e-6) == shared  # fmt: skip
    bare = lay_out(pieces(2), PAPERS["a4"].size, "fronts")[0].boxes
    assert bare[0].clip.right == pytest.approx(bare[1].clip.x)


@pytest.mark.parametrize(
    ("edge", "goes_below"),
    [("0.1 0.2 0.3", True), ("0.1 0.2 0.3; 0.9 5.0-9.0", True), ("0.9 5.0-9.0", False),
     ("Im0 left", False), ("", False)],
)  # fmt: skip
def test_a_drawing_goes_on_below_a_neighbour_that_hides_it(edge: str, goes_below: bool) -> None:
    """Cards as large as the paper allows share a cut though they differ."""
    first = pieces(1, Size(99, 80))[0]._replace(edges=Edges(*["0.5 0 0 | "] * 4))
    second = first._replace(edges=Edges(*[f"{edge} | "] * 4))
    one, other = lay_out([first, second], PAPERS["a4"].size, "fronts")[0].boxes
    reach = one.clip.right - other.clip.x
    assert reach == pytest.approx(OVERLAP if goes_below else 0)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [TCG, SIZES["poker"], SIZES["tarot"], Size(95, 129.7)])
def test_bleed_between_neighbours_takes_no_more_paper(paper: str, size: Size) -> None:
    for sides in ("duplex-long", "gutterfold"):
        for count in (2, 9, 31):
            plain = pieces(count, size)
            mixed = [p._replace(edges=(RED, BLUE)[at % 2]) for at, p in enumerate(plain)]
            laid, tight = (lay_out(each, PAPERS[paper].size, sides) for each in (mixed, plain))
            assert len(laid) == len(tight)
            assert all(page.bleed.x >= 4 and page.bleed.y >= 4 for page in laid)
