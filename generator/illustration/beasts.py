"""Draws beasts and giants in the style of Attic vases: bull, boar, lion, dragon, Typhon and Scylla.

They use the bodies, snakes and wings of `monsters`, in its units and colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin

from generator.illustration.black_figure import (
    CLAY,
    GLAZE,
    RED,
    WHITE,
    Body,
    circle,
    cut,
    group,
    part,
    path,
)
from generator.illustration.brush import Point, lerp, n, ribbon, spline
from generator.illustration.monster_parts import dog, lion_head, snake, trunk, wing


def _hoofed(body: Body, hip: Point, knee: Point, foot: Point, k: float = 1.0) -> Body:
    """Draw a beast's leg with a cloven hoof."""
    body.ball(knee, 3.4 * k)
    body.add(spline(ribbon([hip, lerp(hip, knee, 0.5), knee], [9.4 * k, 7 * k, 3.4 * k], 8), True))
    body.add(spline(ribbon([knee, foot], [3.2 * k, 2.3 * k], 6), True))
    x, y = foot
    body.add(f"M{n(x - 2.6)} {n(y - 1)}L{n(x + 2.4)} {n(y - 1)}L{n(x + 4.6)} 0L{n(x - 3.4)} 0Z")
    return body.cut(
        [(x - 2.4, y - 1), (x + 2.6, y - 1)],
        [(x + 0.8, y), (x + 1.2, -0.2)],
        [lerp(hip, knee, 0.1), lerp((hip[0] + 4 * k, hip[1]), knee, 0.5), lerp(hip, knee, 0.9)],
        w=0.5,
    )


def _four(trunk_of: Sequence[Point], legs: Sequence[tuple[Point, Point, Point]]) -> tuple[str, str]:
    """Draw a hoofed beast in two parts: the far legs, and the trunk with the near legs.

    `legs` are the fore and hind legs, the far ones first.
    """
    far, near = Body(), Body().add(spline(trunk_of, True))
    for hip, knee, foot in legs[:2]:
        _hoofed(far, hip, knee, foot, 0.92)
    for hip, knee, foot in legs[2:]:
        _hoofed(near, hip, knee, foot)
    return far.svg(), near.svg()


def bull() -> str:
    """Draw a bull that charges with its head down."""
    trunk_of = [
        (-47, -42), (-47, -56), (-38, -66), (-18, -65), (-2, -69), (10, -80), (26, -80), (38, -68),
        (40, -52), (32, -40), (18, -34), (0, -34), (-14, -31), (-28, -30), (-42, -33),
    ]  # fmt: skip
    legs = [
        ((24, -44), (42, -30), (32, -10)),
        ((-34, -44), (-18, -24), (-26, -5)),
        ((16, -44), (24, -22), (12, -5)),
        ((-36, -46), (-38, -22), (-50, -6)),
    ]
    far, near = _four(trunk_of, [(a, b, c) for a, b, c in legs])
    tail = ribbon([(-45, -60), (-53, -60), (-58, -50), (-58, -36)], [2.4, 1.8, 1.3, 1], 12)
    tuft = "M-59.4 -38C-63 -32 -63 -24 -59 -16C-55 -22 -53.6 -32 -56.6 -38Z"
    b = part(spline(tail, True)) + part(tuft) + cut([(-58.4, -34), (-59, -22)])
    b += far
    b += part(
        spline(
            ribbon([(43, -62), (50, -70), (60, -72), (67, -66)], [2.6, 2.4, 1.6, 0.3], 10), True
        ),
        WHITE,
        GLAZE,
        0.45,
    )
    b += near
    cuts = cut(
        [(14, -78), (9, -66), (13, -52), (10, -42)], [(26, -79), (24, -66), (30, -54)],
        [(-30, -65), (-24, -52), (-30, -38)], [(-8, -60), (-6, -50), (-8, -42)],
        [(-3, -61), (-1, -51), (-3, -43)], [(2, -62), (4, -52), (2, -44)], w=0.6,
    )  # fmt: skip
    return b + _bulls_head() + cuts


