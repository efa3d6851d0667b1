"""Finds facts of a state that are impossible, given the printed components and the rules."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import COLOURS
from validator.games.dance_of_muses.setup import face_words, right_groups
from validator.games.dance_of_muses.state import (
    AT_CORNERS,
    NEUTRAL,
    Groups,
    State,
    Table,
    is_one_group,
)
from validator.referee.judge import Breach, Broken, Judge, ids_of, wrong_number
from validator.referee.messages import Message


def impossible(state: State) -> Iterator[Breach]:
    """Yield facts that are impossible in any game, such as missing pieces or two on one square."""
    table = state.table
    yield from right_number(table)
    yield from wrong_groups(table, state.companies())
    chosen = [colour for colour in state.colours if colour >= 0]
    if len(set(chosen)) < len(chosen):
        yield Breach("DANCE-SETUP-09", "two Companies have the same colour")
    yield from _tiles(state)
    yield from _dice(state)


def unlawful(state: State) -> Iterator[Breach]:
    """Yield facts that no legal game leads to, such as separated Muses or two Neutral Muses."""
    yield from impossible(state)
    table = state.table
    placed = state.mode in (*modes.DANCING, *modes.ENDED)
    places = [tile.square for tile in state.tiles]
    if not is_one_group(places, table.reach if placed else AT_CORNERS):
        facts = "the Muses form more than one group"
        yield Breach("DANCE-MOVE-07" if placed else "DANCE-PLACE-04", facts)
    neutral = [tile for tile in state.tiles if tile.owner == NEUTRAL]
    if len(neutral) != table.left_over:
        yield Breach(
            "DANCE-SETUP-04", f"there are {len(neutral)} Neutral Muses; expected {table.left_over}"
        )
    for tile in neutral:
        if tile.up != table.neutral_up:
            facts = f"the Neutral Muse, {tile.muse}, must not be {face_words(tile.up)}"
            yield Breach(f"DANCE-{table.neutral_rule}", facts)
        if tile.colour in state.colours:
            yield Breach(
                "DANCE-SETUP-07",
                f"the die on {tile.muse} is {COLOURS[tile.colour]}, the colour of a Company",
            )
    for seats, colour in zip(state.companies(), state.colours, strict=True):
        own = [tile for tile in state.tiles if tile.owner in seats]
        if any(tile.colour != colour for tile in own):
            yield Breach(
                "DANCE-PLACE-06", f"the dice of {table.players[seats[0]]} have different colours"
            )
        if placed and len(own) != table.dice:
            facts = f"{table.players[seats[0]]} has {len(own)} dice; expected {table.dice}"
            yield Breach("DANCE-SETUP-10", facts)
    for seat, name in enumerate(table.players):
        hidden = sum(not tile.up for tile in state.tiles if tile.owner == seat)
        facts = f"{name} has {hidden} Muses face-down; expected {table.face_down}"
        if hidden > table.face_down:
            yield Breach("DANCE-PLACE-07", facts)
        elif hidden < table.face_down and placed:
            yield Breach("DANCE-PLACE-08", facts)


def unplayable(table: Table) -> Iterator[Breach]:
    """Yield errors in custom numbers and tiles that make the set-up impossible."""
    count, tiles = len(table.players), sum(name != table.guest for name in table.designs)
    if not table.fewest <= count <= table.most:
        return  # the start is refused
    if table.hand < 1 or table.dice < 1:
        yield Breach(
            "DANCE-SETUP-03",
            f"with {count} players, each player must be dealt at least one Muse and each Company "
            "at least one die",
        )
    elif tiles < (needed := count * table.hand + max(0, table.left_over)):
        yield Breach(
            "DANCE-COMP-01", f"{count} players need {needed} Muses, but there are only {tiles}"
        )
    elif table.left_over not in (0, 1):
        yield Breach(
            "DANCE-SETUP-04",
            f"the deal leaves {table.left_over} Neutral Muses; expected one or none",
        )
    if table.companies < 1 or table.companies * table.size != count:
        facts = f"{table.companies} Companies of {table.size} do not add up to {count} players"
        yield Breach("DANCE-SETUP-08", facts)
    elif table.companies + (table.left_over > 0) > len(COLOURS):
        yield Breach(
            "DANCE-SETUP-09",
            f"{table.companies} Companies and {len(COLOURS)} "
            "colours; expected a colour for each Company and the "
            "Neutral Muse",
        )
    if table.roll < 1 or table.sides < 1:
        yield Breach("DANCE-SETUP-14", "the roll for First Player has no dice")
    if min(table.supply) < 1:
        yield Breach("DANCE-COMP-03", "the supply must have at least one die of each colour")
    if table.step < 1 or table.place_each < 1:
        yield Breach(
            "DANCE-MOVE-02",
            "a step must be at least one square long, and each player must place at least one Muse",
        )
    if table.variant and not table.guest:
        yield Breach(
            "DANCE-VAR-01", "the kit has no separate component with the tile for the variant"
        )


def right_number(table: Table) -> Iterator[Breach]:
    """Yield the rules that the number of players breaks."""
    count = len(table.players)
    wrong = wrong_number("DANCE-SETUP-01", count, table.fewest, table.most)
    yield from wrong
    if not wrong and table.variant and not table.left_over:
        facts = f"with {count} players there is no Neutral Muse for {table.guest} to replace"
        yield Breach("DANCE-VAR-01", facts)


def wrong_groups(table: Table, groups: Groups) -> Iterator[Breach]:
    """Yield the rules that Companies break: wrong number, wrong size or neighbouring members."""
    try:
        right_groups(table, groups, Judge())
    except Broken as wrong:
        facts = Message(wrong.why, wrong.values).text()
        yield from (Breach(f"DANCE-{rule}", facts) for rule in ids_of(wrong.rules))


def _tiles(state: State) -> Iterator[Breach]:
    table = state.table
    names = [tile.muse for tile in state.tiles] + [muse for own in state.seats for muse in own.hand]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Breach("DANCE-COMP-01", f"{name} is listed {names.count(name)} times")
    if table.guest in names and not table.variant:
        yield Breach("DANCE-COMP-02", f"{table.guest} is used only in a variant")
    if state.mode in (*modes.DANCING, *modes.ENDED) and len(state.tiles) != table.muses:
        facts = f"{len(state.tiles)} of {table.muses} Muses are on the table"
        yield Breach("DANCE-COMP-01", facts)
        yield Breach("DANCE-PLACE-11", facts)
    places = [tile.square for tile in state.tiles]
    for x, y in dict.fromkeys(places):
        if places.count((x, y)) > 1:
            yield Breach("DANCE-PLACE-05", f"there are {places.count((x, y))} Muses at {x},{y}")


def _dice(state: State) -> Iterator[Breach]:
    table = state.table
    for colour, left in enumerate(state.supply):
        if left < 0:
            used = table.supply[colour] - left
            facts = (
                f"{used} {COLOURS[colour]} dice are in use, but there are only "
                f"{table.supply[colour]}"
            )
            yield Breach("DANCE-COMP-03", facts)
    for tile in state.tiles:
        if not 1 <= tile.value <= table.sides:
            yield Breach("DANCE-COMP-03", f"a die cannot show {tile.value}")
