"""Nothing is asked for that no game with this deck can give.

A cost beyond what is in play, a condition that contradicts itself, a Quest that asks for a symbol
on no card: such a card is dead from the start, however a game goes. Only what can be proved from
the deck and the numbers of the rules is told, each with its bound and the rules it follows from;
whatever is merely unlikely is a question for `pieria simulate`.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.registry import deck_checks_of

ID = "reach"


def check(game: Game) -> Iterator[Problem]:
    """Problems of conditions that no position meets."""
    deck = deck_checks_of(game)
    for each in deck.beyond(game) if deck else ():
        message = f"{each.what}: {each.why} ({', '.join(each.rules)})"
        yield Problem(each.location, message, ID)
