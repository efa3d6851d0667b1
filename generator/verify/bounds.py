"""Computes bounding rectangles, in millimetres from the top left of a page or drawing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.core.geometry import Matrix, Point, point_on


class Bounds(NamedTuple):
    """A rectangle around something that is drawn."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def within(self, other: Bounds) -> Bounds:
        """Return the intersection, or empty bounds if there is none."""
        return Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> Bounds:
        """Return the rectangle extended on each side, or reduced by a negative amount."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: Bounds) -> bool:
        """Return whether this rectangle contains the other one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def placed_around(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Bounds:
    """Return the bounding box of a rectangle after applying a matrix."""
    a, b, c, d, e, f = matrix
    if b == c == 0:  # nearly always
        x1, x2, y1, y2 = a * left + e, a * right + e, d * bottom + f, d * top + f
        return Bounds(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    return bounds_of([point_on(matrix, x, y) for x in (left, right) for y in (bottom, top)])


def bounds_of(places: Sequence[Point]) -> Bounds:
    """Return the bounding box of some points."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Bounds(min(xs), min(ys), max(xs), max(ys))
