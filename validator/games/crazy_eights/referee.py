"""The referee of Crazy Eights: which moves its rules allow, and what follows from a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from validator.games.crazy_eights.numbers import NUMBERS
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Game, Hands, Move, Trace, Verb, Verdict

DEAL, PLAY, DRAW, OVER = "deal", "play", "draw", "over"  # modes: what the game waits for
NO_SUIT = "none"  # before the first card is turned up
Cards = tuple[str, ...]

# ---- state


class Table:
    """What does not change during a game: the players, the cards, and the numbers of the rules."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        rule, cards = game.rules, game.component("cards").cards
        self.game, self.players = game, tuple(players)
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
    """What a player has."""

    hand: Cards = ()


class State(NamedTuple):
    """One moment of a game. A move makes a new state and leaves the old one as it is."""

    table: Table
    seats: tuple[Seat, ...]
    mode: str = DEAL
    turn: int = 0  # the seat to act; seats are numbered from 0
    stock: Cards = ()
    discard: Cards = ()  # the top card is the last
    suit: str = NO_SUIT  # the suit to match: of the top card, or named with an eight
    drawn: int = 0  # cards drawn in this turn
    passes: int = 0  # players who passed one after the other, with no card to draw


def points(state: State, seat: int) -> int:
    """The points of the cards in a hand."""
    return sum(state.table.points[state.table.rank[card]] for card in state.seats[seat].hand)


def winners(state: State) -> tuple[int, ...]:
    """The seats with the fewest points in hand, once the game is over."""
    held = [points(state, seat) for seat in range(len(state.seats))]
    return tuple(seat for seat, each in enumerate(held) if state.mode == OVER and each == min(held))


def score(state: State, seat: int) -> int:
    """The score of a winner: the points of each other hand minus those of the own hand."""
    own, seats = points(state, seat), range(len(state.seats))
    return sum(points(state, other) - own for other in seats) if seat in winners(state) else 0


def fits(state: State, card: str) -> bool:
    """Whether a card matches the rank of the top card or the suit, or is an eight."""
    table, top = state.table, state.discard[-1]
    return table.suit[card] == state.suit or table.rank[card] in (table.rank[top], table.wild)


