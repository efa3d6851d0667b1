"""Converts shapes to JSON Schemas, which editors use to complete and check data files.

They are made from the shapes that read the files, so the two cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from validator.core.address import ADDRESS
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.sizes import SIZES
from validator.core.tree import Mapping, Sequence
from validator.load.cards import card_shape
from validator.load.fieldtypes import read_fields, read_types
from validator.load.game import COMPONENT, GAME
from validator.load.locale import APART, LOCALE
from validator.load.phrases import Step, phrases
from validator.load.rules import CATALOGUE, RULE
from validator.load.shape import (
    REFERENCE,
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
from validator.load.tabletop import TABLETOP
from validator.load.text import read_text
from validator.load.yaml import read_yaml

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
_RULE_NUMBER: Schema = {"type": "string", "pattern": f"^{REFERENCE.pattern}$",
                        "description": "a rule's number, such as NINE-COMP-05.count"}  # fmt: skip


def schema_of(shape: Shape) -> Schema:
    """Return the JSON Schema of a shape.

    A shape that accepts anything gives a schema that allows everything.
    """
    if isinstance(shape, Text):
        found: Schema = {"type": ["string", "number"]}  # an unquoted 12 is read as text
        if shape.pattern:
            found = {"type": "string", "pattern": f"^(?:{shape.pattern})$"}
        return found | ({"description": shape.name} if shape.name != "text" else {})
    if isinstance(shape, Whole):
        number = {"type": "integer", "minimum": shape.least, "maximum": shape.most}
        return {"anyOf": [number, _RULE_NUMBER]}
    if isinstance(shape, Decimal):
        number = {"type": "number", "minimum": shape.least, "maximum": shape.most}
        return {"anyOf": [number, _RULE_NUMBER]}
    if isinstance(shape, YesNo):
        return {"type": "boolean"}
    if isinstance(shape, OneOf):
        return {"enum": list(shape.words)}
    if isinstance(shape, Many):
        items = {"type": "array", "items": schema_of(shape.of)}
        return items | ({"minItems": shape.least} if shape.least else {})
    if isinstance(shape, EntryTable):
        return {"type": "object", "additionalProperties": schema_of(shape.of)}
    if isinstance(shape, MappingShape):
        return _object(shape.fields)
    return {}


def _object(fields: dict[str, ShapeField]) -> Schema:
    properties = {}
    for name, each in fields.items():
        found = schema_of(each.shape)
        if each.about:
            found = found | {"description": each.about}
        if not each.needed and isinstance(each.default, str | int | float) and each.default != "":
            found = found | {"default": each.default}
        properties[name] = found
    needed = [name for name, each in fields.items() if each.needed]
    found = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": needed} if needed else {})


def general_schemas() -> dict[str, Schema]:
    """Return the schemas that are the same for every game, by kind of file."""
    return {
        "game": game_schema(), "rules": rules_schema(), "table": table_schema(),
        "locale": locale_schema(),
    }  # fmt: skip


FILES = {
    "game": "game.yaml",
    "rules": "rules.yaml",
    "table": "table.yaml",
    "locale": "locale/*.yaml",
}


def catalogue() -> Schema:
    """Return the general schemas with the files they apply to, in the format of SchemaStore.

    Raises ValueError as long as Pieria has no public address, because an entry needs a URL.
    """
    if not ADDRESS:
        raise ValueError(
            "Pieria has no public address yet; set ADDRESS in validator/core/address.py"
        )
    return {
        "$schema": "https://json.schemastore.org/schema-catalog.json",
        "version": 1,
        "schemas": [
            {"name": f"Pieria {name}", "description": schema["title"],
             "fileMatch": [FILES[name]], "url": schema["$id"]}
            for name, schema in general_schemas().items()
        ],
    }  # fmt: skip


def game_schema() -> Schema:
    """Return the schema of any `game.yaml`."""
    found = schema_of(GAME)
    component = schema_of(COMPONENT)
    size = component["properties"]["size"]
    size["anyOf"] = [
        {"enum": sorted(SIZES)},
        {"type": "array", "items": {"anyOf": [
            {"type": "number", "minimum": 3, "maximum": 1000},
            {"type": "string", "pattern": r'^\d+(\.\d+)? ?(in|"|cm|mm)$'},
        ]}, "minItems": 2, "maxItems": 2},
    ]  # fmt: skip
    component["properties"]["cards"]["anyOf"] = [
        {"type": "string", "pattern": r"\.(ya?ml|json|[ct]sv|txt|xls[xm](#.+)?)$"},
        {"type": "array"},
        {"type": "object"},
    ]
    component["properties"]["fields"]["type"] = "object"
    found["properties"]["components"]["items"] = component
    return _titled(found, "A game of Pieria: game.yaml", "game")


def table_schema() -> Schema:
    """Return the schema of any `table.yaml`."""
    return _titled(
        schema_of(TABLETOP), "How the table in the browser shows a game: table.yaml", "table"
    )


def rules_schema() -> Schema:
    """Return the schema of any `rules.yaml`."""
    found = schema_of(CATALOGUE)
    found["properties"]["rules"]["items"] = schema_of(RULE)
    return _titled(found, "A rule catalogue of Pieria: rules.yaml", "rules")


def locale_schema(game: Game | None = None) -> Schema:
    """Return the schema of an overlay; for a given game, it lists the game's texts and their
    sources.
    """
    found = schema_of(LOCALE)
    word = {"type": "string"}
    said = {"anyOf": [word, {"type": "array", "items": word, "minItems": 1}]}
    found["properties"]["words"]["additionalProperties"] = said
    if game is not None:
        texts: dict[Step, Any] = {}
        for each in phrases(game).values():
            inner = texts
            for step in each.place[:-1]:
                inner = inner.setdefault(step, {})
            inner[each.place[-1]] = each.text
        found["properties"] |= {str(name): _said_again(each) for name, each in texts.items()}
        missing = LOCALE.fields.keys() - texts.keys() - set(APART)
        for name in missing:
            del found["properties"][name]
    name = "" if game else "locale"
    found = _described(found, "its texts in this language")
    return _titled(found, "A game of Pieria in another language: locale/xx.yaml", name)


def _said_again(texts: Any) -> Schema:
    """Return the schema of the translation of a text, or of all translations below a place in
    the tree.
    """
    if isinstance(texts, str):
        return {"type": ["string", "number", "null"], "description": texts}
    if all(isinstance(step, int) for step in texts):
        return {"type": ["array", "object", "null"]}  # lines of a list, or a table by numbers
    inner = {str(step): _said_again(each) for step, each in texts.items()}
    return {"type": ["object", "null"], "properties": inner, "additionalProperties": False}


@dataclass(frozen=True)
class DeclaredCards:
    """The cards of a component according to `game.yaml`."""

    shape: MappingShape  # shape of each card
    file: str  # file of the cards as game.yaml names it; empty if they are in game.yaml


def declared(game: Game) -> dict[str, DeclaredCards]:
    """Return the cards of each component, by its id."""
    text = read_text(game.folder / "game.yaml", "game.yaml")
    tree = None if isinstance(text, Problem) else read_yaml(text, "game.yaml")[0]
    found: dict[str, DeclaredCards] = {}
    if not isinstance(tree, Mapping):
        return found
    to = Reader(game.rules.number)
    types = read_types(tree.entries.get("types"), to)
    components = tree.entries.get("components")
    for node in components.items if isinstance(components, Sequence) else []:
        if isinstance(node, Mapping):
            fields = read_fields(node.entries.get("fields"), types, to)
            file = getattr(node.entries.get("cards"), "raw", "")
            id_ = str(getattr(node.entries.get("id"), "raw", ""))
            found[id_] = DeclaredCards(card_shape(fields, "original"), file)
    return found


def card_schemas(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game's card files by component, made from the `fields` of each
    component.
    """
    return {id_: _deck(id_, each.shape) for id_, each in declared(game).items()}


