"""The set-up of Nine Muses and the deal of each new round: hands, and the Muses in the centre."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Annotated

from validator.games.nine_muses import notation
from validator.games.nine_muses.cards import WORDS
from validator.games.nine_muses.moves import begins_turn
from validator.games.nine_muses.state import ROUND, SETUP, Pieces, Seat, State, Table, verb
from validator.referee import api as ref
from validator.referee.core import CHANCE, Trace
from validator.referee.judge import Judge
from validator.referee.messages import Say, event, only_for

Hands = tuple[tuple[int, Pieces], ...]  # seat and cards
DEALT = Say("deal {cards} to {player}", "{player} is dealt {cards}")
ROW = Say("lay {muses} in the centre", "{muses} are in the centre")
SHUFFLED = Say("shuffle the discards",
               "the deck runs out; {number} [discard is|discards are] shuffled")  # fmt: skip
REVEALED = Say("reveal {muses}", "{muses} [is|are] revealed")
LAST = event("this is the last round")
BEGINS = Say("begin round {round}", "round {round}: {player} [starts|start]")


def opening(table: Table, first: int = 0) -> State:
    """Return the state before any card is dealt.

    The pool is full, except for the tokens that players receive at the start.
    """
    pool, count = table.pool, len(table.players)
    for _ in table.players:
        pool = pool.minus(table.gift)
    deck, muses = (tuple(name for name in names for _ in range(table.copies[name]))
                   for names in (table.philosophers, table.muses))  # fmt: skip
    seats = (Seat(table.gift, table.start_score),) * count
    return State(table, SETUP, 1, first, first, -1, (), 0, table.box, pool, deck, (), muses, (),
                 seats)  # fmt: skip


def opened(state: State) -> Trace:
    """Return a trace with the rules that set the facts before any card is dealt."""
    trace = Trace()
    trace("NINE-SETUP-01", "players")
    trace(("NINE-SETUP-03", "NINE-SETUP-10"), "pool")
    trace("NINE-SETUP-04", "box")
    trace("NINE-SETUP-05", "aristotle")
    for name in state.table.players:
        trace("NINE-SETUP-09", *(f"{name}.{word}" for word in WORDS))
        trace("NINE-SETUP-08", f"{name}.score", f"{name}.shown")
    return trace


def of_one_deck(s: State, cards: Pieces, muses: bool, to: Judge) -> None:
    strange = [card for card in cards if (card in s.table.muses) != muses]
    to.holds("SETUP-02", not strange, "{cards} [belongs|belong] to the other deck",
             cards=tuple(strange))  # fmt: skip


def lacking(deck: Pieces, cards: Pieces) -> Pieces:
    """Return those of the cards that the deck has too few copies of."""
    return tuple([card for card in dict.fromkeys(cards) if cards.count(card) > deck.count(card)])


def in_deck(deck: Pieces, cards: Pieces, name: str, to: Judge) -> None:
    lacks = lacking(deck, cards)
    to.holds("COMP-13", not lacks, "{cards} [is|are] not in {name}", name=name, cards=lacks)


@verb("chance", open=SETUP, due=("SETUP-07", "SETUP-06"))
def deal(
    s: State,
    _: int,
    player: Annotated[int, ref.PLAYER],
    cards: Annotated[Pieces, notation.PIECES],
    to: Judge,
) -> State:
    """Deal a player's first hand."""
    need, name = s.table.first_cards, s.name(player)
    of_one_deck(s, cards, False, to)
    in_deck(s.deck, cards, "the deck", to)
    once = not s.seats[player].hand and len(cards) == need
    to.holds("SETUP-07", once,
             "each player must be dealt a hand once; {player} must have {need} cards, and the "
             "line has {number}", number=len(cards), player=name, need=need)  # fmt: skip
    to.asked()
    after = s._replace(seats=s.seated(player, hand=cards), deck=ref.without(s.deck, *cards))
    return begins(to.did(("SETUP-07", "SETUP-02"), s, after, DEALT, player=name,
                         cards=only_for(player, cards)), to)  # fmt: skip


@verb("chance", open=SETUP, due=("SETUP-07", "SETUP-06"))
def row(s: State, _: int, muses: Annotated[Pieces, notation.ROW], to: Judge) -> State:
    """Lay out the Muses in the centre during the set-up."""
    need = s.table.centre
    of_one_deck(s, muses, True, to)
    to.holds("SETUP-06", not s.centre and len(muses) == need,
             "the row must be dealt once, with {need} Muses", need=need)  # fmt: skip
    in_deck(s.muse_deck, muses, "the Muse deck", to)
    to.asked()
    after = s._replace(centre=muses, muse_deck=ref.without(s.muse_deck, *muses))
    return begins(to.did(("SETUP-06", "SETUP-02"), s, after, ROW, muses=muses), to)


def begins(s: State, to: Judge) -> State:
    """Begin the first turn when all hands and the row of Muses are dealt."""
    if not s.centre or not all(own.hand for own in s.seats):
        return s
    after = begins_turn(s, s.turn)._replace(final=int(not s.muse_deck))
    return to.did(("SETUP-07", "TURN-05"), s, after)


Stated = Annotated[int | None, notation.STARTER.repeating(lambda s, *_: s.next_starter())]


