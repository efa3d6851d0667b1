"""Checks in the SVG of a face that icons and drawings stay inside their panels and discs.

The frame of an icon is the smallest rectangle, circle or ellipse below it that contains most of its
outline. The frame of a drawing, such as a figure with its props, must also have a line around it.
Clipped drawings cannot leave their frames.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import NamedTuple

from generator.core.geometry import Matrix, Point, point_on, times
from generator.core.memo import Memo
from generator.core.outlines import rings
from generator.core.svg import Attributes, PaintError, read_svg
from generator.drawing.values import number, transform
from generator.faces.face import Definition, RenderedFace
from validator.core.location import Location, Problem
from validator.core.paths import segments

INSIDE = 0.75  # share of an icon's outline above which a shape around it is its frame
OUTSIDE = 0.5  # mm that an icon may reach beyond its frame: half of the strongest border
_PATH = re.compile(r'<path d="([^"]+)"')


class Frame(NamedTuple):
    """A shape with straight or elliptic edges, in millimetres of the face."""

    left: float
    top: float
    right: float
    bottom: float
    straight: bool
    lined: bool = False  # has a line around it

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def overflow(self, point: Point) -> float:
        """Return how far a point is outside the frame; negative if it is inside."""
        x, y = point
        if self.straight:
            return max(self.left - x, x - self.right, self.top - y, y - self.bottom)
        wide, high = (self.right - self.left) / 2, (self.bottom - self.top) / 2
        away = hypot((x - self.left - wide) / wide, (y - self.top - high) / high)
        return (away - 1) * min(wide, high)


def check_frames(face: RenderedFace, location: Location, key: str, memo: Memo) -> Iterator[Problem]:
    """Yield warnings for icons and drawings that extend beyond their frames.

    `location` is the location of the card. `memo` contains the keys of faces without warnings,
    which are not read again.
    """
    if memo.get("flawless frames", key):
        return
    found = [*outside(face)]
    if not found:
        memo.put("flawless frames", key, True)
    for what, by in found:
        message = (
            f"{what} reaches {by:.1f} mm beyond its frame; expected all of it inside; draw it "
            "smaller, move it, or clip it"
        )
        yield Problem(location, message, "frame", "warning")


def outside(face: RenderedFace) -> Iterator[tuple[str, float]]:
    """Yield the icons and drawings that extend beyond their frames, and how far (mm)."""
    walk = _FaceReader(face.shared)
    with suppress(PaintError):  # the painter reports unsupported elements
        read_svg(face.svg, walk)
    yield from walk.found


class _ShapeReader:
    """Reads the shapes of an SVG, with their positions and whether they are clipped or hidden."""

    def __init__(self, shared: Mapping[str, Definition], matrix: Matrix = (1, 0, 0, 1, 0, 0)):
        self.shared = shared
        self.open: list[tuple[Matrix, bool, str]] = [(matrix, False, "none")]

    def start(self, tag: str, attributes: Attributes) -> None:
        matrix, hidden, line = self.open[-1]
        if "transform" in attributes:
            matrix = times(transform(attributes["transform"]), matrix)
        hidden = hidden or "clip-path" in attributes or tag in ("defs", "clipPath")
        line = attributes.get("stroke", line)
        self.open.append((matrix, hidden, line))
        if hidden:
            return
        if tag == "use":
            name = attributes.get("href", "")[1:]
            if name in self.shared:
                self.use(name, self.shared[name], attributes, matrix)
        else:
            self.shape(tag, attributes, matrix, line != "none")

    def end(self, _tag: str) -> None:
        self.open.pop()

    def characters(self, _data: str) -> None: ...

    def instruction(self, _target: str, _data: str) -> None: ...

    def use(self, name: str, known: Definition, attributes: Attributes, matrix: Matrix) -> None:
        raise NotImplementedError

    def shape(self, tag: str, attributes: Attributes, matrix: Matrix, lined: bool) -> None:
        raise NotImplementedError


class _FaceReader(_ShapeReader):
    """Reads the shapes of a face in drawing order, and the icons and drawings on them."""

    def __init__(self, shared: Mapping[str, Definition], matrix: Matrix = (1, 0, 0, 1, 0, 0)):
        super().__init__(shared, matrix)
        self.frames: list[Frame] = []
        self.found: list[tuple[str, float]] = []

    def shape(self, tag: str, attributes: Attributes, matrix: Matrix, lined: bool) -> None:
        if tag in ("rect", "circle", "ellipse") and not (matrix[1] or matrix[2]):
            self.frames += _frame(tag, attributes, matrix, lined)

    def use(self, name: str, known: Definition, attributes: Attributes, matrix: Matrix) -> None:
        """Check an art or icon that the face uses.

        Its shapes may be frames for later elements.
        """
        if name.startswith("icon-"):
            x, y = (number(attributes.get(each, "0")) for each in ("x", "y"))
            size = number(attributes.get("width", "0"))
            path = _PATH.search(known.svg)
            outline = rings(path[1], known.box[2] - known.box[0]) if path else ()
            points = [
                point_on(matrix, x + px * size, y + py * size)
                for ring in outline
                for px, py in ring
            ]
            self.judge(f"the icon '{name[5:]}'", points, self.frames)
            return
        place = times(place_of_use(known, attributes), matrix)
        lined = [frame for frame in self.frames if frame.lined]
        if lined:
            points = [point_on(place, *each) for each in _drawn(known, self.shared)]
            self.judge("a drawing", points, lined)
        inner = _FaceReader(self.shared, place)
        read_svg(known.svg, inner)
        self.frames += inner.frames
        self.found += inner.found

    def judge(self, what: str, points: Sequence[Point], frames: Iterable[Frame]) -> None:
        if not points:
            return
        most_out = int((1 - INSIDE) * len(points))
        xs, ys = (sorted(each) for each in zip(*points, strict=True))
        inner = (xs[most_out], ys[most_out], xs[-1 - most_out], ys[-1 - most_out])
        holding = [
            frame
            for frame in frames
            if frame.left <= inner[0] and frame.top <= inner[1]  # most shapes are elsewhere
            and frame.right >= inner[2] and frame.bottom >= inner[3]
            and sum(frame.overflow(point) > 0 for point in points) <= most_out
        ]  # fmt: skip
        if holding:
            frame = min(holding, key=lambda each: each.area)
            most = max(map(frame.overflow, points))
            if most > OUTSIDE:
                self.found.append((what, most))


class _OutlinePoints(_ShapeReader):
    """Collects points on the outlines of all shapes."""

    def __init__(self, shared: Mapping[str, Definition]):
        super().__init__(shared)
        self.points: list[Point] = []

    def shape(self, tag: str, attributes: Attributes, matrix: Matrix, lined: bool) -> None:
        if attributes.get("fill") == "none" and not lined:
            return
        points: list[Point] = []
        if tag == "path":
            points = [*corners(attributes.get("d", ""))]
        elif tag in ("rect", "circle", "ellipse"):
            for each in _frame(tag, attributes, (1, 0, 0, 1, 0, 0), lined):
                points += _edge(each)
        self.points += [point_on(matrix, *each) for each in points]

    def use(self, name: str, known: Definition, attributes: Attributes, matrix: Matrix) -> None:
        if not name.startswith("icon-"):  # icons of a drawing are checked where the drawing is read
            place = times(place_of_use(known, attributes), matrix)
            self.points += [point_on(place, *each) for each in _drawn(known, self.shared)]


def _drawn(known: Definition, shared: Mapping[str, Definition]) -> list[Point]:
    """Return points on the outlines of a drawing, within its view box."""
    found = _OutlinePoints(shared)
    read_svg(known.svg, found)
    left, top, right, bottom = known.box
    return [(min(right, max(left, x)), min(bottom, max(top, y))) for x, y in found.points]


def corners(d: str) -> Iterator[Point]:
    """Yield the ends and the midpoints of the lines and curves of path data."""
    last: Sequence[float] = ()
    for kind, values in segments(d):
        if kind == "c" and last:
            x, y = ((last[i] + 3 * (values[i] + values[i + 2]) + values[i + 4]) / 8 for i in (0, 1))
            yield x, y
        if values:
            last = values[-2:]
            yield last[0], last[1]


def _edge(frame: Frame) -> list[Point]:
    """Return four points on the edge of a shape."""
    x, y = (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2
    if frame.straight:
        return [(u, v) for u in (frame.left, frame.right) for v in (frame.top, frame.bottom)]
    return [(x, frame.top), (x, frame.bottom), (frame.left, y), (frame.right, y)]


def place_of_use(known: Definition, attributes: Attributes) -> Matrix:
    """Return the placement of a `<use>`: its view box scaled to the given size, or unscaled."""
    x, y = (number(attributes.get(each, "0")) for each in ("x", "y"))
    left, top, right, bottom = known.box
    if not ("width" in attributes and "height" in attributes):
        return (1, 0, 0, 1, x, y)
    wide, high = number(attributes["width"]), number(attributes["height"])
    scale = min(wide / (right - left), high / (bottom - top))
    x += (wide - scale * (right - left)) / 2 - left * scale
    y += (high - scale * (bottom - top)) / 2 - top * scale
    return (scale, 0, 0, scale, x, y)


def _frame(tag: str, attributes: Attributes, matrix: Matrix, lined: bool) -> Iterator[Frame]:
    """Yield a shape as a frame, unless it has no extent."""

    def read(name: str) -> float:
        return number(attributes.get(name, "0"))

    if tag == "rect":
        x, y, wide, high = map(read, ("x", "y", "width", "height"))
    else:
        rx, ry = (read("r"),) * 2 if tag == "circle" else (read("rx"), read("ry"))
        x, y, wide, high = read("cx") - rx, read("cy") - ry, 2 * rx, 2 * ry
    left, top = point_on(matrix, x, y)
    right, bottom = point_on(matrix, x + wide, y + high)
    if left != right and top != bottom:
        left, right = sorted((left, right))
        top, bottom = sorted((top, bottom))
        yield Frame(left, top, right, bottom, tag == "rect", lined)
