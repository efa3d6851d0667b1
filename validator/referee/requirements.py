"""Computes the largest number of pieces that a game can require, by number of players.

Each game declares its requirements in `requirements.py` in its package, or in its referee. The
packing list prints them, `pieria check` compares them with the kit, and simulated games that need
more fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from validator.core.model import Game

Most = Callable[[Game, int], int]


@dataclass(frozen=True)
class Requirement:
    """The maximum number of pieces of one type that a game can require.

    `pieces` are the components that contain it, or single designs such as ``tokens/craft``. `room`
    is the rule's number for the capacity of a piece, such as the lines of a sheet or the highest
    number on two cards. Without `met`, the pieces in use are counted in their zones.
    """

    what: str  # its name in certificates
    most: Most | None  # by game and number of players; None: the rules set no bound
    rules: tuple[str, ...]  # the rules it follows from
    why: str  # how it follows, in a few words
    pieces: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()  # what can be used in place of `pieces`
    room: str = ""
    met: Callable[[Any], int] | None = None  # (state) -> how many it requires
    bring: bool = False  # no kit prints it: the players bring it
    whole: bool = False  # all are needed, however few are in use at once, such as a deck
    decided_by: str = ""  # ruling on what happens if there is not enough

    def printed(self, game: Game) -> int | None:
        """Return how many of these pieces the kit contains, or None if no component contains them.

        Raises LookupError.
        """
        if self.room:
            room: int = game.rules.number(self.room)
            return room
        found = [number for each in self.pieces for number in copies_of(game, each)]
        return sum(found) if found else None


def stated(reference: str) -> Most:
    """Return a rule's number as a maximum; ``{players}`` in `reference` is their number."""
    return lambda game, players: int(game.rules.number(reference.format(players=players)))


def each_player(*references: str) -> Most:
    """Return the sum of several rules' numbers, times the number of players, as a maximum."""
    return lambda game, players: players * sum(game.rules.number(each) for each in references)


def one_each(_: Game, players: int) -> int:
    """Return the number of players, as the maximum for pieces of which each player has one."""
    return players


def copies_of(game: Game, name: str) -> Iterator[int]:
    """Yield the numbers of copies of the cards in ``component``, or of ``component/card``."""
    wanted, _, design = name.partition("/")
    for component in game.components:
        if component.id == wanted:
            yield from (c.copies for c in component.cards if not design or c.id == design)