def _bulls_head() -> str:
    skull = [(22, -74), (36, -70), (47, -62), (56, -47), (62, -36), (60, -29), (53, -27),
             (46, -34), (38, -44), (26, -48)]  # fmt: skip
    b = part(spline(skull, True))
    b += part(
        spline(ribbon([(36, -66), (40, -76), (51, -82), (62, -79)], [3, 2.8, 1.8, 0.3], 10), True),
        WHITE,
        GLAZE,
        0.45,
    )
    b += part("M30 -66C25 -66 21 -69 20 -73C25 -74 30 -72 33 -68Z", RED, CLAY, 0.5)
    for k in range(5):
        x, y = 36 + 2.6 * k, -66 + 1.4 * k
        b += cut([(x, y), (x + 1.6, y - 1.6), (x + 2.6, y), (x + 1.4, y + 0.8)], w=0.5)
    b += path("M44 -52C46 -54.6 49.6 -54 50.4 -51C48.4 -49.8 46 -50 44 -52Z", WHITE) + circle(
        47.6, -52, 1, GLAZE
    )
    b += cut([(60, -35), (57.6, -33), (58, -30.6)],
             [(54, -29), (50.6, -32.6), (48.6, -36.4)], w=0.6)  # fmt: skip
    return b + circle(58.8, -33.4, 0.9, RED)


def boar() -> str:
    """Draw a running boar with raised bristles."""
    trunk_of = [
        (-46, -34), (-47, -46), (-38, -56), (-20, -60), (0, -62), (18, -60), (30, -52), (34, -40),
        (26, -30), (8, -26), (-14, -26), (-34, -27),
    ]  # fmt: skip
    legs = [
        ((20, -36), (36, -24), (30, -6)),
        ((-30, -36), (-16, -20), (-24, -4)),
        ((14, -36), (18, -19), (8, -4)),
        ((-34, -38), (-34, -18), (-46, -5)),
    ]
    far, near = _four(trunk_of, legs)
    bristles = ""
    for k in range(22):
        t = k / 21
        x, y = -40 + 66 * t, -55 - 6.6 * sin(pi * (0.12 + 0.8 * t))
        bristles += part(
            f"M{n(x - 2.2)} {n(y + 3)}L{n(x - 3.4)} {n(y - 8)}L{n(x + 2.2)} {n(y + 2)}Z",
            RED,
            CLAY,
            0.4,
        )
    curl = ribbon(
        [(-45, -46), (-53, -50), (-56, -58), (-50, -61), (-48, -55)], [1.6, 1.4, 1.2, 1, 0.6], 14
    )
    b = part(spline(curl, True)) + far + bristles + near
    return b + _boars_head() + cut(
        [(12, -58), (8, -48), (12, -36)], [(22, -56), (24, -44), (20, -34)],
        [(-28, -57), (-22, -46), (-28, -34)], [(-6, -54), (-4, -46), (-6, -38)],
        [(-1, -54), (1, -46), (-1, -38)], [(4, -54), (6, -46), (4, -38)], w=0.55,
    )  # fmt: skip


def _boars_head() -> str:
    skull = [(20, -56), (32, -53), (42, -46), (58, -37), (66, -34), (66, -27), (58, -25),
             (44, -24), (30, -28), (20, -36)]  # fmt: skip
    b = part(spline(skull, True))
    b += part("M30 -52C27 -58 29 -64 33 -66C36 -62 37 -57 36 -52Z", RED, CLAY, 0.5)
    b += part("M50 -28C52 -25 57 -24 61 -25C58 -21 53 -20 48 -22C46 -23 47 -26 50 -28Z", w=0.5)
    b += path(
        "M54 -28C54 -33 56 -38 60 -40C58.6 -36 58.6 -32 58.4 -28ZM48.4 -28C48.4 -31.6 49.6"
        " -34.6 52 -36C51.2 -33 51.4 -30.6 51.4 -28Z",
        WHITE,
        GLAZE,
        0.4,
    )
    b += path("M40 -42C42 -44.4 45.4 -44 46.4 -41.2C44.2 -40 42 -40.2 40 -42Z", WHITE) + circle(
        43.6, -42, 0.9, GLAZE
    )
    return b + cut([(66, -32.6), (63.6, -31), (66, -29.4)],
                   [(60, -36), (58, -34), (56, -34.4)], w=0.55)  # fmt: skip


