"""Checks that every word in the PDF of a finished kit is legible.

The required contrast is that of WCAG 2: 4.5:1, and 3:1 for large letters and icons in a text. It is
measured against the background: the page rendered without any text or icons in a text. Text that is
too small or too pale is a problem of the card that prints it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from generator.core.memo import Memo
from generator.faces.lettering import READ_IN_PLAY
from generator.sheets.pages import Box, Page
from generator.verify.claims import short
from generator.verify.texts import (
    LARGE,
    SCALE,
    MeasuredText,
    contrast,
    pixels_behind,
    take_text_away,
    words_of,
)
from validator.core.location import Level, Location, Problem
from validator.core.model import Card, Game
from validator.core.tree import scalars

if TYPE_CHECKING:
    from PIL.Image import Image

SMALLEST = 5.0  # points; small print
# difference in grey level (0 to 255) from which a pixel behind a text counts as ornament
UNLIKE = 48
RULED = 0.33  # lower part of a text's box where a line to write on may be
ORNAMENT = 0.08  # largest share of a text's box that ornament may cover

ERROR: Level = "error"
WARNING: Level = "warning"


HYPHEN = "\x02"  # the character that pdfium returns for a hyphen at the end of a line
SPILLED = 16  # letters by which words are known to be another card's
SHORTEST_PART = 3  # letters: a shorter text occurs in others by chance


def check_legible(game: Game, pdf: bytes, pages: Sequence[Page], memo: Memo) -> list[Problem]:
    """Return problems with text that is too small, or too pale for its background.

    Equal problems are returned only once. `memo` contains the drawings of pages without problems;
    pages of only these drawings are not read again.
    """
    drawings = {box.drawing for page in pages for box in page.boxes}
    known = {each for each in drawings if memo.get("legible", each)}
    problems: set[Problem] = set()
    for page, found in read_pages(game, pdf, pages, known):
        problems.update(found)
        if not found:
            for box in page.boxes:
                memo.put("legible", box.drawing, True)
    return sorted(problems)


def read_pages(
    game: Game, pdf: bytes, pages: Sequence[Page], known: Collection[str] = ()
) -> Iterator[tuple[Page, list[Problem]]]:
    """Yield each page with its problems.

    Pages whose drawings are all `known` are skipped.
    """
    import pypdfium2

    seen: set[str] = set(known)
    for number, page in enumerate(pages):
        if all(box.drawing in seen for box in page.boxes):
            continue  # a blank reverse, or what another page has shown
        seen.update(box.drawing for box in page.boxes)
        # Opened again for each page, because removing text from a form would change it on all
        # pages.
        sheet = pypdfium2.PdfDocument(pdf)[number]
        words = list(words_of(sheet))
        take_text_away(sheet)
        picture = sheet.render(scale=SCALE).to_pil().convert("RGB")
        ground = _Ground(pdf, number, picture.convert("L"))
        found = {}
        pale: dict[tuple[Location, str], list[str]] = {}  # words by what is wrong with them
        for each in words:
            check, level, message = "legible", ERROR, _too_small(each)
            if not message and (why := _too_pale(each, picture)):
                location = _location(game, page, each, inside=True)
                pale.setdefault((location, why), []).append(short(each.text))
                continue
            if not message:
                check, level, message = "ornament", WARNING, _on_ornament(each, ground)
            if message:
                location = _location(game, page, each, inside=True)
                found[location, message] = Problem(location, message, check, level)
        for (location, why), shown in pale.items():
            message = _of_words(shown, why)
            found[location, message] = Problem(location, message, "legible", ERROR)
        yield page, [*found.values(), *_small_in_play(game, page, words)]


def _small_in_play(game: Game, page: Page, words: Sequence[MeasuredText]) -> Iterator[Problem]:
    """Yield a warning for each piece with a text that is too small to read during play.

    It names the smallest text of the piece.
    """
    smallest: dict[Location, MeasuredText] = {}
    for each in words:
        if _is_small(each) and (location := _location(game, page, each)) != game.location:
            smallest[location] = min(smallest.get(location, each), each, key=_order)
    for each in smallest.values():
        message = _too_small(each, READ_IN_PLAY) + " on a piece that is read during play"
        yield Problem(_location(game, page, each, inside=True), message, "legible", WARNING)


def _is_small(words: MeasuredText) -> bool:
    """Return whether a text is too small for a piece.

    On the kit's own pages, it may still be large enough.
    """
    return not words.is_icon and SMALLEST - 0.05 <= words.size < READ_IN_PLAY - 0.05


def _order(words: MeasuredText) -> tuple[float, int]:
    """Return a sort key by which the smallest text comes first, then the longest."""
    return round(words.size, 2), -len(words.text)


def _too_small(words: MeasuredText, least: float = SMALLEST) -> str:
    if words.is_icon or words.size >= least - 0.05:
        return ""
    return f"“{short(words.text)}” is set in {words.size:.1f} pt; expected {least:g} pt or more"


def _of_words(shown: Sequence[str], why: str) -> str:
    """Return the message about some words: the first of them, and how many more there are."""
    first, *others = dict.fromkeys(shown)
    if not others:
        return f"“{first}” has {why}"
    more = f"“{others[0]}”" if len(others) == 1 else f"{len(others)} other words"
    return f"“{first}” and {more} have {why}"


def _too_pale(words: MeasuredText, picture: Image) -> str:
    """Return a text with the contrast that letters have and should have, or "" if it is enough."""
    left, above, right, below = box = _pixels(words, picture)
    if left >= right or above >= below:
        return ""
    grounds = pixels_behind(picture.crop(box))
    # The icon colour with the most contrast counts, because it shows the shape.
    ratios = sorted(max(contrast(each, ground) for each in words.colours) for ground in grounds)
    ratio = ratios[len(ratios) // 2]  # the median: a line across the text is not its ground
    if ratio >= words.needed - 0.05:
        return ""
    return (
        f"a contrast of {ratio:.1f}:1 with what is behind it; expected {words.needed:g}:1 or more"
    )


def _pixels(words: MeasuredText, picture: Image) -> tuple[int, int, int, int]:
    """Return the box of a text in pixels of its page's picture: left, top, right, bottom."""
    left, bottom, right, top = (round(each * SCALE) for each in words.bounds)
    high = picture.height
    return max(0, left), max(0, high - top), min(picture.width, right), min(high, high - bottom)


