"""What a game can ask for of each thing, by number of players: bounds from its rules' numbers.

Each game lists its demands in `validator/games/<game>/demands.py`, or its referee does. A cover
prints them, `pieria check` compares them with the kit, and no simulated game may ask for more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from validator.core.model import Game
from validator.games import module_of

Most = Callable[[Game, int], int]


@dataclass(frozen=True)
class Demand:
    """How much of one thing a game can ask for.

    `pieces` are components that hold it, or single designs as ``tokens/craft``. `room` is the
    rule's number that says how much a piece holds: the lines of a sheet, the highest number that
    two cards show. Without `met`, pieces are counted where they lie.
    """

    what: str  # as certificates call it
    most: Most | None  # by game and number of players; None: the rules set no bound
    rules: tuple[str, ...]  # the rules it follows from
    why: str  # how it follows, in a few words
    pieces: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()  # what can be used in place of `pieces`
    room: str = ""
    met: Callable[[Any], int] | None = None  # how much a position asks for
    bring: bool = False  # no kit prints it: the table brings it
    whole: bool = False  # all are needed whatever is in use at once: a deck that is shuffled
    decided_by: str = ""  # the ruling for when there is not enough

    def printed(self, game: Game) -> int | None:
        """How much the kit holds; None: no component of it tells. Raises LookupError."""
        if self.room:
            room: int = game.rules.number(self.room)
            return room
        found = [number for each in self.pieces for number in _copies(game, each)]
        return sum(found) if found else None


def stated(reference: str) -> Most:
    """The number of a rule; ``{players}`` in the reference stands for how many play."""
    return lambda game, players: int(game.rules.number(reference.format(players=players)))


def each_player(*references: str) -> Most:
    """Numbers of rules that every player gets."""
    return lambda game, players: players * sum(game.rules.number(each) for each in references)


def one_each(_: Game, players: int) -> int:
    """One for every player."""
    return players


def demands_of(game: Game) -> tuple[Demand, ...]:
    """The demands of a game: of a shipped one, also under another name, or of its own referee.

    A referee that cannot be used has none here; `pieria check` says what is wrong with it.
    """
    module = module_of(game, "demands")
    if module is not None:
        demands: tuple[Demand, ...] = module.DEMANDS
        return demands
    from validator.referee.find import RefereeError, load_offer, offer_for

    try:
        offer = offer_for(game)
        return tuple(load_offer(offer).demands) if offer else ()
    except RefereeError:
        return ()


@dataclass(frozen=True)
class Share:
    """What so many players need of a component."""

    pieces: int
    designs: tuple[tuple[str, int], ...] = ()  # title and number, where demands tell them apart


def needed(game: Game, players: int) -> dict[str, Share]:
    """What so many players need of each component, by id. Raises LookupError.

    A component, or a design, of which no demand tells is needed whole.
    """
    found = {}
    told = [
        (place, demand)
        for demand in demands_of(game)
        for place in (*demand.pieces, *demand.instead)
    ]
    for component in game.components:
        shares = [
            (design, _share(game, demand, place, players))
            for place, demand in told
            for id_, _, design in (place.partition("/"),)
            if id_ == component.id
        ]
        named = dict(shares)
        if "" not in named:  # designs are told apart, if any is
            named |= {card.id: card.copies for card in component.cards if card.id not in named}
        titles = {card.id: card.title for card in component.cards}
        designs = [(titles[id_], number) for id_, number in named.items() if id_ in titles]
        found[component.id] = Share(sum(named.values()), tuple(designs) if shares else ())
    return found


def brought(game: Game, players: int) -> tuple[tuple[str, int], ...]:
    """What no kit prints and the table brings, and the most of it. Raises LookupError."""
    return tuple(
        (each.what, each.most(game, players))
        for each in demands_of(game)
        if each.bring and each.most
    )


def _share(game: Game, demand: Demand, place: str, players: int) -> int:
    have = sum(_copies(game, place))
    return have if demand.whole or not demand.most else min(have, demand.most(game, players))


def _copies(game: Game, name: str) -> Iterator[int]:
    """Copies of the cards of ``component`` or ``component/card``."""
    wanted, _, design = name.partition("/")
    for component in game.components:
        if component.id == wanted:
            yield from (c.copies for c in component.cards if not design or c.id == design)
