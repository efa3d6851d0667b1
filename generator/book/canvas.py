"""A canvas for books, with kerned lines and text for screen readers.

At the end of a line, ReportLab writes no space, and where it splits a word, it writes an ordinary
hyphen. A screen reader would read "made fromthis" and "commer-cial". This canvas therefore writes a
space, and marks the hyphen as soft.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any, NamedTuple

from reportlab import rl_config
from reportlab.lib.colors import toColor
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from generator.book.tags import StructureElement, Tags
from generator.drawing.colour import grey_of
from generator.faces.fonts import FontFace

SOFT_HYPHEN = "\u00ad"


class Symbol(NamedTuple):
    """A symbol within a line of text, drawn after the line; its position is in points."""

    name: str
    x: float
    y: float


class InkColours:
    """Sets colours. In a book printed in black ink only, they are greys of equal luminance."""

    grey = False

    def setFillColor(self, colour: Any, alpha: float | None = None) -> None:  # noqa: N802
        if self.grey:
            self.setFillGray(grey_of(toColor(colour).rgb()), alpha)  # type: ignore[attr-defined]
        else:
            super().setFillColor(colour, alpha)  # type: ignore[misc]

    def setStrokeColor(self, colour: Any, alpha: float | None = None) -> None:  # noqa: N802
        if self.grey:
            self.setStrokeGray(grey_of(toColor(colour).rgb()), alpha)  # type: ignore[attr-defined]
        else:
            super().setStrokeColor(colour, alpha)  # type: ignore[misc]


class TextLine(InkColours, PDFTextObject):  # type: ignore[misc]
    """Lines of text with kerning.

    The space that kerning saves is left at the end of each line.
    """

    kerned = 0.0  # points, so far in this line
    _curSubset: int  # noqa: N815

    def _formatText(self, text: str) -> str:  # noqa: N802
        canvas = self._canvas
        face = canvas.faces.get(self._fontname)
        font = pdfmetrics.getFont(self._fontname)
        if face is None or not text:
            return str(super()._formatText(text))
        parts, kerns, at = [], kerns_of(face, text), 0
        for subset, codes in font.splitString(text, canvas._doc):
            if subset != self._curSubset:
                self._curSubset = subset
                name = font.getSubsetInternalName(subset, canvas._doc)
                parts.append(f"{name} {self._fontsize:g} Tf {self._leading:g} TL")
            parts.append(_shown(canvas, codes, kerns[at : at + len(codes)]))
            at += len(codes)
        self.kerned += fsum(kerns) * self._fontsize / 1000
        return " ".join(parts)

    def _textOut(self, text: str, TStar: int = 0) -> None:  # noqa: N802, N803
        """Write a part of a line; `TStar` is set if it is the last part."""
        if not TStar:
            super()._textOut(text)
            return
        split = text.endswith("-") and len(text) > 1 and self._is_split(text)
        if split:
            super()._textOut(text[:-1])
            self.say(SOFT_HYPHEN, "-")
            super()._textOut("", 1)
        else:
            blank = "" if text.endswith(("-", " ")) or self._fontname is None else " "
            super()._textOut(text + blank, 1)
        self.kerned = 0.0

    def _is_split(self, text: str) -> bool:
        """Return whether a line ends in a hyphen that was added to split a word."""
        return text.split()[-1] not in self._canvas.source

    def say(self, words: str, shown: str) -> None:
        """Write `shown`, which a screen reader pronounces as `words`."""
        said = words.encode("utf-16-be").hex().upper()
        shown = self._formatText(shown)
        self._code.append(f"/Span <</ActualText <FEFF{said}>>> BDC {shown} EMC")


def kerns_of(face: FontFace, text: str) -> list[int]:
    """Return the adjustment of each character's advance, in thousandths of an em."""
    found: list[int] = []
    for word in text.split(" "):
        if found or text.startswith(" "):
            found.append(0)
        found += face.word(word).kerns
    return (found + [0] * len(text))[: len(text)]


def _shown(canvas: Any, codes: bytes, kerns: list[int]) -> str:
    """Return the operator that shows characters of one font subset."""
    if not any(kerns):
        return f"({canvas._escape(codes)}) Tj"
    parts, begun = [], 0
    for at, kern in enumerate(kerns, 1):
        if kern:
            parts.append(f"({canvas._escape(codes[begun:at])}) {-kern}")
            begun = at
    rest = f"({canvas._escape(codes[begun:])})" if begun < len(codes) else ""
    return f"[{' '.join(parts)} {rest}] TJ"


