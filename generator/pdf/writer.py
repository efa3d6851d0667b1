"""Writes pages of placed drawings to PDF with ReportLab.

The same input gives the same bytes: the writer uses neither the clock nor random names. Every page
lists exactly the form XObjects, pictures and graphics states that it uses.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfdoc

from generator.core.geometry import Matrix, cm, n, times
from generator.core.outlines import beyond, operators, polygon
from generator.drawing.colour import SCREEN, ColourSpace
from generator.drawing.drawings import QUICK, Drawing, Resources
from generator.pdf.encoder import Encoder
from generator.pdf.objects import (
    Late,
    PdfPage,
    PdfStream,
    array_of,
    colour_function,
    picture_object,
    pixels_of,
)
from generator.sheets.pages import Box, Line, Page, Rect
from generator.sheets.shapes import corners_on_page, placed, shape_on_page

POINTS = 72 / 25.4  # in a millimetre
BEYOND = 10.0  # mm beyond its trim that a face may reach
MOST_LISTINGS = 1000  # resource dictionaries that are cached, for forms with the same resources
MARK = "Pieria"  # the tag of marked content that shows a piece
_PROCEDURES = "/ProcSet [/PDF /Text /ImageB /ImageC /ImageI]"


class About(NamedTuple):
    """The metadata of a PDF document."""

    title: str
    author: str
    subject: str
    language: str
    duplex: str | None  # the viewer's preference: DuplexFlipLongEdge, DuplexFlipShortEdge, Simplex
    attached: Mapping[str, bytes] = MappingProxyType({})  # files to carry along, by name
    condition: str = ""  # the printing condition of a press, as named in its registry: PDF/X-1a


def write_pdf(
    pages: Sequence[Page],
    drawings: Mapping[str, Drawing],
    resources: Resources,
    encoder: Encoder,
    about: About,
    small_print: Callable[[Page], Drawing | None],
    last: Callable[[Writer], None] = lambda _: None,
    adjust: Mapping[str, Matrix] = MappingProxyType({}),
    keep: bool = True,
) -> bytes:
    """Return the PDF of all pages. `drawings` contains the drawing of each box.

    `small_print` returns the drawing in the margin of a page. `last` is called with the document
    before it is closed. `adjust` contains, for each side (front, back), the matrix that compensates
    for a printer; page boxes are unchanged. Unless `keep` is set, the operators of each drawing are
    freed as soon as they are written.
    """
    writer = Writer(resources, encoder.document, drawings, adjust, keep)
    for page in pages:
        writer.page(page, small_print(page))
    writer.bookmarks(pages)
    last(writer)
    return writer.finish(about)


class Writer:
    """A ReportLab document that is filled page by page."""

    def __init__(
        self,
        resources: Resources,
        document: pdfdoc.PDFDocument,
        drawings: Mapping[str, Drawing],
        adjust: Mapping[str, Matrix] = MappingProxyType({}),
        keep: bool = True,
    ) -> None:
        self.resources = resources
        self.document = document
        self.drawings = drawings
        self.adjust = adjust
        self.keep = keep
        self.written: dict[str, int] = {}  # the numbers of resources in the file
        self.fonts = document.idToObjectNumberAndVersion[pdfdoc.BasicFonts][0]
        self.pages: list[Any] = []
        self.page_refs: list[Any] = []
        self.faces: dict[str, str] = {}
        self.listings: dict[tuple[str, ...], bytes] = {}

    def page(self, page: Page, note: Drawing | None) -> None:
        needs: set[str] = set()
        high = page.paper.height * POINTS
        adjusted = self.adjust.get(page.side, (1, 0, 0, 1, 0, 0))
        ops = [cm(times(adjusted, (POINTS, 0, 0, -POINTS, 0, high)))]
        ops += [self.box(box, needs) for box in page.boxes]
        ops.append(_lines(page, self.resources.space))
        if note is not None:
            ops.append(note.ops)
            needs.update(note.needs)
        self.add_page(page, "".join(ops), needs)

    def box(self, box: Box, needs: set[str]) -> str:
        """Return operators that show a drawing in its place: a mark, a clip, a matrix, and its form
        XObject.

        The mark identifies the piece, for programs that read the finished PDF.
        """
        trim, clip = box.trim, box.clip
        if box.scale != 1:
            trim = Rect(trim.x, trim.y, trim.width / box.scale, trim.height / box.scale)
        name = self.face_form(box.drawing, self.drawings[box.drawing], trim, box.turn)
        needs.add(name)
        return f"{_mark(box)}q {_clip(box, clip)}{cm(placed(box))}/{name} Do Q EMC\n"

    def face_form(self, key: str, drawing: Drawing, trim: Rect, turn: int) -> str:
        """Return the name of a face's form XObject.

        It is written once, however often the face is placed.
        """
        name = self.faces.get(key)
        if name is None:
            name = self.faces[key] = f"X{len(self.faces)}"
            wide, high = (trim.height, trim.width) if turn % 180 else (trim.width, trim.height)
            self.resources.forms[name] = (drawing, (-BEYOND, -BEYOND, wide + BEYOND, high + BEYOND))
        return name

    def add_page(self, page: Page, ops: str, needs: set[str]) -> None:
        boxes = {
            "MediaBox": Rect(0, 0, page.paper.width, page.paper.height),
            "TrimBox": page.trim,
            "BleedBox": page.bleed,
        }
        entries = [f"/{name} {array_of(_points(box, page))} " for name, box in boxes.items()]
        contents = PdfStream(zlib.compress(ops.encode("latin-1"), QUICK))
        sheet = PdfPage("".join(entries).encode() + b"/Resources " + self.listed(needs), contents)
        self.document.addPage(sheet)
        self.pages.append(sheet)
        self.page_refs.append(self.document.Reference(sheet))

    def listed(self, needs: Iterable[str]) -> bytes:
        """Return the resource dictionary of a page or form XObject, sorted by name.

        Each resource is written to the file on first use.
        """
        key = tuple(sorted(needs))
        known = self.listings.get(key)
        if known is None:
            known = self.listing(key)
            if len(self.listings) >= MOST_LISTINGS:
                self.listings.clear()
            self.listings[key] = known
        return known

    def listing(self, needs: tuple[str, ...]) -> bytes:
        kinds: dict[str, list[str]] = {}
        for name in needs:
            kind, write = self.find(name)
            number = self.written.get(name)
            if number is None:
                number = self.written[name] = self.number(write(name), name)
            kinds.setdefault(kind, []).append(f"/{name} {number} 0 R")
        parts = [f"/{kind} <<{' '.join(entries)}>>" for kind, entries in sorted(kinds.items())]
        return f"<</Font {self.fonts} 0 R {_PROCEDURES} {' '.join(parts)}>>".encode()

    def number(self, thing: object, name: str) -> int:
        """Add an object to the file, and return its number."""
        reference = self.document.Reference(thing, f"Pieria.{name}")
        number: int = self.document.idToObjectNumberAndVersion[reference.name][0]
        return number

    def find(self, name: str) -> tuple[str, Callable[[str], Any]]:
        if name in self.resources.forms:
            return "XObject", self.form
        if name in self.resources.pictures or name in self.resources.pixels:
            return "XObject", self.picture
        if name in self.resources.states:
            return "ExtGState", self.state
        return "Shading", self.shading

    def form(self, name: str) -> Any:
        drawing, box = self.resources.forms[name]
        entries = f"/Type /XObject /Subtype /Form /BBox {array_of(box)} /Resources "
        listed = self.listed(drawing.needs)
        return PdfStream(drawing.pack() if self.keep else drawing.give(), entries.encode() + listed)

    def state(self, name: str) -> Any:
        fill, stroke = self.resources.states[name]
        return pdfdoc.PDFDictionary({"ca": round(fill, 3), "CA": round(stroke, 3)})

    def shading(self, name: str) -> Any:
        gradient = self.resources.shadings[name]
        function = colour_function(gradient)
        make = pdfdoc.PDFAxialShading
        coordinates: tuple[float, ...] = gradient.coordinates
        if len(coordinates) == 5:
            make = pdfdoc.PDFRadialShading
            cx, cy, radius, fx, fy = coordinates
            coordinates = (fx, fy, 0, cx, cy, radius)
        space = self.resources.space.name
        return make(*coordinates, function, space, Extend=pdfdoc.PDFArray(["true", "true"]))

    def picture(self, name: str) -> Any:
        space = self.resources.space
        if name in self.resources.pixels:
            return pixels_of(self.resources.pixels[name], space)
        file = Path(self.resources.pictures[name])
        return Late(lambda: picture_object(file, self.document, space))

    def bookmarks(self, pages: Sequence[Page]) -> None:
        """Add an outline entry at the start of each part of the kit."""
        seen: set[str] = set()
        entries: list[tuple[str, int]] = []
        for number, page in enumerate(pages):
            for section in page.sections if page.side == "front" else ():
                if section not in seen:
                    seen.add(section)
                    entries.append((section, number))
        if not entries:
            return
        outline = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Outlines"), "Count": len(entries)})
        parent = self.document.Reference(outline, "Pieria.Outline")
        items = [pdfdoc.PDFDictionary({}) for _ in entries]
        refs = [self.document.Reference(item, f"Pieria.O{i}") for i, item in enumerate(items)]
        for index, (title, number) in enumerate(entries):
            item = items[index]
            item["Title"] = pdfdoc.PDFString(title)
            item["Parent"] = parent
            item["Dest"] = pdfdoc.PDFArray([self.page_refs[number], pdfdoc.PDFName("Fit")])
            if index:
                item["Prev"] = refs[index - 1]
            if index + 1 < len(refs):
                item["Next"] = refs[index + 1]
        outline["First"], outline["Last"] = refs[0], refs[-1]
        self.document.Outlines = _Prepared(outline)
        self.document.Catalog.Outlines = outline

    def finish(self, about: About) -> bytes:
        document = self.document
        info = document.info
        info.title, info.author, info.subject = about.title, about.author, about.subject
        info.creator, info.keywords = "Pieria", "print-and-play"
        if about.condition:
            self.for_a_press(about.condition)
        preferences = {"PrintScaling": pdfdoc.PDFName("None"), "DisplayDocTitle": "true"}
        if about.duplex:
            preferences["Duplex"] = pdfdoc.PDFName(about.duplex)
        document.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(preferences)
        document.Catalog.Lang = pdfdoc.PDFString(about.language)
        self.attach(about.attached)
        data: bytes = document.GetPDFData(None)
        return data

    def for_a_press(self, condition: str) -> None:
        """Add the entries that PDF/X-1a:2003 requires besides boxes, inks and fonts.

        These are the name of the standard and the printing condition.
        """
        document = self.document
        document.info = _PressInfo(document.info)
        intent = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("OutputIntent"),
                "S": pdfdoc.PDFName("GTS_PDFX"),
                "OutputConditionIdentifier": pdfdoc.PDFString(condition),
                "OutputCondition": pdfdoc.PDFString(condition),
                "Info": pdfdoc.PDFString(condition),
                "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            }
        )
        document.Catalog.OutputIntents = pdfdoc.PDFArray([document.Reference(intent)])
        document.Catalog.__NoDefault__ = [*document.Catalog.__NoDefault__, "OutputIntents"]

    def attach(self, files: Mapping[str, bytes]) -> None:
        """Embed files in the PDF; viewers list them as attachments."""
        if not files:
            return
        entries: list[Any] = []
        for name, content in sorted(files.items()):
            stream = pdfdoc.PDFStream(content=zlib.compress(content, QUICK))
            stream.dictionary["Type"] = pdfdoc.PDFName("EmbeddedFile")
            stream.dictionary["Subtype"] = pdfdoc.PDFName("application#2Fjson")
            stream.dictionary["Filter"] = pdfdoc.PDFName("FlateDecode")
            stream.dictionary["Params"] = pdfdoc.PDFDictionary({"Size": len(content)})
            held = self.document.Reference(stream, f"Pieria.File.{name}")
            title = pdfdoc.PDFString(name)
            spec = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("Filespec"), "F": title})
            spec["UF"], spec["EF"] = title, pdfdoc.PDFDictionary({"F": held})
            entries += [title, self.document.Reference(spec, f"Pieria.Spec.{name}")]
        tree = pdfdoc.PDFDictionary({"Names": pdfdoc.PDFArray(entries)})
        self.document.Catalog.Names = pdfdoc.PDFDictionary({"EmbeddedFiles": tree})


class _PressInfo(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The metadata of a document, with the name of the standard that it conforms to."""

    def __init__(self, info: object) -> None:
        self.__dict__.update(info.__dict__)

    def format(self, document: object) -> Any:
        said: bytes = super().format(document)
        name = pdfdoc.PDFString("PDF/X-1a:2003").format(document)
        return said[: said.rindex(b">>")] + b"/GTS_PDFXVersion " + name + b" >>"


