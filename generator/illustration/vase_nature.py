"""Draws trees, rocks, fires, small beasts and birds in the style of Attic vases.

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
from generator.illustration.brush import Point, along, heading, n, ribbon, spline

BRANCHES: tuple[tuple[Point, ...], ...] = (
    ((0, -34), (-14, -48), (-34, -54), (-44, -62)), ((1, -38), (16, -50), (34, -52), (46, -58)),
    ((-1, -46), (-14, -64), (-30, -78), (-36, -86)), ((1, -48), (14, -66), (28, -78), (38, -84)),
    ((0, -40), (1, -64), (-4, -82), (1, -96)),
)  # fmt: skip


def _leaf(at: Point, turn: float, long: float) -> str:
    """Return path data of a leaf that grows from a point."""
    u, v = cos(turn * pi / 180) * long, sin(turn * pi / 180) * long
    x, y = at
    over = f"{n(0.3 * u + 0.34 * v)} {n(0.3 * v - 0.34 * u)} {n(0.8 * u + 0.26 * v)}"
    under = f"{n(-0.2 * u - 0.26 * v)} {n(-0.2 * v + 0.26 * u)} {n(-0.7 * u - 0.34 * v)}"
    return (
        f"M{n(x)} {n(y)}c{over} {n(0.8 * v - 0.26 * u)} {n(u)} {n(v)}"
        f"c{under} {n(-0.7 * v + 0.34 * u)} {n(-u)} {n(-v)}Z"
    )


def _tree(fruit: str) -> str:
    wood, leaves, fruits = Body(), "", ""
    wood.add(spline(ribbon([(3, 0), (-3, -18), (1, -34), (0, -50)], [6, 4.4, 4, 2.4], 12), True))
    wood.add("M-9 0C-5 -2 -3 -6 -2 -10H6C7 -5 9 -2 13 0Z")
    for branch in BRANCHES:
        wood.add(spline(ribbon(branch, [2.6, 1.8, 1.2, 0.7], 8), True))
        for k in range(1, 7):
            at, after = along(branch, 0.22 + 0.13 * k - 0.02), along(branch, 0.26 + 0.12 * k)
            for side in (-1, 1):
                leaves += _leaf(at, heading(at, after) + side * 52, 13 - k * 0.5)
        leaves += _leaf(branch[-1], heading(branch[-2], branch[-1]), 12)
        if fruit:
            for t in (0.5, 0.92):
                x, y = along(branch, t)
                fruits += circle(x + 1, y + 5.4, 4.4, fruit, GLAZE, 0.8)
    wood.cut([(1, -6), (-1, -18), (2, -30)], [(-3, -10), (-4, -20), (-1.6, -30)])
    return part(leaves, w=0.5) + wood.svg(0.6) + fruits


def tree() -> str:
    """Draw a tree with leaves in pairs."""
    return _tree("")


def apple_tree() -> str:
    """Draw the tree with the golden apples."""
    return _tree(BRONZE)


def cliff() -> str:
    """Draw a faceted rock that leans to the right."""
    d = "M-38 0L-36 -24L-28 -38L-30 -56L-20 -70L-14 -92L2 -98L16 -90L26 -94L34 -82L28 -66L34 -54"
    d += "L24 -40L28 -22L20 0Z"
    out = part(d, FILLED, CLAY, 0.9)
    facets: list[list[Point]] = [
        [(-36, -24), (-18, -28), (-28, -38)], [(-18, -28), (-12, -8), (-20, 0)],
        [(-30, -56), (-12, -52), (-20, -70)], [(-12, -52), (-6, -34), (-18, -28)],
        [(-14, -92), (0, -80), (16, -90)], [(0, -80), (4, -62), (-12, -52)],
        [(28, -66), (14, -62), (4, -62)], [(14, -62), (34, -54)], [(-6, -34), (10, -40), (24, -40)],
        [(10, -40), (6, -18), (28, -22)], [(6, -18), (2, 0)], [(34, -82), (18, -78), (0, -80)],
        [(18, -78), (14, -62)],
    ]  # fmt: skip
    lines = "".join("M" + "L".join(f"{n(x)} {n(y)}" for x, y in each) for each in facets)
    return out + path(lines, "none", CLAY, 0.8)


def _flames(scale: float) -> str:
    tongues = (
        (-14.0, "M-8 0C-16 -14 -6 -22 -10 -36C2 -28 6 -18 4 -8Z"),
        (12.0, "M8 0C16 -12 8 -24 13 -34C0 -28 -6 -16 -4 -8Z"),
        (0.0, "M-9 0C-16 -18 -2 -28 -2 -52C12 -38 16 -18 9 0Z"),
    )
    out = "".join(group(part(d, RED, CLAY, 0.7), f"translate({n(x)} 0)") for x, d in tongues)
    out += path("M-5 -1C-8 -14 0 -20 0 -32C7 -20 9 -12 5 -1Z", BRONZE)
    return group(out, f"scale({scale})")


def fire() -> str:
    """Draw a fire on crossed logs."""
    out = group(_flames(1.3), "translate(0 -12)")
    for turn, y in ((12, -6), (-12, -6), (0, -3)):
        log = part("M-30 -4H30C33 -4 33 4 30 4H-30Z", FILLED, CLAY, 0.7)
        log += circle(-30, 0, 4, BRONZE, GLAZE, 0.7) + circle(-30, 0, 1.6, "none", GLAZE, 0.5)
        out += group(log, f"translate(0 {y}) rotate({turn})")
    return out


def pyre() -> str:
    """Draw a pyre of logs laid crosswise, in flames."""
    out = group(_flames(1.5), "translate(0 -30)") + group(_flames(0.9), "translate(-22 -28)")
    out += group(_flames(0.9), "translate(24 -28)")
    for row in range(4):
        y = -4.6 - row * 8.4
        if row % 2:
            for x in range(-30, 31, 12):
                out += circle(x, y, 4.2, BRONZE, GLAZE, 0.9) + circle(x, y, 1.7, "none", GLAZE, 0.5)
        else:
            out += part(f"M-42 {n(y - 4)}H42C45 {n(y - 4)} 45 {n(y + 4)} 42 {n(y + 4)}H-42Z")
            out += cut([(-38, y), (38, y - 0.6)])
    return out


def volcano() -> str:
    """Draw an erupting volcano."""
    plume = (
        "M-7 -60C-16 -74 -4 -82 -12 -98C2 -92 4 -84 5 -78C8 -84 12 -88 10 -96C20 -84 16 -70 7 -60Z"
    )
    out = part(plume, RED, CLAY, 0.8) + path(
        "M-3 -60C-6 -70 0 -74 0 -84C6 -76 6 -68 3 -60Z", BRONZE
    )
    for x, y in ((-22, -84), (20, -92), (27, -76), (-28, -70)):
        out += circle(x, y, 2, BRONZE, GLAZE, 0.6)
    out += part("M-56 0C-36 -14 -22 -40 -13 -62L-5 -57L2 -63L13 -60C22 -38 36 -14 56 0Z")
    lines: list[list[Point]] = [
        [(-9, -56), (-18, -34), (-34, -12)], [(9, -56), (20, -32), (34, -12)],
        [(0, -58), (-3, -34), (-10, -10)], [(2, -44), (8, -26), (12, -8)],
    ]  # fmt: skip
    out += path("M-2 -61C-6 -48 4 -42 -1 -30", "none", RED, 3)
    return out + cut(*lines)


def _small_beast(trunk: str, legs: Sequence[tuple[float, float]], foot: float = 2.2) -> Body:
    """Draw a beast in profile with straight legs.

    A leg is given by the x coordinates of its root and its foot.
    """
    body = Body().add(trunk)
    for root, x in legs:
        body.add(spline(ribbon([(root, -30), (x, -14), (x, -2)], [5.4, 2.6, foot], 6), True))
        body.add(f"M{n(x - 2.4)} -3H{n(x + 2.2)}L{n(x + 3.8)} 0H{n(x - 2.6)}Z")
    return body


def sheep() -> str:
    """Draw a ram with a curly fleece."""
    body = _small_beast(
        "M-36 -34C-40 -52 -30 -60 -16 -58C-4 -62 12 -62 22 -58L34 -72L44 -72L46 -54C42 -36 30 -28"
        " 14 -27C-4 -24 -30 -24 -36 -34Z",
        ((-28, -32), (-20, -17), (18, 14), (27, 29)),
    )
    body.add("M32 -70C34 -80 46 -80 50 -72L60 -60C60 -56 55 -55 52 -57L40 -60Z")
    body.add("M-34 -52C-42 -52 -44 -44 -41 -36L-36 -38Z")
    for row in range(3):
        for k in range(7 - row % 2):
            x, y = -29 + 9 * k + 4.5 * (row % 2), -51 + 8.4 * row
            body.cut([(x - 2.6, y), (x, y - 3), (x + 2.6, y), (x + 0.4, y + 1.6)], w=0.7)
    body.cut([(46, -69), (48, -70), (50, -69)], [(55, -58), (58.6, -59)])
    horn = [(42, -75), (32, -78), (29, -67), (36, -61), (42, -66), (38, -70)]
    return body.svg() + limb(horn, [3.6, 3.4, 3, 2.4, 1.6, 0.6], RED)


def goat() -> str:
    """Draw a goat with a beard and long horns."""
    body = _small_beast(
        "M-38 -46C-36 -58 -18 -56 -4 -56C8 -56 20 -60 28 -74L40 -74C42 -58 38 -40 26 -32C12 -28"
        " -18 -26 -30 -30C-38 -34 -40 -40 -38 -46Z",
        ((-30, -36), (-22, -19), (18, 13), (26, 30)),
    )
    body.add("M28 -74C30 -84 42 -86 46 -78L58 -66C58 -62 53 -60 50 -62L38 -64Z")
    body.add("M-37 -50L-46 -62C-42 -64 -36 -58 -33 -52Z").add("M50 -62L47 -48L42 -63Z")
    body.cut(
        [(-32, -48), (-22, -40), (-26, -32)],
        [(20, -56), (26, -46), (18, -36)],
        [(-14, -52), (-10, -40)],
        [(-4, -52), (0, -40)],
        [(42, -76), (45, -77), (47, -75)],
    )
    wide = [3, 2.6, 1.8, 0.6]
    far = limb([(36, -80), (30, -94), (16, -100), (6, -94)], wide, BRONZE)
    near = limb([(40, -81), (36, -97), (22, -106), (10, -102)], wide, BRONZE)
    return far + body.svg() + near


def watchdog() -> str:
    """Draw a sitting dog that looks up."""
    body = Body().add(
        "M-26 -4C-34 -22 -24 -38 -10 -48L8 -68L22 -62C24 -44 20 -30 16 -20L18 -4L26 -2V0H8L4 -24"
        "L-4 -14L4 -3V0H-22Z"
    )
    body.add("M6 -66C6 -80 18 -88 28 -82L46 -80C48 -76 46 -72 40 -72L26 -66L18 -58Z")
    body.add("M12 -80L6 -96L22 -86Z").add("M-24 -4C-40 -2 -46 -12 -44 -24C-40 -14 -34 -10 -24 -12Z")
    body.cut([(8, -62), (16, -50), (14, -34)], [(-18, -8), (-22, -22), (-10, -34), (2, -30)],
             [(26, -79), (29, -80), (31, -78)], [(45, -77), (36, -74)])  # fmt: skip
    collar = path("M8 -67C12 -61 18 -58 22 -58", "none", RED, 2.6)
    return body.svg() + collar


def bird() -> str:
    """Draw a bird that dives to the lower right, beak first."""
    far = spline(
        [(-6, -60), (14, -70), (30, -92), (34, -112), (20, -100), (0, -84), (-16, -70)], True
    )
    out = part(far)
    for k in range(4):
        out += cut([(2 + 5 * k, -70 - 6 * k), (17 + 4 * k, -92 - 4 * k)])
    body = Body().add(spline([(-40, -86), (-20, -72), (4, -50), (22, -38), (30, -28), (20, -24),
        (2, -34),
                              (-18, -52), (-34, -70)], True))  # fmt: skip
    body.add("M-32 -72L-58 -92L-50 -94L-48 -102L-40 -98L-36 -106L-26 -78Z")
    body.cut([(-26, -72), (-12, -60), (4, -46)], [(18, -33), (20, -34)], [(-46, -92), (-34, -80)])
    out += part("M28 -36L42 -14L22 -26Z", BRONZE, GLAZE, 0.7) + body.svg()
    near = spline(
        [(2, -44), (-8, -34), (-28, -26), (-52, -26), (-44, -40), (-28, -54), (-10, -60)], True
    )
    out += part(near) + cut(
        *([(-8 - 6 * k, -54 + 2 * k), (-20 - 7 * k, -32 + k)] for k in range(4))
    )
    return (
        out + path("M-6 -58C-12 -52 -10 -44 2 -44", "none", RED, 2.4) + circle(21, -32, 1.2, WHITE)
    )


def eagle() -> str:
    """Draw an eagle with spread wings and a snake in its claws."""
    out = ""
    for side in (-1, 1):
        for k in range(6):
            turn = -150 + 22 * k
            u, v = cos(turn * pi / 180), sin(turn * pi / 180)
            root, tip = (-13 - 3 * (5 - k), -62 - 2 * (5 - k)), (46 - 4 * k, 46)
            line = [
                root,
                (root[0] + u * tip[0] * 0.6, root[1] + v * 22 + 3),
                (root[0] + u * tip[0], root[1] + v * 40 + k * 5),
            ]
            out += limb([(side * -x, y) for x, y in line], [4, 4.4, 1.2])
        shoulder = [(4.0, -66.0), (14, -74), (30, -76), (34, -70), (20, -62), (6, -52)]
        out += part(spline([(side * x, y) for x, y in shoulder], True), RED, CLAY, 0.7)
    for k in (-1, 0, 1):
        out += limb([(0, -36), (k * 8, -20), (k * 13, -8)], [3, 4, 2.4])
    body = Body().add(
        spline([(0, -76), (9, -66), (9, -50), (4, -34), (-4, -34), (-9, -50), (-9, -66)], True)
    )
    body.add("M-6 -72C-8 -84 2 -90 10 -84L17 -80L14 -74L8 -77L5 -70Z")
    for row in range(3):
        body.cut(
            *(
                [(x - 2.4, -60 + 6 * row), (x, -57.6 + 6 * row), (x + 2.4, -60 + 6 * row)]
                for x in (-4, 1, 6)
            )
        )
    return (
        out
        + body.svg()
        + circle(7, -81, 1.2, WHITE)
        + path("M10 -84L17 -80L14 -74L12 -79Z", BRONZE)
    )


def poppies() -> str:
    """Draw poppies: a flower between two seed heads."""
    out = ""
    for x, top, bend in ((-20, -66, -6), (2, -78, 3), (22, -60, 7)):
        out += limb([(0, 0), (x * 0.5 - bend, top * 0.5), (x, top)], [1.6, 1.3, 1.1])
    for x, y, turn in ((-4, -20, -150), (4, -26, -34), (-6, -40, -160), (9, -42, -30)):
        out += part(_leaf((x, y), turn, 22), w=0.5)
    for x, y in ((-20, -72), (22, -66)):
        out += circle(x, y, 8, FILLED, CLAY, 0.7) + part(
            f"M{x - 7} {y - 9}L{x - 4} {y - 6}H{x + 4}L{x + 7} {y - 9}L{x} {y - 11}Z", RED
        )
        out += cut([(x - 3, y - 6), (x - 4, y + 5)], [(x + 3, y - 6), (x + 4, y + 5)])
    for side in (-1, 1):
        out += part(
            f"M2 -78C{2 + side * 20} -74 {2 + side * 24} -94 {2 + side * 13} -98"
            f"C{2 + side * 8} -94 {2 + side * 2} -92 2 -78Z",
            RED,
        )
    return (
        out
        + part("M2 -78C-8 -86 -6 -98 2 -102C10 -98 12 -86 2 -78Z", RED)
        + circle(2, -84, 3, GLAZE)
    )


def lotus() -> str:
    """Draw a lotus flower on the water."""
    out = ""
    for k in (-3, 3, -2, 2, -1, 1, 0):
        fill = (WHITE, RED, WHITE, RED)[abs(k)]
        line = GLAZE if fill == WHITE else CLAY
        petal = part("M0 0C-14 -16 -12 -38 0 -54C12 -38 14 -16 0 0Z", fill, line, 0.8)
        petal += cut([(0, -6), (0, -40)], line=line)
        out += group(petal, f"translate(0 -12) rotate({k * 24})")
    pad = part("M-36 -4C-20 -16 20 -16 36 -4C20 2 -20 2 -36 -4Z")
    return out + pad + cut([(-28, -5), (0, -9), (28, -5)])


def sun() -> str:
    """Draw a sun with a face, surrounded by rays."""
    out = ""
    for k in range(16):
        ray = part("M-5 -24L0 -46L5 -24Z", (RED, BRONZE)[k % 2], GLAZE, 0.6)
        out += group(ray, f"translate(0 -48) rotate({n(22.5 * k)})")
    out += circle(0, -48, 26, BRONZE, GLAZE, 1)
    brows = "M-14 -54C-10 -58 -6 -57 -4 -54M14 -54C10 -58 6 -57 4 -54"
    face = brows + "M0 -54L-3 -43H2M-8 -36C-4 -32 4 -32 8 -36"
    out += path(face, "none", GLAZE, 1.4)
    return out + circle(-9, -52, 1.5, GLAZE) + circle(9, -52, 1.5, GLAZE)


VASE_NATURE = {
    "apple-tree": apple_tree,
    "bird": bird,
    "cliff": cliff,
    "eagle": eagle,
    "fire": fire,
    "goat": goat,
    "lotus": lotus,
    "poppies": poppies,
    "pyre": pyre,
    "sheep": sheep,
    "sun": sun,
    "tree": tree,
    "volcano": volcano,
    "watchdog": watchdog,
}
