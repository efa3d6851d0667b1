"""Draws the Gorgon Medusa in the style of Attic vases, running and facing the viewer.

She is about 100 units high, and y = 0 is the ground.
"""

from __future__ import annotations

from math import cos, pi, sin

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
    pen,
)
from generator.illustration.brush import n, ribbon, spline
from generator.illustration.monster_parts import snake, wing


def medusa() -> str:
    """Draw Medusa running, with her face towards the viewer."""
    body = _limbs() + _chiton() + _aegis() + _belt()
    return body + _snakes() + _locks() + _head() + _eyes() + _nose() + _mouth()


def gorgon_head() -> str:
    """Draw the head of Medusa, cut off and hanging by a snake, with its chin on y = 0."""
    held = snake([(0, -96), (-3, -104), (3, -112), (0, -122)], 2.2, scales=False, head=3, steps=10)
    drops = "".join(
        path(f"M{x} {y}q-2 3.4 0 5q2 -1.6 0 -5Z", RED, GLAZE, 0.3)
        for x, y in ((-3.4, -70), (0, -67), (3.4, -70.6))
    )
    stump = part("M-5 -76H5L4.4 -70L2 -72L0 -69.4L-2.4 -72L-4.6 -70Z", RED, GLAZE, 0.6)
    face = stump + drops + _snakes() + _locks() + _head() + _eyes() + _nose() + _mouth()
    return group(held + face, "translate(0 62)")


def _limbs() -> str:
    """Draw the wings, the legs with winged boots, and the arms."""
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
    return b


def _chiton() -> str:
    """Draw a short, checked chiton with a fringe."""
    b = ""
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
    return b


def _aegis() -> str:
    """Draw the aegis, a goatskin with scales."""
    b = ""
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
    return b


def _belt() -> str:
    """Draw a belt of two snakes."""
    return snake(
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


def _snakes() -> str:
    """Draw the snakes in the hair."""
    b = ""
    for k in range(9):
        a = pi * (1.06 + 0.86 * k / 8)
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
    return b


def _locks() -> str:
    """Draw locks that fall on the shoulders."""
    b = ""
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
    return b


def _head() -> str:
    """Draw the face, without its features, below a row of curls."""
    b = part(
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
    return b


def _eyes() -> str:
    """Draw the eyes and brows, the lines of the cheeks, and the earrings."""
    b = ""
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
        b += pen([(s * 1, -91), (s * 4.4, -93.6), (s * 9.8, -91.2)], 1.3, GLAZE)
        b += cut([(s * 9.6, -84), (s * 7.6, -81.6), (s * 7.4, -79)], line=GLAZE, w=0.5) + circle(
            s * 11.4, -83.4, 1.2, RED, GLAZE, 0.4
        )
    return b


def _nose() -> str:
    """Draw the nose with its nostrils."""
    return path(
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


def _mouth() -> str:
    """Draw the mouth with teeth, tusks and tongue."""
    b = path(
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
