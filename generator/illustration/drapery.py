"""Persons in draped cloth, 100 units high on y = 0, facing right: from joints and names to SVG.

A `Cloth` lies between guide curves: u goes across it, v along its fall. Every fold is a line of
constant u, and its shades and its light are strips beside that line, so that shade follows the fold
wherever the guides are pulled. Hands have five jointed fingers and hold things between palm and
fingers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple

from generator.illustration.brush import (
    Brush,
    Point,
    along,
    between,
    heading,
    lerp,
    mix,
    moved,
    n,
    pen_line,
    ribbon,
    spline,
)
from generator.illustration.things import GOLD, GOLD_DARK, THINGS
from validator.core.location import did_you_mean

SHADE, DEEP, LIGHT = "#43203a", "#2d1525", "#fffdf4"
ROWS = 24  # lines of a sheet from its beginning to its end

Fold = tuple[float, float, float, float]  # u, v where it begins and ends, width (negative: left)


class Person(NamedTuple):
    """The look of a person; colours as #rrggbb."""

    robe: str = "chiton"  # chiton, peplos, himation (a mantle over a shoulder), wrapped
    hair: str = "bun"
    hat: str = ""
    beard: bool = False
    cloth: str = "#dba08c"
    mantle: str = "#e8bf63"
    locks: str = "#4b3a30"
    skin: str = "#f4dfc4"
    left: Point = (-14.0, -55.0)
    right: Point = (14.0, -62.0)
    nod: float = 0.0
    step: float = 0.0  # how far a foot is put forwards
    broad: float = 1.0
    held: tuple[Mapping[str, Any], ...] = ()


# -------------------------------------------------------------------------------------- cloth


class Cloth:
    """Cloth between guide curves, which are given from one side to the other."""

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
        """The point u across and v down, both from 0 to 1; the hem may be a little beyond 1."""
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
        """A point as `at` gives it, and how far it moves with u and with v."""
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
    """Cloth with folds. Those that reach the hem pleat it, `depth` of its length."""
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


STOPS = (0.0, 0.18, 0.6, 1.0)  # of a fold, where its shades and its line are


def pleats(
    first: float, last: float, count: int, start: float = 0, width: float = 0.5
) -> list[Fold]:
    """Folds at even distances that reach the hem and do not all begin at the same height."""
    step = (last - first) / max(1, count - 1)
    uneven = (0, 0.06, 0.02, 0.09, 0.04)
    return [(first + step * k, start + uneven[k % 5], 1, step * width) for k in range(count)]


def _skirt(brush: Brush, base: str, step: float) -> str:
    sheet = Cloth(
        [(-6.2, -61), (-9.7, -50), (-10.4, -28), (-13, -2.2)],
        [(-3.2, -61), (-5.4, -50), (-6.2, -28), (-8.2, -1.0)],
        [(-0.2, -61), (-0.8, -49), (-1.6, -27), (-3, -0.3)],
        [(3.2, -61), (5, -49), (6.2 + step * 0.5, -29), (4.6 + step * 0.5, -0.4)],
        [(6.4, -61), (9.6, -50), (11.6 + step, -30), (10.2 + step, -14), (12.4 + step, -1.6)],
    )
    folds = [*pleats(0.07, 0.56, 7, 0.05, 0.62),
             (0.66, 0.52, 1, 0.05), (0.77, 0.6, 1, 0.06), (0.88, 0.56, 1, 0.06),
             (0.74, 0.08, 0.5, -0.09), (0.93, 0.1, 0.62, 0.07)]  # fmt: skip
    return drape(brush, sheet, folds, base, 0.028)


def _bodice(brush: Brush, base: str, skin: str) -> str:
    sheet = Cloth(
        [(-8.7, -79.6), (-8.9, -72), (-6.3, -60.8)],
        [(-4.4, -81.4), (-4.2, -71), (-2.3, -60.4)],
        [(4.2, -81.4), (5.2, -71.5), (2.4, -60.4)],
        [(8.7, -79.8), (9.6, -72.5), (6.4, -60.8)],
    )
    folds = [(0.12, 0, 0.97, 0.07), (0.27, 0.05, 0.97, 0.08), (0.4, 0.3, 0.97, 0.07),
             (0.52, 0.42, 0.97, 0.06), (0.64, 0.3, 0.97, 0.07), (0.76, 0.05, 0.97, 0.08),
             (0.9, 0.02, 0.97, 0.07)]  # fmt: skip
    neck = "M-4.6 -81.6C-2.6 -77.6 2.4 -77.4 4.5 -81.6L2.6 -84L-2.8 -84Z"
    seam = "M-4.6 -81.5C-2.6 -77.5 2.4 -77.3 4.5 -81.5"
    return (
        drape(brush, sheet, folds, base, 0)
        + f'<path d="{neck}" fill="{skin}"/>'
        + brush.shape(seam, "none", brush.ink, 0.34)
        + brush.disc(-4.7, -81.3, 0.85, GOLD, 0.22)
        + brush.disc(4.6, -81.3, 0.85, GOLD, 0.22)
    )


