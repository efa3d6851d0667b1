"""Reads the drawn content of the pages of a finished PDF, using pdfium.

Pieces are found by their marks; their positions are read from matrices and clip paths. Lengths are
in millimetres from the top left of the page, and text sizes are in points.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from generator.core.geometry import UPRIGHT, Matrix, Point, point_on, times
from generator.core.memo import Memo
from generator.kit.manifest import Manifest, ManifestError, from_json
from generator.pdf.stored_objects import Objects
from generator.verify.bounds import Bounds, bounds_of, placed_around
from generator.verify.inside import Inside, PlacedPicture, PlacedText, placed_text, utf16
from generator.verify.streams import FormXObject, StreamsError, forms_of_pages
from validator.load.text import LARGEST_PDF, bytes_of

MARK = "Pieria"  # the tag of marked content that shows a piece
MARKED = (b"Piece", b"Side", b"Hash")  # what the mark says
ATTACHED = "manifest.json"
LARGEST = 32_000_000  # bytes of a manifest
POINT = 25.4 / 72  # mm
FAINT = 40  # alpha from 0 to 255 below which text is a watermark


class ReadError(ValueError):
    """Raised for a file that is not a PDF, or cannot be read."""


class PlacedDrawing(NamedTuple):
    """A drawing on a page.

    `matrix` converts the drawing's millimetres to those of the page.
    """

    piece: str
    side: str  # face or back
    hash: str
    matrix: Matrix
    clip: Bounds | None
    ink: Bounds  # the visible part
    item: Any
    page: _PageReader
    form: FormXObject | None  # the form actually drawn, whatever the mark says; None if unknown

    @property
    def form_hash(self) -> str:
        """The hash of the form XObject that is actually drawn, or an empty string if unknown."""
        return self.form.hash if self.form else ""

    def corners(self, width: float, height: float) -> tuple[Point, Point, Point, Point]:
        """Return the corners of the trimmed piece on the page: top left, top right, bottom
        right, bottom left.
        """
        on = self.on_page
        return (on(0, 0), on(width, 0), on(width, height), on(0, height))

    def on_page(self, x: float, y: float) -> Point:
        """Return where a point of the drawing is on the page."""
        return point_on(self.matrix, x, y)


class PageContent(NamedTuple):
    """The contents of a page: its boxes, the pieces on it, and everything else that is drawn."""

    media: Bounds
    crop: Bounds
    trim: Bounds
    bleed: Bounds
    turned: int  # degrees
    drawn: tuple[PlacedDrawing, ...]
    others: tuple[Bounds, ...]  # around lines and notes
    lines: tuple[tuple[Point, Point], ...]  # straight lines that belong to no piece
    notes: tuple[PlacedText, ...]  # text that belongs to no piece


class OpenPdf:
    """A PDF that is open for reading.

    Raises ReadError for other files.
    """

    def __init__(self, data: bytes, memo: Memo | None = None) -> None:
        self.data = data
        self.memo = memo  # what earlier builds read; for our own files, whose texts name typefaces
        try:
            self.document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise ReadError(f"it cannot be read as a PDF ({error})") from None
        self._insides: dict[object, Inside] = {}  # by form and colour

    @property
    def scales(self) -> bool:
        """Whether a viewer may scale the pages when it prints them."""
        return bool(raw.FPDF_VIEWERREF_GetPrintScaling(self.document))

    @property
    def duplex(self) -> str:
        """The duplex setting that the file requests: simplex, long, short, or empty."""
        kinds = {raw.Simplex: "simplex", raw.DuplexFlipLongEdge: "long",
                 raw.DuplexFlipShortEdge: "short"}  # fmt: skip
        return kinds.get(raw.FPDF_VIEWERREF_GetDuplex(self.document), "nothing")

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest that is embedded in the file.

        Raises ManifestError.
        """
        found = self.attached(ATTACHED)
        if found is None:
            raise ManifestError("no manifest of Pieria is attached to it")
        return from_json(found)

    def attached(self, name: str) -> bytes | None:
        """Return the attachment with a name, or None. Raises ManifestError if it is too large."""
        for index in range(raw.FPDFDoc_GetAttachmentCount(self.document)):
            attached = raw.FPDFDoc_GetAttachment(self.document, index)
            if _name(attached) == name:
                return _content(attached)
        return None

    @cached_property
    def objects(self) -> Objects:
        """The file's own objects.

        Raises ObjectsError for a file that cannot be read.
        """
        return Objects(self.data)

    @cached_property
    def forms(self) -> list[tuple[FormXObject, ...]]:
        """The form XObjects that each page draws. Raises ReadError."""
        try:
            return forms_of_pages(self.data, self.memo)
        except StreamsError as error:
            raise ReadError(str(error)) from None

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self.document)

    def sheet(self, number: int, printed: Matrix = UPRIGHT) -> PageContent:
        """Return the contents of a page, numbered from 0.

        `printed` is the matrix by which the printer transforms the page. Raises ReadError.
        """
        forms = self.forms[number] if number < len(self.forms) else ()
        try:
            page = self.document[number]
        except pypdfium2.PdfiumError:
            raise ReadError(f"page {number + 1} cannot be read") from None
        return _PageReader(page, printed).sheet(forms)

    def inside(self, drawn: PlacedDrawing) -> Inside:
        """Return the contents of a drawing, in the drawing's own millimetres."""
        key = drawn.form.key if drawn.form else ""
        if self.memo is None or not key:
            return self._inside(drawn.item, drawn.form, drawn.page).settled()
        key = f"{key} {drawn.page.colour(drawn.item)}"
        kept = self.memo.get("inside", key)
        if kept is not None:
            return Inside.of(*kept)
        found = self._inside(drawn.item, drawn.form, drawn.page).settled()
        self.memo.put("inside", key, found.plain())
        return found

    def _inside(self, item: object, form: FormXObject | None, page: _PageReader) -> Inside:
        """Return the contents of a form XObject, including those of inner form XObjects.

        A form XObject is read once for each colour that it may inherit where it is drawn. A form
        XObject with text may inherit a typeface as well, and is read wherever it is drawn.
        """
        key = form and (form, page.colour(item))
        if key in self._insides:
            return self._insides[key]
        object_at = raw.FPDFFormObj_GetObject
        items = [object_at(item, index) for index in range(raw.FPDFFormObj_CountObjects(item))]
        kinds = [*map(raw.FPDFPageObj_GetType, items)]
        inner = iter(_matched(form.draws if form else (), kinds.count(raw.FPDF_PAGEOBJ_FORM)))
        found = Inside()
        for each, kind in zip(items, kinds, strict=True):
            if kind == raw.FPDF_PAGEOBJ_TEXT:
                found.words.append(page.words(each))
            elif kind == raw.FPDF_PAGEOBJ_FORM:
                found.add(self._inside(each, next(inner), page), page.matrix(each))
            elif kind == raw.FPDF_PAGEOBJ_IMAGE:
                found.filled.append(page.box(each))
                found.pictures.append(page.picture(each))
            elif kind == raw.FPDF_PAGEOBJ_SHADING or page.fills(each):
                found.filled.append(page.box(each))
        if key and not found.words and not any(word for word, _, _ in found.turned):
            self._insides[key] = found
        return found


