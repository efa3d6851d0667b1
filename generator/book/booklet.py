"""Imposes the pages of a book as a saddle-stitched booklet.

Two pages of 139.7 mm width fit side by side on A4 and on Letter at full size. Pages are not shifted
for creep: every sheet is folded at its own middle, and the edge is not trimmed.

If the misregistration of a printer is compensated for, sheets are in portrait format and are
flipped like the printer's test page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdfium2

from generator.book.styles import HIGH, WIDE
from generator.core.geometry import Matrix, cm, times
from generator.pdf.copied import CopiedPdf, packed, text_string
from generator.pdf.stored_objects import Objects, Ref
from generator.pdf.stored_pages import StoredPage, operators_of, pages_of
from generator.sheets.paper import PAPERS, SIDES
from validator.core.sizes import Size

if TYPE_CHECKING:
    from generator.printers.profiles import Printer

POINTS = 72 / 25.4
STILL: Matrix = (1, 0, 0, 1, 0, 0)
ATTACHED = "printer.json"  # the name inside the PDF of what is known of its printer
_MARKED = re.compile(rb"/\w+ <</MCID \d+>> BDC")


class Spread(NamedTuple):
    """One side of a sheet of paper: the numbers of its left and right page, from 1."""

    left: int
    right: int


class BookletSheet(NamedTuple):
    """A sheet of paper in a booklet."""

    front: Spread
    back: Spread


def sheets_of(count: int) -> list[BookletSheet]:
    """Return the sheets of paper for a booklet, outermost first.

    `count`, the number of pages, is a multiple of four.
    """
    if count % 4 or count <= 0:
        raise ValueError(
            f"the number of pages of a booklet must be a multiple of four, not {count}"
        )
    return [
        BookletSheet(Spread(count - 2 * s, 1 + 2 * s), Spread(2 + 2 * s, count - 1 - 2 * s))
        for s in range(count // 4)
    ]


def folded(leaves: Sequence[BookletSheet]) -> list[int]:
    """Return the page numbers in the reading order of the folded booklet."""
    first = [page for leaf in leaves for page in (leaf.front.right, leaf.back.left)]
    last = [page for leaf in reversed(leaves) for page in (leaf.back.right, leaf.front.left)]
    return [*first, *last]


def sheet_of(page: int, count: int) -> int:
    """Return the number of the sheet of paper on which a page is printed, from 1."""
    return next(
        number
        for number, leaf in enumerate(sheets_of(count), 1)
        if page in (*leaf.front, *leaf.back)
    )


def upright(paper: Size, side: str, turned: str) -> Matrix:
    """Return the matrix that turns a spread onto an upright sheet.

    Lengths are in millimetres from the top left. A front is rotated clockwise. So is a back if the
    sheet is flipped on its short edge; on its long edge, it is rotated anticlockwise.
    """
    if side == "front" or turned == "duplex-short":
        return (0, 1, -1, 0, paper.width, 0)
    return (0, -1, 1, 0, 0, paper.height)


def booklet(
    pdf: bytes, paper: str, keywords: str = "", printer: Printer | None = None,
    only: Collection[int] = (),
) -> bytes:  # fmt: skip
    """Return a finished book imposed as a booklet for a paper.

    Fronts and backs alternate; the paper is flipped on its short edge. `only` selects sheets by
    number, from 1; without it, all are included. If a printer is given, its offset is compensated
    for, and the paper is flipped as when the printer was measured.
    """
    file = CopiedPdf(Objects(pdf))
    pages = [*pages_of(file.source)]
    leaves = [leaf for number, leaf in enumerate(sheets_of(len(pages)), 1)
              if not only or number in only]  # fmt: skip
    used = {page for leaf in leaves for spread in leaf for page in spread}
    forms = {number: _form(file, page) for number, page in enumerate(pages, 1) if number in used}
    sides: list[Ref] = []
    tree = file.add({b"Type": b"Pages", b"Kids": sides, b"Count": 2 * len(leaves)})
    for leaf in leaves:
        for side, spread in zip(("front", "back"), leaf, strict=True):
            shown = {number: forms[number] for number in spread}
            page = _side_of_sheet(file, shown, PAPERS[paper].size, side, printer)
            sides.append(file.add({b"Type": b"Page", b"Parent": tree, **page}))
    root = file.add(_catalogue(file, tree, printer))
    return file.file({b"Root": root, b"Info": file.add(_described(pdf, keywords))})


def _side_of_sheet(
    file: CopiedPdf, forms: Mapping[int, Ref], paper: Size, side: str, printer: Printer | None
) -> dict[bytes, Any]:
    """Return the entries of a page with a spread: the form XObjects of its pages, by number."""
    turn = upright(paper, side, printer.turned) if printer else STILL
    sheet = paper if printer else Size(paper.height, paper.width)  # in landscape
    undone = printer.matrices(paper).get(side, STILL) if printer else STILL
    to_points = times(times(turn, undone), (POINTS, 0, 0, -POINTS, 0, sheet.height * POINTS))
    left, above = (paper.height - 2 * WIDE) / 2, (paper.width - HIGH) / 2
    # A form's points are measured from its bottom left, and the sheet's millimetres from its top.
    placed = [(1 / POINTS, 0, 0, -1 / POINTS, left + at * WIDE, above + HIGH) for at in (0, 1)]
    drawn = "\n".join(f"q {cm(times(own, to_points))}/P{number} Do Q"
                      for number, own in zip(forms, placed, strict=True))  # fmt: skip
    box = _turned_box(turn, left, above, left + 2 * WIDE, above + HIGH)
    return {
        b"MediaBox": [0, 0, sheet.width * POINTS, sheet.height * POINTS],
        b"TrimBox": [box[0] * POINTS, (sheet.height - box[3]) * POINTS,
                     box[2] * POINTS, (sheet.height - box[1]) * POINTS],
        b"Resources": {b"XObject": {b"P%d" % number: form for number, form in forms.items()}},
        b"Contents": file.add(packed(drawn.encode(), {})),
    }  # fmt: skip


def _described(book: bytes, keywords: str) -> dict[bytes, Any]:
    """Return a booklet's metadata, which follow from those of its book."""
    said = pypdfium2.PdfDocument(book).get_metadata_dict()
    return {
        b"Title": text_string(f"{said['Title'] or 'Rulebook'}, booklet"),
        b"Author": text_string(said["Author"]),
        b"Creator": text_string("Pieria"),
        b"Producer": text_string("Pieria"),
        b"Keywords": text_string(keywords),
    }


