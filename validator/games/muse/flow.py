"""What follows by itself: turns that end, cards that are due, Showdowns that open."""

from __future__ import annotations

from validator.games.muse.state import (
    CRISIS,
    DRAWS,
    NOBODY,
    SHEETS,
    SHOWDOWN,
    SIDES,
    TELL,
    Due,
    Showdown,
    State,
    available,
    clockwise,
    limit,
    lowest,
    name_of,
    without,
)
from validator.referee.core import Notes
from validator.referee.zones import put

PASS = (Due("pass"),)


def turn_over(state: State, how: str, then: tuple[Due, ...], note: Notes | None) -> State:
    """The Narrator's turn is over: a draw if the hand is empty, surplus, and what comes then."""
    seat = state.narrator
    due = (Due("end", seat), Due("surplus", seat), *then)
    return settle(state._replace(ended=how, due=due), note)


def settle(state: State, note: Notes | None) -> State:
    """Go on until somebody has to act or the deck to give."""
    while state.due:
        head, rest = state.due[0], state.due[1:]
        if head.kind in DRAWS:
            if head.number > 0 and available(state):
                return state
            if head.number > 0 and note is not None:
                note("MUSE-RUL-02", "due", "deck", "discard", text="no card is left to draw")
            state = state._replace(due=rest)
        elif head.kind == "surplus":
            if head.seat in state.seats and len(state.hands[head.seat]) > limit(state):
                return state
            state = state._replace(due=rest)
        elif head.kind == "bonus":
            return state
        else:
            state = FLOW[head.kind](state._replace(due=rest), head, note)
    return state


def _end(state: State, head: Due, note: Notes | None) -> State:
    """At the end of a turn an empty hand draws, if it may."""
    seat, table = head.seat, state.table
    if state.hands[seat] or not (state.gained < table.gains or state.again):
        return state
    if note is not None:
        name = name_of(state, seat)
        note("MUSE-RUL-09", f"{name}.hand", "due", text=f"{name}'s hand is empty: 1 card")
        note("MUSE-DRAW-07", f"{name}.hand", f"{name}.cards", "due")
        if state.again:
            note("MUSE-DRAW-09", f"{name}.hand", "due")
    number = table.kept if state.again else table.empty
    return state._replace(due=(Due("empty", seat, number), *state.due))


def _pass(state: State, _: Due, note: Notes | None) -> State:
    """Narration passes to the left."""
    after = new_turn(state, clockwise(state, state.narrator)[0])
    if note is not None:
        text = f"{name_of(state, after.narrator)} narrates"
        note("MUSE-TURN-01", "narrator", "turn", text=text)
        if state.won:
            note("MUSE-JUMP-17", "narrator", "turn")
        note("MUSE-SETUP-10", "story_sheet")
    return after


def _narrate(state: State, head: Due, note: Notes | None) -> State:
    """The winner of a Jump In or of a Showdown narrates."""
    jumped = state.ended == "jump"
    after = new_turn(state, head.seat)._replace(won=jumped, answering=not jumped)
    if jumped:
        after = after._replace(interrupted=state.interrupted)
    if note is not None:
        name = name_of(state, head.seat)
        if jumped:
            note("MUSE-JUMP-06", "narrator", "turn", "won", text=f"{name} narrates")
            note("MUSE-JUMP-17", "narrator", "turn")
        else:
            note("MUSE-SHOWDOWN-24", "narrator", "turn", "answering", text=f"{name} answers")
            note("MUSE-RUL-18", "narrator", "gained", "contests")
            note("MUSE-SHOWDOWN-28", "due")
        note("MUSE-SETUP-10", "story_sheet")
    return after


def new_turn(state: State, seat: int) -> State:
    """A fresh turn of somebody."""
    return state._replace(
        stage=TELL, narrator=seat, gained=0, ticks=0, contests=0, won=False, again=False,
        answering=False, last=(state.narrator, state.ended), ended="", announced="",
        interrupted=(NOBODY, ""), clash=(),
    )  # fmt: skip


# ---- Showdowns open


