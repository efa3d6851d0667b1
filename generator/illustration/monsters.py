"""Draws Cerberus, the Chimera, the Hydra and the Sphinx in the style of Attic vases.

They are about 100 units high, stand on y = 0, face right, and have the colours of a vase.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin, tau

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
from generator.illustration.brush import Point, n, ribbon, spline
from generator.illustration.monster_parts import dog, lion_head, paw, snake, trunk, wing


def hydra() -> str:
    """Draw the Hydra with nine snakes on one trunk, and the crab that Hera sent."""
    b = ""
    tail = [
        (-8, -9),
        (-24, -6.4),
        (-38, -5.4),
        (-51, -6.4),
        (-58.6, -11.4),
        (-57.4, -18),
        (-51, -18.4),
        (-49.4, -14),
    ]
    b += snake(tail, 6.4, head=0.05, tongue=False, steps=20, slim=0.86)
    b += "".join(_neck(k) for k in (0, 8, 2, 6, 1, 7, 3, 5, 4))
    return b + _trunk() + _crab()


def _neck(k: int) -> str:
    """Draw one of the nine heads of the Hydra on its neck, counted from the left."""
    th = pi * (1.02 - 0.13 * k)
    end = (
        4 + (55 - 5 * abs(k - 4) / 4) * cos(th) * 0.98,
        -24 - 66 * sin(th) * (1 if k % 2 == 0 else 1.02) - (9 if k in (0, 8) else 0),
    )
    base = (2 + 1.6 * (k - 4), -18 - (4 - abs(k - 4)) * 1.2)
    dx, dy = end[0] - base[0], end[1] - base[1]
    far = hypot(dx, dy)
    swing = 5.4 * (1 if k > 4 else -1 if k < 4 else 1)
    line_of = [
        (
            base[0] + dx * t - dy / far * swing * sin(tau * t),
            base[1] + dy * t + dx / far * swing * sin(tau * t),
        )
        for t in (0, 0.2, 0.42, 0.62, 0.82, 0.97)
    ]
    line_of.append((line_of[-1][0] + (4.2 if k >= 4 else -4.2), line_of[-1][1] - 0.6))
    return snake(line_of, 4.7, head=4.6, crest=True, beard=True, steps=13, jaw=24, slim=0.5)


def _trunk() -> str:
    """Draw the scaly trunk of the Hydra, from which the necks grow."""
    stump = [
        (-22, 0),
        (-24, -7),
        (-18, -15),
        (-11, -21),
        (-7, -30),
        (2, -33),
        (11, -30),
        (15, -21),
        (21, -14),
        (25, -6),
        (23, 0),
    ]
    b = part(spline(stump) + "Z")
    for r in range(6):
        for k in range(-5, 6):
            x, y = 1.5 + k * 4.2 + (2.1 if r % 2 else 0), -27.6 + 4.8 * r
            if abs(x - 1.5) < (5.5, 8, 10.4, 13, 18, 21)[r]:
                b += cut([(x - 1.9, y - 1.4), (x, y + 1.8), (x + 1.9, y - 1.4)], w=0.55) + (
                    circle(x, y - 1, 0.6, RED) if (r + k) % 2 else ""
                )
    return b


def _crab() -> str:
    """Draw the crab that Hera sent against Heracles."""
    c = "".join(
        cut([(s * 3, -2.6), (s * 6, -4.4 - j), (s * 7.6, -0.4)], line=GLAZE, w=0.8)
        for s in (-1, 1)
        for j in (0, 1.6)
    )
    c += "".join(
        part(
            f"M{n(s * 3)} -4.4C{n(s * 5)} -8 {n(s * 8)} -9 {n(s * 8.4)} -12C{n(s * 6)} -11.6"
            f" {n(s * 5.6)} -10 {n(s * 5.2)} -11.4C{n(s * 3.4)} -9.6 {n(s * 2.6)} -7"
            f" {n(s * 2.2)} -5Z",
            RED,
            GLAZE,
            0.4,
        )
        for s in (-1, 1)
    )
    c += (
        part("M-5 -2.6C-4 -6.2 4 -6.2 5 -2.6C4 .2 -4 .2 -5 -2.6Z", RED, GLAZE, 0.45)
        + circle(-1.4, -5.6, 0.6, WHITE, GLAZE, 0.25)
        + circle(1.4, -5.6, 0.6, WHITE, GLAZE, 0.25)
        + cut([(-2.6, -2.4), (0, -1.4), (2.6, -2.4)], line=WHITE, w=0.4)
    )
    return group(c, "translate(36 0) scale(1.1)")


def cerberus() -> str:
    """Draw Cerberus: a hound with three heads and a snake for a tail."""
    far, near = trunk(2)
    b = snake(
        [(-34, -48), (-46, -52), (-54, -64), (-46, -76), (-52, -86)],
        3.4,
        head=4.2,
        steps=14,
        crest=True,
    )
    necks: list[tuple[list[Point], float, int]] = [
        ([(24, -50), (19, -64), (12, -76), (3, -86)], -10, -1),
        ([(24, -50), (31, -66), (33, -80), (41, -92)], -8, 1),
        ([(20, -50), (36, -55), (48, -63), (61, -69)], 8, 1),
    ]
    heads = [
        dog(*points[-1], turn, 1.04, spline(ribbon(points, [11, 8, 6.2, 5.2], 12), True), side)
        for points, turn, side in necks
    ]
    b += far.svg() + heads[0] + heads[1] + near.svg() + heads[2]
    for x, y, t in ((19, -65, -14), (34, -70, 10), (44, -58, 20)):
        b += group(
            snake(
                [(0, 0), (2, -5), (-1, -9), (2, -13)],
                1.2,
                scales=False,
                head=2,
                steps=8,
                tongue=True,
            ),
            f"translate({x} {y}) rotate({t - 40})",
        )
    collar = spline([(15, -62), (24, -58), (33, -50), (35, -43)])
    return b + path(collar, "none", CLAY, 3.4) + path(collar, "none", RED, 2.4)


def chimera() -> str:
    """Draw the Chimera: a fire-breathing lion with a goat on its back and a snake for a tail."""
    far, near = trunk(0)
    b = snake(
        [(-35, -46), (-47, -44), (-54, -54), (-50, -68), (-56, -78), (-50, -84)],
        3.8,
        head=4.6,
        steps=16,
        crest=True,
        beard=True,
    )
    b += far.svg() + _goat() + near.svg()
    b += lion_head()
    for d, tint in (
        (
            "M51 -52C56 -56 58 -51 61 -54C61 -50 66 -51 68 -55C68.6 -48 63 -44 57 -45C54"
            " -45.6 51 -48 51 -52Z",
            RED,
        ),
        ("M53 -50C56 -52.4 58 -49.6 60 -50.6C60.4 -48.4 57 -46.6 54 -48Z", WHITE),
    ):
        b += path(d, tint, GLAZE, 0.4)
    return b


def _goat() -> str:
    """Draw the goat on the Chimera's back."""
    b = part(spline(ribbon([(-10, -50), (-9, -66), (-4, -80)], [7, 5, 4.6], 8), True))
    for points in (
        [(-6, -88), (-12, -96), (-22, -98), (-28, -92)],
        [(-4, -89), (-8, -99), (-17, -103), (-25, -99)],
    ):
        b += part(spline(ribbon(points, [2, 1.8, 1.3, 0.3], 10), True), WHITE, GLAZE, 0.45)
    b += part(
        "M-9 -86C-8 -91 -1 -92 3 -87L10.6 -78.4C11 -76 9.4 -74.6 7 -75L-1 -77"
        "C-5 -78 -9.4 -81 -9 -86Z"
    )
    b += part("M4 -75.6L3 -68L.4 -76.4Z", w=0.5) + part(
        "M-7 -86C-11 -87 -15 -85.6 -16.6 -82.6C-13 -81 -9 -82 -6.6 -84Z", w=0.5
    )
    b += (
        path("M-.6 -85.6C.8 -87 2.8 -86.4 3.4 -84.8C2 -84.2 .6 -84.4 -.6 -85.6Z", WHITE)
        + circle(1.8, -85.3, 0.75, GLAZE)
        + cut([(6, -76.4), (8, -77.6), (10.4, -77.4)], w=0.45)
    )
    return b


