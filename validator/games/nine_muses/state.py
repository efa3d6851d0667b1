"""A state of Nine Muses: where every piece is, and whose turn it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from validator.games.nine_muses.cards import Knowledge, Pieces
from validator.games.nine_muses.constants import Table
from validator.referee import api as ref
from validator.referee.api import Message, Verbs, turn_of
from validator.referee.zones import quick_copies

# The pending task of a state; CALLED: the card is used, and a benefit is due.
SETUP, COLLECT, ACT, CALLED, ROUND, OVER = "setup", "collect", "act", "called", "round", "over"
IN_TURN = (COLLECT, ACT, CALLED)


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player."""

    held: Knowledge
    score: int = 0
    hand: Pieces = ()
    muses: Pieces = ()


@quick_copies
class State(NamedTuple):
    """A position in the game. States are immutable; a move creates a new one."""

    table: Table
    mode: str
    round: int
    starter: int  # seat that starts this round
    turn: int  # seat that acts
    last: int  # seat that used the latest card; -1: nobody has
    due: Pieces  # Muses whose benefits the player still has to collect
    rounds_with_last_muse: int  # counts the current one; 0 while the deck has Muses
    box: Knowledge
    pool: Knowledge
    deck: Pieces  # Philosophers, the top first
    discard: Pieces
    muse_deck: Pieces
    centre: Pieces
    seats: tuple[Seat, ...]

    def name(self, seat: int) -> str:
        return self.table.players[seat]

    def seated(self, seat: int, **changes: object) -> tuple[Seat, ...]:
        """Return the seats with changes to one of them."""
        seats: list[Any] = [*self.seats]
        seats[seat] = seats[seat]._replace(**changes)
        return tuple(seats)

    def owner(self, muse: str) -> int:
        """Return the seat that owns a Muse, or -1 if none does."""
        for seat, own in enumerate(self.seats):
            if muse in own.muses:
                return seat
        return -1


def waiting(s: State) -> Message:
    """Return a message: what the player to act must choose, and who still holds cards."""
    if s.mode == COLLECT:
        return Message("collect from {muses} first", {"muses": s.due})
    if s.mode == CALLED:
        return Message("this turn's card has already been used, and {muses} must be collected",
                       {"muses": s.due})  # fmt: skip
    left = tuple(Message("{owner} {number}", {"owner": s.name(seat), "number": len(own.hand)})
                 for seat, own in enumerate(s.seats) if own.hand)  # fmt: skip
    return Message("{actor} [has|have] no benefit to collect and must use a card; "
                   "cards left: {left}", {"actor": s.name(s.turn), "left": left})  # fmt: skip


verb = Verbs("NINE", {  # what each mode waits for
    SETUP: ref.gate("SETUP-07", "SETUP-06",
                    why="the hands and the row of Muses have not all been dealt yet"),
    COLLECT: ref.gate("TURN-01", "TURN-02", why=waiting),
    ACT: ref.gate("TURN-03", why=waiting),
    CALLED: ref.gate("TURN-03", why=waiting),
    ROUND: ref.gate("ROUND-03", "ROUND-04", "TURN-03",
                    why="the cards of the new round have not been dealt yet"),
    OVER: ref.gate("END-01", "ROUND-01", why="the game is over"),
}, turn=ref.gate("TURN-05", why=lambda s: turn_of(s.name(s.turn))))  # fmt: skip
