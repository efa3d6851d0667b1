"""Cloth between guide curves, with folds.

The coordinate u goes across a `Cloth`, and v down its fall. Every fold is a line of constant u,
with its shading in strips along that line, so that it follows the fold however the guides are
shaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import pi, sin

from generator.illustration.brush import Brush, Point, along, between, mix, n, pen_line, spline

SHADE, DEEP, LIGHT = "#43203a", "#2d1525", "#fffdf4"


ROWS = 24  # lines of a sheet from its beginning to its end


Fold = tuple[float, float, float, float]  # u, v where it begins and ends, width (negative: left)


class Cloth:
    """Cloth between guide curves, which are listed from one side to the other."""

    def __init__(self, *guides: Sequence[Point]) -> None:
        self.last = len(guides) - 1
        self.rows: list[list[Point]] = []
        ends = [(along(g, 1), along(g, 0.97)) for g in guides]
        for row in range(ROWS + 8):
            v = row / ROWS
            if v <= 1:
                self.rows.append([along(g, v) for g in guides])
            else:  # beyond the hem it falls on straight
                far = (v - 1) / 0.03
                self.rows.append([(a[0] + (a[0] - b[0]) * far, a[1] + (a[1] - b[1]) * far)
                                  for a, b in ends])  # fmt: skip

    def at(self, u: float, v: float) -> Point:
        """Return the point u across and v down, both from 0 to 1; the hem may extend a little
        beyond 1.
        """
        far = min(1.0, max(0.0, u)) * self.last
        i = min(int(far), self.last - 1)
        row = min(int(v * ROWS), ROWS + 6)
        t = v * ROWS - row
        near = slice(max(i - 1, 0), i + 3)
        above, below = self.rows[row][near], self.rows[row + 1][near]
        points = [
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            for a, b in zip(above, below, strict=True)
        ]
        return between(points, 1 if i else 0, far - i)

    def beside(self, u: float, v: float) -> tuple[Point, Point, Point]:
        """Return a point as from `at`, with its derivatives in u and v."""
        here, width = self.at(u, v), 0.04 if u < 0.5 else -0.04
        x, y = self.at(u + width, v)
        a, b = self.at(u, v + 0.02)
        return (
            here,
            ((x - here[0]) / width, (y - here[1]) / width),
            ((a - here[0]) / 0.02, (b - here[1]) / 0.02),
        )

    def line(self, u: float, start: float, end: float, steps: int) -> list[Point]:
        return [self.at(u, start + (end - start) * step / steps) for step in range(steps + 1)]


def drape(
    brush: Brush,
    sheet: Cloth,
    folds: Sequence[Fold],
    base: str,
    depth: float = 0.03,
    zigzag: bool = False,
    edge: float = 0.34,
) -> str:
    """Draw cloth with folds. Folds that reach the hem pleat it, over `depth` of its length."""
    shade, deep, dark = mix(base, SHADE, 0.27), mix(base, DEEP, 0.52), mix(base, DEEP, 0.42)
    light = mix(base, LIGHT, 0.45)
    valleys = sorted({0.0, 1.0, *(fold[0] for fold in folds if fold[2] >= 1)})

    def hem(u: float) -> float:
        for a, b in pairwise(valleys):
            if a <= u <= b:
                t = (u - a) / (b - a)
                swing = 1 - abs(2 * t - 1) if zigzag else sin(pi * t) ** 0.55
                return 1 + depth * swing
        return 1.0

    out: list[str] = []
    edge_line: list[Point] = []
    for a, b in pairwise(valleys):
        steps = 2 if zigzag else max(2, round((b - a) * 20))
        places = [a + (b - a) * step / steps for step in range(steps)]
        edge_line += [sheet.at(u, hem(u)) for u in places]
    edge_line.append(sheet.at(1, 1))
    if depth and not brush.saving:  # the inside, seen below the hem
        low = [sheet.at(step / 10, 1 + depth * 0.55) for step in range(11)]
        high = [sheet.at(1 - step / 6, 0.95) for step in range(7)]
        inside = f"{spline(low, fine=False)}{spline(high, join=True, fine=False)}Z"
        out.append(brush.shape(inside, deep, brush.ink, edge * 0.8))
    if zigzag:
        bottom = "".join(f"L{n(x)} {n(y)}" for x, y in edge_line)
    else:
        bottom = spline(edge_line, join=True, fine=False)
    outline = (
        f"{spline(sheet.line(0, 0, 1, 5), fine=False)}{bottom}"
        f"{spline(sheet.line(1, 1, 0, 5), join=True, fine=False)}"
        f"{spline([sheet.at(1 - step / 4, 0) for step in range(5)], join=True, fine=False)}Z"
    )
    out.append(f'<path d="{outline}" fill="{"#ffffff" if brush.saving else base}"/>')
    strips: tuple[list[str], list[str], list[str]] = ([], [], [])
    creases = ""
    for u, start, end, width in folds:
        full = hem(u) if end >= 1 else end
        if brush.saving:
            crease = [sheet.at(u, start + (full - start) * s) for s in STOPS]
            creases += pen_line(crease, edge * 1.15, (0.3, 0.6))
            continue
        whole = end >= 1
        side = -1.0 if width > 0 else 1.0
        sizes = [abs(width) * (s**0.75 if whole else sin(pi * s) ** 0.8) for s in STOPS]
        line = [sheet.beside(u, start + (full - start) * s) for s in STOPS]
        creases += pen_line([here for here, _, _ in line], edge * 1.15, (0.3, 0.6))
        edges: list[list[Point]] = []
        for share in (side, side * 0.38, 0.0, -side * 0.25, -side * 0.72):
            points = []
            for s, size, ((x, y), across, down) in zip(STOPS, sizes, line, strict=True):
                by = min(1.0, max(0.0, u + share * size)) - u
                fall = (hem(u + by) - full) * s if whole else 0.0
                points.append(
                    (x + across[0] * by + down[0] * fall, y + across[1] * by + down[1] * fall)
                )
            edges.append(points)
        back = spline(edges[2][::-1], join=True, fine=False)
        light_back = spline(edges[4][::-1], join=True, fine=False)
        for kind, edge_of, way_back in ((0, 0, back), (1, 1, back), (2, 3, light_back)):
            strips[kind].append(f"{spline(edges[edge_of], fine=False)}{way_back}Z")
    for found, colour in zip(strips, (shade, dark, light), strict=True):
        if found:
            out.append(f'<path d="{"".join(found)}" fill="{colour}"/>')
    out.append(f'<path d="{creases}" fill="{brush.ink}"/>')
    out.append(brush.shape(outline, "none", brush.ink, edge))
    return "".join(out)


STOPS = (0.0, 0.18, 0.6, 1.0)  # positions of the shades and the line across a fold


def pleats(
    first: float, last: float, count: int, start: float = 0, width: float = 0.5
) -> list[Fold]:
    """Return evenly spaced folds that reach the hem and begin at different heights."""
    step = (last - first) / max(1, count - 1)
    uneven = (0, 0.06, 0.02, 0.09, 0.04)
    return [(first + step * k, start + uneven[k % 5], 1, step * width) for k in range(count)]
