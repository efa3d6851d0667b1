"""What can be done in Crazy Eights, by whom and when, and the rules of it."""

from __future__ import annotations

from collections import Counter

from validator.games.crazy_eights.state import (
    DEAL,
    DRAW,
    OVER,
    PLAY,
    Cards,
    Seat,
    State,
    Table,
    winners,
)
from validator.referee.claims import end_claim, judge_claim, winner_claim
from validator.referee.component_checks import COUNTS, Subject, is_, part, titles
from validator.referee.core import Notes, Verb, Verdict, gate
from validator.referee.grammar import hands, name
from validator.referee.zones import put, without

CARD = name(lambda state: state.table.rank, "card")
SUIT = name(lambda state: state.table.suits, "suit").after("as").or_left_out(None)
HANDS = hands(lambda state: state.table.rank)
Hands = tuple[tuple[int, Cards], ...]


def is_wild(state: State, card: str) -> bool:
    """Whether a card is an eight."""
    return state.table.rank[card] == state.table.wild


def fitting(state: State, seat: int) -> Cards:
    """The cards of a hand that may follow the top of the discard pile."""
    table, rank = state.table, state.table.rank[state.discard[-1]]
    return tuple(
        card
        for card in state.seats[seat].hand
        if table.suit[card] == state.suit or table.rank[card] in (rank, table.wild)
    )


