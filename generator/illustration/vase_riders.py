"""Draws chariots, boats and women with the bodies of birds, in the style of Attic vases.

Like monsters, they are at most about 100 units high and stand on y = 0, so that a scene can place
them like figures.
"""

from __future__ import annotations

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
from generator.illustration.brush import Point, n, spline
from generator.illustration.monster_parts import wing
from generator.illustration.monsters import womans_head
from generator.illustration.vase_props import lyre


def chariot() -> str:
    """Draw a chariot with a rail, a wheel of four spokes, and the pole for its horses."""
    out = limb([(8, -24), (34, -26), (62, -38), (92, -42)], [2.2, 2, 1.7, 1.4])
    out += part("M86 -48L98 -50V-34L88 -36Z", RED, CLAY, 0.5)
    rail = "M-24 -26C-26 -46 -18 -54 -6 -50C4 -46 6 -64 16 -66C24 -66 26 -52 25 -28"
    out += path(rail, "none", CLAY, 5) + path(rail, "none", GLAZE, 3.6)
    out += part("M4 -26C4 -42 8 -54 17 -58C22 -54 23 -40 22 -26Z", RED, CLAY, 0.7)
    out += part("M-28 -28H26L24 -21H-26Z", FILLED, CLAY, 0.7)
    out += circle(0, -20, 18.6, "none", CLAY, 6.4) + circle(0, -20, 18.6, "none", GLAZE, 4.6)
    for k in range(4):
        a = pi * (0.25 + 0.5 * k)
        out += limb([(0, -20), (9 * cos(a), -20 + 9 * sin(a)), (17 * cos(a), -20 + 17 * sin(a))],
                    [2.2, 1.4, 2])  # fmt: skip
    return out + circle(0, -20, 4.6, BRONZE, GLAZE, 0.8) + circle(0, -20, 1.6, GLAZE)


def reins() -> str:
    """Draw two reins from the hands of a driver on the left, above y = -68, to the bits of his
    horses.
    """
    out = ""
    for line in ([(0, -72), (56, -70), (112, -82)], [(0, -70), (58, -63), (120, -78)]):
        out += limb([(float(x), float(y)) for x, y in line], [0.7, 0.7, 0.7])
    return out


def skiff() -> str:
    """Draw an undecorated ferry boat among waves."""
    hull = Body().add("M-58 -40C-54 -34 -50 -31 -44 -29H36C46 -31 52 -38 55 -48L61 -46C59 -28 52 -8"
                      " 38 -4H-38C-50 -8 -58 -22 -62 -38Z")  # fmt: skip
    hull.cut([(-53, -26), (0, -22), (50, -28)], [(-48, -16), (0, -13), (44, -17)])
    out = ""
    for x in (-22, 2, 26):
        out += part(f"M{x - 7} -31H{x + 7}V-27H{x - 7}Z", RED, CLAY, 0.6)
    return out + hull.svg() + crests(-72, 8)


def crests(left: float, count: int) -> str:
    """Draw low waves from x = `left` to the right, each 18 wide."""
    out = ""
    for k in range(count):
        x = left + 18 * k
        wave = f"M{n(x)} 0c-1 -15 15 -18 17 -9c-5 -3 -8 0 -5 4c2 3 5 3 7 5Z"
        out += part(wave, FILLED, CLAY, 0.8)
    return out


def _birds_body(saddle: Point) -> str:
    """Draw the body of a big bird that stands and faces right, without wings and head."""
    out = ""
    for k in range(3):  # the tail
        feather: list[Point] = [(-16, -34), (-34, -26 + 5 * k), (-54, -22 + 9 * k)]
        out += part(spline([(-14, -38), *feather[1:], (-50, -15 + 9 * k), (-14, -26)], True),
                    (GLAZE, RED, GLAZE)[k], CLAY, 0.6)  # fmt: skip
    for x in (-4, 7):
        leg = f"M{x - 2.4} -22L{x - 1} -3L{x - 5} 0H{x + 8}L{x + 2} -3L{x + 2.6} -22Z"
        out += part(leg, BRONZE, GLAZE, 0.7)
    body = Body().add(spline([(-26, -32), (-12, -48), (6, -60), (saddle[0] + 4, saddle[1]),
                              (20, -46), (18, -32), (6, -20), (-10, -20)], True))  # fmt: skip
    for row in range(3):
        body.cut(*([(x - 2.4, -46 + 8 * row), (x, -43.6 + 8 * row), (x + 2.4, -46 + 8 * row)]
                   for x in (4, 9, 14)))  # fmt: skip
    return out + body.svg(0.8)


def _head(x: float, y: float) -> str:
    return group(womans_head(), f"translate({n(x)} {n(y)})")


