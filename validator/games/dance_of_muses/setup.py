"""Setting up Dance of Muses: Companies, colours, deal, Neutral Muse, roll and placement."""

from __future__ import annotations

from random import Random
from typing import Any

from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    NEUTRAL,
    OVER,
    PLACE,
    SETUP,
    Position,
    Tile,
    company_of,
    die_words,
    squares,
    unchosen,
)
from validator.games.dance_of_muses.tiles import VARIANT, Offset
from validator.referee.core import ANY, CHANCE, Move, Notes, Verb, Verdict, laws_for

Die = tuple[int, int]  # colour and value
Groups = tuple[tuple[int, ...], ...]

companies = Verb(
    "companies", "companies PLAYER PLAYER, PLAYER PLAYER",
    "Say who plays together; left out: the players alternate.", kind="table",
)  # fmt: skip
colours = Verb(
    "colours", "colours PLAYER COLOUR, …",
    "Each Company chooses its dice; left out: orange, purple, white.", kind="table",
)  # fmt: skip
deal = Verb("deal", "deal PLAYER MUSE…", "The hand of a player.", kind="chance")
neutral = Verb(
    "neutral", "neutral [MUSE] [X,Y] [up|down] [DIE]",
    "The Muse left over is put on the table with a die of the unchosen colour.", kind="chance",
)  # fmt: skip
roll = Verb(
    "roll", "roll PLAYER FACE PLAYER FACE…", "Everybody rolls for First Player.", kind="chance"
)


def owned(at: Position, seat: int) -> tuple[str, ...]:
    """The Muses in a player's hand."""
    return at.hands[seat]


def free_squares(at: Position, _: int, _muse: str) -> list[Offset]:
    """Free squares that touch a Muse in play; the origin if there is none."""
    places = squares(at.tiles)
    if not places:
        return [(0, 0)]
    near = {(x + dx, y + dy) for x, y in places for dx, dy in at.table.touching}
    return sorted(near - set(places))


def sides(*_: object) -> tuple[bool, bool]:
    """Face-up and face-down."""
    return True, False


def own_die(at: Position, seat: int, *_: object) -> tuple[Die, ...]:
    """The die of the own colour with its first value."""
    colour = at.colours[company_of(at, seat)]
    return ((colour, at.table.start_value),)


place = Verb(
    "place", "place MUSE X,Y [up|down] [DIE]",
    "Put a Muse of your hand on the table, with a die on her.",
    (owned, free_squares, sides, own_die),
)  # fmt: skip

VERBS = (companies, colours, deal, neutral, roll, place)


@laws_for(VERBS, "DANCE-END-03")
def not_over(at: Position, _: int) -> Verdict:
    """After the end nothing more is played."""
    return "the game is over" if at.stage == OVER else None


@laws_for((companies, colours, deal, neutral, roll), "DANCE-PLACE-01")
def before_placement(at: Position, _: int) -> Verdict:
    """The set-up comes before the first placement."""
    return "the set-up is done" if at.stage in (PLACE, DANCE) else None


# ---- Companies and colours


@companies.law("DANCE-SETUP-08")
def right_sizes(at: Position, _: int, groups: Groups) -> Verdict:
    """So many Companies of one size, and everybody in one."""
    table = at.table
    found = sorted(seat for group in groups for seat in group)
    if any(len(group) != table.size for group in groups) or len(groups) != table.companies:
        sizes = "/".join(str(len(group)) for group in groups)
        return f"Companies of {sizes}, not {table.companies} of {table.size}"
    return "" if found == list(table.seats) else "not everybody is in one Company"


@companies.law("DANCE-SETUP-11")
def alternate(at: Position, _: int, groups: Groups) -> Verdict:
    """Members are no neighbours."""
    return apart(at.table.players, groups)


def apart(players: tuple[str, ...], groups: Groups) -> Verdict:
    """Which members of a Company sit side by side, if any."""
    count = len(players)
    for group in groups:
        for seat in group:
            after = (seat + 1) % count
            if after in group and after != seat:
                return f"{players[seat]} and {players[after]} sit side by side"
    return "" if any(len(group) > 1 for group in groups) else None


