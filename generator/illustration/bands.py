"""Draws ornaments that repeat along a band or around a frame."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt

from generator.illustration.motif_parts import (
    clipped,
    cup,
    few,
    fit,
    fitted,
    leaf,
    moved,
    placed,
    thicken,
    tongue,
)
from generator.illustration.outlines import Drawing, Point, circle, mapped, polygon, written

FLAT = 0.02  # mm by which a straight piece may miss its curve


def meander(width: float, height: float, period: float = 0) -> str:
    """Draw a Greek key that runs to the right along the bottom edge. Fill the path.

    `period` is the length of one key; by default it equals the height of the band.
    """
    return written(_keys(width, height, period))


def _keys(width: float, height: float, period: float = 0) -> Drawing:
    n, step = fit(width, period or height * 10 / 9)
    across, down = step / 5, height / 4.5  # the band: four units and half a line at either side
    turns = [(0, 4), (0, 0), (4, 0), (4, 3), (2, 3), (2, 2), (3, 2), (3, 1), (1, 1), (1, 4)]
    line: list[Point] = [(0, 4 * down)]
    for key in range(n):
        line += [(key * step + (x + 0.5) * across, y * down) for x, y in turns]
    line.append((width, 4 * down))
    edges = thicken(line, min(across, down) / 4)
    return fitted(polygon(edges), width, height)


def meander_frame(width: float, height: float, band: float = 5) -> str:
    """Draw a Greek key around the four sides of the box, with a square at each corner.

    Fill the path. The key is `band` mm wide and runs clockwise.
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
        keys = moved(_keys(length - 2 * gap, band), gap, 0)
        drawing += placed(keys, left, top, quarter)
        drawing += placed(_corner_square(band), *_corner(quarter, width, height), quarter)
    return written(drawing)


def running_wave(width: float, height: float, period: float = 0) -> str:
    """Draw waves breaking to the right over a flat base (a Vitruvian scroll). Fill the path."""
    n, step = fit(width, period or height * 1.35)
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
    """Draw eggs in shells hanging from the top edge, with darts between and half darts at the ends.

    Fill the path.
    """
    n, step = fit(width, period or height)
    drawing: Drawing = []
    for egg in range(n):
        middle = (egg + 0.5) * step
        drawing += cup(middle, 0.40 * step, height)
        drawing += cup(middle, 0.29 * step, height * 0.84, hollow=True)
        drawing += cup(middle, 0.22 * step, height * 0.70)
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
    """Draw tongues with rounded ends hanging from the top edge, as on the shoulder of a vase.

    Fill the path. `gap` is the share of a period that is left open. For two colours, draw it twice
    with `every` set to 2: with `start` 0 and with `start` 1.
    """
    n, _ = fit(width, period or height * 0.55)
    step = width / (n - gap)  # the last tongue ends at the edge
    breadth = step * (1 - gap)
    drawing: Drawing = []
    for place in range(start, n, every):
        drawing += tongue(place * step, breadth, height)
    return written(drawing)


def laurel_garland(width: float, height: float, period: float = 0, mirrored: bool = False) -> str:
    """Draw a laurel branch along the middle line, with berries between its leaves. Fill the path.

    The branch grows to the right; with `mirrored`, two branches grow from both ends and meet in the
    middle.
    """
    length = width / 2 if mirrored else width
    n, step = fit(length, period or height * 0.9)
    half = height / 2
    sprig: Drawing = polygon(thicken([(0, half), (length, half)], height * 0.015))
    reach, rise = step * 0.95, half
    for node in range(n):
        x = node * step
        for side in (1, -1):
            long = hypot(reach, rise)
            sprig += leaf(x, half, long, height * 0.13, side * atan2(rise, reach))
            sprig += circle(x + step * 0.84, half + side * height * 0.13, height * 0.045)
        sprig += leaf(x + step * 0.4, half, step * 0.6, height * 0.09, 0)
    # The curve of the leaf's side does not quite reach a tip as high as the box.
    sprig = fitted(sprig, length, height)
    if mirrored:
        sprig = sprig + mapped(sprig, lambda point: (width - point[0], point[1]))
    return written(sprig)


def guilloche(width: float, height: float, period: float = 0) -> str:
    """Draw a braid of two banded strands that cross alternately, with an eye in each opening.

    Fill the path.
    """
    n, step = fit(width, period or height * 1.25)
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
    """Draw bars leaning to the right at 45 degrees, cut off at the ends of the box. Fill the
    path.
    """
    return stripes(width, height, period or height * 1.5, share)


def stripes(
    width: float, height: float, period: float = 4, share: float = 0.5, lean: float | None = None
) -> str:
    """Draw slanting stripes over the whole box, cut off at its edges. Fill the path.

    `period` is measured along the bottom edge and fitted to it, and `share` is the inked part of
    it. `lean` is how far a stripe moves to the right over the height of the box. By default, this
    is the height itself, so that stripes are at 45 degrees.
    """
    n, step = fit(width, period)
    slant = height if lean is None else lean
    extra = ceil(few(abs(slant) / step)) + 1
    drawing: Drawing = []
    for stripe in range(-extra, n + extra):
        left, right = stripe * step, (stripe + share) * step
        bar = [(left, height), (left + slant, 0.0), (right + slant, 0.0), (right, height)]
        drawing += polygon(clipped(bar, width, height))
    return written(drawing)


def _corner_square(band: float) -> Drawing:
    """Draw a square within a square, with the line width of the meander."""
    line = band / 9
    drawing: Drawing = []
    for inset, hollow in ((0.0, False), (line, True), (3 * line, False)):
        far = band - inset
        square = [(inset, inset), (far, inset), (far, far), (inset, far)]
        drawing += polygon(square[::-1] if hollow else square)
    return drawing


def _corner(quarter: int, width: float, height: float) -> Point:
    """Return the corner, inside the band, where the side after `quarter` quarter turns begins."""
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))[quarter]


def _braid_band(strand: int, band: int, n: int, step: float, height: float) -> Drawing:
    """Draw one of the two bands of a strand, with gaps where the strand passes under the other."""
    whole, thin, gap = height * 0.22, height * 0.08, height * 0.05
    sway = (height - whole) / 2
    steep = sway * pi / step

    def stretch(x: float) -> float:
        """Return the ratio of a slanting band's height to its thickness."""
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
            count = max(2, ceil((right - left) / step * pi * sqrt(sway / (8 * FLAT))))
            sides.append(
                [edge(left + (right - left) * i / count, offset) for i in range(count + 1)]
            )
        pieces += polygon(sides[0] + sides[1][::-1])
    return pieces
