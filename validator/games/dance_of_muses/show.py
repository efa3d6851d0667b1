"""A position of Dance of Muses as lines of a plain terminal: the tiles as a map with their dice.

The map can be given to `start:` as it is: the Muse, her die, ``?`` face-down, ``*`` Neutral.
"""

from __future__ import annotations

from validator.games.dance_of_muses.facts import facts, step
from validator.games.dance_of_muses.position import (
    DANCE,
    NEUTRAL,
    OVER,
    PLACE,
    Position,
    die_words,
    squares,
)
from validator.script.expect import told

LARGEST = 40  # squares a side of a map


def lines(at: Position) -> list[str]:
    """What is due, the map, and hands or results."""
    table = at.table
    head = step(at)
    if at.stage in (PLACE, DANCE):
        head = f"{table.players[at.turn]}: {head}"
    found = [head, *(_map(at) if at.tiles else ["no Muse on the table"])]
    for name, hand in zip(table.players, at.hands, strict=True):
        if hand:
            found.append(f"{name}'s hand  {'  '.join(hand)}")
    if at.stage == OVER:
        result = facts(at)
        told_of = ("apollo", "rows", "columns", "tokens", "suns", "winner")
        found += [f"{fact.ljust(8)}{told(result[fact])}" for fact in told_of]
    return found


def _map(at: Position) -> list[str]:
    """A row for each y from above, a column for each x, with their numbers at the edges."""
    places = squares(at.tiles)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    if max(xs) - min(xs) > LARGEST or max(ys) - min(ys) > LARGEST:
        return [f"{tile.x},{tile.y}  {_square(at, i)}" for i, tile in enumerate(at.tiles)]
    columns = range(min(xs), max(xs) + 1)
    rows = range(max(ys), min(ys) - 1, -1)
    cells = {place: _square(at, index) for place, index in places.items()}
    widths = [max(len(cells.get((x, y), ".")) for y in rows) for x in columns]
    found = [
        f"{y:>3}  "
        + "  ".join(
            cells.get((x, y), ".").ljust(width) for x, width in zip(columns, widths, strict=True)
        )
        for y in rows
    ]
    numbers = "  ".join(str(x).ljust(width) for x, width in zip(columns, widths, strict=True))
    return [*found, f"     {numbers}"]


def _square(at: Position, index: int) -> str:
    tile = at.tiles[index]
    hidden = "?" if not tile.up and at.stage != OVER else ""
    neutral = "*" if tile.owner == NEUTRAL else ""
    return f"{tile.muse} {die_words(tile.colour, tile.value)}{hidden}{neutral}"