def _overfold(brush: Brush, base: str, long: bool = False) -> str:
    end = -46.5 if long else -51.8
    sheet = Cloth(
        [(-6.2, -60.6), (-9.8, -56), (-10.6, end - 0.6)],
        [(-3, -60.2), (-4.4, -55.4), (-4.8, end + 0.9)],
        [(0, -60), (0, -55), (0.4, end + 1.3)],
        [(3, -60.2), (4.6, -55.4), (5.2, end + 0.9)],
        [(6.3, -60.6), (10, -56), (11, end - 0.4)],
    )
    return drape(brush, sheet, pleats(0.08, 0.93, 9, 0, 0.55), base, 0.1 if long else 0.13)


def _girdle(brush: Brush) -> str:
    belt = "M-6.5 -61.6C-3 -60 3 -60 6.6 -61.6L6.6 -59.9C3 -58.4 -3 -58.4 -6.5 -59.9Z"
    ends = "M0.8 -60.6l1.6 -0.1M1.4 -59.4C1.2 -56 2 -54 1.6 -51.6M2.2 -59.4C2.8 -56.6 4 -55 4 -52.4"
    return brush.shape(belt, GOLD, brush.ink, 0.3) + brush.shape(ends, "none", GOLD_DARK, 0.55)


def _wrapped(brush: Brush, base: str) -> str:
    """A mantle around the hips: folds fan out from the left hip, one end hangs."""
    hanging = Cloth(
        [(-14.4, -58), (-15.6, -42), (-15.8, -20)],
        [(-12.6, -58.6), (-13.6, -42), (-13.6, -26)],
        [(-10.6, -59), (-11, -44), (-11, -33)],
        [(-8.8, -58.6), (-8.6, -46), (-8.2, -39)],
    )
    sheet = Cloth(
        [(-9.8, -58), (-0.4, -55), (9.4, -58.6)],
        [(-10.4, -56.6), (-1.6, -47), (10.6, -48)],
        [(-10.8, -55.6), (-4, -37.4), (11.4, -37)],
        [(-11.2, -54.6), (-7, -30), (1.6, -23.4), (12, -27)],
        [(-11.6, -53.6), (-11.8, -34), (-6, -17.4), (6, -13.4), (12.6, -17)],
    )
    ends = (0.93, 0.85, 0.97, 0.8, 0.96, 0.84, 0.97, 0.9)
    folds = [(0.1 + 0.114 * k, 0.02, end, 0.07) for k, end in enumerate(ends)]
    out = drape(brush, hanging, [(u, 0.03, 1, 0.16) for u in (0.25, 0.5, 0.76)], base, 0.17, True)
    out += drape(brush, sheet, folds, base, 0)
    roll = [(-11.0, -57.8), (-5.0, -56.2), (1.0, -55.6), (6.0, -56.8), (10.0, -59.4)]
    outline = ribbon(roll, [1.5, 1.7, 1.8, 1.7, 1.3], 12)
    out += brush.shape(spline(outline, True), base, brush.ink, 0.34)
    dark = mix(base, SHADE, 0.38)
    for k in range(9):
        x, y = along(roll, 0.06 + k * 0.105)
        out += brush.pen([(x - 0.9, y + 1.5), (x + 0.1, y + 0.2), (x + 1.4, y - 1.4)], 0.75, dark)
    return out


def _diagonal(brush: Brush, base: str) -> str:
    """A mantle from the left shoulder to the right hip."""
    sheet = Cloth(
        [(-4.4, -82), (-0.4, -71), (8.4, -63.2)],
        [(-5.8, -81.6), (-3.6, -64), (10.2, -55)],
        [(-7, -81), (-7.4, -56), (1, -45), (11.2, -45)],
        [(-8.2, -80), (-10.4, -52), (-5, -34), (11.8, -34)],
        [(-9.4, -78.6), (-13, -50), (-12.6, -30), (-4, -18), (12.4, -22)],
    )
    ends = (0.96, 0.9, 0.97, 0.85, 0.97, 0.88, 0.97, 0.9)
    folds = [(0.1 + 0.116 * k, 0.03, end, 0.07) for k, end in enumerate(ends)]
    hanging = Cloth(
        [(-9.2, -80), (-13.6, -66), (-15.2, -40)],
        [(-8, -81), (-11.6, -66), (-12.6, -46)],
        [(-6.8, -81.6), (-9.4, -66), (-10.2, -52)],
    )
    behind = drape(brush, hanging, [(0.33, 0.05, 1, 0.2), (0.68, 0.05, 1, 0.2)], base, 0.12, True)
    return behind + drape(brush, sheet, folds, base, 0)


# -------------------------------------------------------------------------------------- limbs


