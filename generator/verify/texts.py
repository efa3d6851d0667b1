"""Finds the texts on a page and the icons in them, with positions and contrast, using pypdfium2.

pdfium is asked only for texts and form XObjects, because a page has many more paths.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pypdfium2 import PdfPage, raw

from generator.core.geometry import UPRIGHT, Matrix, point_on, times
from generator.drawing.painter import ICON_MARK
from generator.verify.inside import letters_of

if TYPE_CHECKING:
    from PIL.Image import Image

FAINT = 40  # alpha from 0 to 255 below which text is a watermark
CONTRAST = 4.5
CONTRAST_LARGE = 3.0
LARGE = 18.0  # points
SCALE = 1.5  # pixels a point: 108 dpi
SAMPLES = 7
DEEPEST = 8  # forms that are opened, one in the other
TILTED = 0.01  # a text with a larger sine, or cosine, is not level
Rgb = tuple[int, int, int]


class MeasuredText(NamedTuple):
    """A text on a page, or an icon in a text, with its position (points, y upwards) and look."""

    bounds: tuple[float, float, float, float]
    size: float
    colours: tuple[Rgb, ...]  # several only of an icon
    text: str
    is_icon: bool = False
    tilted: bool = False
    embedded: bool = True  # its typeface

    @property
    def needed(self) -> float:
        """The contrast that the text requires."""
        return CONTRAST_LARGE if self.is_icon or self.size >= LARGE else CONTRAST

    def placed(self, matrix: Matrix) -> MeasuredText:
        """Return the text after a matrix has placed it on a page."""
        left, bottom, right, top = self.bounds
        corners = [point_on(matrix, x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = zip(*corners, strict=True)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        box = (min(xs), min(ys), max(xs), max(ys))
        return self._replace(bounds=box, size=self.size * scale)


class _Object(NamedTuple):
    """A text or a form XObject: pdfium's object, its type, and the object that contains it.

    `matrix` converts points of the containing form XObject to points of the page.
    """

    item: Any
    is_form: bool
    matrix: Matrix
    form: Any  # form XObject that contains it; None: the page


def _objects(page: Any, deepest: int) -> Iterator[_Object]:
    """Yield the texts and form XObjects of a page, down to `deepest` levels of nesting."""
    count, at = raw.FPDFPage_CountObjects, raw.FPDFPage_GetObject
    items = [at(page, index) for index in range(count(page))]
    yield from _with_parts(items, None, UPRIGHT, deepest)


def _with_parts(items: list[Any], form: Any, matrix: Matrix, deepest: int) -> Iterator[_Object]:
    for item in items:
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_TEXT:
            yield _Object(item, False, matrix, form)
        elif kind == raw.FPDF_PAGEOBJ_FORM:
            yield _Object(item, True, matrix, form)
            if deepest:
                at = raw.FPDFFormObj_GetObject
                inner = [at(item, index) for index in range(raw.FPDFFormObj_CountObjects(item))]
                placed = times(_matrix(item), matrix)
                yield from _with_parts(inner, item, placed, deepest - 1)


def _matrix(item: object) -> Matrix:
    found = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(item, found)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def words_of(page: PdfPage, deepest: int = DEEPEST) -> Iterator[MeasuredText]:
    """Yield the texts of a page, and the icons in them.

    Those in form XObjects are included, down to `deepest` levels.
    """
    textpage = page.get_textpage()
    bounds = tuple(ctypes.c_float() for _ in range(4))
    size = ctypes.c_float()
    for item, is_form, outer, _ in _objects(page.raw, deepest):
        if is_form and not (name := _icon(item)):
            continue
        matrix = times(_matrix(item), outer)
        raw.FPDFPageObj_GetBounds(item, *bounds)
        left, bottom, right, top = (each.value for each in bounds)
        corners = [point_on(outer, x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = (min(xs), min(ys), max(xs), max(ys))
        if is_form:
            if fills := tuple(dict.fromkeys(_fills(item))):
                yield MeasuredText(box, box[3] - box[1], fills, f":{name}:", True)
            continue
        raw.FPDFTextObj_GetFontSize(item, size)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        text = letters_of(item, textpage).strip()
        colour, alpha = _fill(item)
        if text and alpha > FAINT:
            a, b, c, d, _, _ = matrix
            slant = min(abs(a) + abs(d), abs(b) + abs(c))
            embedded = bool(raw.FPDFFont_GetIsEmbedded(raw.FPDFTextObj_GetFont(item)))
            yield MeasuredText(
                box, size.value * scale, (colour,), text, tilted=slant > TILTED * scale,
                embedded=embedded,
            )  # fmt: skip


def take_text_away(page: PdfPage, deepest: int = DEEPEST) -> None:
    """Remove all texts, and the icons in them, from a page.

    Those in form XObjects are included, down to `deepest` levels. pdfium then draws the page
    without them; its content stream does not have to be rewritten.
    """
    for item, is_form, _, form in list(_objects(page.raw, deepest)):
        if is_form and not _icon(item):
            continue
        if form is None:
            raw.FPDFPage_RemoveObject(page, item)
        else:
            raw.FPDFFormObj_RemoveObject(form, item)


def _icon(form: object) -> str:
    """Return the name of an icon in a text.

    Returns an empty string for any other form XObject.
    """
    for index in range(raw.FPDFPageObj_CountMarks(form)):
        mark = raw.FPDFPageObj_GetMark(form, index)
        letters, length = (ctypes.c_ushort * 100)(), ctypes.c_ulong()
        room = ctypes.sizeof(letters)
        raw.FPDFPageObjMark_GetName(mark, letters, room, length)
        if _text(letters, length) == ICON_MARK:
            raw.FPDFPageObjMark_GetParamStringValue(mark, b"Name", letters, room, length)
            return _text(letters, length)
    return ""


def _text(letters: Any, length: ctypes.c_ulong) -> str:
    return bytes(letters)[: length.value].decode("utf-16-le", "replace").rstrip("\0")


def _fills(form: object) -> Iterator[Rgb]:
    """Yield the fill colours that a form XObject uses."""
    for index in range(raw.FPDFFormObj_CountObjects(form)):
        inner = raw.FPDFFormObj_GetObject(form, index)
        kind = raw.FPDFPageObj_GetType(inner)
        if kind == raw.FPDF_PAGEOBJ_FORM:
            yield from _fills(inner)
        elif kind == raw.FPDF_PAGEOBJ_PATH:
            mode, stroke = ctypes.c_int(), ctypes.c_int()
            raw.FPDFPath_GetDrawMode(inner, mode, stroke)
            colour, alpha = _fill(inner)
            if mode.value and alpha > FAINT:
                yield colour


def _fill(item: object) -> tuple[Rgb, int]:
    """Return an object's fill colour and alpha, from 0 to 255."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
    return (red.value, green.value, blue.value), alpha.value


def picture_behind(page: PdfPage, bounds: tuple[float, float, float, float]) -> Image:
    """Return a picture of a box on a page.

    This is many times faster than drawing the whole page.
    """
    wide, high = page.get_size()
    left, right = _within(bounds[0], bounds[2], wide)
    bottom, top = _within(bounds[1], bounds[3], high)
    cut_off = (left, bottom, wide - right, high - top)
    return cast("Image", page.render(scale=SCALE, crop=cut_off).to_pil().convert("RGB"))


def _within(low: float, high: float, page: float) -> tuple[float, float]:
    """Return the part of a range that is on the page, but at least a few pixels of it."""
    first = max(0.0, min(low, page - 3 / SCALE))
    return first, min(page, max(high, first + 3 / SCALE))


def pixels_behind(picture: Image) -> Iterator[Rgb]:
    """Yield pixels of a picture, the box of a text, along its diagonal and its centre line."""
    for step in range(SAMPLES):
        x = int((step + 0.5) / SAMPLES * picture.width)
        for level in (0.35, 0.65):
            yield cast("Rgb", picture.getpixel((x, int((1 - level) * picture.height))))


@lru_cache(4096)
def contrast(one: Rgb, other: Rgb) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
