"""Paragraphs and tables set by ReportLab, with tags for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any

from reportlab.platypus import Paragraph, Table

from generator.book.tags import StructureElement, Tags

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Symbol = Callable[[Any, str, float, float, float], None]  # canvas, name, x, y, size in points


class TaggedParagraph(Paragraph):  # type: ignore[misc]
    """A paragraph that is a single structure element; it is broken into lines when it is drawn."""

    tags: Tags | None = None
    element: StructureElement | None = None
    symbol: Symbol | None = None  # draws what `<onDraw name="symbol">` asks for
    source = ""  # the words of the paragraph as they were written

    def drawOn(self, canvas: Canvas, x: float, y: float, _sW: float = 0) -> None:  # noqa: N802, N803
        if self.tags is None:
            return
        canvas.element = self.element
        canvas.source, canvas.links, canvas.symbols = self.source, {}, []
        super().drawOn(canvas, x, y, _sW)
        if canvas.symbols:
            with self.tags.marked(canvas, None):
                self.draw_symbols(canvas, x, y)

    def draw_symbols(self, canvas: Canvas, x: float, y: float) -> None:
        """Draw the symbols as artifacts (untagged): the text already contains their meaning."""
        size, draw_symbol = self.style.fontSize, self.symbol
        for each in canvas.symbols:
            assert draw_symbol is not None
            draw_symbol(canvas, each.name, x + each.x, y + each.y - 0.2 * size, 1.05 * size)


class Tagged(Table):  # type: ignore[misc]
    """A table with tags.

    Its lines and backgrounds are artifacts; its cells have their own tags.
    """

    tags: Tags | None = None

    def _drawBkgrnd(self) -> None:  # noqa: N802
        self._artifact(super()._drawBkgrnd)

    def _drawLines(self) -> None:  # noqa: N802
        self._artifact(super()._drawLines)

    def _artifact(self, draw: Callable[[], None]) -> None:
        if self.tags is not None:
            with self.tags.marked(self.canv, None):
                draw()


def widths(rows: Sequence[Sequence[tuple[str, object]]], wide: float) -> list[float]:
    """Return the widths (points) of columns whose cells contain plain text.

    Each column gets the width that it needs; long ones share the remainder. A cell is its text and
    a function that measures text in points.
    """
    columns = list(zip(*rows, strict=True))
    longest = [max(max((m(w) for w in t.split()), default=0) for t, m in each) for each in columns]
    natural = [max(m(text) for text, m in each) for each in columns]
    pad = 10.5
    least = [each + pad for each in longest]
    want = [each + pad for each in natural]
    if fsum(want) <= wide:
        spare = wide - fsum(want)
        return [each + spare * each / fsum(want) for each in want]
    room = wide - fsum(least)
    extra = [max(w - low, 0) for w, low in zip(want, least, strict=True)]
    if room <= 0 or not fsum(extra):
        return [wide * each / fsum(least) for each in least]
    return [low + room * more / fsum(extra) for low, more in zip(least, extra, strict=True)]
