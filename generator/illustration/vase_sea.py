"""Draws the sea and the ships that it swallows, in the style of Attic vases.

Like monsters, they are at most about 100 units high and stand on y = 0, so that a scene can place
them like figures.
"""

from __future__ import annotations

from math import cos, pi, sin

from generator.illustration.black_figure import (
    BRONZE,
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
from generator.illustration.brush import Point, n, ribbon, spline


def waves() -> str:
    """Draw the sea as a row of curling waves, wide enough to leave a picture on both sides."""
    sea = Body().add("M-131 0V-9H126V0Z")
    for k in range(14):
        x = -126 + 18 * k
        curl: list[Point] = [
            (0, -8),
            (2, -15),
            (8, -20.4),
            (14, -19),
            (16, -14.6),
            (13, -12),
            (10.4, -14),
        ]
        halves = [4.4, 3.2, 2.4, 1.9, 1.6, 1.3, 0.6]
        sea.add(spline(ribbon([(x + u, v) for u, v in curl], halves, 18), True))
        sea.add(f"M{x - 4} -7L{x} -13Q{x + 3} -8 {x + 9} -7Z")
    sea.cut(
        [(float(x), -3.0 if k % 2 else -5.4) for k, x in enumerate(range(-118, 124, 12))], w=0.9
    )
    return sea.svg(0.7)


def _hull() -> str:
    """Draw the hull of a ship, 84 units long, with an eye on its bow and its deck on y = 0."""
    hull = Body().add(
        "M-42 -12C-38 -12 -36 -8 -32 -3C-20 1 16 1 30 -4C35 -7 37 -14 35 -21C42 -18 45 -8 41 2"
        "C37 12 27 18 14 18H-18C-32 18 -42 10 -44 -2C-45 -8 -45 -11 -42 -12Z"
    )
    hull.cut([(-37, 4), (-18, 7), (14, 7), (38, 2)], [(-32, 11), (-14, 13), (14, 13), (30, 9)])
    out = hull.svg()
    for k in range(5):  # shields along the rail
        out += circle(-24 + 11 * k, 1, 4, (RED, BRONZE)[k % 2], GLAZE, 0.7)
    return out + circle(34, 1, 3.6, WHITE, CLAY, 0.6) + circle(34.8, 1, 1.5, GLAZE)


def _crest(a: float, rx: float, ry: float, size: float) -> str:
    """Draw a curling crest on an ellipse around 0, 0."""
    d = "M0 0C1 -9 12 -12 15 -4C11 -7 7 -5 8 0C8.6 3 4 4 0 4Z"
    x, y = rx * cos(a), ry * sin(a)
    return group(part(d, GLAZE, CLAY, 0.8), f"translate({n(x - 7 * size)} {n(y)}) scale({n(size)})")


def whirlpool() -> str:
    """Draw a whirlpool of three rings of waves that swallows a ship stern first."""
    out = ""
    for rx, ry, fill in (
        (68, 27, GLAZE),
        (62, 23.4, WHITE),
        (59, 21.8, GLAZE),
        (45, 15.6, WHITE),
        (42.4, 14.4, GLAZE),
        (28, 9, WHITE),
        (25.6, 8, GLAZE),
        (12, 3.2, RED),
    ):
        oval = f"M{n(-rx)} 0A{n(rx)} {n(ry)} 0 1 1 {n(rx)} 0A{n(rx)} {n(ry)} 0 1 1 {n(-rx)} 0Z"
        out += path(oval, fill, GLAZE, 0.6)
    streaks: list[list[Point]] = [
        [(r * cos(a + b) , r * 0.36 * sin(a + b)) for b in (0.0, 0.2, 0.4, 0.6)]
        for r in (64, 52, 35) for a in (0.2, 1.3, 2.4, 3.6, 4.7)
    ]  # fmt: skip
    out += cut(*streaks, w=0.9)
    out += "".join(_crest(pi * (1.06 + 0.147 * k), 65, 25, 0.9) for k in range(7))
    # the ship, whole above the water
    mast = path("M-4 0V-46", "none", GLAZE, 3) + path("M-24 -42H17", "none", GLAZE, 2)
    sail = part("M-22 -41C-12 -38 6 -38 15 -41C20 -30 19 -22 14 -12C4 -16 -10 -16 -20 -12C-25 -22"
                " -26 -30 -22 -41Z", WHITE, GLAZE, 1.1)  # fmt: skip
    sail += cut(*([(x, -39), (x + 0.6, -14)] for x in (-15, -8, 1, 8)), line=GLAZE, w=0.6)
    ship = group(mast + sail + _hull(), "translate(6 -34) rotate(-38)")
    front = path("M-59 3A59 21.8 0 0 0 59 3L42 3A42.4 14.4 0 0 1 -42 3Z", GLAZE, CLAY, 0.7)
    front += cut([(-48, 9), (-24, 16.6), (0, 18.4)], [(12, 18), (34, 14.6), (48, 8)], w=0.9)
    foam = "".join(_crest(pi * (0.9 - 0.145 * k), 48, 15, 0.72) for k in range(6))
    return group(out + ship + front + foam, "translate(0 -29)")


def wreck() -> str:
    """Draw a ship that breaks in two in the waves under lightning."""
    out = part("M44 -108L26 -78L35 -79L20 -50L50 -86L40 -84L56 -108Z", BRONZE, GLAZE, 0.9)
    halves = (
        ("M-60 -60H0L-7 -12L3 -4L-6 4L2 11L-3 22V40H-60Z", "translate(-3 -37) rotate(17)"),
        ("M60 -60H0L-7 -12L3 -4L-6 4L2 11L-3 22V40H60Z", "translate(9 -37) rotate(-17)"),
    )
    mast = path("M-13 0L-15 -52", "none", GLAZE, 3) + path("M-36 -46L8 -50", "none", GLAZE, 2.2)
    sail = part("M-34 -45C-24 -42 -14 -44 -6 -48L-8 -34L-2 -28L-8 -20C-16 -20 -24 -18 -33 -14C-38"
                " -26 -38 -36 -34 -45Z", WHITE, GLAZE, 1.1)  # fmt: skip
    sail += cut([(-27, -42), (-26, -18)], [(-18, -42), (-17, -20)], line=GLAZE, w=0.6)
    for k, (clip, place) in enumerate(halves):
        half = (
            f'<clipPath id="wreck{k}"><path d="{clip}"/></clipPath><g clip-path="url(#wreck{k})">'
        )
        out += group(("" if k else mast + sail) + half + _hull() + "</g>", place)
    crack: list[Point] = [(-7, -12), (3, -4), (-6, 4), (2, 11), (-3, 22)]
    for turn, x in ((17, -3), (-17, 9)):
        d = "M" + "L".join(f"{n(u)} {n(v)}" for u, v in crack[1:4])
        out += group(path(d, "none", CLAY, 1), f"translate({x} -37) rotate({turn})")
    for x, y, turn in ((-58, -40, 30), (2, -62, -50), (64, -40, 70)):  # planks in the air
        out += group(part("M-9 -2H9L7 2H-8Z"), f"translate({x} {y}) rotate({turn})")
    return out + group(waves(), "scale(1.06 1.15)")


VASE_SEA = {"waves": waves, "whirlpool": whirlpool, "wreck": wreck}
