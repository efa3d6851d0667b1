"""Time Outs, players who join and leave, and what the whole table closes."""

from __future__ import annotations

import re
from typing import Any

from validator.games.muse import duel, gates, jump
from validator.games.muse.flow import new_turn, settle, surplus, take_tokens
from validator.games.muse.position import (
    BID,
    CRISIS,
    EPILOGUE,
    NOBODY,
    QUESTIONS,
    SETUP,
    SHEETS,
    SHOWDOWN,
    Due,
    Position,
    Table,
    available,
    clockwise,
    limit,
    name_of,
    names_of,
    open_subplots,
)
from validator.referee.core import TABLE, Notes, Verb, Verdict, laws_for
from validator.referee.zones import put

RAISE, CLIMAX, DISALLOW, TOKENS, PAUSE, ELEMENT, UPGRADE = KINDS = (
    "raise", "climax", "disallow", "tokens", "pause", "element", "upgrade",
)  # fmt: skip
ADD, REMOVE, REWORD, QUESTION, DROP = CHANGES = ("add", "remove", "reword", "question", "drop")

timeout = Verb(
    "timeout",
    'timeout raise [SLOT] "Will …?" [likes PLAYER…] [objects PLAYER…] | '
    "climax | disallow | tokens [with PLAYER… | all] [against PLAYER…] | upgrade QUESTION | "
    'element add|remove|reword ELEMENT | element question QUESTION "…" | element drop QUESTION | '
    "pause",
    "Call a Time Out, and what is agreed in it.", kind="aside",
)  # fmt: skip
join = Verb("join", "join NAME after PLAYER", "A new player sits down.", kind="table")
leave = Verb("leave", "leave PLAYER", "A player leaves the table.", kind="table")
close = Verb(
    "close", "close", "Nobody bids any more, or nobody turns the tides any more.", kind="table",
)  # fmt: skip

VERBS = (timeout, join, leave, close)

Seats = tuple[int, ...]
Agreed = Seats | None  # None: nothing is said, so the table is at one
What = Any  # raise: (slot, words), upgrade: a Question, element: (change, name, words)

gates.tie((timeout,), gates.SEATED)
gates.tie(VERBS, gates.EVERYBODY)


# ---- when


@timeout.law("MUSE-TIMEOUT-01")
def while_the_story_is_told(at: Position, _: int) -> Verdict:
    """A Time Out interrupts the story, not a Showdown."""
    if at.stage == SHOWDOWN:
        return "a Showdown is going on"
    return None if at.stage == SETUP else ""


@timeout.law("MUSE-END-01")
def nothing_more_is_decided(at: Position, _: int, kind: str) -> Verdict:
    """In the Epilogue there is nothing left to agree on."""
    return "only the Epilogue follows" if at.stage == EPILOGUE and kind != PAUSE else None


# ---- agreement


def agreeing(at: Position, seat: int, yes: Agreed, no: Seats) -> int:
    """How many players agree, the proposer among them."""
    if yes is None:
        return len(at.seats) - len(set(no))
    return len({seat, *yes} - set(no))


