"""Ornaments that are not repeated: suits, wreaths, palmettes, suns and rosettes."""

from __future__ import annotations

from math import asin, atan2, cos, hypot, pi, sin, sqrt, tau
from random import Random

from generator.illustration.motif_parts import (
    arc,
    arch,
    bent,
    clipped,
    few,
    fitted,
    leaf,
    lobes,
    petal,
    spiral,
    volute,
)
from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    loop,
    mapped,
    polygon,
    polyline,
    ribbon,
    written,
)


def sky(width: float, height: float, seed: int | str = 0, stars: int = 60) -> str:
    """Draw a night sky with many small stars, and a few with four rays. Fill the path."""
    few(stars)
    chance = Random(seed)
    drawing: Drawing = []
    for number in range(stars):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        size = chance.uniform(0.08, 0.2)
        if number % 6:
            drawing += polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)])
            continue
        reach = size * 4.5
        rays = []
        for corner in range(8):
            angle, far = tau * corner / 8, reach if corner % 2 == 0 else size * 0.9
            rays.append((x + far * sin(angle), y - far * cos(angle)))
        drawing += polygon(rays)
    return written(fitted(drawing, width, height))


def club(width: float, height: float) -> str:
    """Draw the suit of clubs: three equal circles on a stem. Fill the path.

    The width is 0.96 of the height.
    """
    drawing: Drawing = []
    for x, y in ((0.0, -2.75), (-2.5, 1.15), (2.5, 1.15)):
        drawing += circle(x, y, 2.32)
    foot = bent((0.9, 1.2), (2.4, 5.0), 6.0), bent((-2.4, 5.0), (-0.9, 1.2), 6.0)
    stem: Drawing = [("M", ((1.25, -1.4),)), *foot[0], *foot[1], ("L", ((-1.25, -1.4),))]
    return written(fitted([*drawing, *stem, ("Z", ())], width, height))


def diamond(width: float, height: float) -> str:
    """Draw the suit of diamonds: four hollow arcs.

    Fill the path. The width is 0.79 of the height.
    """
    corners = [(0.0, -5.2), (4.1, 0.0), (0.0, 5.2), (-4.1, 0.0)]
    drawing: Drawing = [("M", (corners[0],))]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        drawing += bent(a, b, 13.5)[1:]
    return written(fitted([*drawing, ("Z", ())], width, height))


def heart(width: float, height: float) -> str:
    """Draw the suit of hearts: two arcs and their tangents to the tip.

    Fill the path. It is as wide as high.
    """
    return written(fitted(lobes(2.62, 2.16, 6.9), width, height))


def spade(width: float, height: float) -> str:
    """Draw the suit of spades: an inverted heart on a stem. Fill the path.

    The width is 0.88 of the height.
    """
    body = mapped(lobes(2.42, 2.1, 6.5), lambda at: (-at[0], 1.25 - at[1]))  # turned, not flipped
    foot = bent((0.0, 0.4), (2.3, 5.0), 6.8), bent((-2.3, 5.0), (0.0, 0.4), 6.8)
    stem: Drawing = [("M", ((0.0, 0.4),)), *foot[0], *foot[1], ("Z", ())]
    return written(fitted([*body, *stem], width, height))


def eight(width: float, height: float, offset: float = 0, over: float = 0) -> str:
    """Draw an 8 of two circles and crossed tangents, for parallel tracks. Stroke the path.

    A track moved by `offset` mm stays parallel to the others. `over` selects a fraction, up to 1,
    of one tangent, to be painted again over the crossing.
    """
    x, y = width / 2, height / 2
    radius = min(x, height * 0.24)  # a wider 8 is stretched
    apart = y - radius
    lean, length = asin(radius / apart), sqrt(apart * apart - radius * radius)
    across, down = sin(lean), cos(lean)

    def along(far: float) -> Point:
        """Return a point on the falling tangent, at the distance `far` from the crossing."""
        return across * far + down * offset, y + down * far - across * offset

    low = arc((0.0, y + apart), radius + offset, -lean, pi + lean)
    high = arc((0.0, y - apart), radius - offset, lean, -pi - lean)
    drawing: Drawing = [("M", (along(-length),)), *low, *high, ("Z", ())]
    if over:
        drawing = polyline([along(-over * length), along(over * length)])
    return written(mapped(drawing, lambda at: (x + at[0] * x / radius, at[1])))


