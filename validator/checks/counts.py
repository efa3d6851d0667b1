"""Reports components with more or fewer pieces than the rules require.

`count:` of a component refers to a rule's number, that the copies of its cards must add up to. A
card without copies is allowed (it is not part of the deck), but a component without pieces is an
error.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game

ID = "counts"
MOST = 100_000  # pieces of a game; ten thousand sheets of cards


def too_many(game: Game) -> bool:
    """Return whether a game has more pieces than a kit can have; if so, nothing is drawn."""
    return sum(component.pieces for component in game.components) > MOST


def check(game: Game) -> Iterator[Problem]:
    """Yield the problems of components whose copies do not add up to the required number."""
    total = 0
    for component in game.components:
        pieces = component.pieces
        total += pieces
        if total > MOST:
            message = f"{component.title}: {total:,} pieces so far; a kit may have at most {MOST:,}"
            yield Problem(component.location, message, ID)
            return
        if not component.complete:
            continue
        if component.count is not None and pieces != component.count:
            message = f"{component.title}: {pieces} pieces, but the rules require {component.count}"
            yield Problem(component.count_location, message, ID)
        elif not pieces:
            yield Problem(
                component.location,
                f"{component.title} has no pieces to print; add a card, or remove the component",
                ID,
            )
