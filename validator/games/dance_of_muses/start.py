"""Positions of a Dance of Muses from facts, and back: the words of `start:` and of assertions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    die_words,
    is_one_group,
    unchosen,
)
from validator.games.dance_of_muses.score import NOBODY, score
from validator.games.dance_of_muses.tiles import VARIANT, Offset, read_area
from validator.record import Record
from validator.referee.core import Breach
from validator.referee.facts import Given, shown

STEPS = (SETUP, PLACE, "dance", "after", OVER)


def opening(table: Table, first: int | None) -> Position:
    """The table before anything was dealt. Companies alternate round the table."""
    return Position(
        table, SETUP, default_companies(table), (-1,) * table.companies,
        -1 if first is None else first, table.seats, first or 0,
        (), ((),) * len(table.players), tuple(table.designs), table.supply, -1, -1,
    )  # fmt: skip


def default_companies(table: Table) -> tuple[tuple[int, ...], ...]:
    """Every so-manyth player, so that members of a Company are no neighbours."""
    return tuple(table.seats[index :: table.companies] for index in range(table.companies))


def position(table: Table, facts: Mapping[str, Any]) -> Position:
    """The position that some facts describe; what they leave out has its default."""
    given = Given(facts)
    loose = given.yes("loose")
    companies = _companies(given, table)
    own = {name: given.inner(name) for name in table.players}
    wrapped = given.inner("tiles")
    told = {
        name: (wrapped if name in wrapped else given).inner(name)
        for name in table.designs
        if name in wrapped or name in given
    }
    wrapped.done()
    table = _redesigned(table, told)
    first = _seat(given, "first", table, 0)
    turn = _seat(given, "turn", table, first)
    step = given.word("step", STEPS, "") if "step" in given else ""
    hands = tuple(own[name].words("hand", tuple(table.designs)) for name in table.players)
    colours = _colours(own, told, companies, table)
    at = Position(
        table, DANCE, companies, colours, first, (), turn, (), hands, (), table.supply, -1, -1
    )
    placing = step == PLACE or (not step and any(hands))
    neutral = _neutral(given, told, at)
    at = at._replace(tiles=_tiles(at, told, neutral, placing or loose))
    for each in (*own.values(), *told.values()):
        each.done()
    used = {tile.muse for tile in at.tiles} | {muse for hand in hands for muse in hand}
    rest = [muse for muse in table.designs if muse not in used]
    if placing and not loose:
        at, rest = _filled_hands(at, own, rest)
    supply = tuple(a - b for a, b in zip(table.supply, dice_on(at.tiles), strict=True))
    names = [tile.muse for tile in at.tiles]
    danced = _index(given, "danced", names)
    user = _index(given, "user", names)
    if given.yes("used") and user < 0:
        user = danced
    given.done()
    if any(tile.value >= table.end for tile in at.tiles) or step == OVER:
        stage = OVER
    elif placing:
        stage = PLACE
    else:
        stage = step if step == SETUP else DANCE
    return at._replace(stage=stage, box=tuple(rest), supply=supply, danced=danced, user=user)


def _companies(given: Given, table: Table) -> tuple[tuple[int, ...], ...]:
    raw = given.raw("companies")
    if raw is None:
        return default_companies(table)
    try:
        return tuple(
            tuple(
                table.players.index(name)
                for name in (each if isinstance(each, tuple) else str(each).split())
            )
            for each in raw
        )
    except (ValueError, TypeError):
        message = "expected lists of players, as in [[Ann, Cat], [Bob, Dov]]"
        raise given.wrong("companies", message) from None


def _redesigned(table: Table, told: Mapping[str, Given]) -> Table:
    """The table with Suns, Powers and areas that the position gives for its tiles."""
    designs = dict(table.designs)
    for name, own in told.items():
        old = designs[name]
        area, area_name = old.area, old.area_name
        if "area" in own:
            offsets, area_name = read_area(own.raw("area"), table.areas)
            if offsets is None:
                raise own.wrong("area", "expected orth, diag, all or a list of [x, y]")
            area = offsets
        designs[name] = old._replace(
            suns=own.whole("suns", old.suns, 0, 1000),
            power=own.word("power", ("plus", "minus", "swap", "recall"), old.power),
            area=area,
            area_name=area_name,
        )
    if designs == table.designs:
        return table
    return Table(table.game, table.players, designs, table.variant)


def _seat(given: Given, name: str, table: Table, default: int) -> int:
    if name not in given:
        return default
    word = given.word(name, (*table.players, "nobody"), "")
    return default if word == "nobody" else table.players.index(word)


def _index(given: Given, name: str, names: list[str]) -> int:
    if name not in given:
        return -1
    word = given.word(name, (*names, "nobody"), "")
    return -1 if word == "nobody" else names.index(word)


def read_die(text: Any) -> tuple[int, int] | None:
    """``O4`` or ``orange 4`` as colour and value."""
    word = str(text).strip()
    for colour, name in enumerate(COLOURS):
        for start in (name, LETTERS[colour]):
            rest = word[len(start) :].strip()
            if word.lower().startswith(start.lower()) and rest.isascii() and rest.isdigit():
                return (colour, int(rest[:6])) if len(rest) < 6 else None
    return None


def read_square(value: Any) -> Offset | None:
    """``1,2`` or ``[1, 2]``."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, tuple | list) or len(parts) != 2:
        return None
    try:
        x, y = int(str(parts[0])[:9]), int(str(parts[1])[:9])
    except ValueError:
        return None
    return (x, y) if abs(x) < 10_000 and abs(y) < 10_000 else None


