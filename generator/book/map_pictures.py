"""Draws a map in a figure: tiles at their positions, pieces on them, and the changes of a step."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from generator.book.clusters import Cluster, Scale, die_marks
from generator.book.faces import FieldBox
from generator.book.marks import Area, Arrow, Disc, Mark
from generator.book.zones import Zone
from validator.core.translations import Translations

BADGE = 4.7  # mm across a badge


def map_cluster(scale: Scale, zone: Zone, room: float) -> Cluster:
    """Return a cluster with the tiles of a map at their positions, and the pieces on them.

    Arrows show where tiles move.
    """
    now, other = zone.content, zone.other
    left, low, right, top = zone.extent or extent(now, other)
    step = min(scale.card * 0.9, room / (right - left + 1))
    found = Cluster(zone, wide=(right - left + 1) * step, high=(top - low + 1) * step)
    side = step - 0.8

    def corner(fact: Mapping[str, Any]) -> tuple[float, float]:
        x, y = place_of(fact)
        return (x - left) * step, (top - y) * step

    if zone.squares:
        taken = {place_of(fact) for fact in now.values()}
        free = [((x - left) * step, (top - y) * step) for x in range(left, right + 1)
                for y in range(low, top + 1) if (x, y) not in taken]  # fmt: skip
        found.marks += [_free_square(*each, side, scale.ink or "muted") for each in free]
    for name, fact in now.items():
        _tile(scale, found, name, fact, corner(fact), side)
    for name, fact in other.items():
        if name not in now:
            _tile(scale, found, name, fact, corner(fact), side)
        elif zone.going and now[name].get("value") != fact.get("value"):
            change = _change(now[name]["value"], fact["value"])
            found.marks.append(_badge(change, corner(now[name]), side))
        if name in now and now[name]["at"] == fact["at"]:
            continue
        found.marks.append(_outlined(corner(fact), side, name in now, zone.going))
        if name in now and zone.going:
            found.marks.append(_between(corner(now[name]), corner(fact), side, to_middle=True))
    for name in zone.targets[1:]:
        if zone.targets[0] in now and name in now:
            ends = corner(now[zone.targets[0]]), corner(now[name])
            found.marks.append(_between(*ends, side, to_middle=False))
    found.said = map_words(scale.faces.game.words, now, other if zone.going else {})
    return found


def map_words(
    words: Translations, tiles: Mapping[str, Mapping[str, object]],
    after: Mapping[str, Mapping[str, object]],
) -> str:  # fmt: skip
    """Return tiles, their values and what changes in words, for the alternative text."""
    said = {
        name: words("a tile that lies face down") if fact.get("face") == "down" else name
        for name, fact in {**after, **tiles}.items()
    }
    values = {name: f" ({value_of(fact, bool(after))})" if fact.get("value") else ""
              for name, fact in tiles.items()}  # fmt: skip
    bounds = extent(tiles, after)
    rows: dict[int, list[str]] = {}
    for name, fact in sorted(tiles.items(), key=lambda each: place_of(each[1])):
        rows.setdefault(bounds[3] - place_of(fact)[1] + 1, []).append(said[name] + values[name])
    parts = [words("row %(row)s: %(tiles)s", row=row, tiles=", ".join(there))
             for row, there in sorted(rows.items())]  # fmt: skip
    for name, fact in after.items():
        if name not in tiles or tiles[name]["at"] != fact["at"]:
            column, row = place_of(fact)
            parts.append(words("%(piece)s comes to row %(row)s, column %(column)s",
                               piece=said[name], row=bounds[3] - row + 1,
                               column=column - bounds[0] + 1))  # fmt: skip
        if name in tiles and tiles[name].get("value") != fact.get("value"):
            parts.append(words("the die of %(piece)s goes from %(old)s to %(new)s",
                               piece=said[name], old=tiles[name].get("value"),
                               new=fact.get("value")))  # fmt: skip
    return f"{words('the map')}: {'; '.join(parts)}"


def value_of(fact: Mapping[str, object], going: bool) -> object:
    """Return the value of a tile's die, which is the one at the end of the game if it stays."""
    return fact["value"] if going else fact.get("final", fact["value"])


