"""Ornaments: a width and a height in millimetres in, SVG path data that fills that box out.

The box has its top left corner at 0, 0 and y grows downwards, as in SVG. The path is an outline to
be filled (nonzero), or for the ornaments in `STROKED` a line to be drawn with a width of the
template's choice. Same arguments, same path: chance comes from a seed.

A border repeats its motif a whole number of times: the period asked for is stretched a little
until it fits. Turn and mirror an ornament with an SVG transform; all are drawn left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import acos, asin, atan2, ceil, cos, floor, fsum, hypot, pi, sin, sqrt, tan, tanh, tau
from random import Random

from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    loop,
    mapped,
    points_of,
    polygon,
    polyline,
    ribbon,
    through,
    written,
)

# ------------------------------------------------------------------------------------- borders


def meander(width: float, height: float, period: float = 0) -> str:
    """A Greek key running to the right along the bottom line. Fill.

    `period` is the length of one key; by default a key is as long as the band is high.
    """
    return written(_keys(width, height, period))


def _keys(width: float, height: float, period: float = 0) -> Drawing:
    n, step = _fit(width, period or height * 10 / 9)
    across, down = step / 5, height / 4.5  # the band: four units and half a line at either side
    turns = [(0, 4), (0, 0), (4, 0), (4, 3), (2, 3), (2, 2), (3, 2), (3, 1), (1, 1), (1, 4)]
    line: list[Point] = [(0, 4 * down)]
    for key in range(n):
        line += [(key * step + (x + 0.5) * across, y * down) for x, y in turns]
    line.append((width, 4 * down))
    edges = _thicken(line, min(across, down) / 4)
    return _fitted(polygon(edges), width, height)


def meander_frame(width: float, height: float, band: float = 5) -> str:
    """A Greek key round the four sides of the box, `band` mm wide, with a square at each corner.

    Fill. The key runs clockwise.
    """
    inner_width, inner_height = width - 2 * band, height - 2 * band
    gap = band / 18  # the corner stands free of the keys by half a line
    drawing: Drawing = []
    for left, top, length, quarter in (
        (band, 0.0, inner_width, 0),
        (width, band, inner_height, 1),
        (width - band, height, inner_width, 2),
        (0.0, height - band, inner_height, 3),
    ):
        keys = _moved(_keys(length - 2 * gap, band), gap, 0)
        drawing += _placed(keys, left, top, quarter)
        drawing += _placed(_corner_square(band), *_corner(quarter, width, height), quarter)
    return written(drawing)


def sky(width: float, height: float, seed: int | str = 0, stars: int = 60) -> str:
    """A night sky: many small stars, and a few with four rays. Fill."""
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
    return written(_fitted(drawing, width, height))


def running_wave(width: float, height: float, period: float = 0) -> str:
    """Waves breaking to the right over a flat base (a Vitruvian scroll). Fill."""
    n, step = _fit(width, period or height * 1.35)
    crest: tuple[tuple[Point, Point, Point], ...] = (
        ((0.30, 1.00), (0.32, 0.00), (0.68, 0.00)),
        ((0.98, 0.00), (1.02, 0.62), (0.76, 0.64)),
        ((0.58, 0.64), (0.56, 0.38), (0.72, 0.38)),
        ((0.62, 0.20), (0.44, 0.46), (0.52, 0.70)),
        ((0.60, 0.98), (0.86, 1.00), (1.00, 1.00)),
    )
    drawing: Drawing = [("M", ((0, height),))]
    for wave in range(n):
        for curve in crest:
            drawing.append(("C", tuple(((wave + x) * step, y * height) for x, y in curve)))
    return written([*drawing, ("Z", ())])


def egg_and_dart(width: float, height: float, period: float = 0) -> str:
    """Eggs in shells hanging from the top edge, darts between, half darts at the ends. Fill."""
    n, step = _fit(width, period or height)
    drawing: Drawing = []
    for egg in range(n):
        middle = (egg + 0.5) * step
        drawing += _cup(middle, 0.40 * step, height)
        drawing += _cup(middle, 0.29 * step, height * 0.84, hollow=True)
        drawing += _cup(middle, 0.22 * step, height * 0.70)
    for dart in range(n + 1):
        half = [(0.025, 0.0), (0.025, 0.62), (0.07, 0.62), (0.0, 1.0)]
        right = [(dart * step + x * step, y * height) for x, y in half]
        left = [(dart * step - x * step, y * height) for x, y in reversed(half)]
        ends = [(dart * step, 0.0)]
        points = [*(right if dart < n else ends), *(left if dart > 0 else ends)]
        drawing += polygon(points)
    return written(drawing)


def tongues(
    width: float,
    height: float,
    period: float = 0,
    gap: float = 0.28,
    start: int = 0,
    every: int = 1,
) -> str:
    """Tongues with round ends hanging from the top edge, as on the shoulder of a vase. Fill.

    `gap` is the share of a period left open. For two colours draw it twice, `every` second one:
    once from `start` 0 and once from `start` 1.
    """
    n, _ = _fit(width, period or height * 0.55)
    step = width / (n - gap)  # the last tongue ends at the edge
    breadth = step * (1 - gap)
    drawing: Drawing = []
    for tongue in range(start, n, every):
        drawing += _tongue(tongue * step, breadth, height)
    return written(drawing)


def laurel_garland(width: float, height: float, period: float = 0, mirrored: bool = False) -> str:
    """A laurel branch along the middle line, berries between its leaves. Fill.

    Grows to the right; `mirrored` grows from both ends and meets in the middle.
    """
    length = width / 2 if mirrored else width
    n, step = _fit(length, period or height * 0.9)
    half = height / 2
    sprig: Drawing = polygon(_thicken([(0, half), (length, half)], height * 0.015))
    reach, rise = step * 0.95, half
    for node in range(n):
        x = node * step
        for side in (1, -1):
            leaf = hypot(reach, rise)
            sprig += _leaf(x, half, leaf, height * 0.13, side * atan2(rise, reach))
            sprig += circle(x + step * 0.84, half + side * height * 0.13, height * 0.045)
        sprig += _leaf(x + step * 0.4, half, step * 0.6, height * 0.09, 0)
    # A tip as high as the box is not quite reached by the curve of the leaf's side.
    sprig = _fitted(sprig, length, height)
    if mirrored:
        sprig = sprig + mapped(sprig, lambda point: (width - point[0], point[1]))
    return written(sprig)


def guilloche(width: float, height: float, period: float = 0) -> str:
    """A braid of two banded strands, over and under in turn, an eye in each opening. Fill."""
    n, step = _fit(width, period or height * 1.25)
    drawing: Drawing = []
    for strand in (1, -1):
        for band in (-1, 1):
            drawing += _braid_band(strand, band, n, step, height)
    for eye in range(n):
        middle = (eye + 0.5) * step
        drawing += circle(middle, height / 2, height * 0.09)
        drawing += circle(middle, height / 2, height * 0.045, hollow=True)
    return written(drawing)


def hazard_bars(width: float, height: float, period: float = 0, share: float = 0.5) -> str:
    """Bars leaning to the right at 45 degrees, cut off at the ends of the box. Fill."""
    return stripes(width, height, period or height * 1.5, share)


def stripes(
    width: float, height: float, period: float = 4, share: float = 0.5, lean: float | None = None
) -> str:
    """Slanting stripes over the whole box, cut off at its edges. Fill.

    `period` is measured along the bottom edge and fitted to it, `share` is the inked part of it;
    `lean` is how far a stripe goes to the right on its way up: by default as far as the box is
    high, that is 45 degrees.
    """
    n, step = _fit(width, period)
    slant = height if lean is None else lean
    extra = ceil(few(abs(slant) / step)) + 1
    drawing: Drawing = []
    for stripe in range(-extra, n + extra):
        left, right = stripe * step, (stripe + share) * step
        bar = [(left, height), (left + slant, 0.0), (right + slant, 0.0), (right, height)]
        drawing += polygon(_clipped(bar, width, height))
    return written(drawing)


# ------------------------------------------------------------------------------- playing cards


def club(width: float, height: float) -> str:
    """A suit of cards: three equal circles on a stem. Fill. In proportion 0.96 as wide as high."""
    drawing: Drawing = []
    for x, y in ((0.0, -2.75), (-2.5, 1.15), (2.5, 1.15)):
        drawing += circle(x, y, 2.32)
    foot = _bent((0.9, 1.2), (2.4, 5.0), 6.0), _bent((-2.4, 5.0), (-0.9, 1.2), 6.0)
    stem: Drawing = [("M", ((1.25, -1.4),)), *foot[0], *foot[1], ("L", ((-1.25, -1.4),))]
    return written(_fitted([*drawing, *stem, ("Z", ())], width, height))


def diamond(width: float, height: float) -> str:
    """A suit of cards: four hollow arcs. Fill. In proportion 0.79 as wide as high."""
    corners = [(0.0, -5.2), (4.1, 0.0), (0.0, 5.2), (-4.1, 0.0)]
    drawing: Drawing = [("M", (corners[0],))]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        drawing += _bent(a, b, 13.5)[1:]
    return written(_fitted([*drawing, ("Z", ())], width, height))


def heart(width: float, height: float) -> str:
    """A suit of cards: two arcs and their tangents to the tip. Fill. As wide as high."""
    return written(_fitted(_lobes(2.62, 2.16, 6.9), width, height))


def spade(width: float, height: float) -> str:
    """A suit of cards: a heart turned over, on a stem. Fill. In proportion 0.88 as wide as high."""
    body = mapped(_lobes(2.42, 2.1, 6.5), lambda at: (-at[0], 1.25 - at[1]))  # turned, not flipped
    foot = _bent((0.0, 0.4), (2.3, 5.0), 6.8), _bent((-2.3, 5.0), (0.0, 0.4), 6.8)
    stem: Drawing = [("M", ((0.0, 0.4),)), *foot[0], *foot[1], ("Z", ())]
    return written(_fitted([*body, *stem], width, height))


def eight(width: float, height: float, offset: float = 0, over: float = 0) -> str:
    """An 8 of two circles and their crossed tangents, for parallel tracks. Stroke.

    A track that is moved by `offset` mm stays parallel to the others. `over` is the part, up to 1,
    of one tangent alone, to be painted once more over the crossing.
    """
    x, y = width / 2, height / 2
    radius = min(x, height * 0.24)  # a wider 8 is stretched
    apart = y - radius
    lean, length = asin(radius / apart), sqrt(apart * apart - radius * radius)
    across, down = sin(lean), cos(lean)

    def along(far: float) -> Point:
        """Return a point on the falling tangent, at a distance from the crossing."""
        return across * far + down * offset, y + down * far - across * offset

    low = _arc((0.0, y + apart), radius + offset, -lean, pi + lean)
    high = _arc((0.0, y - apart), radius - offset, lean, -pi - lean)
    drawing: Drawing = [("M", (along(-length),)), *low, *high, ("Z", ())]
    if over:
        drawing = polyline([along(-over * length), along(over * length)])
    return written(mapped(drawing, lambda at: (x + at[0] * x / radius, at[1])))


# ------------------------------------------------------------------------------ single motifs


def laurel_wreath(width: float, height: float, leaves: int = 11) -> str:
    """Two laurel branches bent to a wreath that is open at the top. Fill.

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
                drawing += _leaf(cos(angle), sin(angle), size, size * 0.2, along + side * turn)
    return written(_fitted(drawing, width, height))


