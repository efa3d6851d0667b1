"""Finds the colours of a drawing along the edges of a piece, to compare them with its
neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

from generator.core.geometry import Matrix, times
from generator.drawing.drawings import Drawing, Gradient, Resources
from validator.core.sizes import Size

FIRST = 2000  # letters of operators that are read: a ground is painted before what is on it
DEEPEST = 4  # forms in forms that are read
LEAST = 0.05  # share of an edge below which a shape counts as ornament
SLACK = 0.05  # mm by which a ground may miss the edge

SAMPLES = 8  # points along an edge at which a gradient is sampled
EDGES = ("left", "top", "right", "bottom")

Edges = tuple[str, str, str, str]  # left, top, right, bottom; empty: bare paper
_Span = tuple[float, float]  # range along an edge in mm; empty if the first number is not less
_Spans = tuple[_Span, ...]  # one range per edge
_COLOURS = {"rg": 3, "g": 1, "k": 4}  # operators that set the colour of areas, and their numbers
_POINTS = frozenset("mlc")  # operators of paths with points
_FILLED = frozenset({"f", "f*", "B", "B*", "b", "b*"})
_STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NONE: _Span = (0.0, 0.0)


def edges_of(drawing: Drawing, resources: Resources, size: Size) -> Edges:
    """Return the appearance of a piece along its edges: colours, pictures and shadings as text.

    Pieces whose edges are equal where they meet can share a cut: a slightly misplaced cut shows the
    same colour. The edges of pictures count as different from each other, because their pixels are
    not examined.
    """
    return _edges(_first(drawing), _ById(resources), size.width, size.height)


def _first(drawing: Drawing) -> str:
    """Return the operators of a drawing that precede the first text."""
    ops = drawing.ops
    if len(ops) > FIRST:
        ops = ops[:FIRST].rpartition(" ")[0]
    return ops.partition("BT ")[0]


class _ById:
    """The resources of a document as a cache key: equal only to themselves."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.resources is self.resources

    def __hash__(self) -> int:
        return id(self.resources)


@lru_cache(maxsize=1000)
def _edges(ops: str, known: _ById, width: float, height: float) -> Edges:
    grounds = _Grounds(known.resources, width, height)
    grounds.read(ops, _STILL, grounds.whole, "", 0)
    left, top, right, bottom = ("; ".join(each) for each in grounds.shown)
    return left, top, right, bottom


