"""Do icons stay inside the panels and discs that are drawn around them? From the SVG of a face.

The frame of an icon is the smallest rectangle, circle or ellipse below it that holds most of its
outline. An icon that is clipped cannot leave its frame.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import NamedTuple

from generator.core.geometry import Matrix, times
from generator.core.outlines import rings
from generator.core.svg import Attributes, PaintError, read_svg
from generator.drawing.painter import number, transform
from generator.faces.face import Definition, RenderedFace
from validator.core.location import Location, Problem

INSIDE = 0.75  # of an icon's outline: a shape that holds more is its frame
OUTSIDE = 0.5  # mm that an icon may reach beyond its frame: half of the strongest border
_PATH = re.compile(r'<path d="([^"]+)"')
Point = tuple[float, float]


class Frame(NamedTuple):
    """A shape with a straight or an elliptic edge, in millimetres of the face."""

    left: float
    top: float
    right: float
    bottom: float
    straight: bool

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def beyond(self, point: Point) -> float:
        """How far outside a point is; negative inside."""
        x, y = point
        if self.straight:
            return max(self.left - x, x - self.right, self.top - y, y - self.bottom)
        wide, high = (self.right - self.left) / 2, (self.bottom - self.top) / 2
        away = hypot((x - self.left - wide) / wide, (y - self.top - high) / high)
        return (away - 1) * min(wide, high)


def check_frames(face: RenderedFace, location: Location) -> Iterator[Problem]:
    """Warnings of icons that leave their frames; `location` is that of the face's card."""
    for name, by in icons_outside(face):
        message = (
            f"the icon '{name}' reaches {by:.1f} mm beyond its frame; expected all of it inside; "
            "draw it smaller, move it, or clip it"
        )
        yield Problem(location, message, "frame", "warning")


def icons_outside(face: RenderedFace) -> Iterator[tuple[str, float]]:
    """The icons of a face that leave their frames, and by how many millimetres."""
    walk = _FaceReader(face.shared)
    with suppress(PaintError):  # the painter reports what cannot be painted
        read_svg(face.svg, walk)
    yield from walk.found


class _FaceReader:
    """Reads a face: shapes in the order in which they are drawn, and the icons on them."""

    def __init__(self, shared: Mapping[str, Definition], matrix: Matrix = (1, 0, 0, 1, 0, 0)):
        self.shared = shared
        self.open: list[tuple[Matrix, bool]] = [(matrix, False)]  # clipped or in definitions
        self.frames: list[Frame] = []
        self.found: list[tuple[str, float]] = []

    def start(self, tag: str, attributes: Attributes) -> None:
        matrix, hidden = self.open[-1]
        if "transform" in attributes:
            matrix = times(transform(attributes["transform"]), matrix)
        hidden = hidden or "clip-path" in attributes or tag in ("defs", "clipPath")
        self.open.append((matrix, hidden))
        if hidden:
            return
        if tag in ("rect", "circle", "ellipse") and not (matrix[1] or matrix[2]):
            self.frames += _frame(tag, attributes, matrix)
        elif tag == "use":
            self.use(attributes, matrix)

    def end(self, _tag: str) -> None:
        self.open.pop()

    def characters(self, _data: str) -> None: ...

    def instruction(self, _target: str, _data: str) -> None: ...

    def use(self, attributes: Attributes, matrix: Matrix) -> None:
        """An icon is judged; the shapes of shared art may be frames of what follows."""
        name = attributes.get("href", "")[1:]
        known = self.shared.get(name)
        if known is None:
            return
        x, y = (number(attributes.get(each, "0")) for each in ("x", "y"))
        left, top, right, bottom = known.box
        if name.startswith("icon-"):
            size = number(attributes.get("width", "0"))
            path = _PATH.search(known.svg)
            outline = rings(path[1], right - left) if path else ()
            points = [
                _on(matrix, x + px * size, y + py * size) for ring in outline for px, py in ring
            ]
            self.judge(name[5:], points)
            return
        place: Matrix = (1, 0, 0, 1, x, y)
        if "width" in attributes and "height" in attributes:
            wide, high = number(attributes["width"]), number(attributes["height"])
            scale = min(wide / (right - left), high / (bottom - top))
            x += (wide - scale * (right - left)) / 2 - left * scale
            y += (high - scale * (bottom - top)) / 2 - top * scale
            place = (scale, 0, 0, scale, x, y)
        inner = _FaceReader(self.shared, times(place, matrix))
        read_svg(known.svg, inner)
        self.frames += inner.frames

    def judge(self, name: str, points: Sequence[Point]) -> None:
        holding = [
            frame
            for frame in self.frames
            if sum(frame.beyond(point) <= 0 for point in points) >= INSIDE * len(points) > 0
        ]
        if holding:
            frame = min(holding, key=lambda each: each.area)
            most = max(map(frame.beyond, points))
            if most > OUTSIDE:
                self.found.append((name, most))


def _on(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _frame(tag: str, attributes: Attributes, matrix: Matrix) -> Iterator[Frame]:
    """The shape as a frame; none of one that has no size."""

    def read(name: str) -> float:
        return number(attributes.get(name, "0"))

    if tag == "rect":
        x, y, wide, high = map(read, ("x", "y", "width", "height"))
    else:
        rx, ry = (read("r"),) * 2 if tag == "circle" else (read("rx"), read("ry"))
        x, y, wide, high = read("cx") - rx, read("cy") - ry, 2 * rx, 2 * ry
    left, top = _on(matrix, x, y)
    right, bottom = _on(matrix, x + wide, y + high)
    if left != right and top != bottom:
        left, right = sorted((left, right))
        top, bottom = sorted((top, bottom))
        yield Frame(left, top, right, bottom, tag == "rect")
