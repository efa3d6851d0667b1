"""Lists the translatable texts of a game and their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from validator.core.location import Location
from validator.core.model import Game
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node, Sequence
from validator.load.fieldtypes import PLAIN
from validator.load.shape import EntryTable, Many, MappingShape, Shape, Text, optional

Step = str | int
Place = tuple[Step, ...]  # the place of a text in an overlay: ("cards", "muses", "clio", "role")
TEXT, WORD = Text(), PLAIN["word"]
LICENCE = MappingShape(
    {
        name: optional(Text(), f"the `{name}` of game.yaml in this language")
        for name in ("credit", "licence", "notice", "placeholders")
    }
)
_LETTER = re.compile(r"[^\W\d_]")


class Phrase(NamedTuple):
    """A text that can be translated."""

    place: Place
    text: str
    location: Location


def phrases(game: Game) -> dict[Place, Phrase]:
    """Return every translatable text of a game, in the order in which an overlay lists them."""
    return {each.place: each for each in _phrases(game) if _LETTER.search(each.text)}


def _phrases(game: Game) -> Iterator[Phrase]:
    node = game.node
    for name in ("title", "tagline"):
        yield from _leaves(getattr(game, name), Text(), _below(node, name), (name,))
    yield from _leaves(game.requires, Many(Text()), _below(node, "requires"), ("requires",))
    for name in LICENCE.fields:
        spoken = getattr(game.licence, name)
        yield from _leaves(spoken, Text(), _below(node, "licence", name), ("licence", name))
    for part in game.components:
        here = _component_node(node, part.id)
        for name in ("title", "description"):
            place = ("components", part.id, name)
            yield from _leaves(getattr(part, name), Text(), _below(here, name), place)
    for part in game.components:
        for card in part.cards:
            head: Place = ("cards", part.id, card.id)
            yield from _leaves(card.title, Text(), _below(card.node, "title"), (*head, "title"))
            for name, each in part.fields.items():
                value = card.fields.get(name)
                yield from _leaves(value, each.shape, _below(card.node, name), (*head, name))
    for rule in game.rules:
        node = _below(rule.node, "statement")
        yield Phrase(("rules", rule.id), rule.statement, node.location)


def kept_words(game: Game) -> Iterator[str]:
    """Yield the words on cards that are not translated: fields of type `word`."""
    for part in game.components:
        for card in part.cards:
            for name, each in part.fields.items():
                value = card.fields.get(name)
                yield from (found.text for found in _leaves(value, each.shape, card.node, (), WORD))


def _leaves(
    value: Any, shape: Shape, node: Node, place: Place, wanted: Shape = TEXT
) -> Iterator[Phrase]:
    """Yield the texts in a value that its shape marks as text for people."""
    if not value:
        return
    if isinstance(shape, Text):
        if shape == wanted:
            yield Phrase(place, str(value), node.location)
    elif isinstance(shape, Many):
        for index, each in enumerate(value):
            yield from _leaves(each, shape.of, _below(node, index), (*place, index), wanted)
    elif isinstance(shape, EntryTable):
        for key, each in value.items():
            yield from _leaves(each, shape.of, _below(node, key), (*place, key), wanted)
    elif isinstance(shape, MappingShape):
        for key, inner in shape.fields.items():
            below = _below(node, key)
            yield from _leaves(value[key], inner.shape, below, (*place, key), wanted)


def _below(node: Node, *steps: Step) -> Node:
    """Return the node at a path below a node, or the nearest one above it if there is none."""
    for step in steps:
        if isinstance(node, MappingNode) and str(step) in node.entries:
            node = node.entries[str(step)]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
    return node


def _component_node(node: Node, id: str) -> Node:
    listed = _below(node, "components")
    for item in listed.items if isinstance(listed, Sequence) else []:
        if isinstance(item, MappingNode) and getattr(item.entries.get("id"), "raw", "") == id:
            return item
    return node
