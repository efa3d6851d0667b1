"""Jump Ins: bids for the narration, and what happens when the bidding ends.

In the rulebook: Jumping In.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import settle
from validator.games.muse.constants import Pieces
from validator.games.muse.modes import (
    ALL,
    STAGES,
    announced_words,
    everybody,
    has,
    narrator,
    verb,
    who_narrates,
)
from validator.games.muse.state import Due, State, sets
from validator.referee import api as ref
from validator.referee.api import Judge, Say, event

JUMPS = Say("Jump In with {cards}", "bids {number}: {bid}")
MATCHES = Say("Match with {cards}", "matches with {bid}")
TAKES_BACK = event("{who} takes {cards} back")
KEEPS = event("{who} keeps the narration; {other} [gets|get] {cards}")
WINS = event("{who} jumps in; {cards} [goes|go] to {other}")
NOT_DONE = event("nobody can {act} now")
SKIPPED = Say("Draw a bonus card", "was skipped and [draws|draw] a card")
ERASES = Say("Take back {whose}'s last sentences",
             "takes back {whose}'s last sentences; ticks stay")  # fmt: skip

MATCHES_BID = ref.gate("JUMP-03", "TURN-06", why=who_narrates)

# ---- candidates


def highest_bidder(s: State) -> int:
    return max(s.listeners(), key=lambda seat: len(s.seats[seat].bid))


def total(s: State, before: Sized, cards: Sized) -> int:
    """Return the number of cards in a bid after it has been raised."""
    return len(cards) if s.table.new_stack else len(before) + len(cards)


def _biddable(s: State, seat: int) -> tuple[Pieces, int]:
    """Return the cards that a player can bid, and the number of cards already in the bid."""
    own = s.seats[seat]
    if s.table.new_stack:
        return s.table.ordered((*own.bid, *own.hand)), 0
    return s.table.ordered(own.hand), len(own.bid)


def raises(s: State, seat: int) -> Iterable[Pieces]:
    """Return every set of cards with which a Listener can open the bidding or raise."""
    cards, lie = _biddable(s, seat)
    least = max(s.table.least_bid, s.highest() + 1) - lie
    if s.clash and s.clash[1]:
        return sets(cards, max(least, s.clash[1]), s.clash[1])
    return sets(cards, least, len(cards))


def matches(s: State, seat: int) -> Iterable[Pieces]:
    """Return every set of cards with which the Narrator can match the highest bid."""
    cards, lie = _biddable(s, seat)
    need = s.highest() - lie
    return sets(cards, need, need) if need > 0 else ()


def skipped(s: State) -> list[int]:
    """Return the players who were skipped by a Jump In and have not drawn their card yet."""
    return [due.seat for due in s.due if due.kind == "bonus"]


# ---- bids


def may_contest(s: State, to: Judge) -> None:
    """Check that there is at most one contest per turn.

    A turn that was won or kept by a contest has no other contest.
    """
    now = s.name_of(s.narrator)
    to.holds("JUMP-12", not s.won, "{now} [has|have] already won this turn by a Jump In", now=now)
    if s.stage != phases.BID:
        to.holds(("JUMP-11", "JUMP-10"), s.contests < s.table.contests,
                 "{now} [has|have] already kept the narration this turn", now=now)  # fmt: skip


def may_jump(s: State, me: int, to: Judge) -> None:
    """Check that a Listener jumps in, in the narration or the bidding."""
    to.holds("JUMP-01", me != s.narrator, "{player} [is|are] already the Narrator")
    may_contest(s, to)
    if s.clash:
        to.holds("JUMP-13", me == s.clash[0], "{other} must lay the bid",
                 other=s.name_of(s.clash[0]))  # fmt: skip


@verb(
    open=(phases.TELL, phases.BID), by=State.listeners, early=may_jump,
    due={phases.ANSWER: ("SHOWDOWN-27",), phases.SHOWDOWN: ("SHOWDOWN-26",),
         phases.EPILOGUE: ("END-08",), phases.OVER: ("END-01", "END-08")},
)  # fmt: skip
def jump(s: State, me: int, cards: Annotated[Pieces, notation.BID.of(raises)], to: Judge) -> State:
    """As a Listener, bid for the narration, or add cards to your bid."""
    before, number, least = s.seats[me].bid, len(cards), s.table.least_bid
    if s.clash and s.clash[1] and me == s.clash[0]:
        to.holds("JUMP-13", number == s.clash[1],
                 "{number} [card is|cards are] bid; expected {need}", number=number,
                 need=s.clash[1])  # fmt: skip
    if s.stage == phases.BID:
        most = s.highest()
        to.holds("JUMP-02", total(s, before, cards) > most,
                 "a bid of {number} [card|cards] does not exceed the highest bid, {most}",
                 number=total(s, before, cards), most=most)  # fmt: skip
    else:
        to.holds("JUMP-01", number >= least,
                 "{number} [card is|cards are] bid; expected at least {least}", number=number,
                 least=least)  # fmt: skip
    if before and not s.table.new_stack:  # a raise adds cards; cards already bid stay
        twice = tuple(card for card in cards if card in before)
        to.holds("RUL-26", not twice, "{cards} [has|have] already been bid", cards=twice)
    has(s, me, cards, to, "COMP-10", bid=s.table.new_stack)
    to.asked()
    after = _bid(s, me, cards)
    if s.stage != phases.BID:
        to.did("JUMP-04", s, after)
    if before:
        to.did("RUL-26", s, after)
    if s.clash:
        to.did("JUMP-13", s, after)
    if s.announced:
        to.did("JUMP-15", s, s)
    bid = after.seats[me].bid
    return to.did(("JUMP-01", "JUMP-02"), s, after, JUMPS, cards=cards, number=len(bid), bid=bid)


def _bid(s: State, me: int, cards: Pieces) -> State:
    """Bid cards for the narration, replacing the player's earlier bid."""
    own, new = s.seats[me], s.table.new_stack
    hand, bid = ((*own.hand, *own.bid), ()) if new else (own.hand, own.bid)
    seats = s.with_seat(me, hand=ref.without(hand, *cards), bid=(*bid, *cards))
    return s._replace(stage=phases.BID, seats=seats, clash=())


