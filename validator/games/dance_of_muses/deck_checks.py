"""Checks custom tiles for Dance of Muses: enough Muses for the deal, no unreachable squares."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.dance_of_muses.cards import AREA_RULES
from validator.referee.api import Deal, Game, OutOfRange


def deals(game: Game) -> Iterator[Deal]:
    """Yield the number of Muses needed for all hands and as the Neutral Muse."""
    rule, players = game.rules, range(game.players[0], game.players[1] + 1)
    tiles = [
        (component, card)
        for component in game.components
        if component.kind == "tile" and not component.optional
        for card in component.cards
        if "suns" in card.fields and "power" in card.fields
    ]
    location = tiles[0][0].location if tiles else game.location
    hands, left = rule["DANCE-SETUP-03"].muses_each, rule["DANCE-SETUP-04"].left_over
    need = {count: count * hands[count] + left[count] for count in players}
    have = sum(card.copies for _, card in tiles)
    yield Deal(location, "Muse tiles", have, need, ("DANCE-SETUP-03", "DANCE-SETUP-04"))


def beyond(game: Game) -> Iterator[OutOfRange]:
    """Yield the squares of an Area of Effect that no Muse can reach.

    In a group connected by sides or corners, two Muses are fewer rows and columns apart than there
    are Muses.
    """
    tiles = game.rules["DANCE-COMP-01"].muse_tiles
    for id_ in (f"DANCE-{each}" for each in AREA_RULES):
        rule = game.rules[id_]
        for name, offset in rule.offsets.items():
            far = max(abs(step) for step in offset)
            if far >= tiles:
                what = (
                    f"{id_}.offsets.{name}: a square of the Area of Effect is {far} squares away "
                    "from the Muse"
                )
                why = (
                    f"in a group of {tiles} Muses, no two can be more than {tiles - 1} squares "
                    "apart"
                )
                yield OutOfRange(rule.location, what, why, ("DANCE-COMP-01", "DANCE-MOVE-07"))
