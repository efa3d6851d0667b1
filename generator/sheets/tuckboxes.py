"""Computes the sizes of tuckboxes for decks, and of their nets. Millimetres."""

from __future__ import annotations

from dataclasses import replace

from generator.core.shown import Shown
from validator.core.lazy import dataclass
from validator.core.model import Component
from validator.core.sizes import SIZES

TUCKBOXES = "Tuckboxes"  # title of their part of a kit
NAMED = "Tuckbox: "  # what their ids begin with
SLACK = 2.0  # beyond the cards, in width and height: they slide in and out
SLEEVE = 4.0  # what a sleeve adds to a card's width and height
SLEEVE_THICK = 0.18  # both of its films
DEPTH_SLACK = 1.5
LEAST_DEPTH = 6.0
TAB = 11.0  # the strip that is glued


@dataclass(frozen=True)
class Tuckbox(Shown):
    """Inner sizes of a box, and whether its net is turned to fit the page.

    The net is `net_width` x `net_height`: back, side, front, side and a tab from left to right;
    lid and tuck above, bottom flaps below.
    """

    part: str  # the component's id
    title: str
    cards: int
    width: float
    height: float
    depth: float
    turned: bool

    @property
    def name(self) -> str:
        """The box's id in the kit's manifest, the same in every language."""
        return f"{NAMED}{self.part}"

    @property
    def inside(self) -> str:
        """Its inner sizes, in words."""
        return f"{self.width:g} x {self.height:g} x {self.depth:g} mm"

    @property
    def lid(self) -> float:
        """Depth of the tuck beyond the lid."""
        return min(18.0, self.width * 0.3)

    @property
    def net_width(self) -> float:
        return 2 * (self.width + self.depth) + TAB

    @property
    def net_height(self) -> float:
        return self.height + self.depth + self.lid + min(self.depth * 0.95, self.width * 0.45) + 1


def tuckbox(component: Component, cards: int, stock: float, sleeved: bool) -> Tuckbox:
    """The box for `cards` cards of a component, on stock of `stock` mm a card."""
    extra = SLACK + (SLEEVE if sleeved else 0)
    thick = stock + (SLEEVE_THICK if sleeved else 0)
    depth = round(max(LEAST_DEPTH, cards * thick + DEPTH_SLACK), 1)
    width, height = component.size.width + extra, component.size.height + extra
    upright = Tuckbox(component.id, component.title, cards, width, height, depth, turned=False)
    return replace(upright, turned=upright.net_width > SIZES["page"].width)


def tuckboxes(component: Component, stock: float, sleeved: bool) -> list[Tuckbox]:
    """One box for a deck, or several of equal size where one would not fit on a page."""
    page = SIZES["page"]
    for parts in range(1, 10):
        box = tuckbox(component, -(-component.pieces // parts), stock, sleeved)
        wide, high = box.net_width, box.net_height
        if box.turned:
            wide, high = high, wide
        if wide <= page.width and high <= page.height:
            return [box] * parts
    return []
