"""Describes a drawn face as elements with positions in mm, which `shaping` edits."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from generator.artwork.tree import DrawingError
from generator.artwork.values import IDENTITY, transform
from generator.core.geometry import Matrix, times
from generator.studio.tables import EditError
from generator.studio.tags import Tag, inside, tags_of
from validator.core.paths import box_of, segments
from validator.load.columns import plainly

Box = tuple[float, float, float, float]  # left, top, width, height
# position of the anchor, relative to the line's width
ANCHORED = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
BASELINE = 0.78  # distance of the baseline from the top, relative to the height of a line
MOVED = {"path", "ellipse", "line", "polygon", "polyline"}  # by a transform of their own
TURNED = "it is turned or skewed: it can be moved here, and resized in Inkscape"
OUTLINE = "it can be moved here, and resized in Inkscape"
_SHAPE = re.compile(r"shape-inside:\s*url\(['\"]?#([^)'\"]+)")
_SHADOW = re.compile(r"#[0-9a-fA-F]{6}\b")
_ROW = re.compile(r"(.+)-as-[a-z0-9][a-z0-9-]*")


@dataclass
class Element:
    """A selectable element on the card.

    Lengths are in mm from the corner of the trimmed card.
    """

    index: int
    name: str
    kind: str
    field: str
    line: int
    group: str
    box: Box | None = None
    style: dict[str, Any] = dataclasses.field(default_factory=dict)
    fixed: str = ""  # why it cannot be changed at all
    unsized: str = ""  # why it can only be moved
    words: str | None = None  # words of a text that is the same on all cards
    icon: str = ""  # name of an icon that is the same on all cards


class EditedDrawing:
    """A drawing as elements, for a deck whose fields are known. Raises EditError."""

    def __init__(self, data: bytes, fields: Sequence[str], width: float, height: float = 0) -> None:
        self.data = data
        self.tags = tags_of(data)
        self.fields = {plainly(name): name for name in ("title", "copies", "id", *fields)}
        self.by_id = {
            tag.attributes["id"]: place for place, tag in enumerate(self.tags)
            if "id" in tag.attributes
        }  # fmt: skip
        self.size = width, height
        self.root = self._root(width)
        self._matrices: dict[int, Matrix] = {-1: self.root}

    def _root(self, width: float) -> Matrix:
        """Return the matrix from the drawing's units to mm from the corner of the trimmed card."""
        box = self.tags[0].attributes.get("viewBox", "").replace(",", " ").split()
        left, top, units, _ = map(number, box) if len(box) == 4 else (0.0, 0.0, 0.0, 0.0)
        wide = self.tags[0].attributes.get("width", "")
        mm = number(wide) if wide.endswith("mm") else width
        scale = mm / units if units else 1.0
        beyond = max(0.0, (mm - width) / 2)
        return scale, 0.0, 0.0, scale, -left * scale - beyond, -top * scale - beyond

    def matrix(self, place: int) -> Matrix:
        """Return the matrix from an element's units to mm from the corner of the trimmed card."""
        if place not in self._matrices:
            tag = self.tags[place]
            try:
                own = (
                    transform(tag.attributes.get("transform", "")) if tag.parent >= 0 else IDENTITY
                )
            except DrawingError as error:
                raise EditError(f"line {tag.line}: {error}") from None
            self._matrices[place] = times(own, self.matrix(tag.parent))
        return self._matrices[place]

    # ---- what there is

    def elements(self) -> list[Element]:
        """Return all painted elements, topmost first."""
        found = []
        for place, tag in enumerate(self.tags):
            if self._painted(place) and tag.name not in ("svg", "g", "tspan"):
                found.append(self._element(place, tag))
        return found[::-1]

    def _painted(self, place: int) -> bool:
        while place >= 0:
            if self.tags[place].name in (
                "defs", "metadata", "style", "symbol", "clipPath", "mask", "pattern", "title",
                "desc", "linearGradient", "radialGradient", "filter",
            ) or ":" in self.tags[place].name:  # fmt: skip
                return False
            place = self.tags[place].parent
        return True

    def _element(self, place: int, tag: Tag) -> Element:
        known = self._field(tag)
        label = tag.attributes.get("inkscape:label") or tag.attributes.get("id", "")
        name = label or tag.attributes.get("pieria:field", "") or tag.name
        kind = tag.name
        icon = "" if known or kind != "rect" else tag.attributes.get("pieria:icon", "")
        words = None
        if kind == "text":
            kind = "text in a box" if self.shape_of(tag) is not None else "line of text"
            words = None if known else self._words(place)
        elif icon:
            kind = "icon"
        found = Element(
            place, name, kind, known, tag.line, self._group(place), self._box(place),
            self._style(place), words=words, icon=icon,
        )  # fmt: skip
        if found.box is None:
            found.fixed = f"a <{tag.name}>; change it in Inkscape"
        elif tag.name in MOVED:
            found.unsized = OUTLINE
        elif not is_straight(self.matrix(place)):
            found.unsized = TURNED
        return found

    def _field(self, tag: Tag) -> str:
        for said in ("pieria:field", "inkscape:label", "id"):
            name = tag.attributes.get(said, "")
            row = _ROW.fullmatch(name)
            if found := self.fields.get(plainly(row[1] if row else name)):
                return found
        return ""

    def _group(self, place: int) -> str:
        while (place := self.tags[place].parent) >= 0:
            if label := self.tags[place].attributes.get("inkscape:label"):
                return label
        return "Drawing"

    def shape_of(self, tag: Tag) -> int | None:
        """Return the rectangle in which a text flows, or None if it does not flow."""
        found = _SHAPE.search(tag.attributes.get("style", ""))
        place = self.by_id.get(found[1]) if found else None
        return place if place is not None and self.tags[place].name == "rect" else None

    def origin(self, place: int) -> int:
        """Return the tag that positions a line of text.

        It is the first <tspan>, or the <text> itself.
        """
        first = place + 1
        within = first < len(self.tags) and self.tags[first].parent == place
        return first if within and "x" in self.tags[first].attributes else place

    def _words(self, place: int) -> str | None:
        """Return the text of an element, or None if it has several styles."""
        tag = self.tags[self.text_of(place)]
        found = re.compile(rb"([^<&]*)</").match(self.data, tag.end)
        return found[1].decode("utf-8", "replace").strip() if found else None

    def text_of(self, place: int) -> int:
        within = inside(self.tags, place)
        return within[-1] if len(within) == 2 else place

    def _box(self, place: int) -> Box | None:
        """Return an element's bounding box in mm."""
        own = self.own_box(place)
        if own is None:
            return None
        x, y, wide, high = own
        ends = ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high))
        corners = [moved(self.matrix(place), *each) for each in ends]
        left, top = (min(each[axis] for each in corners) for axis in (0, 1))
        right, bottom = (max(each[axis] for each in corners) for axis in (0, 1))
        return round(left, 3), round(top, 3), round(right - left, 3), round(bottom - top, 3)

    def own_box(self, place: int) -> Box | None:
        """Return an element's box in the element's own units."""
        tag = self.tags[place]
        shape = self.shape_of(tag) if tag.name == "text" else None
        if shape is not None:
            tag = self.tags[shape]
        value = {name: number(each) for name, each in tag.attributes.items()}

        def get(*names: str) -> list[float]:
            return [value.get(name, 0.0) for name in names]

        if tag.name in ("rect", "image"):
            x, y, wide, high = get("x", "y", "width", "height")
            return x, y, wide, high
        if tag.name in ("circle", "ellipse"):
            x, y, r, rx, ry = get("cx", "cy", "r", "rx", "ry")
            return x - (r or rx), y - (r or ry), 2 * (r or rx), 2 * (r or ry)
        if tag.name == "text":
            return self._line_box(place)
        if tag.name == "line":
            points = [*zip(get("x1", "x2"), get("y1", "y2"), strict=True)]
        elif tag.name in ("polygon", "polyline"):
            numbers = [*map(float, re.findall(r"-?[\d.]+", tag.attributes.get("points", "")))]
            points = [*zip(numbers[::2], numbers[1::2], strict=False)]
        elif tag.name == "path":
            return _path_box(tag.attributes.get("d", ""))
        else:
            return None
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        return left, top, right - left, bottom - top

    def _line_box(self, place: int) -> Box:
        """Return the approximate box of a line of text, in its own units.

        It is approximate because texts differ from card to card. Its width is the width set in the
        drawing, if any.
        """
        style, scale = self._style(place), scale_of(self.matrix(place))
        attributes = self.tags[self.origin(place)].attributes
        x, y = number(attributes.get("x", "0")), number(attributes.get("y", "0"))
        size = style["size"] / scale
        usual = min(46.0 / scale, max(10.0 / scale, size * 9))
        wide = number(self.tags[place].attributes.get("pieria:width", "0")) or usual
        high = size * 1.25
        return x - ANCHORED[style["align"]] * wide, y - high * BASELINE, wide, high

    def _style(self, place: int) -> dict[str, Any]:
        tag = self.tags[place]
        said = properties(tag.attributes.get("style", ""))
        if tag.name == "text" and (inner := self.text_of(place)) != place:
            said |= properties(self.tags[inner].attributes.get("style", ""))

        def get(name: str, usual: str = "") -> str:
            return said.get(name) or tag.attributes.get(name, usual)

        anchors = {"middle": "center", "end": "right", "center": "center", "right": "right",
                   "justify": "justify"}  # fmt: skip
        align = anchors.get(said.get("text-align", "")) or anchors.get(get("text-anchor"), "left")
        stroke, scale = get("stroke", "none"), scale_of(self.matrix(place))
        return {
            "hidden": get("display") == "none",
            "opacity": number(get("fill-opacity", "1")),
            "fill": get("fill", "#000000"),
            "stroke": stroke,
            "outline": 0.0
            if stroke == "none"
            else round(number(get("stroke-width", "1")) * scale, 3),
            "shadow": (_SHADOW.search(get("text-shadow")) or [""])[0],
            "radius": round(number(tag.attributes.get("rx", "0")) * scale, 3),
            "size": round(number(get("font-size", "4")) * scale, 3),
            "family": get("font-family").strip("'\""),
            "align": align,
            "bold": get("font-weight") in ("bold", "700", "600"),
            "italic": get("font-style") == "italic",
            "least": tag.attributes.get("pieria:least", ""),
            "vertical": tag.attributes.get("pieria:vertical", "top"),
            "condition": tag.attributes.get("pieria:if", ""),
        }

    def known(self, index: int) -> Element:
        """Return the element at an index. Raises EditError."""
        if not 0 <= index < len(self.tags):
            raise EditError("this element no longer exists")
        return self._element(index, self.tags[index])


