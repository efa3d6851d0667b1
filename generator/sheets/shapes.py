"""Computes the positions of pieces' drawings and outlines on a page."""

from __future__ import annotations

from generator.core.geometry import Matrix, times
from generator.core.outlines import Outline, moved
from generator.sheets.pages import Box
from validator.core.outlines import area, corners_of, shape_of
from validator.core.paths import Point
from validator.core.sizes import Size

BLEED = 0.1  # mm by which the edge of a bleed may leave the curve that it follows


def placed(box: Box) -> Matrix:
    """Return the matrix that moves a drawing from its own coordinates, upright at 0, 0, to its
    place on the page.
    """
    trim = box.trim
    if box.turn == 90:
        return (0, 1, -1, 0, trim.right, trim.y)
    if box.turn == 180:
        return (-1, 0, 0, -1, trim.right, trim.bottom)
    if box.turn == 270:
        return (0, -1, 1, 0, trim.x, trim.bottom)
    return (box.scale, 0, 0, box.scale, trim.x, trim.y)


def shape_on_page(box: Box) -> Outline:
    """Return the outline of a hexagon or another shape, in millimetres on the page."""
    return moved(shape_of(box.outline, _size(box)), _cut(box))


def corners_on_page(box: Box) -> list[Point]:
    """Return the outline of a piece as a clockwise polygon on the page."""
    a, b, c, d, e, f = _cut(box)
    found = [
        (a * x + c * y + e, b * x + d * y + f)
        for x, y in corners_of(box.outline, _size(box), BLEED)
    ]
    return found if area(found) > 0 else found[::-1]


def _size(box: Box) -> Size:
    wide, high = box.trim.width, box.trim.height
    return Size(high, wide) if box.turn % 180 else Size(wide, high)


def _cut(box: Box) -> Matrix:
    """Return the matrix that places the outline of a piece; for a back, it is mirrored."""
    mirrored = (-1, 0, 0, 1, _size(box).width, 0) if box.reverse else (1, 0, 0, 1, 0, 0)
    return times(mirrored, placed(box))
