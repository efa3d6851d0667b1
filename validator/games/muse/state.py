"""A position of Muse: where every card and token lies, who narrates, what has to be done."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from validator.core.model import Game

SETUP, TELL, BID, SHOWDOWN, EPILOGUE, OVER = "setup", "tell", "bid", "showdown", "epilogue", "over"
STAGES = (SETUP, TELL, BID, SHOWDOWN, EPILOGUE, OVER)
SHEETS = ("Y1", "N1", "Y2", "N2", "CY", "CN")  # a sheet and its opposite stand side by side
QUESTIONS = ("1", "2", "C")
CRISIS = 2  # its place among the Questions
SIDES = ("Y", "N")
NOBODY = -1
LATE, LARGER, NARRATED = "late-crisis", "larger-sheet", "narrated-showdowns"
OPTIONS = (NARRATED, LATE, LARGER)
WORDS = ("Yes", "No")
TELLING = "telling"
RAISE, CLIMAX, DISALLOW, TOKENS, PAUSE, ELEMENT, UPGRADE = TIME_OUTS = (
    "raise", "climax", "disallow", "tokens", "pause", "element", "upgrade",
)  # fmt: skip
ADD, REMOVE, REWORD, QUESTION, DROP = CHANGES = ("add", "remove", "reword", "question", "drop")
PREPARATION = ("deal", "seed", "brainstorm", "sheet", "approve", "answers", "layout", "narrator")
BEGUN = len(PREPARATION)
ALL_STEPS = PREPARATION[1:-1]  # what the table does between the deal and the first Narrator
Pieces = tuple[str, ...]


class Due(NamedTuple):
    """Something that has to happen before play goes on."""

    kind: str  # a kind of draw, or surplus, bonus, end, pass, narrate, open, lowest
    seat: int = NOBODY
    number: int = 0


DRAWS = ("colour", "gift", "empty", "drawn", "share", "skipped", "newcomer", "yes", "no")
STEPS = ("surplus", "bonus", "end", "pass", "narrate", "open", "lowest")


class Showdown(NamedTuple):
    """A Showdown that is going on. Pairs are for Yes and No."""

    question: int
    owners: tuple[int, int]
    aside: tuple[Pieces, Pieces]
    up: tuple[Pieces, Pieces]
    sides: tuple[tuple[int, int], ...] = ()  # Supporters: seat and side, in order of joining
    wave: int = NOBODY  # the side that lays now
    laid: tuple[int, ...] = ()  # seats that have laid in this wave


class Table:
    """What does not change: the numbers of the rules, as the options choose among them."""

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
        self.first_word: str = rule["MUSE-RUL-27"].first_word
        self.last_sign: str = rule["MUSE-RUL-27"].last_character
        self.first_questions: int = rule["MUSE-SHEET-07"].questions
        self.late_questions: int = rule["MUSE-OPT-02"].subplot
        self.first_crisis: int = rule["MUSE-SHEET-06"].questions
        self.late_crisis: int = rule["MUSE-OPT-02"].crisis
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
        self.late = LATE in options
        self.larger = LARGER in options
        self.narrated = NARRATED in options
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

    def joined(self, *names: str) -> Table:
        """The same table with more players on the roster, behind those who were there before."""
        more = copy(self)
        more.players = (*self.players, *names)
        return more


class State(NamedTuple):
    """One moment of a game. What belongs to players stands by their place in `table.players`."""

    table: Table
    stage: str
    prep: int  # how far the preparation has come: a place in PREPARATION, BEGUN behind it
    seats: tuple[int, ...]  # who sits at the table, clockwise
    narrator: int
    hands: tuple[Pieces, ...]
    tokens: tuple[int, ...]
    sheets: tuple[Pieces, ...]  # cards on Y1 N1 Y2 N2
    crisis: tuple[int, int]  # tokens on CY CN
    owners: tuple[int, ...]  # of the six sheets
    open: tuple[bool, ...]  # Questions in play
    texts: tuple[str, ...]  # Questions as they are worded
    deck: Pieces  # the top first
    known: int  # how many cards from the top a script has named
    ordered: bool  # whether cards may be drawn as they lie
    discard: Pieces
    pool: int
    supply: int
    added: int
    elements: Pieces
    ticked: Pieces
    late: Pieces  # elements that were added in play
    climax: bool
    disallowed: bool
    due: tuple[Due, ...] = ()
    gained: int = 0  # cards gained in this turn
    ticks: int = 0
    contests: int = 0  # Jump In contests of this turn
    won: bool = False  # this turn was won by a Jump In
    again: bool = False  # the narration was kept with the whole hand
    answering: bool = False  # the winner of a Showdown has still to tell the answer
    ended: str = ""  # what ended this turn
    last: tuple[int, str] = (NOBODY, "")  # who narrated before, and what ended that turn
    announced: str = ""
    interrupted: tuple[int, str] = (NOBODY, "")
    clash: tuple[int, ...] = ()  # who bids, and with whom at the same moment
    bids: tuple[tuple[int, Pieces], ...] = ()
    match: Pieces = ()
    showdown: Showdown | None = None
    outcome: str = ""  # the answer of the latest Showdown
    telling: tuple[int, ...] = ()  # who still adds to the Epilogue
    winners: tuple[int, ...] = ()


def is_crisis(sheet: int) -> bool:
    """Whether tokens lie on a sheet, and no cards."""
    return sheet // 2 == CRISIS


def without(pieces: Pieces, gone: Sequence[str]) -> Pieces:
    """The pieces without one of each that is gone."""
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)


def ordered(table: Table, cards: Sequence[str]) -> Pieces:
    """The cards in the order of the pack, in which a choice of cards is told."""
    return tuple(sorted(cards, key=table.places.__getitem__))


def lacking(hand: Pieces, wanted: Sequence[str]) -> list[str]:
    """What is wanted and not in the hand, a card named twice included."""
    left = list(hand)
    lacks = []
    for card in wanted:
        if card in left:
            left.remove(card)
        else:
            lacks.append(card)
    return lacks


def limit(state: State, sheet: bool = False) -> int:
    """The most cards of a hand, or of a Subplot sheet, for the players at the table."""
    limits = state.table.sheet_limits if sheet else state.table.hand_limits
    count = len(state.seats)
    if count in limits:
        return int(limits[count])
    return int(limits[min(limits) if count < min(limits) else max(limits)])


def is_full(state: State, sheet: int) -> bool:
    """Whether a Subplot sheet takes no more cards."""
    return sheet < len(state.sheets) and len(state.sheets[sheet]) >= limit(state, sheet=True)


def load(state: State, sheet: int) -> int:
    """How many cards or tokens lie on a sheet."""
    if sheet < len(state.sheets):
        return len(state.sheets[sheet])
    return state.crisis[sheet - len(state.sheets)]


def unticked(state: State) -> Pieces:
    """Elements of the Story Sheet that are still to be described."""
    return tuple(name for name in state.elements if name not in state.ticked)


def clockwise(state: State, seat: int) -> tuple[int, ...]:
    """The seats clockwise behind a seat, the seat itself last."""
    if seat not in state.seats:
        return state.seats
    place = state.seats.index(seat) + 1
    return (*state.seats[place:], *state.seats[:place])


def name_of(state: State, seat: int) -> str:
    """A player's name, or nobody."""
    return state.table.players[seat] if seat >= 0 else "nobody"


