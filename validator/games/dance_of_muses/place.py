"""The placement: a Muse of the hand onto a free square beside the others, with a die on her."""

from __future__ import annotations

from typing import Any

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.asked import in_placement
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    NEIGHBOURS,
    NEUTRAL,
    OVER,
    PLACE,
    SETUP,
    Die,
    Position,
    Tile,
    die_words,
    own_die,
    squares,
)
from validator.games.dance_of_muses.setup import without_one
from validator.games.dance_of_muses.tiles import Offset
from validator.referee.core import Notes, Verb, Verdict


def in_hand(at: Position, seat: int) -> tuple[str, ...]:
    """The Muses in a player's hand."""
    return at.hands[seat]


def free_squares(at: Position, *_: object) -> list[Offset]:
    """Free squares that touch a Muse in play; the origin if there is none."""
    places = squares(at.tiles)
    if not places:
        return [(0, 0)]
    near = {(x + dx, y + dy) for x, y in places for dx, dy in NEIGHBOURS}
    return sorted(near - set(places))


def faces(*_: object) -> tuple[bool, bool]:
    """Face-up and face-down."""
    return True, False


place = Verb(
    "place", about="Put a Muse of your hand on the table, with a die on her.",
    args=(
        notation.MUSE.of(in_hand), notation.SQUARE.of(free_squares),
        notation.FACE.of(faces).or_left_out(True), notation.OWN_DIE.of(own_die),
    ),
)  # fmt: skip


# ---- when


@place.law("DANCE-END-03")
def not_over(at: Position, _: int) -> Verdict:
    """After the end nothing more is played."""
    return "the game is over" if at.stage == OVER else None


@place.law("DANCE-SETUP-03")
def all_dealt(at: Position, _: int) -> Verdict:
    """Everybody has a hand."""
    waits = at.stage == SETUP and not all(at.hands)
    return "the set-up still waits for '~ deal'" if waits else None


@place.law("DANCE-SETUP-05", "DANCE-SETUP-06")
def neutral_first(at: Position, _: int) -> Verdict:
    """The Neutral Muse is there before any other."""
    waits = at.stage == SETUP and all(at.hands) and len(at.tiles) < at.table.left_over
    return "the Neutral Muse comes first: '~ neutral'" if waits else None


@place.law("DANCE-SETUP-15")
def tie_is_broken(at: Position, _: int) -> Verdict:
    """Of a tied roll nobody is First Player."""
    waits = at.stage == SETUP and at.rolling
    return "the highest roll is shared" if waits else None


@place.law("DANCE-SETUP-14")
def rolled(at: Position, _: int) -> Verdict:
    """There is a First Player."""
    waits = at.stage == SETUP and at.first < 0
    return "the set-up still waits for '~ roll'" if waits else None


@place.law("DANCE-PLACE-11")
def not_all_placed(at: Position, _: int) -> Verdict:
    """Nothing is placed once all are."""
    return "all Muses are on the table" if at.stage == DANCE else None


@place.law("DANCE-PLACE-01")
def own_turn(at: Position, seat: int) -> Verdict:
    """Clockwise from the First Player."""
    if at.stage != PLACE:
        return None
    return "" if seat == at.turn else f"it is {at.table.players[at.turn]}'s turn to place"


@place.law("DANCE-SETUP-14")
def first_player_begins(at: Position, seat: int) -> Verdict:
    """Who rolled highest places the first Muse."""
    if at.stage != PLACE or any(tile.owner != NEUTRAL for tile in at.tiles):
        return None
    return "" if seat == at.first else f"{at.table.players[at.first]} is First Player"


# ---- what and where


@place.law("DANCE-COMP-02")
def no_variant(at: Position, _seat: int, muse: Any) -> Verdict:
    """Mnemosyne is in no hand."""
    return f"{muse} belongs to a variant" if muse == at.table.guest else None


@in_placement(place, "DANCE-PLACE-02")
def from_own_hand(at: Position, muse: str) -> Verdict:
    """A Muse of the own hand."""
    hand = at.hands[at.turn]
    facts = f"{at.table.players[at.turn]} holds {', '.join(hand) or 'nothing'}"
    return "" if muse in hand else facts


@in_placement(place, "DANCE-PLACE-05")
def free_square(at: Position, _: str, square: Offset) -> Verdict:
    """One Muse on a square."""
    there = squares(at.tiles).get(square)
    return f"{at.tiles[there].muse} stands there" if there is not None else ""


