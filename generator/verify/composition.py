"""Finds posters that hide their game's name, faulty tuckboxes, and tinted blanks.

Pages of a finished PDF are examined as pixels, so that this works for any template.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import hypot, inf
from typing import Any

from generator.sheets.pages import Box, Page, Rect
from generator.sheets.tuckboxes import Tuckbox
from generator.verify.texts import words_of
from validator.core.location import Problem
from validator.core.model import Game

DOTS = 3.0  # pixels a mm
PLAIN = 24  # difference in grey level (0 to 255) below which a pixel counts as the ground colour
LEAST_DRAWN = 0.002  # smallest drawn share of a panel; one word is enough
NARROW = 8.0  # mm; a narrower side of a box may be plain
# smallest share of white; writing needs it, because home printers print a tint as dots
WHITE = 0.985
SHARE = 0.9  # relative size above which lines belong to the same name as the largest text
CLEAR = 1.0  # mm between words on a tuckbox and a cut or fold, which are seldom exact
MM = 72 / 25.4


def check_name(game: Game, pdf: bytes) -> list[Problem]:
    """Return a warning if the largest text on the poster is not the game's name.

    The poster is the first page.
    """
    import pypdfium2

    words = [each for each in words_of(pypdfium2.PdfDocument(pdf)[0]) if not each.is_icon]
    if not words:
        return []
    most = max(each.size for each in words)
    large = [each.text for each in words if each.size >= most * SHARE]
    name = _letters(game.title)
    if all(_letters(each) in name for each in large):
        return []
    other = next(each for each in large if _letters(each) not in name)
    message = (
        f"the largest text on the poster is “{other}” ({most:.0f} pt); expected the game's name, "
        f"“{game.title}”; make it the largest text in poster.svg.j2"
    )
    return [Problem(game.location, message, "name", "warning")]


def _placed(pages: Sequence[Page], boxes: Sequence[Tuckbox]) -> Iterator[tuple[int, Box, Tuckbox]]:
    """Yield each tuckbox where it is printed first: the number of the page, and the place."""
    named = {each.name: each for each in boxes}
    for number, page in enumerate(pages):
        for placed in page.boxes:
            if box := named.pop(placed.piece, None):
                yield number, placed, box


def check_panels(
    game: Game, pdf: bytes, pages: Sequence[Page], boxes: Sequence[Tuckbox]
) -> list[Problem]:
    """Return warnings about panels of tuckboxes on which nothing is drawn."""
    import pypdfium2

    found: list[Problem] = []
    for number, placed, box in _placed(pages, boxes):
        picture = _grey(pypdfium2.PdfDocument(pdf)[number])
        for panel, rect in _panels(box, placed.trim):
            if min(rect.width, rect.height) >= NARROW and _drawn(picture, rect) < LEAST_DRAWN:
                message = (
                    f"the {panel} of the tuckbox “{box.title}” is blank; expected a drawing or "
                    "words; draw it in box.svg.j2"
                )
                found.append(Problem(game.location, message, "panel", "warning"))
    return found


def check_edges(
    game: Game, pdf: bytes, pages: Sequence[Page], boxes: Sequence[Tuckbox]
) -> list[Problem]:
    """Return warnings about words on tuckboxes that a cut or a fold touches."""
    import pypdfium2

    found: list[Problem] = []
    for number, placed, box in _placed(pages, boxes):
        paper = pypdfium2.PdfDocument(pdf)[number]
        high = paper.get_height() / MM
        for words in words_of(paper):
            left, bottom, right, top = (each / MM for each in words.bounds)
            rect = Rect(left, high - top, right - left, top - bottom)
            room, edge = _room(box, placed.trim, rect)
            if room < CLEAR and not words.is_icon:
                message = (
                    f"“{words.text}” on the tuckbox “{box.title}” is "
                    f"{max(0.0, room):.1f} mm from {edge}; expected {CLEAR:g} mm or more; "
                    "move it in box.svg.j2"
                )
                found.append(Problem(game.location, message, "box-edge", "warning"))
    return found


def check_blanks(game: Game, sheet: str, form: bytes) -> list[Problem]:
    """Return a warning if blanks to write in are not on white paper.

    They are found in the sheet's PDF form.
    """
    import pypdfium2
    from pypdf import PdfReader

    tinted: list[tuple[str, float]] = []
    document = pypdfium2.PdfDocument(form)
    for number, page in enumerate(PdfReader(io.BytesIO(form)).pages):
        fields = [each.get_object() for each in page.get("/Annots") or ()]
        if not fields:
            continue
        shown = document[number]
        shown.set_rotation(0)  # places of fields are those of the unturned page
        picture = shown.render(scale=DOTS / MM, may_draw_forms=False).to_pil()
        grey = picture.convert("L")
        for field in fields:
            if field.get("/FT") != "/Tx":
                continue
            left, bottom, right, top = (float(each) / MM * DOTS for each in field["/Rect"])
            edges = (
                round(left),
                grey.height - round(top),
                round(right),
                grey.height - round(bottom),
            )
            white = _middle(grey.crop(edges).histogram()) / 255
            if white < WHITE:
                tinted.append((str(field.get("/T")), white))
    if not tinted:
        return []
    name, white = min(tinted, key=lambda each: each[1])
    message = (
        f"{len(tinted)} of the blanks of “{sheet}” are on a tint, such as '{name}' with "
        f"{white:.0%} of white; expected white paper, to write and erase on; fill the "
        "ground with #ffffff"
    )
    return [Problem(game.location, message, "tint", "warning")]


def _letters(words: str) -> str:
    return "".join(each for each in words.casefold() if each.isalnum())


def _grey(page: Any) -> Any:
    return page.render(scale=DOTS / MM).to_pil().convert("L")


def _panels(box: Tuckbox, page: Rect) -> Iterator[tuple[str, Rect]]:
    """Yield the panels of a tuckbox's net, with their names and positions on the page in mm."""
    wide, high, deep = box.width, box.height, box.depth
    top = deep + box.lid
    parts = [
        ("back", Rect(0, top, wide, high)),
        ("left side", Rect(wide, top, deep, high)),
        ("front", Rect(wide + deep, top, wide, high)),
        ("right side", Rect(2 * wide + deep, top, deep, high)),
        ("lid", Rect(wide + deep, box.lid, wide, deep)),
    ]
    long, short = box.net_width, box.net_height
    for name, part in parts:
        if box.turned:
            right, y = (
                page.x + (page.width + short) / 2,
                page.y + (page.height - box.key - long) / 2,
            )
            turned = Rect(right - part.bottom, y + part.x, part.height, part.width)
            yield name, turned
        else:
            x, y = page.x + (page.width - long) / 2, page.y + (page.height - box.key - short) / 2
            yield name, part._replace(x=x + part.x, y=y + part.y)