def colour_at(gradient: Gradient, matrix: Matrix, x: float, y: float) -> tuple[float, ...] | None:
    """Return the colour of a gradient at a point of the piece, or None if it is too complex."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if abs(size) < 1e-12:
        return None
    x, y = (d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size
    if len(gradient.coordinates) == 4:
        x1, y1, x2, y2 = gradient.coordinates
        long = (x2 - x1) ** 2 + (y2 - y1) ** 2
        part = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long if long else 1.0
    else:
        cx, cy, radius, fx, fy = gradient.coordinates
        if (cx, cy) != (fx, fy) or not radius:
            return None
        part = hypot(x - cx, y - cy) / radius
    before = gradient.stops[0]
    for stop in gradient.stops:
        if stop[0] >= part:
            share = (part - before[0]) / (stop[0] - before[0]) if stop[0] > before[0] else 1.0
            share = min(max(share, 0.0), 1.0)
            pairs = zip(before[1], stop[1], strict=True)
            return tuple(round(one + (other - one) * share, 2) + 0.0 for one, other in pairs)
        before = stop
    return tuple(round(each, 2) + 0.0 for each in before[1])


class _Grounds:
    """Reads operators, and collects what covers each edge of a piece.

    `shown` lists the colours and pictures on each edge, from bottom to top.
    """

    def __init__(self, resources: Resources, width: float, height: float) -> None:
        self.resources = resources
        self.width, self.height = width, height
        self.whole: _Spans = ((0, height), (0, width), (0, height), (0, width))
        self.shown: tuple[list[str], ...] = ([], [], [], [])

    def read(self, ops: str, matrix: Matrix, within: _Spans, colour: str, depth: int) -> None:
        """Record the backgrounds that the operators of a drawing paint along the edges.

        `within` is the visible area.
        """
        name = ""
        states: list[tuple[Matrix, str, _Spans]] = []
        points: list[float] = []  # x and y in turn, of a path
        numbers: list[float] = []
        for word in ops.split():
            if word[0] in "-.0123456789":
                numbers.append(float(word.rstrip("]")))  # dashes are a list
                continue
            if word == "q":
                states.append((matrix, colour, within))
            elif word == "Q" and states:
                matrix, colour, within = states.pop()
            elif word == "cm" and len(numbers) == 6:
                a, b, c, d, e, f = numbers
                matrix = times((a, b, c, d, e, f), matrix)
            elif word in _COLOURS:
                colour = " ".join(f"{round(each, 2):g}" for each in numbers)
            elif word == "re" and len(numbers) == 4:
                x, y, wide, high = numbers
                points += (x, y, x + wide, y + high)
            elif word in _POINTS:
                points += numbers
            elif word in ("W", "W*"):
                within = self.covered(points, matrix, within)
            elif word in _FILLED or word == "n":
                if word != "n":
                    self.show(colour, self.covered(points, matrix, within))
                points = []
            elif word == "sh":
                self.shade(name, matrix, within)
            elif word == "Do":
                self.draw(name, matrix, within, colour, depth)
            name = word[1:]
            numbers = []

    def draw(self, name: str, matrix: Matrix, within: _Spans, colour: str, depth: int) -> None:
        """Process the operators of a form XObject, or record a picture."""
        if name in self.resources.forms:
            drawing, (left, top, right, bottom) = self.resources.forms[name]
            seen = self.covered([left, top, right, bottom], matrix, within)
            if depth < DEEPEST and any(low < high for low, high in seen):
                self.read(_first(drawing), matrix, seen, colour, depth + 1)
        elif name in self.resources.pictures:
            spans = self.covered([0, 0, 1, 1], matrix, within)
            self.show_each([f"{name} {edge}" for edge in EDGES], spans)

    def shade(self, name: str, matrix: Matrix, spans: _Spans) -> None:
        """Record a gradient by its colours along each edge, so that similar ones are equal."""
        gradient = self.resources.shadings.get(name)
        found = []
        for edge, (low, high) in enumerate(spans):
            steps = [low + (high - low) * each / SAMPLES for each in range(SAMPLES + 1)]
            points = [self.on_edge(edge, each) for each in steps]
            colours = [gradient and colour_at(gradient, matrix, *each) for each in points]
            if None in colours:
                found.append(f"{name} {EDGES[edge]}")
            else:
                texts = [" ".join(f"{part:g}" for part in each) for each in colours if each]
                found.append(texts[0] if len({*texts}) == 1 else f"({', '.join(texts)})")
        self.show_each(found, spans)

    def on_edge(self, edge: int, along: float) -> tuple[float, float]:
        """Return a point on an edge of the piece, in millimetres; `along` is its distance from
        the edge's start.
        """
        if edge % 2:
            return along, (0.0 if edge == 1 else self.height)
        return (0.0 if edge == 0 else self.width), along

    def show(self, what: str, spans: _Spans) -> None:
        self.show_each((what,) * 4, spans)

    def show_each(self, whats: Sequence[str], spans: _Spans) -> None:
        """Record what covers each edge.

        `whats` has one description for each edge.
        """
        for what, shown, (low, high), (_, long) in zip(
            whats, self.shown, spans, self.whole, strict=True
        ):
            if high - low >= long - SLACK:
                shown[:] = [what]
            elif high - low >= LEAST * long:
                shown.append(f"{what} {low:.1f}-{high:.1f}")

    def covered(self, points: list[float], matrix: Matrix, within: _Spans) -> _Spans:
        """Return the part of each edge that is covered by the rectangle around some points.

        A rotated rectangle counts as covering nothing.
        """
        a, b, c, d, e, f = matrix
        if not points or abs(b) > 1e-6 or abs(c) > 1e-6:
            return (_NONE,) * 4
        across = [a * x + e for x in points[::2]]
        down = [d * y + f for y in points[1::2]]
        left, right, top, bottom = min(across), max(across), min(down), max(down)
        reached = (
            left <= SLACK and right >= 0,
            top <= SLACK and bottom >= 0,
            left <= self.width and right >= self.width - SLACK,
            top <= self.height and bottom >= self.height - SLACK,
        )
        spans = ((top, bottom), (left, right), (top, bottom), (left, right))
        return tuple(
            (max(low, start), min(high, end)) if reaches else _NONE
            for reaches, (low, high), (start, end) in zip(reached, within, spans, strict=True)
        )