def palmette(width: float, height: float, leaves: int = 9) -> str:
    """A fan of leaves standing on two volutes. Fill."""
    drawing: Drawing = []
    middle = (leaves - 1) / 2
    for number in range(leaves):
        off = (number - middle) / middle
        angle = -pi / 2 + off * 1.25
        length = 1 - 0.3 * abs(off)
        foot = (0.16 * cos(angle), 0.16 * sin(angle))
        drawing += _petal(*foot, length - 0.16, 1.05 / leaves, angle)
    drawing += _arch(0, 0.02, 0.11)
    for side in (1, -1):
        drawing += _volute(side)
    return written(_fitted(drawing, width, height))


def whiplash(width: float, height: float) -> str:
    """An art nouveau corner: stems that rise from the bottom left and curl to the right. Fill.

    This is the top left corner of a frame; mirror it for the others.
    """
    stem = _spiral((0.05, 1), -pi / 2, 2.05, (0.0, 9.5), 2.7)
    curl = _spiral((0.05, 0.74), -pi / 2, 0.95, (1.0, 13.0), 1.9)
    branch = _spiral((0.09, 0.42), -pi / 2 + 0.3, 1.18, (3.6, -4.6), 1.4)
    shoot = _spiral((0.05, 0.96), -pi / 2 + 0.05, 0.5, (2.5, -6.0), 1.6)
    drawing = ribbon(stem, (0.012, 0.05, 0.008))
    drawing += ribbon(curl, (0.008, 0.034, 0.006))
    drawing += ribbon(branch, (0.006, 0.03, 0.006))
    drawing += ribbon(shoot, (0.004, 0.024, 0.003))
    (before_x, before_y), (x, y) = branch[-2:]
    along = atan2(y - before_y, x - before_x)
    for turn, length in ((-0.65, 0.11), (0.65, 0.11), (0, 0.16)):
        drawing += _leaf(x, y, length, length * 0.32, along + turn)
    for end in (stem[-1], curl[-1]):
        drawing += circle(*end, 0.018)
    return written(_fitted(drawing, width, height))


