"""Reports cards that the game's referee cannot use.

Such a card has an effect, condition, kind or trait that no rule knows, or names a card, symbol or
kind that is not in the deck. The message lists the words that the game knows. The referee of an
installed package (see docs/referees.md) also reports its own `problems`, and numbers of rules that
contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.registry import problems_of

ID = "cards"


def check(game: Game) -> Iterator[Problem]:
    """Yield the problems of cards that the referee cannot play."""
    yield from problems_of(game)
