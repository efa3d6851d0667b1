"""Reports a licence without the credit that the terms of a game require.

A rule of the catalogue may require words, as `credit` and `url` in its data. The licence in
`game.yaml` must then contain them. `placeholders` is required if a kit has both original and
published cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem
from validator.core.model import Game

ID = "credit"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each required credit that the licence notice lacks."""
    licence = game.licence
    said = f"{licence.credit} {licence.url} {licence.notice}"
    for rule in game.rules:
        for name in ("credit", "url"):
            wanted = rule.data.get(name)
            if isinstance(wanted, str) and wanted not in said:
                message = f"{rule.id} requires '{wanted}' in the credit or the notice"
                yield Problem(licence.location, message, ID)
    originals = [c for c in game.components if any(card.source == "original" for card in c.cards)]
    published = any(
        card.source in ("rulebook", "derived", "ruling")
        for component in game.components
        for card in component.cards
    )
    if originals and published and not licence.placeholders:
        names = ", ".join(component.title for component in originals)
        message = (
            f"'placeholders' is missing; expected the names of the original components: {names}"
        )
        yield Problem(licence.location, message, ID)
