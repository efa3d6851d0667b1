"""Determines the values that the numbers of a rule may have, from the catalogue that declares them.

The catalogue of a shipped game is the declaration. A whole number there must be a whole number in
every deck for that game, a list of words must be a list of words, and a table by number of players
must have an entry for every number of players. `bounds:` of a rule restricts its numbers further. A
catalogue that no shipped game declares may contain anything within its own bounds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.model import Rule, Rules
from validator.core.resources import resource, shipped_games
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node, Scalar, Sequence
from validator.load.shape import (
    Anything,
    Decimal,
    EntryTable,
    Many,
    MappingShape,
    OneOf,
    Shape,
    ShapeField,
    Text,
    Whole,
    YesNo,
)

MOST = 1000  # limit of a rule's number without bounds; the largest shipped one is 440
LONGEST_WORD = 500  # characters of a word of a rule; the longest credit has 70
Span = tuple[int, int]  # least and most
Number = Callable[[str], Any]  # a rule's number by its name; raises LookupError
_CODE = re.compile(r"(?m)^code: *([A-Z]+) *$")


class DeclaredNumbers(NamedTuple):
    """The shapes of all rules' numbers, taken from a catalogue, for a range of players."""

    name: str  # name of the game
    rules: Rules
    players: Span

    def shapes(self, players: Span, undeclared: Collection[str] = ()) -> dict[str, MappingShape]:
        """Return the shape of each rule's data, by id, for the numbers of players of this game.

        Numbers that a catalogue leaves `undeclared`, because they are derived, must not occur in
        it.
        """
        shape = _NumberShapes(frozenset(_every(self.players)), _every(players))
        data = {rule.id: rule.data for rule in self.rules}
        for reference in undeclared:
            id_, *path = reference.split(".")
            data[id_] = _without(data[id_], path)
        return {rule.id: shape.of_rule(replace(rule, data=data[rule.id])) for rule in self.rules}


def _without(data: FrozenMap, path: list[str]) -> FrozenMap:
    """Return a mapping without the value at a path, and without mappings that become empty."""
    name, *rest = path
    inner = data.get(name)
    left = _without(inner, rest) if rest and isinstance(inner, FrozenMap) else FrozenMap({})
    kept = {key: each for key, each in data.items() if key != name}
    return FrozenMap({**data, name: left} if left else kept)


def _every(span: Span) -> tuple[int, ...]:
    return tuple(range(span[0], span[1] + 1))


@cache
def shipped_with(code: str) -> Path | None:
    """Return the folder of the shipped game whose rule ids begin with `code`."""
    for name in shipped_games():
        folder = resource("data") / name
        found = _CODE.search((folder / "rules.yaml").read_text("utf-8")[:2000])
        if found and found[1] == code:
            return folder
    return None


def is_declaration(folder: Path) -> bool:
    """Return whether this folder's catalogue declares the numbers of a game, also for its
    copies.
    """
    return folder.resolve() in [(resource("data") / name).resolve() for name in shipped_games()]


