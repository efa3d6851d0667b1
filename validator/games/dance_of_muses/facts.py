"""The facts of Dance of Muses, as named in `start:`, and the states that they describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import (
    COLOURS,
    METALS,
    POWERS,
    Offset,
    die_words,
    read_area,
    read_die,
)
from validator.games.dance_of_muses.constants import NEUTRAL, NOBODY, Table
from validator.games.dance_of_muses.ending import (
    awarded,
    company_words,
    not_awarded,
    result,
    won_by,
)
from validator.games.dance_of_muses.group import stays_one_group
from validator.games.dance_of_muses.script_formation import drawn, read_square
from validator.games.dance_of_muses.setup import setting_up, unchosen
from validator.games.dance_of_muses.state import Companies, Seat, State, Tile
from validator.referee import api as ref
from validator.referee.api import SEAT, SEATS, FactError, FactReader, Field, Fields, Kind
from validator.referee.kinds import Values

WIDE = 3  # width in squares of the block for tiles without a square
SETUP = "setup"
ALIKE = {modes.USED: modes.DANCE, modes.SPENT: modes.AFTER, modes.CUT: modes.OVER}
STEPS = dict.fromkeys(modes.SETTING_UP, SETUP) | ALIKE
STEPS |= {mode: mode for mode in (modes.PLACE, modes.DANCE, modes.AFTER, modes.OVER)}
BETWEEN = (modes.PLACE, modes.DANCE, modes.OVER)  # before or after a turn

# ---- how values are read and shown


def _companies(raw: Any, table: Table) -> Companies | None:
    """Read the Companies; each player must be in exactly one."""
    names = table.players
    try:
        teams = [each if isinstance(each, tuple) else str(each).split() for each in raw]
        found = tuple(tuple(names.index(player) for player in team) for team in teams)
    except (ValueError, TypeError):
        return None
    if sorted(seat for group in found for seat in group) != list(table.seats):
        message = "each player must be in exactly one Company"
        raise FactError(("companies",), message, "DANCE-SETUP-08")
    return found


def _area(raw: object, table: Table) -> tuple[tuple[Offset, ...], str] | None:
    offsets, name = read_area(raw, table.areas)
    return None if offsets is None else (offsets, name)


def _owner(reader: FactReader, name: str, table: Table) -> int:
    word = reader.word(name, (*table.players, "neutral"), "")
    return NEUTRAL if word == "neutral" else table.players.index(word)


GROUPS = ref.parsed(
    _companies, "lists of players, such as [[Ann, Cat], [Bob, Dov]]",
    lambda found, table: tuple(" ".join(table.players[s] for s in seats) for seats in found),
)  # fmt: skip
MUSES = ref.pieces(lambda table: tuple(table.designs))
STEP = Kind(ref.one_of(SETUP, *BETWEEN).read, lambda mode, _: STEPS[mode])
SQUARE = ref.parsed(
    lambda raw, _: read_square(raw), "a square, such as [1, 2]",
    lambda square, _: f"{square[0]},{square[1]}",
)  # fmt: skip
FACE = Kind(
    lambda reader, name, _: reader.word(name, ("up", "down"), "") == "up",
    lambda up, _: "up" if up else "down",
)
DIE = ref.parsed(
    lambda raw, _: read_die(raw), "a die, such as O4, P1 or W3", lambda die, _: die_words(*die)
)
OWNER = Kind(_owner, lambda seat, table: "neutral" if seat == NEUTRAL else table.players[seat])
AREA = ref.parsed(
    _area, lambda table: f"{', '.join(table.areas)} or a list of [x, y]",
    lambda area, table: area[1] if area[1] in table.areas else area[0],
)  # fmt: skip

NO_COLOUR = (*COLOURS, "none")
COLOUR = Kind(
    lambda reader, name, _: NO_COLOUR.index(reader.word(name, NO_COLOUR, "")),
    lambda colour, _: COLOURS[colour] if colour >= 0 else "none",
)

# ---- the facts themselves


def _called(index: int, state: State) -> str:
    return state.tiles[index].muse if index >= 0 else "nobody"


def _neutral(state: State) -> str:
    return next((tile.muse for tile in state.tiles if tile.owner == NEUTRAL), "none")


def _neutral_die(state: State) -> str:
    dice = [die_words(tile.colour, tile.value) for tile in state.tiles if tile.owner == NEUTRAL]
    if dice and state.mode in modes.ENDED and state.table.neutral_removed:
        return "removed"
    return " ".join(dice) or "none"


def _dice_of(state: State, seat: int) -> int:
    """Return the number of dice of a player's Company, on tiles and reserved for Muses in hand."""
    seats = state.companies()[state.seats[seat].company]
    placed = sum(tile.owner in seats for tile in state.tiles)
    return placed + sum(len(state.seats[each].hand) for each in seats)


