"""A finished PDF to what is drawn on its pages: through pdfium, which knows nothing of our writer.

Pieces are found by their marks; where they lie is read from the matrix and the clip path with which
each is drawn. Lengths are millimetres from the top left of the page, sizes of text points.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from generator.kit.manifest import Manifest, ManifestError, from_json
from generator.verify.streams import StreamsError, forms_of_pages

MARK = "Pieria"  # the tag of marked content that shows a piece
ATTACHED = "manifest.json"
LARGEST = 32_000_000  # bytes of a manifest
POINT = 25.4 / 72  # mm
FAINT = 40  # of 255: text as pale as that is a watermark, not for reading

Matrix = tuple[float, float, float, float, float, float]
Place = tuple[float, float]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)


class ReadError(ValueError):
    """A file is no PDF, or one that cannot be read."""


class Bounds(NamedTuple):
    """A rectangle around something drawn."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def within(self, other: Bounds) -> Bounds:
        """The part that both share; empty if they share none."""
        return Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> Bounds:
        """The rectangle with more, or less, on each side."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: Bounds) -> bool:
        """True if no part of the other lies outside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


@dataclass(frozen=True)
class Drawn:
    """A drawing in its place. `matrix` brings its millimetres to those of the page."""

    piece: str
    side: str  # face or back
    hash: str
    matrix: Matrix
    clip: Bounds | None
    ink: Bounds  # as far as the clip shows it
    form: Any
    form_hash: str  # of what is really drawn, whatever the mark says; empty: unknown

    def corners(self, width: float, height: float) -> tuple[Place, Place, Place, Place]:
        """The trim's corners on the page: top left, top right, bottom right, bottom left."""
        on = self.on_page
        return (on(0, 0), on(width, 0), on(width, height), on(0, height))

    def on_page(self, x: float, y: float) -> Place:
        """Where a place of the drawing lies on the page."""
        return _on(self.matrix, x, y)


@dataclass(frozen=True)
class Words:
    """A text, in the millimetres of the drawing or page that holds it."""

    bounds: Bounds
    size: float
    faint: bool
    font: str
    embedded: bool
    item: Any
    page: Any

    @property
    def text(self) -> str:
        """The letters; looked up when asked for, which takes time."""
        textpage = self.page.get_textpage()
        return _utf16(
            lambda buffer, size: raw.FPDFTextObj_GetText(self.item, textpage, buffer, size)
        )


@dataclass(frozen=True)
class Picture:
    """An image inside of a drawing, and its resolution in pixels an inch."""

    resolution: float


@dataclass(frozen=True)
class Inside:
    """What a drawing is made of, in its own millimetres."""

    words: list[Words]
    pictures: list[Picture]
    filled: list[Bounds]  # around shapes that are filled with a colour


@dataclass(frozen=True)
class Sheet:
    """A page: its boxes, the pieces on it, and what else is drawn."""

    media: Bounds
    crop: Bounds
    trim: Bounds
    bleed: Bounds
    turned: int  # degrees
    drawn: tuple[Drawn, ...]
    others: tuple[Bounds, ...]  # around lines and notes
    lines: tuple[tuple[Place, Place], ...]  # straight lines that belong to no piece
    notes: tuple[Words, ...]  # text that belongs to no piece


class Reader:
    """A PDF that is open for reading. Raises ReadError for what is none."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        try:
            self.document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise ReadError(f"no PDF that can be read ({error})") from None

    @property
    def scales(self) -> bool:
        """True if a viewer may scale pages when it prints."""
        return bool(raw.FPDF_VIEWERREF_GetPrintScaling(self.document))

    @property
    def duplex(self) -> str:
        """How a printer is told to turn the paper: simplex, long, short, or nothing."""
        kinds = {raw.Simplex: "simplex", raw.DuplexFlipLongEdge: "long",
                 raw.DuplexFlipShortEdge: "short"}  # fmt: skip
        return kinds.get(raw.FPDF_VIEWERREF_GetDuplex(self.document), "nothing")

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest that is attached. Raises ManifestError."""
        for index in range(raw.FPDFDoc_GetAttachmentCount(self.document)):
            attached = raw.FPDFDoc_GetAttachment(self.document, index)
            if _name(attached) == ATTACHED:
                return from_json(_content(attached))
        raise ManifestError("no manifest of Pieria is attached to it")

    @cached_property
    def forms(self) -> list[list[str]]:
        """For each page the hashes of the forms that it draws. Raises ReadError."""
        try:
            return forms_of_pages(self.data)
        except StreamsError as error:
            raise ReadError(str(error)) from None

    def __len__(self) -> int:
        """How many pages it has."""
        return len(self.document)

    def sheet(self, number: int, printed: Matrix = UPRIGHT) -> Sheet:
        """A page, numbered from 0. `printed` brings what is drawn to where a printer puts it.

        Raises ReadError.
        """
        forms = self.forms[number] if number < len(self.forms) else []
        try:
            page = self.document[number]
        except pypdfium2.PdfiumError:
            raise ReadError(f"page {number + 1} cannot be read") from None
        return _sheet(page, printed, forms)


