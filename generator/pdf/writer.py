"""Writes boxes to PDF with reportlab; apart from `drawing`, the only code that knows PDF.

The same input gives the same bytes: no clock, no random names. Every page lists exactly the forms,
pictures and states that it uses.
"""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFont

from generator.core.geometry import Matrix, cm, n, times
from generator.core.outlines import beyond, operators, polygon
from generator.drawing.colour import SCREEN, ColourSpace, PressInks
from generator.drawing.drawings import QUICK, Drawing, Gradient, Resources
from generator.drawing.pictures import Plain, plain_picture
from generator.faces.fonts import MOST_WORDS, UNSEEN, FontFace
from generator.sheets.pages import Box, Line, Page, Rect
from generator.sheets.shapes import corners_on_page, placed, shape_on_page

POINTS = 72 / 25.4  # in a millimetre
BEYOND = 10.0  # mm beyond its trim that a face may reach
MOST_LISTINGS = 1000  # resource dictionaries that are remembered, for forms with the same resources
MARK = "Pieria"  # the tag of marked content that shows a piece
_PROCEDURES = "/ProcSet [/PDF /Text /ImageB /ImageC /ImageI]"
_ESCAPES = {0x28: "\\(", 0x29: "\\)", 0x5C: "\\\\"}


@dataclass(frozen=True)
class About:
    """The metadata of a document."""

    title: str
    author: str
    subject: str
    language: str
    duplex: str | None  # the viewer's preference: DuplexFlipLongEdge, DuplexFlipShortEdge, Simplex
    attached: Mapping[str, bytes] = field(default_factory=dict)  # files to carry along, by name
    condition: str = ""  # the printing condition of a press, as its registry calls it: PDF/X-1a


class Encoder:
    """Text to the codes of a document's embedded subsets, with kerning between them."""

    def __init__(self) -> None:
        self.document = pdfdoc.PDFDocument(compression=0, invariant=1, pdfVersion=(1, 4))
        self._faces: dict[str, _Embedded] = {}

    def __call__(self, face: FontFace, text: str) -> list[tuple[str, str]]:
        """Font resources and the arrays of strings and adjustments that show `text` in them."""
        return self._embedded(face).encode(text)

    def font(self, face: FontFace) -> Any:
        """The reportlab font of a face, for text that reportlab sets itself."""
        return self._embedded(face).font

    def _embedded(self, face: FontFace) -> _Embedded:
        embedded = self._faces.get(face.name)
        if embedded is None:
            embedded = self._faces[face.name] = _Embedded(face, self.document)
        return embedded


class _Embedded:
    """A face in a document: reportlab's font, and how words so far are written in its subsets."""

    def __init__(self, face: FontFace, document: object) -> None:
        self.face = face
        self.document = document
        self.font = TTFont(face.name, str(face.file), shapable=False)
        self.first = self.font.getSubsetInternalName(0, document)
        self.plain: dict[str, str] = {}  # words that are all in the first subset
        self.words: dict[str, list[tuple[int, str]]] = {}  # the others

    def encode(self, text: str) -> list[tuple[str, str]]:
        words = text.split(" ")
        try:  # nearly every line
            return [(self.first, f"({' '.join([self.plain[word] for word in words])})")]
        except KeyError:
            for word in words:
                self._word(word)
            if all(word in self.plain for word in words):
                return self.encode(text)
            return self._mixed(words)

    def _mixed(self, words: list[str]) -> list[tuple[str, str]]:
        runs: list[tuple[int, list[str]]] = []
        for index, word in enumerate(words):
            codes = self._word(word)
            for subset, inside in (_SPACE, *codes) if index else codes:
                if runs and runs[-1][0] == subset:
                    runs[-1][1].append(inside)
                else:
                    runs.append((subset, [inside]))
        name = self.font.getSubsetInternalName
        return [(name(subset, self.document), f"({''.join(parts)})") for subset, parts in runs]

    def _word(self, word: str) -> list[tuple[int, str]]:
        """Subsets, and the inside the array that shows their part of a word."""
        known = self.words.get(word)
        if known is None:
            if word in self.plain:
                return [(0, self.plain[word])]
            known = list(self._split(UNSEEN.sub("", word)))
            if all(subset == 0 for subset, _ in known):
                if len(self.plain) >= MOST_WORDS:
                    self.plain.clear()
                self.plain[word] = "".join([inside for _, inside in known])
            else:
                self.words[word] = known
        return known

    def _split(self, word: str) -> Iterable[tuple[int, str]]:
        kerns = iter(self.face.word(word).kerns)
        for subset, codes in self.font.splitString(word, self.document):
            pieces = []
            for code in codes:
                pieces.append(_ESCAPES.get(code) or _literal(code))
                if kern := next(kerns, 0):
                    pieces.append(f") {-kern} (")
            yield subset, "".join(pieces)


