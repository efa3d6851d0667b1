"""The set-up choices of the players: Companies and their colours."""

from __future__ import annotations

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import COLOURS
from validator.games.dance_of_muses.position_errors import wrong_groups
from validator.games.dance_of_muses.state import Groups, State
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, gate

Chosen = tuple[tuple[int, int | None], ...]  # seats and the colours they choose

SET_UP = dict.fromkeys(
    (modes.PLACE, *modes.DANCING), gate("DANCE-PLACE-01", why="the set-up is done")
)
companies = Verb(
    "companies", about="Say who plays together (default: the players alternate).", kind="table",
    args=(notation.COMPANIES,), modes=modes.SETTING_UP, gates=SET_UP,
)  # fmt: skip
colours = Verb(
    "colours", about="Each Company chooses its dice (default: orange, purple, white).",
    kind="table", args=(notation.CHOSEN_COLOURS,), modes=modes.SETTING_UP, gates=SET_UP,
)  # fmt: skip
VERBS = (companies, colours)


@companies.guard("DANCE-SETUP-08", "DANCE-SETUP-11")
def right_groups(state: State, _: int, groups: Groups) -> Verdict:
    return tuple(wrong_groups(state.table, groups)) or ""


@companies.effect
def _companies(state: State, _: int, groups: Groups, trace: Trace | None) -> State:
    company = {seat: index for index, group in enumerate(groups) for seat in group}
    seats = tuple(own._replace(company=company[seat]) for seat, own in enumerate(state.seats))
    after = state._replace(seats=seats)
    if trace is not None:
        moved = ("companies", "*.colour") if seats != state.seats else ()
        trace("DANCE-SETUP-08", *moved)
    return after


@colours.guard("DANCE-SETUP-09")
def all_different(state: State, _: int, chosen: Chosen) -> Verdict:
    """A Company has one of the dice colours, and no other Company has it."""
    own: dict[int, int | None] = {}
    if any(colour is None for _, colour in chosen):
        return f"dice are {', '.join(COLOURS)}"
    for seat, colour in chosen:
        if own.setdefault(state.seats[seat].company, colour) != colour:
            return "a Company has one colour"
    for company, colour in enumerate(state.colours):
        if colour >= 0:
            own.setdefault(company, colour)
    return KEPT if len(set(own.values())) == len(own) else "two Companies have one colour"


@colours.guard("DANCE-SETUP-07")
def before_neutral(state: State, _: int, _chosen: Chosen) -> Verdict:
    """The Neutral die has the colour that nobody chose, so the choice comes first."""
    return "the Neutral die is on the table already" if state.tiles else NOT_CONCERNED


@colours.effect
def _colours(
    state: State, _: int, chosen: tuple[tuple[int, int], ...], trace: Trace | None
) -> State:
    own = list(state.colours)
    for seat, colour in chosen:
        own[state.seats[seat].company] = colour
    after = state._replace(colours=tuple(own))
    coloured(state, after, trace)
    return after


def coloured(state: State, after: State, trace: Trace | None) -> None:
    """Record that dice were chosen in a step."""
    if trace is not None and after.colours != state.colours:
        trace("DANCE-SETUP-09", "*.colour")
