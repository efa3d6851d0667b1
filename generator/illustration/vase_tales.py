"""Draws what single stories need, as on Attic vases: the golden fleece, the ram that Medea makes
young, the fox that nobody catches, an old man on his son's shoulder, and a pair of made wings.

They have the colours of a vase. What stands is on y = 0; what a hand holds is at 0, 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from generator.illustration.black_figure import (
    BRONZE,
    CLAY,
    FILLED,
    GLAZE,
    RED,
    WHITE,
    Body,
    circle,
    cut,
    group,
    limb,
    part,
    path,
)
from generator.illustration.brush import Point, n, ribbon, spline

BACK: tuple[Point, ...] = (  # the edge of the fleece, clockwise from the fist that holds it
    (-3, -3), (2, -3.6), (6, -1), (9, 3), (11.4, 7.6), (13, 12), (14.4, 16.6), (14.4, 21.4),
    (13, 25.6), (9, 27), (6, 24), (4.4, 20), (2.6, 16), (0, 12.6), (-2.6, 15.6), (-4.4, 20),
    (-5.6, 24.4), (-8.4, 28), (-12.6, 27.4), (-14.6, 23), (-14.4, 18), (-13, 12.6), (-11, 7.6),
    (-8.4, 3), (-6, -0.4),
)  # fmt: skip
CURLS = ((-1, 3.6), (4, 4), (-5.4, 7.8), (0, 8.2), (5.4, 8.2), (-8.6, 13), (-3.8, 13), (4.2, 13.4),
         (9, 13.2), (-10.4, 18.2), (-6.4, 19), (6.8, 19), (11, 18.6), (-10, 23.6),
         (9.6, 23.6))  # fmt: skip


def _woolly(edge: Sequence[Point]) -> str:
    """Return path data of a closed outline in small bulges, for points that run clockwise."""
    d = f"M{n(edge[0][0])} {n(edge[0][1])}"
    for (ax, ay), (x, y) in zip(edge, [*edge[1:], edge[0]], strict=True):
        r = hypot(x - ax, y - ay) * 0.58
        d += f"A{n(r)} {n(r)} 0 0 1 {n(x)} {n(y)}"
    return d + "Z"


def _gold(line: Sequence[Point], halves: Sequence[float], w: float = 0.7) -> str:
    return part(spline(ribbon(line, halves, 10), True), BRONZE, GLAZE, w)


def _rams_head() -> str:
    """Draw the head of a ram in profile, its nape at 0, 0 and its nose to the right."""
    out = part("M-3 -1C-7 -3 -10 -2 -12 1C-9 3 -6 3 -3 2Z", BRONZE, GLAZE, 0.6)  # the ear
    face = "M-5 -4.6C-2 -8.4 4 -8 8 -5.4L16.6 -0.4C18.6 1.2 18 4.4 15.6 5.4L12 6.4C8 5.4 6 7.4 2 8"
    out += part(f"{face}C-2 8.4 -5 6 -6 3Z", BRONZE, GLAZE, 0.7)
    out += circle(7.6, -2, 1, GLAZE) + cut([(12, 6.2), (13.6, 3.6), (16.4, 3.4)],
                                          [(15.2, 0.2), (16.4, 0.6)], line=GLAZE)  # fmt: skip
    horn: list[Point] = []
    for k in range(13):
        a, r = pi * (-0.36 - 0.16 * k), 6.6 - 0.36 * k
        horn.append((0.4 + r * cos(a), -0.6 + r * sin(a)))
    out += _gold(horn, [2.4, 2.4, 2.2, 2, 1.8, 1.4, 0.4], 0.6)
    ridges = [[(0.4 + (r - 1.8) * cos(a), -0.6 + (r - 1.8) * sin(a)),
               (0.4 + (r + 1.8) * cos(a), -0.6 + (r + 1.8) * sin(a))]
              for k in range(2, 8)
              for a, r in ((pi * (-0.36 - 0.16 * k), 6.6 - 0.36 * k),)]  # fmt: skip
    return out + cut(*ridges, line=GLAZE, w=0.5)


def fleece() -> str:
    """Draw the golden fleece, hung over a hand: head and forelegs on the right, tail on the
    left.
    """
    out = _gold([(-12, 12), (-17, 19), (-19, 27), (-18, 33)], [2.2, 1.8, 1.5, 0.6])  # the tail
    for line in (
        ((-12, 24), (-14.6, 33), (-13, 41)), ((-8, 25), (-7, 34), (-9, 42)),
        ((7.4, 23), (5.2, 31), (7.4, 39)), ((11, 24), (12.2, 32), (10.4, 40)),
    ):  # fmt: skip
        out += _gold(line, [3.2, 2.2, 1.2])
        x, (u, v) = line[1][0], line[2]
        out += part(f"M{n(u - 1.8)} {n(v - 2)}L{n(u + 1.8)} {n(v - 2.2)}L{n(u + (u - x) * 0.3)}"
                    f" {n(v + 3)}Z", GLAZE, GLAZE, 0.3)  # fmt: skip
    out += _gold([(9, 6), (15, 12), (18.6, 19), (19.6, 25)], [5, 4.6, 4.2, 3.8])
    out += part(_woolly(BACK), BRONZE, GLAZE, 0.7)
    for x, y in CURLS:
        out += cut([(x - 1.9, y + 0.4), (x - 1, y - 1.8), (x + 1.4, y - 1.6), (x + 1.6, y + 0.4),
                    (x + 0.2, y + 0.6)], line=GLAZE, w=0.55)  # fmt: skip
    return out + group(_rams_head(), "translate(19.6 26) rotate(80) scale(0.92)")


def hung_fleece() -> str:
    """Draw the golden fleece as it hangs from a nail or a branch."""
    return group(fleece(), "translate(0 -86) scale(1.96)") + circle(0, -88, 3, GLAZE)


def ram() -> str:
    """Draw the fore part of a young ram that climbs out over a rim on y = 0."""
    out = _gold([(0, -20), (16, -26), (27, -20), (30, -6), (29, 6)], [6, 4.6, 3.4, 2.8, 2.2], 1)
    out += _gold([(14, 4), (16, -20), (20, -40), (12, -62)][::-1], [10, 13, 17, 19], 1)
    chest: list[Point] = [(-22, 4), (-23, -6), (-21, -16), (-17, -26), (-14, -36), (-9, -45),
                          (-4, -54), (2, -61), (9, -58), (13, -50), (16, -41), (17, -31), (16, -21),
                          (17, -11), (16, -1), (14, 6)]  # fmt: skip
    out += part(_woolly(chest), BRONZE, GLAZE, 1)
    for row, (left, right) in enumerate(((0, 8), (-6, 12), (-10, 12), (-14, 12), (-16, 12))):
        for k in range(int((right - left) / 7.6) + 1):
            x, y = left + 7.6 * k, -48.0 + 11 * row
            out += cut([(x - 2.6, y + 0.6), (x - 1.4, y - 2.6), (x + 2, y - 2.2),
                        (x + 2.2, y + 0.6), (x + 0.2, y + 0.8)], line=GLAZE, w=0.8)  # fmt: skip
    out += _gold([(4, -16), (18, -20), (22, -12), (21, 6)], [6.4, 4.6, 3.6, 2.6], 1)
    for x in (17, 25):
        out += part(f"M{x} 2H{x + 8}L{x + 6.6} 9H{x + 1}Z", GLAZE, GLAZE, 0.4)
    return out + group(_rams_head(), "translate(9 -62) rotate(8) scale(2)")


def fox() -> str:
    """Draw a fox in profile that runs to the right, with a thick brush behind it."""
    far = Body().add(spline(ribbon([(17, -21), (30, -15), (41, -6)], [4, 2.4, 1.4], 8), True))
    far.add(spline(ribbon([(-16, -20), (-12, -9), (-24, -3)], [5, 2.6, 1.3], 8), True))
    brush: list[Point] = [(-18, -20), (-30, -29), (-44, -33), (-58, -30), (-70, -22)]
    out = far.svg(0.8)
    out += part(spline(ribbon(brush, [2.6, 5, 7.6, 6.4, 0.6], 12), True), RED, CLAY, 0.8)
    tip = "M-58 -36C-64 -33 -68 -27 -71 -21C-66 -21 -60 -22 -55 -24C-58 -28 -59 -32 -58 -36Z"
    out += part(tip, WHITE, GLAZE, 0.6)
    near = ([(14, -21), (22, -10), (33, -2)], [4.4, 2.4, 1.3]), (
        [(-17, -20), (-24, -10), (-38, -5)], [5.4, 2.8, 1.3])  # fmt: skip
    for leg, halves in near:
        out += part(spline(ribbon(leg, halves, 8), True), RED, CLAY, 0.8)
    out += part("M20 -35L18 -47L27 -38Z", RED, CLAY, 0.8)
    out += part("M26 -37L28 -48L33 -35Z", RED, CLAY, 0.8)
    trunk: list[Point] = [(-22, -21), (-14, -27), (0, -26), (12, -28), (19, -34), (26, -38),
                          (33, -36), (47, -26), (46, -23.4), (35, -24), (28, -20), (20, -15),
                          (4, -17), (-10, -17), (-19, -14)]  # fmt: skip
    out += part(spline(trunk, True), RED, CLAY, 0.8)
    out += cut([(10, -27), (15, -21), (21, -16)], [(-12, -26), (-8, -21), (-12, -17)],
               [(46, -25.4), (39, -25.6)], [(-2, -23), (0, -19)], [(3, -23), (5, -19)],
               w=0.7)  # fmt: skip
    out += part("M29 -25L38 -24.6L26 -18L18 -15.4C23 -18 27 -21 29 -25Z", WHITE, GLAZE, 0.5)
    return out + circle(32, -31.6, 1.3, WHITE, GLAZE, 0.5) + circle(46.6, -25, 1.3, GLAZE)


def father() -> str:
    """Draw an old man who sits on a shoulder at 0, 0, his legs over the chest before it."""
    out = limb([(-1, -19), (9, -11), (17, -15)], [2.4, 2, 1.3])  # the far arm
    for x, y in ((15, -1.4), (13.4, 0.4)):
        out += limb([(0, -3), (x, y - 3), (x + 2.6, y + 15)], [4, 3.2, 1.6])
        out += part(f"M{n(x + 0.6)} {n(y + 14)}L{n(x + 4)} {n(y + 13.6)}L{n(x + 9)} {n(y + 18)}"
                    f"L{n(x + 1)} {n(y + 17.6)}Z", FILLED, CLAY, 0.5)  # fmt: skip
    robe = "M-9 3C-10 -8 -9 -18 -5 -22L3 -22C6 -17 6.6 -10 8 -8L15 -7.4C19 -6 19 2 17.4 7L10.6 8"
    out += part(f"{robe}C9 4 6 4 3 4.6Z", RED, CLAY, 0.5)
    out += cut([(-5, -19), (-6.4, -8), (-6.6, 1)], [(-1.6, -20), (-2, -8), (1, 2)],
               [(2, -18), (3, -8), (8, 0), (13, 1)], [(6, -7), (11, -4), (15, -2)])  # fmt: skip
    out += limb([(-3, -18), (4, -8), (13, -10)], [2.8, 2.4, 1.5])
    out += part("M-2.6 -20L-2.4 -27H4L3.6 -20Z", FILLED, CLAY, 0.4)
    out += part("M-3.6 -30C-3.6 -36 5.4 -36.4 6 -31L7.6 -28.2L6.2 -27.6L5.6 -24.4C2 -22.6 -3 -24 "
                "-3.6 -30Z", FILLED, CLAY, 0.4)  # fmt: skip
    out += part("M-4.6 -25C-7.6 -32 -4 -38.4 1.6 -37.6C4.6 -37.2 6 -35 6 -32.6C3 -34.4 0 -33 -0.6"
                " -30C-1 -27 -2 -24 -6 -21Z", WHITE, GLAZE, 0.5)  # fmt: skip
    out += part("M0.6 -27.4C2 -26 4 -26.4 6.2 -27.4C7.4 -23 6 -18 4.4 -16C1.6 -19 0 -23 0.6 -27.4Z",
                WHITE, GLAZE, 0.5)  # fmt: skip
    return out + circle(3.6, -30.4, 0.7, WHITE)


def made_wing() -> str:
    """Draw a wing with its bindings, held by its root: like those of Icarus."""
    edge: list[Point] = [(-2, 4), (-3, -4), (3, -17), (11, -25.6), (20, -30), (27, -36), (30, -46),
                         (36.6, -37), (38, -26.6), (35, -16.6), (29.6, -8.6), (22, -2), (13, 3),
                         (3, 6)]  # fmt: skip
    out = part(spline(edge, True), FILLED, CLAY, 0.6)
    for root, tip in (
        ((25.6, -27), (37, -33)), ((22.4, -22), (37.4, -24)), ((18.6, -18.6), (34.4, -16)),
        ((14.6, -14), (29.2, -8.8)), ((10.8, -9), (22, -2.6)), ((7.6, -3.4), (13.4, 2.2)),
    ):  # fmt: skip
        x, y = (root[0] + tip[0]) / 2 + 0.6, (root[1] + tip[1]) / 2 - 1.2
        out += cut([root, (x, y), tip], w=0.55)
    bar: list[Point] = [(-0.4, -4), (4.4, -15), (12, -22.6), (20.6, -27), (26.4, -31.6),
                        (24.6, -24), (18.4, -18.4), (12, -11), (7, -2), (3, 2)]  # fmt: skip
    out += part(spline(bar, True), RED, CLAY, 0.5)
    return out + path("M-3.4 1.4L4.4 4.4M-3.8 -2.4L3.4 0.4", "none", WHITE, 1.5)
