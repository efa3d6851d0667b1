"""Pieces to boxes on paper: pure arithmetic in millimetres from the top left; nothing here draws.

Pieces of one size share sheets, in order, in a block without gaps: neighbours share a cut, bleed
and crop marks stand outside of the block. Round pieces keep a gap, for a punch or scissors. A
back lies where the flip of the paper brings it behind its front.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.paper import Craft
from validator.model import Outline, Size

Sides = Literal["duplex-long", "duplex-short", "fronts"]
SIDES: tuple[Sides, ...] = ("duplex-long", "duplex-short", "fronts")


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to cut out. `face` and `back` are keys of drawings; `back` may be None."""

    id: str  # component/card
    size: Size
    outline: Outline
    face: str
    back: str | None
    section: str  # title of the part of the kit, for bookmarks and the note on the sheet
    page: bool = False  # has a sheet of its own and no cut


@dataclass(frozen=True, slots=True)
class Rect:
    """x and y of the top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> Rect:
        """The rectangle with `by` more on each side."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Box:
    """A drawing's place: trim rectangle, what of it is shown (trim and bleed), and a half turn."""

    piece: str
    drawing: str
    trim: Rect
    clip: Rect
    outline: Outline
    turned: bool = False  # upside down on the page


@dataclass(frozen=True, slots=True)
class Mark:
    """A straight crop mark."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper."""

    paper: Size
    side: Literal["front", "back"]
    boxes: tuple[Box, ...]
    marks: tuple[Mark, ...]
    trim: Rect  # around all trims; the paper where nothing is cut
    bleed: Rect
    sections: tuple[str, ...]
    note: Rect | None  # where the sheet's note may stand

    @property
    def empty(self) -> bool:
        """True for the blank reverse of a sheet that is printed on one side."""
        return not self.boxes


def lay_out(
    pieces: Sequence[Piece],
    paper: Size,
    sides: Sides,
    craft: Craft = Craft(),  # noqa: B008
) -> list[Page]:
    """All pages of a kit in printing order. With `duplex-…` every second page is a reverse.

    Raises ValueError for a piece larger than the paper.
    """
    pages: list[Page] = []
    for group in _groups(pieces):
        block = _Block.of(group[0], paper, craft)
        for start in range(0, len(group), block.capacity):
            pages += _sheet(group[start : start + block.capacity], block, sides)
    return pages


