"""Outlines along which pieces are cut: what is read, and what is refused in which words."""

from __future__ import annotations

import time

import pytest

from validator.core.outlines import OutlineError, area, corners_of, percent_corners, shape_of
from validator.core.sizes import Size


@pytest.mark.parametrize(
    ("size", "outline", "wanted"),
    [
        (Size(40, 34.64), "hexagon", 40 * 34.64 * 0.75),
        (Size(34.64, 40), "hexagon", 40 * 34.64 * 0.75),
        (Size(20, 18), "M10 0 L20 18 L0 18 Z", 180),
        (Size(20, 18), "M10 0 L0 18 L20 18 Z", 180),  # against the clock
        (Size(20, 18), "m 110 -5 l 10 18 h -20 z", 180),  # wherever it was drawn
        (Size(20, 18), "M10 0 L20 18 L0 18 L10 0", 180),  # closed without Z
        (Size(20, 18), "m10,0l10,18h-20z", 180),  # nothing between numbers that needs nothing
        (Size(20, 18), "M1e1-0L20 18.L0 18Z", 180),
        (Size(20, 18), "M10 0c5 9 5 9 10 18-10 0-10 0-20 0 5-9 5-9 10-18Z", 180),
        (Size(20, 18), "M10 0 c 5 9 5 9 10 18 -10 0 -10 0 -20 0 5 -9 5 -9 10 -18 Z", 180),
        (Size(20, 20), "M0 10 A10 10 0 0 1 20 10 A10 10 0 0 1 0 10 Z", 314.16),
    ],
)
def test_a_shape_is_as_large_as_its_piece_and_begins_at_its_corner(
    size: Size, outline: str, wanted: float
) -> None:
    corners = corners_of(outline, size)
    assert area(corners) / 2 == pytest.approx(wanted, rel=0.003)  # positive: clockwise
    xs, ys = zip(*corners, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((0, 0), abs=0.02)
    assert (max(xs), max(ys)) == pytest.approx((size.width, size.height), abs=0.02)


def test_corners_are_in_percent_where_a_page_cuts_a_picture() -> None:
    assert percent_corners("hexagon", Size(40, 34.64)).startswith(
        "25.00 0.00, 75.00 0.00, 100.00 50.00"
    )
    triangle = percent_corners("M10 0 L20 18 L0 18 Z", Size(20, 18))
    assert triangle == "100.00 100.00, 0.00 100.00, 50.00 0.00"
    assert percent_corners("rect", Size(20, 18)) == percent_corners("round", Size(20, 18)) == ""


ZIGZAG = "M0 0" + "".join(f"L{x / 30} {x % 2}" for x in range(1, 600)) + "L20 20L0 20Z"
WINDING = "M0 0" + "C99 0 0 99 20 20C0 99 99 0 0 0" * 120 + "Z"


@pytest.mark.parametrize(
    ("outline", "words"),
    [
        ("M0 0 L20 0 L20 20", "is open: it begins at 0, 0 and ends at 20, 20; close it with Z"),
        ("M0 0 L20 0 L20 20 L0 21", "is open: it begins at 0, 0 and ends at 0, 21"),
        ("M0 0 H25 V30 H0 Z", "25 x 30 mm and the piece is 20 x 20 mm;"),
        ("M0 0 H25 V30 H0 Z", "write `size: [25, 30]`, or draw the path as large as the piece"),
        ("M0 0 H75.6 V75.6 H0 Z", "paths are in millimetres"),
        (ZIGZAG, "602 lines and curves; at most 400 lines and curves: simplify it"),
        (WINDING, "at most 400 lines and curves: simplify it"),
        ("M0 0 L20 20 L20 0 L0 20 Z", "crosses or touches itself near"),
        ("M0 0 H20 V20 H0 Z M5 5 H15 V15 H5 Z", "has 2 parts; a piece is cut out along one"),
        ("M0 0 L20 20 Z", "has no area"),
        ("M0 0 L20 20 L10 10 Z", "has no area"),
        ("M0 0 H20 V0.5 H0 Z", "thinner than 1 mm"),
        ("M0 0 L20", "cannot be read: 'L' has the wrong number of values, 1"),
        ("M0 0 Lx y Z", "cannot be read"),
        ("M0 0 H9e99 V20 H0 Z", "has coordinates that are too large"),
        ("M0 0 H9e999 V20 H0 Z", "has coordinates that are too large"),
        ("M", "cannot be read"),
        ("M0 0", "has no area"),
        ("M0 0 Z", "has no area"),
    ],
)
def test_a_path_that_nothing_can_be_cut_along_is_refused(outline: str, words: str) -> None:
    with pytest.raises(OutlineError) as caught:
        shape_of(outline, Size(20, 20))
    assert words in str(caught.value)


def test_a_hostile_path_takes_no_time() -> None:
    # Every edge shares its width with all others, so that no pair is left out early.
    steps = [f"L{20 * (y % 2)} {y / 20}" for y in range(1, 390)]
    started = time.process_time()
    with pytest.raises(OutlineError):
        shape_of("M0 0" + "".join(steps) + "C90 90 -90 90 0 21" * 5 + "Z", Size(20, 20))
    assert time.process_time() - started < 2