@companies.effect
def _companies(at: Position, _: int, groups: Groups, note: Notes | None) -> Position:
    if note is not None:
        note("DANCE-SETUP-08", "companies")
    return at._replace(companies=groups)


@colours.law("DANCE-SETUP-09")
def all_different(at: Position, _: int, chosen: tuple[tuple[int, int], ...]) -> Verdict:
    """No two Companies have one colour."""
    seen: dict[int, int] = {}
    for seat, colour in chosen:
        company = company_of(at, seat)
        if seen.setdefault(colour, company) != company:
            return f"two Companies have {COLOURS[colour]}"
    if len(set(seen.values())) < len(seen):
        return "a Company has one colour"
    return ""


@colours.law("DANCE-SETUP-07")
def before_neutral(at: Position, _: int, _chosen: object) -> Verdict:
    """The Neutral die has the colour that nobody chose, so the choice comes first."""
    return "the Neutral die stands already" if at.tiles else None


@colours.effect
def _colours(
    at: Position, _: int, chosen: tuple[tuple[int, int], ...], note: Notes | None
) -> Position:
    own = list(at.colours)
    for seat, colour in chosen:
        own[company_of(at, seat)] = colour
    if note is not None:
        names = [f"{at.table.players[seat]}.colour" for seat, _ in chosen]
        note("DANCE-SETUP-09", *names)
    return at._replace(colours=tuple(own))


def with_colours(at: Position) -> Position:
    """Companies that chose no colour take the first free ones."""
    own = list(at.colours)
    for index, colour in enumerate(own):
        if colour < 0:
            own[index] = next(c for c in range(len(COLOURS)) if c not in own)
    return at._replace(colours=tuple(own))


# ---- the deal


@laws_for((deal,), "DANCE-COMP-02", "DANCE-SETUP-02")
def without_mnemosyne(at: Position, _: int, _to: int, muses: tuple[str, ...]) -> Verdict:
    """Mnemosyne is never dealt."""
    del at
    return f"{VARIANT} is dealt to nobody" if VARIANT in muses else ""


@deal.law("DANCE-SETUP-03")
def so_many(at: Position, _: int, to: int, muses: tuple[str, ...]) -> Verdict:
    """So many Muses each, once."""
    if at.stage != SETUP:
        return None
    if at.hands[to]:
        return f"{at.table.players[to]} has a hand already"
    need = at.table.hand
    return "" if len(muses) == need else f"{len(muses)} Muses, not {need}"


@deal.law("DANCE-COMP-01", "DANCE-SETUP-02")
def not_dealt_before(at: Position, _: int, _to: int, muses: tuple[str, ...]) -> Verdict:
    """Each Muse is there once."""
    if at.stage != SETUP:
        return None
    for muse in muses:
        if muse not in at.box or muses.count(muse) > 1:
            return f"{muse} is dealt already"
    return ""


@deal.effect
def _deal(at: Position, _: int, to: int, muses: tuple[str, ...], note: Notes | None) -> Position:
    hands = list(at.hands)
    hands[to] = muses
    if note is not None:
        name = at.table.players[to]
        note("DANCE-SETUP-03", f"{name}.hand", text=f"{name} is dealt {', '.join(muses)}")
        note("DANCE-SETUP-02", f"{name}.hand")
    box = tuple(muse for muse in at.box if muse not in muses)
    return _next_stage(at._replace(hands=tuple(hands), box=box), note)


def left_over(at: Position) -> tuple[str, ...]:
    """The Muses that the deal left over; Mnemosyne takes their place in the variant."""
    return tuple(muse for muse in at.box if (muse == VARIANT) == at.table.variant)


# ---- the Neutral Muse


@neutral.law("DANCE-SETUP-04")
def one_left_over(at: Position, _: int, muse: Any) -> Verdict:
    """With three players no Muse is left over."""
    if not at.table.left_over:
        return f"with {len(at.table.players)} players no Muse is left over"
    if at.stage != SETUP or not all(at.hands):
        return "hands are dealt first" if at.stage == SETUP else None
    if muse is not None and muse not in left_over(at):
        return f"{muse} is not left over: {', '.join(left_over(at))}"
    return ""


