"""A state of Crazy Eights, its facts, and states from the facts of `start:`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from validator.core.model import Game
from validator.referee.facts import FactError
from validator.referee.fields import SEAT, Field, Fields, one_of, pieces, whole

DEAL, PLAY, DRAW, OVER = "deal", "play", "draw", "over"  # modes
NO_SUIT = "none"  # before the first card is turned up
Cards = tuple[str, ...]


class Table:
    """What does not change during a game: the players, the cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        rule, cards = game.rules, game.component("cards").cards
        self.game = game
        self.players = tuple(players)
        self.rank: dict[str, str] = {card.title: card.rank for card in cards}
        self.suit: dict[str, str] = {card.title: card.suit for card in cards}
        self.copies: dict[str, int] = {card.title: card.copies for card in cards}
        self.suits: Cards = rule["EIGHTS-COMP-01"].suits
        self.ranks: Cards = rule["EIGHTS-COMP-01"].ranks
        self.wild: str = rule["EIGHTS-PLAY-03"].rank
        self.dealt: int = rule["EIGHTS-SETUP-02"].cards.get(len(players), 0)
        self.most_drawn: int = rule["EIGHTS-DRAW-01"].most
        points = rule["EIGHTS-SCORE-01"]
        self.points: dict[str, int] = {
            rank: int(rank) if rank.isdigit() else points.court for rank in self.ranks
        } | {self.wild: points.eight, "A": points.ace}


class Seat(NamedTuple):
    """What a player holds."""

    hand: Cards = ()


class State(NamedTuple):
    """One moment of a game. A move makes a new one; the old one is still there."""

    table: Table
    mode: str
    turn: int  # seat that acts
    stock: Cards
    seats: tuple[Seat, ...]
    discard: Cards = ()  # the top last
    suit: str = NO_SUIT  # to be followed: that of the top card, or the one named with an eight
    drawn: int = 0  # cards drawn in this turn
    passes: int = 0  # players who passed one after the other, with no card to draw


def points(state: State, seat: int) -> int:
    """What the cards in a hand count."""
    return sum(state.table.points[state.table.rank[card]] for card in state.seats[seat].hand)


def winners(state: State) -> tuple[int, ...]:
    """Who has the fewest points in hand when it is over: none at all, unless nobody could go on."""
    held = [points(state, seat) for seat in range(len(state.seats))]
    over = state.mode == OVER
    return tuple(seat for seat, each in enumerate(held) if over and each == min(held))


def score(state: State, seat: int) -> int:
    """What a winner scores: the points of each other hand beyond those of the own."""
    own, seats = points(state, seat), range(len(state.seats))
    return sum(points(state, other) - own for other in seats) if seat in winners(state) else 0


CARDS = pieces(lambda table: table.rank)
ENDS = ("EIGHTS-END-01", "EIGHTS-END-02")
FIELDS = Fields(
    Field("players", get=lambda state: state.table.players),
    Field("step", one_of(DEAL, PLAY, DRAW, OVER), attribute="mode"),
    Field("turn", SEAT, lambda state: state.turn if state.mode in (PLAY, DRAW) else None),
    Field("stock", CARDS, zone="stock", hidden="all", back="card"),
    Field("discard", CARDS, zone="discard"),
    Field("suit", one_of("C", "D", "H", "S", NO_SUIT)),
    Field("drawn", whole()),
    Field("passes", whole()),
    Field("end", get=lambda state: state.mode == OVER, rules=ENDS),
    Field("winner", get=lambda s: tuple(s.table.players[w] for w in winners(s)), rules=ENDS),
    Field("hand", CARDS, own=True, zone="hand", hidden="others", back="card"),
    Field("points", get=points, own=True, rules=("EIGHTS-SCORE-01",)),
    Field("score", get=score, own=True, by_player=True, rules=("EIGHTS-SCORE-01",)),
)


def from_start(table: Table, facts: Mapping[str, Any]) -> State:
    """The state that some facts describe. Without `stock`, cards that nothing names lie there."""
    given, own = FIELDS.read(facts, table)
    seats = tuple(Seat(each.get("hand", ())) for each in own)
    discard = given.get("discard", ())
    rest = Counter(table.copies)
    rest.subtract((*discard, *(card for seat in seats for card in seat.hand)))
    stock = given.get("stock", tuple((+rest).elements()))
    step = given.get("step", PLAY if discard else DEAL)
    dealt = [card for card in stock if step != DEAL or table.rank[card] != table.wild]
    if step in (DEAL, DRAW) and len(dealt) <= (table.dealt * len(seats) if step == DEAL else 0):
        raise FactError(("stock",), f"{len(stock)} cards are too few to {step}", "EIGHTS-COMP-01")
    if step in (PLAY, DRAW) and not discard:
        raise FactError(("discard",), "expected a card to follow", "EIGHTS-SETUP-03")
    suit = given.get("suit", table.suit[discard[-1]] if discard else NO_SUIT)
    return State(
        table, step, max(given.get("turn", 0), 0), stock, seats, discard, suit,
        given.get("drawn", 0), given.get("passes", 0),
    )  # fmt: skip
