"""Nothing is asked for that no game with this deck can give.

A cost beyond what is in play, a condition that contradicts itself, a Quest that asks for a symbol
on no card: such a card is dead from the start, however a game goes. Only what can be proved from
the deck and the numbers of the rules is told, each with its bound and the rules it follows from;
whatever is merely unlikely is a question for `pieria simulate`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from validator.core.location import Problem, Spot
from validator.core.model import Game
from validator.games import module_of

ID = "reach"


class Beyond(NamedTuple):
    """Something on a card that can never come about: what it is, why, and by which rules."""

    spot: Spot
    what: str
    why: str
    rules: tuple[str, ...]


def check(game: Game) -> Iterator[Problem]:
    """Problems of conditions that no position meets."""
    module = module_of(game, "deck")
    for each in module.beyond(game) if module else ():
        message = f"{each.what}: {each.why} ({', '.join(each.rules)})"
        yield Problem(each.spot, message, ID)
