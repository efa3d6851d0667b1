"""Computes the sizes of tuckboxes for decks, and of their nets, in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.core.shown import TemplateValue
from validator.core.model import Component, Game
from validator.core.sizes import SIZES, Size

TUCKBOXES = "Tuckboxes"  # title of their part of a kit
NAMED = "Tuckbox: "  # the prefix of their ids
SLACK = 2.0  # beyond the cards, in width and height: they slide in and out
SLEEVE = 4.0  # what a sleeve adds to a card's width and height
SLEEVE_THICK = 0.18  # both of its films
DEPTH_SLACK = 1.5
LEAST_DEPTH = 6.0
BOARD = 2.0  # mm a token is thick, glued on board
TAB = 11.0  # the strip that is glued
KEY = 9.6  # two lines of text below a net
SHORT_KEY = 5.0  # one line
NET_COLUMNS = 3  # faces of a cube in the width of its net


@dataclass(frozen=True)
class Tuckbox(TemplateValue):
    """A tuckbox: its inner dimensions, and whether its net is rotated to fit the page.

    The net is `net_width` x `net_height`: from left to right back, side, front, side and a tab,
    with lid and tuck above and bottom flaps below.
    """

    component: str  # id
    title: str
    cards: int
    width: float
    height: float
    depth: float
    turned: bool

    @property
    def name(self) -> str:
        """The box's id in the kit's manifest, the same in every language."""
        return f"{NAMED}{self.component}"

    @property
    def inside(self) -> str:
        """The inner dimensions of the box as text."""
        return f"{self.width:g} x {self.height:g} x {self.depth:g} mm"

    @property
    def lid(self) -> float:
        """The depth of the tuck that closes the lid."""
        return min(18.0, self.width * 0.3)

    @property
    def notch(self) -> float:
        """The radius of the notch for a thumb, in the upper edge of the back."""
        return self.width * 0.14

    @property
    def net_width(self) -> float:
        return 2 * (self.width + self.depth) + TAB

    @property
    def net_height(self) -> float:
        return self.height + self.depth + self.lid + min(self.depth * 0.95, self.width * 0.45) + 1

    @property
    def key(self) -> float:
        """The height of the strip below the net, with the meaning of its lines.

        With room for two lines, it also says how to fold and glue the box.
        """
        spare = SIZES["page"].height - (self.net_width if self.turned else self.net_height)
        return KEY if spare > KEY + 2 else SHORT_KEY


def game_box(game: Game, stock: float, sleeved: bool) -> Tuckbox | None:
    """Return a box with the game's name for all pieces of a game, or else for all decks with a box.

    Sheets of paper that are larger than the cards do not go into the box, and nets count as the
    cubes that are folded from them. Returns None if no box for more than one deck fits on a page.
    """
    decks = [each for each in game.components if each.boxed]
    for parts in (game.components, decks):
        held = _held(parts, decks)
        if held and held != decks[:1]:
            box = _box_of(game, held, decks, stock, sleeved)
            if _fits(box):
                return box
    return None


def _held(parts: Sequence[Component], decks: Sequence[Component]) -> list[Component]:
    """Return the components that go into a box of the size of the largest deck.

    Returns none if one of them does not fit.
    """
    if not decks:
        return []
    room = _largest(decks).size
    held = [each for each in parts if _layer(each, room) or each.kind != "sheet"]
    return held if all(_layer(each, room) for each in held) else []


def _largest(decks: Sequence[Component]) -> Component:
    return max(decks, key=lambda each: each.size.width * each.size.height)


def _layer(component: Component, room: Size) -> int:
    """Return how many pieces of a component fit side by side."""
    cube = _cube(component)
    wide, high = (cube, cube) if cube else (component.size.width, component.size.height)
    return int(room.width // wide) * int(room.height // high)


def _cube(component: Component) -> float:
    """Return the edge of the cube that is folded from a net, or 0 for other components."""
    return component.size.width / NET_COLUMNS if component.kind == "net" else 0.0


def _box_of(
    game: Game, held: Sequence[Component], decks: Sequence[Component], stock: float, sleeved: bool
) -> Tuckbox:
    largest, cards, thick = _largest(decks), 0, 0.0
    for each in held:
        layers = -(-each.pieces // _layer(each, largest.size))
        if each.kind in ("deck", "tile"):
            cards += layers
        else:
            thick += layers * (_cube(each) or BOARD)
    whole = replace(largest, id=game.id, title=game.title)
    return tuckbox(whole, cards, stock, sleeved, thick)


def tuckbox(
    component: Component, cards: int, stock: float, sleeved: bool, more: float = 0
) -> Tuckbox:
    """Return the box for `cards` cards of a component, `stock` mm thick each.

    `more` is the height in mm of the other contents.
    """
    extra = SLACK + (SLEEVE if sleeved else 0)
    thick = stock + (SLEEVE_THICK if sleeved else 0)
    depth = round(max(LEAST_DEPTH, cards * thick + more + DEPTH_SLACK), 1)
    width, height = component.size.width + extra, component.size.height + extra
    upright = Tuckbox(component.id, component.title, cards, width, height, depth, turned=False)
    return replace(upright, turned=upright.net_width > SIZES["page"].width)


def tuckboxes(component: Component, stock: float, sleeved: bool) -> list[Tuckbox]:
    """Return the boxes for a deck: one, or several of equal size.

    There are several if a single one would not fit on a page.
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
