"""Problems that a designer allows, with a reason: `allow:` in game.yaml.

Only what judges a face or a count can be allowed. What could not be read cannot: nobody would know
what is printed then.
"""

from __future__ import annotations

from collections.abc import Iterable

from validator.checks.whose import by_card
from validator.core.location import Problem
from validator.core.model import Game


def not_waived(problems: Iterable[Problem], game: Game | None) -> list[Problem]:
    """The problems without those that a waiver of the game allows."""
    found = list(problems)
    if game is None or not game.waivers or not found:
        return found
    cards = {problem: name for name, each in by_card(found, game).items() for problem in each}
    allowed = {(waiver.check, waiver.card) for waiver in game.waivers}
    return [
        problem
        for problem in found
        if not {(problem.check, ""), (problem.check, cards.get(problem, ""))} & allowed
    ]
