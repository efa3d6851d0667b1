"""Treasures as on Attic vases, large enough to be the subject of a picture, in a vase's colours.

Like monsters they are about 100 units high on y = 0, so that a scene can place them like figures.
"""

from __future__ import annotations

from math import cos, pi, sin

from generator.illustration.black_figure import (
    BRONZE,
    CLAY,
    GLAZE,
    RED,
    WHITE,
    circle,
    cut,
    group,
    part,
    path,
)
from generator.illustration.brush import Point, n, ribbon, spline


def _leaf(x: float, y: float, turn: float, fill: str = GLAZE) -> str:
    leaf = part("M0 0C3 -7 13 -8 22 0C13 6 4 6 0 0Z", fill, CLAY, 0.6)
    leaf += cut([(2, -0.4), (18, -0.4)], w=0.6)
    return group(leaf, f"translate({n(x)} {n(y)}) rotate({turn})")


def club() -> str:
    """Draw a knotted club whose wood has sprouted leaves again."""
    out = "".join(_leaf(x, y, turn) for x, y, turn in (
        (14, -98, -58), (20, -84, -12), (-17, -90, -150), (16, -58, -24), (-12, -62, -160),
        (-2, -108, -96),
    ))  # fmt: skip
    wood = (
        "M-4 0C-7 -1 -8 -5 -6 -8C-7 -26 -12 -46 -18 -62C-22 -68 -20 -74 -21 -82C-24 -96 -14 -110 0"
        " -110C14 -110 23 -98 20 -84C23 -78 17 -72 18 -64C13 -46 9 -26 6 -8C8 -5 7 -1 4 0Z"
    )
    out += part(wood)
    for x, y in ((-9, -92), (7, -98), (9, -76), (-7, -70), (1, -84), (5, -54), (-5, -48)):
        out += circle(x, y, 3.4, BRONZE, CLAY, 0.6) + circle(x, y, 1.2, GLAZE)
    return out + cut([(-4.6, -8), (4.6, -8)], [(-4.4, -13), (4.4, -13)],
                     [(-2, -20), (-3, -38)], [(3, -18), (3.4, -36)], w=0.8)  # fmt: skip


def sickle() -> str:
    """Draw a sickle with teeth and a red grip."""
    outer: list[Point] = [(-26, -22), (-14, -44), (16, -54), (40, -74), (38, -98), (16, -110)]
    inner: list[Point] = [(16, -110), (26, -96), (24, -80), (6, -66), (-22, -60), (-40, -34)]
    blade = spline(outer) + spline(inner, join=True) + "Z"
    out = part(blade, WHITE, GLAZE, 1.4)
    out += path(spline([(-30, -32), (-16, -50), (14, -59), (32, -76), (31, -94)]), "none", GLAZE,
                0.9)  # fmt: skip
    for k in range(9):
        t = k / 9
        x, y = -36 + 58 * t, -44 - 31 * t + 3 * sin(pi * t)
        out += path(f"M{n(x)} {n(y)}l1.4 -6l4 4Z", GLAZE)
    out += part("M-44 -34L-26 -20L-38 -2C-42 2 -52 -2 -56 -6C-60 -10 -58 -16 -54 -20Z", RED)
    return out + cut([(-47, -30), (-31, -16)], [(-51, -24), (-35, -10)], [(-54, -17), (-40, -4)],
                     w=1)  # fmt: skip


def cap_of_darkness() -> str:
    """Draw a cap of hide with cheek pieces and stars, which makes its wearer invisible."""
    out = ""
    for k in range(5):
        x, y = 50 * cos(pi * (0.06 + k * 0.22)), -46 - 52 * sin(pi * (0.06 + k * 0.22))
        out += path(f"M{n(x * 0.86)} {n(-46 + (y + 46) * 0.86)}L{n(x)} {n(y)}", "none", GLAZE, 1.6)
    crown = (
        "M-36 -30C-40 -62 -28 -86 -2 -92C2 -104 18 -108 26 -100C20 -98 18 -92 20 -88C36 -78 40"
        " -56 36 -30C14 -38 -14 -38 -36 -30Z"
    )
    for side in (-1, 1):
        cheek = f"M{side * 36} -31C{side * 34} -16 {side * 30} -4 {side * 20} 0C{side * 15} -8"
        out += part(f"{cheek} {side * 14} -20 {side * 17} -35Z", GLAZE, CLAY, 1)
        out += cut([(side * 31, -28), (side * 28, -12), (side * 21, -5)], w=0.7)
    out += part(crown, GLAZE, CLAY, 1)
    out += path("M-36.6 -36C-14 -45 14 -45 36.6 -36L36 -29C14 -37 -14 -37 -36 -29Z", RED, CLAY, 0.7)
    for x, y, r in (
        (-16, -58, 5.4),
        (4, -70, 6.4),
        (21, -56, 4.6),
        (-2, -51, 3.4),
        (-13, -76, 3.4),
    ):
        points = (
            (x + (r if k % 2 else r * 0.34) * sin(pi * k / 4),
             y - (r if k % 2 else r * 0.34) * cos(pi * k / 4))
            for k in range(8)
        )  # fmt: skip
        out += path("M" + "L".join(f"{n(u)} {n(v)}" for u, v in points) + "Z", WHITE, GLAZE, 0.6)
    return out