def read_manifest(file: Path) -> Manifest:
    """The manifest in a JSON file, or attached to a PDF. Raises ManifestError or OSError."""
    data = file.read_bytes()
    if not data.startswith(b"%PDF-"):
        return from_json(data)
    try:
        return Reader(data).manifest
    except ReadError as error:
        raise ManifestError(str(error)) from None


# ---- attachments


def _name(attached: Any) -> str:
    return _utf16(lambda buffer, size: raw.FPDFAttachment_GetName(attached, buffer, size))


def _content(attached: Any) -> bytes:
    size = ctypes.c_ulong()
    raw.FPDFAttachment_GetFile(attached, None, 0, size)
    if size.value > LARGEST:
        raise ManifestError("the manifest that is attached to it is too large")
    buffer = ctypes.create_string_buffer(size.value)
    raw.FPDFAttachment_GetFile(attached, buffer, size.value, size)
    return buffer.raw


def _utf16(read: Callable[[Any, int], int]) -> str:
    """A text that pdfium writes into a buffer, and whose length it tells."""
    length = read(None, 0)
    buffer = ctypes.create_string_buffer(length)
    read(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


# ---- a page


def _sheet(page: Any, printed: Matrix, forms: list[str]) -> Sheet:
    left, bottom, right, top = page.get_mediabox()
    boxes: Matrix = (POINT, 0, 0, -POINT, -left * POINT, top * POINT)
    to_mm = _times(boxes, printed)
    drawn: list[Drawn] = []
    others: list[Bounds] = []
    lines: list[tuple[Place, Place]] = []
    notes: list[Words] = []
    items = list(page.get_objects(max_depth=1))
    there = sum(item.type == raw.FPDF_PAGEOBJ_FORM for item in items)
    hashes = iter(forms if len(forms) == there else [""] * there)
    for item in items:
        form = next(hashes) if item.type == raw.FPDF_PAGEOBJ_FORM else ""
        clip = _clip(item, to_mm)
        seen = _around(to_mm, *item.get_bounds())
        ink = seen.within(clip) if clip else seen
        mark = _mark(item)
        if mark and item.type == raw.FPDF_PAGEOBJ_FORM:
            matrix = _times(_matrix(item), to_mm)
            names = (mark["Piece"], mark["Side"], mark["Hash"])
            drawn.append(Drawn(*names, matrix, clip, ink, item, form))
            continue
        if item.type == raw.FPDF_PAGEOBJ_PATH:
            strokes = list(_lines(item, _times(_matrix(item), to_mm)))
            ink = _stroked(item, strokes) if strokes else ink
            lines += strokes
        elif item.type == raw.FPDF_PAGEOBJ_TEXT:
            ink = _quad(item, to_mm)
            notes.append(_words(item, page, to_mm))
        others.append(ink)
    return Sheet(
        _around(boxes, left, bottom, right, top),
        _around(boxes, *page.get_cropbox()),
        _around(boxes, *page.get_trimbox()),
        _around(boxes, *page.get_bleedbox()),
        page.get_rotation(),
        tuple(drawn),
        tuple(others),
        tuple(lines),
        tuple(notes),
    )


def _mark(item: Any) -> dict[str, str]:
    """The words of our mark around an object; empty if it bears none."""
    for index in range(raw.FPDFPageObj_CountMarks(item)):
        mark = raw.FPDFPageObj_GetMark(item, index)
        if _marked(raw.FPDFPageObjMark_GetName, mark) == MARK:
            read = raw.FPDFPageObjMark_GetParamStringValue
            return {key: _marked(read, mark, key.encode()) for key in ("Piece", "Side", "Hash")}
    return {}


def _marked(read: Any, *arguments: Any) -> str:
    length = ctypes.c_ulong()
    read(*arguments, None, 0, length)
    buffer = ctypes.create_string_buffer(max(length.value, 2))
    place = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    read(*arguments, place, length.value, length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def _clip(item: Any, to_mm: Matrix) -> Bounds | None:
    """What the clip paths of an object leave to be seen; None: all of it."""
    path = raw.FPDFPageObj_GetClipPath(item)
    count = raw.FPDFClipPath_CountPaths(path) if path else 0
    found: Bounds | None = None
    for index in range(count):
        spots = [
            _on(to_mm, *_spot(raw.FPDFClipPath_GetPathSegment(path, index, place)))
            for place in range(raw.FPDFClipPath_CountPathSegments(path, index))
        ]
        if spots:
            xs, ys = [x for x, _ in spots], [y for _, y in spots]
            each = Bounds(min(xs), min(ys), max(xs), max(ys))
            found = found.within(each) if found else each
    return found


def _lines(path: Any, matrix: Matrix) -> Iterator[tuple[Place, Place]]:
    """The straight lines of a path."""
    last: Place | None = None
    for place in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, place)
        spot = _on(matrix, *_spot(segment))
        if last and raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_LINETO:
            yield last, spot
        last = spot


def _stroked(path: Any, lines: list[tuple[Place, Place]]) -> Bounds:
    """What lines cover with half of their width; pdfium's own bounds add more."""
    width = ctypes.c_float()
    raw.FPDFPageObj_GetStrokeWidth(path, width)
    xs, ys = zip(*[spot for line in lines for spot in line], strict=True)
    return Bounds(min(xs), min(ys), max(xs), max(ys)).grown(width.value * POINT / 2)


def _spot(segment: Any) -> Place:
    x, y = ctypes.c_float(), ctypes.c_float()
    raw.FPDFPathSegment_GetPoint(segment, x, y)
    return x.value, y.value


# ---- inside of a drawing


def inside(drawn: Drawn) -> Inside:
    """What a drawing is made of, in its own millimetres."""
    found = Inside([], [], [])
    _collect(drawn.form, UPRIGHT, drawn.form.page, found)
    return found


def _collect(form: Any, outer: Matrix, page: Any, found: Inside) -> None:
    for index in range(raw.FPDFFormObj_CountObjects(form)):
        item = raw.FPDFFormObj_GetObject(form, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            _collect(item, _times(_matrix(item), outer), page, found)
        elif kind == raw.FPDF_PAGEOBJ_TEXT:
            found.words.append(_words(item, page, outer))
        elif kind == raw.FPDF_PAGEOBJ_IMAGE:
            found.pictures.append(Picture(_resolution(item, _times(_matrix(item), outer))))
            found.filled.append(_around(outer, *_box(item)))
        elif kind == raw.FPDF_PAGEOBJ_SHADING or _fills(item):
            found.filled.append(_around(outer, *_box(item)))


def _fills(path: Any) -> bool:
    """True for a path that is filled with a colour other than the paper's white."""
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    if not raw.FPDFPath_GetDrawMode(path, mode, stroke) or not mode.value:
        return False
    red, green, blue, alpha = (ctypes.c_uint(255) for _ in range(4))
    raw.FPDFPageObj_GetFillColor(path, red, green, blue, alpha)
    return alpha.value > 0 and min(red.value, green.value, blue.value) < 255


def _box(item: Any) -> tuple[float, float, float, float]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    raw.FPDFPageObj_GetBounds(item, left, bottom, right, top)
    return left.value, bottom.value, right.value, top.value


def _quad(item: Any, matrix: Matrix) -> Bounds:
    """Around a text, which may be turned."""
    found = raw.FS_QUADPOINTSF()
    raw.FPDFPageObj_GetRotatedBounds(item, found)
    corners = (
        (found.x1, found.y1),
        (found.x2, found.y2),
        (found.x3, found.y3),
        (found.x4, found.y4),
    )
    spots = [_on(matrix, x, y) for x, y in corners]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _words(item: Any, page: Any, outer: Matrix) -> Words:
    size = ctypes.c_float()
    raw.FPDFTextObj_GetFontSize(item, size)
    a, b, c, d, _, _ = _times(_matrix(item), outer)
    alpha = ctypes.c_uint(255)
    raw.FPDFPageObj_GetFillColor(item, ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint(), alpha)
    font = raw.FPDFTextObj_GetFont(item)
    name = ctypes.create_string_buffer(200)
    raw.FPDFFont_GetBaseFontName(font, name, 200)
    return Words(
        _around(outer, *_box(item)),
        size.value * abs(a * d - b * c) ** 0.5 / POINT,
        alpha.value <= FAINT,
        name.value.decode("utf-8", "replace"),
        raw.FPDFFont_GetIsEmbedded(font) == 1,
        item,
        page,
    )


def _resolution(item: Any, matrix: Matrix) -> float:
    """The lower of an image's resolutions across and down."""
    wide, high = ctypes.c_uint(), ctypes.c_uint()
    raw.FPDFImageObj_GetImagePixelSize(item, wide, high)
    a, b, c, d, _, _ = matrix
    across, down = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5  # mm
    return float(min(wide.value / max(across, 1e-6), high.value / max(down, 1e-6))) * 25.4


# ---- arithmetic


def _matrix(item: Any) -> Matrix:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, found)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
        e * g + f * i + k, e * h + f * j + m,
    )  # fmt: skip


def _on(matrix: Matrix, x: float, y: float) -> Place:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Bounds:
    """What a matrix makes of a rectangle, and the upright rectangle around it."""
    spots = [_on(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return Bounds(min(xs), min(ys), max(xs), max(ys))
