"""Decorates a rulebook with art from the kit: details of card faces, the poster, page edges.

The details are called vignettes.
"""

from __future__ import annotations

from itertools import cycle
from typing import NamedTuple

from generator.book.faces import FigureFaces
from generator.book.marks import Area, FaceMark, Figure, Mark, Stroke
from generator.book.styles import HIGH, WIDE
from generator.drawing.inks import INKS
from generator.kit.cover import Kit
from generator.kit.front_matter import KitPage
from generator.sheets.paper import PAPERS, SIDES
from validator.core.model import BookStyle, Window
from validator.core.sizes import SIZES

POSTER = SIZES["page"]
USUAL = (POSTER.width * 0.06, POSTER.height * 0.14, POSTER.width * 0.88, POSTER.height * 0.56)
BETWEEN = 1.6  # mm between windows
FOOT = 16.6  # mm of the cover below its poster
MOST_WIDE = 4  # largest number of windows side by side
WHOLE = 0.96  # smallest part of a vignette's height that may be shown
SPARE = 16.0  # mm of the room that windows may leave free; more is for a part of the poster
TALLEST = 140.0  # mm of a part of the poster
EDGE = 16.0  # mm beside a back that has a page and other proportions
CUT = 1.6  # largest scale at which a back is cropped to a page


class Art:
    """The decorations of one book; each is used once before the first is used again."""

    def __init__(self, faces: FigureFaces, style: BookStyle) -> None:
        self.faces = faces
        self.style = style
        self.windows = [each for each in style.vignettes
                        if each.component != "poster" and self.cards_of(each)]  # fmt: skip
        self.friezes = [each for each in style.vignettes if each.component == "poster"]
        self.left: list[tuple[Window, list[str]]] = []  # what is not shown yet
        self.endless = not style.vignettes  # a game that names no windows: its poster each time
        if self.endless:
            self.friezes = [Window("poster", (), USUAL)]
        self.backs = cycle([each for each in faces.game.components
                           if each.id in style.plates and each.back and each.cards])  # fmt: skip
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
        """Return the keys of the cards whose faces a vignette shows."""
        wanted = [each.lower() for each in window.cards]
        return [
            card.id for card in self.faces.game.component(window.component).cards
            if not wanted or {card.id.lower(), card.title.lower()} & {*wanted}
        ]  # fmt: skip

    def vignette(self, wide: float, high: float) -> Figure | None:
        """Return art for the foot of a page, nearly as high as the free space.

        Returns None if the game's art does not fit there.
        """
        self.left = self.left or [(each, self.cards_of(each)) for each in self.windows]
        shapes = [
            (shape, at) for at, (window, cards) in enumerate(self.left)
            for count in range(1, min(len(cards), MOST_WIDE) + 1)
            if (shape := _row(window, count, wide, high)).tall
        ]  # fmt: skip
        shape, at = max(shapes, key=lambda each: (each[0].tall, -each[1]), default=(_Row(), 0))
        if shape.tall < high - SPARE and self.friezes:
            return self.frieze(wide, min(high, TALLEST))
        if not shapes:
            return None
        window, cards = self.left[at]
        picked = cards[: shape.columns]
        del cards[: shape.columns]
        if not cards:
            del self.left[at]
        marks = [
            mark for number, card in enumerate(picked)
            for mark in self.window(window, card, number * (shape.across + BETWEEN), 0,
                                    shape.across, shape.tall)
        ]  # fmt: skip
        return Figure(wide, shape.tall, tuple(marks), "")

    def window(
        self, window: Window, card: str, x: float, y: float, wide: float, most: float = 1e3
    ) -> list[Mark]:
        component = self.faces.game.component(window.component)
        left, top, across, high = window.box
        scale = wide / across
        high = min(high, most / scale)
        shown = self.faces.shown(component, component.card(card), x, y, scale,
                                 window=(left, top, across, high))  # fmt: skip
        return [shown._replace(title="")] if shown else []

    def frieze(self, wide: float, high: float) -> Figure | None:
        """Return a strip of the poster in this size, around the middle of the poster's window."""
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

    def plate(self) -> list[Mark]:
        """Return the marks that fill a page with art.

        It is the back of a component that no page has shown yet, or a part of the poster. A back
        with the proportions of a page is cropped to it; any other is framed on a dark background.
        """
        ground = Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, "dark")
        component = next(self.backs, None)
        if component is None:
            figure = self.frieze(WIDE, HIGH)
            return [ground, *(figure.marks if figure else ())]
        wide, high = component.size.width, component.size.height
        scale = max(WIDE / wide, HIGH / high)
        if max(WIDE / wide, HIGH / high) > CUT * min(WIDE / wide, HIGH / high):
            scale = (WIDE - 2 * EDGE) / wide
        window = (max(0.0, (wide - WIDE / scale) / 2), max(0.0, (high - HIGH / scale) / 2),
                  min(wide, WIDE / scale), min(high, HIGH / scale))  # fmt: skip
        shown = self.faces.shown(component, component.cards[0], (WIDE - window[2] * scale) / 2,
                                 (HIGH - window[3] * scale) / 2, scale, True, window=window,
                                 title="")  # fmt: skip
        return [ground, *([shown] if shown else [])]

    def edge(self) -> list[Mark]:
        """Return the marks of the ornament at the top of a page."""
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


class _Row(NamedTuple):
    """A row of vignettes: how many there are, and the width and height of each in mm."""

    columns: int = 0
    across: float = 0.0
    tall: float = 0.0


def _row(window: Window, count: int, wide: float, high: float) -> _Row:
    """Return a row of adjacent vignettes, which may be cut off only at the foot.

    The row is empty if space is limited.
    """
    across = (wide - BETWEEN * (count - 1)) / count
    whole = across * window.box[3] / window.box[2]
    tall = min(whole, high)
    return _Row(count, across, tall) if tall >= whole * WHOLE else _Row()