def lion() -> str:
    """Draw a lion with a mane of flames."""
    far, near = trunk(0)
    tail = ribbon(
        [(-36, -48), (-45, -42), (-45, -27), (-51, -15), (-58, -20)], [2.6, 2, 1.6, 1.4, 1], 16
    )
    b = part(spline(tail, True)) + part(
        "M-57 -18C-62 -20 -67 -27 -66 -34C-63 -31 -61 -31 -59 -34C-55 -30 -54 -22 -57 -18Z", RED
    )
    return b + far.svg() + near.svg() + lion_head()


def dragon() -> str:
    """Draw a dragon as a huge coiled serpent."""
    coils = [
        (-58, -4),
        (-30, -7),
        (6, -6),
        (38, -9),
        (46, -20),
        (32, -28),
        (2, -25),
        (-30, -28),
        (-40, -40),
        (-24, -49),
        (6, -46),
        (28, -52),
        (30, -66),
        (10, -76),
        (-4, -86),
        (6, -99),
        (24, -99),
    ]
    end = ribbon([(-50, -4.6), (-62, -5), (-70, -12), (-68, -20)], [8.6, 6, 3, 0.4], 12)
    return part(spline(end, True)) + snake(
        coils, 8.6, head=9.4, crest=True, beard=True, steps=40, slim=0.3, jaw=28
    )


def _profile(x: float, y: float, bearded: bool, skin: str) -> str:
    """Draw a head in profile, facing right, with its hair bound by a red band.

    Its neck ends at x, y.
    """
    line = CLAY if skin != WHITE else GLAZE
    head = part("M-6 0C-5 -4 -6 -6 -7 -9L5 -8C4.6 -5 5 -2 6 0Z", skin, line, 0.5)
    if not bearded:
        head += part(
            "M-6 -7C-13 -6 -17 4 -14 13C-11 10 -8 12 -7 8C-5 5 -4 -2 -3 -8Z", GLAZE, CLAY, 0.5
        )
    head += part(
        "M-7 -12C-8 -19 -3.6 -24 2.2 -24C7 -23.8 9 -21 9 -17.6L11 -13.4C11.2 -12.6 10.4"
        " -12 9.6 -12L9.8 -10.4"
        "L9.2 -9.6L9.4 -7.4C8.6 -5.4 5.6 -5.6 3.6 -6.4C1 -7 -6 -9 -7 -12Z", skin, line, 0.5,
    )  # fmt: skip
    head += part(
        "M-8 -9C-11 -19 -5 -27 2.4 -26.6C8 -26.4 10 -22 9.4 -19C5 -20 2 -18 1 -15C0 -12 -2"
        " -9 -4 -8Z",
        GLAZE,
        CLAY,
        0.5,
    )
    head += path("M-8.6 -15C-5 -19 3 -22 9.6 -21", "none", RED, 1.6)
    head += path(
        "M4.4 -16C5.8 -17.4 7.8 -17 8.6 -15.6C7.2 -14.6 5.6 -14.8 4.4 -16Z",
        skin if skin == WHITE else WHITE,
        GLAZE,
        0.35,
    )
    head += circle(6.6, -15.9, 0.8, GLAZE)
    head += _beard() if bearded else ""
    return group(head, f"translate({n(x)} {n(y)})")


def _beard() -> str:
    outline = "M9.4 -8C11 -3 9 4 3 8C-1 4 -5 -2 -5 -9C0 -8 2 -8 4.4 -8.4C6 -9 8 -8.8 9.4 -8Z"
    return part(outline, GLAZE, CLAY, 0.5) + cut(
        [(0, -7), (1.6, -1), (3, 5)],
        [(3.4, -7), (4.6, -2), (4.6, 3)],
        [(6.8, -7.6), (7.4, -3), (6.2, 1)],
        w=0.45,
    )


