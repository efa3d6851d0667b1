"""Arranges pieces as boxes on paper, in millimetres from the top left, without drawing anything.

Pieces of one size share sheets, in order, in a block: neighbours with equal edges share a cut, and
others have a gap with bleed; crop marks are outside the block. The remaining pieces of several
sizes may share the last sheet, in stacked blocks. Pieces of other shapes keep a gap, for a punch or
scissors. A back is placed where flipping or folding the paper brings it behind its front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import fsum
from typing import Literal, NamedTuple

from generator.sheets.boards import board_pages, fits
from generator.sheets.boxes import box_behind, box_of, line_behind, overlaps_of
from generator.sheets.card_sheets import Grid
from generator.sheets.cut_settings import CutSettings
from generator.sheets.grid import GAPS, Gaps, SheetGrid, TooLargeError, block_of, how_many
from generator.sheets.marks import around_all, cut_lines, note_place, registration
from generator.sheets.pages import Box, Line, Page, Piece, Rect
from generator.sheets.paper import SidesName
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.sizes import Size


def lay_out(
    pieces: Sequence[Piece],
    paper: Size,
    sides: SidesName,
    cutting: CutSettings = CutSettings(),  # noqa: B008
    grid: Grid | None = None,
) -> list[Page]:
    """Return the pages for pieces; for duplex printing, fronts and reverses alternate.

    A board that is larger than the paper is divided among several sheets. `grid` has the cells of
    precut cards or labels. Raises TooLargeError for any other oversized piece.
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
    """Yield the pages for paper with precut cards or labels, which need no marks."""
    cutting = cutting._replace(marks="none")
    for group in _groups(pieces):
        block = _cells(group[0], paper, cutting, grid)
        for start in range(0, len(group), block.capacity):
            for page in _sheet(group[start : start + block.capacity], block, sides):
                yield page._replace(note=None)  # a note would be printed in a cell


def _cells(piece: Piece, paper: Size, cutting: CutSettings, grid: Grid) -> SheetGrid:
    """Return the grid of precut cells, with a piece in the centre of each.

    The piece is rotated if it fits better.
    """
    size, cell = piece.size, grid.cell
    turned = Size(size.height, size.width)
    lies, turn = (size, 0) if _fits_in(size, cell) or piece.outline != "rect" else (turned, 90)
    if piece.page or not _fits_in(lies, cell):
        raise TooLargeError(piece, paper, grid)
    spare = Size(cell.width - lies.width, cell.height - lies.height)
    gaps = Size(grid.gaps.width + spare.width, grid.gaps.height + spare.height)
    left, top = grid.left + spare.width / 2, grid.top + spare.height / 2
    return SheetGrid(
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
    """Return the sheets.

    Neighbours that differ have gaps if this needs no more sheets.
    """
    sheets = _sheets(pieces, paper, sides, cutting)
    if cutting.bleeds == "auto":
        for gaps in GAPS:
            roomy = _sheets(pieces, paper, sides, cutting, gaps)
            if len(roomy) <= len(sheets):
                sheets = roomy
                break
    return [page for parts in sheets for page in _shared_sheet(parts, paper, sides, cutting)]


def _sheets(
    pieces: Sequence[Piece],
    paper: Size,
    sides: SidesName,
    cutting: CutSettings,
    gaps: Gaps = "none",
) -> list[list[_GridPart]]:
    """Return the grids on each sheet of paper.

    `gaps` selects the grids that have gaps for bleed inside.
    """
    sheets: list[list[_GridPart]] = []
    open_: list[list[_GridPart]] = []  # those with space for the smallest piece
    least = min((min(piece.size.width, piece.size.height) for piece in pieces), default=0.0)
    for group in _groups(pieces):
        block = block_of(group[0], paper, sides, cutting)
        for start in range(0, len(group), block.capacity):
            part = _GridPart(block, tuple(group[start : start + block.capacity]))
            if gaps == "all" or (gaps == "full sheets" and len(part.pieces) == block.capacity):
                part = part._replace(block=_spread(part))
            for sheet in reversed(open_):
                if _can_share_sheet([*sheet, part], paper, cutting):
                    sheet.append(part)
                    break
            else:
                sheet = [part]
                sheets.append(sheet)
                if _stack_height(sheet, cutting) + least <= _available_height(paper, cutting):
                    open_.append(sheet)
    return _fuller(sheets, paper, cutting)


SPARSE = 1 / 3  # a sheet covered less than this is shared, whatever the stock


def _fuller(
    sheets: Sequence[list[_GridPart]], paper: Size, cutting: CutSettings
) -> list[list[_GridPart]]:
    """Return the sheets, without sheets that are nearly empty.

    Their pieces are moved to sheets with room: a token on card stock is a smaller loss than a sheet
    of paper.
    """
    kept: list[list[_GridPart]] = []
    sparse: list[list[_GridPart]] = []  # grids of the sheets that are kept
    for sheet in sheets:
        is_sparse = covered(sheet, paper) < SPARSE
        for other in reversed(kept if is_sparse else sparse):
            if _can_share_sheet([*other, *sheet], paper, cutting, mixed=True):
                other += sheet
                break
        else:
            kept.append(sheet)
            sparse += [sheet] if is_sparse else []
        sparse = [other for other in sparse if covered(other, paper) < SPARSE]
    return kept


def covered(parts: Sequence[_GridPart], paper: Size) -> float:
    """Return which fraction of a sheet is covered by pieces and the areas between them."""
    areas = [
        len(part.pieces) * (part.block.cell.width + part.block.gaps.width)
        * (part.block.cell.height + part.block.gaps.height)
        for part in parts
    ]  # fmt: skip
    return fsum(areas) / (paper.width * paper.height)


def check_sheets(game: Game, pages: Sequence[Page]) -> Iterator[Problem]:
    """Yield notes about nearly empty sheets, if the kit has other sheets of pieces to cut out."""
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
    """Return how many pieces of this size fit on a sheet, but at least 1."""
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
        how_many(wide, across, gap) * how_many(high, down, gap),
        how_many(wide, down, gap) * how_many(high, across, gap),
    )


