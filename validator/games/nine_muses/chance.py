"""What the decks give in Nine Muses: hands and Muses of the set-up, and new rounds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from validator.games.nine_muses.cards import WORDS
from validator.games.nine_muses.position import (
    OVER,
    PLAY,
    ROUND,
    SETUP,
    Pieces,
    Position,
    to_collect,
)
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict, laws_for
from validator.referee.zones import put, without

Hands = tuple[tuple[int, Pieces], ...]  # seat and cards

deal = Verb(
    "deal", "deal PLAYER CARD CARD CARD", "The first hand of a player.", kind="chance",
)  # fmt: skip
row = Verb("row", "row MUSE…", "The Muses of the centre at the set-up.", kind="chance")
new_round = Verb(
    "round", "round {PLAYER: [CARD, …], …} MUSE [starter PLAYER]",
    "New hands, one more Muse, and the next player starts. Bare: as the decks lie.",
    kind="chance",
)  # fmt: skip

VERBS = (deal, row, new_round)


@laws_for((deal, row), "NINE-SETUP-07", "NINE-SETUP-06")
def in_the_set_up(at: Position, _: int) -> Verdict:
    """The set-up happens once."""
    return "" if at.stage == SETUP else "the set-up is done"


@deal.law("NINE-SETUP-02")
def philosophers_only(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """Hands come from the Philosopher deck."""
    strange = [card for card in cards if card in at.table.muses]
    return f"{strange[0]} is a Muse, from the other deck" if strange else ""


@deal.law("NINE-SETUP-07")
def first_hand(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """So many cards each, once."""
    if at.stage != SETUP:
        return None
    if at.hands[to]:
        return f"{at.table.players[to]} has a hand already"
    need = at.table.first_cards
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.law("NINE-COMP-13")
def cards_in_deck(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """What is dealt lies in the deck."""
    return _in_deck(at.deck, cards, "the deck") if at.stage == SETUP else None


def _in_deck(deck: Pieces, cards: Pieces, name: str) -> str:
    have = Counter(deck)
    for card, number in Counter(cards).items():
        if number > have[card]:
            return f"{name} holds {have[card]} {card}, not {number}"
    return ""


@deal.effect
def _deal(at: Position, _: int, to: int, cards: Pieces, note: Notes | None) -> Position:
    if note is not None:
        name = at.table.players[to]
        note("NINE-SETUP-07", f"{name}.hand", text=f"{name} is dealt {', '.join(cards)}")
        note("NINE-SETUP-02", f"{name}.hand", "deck")
    after = at._replace(hands=put(at.hands, to, cards), deck=without(at.deck, *cards))
    return _opened(after, note)


@row.law("NINE-SETUP-02")
def muses_only(at: Position, _: int, muses: Pieces) -> Verdict:
    """The centre comes from the Muse deck."""
    strange = [card for card in muses if card not in at.table.muses]
    return f"{strange[0]} is a Philosopher, from the other deck" if strange else ""


@row.law("NINE-SETUP-06")
def first_row(at: Position, _: int, muses: Pieces) -> Verdict:
    """So many Muses, once."""
    if at.stage != SETUP:
        return None
    if at.centre:
        return "the row is laid already"
    need = at.table.centre
    return "" if len(muses) == need else f"{len(muses)} Muses, not {need}"


@row.law("NINE-COMP-13")
def muses_in_deck(at: Position, _: int, muses: Pieces) -> Verdict:
    """Each Muse is there once."""
    return _in_deck(at.muse_deck, muses, "the Muse deck") if at.stage == SETUP else None


@row.effect
def _row(at: Position, _: int, muses: Pieces, note: Notes | None) -> Position:
    if note is not None:
        text = f"{', '.join(muses)} lie in the centre"
        note("NINE-SETUP-06", "centre", "muse_deck", text=text)
        note("NINE-SETUP-02", "centre", "muse_deck")
    left = without(at.muse_deck, *muses)
    return _opened(at._replace(centre=muses, muse_deck=left), note)


def _opened(at: Position, note: Notes | None) -> Position:
    """The first turn, once all hands and the row are dealt."""
    if not at.centre or not all(at.hands):
        return at
    if note is not None:
        table = at.table
        note("NINE-SETUP-01", "players")
        note("NINE-SETUP-10", *(f"pool.{word}" for word in WORDS))
        note("NINE-SETUP-03", *(f"pool.{word}" for word in WORDS))
        note("NINE-SETUP-04", *(f"box.{word}" for word in WORDS))
        for name in table.players:
            note("NINE-SETUP-09", *(f"{name}.{word}" for word in WORDS))
            note("NINE-SETUP-08", f"{name}.score", f"{name}.shown")
        note("NINE-SETUP-05", "aristotle")
    final = int(not at.muse_deck)
    return at._replace(stage=PLAY, due=to_collect(at, at.turn), final=final)


# ---- a new round


@new_round.law("NINE-RUL-13", "NINE-ROUND-01", "NINE-END-01")
def another_round(at: Position, _: int) -> Verdict:
    """No round after the last."""
    return f"round {at.round} was the last" if at.stage == OVER else ""


@new_round.law("NINE-ROUND-02")
def cards_used_up(at: Position, _: int) -> Verdict:
    """A round ends when all cards are used."""
    if at.stage in (ROUND, OVER):
        return "" if at.stage == ROUND else None
    if at.stage == SETUP:
        return "the first round is dealt with '~ deal' and '~ row'"
    left = [f"{name} {len(hand)}" for name, hand in zip(at.table.players, at.hands, strict=True)
            if hand]  # fmt: skip
    return f"cards left in this round: {', '.join(left)}"


@new_round.law("NINE-SETUP-02")
def right_decks(at: Position, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    """Hands are Philosophers."""
    del muses
    strange = [card for _, cards in hands or () for card in cards if card in at.table.muses]
    return f"{strange[0]} is a Muse, from the other deck" if strange else None


@new_round.law("NINE-ROUND-03")
def new_hands(at: Position, _: int, hands: Hands | None) -> Verdict:
    """So many cards for everybody."""
    if hands is None:
        return ""
    given = dict(hands)
    for seat, name in enumerate(at.table.players):
        if len(given.get(seat, ())) != at.table.cards_each:
            return f"{name} is dealt {len(given.get(seat, ()))} cards, not {at.table.cards_each}"
    return ""


@new_round.law("NINE-RUL-01", "NINE-COMP-13")
def deck_first(at: Position, _: int, hands: Hands | None) -> Verdict:
    """The rest of the deck is dealt before the shuffled discards."""
    dealt = [card for _, cards in hands or () for card in cards]
    if hands is None or len(dealt) <= len(at.deck):
        return None
    if lacks := Counter(at.deck) - Counter(dealt):
        return f"the rest of the deck comes first: {', '.join(sorted(lacks.elements()))}"
    return _in_deck((*at.deck, *at.discard), tuple(dealt), "the deck with the discards")


@new_round.law("NINE-COMP-13")
def new_cards_in_deck(at: Position, _: int, hands: Hands | None) -> Verdict:
    """What is dealt lies in the deck."""
    dealt = tuple(card for _, cards in hands or () for card in cards)
    if hands is None or len(dealt) > len(at.deck):
        return None
    return _in_deck(at.deck, dealt, "the deck")


@new_round.law("NINE-ROUND-04")
def one_more_muse(at: Position, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    """So many new Muses, as long as there are any."""
    del hands
    need = min(at.table.new_muses, len(at.muse_deck))
    if muses is None or len(muses) == need:
        return ""
    return f"{len(muses)} Muses are revealed, not {need}"


@new_round.law("NINE-COMP-13")
def new_muse_in_deck(at: Position, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    """The new Muse lies in the Muse deck."""
    del hands
    return _in_deck(at.muse_deck, muses, "the Muse deck") if muses else None


@new_round.law("NINE-ROUND-05", "NINE-RUL-12")
def starter_moves(
    at: Position, _: int, hands: Hands | None, muses: Pieces | None, told: int | None
) -> Verdict:
    """The start moves to the left."""
    del hands, muses
    if told is None:
        return None
    starts = next_starter(at)
    return "" if told == starts else f"{at.table.players[starts]} starts"


def next_starter(at: Position) -> int:
    """The seat that starts the next round."""
    return (at.starter + at.table.moves_on) % len(at.table.players)


@new_round.effect
def _new_round(
    at: Position, _: int, hands: Hands | None, muses: Pieces | None, _t: Any, note: Notes | None
) -> Position:
    table = at.table
    if hands is None:
        hands = as_it_lies(at)
    if muses is None:
        muses = at.muse_deck[: table.new_muses]
    dealt = [card for _, cards in hands for card in cards]
    deck, discard = at.deck, at.discard
    reshuffled = len(dealt) > len(deck)
    if reshuffled:
        deck, discard = (*deck, *discard), ()
    starter = next_starter(at)
    muse_deck = without(at.muse_deck, *muses)
    if note is not None:
        _noted(at, hands, muses, reshuffled, not muse_deck, note)
    final = at.final + 1 if at.final or (muses and not muse_deck) else 0
    after = at._replace(
        stage=PLAY,
        round=at.round + 1,
        starter=starter,
        turn=starter,
        last=-1,
        final=final,
        deck=without(deck, *dealt),
        discard=discard,
        hands=tuple(dict(hands).get(seat, ()) for seat in table.seats),
        muse_deck=muse_deck,
        centre=(*at.centre, *muses),
    )
    return after._replace(due=to_collect(after, starter))


def _noted(
    at: Position, hands: Hands, muses: Pieces, reshuffled: bool, all_out: bool, note: Notes
) -> None:
    players = at.table.players
    starter = players[next_starter(at)]
    if reshuffled:
        text = f"the deck runs out; {len(at.discard)} discards are shuffled"
        note("NINE-RUL-01", "deck", "discard", text=text)
    for seat, cards in hands:
        note("NINE-ROUND-03", f"{players[seat]}.hand",
             text=f"{players[seat]} is dealt {', '.join(cards)}")  # fmt: skip
    if muses:
        note("NINE-ROUND-04", "centre", "muse_deck", text=f"{', '.join(muses)} is revealed")
    if muses and all_out:
        note("NINE-ROUND-06", "round", "muse_deck", "last_round", "centre")
        note("NINE-END-01", "last_round", text="this is the last round")
    note("NINE-ROUND-05", "starter", "turn", text=f"round {at.round + 1}: {starter} starts")
    note("NINE-RUL-12", "starter", "turn")
    note("NINE-ROUND-02", "round", "step")
    note("NINE-COMP-13", "deck", "discard", "centre", "muse_deck")


def as_it_lies(at: Position, shuffle: Random | None = None) -> Hands:
    """Hands dealt from the top of the deck, clockwise from the old starter."""
    table = at.table
    deck, discard = list(at.deck), list(at.discard)
    if shuffle is not None:
        shuffle.shuffle(deck)
        shuffle.shuffle(discard)
    stock = [*deck, *discard]
    hands = []
    for step in range(len(table.players)):
        seat = (at.starter + step) % len(table.players)
        hands.append((seat, tuple(stock[: table.cards_each])))
        del stock[: table.cards_each]
    return tuple(sorted(hands))


def by_chance(at: Position, random: Random) -> Move:
    """What the shuffled decks may give now."""
    table = at.table
    if at.stage == ROUND:
        muses = tuple(random.sample(at.muse_deck, min(table.new_muses, len(at.muse_deck))))
        return Move(CHANCE, new_round.name, (as_it_lies(at, random), muses, None))
    if not at.centre:
        return Move(CHANCE, row.name, (tuple(random.sample(at.muse_deck, table.centre)),))
    to = next(seat for seat in table.seats if not at.hands[seat])
    return Move(CHANCE, deal.name, (to, tuple(random.sample(at.deck, table.first_cards))))
