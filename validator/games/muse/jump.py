"""Jumping In: bids for the narration, and what follows when they are closed."""

from __future__ import annotations

from collections.abc import Iterable, Sized

from validator.games.muse import notation, phases
from validator.games.muse.flow import settle
from validator.games.muse.modes import STAGES, holds, narrator, sits_here
from validator.games.muse.state import NOBODY, Due, Pieces, State, sets
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, record

# ---- candidates


def leader(state: State) -> int:
    return max(state.listeners(), key=lambda seat: len(state.seats[seat].bid))


def total(state: State, before: Sized, cards: Sized) -> int:
    """The number of cards in a bid after a raise."""
    return len(cards) if state.table.new_stack else len(before) + len(cards)


def _biddable(state: State, seat: int) -> tuple[Pieces, int]:
    """The cards that can be bid, and the number of cards already in the bid."""
    own = state.seats[seat]
    if state.table.new_stack:
        return state.table.ordered((*own.bid, *own.hand)), 0
    return state.table.ordered(own.hand), len(own.bid)


def raises(state: State, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which a Listener can open or raise."""
    cards, lie = _biddable(state, seat)
    least = max(state.table.least_bid, state.highest() + 1) - lie
    if state.clash and state.clash[1]:
        return sets(cards, max(least, state.clash[1]), state.clash[1])
    return sets(cards, least, len(cards))


def matches(state: State, seat: int) -> Iterable[Pieces]:
    """Every set of cards with which the Narrator can match."""
    cards, lie = _biddable(state, seat)
    need = state.highest() - lie
    return sets(cards, need, need) if need > 0 else ()


def skipped(state: State) -> list[int]:
    """Who was skipped by a Jump In and has not drawn yet."""
    return [due.seat for due in state.due if due.kind == "bonus"]


def _bids(state: State) -> bool:
    return state.stage == phases.BID


def none_bids(state: State) -> bool:
    return state.stage != phases.BID


# ---- the verbs

jump = Verb(
    "jump",
    about="Jump In: a Listener bids for the narration, or adds cards to a bid.",
    args=(notation.BID.of(raises),), modes=(phases.TELL, phases.BID), by=State.listeners,
    gates={
        phases.SHOWDOWN: ref.gate("MUSE-SHOWDOWN-26", why="a Showdown is going on"),
        phases.EPILOGUE: ref.gate("MUSE-END-08", why="the Epilogue is told"),
        phases.OVER: ref.gate("MUSE-END-01", "MUSE-END-08", why="the game is over"),
        phases.ANSWER: ref.gate("MUSE-SHOWDOWN-27", why="the answer of the Showdown is being told"),
    },
)  # fmt: skip
match = Verb(
    "match", about="The Narrator matches the highest bid.", args=(notation.BID.of(matches),),
    modes=STAGES, by=lambda state: narrator(state) if state.stage == phases.BID else (),
)  # fmt: skip
withdraw = Verb(
    "withdraw", about="Take back a bid; the rules refuse it.", kind="aside", args=(),
    modes=STAGES, listed=False,
)  # fmt: skip
bonus = Verb(
    "bonus", about="A player who was skipped by a Jump In draws.", args=(),
    by=lambda state: (state.due[0].seat,) if state.mode == phases.BONUS else (),
)  # fmt: skip
erase = Verb(
    "erase", about="After a Jump In, take back the last sentences of the old Narrator.",
    kind="aside", args=(), modes=STAGES,
)  # fmt: skip

VERBS = (jump, match, withdraw, bonus, erase)

ref.guards_for(VERBS, "MUSE-PLAYER-02")(sits_here)


# ---- bids


@jump.guard("MUSE-JUMP-01")
def listeners_only(state: State, seat: int) -> Verdict:
    return KEPT if seat != state.narrator else f"{state.name_of(seat)} is the Narrator"


@jump.guard("MUSE-JUMP-12")
def not_into_a_jumped_turn(state: State, _: int) -> Verdict:
    if not state.won:
        return KEPT
    return lambda: f"{state.name_of(state.narrator)} has won this turn by a Jump In"


@jump.guard("MUSE-JUMP-11", when=none_bids)
def not_into_a_kept_narration(state: State, _: int) -> Verdict:
    if state.won or state.contests < state.table.contests:
        return NOT_CONCERNED
    return f"{state.name_of(state.narrator)} has kept the narration in this turn"


@jump.guard("MUSE-JUMP-10", when=none_bids)
def one_contest_in_a_turn(state: State, _: int) -> Verdict:
    number = state.contests
    return KEPT if number < state.table.contests else f"{number} contest in this turn"


@jump.guard("MUSE-JUMP-13", when=lambda state: bool(state.clash))
def who_lays_of_two(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.clash[0] else f"{state.name_of(state.clash[0])} lays the bid"


@jump.guard("MUSE-JUMP-13")
def with_the_cards_told(state: State, seat: int, cards: Pieces) -> Verdict:
    if not state.clash or not state.clash[1] or seat != state.clash[0]:
        return NOT_CONCERNED
    number = len(cards)
    return KEPT if number == state.clash[1] else f"{number} cards, not {state.clash[1]}"


@jump.guard("MUSE-JUMP-01")
def so_many_at_least(state: State, _: int, cards: Pieces) -> Verdict:
    if state.stage == phases.BID:
        return "no card is added" if not cards else NOT_CONCERNED
    least = state.table.least_bid
    return KEPT if len(cards) >= least else f"{len(cards)} cards, not {least} or more"


@jump.guard("MUSE-JUMP-02", when=_bids)
def higher_than_before(state: State, seat: int, cards: Pieces) -> Verdict:
    number, most = total(state, state.seats[seat].bid, cards), state.highest()
    return KEPT if number > most else f"{number} cards do not exceed {most}"


@jump.guard("MUSE-RUL-26")
def adds_to_the_bid(state: State, seat: int, cards: Pieces) -> Verdict:
    """A raise adds cards; cards already bid stay."""
    before = state.seats[seat].bid
    if not before or state.table.new_stack:
        return NOT_CONCERNED
    twice = [card for card in cards if card in before]
    return f"{' '.join(twice)} is bid already" if twice else KEPT


@ref.guards_for((jump, match), "MUSE-COMP-10")
def bids_own_cards(state: State, seat: int, cards: Pieces) -> Verdict:
    return holds(state, seat, cards, state.seats[seat].bid if state.table.new_stack else ())


def _bid(state: State, seat: int, cards: Pieces) -> State:
    """Bid cards for the narration; a new bid replaces the one before."""
    own, new = state.seats[seat], state.table.new_stack
    hand, bid = ((*own.hand, *own.bid), ()) if new else (own.hand, own.bid)
    seats = state.with_seat(seat, hand=ref.without(hand, *cards), bid=(*bid, *cards))
    return state._replace(stage=phases.BID, seats=seats, clash=())


@jump.effect
def _jump(state: State, seat: int, cards: Pieces, trace: Trace | None) -> State:
    after = _bid(state, seat, cards)
    if trace is not None:
        name, bid = state.name_of(seat), after.seats[seat].bid
        facts = (f"bids.{name}", f"{name}.bid", f"{name}.hand")
        text = f"{name} bids {len(bid)}: {' '.join(bid)}"
        trace("MUSE-JUMP-01", "bids", *facts, "step", text=text)
        trace("MUSE-JUMP-02", "highest")
        if state.stage != phases.BID:
            trace("MUSE-JUMP-04", "step")
        if state.seats[seat].bid:
            trace("MUSE-RUL-26", *facts)
        if state.clash:
            trace("MUSE-JUMP-13", "clash")
        if state.announced:
            trace("MUSE-JUMP-15")
    return after


@match.guard("MUSE-JUMP-03", "MUSE-TURN-06")
def narrator_matches(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.narrator else f"{state.name_of(state.narrator)} narrates"


@match.guard("MUSE-JUMP-03")
def neither_fewer_nor_more(state: State, _: int, cards: Pieces) -> Verdict:
    number, most = total(state, state.matching(), cards), state.highest()
    if not most:
        return "nobody has jumped in"
    if not cards:
        return "no card is laid down"
    return KEPT if number == most else f"{number} cards, not {most}"


@match.effect
def _match(state: State, seat: int, cards: Pieces, trace: Trace | None) -> State:
    after = _bid(state, seat, cards)
    name = state.name_of(seat)
    text = f"{name} matches with {' '.join(after.matching())}"
    record(trace, "MUSE-JUMP-03", "match", f"{name}.bid", f"{name}.hand", "clash", text=text)
    record(trace, "MUSE-JUMP-04")
    return after


@withdraw.guard("MUSE-RUL-26")
def bids_stay(state: State, seat: int) -> Verdict:
    lies = state.seats[seat].bid
    return f"{' '.join(lies)} stays" if lies else f"{state.name_of(seat)} has bid nothing"


# ---- bidding is over


def finish(state: State, trace: Trace | None) -> State:
    """End the bidding: nobody bids higher, and the Narrator has matched or not."""
    best, old = leader(state), state.narrator
    own, match = state.seats[best].bid, state.matching()
    kept = len(match) == len(own)
    second = _second(state, best)
    gets = best if kept else old if second == NOBODY or not state.table.to_second else second
    seats = list(state.seats)
    for seat, each in enumerate(seats):
        back = each.bid if seat not in (best, old) or (seat == old and not kept) else ()
        won = (*own, *match) if kept and seat == gets else own if seat == gets else ()
        seats[seat] = each._replace(hand=(*each.hand, *back, *won), bid=())
    after = state._replace(seats=tuple(seats), stage=phases.TELL, clash=())
    if trace is not None:
        _noted(state, kept, best, gets, trace)
    return _kept(after, best, trace) if kept else _lost(after, best, gets, trace)


def _noted(state: State, kept: bool, best: int, gets: int, trace: Trace) -> None:
    """Record where the cards of each bid go."""
    old, winner = state.name_of(state.narrator), state.name_of(best)
    own, match = state.seats[best].bid, state.matching()
    trace("MUSE-JUMP-04", "step", "bids", "match", f"{old}.bid", f"{winner}.bid", "clash")
    for seat, each in enumerate(state.seats):
        if each.bid and seat not in (best, state.narrator):
            who = state.name_of(seat)
            back = (f"{who}.hand", f"{who}.cards", f"{who}.bid")
            trace("MUSE-JUMP-07", *back, text=f"{who} takes them back")
    name = state.name_of(gets)
    facts = (f"{name}.hand", f"{name}.cards")
    if kept:
        text = f"{old} keeps the narration; {winner} gets {' '.join(match)}"
        trace(("MUSE-JUMP-05", "MUSE-RUL-07", "MUSE-DRAW-10"), *facts, text=text)
        return
    text = f"{winner} jumps in; {' '.join(own)} goes to {name}"
    trace(("MUSE-JUMP-06", "MUSE-RUL-06", "MUSE-DRAW-10"), *facts, text=text)
    if match:
        trace("MUSE-RUL-07", f"{old}.hand", f"{old}.cards")
    if state.announced:
        trace("MUSE-JUMP-15", "announced", text=f"'{state.announced}' does not take place")


def _second(state: State, best: int) -> int:
    """The Listener or Narrator with the second-best bid."""
    others = [(len(own.bid), seat) for seat, own in enumerate(state.seats) if seat != best]
    number, seat = max(others)
    return seat if number else NOBODY


def _kept(state: State, best: int, trace: Trace | None) -> State:
    seat, table = state.narrator, state.table
    again = not state.seats[seat].hand
    gained, ticks = (0, 0) if table.reopens_all else (state.gained, state.ticks)
    record(trace, "MUSE-RUL-08", *(("gained",) if gained != state.gained else ()))
    if ticks != state.ticks:
        record(trace, "MUSE-RUL-08", "ticks")
    record(trace, ("MUSE-JUMP-10", "MUSE-JUMP-11"), "contests")
    if again:
        record(trace, "MUSE-DRAW-09", *(("again",) if not state.again else ()))
    state = state._replace(
        contests=state.contests + 1, again=again, gained=gained, ticks=ticks,
        due=(Due("surplus", best),),
    )  # fmt: skip
    after = settle(state, trace)
    if after.due:
        record(trace, "MUSE-JUMP-09", "due")
    return after


def _lost(state: State, winner: int, gets: int, trace: Trace | None) -> State:
    old = state.narrator
    circle = state.clockwise(old)
    passed = circle[: circle.index(winner)]
    then = [Due("end", old), Due("narrate", winner), Due("surplus", old)]
    then += [Due("surplus", gets)] if gets != old else []
    then += [Due("bonus", seat) for seat in passed]
    state = state._replace(interrupted=(old, state.announced), announced="")
    after = settle(state._replace(ended="jump", due=tuple(then)), trace)
    record(trace, ("MUSE-RUL-04", "MUSE-JUMP-08"), *(("due",) if after.due else ()))
    record(trace, "MUSE-JUMP-06", "interrupted", "ended", "last", "narrator")
    return after


@bonus.guard("MUSE-SHOWDOWN-28")
def none_after_a_showdown(state: State, _: int) -> Verdict:
    if state.mode == phases.BONUS or state.last[1] != "showdown":
        return NOT_CONCERNED
    return "the narration went to the winner of a Showdown"


@bonus.guard("MUSE-JUMP-08", "MUSE-DRAW-10")
def skipped_players_draw(state: State, seat: int) -> Verdict:
    return KEPT if seat in skipped(state) else f"{state.name_of(seat)} is not skipped by a Jump In"


@bonus.guard("MUSE-RUL-04")
def one_after_the_other(state: State, seat: int) -> Verdict:
    if seat not in skipped(state):
        return NOT_CONCERNED
    kind, first, _ = state.due[0]
    is_next = (kind, first) == ("bonus", seat)
    return KEPT if is_next else f"{state.name_of(first)} comes first: {kind}"


@bonus.effect
def _bonus(state: State, seat: int, trace: Trace | None) -> State:
    text = f"{state.name_of(seat)} was skipped and draws"
    record(trace, ("MUSE-JUMP-08", "MUSE-RUL-04"), "due", text=text)
    due = (Due("skipped", seat, state.table.bonus), Due("surplus", seat), *state.due[1:])
    return settle(state._replace(due=due), trace)


@erase.guard("MUSE-JUMP-06", "MUSE-RUL-25")
def who_has_jumped_in(state: State, seat: int) -> Verdict:
    if state.stage == phases.TELL and state.won and seat == state.narrator:
        return KEPT
    return f"{state.name_of(seat)} has not jumped in"


@erase.effect
def _erase(state: State, seat: int, trace: Trace | None) -> State:
    who, whose = state.name_of(seat), state.name_of(state.last[0])
    record(trace, "MUSE-RUL-25", text=f"{who} unsays {whose}'s last sentences; ticks stay")
    return state
