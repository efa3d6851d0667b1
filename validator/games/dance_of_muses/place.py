"""The placement: a Muse from the hand goes to a free square beside the others, with a die."""

from __future__ import annotations

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import COLOURS, Die, Offset, die_words
from validator.games.dance_of_muses.state import NEIGHBOURS, NEUTRAL, State, Tile, squares
from validator.games.dance_of_muses.turn import TURN_TO_PLACE
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, gate
from validator.referee.zones import put, without


def in_hand(state: State, seat: int) -> tuple[str, ...]:
    """The Muses in a player's hand."""
    return state.seats[seat].hand


def free_squares(state: State, *_: object) -> list[Offset]:
    """Free squares that touch a Muse in play; the origin if there is none."""
    places = squares(state.tiles)
    if not places:
        return [(0, 0)]
    near = {(x + dx, y + dy) for x, y in places for dx, dy in NEIGHBOURS}
    return sorted(near.difference(places))


def faces(*_: object) -> tuple[bool, bool]:
    """Face-up and face-down."""
    return True, False


place = Verb(
    "place", about="Put a Muse from your hand on the table, with a die on her.",
    args=(
        notation.MUSE.of(in_hand), notation.SQUARE.of(free_squares),
        notation.FACE.of(faces).or_left_out(True), notation.OWN_DIE.of(State.own_die),
    ),
    modes=(modes.PLACE,), turn=TURN_TO_PLACE,
    gates={
        modes.DEAL: gate("DANCE-SETUP-03", why="the set-up still waits for '~ deal'"),
        modes.NEUTRAL_MUSE: gate(
            "DANCE-SETUP-05", "DANCE-SETUP-06", why="the Neutral Muse comes first: '~ neutral'"
        ),
        modes.TIED: gate("DANCE-SETUP-15", "DANCE-SETUP-14", why="the highest roll is shared"),
        modes.ROLL: gate("DANCE-SETUP-14", why="the set-up still waits for '~ roll'"),
        **dict.fromkeys(modes.DANCING, gate("DANCE-PLACE-11", why="all Muses are on the table")),
    },
)  # fmt: skip


# ---- what and where


@place.guard("DANCE-COMP-02")
def no_variant(state: State, _: int, muse: str) -> Verdict:
    return f"{muse} belongs to a variant" if muse == state.table.guest else NOT_CONCERNED


@place.guard("DANCE-PLACE-02")
def from_own_hand(state: State, seat: int, muse: str) -> Verdict:
    hand = state.seats[seat].hand
    if muse in hand:
        return KEPT
    return f"{state.table.players[seat]} has {', '.join(hand) or 'nothing'} in hand"


@place.guard("DANCE-PLACE-05")
def free_square(state: State, _: int, _muse: str, square: Offset) -> Verdict:
    for tile in state.tiles:
        if tile.square == square:
            return f"{tile.muse} is there already"
    return KEPT


@place.guard("DANCE-PLACE-04")
def touches(state: State, _: int, _muse: str, square: Offset) -> Verdict:
    table, tiles = state.table, state.tiles
    if not tiles or (not table.neutral_first and all(tile.owner == NEUTRAL for tile in tiles)):
        return NOT_CONCERNED
    x, y = square
    for tile in tiles:
        dx, dy = tile.square[0] - x, tile.square[1] - y
        if (dx, dy) in NEIGHBOURS:
            return KEPT
    return f"no Muse touches {x},{y}"


@place.guard("DANCE-PLACE-07")
def one_face_down(state: State, seat: int, _m: str, _square: Offset, up: bool) -> Verdict:
    if up:
        return NOT_CONCERNED
    there = _hidden(state, seat)
    if len(there) < state.table.face_down:
        return KEPT
    return f"{state.table.players[seat]} has placed {', '.join(there)} face-down"


@place.guard("DANCE-PLACE-08")
def owes_face_down(state: State, seat: int, _m: str, _square: Offset, up: bool) -> Verdict:
    """A player who still needs a Mysterious Muse places the last Muse face-down."""
    held = len(state.seats[seat].hand)
    if not up or held > state.table.face_down:
        return KEPT
    if state.table.face_down - len(_hidden(state, seat)) < held:
        return KEPT
    return f"{state.table.players[seat]} still owes a Muse face-down"


def _hidden(state: State, seat: int) -> list[str]:
    return [tile.muse for tile in state.tiles if tile.owner == seat and not tile.up]


# ---- the die


@place.guard("DANCE-PLACE-06")
def own_first_die(
    state: State, seat: int, _muse: str, _square: Offset, up: bool, die: Die | None
) -> Verdict:
    """The die has the player's colour and its first value, also on a face-down Muse."""
    (expected,) = state.own_die(seat)
    if die == expected:
        return KEPT
    facts = f"the die is {die_words(*expected)}, not {die_words(*die) if die else 'none'}"
    found = [Breach("DANCE-PLACE-06", facts)]
    if state.table.size > 1:
        found.insert(0, Breach("DANCE-SETUP-12", facts))
    if not up:
        found.insert(0, Breach("DANCE-PLACE-10", facts))
    return tuple(found)


@place.guard("DANCE-COMP-03")
def real_die(state: State, _: int, _m: str, _square: Offset, _up: bool, die: Die | None) -> Verdict:
    if die is None:
        return NOT_CONCERNED
    colour, value = die
    if not 1 <= value <= state.table.sides:
        return f"no die shows {value}"
    return KEPT if state.supply[colour] else f"no {COLOURS[colour]} die is left"


@place.effect
def _place(
    state: State, seat: int, muse: str, square: Offset, up: bool, die: Die, trace: Trace | None
) -> State:
    table, own = state.table, state.seats[seat]
    hand = without(own.hand, muse)
    seats = put(state.seats, seat, own._replace(hand=hand))
    tiles = (*state.tiles, Tile(muse, square, up, die[0], die[1], seat))
    goes_on = hand and (table.hand - len(hand)) % table.place_each
    turn = seat if goes_on else (seat + 1) % len(table.players)
    done = not hand and not any(each.hand for each in seats)
    if trace is not None:
        _noted(state, tiles[-1], done, trace)
    return state._replace(
        mode=modes.DANCE if done else modes.PLACE,
        tiles=tiles,
        seats=seats,
        supply=put(state.supply, die[0], state.supply[die[0]] - 1),
        turn=state.first if done else turn,
    )


def _noted(state: State, tile: Tile, done: bool, trace: Trace) -> None:
    muse, name = tile.muse, state.table.players[tile.owner]
    x, y = tile.square
    text = f"{name} places {muse} at {x},{y}{'' if tile.up else ', face-down'}"
    trace("DANCE-PLACE-01", f"{name}.hand", f"{muse}.owner", "turn", text=text)
    trace("DANCE-COMP-09", f"{muse}.suns", f"{muse}.power", f"{muse}.area")
    trace("DANCE-PLACE-06", f"{muse}.die")
    if not tile.up:
        trace("DANCE-PLACE-10", f"{muse}.die")
    trace("DANCE-PLACE-04" if state.tiles else "DANCE-PLACE-03", f"{muse}.at")
    trace("DANCE-PLACE-08", f"{muse}.face")
    if done:
        trace("DANCE-PLACE-11", "step", text="all Muses are placed; the dance begins")
        trace(("DANCE-COMP-01", "DANCE-PLACE-13"), "step")
        trace("DANCE-PLACE-12", "turn", "step")
