"""Reports decks with too few pieces for some number of players.

Each game's requirements set an upper bound on the pieces that it can need, computed from the
numbers of its rules; its deck checks add the pieces dealt during set-up. Nothing is reported if a
ruling covers the shortage. A deck that is too small for some numbers of players is reported once,
with the numbers of players for which it is large enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.referee.deck_checks import Deal
from validator.referee.registry import deck_checks_of, requirements_of
from validator.referee.requirements import Requirement

ID = "deal"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each requirement that the deck does not meet."""
    deck = deck_checks_of(game)
    for deal in (*_required(game), *(deck.deals(game) if deck else ())):
        short = [count for count, need in deal.need.items() if need > deal.have]
        if not short:
            continue
        enough = [str(count) for count in deal.need if count not in short]
        most = max(short)
        enough_for = f"enough for {_row(enough)}" if enough else "too few for any number of players"
        message = (
            f"{deal.what}: {deal.have}, but {_need(most)} {deal.need[most]} "
            f"({', '.join(deal.rules)}); {enough_for}"
        )
        yield Problem(deal.location, message, ID)


def _required(game: Game) -> Iterator[Deal]:
    """Yield the requirements that have an upper bound and for which no ruling covers a shortage."""
    for requirement in requirements_of(game):
        have = requirement.printed(game)
        if requirement.most and have is not None and requirement.decided_by not in game.rules:
            players = range(game.players[0], game.players[1] + 1)
            need = {count: requirement.most(game, count) for count in players}
            yield Deal(
                _location(game, requirement), requirement.what, have, need, requirement.rules
            )


def _location(game: Game, requirement: Requirement) -> Location:
    """Return where the number of pieces is declared: at the card, the component or the rule."""
    for each in requirement.pieces:
        wanted, _, design = each.partition("/")
        for component in game.components:
            if component.id == wanted:
                found = (card.location for card in component.cards if card.id == design)
                return next(found, component.count_location)
    return game.rules[requirement.rules[0]].location


def _need(players: int) -> str:
    return "1 player needs" if players == 1 else f"{players} players need"


def _row(counts: list[str]) -> str:
    listed = " and ".join(filter(None, (", ".join(counts[:-1]), counts[-1])))
    return f"{listed} player{'s' * (counts != ['1'])}"
