"""Cards say only what the game's referee knows.

An effect, a condition, a kind or a trait that no rule of the game speaks of cannot be played with;
nor can a card that names another card, a symbol or a kind that this deck does not have. Each game
says which words it knows; the message lists them. A game with a referee of its own (see
docs/referees.md) is asked the same: what its referee calls `problems`, and whether its numbers
agree.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.registry import problems_of

ID = "cards"


def check(game: Game) -> Iterator[Problem]:
    """Problems of cards that the referee cannot play with."""
    yield from problems_of(game)
