"""The facts of `start:` to a position. What they leave out has a default; nothing is judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from validator.core.frozen_map import Record
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    LETTERS,
    NEUTRAL,
    OVER,
    PLACE,
    SETUP,
    Position,
    Table,
    Tile,
    company_of,
    dice_on,
    unchosen,
)
from validator.games.dance_of_muses.tiles import POWERS, Offset, read_area
from validator.referee.facts import FactError, Given, shown

AFTER = "after"  # what is left of a turn behind its step
STEPS = (SETUP, PLACE, DANCE, AFTER, OVER)
WHOLE = re.compile("-?[0-9]{1,4}")
FARTHEST = 10_000  # squares from the origin
WIDE = 3  # squares of the block that tiles without a square fill


class Told(NamedTuple):
    """What facts say about a tile; None where they say nothing."""

    square: Offset | None = None
    up: bool | None = None
    colour: int | None = None
    value: int | None = None
    owner: int | None = None  # a seat, or NEUTRAL


def opening(table: Table, first: int | None) -> Position:
    """The table before anything was dealt. Companies alternate round the table."""
    return Position(
        table, SETUP, default_companies(table), (-1,) * table.companies,
        -1 if first is None else first, (), first or 0,
        (), ((),) * len(table.players), tuple(table.designs), table.supply,
    )  # fmt: skip


def default_companies(table: Table) -> tuple[tuple[int, ...], ...]:
    """Every so-manyth player, so that members of a Company are no neighbours."""
    return tuple(table.seats[index :: table.companies] for index in range(table.companies))


def position(table: Table, facts: Mapping[str, Any]) -> Position:
    """The position that some facts describe. Raises FactError."""
    given = Given(_drawn(facts, table))
    loose = given.yes("loose")
    own = {name: given.inner(name) for name in table.players}
    about = {name: given.inner(name) for name in table.designs if name in given}
    table = _redesigned(table, about)
    told = {name: _told(each, table) for name, each in about.items()}
    step = given.word("step", STEPS, "") if "step" in given else ""
    hands = tuple(own[name].words("hand", tuple(table.designs)) for name in table.players)
    before = step == SETUP
    first = _one_of(given, "first", table.players, -1 if before else 0)
    turn = _one_of(given, "turn", table.players, max(first, 0))
    companies = _companies(given, table)
    colours = _colours(own, told, companies, before)
    rolling = given.words("rolling", table.players)
    at = Position(
        table, DANCE, companies, colours, first, tuple(map(table.players.index, rolling)), turn,
        (), hands, (), table.supply,
    )  # fmt: skip
    placing = step == PLACE or (not step and any(hands))
    told = _with_neutral(given, told, at, if_untold=not (before or loose))
    at = at._replace(tiles=_tiles(at, told, fill=not (before or placing or loose)))
    if placing and not loose:
        at = at._replace(hands=_hands(at, own))
    names = [tile.muse for tile in at.tiles]
    danced = _one_of(given, "danced", names, -1)
    user = _one_of(given, "user", names, -1)
    for each in (given, *own.values(), *about.values()):
        each.done()
    if any(tile.value >= table.end for tile in at.tiles) or step == OVER:
        stage = OVER
    elif placing:
        stage = PLACE
    else:
        stage = SETUP if before else DANCE
    used = {*names, *(muse for hand in at.hands for muse in hand)}
    return at._replace(
        stage=stage,
        box=tuple(muse for muse in table.designs if muse not in used),
        supply=tuple(a - b for a, b in zip(table.supply, dice_on(at.tiles), strict=True)),
        danced=danced,
        user=user,
        steps=table.steps if danced >= 0 else 0,
        uses=table.uses if user >= 0 else 0,
    )


# ---- tiles as facts


def _drawn(facts: Mapping[str, Any], table: Table) -> Mapping[str, Any]:
    """The facts with those of `map:` in their places, and tiles in words as facts by name.

    A map has a line for each row, from above; two blanks between squares, ``.`` for a free one;
    x below and y before the rows, as a trace shows them, where the lower left is not 0,0.
    """
    found = {key: value for key, value in facts.items() if key != "map"}
    drawing = facts.get("map", "")
    if not isinstance(drawing, str):
        raise FactError(("map",), "expected rows of squares as in 'Clio O1  .  Erato P2?'")
    rows = [re.split(" {2,}", line.strip()) for line in drawing.splitlines() if line.strip()]
    columns: Sequence[int] = range(len(drawing))
    places: set[str] = set()
    if rows and all(WHOLE.fullmatch(square) for square in rows[-1]):
        columns = [int(square) for square in rows.pop()]
    for y, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
        if WHOLE.fullmatch(row[0]):
            y = int(row.pop(0))
        for x, square in zip(columns, row, strict=False):
            if square == ".":
                continue
            muse = _named(square, table)
            name = Given({"map": muse}).word("map", tuple(table.designs), "")
            drawn = _in_words(f"{x},{y} {square[len(muse) :]}", ("map",), table)
            if name in places:
                raise FactError(("map",), f"{name} is on the map twice; leave one out")
            places.add(name)
            beside = _by_name(found.get(name), name, table)
            if twice := [fact for fact in drawn if fact in beside]:
                about = f"'{twice[0]}' of {name} is on the map already; leave one out"
                raise FactError((name,), about)
            found[name] = Record({**drawn, **beside})
    for name in table.designs:
        if isinstance(found.get(name), str):
            found[name] = _by_name(found[name], name, table)
    return found


def _named(square: str, table: Table) -> str:
    """The Muse of a square: the longest name that it begins with, else its first word."""
    low = f"{square.lower()} "
    known = [square[: len(name)] for name in table.designs if low.startswith(f"{name.lower()} ")]
    return max(known, key=len, default=square.split()[0])


def _by_name(value: Any, name: str, table: Table) -> Mapping[str, Any]:
    if isinstance(value, str):
        return _in_words(value, (name,), table)
    return value if isinstance(value, Mapping) else {}


def _in_words(text: str, path: tuple[str, ...], table: Table) -> Record:
    """``1,2 O4 down Ann`` as facts; ``?`` is short for down, ``*`` for neutral."""
    found: dict[str, str] = {}
    for word in text.replace("?", " down ").replace("*", " neutral ").split():
        name = _meant(word, table)
        if not name:
            message = f"'{word}' is no square (0,1), die (O4), face (up, down), owner or 'neutral'"
            apart = "; squares of a map are two blanks apart" if path == ("map",) else ""
            raise FactError(path, message + apart)
        if name in found:
            about = "square" if name == "at" else name
            message = (
                f"'{word}' is a second {about}: '{found[name]}' is there already; leave one out"
            )
            raise FactError(path, message)
        found[name] = word
    return Record(found)


def _meant(word: str, table: Table) -> str:
    """The fact of a tile that a word gives; empty if it gives none."""
    if read_square(word) is not None:
        return "at"
    if read_die(word) is not None:
        return "die"
    low = word.lower()
    if low in ("up", "down"):
        return "face"
    known = ("neutral", *(player.lower() for player in table.players))
    return "owner" if low in known else ""


def _told(own: Given, table: Table) -> Told:
    die, square = None, None
    if "die" in own and (die := read_die(own.raw("die"))) is None:
        raise own.wrong("die", f"expected a die as O4, P1, W3, not {shown(own.raw('die'))}")
    if "at" in own and (square := read_square(own.raw("at"))) is None:
        raise own.wrong("at", f"expected a square as [1, 2], not {shown(own.raw('at'))}")
    owner = None
    if "owner" in own:
        word = own.word("owner", (*table.players, "neutral"), "")
        owner = NEUTRAL if word == "neutral" else table.players.index(word)
    colour, value = die or (None, None)
    return Told(
        square,
        own.word("face", ("up", "down"), "") == "up" if "face" in own else None,
        COLOURS.index(own.word("colour", COLOURS, "")) if "colour" in own else colour,
        own.whole("value", 0) if "value" in own else value,
        NEUTRAL if own.yes("neutral") else owner,
    )


def read_die(text: Any) -> tuple[int, int] | None:
    """``O4`` or ``orange 4`` as colour and value."""
    word = str(text).strip().lower()
    for colour, name in enumerate(COLOURS):
        for start in (name, LETTERS[colour].lower()):
            rest = word.removeprefix(start).strip()
            if rest != word and rest.isascii() and rest.isdigit() and len(rest) < 6:
                return colour, int(rest)
    return None


def read_square(value: Any) -> Offset | None:
    """``1,2`` or ``[1, 2]``."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, tuple | list) or len(parts) != 2:
        return None
    try:
        x, y = (int(str(part)[:9]) for part in parts)
    except ValueError:
        return None
    return (x, y) if max(abs(x), abs(y)) < FARTHEST else None


