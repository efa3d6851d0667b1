"""Reads the design of a rulebook from `game.yaml`, and checks the art to which it refers."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Listed

from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.model import BookStyle, Component, Window
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.shape import (
    EntryTable,
    Length,
    Many,
    MappingShape,
    OneOf,
    Reader,
    ShapeField,
    Text,
    optional,
)

EDGES = ("stripes",)
BESIDE = "beside"  # a card lies beside its bearer, and not behind it with its upper edge above
TURNED = "turned"  # it lies upside down
WINDOW = MappingShape(
    {
        "component": ShapeField(Text(), "a component, or 'poster'"),
        "cards": optional(Many(Text()), "titles or ids; all cards if omitted", ()),
        "window": ShapeField(
            Many(Length(0, 1000), 4, "[x, y, width, height]", 4), "its position in mm"
        ),
    }
)
BOOK = MappingShape(
    {
        "fonts": optional(EntryTable(Text()), "head, text or label -> typeface", FrozenMap({})),
        "colours": optional(EntryTable(Text()), "part of a page -> #rrggbb or role", FrozenMap({})),
        "page_colours": optional(
            EntryTable(Text()), "component -> colour of its pages", FrozenMap({})
        ),
        "edge": optional(OneOf(EDGES), "an ornament at the top of pages", ""),
        "vignettes": optional(Many(WINDOW), "parts of faces that decorate pages", ()),
        "plates": optional(Many(Text()), "components whose back may fill a page of the book", ()),
        "zones": optional(
            EntryTable(Text()), "zone -> its name, or component/card below", FrozenMap({})
        ),
        "bearers": optional(
            EntryTable(Text()), "fact -> each, or the fact with the bearer, and how", FrozenMap({})
        ),
    }
)


def book_style(said: FrozenMap | None) -> BookStyle:
    """Return the look of a rulebook."""
    if said is None:
        return BookStyle()
    windows = (
        Window(each["component"], tuple(each["cards"] or ()), tuple(each["window"]))
        for each in said["vignettes"] or ()
        if each and each["component"] and each["window"] and None not in each["window"]
    )
    return BookStyle(
        said["fonts"] or FrozenMap({}),
        said["colours"] or FrozenMap({}),
        said["page_colours"] or FrozenMap({}),
        said["edge"] or "",
        tuple(windows),
        tuple(said["plates"] or ()),
        said["zones"] or FrozenMap({}),
        said["bearers"] or FrozenMap({}),
    )


def check_art(tree: Mapping, components: Listed[Component], to: Reader) -> None:
    """Report components and cards that `vignettes:` and `plates:` of game.yaml name but the game
    does not have, and unknown words of `bearers:`.

    These are notes: a custom deck may have other cards, and its rulebook then omits the art.
    Components and lists of cards that could not be read are reported elsewhere.
    """
    node = tree.entries.get("book")
    known: dict[str, Component | None] = {
        name.raw: None
        for each in _items(tree, "components")
        if isinstance(each, Mapping) and isinstance(name := each.entries.get("id"), Scalar)
    }
    known |= {each.id: each for each in components}
    _check_bearers(node, to)
    for plate in _items(node, "plates"):
        if isinstance(plate, Scalar) and plate.raw not in known:
            hint = did_you_mean(plate.raw, known)
            to.say(plate, f"no component {describe(plate)}{hint}", "references", "note")
    for window in _items(node, "vignettes"):
        name = window.entries.get("component") if isinstance(window, Mapping) else None
        if not isinstance(name, Scalar) or name.raw == "poster":
            continue
        if name.raw not in known:
            hint = did_you_mean(name.raw, ["poster", *known])
            to.say(name, f"no component {describe(name)}{hint}", "references", "note")
            continue
        component = known[name.raw]
        if component is None or not component.complete:
            continue
        titles = {each.lower(): each for card in component.cards for each in (card.id, card.title)}
        for card in _items(window, "cards"):
            if isinstance(card, Scalar) and card.raw.lower() not in titles:
                hint = did_you_mean(card.raw, [*titles.values()])
                message = f"no card {describe(card)} in {component.id}{hint}"
                to.say(card, message, "references", "note")


def _check_bearers(node: Node | None, to: Reader) -> None:
    """Report words after the name of a fact in `bearers:` that have no meaning there."""
    bearers = node.entries.get("bearers") if isinstance(node, Mapping) else None
    for value in bearers.entries.values() if isinstance(bearers, Mapping) else ():
        for word in value.raw.split()[1:] if isinstance(value, Scalar) else ():
            if word not in (BESIDE, TURNED):
                hint = did_you_mean(word, [BESIDE, TURNED])
                message = f"expected '{BESIDE}' or '{TURNED}' after the fact, not '{word}'{hint}"
                to.say(value, message, "references", "note")


def _items(node: Node | None, name: str) -> Iterator[Node]:
    """Yield the items of the list with this name in a mapping."""
    found = node.entries.get(name) if isinstance(node, Mapping) else None
    yield from found.items if isinstance(found, Sequence) else ()
