"""Automatic steps: turns that end, cards that are due, Showdowns that open."""

from __future__ import annotations

from typing import Any

from validator.games.muse import phases
from validator.games.muse.state import (
    CRISIS,
    NOBODY,
    QUESTIONS,
    SHEETS,
    SIDES,
    Due,
    Piles,
    Sheets,
    Showdown,
    State,
)
from validator.referee.core import Trace, record
from validator.referee.zones import without

PASS = (Due("pass"),)
FRESH = (  # facts of a turn that begin anew with the next one
    "step", "narrator", "gained", "ticks", "contests", "won", "again", "answering", "last", "ended",
    "announced", "interrupted", "due",
)  # fmt: skip


def turn_over(state: State, how: str, then: tuple[Due, ...], trace: Trace | None) -> State:
    seat = state.narrator
    due = (Due("end", seat), Due("surplus", seat), *then)
    return settle(state._replace(ended=how, due=due), trace)


def settle(state: State, trace: Trace | None) -> State:
    """Continue until a player must act or a card must be drawn."""
    left = state.due
    while left:
        head = left[0]
        if head.kind in phases.DRAWS:
            if head.number > 0 and state.available():
                break
            if head.number > 0:
                record(trace, "MUSE-RUL-02", text="no card is left to draw")
        elif head.kind == "surplus":
            if head.seat in state.circle and len(state.seats[head.seat].hand) > state.limit():
                break
        elif head.kind == "bonus":
            break
        else:
            state = FLOW[head.kind](state._replace(due=left[1:]), head, trace)
            left = state.due
            continue
        left = left[1:]
    return state if left is state.due else state._replace(due=left)


def _end(state: State, head: Due, trace: Trace | None) -> State:
    """Let an empty hand draw at the end of a turn, if the rules allow it."""
    seat, table = head.seat, state.table
    if state.seats[seat].hand or not (state.gained < table.gains or state.again):
        return state
    number = table.kept if state.again else table.empty
    text = f"{state.name_of(seat)}'s hand is empty: it draws {number}"
    again = ("MUSE-DRAW-09",) if state.again else ()
    record(trace, ("MUSE-RUL-09", "MUSE-DRAW-07", *again), "due", text=text)
    return state._replace(due=(Due("empty", seat, number), *state.due))


def _pass(state: State, _: Due, trace: Trace | None) -> State:
    after = new_turn(state, state.clockwise(state.narrator)[0])
    record(trace, "MUSE-TURN-01", *FRESH, text=f"{state.name_of(after.narrator)} narrates")
    if state.won:
        record(trace, "MUSE-JUMP-17", "narrator", "turn")
    record(trace, "MUSE-SETUP-10", "story_sheet")
    return after


def _narrate(state: State, head: Due, trace: Trace | None) -> State:
    """The winner of a Jump In or of a Showdown narrates.

    The winner of a Jump In does so at once; the turn begins when all cards have changed hands.
    """
    jumped = state.ended == "jump"
    if jumped:
        after = new_turn(state, head.seat, won=True, interrupted=state.interrupted, ended="jump")
        after = after._replace(due=(*state.due, Due("begin")))
    else:
        after = new_turn(state, head.seat, answering=True)
    name = state.name_of(head.seat)
    if jumped:
        record(trace, "MUSE-JUMP-06", *FRESH, text=f"{name} narrates")
        record(trace, "MUSE-JUMP-17", "narrator")
    else:
        record(trace, ("MUSE-SHOWDOWN-24", "MUSE-RUL-18"), *FRESH, text=f"{name} answers")
        record(trace, "MUSE-SHOWDOWN-28")
    if head.seat != state.narrator:
        record(trace, "MUSE-SETUP-10", "story_sheet")
    return after


def _begin(state: State, _: Due, trace: Trace | None) -> State:
    """The turn that a Jump In has won begins."""
    record(trace, "MUSE-RUL-04", "ended", "due", "last", "interrupted")
    return state._replace(ended="")


def new_turn(state: State, seat: int, **changes: object) -> State:
    fresh: dict[str, Any] = {
        "stage": phases.TELL, "narrator": seat, "gained": 0, "ticks": 0, "contests": 0,
        "won": False, "again": False, "answering": False, "last": (state.narrator, state.ended),
        "ended": "", "announced": "", "interrupted": (NOBODY, ""), "clash": (),
    }  # fmt: skip
    return state._replace(**(fresh | changes))


# ---- Showdowns open


