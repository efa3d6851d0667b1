"""Draws cloth with folds between guide curves.

The coordinate u runs across a `Cloth`, and v down its fall. Every fold is a line of constant u,
with its shading in strips along that line, so that it follows the fold whatever the shape of the
guide curves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import pi, sin
from typing import NamedTuple

from generator.illustration.brush import Brush, Point, along, between, mix, n, pen_line, spline

SHADE, DEEP, LIGHT = "#43203a", "#2d1525", "#fffdf4"


ROWS = 24  # lines of a sheet from its beginning to its end


Fold = tuple[float, float, float, float]  # u, v where it begins and ends, width (negative: left)
Slope = tuple[Point, Point, Point]  # a point, and how it moves with u and with v


class Cloth:
    """A piece of cloth between guide curves, which are listed from one side to the other."""

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
        """Return the point at u (across) and v (down), which are from 0 to 1.

        The hem may extend a little beyond 1.
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

    def beside(self, u: float, v: float) -> Slope:
        """Return the point at u and v, with its derivatives in u and v."""
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


STOPS = (0.0, 0.18, 0.6, 1.0)  # positions of the shades and the line across a fold
Guides = Sequence[Sequence[Point]]  # from one side to the other


class _Draped(NamedTuple):
    """Path data of draped cloth, which is the same in all colours."""

    outline: str
    inside: str  # colour of the inside, seen below the hem
    strips: tuple[str, str, str]  # shade, deeper shade and light beside the folds
    creases: str


def drape(
    brush: Brush,
    guides: Guides,
    folds: Sequence[Fold],
    base: str,
    depth: float = 0.03,
    zigzag: bool = False,
    edge: float = 0.34,
) -> str:
    """Draw cloth with folds between guide curves.

    Folds that reach the hem also pleat its edge; the pleats are as deep as the fraction `depth` of
    the cloth's length.
    """
    fixed = tuple(map(tuple, guides)), tuple(folds)
    cloth = _draped(*fixed, depth, zigzag, edge, brush.saving)
    shade, deep, dark = mix(base, SHADE, 0.27), mix(base, DEEP, 0.52), mix(base, DEEP, 0.42)
    out: list[str] = []
    if cloth.inside:
        out.append(brush.shape(cloth.inside, deep, brush.ink, edge * 0.8))
    out.append(f'<path d="{cloth.outline}" fill="{"#ffffff" if brush.saving else base}"/>')
    colours = (shade, dark, mix(base, LIGHT, 0.45))
    out += [
        f'<path d="{strips}" fill="{colour}"/>'
        for strips, colour in zip(cloth.strips, colours, strict=True)
        if strips
    ]
    out.append(f'<path d="{cloth.creases}" fill="{brush.ink}"/>')
    out.append(brush.shape(cloth.outline, "none", brush.ink, edge))
    return "".join(out)


@lru_cache(maxsize=200)  # a garment is drawn in many colours
def _draped(
    guides: tuple[tuple[Point, ...], ...],
    folds: tuple[Fold, ...],
    depth: float,
    zigzag: bool,
    edge: float,
    saving: bool,
) -> _Draped:
    sheet = Cloth(*guides)
    valleys = sorted({0.0, 1.0, *(fold[0] for fold in folds if fold[2] >= 1)})

    def hem(u: float) -> float:
        for a, b in pairwise(valleys):
            if a <= u <= b:
                t = (u - a) / (b - a)
                swing = 1 - abs(2 * t - 1) if zigzag else sin(pi * t) ** 0.55
                return 1 + depth * swing
        return 1.0

    inside = ""
    if depth and not saving:
        low = [sheet.at(step / 10, 1 + depth * 0.55) for step in range(11)]
        high = [sheet.at(1 - step / 6, 0.95) for step in range(7)]
        inside = f"{spline(low, fine=False)}{spline(high, join=True, fine=False)}Z"
    strips, creases = ("", "", ""), ""
    for fold in folds:
        full = hem(fold[0]) if fold[2] >= 1 else fold[2]
        line = [sheet.beside(fold[0], fold[1] + (full - fold[1]) * s) for s in STOPS]
        creases += pen_line([here for here, _, _ in line], edge * 1.15, (0.3, 0.6))
        if not saving:
            more = _shaded(fold, full, line, hem)
            strips = (strips[0] + more[0], strips[1] + more[1], strips[2] + more[2])
    return _Draped(_outline(sheet, valleys, hem, zigzag), inside, strips, creases)


def _outline(
    sheet: Cloth, valleys: Sequence[float], hem: Callable[[float], float], zigzag: bool
) -> str:
    edge_line: list[Point] = []
    for a, b in pairwise(valleys):
        steps = 2 if zigzag else max(2, round((b - a) * 20))
        places = [a + (b - a) * step / steps for step in range(steps)]
        edge_line += [sheet.at(u, hem(u)) for u in places]
    edge_line.append(sheet.at(1, 1))
    if zigzag:
        bottom = "".join(f"L{n(x)} {n(y)}" for x, y in edge_line)
    else:
        bottom = spline(edge_line, join=True, fine=False)
    return (
        f"{spline(sheet.line(0, 0, 1, 5), fine=False)}{bottom}"
        f"{spline(sheet.line(1, 1, 0, 5), join=True, fine=False)}"
        f"{spline([sheet.at(1 - step / 4, 0) for step in range(5)], join=True, fine=False)}Z"
    )


def _shaded(
    fold: Fold, full: float, line: Sequence[Slope], hem: Callable[[float], float]
) -> tuple[str, str, str]:
    """Return the strips beside a fold that ends at `full`: shade, deeper shade, light."""
    u, _, end, width = fold
    whole = end >= 1
    side = -1.0 if width > 0 else 1.0
    sizes = [abs(width) * (s**0.75 if whole else sin(pi * s) ** 0.8) for s in STOPS]
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
    return (
        f"{spline(edges[0], fine=False)}{back}Z",
        f"{spline(edges[1], fine=False)}{back}Z",
        f"{spline(edges[3], fine=False)}{light_back}Z",
    )


def pleats(
    first: float, last: float, count: int, start: float = 0, width: float = 0.5
) -> list[Fold]:
    """Return evenly spaced folds that begin at different heights and reach the hem."""
    step = (last - first) / max(1, count - 1)
    uneven = (0, 0.06, 0.02, 0.09, 0.04)
    return [(first + step * k, start + uneven[k % 5], 1, step * width) for k in range(count)]
