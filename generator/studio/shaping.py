"""Edits the drawing of a face: moves, resizes, styles, adds and deletes elements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from generator.studio.drawing import (
    ANCHORED,
    MOVED,
    EditedDrawing,
    Element,
    inverse,
    is_straight,
    moved,
    number,
    properties,
    scale_of,
    turn_of,
)
from generator.studio.tables import EditError
from generator.studio.tags import (
    Tag,
    is_empty,
    moved_to,
    set_attributes,
    tags_of,
    with_element,
    without,
)
from validator.load.columns import plainly

MOST_NAMES = 10_000
STYLED = {
    "hidden",
    "opacity",
    "fill",
    "stroke",
    "outline",
    "shadow",
    "size",
    "family",
    "bold",
    "italic",
    "align",
}
SWITCHES = {
    "hidden": ("display", "none", "inline"), "bold": ("font-weight", "bold", "normal"),
    "italic": ("font-style", "italic", "normal"),
}  # fmt: skip
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
ADDED = ("text", "box", "picture", "icon", "rect", "circle")
SIZES = {"text": (0.0, 0.0), "box": (40.0, 20.0), "picture": (30.0, 22.0)}  # mm
SHADOW = 0.3  # default offset of a shadow to the right and down, in mm
WIDE = 30.0  # default width of a line of text, in mm
EDGE, STEPS = 5.0, 40  # margin for new elements, in mm; number of places that are tried
USUAL = 12.0  # default size of other elements, in mm
_MOVE = re.compile(r"translate\(\s*([-+.\deE]+)(?:[\s,]+([-+.\deE]+))?\s*\)\s*")


def changed(drawing: EditedDrawing, index: int, values: Mapping[str, object]) -> bytes:
    """Return the drawing with one element's values changed."""
    element = drawing.known(index)
    if element.fixed:
        raise EditError(element.fixed)
    data = drawing.data
    if isinstance(words := values.get("words"), str) and element.words is not None:
        tag = drawing.tags[drawing.text_of(index)]
        end = data.index(b"<", tag.end)
        data = data[: tag.end] + escape(words[:2000], False).encode() + data[end:]
    wanted = _attributes(drawing, element, values)
    own = any(name.startswith("pieria:") for each in wanted.values() for name in each)
    if own:
        data = _with_names(data, drawing.tags)
    for target, attributes in wanted.items():
        data = set_attributes(data, target, attributes)
    return data


def removed(drawing: EditedDrawing, index: int) -> bytes:
    """Return the drawing without an element, and without the rectangle that only its text used."""
    tag = drawing.tags[drawing.known(index).index]
    gone = [index]
    shape = drawing.shape_of(tag) if tag.name == "text" else None
    if shape is not None and not any(
        each is not tag and drawing.shape_of(each) == shape for each in drawing.tags
    ):
        gone.append(shape)
    return without(drawing.data, gone)


def ordered(drawing: EditedDrawing, index: int, front: bool) -> bytes:
    """Return the drawing with an element in front of or behind all others. Raises EditError."""
    own = drawing.tags[drawing.known(index).index].parent
    layers = [
        place for place, tag in enumerate(drawing.tags)
        if tag.parent == 0 and tag.name == "g" and not is_empty(drawing.data, tag)
        and drawing.matrix(place) == drawing.matrix(own)
    ]  # fmt: skip
    return moved_to(drawing.data, index, (layers or [own])[-1 if front else 0], front)


