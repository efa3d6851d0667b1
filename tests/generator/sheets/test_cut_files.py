"""Registration marks and cut files, read back and laid against the trims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest

from generator.sheets.cut_files import cut_files, plan
from generator.sheets.cut_settings import CutSettings
from generator.sheets.imposition import in_printing_order, lay_out
from generator.sheets.pages import REGISTRATION, Box, Page, Piece, Rect
from generator.sheets.paper import BLEEDS, PAPERS
from tests.conftest import TINY, run
from validator.core.resources import resource, shipped_games
from validator.core.sizes import SIZES
from validator.load.game import load_game

KITS = [TINY, *(resource("data") / name for name in shipped_games())]
Shape = tuple[float, float, float, float, float]  # x, y, width, height, radius of corners
Segment = tuple[float, float, float, float]


def pages_of(folder: Path, cutting: CutSettings, paper: str = "a4") -> list[Page]:
    """The sheets of a kit with registration marks, its faces not drawn."""
    game = load_game(folder).game
    assert game is not None
    pieces = [
        Piece(
            f"{part.id}/{card.id}",
            part.size,
            part.outline,
            "face",
            "back" if part.back else None,
            part.title,
            page=part.size == SIZES["page"],
        )
        for part in game.components
        for card in part.cards
        for _ in range(card.copies)
    ]
    pages = in_printing_order(
        lay_out(pieces, PAPERS[paper].size, "duplex-long", cutting), "duplex-long"
    )
    assert any(registered(page) for page in pages)
    return [page for page in pages if page.side == "front" and registered(page)]


def registered(page: Page) -> bool:
    return any(line.kind in REGISTRATION for line in page.lines)


# ---- readers


def read_svg(text: str) -> tuple[list[Shape], list[Segment], set[Segment]]:
    """Closed outlines and straight cuts, and the bounds of what lies on the marks."""
    shapes: list[Shape] = []
    lines: list[Segment] = []
    marks: set[Segment] = set()
    root = ElementTree.fromstring(text)
    assert root.get("viewBox", "").split()[2:] == [
        root.get(name, "").removesuffix("mm") for name in ("width", "height")
    ]
    for group in root:
        for each in group:
            kind = each.tag.split("}")[1]
            at = {name: float(value) for name, value in each.attrib.items() if name != "d"}
            points = [float(value) for value in re.findall(r"[\d.]+", each.get("d", ""))]
            if group.get("id") == "registration":
                xs, ys = points[::2], points[1::2]
                marks.add((min(xs), min(ys), max(xs), max(ys)))
            elif kind == "circle":
                r = at["r"]
                shapes.append((at["cx"] - r, at["cy"] - r, 2 * r, 2 * r, r))
            elif kind == "rect":
                shapes.append((at["x"], at["y"], at["width"], at["height"], at["rx"]))
            else:
                x1, y1, x2, y2 = points
                lines.append((x1, y1, x2, y2))
    return shapes, lines, marks


def read_dxf(text: str, high: float) -> tuple[list[Shape], list[Segment]]:
    """Closed outlines and straight cuts of the layer to cut, turned to look down from the top."""
    words = text.split("\n")
    pairs = list(zip(map(int, words[:-1:2]), words[1::2], strict=True))
    entities: list[list[tuple[int, str]]] = []
    for pair in pairs:
        if pair[0] == 0:
            entities.append([])
        entities[-1].append(pair)
    shapes: list[Shape] = []
    lines: list[Segment] = []
    vertices: list[tuple[float, float, float]] = []
    for entity in entities:
        kind = entity[0][1]
        at = {code: float(value) for code, value in entity if 10 <= code < 50}
        if (8, "registration") in entity:
            continue
        if kind == "LINE":
            lines.append((at[10], high - at[20], at[11], high - at[21]))
        elif kind == "CIRCLE":
            r = at[40]
            shapes.append((at[10] - r, high - at[20] - r, 2 * r, 2 * r, r))
        elif kind == "VERTEX":
            vertices.append((at[10], high - at[20], at.get(42, 0.0)))
        elif kind == "SEQEND":
            shapes.append(outline(vertices))
            vertices = []
    assert entities[-1] == [(0, "EOF")]
    return shapes, lines


def outline(vertices: Sequence[tuple[float, float, float]]) -> Shape:
    """The rectangle that a polyline goes around; its bulges are outward quarters of a circle."""
    xs, ys = [v[0] for v in vertices], [v[1] for v in vertices]
    x, y, wide, high = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    radius = 0.0
    for (x1, y1, bulge), (x2, y2, _) in pairwise([*vertices, vertices[0]]):
        if not bulge:
            assert x1 == pytest.approx(x2) or y1 == pytest.approx(y2)
            continue
        assert bulge == pytest.approx(2**0.5 - 1)  # tan(90° / 4), against the clock: outward
        assert abs(x1 - x2) == pytest.approx(abs(y1 - y2))
        radius = abs(x1 - x2)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1, _), (x2, y2, _) in pairwise([*vertices, vertices[0]]))
    assert area < 0  # with y downwards: against the clock
    assert abs(area) / 2 == pytest.approx(wide * high - 2 * radius**2)
    return (x, y, wide, high, radius)


def bits(edges: Sequence[Segment], xs: set[float], ys: set[float]) -> list[Segment]:
    """Lines taken apart wherever any trim begins or ends, sorted."""
    found = []
    for x1, y1, x2, y2 in edges:
        stops = sorted(s for s in (xs if y1 == y2 else ys) if min(x1, y1) <= s <= max(x2, y2))
        for a, b in pairwise(stops):
            if y1 == y2 and x1 <= a and b <= x2:
                found.append((a, y1, b, y1))
            elif x1 == x2 and y1 <= a and b <= y2:
                found.append((x1, a, x1, b))
    return sorted(found)


def edges(trim: Rect) -> Iterator[Segment]:
    x, y, right, bottom = (round(v, 3) for v in (trim.x, trim.y, trim.right, trim.bottom))
    yield from ((x, y, right, y), (x, bottom, right, bottom))
    yield from ((x, y, x, bottom), (right, y, right, bottom))


def check(page: Page, shapes: list[Shape], lines: list[Segment], corners: float) -> None:
    """Every trim is cut, along all of its outline, once, and nothing else is."""
    trims = [box.trim for box in page.boxes]
    if shapes:
        assert not lines
        wanted = [
            (*box.trim, box.trim.width / 2 if box.outline == "round" else corners)
            for box in page.boxes
        ]
        assert [tuple(shape) for shape in sorted(shapes)] == [
            pytest.approx(each, abs=0.002) for each in sorted(wanted)
        ]
        return
    rounded = [tuple(round(v, 3) for v in line) for line in lines]
    xs = {round(v, 3) for trim in trims for v in (trim.x, trim.right)}
    ys = {round(v, 3) for trim in trims for v in (trim.y, trim.bottom)}
    cut = bits(rounded, xs, ys)  # type: ignore[arg-type]
    assert cut == sorted(set(bits([each for trim in trims for each in edges(trim)], xs, ys)))


# ---- the files


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
@pytest.mark.parametrize(
    ("bleeds", "corners"), [("outside", 0.0), ("each", 0.0), ("each", 3.0), ("outside", 3.0)]
)
def test_what_is_cut_is_what_is_trimmed(kit: Path, bleeds: str, corners: float) -> None:
    pages = pages_of(kit, CutSettings(marks="silhouette", bleeds=bleeds))  # type: ignore[arg-type]
    for page in pages:
        (svg,) = cut_files([page], "svg", corners).values()
        (dxf,) = cut_files([page], "dxf", corners).values()
        shapes, lines, _ = read_svg(svg)
        check(page, shapes, lines, corners)
        check(page, *read_dxf(dxf, page.paper.height), corners)


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_every_sheet_with_marks_has_one_cut_file(kit: Path) -> None:
    pages = pages_of(kit, CutSettings(marks="silhouette"))
    named: list[int] = []
    for name in cut_files(pages, "dxf"):
        numbers = re.fullmatch(r"sheets?-([\d+-]+)\.dxf", name)
        assert numbers
        for run_of in numbers[1].split("+"):
            first, _, last = run_of.partition("-")
            named += range(int(first), int(last or first) + 1)
    assert sorted(named) == [page.sheet for page in pages]


# ---- the marks


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_nothing_is_printed_near_a_mark(kit: Path) -> None:
    for bleed, paper in product(BLEEDS.values(), PAPERS):
        cutting = CutSettings(marks="silhouette", bleeds=bleed.name)
        for page in pages_of(kit, cutting, paper):
            for x, y in ((0.0, 0.0), (page.paper.width, 0.0), (0.0, page.paper.height)):
                # as much as is kept free around the square, in each of the three corners
                free = cutting.inset + cutting.square + cutting.clear
                keep = Rect(x - free, y - free, 2 * free, 2 * free)
                for box in page.boxes:
                    clip = box.clip
                    apart = clip.right <= keep.x + 1e-6 or clip.x >= keep.right - 1e-6
                    apart |= clip.bottom <= keep.y + 1e-6 or clip.y >= keep.bottom - 1e-6
                    assert apart, f"{box.piece} on {paper}, bleed {bleed.name}"


def test_the_printed_marks_are_as_large_as_a_cutter_expects(tiny: Path) -> None:
    result = run("build", "tiny", "--marks", "silhouette", "--cut-file", "svg", "-o", "out")
    assert result.exit_code == 0, result.output
    document = pypdfium2.PdfDocument("out/tiny-a4-marks-silhouette.pdf")
    folder = Path("out/tiny-a4-marks-silhouette-cut")
    files = sorted(folder.glob("*.svg"))
    assert files
    for file in files:
        sheet = int(re.findall(r"\d+", file.name)[0])
        front, back = document[2 * sheet - 2], document[2 * sheet - 1]
        found = black_corners(front)
        assert found == [
            pytest.approx(each, abs=0.1)
            for each in [(10, 10, 15, 15), (195, 9.5, 200.5, 15), (9.5, 282, 15, 287.5)]
        ]
        assert black_corners(back) == [None, None, None]
        marks = read_svg(file.read_text("utf-8"))[2]
        assert (10, 10, 15, 15) in marks
        assert (200, 10, 200, 14.5) in marks
    assert not list(folder.glob("*.dxf"))


def black_corners(page: pypdfium2.PdfPage) -> list[tuple[float, ...] | None]:
    """Bounds, in mm from the top left, of what is black in three corners of 16 mm."""
    scale = 20  # pixels a millimetre
    picture = (
        page.render(scale=scale * 25.4 / 72).to_pil().convert("L").point(lambda v: 255 * (v < 90))
    )
    wide, high, size = picture.width, picture.height, 16 * scale
    found: list[tuple[float, ...] | None] = []
    for x, y in ((0, 0), (wide - size, 0), (0, high - size)):
        bounds = picture.crop((x, y, x + size, y + size)).getbbox()
        if bounds is None:
            found.append(None)
        else:
            left, top, right, bottom = bounds
            found.append(tuple(v / scale for v in (x + left, y + top, x + right, y + bottom)))
    return found


# ---- the command


def test_dxf_is_written_and_an_older_cut_file_goes(tiny: Path) -> None:
    old = Path("out/tiny-a4-marks-silhouette-cut/sheet-99.svg")
    old.parent.mkdir(parents=True)
    old.write_text("<svg/>")
    assert run("build", "tiny", "--marks", "silhouette", "-o", "out").exit_code == 0
    assert not old.exists()
    assert list(old.parent.glob("*.dxf"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--cut-file", "svg"], "--cut-file needs --marks silhouette"),
        (["--corners", "3"], "--corners needs --marks silhouette"),
        (["--marks", "silhouette", "--sides", "gutterfold"], "folding hides registration marks"),
    ],
)
def test_what_no_cutter_can_do_is_wrong_use(tiny: Path, options: list[str], said: str) -> None:
    result = run("build", "tiny", *options)
    assert result.exit_code == 2
    assert said in result.output


def laid(*trims: Rect, corners: float = 0) -> tuple[tuple[Segment, ...], int]:
    """The straight cuts of pieces that lie there, and how many are cut one by one."""
    boxes = tuple(Box(f"deck/{i}", "face", trim, trim, "rect") for i, trim in enumerate(trims))
    whole = Rect(0, 0, 210, 297)
    page = Page(PAPERS["a4"].size, "front", boxes, (), whole, whole, (), None, 1)
    found = plan(page, corners)
    return found.straight, len(found.closed)


def test_neighbours_share_a_cut_whichever_way_they_touch() -> None:
    one = Rect(10, 10, 20, 30)
    beside, below = Rect(30, 10, 20, 30), Rect(10, 40, 20, 30)
    assert laid(one, beside)[0].count((30, 10, 30, 40)) == 1
    assert len(laid(one, beside)[0]) == 5  # two across, three down
    assert laid(one, below)[0].count((10, 40, 30, 40)) == 1
    assert len(laid(one, below)[0]) == 5
    assert laid(one, Rect(31, 41, 20, 30)) == ((), 2)  # neither
    for gap in (0.4, 0.04):  # a cutter sees a gap, or an overlap, of less than a tenth
        assert laid(one, Rect(30 + gap, 50, 20, 30)) == ((), 2)
        assert laid(one, Rect(50, 40 + gap, 20, 30)) == ((), 2)
        assert laid(one, Rect(30 - gap, 50, 20, 30)) == ((), 2)
        assert laid(one, Rect(50, 40 - gap, 20, 30)) == ((), 2)
        assert laid(Rect(10, 10, 20 + gap, 30), Rect(30, 50, 20, 30)) == ((), 2)
        assert laid(Rect(10, 10, 20, 30 + gap), Rect(50, 40, 20, 30)) == ((), 2)
    assert laid(one, beside, corners=3) == ((), 2)  # round corners share nothing


def test_cuts_that_meet_are_one_and_a_gap_stays() -> None:
    """A long piece beside short ones; the short one that ends first does not end the cut."""
    cuts = laid(Rect(0, 0, 60, 10), Rect(10, 10, 20, 10))[0]
    assert [(x, y, to, down) for x, y, to, down in cuts if y == down == 10] == [(0, 10, 60, 10)]
    apart = laid(Rect(0, 0, 20, 10), Rect(0, 10, 20, 10), Rect(40, 0, 20, 10))[0]
    assert (0, 0, 20, 0) in apart
    assert (40, 0, 60, 0) in apart
    assert (0, 0, 0, 20) in apart
    near = laid(Rect(0, 0, 20, 10), Rect(0, 10, 20, 10), Rect(20.5, 0, 20, 10))[0]
    assert (0, 0, 20, 0) in near  # and does not go on over a gap of half a millimetre


def test_circles_and_corners_have_the_radius_that_fits() -> None:
    trims = (Rect(10, 10, 20, 30), Rect(50, 10, 40, 40))
    whole = Rect(0, 0, 210, 297)
    boxes = (
        Box("a", "face", trims[0], trims[0], "rect"), Box("b", "face", trims[1], trims[1], "round")
    )  # fmt: skip
    page = Page(PAPERS["a4"].size, "front", boxes, (), whole, whole, (), None, 1)
    assert [radius for _, radius in plan(page, 3).closed] == [3, 20]
    assert [radius for _, radius in plan(page, 50).closed] == [10, 20]
