"""Applies to a game the overrides in a script's header.

`rulings:` selects readings of rules, `data:` changes its numbers, `cards:` changes single cards or
replaces whole decks.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem, did_you_mean
from validator.core.model import Card, Component, Game, Rule, Rules
from validator.core.tree import Mapping, Node, Scalar, Sequence, describe
from validator.load.cards import card_fields, read_cards, unique_ids
from validator.load.derived import refilled
from validator.load.numbers import placed, shape_of
from validator.load.shape import Anything, MappingShape, Reader

CHECK = "header"


def overridden(game: Game, header: AnyMapping[str, Node]) -> tuple[Game, list[Problem]]:
    """Return the game with the header's rulings, numbers and cards, and the problems in the
    header.
    """
    problems: list[Problem] = []
    changes: dict[str, dict[str, Any]] = {}
    if node := header.get("rulings"):
        _rulings(game, node, changes, problems)
    if node := header.get("data"):
        _data(game, node, changes, problems)
    if changes:
        game = replace(game, rules=_rules(game, changes, problems))
    if node := header.get("cards"):
        game = _cards(game, node, problems)
    return game, problems


def _say(problems: list[Problem], node: Node, message: str) -> None:
    problems.append(Problem(node.location, message, CHECK))


def _entries(node: Node, what: str, problems: list[Problem]) -> list[tuple[Scalar, Node]]:
    if isinstance(node, Mapping):
        return [(node.keys[name], entry) for name, entry in node.entries.items()]
    if not (isinstance(node, Scalar) and node.value is None):
        _say(problems, node, f"expected {what}, not {describe(node)}")
    return []


def _rulings(
    game: Game, node: Node, changes: dict[str, dict[str, Any]], problems: list[Problem]
) -> None:
    for key, entry in _entries(node, "a mapping from rule ids to choices", problems):
        if key.raw not in game.rules:
            hint = did_you_mean(key.raw, (rule.id for rule in game.rules))
            _say(problems, key, f"no rule '{key.raw}'{hint}")
            continue
        choices = game.rules[key.raw].data.get("choices", ())
        if not choices:
            _say(problems, key, f"{key.raw} has no other interpretation to choose")
        elif not isinstance(entry, Scalar) or entry.raw not in choices:
            message = f"{describe(entry)} is not one of {', '.join(choices)}"
            _say(problems, entry, message)
        else:
            changes.setdefault(key.raw, {})["choice"] = entry.raw


def _data(
    game: Game, node: Node, changes: dict[str, dict[str, Any]], problems: list[Problem]
) -> None:
    """Collect changes such as ``NINE-TOIL-01: {craft: 2}`` or ``NINE-TOIL-01.craft: 2``."""
    for key, entry in _entries(node, "a mapping from rule ids to numbers", problems):
        id_, *path = key.raw.split(".")
        if id_ not in game.rules:
            hint = did_you_mean(id_, (rule.id for rule in game.rules))
            _say(problems, key, f"no rule '{id_}'{hint}")
            continue
        value = Anything().read(entry, Reader())
        for name in reversed(path):
            value = FrozenMap({int(name) if name.isdigit() else name: value})
        known = game.rules[id_].data
        if not isinstance(value, FrozenMap):
            _say(problems, entry, f"expected the numbers of {id_} by name, not {describe(entry)}")
            continue
        for name, each in value.items():
            if name not in known:
                hint = did_you_mean(str(name), known)
                _say(problems, key, f"{id_} has no number '{name}'{hint}")
                continue
            to = Reader()
            shape = shape_of(game.rules[id_]).fields[str(name)].shape
            read = shape.read(placed(_merged(known[name], each), entry), to)
            problems += (replace(p, message=f"{id_}.{name}: {p.message}") for p in to.problems)
            if not to.problems:
                changes.setdefault(id_, {})[str(name)] = read


def _rules(
    game: Game, changes: AnyMapping[str, AnyMapping[str, object]], problems: list[Problem]
) -> Rules:
    """Return the catalogue with changed numbers, and with the numbers derived from them."""
    raw: list[Rule] = []
    fixed: list[str] = []
    for rule in game.rules:
        data = {}
        if isinstance(rule.node, Mapping) and "data" in rule.node.entries:
            data = dict(Anything().read(rule.node.entries["data"], Reader()))
        for name, value in changes.get(rule.id, {}).items():
            data[name] = _merged(rule.data.get(name), value)
            fixed += _leaves(f"{rule.id}.{name}", value)
        raw.append(replace(rule, data=FrozenMap(data)))
    return replace(game.rules, all=refilled(game, raw, fixed, problems))


def _leaves(reference: str, value: object) -> list[str]:
    """Return the references of the numbers in a value."""
    if not isinstance(value, FrozenMap):
        return [reference]
    return [leaf for key, each in value.items() for leaf in _leaves(f"{reference}.{key}", each)]


def _merged(old: object, new: object) -> Any:
    if isinstance(old, FrozenMap) and isinstance(new, FrozenMap):
        return FrozenMap(
            {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}
        )
    return new


def _cards(game: Game, node: Node, problems: list[Problem]) -> Game:
    """Return the game with the cards that ``cards:`` in a header changes.

    An entry changes one card (``Heron: {…}``), or several cards or all of a deck (``philosophers:
    {…}`` or ``[…]``).
    """
    components = {component.id: component for component in game.components}
    to = Reader(game.rules.number)
    for key, entry in _entries(node, "a mapping from cards or decks to their data", problems):
        if key.raw in components:
            components[key.raw] = _deck(components[key.raw], entry, to)
            continue
        owner = next((c for c in components.values() if _named(c.cards, key.raw)), None)
        if owner is None:
            known = [*components, *(card.title for c in components.values() for card in c.cards)]
            _say(problems, key, f"no card or deck '{key.raw}'{did_you_mean(key.raw, known)}")
        else:
            components[owner.id] = _with(owner, {key: entry}, to)
    problems += to.problems
    return replace(game, components=tuple(components.values()))


def _named(cards: Iterable[Card], name: str) -> list[Card]:
    """Return all cards with this title, or else the card with this id.

    Several rows with the same title are copies of one card in play.
    """
    wanted, cards = name.lower(), tuple(cards)
    titled = [card for card in cards if wanted == card.title.lower()]
    return titled or [card for card in cards if wanted == card.id]


def _deck(component: Component, node: Node, to: Reader) -> Component:
    """Return a deck with cards changed by name, or a new deck from a list."""
    if isinstance(node, Sequence):
        cards = read_cards(node, component.fields, component.source, to)
        return replace(component, cards=tuple(cards))
    if isinstance(node, Mapping):
        return _with(component, {node.keys[name]: each for name, each in node.entries.items()}, to)
    to.say(node, f"expected cards by name, or a list of cards, not {describe(node)}", CHECK)
    return component


def _with(component: Component, entries: AnyMapping[Scalar, Node], to: Reader) -> Component:
    """Return a deck with some cards changed, added or (with ``copies: 0``) removed."""
    cards, before = list(component.cards), {id(card) for card in component.cards}
    for key, node in entries.items():
        rows = _named(cards, key.raw)
        if _counts(node):  # copies of all rows together
            cards = [card for card in cards if card not in rows[1:]]
            rows = rows[:1]
        for old in rows:
            if card := _changed(component, old, node, to):
                cards[cards.index(old)] = card
        if not rows and (card := _added(component, key, node, to)):
            cards.append(card)
    unique_ids(sorted(cards, key=lambda card: id(card) not in before), to)
    return replace(component, cards=tuple(cards))


def _counts(node: Node) -> bool:
    """Return whether a card's data state the number of copies."""
    return isinstance(node, Scalar) or (isinstance(node, Mapping) and "copies" in node.entries)