def in_printing_order(pages: Sequence[Page], sides: SidesName) -> list[Page]:
    """Return a whole kit's pages in printing order, numbered by sheet of paper."""
    number = 0
    numbered = []
    for page in pages:
        number += page.side == "front"
        numbered.append(page._replace(sheet=number))
    if sides == "fronts-backs":
        numbered.sort(key=lambda page: page.side == "back")
    return numbered


def _groups(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield groups of pieces that may share sheets.

    The pieces of a group have the same size and outline, and all or none of them have backs.
    """
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for index, piece in enumerate(pieces):
        key = (index,) if piece.page else (piece.size, piece.outline, piece.back is not None)
        groups.setdefault(key, []).append(piece)
    yield from groups.values()


# ---- the grid


# ---- a sheet of paper


class _GridPart(NamedTuple):
    """A part of a sheet with one grid: the whole sheet, or one of two stacked blocks."""

    block: SheetGrid
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> float:
        rows = -(-len(self.pieces) // self.block.columns)
        return rows * (self.block.cell.height + self.block.gaps.height) - self.block.gaps.height


def _spread(part: _GridPart) -> SheetGrid:
    """Return the grid with gaps for bleed between columns and rows where neighbours differ.

    The number of pieces does not change. Inner bleed is as wide as outer bleed; if there is not
    enough space, neighbours share a cut.
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
    return block._replace(gaps=gaps, left=left, top=top)


def _gap_within(spare: float, count: int, cutting: CutSettings) -> float:
    """Return the gap between `count` cells at which each has the same bleed.

    Returns 0 if there is not enough space.
    """
    bleed = min(cutting.bleed, spare / (2 * count))
    return 2 * bleed if bleed >= cutting.min_bleed else 0.0


def _can_share_sheet(
    parts: Sequence[_GridPart], paper: Size, cutting: CutSettings, mixed: bool = False
) -> bool:
    """Return whether sharing a sheet between the last pieces of several grids saves a sheet.

    Marks and bleed are ignored. Sheets that are folded or have registration marks are never shared.
    Unless `mixed`, all pieces must be of one kind: cards are printed on card, sheets on paper, and
    tokens are glued to board.
    """
    kinds = {piece.kind for part in parts for piece in part.pieces}
    if (len(kinds) > 1 and not mixed) or "" in kinds or cutting.marks == "silhouette":
        return False
    if any(part.block.folded or part.block.page for part in parts):
        return False
    return _stack_height(parts, cutting) <= _available_height(paper, cutting)


def _available_height(paper: Size, cutting: CutSettings) -> float:
    """Return the maximum height of stacked grids."""
    return paper.height - 2 * (cutting.edge + cutting.mark + cutting.bleed) + 1e-6


def _stack_height(parts: Sequence[_GridPart], cutting: CutSettings) -> float:
    apart = 2 * (cutting.mark + cutting.bleed)
    return fsum(part.height for part in parts) + apart * (len(parts) - 1)


def _shared_sheet(
    parts: Sequence[_GridPart], paper: Size, sides: SidesName, cutting: CutSettings
) -> Iterator[Page]:
    """Yield the pages of a sheet that has one or several grids; several are stacked."""
    if len(parts) == 1:
        yield from _sheet(parts[0].pieces, parts[0].block, sides)
        return
    top = (paper.height - _stack_height(parts, cutting)) / 2
    laid = []
    for part in parts:
        laid.append(list(_sheet(part.pieces, part.block._replace(top=top), sides)))
        top += part.height + 2 * (cutting.mark + cutting.bleed)
    for pages in zip(*laid, strict=True):
        yield _together(pages)


def _together(pages: Sequence[Page]) -> Page:
    """Merge several pages into one.

    The note is below the last one. Empty pages add nothing.
    """
    sections = tuple(dict.fromkeys(section for page in pages for section in page.sections))
    full = [page for page in pages if not page.empty]
    if not full:
        return pages[0]._replace(sections=sections)
    return full[-1]._replace(
        boxes=tuple(box for page in full for box in page.boxes),
        lines=tuple(line for page in full for line in page.lines),
        trim=around_all([page.trim for page in full]),
        bleed=around_all([page.bleed for page in full]),
        sections=sections,
    )


def _sheet(pieces: Sequence[Piece], block: SheetGrid, sides: SidesName) -> Iterator[Page]:
    """Yield the front of a sheet and, for duplex printing, its reverse, even if it is blank."""
    trims = [block.place(index) for index in range(len(pieces))]
    sections = tuple(dict.fromkeys(piece.section for piece in pieces))
    fronts = []
    for index, (piece, trim) in enumerate(zip(pieces, trims, strict=True)):
        overlaps = overlaps_of(pieces, index, block)
        fronts.append(box_of(piece, trim, block, trims[:index], trims[index + 1 :], overlaps))
    lines = _alike(tuple(cut_lines(fronts, block)))
    backs = [
        box_behind(box._replace(drawing=piece.back), block, sides)
        for piece, box in zip(pieces, fronts, strict=True)
        if piece.back is not None and sides != "fronts"
    ]
    behind = _alike(tuple(line_behind(line, block, sides) for line in lines)) if backs else ()
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
    block: SheetGrid,
    side: Literal["front", "back"],
    boxes: Sequence[Box],
    lines: tuple[Line, ...],
    sections: tuple[str, ...],
) -> Page:
    paper = block.paper
    whole = Rect(0, 0, paper.width, paper.height)
    if not boxes or block.page:
        return Page(paper, side, tuple(boxes), (), whole, whole, sections, None)
    trim, bleed = around_all([box.trim for box in boxes]), around_all([box.clip for box in boxes])
    note = note_place(trim, bleed, block)
    return Page(paper, side, tuple(boxes), lines, trim, bleed, sections, note)


@lru_cache(maxsize=100)
def _alike(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return one shared tuple for equal lines, to save memory."""
    return lines


# ---- marks