def _die(own: Given) -> tuple[int, int] | None:
    if "die" not in own:
        return None
    die = read_die(own.raw("die"))
    if die is None:
        raise own.wrong("die", f"expected a die as O4, P1, W3, not {shown(own.raw('die'))}")
    return die


def _colours(
    own: Mapping[str, Given],
    told: Mapping[str, Given],
    companies: tuple[tuple[int, ...], ...],
    table: Table,
) -> tuple[int, ...]:
    """Colours of the Companies: as told, as their dice show, or the first that are free."""
    found = [-1] * len(companies)
    for seat, name in enumerate(table.players):
        if "colour" in own[name]:
            colour = COLOURS.index(own[name].word("colour", COLOURS, ""))
            for index, seats in enumerate(companies):
                if seat in seats:
                    found[index] = colour
    for each in told.values():
        die = _die(each)
        if die is None or "owner" not in each:
            continue
        owner = each.word("owner", (*table.players, "neutral", "nobody"), "")
        for index, seats in enumerate(companies):
            if found[index] < 0 and owner in table.players and table.players.index(owner) in seats:
                found[index] = die[0]
    for index, colour in enumerate(found):
        if colour < 0:
            found[index] = next((c for c in range(len(COLOURS)) if c not in found), 0)
    return tuple(found)


def _neutral(given: Given, told: Mapping[str, Given], at: Position) -> str | None:
    """The Neutral Muse: named, marked on her tile, known by her die, or the last one."""
    table = at.table
    named = given.word("neutral", (*table.designs, "none"), "none") if "neutral" in given else ""
    if named:
        return None if named == "none" else named
    for name, own in told.items():
        if own.yes("neutral") or str(own.raw("owner")).lower() == "neutral":
            return name
    if not table.left_over:
        return None
    for name, own in told.items():
        die = _die(own)
        if die is not None and die[0] not in at.colours:
            return name
    if table.variant:
        return VARIANT
    rest = [n for n in table.designs if n != VARIANT and not _whose(told.get(n), at)]
    return rest[-1] if rest else None


def _whose(own: Given | None, at: Position) -> bool:
    """Whether somebody is told to own a tile."""
    if own is None:
        return False
    return "owner" in own or _die(own) is not None or not at.table.left_over