_SPACE = (0, " ")  # reportlab keeps ASCII where it is in a font's first subset


def _literal(code: int) -> str:
    return chr(code) if 32 <= code < 127 else f"\\{code:03o}"


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
    """The PDF of all pages. `drawings` holds what each box of a page names.

    `last` adds to the document before it is closed. `adjust` moves all that is drawn on a side
    (front, back) against what a printer does to it; the page's boxes stay. Unless `keep` is
    set, the operators of each drawing are freed as soon as they are written.
    """
    writer = Writer(resources, encoder.document, drawings, adjust, keep)
    for page in pages:
        writer.page(page, small_print(page))
    writer.bookmarks(pages)
    last(writer)
    return writer.finish(about)


class Writer:
    """A reportlab document that is filled page by page."""

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
        """Operators that show a drawing in its place: mark, clip, matrix, and the drawing's form.

        The mark says which piece it is, so that a reader of the finished PDF can tell.
        """
        trim, clip = box.trim, box.clip
        if box.scale != 1:
            trim = Rect(trim.x, trim.y, trim.width / box.scale, trim.height / box.scale)
        name = self.face_form(box.drawing, self.drawings[box.drawing], trim, box.turn)
        needs.add(name)
        return f"{_mark(box)}q {_clip(box, clip)}{cm(placed(box))}/{name} Do Q EMC\n"

    def face_form(self, key: str, drawing: Drawing, trim: Rect, turn: int) -> str:
        """A face is a form, written once in however many places it lies."""
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
        entries = [f"/{name} {_array(_points(box, page))} " for name, box in boxes.items()]
        contents = _Stream(zlib.compress(ops.encode("latin-1"), QUICK))
        sheet = _PdfPage("".join(entries).encode() + b"/Resources " + self.listed(needs), contents)
        self.document.addPage(sheet)
        self.pages.append(sheet)
        self.page_refs.append(self.document.Reference(sheet))

    def listed(self, needs: Iterable[str]) -> bytes:
        """The resource dictionary of a page or form, sorted; each is written when first used."""
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
        """The number of a new object in the file."""
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
        entries = f"/Type /XObject /Subtype /Form /BBox {_array(box)} /Resources "
        listed = self.listed(drawing.needs)
        return _Stream(drawing.pack() if self.keep else drawing.give(), entries.encode() + listed)

    def state(self, name: str) -> Any:
        fill, stroke = self.resources.states[name]
        return pdfdoc.PDFDictionary({"ca": round(fill, 3), "CA": round(stroke, 3)})

    def shading(self, name: str) -> Any:
        gradient = self.resources.shadings[name]
        function = _colour_function(gradient)
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
            return _pixels(self.resources.pixels[name], space)
        file = Path(self.resources.pictures[name])
        return _Late(lambda: _picture(file, self.document, space))

    def bookmarks(self, pages: Sequence[Page]) -> None:
        """An outline entry where a part of the kit begins."""
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
        """Add what PDF/X-1a:2003 requires beside boxes, inks and fonts: its name and condition."""
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
        """Files that travel inside the PDF; viewers list them as attachments."""
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
    """A document's description with the name of the standard that it keeps."""

    def __init__(self, info: object) -> None:
        self.__dict__.update(info.__dict__)

    def format(self, document: object) -> Any:
        said: bytes = super().format(document)
        name = pdfdoc.PDFString("PDF/X-1a:2003").format(document)
        return said[: said.rindex(b">>")] + b"/GTS_PDFXVersion " + name + b" >>"


