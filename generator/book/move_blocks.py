"""Blocks for the figures of moves: pictures with captions, and refused moves."""

from __future__ import annotations

from dataclasses import dataclass

from generator.book.blocks import Block, BlockWriter, FigureBlock, height_of
from generator.book.flowables import TaggedParagraph
from generator.book.marks import Area, Disc, Figure, Stroke

PAD = 2.6  # mm from the edge of a tile to its words
SHARE = 0.6  # width of a picture with its caption at its right, relative to the tile
SAME = 0.92  # smallest scale of a picture in that part
CROSS = 4.0  # mm across the sign of what is not allowed
INDENT = 6.2  # indent of the words beside the sign, in mm


@dataclass(eq=False)
class PanelFigureBlock(FigureBlock):
    """A picture on a panel.

    Its caption is above it or, if the picture is narrow, at its right.
    """

    def is_beside(self, wide: float, grown: float) -> bool:
        """Whether the caption is beside the picture, because this needs less height."""
        assert self.caption is not None
        whole, part = self.figure(wide, grown), self.figure(wide * SHARE, grown)
        sizes = [min((each.wide * each.scale for each in figure.shown), default=0.0)
                 for figure in (whole, part)]  # fmt: skip
        below = height_of(self.caption, wide - 2 * PAD)
        beside = height_of(self.caption, wide * (1 - SHARE) - PAD) + 2 * PAD
        fits = all(each.right <= wide * SHARE for each in part.shown)
        return fits and sizes[1] >= sizes[0] * SAME and max(part.high, beside) < whole.high + below

    def high(self, wide: float, grown: float = 1.0) -> float:
        assert self.caption is not None
        if self.is_beside(wide, grown):
            words = height_of(self.caption, wide * (1 - SHARE) - PAD)
            return max(self.figure(wide * SHARE, grown).high, words + 2 * PAD)
        words = height_of(self.caption, wide - 2 * PAD)
        return words + PAD + self.figure(wide, grown).high

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        assert self.caption is not None
        writer.seen(self)
        high = self.high(wide, grown)
        beside = self.is_beside(wide, grown)
        figure = self.figure(wide * SHARE if beside else wide, grown)
        self.drawn = [figure]
        tile = Area(0, 0, wide, high, "tile", radius=1.8)
        writer.figure(Figure(wide, high, (tile,)), x, y, None)
        left = wide * SHARE if beside else PAD
        across = wide - left - PAD
        element = writer.element(self.path, "P")
        writer.text(self.caption, x + left, y + PAD - 0.4, across, element)
        top = y + (0.0 if beside else height_of(self.caption, across) + PAD)
        top += (high - figure.high) / 2 if beside else 0.0
        writer.figure(figure, x, top, writer.element(self.path, "Figure", figure.alt))


@dataclass(eq=False)
class RefusedBlock(Block):
    """A refused move, and why it is not allowed, beside a crossed disc."""

    said: TaggedParagraph = None  # type: ignore[assignment]

    def high(self, wide: float, grown: float = 1.0) -> float:  # noqa: ARG002
        return max(height_of(self.said, wide - INDENT), CROSS)

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:  # noqa: ARG002
        writer.seen(self)
        middle, arm = CROSS / 2 + 0.3, CROSS * 0.2
        low, most = middle - arm, middle + arm
        marks = (
            Disc("", middle - 0.3, middle, CROSS, "accent", "on_accent", ""),
            Stroke(low - 0.3, low, most - 0.3, most, "on_accent", 0.6),
            Stroke(low - 0.3, most, most - 0.3, low, "on_accent", 0.6),
        )
        writer.figure(Figure(wide, CROSS, marks), x, y, None)
        writer.text(self.said, x + INDENT, y, wide - INDENT, writer.element(self.path, "P"))
