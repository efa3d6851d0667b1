"""Reports conditions and costs that no game with this deck can meet.

Examples are a cost higher than all pieces in play, a condition that contradicts itself, and a Quest
that requires a symbol that no card has. Such a card is useless in every game. Only conditions that
are provably impossible, from the deck and the numbers of the rules, are reported, with the bound
and the rules behind it. To find conditions that are merely unlikely, use `pieria simulate`.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.registry import deck_checks_of

ID = "impossible"


def check(game: Game) -> Iterator[Problem]:
    """Yield the problems of conditions that no position can meet."""
    deck = deck_checks_of(game)
    for each in deck.beyond(game) if deck else ():
        message = f"{each.what}: {each.why} ({', '.join(each.rules)})"
        yield Problem(each.location, message, ID)