class _Prepared:
    """An outline that is ready to be written; ReportLab's own needs a canvas to resolve names."""

    ready = 1

    def __init__(self, outline: object) -> None:
        self.outline = outline

    def prepare(self, document: object, canvas: object) -> None: ...


def _mark(box: Box) -> str:
    """Return operators that mark a box's content with the piece, its side and the drawing's
    hash.
    """
    side = "back" if box.reverse else "face"
    return f"/{MARK} <</Piece {_string(box.piece)} /Side ({side}) /Hash ({box.drawing})>> BDC "


def _string(text: str) -> str:
    """Return a text as a hexadecimal PDF string.

    It is encoded in UTF-8, which pdfium recognises, and needs no escapes.
    """
    return f"<{text.encode().hex()}>"


def _clip(box: Box, clip: Rect) -> str:
    if box.outline == "round":
        r = clip.width / 2
        return f"{_circle(clip.x + r, clip.y + r, r)}W n "
    if box.outline != "rect":
        return f"{_shown(box)}W n "
    return f"{n(clip.x)} {n(clip.y)} {n(clip.width)} {n(clip.height)} re W n "


def _shown(box: Box) -> str:
    """Return operators that clip to the visible area of a piece: its shape and the bleed around
    it.
    """
    by = box.trim.x - box.clip.x
    return "".join(operators(polygon(each)) for each in beyond(corners_on_page(box), by))


