"""Renders a drawing as a picture, for filters, masks and other features that PDF operators lack.

resvg renders it, but only after Pieria has parsed the drawing, checked it against limits and
rewritten it, so that it refers to no entities, files, addresses or fonts.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

from generator.artwork.css import PROPERTIES
from generator.artwork.svg_normaliser import MOST_VISITS, PictureFinder
from generator.artwork.tree import DrawingError, SvgDocument, SvgNode
from generator.artwork.values import NUMBERS
from generator.artwork.views import View
from generator.core.extras import install

DPI = 600
FileOf = Callable[[str], Path]  # returns the file for a picture's name
MOST_PIXELS = 30_000_000
MOST_WORK = 3_000_000_000  # pixels that filters compute
_LOCAL = re.compile(r"url\(\s*(?!['\"]?#)[^)]*\)")
_GONE = {"foreignObject", "style", "font", "script"}
_SLOW = {"feTurbulence": 10, "feConvolveMatrix": 9, "feMorphology": 10, "feGaussianBlur": 4,
         "feDropShadow": 4, "feDiffuseLighting": 4, "feSpecularLighting": 4}  # fmt: skip


class PixelSize(NamedTuple):
    """A size in pixels."""

    width: int
    height: int


def size_of(view: View, wide: float, high: float) -> PixelSize:
    """Return the pixel size for a drawing that is printed `wide` by `high` mm."""
    scale = max(wide / view.wide, high / view.high)
    across, down = (side * scale / 25.4 * DPI for side in (view.wide, view.high))
    smaller = min(1.0, (MOST_PIXELS / max(across * down, 1)) ** 0.5)
    return PixelSize(max(1, round(across * smaller)), max(1, round(down * smaller)))


def picture(
    document: SvgDocument, view: View, size: PixelSize, pictures: PictureFinder, file_of: FileOf
) -> bytes:
    """Return a drawing as PNG.

    Raises DrawingError for a drawing that cannot be rendered, or if resvg is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise DrawingError(f"install resvg: {install('drawings')}") from None
    _check_work(document, size)
    writer = _SvgWriter(document, pictures, file_of)
    text = writer.text(document.root, view, size)
    try:
        made: bytes = bytes(
            resvg_py.svg_to_bytes(
                svg_string=text, width=size.width, height=size.height, skip_system_fonts=True
            )
        )
    except ValueError as error:
        raise DrawingError(f"resvg cannot draw it: {str(error)[:200]}") from None
    return made


def _check_work(document: SvgDocument, size: PixelSize) -> None:
    """Raise DrawingError for drawings that would keep resvg busy for minutes."""
    _check_visits(document)
    work = 0
    for node in document.root.walk():
        found = re.search(r"url\(\s*['\"]?#([^'\")]+)", node.style.get("filter", ""))
        used = document.by_id.get(found[1]) if found else None
        work += sum(_work_of(each) for each in used.children) if used else 0
    if work * size.width * size.height > MOST_WORK:
        raise DrawingError(
            "it has too many filters for its size; apply them in the drawing program"
        )


def _work_of(step: SvgNode) -> int:
    """Return the relative work of a filter's step for each pixel. Raises DrawingError."""
    order = map(float, NUMBERS.findall(step.attributes.get("order", "3")))
    if step.tag == "feConvolveMatrix" and max(order) > 9:
        raise DrawingError("a filter has more than 9 x 9 pixels, which is the limit", step.line)
    large = [float(value) for value in NUMBERS.findall(step.attributes.get("radius", ""))]
    return _SLOW.get(step.tag, 1) * (1 + int(max(large, default=0) / 10))


def _check_visits(document: SvgDocument) -> None:
    """Raise DrawingError for a drawing that repeats parts too often, or contains itself."""
    cost: dict[int, int] = {}
    open_: set[int] = set()

    def count(node: SvgNode) -> int:
        """Return the number of elements that an element draws, including those it refers to."""
        if id(node) in cost:
            return cost[id(node)]
        if id(node) in open_:
            raise DrawingError("it contains itself through a <use>", node.line)
        open_.add(id(node))
        total = 1
        named = [node.href.removeprefix("#")] if node.href.startswith("#") else []
        for value in node.style.values():
            named += re.findall(r"url\(\s*['\"]?#([^'\")]+)", value)
        parts = [
            *node.children,
            *(document.by_id[each] for each in named if each in document.by_id),
        ]
        for each in parts:
            if each.tag not in ("linearGradient", "radialGradient"):
                total += count(each)
                if total > MOST_VISITS:
                    raise DrawingError(f"it draws more than {MOST_VISITS:,} elements", node.line)
        open_.discard(id(node))
        cost[id(node)] = total
        return total

    count(document.root)


class _SvgWriter:
    """Writes a tree as self-contained SVG."""

    def __init__(self, document: SvgDocument, pictures: PictureFinder, file_of: FileOf) -> None:
        self.document = document
        self.pictures = pictures
        self.file_of = file_of

    def text(self, root: SvgNode, view: View, size: PixelSize) -> str:
        out: list[str] = []
        box = f"{view.x} {view.y} {view.width} {view.height}"
        out.append(
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="{box}" width="{size.width}" height="{size.height}" {_style(root)}>'
        )
        for child in root.children:
            self.write(child, out)
        out.append("</svg>")
        return "".join(out)

    def write(self, node: SvgNode, out: list[str]) -> None:
        if node.tag in _GONE:
            return
        out.append(f"<{node.tag}")
        for name, value in node.attributes.items():
            if name in PROPERTIES or name.startswith(("on", "xml:")) or name in ("style", "class"):
                continue
            if name in ("href", "xlink:href"):
                value = self.link(node, value)
                name = "xlink:href"
            if re.fullmatch(r"[A-Za-z][\w:-]*", name) and value:
                out.append(f' {name}="{escape(_LOCAL.sub("none", value))}"')
        out.append(f" {_style(node)}>")
        for child in node.children:
            self.write(child, out)
        out.append(f"</{node.tag}>")

    def link(self, node: SvgNode, href: str) -> str:
        if href.startswith("#"):
            return href
        if node.tag not in ("image", "feImage"):
            return ""
        file: Path = self.file_of(self.pictures(href, node.line).name)
        kind = "jpeg" if file.suffix.lower() in (".jpg", ".jpeg") else "png"
        return f"data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


def _style(node: SvgNode) -> str:
    said = ";".join(
        f"{name}:{_LOCAL.sub('none', value)}"
        for name, value in node.style.items()
        if name in PROPERTIES and name != "transform" and ";" not in value
    )
    turn = node.style.get("transform", "")
    name = "gradientTransform" if node.tag.endswith("Gradient") else "transform"
    found = f'style="{escape(said)}"' if said else ""
    return f'{found} {name}="{escape(turn)}"' if turn else found