def added(
    drawing: EditedDrawing, kind: str, field: str, family: str, colour: str,
    at: tuple[float, float] | None = None,
) -> tuple[bytes, str]:  # fmt: skip
    """Return the drawing with a new element, and its name. Raises EditError.

    `at` is its centre, in mm; by default, the element is placed where it covers the least.
    """
    if kind not in ADDED or (field and plainly(field) not in drawing.fields):
        raise EditError("there is no such element")
    name = _free_name(drawing, field or {"box": "text"}.get(kind, kind), field)
    data, parent = _with_names(drawing.data, drawing.tags), _layer(drawing)
    to_own = inverse(drawing.matrix(parent))
    unit = scale_of(to_own)
    wide, high = SIZES.get(kind, (USUAL, USUAL))
    middle = at or _free(drawing, wide or WIDE, high or USUAL / 2)
    x, y = moved(to_own, middle[0] - wide / 2, middle[1] - high / 2)
    place = f'x="{_figure(x)}" y="{_figure(y)}"'
    box = f'{place} width="{_figure(wide * unit)}" height="{_figure(high * unit)}"'
    said = f'id="{escape(name)}"' + (f' pieria:field="{escape(field)}"' if field else "")
    words = escape(field or "Text", quote=False)
    style = f"font-family:'{family}';font-size:{_figure(3.5 * unit)}px;fill:{colour}"
    if kind == "text":
        wide_said = f'pieria:width="{_figure(WIDE * unit)}"'
        text = (
            f'<text {said} {place} {wide_said} text-anchor="middle" style="{style}">{words}</text>'
        )
    elif kind == "box":
        around = _free_name(drawing, f"{name}-box")
        style += f";text-align:center;shape-inside:url(#{around})"
        text = f'<text {said} style="{style}">{words}</text>'
        data, parent, text = _with_shape(data, parent, f'<rect id="{around}" {box}/>', text)
    elif kind == "circle":
        r = USUAL / 2 * unit
        place = f'cx="{_figure(x + r)}" cy="{_figure(y + r)}" r="{_figure(r)}"'
        text = f'<circle {said} {place} fill="{colour}"/>'
    else:
        fixed = ' pieria:icon="plain-circle"' if kind == "icon" and not field else ""
        text = f'<rect {said}{fixed} {box} fill="{colour}"/>'
    return with_element(data, parent, text)[0], name


def _free(drawing: EditedDrawing, wide: float, high: float) -> tuple[float, float]:
    """Return the point where a new element covers the least.

    The point is on the vertical centre line of the card.
    """
    across, down = drawing.size
    boxes = [each.box for each in drawing.elements() if each.box and (each.field or each.words)]

    def covered(y: float) -> tuple[float, float]:
        left, top = (across - wide) / 2, y - high / 2
        over = (
            max(0.0, min(left + wide, x + w) - max(left, x))
            * max(0.0, min(top + high, t + h) - max(top, t))
            for x, t, w, h in boxes
        )
        return round(sum(over), 3), abs(y - down / 2)

    room = max(0.0, down - high - 2 * EDGE)
    heights = [(down - room) / 2 + room * step / STEPS for step in range(STEPS + 1)]
    return across / 2, min(heights, key=covered)


def _with_shape(data: bytes, parent: int, rect: str, text: str) -> tuple[bytes, int, str]:
    """Return the drawing with a rectangle, in which a text flows, among its definitions.

    Also returns the index of `parent` after the change, and the code of the text.
    """
    tags = tags_of(data)
    defs = (at for at, each in enumerate(tags) if each.name == "defs" and each.parent == 0)
    at = next((at for at in defs if not is_empty(data, tags[at])), None)
    if at is None:
        return data, parent, f"<defs>{rect}</defs>{text}"
    return with_element(data, at, rect)[0], parent + (at < parent), text


def _free_name(drawing: EditedDrawing, stem: str, field: str = "") -> str:
    """Return an id that is neither used in the drawing nor the name of another field."""
    names = (f"{stem}-{place}" if place > 1 else stem for place in range(1, MOST_NAMES))
    return next(
        name for name in names
        if name not in drawing.by_id and drawing.fields.get(plainly(name), field) == field
    )  # fmt: skip


def _layer(drawing: EditedDrawing) -> int:
    """Return the layer for new elements.

    It is the layer of the fields, the last layer, or the root.
    """
    found = 0
    for place, tag in enumerate(drawing.tags):
        if tag.parent == 0 and tag.name == "g" and is_straight(drawing.matrix(place)):
            if tag.attributes.get("inkscape:groupmode") == "layer":
                found = place
            if tag.attributes.get("inkscape:label") == "Fields":
                break
    return found


# ---- what an edit writes to which tag