def _open(state: State, head: Due, trace: Trace | None) -> State:
    """Turn up the cards of both sheets, or draw those of the Crisis."""
    question = head.number
    yes, no = state.sheets.both(question)
    owners = (yes.owner, no.owner)
    text = f"the Showdown for {QUESTIONS[question]} opens"
    record(trace, "MUSE-TURN-04", "step", "due", text=text)
    record(trace, "MUSE-RUL-24", "step")
    if question == CRISIS:
        return _open_crisis(state, owners, trace)
    low = [state.table.lowest(sheet.cards) for sheet in (yes, no)]
    for label, side, card in zip(state.sheets.labels(question), SIDES, low, strict=True):
        facts = (f"showdown.{side}", f"showdown.aside.{side}", f"{label}.cards")
        record(trace, "MUSE-SHOWDOWN-06", *facts, text=f"{label} keeps {card}")
        record(trace, "MUSE-SHOWDOWN-08", f"showdown.{side}")
    record(trace, "MUSE-SHOWDOWN-07", "showdown")
    aside = Piles(without(yes.cards, low[0]), without(no.cards, low[1]))
    contest = Showdown(question, owners, aside, Piles((low[0],), (low[1],)))
    sheets = state.sheets.with_both(question, cards=())
    return state._replace(stage=phases.SHOWDOWN, showdown=contest, sheets=sheets)


def _open_crisis(state: State, owners: tuple[int, int], trace: Trace | None) -> State:
    """Take the tokens off; each is replaced by a drawn card."""
    table, sheets = state.table, state.sheets
    tokens = [sheet.tokens for sheet in sheets.both(CRISIS)]
    each = [number * table.per_token for number in tokens]
    order = (table.first_side, 1 - table.first_side)
    kinds = ("yes", "no")
    due = [Due(kinds[side], NOBODY, each[side]) for side in order]
    deck, discard, known = state.deck, state.discard, state.known
    if sum(each) > state.available():
        for sheet in sheets:
            discard = (*discard, *sheet.cards)
        deck, discard, known = (*deck, *discard), (), 0
        sheets = Sheets(*(sheet._replace(cards=()) for sheet in sheets))
        text = "the discards and the Subplot cards are shuffled into the deck"
        facts = ("deck", "discard", "known", *(f"{sheet}.cards" for sheet in SHEETS))
        record(trace, ("MUSE-END-11", "MUSE-RUL-03"), *facts, text=text)
        if sum(each) > len(deck):
            due = _alternating(order, each, len(deck))
    if trace is not None:
        facts = ("CY.tokens", "CN.tokens", "pool", "due", "showdown")
        text = f"{' and '.join(map(str, each))} cards are drawn for Yes and No"
        trace("MUSE-END-02", *facts, text=text)
        trace("MUSE-COMP-11", "CY.tokens", "CN.tokens", "pool")
        trace("MUSE-RUL-28", "due")
        if len(due) > len(kinds):
            trace("MUSE-RUL-03", "due")
    sheets = sheets.with_both(CRISIS, tokens=0)
    return state._replace(
        stage=phases.SHOWDOWN, showdown=Showdown(CRISIS, owners), deck=deck, discard=discard,
        sheets=sheets, known=known, pool=state.pool + sum(tokens),
        due=(*due, Due("lowest"), *state.due),
    )  # fmt: skip


def _alternating(order: tuple[int, int], each: list[int], cards: int) -> list[Due]:
    """Return draws in alternation, as long as there are cards."""
    due = []
    left = list(each)
    while cards and any(left):
        for side in order:
            if left[side] and cards:
                due.append(Due(("yes", "no")[side], NOBODY, 1))
                left[side] -= 1
                cards -= 1
    return due


def _lowest(state: State, _: Due, trace: Trace | None) -> State:
    """Each side of the Crisis keeps its lowest card."""
    contest = state.showdown
    discard, up = state.discard, []
    for side, cards in zip(SIDES, contest.up, strict=True):
        low = state.table.lowest(cards) if cards else None
        gone = without(cards, low) if low else ()
        up.append((low,) if low else ())
        discard = (*discard, *gone)
        facts = (f"showdown.{side}", "discard") if gone else ()
        text = f"{side} keeps {low or 'nothing'}"
        record(trace, ("MUSE-END-03", "MUSE-RUL-28"), *facts, text=text)
    return state._replace(showdown=contest._replace(up=Piles(*up)), discard=discard)


FLOW = {
    "end": _end, "pass": _pass, "narrate": _narrate, "begin": _begin, "open": _open,
    "lowest": _lowest,
}  # fmt: skip


def take_tokens(state: State, number: int, trace: Trace | None) -> State:
    """Take tokens from the pool; missing ones are replaced by other objects."""
    short = max(0, number - state.pool)
    if short:
        text = f"{short} more objects serve as tokens"
        record(trace, "MUSE-COMP-09", "pool", "added", "tokens_in_all", text=text)
    return state._replace(pool=state.pool + short - number, added=state.added + short)


def pay_tokens(state: State, seats: tuple[int, ...], number: int, trace: Trace | None) -> State:
    """Give each of some players tokens from the pool."""
    seated = list(state.seats)
    for seat in seats:
        state = take_tokens(state, number, trace)
        seated[seat] = seated[seat]._replace(tokens=seated[seat].tokens + number)
    if seats:
        facts = [f"{state.name_of(seat)}.tokens" for seat in seats]
        record(trace, ("MUSE-DRAW-11", "MUSE-COMP-11"), *facts, "pool")
    return state._replace(seats=tuple(seated))


def surplus(state: State) -> tuple[Due, ...]:
    return tuple(Due("surplus", seat) for seat in state.listeners())
