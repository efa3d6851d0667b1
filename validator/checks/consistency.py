"""Reports numbers of rules that contradict each other.

Each game declares its consistency rules in `validator/games/<game>/numbers.py`. A failed rule is
accepted if it names a ruling that covers this case, and the catalogue contains the ruling. Declared
numbers that follow from others are compared when the catalogue is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game
from validator.referee.consistency import ID as ID
from validator.referee.consistency import compared
from validator.referee.registry import numbers_for


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each set of numbers that contradict each other."""
    yield from compared(game.rules, numbers_for(game.code))