def siren() -> str:
    """Draw a Siren: a bird with the head and arms of a woman, who plays the lyre."""
    out = _birds_body((14, -60)) + _head(4, -2)
    out += limb([(12, -56), (20, -46), (34, -50)], [3, 2.4, 1.8])
    feathers = ""
    for k in range(4):  # the folded wing
        d = f"M{-2 + 2 * k} {-50 + 5 * k}C-14 {-48 + 5 * k} -34 {-40 + 6 * k} -48 {-30 + 7 * k}"
        feathers += part(f"{d}C-34 {-32 + 6 * k} -10 {-34 + 4 * k} 2 {-40 + 4 * k}Z",
                         (RED, GLAZE)[k % 2], CLAY, 0.6)  # fmt: skip
    out += feathers + part("M6 -54C-4 -56 -14 -50 -16 -40C-6 -34 6 -36 10 -44Z", GLAZE, CLAY, 0.7)
    out += cut([(4, -50), (-6, -48), (-12, -41)], [(6, -45), (-2, -43), (-6, -38)])
    return out + group(lyre(), "translate(34 -50) scale(1.24)") + circle(35, -50, 2.6, WHITE, GLAZE)


def harpy() -> str:
    """Draw a Harpy that flies to the right: a woman down to the hips, below a bird with claws."""
    out = group(wing((0, 0), -1, 1.3, -4), "translate(2 -58)")
    for k in range(3):  # the tail
        line: list[Point] = [(-10, -36), (-30, -30 + 6 * k), (-48, -24 + 10 * k)]
        out += limb(line, [4, 4.4, 1.4])
    for x, y in ((-12, -2), (2, 0)):
        out += limb([(-2, -30), (x + 4, -16), (x, y - 6)], [4.4, 2.2, 1.6])
        out += part(f"M{x - 3} {y - 7}L{x + 2} {y - 8}L{x + 11} {y - 3}L{x + 5} {y - 4}"
                    f"L{x + 8} {y}L{x + 1} {y - 3}L{x} {y + 1}L{x - 2} {y - 3}Z",
                    BRONZE, GLAZE, 0.6)  # fmt: skip
    body = Body().add(spline([(-18, -34), (-8, -46), (0, -58), (8, -62), (16, -58), (14, -46),
                              (8, -34), (-2, -26), (-12, -27)], True))  # fmt: skip
    for row in range(3):
        body.cut(*([(x - 2.4, -40 + 5 * row), (x, -37.8 + 5 * row), (x + 2.4, -40 + 5 * row)]
                   for x in (-6, -1, 4)))  # fmt: skip
    out += body.svg(0.8)
    for wrist in ((36, -58), (32, -44)):
        arm: list[Point] = [(12, -56), (22, wrist[1] + 6), wrist]
        out += part(spline([(10, -58), (22, wrist[1] + 3), (wrist[0], wrist[1] - 1.4),
                            (wrist[0] + 6, wrist[1] - 4), (wrist[0] + 5, wrist[1] + 2),
                            (wrist[0], wrist[1] + 1.8), (21, wrist[1] + 8), (10, -52)], True),
                    WHITE, GLAZE, 0.6) + cut(arm[:1], line=GLAZE)  # fmt: skip
    out += path("M-4 -44Q6 -40 14 -44", "none", RED, 3)
    out += _head(2, 2)
    return out + group(wing((0, 0), 1, 1.3, -78), "translate(0 -56)")


def heap() -> str:
    """Draw a mound of gold coins."""
    out = ""
    for row, (count, y) in enumerate(((7, -4.0), (6, -11.0), (4, -18.0), (2, -24.0))):
        for k in range(count):
            x = (k - (count - 1) / 2) * 11.6 + sin(k * 2.6 + row) * 1.6
            out += part(f"M{n(x - 7)} {n(y)}v3.4a7 3.8 0 0 0 14 0v-3.4Z", BRONZE, GLAZE, 0.7)
            out += f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="7" ry="3.8" fill="{BRONZE}"'
            out += f' stroke="{GLAZE}" stroke-width="0.7"/>'
            out += path(f"M{n(x - 3)} {n(y)}h6", "none", GLAZE, 0.7)
    return out


def yoke() -> str:
    """Draw a yoke across the necks of two oxen to the right, and the beam that leads back."""
    out = limb([(-34, -24), (-8, -30), (2, -44), (6, -50)], [1.7, 1.7, 1.7, 1.5])
    out += limb([(-6, -58), (2, -54), (10, -54), (20, -58)], [1.8, 2.4, 2.4, 1.8])
    for x in (-2, 15):
        out += path(f"M{x - 3} -56C{x - 4} -44 {x + 5} -44 {x + 4} -56", "none", CLAY, 1.8)
        out += path(f"M{x - 3} -56C{x - 4} -44 {x + 5} -44 {x + 4} -56", "none", RED, 1.1)
    return out


VASE_RIDERS = {
    "chariot": chariot, "coins": heap, "harpy": harpy, "reins": reins, "siren": siren,
    "skiff": skiff, "yoke": yoke,
}  # fmt: skip
