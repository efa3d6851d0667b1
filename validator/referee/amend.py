"""A game and what a script says about it to the game as this script plays it.

`rulings:` chooses among the readings of a rule, `data:` changes its numbers, `cards:` brings card
data of the script's own: named cards changed, or whole decks.
"""

from __future__ import annotations

from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from typing import Any

from validator.load.game import slug
from validator.load.rules import resolved
from validator.load.shape import Anything, Reader
from validator.load.tree import Mapping, Node, Scalar, Sequence, describe
from validator.model import Card, Component, Game, Rule, Rules
from validator.record import Record
from validator.spot import Problem, did_you_mean

CHECK = "header"


def amended(game: Game, header: AnyMapping[str, Node]) -> tuple[Game, list[Problem]]:
    """The game with the rulings, numbers and cards of a script's header."""
    problems: list[Problem] = []
    changes: dict[str, dict[str, Any]] = {}
    if node := header.get("rulings"):
        _rulings(game, node, changes, problems)
    if node := header.get("data"):
        _data(game, node, changes, problems)
    if changes:
        game = replace(game, rules=_rules(game.rules, changes, problems))
    if node := header.get("cards"):
        game = _cards(game, node, problems)
    return game, problems


def _say(problems: list[Problem], node: Node, message: str) -> None:
    problems.append(Problem(node.spot, message, CHECK))


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
            _say(problems, key, f"{key.raw} has no other reading to choose")
        elif not isinstance(entry, Scalar) or entry.raw not in choices:
            message = f"{describe(entry)} is not one of {', '.join(choices)}"
            _say(problems, entry, message)
        else:
            changes.setdefault(key.raw, {})["choice"] = entry.raw


def _data(
    game: Game, node: Node, changes: dict[str, dict[str, Any]], problems: list[Problem]
) -> None:
    """Numbers as ``NINE-TOIL-01: {craft: 2}`` or ``NINE-TOIL-01.craft: 2``."""
    for key, entry in _entries(node, "a mapping from rule ids to numbers", problems):
        id_, *path = key.raw.split(".")
        if id_ not in game.rules:
            hint = did_you_mean(id_, (rule.id for rule in game.rules))
            _say(problems, key, f"no rule '{id_}'{hint}")
            continue
        value = Anything().read(entry, Reader())
        for name in reversed(path):
            value = Record({int(name) if name.isdigit() else name: value})
        known = game.rules[id_].data
        if not isinstance(value, Record):
            _say(problems, entry, f"expected the numbers of {id_} by name, not {describe(entry)}")
            continue
        for name, each in value.items():
            if name not in known:
                hint = did_you_mean(str(name), known)
                _say(problems, key, f"{id_} has no number '{name}'{hint}")
            elif not _alike(known[name], each):
                _say(problems, entry, f"{id_}.{name} is of another kind: {known[name]!r}")
            else:
                changes.setdefault(id_, {})[str(name)] = each


def _alike(old: Any, new: Any) -> bool:
    """Whether a new datum has the kind of the old one, so that a referee can read it."""
    if isinstance(old, Record):
        return isinstance(new, Record) and all(
            key in old and _alike(old[key], new[key]) for key in new
        )
    if isinstance(old, tuple):
        return isinstance(new, tuple) and all(_alike(old[0], each) for each in new if old)
    if isinstance(old, bool) or isinstance(new, bool):
        return isinstance(old, bool) and isinstance(new, bool)
    if isinstance(old, int):
        return isinstance(new, int) and abs(new) < 1_000_000
    return isinstance(new, type(old))


def _rules(
    rules: Rules, changes: AnyMapping[str, AnyMapping[str, Any]], problems: list[Problem]
) -> Rules:
    """The catalogue with changed numbers; what refers to a changed number changes with it."""
    raw: list[Rule] = []
    for rule in rules:
        data = {}
        if isinstance(rule.node, Mapping) and "data" in rule.node.entries:
            data = dict(Anything().read(rule.node.entries["data"], Reader()))
        for name, value in changes.get(rule.id, {}).items():
            data[name] = _merged(rule.data.get(name), value)
        raw.append(replace(rule, data=Record(data)))
    return Rules(rules.version, resolved(raw, problems), rules.file)


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, Record) and isinstance(new, Record):
        return Record({**old, **{key: _merged(old.get(key), value) for key, value in new.items()}})
    return new


def _cards(game: Game, node: Node, problems: list[Problem]) -> Game:
    """``cards: {Heron: {…}}`` changes a card, ``cards: {philosophers: {…} or […]}`` a deck."""
    components = {component.id: component for component in game.components}
    for key, entry in _entries(node, "a mapping from cards or decks to their data", problems):
        if key.raw in components:
            components[key.raw] = _deck(components[key.raw], entry, problems)
            continue
        owner = next((c for c in components.values() if _find(c, key.raw)), None)
        if owner is None:
            known = [*components, *(card.title for c in components.values() for card in c.cards)]
            _say(problems, key, f"no card or deck '{key.raw}'{did_you_mean(key.raw, known)}")
        else:
            components[owner.id] = _changed(owner, key.raw, entry, problems)
    return replace(game, components=tuple(components.values()))


def _find(component: Component, name: str) -> Card | None:
    wanted = name.lower()
    return next((c for c in component.cards if wanted in (c.id, c.title.lower())), None)


def _deck(component: Component, node: Node, problems: list[Problem]) -> Component:
    """A deck with cards changed by name, or made of the cards of a list."""
    if isinstance(node, Sequence):
        cards = [_new(item, "", problems) for item in node.items]
        return replace(component, cards=tuple(card for card in cards if card))
    for key, entry in _entries(node, "cards by name, or a list of cards", problems):
        component = _changed(component, key.raw, entry, problems)
    return component


def _changed(component: Component, name: str, node: Node, problems: list[Problem]) -> Component:
    """A deck with one card changed, added, or (``copies: 0``) taken out."""
    old = _find(component, name)
    if isinstance(node, Scalar) and isinstance(node.value, int) and old:
        card: Card | None = replace(old, copies=max(0, node.value))
    elif old is None:
        card = _new(node, name, problems)
    else:
        values = _values(node, problems)
        card = None
        if values is not None:
            fields = Record({**old.fields, **_own(values)})
            copies = values.get("copies", old.copies)
            source = str(values.get("source", old.source))
            card = replace(old, fields=fields, copies=_copies(copies), source=source, node=node)
    if card is None:
        return component
    kept = [each for each in component.cards if each is not old]
    place = component.cards.index(old) if old else len(kept)
    return replace(component, cards=(*kept[:place], card, *kept[place:]))


def _new(node: Node, name: str, problems: list[Problem]) -> Card | None:
    values = _values(node, problems)
    if values is None:
        return None
    title = str(values.get("title", name or values.get("id", "")))
    if not title:
        _say(problems, node, "'title' is missing: the name of the card")
        return None
    return Card(
        id=str(values.get("id", slug(title))),
        title=title,
        copies=_copies(values.get("copies", 1)),
        source=str(values.get("source", "original")),
        fields=_own(values),
        node=node,
    )


def _copies(value: Any) -> int:
    return min(max(value, 0), 1000) if isinstance(value, int) else 1


def _own(values: AnyMapping[Any, Any]) -> Record:
    common = ("id", "title", "copies", "source")
    return Record({key: value for key, value in values.items() if key not in common})


def _values(node: Node, problems: list[Problem]) -> Record | None:
    if isinstance(node, Mapping):
        values = Anything().read(node, Reader())
        assert isinstance(values, Record)
        return values
    _say(problems, node, f"expected the fields of a card, not {describe(node)}")
    return None