def _attributes(
    drawing: EditedDrawing, element: Element, values: Mapping[str, Any]
) -> dict[int, dict[str, str]]:
    place = {name: float(values[name]) for name in ("x", "y", "width", "height")
             if isinstance(values.get(name), int | float)}  # fmt: skip
    found: dict[int, dict[str, str]] = {}
    if place:
        if any(not abs(each) <= 1000 for each in place.values()):
            raise EditError("this position is too far from the card")
        if min(place.get("width", 1), place.get("height", 1)) <= 0:
            raise EditError("the width or height is not above 0; expected a larger size")
        found = _placed(drawing, element, place)
    style = {name: values[name] for name in STYLED & values.keys()}
    for target, attributes in _styled(drawing, element.index, style).items() if style else ():
        found.setdefault(target, {}).update(attributes)
    if isinstance(values.get("field"), str):
        name = values["field"]
        if name and plainly(name) not in drawing.fields:
            raise EditError(f"there is no column ‘{name}’")
        found.setdefault(element.index, {})["pieria:field"] = name
    if "radius" in values:
        r = _figure(_length(values["radius"], 100.0) / scale_of(drawing.matrix(element.index)))
        found.setdefault(element.index, {}).update({"rx": r, "ry": r})
    if own := _own(values):
        found.setdefault(element.index, {}).update(own)
    return found


def _placed(
    drawing: EditedDrawing, element: Element, place: Mapping[str, float]
) -> dict[int, dict[str, str]]:
    """Return those attributes of each tag that place an element at a position in mm."""
    assert element.box is not None
    index, tag = element.index, drawing.tags[element.index]
    x, y, wide, high = element.box
    by = place.get("x", x) - x, place.get("y", y) - y
    grown = [place[name] / old if old and name in place else 1.0
             for name, old in (("width", wide), ("height", high))]  # fmt: skip
    if element.unsized and any(abs(each - 1) > 1e-3 for each in grown):
        raise EditError(element.unsized)
    if tag.name in MOVED:
        along, down = moved(turn_of(inverse(drawing.matrix(tag.parent))), *by)
        said = tag.attributes.get("transform", "").strip()
        if known := _MOVE.match(said):
            along, down = along + float(known[1]), down + float(known[2] or 0)
            said = said[known.end() :]
        step = f"translate({_figure(along)} {_figure(down)})"
        return {index: {"transform": f"{step} {said}".strip()}}
    along, down = moved(turn_of(inverse(drawing.matrix(index))), *by)
    own = drawing.own_box(index)
    assert own is not None
    if tag.name == "circle":
        side = own[2] * (grown[0] if "width" in place else grown[1])
        found = {"cx": own[0] + along + side / 2, "cy": own[1] + down + side / 2, "r": side / 2}
        return {index: {name: _figure(each) for name, each in found.items()}}
    shape = drawing.shape_of(tag) if tag.name == "text" else None
    if tag.name == "text" and shape is None:
        return _line_placed(drawing, element, place, (along, down), own[2] * grown[0] - own[2])
    box = {"x": own[0] + along, "y": own[1] + down,
           "width": own[2] * grown[0], "height": own[3] * grown[1]}  # fmt: skip
    turned = not is_straight(drawing.matrix(index))
    names = ("x", "y") if turned else place
    return {index if shape is None else shape: {name: _figure(box[name]) for name in names}}


def _line_placed(
    drawing: EditedDrawing, element: Element, place: Mapping[str, float],
    by: tuple[float, float], wider: float,
) -> dict[int, dict[str, str]]:  # fmt: skip
    """Return the attributes that move a line of text and limit its width.

    The line is moved from its anchor.
    """
    target = drawing.origin(element.index)
    at = {name: number(drawing.tags[target].attributes.get(name, "0")) for name in "xy"}
    anchored = ANCHORED[element.style["align"]]
    there = {"x": at["x"] + by[0] + anchored * wider, "y": at["y"] + by[1]}
    said = {name: _figure(there[name]) for name in place if name in "xy"}
    if "width" not in place:
        return {target: said}
    own = drawing.own_box(element.index)
    assert own is not None
    wide = {"pieria:width": _figure(own[2] + wider)}
    said["x"] = _figure(there["x"])
    return {target: said | wide} if target == element.index else {target: said, element.index: wide}


def _styled(
    drawing: EditedDrawing, index: int, style: Mapping[str, Any]
) -> dict[int, dict[str, str]]:
    """Return the attributes for a style.

    A <tspan> that sets the same property is changed as well.
    """
    wanted = _declarations(drawing, index, style)
    found: dict[int, dict[str, str]] = {}
    inner = drawing.text_of(index)
    for place in dict.fromkeys((index, inner)):
        tag = drawing.tags[place]
        said = properties(tag.attributes.get("style", ""))
        mine = {
            name: value for name, value in wanted.items()
            if place == index or name in said or name in tag.attributes
        }  # fmt: skip
        apart = {name for name in mine if name in tag.attributes and name not in said}
        apart |= mine.keys() & {"text-anchor"}
        other = {name: mine[name] for name in apart}
        kept = said | {name: value for name, value in mine.items() if name not in apart}
        if kept and kept != said:
            other["style"] = ";".join(f"{name}:{value}" for name, value in kept.items())
        if other:
            found[place] = other
    return found


