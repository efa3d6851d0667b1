"""Defines shapes, which describe the expected contents of a data file and convert its tree to plain
values.

A shape reads a node and returns its value. Anything unexpected becomes a `Problem` and reads as
`None`, and reading continues, so that all problems of a file are reported at once. The same shapes
describe the fields that a designer declares for a deck.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from validator.core.colours import NAMES, hexadecimal
from validator.core.frozen_map import FrozenMap
from validator.core.location import MOST_PROBLEMS, Level, Problem, did_you_mean
from validator.core.renamed import KEYS, key_now
from validator.core.scalars import plain
from validator.core.tree import CellContent, Columns, Node, Scalar, Sequence, describe, settle
from validator.core.tree import Mapping as MappingNode
from validator.load.cells import parse_value, truth
from validator.load.habits import CURLY_QUOTES, habit
from validator.load.yaml import read_yaml
from validator.load.yaml_errors import in_quotes

LONGEST_TEXT = 20_000  # characters; a page of small print has 6,000
LONGEST_TITLE = 200  # characters of a title: it names files, bookmarks and rows of tables
REFERENCE = re.compile(r"[A-Z]+-[A-Z]+-[0-9]+\.\w+(?:\.\w+)*")


class Reader:
    """Collects the problems that shapes find while reading; `number` looks up a rule's number."""

    def __init__(self, number: Callable[[str], object] | None = None) -> None:
        self.problems: list[Problem] = []
        self._said: set[Problem] = set()
        self.number = number

    @property
    def full(self) -> bool:
        """Whether so many problems were found that reading stops."""
        return len(self.problems) > MOST_PROBLEMS

    def say(self, node: Node, message: str, check: str = "shape", level: Level = "error") -> None:
        """Report a problem, once if it is repeated, such as in each row of a column."""
        if len(self.problems) == MOST_PROBLEMS:
            check = "shape"
            message = f"more than {MOST_PROBLEMS:,} problems; the rest of the file was not read"
        problem = Problem(node.location, message, check, level)
        if not self.full and problem not in self._said:
            self._said.add(problem)
            self.problems.append(problem)


class Shape:
    """The expected form of a value. `name` describes it in messages."""

    name = "a value"

    def read(self, node: Node, to: Reader) -> Any:
        """Return the value of `node`, or None after reporting a problem."""
        raise NotImplementedError

    def neutral(self) -> Any:
        """Return a harmless value to replace an unreadable one, so that checks can go on."""
        return None

    def whole(self, value: object) -> Any:
        """Return the value with its unreadable parts replaced by neutral values."""
        return self.neutral() if value is None else value

    def wrong(self, node: Node, to: Reader) -> None:
        to.say(node, f"expected {self.name}, not {describe(node)}{habit(node)}")


@dataclass
class Text(Shape):
    """The shape of a text. An unquoted number is read as it was written."""

    pattern: str = ""
    name: str = "text"
    longest: int = LONGEST_TEXT

    def read(self, node: Node, to: Reader) -> str | None:
        if not isinstance(node, Scalar) or node.value is None or isinstance(node.value, bool):
            self.wrong(node, to)
            return None
        if len(node.raw) > self.longest:
            length = f"{len(node.raw):,} characters"
            to.say(
                node, f"expected {self.name} of at most {self.longest:,} characters, not {length}"
            )
            return None
        if self.pattern and (
            not _compiled(self.pattern).fullmatch(node.raw) or node.raw.startswith(CURLY_QUOTES)
        ):
            self.wrong(node, to)
            return None
        return node.raw

    def wrong(self, node: Node, to: Reader) -> None:
        hint = habit(node)
        if isinstance(node, MappingNode) and len(node.entries) == 1 and not self.pattern:
            name, entry = next(iter(node.entries.items()))
            if isinstance(entry, Scalar) and (words := f"{name}: {entry.raw}"[:60]):
                hint = f"; put a text that contains a colon in quotes: `{in_quotes(words)}`"
        to.say(node, f"expected {self.name}, not {describe(node)}{hint}")

    def neutral(self) -> str:
        return ""


