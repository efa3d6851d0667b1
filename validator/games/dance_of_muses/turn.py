"""The frame of the dance: whose turn it is, when it ends, and that nobody looks at hidden Muses."""

from __future__ import annotations

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.asked import in_dance
from validator.games.dance_of_muses.position import DANCE, OVER, PLACE, Position
from validator.games.dance_of_muses.power import power
from validator.games.dance_of_muses.step import dance
from validator.referee.core import Notes, Verb, Verdict, laws_for

end = Verb("end", about="End the turn after the step.", args=())
skip = Verb("pass", about="Skip the turn; the rules refuse it.", listed=False, args=())
peek = Verb("peek", about="Look at a Muse, or turn her over.", kind="aside", args=(notation.TILE,))
VERBS = (dance, power, end, skip)


@laws_for(VERBS, "DANCE-END-04")
def no_step_behind_the_end(at: Position, _: int) -> Verdict:
    """A Power that ends the game ends the turn without its step."""
    ended_it = at.stage == OVER and at.user >= 0 and at.danced < 0
    return "a Power before the step has ended the game" if ended_it else None


@laws_for(VERBS, "DANCE-END-03")
def not_over(at: Position, _: int) -> Verdict:
    """After the end nothing more is played."""
    return "the game is over" if at.stage == OVER else None


@laws_for(VERBS, "DANCE-PLACE-13")
def all_placed(at: Position, _: int) -> Verdict:
    """The dance begins when all Muses are on the table."""
    if at.stage in (DANCE, OVER):
        return None
    return f"{len(at.tiles)} of {at.table.muses} Muses are on the table"


@laws_for((end, skip), "DANCE-PLACE-01")
def nobody_skips_placement(at: Position, _: int) -> Verdict:
    """A placement is no option either."""
    return "every turn of placement places a Muse" if at.stage == PLACE else None


@laws_for(VERBS, "DANCE-TURN-04")
def own_turn(at: Position, seat: int) -> Verdict:
    """Turns pass clockwise."""
    if at.stage != DANCE:
        return None
    return "" if seat == at.turn else f"it is {at.table.players[at.turn]}'s turn"


@laws_for(VERBS, "DANCE-PLACE-12")
def first_player_begins(at: Position, seat: int) -> Verdict:
    """The First Player takes the first turn of the dance."""
    if at.stage != DANCE or seat == at.turn or at.turn != at.first or at.steps + at.uses:
        return None
    if any(tile.value != at.table.start_value for tile in at.tiles):
        return None
    return f"{at.table.players[at.first]} begins the dance"


@in_dance(end, "DANCE-TURN-02", "DANCE-TURN-01")
def step_taken(at: Position) -> Verdict:
    """A turn has its step."""
    return "no step was taken in this turn" if at.steps < at.table.steps else ""


@in_dance(skip, "DANCE-TURN-02", "DANCE-TURN-01")
def no_passing(_: Position) -> Verdict:
    """The step is no option."""
    return "the step is mandatory"


@end.effect
def _end(at: Position, seat: int, note: Notes | None) -> Position:
    if note is not None:
        note("DANCE-TURN-04", "turn")
        if not at.uses:
            note("DANCE-POWER-01", "used")
    turn = (seat + 1) % len(at.table.players)
    return at._replace(turn=turn, danced=-1, user=-1, steps=0, uses=0)


@peek.law("DANCE-PLACE-09")
def stays_hidden(at: Position, _: int, muse: int) -> Verdict:
    """Nobody looks at a Muse that lies face-down, her own player included."""
    seen = at.tiles[muse].up or at.stage == OVER
    return "" if seen else f"{at.tiles[muse].muse} lies face-down until the end"
