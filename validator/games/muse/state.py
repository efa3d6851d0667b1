"""A state of Muse: the location of each card and token, the Narrator, and pending tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any, NamedTuple

from validator.core.model import Game, Rules
from validator.games.muse import phases
from validator.referee.core import MOST_TRIED, TooMany
from validator.referee.messages import Message
from validator.referee.zones import put, quick_copies

SHEETS = ("Y1", "N1", "Y2", "N2", "CY", "CN")  # opposite sheets are neighbours
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


@quick_copies
class Due(NamedTuple):
    """A task that must be done before the game continues."""

    kind: str  # one of phases.DRAWS, or of phases.STEPS
    seat: int = NOBODY
    number: int = 0


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player. A Narrator's bid consists of the cards that match the Listeners'
    bids.
    """

    hand: Pieces = ()
    tokens: int = 0
    bid: Pieces = ()


@quick_copies
class AnswerSheet(NamedTuple):
    """An Answer Sheet. Subplot sheets contain cards, Crisis sheets contain tokens."""

    cards: Pieces = ()
    tokens: int = 0
    owner: int = NOBODY


@quick_copies
class Sheets(NamedTuple):
    """All Answer Sheets, in the order of SHEETS."""

    Y1: AnswerSheet = AnswerSheet()
    N1: AnswerSheet = AnswerSheet()
    Y2: AnswerSheet = AnswerSheet()
    N2: AnswerSheet = AnswerSheet()
    CY: AnswerSheet = AnswerSheet()
    CN: AnswerSheet = AnswerSheet()

    def with_sheet(self, sheet: int, **changes: object) -> Sheets:
        """Return the Answer Sheets with changes to one of them."""
        old: Any = self[sheet]
        return self._replace(**{SHEETS[sheet]: old._replace(**changes)})

    def labels(self, question: int) -> tuple[str, ...]:
        """Return the names of the two sheets of a Question."""
        return self._fields[2 * question : 2 * question + 2]

    def both(self, question: int) -> tuple[AnswerSheet, ...]:
        """Return the two sheets of a Question."""
        return self[2 * question : 2 * question + 2]

    def with_both(self, question: int, **changes: object) -> Sheets:
        """Return the Answer Sheets with the same changes to both sheets of a Question."""
        both: Iterable[tuple[str, Any]]
        both = zip(self.labels(question), self.both(question), strict=True)
        return self._replace(**{label: sheet._replace(**changes) for label, sheet in both})


@quick_copies
class Question(NamedTuple):
    """A Question: whether it is in play, and its words."""

    open: bool = False
    text: str = ""


@quick_copies
class Piles(NamedTuple):
    """Cards for Yes and for No."""

    Y: Pieces = ()
    N: Pieces = ()


@quick_copies
class Showdown(NamedTuple):
    """The current Showdown.

    Pairs contain a value for Yes and one for No. `question` is NOBODY if there is no Showdown.
    """

    question: int = NOBODY
    owners: tuple[int, int] = (NOBODY, NOBODY)
    aside: Piles = Piles()
    up: Piles = Piles()
    sides: tuple[tuple[int, int], ...] = ()  # Supporters: seat and side, in order of joining
    wave: int = NOBODY  # the side that lays now
    laid: tuple[int, ...] = ()  # seats that have laid in this wave

    def side_of(self, seat: int) -> int:
        """Return the side that a player has taken, or NOBODY."""
        if seat in self.owners:
            return self.owners.index(seat)
        return next((side for each, side in self.sides if each == seat), NOBODY)