def _declarations(drawing: EditedDrawing, index: int, style: Mapping[str, Any]) -> dict[str, str]:
    """Return a style as CSS properties. Raises EditError."""
    found = {}
    for name in ("fill", "stroke"):
        if name in style:
            if not re.fullmatch(r"#[0-9a-fA-F]{6}|none", str(style[name])):
                raise EditError("expected a colour as #rrggbb")
            found[name] = str(style[name])
    if "opacity" in style:
        found["fill-opacity"] = _figure(_length(style["opacity"], 1.0))
    for name, (said, on, off) in SWITCHES.items():
        if name in style:
            found[said] = on if style[name] else off
    scale = scale_of(drawing.matrix(index))
    if "outline" in style:
        wide = _length(style["outline"], 20.0)
        found["stroke-width"] = _figure(wide / scale)
        if not wide:
            found["stroke"] = "none"
        elif "stroke" not in style and drawing.known(index).style["stroke"] == "none":
            found["stroke"] = "#000000"
    return found | _letters(drawing, index, style, scale)


def _letters(
    drawing: EditedDrawing, index: int, style: Mapping[str, Any], scale: float
) -> dict[str, str]:  # fmt: skip
    """Return the CSS properties of a style that concern text. Raises EditError."""
    found = {}
    if "size" in style:
        mm = max(0.5, _length(style["size"], 100.0))
        found["font-size"] = f"{_figure(mm / scale)}px"
    if "shadow" in style:
        if not re.fullmatch(r"#[0-9a-fA-F]{6}|", str(style["shadow"])):
            raise EditError("expected a colour as #rrggbb")
        far = f"{_figure(SHADOW / scale)}px"
        found["text-shadow"] = f"{far} {far} {style['shadow']}" if style["shadow"] else "none"
    if "family" in style:
        if not re.fullmatch(r"[\w .&+-]{1,60}", str(style["family"])):
            raise EditError("there is no such typeface")
        found["font-family"] = f"'{style['family']}'"
    if "align" in style:
        align = str(style["align"])
        if align not in (*ANCHORS, "justify"):
            raise EditError("expected left, centred, right or justified")
        if drawing.shape_of(drawing.tags[index]) is not None:
            found["text-align"] = align
        else:
            found["text-anchor"] = ANCHORS.get(align, "start")
    return found


def _length(value: Any, most: float) -> float:
    """Return a number from a request, such as a length in mm.

    It must be from 0 to `most`. Raises EditError.
    """
    if not isinstance(value, int | float) or not value >= 0:
        raise EditError("expected a number from 0, such as a length in mm")
    return min(most, float(value))


def _with_names(data: bytes, tags: Sequence[Tag]) -> bytes:
    """Return the drawing with the namespace of Pieria's own attributes declared."""
    if "xmlns:pieria" in tags[0].attributes:
        return data
    return set_attributes(data, 0, {"xmlns:pieria": "urn:pieria"})


def _own(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes of a style that only Pieria reads.

    They are the minimum size in points, the position in a box, the condition and the icon. Empty
    values remove attributes.
    """
    found = {}
    if "least" in values:
        least = str(values["least"]).replace(",", ".")
        if least and not re.fullmatch(r"\d{1,2}(\.\d+)?", least):
            raise EditError("expected the minimum size in points, such as 7")
        found["pieria:least"] = least
    if "vertical" in values:
        if values["vertical"] not in ("top", "middle", "bottom"):
            raise EditError("expected top, middle or bottom for the vertical position")
        found["pieria:vertical"] = "" if values["vertical"] == "top" else str(values["vertical"])
    if "condition" in values:
        condition = " ".join(str(values["condition"]).split())
        if re.search(r"[{}%#]", condition) or len(condition) > 200:
            raise EditError("expected a condition such as: kind = Spell and cost > 2")
        found["pieria:if"] = condition
    if "icon" in values:
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,80}", str(values["icon"])):
            raise EditError(f"there is no icon ‘{values['icon']}’")
        found["pieria:icon"] = str(values["icon"])
    return found


def _figure(value: float) -> str:
    found = f"{round(value, 3):g}"
    return "0" if found == "-0" else found
