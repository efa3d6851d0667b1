"""Draws the Minotaur and Talos in the style of Attic vases, about 100 units high and standing on y
= 0.
"""

from __future__ import annotations

from math import cos, sin

from generator.illustration.black_figure import (
    BRONZE,
    CLAY,
    GLAZE,
    RED,
    WHITE,
    Body,
    circle,
    cut,
    part,
    path,
)
from generator.illustration.brush import along, ribbon, spline


def minotaur() -> str:
    """Draw the Minotaur: a running man with the head of a bull and a stone in his hand."""
    far = Body().leg((-3.0, -46), (-10, -15), (-30, -10.5), (-33.5, -0.4))
    near = (
        Body()
        .torso()
        .arm((-12, -71.4), (-25, -60.6), (-17.6, -47))
        .arm((12, -71.4), (27, -70), (27.4, -87))
        .leg((3.6, -46.4), (23, -37.4), (18.6, -7), (28.6, 0))
    )
    body = far.svg() + near.svg()
    return _bull_tail() + body + _bull_neck() + _bull_head() + _bull_ear_and_horn() + _stone()


def _bull_tail() -> str:
    tail = [(-6, -46), (-17, -44), (-26, -36), (-27, -25), (-35, -21), (-40, -27)]
    b = part(spline(ribbon(tail, [1.8, 1.4, 1.1, 1.0, 0.9, 0.8], 14), True))
    b += part("M-39 -24.6C-43 -26 -46 -30 -45.6 -36C-41 -34 -37.6 -31 -37 -27Z")
    b += cut([(-39.6, -27), (-43.4, -32)], w=0.45)
    return b


def _bull_neck() -> str:
    """Draw the curly neck of the Minotaur."""
    b = part(
        spline(
            [
                (-8.5, -75),
                (-9.4, -84),
                (-5.4, -94),
                (1.6, -97.4),
                (7.4, -92),
                (8.4, -84),
                (9.2, -75.4),
                (3, -73),
                (-4, -73),
            ],
            True,
        )
    )
    for x0, y, m in [(-7, -77.5, 5), (-7.4, -81.5, 4), (-7, -85.6, 4), (-5.6, -89.6, 3)]:
        for k in range(m):
            b += cut(
                [
                    (x0 + 3.1 * k, y),
                    (x0 + 3.1 * k + 1.4, y - 1.9),
                    (x0 + 3.1 * k + 2.7, y - 0.2),
                    (x0 + 3.1 * k + 1.6, y + 0.3),
                ],
                w=0.55,
            )
    return b


def _bull_head() -> str:
    """Draw the head and the far horn of the Minotaur."""
    b = part(
        spline(
            ribbon([(3.4, -95), (9, -99), (15, -102.5), (17.4, -109)], [2.3, 2.1, 1.6, 0.3], 10),
            True,
        ),
        WHITE,
        GLAZE,
        0.45,
    )
    h = (
        "M-2.4 -95.6C2 -98 7.4 -97.4 10.4 -94.2C13.8 -91 18 -86.4 20.2 -82.4"
        "C21.4 -80 20.8 -77.6 18.6 -76.8C16.4 -76 14 -77.2 12 -78.2"
        "C8 -79 3.6 -80.4 1.4 -83.2C-1.6 -86.6 -3.6 -91.4 -2.4 -95.6Z"
    )
    b += part(h)
    b += cut(
        [(14.2, -77.6), (16.6, -79.2), (20, -79.4)],
        [(13.4, -88.8), (14.8, -84.6), (17, -82.4)],
        [(2.6, -83.2), (6, -83.6), (8.6, -86.4), (8.4, -90)],
        [(6, -81), (7.6, -79.2), (8, -76)],
        [(8.6, -80.6), (9.6, -78.6), (9.4, -76)],
    )
    b += circle(18.4, -82.2, 0.85, RED, CLAY, 0.4)
    b += path(
        "M6.4 -92.2C7.8 -94.2 10.6 -93.8 11.8 -91.6C10 -90.2 7.8 -90.4 6.4 -92.2Z", WHITE, CLAY, 0.4
    ) + circle(9.3, -92.1, 1.05, GLAZE)
    b += cut(
        [(5.4, -93.4), (8, -95.6), (11.4, -94.4)],
        [(5.8, -90.6), (8.6, -88.8), (11.6, -89.6)],
        w=0.55,
    )
    return b