NO_SHOWDOWN = Showdown()


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
        self.each_side: int = rule["MUSE-SHOWDOWN-03"].min_each_side
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

    def height(self, card: str) -> tuple[int, int]:
        """Return the rank and suit of a card as numbers by which single cards are compared."""
        return self.ranks[rank_of(card)], self.suits[card[-1]]

    def lowest(self, cards: Pieces) -> str:
        """Return the lowest card, which stays in a Showdown."""
        return min(cards, key=lambda card: self.height(card))

    def strength(self, cards: Sequence[str], rank: str) -> Strength:
        alike = [card for card in cards if rank_of(card) == rank]
        if not alike:
            return NOTHING
        number = min(len(alike), len(self.combinations))
        return number, self.ranks[rank], max(self.suits[card[-1]] for card in alike)

    def leading(self, contest: Showdown) -> int:
        yes, no = (best(self, cards) for cards in contest.up)
        return int(no > yes)

    def combination_words(self, cards: Pieces) -> Message | str:
        """Return a combination as text: ``pair (9C and 9D)``, or a single card."""
        found = best(self, cards)
        if found == NOTHING:
            return "nothing"
        alike = tuple(card for card in cards if self.ranks[rank_of(card)] == found[1])
        kind = self.combinations[found[0] - 1]
        template = "{cards}" if len(alike) == 1 else "{kind} ({cards})"
        return Message(template, {"kind": kind, "cards": alike})