def sun_rays(
    width: float, height: float, rays: int = 16, x: float = 0.5, y: float = 1.0, inner: float = 0
) -> str:
    """Rays that widen from a point to the edges of the box; light and dark are equal. Fill.

    `x` and `y` place the point as shares of the width and the height (the middle of the bottom
    edge by default), `inner` is the radius in mm round it that stays open.
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
        drawing += polygon(_clipped(wedge, width, height))
    return written(drawing)


def rosette(
    width: float, height: float, petals: int = 12, lines: int = 8, inner: float = 0.6
) -> str:
    """A ring of crossing waves, as engraved on banknotes. Stroke.

    `petals` is the number of waves of each line, `inner` the radius of the open middle as a part
    of the whole.
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
    """A printer's mark: two hair lines and a circle. Stroke."""
    x, y = width / 2, height / 2
    cross = polyline([(0, y), (width, y)]) + polyline([(x, 0), (x, height)])
    return written(cross + circle(x, y, min(x, y) * 0.55))


# ------------------------------------------------------------------------ paper, ink and stone


def paper_rules(width: float, height: float, spacing: float = 7) -> str:
    """Writing lines from edge to edge, the last one on the bottom edge. Stroke.

    `spacing` is fitted to the height.
    """
    n, step = _fit(height, spacing)
    drawing: Drawing = []
    for line in range(1, n + 1):
        drawing += polyline([(0, line * step), (width, line * step)])
    return written(drawing)


def redaction_bars(width: float, height: float, line: float = 4, seed: int = 0) -> str:
    """Lines of text with every word blacked out; the last line stops short. Fill.

    `line` is the distance from line to line, fitted to the height.
    """
    chance = Random(seed)
    n, _ = _fit(height, line)
    step = height / (n - 0.28)  # the last bar ends on the bottom edge
    thick = 0.72 * step
    drawing: Drawing = []
    for row in range(n):
        end = width if row < n - 1 or n == 1 else width * chance.uniform(0.4, 0.8)
        x, top = 0.0, row * step
        while x < end:
            word = chance.uniform(1.5, 6) * step
            right = end if x + word > end - step else x + word
            drawing += polygon([(x, top), (right, top), (right, top + thick), (x, top + thick)])
            x = right + 0.28 * step
    return written(drawing)