def sphinx() -> str:
    """Draw the Sphinx: a winged lion with the head of a woman, seated on a pillar."""
    plinth = part("M-40 0V-5H34V0Z", WHITE, GLAZE, 0.5) + part(
        "M-36 -5V-9H30V-5Z", WHITE, GLAZE, 0.5
    )
    b = part(
        spline(
            ribbon(
                [(-30, -14), (-44, -14), (-50, -26), (-42, -36), (-36, -30)],
                [2.4, 2, 1.7, 1.6, 2.2],
                14,
            ),
            True,
        )
    )
    far = paw(Body(), (10, -48), (17, -30), (16, -13.4), (24, -9), 0.86)
    b += far.svg()
    b += group(wing((0, 0), -1, 1.42, -8), "translate(4 -52)")
    b += _lioness()
    for x, y in ((10.0, -58.0), (13.0, -53.0), (9.0, -52.0), (13.0, -47.0)):
        b += cut([(x - 2, y - 1), (x, y + 1.4), (x + 2, y - 1)], w=0.5)
    return plinth + b + womans_head()


def _lioness() -> str:
    """Draw the seated lion's body of the Sphinx."""
    near = Body().add(
        spline(
            [
                (14, -64),
                (20, -56),
                (18, -44),
                (10, -34),
                (4, -24),
                (-4, -14),
                (-20, -9),
                (-34, -12),
                (-36, -26),
                (-26, -36),
                (-12, -42),
                (-2, -52),
                (4, -62),
            ],
            True,
        )
    )
    near.add(spline([(-33, -22), (-26, -33), (-13, -32), (-7, -20), (-10, -9), (-32, -9)], True))
    paw(near, (9, -48), (9, -29), (6, -13.4), (14, -9), 0.9)
    near.add(spline([(-18, -14), (-6, -14.6), (2, -12), (3, -9), (-18, -9)], True))
    near.cut(
        [(-31, -20), (-25, -30), (-14, -29), (-9.6, -20), (-13, -12)],
        [(2, -56), (8, -48), (6, -40)],
        [(-20, -35), (-16, -40)],
        w=0.6,
    )
    return near.svg()


