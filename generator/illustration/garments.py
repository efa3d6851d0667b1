"""Draws the garments of draped persons: skirt, bodice, mantles and sleeves."""

from __future__ import annotations

from math import hypot

from generator.illustration.brush import Brush, Point, along, lerp, mix, n, ribbon, spline
from generator.illustration.cloth import DEEP, SHADE, drape, pleats
from generator.illustration.things import GOLD, GOLD_DARK


def skirt(brush: Brush, base: str, step: float) -> str:
    """Draw a pleated skirt down to the feet; one foot is put forward by `step`."""
    sheet = (
        [(-6.2, -61), (-9.7, -50), (-10.4, -28), (-13, -2.2)],
        [(-3.2, -61), (-5.4, -50), (-6.2, -28), (-8.2, -1.0)],
        [(-0.2, -61), (-0.8, -49), (-1.6, -27), (-3, -0.3)],
        [(3.2, -61), (5, -49), (6.2 + step * 0.5, -29), (4.6 + step * 0.5, -0.4)],
        [(6.4, -61), (9.6, -50), (11.6 + step, -30), (10.2 + step, -14), (12.4 + step, -1.6)],
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
    """Draw a mantle around the hips: folds fan out from the left hip, and one end hangs down."""
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
    """Draw a mantle from the left shoulder to the right hip."""
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


def sleeve(brush: Brush, shoulder: Point, bend: Point, base: str) -> str:
    """Draw a soft sleeve that hangs below the elbow.

    It is buttoned along the arm, which is visible between the buttons.
    """
    dx, dy = bend[0] - shoulder[0], bend[1] - shoulder[1]
    length = hypot(dx, dy) or 1
    nx, ny = dy / length, -dx / length
    if ny > 0 or (abs(ny) < 0.2 and nx < 0):
        nx, ny = -nx, -ny

    def at(t: float, off: float, fall: float = 0) -> Point:
        return shoulder[0] + dx * t + nx * off, shoulder[1] + dy * t + ny * off + fall

    buttons = [at(t, 3.3 - 0.5 * t) for t in (0.02, 0.34, 0.66, 0.98)]
    gaps = [at(t, 1.2 - 0.3 * t) for t in (0.18, 0.5, 0.82)]
    below = [at(1.02, -2.7, 4.4), at(0.7, -3.3, 3.6), at(0.35, -3.3, 1.9), at(-0.14, -3.4, 0.2)]
    upper = f"M{_written(at(-0.24, 1.6))}L{_written(buttons[0])}" + "".join(
        f"Q{_written(gap)} {_written(end)}" for gap, end in zip(gaps, buttons[1:], strict=True)
    )
    hem = f"Q{_written(at(1.2, -0.2, 2.0))} {_written(below[0])}"
    outline = f"{upper}{hem}{spline(below, join=True)}Z"
    out = brush.shape(outline, base, brush.ink, 0.36)
    if not brush.saving:
        inner = [lerp(button, end, 0.6) for button, end in
                 zip(buttons[::-1], below, strict=True)]  # fmt: skip
        shade = f"{spline(inner)}{spline(below[::-1], join=True)}Z"
        out += f'<path d="{shade}" fill="{mix(base, SHADE, 0.27)}"/>'
    line = brush.ink if brush.saving else mix(base, DEEP, 0.6)
    for k, button in enumerate(buttons):  # folds fan out from each button
        for share in (0.05, 0.2):
            t = min(1.0, 0.04 + 0.32 * k + share) - (0.24 if k == 3 else 0)
            end = along(below[::-1], t)
            middle = lerp(button, end, 0.5)
            out += brush.pen([button, (middle[0], middle[1] + 0.5), lerp(button, end, 0.93)], 0.42,
                             line)  # fmt: skip
    return out + "".join(brush.disc(*button, 0.55, GOLD, 0.18) for button in buttons)


def _written(point: Point) -> str:
    return f"{n(point[0])} {n(point[1])}"