_compiled = lru_cache(maxsize=1000)(re.compile)  # faster than the cache of `re` itself
TITLE = Text("", "text", LONGEST_TITLE)


@dataclass
class Colour(Text):
    """The shape of a colour: ``#rrggbb`` or a CSS name; it is read as ``#rrggbb``."""

    pattern: str = r"#[0-9a-fA-F]{6}|[A-Za-z]+"
    name: str = "a colour as #rrggbb or by its name in CSS, such as 'ivory'"

    def read(self, node: Node, to: Reader) -> str | None:
        said = super().read(node, to)
        if said is None or said.startswith("#"):
            return said
        if found := hexadecimal(said):
            return found
        to.say(node, f"no colour '{said}'; expected {self.name}{_near(said, tuple(NAMES))}")
        return None


@dataclass
class Whole(Shape):
    """The shape of a whole number, or of a reference to a rule's number: ``NINE-COMP-05.count``."""

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

    def neutral(self) -> int:
        return max(0, self.least)


@dataclass
class Decimal(Shape):
    """The shape of a number that may have decimals."""

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

    def neutral(self) -> float:
        return max(0.0, self.least)


@dataclass
class Length(Shape):
    """The shape of a length in millimetres: a plain number, or one with a unit: ``2.75in``."""

    least: float
    most: float

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"a length from {self.least:g} to {self.most:g} mm, or in inches as in 2.75in"

    def read(self, node: Node, to: Reader) -> float | None:
        found = _LENGTH.fullmatch(node.raw) if isinstance(node, Scalar) else None
        value = float(found[1]) * _UNITS[found[2]] if found else _number(node, to)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        ):
            return round(value, 4)
        if value is not _TOLD:
            self.wrong(node, to)
        return None

    def neutral(self) -> float:
        return self.least


_LENGTH = re.compile(r"(\d+(?:\.\d+)?) ?(in|\"|cm|mm)")
_UNITS = {"in": 25.4, '"': 25.4, "cm": 10.0, "mm": 1.0}
_TOLD = object()


def _number(node: Node, to: Reader) -> Any:
    """Return a scalar's value, or the rule's number that it refers to."""
    if not isinstance(node, Scalar):
        return None
    if to.number and isinstance(node.value, str) and REFERENCE.fullmatch(node.value):
        try:
            return to.number(node.value)
        except LookupError as error:
            to.say(node, str(error.args[0]), "references")
            return _TOLD
    return node.value


@dataclass
class YesNo(Shape):
    """The shape of a truth value: ``true`` or ``false``."""

    name: str = "true or false"

    def read(self, node: Node, to: Reader) -> bool | None:
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        if isinstance(node, CellContent) and (said := truth(node.raw)) is not None:
            return said
        self.wrong(node, to)
        return None

    def neutral(self) -> bool:
        return False


@dataclass
class OneOf(Shape):
    """The shape of a word from a fixed set."""

    words: tuple[str, ...]
    usual: FrozenMap = field(default_factory=lambda: FrozenMap({}))  # other words, to be suggested

    @property
    def name(self) -> str:  # type: ignore[override]
        return "one of " + ", ".join(self.words)

    def read(self, node: Node, to: Reader) -> str | None:
        if isinstance(node, Scalar) and node.raw in self.words:
            return node.raw
        if isinstance(node, Scalar) and isinstance(node.value, str):
            meant = self.usual.get(node.raw.lower())
            near = f"; did you mean '{meant}'?" if meant else _near(node.raw, self.words)
            hint = habit(node) or near
            to.say(node, f"{describe(node)} is not {self.name}{hint}")
            return None
        self.wrong(node, to)
        return None

    def neutral(self) -> str:
        return self.words[0]


def _near(word: str, words: tuple[str, ...]) -> str:
    hint = did_you_mean(word, words)
    return hint if hint.startswith("; did") else ""