def _deck(id_: str, shape: MappingShape) -> Schema:
    cards = {"type": "array", "items": schema_of(shape)}
    whole = {
        "anyOf": [
            cards,
            {
                "type": "object",
                "properties": {
                    "source": {"type": "string", "description": "the source of the cards"},
                    "cards": cards | {"description": "the cards"},
                },
                "required": ["cards"],
                "additionalProperties": False,
            },
        ]
    }
    return _titled(_described(whole, "as `fields` of game.yaml declares it"), f"Cards of {id_}")


def _described(schema: Schema, where: str) -> Schema:
    """Add a description to each name that has none, made from the name and `where`; return the
    schema.
    """
    for name, each in schema.get("properties", {}).items():
        each.setdefault("description", f"{name.replace('_', ' ')}: {where}")
    below = (*schema.get("properties", {}).values(), *schema.get("anyOf", ()))
    for each in (*below, schema.get("items"), schema.get("additionalProperties")):
        if isinstance(each, dict):
            _described(each, where)
    return schema


def _titled(schema: Schema, title: str, name: str = "") -> Schema:
    """Return a complete schema.

    `name` is set for a schema that is the same for every game, and gives it an id.
    """
    named = {"$id": f"{ADDRESS}schemas/{name}.json"} if ADDRESS and name else {}
    return {"$schema": DRAFT, **named, "title": title, **schema}
