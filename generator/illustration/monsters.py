"""Monsters as on Attic vases: a dark silhouette, its muscles cut out, red and white added.

Every limb is a ribbon along its joints. Limbs and torso of a `Body` melt into one shape that is
edged with a line of clay, so that what overlaps stays legible. Monsters are about 100 units high on
y = 0 and face right. They are drawn in the colours of a vase, which `monster` replaces.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, pi, sin, tau
from typing import Self

from generator.illustration.brush import Brush, Point, along, lerp, n, ribbon, spline

GLAZE, CLAY, RED, WHITE, BRONZE = "#1d1512", "#d9804a", "#84201b", "#f7ecd9", "#e6b455"
FILLED = "#1d1513"  # what a body is filled with: GLAZE, but white where ink is saved


def path(d: str, fill: str = "none", stroke: str = "", w: float = 0.25) -> str:
    """A path with a fill and, if it has a colour, a line."""
    return Brush().shape(d, fill, stroke, w)


def circle(x: float, y: float, r: float, fill: str, stroke: str = "", w: float = 0.25) -> str:
    """A disc with a fill and, if it has a colour, a line."""
    line = f' stroke="{stroke}" stroke-width="{n(w)}"' if stroke else ""
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}"{line}/>'


def group(body: str, transform: str) -> str:
    """Drawings that are moved together."""
    return f'<g transform="{transform}">{body}</g>'


def _pen(points: Sequence[Point], width: float, colour: str) -> str:
    return Brush().pen(points, width, colour)


def part(d: str, fill: str = FILLED, line: str = CLAY, w: float = 0.7) -> str:
    """A part with its edge."""
    return path(d, fill, line, w)


def cut(*lines: Sequence[Point], line: str = CLAY, w: float = 0.62) -> str:
    """Incised lines."""
    return path("".join(spline(each) for each in lines), "none", line, w)


def limb(line: Sequence[Point], halves: Sequence[float], fill: str = FILLED) -> str:
    """A tapering band along points, half as wide as told at each, with its edge."""
    return part(spline(ribbon(line, halves, 10), True), fill, CLAY, 0.5)


class Body:
    """Parts of one silhouette: they melt into each other; their incisions come on top."""

    def __init__(self, fill: str = FILLED, line: str = CLAY) -> None:
        self.fill, self.line, self.cuts = fill, line, ""
        self.shapes: list[str] = []

    def add(self, d: str) -> Self:
        """A shape that melts into the others."""
        self.shapes.append(d)
        return self

    def cut(self, *lines: Sequence[Point], w: float = 0.6) -> Self:
        """Lines that are cut into the silhouette."""
        self.cuts += cut(*lines, line=self.line, w=w)
        return self

    def ball(self, p: Point, r: float) -> Self:
        """A disc, at a joint."""
        return self.add(
            f"M{n(p[0] - r)} {n(p[1])}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0"
            f" {n(-2 * r)} 0Z"
        )

    def svg(self, edge: float = 1.0) -> str:
        """The silhouette, its edge below it and its cuts above."""
        d = "".join(self.shapes)
        return (
            path(d, self.line, self.line, 2 * edge)
            + "".join(path(x, self.fill) for x in self.shapes)
            + self.cuts
        )

    def leg(self, hip: Point, knee: Point, ankle: Point, toe: Point, k: float = 1.0) -> Self:
        """Thigh, calf and foot in profile."""

        def bent(a: Point, b: Point, out: float, t: float = 0.38) -> Point:
            mx, my = lerp(a, b, t)
            dx, dy = b[0] - a[0], b[1] - a[1]
            far = hypot(dx, dy)
            return mx - dy / far * out, my + dx / far * out

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
        dx, dy = toe[0] - ankle[0], toe[1] - ankle[1]
        f = back
        a = ankle
        self.ball(a, 2.2 * k)
        if abs(dy) > abs(dx) * 1.1:
            o = [
                (a[0] - 2.2 * k * f, a[1] - 1),
                (a[0] + 2.3 * k * f, a[1] - 1.4),
                (a[0] + 2.6 * k * f, a[1] + dy * 0.5),
                (toe[0] + 3.8 * f, toe[1] - 1.2),
                (toe[0] + 3.2 * f, toe[1]),
                (toe[0] - 1.2 * f, toe[1]),
                (a[0] - 2.6 * k * f, a[1] + dy * 0.42),
            ]
        else:
            o = [
                (a[0] - 2.3 * k * f, a[1] - 1.4),
                (a[0] + 2.1 * k * f, a[1] - 1.6),
                (a[0] + 4.4 * f, toe[1] - 3.4),
                (toe[0] - 1 * f, toe[1] - 2.2),
                (toe[0] + 0.6 * f, toe[1] - 0.7),
                (toe[0] - 0.4 * f, toe[1]),
                (a[0] - 2.6 * f, toe[1]),
                (a[0] - 3.8 * f, toe[1] - 1.8),
            ]
        self.add(spline(o, True))
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
        self.cut([(a[0] - 1.2, a[1] + 0.2), (a[0], a[1] + 1.4), (a[0] + 1.2, a[1] + 0.2)], w=0.5)
        self.cut([(toe[0] - 2 * f, toe[1] - 1), (toe[0] - 0.9 * f, toe[1] - 0.9)], w=0.4)
        return self

    def arm(self, sh: Point, el: Point, ha: Point, k: float = 1.0) -> Self:
        """An arm from shoulder over elbow to hand."""
        self.ball(sh, 4.9 * k).ball(el, 3.1 * k)
        self.add(spline(ribbon([sh, lerp(sh, el, 0.45), el], [4.8 * k, 4.8 * k, 3.1 * k], 7), True))
        self.add(spline(ribbon([el, lerp(el, ha, 0.32), ha], [3.1 * k, 3.7 * k, 1.9 * k], 8), True))
        a = atan2(ha[1] - el[1], ha[0] - el[0])

        def at(x: float, y: float) -> Point:
            return ha[0] + k * (x * cos(a) - y * sin(a)), ha[1] + k * (x * sin(a) + y * cos(a))

        self.add(
            spline(
                [
                    at(-0.8, -1.9),
                    at(1.8, -2.9),
                    at(4.8, -2.8),
                    at(6, -1),
                    at(5.8, 1.4),
                    at(3.8, 2.9),
                    at(1.2, 2.5),
                    at(-0.8, 1.9),
                ],
                True,
            )
        )
        self.cut(
            [at(3.2, -2.6), at(3.7, -1.6), at(3.1, -0.7)],
            [at(5.8, -1), at(4.4, -1), at(3.2, -0.7)],
            [at(6, 0.3), at(4.4, 0.4), at(3.1, 0.5)],
            [at(5.5, 1.6), at(4.2, 1.6), at(3, 1.6)],
            [at(-0.6, -1.6), at(-0.2, 0), at(-0.6, 1.6)],
            w=0.48,
        )
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

    def torso(self, shape: Sequence[Point] | None = None) -> Self:
        """Chest and belly from the front."""
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


def minotaur() -> str:
    """A running man with the head of a bull, a stone in his hand."""
    tail = [(-6, -46), (-17, -44), (-26, -36), (-27, -25), (-35, -21), (-40, -27)]
    b = part(spline(ribbon(tail, [1.8, 1.4, 1.1, 1.0, 0.9, 0.8], 14), True))
    b += part(
        "M-39 -24.6C-42.6 -25 -45.4 -28 -45 -33C-43 -30.6 -41.8 -31.4 -41 -34C-39.4 -31"
        " -38 -31 -36.8 -32.6C-36.2 -28.6 -37.2 -26 -39 -24.6Z",
        RED,
    ) + cut(
        [(-39.4, -26), (-41.6, -28.4), (-42.6, -30.4)],
        [(-39, -26.4), (-39.2, -29), (-39, -31)],
        w=0.45,
    )
    far = Body().leg((-3.0, -46), (-10, -15), (-30, -10.5), (-33.5, -0.4))
    near = (
        Body()
        .torso()
        .arm((-12, -71.4), (-25, -60.6), (-17.6, -47))
        .arm((12, -71.4), (27, -70), (27.4, -87))
        .leg((3.6, -46.4), (23, -37.4), (18.6, -7), (28.6, 0))
    )
    b += far.svg() + near.svg()
    # neck with curls, dewlap, the head of a bull
    b += part(
        spline(
            [
                (-8.5, -75),
                (-9.4, -84),
                (-5.4, -94),
                (1.6, -97.4),
                (7.4, -92),
                (8.4, -84),
                (9.2, -75.4),
                (3, -73),
                (-4, -73),
            ],
            True,
        )
    )
    for x0, y, m in [(-7, -77.5, 5), (-7.4, -81.5, 4), (-7, -85.6, 4), (-5.6, -89.6, 3)]:
        for k in range(m):
            b += cut(
                [
                    (x0 + 3.1 * k, y),
                    (x0 + 3.1 * k + 1.4, y - 1.9),
                    (x0 + 3.1 * k + 2.7, y - 0.2),
                    (x0 + 3.1 * k + 1.6, y + 0.3),
                ],
                w=0.55,
            )
    # far horn, ear, head, near horn
    b += part(
        spline(
            ribbon([(3.4, -95), (9, -99), (15, -102.5), (17.4, -109)], [2.3, 2.1, 1.6, 0.3], 10),
            True,
        ),
        WHITE,
        GLAZE,
        0.45,
    )
    h = (
        "M-2.4 -95.6C2 -98 7.4 -97.4 10.4 -94.2C13.8 -91 18 -86.4 20.2 -82.4"
        "C21.4 -80 20.8 -77.6 18.6 -76.8C16.4 -76 14 -77.2 12 -78.2"
        "C8 -79 3.6 -80.4 1.4 -83.2C-1.6 -86.6 -3.6 -91.4 -2.4 -95.6Z"
    )
    b += part(h)
    b += cut(
        [(14.2, -77.6), (16.6, -79.2), (20, -79.4)],
        [(13.4, -88.8), (14.8, -84.6), (17, -82.4)],
        [(2.6, -83.2), (6, -83.6), (8.6, -86.4), (8.4, -90)],
        [(6, -81), (7.6, -79.2), (8, -76)],
        [(8.6, -80.6), (9.6, -78.6), (9.4, -76)],
    )
    b += circle(18.4, -82.2, 0.85, RED, CLAY, 0.4)
    b += path(
        "M6.4 -92.2C7.8 -94.2 10.6 -93.8 11.8 -91.6C10 -90.2 7.8 -90.4 6.4 -92.2Z", WHITE, CLAY, 0.4
    ) + circle(9.3, -92.1, 1.05, GLAZE)
    b += cut(
        [(5.4, -93.4), (8, -95.6), (11.4, -94.4)],
        [(5.8, -90.6), (8.6, -88.8), (11.6, -89.6)],
        w=0.55,
    )
    b += part("M-2.4 -93.4C-7 -96.6 -10.6 -96 -13 -93.6C-10 -91 -6 -90.4 -2.2 -91.4Z") + cut(
        [(-3.6, -92.8), (-7, -94.2), (-10.4, -93.6)], w=0.5
    )
    b += part(
        spline(
            ribbon(
                [(0.6, -95.6), (-2.6, -101), (-1, -107.5), (4.6, -112)], [2.7, 2.5, 1.8, 0.3], 10
            ),
            True,
        ),
        WHITE,
        GLAZE,
        0.45,
    )
    b += cut(
        [(-2.6, -98.6), (-0.8, -98.8), (1, -99.6)],
        [(-3.6, -101.4), (-2, -101.2), (-0.2, -101.2)],
        line=GLAZE,
        w=0.5,
    )
    # the raised stone
    stone = [
        (19, -96),
        (20.4, -101.6),
        (25, -106.4),
        (32, -105.4),
        (37, -100.6),
        (35.6, -94),
        (30, -91.4),
        (23, -91.6),
    ]
    return (
        b
        + part(spline(stone, True, tension=0.2), WHITE, GLAZE, 0.5)
        + cut(
            [(23, -97.4), (26.4, -99.4), (29, -98)],
            [(28, -94), (31, -95.6), (32.6, -98.6)],
            line=GLAZE,
            w=0.5,
        )
    )


def talos() -> str:
    """A man of bronze who throws rocks."""
    f, line = BRONZE, GLAZE
    b = (
        Body(f, line)
        .leg((-3.8, -46), (-13.6, -25), (-22.6, -6), (-12.6, 0), 1.04)
        .torso()
        .leg((4, -46), (15, -27), (15, -6), (25, 0), 1.06)
        .arm((-12, -72), (-25.6, -78), (-17, -96), 1.06)
        .arm((12, -72), (25.6, -78), (19, -96), 1.06)
        .svg(0.6)
    )
    # plates: rivets in seams at hips, shoulders, waist; greaves
    b += part(
        "M-9.6 -47.4C-4 -44.4 4 -44.4 9.6 -47.4L9.2 -43.6C4 -39.6 -4 -39.6 -9.2 -43.6Z",
        RED,
        line,
        0.5,
    )
    for x in (-7, -3.6, 0, 3.6, 7):
        b += circle(x, -43.9 + 0.06 * x * x * -0.6, 0.75, WHITE, line, 0.4)
    # head: a smooth helmet with a face in profile
    b += part(
        "M-4.6 -75.6C-4 -79 -4.4 -81 -5 -83L5 -83C4.6 -80.4 5 -78 6 -75.6C2.6 -73.6 -1.4"
        " -73.8 -4.6 -75.6Z",
        f,
        line,
        0.6,
    )
    b += part(
        "M-7 -86C-8 -93 -3.6 -98.6 2.2 -98.4C7 -98.2 9 -95 9 -91.6L10.8 -87.4C11 -86.6"
        " 10.4 -86.2 9.6 -86.2L9.8 -84.6L9.2 -83.8L9.4 -81.4C8.6 -79.6 5.6 -79.6 3.6"
        " -80.6C1 -81.2 -1.4 -82.6 -2.6 -84.4C-4 -83.6 -6 -84.4 -7 -86Z",
        f,
        line,
        0.6,
    )
    b += part(
        "M-8 -84.6C-9.6 -93.4 -4.4 -100.4 2.4 -100.2C7.4 -100 9.6 -96.4 9.4 -92.6C5.4"
        " -94.2 1.6 -93 .6 -90C0 -87.6 -.6 -85.4 -3.4 -83.6C-5 -82.8 -7 -83.2 -8 -84.6Z",
        GLAZE,
        BRONZE,
        0.5,
    )
    b += part(
        "M-11.6 -80C-13.4 -92 -8.6 -104 2 -104.4C7.6 -104.4 11 -101.6 12.4 -98.4C9"
        " -100.4 5 -101 1.4 -100C-6 -97.4 -9.4 -90 -8.2 -80.6C-9.2 -79.4 -10.4 -79.2"
        " -11.6 -80Z",
        RED,
        GLAZE,
        0.5,
    )
    for k in range(8):
        b += cut(
            [
                along([(-8.4, -84), (-7.2, -93), (-1, -99), (7.6, -100.4)], k / 7),
                along([(-11.8, -83), (-10.6, -95), (-2, -103.2), (8, -103.4)], k / 7),
            ],
            line=CLAY,
            w=0.45,
        )
    b += (
        path(
            "M4.4 -90.6C5.8 -92 7.8 -91.6 8.6 -90.2C7.2 -89.2 5.6 -89.4 4.4 -90.6Z",
            WHITE,
            line,
            0.4,
        )
        + circle(6.6, -90.5, 0.85, GLAZE)
        + cut(
            [(9.4, -83.9), (7.4, -83.6), (6.2, -84)],
            [(3.8, -92), (6, -93), (8.8, -92)],
            line=line,
            w=0.5,
        )
    )
    for x, y in ((-25.6, -78), (25.6, -78), (-13.6, -25), (15, -27)):  # rivets around the joints
        for k in range(5):
            b += circle(
                x + 2.7 * cos(k * 1.257 + 0.4),
                y + 2.7 * sin(k * 1.257 + 0.4),
                0.55,
                WHITE,
                line,
                0.3,
            )
    b += part(
        "M9.4 -81.6C9.6 -79.4 9.4 -77.6 8 -75.6C4 -76 .4 -79 -1.6 -83.4C1.4 -83.4 2.6"
        " -82 4.4 -82C6 -82.4 7.6 -82.4 9.4 -81.6Z",
        GLAZE,
        BRONZE,
        0.45,
    ) + cut(
        [(1, -82), (3, -79.4), (6.4, -77)],
        [(3.6, -81.4), (5, -79.6), (7.8, -77.6)],
        line=BRONZE,
        w=0.4,
    )
    # the nail that closes his one vein
    b += circle(15, -5.6, 2.1, RED, line, 0.5) + circle(15, -5.6, 0.9, WHITE, line, 0.3)
    rock = [
        (-25, -105),
        (-22, -115),
        (-12, -124),
        (4, -126),
        (20, -121),
        (28, -110),
        (25, -102),
        (14, -104),
        (2, -109),
        (-10, -106),
        (-19, -101),
    ]
    return (
        part(spline(rock, True, tension=0.14))
        + cut(
            [(-17, -108), (-13, -116), (-6, -119)],
            [(2, -122), (10, -121), (17, -116)],
            [(12, -109), (17, -112), (23, -109)],
            [(-6, -112), (1, -115), (7, -114)],
            [(-21, -104), (-18, -107), (-13, -107)],
        )
        + b
    )


def snake(
    points: Sequence[Point],
    w: float,
    fill: str = FILLED,
    line: str = CLAY,
    head: float = 3.0,
    scales: bool = True,
    tongue: bool = True,
    crest: bool = False,
    beard: bool = False,
    steps: int = 20,
    slim: float = 0.42,
    jaw: float = 20,
) -> str:
    """A serpent along points, from the body to the head."""
    k = len(points)
    ws = [w * (1 - slim * i / (k - 1)) for i in range(k)]
    o = ribbon(points, ws, steps)
    b = part(spline(o, True), fill, line)
    if scales:
        for i in range(1, steps * 2 - 2):
            t = i / (steps * 2)
            p, q = along(points, t), along(points, t + 0.01)
            a = atan2(q[1] - p[1], q[0] - p[0])
            ww = w * (1 - slim * t)
            nx, ny = -sin(a), cos(a)
            cx, cy = cos(a), sin(a)
            s = ww * 0.72 if i % 2 else ww * 0.36
            if i % 2:
                b += cut(
                    [
                        (p[0] + nx * s, p[1] + ny * s),
                        (p[0] + cx * w * 0.34, p[1] + cy * w * 0.34),
                        (p[0] - nx * s, p[1] - ny * s),
                    ],
                    line=line,
                    w=0.42,
                )
            else:
                b += circle(p[0], p[1], max(0.3, ww * 0.1), RED if fill == FILLED else line)
    tip, q = points[-1], along(points, 0.97)
    a = degrees(atan2(tip[1] - q[1], tip[0] - q[0]))
    flip = -1 if abs((a + 180) % 360 - 180) > 90 else 1
    h = ""
    if tongue:
        h += path("M5 .2C7 .2 8 -.4 9.4 -1.2M7.4 .1C8.4 .6 9 1 9.8 1.2", "none", RED, 0.7)
    if crest:
        h += part(
            "M-2.6 -1.4C-4.6 -4.6 -2.6 -6.6 -1 -7C-1.4 -5.8 -.4 -5.6 1 -6.4C.6 -5 1.6 -4.6 3"
            " -5C2.4 -3.6 1.6 -2.4 .6 -1.6Z",
            RED,
            line,
            0.45,
        )
    if beard:
        low = part("M.4 2C.2 4.4 -.8 6.4 -2.6 7.6C-.2 7.6 1.8 6 2.6 3Z", RED, line, 0.45)
    else:
        low = ""
    up = "M-3 -1.4C-1.6 -3.2 1 -3.4 3 -2.4C4.8 -1.8 6 -1.2 6.4 -.6C5.4 .1 3.4 .3 1.4 .5L-2.8 1Z"
    lo = "M-3.4 -.4L.6 .2C2.8 .5 4.4 .7 5.2 1C4.4 2 2 2.5 0 2.5C-1.8 2.4 -3 1.4 -3.4 -.4Z"
    both = group(path(lo, line, line, 1), f"rotate({jaw} -2.4 .2)") + path(up, line, line, 1)
    h += (
        both
        + group(low + path(lo, fill), f"rotate({jaw} -2.4 .2)")
        + path(up, fill)
        + circle(-1.9, 0.2, 1.9, fill)
    )
    h += (
        path("M2.2 .5L2.9 1.7L3.5 .4ZM4.2 .3L4.8 1.3L5.3 .1Z", WHITE)
        + circle(0.9, -1.4, 0.85, WHITE, line, 0.3)
        + circle(1.1, -1.4, 0.42, GLAZE)
    )
    return b + group(
        h,
        f"translate({n(tip[0])} {n(tip[1])}) rotate({n(a)}) scale({n(head / 3)}"
        f" {n(flip * head / 3)})",
    )


def wing(root: Point, side: int, size: float = 1.0, turn: float = 0) -> str:
    """A sickle wing, bars of feathers, added red and white."""
    f = ""
    for k in range(7, -1, -1):
        t = k / 7
        length = 33 - 15 * t
        a = -58 + 10.5 * k
        f += group(
            part(
                f"M0 -2.7C{n(length * 0.4)} -3.6 {n(length * 0.8)} -4.4 {n(length)} -9.6"
                f"C{n(length * 1.02)} -3 {n(length * 0.6)} 3 0 2.6Z",
                RED if k % 2 else GLAZE,
                CLAY,
                0.55,
            )
            + cut([(length * 0.3, 0), (length * 0.6, -0.9), (length * 0.9, -4.6)], w=0.42),
            f"translate({n(7.5 + 2 * t)} {n(-13 + 13 * t)}) rotate({n(a)})",
        )
    f += part("M-2 3C-2 -8 2 -19 13 -23C10 -17 13 -11 14 -6C15 0 12 5 6 6.4C2.6 7 0 6 -2 3Z", GLAZE)
    f += path("M-1.4 -1C4 -3 9 -3 14 -4.6L14.2 -2C9 -.6 4 -.4 -1.6 1.6Z", WHITE)
    for y0, m in ((-17, 3), (-13, 3), (-9, 4)):
        f += "".join(
            cut(
                [(3 + 2.7 * k - 0.12 * y0 * 0, y0), (4.4 + 2.7 * k, y0 + 1.8), (5.6 + 2.7 * k, y0)],
                w=0.45,
            )
            for k in range(m)
        )
    return (
        group(
            f,
            f"translate({n(root[0])} {n(root[1])}) rotate({n(turn)}) scale({n(side * size)}"
            f" {n(size)})",
        )
        if side > 0
        else group(
            group(f, f"rotate({n(turn)}) scale({n(size)})"),
            f"translate({n(root[0])} {n(root[1])}) scale(-1 1)",
        )
    )


def medusa() -> str:
    """The Gorgon, running, her face to us."""
    f, line = WHITE, GLAZE
    b = wing((9, -70), 1, 1.12, 6) + wing((-9, -70), -1, 1.12, 6)

    b += Body(f, line).leg((-3.0, -42), (-10, -14), (-29, -10), (-32.5, -0.4), 0.9).svg(0.55)
    b += (
        Body(f, line)
        .leg((3.8, -43), (22, -35), (18, -7), (27, 0), 0.9)
        .arm((-10.6, -68.4), (-23, -62), (-16, -50.4), 0.86)
        .arm((10.6, -68.4), (25, -69), (25, -83), 0.86)
        .svg(0.55)
    )
    # winged boots
    for x, y in ((18.0, -8.0), (-29.0, -10.5)):
        b += group(
            part(
                "M0 0C-5 -1.4 -8.4 -5 -9.4 -9C-6.6 -7.4 -5 -7.6 -4 -8.6C-3 -5.6 -1 -3.6 1.4 -2.6Z",
                RED,
                GLAZE,
                0.45,
            ),
            f"translate({x} {y})",
        )
    # short chiton: checks, a fringe, a belt of two snakes
    skirt = (
        "M-8.6 -50C-12 -44 -13.4 -38 -14.2 -31.6L-10 -29.6L-6 -31L-2 -28.8L2 -30.6L6.6 -29"
        "L11 -32.2L15.6 -31.4C14.6 -38 12.4 -45 8.8 -50Z"
    )
    b += part(skirt, RED, GLAZE, 0.6)
    for k in range(6):
        x = -7 + 2.8 * k
        b += cut([(x, -49), (x * 1.35, -40), (x * 1.62, -31.4)], line=CLAY, w=0.5)
    b += part(
        "M-10.4 -44.6C-4 -42 5 -42 11 -45L12 -42C5 -39 -4.6 -39 -11.4 -41.6Z", GLAZE, CLAY, 0.5
    ) + "".join(
        path(
            f"M{n(-8.6 + 3.1 * k)} {n(-41.4 + 0.06 * (k - 3) ** 2 * -1 + 0.9)}l1.1 -1.2 1.1"
            " 1.2 -1.1 1.2Z",
            WHITE,
        )
        for k in range(6)
    )
    bod = [
        (-12, -71),
        (-6, -74),
        (6, -74),
        (12, -71),
        (11.6, -64),
        (8.6, -56),
        (8.8, -49),
        (0, -47.6),
        (-8.8, -49),
        (-8.6, -56),
        (-11.6, -64),
    ]
    b += part(spline(bod, True), GLAZE)
    for r in range(5):  # aegis of scales
        for k in range(-3 + (r > 2), 4 - (r > 2)):
            x, y = k * 3.1 + (1.5 if r % 2 else 0), -69.5 + 3.5 * r
            if abs(x) < 9.6 - 0.3 * r:
                b += cut([(x - 1.4, y - 1), (x, y + 1.1), (x + 1.4, y - 1)], w=0.5) + circle(
                    x, y - 0.9, 0.42, RED
                )
    b += snake(
        [(0, -49.4), (-5, -47.6), (-9, -49), (-12, -53), (-15, -52.4)],
        1.3,
        scales=False,
        head=2.4,
        steps=10,
    ) + snake(
        [(0, -49.4), (5, -47.6), (9, -49), (12, -53), (15, -52.4)],
        1.3,
        scales=False,
        head=2.4,
        steps=10,
    )
    # snakes of the hair, then the face that looks at you
    for k in range(9):
        a = pi * (1.06 + 0.86 * k / 8 - 0.0)
        _ = 13.5
        c, s = cos(a), sin(a)
        w = 2.6 * (-1 if k % 2 else 1)
        line_of = [
            (c * 8.6, -87 + s * 7.4),
            (c * 12.4 - s * w, -87 + s * 11 + c * w),
            (c * 16.4 + s * w, -87 + s * 15 - c * w),
            (c * 20.4 - s * w * 0.4, -87 + s * 18.4 + c * w * 0.4),
            (c * 22.6 + (1.6 if c > 0 else -1.6), -87 + s * 19.6 - 1),
        ]
        b += snake(line_of, 1.75, scales=False, head=2.8, steps=10, tongue=True)
    for side in (-1, 1):
        for k in (0, 1):
            b += part(
                spline(
                    ribbon(
                        [
                            (side * 8.6, -84),
                            (side * (10.6 + k), -79),
                            (side * (8.6 + 2.4 * k), -74.6),
                            (side * (9.8 + 2.4 * k), -70),
                        ],
                        [1.5, 1.4, 1.3, 0.9],
                        8,
                    ),
                    True,
                )
            ) + "".join(
                cut(
                    [
                        (side * (8.4 + 1.1 * k) - 1, -82 + 3.4 * j),
                        (side * (9.8 + 1.2 * k), -81.2 + 3.4 * j),
                    ],
                    w=0.45,
                )
                for j in range(4)
            )
    b += part(
        spline(
            [
                (-11.4, -90),
                (-9, -97),
                (0, -99.4),
                (9, -97),
                (11.4, -90),
                (11, -82),
                (7, -75),
                (0, -72.6),
                (-7, -75),
                (-11, -82),
            ],
            True,
        ),
        WHITE,
        GLAZE,
        0.7,
    )
    for k in range(9):
        x = -8.4 + 2.1 * k
        b += circle(x, -96.4 + 0.055 * (x) ** 2, 1.45, GLAZE, CLAY, 0.4)
    for s in (-1, 1):
        b += (
            path(
                f"M{n(s * 1.8)} -88.2C{n(s * 3)} -91.4 {n(s * 7.4)} -91.6 {n(s * 9.4)} -88.6"
                f"C{n(s * 7.4)} -86 {n(s * 3.6)} -85.8 {n(s * 1.8)} -88.2Z",
                WHITE,
                GLAZE,
                0.7,
            )
            + circle(s * 5.4, -88.5, 1.9, RED, GLAZE, 0.4)
            + circle(s * 5.4, -88.5, 0.85, GLAZE)
        )
        b += _pen([(s * 1, -91), (s * 4.4, -93.6), (s * 9.8, -91.2)], 1.3, GLAZE)
        b += cut([(s * 9.6, -84), (s * 7.6, -81.6), (s * 7.4, -79)], line=GLAZE, w=0.5) + circle(
            s * 11.4, -83.4, 1.2, RED, GLAZE, 0.4
        )
    b += path(
        "M-1.6 -89.4C-1.2 -86.6 -3.6 -84.6 -3 -83C-1.6 -82 1.6 -82 3 -83C3.6 -84.6 1.2"
        " -86.6 1.6 -89.4",
        WHITE,
        GLAZE,
        0.6,
    ) + path(
        "M-2.4 -83.4C-1.6 -84.2 -1 -83.8 -.8 -83.2M2.4 -83.4C1.6 -84.2 1 -83.8 .8 -83.2",
        "none",
        GLAZE,
        0.5,
    )
    b += path(
        "M-8 -81C-4 -79.4 4 -79.4 8 -81C7.6 -77 4.4 -74.6 0 -74.6C-4.4 -74.6 -7.6 -77 -8 -81Z",
        GLAZE,
        RED,
        0.8,
    )
    b += path(
        "M-7 -80.2L-6 -78.6L-5 -79.9L-4 -78.2L-3 -79.6L-2 -78.1L-1 -79.5L0 -78L1 -79.5L2"
        " -78.1L3 -79.6L4 -78.2L5 -79.9L6 -78.6L7 -80.2C4 -79.4 -4 -79.4 -7 -80.2Z",
        WHITE,
    )
    b += "".join(
        path(f"M{n(s * 5.4)} -76.4L{n(s * 6.4)} -81.4L{n(s * 4.2)} -77Z", WHITE, GLAZE, 0.3)
        for s in (-1, 1)
    )
    b += path(
        "M-2.6 -77C-3 -73 -2 -69.4 0 -69.2C2 -69.4 3 -73 2.6 -77C1 -78 -1 -78 -2.6 -77Z",
        RED,
        GLAZE,
        0.5,
    ) + path("M0 -76.6V-71", "none", GLAZE, 0.45)
    return b


def hydra() -> str:
    """Nine snakes on one trunk, and the crab that Hera sent."""
    b = ""
    tail = [
        (-8, -9),
        (-24, -6.4),
        (-38, -5.4),
        (-51, -6.4),
        (-58.6, -11.4),
        (-57.4, -18),
        (-51, -18.4),
        (-49.4, -14),
    ]
    b += snake(tail, 6.4, head=0.05, tongue=False, steps=20, slim=0.86)
    for k in (0, 8, 2, 6, 1, 7, 3, 5, 4):
        th = pi * (1.02 - 0.13 * k)
        end = (
            4 + (55 - 5 * abs(k - 4) / 4) * cos(th) * 0.98,
            -24 - 66 * sin(th) * (1 if k % 2 == 0 else 1.02) - (9 if k in (0, 8) else 0),
        )
        base = (2 + 1.6 * (k - 4), -18 - (4 - abs(k - 4)) * 1.2)
        dx, dy = end[0] - base[0], end[1] - base[1]
        far = hypot(dx, dy)
        swing = 5.4 * (1 if k > 4 else -1 if k < 4 else 1)
        line_of = [
            (
                base[0] + dx * t - dy / far * swing * sin(tau * t),
                base[1] + dy * t + dx / far * swing * sin(tau * t),
            )
            for t in (0, 0.2, 0.42, 0.62, 0.82, 0.97)
        ]
        line_of.append((line_of[-1][0] + (4.2 if k >= 4 else -4.2), line_of[-1][1] - 0.6))
        b += snake(line_of, 4.7, head=4.6, crest=True, beard=True, steps=13, jaw=24, slim=0.5)
    stump = [
        (-22, 0),
        (-24, -7),
        (-18, -15),
        (-11, -21),
        (-7, -30),
        (2, -33),
        (11, -30),
        (15, -21),
        (21, -14),
        (25, -6),
        (23, 0),
    ]
    b += part(spline(stump) + "Z")
    for r in range(6):
        for k in range(-5, 6):
            x, y = 1.5 + k * 4.2 + (2.1 if r % 2 else 0), -27.6 + 4.8 * r
            if abs(x - 1.5) < (5.5, 8, 10.4, 13, 18, 21)[r]:
                b += cut([(x - 1.9, y - 1.4), (x, y + 1.8), (x + 1.9, y - 1.4)], w=0.55) + (
                    circle(x, y - 1, 0.6, RED) if (r + k) % 2 else ""
                )
    # the crab that Hera sent
    c = "".join(
        cut([(s * 3, -2.6), (s * 6, -4.4 - j), (s * 7.6, -0.4)], line=GLAZE, w=0.8)
        for s in (-1, 1)
        for j in (0, 1.6)
    )
    c += "".join(
        part(
            f"M{n(s * 3)} -4.4C{n(s * 5)} -8 {n(s * 8)} -9 {n(s * 8.4)} -12C{n(s * 6)} -11.6"
            f" {n(s * 5.6)} -10 {n(s * 5.2)} -11.4C{n(s * 3.4)} -9.6 {n(s * 2.6)} -7"
            f" {n(s * 2.2)} -5Z",
            RED,
            GLAZE,
            0.4,
        )
        for s in (-1, 1)
    )
    c += (
        part("M-5 -2.6C-4 -6.2 4 -6.2 5 -2.6C4 .2 -4 .2 -5 -2.6Z", RED, GLAZE, 0.45)
        + circle(-1.4, -5.6, 0.6, WHITE, GLAZE, 0.25)
        + circle(1.4, -5.6, 0.6, WHITE, GLAZE, 0.25)
        + cut([(-2.6, -2.4), (0, -1.4), (2.6, -2.4)], line=WHITE, w=0.4)
    )
    return b + group(c, "translate(36 0) scale(1.1)")


def _paw(body: Body, hip: Point, knee: Point, heel: Point, toe: Point, k: float = 1.0) -> Body:
    """The leg of a beast, with a paw."""
    body.ball(knee, 3.2 * k)
    body.add(
        spline(ribbon([hip, lerp(hip, knee, 0.5), knee], [7.6 * k, 6.2 * k, 3.3 * k], 8), True)
    )
    body.add(
        spline(ribbon([knee, lerp(knee, heel, 0.5), heel], [3.2 * k, 2.7 * k, 2.3 * k], 8), True)
    )
    x, y = heel
    body.add(
        spline(
            [
                (x - 2.6, y - 1.6),
                (x + 1.6, y - 2.6),
                (toe[0] - 1.4, toe[1] - 3),
                (toe[0] + 0.8, toe[1] - 1.2),
                (toe[0] - 0.2, toe[1]),
                (x - 2, toe[1]),
            ],
            True,
        )
    )
    body.cut(
        [(toe[0] - 3.4, toe[1] - 2.2), (toe[0] - 2.2, toe[1] - 0.6)],
        [(toe[0] - 1.6, toe[1] - 2.2), (toe[0] - 0.6, toe[1] - 0.6)],
        w=0.45,
    )
    return body.cut(
        [
            lerp(hip, knee, 0.1),
            (lerp(hip, knee, 0.5)[0] + 3 * k, lerp(hip, knee, 0.5)[1]),
            lerp(hip, knee, 0.92),
        ],
        w=0.5,
    )


def trunk(lean: float) -> tuple[Body, Body]:
    """A beast on four feet: (legs that are farther away, the rest)."""
    far = _paw(
        _paw(Body(), (16, -46), (26, -24), (27, -4.4), (34, 0), 0.92),
        (-26, -42),
        (-13, -26),
        (-22, -4.6),
        (-14, 0),
        0.92,
    )
    near = Body().add(
        spline(
            [
                (-38, -42),
                (-36, -53),
                (-24, -57),
                (-6, -54),
                (8, -57),
                (20, -62),
                (30, -56),
                (30, -44),
                (20, -36),
                (4, -37 - lean),
                (-12, -40 - lean),
                (-28, -32),
                (-37, -35),
            ],
            True,
        )
    )
    _paw(
        _paw(near, (20, -46), (12, -23), (10, -4.4), (18, 0)),
        (-30, -42),
        (-24, -23),
        (-36, -4.8),
        (-27, 0),
        1.1,
    )
    near.cut(
        [(12, -56), (9, -48), (14, -40)],
        [(-22, -55), (-16, -46), (-22, -36)],
        [(-4, -50), (-3, -45)],
        [(0, -51), (1, -45)],
        [(4, -51), (5, -45)],
        w=0.55,
    )
    return far, near


def dog(x: float, y: float, turn: float, size: float) -> str:
    """The head of a hound with open jaws."""
    h = part(
        "M-8 -3C-7 -8 -1 -9 3 -6.4L14.6 -3.4C16.6 -2.6 16.6 -.6 15 .2L5 1.4C3 5 -3 7 -7.4 4.4Z"
    )
    h += part("M2 2.6L13 4C13.4 5.6 12 6.8 10 6.8C6 7 2.4 6.6 -1.4 5.6Z", w=0.5)
    h += path("M5.4 1.4L6.4 3.6L7.4 1.1ZM9.6 .9L10.4 2.9L11.4 .6ZM8 4.6L8.8 2.8L9.6 4.7Z", WHITE)
    h += path("M4 3.4C8 3.4 12 3.4 16.4 6.4", "none", RED, 1)
    h += part("M-4 -6C-5 -11 -8 -14 -12 -15.4C-12.4 -10 -10.4 -5 -6.4 -2.4Z", RED, CLAY, 0.5)
    h += path("M2.4 -4.4C3.6 -5.6 5.6 -5.2 6.4 -3.8C5 -3 3.6 -3.2 2.4 -4.4Z", WHITE) + circle(
        4.8, -4.3, 0.8, GLAZE
    )
    h += cut([(-6, -1), (-3.4, 0.4), (-2.6, 3.4)], [(9, -2.6), (12, -1.6), (14.6, -1.6)], w=0.5)
    return group(h, f"translate({n(x)} {n(y)}) rotate({n(turn)}) scale({n(size)})")


def cerberus() -> str:
    """A hound with three heads, and a snake for a tail."""
    far, near = trunk(2)
    b = snake(
        [(-34, -48), (-46, -52), (-54, -64), (-46, -76), (-52, -86)],
        3.4,
        head=4.2,
        steps=14,
        crest=True,
    )
    necks = [
        ([(20, -54), (14, -68), (9, -80)], (5, -87), 14),
        ([(24, -56), (33, -72), (35, -84)], (38, -91), -12),
        ([(24, -50), (42, -55), (51, -61)], (58, -66), 10),
    ]
    b += far.svg()
    for (points, at, turn), side in zip(necks[:2], (-1, 1), strict=True):
        head = dog(0, 0, -turn if side < 0 else turn, 1.0)
        b += part(spline(ribbon(points, [9, 6.6, 6], 8), True))
        b += group(head, f"translate({at[0]} {at[1]}) scale({side} 1)")
    b += near.svg()
    points, at, turn = necks[2]
    b += part(spline(ribbon(points, [10, 7.4, 6], 8), True)) + dog(*at, turn, 1.06)
    for x, y, t in ((15, -70, -30), (33, -70, 10), (42, -57, 20)):
        b += group(
            snake(
                [(0, 0), (2, -5), (-1, -9), (2, -13)],
                1.2,
                scales=False,
                head=2,
                steps=8,
                tongue=True,
            ),
            f"translate({x} {y}) rotate({t - 40})",
        )
    collar = spline([(15, -62), (24, -58), (33, -50), (35, -43)])
    return b + path(collar, "none", CLAY, 3.4) + path(collar, "none", RED, 2.4)


def lion_head() -> str:
    """The head of a lion on a trunk, its mane of flames around it."""
    b = ""
    for k in range(13):
        a = pi * (0.42 + 1.16 * k / 12)
        b += group(
            part(
                "M-3.2 2C-4 -5 -2 -10 .6 -14C2.6 -10 4 -4 3.2 2Z",
                RED if k % 2 else FILLED,
                CLAY,
                0.5,
            ),
            f"translate({n(33 + 11 * cos(a))} {n(-61 + 12 * sin(a))}) rotate({n(degrees(a) + 90)})",
        )
    b += part(
        spline(
            [
                (24, -62),
                (27, -73),
                (36, -75),
                (43, -70),
                (53, -63),
                (54, -58),
                (50, -56),
                (42, -55),
                (34, -49),
                (26, -52),
            ],
            True,
        )
    )
    b += part("M41 -55L50 -53C50.6 -50.6 48 -48.6 45 -48.8C41 -49 38 -50 36 -51.6Z", w=0.5)
    b += path(
        "M43 -55.6L44 -52.6L45.4 -55.6ZM48.4 -56.4L49.2 -53.8L50.4 -56.8ZM46.4 -50.8L47"
        " -53L48 -51Z",
        WHITE,
    )
    b += path(
        "M36.6 -66.6C38.4 -68.6 41 -68 42 -65.6C40.2 -64.6 38 -64.8 36.6 -66.6Z", WHITE
    ) + circle(39.8, -66.3, 1, GLAZE)
    b += cut(
        [(36, -69.6), (39, -71), (42.4, -68.6)],
        [(48, -61.6), (50.6, -61), (52.4, -61.6)],
        [(38, -58), (34, -60), (33, -64)],
        w=0.55,
    )
    b += part("M28 -70C25 -74 26 -78 29 -79C32 -77.6 33 -74.4 32 -71.6Z", w=0.5)
    return b


def chimera() -> str:
    """A lion that breathes fire, a goat on its back, a snake for a tail."""
    far, near = trunk(0)
    b = snake(
        [(-35, -46), (-47, -44), (-54, -54), (-50, -68), (-56, -78), (-50, -84)],
        3.8,
        head=4.6,
        steps=16,
        crest=True,
        beard=True,
    )
    b += far.svg()
    # the goat on its back
    b += part(spline(ribbon([(-10, -50), (-9, -66), (-4, -80)], [7, 5, 4.6], 8), True))
    for points in (
        [(-6, -88), (-12, -96), (-22, -98), (-28, -92)],
        [(-4, -89), (-8, -99), (-17, -103), (-25, -99)],
    ):
        b += part(spline(ribbon(points, [2, 1.8, 1.3, 0.3], 10), True), WHITE, GLAZE, 0.45)
    b += part(
        "M-9 -86C-8 -91 -1 -92 3 -87L10.6 -78.4C11 -76 9.4 -74.6 7 -75L-1 -77"
        "C-5 -78 -9.4 -81 -9 -86Z"
    )
    b += part("M4 -75.6L3 -68L.4 -76.4Z", w=0.5) + part(
        "M-7 -86C-11 -87 -15 -85.6 -16.6 -82.6C-13 -81 -9 -82 -6.6 -84Z", w=0.5
    )
    b += (
        path("M-.6 -85.6C.8 -87 2.8 -86.4 3.4 -84.8C2 -84.2 .6 -84.4 -.6 -85.6Z", WHITE)
        + circle(1.8, -85.3, 0.75, GLAZE)
        + cut([(6, -76.4), (8, -77.6), (10.4, -77.4)], w=0.45)
    )
    b += near.svg()
    b += lion_head()
    for d, tint in (
        (
            "M51 -52C56 -56 58 -51 61 -54C61 -50 66 -51 68 -55C68.6 -48 63 -44 57 -45C54"
            " -45.6 51 -48 51 -52Z",
            RED,
        ),
        ("M53 -50C56 -52.4 58 -49.6 60 -50.6C60.4 -48.4 57 -46.6 54 -48Z", WHITE),
    ):
        b += path(d, tint, GLAZE, 0.4)
    return b


def sphinx() -> str:
    """A winged lion with the head of a woman, seated on a pillar."""
    plinth = part("M-40 0V-5H34V0Z", WHITE, GLAZE, 0.5) + part(
        "M-36 -5V-9H30V-5Z", WHITE, GLAZE, 0.5
    )
    b = part(
        spline(
            ribbon(
                [(-30, -14), (-44, -14), (-50, -26), (-42, -36), (-36, -30)],
                [2.4, 2, 1.7, 1.6, 2.2],
                14,
            ),
            True,
        )
    )
    far = _paw(Body(), (10, -48), (17, -30), (16, -13.4), (24, -9), 0.86)
    b += far.svg()
    b += group(wing((0, 0), -1, 1.42, -8), "translate(4 -52)")
    near = Body().add(
        spline(
            [
                (14, -64),
                (20, -56),
                (18, -44),
                (10, -34),
                (4, -24),
                (-4, -14),
                (-20, -9),
                (-34, -12),
                (-36, -26),
                (-26, -36),
                (-12, -42),
                (-2, -52),
                (4, -62),
            ],
            True,
        )
    )
    near.add(spline([(-33, -22), (-26, -33), (-13, -32), (-7, -20), (-10, -9), (-32, -9)], True))
    _paw(near, (9, -48), (9, -29), (6, -13.4), (14, -9), 0.9)
    near.add(spline([(-18, -14), (-6, -14.6), (2, -12), (3, -9), (-18, -9)], True))
    near.cut(
        [(-31, -20), (-25, -30), (-14, -29), (-9.6, -20), (-13, -12)],
        [(2, -56), (8, -48), (6, -40)],
        [(-20, -35), (-16, -40)],
        w=0.6,
    )
    b += near.svg()
    for x, y in ((10.0, -58.0), (13.0, -53.0), (9.0, -52.0), (13.0, -47.0)):
        b += cut([(x - 2, y - 1), (x, y + 1.4), (x + 2, y - 1)], w=0.5)
    # the head of a woman, hair in locks, a fillet
    b += part(spline(ribbon([(-1, -84), (-4, -72), (-1, -60)], [6, 5.4, 3.4], 10), True))
    for x in (-5.4, -2.8, -0.4):
        b += cut([(x, -78), (x - 0.8, -70), (x + 1.6, -61)], w=0.5)
    neck = "M2 -72L3 -60L14 -62L11.6 -70Z"
    face = (
        "M4.4 -94C11 -95 14.6 -91 14.8 -87.4L18.4 -80.4C18.6 -79 17.6 -78.4 16.4 -78.6"
        "L16.6 -76.4L15.4 -75.4L15.8 -73.2C15.2 -71 12.4 -70.6 9.6 -71.2"
        "C4.6 -71.6 0 -76 -.4 -83Z"
    )
    b += part(neck, WHITE, GLAZE, 0.5) + part(face, WHITE, GLAZE, 0.55)
    b += part(
        spline(
            [
                (14.8, -88.6),
                (12, -96),
                (3, -98.6),
                (-6, -95),
                (-8.4, -86),
                (-5, -77),
                (0, -74),
                (3, -79),
                (5, -85),
                (9, -88),
            ],
            True,
            tension=0.6,
        )
    )
    b += path("M13.6 -90.6C8 -93.4 0 -91.4 -7.4 -84.6", "none", CLAY, 2.6) + path(
        "M13.6 -90.6C8 -93.4 0 -91.4 -7.4 -84.6", "none", RED, 1.8
    )
    b += path(
        "M9.4 -83.6C11 -85.4 13.4 -85.2 14.6 -83.2C12.8 -82.2 10.8 -82.2 9.4 -83.6Z",
        WHITE,
        GLAZE,
        0.4,
    ) + circle(12.4, -83.6, 0.95, GLAZE)
    b += cut(
        [(8.4, -86.6), (11.6, -88.2), (15, -86.4)],
        [(16.2, -76.6), (14, -76.4), (12.8, -76.8)],
        line=GLAZE,
        w=0.5,
    )
    b += circle(2.4, -77, 1.3, RED, CLAY, 0.4)
    return plinth + b
