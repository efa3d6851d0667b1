"""Places drawings on a sheet: their trim, their bleed, and backs behind their fronts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.sheets.cut_settings import OVERLAP
from generator.sheets.grid import SheetGrid
from generator.sheets.pages import Box, Line, Piece, Rect
from generator.sheets.paper import SidesName
from validator.core.sizes import Size


def overlaps_of(pieces: Sequence[Piece], index: int, block: SheetGrid) -> Size:
    """Return how far a piece is drawn underneath the next pieces, to the right and down.

    Viewers show a light seam where two drawings abut. Pieces with a gap between them may overlap,
    because the gap contains only bleed. At a shared cut, they overlap only if the next piece hides
    this one there: both look the same, or the background of the next piece is opaque.
    """

    def below(next_index: int, gap: float, side: str, other: str) -> float:
        if next_index >= len(pieces):
            return 0.0
        one, two = (
            each.edges.turned() if block.turn == 90 else each.edges
            for each in (pieces[index], pieces[next_index])
        )
        hidden = _hides(getattr(two, other), getattr(one, side))
        return OVERLAP if gap > 0 or hidden else 0.0

    last = (index + 1) % block.columns == 0
    return Size(
        0.0 if last else below(index + 1, block.gaps.width, "right", "left"),
        below(index + block.columns, block.gaps.height, "bottom", "top"),
    )


def _hides(edge: str, below: str) -> bool:
    """Return whether an edge covers the drawing below it.

    It does if both look the same, or if it has an opaque background. Pictures are not assumed to be
    opaque.
    """
    if not edge or not below:
        return False
    for above, under in zip(edge.split(" | "), below.split(" | "), strict=True):
        ground = above.partition("; ")[0]
        if above != under and not (ground[:1].isdigit() and "-" not in ground):
            return False
    return True


def box_of(
    piece: Piece,
    trim: Rect,
    block: SheetGrid,
    before: Sequence[Rect],
    after: Sequence[Rect],
    overlaps: Size,
) -> Box:
    """Return a box that shows bleed except where neighbours begin.

    `before` are the positions of earlier pieces, to the left and above. `after` are the positions
    of later pieces, and this piece extends below them by `overlaps`.
    """
    if block.page:
        return Box(piece.id, piece.face, trim, trim, block.outline)
    if block.outline != "rect":
        by = block.cutting.token_bleed
        lined = block.outline != "round" and block.cutting.marks in ("crop", "lines", "ticks")
        return Box(piece.id, piece.face, trim, trim.grown(by, by), block.outline, lined=lined)
    most = 0.0 if block.cutting.bleeds == "none" else block.cutting.bleed
    inner = Size(min(block.gaps.width / 2, most), min(block.gaps.height / 2, most))
    bleed = block.bleed
    left_of = any(_same(each.y, trim.y) for each in before)
    above = any(_same(each.x, trim.x) for each in before)
    right_of = any(_same(each.y, trim.y) for each in after)
    below = any(_same(each.x, trim.x) for each in after)
    left = trim.x - (inner.width if left_of else bleed(trim.x))
    top = trim.y - (inner.height if above else bleed(trim.y))
    right = trim.right + (
        inner.width + overlaps.width if right_of else bleed(block.paper.width - trim.right)
    )
    bottom = trim.bottom + (
        inner.height + overlaps.height if below else bleed(block.paper.height - trim.bottom)
    )
    clip = _known(left, top, right - left, bottom - top)
    return Box(piece.id, piece.face, _known(*trim), clip, block.outline, block.turn)


@lru_cache(maxsize=1000, typed=True)
def _known(x: float, y: float, width: float, height: float) -> Rect:
    """Return a rectangle.

    Equal rectangles are one object, because the sheets of a deck are laid out alike.
    """
    return Rect(x, y, width, height)


def _same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


def box_behind(box: Box, block: SheetGrid, sides: SidesName) -> Box:
    """Return the box behind a front, for paper that is flipped or folded.

    Flipping on the long edge of the paper keeps top and bottom; flipping on the short edge, or a
    fold across the paper, swaps them.
    """
    turn = (0 if sides in ("duplex-long", "fronts-backs") else 180) - box.turn
    trim = _known(*_rect_behind(box.trim, block.paper, sides))
    clip = _known(*_rect_behind(box.clip, block.paper, sides))
    return box._replace(trim=trim, clip=clip, turn=turn % 360, reverse=True, lined=False)


def _rect_behind(rect: Rect, paper: Size, sides: SidesName) -> Rect:
    if sides in ("duplex-long", "fronts-backs"):
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def line_behind(line: Line, block: SheetGrid, sides: SidesName) -> Line:
    """Return the line behind a front, for paper that is flipped or folded."""
    paper = block.paper
    if sides in ("duplex-long", "fronts-backs"):
        return line._replace(x1=paper.width - line.x1, x2=paper.width - line.x2)
    return line._replace(y1=paper.height - line.y1, y2=paper.height - line.y2)
