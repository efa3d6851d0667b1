"""Converts the fields of cards once to the types that a ruleset declares for them.

    class Option(NamedTuple):
        gain: Knowledge
        pay: Knowledge = Knowledge()

    class Philosopher(NamedTuple):
        options: tuple[Option, ...]

    philosophers = CardReader(game, problems).read("philosophers", Philosopher)

A type is a named tuple, `tuple[T, ...]` (a single value is a list of one), `T | None`, a `Literal`,
int (not negative), bool or str, or any class with a class method `parse`, which raises `Misread`.
`Annotated[str, "trait"]` is one of the words that the reader receives under this name. A named
tuple whose values depend on each other has a method `fits`, which raises `Misread`. Unreadable
values are problems.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from validator.core.location import Problem, did_you_mean
from validator.core.model import Card, Game

T = TypeVar("T")
NO_END = 1_000_000


@cache
def type_hints(kind: object) -> dict[str, Any]:
    """Return the types of the fields of a named tuple.

    The result is cached.
    """
    return get_type_hints(kind, include_extras=True)


class Misread(Exception):  # noqa: N818 - reported as a problem
    """A value of the wrong form. `message` says what is expected, such as "a whole number"."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.message, self.value = message, value


class CardReader:
    """Converts the fields of a game's cards to typed values; `problems` collects the errors."""

    def __init__(
        self, game: Game, problems: list[Problem],
        words: Mapping[str, Collection[str]] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.problems, self.words = game, problems, words or {}
        self.components = {each.id: each for each in game.components}

    def cards(self, component: str) -> tuple[Card, ...]:
        """Return the cards of a component.

        A missing component is a problem, because the referee needs it.
        """
        if component in self.components:
            return self.components[component].cards
        hint = did_you_mean(component, self.components)
        message = f"the referee needs a component '{component}', which is missing{hint}"
        self.problems.append(Problem(self.game.location, message, "cards"))
        return ()

    def read(self, component: str, kind: type[T]) -> dict[str, T]:
        """Return the typed fields of cards by title.

        Cards with the same title must have the same fields.
        """
        found: dict[str, T] = {}
        for card in self.cards(component):
            typed = self.typed(card, kind)
            if typed is not None and found.setdefault(card.title, typed) != typed:
                self.say(card, None, "another row with this title has different values; "
                    "make the values the same, or change this title"
                         "")  # fmt: skip
        return found

    def typed(self, card: Card, kind: type[T]) -> T | None:
        """Return the typed fields of a card, or None if they cannot be read."""
        names = type_hints(kind)  # type: ignore[arg-type]
        try:
            shown = {name: each for name, each in card.fields.items() if name in names}
            found: T = self._typed(shown, kind, "the card")
        except Misread as wrong:
            self.say(card, wrong.value, wrong.message)
            return None
        return found

    def say(self, card: Card, value: object, message: str) -> None:
        """Report a problem at a value of a card."""
        place = card.location_of(value)
        self.problems.append(Problem(place, f"{card.title}: {message}", "cards"))

    def _typed(self, value: Any, kind: Any, name: str) -> Any:
        """Convert a value to a type.

        `name` is the value's name in messages. Raises Misread.
        """
        origin, args = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):  # T | None
            (inner,) = (each for each in args if each is not NoneType)
            return None if value is None else self._typed(value, inner, name)
        if origin is Literal:
            if value in args:
                return value
            raise Misread(f"{name} must be one of {', '.join(filter(None, args))}", value)
        if origin is tuple:
            value = (value,) if isinstance(value, str | Mapping) else value
            if not isinstance(value, tuple):
                raise Misread(f"{name} must be a list", value)
            return tuple(self._typed(each, args[0], name) for each in value)
        if origin is Annotated:  # a word of a vocabulary
            known = self.words[args[1]]
            if value in known:
                return value
            hint = did_you_mean(str(value), known) or f"; there are: {', '.join(known)}"
            raise Misread(f"no {args[1]} '{value}'{hint}", value)
        if kind in (bool, str):
            if isinstance(value, kind):
                return value
            raise Misread(f"{name} must be {'true or false' if kind is bool else 'a text'}", value)
        if kind is int:
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < NO_END:
                return value
            raise Misread(f"{name} must be a whole number", value)
        if hasattr(kind, "parse"):
            try:
                return kind.parse(value)
            except Misread as wrong:
                raise Misread(f"{name} must be {wrong.message}", value) from None
        return self._record(value, kind, name)

    def _record(self, value: Any, kind: Any, name: str) -> Any:
        """Convert a mapping to a named tuple.

        `name` is the mapping's name in messages. Raises Misread.
        """
        hints = type_hints(kind)
        if not isinstance(value, Mapping):
            raise Misread(f"{name} must be a mapping with these keys: {', '.join(hints)}", value)
        for each in value:
            if each not in hints:
                raise Misread(f"{name} has no '{each}'{did_you_mean(str(each), hints)}", each)
        said = {each: self._typed(value[each], hints[each], f"'{each}'") for each in hints
                if value.get(each) is not None
                and not (value[each] == () and each in kind._field_defaults)}  # fmt: skip
        lacks = [each for each in hints if each not in said and each not in kind._field_defaults]
        if lacks:
            raise Misread(f"{name} lacks {', '.join(lacks)}", value)
        made = kind(**said)
        if hasattr(made, "fits"):
            made.fits()
        return made