class _Ground:
    """A page without its text, in grey, and the areas that its letters cover.

    These are computed on demand.
    """

    def __init__(self, pdf: bytes, number: int, grey: Image) -> None:
        self.pdf, self.number, self.grey = pdf, number, grey

    @cached_property
    def letters(self) -> Image:
        """A picture that is white where text is."""
        import pypdfium2
        from PIL import ImageChops

        page = pypdfium2.PdfDocument(self.pdf)[self.number]
        full = page.render(scale=SCALE).to_pil().convert("L")
        return ImageChops.difference(full, self.grey).point(lambda level: 255 * (level > UNLIKE))

    def share(self, bounds: tuple[int, int, int, int], of_letters: bool = False) -> float:
        """Return the share of a box that differs from its background.

        With `of_letters`, only the area behind letters counts.
        """
        mask = self.letters.crop(bounds) if of_letters else None
        levels = self.grey.crop(bounds).histogram(mask)
        count = sum(levels)
        below, ground = 0, 0
        while (below := below + levels[ground]) * 2 < count:
            ground += 1
        plain = sum(levels[max(0, ground - UNLIKE) : ground + UNLIKE + 1])
        return 1 - plain / count if count else 0.0


def _on_ornament(words: MeasuredText, ground: _Ground) -> str:
    """Return a message about a text that lines or patterns run through, or an empty string.

    Large or tilted text (stamps, words along an arc) may be crossed by ornament. The outline of
    letters does not count, because it is behind the whole of each letter.
    """
    if words.is_icon or words.tilted or words.size >= LARGE - 0.05:
        return ""
    left, above, right, below = _pixels(words, ground.grey)
    below -= round((below - above) * RULED)
    if right - left < 3 or below - above < 3:
        return ""
    bounds = left, above, right, below
    share = ground.share(bounds)
    if share <= ORNAMENT or ground.share(bounds, of_letters=True) <= ORNAMENT:
        return ""
    return (
        f"“{short(words.text)}” is printed over ornament, which covers {share:.0%} of its box; "
        f"expected {ORNAMENT:.0%} at most; move one of them, or put a plain shape between them"
    )


def _location(game: Game, page: Page, words: MeasuredText, inside: bool = False) -> Location:
    """Return the location of the card that contains a text.

    It is the location of the game for the cover and the credits. `inside` is the card's text that
    contains these words, if it was found.
    """
    left, bottom, right, top = words.bounds
    x = (left + right) / 2 * 25.4 / 72
    y = page.paper.height - (bottom + top) / 2 * 25.4 / 72
    cards = [(_holds(box, x, y), _card(game, box)) for box in page.boxes if "/" in box.piece]
    found = next((card for holds, card in cards if holds), None)
    if found is None:
        return game.location
    wanted = " ".join(words.text.removesuffix(HYPHEN).split())
    if inside and len(wanted) >= SHORTEST_PART:
        # Words of a text that does not fit may lie on the card below.
        others = [card for _, card in cards] if len(wanted) >= SPILLED else []
        for card in (found, *others):
            for scalar in scalars(card.node):
                if wanted in " ".join(scalar.raw.split()):
                    return scalar.location
    return found.location


def _card(game: Game, box: Box) -> Card:
    component, card = box.piece.split("/", 1)
    return game.component(component).card(card)


def _holds(box: Box, x: float, y: float) -> bool:
    clip = box.clip
    return clip.x <= x <= clip.x + clip.width and clip.y <= y <= clip.y + clip.height
