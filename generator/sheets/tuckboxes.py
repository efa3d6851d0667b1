"""Computes the sizes of tuckboxes for decks, and of their nets, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.core.shown import TemplateValue
from validator.core.model import Component, Game
from validator.core.sizes import SIZES

TUCKBOXES = "Tuckboxes"  # title of their part of a kit
NAMED = "Tuckbox: "  # the prefix of their ids
SLACK = 2.0  # beyond the cards, in width and height: they slide in and out
SLEEVE = 4.0  # what a sleeve adds to a card's width and height
SLEEVE_THICK = 0.18  # both of its films
DEPTH_SLACK = 1.5
LEAST_DEPTH = 6.0
BOARD = 2.0  # mm a token is thick, glued on board
TAB = 11.0  # the strip that is glued
NET_COLUMNS = 3  # faces of a cube in the width of its net


@dataclass(frozen=True)
class Tuckbox(TemplateValue):
    """The inner dimensions of a box, and whether its net is rotated to fit the page.

    The net is `net_width` x `net_height`: from left to right back, side, front, side and a tab,
    with lid and tuck above and bottom flaps below.
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
        """The inner dimensions as text."""
        return f"{self.width:g} x {self.height:g} x {self.depth:g} mm"

    @property
    def lid(self) -> float:
        """The depth of the tuck beyond the lid."""
        return min(18.0, self.width * 0.3)

    @property
    def net_width(self) -> float:
        return 2 * (self.width + self.depth) + TAB

    @property
    def net_height(self) -> float:
        return self.height + self.depth + self.lid + min(self.depth * 0.95, self.width * 0.45) + 1


def game_box(game: Game, stock: float, sleeved: bool) -> Tuckbox | None:
    """Return a box for all pieces of a game, with the game's name.

    Sheets of paper larger than the cards are kept outside, and nets count as the cubes folded from
    them. Return None if the box would contain only one deck, if no deck has a box, if another piece
    is larger than the cards of the boxed decks, or if the net is larger than a page.
    """
    decks = [each for each in game.components if each.boxed]
    if not decks or len(game.components) == 1:
        return None
    held = []
    largest = max(decks, key=lambda each: each.size.width * each.size.height)
    room, cards, thick = largest.size, 0, 0.0
    for each in game.components:
        cube = each.size.width / NET_COLUMNS if each.kind == "net" else 0.0
        wide, high = (cube, cube) if cube else (each.size.width, each.size.height)
        layer = int(room.width // wide) * int(room.height // high)
        if not layer and each.kind == "sheet":
            continue
        if not layer:
            return None
        held.append(each)
        if each.kind in ("deck", "tile"):
            cards += -(-each.pieces // layer)
        else:
            thick += -(-each.pieces // layer) * (cube or BOARD)
    if held == decks and len(decks) == 1:
        return None
    whole = replace(largest, id=game.id, title=game.title)
    box = tuckbox(whole, cards, stock, sleeved, thick)
    return box if _fits(box) else None


def tuckbox(
    component: Component, cards: int, stock: float, sleeved: bool, more: float = 0
) -> Tuckbox:
    """Return the box for `cards` cards of a component, `stock` mm thick each.

    `more` is the height, in mm, of everything else in it.
    """
    extra = SLACK + (SLEEVE if sleeved else 0)
    thick = stock + (SLEEVE_THICK if sleeved else 0)
    depth = round(max(LEAST_DEPTH, cards * thick + more + DEPTH_SLACK), 1)
    width, height = component.size.width + extra, component.size.height + extra
    upright = Tuckbox(component.id, component.title, cards, width, height, depth, turned=False)
    return replace(upright, turned=upright.net_width > SIZES["page"].width)


def tuckboxes(component: Component, stock: float, sleeved: bool) -> list[Tuckbox]:
    """Return one box for a deck, or several of equal size if a single one would not fit on
    a page.
    """
    for parts in range(1, 10):
        box = tuckbox(component, -(-component.pieces // parts), stock, sleeved)
        if _fits(box):
            return [box] * parts
    return []


def _fits(box: Tuckbox) -> bool:
    """Return whether the net of a box fits on a page."""
    page = SIZES["page"]
    wide, high = box.net_width, box.net_height
    if box.turned:
        wide, high = high, wide
    return wide <= page.width and high <= page.height