@verb(open=phases.BID, due=dict.fromkeys(STAGES, ("JUMP-03",)), by=narrator,
      turn=MATCHES_BID)  # fmt: skip
def match(
    s: State, me: int, cards: Annotated[Pieces, notation.BID.of(matches)], to: Judge
) -> State:
    """Match the highest bid as the Narrator."""
    number, most = total(s, s.matching(), cards), s.highest()
    to.holds("JUMP-03", cards and number == most,
             "{number} [card is|cards are] bid; expected {most}", number=number,
             most=most)  # fmt: skip
    has(s, me, cards, to, "COMP-10", bid=s.table.new_stack)
    to.asked()
    after = _bid(s, me, cards)
    return to.did(("JUMP-03", "JUMP-04"), s, after, MATCHES, cards=cards, bid=after.matching())


@verb("aside", open=STAGES, listed=False, by=everybody)
def withdraw(s: State, me: int, to: Judge) -> State:
    """Take back a bid, which the rules forbid."""
    to.forbids("RUL-26", "a bid cannot be taken back: {cards} must stay",
               cards=s.seats[me].bid or "the cards of the bid")  # fmt: skip


# ---- bidding is over


def end_the_bidding(s: State, to: Judge) -> State:
    """End the bidding.

    The Narrator goes on if the highest bid was matched; otherwise its bidder narrates next.
    """
    best, old, matching = highest_bidder(s), s.narrator, s.matching()
    bid = s.seats[best].bid
    kept = len(matching) == len(bid)
    gets, cards = (best, (*bid, *matching)) if kept else (gets_winning_bid(s, best), bid)
    before, s = s, _take_back(s, (best, old) if kept else (best,), to)
    seats = [own._replace(bid=()) for own in s.seats]
    seats[gets] = seats[gets]._replace(hand=(*seats[gets].hand, *cards))
    after = s._replace(seats=tuple(seats), stage=phases.TELL, clash=())
    to.did("JUMP-04", before, after)
    if kept:
        s = to.did(("JUMP-05", "RUL-07", "DRAW-10"), s, after, KEEPS, who=s.name_of(old),
                   other=s.name_of(best), cards=matching)  # fmt: skip
        return _kept(s, best, to)
    s = to.did(("JUMP-06", "RUL-06", "DRAW-10"), s, after, WINS, who=s.name_of(best), cards=bid,
               other=s.name_of(gets))  # fmt: skip
    return _lost(s, best, gets, to)


