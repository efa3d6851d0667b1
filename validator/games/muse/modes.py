"""The modes of Muse, and the rules that close a verb in them.

The mode of the state comes first, then who sits at the table, then who narrates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.games.muse import phases
from validator.games.muse.state import State
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Gate, Verdict, gate

# Modes in which something must happen first, and those in which players act freely.
DUE = (*phases.DRAWS, phases.OPENING, *phases.SURPLUS, phases.BONUS)
STAGES = (phases.TELL, phases.ANSWER, phases.BID, phases.SHOWDOWN, phases.EPILOGUE)


def owed(state: State) -> int:
    """How many cards are to be drawn before somebody acts."""
    total = 0
    for due in state.due:
        if due.kind not in phases.DRAWS:
            break
        total += due.number
    return total


def _drawn_first(state: State) -> str:
    due = state.due[0]
    who = f"for {due.kind}" if due.seat < 0 else f"by {state.name_of(due.seat)}"
    return f"{owed(state)} to be drawn first, the next {who}: '~ draw CARD'"


def _surplus_first(state: State) -> str:
    seat = state.due[0].seat
    number = state.surplus_of(seat)
    return f"{state.name_of(seat)} discards {number} card{'s' * (number != 1)} first"


def _bonus_first(state: State) -> str:
    return f"{state.name_of(state.due[0].seat)} was skipped and draws a bonus card first"


plain, own_turn, opening, after_jump, loser = phases.SURPLUS
going_on = gate("MUSE-TURN-02", why="the turn goes on")
MODES: Mapping[str, Gate] = {
    phases.SETUP: gate(
        "MUSE-SETUP-04", "MUSE-SETUP-02", why="cards are still to be dealt: '~ deal PLAYER CARD…'"
    ),
    phases.PREPARE: gate("MUSE-SHEET-19", why="nobody has approved of the Story Sheet"),
    "colour": gate("MUSE-DRAW-02", why=_drawn_first),
    "gift": gate("MUSE-DRAW-04", why=_drawn_first),
    "empty": gate("MUSE-DRAW-06", why=_drawn_first),
    phases.OPENING: gate("MUSE-RUL-24", "MUSE-DRAW-06", why=_drawn_first),
    "share": gate("MUSE-SHOWDOWN-21", why=_drawn_first),
    "skipped": gate("MUSE-JUMP-08", why=_drawn_first),
    "newcomer": gate("MUSE-PLAYER-01", why=_drawn_first),
    "yes": gate("MUSE-END-02", why=_drawn_first),
    "no": gate("MUSE-END-02", why=_drawn_first),
    opening: gate("MUSE-RUL-24", "MUSE-LIMIT-03", "MUSE-TURN-02", why=_surplus_first),
    own_turn: gate("MUSE-LIMIT-03", "MUSE-TURN-02", why=_surplus_first),
    after_jump: gate("MUSE-LIMIT-04", "MUSE-JUMP-09", why=_surplus_first),
    loser: gate("MUSE-LIMIT-04", "MUSE-SHOWDOWN-23", why=_surplus_first),
    plain: gate("MUSE-LIMIT-04", why=_surplus_first),
    phases.BONUS: gate("MUSE-RUL-04", "MUSE-JUMP-08", why=_bonus_first),
    phases.TELL: going_on,
    phases.ANSWER: gate(
        "MUSE-SHOWDOWN-24", "MUSE-RUL-18", why="the answer of the Showdown is told first"
    ),
    phases.BID: gate("MUSE-JUMP-04", why="bidding for the narration goes on"),
    phases.SHOWDOWN: gate("MUSE-SHOWDOWN-18", "MUSE-TURN-04", why="the Showdown goes on"),
    phases.EPILOGUE: gate("MUSE-END-01", why="the Crisis Question is answered"),
    phases.OVER: gate("MUSE-END-01", why="the game is over"),
}  # fmt: skip
DEALT = tuple(mode for mode in MODES if mode != phases.SETUP)  # modes once all hands are dealt


def elsewhere(why: Gate, *own: str) -> Mapping[str, Gate]:
    """The same gate for all modes in which players act freely, except `own`, the verb's modes."""
    return dict.fromkeys((mode for mode in STAGES if mode not in own), why)


# ---- who


def sits_here(state: State, seat: int) -> Verdict:
    return NOT_CONCERNED if seat in state.circle else lambda: f"{state.name_of(seat)} does not play"


ENDED = {
    "support": ("MUSE-TURN-03", "MUSE-SUPPORT-11", "Supported an answer"),
    "showdown": ("MUSE-TURN-04", "MUSE-TURN-02", "started a Showdown"),
    "end": ("MUSE-TURN-05", "MUSE-TURN-02", "ended the turn"),
}
NARRATES = ("MUSE-TURN-06", "MUSE-TURN-01")


def narrates(state: State, seat: int) -> Verdict:
    """Only the Narrator does this; the last one also breaks the rule that ended the turn."""
    if seat == state.narrator:
        return KEPT
    name, now, found = state.name_of(seat), state.name_of(state.narrator), []
    before, how = state.last
    if before == seat and how in ENDED:
        *rules, did = ENDED[how]
        rules = list(dict.fromkeys((*rules, "MUSE-TURN-02")))
        found += [Breach(rule, f"{now} narrates; {name} has {did}") for rule in rules]
    who, what = state.interrupted
    if who == seat and state.prep >= phases.BEGUN:
        announced = f", who had announced '{what}'" if what else ""
        facts = f"{now} has jumped in on {name}{announced}"
        found += [Breach("MUSE-JUMP-15", facts), Breach("MUSE-JUMP-06", facts)]
    return (*found, *(Breach(rule, f"{now} narrates") for rule in NARRATES))


def holds(state: State, seat: int, cards: Sequence[str], held: Sequence[str] = ()) -> Verdict:
    """The cards are in the player's hand, or in another zone of the player."""
    left = [*state.seats[seat].hand, *held]
    lacks = []
    for card in cards:  # also refuses a card named twice
        if card in left:
            left.remove(card)
        else:
            lacks.append(card)
    return f"{' '.join(lacks)} is not in {state.name_of(seat)}'s hand" if lacks else KEPT


def narrator(state: State) -> tuple[int, ...]:
    return (state.narrator,)
