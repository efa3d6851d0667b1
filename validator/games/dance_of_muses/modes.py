"""The modes of Dance of Muses: the pending task in each, and the rules that close other verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.referee.api import Message, Verbs, gate, turn_of

if TYPE_CHECKING:
    from validator.games.dance_of_muses.state import State

DEAL, NEUTRAL_MUSE, TIED, ROLL = "deal", "neutral", "tied", "roll"
PLACE = "place"
DANCE, USED = "dance", "used"  # the step is due; USED: no more Power may be used
AFTER, SPENT = "after", "spent"  # the step is taken; SPENT: no more Power may be used
OVER, CUT = "over", "cut"  # CUT: a Power has ended the game before the step of its turn
SETTING_UP = (DEAL, NEUTRAL_MUSE, TIED, ROLL)
DANCING = (DANCE, USED, AFTER, SPENT)
ENDED = (OVER, CUT)


def placed_so_far(s: State) -> Message:
    values = {"number": len(s.tiles), "all": s.table.muses}
    return Message("{number} of {all} Muses are on the table", values)


def step_taken(s: State) -> Message:
    return Message("{muse} has taken the step of this turn", {"muse": s.named(s.danced)})


def all_done(s: State) -> Message:
    return Message("{step}, and a Power was used", {"step": step_taken(s)})


# Why players may not act out of turn: starting players have a rule of their own.


def places_first(s: State) -> Message | str:
    nobody = s.mode == PLACE and all(tile.owner < 0 for tile in s.tiles)
    words = Message(
        "{actor} [is|are] First Player and must place the first Muse", {"actor": s.name(s.first)}
    )
    return words if nobody else ""


def places(s: State) -> Message | str:
    if s.mode != PLACE:
        return ""
    return Message("it is {actor}'s turn to place", {"actor": s.name(s.turn)})


def begins(s: State) -> Message | str:
    first = s.mode in DANCING and s.turn == s.first and not s.steps + s.uses
    unmoved = first and all(tile.value == s.table.start_value for tile in s.tiles)
    return Message("{actor} begins the dance", {"actor": s.name(s.first)}) if unmoved else ""


def dances(s: State) -> Message | str:
    return turn_of(s.name(s.turn)) if s.mode in DANCING else ""


def user_steps(s: State) -> Message:
    return Message("{muse} used her Power, so she must take the step now",
                   {"muse": s.named(s.user)})  # fmt: skip


verb = Verbs("DANCE", {
    DEAL: gate("SETUP-03", why="the Muses have not been dealt yet"),
    NEUTRAL_MUSE: gate("SETUP-05", "SETUP-06", why="the Neutral Muse must be placed first"),
    TIED: gate("SETUP-15", "SETUP-14", why="the highest roll is tied and must be rolled again"),
    ROLL: gate("SETUP-14", why="the players must first roll for First Player"),
    PLACE: gate("PLACE-13", "PLACE-01", why=placed_so_far),
    DANCE: gate("TURN-02", "TURN-01",
                why="a dance step must come first: all Muses are on the table, and no step was "
                    "taken in this turn"),
    USED: gate("TURN-02", "TURN-01",
               why=user_steps),
    AFTER: gate("TURN-03", "TURN-01", why=step_taken),
    SPENT: gate("TURN-03", "TURN-01", why=all_done),
    OVER: gate("END-03", why="the game is over"),
    CUT: gate("END-04", "END-03",
              why="the game is over: a Power used before the step has ended it"),
}, turn=gate("PLACE-12", why=begins).then(gate("TURN-04", why=dances))
        .then(gate("SETUP-14", why=places_first)).then(gate("PLACE-01", why=places)))  # fmt: skip

# Rules of verbs that close them in some modes, instead of those of the mode.
SET_UP_DONE = dict.fromkeys((PLACE, *DANCING), ("PLACE-01",))
BEFORE_THE_DANCE = dict.fromkeys((*SETTING_UP, PLACE), ("PLACE-13",))