def suits(state: State, _: int, card: str) -> tuple[str | None, ...]:
    """What may be named with a card: a suit with an eight."""
    return state.table.suits if is_wild(state, card) else (None,)


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, in the stock or below the top of the discard pile."""
    return bool(state.stock) or len(state.discard) > 1


TURN = gate("EIGHTS-TURN-01", why=lambda state: f"{state.table.players[state.turn]} acts")
MODES = {
    DEAL: gate("EIGHTS-SETUP-02", why="the cards are still to be dealt"),
    PLAY: TURN,
    DRAW: gate("EIGHTS-DRAW-01", why="a card is being drawn: '~ draw CARD'"),
    OVER: gate("EIGHTS-END-01", why="the game is over"),
}
play = Verb(
    "play", about="Lay a card on the discard pile; with an eight, name a suit.",
    args=(CARD.of(fitting), SUIT.of(suits)), modes=(PLAY,),
)  # fmt: skip
draw = Verb("draw", about="Draw a card, because none of yours fits.", args=(), modes=(PLAY,))
skip = Verb("pass", about="Pass, because you can draw no more.", args=(), modes=(PLAY,))
deal = Verb("deal", about="The hands, and the first card of the discard pile.", kind="chance",
            args=(HANDS, CARD.after("up")), modes=(DEAL,))  # fmt: skip
drawn = Verb("drawn", word="draw", about="The card that is drawn.", kind="chance",
             args=(CARD,), modes=(DRAW,))  # fmt: skip


@play.law("EIGHTS-PLAY-01")
def in_hand(state: State, seat: int, card: str) -> Verdict:
    """A card of the own hand."""
    hand = state.seats[seat].hand
    return "" if card in hand else f"{state.table.players[seat]} holds {', '.join(hand)}"


@play.law("EIGHTS-PLAY-02")
def follows(state: State, _: int, card: str) -> Verdict:
    """The rank of the top card, or its suit, or the suit that was named."""
    table, top = state.table, state.discard[-1]
    if is_wild(state, card):
        return None
    if table.suit[card] == state.suit or table.rank[card] == table.rank[top]:
        return ""
    return f"{card} has neither the rank of {top} nor the suit {state.suit}"


@play.law("EIGHTS-PLAY-03")
def names_a_suit(state: State, _: int, card: str, suit: str | None) -> Verdict:
    """A suit is named with an eight, and only with one."""
    if is_wild(state, card):
        return "" if suit else f"with {card} a suit is named"
    return None if suit is None else f"{card} is no eight, so no suit is named"


@draw.law("EIGHTS-DRAW-01")
def draws_of_need(state: State, seat: int) -> Verdict:
    """Who can play does not draw, and nobody draws more than so many cards a turn."""
    if state.drawn >= state.table.most_drawn:
        return f"{state.drawn} cards are drawn in this turn already"
    return f"{fitting(state, seat)[0]} can be played" if fitting(state, seat) else ""


@draw.law("EIGHTS-DRAW-02")
def something_to_draw(state: State, _: int) -> Verdict:
    """From the stock, or from the discards."""
    return "" if can_draw(state) else "there is no card to draw"


@skip.law("EIGHTS-PASS-01")
def passes_of_need(state: State, seat: int) -> Verdict:
    """Who can play or draw does not pass."""
    if cards := fitting(state, seat):
        return f"{cards[0]} can be played"
    left = state.table.most_drawn - state.drawn
    return f"{left} more cards can be drawn" if left > 0 and can_draw(state) else ""


@deal.law("EIGHTS-SETUP-02")
def whole_hands(state: State, _: int, dealt: Hands) -> Verdict:
    """So many cards for everybody."""
    counts = [len(dict(dealt).get(seat, ())) for seat in range(len(state.seats))]
    right = all(count == state.table.dealt for count in counts)
    return "" if right else f"{counts} cards, not {state.table.dealt} each"


@deal.law("EIGHTS-COMP-01")
def one_deck(state: State, _: int, dealt: Hands, up: str) -> Verdict:
    """Every card is there once."""
    twice = Counter((up, *(card for _, hand in dealt for card in hand))) - Counter(state.stock)
    return f"{next(iter(twice))} is not in the stock" if twice else ""


@deal.law("EIGHTS-SETUP-03")
def no_eight_first(state: State, _: int, _dealt: Hands, up: str) -> Verdict:
    """The first card is no eight."""
    return f"{up} goes back into the stock" if is_wild(state, up) else ""


@drawn.law("EIGHTS-COMP-01")
def in_the_stock(state: State, _: int, card: str) -> Verdict:
    """What is drawn lies in the stock."""
    return "" if card in state.stock else f"{card} is not in the stock"


@deal.effect
def _deal(state: State, _: int, dealt: Hands, up: str, note: Notes | None) -> State:
    if note is not None:
        note("EIGHTS-SETUP-02", "*.hand", "stock", "step")
        note("EIGHTS-SETUP-03", "discard", "suit", text=f"{up} is turned up")
        note("EIGHTS-TURN-01", "turn")
    stock = without(state.stock, up, *(card for _, hand in dealt for card in hand))
    seats = tuple(Seat(hand) for _, hand in dealt)
    return state._replace(
        mode=PLAY, stock=stock, seats=seats, discard=(up,), suit=state.table.suit[up]
    )


@play.effect
def _play(state: State, seat: int, card: str, suit: str | None, note: Notes | None) -> State:
    player, hand = state.table.players[seat], without(state.seats[seat].hand, card)
    if note is not None:
        note("EIGHTS-PLAY-01", f"{player}.hand", "discard", text=f"{player} plays {card}")
        note("EIGHTS-PLAY-02", "discard", "passes")
        if suit:
            note("EIGHTS-PLAY-03", "discard", "suit", text=f"{player} names {suit}")
        if not hand:
            note("EIGHTS-END-01", "step", "end", text=f"{player} has no cards left")
    after = state._replace(
        seats=put(state.seats, seat, Seat(hand)), discard=(*state.discard, card),
        suit=suit or state.table.suit[card], passes=0, mode=PLAY if hand else OVER,
    )  # fmt: skip
    return _next(after, note)


def _next(state: State, note: Notes | None) -> State:
    if note is not None:
        note("EIGHTS-TURN-01", "turn", "drawn", "suit")
    return state._replace(turn=(state.turn + 1) % len(state.seats), drawn=0)


@draw.effect
def _draw(state: State, _: int, note: Notes | None) -> State:
    if note is not None:
        note("EIGHTS-DRAW-01", "step")
    if state.stock:
        return state._replace(mode=DRAW)
    if note is not None:
        note("EIGHTS-DRAW-02", "stock", "discard", text="the discards are shuffled")
    return state._replace(mode=DRAW, stock=state.discard[:-1], discard=state.discard[-1:])


@drawn.effect
def _drawn(state: State, _: int, card: str, note: Notes | None) -> State:
    player, hand = state.table.players[state.turn], state.seats[state.turn].hand
    if note is not None:
        note("EIGHTS-DRAW-01", f"{player}.hand", "stock", "drawn", "step", text=f"{player} draws")
    seats = put(state.seats, state.turn, Seat((*hand, card)))
    stock = without(state.stock, card)
    return state._replace(mode=PLAY, stock=stock, seats=seats, drawn=state.drawn + 1)


@skip.effect
def _pass(state: State, seat: int, note: Notes | None) -> State:
    passes = 0 if can_draw(state) else state.passes + 1
    blocked = passes >= len(state.seats)
    if note is not None:
        facts = ("passes",) if passes != state.passes else ()
        note("EIGHTS-PASS-01", *facts, text=f"{state.table.players[seat]} passes")
        if blocked:
            note("EIGHTS-END-02", "step", "end", text="nobody can play or draw")
    return _next(state._replace(passes=passes, mode=OVER if blocked else PLAY), note)


def one_of_each(table: Table) -> dict[str, int]:
    """How many of each card a deck has."""
    return {f"{rank}{suit}": 1 for suit in table.suits for rank in table.ranks}


KIT = Subject((part("cards", titles("cards"), is_("EIGHTS-COMP-01", one_of_each), kind=COUNTS),))
end = end_claim(lambda s: "" if s.mode == OVER else "there are cards to play", "EIGHTS-END-01")
winner = winner_claim(winners, "EIGHTS-END-01", "EIGHTS-END-02")
judge = judge_claim({"kit": KIT}, "{cards: {8C: 0}}")
VERBS = (play, draw, skip, deal, drawn, end, winner, judge)