@dataclass
class Many(Shape):
    """The shape of a list of values of one shape.

    In a spreadsheet, the values are written as ``a; b``, on separate lines, or in numbered columns.
    """

    of: Shape
    least: int = 0
    name: str = "a list"
    most: int | None = None

    def read(self, node: Node, to: Reader) -> tuple[Any, ...] | None:
        if isinstance(node, CellContent):
            items: list[Node] = _parts(node)
        elif isinstance(node, Columns) and all(key.isdecimal() for key in node.entries):
            items = [node.entries[key] for key in sorted(node.entries, key=int)]
        elif isinstance(node, Sequence):
            items = node.items
        else:
            self.wrong(node, to)
            return None
        if self.most == self.least != len(items):
            to.say(node, f"expected a list of {self.least} values, not {len(items)}")
        elif len(items) < self.least:
            to.say(node, f"expected at least {self.least}, not {len(items)}")
        elif self.most is not None and len(items) > self.most:
            to.say(node, f"expected at most {self.most}, not {len(items)}")
        return tuple(self.of.read(item, to) for item in items if not to.full)

    def neutral(self) -> tuple[Any, ...]:
        return (self.of.neutral(),) * self.least

    def whole(self, value: Any) -> tuple[Any, ...]:
        if value is None:
            return self.neutral()
        return tuple(self.of.whole(each) for each in value if each is not None)


def _parts(cell: CellContent) -> list[Node]:
    """Split a cell at semicolons or line breaks."""
    parts = []
    for words in re.split("[;\n]", cell.raw):
        if word := words.strip():
            part = CellContent(cell.file, cell.line, cell.column, parse_value(word, True), word)
            part.put_beside(cell)
            parts.append(part)
    return list[Node](parts)


def _opened(cell: CellContent, to: Reader) -> Node | None:
    """Return the list or mapping that a cell contains as YAML, or None if it contains neither."""
    if re.search(_CURLY, re.sub(_STRAIGHT, "", cell.raw)):
        to.say(cell, "curly quotation marks are not allowed in a list; write straight ones", "cell")
    found, problems = read_yaml(cell.raw, cell.file, cell.line, cell.column + cell.inside)
    assert cell.cell
    if found is not None:
        settle(found, cell.cell)
    for each in problems:
        location = cell.location if cell.cell.sheet else each.location._replace(cell=cell.cell)
        to.problems.append(replace(each, location=location))
    return found


_CURLY = r"[\[{,:]\s*[“”„]"
_STRAIGHT = r'"(?:[^"\\]|\\.)*+"|(?<=[\[{,:\s])\'[^\']*\''


@dataclass
class EntryTable(Shape):
    """The shape of a mapping from names or whole numbers to values of one shape: ``{2: 8, 3:
    7}``.
    """

    of: Shape
    name: str = "names and values, such as {name: value}"
    needed: tuple[int, ...] = ()  # numbers of players that must have an entry

    def read(self, node: Node, to: Reader) -> FrozenMap | None:
        if not isinstance(node, MappingNode):
            self.wrong(node, to)
            return None
        found = {_key(key): self.of.read(entry, to) for key, entry in node.entries.items()}
        if lacking := [each for each in self.needed if each not in found]:
            to.say(node, f"there is no entry for {lacking[0]} players: {self.of.name}")
        return FrozenMap(found)

    def neutral(self) -> FrozenMap:
        return FrozenMap(dict.fromkeys(self.needed, self.of.neutral()))

    def whole(self, value: Any) -> FrozenMap:
        if value is None:
            return self.neutral()
        return FrozenMap({key: self.of.whole(each) for key, each in value.items()})


class ShapeField(NamedTuple):
    """One field of a `MappingShape`. A field without a default is required."""

    shape: Shape
    about: str = ""
    default: Any = None
    needed: bool = True


def optional(shape: Shape, about: str = "", default: object = None) -> ShapeField:
    """Return a field that may be left out."""
    return ShapeField(shape, about, default, needed=False)