@in_placement(place, "DANCE-PLACE-04")
def touches(at: Position, _: str, square: Offset) -> Verdict:
    """Every later one touches a Muse in play."""
    table, others = at.table, squares(at.tiles)
    if not others or (not table.neutral_first and all(tile.owner == NEUTRAL for tile in at.tiles)):
        return None
    x, y = square
    near = any((x + dx, y + dy) in others for dx, dy in NEIGHBOURS)
    return "" if near else f"no Muse touches {x},{y}"


@in_placement(place, "DANCE-PLACE-07")
def one_face_down(at: Position, _: str, _square: Offset, up: bool) -> Verdict:
    """No second Mysterious Muse."""
    there = _hidden(at)
    if up or len(there) < at.table.face_down:
        return None if up else ""
    return f"{at.table.players[at.turn]} has placed {', '.join(there)} face-down"


@in_placement(place, "DANCE-PLACE-08")
def owes_face_down(at: Position, _: str, _square: Offset, up: bool) -> Verdict:
    """Who owes a Mysterious Muse places the last one face-down."""
    owed = at.table.face_down - len(_hidden(at))
    if not up or owed <= 0 or len(at.hands[at.turn]) > owed:
        return ""
    return f"{at.table.players[at.turn]} still owes a Muse face-down"


def _hidden(at: Position) -> list[str]:
    return [tile.muse for tile in at.tiles if tile.owner == at.turn and not tile.up]


# ---- the die


def _wrong_die(at: Position, die: Die | None) -> Verdict:
    expected = own_die(at, at.turn)[0]
    if die == expected:
        return ""
    return f"the die is {die_words(*expected)}, not {die_words(*die) if die else 'none'}"


@in_placement(place, "DANCE-PLACE-10")
def hidden_die(at: Position, _: str, _square: Offset, up: bool, die: Any) -> Verdict:
    """A Muse face-down has a die like any other."""
    return None if up else _wrong_die(at, die)


@in_placement(place, "DANCE-SETUP-12")
def common_dice(at: Position, _: str, _square: Offset, _up: bool, die: Any) -> Verdict:
    """Members of a Company use the same dice."""
    return _wrong_die(at, die) if at.table.size > 1 else None


@in_placement(place, "DANCE-PLACE-06")
def first_value(at: Position, _: str, _square: Offset, _up: bool, die: Any) -> Verdict:
    """A die of the own colour with the first value."""
    return _wrong_die(at, die)


@in_placement(place, "DANCE-COMP-03")
def real_die(at: Position, _: str, _square: Offset, _up: bool, die: Any) -> Verdict:
    """A die that is there, with a face that it has."""
    if die is None:
        return None
    colour, value = die
    if not 1 <= value <= at.table.sides:
        return f"no die shows {value}"
    return "" if at.supply[colour] else f"no {COLOURS[colour]} die is left"


@place.effect
def _place(
    at: Position, seat: int, muse: str, square: Offset, up: bool, die: Die, note: Notes | None
) -> Position:
    table = at.table
    hands = list(at.hands)
    hands[seat] = tuple(each for each in hands[seat] if each != muse)
    tiles = (*at.tiles, Tile(muse, *square, up, *die, seat))
    done = not any(hands)
    goes_on = hands[seat] and (table.hand - len(hands[seat])) % table.place_each
    turn = seat if goes_on else (seat + 1) % len(table.players)
    if note is not None:
        _noted(at, tiles[-1], done, note)
    return at._replace(
        tiles=tiles,
        hands=tuple(hands),
        supply=without_one(at.supply, die[0]),
        stage=DANCE if done else PLACE,
        turn=at.first if done else turn,
    )


def _noted(at: Position, tile: Tile, done: bool, note: Notes) -> None:
    """What the rules of the placement settle."""
    muse, name = tile.muse, at.table.players[tile.owner]
    face = "" if tile.up else ", face-down"
    text = f"{name} places {muse} at {tile.x},{tile.y}{face}"
    note("DANCE-PLACE-01", "turn", f"{name}.hand", text=text)
    note("DANCE-PLACE-06", f"{muse}.die", f"{muse}.value", f"{muse}.colour")
    note("DANCE-PLACE-04" if at.tiles else "DANCE-PLACE-03", f"{muse}.at")
    note("DANCE-PLACE-08", f"{muse}.face")
    if done:
        note("DANCE-PLACE-11", "step", text="all Muses are placed; the dance begins")
        note("DANCE-COMP-01", "step")
        note("DANCE-PLACE-13", "step")
        note("DANCE-PLACE-12", "turn")
