"""Who may act at all, and when: the rules that come before the rules of a single act.

They are named first, from the ones that stop everybody to the ones about the Narrator's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from validator.games.muse.chance import waits_for
from validator.games.muse.state import (
    BEGUN,
    BID,
    EPILOGUE,
    NOBODY,
    OVER,
    SETUP,
    SHOWDOWN,
    TELL,
    Due,
    State,
    lacks_approval,
    limit,
    name_of,
)
from validator.referee.core import Verb, Verdict

ENDED = {
    "support": "Supported an answer",
    "showdown": "started a Showdown",
    "end": "ended the turn",
}


def surplus_of(state: State, seat: int) -> int:
    """How many cards a player holds beyond the limit."""
    return max(0, len(state.hands[seat]) - limit(state))


def owes_surplus(state: State) -> tuple[int, ...]:
    """Seats that have to discard now, in whatever order."""
    seats = []
    for due in state.due:
        if due.kind != "surplus":
            break
        if surplus_of(state, due.seat):
            seats.append(due.seat)
    return tuple(seats)


def head(state: State) -> Due:
    """What has to happen first."""
    return state.due[0] if state.due else Due("")


def turn_ended(state: State, seat: int) -> bool:
    """Whether a player's own turn is over and nothing has come after it yet."""
    return state.stage == TELL and seat == state.narrator and state.ended in ENDED


def after_a_contest(state: State) -> bool:
    """Whether surplus cards come from a Jump In, and not from a turn that has ended since."""
    return state.ended == "jump" or (state.stage == TELL and state.contests > 0 and not state.ended)


def _surplus_first(state: State, cause: bool) -> Verdict:
    if head(state).kind != "surplus" or not cause:
        return None
    seat = head(state).seat
    return f"{name_of(state, seat)} discards {surplus_of(state, seat)} cards first"


Laws = list[tuple[tuple[str, ...], Callable[..., Verdict]]]
T = TypeVar("T", bound=Callable[..., Verdict])
EVERYBODY: Laws = []  # rules that stop everybody
TELLING: Laws = []  # rules on what is done only while the story is told
NARRATOR: Laws = []  # rules on who narrates
ANSWER: Laws = []  # what a Showdown's winner tells first
SEATED: Laws = []  # rules on who plays at all


def law(laws: Laws, *ids: str) -> Callable[[T], T]:
    """Put a predicate among the laws that several verbs share."""

    def put(test: T) -> T:
        laws.append((ids, test))
        return test

    return put


def tie(verbs: Iterable[Verb], *groups: Laws) -> None:
    """Tie shared laws to verbs."""
    for verb in verbs:
        for laws in groups:
            for ids, test in laws:
                verb.add(test, ids)


@law(EVERYBODY, "MUSE-SETUP-04", "MUSE-SETUP-02")
def hands_come_first(state: State, _: int) -> Verdict:
    """Play begins when all hands are dealt."""
    return "cards are still to be dealt: '~ deal PLAYER CARD…'" if state.stage == SETUP else None


@law(EVERYBODY, "MUSE-SHEET-19")
def sheet_is_approved(state: State, _: int) -> Verdict:
    """A preparation that is told goes on to the story only when the sheet is approved."""
    return "nobody has approved of the Story Sheet" if lacks_approval(state, 1) else None


@law(EVERYBODY, "MUSE-END-01")
def nothing_after_the_end(state: State, _: int) -> Verdict:
    """With the Epilogue all is told."""
    return "the game is over" if state.stage == OVER else None


for kinds, rule in (
    (("colour",), "MUSE-DRAW-02"),
    (("gift",), "MUSE-DRAW-04"),
    (("empty",), "MUSE-DRAW-06"),
    (("share",), "MUSE-SHOWDOWN-21"),
    (("skipped",), "MUSE-JUMP-08"),
    (("newcomer",), "MUSE-PLAYER-01"),
    (("yes", "no"), "MUSE-END-02"),
):
    EVERYBODY.append(((rule,), waits_for(*kinds)))


@law(EVERYBODY, "MUSE-RUL-24")
def turn_ends_before_a_showdown(state: State, _: int) -> Verdict:
    """Who starts a Showdown first draws and discards as at the end of a turn."""
    own = turn_ended(state, head(state).seat) and state.ended == "showdown"
    if head(state).kind == "empty" and own:
        return f"{name_of(state, state.narrator)} draws before the Showdown opens"
    return _surplus_first(state, own)


