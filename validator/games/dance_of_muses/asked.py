"""Laws that are asked only in one stage, about the player to act: elsewhere other rules refuse."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from validator.games.dance_of_muses.position import DANCE, PLACE, Position
from validator.referee.core import ANY, Test, Verb, Verdict


def in_dance(verb: Verb, *ids: str) -> Callable[[Test], Test]:
    """Tie a predicate of position and known arguments to a verb of the dance."""
    return _asked(DANCE, verb, ids)


def in_placement(verb: Verb, *ids: str) -> Callable[[Test], Test]:
    """Tie a predicate of position and known arguments to a verb of the placement."""
    return _asked(PLACE, verb, ids)


def _asked(stage: str, verb: Verb, ids: tuple[str, ...]) -> Callable[[Test], Test]:
    def tie(test: Test) -> Test:
        @wraps(test)
        def law(at: Position, seat: int, *args: Any) -> Verdict:
            if at.stage != stage or seat != at.turn or ANY in args:
                return None
            return test(at, *args)

        verb.add(law, ids, len(inspect.signature(test).parameters) - 1)
        return test

    return tie
