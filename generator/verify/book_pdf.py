"""Verifies that a finished rulebook can be printed, folded and read.

It checks page sizes, page numbers in folding order, margins, typefaces, and the size and contrast
of text, which pdfium reads. Text in pictures of components is not checked. Tags for screen readers
are read from the file's own objects.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median_low
from types import MappingProxyType
from typing import Any, NamedTuple

from pypdfium2 import raw

from generator.book.booklet import ATTACHED, STILL, folded, sheets_of, upright
from generator.book.styles import HIGH, LEAST_SIZE, OUTER, WIDE
from generator.core.geometry import Matrix, point_on, times
from generator.kit.manifest import ManifestError
from generator.printers.profiles import Printer, as_measured_last, printed, printer_of
from generator.sheets.paper import PAPERS, SIDES
from generator.verify.bounds import bounds_of
from generator.verify.claims import FileClaim, Finding, Verification, measured_again, on_printer
from generator.verify.imposed import ImposedPage, imposed_pages
from generator.verify.reader import POINT, OpenPdf, ReadError
from generator.verify.tagging import TagProblem, missing_tags
from generator.verify.texts import (
    MeasuredText,
    contrast,
    picture_behind,
    pixels_behind,
    take_text_away,
    words_of,
)

MARK = "rulebook "  # the beginning of the keywords in a book's PDF
EDGE = 8.0  # mm of each page without words
FOOT = 14.0  # mm: where folios are
LEAST = 7.0  # points
HEADING = 14.0  # points
RUNNING = 0.05  # smallest share of letters for a size to count as running text
CONTRAST = 4.5
EXACT = 0.05  # mm


class PrintedText(NamedTuple):
    """A word or line of a book, in millimetres from the bottom left of its page."""

    page: int  # page of the file, from 1
    half: int  # 0 left, 1 right; 0 where a page is not imposed
    left: float
    bottom: float
    right: float
    top: float
    size: float  # points
    words: MeasuredText  # in the coordinates of the file's page


@dataclass(frozen=True)
class BookEvidence:
    """The data that were read from a finished book."""

    reader: OpenPdf
    paper: str  # paper of a booklet; empty: single pages
    printer: Printer | None  # printer that a booklet was made for, as it prints now
    outdated: bool  # it was measured again after the file was made
    said: tuple[PrintedText, ...]
    sizes: tuple[tuple[float, float], ...]  # sizes of the file's pages
    opened: tuple[Any, ...]  # the pages; none if they are those of another file, read before
    placed: tuple[tuple[Matrix, ...], ...]  # on a booklet, of the pages on each side of a sheet

    @property
    def pages(self) -> int:
        """The number of the book's pages."""
        return len(self.sizes) * (2 if self.paper else 1)


def is_book(data: bytes) -> bool:
    """Return whether a file is a rulebook made by Pieria."""
    reader = OpenPdf(data)
    return str(reader.document.get_metadata_value("Keywords")).startswith(MARK)


def verify_book(
    data: bytes, printers: Mapping[tuple[str, str], Printer] = MappingProxyType({})
) -> Verification:
    """Verify the pages or the booklet of a rulebook. Raises ReadError for other files.

    `printers` are the saved printers, in case a booklet was made for one of them.
    """
    return verified(read_evidence(data, printers))


def verified(book: BookEvidence) -> Verification:
    """Verify what was read from a book.

    Contrasts are left out if they were verified on the book's pages.
    """
    document = book.reader.document
    title = str(document.get_metadata_value("Title"))
    build = str(document.get_metadata_value("Keywords")).removeprefix(MARK)
    claims = (*CLAIMS, *((contrasts,) if book.opened else ()), halves if book.paper else tagged)
    return Verification("", title, build, tuple(claim(book) for claim in claims))


def read_evidence(
    data: bytes,
    printers: Mapping[tuple[str, str], Printer] = MappingProxyType({}),
    pages: BookEvidence | None = None,
) -> BookEvidence:
    """Read a rulebook.

    If it is the booklet of a book whose `pages` were verified, their texts are not read again.
    Raises ReadError for other files.
    """
    reader = OpenPdf(data)
    sizes = tuple(
        (w * POINT, h * POINT) for w, h in map(reader.document.get_page_size, range(len(reader)))
    )
    made_for = _printer(reader)
    printer = as_measured_last(made_for, printers) if made_for else None
    paper = _paper(sizes, printer)
    imposed = imposed_pages(pages.reader, reader) if pages and paper else None
    if pages and imposed:
        opened: tuple[Any, ...] = ()
        words = [_imposed(pages, each) for each in imposed]
        placed = [tuple(page.matrix for page in each) for each in imposed]
    else:
        opened = tuple(reader.document)
        words = [[*words_of(page, deepest=1 if paper else 0)] for page in opened]
        placed = [_forms(page) if paper else () for page in opened]
    said = tuple(
        each
        for number, on_page in enumerate(words, 1)
        for each in _said(on_page, sizes[number - 1], number, paper, printer)
    )
    outdated = printer != made_for
    return BookEvidence(reader, paper, printer, outdated, said, sizes, opened, tuple(placed))


