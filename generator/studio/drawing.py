"""A drawn face as elements with places in mm, and edits of one tag that change nothing else.

Only the attributes of one start tag are replaced, where they are written. The file is read again
and compared, and an edit that would change anything else is refused.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Any
from xml.parsers import expat

from generator.studio.tables import EditError
from validator.load.columns import plainly

LARGEST = 8_000_000  # bytes
MOST = 20_000  # elements
TRANSFORMED = "it is turned or moved by a transform; edit it in Inkscape"
SHAPES = {"rect", "circle", "text", "image"}
_SHAPE = re.compile(r"shape-inside:\s*url\(['\"]?#([^)'\"]+)")
_ROW = re.compile(r"(.+)-as-[a-z0-9][a-z0-9-]*")
_ATTRIBUTE = r"(\s+){}(\s*=\s*)(\"[^\"]*\"|'[^']*')"
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
STYLED = {"fill", "size", "family", "align", "bold", "italic"}


@dataclass(frozen=True)
class Tag:
    """A start tag: its attributes, the bytes that it takes, and the tag around it."""

    name: str
    attributes: Mapping[str, str]
    start: int
    end: int
    line: int
    parent: int = -1


@dataclass
class Element:
    """Something on the card that can be chosen. Lengths are mm from the corner of the trim."""

    index: int
    name: str
    kind: str
    field: str
    line: int
    group: str
    box: tuple[float, float, float, float] | None = None
    style: dict[str, Any] = dataclasses.field(default_factory=dict)
    fixed: str = ""


def tags_of(data: bytes) -> list[Tag]:
    """The start tags of a drawing, in its order. Raises EditError."""
    if len(data) > LARGEST:
        raise EditError("the drawing is too large to be edited here")
    parser = expat.ParserCreate()
    found: list[Tag] = []
    opened: list[int] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(found) >= MOST:
            raise EditError("the drawing has too many elements to be edited here")
        at = parser.CurrentByteIndex
        end = _tag_end(data, at)
        above = opened[-1] if opened else -1
        opened.append(len(found))
        found.append(Tag(name, attributes, at, end, parser.CurrentLineNumber, above))

    def doctype(*_: object) -> None:
        raise EditError("the drawing has a document type; save it again as plain SVG")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: opened.pop() and None
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise EditError(f"the drawing is not SVG that can be read: {error}") from None
    return found


def _tag_end(data: bytes, at: int) -> int:
    """Where a start tag ends: a > in quotation marks does not end it."""
    match = re.compile(rb"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>").match(data, at)
    if match is None:
        raise EditError("the drawing is written in an encoding that is not edited here")
    return match.end()


# ---- what there is


class Drawing:
    """The elements of a drawing for a deck whose fields are known."""

    def __init__(self, data: bytes, fields: Sequence[str], width: float) -> None:
        self.tags = tags_of(data)
        self.fields = {plainly(name): name for name in ("title", "copies", "id", *fields)}
        self.by_id = {
            tag.attributes["id"]: place for place, tag in enumerate(self.tags)
            if "id" in tag.attributes
        }  # fmt: skip
        self.scale = self._scale(width)

    def _scale(self, width: float) -> float:
        """Millimetres of a unit of the drawing."""
        box = self.tags[0].attributes.get("viewBox", "").replace(",", " ").split()
        units = _number(box[2]) if len(box) == 4 else 0.0
        wide = self.tags[0].attributes.get("width", "")
        mm = _number(wide) if wide.endswith("mm") else width
        return mm / units if units else 1.0

    def elements(self) -> list[Element]:
        """All that is painted, the last painted first."""
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
        box = self._box(tag)
        if tag.name == "text":
            kind = "text in a box" if self._shape(tag) is not None else "line of text"
        fixed = TRANSFORMED if self._transformed(place) else ""
        if tag.name not in SHAPES:
            fixed = fixed or "a path; move and change it in Inkscape"
        return Element(
            place, name, kind, known, tag.line, self._group(place), box, self._style(tag), fixed
        )

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

    def _transformed(self, place: int) -> bool:
        while place >= 0:
            if "transform" in self.tags[place].attributes:
                return True
            place = self.tags[place].parent
        return False

    def _shape(self, tag: Tag) -> int | None:
        """The rectangle in which a text flows."""
        found = _SHAPE.search(tag.attributes.get("style", ""))
        place = self.by_id.get(found[1]) if found else None
        return place if place is not None and self.tags[place].name == "rect" else None

    def _box(self, tag: Tag) -> tuple[float, float, float, float] | None:
        shape = self._shape(tag) if tag.name == "text" else None
        if shape is not None:
            tag = self.tags[shape]
        value = {name: _number(each) * self.scale for name, each in tag.attributes.items()}
        if tag.name in ("rect", "image"):
            return tuple(round(value.get(name, 0.0), 3)  # type: ignore[return-value]
                         for name in ("x", "y", "width", "height"))  # fmt: skip
        if tag.name == "circle":
            x, y, r = (value.get(name, 0.0) for name in ("cx", "cy", "r"))
            return round(x - r, 3), round(y - r, 3), round(2 * r, 3), round(2 * r, 3)
        if tag.name == "text":
            style = self._style(tag)
            high, x, y = style["size"] * 1.25, value.get("x", 0.0), value.get("y", 0.0)
            wide = min(46.0, max(10.0, style["size"] * 9))
            left = {"left": 0.0, "center": wide / 2, "right": wide}[style["align"]]
            return round(x - left, 3), round(y - high * 0.78, 3), wide, round(high, 3)
        return None

    def _style(self, tag: Tag) -> dict[str, Any]:
        said = _properties(tag.attributes.get("style", ""))

        def get(name: str, usual: str = "") -> str:
            return said.get(name) or tag.attributes.get(name, usual)

        anchors = {"middle": "center", "end": "right", "center": "center", "right": "right"}
        align = anchors.get(said.get("text-align", "")) or anchors.get(get("text-anchor"), "left")
        return {
            "fill": get("fill", "#000000"),
            "size": round(_number(get("font-size", "4")) * self.scale, 3),
            "family": get("font-family").strip("'\""),
            "align": align,
            "bold": get("font-weight") in ("bold", "700", "600"),
            "italic": get("font-style") == "italic",
            "least": tag.attributes.get("pieria:least", ""),
            "vertical": tag.attributes.get("pieria:vertical", "top"),
            "condition": tag.attributes.get("pieria:if", ""),
        }

    # ---- edits

    def changed(self, data: bytes, index: int, values: Mapping[str, Any]) -> bytes:
        """The drawing with other values of one element. Raises EditError."""
        if not 0 <= index < len(self.tags):
            raise EditError("this element is not there any more")
        element = self._element(index, self.tags[index])
        if element.fixed:
            raise EditError(element.fixed)
        wanted = self._attributes(element, values)
        own = any(name.startswith("pieria:") for each in wanted.values() for name in each)
        if own and "xmlns:pieria" not in self.tags[0].attributes:
            data = set_attributes(data, 0, {"xmlns:pieria": "urn:pieria"})
        for target, attributes in wanted.items():
            data = set_attributes(data, target, attributes)
        return data

    def _attributes(self, element: Element, values: Mapping[str, Any]) -> dict[int, dict[str, str]]:
        """What is written to which tag."""
        tag = self.tags[element.index]
        found: dict[int, dict[str, str]] = {}
        place = {name: float(values[name]) for name in ("x", "y", "width", "height")
                 if isinstance(values.get(name), int | float)}  # fmt: skip
        assert element.box is not None
        if place:
            if any(abs(each) > 1000 for each in place.values()):
                raise EditError("this is too far away from the card")
            if min(place.get("width", 1), place.get("height", 1)) <= 0:
                raise EditError("an element is wider and higher than 0")
            target, attributes = self._placed(element, tag, place)
            found[target] = attributes
        style = {name: values[name] for name in STYLED & values.keys()}
        if style:
            found.setdefault(element.index, {}).update(self._styled(tag, style))
        if isinstance(values.get("field"), str):
            name = values["field"]
            if name and plainly(name) not in self.fields:
                raise EditError(f"there is no column ‘{name}’")
            found.setdefault(element.index, {})["pieria:field"] = name
        if own := _own(values):
            found.setdefault(element.index, {}).update(own)
        return found

    def _placed(
        self, element: Element, tag: Tag, place: Mapping[str, float]
    ) -> tuple[int, dict[str, str]]:
        assert element.box is not None
        x, y, wide, high = element.box
        if tag.name == "circle":
            wide = high = place.get("width", place.get("height", wide))
            x, y = place.get("x", x), place.get("y", y)
            return element.index, {"cx": self._said(x + wide / 2), "cy": self._said(y + high / 2),
                                   "r": self._said(wide / 2)}  # fmt: skip
        shape = self._shape(tag) if tag.name == "text" else None
        if tag.name == "text" and shape is None:
            at = {name: _number(tag.attributes.get(name, "0")) * self.scale for name in "xy"}
            moved = {"x": at["x"] + place.get("x", x) - x, "y": at["y"] + place.get("y", y) - y}
            return element.index, {name: self._said(moved[name]) for name in place if name in "xy"}
        target = element.index if shape is None else shape
        return target, {name: self._said(each) for name, each in place.items()}

    def _styled(self, tag: Tag, style: Mapping[str, Any]) -> dict[str, str]:
        said = _properties(tag.attributes.get("style", ""))
        other: dict[str, str] = {}

        def put(name: str, value: str) -> None:
            if name in tag.attributes and name not in said:
                other[name] = value
            else:
                said[name] = value

        if "fill" in style:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}|none", str(style["fill"])):
                raise EditError("a colour is written as #rrggbb")
            put("fill", str(style["fill"]))
        if "size" in style:
            put("font-size", f"{self._said(min(100.0, max(0.5, float(style['size']))))}px")
        if "family" in style:
            if not re.fullmatch(r"[\w .&+-]{1,60}", str(style["family"])):
                raise EditError("there is no such typeface")
            put("font-family", f"'{style['family']}'")
        if "bold" in style:
            put("font-weight", "bold" if style["bold"] else "normal")
        if "italic" in style:
            put("font-style", "italic" if style["italic"] else "normal")
        if "align" in style:
            align = str(style["align"])
            if self._shape(tag) is not None:
                put("text-align", align)
            else:
                put("text-anchor", ANCHORS.get(align, "start"))
        if said:
            other["style"] = ";".join(f"{name}:{value}" for name, value in said.items())
        return other

    def _said(self, mm: float) -> str:
        return f"{round(mm / self.scale, 3):g}"


def _own(values: Mapping[str, Any]) -> dict[str, str]:
    """Attributes that only Pieria reads: the least size in points, the place in a box, a condition.

    Empty values take them away.
    """
    found = {}
    if "least" in values:
        least = str(values["least"]).replace(",", ".")
        if least and not re.fullmatch(r"\d{1,2}(\.\d+)?", least):
            raise EditError("the least size is in points, such as 7")
        found["pieria:least"] = least
    if "vertical" in values:
        if values["vertical"] not in ("top", "middle", "bottom"):
            raise EditError("a text is at the top, in the middle or at the bottom")
        found["pieria:vertical"] = "" if values["vertical"] == "top" else str(values["vertical"])
    if "condition" in values:
        condition = " ".join(str(values["condition"]).split())
        if re.search(r"[{}%#]", condition) or len(condition) > 200:
            raise EditError("a condition is written as in: kind = Spell and cost > 2")
        found["pieria:if"] = condition
    return found


def set_attributes(data: bytes, index: int, values: Mapping[str, str]) -> bytes:
    """The drawing with other attributes of one tag; an empty value takes the attribute away."""
    before = tags_of(data)
    tag = before[index]
    text = data[tag.start : tag.end].decode("utf-8")
    for name, value in values.items():
        known = re.search(_ATTRIBUTE.format(re.escape(name)), text)
        if known and not value:
            text = text[: known.start()] + text[known.end() :]
        elif known:
            quote = known[3][0]
            written = escape(value, quote=False).replace(
                quote, "&quot;" if quote == '"' else "&#39;"
            )
            text = text[: known.start(3)] + quote + written + quote + text[known.end(3) :]
        elif value:
            at = len(text) - (2 if text.endswith("/>") else 1)
            text = text[:at].rstrip() + f' {name}="{escape(value)}"' + text[at:]
    made = data[: tag.start] + text.encode() + data[tag.end :]
    expected = {**tag.attributes, **values}
    expected = {name: value for name, value in expected.items() if value}
    after = tags_of(made)
    alike = [(each.name, each.attributes) for each in before]
    alike[index] = (tag.name, expected)
    if [(each.name, each.attributes) for each in after] != alike:
        raise EditError("the drawing cannot be changed here without changing more; use Inkscape")
    return made


def _properties(style: str) -> dict[str, str]:
    found = {}
    for part in unescape(style).split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip():
            found[name.strip()] = value.strip()
    return found


def _number(said: str) -> float:
    match = re.match(r"\s*(-?[0-9.]+)", said)
    try:
        return float(match[1]) if match else 0.0
    except ValueError:
        return 0.0
