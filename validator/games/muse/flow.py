"""What follows by itself: turns that end, cards that are due, Showdowns that open."""

from __future__ import annotations

from validator.games.muse.position import (
    CRISIS,
    DRAWS,
    NOBODY,
    SHEETS,
    SHOWDOWN,
    SIDES,
    TELL,
    Due,
    Position,
    Showdown,
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


def turn_over(at: Position, how: str, then: tuple[Due, ...], note: Notes | None) -> Position:
    """The Narrator's turn is over: a draw if the hand is empty, surplus, and what comes then."""
    seat = at.narrator
    due = (Due("end", seat), Due("surplus", seat), *then)
    return settle(at._replace(ended=how, due=due), note)


def settle(at: Position, note: Notes | None) -> Position:
    """Go on until somebody has to act or the deck to give."""
    while at.due:
        head, rest = at.due[0], at.due[1:]
        if head.kind in DRAWS:
            if head.number > 0 and available(at):
                return at
            if head.number > 0 and note is not None:
                note("MUSE-RUL-02", "due", "deck", "discard", text="no card is left to draw")
            at = at._replace(due=rest)
        elif head.kind == "surplus":
            if head.seat in at.seats and len(at.hands[head.seat]) > limit(at):
                return at
            at = at._replace(due=rest)
        elif head.kind == "bonus":
            return at
        else:
            at = FLOW[head.kind](at._replace(due=rest), head, note)
    return at


def _end(at: Position, head: Due, note: Notes | None) -> Position:
    """At the end of a turn an empty hand draws, if it may."""
    seat, table = head.seat, at.table
    if at.hands[seat] or not (at.gained < table.gains or at.again):
        return at
    if note is not None:
        name = name_of(at, seat)
        note("MUSE-RUL-09", f"{name}.hand", "due", text=f"{name}'s hand is empty: 1 card")
        note("MUSE-DRAW-07", f"{name}.hand", f"{name}.cards", "due")
        if at.again:
            note("MUSE-DRAW-09", f"{name}.hand", "due")
    number = table.kept if at.again else table.empty
    return at._replace(due=(Due("empty", seat, number), *at.due))


def _pass(at: Position, _: Due, note: Notes | None) -> Position:
    """Narration passes to the left."""
    after = new_turn(at, clockwise(at, at.narrator)[0])
    if note is not None:
        text = f"{name_of(at, after.narrator)} narrates"
        note("MUSE-TURN-01", "narrator", "turn", text=text)
        if at.won:
            note("MUSE-JUMP-17", "narrator", "turn")
        note("MUSE-SETUP-10", "story_sheet")
    return after


def _narrate(at: Position, head: Due, note: Notes | None) -> Position:
    """The winner of a Jump In or of a Showdown narrates."""
    jumped = at.ended == "jump"
    after = new_turn(at, head.seat)._replace(won=jumped, answering=not jumped)
    if jumped:
        after = after._replace(interrupted=at.interrupted)
    if note is not None:
        name = name_of(at, head.seat)
        if jumped:
            note("MUSE-JUMP-06", "narrator", "turn", "won", text=f"{name} narrates")
            note("MUSE-JUMP-17", "narrator", "turn")
        else:
            note("MUSE-SHOWDOWN-24", "narrator", "turn", "answering", text=f"{name} answers")
            note("MUSE-RUL-18", "narrator", "gained", "contests")
            note("MUSE-SHOWDOWN-28", "due")
        note("MUSE-SETUP-10", "story_sheet")
    return after


def new_turn(at: Position, seat: int) -> Position:
    """A fresh turn of somebody."""
    return at._replace(
        stage=TELL, narrator=seat, gained=0, ticks=0, contests=0, won=False, again=False,
        answering=False, last=(at.narrator, at.ended), ended="", announced="",
        interrupted=(NOBODY, ""), clash=(),
    )  # fmt: skip


# ---- Showdowns open


def _open(at: Position, head: Due, note: Notes | None) -> Position:
    """Turn up the cards of both sheets, or draw those of the Crisis."""
    question = head.number
    yes, no = 2 * question, 2 * question + 1
    owners = (at.owners[yes], at.owners[no])
    if note is not None:
        note("MUSE-TURN-04", "step", text=f"the Showdown for {'12C'[question]} opens")
        note("MUSE-RUL-24", "step")
    if question == CRISIS:
        return _open_crisis(at, owners, note)
    kept, aside = [], []
    for sheet in (yes, no):
        low = lowest(at.table, at.sheets[sheet])
        kept.append((low,))
        aside.append(without(at.sheets[sheet], (low,)))
        if note is not None:
            note(
                "MUSE-SHOWDOWN-06",
                "showdown",
                f"showdown.{SHEETS[sheet][0]}",
                text=f"{SHEETS[sheet]} keeps {low}",
            )
            note("MUSE-SHOWDOWN-07", "showdown")
    contest = Showdown(question, owners, (aside[0], aside[1]), (kept[0], kept[1]))
    sheets = put(put(at.sheets, yes, ()), no, ())
    return at._replace(stage=SHOWDOWN, showdown=contest, sheets=sheets)


def _open_crisis(at: Position, owners: tuple[int, int], note: Notes | None) -> Position:
    """Tokens come off, and each is a card to be drawn."""
    table = at.table
    each = [tokens * table.per_token for tokens in at.crisis]
    order = (table.first_side, 1 - table.first_side)
    kinds = ("yes", "no")
    due = [Due(kinds[side], NOBODY, each[side]) for side in order]
    deck, discard, sheets, known = at.deck, at.discard, at.sheets, at.known
    if sum(each) > available(at):
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
    return at._replace(
        stage=SHOWDOWN, showdown=contest, deck=deck, discard=discard, sheets=sheets, known=known,
        pool=at.pool + sum(at.crisis), crisis=(0, 0), due=(*due, Due("lowest"), *at.due),
    )  # fmt: skip


def _lowest(at: Position, _: Due, note: Notes | None) -> Position:
    """Each side of the Crisis keeps its lowest card."""
    contest = at.showdown
    assert contest is not None
    discard, up = at.discard, []
    for side, cards in enumerate(contest.up):
        low = lowest(at.table, cards) if cards else None
        discard = (*discard, *(without(cards, (low,)) if low else ()))
        up.append((low,) if low else ())
        if note is not None:
            fact = f"showdown.{SIDES[side]}"
            note("MUSE-END-03", fact, "discard", text=f"{SIDES[side]} keeps {low or 'nothing'}")
            note("MUSE-RUL-28", fact)
            note("MUSE-END-04", fact, "showdown.leading")
    return at._replace(showdown=contest._replace(up=(up[0], up[1])), discard=discard)


FLOW = {"end": _end, "pass": _pass, "narrate": _narrate, "open": _open, "lowest": _lowest}


def take_tokens(at: Position, number: int, note: Notes | None) -> Position:
    """Tokens leave the pool; what it lacks is added from anywhere."""
    short = max(0, number - at.pool)
    if short and note is not None:
        text = f"{short} more objects serve as tokens"
        note("MUSE-COMP-09", "pool", "added", "tokens_in_all", text=text)
    return at._replace(pool=at.pool + short - number, added=at.added + short)


def surplus(at: Position) -> tuple[Due, ...]:
    """Everybody but the Narrator who holds too many cards."""
    return tuple(Due("surplus", seat) for seat in clockwise(at, at.narrator)[:-1])