def _bull_ear_and_horn() -> str:
    """Draw the near ear and horn of the Minotaur."""
    b = part("M-2.4 -93.4C-7 -96.6 -10.6 -96 -13 -93.6C-10 -91 -6 -90.4 -2.2 -91.4Z") + cut(
        [(-3.6, -92.8), (-7, -94.2), (-10.4, -93.6)], w=0.5
    )
    b += part(
        spline(
            ribbon(
                [(0.6, -95.6), (-2.6, -101), (-1, -107.5), (4.6, -112)], [2.7, 2.5, 1.8, 0.3], 10
            ),
            True,
        ),
        WHITE,
        GLAZE,
        0.45,
    )
    b += cut(
        [(-2.6, -98.6), (-0.8, -98.8), (1, -99.6)],
        [(-3.6, -101.4), (-2, -101.2), (-0.2, -101.2)],
        line=GLAZE,
        w=0.5,
    )
    return b


def _stone() -> str:
    stone = [
        (19, -96),
        (20.4, -101.6),
        (25, -106.4),
        (32, -105.4),
        (37, -100.6),
        (35.6, -94),
        (30, -91.4),
        (23, -91.6),
    ]
    return part(spline(stone, True, tension=0.2), WHITE, GLAZE, 0.5) + cut(
        [(23, -97.4), (26.4, -99.4), (29, -98)],
        [(28, -94), (31, -95.6), (32.6, -98.6)],
        line=GLAZE,
        w=0.5,
    )


def talos() -> str:
    """Draw Talos, a man of bronze who throws rocks."""
    b = (
        Body(BRONZE, GLAZE)
        .leg((-3.8, -46), (-13.6, -25), (-22.6, -6), (-12.6, 0), 1.04)
        .torso()
        .leg((4, -46), (15, -27), (15, -6), (25, 0), 1.06)
        .arm((-12, -72), (-25.6, -78), (-17, -96), 1.06)
        .arm((12, -72), (25.6, -78), (19, -96), 1.06)
        .svg(0.6)
    )
    b += _plates() + _bronze_head() + _bronze_crest() + _rivets() + _bronze_beard()
    # the nail that closes his one vein
    b += circle(15, -5.6, 2.1, RED, GLAZE, 0.5) + circle(15, -5.6, 0.9, WHITE, GLAZE, 0.3)
    return _rock() + b


def _plates() -> str:
    """Draw the bronze plates at Talos' waist, with their rivets."""
    b = part(
        "M-9.6 -47.4C-4 -44.4 4 -44.4 9.6 -47.4L9.2 -43.6C4 -39.6 -4 -39.6 -9.2 -43.6Z",
        RED,
        GLAZE,
        0.5,
    )
    for x in (-7, -3.6, 0, 3.6, 7):
        b += circle(x, -43.9 + 0.06 * x * x * -0.6, 0.75, WHITE, GLAZE, 0.4)
    return b


