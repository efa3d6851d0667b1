"""Converts SVG path data to lines and curves.

Every command of SVG 1.1 is supported. Lines remain lines; all curves become cubic Bézier curves.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Iterable, Iterator

Point = tuple[float, float]
Segment = tuple[str, tuple[float, ...]]  # m, l, c with their points, h
Box = tuple[float, float, float, float]  # left, top, right, bottom

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NUMBERS = re.compile(rf"[\s,]*+(?:(?>{_NUMBER.pattern})[\s,]*+)*+")
_SPACED = re.compile(r"[-.0-9 ]*+")  # mostly numbers with a space between each
_FLAGS = re.compile(  # the arguments of an arc; its two flags need nothing between them
    r"[\s,]*(N)[\s,]*(N)[\s,]*(N)[\s,]*([01])[\s,]*([01])[\s,]*(N)[\s,]*(N)".replace(
        "N", _NUMBER.pattern
    )
)
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


def followed(d: str) -> Pen:
    """Follow path data with a pen, and return the pen. Raises ValueError for malformed data."""
    pen = Pen()
    head, *parts = _COMMAND.split(d)
    if head.strip() or (parts and parts[0] not in "Mm"):
        raise ValueError("it does not begin with M")
    for letter, text in zip(parts[::2], parts[1::2], strict=True):
        values = _arcs(text) if letter in "Aa" else _numbers(text)
        count = _COUNT.get(letter.upper(), 0)
        if (not values) != (not count) or (count and len(values) % count):
            raise ValueError(f"'{letter}' has the wrong number of values, {len(values)}")
        if letter in "LCc" and pen.open:
            pen.add_all(letter.upper(), _from(pen.at, values) if letter == "c" else values)
            continue
        for start in range(0, len(values), count) if count else (0,):
            pen.add(letter, values[start : start + count])
            if letter in "Mm":  # a repeated move without its letter is a line
                letter = "L" if letter == "M" else "l"
    return pen


def segments(d: str) -> Iterator[Segment]:
    """Yield path data as segments with their points.

    They are moves `m`, lines `l`, cubic curves `c` and ends `h`. Raises ValueError for malformed
    data.
    """
    pen = followed(d)
    place = 0
    for ops in pen.ops:
        count = ops.count("%")
        yield ops[-2], tuple(pen.values[place : place + count])
        place += count


def _numbers(text: str) -> list[float]:
    if _SPACED.fullmatch(text):
        with contextlib.suppress(ValueError):  # numbers without a space between, or none at all
            return [*map(float, text.split())]
    if not _NUMBERS.fullmatch(text):
        rest = _NUMBER.sub(" ", text).replace(",", " ").strip()
        raise ValueError(f"'{rest[:20]}' is not a number")
    return [*map(float, _NUMBER.findall(text))]


def _from(at: Point, values: list[float]) -> list[float]:
    """Convert points that are relative to the end of the previous curve to absolute points."""
    x, y = at
    found: list[float] = []
    pairs = iter(values)
    for a, b, c, d, e, f in zip(pairs, pairs, pairs, pairs, pairs, pairs, strict=True):
        found += (x + a, y + b, x + c, y + d, x + e, y + f)
        x += e
        y += f
    return found


def _arcs(text: str) -> list[float]:
    if rest := _FLAGS.sub(" ", text).replace(",", " ").strip():
        raise ValueError(f"'{rest[:20]}' is not part of an arc")
    return [float(each) for found in _FLAGS.findall(text) for each in found]


class Pen:
    """Follows an outline: collects its segments as PDF operators, and tracks the current point."""

    def __init__(self) -> None:
        self.ops: list[str] = []  # with a %.3f for each of `values`
        self.values: list[float] = []
        self.at: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)  # start of the open subpath
        self.open = False
        self.handle: tuple[str, Point] = ("", (0.0, 0.0))  # the last curve's kind and handle

    def add(self, command: str, values: list[float]) -> None:
        kind = command.upper()
        if kind == "Z":
            self.close()
            return
        if kind != "M" and not self.open:
            self.move(self.start)
        x, y = at = self.at
        if command == kind:  # its numbers count from the origin, not from the pen
            x = y = 0.0
        to = handle = (x + values[-2], y + values[-1]) if len(values) > 1 else at
        curve = ""
        if kind == "M":
            self.move(to)
        elif kind == "L":
            self.line(to)
        elif kind == "H":
            self.line((x + values[0], at[1]))
        elif kind == "V":
            self.line((at[0], y + values[0]))
        elif kind == "A":
            self.arc(values[:5], to)
        elif kind in "CS":
            first = (x + values[0], y + values[1]) if kind == "C" else self.mirrored("C")
            curve, handle = "C", (x + values[-4], y + values[-3])
            self.curve(first, handle, to)
        else:
            handle = (x + values[0], y + values[1]) if kind == "Q" else self.mirrored("Q")
            curve = "Q"
            self.quadratic(handle, to)
        self.handle = (curve, handle)

    def add_all(self, command: str, values: list[float]) -> None:
        """Append lines (`L`) or curves (`C`) from the current point all at once, which is faster.

        Most paths consist mainly of these.
        """
        count = _COUNT[command]
        form = "%.3f %.3f l " if command == "L" else "%.3f %.3f %.3f %.3f %.3f %.3f c "
        self.ops += [form] * (len(values) // count)
        self.values += values
        self.at = to = (values[-2], values[-1])
        self.handle = ("C", (values[-4], values[-3])) if command == "C" else ("", to)

    def mirrored(self, kind: str) -> Point:
        """Return the control point that continues the last curve smoothly.

        Returns the current point if the last curve was not of the same kind.
        """
        last, (x, y) = self.handle
        return (2 * self.at[0] - x, 2 * self.at[1] - y) if last == kind else self.at

    def move(self, to: Point) -> None:
        self.ops.append("%.3f %.3f m ")
        self.values += to
        self.at = self.start = to
        self.open = True

    def line(self, to: Point) -> None:
        self.ops.append("%.3f %.3f l ")
        self.values += to
        self.at = to

    def close(self) -> None:
        if self.open:
            if not all(map(_same, self.at, self.start)):
                self.line(self.start)
            self.ops.append("h ")
        self.at, self.open = self.start, False
        self.handle = ("", self.at)

    def curve(self, a: Point, b: Point, to: Point) -> None:
        self.ops.append("%.3f %.3f %.3f %.3f %.3f %.3f c ")
        self.values += (*a, *b, *to)
        self.at = to

    def quadratic(self, handle: Point, to: Point) -> None:
        (x, y), (u, v) = self.at, handle
        first = (x + (u - x) * 2 / 3, y + (v - y) * 2 / 3)
        self.curve(first, (to[0] + (u - to[0]) * 2 / 3, to[1] + (v - to[1]) * 2 / 3), to)

    def arc(self, shape: list[float], to: Point) -> None:
        """Append an elliptical arc as cubic curves, one for each quarter; see SVG 1.1, F.6.5 and
        F.6.6.
        """
        (x0, y0), (x1, y1) = self.at, to
        rx, ry, turn, large, sweep = abs(shape[0]), abs(shape[1]), *shape[2:]
        if not rx or not ry or self.at == to:
            if self.at != to:
                self.line(to)
            return
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        # The ends in coordinates in which the ellipse is the unit circle.
        ax, ay = (c * x0 + s * y0) / rx, (c * y0 - s * x0) / ry
        bx, by = (c * x1 + s * y1) / rx, (c * y1 - s * x1) / ry
        long = math.hypot(bx - ax, by - ay) / 2
        if long > 1:  # no such ellipse reaches both ends: the smallest that does
            rx, ry, ax, ay, bx, by = (*(each * long for each in (rx, ry)),
                                      *(each / long for each in (ax, ay, bx, by)))  # fmt: skip
            long = 1.0
        away = math.sqrt(max(0.0, 1 / (long * long) - 1)) / 2 if long else 0.0
        if large == sweep:
            away = -away
        mx, my = (ax + bx) / 2 - away * (by - ay), (ay + by) / 2 + away * (bx - ax)
        first, last = math.atan2(ay - my, ax - mx), math.atan2(by - my, bx - mx)
        if sweep and last < first:
            last += math.tau
        elif not sweep and last > first:
            last -= math.tau
        quarters = max(1, math.ceil(abs(last - first) / (math.pi / 2 + 0.001)))
        step = (last - first) / quarters
        k = 4 / 3 * math.tan(step / 4)

        def placed(x: float, y: float) -> Point:
            x, y = (mx + x) * rx, (my + y) * ry
            return c * x - s * y, s * x + c * y

        for index in range(quarters):
            a, b = first + index * step, first + (index + 1) * step
            ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
            end = to if index == quarters - 1 else placed(cb, sb)
            self.curve(placed(ca - k * sa, sa + k * ca), placed(cb + k * sb, sb - k * cb), end)


def _same(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)


def box_of(found: Iterable[Segment]) -> Box | None:
    """Return the bounding box of an outline, ignoring control points, or None if it is empty."""
    xs: list[float] = []
    ys: list[float] = []
    at = (0.0, 0.0)
    for kind, points in found:
        if kind == "c":
            xs += _extremes(at[0], *points[0::2])
            ys += _extremes(at[1], *points[1::2])
        elif kind != "h":
            xs.append(points[0])
            ys.append(points[1])
        if points:
            at = (points[-2], points[-1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """Return the ends and the turning points of a cubic curve along one axis."""
    found = [a, d]
    p, q, r = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
    roots = []
    if abs(p) < 1e-12:
        roots = [-r / q] if abs(q) > 1e-12 else []
    elif (root := q * q - 4 * p * r) >= 0:
        roots = [(-q + math.sqrt(root)) / (2 * p), (-q - math.sqrt(root)) / (2 * p)]
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            found.append(u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d)
    return found


MOST_PIECES = 64  # lines that a curve becomes


def flattened(found: Iterable[Segment], by: float) -> list[Point]:
    """Return the corners of a closed outline whose curves were replaced by lines that deviate by at
    most `by` (in the unit of the outline).
    """
    corners: list[Point] = []
    for kind, points in found:
        if kind == "c":
            corners += _pieces(corners[-1], points, by)
        elif kind != "h":
            corners.append((points[0], points[1]))
    apart = [
        each
        for at, each in enumerate(corners)
        if max(map(abs, (each[0] - corners[at - 1][0], each[1] - corners[at - 1][1]))) > 1e-6
    ]
    return apart or corners[:1]


def _pieces(start: Point, points: tuple[float, ...], by: float) -> Iterator[Point]:
    """Yield points on a cubic curve after its start, as many as its curvature requires."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, points
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
               math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))  # fmt: skip
    count = min(MOST_PIECES, max(1, math.ceil(math.sqrt(0.75 * bend / by))))
    for step in range(1, count + 1):
        t = step / count
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
