"""Columns of a picture of moves: their order, their rows, and the positions that are kept free in
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product

from generator.book.bearers import with_coming
from generator.book.clusters import Cluster
from generator.book.examples import Replayed
from generator.book.flows import Flow
from generator.book.marks import FaceMark
from generator.book.moves import Difference, changing, difference
from generator.book.zones import Zone, zones_of

NAME = 5.6  # mm, the line of a name
PAD = 3.0


@dataclass(frozen=True)
class MoveColumn:
    """The column of a player or of the table, and the pieces whose places are kept free."""

    owner: str
    head: str
    inside: Flow
    frees: Mapping[str, list[str]]
    wide: float


Bands = list[list[MoveColumn]]


def height_of_row(band: Sequence[MoveColumn]) -> float:
    """Return the height of a row of columns in mm."""
    return NAME + max((each.inside.high for each in band), default=8.0) + 2 * PAD - 1


def height_of(bands: Bands) -> float:
    """Return the height of rows of columns in mm."""
    return math.fsum(map(height_of_row, bands))


def order_of(replayed: Replayed) -> list[str]:
    """Return the players in the order of their columns.

    They are in seating order, beginning with the player for whom pieces move the least far between
    columns.
    """
    players = list(replayed.referee.names(replayed.before))
    wanted = changing(replayed)
    states = [replayed.before, *(each.after for each in replayed.deeds if not each.refused)]
    positions = [zones_of(replayed, each, wanted) for each in states if each is not None]
    pairs: list[tuple[str, str]] = []
    for one, other in pairwise(positions):
        owners = {zone.name: zone.owner for zone in (*one, *other)}
        for lost, gained in difference(one, other).values():
            pairs += product((owners[each] for each in lost), [owners[each] for each in gained])
    pairs = [each for each in pairs if all(each)]
    if not pairs:
        return players
    orders = [[*players[at:], *players[:at]] for at in range(len(players))]
    return min(orders, key=lambda each: sum(
        abs(each.index(one) - each.index(other)) for one, other in pairs))  # fmt: skip


def arrangements(
    shown: Sequence[tuple[Zone, list[str]]], order: Sequence[str], changes: Difference
) -> Iterator[list[list[str]]]:
    """Yield the arrangements of columns in rows, those with the fewest rows first.

    The columns keep their order, and the table is last; or those come first that change.
    """
    owners = list(dict.fromkeys(zone.owner for zone, _ in shown))
    owners.sort(key=lambda each: order.index(each) if each else len(order))
    moved = {name for lost, gained in changes.values() for name in (*lost, *gained)}
    active = {zone.owner for zone, _ in shown if zone.name in moved}
    first = sorted(owners, key=lambda each: each not in active)
    for rows in range(1, len(owners) + 1):
        for each in (owners, first) if first != owners and rows > 1 else (owners,):
            for ends in combinations(range(1, len(owners)), rows - 1):
                yield [each[start:end] for start, end in pairwise((0, *ends, len(owners)))]


def lowest(
    columns: Sequence[Sequence[MoveColumn]], room: float, force: bool = False
) -> list[MoveColumn]:
    """Return a form of each column so that their row has the least height in `room` mm of width.

    The forms of a column are sorted from wide to narrow. If even the narrowest ones are too wide,
    they are returned with `force` only.
    """
    for high in sorted({form.inside.high for forms in columns for form in forms}):
        chosen = [
            next((form for form in reversed(forms) if form.inside.high <= high), None)
            for forms in columns
        ]
        found = [form for form in chosen if form is not None]
        spare = room - math.fsum(form.wide for form in found)
        if len(found) == len(columns) and spare >= 0:
            return [replace(each, wide=each.wide + spare / len(found)) for each in found]
    return [forms[-1] for forms in columns] if force else []


def filled(zone: Zone, free: Sequence[str], later: object = ()) -> Zone:
    """Return the zone with the pieces that will enter it, so that their space is kept free."""
    if not free or (zone.size and _is_heap(zone)):  # a piece is laid on this zone
        return zone
    if isinstance(zone.content, Mapping):
        content: object = {
            name: zone.pieces.get(name, 0) + free.count(name)
            for name in dict.fromkeys((*zone.content, *free))
        }
    else:
        content = with_coming(zone.content, free, later)
    return replace(zone, content=content, free=frozenset(free))


def _is_heap(zone: Zone) -> bool:
    """Return whether only the top piece of a zone is drawn, onto which others are laid."""
    flat = isinstance(zone.content, tuple) and zone.component == ""
    return flat and (zone.face_down or zone.is_pile) and not zone.hidden


def is_covered(zone: Zone, wanted: Sequence[str]) -> bool:
    """Return whether a zone is a pile with a top piece in the place of the `wanted` pieces."""
    return _is_heap(zone) and [*zone.content] != [*wanted]


def places_in(
    made: Cluster, dx: float, dy: float, wanted: Sequence[str], changes: Difference
) -> dict[str, list[FaceMark]]:
    """Return where each piece of a cluster is.

    All pieces that enter or leave a pile have the pile's place.
    """
    found = {piece: [each._replace(x=each.x + dx, y=each.y + dy) for each in shown]
             for piece, shown in made.places.items()}  # fmt: skip
    if not found or not is_covered(made.zone, wanted):
        return found
    top = [*found.values()][-1][-1:]
    leaving = [piece for piece, (lost, _) in changes.items() if made.zone.name in lost]
    return found | dict.fromkeys((*wanted, *leaving), top)


def key_of(shown: FaceMark) -> int:
    """Return a key that identifies a drawn piece by its place and its face."""
    return hash((round(shown.x, 3), round(shown.y, 3), shown.key))
