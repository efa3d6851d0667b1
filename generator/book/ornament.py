"""Art from the kit on the pages of its rulebook: windows on faces, the poster, page edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.book.faces import FigureFaces
from generator.book.marks import Area, FaceMark, Figure, Mark, Stroke, moved
from generator.book.styles import FOLIO, HIGH, WIDE
from generator.drawing.inks import INKS
from generator.kit.cover import Kit
from generator.kit.front_matter import KitPage
from generator.sheets.paper import PAPERS, SIDES
from validator.core.model import BookStyle, Window
from validator.core.sizes import SIZES

POSTER = SIZES["page"]
USUAL = (POSTER.width * 0.06, POSTER.height * 0.4, POSTER.width * 0.88, POSTER.height * 0.35)
BETWEEN = 1.6  # mm between windows
FOOT = 16.6  # mm of the cover below its poster
MOST_ROWS = 2
WHOLE = 0.86  # of a window's height: at least so much of it is shown
SPARE = 16.0  # mm of the room that windows may leave free
TALL = 66.0  # mm: higher room is for a part of the poster
EDGE = 9.0  # mm around windows that have a page


class Art:
    """The decorations of one book. Each window is shown once; only art pages show whole cards."""

    def __init__(self, faces: FigureFaces, style: BookStyle) -> None:
        self.faces = faces
        self.style = style
        self.left: list[tuple[Window, list[str]]] = []  # cards that were not shown yet
        self.friezes: list[Window] = []  # parts of the poster that were not shown yet
        for window in style.vignettes:
            if window.component == "poster":
                self.friezes.append(window)
            elif cards := self.cards_of(window):
                self.left.append((window, cards))
        self.endless = not style.vignettes  # a game that names no windows always shows its poster
        if self.endless:
            self.friezes = [Window("poster", (), USUAL)]
        self.mosaics = 0
        self._poster: str | None = None
        self._tried = False

    # ---- the poster

    def poster(self) -> str | None:
        """Return the key of the kit's first page, or None if it cannot be drawn."""
        if not self._tried:
            self._tried = True
            renderer = self.faces.kit_renderer
            kit = Kit(
                (), 0, PAPERS["a4"], SIDES["fronts"], INKS[renderer.options.ink], "", (), (), ()
            )
            leaf = KitPage("Cover", "Cover", "shared/poster.svg.j2", kit)
            self._poster = renderer.draw_leaf(leaf)
        return self._poster

    def cover(self, room: float) -> list[Mark]:
        """Return the poster across the full width of a page, `room` mm high."""
        key = self.poster()
        if key is None:
            return []
        scale = max(WIDE / POSTER.width, room / POSTER.height)
        inset = 0.0
        wide = WIDE / scale
        high = room / scale
        x = (POSTER.width - wide) / 2 + inset
        y = max(0.0, (POSTER.height - high) * 0.35)
        return [FaceMark(key, 0, 0, POSTER.width, POSTER.height, scale, window=(x, y, wide, high))]

    # ---- windows

    def cards_of(self, window: Window) -> list[str]:
        """Return the cards whose faces a window shows."""
        wanted = [each.lower() for each in window.cards]
        return [
            card.id for card in self.faces.game.component(window.component).cards
            if not wanted or {card.id.lower(), card.title.lower()} & {*wanted}
        ]  # fmt: skip

    def vignette(self, wide: float, high: float) -> Figure | None:
        """Return art for the foot of a page, nearly as high as the space allows, or None."""
        found = [(shape, at) for at, (window, _) in enumerate(self.left)
                 if (shape := _rows(window, wide, high)).columns]  # fmt: skip
        if not found or (len(self.friezes) > 1 and high > TALL):
            return self.frieze(wide, high)
        shape, at = max(found, key=lambda each: len(self.left[each[1]][1]))
        window, cards = self.left[at]
        count = shape.columns * shape.rows
        while len(cards) < count:  # all have been shown: start again
            cards += self.cards_of(window)
        marks = tuple(self.grid(window, cards[:count], shape))
        del cards[:count]
        return Figure(wide, shape.tall, marks, "")

    def grid(self, window: Window, cards: Sequence[str], shape: _WindowGrid) -> Iterator[Mark]:
        """Yield windows in rows."""
        step = shape.cell + BETWEEN
        for number, card in enumerate(cards):
            row, column = divmod(number, shape.columns)
            x = column * (shape.across + BETWEEN)
            yield from self.window(window, card, x, row * step, shape.across, shape.cell)

    def window(
        self, window: Window, card: str, x: float, y: float, wide: float, most: float = 1e3
    ) -> list[Mark]:
        component = self.faces.game.component(window.component)
        left, top, across, high = window.box
        scale = wide / across
        high = min(high, most / scale)
        shown = self.faces.shown(component, component.card(card), x, y, scale,
                                 window=(left, top, across, high))  # fmt: skip
        return [replace(shown, title="")] if shown else []

    def frieze(self, wide: float, high: float) -> Figure | None:
        """Return a strip of the poster around the middle of its window, with the given
        proportions.
        """
        key = self.poster()
        if key is None or not self.friezes:
            return None
        left, top, across, tall = self.friezes[0].box
        if not self.endless:
            del self.friezes[0]
        if tall / across > high / wide:
            part = across * high / wide
            top, tall = top + (tall - part) * 0.5, part
        else:
            part = tall * wide / high
            left, across = left + (across - part) / 2, part
        scale = wide / across
        shown = FaceMark(
            key, 0, 0, POSTER.width, POSTER.height, scale, window=(left, top, across, tall)
        )
        return Figure(wide, tall * scale, (shown,), "")

    def mosaic(self) -> list[Mark]:
        """Return a page of windows only, on a light background; each page has different ones."""
        window, _ = max(self.left, key=lambda each: len(self.cards_of(each[0])), default=(None, 0))
        ground = Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, "panel")
        if window is None:
            figure = self.frieze(WIDE, HIGH)
            return list(figure.marks) if figure else [ground]
        cards = self.cards_of(window)
        room = HIGH - EDGE - FOLIO - 4.0  # above the page's number
        shape = _rows(window, WIDE - 2 * EDGE, room, 9, 20.0)
        count = shape.columns * shape.rows
        start = self.mosaics * count
        self.mosaics += 1
        picked = [cards[(start + at) % len(cards)] for at in range(count)]
        high = EDGE + (room - shape.tall) / 2
        return [ground, *(moved(each, EDGE, high) for each in self.grid(window, picked, shape))]

    def edge(self) -> list[Mark]:
        """Return the ornament at the top of a page."""
        if self.style.edge != "stripes":
            return []
        return stripes(0, 0, WIDE, 4.0)