def gets_winning_bid(s: State, best: int) -> int:
    """Return who gets the winning cards: the Narrator or, by a ruling, the second-best bidder."""
    number, second = max((len(own.bid), seat) for seat, own in enumerate(s.seats) if seat != best)
    return second if number and s.table.to_second else s.narrator


def _take_back(s: State, staying: tuple[int, ...], to: Judge) -> State:
    """Let all players take back their bids, except those whose bids stay."""
    for seat, own in enumerate(s.seats):
        if own.bid and seat not in staying:
            after = s._replace(seats=s.with_seat(seat, hand=(*own.hand, *own.bid), bid=()))
            if seat == s.narrator:
                to.did("RUL-07", s, after)
            s = to.did("JUMP-07", s, after, TAKES_BACK, who=s.name_of(seat), cards=own.bid)
    return s


def _kept(s: State, best: int, to: Judge) -> State:
    """Let the Narrator go on; there is no other contest in this turn."""
    table, whole_hand = s.table, not s.seats[s.narrator].hand
    s = to.did("RUL-08", s, s._replace(gained=0, ticks=0) if table.reopens_all else s)
    if whole_hand:
        s = to.did("DRAW-09", s, s._replace(kept_with_whole_hand=True))
    after = s._replace(contests=s.contests + 1, kept_with_whole_hand=whole_hand)
    s = to.did(("JUMP-10", "JUMP-11"), s, after)
    return to.did("JUMP-09", s, settle(s._replace(due=(Due("surplus", best),)), to))


def _lost(s: State, winner: int, gets: int, to: Judge) -> State:
    """End the Narrator's turn, and make the winner the Narrator; players in between are skipped."""
    old, circle = s.narrator, s.clockwise(s.narrator)
    then = [Due("end", old), Due("narrate", winner), Due("surplus", old)]
    then += [Due("surplus", gets)] if gets != old else []
    then += [Due("bonus", seat) for seat in circle[: circle.index(winner)]]
    after = s._replace(interrupted=(old, s.announced), announced="")
    if s.announced:
        to.did("JUMP-15", s, after, NOT_DONE, act=announced_words(s.announced))
    after = settle(after._replace(ended="jump", due=tuple(then)), to)
    return to.did(("JUMP-06", "RUL-04", "JUMP-08"), s, after)


@verb(open=ALL, by=lambda s: tuple([due.seat for due in s.due[:1]]))
def bonus(s: State, me: int, to: Judge) -> State:
    """Draw a card, as a player who was skipped by a Jump In."""
    if s.mode != phases.BONUS:
        to.holds("SHOWDOWN-28", s.last[1] != "showdown",
                 "a bonus card is drawn only after a Jump In, and the narration went to the "
                 "winner of a Showdown")  # fmt: skip
    to.holds(("JUMP-08", "DRAW-10"), me in skipped(s),
             "{player} [was|were] not skipped by a Jump In")  # fmt: skip
    kind, first, _ = s.due[0]
    to.holds("RUL-04", (kind, first) == ("bonus", me), "{other} must act first: {step}",
             other=s.name_of(first), step=kind)  # fmt: skip
    to.asked()
    due = (Due("skipped", me, s.table.bonus), Due("surplus", me), *s.due[1:])
    return settle(to.did(("JUMP-08", "RUL-04"), s, s._replace(due=due), SKIPPED), to)


@verb("aside", open=STAGES, by=everybody)
def erase(s: State, me: int, to: Judge) -> State:
    """After a Jump In, take back the last sentences of the former Narrator."""
    to.holds(("JUMP-06", "RUL-25"), s.stage == phases.TELL and s.won and me == s.narrator,
             "{player} [has|have] not won the narration by a Jump In")  # fmt: skip
    to.asked()
    return to.did("RUL-25", s, s, ERASES, whose=s.name_of(s.last[0]))
