"""The style, matrix and clip that apply to each painted element of a drawing."""

from __future__ import annotations

import math
import re
from html import escape
from typing import NamedTuple

from generator.artwork.values import length, number
from generator.core.geometry import Matrix, n

Style = dict[str, str]
INHERITED = {
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray",
    "stroke-dashoffset", "clip-rule", "color", "visibility", "font-size", "marker",
    "marker-start", "marker-mid", "marker-end", "paint-order",
}  # fmt: skip
START = {
    "fill": "black", "fill-opacity": "1", "fill-rule": "nonzero", "stroke": "none",
    "stroke-opacity": "1", "stroke-width": "1", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none",
    "stroke-dashoffset": "0", "clip-rule": "nonzero", "color": "black", "visibility": "visible",
    "font-size": "16",
}  # fmt: skip


class NotPaintedError(Exception):
    """Raised for a feature that the painter does not support, such as "a filter"."""


class PaintState(NamedTuple):
    """The style, matrix and clip that apply to an element."""

    style: Style
    matrix: Matrix
    opacity: float
    width: float  # width of the nearest viewport, in its units
    height: float


def styled(own: Style, inherited: Style) -> Style:
    """Return the style of an element: the properties that it sets and those that it inherits."""
    style = dict(inherited)
    for name in INHERITED & own.keys():
        if own[name] not in ("inherit", "unset"):
            style[name] = own[name]
    if re.search(r"(em|ex|%)$", own.get("font-size", "")):
        em = length(inherited["font-size"], 16.0)
        style["font-size"] = n(length(own["font-size"], em, em))
    return style


def opacity_of(text: str) -> float:
    """Return an opacity from 0 to 1. Raises DrawingError."""
    return min(max(number(text, "an opacity"), 0.0), 1.0)


def refuse_effects(style: Style) -> None:
    """Raise NotPaintedError for effects that require pixels."""
    for name, what in (("filter", "a filter"), ("mask", "a mask")):
        if style.get(name, "none") != "none":
            raise NotPaintedError(what)
    if style.get("mix-blend-mode", "normal") != "normal":
        raise NotPaintedError(f"the blend mode {style['mix-blend-mode'][:20]}")


def line_style(style: Style, scale: float, state: PaintState) -> str:
    """Return attributes for a line's ends, corners and dashes."""
    said = ""
    for name, usual in (("stroke-linecap", "butt"), ("stroke-linejoin", "miter")):
        value = {"miter-clip": "miter", "arcs": "miter"}.get(style[name], style[name])
        said += f' {name}="{escape(value)}"' if value != usual else ""
    if (limit := number(style["stroke-miterlimit"])) != 4:
        said += f' stroke-miterlimit="{n(limit)}"'
    dashes = style["stroke-dasharray"]
    if dashes != "none":
        whole = math.hypot(state.width, state.height) / math.sqrt(2)
        parts = [length(each, whole) for each in re.split(r"[\s,]+", dashes.strip()) if each]
        if parts and min(parts) >= 0 and sum(parts) > 0:
            if length(style["stroke-dashoffset"], whole):
                raise NotPaintedError("dashes with an offset")
            parts *= 1 + len(parts) % 2
            said += f' stroke-dasharray="{" ".join(n(each * scale) for each in parts)}"'
    return said


def written(matrix: Matrix) -> str:
    """Return a matrix as a value of `transform`."""
    return f"matrix({' '.join(f'{each:.7g}' if abs(each) > 1e-7 else '0' for each in matrix)})"
