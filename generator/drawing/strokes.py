"""Writes PDF operators for strokes, dashes, rectangles and ellipses."""

from __future__ import annotations

import re
from itertools import pairwise
from math import fsum

from generator.core.geometry import n
from generator.core.outlines import box_outline, operators
from generator.core.svg import Attributes, PaintError
from generator.drawing.values import number

MOST_DASHES = 100_000  # dashes of one shape
START_STYLE: Attributes = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "opacity": "1", "fill-opacity": "1",
    "stroke-opacity": "1", "font-family": "", "font-size": "3", "font-weight": "normal",
    "font-style": "normal", "text-anchor": "start", "letter-spacing": "0", "fill-rule": "nonzero",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
    "stroke-miterlimit": "4",
}  # fmt: skip


def undashed(ops: str, style: Attributes) -> str:
    """Return the operators of a shape so that its dashes and caps do not apply to later shapes."""
    if style["stroke"] != "none" and _special(style):
        return f"q {ops}Q\n"
    return ops


def _special(style: Attributes) -> bool:
    return any(style[key] != START_STYLE[key] for key in _STROKE_STYLE)


_STROKE_STYLE = ("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-miterlimit")


def stroke_style(style: Attributes) -> str:
    """Return operators for a stroke's width and other properties."""
    wide = number(style["stroke-width"], "stroke-width")
    if wide < 0:
        raise PaintError(f"stroke-width '{style['stroke-width']}' is negative")
    ops = f"{n(wide)} w "
    if _special(style):
        ops += f"{_word(style, 'stroke-linecap', ('butt', 'round', 'square'))} J "
        ops += f"{_word(style, 'stroke-linejoin', ('miter', 'round', 'bevel'))} j "
        ops += f"{n(number(style['stroke-miterlimit']))} M "
        if style["stroke-dasharray"] != "none":
            dashes = _dashes(style["stroke-dasharray"])
            ops += f"[{' '.join(map(n, dashes))}] 0 d "
    return ops


def _dashes(text: str) -> list[float]:
    dashes = [number(dash) for dash in re.split(r"[\s,]+", text.strip())]
    if min(dashes) < 0 or not fsum(dashes) > 0:
        raise PaintError(f"stroke-dasharray '{text[:40]}' has no length")
    return dashes


_PATH_NUMBERS = re.compile(r"-?[\d.]+ -?[\d.]+(?= [mlc])")


def check_dashes(path: str, dasharray: str) -> None:
    """Raise PaintError for dashes so fine that viewers would need hours to draw them."""
    dashes = _dashes(dasharray)
    points = [complex(*map(float, each.split())) for each in _PATH_NUMBERS.findall(path)]
    long = fsum(abs(b - a) for a, b in pairwise(points))
    if long / fsum(dashes) * len(dashes) > MOST_DASHES:
        raise PaintError(f"a line has more dashes than the limit of {MOST_DASHES:,}")


def _word(style: Attributes, name: str, words: tuple[str, ...]) -> int:
    if style[name] not in words:
        raise PaintError(f"{name} '{style[name]}' is not one of {', '.join(words)}")
    return words.index(style[name])


def rectangle(x: float, y: float, w: float, h: float, rx: float, ry: float) -> str:
    """Return the path operators of a rectangle, with or without rounded corners."""
    if rx <= 0 or ry <= 0:
        return f"{n(x)} {n(y)} {n(w)} {n(h)} re "
    return operators(box_outline((x, y, x + w, y + h), min(rx, w / 2), min(ry, h / 2)))


def ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    """Return the path operators of an ellipse."""
    return rectangle(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)
