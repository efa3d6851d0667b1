"""Reports kits whose contents do not meet the rules about components.

The referee's claims about components (`judge kit` in scripts) are checked for the deck: copies by
kind, sums, sizes, symbols, and the required contents of cards. A broken rule is reported at the
card that the facts name, or else at the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.referee.core import Breach
from validator.referee.facts import FactError
from validator.referee.registry import deck_checks_of, find_referee, seats

ID = "kit"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each type of piece with a wrong number, and for each incomplete card.

    A card is incomplete if it lacks something that the rules require on every card.
    """
    deck = deck_checks_of(game)
    referee = find_referee(game, seats(game.players[0])) if deck else None
    if deck is None or deck.judge.judges is None or referee is None:
        return
    state = referee.begin(0)
    for thing in deck.judged:
        try:
            breaches = deck.judge.judges(state, 0, thing, FrozenMap({})).breaches
        except FactError as error:
            yield Problem(game.location, f"{'.'.join(error.path)}: {error.message}", ID)
            continue
        for breach in dict.fromkeys(breaches):
            yield Problem(_location(game, breach), f"{breach.rule}: {breach.facts}", ID)


def _location(game: Game, breach: Breach) -> Location:
    """Return the line of the first card that the facts of a breach name, or else the rule's
    line.
    """
    found = []
    for component in game.components:
        for card in component.cards:
            named = re.search(rf"(?:^|[ ;]){re.escape(card.title)}(?=[: ])", breach.facts)
            if card.title and named:
                found.append((named.start(), -len(card.title), card.location))
    return min(found)[2] if found else game.rules[breach.rule].location
