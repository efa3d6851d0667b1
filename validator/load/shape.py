"""Shapes: what a data file may say at each place. A tree goes in, plain values come out.

A shape reads a node and returns its value; what does not fit becomes a `Problem` and reads as
`None`, and the reading goes on, so that all problems of a file are told at once.
The same shapes describe `game.yaml`, the rule catalogue and the fields of a designer's own cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from validator.load.tree import Mapping as MappingNode
from validator.load.tree import Node, Scalar, Sequence, describe
from validator.load.yaml import plain
from validator.record import Record
from validator.spot import Problem, did_you_mean

REFERENCE = re.compile(r"[A-Z]+-[A-Z]+-[0-9]+\.\w+(?:\.\w+)*")


class Reader:
    """Collects problems while shapes read; `number` looks a rule's number up."""

    def __init__(self, number: Callable[[str], Any] | None = None) -> None:
        self.problems: list[Problem] = []
        self.number = number

    def say(self, node: Node, message: str, check: str = "shape") -> None:
        self.problems.append(Problem(node.spot, message, check))


class Shape:
    """What is expected at a place. `name` is how a message calls it."""

    name = "a value"

    def read(self, node: Node, to: Reader) -> Any:
        """The value of `node`, or `None` after a problem was told."""
        raise NotImplementedError

    def wrong(self, node: Node, to: Reader) -> None:
        to.say(node, f"expected {self.name}, not {describe(node)}")


@dataclass(frozen=True)
class Text(Shape):
    """Words. A number written without quotes is read as the words it was written with."""

    pattern: str = ""
    name: str = "text"

    def read(self, node: Node, to: Reader) -> str | None:
        if not isinstance(node, Scalar) or node.value is None or isinstance(node.value, bool):
            self.wrong(node, to)
            return None
        if self.pattern and not re.fullmatch(self.pattern, node.raw):
            self.wrong(node, to)
            return None
        return node.raw


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number, or the number of a rule: ``NINE-COMP-05.count``."""

    least: int = 0
    most: int = 1_000_000

    @property
    def name(self) -> str:  # type: ignore[override]
        if self.most < 1_000_000:
            return f"a whole number from {self.least} to {self.most}"
        return f"a whole number from {self.least}"

    def read(self, node: Node, to: Reader) -> int | None:
        value = _number(node, to)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        ):
            return value
        if value is not _TOLD:
            self.wrong(node, to)
        return None


@dataclass(frozen=True)
class Decimal(Shape):
    """A number, whole or not."""

    least: float = -1e6
    most: float = 1e6

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"a number from {self.least:g} to {self.most:g}"

    def read(self, node: Node, to: Reader) -> float | None:
        value = _number(node, to)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        ):
            return value
        if value is not _TOLD:
            self.wrong(node, to)
        return None


_TOLD = object()


def _number(node: Node, to: Reader) -> Any:
    """A scalar's value; a rule's number where the scalar names one."""
    if not isinstance(node, Scalar):
        return None
    if to.number and isinstance(node.value, str) and REFERENCE.fullmatch(node.value):
        try:
            return to.number(node.value)
        except LookupError as error:
            to.say(node, str(error.args[0]), "references")
            return _TOLD
    return node.value


@dataclass(frozen=True)
class YesNo(Shape):
    """``true`` or ``false``."""

    name: str = "true or false"

    def read(self, node: Node, to: Reader) -> bool | None:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong(node, to)
        return None


@dataclass(frozen=True)
class OneOf(Shape):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def name(self) -> str:  # type: ignore[override]
        return "one of " + ", ".join(self.words)

    def read(self, node: Node, to: Reader) -> str | None:
        if isinstance(node, Scalar) and node.raw in self.words:
            return node.raw
        if isinstance(node, Scalar) and isinstance(node.value, str):
            to.say(node, f"{describe(node)} is not {self.name}{_near(node.raw, self.words)}")
            return None
        self.wrong(node, to)
        return None


def _near(word: str, words: tuple[str, ...]) -> str:
    hint = did_you_mean(word, words)
    return hint if hint.startswith("; did") else ""


@dataclass(frozen=True)
class Many(Shape):
    """A list of one shape. A single CSV cell ``a; b`` is a list of two."""

    of: Shape
    least: int = 0
    name: str = "a list"

    def read(self, node: Node, to: Reader) -> tuple[Any, ...] | None:
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.file.endswith(".csv"):
            parts = [part.strip() for part in node.raw.split(";") if part.strip()]
            items: list[Node] = [
                Scalar(node.file, node.line, node.column, part, part) for part in parts
            ]
        elif isinstance(node, Sequence):
            items = node.items
        else:
            self.wrong(node, to)
            return None
        if len(items) < self.least:
            to.say(node, f"at least {self.least} needed here, not {len(items)}")
        return tuple(self.of.read(item, to) for item in items)


@dataclass(frozen=True)
class Table(Shape):
    """Names, or whole numbers, and a value of one shape for each: ``{2: 8, 3: 7}``."""

    of: Shape
    name: str = "a mapping"

    def read(self, node: Node, to: Reader) -> Record | None:
        if not isinstance(node, MappingNode):
            self.wrong(node, to)
            return None
        return Record({_key(key): self.of.read(entry, to) for key, entry in node.entries.items()})


@dataclass(frozen=True)
class Field:
    """One name of a `Shaped` mapping. A field with no default must be given."""

    shape: Shape
    about: str = ""
    default: Any = None
    needed: bool = True


def optional(shape: Shape, about: str = "", default: Any = None) -> Field:
    """A field that may be left out."""
    return Field(shape, about, default, needed=False)


@dataclass(frozen=True)
class Shaped(Shape):
    """A mapping with known names. An unknown or missing name is a problem."""

    fields: dict[str, Field] = field(default_factory=dict)
    name: str = "a mapping"

    def read(self, node: Node, to: Reader) -> Record | None:
        if not isinstance(node, MappingNode):
            self.wrong(node, to)
            return None
        values: dict[str, Any] = {}
        for key, place in node.keys.items():
            if key not in self.fields:
                hint = did_you_mean(key, self.fields)
                to.say(place, f"unknown name '{key}'{hint}")
        for key, expected in self.fields.items():
            if (found := node.entries.get(key)) is not None:
                values[key] = expected.shape.read(found, to)
            else:
                values[key] = expected.default
                if expected.needed:
                    to.say(node, f"'{key}' is missing: {expected.shape.name}")
        return Record(values)


@dataclass(frozen=True)
class Anything(Shape):
    """Whatever stands there, as plain values; the data of a rule."""

    name: str = "a number, a word, a list or a mapping"

    def read(self, node: Node, to: Reader) -> Any:
        if isinstance(node, Scalar):
            value = _number(node, to)
            return None if value is _TOLD else value
        if isinstance(node, Sequence):
            return tuple(self.read(item, to) for item in node.items)
        assert isinstance(node, MappingNode)
        return Record({_key(key): self.read(entry, to) for key, entry in node.entries.items()})


def _key(raw: str) -> str | int:
    """A name in a mapping; a whole number where it is one, as in a table by number of players."""
    value = plain(raw)
    return value if isinstance(value, int) and not isinstance(value, bool) else raw
