"""Reads the facts of `start:` by name as typed values; error messages contain the path of the
fact.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.renamed import key_now

MOST = 1_000_000
MOST_ALIKE = 1_000  # copies of one card in a list that gives counts


class FactError(Exception):
    """A wrong fact. `path` leads to it from the top of `start:`.

    `rule` is set if the fact can be read but breaks a rule. If the fact's name is unknown, `known`
    contains the names that are possible there.
    """

    def __init__(
        self, path: tuple[str, ...], message: str, rule: str | None = None,
        known: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.path = path
        self.message = message
        self.rule = rule
        self.known = known


class FactReader:
    """Reads the facts of a script by name; `done` reports those that were not read."""

    def __init__(self, facts: object, path: tuple[str, ...] = ()) -> None:
        self.path = path
        if facts is None:
            facts = {}
        if not isinstance(facts, Mapping):
            raise FactError(path, f"expected a mapping of facts, not {shown(facts)}")
        self.facts = facts
        self.asked: list[str] = []

    def __contains__(self, name: str) -> bool:
        self.asked.append(name)
        return self.facts.get(name) is not None

    def raw(self, name: str, default: object = None) -> Any:
        """Return the value as written in the script."""
        return self.facts[name] if name in self else default

    def wrong(self, name: str, message: str) -> FactError:
        return FactError((*self.path, name), message)

    def whole(self, name: str, default: int, low: int = 0, high: int = MOST) -> int:
        """Return a whole number from `low` to `high`. Raises FactError."""
        value = self.raw(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            span = f"from {low}" if high == MOST else f"from {low} to {high}"
            raise self.wrong(name, f"expected a whole number {span}, not {shown(value)}")
        return value

    def yes(self, name: str, default: bool = False) -> bool:
        """Return a truth value. Raises FactError."""
        value = self.raw(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, f"expected true or false, not {shown(value)}")
        return value

    def word(self, name: str, known: Collection[str], default: str) -> str:
        """Return one of the known words, ignoring case. Raises FactError."""
        return self._known(name, self.raw(name, default), known)

    def words(
        self, name: str, known: Collection[str], default: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return known words from a list, a single word, or counts (``{Aesop: 5}``).

        Raises FactError.
        """
        if (values := self.listed(name, "names")) is None:
            return tuple(default)
        return tuple(self._known(name, each, known) for each in values)

    def listed(self, name: str, what: str) -> tuple[Any, ...] | None:
        """Return the items of a list.

        A single value is a list of one; a mapping of counts contains each name as often as its
        count.
        """
        value = self.raw(name)
        if isinstance(value, Mapping):
            counts = self.inner(name)
            return tuple(
                each for each in value for _ in range(counts.whole(each, 0, 0, MOST_ALIKE))
            )
        if value is None or isinstance(value, tuple):
            return value
        if isinstance(value, list):
            return tuple(value)
        if isinstance(value, str):
            return (value,)
        message = (
            f"expected a list of {what}, or a mapping with the number of each, not {shown(value)}"
        )
        raise self.wrong(name, message)

    def counts(self, name: str) -> dict[str, int]:
        """Return counts by name."""
        inner = self.inner(name)
        return {str(each): inner.whole(each, 0) for each in inner.facts}

    def _known(self, name: str, value: object, known: Collection[str]) -> str:
        lower = str(value).lower()
        for each in known:
            if each.lower() == lower:
                return each
        raise self.wrong(name, f"no '{value}' here{did_you_mean(str(value), known)}")

    def inner(self, name: str) -> FactReader:
        """Return a reader for the facts below a name; it is empty if there are none."""
        return FactReader(self.raw(name), (*self.path, name))

    def done(self, renamed: Mapping[str, str] = FrozenMap({})) -> None:
        """Raise FactError if a fact was not read. `renamed` maps old names of facts to new ones."""
        for name in self.facts:
            if name not in self.asked:
                known = tuple(dict.fromkeys(map(str, self.asked)))
                hint = key_now(str(name), known, renamed) or did_you_mean(str(name), known)
                message = f"no fact '{name}'{hint}"
                raise FactError((*self.path, str(name)), message, known=known)


def shown(value: object) -> str:
    """Return a value in the form used in messages."""
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, tuple | list):
        return "a list"
    return "nothing" if value is None else str(value)


def merged(base: object, changes: object, deep: int = 40) -> Any:
    """Return facts with some of them changed; in a mapping, only the named values change.

    A change to `{}` empties a mapping. `deep` is the maximum depth to which mappings are merged.
    """
    if isinstance(base, Mapping) and isinstance(changes, Mapping) and deep:
        return FrozenMap(
            {
                **base,
                **{
                    key: each if each == {} else merged(base.get(key), each, deep - 1)
                    for key, each in changes.items()
                },
            }
        )
    return changes