def halftone(
    width: float,
    height: float,
    pitch: float = 1,
    dark: float = 0.9,
    pale: float = 0.05,
    turn: float = 0,
) -> str:
    """A printer's screen: rows of diamonds, large on one edge and small on the opposite one. Fill.

    `dark` and `pale` are the tones there, from 0 to 1; `turn` says where the dark edge lies: 0 at
    the foot, and so many degrees clockwise from it.
    """
    few(width * height / pitch**2 / 10)
    down, across = cos(turn * pi / 180), -sin(turn * pi / 180)
    reach = abs(width * across) + abs(height * down)
    drawing: Drawing = []
    for row in range(ceil(2 * height / pitch) + 2):
        y = row * pitch / 2
        for column in range(ceil(width / pitch) + 2):
            x = (column - (0.5 if row % 2 else 0)) * pitch
            along = ((x - width / 2) * across + (y - height / 2) * down) / reach + 0.5
            half = pitch * sqrt(max(0.0, pale + (dark - pale) * along)) / 2
            if half <= pitch * 0.07:
                continue
            dot = [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]
            if not (half <= x <= width - half and half <= y <= height - half):
                dot = _clipped(dot, width, height)
            if dot:
                drawing += polygon(dot)
    return written(drawing)


def torn(width: float, height: float, seed: int | str = 0, edges: str = "bottom") -> str:
    """A piece of paper that is torn along some of its edges: `top right`, for example. Fill."""
    chance = Random(f"torn {seed}")
    rough = [side in edges.split() for side in ("top", "right", "bottom", "left")]
    corners: list[Point] = [(0, 0), (width, 0), (width, height), (0, height)]
    points: list[Point] = []
    for side, (x1, y1) in enumerate(corners):
        x2, y2 = corners[(side + 1) % 4]
        points.append((x1, y1))
        count = ceil(few(hypot(x2 - x1, y2 - y1) / 1.3)) if rough[side] else 0
        slow = chance.uniform(0.5, 2.0)
        for step in range(1, count):
            t = step / count
            deep = 0.25 + 0.35 * (1 + sin(t * tau * slow)) + chance.uniform(0, 0.55)
            x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
            points.append((x + (0, -deep, 0, deep)[side], y + (deep, 0, -deep, 0)[side]))
    return written(polygon(points))


def wear(width: float, height: float, seed: int | str = 0, spots: int = 40) -> str:
    """Spots where a rubber stamp took no ink, some near each other. Fill with the ground."""
    few(spots)
    chance = Random(f"wear {seed}")
    dry = chance.uniform(0.15, 0.85) * width
    drawing: Drawing = []
    for _ in range(spots):
        x = min(width, max(0.0, chance.gauss(dry, width * 0.22)))
        y, size = chance.uniform(0, height), chance.uniform(0.08, 0.3)
        lean = chance.uniform(-0.6, 0.6) * size
        drawing += polygon([(x - size * 2, y), (x + lean, y - size), (x + size, y + lean),
                            (x, y + size)])  # fmt: skip
    return written(_fitted(drawing, width, height))


def coffee_ring(width: float, height: float, seed: int = 0) -> str:
    """The uneven ring that a cup leaves behind. Fill, at a low opacity."""
    chance = Random(seed)
    outer = _wobble(chance, 48, 1, 0.006)
    centre = (chance.uniform(-0.02, 0.02), chance.uniform(-0.02, 0.02))
    inner = [(x * 0.91 + centre[0], y * 0.91 + centre[1]) for x, y in _wobble(chance, 48, 1, 0.014)]
    drawing = loop(outer) + loop(inner[::-1])
    for _ in range(3):
        angle, size = chance.uniform(0, tau), chance.uniform(0.01, 0.03)
        drawing += circle(0.8 * cos(angle), 0.8 * sin(angle), size)
    return written(_fitted(drawing, width, height))


def ink_splatter(width: float, height: float, seed: int = 0, drops: int = 16) -> str:
    """A blot with fingers, and drops flung from it. Fill."""
    chance = Random(seed)
    blot: list[Point] = []
    for i in range(40):
        radius = chance.uniform(0.42, 0.5)
        if i % 4 == 0:
            radius *= chance.uniform(1.05, 1.7)
        blot.append((radius * cos(tau * i / 40), radius * sin(tau * i / 40)))
    drawing = loop(blot)
    for _ in range(drops):
        angle, away = chance.uniform(0, tau), chance.uniform(0.72, 1.0)
        size = 0.012 + 0.05 * chance.random() ** 2
        drawing += circle(away * cos(angle), away * sin(angle), size)
    return written(_fitted(drawing, width, height))


def marbling(
    width: float,
    height: float,
    inks: int = 5,
    ink: int = 0,
    ring: int = 0,
    drops: int = 7,
    seed: int = 0,
    over: float = 0,
) -> str:
    """One ink of one ring of marbled paper: drops that pushed each other, then a comb. Fill.

    Draw the rings from 0 to 3 above each other, in each of them every `ink` from 0. The picture is
    the same from both ends, and goes on where it stops: sheets side by side show no seam. Drops
    that cross an edge are whole; clip them. `over` begins the sheet that much before its edges.

    The formulas are those of A. Jaffer, "Mathematical marbling": P' = C + (P - C) sqrt(1 + r^2 /
    |P - C|^2), here with sines for differences, so that the sheet repeats, and a twin of each drop
    at -C.
    """
    few(drops)
    drawing: Drawing = []
    for number, tint, outline in _drops(width, height, drops, seed):
        if number != ring or tint % inks != ink % inks:
            continue
        for sign in (1, -1):
            left, right = sorted((sign * outline[1][0], sign * outline[1][2]))
            top, bottom = sorted((sign * outline[1][1], sign * outline[1][3]))
            for i, j in product(range(-2, 3), repeat=2):
                x, y = (i + 0.5) * width + over, (j + 0.5) * height + over
                if right + x < 0 or bottom + y < 0:
                    continue
                if left + x > width + 2 * over or top + y > height + 2 * over:
                    continue
                drawing += loop([(sign * u + x, sign * v + y) for u, v in outline[0]])
    return written(drawing)


