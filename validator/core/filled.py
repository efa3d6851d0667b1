"""The values in a filled-in sheet, and where each is written."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from validator.core import tree
from validator.core.location import Location, Problem
from validator.core.tree import Node, Scalar, Sequence

Value = str | int | bool
Kind = Literal["text", "number", "tick"]
FIELDS = "fields"  # the check that compares names with the sheet's blanks


@dataclass(frozen=True)
class Blank:
    """A place on a sheet where players write or tick something."""

    name: str  # a path, as in people.1.name
    kind: Kind
    label: str  # its description
    least: int = 0  # minimum of a number
    most: int = 999
    lowest_of: tuple[str, ...] = ()  # the lower of these numbers belongs here
    when: str = ""  # ... once this tick is set


class FilledSheet:
    """The values in a filled-in sheet by the name of their blank, and their locations."""

    def __init__(self, root: Node, values: dict[str, Value], options: Collection[str] = ()) -> None:
        self.root = root
        self.values = values
        self.options = options  # options of the game, as given in a script's header

    def text(self, path: str) -> str:
        """Return the text of a blank, or an empty string if there is none."""
        return str(self.values.get(path, ""))

    def number(self, path: str) -> int | None:
        """Return the number in a blank, or None if there is none."""
        value = self.values.get(path)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def ticked(self, path: str) -> bool:
        """Return whether the box named `path` is ticked."""
        return self.values.get(path) is True

    def any_ticked(self) -> bool:
        """Return whether any box on the sheet is ticked."""
        return any(value is True for value in self.values.values())

    def items(self, path: str) -> list[str]:
        """Return the paths below `path` that have a value, in order."""
        node = self._node(path)
        if isinstance(node, Sequence):
            items = enumerate(node.items, 1)
            return [f"{path}.{number}" for number, item in items if not is_empty(item)]
        return [f"{path}.1"] if isinstance(node, Scalar) and not is_empty(node) else []

    def location(self, path: str) -> Location:
        """Return where a value is written or, if it is missing, where it belongs."""
        parts = path.split(".")
        while parts:
            if node := self._node(".".join(parts)):
                return node.location
            parts.pop()
        return self.root.location

    def wrong(self, path: str, rule: str, message: str) -> Problem:
        """Return a problem saying that the value at `path` breaks a rule."""
        return Problem(self.location(path), message, rule)

    def named(self, path: str) -> Location | None:
        """Return the location of the key that a path ends with, or None if it is missing."""
        above, _, last = path.rpartition(".")
        node = self._node(above)
        return (
            node.keys[last].location
            if isinstance(node, tree.Mapping) and last in node.keys
            else None
        )

    def _node(self, path: str) -> Node | None:
        node: Node | None = self.root
        for step in path.split("."):
            if isinstance(node, tree.Mapping):
                node = node.entries.get(step)
            elif isinstance(node, Sequence) and step.isdigit() and int(step) > 0:
                node = node.items[int(step) - 1] if int(step) <= len(node.items) else None
            # A single value counts as a list of one.
            elif not (isinstance(node, Scalar) and step == "1"):
                return None
        return node


# ---- what the games' modules share


def bare_name(words: str) -> bool:
    """Return whether a text is only a name: it has no comma, and each word is capitalised."""
    if "," in words:
        return False
    named = re.findall(r"[^\W\d_][\w'’-]*", words)
    small = {"the", "of", "a", "an", "and", "de", "la", "von", "van"}
    return all(word[0].isupper() for word in named if word.lower() not in small)


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 scene``, ``3 scenes``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def is_empty(node: Node) -> bool:
    """Return whether a value in a data file means that the blank stays empty."""
    return isinstance(node, Scalar) and (node.value is None or not node.raw.strip())
