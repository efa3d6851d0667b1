"""Renders a state of Dance of Muses as plain text: a map of the tiles with their dice.

The map can be pasted into `start:`. It shows each Muse and her die, with ``?`` for face-down and
``*`` for the Neutral Muse.
"""

from __future__ import annotations

from validator.core.model import in_words
from validator.games.dance_of_muses import modes
from validator.games.dance_of_muses.cards import die_words
from validator.games.dance_of_muses.constants import NEUTRAL
from validator.games.dance_of_muses.facts import FIELDS, STEPS
from validator.games.dance_of_muses.state import State, squares

LARGEST = 40  # squares a side of a map


def lines(state: State) -> list[str]:
    """Return the state as lines: the pending task, the map, and the hands or the result."""
    table = state.table
    head = STEPS[state.mode]
    if state.mode in (modes.PLACE, *modes.DANCING):
        head = f"{table.players[state.turn]}: {head}"
    found = [head, *(_map(state) if state.tiles else ["no Muse on the table"])]
    for name, own in zip(table.players, state.seats, strict=True):
        if own.hand:
            found.append(f"{name}'s hand  {'  '.join(own.hand)}")
    if state.mode in modes.ENDED:
        result = FIELDS.facts(state)
        told_of = ("apollo", "rows", "columns", "tokens", "suns", "winner")
        found += [f"{fact.ljust(8)}{in_words(result[fact]) or 'none'}" for fact in told_of]
    return found


def _map(state: State) -> list[str]:
    """Return the map as lines, one for each y from the top, with coordinates at the edges."""
    places = squares(state.tiles)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    if max(xs) - min(xs) > LARGEST or max(ys) - min(ys) > LARGEST:
        return [f"{x},{y}  {_square(state, index)}" for (x, y), index in places.items()]
    columns = range(min(xs), max(xs) + 1)
    rows = range(max(ys), min(ys) - 1, -1)
    cells = {place: _square(state, index) for place, index in places.items()}
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


def _square(state: State, index: int) -> str:
    tile = state.tiles[index]
    hidden = "?" if not tile.up and state.mode not in modes.ENDED else ""
    neutral = "*" if tile.owner == NEUTRAL else ""
    return f"{tile.muse} {die_words(tile.colour, tile.value)}{hidden}{neutral}"
