"""Pieces to boxes on paper: pure arithmetic in millimetres from the top left; nothing here draws.

Pieces of one size share sheets, in order, in a block: neighbours with equal edges share a cut, and
others have a gap with bleed; crop marks stand outside the block. What is left of several sizes
may share the last sheet, one block below the other. Pieces of other shapes keep a gap, for a punch
or scissors. A back lies where the flip or the fold of the paper brings it behind its front.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import fsum
from typing import Literal, NamedTuple

from generator.sheets.boards import board_pages, fits
from generator.sheets.card_sheets import Grid
from generator.sheets.cut_settings import OVERLAP, CutSettings
from generator.sheets.pages import Box, Line, LineKind, Page, Piece, Rect
from generator.sheets.paper import SidesName
from validator.core.location import Problem
from validator.core.model import Game, Outline
from validator.core.sizes import Size

NOTE = 40.0  # mm, the least width of a line of small print
NOTE_HEIGHT = 2.4
NOTE_LEAST = 1.7  # room for its letters without a line's space


class TooLargeError(ValueError):
    """A piece that is larger than what a sheet of paper, or a cell of it, has room for."""

    def __init__(self, piece: Piece, paper: Size, grid: Grid | None = None) -> None:
        where = f"into the cells of {grid.cell} of this sheet" if grid else f"on {paper}"
        super().__init__(f"{piece.id} ({piece.size}) does not fit {where}")
        self.piece = piece


def lay_out(
    pieces: Sequence[Piece],
    paper: Size,
    sides: SidesName,
    cutting: CutSettings = CutSettings(),  # noqa: B008
    grid: Grid | None = None,
) -> list[Page]:
    """The pages of pieces, fronts and (for printing on both sides) reverses in turn.

    A board larger than the paper takes several sheets. `grid` has the cells of paper whose cards or
    labels are cut already. Raises TooLargeError for any other piece.
    """
    if grid is not None:
        return [*_in_cells(pieces, paper, sides, cutting, grid)]
    boards: list[Piece] = []
    others: list[Piece] = []
    for piece in pieces:
        is_large = piece.kind == "board" and not fits(piece.size, paper)
        (boards if is_large else others).append(piece)
    pages = _pages(others, paper, sides, cutting)
    bleed = 0.0 if cutting.bleeds == "none" else cutting.bleed
    for piece in boards:
        pages += board_pages(piece, paper, bleed, sides in _BOTH)
    return pages


def _in_cells(
    pieces: Sequence[Piece], paper: Size, sides: SidesName, cutting: CutSettings, grid: Grid
) -> Iterator[Page]:
    """The pages of paper whose cards or labels are cut already: nothing is left to mark."""
    cutting = replace(cutting, marks="none")
    for group in _groups(pieces):
        block = _cells(group[0], paper, cutting, grid)
        for start in range(0, len(group), block.capacity):
            for page in _sheet(group[start : start + block.capacity], block, sides):
                yield page._replace(note=None)  # which would be printed in a cell


def _cells(piece: Piece, paper: Size, cutting: CutSettings, grid: Grid) -> _Block:
    """The grid of a sheet with a piece in the middle of each cell, turned where it fits so."""
    size, cell = piece.size, grid.cell
    turned = Size(size.height, size.width)
    lies, turn = (size, 0) if _fits_in(size, cell) or piece.outline != "rect" else (turned, 90)
    if piece.page or not _fits_in(lies, cell):
        raise TooLargeError(piece, paper, grid)
    spare = Size(cell.width - lies.width, cell.height - lies.height)
    gaps = Size(grid.gaps.width + spare.width, grid.gaps.height + spare.height)
    left, top = grid.left + spare.width / 2, grid.top + spare.height / 2
    return _Block(
        paper, cutting, piece.outline, False, lies, turn, grid.columns, grid.rows, gaps, Size(0, 0),
        left, top, False,
    )  # fmt: skip


ROOMY = 0.5  # mm by which a piece may be larger than its cell, which is the tolerance of a punch


def _fits_in(size: Size, cell: Size) -> bool:
    return size.width <= cell.width + ROOMY and size.height <= cell.height + ROOMY


_BOTH = ("duplex-long", "duplex-short", "fronts-backs")  # a front's reverse is a page of its own


def _pages(
    pieces: Sequence[Piece], paper: Size, sides: SidesName, cutting: CutSettings
) -> list[Page]:
    """The sheets with gaps between neighbours that differ, as far as that takes no more sheets."""
    sheets = _sheets(pieces, paper, sides, cutting)
    if cutting.bleeds == "auto":
        for gaps in _GAPS:
            roomy = _sheets(pieces, paper, sides, cutting, gaps)
            if len(roomy) <= len(sheets):
                sheets = roomy
                break
    return [page for parts in sheets for page in _shared_sheet(parts, paper, sides, cutting)]


_Gaps = Literal["all", "full sheets", "none"]
_GAPS: tuple[_Gaps, ...] = ("all", "full sheets")  # what is tried, the best first


def _sheets(
    pieces: Sequence[Piece],
    paper: Size,
    sides: SidesName,
    cutting: CutSettings,
    gaps: _Gaps = "none",
) -> list[list[_GridPart]]:
    """Return what lies on each sheet of paper.

    `gaps` says which parts have room for bleed inside.
    """
    sheets: list[list[_GridPart]] = []
    open_: list[list[_GridPart]] = []  # those that have room for the smallest piece
    least = min((min(piece.size.width, piece.size.height) for piece in pieces), default=0.0)
    for group in _groups(pieces):
        block = _block(group[0], paper, sides, cutting)
        for start in range(0, len(group), block.capacity):
            part = _GridPart(block, tuple(group[start : start + block.capacity]))
            if gaps == "all" or (gaps == "full sheets" and len(part.pieces) == block.capacity):
                part = part._replace(block=_spread(part))
            for sheet in reversed(open_):
                if _may_share([*sheet, part], paper, cutting):
                    sheet.append(part)
                    break
            else:
                sheet = [part]
                sheets.append(sheet)
                if _stacked(sheet, cutting) + least <= _room(paper, cutting):
                    open_.append(sheet)
    return _fuller(sheets, paper, cutting)


SPARSE = 1 / 3  # a sheet of which less is covered by pieces is shared, whatever they are printed on


def _fuller(
    sheets: Sequence[list[_GridPart]], paper: Size, cutting: CutSettings
) -> list[list[_GridPart]]:
    """The sheets without those that are nearly empty: their pieces move to one that has room.

    A token on the stock of cards is less of a loss than a sheet of paper.
    """
    kept: list[list[_GridPart]] = []
    sparse: list[list[_GridPart]] = []  # of those that are kept
    for sheet in sheets:
        is_sparse = covered(sheet, paper) < SPARSE
        for other in reversed(kept if is_sparse else sparse):
            if _may_share([*other, *sheet], paper, cutting, mixed=True):
                other += sheet
                break
        else:
            kept.append(sheet)
            sparse += [sheet] if is_sparse else []
        sparse = [other for other in sparse if covered(other, paper) < SPARSE]
    return kept


def covered(parts: Sequence[_GridPart], paper: Size) -> float:
    """The part of a sheet that pieces cover, with what lies between and around them."""
    areas = [
        len(part.pieces) * (part.block.cell.width + part.block.gaps.width)
        * (part.block.cell.height + part.block.gaps.height)
        for part in parts
    ]  # fmt: skip
    return fsum(areas) / (paper.width * paper.height)


def check_sheets(game: Game, pages: Sequence[Page]) -> Iterator[Problem]:
    """Notes of sheets that are nearly empty, where a kit has other sheets of pieces to cut out."""
    cut = [
        page
        for page in pages
        if page.side == "front" and page.note is not None and len(page.boxes) > 0
    ]
    for page in cut if len(cut) > 1 else []:
        share = fsum(1 / _how_many_fit(box, page.paper) for box in page.boxes)
        if share < SPARSE - 1e-6:
            message = (
                f"sheet {page.sheet} ({', '.join(page.sections)}) is {share:.0%} full; expected a "
                "third or more; change the number of copies, or the size of pieces"
            )
            yield Problem(game.location, message, "sheets", "note")


def _how_many_fit(box: Box, paper: Size) -> int:
    """Return how many pieces like one of a sheet would fill it; 1 or more."""
    cutting = CutSettings()
    straight = box.outline == "rect"
    gap = 0.0 if straight else cutting.token_gap
    margin = (
        cutting.edge + cutting.mark_least if straight else cutting.token_edge + cutting.token_bleed
    )
    wide, high = paper.width - 2 * margin, paper.height - 2 * margin
    across, down = box.trim.width, box.trim.height
    return max(
        1,
        _how_many(wide, across, gap) * _how_many(high, down, gap),
        _how_many(wide, down, gap) * _how_many(high, across, gap),
    )


def in_printing_order(pages: Sequence[Page], sides: SidesName) -> list[Page]:
    """A whole kit's pages, numbered by sheet of paper, in the order in which they are printed."""
    number = 0
    numbered = []
    for page in pages:
        number += page.side == "front"
        numbered.append(page._replace(sheet=number))
    if sides == "fronts-backs":
        numbered.sort(key=lambda page: page.side == "back")
    return numbered


