"""Reads colours, weights and alignment of a drawn element from its style."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.artwork.tree import SvgNode
from generator.artwork.values import colour


def painted_in(node: SvgNode, otherwise: str, what: str = "fill") -> str:
    """Return the colour of an element from its style, or that of an element above it, or
    `otherwise`.

    Returns an empty string for no paint, and for a gradient or pattern.
    """
    above: SvgNode | None = node
    while above is not None and what not in above.style:
        above = above.parent
    said = otherwise if above is None else above.style[what]
    return "" if said == "none" or said.startswith("url") else colour(said)[0]


def declared(node: SvgNode, name: str) -> str:
    """Return a property in the style attribute that SVG renderers do not support."""
    found = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", node.attributes.get("style", ""))
    return found[1].strip() if found else ""


def look(first: SvgNode, style: Mapping[str, str]) -> Iterator[str]:
    """Yield template arguments for a text's weight, slant and colour."""
    if style.get("font-weight", "") in ("bold", "bolder", "600", "700", "800", "900"):
        yield "bold=true"
    if style.get("font-style", "") in ("italic", "oblique"):
        yield "italic=true"
    if fill := painted_in(first, "#000000"):
        yield f"fill='{fill}'"


def alignment(node: SvgNode, style: Mapping[str, str], in_box: bool) -> str:
    """Return how the lines of a text are aligned.

    Only lines in a box can be justified.
    """
    said = node.style.get("text-align") or style.get("text-align", "")
    if said == "justify" and in_box:
        return said
    aligned = {"middle": "center", "end": "right", "center": "center", "right": "right"}
    return aligned.get(said) or aligned.get(style.get("text-anchor", "start"), "left")
