"""Draws a plan of the table: the other players' seats, the common area, and the reader's seat.

The scale is the largest that fits everything on a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.book.clusters import Scale
from generator.book.examples import Replayed
from generator.book.faces import FigureFaces
from generator.book.flows import Flow, flow, shifted
from generator.book.map_pictures import extent
from generator.book.marks import Area, Disc, Figure, Label, Mark
from generator.book.styles import HIGH, WIDE
from generator.book.tree import DerivedFigure
from generator.book.zones import Measure, Zone, zones_of
from validator.core.location import Location

SIDE = 10.0  # mm to the edge of a page
FRAME = (4.6, 5.6)  # mm from the edge: two lines
TOP, FOOT = 10.0, 14.0
BAND = 6.0  # height of the band with a seat's name, in mm
PAD = 3.0
SCALES = (1.3, 1.2, 1.1, 1.0, 0.92, 0.85, 0.78, 0.7, 0.62, 0.55, 0.48, 0.4)
SEEN, COMMON, OTHERS = 27.0, 19.0, 15.5  # mm, the width of a card in each part, at scale 1
STEP = re.compile(r"step (\d+)")
HIDDEN = ("box", "bank", "outside")
UNCOVERED = 5  # cards of an open hand that lie side by side


@dataclass
class _ZoneArea:
    """The area of the plan that contains the zones of a player or of the table."""

    name: str
    x: float
    y: float
    wide: float
    high: float
    flow: Flow
    framed: bool = True


@dataclass
class _Table:
    seats: list[_ZoneArea] = field(default_factory=list)
    high: float = 0.0


def seen_by(script: DerivedFigure, players: Sequence[str]) -> str:
    """Return the player whose hand is face up in the plan.

    The plan names this player (`see Ann`); by default, it is the first.
    """
    for each in script.zones:
        if each.startswith("see ") and each[4:] in players:
            return each[4:]
    return players[0]


def drawn_zones(script: DerivedFigure) -> tuple[str, ...]:
    """Return the zones that a plan names; an empty tuple means all zones."""
    return tuple(each for each in script.zones if not each.startswith(("see ", "players ")))


def plan(faces: FigureFaces, replayed: Replayed, measure: Measure, caption: str) -> Figure:
    """Return a figure of the table that fills a page."""
    script = replayed.script
    players = replayed.referee.names(replayed.after)
    me = seen_by(script, players)
    zones = zones_of_plan(replayed)
    zones = [_with_squares(each) if each.component == "map" else each for each in zones]
    for owner in players:
        zones += _extras(script, owner, [owner])
    zones = [*_extras(script, "table", [""], faces), *zones, *_extras(script, "each", players)]
    few = {each.name for each in zones if each.owner == me and each.hidden
           and each.size <= UNCOVERED}  # fmt: skip
    zones = [replace(each, whole=frozenset(each.pieces)) if each.name in few else each
             for each in zones]  # fmt: skip
    room = HIGH - TOP - FOOT
    rows = _rows(script)
    table = _largest(lambda *sizes: _table(faces, zones, rows, players, me, measure, sizes), room)
    return _drawn(table, room, script, caption, faces.game.words, me)


def zones_of_plan(replayed: Replayed) -> list[Zone]:
    """Return the zones that a plan draws, omitting pieces that are in no zone."""
    wanted = drawn_zones(replayed.script)
    return [each for each in zones_of(replayed, replayed.after, wanted)
            if wanted or each.title not in HIDDEN]  # fmt: skip


def _rows(script: DerivedFigure) -> list[list[str]]:
    """Return the zones of the table in rows, as the author lists them: `rows: deck, pool;
    queue`.
    """
    found = script.row("rows")
    return [_names(row) for row in found.words.split(";")] if found else []


def _names(words: str) -> list[str]:
    return [_plain(each) for each in words.split(",") if each.strip()]


def _plain(name: str) -> str:
    """Return the name of a zone in the form used for comparison."""
    return name.strip().lower().replace("-", " ")


def _with_squares(zone: Zone) -> Zone:
    """Return a map with the free squares around its tiles, where further tiles may be laid."""
    left, low, right, top = extent(zone.content)
    return replace(zone, extent=(left - 1, low - 1, right + 1, top + 1), squares=True)


def _largest(make: Callable[..., _Table], room: float) -> _Table:
    """Return the table with the largest pieces that fit on a page.

    The size is chosen for each area in turn.
    """
    sizes = [SCALES[-1]] * 3
    for size in SCALES:
        if _fits(make(size, size, size), room):
            sizes = [size] * 3
            break
    for part in (0, 1, 2):
        for size in SCALES:
            larger = [*sizes[:part], size, *sizes[part + 1 :]]
            if size <= sizes[part] or _fits(make(*larger), room):
                sizes = larger if size > sizes[part] else sizes
                break
    return make(*sizes)


def _fits(table: _Table, room: float) -> bool:
    return table.high <= room and all(
        each.flow.wide <= each.wide - 2 * (PAD if each.framed else 0) + 0.1 for each in table.seats
    )


def _extras(
    script: DerivedFigure, row: str, owners: Sequence[str], faces: FigureFaces | None = None
) -> list[Zone]:
    """Return pieces that the author adds to the plan although they are in no zone.

    They are listed as `each: scores/Tens, references/Reference`. On the table, `back` after a name
    turns the piece over.
    """
    found = script.row(row)
    if found is None:
        return []
    names = [each.strip() for each in found.words.split(",")]
    if faces is None:
        return [Zone(owner, "set", tuple(names), small=True) for owner in owners]
    zones = []
    for words in names:
        name = words.removesuffix(" back")
        piece = faces.named(name)
        title = name.partition("/")[2]
        zones.append(Zone("", title, (name,), face_down=name != words,
                          label=piece[1].title if piece else title))  # fmt: skip
    return zones


def _table(
    faces: FigureFaces, zones: Sequence[Zone], rows: Sequence[Sequence[str]],
    players: Sequence[str], me: str, measure: Measure, sizes: Sequence[float],
) -> _Table:  # fmt: skip
    """Return all seats from top to bottom.

    `sizes` are the sizes of the reader's, the common, and the other players' pieces.
    """
    seen, shared, other = sizes
    table = _Table()
    wide = WIDE - 2 * SIDE
    others = [each for each in players if each != me and any(z.owner == each for z in zones)]
    in_row = len(others) if len(others) <= 4 else -(-len(others) // 2)
    for start in range(0, len(others), max(in_row, 1)):
        row = others[start : start + in_row]
        each_wide = (wide - 4.0 * (in_row - 1)) / in_row
        scale = Scale(faces, OTHERS * other * (0.8 if in_row > 2 else 1.0), measure, ink="on_dark")
        flows = [flow(scale, _of(zones, name), each_wide - 2 * PAD, gap=2.0) for name in row]
        high = BAND + max(each.high for each in flows) + PAD
        for number, (name, inside) in enumerate(zip(row, flows, strict=True)):
            x = SIDE + number * (each_wide + 4.0)
            table.seats.append(_ZoneArea(name, x, table.high, each_wide, high, inside))
        table.high += high + 4.0
    named = {name for row in rows for name in row}
    common = [each for each in _of(zones, "") if each.size or each.component
              or _plain(each.title) in named or faces.below(each.title)]  # fmt: skip
    scale = Scale(faces, COMMON * shared, measure, ink="on_dark", wraps=True)
    for shown in _in_rows(common, rows):
        inside = flow(scale, shown, wide, "on_dark", 5.0, middle=True)
        table.seats.append(_ZoneArea("", SIDE, table.high, wide, inside.high, inside, framed=False))
        table.high += inside.high + 3.0
    table.high += 2.0
    own = _of(zones, me)
    if any(each.size or each.component for each in own):
        scale = Scale(faces, SEEN * seen, measure, frozenset({me}), "on_dark")
        inside = flow(scale, own, wide - 2 * PAD, gap=3.0)
        high = BAND + inside.high + PAD
        table.seats.append(_ZoneArea(me, SIDE, table.high, wide, high, inside))
        table.high += high
    return table


def _in_rows(zones: Sequence[Zone], rows: Sequence[Sequence[str]]) -> list[list[Zone]]:
    """Return the zones of the table in rows.

    The first row has the zones that no row names.
    """
    named = {name for row in rows for name in row}
    rest = [each for each in zones if _plain(each.title) not in named]
    known = {_plain(each.title): each for each in zones}
    found = [rest, *([known[name] for name in row if name in known] for row in rows)]
    return [row for row in found if row] or [[]]


def _of(zones: Sequence[Zone], owner: str) -> list[Zone]:
    return [each for each in zones if each.owner == owner]


def _drawn(
    table: _Table, room: float, script: DerivedFigure, caption: str, words: Any, me: str
) -> Figure:
    """Return the page: background, frame, discs and caption.

    The remaining space is distributed between the seats.
    """
    marks: list[Mark] = [Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, "dark")]
    for inset, width in zip(FRAME, (0.35, 0.15), strict=True):
        frame = Area(inset, inset, WIDE - 2 * inset, HIGH - 2 * inset, "", "on_dark", width)
        marks.append(Area(frame.x, frame.y, frame.wide, frame.high, "", "on_dark", width,
                          radius=1.2))  # fmt: skip
    tops = sorted({each.y for each in table.seats})
    spare = (room - table.high) / max(len(tops), 1)
    said = []
    places: dict[str, tuple[float, float]] = {}
    for seat in table.seats:
        y = TOP + seat.y + spare * (tops.index(seat.y) + 0.5)
        if seat.framed:
            name = words("%(name)s, hand open for you", name=me) if seat.name == me else seat.name
            marks += _frame(seat, y, name)
            places[_plain(seat.name)] = (seat.x + BAND, y + 0.6)  # on its upper edge
        dx = (seat.wide - seat.flow.wide) / 2 if seat.framed else 0.0
        inside = shifted(seat.flow, seat.x + dx, y + (BAND if seat.framed else 0))
        marks += inside.marks
        said.append(f"{seat.name}: {'; '.join(inside.said)}" if seat.name
                    else "; ".join(inside.said))  # fmt: skip
        for name, (made, x, top) in inside.places.items():
            places[_plain(name)] = (x, top)
            owner = f"{seat.name}'s " if seat.name else ""
            for piece, shown in made.places.items() if made.zone.small else ():
                title = piece.partition("/")[2]
                places[_plain(f"{owner}{title}")] = (x + shown[0].x, top + shown[0].y)
    marks += _discs(script, places, me)
    marks.append(Label(caption, SIDE + 1, HIGH - 10.2, 2.5, face="label", colour="on_dark"))
    return Figure(WIDE, HIGH, tuple(marks), f"{script.title}. {'. '.join(said)}.")


def _frame(seat: _ZoneArea, y: float, name: str) -> Iterator[Mark]:
    """Yield the ground, the outline and the name of a player's seat."""
    yield Area(seat.x, y, seat.wide, seat.high, "#ffffff", "", 0, (), 1.6, False, 0.06)
    yield Area(seat.x, y, seat.wide, seat.high, "", "on_dark", 0.15, (), 1.6)
    yield Label(name, seat.x + seat.wide / 2, y + 4.1, 2.7, "middle", "label", "on_dark")


