"""A state of Nine Muses: the place of every printed piece, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from validator.core.model import Game
from validator.games.nine_muses.cards import NOTHING, Amounts, Cards, Muse
from validator.referee.zones import quick_copies

Theft = tuple[int, int, int]  # kind of Knowledge, seat of the victim, how many
Pieces = tuple[str, ...]


class Table:
    """What does not change during a game: players, cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str], cards: Cards) -> None:
        self.game = game
        self.players = tuple(players)
        self.seats = tuple(range(len(players)))
        self.muses = cards.muses
        self.philosophers = cards.philosophers
        self.worth = cards.worth
        self.copies = cards.copies
        rule = game.rules
        count = len(players)
        self.fewest, self.most = rule["NINE-SETUP-01"].min, rule["NINE-SETUP-01"].max
        self.pool: Amounts = rule["NINE-SETUP-03"].pool.get(count, NOTHING)
        self.box: Amounts = rule["NINE-SETUP-04"].box.get(count, NOTHING)
        self.centre: int = rule["NINE-SETUP-06"].centre
        self.first_cards: int = rule["NINE-SETUP-07"].cards_each
        self.cards_each: int = rule["NINE-ROUND-03"].cards_each
        start = rule["NINE-SETUP-09"]
        self.gift: Amounts = (start.craft_each, start.science_each, start.ethics_each)
        self.start_score: int = rule["NINE-SETUP-08"].score
        self.toil: int = rule["NINE-TOIL-01"].craft
        self.rounds: int = rule["NINE-ROUND-01"].rounds
        self.new_muses: int = rule["NINE-ROUND-04"].muses
        self.moves_on: int = rule["NINE-ROUND-05"].seats
        self.most_shown: int = rule["NINE-COMP-11"].highest
        self.least_demonstrated: int = rule["NINE-RUL-05"].min_tokens
        self.duty: bool = rule["NINE-RUL-03"].choice == "duty"
        self.wasted: bool = rule["NINE-RUL-05"].choice == "card_wasted"
        self.at_once: bool = rule["NINE-RUL-07"].choice == "this_turn"
        self.extra_round: int = int(rule["NINE-RUL-13"].choice == "one_more_round")

    def starting(self, owned: Pieces) -> Pieces:
        """The Muses that give at the start of a turn."""
        if not owned:
            return owned
        muses = self.muses
        return tuple([name for name in owned if muses[name].starts])


@quick_copies
class Seat(NamedTuple):
    """What one player has."""

    held: Amounts
    score: int = 0
    hand: Pieces = ()
    muses: Pieces = ()


@quick_copies
class State(NamedTuple):
    """One moment of a game. Nothing in it can be changed; a move makes a new one."""

    table: Table
    mode: str  # setup; collect, act, called (the card is used, a benefit due); round; over
    round: int
    starter: int  # seat that starts this round
    turn: int  # seat that acts
    last: int  # seat that used the latest card; -1: nobody has
    due: Pieces  # Muses whose benefits the player still has to collect
    final: int  # rounds begun since the last Muse came, including that one; 0: not yet
    box: Amounts
    pool: Amounts
    deck: Pieces  # Philosophers, the top first
    discard: Pieces
    muse_deck: Pieces
    centre: Pieces
    seats: tuple[Seat, ...]

    def meets(self, seat: int, muse: Muse) -> bool:
        """Whether a player fulfils the condition of a Muse now."""
        own = self.seats[seat]
        held = own.held
        for what, low, high in muse.ranges:
            if what == "C":
                have = held[0]
            elif what == "S":
                have = held[1]
            elif what == "E":
                have = held[2]
            elif what == "total":
                have = held[0] + held[1] + held[2]
            else:
                have = len(own.muses)
            if not low <= have <= high:
                return False
        kind = muse.most
        if kind is None and not muse.lowest_score:
            return True
        for other in self.seats:
            if other is own:
                continue
            if kind is not None and other.held[kind] >= held[kind]:
                return False
            if muse.lowest_score and other.score <= own.score:
                return False
        return True

    def owner(self, muse: str) -> int | None:
        """The seat that a Muse lies in front of."""
        for seat, own in enumerate(self.seats):
            if muse in own.muses:
                return seat
        return None

    def lies_at(self, muse: str) -> int | None:
        """The place of a Muse: a seat, -1 for the centre, None for the deck."""
        return -1 if muse in self.centre else self.owner(muse)

    def is_last_round(self) -> bool:
        """Whether the game ends after this round."""
        table = self.table
        return self.final > table.extra_round or self.round >= table.rounds + table.extra_round

    def winners(self) -> tuple[int, ...]:
        """The seats with the most VP; tied players share the win."""
        best = max(own.score for own in self.seats)
        return tuple(seat for seat, own in enumerate(self.seats) if own.score == best)


def add(a: Amounts, b: Amounts) -> Amounts:
    """The sum of two amounts."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def less(a: Amounts, b: Amounts) -> Amounts:
    """The difference of two amounts."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def covers(a: Amounts, b: Amounts) -> bool:
    """Whether `a` has at least `b` of each kind."""
    return a[0] >= b[0] and a[1] >= b[1] and a[2] >= b[2]


def missing(pool: Amounts, gain: Amounts) -> Amounts:
    """The part of a gain that the pool lacks."""
    return (
        gain[0] - pool[0] if gain[0] > pool[0] else 0,
        gain[1] - pool[1] if gain[1] > pool[1] else 0,
        gain[2] - pool[2] if gain[2] > pool[2] else 0,
    )
