"""Finds the card to which a problem refers."""

from __future__ import annotations

from collections.abc import Iterable

from validator.core.location import Problem
from validator.core.model import Game
from validator.core.tree import scalars


def by_card(problems: Iterable[Problem], game: Game) -> dict[str, list[Problem]]:
    """Return the problems of each card by ``component/card``, without problems of other data."""
    places: dict[tuple[str, str], list[tuple[int, int, int, str]]] = {}
    for component in game.components if problems else ():
        for card in component.cards:
            location = card.location
            last = max((scalar.line for scalar in scalars(card.node)), default=location.line)
            place = (location.line, location.column, last, f"{component.id}/{card.id}")
            places.setdefault(location.part, []).append(place)
    for each in places.values():
        each.sort()
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        location = problem.location
        before = [place for place in places.get(location.part, [])
                  if place[:2] <= (location.line, location.column)]  # fmt: skip
        if before and location.line <= before[-1][2]:
            found.setdefault(before[-1][3], []).append(problem)
    return found
