"""There are enough pieces for every number of players that the game says it is for.

Each game's demands bound what it can ask for, from the numbers of its rules, and its deck module
lists what the set-up deals beyond that. Where a ruling decides what happens when there is not
enough, nothing is told. A deck that is too small for some numbers of players is told together with
those for which it suffices: print more copies, or say so in `players:` of `game.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Problem, Spot
from validator.core.model import Game
from validator.referee.deck_checks import Deal
from validator.referee.registry import deck_checks_of, demands_of
from validator.referee.requirements import Demand

ID = "deal"


def check(game: Game) -> Iterator[Problem]:
    """Problems of decks that are too small."""
    deck = deck_checks_of(game)
    for deal in (*_demanded(game), *(deck.deals(game) if deck else ())):
        short = [count for count, need in deal.need.items() if need > deal.have]
        if not short:
            continue
        enough = [str(count) for count in deal.need if count not in short]
        most = max(short)
        suffice = f"they suffice for {_row(enough)}" if enough else "they suffice for no table"
        message = (
            f"{deal.what}: {deal.have}, but {most} players need {deal.need[most]} "
            f"({', '.join(deal.rules)}); {suffice}"
        )
        yield Problem(deal.spot, message, ID)


def _demanded(game: Game) -> Iterator[Deal]:
    """The demands that have a bound and no ruling for when there is not enough."""
    for demand in demands_of(game):
        have = demand.printed(game)
        if demand.most and have is not None and demand.decided_by not in game.rules:
            players = range(game.players[0], game.players[1] + 1)
            need = {count: demand.most(game, count) for count in players}
            yield Deal(_spot(game, demand), demand.what, have, need, demand.rules)


def _spot(game: Game, demand: Demand) -> Spot:
    """Where the kit says how many there are: the card's or the component's, else the rule."""
    for each in demand.pieces:
        wanted, _, design = each.partition("/")
        for component in game.components:
            if component.id == wanted:
                found = (card.spot for card in component.cards if card.id == design)
                return next(found, component.count_spot)
    return game.rules[demand.rules[0]].spot


def _row(counts: list[str]) -> str:
    return f"{' and '.join(filter(None, (', '.join(counts[:-1]), counts[-1])))} players"