class _Prepared:
    """Stands in for reportlab's own outline, which wants a canvas to resolve names."""

    ready = 1

    def __init__(self, outline: object) -> None:
        self.outline = outline

    def prepare(self, document: object, canvas: object) -> None: ...


def _mark(box: Box) -> str:
    """Marked content: the piece, which side of it, and the hash of what is drawn."""
    side = "back" if box.reverse else "face"
    return f"/{MARK} <</Piece {_string(box.piece)} /Side ({side}) /Hash ({box.drawing})>> BDC "


def _string(text: str) -> str:
    """A string in hexadecimal UTF-8, which needs no escapes; pdfium reads it so in a mark."""
    return f"<{text.encode().hex()}>"


def _clip(box: Box, clip: Rect) -> str:
    if box.outline == "round":
        r = clip.width / 2
        return f"{_circle(clip.x + r, clip.y + r, r)}W n "
    if box.outline != "rect":
        return f"{_shown(box)}W n "
    return f"{n(clip.x)} {n(clip.y)} {n(clip.width)} {n(clip.height)} re W n "


def _shown(box: Box) -> str:
    """Operators of all that is shown of a piece: its shape, and its bleed around that."""
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
# What is drawn under lines that cross cards: without it nobody finds them on a dark card.
_UNDER = {"cut": "1 G 0.24 w [] 0 d", "safe": "1 G 0.4 w [] 0 d"}
_GREY_LINES = _LINES | {"safe": "0.3 G 0.15 w [1 1] 0 d"}


def _lines(page: Page, space: ColourSpace) -> str:
    """Operators of a page's lines, and of the outlines along which its boxes are cut."""
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
    """A rectangle as PDF says it: points from the bottom left."""
    high = page.paper.height
    left, right = rect.x, rect.x + rect.width
    values = (left, high - rect.y - rect.height, right, high - rect.y)
    a, b, c, d = (round(value * POINTS, 3) for value in values)
    return a, b, c, d


def _array(values: Iterable[float]) -> str:
    """Numbers as the file has them; reportlab writes a string as it is."""
    return f"[{' '.join(map(n, values))}]"


class _Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream of operators, as the file has it.

    A kit has one for each face; reportlab's own stream is built of an object for every entry, and
    formatting these takes longer than compressing what they describe.
    """

    __RefOnly__ = 1  # reportlab: never inside another object

    def __init__(self, packed: bytes, entries: bytes = b"") -> None:
        self.packed = packed
        self.entries = entries

    def format(self, document: object) -> bytes:  # noqa: ARG002, reportlab hands it over
        packed, self.packed = self.packed, b""  # the file has it from here on
        head = b"<</Filter /FlateDecode /Length %d %b>>" % (len(packed), self.entries)
        return b"%b\nstream\n%b\nendstream\n" % (head, packed)


class _PdfPage(pdfdoc.PDFObject):  # type: ignore[misc]
    """A page, whose entries but its parent and contents are as the file has them.

    `more` are entries that reportlab formats.
    """

    __RefOnly__ = 1

    def __init__(self, entries: bytes, contents: _Stream) -> None:
        self.entries = entries
        self.contents = contents
        self.more: dict[str, Any] = {}

    def format(self, document: Any) -> bytes:
        parent, contents = (
            document.Reference(each).format(document) for each in (document.Pages, self.contents)
        )
        more = b"".join(
            b" /%b %b" % (name.encode(), pdfdoc.format(value, document))
            for name, value in self.more.items()
        )
        head = b"/Type /Page /Parent %b /Contents %b" % (parent, contents)
        return b"<<%b %b%b>>" % (head, self.entries, more)


class _Late(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that is made when the file is put together, and not kept: a large picture."""

    __RefOnly__ = 1

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def format(self, document: object) -> bytes:
        found: bytes = self.make().format(document)
        return found


