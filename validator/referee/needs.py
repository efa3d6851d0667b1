"""How much of a kit so many players need, from the demands of its game."""

from __future__ import annotations

from dataclasses import dataclass

from validator.core.model import Game
from validator.referee.registry import demands_of
from validator.referee.requirements import Demand, copies_of


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
    have = sum(copies_of(game, place))
    return have if demand.whole or not demand.most else min(have, demand.most(game, players))