@timeout.law("MUSE-RUL-19")
def everybody_agrees(
    at: Position, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    """What the players decide together, all of them decide."""
    if kind in (RAISE, PAUSE):
        return None
    return _disagreement(at, seat, yes, no)


def _disagreement(at: Position, seat: int, yes: Agreed, no: Seats) -> str:
    count, number = len(at.seats), agreeing(at, seat, yes, no)
    if number == count or (at.table.majority and 2 * number > count):
        return ""
    lacks = tuple(s for s in at.seats if s in no or (yes is not None and s not in (seat, *yes)))
    return f"{names_of(at, lacks)} did not agree"


def _agreement(kind: str, rule: str) -> None:
    """The rule of one kind of decision is broken with the rule on agreement."""

    def players_agree(
        at: Position, seat: int, which: str, _what: What, yes: Agreed, no: Seats
    ) -> Verdict:
        """The other players agree."""
        return _disagreement(at, seat, yes, no) if which == kind else None

    timeout.law(rule)(players_agree)


for _kind, _rule in (
    (CLIMAX, "MUSE-TIMEOUT-07"),
    (DISALLOW, "MUSE-TIMEOUT-08"),
    (TOKENS, "MUSE-TIMEOUT-11"),
    (ELEMENT, "MUSE-TIMEOUT-06"),
):
    _agreement(_kind, _rule)


# ---- a Question is raised


def raised(at: Position, kind: str, what: What) -> int | None:
    """The Question that is raised; None if it has no slot, or nothing is raised."""
    if kind != RAISE:
        return None
    slot = what[0]
    if slot is not None:
        return QUESTIONS.index(slot) if slot in QUESTIONS else None
    free = [number for number in range(CRISIS) if not at.open[number]]
    return free[0] if free else 0


@timeout.law("MUSE-TIMEOUT-03", "MUSE-TIMEOUT-08")
def not_when_disallowed(at: Position, _: int, kind: str, what: What) -> Verdict:
    """Once disallowed, no Question is raised any more."""
    if kind != RAISE or raised(at, kind, what) == CRISIS:
        return None
    return "new Questions are disallowed" if at.disallowed else ""


@timeout.law("MUSE-TIMEOUT-03", "MUSE-QUEST-09")
def room_for_a_question(at: Position, _: int, kind: str, what: What) -> Verdict:
    """There are only so many Subplot Questions at once."""
    if kind != RAISE or raised(at, kind, what) == CRISIS:
        return None
    most = at.table.subplots
    return "" if open_subplots(at) < most else f"{open_subplots(at)} in play, the most is {most}"


@timeout.law("MUSE-COMP-08")
def a_slot_of_the_sheet(at: Position, _: int, kind: str, what: What) -> Verdict:
    """The Story Sheet has just these slots."""
    if kind != RAISE or what[0] is None:
        return None
    if raised(at, kind, what) is not None:
        return ""
    return f"there is no slot {what[0]}"


@timeout.law("MUSE-TIMEOUT-05")
def a_vacant_slot(at: Position, _: int, kind: str, what: What) -> Verdict:
    """The Question goes in a vacant slot."""
    question = raised(at, kind, what)
    if question is None or question == CRISIS:
        return None
    return f"slot {QUESTIONS[question]} holds a Question" if at.open[question] else ""


@timeout.law("MUSE-QUEST-09")
def one_crisis(at: Position, _: int, kind: str, what: What) -> Verdict:
    """There is one Crisis Question."""
    if raised(at, kind, what) != CRISIS and kind != UPGRADE:
        return None
    return "there is a Crisis Question" if at.open[CRISIS] else ""


@timeout.law("MUSE-OPT-03")
def crisis_comes_late_by_option(at: Position, _: int, kind: str, what: What) -> Verdict:
    """A Crisis Question is written in play only with the option."""
    if raised(at, kind, what) != CRISIS and kind != UPGRADE:
        return None
    return "" if at.table.late else "the option 'late-crisis' is not in force"


@timeout.law("MUSE-TIMEOUT-04")
def liked_and_not_objected(
    at: Position, seat: int, kind: str, _what: What, yes: Agreed, no: Seats
) -> Verdict:
    """Somebody besides the proposer likes it and nobody objects."""
    if kind != RAISE:
        return None
    if no:
        return f"{names_of(at, no)} objects"
    likes = len(set(yes or ()) - {seat})
    least = at.table.likes
    return "" if likes >= least else f"{likes} others like it, not {least} or more"


@timeout.law("MUSE-RUL-27", "MUSE-QUEST-01")
def worded_as_a_question(at: Position, _: int, kind: str, what: What) -> Verdict:
    """Questions begin and end as Questions do."""
    if kind not in (RAISE, ELEMENT) or not what[-1]:
        return None
    if kind == ELEMENT and what[0] != QUESTION:
        return None
    return wording(at.table, what[-1])


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
def climax_needs_a_crisis(at: Position, _: int, kind: str) -> Verdict:
    """Without a Crisis Question there is no Climax."""
    if kind != CLIMAX:
        return None
    return "" if at.open[CRISIS] else "there is no Crisis Question"


@timeout.law("MUSE-TIMEOUT-07")
def climax_once(at: Position, _: int, kind: str) -> Verdict:
    """The Climax comes once."""
    return "the Climax is on already" if kind == CLIMAX and at.climax else None


@timeout.law("MUSE-TIMEOUT-08")
def disallow_once(at: Position, _: int, kind: str) -> Verdict:
    """Questions are disallowed once and for all."""
    return "they are disallowed already" if kind == DISALLOW and at.disallowed else None


@timeout.law("MUSE-TIMEOUT-11")
def only_when_nobody_can_go_on(at: Position, _: int, kind: str) -> Verdict:
    """New tokens only if no Question can bring any, and nobody has one."""
    if kind != TOKENS:
        return None
    if not at.disallowed:
        return "new Questions are not disallowed"
    if open_subplots(at):
        return "a Subplot Question is open"
    rich = tuple(seat for seat in at.seats if at.tokens[seat])
    return f"{names_of(at, rich)} still has tokens" if rich else ""


# ---- the Story Sheet changes


@timeout.law("MUSE-OPT-03", "MUSE-OPT-04")
def upgrades_a_question_in_play(at: Position, _: int, kind: str, what: What) -> Verdict:
    """Only a Subplot Question in play becomes the Crisis Question."""
    if kind != UPGRADE:
        return None
    return "" if what != CRISIS and at.open[what] else f"{QUESTIONS[what]} is no open Subplot"


ELEMENT_NAME = re.compile(r"(char|goal|rel|scene|threat)[1-9][0-9]?")


@timeout.law("MUSE-RUL-29", "MUSE-TIMEOUT-06")
def changes_what_is_there(at: Position, _: int, kind: str, what: What) -> Verdict:
    """New elements are of the five sorts; the rest is on the sheet already."""
    if kind != ELEMENT:
        return None
    change, name, _words = what
    if change in (QUESTION, DROP):
        return "" if at.open[QUESTIONS.index(name)] else f"Question {name} is not in play"
    if change == ADD:
        if name in at.elements:
            return f"{name} is on the sheet already"
        return "" if ELEMENT_NAME.fullmatch(name) else f"'{name}' is no element: char4, scene3, …"
    return "" if name in at.elements else f"{name} is not on the sheet"


@timeout.law("MUSE-RUL-29")
def no_question_goes_with_its_cards(
    at: Position, seat: int, kind: str, what: What, yes: Agreed, no: Seats
) -> Verdict:
    """A Question with cards on its sheets goes only if everybody agrees, whatever the ruling."""
    if kind != ELEMENT or what[0] != DROP:
        return None
    question = QUESTIONS.index(what[1])
    if question == CRISIS or not (at.sheets[2 * question] or at.sheets[2 * question + 1]):
        return None
    if agreeing(at, seat, yes, no) == len(at.seats):
        return ""
    return f"cards lie on the sheets of Question {what[1]}, and not everybody agrees"


@timeout.effect
def _timeout(
    at: Position, seat: int, kind: str, what: What, yes: Agreed, no: Seats, note: Notes | None
) -> Position:
    del yes, no
    if note is not None:
        text = f"{name_of(at, seat)} calls a Time Out"
        note("MUSE-TIMEOUT-01", "narrator", "turn", text=text)
        if kind not in (RAISE, PAUSE):
            note("MUSE-RUL-19", "climax", "disallowed")
    if kind == RAISE:
        return _raise(at, what, note)
    if kind == CLIMAX:
        if note is not None:
            note("MUSE-TIMEOUT-07", "climax", text="the Climax is on")
        return at._replace(climax=True)
    if kind == DISALLOW:
        return _disallow(at, note)
    if kind == TOKENS:
        return _tokens(at, note)
    if kind == UPGRADE:
        return _upgrade(at, what, note)
    if kind == ELEMENT:
        return _element(at, what, note)
    return at


def _raise(at: Position, what: What, note: Notes | None) -> Position:
    question = raised(at, RAISE, what)
    assert question is not None
    yes, no = SHEETS[2 * question], SHEETS[2 * question + 1]
    if note is not None:
        rule = "MUSE-OPT-03" if question == CRISIS else "MUSE-TIMEOUT-05"
        facts = [f"{sheet}.{fact}" for sheet in (yes, no) for fact in ("open", "owner", "count")]
        text = f"Question {QUESTIONS[question]} is in play"
        note(rule, "questions", f"question.{QUESTIONS[question]}", *facts, text=text)
        note("MUSE-QUEST-09", "questions")
        note("MUSE-TIMEOUT-04", "questions")
    at = at._replace(
        open=put(at.open, question, True), texts=put(at.texts, question, what[1] or "")
    )
    if question == CRISIS:
        return _climax_at_once(at, note)
    discard = (*at.discard, *at.sheets[2 * question], *at.sheets[2 * question + 1])
    sheets = put(put(at.sheets, 2 * question, ()), 2 * question + 1, ())
    owners = put(put(at.owners, 2 * question, NOBODY), 2 * question + 1, NOBODY)
    return at._replace(sheets=sheets, discard=discard, owners=owners)


def _climax_at_once(at: Position, note: Notes | None) -> Position:
    """With Questions disallowed and no Subplot open, the Climax is on."""
    if at.climax or not at.disallowed or open_subplots(at) or not at.open[CRISIS]:
        return at
    if note is not None:
        note("MUSE-RUL-20", "climax", text="no Subplot is open: the Climax is on")
    return at._replace(climax=True)


def _disallow(at: Position, note: Notes | None) -> Position:
    if note is not None:
        note("MUSE-TIMEOUT-08", "disallowed", text="no Question is raised any more")
    return _climax_at_once(at._replace(disallowed=True), note)


def _tokens(at: Position, note: Notes | None) -> Position:
    for seat in at.seats:
        at = take_tokens(at, at.table.refresh, note)
        at = at._replace(tokens=put(at.tokens, seat, at.tokens[seat] + at.table.refresh))
    if note is not None:
        facts = [f"{name_of(at, seat)}.tokens" for seat in at.seats]
        note("MUSE-TIMEOUT-11", *facts, "pool", text="everybody gets new tokens")
        note("MUSE-DRAW-11", *facts)
    return at


def _upgrade(at: Position, question: int, note: Notes | None) -> Position:
    yes, no = 2 * question, 2 * question + 1
    numbers = [len(at.sheets[sheet]) * at.table.upgrade for sheet in (yes, no)]
    crisis = (2 * CRISIS, 2 * CRISIS + 1)
    if note is not None:
        sheets = [SHEETS[s] for s in (yes, no, *crisis)]
        facts = [f"{s}.{what}" for s in sheets for what in ("owner", "count", "cards", "tokens")]
        text = f"Question {QUESTIONS[question]} becomes the Crisis Question"
        note("MUSE-OPT-04", "discard", *facts, text=text)
        note("MUSE-OPT-03", "questions", *(f"{s}.open" for s in sheets))
        note("MUSE-RUL-22", "pool", *facts)
    at = take_tokens(at, sum(numbers), note)
    owners = put(put(at.owners, crisis[0], at.owners[yes]), crisis[1], at.owners[no])
    at = at._replace(
        crisis=(at.crisis[0] + numbers[0], at.crisis[1] + numbers[1]),
        owners=put(put(owners, yes, NOBODY), no, NOBODY),
        discard=(*at.discard, *at.sheets[yes], *at.sheets[no]),
        sheets=put(put(at.sheets, yes, ()), no, ()),
        open=put(put(at.open, question, False), CRISIS, True),
        texts=put(put(at.texts, CRISIS, at.texts[question]), question, ""),
    )
    return _climax_at_once(at, note)


def _element(at: Position, what: What, note: Notes | None) -> Position:
    change, name, words = what
    if note is not None:
        text = f"{change} {name}"
        note("MUSE-TIMEOUT-06", "elements", "questions", text=text)
        note("MUSE-RUL-29", "ticked", "unticked", "elements", *(f"{s}.cards" for s in SHEETS))
    if change == ADD:
        return at._replace(elements=(*at.elements, name), late=(*at.late, name))
    if change == REMOVE:
        return at._replace(
            elements=tuple(each for each in at.elements if each != name),
            ticked=tuple(each for each in at.ticked if each != name),
        )
    if change == QUESTION:
        return at._replace(texts=put(at.texts, QUESTIONS.index(name), words))
    if change == DROP:
        question = QUESTIONS.index(name)
        at = at._replace(open=put(at.open, question, False), texts=put(at.texts, question, ""))
        return _climax_at_once(at, note)
    return at


# ---- joining and leaving


@laws_for((join, leave), "MUSE-RUL-21")
def not_in_a_contest(at: Position, _: int) -> Verdict:
    """Nobody comes or goes during a Showdown or a Jump In."""
    if at.stage == SHOWDOWN:
        return "a Showdown is going on"
    return "bidding goes on" if at.stage == BID else ""


@laws_for((join, leave), "MUSE-END-01")
def not_at_the_end(at: Position, _: int) -> Verdict:
    """The Epilogue is told by those who played."""
    return "only the Epilogue follows" if at.stage == EPILOGUE else None


@join.law("MUSE-PLAYER-01")
def a_new_player(at: Position, _: int, name: str) -> Verdict:
    """Who sits at the table cannot join it."""
    seated = [name_of(at, seat) for seat in at.seats]
    return f"{name} plays already" if name in seated else ""


@join.law("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_many(at: Position, _: int, _name: str) -> Verdict:
    """There is room for so many players."""
    most = at.table.most_joined
    return "" if len(at.seats) < most else f"{len(at.seats)} play, the most is {most}"


@join.law("MUSE-RUL-21")
def enough_cards(at: Position, _: int, _name: str) -> Verdict:
    """The newcomer's cards are there."""
    need = at.table.join_needs
    return "" if available(at) >= need else f"deck and discards hold {available(at)}, not {need}"


@join.law("MUSE-RUL-21")
def at_a_seat(at: Position, _: int, _name: str, after: int | None) -> Verdict:
    """The seat is named."""
    if after is None:
        return "say where: 'after PLAYER'"
    return "" if after in at.seats else f"{name_of(at, after)} does not play"


@join.effect
def _join(at: Position, _: int, name: str, after: int, note: Notes | None) -> Position:
    before = limit(at)
    if name in at.roster:
        seat = at.roster.index(name)
    else:
        seat = len(at.roster)
        at = at._replace(roster=(*at.roster, name), hands=(*at.hands, ()), tokens=(*at.tokens, 0))
    place = at.seats.index(after) + 1
    at = at._replace(seats=(*at.seats[:place], seat, *at.seats[place:]))
    at = take_tokens(at, at.table.join_tokens, note)
    at = at._replace(tokens=put(at.tokens, seat, at.tokens[seat] + at.table.join_tokens))
    if note is not None:
        text = f"{name} joins after {name_of(at, after)}"
        note("MUSE-PLAYER-01", "players", f"{name}.tokens", f"{name}.cards", "due", text=text)
        note("MUSE-DRAW-11", f"{name}.tokens")
        note("MUSE-RUL-21", "players")
        _note_limits(at, before, note)
    due = (Due("newcomer", seat, at.table.join_cards), *surplus(at))
    return settle(at._replace(due=due), note)


def _note_limits(at: Position, before: int, note: Notes) -> None:
    text = f"the limit is {limit(at)}, no longer {before}" if limit(at) != before else ""
    note("MUSE-LIMIT-08", "limit", "sheet_limit", text=text)
    note("MUSE-LIMIT-01", "limit", "sheet_limit")
    note("MUSE-RUL-14", *(f"{s}.{what}" for s in SHEETS for what in ("full", "cards", "count")))


@leave.law("MUSE-PLAYER-02")
def who_plays(at: Position, _: int, seat: int) -> Verdict:
    """Only who plays can leave."""
    return "" if seat in at.seats else f"{name_of(at, seat)} does not play"


@leave.law("MUSE-RUL-21", "MUSE-SETUP-01")
def not_too_few(at: Position, _: int, _seat: int) -> Verdict:
    """So many players stay."""
    least = at.table.least_left
    return "" if len(at.seats) > least else f"{len(at.seats)} play, the fewest is {least}"


@leave.effect
def _leave(at: Position, _: int, seat: int, note: Notes | None) -> Position:
    name, before = name_of(at, seat), limit(at)
    left = clockwise(at, seat)[0]
    owned = [SHEETS[sheet] for sheet, owner in enumerate(at.owners) if owner == seat]
    at = at._replace(
        seats=tuple(each for each in at.seats if each != seat),
        discard=(*at.discard, *at.hands[seat]),
        hands=put(at.hands, seat, ()),
        pool=at.pool + at.tokens[seat],
        tokens=put(at.tokens, seat, 0),
        owners=tuple(NOBODY if owner == seat else owner for owner in at.owners),
    )
    if note is not None:
        facts = [f"{s}.{what}" for s in owned for what in ("owner", "cards", "count", "tokens")]
        own = (f"{name}.hand", f"{name}.cards", f"{name}.tokens")
        note("MUSE-PLAYER-02", "players", "discard", "pool", *own, *facts, text=f"{name} leaves")
        note("MUSE-RUL-21", "players", "narrator")
        _note_limits(at, before, note)
    if at.narrator == seat:
        at = new_turn(at, left)._replace(last=(NOBODY, ""))
        if note is not None:
            note("MUSE-RUL-21", "narrator", text=f"{name_of(at, left)} narrates")
            note("MUSE-SETUP-10", "story_sheet")
    return settle(at._replace(due=surplus(at)), note)


# ---- closing


@close.law("MUSE-SHOWDOWN-18", "MUSE-JUMP-04")
def something_to_close(at: Position, seat: int) -> Verdict:
    """Only bidding and Showdowns are closed, and by nobody alone."""
    if seat != TABLE:
        return "only the whole table closes"
    return "" if at.stage in (BID, SHOWDOWN) else "neither bidding nor a Showdown is going on"


@close.effect
def _close(at: Position, _: int, note: Notes | None) -> Position:
    if at.stage == SHOWDOWN:
        return duel.finish(at, note)
    if note is not None:
        note("MUSE-JUMP-04", "step", "bids")
    return jump.finish(at, note)