def _redesigned(table: Table, about: Mapping[str, Given]) -> Table:
    """The table with Suns, Powers and areas that the facts give for its tiles."""
    designs = dict(table.designs)
    for name, own in about.items():
        old = designs[name]
        area, area_name = old.area, old.area_name
        if "area" in own:
            offsets, area_name = read_area(own.raw("area"), table.areas)
            if offsets is None:
                raise own.wrong("area", f"expected {', '.join(table.areas)} or a list of [x, y]")
            area = offsets
        designs[name] = old._replace(
            suns=own.whole("suns", old.suns, 0, 1000),
            power=own.word("power", POWERS, old.power),
            area=area,
            area_name=area_name,
        )
    if designs == table.designs:
        return table
    return Table(table.game, table.players, designs, table.variant)


# ---- what is not told


def _one_of(given: Given, name: str, known: Sequence[str], default: int) -> int:
    """The index of a name; the default for nobody."""
    if name not in given:
        return default
    word = given.word(name, (*known, "nobody"), "")
    return default if word == "nobody" else list(known).index(word)


def _companies(given: Given, table: Table) -> tuple[tuple[int, ...], ...]:
    raw = given.raw("companies")
    if raw is None:
        return default_companies(table)
    try:
        found = tuple(
            tuple(
                table.players.index(name)
                for name in (each if isinstance(each, tuple) else str(each).split())
            )
            for each in raw
        )
    except (ValueError, TypeError):
        message = "expected lists of players, as in [[Ann, Cat], [Bob, Dov]]"
        raise given.wrong("companies", message) from None
    if sorted(seat for seats in found for seat in seats) != list(table.seats):
        raise FactError(("companies",), "not everybody is in one Company", "DANCE-SETUP-08")
    return found


