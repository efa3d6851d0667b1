"""Verifies that a finished rulebook can be printed, folded and read.

Everything is read through pdfium: page sizes, page numbers in folding order, margins, typefaces,
sizes and contrast of text. Pictures of components do not count as text of the book.
Tags for screen readers are read from the file's own objects.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.book.booklet import folded, leaves_of
from generator.book.styles import HIGH, LEAST_SIZE, WIDE
from generator.sheets.paper import PAPERS
from generator.verify.legibility import contrast, pixels_behind, take_text_away
from generator.verify.proof import Claim, Finding, Proof
from generator.verify.reader import POINT, Reader, ReadError
from generator.verify.tagging import Missing, missing_tags
from validator.core.lazy import dataclass

MARK = "rulebook "  # what the keywords of a book's PDF begin with
EDGE = 8.0  # mm of each page without words
FOOT = 14.0  # mm: where folios are
LEAST = 7.0  # points
HEADING = 14.0  # points
RUNNING = 0.05  # of all letters, at least, are in the size of running text
CONTRAST = 4.5
EXACT = 0.05  # mm


class Said(NamedTuple):
    """A word or line of the book, in millimetres from the bottom left of its page."""

    page: int  # of the file, from 1
    half: int  # 0 left, 1 right; 0 where a page is not imposed
    left: float
    bottom: float
    right: float
    top: float
    size: float
    embedded: bool
    colour: tuple[int, int, int]
    text: str
    bounds: tuple[float, float, float, float]  # points on the file's page


@dataclass(frozen=True)
class Evidence:
    """What was read of a file."""

    reader: Reader
    paper: str  # of a booklet; empty: single pages
    said: tuple[Said, ...]
    sizes: tuple[tuple[float, float], ...]  # of the file's pages
    opened: tuple[Any, ...]  # the pages; reading one takes long, so that it is done once
    data: bytes

    @property
    def pages(self) -> int:
        """How many pages the book has."""
        return len(self.sizes) * (2 if self.paper else 1)


def is_book(data: bytes) -> bool:
    """Whether a file is a rulebook of ours."""
    reader = Reader(data)
    return str(reader.document.get_metadata_value("Keywords")).startswith(MARK)


def prove_book(data: bytes) -> Proof:
    """Prove a rulebook: its pages, or its booklet. Raises ReadError for what is none."""
    reader = Reader(data)
    document = reader.document
    sizes = tuple(
        (w * POINT, h * POINT) for w, h in map(document.get_page_size, range(len(reader)))
    )
    paper = _paper(sizes)
    opened = tuple(document)
    said = tuple(
        each for number, page in enumerate(opened, 1) for each in _said(page, number, bool(paper))
    )
    book = Evidence(reader, paper, said, sizes, opened, data)
    title = str(document.get_metadata_value("Title"))
    build = str(document.get_metadata_value("Keywords")).removeprefix(MARK)
    claims = CLAIMS if paper else (*CLAIMS, tagged)
    return Proof("", title, build, tuple(claim(book) for claim in claims))


def _paper(sizes: tuple[tuple[float, float], ...]) -> str:
    """The paper of a booklet, by the size of its sheets; empty for single pages."""
    if not sizes:
        raise ReadError("it has no pages")
    wide, high = sizes[0]
    for name, paper in PAPERS.items():
        size = paper.size
        if abs(wide - size.height) < EXACT and abs(high - size.width) < EXACT:
            return name
    return ""


def _said(page: Any, number: int, imposed: bool) -> Iterator[Said]:
    """The words of a page, without those inside pictures."""
    from pypdfium2 import raw

    textpage = page.get_textpage()
    wide, high = page.get_size()
    left, low = (wide * POINT - 2 * WIDE) / 2, (high * POINT - HIGH) / 2
    deepest = 1 if imposed else 0
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=3, textpage=textpage):
        containers = []
        outer = item.container
        while outer is not None:
            containers.append(outer)
            outer = outer.container
        if len(containers) > deepest:
            continue
        x0, y0, x1, y1 = item.get_bounds()
        corners, scale = [(x0, y0), (x1, y1)], 1.0
        for place in containers:
            matrix = place.get_matrix()
            corners = [matrix.on_point(x, y) for x, y in corners]
        own = item.get_matrix()
        scale = abs(own.a * own.d - own.b * own.c) ** 0.5
        size = ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(item, size)
        text = item.extract().strip()
        if not text:
            continue
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        (x0, y0), (x1, y1) = corners
        half = int(imposed and x0 > wide / 2)
        start = left + half * WIDE if imposed else 0.0
        base = low if imposed else 0.0
        yield Said(
            number, half,
            x0 * POINT - start, y0 * POINT - base, x1 * POINT - start, y1 * POINT - base,
            size.value * scale,
            bool(raw.FPDFFont_GetIsEmbedded(raw.FPDFTextObj_GetFont(item))),
            (red.value, green.value, blue.value), text, (x0, y0, x1, y1),
        )  # fmt: skip


# ---- what is claimed


def scale(book: Evidence) -> Claim:
    """Pages have their size, and the file asks printers not to scale and how to flip."""
    found = []
    wanted = (WIDE, HIGH)
    if book.paper:
        size = PAPERS[book.paper].size
        wanted = (size.height, size.width)
        if book.reader.duplex != "short":
            message = f"the file asks printers for '{book.reader.duplex}' sides, not 'short'"
            found.append(Finding(0, "", message))
    if book.reader.scales:
        found.append(Finding(0, "", "it does not ask viewers to print it at 100 % (PrintScaling)"))
    for page, (wide, high) in enumerate(book.sizes, 1):
        if abs(wide - wanted[0]) > EXACT or abs(high - wanted[1]) > EXACT:
            message = f"the page is {wide:.1f} x {high:.1f} mm, not {wanted[0]:g} x {wanted[1]:g}"
            found.append(Finding(page, "", message))
    if book.pages % 4:
        message = f"{book.pages} pages, not a multiple of four"
        found.append(Finding(0, "", message))
    what = f"a booklet on {PAPERS[book.paper].title}" if book.paper else "single pages"
    return Claim("scale", f"{book.pages} pages, {what}, to be printed at 100 %", tuple(found))


def order(book: Evidence) -> Claim:
    """The folios follow each other once the sheets are folded."""
    folios: dict[tuple[int, int], int] = {}
    for each in book.said:
        if each.text.isdigit() and each.top < FOOT and abs(_middle(each) - WIDE / 2) < 1:
            folios[each.page, each.half] = int(each.text)
    found = []
    if book.paper and book.pages % 4 == 0:
        leaves = leaves_of(book.pages)
        sides = [spread for leaf in leaves for spread in leaf]
        at = {number: (i, h) for i, side in enumerate(sides, 1) for h, number in enumerate(side)}
        places = [at[number] for number in folded(leaves)]
    else:
        places = [(number, 0) for number in range(1, book.pages + 1)]
    for number, place in enumerate(places, 1):
        folio = folios.get(place)
        if folio is None and number not in (1, book.pages):
            found.append(Finding(place[0], "", f"page {number} of the book has no folio"))
        elif folio not in (None, number):
            message = f"page {folio} is read where page {number} should be"
            found.append(Finding(place[0], "", message))
    how = "once folded" if book.paper else "from first to last"
    return Claim("order", f"pages 1 to {book.pages} in order {how}", tuple(found))


def _middle(each: Said) -> float:
    return (each.left + each.right) / 2


def margins(book: Evidence) -> Claim:
    """No words are near an edge of a page."""
    found = []
    least = min(WIDE, HIGH)
    for each in book.said:
        near = min(each.left, each.bottom, WIDE - each.right, HIGH - each.top)
        least = min(least, near)
        if near < EDGE - EXACT:
            message = (
                f"“{each.text[:30]}” is {near:.1f} mm from an edge; expected {EDGE:g} mm or more"
            )
            found.append(Finding(each.page, "", message))
    return Claim("margins", f"words at least {least:.1f} mm from every edge", tuple(found))


def typefaces(book: Evidence) -> Claim:
    """Typefaces are embedded."""
    found = [
        Finding(each.page, "", f"the typeface of “{each.text[:30]}” is not embedded")
        for each in book.said
        if not each.embedded
    ]
    return Claim("typefaces", "embedded", tuple(found))


def sizes(book: Evidence) -> Claim:
    """Nothing is tiny, and running text is as large as it should be."""
    found = [
        Finding(
            each.page,
            "",
            f"“{each.text[:30]}” is set in {each.size:.1f} pt; expected {LEAST:g} or more",
        )
        for each in book.said
        if each.size < LEAST - 0.05
    ]
    letters: Counter[float] = Counter()
    for each in book.said:
        letters[round(each.size, 1)] += len(each.text)
    share = letters.total() * RUNNING
    body = max((size for size, n in letters.items() if n >= share and size < HEADING), default=0.0)
    if body < LEAST_SIZE:
        message = f"running text is set in {body:g} pt; expected {LEAST_SIZE:g} pt or more"
        found.append(Finding(0, "", message))
    return Claim("sizes", f"running text of {body:g} pt, nothing below {LEAST:g} pt", tuple(found))


def legible(book: Evidence) -> Claim:
    """Words stand out from what is behind them."""
    found = []
    by_page: dict[int, list[Said]] = {}
    for each in book.said:
        by_page.setdefault(each.page, []).append(each)
    for number, said in by_page.items():
        page = book.opened[number - 1]
        take_text_away(page)
        picture = page.render(scale=1.5).to_pil().convert("RGB")
        for each in said:
            grounds = sorted(contrast(each.colour, g) for g in pixels_behind(each.bounds, picture))
            ratio = grounds[len(grounds) // 2] if grounds else 21.0
            if ratio < CONTRAST - 0.05:
                message = (
                    f"“{each.text[:30]}” has a contrast of {ratio:.1f}:1; expected "
                    f"{CONTRAST:g}:1 or more"
                )
                found.append(Finding(number, "", message))
    return Claim("contrast", f"at least {CONTRAST:g}:1", tuple(found))


def tagged(book: Evidence) -> Claim:
    """Screen readers get everything, in order. A booklet is for paper and has no tags."""
    try:
        missing = missing_tags(book.data)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        missing = [Missing(0, f"its structure cannot be read ({str(error)[:80]})")]
    found = tuple(Finding(each.page, "", each.message) for each in missing)
    return Claim("tags", "everything tagged for screen readers, as PDF/UA-1 asks", found)


CLAIMS = (scale, order, margins, typefaces, sizes, legible)