def stripes(x: float, y: float, wide: float, high: float) -> list[Mark]:
    """Return slanted stripes in ink."""
    count = int(wide / 6) + 2
    marks: list[Mark] = [Area(x, y, wide, high, "page")]
    for number in range(count):
        at = x + number * 6 - 3
        marks.append(Stroke(max(at, x), y + high - 0.9, min(at + 3, x + wide), y + 0.9, "ink", 2.2))
    return marks


@dataclass(frozen=True)
class _WindowGrid:
    """Rows of windows: their number, and their total width and height in mm."""

    columns: int = 0
    rows: int = 0
    across: float = 0.0
    tall: float = 0.0
    cell: float = 0.0  # the height of one in mm


def _rows(
    window: Window, wide: float, high: float, most: int = MOST_ROWS, spare: float = SPARE
) -> _WindowGrid:
    """Return a few rows of windows that nearly fill the space, or None if no rows fit."""
    ratio = window.box[3] / window.box[2]
    found = []
    for columns in range(2, 5):
        across = (wide - BETWEEN * (columns - 1)) / columns
        for rows in range(1, most + 1):
            room = (high - BETWEEN * (rows - 1)) / rows
            cell = min(across * ratio, room)
            if cell >= across * ratio * WHOLE:
                tall = rows * cell + BETWEEN * (rows - 1)
                found.append(_WindowGrid(columns, rows, across, tall, cell))
    full = [each for each in found if high - each.tall <= spare]
    if full:
        return min(full, key=lambda each: each.columns * each.rows)
    return max(found, key=lambda each: each.tall, default=_WindowGrid())