def _imposed(pages: BookEvidence, shown: Sequence[ImposedPage]) -> list[MeasuredText]:
    """Return the words of a book's pages as they are placed on a sheet of the booklet."""
    return [
        each.words.placed(page.matrix)
        for page in shown
        for each in pages.said
        if each.page == page.number
    ]


def _forms(page: Any) -> tuple[Matrix, ...]:
    """Return the matrices of the form XObjects that a page draws."""
    forms = page.get_objects(filter=[raw.FPDF_PAGEOBJ_FORM], max_depth=1)
    return tuple(form.get_matrix().get() for form in forms)


def _printer(reader: OpenPdf) -> Printer | None:
    """Return the printer for which a booklet was made, or None.

    It has the measurements of that time. Raises ManifestError.
    """
    attached = reader.attached(ATTACHED)
    if attached is None:
        return None
    try:
        return printer_of(json.loads(attached))
    except (ValueError, RecursionError):
        raise ManifestError("its printer cannot be read") from None


def _paper(sizes: tuple[tuple[float, float], ...], printer: Printer | None) -> str:
    """Return the paper of a booklet, which follows from the size of its sheets.

    Returns an empty string for single pages.
    """
    if not sizes:
        raise ReadError("it has no pages")
    if printer:
        return printer.paper
    wide, high = sizes[0]
    for name, paper in PAPERS.items():
        size = paper.size
        if abs(wide - size.height) < EXACT and abs(high - size.width) < EXACT:
            return name
    return ""


def _seen(high: float, number: int, paper: str, printer: Printer | None) -> Matrix:
    """Return the matrix from points of the file's page to points of the printed sheet.

    The sheet is held as it is read. `high` is the page's height in millimetres. A booklet for a
    printer is printed with the printer's offset and then rotated.
    """
    if printer is None:
        return STILL
    size = PAPERS[paper].size
    side = "back" if number % 2 == 0 else "front"
    fault = printer.back if side == "back" else printer.front
    a, b, c, d, e, f = upright(size, side, printer.turned)  # a rotation and a shift
    turned_back = (a, c, b, d, -(a * e + b * f), -(c * e + d * f))
    on_page: Matrix = (POINT, 0, 0, -POINT, 0, high)  # millimetres from the top left
    seen = times(times(on_page, printed(fault, size)), turned_back)
    return times(seen, (1 / POINT, 0, 0, -1 / POINT, 0, size.width / POINT))


def _said(
    found: Sequence[MeasuredText],
    size: tuple[float, float],
    number: int,
    paper: str,
    printer: Printer | None,
) -> Iterator[PrintedText]:
    """Yield the words of a page that are not inside pictures."""
    wide, high = size
    seen = _seen(high, number, paper, printer)
    if seen is not STILL:
        wide, high = high, wide
    left, low = ((wide - 2 * WIDE) / 2, (high - HIGH) / 2) if paper else (0, 0)
    scale = abs(seen[0] * seen[3] - seen[1] * seen[2]) ** 0.5
    for words in found:
        if words.is_icon:
            continue
        x0, y0, x1, y1 = words.bounds
        box = bounds_of([point_on(seen, x, y) for x in (x0, x1) for y in (y0, y1)])
        half = int(bool(paper) and box.left * POINT > wide / 2)
        start = left + half * WIDE
        yield PrintedText(
            number, half, box.left * POINT - start, box.top * POINT - low,
            box.right * POINT - start, box.bottom * POINT - low, words.size * scale, words,
        )  # fmt: skip


# ---- what is claimed


def scale(book: BookEvidence) -> FileClaim:
    """Check that pages have the right size, and that the file requests the right printing.

    The file must request no scaling, and duplex printing with the right flip.
    """
    found = []
    wanted = (WIDE, HIGH)
    if book.paper:
        size = PAPERS[book.paper].size
        wanted = (size.width, size.height) if book.printer else (size.height, size.width)
        edge = SIDES[book.printer.turned].edge if book.printer else "short"
        if book.reader.duplex != edge:
            message = f"the file asks printers for '{book.reader.duplex}' sides, not '{edge}'"
            found.append(Finding(0, "", message))
        if book.outdated and book.printer:
            found.append(Finding(0, "", measured_again(book.printer)))
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
    return FileClaim("scale", f"{book.pages} pages, {what}, to be printed at 100 %", tuple(found))