def womans_head() -> str:
    """Draw the woman's head of the Sphinx, with locks and a headband."""
    b = part(spline(ribbon([(-1, -84), (-4, -72), (-1, -60)], [6, 5.4, 3.4], 10), True))
    for x in (-5.4, -2.8, -0.4):
        b += cut([(x, -78), (x - 0.8, -70), (x + 1.6, -61)], w=0.5)
    neck = "M2 -72L3 -60L14 -62L11.6 -70Z"
    face = (
        "M4.4 -94C11 -95 14.6 -91 14.8 -87.4L18.4 -80.4C18.6 -79 17.6 -78.4 16.4 -78.6"
        "L16.6 -76.4L15.4 -75.4L15.8 -73.2C15.2 -71 12.4 -70.6 9.6 -71.2"
        "C4.6 -71.6 0 -76 -.4 -83Z"
    )
    b += part(neck, WHITE, GLAZE, 0.5) + part(face, WHITE, GLAZE, 0.55)
    hair = [(14.8, -88.6), (12, -96), (3, -98.6), (-6, -95), (-8.4, -86), (-5, -77), (0, -74),
            (3, -79), (5, -85), (9, -88)]  # fmt: skip
    b += part(spline(hair, True, tension=0.6))
    b += path("M13.6 -90.6C8 -93.4 0 -91.4 -7.4 -84.6", "none", CLAY, 2.6) + path(
        "M13.6 -90.6C8 -93.4 0 -91.4 -7.4 -84.6", "none", RED, 1.8
    )
    b += path(
        "M9.4 -83.6C11 -85.4 13.4 -85.2 14.6 -83.2C12.8 -82.2 10.8 -82.2 9.4 -83.6Z",
        WHITE,
        GLAZE,
        0.4,
    ) + circle(12.4, -83.6, 0.95, GLAZE)
    b += cut(
        [(8.4, -86.6), (11.6, -88.2), (15, -86.4)],
        [(16.2, -76.6), (14, -76.4), (12.8, -76.8)],
        line=GLAZE,
        w=0.5,
    )
    b += circle(2.4, -77, 1.3, RED, CLAY, 0.4)
    return b