def _scored(what: str) -> Callable[..., Any]:
    """Return a function for one part of the result: by colour, or for a player's Company."""

    def get(state: State, seat: int | None = None) -> Any:
        found = getattr(result(state), what)
        if seat is not None:
            return found[state.seats[seat].company]
        return {COLOURS[c]: each for c, each in zip(state.colours, found, strict=True) if c >= 0}

    return get


def _at_the_end(*rules: str) -> Callable[[State], tuple[str, ...]]:
    return lambda state: rules if state.mode in modes.ENDED else ()


def _stopped_by(state: State) -> tuple[str, ...]:
    """Return the rules by which the game has ended or would end."""
    if state.mode not in modes.ENDED:
        return ("DANCE-END-01",)
    return ("DANCE-END-01", "DANCE-END-03", *(["DANCE-END-04"] if state.mode == modes.CUT else []))


def _of_tile(name: str) -> Callable[[State, int], Any]:
    """Return a function for the attribute `name` of a tile's design."""
    return lambda state, index: getattr(state.table.designs[state.tiles[index].muse], name)


ROWS = _at_the_end("DANCE-SCORE-05", "DANCE-SCORE-04", "DANCE-SCORE-06")
COLUMNS = _at_the_end("DANCE-SCORE-07", "DANCE-SCORE-08", "DANCE-SCORE-06", "DANCE-SCORE-04")
SUMS = _at_the_end("DANCE-TIE-03", "DANCE-SCORE-04")
TOKENS = _at_the_end("DANCE-SCORE-09", "DANCE-SCORE-12", "DANCE-SCORE-10")
SUNS = _at_the_end("DANCE-SCORE-11", "DANCE-COMP-06", "DANCE-COMP-05")
HANDS, ENDS = ("DANCE-MOVE-08", "DANCE-MOVE-07"), ("DANCE-END-01", "DANCE-END-02")
APOLLO = _at_the_end("DANCE-SCORE-02", "DANCE-SCORE-03")
OF_A_TILE = (
    Field("at", SQUARE, attribute="square"),
    Field("face", FACE, lambda state, index: state.tiles[index].up or state.mode in modes.ENDED,
          rules=_at_the_end("DANCE-SCORE-01")),
    Field("die", DIE, lambda state, index: (state.tiles[index].colour, state.tiles[index].value)),
    Field("colour", show=lambda colour, _: COLOURS[colour],
          rules=("DANCE-COMP-03", "DANCE-MOVE-11")),
    Field("value"),
    Field("final", get=lambda state, index: result(state).values[index], rules=APOLLO),
    Field("owner", OWNER),
    Field("neutral", get=lambda state, i: state.tiles[i].owner == NEUTRAL),
    Field("suns", ref.whole(0, 1000), _of_tile("suns")),
    Field("power", ref.one_of(*POWERS), _of_tile("power")),
    Field("area", AREA,
          lambda state, i: (_of_tile("area")(state, i), _of_tile("area_name")(state, i))),
)  # fmt: skip
DICE = tuple(f"{colour} die" for colour in COLOURS)
SUN_TOKENS = tuple(f"{metal} token" for metal in METALS)
IN_TURN = (modes.PLACE, *modes.DANCING)
FIELDS = Fields(
    Field("players", get=lambda state: state.table.players, rules=("DANCE-SETUP-01",)),
    Field("companies", GROUPS, State.companies),
    Field("first", SEAT),
    Field("rolling", Kind(show=SEATS.show)),
    Field("turn", SEAT, lambda state: state.turn if state.mode in IN_TURN else None),
    Field("step", STEP, attribute="mode", rules=_stopped_by),
    Field("danced", ref.MOVED, lambda state: _called(state.danced, state)),
    Field("used", get=lambda state: state.uses > 0),
    Field("user", ref.MOVED, lambda state: _called(state.user, state)),
    Field("neutral", get=_neutral, rules=("DANCE-SETUP-04",)),
    Field("neutral_die", get=_neutral_die, rules=_at_the_end("DANCE-SCORE-04")),
    Field("end", get=lambda state: state.mode in modes.ENDED, rules=ENDS),
    Field("one_group", get=stays_one_group, rules=HANDS),
    Field("supply", show=lambda supply, _: dict(zip(COLOURS, supply, strict=True)),
          zone="pool", counts=DICE, rules=("DANCE-COMP-03",)),
    Field("box", zone="box", hidden="all", rules=("DANCE-COMP-02",),
          back=lambda table, muse: "" if muse == table.guest else "Muse"),
    Field("golden", get=lambda _: "nobody", rules=("DANCE-COMP-07",)),
    Field("apollo", rules=APOLLO,
          get=lambda state: tuple(state.tiles[index].muse for index in result(state).fulfilled)),
    Field("columns", rules=COLUMNS,
          get=lambda state: " ".join(company_words(state, own) for own in result(state).columns)),
    Field("silver", get=lambda state: company_words(state, result(state).silver),
          rules=_at_the_end("DANCE-SCORE-09", "DANCE-SCORE-10")),
    Field("winner", get=won_by, show=SEATS.show,
          rules=lambda s: (f"DANCE-{won}",) if (won := result(s).decided_by) else ()),
    Field("rows", get=_scored("rows"), rules=ROWS),
    Field("tokens", get=_scored("tokens"), rules=TOKENS),
    Field("suns", get=_scored("suns"), rules=SUNS),
    Field("sums", get=_scored("sums"), rules=SUMS),
    Field("hand", MUSES, own=True, zone="hand", hidden="others", back="Muse"),
    Field("colour", COLOUR,
          lambda state, seat: state.colours[state.seats[seat].company], own=True),
    Field("dice", get=_dice_of, own=True, rules=("DANCE-SETUP-10", "DANCE-SETUP-12")),
    Field("row", get=_scored("rows"), own=True, rules=ROWS),
    Field("tokens", get=_scored("tokens"), own=True, rules=TOKENS),
    Field("suns", get=_scored("suns"), own=True, rules=SUNS),
    Field("sum", get=_scored("sums"), own=True, rules=SUMS),
    things=ref.Things(
        "tiles", "muse", lambda table: tuple(table.designs), OF_A_TILE, zone="table",
        hidden=lambda tile, _: not tile.up, back="Muse",  # nobody looks (DANCE-PLACE-09)
    ),
    piles=(
        ref.Pile("dice on Muses", DICE, State.dice_on), ref.Pile("tokens", SUN_TOKENS, not_awarded),
        ref.Pile("tokens won", SUN_TOKENS, awarded),
    ),
)  # fmt: skip

