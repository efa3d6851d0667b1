"""Splits boards that are larger than the paper into several overlapping sheets.

Each sheet shows its part of the face, and a strip of the neighbouring parts. Dashed lines show how
far the next sheet overlaps it; marks in the margin show where to cut the board itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from generator.sheets.pages import Box, Line, Page, Piece, Rect
from validator.core.sizes import Size

MARGIN = 10.0  # mm, which printers leave white, and where marks are
OVERLAP = 8.0  # mm of each sheet that its neighbour overlaps
MARK = 4.0  # length of a mark, in mm
APART = 0.5  # mm between a mark and what is printed
NOTE = 2.4  # mm, the height of a line of small print


class _Grid(NamedTuple):
    """The division of a board into sheets, across and down."""

    turn: int  # rotation of the board, if that takes fewer sheets
    board: Size  # size after rotation
    across: int
    down: int
    window: Rect


def fits(board: Size, paper: Size) -> bool:
    """Return whether a board fits upright inside the margins of one sheet of paper."""
    return board.width <= paper.width - 2 * MARGIN and board.height <= paper.height - 2 * MARGIN


def sheets_of(board: Size, paper: Size) -> int:
    """Return how many sheets of paper a board needs; one if it fits, possibly rotated."""
    grid = _grid(board, paper)
    return grid.across * grid.down


def board_pages(piece: Piece, paper: Size, bleed: float, both: bool) -> Iterator[Page]:
    """Yield the sheets of a board, row by row.

    With `both`, each is followed by a blank reverse.
    """
    grid = _grid(piece.size, paper)
    window = grid.window
    whole = Rect(0, 0, paper.width, paper.height)
    for number in range(grid.across * grid.down):
        row, column = divmod(number, grid.across)
        trim = Rect(
            window.x - column * (window.width - OVERLAP),
            window.y - row * (window.height - OVERLAP),
            grid.board.width,
            grid.board.height,
        )
        clip = _with_bleed(grid, row, column, bleed)
        lines = (*_marks(window, bleed), *_strips(grid, row, column))
        box = Box(piece.id, piece.face, trim, clip, "rect", grid.turn)
        titles = (f"{piece.section} {row + 1}.{column + 1}",)
        note = Rect(window.x + 2, window.bottom + bleed + APART, window.width - 4, NOTE)
        yield Page(paper, "front", (box,), lines, window, clip, titles, note)
        if both:
            yield Page(paper, "back", (), (), whole, whole, titles, None)


def _grid(board: Size, paper: Size) -> _Grid:
    lying = Size(board.height, board.width)
    (across, down), size, turn = min(
        ((_count(board, paper), board, 0), (_count(lying, paper), lying, 90)),
        key=lambda each: each[0][0] * each[0][1],
    )
    # Sheets share the board evenly, so that none is a sliver.
    wide = (size.width + (across - 1) * OVERLAP) / across
    high = (size.height + (down - 1) * OVERLAP) / down
    window = Rect((paper.width - wide) / 2, (paper.height - high) / 2, wide, high)
    return _Grid(turn, size, across, down, window)


def _count(board: Size, paper: Size) -> tuple[int, int]:
    """Return the number of sheets of paper that a board needs across and down."""
    across, down = (
        max(1, ceil((side - OVERLAP - 1e-6) / (room - 2 * MARGIN - OVERLAP)))
        for side, room in ((board.width, paper.width), (board.height, paper.height))
    )
    return across, down


def _with_bleed(grid: _Grid, row: int, column: int, bleed: float) -> Rect:
    """Return the part of the board on a sheet, with bleed at the edges of the board."""
    window = grid.window
    left = window.x - (bleed if column == 0 else 0)
    top = window.y - (bleed if row == 0 else 0)
    right = window.right + (bleed if column == grid.across - 1 else 0)
    bottom = window.bottom + (bleed if row == grid.down - 1 else 0)
    return Rect(left, top, right - left, bottom - top)


def _marks(window: Rect, bleed: float) -> Iterator[Line]:
    """Yield marks in the margin at the ends of the visible part of a board."""
    away = bleed + APART
    for x in (window.x, window.right):
        yield Line(x, window.y - away - MARK, x, window.y - away, "crop")
        yield Line(x, window.bottom + away, x, window.bottom + away + MARK, "crop")
    for y in (window.y, window.bottom):
        yield Line(window.x - away - MARK, y, window.x - away, y, "crop")
        yield Line(window.right + away, y, window.right + away + MARK, y, "crop")


def _strips(grid: _Grid, row: int, column: int) -> Iterator[Line]:
    """Yield lines that show how far neighbouring sheets overlap this one."""
    window = grid.window
    if column < grid.across - 1:
        x = window.right - OVERLAP
        yield Line(x, window.y, x, window.bottom, "fold")
    if row < grid.down - 1:
        y = window.bottom - OVERLAP
        yield Line(window.x, y, window.right, y, "fold")