@verb("chance", name="round", open=ROUND, due=("ROUND-02", "RUL-13", "ROUND-01"))
def new_round(
    s: State, _: int, hands: Annotated[Hands | None, notation.HANDS],
    muses: Annotated[Pieces | None, notation.NEW_MUSES],
    stated: Stated, to: Judge,
) -> State:  # fmt: skip
    """Deal new hands and one more Muse, and let the next player start.

    By default, the cards come from the top of the decks, if their order is known.
    """
    table = s.table
    need = min(table.new_muses, len(s.muse_deck))
    hands = as_it_lies(s) if hands is None else hands
    muses = s.muse_deck[:need] if muses is None else muses
    hand_of = dict(hands)
    dealt = tuple(card for _, cards in hands for card in cards)
    of_one_deck(s, dealt, False, to)
    for seat, name in enumerate(table.players):
        count = len(hand_of.get(seat, ()))
        to.holds("ROUND-03", count == table.cards_each,
                 "the line deals {number} [card|cards] to {player}; expected {need}", player=name,
                 number=count, need=table.cards_each)  # fmt: skip
    deck, reshuffled = s.deck, len(dealt) > len(s.deck)
    stock = (*deck, *s.discard) if reshuffled else deck
    in_deck(stock, dealt, "the deck with the discards" if reshuffled else "the deck", to)
    to.holds("ROUND-04", len(muses) == need,
             "{number} [Muse is|Muses are] revealed; expected {need}", number=len(muses),
             need=need)  # fmt: skip
    in_deck(s.muse_deck, muses, "the Muse deck", to)
    to.holds(("ROUND-05", "RUL-12"), stated is None, "{player} must start this round",
             player=s.name(s.next_starter()))  # fmt: skip
    if reshuffled:
        order = tuple((s.starter + step) % len(s.seats) for step in table.seats)
        to.holds(("RUL-12", "RUL-01"), may_be_dealt(deck, hand_of, order),
                 "the rest of the deck must be dealt first, in this order: {players}",
                 players=tuple(map(s.name, order)))  # fmt: skip
    to.asked()
    return next_round(dealt_out(s, hands, muses, reshuffled, to), muses, to)


def next_round(s: State, muses: Pieces, to: Judge) -> State:
    """Begin a round, in which these Muses were added to the row."""
    starter = s.next_starter()
    after = s._replace(final=s.final + 1 if s.final or (muses and not s.muse_deck) else 0,
                       round=s.round + 1)  # fmt: skip
    if after.final == 1:
        to.did(("END-01", "ROUND-06"), s, after, LAST)
    s = to.did("ROUND-02", s, after)
    after = begins_turn(s._replace(starter=starter, last=-1), starter)
    return to.did(("ROUND-05", "RUL-12", "ROUND-02", "TURN-01"), s, after,
                  BEGINS, round=s.round, player=s.name(starter))  # fmt: skip


def dealt_out(s: State, hands: Hands, muses: Pieces, reshuffled: bool, to: Judge) -> State:
    """Put the dealt hands and new Muses of a round on the table."""
    if reshuffled:
        s = to.did("RUL-01", s, s._replace(deck=(*s.deck, *s.discard), discard=()), SHUFFLED,
                   number=len(s.discard))  # fmt: skip
    for seat, cards in hands:
        after = s._replace(seats=s.seated(seat, hand=cards), deck=ref.without(s.deck, *cards))
        s = to.did(("ROUND-03", "COMP-13"), s, after, DEALT, player=s.name(seat),
                   cards=only_for(seat, cards))  # fmt: skip
    if muses:
        after = s._replace(centre=(*s.centre, *muses), muse_deck=ref.without(s.muse_deck, *muses))
        if not after.muse_deck:
            to.did("ROUND-06", s, after._replace(final=1))
        s = to.did(("ROUND-04", "COMP-13"), s, after, REVEALED, muses=muses)
    return s


def may_be_dealt(deck: Pieces, hands: dict[int, Pieces], order: tuple[int, ...]) -> bool:
    """Return whether these hands can come from the top of a deck.

    They may be dealt one hand, or one card, at a time.
    """
    each = len(hands[order[0]])
    return any(
        _splits(deck, [(hands[seat], to[: len(deck)].count(seat)) for seat in order])
        for to in ([seat for seat in order for _ in range(each)], [*order] * each)
    )


def _splits(deck: Pieces, hands: list[tuple[Pieces, int]]) -> bool:
    """Return whether all cards of the deck can form these hands; a hand takes a number of cards."""
    if not hands:
        return not deck
    (hand, number), *others = hands
    return any(
        not lacking(deck, part) and _splits(ref.without(deck, *part), others)
        for part in dict.fromkeys(combinations(sorted(hand), number))
    )


def as_it_lies(s: State, shuffle: Random | None = None) -> Hands:
    """Return the hands dealt from the deck in its order, clockwise from the last starting player.

    With `shuffle`, the deck and the discards are shuffled first.
    """
    deck, discard, each = list(s.deck), list(s.discard), s.table.cards_each
    if shuffle is not None:
        shuffle.shuffle(deck)
        shuffle.shuffle(discard)
    stock, count = [*deck, *discard], len(s.seats)
    return tuple(sorted(((s.starter + step) % count, tuple(stock[each * step : each * (step + 1)]))
                        for step in range(count)))  # fmt: skip


def by_chance(s: State, random: Random) -> ref.Move:
    """Return a random deal from the shuffled decks."""
    if s.mode == ROUND:
        muses = tuple(random.sample(s.muse_deck, min(s.table.new_muses, len(s.muse_deck))))
        return ref.Move(CHANCE, "round", (as_it_lies(s, random), muses, None))
    if not s.centre:
        return ref.Move(CHANCE, "row", (tuple(random.sample(s.muse_deck, s.table.centre)),))
    to = next(seat for seat in s.table.seats if not s.seats[seat].hand)
    return ref.Move(CHANCE, "deal", (to, tuple(random.sample(s.deck, s.table.first_cards))))
