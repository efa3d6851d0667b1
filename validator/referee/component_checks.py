"""Declares the subjects that are checked outside play: a kit, its cards, the set-up of a table, a
position.

``table judge kit {tokens: {craft: 12}}`` checks the kit described by the game's data, with the
difference in braces; `pieria check` checks a custom deck without differences. A `Subject` declares
each fact once, as a `Part`: its value in the data, its notation in scripts, and the checks that
compare it with the numbers of rules. A name that no part declares is an error.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.model import Card, Game
from validator.referee.facts import FactError, FactReader, merged
from validator.referee.judge import Breach, Collector
from validator.referee.kinds import Kind, parsed, whole
from validator.referee.position import AnyState
from validator.referee.requirements import copies_of

WHOLE = whole()
TEXT = Kind(lambda reader, name, _: str(reader.raw(name, "")))
TEXTS = Kind(lambda reader, name, _: tuple(map(str, reader.listed(name, "names") or ())))
NAMES = Kind(lambda reader, name, _: frozenset(map(str, reader.listed(name, "names") or ())))


def _counts(reader: FactReader, name: str, _: object) -> dict[str, int]:
    """Return the counts by name, read from a mapping of counts or from a list of names."""
    if isinstance(reader.facts.get(name), Mapping):
        return reader.counts(name)
    return Counter(map(str, reader.listed(name, "names") or ()))


COUNTS = Kind(_counts)
COUNTS_OR_ALL = Kind(  # a plain number is the sum of all
    lambda reader, name, table: (
        reader.whole(name, 0)
        if isinstance(reader.facts.get(name), int)
        else _counts(reader, name, table)
    )
)


def _size(raw: Any, _: Any) -> tuple[float, ...] | None:
    numbers = isinstance(raw, tuple) and all(isinstance(each, int | float) for each in raw)
    return () if raw is None else raw if numbers else None


SIZE = parsed(_size, "a size in millimetres, such as [63, 88]")


def by_name(kind: Kind) -> Kind:
    """Return the type of facts that map names to values, as in ``{Ann: orange, Bob: purple}``."""

    def read(reader: FactReader, name: str, table: Any) -> dict[str, Any]:
        inner = reader.inner(name)
        return {str(each): kind.read(inner, each, table) for each in inner.facts}

    return Kind(read)


@dataclass(frozen=True)
class Seen:
    """A subject that is being checked; the table and the value of each part are its attributes."""

    table: Any
    values: Mapping[str, Any]
    player: str = ""  # the player whose part is judged; empty: the table's

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def number(self, reference: str) -> Any:
        """Return the number of a rule; ``{players}`` in the reference is the number of players.

        Returns None if the rule has no entry for this number of players: another rule forbids it.
        """
        game: Game = self.table.game
        try:
            return game.rules.number(reference.format(players=len(self.table.players)))
        except LookupError:
            if "{players}" in reference:
                return None
            raise


@dataclass(frozen=True)
class Check:
    """A comparison of a fact with what a rule requires."""

    rule: str
    asks: Callable[[Any, Seen, Collector, str], None]  # (value, subject, judge, name in messages)


@dataclass(frozen=True)
class Part:
    """A fact of a subject.

    `found` is its value in the data, or a function that returns the value. The function receives
    the table, and also the seat if each player has the part.
    """

    name: str
    found: Any
    checks: tuple[Check, ...]
    kind: Kind
    what: str  # its name in messages
    place: str  # where it is declared
    parts: tuple[Part, ...] = ()  # facts below this one

    def data(self, table: object, *seat: int) -> Any:
        """Return the part's value in the game's data."""
        if self.parts:
            return FrozenMap({each.name: each.data(table, *seat) for each in self.parts})
        return self.found(table, *seat) if callable(self.found) else self.found


def part(name: str, found: object, *checks: Check, kind: Kind = WHOLE, what: str = "") -> Part:
    """Return a fact of a subject, with its checks."""
    return Part(name, found, checks, kind, what or _called(name), _caller())


def follows(name: str, *references: str, kind: Kind = WHOLE, what: str = "") -> Part:
    """Return a fact whose value is the number of a rule, unless a script gives another value."""

    def found(table: Any, *_: int) -> Any:
        return Seen(table, {}).number(references[0])

    checks = tuple(map(same, references))
    return Part(name, found, checks, kind, what or _called(name), _caller())


def players(least: str, most: str, *checks: Check) -> Part:
    """Return the number of players as a fact, checked to be between two numbers of rules."""
    count = (within(least, most), *checks)
    return Part("players", lambda table: len(table.players), count, WHOLE, "players", _caller())


def group(name: str, *parts: Part) -> Part:
    """Return a part that contains other parts, as in ``slots: {crisis: 1, subplot: 2}``."""
    return Part(name, None, (), WHOLE, name, _caller(), parts)


def _called(name: str) -> str:
    return name.replace("_", " ")


def _caller() -> str:
    """Return where the code declares a part, as in ``nine_muses/component_checks.py:86``."""
    frame = sys._getframe(2)
    file = Path(frame.f_code.co_filename)
    return f"{file.parent.name}/{file.name}:{frame.f_lineno}"


# ---- the data


def copies(*names: str) -> Callable[[Any], int]:
    """Return a function that counts the copies of components or designs in the kit: (table) ->
    number.
    """
    return lambda table: sum(each for name in names for each in copies_of(table.game, name))


def titles(component: str) -> Callable[[Any], FrozenMap]:
    """Return a function that counts a component's cards by title: (table) -> counts."""

    def found(table: Any) -> FrozenMap:
        counts: dict[str, int] = {}
        for card in component_cards(table.game, component):
            counts[card.title] = counts.get(card.title, 0) + card.copies
        return FrozenMap(counts)

    return found