def _bronze_head() -> str:
    """Draw Talos' bronze face in profile, in a smooth helmet."""
    b = part(
        "M-4.6 -75.6C-4 -79 -4.4 -81 -5 -83L5 -83C4.6 -80.4 5 -78 6 -75.6C2.6 -73.6 -1.4"
        " -73.8 -4.6 -75.6Z",
        BRONZE,
        GLAZE,
        0.6,
    )
    b += part(
        "M-7 -86C-8 -93 -3.6 -98.6 2.2 -98.4C7 -98.2 9 -95 9 -91.6L10.8 -87.4C11 -86.6"
        " 10.4 -86.2 9.6 -86.2L9.8 -84.6L9.2 -83.8L9.4 -81.4C8.6 -79.6 5.6 -79.6 3.6"
        " -80.6C1 -81.2 -1.4 -82.6 -2.6 -84.4C-4 -83.6 -6 -84.4 -7 -86Z",
        BRONZE,
        GLAZE,
        0.6,
    )
    b += part(
        "M-8 -84.6C-9.6 -93.4 -4.4 -100.4 2.4 -100.2C7.4 -100 9.6 -96.4 9.4 -92.6C5.4"
        " -94.2 1.6 -93 .6 -90C0 -87.6 -.6 -85.4 -3.4 -83.6C-5 -82.8 -7 -83.2 -8 -84.6Z",
        GLAZE,
        BRONZE,
        0.5,
    )
    b += part(
        "M-11.6 -80C-13.4 -92 -8.6 -104 2 -104.4C7.6 -104.4 11 -101.6 12.4 -98.4C9"
        " -100.4 5 -101 1.4 -100C-6 -97.4 -9.4 -90 -8.2 -80.6C-9.2 -79.4 -10.4 -79.2"
        " -11.6 -80Z",
        RED,
        GLAZE,
        0.5,
    )
    return b


def _bronze_crest() -> str:
    """Draw the crest of Talos' helmet, and the eye and mouth under it."""
    b = ""
    for k in range(8):
        b += cut(
            [
                along([(-8.4, -84), (-7.2, -93), (-1, -99), (7.6, -100.4)], k / 7),
                along([(-11.8, -83), (-10.6, -95), (-2, -103.2), (8, -103.4)], k / 7),
            ],
            line=CLAY,
            w=0.45,
        )
    b += (
        path(
            "M4.4 -90.6C5.8 -92 7.8 -91.6 8.6 -90.2C7.2 -89.2 5.6 -89.4 4.4 -90.6Z",
            WHITE,
            GLAZE,
            0.4,
        )
        + circle(6.6, -90.5, 0.85, GLAZE)
        + cut(
            [(9.4, -83.9), (7.4, -83.6), (6.2, -84)],
            [(3.8, -92), (6, -93), (8.8, -92)],
            line=GLAZE,
            w=0.5,
        )
    )
    return b


def _rivets() -> str:
    """Draw the rivets around Talos' joints."""
    b = ""
    for x, y in ((-25.6, -78), (25.6, -78), (-13.6, -25), (15, -27)):
        for k in range(5):
            b += circle(
                x + 2.7 * cos(k * 1.257 + 0.4),
                y + 2.7 * sin(k * 1.257 + 0.4),
                0.55,
                WHITE,
                GLAZE,
                0.3,
            )
    return b


def _bronze_beard() -> str:
    return part(
        "M9.4 -81.6C9.6 -79.4 9.4 -77.6 8 -75.6C4 -76 .4 -79 -1.6 -83.4C1.4 -83.4 2.6"
        " -82 4.4 -82C6 -82.4 7.6 -82.4 9.4 -81.6Z",
        GLAZE,
        BRONZE,
        0.45,
    ) + cut(
        [(1, -82), (3, -79.4), (6.4, -77)],
        [(3.6, -81.4), (5, -79.6), (7.8, -77.6)],
        line=BRONZE,
        w=0.4,
    )


def _rock() -> str:
    rock = [
        (-25, -105),
        (-22, -115),
        (-12, -124),
        (4, -126),
        (20, -121),
        (28, -110),
        (25, -102),
        (14, -104),
        (2, -109),
        (-10, -106),
        (-19, -101),
    ]
    return part(spline(rock, True, tension=0.14)) + cut(
        [(-17, -108), (-13, -116), (-6, -119)],
        [(2, -122), (10, -121), (17, -116)],
        [(12, -109), (17, -112), (23, -109)],
        [(-6, -112), (1, -115), (7, -114)],
        [(-21, -104), (-18, -107), (-13, -107)],
    )
