"""Parses an SVG file into a tree; enforces limits, and drops entities and foreign elements."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
# namespace of attributes that bind elements to fields: pieria:field, pieria:icon
PIERIA = "urn:pieria"
XML = "http://www.w3.org/XML/1998/namespace"
LARGEST = 32 * 1024 * 1024  # bytes of a file
MOST_ELEMENTS = 200_000
DEEPEST = 100  # elements in elements
_SKIPPED = {"metadata", "title", "desc", "script", "animate", "animateTransform", "animateMotion",
            "set", "animateColor", "mpath", "view", "cursor"}  # fmt: skip
_NAMESPACE = re.compile(r"https?://[\w./#~-]{1,200}")


class DrawingError(ValueError):
    """Raised for a drawing that cannot be read or printed. `line` counts from 1."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(eq=False)
class SvgNode:
    """An element of an SVG drawing.

    `style` contains the properties from its attributes and from style sheets.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[SvgNode] = field(default_factory=list)
    parent: SvgNode | None = field(default=None, repr=False)
    style: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)  # before each child, and after the last
    names: dict[str, str] = field(default_factory=dict)  # label, field and icon, of a template

    def walk(self) -> Iterator[SvgNode]:
        """Yield this element and all elements below it."""
        ahead = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(node.children)

    @property
    def href(self) -> str:
        return self.attributes.get("href") or self.attributes.get("xlink:href") or ""


@dataclass
class SvgDocument:
    """A parsed drawing: its root element, its elements by id, and its style sheets."""

    root: SvgNode
    by_id: dict[str, SvgNode]
    sheets: list[str]


def parse(data: bytes, roots: tuple[str, ...] = ("svg",)) -> SvgDocument:
    """Return the tree of an SVG file.

    `roots` are the accepted root elements. Raises DrawingError.
    """
    if len(data) > LARGEST:
        raise DrawingError(f"it is larger than {LARGEST // 1024**2} MB")
    if data[:2] == b"\x1f\x8b":
        raise DrawingError("it is compressed (.svgz); save it as plain SVG")
    reader = _SvgReader(_SKIPPED if "svg" in roots else frozenset())
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, str(error))
        raise DrawingError(f"it is not well-formed: {reason}", error.lineno) from None
    except DrawingError as error:
        error.line = error.line or reader.parser.CurrentLineNumber
        raise
    except (LookupError, UnicodeError, ValueError) as error:
        raise DrawingError(f"it cannot be read: {error}") from None
    if reader.root is None or reader.root.tag not in roots:
        named = " or ".join(f"<{each}>" for each in roots)
        raise DrawingError(f"its root element is not {named}", 1)
    by_id: dict[str, SvgNode] = {}
    sheets = []
    for node in reader.root.walk():
        by_id.setdefault(node.attributes.get("id", ""), node)
        if node.tag == "style":
            sheets.append("".join(node.texts))
    by_id.pop("", None)
    return SvgDocument(reader.root, by_id, sheets)


class _SvgReader:
    """Builds the tree of an SVG file."""

    def __init__(self, skipped: Collection[str]) -> None:
        self.skipped = skipped
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.EntityDeclHandler = self.entity
        self.root: SvgNode | None = None
        self.open: list[SvgNode] = []
        self.skip = 0
        self.count = 0
        self.entities = 0

    def entity(self, name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        """Accept the entities for namespaces that Illustrator declares, and refuse all others."""
        self.entities += 1
        harmless = value is not None and _NAMESPACE.fullmatch(value) and name.startswith("ns_")
        if is_parameter or not harmless or self.entities > 50:
            raise DrawingError(f"it declares the entity '{name[:40]}'; entities are not expanded")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise DrawingError(f"it has more than {MOST_ELEMENTS:,} elements")
        space, _, tag = name.rpartition(" ")
        if self.skip or (space and space != SVG) or tag in self.skipped:
            self.skip += 1
            return
        if len(self.open) >= DEEPEST:
            raise DrawingError(f"its elements are nested deeper than {DEEPEST} levels")
        node = SvgNode(tag, {}, self.parser.CurrentLineNumber, texts=[""])
        for key, value in attributes.items():
            of, _, plain = key.rpartition(" ")
            prefix = {"": "", SVG: "", XLINK: "xlink:", XML: "xml:"}.get(of)
            if prefix is not None:
                node.attributes[prefix + plain] = value
            elif of == PIERIA or (of == INKSCAPE and plain == "label"):
                node.names[plain] = value
        if self.open:
            node.parent = self.open[-1]
            self.open[-1].children.append(node)
            self.open[-1].texts.append("")
        else:
            self.root = node
        self.open.append(node)

    def end(self, _: str) -> None:
        if self.skip:
            self.skip -= 1
        else:
            self.open.pop()

    def characters(self, data: str) -> None:
        if self.open and not self.skip:
            self.open[-1].texts[-1] += data
