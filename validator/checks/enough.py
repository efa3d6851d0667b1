"""The kit holds what a game can ask for.

A game's demands (`validator/games/<game>/demands.py`) give a bound for each thing by number of
players, from the numbers of the rules. A kit that prints less is told, unless a ruling decides what
happens when there is not enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.demand import Demand, demands_of
from validator.model import Game
from validator.spot import Problem, Spot

ID = "enough"


def check(game: Game) -> Iterator[Problem]:
    """Problems of things of which fewer are printed than some number of players can need."""
    for demand in demands_of(game):
        try:
            yield from _short(game, demand)
        except LookupError as error:
            yield Problem(Spot(game.rules.file), str(error.args[0]), ID)
        except (TypeError, ValueError) as error:
            message = f"{demand.rules[0]} has a value of the wrong kind: {error}"
            yield Problem(Spot(game.rules.file), message, ID)


def _short(game: Game, demand: Demand) -> Iterator[Problem]:
    printed = demand.printed(game)
    if demand.most is None or printed is None or demand.decided_by in game.rules:
        return
    for players in range(min(game.players), max(game.players) + 1):
        most = demand.most(game, players)
        if most > printed:
            message = (
                f"{demand.what}: {printed} in the kit, but {players} players can need {most} "
                f"({demand.rules[0]}: {demand.why})"
            )
            yield Problem(_spot(game, demand), message, ID)
            return


def _spot(game: Game, demand: Demand) -> Spot:
    """Where the kit says how many there are: the card's or the component's, else the rule."""
    for each in demand.pieces:
        wanted, _, design = each.partition("/")
        for component in game.components:
            if component.id == wanted:
                found = (card.spot for card in component.cards if card.id == design)
                return next(found, component.count_spot)
    return game.rules[demand.room.partition(".")[0]].spot if demand.room else game.spot