def laurel_wreath(width: float, height: float, leaves: int = 11) -> str:
    """Draw two laurel branches bent into a wreath that is open at the top. Fill the path.

    `leaves` is the number of pairs on each branch.
    """
    drawing: Drawing = []
    for side in (1, -1):
        bend = [pi / 2 + side * (0.12 + 2.55 * i / (leaves - 1)) for i in range(leaves)]
        branch = [(cos(angle), sin(angle)) for angle in bend]
        drawing += ribbon(branch, (0.012, 0.02, 0.006))
        for number, angle in enumerate(bend):
            size = 3.4 / leaves * (1 - 0.4 * number / (leaves - 1))
            along = angle + side * pi / 2
            for turn in (-0.5, 0.45):
                drawing += leaf(cos(angle), sin(angle), size, size * 0.2, along + side * turn)
    return written(fitted(drawing, width, height))


def palmette(width: float, height: float, leaves: int = 9) -> str:
    """Draw a fan of leaves standing on two volutes. Fill the path."""
    drawing: Drawing = []
    middle = (leaves - 1) / 2
    for number in range(leaves):
        off = (number - middle) / middle
        angle = -pi / 2 + off * 1.25
        length = 1 - 0.3 * abs(off)
        foot = (0.16 * cos(angle), 0.16 * sin(angle))
        drawing += petal(*foot, length - 0.16, 1.05 / leaves, angle)
    drawing += arch(0, 0.02, 0.11)
    for side in (1, -1):
        drawing += volute(side)
    return written(fitted(drawing, width, height))


def whiplash(width: float, height: float) -> str:
    """Draw an art nouveau corner: stems that rise from the bottom left and curl to the right.

    Fill the path. This is the top left corner of a frame; mirror it for the others.
    """
    stem = spiral((0.05, 1), -pi / 2, 2.05, (0.0, 9.5), 2.7)
    curl = spiral((0.05, 0.74), -pi / 2, 0.95, (1.0, 13.0), 1.9)
    branch = spiral((0.09, 0.42), -pi / 2 + 0.3, 1.18, (3.6, -4.6), 1.4)
    shoot = spiral((0.05, 0.96), -pi / 2 + 0.05, 0.5, (2.5, -6.0), 1.6)
    drawing = ribbon(stem, (0.012, 0.05, 0.008))
    drawing += ribbon(curl, (0.008, 0.034, 0.006))
    drawing += ribbon(branch, (0.006, 0.03, 0.006))
    drawing += ribbon(shoot, (0.004, 0.024, 0.003))
    (before_x, before_y), (x, y) = branch[-2:]
    along = atan2(y - before_y, x - before_x)
    for turn, length in ((-0.65, 0.11), (0.65, 0.11), (0, 0.16)):
        drawing += leaf(x, y, length, length * 0.32, along + turn)
    for end in (stem[-1], curl[-1]):
        drawing += circle(*end, 0.018)
    return written(fitted(drawing, width, height))


def sun_rays(
    width: float, height: float, rays: int = 16, x: float = 0.5, y: float = 1.0, inner: float = 0
) -> str:
    """Draw rays that widen from a point to the edges of the box; rays and gaps are equally large.

    Fill the path.

    `x` and `y` are the position of the point as fractions of the width and the height (by default,
    the middle of the bottom edge), and `inner` is the radius in mm of the open area around it.
    """
    centre = (x * width, y * height)
    far = 2 * hypot(width, height)
    half = pi / rays / 2
    drawing: Drawing = []
    for ray in range(rays):
        angle = -pi / 2 + tau * ray / rays
        wedge = [
            (centre[0] + radius * cos(edge), centre[1] + radius * sin(edge))
            for radius, edge in (
                (inner, angle - half),
                (far, angle - half),
                (far, angle + half),
                (inner, angle + half),
            )
        ]
        drawing += polygon(clipped(wedge, width, height))
    return written(drawing)


def rosette(
    width: float, height: float, petals: int = 12, lines: int = 8, inner: float = 0.6
) -> str:
    """Draw a ring of crossing waves, as engraved on banknotes. Stroke the path.

    `petals` is the number of waves in each line, and `inner` is the radius of the open centre as a
    fraction of the whole radius.
    """
    few(petals * lines)
    middle, swing = (1 + inner) / 4, (1 - inner) / 4
    drawing: Drawing = []
    for number in range(lines):
        turn = tau * number / lines
        points = []
        for i in range(petals * 5):
            angle = tau * i / (petals * 5)
            radius = middle + swing * sin(petals * angle + turn)
            points.append(
                (width * (0.5 + radius * cos(angle)), height * (0.5 + radius * sin(angle)))
            )
        drawing += loop(points)
    return written(drawing)


def registration_cross(width: float, height: float) -> str:
    """Draw a printer's registration mark: two hairlines and a circle. Stroke the path."""
    x, y = width / 2, height / 2
    cross = polyline([(0, y), (width, y)]) + polyline([(x, 0), (x, height)])
    return written(cross + circle(x, y, min(x, y) * 0.55))