def fitting(state: State, seat: int) -> Cards:
    """The cards of a hand that match the top of the discard pile."""
    return tuple(card for card in state.seats[seat].hand if fits(state, card))


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, in the stock or below the top of the discard pile."""
    return bool(state.stock) or len(state.discard) > 1


# ---- facts: the names that scripts use for the parts of a state

CARDS = ref.pieces(lambda table: table.rank)
ENDS = ("EIGHTS-END-01", "EIGHTS-END-02")
FIELDS = ref.Fields(
    ref.Field("players", get=lambda state: state.table.players),
    ref.Field("step", ref.one_of(DEAL, PLAY, DRAW, OVER), attribute="mode"),
    ref.Field("turn", ref.SEAT, lambda s: s.turn if s.mode in (PLAY, DRAW) else None),
    ref.Field("stock", CARDS, zone="stock", hidden="all", back="card"),
    ref.Field("discard", CARDS, zone="discard"),
    ref.Field("suit", ref.one_of("C", "D", "H", "S", NO_SUIT)),
    ref.Field("drawn", ref.whole()),
    ref.Field("passes", ref.whole()),
    ref.Field("end", get=lambda state: state.mode == OVER, rules=ENDS),
    ref.Field("winner", get=winners, show=ref.SEATS.show, rules=ENDS),
    ref.Field("hand", CARDS, own=True, zone="hand", hidden="others", back="card"),
    ref.Field("points", get=points, own=True, rules=("EIGHTS-SCORE-01",)),
    ref.Field("score", get=score, own=True, by_player=True, rules=("EIGHTS-SCORE-01",)),
)

# ---- verbs: the lines of a script, and the modes in which each is allowed

CARD = ref.name(lambda state: state.table.rank, "card")
SUIT = ref.name(lambda state: state.table.suits, "suit").after("as").or_left_out(None)
HANDS = ref.hands(lambda state: state.table.rank)
TURN = ref.gate("EIGHTS-TURN-01", why=lambda state: f"{state.table.players[state.turn]} acts")
MODES = {
    DEAL: ref.gate("EIGHTS-SETUP-02", why="the cards are still to be dealt"),
    PLAY: TURN,
    DRAW: ref.gate("EIGHTS-DRAW-01", why="a card is being drawn: '~ draw CARD'"),
    OVER: ref.gate("EIGHTS-END-01", why="the game is over"),
}
WAITS = {DEAL: ref.CHANCE, DRAW: ref.CHANCE, OVER: None}  # modes in which no player acts


def suits(state: State, _: int, card: str) -> tuple[str | None, ...]:
    """The suits that can be named with a card: any with an eight, none with another card."""
    return state.table.suits if state.table.rank[card] == state.table.wild else (None,)


play = Verb("play", "Lay a card on the discard pile; with an eight, name a suit.",
            args=(CARD.of(fitting), SUIT.of(suits)), modes=(PLAY,))  # fmt: skip
draw = Verb("draw", "Draw a card, because none of yours fits.", modes=(PLAY,))
skip = Verb("pass", "Pass, because you can draw no more.", modes=(PLAY,))
deal = Verb("deal", "The hands, and the first card of the discard pile.", "chance",
            (HANDS, CARD.after("up")), modes=(DEAL,))  # fmt: skip
drawn = Verb("drawn", "The card that is drawn.", "chance", (CARD,), word="draw", modes=(DRAW,))
end = ref.end_claim(lambda s: "" if s.mode == OVER else "there are cards to play", "EIGHTS-END-01")
winner = ref.winner_claim(winners, *ENDS)

# ---- guards: KEPT, NOT_CONCERNED, or a text that says what is wrong

ref.taken_from(play, "hand", "EIGHTS-PLAY-01")
ref.hands_of(deal, lambda state: state.table.dealt, "EIGHTS-SETUP-02")
ref.taken_from(deal, "stock", "EIGHTS-COMP-01", reads=2)
ref.taken_from(drawn, "stock", "EIGHTS-COMP-01")


@play.guard("EIGHTS-PLAY-02")
def follows(state: State, _: int, card: str) -> Verdict:
    """The card matches the top card."""
    if fits(state, card):
        return KEPT
    return f"{card} has neither the rank of {state.discard[-1]} nor the suit {state.suit}"


@play.guard("EIGHTS-PLAY-03")
def names_a_suit(state: State, seat: int, card: str, suit: str | None) -> Verdict:
    """A suit is named with an eight and only with an eight."""
    if suit in suits(state, seat, card):
        return KEPT if suit else NOT_CONCERNED
    return (
        f"{card} is not an eight, so no suit is named" if suit else f"with {card} a suit is named"
    )


@draw.guard("EIGHTS-DRAW-01")
def draws_of_need(state: State, seat: int) -> Verdict:
    """Players who can play do not draw, and nobody draws more than the allowed cards in a turn."""
    if state.drawn >= state.table.most_drawn:
        return f"{state.drawn} cards are drawn in this turn already"
    return f"{cards[0]} can be played" if (cards := fitting(state, seat)) else KEPT


@draw.guard("EIGHTS-DRAW-02")
def something_to_draw(state: State, _: int) -> Verdict:
    """There is a card to draw."""
    return KEPT if can_draw(state) else "there is no card to draw"


@skip.guard("EIGHTS-PASS-01")
def passes_of_need(state: State, seat: int) -> Verdict:
    """Players who can play or draw do not pass."""
    if cards := fitting(state, seat):
        return f"{cards[0]} can be played"
    left = state.table.most_drawn - state.drawn
    return f"{left} more cards can be drawn" if left > 0 and can_draw(state) else KEPT


@deal.guard("EIGHTS-SETUP-03")
def no_eight_first(state: State, _: int, _dealt: Hands, up: str) -> Verdict:
    """The first card is not an eight."""
    return f"{up} goes back into the stock" if state.table.rank[up] == state.table.wild else KEPT


# ---- effects: the state after a move. A trace names each rule and the facts that it changes


@deal.effect
def _deal(state: State, _: int, dealt: Hands, up: str, trace: Trace | None) -> State:
    if trace is not None:
        trace("EIGHTS-SETUP-02", "*.hand", "stock", "step")
        trace("EIGHTS-SETUP-03", "discard", "suit", text=f"{up} is turned up")
        trace("EIGHTS-TURN-01", "turn")
    stock = ref.without(state.stock, up, *(card for _, hand in dealt for card in hand))
    seats, suit = tuple(Seat(hand) for _, hand in dealt), state.table.suit[up]
    return state._replace(mode=PLAY, stock=stock, seats=seats, discard=(up,), suit=suit)


@play.effect
def _play(state: State, seat: int, card: str, suit: str | None, trace: Trace | None) -> State:
    player, hand = state.table.players[seat], ref.without(state.seats[seat].hand, card)
    if trace is not None:
        trace("EIGHTS-PLAY-01", f"{player}.hand", "discard", text=f"{player} plays {card}")
        trace("EIGHTS-PLAY-02", "discard", "passes")
        if suit:
            trace("EIGHTS-PLAY-03", "discard", "suit", text=f"{player} names {suit}")
        if not hand:
            trace("EIGHTS-END-01", "step", "end", text=f"{player} has no cards left")
    seats, mode = ref.put(state.seats, seat, Seat(hand)), PLAY if hand else OVER
    discard, suit = (*state.discard, card), suit or state.table.suit[card]
    after = state._replace(seats=seats, mode=mode, discard=discard, suit=suit, passes=0)
    return _next(after, trace)


def _next(state: State, trace: Trace | None) -> State:
    """The turn of the next player."""
    if trace is not None:
        trace("EIGHTS-TURN-01", "turn", "drawn", "suit")
    return state._replace(turn=(state.turn + 1) % len(state.seats), drawn=0)


@draw.effect
def _draw(state: State, _: int, trace: Trace | None) -> State:
    if trace is not None:
        trace("EIGHTS-DRAW-01", "step")
        if not state.stock:
            trace("EIGHTS-DRAW-02", "stock", "discard", text="the discards are shuffled")
    if state.stock:
        return state._replace(mode=DRAW)
    return state._replace(mode=DRAW, stock=state.discard[:-1], discard=state.discard[-1:])


@drawn.effect
def _drawn(state: State, _: int, card: str, trace: Trace | None) -> State:
    player, hand = state.table.players[state.turn], state.seats[state.turn].hand
    if trace is not None:
        trace("EIGHTS-DRAW-01", f"{player}.hand", "stock", "drawn", "step", text=f"{player} draws")
    seats = ref.put(state.seats, state.turn, Seat((*hand, card)))
    stock = ref.without(state.stock, card)
    return state._replace(mode=PLAY, stock=stock, seats=seats, drawn=state.drawn + 1)


@skip.effect
def _pass(state: State, seat: int, trace: Trace | None) -> State:
    passes = 0 if can_draw(state) else state.passes + 1
    blocked = passes >= len(state.seats)
    if trace is not None:
        changed = ("passes",) if passes != state.passes else ()
        trace("EIGHTS-PASS-01", *changed, text=f"{state.table.players[seat]} passes")
        if blocked:
            trace("EIGHTS-END-02", "step", "end", text="nobody can play or draw")
    return _next(state._replace(passes=passes, mode=OVER if blocked else PLAY), trace)


# ---- what is judged outside play

DECK = ref.part("cards", ref.titles("cards"), ref.counted("EIGHTS-COMP-01.names"), kind=ref.COUNTS)
judge = ref.judge_claim({"kit": ref.Subject((DECK,))}, "{cards: {8C: 0}}")

# ---- referee


class CrazyEights(ref.Referee[State]):
    """The referee of Crazy Eights for the given players."""

    verbs = ref.verbs_by_name(play, draw, skip, deal, drawn, end, winner, judge)
    fields, modes, turn, waits = FIELDS, MODES, TURN, WAITS
    table_type, state_type, seat_type, rest = Table, State, Seat, "stock"
    players_rule, pieces_rule, supply = "EIGHTS-SETUP-01", "EIGHTS-COMP-01", ("stock", "discard")

    def place(self, facts: Mapping[str, object]) -> State:
        state, suit = super().place(facts), self.table.suit
        if state.discard:
            follow = suit[state.discard[-1]] if state.suit == NO_SUIT else state.suit
            state = state._replace(suit=follow, mode=PLAY if state.mode == DEAL else state.mode)
        elif state.mode in (PLAY, DRAW):
            raise ref.FactError(("discard",), "expected a card to follow", "EIGHTS-SETUP-03")
        if state.mode == DRAW and not state.stock:
            raise ref.FactError(("stock",), "expected a card to draw", "EIGHTS-COMP-01")
        few = len(self.first(state)) <= self.table.dealt * len(state.seats)
        if state.mode == DEAL and few and facts.keys() - {"turn"}:
            raise ref.FactError(("stock",), "expected enough cards to deal", "EIGHTS-COMP-01")
        return state

    def first(self, state: State) -> list[str]:
        """The cards that can begin the discard pile."""
        return [card for card in state.stock if self.table.rank[card] != self.table.wild]

    def chance(self, state: State, random: Random) -> Move:
        if state.mode == DRAW:
            return Move(ref.CHANCE, "drawn", (random.choice(state.stock),))
        up = random.choice(self.first(state))
        rest, each = ref.without(state.stock, up), self.table.dealt
        dealt = ref.shuffled_hands(random, rest, len(state.seats), each)
        return Move(ref.CHANCE, "deal", (dealt, up))


REQUIREMENTS = (
    ref.Requirement("Cards", ref.stated("EIGHTS-COMP-01.cards"), ("EIGHTS-COMP-01",), "one deck",
               pieces=("cards",), whole=True),
    ref.Requirement("References", ref.stated("EIGHTS-COMP-02.count"), ("EIGHTS-COMP-02",),
               "shared by all players", pieces=("references",)),
)  # fmt: skip
DEAL_TAKES = ref.dealt("cards", "EIGHTS-SETUP-02.cards.{players}", "EIGHTS-SETUP-03", extra=1)
RULESET = ref.Ruleset(
    referee=CrazyEights, numbers=NUMBERS, requirements=REQUIREMENTS,
    deck=ref.DeckChecks(judge, ("kit",), DEAL_TAKES, components=("cards",)),
)  # fmt: skip