def names_of(state: State, seats: Sequence[int]) -> str:
    """Names in a row."""
    return ", ".join(name_of(state, seat) for seat in seats) or "nobody"


def open_subplots(state: State) -> int:
    """How many Subplot Questions are in play."""
    return sum(state.open[:CRISIS])


def available(state: State) -> int:
    """Cards that can be drawn, after a reshuffle at the latest."""
    return len(state.deck) + len(state.discard)


def lacks_approval(state: State, told: int = 0) -> bool:
    """Whether the Story Sheet is still to be approved of; `told`: the steps to be told before.

    A script may leave the preparation out: then it is taken as done.
    """
    return state.stage == TELL and told <= state.prep < PREPARATION.index("approve")


def is_drawing(state: State) -> bool:
    """Whether the deck has to give cards before anything else."""
    return bool(state.due) and state.due[0].kind in DRAWS


# ---- combinations


def rank_of(card: str) -> str:
    """The rank of a card, which is written before its suit."""
    return card[:-1]


def height(table: Table, card: str) -> tuple[int, int]:
    """How high a single card is: its rank first, then its suit."""
    return table.ranks[rank_of(card)], table.suits[card[-1]]


def lowest(table: Table, cards: Pieces) -> str:
    """The card that stays in a Showdown."""
    return min(cards, key=lambda card: height(table, card))


Strength = tuple[int, int, int]  # kind of combination, rank, best suit
NOTHING: Strength = (0, 0, 0)


def strength(table: Table, cards: Sequence[str], rank: str) -> Strength:
    """How strong the cards of one rank are together."""
    alike = [card for card in cards if rank_of(card) == rank]
    if not alike:
        return NOTHING
    number = min(len(alike), len(table.combinations))
    return number, table.ranks[rank], max(table.suits[card[-1]] for card in alike)


def best(table: Table, cards: Sequence[str]) -> Strength:
    """The strength of the best single combination."""
    return max((strength(table, cards, rank_of(card)) for card in cards), default=NOTHING)


def leading(table: Table, contest: Showdown) -> int:
    """The side that is winning now."""
    yes, no = (best(table, cards) for cards in contest.up)
    return int(no > yes)


def side_of(contest: Showdown, seat: int) -> int:
    """The side that a player has taken; NOBODY if none."""
    if seat in contest.owners:
        return contest.owners.index(seat)
    return next((side for each, side in contest.sides if each == seat), NOBODY)


def combination_words(table: Table, cards: Sequence[str]) -> str:
    """``pair (9C 9D)``."""
    found = best(table, cards)
    if found == NOTHING:
        return "nothing"
    alike = [card for card in cards if table.ranks[rank_of(card)] == found[1]]
    return f"{table.combinations[found[0] - 1]} ({' '.join(alike)})"