def _circle(x: float, y: float, r: float) -> str:
    k = r * 4 / 3 * math.tan(math.pi / 8)
    return (
        f"{n(x + r)} {n(y)} m {n(x + r)} {n(y + k)} {n(x + k)} {n(y + r)} {n(x)} {n(y + r)} c "
        f"{n(x - k)} {n(y + r)} {n(x - r)} {n(y + k)} {n(x - r)} {n(y)} c "
        f"{n(x - r)} {n(y - k)} {n(x - k)} {n(y - r)} {n(x)} {n(y - r)} c "
        f"{n(x + k)} {n(y - r)} {n(x + r)} {n(y - k)} {n(x + r)} {n(y)} c h "
    )


# How each kind of line is drawn: grey, width in mm, dashes in mm.
_LINES = {
    "crop": "0 G 0.15 w [] 0 d",
    "cut": "0.35 G 0.1 w [] 0 d",
    "fold": "0.35 G 0.2 w [2 1.5] 0 d",
    "safe": "1 0 0.5 RG 0.15 w [1 1] 0 d",
    "square": "0 G 5 w 0 J [] 0 d",  # registration marks of a cutter: `square`, `stroke`
    "angle": "0 G 1 w 2 J [] 0 d",
}
# Drawn under lines that cross cards, to make them visible on dark cards.
_UNDER = {"cut": "1 G 0.24 w [] 0 d", "safe": "1 G 0.4 w [] 0 d"}
_GREY_LINES = _LINES | {"safe": "0.3 G 0.15 w [1 1] 0 d"}


