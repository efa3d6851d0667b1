"""A new round: hands for everybody, one more Muse, the next starting player.

In the rulebook: Rounds, and the end.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Annotated

from validator.games.nine_muses import notation
from validator.games.nine_muses.cards import Pieces
from validator.games.nine_muses.setup import DEALT, in_deck, lacking, of_one_deck
from validator.games.nine_muses.state import ROUND, State, verb
from validator.games.nine_muses.turn import begins_turn
from validator.referee import api as ref
from validator.referee.api import CHANCE, Judge, Say, event
from validator.referee.messages import only_for

Hands = tuple[tuple[int, Pieces], ...]  # seat and cards
SHUFFLED = Say("shuffle the discards",
               "the deck runs out; {number} [discard is|discards are] shuffled")  # fmt: skip
REVEALED = Say("reveal {muses}", "{muses} [is|are] revealed")
LAST = event("this is the last round")
BEGINS = Say("begin round {round}", "round {round}: {player} [starts|start]")


def next_starter(s: State) -> int:
    """Return who starts the next round: the player to the left of this round's starter."""
    return (s.starter + s.table.moves_on) % len(s.seats)


@verb("chance", name="round", open=ROUND, due=("ROUND-02", "RUL-13", "ROUND-01"))
def new_round(
    s: State, _: int, hands: Annotated[Hands | None, notation.HANDS],
    muses: Annotated[Pieces | None, notation.NEW_MUSES],
    wrong_starter: Annotated[int | None, notation.STARTER.repeating(lambda s, *_: next_starter(s))],
    to: Judge,
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
    to.holds(("ROUND-05", "RUL-12"), wrong_starter is None, "{player} must start this round",
             player=s.name(next_starter(s)))  # fmt: skip
    if reshuffled:
        order = tuple((s.starter + step) % len(s.seats) for step in table.seats)
        to.holds(("RUL-12", "RUL-01"), may_be_dealt(deck, hand_of, order),
                 "the rest of the deck must be dealt first, in this order: {players}",
                 players=tuple(map(s.name, order)))  # fmt: skip
    to.asked()
    return next_round(dealt_out(s, hands, muses, reshuffled, to), muses, to)


def next_round(s: State, muses: Pieces, to: Judge) -> State:
    """Begin a round, in which these Muses were added to the row."""
    starter = next_starter(s)
    since = s.rounds_with_last_muse
    if since or (muses and not s.muse_deck):
        since += 1
    after = s._replace(rounds_with_last_muse=since, round=s.round + 1)
    if after.rounds_with_last_muse == 1:
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
            to.did("ROUND-06", s, after._replace(rounds_with_last_muse=1))
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