def _open(state: State, head: Due, note: Notes | None) -> State:
    """Turn up the cards of both sheets, or draw those of the Crisis."""
    question = head.number
    yes, no = 2 * question, 2 * question + 1
    owners = (state.owners[yes], state.owners[no])
    if note is not None:
        note("MUSE-TURN-04", "step", text=f"the Showdown for {'12C'[question]} opens")
        note("MUSE-RUL-24", "step")
    if question == CRISIS:
        return _open_crisis(state, owners, note)
    kept, aside = [], []
    for sheet in (yes, no):
        low = lowest(state.table, state.sheets[sheet])
        kept.append((low,))
        aside.append(without(state.sheets[sheet], (low,)))
        if note is not None:
            note(
                "MUSE-SHOWDOWN-06",
                "showdown",
                f"showdown.{SHEETS[sheet][0]}",
                text=f"{SHEETS[sheet]} keeps {low}",
            )
            note("MUSE-SHOWDOWN-07", "showdown")
    contest = Showdown(question, owners, (aside[0], aside[1]), (kept[0], kept[1]))
    sheets = put(put(state.sheets, yes, ()), no, ())
    return state._replace(stage=SHOWDOWN, showdown=contest, sheets=sheets)


def _open_crisis(state: State, owners: tuple[int, int], note: Notes | None) -> State:
    """Tokens come off, and each is a card to be drawn."""
    table = state.table
    each = [tokens * table.per_token for tokens in state.crisis]
    order = (table.first_side, 1 - table.first_side)
    kinds = ("yes", "no")
    due = [Due(kinds[side], NOBODY, each[side]) for side in order]
    deck, discard, sheets, known = state.deck, state.discard, state.sheets, state.known
    if sum(each) > available(state):
        for cards in sheets:
            discard = (*discard, *cards)
        deck, discard, known = (*deck, *discard), (), 0
        sheets = ((),) * len(sheets)
        if note is not None:
            text = "the discards and the Subplot cards are shuffled into the deck"
            facts = [f"{sheet}.{what}" for sheet in SHEETS for what in ("cards", "count")]
            note("MUSE-END-11", "deck", "discard", *facts, text=text)
            note("MUSE-RUL-03", "deck", "due", *facts)
        if sum(each) > len(deck):
            due = []
            left, cards_left = list(each), len(deck)
            while cards_left and any(left):
                for side in order:
                    if left[side] and cards_left:
                        due.append(Due(kinds[side], NOBODY, 1))
                        left[side] -= 1
                        cards_left -= 1
    if note is not None:
        note("MUSE-END-02", "CY.tokens", "CN.tokens", "pool", "due",
             text=f"{' and '.join(map(str, each))} cards are drawn for Yes and No")  # fmt: skip
        note("MUSE-RUL-28", "due")
        if len(due) > len(kinds):
            note("MUSE-RUL-03", "due", "showdown.Y", "showdown.N")
    contest = Showdown(CRISIS, owners, ((), ()), ((), ()))
    return state._replace(
        stage=SHOWDOWN, showdown=contest, deck=deck, discard=discard, sheets=sheets, known=known,
        pool=state.pool + sum(state.crisis), crisis=(0, 0), due=(*due, Due("lowest"), *state.due),
    )  # fmt: skip


def _lowest(state: State, _: Due, note: Notes | None) -> State:
    """Each side of the Crisis keeps its lowest card."""
    contest = state.showdown
    assert contest is not None
    discard, up = state.discard, []
    for side, cards in enumerate(contest.up):
        low = lowest(state.table, cards) if cards else None
        discard = (*discard, *(without(cards, (low,)) if low else ()))
        up.append((low,) if low else ())
        if note is not None:
            fact = f"showdown.{SIDES[side]}"
            note("MUSE-END-03", fact, "discard", text=f"{SIDES[side]} keeps {low or 'nothing'}")
            note("MUSE-RUL-28", fact)
            note("MUSE-END-04", fact, "showdown.leading")
    return state._replace(showdown=contest._replace(up=(up[0], up[1])), discard=discard)


FLOW = {"end": _end, "pass": _pass, "narrate": _narrate, "open": _open, "lowest": _lowest}


def take_tokens(state: State, number: int, note: Notes | None) -> State:
    """Tokens leave the pool; what it lacks is added from anywhere."""
    short = max(0, number - state.pool)
    if short and note is not None:
        text = f"{short} more objects serve as tokens"
        note("MUSE-COMP-09", "pool", "added", "tokens_in_all", text=text)
    return state._replace(pool=state.pool + short - number, added=state.added + short)


def surplus(state: State) -> tuple[Due, ...]:
    """Everybody but the Narrator who holds too many cards."""
    return tuple(Due("surplus", seat) for seat in clockwise(state, state.narrator)[:-1])