def elbow(a: Point, b: Point, upper: float, lower: float, bend: int) -> Point:
    """The middle joint of an arm from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    away = hypot(dx, dy) or 1e-6
    reach = min(away, (upper + lower) * 0.999)
    far = (upper * upper - lower * lower + reach * reach) / (2 * reach)
    off = max(0.0, upper * upper - far * far) ** 0.5 * bend
    return a[0] + dx / away * far - dy / away * off, a[1] + dy / away * far + dx / away * off


# The palm, the fingers behind what is held and those before it; the wrist is at 0, 0.
_HANDS: dict[str, tuple[list[Point], list[list[Point]], list[list[Point]]]] = {
    "grip": (
        [(-0.6, -1.3), (1.4, -1.9), (3.4, -2.5), (4.6, -1.6), (4.7, 1.5), (3.3, 2.4), (1.3, 1.8),
         (-0.6, 1.3)],
        [],
        [[(4.9, -1.9), (5.6, -2.2), (5.5, -1.5), (3.6, -1.3)],
         [(5.0, -0.7), (5.8, -0.75), (5.7, -0.3), (3.5, -0.1)],
         [(5.0, 0.5), (5.7, 0.6), (5.5, 0.95), (3.5, 1.0)],
         [(4.7, 1.7), (5.3, 1.9), (5.0, 2.15), (3.6, 2.0)],
         [(1.6, -1.9), (3.1, -3.3), (4.9, -3.1)]],
    ),
    "open": (
        [(-0.6, -1.3), (1.3, -1.9), (3.6, -2.1), (4.6, -1.2), (4.5, 1.2), (3.4, 1.9), (1.2, 1.6),
         (-0.6, 1.3)],
        [[(1.4, -1.5), (3.0, -3.1), (4.9, -3.7)]],
        [[(4.2, -1.5), (6.2, -1.9), (8.1, -1.8)], [(4.3, -0.5), (6.6, -0.7), (8.7, -0.4)],
         [(4.3, 0.5), (6.4, 0.5), (8.3, 0.9)], [(3.9, 1.4), (5.7, 1.6), (7.2, 2.1)]],
    ),
    "pinch": (
        [(-0.6, -1.3), (1.3, -1.9), (3.4, -2.2), (4.4, -1.2), (4.2, 1.1), (3.2, 1.8), (1.2, 1.6),
         (-0.6, 1.3)],
        [[(1.3, -1.5), (3.2, -2.4), (5.6, -1.1)]],
        [[(3.9, -1.4), (5.9, -2.2), (6.6, -0.6)], [(4.2, -0.4), (6.4, -0.2), (7.1, 1.2)],
         [(4.1, 0.5), (5.9, 1.1), (6.3, 2.5)], [(3.7, 1.3), (5.0, 2.2), (5.2, 3.5)]],
    ),
    "cup": (
        [(-0.6, -1.3), (1.3, -1.8), (3.6, -1.7), (4.6, -0.8), (4.4, 1.3), (3.3, 2.0), (1.2, 1.7),
         (-0.6, 1.3)],
        [[(1.6, -1.4), (2.9, -3.0), (4.4, -3.9)]],
        [[(4.2, -0.9), (6.3, -1.5), (7.4, -2.9)], [(4.3, 0), (6.7, -0.2), (8.0, -1.7)],
         [(4.3, 0.8), (6.4, 1.0), (7.9, -0.2)], [(3.9, 1.6), (5.7, 2.1), (7.1, 1.3)]],
    ),
    "point": (
        [(-0.6, -1.3), (1.3, -1.9), (3.6, -2.1), (4.6, -1.2), (4.5, 1.2), (3.4, 1.9), (1.2, 1.6),
         (-0.6, 1.3)],
        [],
        [[(4.2, -1.5), (6.4, -1.9), (9.0, -2.0)],
         [(4.6, -0.4), (5.8, -0.5), (5.3, 0.2), (3.6, 0.1)],
         [(4.6, 0.6), (5.6, 0.8), (5.1, 1.2), (3.5, 1.1)],
         [(4.2, 1.6), (5.0, 1.9), (4.6, 2.2), (3.4, 2.0)], [(1.6, -1.9), (3.3, -2.9), (5.2, -2.6)]],
    ),
}  # fmt: skip
GRIPS = tuple(sorted(_HANDS))


@cache
def _finger(*points: Point) -> str:
    halves = [0.78 - 0.26 * i / (len(points) - 1) for i in range(len(points))]
    outline = ribbon(points, halves, 4)
    tip, before = points[-1], points[-2]
    length = hypot(tip[0] - before[0], tip[1] - before[1]) or 1
    round_tip = (
        tip[0] + (tip[0] - before[0]) / length * 0.52,
        tip[1] + (tip[1] - before[1]) / length * 0.52,
    )
    half = len(outline) // 2
    return spline([*outline[:half], round_tip, *outline[half:]], fine=True) + "Z"


def _hand(
    brush: Brush, skin: str, pose: str, at: Point, turn: float, flip: bool
) -> tuple[str, str]:
    """Return what is behind the thing that a hand holds, and the fingers before it."""
    palm, back, front = _HANDS[pose]

    def fingers(found: Iterable[Sequence[Point]]) -> str:
        return "".join(brush.shape(_finger(*each), skin, brush.ink, 0.3) for each in found)

    base = brush.shape(spline(palm, True), skin, brush.ink, 0.34)
    scale = f"0.92 {-0.92 if flip else 0.92}"
    return (
        moved(fingers(back) + base, *at, turn, scale),
        moved(fingers(front), *at, turn, scale),
    )


def _limb(brush: Brush, skin: str, shoulder: Point, bend: Point, wrist: Point) -> str:
    upper = ribbon([shoulder, lerp(shoulder, bend, 0.5), bend], [3.0, 2.7, 2.15], 6)
    lower = ribbon([bend, lerp(bend, wrist, 0.35), wrist], [2.1, 2.35, 1.35], 6)
    cap = f"M{n(bend[0] - 2)} {n(bend[1])}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z"
    whole = spline(upper, True, fine=False) + spline(lower, True, fine=False) + cap
    out = brush.shape(whole, brush.ink, brush.ink, 0.72, solid=True)
    out += f'<path d="{whole}" fill="{skin}"/>'
    if brush.saving:
        return out
    dark = mix(skin, "#a0632f", 0.34)
    for a, b, w0, w1 in ((shoulder, bend, 2.4, 1.8), (bend, wrist, 2.0, 1.15)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy) or 1
        nx, ny = (-dy / length, dx / length) if dx > 0 else (dy / length, -dx / length)
        ring = [(*lerp(a, b, t), w) for t, w in ((0.05, w0), (0.4, w0 * 1.05), (0.95, w1),
                                                  (0.95, w1 * 0.55), (0.4, w0 * 0.45),
                                                  (0.05, w0 * 0.6))]  # fmt: skip
        line = [(x + nx * w, y + ny * w) for x, y, w in ring]
        strip = f"{spline(line[:3], fine=False)}{spline(line[3:], join=True, fine=False)}Z"
        out += f'<path d="{strip}" fill="{dark}"/>'
    return out


def _sleeve(brush: Brush, shoulder: Point, bend: Point, base: str) -> str:
    """A buttoned sleeve: gathers between buttons along the arm, sagging below it."""
    dx, dy = bend[0] - shoulder[0], bend[1] - shoulder[1]
    length = hypot(dx, dy) or 1
    nx, ny = dy / length, -dx / length
    if ny > 0 or (abs(ny) < 0.2 and nx < 0):
        nx, ny = -nx, -ny
    guides = []
    for t, sag in ((-0.2, 1.0), (0.25, 0.5), (0.65, 0.8), (1.0, 1.2)):
        x, y = shoulder[0] + dx * t, shoulder[1] + dy * t
        wide = 1.6 if t < 0 else 3.3
        low = (x - nx * 3.0, y - ny * 3.0 + 4.6 * sag * 0.55)
        middle = (x + nx * 0.6 + dx / length * 0.8, y + ny * 0.6 + dy / length * 0.8)
        guides.append([(x + nx * wide, y + ny * wide), middle, lerp((x, y), low, 0.6), low])
    sheet = Cloth(*guides)
    folds = [(0.16, 0, 0.9, 0.09), (0.36, 0, 0.98, 0.1), (0.58, 0, 0.95, 0.1), (0.8, 0, 1, 0.1)]
    out = drape(brush, sheet, folds, base, 0, edge=0.32)
    for u, *_ in folds:
        out += brush.disc(*sheet.at(u, 0.03), 0.5, GOLD, 0.18)
    return out


def _foot(brush: Brush, skin: str, x: float, y: float = 0) -> str:
    shape = (
        "M-3.2 0C-3.8 -1.6 -3.1 -3.4 -1.6 -4.4L1.6 -4.6C2.2 -3 4.4 -2.2 6.4 -1.6"
        "C7.6 -1.2 7.7 -0.2 7.2 0Z"
    )
    straps = "M1 -4.1C1.2 -2.6 2.2 -1.4 3.4 -0.6M-2.4 -2.9C-0.6 -2.2 1.2 -2.4 2.2 -2.7"
    out = brush.shape(shape, skin, brush.ink, 0.36)
    out += brush.shape("M-3.5 -0.55L7.5 -0.55L7.3 0.35L-3.4 0.35Z", GOLD_DARK, brush.ink, 0.28)
    return moved(out + brush.shape(straps, "none", GOLD_DARK, 0.55), x, y)


# --------------------------------------------------------------------------------------- head

_CAP = (
    "M4.4 -4.4C4 -6.9 1.2 -7.9 -1.6 -7.3C-5 -6.5 -6.9 -3.4 -6.3 0.1C-6 2.3 -4.6 3.9 -2.9 3.9"
    "C-1.7 3.8 -1.3 2.6 -1 1.6C-0.7 0.5 0.3 -0.3 1 -1.3C1.8 -2.6 3 -3.4 4.4 -4.4Z"
)
_FACE = (
    "M4.1 -4.6C4.75 -3.5 4.9 -2.3 5.15 -1.2C5.5 -0.1 6.15 1 6.55 1.75C6.7 2.1 6.3 2.35 5.6 2.35"
    "C5.55 2.65 5.5 2.8 5.75 3.05C5.95 3.3 5.75 3.5 5.3 3.58C5.65 3.72 5.75 4.05 5.45 4.3"
    "C5.1 4.5 4.95 4.7 5.1 5.05C5.35 5.7 4.95 6.5 3.9 6.75C2.7 7 0.6 6.3 -1.4 3.9"
    "C-4 1 -3 -5 4.1 -4.6Z"
)
_NECK = "M-2.9 3C-2.6 6.6 -3 9 -5 11.4C-2 13.4 2.4 13.3 4.8 11.3C3 9.6 2.3 7.8 2.3 5.6Z"
_BEARD = (
    "M-1.6 1.2C-0.6 2.4 1 2.7 2.4 2.5C3.8 2.3 4.9 2.4 5.7 2.9C5.9 3.4 5.6 3.7 5.5 4.3"
    "C6.4 5.2 6.3 6.8 6 8.4C5.5 10.2 4.2 11 3 11.1C0.6 10.6 -1 8.6 -1.8 6"
    "C-2.4 4.2 -2.4 2.4 -1.6 1.2Z"
)


def _head(brush: Brush, who: Person) -> str:
    """A head in profile; 0, 0 is the middle of the skull."""
    hair, skin, ink = who.locks, who.skin, brush.ink
    pale, dark = mix(hair, "#f3d9a8", 0.34), mix(hair, "#120a08", 0.45)
    shadow = mix(skin, "#a0632f", 0.34)
    out = brush.shape(_NECK, skin, ink, 0.36)
    under = "M2.3 5.9C2.4 7.9 2.9 9.4 4.2 10.9C2.6 10.5 0.9 8.9 0.1 6C0.9 6.2 1.7 6.1 2.3 5.9Z"
    out += brush.shape(under, shadow)
    face = brush.shape(_FACE, skin, ink, 0.36)
    face += brush.shape("M3.9 6.6C2.5 6.8 0.7 6 -1 3.9C0.8 5.2 2.4 5.8 3.9 6.6Z", shadow)
    if not who.beard:
        cheek = "M2.3 3.9C2.9 3.4 3.6 3.4 4 3.9C3.5 4.3 2.8 4.4 2.3 3.9Z"
        face += brush.shape(cheek, mix(skin, "#d2694a", 0.3))
    eye = "M2.2 -0.55C2.9 -1.35 4 -1.4 4.75 -0.85C4.3 -0.25 3 -0.05 2.2 -0.55Z"
    face += brush.shape(eye, "#fffdf6", ink, 0.2) + brush.disc(3.85, -0.75, 0.48, ink, solid=True)
    face += brush.shape("M2 -0.6C2.8 -1.55 4 -1.65 4.85 -1", "none", ink, 0.34)
    brow = 0.62 if who.beard else 0.36
    face += brush.shape("M1.7 -2.3C2.8 -3.15 4 -3.1 4.95 -2.5", "none", ink, brow)
    lips = "M5.75 3.2C5.2 3.2 4.9 3.3 4.4 3.62C4.9 3.75 5.3 3.75 5.5 4.15C5.1 4.3 4.8 4.1 4.4 3.62Z"
    if who.beard:
        face += brush.shape(_BEARD, hair, ink, 0.36)
        for k in range(5):
            x = 0.1 + k * 1.05
            curl = [(x - 1.0, 3.8 + k * 0.12), (x - 0.1, 6.2), (x + 0.5, 9.4 - abs(k - 2.6) * 0.5)]
            face += brush.pen(curl, 0.5, "" if brush.saving else pale)
        face += brush.shape(lips, "#b5533c")
        face += brush.pen([(6.1, 2.5), (4.7, 2.7), (3.4, 3.5), (2.2, 4.9)], 1.05,
                          "" if brush.saving else dark)  # fmt: skip
    else:
        face += brush.shape(lips, "#b5533c", solid=True)
    face += brush.shape("M4.4 3.62L5.5 3.55M5.1 1.9C5.3 1.5 5.8 1.6 6 1.9", "none", ink, 0.2)
    if who.hair == "long":
        back = "M-4.5 -4C-7.4 1 -7 7 -7.4 12C-5.4 13.8 -3.4 13.4 -2.2 12C-2.6 8 -1 4.6 -1 1.6Z"
        locks = [[(-5 + k, -1.0), (-6.3 + 1.2 * k, 5.0), (-6.6 + 1.3 * k, 11.6)] for k in range(4)]
        drawn = "".join(brush.pen(each, 0.45, "" if brush.saving else pale) for each in locks)
        out = brush.shape(back, hair, ink, 0.36) + drawn + out
    elif who.hair == "bun":
        bun = (
            "M0 -3C2 -3.2 3.3 -1.6 3.1 0.3C2.9 2.2 1.2 3.2 -0.6 2.8C-2.6 2.4 -3.4 0.6 -2.9 -1.1"
            "C-2.4 -2.4 -1.4 -2.9 0 -3Z"
        )
        tint = "" if brush.saving else pale
        coil = brush.pen([(-2, -1.6), (-0.2, -2), (1.6, -0.8), (1.6, 1), (0, 1.8)], 0.45, tint)
        coil += brush.pen([(-1.8, 0.9), (-0.9, -0.6), (0.4, -0.4), (0.3, 0.6)], 0.4, tint)
        face += moved(brush.shape(bun, hair, ink, 0.36) + coil, -7.4, 0.2)
    if who.hair != "none":
        face += brush.shape(_CAP, hair, ink, 0.36)
        for points in _STRANDS:
            face += brush.pen(points, 0.5, "" if brush.saving else pale, 8)
        if who.hair == "short":  # curls along the edge of the hair
            for x, y in ((3.6, -4.8), (2.2, -3.5), (1, -2), (0, -0.6), (-0.9, 1), (-1.8, 2.6),
                         (-3.4, 3.4)):  # fmt: skip
                face += brush.disc(x, y, 1.05, mix(hair, "#f3d9a8", 0.12), 0.22)
    if not who.beard and who.hair in ("bun", "long"):
        face += brush.disc(-0.5, 1.9, 0.45, GOLD, 0.15) + brush.disc(-0.5, 3, 0.5, GOLD, 0.15)
    face += _hat(brush, who)
    c, s = cos(who.nod * pi / 180), sin(who.nod * pi / 180)
    return out + moved(face, -1 + c + 4 * s, 4 + s - 4 * c, who.nod)  # about the nape


_STRANDS: tuple[list[Point], ...] = (
    [(3.6, -4.6), (0.4, -5), (-3, -3), (-5.4, 0.4)],
    [(3, -4.1), (0.2, -3.6), (-2.2, -1.2), (-4.4, 2.4)],
    [(1.6, -2.4), (-0.2, -1.2), (-1.6, 0.8), (-2.8, 3.3)],
    [(2.6, -6.2), (-1, -6.2), (-4.4, -4), (-6, -1)],
)
_FILLET = "M4.5 -4.7C1.4 -5.7 -2.4 -4.6 -6.2 -1.2L-5.8 -0.2C-2.2 -3.5 1.2 -4.6 4.4 -3.8Z"


def _hat(brush: Brush, who: Person) -> str:
    ink = brush.ink
    if who.hat == "wreath":
        line = [(4.2, -4.8), (0.2, -5.8), (-3.4, -4.2), (-6.0, -0.6)]
        out = brush.pen(line, 0.5, "#5c6b2c")
        for k in range(8):
            at = along(line, k / 7)
            turn = heading(at, along(line, k / 7 + 0.02)) if k < 7 else 120
            for side, leaf in ((-1, 0.35), (1, 0.05)):
                shape = "M0 0C0.8 -1 2 -1 2.8 -0.2C2 0.5 0.8 0.6 0 0Z"
                green = mix("#7f9440", "#e0d27a", leaf)
                out += moved(brush.shape(shape, green, ink, 0.16), *at, turn + 180 + side * 38)
        return out
    if who.hat == "diadem":
        band = (
            "M4.5 -4.4C3.2 -6.8 2.5 -8 2.7 -9.4C0.2 -9.2 -2 -8.4 -4 -6.6L-3.2 -5"
            "C-0.8 -6 2 -5.8 4.5 -4.4Z"
        )
        gems = ((-2.2, -6.5), (-0.3, -7.1), (1.5, -7.2))
        return brush.shape(band, GOLD, ink, 0.3) + "".join(
            brush.disc(x, y, 0.38, "#8c2f1f", solid=True) for x, y in gems
        )
    if who.hat == "band":
        return brush.shape(_FILLET, GOLD, ink, 0.24)
    if who.hat == "stars":
        dots = ((2.8, -4.6), (0.4, -4.6), (-2, -3.6), (-4.2, -2))
        return brush.shape(_FILLET, "#214a5c", ink, 0.24) + "".join(
            brush.disc(x, y, 0.36, "#fff3c9") for x, y in dots
        )
    if who.hat in ("veil", "hood"):
        sheet = Cloth(
            [(3.6, -6.2), (4.6, -2.6), (0.6, 1.4), (-0.6, 6), (2.4, 12), (5, 14)],
            [(0.6, -8.3), (-1, -3), (-2.4, 2), (-3, 7), (-2.2, 14)],
            [(-2.6, -8.2), (-5, -3), (-5.6, 3), (-6.2, 9), (-7, 15)],
            [(-4.4, -7.2), (-8.6, -2), (-8.4, 4), (-8.8, 10), (-11, 14)],
        )
        folds = [(0.2, 0.1, 0.98, 0.12), (0.42, 0.06, 0.98, 0.12), (0.62, 0.05, 0.98, 0.12),
                 (0.82, 0.1, 0.98, 0.12)]  # fmt: skip
        return drape(brush, sheet, folds, who.mantle, 0)
    if who.hat == "phrygian":
        cap = (
            "M4.7 -3.4C4.4 -5.4 5.4 -7.6 5.2 -9.6C4.6 -11.6 2 -11.4 -0.6 -10"
            "C-4.4 -8 -7 -4.6 -7 -0.4"
            "C-7 2.2 -7.4 4.4 -8.2 6.4C-6.6 7.6 -4.4 7.4 -3 6.2C-2.6 4 -2.2 1.6 -0.4 -0.4"
            "C1.2 -2.2 3 -2.6 4.7 -3.4Z"
        )
        tint = mix(who.mantle, SHADE, 0.4)
        out = brush.shape(cap, who.mantle, ink, 0.36)
        for points in ([(3.6, -9.4), (0.4, -8.0), (-2.2, -5.4)],
                       [(-5.8, 5.4), (-5.2, 1.0), (-3.4, -3.0)],
                       [(2.8, -4.0), (-0.6, -4.4), (-3.6, -1.8)]):  # fmt: skip
            out += brush.pen(points, 0.55, "" if brush.saving else tint)
        return out
    if who.hat == "helmet":
        crest = (
            "M3.6 -10.6C0 -14.6 -7.6 -13.6 -10.4 -7.6C-12 -3.6 -11.4 1.6 -9.4 6.4"
            "C-8.6 2.4 -8.2 -1.4 -6.8 -4.4"
            "C-4.8 -7.6 -0.8 -9 3.6 -8.6Z"
        )
        bowl = (
            "M5 -4.2C5.4 -6.4 2.6 -8.8 -1.4 -8.6C-5.4 -8 -7.6 -4.6 -7 -0.4C-6.9 1.8 -7.6 3.8 -8.4 5"
            "C-6.4 5.6 -4 5 -2.8 3.8C-1.8 2.8 -1.8 1 -0.8 -0.4C0.6 -2.2 3.2 -2.6 5 -4.2Z"
        )
        guard = (
            "M-0.6 -0.8C0.4 1.2 1.4 3.4 1 5.8C0.2 6.8 -1.4 6.4 -2.2 5.2"
            "C-2.6 3.6 -2.2 0.8 -0.6 -0.8Z"
        )
        out = brush.shape(crest, "#8c2f1f", ink, 0.36)
        for k in range(7):
            inner = along([(2.6, -9.0), (-4.6, -7.6), (-7.8, -1.6), (-9.0, 4.0)], k / 6.5)
            outer = along([(2.8, -11.0), (-6.4, -12.6), (-10.8, -5.0), (-9.8, 4.8)], k / 6.5)
            out += brush.pen(
                [inner, lerp(inner, outer, 0.5), outer], 0.45, "" if brush.saving else "#c4674f"
            )
        out += brush.shape(bowl, GOLD, ink, 0.36) + brush.shape(guard, GOLD, ink, 0.3)
        out += brush.pen([(3.8, -5.4), (-1.0, -5.6), (-4.6, -2.6)], 0.6, GOLD_DARK)
        return out
    return ""


# ------------------------------------------------------------------------------------ persons


def _arm(brush: Brush, who: Person, left: bool, shoulder: Point, wrist: Point) -> str:
    """From back to front: limb, palm, what it holds, fingers, sleeve, bracelet."""
    hand = "left" if left else "right"
    held = [each for each in who.held if each.get("hand") == hand]
    first: Mapping[str, Any] = held[0] if held else {}
    bend = elbow(shoulder, wrist, 16.2, 15, int(first.get("bend") or 1))
    turn = first.get("palm")
    pose = str(first.get("grip") or "open")
    if pose not in _HANDS:
        raise LookupError(f"no grip '{pose}'{did_you_mean(pose, GRIPS)}")
    palm, fingers = _hand(brush, who.skin, pose, wrist,
                          heading(bend, wrist) if turn is None else float(turn),
                          bool(first.get("over")))  # fmt: skip
    things = "".join(_thing(brush, each, wrist) for each in held)
    out = _limb(brush, who.skin, shoulder, bend, wrist) + palm + things + fingers
    if who.robe != "peplos" and not who.beard:
        out += _sleeve(brush, shoulder, lerp(shoulder, bend, 0.92), who.cloth)
    band = brush.shape("M-0.55 -1.75H0.55V1.75H-0.55Z", GOLD, brush.ink, 0.2)
    return out + ("" if who.beard else moved(band, *lerp(bend, wrist, 0.84), heading(bend, wrist)))


def _thing(brush: Brush, each: Mapping[str, Any], wrist: Point) -> str:
    name = each.get("thing")
    if not name:
        return ""
    if name not in THINGS:
        raise LookupError(f"no thing '{name}'{did_you_mean(str(name), THINGS)}")
    x, y = wrist[0] + float(each.get("dx") or 0), wrist[1] + float(each.get("dy") or 0)
    size = float(each.get("size") or 1)
    return moved(THINGS[name](brush), x, y, float(each.get("turn") or 0), n(size))


def _in_front(who: Person) -> bool:
    """Return whether the farther arm is before the body."""
    return any(each.get("hand") == "left" and each.get("front") for each in who.held)


def _upper(brush: Brush, who: Person) -> str:
    """Head, bodice and what is worn over it, for a figure on its feet."""
    body = _bodice(brush, who.cloth, who.skin)
    if who.robe in ("chiton", "peplos"):
        body = _overfold(brush, who.cloth, who.robe == "peplos") + body
    body += _girdle(brush)
    if who.robe == "wrapped":
        body += _wrapped(brush, who.mantle)
    elif who.robe == "himation":
        body += _diagonal(brush, who.mantle)
    return body


def _with_arms(brush: Brush, who: Person, body: str) -> str:
    far = _arm(brush, who, True, (-8.6, -78.2), who.left)
    near = _arm(brush, who, False, (8.4, -78.4), who.right)
    head = moved(_head(brush, who), 0.6, -90.8, scale="0.9")
    if _in_front(who):
        return body + head + far + near
    return far + body + head + near


def standing(brush: Brush, who: Person) -> str:
    """A person on her feet."""
    body = _foot(brush, who.skin, -6.5, -0.2) + _foot(brush, who.skin, 6 + who.step * 0.4)
    body += _skirt(brush, who.cloth, who.step) + _upper(brush, who)
    return _with_arms(brush, who, body)


def bust(brush: Brush, who: Person) -> str:
    """A person from the hips up, standing behind a ledge; the cut is at y = 0."""
    return moved(_with_arms(brush, who, _upper(brush, who)), 0, 54)


def seated(brush: Brush, who: Person) -> str:
    """A person on a chair with curved legs, about three quarters as high as a standing one."""
    x, y = -7.5, 19.5
    placed = who._replace(left=(who.left[0] - x, who.left[1] - y),
                          right=(who.right[0] - x, who.right[1] - y))  # fmt: skip
    far = _arm(brush, placed, True, (-8.6, -78.2), placed.left)
    near = _arm(brush, placed, False, (8.0, -78.2), placed.right)
    robe, mantle = who.cloth, who.mantle
    lap = Cloth(
        [(-1, -42.4), (7, -41.6), (15, -40), (19, -34.4), (18.6, -18), (20.6, -5.4)],
        [(-5, -40), (3, -38), (11.6, -34.4), (14.6, -28), (15.2, -15), (16.4, -4.2)],
        [(-8.5, -37.4), (-2, -34.4), (6.6, -29), (10.4, -22), (11.2, -12), (12, -3.8)],
        [(-12, -35), (-7, -31), (1.4, -24), (6, -17), (7, -10), (7.4, -4)],
        [(-15.6, -33.4), (-12.4, -28), (-4.6, -20), (0.6, -14), (2.4, -9), (2.4, -4.6)],
    )
    over = Cloth(
        [(-1, -43), (7, -42.4), (14.6, -41), (18.6, -36), (17.6, -29), (16.6, -22)],
        [(-6, -40.6), (1, -38.4), (8.6, -35), (12.4, -29), (12.2, -23), (11, -17.6)],
        [(-11, -37.6), (-5.6, -34.6), (1.6, -30), (5.6, -25), (5.8, -19.4), (5, -14)],
        [(-16.4, -34.6), (-14, -30), (-8.6, -25), (-3.6, -20.6), (-2.4, -16), (-3, -11)],
    )
    back = Cloth(
        [(-17, -34), (-18, -26), (-18, -14)],
        [(-14, -33), (-14.6, -24), (-14.4, -17)],
        [(-11, -32), (-11, -24), (-10.6, -20)],
    )
    out = _chair(brush) + moved(far, x, y)
    out += moved(_overfold(brush, robe) + _bodice(brush, robe, who.skin) + _girdle(brush), x, y)
    out += brush.shape("M7 -3.4H27V0H7Z", GOLD_DARK, brush.ink, 0.36)
    out += _foot(brush, who.skin, 9.5, -3.8) + _foot(brush, who.skin, 16.6, -3.8)
    starts = (0.3, 0.45, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5)
    folds = [(0.1 + 0.119 * k, start, 1, 0.065) for k, start in enumerate(starts)]
    out += drape(brush, lap, folds, robe, 0.022)
    out += drape(brush, back, [(0.3, 0.05, 1, 0.2), (0.66, 0.05, 1, 0.2)], mantle, 0.16, True)
    ends = (0.62, 1, 0.9, 1, 0.92, 1, 0.96)
    out += drape(brush, over, [(0.14 + 0.128 * k, 0.025, end, 0.08) for k, end in enumerate(ends)],
                 mantle, 0.03)  # fmt: skip
    return out + moved(moved(_head(brush, who), 0.6, -90.8, scale="0.9") + near, x, y)


def _chair(brush: Brush) -> str:
    wood, ink = "#b8862f", brush.ink
    pale = mix(wood, "#fff2c8", 0.35)
    out = ""
    for points, halves in (
        ([(-15.0, -28.0), (-16.4, -18.0), (-19.0, -8.0), (-24.0, 0.0)], [1.3, 1.35, 1.2, 0.8]),
        ([(3.0, -28.0), (4.0, -18.0), (7.0, -8.0), (12.0, 0.0)], [1.3, 1.35, 1.2, 0.8]),
        ([(-15.0, -27.0), (-18.0, -40.0), (-22.5, -55.0)], [1.2, 1.3, 1.1]),
    ):
        out += brush.shape(spline(ribbon(points, halves, 8), True), wood, ink, 0.36)
        out += brush.pen([along(points, t) for t in (0.06, 0.4, 0.8)], 0.6, pale)
    rest = (
        "M-28.4 -62.4C-24.6 -60.6 -20.4 -55 -19.4 -48L-22.4 -47.2"
        "C-24.6 -51.6 -27.6 -56.6 -28.4 -62.4Z"
    )
    cushion = (
        "M-17 -32.4C-12 -33.6 0 -33.6 5.6 -32C6.4 -31 6 -29.8 5 -29.6H-16.6"
        "C-18 -30 -18.2 -31.6 -17 -32.4Z"
    )
    out += brush.shape(rest, wood, ink, 0.36)
    out += brush.shape("M-17.4 -29.6H5.2V-26.4H-17.4Z", wood, ink, 0.36)
    return out + brush.shape(cushion, "#8c2f1f", ink, 0.34)


ROBES = ("chiton", "himation", "peplos", "wrapped")
HATS = ("", "band", "diadem", "helmet", "hood", "phrygian", "stars", "veil", "wreath")
POSES = {"bust": bust, "seated": seated, "standing": standing}


def person(pose: str, who: Person, ink: str, saving: bool) -> str:
    """The SVG of a person in draped cloth. Raises LookupError for names that do not exist."""
    drawn = POSES[pose](Brush(ink, saving), who._replace(skin="#ffffff") if saving else who)
    return moved(drawn, scale=f"{n(who.broad)} 1") if who.broad != 1 else drawn