def halves(book: BookEvidence) -> FileClaim:
    """Check that each page of a booklet is on its half of the sheet.

    Otherwise, pages do not meet at the fold.
    """
    size = PAPERS[book.paper].size
    left, low = (size.height - 2 * WIDE) / 2, (size.width - HIGH) / 2
    found = []
    furthest = 0.0
    for number, forms in enumerate(book.placed, 1):
        seen = _seen(book.sizes[number - 1][1], number, book.paper, book.printer)
        for half, matrix in enumerate(forms[:2]):
            ends = ((0.0, 0.0), (WIDE / POINT, HIGH / POINT))
            there = [point_on(seen, *point_on(matrix, x, y)) for x, y in ends]
            meant = ((left + half * WIDE, low), (left + (half + 1) * WIDE, low + HIGH))
            off = max(
                ((x * POINT - to_x) ** 2 + (y * POINT - to_y) ** 2) ** 0.5
                for (x, y), (to_x, to_y) in zip(there, meant, strict=True)
            )
            furthest = max(furthest, off)
            if off > EXACT:
                side = "right" if half else "left"
                message = f"its {side} page is {off:.2f} mm off its half of the sheet"
                found.append(Finding(number, "", message + on_printer(book.printer)))
        if len(forms) != 2:
            found.append(Finding(number, "", f"{len(forms)} pages on it; expected 2"))
    words = f"pages meet at the fold, {furthest:.3f} mm off{on_printer(book.printer)}"
    return FileClaim("halves", words, tuple(found))


def order(book: BookEvidence) -> FileClaim:
    """Check that the pages of the folded booklet are in the order of their numbers."""
    folios: dict[tuple[int, int], int] = {}
    for each in book.said:
        outer = min(each.left, WIDE - each.right) < OUTER + 1
        if each.words.text.isdigit() and each.top < FOOT and outer:
            folios[each.page, each.half] = int(each.words.text)
    found = []
    if book.paper and book.pages % 4 == 0:
        leaves = sheets_of(book.pages)
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
            message = f"page {folio} is in the place of page {number}"
            found.append(Finding(place[0], "", message))
    how = "once folded" if book.paper else "from first to last"
    return FileClaim("order", f"pages 1 to {book.pages} in order {how}", tuple(found))


def margins(book: BookEvidence) -> FileClaim:
    """Check that no text is too close to an edge of its page."""
    found = []
    least = min(WIDE, HIGH)
    for each in book.said:
        near = min(each.left, each.bottom, WIDE - each.right, HIGH - each.top)
        least = min(least, near)
        if near < EDGE - EXACT:
            words = f"“{each.words.text[:30]}” is {near:.1f} mm from an edge"
            message = f"{words}; expected {EDGE:g} mm or more"
            found.append(Finding(each.page, "", message))
    return FileClaim("margins", f"words at least {least:.1f} mm from every edge", tuple(found))


def typefaces(book: BookEvidence) -> FileClaim:
    """Check that all typefaces are embedded in the file."""
    found = [
        Finding(each.page, "", f"the typeface of “{each.words.text[:30]}” is not embedded")
        for each in book.said
        if not each.words.embedded
    ]
    return FileClaim("typefaces", "embedded", tuple(found))


def sizes(book: BookEvidence) -> FileClaim:
    """Check that no text is too small, and that running text is large enough."""
    found = [
        Finding(
            each.page,
            "",
            f"“{each.words.text[:30]}” is set in {each.size:.1f} pt; expected {LEAST:g} or more",
        )
        for each in book.said
        if each.size < LEAST - 0.05
    ]
    letters: Counter[float] = Counter()
    for each in book.said:
        letters[round(each.size, 1)] += len(each.words.text)
    share = letters.total() * RUNNING
    body = max((size for size, n in letters.items() if n >= share and size < HEADING), default=0.0)
    if body < LEAST_SIZE:
        message = f"running text is set in {body:g} pt; expected {LEAST_SIZE:g} pt or more"
        found.append(Finding(0, "", message))
    return FileClaim(
        "sizes", f"running text of {body:g} pt, nothing below {LEAST:g} pt", tuple(found)
    )


def contrasts(book: BookEvidence) -> FileClaim:
    """Check that texts have enough contrast with their background."""
    found = []
    by_page: dict[int, list[PrintedText]] = {}
    for each in book.said:
        by_page.setdefault(each.page, []).append(each)
    for number, said in by_page.items():
        page = book.opened[number - 1]
        take_text_away(page, deepest=1 if book.paper else 0)  # those of faces stay
        for each in said:
            grounds = pixels_behind(picture_behind(page, each.words.bounds))
            ratio = median_low(contrast(each.words.colours[0], ground) for ground in grounds)
            if ratio < CONTRAST - 0.05:
                message = (
                    f"“{each.words.text[:30]}” has a contrast of {ratio:.1f}:1; expected "
                    f"{CONTRAST:g}:1 or more"
                )
                found.append(Finding(number, "", message))
    return FileClaim("contrast", f"at least {CONTRAST:g}:1", tuple(found))


def tagged(book: BookEvidence) -> FileClaim:
    """Check that screen readers find all content in the right order.

    A booklet is for paper and has no tags.
    """
    try:
        missing = missing_tags(book.reader.objects)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        missing = [TagProblem(0, f"its structure cannot be read ({str(error)[:80]})")]
    found = tuple(Finding(each.page, "", each.message) for each in missing)
    return FileClaim("tags", "everything tagged for screen readers, as PDF/UA-1 requires", found)


CLAIMS = (scale, order, margins, typefaces, sizes)
