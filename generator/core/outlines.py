"""Makes outlines of lines and cubic curves, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from generator.core.geometry import Matrix, n
from validator.core.paths import Box, Point, Segment, segments

Outline = list[Segment]
Ring = tuple[Point, ...]
Rings = tuple[Ring, ...]
CURVE = 5  # points of a curve in a ring
_KAPPA = 0.5522847498  # a quarter circle as one Bézier curve


def box_outline(box: Box, rx: float = 0.0, ry: float = 0.0) -> Outline:
    """Return the outline of a rectangle with rounded corners."""
    x, y, right, bottom = box
    if rx <= 0 or ry <= 0:
        return [
            ("m", (x, y)),
            ("l", (right, y)),
            ("l", (right, bottom)),
            ("l", (x, bottom)),
            ("h", ()),
        ]
    kx, ky = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    return [
        ("m", (x + rx, y)),
        ("l", (right - rx, y)),
        ("c", (right - kx, y, right, y + ky, right, y + ry)),
        ("l", (right, bottom - ry)),
        ("c", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
        ("l", (x + rx, bottom)),
        ("c", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
        ("l", (x, y + ry)),
        ("c", (x, y + ky, x + kx, y, x + rx, y)),
        ("h", ()),
    ]


def ellipse_outline(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """Return an ellipse, or an empty outline if a radius is 0."""
    if rx <= 0 or ry <= 0:
        return []
    return box_outline((cx - rx, cy - ry, cx + rx, cy + ry), rx, ry)


def moved(found: Iterable[Segment], matrix: Matrix) -> Outline:
    """Return an outline, transformed by a matrix."""
    a, b, c, d, e, f = matrix
    return [
        (
            kind,
            tuple(
                value
                for x, y in zip(points[::2], points[1::2], strict=True)
                for value in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for kind, points in found
    ]


def path_data(found: Iterable[Segment]) -> str:
    """Return an outline as SVG path data."""
    return " ".join(
        f"{'Z' if kind == 'h' else kind.upper()}{' '.join(map(n, points))}"
        for kind, points in found
    )


def operators(found: Iterable[Segment]) -> str:
    """Return an outline as PDF path operators."""
    return "".join(
        f"{' '.join(map(n, points))} {kind} " if points else "h " for kind, points in found
    )


def beyond(corners: Sequence[Point], by: float) -> Iterator[list[Point]]:
    """Yield polygons that cover a clockwise polygon and everything within the distance `by` of it.

    All run clockwise, so that the nonzero rule fills their union.
    """
    yield [*corners]
    edges = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    for at, ((x, y), (u, v)) in enumerate(edges):
        long = math.hypot(u - x, v - y)
        dx, dy = (v - y) / long * by, (x - u) / long * by  # outwards
        yield [(x, y), (x + dx, y + dy), (u + dx, v + dy), (u, v)]
        _, (p, q) = edges[(at + 1) % len(edges)]
        turn = math.atan2((u - x) * (q - v) - (v - y) * (p - u),
                          (u - x) * (p - u) + (v - y) * (q - v))  # fmt: skip
        if turn > 1e-3:  # a corner that points outwards gets a fan
            steps = math.ceil(turn / 0.4)
            fan = [_turned((dx, dy), turn * step / steps) for step in range(steps + 1)]
            yield [(u, v), *((u + a, v + b) for a, b in fan)]


def _turned(way: Point, angle: float) -> Point:
    c, s = math.cos(angle), math.sin(angle)
    return way[0] * c - way[1] * s, way[0] * s + way[1] * c


def room(box: Box, corners: Sequence[Point]) -> float:
    """Return the smallest distance between a box and a polygon's edges.

    It is negative if the box extends beyond the polygon.
    """
    left, top, right, bottom = box
    own = [(left, top), (right, top), (right, bottom), (left, bottom)]
    edges = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    out = [each for each in own if not _inside(each, edges)]
    if out:
        return -max(min(_away(each, *edge) for edge in edges) for each in out)
    deep = [min(x - left, right - x, y - top, bottom - y) for x, y in corners]
    if max(deep) > 0:  # a notch reaches into it
        return -max(deep)
    near = [
        math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) for x, y in corners
    ]
    return min(*near, *(_away(each, *edge) for each in own for edge in edges))


def _inside(point: Point, edges: Iterable[tuple[Point, Point]]) -> bool:
    x, y = point
    crossed = [
        (b - a) * (y - q) / (r - q) + a > x for (a, q), (b, r) in edges if (q > y) != (r > y)
    ]
    return sum(crossed) % 2 == 1


def _away(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line segment."""
    (x, y), (a, b), (c, d) = point, start, end
    along = ((x - a) * (c - a) + (y - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2)
    along = min(1.0, max(0.0, along))
    return math.hypot(x - a - along * (c - a), y - b - along * (d - b))


def polygon(corners: Iterable[Point]) -> Outline:
    """Return the outline of a polygon with the given corners."""
    (start, *others) = corners
    return [("m", start), *(("l", each) for each in others), ("h", ())]


def apart(first: Box, other: Box) -> bool:
    """Return whether two boxes do not touch."""
    return (
        first[2] <= other[0] or other[2] <= first[0] or first[3] <= other[1] or other[3] <= first[1]
    )


@lru_cache(maxsize=500)
def rings(d: str, box: float) -> Rings:
    """Return closed outlines of path data from a square of `box` units, scaled to size 1."""
    found: list[list[Point]] = []
    for kind, values in segments(d):
        points = [*zip(values[::2], values[1::2], strict=True)]
        if kind == "m":
            found.append(points)
        elif kind == "l":
            found[-1] += points
        elif kind == "c":
            a, b, c, end = found[-1][-1], *points
            found[-1] += [_on_curve(a, b, c, end, step / CURVE) for step in range(1, CURVE + 1)]
    return tuple(tuple((x / box, y / box) for x, y in ring) for ring in found if len(ring) > 2)


def _on_curve(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    i, j, k, m = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return (i * a[0] + j * b[0] + k * c[0] + m * d[0], i * a[1] + j * b[1] + k * c[1] + m * d[1])
