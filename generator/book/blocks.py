"""The blocks that make up pages. Each can compute its height for a width (mm), and is drawn as a
whole.

A block never breaks across pages. `grown` is the factor by which its figures are enlarged.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from reportlab.lib.units import mm

from generator.book.flowables import Tagged, TaggedParagraph
from generator.book.marks import Area, Disc, Figure, Mark, Stroke
from generator.book.styles import GUTTER, LINE, NOTE
from generator.book.tags import StructureElement
from validator.core.location import Location

STEP = 8.4  # mm, the indent of a step
BULLET = 4.4
INSIDE = 3.4  # mm within a box
BAR = 2.6  # mm from the bar of a note to its words
NOWHERE = Location("rulebook.md")


@dataclass(eq=False)
class BlockGroup:
    """A structure element that several blocks share, such as a list.

    It is created when the first of them is drawn.
    """

    kind: str
    attributes: dict[str, str] = field(default_factory=dict)


class BlockWriter(Protocol):
    """The interface of a writer of pages, with the functions that blocks use to draw themselves."""

    language: str
    on_panel: bool

    def text(
        self, said: TaggedParagraph, x: float, y: float, wide: float, element: StructureElement
    ) -> None: ...
    def figure(
        self, figure: Figure, x: float, y: float, element: StructureElement | None
    ) -> None: ...
    def element(self, path: Sequence[BlockGroup], kind: str, alt: str = "") -> StructureElement: ...
    def table(
        self, table: Tagged, cells: Sequence[Sequence[TaggedParagraph]], x: float, y: float
    ) -> None: ...
    def seen(self, block: Block) -> None: ...


@dataclass(eq=False)
class Block:
    """A part of a page that is placed as a whole."""

    location: Location = NOWHERE
    gap: float = LINE * 0.6  # mm below it, at least
    keep: bool = False  # stays with the next one
    path: tuple[BlockGroup, ...] = ()
    words: str = ""  # its text, for comparing builds
    rules: tuple[str, ...] = ()
    defined: tuple[str, ...] = ()  # terms for the index, which are defined here
    listed: tuple[str, ...] = ()  # terms for the index, which the author lists for this page
    anchor: str = ""  # link target of a heading
    target: str = ""  # link target of a figure
    level: int = 0
    grows: bool = False
    stretches: bool = True  # the gap below it may become larger
    name: str = "text"  # its name in messages

    def high(self, wide: float, grown: float = 1.0) -> float:
        raise NotImplementedError

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        raise NotImplementedError


def height_of(said: TaggedParagraph, wide: float) -> float:
    """Return the height of a paragraph in mm."""
    known: dict[float, float] = said.__dict__.setdefault("heights", {})
    if (key := round(wide, 2)) not in known:
        known[key] = float(said.wrap(wide * mm, 1e6)[1]) / mm
    return known[key]


@dataclass(eq=False)
class TextBlock(Block):
    """A block with a paragraph or a heading."""

    said: TaggedParagraph = None  # type: ignore[assignment]
    kind: str = "P"
    above: float = 0.0  # mm

    def high(self, wide: float, grown: float = 1.0) -> float:  # noqa: ARG002
        return height_of(self.said, wide) + self.above

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:  # noqa: ARG002
        writer.seen(self)
        writer.text(self.said, x, y + self.above, wide, writer.element(self.path, self.kind))


@dataclass(eq=False)
class ItemBlock(Block):
    """A list item with its number or bullet, and possibly pictures beside its text."""

    sign: str = ""  # the number of a step; empty: a point
    inner: Sequence[Block] = ()
    aside: FigureBlock | None = None
    share: float = 0.34  # share of the width for pictures

    def parts(self, wide: float) -> tuple[float, float, float]:
        """Return the indent, the width of the text and the width of the pictures, in mm."""
        indent = STEP if self.sign else BULLET
        rest = wide - indent
        right = rest * self.share if self.aside else 0.0
        return indent, rest - right - (GUTTER if self.aside else 0), right

    def high(self, wide: float, grown: float = 1.0) -> float:
        _, words, right = self.parts(wide)
        high = _sum(self.inner, words, grown)
        if self.aside:
            high = max(high, self.aside.high(right, grown))
        return max(high, 5.4) if self.sign else high

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        indent, words, right = self.parts(wide)
        high = self.high(wide, grown)
        own = _sum(self.inner, words, grown)
        top = y + (max(0.0, (5.4 - own) / 2) if self.sign else 0.0)
        group = BlockGroup("LBody")
        path = (*self.path, BlockGroup("LI"), group)
        sign: Mark = (
            Disc(self.sign, 2.7, 2.7, 5.4, "accent", "on_accent", "") if self.sign
            else Area(0.7, 1.35, 1.3, 1.3, "accent", is_round=True)
        )  # fmt: skip
        writer.figure(Figure(wide, high, (sign,)), x, y, None)
        _stack(writer, self.inner, x + indent, top, words, grown, path)
        if self.aside:
            self.aside.path = path
            middle = (high - self.aside.high(right, grown)) / 2
            self.aside.draw(writer, x + indent + words + GUTTER, y + middle, right, grown)


@dataclass(eq=False)
class FigureBlock(Block):
    """A block with a figure, and its caption below."""

    make: Callable[[float, float], Figure] = None  # type: ignore[assignment]
    caption: TaggedParagraph | None = None
    least: float = 0.7
    whole: bool = False  # it has a page of its own
    made: dict[tuple[float, float], Figure] = field(default_factory=dict)
    drawn: Sequence[Figure] = ()  # the figures in the form in which the page shows them

    def figure(self, wide: float, grown: float) -> Figure:
        key = (round(wide, 2), round(grown, 3))
        if key not in self.made:
            self.made[key] = self.make(wide, grown)
        return self.made[key]

    def high(self, wide: float, grown: float = 1.0) -> float:
        high = self.figure(wide, grown).high
        return high + (height_of(self.caption, wide) + 1.2 if self.caption else 0.0)

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        figure = self.figure(wide, grown)
        self.drawn = [figure]
        writer.figure(figure, x, y, writer.element(self.path, "Figure", figure.alt))
        if self.caption:
            element = writer.element(self.path, "P")
            writer.text(self.caption, x, y + figure.high + 1.2, wide, element)


@dataclass(eq=False)
class GridBlock(Block):
    """A block with a table."""

    table: Tagged = None  # type: ignore[assignment]
    cells: Sequence[Sequence[TaggedParagraph]] = ()
    measure: Callable[[float], list[float]] = None  # type: ignore[assignment]  # widths in points

    def high(self, wide: float, grown: float = 1.0) -> float:  # noqa: ARG002
        self.table._argW = self.table._colWidths = self.measure(wide * mm)
        self.table._rowHeights = self.table._argH = [None] * len(self.cells)
        high: float = self.table.wrap(wide * mm, 1e6)[1] / mm
        return high

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:  # noqa: ARG002
        writer.seen(self)
        self.high(wide)
        group = BlockGroup("Table")
        for number, row in enumerate(self.cells):
            line = BlockGroup("TR")
            for cell in row:
                kind = "TD" if number else "TH"
                cell.element = writer.element((*self.path, group, line), kind)
                if not number:
                    cell.element.attributes = {"O": "Table", "Scope": "Column"}
        writer.table(self.table, self.cells, x, y)


@dataclass(eq=False)
class BesideBlock(Block):
    """A block of text with notes in the margin."""

    left: Sequence[Block] = ()
    notes: Sequence[Block] = ()

    def beside(self, wide: float) -> float:
        """Return the width of the text beside notes.

        Notes without a text get the full width.
        """
        return wide - NOTE - GUTTER if self.left else -GUTTER

    def high(self, wide: float, grown: float = 1.0) -> float:
        words = self.beside(wide)
        left = _sum(self.left, words, grown)
        return max(left, _sum(self.notes, wide - words - GUTTER - BAR, grown))

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        words = self.beside(wide)
        _stack(writer, self.left, x, y, words, grown)
        top = y
        across = wide - words - GUTTER - BAR
        for note in self.notes:
            high = note.high(across, grown)
            bar = Stroke(0, 0.6, 0, high - 0.4, "line", 0.5)
            writer.figure(Figure(1, high, (bar,)), x + words + GUTTER, top, None)
            note.draw(writer, x + words + GUTTER + BAR, top, across, grown)
            top += high + note.gap


@dataclass(eq=False)
class PanelBlock(Block):
    """A group of blocks with a background; `side` is a coloured strip at the left."""

    inner: Sequence[Block] = ()
    aside: FigureBlock | None = None
    fill: str = "panel"
    stroke: str = ""
    side: str = ""
    head: str = ""  # the colour of a band behind the first block
    share: float = 0.34
    pad: float = INSIDE
    least_high: float = 0.0

    def parts(self, wide: float) -> tuple[float, float, float]:
        """Return the left edge of the text, its width and the width of the pictures, in mm."""
        left = self.pad + (4.0 if self.side else 0.0)
        rest = wide - left - self.pad
        right = rest * self.share if self.aside else 0.0
        return left, rest - right - (GUTTER if self.aside else 0.0), right

    def high(self, wide: float, grown: float = 1.0) -> float:
        _, words, right = self.parts(wide)
        high = _sum(self.inner, words, grown)
        if self.aside:
            high = max(high, self.aside.high(right, grown))
        return max(high + 2 * self.pad - 0.6, self.least_high)

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        left, words, right = self.parts(wide)
        high = self.high(wide, grown)
        fill = "tile" if writer.on_panel and self.fill == "panel" else self.fill
        marks: list[Mark] = [Area(0, 0, wide, high, fill, self.stroke, 0.25, radius=1.6)]
        if self.side:
            marks += [
                Area(0, 0, 4.2, high, self.side, radius=1.6),
                Area(2, 0, 2.4, high, self.side),
            ]
        if self.head and self.inner:
            band = self.pad + self.inner[0].high(words, grown) + 1.0
            marks += [Area(0, 0, wide, band, self.head, radius=1.6),
                      Area(0, band - 2, wide, 2, self.head)]  # fmt: skip
        writer.figure(Figure(wide, high, tuple(marks)), x, y, None)
        own = _sum(self.inner, words, grown)
        top = y + self.pad - 0.4 + max(0.0, high - own - 2 * self.pad) / 2 * (not self.head)
        before, writer.on_panel = writer.on_panel, True
        _stack(writer, self.inner, x + left, top, words, grown, self.path)
        if self.aside:
            self.aside.path = self.path
            free = high - self.aside.high(right, grown)
            self.aside.draw(writer, x + left + words + GUTTER, y + free / 2, right, grown)
        writer.on_panel = before


@dataclass(eq=False)
class ColumnsBlock(Block):
    """Short blocks in columns of nearly equal height, or in rows."""

    inner: Sequence[Block] = ()
    count: int = 2
    across: bool = False  # read in rows
    even: bool = False  # panels of a row have one height
    between: float = 1.0

    def columns(self, wide: float) -> list[list[Block]]:
        if self.across:
            return [list(self.inner[start :: self.count]) for start in range(self.count)]
        each = (wide - GUTTER * (self.count - 1)) / self.count
        heights = [block.high(each) + self.between for block in self.inner]
        share, filled = math.fsum(heights) / self.count, 0.0
        found: list[list[Block]] = [[] for _ in range(self.count)]
        for block, high in zip(self.inner, heights, strict=True):
            found[min(int((filled + high / 2) / max(share, 0.1)), self.count - 1)].append(block)
            filled += high
        return found

    def rows(self, wide: float, grown: float) -> list[float]:
        """Return the heights of rows, if the blocks are read row by row."""
        each = (wide - GUTTER * (self.count - 1)) / self.count
        rows = [self.inner[at : at + self.count] for at in range(0, len(self.inner), self.count)]
        for row in rows if self.even else ():
            panels = [block for block in row if isinstance(block, PanelBlock)]
            for block in panels:
                block.least_high = 0.0
            most = max((block.high(each, grown) for block in panels), default=0.0)
            for block in panels:
                block.least_high = most
        return [max(block.high(each, grown) for block in row) for row in rows]

    def high(self, wide: float, grown: float = 1.0) -> float:
        if self.across:
            rows = self.rows(wide, grown)
            return math.fsum(rows) + self.between * (len(rows) - 1)
        each = (wide - GUTTER * (self.count - 1)) / self.count
        return max((math.fsum(b.high(each, grown) + self.between for b in column)
                    for column in self.columns(wide)), default=0.0)  # fmt: skip

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        each = (wide - GUTTER * (self.count - 1)) / self.count
        if self.across:
            top = y
            for number, high in enumerate(self.rows(wide, grown)):
                for at, block in enumerate(self.inner[number * self.count :][: self.count]):
                    block.path = block.path or self.path
                    block.draw(writer, x + at * (each + GUTTER), top, each, grown)
                top += high + self.between
            return
        for number, column in enumerate(self.columns(wide)):
            top = y
            for block in column:
                block.path = block.path or self.path
                block.draw(writer, x + number * (each + GUTTER), top, each, grown)
                top += block.high(each, grown) + self.between


@dataclass(eq=False)
class MoveBlock(Block):
    """The pictures of a move, each with its caption, under a title."""

    title: TaggedParagraph | None = None
    pictures: Sequence[Block] = ()
    # Smallest scale of the pictures; if they need a smaller one, they take two pages.
    least: float = 0.75
    whole: bool = False  # it has a page of its own

    @property
    def in_columns(self) -> bool:
        """Whether the pictures are placed side by side."""
        return any(isinstance(each, ColumnsBlock) for each in self.pictures)

    def parts(self, room: float, wide: float, least: float) -> list[MoveBlock]:
        """Split the block into several if one page has no room for all its pictures."""
        found = [replace(self, pictures=[], whole=True, title=None)]
        high = 20.0
        for block in self.pictures:
            own = block.high(wide, least) + block.gap
            if found[-1].pictures and high + own > room:
                found.append(replace(found[0], pictures=[], target=""))
                high = 0.0
            high += own
            found[-1].pictures = [*found[-1].pictures, block]
        found[0].title = self.title
        return found

    def high(self, wide: float, grown: float = 1.0) -> float:
        inside = wide if self.whole else wide - 2 * INSIDE
        high = height_of(self.title, inside) + 2.0 if self.title else 0.0
        return high + _sum(self.pictures, inside, grown) + (0 if self.whole else 2 * INSIDE)

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        path = (*self.path, BlockGroup("Div"))
        inside = wide
        if not self.whole:
            high = self.high(wide, grown)
            writer.figure(Figure(wide, high, (Area(0, 0, wide, high, "panel", radius=1.6),)), x, y,
                         None)  # fmt: skip
            inside, x, y = wide - 2 * INSIDE, x + INSIDE, y + INSIDE
        if self.title:
            writer.text(self.title, x, y, inside, writer.element(path, "P"))
            y += height_of(self.title, inside) + 2.0
        _stack(writer, self.pictures, x, y, inside, grown, path)


@dataclass(eq=False)
class Vignette(Block):
    """A picture that fills the empty space at the foot of a page."""

    figure: Figure = None  # type: ignore[assignment]
    room: float = 0.0  # mm; the art is at its foot

    def high(self, wide: float, grown: float = 1.0) -> float:  # noqa: ARG002
        return self.room

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:  # noqa: ARG002
        writer.figure(self.figure, x, y + self.room - self.figure.high, None)


def inside(block: Block) -> Iterator[Block]:
    """Yield a block and all blocks inside it."""
    yield block
    for name in ("inner", "left", "notes", "pictures"):
        for each in getattr(block, name, ()):
            yield from inside(each)


def _sum(blocks: Sequence[Block], wide: float, grown: float) -> float:
    """Return the total height of stacked blocks, in mm."""
    if not blocks:
        return 0.0
    heights = [block.high(wide, grown) for block in blocks]
    return math.fsum(heights) + math.fsum(block.gap for block in blocks[:-1])


def _stack(
    writer: BlockWriter, blocks: Sequence[Block], x: float, y: float, wide: float, grown: float,
    path: tuple[BlockGroup, ...] = (),
) -> None:  # fmt: skip
    """Draw blocks below each other."""
    for block in blocks:
        if path:
            block.path = (*path, *[each for each in block.path if each not in path])
        high = block.high(wide, grown)
        block.draw(writer, x, y, wide, grown)
        y += high + block.gap
