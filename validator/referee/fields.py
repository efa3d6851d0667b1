"""Defines how a game declares each fact of its state once.

A declaration says how `start:` sets the fact, how `=` and a trace show it, which pieces it holds,
and who may see them. A state is a named tuple with `table` (the constants) and `seats` (one named
tuple per player). A `Field` names an attribute of the state or, with `own`, of a seat, or it
computes its value. `Things` are pieces in play that have facts of their own; a `Pile` holds pieces
without any fact. A game's declarations determine how `start:` is read, the facts in assertions and
JSON, the zones counted for conservation, the view of a seat, and the states that a seat cannot
distinguish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import attrgetter
from random import Random
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.referee.facts import FactError, FactReader
from validator.referee.field import Field as Field
from validator.referee.field import Pile as Pile
from validator.referee.field import Things as Things
from validator.referee.kinds import FLAG, SEAT, UNSET, Kind, Values
from validator.referee.position import AnyState, SetUpTable
from validator.referee.zones import Zone, census, counted


class Fields:
    """All facts that a game declares.

    `only_start` contains values of `start:` that are not facts. `renamed` maps names of facts in
    earlier versions of the game to new ones, and `renamed_own` does so for a player's facts:
    `pieria upgrade` uses them to convert scripts.
    """

    def __init__(
        self, *fields: Field, only_start: Mapping[str, Kind] | None = None,
        things: Things | None = None, piles: Sequence[Pile] = (),
        renamed: Mapping[str, str] = FrozenMap({}), renamed_own: Mapping[str, str] = FrozenMap({}),
    ) -> None:  # fmt: skip
        self.renamed, self.renamed_own = renamed, renamed_own
        self.common = tuple(each for each in fields if not each.own)
        self.own = tuple(each for each in fields if each.own)
        self.things = things
        self.of_things = things.fields if things else ()
        self.piles = tuple(piles)
        self.only_start = {"loose": FLAG, **(only_start or {})}
        self._zones = tuple(each for each in self.common if each.zone)
        self._own_zones = tuple(each for each in self.own if each.zone)
        self._layouts: dict[tuple[str, ...], tuple[tuple[str, Sequence[str]], ...]] = {}
        self.common_parts = _getter(self._zones)  # returns the values of a state
        self.own_parts = _getter(self._own_zones)  # pieces of a seat
        self.hides_numbers = any(
            each.hidden and each.counts for each in (*self._zones, *self._own_zones)
        )

        by_name = (each.name.lower() for each in self.own if each.by_player)
        common = (each.name.lower() for each in self.common if each.shows)
        self.names = frozenset((*common, *by_name))  # names of facts, in lower case

    # ---- start:

    def read(self, facts: Mapping[str, object], table: SetUpTable) -> tuple[Values, list[Values]]:
        """Read the values of the table and of each player from `start:`.

        Raises FactError.
        """
        reader = FactReader(facts)
        own = [reader.inner(name) for name in table.players]
        values = {name: _read(kind, reader, name, table) for name, kind in self.only_start.items()}
        values |= _read_all(self.common, reader, table)
        seats = [_read_all(self.own, mine, table) for mine in own]
        things: dict[str, Values] = {}
        for name in self.things.known(table) if self.things else ():
            if name in reader:
                inner = reader.inner(name)
                things[name] = Values(inner, _read_all(self.of_things, inner, table))
                inner.done()
        for each in self.own:
            if each.by_player and each.kind is not None:
                by_name = reader.inner(each.name)
                for name, mine in zip(table.players, seats, strict=True):
                    value = _read(each.kind, by_name, name, table)
                    mine[each.name] = value if mine[each.name] is UNSET else mine[each.name]
                by_name.done()
        for mine_given in own:
            mine_given.done(self.renamed_own)
        reader.done(self.renamed)
        found = Values(reader, values)
        found.things = things
        return found, [
            Values(mine_given, mine) for mine_given, mine in zip(own, seats, strict=True)
        ]

    def place(
        self, table: Any, facts: Mapping[str, object], state: Callable[..., Any] | None,
        seat: Callable[..., object] | None, rest: str,
    ) -> Any:  # fmt: skip
        """Return the state that `start:` describes.

        `state` and `seat` are named tuples with defaults. Printed pieces that no fact names are put
        into the zone `rest`. Raises FactError.
        """
        assert state is not None
        assert seat is not None
        start, own = self.read(facts, table)
        seats = tuple(seat(**_said(self.own, each)) for each in own)
        found = state(table=table, seats=seats, **_said(self.common, start))
        if start.get(rest, None) is None:
            left = Counter(table.copies) - census(self.zones(found))
            found = found._replace(**{rest: tuple(left.elements())})
        return found

    # ---- facts

    def players(self, state: Any) -> tuple[str, ...]:
        """Return the players by seat, including those who joined later."""
        players: tuple[str, ...] = state.table.players
        return players

    def facts(self, state: Any) -> dict[str, Any]:
        """Return all facts by name, with their values in the notation of `start:`."""
        table = state.table
        found = {each.name: each.shown(state) for each in self.common if each.shows}
        own = [
            {each.name: each.shown(state, seat) for each in self.own if each.shows}
            for seat in range(len(state.seats))
        ]
        if self.things is not None:
            among = self.things.attribute
            for index, piece in enumerate(self.things.pieces(state)):
                shown = {each.name: each.shown(state, index, among) for each in self.of_things}
                found[piece] = FrozenMap(shown)
        for each in self.own:
            if each.by_player:
                found[each.name] = FrozenMap(
                    {name: mine[each.name] for name, mine in zip(table.players, own, strict=False)}
                )
        return found | {
            name: FrozenMap(mine) for name, mine in zip(table.players, own, strict=False)
        }

    def settable(self, facts: Mapping[str, object]) -> dict[str, Any]:
        """Return those facts that `start:` needs in order to restore the state."""
        shared = {each.name for each in self.common}
        shared |= {each.name for each in self.own if each.by_player}
        common = {each.name: each for each in self.common if each.settable}
        found: dict[str, Any] = {
            name: _without(value, common[name].inner)
            for name, value in facts.items()
            if name in common
        }
        all_of_a_thing = {each.name for each in self.of_things}
        for name in facts:
            if name not in shared and isinstance(of_one := facts[name], Mapping):
                fields = self.of_things if of_one.keys() == all_of_a_thing else self.own
                taken = {each.name: each for each in fields if each.settable}
                found[name] = FrozenMap(
                    {k: _without(v, taken[k].inner) for k, v in of_one.items() if k in taken}
                )
        return found

    @lru_cache  # noqa: B019 - one object a game, for as long as the program runs
    def derived(self) -> frozenset[str]:
        """Return the names of facts that follow from others; ``*`` stands for any player
        or thing.
        """
        names = {each.name for each in self.common if each.follows}
        one_each = (*self.own, *self.of_things)
        names |= {f"*.{each.name}" for each in one_each if each.follows}
        names |= {f"{each.name}.{name}" for each in self.common for name in each.inner}
        names |= {f"*.{each.name}.{name}" for each in one_each for name in each.inner}
        return frozenset(names | {each.name for each in self.own if each.by_player})

    def rules(self, state: Any, fact: str) -> tuple[str, ...]:
        """Return the rules that determine a computed fact."""
        first, _, last = fact.lower().partition(".")
        players = {name.lower() for name in state.table.players}
        name, _, part = last.partition(".") if first in players else (first, "", last)
        for each in self.own if first in players else self.common:
            if each.name.lower() == name:
                return each.ruled_by(state, part)
        for each in self.own:
            if each.by_player and each.name == first:
                return each.ruled_by(state)
        if self.things and first in (piece.lower() for piece in self.things.pieces(state)):
            for each in self.of_things:
                if each.name == last:
                    return each.ruled_by(state)
        return ()

    def ruling(self, state: object) -> set[str]:
        """Return all rules that determine computed facts of a state."""
        fields = (*self.common, *self.own, *self.of_things)
        return {rule for each in fields for rule in each.ruled_by(state)}

    def computed(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the name of each computed fact, with the rules that determine it in every state."""
        for each in (*self.common, *self.own, *self.of_things):
            for name, rules in ((each.name, each.rules), *each.inner.items()):
                if not callable(rules):
                    yield name, rules

    # ---- pieces

    def parts(self, state: Any) -> tuple[Any, ...]:
        """Return the contents of each zone as stored in the state.

        After a step, unchanged zones are still the same objects.
        """
        own = [part for seat in state.seats for part in self.own_parts(seat)]
        return (*self.common_parts(state), *own, *self.other_parts(state))

    def other_parts(self, state: object) -> tuple[Any, ...]:
        """Return the contents of zones outside the table's and the players' fields: things and
        piles.
        """
        if self.things is None and not self.piles:
            return ()
        found: list[Any] = [] if self.things is None else [self.things.pieces(state)]
        return (*found, *[pile.get(state) for pile in self.piles])

    def held_by(self, state: Any, seat: int) -> int:
        """Return the number of pieces in a player's zones."""
        total = 0
        for part in self.own_parts(state.seats[seat]):
            if type(part) is int:
                total += part
            else:
                total += sum(part) if part and type(part[0]) is int else len(part)
        return total

    def try_zones(self, state: AnyState) -> None:
        """Read the pieces of each zone. Raises FactError if a zone has no attribute."""
        for each in (*self._zones, *self._own_zones):
            try:
                each.held(state.seats[0] if each.own else state)
            except AttributeError as error:
                message = (
                    f"{error}, in which the pieces of the zone '{each.zone}' must be; name the "
                    f"attribute of the field '{each.name}' (`get` only computes the fact)"
                )
                raise FactError((), message) from error

    def layout(self, state: Any) -> tuple[tuple[str, Sequence[str]], ...]:
        """Return the name and the counted pieces of each zone, in the order of `parts`."""
        players = tuple(state.table.players[: len(state.seats)])
        if players not in self._layouts:
            found = [(each.zone, each.counts) for each in self._zones]
            for name in players:
                found += [(f"{name}'s {each.zone}", each.counts) for each in self._own_zones]
            if self.things is not None:
                found.append((self.things.zone, ()))
            piles = ((pile.zone, pile.counts) for pile in self.piles)
            self._layouts[players] = (*found, *piles)
        return self._layouts[players]

    def zones(self, state: object) -> dict[str, Zone]:
        """Return the zone of every printed piece."""
        layout, parts = self.layout(state), self.parts(state)
        return {
            name: counted(counts, part) for (name, counts), part in zip(layout, parts, strict=True)
        }

    # ---- who sees what

    @property
    def zone_names(self) -> tuple[str, ...]:
        """The names of all zones, without the names of the players who own them."""
        things = (self.things.zone,) if self.things else ()
        fields = (each.zone for each in (*self._zones, *self._own_zones))
        return (*fields, *things, *(each.zone for each in self.piles))

    @property
    def secret(self) -> frozenset[str]:
        """The names of zones that no player can see, without the names of their owners."""
        return frozenset(
            each.zone for each in (*self._zones, *self._own_zones) if each.hidden == "all"
        )

    @property
    def private(self) -> frozenset[str]:
        """The names of zones that only their owner can see, without the names of the owners."""
        return frozenset(each.zone for each in self._own_zones if each.hidden == "others")

    def zones_in(self, view: Any) -> dict[str, Zone]:
        """Return the zones of a view, without piles whose contents would reveal hidden pieces."""
        found = {each.zone: counted(each.counts, each.held(view)) for each in self._zones}
        for name, seat in zip(view.table.players, view.seats, strict=False):
            for each in self._own_zones:
                found[f"{name}'s {each.zone}"] = counted(each.counts, each.held(seat))
        if self.things is not None:
            found[self.things.zone] = self.things.pieces(view)
        for pile in self.piles:
            with suppress(LookupError):
                found[pile.zone] = counted(pile.counts, pile.get(view))
        return found

    def unsure(self, state: object, seat: int) -> frozenset[str]:
        """Return the zones with hidden numbers of pieces of which the player in a seat cannot know
        the kinds, because pieces of several kinds have the same back.
        """
        kinds, zones = self._unseen_kinds(state, seat)
        return frozenset(name for name, backs in zones.items()
                         if any(len(kinds[back]) > 1 for back in backs))  # fmt: skip

    def _unseen_kinds(
        self, state: Any, seat: int
    ) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        """Return the kinds of pieces that a player does not see, by back, and the backs in each
        zone with numbers of pieces.
        """
        kinds: dict[str, set[str]] = {}
        zones: dict[str, set[str]] = {}
        for name, holder, field in self._hidden_from(state, seat) if self.hides_numbers else ():
            for piece in +Counter(counted(field.counts, field.held(holder))):
                if back := field.back_of(state.table, piece):
                    kinds.setdefault(back, set()).add(piece)
                    if field.counts:
                        zones.setdefault(name, set()).add(back)
        return kinds, zones

    def _hidden_from(self, state: Any, seat: int) -> Iterator[tuple[str, Any, Field]]:
        """Yield each zone that a player does not see: its name, its holder, and its field."""
        yield from ((each.zone, state, each) for each in self._zones if each.hidden)
        for own, (name, record) in enumerate(zip(state.table.players, state.seats, strict=False)):
            yield from ((f"{name}'s {each.zone}", record, each) for each in self._own_zones
                        if each.hidden == "all" or (each.hidden and own != seat))  # fmt: skip

    def view(self, state: object, seat: int) -> Any:
        """Return the state as the player in a seat may see it: hidden pieces become ``?``.

        Numbers of hidden pieces that can only be of one kind stay.
        """
        kinds, zones = self._unseen_kinds(state, seat)
        backs = set().union(*zones.values())
        sure = {piece for back in backs if len(kinds[back]) == 1 for piece in kinds[back]}
        return self._refilled(state, seat, lambda piece, _: piece if piece in sure else "?")

    def shuffled(self, state: object, seat: int, random: Random) -> Any:
        """Return a random state that looks the same to this player.

        It depends only on `random` and on what the player sees.
        """
        stock: dict[str, list[str]] = {}

        def lay_aside(piece: str, back: str) -> str:
            stock.setdefault(back, []).append(piece)
            return piece

        self._refilled(state, seat, lay_aside)
        for unseen in stock.values():
            unseen.sort()
            random.shuffle(unseen)
        return self._refilled(state, seat, lambda _piece, back: stock[back].pop())

    def _refilled(self, state: Any, seat: int, fill: Callable[[str, str], str]) -> Any:
        """Return the state with pieces hidden from this player replaced by `fill(piece, back)`."""
        table = state.table

        def refilled(holder: Any, field: Field) -> Any:
            held = field.held(holder)
            if field.counts:
                numbers = zip(field.counts, held, strict=True)
                held = [piece for piece, number in numbers for _ in range(number)]
            backs = [(piece, field.back_of(table, piece)) for piece in held]
            found = tuple(fill(piece, back) if back else piece for piece, back in backs)
            if field.counts:  # pieces that look the same count as the first kind
                known = [found.count(piece) for piece in field.counts]
                found = (known[0] + found.count("?"), *known[1:])
            return _with(holder, field.kept_in, found)

        for each in self._zones:
            if each.hidden:
                state = refilled(state, each)
        seats = list(state.seats)
        for own, record in enumerate(seats):
            for each in self._own_zones:
                if each.hidden == "all" or (each.hidden and own != seat):
                    record = refilled(record, each)
            seats[own] = record
        if (things := self.things) is not None:
            records = tuple(
                _with(each, things.called, fill(getattr(each, things.called), things.back))
                if things.hidden(each, seat)
                else each
                for each in getattr(state, things.attribute)
            )
            state = state._replace(**{things.attribute: records})
        return state._replace(seats=tuple(seats))


