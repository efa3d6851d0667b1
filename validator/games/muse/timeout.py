"""Time Outs, players who join and leave, and what the whole table closes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from validator.games.muse import duel, jump, notation, phases
from validator.games.muse.flow import FRESH, new_turn, pay_tokens, settle, surplus, take_tokens
from validator.games.muse.modes import elsewhere, sits_here
from validator.games.muse.state import CRISIS, NOBODY, QUESTIONS, SHEETS, Due, Seat, State, Table
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record

CLOSING = ("MUSE-SHOWDOWN-18", "MUSE-JUMP-04")
NOTHING_MORE = ref.gate("MUSE-END-01", why="only the Epilogue follows")
COME_AND_GO = {
    phases.SHOWDOWN: ref.gate("MUSE-RUL-21", why="a Showdown is going on"),
    phases.BID: ref.gate("MUSE-RUL-21", why="bidding goes on"),
    phases.EPILOGUE: NOTHING_MORE,
}
timeout = Verb(
    "timeout", about="Call a Time Out, and say what is agreed.", kind="aside",
    args=notation.TIME_OUT, modes=(phases.TELL, phases.ANSWER, phases.BID, phases.EPILOGUE),
    gates={phases.SHOWDOWN: ref.gate("MUSE-TIMEOUT-01", why="a Showdown is going on")},
)  # fmt: skip
join = Verb(
    "join", about="A new player sits down.", kind="table", listed=False,
    args=(notation.NEWCOMER, notation.AFTER), modes=(phases.TELL, phases.ANSWER), gates=COME_AND_GO,
)  # fmt: skip
leave = Verb(
    "leave", about="A player leaves the table.", kind="table", listed=False, args=(ref.PLAYER,),
    modes=(phases.TELL, phases.ANSWER), gates=COME_AND_GO,
)  # fmt: skip
close = Verb(
    "close", about="End the bidding, or the Showdown: nobody adds cards any more.", kind="table",
    args=(), modes=(phases.BID, phases.SHOWDOWN), by=lambda _: (ref.TABLE,),
    turn=ref.gate(*CLOSING, why="only the whole table closes"),
    gates=elsewhere(
        ref.gate(*CLOSING, why="neither bidding nor a Showdown is going on"),
        phases.BID, phases.SHOWDOWN,
    ),
)  # fmt: skip

VERBS = (timeout, join, leave, close)

Seats = tuple[int, ...]
Agreed = Seats | None  # None: not stated, so all agree
What = Any  # raise: (slot, words), upgrade: a Question, element: (change, name, words)

ref.guards_for((timeout,), "MUSE-PLAYER-02")(sits_here)


# ---- when


@timeout.guard("MUSE-END-01")
def nothing_more_is_decided(state: State, _: int, kind: str) -> Verdict:
    too_late = state.stage == phases.EPILOGUE and kind != notation.PAUSE
    return "only the Epilogue follows" if too_late else NOT_CONCERNED


# ---- agreement


def agreeing(state: State, seat: int, yes: Agreed, no: Seats) -> int:
    """How many players agree, the proposer among them."""
    return len(state.circle) - len(set(no)) if yes is None else len({seat, *yes} - set(no))


AGREED = {  # what is decided, and the rule that says so beside the one on agreement
    notation.CLIMAX: ("MUSE-TIMEOUT-07",),
    notation.DISALLOW: ("MUSE-TIMEOUT-08",),
    notation.TOKENS: ("MUSE-TIMEOUT-11",),
    notation.ELEMENT: ("MUSE-TIMEOUT-06",),
}


@timeout.guard("MUSE-RUL-19")
def everybody_agrees(
    state: State, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    """Decisions of all players need the agreement of everybody."""
    if kind in (notation.RAISE, notation.PAUSE):
        return NOT_CONCERNED
    count, number = len(state.circle), agreeing(state, seat, yes, no)
    if number == count or (state.table.majority and 2 * number > count):
        return KEPT
    lacks = [s for s in state.circle if s in no or (yes is not None and s not in (seat, *yes))]
    facts = f"{state.names_of(lacks)} did not agree"
    return tuple(Breach(rule, facts) for rule in ("MUSE-RUL-19", *AGREED.get(kind, ())))


def of_kind(kind: str, *ids: str) -> Callable[[Callable[[State, What], Verdict]], None]:
    """Return a guard decorator for one kind of Time Out; guards get the state and the subject."""

    def tie(test: Callable[[State, What], Verdict]) -> None:
        @wraps(test)
        def asked(state: State, _: int, which: str, what: What) -> Verdict:
            return test(state, what) if which == kind else NOT_CONCERNED

        timeout.add(asked, ids, reads=2)

    return tie


# ---- a Question is raised


def raised(state: State, what: What) -> int | None:
    """The Question that is raised; None if there is no such slot."""
    slot = what[0]
    if slot is not None:
        return QUESTIONS.index(slot) if slot in QUESTIONS else None
    waits = state.answered() if state.answering else NOBODY
    free = [n for n in range(CRISIS) if not state.questions[n].open and n != waits]
    return free[0] if free else 0


@of_kind(notation.RAISE, "MUSE-TIMEOUT-03", "MUSE-TIMEOUT-08")
def not_when_disallowed(state: State, what: What) -> Verdict:
    if raised(state, what) == CRISIS:
        return NOT_CONCERNED
    return "new Questions are disallowed" if state.disallowed else KEPT


@of_kind(notation.RAISE, "MUSE-TIMEOUT-03", "MUSE-QUEST-09")
def room_for_a_question(state: State, what: What) -> Verdict:
    if raised(state, what) == CRISIS:
        return NOT_CONCERNED
    most, now = state.table.subplots, state.open_subplots()
    return KEPT if now < most else f"{now} in play, the most is {most}"


@of_kind(notation.RAISE, "MUSE-COMP-08")
def a_slot_of_the_sheet(state: State, what: What) -> Verdict:
    return KEPT if raised(state, what) is not None else f"there is no slot {what[0]}"


@of_kind(notation.RAISE, "MUSE-TIMEOUT-05")
def a_vacant_slot(state: State, what: What) -> Verdict:
    question = raised(state, what)
    if question is None or question == CRISIS:
        return NOT_CONCERNED
    taken = state.questions[question].open
    return f"slot {QUESTIONS[question]} already has a Question" if taken else KEPT


@of_kind(notation.RAISE, "MUSE-RUL-32", "MUSE-TIMEOUT-05")
def after_the_answer(state: State, what: What) -> Verdict:
    """The slot of the last Showdown's Question is vacant once its answer is told."""
    question = raised(state, what)
    if question is None or question == CRISIS or question != state.answered():
        return NOT_CONCERNED
    if not state.answering:
        return KEPT
    winner, slot = state.name_of(state.narrator), QUESTIONS[question]
    return f"{winner} has not told the answer to Question {slot} yet"