def designs(component: str, ids: Iterable[str]) -> Callable[[Any], FrozenMap]:
    """Return a function that counts a component's cards by design: (table) -> counts."""
    counts = {id_: copies(f"{component}/{id_}") for id_ in ids}
    return lambda table: FrozenMap({id_: count(table) for id_, count in counts.items()})


def component_cards(game: Game, *names: str) -> Iterator[Card]:
    """Return the cards of the named components, skipping components that the kit lacks."""
    return (card for each in game.components if each.id in names for card in each.cards)


# ---- what is checked


def _of(reference: str, asks: Callable[[Any, Seen, Collector, str], None]) -> Check:
    """Return a check of the rule that `reference` names."""
    return Check(reference.partition(".")[0], asks)


def same(reference: str, of: Callable[[Any], object] | None = None, what: str = "") -> Check:
    """Return a check that the value, or `of(value)`, equals the number of the rule."""

    def asks(value: Any, seen: Seen, to: Collector, called: str) -> None:
        _same(to, check.rule, seen.number(reference), of(value) if of else value, what or called)

    check = _of(reference, asks)
    return check


def _same(to: Collector, rule: str, expected: Any, found: Any, what: str) -> None:
    """Compare two values, ignoring the order of names, and report a difference.

    A plain number is not compared with counts.
    """
    if expected is not None and not (isinstance(expected, Mapping) and isinstance(found, int)):
        wanted = frozenset(map(str, expected)) if isinstance(found, frozenset) else expected
        to.same(rule, wanted, found, what)


def all_of(counts: Mapping[str, int] | int) -> int:
    """Return the sum of counts by name, or a single count unchanged."""
    return counts if isinstance(counts, int) else sum(counts.values())


def total(reference: str, what: str = "") -> Check:
    """Return a check that the sum of all counts equals the number in the rule."""
    return same(reference, all_of, what)


def counted(reference: str, what: str = "", names: Iterable[str] = ()) -> Check:
    """Return a check that each count equals the rule's number, or 1 if the rule only lists names.

    With `names`, the counts are compared with the rule's numbers of these names.
    """
    names = tuple(names)

    def asks(value: Any, seen: Seen, to: Collector, called: str) -> None:
        wanted: Any = {name: seen.number(f"{reference}.{name}") for name in names}
        wanted = wanted or seen.number(reference)
        wanted = wanted if isinstance(wanted, Mapping) else dict.fromkeys(wanted, 1)
        _same(to, check.rule, wanted, value, what or called)

    check = _of(reference, asks)
    return check


def is_(
    rule: str, expected: object, what: str = "", of: Callable[[Any], object] | None = None
) -> Check:
    """Return a check that the value, or `of(value)`, equals `expected`.

    `expected` is a value or a function of the table.
    """

    def asks(value: Any, seen: Seen, to: Collector, called: str) -> None:
        wanted = expected(seen.table) if callable(expected) else expected
        _same(to, rule, wanted, of(value) if of else value, what or called)

    return Check(rule, asks)


def at_least(reference: str) -> Check:
    """Return a check that the value is at least the number of the rule."""

    def asks(value: Any, seen: Seen, to: Collector, called: str) -> None:
        least = seen.number(reference)
        to.holds(check.rule, value >= least, f"{value} {called}; expected {least} or more")

    check = _of(reference, asks)
    return check


def within(least: str, most: str) -> Check:
    """Return a check that the value is between two numbers of rules, both included."""

    def asks(value: Any, seen: Seen, to: Collector, called: str) -> None:
        low, high = seen.number(least), seen.number(most)
        to.holds(check.rule, low <= value <= high, f"{value} {called}; expected {low} to {high}")

    check = _of(least, asks)
    return check


def no(rule: str, words: str) -> Check:
    """Return a check that the value is false or empty; `words` is the reason if it is not."""
    return Check(rule, lambda value, _, to, __: to.holds(rule, not value, words))


def ask(rule: str, wrong: Callable[[Any, Seen], str | None]) -> Check:
    """Return a check that a function performs.

    `wrong` returns the reason why the rule is broken, "" if it is kept, or None if it does not
    apply.
    """

    def asks(value: Any, seen: Seen, to: Collector, _: str) -> None:
        if (facts := wrong(value, seen)) is not None:
            to.holds(rule, not facts, facts)

    return Check(rule, asks)


# ---- subjects


