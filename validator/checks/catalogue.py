"""A deck for a shipped game has all of that game's rules, with all of their numbers.

The referee reads every number that it plays by from `rules.yaml`. So a deck of one's own may
change numbers and add rules, but each rule of the game stays, and each of its numbers stays a
number. Tables by number of players have an entry for every number of players of `game.yaml`, and
a ruling is one of its `choices`. Entries that are named after cards may be named after others. A
game without a shipped referee may have any rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from validator.core.location import Problem, Spot
from validator.core.model import Game, Rule
from validator.core.resources import resource
from validator.games import home_of, module_of
from validator.load.game import load_game
from validator.load.shape import REFERENCE
from validator.load.tree import Mapping as MappingNode
from validator.load.tree import Node, Scalar
from validator.load.tree import Sequence as SequenceNode

ID = "catalogue"
MOST = 1_000_000  # far beyond any number of a rule


def check(game: Game) -> Iterator[Problem]:
    """Problems of rules that the game's referee would miss."""
    home = home_of(game)
    folder = resource("data") / home if home else None
    if home is None or folder is None or folder.resolve() == game.folder.resolve():
        return
    model = _shipped(folder)
    span = frozenset(range(model.players[0], model.players[1] + 1))
    for rule in model.rules:
        if rule.id not in game.rules:
            message = f"{rule.id} is missing; the referee of {home} plays by it: {rule.text}"
            yield Problem(Spot(game.rules.file), message, ID)
        else:
            own = game.rules[rule.id]
            yield from _compared(game, span, own, rule.data, own.data, ())
            yield from _ruling(own)
    deck = module_of(game, "deck")
    for reference, least in deck.LEAST.items() if deck else ():
        yield from _too_small(game, reference, least)


@cache
def _shipped(folder: Path) -> Game:
    game = load_game(folder).game
    assert game is not None, folder
    return game


def _compared(
    game: Game, span: frozenset[int], rule: Rule, shipped: Any, own: Any, path: tuple[str, ...]
) -> Iterator[Problem]:
    """What the shipped data hold and the deck's own lack. `span`: the shipped players."""
    node = _node(rule, path)
    if isinstance(node, Scalar) and REFERENCE.fullmatch(node.raw):
        return  # told where the number stands
    wrong = _wrong(shipped, own)
    name = ".".join((rule.id, *path))
    if wrong:
        yield Problem(node.spot, f"{name}: {wrong}", ID)
    elif isinstance(shipped, Mapping) and shipped:
        like = next(iter(shipped.values()))
        for key in _keys(game, span, shipped):
            if key not in own:
                what = f"{key} players" if isinstance(key, int) else f"'{key}'"
                yield Problem(node.spot, f"{name} has no entry for {what}", ID)
                break  # the first is told
        for key, value in own.items():
            model = shipped.get(key, like if _is_table(shipped) else value)
            yield from _compared(game, span, rule, model, value, (*path, str(key)))
    elif isinstance(shipped, tuple) and _numbers(shipped):
        if len(own) != len(shipped):
            message = f"{name} has {len(own)} numbers, not {len(shipped)}"
            yield Problem(node.spot, message, ID)
        for index, each in enumerate(own):
            yield from _compared(game, span, rule, 0, each, (*path, str(index)))


def _numbers(value: tuple[Any, ...]) -> bool:
    return all(isinstance(each, int) and each >= 0 for each in value)


def _is_table(shipped: Mapping[Any, Any]) -> bool:
    """Whether the entries are alike: by number, or by name of a card, with a capital letter."""
    return all(isinstance(key, int) or key[:1].isupper() for key in shipped)


def _keys(game: Game, span: frozenset[int], shipped: Mapping[Any, Any]) -> list[Any]:
    """The entries that must be there; in a table by players, one for each number of this game's."""
    if set(shipped) == span:
        return list(range(game.players[0], game.players[1] + 1))
    return [] if _is_table(shipped) else list(shipped)


def _wrong(shipped: Any, own: Any) -> str:
    """What is wrong with the kind of a value; empty if nothing."""
    if isinstance(shipped, bool):
        return "" if isinstance(own, bool) else f"expected true or false, not {_said(own)}"
    if isinstance(shipped, int):
        least = 0 if shipped >= 0 else -MOST
        if isinstance(own, bool) or not isinstance(own, int) or not least <= own <= MOST:
            return f"expected a whole number from {least} to {MOST}, not {_said(own)}"
    elif isinstance(shipped, float):
        if isinstance(own, bool) or not isinstance(own, int | float):
            return f"expected a number, not {_said(own)}"
    elif isinstance(shipped, str):
        if not isinstance(own, str):
            return f"expected a word, not {_said(own)}"
    elif isinstance(shipped, tuple) and not isinstance(own, tuple):
        return f"expected a list, not {_said(own)}"
    elif isinstance(shipped, Mapping) and not isinstance(own, Mapping):
        return f"expected a mapping, not {_said(own)}"
    return ""


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    return "a list" if isinstance(value, tuple) else f"'{value}'"


def _too_small(game: Game, reference: str, least: int) -> Iterator[Problem]:
    """A number without which no game can be set up or go on."""
    id_, *path = reference.split(".")
    value = game.rules[id_].data.get(path[0]) if id_ in game.rules else None
    if isinstance(value, int) and value < least:
        message = f"{reference}: expected {least} or more, not '{value}': no game can be played"
        yield Problem(_node(game.rules[id_], tuple(path)).spot, message, ID)


def _ruling(rule: Rule) -> Iterator[Problem]:
    choice, choices = rule.data.get("choice"), rule.data.get("choices")
    if isinstance(choices, tuple) and choice not in choices:
        message = f"{rule.id}.choice is one of {', '.join(map(str, choices))}, not '{choice}'"
        yield Problem(_node(rule, ("choice",)).spot, message, ID)


def _node(rule: Rule, path: tuple[str, ...]) -> Node:
    """What the catalogue says at a number's place."""
    node = rule.node
    for step in ("data", *path):
        if isinstance(node, MappingNode) and step in node.entries:
            node = node.entries[step]
        elif isinstance(node, SequenceNode) and step.isdigit() and int(step) < len(node.items):
            node = node.items[int(step)]
        else:
            break
    return node
