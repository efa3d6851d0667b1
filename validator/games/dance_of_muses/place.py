"""The placement: a Muse from the hand on a free square beside others, with a die.

In the rulebook: Placing the Muses.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.cards import COLOURS, Die, Offset, die_words
from validator.games.dance_of_muses.constants import NEIGHBOURS, NEUTRAL
from validator.games.dance_of_muses.modes import DANCE, DANCING, PLACE, verb
from validator.games.dance_of_muses.setup import face_words
from validator.games.dance_of_muses.state import State, Tile, squares
from validator.referee.api import Judge, Message, Say, put, without

PLACES = Say("Place {muse} {face} {where}", "places {muse} {face} {where}")
BEGINS = Say("begin the dance", "all Muses are placed and the dance begins", whole=True)
BESIDE = {  # where a Muse is, seen from another one
    (1, 0): Message("to the right of {muse}"), (-1, 0): Message("to the left of {muse}"),
    (0, 1): Message("above {muse}"), (0, -1): Message("below {muse}"),
    (1, 1): Message("above {muse}, to the right"), (-1, 1): Message("above {muse}, to the left"),
    (1, -1): Message("below {muse}, to the right"), (-1, -1): Message("below {muse}, to the left"),
}  # fmt: skip


def in_hand(s: State, me: int) -> tuple[str, ...]:
    """Return the Muses in a player's hand."""
    return s.seats[me].hand


def free_squares(s: State, *_: object) -> list[Offset]:
    """Return the free squares that touch a Muse in play, or the origin if there is none."""
    places = squares(s.tiles)
    if not places:
        return [(0, 0)]
    near = {(x + dx, y + dy) for x, y in places for dx, dy in NEIGHBOURS}
    return sorted(near.difference(places))


def where(s: State, square: Offset) -> Message:
    """Return a text that locates a square relative to a Muse that touches it."""
    (x, y), places = square, squares(s.tiles)
    for dx, dy in BESIDE:
        if (index := places.get((x - dx, y - dy))) is not None:
            return BESIDE[dx, dy]._replace(values={"muse": s.named(index)})
    return Message("in the middle")


def may_place(s: State, me: int, muse: str, square: Offset, to: Judge) -> None:
    """Check that the Muse is in the hand, and that the square is free and next to a Muse."""
    table, tiles, hand, (x, y) = s.table, s.tiles, s.seats[me].hand, square
    to.holds("COMP-02", muse != table.guest, "{muse} is used only in a variant", muse=muse)
    to.holds("PLACE-02", muse in hand, "the Muse must be in {player}'s hand, which is: {hand}",
             hand=hand or "nothing")  # fmt: skip
    there = [index for index, tile in enumerate(tiles) if tile.square == square]
    to.holds("PLACE-05", not there, "the square is occupied by {muse}", muse=s.named(*there))
    if tiles and (table.neutral_first or any(tile.owner != NEUTRAL for tile in tiles)):
        touched = any((tile.square[0] - x, tile.square[1] - y) in NEIGHBOURS for tile in tiles)
        to.holds("PLACE-04", touched, "no Muse touches {square}", square=f"{x},{y}")


def one_mysterious_muse(s: State, me: int, up: bool, to: Judge) -> None:
    """Check that a player places one Muse, and only one, face-down."""
    hidden = [i for i, tile in enumerate(s.tiles) if tile.owner == me and not tile.up]
    still_due, stay_in_hand = s.table.face_down - len(hidden), len(s.seats[me].hand) - 1
    if up:
        to.holds("PLACE-08", still_due <= stay_in_hand,
                 "{player} must still place a Muse face-down")  # fmt: skip
    else:
        to.holds("PLACE-07", still_due > 0,
                 "{player} [has|have] already placed {muses} face-down",
                 muses=s.named(*hidden))  # fmt: skip


@verb(open=PLACE, due=dict.fromkeys(DANCING, ("PLACE-11",)), early=may_place)
def place(
    s: State, me: int, muse: Annotated[str, notation.MUSE.of(in_hand)],
    square: Annotated[Offset, notation.SQUARE.of(free_squares)],
    up: Annotated[bool, notation.FACE.of((True, False)).or_left_out(True)],
    die: Annotated[Die | None, notation.OWN_DIE.of(State.own_die)], to: Judge,
) -> State:  # fmt: skip
    """Put a Muse from your hand on the table, with a die on her."""
    table, hand, (expected,) = s.table, s.seats[me].hand, s.own_die(me)
    one_mysterious_muse(s, me, up, to)
    if die != expected and die is not None:
        colour, value = die
        to.holds("COMP-03", 1 <= value <= table.sides, "a die cannot show {value}", value=value)
        to.holds("COMP-03", s.supply[colour], "the supply has no {colour} die left",
                 colour=COLOURS[colour])  # fmt: skip
    of_all = ("SETUP-12", "PLACE-06") if table.size > 1 else ("PLACE-06",)
    rules = of_all if up else ("PLACE-10", *of_all)
    to.holds(rules, die == expected, "the die is {die}; expected {expected}",
             expected=die_words(*expected), die=die_words(*die) if die else "none")  # fmt: skip
    to.asked()
    start, (colour, value) = s, expected
    after = s._replace(
        tiles=(*s.tiles, Tile(muse, square, up, colour, value, me)),
        seats=put(s.seats, me, s.seats[me]._replace(hand=without(hand, muse))),
        supply=put(s.supply, colour, s.supply[colour] - 1),
    )  # fmt: skip
    first = "PLACE-04" if s.tiles else "PLACE-03"
    s = to.did(("PLACE-01", first, "PLACE-08", *rules, "COMP-09"), s, after, PLACES, muse=muse,
               where=where(start, square), face=face_words(up))  # fmt: skip
    return next_placement(s, me, to)


def next_placement(s: State, me: int, to: Judge) -> State:
    """Pass the turn to the next player, or begin the dance once all Muses are placed."""
    table, left = s.table, len(s.seats[me].hand)
    if any(own.hand for own in s.seats):
        goes_on = left and (table.muses_each - left) % table.place_each
        return to.did("PLACE-01", s, s if goes_on else s._replace(turn=(me + 1) % len(s.seats)))
    after = s._replace(mode=DANCE, turn=s.first)
    return to.did(("PLACE-11", "COMP-01", "PLACE-13", "PLACE-12"), s, after, BEGINS)