RINGS = 3  # of a drop of marbled paper; the last number has single spots


@lru_cache(maxsize=16)
def _drops(
    width: float, height: float, drops: int, seed: int
) -> list[tuple[int, int, tuple[list[Point], tuple[float, float, float, float]]]]:
    """The outlines of drops around 0, 0, with their rings, inks and extents."""
    chance = Random(seed)
    size = 0.12 * min(width, height * 0.72)
    places: list[Point] = []
    for _ in range(drops):  # far from each other and from their twins: the best of some
        tried = [(chance.uniform(-0.5, 0.5) * width, chance.uniform(-0.5, 0.5) * height)
                 for _ in range(24)]  # fmt: skip

        def room(at: Point) -> float:
            others = [(-at[0], -at[1])] + [q for p in places for q in (p, (-p[0], -p[1]))]
            return min(_apart(at, other, width, height) for other in others)

        places.append(max(tried, key=room))
    circles: list[tuple[int, int, Point, float]] = []
    for ring in range(RINGS):
        for i, place in enumerate(places):
            radius = size * chance.uniform(0.75, 1.2) * 0.92**ring
            circles.append((ring, i * 3 + ring * (1 + i % 2), place, radius))
    for _ in range(5):
        place = chance.uniform(-0.5, 0.5) * width, chance.uniform(-0.5, 0.5) * height
        circles.append((RINGS, chance.randrange(100), place, size * chance.uniform(0.22, 0.4)))
    pushes = [_push(place, radius, width, height) for _, _, place, radius in circles]
    found = []
    for number, (ring, tint, (x, y), radius) in enumerate(circles):
        later = pushes[number + 1 :]

        def at(
            turn: float,
            x: float = x,
            y: float = y,
            radius: float = radius,
            later: list[Push] = later,
        ) -> Point:
            turned = x + radius * cos(turn), y + radius * sin(turn)
            return _combed(_pushed(*turned, later, width, height), width, height)

        line = [(tau * k / 40, at(tau * k / 40)) for k in range(40)]
        for _ in range(3):  # more points where the line is drawn out or bent
            finer: list[tuple[float, Point]] = []
            for k, (turn, point) in enumerate(line):
                end, after = line[(k + 1) % len(line)]
                before, further = line[k - 1][1], line[(k + 2) % len(line)][1]
                finer.append((turn, point))
                length = hypot(after[0] - point[0], after[1] - point[1])
                if length > size * 0.34 or (
                    length > size * 0.05
                    and max(_bend(before, point, after), _bend(point, after, further)) > 0.5
                ):
                    middle = (turn + (end if end > turn else end + tau)) / 2
                    finer.append((middle, at(middle)))
            if len(finer) == len(line):
                break
            line = finer
        outline = [point for _, point in line]
        xs, ys = [u for u, _ in outline], [v for _, v in outline]
        found.append((ring, tint, (outline, (min(xs), min(ys), max(xs), max(ys)))))
    return found


