"""Decorates a rulebook with art from the kit: details of card faces, the poster, page edges.

The details are called vignettes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, pairwise
from math import log
from typing import NamedTuple

from generator.book.faces import FigureFaces
from generator.book.marks import Area, FaceMark, Figure, Mark
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
FOOT = HIGH - WIDE * POSTER.height / POSTER.width  # mm of the cover below its whole poster
MOST_WIDE = 5  # largest number of windows side by side
MOST_HIGH = 2  # and of rows of them
BLOCK = 6  # windows that a page may show
LARGEST = 2.2  # largest scale: a figure drawn for a card is too plain for half a page
WHOLE = 0.96  # smallest part of a vignette's height that may be shown
SPARE = 16.0  # mm of the room that windows may leave free; more is for a part of the poster
TALLEST = 140.0  # mm of a part of the poster
KEPT = 0.88  # smallest part of the height of a window of the poster that is shown
STEEP = 1.5  # height of a stripe at a page's edge, relative to its width
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
        self.later: dict[Window, list[str]] = {}  # what pages left out
        self.endless = not style.vignettes  # a game that names no windows: its poster each time
        if self.endless:
            self.friezes = [Window("poster", (), USUAL)]
        self.backs = cycle([each for each in faces.game.components
                           if each.id in style.plates and each.back and each.cards])  # fmt: skip
        self._drawn: dict[str, str | None] = {}

    # ---- the poster

    def poster(self, template: str = "poster") -> str | None:
        """Return the key of the kit's first page, or None if it cannot be drawn."""
        if template not in self._drawn:
            renderer = self.faces.kit_renderer
            kit = Kit(
                (), 0, PAPERS["a4"], SIDES["fronts"], INKS[renderer.options.ink], "", (), (), ()
            )
            leaf = KitPage("Cover", "Cover", f"shared/{template}.svg.j2", kit)
            self._drawn[template] = renderer.draw_leaf(leaf)
        return self._drawn[template]

    def cover(self) -> list[Mark]:
        """Return the whole poster without its mat, from edge to edge of a page."""
        key = self.poster("cover-art")
        if key is None:
            return []
        whole = (0.0, 0.0, POSTER.width, POSTER.height)
        return [FaceMark(key, 0, 0, POSTER.width, POSTER.height, WIDE / POSTER.width, window=whole,
                         corners=0.0)]  # fmt: skip

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

        Returns None if the game's art does not fit there. Each page has `BLOCK` windows to choose
        from, so that a change of one page hardly ever changes the art of others; those that it
        does not show come after all others.
        """
        if not self.left:
            self.left, self.later = [*self.later.items()] or self.every(), {}
        shapes = [(_largest(window, len(cards), wide, high), at)
                  for at, (window, cards) in enumerate(self.left)]  # fmt: skip
        filling = (each for each in shapes if each[0].high >= high - SPARE)
        shape, at = next(
            filling, max(shapes, key=lambda each: each[0].high, default=(_VignetteGrid(), 0))
        )
        if shape.high < high - SPARE and (
            frieze := self.frieze(wide, min(high, TALLEST), least=shape.high)
        ):
            return frieze
        if not shape.high:
            if not any(_largest(each, len(cards), wide, high).high for each, cards in self.every()):
                return None
            self.left, self.later = self.every(), {}  # too few are left for this room
            return self.vignette(wide, high)
        count = shape.columns * shape.rows
        window, picked = self.taken(at, count)
        places = [
            (
                at % shape.columns * (shape.across + BETWEEN),
                at // shape.columns * (shape.tall + BETWEEN),
            )
            for at in range(count)
        ]
        marks = [mark for card, (x, y) in zip(picked, places, strict=True)
                 for mark in self.window(window, card, x, y, shape.across, shape.tall)]  # fmt: skip
        return Figure(wide, shape.high, tuple(marks), "")

    def taken(self, at: int, count: int) -> tuple[Window, list[str]]:
        """Take cards from the remaining blocks, and move the rest of their block to the end."""
        window, cards = self.left.pop(at)
        block = max(count, BLOCK)
        if unused := cards[count:block]:
            self.later[window] = [*self.later.get(window, ()), *unused]
        if rest := cards[block:]:
            self.left.insert(at, (window, rest))
        return window, cards[:count]

    def every(self) -> list[tuple[Window, list[str]]]:
        """Return the vignettes of cards, each with its cards."""
        return [(each, self.cards_of(each)) for each in self.windows]

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

    def frieze(
        self, wide: float, high: float, kept: float = KEPT, least: float = 0.0
    ) -> Figure | None:
        """Return a part of the poster, at most this large, around the middle of a window.

        At least `kept` of the window's height and all of its width are shown, so that nothing is
        cut off: the picture is lower or narrower than the room if it has to be. If `kept` is 0, it
        is cropped to the room. Returns None if it would be lower than `least`.
        """
        key = self.poster()
        if key is None or not self.friezes:
            return None
        kept = 0.0 if self.endless else kept  # its poster is mostly ground
        room = high / wide
        best = min(self.friezes, key=lambda each: abs(log(each.box[3] / each.box[2] / room)))
        left, top, across, tall = best.box
        if tall / across > room:
            part = max(across * room, tall * kept)
            top, tall = top + (tall - part) / 2, part
        elif not kept:
            part = tall / room
            left, across = left + (across - part) / 2, part
        scale = min(wide / across, high / tall)
        if tall * scale < least:
            return None
        if not self.endless:
            self.friezes.remove(best)
        shown = FaceMark(key, (wide - across * scale) / 2, 0, POSTER.width, POSTER.height, scale,
                         window=(left, top, across, tall))  # fmt: skip
        return Figure(wide, tall * scale, (shown,), "")

    def plate(self) -> list[Mark]:
        """Return the marks that fill a page with art.

        It is the back of a component that no page has shown yet, or a part of the poster. A back
        with the proportions of a page is cropped to it; any other is framed on a dark background.
        """
        ground = Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, "dark")
        component = next(self.backs, None)
        if component is None:
            figure = self.frieze(WIDE, HIGH, 0.0)
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
        return [ground, *([shown._replace(corners=0.0)] if shown else [])]

    def edge(self) -> list[Mark]:
        """Return the marks of the ornament at the top of a page."""
        if self.style.edge != "stripes":
            return []
        return stripes(0, 0, WIDE, 4.0)


def stripes(x: float, y: float, wide: float, high: float) -> list[Mark]:
    """Return slanted stripes in ink that continue into a band beside them."""
    count = round(wide / (2 * high / STEEP))
    apart = wide / count
    marks: list[Mark] = [Area(x, y, wide, high, "page")]
    for number in range(-1, count):
        # a stripe from the foot of the band to its top, as far as it is inside
        foot, top = number * apart, (number + 1) * apart
        whole = [(foot, high), (foot + apart / 2, high), (top + apart / 2, 0.0), (top, 0.0)]
        corners = tuple((a / wide, b / high) for a, b in _clipped(whole, wide))
        marks.append(Area(x, y, wide, high, "ink", corners=corners))
    return marks


def _clipped(corners: Sequence[tuple[float, float]], wide: float) -> list[tuple[float, float]]:
    """Return the corners of the part of a polygon between 0 and `wide` across."""
    found = [*corners]
    for edge, side in ((0.0, 1), (wide, -1)):
        before, found = found, []
        for (x1, y1), (x2, y2) in pairwise([before[-1], *before]):
            if side * (x1 - edge) * side * (x2 - edge) < 0:
                found.append((edge, y1 + (y2 - y1) * (edge - x1) / (x2 - x1)))
            if side * (x2 - edge) >= 0:
                found.append((x2, y2))
    return found


class _VignetteGrid(NamedTuple):
    """Rows of vignettes: how many there are, and the width and height of each in mm."""

    columns: int = 0
    rows: int = 0
    across: float = 0.0
    tall: float = 0.0

    @property
    def high(self) -> float:
        return self.rows * (self.tall + BETWEEN) - BETWEEN if self.rows else 0.0


def _largest(window: Window, count: int, wide: float, high: float) -> _VignetteGrid:
    """Return the highest rows of at most `count` vignettes that fit."""
    sizes = (
        _grid(window, columns, rows, wide, high)
        for columns in range(1, MOST_WIDE + 1) for rows in range(1, MOST_HIGH + 1)
        if columns * rows <= count
    )  # fmt: skip
    return max(sizes, key=lambda each: each.high, default=_VignetteGrid())


def _grid(window: Window, columns: int, rows: int, wide: float, high: float) -> _VignetteGrid:
    """Return rows of adjacent vignettes, each of which may be cut off only at the foot.

    There are none if they do not fit, or would be too large.
    """
    across = (wide - BETWEEN * (columns - 1)) / columns
    whole = across * window.box[3] / window.box[2]
    tall = min(whole, (high - BETWEEN * (rows - 1)) / rows)
    fits = tall >= whole * WHOLE and across <= LARGEST * window.box[2]
    return _VignetteGrid(columns, rows, across, tall) if fits else _VignetteGrid()
