"""The Narrator's turn in Muse: describe, draw, Support, Showdown, end; and surplus cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from validator.games.muse import notation, phases
from validator.games.muse.flow import PASS, settle, turn_over
from validator.games.muse.modes import NARRATES, holds, narrates, narrator, sits_here
from validator.games.muse.state import (
    CRISIS,
    NOBODY,
    QUESTIONS,
    SHEETS,
    TELLING,
    Due,
    Pieces,
    State,
    is_crisis,
    sets,
)
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record

# ---- candidates for each argument


def sheets(state: State, _: int) -> list[int]:
    """The Answer Sheets of Questions in play."""
    return [sheet for sheet in range(len(SHEETS)) if state.questions[sheet // 2].open]


def means(state: State, seat: int, sheet: int) -> list[Any]:
    """Ways to Support a sheet: a card of the hand, tokens (None), or TELLING."""
    lies, own = state.sheets[sheet], state.seats[seat]
    found: list[Any] = []
    full = state.is_full(sheet)
    if is_crisis(sheet):
        found += [None] if own.tokens else []
    elif not full:
        found += [(card,) for card in own.hand]
    if full or lies.owner == seat:
        found.append(TELLING)
    return found


def ready(state: State, _: int) -> list[int]:
    """Questions in play whose sheets both have an owner."""
    lie, found = state.sheets, range(len(QUESTIONS))
    return [q for q in found if lie[2 * q].owner >= 0 and lie[2 * q + 1].owner >= 0]


def surplus_choices(state: State, seat: int) -> Iterable[Pieces]:
    """Every way to discard down to the limit."""
    number = state.surplus_of(seat)
    return sets(state.table.ordered(state.seats[seat].hand), number, number) if number else ()


# ---- the verbs

describe = Verb(
    "describe",
    about="Add colour to an unticked element of the Story Sheet, tick it and draw: char1, goal2, "
    "rel3, scene1, threat2.",
    args=(notation.ELEMENT_NAME.of(lambda state, _: state.unticked()),),
    modes=(phases.TELL,), by=narrator,
)  # fmt: skip
gift = Verb(
    "gift", about="A Listener hands the Narrator the top card of the deck.",
    args=(notation.WHOM.stating(lambda state, *_: state.narrator),),
    modes=(phases.TELL,), by=State.listeners,
)  # fmt: skip
draw = Verb(
    "draw", about="With an empty hand the Narrator draws.", args=(),
    modes=(phases.TELL,), by=narrator,
)  # fmt: skip
announce = Verb(
    "announce", kind="aside", args=(notation.ANNOUNCED,), modes=(phases.TELL,),
    about="Announce your next action, so that Listeners may jump in first.",
)  # fmt: skip
support = Verb(
    "support",
    about="Push the story towards an answer: Y1 9C adds a card, CY a token. A full sheet, or your "
    "own, may be Supported by telling alone.",
    args=(notation.SHEET.of(sheets), notation.MEANS.of(means)), modes=(phases.TELL,), by=narrator,
)  # fmt: skip
showdown = Verb(
    "showdown", about="Start the Showdown of a Question.",
    args=(notation.ASKED.of(ready),), modes=(phases.TELL,), by=narrator,
)  # fmt: skip
end = Verb(
    "end", about="End the turn without Support or Showdown.", args=(), modes=(phases.TELL,),
    by=narrator,
)  # fmt: skip
answer = Verb(
    "answer", about="The winner of a Showdown tells how the Question is answered.", args=(),
    modes=(phases.ANSWER,), by=narrator,
    gates={phases.TELL: ref.gate("MUSE-SHOWDOWN-24", why="no Showdown was just won")},
)  # fmt: skip
discard = Verb(
    "discard", about="Discard surplus cards, after the turn or at once.",
    args=(notation.CHOSEN.of(surplus_choices),), by=State.owes_surplus,
)  # fmt: skip

VERBS = (describe, gift, draw, support, showdown, end, answer, announce, discard)
ACTS = (describe, draw, support, showdown, end, announce)  # the Narrator's own

ref.guards_for(VERBS, "MUSE-PLAYER-02")(sits_here)


@answer.guard("MUSE-SHOWDOWN-24")
def told_by_the_winner(state: State, seat: int) -> Verdict:
    """The winning owner tells the answer, even if somebody else narrates."""
    if seat == state.narrator:
        return KEPT
    return f"{state.name_of(state.narrator)} has won the Showdown and tells the answer"


ref.guards_for((*ACTS, answer), *NARRATES)(narrates)

Element = str
Test = Callable[[State, int, int], Verdict]
Means = Any  # cards, None for tokens, a number of tokens, or TELLING


# ---- gains


@describe.guard("MUSE-DRAW-03", "MUSE-RUL-10")
def so_many_ticks(state: State, _: int) -> Verdict:
    return KEPT if state.ticks < state.table.ticks else f"{state.ticks} ticked in this turn"


@describe.guard("MUSE-DRAW-01", "MUSE-TURN-02", "MUSE-RUL-10")
def tick_with_its_card(state: State, _: int) -> Verdict:
    """A tick comes with its card; the Narrator gains no second one."""
    return NOT_CONCERNED if state.table.tick_without else _gain(state)


def _gain(state: State) -> Verdict:
    if state.gained < state.table.gains:
        return KEPT
    return lambda: f"{state.name_of(state.narrator)} has gained a card in this turn"


@ref.guards_for((describe, gift, draw), "MUSE-DRAW-08")
def no_more_after_the_whole_hand(state: State, _: int) -> Verdict:
    return (_gain(state) or None) if state.won else NOT_CONCERNED


@ref.guards_for((describe, gift, draw), "MUSE-RUL-08")
def keeping_reopens_no_gain(state: State, seat: int) -> Verdict:
    if not state.contests or state.won or (state.again and seat == state.narrator):
        return NOT_CONCERNED
    return _gain(state) or None


@describe.guard("MUSE-DRAW-03")
def can_be_ticked(state: State, _: int, element: Element) -> Verdict:
    if element not in state.elements:
        return f"'{element}' has no box on this Story Sheet"
    return f"{element} is ticked already" if element in state.ticked else KEPT


@describe.effect
def _describe(state: State, seat: int, element: Element, trace: Trace | None) -> State:
    gains = state.gained < state.table.gains
    if trace is not None:
        trace("MUSE-DRAW-03", "ticked", "unticked", "ticks", text=f"{element} is ticked")
        trace("MUSE-TURN-07", "ticked")
        trace("MUSE-RUL-10", "ticked", "ticks")
        if gains:
            trace("MUSE-DRAW-02", "due", "gained")
        if len(state.seats[seat].hand) >= state.limit():
            trace("MUSE-LIMIT-03")
    state = state._replace(ticked=(*state.ticked, element), ticks=state.ticks + 1)
    return _drawn(state, Due("colour", seat, state.table.colour), trace) if gains else state


def _drawn(state: State, due: Due, trace: Trace | None) -> State:
    """Record the card gained in this turn."""
    gained = max(state.gained + 1, state.table.gains) if state.again else state.gained + 1
    record(trace, "MUSE-DRAW-01", "gained", "due")
    if state.again:
        record(trace, "MUSE-DRAW-09", "again")
    return settle(state._replace(gained=gained, again=False, due=(due,)), trace)


@gift.guard("MUSE-DRAW-04")
def from_a_listener(state: State, seat: int) -> Verdict:
    return KEPT if seat != state.narrator else "the Narrator takes no card from the deck"


@gift.guard("MUSE-DRAW-04")
def all_is_ticked(state: State, _: int) -> Verdict:
    if len(state.ticked) == len(state.elements):
        return KEPT
    left = state.unticked()
    return f"{len(left)} elements are unticked, such as {left[0]}" if left else KEPT


@gift.guard("MUSE-RUL-29")
def added_elements_too(state: State, _: int) -> Verdict:
    added = [name for name in state.late if name not in state.ticked and name in state.elements]
    return f"{', '.join(added)} came later and is unticked" if added else NOT_CONCERNED


@gift.guard("MUSE-DRAW-01", "MUSE-TURN-02")
def no_second_gift(state: State, _: int) -> Verdict:
    return _gain(state)


@gift.guard("MUSE-DRAW-04")
def to_the_narrator(state: State, _: int, to: int) -> Verdict:
    return KEPT if to == state.narrator else f"{state.name_of(state.narrator)} narrates"


@gift.effect
def _gift(state: State, seat: int, to: int, trace: Trace | None) -> State:
    text = f"{state.name_of(seat)} hands {state.name_of(to)} a card"
    record(trace, "MUSE-DRAW-04", "gained", "due", text=text)
    record(trace, "MUSE-RUL-29")
    return _drawn(state, Due("gift", to, state.table.gift), trace)


@draw.guard("MUSE-DRAW-06")
def with_an_empty_hand(state: State, seat: int) -> Verdict:
    cards = state.seats[seat].hand
    return (lambda: f"{state.name_of(seat)} holds {len(cards)} cards") if cards else KEPT


@draw.guard("MUSE-DRAW-01", "MUSE-DRAW-06", "MUSE-TURN-02")
def gain_is_open(state: State, seat: int) -> Verdict:
    """No card was gained in this turn, or keeping the narration emptied the hand."""
    return NOT_CONCERNED if state.again and not state.seats[seat].hand else _gain(state)


@draw.effect
def _draw(state: State, seat: int, trace: Trace | None) -> State:
    number = state.table.kept if state.again else state.table.empty
    text = f"{state.name_of(seat)}'s hand is empty"
    record(trace, ("MUSE-DRAW-06", "MUSE-RUL-09"), "gained", "due", text=text)
    if state.won:
        record(trace, "MUSE-DRAW-08", "gained")
    return _drawn(state, Due("empty", seat, number), trace)


# ---- Support


def owner_of(state: State, sheet: int) -> str:
    return state.name_of(state.sheets[sheet].owner)


@support.guard("MUSE-SUPPORT-09")
def question_in_play(state: State, _: int, sheet: int) -> Verdict:
    if state.questions[sheet // 2].open:
        return KEPT
    return f"{SHEETS[sheet]} is set aside"


@support.guard("MUSE-RUL-23", "MUSE-OPT-02")
def crisis_sheets_aside(state: State, _: int, sheet: int) -> Verdict:
    """Crisis answers need a Crisis Question."""
    if not is_crisis(sheet) or not state.table.late:
        return NOT_CONCERNED
    return KEPT if state.questions[CRISIS].open else "there is no Crisis Question yet"


@support.guard("MUSE-SUPPORT-02", "MUSE-SUPPORT-10")
def lays_an_own_card(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    if is_crisis(sheet) or means == TELLING:
        return NOT_CONCERNED
    if not state.seats[seat].hand:
        return (Breach("MUSE-SUPPORT-10", f"{state.name_of(seat)} has no card"),)
    if means is ref.ANY:
        return KEPT
    cards, need = means if isinstance(means, tuple) else (), state.table.support_cards
    if len(cards) != need:
        return (Breach("MUSE-SUPPORT-02", f"{len(cards)} cards, not {need}"),)
    return holds(state, seat, cards)


@support.guard("MUSE-SUPPORT-03", "MUSE-SUPPORT-10")
def lays_an_own_token(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """A Crisis answer takes the required tokens and no card."""
    if not is_crisis(sheet) or means == TELLING:
        return NOT_CONCERNED
    need, have = state.table.support_tokens, state.seats[seat].tokens
    wrong = f"{SHEETS[sheet]} takes a token, not {' '.join(means)}" if type(means) is tuple else ""
    if isinstance(means, int) and means != need:
        wrong = f"{means} tokens, not {need}"
    found = [Breach("MUSE-SUPPORT-03", wrong)] if wrong else []
    if have < (means if isinstance(means, int) else need):
        facts = f"{state.name_of(seat)} holds {have} tokens"
        found += [Breach("MUSE-SUPPORT-10", facts), Breach("MUSE-SUPPORT-03", facts)]
    return tuple(found) or ""


@support.guard("MUSE-LIMIT-07", "MUSE-LIMIT-02", "MUSE-SUPPORT-08")
def full_sheets_take_no_card(state: State, _: int, sheet: int, means: Means) -> Verdict:
    if is_crisis(sheet) or means == TELLING:
        return NOT_CONCERNED
    if not state.is_full(sheet):
        return KEPT
    facts = f"{SHEETS[sheet]} holds {state.load(sheet)} cards, the limit is {state.limit(True)}"
    rules = ("MUSE-LIMIT-07", "MUSE-LIMIT-02", "MUSE-SUPPORT-08", "MUSE-RUL-14")
    return tuple(Breach(rule, facts) for rule in rules)


@support.guard("MUSE-RUL-12")
def full_opposite_stays(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    opposite = sheet ^ 1
    if state.table.full_swaps or means == TELLING or state.sheets[opposite].owner != seat:
        return NOT_CONCERNED
    if not state.is_full(opposite):
        return KEPT
    return f"{state.name_of(seat)} owns {SHEETS[opposite]}, which is full"


@support.guard("MUSE-SUPPORT-02", "MUSE-SUPPORT-05", "MUSE-SUPPORT-08")
def telling_needs_no_card(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    if means != TELLING or is_crisis(sheet):
        return NOT_CONCERNED
    if state.is_full(sheet) or state.sheets[sheet].owner == seat:
        return KEPT
    return f"{SHEETS[sheet]} is neither full nor {state.name_of(seat)}'s own: a card is laid"


@support.guard("MUSE-SUPPORT-03", "MUSE-LIMIT-06", "MUSE-SUPPORT-05")
def crisis_needs_a_token(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """A Crisis sheet is never full, so it takes a token unless the player owns it."""
    if means != TELLING or not is_crisis(sheet):
        return NOT_CONCERNED
    if state.sheets[sheet].owner == seat:
        return KEPT
    return f"{SHEETS[sheet]} is {owner_of(state, sheet)}'s: a token is laid"


@support.guard("MUSE-RUL-13", "MUSE-SUPPORT-06")
def claim_gives_up_no_full_sheet(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    if not _claims(state, sheet, means):
        return NOT_CONCERNED
    opposite = sheet ^ 1
    if state.sheets[opposite].owner == seat and state.is_full(opposite):
        return f"{state.name_of(seat)} owns {SHEETS[opposite]}, which is full"
    return KEPT


def _claims(state: State, sheet: int, means: Means) -> bool:
    """Whether a full sheet without owner is claimed by telling."""
    return means == TELLING and state.is_full(sheet) and state.sheets[sheet].owner == NOBODY


@support.effect
def _support(state: State, seat: int, sheet: int, means: Means, trace: Trace | None) -> State:
    if means == TELLING:
        after, ends = _told(state, seat, sheet, trace)
        if not ends:
            return after
    else:
        after = _owned(_laid(state, seat, sheet, means, trace), seat, sheet, trace)
    after = turn_over(after, "support", PASS, trace)
    record(trace, "MUSE-TURN-03", "narrator", "ended", "due")
    record(trace, ("MUSE-TURN-02", "MUSE-SUPPORT-11"), "narrator", "ended")
    return after


def _laid(state: State, seat: int, sheet: int, means: Means, trace: Trace | None) -> State:
    name, label = state.name_of(seat), SHEETS[sheet]
    own, lies = state.seats[seat], state.sheets[sheet]
    if is_crisis(sheet):
        need = state.table.support_tokens
        if trace is not None:
            facts = (f"{name}.tokens", f"{label}.tokens", f"{label}.count")
            text = f"{name} lays a token on {label}"
            trace(("MUSE-SUPPORT-03", "MUSE-COMP-11"), *facts, text=text)
            trace("MUSE-LIMIT-06", f"{label}.tokens")
        return state._replace(
            seats=state.with_seat(seat, tokens=own.tokens - need),
            sheets=state.sheets.with_sheet(sheet, tokens=lies.tokens + need),
        )
    after = state._replace(
        seats=state.with_seat(seat, hand=ref.without(own.hand, *means)),
        sheets=state.sheets.with_sheet(sheet, cards=(*lies.cards, *means)),
    )
    if trace is not None:
        facts = (f"{name}.hand", f"{name}.cards", f"{label}.cards")
        text = f"{name} lays {' '.join(means)} on {label}"
        trace(("MUSE-SUPPORT-02", "MUSE-COMP-10"), *facts, text=text)
        trace("MUSE-LIMIT-02", f"{label}.cards", f"{label}.full")
        if len(own.hand) > state.limit():
            trace("MUSE-LIMIT-05", f"{name}.hand", f"{name}.cards")
        if after.is_full(sheet):
            trace("MUSE-LIMIT-07", f"{label}.full")
    return after


def _owned(state: State, seat: int, sheet: int, trace: Trace | None) -> State:
    """Change the owner of a sheet; the owner of the opposite one swaps."""
    opposite, former = sheet ^ 1, state.sheets[sheet].owner
    label, other = SHEETS[sheet], SHEETS[opposite]
    if former == seat:
        facts = () if is_crisis(sheet) else (f"{label}.cards", f"{label}.count")
        record(trace, "MUSE-SUPPORT-05", *facts)
        return state
    sheets = state.sheets.with_sheet(sheet, owner=seat)
    swapped = sheets[opposite].owner == seat
    if swapped:
        sheets = sheets.with_sheet(opposite, owner=former)
    if trace is not None:
        text = f"{state.name_of(seat)} owns {label}"
        trace(("MUSE-SUPPORT-04", "MUSE-SUPPORT-06"), f"{label}.owner", text=text)
        if swapped:
            text = f"{other} goes to {'the centre' if former < 0 else state.name_of(former)}"
            trace("MUSE-SUPPORT-07", f"{other}.owner", f"{label}.owner", text=text)
            trace("MUSE-SUPPORT-06", f"{other}.owner")
            if former < 0:
                trace("MUSE-RUL-11", f"{other}.owner", f"{other}.place")
    return state._replace(sheets=sheets)


def _told(state: State, seat: int, sheet: int, trace: Trace | None) -> tuple[State, bool]:
    """Carry out a Support without a card.

    A full sheet without owner gets one; else nothing changes.
    """
    label, opposite = SHEETS[sheet], sheet ^ 1
    if _claims(state, sheet, TELLING):
        sheets = state.sheets.with_sheet(sheet, owner=seat)
        if sheets[opposite].owner == seat:
            sheets = sheets.with_sheet(opposite, owner=NOBODY)
        text = f"{state.name_of(seat)} claims {label}"
        record(trace, "MUSE-RUL-13", f"{label}.owner", f"{SHEETS[opposite]}.owner", text=text)
        return state._replace(sheets=sheets), True
    stays = state.table.goes_on and state.is_full(sheet)
    own = state.sheets[sheet].owner == seat
    text = f"{label} stays with {owner_of(state, sheet)}"
    record(trace, ("MUSE-SUPPORT-05" if own else "MUSE-SUPPORT-08", "MUSE-LIMIT-07"), text=text)
    record(trace, "MUSE-RUL-30", *(() if stays else ("narrator", "ended")))
    return state, not stays


# ---- Showdowns are started


@showdown.guard("MUSE-SHOWDOWN-01")
def by_the_narrator(state: State, seat: int) -> Verdict:
    return KEPT if seat == state.narrator else f"{state.name_of(state.narrator)} narrates"


@showdown.guard("MUSE-SHOWDOWN-01")
def for_a_question_in_play(state: State, _: int, question: int) -> Verdict:
    if state.questions[question].open:
        return KEPT
    return f"Question {QUESTIONS[question]} is not in play"


@showdown.guard("MUSE-SHOWDOWN-04", "MUSE-RUL-23")
def no_crisis_without_question(state: State, _: int, question: int) -> Verdict:
    if question != CRISIS or state.questions[CRISIS].open or not state.table.late:
        return NOT_CONCERNED
    return "there is no Crisis Question yet"


@showdown.guard("MUSE-SHOWDOWN-04")
def crisis_needs_the_climax(state: State, _: int, question: int) -> Verdict:
    if question != CRISIS or not state.questions[CRISIS].open:
        return NOT_CONCERNED
    return KEPT if state.climax else "the Climax is not on"


@showdown.guard("MUSE-SHOWDOWN-02")
def both_owned(state: State, _: int, question: int) -> Verdict:
    if not state.questions[question].open:
        return NOT_CONCERNED
    both = zip(state.sheets.labels(question), state.sheets.both(question), strict=True)
    free = [label for label, sheet in both if sheet.owner < 0]
    return f"nobody owns {' and '.join(free)}" if free else KEPT


@showdown.guard("MUSE-SHOWDOWN-03")
def enough_on_both(state: State, _: int, question: int) -> Verdict:
    if not state.questions[question].open:
        return NOT_CONCERNED
    least = state.table.each_side
    what = "tokens" if question == CRISIS else "cards"
    for sheet in (2 * question, 2 * question + 1):
        if state.load(sheet) < least:
            return f"{SHEETS[sheet]} has {state.load(sheet)} {what}, not {least}"
    return KEPT


@showdown.effect
def _showdown(state: State, seat: int, question: int, trace: Trace | None) -> State:
    if trace is not None:
        text = f"{state.name_of(seat)} starts the Showdown for Question {QUESTIONS[question]}"
        facts = ("ended", "due", "step")
        trace(("MUSE-SHOWDOWN-01", "MUSE-TURN-04", "MUSE-RUL-24"), *facts, text=text)
        if question == CRISIS:
            trace("MUSE-SHOWDOWN-04", *facts)
    return turn_over(state, "showdown", (Due("open", NOBODY, question),), trace)


# ---- the turn ends


@end.effect
def _end(state: State, seat: int, trace: Trace | None) -> State:
    if trace is not None:
        facts = ("narrator", "ended", "due")
        trace(("MUSE-TURN-05", "MUSE-TURN-02"), *facts, text=f"{state.name_of(seat)} ends the turn")
    return turn_over(state, "end", PASS, trace)


def _announced(kind: str, known: Sequence[str], test: Test, *ids: str) -> None:
    """Refuse to announce what this guard of the act refuses now."""

    def asked(state: State, seat: int, what: str) -> Verdict:
        act, _, name = what.partition(" ")
        return test(state, seat, known.index(name)) if act == kind else NOT_CONCERNED

    announce.add(wraps(test)(asked), ids, reads=1)


def has_the_means(state: State, seat: int, sheet: int) -> Verdict:
    return KEPT if means(state, seat, sheet) else f"{state.name_of(seat)} cannot Support it now"


_announced(support.name, SHEETS, question_in_play, "MUSE-SUPPORT-09")
_announced(support.name, SHEETS, crisis_sheets_aside, "MUSE-RUL-23", "MUSE-OPT-02")
_announced(support.name, SHEETS, has_the_means, "MUSE-SUPPORT-10")
_announced(showdown.name, QUESTIONS, for_a_question_in_play, "MUSE-SHOWDOWN-01")
_announced(showdown.name, QUESTIONS, no_crisis_without_question, "MUSE-SHOWDOWN-04", "MUSE-RUL-23")
_announced(showdown.name, QUESTIONS, crisis_needs_the_climax, "MUSE-SHOWDOWN-04")
_announced(showdown.name, QUESTIONS, both_owned, "MUSE-SHOWDOWN-02")
_announced(showdown.name, QUESTIONS, enough_on_both, "MUSE-SHOWDOWN-03")


@announce.effect
def _announce(state: State, seat: int, what: str, trace: Trace | None) -> State:
    facts = ("announced",) if state.announced != what else ()
    record(trace, "MUSE-JUMP-15", *facts, text=f"{state.name_of(seat)} means to {what}")
    return state._replace(announced=what)


@answer.effect
def _answer(state: State, seat: int, trace: Trace | None) -> State:
    text = f"{state.name_of(seat)} tells the answer: {state.outcome}"
    record(trace, ("MUSE-SHOWDOWN-24", "MUSE-RUL-18", "MUSE-SHOWDOWN-27"), "answering", text=text)
    return state._replace(answering=False)


# ---- surplus


@discard.guard("MUSE-LIMIT-03", "MUSE-LIMIT-05")
def not_within_the_own_turn(state: State, seat: int) -> Verdict:
    """The Narrator keeps surplus cards until the turn is over."""
    if seat != state.narrator or state.stage != phases.TELL or seat in state.owes_surplus():
        return NOT_CONCERNED
    return f"{state.name_of(seat)}'s turn is not over"


@discard.guard("MUSE-LIMIT-04")
def nothing_without_surplus(state: State, seat: int) -> Verdict:
    if state.stage in (phases.SETUP, phases.OVER) or state.prep < phases.BEGUN:
        return f"{state.name_of(seat)} has nothing to discard"
    if seat in state.owes_surplus():
        return KEPT
    return f"{state.name_of(seat)} has no surplus to discard now"


@discard.guard("MUSE-LIMIT-03")
def narrator_down_to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    """After the own turn, the Narrator discards exactly down to the limit."""
    return _to_the_limit(state, seat, cards) if state.turn_ended(seat) else NOT_CONCERNED


@discard.guard("MUSE-LIMIT-04")
def down_to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    """Other players also discard down to the limit."""
    return NOT_CONCERNED if state.turn_ended(seat) else _to_the_limit(state, seat, cards)


def _to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    if seat not in state.owes_surplus():
        return NOT_CONCERNED
    need = state.surplus_of(seat)
    if len(cards) == need:
        return KEPT
    return f"{len(cards)} cards, not {need}: the limit is {state.limit()}"


@discard.guard("MUSE-COMP-10")
def discards_own_cards(state: State, seat: int, cards: Pieces) -> Verdict:
    return holds(state, seat, cards)


@discard.effect
def _discard(state: State, seat: int, cards: Pieces, trace: Trace | None) -> State:
    name = state.name_of(seat)
    if trace is not None:
        facts = (f"{name}.hand", f"{name}.cards", "discard", "due")
        rule = "MUSE-LIMIT-03" if state.turn_ended(seat) else "MUSE-LIMIT-04"
        trace((rule, "MUSE-LIMIT-01"), *facts, text=f"{name} discards {' '.join(cards)}")
        if state.after_a_contest():
            trace(("MUSE-JUMP-09", "MUSE-RUL-04"), *facts)
        elif state.ended == "showdown":
            trace("MUSE-SHOWDOWN-23", *facts)
    left = tuple(each for each in state.due if each != Due("surplus", seat))
    seats = state.with_seat(seat, hand=ref.without(state.seats[seat].hand, *cards))
    return settle(state._replace(seats=seats, discard=(*state.discard, *cards), due=left), trace)