def _apart(a: Point, b: Point, width: float, height: float) -> float:
    """The square of the distance of two points of a sheet that repeats."""
    dx, dy = abs(a[0] - b[0]) % width, abs(a[1] - b[1]) % height
    return float(min(dx, width - dx) ** 2 + min(dy, height - dy) ** 2)


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return by how much a line turns at b, in radians."""
    turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
    return abs((turn + pi) % tau - pi)


Push = tuple[float, float, float, float, float]


def _push(place: Point, radius: float, width: float, height: float) -> Push:
    """Return what `_pushed` needs of a drop: cosine and sine of its direction, and its radius
    squared.
    """
    x, y = pi * place[0] / width, pi * place[1] / height
    return cos(x), sin(x), cos(y), sin(y), radius * radius


def _pushed(x: float, y: float, drops: Sequence[Push], width: float, height: float) -> Point:
    """Return where drops and their twins push a point of the sheet, one after the other."""
    wide, high = width / pi, height / pi
    for cu, su, cv, sv, square in drops:
        cx, sx, cy, sy = cos(x / wide), sin(x / wide), cos(y / high), sin(y / high)
        a, b, c, d = sx * cu, cx * su, sy * cv, cy * sv
        e, f, g, h = cx * cu, sx * su, cy * cv, sy * sv
        near, low = wide * (a - b), high * (c - d)  # the sine of the difference to the drop
        far, high_up = wide * (a + b), high * (c + d)  # and to its twin
        push = sqrt(1 + square / (near * near + low * low + 1e-9)) - 1
        twin = sqrt(1 + square / (far * far + high_up * high_up + 1e-9)) - 1
        x += near * (e + f) * push + far * (e - f) * twin
        y += low * (g + h) * push + high_up * (g - h) * twin
    return x, y


def _combed(point: Point, width: float, height: float) -> Point:
    """Return where a comb takes a point: across, down and across again."""
    x, y = point
    unit = min(width, height * 0.72) / 63
    x += 6 * unit * tanh(0.9 * sin(tau * y / height)) / tanh(0.9)
    y += 7.5 * unit * tanh(1.5 * sin(tau * 3 * x / width)) / tanh(1.5)
    x += 3.2 * unit * tanh(0.8 * sin(tau * 2 * y / height)) / tanh(0.8)
    return x, y


def marble_veins(width: float, height: float, seed: int = 0, veins: int = 5) -> str:
    """Veins that wander across the box, with side veins. Stroke, at a low opacity."""
    chance = Random(seed)
    drawing: Drawing = []
    for vein in range(veins):
        left = height * (vein + chance.random()) / veins
        right = height * min(1.0, max(0.0, left / height + chance.uniform(-0.5, 0.5)))
        line = _wander(chance, (0.0, left), (width, right), 6, 0.16)
        drawing += _parts_inside(line, width, height)
        for _ in range(1 + vein % 2):
            root = line[chance.randrange(8, len(line) - 8)]
            far = chance.uniform(0.15, 0.4) * width
            tip = (root[0] + far, root[1] + far * chance.uniform(-0.8, 0.8))
            drawing += _parts_inside(_wander(chance, root, tip, 4, 0.2), width, height)
    return written(drawing)


def craquelure(width: float, height: float, cell: float = 6, seed: int = 0) -> str:
    """The net of cracks in old paint, about `cell` mm wide. Stroke, at a low opacity."""
    chance = Random(seed)
    columns, across = _fit(width, min(cell, width / 2))  # two at least: a crack needs an inside
    rows, down = _fit(height, min(cell, height / 2))

    def knot(column: int, row: int) -> Point:
        inside_x, inside_y = 0 < column < columns, 0 < row < rows
        jitter_x, jitter_y = chance.uniform(-0.38, 0.38), chance.uniform(-0.38, 0.38)
        return (column + jitter_x * inside_x) * across, (row + jitter_y * inside_y) * down

    knots = {(i, j): knot(i, j) for i in range(columns + 1) for j in range(rows + 1)}
    drawing: Drawing = []
    for (i, j), here in knots.items():
        through = i == columns // 2 or j == rows // 2  # these cracks cross the whole box
        for there, border in (((i + 1, j), j in (0, rows)), ((i, j + 1), i in (0, columns))):
            if there in knots and not border and (through or chance.random() < 0.84):
                drawing += polyline(_wander(chance, here, knots[there], 2, 0.14))
    return written(drawing)


# -------------------------------------------------------------------------------------- shapes


def _leaf(x: float, y: float, length: float, breadth: float, angle: float) -> Drawing:
    """A pointed leaf from its stalk at x, y; `breadth` is the handle of its sides."""
    return _blade(x, y, length, angle, ((0.3, -breadth), (0.75, -breadth * 0.8)))


def _petal(x: float, y: float, length: float, breadth: float, angle: float) -> Drawing:
    """A leaf with a round end."""
    return _blade(x, y, length, angle, ((0.35, -breadth * 0.35), (1.0, -breadth)))


def _blade(
    x: float, y: float, length: float, angle: float, handles: tuple[Point, Point]
) -> Drawing:
    (near, low), (far, high) = handles
    points: list[Point] = [
        (0, 0), (near, low), (far, high), (1, 0), (far, -high), (near, -low), (0, 0),
    ]  # fmt: skip
    c, s = cos(angle), sin(angle)
    at = [(x + u * length * c - v * s, y + u * length * s + v * c) for u, v in points]
    return [
        ("M", (at[0],)),
        ("C", (at[1], at[2], at[3])),
        ("C", (at[4], at[5], at[6])),
        ("Z", ()),
    ]


def _cup(middle: float, half: float, depth: float, hollow: bool = False) -> Drawing:
    """An egg cut off at the top edge."""
    side = half if hollow else -half
    return [
        ("M", ((middle + side, 0.0),)),
        (
            "C",
            (
                (middle + side * 1.08, depth * 0.62),
                (middle + side * 0.55, depth),
                (middle, depth),
            ),
        ),
        (
            "C",
            (
                (middle - side * 0.55, depth),
                (middle - side * 1.08, depth * 0.62),
                (middle - side, 0.0),
            ),
        ),
        ("Z", ()),
    ]


def _tongue(left: float, breadth: float, height: float) -> Drawing:
    radius = min(breadth / 2, height)
    middle, bend, handle = left + breadth / 2, height - radius, 0.5523 * radius
    right = left + breadth
    return [
        ("M", ((left, 0.0),)),
        ("L", ((left, bend),)),
        ("C", ((left, bend + handle), (middle - handle, height), (middle, height))),
        ("C", ((middle + handle, height), (right, bend + handle), (right, bend))),
        ("L", ((right, 0.0),)),
        ("Z", ()),
    ]


def _arch(x: float, y: float, radius: float) -> Drawing:
    """A half disc standing on y."""
    handle = 0.5523 * radius
    return [
        ("M", ((x - radius, y),)),
        ("C", ((x - radius, y - handle), (x - handle, y - radius), (x, y - radius))),
        ("C", ((x + handle, y - radius), (x + radius, y - handle), (x + radius, y))),
        ("Z", ()),
    ]


def _volute(side: int) -> Drawing:
    """One arm of the palmette's foot: out along the ground, then rolled in."""
    arm = _spiral((0.0, 0.09), -0.06, 1.5, (0.25, 17.0), 2.4)
    drawing = ribbon(arm, (0.05, 0.085, 0.02)) + circle(*arm[-1], 0.035)
    return drawing if side > 0 else mapped(drawing, lambda point: (-point[0], point[1]))