def read_manifest(file: Path) -> Manifest:
    """Return the manifest in a JSON file, or attached to a PDF. Raises ManifestError or OSError."""
    data = bytes_of(file, LARGEST_PDF)
    if not data.startswith(b"%PDF-"):
        return from_json(data)
    try:
        return OpenPdf(data).manifest
    except ReadError as error:
        raise ManifestError(str(error)) from None


# ---- attachments


def _name(attached: object) -> str:
    return utf16(lambda buffer, size: raw.FPDFAttachment_GetName(attached, buffer, size))


def _content(attached: object) -> bytes:
    size = ctypes.c_ulong()
    raw.FPDFAttachment_GetFile(attached, None, 0, size)
    if size.value > LARGEST:
        raise ManifestError("the manifest that is attached to it is too large")
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attached, buffer, size.value, size)
    return buffer.raw


# ---- a page


def _matched(forms: Sequence[FormXObject], there: int) -> Sequence[FormXObject | None]:
    """Return the form XObjects for those that pdfium has found.

    If their number differs from that in the streams, they are unknown.
    """
    return forms if len(forms) == there else [None] * there


class _PageReader:
    """Reads pdfium's objects on a page.

    The buffers for pdfium are created once, because each object requires about ten calls.
    """

    def __init__(self, page: Any, printed: Matrix = UPRIGHT) -> None:
        self.page = page
        left, bottom, right, top = page.get_mediabox()
        self.boxes: Matrix = (POINT, 0, 0, -POINT, -left * POINT, top * POINT)
        self.to_mm = times(self.boxes, printed)
        self.media = (left, bottom, right, top)
        self.floats = tuple(ctypes.c_float() for _ in range(4))
        self.numbers = tuple(ctypes.c_uint() for _ in range(4))
        self.found_matrix = raw.FS_MATRIX()
        self.length = ctypes.c_ulong()
        self.room = 200  # bytes
        self.letters = ctypes.create_string_buffer(self.room)
        self.as_letters = ctypes.cast(self.letters, ctypes.POINTER(ctypes.c_ushort))
        self.fonts: dict[int, tuple[str, bool]] = {}  # by address, as long as the page is open

    def sheet(self, forms: Sequence[FormXObject]) -> PageContent:
        """Return the page with its contents."""
        page, to_mm = self.page, self.to_mm
        drawn: list[PlacedDrawing] = []
        others: list[Bounds] = []
        lines: list[tuple[Point, Point]] = []
        written: list[PlacedText] = []  # text that belongs to no piece
        for item, kind, form in self.objects(forms):
            clip = self.clip(item)
            seen = placed_around(to_mm, *self.box(item))
            ink = seen.within(clip) if clip else seen
            if kind == raw.FPDF_PAGEOBJ_FORM:
                if names := self.mark(item):
                    matrix = times(self.matrix(item), to_mm)
                    drawn.append(PlacedDrawing(*names, matrix, clip, ink, item, self, form))
                    continue
            elif kind == raw.FPDF_PAGEOBJ_PATH:
                strokes = list(_lines(item, times(self.matrix(item), to_mm)))
                ink = _stroked(item, strokes) if strokes else ink
                lines += strokes
            elif kind == raw.FPDF_PAGEOBJ_TEXT:
                ink = _quad(item, to_mm)
                words = self.words(item)
                written.append(placed_text(words, words.bounds, to_mm))
            others.append(ink)
        return PageContent(
            placed_around(self.boxes, *self.media),
            placed_around(self.boxes, *page.get_cropbox()),
            placed_around(self.boxes, *page.get_trimbox()),
            placed_around(self.boxes, *page.get_bleedbox()),
            page.get_rotation(),
            tuple(drawn),
            tuple(others),
            tuple(lines),
            tuple(written),
        )

    def objects(
        self, forms: Sequence[FormXObject]
    ) -> Iterator[tuple[object, int, FormXObject | None]]:
        """Yield the objects of the page, each with its type and, if it is one, its form XObject."""
        count = raw.FPDFPage_CountObjects(self.page)
        items = [raw.FPDFPage_GetObject(self.page, index) for index in range(count)]
        kinds = [*map(raw.FPDFPageObj_GetType, items)]
        known = iter(_matched(forms, kinds.count(raw.FPDF_PAGEOBJ_FORM)))
        for item, kind in zip(items, kinds, strict=True):
            yield item, kind, next(known) if kind == raw.FPDF_PAGEOBJ_FORM else None

    def words(self, item: object) -> PlacedText:
        """Return a text object, in the units of the form XObject or page that contains it."""
        size, found = self.floats[0], self.found_matrix
        raw.FPDFTextObj_GetFontSize(item, size)
        raw.FPDFPageObj_GetMatrix(item, found)
        red, green, blue, alpha = self.numbers
        alpha.value = 255
        raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        font = raw.FPDFTextObj_GetFont(item)
        address = ctypes.addressof(font.contents) if font else 0
        if address not in self.fonts:
            written = ctypes.create_string_buffer(200)
            raw.FPDFFont_GetBaseFontName(font, written, 200)
            embedded = raw.FPDFFont_GetIsEmbedded(font) == 1
            self.fonts[address] = written.value.decode("utf-8", "replace"), embedded
        points = size.value * abs(found.a * found.d - found.b * found.c) ** 0.5 / POINT
        faint = alpha.value <= FAINT
        name, embedded = self.fonts[address]
        return PlacedText(self.box(item), points, faint, name, embedded, item, self.page)

    def fills(self, path: object) -> bool:
        """Return whether a path is filled with a colour other than the paper's white."""
        mode, stroke = ctypes.c_int(), ctypes.c_int()
        if not raw.FPDFPath_GetDrawMode(path, mode, stroke) or not mode.value:
            return False
        red, green, blue, alpha = self.colour(path)
        return alpha > 0 and min(red, green, blue) < 255

    def colour(self, item: object) -> tuple[int, int, int, int]:
        """Return an object's fill colour and alpha, from 0 to 255."""
        red, green, blue, alpha = self.numbers
        red.value = green.value = blue.value = alpha.value = 255
        raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        return red.value, green.value, blue.value, alpha.value

    def mark(self, item: object) -> tuple[str, str, str] | None:
        """Return the piece, the side and the hash in Pieria's mark around an object, or None."""
        for index in range(raw.FPDFPageObj_CountMarks(item)):
            mark = raw.FPDFPageObj_GetMark(item, index)
            if self.marked(raw.FPDFPageObjMark_GetName, mark) == MARK:
                read = raw.FPDFPageObjMark_GetParamStringValue
                piece, side, hash_ = (self.marked(read, mark, key) for key in MARKED)
                return piece, side, hash_
        return None

    def marked(self, read: Any, *arguments: Any) -> str:
        """Return a text in a mark.

        pdfium first reports the length of the text, and then fills a buffer.
        """
        length = self.length
        length.value = 0
        read(*arguments, self.as_letters, self.room, length)
        if length.value > self.room:
            self.room = length.value + 2
            self.letters = ctypes.create_string_buffer(self.room)
            self.as_letters = ctypes.cast(self.letters, ctypes.POINTER(ctypes.c_ushort))
            return self.marked(read, *arguments)
        return ctypes.string_at(self.letters, length.value).decode("utf-16-le").rstrip("\0")

    def clip(self, item: object) -> Bounds | None:
        """Return the area that an object's clip paths leave visible, or None if it is not
        clipped.
        """
        path = raw.FPDFPageObj_GetClipPath(item)
        count = raw.FPDFClipPath_CountPaths(path) if path else 0
        found: Bounds | None = None
        x, y = self.floats[:2]
        for index in range(count):
            places = []
            for place in range(raw.FPDFClipPath_CountPathSegments(path, index)):
                segment = raw.FPDFClipPath_GetPathSegment(path, index, place)
                raw.FPDFPathSegment_GetPoint(segment, x, y)
                places.append(point_on(self.to_mm, x.value, y.value))
            if places:
                each = bounds_of(places)
                found = found.within(each) if found else each
        return found

    def box(self, item: object) -> Bounds:
        """Return the bounding box of an object, in the units of its container."""
        left, bottom, right, top = self.floats
        left.value = bottom.value = right.value = top.value = 0.0
        raw.FPDFPageObj_GetBounds(item, left, bottom, right, top)
        return Bounds(left.value, bottom.value, right.value, top.value)

    def picture(self, item: object) -> PlacedPicture:
        """Return the size of a picture in pixels, and its placement."""
        wide, high = self.numbers[:2]
        raw.FPDFImageObj_GetImagePixelSize(item, wide, high)
        return PlacedPicture(wide.value, high.value, self.matrix(item))

    def matrix(self, item: object) -> Matrix:
        """Return the transformation matrix of an object."""
        found = self.found_matrix
        raw.FPDFPageObj_GetMatrix(item, found)
        return (found.a, found.b, found.c, found.d, found.e, found.f)


def _lines(path: object, matrix: Matrix) -> Iterator[tuple[Point, Point]]:
    """Yield the straight lines that a path contains."""
    last: Point | None = None
    x, y = ctypes.c_float(), ctypes.c_float()
    for place in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        location = point_on(matrix, x.value, y.value)
        if last and raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
            yield last, location
        last = location


def _stroked(path: object, lines: list[tuple[Point, Point]]) -> Bounds:
    """Return the area that lines cover, including half their width on each side."""
    width = ctypes.c_float()
    raw.FPDFPageObj_GetStrokeWidth(path, width)
    return bounds_of([location for line in lines for location in line]).grown(
        width.value * POINT / 2
    )


def _quad(item: object, matrix: Matrix) -> Bounds:
    """Return the bounding box of a text, which may be rotated."""
    found = raw.FS_QUADPOINTSF()
    raw.FPDFPageObj_GetRotatedBounds(item, found)
    corners = (
        (found.x1, found.y1),
        (found.x2, found.y2),
        (found.x3, found.y3),
        (found.x4, found.y4),
    )
    return bounds_of([point_on(matrix, x, y) for x, y in corners])
