"""Checks custom decks for Schizonauts: enough key cards for each length of the game."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.schizonauts.phases import LENGTHS
from validator.referee import api as ref


def deals(game: ref.Game) -> Iterator[ref.Deal]:
    """Yield the number of key cards that a game of each length needs."""
    rule, players = game.rules, range(game.players[0], game.players[1] + 1)
    found = {component.id: component for component in game.components}
    keys = found["key-cards"]
    for length in LENGTHS:
        sizes = rule["SCHIZ-DECK-02"].data[length]
        what = f"{keys.title} for a {length.replace('_', ' ')} game"
        need = {count: sizes[count] for count in players}
        yield ref.Deal(keys.location, what, keys.pieces, need, ("SCHIZ-DECK-02",))
