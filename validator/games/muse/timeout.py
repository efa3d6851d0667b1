"""Time Outs: raising Questions, the Climax, changes of the Story Sheet; closing a bid or a
Showdown.

In the rulebook: Time Out; Questions.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from validator.games.muse import after_showdown, jump, notation, phases
from validator.games.muse.automatic_steps import pay_tokens, supplied
from validator.games.muse.constants import CRISIS, NOBODY, QUESTIONS
from validator.games.muse.modes import STAGES, element_name, everybody, verb
from validator.games.muse.state import State, sheets_of
from validator.referee import api as ref
from validator.referee.api import Judge, Say, event

Seats = tuple[int, ...]
Agreed = Seats | None  # None: not stated, so all agree
What = Any  # raise: (slot, words), upgrade: a Question, element: (change, name, words)
Change = tuple[str, str, str]  # a change of the sheet: kind, element or Question, words
CLOSING = ("SHOWDOWN-18", "JUMP-04")
SORTS = re.compile(r"(char|goal|rel|scene|threat)[1-9][0-9]?")
CALLS = Say("Call a Time Out", "calls a Time Out")
RAISES = Say("raise Question {question}", "raises Question {question}")
CLIMAX = event("no Subplot Question is open, so the Climax begins")
BEGINS = Say("begin the Climax", "begins the Climax")
DISALLOWS = Say("disallow new Questions", "disallows new Questions")
UPGRADES = Say("make Question {question} the Crisis Question",
               "makes Question {question} the Crisis Question")  # fmt: skip
CHANGES = Say("{change} {name}", "changes the Story Sheet: {change} {name}")


# ---- agreement


def disagreeing(s: State, me: int, yes: Agreed, no: Seats) -> tuple[str, ...]:
    """Return the names of the players who do not agree; the proposer agrees without being named."""
    agree = s.circle if yes is None else (me, *yes)
    return tuple(s.name_of(seat) for seat in s.circle if seat in no or seat not in agree)


def all_agree(s: State, me: int, yes: Agreed, no: Seats, to: Judge, *rules: str) -> None:
    """Check that all players agree to a decision or, by a ruling, more than half of them."""
    lacks = disagreeing(s, me, yes, no)
    to.holds(("RUL-19", *rules), not lacks or (s.table.majority and 2 * len(lacks) < len(s.circle)),
             "{players} did not agree", players=lacks)  # fmt: skip


def calls(s: State, to: Judge, *rules: str) -> None:
    """Begin the effects of a Time Out, and record that it was called."""
    to.asked()
    to.did(("TIMEOUT-01", *rules), s, s, CALLS)


@verb("aside", open=[mode for mode in STAGES if mode != phases.SHOWDOWN],
      due={phases.SHOWDOWN: ("TIMEOUT-01",)}, by=everybody)  # fmt: skip
def timeout(
    s: State, me: int, kind: Annotated[str, notation.KIND], what: Annotated[What, notation.WHAT],
    yes: Annotated[Agreed, notation.IN_FAVOUR], no: Annotated[Seats, notation.OPPOSED], to: Judge,
) -> State:  # fmt: skip
    """Call a Time Out and name what the players agree on."""
    to.holds("END-01", s.stage != phases.EPILOGUE or kind == notation.PAUSE,
             "the Crisis Question has been answered, so only the Epilogue follows")  # fmt: skip
    gone = tuple(s.name_of(seat) for seat in (*(yes or ()), *no) if seat not in s.circle)
    to.holds("PLAYER-02", not gone, "{players} [is|are] not playing", players=gone)
    if kind == notation.RAISE:
        return raise_question(s, me, what, yes, no, to)
    if kind == notation.UPGRADE:
        return upgrade(s, me, what, yes, no, to)
    if kind == notation.ELEMENT:
        return change_sheet(s, me, what, yes, no, to)
    if kind == notation.TOKENS:
        return new_tokens(s, me, yes, no, to)
    if kind == notation.DISALLOW:
        return disallow(s, me, yes, no, to)
    if kind == notation.CLIMAX:
        return climax(s, me, yes, no, to)
    calls(s, to)
    return s


# ---- Questions


def raised(s: State, slot: str | None) -> int | None:
    """Return the index of the Question in a slot, or None if there is no such slot."""
    if slot is not None:
        return QUESTIONS.index(slot) if slot in QUESTIONS else None
    waits = s.answered() if s.answering else NOBODY
    free = [n for n in range(CRISIS) if not s.questions[n].open and n != waits]
    return free[0] if free else 0


def of_the_crisis(s: State, to: Judge) -> None:
    """Check that a Crisis Question may be raised late: by an option, if there is none yet."""
    there = s.questions[CRISIS].open
    to.holds(("QUEST-09", "OPT-03") if there else "OPT-03", s.table.late,
             "the game is played without the option 'late-crisis'")  # fmt: skip
    to.holds("QUEST-09", not there, "there is already a Crisis Question")


def worded(s: State, words: str, to: Judge) -> None:
    """Check the wording of a Question."""
    if words:
        wrong = s.table.wording(words)
        to.holds(("RUL-27", "QUEST-01"), not wrong, "{wrong}", wrong=wrong)


def room_for_subplot(s: State, question: int | None, slot: str | None, to: Judge) -> None:
    """Check that the slot for a Subplot Question is free.

    The slot of the last Showdown's Question is free once the answer has been told.
    """
    most, now = s.table.subplots, s.open_subplots()
    to.holds(("TIMEOUT-03", "TIMEOUT-08"), not s.disallowed, "new Questions have been disallowed")
    to.holds(("TIMEOUT-03", "QUEST-09"), now < most,
             "{number} [Subplot Question is|Subplot Questions are] already in play; expected at "
             "most {most}", number=now, most=most)  # fmt: skip
    to.holds("COMP-08", question is not None, "there is no slot {slot}", slot=slot)
    assert question is not None
    name = QUESTIONS[question]
    to.holds("TIMEOUT-05", not s.questions[question].open, "slot {slot} already has a Question",
             slot=name)  # fmt: skip
    if question == s.answered():
        to.holds(("RUL-32", "TIMEOUT-05"), not s.answering,
                 "{winner} must first tell the answer to Question {slot}",
                 winner=s.name_of(s.narrator), slot=name)  # fmt: skip


def raise_question(
    s: State, me: int, what: tuple[str | None, str], yes: Agreed, no: Seats, to: Judge
) -> State:
    """Bring a Question into play if enough other players like it and nobody objects."""
    slot, words = what
    question, likes, least = raised(s, slot), len(set(yes or ()) - {me}), s.table.likes
    if question == CRISIS:
        of_the_crisis(s, to)
    else:
        room_for_subplot(s, question, slot, to)
    assert question is not None
    to.holds("TIMEOUT-04", not no, "{players} [objects|object] to the Question",
             players=tuple(map(s.name_of, no)))  # fmt: skip
    to.holds("TIMEOUT-04", likes >= least,
             "{likes} [other player likes|other players like] it; expected at least {least}",
             likes=likes, least=least)  # fmt: skip
    worded(s, words, to)
    calls(s, to)
    after = s._replace(questions=s.with_question(question, True, words or ""))
    rules = ("QUEST-09", "TIMEOUT-04")
    if question == CRISIS:
        after = to.did(("OPT-03", *rules), s, after, RAISES, question=QUESTIONS[question])
        return climax_at_once(after, to)
    cards = [card for sheet in s.sheets.both(question) for card in sheet.cards]
    sheets = s.sheets.with_both(question, cards=(), owner=NOBODY)
    after = after._replace(sheets=sheets, discard=(*s.discard, *cards))
    return to.did(("TIMEOUT-05", *rules), s, after, RAISES, question=QUESTIONS[question])


def upgrade(s: State, me: int, question: int, yes: Agreed, no: Seats, to: Judge) -> State:
    """Make a Subplot Question the Crisis Question; its cards become tokens."""
    all_agree(s, me, yes, no, to)
    of_the_crisis(s, to)
    to.holds(("OPT-03", "OPT-04"), question != CRISIS and s.questions[question].open,
             "{question} is not an open Subplot Question",
             question=QUESTIONS[question])  # fmt: skip
    calls(s, to, "RUL-19")
    both = s.sheets.both(question)
    numbers = [len(sheet.cards) * s.table.upgrade for sheet in both]
    s = supplied(s, sum(numbers), to)
    sheets = s.sheets.with_both(question, cards=(), owner=NOBODY)
    for place, sheet, number in zip(sheets_of(CRISIS), both, numbers, strict=True):
        tokens = sheets[place].tokens + number
        sheets = sheets.with_sheet(place, tokens=tokens, owner=sheet.owner)
    words = s.questions[question].text
    after = s._replace(questions=s.with_question(question, False, ""))
    after = after._replace(
        questions=after.with_question(CRISIS, True, words), sheets=sheets,
        pool=s.pool - sum(numbers), discard=(*s.discard, *both[0].cards, *both[1].cards),
    )  # fmt: skip
    if sum(numbers):
        to.did("RUL-22", s, after)
    s = to.did(("OPT-04", "OPT-03"), s, after, UPGRADES, question=QUESTIONS[question])
    return climax_at_once(s, to)


# ---- Climax, disallowing, tokens


def climax(s: State, me: int, yes: Agreed, no: Seats, to: Judge) -> State:
    """Begin the Climax."""
    all_agree(s, me, yes, no, to, "TIMEOUT-07")
    to.holds("RUL-23", s.questions[CRISIS].open, "there is no Crisis Question")
    to.holds("TIMEOUT-07", not s.climax, "the Climax has already begun")
    calls(s, to, "RUL-19")
    return to.did("TIMEOUT-07", s, s._replace(climax=True), BEGINS)


def climax_at_once(s: State, to: Judge) -> State:
    """Start the Climax if Questions are disallowed and no Subplot Question is left."""
    return to.did("RUL-20", s, s._replace(climax=True), CLIMAX) if s.climax_is_due() else s


def disallow(s: State, me: int, yes: Agreed, no: Seats, to: Judge) -> State:
    """Disallow further Questions."""
    all_agree(s, me, yes, no, to, "TIMEOUT-08")
    to.holds("TIMEOUT-08", not s.disallowed, "new Questions have already been disallowed")
    calls(s, to, "RUL-19")
    s = to.did("TIMEOUT-08", s, s._replace(disallowed=True), DISALLOWS)
    return climax_at_once(s, to)


def new_tokens(s: State, me: int, yes: Agreed, no: Seats, to: Judge) -> State:
    """Hand out new tokens; only if nobody has any and no Question can bring any."""
    all_agree(s, me, yes, no, to, "TIMEOUT-11")
    to.holds("TIMEOUT-11", s.disallowed and not s.open_subplots(),
             "new tokens are given out only when no Question can bring tokens")  # fmt: skip
    rich = tuple(s.name_of(seat) for seat in s.circle if s.seats[seat].tokens)
    to.holds("TIMEOUT-11", not rich, "{players} still [has|have] tokens", players=rich)
    calls(s, to, "RUL-19")
    return pay_tokens(s, s.circle, s.table.refresh, to, "TIMEOUT-11")


# ---- the Story Sheet changes


def change_sheet(s: State, me: int, what: Change, yes: Agreed, no: Seats, to: Judge) -> State:
    """Change the Story Sheet: add one of the five kinds of element, or change a part of it."""
    change, name, words = what
    all_agree(s, me, yes, no, to, "TIMEOUT-06")
    wrong = misfit(s, change, name)
    to.holds(("RUL-29", "TIMEOUT-06"), not wrong, "{name} {wrong}", name=name, wrong=wrong)
    if change in (notation.QUESTION, notation.DROP):
        question = QUESTIONS.index(name)
        if change == notation.QUESTION:
            worded(s, words, to)
        elif any(sheet.cards for sheet in s.sheets.both(question)):
            to.holds("RUL-29", not disagreeing(s, me, yes, no),
                     "there are cards on the sheets of Question {name}, and not everybody agrees",
                     name=name)  # fmt: skip
    calls(s, to, "RUL-19")
    s = to.did(("TIMEOUT-06", "RUL-29"), s, _changed(s, what), CHANGES, change=change,
               name=element_name(name))  # fmt: skip
    return climax_at_once(s, to) if change == notation.DROP else s


def misfit(s: State, change: str, name: str) -> str:
    """Return the reason why an entry of the Story Sheet cannot be changed in this way, or ""."""
    if change in (notation.QUESTION, notation.DROP):
        return "" if s.questions[QUESTIONS.index(name)].open else "is not in play"
    if change != notation.ADD:
        return "" if name in s.elements else "is not on the sheet"
    if name in s.elements:
        return "is already on the sheet"
    return "" if SORTS.fullmatch(name) else "is not an element, such as char4 or scene3"


def _changed(s: State, what: Change) -> State:
    change, name, words = what
    if change == notation.ADD:
        return s._replace(elements=(*s.elements, name), late=(*s.late, name))
    if change == notation.REMOVE:
        return s._replace(
            elements=tuple(each for each in s.elements if each != name),
            ticked=tuple(each for each in s.ticked if each != name),
        )
    if change == notation.REWORD:
        return s
    stays = change == notation.QUESTION
    words = words if stays else ""
    return s._replace(questions=s.with_question(QUESTIONS.index(name), stays, words))


@verb("table", open=(phases.BID, phases.SHOWDOWN), by=lambda _: (ref.TABLE,),
      due=dict.fromkeys(STAGES, CLOSING),
      turn=ref.gate(*CLOSING, why="this ends only when all players agree"))  # fmt: skip
def close(s: State, _: int, to: Judge) -> State:
    """End the bidding or the Showdown, because nobody adds more cards."""
    to.asked()
    if s.stage == phases.SHOWDOWN:
        return after_showdown.end_the_showdown(s, to)
    return jump.end_the_bidding(s, to)