@neutral.law("DANCE-SETUP-05")
def face_for_two(at: Position, _: int, _muse: Any, _square: Any, up: Any) -> Verdict:
    """With two players her face is hidden."""
    return _face(at, up) if at.table.neutral_rule == "DANCE-SETUP-05" else None


@neutral.law("DANCE-SETUP-06")
def face_for_four(at: Position, _: int, _muse: Any, _square: Any, up: Any) -> Verdict:
    """With four players her face shows."""
    return _face(at, up) if at.table.neutral_rule == "DANCE-SETUP-06" else None


def _face(at: Position, up: Any) -> Verdict:
    if not at.table.left_over:
        return None
    if up is None or up == at.table.neutral_up:
        return ""
    return f"she lies face-{'up' if at.table.neutral_up else 'down'} here"


@neutral.law("DANCE-SETUP-07")
def neutral_die(at: Position, _: int, _muse: Any, _square: Any, _up: Any, die: Any) -> Verdict:
    """A die of the unchosen colour with the first value."""
    if not at.table.left_over:
        return None
    expected = (unchosen(with_colours(at)), at.table.start_value)
    if die is None or die == expected:
        return ""
    return f"the die is {die_words(*expected)}, not {die_words(*die)}"


@neutral.effect
def _neutral(
    at: Position, _: int, _muse: Any, square: Any, _up: Any, _die: Any, note: Notes | None
) -> Position:
    at = with_colours(at)
    muse = left_over(at)[0]
    x, y = square or (0, 0)
    colour, value = unchosen(at), at.table.start_value
    tile = Tile(muse, x, y, at.table.neutral_up, colour, value, NEUTRAL)
    if note is not None:
        face = "up" if tile.up else "down"
        text = f"{muse} is the Neutral Muse at {x},{y}, face-{face}, {die_words(colour, value)}"
        note("DANCE-SETUP-04", f"{muse}.neutral", f"{muse}.owner", text=text)
        note(at.table.neutral_rule, f"{muse}.face")
        note("DANCE-SETUP-07", f"{muse}.die", f"{muse}.colour", f"{muse}.value")
    after = at._replace(
        tiles=(tile,),
        box=tuple(each for each in at.box if each != muse),
        supply=_taken(at.supply, colour),
    )
    return _next_stage(after, note)


def _taken(supply: tuple[int, ...], colour: int) -> tuple[int, ...]:
    return tuple(n - (index == colour) for index, n in enumerate(supply))


# ---- the First Player


Rolls = tuple[tuple[int, int], ...]


@roll.law("DANCE-SETUP-15", "DANCE-SETUP-14")
def those_who_roll(at: Position, _: int, rolls: Rolls) -> Verdict:
    """Everybody rolls; of a tie only the tied."""
    if at.stage != SETUP:
        return None
    players = at.table.players
    if at.first >= 0:
        return f"{players[at.first]} is First Player already"
    if sorted(seat for seat, _ in rolls) != sorted(at.rolling):
        return f"{' and '.join(players[seat] for seat in at.rolling)} roll"
    return ""


@roll.law("DANCE-COMP-03")
def faces_of_a_die(at: Position, _: int, rolls: Rolls) -> Verdict:
    """A face is on the die."""
    strange = [value for _, value in rolls if not 1 <= value <= at.table.sides]
    return f"no die shows {strange[0]}" if strange else ""


@roll.effect
def _roll(at: Position, _: int, rolls: Rolls, note: Notes | None) -> Position:
    best = max(value for _, value in rolls)
    tied = tuple(seat for seat, value in rolls if value == best)
    if len(tied) > 1:
        if note is not None:
            names = " and ".join(at.table.players[seat] for seat in tied)
            note("DANCE-SETUP-15", "first", text=f"{names} roll again")
        return at._replace(rolling=tied)
    if note is not None:
        text = f"{at.table.players[tied[0]]} is First Player"
        note("DANCE-SETUP-14", "first", text=text)
        note("DANCE-PLACE-01", "turn")
    return _next_stage(at._replace(first=tied[0], turn=tied[0], rolling=()), note)