def _catalogue(file: CopiedPdf, tree: Ref, printer: Printer | None) -> dict[bytes, Any]:
    """Return a booklet's catalogue, with the preferences for viewers and the printer."""
    edge = b"Long" if printer and SIDES[printer.turned].edge == "long" else b"Short"
    found = {
        b"Type": b"Catalog", b"Pages": tree,
        b"ViewerPreferences": {b"PrintScaling": b"None", b"Duplex": b"DuplexFlip%bEdge" % edge},
    }  # fmt: skip
    if printer:
        stored = file.add(packed(json.dumps(printer.plain()).encode(), {b"Type": b"EmbeddedFile"}))
        name = text_string(ATTACHED)
        attached = {b"Type": b"Filespec", b"F": name, b"UF": name, b"EF": {b"F": stored}}
        found[b"Names"] = {b"EmbeddedFiles": {b"Names": [name, file.add(attached)]}}
    return found


def untagged(operators: bytes) -> bytes:
    """Return the operators of a page without its structure marks."""
    return _MARKED.sub(b"/Artifact BMC", operators)


def _form(file: CopiedPdf, page: StoredPage) -> Ref:
    """Return a page as a form XObject in another file, without its structure marks."""
    entries = {
        b"Type": b"XObject", b"Subtype": b"Form",
        b"BBox": [0, 0, WIDE * POINTS, HIGH * POINTS], b"Resources": page.resources,
    }  # fmt: skip
    return file.add(packed(untagged(operators_of(file.source, page)), entries))


def _turned_box(
    matrix: Matrix, left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """Return the bounding box of a box that was rotated by quarter turns."""
    a, b, c, d, e, f = matrix
    xs = sorted((a * left + c * top + e, a * right + c * bottom + e))
    ys = sorted((b * left + d * top + f, b * right + d * bottom + f))
    return xs[0], ys[0], xs[1], ys[1]
