"""Parses the notation for the types of card fields in game.yaml.

    text            words for people             icon        name of an icon
    word            words for templates and referees, the same in every language
    integer         a whole number from 0        colour      #rrggbb, or a colour of the theme
    number          a number                     picture     a picture or SVG of the game's folder
    boolean         true or false                one of A, B one of these words
    list of X       a list of X                  map of X    a mapping to X
    a name of `types:` in game.yaml              X?          X, or left out

A field that is itself a mapping describes a value with named parts.
"""

from __future__ import annotations

from validator.core.location import did_you_mean
from validator.core.renamed import FIELD_TYPES, key_now
from validator.core.tree import Mapping, Node, Scalar
from validator.load.shape import (
    Decimal,
    EntryTable,
    Many,
    MappingShape,
    OneOf,
    Reader,
    Shape,
    ShapeField,
    Text,
    Whole,
    YesNo,
)

PLAIN: dict[str, Shape] = {
    "text": Text(),
    "word": Text(r"(?s:.+)", "a word"),
    "integer": Whole(),
    "number": Decimal(),
    "boolean": YesNo(),
    "icon": Text(r"[a-z0-9][a-z0-9-]*", "an icon's name, such as 'quill-ink'"),
    "colour": Text(r"#[0-9a-fA-F]{6}|[a-z][a-z0-9_]*", "a colour: #rrggbb or a name of the theme"),
    "picture": Text(
        r"[^\x00-\x1f\\:*?\"<>|]+\.([pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP]|[tT][iI][fF][fF]?"
        r"|[gG][iI][fF]|[sS][vV][gG])",
        "a picture in the game's folder: .png, .jpg, .webp, .tif, .gif or .svg",
    ),
}

DEEPEST = 10
RESERVED = frozenset(  # what a card and its record already answer to
    {"id", "title", "copies", "source", "fields", "node", "location", "location_of"}
    | {"items", "keys", "values", "get"}
)


def read_types(node: Node | None, to: Reader) -> dict[str, Shape]:
    """Return the named types of a game, each of which may use the types above it."""
    types = dict(PLAIN)
    if isinstance(node, Mapping):
        for name, entry in node.entries.items():
            types[name] = _shape(entry, types, to)
    elif node is not None:
        to.say(node, "expected a mapping from names to field types")
    return types


def read_fields(node: Node | None, types: dict[str, Shape], to: Reader) -> dict[str, ShapeField]:
    """Read the field declarations of a deck's cards."""
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        to.say(node, "expected a mapping from field names to types, such as 'text: text'")
        return {}
    for name, place in node.keys.items():
        if name in RESERVED:
            to.say(place, f"'{name}' is reserved: every card already has it; choose another name")
    return {name: _field(entry, types, to) for name, entry in node.entries.items()}


def _field(node: Node, types: dict[str, Shape], to: Reader) -> ShapeField:
    if isinstance(node, Scalar) and node.raw.endswith("?"):
        shape = _named(node, node.raw[:-1].strip(), types, to)
        return ShapeField(shape, default=() if isinstance(shape, Many) else None, needed=False)
    return ShapeField(_shape(node, types, to))


def _shape(node: Node, types: dict[str, Shape], to: Reader) -> Shape:
    if isinstance(node, Mapping):
        return MappingShape(read_fields(node, types, to))
    if isinstance(node, Scalar):
        return _named(node, node.raw.strip(), types, to)
    to.say(node, "expected the name of a field type or a mapping of fields")
    return Text()


def _named(node: Scalar, words: str, types: dict[str, Shape], to: Reader, deep: int = 0) -> Shape:
    if deep > DEEPEST:
        to.say(node, f"lists are nested deeper than {DEEPEST} levels")
        return Text()
    if words.startswith("list of "):
        return Many(_named(node, words[8:].strip(), types, to, deep + 1))
    if words.startswith("map of "):
        return EntryTable(_named(node, words[7:].strip(), types, to, deep + 1))
    if words.startswith("one of "):
        return OneOf(tuple(word.strip() for word in words[7:].split(",")))
    if words not in types:
        hint = key_now(words, types, FIELD_TYPES) or did_you_mean(words, types)
        to.say(node, f"no field type '{words}'{hint}", "references")
        return Text()
    return types[words]