def _groups(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Pieces that may share sheets: neighbours of equal size and outline, backed or not alike."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for index, piece in enumerate(pieces):
        key = (index,) if piece.page else (piece.size, piece.outline, piece.back is not None)
        groups.setdefault(key, []).append(piece)
    yield from groups.values()


@dataclass(frozen=True)
class _Block:
    """The grid that pieces of one size get on a paper."""

    paper: Size
    craft: Craft
    size: Size
    outline: Outline
    page: bool
    columns: int
    rows: int
    gap: float
    left: float
    top: float

    @property
    def capacity(self) -> int:
        return self.columns * self.rows

    @staticmethod
    def of(piece: Piece, paper: Size, craft: Craft) -> _Block:
        size = piece.size
        gap = craft.token_gap if piece.outline == "round" else 0.0
        least = craft.edge + (craft.token_bleed if piece.outline == "round" else craft.mark_least)
        if piece.page:
            columns = rows = 1
            least = 0.0
        else:
            columns = _how_many(paper.width - 2 * least, size.width, gap)
            rows = _how_many(paper.height - 2 * least, size.height, gap)
        wide = columns * size.width + (columns - 1) * gap
        high = rows * size.height + (rows - 1) * gap
        if not columns or not rows or wide > paper.width or high > paper.height:
            raise ValueError(f"{piece.id} ({size}) does not fit on {paper}")
        left, top = (paper.width - wide) / 2, (paper.height - high) / 2
        return _Block(paper, craft, size, piece.outline, piece.page, columns, rows, gap, left, top)

    def place(self, index: int) -> Rect:
        row, column = divmod(index, self.columns)
        x = self.left + column * (self.size.width + self.gap)
        y = self.top + row * (self.size.height + self.gap)
        return Rect(x, y, self.size.width, self.size.height)

    def bleed(self, margin: float) -> float:
        """Bleed at an outer edge: what leaves room for a crop mark that can be aimed at."""
        room = margin - self.craft.edge - self.craft.mark_least
        return max(0.0, min(self.craft.bleed, room))


def _how_many(room: float, length: float, gap: float) -> int:
    return max(0, math.floor((room + gap + 1e-6) / (length + gap)))


def _sheet(pieces: Sequence[Piece], block: _Block, sides: Sides) -> Iterator[Page]:
    """The front of a sheet and, for duplex printing, its reverse, be it empty."""
    used = [block.place(index) for index in range(len(pieces))]
    around = _around(used)
    sections = tuple(dict.fromkeys(piece.section for piece in pieces))
    marks = () if block.page or block.outline == "round" else tuple(_marks(used, around, block))
    fronts = [
        _box(piece.id, piece.face, trim, around, block)
        for piece, trim in zip(pieces, used, strict=True)
    ]
    yield _page(block, "front", fronts, marks, around, sections)
    if sides == "fronts":
        return
    backs = [
        _behind(_box(piece.id, piece.back, trim, around, block), block.paper, sides)
        for piece, trim in zip(pieces, used, strict=True)
        if piece.back is not None
    ]
    if backs:
        around = _around([box.trim for box in backs])
        marks = tuple(_mark_behind(mark, block.paper, sides) for mark in marks)
    yield _page(block, "back", backs, marks if backs else (), around, sections)


def _page(
    block: _Block,
    side: Literal["front", "back"],
    boxes: Sequence[Box],
    marks: tuple[Mark, ...],
    around: Rect,
    sections: tuple[str, ...],
) -> Page:
    paper = block.paper
    whole = Rect(0, 0, paper.width, paper.height)
    cut = bool(boxes) and not block.page
    bleed = _around([box.clip for box in boxes]) if cut else whole
    trim = around if cut else whole
    note = _note(around, bleed, block) if cut else None
    return Page(paper, side, tuple(boxes), marks, trim, bleed, sections, note)


def _around(rects: Sequence[Rect]) -> Rect:
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    right = max(r.x + r.width for r in rects)
    bottom = max(r.y + r.height for r in rects)
    return Rect(left, top, right - left, bottom - top)


def _box(piece: str, drawing: str, trim: Rect, around: Rect, block: _Block) -> Box:
    """A box that shows bleed at the outside of the block only; a round piece all around."""
    if block.page:
        return Box(piece, drawing, trim, trim, block.outline)
    if block.outline == "round":
        return Box(piece, drawing, trim, trim.grown(block.craft.token_bleed), block.outline)
    sideways = block.bleed(around.x)
    upwards = block.bleed(around.y)
    left = trim.x - (sideways if _same(trim.x, around.x) else 0)
    top = trim.y - (upwards if _same(trim.y, around.y) else 0)
    right, bottom = trim.x + trim.width, trim.y + trim.height
    right += sideways if _same(right, around.x + around.width) else 0
    bottom += upwards if _same(bottom, around.y + around.height) else 0
    return Box(piece, drawing, trim, Rect(left, top, right - left, bottom - top), block.outline)


def _same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


def _behind(box: Box, paper: Size, sides: Sides) -> Box:
    """The box where a flip of the paper brings it behind its front."""
    return Box(
        box.piece,
        box.drawing,
        _rect_behind(box.trim, paper, sides),
        _rect_behind(box.clip, paper, sides),
        box.outline,
        turned=sides == "duplex-short",
    )


def _rect_behind(rect: Rect, paper: Size, sides: Sides) -> Rect:
    """Flipped about the long edge x is mirrored; about the short edge y is, and it is turned."""
    if sides == "duplex-long":
        return Rect(paper.width - rect.x - rect.width, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.y - rect.height, rect.width, rect.height)


def _mark_behind(mark: Mark, paper: Size, sides: Sides) -> Mark:
    if sides == "duplex-long":
        return Mark(paper.width - mark.x1, mark.y1, paper.width - mark.x2, mark.y2)
    return Mark(mark.x1, paper.height - mark.y1, mark.x2, paper.height - mark.y2)


def _marks(trims: Sequence[Rect], around: Rect, block: _Block) -> Iterator[Mark]:
    """Crop marks at every cut, outside of the bleed of the block."""
    right, bottom = around.x + around.width, around.y + around.height
    upwards, above = _mark_span(around.y, block)
    below, downwards = block.paper.height - above, block.paper.height - upwards
    if not _same(bottom, block.paper.height - around.y):  # the last row may end higher up
        below = bottom + (around.y - above)
        downwards = below + (above - upwards)
    for x in sorted({round(t.x, 6) for t in trims} | {round(t.x + t.width, 6) for t in trims}):
        yield Mark(x, upwards, x, above)
        yield Mark(x, below, x, downwards)
    leftmost, left = _mark_span(around.x, block)
    gap, length = around.x - left, left - leftmost
    for y in sorted({round(t.y, 6) for t in trims} | {round(t.y + t.height, 6) for t in trims}):
        yield Mark(leftmost, y, left, y)
        yield Mark(right + gap, y, right + gap + length, y)


def _mark_span(margin: float, block: _Block) -> tuple[float, float]:
    """Where a mark begins and ends in a margin, counted from the paper's edge."""
    end = margin - block.bleed(margin)
    return max(block.craft.edge, end - block.craft.mark), end


def _note(around: Rect, bleed: Rect, block: _Block) -> Rect | None:
    """Room for a line of small print under the block, between the first two cuts."""
    top = bleed.y + bleed.height + 0.4
    height = min(2.4, block.paper.height - block.craft.edge - top)
    if height < 1.6:
        return None
    return Rect(around.x + 1, top, max(block.size.width - 2, 40), height)