@law(EVERYBODY, "MUSE-LIMIT-03", "MUSE-TURN-02")
def narrators_surplus_first(state: State, _: int) -> Verdict:
    """The turn is over: surplus goes before anything else happens."""
    return _surplus_first(state, turn_ended(state, head(state).seat))


@law(EVERYBODY, "MUSE-LIMIT-04", "MUSE-JUMP-09")
def surplus_after_a_contest(state: State, _: int) -> Verdict:
    """Whoever is not Narrator after a Jump In discards at once."""
    return _surplus_first(state, after_a_contest(state))


@law(EVERYBODY, "MUSE-LIMIT-04", "MUSE-SHOWDOWN-23")
def surplus_of_losers(state: State, _: int) -> Verdict:
    """Losers of a Showdown discard at once."""
    return _surplus_first(state, state.stage == SHOWDOWN)


@law(EVERYBODY, "MUSE-LIMIT-04")
def surplus_at_once(state: State, _: int) -> Verdict:
    """Nobody but the Narrator holds more than the limit."""
    return _surplus_first(state, head(state).seat != state.narrator)


@law(EVERYBODY, "MUSE-RUL-04", "MUSE-JUMP-08")
def bonus_cards_first(state: State, _: int) -> Verdict:
    """Skipped players draw one after the other before play goes on."""
    if head(state).kind != "bonus":
        return None
    return f"{name_of(state, head(state).seat)} was skipped and draws a bonus card first"


@law(TELLING, "MUSE-JUMP-04")
def bidding_ends_first(state: State, _: int) -> Verdict:
    """Bidding goes on until it is closed."""
    return "bidding for the narration goes on" if state.stage == BID else None


@law(TELLING, "MUSE-SHOWDOWN-18")
def showdown_ends_first(state: State, _: int) -> Verdict:
    """A Showdown goes on until nobody turns the tides."""
    return "the Showdown goes on" if state.stage == SHOWDOWN else None


@law(TELLING, "MUSE-END-01")
def only_the_epilogue_follows(state: State, _: int) -> Verdict:
    """After the Crisis Showdown nothing but the Epilogue is told."""
    return "the Crisis Question is answered" if state.stage == EPILOGUE else None


@law(NARRATOR, "MUSE-TURN-03", "MUSE-TURN-02", "MUSE-SUPPORT-11")
def support_ended_it(state: State, seat: int) -> Verdict:
    """Who has Supported is not Narrator any more."""
    return _ended(state, seat, "support")


@law(NARRATOR, "MUSE-TURN-04", "MUSE-TURN-02")
def showdown_ended_it(state: State, seat: int) -> Verdict:
    """Who has started a Showdown is not Narrator any more."""
    started = state.stage == SHOWDOWN and seat == state.narrator
    if started:
        return f"{name_of(state, seat)} has started a Showdown"
    return _ended(state, seat, "showdown")


@law(NARRATOR, "MUSE-TURN-05", "MUSE-TURN-02")
def end_ended_it(state: State, seat: int) -> Verdict:
    """Who has ended the turn is not Narrator any more."""
    return _ended(state, seat, "end")


@law(NARRATOR, "MUSE-JUMP-15", "MUSE-JUMP-06")
def interrupted(state: State, seat: int) -> Verdict:
    """A Jump In takes an announced act away."""
    who, what = state.interrupted
    if who != seat or state.stage != TELL or seat == state.narrator or state.prep < BEGUN:
        return None
    told = f", who had announced '{what}'" if what else ""
    return f"{name_of(state, state.narrator)} has jumped in on {name_of(state, seat)}{told}"


@law(NARRATOR, "MUSE-TURN-06", "MUSE-TURN-01")
def the_narrator(state: State, seat: int) -> Verdict:
    """Only the Narrator does this."""
    if state.stage not in (TELL, BID, SETUP):
        return None
    return "" if seat == state.narrator else f"{name_of(state, state.narrator)} narrates"


@law(ANSWER, "MUSE-SHOWDOWN-24", "MUSE-RUL-18")
def answer_comes_first(state: State, _: int) -> Verdict:
    """The winner of a Showdown tells the answer, then goes on with a full turn."""
    return "the answer of the Showdown is told first" if state.answering else None


def _ended(state: State, seat: int, how: str) -> Verdict:
    if state.stage != TELL or state.last != (seat, how) or seat in (state.narrator, NOBODY):
        return None
    return f"{name_of(state, seat)} has {ENDED[how]}"


@law(SEATED, "MUSE-PLAYER-02")
def sits_here(state: State, seat: int) -> Verdict:
    """Who has left the table does nothing."""
    return None if seat in state.seats else f"{name_of(state, seat)} does not play"