@quick_copies
class State(NamedTuple):
    """A position in the game.

    `seats` contains everybody who plays or has played, like `table.players`.
    """

    table: Table
    stage: str
    prep: int  # progress of the preparation: an index in PREPARATION, or BEGUN
    circle: tuple[int, ...]  # who sits at the table, clockwise
    narrator: int
    seats: tuple[Seat, ...]
    sheets: Sheets
    questions: tuple[Question, ...]
    deck: Pieces  # the top first
    known: int  # how many cards from the top a script has named
    ordered: bool  # whether the order of the deck is known
    discard: Pieces
    pool: int
    supply: int
    added: int
    elements: Pieces
    story: tuple[tuple[str, str], ...] = ()  # what is written on the Story Sheet, by its blanks
    ticked: Pieces = ()
    late: Pieces = ()  # elements that were added in play
    climax: bool = False
    disallowed: bool = False
    due: tuple[Due, ...] = ()
    gained: int = 0  # cards gained in this turn
    ticks: int = 0
    contests: int = 0  # Jump In contests of this turn
    won: bool = False  # this turn was won by a Jump In
    again: bool = False  # the narration was kept with the whole hand
    answering: bool = False  # the winner of a Showdown still has to tell the answer
    ended: str = ""  # the event that ended this turn
    last: tuple[int, str] = (NOBODY, "")  # who narrated before, and what ended that turn
    announced: str = ""
    interrupted: tuple[int, str] = (NOBODY, "")
    clash: tuple[int, ...] = ()  # who bids, and with whom at the same moment
    showdown: Showdown = NO_SHOWDOWN
    outcome: str = ""  # the answer of the latest Showdown
    telling: tuple[int, ...] = ()  # who still adds to the Epilogue
    winners: tuple[int, ...] = ()

    @property
    def mode(self) -> str:
        """The name of the first pending task or, if there is none, of the current phase."""
        if self.due:
            due = self.due[0]
            if due.kind == "surplus":
                return self._surplus(due.seat)
            return phases.OPENING if due.kind == "empty" and self.ended == "showdown" else due.kind
        if self.stage == phases.TELL:
            if self.answering:
                return phases.ANSWER
            if self.lacks_approval():
                return phases.PREPARE
        return self.stage

    @property
    def outside(self) -> int:
        """The number of the kit's tokens outside the game.

        It is negative if other objects serve as tokens.
        """
        return self.table.supply - self.supply - self.added

    def _surplus(self, seat: int) -> str:
        """Return why a player must discard: the turn or contest that gave them too many cards."""
        plain, turn, opening, jump, loser = phases.SURPLUS
        if self.turn_ended(seat):
            return opening if self.ended == "showdown" else turn
        if self.after_a_contest():
            return jump
        return loser if self.stage == phases.SHOWDOWN else plain

    def turn_ended(self, seat: int) -> bool:
        """Return whether a player's turn has just ended and nothing has happened since."""
        own = self.stage == phases.TELL and seat == self.narrator
        return own and self.ended in ("support", "showdown", "end")

    def after_a_contest(self) -> bool:
        """Return whether surplus cards must be discarded because of a Jump In.

        They may also be due to a turn that ended later.
        """
        return self.ended == "jump" or (
            self.stage == phases.TELL and self.contests > 0 and not self.ended
        )  # fmt: skip

    def with_seat(self, seat: int, **changes: object) -> tuple[Seat, ...]:
        """Return all seats with one of them changed."""
        own: Any = self.seats[seat]
        found: tuple[Seat, ...] = put(self.seats, seat, own._replace(**changes))
        return found

    def with_question(self, question: int, is_open: bool, text: str) -> Any:
        """Return the Questions with one of them changed."""
        return put(self.questions, question, Question(is_open, text))

    def limit(self, sheet: bool = False) -> int:
        limits = self.table.sheet_limits if sheet else self.table.hand_limits
        count = len(self.circle)
        if count in limits:
            return int(limits[count])
        return int(limits[min(limits) if count < min(limits) else max(limits)])

    def load(self, sheet: int) -> int:
        found = self.sheets[sheet]
        return found.tokens if is_crisis(sheet) else len(found.cards)

    def is_full(self, sheet: int) -> bool:
        return not is_crisis(sheet) and len(self.sheets[sheet].cards) >= self.limit(sheet=True)

    def unticked(self) -> Pieces:
        return tuple(name for name in self.elements if name not in self.ticked)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the seats clockwise from a seat; the seat itself is the last."""
        circle = self.circle
        if seat not in circle:
            return circle
        place = circle.index(seat) + 1
        return (*circle[place:], *circle[:place])

    def listeners(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.clockwise(self.narrator) if seat != self.narrator])

    def name_of(self, seat: int) -> str:
        return self.table.players[seat] if seat >= 0 else "nobody"

    def names_of(self, seats: Sequence[int]) -> str:
        return ", ".join(self.name_of(seat) for seat in seats) or "nobody"

    def open_subplots(self) -> int:
        return sum(question.open for question in self.questions[:CRISIS])

    def answered(self) -> int:
        """Return the Question of the last Showdown, or NOBODY if there was none."""
        asked = self.outcome.rpartition(" ")[-1]
        return QUESTIONS.index(asked) if asked in QUESTIONS else NOBODY

    def available(self) -> int:
        return len(self.deck) + len(self.discard)

    def lacks_approval(self) -> bool:
        """Return whether the cards have been dealt but the Story Sheet has not been approved.

        A script may omit all other steps between the deal and the first turn.
        """
        return self.stage == phases.TELL and self.prep < phases.PREPARATION.index("approve")

    def surplus_of(self, seat: int) -> int:
        return max(0, len(self.seats[seat].hand) - self.limit())

    def owes_surplus(self) -> tuple[int, ...]:
        """Return the seats that must discard now, in any order."""
        seats = []
        for due in self.due:
            if due.kind != "surplus":
                break
            if self.surplus_of(due.seat):
                seats.append(due.seat)
        return tuple(seats)

    def highest(self) -> int:
        narrator = self.narrator
        bids = [len(own.bid) for seat, own in enumerate(self.seats) if seat != narrator]
        return max(bids, default=0)

    def matching(self) -> Pieces:
        """Return the cards with which the Narrator matches the Listeners' bids."""
        return self.seats[self.narrator].bid


def is_crisis(sheet: int) -> bool:
    """Return whether a sheet holds tokens rather than cards."""
    return sheet // 2 == CRISIS


@lru_cache(4096)
def sets(cards: Pieces, least: int, most: int) -> tuple[Pieces, ...] | TooMany[Pieces]:
    """Return every set of `least` to `most` of the cards."""
    numbers = range(max(1, least), min(most, len(cards)) + 1)
    weights = [comb(len(cards), number) for number in numbers]
    if sum(weights) > MOST_TRIED:

        def guess(random: Random) -> Pieces:
            (number,) = random.choices(numbers, weights)
            picked = random.sample(range(len(cards)), number)
            return tuple(cards[place] for place in sorted(picked))

        return TooMany(guess)
    return tuple(each for number in numbers for each in combinations(cards, number))


# ---- combinations


def rank_of(card: str) -> str:
    return card[:-1]


Strength = tuple[int, int, int]  # kind of combination, rank, best suit
NOTHING: Strength = (0, 0, 0)


@lru_cache(4096)
def best(table: Table, cards: Pieces) -> Strength:
    return max((table.strength(cards, rank_of(card)) for card in cards), default=NOTHING)
