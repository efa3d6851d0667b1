"""Draws marbled paper: drops of ink that push each other aside, and a comb drawn through them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import atan2, cos, hypot, pi, sin, sqrt, tanh, tau
from random import Random

from generator.illustration.motif_parts import few
from generator.illustration.outlines import Drawing, Point, loop, written


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
    """Draw one ink in one ring of marbled paper. Fill the path.

    Draw the rings from 0 to 3 on top of each other, and in each of them every `ink` from 0. The
    pattern has point symmetry and repeats, so that adjacent sheets show no seam. Drops that cross
    an edge are complete; clip them. `over` extends the sheet beyond its edges.

    The formulas are those of A. Jaffer, "Mathematical marbling": P' = C + (P - C) sqrt(1 + r^2 / |P
    - C|^2), here with sines for differences, so that the sheet repeats, and a twin of each drop at
    -C.
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


RINGS = 3  # rings in a drop of marbled paper; the last one consists of single spots


@lru_cache(maxsize=16)
def _drops(
    width: float, height: float, drops: int, seed: int
) -> list[tuple[int, int, tuple[list[Point], tuple[float, float, float, float]]]]:
    """Return the outlines of drops around 0, 0, each with its ring, ink and extents."""
    size = 0.12 * min(width, height * 0.72)
    circles = _circles(width, height, drops, size, Random(seed))
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

        outline = _followed(at, size)
        xs, ys = [u for u, _ in outline], [v for _, v in outline]
        found.append((ring, tint, (outline, (min(xs), min(ys), max(xs), max(ys)))))
    return found


def _circles(
    width: float, height: float, drops: int, size: float, chance: Random
) -> list[tuple[int, int, Point, float]]:
    """Return the circles that become drops: ring, ink, middle and radius."""
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
    return circles


def _followed(at: Callable[[float], Point], size: float) -> list[Point]:
    """Return points on a closed line, more of them where it is drawn out or bent."""
    line = [(tau * k / 40, at(tau * k / 40)) for k in range(40)]
    for _ in range(3):
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
    return [point for _, point in line]


def _apart(a: Point, b: Point, width: float, height: float) -> float:
    """Return the squared distance of two points on a sheet whose pattern repeats."""
    dx, dy = abs(a[0] - b[0]) % width, abs(a[1] - b[1]) % height
    return float(min(dx, width - dx) ** 2 + min(dy, height - dy) ** 2)


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return the angle by which a line turns at b, in radians."""
    turn = atan2(c[1] - b[1], c[0] - b[0]) - atan2(b[1] - a[1], b[0] - a[0])
    return abs((turn + pi) % tau - pi)


Push = tuple[float, float, float, float, float]


def _push(place: Point, radius: float, width: float, height: float) -> Push:
    """Return the parameters of a drop for `_pushed`: the cosine and sine of its direction, and
    its squared radius.
    """
    x, y = pi * place[0] / width, pi * place[1] / height
    return cos(x), sin(x), cos(y), sin(y), radius * radius


def _pushed(x: float, y: float, drops: Sequence[Push], width: float, height: float) -> Point:
    """Return where a point of the sheet is after drops and their twins have pushed it in turn."""
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
    """Return where a point is after combing: across, down and across again."""
    x, y = point
    unit = min(width, height * 0.72) / 63
    x += 6 * unit * tanh(0.9 * sin(tau * y / height)) / tanh(0.9)
    y += 7.5 * unit * tanh(1.5 * sin(tau * 3 * x / width)) / tanh(1.5)
    x += 3.2 * unit * tanh(0.8 * sin(tau * 2 * y / height)) / tanh(0.8)
    return x, y