def _tiles(
    at: Position, told: Mapping[str, Given], neutral: str | None, only_told: bool
) -> tuple[Tile, ...]:
    """The tiles in play. Where all must be there, the untold ones fill the nearest free squares."""
    table = at.table
    held = {muse for hand in at.hands for muse in hand}
    names = [name for name in table.designs if name in told]
    if not only_told:
        left_out = neutral if table.variant and neutral == VARIANT else None
        plain = [n for n in table.designs if n != VARIANT and n not in told and n not in held]
        if left_out and left_out not in names:
            names.append(left_out)
        names += plain[: max(0, table.muses - len(names))]
    tiles: list[Tile] = []
    taken = {place for name in names if name in told and (place := _square(told[name]))}
    counts = [0] * len(table.players)
    for name in names:
        if (owner := _told_owner(told.get(name), at)) is not None and owner >= 0:
            counts[owner] += 1
    for name in names:
        own = told.get(name)
        square = (_square(own) if own else None) or _next_free(taken)
        taken.add(square)
        die = _die(own) if own else None
        value = own.whole("value", die[1] if die else table.start_value) if own else None
        owner = NEUTRAL if name == neutral else _told_owner(own, at)
        if owner is None:
            owner = _next_owner(at, counts, die)
            counts[owner] += 1
        colour = die[0] if die else _colour(at, owner)
        if own and "colour" in own:
            colour = COLOURS.index(own.word("colour", COLOURS, ""))
        up = own.word("face", ("up", "down"), "") if own and "face" in own else ""
        shows = up == "up" if up else (owner != NEUTRAL or table.neutral_up)
        if own:
            own.yes("neutral")
        number = table.start_value if value is None else value
        tiles.append(Tile(name, *square, shows, colour, number, owner))
    return tuple(tiles)


def _square(own: Given) -> Offset | None:
    if "at" not in own:
        return None
    square = read_square(own.raw("at"))
    if square is None:
        raise own.wrong("at", f"expected a square as [1, 2], not {shown(own.raw('at'))}")
    return square


