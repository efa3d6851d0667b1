"""Every ornament fills the box it is asked for, the same way each time."""

import re
from inspect import Parameter, signature

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from generator.illustration.motif_parts import clipped, fit
from generator.illustration.ornaments import ORNAMENTS, STROKED

BOXES = [(57.0, 6.0), (80.0, 30.0), (41.3, 40.0), (63.5, 88.9)]
SEEDED = [name for name, draw in ORNAMENTS.items() if "seed" in signature(draw).parameters]
SHORT_OF_THE_TOP = {"paper-rules"}  # its first line is one line down
MARBLING = ORNAMENTS["marbling"]
ANYWHERE = {"marble-veins"}  # chance says how high they reach


def bounds(path: str) -> tuple[float, float, float, float]:
    pen = BoundsPen(None)
    parse_path(path, pen)
    found: tuple[float, float, float, float] = pen.bounds
    return found


@pytest.mark.parametrize("name", ORNAMENTS)
@pytest.mark.parametrize(("width", "height"), BOXES)
def test_it_fills_its_box(name: str, width: float, height: float) -> None:
    left, top, right, bottom = bounds(ORNAMENTS[name](width, height))
    if name == "marbling":  # drops are whole: they go on beyond the edges
        assert left < width
        assert top < height
        return
    assert (left, right) == pytest.approx((0, width), abs=0.05)
    if name in ANYWHERE:
        assert -0.5 < top < bottom < height + 0.5
        return
    assert bottom == pytest.approx(height, rel=0.005)
    if name not in SHORT_OF_THE_TOP:
        assert top == pytest.approx(0, abs=height * 0.005)


@pytest.mark.parametrize("name", ORNAMENTS)
def test_same_arguments_same_path(name: str) -> None:
    draw = ORNAMENTS[name]
    assert draw(60, 30) == draw(60, 30)


@pytest.mark.parametrize("name", SEEDED)
def test_another_seed_is_another_picture(name: str) -> None:
    draw = ORNAMENTS[name]
    assert draw(60, 30, seed=1) != draw(60, 30, seed=2)


@pytest.mark.parametrize("name", ORNAMENTS)
def test_numbers_have_at_most_three_decimals(name: str) -> None:
    path = ORNAMENTS[name](57.123456, 31.987654)
    assert re.fullmatch(r"[MLCZ0-9 .-]+", path)
    assert not re.search(r"\.\d{4}|-0(?![.\d])", path)


@pytest.mark.parametrize("name", ORNAMENTS)
def test_a_filled_ornament_is_closed_and_a_stroked_one_known(name: str) -> None:
    path = ORNAMENTS[name](60, 30)
    if name not in STROKED:
        assert path.count("M") == path.count("Z")
    assert set(ORNAMENTS) >= STROKED


@pytest.mark.parametrize("name", ORNAMENTS)
def test_the_docstring_says_how_to_paint_it(name: str) -> None:
    assert ("Stroke" if name in STROKED else "Fill") in (ORNAMENTS[name].__doc__ or "")


@pytest.mark.parametrize("name", ORNAMENTS)
def test_width_and_height_are_enough(name: str) -> None:
    first, second, *rest = signature(ORNAMENTS[name]).parameters.values()
    assert (first.name, second.name) == ("width", "height")
    assert all(each.default is not Parameter.empty for each in rest)


@pytest.mark.parametrize(
    ("length", "period", "expected"),
    [(57, 6, (10, 5.7)), (10, 3, (3, 10 / 3)), (2, 8, (1, 2)), (9, 6, (2, 4.5))],
)
def test_a_period_is_stretched_until_it_fits(
    length: float, period: float, expected: tuple[int, float]
) -> None:
    assert fit(length, period) == pytest.approx(expected)


def test_a_longer_border_has_more_keys() -> None:
    keys = [ORNAMENTS["meander"](width, 5).count("L") for width in (30, 60, 90)]
    assert keys[0] < keys[1] < keys[2]


def test_two_rounds_of_tongues_make_the_whole_row() -> None:
    draw = ORNAMENTS["tongues"]
    both = draw(50, 5, start=0, every=2).count("M") + draw(50, 5, start=1, every=2).count("M")
    assert both == draw(50, 5).count("M")


def test_stripes_ink_their_share() -> None:
    pen = AreaPen(None)
    parse_path(ORNAMENTS["stripes"](40, 20, share=0.25), pen)
    assert abs(pen.value) == pytest.approx(40 * 20 * 0.25, rel=0.01)


def test_rays_are_half_light_half_dark() -> None:
    pen = AreaPen(None)
    parse_path(ORNAMENTS["sun-rays"](40, 40, rays=24, y=0.5), pen)
    assert abs(pen.value) == pytest.approx(40 * 40 / 2, rel=0.01)


def test_a_ring_is_open_inside() -> None:
    pen = AreaPen(None)
    parse_path(ORNAMENTS["coffee-ring"](40, 40), pen)
    assert abs(pen.value) < 0.3 * 40 * 40


def test_what_lies_outside_the_box_is_cut_away() -> None:
    assert clipped([(-5, 0), (5, 0), (5, 10), (-5, 10)], 20, 10) == [
        (0, 0), (5, 0), (5, 10), (0, 10),
    ]  # fmt: skip
    assert clipped([(30, 0), (40, 0), (40, 10)], 20, 10) == []


def starts(path: str) -> list[tuple[float, float]]:
    found = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path)
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize("ring", range(4))
def test_marbled_paper_is_the_same_from_both_ends_and_repeats(ring: int) -> None:
    """Each drop has a twin on the other side of the middle, and both are in every sheet."""
    found = {at for ink in range(3) for at in starts(MARBLING(40, 30, 3, ink, ring, over=30))}
    assert found
    inside = [(x, y) for x, y in found if 30 < x < 70 and 30 < y < 60]
    assert inside
    for x, y in inside:
        for u, v in ((100 - x, 90 - y), (x + 40, y), (x - 40, y), (x, y + 30), (x, y - 30)):
            if 0 < u < 100 and 0 < v < 90:
                assert min(abs(u - p) + abs(v - q) for p, q in found) < 0.01


@pytest.mark.parametrize("ink", range(5))
def test_marbled_paper_goes_on_into_the_bleed(ink: int) -> None:
    alone, larger = (starts(MARBLING(40, 30, ink=ink, over=over)) for over in (0, 4))
    assert len(larger) >= len(alone) > 0
    for x, y in alone:
        assert min(abs(x + 4 - u) + abs(y + 4 - v) for u, v in larger) < 0.01
