"""Draws the garments of draped people: skirt, bodice, mantles, and the bare breast."""

from __future__ import annotations

from generator.illustration.brush import Brush, Point, along, mix, ribbon, spline
from generator.illustration.cloth import SHADE, drape, pleats
from generator.illustration.things import GOLD, GOLD_DARK


def skirt(brush: Brush, base: str, step: float) -> str:
    """Draw a pleated skirt down to the feet; one foot is put forward by `step`."""
    sheet = (
        [(-6.2, -61), (-9.7, -50), (-10.4, -28), (-13, -4.6)],
        [(-3.2, -61), (-5.4, -50), (-6.2, -28), (-8.2, -3.4)],
        [(-0.2, -61), (-0.8, -49), (-1.6, -27), (-3, -2.8)],
        [(3.2, -61), (5, -49), (6.2 + step * 0.5, -29), (4.6 + step * 0.5, -3.0)],
        [(6.4, -61), (9.6, -50), (11.6 + step, -30), (10.2 + step, -14), (12.4 + step, -4.2)],
    )
    folds = [*pleats(0.07, 0.56, 7, 0.05, 0.62),
             (0.66, 0.52, 1, 0.05), (0.77, 0.6, 1, 0.06), (0.88, 0.56, 1, 0.06),
             (0.74, 0.08, 0.5, -0.09), (0.93, 0.1, 0.62, 0.07)]  # fmt: skip
    return drape(brush, sheet, folds, base, 0.028)


def bodice(brush: Brush, base: str, skin: str) -> str:
    """Draw the upper part of a chiton that is pinned on both shoulders."""
    sheet = (
        [(-8.7, -79.6), (-8.9, -72), (-6.3, -60.8)],
        [(-4.4, -81.4), (-4.2, -71), (-2.3, -60.4)],
        [(4.2, -81.4), (5.2, -71.5), (2.4, -60.4)],
        [(8.7, -79.8), (9.6, -72.5), (6.4, -60.8)],
    )
    folds = [(0.12, 0, 0.97, 0.07), (0.27, 0.05, 0.97, 0.08), (0.4, 0.3, 0.97, 0.07),
             (0.52, 0.42, 0.97, 0.06), (0.64, 0.3, 0.97, 0.07), (0.76, 0.05, 0.97, 0.08),
             (0.9, 0.02, 0.97, 0.07)]  # fmt: skip
    neck = "M-4.6 -81.6C-2.6 -77.6 2.4 -77.4 4.5 -81.6L2.6 -84L-2.8 -84Z"
    seam = "M-4.6 -81.5C-2.6 -77.5 2.4 -77.3 4.5 -81.5"
    return (
        drape(brush, sheet, folds, base, 0)
        + f'<path d="{neck}" fill="{skin}"/>'
        + brush.shape(seam, "none", brush.ink, 0.34)
        + brush.disc(-4.7, -81.3, 0.85, GOLD, 0.22)
        + brush.disc(4.6, -81.3, 0.85, GOLD, 0.22)
    )


def overfold(brush: Brush, base: str, long: bool = False) -> str:
    """Draw the part of a peplos that hangs over its girdle."""
    end = -46.5 if long else -51.8
    sheet = (
        [(-6.2, -60.6), (-9.8, -56), (-10.6, end - 0.6)],
        [(-3, -60.2), (-4.4, -55.4), (-4.8, end + 0.9)],
        [(0, -60), (0, -55), (0.4, end + 1.3)],
        [(3, -60.2), (4.6, -55.4), (5.2, end + 0.9)],
        [(6.3, -60.6), (10, -56), (11, end - 0.4)],
    )
    return drape(brush, sheet, pleats(0.08, 0.93, 9, 0, 0.55), base, 0.1 if long else 0.13)


def girdle(brush: Brush) -> str:
    """Draw a belt whose ends hang down."""
    belt = "M-6.5 -61.6C-3 -60 3 -60 6.6 -61.6L6.6 -59.9C3 -58.4 -3 -58.4 -6.5 -59.9Z"
    ends = "M0.8 -60.6l1.6 -0.1M1.4 -59.4C1.2 -56 2 -54 1.6 -51.6M2.2 -59.4C2.8 -56.6 4 -55 4 -52.4"
    return brush.shape(belt, GOLD, brush.ink, 0.3) + brush.shape(ends, "none", GOLD_DARK, 0.55)