class BookCanvas(InkColours, Canvas):  # type: ignore[misc]
    """A canvas that draws kerned lines, and links that belong to a structure element.

    Unlike ReportLab's canvas, it does not begin each page in Helvetica, which would not be
    embedded.
    """

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)
        self.faces: Mapping[str, FontFace] = {}  # by the names of their fonts
        self.tags: Tags | None = None
        self.element: StructureElement | None = None  # element of the paragraph that is being drawn
        self.source = ""  # source of that paragraph
        self.links: dict[str, tuple[StructureElement, str]] = {}  # elements and words of its links
        self.symbols: list[Symbol] = []
        self.setNamedCB("symbol", note_symbol)
        self.setNamedCB("link", begin_link)
        self.setNamedCB("text", end_link)

    def _make_preamble(self) -> None:
        self._preamble = "1 0 0 1 0 0 cm"

    def save(self) -> None:
        """Write the PDF file, with compressed streams."""
        document = self._doc
        document.delayedFonts = [_BookFont(font) for font in document.delayedFonts]
        before, rl_config.useA85 = rl_config.useA85, 0
        try:
            super().save()
        finally:
            rl_config.useA85 = before

    def beginText(self, x: float = 0, y: float = 0, direction: object = None) -> TextLine:  # noqa: N802
        line = TextLine(self, x, y, direction=direction)
        line.grey = self.grey
        if self.tags is not None and not self.tags.open:
            line._code.append(self.tags.begin(self.getPageNumber(), self.element))
        return line

    def drawText(self, aTextObject: TextLine) -> None:  # noqa: N802, N803
        if self.tags is not None and not self.tags.open:
            aTextObject._code.append("EMC")
        super().drawText(aTextObject)

    def linkURL(  # noqa: N802
        self, url: str, rect: object, relative: int = 0, *_: object, **_more: object
    ) -> None:
        action = {"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(url)}
        self._link(url, rect, relative, A=pdfdoc.PDFDictionary(action))

    def linkRect(  # noqa: N802
        self, _contents: str, destinationname: str, Rect: object = None, *_: object,  # noqa: N803
        relative: int = 1, **_more: object,
    ) -> None:  # fmt: skip
        where = self._bookmarkReference(destinationname)
        self._link(f"#{destinationname}", Rect, relative, Dest=where)

    def _link(self, address: str, rect: Any, relative: int, **more: Any) -> None:
        if self.tags is None or self.element is None:
            return
        element, words = self.links.get(address, (self.element, ""))
        place = [round(each, 3) for each in self._absRect(rect, relative)]
        annotation = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Annot"),
                "Subtype": pdfdoc.PDFName("Link"),
                "Rect": pdfdoc.PDFArray(place),
                "Border": pdfdoc.PDFArray([0, 0, 0]),
                "F": 4,  # printed, which PDF/UA requires of visible annotations
                "Contents": pdfdoc.PDFString(words or self.source),
                **more,
            }
        )
        name = f"Link{len(self.tags.links)}"
        self._addAnnotation(annotation, name)
        reference = pdfdoc.PDFObjectReference(self._doc.annotationName(name))
        annotation["StructParent"] = self.tags.link(element, self.getPageNumber(), reference)


class _BookFont:
    """A typeface in which unused codes do not map to characters that PDF/UA forbids."""

    def __init__(self, font: Any) -> None:
        self.font = font

    def addObjects(self, document: Any) -> None:  # noqa: N802
        self.font.addObjects(document)
        for name, stream in document.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                stream.content = stream.content.replace("> <0000>", "> <FFFD>")


# Functions that ReportLab calls in the middle of a line, through <onDraw>.


def note_symbol(canvas: BookCanvas, _kind: str, label: str) -> None:
    """Write a symbol's alternative text in its place, and record where to draw the symbol."""
    info = canvas._curr_tx_info
    line = info["tx"]
    name, _, spoken = label.partition(" ")
    face = canvas.faces.get(line._fontname or "")
    before = face.width("\u00a0") / 1000 * line._fontsize if face is not None else 0.0
    canvas.symbols.append(Symbol(name, info["cur_x"] + line.kerned - before, info["cur_y"]))
    if spoken and face is not None:
        line.say(f"{spoken} ", "\u00a0")  # has no width, so that lines are as measured
        line._code.append(f"[{face.width(chr(0xA0)):.0f}] TJ")


def begin_link(canvas: BookCanvas, _kind: str, label: str) -> None:
    """Begin a link within a line; the label consists of the address and the words."""
    if canvas.tags is None or canvas.element is None:
        return
    address, _, words = label.partition(" ")
    element = canvas.links.get(address, (None, ""))[0] or canvas.element.add("Link")
    canvas.links[address] = element, words
    _turn(canvas, element)


def end_link(canvas: BookCanvas, _kind: str, _label: str) -> None:
    """End the current link within a line."""
    if canvas.tags is not None and canvas.element is not None:
        _turn(canvas, canvas.element)


def _turn(canvas: BookCanvas, element: StructureElement) -> None:
    """Begin another structure element within a line."""
    assert canvas.tags is not None
    code = canvas._curr_tx_info["tx"]._code
    code += ["EMC", canvas.tags.begin(canvas.getPageNumber(), element)]
