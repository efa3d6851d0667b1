"""Parts of a page that Platypus places: paragraphs, tables and figures that carry their tags.

Lengths of figures are millimetres from the top left corner, as everywhere; Platypus counts points
from the bottom left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from math import fsum
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Table
from reportlab.platypus.doctemplate import NullActionFlowable
from reportlab.platypus.flowables import _listWrapOn

from generator.book.marks import Figure, Label, Rule
from generator.book.styles import COLUMN, SIDE, Look, is_dark
from generator.book.tags import Element, Tags
from generator.core.geometry import cm
from generator.core.outlines import box_outline, ellipse_outline, operators
from generator.core.quotes import curly
from validator.core.outlines import NAMES, shape_of
from validator.core.sizes import Size

ASIDE = 8.4  # mm that a column moves towards the fold to make room for notes in the margin
GUTTER = 1.2  # mm between a column and its notes
NOTE_ROOM = SIDE + ASIDE - GUTTER - 8.4  # mm that a note has, up to the margin of the page
NOTE_SIZE = 7.0  # points

Drawn = Callable[[str, float, float, int], str]  # key, trim width and height, page: a form's name


Symbol = Callable[[Any, str, float, float, float], None]  # canvas, name, x, y, size in points


class _Broken(NamedTuple):
    """What breaking a paragraph into lines finds out."""

    lines: Any
    frags: Any  # words, of which a split paragraph takes its part
    widest: float


class Note(NamedTuple):
    """Short lines in the margin."""

    lines: tuple[str, ...]
    font: str
    colour: str


class Said(Paragraph):  # type: ignore[misc]
    """A paragraph of one element. `seen` is called with the page on which it begins.

    Without tags it is a draft's, of which only the place counts: nothing is drawn.
    """

    frags: Any
    _width_max: float
    broken: dict[tuple[float, ...], _Broken] | None = None  # into lines, by their widths
    tags: Tags | None = None
    element: Element | None = None
    seen: Callable[[int], None] | None = None
    symbol: Symbol | None = None  # draws what `<onDraw name="symbol">` asks for
    note: Note | None = None  # in the margin
    source = ""  # its words, as they were written
    is_drawn = False

    def drawOn(self, canvas: Any, x: float, y: float, _sW: float = 0) -> None:  # noqa: N802, N803
        if self.seen is not None:
            self.seen(canvas.getPageNumber())
            self.seen = None
        if self.tags is None:
            return
        # The head of a table that goes on overleaf is read once.
        canvas.element = None if self.is_drawn else self.element
        self.is_drawn = True
        canvas.source, canvas.links, canvas.symbols = self.source, {}, []
        super().drawOn(canvas, x, y, _sW)
        if canvas.symbols or self.note is not None:
            with self.tags.marked(canvas, None):
                self.ornaments(canvas, x, y)

    def ornaments(self, canvas: Any, x: float, y: float) -> None:
        """Symbols, whose meaning is said in the text, and what is in the margin."""
        size, draw_symbol = self.style.fontSize, self.symbol
        for each in canvas.symbols:
            assert draw_symbol is not None
            draw_symbol(canvas, each.name, x + each.x, y + each.y - 0.2 * size, 1.05 * size)
        if self.note is not None:
            self.margin(canvas, y)

    def again(self) -> Said:
        """The same paragraph for another place, or another pass; lines are broken once for all."""
        if self.broken is None:
            self.broken = {}
        return copy(self)

    def breakLines(self, width: list[float]) -> Any:  # noqa: N802
        if self.broken is None:
            return super().breakLines(width)
        wanted = tuple(width)
        if wanted not in self.broken:
            lines = super().breakLines(width)
            self.broken[wanted] = _Broken(lines, self.frags, self._width_max)
        lines, self.frags, self._width_max = self.broken[wanted]
        return lines

    def margin(self, canvas: Any, y: float) -> None:
        """Rule ids beside the text, on the outer side of the page."""
        assert self.note is not None
        odd = canvas.getPageNumber() % 2
        at, _ = canvas.absolutePosition(0, 0)
        edge = (SIDE + COLUMN + GUTTER) * mm if odd else (SIDE - GUTTER) * mm
        canvas.saveState()
        canvas.setFont(self.note.font, NOTE_SIZE)
        canvas.setFillColor(HexColor(self.note.colour))
        draw = canvas.drawString if odd else canvas.drawRightString
        shift = -ASIDE if odd else ASIDE
        for number, word in enumerate(self.note.lines):
            below = self.height - self.style.fontSize - number * NOTE_SIZE * 1.1
            draw(edge + shift * mm - at, y + below, word)
        canvas.restoreState()

    def split(self, wide: float, high: float) -> list[Said]:
        if self.broken is not None:
            self.frags = [copy(each) for each in self.frags]  # splitting marks the last word
        parts: list[Said] = super().split(wide, high)
        for number, part in enumerate(parts):
            part.tags, part.element, part.symbol = self.tags, self.element, self.symbol
            part.source = self.source
            part.seen = None if number else self.seen
            part.note = None if number else self.note
        return parts


class Tagged(Table):  # type: ignore[misc]
    """A table whose lines and grounds are ornaments; its cells carry their own tags."""

    tags: Tags | None = None

    def _drawBkgrnd(self) -> None:  # noqa: N802
        self._ornament(super()._drawBkgrnd)

    def _drawLines(self) -> None:  # noqa: N802
        self._ornament(super()._drawLines)

    def _ornament(self, draw: Callable[[], None]) -> None:
        if self.tags is not None:
            with self.tags.marked(self.canv, None):
                draw()

    def _splitRows(self, *args: object, **more: object) -> list[Tagged]:  # noqa: N802
        parts: list[Tagged] = super()._splitRows(*args, **more)
        for part in parts:
            part.tags = self.tags
        return parts


class Drawing(Flowable):  # type: ignore[misc]
    """A figure. `drawn` names the form of a face; without it only the place is kept."""

    def __init__(
        self, figure: Figure, look: Look, colours: dict[str, str], drawn: Drawn | None
    ) -> None:
        super().__init__()
        self.figure = figure
        self.look = look
        self.colours = colours
        self.drawn = drawn
        self.tags: Tags | None = None
        self.element: Element | None = None
        self.hAlign = "CENTER"
        self.width, self.height = figure.wide * mm, figure.high * mm

    def wrap(self, _wide: float, _high: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        if self.drawn is None:
            return
        if self.tags is None:
            self.paint()
            return
        with self.tags.marked(self.canv, self.element):
            self.paint()

    def paint(self) -> None:
        canvas, figure = self.canv, self.figure
        assert self.drawn is not None
        page = canvas.getPageNumber()
        canvas._code.append("q " + cm((mm, 0, 0, -mm, 0, self.height)))
        for each in figure.shown:
            name = self.drawn(each.key, each.wide, each.high, page)
            s = each.scale
            cut = outline_path(each.wide, each.high, each.outline)
            place = cm((s, 0, 0, s, each.x, each.y))
            # Its paper first: a face without a ground, as in low ink, hides what is below.
            canvas._code.append(f"q {place}1 1 1 rg {cut}f Q")
            canvas._code.append(f"q {place}{cut}W n /{name} Do Q")
        canvas._code.append("Q")
        canvas.saveState()
        canvas.setStrokeColor(HexColor(self.look.muted))
        canvas.setLineWidth(0.4)
        for rule in figure.rules:
            self._rule(canvas, rule)
        for label in figure.labels:
            self.label(canvas, label)
        canvas.restoreState()

    def _rule(self, canvas: Any, rule: Rule) -> None:
        x, y = rule.x * mm, self.height - rule.y * mm
        wide, high = rule.wide * mm, rule.high * mm
        if not high:
            canvas.line(x, y, x + wide, y)
            return
        if rule.fill:
            canvas.setFillColor(HexColor(self.look.ink if rule.fill == "ink" else "#ffffff"))
        if rule.is_round:
            canvas.ellipse(x, y - high, x + wide, y, stroke=1, fill=int(bool(rule.fill)))
        else:
            canvas.rect(x, y - high, wide, high, stroke=1, fill=int(bool(rule.fill)))

    def label(self, canvas: Any, label: Label) -> None:
        x, y = label.x * mm, self.height - label.y * mm
        ink = self.look.ink if label.bold else self.look.muted
        if label.badge:
            ground = self.colours.get(label.badge, self.look.tint)
            canvas.setFillColor(HexColor(ground))
            canvas.setStrokeColor(HexColor(self.look.ink))
            radius = label.size * 0.72 * mm
            canvas.circle(x, y + label.size * 0.34 * mm, radius, stroke=1, fill=1)
            ink = "#ffffff" if is_dark(ground) else "#000000"
        canvas.setFillColor(HexColor(ink))
        face = self.look.bold if label.bold else self.look.text
        canvas.setFont(face.name, label.size * mm)
        draw = {
            "start": canvas.drawString,
            "middle": canvas.drawCentredString,
            "end": canvas.drawRightString,
        }[label.anchor]
        draw(x, y, curly(label.text))


def outline_path(wide: float, high: float, outline: str) -> str:
    """The path along which a piece is cut, as operators; cards have round corners."""
    if outline == "round":
        cut = ellipse_outline(wide / 2, high / 2, wide / 2, high / 2)
    elif outline in NAMES and outline != "hexagon":
        radius = min(3.0, min(wide, high) * 0.06)
        cut = box_outline((0, 0, wide, high), radius, radius)
    else:
        cut = list(shape_of(outline, Size(wide, high)))
    return operators(cut)


Layout = Callable[[], Sequence[Any]]


class Spare:
    """Room at the foot of pages, in points, that nothing takes unless a figure grows."""

    def __init__(self, pages: Mapping[int, float]) -> None:
        self.pages = dict(pages)

    def take(self, page: int, high: float) -> bool:
        """Whether a page has that much room; it is then gone."""
        if high > self.pages.get(page, 0.0):
            return False
        self.pages[page] -= high
        return True


class Fitting(Flowable):  # type: ignore[misc]
    """The first of several layouts that fits on what is left of a page.

    Where none does, `otherwise` is set, if what is left is at least `begins`; else all is tried
    again on the next page. Where the page has room to
    spare, the first of `larger` that it is enough for takes the place of the one that fits. A
    layout is made when it is tried, because most boxes fit at once; the last one made is set.
    """

    def __init__(
        self,
        layouts: Sequence[Layout],
        otherwise: Layout,
        begins: float = 0.0,
        larger: Sequence[Layout] = (),
        spare: Spare | None = None,
    ) -> None:
        super().__init__()
        self.layouts = layouts
        self.otherwise = otherwise
        self.begins = begins  # points
        self.larger = larger
        self.spare = spare

    def wrap(self, wide: float, _high: float) -> tuple[float, float]:
        return wide, 0xFFFFFF  # so that Platypus splits it into the layout

    def split(self, wide: float, high: float) -> list[Any]:
        for make in self.layouts:
            layout = make()
            needed = self.height_of(layout, wide)
            if needed <= high:
                larger = self.grown(wide, needed)
                return [NullActionFlowable(), *(larger or (make() if self.larger else layout))]
        if high < self.begins:
            again = copy(self)
            again.begins = 0.0
            return [NullActionFlowable(), CondPageBreak(self.begins), again]
        return [NullActionFlowable(), *self.otherwise()]

    def grown(self, wide: float, needed: float) -> Sequence[Any]:
        """The largest layout that the page has room for; none without."""
        for make in self.larger:
            layout = make()
            more = self.height_of(layout, wide) - needed
            if self.spare is not None and self.spare.take(self.canv.getPageNumber(), more):
                return layout
        return ()

    def height_of(self, layout: Sequence[object], wide: float) -> float:
        return float(_listWrapOn(layout, wide, self.canv)[1])


class PageNote(Flowable):  # type: ignore[misc]
    """Draws nothing, and records its page."""

    def __init__(self, seen: Callable[[int], None]) -> None:
        super().__init__()
        self.seen = seen
        self.width = self.height = 0

    def wrap(self, _wide: float, _high: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        self.seen(self.canv.getPageNumber())


def widths(rows: Sequence[Sequence[tuple[str, object]]], wide: float) -> list[float]:
    """Column widths (points) for cells of plain text: each gets what it needs, long ones share.

    A cell is its text and a function that measures words in points.
    """
    columns = list(zip(*rows, strict=True))
    longest = [max(max((m(w) for w in t.split()), default=0) for t, m in each) for each in columns]
    natural = [max(m(text) for text, m in each) for each in columns]
    pad = 8.0
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