def _next_stage(at: Position, note: Notes | None) -> Position:
    """Placement begins when hands, the Neutral Muse and the First Player are known."""
    table = at.table
    if not all(at.hands) or at.first < 0 or len(at.tiles) < table.left_over:
        return at
    if note is not None:
        note("DANCE-SETUP-01", "players")
        note("DANCE-SETUP-08", "companies")
        note("DANCE-SETUP-10", *(f"{name}.dice" for name in table.players), "supply")
        if table.size > 1:
            note("DANCE-SETUP-12", *(f"{name}.dice" for name in table.players))
            note("DANCE-SETUP-11", "companies")
        if not table.left_over:
            note("DANCE-SETUP-04", "neutral")
        note("DANCE-COMP-02", "neutral")
    return with_colours(at)._replace(stage=PLACE, turn=at.first)


# ---- placement


@laws_for((place,), "DANCE-SETUP-03", "DANCE-SETUP-14", "DANCE-SETUP-15")
def set_up(at: Position, _: int) -> Verdict:
    """Nothing is placed before the deal, the Neutral Muse and the roll."""
    if at.stage != SETUP:
        return None
    if not all(at.hands):
        return "the set-up still waits for '~ deal'"
    if at.first < 0:
        return "the set-up still waits for '~ roll'"
    return None


@place.law("DANCE-SETUP-05", "DANCE-SETUP-06")
def neutral_first(at: Position, _: int) -> Verdict:
    """The Neutral Muse is there before any other."""
    if at.stage == SETUP and all(at.hands) and len(at.tiles) < at.table.left_over:
        return "the Neutral Muse comes first: '~ neutral'"
    return None


@place.law("DANCE-PLACE-11")
def not_all_placed(at: Position, _: int) -> Verdict:
    """Nothing is placed once all are."""
    return "all Muses are on the table" if at.stage == DANCE else None


@place.law("DANCE-PLACE-01")
def own_placement(at: Position, seat: int) -> Verdict:
    """One Muse each, clockwise from the First Player."""
    if at.stage != PLACE:
        return None
    return "" if seat == at.turn else f"it is {at.table.players[at.turn]}'s turn to place"


@place.law("DANCE-COMP-02")
def no_variant(at: Position, _: int, muse: Any) -> Verdict:
    """Mnemosyne is not placed."""
    del at
    return f"{VARIANT} belongs to a variant" if muse == VARIANT else None


@place.law("DANCE-PLACE-02")
def from_own_hand(at: Position, seat: int, muse: Any) -> Verdict:
    """A Muse of the own hand."""
    if at.stage != PLACE:
        return None
    hand = ", ".join(at.hands[seat]) or "nothing"
    return "" if muse in at.hands[seat] else f"{at.table.players[seat]} has {hand} in hand"


@place.law("DANCE-PLACE-05")
def free_square(at: Position, _: int, _muse: Any, square: Any) -> Verdict:
    """One Muse on a square."""
    there = squares(at.tiles).get(square)
    return f"{at.tiles[there].muse} stands there" if there is not None else ""


@place.law("DANCE-PLACE-03")
def first_anywhere(at: Position, _: int, _muse: Any, _square: Any) -> Verdict:
    """The first Muse of all goes anywhere."""
    return None if at.tiles else ""


@place.law("DANCE-PLACE-04", "DANCE-MOVE-08")
def touches(at: Position, _: int, _muse: Any, square: Any) -> Verdict:
    """Every later one touches a Muse in play."""
    others = squares(at.tiles)
    if not others or square is ANY:
        return None
    if not at.table.neutral_first and all(tile.owner == NEUTRAL for tile in at.tiles):
        return None
    x, y = square
    if any((x + dx, y + dy) in others for dx, dy in at.table.touching):
        return ""
    return f"no Muse touches {x},{y}"


@place.law("DANCE-PLACE-07")
def one_face_down(at: Position, seat: int, _muse: Any, _square: Any, up: Any) -> Verdict:
    """No second Mysterious Muse."""
    if up or at.stage != PLACE:
        return None
    there = [tile.muse for tile in at.tiles if tile.owner == seat and not tile.up]
    if len(there) < at.table.face_down:
        return ""
    return f"{at.table.players[seat]} has placed {', '.join(there)} face-down"


