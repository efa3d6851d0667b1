"""Converts the points of ornaments and figures, in millimetres, to SVG path data."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from math import atan2, cos, pi, sin

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]  # M, L: one point; C: two handles and the end; Z: none
Drawing = list[Step]


def circle(x: float, y: float, radius: float, hollow: bool = False) -> Drawing:
    """Return a disc.

    With `hollow`, its outline runs in the opposite direction and cuts a hole.
    """
    handle = 0.5523 * radius  # the four-curve circle
    sign = -1 if hollow else 1

    def at(angle: float, ahead: float = 0) -> Point:
        """Return a point on the circle.

        With `ahead`, it is moved by this length along the tangent.
        """
        c, s = cos(angle), sign * sin(angle)
        return x + radius * c - ahead * sign * s, y + radius * s + ahead * sign * c

    drawing: Drawing = [("M", (at(0),))]
    for quarter in range(4):
        start, end = quarter * pi / 2, (quarter + 1) * pi / 2
        drawing.append(("C", (at(start, handle), at(end, -handle), at(end))))
    return [*drawing, ("Z", ())]


def ribbon(line: Sequence[Point], widths: tuple[float, float, float]) -> Drawing:
    """Return a smooth band along a line, given its widths at the start, the middle and the end."""
    first, middle, last = widths
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        before, after = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        along = atan2(after[1] - before[1], after[0] - before[0])
        share = i / (len(line) - 1)
        swell = sin(pi * share)
        half = ((1 - share) * first + share * last + swell * (middle - (first + last) / 2)) / 2
        left.append((x + sin(along) * half, y - cos(along) * half))
        right.append((x - sin(along) * half, y + cos(along) * half))
    there = through(left)
    back = through(right[::-1])
    return [*there, ("L", back[0][1]), *back[1:], ("Z", ())]


def polygon(points: Sequence[Point]) -> Drawing:
    """Return a closed outline with corners, or an empty drawing without points."""
    return [*polyline(points), ("Z", ())] if points else []


def polyline(points: Sequence[Point]) -> Drawing:
    """Return an open line with corners."""
    return [("M", (points[0],)), *(("L", (point,)) for point in points[1:])]


def through(points: Sequence[Point]) -> Drawing:
    """Return a smooth line through the points (a Catmull-Rom spline)."""
    drawing: Drawing = [("M", (points[0],))]
    last = len(points) - 1
    for i in range(last):
        before, a, b, after = (points[min(max(k, 0), last)] for k in (i - 1, i, i + 1, i + 2))
        drawing.append(_bend(before, a, b, after))
    return drawing


def loop(points: Sequence[Point]) -> Drawing:
    """Return a smooth closed line through the points."""
    n = len(points)
    around = [[points[(i + k) % n] for k in (-1, 0, 1, 2)] for i in range(n)]
    return [("M", (points[0],)), *(_bend(*four) for four in around), ("Z", ())]


def _bend(before: Point, a: Point, b: Point, after: Point) -> Step:
    out = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
    back = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
    return "C", (out, back, b)


def mapped(drawing: Drawing, change: Callable[[Point], Point]) -> Drawing:
    """Return the drawing with every point transformed by `change`."""
    return [(letter, tuple(change(point) for point in points)) for letter, points in drawing]


def points_of(drawing: Drawing) -> Iterable[Point]:
    """Return points along the drawn line, close enough together for measuring it."""
    here = (0.0, 0.0)
    for letter, points in drawing:
        if letter == "C":
            for i in range(1, 16):
                yield _on_curve((here, *points), i / 16)
        if points:
            here = points[-1]
            yield here


def _on_curve(points: tuple[Point, ...], share: float) -> Point:
    t, u = share, 1 - share
    i, j, k, m = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return i * ax + j * bx + k * cx + m * dx, i * ay + j * by + k * cy + m * dy


def crossings(
    outline: Iterable[Sequence[Point]], levels: Sequence[float]
) -> list[list[tuple[float, int]]]:
    """Return where an outline crosses each level, and whether it runs upwards or downwards there.

    `levels` must be in ascending order. Each edge is visited once, however many levels there are.
    """
    found: list[list[tuple[float, int]]] = [[] for _ in levels]
    for ring in outline:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            first, last = bisect_left(levels, ay), bisect_left(levels, by)
            if first != last:
                way = 1 if by > ay else -1
                for at in range(first, last) if way > 0 else range(last, first):
                    share = (levels[at] - ay) / (by - ay)
                    found[at].append((ax + share * (bx - ax), way))
    return found


def written(drawing: Drawing) -> str:
    """Return a drawing as SVG path data, with at most three decimals: a thousandth of a millimetre.

    All numbers are formatted at once, which is twice as fast as one by one.
    """
    said = "".join([letter + _POINTS[len(points)] for letter, points in drawing])
    values = [value for _, points in drawing for point in points for value in point]
    return _MINUS_NOTHING.sub("0", _ZEROS.sub("", said % tuple(values)))


_POINTS = ("", "%.3f %.3f", "%.3f %.3f %.3f %.3f", "%.3f %.3f %.3f %.3f %.3f %.3f")
_ZEROS = re.compile(r"\.000|(?<=\.\d)00(?!\d)|(?<=\.\d\d)0(?!\d)")
_MINUS_NOTHING = re.compile(r"-0(?![\d.])")