def _said(fields: Sequence[Field], values: Values) -> dict[str, Any]:
    """Return the values in `start:` by attribute. NOBODY means that a value is omitted."""
    said = {each.kept_in: each for each in fields if each.settable}
    return {
        name: values.get(each.name, None)
        for name, each in said.items()
        if each.name in values and not (each.kind is SEAT and values.get(each.name, -1) < 0)
    }


def _with(holder: Any, path: str, value: Any) -> Any:
    """Return a copy of a named tuple with a new value at a path of attributes."""
    first, _, rest = path.partition(".")
    return holder._replace(**{first: _with(getattr(holder, first), rest, value) if rest else value})


def _getter(fields: Sequence[Field]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads several attributes at once."""
    names = [each.kept_in for each in fields]
    if not names:
        return lambda _: ()
    if len(names) == 1:
        only = attrgetter(names[0])
        return lambda holder: (only(holder),)
    return attrgetter(*names)


def _without(value: object, names: Collection[str]) -> Any:
    """Return a fact's value without the facts below it that have the given names."""
    if not names or not isinstance(value, Mapping):
        return value
    return FrozenMap({name: each for name, each in value.items() if name not in names})


def _read(kind: Kind | None, reader: FactReader, name: str, table: object) -> Any:
    assert kind is not None
    return kind.read(reader, name, table) if name in reader else UNSET


def _read_all(fields: Sequence[Field], reader: FactReader, table: object) -> dict[str, Any]:
    return {
        each.name: _read(each.kind, reader, each.name, table)
        for each in fields
        if each.kind is not None
    }