def thread() -> str:
    """Draw a ball of thread that has begun to unroll."""
    loose: list[Point] = [(8, -6), (40, -4), (58, -10), (52, -22), (66, -26), (80, -8), (104, -5)]
    out = path(spline(loose), "none", GLAZE, 4) + path(spline(loose), "none", RED, 2.4)
    out += circle(0, -40, 40, GLAZE, CLAY, 0.8)
    for turn in (0, 58, 118):
        winds = "".join(
            path(f"M-{n(w)} {y}Q0 {y + 9} {n(w)} {y}", "none", RED, 2)
            for y in range(-30, 32, 8)
            for w in [max(5.0, (38 * 38 - y * y) ** 0.5 * 0.5)]
        )
        out += group(winds, f"translate(0 -40) rotate({turn}) translate(0 -3)")
    return out + circle(0, -40, 40, "none", CLAY, 0.8)


def moly() -> str:
    """Draw a plant with a black root and a white flower, torn from the ground."""
    out = ""
    for points in (
        [(0, -34), (-4, -18), (-16, -8), (-20, 0)], [(0, -34), (2, -16), (0, 0)],
        [(0, -34), (6, -20), (18, -12), (24, -2)], [(-2, -26), (-14, -20), (-28, -20)],
        [(3, -24), (14, -24), (26, -20)],
    ):  # fmt: skip
        out += part(spline(ribbon(points, [4.4, 2.6, 1.6, 0.5][: len(points)], 10), True))
    out += part("M-7 -42C-10 -34 -4 -28 0 -28C4 -28 10 -34 7 -42C4 -46 -4 -46 -7 -42Z")
    out += cut([(-4, -40), (-3, -32)], [(0, -41), (0, -31)], [(4, -40), (3, -32)], w=0.7)
    out += path(spline([(0, -42), (2, -64), (-1, -84)]), "none", GLAZE, 3.4)
    for x, y, turn in ((0, -44, -34), (0, -46, -146), (1, -60, -22), (1, -64, -158)):
        out += group(_leaf(0, 0, 0), f"translate({x} {y}) rotate({turn}) scale(1.5 1.2)")
    for k in range(6):
        petal = part("M0 0C-9 -8 -8 -20 0 -26C8 -20 9 -8 0 0Z", WHITE, GLAZE, 1)
        petal += cut([(0, -6), (0, -18)], line=GLAZE, w=0.6)
        out += group(petal, f"translate(-1 -88) rotate({60 * k})")
    return out + circle(-1, -88, 6, BRONZE, GLAZE, 0.9)


def torch() -> str:
    """Draw a burning torch, bound with cord."""
    out = part("M-13 -58L-6 -2Q0 2 6 -2L13 -58Z")
    for y, w in ((-50, 12), (-34, 9.8), (-18, 7.6)):
        out += path(f"M{-w} {y}Q0 {y + 5} {w} {y}L{w - 0.8} {y + 5}Q0 {y + 10} {0.8 - w} {y + 5}Z",
                    BRONZE, CLAY, 0.6)  # fmt: skip
    out += part("M-17 -66H17L13 -56H-13Z", RED, CLAY, 0.8)
    flame = (
        "M-15 -66C-26 -78 -18 -90 -12 -100C-10 -92 -6 -90 -4 -96C-8 -108 2 -116 6 -124C8 -112 20"
        " -106 15 -92C20 -94 21 -98 21 -102C28 -88 24 -74 15 -66Z"
    )
    out += part(flame, RED, GLAZE, 1)
    out += part("M-9 -67C-14 -76 -8 -84 -4 -90C-1 -82 4 -84 4 -94C12 -86 13 -74 8 -67Z", BRONZE,
                GLAZE, 0.8)  # fmt: skip
    return out + path("M-3 -68C-5 -74 -1 -78 1 -82C5 -76 5 -72 3 -68Z", WHITE)


VASE_TREASURES = {
    "cap-of-darkness": cap_of_darkness, "club": club, "moly": moly, "sickle": sickle,
    "thread": thread, "torch": torch,
}  # fmt: skip