def _discs(script: DerivedFigure, places: dict[str, tuple[float, float]], me: str) -> list[Mark]:
    """Return the numbers of the steps, each where the step puts something on the table."""
    found: list[Mark] = []
    taken: set[tuple[float, float]] = set()
    for row in script.rows:
        step = STEP.fullmatch(row.name)
        for name in row.words.split(",") if step else ():
            wanted = _plain(name)
            at = places.get(wanted) or places.get(f"{me.lower()}'s {wanted}")
            if at is None or step is None:
                continue
            x, y = at
            while (x, y) in taken:
                x += 6.2
            taken.add((x, y))
            found.append(Disc(step[1], x - 0.6, y - 0.6, 5.2, "accent", "on_accent"))
    return found


def unknown_zones(script: DerivedFigure, known: Sequence[str]) -> list[tuple[Location, str]]:
    """Return the zones and pieces that the steps of a plan name but that do not exist."""
    extra = [row.words for row in script.rows if "/" in row.words and not STEP.fullmatch(row.name)]
    titles = [name.strip().removesuffix(" back").rpartition("/")[2]
              for words in extra for name in words.split(",")]  # fmt: skip
    names = {_plain(each) for each in (*known, *titles)}
    return [
        (row.location, name.strip())
        for row in script.rows if STEP.fullmatch(row.name) or row.name == "rows"
        for name in re.split("[,;]", row.words)
        if _plain(name) not in names
    ]  # fmt: skip
