"""A position of Dance of Muses as lines of a plain terminal: the tiles as a map with their dice."""

from __future__ import annotations

from validator.games.dance_of_muses.position import (
    COLOURS,
    NEUTRAL,
    OVER,
    Position,
    die_words,
    squares,
)
from validator.games.dance_of_muses.start import facts, step
from validator.script.expect import told

CELL = 12  # letters of a square
LARGEST = 40  # squares a side of a map


def lines(at: Position) -> list[str]:
    """What is due, the map, and hands or results."""
    table = at.table
    head = step(at)
    if at.stage not in (OVER, "setup"):
        head = f"{table.players[at.turn]}: {head}"
    found = [head, *_map(at)]
    for seat, name in enumerate(table.players):
        if at.hands[seat]:
            found.append(f"  {name}'s hand  {'  '.join(at.hands[seat])}")
    if at.stage == OVER:
        result = facts(at)
        told_of = ("apollo", "rows", "columns", "suns", "silver", "winner")
        found += [f"  {fact.ljust(8)}{told(result[fact])}" for fact in told_of]
    return found


def _map(at: Position) -> list[str]:
    """A square a tile: name, die, and `?` where she lies face-down, `*` where she is Neutral."""
    places = squares(at.tiles)
    if not places:
        return ["  no Muse on the table"]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    if max(xs) - min(xs) > LARGEST or max(ys) - min(ys) > LARGEST:
        return [f"  {tile.muse} {tile.x},{tile.y} {_die(at, i)}" for i, tile in enumerate(at.tiles)]
    columns = range(min(xs), max(xs) + 1)
    found = []
    for y in range(max(ys), min(ys) - 1, -1):
        names, dice = "", ""
        for x in columns:
            index = places.get((x, y))
            name = at.tiles[index].muse if index is not None else "."
            names += name.ljust(CELL)
            dice += (_die(at, index) if index is not None else "").ljust(CELL)
        found += [f"{y:>4}  {names}", f"      {dice}"]
    found.append("      " + "".join(str(x).ljust(CELL) for x in columns))
    return found


def _die(at: Position, index: int) -> str:
    tile = at.tiles[index]
    hidden = "" if tile.up or at.stage == OVER else " ?"
    neutral = " *" if tile.owner == NEUTRAL else ""
    step_taken = " <" if at.danced == index else ""
    assert tile.colour < len(COLOURS)
    return die_words(tile.colour, tile.value) + hidden + neutral + step_taken
