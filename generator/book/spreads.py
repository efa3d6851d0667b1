"""Distributes blocks over pages: blocks are not split, sections begin on spreads, and little space
is left empty.

Lengths are millimetres from the top left corner of a page. Nothing here draws.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from generator.book.blocks import Block, FigureBlock, MoveBlock, Vignette, inside
from generator.book.figure_blocks import is_whole
from generator.book.marks import Figure
from generator.book.references import CHECK
from generator.book.styles import COLUMN, INNER, LINE, OUTER, ROOM, TOP
from validator.core.location import Problem

LEAST = 0.5  # how small figures may get
COLUMNS_LEAST = 0.85  # smallest scale of figures in two columns, which are small already
LARGER = tuple(round(2.2 / 1.05**step, 3) for step in range(16))
SHRUNK = 0.55  # smallest height of a gap, relative to the usual one
WIDEST = 1.5 * LINE  # a gap that grew
STRIP = 5 * LINE  # the least height of a vignette
SIZES = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.5)
ALONE_SIZES = tuple(round(2.75 / 1.05**step, 3) for step in range(20))
PARTED = 1e9  # cost of a heading without its text
ALONE = 0.8  # share of a page from which a figure gets its own page


@dataclass(frozen=True)
class PlacedBlock:
    """A block and its position on a page."""

    block: Block
    x: float
    y: float
    wide: float
    grown: float


@dataclass
class SpreadPage:
    """A page with its content, its background, and its empty space."""

    blocks: Sequence[Block] = ()
    placed: list[PlacedBlock] = field(default_factory=list)
    kind: str = "text"  # text, figure (on a panel), whole, picture, cover, back
    title: str = ""
    ground: str = ""  # #rrggbb; empty: that of its kind
    free: float = 0.0  # mm that nothing took


@dataclass(frozen=True, eq=False)
class Section:
    """A section of the book: its blocks, some of which fill a page each."""

    title: str
    blocks: Sequence[Block]


def left_of(number: int) -> float:
    """Return the left edge of a page's column in mm.

    Pages with even numbers are left-hand pages.
    """
    return OUTER if number % 2 == 0 else INNER


# ---- which blocks are on which page


def natural(blocks: Sequence[Block], grown: float = 1.0) -> float:
    """Return the height of blocks and the usual gaps between them, with figures of a scale."""
    return math.fsum(
        each.high(COLUMN, grown if each.grows else 1.0) for each in blocks
    ) + math.fsum(each.gap for each in blocks[:-1])  # fmt: skip


def pages_of(section: Section, more: int = 0) -> list[list[Block]]:
    """Return the blocks on each page of a section, `more` pages than it needs if it has so many.

    Text comes first, and full-page figures are on the page opposite to their text.
    """
    large = [has_page(each) for each in section.blocks]
    alone = [part for each, is_large in zip(section.blocks, large, strict=True) if is_large
             for part in _parts(each)]  # fmt: skip
    words = [each for each, is_large in zip(section.blocks, large, strict=True) if not is_large]
    texts = split(words, more=more) if words else []
    found: list[list[Block]] = []
    while texts or alone:
        if texts:
            found.append(texts.pop(0))
        if alone:
            found.append([alone.pop(0)])
    return found


def has_page(block: Block) -> bool:
    """Return whether a block gets a separate page."""
    if is_whole(block):
        return True
    if isinstance(block, FigureBlock) and block.name.startswith("figure “"):
        block.whole = block.high(COLUMN) > ROOM * ALONE
        return block.whole
    if isinstance(block, MoveBlock) and len([*filter(_is_figure, inside(block))]) > 1:
        block.whole = block.high(COLUMN) > ROOM * ALONE
        return block.whole
    return False


def _is_figure(block: Block) -> bool:
    return isinstance(block, FigureBlock)


def _parts(block: Block) -> list[Block]:
    if isinstance(block, MoveBlock) and block.high(COLUMN, block.least) > ROOM:
        return [*block.parts(ROOM, COLUMN, block.least)]
    return [block]


def split(blocks: Sequence[Block], room: float = ROOM, more: int = 0) -> list[list[Block]]:
    """Distribute blocks over as few pages as possible, as evenly as their order allows.

    `room` is the height of a page in mm; `more` is a number of pages beyond the least.
    """
    heights = [(_least(each), each.high(COLUMN)) for each in blocks]
    count = len(blocks)
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]  # cost and start by pages, per end
    for end in range(1, count + 1):
        found: dict[int, tuple[float, int]] = {}
        least = natural = 0.0
        for start in range(end - 1, -1, -1):
            gap = blocks[start].gap if start < end - 1 else 0.0
            least += heights[start][0] + gap * SHRUNK
            natural += heights[start][1] + gap
            if least > room and start < end - 1:
                break
            parted = PARTED if end < count and blocks[end - 1].keep else 0.0
            over = max(0.0, natural - room) * 3
            empty = max(0.0, room - natural) * (0.5 if end == count and not more else 1.0)
            for pages, (cost, _) in best[start].items():
                new = cost + parted + (over + empty) ** 2, start
                found[pages + 1] = min(found.get(pages + 1, new), new)
        best.append(found)
    counts = [each for each, (cost, _) in best[count].items() if cost < PARTED] or [*best[count]]
    number = max(each for each in counts if each <= min(counts) + more)
    found_pages: list[list[Block]] = []
    end = count
    while end > 0:
        start = best[end][number][1]
        found_pages.append(list(blocks[start:end]))
        end, number = start, number - 1
    return found_pages[::-1]


def _least(block: Block) -> float:
    least = COLUMNS_LEAST if isinstance(block, MoveBlock) and block.in_columns else LEAST
    return block.high(COLUMN, least if block.grows else 1.0)


# ---- where blocks are on their page


def fill(
    page: SpreadPage, blocks: Sequence[Block], number: int,
    picture: Callable[[float, float], Figure | None] | None = None,
    room: float = ROOM, top: float = TOP,
) -> list[Problem]:  # fmt: skip
    """Place blocks on a page. Figures and gaps grow or shrink, and a vignette fills remaining
    space.

    `picture` returns art of a given width and height.
    """
    x = left_of(number)
    grown = size_of(blocks, room)
    heights = [block.high(COLUMN, grown if block.grows else 1.0) for block in blocks]
    gaps = [block.gap for block in blocks[:-1]]
    free = room - math.fsum(heights) - math.fsum(gaps)
    problems = []
    if free < 0:
        squeezed = [gap * SHRUNK for gap in gaps]
        short = room - math.fsum(heights) - math.fsum(squeezed)
        if short < -0.3:
            problems.append(_too_high(blocks, -short, number))
        part = max(0.0, short) / max(math.fsum(gaps) - math.fsum(squeezed), 0.01)
        gaps = [low + (gap - low) * min(part, 1.0) for gap, low in zip(gaps, squeezed, strict=True)]
        free = 0.0
    more = [0.0 if block.level or not block.stretches else max(0.0, WIDEST - gap)
            for block, gap in zip(blocks, gaps, strict=False)]  # fmt: skip
    most = math.fsum(more)
    art = picture(COLUMN, free - LINE) if picture and free - most >= STRIP else None
    free -= art.high + LINE if art else 0.0
    wish = max(0.0, min(free, most))
    gaps = [gap + each * wish / max(most, 0.01) for gap, each in zip(gaps, more, strict=True)]
    page.free = free - wish
    y = top
    for block, high, gap in zip(blocks, heights, [*gaps, 0.0], strict=True):
        page.placed.append(PlacedBlock(block, x, y, COLUMN, grown if block.grows else 1.0))
        y += high + gap
    if art is not None:
        page.placed.append(PlacedBlock(Vignette(figure=art, room=top + room - y), x, y, COLUMN, 1))
    return problems


def _too_high(blocks: Sequence[Block], by: float, number: int) -> Problem:
    """Return the problem of a page that is `by` mm too high, for its highest block."""
    block = max(blocks, key=lambda each: each.high(COLUMN, LEAST))
    message = (
        f"{block.name} does not fit on page {number}: {by:.0f} mm too tall; shorten the section, "
        "or split it with another heading"
    )
    return Problem(block.location, message, CHECK)


def size_of(blocks: Sequence[Block], room: float) -> float:
    """Return the scale of a page's figures: as large as the page and the limits allow."""
    gaps = math.fsum(block.gap for block in blocks[:-1])

    def fits(size: float, squeeze: float) -> bool:
        high = math.fsum(b.high(COLUMN, size if b.grows else 1.0) for b in blocks)
        return high + gaps * squeeze <= room

    larger = ALONE_SIZES if len(blocks) == 1 else LARGER
    for squeeze, sizes in ((1.0, (*larger, *SIZES)), (SHRUNK, SIZES)):
        at = bisect_left(sizes, True, key=partial(fits, squeeze=squeeze))
        if at < len(sizes):
            return sizes[at]
    return LEAST
