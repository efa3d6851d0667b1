"""Finds facts of a state that are impossible, given the printed components and the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import COLOURS
from validator.games.dance_of_muses.constants import AT_CORNERS, NEUTRAL, Table
from validator.games.dance_of_muses.group import is_one_group
from validator.games.dance_of_muses.setup import face_words, right_companies
from validator.games.dance_of_muses.state import Companies, State
from validator.referee.judge import Breach, Broken, Collector, Judge, ids_of, wrong_number
from validator.referee.messages import Message


def impossible(state: State) -> list[Breach]:
    """Return facts that are impossible in any game, such as missing pieces or two on one square."""
    return _impossible(state).breaches


def _impossible(state: State) -> Collector:
    """Check players, Companies, tiles and dice."""
    to, table = Collector(), state.table
    _right_number(table, to)
    to.breaches += wrong_companies(table, state.companies())
    chosen = [colour for colour in state.colours if colour >= 0]
    to.holds("DANCE-SETUP-09", len(set(chosen)) == len(chosen),
             "two Companies have the same colour")  # fmt: skip
    _tiles(state, to)
    for colour, left, have in zip(COLOURS, state.supply, table.supply, strict=True):
        to.holds("DANCE-COMP-03", left >= 0,
                 "{used} {colour} dice are in use, but there are only {have}", used=have - left,
                 colour=colour, have=have)  # fmt: skip
    for tile in state.tiles:
        to.holds("DANCE-COMP-03", 1 <= tile.value <= table.sides, "a die cannot show {value}",
                 value=tile.value)  # fmt: skip
    return to


def unlawful(state: State) -> list[Breach]:
    """Return facts that no legal game leads to, such as separated Muses or two Neutral Muses."""
    to, table = _impossible(state), state.table
    placed = state.mode in (*modes.DANCING, *modes.ENDED)
    places = [tile.square for tile in state.tiles]
    to.holds("DANCE-MOVE-07" if placed else "DANCE-PLACE-04",
             is_one_group(places, table.reach if placed else AT_CORNERS),
             "the Muses form more than one group")  # fmt: skip
    neutral = [tile for tile in state.tiles if tile.owner == NEUTRAL]
    to.holds("DANCE-SETUP-04", len(neutral) == table.left_over,
             "there are {number} Neutral Muses; expected {left}", number=len(neutral),
             left=table.left_over)  # fmt: skip
    for tile in neutral:
        to.holds(f"DANCE-{table.neutral_rule}", tile.up == table.neutral_up,
                 "the Neutral Muse, {muse}, must not be {face}", muse=tile.muse,
                 face=face_words(tile.up))  # fmt: skip
        to.holds("DANCE-SETUP-07", tile.colour not in state.colours,
                 "the die on {muse} is {colour}, the colour of a Company", muse=tile.muse,
                 colour=COLOURS[tile.colour])  # fmt: skip
    for seats, colour in zip(state.companies(), state.colours, strict=True):
        own, first = [t for t in state.tiles if t.owner in seats], table.players[seats[0]]
        to.holds("DANCE-PLACE-06", all(tile.colour == colour for tile in own),
                 "the dice of {owner} have different colours", owner=first)  # fmt: skip
        to.holds("DANCE-SETUP-10", not placed or len(own) == table.dice,
                 "{owner} [has|have] {number} dice; expected {dice}", owner=first, number=len(own),
                 dice=table.dice)  # fmt: skip
    for seat, name in enumerate(table.players):
        hidden = sum(not tile.up for tile in state.tiles if tile.owner == seat)
        many = hidden > table.face_down
        to.holds("DANCE-PLACE-07" if many else "DANCE-PLACE-08",
                 not many and (hidden == table.face_down or not placed),
                 "{owner} [has|have] {hidden} Muses face-down; expected {number}", owner=name,
                 hidden=hidden, number=table.face_down)  # fmt: skip
    return to.breaches


def unplayable(table: Table) -> list[Breach]:
    """Return errors in custom numbers and tiles that make the set-up impossible."""
    to, count = Collector(), len(table.players)
    tiles = sum(name != table.guest for name in table.designs)
    if not table.fewest <= count <= table.most:
        return []  # the start is refused
    needed = count * table.muses_each + max(0, table.left_over)
    if table.muses_each < 1 or table.dice < 1:
        to.holds("DANCE-SETUP-03", False,
                 "with {count} players, each player must be dealt at least one Muse and each "
                 "Company at least one die", count=count)  # fmt: skip
    elif tiles < needed:
        to.holds("DANCE-COMP-01", False,
                 "{count} players need {needed} Muses, but there are only {tiles}", count=count,
                 needed=needed, tiles=tiles)  # fmt: skip
    else:
        to.holds("DANCE-SETUP-04", table.left_over in (0, 1),
                 "the deal leaves {left} Neutral Muses; expected one or none",
                 left=table.left_over)  # fmt: skip
    if table.companies < 1 or table.companies * table.size != count:
        to.holds("DANCE-SETUP-08", False,
                 "{companies} Companies of {size} do not add up to {count} players",
                 companies=table.companies, size=table.size, count=count)  # fmt: skip
    else:
        to.holds("DANCE-SETUP-09", table.companies + (table.left_over > 0) <= len(COLOURS),
                 "there are {companies} Companies and {colours} colours; expected one colour "
                 "for each Company and one for the Neutral Muse", companies=table.companies,
                 colours=len(COLOURS))  # fmt: skip
    to.holds("DANCE-SETUP-14", table.roll >= 1 and table.sides >= 1,
             "the roll for First Player has no dice")  # fmt: skip
    to.holds("DANCE-COMP-03", min(table.supply) >= 1,
             "the supply must have at least one die of each colour")  # fmt: skip
    to.holds("DANCE-MOVE-02", table.step >= 1 and table.place_each >= 1,
             "a step must be at least one square long, and each player must place at least one "
             "Muse")  # fmt: skip
    to.holds("DANCE-VAR-01", table.guest or not table.variant,
             "the kit has no separate component with the tile for the variant")  # fmt: skip
    return to.breaches


def _right_number(table: Table, to: Collector) -> None:
    """Check the number of players, also for the variant."""
    count = len(table.players)
    if wrong := wrong_number("DANCE-SETUP-01", count, table.fewest, table.most):
        to.breaches += wrong
    else:
        to.holds("DANCE-VAR-01", table.left_over or not table.variant,
                 "with {count} players there is no Neutral Muse for {guest} to replace",
                 count=count, guest=table.guest)  # fmt: skip


def wrong_companies(table: Table, companies: Companies) -> Iterator[Breach]:
    """Yield the rules that Companies break: wrong number, wrong size or neighbouring members."""
    try:
        right_companies(table, companies, Judge())
    except Broken as wrong:
        facts = Message(wrong.why, wrong.values).text()
        yield from (Breach(f"DANCE-{rule}", facts) for rule in ids_of(wrong.rules))


def _tiles(state: State, to: Collector) -> None:
    """Check that each Muse is in play once, and each square holds one Muse."""
    table = state.table
    names = [tile.muse for tile in state.tiles] + [muse for own in state.seats for muse in own.hand]
    for name, number in Counter(names).items():
        to.holds("DANCE-COMP-01", number == 1, "{muse} is listed {number} times", muse=name,
                 number=number)  # fmt: skip
    to.holds("DANCE-COMP-02", table.guest not in names or table.variant,
             "{muse} is used only in a variant", muse=table.guest)  # fmt: skip
    placing = state.mode not in (*modes.DANCING, *modes.ENDED)
    to.holds(("DANCE-COMP-01", "DANCE-PLACE-11"), placing or len(state.tiles) == table.muses,
             "{number} of {all} Muses are on the table", number=len(state.tiles),
             all=table.muses)  # fmt: skip
    for (x, y), number in Counter(tile.square for tile in state.tiles).items():
        to.holds("DANCE-PLACE-05", number == 1, "there are {number} Muses at {square}",
                 number=number, square=f"{x},{y}")  # fmt: skip
