"""The turns of the dance: whose turn it is, what is left of it, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.state import NEUTRAL, NOBODY, State
from validator.referee.core import KEPT, Breach, Trace, Verb, Verdict, gate

# ---- why a verb is closed

MODES = dict.fromkeys(modes.ENDED, gate("DANCE-END-03", why="the game is over"))
TURN = gate("DANCE-TURN-04", why=lambda state: f"it is {state.table.players[state.turn]}'s turn")
TURN_TO_PLACE = gate(
    "DANCE-PLACE-01",
    why=lambda state: f"it is {state.table.players[state.turn]}'s turn to place",
)


def placed_so_far(state: State) -> str:
    """How many Muses are on the table, of how many."""
    return f"{len(state.tiles)} of {state.table.muses} Muses are on the table"


BEFORE_THE_DANCE = {
    **dict.fromkeys((*modes.SETTING_UP, modes.PLACE), gate("DANCE-PLACE-13", why=placed_so_far)),
    modes.CUT: gate("DANCE-END-04", "DANCE-END-03",
              why="a Power before the step has ended the game"),
}  # fmt: skip
NO_PLACEMENT = {
    **BEFORE_THE_DANCE,
    modes.PLACE: gate("DANCE-PLACE-13", "DANCE-PLACE-01", why=placed_so_far),
}
STEP_DUE = gate("DANCE-TURN-02", "DANCE-TURN-01", why="no step was taken in this turn")
STEP_TAKEN = gate(
    "DANCE-TURN-03", "DANCE-TURN-01",
    why=lambda state: f"{state.tiles[state.danced].muse} has taken the step of this turn",
)  # fmt: skip
POWER_USED = gate("DANCE-POWER-03", "DANCE-TURN-01", why="a Power was used in this turn")


def out_of_turn(state: State) -> Iterator[Breach]:
    """The rules that a player breaks by acting out of turn."""
    table, name = state.table, state.table.players[state.first]
    if state.mode == modes.PLACE:
        if all(tile.owner == NEUTRAL for tile in state.tiles):
            yield Breach("DANCE-SETUP-14", f"{name} is First Player")
        yield from TURN_TO_PLACE.breaches(state)
        return
    begins = state.turn == state.first and not state.steps + state.uses
    if begins and all(tile.value == table.start_value for tile in state.tiles):
        yield Breach("DANCE-PLACE-12", f"{name} begins the dance")
    yield from TURN.breaches(state)


# ---- the end of a turn, and what is no turn

end = Verb(
    "end", about="End the turn after the step.", args=(), modes=(modes.AFTER, modes.SPENT),
    gates={**NO_PLACEMENT, **dict.fromkeys((modes.DANCE, modes.USED), STEP_DUE)},
)  # fmt: skip
skip = Verb(
    "pass", about="Skip the turn; the rules refuse it.", listed=False, args=(),
    modes=modes.DANCING, gates=NO_PLACEMENT,
)  # fmt: skip
peek = Verb("peek", about="Look at a Muse, or turn her over.", kind="aside", args=(notation.TILE,))


@skip.guard("DANCE-TURN-02", "DANCE-TURN-01")
def no_passing(_state: State, _: int) -> Verdict:
    return "the step is mandatory"


@end.effect
def _end(state: State, seat: int, trace: Trace | None) -> State:
    table = state.table
    if trace is not None:
        trace("DANCE-TURN-04", "turn", "step", "danced", "user")
        if not state.uses:
            trace("DANCE-POWER-01", text="no Power was used")
    turn = (seat + 1) % len(table.players)
    mode = table.dancing(0, 0)
    return state._replace(mode=mode, turn=turn, danced=NOBODY, user=NOBODY, steps=0, uses=0)


@peek.guard("DANCE-PLACE-09")
def stays_hidden(state: State, _: int, muse: int) -> Verdict:
    """Nobody looks at a face-down Muse, not even her owner."""
    if state.tiles[muse].up or state.mode in modes.ENDED:
        return KEPT
    return f"{notation.called(state, muse)} is face-down until the end"
