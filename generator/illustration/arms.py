"""Draws the arms of draped people, from the shoulder to the wrist, and the sleeve of a chiton."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from generator.illustration.brush import Brush, Point, lerp, mix, spline
from generator.illustration.cloth import DEEP, SHADE
from generator.illustration.things import GOLD

# half widths at fractions of a part: the upper arm swells below the shoulder, the elbow is narrow,
# the forearm swells again, the wrist is thin
_UPPER = ((0.0, 2.3), (0.3, 2.45), (0.7, 2.0), (1.0, 1.7))
_LOWER = ((0.0, 1.7), (0.3, 2.1), (0.7, 1.65), (1.0, 1.3))


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
    cap = halves[0][1] * broad * 0.84
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
    whole = upper + lower + _corner(shoulder, bend, wrist, broad)
    out = brush.shape(whole, brush.ink, brush.ink, 0.72, solid=True)
    out += f'<path d="{whole}" fill="{skin}"/>'
    out += brush.shape(dark + low, mix(skin, "#a0632f", 0.3))
    return out + _crook(brush, shoulder, bend, wrist)


def forearm(
    brush: Brush, skin: str, bend: Point, wrist: Point, broad: float = 1, sleeved: bool = True
) -> str:
    """Draw the visible part of an arm in a sleeve, without its hand.

    Without a sleeve it continues the upper arm: no line separates them at the elbow.
    """
    lower, low = _part(bend, wrist, _LOWER, broad)
    if sleeved:
        out = brush.shape(lower, skin, brush.ink, 0.36)
    else:
        left, right = _edges(bend, wrist, _LOWER, broad)
        out = f'<path d="{lower}" fill="{skin}"/>'
        for edge in (left, right):
            out += brush.shape(spline(edge[1:], fine=False), "none", brush.ink, 0.36)
    return out + brush.shape(low, mix(skin, "#a0632f", 0.3))


def _corner(shoulder: Point, bend: Point, wrist: Point, broad: float) -> str:
    """Return the outline of the bone that makes a corner on the outer side of a bent elbow."""
    back, on = _unit(bend, shoulder), _unit(bend, wrist)
    x, y = back[0] + on[0], back[1] + on[1]
    if hypot(x, y) < 0.5:  # nearly straight
        return ""
    x, y = _unit((0, 0), (x, y))
    far = 2.3 * broad
    tip = bend[0] - x * far, bend[1] - y * far
    side = 0 if on[0] * back[1] > on[1] * back[0] else 1
    above = _edges(shoulder, bend, ((0.76, 1.85),), broad)[side][0]
    below = _edges(bend, wrist, ((0.2, 1.9),), broad)[side][0]
    points = [above, tip, below, bend]  # in the direction of the parts, or they leave a hole
    return spline(points if side == 0 else points[::-1], True, fine=False, tension=0.18)


def _crook(brush: Brush, shoulder: Point, bend: Point, wrist: Point) -> str:
    """Draw the crease inside the bend of an arm."""
    back, on = _unit(bend, shoulder), _unit(bend, wrist)
    x, y = back[0] + on[0], back[1] + on[1]
    if hypot(x, y) < 0.5:  # nearly straight
        return ""
    x, y = _unit((0, 0), (x, y))
    crease = [(bend[0] + x * far, bend[1] + y * far) for far in (2.6, 1.5, 0.4)]
    return brush.pen(crease, 0.26, "" if brush.saving else "#8a5a34")


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


def short_sleeve(
    brush: Brush, neck: Point, shoulder: Point, bend: Point, base: str, broad: float = 1
) -> str:
    """Draw the cloth that falls over the shoulder and the top of a bare arm."""
    side = 1 if shoulder[0] > 0 else -1
    x, y = _unit(shoulder, bend)

    def at(far: float, off: float) -> Point:
        """Return the point `far` down the arm, moved `off` to its outer side."""
        off *= side * broad
        return shoulder[0] + x * far + y * off, shoulder[1] + y * far - x * off

    crest = shoulder[0] - 0.2 * side, shoulder[1] - 2.6
    outer = [neck, crest, at(-1.3, 2.5), at(1.4, 3.0), at(5.6, 3.1)]
    hem = [at(5.6, 3.1), at(6.5, 1.4), at(6.1, -0.4), at(6.6, -1.8), at(5.4, -3)]
    inner = [at(5.4, -3), (shoulder[0] - 3.2 * side, shoulder[1] + 1.4)]
    fill = "#ffffff" if brush.saving else base
    line = "" if brush.saving else mix(base, DEEP, 0.6)
    edge = f"{spline(outer)}{spline(hem, join=True)}"
    out = f'<path d="{edge}{spline(inner, join=True)}Z" fill="{fill}"/>'
    dark = [at(1.5, -1.4), at(5.8, -0.6), at(6.6, -1.8), at(5.4, -3), at(2.5, -2.7)]
    out += brush.shape(spline(dark, True), mix(base, SHADE, 0.3))
    for off in (1.5, 0.1):
        out += brush.pen([at(-0.8, off * 0.7), at(2.6, off * 0.9), at(5.6, off)], 0.45, line)
    return out + brush.shape(f"{edge}L{inner[1][0]:.1f} {inner[1][1]:.1f}", "none", brush.ink, 0.36)


class _Sleeve:
    """A closed tube of cloth: from the neck over the shoulder, around the elbow, and a little way
    down the forearm.
    """

    def __init__(self, neck: Point, shoulder: Point, bend: Point, wrist: Point) -> None:
        self.shoulder, self.bend = shoulder, bend
        side = 1 if shoulder[0] > 0 else -1
        x, y = _unit(shoulder, bend)
        self.up = (y * side, -x * side)
        fall = 2.6 * abs(x)
        if y < -0.2:  # a raised arm
            crest = [self._from_shoulder(self.up, 3.2)]
        else:
            between = _unit((0, 0), (self.up[0], self.up[1] - 1))
            ways = ((0.0, -1.0), 2.1), (between, 2.7), (self.up, 3.2)
            crest = [self._from_shoulder(way, half) for way, half in ways]
        self.outer = [neck, *crest, self.at(0.5, 3.5), self.at(0.9, 3.4), self.at(1.13, 2.4),
                      self.at(1.22, 0), self.at(1.13, -2.4)]  # fmt: skip
        self.under = [self.at(0.9, -3.4, fall * 0.6), self.at(0.5, -3.7, fall),
                      self.at(0.12, -3.2, fall * 0.4)]  # fmt: skip
        self.inner = [self.at(0.9, -1.9, fall * 0.5), self.at(0.5, -2, fall * 0.7),
                      self.at(0.16, -2)]  # fmt: skip
        self.wrist = wrist
        self.along = _unit(bend, wrist)

    def _from_shoulder(self, way: Point, far: float) -> Point:
        return self.shoulder[0] + way[0] * far, self.shoulder[1] + way[1] * far

    def at(self, t: float, off: float, sag: float = 0) -> Point:
        """Return the point at t of the upper arm, moved to its upper side and down."""
        x, y = lerp(self.shoulder, self.bend, t)
        return x + self.up[0] * off, y + self.up[1] * off + sag

    def below(self, far: float, off: float) -> Point:
        """Return the point `far` from the elbow along the forearm, moved across it."""
        x, y = self.along
        return self.bend[0] + x * far - y * off, self.bend[1] + y * far + x * off

    def hem(self, deeper: float = 0) -> list[Point]:
        """Return the hem around the forearm: three lobes, from one edge to the other."""
        lobes = (0.0, 1.1, 0.6, 1.5, 0.6, 1.1, 0.0)
        return [self.below(_CUFF + deeper + lobe, 3.9 - 1.3 * k) for k, lobe in enumerate(lobes)]


_CUFF = 4.4  # how far a sleeve goes down the forearm


def sleeve(
    brush: Brush, neck: Point, shoulder: Point, bend: Point, wrist: Point, base: str
) -> tuple[str, str]:
    """Draw a sleeve with three buttons on its seam: what is behind the forearm, and its cuff."""
    cloth = _Sleeve(neck, shoulder, bend, wrist)
    fill = "#ffffff" if brush.saving else base
    line = "" if brush.saving else mix(base, DEEP, 0.6)
    edge = spline([*cloth.outer, *cloth.under])
    tube = f'<path d="{edge}Z" fill="{fill}"/>'  # towards the breast it has no edge
    dark = f"{spline(cloth.under)}{spline(cloth.inner[::-1], join=True)}Z"
    tube += brush.shape(dark, mix(base, SHADE, 0.3))
    for start, middle, end in ((1.6, 1.2, 2.2), (0.2, -0.4, 0.6), (-1.2, -1.9, -1.2)):
        fold = [cloth.at(0.12, start), cloth.at(0.5, middle), cloth.at(1, end)]
        tube += brush.pen(fold, 0.5, line)
    tube += brush.shape(edge, "none", brush.ink, 0.36)
    for t in (0.12, 0.45, 0.78):
        tube += brush.disc(*cloth.at(t, 2.7), 0.55, GOLD, 0.18)
    hem, left, right = cloth.hem(), cloth.below(0.3, 3.4), cloth.below(0.3, -3.4)
    lining = f"{spline(hem)}{spline(cloth.hem(0.9)[::-1], join=True)}Z"
    cuff = brush.shape(lining, mix(base, DEEP, 0.55), brush.ink, 0.24)
    round_elbow = [cloth.below(-2.6, 2.0), cloth.below(-3.1, 0), cloth.below(-2.6, -2.0)]
    body = spline([left, *hem, right, *round_elbow[::-1]], True)
    cuff += f'<path d="{body}" fill="{fill}"/>'
    low = right if right[1] > left[1] else left
    sign = -1 if low is right else 1
    shade = [low, cloth.below(_CUFF, 3.9 * sign), cloth.below(_CUFF + 1.1, 2.4 * sign),
             cloth.below(1, 1.8 * sign)]  # fmt: skip
    cuff += brush.shape(spline(shade, True), mix(base, SHADE, 0.3))
    for off in (1.3, -1.3):
        cuff += brush.pen([cloth.below(0.4, off * 0.7), cloth.below(_CUFF, off)], 0.45, line)
    return tube, cuff + brush.shape(spline([left, *hem, right]), "none", brush.ink, 0.36)