# ---- the first state


def alternating(table: Table) -> Companies:
    """Return the Companies, with their members distributed so that none of them are neighbours."""
    return tuple(table.seats[index :: table.companies] for index in range(table.companies))


def _seats(companies: Companies, hands: list[tuple[str, ...]]) -> tuple[Seat, ...]:
    company = {seat: index for index, group in enumerate(companies) for seat in group}
    return tuple(Seat(company[seat], hand) for seat, hand in enumerate(hands))


def opening(table: Table, first: int | None) -> State:
    """Return the state before anything is dealt."""
    seats = _seats(alternating(table), [()] * len(table.players))
    state = State(
        table, "", (NOBODY,) * table.companies, NOBODY if first is None else first, (),
        first or 0, (), seats, tuple(table.designs), table.supply,
    )  # fmt: skip
    return state._replace(mode=setting_up(state))


# ---- facts of `start:` to a state; omitted facts have defaults, and nothing is judged


class StatedTile(NamedTuple):
    """The facts about a tile in `start:`; a fact that is omitted is None."""

    square: Offset | None = None
    up: bool | None = None
    colour: int | None = None
    value: int | None = None
    owner: int | None = None  # a seat, or NEUTRAL


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts in `start:` describe. Raises FactError."""
    start, own = FIELDS.read(drawn(facts, table), table)
    table = _redesigned(table, start.things)
    stated = {name: _stated_tile(each) for name, each in start.things.items()}
    loose, step = start.get("loose", False), start.get("step", "")
    before = step == SETUP
    companies = start.get("companies", alternating(table))
    hands = [each.get("hand", ()) for each in own]
    placing = step == modes.PLACE or (not step and any(hands))
    first = start.seat("first", NOBODY if before else 0)
    seats = _seats(companies, hands)
    state = State(
        table, modes.PLACE if placing else modes.DANCE,
        _colours(own, stated, seats, companies, before), first,
        (), start.seat("turn", max(first, 0)), (), seats, (), table.supply,
    )  # fmt: skip
    stated = _with_neutral(stated, state, if_unstated=not (before or loose))
    state = state._replace(tiles=_tiles(state, stated, fill=not (before or placing or loose)))
    if placing and not loose:
        state = state._replace(seats=_dealt(state, own))
    used = {tile.muse for tile in state.tiles}.union(*(each.hand for each in state.seats))
    state = state._replace(
        box=tuple(muse for muse in table.designs if muse not in used),
        supply=tuple(a - b for a, b in zip(table.supply, state.dice_on(), strict=True)),
    )
    return _with_mode(state, step)


def _with_mode(state: State, step: str) -> State:
    """Return the state in the mode of a step, unless a die has ended the game."""
    if step == modes.OVER or any(tile.value >= state.table.end for tile in state.tiles):
        return state._replace(mode=modes.OVER)
    if step == SETUP:
        mode = setting_up(state)
        return (state.with_colours() if mode == modes.PLACE else state)._replace(mode=mode)
    return state


def _stated_tile(own: Values) -> StatedTile:
    colour, value = own.get("die", (None, None))
    return StatedTile(
        own.get("at", None), own.get("face", None), colour, value, own.get("owner", None)
    )


def _redesigned(table: Table, things: Mapping[str, Values]) -> Table:
    """Return the table with the Suns, Powers and areas replaced by those in the facts."""
    designs = dict(table.designs)
    for name, own in things.items():
        old = designs[name]
        area, area_name = own.get("area", (old.area, old.area_name))
        designs[name] = old._replace(
            suns=own.get("suns", old.suns), power=own.get("power", old.power),
            area=area, area_name=area_name,
        )  # fmt: skip
    if designs == table.designs:
        return table
    return Table(table.game, table.players, designs, table.variant)


def _colours(
    own: list[Values],
    stated: Mapping[str, StatedTile],
    seats: tuple[Seat, ...],
    companies: Companies,
    open_: bool,
) -> tuple[int, ...]:
    """Return the colours of the Companies.

    A Company has its stated colour, or else that of its dice on tiles. Otherwise its colour is open
    or, if `open_` is false, the first unused one.
    """
    found: dict[int, int] = {}
    for tile in stated.values():
        if tile.owner is not None and tile.owner != NEUTRAL and tile.colour is not None:
            found[seats[tile.owner].company] = tile.colour
    for seat, each in zip(seats, own, strict=True):
        if 0 <= (colour := each.get("colour", NOBODY)) < len(COLOURS):
            found[seat.company] = colour
    for index in range(len(companies)):
        if index not in found:
            free = (c for c in range(len(COLOURS)) if c not in found.values())
            found[index] = NOBODY if open_ else next(free, 0)
    return tuple(found[index] for index in range(len(companies)))


def _plain(state: State, stated: Mapping[str, StatedTile]) -> list[str]:
    """Return the Muses without stated facts, except Mnemosyne."""
    known = {*stated, state.table.guest}.union(*(own.hand for own in state.seats))
    return [name for name in state.table.designs if name not in known]


def _with_neutral(
    stated: Mapping[str, StatedTile], state: State, if_unstated: bool
) -> dict[str, StatedTile]:
    """Return the tiles, with one of them marked as the Neutral Muse's.

    It is the tile whose owner or die shows that it is hers; with `if_unstated`, the last tile if no
    fact shows it.
    """
    table = state.table
    found = dict(stated)
    name: str | None = None
    if table.left_over and all(tile.owner != NEUTRAL for tile in stated.values()):
        strange = [
            n for n, t in stated.items() if t.colour is not None and t.colour not in state.colours
        ]
        plain = _plain(state, stated)
        last = table.guest if table.variant else plain[-1] if plain else None
        name = strange[0] if strange else last if if_unstated else None
    if name is not None:
        found[name] = stated.get(name, StatedTile())._replace(owner=NEUTRAL)
    return found


def _tiles(state: State, stated: Mapping[str, StatedTile], fill: bool) -> tuple[Tile, ...]:
    """Return the tiles in play.

    With `fill`, tiles without facts are placed on the nearest free squares.
    """
    table = state.table
    names = [name for name in table.designs if name in stated]
    if fill:
        names += _plain(state, stated)[: max(0, table.muses - len(names))]
    found = {name: stated.get(name, StatedTile()) for name in names}
    owners = _owners(state, found)
    taken = {tile.square for tile in found.values()}
    tiles: list[Tile] = []
    for name, tile in found.items():
        owner = owners[name]
        square = tile.square or _next_free(taken)
        taken.add(square)
        up = (owner != NEUTRAL or table.neutral_up) if tile.up is None else tile.up
        colour = tile.colour
        if colour is None:
            neutral = owner == NEUTRAL
            colour = unchosen(state) if neutral else state.colours[state.seats[owner].company]
        value = table.start_value if tile.value is None else tile.value
        tiles.append(Tile(name, square, up, colour, value, owner))
    return tuple(tiles)


def _next_free(taken: set[Offset | None]) -> Offset:
    """Return the first free square in a narrow block of squares, from its lower left corner."""
    index = 0
    while (index % WIDE, index // WIDE) in taken:
        index += 1
    return index % WIDE, index // WIDE


def _owners(state: State, tiles: Mapping[str, StatedTile]) -> dict[str, int]:
    """Return the owners of the tiles.

    A tile without an owner goes to a player who lacks tiles and has dice of the same colour.
    Face-down tiles come first, each to a player who has the fewest of them.
    """
    owners = {name: tile.owner for name, tile in tiles.items() if tile.owner is not None}
    for name in sorted(tiles, key=lambda name: tiles[name].up is not False):
        if name in owners:
            continue
        owned = list(owners.values())
        hidden = [owners[each] for each in owners if tiles[each].up is False]
        colour, seats = tiles[name].colour, state.table.seats
        if colour in state.colours:
            seats = state.companies()[state.colours.index(colour)]
        room = [seat for seat in seats if owned.count(seat) < state.table.muses_each] or [seats[0]]
        is_hidden = tiles[name].up is False
        owners[name] = min(room, key=hidden.count) if is_hidden else room[0]
    return owners


def _dealt(state: State, own: list[Values]) -> tuple[Seat, ...]:
    """Return the players' pieces, with hands that are not stated filled in.

    They get the remaining Muses in the order of the data.
    """
    plain = _plain(state, {tile.muse: StatedTile() for tile in state.tiles})
    undealt = ref.Undealt(dict.fromkeys(plain, 1), ())
    placed = Counter(tile.owner for tile in state.tiles)
    return tuple(
        seat._replace(
            hand=undealt.fill(each.get("hand", None), state.table.muses_each - placed[index])
        )
        for index, (seat, each) in enumerate(zip(state.seats, own, strict=True))
    )
