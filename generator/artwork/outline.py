"""Converts the shapes of a drawing to outlines."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.artwork.tree import DrawingError, SvgNode
from generator.artwork.values import NUMBERS, length
from generator.core.outlines import Outline, box_outline, ellipse_outline
from validator.core.paths import segments

SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
LONGEST = 4_000_000  # characters of path data
Measure = Callable[[str, float], float]  # a length and what its percentages are of


def outline(node: SvgNode, width: float, height: float, em: float) -> Outline:
    """Return the outline of a shape; percentages refer to `width` and `height`.

    Raises DrawingError.
    """
    get = node.attributes.get

    def along(name: str, default: str = "0") -> float:
        whole = {"x": width, "w": width, "y": height, "h": height}.get(name.lstrip("cr")[:1])
        if name == "r" or whole is None:
            whole = math.hypot(width, height) / math.sqrt(2)
        return length(get(name, default) or default, whole, em)

    if node.tag == "path":
        return _path(get("d", ""))
    if node.tag == "rect":
        return _rect(node, along)
    if node.tag == "circle":
        return ellipse_outline(along("cx"), along("cy"), along("r"), along("r"))
    if node.tag == "ellipse":
        return ellipse_outline(along("cx"), along("cy"), along("rx"), along("ry"))
    if node.tag == "line":
        return [("m", (along("x1"), along("y1"))), ("l", (along("x2"), along("y2")))]
    numbers = [float(each) for each in NUMBERS.findall(get("points", ""))]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    found: Outline = [("l" if at else "m", pair) for at, pair in enumerate(pairs)]
    return [*found, ("h", ())] if found and node.tag == "polygon" else found


def _path(d: str) -> Outline:
    """Convert path data to an outline. Unlike in SVG, an error raises an exception."""
    if len(d) > LONGEST:
        raise DrawingError(f"path data is longer than the limit of {LONGEST:,} characters")
    if d.strip() in ("", "none"):
        return []
    try:
        return list(segments(d))
    except ValueError as error:
        raise DrawingError(f"path data '{d[:40]}' cannot be read: {error}") from None


def _rect(node: SvgNode, along: Callable[..., float]) -> Outline:
    x, y, width, height = along("x"), along("y"), along("width"), along("height")
    if width <= 0 or height <= 0:
        return []
    said = {name for name in ("rx", "ry") if node.attributes.get(name, "auto") != "auto"}
    rx = along("rx") if "rx" in said else along("ry") if said else 0.0
    ry = along("ry") if "ry" in said else rx
    return box_outline((x, y, x + width, y + height), min(rx, width / 2), min(ry, height / 2))