def _next_free(taken: set[Offset]) -> Offset:
    """The first free square of a block three wide, from its lower left corner."""
    index = 0
    while (index % 3, index // 3) in taken:
        index += 1
    return index % 3, index // 3


def _told_owner(own: Given | None, at: Position) -> int | None:
    if own is None or "owner" not in own:
        return None
    word = own.word("owner", (*at.table.players, "neutral", "nobody"), "")
    return NEUTRAL if word in ("neutral", "nobody") else at.table.players.index(word)


def _next_owner(at: Position, counts: list[int], die: tuple[int, int] | None) -> int:
    """Who owns a tile that is told without owner: the first with room whose die it bears."""
    seats = at.table.seats
    if die is not None and die[0] in at.colours:
        seats = at.companies[at.colours.index(die[0])]
    room = [seat for seat in seats if counts[seat] < at.table.hand]
    return room[0] if room else seats[0]


def _colour(at: Position, owner: int) -> int:
    if owner == NEUTRAL:
        return unchosen(at)
    return at.colours[company_of(at, owner)]


def _filled_hands(
    at: Position, own: Mapping[str, Given], rest: list[str]
) -> tuple[Position, list[str]]:
    """Hands that are not told get what is left, in the order of the data."""
    hands = list(at.hands)
    for seat, name in enumerate(at.table.players):
        if "hand" in own[name]:
            continue
        placed = sum(tile.owner == seat for tile in at.tiles)
        stock = [muse for muse in rest if muse != VARIANT]
        hands[seat] = tuple(stock[: max(0, at.table.hand - placed)])
        rest = [muse for muse in rest if muse not in hands[seat]]
    return at._replace(hands=tuple(hands)), rest


# ---- the facts of a position


def facts(at: Position) -> dict[str, Any]:
    """All facts by name, in the words of `start:`."""
    table, players = at.table, at.table.players
    names = [tile.muse for tile in at.tiles]
    neutral = [tile.muse for tile in at.tiles if tile.owner == NEUTRAL]
    found: dict[str, Any] = {
        "players": players,
        "companies": tuple(" ".join(players[s] for s in seats) for seats in at.companies),
        "first": players[at.first] if at.first >= 0 else "nobody",
        "turn": players[at.turn] if at.stage in (PLACE, DANCE) else "nobody",
        "step": step(at),
        "danced": names[at.danced] if at.danced >= 0 else "nobody",
        "used": at.user >= 0,
        "user": names[at.user] if at.user >= 0 else "nobody",
        "neutral": neutral[0] if neutral else "none",
        "neutral_die": _neutral_die(at),
        "end": at.stage == OVER,
        "one_group": is_one_group([(t.x, t.y) for t in at.tiles], table.touching),
        "golden": "nobody",
        "supply": Record(dict(zip(COLOURS, at.supply, strict=True))),
        "box": at.box,
        **_result(at),
    }
    values = score(at).values if at.stage == OVER else ()
    for index, tile in enumerate(at.tiles):
        found[tile.muse] = Record(
            {
                "at": f"{tile.x},{tile.y}",
                "face": "up" if tile.up or at.stage == OVER else "down",
                "die": die_words(tile.colour, tile.value),
                "colour": COLOURS[tile.colour],
                "value": tile.value,
                "final": values[index] if values else tile.value,
                "owner": "neutral" if tile.owner == NEUTRAL else players[tile.owner],
                "neutral": tile.owner == NEUTRAL,
                "suns": table.designs[tile.muse].suns,
                "power": table.designs[tile.muse].power,
                "area": table.designs[tile.muse].area_name,
            }
        )
    for seat, name in enumerate(players):
        company = company_of(at, seat)
        colour = at.colours[company]
        found[name] = Record(
            {
                "hand": at.hands[seat],
                "colour": COLOURS[colour] if colour >= 0 else "none",
                "dice": _dice_of(at, company),
            }
        )
    return found


def _dice_of(at: Position, company: int) -> int:
    """How many dice a Company has in all: on its tiles and for the tiles in its hands."""
    seats = at.companies[company]
    placed = sum(tile.owner in seats for tile in at.tiles)
    return placed + sum(len(at.hands[seat]) for seat in seats)


def _neutral_die(at: Position) -> str:
    if at.stage == OVER and at.table.neutral_removed:
        return "removed"
    dice = [die_words(tile.colour, tile.value) for tile in at.tiles if tile.owner == NEUTRAL]
    return dice[0] if dice else "none"


def _result(at: Position) -> dict[str, Any]:
    if at.stage != OVER:
        return (
            dict.fromkeys(("winner", "apollo", "columns"), ())
            | {name: Record({}) for name in ("rows", "suns", "sums", "tokens")}
            | {"silver": "nobody"}
        )
    result = score(at)
    own = [COLOURS[colour] for colour in at.colours]
    tokens = {
        name: (("silver",) if index == result.silver else ()) + ("bronze",) * result.bronze[index]
        for index, name in enumerate(own)
    }
    return {
        "winner": tuple(
            at.table.players[seat]
            for seat in sorted(s for index in result.winners for s in at.companies[index])
        ),
        "apollo": tuple(at.tiles[index].muse for index in result.fulfilled),
        "columns": tuple(own[c] if c != NOBODY else "nobody" for c in result.columns),
        "rows": Record(dict(zip(own, result.rows, strict=True))),
        "suns": Record(dict(zip(own, result.suns, strict=True))),
        "sums": Record(dict(zip(own, result.sums, strict=True))),
        "tokens": Record(tokens),
        "silver": own[result.silver] if result.silver != NOBODY else "nobody",
    }


def step(at: Position) -> str:
    """What is due: place, dance, or what is left of a turn after the step."""
    if at.stage != DANCE:
        return at.stage
    return "dance" if at.danced < 0 else "after"


def unsound(at: Position) -> list[Breach]:
    """What is impossible about a position with the printed components."""
    table = at.table
    found = []
    if len(at.companies) != table.companies or any(len(c) != table.size for c in at.companies):
        found.append(Breach("DANCE-SETUP-08", "Companies of another size"))
    if len(set(at.colours)) < len(at.colours):
        found.append(Breach("DANCE-SETUP-09", "two Companies have one colour"))
    places = [(tile.x, tile.y) for tile in at.tiles]
    for tile in at.tiles:
        if places.count((tile.x, tile.y)) > 1:
            facts_ = f"two Muses at {tile.x},{tile.y}"
            found.append(Breach("DANCE-PLACE-05", facts_))
            break
    for colour, left in enumerate(at.supply):
        if left < 0:
            used = table.supply[colour] - left
            facts_ = f"{used} {COLOURS[colour]} dice, {table.supply[colour]} printed"
            found.append(Breach("DANCE-COMP-03", facts_))
    found += [
        Breach("DANCE-COMP-03", f"no die shows {tile.value}")
        for tile in at.tiles
        if not 1 <= tile.value <= table.sides
    ]
    names = [tile.muse for tile in at.tiles] + [muse for hand in at.hands for muse in hand]
    found += [
        Breach("DANCE-COMP-01", f"{name} is there {names.count(name)} times")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    if VARIANT in names and not table.variant:
        found.append(Breach("DANCE-COMP-02", f"{VARIANT} belongs to a variant"))
    if at.stage == DANCE and len(at.tiles) != table.muses:
        facts_ = f"{len(at.tiles)} of {table.muses} Muses are on the table"
        found.append(Breach("DANCE-COMP-01", facts_))
    return found
