"""Matches the pages of a booklet with those of its book, without interpreting them again.

A form XObject of a booklet is a page of the book if its operators, and all objects that they use,
are the same. Whatever was verified for the page then also holds for the booklet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.book.booklet import untagged
from generator.core.geometry import Matrix
from generator.pdf.stored_objects import Objects, ObjectsError, Ref, Stream
from generator.pdf.stored_pages import operators_of, pages_of
from generator.verify.reader import OpenPdf

DEEPEST = 60
_PLACED = re.compile(rb"q ((?:-?[\d.]+ ){6})cm /(\w+) Do Q")
_BOX_ERROR = 0.01  # points


class ImposedPage(NamedTuple):
    """A page of a book on its booklet's sheet; the matrix converts points of the page to it."""

    number: int  # in the book, from 1
    matrix: Matrix


def imposed_pages(book: OpenPdf, booklet: OpenPdf) -> list[list[ImposedPage]] | None:
    """Return which pages of a book are on each page of its booklet.

    Returns None if a page contains anything else.
    """
    try:
        return _Comparison(book.objects, booklet.objects).found()
    except (ObjectsError, ValueError, LookupError, RecursionError):
        return None


class _Comparison:
    """Compares two files; each pair of objects is compared only once."""

    def __init__(self, book: Objects, booklet: Objects) -> None:
        self.book = book
        self.booklet = booklet
        self.pages = [(page, untagged(operators_of(book, page))) for page in pages_of(book)]
        self.known: dict[tuple[Ref, Ref], bool] = {}

    def found(self) -> list[list[ImposedPage]] | None:
        numbers: dict[Ref, int] = {}  # numbers of form XObjects already compared
        sheets = []
        for page in pages_of(self.booklet):
            operators = operators_of(self.booklet, page)
            if page.entries.get(b"Annots") or _PLACED.sub(b"", operators).strip():
                return None
            forms = self.booklet.get(page.resources[b"XObject"])
            sheet = []
            for matrix, name in _PLACED.findall(operators):
                if (number := numbers.get(forms[name]) or self.number(forms[name])) is None:
                    return None
                numbers[forms[name]] = number
                a, b, c, d, e, f = map(float, matrix.split())
                sheet.append(ImposedPage(number, (a, b, c, d, e, f)))
            sheets.append(sheet)
        return sheets

    def number(self, reference: Ref) -> int | None:
        """Return the number of the page that a form XObject shows, or None."""
        form = self.booklet.get(reference)
        operators = self.booklet.unpacked(form)
        for number, (page, drawn) in enumerate(self.pages, 1):
            if operators == drawn and b"Matrix" not in form.entries:
                box = zip(page.entries[b"MediaBox"], form.entries[b"BBox"], strict=True)
                same_box = all(abs(one - other) < _BOX_ERROR for one, other in box)
                if same_box and self.same(page.resources, form.entries[b"Resources"]):
                    return number
        return None

    def same(self, one: Any, other: Any, depth: int = 0) -> bool:
        """Return whether a value in the book equals a value in the booklet.

        All objects that they refer to must be equal, too.
        """
        if type(one) is Ref and type(other) is Ref:
            if (one, other) not in self.known:
                self.known[one, other] = True  # if it refers to itself
                found = self.same(self.book.get(one), self.booklet.get(other), depth)
                self.known[one, other] = found
            return self.known[one, other]
        one, other = self.book.get(one), self.booklet.get(other)
        if type(one) is Stream and type(other) is Stream:
            return one.packed == other.packed and self.same(one.entries, other.entries, depth)
        if depth > DEEPEST:
            raise ObjectsError("values are nested too deep")
        if isinstance(one, dict) and isinstance(other, dict):
            keys = one.keys() - {b"Length"}
            return keys == other.keys() - {b"Length"} and all(
                self.same(one[key], other[key], depth + 1) for key in keys
            )
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and _all_same(self, one, other, depth + 1)
        return bool(one == other)


def _all_same(
    compared: _Comparison, ones: Sequence[object], others: Sequence[object], depth: int
) -> bool:
    return all(compared.same(*pair, depth) for pair in zip(ones, others, strict=True))