def _changed(component: Component, old: Card, node: Node, to: Reader) -> Card | None:
    """Return a card with new values in some of its fields.

    A plain number instead of fields replaces its number of copies.
    """
    declared = {**card_fields(component.source), **component.fields}
    if isinstance(node, Scalar) and isinstance(node.value, int):
        copies = declared["copies"].shape.read(node, to)
        return None if copies is None else replace(old, copies=copies)
    if not isinstance(node, Mapping):
        to.say(node, f"expected the fields of a card, not {describe(node)}", CHECK)
        return None
    shape = MappingShape({name: each._replace(needed=False) for name, each in declared.items()})
    known, values = len(to.problems), shape.read(node, to)
    if values is None or len(to.problems) > known or not set(node.entries) <= set(values):
        return None  # an unknown field is reported once for all rows of a title
    new = {name: values[name] for name in node.entries}
    own = {name: new.pop(name) for name in component.fields if name in new}
    return replace(old, **new, fields=FrozenMap({**old.fields, **own}), node=node)


def _added(component: Component, key: Scalar, node: Node, to: Reader) -> Card | None:
    """Return a card that exists only in the script.

    Its title is the key, unless its fields contain another title.
    """
    if not isinstance(node, Mapping):
        to.say(node, f"expected the fields of a card, not {describe(node)}", CHECK)
        return None
    titled = Mapping(node.file, node.line, node.column)
    titled.keys, titled.entries = {"title": key, **node.keys}, {"title": key, **node.entries}
    listed = Sequence(node.file, node.line, node.column)
    listed.items = [titled]
    return next(iter(read_cards(listed, component.fields, component.source, to)), None)
