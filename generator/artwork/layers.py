"""Selects the parts of a drawing that are below, between and above the fields of a template.

For example, the name ``templates/card.svg?18-41.svg`` means the elements from the 18th to the 41st
of this drawing, counted in file order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.artwork.tree import SvgDocument, SvgNode

_PART = re.compile(r"(.+\.svg)\?(\d{1,6})-(\d{1,6})\.svg", re.IGNORECASE)
CONTAINERS = frozenset({"svg", "g", "a", "switch"})
UNPAINTED = frozenset(
    {"defs", "symbol", "style", "clipPath", "mask", "filter", "linearGradient", "radialGradient",
     "pattern", "marker", "namedview"}
)  # fmt: skip


def part_named(file: str, first: int, last: int) -> str:
    """Return the name of a part of a drawing's file."""
    return f"{file}?{first}-{last}.svg"


def file_and_part(name: str) -> tuple[str, tuple[int, int] | None]:
    """Return the file of a drawing, and the selected part of it, or None for the whole drawing."""
    found = _PART.fullmatch(name)
    return (found[1], (int(found[2]), int(found[3]))) if found else (name, None)


def numbered(document: SvgDocument) -> dict[SvgNode, int]:
    """Return the number of each element, in file order."""
    return {node: number for number, node in enumerate(document.root.walk())}


def keep_part(document: SvgDocument, part: tuple[int, int]) -> None:
    """Remove all painted elements from a drawing that are outside a part."""
    numbers = numbered(document)

    def prune(node: SvgNode) -> bool:
        if node.tag in UNPAINTED:
            return True
        if node.tag not in CONTAINERS:
            return part[0] <= numbers[node] <= part[1]
        kept = [prune(child) for child in node.children]
        for place in reversed([place for place, stays in enumerate(kept) if not stays]):
            del node.children[place]
            node.texts[place : place + 2] = ["".join(node.texts[place : place + 2])]
        return bool(node.children) or node is document.root

    prune(document.root)