class _NumberShapes(NamedTuple):
    """Derives the expected shapes of numbers from the declared values.

    A table with an entry for each number of players in `span` needs one for each in `players`.
    """

    span: frozenset[int] = frozenset()
    players: tuple[int, ...] = ()

    def of_rule(self, rule: Rule) -> MappingShape:
        """Return the shapes of a rule's numbers, by name. A custom deck may add numbers."""
        fields = {
            str(name): ShapeField(self.of(value, rule.bounds.get(name)))
            for name, value in rule.data.items()
        }
        if isinstance(choices := rule.data.get("choices"), tuple):
            fields["choices"] = ShapeField(Many(OneOf(choices), 1))
            fields["choice"] = ShapeField(OneOf(choices))
        return MappingShape(fields, others=Anything())

    def of(self, value: object, bounds: Span | None = None) -> Shape:
        """Return the shape of a value and of everything that may replace it."""
        if isinstance(value, bool):
            return YesNo()
        if isinstance(value, int):
            least, most = bounds or _around(value)
            return Whole(least, most)
        if isinstance(value, float):
            least, most = bounds or _around(value)
            return Decimal(least, most)
        if isinstance(value, tuple):
            return self._of_list(value, bounds)
        if isinstance(value, Mapping):
            return self._of_mapping(value, bounds)
        return Text(r"(?s:.*\S.*)", "a word", LONGEST_WORD)

    def _of_list(self, values: tuple[Any, ...], bounds: Span | None) -> Shape:
        """Return the shape of a list.

        A list of words may be longer or shorter; in a list of numbers, each position has a meaning.
        """
        if not values:
            return Many(Anything())
        if all(isinstance(each, int | float) for each in values):
            alike = min(values) if min(values) < 0 else max(values)
            if any(isinstance(each, float) for each in values):
                alike = float(alike)
            return Many(self.of(alike, bounds), len(values), most=len(values))
        return Many(self.of(values[0], bounds), 1)

    def _of_mapping(self, values: Mapping[Any, Any], bounds: Span | None) -> Shape:
        """Return the shape of a mapping.

        All entries by number or by card have the same shape; every other entry has its own.
        """
        if values and all(isinstance(key, int) or key[:1].isupper() for key in values):
            needed = self.players if self.span and self.span == set(values) else ()
            return EntryTable(self.of(next(iter(values.values())), bounds), needed=needed)
        return MappingShape(
            {str(key): ShapeField(self.of(each, bounds)) for key, each in values.items()}
        )


def shape_of(rule: Rule) -> MappingShape:
    """Return the shapes of the numbers of one rule, by name."""
    return _NumberShapes().of_rule(rule)


def bounded(rule: Rule) -> MappingShape:
    """Return the shapes of the numbers for which a rule declares bounds; other numbers are free."""
    shape = _NumberShapes()
    fields = {
        str(name): ShapeField(shape.of(rule.data[name], bounds))
        for name, bounds in rule.bounds.items()
        if name in rule.data
    }
    return MappingShape(fields, others=Anything())


def _around(value: float) -> Span:
    """Return the bounds of a number that declares none: it may be negative only if it is
    negative now.
    """
    most = max(MOST, 10 * abs(int(value)))
    return (-most if value < 0 else 0), most


def placed(value: object, at: Node) -> Node:
    """Return a value as a tree, so that shapes can read it again after references were replaced.

    Each part gets the location of its source in `at`, or else that of its parent.
    """
    if isinstance(value, Mapping):
        tree = MappingNode(at.file, at.line, at.column)
        said = at if isinstance(at, MappingNode) else tree
        for key, each in value.items():
            name = str(key)
            tree.entries[name] = placed(each, said.entries.get(name, at))
            tree.keys[name] = said.keys.get(name) or _scalar(name, at)
        return tree
    if isinstance(value, tuple):
        row = Sequence(at.file, at.line, at.column)
        items = at.items if isinstance(at, Sequence) and len(at.items) == len(value) else ()
        row.items = [placed(each, items[i] if items else at) for i, each in enumerate(value)]
        return row
    return _scalar(value, at)


def _scalar(value: Any, at: Node) -> Scalar:
    raw = at.raw if isinstance(at, Scalar) and at.value == value else ""
    return Scalar(at.file, at.line, at.column, value, raw or ("" if value is None else str(value)))


def mended(value: Any, model: Any, shape: Shape) -> Any:
    """Return a value with unreadable parts replaced by the declared ones.

    A missing entry for a number of players is copied from another.
    """
    if value is None or (isinstance(value, tuple) and None in value):
        return model
    if isinstance(shape, Many) and shape.least == shape.most != len(value):
        return model
    if isinstance(shape, EntryTable):
        like = next(iter(model.values()), None)
        keys = {**dict.fromkeys(value), **dict.fromkeys(shape.needed)}
        return FrozenMap({k: mended(value.get(k), model.get(k, like), shape.of) for k in keys})
    if isinstance(shape, MappingShape):
        found = {
            name: mended(value.get(name), model.get(name), each.shape)
            for name, each in shape.fields.items()
        }
        return FrozenMap({**value, **found})
    return value
