"""Notes from `pieria check` on a book's pages: empty space, small cards, unused figures, terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.book.blocks import Block, FigureBlock, inside
from generator.book.name_checks import name_notes
from generator.book.spreads import SpreadPage
from generator.book.styles import HIGH
from generator.book.tree import DerivedFigure, Document, spans_in, walk
from validator.core.location import Problem
from validator.core.model import Game

SMALL = 8.0  # mm: a card that is narrower is not recognised
FULL = 0.12  # empty share of a page above which a check reports it


def page_notes(document: Document, pages: Sequence[SpreadPage], game: Game) -> tuple[Problem, ...]:
    """Return all notes on the pages of a book, sorted; none of them prevents printing."""
    found = {
        *room_notes(pages),
        *term_notes(document, pages),
        *card_notes(pages),
        *figure_notes(document),
        *name_notes(document, game),
    }
    return tuple(sorted(found))


def room_notes(pages: Sequence[SpreadPage]) -> Iterator[Problem]:
    """Yield a note on each page with much empty space."""
    for number, page in enumerate(pages, 1):
        share = page.free / HIGH
        if page.placed and page.kind in ("text", "figure") and share > FULL:
            block = page.placed[-1].block
            message = (
                f"{share:.0%} of page {number} is empty (“{page.title}”); expected at most "
                f"{FULL:.0%}; add a figure or an example, or join the section with another"
            )
            yield Problem(block.location, message, "book-room", "note")


def term_notes(document: Document, pages: Sequence[SpreadPage]) -> Iterator[Problem]:
    """Yield notes on marked terms for which the index has no page."""
    defined = {term for _, block in _blocks(pages) for term in block.defined}
    for location, span in spans_in(document.blocks):
        if span.term and span.text.rstrip(".,:") not in defined:
            message = (
                f"the index has no page for [[{span.text}]]; mark the term in running "
                "text, a heading or the title of a choice"
            )
            yield Problem(location, message, "book-term", "note")


def card_notes(pages: Sequence[SpreadPage]) -> Iterator[Problem]:
    """Yield a note on each figure whose cards are too small to be recognised."""
    for number, block in _blocks(pages):
        if not isinstance(block, FigureBlock) or block.caption is None:
            continue
        wide = least_card(block)
        if wide is not None and wide < SMALL:
            message = (
                f"a card on page {number} is {wide:.0f} mm wide; expected at "
                f"least {SMALL:g} mm; name fewer zones, or split the figure"
            )
            yield Problem(block.location, message, "book-card", "note")


def least_card(block: FigureBlock) -> float | None:
    """Return the width in mm of the smallest card in a figure, or None if there is none."""
    shown = [
        each.wide * each.scale for figure in block.drawn for each in figure.shown
        if each.outline != "round" and not each.window and not each.bare
    ]  # fmt: skip
    return min(shown, default=None)


def figure_notes(document: Document) -> Iterator[Problem]:
    """Yield a note on each figure that no text mentions."""
    linked = {span.link for _, span in spans_in(document.blocks)}
    for node in walk(document.blocks):
        if isinstance(node, DerivedFigure) and node.anchor not in linked:
            message = (
                f"no text mentions figure {node.number}; write [Fig.](#{node.name}) in the "
                "sentence that the figure illustrates"
            )
            yield Problem(node.location, message, "book-figure", "note")


def _blocks(pages: Sequence[SpreadPage]) -> Iterator[tuple[int, Block]]:
    """Yield all blocks with their page numbers."""
    for number, page in enumerate(pages, 1):
        for placed in page.placed:
            for block in inside(placed.block):
                yield number, block
