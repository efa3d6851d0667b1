"""Draws treasures in the style of Attic vases, large enough to be the subject of a picture.

They have the colours of a vase. Like monsters, they are about 100 units high and stand on y = 0, so
that a scene can place them like figures.
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


def leaf(x: float, y: float, turn: float, fill: str = GLAZE) -> str:
    """Draw a leaf that grows from a point to the right, rotated by degrees."""
    blade = part("M0 0C3 -7 13 -8 22 0C13 6 4 6 0 0Z", fill, CLAY, 0.6)
    blade += cut([(2, -0.4), (18, -0.4)], w=0.6)
    return group(blade, f"translate({n(x)} {n(y)}) rotate({turn})")


def club() -> str:
    """Draw a knotted club that has sprouted leaves."""
    leaves = "".join(leaf(x, y, turn) for x, y, turn in (
        (14, -98, -58), (20, -84, -12), (-17, -90, -150), (16, -58, -24), (-12, -62, -160),
        (-2, -108, -96),
    ))  # fmt: skip
    return leaves + cudgel()


def cudgel() -> str:
    """Draw a knotted club."""
    wood = (
        "M-4 0C-7 -1 -8 -5 -6 -8C-7 -26 -12 -46 -18 -62C-22 -68 -20 -74 -21 -82C-24 -96 -14 -110 0"
        " -110C14 -110 23 -98 20 -84C23 -78 17 -72 18 -64C13 -46 9 -26 6 -8C8 -5 7 -1 4 0Z"
    )
    out = part(wood)
    for x, y in ((-9, -92), (7, -98), (9, -76), (-7, -70), (1, -84), (5, -54), (-5, -48)):
        out += circle(x, y, 3.4, BRONZE, CLAY, 0.6) + circle(x, y, 1.2, GLAZE)
    return out + cut([(-4.6, -8), (4.6, -8)], [(-4.4, -13), (4.4, -13)],
                     [(-2, -20), (-3, -38)], [(3, -18), (3.4, -36)], w=0.8)  # fmt: skip


def sickle() -> str:
    """Draw a harpe: a sword from whose straight blade a toothed hook grows."""
    spine: list[Point] = [(0, -26), (0, -50), (0, -74), (6, -94), (22, -102), (37, -93), (38, -76),
                          (29, -64)]  # fmt: skip
    out = part(spline(ribbon(spine, [6, 6, 6.4, 7, 7, 6.4, 4.6, 0.3], 28), True), WHITE, GLAZE, 1.3)
    for k in range(9):  # teeth on the inner edge of the hook
        a = pi * (0.96 - 0.136 * k) + pi
        x, y = 20 + 13.6 * cos(a), -79 + 13.4 * sin(a)
        u, v = 20 + 8.8 * cos(a + 0.1), -79 + 9 * sin(a + 0.1)
        p, q = 20 + 13.6 * cos(a + 0.3), -79 + 13.4 * sin(a + 0.3)
        out += part(f"M{n(x)} {n(y)}L{n(u)} {n(v)}L{n(p)} {n(q)}", WHITE, GLAZE, 0.9)
    out += cut([(-2.4, -30), (-2.4, -60), (-1, -84), (8, -99)], line=GLAZE, w=0.9)
    out += part("M-11 -24Q0 -31 11 -24L10 -20Q0 -26 -10 -20Z", BRONZE, GLAZE, 1)
    out += part("M-4.6 -22H4.6L5.6 -4H-5.6Z", RED, GLAZE, 1)
    out += cut(*([(-5, y), (5, y + 2.4)] for y in (-19, -14.6, -10.2, -6.6)), line=WHITE, w=0.8)
    return out + circle(0, -2, 6, BRONZE, GLAZE, 1)


def cap_of_darkness() -> str:
    """Draw the cap that makes its wearer invisible: of hide, with cheek pieces and stars."""
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


def ball_of_thread(line: float) -> str:
    """Draw a ball of thread with a radius of 40 around 0, 0, wound three ways."""
    out = circle(0, 0, 40, BRONZE, GLAZE, line)
    for turn, wide, lens in (
        (24, 39, "M-34 -20Q2 -52 38 -10Q4 2 -34 -20Z"),
        (-38, 38, "M-39 8Q0 -34 39 6Q0 34 -39 8Z"),
        (70, 34, "M-34 20Q0 -14 35 18Q2 46 -34 20Z"),
    ):
        band = part(lens, BRONZE, GLAZE, line)
        x, y, (top, foot) = wide - 4, {39: -15, 38: 7, 34: 19}[wide], {39: (-34, -4), 38: (-12, 19),
                                                                     34: (4, 31)}[wide]  # fmt: skip
        for k in range(1, 5):
            at = top + (foot - top) * k / 5
            band += path(f"M{-x} {y}Q0 {n(2 * at - y)} {x} {y}", "none", GLAZE, line * 0.62)
        out += group(band, f"rotate({turn})")
    return out


def thread() -> str:
    """Draw a partly unrolled ball of thread."""
    loose: list[Point] = [(8, -3), (40, -3), (58, -9), (52, -21), (64, -23), (72, -9), (90, -4)]
    out = path(spline(loose), "none", GLAZE, 4.4) + path(spline(loose), "none", BRONZE, 2.4)
    return out + group(ball_of_thread(1.8), "translate(0 -41)")


def moly() -> str:
    """Draw moly, a plant with a black root and a white flower, pulled out of the ground."""
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
        out += group(leaf(0, 0, 0), f"translate({x} {y}) rotate({turn}) scale(1.5 1.2)")
    for k in range(6):
        petal = part("M0 0C-9 -8 -8 -20 0 -26C8 -20 9 -8 0 0Z", WHITE, GLAZE, 1)
        petal += cut([(0, -6), (0, -18)], line=GLAZE, w=0.6)
        out += group(petal, f"translate(-1 -88) rotate({60 * k})")
    return out + circle(-1, -88, 6, BRONZE, GLAZE, 0.9)


def torch() -> str:
    """Draw a split log from the hearth whose charred end burns."""
    flame = "M-17 -66C-30 -84 -16 -94 -15 -108C-9 -102 -9 -98 -7 -94C-6 -108 4 -116 4 -130C15 -118"
    out = part(f"{flame} 13 -108 13 -96C16 -98 18 -102 18 -106C30 -90 24 -76 17 -66Z", RED, GLAZE)
    flame = "M-12 -66C-18 -78 -9 -84 -8 -93C-3 -88 -2 -85 -1 -82C2 -92 6 -96 6 -106C14 -94 8 -88"
    out += part(f"{flame} 10 -81C18 -88 18 -74 12 -66Z", BRONZE, GLAZE, 0.8)
    out += part("M-14 -2L-17 -40L-19 -66L-9 -74L-2 -67L6 -77L12 -68L19 -70L17 -38L14 2Q0 8 -14 -2Z",
                BRONZE, GLAZE, 1.3)  # fmt: skip
    out += part("M-18 -48L-19 -66L-9 -74L-2 -67L6 -77L12 -68L19 -70L18 -46L12 -40L7 -50L1 -38L-5"
                " -50L-11 -40Z")  # fmt: skip
    out += cut([(-12, -68), (-11, -50)], [(0, -64), (0, -48)], [(10, -66), (10, -50)], w=0.9)
    out += cut([(-9, -34), (-8, -4)], [(0, -30), (-1, -14)], [(8, -36), (7, -2)],
               [(12, -30), (11, -14)], [(-13, -30), (-12, -16)], line=GLAZE, w=0.9)  # fmt: skip
    out += part("M16 -34L31 -43L34 -36L17 -22Z", BRONZE, GLAZE, 1)  # the stump of a branch
    out += path("M31 -43C36 -44 37 -37 34 -36C30 -36 29 -42 31 -43Z", WHITE, GLAZE, 0.7)
    for x, y in ((-24, -104), (24, -118), (-6, -128), (28, -100)):
        out += path(f"M{x} {y - 5}L{x + 1.6} {y}L{x} {y + 5}L{x - 1.6} {y}Z", RED)
    return out


def spear() -> str:
    """Draw a long ash spear with a narrow bronze blade, a bound grip and a spike at its butt."""
    out = part("M-1.5 -110L-1.9 -2H1.9L1.5 -110Z", BRONZE, GLAZE, 0.8)
    for k in range(7):  # the grain of ash
        y = -14 - 13.4 * k
        out += cut([(-0.5, y), (0.3, y - 5), (-0.2, y - 10)], line=GLAZE, w=0.4)
    out += part("M-2.1 -3H2.1L0 12Z", BRONZE, GLAZE, 0.8)
    blade = "M0 -142C4 -134 5.4 -126 4 -118L1.9 -112H-1.9L-4 -118C-5.4 -126 -4 -134 0 -142Z"
    out += part(blade, BRONZE, GLAZE, 1)
    out += cut([(0, -138), (0, -112)], line=GLAZE, w=0.8)
    out += part("M-2.6 -113H2.6L2 -103H-2Z", GLAZE, GLAZE, 0.6)
    out += part("M-2.5 -66H2.5V-46H-2.5Z", RED, GLAZE, 0.7)
    return out + cut(*([(-2.4, y), (2.4, y + 2)] for y in (-64, -60, -56, -52)), line=WHITE, w=0.7)


def bow() -> str:
    """Draw a strung bow with curved tips, and three arrows beside it."""
    out = path("M-19 -118L-19 2", "none", GLAZE, 1.1)
    limbs: list[Point] = [
        (-26, -122), (-17, -118), (-8, -106), (10, -88), (15, -72), (7, -58),
        (15, -44), (10, -28), (-8, -10), (-17, 2), (-26, 6),
    ]  # fmt: skip
    halves = [1.4, 2.6, 3.6, 4.4, 4.2, 4.6, 4.2, 4.4, 3.6, 2.6, 1.4]
    out += part(spline(ribbon(limbs, halves, 40), True), GLAZE, CLAY, 0.9)
    for x, y in ((3, -95), (15, -76), (15, -40), (3, -21)):
        out += circle(x, y, 2.7, BRONZE, GLAZE, 0.7)
    out += part("M4 -66C9 -62 9 -54 4 -50L14 -50C11 -54 11 -62 14 -66Z", RED, CLAY, 0.7)
    for k, turn in enumerate((-9, 0, 9)):
        out += group(_arrow(), f"translate({44 + 9 * k} -58) rotate({turn})")
    return out


def _arrow() -> str:
    """Draw an arrow, point up, with its middle on 0, 0."""
    out = part("M-1.2 50L-1.2 -46H1.2L1.2 50Z") + part(
        "M-5 -44L0 -62L5 -44L0 -47Z", BRONZE, GLAZE, 1)  # fmt: skip
    for y in (30, 37, 44):
        for side in (-1, 1):
            feather = f"M0 {y}L{side * 6} {y + 7}V{y + 11}L0 {y + 4}Z"
            out += path(feather, WHITE, GLAZE, 0.7)
    return out


def mirrored_shield() -> str:
    """Draw a polished shield that reflects the face of the Gorgon."""
    out = circle(0, -52, 52, GLAZE, CLAY, 0.8) + circle(0, -52, 46, BRONZE, GLAZE, 1.2)
    out += circle(0, -52, 39, WHITE, GLAZE, 1.2)
    for k in range(24):
        out += circle(49 * cos(pi * k / 12), -52 + 49 * sin(pi * k / 12), 1.3, BRONZE)
    for k in range(11):  # her snakes
        a = pi * (0.96 + k * 0.108)
        u, v = cos(a), sin(a)
        at = [(17 * u, -48 + 17 * v), (23 * u - 5 * v, -48 + 23 * v + 5 * u),
              (28 * u + 3 * v, -48 + 28 * v - 3 * u), (33 * u, -48 + 33 * v)]  # fmt: skip
        out += part(spline(ribbon(at, [2.6, 2.4, 2, 0.8], 10), True), GLAZE, CLAY, 0.4)
    out += part("M-20 -52C-20 -66 20 -66 20 -52C21 -36 12 -24 0 -24C-12 -24 -21 -36 -20 -52Z")
    for side in (-1, 1):
        x = side * 8.4
        out += part(f"M{x - 5.6} -50Q{x} -57 {x + 5.6} -50Q{x} -45 {x - 5.6} -50Z", WHITE, GLAZE)
        out += circle(x, -50.6, 2.1, GLAZE)
    out += cut([(-15, -57), (-8, -60), (-3, -56)], [(15, -57), (8, -60), (3, -56)],
               [(0, -52), (-3, -43), (3, -43)], w=0.9)  # fmt: skip
    out += part("M-11 -38Q0 -42 11 -38Q8 -30 0 -30Q-8 -30 -11 -38Z", WHITE, CLAY, 0.6)
    out += part("M-3.6 -36H3.6L2.6 -27Q0 -25 -2.6 -27Z", RED, GLAZE, 0.6)
    gleam = path("M-33 -62Q-30 -76 -18 -84", "none", BRONZE, 2.2)
    return out + gleam + path("M33 -42Q30 -28 18 -20", "none", BRONZE, 2.2)


def oxhide_shield() -> str:
    """Draw a shield made of seven hides, with a bull's head in bronze."""
    out = ""
    for ring, fill in enumerate((GLAZE, BRONZE, GLAZE, RED, GLAZE, BRONZE, GLAZE)):
        out += circle(0, -52, 52 - 5.2 * ring, fill, CLAY if fill == GLAZE else GLAZE, 0.8)
    for ring in (1, 3, 5):
        r, count = 49.4 - 5.2 * ring, 30 - 5 * ring
        for k in range(count):  # stitches
            u, v = cos(2 * pi * k / count), sin(2 * pi * k / count)
            out += path(f"M{n((r - 1.7) * u)} {n(-52 + (r - 1.7) * v)}L{n((r + 1.7) * u)}"
                        f" {n(-52 + (r + 1.7) * v)}", "none", WHITE, 0.8)  # fmt: skip
    horns = "M-7 -62C-16 -62 -20 -70 -17 -79C-13 -71 -9 -70 0 -70C9 -70 13 -71 17 -79C20 -70"
    out += part(f"{horns} 16 -62 7 -62Z", WHITE, GLAZE, 0.7)
    head = "M-9 -66C-4 -70 4 -70 9 -66L8 -54C6 -48 6 -42 5 -38Q0 -34 -5 -38C-6 -42 -6 -48 -8 -54Z"
    out += part(head, BRONZE, GLAZE, 0.9)
    out += part("M-8 -62L-15 -59L-8 -57Z", BRONZE, GLAZE, 0.6)
    out += part("M8 -62L15 -59L8 -57Z", BRONZE, GLAZE, 0.6)
    return out + "".join(circle(x, y, r, GLAZE) for x, y, r in (
        (-4.6, -57, 1.5), (4.6, -57, 1.5), (-2.2, -40, 1), (2.2, -40, 1)
    ))  # fmt: skip