def _groups(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Pieces that may share sheets: of equal size and outline, and alike in having a back."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for index, piece in enumerate(pieces):
        key = (index,) if piece.page else (piece.size, piece.outline, piece.back is not None)
        groups.setdefault(key, []).append(piece)
    yield from groups.values()


# ---- the grid


@dataclass(frozen=True)
class _Block:
    """The grid that pieces of one size get on a paper, or on its upper half above a fold."""

    paper: Size
    cutting: CutSettings
    outline: Outline
    page: bool
    cell: Size  # a piece as it lies: turned by 90 degrees its width is its height
    turn: int
    columns: int
    rows: int
    gaps: Size  # between columns and between rows
    spare: Size  # room beyond the cells and their gaps
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
        """Bleed at an outer edge: what leaves room for a crop mark that can be aimed at."""
        if self.cutting.bleeds == "none":
            return 0.0
        if self.cutting.marks == "silhouette":  # which kept room for it
            return self.cutting.bleed
        room = margin - self.cutting.edge - self.cutting.mark_least
        return max(0.0, min(self.cutting.bleed, room))


def _block(piece: Piece, paper: Size, sides: SidesName, cutting: CutSettings) -> _Block:
    """The grid with the most pieces, upright where turning them gains nothing."""
    if cutting.marks == "silhouette" and not piece.page:
        registered = _between_marks(piece, paper, cutting)
        if registered.capacity:
            return registered
        cutting = replace(cutting, marks="crop")  # too large for a cutter: for scissors
    folded = sides == "gutterfold" and piece.back is not None and not piece.page
    upright = _grid(piece, piece.size, 0, paper, cutting, folded)
    best = upright
    if folded and piece.outline == "rect":
        turned = Size(piece.size.height, piece.size.width)
        best = max(upright, _grid(piece, turned, 90, paper, cutting, folded), key=_capacity)
    if folded and not best.capacity and cutting.fold > cutting.fold_least:
        return _block(piece, paper, sides, replace(cutting, fold=cutting.fold_least))
    if not best.capacity or piece.size.width > paper.width or piece.size.height > paper.height:
        raise TooLargeError(piece, paper)
    return best


def _between_marks(piece: Piece, paper: Size, cutting: CutSettings) -> _Block:
    """The grid with the most pieces whose trims and bleed keep clear of registration marks.

    It lies within the marks' frame, and keeps away from their corners sideways or upwards.
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


def _capacity(block: _Block) -> int:
    return block.capacity


def _grid(
    piece: Piece,
    cell: Size,
    turn: int,
    paper: Size,
    cutting: CutSettings,
    folded: bool,
    margins: Size | None = None,
) -> _Block:
    """The grid of as many cells as have room; `margins` are the least, sideways and upwards."""
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
        columns = _how_many(room.width, cell.width, gap)
        rows = _how_many(room.height, cell.height, gap)
        spare = Size(room.width - columns * cell.width, room.height - rows * cell.height)
    wide = columns * cell.width + (columns - 1) * gap
    tall = rows * cell.height + (rows - 1) * gap
    left = (paper.width - wide) / 2
    top = high - foot - tall if folded else (high - tall) / 2
    return _Block(
        paper, cutting, piece.outline, piece.page, cell, turn, columns, rows, Size(gap, gap), spare,
        left, top, folded,
    )  # fmt: skip


def _gap(piece: Piece, cutting: CutSettings) -> float:
    if piece.outline != "rect":
        return cutting.token_gap
    return 2 * cutting.bleed if cutting.bleeds == "each" else 0.0


def _how_many(room: float, length: float, gap: float) -> int:
    return max(0, math.floor((room + gap + 1e-6) / (length + gap)))


# ---- a sheet of paper


class _GridPart(NamedTuple):
    """What one grid holds of a sheet: all of it, or a block above another of pieces of one kind."""

    block: _Block
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> float:
        rows = -(-len(self.pieces) // self.block.columns)
        return rows * (self.block.cell.height + self.block.gaps.height) - self.block.gaps.height


def _spread(part: _GridPart) -> _Block:
    """The grid with room for bleed between columns, and rows, in which neighbours differ.

    As many pieces fit as before. The bleed inside is as broad as outside; where there is room for
    too little of it, neighbours share a cut.
    """
    block = part.block
    if block.outline != "rect" or block.page:
        return block
    edges = [each.edges.turned() if block.turn == 90 else each.edges for each in part.pieces]
    across = any(
        one.right != other.left and (at + 1) % block.columns
        for at, (one, other) in enumerate(pairwise(edges))
    )
    below = edges[block.columns :]
    down = any(one.bottom != other.top for one, other in zip(edges, below, strict=False))
    gaps = Size(
        _gap_within(block.spare.width, block.columns, block.cutting) if across else 0.0,
        _gap_within(block.spare.height, block.rows, block.cutting) if down else 0.0,
    )
    left = block.left - (block.columns - 1) * gaps.width / 2
    top = block.top - (block.rows - 1) * gaps.height * (1 if block.folded else 0.5)
    return replace(block, gaps=gaps, left=left, top=top)


def _gap_within(spare: float, count: int, cutting: CutSettings) -> float:
    """Return the gap between `count` cells that gives each equal bleed, or 0 if room lacks."""
    bleed = min(cutting.bleed, spare / (2 * count))
    return 2 * bleed if bleed >= cutting.bleed_least else 0.0


def _may_share(
    parts: Sequence[_GridPart], paper: Size, cutting: CutSettings, mixed: bool = False
) -> bool:
    """Return whether the odd last pieces of several grids save a sheet, marks and bleed apart.

    Not on folded sheets nor between registration marks, and unless they are `mixed` of one kind
    only: cards are printed on card, sheets on paper, and tokens are glued to board.
    """
    kinds = {piece.kind for part in parts for piece in part.pieces}
    if (len(kinds) > 1 and not mixed) or "" in kinds or cutting.marks == "silhouette":
        return False
    if any(part.block.folded or part.block.page for part in parts):
        return False
    return _stacked(parts, cutting) <= _room(paper, cutting)


def _room(paper: Size, cutting: CutSettings) -> float:
    """Return how high a stack of grids may be."""
    return paper.height - 2 * (cutting.edge + cutting.mark + cutting.bleed) + 1e-6


def _stacked(parts: Sequence[_GridPart], cutting: CutSettings) -> float:
    apart = 2 * (cutting.mark + cutting.bleed)
    return fsum(part.height for part in parts) + apart * (len(parts) - 1)


def _shared_sheet(
    parts: Sequence[_GridPart], paper: Size, sides: SidesName, cutting: CutSettings
) -> Iterator[Page]:
    """The pages of a sheet; several parts stand one below the other."""
    if len(parts) == 1:
        yield from _sheet(parts[0].pieces, parts[0].block, sides)
        return
    top = (paper.height - _stacked(parts, cutting)) / 2
    laid = []
    for part in parts:
        laid.append(list(_sheet(part.pieces, replace(part.block, top=top), sides)))
        top += part.height + 2 * (cutting.mark + cutting.bleed)
    for pages in zip(*laid, strict=True):
        yield _together(pages)


def _together(pages: Sequence[Page]) -> Page:
    """One page of several; the note stands below the last. What is empty adds nothing."""
    sections = tuple(dict.fromkeys(section for page in pages for section in page.sections))
    full = [page for page in pages if not page.empty]
    if not full:
        return pages[0]._replace(sections=sections)
    return full[-1]._replace(
        boxes=tuple(box for page in full for box in page.boxes),
        lines=tuple(line for page in full for line in page.lines),
        trim=_around([page.trim for page in full]),
        bleed=_around([page.bleed for page in full]),
        sections=sections,
    )


def _sheet(pieces: Sequence[Piece], block: _Block, sides: SidesName) -> Iterator[Page]:
    """The front of a sheet and, for printing on both sides, its reverse, be it empty."""
    trims = [block.place(index) for index in range(len(pieces))]
    sections = tuple(dict.fromkeys(piece.section for piece in pieces))
    fronts = [
        _box(piece, trim, block, trims[:index], trims[index + 1 :], _overlaps(pieces, index, block))
        for index, (piece, trim) in enumerate(zip(pieces, trims, strict=True))
    ]
    lines = _alike(tuple(_lines(fronts, block)))
    backs = [
        _behind(box._replace(drawing=piece.back), block, sides)
        for piece, box in zip(pieces, fronts, strict=True)
        if piece.back is not None and sides != "fronts"
    ]
    behind = _alike(tuple(_line_behind(line, block, sides) for line in lines)) if backs else ()
    if block.folded:
        middle = block.paper.height / 2
        edge = block.cutting.edge
        fold = Line(edge, middle, block.paper.width - edge, middle, "fold")
        yield _page(block, "front", [*fronts, *backs], (*lines, *behind, fold), sections)
        return
    if block.cutting.marks == "silhouette" and not block.page:  # on one side: the cutter sees one
        lines = (*lines, *registration(block.paper, block.cutting))
    yield _page(block, "front", fronts, lines, sections)
    if sides in _BOTH:
        yield _page(block, "back", backs, behind, sections)


def _page(
    block: _Block,
    side: Literal["front", "back"],
    boxes: Sequence[Box],
    lines: tuple[Line, ...],
    sections: tuple[str, ...],
) -> Page:
    paper = block.paper
    whole = Rect(0, 0, paper.width, paper.height)
    if not boxes or block.page:
        return Page(paper, side, tuple(boxes), (), whole, whole, sections, None)
    trim, bleed = _around([box.trim for box in boxes]), _around([box.clip for box in boxes])
    return Page(paper, side, tuple(boxes), lines, trim, bleed, sections, _note(trim, bleed, block))


def _around(rects: Sequence[Rect]) -> Rect:
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    right, bottom = max(r.right for r in rects), max(r.bottom for r in rects)
    return Rect(left, top, right - left, bottom - top)


def _overlaps(pieces: Sequence[Piece], index: int, block: _Block) -> Size:
    """Return how far a piece goes on below the next one, across and down.

    Viewers show a light seam where two drawings abut. In a gap there is only bleed. Where a cut is
    shared, the next piece covers it, if it shows the same there or its ground hides what is below.
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
    """Whether an edge covers what goes on below it: with the same, or with a ground of its own.

    Of a picture this is not known: it may be transparent.
    """
    if not edge or not below:
        return False
    for above, under in zip(edge.split(" | "), below.split(" | "), strict=True):
        ground = above.partition("; ")[0]
        if above != under and not (ground[:1].isdigit() and "-" not in ground):
            return False
    return True


def _box(
    piece: Piece,
    trim: Rect,
    block: _Block,
    before: Sequence[Rect],
    after: Sequence[Rect],
    overlaps: Size,
) -> Box:
    """A box that shows bleed where no neighbour begins, or all around.

    `before` are the places of earlier pieces, left of this one and above; `after` of later ones,
    which `overlaps` goes on below.
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
    """One object for equal places: sheets of a deck are laid out alike."""
    return Rect(x, y, width, height)


@lru_cache(maxsize=100)
def _alike(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The same for equal lines."""
    return lines


def _same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


def _behind(box: Box, block: _Block, sides: SidesName) -> Box:
    """The box where a flip or a fold of the paper brings it behind its front.

    A turn about the long edge of the paper leaves up where it is; about the short edge, or over a
    fold across the paper, up and down change places.
    """
    turn = (0 if sides in ("duplex-long", "fronts-backs") else 180) - box.turn
    trim = _known(*_rect_behind(box.trim, block.paper, sides))
    clip = _known(*_rect_behind(box.clip, block.paper, sides))
    return box._replace(trim=trim, clip=clip, turn=turn % 360, reverse=True, lined=False)


def _rect_behind(rect: Rect, paper: Size, sides: SidesName) -> Rect:
    if sides in ("duplex-long", "fronts-backs"):
        return Rect(paper.width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, paper.height - rect.bottom, rect.width, rect.height)


def _line_behind(line: Line, block: _Block, sides: SidesName) -> Line:
    paper = block.paper
    if sides in ("duplex-long", "fronts-backs"):
        return line._replace(x1=paper.width - line.x1, x2=paper.width - line.x2)
    return line._replace(y1=paper.height - line.y1, y2=paper.height - line.y2)


# ---- marks


def _lines(boxes: Sequence[Box], block: _Block) -> Iterator[Line]:
    """Lines that help to cut, as the settings ask for them."""
    cutting = block.cutting
    if block.page:
        return
    if block.outline != "rect":  # another shape's outline itself is printed
        if block.outline == "round" and cutting.marks != "none":
            for box in boxes:
                yield from _round_ticks(box, cutting)
        return
    if cutting.safe_zone:
        for box in boxes:
            yield from _outline(box.trim.grown(-cutting.safe, -cutting.safe), "safe")
    if cutting.marks == "crop":
        yield from _crop_marks(boxes, block)
    elif cutting.marks == "lines":
        for box in boxes:
            yield from _outline(box.trim, "cut")
    elif cutting.marks == "ticks":
        for box in boxes:
            yield from _ticks(box.trim, cutting.tick)


def registration(paper: Size, cutting: CutSettings) -> Iterator[Line]:
    """Registration marks: a square top left, an angle top right and one bottom left.

    The square is a line as wide as it is long. The middles of the angles' strokes lie on the inset.
    """
    inset, half = cutting.inset, cutting.square / 2
    yield Line(inset, inset + half, inset + cutting.square, inset + half, "square")
    long = cutting.arm - cutting.stroke / 2  # the stroke's square end adds the rest
    right, bottom = paper.width - inset, paper.height - inset
    yield Line(right - long, inset, right, inset, "angle")
    yield Line(right, inset, right, inset + long, "angle")
    yield Line(inset, bottom, inset + long, bottom, "angle")
    yield Line(inset, bottom - long, inset, bottom, "angle")


def _outline(rect: Rect, kind: LineKind) -> Iterator[Line]:
    yield Line(rect.x, rect.y, rect.right, rect.y, kind)
    yield Line(rect.x, rect.bottom, rect.right, rect.bottom, kind)
    yield Line(rect.x, rect.y, rect.x, rect.bottom, kind)
    yield Line(rect.right, rect.y, rect.right, rect.bottom, kind)


def _ticks(trim: Rect, length: float) -> Iterator[Line]:
    """A small angle inside each corner."""
    for x, inward in ((trim.x, 1), (trim.right, -1)):
        for y, downward in ((trim.y, 1), (trim.bottom, -1)):
            yield Line(x, y, x + inward * length, y, "cut")
            yield Line(x, y, x, y + downward * length, "cut")


def _round_ticks(box: Box, cutting: CutSettings) -> Iterator[Line]:
    """Four ticks that point to a round piece's edge, outside its bleed.

    Two opposite ticks are in line with the middle, so that a light piece on white paper can be cut
    and a punch can be aimed.
    """
    trim, clip, length = box.trim, box.clip, cutting.token_tick
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    yield Line(x, clip.y - length, x, clip.y, "crop")
    yield Line(x, clip.bottom, x, clip.bottom + length, "crop")
    yield Line(clip.x - length, y, clip.x, y, "crop")
    yield Line(clip.right, y, clip.right + length, y, "crop")


def _crop_marks(boxes: Sequence[Box], block: _Block) -> Iterator[Line]:
    """Marks at every cut, outside the bleed of the block."""
    cutting, paper = block.cutting, block.paper
    trims = [box.trim for box in boxes]
    bleed = _around([box.clip for box in boxes])
    upwards = max(cutting.edge, bleed.y - cutting.mark)
    end = paper.height / 2 if block.folded else paper.height - cutting.edge
    downwards = min(end, bleed.bottom + cutting.mark)
    for x in sorted({round(t.x, 6) for t in trims} | {round(t.right, 6) for t in trims}):
        yield Line(x, upwards, x, bleed.y, "crop")
        yield Line(x, bleed.bottom, x, downwards, "crop")
    leftmost = max(cutting.edge, bleed.x - cutting.mark)
    rightmost = min(paper.width - cutting.edge, bleed.right + cutting.mark)
    for y in sorted({round(t.y, 6) for t in trims} | {round(t.bottom, 6) for t in trims}):
        yield Line(leftmost, y, bleed.x, y, "crop")
        yield Line(bleed.right, y, rightmost, y, "crop")


def _note(trim: Rect, bleed: Rect, block: _Block) -> Rect | None:
    """Room for a line of small print under the block: between the first two cuts, or below them."""
    top = bleed.bottom + 0.4
    end = block.paper.height - block.cutting.edge
    narrow = block.cell.width < NOTE + 2 and block.cutting.marks == "crop"
    if narrow and top + block.cutting.mark + NOTE_HEIGHT <= end:
        top += block.cutting.mark
    height = min(NOTE_HEIGHT, end - top)
    if height < NOTE_LEAST:
        return None
    left = trim.x + 1
    if block.cutting.marks == "silhouette":  # right of the angle that may stand there
        left = max(left, block.cutting.inset + block.cutting.arm + block.cutting.clear)
    return Rect(left, top, max(block.cell.width - 2, NOTE), height)
