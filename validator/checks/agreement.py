"""Numbers that must agree do.

A catalogue states some numbers that follow from others: totals, tables that complete each other, a
claim of the rulebook. Each game lists these in `validator/games/<game>/numbers.py`; here they are
compared. A claim that fails may be covered by a ruling, which then has to exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.consistency import ID as ID
from validator.referee.consistency import compared
from validator.referee.registry import numbers_of


def check(game: Game) -> Iterator[Problem]:
    """Problems of numbers that do not agree."""
    yield from compared(game.rules, numbers_of(game))
