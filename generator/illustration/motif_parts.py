"""Draws parts of ornaments, such as leaves, spirals and crooked lines; places and clips them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import acos, atan2, ceil, cos, floor, fsum, hypot, pi, sin, sqrt, tan, tau
from random import Random

from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    mapped,
    points_of,
    ribbon,
    through,
)


def leaf(x: float, y: float, length: float, breadth: float, angle: float) -> Drawing:
    """Return a pointed leaf that grows from its stalk at x, y.

    `breadth` is the distance of the control points of its sides.
    """
    return _blade(x, y, length, angle, ((0.3, -breadth), (0.75, -breadth * 0.8)))


def petal(x: float, y: float, length: float, breadth: float, angle: float) -> Drawing:
    """Return the outline of a leaf with a rounded end."""
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
    return [("M", (at[0],)), ("C", (at[1], at[2], at[3])), ("C", (at[4], at[5], at[6])), ("Z", ())]


def cup(middle: float, half: float, depth: float, hollow: bool = False) -> Drawing:
    """Return an egg shape that is cut off at the top edge."""
    side = half if hollow else -half
    return [
        ("M", ((middle + side, 0.0),)),
        (
            "C",
            ((middle + side * 1.08, depth * 0.62), (middle + side * 0.55, depth), (middle, depth)),
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


def tongue(left: float, breadth: float, height: float) -> Drawing:
    """Return the outline of a hanging tongue with a rounded tip."""
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


def arch(x: float, y: float, radius: float) -> Drawing:
    """Return the outline of a half disc whose straight side is at the height y."""
    handle = 0.5523 * radius
    return [
        ("M", ((x - radius, y),)),
        ("C", ((x - radius, y - handle), (x - handle, y - radius), (x, y - radius))),
        ("C", ((x + handle, y - radius), (x + radius, y - handle), (x + radius, y))),
        ("Z", ()),
    ]


def volute(side: int) -> Drawing:
    """Return one arm of a palmette's foot, which runs outwards along the ground and then rolls
    in.
    """
    arm = spiral((0.0, 0.09), -0.06, 1.5, (0.25, 17.0), 2.4)
    drawing = ribbon(arm, (0.05, 0.085, 0.02)) + circle(*arm[-1], 0.035)
    return drawing if side > 0 else mapped(drawing, lambda point: (-point[0], point[1]))


def spiral(
    start: Point, heading: float, length: float, bend: tuple[float, float], power: float
) -> list[Point]:
    """Return a line whose curvature changes from the first value of `bend` to the second."""
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


def wander(chance: Random, start: Point, end: Point, depth: int, shake: float) -> list[Point]:
    """Return a crooked line from start to end.

    Its middle is displaced at random, and so are the middles of its parts, repeatedly.
    """
    if depth == 0:
        return [start, end]
    away = hypot(end[0] - start[0], end[1] - start[1]) * shake
    middle = (
        (start[0] + end[0]) / 2 + chance.uniform(-away, away),
        (start[1] + end[1]) / 2 + chance.uniform(-away, away),
    )
    first = wander(chance, start, middle, depth - 1, shake)
    return first + wander(chance, middle, end, depth - 1, shake)[1:]


def wobble(chance: Random, count: int, radius: float, shake: float) -> list[Point]:
    """Return a circle with an uneven radius.

    It consists of waves rather than noise, so that it closes smoothly.
    """
    waves = [(k, chance.uniform(0, tau), chance.uniform(0.3, 1) * shake) for k in (1, 2, 3, 7)]
    points = []
    for i in range(count):
        angle = tau * i / count
        at = radius + fsum(size * sin(k * angle + turn) for k, turn, size in waves)
        points.append((at * cos(angle), at * sin(angle)))
    return points


def parts_inside(line: Iterable[Point], width: float, height: float) -> Drawing:
    """Return those parts of a line that are inside the box, each as a smooth line."""
    parts: list[list[Point]] = [[]]
    for x, y in line:
        if 0 <= x <= width and 0 <= y <= height:
            parts[-1].append((x, y))
        elif parts[-1]:
            parts.append([])
    return [step for part in parts if len(part) > 1 for step in through(part)]


def thicken(line: Sequence[Point], half: float) -> list[Point]:
    """Return the outline of a line of some thickness, with mitred corners and flat ends.

    It extends `half` to each side of the line.
    """

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


def lobes(radius: float, apart: float, tip: float) -> Drawing:
    """Return a heart.

    It consists of two lobes around (-apart, 0) and (apart, 0), and their tangents to (0, tip).
    """
    notch = acos(apart / radius) - pi  # where the lobes meet, seen from the middle of the right one
    last = atan2(tip, -apart) - acos(radius / hypot(apart, tip))
    right = arc((apart, 0.0), radius, notch, last)
    left = arc((-apart, 0.0), radius, pi - last, pi - notch)
    return [("M", right[0][1]), *right[1:], ("L", ((0.0, tip),)), *left, ("Z", ())]


def bent(start: Point, end: Point, radius: float) -> Drawing:
    """Return an arc that runs anticlockwise on paper, after a line to its start."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = hypot(dx, dy)
    far = sqrt(radius * radius - chord * chord / 4) / chord
    middle = (start[0] + end[0]) / 2 + dy * far, (start[1] + end[1]) / 2 - dx * far
    first = atan2(start[1] - middle[1], start[0] - middle[0])
    last = atan2(end[1] - middle[1], end[0] - middle[0])
    return arc(middle, radius, first, last - tau if last > first else last)


def arc(middle: Point, radius: float, start: float, end: float) -> Drawing:
    """Return a line to the start of an arc, and the arc divided into parts of at most a quarter
    turn.
    """
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


MOST = 1000  # repetitions of a motif in a row


def few(number: float) -> float:
    """Return the number of repetitions unchanged, after a check.

    Raises ValueError if there would be too many to distinguish.
    """
    if not abs(number) <= MOST:
        raise ValueError(f"an ornament has {number:,.0f} repetitions; expected at most {MOST:,}")
    return number


def fit(length: float, period: float) -> tuple[int, float]:
    """Return how many periods fit into a length, and the exact period that fills it.

    There is at least one. Raises ValueError if there would be thousands.
    """
    n = max(1, floor(few(length / period) + 0.5))
    return n, length / n


def clipped(points: list[Point], width: float, height: float) -> list[Point]:
    """Return the part of a convex outline that lies in the box (Sutherland and Hodgman)."""
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


def moved(drawing: Drawing, x: float, y: float) -> Drawing:
    """Return a drawing moved by x and y."""
    return mapped(drawing, lambda point: (point[0] + x, point[1] + y))


def placed(drawing: Drawing, x: float, y: float, quarter: int) -> Drawing:
    """Return the drawing rotated clockwise by quarter turns and then moved to x, y."""
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return mapped(drawing, lambda p: (x + c * p[0] - s * p[1], y + s * p[0] + c * p[1]))


def fitted(drawing: Drawing, width: float, height: float) -> Drawing:
    """Return the drawing stretched and moved so that it fills the box exactly."""
    outline = list(points_of(drawing))
    left, right = min(p[0] for p in outline), max(p[0] for p in outline)
    top, bottom = min(p[1] for p in outline), max(p[1] for p in outline)
    across, down = width / (right - left), height / (bottom - top)
    return mapped(drawing, lambda p: ((p[0] - left) * across, (p[1] - top) * down))