def _lines(page: Page, space: ColourSpace) -> str:
    """Return operators that draw a page's lines and the cut outlines of its boxes."""
    outlines = "".join(operators(shape_on_page(box)) for box in page.boxes if box.lined)
    return _drawn_lines(page.lines, outlines, space is SCREEN)


@lru_cache(maxsize=100)  # most sheets of a deck have the same
def _drawn_lines(lines: tuple[Line, ...], outlines: str, coloured: bool) -> str:
    ops = ""
    for kind, style in (_LINES if coloured else _GREY_LINES).items():
        drawn = "".join(
            f"{n(line.x1)} {n(line.y1)} m {n(line.x2)} {n(line.y2)} l "
            for line in lines
            if line.kind == kind
        )
        drawn += outlines if kind == "cut" else ""
        if drawn and kind in _UNDER:
            ops += f"q {_UNDER[kind]} {drawn}S Q\n"
        if drawn:
            ops += f"q {style} {drawn}S Q\n"
    return ops


def _points(rect: Rect, page: Page) -> tuple[float, float, float, float]:
    """Return a rectangle in PDF coordinates, which are points from the bottom left."""
    high = page.paper.height
    left, right = rect.x, rect.x + rect.width
    values = (left, high - rect.y - rect.height, right, high - rect.y)
    a, b, c, d = (round(value * POINTS, 3) for value in values)
    return a, b, c, d
