"""Icons staged in panels, hatched, and drawn as constellations."""

from __future__ import annotations

import re
from math import hypot

import pytest

from generator.core.outlines import Rings, rings
from generator.illustration import silhouettes

SQUARE: Rings = (((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)),)
DIAMOND: Rings = (((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)),)
CUT_LEFT = rings("M0 20V80C60 80 60 20 0 20Z", 100)
PANEL = (4.0, 20.0, 59.0, 60.0)


def test_curves_lie_within_their_ends() -> None:
    (ring,) = rings("M0 0C0 50 100 50 100 0Z", 100)
    assert silhouettes.extent((ring,)) == pytest.approx((0, 0, 1, 0.375), abs=0.02)


def test_a_straight_edge_is_where_a_shape_is_cut_off() -> None:
    assert silhouettes.cut_side(CUT_LEFT) == "left"
    assert silhouettes.cut_side(rings("M0 50L50 0L100 50L50 100Z", 100)) == ""


@pytest.mark.parametrize(("flip", "edge"), [(False, 0), (True, 2)])
def test_a_cut_shape_goes_to_the_edge_of_the_panel(flip: bool, edge: int) -> None:
    (staged,) = silhouettes.stage([{"icon": "x", "flip": flip}], PANEL, lambda _: CUT_LEFT, "")
    found = silhouettes.extent(silhouettes.placed(staged, CUT_LEFT))
    assert found[edge] == pytest.approx(PANEL[edge])
    assert (found[1], found[3]) == pytest.approx((PANEL[1], PANEL[3]))


def test_without_an_anchor_a_scene_stands_in_the_middle() -> None:
    (staged,) = silhouettes.stage([{"icon": "x"}], PANEL, lambda _: CUT_LEFT, "none")
    left, _, right, _ = silhouettes.extent(silhouettes.placed(staged, CUT_LEFT))
    assert (left + right) / 2 == pytest.approx((PANEL[0] + PANEL[2]) / 2)


def test_a_shape_outside_is_mirrored_towards_its_side() -> None:
    figures = [{"icon": "square", "x": 0}, {"icon": "cut", "x": 60}]
    outlines = {"square": DIAMOND, "cut": CUT_LEFT}
    plan = silhouettes.stage(figures, PANEL, lambda name: outlines[name], "")
    assert [each.flip for each in plan] == [False, True]
    east = max(silhouettes.extent(silhouettes.placed(f, outlines[f.icon]))[2] for f in plan)
    assert east == pytest.approx(PANEL[2])


def test_wide_scenes_stay_near_the_panel() -> None:
    figures = [{"icon": "x", "x": x} for x in (-200, 0, 200)]
    plan = silhouettes.stage(figures, PANEL, lambda _: SQUARE, "")
    boxes = [silhouettes.extent(silhouettes.placed(each, SQUARE)) for each in plan]
    wide = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    assert wide == pytest.approx(silhouettes.WIDEST * 55)
    assert {round(box[3], 6) for box in boxes} == {60.0}


def test_hatching_stays_inside_and_spares_holes() -> None:
    hole = ((0.4, 0.4), (0.4, 0.6), (0.6, 0.6), (0.6, 0.4))
    ring = tuple((x * 100, y * 100) for x, y in SQUARE[0])
    inner = tuple((x * 100, y * 100) for x, y in hole)
    lines = silhouettes.hatching((ring, inner), step=2, start=0, slant=0)
    ends = [
        tuple(float(each) for part in line.split("L") for each in part.split())
        for line in lines.split("M")[1:]
    ]
    assert len(ends) > 20
    for left, y, right, _ in ends:
        assert 20 <= left < right <= 80
        assert 20 <= y <= 80
        assert not (40 < y < 60 and left < 40 and right > 60)


def test_gaps_touch_no_figure_and_follow_from_the_seed() -> None:
    figure = silhouettes.Staged("x", 31, 40, 40, 0, False)
    taken = silhouettes.placed(figure, SQUARE)
    found = silhouettes.gaps([taken], PANEL, (1, 2), 6, "card")
    assert len(found) == 6
    assert found == silhouettes.gaps([taken], PANEL, (1, 2), 6, "card")
    assert found != silhouettes.gaps([taken], PANEL, (1, 2), 6, "other")
    for x, y, r in found:
        assert PANEL[0] <= x - r
        assert x + r <= PANEL[2]
        assert not (19 - r < x < 43 + r and 28 - r < y < 52 + r)


def test_a_constellation_keeps_the_corners() -> None:
    figure = silhouettes.Staged("x", 50, 50, 100, 0, False)
    many = tuple((0.2 + 0.6 * at / 20, 0.2) for at in range(20))
    outline = ((*many, *SQUARE[0][1:]),)
    stars = silhouettes.constellation(figure, outline, 4)
    assert {(round(x), round(y)) for x, y in stars} == {(20, 20), (80, 20), (80, 80), (20, 80)}
    assert stars[0] == stars[-1]


def test_bright_stars_are_far_apart_from_left_to_right() -> None:
    stars = [(0.0, 0.0), (1.0, 0.0), (10.0, 0.0), (11.0, 1.0), (20.0, 0.0)]
    found = silhouettes.apart(stars, 3)
    assert found == sorted(found)
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a in found for b in found if a != b) > 8
    assert silhouettes.apart(stars, 0) == []


def test_a_screen_stays_inside_its_outline_and_grows_to_its_foot() -> None:
    ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    dots = silhouettes.halftone((ring,), pitch=1, start=0)
    heights = [
        (float(y), float(half))
        for _, y, half in re.findall(r"M(\S+) (\S+?)l(\S+) ", dots)
        if float(y) > 0
    ]
    assert heights[-1][1] > 2 * heights[0][1]
    assert all(float(x) >= 0 for x in re.findall(r"M(\S+) ", dots))


def test_chance_follows_from_the_seed_and_differs_by_number() -> None:
    assert silhouettes.chance("a", 2, 5) == silhouettes.chance("a", 2, 5)
    assert 2 <= silhouettes.chance("a", 2, 5) <= 5
    assert silhouettes.chance("a") != silhouettes.chance("a", number=1)
