"""Draws the parts that monsters share: snakes, wings, paws, trunks, heads of dogs and lions."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, pi, sin

from generator.illustration.black_figure import (
    CLAY,
    FILLED,
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
from generator.illustration.brush import Point, along, lerp, n, ribbon, spline


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
    """Draw a serpent along points, from its body to its head."""
    k = len(points)
    ws = [w * (1 - slim * i / (k - 1)) for i in range(k)]
    o = ribbon(points, ws, steps)
    b = part(spline(o, True), fill, line)
    if scales:
        b += _scales(points, w, fill, line, steps, slim)
    tip, q = points[-1], along(points, 0.97)
    a = degrees(atan2(tip[1] - q[1], tip[0] - q[0]))
    flip = -1 if abs((a + 180) % 360 - 180) > 90 else 1
    drawn = _snake_head(fill, line, tongue, crest, beard, jaw)
    return b + group(
        drawn,
        f"translate({n(tip[0])} {n(tip[1])}) rotate({n(a)}) scale({n(head / 3)}"
        f" {n(flip * head / 3)})",
    )


def _scales(
    points: Sequence[Point], w: float, fill: str, line: str, steps: int, slim: float
) -> str:
    """Draw alternating scales and dots along a serpent."""
    b = ""
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
    return b


def _snake_head(fill: str, line: str, tongue: bool, crest: bool, beard: bool, jaw: float) -> str:
    """Draw a serpent's head with open jaws, 3 units wide."""
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
    return h


def wing(root: Point, side: int, size: float = 1.0, turn: float = 0) -> str:
    """Draw a sickle-shaped wing with bars and feathers, partly in red and white."""
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


def paw(body: Body, hip: Point, knee: Point, heel: Point, toe: Point, k: float = 1.0) -> Body:
    """Add a beast's leg that ends in a paw."""
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
    """Draw a beast on four feet, in two parts: the far legs, and everything else."""
    far = paw(
        paw(Body(), (16, -46), (26, -24), (27, -4.4), (34, 0), 0.92),
        (-26, -42),
        (-13, -26),
        (-22, -4.6),
        (-14, 0),
        0.92,
    )
    back = [(-38, -42), (-36, -53), (-24, -57), (-6, -54), (8, -57), (20, -62), (30, -56)]
    belly = [(30, -44), (20, -36), (4, -37 - lean), (-12, -40 - lean), (-28, -32), (-37, -35)]
    near = Body().add(spline([*back, *belly], True))
    paw(
        paw(near, (20, -46), (12, -23), (10, -4.4), (18, 0)),
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


def dog(x: float, y: float, turn: float, size: float, neck: str = "", side: int = 1) -> str:
    """Draw the head of a hound with open jaws, which faces left if `side` is -1.

    A neck, as path data in the coordinates of x and y, merges with the head to one silhouette.
    """
    place = f"translate({n(x)} {n(y)}) scale({side} 1) rotate({n(turn)}) scale({n(size)})"
    skull = "M-8 -3C-7 -8 -1 -9 3 -6.4L14.6 -3.4C16.6 -2.6 16.6 -.6 15 .2L5 1.4C3 5 -3 7 -7.4 4.4Z"
    below = group(path(skull, CLAY, CLAY, 2), place)
    if neck:
        below += Body().add(neck).svg()
    h = path(skull, FILLED)
    h += part("M2 2.6L13 4C13.4 5.6 12 6.8 10 6.8C6 7 2.4 6.6 -1.4 5.6Z", w=0.5)
    h += path("M5.4 1.4L6.4 3.6L7.4 1.1ZM9.6 .9L10.4 2.9L11.4 .6ZM8 4.6L8.8 2.8L9.6 4.7Z", WHITE)
    h += path("M4 3.4C8 3.4 12 3.4 16.4 6.4", "none", RED, 1)
    h += part("M-4 -6C-5 -11 -8 -14 -12 -15.4C-12.4 -10 -10.4 -5 -6.4 -2.4Z", RED, CLAY, 0.5)
    h += path("M2.4 -4.4C3.6 -5.6 5.6 -5.2 6.4 -3.8C5 -3 3.6 -3.2 2.4 -4.4Z", WHITE) + circle(
        4.8, -4.3, 0.8, GLAZE
    )
    h += cut([(-6, -1), (-3.4, 0.4), (-2.6, 3.4)], [(9, -2.6), (12, -1.6), (14.6, -1.6)], w=0.5)
    return below + group(h, place)


def lion_head() -> str:
    """Draw the head of a lion at the front of a trunk, surrounded by a mane of flames."""
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
    skull = [(24, -62), (27, -73), (36, -75), (43, -70), (53, -63), (54, -58), (50, -56),
             (42, -55), (34, -49), (26, -52)]  # fmt: skip
    b += part(spline(skull, True))
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
