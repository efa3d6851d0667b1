"""Boards that no sheet of paper has room for, over several sheets that overlap.

Each sheet shows its part of the face and a strip of its neighbours. Dashed lines say how far the
next sheet covers it; marks in the margin say where the board itself is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from generator.export.designs import Design, Files, Studio
from generator.pdf.writer import About, write_pdf
from generator.sheets.imposition import Box, Line, Page, Rect
from generator.sheets.paper import PAPERS
from validator.core.sizes import Size

MARGIN = 10.0  # mm, which printers leave white, and where marks are
OVERLAP = 8.0  # mm of each sheet that its neighbour covers
MARK = 5.0  # mm, a mark's length


def board_files(studio: Studio, paper: str) -> tuple[Files, list[str]]:
    """A PDF with the sheets of every board, and remarks on how many each has."""
    size = PAPERS[paper].size
    pages: list[Page] = []
    remarks = []
    for _, designs in studio.decks(("tile", "sheet")):
        for design in designs:
            if not _fits(design.component.size, size):
                found = list(_pages(design, _turned(design.component.size, size), len(pages)))
                pages += found
                how = "glue each over the dashed strip of the sheet before"
                remarks.append(f"{design.title}: {len(found)} sheets; {how}")
    if not pages:
        remarks.append(f"no tile or sheet is larger than {PAPERS[paper].title} has room for")
        return {}, remarks
    game, press = studio.game, studio.press
    about = About(game.title, game.licence.credit, game.title, game.language, "Simplex")
    resources, encoder = press.painter.resources, press.encoder
    pdf = write_pdf(pages, press.drawings, resources, encoder, about, lambda _: None)
    return {f"boards-{paper}.pdf": pdf}, remarks


def _fits(board: Size, paper: Size) -> bool:
    sides = sorted((board.width, board.height))
    room = sorted((paper.width - 2 * MARGIN, paper.height - 2 * MARGIN))
    return sides[0] <= room[0] and sides[1] <= room[1]


def _turned(board: Size, paper: Size) -> Size:
    """The paper upright or lying, whichever needs fewer sheets."""
    lying = Size(paper.height, paper.width)
    return min((paper, lying), key=lambda each: _count(board, each)[0] * _count(board, each)[1])


def _count(board: Size, paper: Size) -> tuple[int, int]:
    """Sheets beside and below each other."""
    return tuple(  # type: ignore[return-value]
        max(1, ceil((side - OVERLAP - 1e-6) / (room - 2 * MARGIN - OVERLAP)))
        for side, room in ((board.width, paper.width), (board.height, paper.height))
    )


def _pages(design: Design, paper: Size, before: int) -> Iterator[Page]:
    board = design.component.size
    across, down = _count(board, paper)
    # Sheets share the board evenly, so that none has a sliver.
    wide = (board.width + (across - 1) * OVERLAP) / across
    high = (board.height + (down - 1) * OVERLAP) / down
    left, top = (paper.width - wide) / 2, (paper.height - high) / 2
    whole = Rect(0, 0, paper.width, paper.height)
    window = Rect(left, top, wide, high)
    for number in range(across * down):
        column, row = number % across, number // across
        place = Rect(
            left - column * (wide - OVERLAP), top - row * (high - OVERLAP),
            board.width, board.height,
        )  # fmt: skip
        lines = (*_marks(window), *_strips(window, column < across - 1, row < down - 1))
        piece = f"{design.component.id}/{design.id}"
        box = Box(piece, design.face, place, window, "rect")
        title = f"{design.title} {row + 1}.{column + 1}"
        yield Page(
            paper, "front", (box,), lines, window, whole, (title,), None, before + number + 1
        )


def _marks(window: Rect) -> Iterator[Line]:
    """Where the part that is shown ends, in the margin beside it."""
    for x in (window.x, window.right):
        yield Line(x, window.y - 1 - MARK, x, window.y - 1, "crop")
        yield Line(x, window.bottom + 1, x, window.bottom + 1 + MARK, "crop")
    for y in (window.y, window.bottom):
        yield Line(window.x - 1 - MARK, y, window.x - 1, y, "crop")
        yield Line(window.right + 1, y, window.right + 1 + MARK, y, "crop")


def _strips(window: Rect, beside: bool, below: bool) -> Iterator[Line]:
    """How far the next sheets cover this one."""
    if beside:
        x = window.right - OVERLAP
        yield Line(x, window.y, x, window.bottom, "fold")
    if below:
        y = window.bottom - OVERLAP
        yield Line(window.x, y, window.right, y, "fold")
