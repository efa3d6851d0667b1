"""Computes from the game's requirements how many pieces of a kit a number of players needs."""

from __future__ import annotations

from dataclasses import dataclass

from validator.core.model import Game
from validator.referee.registry import requirements_of
from validator.referee.requirements import Requirement, copies_of


@dataclass(frozen=True)
class Share:
    """The number of pieces of a component that a given number of players needs."""

    pieces: int
    designs: tuple[
        tuple[str, int], ...
    ] = ()  # title and number, if requirements name single designs


def needed(game: Game, players: int) -> dict[str, Share]:
    """Return how much of each component is needed for `players` players, by id.

    All copies of a component or design without a requirement are needed. Raises LookupError.
    """
    found = {}
    placed = [
        (place, requirement)
        for requirement in requirements_of(game)
        for place in (*requirement.pieces, *requirement.instead)
    ]
    for component in game.components:
        shares = [
            (design, _share(game, requirement, place, players))
            for place, requirement in placed
            for id_, _, design in (place.partition("/"),)
            if id_ == component.id
        ]
        named = dict(shares)
        if "" not in named:  # if one design is named, all are listed
            named |= {card.id: card.copies for card in component.cards if card.id not in named}
        titles = {card.id: card.title for card in component.cards}
        designs = [(titles[id_], number) for id_, number in named.items() if id_ in titles]
        found[component.id] = Share(sum(named.values()), tuple(designs) if shares else ())
    return found


def supplies(game: Game, players: int) -> tuple[tuple[str, int], ...]:
    """Return the supplies that players must bring because no kit prints them.

    Raises LookupError.
    """
    return tuple(
        (each.what, each.most(game, players))
        for each in requirements_of(game)
        if each.bring and each.most
    )


def _share(game: Game, requirement: Requirement, place: str, players: int) -> int:
    have = sum(copies_of(game, place))
    return (
        have
        if requirement.whole or not requirement.most
        else min(have, requirement.most(game, players))
    )