def _nothing(*_: object) -> None:
    """Check nothing: for subjects without checks beyond those of their parts."""


@dataclass(frozen=True)
class Subject:
    """Facts that are checked together. Each player has the parts in `own`."""

    parts: tuple[Part, ...]
    own: tuple[Part, ...] = ()
    also: Callable[[Seen, Collector], None] = _nothing  # checks of several parts together
    syntax: str = ""
    takes: str = "facts"

    def judge(self, state: AnyState, changes: FrozenMap, to: Collector) -> None:
        """Read the data with `changes` applied, and run the checks of each part in order."""
        table = state.table
        players = table.players if self.own else ()
        data = {each.name: each.data(table) for each in self.parts}
        for seat, player in enumerate(players):
            data[player] = FrozenMap({each.name: each.data(table, seat) for each in self.own})
        reader = FactReader(merged(FrozenMap(data), changes))
        seen = _judged(self.parts, reader, table, "", to)
        theirs = {name: _judged(self.own, reader.inner(name), table, name, to) for name in players}
        reader.done()
        self.also(Seen(table, {**seen.values, **theirs}), to)

    @property
    def function(self) -> Callable[..., Any]:
        """The function in which coverage reports locate the checks of all parts."""
        return self.also

    def enforced(self) -> Iterator[tuple[str, str]]:
        """Yield the rules of all checks, each with the fact and where it is declared."""
        return _enforced((*self.parts, *self.own))


def _enforced(parts: Iterable[Part]) -> Iterator[tuple[str, str]]:
    for each in parts:
        yield from ((check.rule, f"{each.name} ({each.place})") for check in each.checks)
        yield from _enforced(each.parts)


def _judged(
    parts: Sequence[Part], reader: FactReader, table: object, player: str, to: Collector
) -> Seen:
    """Read the value of each part of a subject and run its checks."""
    values: dict[str, Any] = {}
    seen = Seen(table, values, player)
    for each in parts:
        if each.parts:
            inner = reader.inner(each.name)
            values[each.name] = _judged(each.parts, inner, table, player, to)
        else:
            values[each.name] = each.kind.read(reader, each.name, table)
    for each in parts:
        called = f"{player}'s {each.what}" if player else each.what
        for check in each.checks:
            check.asks(values[each.name], seen, to, called)
    if reader.path:
        reader.done()
    return seen


@dataclass(frozen=True)
class PositionSubject:
    """A position that a script describes, checked for facts that cannot occur in a game."""

    place: Callable[[Any, Mapping[str, Any]], Any]  # (table, facts) -> state; raises FactError
    position_errors: Callable[[Any], Iterable[Breach]]
    kept: tuple[str, ...]  # rules that are checked in every position
    base: Callable[[Any], Mapping[str, Any]] = lambda _: FrozenMap(
        {"loose": True}
    )  # (state) -> facts
    syntax: str = ""
    takes: str = "facts"

    def judge(self, state: AnyState, changes: FrozenMap, to: Collector) -> None:
        """Record the rules that the impossible facts break."""
        try:
            placed = self.place(state.table, merged(self.base(state), changes))
        except FactError as error:
            if error.rule is None:
                raise
            to.holds(error.rule, False, error.message)
            return
        breaches = tuple(self.position_errors(placed))
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        to.kept += [rule for rule in self.kept if rule not in broken]

    @property
    def function(self) -> Callable[..., Any]:
        """The game's function that finds the rules that a position breaks."""
        return self.position_errors

    def enforced(self) -> Iterator[tuple[str, str]]:
        """Yield nothing, because the function itself names the rules."""
        return iter(())


@dataclass(frozen=True)
class Function:
    """A subject that is checked by a function instead of a list of facts."""

    asks: Callable[[Any, Any, Collector], None]  # (state, changes, judge)
    syntax: str = ""
    takes: str = "facts"

    def judge(self, state: object, changes: object, to: Collector) -> None:
        """Call the function to check the subject."""
        self.asks(state, changes, to)

    @property
    def function(self) -> Callable[..., Any]:
        """The game's function that finds the rules that the subject breaks."""
        return self.asks

    def enforced(self) -> Iterator[tuple[str, str]]:
        """Yield nothing, because the function itself names the rules."""
        return iter(())


def changed_card(
    title: str, card: FrozenMap | None, change: object, known: Iterable[str], fields: Iterable[str],
    deep: int = 40,
) -> FrozenMap:  # fmt: skip
    """Return the contents of a card with some values changed. Raises FactError.

    `card` is None if no card has the title, and `known` are the existing titles. `fields` are the
    names of a card's fields, and `deep` is the maximum depth to which mappings are merged.
    """
    if not isinstance(change, Mapping):
        raise FactError((title,), "expected the fields of the card, as a mapping")
    if card is None:
        raise FactError((title,), f"no card '{title}'{did_you_mean(title, known)}")
    allowed = tuple(fields)
    for name in change:
        if name not in allowed:
            message = f"no field '{name}'{did_you_mean(str(name), allowed)}"
            raise FactError((title, str(name)), message, known=allowed)
    found: FrozenMap = merged(card, change, deep)
    return found