@place.law("DANCE-PLACE-08")
def owes_face_down(at: Position, seat: int, _muse: Any, _square: Any, up: Any) -> Verdict:
    """Who owes a Mysterious Muse places the last one face-down."""
    if at.stage != PLACE or seat != at.turn:
        return None
    there = sum(tile.owner == seat and not tile.up for tile in at.tiles)
    if not up or there >= at.table.face_down or len(at.hands[seat]) > at.table.face_down - there:
        return ""
    return f"{at.table.players[seat]} still owes a Muse face-down"


@place.law("DANCE-PLACE-10")
def hidden_die(at: Position, seat: int, _muse: Any, _square: Any, up: Any, die: Any) -> Verdict:
    """A Muse face-down has a die like any other."""
    return _own(at, seat, die) if up is False else None


@place.law("DANCE-SETUP-12")
def common_dice(at: Position, seat: int, _muse: Any, _square: Any, _up: Any, die: Any) -> Verdict:
    """Members of a Company use the same dice."""
    return _own(at, seat, die) if at.table.size > 1 else None


@place.law("DANCE-PLACE-06")
def first_value(at: Position, seat: int, _muse: Any, _square: Any, _up: Any, die: Any) -> Verdict:
    """A die of the own colour with the first value."""
    return _own(at, seat, die)


@place.law("DANCE-COMP-03")
def real_die(at: Position, _: int, _muse: Any, _square: Any, _up: Any, die: Any) -> Verdict:
    """A die that is there, with a face that it has."""
    if die is ANY or at.stage != PLACE:
        return None
    colour, value = die
    if not 1 <= value <= at.table.sides:
        return f"no die shows {value}"
    return "" if at.supply[colour] else f"no {COLOURS[colour]} die is left"


def _own(at: Position, seat: int, die: Any) -> Verdict:
    if at.stage != PLACE or die is ANY:
        return None
    expected = (at.colours[company_of(at, seat)], at.table.start_value)
    return "" if die == expected else f"the die is {die_words(*expected)}, not {die_words(*die)}"


@place.effect
def _place(
    at: Position, seat: int, muse: str, square: Offset, up: bool, die: Die, note: Notes | None
) -> Position:
    table = at.table
    tile = Tile(muse, *square, up, *die, seat)
    hands = list(at.hands)
    hands[seat] = tuple(each for each in hands[seat] if each != muse)
    tiles = (*at.tiles, tile)
    done = len(tiles) == table.muses
    turn = (at.turn + 1) % len(table.players)
    if note is not None:
        face = "" if up else ", face-down"
        text = f"{table.players[seat]} places {muse} at {square[0]},{square[1]}{face}"
        note("DANCE-PLACE-01", "turn", f"{table.players[seat]}.hand", text=text)
        note("DANCE-PLACE-06", f"{muse}.die", f"{muse}.value", f"{muse}.colour")
        note("DANCE-PLACE-03" if not at.tiles else "DANCE-PLACE-04", f"{muse}.at")
        note("DANCE-PLACE-08", f"{muse}.face")
        if done:
            note("DANCE-PLACE-11", "step", text="all Muses are placed; the dance begins")
            note("DANCE-COMP-01", "step")
            note("DANCE-PLACE-13", "step")
            note("DANCE-PLACE-12", "turn")
    return at._replace(
        tiles=tiles,
        hands=tuple(hands),
        supply=_taken(at.supply, die[0]),
        stage=DANCE if done else PLACE,
        turn=at.first if done else turn,
    )


def by_chance(at: Position, random: Random) -> Move:
    """What the deal, the Neutral Muse or the roll may give now."""
    table = at.table
    for seat in table.seats:
        if not at.hands[seat]:
            stock = [muse for muse in at.box if muse != VARIANT]
            return Move(CHANCE, deal.name, (seat, tuple(random.sample(stock, table.hand))))
    if len(at.tiles) < table.left_over:
        muse = left_over(at)[0]
        die = (unchosen(with_colours(at)), table.start_value)
        return Move(CHANCE, neutral.name, (muse, (0, 0), table.neutral_up, die))
    rolls = tuple((seat, random.randint(1, table.sides)) for seat in at.rolling)
    return Move(CHANCE, roll.name, (rolls,))
