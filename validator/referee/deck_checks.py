"""Defines checks of a custom deck: for pieces that the deal needs, and for impossible
conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from validator.core.location import Location
from validator.core.model import Game
from validator.referee.verbs import Verb


class Deal(NamedTuple):
    """The number of pieces that a deal needs, by number of players."""

    location: Location
    what: str
    have: int
    need: Mapping[int, int]  # by number of players
    rules: tuple[str, ...]


class OutOfRange(NamedTuple):
    """A condition on a card that can never be met, with the reason and the rules behind it."""

    location: Location
    what: str
    why: str
    rules: tuple[str, ...]


def dealt(
    component: str, each: str, *others: str, extra: int = 0
) -> Callable[[Game], Iterator[Deal]]:
    """Return a function that yields the number of cards that a game's deal needs.

    The number is `each` per player, plus `extra`. `each` is a rule's number, in which ``{players}``
    is the number of players; `others` are further rules of the deal. Numbers of players without an
    entry in the rule are skipped.
    """

    def deals(game: Game) -> Iterator[Deal]:
        deck, need = game.component(component), {}
        for count in range(game.players[0], game.players[1] + 1):
            with suppress(LookupError):
                need[count] = count * game.rules.number(each.format(players=count)) + extra
        yield Deal(deck.location, deck.title, deck.pieces, need, (each.partition(".")[0], *others))

    return deals


def _nothing(_: Game) -> Iterator[Any]:
    yield from ()


@dataclass(frozen=True)
class DeckChecks:
    """The checks of a custom deck that a game defines."""

    judge: Verb  # the claim that judges
    judged: tuple[str, ...]  # the subjects of that claim that concern a deck
    deals: Callable[[Game], Iterator[Deal]] = _nothing  # in addition to the requirements
    beyond: Callable[[Game], Iterator[OutOfRange]] = _nothing
    components: tuple[str, ...] = ()  # needed to judge the cards together
