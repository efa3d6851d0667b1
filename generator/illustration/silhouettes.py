"""Turns the outlines of icons into scenes, hatching and constellations.

Outlines are rings of points in a square of size 1. The figures of a scene have relative places and
sizes, in hundredths; once placed, they are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from math import ceil, cos, fsum, hypot, pi, sin
from typing import Any, NamedTuple

from generator.core.geometry import n
from generator.core.outlines import Ring, Rings
from generator.illustration.outlines import crossings
from validator.core.paths import Box, Point

CUT = 0.16  # an edge at least this part of the outline's height or width is where it was cut off
WIDEST = 1.18  # how many panels a staged scene is wide at most; the panel cuts the rest
MOST_STARS = 40
PART = 0.2  # a part of a figure at least this large, of its largest, has stars of its own
MOST_GAPS = 12


def extent(outline: Rings) -> Box:
    """Return the bounding box of an outline."""
    xs = [x for ring in outline for x, _ in ring]
    ys = [y for ring in outline for _, y in ring]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 1.0, 1.0)


@lru_cache(maxsize=500)
def cut_side(outline: Rings) -> str:
    """Return the side where an outline is cut off straight: left, right, top, or "" for none.

    A straight edge at the bottom does not count, because objects stand on it.
    """
    left, top, right, bottom = extent(outline)
    length = dict.fromkeys(("left", "right", "top"), 0.0)
    for ring in outline:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if abs(ax - bx) < 0.003:
                for name, edge in (("left", left), ("right", right)):
                    if abs(ax - edge) < 0.006:
                        length[name] = max(length[name], abs(ay - by) / (bottom - top))
            elif abs(ay - by) < 0.003 and abs(ay - top) < 0.006:
                length["top"] = max(length["top"], abs(ax - bx) / (right - left))
    side = max(length, key=length.__getitem__)
    return side if length[side] > CUT else ""


# --------------------------------------------------------------------------------------- staging


class Staged(NamedTuple):
    """A placed figure: its icon, and the centre and the size of its square in millimetres."""

    icon: str
    x: float
    y: float
    size: float
    turn: float
    flip: bool


def stage(
    figures: Sequence[Mapping[str, Any]], panel: Box, outline: Callable[[str], Rings], anchor: str
) -> list[Staged]:
    """Return figures placed on the ground of a panel; they fill it, and its edges cut them off.

    Of the figures whose outline is cut off straight at a side, the one nearest to that side of the
    panel is moved to its edge. `anchor` is the side, `none`, or empty to find the side from the
    outlines.
    """
    left, top, right, bottom = panel
    plan = [
        Staged(
            str(each["icon"]),
            float(each.get("x") or 0),
            float(each.get("y") or 0),
            float(each.get("size") or 80),
            float(each.get("turn") or 0),
            bool(each.get("flip")),
        )
        for each in figures
    ]
    plan = [_towards_its_side(each, len(plan), outline(each.icon)) for each in plan]
    boxes = [extent((around(each, outline(each.icon)),)) for each in plan]
    west, east = min(box[0] for box in boxes), max(box[2] for box in boxes)
    north, south = min(box[1] for box in boxes), max(box[3] for box in boxes)
    scale = min((bottom - top) / (south - north), WIDEST * (right - left) / (east - west))
    side = anchor or _anchor(plan, boxes, outline)
    shift = (left + right) / 2 - (west + east) / 2 * scale
    if side == "left":
        shift = left - west * scale
    elif side == "right":
        shift = right - east * scale
    return [
        each._replace(
            x=each.x * scale + shift, y=bottom + (each.y - south) * scale, size=each.size * scale
        )
        for each in plan
    ]


def _towards_its_side(figure: Staged, count: int, outline: Rings) -> Staged:
    """Mirror a figure so that its cut side points away from the middle of the scene."""
    side = cut_side(outline)
    if count == 1 or figure.turn or not figure.x or side not in ("left", "right"):
        return figure
    return figure._replace(flip=(side == "left") != (figure.x < 0))


def _anchor(plan: Sequence[Staged], boxes: Sequence[Box], outline: Callable[[str], Rings]) -> str:
    """Return the side of the panel where the outermost figure is cut off, or an empty string."""
    first = min(range(len(plan)), key=lambda at: boxes[at][0])
    last = max(range(len(plan)), key=lambda at: boxes[at][2])
    for at, name, other in ((first, "left", "right"), (last, "right", "left")):
        side = cut_side(outline(plan[at].icon)) if not plan[at].turn else ""
        if side in (name, other) and (side == name) != plan[at].flip:
            return name
    return ""


def around(figure: Staged, outline: Rings) -> Ring:
    """Return all points of a placed figure's outline."""
    return tuple(point for ring in placed(figure, outline) for point in ring)


