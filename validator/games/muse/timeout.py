"""Time Outs, players who join and leave, and what the whole table closes."""

from __future__ import annotations

import re
from typing import Any

from validator.games.muse import duel, gates, jump, notation
from validator.games.muse.flow import new_turn, settle, surplus, take_tokens
from validator.games.muse.state import (
    ADD,
    BID,
    CLIMAX,
    CRISIS,
    DISALLOW,
    DROP,
    ELEMENT,
    EPILOGUE,
    NOBODY,
    PAUSE,
    QUESTION,
    QUESTIONS,
    RAISE,
    REMOVE,
    SETUP,
    SHEETS,
    SHOWDOWN,
    TOKENS,
    UPGRADE,
    Due,
    State,
    Table,
    available,
    clockwise,
    limit,
    name_of,
    names_of,
    open_subplots,
)
from validator.referee.core import TABLE, Notes, Verb, Verdict, laws_for
from validator.referee.grammar import PLAYER
from validator.referee.zones import put

timeout = Verb(
    "timeout", about="Call a Time Out, and what is agreed in it.", kind="aside",
    args=notation.TIME_OUT,
)  # fmt: skip
join = Verb(
    "join", about="A new player sits down.", kind="table",
    args=(notation.NEWCOMER, notation.AFTER),
)  # fmt: skip
leave = Verb("leave", about="A player leaves the table.", kind="table", args=(PLAYER,))
close = Verb(
    "close", about="Nobody bids any more, or nobody turns the tides any more.", kind="table",
    args=(),
)  # fmt: skip

VERBS = (timeout, join, leave, close)

Seats = tuple[int, ...]
Agreed = Seats | None  # None: nothing is said, so the table is at one
What = Any  # raise: (slot, words), upgrade: a Question, element: (change, name, words)

gates.tie((timeout,), gates.SEATED)
gates.tie(VERBS, gates.EVERYBODY)


# ---- when


@timeout.law("MUSE-TIMEOUT-01")
def while_the_story_is_told(state: State, _: int) -> Verdict:
    """A Time Out interrupts the story, not a Showdown."""
    if state.stage == SHOWDOWN:
        return "a Showdown is going on"
    return None if state.stage == SETUP else ""


@timeout.law("MUSE-END-01")
def nothing_more_is_decided(state: State, _: int, kind: str) -> Verdict:
    """In the Epilogue there is nothing left to agree on."""
    return "only the Epilogue follows" if state.stage == EPILOGUE and kind != PAUSE else None


# ---- agreement


def agreeing(state: State, seat: int, yes: Agreed, no: Seats) -> int:
    """How many players agree, the proposer among them."""
    if yes is None:
        return len(state.seats) - len(set(no))
    return len({seat, *yes} - set(no))