def fennel() -> str:
    """Draw a stalk of giant fennel with its umbel, cut open where an ember glows inside."""
    out = ""
    for k in range(9):  # the umbel
        a = pi * (1.08 + 0.105 * k)
        x, y = 34 * cos(a), -88 + 34 * sin(a)
        out += path(f"M0 -84Q{n(x * 0.4)} {n(y * 0.5 - 46)} {n(x)} {n(y)}", "none", GLAZE, 1.5)
        out += "".join(
            circle(x + 4.6 * cos(b), y + 4.6 * sin(b), 2.5, BRONZE, GLAZE, 0.7)
            for b in (a + 1.1, a - 1.1, a, a + 2.6, a - 2.6)
        ) + circle(x, y, 2.3, BRONZE, GLAZE, 0.7)
    for x, y, turn in ((-5, -26, -152), (5, -76, -22)):
        fronds = path("M0 0Q14 -7 32 -4", "none", GLAZE, 1.6)
        for k in range(5):
            at = 6 + 5.4 * k
            fronds += path(f"M{n(at)} -4l5 -8M{n(at)} -4l8 5", "none", GLAZE, 1)
        out += group(fronds, f"translate({x} {y}) rotate({turn})")
    out += part("M-9 0L-7 -84Q0 -88 7 -84L9 0Q0 4 -9 0Z")
    for y in (-16, -72):
        out += path(f"M-9 {y}Q0 {y + 4} 9 {y}L9 {y + 3.4}Q0 {y + 7.4} -9 {y + 3.4}Z", BRONZE, CLAY,
                    0.6)  # fmt: skip
    # the window, the ember and its light
    out += part("M-5.4 -58Q0 -66 5.4 -58L6 -30Q0 -23 -6 -30Z", WHITE, CLAY, 0.9)
    out += part("M-4.4 -32C-8 -42 0 -44 -1 -56C6 -48 4 -44 4 -41C7 -38 6 -34 4 -31Q0 -28 -4.4 -32Z",
                RED,
                GLAZE, 0.6)  # fmt: skip
    out += path("M-1.8 -33C-3 -39 1 -40 1 -46C4 -41 4 -36 1.6 -32Z", BRONZE)
    for k in range(10):
        a = pi * (0.2 * k + 0.1)
        u, v = cos(a), sin(a)
        if abs(v) < 0.9:
            ray = f"M{n(13 * u)} {n(-44 + 15 * v)}L{n(24 * u)} {n(-44 + 25 * v)}"
            out += path(ray, "none", RED,
                        2)  # fmt: skip
    return out + cut([(-5, -6), (-5, -13)], [(3, -4), (3, -12)], [(4, -66), (4, -70)], w=0.7)


VASE_TREASURES = {
    "bow": bow, "cap-of-darkness": cap_of_darkness, "club": club, "cudgel": cudgel,
    "fennel": fennel,
    "mirrored-shield": mirrored_shield, "moly": moly, "oxhide-shield": oxhide_shield,
    "sickle": sickle, "spear": spear, "thread": thread, "torch": torch,
}  # fmt: skip
