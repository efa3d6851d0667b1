"""Draws the arms of draped people, from the shoulder to the wrist, and the sleeve of a chiton."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from generator.illustration.brush import Brush, Point, lerp, mix, n, pen_line, spline
from generator.illustration.cloth import DEEP, SHADE
from generator.illustration.things import GOLD

# half widths at fractions of a part: the shoulder is round, the upper arm swells, the wrist is thin
_UPPER = ((0.0, 3.2), (0.3, 3.3), (0.7, 2.75), (1.0, 2.35))
_LOWER = ((0.0, 2.35), (0.3, 2.5), (0.7, 1.9), (1.0, 1.5))


def _unit(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def _edges(
    a: Point, b: Point, halves: Sequence[tuple[float, float]], broad: float
) -> tuple[list[Point], list[Point]]:
    """Return both edges of a part of an arm from a to b: left and right of its direction."""
    x, y = _unit(a, b)
    line = [(lerp(a, b, t), half * broad) for t, half in halves]
    return (
        [(at[0] + y * half, at[1] - x * half) for at, half in line],
        [(at[0] - y * half, at[1] + x * half) for at, half in line],
    )


def _part(
    a: Point, b: Point, halves: Sequence[tuple[float, float]], broad: float
) -> tuple[str, str]:
    """Return the outline of a part of an arm, round at its start, and the shade along its lower
    edge.
    """
    x, y = _unit(a, b)
    left, right = _edges(a, b, halves, broad)
    cap = halves[0][1] * broad * 0.92
    start = (a[0] - x * cap, a[1] - y * cap)
    outline = spline([start, *left, *right[::-1]], True, fine=False)
    low = right if (right[1][1], -right[1][0]) > (left[1][1], -left[1][0]) else left
    shares = (0.1, 0.42, 0.46, 0.1)
    inner = [
        lerp(point, lerp(a, b, t), share)
        for point, (t, _), share in zip(low, halves, shares, strict=True)
    ]
    shade = f"{spline(low, fine=False)}{spline(inner[::-1], join=True, fine=False)}Z"
    return outline, shade


def limb(
    brush: Brush, skin: str, shoulder: Point, bend: Point, wrist: Point, broad: float = 1
) -> str:
    """Draw an arm without its hand."""
    upper, dark = _part(shoulder, bend, _UPPER, broad)
    lower, low = _part(bend, wrist, _LOWER, broad)
    out = brush.shape(upper + lower, brush.ink, brush.ink, 0.72, solid=True)
    out += f'<path d="{upper}{lower}" fill="{skin}"/>'
    return out + brush.shape(dark + low, mix(skin, "#a0632f", 0.3))


def bare_shoulder(brush: Brush, skin: str, shoulder: Point, side: int) -> str:
    """Draw the skin that joins a bare arm to the breast, and the fold of the armpit."""
    x, y = shoulder
    patch = [(x - 4.6 * side, y - 2.2), (x - 0.2 * side, y - 2.9), (x + 2.2 * side, y - 0.6),
             (x - 0.4 * side, y + 2.4), (x - 3.6 * side, y + 2.6)]  # fmt: skip
    out = f'<path d="{spline(patch, True)}" fill="{skin}"/>'
    fold: list[Point] = [
        (x - 1.2 * side, y + 1.6),
        (x - 2.4 * side, y + 4),
        (x - 2 * side, y + 6.8),
    ]
    return out + brush.pen(fold, 0.5)


class _Sleeve:
    """Cloth that falls from the neck over the shoulder and hangs below the upper arm."""

    def __init__(self, neck: Point, shoulder: Point, bend: Point) -> None:
        self.shoulder, self.bend = shoulder, bend
        side = 1 if shoulder[0] > 0 else -1
        x, y = _unit(shoulder, bend)
        self.up = (y * side, -x * side)
        fall = 1.2 + 4.2 * abs(x)
        if y < -0.2:  # a raised arm
            crest = [self._from_shoulder(self.up, 3.4)]
        else:
            between = _unit((0, 0), (self.up[0], self.up[1] - 1))
            ways = ((0.0, -1.0), 2.4), (between, 2.9), (self.up, 3.3)
            crest = [self._from_shoulder(way, half) for way, half in ways]
        self.over = [neck, *crest, self.at(0.5, 3.5), self.at(0.96, 3.1)]
        self.hem = [self.at(1.03, 1.2, 0.7), self.at(0.99, -0.6, 0.6),
                    self.at(1.05, -2.2, fall * 0.7), self.at(0.98, -3.3, fall * 0.85)]  # fmt: skip
        self.under = [self.at(0.9, -3.6, fall), self.at(0.5, -4.0, fall * 0.7),
                      self.at(0.1, -3.6, 1.2)]  # fmt: skip
        self.inner = [self.at(0.94, -1.6, fall * 0.7), self.at(0.5, -1.9, fall * 0.5),
                      self.at(0.16, -2.2, 0.6)]  # fmt: skip
        self.chest = [(neck[0] + side * 1.5, neck[1] + 7), neck]
        self.buttons = [self.at(t, 1.5 - 0.5 * t) for t in (0.06, 0.5, 0.94)]

    def _from_shoulder(self, way: Point, far: float) -> Point:
        return self.shoulder[0] + way[0] * far, self.shoulder[1] + way[1] * far

    def at(self, t: float, off: float, sag: float = 0) -> Point:
        """Return the point at t of the upper arm, moved to its upper side and down."""
        x, y = lerp(self.shoulder, self.bend, t)
        return x + self.up[0] * off, y + self.up[1] * off + sag

    def beside(self, a: Point, b: Point, off: float) -> Point:
        """Return the middle of two points, moved to the upper side."""
        x, y = lerp(a, b, 0.5)
        return x + self.up[0] * off, y + self.up[1] * off

    def swags(self, brush: Brush, base: str) -> str:
        """Draw the folds that hang between the buttons."""
        shade, lines = "", ""
        for a, b in pairwise(self.buttons):
            low, high = self.beside(a, b, -5.6), self.beside(a, b, -3.2)
            start, end = lerp(a, low, 0.14), lerp(b, low, 0.14)
            shade += f"M{_at(start)}Q{_at(low)} {_at(end)}Q{_at(high)} {_at(start)}Z"
            middle = lerp(lerp(start, end, 0.5), low, 0.42)
            sag = [start, lerp(lerp(start, middle, 0.5), low, 0.12), middle,
                   lerp(lerp(end, middle, 0.5), low, 0.12), end]  # fmt: skip
            lines += pen_line(sag, 0.34, (0.3, 0.3))
        line = brush.ink if brush.saving else mix(base, DEEP, 0.66)
        return brush.shape(shade, mix(base, SHADE, 0.2)) + f'<path d="{lines}" fill="{line}"/>'

    def gaps(self) -> str:
        """Return the gaps between the buttons."""
        out = ""
        for a, b in pairwise(self.buttons):
            ends = _at(lerp(a, b, 0.16)), _at(lerp(a, b, 0.84))
            out += f"M{ends[0]}Q{_at(self.beside(a, b, 0.75))} {ends[1]}"
            out += f"Q{_at(self.beside(a, b, -0.6))} {ends[0]}Z"
        return out


def sleeve(brush: Brush, neck: Point, shoulder: Point, bend: Point, base: str, skin: str) -> str:
    """Draw the sleeve of a chiton, held by three buttons, with folds and some skin between them."""
    cloth = _Sleeve(neck, shoulder, bend)
    hem, under = cloth.hem, cloth.under
    outer = spline(cloth.over) + spline([cloth.over[-1], *hem], join=True)
    outer += spline([hem[-1], *under], join=True)
    edge = f"{spline([under[-1], *cloth.chest], join=True)}Z"
    out = f'<path d="{outer}{edge}" fill="{"#ffffff" if brush.saving else base}"/>'
    out += cloth.swags(brush, base)
    dark = f"{spline([hem[-1], *under])}{spline(cloth.inner[::-1], join=True)}Z"
    out += brush.shape(dark, mix(base, SHADE, 0.3))
    out += brush.shape(outer, "none", brush.ink, 0.36)
    out += brush.shape(cloth.gaps(), skin, brush.ink, 0.2)
    return out + "".join(brush.disc(*button, 0.6, GOLD, 0.18) for button in cloth.buttons)


def _at(point: Point) -> str:
    return f"{n(point[0])} {n(point[1])}"
