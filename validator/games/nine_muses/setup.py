"""The set-up: the pool by number of players, the first hands, the Muses in the centre.

In the rulebook: Set the table; Other numbers of players.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.nine_muses import notation
from validator.games.nine_muses.cards import NOTHING, WORDS, Knowledge, Pieces
from validator.games.nine_muses.constants import Table
from validator.games.nine_muses.state import SETUP, Seat, State, verb
from validator.games.nine_muses.turn import begins_turn
from validator.referee import api as ref
from validator.referee.api import Judge, Say, Trace
from validator.referee.messages import only_for

DEALT = Say("deal {cards} to {player}", "{player} is dealt {cards}")
ROW = Say("lay {muses} in the centre", "{muses} are in the centre")


def pool_and_box(table: Table) -> tuple[Knowledge, Knowledge]:
    """Return the tokens in play and those in the box, which depend on the number of players."""
    pool, box = table.game.rules["NINE-SETUP-03"].pool, table.game.rules["NINE-SETUP-04"].box
    count = len(table.players)
    return Knowledge(*pool.get(count, NOTHING)), Knowledge(*box.get(count, NOTHING))


def set_up(table: Table, first: int = 0) -> State:
    """Return the state before any card is dealt: all players have received their first tokens."""
    pool, box = pool_and_box(table)
    for _ in table.players:
        pool = pool.minus(table.first_tokens)
    deck, muses = (tuple(name for name in names for _ in range(table.copies[name]))
                   for names in (table.philosophers, table.muses))  # fmt: skip
    seats = (Seat(table.first_tokens, table.start_score),) * len(table.players)
    return State(table, SETUP, 1, first, first, -1, (), 0, box, pool, deck, (), muses, (),
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
    """Check that Muses and Philosophers are dealt from two separate decks."""
    strange = [card for card in cards if (card in s.table.muses) != muses]
    to.holds("SETUP-02", not strange, "{cards} [belongs|belong] to the other deck",
             cards=tuple(strange))  # fmt: skip


def lacking(deck: Pieces, cards: Pieces) -> Pieces:
    """Return the cards of which the deck has too few copies."""
    return tuple([card for card in dict.fromkeys(cards) if cards.count(card) > deck.count(card)])


def in_deck(deck: Pieces, cards: Pieces, name: str, to: Judge) -> None:
    """Check that the deck contains all the cards that are dealt from it."""
    lacks = lacking(deck, cards)
    to.holds("COMP-13", not lacks, "{cards} [is|are] not in {name}", name=name, cards=lacks)


@verb("chance", open=SETUP, due=("SETUP-07", "SETUP-06"))
def deal(
    s: State, _: int, player: Annotated[int, ref.PLAYER],
    cards: Annotated[Pieces, notation.PIECES], to: Judge,
) -> State:  # fmt: skip
    """Deal a player's first hand."""
    need, name = s.table.first_cards, s.name(player)
    of_one_deck(s, cards, False, to)
    in_deck(s.deck, cards, "the deck", to)
    once = not s.seats[player].hand and len(cards) == need
    to.holds("SETUP-07", once,
             "each player must be dealt a hand once; {player} must have {need} cards, but "
             "the line has {number}", number=len(cards), player=name, need=need)  # fmt: skip
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
    after = begins_turn(s, s.turn)._replace(rounds_with_last_muse=int(not s.muse_deck))
    return to.did(("SETUP-07", "TURN-05"), s, after)
