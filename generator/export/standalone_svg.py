"""Converts a face to a self-contained SVG: shared art, icons, pictures and glyphs are embedded.

The SVG is regenerated from the parsed face. Only elements and attributes that the painter supports
are written, so that nothing else in a template, such as a script, reaches a browser.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from generator.core.svg import Attributes, read_svg
from generator.drawing.svg_pass import BOLD, IGNORED, LOCAL, PAINTED, SHAPES
from generator.faces.face import Definition, RenderedFace
from validator.core.sizes import Size

if TYPE_CHECKING:
    from generator.kit.renderer import KitRenderer

_LINKS = ("href", "xlink:href")
_TRANSFORMS = ("transform", "gradientTransform")
_PLAIN = re.compile(r"[^\\()]*")  # a value that CSS cannot read as a function, such as url(…)
_CHILDREN = {"clipPath": SHAPES, "linearGradient": {"stop"}, "radialGradient": {"stop"}}

Style = tuple[str, bool, bool]  # family, bold, italic
Letters = dict[Style, set[str]]  # letters in use, by typeface and style


def alone(kit: KitRenderer, face: RenderedFace, size: Size, bleed: float) -> bytes:
    """Return a face as a self-contained SVG with `bleed` mm of bleed.

    Raises PaintError, or OSError for a picture that no longer exists.
    """
    letters: Letters = {}
    root, rest = without_typefaces(kit, face, size, bleed, letters)
    style = "".join(typefaces(kit, letters).values())
    return f"{root}<style>{style}</style>{rest}".encode()


def without_typefaces(
    kit: KitRenderer, face: RenderedFace, size: Size, bleed: float, letters: Letters
) -> tuple[str, str]:
    """Return a face as SVG in two parts; the typefaces belong between these.

    Its letters are added to `letters`.
    """
    parts = _Parts(kit, face.shared, letters)
    body = parts.copied(face.svg)
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    start = 0 - bleed
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{start:g} {start:g} {wide:g} {high:g}">',
        f"<defs>{''.join(parts.definitions.values())}</defs>{body}</svg>",
    )


def typefaces(kit: KitRenderer, letters: Letters) -> dict[Style, str]:
    """Return, by typeface and style, CSS that embeds the letters used."""
    rules = {}
    for (family, bold, italic), used in sorted(letters.items()):
        face = kit.fonts.face(family, bold, italic)
        data = base64.b64encode(face.subset("".join(sorted(used)))).decode()
        weight, slant = "bold" if bold else "normal", "italic" if italic else "normal"
        rules[family, bold, italic] = (
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return rules


class _Parts:
    """The SVG of a face and of the art that it uses."""

    def __init__(
        self, kit: KitRenderer, shared: Mapping[str, Definition], letters: Letters
    ) -> None:
        self.kit = kit
        self.shared = shared
        self.definitions: dict[str, str] = {}  # SVG by id
        self.letters = letters

    def copied(self, svg: str, is_icon: bool = False) -> str:
        """Return the content of an SVG source without its root element, limited to what the painter
        supports.
        """
        copy = _Copy(self, is_icon)
        read_svg(svg, copy)
        return "".join(copy.written)

    def defines(self, name: str) -> bool:
        """Return whether shared art or an icon has this name, and add its definition to the SVG."""
        if name in self.definitions:
            return True
        found = self.shared.get(name)
        if found is None:
            return False
        svg, box = found
        self.definitions[name] = ""  # art that names itself ends here
        left, top, right, bottom = box
        if name.startswith(("icon-", "drawing-")):  # scaled into the place where it is used
            view = " ".join(f"{value:g}" for value in (left, top, right - left, bottom - top))
            whole = f'<symbol id="{name}" viewBox="{view}">{self.copied(svg, True)}</symbol>'
        else:  # cut off at its view box, as in a PDF
            clip = f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"
            whole = (
                f'<clipPath id="{name}-box"><path d="{clip}"/></clipPath>'
                f'<g id="{name}" clip-path="url(#{name}-box)">{self.copied(svg)}</g>'
            )
        self.definitions[name] = whole
        return True

    def picture(self, href: str) -> str:
        """Return a picture's file as a data URI."""
        file = self.kit.painter.picture(href).file
        kind = "jpeg" if file.suffix.lower() in (".jpg", ".jpeg") else "png"
        return f"data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


class _Copy:
    """Copies an SVG source, element by element, without what the painter does not support."""

    def __init__(self, parts: _Parts, is_icon: bool) -> None:
        self.parts = parts
        self.is_icon = is_icon  # an icon has the colour that its use sets
        self.written: list[str] = []
        self.open: list[str] = []
        self.styles: list[Style] = [("", False, False)]
        self.skip = 0  # open elements that are left out

    def start(self, tag: str, attributes: Attributes) -> None:
        if self.skip or not self.belongs(tag, attributes):
            self.skip += 1
            return
        self.styles.append(_styled(self.styles[-1], attributes))
        self.open.append(tag)
        if len(self.open) > 1:
            words = "".join(
                f" {name}={quoteattr(value, _KEPT)}" for name, value in self.kept(tag, attributes)
            )
            self.written.append(f"<{tag}{words}>")

    def belongs(self, tag: str, attributes: Attributes) -> bool:
        """Return whether an element is painted in its place rather than where it is referred to."""
        if not self.open:
            return tag == "svg"
        inside = self.open[-1]
        if tag in IGNORED or inside == "text" or tag not in _CHILDREN.get(inside, (tag,)):
            return False
        if tag == "use":
            href = _link(attributes)
            return href.startswith("#") and self.parts.defines(href[1:])
        return tag == "defs" or (tag in PAINTED and "data-field" not in attributes)

    def kept(self, tag: str, attributes: Attributes) -> list[tuple[str, str]]:
        """Return the painted attributes, with links redirected to definitions in the file."""
        found = []
        for name, value in attributes.items():
            plain = name in _TRANSFORMS or _PLAIN.fullmatch(value) or LOCAL.fullmatch(value)
            unused = name in _LINKS or (self.is_icon and value == "currentColor")
            if plain and not unused and name in PAINTED.get(tag, ()):
                found.append((name, value))
        if tag == "use":
            found.append(("href", _link(attributes)))
        elif tag == "image":
            found.append(("href", self.parts.picture(_link(attributes))))
        return found

    def end(self, tag: str) -> None:
        if self.skip:
            self.skip -= 1
            return
        self.styles.pop()
        self.open.pop()
        if self.open:
            self.written.append(f"</{tag}>")

    def instruction(self, target: str, data: str) -> None: ...

    def characters(self, data: str) -> None:
        if self.open[-1:] == ["text"] and not self.skip:
            self.written.append(escape(data, _KEPT))
            self.parts.letters.setdefault(self.styles[-1], set()).update(data)


_KEPT = {"\r": "&#13;"}  # a reader would take it for a line end


def _link(attributes: Attributes) -> str:
    return attributes.get("href") or attributes.get("xlink:href") or ""


def _styled(outer: Style, attributes: Attributes) -> Style:
    """Return the style of letters inside an element, given the style around the element."""
    family, bold, italic = outer
    if "font-family" in attributes:
        family = attributes["font-family"].strip("'\"")
    if "font-weight" in attributes:
        bold = attributes["font-weight"] in BOLD
    if "font-style" in attributes:
        italic = attributes["font-style"] == "italic"
    return family, bold, italic