def typhon() -> str:
    """Draw Typhon: a winged giant with serpents for legs and rocks in his fists."""
    b = wing((-8, -74), -1, 1.25) + wing((8, -74), 1, 1.25)
    for side in (-1, 1):
        for k, (far, high) in enumerate(((50, 40), (34, 12))):
            points = [
                (side * 4, -46),
                (side * (12 + 4 * k), -30),
                (side * 26, -14 + 6 * k),
                (side * far, -10),
                (side * (far + 9), -high + 8),
                (side * (far + 2), -high - 8),
                (side * (far + 14), -high - 16),
            ]
            b += snake(points, 6.6 - 1.6 * k, head=6, crest=True, beard=True, steps=20, slim=0.4)
    b += (
        Body()
        .torso()
        .arm((-12, -72), (-27, -80), (-22, -98))
        .arm((12, -72), (28, -76), (30, -94))
        .svg()
    )
    b += part("M-10 -48C-4 -44 4 -44 10 -48L9 -40C4 -36 -4 -36 -9 -40Z", RED, CLAY, 0.5)
    for x, y in ((-20, -106), (32, -103)):
        b += part(
            f"M{x - 9} {y + 4}L{x - 6} {y - 7}L{x + 3} {y - 9}L{x + 9} {y - 2}"
            f"L{x + 7} {y + 6}L{x - 2} {y + 7}Z",
            w=0.6,
        )
        b += cut(
            [(x - 3, y - 5), (x - 1, y), (x - 4, y + 3)], [(x + 3, y - 6), (x + 4, y - 1)], w=0.5
        )
    return b + _profile(0, -75, True, "#1d1513")


def _scyllas_body() -> str:
    skin = Body(WHITE, GLAZE)
    skin.arm((11, -71), (26, -74), (38, -86)).arm((-11, -71), (-24, -62), (-14, -52))
    chest = [(-12, -74), (-5, -77), (5, -77), (12, -74), (11, -66), (8, -56), (9, -44), (0, -40),
             (-9, -44), (-8, -56), (-11, -66)]  # fmt: skip
    skin.add(spline(chest, True))
    skin.cut(
        [(-8, -68), (-5, -63.6), (-1, -65)],
        [(8, -68), (5, -63.6), (1, -65)],
        [(0, -60), (0, -50)],
        w=0.5,
    )
    return skin.svg(0.6)


def scylla() -> str:
    """Draw Scylla: a woman down to the hips, with dogs leaping from her waist and the tail of a
    fish.
    """
    tail = [(0, -40), (-12, -20), (-36, -8), (-60, -10), (-74, -26), (-66, -42)]
    b = snake(tail, 12, head=0.05, tongue=False, steps=22, slim=0.72)
    fin = part(
        "M-49 -40C-60 -44 -66 -54 -64 -64C-58 -60 -52 -56 -48 -52C-44 -58 -38 -62 -32"
        " -62C-32 -52 -38 -44 -46 -39Z",
        RED,
    )
    fin += cut([(-50, -44), (-57, -50), (-61, -58)], [(-46, -44), (-42, -50), (-36, -57)], w=0.5)
    b += group(fin, "translate(-19 -1)")
    b += _scyllas_body()
    b += part("M-11 -48C-4 -44 4 -44 11 -48L14 -37C6 -31 -8 -31 -14 -37Z", RED, CLAY, 0.5)
    for k in range(6):
        x = -10 + 4 * k
        b += cut([(x, -46 + abs(k - 2.5) * 0.2), (x * 1.15, -36)], w=0.5)
    for (x, y), up, turn in (
        ((-31, -57), 8, -26), ((-38, -40), 5, 4), ((32, -62), 6, -34), ((40, -47), 5, -12),
        ((40, -29), 2, 12), ((23, -14), 0, 38),
    ):  # fmt: skip
        side = -1 if x < 0 else 1
        neck: list[Point] = [(0, -38), (x * 0.55, y * 0.6 - 15 - up), (float(x), float(y))]
        b += dog(x, y, turn, 0.9, spline(ribbon(neck, [6.4, 5, 4.6], 8), True), side)
    return b + _profile(0, -75, False, WHITE)


BEASTS = {
    "boar": boar, "bull": bull, "dragon": dragon, "lion": lion, "scylla": scylla, "typhon": typhon,
}  # fmt: skip
