"""Pieces of any outline: what is shown of them, which line is printed, what a machine cuts."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.core.outlines import beyond, room
from generator.export.designs import pixels
from generator.sheets import imposition
from tests.conftest import run
from validator.core.outlines import area, corners_of
from validator.core.paths import Point, flattened, segments
from validator.core.sizes import Size

Edit = Callable[[str, str, str], None]
ELL = "M0 0 H10 V20 H30 V30 H0 Z"
OUTLINES = {
    "hexagon": Size(40, 34.64),
    ELL: Size(30, 30),
    "M0 0H24V16C24 24 16 28 12 30C8 28 0 24 0 16Z": Size(24, 30),
}
FACE = """{% extends "shared/face.svg.j2" %}
{% block face %}
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}"
 height="{{ height + 2 * bleed }}" fill="#0000ff"/>
{% endblock %}
"""


@pytest.fixture
def shaped(tiny: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """The tiny game with tokens of an outline, all blue, on a sheet of their own."""
    monkeypatch.setattr(imposition, "SPARSE", 0)

    def make(outline: str) -> Path:
        size = OUTLINES[outline]
        edit("game.yaml", "size: [20, 20]", f"size: [{size.width}, {size.height}]")
        edit("game.yaml", "outline: round", f"outline: '{outline}'")
        (tiny / "templates/token.svg.j2").write_text(FACE, "utf-8")
        return tiny

    return make


def page_with_tokens(pdf: Path, back: bool = False) -> Image.Image:
    """The page that has the tokens, 10 pixels a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    number = next(at for at, text in enumerate(texts) if "Tokens, sheet" in text)
    page: Image.Image = document[number + back].render(scale=254 / 72).to_pil()
    return page.convert("RGB")


def colours(page: Image.Image) -> list[tuple[int, tuple[int, int, int]]]:
    """How many pixels have each colour."""
    found: Any = page.getcolors(1 << 24)
    return list(found)


@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short", "gutterfold"])
@pytest.mark.parametrize("outline", OUTLINES)
def test_a_piece_is_shown_as_it_is_cut_and_a_bleed_around(
    shaped: Callable[[str], Path], tmp_path: Path, outline: str, sides: str
) -> None:
    result = run("build", str(shaped(outline)), "-o", str(tmp_path), "--sides", sides)
    assert result.exit_code == 0, result.output
    (pdf,) = tmp_path.glob("*.pdf")
    size = OUTLINES[outline]
    whole = size.width * size.height
    corners = corners_of(outline, size)
    around = sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5
                 for (a, b), (c, d) in pairwise([*corners, corners[0]]))  # fmt: skip
    shape = area(corners) / 2
    page = page_with_tokens(pdf)
    blue = sum(count for count, colour in colours(page) if colour[2] > colour[0] + 60) / 100
    pieces = 6 if sides == "gutterfold" else 3
    expected = pieces * (shape + around)  # a millimetre of bleed, less what the line covers
    assert blue == pytest.approx(expected, rel=0.05)
    assert blue < pieces * whole or outline != ELL