@timeout.guard("MUSE-QUEST-09")
def one_crisis(state: State, _: int, kind: str, what: What) -> Verdict:
    if not _of_the_crisis(state, kind, what):
        return NOT_CONCERNED
    return "there is a Crisis Question" if state.questions[CRISIS].open else KEPT


@timeout.guard("MUSE-OPT-03")
def crisis_comes_late_by_option(state: State, _: int, kind: str, what: What) -> Verdict:
    if not _of_the_crisis(state, kind, what):
        return NOT_CONCERNED
    return KEPT if state.table.late else "the option 'late-crisis' is not in force"


def _of_the_crisis(state: State, kind: str, what: What) -> bool:
    return kind == notation.UPGRADE or (kind == notation.RAISE and raised(state, what) == CRISIS)


@timeout.guard("MUSE-TIMEOUT-04")
def liked_and_not_objected(
    state: State, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    if kind != notation.RAISE:
        return NOT_CONCERNED
    if no:
        return f"{state.names_of(no)} objects"
    likes = len(set(yes or ()) - {seat})
    least = state.table.likes
    return KEPT if likes >= least else f"{likes} others like it, not {least} or more"


@timeout.guard("MUSE-RUL-27", "MUSE-QUEST-01")
def worded_as_a_question(state: State, _: int, kind: str, what: What) -> Verdict:
    asked = kind == notation.RAISE or (kind == notation.ELEMENT and what[0] == notation.QUESTION)
    return wording(state.table, what[-1]) if asked and what[-1] else NOT_CONCERNED


def wording(table: Table, words: str) -> str:
    """Return what is wrong with the words of a Question; empty if nothing."""
    if not table.enforced:
        return ""
    first = words.split()[0] if words.split() else ""
    if first != table.first_word:
        return f"it begins with '{first}', not with '{table.first_word}'"
    if not words.rstrip().endswith(table.last_sign):
        return f"it does not end with '{table.last_sign}'"
    return ""


# ---- Climax, disallowing, tokens


@of_kind(notation.CLIMAX, "MUSE-RUL-23")
def climax_needs_a_crisis(state: State, _: What) -> Verdict:
    return KEPT if state.questions[CRISIS].open else "there is no Crisis Question"


@of_kind(notation.CLIMAX, "MUSE-TIMEOUT-07")
def climax_once(state: State, _: What) -> Verdict:
    return "the Climax is on already" if state.climax else KEPT


@of_kind(notation.DISALLOW, "MUSE-TIMEOUT-08")
def disallow_once(state: State, _: What) -> Verdict:
    return "they are disallowed already" if state.disallowed else KEPT


@of_kind(notation.TOKENS, "MUSE-TIMEOUT-11")
def only_when_nobody_can_go_on(state: State, _: What) -> Verdict:
    """New tokens come only if no Question can bring any and nobody has one."""
    if not state.disallowed:
        return "new Questions are not disallowed"
    if state.open_subplots():
        return "a Subplot Question is open"
    rich = [seat for seat in state.circle if state.seats[seat].tokens]
    return f"{state.names_of(rich)} still has tokens" if rich else KEPT


# ---- the Story Sheet changes


@of_kind(notation.UPGRADE, "MUSE-OPT-03", "MUSE-OPT-04")
def upgrades_a_question_in_play(state: State, what: What) -> Verdict:
    fits = what != CRISIS and state.questions[what].open
    return KEPT if fits else f"{QUESTIONS[what]} is not an open Subplot"


SORTS = re.compile(r"(char|goal|rel|scene|threat)[1-9][0-9]?")


@of_kind(notation.ELEMENT, "MUSE-RUL-29", "MUSE-TIMEOUT-06")
def changes_what_is_there(state: State, what: What) -> Verdict:
    """New elements are of the five kinds; other parts of the sheet exist already."""
    change, name, _words = what
    if change in (notation.QUESTION, notation.DROP):
        fits = state.questions[QUESTIONS.index(name)].open
        return KEPT if fits else f"Question {name} is not in play"
    if change != notation.ADD:
        return KEPT if name in state.elements else f"{name} is not on the sheet"
    if name in state.elements:
        return f"{name} is on the sheet already"
    return KEPT if SORTS.fullmatch(name) else f"'{name}' is not an element: char4, scene3, …"


@timeout.guard("MUSE-RUL-29")
def no_question_goes_with_its_cards(
    state: State, seat: int, kind: str, what: What, yes: Agreed, no: Seats
) -> Verdict:
    """A Question with cards on its sheets is removed only if everybody agrees."""
    if kind != notation.ELEMENT or what[0] != notation.DROP:
        return NOT_CONCERNED
    question = QUESTIONS.index(what[1])
    if not any(sheet.cards for sheet in state.sheets.both(question)):
        return NOT_CONCERNED
    if agreeing(state, seat, yes, no) == len(state.circle):
        return KEPT
    return f"cards lie on the sheets of Question {what[1]}, and not everybody agrees"


@timeout.effect
def _timeout(
    state: State, seat: int, kind: str, what: What, yes: Agreed, no: Seats, trace: Trace | None
) -> State:
    del yes, no
    if trace is not None:
        trace("MUSE-TIMEOUT-01", text=f"{state.name_of(seat)} calls a Time Out")
        if kind not in (notation.RAISE, notation.PAUSE):
            trace("MUSE-RUL-19")
    if kind == notation.PAUSE:
        return state
    if kind == notation.RAISE:
        return _raise(state, what, trace)
    if kind == notation.UPGRADE:
        return _upgrade(state, what, trace)
    if kind == notation.ELEMENT:
        return _element(state, what, trace)
    if kind == notation.TOKENS:
        return _tokens(state, trace)
    if kind == notation.DISALLOW:
        record(trace, "MUSE-TIMEOUT-08", "disallowed", text="no Question is raised any more")
        return _climax_at_once(state._replace(disallowed=True), trace)
    record(trace, "MUSE-TIMEOUT-07", "climax", text="the Climax is on")
    return state._replace(climax=True)


def _climax_at_once(state: State, trace: Trace | None) -> State:
    """Start the Climax if Questions are disallowed and no Subplot is open."""
    crisis = state.questions[CRISIS].open
    if state.climax or not state.disallowed or state.open_subplots() or not crisis:
        return state
    record(trace, "MUSE-RUL-20", "climax", text="no Subplot is open: the Climax is on")
    return state._replace(climax=True)


def _raise(state: State, what: What, trace: Trace | None) -> State:
    question = raised(state, what)
    assert question is not None
    lie = [card for sheet in state.sheets.both(question) for card in sheet.cards]
    if trace is not None:
        label = QUESTIONS[question]
        rule = "MUSE-OPT-03" if question == CRISIS else "MUSE-TIMEOUT-05"
        facts = (*state.sheets.labels(question), f"question.{label}")
        trace(rule, "questions", *facts, text=f"Question {label} is in play")
        trace(("MUSE-QUEST-09", "MUSE-TIMEOUT-04"), "questions")
        if lie:
            trace("MUSE-TIMEOUT-05", "discard")
    state = state._replace(questions=state.with_question(question, True, what[1] or ""))
    if question == CRISIS:
        return _climax_at_once(state, trace)
    sheets = state.sheets.with_both(question, cards=(), owner=NOBODY)
    return state._replace(sheets=sheets, discard=(*state.discard, *lie))


def _tokens(state: State, trace: Trace | None) -> State:
    facts = [f"{state.name_of(seat)}.tokens" for seat in state.circle]
    record(trace, "MUSE-TIMEOUT-11", *facts, "pool", text="everybody gets new tokens")
    return pay_tokens(state, state.circle, state.table.refresh, trace)


def _upgrade(state: State, question: int, trace: Trace | None) -> State:
    yes, no = state.sheets.both(question)
    numbers = [len(sheet.cards) * state.table.upgrade for sheet in (yes, no)]
    if trace is not None:
        crisis = state.sheets.labels(CRISIS)
        label = QUESTIONS[question]
        text = f"Question {label} becomes the Crisis Question"
        facts = ("questions", "question", *state.sheets.labels(question), *crisis)
        trace("MUSE-OPT-04", "discard", *facts, text=text)
        trace("MUSE-OPT-03", "questions", *(f"{sheet}.open" for sheet in crisis))
        if any(numbers):
            trace("MUSE-RUL-22", "pool", *crisis)
    state = take_tokens(state, sum(numbers), trace)
    sheets = state.sheets.with_both(question, cards=(), owner=NOBODY)
    for side, (sheet, number) in enumerate(zip((yes, no), numbers, strict=True)):
        tokens = sheets[2 * CRISIS + side].tokens + number
        sheets = sheets.with_sheet(2 * CRISIS + side, tokens=tokens, owner=sheet.owner)
    text = state.questions[question].text
    state = state._replace(questions=state.with_question(question, False, ""))
    state = state._replace(
        questions=state.with_question(CRISIS, True, text),
        sheets=sheets, discard=(*state.discard, *yes.cards, *no.cards),
    )  # fmt: skip
    return _climax_at_once(state, trace)


def _element(state: State, what: What, trace: Trace | None) -> State:
    change, name, words = what
    after = state
    if change == notation.ADD:
        after = state._replace(elements=(*state.elements, name), late=(*state.late, name))
    elif change == notation.REMOVE:
        after = state._replace(
            elements=tuple(each for each in state.elements if each != name),
            ticked=tuple(each for each in state.ticked if each != name),
        )
    elif change in (notation.QUESTION, notation.DROP):
        question = QUESTIONS.index(name)
        text = words if change == notation.QUESTION else ""
        questions = state.with_question(question, change == notation.QUESTION, text)
        after = state._replace(questions=questions)
    names = ("elements", "late", "ticked", "unticked", "questions", "question")
    facts = names if after != state else ()
    record(trace, ("MUSE-TIMEOUT-06", "MUSE-RUL-29"), *facts, text=f"{change} {name}")
    return _climax_at_once(after, trace) if change == notation.DROP else after


# ---- joining and leaving


@join.guard("MUSE-PLAYER-01")
def a_new_player(state: State, _: int, name: str) -> Verdict:
    seated = [state.name_of(seat) for seat in state.circle]
    return f"{name} plays already" if name in seated else KEPT


@join.guard("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_many(state: State, _: int, _name: str) -> Verdict:
    most, play = state.table.most_joined, len(state.circle)
    return KEPT if play < most else f"{play} play, the most is {most}"


@join.guard("MUSE-RUL-21")
def enough_cards(state: State, _: int, _name: str) -> Verdict:
    need, have = state.table.join_needs, state.available()
    return KEPT if have >= need else f"deck and discards hold {have}, not {need}"


@join.guard("MUSE-RUL-21")
def at_a_seat(state: State, _: int, _name: str, after: int | None) -> Verdict:
    if after is None:
        return "say where: 'after PLAYER'"
    return KEPT if after in state.circle else f"{state.name_of(after)} does not play"


@join.effect
def _join(state: State, _: int, name: str, after: int, trace: Trace | None) -> State:
    before, table, seats = state.limit(), state.table, state.seats
    if name not in table.players:
        table, seats = table.joined(name), (*seats, Seat())
    seat = table.players.index(name)
    place = state.circle.index(after) + 1
    circle = (*state.circle[:place], seat, *state.circle[place:])
    state = state._replace(table=table, seats=seats, circle=circle)
    due = (Due("newcomer", seat, table.join_cards), *surplus(state))
    if trace is not None:
        facts = ("players", "left", name, "due")
        trace("MUSE-PLAYER-01", *facts, text=f"{name} joins after {state.name_of(after)}")
        trace("MUSE-RUL-21", "players")
        _record_limits(state, before, trace)
    state = pay_tokens(state, (seat,), table.join_tokens, trace)
    return settle(state._replace(due=due), trace)


def _record_limits(state: State, before: int, trace: Trace) -> None:
    if state.limit() == before:
        return
    text = f"the limit is {state.limit()}, no longer {before}"
    trace("MUSE-LIMIT-08", "limit", "sheet_limit", text=text)
    trace("MUSE-LIMIT-01", "limit")
    trace("MUSE-RUL-14", "sheet_limit", *(f"{sheet}.full" for sheet in SHEETS))


@leave.guard("MUSE-PLAYER-02")
def who_plays(state: State, _: int, seat: int) -> Verdict:
    return KEPT if seat in state.circle else f"{state.name_of(seat)} does not play"


@leave.guard("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_few(state: State, _: int, _seat: int) -> Verdict:
    least, play = state.table.least_left, len(state.circle)
    return KEPT if play > least else f"{play} play, the fewest is {least}"


@leave.effect
def _leave(state: State, _: int, seat: int, trace: Trace | None) -> State:
    name, own, before = state.name_of(seat), state.seats[seat], state.limit()
    left = state.clockwise(seat)[0]
    owned = [sheet for sheet, lies in enumerate(state.sheets) if lies.owner == seat]
    sheets = state.sheets
    for sheet in owned:
        sheets = sheets.with_sheet(sheet, owner=NOBODY)
    state = state._replace(
        circle=tuple(each for each in state.circle if each != seat),
        seats=ref.put(state.seats, seat, Seat()),
        discard=(*state.discard, *own.hand), pool=state.pool + own.tokens, sheets=sheets,
    )  # fmt: skip
    if trace is not None:
        facts = ("players", "left", "discard", "pool", name, *(f"{SHEETS[s]}.owner" for s in owned))
        trace("MUSE-PLAYER-02", *facts, text=f"{name} leaves")
        trace("MUSE-RUL-21", "players")
        _record_limits(state, before, trace)
    if state.narrator == seat:
        record(trace, "MUSE-RUL-21", *FRESH, text=f"{state.name_of(left)} narrates")
        record(trace, "MUSE-SETUP-10", "story_sheet")
        state = new_turn(state, left, last=(NOBODY, ""))
    return settle(state._replace(due=surplus(state)), trace)


# ---- closing


@close.effect
def _close(state: State, _: int, trace: Trace | None) -> State:
    finish = duel.finish if state.stage == phases.SHOWDOWN else jump.finish
    return finish(state, trace)
