"""Computes how many pieces of one size fit on a sheet, and the position of the first piece."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from generator.sheets.card_sheets import Grid
from generator.sheets.cut_settings import CutSettings
from generator.sheets.pages import Piece, Rect
from generator.sheets.paper import SidesName
from validator.core.model import Outline
from validator.core.sizes import Size


class TooLargeError(ValueError):
    """Raised for a piece that is too large for a sheet of paper, or for a cell of it."""

    def __init__(self, piece: Piece, paper: Size, grid: Grid | None = None) -> None:
        where = f"into the cells of {grid.cell} of this sheet" if grid else f"on {paper}"
        super().__init__(f"{piece.id} ({piece.size}) does not fit {where}")
        self.piece = piece


Gaps = Literal["all", "full sheets", "none"]
GAPS: tuple[Gaps, ...] = ("all", "full sheets")  # the layouts to try, the best first


class SheetGrid(NamedTuple):
    """The grid for pieces of one size on a paper, or on its upper half above a fold."""

    paper: Size
    cutting: CutSettings
    outline: Outline
    page: bool
    cell: Size  # a piece as placed: rotated by 90 degrees, its width is its height
    turn: int
    columns: int
    rows: int
    gaps: Size  # between columns and between rows
    spare: Size  # space beyond the cells and their gaps
    left: float
    top: float
    folded: bool

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    def place(self, index: int) -> Rect:
        row, column = divmod(index, self.columns)
        x = self.left + column * (self.cell.width + self.gaps.width)
        y = self.top + row * (self.cell.height + self.gaps.height)
        return Rect(x, y, self.cell.width, self.cell.height)

    def bleed(self, margin: float) -> float:
        """Return the bleed at an outer edge, which must leave room for a usable crop mark."""
        if self.cutting.bleeds == "none":
            return 0.0
        if self.cutting.marks == "silhouette":  # its margins are wide enough
            return self.cutting.bleed
        room = margin - self.cutting.edge - self.cutting.mark_least
        return max(0.0, min(self.cutting.bleed, room))


def block_of(piece: Piece, paper: Size, sides: SidesName, cutting: CutSettings) -> SheetGrid:
    """Return the grid with the most pieces; they are rotated only if more fit."""
    if cutting.marks == "silhouette" and not piece.page:
        registered = _between_marks(piece, paper, cutting)
        if registered.capacity:
            return registered
        cutting = cutting._replace(marks="crop")  # too large for a cutter: for scissors
    folded = sides == "gutterfold" and piece.back is not None and not piece.page
    upright = _grid(piece, piece.size, 0, paper, cutting, folded)
    best = upright
    if folded and piece.outline == "rect":
        turned = Size(piece.size.height, piece.size.width)
        best = max(upright, _grid(piece, turned, 90, paper, cutting, folded), key=_capacity)
    if folded and not best.capacity and cutting.fold > cutting.fold_least:
        return block_of(piece, paper, sides, cutting._replace(fold=cutting.fold_least))
    if not best.capacity or piece.size.width > paper.width or piece.size.height > paper.height:
        raise TooLargeError(piece, paper)
    return best


def _between_marks(piece: Piece, paper: Size, cutting: CutSettings) -> SheetGrid:
    """Return the grid with the most pieces between registration marks.

    Trims and bleed stay clear of the marks. The grid is inside the frame of the marks, and clear of
    their corners horizontally or vertically.
    """
    around = 0.0 if cutting.bleeds == "none" else cutting.bleed
    around = cutting.token_bleed if piece.outline != "rect" else around
    near, far = cutting.inset + around, cutting.inset + cutting.square + cutting.clear + around
    turned = Size(piece.size.height, piece.size.width)
    cells = [(piece.size, 0), (turned, 90)] if piece.outline == "rect" else [(piece.size, 0)]
    grids = [
        _grid(piece, cell, turn, paper, cutting, False, margins)
        for cell, turn in cells
        for margins in (Size(near, far), Size(far, near))
    ]
    return max(grids, key=_capacity)


def _capacity(block: SheetGrid) -> int:
    return block.capacity


def _grid(
    piece: Piece,
    cell: Size,
    turn: int,
    paper: Size,
    cutting: CutSettings,
    folded: bool,
    margins: Size | None = None,
) -> SheetGrid:
    """Return the grid with as many cells as fit.

    `margins` are the smallest margins at the sides and at top and bottom.
    """
    high = paper.height / 2 if folded else paper.height
    around = cutting.bleed if piece.outline == "rect" else cutting.token_bleed
    foot = cutting.fold + around if folded else 0.0
    gap = 0.0 if piece.page else _gap(piece, cutting)
    spare = Size(0, 0)
    if piece.page:
        columns = rows = 1
    else:
        straight = piece.outline == "rect"
        least = cutting.edge + cutting.mark_least if straight else cutting.token_edge + around
        margins = margins or Size(least, least)
        room = Size(
            paper.width - 2 * margins.width, high - margins.height - (foot or margins.height)
        )
        columns = how_many(room.width, cell.width, gap)
        rows = how_many(room.height, cell.height, gap)
        spare = Size(room.width - columns * cell.width, room.height - rows * cell.height)
    wide = columns * cell.width + (columns - 1) * gap
    tall = rows * cell.height + (rows - 1) * gap
    left = (paper.width - wide) / 2
    top = high - foot - tall if folded else (high - tall) / 2
    return SheetGrid(
        paper, cutting, piece.outline, piece.page, cell, turn, columns, rows, Size(gap, gap), spare,
        left, top, folded,
    )  # fmt: skip


def _gap(piece: Piece, cutting: CutSettings) -> float:
    if piece.outline != "rect":
        return cutting.token_gap
    return 2 * cutting.bleed if cutting.bleeds == "each" else 0.0


def how_many(room: float, length: float, gap: float) -> int:
    """Return how many lengths fit into a space, with a gap between neighbours."""
    return max(0, math.floor((room + gap + 1e-6) / (length + gap)))
