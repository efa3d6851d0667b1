"""The constants of a game of Muse: names, players, cards, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from validator.core.model import Rules
from validator.referee.api import Game, Message

SHEETS = ("Y1", "N1", "Y2", "N2", "CY", "CN")  # Yes and No of each Question
QUESTIONS = ("1", "2", "C")
ANSWERS = ("Yes 1", "No 1", "Yes 2", "No 2", "Crisis Yes", "Crisis No")  # as they are printed
CRISIS = 2  # index of the Crisis among the Questions
SIDES = ("Y", "N")
NOBODY = -1
LATE, LARGER, NARRATED = "late-crisis", "larger-sheet", "narrated-showdowns"
OPTIONS = (NARRATED, LATE, LARGER)
WORDS = ("Yes", "No")
TELLING = "telling"
Pieces = tuple[str, ...]


def opening_words(rules: Rules) -> tuple[str, ...]:
    """Return the words that may begin a Question, starting with the one in the sheet's language.

    A game played in one language can therefore be replayed in any other.
    """
    rule = rules["MUSE-RUL-27"]
    own = rule.translations(rule.first_word).split()[0]
    return tuple(dict.fromkeys((own, rule.first_word, *rule.in_other_languages)))


def wording(words: str, first: Sequence[str], last: str) -> Message | str:
    """Return the fault in a Question's wording, or an empty string if there is none.

    It must begin with one of the words `first`, and end with `last`.
    """
    begins, sign = " ".join(words.split()[:1]), words.strip()[-1:]
    if begins not in first:
        return Message("a Question must begin with '{first}', not with '{word}'",
                       {"first": first[0], "word": begins})  # fmt: skip
    return "" if sign == last else Message("a Question must end with '{last}', not with '{sign}'",
                                           {"last": last, "sign": sign})  # fmt: skip


class Table:
    """The constants of a game: the numbers of the rules under the chosen options."""

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str]) -> None:
        self.game = game
        self.options = tuple(options)
        self.players = tuple(players)  # everybody who plays or has played
        rule = game.rules
        pack = rule["MUSE-COMP-01"]
        self.cards: Pieces = tuple(rank + suit for rank in pack.ranks for suit in pack.suits)
        self.places = {card: place for place, card in enumerate(self.cards)}
        order = tuple(rule["MUSE-RUL-01"].order_low_to_high)
        if rule["MUSE-RUL-01"].choice == "ace_low":
            order = (*order[-1:], *order[:-1])
        self.ranks = {rank: place for place, rank in enumerate(order)}
        suits = tuple(reversed(rule["MUSE-SHOWDOWN-08"].suits_high_to_low))
        self.suits = {suit: place for place, suit in enumerate(suits)}
        self.combinations = tuple(reversed(rule["MUSE-SHOWDOWN-11"].combinations))
        self.fewest: int = rule["MUSE-SETUP-01"].min
        self.most: int = rule["MUSE-SETUP-01"].max
        self._read_numbers(rule)

    def _read_numbers(self, rule: Rules) -> None:
        """Read the numbers in a rule for turns, Showdowns, Jump Ins and Time Outs."""
        self.least_left: int = rule["MUSE-RUL-21"].min
        self.most_joined: int = rule["MUSE-RUL-21"].max
        self.hand_limits = rule["MUSE-LIMIT-01"].hand_limit
        self.sheet_limits = rule["MUSE-LIMIT-02"].sheet_limit
        self.first_cards: int = rule["MUSE-SETUP-02"].cards_each
        self.first_tokens: int = rule["MUSE-SETUP-03"].tokens_each
        self.supply: int = rule["MUSE-COMP-02"].min_tokens
        self.gains: int = rule["MUSE-DRAW-01"].cards
        self.colour: int = rule["MUSE-DRAW-02"].cards
        self.gift: int = rule["MUSE-DRAW-04"].cards
        self.empty: int = rule["MUSE-DRAW-06"].cards
        self.kept: int = rule["MUSE-DRAW-09"].cards
        self.ticks: int = rule["MUSE-DRAW-03"].ticks
        self.support_cards: int = rule["MUSE-SUPPORT-02"].cards
        self.support_tokens: int = rule["MUSE-SUPPORT-03"].tokens
        self.least_on_each_sheet: int = rule["MUSE-SHOWDOWN-03"].min_each_side
        self.lays: int = rule["MUSE-RUL-16"].lays_each
        self.reward: int = rule["MUSE-SHOWDOWN-19"].tokens
        self.least_bid: int = rule["MUSE-JUMP-01"].min_bid
        self.bonus: int = rule["MUSE-JUMP-08"].cards
        self.contests: int = rule["MUSE-JUMP-10"].contests
        self.subplots: int = rule["MUSE-TIMEOUT-03"].subplot
        self.likes: int = rule["MUSE-TIMEOUT-04"].min_likes
        self.refresh: int = rule["MUSE-TIMEOUT-11"].tokens_each
        self.per_token: int = rule["MUSE-END-02"].cards_per_token
        self.join_cards: int = rule["MUSE-PLAYER-01"].cards
        self.join_needs: int = rule["MUSE-RUL-21"].cards_each
        self.join_tokens: int = rule["MUSE-PLAYER-01"].tokens
        self.upgrade: int = rule["MUSE-RUL-22"].tokens_per_card
        self.first_words = opening_words(rule)
        self.last_sign: str = rule["MUSE-RUL-27"].last_character
        self.first_questions: int = rule["MUSE-SHEET-07"].questions
        self.late_questions: int = rule["MUSE-OPT-02"].subplot
        self.first_crisis: int = rule["MUSE-SHEET-06"].questions
        self.late_crisis: int = rule["MUSE-OPT-02"].crisis
        self._read_rulings(rule)

    def _read_rulings(self, rule: Rules) -> None:
        """Read the chosen readings of the rules, and the changes by options."""
        choice = {rule.id: rule.data.get("choice") for rule in rule}
        self.at_last_card = choice["MUSE-RUL-02"] == "last_card"
        self.all_supporters = choice["MUSE-RUL-05"] == "all_supporters"
        self.to_second = choice["MUSE-RUL-06"] == "second_best_bidder"
        self.reopens_all = choice["MUSE-RUL-08"] == "everything"
        self.tick_without = choice["MUSE-RUL-10"] == "without_draw_too"
        self.full_swaps = choice["MUSE-RUL-12"] == "swap"
        self.majority = choice["MUSE-RUL-19"] == "majority"
        self.new_stack = choice["MUSE-RUL-26"] == "new_stack"
        self.enforced = choice["MUSE-RUL-27"] == "enforced"
        self.first_side = int(choice["MUSE-RUL-28"] == "no_first")
        self.goes_on = choice["MUSE-RUL-30"] == "turn_goes_on"
        self.late = LATE in self.options
        self.larger = LARGER in self.options
        self.narrated = NARRATED in self.options
        self.sentences = (rule["MUSE-OPT-01"].min_sentences, rule["MUSE-OPT-01"].max_sentences)
        self.kinds = {
            "char": rule["MUSE-SHEET-01"].characters,
            "goal": rule["MUSE-SHEET-01"].characters * rule["MUSE-SHEET-03"].goals_each,
            "rel": rule["MUSE-SHEET-01"].characters * rule["MUSE-SHEET-04"].relationships_each,
            "scene": rule["MUSE-SHEET-02"].max,
            "threat": rule["MUSE-SHEET-05"].max,
        }
        self.elements: Pieces = tuple(
            f"{kind}{number}" for kind, most in self.kinds.items() for number in range(1, most + 1)
        )

    def wording(self, words: str) -> Message | str:
        """Return the fault in a Question's wording, unless a ruling makes the wording advice."""
        return wording(words, self.first_words, self.last_sign) if self.enforced else ""

    def joined(self, *names: str) -> Table:
        """Return the table with more players on the roster, after the existing ones."""
        more = copy(self)
        more.players = (*self.players, *names)
        return more

    def ordered(self, cards: Sequence[str]) -> Pieces:
        return tuple(sorted(cards, key=self.places.__getitem__))
