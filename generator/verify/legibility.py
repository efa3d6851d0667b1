"""Is every word of a finished kit legible? Read back from the PDF, not from what we meant to draw.

Contrast follows WCAG 2: 4.5:1, and 3:1 for large letters, against the pixels that lie behind a text
once all text is taken away. What is too small or too pale is a problem of the card that prints it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from generator.sheets.imposition import Box, Page
from validator.core.lazy import dataclass
from validator.core.location import Location, Problem
from validator.core.model import Game

SMALLEST = 5.0  # points; small print. What is read in play should be 7 or more
CONTRAST = 4.5
CONTRAST_LARGE = 3.0
LARGE = 18.0  # points
SCALE = 1.5  # pixels a point: 108 dpi
SAMPLES = 7

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Words:
    """A text object of a page: where it stands (points, y upwards), size, colour, letters."""

    bounds: tuple[float, float, float, float]
    size: float
    colour: Rgb
    text: str


def check_legible(game: Game, pdf: bytes, pages: Sequence[Page]) -> list[Problem]:
    """Problems of text that is too small or too pale on its ground, each told once."""
    return sorted({each for _, found in read_pages(game, pdf, pages) for each in found})


def read_pages(
    game: Game, pdf: bytes, pages: Sequence[Page], known: Collection[str] = ()
) -> Iterator[tuple[Page, list[Problem]]]:
    """The same page by page, leaving out those whose drawings are all `known`."""
    import pypdfium2

    seen: set[str] = set(known)
    for number, page in enumerate(pages):
        if all(box.drawing in seen for box in page.boxes):
            continue  # a blank reverse, or what another page has shown
        seen.update(box.drawing for box in page.boxes)
        # Opened anew for each page: taking text out of a form would change it on all pages.
        sheet = pypdfium2.PdfDocument(pdf)[number]
        words = list(_words(sheet))
        take_text_away(sheet)
        picture = sheet.render(scale=SCALE).to_pil().convert("RGB")
        found = {}
        for each in words:
            message = _too_small(each) or _too_pale(each, picture)
            if message:
                location = _location(game, page, each)
                found[location, message] = Problem(location, message, "legible")
        yield page, [*found.values()]


def _words(sheet: Any) -> Iterator[Words]:
    from pypdfium2 import raw

    textpage = sheet.get_textpage()
    for item in sheet.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=9, textpage=textpage):
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        matrix = item.get_matrix()
        left, bottom, right, top = item.get_bounds()
        corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(item, size)
        outer = item.container
        while outer is not None:
            place = outer.get_matrix()
            corners = [place.on_point(x, y) for x, y in corners]
            matrix = matrix.multiply(place)
            outer = outer.container
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        text = item.extract().strip()
        if text and alpha.value > 40:  # a watermark is not for reading
            bounds = (min(xs), min(ys), max(xs), max(ys))
            yield Words(bounds, size.value * scale, (red.value, green.value, blue.value), text)


def take_text_away(sheet: Any) -> None:
    """Remove all text objects of a page, also those inside of forms.

    The page is drawn without them at once; its content stream need not be written anew for that.
    """
    from pypdfium2 import raw

    for item in list(sheet.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=9)):
        if item.container is None:
            raw.FPDFPage_RemoveObject(sheet, item)
        else:
            raw.FPDFFormObj_RemoveObject(item.container, item)


def _too_small(words: Words) -> str:
    if words.size >= SMALLEST - 0.05:
        return ""
    return f"“{_short(words.text)}” is set in {words.size:.1f} pt; {SMALLEST:g} pt is the least"


def _too_pale(words: Words, picture: Any) -> str:
    needed = CONTRAST_LARGE if words.size >= LARGE else CONTRAST
    grounds = list(pixels_behind(words.bounds, picture))
    if not grounds:
        return ""
    ratios = sorted(contrast(words.colour, ground) for ground in grounds)
    ratio = ratios[len(ratios) // 2]  # the middle one: a line that crosses the words is no ground
    if ratio >= needed - 0.05:
        return ""
    shown = _short(words.text)
    return f"“{shown}” has a contrast of {ratio:.1f}:1 on its ground; {needed:g}:1 is needed"


def pixels_behind(bounds: tuple[float, float, float, float], picture: Any) -> Iterator[Rgb]:
    """Pixels behind a text, along its diagonal and its middle."""
    left, bottom, right, top = bounds
    for step in range(SAMPLES):
        share = (step + 0.5) / SAMPLES
        x = round((left + (right - left) * share) * SCALE)
        for level in (0.35, 0.65):
            y = picture.height - round((bottom + (top - bottom) * level) * SCALE)
            if 0 <= x < picture.width and 0 <= y < picture.height:
                yield picture.getpixel((x, y))


@lru_cache(4096)
def contrast(one: Rgb, other: Rgb) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _location(game: Game, page: Page, words: Words) -> Location:
    """The card whose box holds the words; the game itself for cover and credits."""
    left, bottom, right, top = words.bounds
    x = (left + right) / 2 * 25.4 / 72
    y = page.paper.height - (bottom + top) / 2 * 25.4 / 72
    for box in page.boxes:
        if _holds(box, x, y) and "/" in box.piece:
            component, card = box.piece.split("/", 1)
            return game.component(component).card(card).location
    return game.location


def _holds(box: Box, x: float, y: float) -> bool:
    clip = box.clip
    return clip.x <= x <= clip.x + clip.width and clip.y <= y <= clip.y + clip.height


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