@dataclass
class MappingShape(Shape):
    """The shape of a mapping with known names. An unknown or missing name is a problem."""

    fields: dict[str, ShapeField] = field(default_factory=dict)
    name: str = "names and values"
    others: Shape | None = None  # what further names may hold; None: there are none

    def wrong(self, node: Node, to: Reader) -> None:
        names = list(self.fields)
        example = ", ".join(f"{each}: …" for each in names[:3]) + ", …" * (len(names) > 3)
        form = f", such as {{{example}}}" if names else ""
        to.say(node, f"expected {self.name}{form}, not {describe(node)}{habit(node)}")

    def read(self, node: Node, to: Reader) -> FrozenMap | None:
        values = self.values(node, to)
        return None if values is None else FrozenMap(values)

    def values(self, node: Node, to: Reader) -> dict[str, Any] | None:
        """Return the mapping as a dictionary, or None after reporting a problem."""
        if not isinstance(node, MappingNode):
            self.wrong(node, to)
            return None
        values: dict[str, Any] = {}
        for key in [] if node.keys.keys() <= self.fields.keys() else node.keys:
            if key not in self.fields:
                if to.full:
                    break
                if self.others:
                    values[key] = self.others.read(node.entries[key], to)
                    continue
                hint = key_now(key, self.fields) or did_you_mean(key, self.fields)
                place = node.keys[key]
                to.say(place, f"unknown name {describe(place)}{habit(place) or hint}")
        for key, expected in self.fields.items():
            if (found := node.entries.get(key)) is not None:
                taken = (
                    _taken(found, expected.shape, to) if isinstance(found, CellContent) else found
                )
                node.entries[key] = taken or found
                values[key] = expected.shape.read(taken, to) if taken else None
            else:
                values[key] = expected.default
                if expected.needed and not any(KEYS.get(each) == key for each in node.keys):
                    _missing(node, key, expected.shape, to)
        return values

    def neutral(self) -> FrozenMap:
        return self.whole(FrozenMap({}))

    def whole(self, value: Any) -> FrozenMap:
        known = dict(value or {})
        for name, each in self.fields.items():
            if known.get(name) is not None:
                known[name] = each.shape.whole(known[name])
            else:
                known[name] = each.shape.neutral() if each.needed else each.default
        return FrozenMap(known)


def _taken(cell: CellContent, shape: Shape, to: Reader) -> Node | None:
    """Return a cell's content, parsed if the shape is a list or a mapping.

    Returns None after reporting a damaged or unreadable cell.
    """
    if cell.damaged and (cell.value is None or not isinstance(shape, Whole | Decimal | YesNo)):
        to.say(cell, f"this is {cell.damaged}", "cell")
        return None
    if cell.raw[:1] in ("[", "{") and isinstance(shape, Many | EntryTable | MappingShape):
        return _opened(cell, to)
    return cell


def _missing(node: MappingNode, key: str, shape: Shape, to: Reader) -> None:
    if not isinstance(node, Columns):
        to.say(node, f"'{key}' is missing; expected {shape.name}")
    elif blank := node.blank(key):
        to.say(blank, f"this cell is empty; expected {shape.name}")
    else:
        to.say(node.head, f"there is no column '{key}'; add one whose cells contain {shape.name}")


@dataclass
class Anything(Shape):
    """The shape of any plain value, as in the data of a rule."""

    name: str = "a number, a word, a list or a mapping"

    def read(self, node: Node, to: Reader) -> Any:
        if isinstance(node, Scalar):
            value = _number(node, to)
            return None if value is _TOLD else value
        if isinstance(node, Sequence):
            return tuple(self.read(item, to) for item in node.items)
        assert isinstance(node, MappingNode)
        return FrozenMap({_key(key): self.read(entry, to) for key, entry in node.entries.items()})


def _key(raw: str) -> str | int:
    """Return the key of a mapping, as an integer if it is one, such as a number of players."""
    value = plain(raw)
    return value if isinstance(value, int) and not isinstance(value, bool) else raw
