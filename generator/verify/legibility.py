"""Is every word of a finished kit legible? Read back from the PDF, not from what we meant to draw.

Contrast follows WCAG 2: 4.5:1, and 3:1 for large letters and icons in a text, against the pixels
that lie behind them once all text and these icons are taken away. What is too small or too pale is
a problem of the card that prints it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from generator.drawing.painter import ICON_MARK
from generator.faces.lettering import READ_IN_PLAY
from generator.sheets.pages import Box, Page
from validator.core.location import Level, Location, Problem
from validator.core.model import Game
from validator.core.tree import scalars

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

FAINT = 40  # of 255: a fainter watermark is not for reading
SMALLEST = 5.0  # points; small print
CONTRAST = 4.5
CONTRAST_LARGE = 3.0
LARGE = 18.0  # points
SCALE = 1.5  # pixels a point: 108 dpi
SAMPLES = 7
UNLIKE = 48  # of 256 levels of grey: what differs more from the ground of a text is ornament
RULED = 0.33  # of a text's box, from below, where a line to write on may be
TILTED = 0.01  # a text with a larger sine, or cosine, is not level
ORNAMENT = 0.08  # of a text's box that ornament may cover

Rgb = tuple[int, int, int]
ERROR: Level = "error"
WARNING: Level = "warning"


SHORTEST_PART = 3  # letters: a shorter text is in others by chance


@dataclass(frozen=True)
class MeasuredText:
    """A text of a page, or an icon in one: where it stands (points, y upwards), and its looks."""

    bounds: tuple[float, float, float, float]
    size: float
    colours: tuple[Rgb, ...]  # several only of an icon
    text: str
    is_icon: bool = False
    tilted: bool = False

    @property
    def needed(self) -> float:
        """The least contrast."""
        return CONTRAST_LARGE if self.is_icon or self.size >= LARGE else CONTRAST


def check_legible(game: Game, pdf: bytes, pages: Sequence[Page]) -> list[Problem]:
    """Problems of text that is too small or too pale on its background, each reported once."""
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
        words = list(words_of(sheet))
        take_text_away(sheet)
        picture = sheet.render(scale=SCALE).to_pil().convert("RGB")
        grey = picture.convert("L")
        found = {}
        smallest: dict[Location, MeasuredText] = {}
        for each in words:
            if _is_small(each) and (location := _location(game, page, each)) != game.location:
                smallest[location] = min(smallest.get(location, each), each, key=_order)
            check, level, message = "legible", ERROR, _too_small(each) or _too_pale(each, picture)
            if not message:
                check, level, message = "ornament", WARNING, _on_ornament(each, grey)
            if message:
                location = _location(game, page, each, inside=True)
                found[location, message] = Problem(location, message, check, level)
        for each in smallest.values():
            location = _location(game, page, each, inside=True)
            message = _too_small(each, READ_IN_PLAY) + " on what is read in play"
            found[location, message] = Problem(location, message, "legible", WARNING)
        yield page, [*found.values()]


def words_of(sheet: PdfPage) -> Iterator[MeasuredText]:
    """The texts of a page of pypdfium2, and the icons in them."""
    from pypdfium2 import raw

    textpage = sheet.get_textpage()
    for item in sheet.get_objects(filter=_kinds(), max_depth=9, textpage=textpage):
        name = ""
        if item.type == raw.FPDF_PAGEOBJ_FORM and not (name := _icon(item)):
            continue
        matrix = item.get_matrix()
        left, bottom, right, top = item.get_bounds()
        corners = [(left, bottom), (right, top), (left, top), (right, bottom)]
        outer = item.container
        while outer is not None:
            place = outer.get_matrix()
            corners = [place.on_point(x, y) for x, y in corners]
            matrix = matrix.multiply(place)
            outer = outer.container
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        bounds = (min(xs), min(ys), max(xs), max(ys))
        if name:
            if fills := tuple(dict.fromkeys(_fills(item))):
                yield MeasuredText(bounds, bounds[3] - bounds[1], fills, f":{name}:", True)
            continue
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(item, size)
        scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
        text = item.extract().strip()
        colour, alpha = _fill(item)
        if text and alpha > FAINT:
            slant = min(abs(matrix.a) + abs(matrix.d), abs(matrix.b) + abs(matrix.c))
            yield MeasuredText(
                bounds, size.value * scale, (colour,), text, tilted=slant > TILTED * scale
            )


def _kinds() -> list[int]:
    """Objects that are texts, or may be icons in one."""
    from pypdfium2 import raw

    return [raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_FORM]


def _icon(form: object) -> str:
    """The name of an icon in a text; empty for any other form."""
    from pypdfium2 import raw

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
    """The colours of what is filled in a form."""
    from pypdfium2 import raw

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
    """The colour and the alpha with which an object is filled, from 0 to 255."""
    from pypdfium2 import raw

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
    return (red.value, green.value, blue.value), alpha.value


def take_text_away(sheet: PdfPage) -> None:
    """Remove all text objects of a page, and icons in texts, also those inside forms.

    The page is drawn without them at once; its content stream need not be written anew for that.
    """
    from pypdfium2 import raw

    for item in list(sheet.get_objects(filter=_kinds(), max_depth=9)):
        if item.type == raw.FPDF_PAGEOBJ_FORM and not _icon(item):
            continue
        if item.container is None:
            raw.FPDFPage_RemoveObject(sheet, item)
        else:
            raw.FPDFFormObj_RemoveObject(item.container, item)


def _is_small(words: MeasuredText) -> bool:
    """Return whether a text is too small for a piece, but not for a leaf of the kit itself."""
    return not words.is_icon and SMALLEST - 0.05 <= words.size < READ_IN_PLAY - 0.05


def _order(words: MeasuredText) -> tuple[float, int]:
    """The smallest text first, and of several the one that says most."""
    return round(words.size, 2), -len(words.text)


def _too_small(words: MeasuredText, least: float = SMALLEST) -> str:
    if words.is_icon or words.size >= least - 0.05:
        return ""
    return f"“{_short(words.text)}” is set in {words.size:.1f} pt; expected {least:g} pt or more"


def _too_pale(words: MeasuredText, picture: object) -> str:
    grounds = list(pixels_behind(words.bounds, picture))
    if not grounds:
        return ""
    # Of an icon's colours the one that stands out most counts: it shows the shape.
    ratios = sorted(max(contrast(each, ground) for each in words.colours) for ground in grounds)
    ratio = ratios[len(ratios) // 2]  # the middle one: a line that crosses the words is no ground
    if ratio >= words.needed - 0.05:
        return ""
    shown = _short(words.text)
    return (
        f"“{shown}” has a contrast of {ratio:.1f}:1 with what is behind it; expected "
        f"{words.needed:g}:1 or more"
    )


def _on_ornament(words: MeasuredText, grey: Any) -> str:
    """Return what is wrong with a text that lines or patterns run through.

    Large letters may have some, and so may tilted ones: stamps, and words along an arc.
    """
    if words.is_icon or words.tilted or words.size >= LARGE - 0.05:
        return ""
    left, bottom, right, top = (round(each * SCALE) for each in words.bounds)
    bottom += round((top - bottom) * RULED)
    if right - left < 3 or top - bottom < 3:
        return ""
    levels = grey.crop((left, grey.height - top, right, grey.height - bottom)).histogram()
    count = sum(levels)
    below, ground = 0, 0
    while (below := below + levels[ground]) * 2 < count:
        ground += 1
    plain = sum(levels[max(0, ground - UNLIKE) : ground + UNLIKE + 1])
    share = 1 - plain / count
    if share <= ORNAMENT:
        return ""
    return (
        f"“{_short(words.text)}” is printed over ornament, which covers {share:.0%} of its box; "
        f"expected {ORNAMENT:.0%} at most; move one of them, or put a plain shape between them"
    )


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


def _location(game: Game, page: Page, words: MeasuredText, inside: bool = False) -> Location:
    """The card whose box holds the words; the game itself for cover and credits.

    `inside`: the text of the card that has these words, if one is found.
    """
    left, bottom, right, top = words.bounds
    x = (left + right) / 2 * 25.4 / 72
    y = page.paper.height - (bottom + top) / 2 * 25.4 / 72
    for box in page.boxes:
        if _holds(box, x, y) and "/" in box.piece:
            component, card = box.piece.split("/", 1)
            found = game.component(component).card(card)
            wanted = " ".join(words.text.split())
            if inside and len(wanted) >= SHORTEST_PART:
                for scalar in scalars(found.node):
                    if wanted in " ".join(scalar.raw.split()):
                        return scalar.location
            return found.location
    return game.location


def _holds(box: Box, x: float, y: float) -> bool:
    clip = box.clip
    return clip.x <= x <= clip.x + clip.width and clip.y <= y <= clip.y + clip.height


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
