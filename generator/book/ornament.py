"""Art of the kit on pages of its rulebook: windows on faces, the poster, the edge of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.book.faces import Faces
from generator.book.marks import Area, Figure, Mark, Shown, Stroke
from generator.book.styles import HIGH, WIDE
from generator.drawing.inks import INKS
from generator.kit.cover import Kit
from generator.kit.leaves import Leaf
from generator.sheets.paper import PAPERS, SIDES
from validator.core.model import BookStyle, Window
from validator.core.sizes import SIZES

POSTER = SIZES["page"]
BETWEEN = 1.6  # mm between windows
FOOT = 16.6  # mm of the cover below its poster
MOST_ROWS = 4


class Art:
    """The decorations of one book."""

    def __init__(self, faces: Faces, style: BookStyle) -> None:
        self.faces = faces
        self.style = style
        self.used = 0  # windows so far, so that a page shows others than the one before
        self._poster: str | None = None
        self._tried = False

    # ---- the poster

    def poster(self) -> str | None:
        """The key of the kit's first page; None if it cannot be drawn."""
        if not self._tried:
            self._tried = True
            renderer = self.faces.kit_renderer
            kit = Kit(
                (), 0, PAPERS["a4"], SIDES["fronts"], INKS[renderer.options.ink], "", (), (), ()
            )
            leaf = Leaf("Cover", "Cover", "shared/poster.svg.j2", kit)
            self._poster = renderer.draw_leaf(leaf)
        return self._poster

    def cover(self, room: float) -> list[Mark]:
        """The poster over the full width of a page, `room` mm high."""
        key = self.poster()
        if key is None:
            return []
        scale = max(WIDE / POSTER.width, room / POSTER.height)
        inset = 0.0
        wide = WIDE / scale
        high = room / scale
        x = (POSTER.width - wide) / 2 + inset
        y = max(0.0, (POSTER.height - high) * 0.35)
        return [Shown(key, 0, 0, POSTER.width, POSTER.height, scale, window=(x, y, wide, high))]

    # ---- windows

    def windows(self) -> list[tuple[Window, str]]:
        """All windows, with the card that each is on; empty: the poster."""
        found: list[tuple[Window, str]] = []
        for window in self.style.vignettes:
            if window.component == "poster":
                found.append((window, ""))
                continue
            component = self.faces.game.component(window.component)
            wanted = [each.lower() for each in window.cards]
            found += [
                (window, card.id) for card in component.cards
                if not wanted or {card.id.lower(), card.title.lower()} & {*wanted}
            ]  # fmt: skip
        return found

    def vignette(self, wide: float, high: float) -> Figure | None:
        """A frieze of windows in rows that fill the height; or a part of the poster."""
        windows = [each for each in self.windows() if each[1]]
        if not windows:
            return self.frieze(wide, high)
        best: tuple[float, int, int, float] | None = None
        ratio = windows[0][0].box[3] / windows[0][0].box[2]
        for columns in range(1, 8):
            across = (wide - BETWEEN * (columns - 1)) / columns
            for rows in range(1, MOST_ROWS + 1):
                tall = rows * across * ratio + BETWEEN * (rows - 1)
                if columns * rows <= max(len(windows), 1) and tall <= high:
                    key = (-tall, columns, rows, across)
                    best = min(best, key) if best else key
        if best is None or -best[0] < high * 0.82:
            return self.frieze(wide, high) if self.friezes() else self.band(windows, wide, high)
        _, columns, rows, across = best
        marks: list[Mark] = []
        for number in range(columns * rows):
            window, card = windows[(self.used + number) % len(windows)]
            x = number % columns * (across + BETWEEN)
            y = number // columns * (across * ratio + BETWEEN)
            marks += self.window(window, card, x, y, across)
        self.used += columns * rows
        return Figure(wide, -best[0], tuple(marks), "")

    def band(self, windows: Sequence[tuple[Window, str]], wide: float, high: float) -> Figure:
        """One row of windows as high as the room, cut to fit the width."""
        ratio = windows[0][0].box[3] / windows[0][0].box[2]
        count = max(1, min(len(windows), round(wide / (high / ratio))))
        across = (wide - BETWEEN * (count - 1)) / count
        marks: list[Mark] = []
        for number in range(count):
            window, card = windows[(self.used + number) % len(windows)]
            marks += self.window(window, card, number * (across + BETWEEN), 0, across, high)
        self.used += count
        return Figure(wide, min(high, across * ratio), tuple(marks), "")

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

    def friezes(self) -> list[Window]:
        return [window for window, card in self.windows() if not card]

    def frieze(self, wide: float, high: float) -> Figure | None:
        """A strip of the poster around the middle of its window, in the room's proportions."""
        key = self.poster()
        if key is None:
            return None
        found = self.friezes()
        left, top, across, tall = found[self.used % len(found)].box if found else (
            POSTER.width * 0.06, POSTER.height * 0.4, POSTER.width * 0.88, POSTER.height * 0.35
        )  # fmt: skip
        self.used += 1
        if tall / across > high / wide:
            part = across * high / wide
            top, tall = top + (tall - part) * 0.5, part
        else:
            part = tall * wide / high
            left, across = left + (across - part) / 2, part
        scale = wide / across
        shown = Shown(
            key, 0, 0, POSTER.width, POSTER.height, scale, window=(left, top, across, tall)
        )
        return Figure(wide, tall * scale, (shown,), "")

    def edge(self) -> list[Mark]:
        """The ornament at the top of a page."""
        if self.style.edge != "stripes":
            return []
        return stripes(0, 0, WIDE, 4.0)


def stripes(x: float, y: float, wide: float, high: float) -> list[Mark]:
    """Slanted stripes in ink."""
    count = int(wide / 6) + 2
    marks: list[Mark] = [Area(x, y, wide, high, "page")]
    for number in range(count):
        at = x + number * 6 - 3
        marks.append(Stroke(max(at, x), y + high - 0.9, min(at + 3, x + wide), y + 0.9, "ink", 2.2))
    return marks


def picture_page(art: Art) -> list[Mark]:
    """A page of art alone, to its edges."""
    figure = art.frieze(WIDE, HIGH)
    return list(figure.marks) if figure else []