def _path_box(d: str) -> Box | None:
    try:
        found = box_of(segments(d))
    except ValueError:
        return None
    return None if found is None else (found[0], found[1], found[2] - found[0], found[3] - found[1])


# ---- matrices and figures


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return a point after applying a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix.

    Raises EditError.
    """
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-9:
        raise EditError("a transform would make this too thin; change it in Inkscape")
    return (d / area, -b / area, -c / area, a / area,
            (c * f - d * e) / area, (b * e - a * f) / area)  # fmt: skip


def turn_of(matrix: Matrix) -> Matrix:
    """Return a matrix without its translation, which can be applied to distances."""
    return (*matrix[:4], 0.0, 0.0)


def scale_of(matrix: Matrix) -> float:
    """Return the factor by which a matrix scales lengths."""
    return math.hypot(matrix[0], matrix[1])


def is_straight(matrix: Matrix) -> bool:
    """Return whether a matrix only translates and scales."""
    a, b, c, d, _, _ = matrix
    return abs(b) < 1e-6 and abs(c) < 1e-6 and a > 0 and d > 0


def properties(style: str) -> dict[str, str]:
    """Return the CSS properties in a style attribute."""
    found = {}
    for part in unescape(style).split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            found[name.strip()] = value.strip()
    return found


def number(said: str) -> float:
    """Return the number at the beginning of a length, or 0."""
    match = re.match(r"\s*(-?[0-9.]+)", said)
    try:
        return float(match[1]) if match else 0.0
    except ValueError:
        return 0.0
