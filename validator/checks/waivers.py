"""Filters out problems that a designer allows with a reason, under `allow:` in game.yaml.

Only checks of faces and counts can be waived. Unreadable data cannot be waived, because the printed
result would be unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from validator.checks.whose import by_card
from validator.core.location import Location, Problem
from validator.core.model import Game


def not_waived(problems: Iterable[Problem], game: Game | None) -> list[Problem]:
    """Return the problems that no waiver of the game allows."""
    found = list(problems)
    if game is None or not game.waivers or not found:
        return found
    cards = {problem: name for name, each in by_card(found, game).items() for problem in each}
    allowed: dict[tuple[str, str], set[Location]] = {}
    for waiver in game.waivers:
        allowed.setdefault((waiver.check, waiver.card), set()).add(waiver.location)
    left = []
    for problem in found:
        meant = {(problem.check, ""), (problem.check, cards.get(problem, ""))} & allowed.keys()
        for each in meant:
            game.waived.update(allowed[each])
        if not meant:
            left.append(problem)
    return left


def unused(game: Game) -> list[Problem]:
    """Return warnings about waivers that allowed nothing; call it after all checks."""
    found = {}
    for waiver in game.waivers:
        if waiver.location not in game.waived:
            of = f" of {waiver.card}" if waiver.card else ""
            message = (
                f"there is no problem '{waiver.check}'{of} to allow; remove this waiver, or "
                "correct its check and card"
            )
            found[waiver.location] = Problem(waiver.location, message, "allow", "warning")
    return [*found.values()]