def wrapped(brush: Brush, base: str) -> str:
    """Draw a mantle around the hips.

    The folds fan out from the left hip, and one end hangs down.
    """
    hanging = (
        [(-14.4, -58), (-15.6, -42), (-15.8, -20)],
        [(-12.6, -58.6), (-13.6, -42), (-13.6, -26)],
        [(-10.6, -59), (-11, -44), (-11, -33)],
        [(-8.8, -58.6), (-8.6, -46), (-8.2, -39)],
    )
    sheet = (
        [(-9.8, -58), (-0.4, -55), (9.4, -58.6)],
        [(-10.4, -56.6), (-1.6, -47), (10.6, -48)],
        [(-10.8, -55.6), (-4, -37.4), (11.4, -37)],
        [(-11.2, -54.6), (-7, -30), (1.6, -23.4), (12, -27)],
        [(-11.6, -53.6), (-11.8, -34), (-6, -17.4), (6, -13.4), (12.6, -17)],
    )
    ends = (0.93, 0.85, 0.97, 0.8, 0.96, 0.84, 0.97, 0.9)
    folds = [(0.1 + 0.114 * k, 0.02, end, 0.07) for k, end in enumerate(ends)]
    out = drape(brush, hanging, [(u, 0.03, 1, 0.16) for u in (0.25, 0.5, 0.76)], base, 0.17, True)
    out += drape(brush, sheet, folds, base, 0)
    roll = [(-11.0, -57.8), (-5.0, -56.2), (1.0, -55.6), (6.0, -56.8), (10.0, -59.4)]
    outline = ribbon(roll, [1.5, 1.7, 1.8, 1.7, 1.3], 12)
    out += brush.shape(spline(outline, True), base, brush.ink, 0.34)
    dark = mix(base, SHADE, 0.38)
    for k in range(9):
        x, y = along(roll, 0.06 + k * 0.105)
        out += brush.pen([(x - 0.9, y + 1.5), (x + 0.1, y + 0.2), (x + 1.4, y - 1.4)], 0.75, dark)
    return out


def diagonal(brush: Brush, base: str) -> str:
    """Draw a mantle that runs from the left shoulder to the right hip."""
    sheet = (
        [(-4.4, -82), (-0.4, -71), (8.4, -63.2)],
        [(-5.8, -81.6), (-3.6, -64), (10.2, -55)],
        [(-7, -81), (-7.4, -56), (1, -45), (11.2, -45)],
        [(-8.2, -80), (-10.4, -52), (-5, -34), (11.8, -34)],
        [(-9.4, -78.6), (-13, -50), (-12.6, -30), (-4, -18), (12.4, -22)],
    )
    ends = (0.96, 0.9, 0.97, 0.85, 0.97, 0.88, 0.97, 0.9)
    folds = [(0.1 + 0.116 * k, 0.03, end, 0.07) for k, end in enumerate(ends)]
    hanging = (
        [(-9.2, -80), (-13.6, -66), (-15.2, -40)],
        [(-8, -81), (-11.6, -66), (-12.6, -46)],
        [(-6.8, -81.6), (-9.4, -66), (-10.2, -52)],
    )
    behind = drape(brush, hanging, [(0.33, 0.05, 1, 0.2), (0.68, 0.05, 1, 0.2)], base, 0.12, True)
    return behind + drape(brush, sheet, folds, base, 0)


def torso(brush: Brush, skin: str) -> str:
    """Draw a bare torso: the line of neck and shoulders, collarbones, breast and belly."""
    dark = mix(skin, "#a0632f", 0.3)
    outline: list[Point] = [
        (-3.4, -84), (-5, -82.2), (-8.6, -80.4), (-10, -77), (-8.6, -71), (-6.6, -64), (-7.4, -54),
        (7.8, -54), (6.6, -63), (8.4, -70), (10, -76), (8.8, -80.2), (5.2, -82.2), (3.4, -84),
    ]  # fmt: skip
    out = brush.shape(spline(outline, True, fine=False), skin, brush.ink, 0.36)
    shade = (
        "M8.4 -70C5.6 -68.4 2.6 -68.6 0.6 -70.4C2 -67.6 5 -66.4 7.6 -67.4ZM7.6 -67.4L6.6 -63L7.8"
        "-54H4.6C4.4 -60 5.4 -64 7.6 -67.4Z"
    )
    out += brush.shape(shade, dark)
    lines: list[list[Point]] = [
        [(1, -79.4), (4, -80), (7.4, -79)], [(0.6, -77), (0.2, -73), (0.6, -70.4)],
        [(0.6, -70.4), (3.6, -68.6), (7.8, -70.2)], [(-0.4, -70.4), (-3.4, -68.8), (-6, -70)],
        [(0.2, -68), (0, -63), (0.2, -58)], [(5.4, -66.4), (4.2, -64.6), (4.8, -62.4)],
    ]  # fmt: skip
    for line in lines:
        out += brush.pen(line, 0.42)
    return out
