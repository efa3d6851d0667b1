"""Outlines: lines and cubic curves in millimetres, which any matrix may move."""

from __future__ import annotations

import math
from collections.abc import Iterable

from generator.core.geometry import Matrix, n

Segment = tuple[str, tuple[float, ...]]  # m, l, c with their points, h
Outline = list[Segment]
Box = tuple[float, float, float, float]  # left, top, right, bottom
_KAPPA = 0.5522847498  # a quarter circle as one Bézier curve


def box_outline(box: Box, rx: float = 0.0, ry: float = 0.0) -> Outline:
    """A rectangle, with round corners."""
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
    """An ellipse; nothing if it has no size."""
    if rx <= 0 or ry <= 0:
        return []
    return box_outline((cx - rx, cy - ry, cx + rx, cy + ry), rx, ry)


def moved(found: Outline, matrix: Matrix) -> Outline:
    """An outline in other coordinates."""
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


def path_data(found: Outline) -> str:
    """An outline as path data."""
    return " ".join(
        f"{'Z' if kind == 'h' else kind.upper()}{' '.join(map(n, points))}"
        for kind, points in found
    )


def operators(found: Outline) -> str:
    """An outline as PDF path operators."""
    return "".join(
        f"{' '.join(map(n, points))} {kind} " if points else "h " for kind, points in found
    )


def box_of(found: Iterable[Segment]) -> Box | None:
    """The smallest box round an outline, handles left out; None if there is nothing."""
    xs: list[float] = []
    ys: list[float] = []
    at = (0.0, 0.0)
    for kind, points in found:
        if kind == "c":
            xs += _extremes(at[0], *points[0::2])
            ys += _extremes(at[1], *points[1::2])
        elif kind != "h":
            xs.append(points[0])
            ys.append(points[1])
        if points:
            at = (points[-2], points[-1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """The ends of a cubic curve in one direction, and where it turns."""
    found = [a, d]
    p, q, r = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    roots = []
    if abs(p) < 1e-12:
        roots = [-r / q] if abs(q) > 1e-12 else []
    elif (root := q * q - 4 * p * r) >= 0:
        roots = [(-q + math.sqrt(root)) / (2 * p), (-q - math.sqrt(root)) / (2 * p)]
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            found.append(u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d)
    return found


def apart(first: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return (
        first[2] <= other[0] or other[2] <= first[0] or first[3] <= other[1] or other[3] <= first[1]
    )