def placed(figure: Staged, outline: Rings) -> Rings:
    """Return the outline of a figure in its place on the panel."""
    angle = figure.turn * pi / 180 * (-1 if figure.flip else 1)
    c, s = cos(angle), sin(angle)
    mirror = -1 if figure.flip else 1
    found = []
    for ring in outline:
        offs = [((x - 0.5) * figure.size, (y - 0.5) * figure.size) for x, y in ring]
        turned = [(u * c - v * s, u * s + v * c) for u, v in offs]
        found.append(tuple((figure.x + mirror * u, figure.y + v) for u, v in turned))
    return tuple(found)


def gaps(
    taken: Sequence[Rings], panel: Box, radii: tuple[float, float], most: int, seed: str
) -> list[tuple[float, float, float]]:
    """Return circles in a panel that touch neither figures nor each other, for ornaments."""
    left, top, right, bottom = panel
    reach = max(*radii, 0.0) + 1.0
    near: dict[tuple[float, float], list[Point]] = {}  # points by the square that they are in
    for outline in taken:
        for ring in outline:
            for u, v in ring:
                near.setdefault((u // reach, v // reach), []).append((u, v))
    found: list[tuple[float, float, float]] = []
    for number in range(24 * min(most, MOST_GAPS)):
        a, b, c = _chances(seed, number)
        r = radii[1] - (radii[1] - radii[0]) * c
        x, y = left + r + a * (right - left - 2 * r), top + r + b * (bottom - top - 2 * r)
        if len(found) >= most:
            break
        free = (
            all(hypot(x - u, y - v) > r + w + 2.4 for u, v, w in found)
            and all(
                hypot(x - u, y - v) > r + 1.0
                for across in (-1, 0, 1)
                for down in (-1, 0, 1)
                for u, v in near.get((x // reach + across, y // reach + down), ())
            )
            and not any(_inside((x, y), outline) for outline in taken)
        )
        if free:
            found.append((x, y, r))
    return found


def _chances(seed: str, number: int) -> tuple[float, float, float]:
    """Return three pseudo-random numbers from 0 to 1, determined by a seed."""
    digest = sha256(f"{seed} {number}".encode()).digest()
    a, b, c = (int.from_bytes(digest[at : at + 4], "big") / 2**32 for at in (0, 4, 8))
    return a, b, c


def chance(seed: str, low: float = 0, high: float = 1, number: int = 0) -> float:
    """Return a number from `low` to `high` that is determined by a card's id.

    Each `number` gives a different one.
    """
    return round(low + (high - low) * _chances(f"chance {seed}", number)[0], 3)


def _inside(point: Point, outline: Rings) -> bool:
    wound = sum(step for x, step in crossings(outline, [point[1]])[0] if x > point[0])
    return wound != 0


# -------------------------------------------------------------------------------------- engraving


def hatching(outline: Rings, step: float, start: float, slant: float) -> str:
    """Return path data of lines that shade an outline below the fraction `start` of its height.

    Lines are closer together towards the bottom, and their ends vary slightly, as in an engraving.
    """
    tilted = tuple(tuple((x, y + slant * x) for x, y in ring) for ring in outline)
    _, low, _, high = extent(tilted)
    begin = low + (high - low) * start
    levels, y = [], begin
    while y < high:
        levels.append(y)
        y += step * (1.25 - 0.55 * (y - begin) / (high - begin))
    drawn = []
    for row, (y, crossed) in enumerate(zip(levels, crossings(tilted, levels), strict=True)):
        for left, right in _runs(crossed):
            inset = 0.06 * ((row * 7) % 5)
            if right - left - inset > 0.5:
                a, b = left + inset, right - 0.12
                drawn.append(f"M{n(a)} {n(y - slant * a)}L{n(b)} {n(y - slant * b)}")
    return "".join(drawn)


def halftone(outline: Rings, pitch: float, start: float) -> str:
    """Return path data of a halftone inside an outline.

    It consists of diamonds that grow from the fraction `start` of the height towards the bottom.
    """
    _, low, _, high = extent(outline)
    begin = low + (high - low) * start
    levels, y = [], begin + pitch / 2
    while y < high:
        levels.append(y)
        y += pitch / 2
    drawn = []
    for row, (y, crossed) in enumerate(zip(levels, crossings(outline, levels), strict=True)):
        half = pitch * (0.16 + 0.34 * (y - begin) / (high - begin))
        for left, right in _runs(crossed):
            column = ceil((left + half) / pitch - (0.5 if row % 2 else 0))
            x = (column + (0.5 if row % 2 else 0)) * pitch
            while x + half < right:
                drawn.append(f"M{n(x - half)} {n(y)}l{n(half)} {n(-half)} {n(half)} {n(half)}")
                drawn.append(f" {n(-half)} {n(half)}Z")
                x += pitch
    return "".join(drawn)


def _runs(crossed: list[tuple[float, int]]) -> Iterator[tuple[float, float]]:
    """Yield those parts of a level line that are inside an outline, by the nonzero rule."""
    wound, start = 0, 0.0
    for x, step in sorted(crossed):
        if not wound:
            start = x
        wound += step
        if not wound:
            yield start, x


# ----------------------------------------------------------------------------------- constellation


def constellation(figure: Staged, outline: Rings, stars: int) -> list[Point]:
    """Return those corners of a placed figure that show its shape best, as one line from the left.

    Each of its larger parts gets a share of the stars, and the line returns to the start of each
    part.
    """
    parts = sorted(placed(figure, outline), key=_area, reverse=True)
    parts = [ring for ring in parts[:3] if _area(ring) > PART * _area(parts[0])]
    weights = [_area(ring) ** 0.5 for ring in parts]
    line: list[Point] = []
    for ring, weight in zip(parts, weights, strict=True):
        corners = _simplified([*ring], max(3, round(stars * weight / fsum(weights))))
        first = corners.index(min(corners))
        corners = corners[first:] + corners[:first]
        line += [*corners, corners[0]]
    return line


def _simplified(ring: list[Point], count: int) -> list[Point]:
    """Return the `count` most significant corners of a ring (Visvalingam's algorithm)."""
    threes = zip(ring, ring[-1:] + ring[:-1], ring[1:] + ring[:1], strict=True)
    weights = [_area(three) for three in threes]
    while len(ring) > count:
        out = weights.index(min(weights))
        del ring[out], weights[out]
        for at in (out - 1, out % len(ring)):  # the values beside it
            weights[at] = _area((ring[at], ring[at - 1], ring[(at + 1) % len(ring)]))
    return ring


def apart(points: Sequence[Point], count: int) -> list[Point]:
    """Return `count` of the points, as far apart as possible, from left to right."""
    chosen = [*points[:1]]
    while len(chosen) < min(count, len(points)):
        chosen.append(
            max(points, key=lambda at: min(hypot(at[0] - x, at[1] - y) for x, y in chosen))
        )
    return sorted(chosen[:count])


def _area(ring: Sequence[Point]) -> float:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(fsum(a * d - b * c for (a, b), (c, d) in pairs)) / 2