def _corner_square(band: float) -> Drawing:
    """A square in a square, with the line of the meander."""
    line = band / 9
    drawing: Drawing = []
    for inset, hollow in ((0.0, False), (line, True), (3 * line, False)):
        far = band - inset
        square = [(inset, inset), (far, inset), (far, far), (inset, far)]
        drawing += polygon(square[::-1] if hollow else square)
    return drawing


def _corner(quarter: int, width: float, height: float) -> Point:
    """The corner where the side that is turned by so many quarters begins, without its band."""
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))[quarter]


def _braid_band(strand: int, band: int, n: int, step: float, height: float) -> Drawing:
    """One of the two bands of a strand, in pieces: it is cut where the strand goes under."""
    whole, thin, gap = height * 0.22, height * 0.08, height * 0.05
    sway = (height - whole) / 2
    steep = sway * pi / step

    def stretch(x: float) -> float:
        """Return how much taller than thick a slanting band is."""
        return sqrt(1 + (steep * cos(pi * x / step)) ** 2)

    def edge(x: float, offset: float) -> Point:
        return x, height / 2 + strand * sway * sin(pi * x / step) + offset * stretch(x)

    offsets = [band * (whole - thin) / 2 + side * thin / 2 for side in (-1, 1)]
    tall = stretch(0)
    pieces: Drawing = []
    under = [k for k in range(n + 1) if (k % 2 == 0) == (strand > 0)]
    marks = [None, *under, None]
    for from_, to in pairwise(marks):
        ends: list[tuple[float, float]] = []
        for offset in offsets:
            left, right = 0.0, n * step
            clear = whole * tall / 2 + gap
            if from_ is not None:
                slope = strand if from_ % 2 == 0 else -strand
                left = from_ * step + (clear - slope * offset * tall) / (2 * steep)
            if to is not None:
                slope = strand if to % 2 == 0 else -strand
                right = to * step - (clear + slope * offset * tall) / (2 * steep)
            ends.append((left, right))
        if any(right <= left for left, right in ends):
            continue
        sides = []
        for offset, (left, right) in zip(offsets, ends, strict=True):
            count = max(2, ceil((right - left) / step * 12))
            sides.append(
                [edge(left + (right - left) * i / count, offset) for i in range(count + 1)]
            )
        pieces += polygon(sides[0] + sides[1][::-1])
    return pieces


# ---------------------------------------------------------------------------------- lines


def _spiral(
    start: Point, heading: float, length: float, bend: tuple[float, float], power: float
) -> list[Point]:
    """A line whose curvature goes from one value of `bend` to the other along its length."""
    x, y = start
    points = [start]
    fine = 96
    for i in range(fine):
        share = (i + 0.5) / fine
        heading += (bend[0] + (bend[1] - bend[0]) * share**power) * length / fine
        x, y = x + cos(heading) * length / fine, y + sin(heading) * length / fine
        if i % 4 == 3:
            points.append((x, y))
    return points


def _wander(chance: Random, start: Point, end: Point, depth: int, shake: float) -> list[Point]:
    """A crooked line from start to end: each half is knocked aside, and its halves again."""
    if depth == 0:
        return [start, end]
    away = hypot(end[0] - start[0], end[1] - start[1]) * shake
    middle = (
        (start[0] + end[0]) / 2 + chance.uniform(-away, away),
        (start[1] + end[1]) / 2 + chance.uniform(-away, away),
    )
    first = _wander(chance, start, middle, depth - 1, shake)
    return first + _wander(chance, middle, end, depth - 1, shake)[1:]


def _wobble(chance: Random, count: int, radius: float, shake: float) -> list[Point]:
    """A circle with an unsteady radius; waves rather than noise, so that it closes smoothly."""
    waves = [(k, chance.uniform(0, tau), chance.uniform(0.3, 1) * shake) for k in (1, 2, 3, 7)]
    points = []
    for i in range(count):
        angle = tau * i / count
        at = radius + fsum(size * sin(k * angle + turn) for k, turn, size in waves)
        points.append((at * cos(angle), at * sin(angle)))
    return points


def _parts_inside(line: Iterable[Point], width: float, height: float) -> Drawing:
    """The parts of a line that lie in the box, each as a smooth line."""
    parts: list[list[Point]] = [[]]
    for x, y in line:
        if 0 <= x <= width and 0 <= y <= height:
            parts[-1].append((x, y))
        elif parts[-1]:
            parts.append([])
    return [step for part in parts if len(part) > 1 for step in through(part)]