def test_a_back_is_cut_as_its_front_is_seen_from_behind(
    shaped: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = shaped(ELL)
    assert run("build", str(folder), "-o", str(tmp_path)).exit_code == 0
    front, back = (page_with_tokens(tmp_path / "tiny-a4.pdf", side) for side in (False, True))
    behind = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    one, other = (each.getchannel("R").point(lambda red: 255 * (red < 128))
                  for each in (front, behind))  # fmt: skip
    differ = ImageChops.difference(one, other).histogram()[255]
    assert differ < 12_000  # of 6 million: the cut line of the front, and rounding


@pytest.mark.parametrize("marks", ["crop", "lines", "none"])
def test_the_cut_line_is_printed_unless_no_marks_are_wanted(
    shaped: Callable[[str], Path], tmp_path: Path, marks: str
) -> None:
    folder = shaped("hexagon")
    assert run("build", str(folder), "-o", str(tmp_path), "--marks", marks).exit_code == 0
    (pdf,) = tmp_path.glob("*.pdf")
    page = page_with_tokens(pdf)
    page = page.crop(page.getchannel("R").point(lambda red: 255 * (red < 40)).getbbox())
    grey = [
        count
        for count, (r, g, b) in colours(page)
        if max(r, g, b) - min(r, g, b) < 60 and 60 < r < 240
    ]
    assert (sum(grey) > 2000) == (marks != "none")


@pytest.mark.parametrize("form", ["svg", "dxf"])
@pytest.mark.parametrize("outline", OUTLINES)
def test_a_machine_cuts_along_the_outline(
    shaped: Callable[[str], Path], tmp_path: Path, outline: str, form: str
) -> None:
    command = ("build", str(shaped(outline)), "-o", str(tmp_path), "--marks", "silhouette")
    result = run(*command, "--cut-file", form)
    assert result.exit_code == 0, result.output
    texts = [each.read_text("utf-8") for each in tmp_path.rglob(f"*.{form}")]
    cut = [each for text in texts for each in (drawn if form == "svg" else polylines)(text)]
    wanted = area(corners_of(outline, OUTLINES[outline])) / 2
    found = [each for each in cut if abs(abs(area(each)) / 2 - wanted) < wanted * 0.01]
    assert len(found) == 3


def drawn(text: str) -> list[list[Point]]:
    """The closed paths of a cut file, curves as lines."""
    nodes = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}path")
    paths = [node.attrib["d"] for node in nodes]
    return [flattened(segments(each), 0.02) for each in paths if each.endswith("Z")]


def polylines(text: str) -> list[list[Point]]:
    """The corners of the polylines of a DXF file."""
    parts = re.split(r"\n0\nPOLYLINE\n", text)[1:]
    numbers = r"\n10\n(-?[\d.]+)\n20\n(-?[\d.]+)"
    return [
        [(float(x), float(y)) for x, y in re.findall(f"VERTEX\n8\ncut{numbers}", part)]
        for part in parts
    ]


def test_pictures_are_cut_out_along_the_outline(
    shaped: Callable[[str], Path], tmp_path: Path
) -> None:
    command = ("export", "png", str(shaped(ELL)), "-o", str(tmp_path), "--corners", "--bleed", "0")
    result = run(*command)
    assert result.exit_code == 0, result.output
    picture = Image.open(next(tmp_path.rglob("token.png")))
    assert picture.size == pixels(Size(30, 30), 0, 300)
    clear = picture.getchannel("A").histogram()[0] / (picture.width * picture.height)
    assert clear == pytest.approx(20 * 20 / 900, abs=0.01)


def test_words_beyond_the_outline_are_found(shaped: Callable[[str], Path], tmp_path: Path) -> None:
    folder = shaped(ELL)
    words = FACE.replace("{% endblock %}", "{{ line('Outside', 18, 10, 10) }}\n{% endblock %}")
    (folder / "templates/token.svg.j2").write_text(words, "utf-8")
    result = run("build", str(folder), "-o", str(tmp_path))
    assert "“Outside” is -" in result.output


def test_a_bad_outline_is_a_problem_at_its_line(tiny: Path, edit: Edit) -> None:
    edit("game.yaml", "outline: round", "outline: M0 0 H20 V20")
    result = run("check", str(tiny))
    assert result.exit_code == 1
    assert "game.yaml:37:14: the outline is open" in result.output
    edit("game.yaml", "outline: M0 0 H20 V20", "outline: hexagonal")
    result = run("check", str(tiny))
    assert "expected rect, round, hexagon, or an SVG path in mm" in result.output


def test_what_is_beyond_a_polygon_is_all_that_is_near() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    parts = [*beyond(square, 1)]
    assert all(area(part) > 0 for part in parts)
    assert sum(map(area, parts)) / 2 == pytest.approx(100 + 40 + 3.14, rel=0.01)


def test_room_is_the_way_to_the_nearest_edge() -> None:
    ell = [*corners_of(ELL, Size(30, 30))]
    assert room((2, 3, 8, 10), ell) == pytest.approx(2)
    assert room((2, 25, 25, 28), ell) == pytest.approx(2)
    assert room((5, 5, 15, 10), ell) == pytest.approx(-5)
    assert room((2, 2, 28, 28), ell) < 0
