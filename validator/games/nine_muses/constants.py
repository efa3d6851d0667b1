"""The constants of a game of Nine Muses: players, cards, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.nine_muses.cards import NOTHING, Cards, Knowledge, Pieces
from validator.referee.api import Game, Problem


class Table:
    """The constants of a game: players, cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str], problems: list[Problem]) -> None:
        cards, rule = Cards(game, problems), game.rules
        self.game, self.players, self.seats = game, tuple(players), tuple(range(len(players)))
        self.muses, self.philosophers, self.worth = cards.muses, cards.philosophers, cards.worth
        self.copies = cards.copies
        self.gain = {name: Knowledge(*muse.benefit[1:]) for name, muse in cards.muses.items()}
        self.points = {name: muse.benefit.VP for name, muse in cards.muses.items()}
        self.fewest, self.most = rule["NINE-SETUP-01"].min, rule["NINE-SETUP-01"].max
        self.centre: int = rule["NINE-SETUP-06"].centre
        self.first_cards: int = rule["NINE-SETUP-07"].cards_each
        self.cards_each: int = rule["NINE-ROUND-03"].cards_each
        start = rule["NINE-SETUP-09"]
        self.first_tokens = Knowledge(start.craft_each, start.science_each, start.ethics_each)
        self.start_score: int = rule["NINE-SETUP-08"].score
        self.toil = Knowledge(rule["NINE-TOIL-01"].craft)
        self.new_muses: int = rule["NINE-ROUND-04"].muses
        self.moves_on: int = rule["NINE-ROUND-05"].seats
        self.most_shown: int = rule["NINE-COMP-11"].highest
        self.condition = {
            name: muse.condition.text(self.most_shown) for name, muse in cards.muses.items()
        }
        self.least_demonstrated: int = rule["NINE-RUL-05"].min_tokens
        self.duty: bool = rule["NINE-RUL-03"].choice == "duty"
        self.wasted: bool = rule["NINE-RUL-05"].choice == "card_wasted"
        self.at_once: bool = rule["NINE-RUL-07"].choice == "this_turn"
        self.extra_rounds = 1 if rule["NINE-RUL-13"].choice == "one_more_round" else 0
        self.rounds: int = rule["NINE-ROUND-01"].rounds

    def benefit(self, muses: Pieces) -> Knowledge:
        """Return the sum of the Knowledge that these Muses give."""
        total = NOTHING
        for name in muses:
            total = total.plus(self.gain[name])
        return total
