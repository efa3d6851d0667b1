"""Checks of a whole game, one per module. Each takes a `Game` and yields its problems.

Shape, references and ids are checked while a game is read; the checks here need the complete game.
`CHECKS` run for every command. `DECK_CHECKS` compare the cards with the rules of their game; they
import its referee, so they are imported only when they run.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module

from validator.checks import consistency, counts, credit, players
from validator.checks.whose import by_card
from validator.core.location import Problem
from validator.core.model import Game, MissingFieldError
from validator.referee.consistency import FAILURES
from validator.referee.registry import RefereeError, deck_checks_of, lacks, misfit

CHECKS = (counts, players, credit, consistency)
DECK_CHECKS = ("cards", "kit", "deal", "impossible", "tabletop")


def check_game(game: Game) -> list[Problem]:
    """Return the problems that `CHECKS` find, sorted by location."""
    return sorted({problem for module in CHECKS for problem in module.check(game)})


def check_deck(game: Game, known: Collection[Problem] = ()) -> list[Problem]:
    """Return the problems of a game's cards under its rules, or an empty list without a referee.

    `known` are the problems that were found when the files were read. Cards with a known problem
    are not reported again, nor are consequences of data that the referee cannot read. If some cards
    could not be read at all, the others are checked individually, without totals.
    """
    if any(players.check(game)):
        return []  # reported already; there is no table to compare with
    deck = deck_checks_of(game)
    needed = set(deck.components if deck else ()) - {each.id for each in game.components}
    if needed and known:
        return []
    judged: tuple[str, ...] = DECK_CHECKS
    if needed or not all(component.complete for component in game.components):
        judged = DECK_CHECKS[:1]
    reported, found = [*known], set()
    for name in judged:
        try:
            new = set(import_module(f"{__name__}.{name}").check(game))
        except MissingFieldError as error:
            new = {lacks(game, error)}
        except FAILURES as error:
            new = {misfit(game, error)}
        except RefereeError:  # reported among the problems of the cards
            continue
        broken = set(by_card(reported, game))
        if name == "cards":  # compares the rows with the same title
            broken |= _of_their_titles(broken, game)
        for card, problems in by_card(new, game).items():
            new -= set(problems) if card in broken else set()
        found |= new
        if name == "cards":
            reported += new
    return sorted(found)


def _of_their_titles(cards: Collection[str], game: Game) -> set[str]:
    """Return all cards, as ``component/card``, that share a component and a title with one of
    `cards`.
    """
    titles = {f"{each.id}/{card.id}": (each.id, card.title)
              for each in game.components for card in each.cards} if cards else {}  # fmt: skip
    wanted = {titles[card] for card in cards}
    return {card for card, title in titles.items() if title in wanted}
