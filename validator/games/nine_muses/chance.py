"""Random results in Nine Muses: hands and Muses of the set-up, and new rounds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from validator.games.nine_muses import modes, notation
from validator.games.nine_muses.cards import WORDS
from validator.games.nine_muses.state import Pieces, State
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Trace, Verb, Verdict

Hands = tuple[tuple[int, Pieces], ...]  # seat and cards

SET_UP = ref.gate("NINE-SETUP-07", "NINE-SETUP-06", why="the set-up is done")
BEGUN = dict.fromkeys((*modes.IN_TURN, modes.ROUND, modes.OVER), SET_UP)
deal = Verb(
    "deal", about="The first hand of a player.", kind="chance", modes=(modes.SETUP,), gates=BEGUN,
    args=(ref.PLAYER, notation.PIECES),
)  # fmt: skip
row = Verb(
    "row", about="The Muses in the centre at the set-up.", kind="chance", modes=(modes.SETUP,),
    gates=BEGUN, args=(notation.ROW,),
)  # fmt: skip


def cards_left(state: State) -> str:
    """The players who still hold cards of this round, as text."""
    players = zip(state.table.players, state.seats, strict=True)
    left = [f"{name} {len(own.hand)}" for name, own in players if own.hand]
    return f"cards left in this round: {', '.join(left)}"


def next_starter(state: State) -> int:
    """The seat that starts the next round."""
    return (state.starter + state.table.moves_on) % len(state.seats)


new_round = Verb(
    "round", kind="chance",
    about="New hands, one more Muse, and the next player starts; bare: from the known decks.",
    args=(
        notation.HANDS, notation.NEW_MUSES,
        notation.STARTER.restating(lambda state, *_: next_starter(state)),
    ),
    modes=(modes.ROUND,),
    gates={
        modes.OVER: ref.gate(
            "NINE-RUL-13", "NINE-ROUND-01", "NINE-END-01",
            why=lambda state: f"round {state.round} was the last",
        ),
        modes.SETUP: ref.gate(
            "NINE-ROUND-02", why="the first round is dealt with '~ deal' and '~ row'"
        ),
        **dict.fromkeys(modes.IN_TURN, ref.gate("NINE-ROUND-02", why=cards_left)),
    },
)  # fmt: skip

VERBS = (deal, row, new_round)


@deal.guard("NINE-SETUP-02")
def philosophers_only(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    strange = [card for card in cards if card in state.table.muses]
    return f"{strange[0]} is a Muse, from the other deck" if strange else KEPT


@deal.guard("NINE-SETUP-07")
def first_hand(state: State, _: int, to: int, cards: Pieces) -> Verdict:
    if state.seats[to].hand:
        return f"{state.table.players[to]} has a hand already"
    need = state.table.first_cards
    return KEPT if len(cards) == need else f"{len(cards)} cards, not {need}"


@deal.guard("NINE-COMP-13")
def cards_in_deck(state: State, _: int, _to: int, cards: Pieces) -> Verdict:
    return _in_deck(state.deck, cards, "the deck")


def _in_deck(deck: Pieces, cards: Pieces, name: str) -> str:
    have = Counter(deck)
    for card, number in Counter(cards).items():
        if number > have[card]:
            return f"{name} has {have[card]} {card}, not {number}"
    return ""


@deal.effect
def _deal(state: State, _: int, to: int, cards: Pieces, trace: Trace | None) -> State:
    if trace is not None:
        name = state.table.players[to]
        trace("NINE-SETUP-07", f"{name}.hand", text=f"{name} is dealt {', '.join(cards)}")
        trace("NINE-SETUP-02", f"{name}.hand", "deck")
    own = state.seats[to]._replace(hand=cards)
    after = state._replace(
        seats=ref.put(state.seats, to, own), deck=ref.without(state.deck, *cards)
    )
    return _opened(after, trace)


@row.guard("NINE-SETUP-02")
def muses_only(state: State, _: int, muses: Pieces) -> Verdict:
    strange = [card for card in muses if card not in state.table.muses]
    return f"{strange[0]} is a Philosopher, from the other deck" if strange else KEPT


@row.guard("NINE-SETUP-06")
def first_row(state: State, _: int, muses: Pieces) -> Verdict:
    if state.centre:
        return "the row is laid already"
    need = state.table.centre
    return KEPT if len(muses) == need else f"{len(muses)} Muses, not {need}"


@row.guard("NINE-COMP-13")
def muses_in_deck(state: State, _: int, muses: Pieces) -> Verdict:
    return _in_deck(state.muse_deck, muses, "the Muse deck")


@row.effect
def _row(state: State, _: int, muses: Pieces, trace: Trace | None) -> State:
    if trace is not None:
        text = f"{', '.join(muses)} lie in the centre"
        trace(("NINE-SETUP-06", "NINE-SETUP-02"), "centre", "muse_deck", text=text)
    left = ref.without(state.muse_deck, *muses)
    return _opened(state._replace(centre=muses, muse_deck=left), trace)


def _opened(state: State, trace: Trace | None) -> State:
    """Begin the first turn when all hands and the row are dealt."""
    if not state.centre or not all(own.hand for own in state.seats):
        return state
    if trace is not None:
        trace("NINE-SETUP-07", "step")
        trace("NINE-TURN-05", "turn")
    due = state.table.starting(state.seats[state.turn].muses)
    mode = modes.COLLECT if due else modes.ACT
    return state._replace(mode=mode, due=due, final=int(not state.muse_deck))


def opened(state: State) -> Trace:
    """The rules that settled the facts before any card is dealt."""
    trace = Trace()
    trace("NINE-SETUP-01", "players")
    trace(("NINE-SETUP-03", "NINE-SETUP-10"), "pool")
    trace("NINE-SETUP-04", "box")
    trace("NINE-SETUP-05", "aristotle")
    for name in state.table.players:
        trace("NINE-SETUP-09", *(f"{name}.{word}" for word in WORDS))
        trace("NINE-SETUP-08", f"{name}.score", f"{name}.shown")
    return trace


# ---- a new round


@new_round.guard("NINE-SETUP-02")
def right_decks(state: State, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    del muses
    strange = [card for _, cards in hands or () for card in cards if card in state.table.muses]
    return f"{strange[0]} is a Muse, from the other deck" if strange else NOT_CONCERNED


@new_round.guard("NINE-ROUND-03")
def new_hands(state: State, _: int, hands: Hands | None) -> Verdict:
    if hands is None:
        return KEPT
    dealt = dict(hands)
    for seat, name in enumerate(state.table.players):
        if len(dealt.get(seat, ())) != state.table.cards_each:
            return f"{name} is dealt {len(dealt.get(seat, ()))} cards, not {state.table.cards_each}"
    return KEPT


@new_round.guard("NINE-RUL-01", "NINE-COMP-13")
def deck_first(state: State, _: int, hands: Hands | None) -> Verdict:
    """The rest of the deck is dealt before the shuffled discards."""
    dealt = [card for _, cards in hands or () for card in cards]
    if hands is None or len(dealt) <= len(state.deck):
        return NOT_CONCERNED
    if lacks := Counter(state.deck) - Counter(dealt):
        return f"the rest of the deck comes first: {', '.join(sorted(lacks.elements()))}"
    return _in_deck((*state.deck, *state.discard), tuple(dealt), "the deck with the discards")


@new_round.guard("NINE-RUL-12", "NINE-RUL-01")
def last_seats_get_the_shuffled(state: State, _: int, hands: Hands | None) -> Verdict:
    """Reshuffled cards reach the players who are dealt to last, hand by hand or card by card."""
    table, dealt = state.table, dict(hands or ())
    each, count = table.cards_each, len(table.players)
    if len(state.deck) >= each * count or any(len(dealt.get(s, ())) != each for s in table.seats):
        return NOT_CONCERNED
    order = [(state.starter + step) % count for step in table.seats]
    deck = Counter(state.deck)
    for to in ([s for s in order for _ in range(each)], order * each):
        from_deck = Counter(to[: len(state.deck)])
        if _splits(deck, [(dealt[seat], from_deck[seat]) for seat in order]):
            return KEPT
    words = ", ".join(table.players[seat] for seat in order)
    return f"the rest of the deck is dealt first, in this order: {words}"


def _splits(deck: Counter[str], hands: list[tuple[Pieces, int]]) -> bool:
    """Whether so many cards of each hand can be the deck."""
    if not hands:
        return not +deck
    (hand, number), *others = hands
    parts = {tuple(sorted(part)) for part in combinations(hand, number)}
    return any(not Counter(part) - deck and _splits(deck - Counter(part), others) for part in parts)


@new_round.guard("NINE-COMP-13")
def new_cards_in_deck(state: State, _: int, hands: Hands | None) -> Verdict:
    dealt = tuple(card for _, cards in hands or () for card in cards)
    if hands is None or len(dealt) > len(state.deck):
        return NOT_CONCERNED
    return _in_deck(state.deck, dealt, "the deck")


@new_round.guard("NINE-ROUND-04")
def one_more_muse(state: State, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    del hands
    need = min(state.table.new_muses, len(state.muse_deck))
    if muses is None or len(muses) == need:
        return KEPT
    return f"{len(muses)} Muses are revealed, not {need}"


@new_round.guard("NINE-COMP-13")
def new_muse_in_deck(state: State, _: int, hands: Hands | None, muses: Pieces | None) -> Verdict:
    del hands
    return _in_deck(state.muse_deck, muses, "the Muse deck") if muses else NOT_CONCERNED


@new_round.guard("NINE-ROUND-05", "NINE-RUL-12")
def starter_moves(
    state: State, _: int, hands: Hands | None, muses: Pieces | None, stated: int | None
) -> Verdict:
    del hands, muses
    return NOT_CONCERNED if stated is None else f"{state.table.players[next_starter(state)]} starts"


@new_round.effect
def _new_round(
    state: State, _: int, hands: Hands | None, muses: Pieces | None, _t: object, trace: Trace | None
) -> State:
    table = state.table
    if hands is None:
        hands = as_it_lies(state)
    if muses is None:
        muses = state.muse_deck[: table.new_muses]
    dealt = [card for _, cards in hands for card in cards]
    deck, discard = state.deck, state.discard
    reshuffled = len(dealt) > len(deck)
    if reshuffled:
        deck, discard = (*deck, *discard), ()
    starter = next_starter(state)
    muse_deck = ref.without(state.muse_deck, *muses)
    hand_of = dict(hands)
    seats = tuple(own._replace(hand=hand_of.get(seat, ())) for seat, own in enumerate(state.seats))
    due = table.starting(seats[starter].muses)
    if trace is not None:
        _noted(state, hands, muses, reshuffled, not muse_deck, trace)
        if due:
            trace("NINE-TURN-01", f"{table.players[starter]}.due")
    final = state.final + 1 if state.final or (muses and not muse_deck) else 0
    return state._replace(
        mode=modes.COLLECT if due else modes.ACT, round=state.round + 1, starter=starter,
        turn=starter, last=-1, final=final, due=due, deck=ref.without(deck, *dealt),
        discard=discard, muse_deck=muse_deck, centre=(*state.centre, *muses), seats=seats,
    )  # fmt: skip


def _noted(
    state: State, hands: Hands, muses: Pieces, reshuffled: bool, all_out: bool, trace: Trace
) -> None:
    players = state.table.players
    starter = players[next_starter(state)]
    if reshuffled:
        text = f"the deck runs out; {len(state.discard)} discards are shuffled"
        trace("NINE-RUL-01", "deck", "discard", text=text)
    for seat, cards in hands:
        trace("NINE-ROUND-03", f"{players[seat]}.hand",
             text=f"{players[seat]} is dealt {', '.join(cards)}")  # fmt: skip
    if muses:
        trace("NINE-ROUND-04", "centre", "muse_deck", text=f"{', '.join(muses)} is revealed")
    if muses and all_out:
        trace("NINE-ROUND-06", "round", "muse_deck", "last_round", "centre")
        trace("NINE-END-01", "last_round", text="this is the last round")
    trace("NINE-ROUND-05", "starter", "turn", text=f"round {state.round + 1}: {starter} starts")
    trace("NINE-RUL-12", "starter", "turn")
    trace("NINE-ROUND-02", "round", "step")
    trace("NINE-COMP-13", "deck", "centre", "muse_deck")


def as_it_lies(state: State, shuffle: Random | None = None) -> Hands:
    """Hands dealt from the top of the deck, clockwise from the old starter."""
    table = state.table
    deck, discard = list(state.deck), list(state.discard)
    if shuffle is not None:
        shuffle.shuffle(deck)
        shuffle.shuffle(discard)
    stock = [*deck, *discard]
    hands = []
    for step in range(len(table.players)):
        seat = (state.starter + step) % len(table.players)
        hands.append((seat, tuple(stock[: table.cards_each])))
        del stock[: table.cards_each]
    return tuple(sorted(hands))


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random deal from the shuffled decks."""
    table = state.table
    if state.mode == modes.ROUND:
        muses = tuple(random.sample(state.muse_deck, min(table.new_muses, len(state.muse_deck))))
        return ref.Move(CHANCE, new_round.name, (as_it_lies(state, random), muses, None))
    if not state.centre:
        return ref.Move(CHANCE, row.name, (tuple(random.sample(state.muse_deck, table.centre)),))
    to = next(seat for seat in table.seats if not state.seats[seat].hand)
    return ref.Move(CHANCE, deal.name, (to, tuple(random.sample(state.deck, table.first_cards))))
