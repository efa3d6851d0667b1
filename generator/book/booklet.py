"""Imposes the pages of a book as a booklet that is stapled through the fold.

Two pages of 139.7 mm fit side by side on A4 and on Letter at full size. Pages are not shifted for
creep: every sheet is folded at its own middle, and the edge is not trimmed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import pypdf
from pypdf.generic import (
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    RectangleObject,
)

from generator.book.styles import HIGH, WIDE
from generator.sheets.paper import PAPERS

POINTS = 72 / 25.4
_MARKED = re.compile(rb"/\w+ <</MCID \d+>> BDC")


class Spread(NamedTuple):
    """One side of a sheet: the numbers of its left and right page, from 1."""

    left: int
    right: int


class Leaf(NamedTuple):
    """A sheet of a booklet, outermost first."""

    front: Spread
    back: Spread


def leaves_of(count: int) -> list[Leaf]:
    """The sheets of a booklet of `count` pages, which is a multiple of four."""
    if count % 4 or count <= 0:
        raise ValueError(f"a booklet has a multiple of four pages, not {count}")
    return [
        Leaf(Spread(count - 2 * s, 1 + 2 * s), Spread(2 + 2 * s, count - 1 - 2 * s))
        for s in range(count // 4)
    ]


def folded(leaves: Sequence[Leaf]) -> list[int]:
    """The page numbers in the order in which a folded booklet is read."""
    first = [page for leaf in leaves for page in (leaf.front.right, leaf.back.left)]
    last = [page for leaf in reversed(leaves) for page in (leaf.back.right, leaf.front.left)]
    return [*first, *last]


def leaf_of(page: int, count: int) -> int:
    """The number of the sheet, from 1, that a page is on."""
    return next(
        number
        for number, leaf in enumerate(leaves_of(count), 1)
        if page in (*leaf.front, *leaf.back)
    )


def booklet(pdf: bytes, paper: str, keywords: str = "") -> bytes:
    """A finished book imposed for a paper: fronts and backs in turn, flipped on the short edge."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    writer = pypdf.PdfWriter()
    writer.pdf_header = "%PDF-1.7"
    forms = [_form(writer, page) for page in reader.pages]
    size = PAPERS[paper].size
    wide, high = size.height, size.width  # the sheet lies on its side
    left, below = (wide - 2 * WIDE) / 2, (high - HIGH) / 2
    for leaf in leaves_of(len(forms)):
        for spread in leaf:
            page = writer.add_blank_page(wide * POINTS, high * POINTS)
            places = ((spread.left, left), (spread.right, left + WIDE))
            _lay(writer, page, [(forms[number - 1], number, x, below) for number, x in places])
            box = (left, below, left + 2 * WIDE, below + HIGH)
            page[NameObject("/TrimBox")] = RectangleObject([each * POINTS for each in box])
    said: Any = reader.metadata or {}
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
            NameObject("/Duplex"): NameObject("/DuplexFlipShortEdge"),
        }
    )
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _form(writer: pypdf.PdfWriter, page: Any) -> Any:
    """A page as a form of another document. Its structure marks stay behind."""
    content = page.get_contents()
    stream = DecodedStreamObject()
    stream.set_data(_MARKED.sub(b"/Artifact BMC", content.get_data()))
    form = stream.flate_encode(6)
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = RectangleObject([0, 0, WIDE * POINTS, HIGH * POINTS])
    form[NameObject("/Resources")] = page["/Resources"].clone(writer)
    return writer._add_object(form)


def _lay(
    writer: pypdf.PdfWriter, page: Any, placed: Sequence[tuple[Any, int, float, float]]
) -> None:
    """Draw forms at their places (mm) on a page."""
    names = DictionaryObject()
    operators = []
    for form, number, x, y in placed:
        name = f"/P{number}"
        names[NameObject(name)] = form
        operators.append(f"q 1 0 0 1 {x * POINTS:.4f} {y * POINTS:.4f} cm {name} Do Q")
    stream = DecodedStreamObject()
    stream.set_data("\n".join(operators).encode())
    page[NameObject("/Contents")] = writer._add_object(stream)
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): names})