def _room(box: Tuckbox, page: Rect, words: Rect) -> tuple[float, str]:
    """Return how far words are from the nearest cut or fold of their panel, and its name."""
    x, y = words.x + words.width / 2, words.y + words.height / 2
    for name, panel in _panels(box, page):
        if not (panel.x <= x <= panel.right and panel.y <= y <= panel.bottom):
            continue
        sides = (
            words.x - panel.x,
            words.y - panel.y,
            panel.right - words.right,
            panel.bottom - words.bottom,
        )
        nearest = (min(sides), f"the edge of the {name}")
        if name != "back":
            return nearest
        middle = (
            (panel.right, panel.y + panel.height / 2)
            if box.turned
            else (panel.x + panel.width / 2, panel.y)
        )
        aside = max(words.x - middle[0], middle[0] - words.right, 0)
        below = max(words.y - middle[1], middle[1] - words.bottom, 0)
        return min(nearest, (hypot(aside, below) - box.notch, "the notch for the thumb"))
    return inf, ""


def _drawn(picture: Any, rect: Rect) -> float:
    """Return the share of a rectangle whose colour differs from its background.

    The edges are left out.
    """
    inner = rect.grown(-1, -1)
    edges = (inner.x, inner.y, inner.right, inner.bottom)
    levels = picture.crop(tuple(round(each * DOTS) for each in edges)).histogram()
    ground = _middle(levels)
    plain = sum(levels[max(0, ground - PLAIN) : ground + PLAIN + 1])
    return float(1 - plain / max(1, sum(levels)))


def _middle(levels: Sequence[int]) -> int:
    """Return the median of the levels that a histogram counts."""
    half, below = sum(levels) / 2, 0
    for level, count in enumerate(levels):
        below += count
        if below >= half:
            return level
    return 255