def _thicken(line: Sequence[Point], half: float) -> list[Point]:
    """The outline of a line with mitred corners and flat ends, `half` to each side."""

    def side(sign: int) -> list[Point]:
        edge = []
        for i, (x, y) in enumerate(line):
            normals = []
            for a, b in ((i - 1, i), (i, i + 1)):
                if a >= 0 and b < len(line):
                    dx, dy = line[b][0] - line[a][0], line[b][1] - line[a][1]
                    size = hypot(dx, dy)
                    normals.append((-dy / size, dx / size))
            nx = fsum(normal[0] for normal in normals)
            ny = fsum(normal[1] for normal in normals)
            reach = half * len(normals) / (nx * nx + ny * ny)
            edge.append((x + sign * nx * reach, y + sign * ny * reach))
        return edge

    return side(1) + side(-1)[::-1]


def _lobes(radius: float, apart: float, tip: float) -> Drawing:
    """A heart: two lobes around (-apart, 0) and (apart, 0), and their tangents to (0, tip)."""
    notch = acos(apart / radius) - pi  # where the lobes meet, seen from the middle of the right one
    last = atan2(tip, -apart) - acos(radius / hypot(apart, tip))
    right = _arc((apart, 0.0), radius, notch, last)
    left = _arc((-apart, 0.0), radius, pi - last, pi - notch)
    return [("M", right[0][1]), *right[1:], ("L", ((0.0, tip),)), *left, ("Z", ())]


def _bent(start: Point, end: Point, radius: float) -> Drawing:
    """An arc from start to end that runs counterclockwise on paper, begun with a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = hypot(dx, dy)
    far = sqrt(radius * radius - chord * chord / 4) / chord
    middle = (start[0] + end[0]) / 2 + dy * far, (start[1] + end[1]) / 2 - dx * far
    first = atan2(start[1] - middle[1], start[0] - middle[0])
    last = atan2(end[1] - middle[1], end[0] - middle[0])
    return _arc(middle, radius, first, last - tau if last > first else last)


def _arc(middle: Point, radius: float, start: float, end: float) -> Drawing:
    """A line to the start of an arc, and the arc in parts of at most a quarter turn."""
    parts = ceil(abs(end - start) / (pi / 2))
    step = (end - start) / parts
    handle = 4 / 3 * tan(step / 4)

    def at(angle: float, ahead: float = 0) -> Point:
        c, s = radius * cos(angle), radius * sin(angle)
        return middle[0] + c - ahead * s, middle[1] + s + ahead * c

    drawing: Drawing = [("L", (at(start),))]
    for part in range(parts):
        first, last = start + part * step, start + (part + 1) * step
        drawing.append(("C", (at(first, handle), at(last, -handle), at(last))))
    return drawing


# ------------------------------------------------------------------------------------ geometry


MOST = 1000  # repetitions of a motif in a row


def few(number: float) -> float:
    """The number of repetitions, unless no eye could tell them apart. Raises ValueError."""
    if not abs(number) <= MOST:
        raise ValueError(f"{number:,.0f} repetitions in an ornament; expected at most {MOST:,}")
    return number


def _fit(length: float, period: float) -> tuple[int, float]:
    """Return how many periods fit into the length, at least one, and the period that fills it
    exactly.

    Raises ValueError for thousands of them.
    """
    n = max(1, floor(few(length / period) + 0.5))
    return n, length / n


def _clipped(points: list[Point], width: float, height: float) -> list[Point]:
    """The part of a convex outline that lies in the box (Sutherland and Hodgman)."""
    for axis, limit, sign in ((0, 0.0, 1), (0, width, -1), (1, 0.0, 1), (1, height, -1)):
        kept: list[Point] = []
        if all(sign * (point[axis] - limit) >= 0 for point in points):
            continue
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            over_a, over_b = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if over_a >= 0:
                kept.append(a)
            if (over_a >= 0) != (over_b >= 0):
                share = over_a / (over_a - over_b)
                kept.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        points = kept
    area = fsum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)
    )
    return points if abs(area) > 1e-6 else []


def _moved(drawing: Drawing, x: float, y: float) -> Drawing:
    return mapped(drawing, lambda point: (point[0] + x, point[1] + y))


def _placed(drawing: Drawing, x: float, y: float, quarter: int) -> Drawing:
    """Return the drawing rotated clockwise by quarter turns and translated to x, y."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return mapped(drawing, lambda p: (x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]))


def _fitted(drawing: Drawing, width: float, height: float) -> Drawing:
    """The drawing stretched and moved so that it just fills the box."""
    outline = list(points_of(drawing))
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    top, bottom = min(p[1] for p in outline), max(p[1] for p in outline)
    across, down = width / (right - left), height / (bottom - top)
    return mapped(drawing, lambda p: ((p[0] - left) * across, (p[1] - top) * down))


STROKED = frozenset(
    {"eight", "registration-cross", "paper-rules", "rosette", "marble-veins", "craquelure"}
)  # all others are filled

ORNAMENTS: dict[str, Callable[..., str]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        club,
        coffee_ring,
        craquelure,
        diamond,
        egg_and_dart,
        eight,
        guilloche,
        halftone,
        hazard_bars,
        heart,
        ink_splatter,
        laurel_garland,
        laurel_wreath,
        marble_veins,
        marbling,
        meander,
        meander_frame,
        palmette,
        paper_rules,
        redaction_bars,
        registration_cross,
        rosette,
        running_wave,
        sky,
        spade,
        stripes,
        sun_rays,
        tongues,
        torn,
        wear,
        whiplash,
    )
}
