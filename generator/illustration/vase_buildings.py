"""Draws buildings and tools in the style of Attic vases, with incised lines.

Like monsters, they are at most about 100 units high and stand on y = 0, so that a scene can place
them like figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

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


def column() -> str:
    """Draw an Ionic column with its volutes."""
    out = part("M-13 0V-4H13V0ZM-11 -4V-8H11V-4Z", WHITE, GLAZE, 0.9)
    out += part("M-8.6 -8L-7 -86H7L8.6 -8Z", WHITE, GLAZE, 0.9)
    out += cut(*([(u * 1.2, -10), (u, -84)] for u in (-5, -2.5, 0, 2.5, 5)), line=GLAZE, w=0.7)
    out += part("M-15 -86C-17 -94 -11 -96 0 -96S17 -94 15 -86C11 -82 7 -86 8 -89H-8C-7 -86"
                " -11 -82 -15 -86Z", WHITE, GLAZE, 0.9)  # fmt: skip
    for x in (-11.6, 11.6):
        out += circle(x, -88.6, 2.6, "none", GLAZE, 0.8) + circle(x, -88.6, 0.7, GLAZE)
    return out + part("M-15 -96H15V-100H-15Z", WHITE, GLAZE, 0.9)


def tower() -> str:
    """Draw a tower of a city wall with its gate."""
    out = part("M-56 0V-46H-48V-52H-40V-46H-32V0ZM32 0V-46H40V-52H48V-46H56V0Z")
    out += part("M-30 0V-80H-36V-98H-24V-90H-15V-98H-5V-90H5V-98H15V-90H24V-98H36V-80H30V0Z")
    rows: list[Sequence[Point]] = [[(-30, y), (30, y)] for y in (-78, -66, -54, -42, -30, -16)]
    rows += [[(x, y), (x, y + 12)] for y, first in ((-78, -14), (-66, -22), (-54, -14), (-42, -22))
             for x in range(first, 29, 16)]  # fmt: skip
    rows += [[(-54, y), (-33, y)] for y in (-30, -16)] + [[(33, y), (54, y)] for y in (-30, -16)]
    out += cut(*rows, w=0.8)
    out += part("M-11 0V-24C-11 -36 11 -36 11 -24V0Z", RED, CLAY, 0.9)
    return out + cut([(0, -1), (0, -33)], [(-7, -14), (-4, -14)], [(4, -14), (7, -14)], w=0.8)


def gate() -> str:
    """Draw the gate of Hades in the rock, with its doors ajar."""
    out = part("M-56 0C-60 -40 -50 -84 -22 -96C-6 -104 16 -104 30 -94C52 -80 60 -44 56 0Z")
    out += cut(
        [(-50, -10), (-40, -30), (-48, -50)],
        [(-40, -70), (-30, -84), (-14, -90)],
        [(50, -14), (42, -34), (49, -52)],
        [(40, -72), (28, -86), (10, -92)],
        w=0.9,
    )
    out += part("M-32 0V-74H32V0Z", WHITE, GLAZE, 0.9) + path("M-24 0V-64H24V0Z", GLAZE)
    out += part("M-36 -74L0 -88L36 -74Z", WHITE, GLAZE, 0.9)
    for side in (-1, 1):
        door = f"M{side * 24} 0V-64L{side * 9} -58V-4Z"
        out += part(door, RED, CLAY, 0.8)
        out += cut(
            [(side * 22, -44), (side * 10, -41)], [(side * 22, -22), (side * 10, -22)], w=0.7
        )
        out += "".join(circle(side * 17, y, 1.4, BRONZE) for y in (-52, -33, -12))
    return out


def scales() -> str:
    """Draw a balance on which gold outweighs a jar for tears."""
    out = part("M-14 0V-4H14V0ZM-2.2 -4L-1.6 -88H1.6L2.2 -4Z")
    out += circle(0, -91, 4, BRONZE, GLAZE, 0.8)
    out += group(part("M-44 -1.8C-20 -5 20 -5 44 -1.8V1.8H-44Z"), "translate(0 -82) rotate(-7)")
    for x, top, pan in ((-43.6, -76.6, -32), (43.6, -87.4, -42)):
        for side in (-15, 0, 15):
            out += path(f"M{n(x)} {n(top)}L{n(x + side)} {pan}", "none", GLAZE, 1.1)
        if x < 0:
            for u, v in ((-8, 0), (0, 0), (8, 0), (-4, -6), (4, -6), (0, -12)):
                out += part(f"M{n(x + u - 5)} {n(pan + v)}l1.6 -5h6.8l1.6 5Z", BRONZE, GLAZE, 0.7)
        else:
            jar = (
                f"M{n(x - 4)} {pan - 28}h8l-2 4v5c6 3 8 6 6 12l-3 7h-10l-3 -7c-2 -6 0 -9 6 -12v-5Z"
            )
            out += part(jar, WHITE, GLAZE, 0.9) + cut([(x - 7, pan - 9), (x + 7, pan - 9)], w=0.8)
            out += path(f"M{n(x)} {pan - 18}c3 4 3 7 0 7c-3 0 -3 -3 0 -7Z", RED)
        out += part(
            f"M{n(x - 18)} {pan}H{n(x + 18)}C{n(x + 14)} {pan + 11} {n(x - 14)} {pan + 11}"
            f" {n(x - 18)} {pan}Z"
        )
    return out


def _wind(fill: str) -> str:
    """Draw the head of a wind that blows to the right with full cheeks, around 0, 0."""
    line = GLAZE if fill == WHITE else CLAY
    out = "".join(  # hair that streams back
        part(spline(ribbon([(-3, y), (-11, y - 2), (-17, y + turn)], [2.6, 2, 0.5], 8), True),
             fill, line, 0.6)
        for y, turn in ((-5, -7), (-1, -2), (4, 3))
    )  # fmt: skip
    face = (
        "M-7 -3C-7 -9 -1 -11 4 -9L6 -4L9 -2.4L7.4 -0.6L12 0V3L8 4.4C8 8 4 10 -1 9C-5 8 -7 4 -7 -3Z"
    )
    out += part(face, fill, line, 0.7) + cut([(3, -4.6), (5.6, -4)], line=line, w=0.9)
    out += path("M6 -0.4C2 -2.4 -1.4 1 0.4 4.4C2 7 5.6 6.6 6.6 4.6", "none", line, 0.8)
    return out + path("M14.6 -0.6L22 -3M15 1.6H23M14.6 3.8L22 6.4", "none", GLAZE, 1)


def wineskin() -> str:
    """Draw the bag of the winds, untied, with winds whirling out of it."""
    out = ""
    for x, y, flip, fill in ((2, -114, -1, WHITE), (20, -98, 1, FILLED), (36, -68, 1, RED)):
        for k in (-1, 0, 1):  # its breath out of the bag
            away: list[Point] = [(1 + k * 2.4, -54), (x * 0.2 + k * 4, -66),
                                 (x * 0.9 - flip * 6 + k * 3.4, y * 0.5 - 34),
                                 (x - flip * 4 + k * 3, y + 6)]  # fmt: skip
            out += path(spline(away), "none", GLAZE, 1.3)
        out += group(_wind(fill), f"translate({x} {y}) scale({flip} 1)")
    body = Body().add(
        "M-7 -56L-5 -46C-22 -42 -36 -28 -36 -14C-36 -4 -30 0 -20 0H22C32 0 38 -6 37 -16C35 -30 22"
        " -42 6 -46L9 -56C4 -53 -2 -53 -7 -56Z"
    )
    body.cut([(-3, -44), (-16, -32), (-22, -14)], [(2, -44), (0, -26), (2, -8)],
             [(6, -44), (18, -32), (24, -14)])  # fmt: skip
    out += body.svg()
    out += path("M-6 -47C-2 -45 2 -45 7 -47", "none", BRONZE, 3)
    return out + path("M7 -47C14 -48 18 -42 24 -46M7 -46C12 -42 14 -38 20 -38", "none", BRONZE, 1.4)


def anvil() -> str:
    """Draw an anvil on a block, with a glowing blade on it."""
    out = part("M-24 0L-21 -34H21L24 0Z", FILLED, CLAY, 0.8)
    out += cut([(-14, -2), (-12, -32)], [(-3, -2), (-2, -32)], [(9, -2), (8, -32)])
    out += path("M-23 -10H23M-22 -27H22", "none", BRONZE, 2.2)
    out += part("M-18 -34L-10 -44L-12 -52C-26 -52 -38 -56 -44 -64H34V-54H14L11 -44L18 -34Z")
    out += cut([(-36, -61), (32, -61)]) + part("M-6 -64L38 -70L42 -67L36 -64Z", RED, CLAY, 0.6)
    return out


def herm() -> str:
    """Draw a herm, a bearded head on a pillar, at the meeting of three roads."""
    out = part("M-52 0L-14 -26H-8L-30 0ZM-9 0L-4 -26H4L9 0ZM30 0L8 -26H14L52 0Z", WHITE, GLAZE, 0.7)
    body = Body().add("M-9 -6L-8 -74H8L9 -6Z").add("M-13 -6H13V0H-13Z").add("M-17 -66H17V-60H-17Z")
    body.add(
        "M-8 -72C-12 -82 -11 -98 2 -99C10 -99 13 -92 12 -87L16 -81L12 -79L13 -71L8 -62L-2 -66Z"
    )
    body.cut([(8, -88), (11, -89)], [(9, -77), (13, -77)], [(-6, -40), (6, -40)], [(-6, -14),
        (6, -14)],
             [(6, -79), (8, -72), (6, -66)], [(9, -76), (10.4, -71), (8.4, -66)])  # fmt: skip
    return out + body.svg() + path("M-10 -90C-4 -93 4 -93 12 -91", "none", RED, 2.6)


def table() -> str:
    """Draw a three-legged table with meat, bread and a cup."""
    out = _board()
    out += part(
        "M-34 -42C-38 -58 -18 -62 -8 -50L2 -54C6 -57 8 -52 5 -50L-4 -45L-8 -42Z", RED, CLAY, 0.8
    )
    out += cut([(-30, -48), (-24, -54), (-16, -52)]) + circle(5, -53, 2, WHITE, GLAZE, 0.5)
    out += part("M6 -42C4 -52 24 -54 24 -42Z", BRONZE, GLAZE, 0.8)
    out += cut([(10, -46), (12, -49)], [(15, -46), (17, -49.6)], line=GLAZE)
    return out + part(
        "M28 -62H40C40 -54 38 -52 35.4 -51V-45H38V-42H30V-45H32.6V-51C30 -52 28 -54 28 -62Z"
    )


def _board() -> str:
    """Draw a bare table with three legs."""
    out = "".join(
        limb([(x, -36), (x * 1.12, -16), (x * 1.04, 0)], [3, 2, 2.6]) for x in (-30, 0, 30)
    )
    return out + part("M-42 -42H42V-36H-42Z") + cut([(-40, -39), (40, -39)])


def golden_meal() -> str:
    """Draw a table on which a cup, a fish and a loaf are gold, and a second loaf is not yet."""
    out = _board()
    for x, fill in ((-25, BRONZE), (25, WHITE)):
        out += part(f"M{x - 13} -42C{x - 15} -58 {x + 15} -58 {x + 13} -42Z", fill, GLAZE, 1)
        out += cut(*([(x + u - 2, -45), (x + u + 2, -51)] for u in (-6, 0, 6)), line=GLAZE, w=0.9)
    for k in range(5):  # what has just become gold shines
        a = pi * (1.18 + 0.16 * k)
        u, v = cos(a), sin(a)
        out += path(f"M{n(-25 + 17 * u)} {n(-45 + 16 * v)}L{n(-25 + 22 * u)} {n(-45 + 21 * v)}",
                    "none", BRONZE, 1.6)  # fmt: skip
    cup = "M-7 -66H7C7 -56 5 -53 1.4 -52V-46L5 -42H-5L-1.4 -46V-52C-5 -53 -7 -56 -7 -66Z"
    return out + part(cup, BRONZE, GLAZE, 1) + cut([(-5, -62), (5, -62)], line=GLAZE, w=0.8)


def stall() -> str:
    """Draw a cowshed with dung heaped up to the eaves."""
    out = part("M-46 0V-58H-40V0ZM40 0V-58H46V0ZM-3 0V-66H3V0Z")
    out += part("M-56 -56L0 -88L56 -56L52 -50L0 -78L-52 -50Z", FILLED, CLAY, 0.8)
    out += cut(
        *(
            [(x, -58 - 0.57 * (50 - abs(x))), (x * 1.03, -50 - 0.57 * (50 - abs(x)))]
            for x in range(-44, 45, 8)
        )
    )
    out += part("M-40 -20H40V-16H-40ZM-40 -36H40V-32H-40Z")
    heap = [
        (-38, 0),
        (-30, -18),
        (-18, -24),
        (-10, -38),
        (4, -46),
        (16, -36),
        (24, -24),
        (36, -14),
        (38, 0),
    ]
    out += part(spline(heap) + "Z", RED, CLAY, 0.8)
    return out + cut(
        *(
            [(x, y), (x + 4, y - 3), (x + 8, y)]
            for x, y in ((-24, -8), (-8, -12), (10, -8), (-6, -26), (8, -24), (20, -14))
        )
    )


def plow() -> str:
    """Draw a plough: beam, share and handle."""
    body = Body().add(
        spline(ribbon([(-40, -52), (-30, -30), (-16, -8), (4, -3)], [2, 2.4, 3, 3], 10), True)
    )
    body.add(
        spline(ribbon([(-12, -8), (4, -30), (30, -34), (62, -30)], [2.4, 3, 2.6, 2], 10), True)
    )
    body.add("M-48 -54L-34 -58L-33 -53L-46 -49Z")
    out = part("M-18 -10L20 0L-8 0Z", BRONZE, GLAZE, 0.8)
    return body.svg() + out + circle(4, -29, 1.6, BRONZE)


def cauldron() -> str:
    """Draw a tripod cauldron."""
    out = "".join(
        limb([(x, -44), (x * 1.2, -20), (x * 1.1, 0)], [2.8, 2, 2.8]) for x in (-24, 0, 24)
    )
    for x in (-20, 20):
        out += circle(x, -74, 8, "none", GLAZE, 3.6) + circle(x, -74, 8, "none", BRONZE, 1.6)
    out += part("M-36 -66H36C38 -40 22 -28 0 -28C-22 -28 -38 -40 -36 -66Z") + part(
        "M-40 -70H40V-64H-40Z"
    )
    tongues = [
        [(-30 + 7.5 * k, -63), (-28.5 + 7.2 * k, -55), (-27 + 7.2 * k, -63)] for k in range(9)
    ]
    return out + cut(*tongues, w=0.8) + cut([(-33, -50), (0, -46), (33, -50)], w=0.8)


def labyrinth() -> str:
    """Draw the labyrinth as on coins of Knossos, with walls around a red centre."""
    out = part("M-46 0V-92H46V0Z")
    for k, far in enumerate((39, 30, 21, 12)):
        y, gap = -46, (8 if k % 2 else -8)
        d = f"M{gap - 4} {y + far}H{-far}V{y - far}H{far}V{y + far}H{gap + 4}"
        if k % 2:
            d = f"M{gap - 4} {y - far}H{-far}V{y + far}H{far}V{y - far}H{gap + 4}"
        out += path(d, "none", CLAY, 3.2)
    return (
        out
        + path("M30 -46H21M-39 -46H-30M12 -46H21", "none", CLAY, 3.2)
        + path("M-4 -50H4V-42H-4Z", RED)
    )


def _skirt() -> str:
    """Draw a row of strips below the waist of a breastplate."""
    out = ""
    for k in range(6):
        x = -27.5 + 9.2 * k
        lean = (k - 2.5) * 1.1
        strip = (
            f"M{n(x)} -24H{n(x + 9)}L{n(x + 9 + lean)} -2Q{n(x + 4.6 + lean)} 1 {n(x + lean)} -2Z"
        )
        out += part(strip, (WHITE, RED)[k % 2], GLAZE, 1)
        out += cut([(x + 0.6 + lean, -6), (x + 8.4 + lean, -6)], line=GLAZE, w=0.7)
    return out


def bronze_cuirass() -> str:
    """Draw a breastplate in the form of a chest, with shoulder flaps and a skirt of strips."""
    half = [(0.0, -86.0), (9, -87), (15, -94), (17, -101), (29, -97), (28, -84), (26, -74),
            (34, -66),
            (29, -48), (26, -36), (31, -24), (16, -19), (0, -17)]  # fmt: skip
    outline = half + [(-x, y) for x, y in half[-2:0:-1]]
    out = _skirt() + part(spline(outline, True), BRONZE, GLAZE, 1.5)
    for side in (-1, 1):
        out += cut(
            [(side * 1, -60), (side * 8, -55), (side * 18, -57), (side * 24, -66)],
            [(side * 20, -55), (side * 18, -44), (side * 19, -32)],
            line=GLAZE,
            w=1.1,
        )
        out += cut(
            [(side * 24.6, -81), (side * 23.2, -73), (side * 28, -65.6), (side * 31, -60)],
            line=GLAZE,
            w=0.8,
        )
        strap = ((15, -94), (17, -101.6), (29, -98), (28, -81), (17.4, -79))
        out += part(f"M{'L'.join(f'{side * x} {y}' for x, y in strap)}Z", RED, GLAZE, 1.3)
        out += circle(side * 22.4, -85, 1.8, BRONZE, GLAZE, 0.6)
    out += cut(
        [(-14, -26), (-8, -22), (0, -21), (8, -22), (14, -26)],
        [(0, -80), (0, -40)],
        [(-8, -86.5), (0, -82), (8, -86.5)],
        [(-9, -46), (0, -49), (9, -46)],
        line=GLAZE,
        w=1.1,
    )
    return (
        out
        + circle(0, -36, 1.9, GLAZE)
        + path("M-24 -63C-25 -55 -22 -48 -21 -42", "none", WHITE, 1.4)
    )


VASE_BUILDINGS = {
    "anvil": anvil,
    "bronze-cuirass": bronze_cuirass,
    "cauldron": cauldron,
    "column": column,
    "gate": gate,
    "golden-meal": golden_meal,
    "herm": herm,
    "labyrinth": labyrinth,
    "plow": plow,
    "scales": scales,
    "stall": stall,
    "table": table,
    "tower": tower,
    "wineskin": wineskin,
}