def _free_square(x: float, y: float, side: float, colour: str) -> Area:
    return Area(x, y, side, side, "", colour, 0.2, (0.9, 0.9), 1.0, opacity=0.5)


def _outlined(corner: tuple[float, float], side: float, tile: bool, going: bool) -> Area:
    """Return the outline of the old or new position of a tile that leaves or arrives."""
    x, y = corner
    out = 0.0 if tile else 0.9
    return Area(x - out, y - out, side + 2 * out, side + 2 * out, "",
                "second" if going else "muted", 0.45 + out / 4, (1.1, 0.9), 1.0)  # fmt: skip


def extent(*maps: Mapping[str, Mapping[str, object]]) -> tuple[int, int, int, int]:
    """Return the bounds of the tiles on maps, in columns and rows: left, low, right, top."""
    places = [place_of(fact) for each in maps for fact in each.values()]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs), min(ys), max(xs), max(ys)


def _change(old: int, new: int) -> str:
    return f"+{new - old}" if new > old else f"−{old - new}"


def _between(
    one: tuple[float, float], other: tuple[float, float], side: float, to_middle: bool
) -> Arrow:
    """Return an arrow from one tile to another.

    It ends on the new place or, bent, at the edge of a tile.
    """
    x1, y1, x2, y2 = (each + side / 2 for each in (*one, *other))
    far = hypot(x2 - x1, y2 - y1) or 1
    start = side * (0.3 if to_middle else 0.14) / far
    end = 1.0 if to_middle else 1 - side * 0.2 / far
    bend = 0.0 if to_middle else 0.22
    cx, cy = (x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend
    first = x1 + (x2 - x1) * start, y1 + (y2 - y1) * start
    last = x1 + (x2 - x1) * end, y1 + (y2 - y1) * end
    return Arrow(*first, cx, cy, *last, "second", 0.9, 3.6, "tile")


def _badge(words: str, at: tuple[float, float], side: float) -> Disc:
    """Return a badge with the change of a tile's number, at the tile's lower right corner."""
    x, y = at[0] + side - BADGE * 0.42, at[1] + side - BADGE * 0.42
    return Disc(words, x, y, BADGE, "second", "tile", "tile")


def place_of(fact: Mapping[str, object]) -> tuple[int, int]:
    """Return the column and the row of a tile on the map."""
    x, y = str(fact["at"]).split(",")
    return int(x), int(y)


def _tile(
    scale: Scale, found: Cluster, name: str, fact: Mapping[str, Any], at: tuple[float, float],
    side: float,
) -> None:  # fmt: skip
    known = scale.faces.named(name)
    if known is None:
        return
    component, card = known
    down = fact.get("face") == "down"
    shown = scale.faces.shown(component, card, *at, side / component.size.width, down, shadow=True)
    if shown is not None:
        found.marks.append(shown)
        found.places.setdefault(name, []).append(shown)
    if fact.get("value") and value_of(fact, found.zone.going) != fact["value"]:
        fact = {**fact, "value": value_of(fact, False)}
        found.marks.append(Area(at[0], at[1], side, side, "", "second", 0.8, radius=1.0))
    if fact.get("value"):
        die = scale.faces.fields(component, card, down).get("die")
        found.marks += _die(scale, fact, at, side, die, component.size.width)


def _die(
    scale: Scale, fact: Mapping[str, Any], at: tuple[float, float], side: float,
    place: FieldBox | None, wide: float,
) -> list[Mark]:  # fmt: skip
    """Return the die on a tile.

    It is in the tile's field `die` or, if there is none, in a corner.
    """
    s = side / wide
    x, y, size = side - 2.9, 2.9, 5.0
    if place is not None:
        x, y, size = (place[0] + place[2] / 2) * s, (place[1] + place[3] / 2) * s, place[2] * s
    size = max(size, 4.2)
    x, y = at[0] + x, at[1] + y
    colour = str(scale.faces.game.theme.colours.get(str(fact.get("colour")), "#ffffff"))
    return die_marks(x - size / 2, y - size / 2, size, colour, str(fact["value"]))