@timeout.law("MUSE-RUL-19")
def everybody_agrees(
    state: State, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    """What the players decide together, all of them decide."""
    if kind in (RAISE, PAUSE):
        return None
    return _disagreement(state, seat, yes, no)


def _disagreement(state: State, seat: int, yes: Agreed, no: Seats) -> str:
    count, number = len(state.seats), agreeing(state, seat, yes, no)
    if number == count or (state.table.majority and 2 * number > count):
        return ""
    lacks = tuple(s for s in state.seats if s in no or (yes is not None and s not in (seat, *yes)))
    return f"{names_of(state, lacks)} did not agree"


def _agreement(kind: str, rule: str) -> None:
    """The rule of one kind of decision is broken with the rule on agreement."""

    def players_agree(
        state: State, seat: int, which: str, _what: What, yes: Agreed, no: Seats
    ) -> Verdict:
        """The other players agree."""
        return _disagreement(state, seat, yes, no) if which == kind else None

    timeout.law(rule)(players_agree)


for _kind, _rule in (
    (CLIMAX, "MUSE-TIMEOUT-07"),
    (DISALLOW, "MUSE-TIMEOUT-08"),
    (TOKENS, "MUSE-TIMEOUT-11"),
    (ELEMENT, "MUSE-TIMEOUT-06"),
):
    _agreement(_kind, _rule)


# ---- a Question is raised


def raised(state: State, kind: str, what: What) -> int | None:
    """The Question that is raised; None if it has no slot, or nothing is raised."""
    if kind != RAISE:
        return None
    slot = what[0]
    if slot is not None:
        return QUESTIONS.index(slot) if slot in QUESTIONS else None
    free = [number for number in range(CRISIS) if not state.open[number]]
    return free[0] if free else 0


@timeout.law("MUSE-TIMEOUT-03", "MUSE-TIMEOUT-08")
def not_when_disallowed(state: State, _: int, kind: str, what: What) -> Verdict:
    """Once disallowed, no Question is raised any more."""
    if kind != RAISE or raised(state, kind, what) == CRISIS:
        return None
    return "new Questions are disallowed" if state.disallowed else ""


@timeout.law("MUSE-TIMEOUT-03", "MUSE-QUEST-09")
def room_for_a_question(state: State, _: int, kind: str, what: What) -> Verdict:
    """There are only so many Subplot Questions at once."""
    if kind != RAISE or raised(state, kind, what) == CRISIS:
        return None
    most = state.table.subplots
    return (
        "" if open_subplots(state) < most else f"{open_subplots(state)} in play, the most is {most}"
    )


@timeout.law("MUSE-COMP-08")
def a_slot_of_the_sheet(state: State, _: int, kind: str, what: What) -> Verdict:
    """The Story Sheet has just these slots."""
    if kind != RAISE or what[0] is None:
        return None
    if raised(state, kind, what) is not None:
        return ""
    return f"there is no slot {what[0]}"


@timeout.law("MUSE-TIMEOUT-05")
def a_vacant_slot(state: State, _: int, kind: str, what: What) -> Verdict:
    """The Question goes in a vacant slot."""
    question = raised(state, kind, what)
    if question is None or question == CRISIS:
        return None
    return f"slot {QUESTIONS[question]} holds a Question" if state.open[question] else ""


@timeout.law("MUSE-QUEST-09")
def one_crisis(state: State, _: int, kind: str, what: What) -> Verdict:
    """There is one Crisis Question."""
    if raised(state, kind, what) != CRISIS and kind != UPGRADE:
        return None
    return "there is a Crisis Question" if state.open[CRISIS] else ""


@timeout.law("MUSE-OPT-03")
def crisis_comes_late_by_option(state: State, _: int, kind: str, what: What) -> Verdict:
    """A Crisis Question is written in play only with the option."""
    if raised(state, kind, what) != CRISIS and kind != UPGRADE:
        return None
    return "" if state.table.late else "the option 'late-crisis' is not in force"


@timeout.law("MUSE-TIMEOUT-04")
def liked_and_not_objected(
    state: State, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    """Somebody besides the proposer likes it and nobody objects."""
    if kind != RAISE:
        return None
    if no:
        return f"{names_of(state, no)} objects"
    likes = len(set(yes or ()) - {seat})
    least = state.table.likes
    return "" if likes >= least else f"{likes} others like it, not {least} or more"


@timeout.law("MUSE-RUL-27", "MUSE-QUEST-01")
def worded_as_a_question(state: State, _: int, kind: str, what: What) -> Verdict:
    """Questions begin and end as Questions do."""
    if kind not in (RAISE, ELEMENT) or not what[-1]:
        return None
    if kind == ELEMENT and what[0] != QUESTION:
        return None
    return wording(state.table, what[-1])


def wording(table: Table, words: str) -> str:
    """What is wrong with the words of a Question; empty if nothing is."""
    if not table.enforced:
        return ""
    first = words.split()[0] if words.split() else ""
    if first != table.first_word:
        return f"it begins with '{first}', not with '{table.first_word}'"
    if not words.rstrip().endswith(table.last_sign):
        return f"it does not end with '{table.last_sign}'"
    return ""


# ---- Climax, disallowing, tokens


@timeout.law("MUSE-RUL-23")
def climax_needs_a_crisis(state: State, _: int, kind: str) -> Verdict:
    """Without a Crisis Question there is no Climax."""
    if kind != CLIMAX:
        return None
    return "" if state.open[CRISIS] else "there is no Crisis Question"


@timeout.law("MUSE-TIMEOUT-07")
def climax_once(state: State, _: int, kind: str) -> Verdict:
    """The Climax comes once."""
    return "the Climax is on already" if kind == CLIMAX and state.climax else None


@timeout.law("MUSE-TIMEOUT-08")
def disallow_once(state: State, _: int, kind: str) -> Verdict:
    """Questions are disallowed once and for all."""
    return "they are disallowed already" if kind == DISALLOW and state.disallowed else None


@timeout.law("MUSE-TIMEOUT-11")
def only_when_nobody_can_go_on(state: State, _: int, kind: str) -> Verdict:
    """New tokens only if no Question can bring any, and nobody has one."""
    if kind != TOKENS:
        return None
    if not state.disallowed:
        return "new Questions are not disallowed"
    if open_subplots(state):
        return "a Subplot Question is open"
    rich = tuple(seat for seat in state.seats if state.tokens[seat])
    return f"{names_of(state, rich)} still has tokens" if rich else ""


# ---- the Story Sheet changes


@timeout.law("MUSE-OPT-03", "MUSE-OPT-04")
def upgrades_a_question_in_play(state: State, _: int, kind: str, what: What) -> Verdict:
    """Only a Subplot Question in play becomes the Crisis Question."""
    if kind != UPGRADE:
        return None
    return "" if what != CRISIS and state.open[what] else f"{QUESTIONS[what]} is no open Subplot"


ELEMENT_NAME = re.compile(r"(char|goal|rel|scene|threat)[1-9][0-9]?")


@timeout.law("MUSE-RUL-29", "MUSE-TIMEOUT-06")
def changes_what_is_there(state: State, _: int, kind: str, what: What) -> Verdict:
    """New elements are of the five sorts; the rest is on the sheet already."""
    if kind != ELEMENT:
        return None
    change, name, _words = what
    if change in (QUESTION, DROP):
        return "" if state.open[QUESTIONS.index(name)] else f"Question {name} is not in play"
    if change == ADD:
        if name in state.elements:
            return f"{name} is on the sheet already"
        return "" if ELEMENT_NAME.fullmatch(name) else f"'{name}' is no element: char4, scene3, …"
    return "" if name in state.elements else f"{name} is not on the sheet"


@timeout.law("MUSE-RUL-29")
def no_question_goes_with_its_cards(
    state: State, seat: int, kind: str, what: What, yes: Agreed, no: Seats
) -> Verdict:
    """A Question with cards on its sheets goes only if everybody agrees, whatever the ruling."""
    if kind != ELEMENT or what[0] != DROP:
        return None
    question = QUESTIONS.index(what[1])
    if question == CRISIS or not (state.sheets[2 * question] or state.sheets[2 * question + 1]):
        return None
    if agreeing(state, seat, yes, no) == len(state.seats):
        return ""
    return f"cards lie on the sheets of Question {what[1]}, and not everybody agrees"


@timeout.effect
def _timeout(
    state: State, seat: int, kind: str, what: What, yes: Agreed, no: Seats, note: Notes | None
) -> State:
    del yes, no
    if note is not None:
        text = f"{name_of(state, seat)} calls a Time Out"
        note("MUSE-TIMEOUT-01", "narrator", "turn", text=text)
        if kind not in (RAISE, PAUSE):
            note("MUSE-RUL-19", "climax", "disallowed")
    if kind == RAISE:
        return _raise(state, what, note)
    if kind == CLIMAX:
        if note is not None:
            note("MUSE-TIMEOUT-07", "climax", text="the Climax is on")
        return state._replace(climax=True)
    if kind == DISALLOW:
        return _disallow(state, note)
    if kind == TOKENS:
        return _tokens(state, note)
    if kind == UPGRADE:
        return _upgrade(state, what, note)
    if kind == ELEMENT:
        return _element(state, what, note)
    return state


def _raise(state: State, what: What, note: Notes | None) -> State:
    question = raised(state, RAISE, what)
    assert question is not None
    yes, no = SHEETS[2 * question], SHEETS[2 * question + 1]
    if note is not None:
        rule = "MUSE-OPT-03" if question == CRISIS else "MUSE-TIMEOUT-05"
        facts = [f"{sheet}.{fact}" for sheet in (yes, no) for fact in ("open", "owner", "count")]
        text = f"Question {QUESTIONS[question]} is in play"
        note(rule, "questions", f"question.{QUESTIONS[question]}", *facts, text=text)
        note("MUSE-QUEST-09", "questions")
        note("MUSE-TIMEOUT-04", "questions")
    state = state._replace(
        open=put(state.open, question, True), texts=put(state.texts, question, what[1] or "")
    )
    if question == CRISIS:
        return _climax_at_once(state, note)
    discard = (*state.discard, *state.sheets[2 * question], *state.sheets[2 * question + 1])
    sheets = put(put(state.sheets, 2 * question, ()), 2 * question + 1, ())
    owners = put(put(state.owners, 2 * question, NOBODY), 2 * question + 1, NOBODY)
    return state._replace(sheets=sheets, discard=discard, owners=owners)


def _climax_at_once(state: State, note: Notes | None) -> State:
    """With Questions disallowed and no Subplot open, the Climax is on."""
    if state.climax or not state.disallowed or open_subplots(state) or not state.open[CRISIS]:
        return state
    if note is not None:
        note("MUSE-RUL-20", "climax", text="no Subplot is open: the Climax is on")
    return state._replace(climax=True)


def _disallow(state: State, note: Notes | None) -> State:
    if note is not None:
        note("MUSE-TIMEOUT-08", "disallowed", text="no Question is raised any more")
    return _climax_at_once(state._replace(disallowed=True), note)


def _tokens(state: State, note: Notes | None) -> State:
    for seat in state.seats:
        state = take_tokens(state, state.table.refresh, note)
        state = state._replace(
            tokens=put(state.tokens, seat, state.tokens[seat] + state.table.refresh)
        )
    if note is not None:
        facts = [f"{name_of(state, seat)}.tokens" for seat in state.seats]
        note("MUSE-TIMEOUT-11", *facts, "pool", text="everybody gets new tokens")
        note("MUSE-DRAW-11", *facts)
    return state


def _upgrade(state: State, question: int, note: Notes | None) -> State:
    yes, no = 2 * question, 2 * question + 1
    numbers = [len(state.sheets[sheet]) * state.table.upgrade for sheet in (yes, no)]
    crisis = (2 * CRISIS, 2 * CRISIS + 1)
    if note is not None:
        sheets = [SHEETS[s] for s in (yes, no, *crisis)]
        facts = [f"{s}.{what}" for s in sheets for what in ("owner", "count", "cards", "tokens")]
        text = f"Question {QUESTIONS[question]} becomes the Crisis Question"
        note("MUSE-OPT-04", "discard", *facts, text=text)
        note("MUSE-OPT-03", "questions", *(f"{s}.open" for s in sheets))
        note("MUSE-RUL-22", "pool", *facts)
    state = take_tokens(state, sum(numbers), note)
    owners = put(put(state.owners, crisis[0], state.owners[yes]), crisis[1], state.owners[no])
    state = state._replace(
        crisis=(state.crisis[0] + numbers[0], state.crisis[1] + numbers[1]),
        owners=put(put(owners, yes, NOBODY), no, NOBODY),
        discard=(*state.discard, *state.sheets[yes], *state.sheets[no]),
        sheets=put(put(state.sheets, yes, ()), no, ()),
        open=put(put(state.open, question, False), CRISIS, True),
        texts=put(put(state.texts, CRISIS, state.texts[question]), question, ""),
    )
    return _climax_at_once(state, note)


def _element(state: State, what: What, note: Notes | None) -> State:
    change, name, words = what
    if note is not None:
        text = f"{change} {name}"
        note("MUSE-TIMEOUT-06", "elements", "questions", text=text)
        note("MUSE-RUL-29", "ticked", "unticked", "elements", *(f"{s}.cards" for s in SHEETS))
    if change == ADD:
        return state._replace(elements=(*state.elements, name), late=(*state.late, name))
    if change == REMOVE:
        return state._replace(
            elements=tuple(each for each in state.elements if each != name),
            ticked=tuple(each for each in state.ticked if each != name),
        )
    if change == QUESTION:
        return state._replace(texts=put(state.texts, QUESTIONS.index(name), words))
    if change == DROP:
        question = QUESTIONS.index(name)
        state = state._replace(
            open=put(state.open, question, False), texts=put(state.texts, question, "")
        )
        return _climax_at_once(state, note)
    return state


# ---- joining and leaving


@laws_for((join, leave), "MUSE-RUL-21")
def not_in_a_contest(state: State, _: int) -> Verdict:
    """Nobody comes or goes during a Showdown or a Jump In."""
    if state.stage == SHOWDOWN:
        return "a Showdown is going on"
    return "bidding goes on" if state.stage == BID else ""


@laws_for((join, leave), "MUSE-END-01")
def not_at_the_end(state: State, _: int) -> Verdict:
    """The Epilogue is told by those who played."""
    return "only the Epilogue follows" if state.stage == EPILOGUE else None


@join.law("MUSE-PLAYER-01")
def a_new_player(state: State, _: int, name: str) -> Verdict:
    """Who sits at the table cannot join it."""
    seated = [name_of(state, seat) for seat in state.seats]
    return f"{name} plays already" if name in seated else ""


@join.law("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_many(state: State, _: int, _name: str) -> Verdict:
    """There is room for so many players."""
    most = state.table.most_joined
    return "" if len(state.seats) < most else f"{len(state.seats)} play, the most is {most}"


@join.law("MUSE-RUL-21")
def enough_cards(state: State, _: int, _name: str) -> Verdict:
    """The newcomer's cards are there."""
    need = state.table.join_needs
    return (
        "" if available(state) >= need else f"deck and discards hold {available(state)}, not {need}"
    )


@join.law("MUSE-RUL-21")
def at_a_seat(state: State, _: int, _name: str, after: int | None) -> Verdict:
    """The seat is named."""
    if after is None:
        return "say where: 'after PLAYER'"
    return "" if after in state.seats else f"{name_of(state, after)} does not play"


@join.effect
def _join(state: State, _: int, name: str, after: int, note: Notes | None) -> State:
    before = limit(state)
    if name in state.table.players:
        seat = state.table.players.index(name)
    else:
        seat = len(state.table.players)
        state = state._replace(
            table=state.table.joined(name), hands=(*state.hands, ()), tokens=(*state.tokens, 0)
        )
    place = state.seats.index(after) + 1
    state = state._replace(seats=(*state.seats[:place], seat, *state.seats[place:]))
    state = take_tokens(state, state.table.join_tokens, note)
    state = state._replace(
        tokens=put(state.tokens, seat, state.tokens[seat] + state.table.join_tokens)
    )
    if note is not None:
        text = f"{name} joins after {name_of(state, after)}"
        note("MUSE-PLAYER-01", "players", f"{name}.tokens", f"{name}.cards", "due", text=text)
        note("MUSE-DRAW-11", f"{name}.tokens")
        note("MUSE-RUL-21", "players")
        _note_limits(state, before, note)
    due = (Due("newcomer", seat, state.table.join_cards), *surplus(state))
    return settle(state._replace(due=due), note)


def _note_limits(state: State, before: int, note: Notes) -> None:
    text = f"the limit is {limit(state)}, no longer {before}" if limit(state) != before else ""
    note("MUSE-LIMIT-08", "limit", "sheet_limit", text=text)
    note("MUSE-LIMIT-01", "limit", "sheet_limit")
    note("MUSE-RUL-14", *(f"{s}.{what}" for s in SHEETS for what in ("full", "cards", "count")))


@leave.law("MUSE-PLAYER-02")
def who_plays(state: State, _: int, seat: int) -> Verdict:
    """Only who plays can leave."""
    return "" if seat in state.seats else f"{name_of(state, seat)} does not play"


@leave.law("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_few(state: State, _: int, _seat: int) -> Verdict:
    """So many players stay."""
    least = state.table.least_left
    return "" if len(state.seats) > least else f"{len(state.seats)} play, the fewest is {least}"


@leave.effect
def _leave(state: State, _: int, seat: int, note: Notes | None) -> State:
    name, before = name_of(state, seat), limit(state)
    left = clockwise(state, seat)[0]
    owned = [SHEETS[sheet] for sheet, owner in enumerate(state.owners) if owner == seat]
    state = state._replace(
        seats=tuple(each for each in state.seats if each != seat),
        discard=(*state.discard, *state.hands[seat]),
        hands=put(state.hands, seat, ()),
        pool=state.pool + state.tokens[seat],
        tokens=put(state.tokens, seat, 0),
        owners=tuple(NOBODY if owner == seat else owner for owner in state.owners),
    )
    if note is not None:
        facts = [f"{s}.{what}" for s in owned for what in ("owner", "cards", "count", "tokens")]
        own = (f"{name}.hand", f"{name}.cards", f"{name}.tokens")
        note("MUSE-PLAYER-02", "players", "discard", "pool", *own, *facts, text=f"{name} leaves")
        note("MUSE-RUL-21", "players", "narrator")
        _note_limits(state, before, note)
    if state.narrator == seat:
        state = new_turn(state, left)._replace(last=(NOBODY, ""))
        if note is not None:
            note("MUSE-RUL-21", "narrator", text=f"{name_of(state, left)} narrates")
            note("MUSE-SETUP-10", "story_sheet")
    return settle(state._replace(due=surplus(state)), note)


# ---- closing


@close.law("MUSE-SHOWDOWN-18", "MUSE-JUMP-04")
def something_to_close(state: State, seat: int) -> Verdict:
    """Only bidding and Showdowns are closed, and by nobody alone."""
    if seat != TABLE:
        return "only the whole table closes"
    return "" if state.stage in (BID, SHOWDOWN) else "neither bidding nor a Showdown is going on"


@close.effect
def _close(state: State, _: int, note: Notes | None) -> State:
    if state.stage == SHOWDOWN:
        return duel.finish(state, note)
    if note is not None:
        note("MUSE-JUMP-04", "step", "bids")
    return jump.finish(state, note)