def _colours(
    own: Mapping[str, Given],
    told: Mapping[str, Told],
    companies: tuple[tuple[int, ...], ...],
    open_: bool,
) -> tuple[int, ...]:
    """Colours of the Companies: as told, as their dice show, or open, or the first free ones."""
    company = {seat: index for index, seats in enumerate(companies) for seat in seats}
    found: dict[int, int] = {}
    for tile in told.values():
        if tile.owner in company and tile.colour is not None:
            found[company[tile.owner]] = tile.colour
    for seat, each in enumerate(own.values()):
        word = each.word("colour", (*COLOURS, "none"), "none")
        if word != "none":
            found[company[seat]] = COLOURS.index(word)
    for index in range(len(companies)):
        if index not in found:
            free = (c for c in range(len(COLOURS)) if c not in found.values())
            found[index] = -1 if open_ else next(free, 0)
    return tuple(found[index] for index in range(len(companies)))


def _with_neutral(
    given: Given, told: Mapping[str, Told], at: Position, if_untold: bool
) -> dict[str, Told]:
    """The tiles with the Neutral Muse: named, marked, known by her die, or the last one."""
    table = at.table
    found = dict(told)
    name: str | None = None
    if "neutral" in given:
        word = given.word("neutral", (*table.designs, "none"), "")
        name = None if word == "none" else word
    elif table.left_over and all(tile.owner != NEUTRAL for tile in told.values()):
        strange = [
            n for n, t in told.items() if t.colour is not None and t.colour not in at.colours
        ]
        held = {muse for hand in at.hands for muse in hand}
        plain = [n for n in table.designs if n != table.guest and n not in told and n not in held]
        last = table.guest if table.variant else plain[-1] if plain else None
        name = strange[0] if strange else last if if_untold else None
    if name is not None:
        found[name] = told.get(name, Told())._replace(owner=NEUTRAL)
    return found


def _tiles(at: Position, told: Mapping[str, Told], fill: bool) -> tuple[Tile, ...]:
    """The tiles in play. Where all must be there, the untold ones fill the nearest free squares."""
    table = at.table
    names = [name for name in table.designs if name in told]
    if fill:
        held = {muse for hand in at.hands for muse in hand}
        plain = [n for n in table.designs if n != table.guest and n not in told and n not in held]
        names += plain[: max(0, table.muses - len(names))]
    found = {name: told.get(name, Told()) for name in names}
    owners = _owners(at, found)
    taken = {tile.square for tile in found.values()}
    tiles: list[Tile] = []
    for name, tile in found.items():
        owner = owners[name]
        square = tile.square or _next_free(taken)
        taken.add(square)
        up = (owner != NEUTRAL or table.neutral_up) if tile.up is None else tile.up
        colour = tile.colour
        if colour is None:
            colour = unchosen(at) if owner == NEUTRAL else at.colours[company_of(at, owner)]
        value = table.start_value if tile.value is None else tile.value
        tiles.append(Tile(name, *square, up, colour, value, owner))
    return tuple(tiles)


def _next_free(taken: set[Offset | None]) -> Offset:
    """The first free square of a narrow block, from its lower left corner."""
    index = 0
    while (index % WIDE, index // WIDE) in taken:
        index += 1
    return index % WIDE, index // WIDE


def _owners(at: Position, tiles: Mapping[str, Told]) -> dict[str, int]:
    """Who owns each tile. One without owner goes to a seat with room whose dice it bears.

    Those that lie face-down come first, each to a player who has the fewest of them.
    """
    owners = {name: tile.owner for name, tile in tiles.items() if tile.owner is not None}
    for name in sorted(tiles, key=lambda name: tiles[name].up is not False):
        if name in owners:
            continue
        owned = list(owners.values())
        hidden = [owners[each] for each in owners if tiles[each].up is False]
        colour, seats = tiles[name].colour, at.table.seats
        if colour in at.colours:
            seats = at.companies[at.colours.index(colour)]
        room = [seat for seat in seats if owned.count(seat) < at.table.hand] or [seats[0]]
        is_hidden = tiles[name].up is False
        owners[name] = min(room, key=hidden.count) if is_hidden else room[0]
    return owners


def _hands(at: Position, own: Mapping[str, Given]) -> tuple[tuple[str, ...], ...]:
    """Hands that are not told get what is left, in the order of the data."""
    hands = list(at.hands)
    used = {*(tile.muse for tile in at.tiles), *(muse for hand in hands for muse in hand)}
    rest = [muse for muse in at.table.designs if muse not in used and muse != at.table.guest]
    for seat, each in enumerate(own.values()):
        if "hand" not in each:
            size = at.table.hand - sum(tile.owner == seat for tile in at.tiles)
            hands[seat] = tuple(rest[: max(0, size)])
            rest = rest[len(hands[seat]) :]
    return tuple(hands)
