"""Imposes the pages of a book as a saddle-stitched booklet.

Two pages of 139.7 mm width fit side by side on A4 and on Letter at full size. Pages are not shifted
for creep: every sheet is folded at its own middle, and the edge is not trimmed.

If the misregistration of a printer is compensated for, sheets are in portrait format and are
flipped like the printer's test page.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdf
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    RectangleObject,
)

from generator.book.styles import HIGH, WIDE
from generator.core.geometry import Matrix, cm, times
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
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    writer = pypdf.PdfWriter()
    writer.pdf_header = "%PDF-1.7"
    leaves = [leaf for number, leaf in enumerate(sheets_of(len(reader.pages)), 1)
              if not only or number in only]  # fmt: skip
    used = {page for leaf in leaves for spread in leaf for page in spread}
    forms = {number: _form(writer, page) for number, page in enumerate(reader.pages, 1)
             if number in used}  # fmt: skip
    size = PAPERS[paper].size
    wide, high = size.height, size.width  # the sheet is in landscape
    left, above = (wide - 2 * WIDE) / 2, (high - HIGH) / 2
    undone = printer.matrices(size) if printer else {}
    for leaf in leaves:
        for side, spread in zip(("front", "back"), leaf, strict=True):
            turn = upright(size, side, printer.turned) if printer else STILL
            sheet = size if printer else Size(wide, high)
            page = writer.add_blank_page(sheet.width * POINTS, sheet.height * POINTS)
            places = ((spread.left, left), (spread.right, left + WIDE))
            drawn = times(turn, undone.get(side, STILL))
            _lay(writer, page, [(forms[number], number, x, above) for number, x in places],
                 times(drawn, (POINTS, 0, 0, -POINTS, 0, sheet.height * POINTS)))  # fmt: skip
            box = _turned_box(turn, left, above, left + 2 * WIDE, above + HIGH)
            page[NameObject("/TrimBox")] = RectangleObject(
                [box[0] * POINTS, (sheet.height - box[3]) * POINTS,
                 box[2] * POINTS, (sheet.height - box[1]) * POINTS]
            )  # fmt: skip
    _describe(writer, reader.metadata or {}, keywords, printer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _describe(
    writer: pypdf.PdfWriter, said: Any, keywords: str, printer: Printer | None
) -> None:  # fmt: skip
    """Add a booklet's metadata, the viewer's preferences and the printer to its file."""
    writer.metadata = None
    writer.add_metadata(
        {
            "/Title": f"{said.get('/Title', 'Rulebook')}, booklet",
            "/Author": str(said.get("/Author", "")),
            "/Creator": "Pieria",
            "/Producer": "Pieria",
            "/Keywords": keywords,
        }
    )
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
        {
            NameObject("/PrintScaling"): NameObject("/None"),
            NameObject("/Duplex"): NameObject(
                "/DuplexFlipLongEdge"
                if printer and SIDES[printer.turned].edge == "long"
                else "/DuplexFlipShortEdge"
            ),
        }
    )
    if printer:
        writer.add_attachment(ATTACHED, json.dumps(printer.plain()).encode())


def untagged(operators: bytes) -> bytes:
    """Return the operators of a page without its structure marks."""
    return _MARKED.sub(b"/Artifact BMC", operators)


def _form(writer: pypdf.PdfWriter, page: Any) -> Any:
    """Return a page as a form XObject in another document, without its structure marks."""
    content = page.get_contents()
    stream = DecodedStreamObject()
    stream.set_data(untagged(content.get_data()))
    form = stream.flate_encode(6)
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = RectangleObject([0, 0, WIDE * POINTS, HIGH * POINTS])
    form[NameObject("/Resources")] = page["/Resources"].clone(writer)
    return writer._add_object(form)


def _turned_box(
    matrix: Matrix, left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """Return the bounding box of a box that was rotated by quarter turns."""
    a, b, c, d, e, f = matrix
    xs = sorted((a * left + c * top + e, a * right + c * bottom + e))
    ys = sorted((b * left + d * top + f, b * right + d * bottom + f))
    return xs[0], ys[0], xs[1], ys[1]


def _lay(
    writer: pypdf.PdfWriter,
    page: Any,
    placed: Sequence[tuple[Any, int, float, float]],
    to_points: Matrix,
) -> None:
    """Draw form XObjects on a page.

    Positions are in mm from the top left; the matrix converts them to points.
    """
    names = DictionaryObject()
    operators = []
    for form, number, x, y in placed:
        name = f"/P{number}"
        names[NameObject(name)] = form
        # from points, measured from its bottom left
        own: Matrix = (1 / POINTS, 0, 0, -1 / POINTS, x, y + HIGH)
        operators.append(f"q {cm(times(own, to_points))}{name} Do Q")
    stream = DecodedStreamObject()
    stream.set_data("\n".join(operators).encode())
    page[NameObject("/Contents")] = writer._add_object(stream)
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): names})