def _colour_function(gradient: Gradient) -> Any:
    steps = [
        pdfdoc.PDFExponentialFunction(low, high, 1)
        for (_, low), (_, high) in zip(gradient.stops, gradient.stops[1:], strict=False)
    ]
    bounds = [offset for offset, _ in gradient.stops[1:-1]]
    return pdfdoc.PDFStitchingFunction(steps, bounds, [0, 1] * len(steps), Domain=_array((0, 1)))


def _picture(file: Path, document: pdfdoc.PDFDocument, space: ColourSpace) -> Any:
    """An image as it is where the PDF can take it (JPEG, plain PNG), decoded where it cannot."""
    data = file.read_bytes()
    plain = plain_picture(data)
    if plain is not None and (space is SCREEN or (plain.colours, plain.filter) == GREY_JPEG):
        return _plain(plain)
    from PIL import Image

    with Image.open(io.BytesIO(data)) as opened:
        image: Image.Image = opened
        kept = ("RGB", "L") if space is SCREEN else ("L",)
        if opened.format == "JPEG" and image.mode in kept:
            name = "DeviceRGB" if image.mode == "RGB" else "DeviceGray"
            return _Image(image.size, name, data, "DCTDecode")
        alpha = "A" in image.getbands() or "transparency" in image.info
        if image.mode.startswith("I"):  # 16 bits a pixel, of which paper shows 8
            image = image.convert("I").point(lambda value: value / 256).convert("L")
        rgb = image.convert("RGBA" if alpha else "RGB")
        mask = ""
        if alpha:
            shape = zlib.compress(rgb.getchannel("A").tobytes(), 6)
            seen = document.Reference(_Image(image.size, "DeviceGray", shape, "FlateDecode"))
            mask = f"/SMask {document.idToObjectNumberAndVersion[seen.name][0]} 0 R"
        return _pixels(rgb.convert("RGB"), space, mask)


GREY_JPEG = (1, "DCTDecode")


def _pixels(image: Any, space: ColourSpace, more: str = "") -> _Image:
    """A decoded image of red, green and blue in the document's colour space."""
    if isinstance(space, PressInks):
        from PIL import ImageFilter

        cube = ImageFilter.Color3DLUT(space.size, space.table, channels=4, target_mode="CMYK")
        image = image.filter(cube)
    else:
        image = image.convert(space.mode)
    packed = zlib.compress(image.tobytes(), 6)
    return _Image(image.size, space.name, packed, "FlateDecode", more)


def _plain(found: Plain) -> _Image:
    """A picture's own packed pixels."""
    more = ""
    if found.filter == "FlateDecode":  # of a PNG, whose lines are filtered
        more = f"/Predictor 15 /Colors {found.colours} /BitsPerComponent 8 /Columns {found.width}"
        more = f"/DecodeParms <<{more}>>"
    space = "DeviceRGB" if found.colours == 3 else "DeviceGray"
    size = (found.width, found.height)
    return _Image(size, space, b"".join(found.packed), found.filter, more)


class _Image(pdfdoc.PDFObject):  # type: ignore[misc]
    """Pixels of 8 bits a colour as the file has them. reportlab's stream copies them four times."""

    __RefOnly__ = 1

    def __init__(
        self, size: tuple[int, int], space: str, content: bytes, packed: str, more: str = ""
    ) -> None:
        self.content = content
        self.entries = (
            f"<</Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} "
            f"/ColorSpace /{space} /BitsPerComponent 8 /Filter /{packed} {more} "
            f"/Length {len(content)}>>"
        )

    def format(self, document: object) -> bytes:  # noqa: ARG002, reportlab hands it over
        return b"%b\nstream\n%b\nendstream\n" % (self.entries.encode(), self.content)
