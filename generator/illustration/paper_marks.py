"""Ornaments that look like marks on paper: rules, screens, tears, wear, stains, ink, cracks."""

from __future__ import annotations

from math import ceil, cos, hypot, pi, sin, sqrt, tau
from random import Random

from generator.illustration.motif_parts import (
    clipped,
    few,
    fit,
    fitted,
    parts_inside,
    wander,
    wobble,
)
from generator.illustration.outlines import Drawing, Point, circle, loop, polygon, polyline, written


def paper_rules(width: float, height: float, spacing: float = 7) -> str:
    """Draw writing lines from edge to edge, the last one on the bottom edge. Stroke the path.

    `spacing` is adjusted to the height.
    """
    n, step = fit(height, spacing)
    drawing: Drawing = []
    for line in range(1, n + 1):
        drawing += polyline([(0, line * step), (width, line * step)])
    return written(drawing)


def redaction_bars(width: float, height: float, line: float = 4, seed: int = 0) -> str:
    """Draw lines of text in which every word is blacked out; the last line is short. Fill the path.

    `line` is the line spacing, which is adjusted to the height.
    """
    chance = Random(seed)
    n, _ = fit(height, line)
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
    """Draw a halftone screen: rows of diamonds, large at one edge and small at the opposite one.

    Fill the path. `dark` and `pale` are the tones at these edges, from 0 to 1. `turn` is the
    position of the dark edge, in degrees clockwise from the bottom.
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
                dot = clipped(dot, width, height)
            if dot:
                drawing += polygon(dot)
    return written(drawing)


def torn(width: float, height: float, seed: int | str = 0, edges: str = "bottom") -> str:
    """Draw a piece of paper that is torn along some of its edges, such as `top right`.

    Fill the path.
    """
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
    """Draw spots where a rubber stamp took no ink, some of them in groups.

    Fill the path with the colour of the background.
    """
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
    return written(fitted(drawing, width, height))


def coffee_ring(width: float, height: float, seed: int = 0) -> str:
    """Draw the uneven ring that a cup leaves behind. Fill the path at a low opacity."""
    chance = Random(seed)
    outer = wobble(chance, 48, 1, 0.006)
    centre = (chance.uniform(-0.02, 0.02), chance.uniform(-0.02, 0.02))
    inner = [(x * 0.91 + centre[0], y * 0.91 + centre[1]) for x, y in wobble(chance, 48, 1, 0.014)]
    drawing = loop(outer) + loop(inner[::-1])
    for _ in range(3):
        angle, size = chance.uniform(0, tau), chance.uniform(0.01, 0.03)
        drawing += circle(0.8 * cos(angle), 0.8 * sin(angle), size)
    return written(fitted(drawing, width, height))


def ink_splatter(width: float, height: float, seed: int = 0, drops: int = 16) -> str:
    """Draw a blot with fingers, and drops flung from it. Fill the path."""
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
    return written(fitted(drawing, width, height))


def marble_veins(width: float, height: float, seed: int = 0, veins: int = 5) -> str:
    """Draw veins that wander across the box, with side veins. Stroke the path at a low opacity."""
    chance = Random(seed)
    drawing: Drawing = []
    for vein in range(veins):
        left = height * (vein + chance.random()) / veins
        right = height * min(1.0, max(0.0, left / height + chance.uniform(-0.5, 0.5)))
        line = wander(chance, (0.0, left), (width, right), 6, 0.16)
        drawing += parts_inside(line, width, height)
        for _ in range(1 + vein % 2):
            root = line[chance.randrange(8, len(line) - 8)]
            far = chance.uniform(0.15, 0.4) * width
            tip = (root[0] + far, root[1] + far * chance.uniform(-0.8, 0.8))
            drawing += parts_inside(wander(chance, root, tip, 4, 0.2), width, height)
    return written(drawing)


def craquelure(width: float, height: float, cell: float = 6, seed: int = 0) -> str:
    """Draw the net of cracks in old paint, with cells about `cell` mm wide.

    Stroke the path at a low opacity.
    """
    chance = Random(seed)
    columns, across = fit(width, min(cell, width / 2))  # two at least: a crack needs an inside
    rows, down = fit(height, min(cell, height / 2))

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
                drawing += polyline(wander(chance, here, knots[there], 2, 0.14))
    return written(drawing)
