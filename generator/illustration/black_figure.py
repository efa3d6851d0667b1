"""Draws the strokes of black-figure painting: dark bodies with a clay-coloured edge and incised
lines.

Everything is drawn in the colours of a vase, which `bestiary.monster` replaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, sin
from typing import Self

from generator.illustration.brush import Brush, Point, lerp, n, ribbon, spline

GLAZE, CLAY, RED, WHITE, BRONZE = "#1d1512", "#d9804a", "#84201b", "#f7ecd9", "#e6b455"


FILLED = "#1d1513"  # what a body is filled with: GLAZE, but white where ink is saved


def path(d: str, fill: str = "none", stroke: str = "", w: float = 0.25) -> str:
    """Draw a path with a fill, and with a line if `stroke` is a colour."""
    return Brush().shape(d, fill, stroke, w)


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", w: float = 0.25) -> str:
    """Draw a disc with a fill, and with a line if `stroke` is a colour."""
    line = f' stroke="{stroke}" stroke-width="{n(w)}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{line}/>'


def group(body: str, transform: str) -> str:
    """Return a group of drawings that are transformed together."""
    return f'<g transform="{transform}">{body}</g>'


def pen(points: Sequence[Point], width: float, colour: str) -> str:
    """Draw a line that is thicker in the middle."""
    return Brush().pen(points, width, colour)


def part(d: str, fill: str = FILLED, line: str = CLAY, w: float = 0.7) -> str:
    """Draw a filled part of a figure with a line around it."""
    return path(d, fill, line, w)


def cut(*lines: Sequence[Point], line: str = CLAY, w: float = 0.62) -> str:
    """Draw lines as if they were incised in the surface."""
    return path("".join(spline(each) for each in lines), "none", line, w)


def limb(line: Sequence[Point], halves: Sequence[float], fill: str = FILLED) -> str:
    """Draw a tapering band along points, with a line around it.

    `halves` are half the width at each point.
    """
    return part(spline(ribbon(line, halves, 10), True), fill, CLAY, 0.5)


def bent(a: Point, b: Point, out: float, t: float = 0.38) -> Point:
    """Return the point between two others at fraction `t`, moved sideways by `out`."""
    mx, my = lerp(a, b, t)
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = hypot(dx, dy)
    return mx - dy / far * out, my + dx / far * out


def _foot(ankle: Point, toe: Point, k: float, to: int) -> list[Point]:
    """Return the outline of a foot in profile, standing or on its toes; it points right if `to` is
    1.
    """
    (ax, ay), (x, y) = ankle, toe
    down = y - ay
    if abs(down) > abs(x - ax) * 1.1:
        return [(ax - 2.2 * k * to, ay - 1), (ax + 2.3 * k * to, ay - 1.4),
                (ax + 2.6 * k * to, ay + down * 0.5), (x + 3.8 * to, y - 1.2), (x + 3.2 * to, y),
                (x - 1.2 * to, y), (ax - 2.6 * k * to, ay + down * 0.42)]  # fmt: skip
    return [(ax - 2.3 * k * to, ay - 1.4), (ax + 2.1 * k * to, ay - 1.6), (ax + 4.4 * to, y - 3.4),
            (x - 1 * to, y - 2.2), (x + 0.6 * to, y - 0.7), (x - 0.4 * to, y),
            (ax - 2.6 * to, y), (ax - 3.8 * to, y - 1.8)]  # fmt: skip


class Body:
    """The parts of one silhouette, merged into each other, with incised lines on top."""

    def __init__(self, fill: str = FILLED, line: str = CLAY) -> None:
        self.fill, self.line, self.cuts = fill, line, ""
        self.shapes: list[str] = []

    def add(self, d: str) -> Self:
        """Add a shape that merges with the silhouette."""
        self.shapes.append(d)
        return self

    def cut(self, *lines: Sequence[Point], w: float = 0.6) -> Self:
        """Add lines that are incised into the silhouette."""
        self.cuts += cut(*lines, line=self.line, w=w)
        return self

    def ball(self, p: Point, r: float) -> Self:
        """Add a disc, as for a joint."""
        return self.add(
            f"M{n(p[0] - r)} {n(p[1])}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0"
            f" {n(-2 * r)} 0Z"
        )

    def svg(self, edge: float = 1.0) -> str:
        """Return the SVG of the silhouette, with the line around it below and the incised lines
        above.
        """
        d = "".join(self.shapes)
        return (
            path(d, self.line, self.line, 2 * edge)
            + "".join(path(x, self.fill) for x in self.shapes)
            + self.cuts
        )

    def leg(self, hip: Point, knee: Point, ankle: Point, toe: Point, k: float = 1.0) -> Self:
        """Add a thigh, a calf and a foot in profile."""
        back = 1 if toe[0] > ankle[0] else -1
        self.ball(hip, 7.4 * k).ball(knee, 4.3 * k)
        self.add(
            spline(
                ribbon([hip, bent(hip, knee, -0.4 * back), knee], [7.4 * k, 7.4 * k, 4.3 * k], 8),
                True,
            )
        )
        self.add(
            spline(
                ribbon(
                    [knee, bent(knee, ankle, 1.6 * back, 0.33), lerp(knee, ankle, 0.72), ankle],
                    [4.1 * k, 5.0 * k, 2.9 * k, 2.1 * k],
                    10,
                ),
                True,
            )
        )
        self.ball(ankle, 2.2 * k)
        self.add(spline(_foot(ankle, toe, k, back), True))
        self._cut_leg(hip, knee, ankle, k, back)
        x, y = ankle
        self.cut([(x - 1.2, y + 0.2), (x, y + 1.4), (x + 1.2, y + 0.2)], w=0.5)
        self.cut([(toe[0] - 2 * back, toe[1] - 1), (toe[0] - 0.9 * back, toe[1] - 0.9)], w=0.4)
        return self

    def _cut_leg(self, hip: Point, knee: Point, ankle: Point, k: float, back: int) -> None:
        """Incise the lines of a knee, a thigh and a calf."""
        ang = degrees(atan2(ankle[1] - knee[1], ankle[0] - knee[0])) - 90
        self.cuts += group(
            cut(
                [(-3 * k, -2), (-0.4, -3.4 * k), (2.8 * k, -1.8)],
                [(-2.4 * k, 1.4), (0.2, 2.8 * k), (2.6 * k, 1)],
                line=self.line,
                w=0.55,
            ),
            f"translate({n(knee[0])} {n(knee[1])}) rotate({n(ang)})",
        )
        self.cut(
            [lerp(hip, knee, 0.22), bent(hip, knee, 2.4 * k), lerp(hip, knee, 0.8)],
            [
                bent(hip, knee, -3.4 * k, 0.5),
                bent(hip, knee, -2.6 * k, 0.68),
                bent(hip, knee, -1.4 * k, 0.84),
            ],
        )
        self.cut(
            [
                bent(knee, ankle, 0.4, 0.2),
                bent(knee, ankle, 2.8 * k * back, 0.38),
                bent(knee, ankle, 0.6 * back, 0.68),
            ],
            [
                bent(knee, ankle, -2 * back, 0.2),
                bent(knee, ankle, -1.7 * back, 0.5),
                bent(knee, ankle, -0.6 * back, 0.86),
            ],
            w=0.5,
        )

    def arm(self, sh: Point, el: Point, ha: Point, k: float = 1.0) -> Self:
        """Add an arm from the shoulder through the elbow to the hand."""
        self.ball(sh, 4.9 * k).ball(el, 3.1 * k)
        self.add(spline(ribbon([sh, lerp(sh, el, 0.45), el], [4.8 * k, 4.8 * k, 3.1 * k], 7), True))
        self.add(spline(ribbon([el, lerp(el, ha, 0.32), ha], [3.1 * k, 3.7 * k, 1.9 * k], 8), True))
        self._hand(ha, atan2(ha[1] - el[1], ha[0] - el[0]), k)
        s = 1 if el[0] > sh[0] else -1
        dx, dy = el[0] - sh[0], el[1] - sh[1]
        far = hypot(dx, dy)
        u, v = dx / far, dy / far

        def beside(t: float, o: float) -> Point:
            return sh[0] + dx * t - v * o * s, sh[1] + dy * t + u * o * s

        self.cut(
            [
                beside(-0.28, -3.6 * k),
                beside(0.3, -1.6 * k),
                beside(0.5, 1),
                beside(0.2, 3.4 * k),
                beside(-0.15, 3.9 * k),
            ],
            [beside(0.5, 0.9), beside(0.72, 0.6), beside(0.95, 1.4)],
        )
        m = lerp(el, ha, 0.45)
        self.cut([lerp(el, ha, 0.08), (m[0] + 0.8, m[1] + 0.4), lerp(el, ha, 0.82)], w=0.48)
        return self

    def _hand(self, wrist: Point, turn: float, k: float) -> None:
        """Add a hand that points in the direction `turn`, in radians."""

        def at(x: float, y: float) -> Point:
            return (
                wrist[0] + k * (x * cos(turn) - y * sin(turn)),
                wrist[1] + k * (x * sin(turn) + y * cos(turn)),
            )

        outline = [at(-0.8, -1.9), at(1.8, -2.9), at(4.8, -2.8), at(6, -1), at(5.8, 1.4),
                   at(3.8, 2.9), at(1.2, 2.5), at(-0.8, 1.9)]  # fmt: skip
        self.add(spline(outline, True))
        self.cut(
            [at(3.2, -2.6), at(3.7, -1.6), at(3.1, -0.7)],
            [at(5.8, -1), at(4.4, -1), at(3.2, -0.7)],
            [at(6, 0.3), at(4.4, 0.4), at(3.1, 0.5)],
            [at(5.5, 1.6), at(4.2, 1.6), at(3, 1.6)],
            [at(-0.6, -1.6), at(-0.2, 0), at(-0.6, 1.6)],
            w=0.48,
        )

    def torso(self, shape: Sequence[Point] | None = None) -> Self:
        """Add a chest and a belly seen from the front."""
        self.add(spline(shape or TORSO, True))
        self.cut(
            [(-10.4, -74.2), (-5.4, -74.2), (-0.8, -72.4)],
            [(10.4, -74.2), (5.4, -74.2), (0.8, -72.4)],
        )
        self.cut(
            [(-10.4, -68), (-8.6, -63.4), (-4, -62.6), (-0.6, -65)],
            [(10.4, -68), (8.6, -63.4), (4, -62.6), (0.6, -65)],
            [(0, -72), (0, -62), (0, -48)],
        )
        for y in (-59, -55, -51):
            self.cut(
                [(-4.6, y + 0.6), (-2.6, y - 0.6), (-0.4, y + 0.4)],
                [(4.6, y + 0.6), (2.6, y - 0.6), (0.4, y + 0.4)],
                w=0.5,
            )
        self.cut(
            [
                (-8.6, -60),
                (-6.4, -54),
                (-7.4, -47),
                (-3.4, -42.6),
                (0, -41.6),
                (3.4, -42.6),
                (7.4, -47),
                (6.4, -54),
                (8.6, -60),
            ],
            w=0.55,
        )
        for s in (-1, 1):
            self.cuts += circle(
                s * 7.2, -66.6, 0.9, "none", RED if self.fill == FILLED else self.line, 0.55
            )
        return self


TORSO = [
    (-13, -74),
    (-6, -77.4),
    (6, -77.4),
    (13, -74),
    (13, -67),
    (9.4, -56),
    (8.8, -45),
    (0, -41.5),
    (-8.8, -45),
    (-9.4, -56),
    (-13, -67),
]
