"""Pictures of a move: one column per participant, dashed new places, and arrows to them.

The table has a separate band below the players if that makes pieces larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from math import hypot

from generator.book.examples import Replayed
from generator.book.faces import FigureFaces
from generator.book.marks import Area, Arrow, FaceMark, Figure, Label, Mark, Stroke
from generator.book.moves import Difference, MovePanel, changing, difference
from generator.book.zones import (
    Flow,
    Measure,
    Scale,
    Zone,
    flow,
    ghost,
    shifted,
    standing,
    zones_of,
)

NAME = 5.6  # mm, the line of a name
PAD = 3.0
HEAD = 2.6  # mm, the size of a name
GAP = 5.0  # between columns
SIZES = (28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.5, 15.0, 13.5, 12.0, 10.5, 9.0, 8.0, 7.0)
HIGHEST = 44.0  # mm of pieces in a panel
MAP = 1.5  # times as high: a panel with a map
BENDS = (0.16, -0.16, 0.3, -0.3, 0.45, -0.45)  # of an arrow's length: how far it bends
POINTS = 24  # of an arrow at which it may cover something
VISIBLE = 0.55  # of a card below another one, unless the figure has its minimum size


@dataclass(frozen=True)
class MoveColumn:
    """A player's or the table's part in a move, and the pieces whose places are kept free."""

    owner: str
    head: str
    inside: Flow
    frees: Mapping[str, list[str]]
    wide: float


_Bands = list[list[MoveColumn]]


@dataclass
class _MovedPieces:
    """The places of pieces that leave a zone, and of those that enter it."""

    moving: dict[str, list[tuple[str, FaceMark]]] = field(default_factory=dict)
    free: dict[str, list[tuple[str, FaceMark]]] = field(default_factory=dict)
    over: list[Mark] = field(default_factory=list)


class MovePicture:
    """A panel that can be drawn in several sizes: one column per participant, ghosts, and
    arrows.
    """

    def __init__(
        self, faces: FigureFaces, replayed: Replayed, panel: MovePanel, measure: Measure
    ) -> None:
        self.faces, self.replayed, self.panel, self.measure = faces, replayed, panel, measure
        self.known: dict[tuple[float, float, int], _Bands] = {}
        self.drawings: dict[tuple[float, int, int], Figure] = {}
        wanted = changing(replayed)
        self.zones = zones_of(replayed, panel.state, wanted)
        other = panel.goes if panel.goes is not None else panel.came
        self.changes: Difference = {}
        self.facts = False  # whether only written values change, so that the new ones are drawn
        if other is not None:
            elsewhere = zones_of(replayed, other, wanted)
            self.changes = difference(self.zones, elsewhere)
            later = {each.name: each.content for each in elsewhere if each.component == "map"}
            self.zones = [
                replace(each, other=later.get(each.name) or {}, going=panel.goes is not None)
                if each.component == "map" else each for each in self.zones
            ]  # fmt: skip
            known = {each.name: each.content for each in self.zones}
            if panel.goes is not None and not self.changes:
                self.facts = any(
                    each.component not in ("", "map") and known.get(each.name) != each.content
                    for each in elsewhere
                )
                self.zones = elsewhere if self.facts else self.zones
            self.zones += [
                replace(each, content=(), coming=True) for each in elsewhere
                if each.name not in known
            ]  # fmt: skip

        self.zones = [self.concerned(each) for each in self.zones]
        if len(self.zones) > 1:
            self.zones = [self.folded(each) for each in self.zones]
        self.shown = _with_room(self.zones, self.changes, faces.game.book.zones)
        self.arrangements = [*_arrangements(self.shown)]

    @property
    def highest(self) -> float:
        """How high its pieces may be, in mm."""
        return HIGHEST * (MAP if any(zone.component == "map" for zone, _ in self.shown) else 1.0)

    def concerned(self, zone: Zone) -> Zone:
        """Return a zone, reduced to the moving pieces if it is a hand."""
        if not zone.hidden or not isinstance(zone.content, tuple):
            return zone
        return replace(zone, content=tuple(each for each in zone.content if each in self.changes))

    def folded(self, zone: Zone) -> Zone:
        """A zone without most of what does not move: its first and its last piece stay."""
        if not isinstance(zone.content, tuple) or zone.is_pile or zone.title == "map":
            return zone
        ends = {0, len(zone.content) - 1}
        kept = tuple(piece for at, piece in enumerate(zone.content)
                     if at in ends or piece in self.changes)  # fmt: skip
        more = len(zone.content) - len(kept)
        return replace(zone, content=kept, more=more) if more > 1 else zone

    @property
    def shows(self) -> bool:
        """Whether a picture of this step would show any change."""
        moved = any(each.component == "map" and each.content != each.other for each in self.zones)
        if self.panel.refused is not None:
            return False
        return bool(self.changes) or moved or self.facts or self.panel.goes is None

    def figure(self, wide: float, most: float) -> Figure:
        """The largest picture with pieces at most `most` mm high, or the smallest if there
        is none.
        """
        most += NAME + 2 * PAD
        best, bands = len(SIZES) - 1, self.bands(wide, SIZES[-1], self.arrangements[0], True)
        for rows in self.arrangements:
            low, high = 0, best  # a smaller picture needs no more room than a larger one
            while low < high:
                middle = (low + high) // 2
                found = self.bands(wide, SIZES[middle], rows, False)
                if found and math.fsum(map(_high, found)) <= most:
                    best = high = middle
                    bands = found
                else:
                    low = middle + 1
        key = (wide, best, len(bands))
        if key not in self.drawings:
            self.drawings[key] = self.drawn(bands, wide)
        return self.drawings[key]

    def bands(self, wide: float, size: float, rows: Sequence[Sequence[str]], force: bool) -> _Bands:
        """Return the columns of each row (cached); empty if they need more space."""
        key = (wide, size, len(rows))
        if key not in self.known:
            self.known[key] = self.measured(wide, size, rows, force)
        return self.known[key]

    def measured(
        self, wide: float, size: float, rows: Sequence[Sequence[str]], force: bool
    ) -> _Bands:
        """Return the columns of each row, measured now."""
        hands = frozenset(zone.owner for zone, _ in self.shown if zone.owner)
        scale = Scale(self.faces, size, self.measure, hands, stacked=True,
                      visible=0.12 if force else VISIBLE)  # fmt: skip
        found = []
        for row in rows:
            columns = self.row(scale, wide - 2 * PAD - GAP * (len(row) - 1), row)
            found.append(columns)
            if not force and any(each.inside.wide > each.wide + 0.5 for each in columns):
                return []
        return found

    def row(self, scale: Scale, room: float, owners: Sequence[str]) -> list[MoveColumn]:
        """Return columns side by side; `room` is their total width in mm."""
        columns = []
        for owner in owners:
            own = [(zone, free) for zone, free in self.shown if zone.owner == owner]
            own.sort(key=lambda each: self.is_round(*each))  # a row of cards breaks behind them
            zones = [_filled(zone, free) for zone, free in own]
            inside = flow(scale, zones, 400.0, "muted" if not owner else "", gap=3.0)
            head = self.head(owner)
            wide = max(inside.wide, self.measure(head) * HEAD + 1.0, 12.0)
            frees = {zone.name: free for zone, free in own}
            columns.append((MoveColumn(owner, head, inside, frees, wide), zones))
        spare = room - math.fsum(column.wide for column, _ in columns)
        if spare >= 0:
            return [replace(each, wide=each.wide + spare / len(columns)) for each, _ in columns]
        least = [max(self.measure(column.head) * HEAD + 1.0, 14.0) for column, _ in columns]
        part = max(0.0, room - math.fsum(least)) / (room - spare)
        found = []
        for (column, zones), low in zip(columns, least, strict=True):
            wide = low + column.wide * part
            inside = flow(scale, zones, wide, "muted" if not column.owner else "")
            found.append(replace(column, inside=inside, wide=wide))
        return found

    def is_round(self, zone: Zone, free: Sequence[str]) -> bool:
        """Whether all pieces of a zone are tokens."""
        pieces = filter(None, map(self.faces.named, (*zone.pieces, *free)))
        return all(each[0].outline == "round" for each in pieces)

    def head(self, owner: str) -> str:
        """Return the head of a column: its player, and the score if the game keeps one."""
        if not owner and len(self.arrangements[0][0]) == 1:
            return ""
        words = self.faces.game.words
        name = owner or words("on the table")
        score = standing(self.replayed.referee.facts(self.panel.state), owner)
        return f"{name} · {words(score.split()[0])} {score.split()[1]}" if score else name

    def drawn(self, bands: Sequence[Sequence[MoveColumn]], wide: float) -> Figure:
        """Return the columns with their heads and rules, dashed places and arrows."""
        pieces, changes = _MovedPieces(), self.changes
        drawn = {name for row in bands for each in row for name in each.inside.places}
        visible = {(name, piece) for row in bands for each in row
                   for name, (made, _, _) in each.inside.places.items()
                   for piece in made.places}  # fmt: skip
        new = {piece for piece, (lost, _) in changes.items()
               if not any((zone, piece) in visible for zone in lost)}  # fmt: skip
        marks: list[Mark] = []
        said: list[str] = []
        y = 0.0
        for row in bands:
            high = _high(row)
            if y:
                marks.append(Stroke(PAD, y, wide - PAD, y, "line", 0.18))
            x = PAD
            for number, column in enumerate(row):
                marks.append(Label(column.head, x, y + PAD + 1.6, HEAD, face="label",
                                   colour="muted"))  # fmt: skip
                if number:
                    marks.append(Stroke(x - GAP / 2, y + 3, x - GAP / 2, y + high - 3, "line",
                                        0.18))  # fmt: skip
                alone = max(0.0, (column.wide - column.inside.wide) / 2) * (len(row) == 1)
                placed = shifted(column.inside, x + alone, y + PAD + NAME - 2)
                said.append(": ".join(filter(None, (column.head, "; ".join(placed.said)))))
                marks += _pieces(placed, column.frees, self.panel, pieces, new)
                x += column.wide + GAP
            y += high
        marks = [Area(0, 0, wide, y, "tile", radius=1.8), *marks, *pieces.over]
        marks += _gone(self.panel, pieces.moving, drawn, changes)
        if self.panel.goes is not None:
            marks += _arrows(pieces, changes, marks, y)
        caption = " ".join(filter(None, (self.panel.lead and f"{self.panel.lead}.",
                                         self.panel.caption)))  # fmt: skip
        return Figure(wide, y, tuple(marks), f"{caption} {'. '.join(said)}.".strip())


def _high(band: Sequence[MoveColumn]) -> float:
    """Return the height of a row of columns in mm."""
    return NAME + max((each.inside.high for each in band), default=8.0) + 2 * PAD - 1


def _with_room(
    zones: Sequence[Zone], changes: Difference, on_sheets: Mapping[str, object]
) -> list[tuple[Zone, list[str]]]:
    """Return each zone with the pieces that will be or were there, whose places are kept free."""
    found = []
    for zone in zones:
        free = [
            piece for piece, (lost, gained) in changes.items()
            for _ in range(gained.count(zone.name))
        ]  # fmt: skip
        if zone.size or free or zone.component or zone.title in on_sheets:
            found.append((zone, free))
    return found


def _arrangements(shown: Sequence[tuple[Zone, list[str]]]) -> Iterator[list[list[str]]]:
    """Yield arrangements of columns: all side by side, the table below, or all stacked."""
    owners = list(dict.fromkeys(zone.owner for zone, _ in shown))
    owners.sort(key=lambda each: each == "")
    yield [owners]
    if len(owners) > 1 and "" in owners:
        yield [owners[:-1], owners[-1:]]
    elif len(owners) == 2:
        yield [[each] for each in owners]


def _filled(zone: Zone, free: Sequence[str]) -> Zone:
    """Return the zone with the pieces whose places are free, so that they take up space."""
    if not free:
        return zone
    if isinstance(zone.content, Mapping):
        content: object = {
            name: zone.pieces.get(name, 0) + free.count(name)
            for name in dict.fromkeys((*zone.content, *free))
        }
    else:
        content = (*zone.content, *free)
    return replace(zone, content=content)


def _gone(
    panel: MovePanel, moving: Mapping[str, list[tuple[str, FaceMark]]], drawn: Set[str],
    changes: Difference,
) -> Iterator[Mark]:  # fmt: skip
    """Yield crosses over pieces that leave for a place outside the `drawn` zones."""
    for piece, (lost, gained) in changes.items() if panel.goes is not None else ():
        places = [shown for zone, shown in moving.get(piece, ()) if zone in lost]
        for each in [] if drawn & {*gained} else places[max(0, len(places) - len(lost)) :]:
            for x1, x2 in ((each.x, each.right), (each.right, each.x)):
                yield Stroke(x1, each.y, x2, each.bottom, "second", 0.5)


def _pieces(
    placed: Flow, frees: Mapping[str, list[str]], panel: MovePanel, pieces: _MovedPieces,
    new: Set[str],
) -> list[Mark]:  # fmt: skip
    """Return the marks of a column, with dashed outlines for pieces before and after the move.

    `new` are pieces that come from a place that is not drawn; they are drawn in their new place.
    """
    gone: set[int] = set()
    for name, (made, dx, dy) in placed.places.items():
        wanted = list(frees.get(name, ()))
        for piece, shown in made.places.items():
            at = [replace(each, x=each.x + dx, y=each.y + dy) for each in shown]
            count = min(wanted.count(piece), len(at))
            for each in at[len(at) - count :]:
                if panel.goes is None or piece not in new:
                    pieces.free.setdefault(piece, []).append((name, each))
                    gone.add(_key(each))
                pieces.over.append(ghost(each, "second" if panel.goes is not None else "muted"))
            for each in at[: len(at) - count]:
                pieces.moving.setdefault(piece, []).append((name, each))
    return [
        each for each in placed.marks if not isinstance(each, FaceMark) or _key(each) not in gone
    ]


def _key(shown: FaceMark) -> int:
    return hash((round(shown.x, 3), round(shown.y, 3), shown.key))


def _arrows(
    pieces: _MovedPieces, changes: Difference, marks: Sequence[Mark], high: float
) -> Iterator[Mark]:
    """Yield arrows from the old to the new place of a kind of piece, one per zone.

    There are none if the old place of a piece is not drawn. `marks` are the marks to keep clear of,
    and `high` is the height of the picture in mm.
    """
    for piece, places in pieces.free.items():
        sources = {zone: shown for zone, shown in pieces.moving.get(piece, ())
                   if zone in changes[piece][0]}  # fmt: skip
        targets = dict(places)
        for number in range(max(len(sources), len(targets)) if sources else 0):
            source = [*sources.values()][-1 - number % len(sources)]
            if len(sources) > len(targets):
                target = places[-1 - number % len(places)][1]
            else:
                target = [*targets.values()][-1 - number % len(targets)]
            yield _arrow(source, target, marks, high)


def _arrow(source: FaceMark, target: FaceMark, marks: Sequence[Mark], high: float) -> Arrow:
    """Return the arrow between two places that covers the least; a slight bend is preferred."""
    boxes = [(each.x, each.y, each.right, each.bottom) for each in marks
             if isinstance(each, FaceMark)
             and not _same_place(each, source) and not _same_place(each, target)]  # fmt: skip
    boxes += [(each.x, each.y - each.size, each.x + each.size * len(each.text) * 0.6, each.y)
              for each in marks if isinstance(each, Label) and each.anchor == "start"]  # fmt: skip
    bent = [_bent(source, target, part) for part in BENDS]
    return min(bent, key=lambda each: _covered(each, boxes, high))


def _bent(source: FaceMark, target: FaceMark, part: float) -> Arrow:
    """Return an arrow from a piece's edge to a place, bent by a fraction of its length."""
    (x1, y1), (x2, y2) = source.middle, target.middle
    length = hypot(x2 - x1, y2 - y1) or 1
    cx, cy = (x1 + x2) / 2 - (y2 - y1) * part, (y1 + y2) / 2 + (x2 - x1) * part
    start = min(0.28, (source.right - source.x) * 0.35 / length)
    return Arrow(x1 + (cx - x1) * start * 2, y1 + (cy - y1) * start * 2, cx, cy, x2, y2,
                 "second", 0.85, 4.0, "tile")  # fmt: skip


def _covered(arrow: Arrow, boxes: Sequence[tuple[float, float, float, float]], high: float) -> int:
    """Return the number of an arrow's points that are on boxes or outside the picture."""
    found = 0
    for at in range(1, POINTS):
        t = at / POINTS
        x = (1 - t) ** 2 * arrow.x1 + 2 * t * (1 - t) * arrow.cx + t * t * arrow.x2
        y = (1 - t) ** 2 * arrow.y1 + 2 * t * (1 - t) * arrow.cy + t * t * arrow.y2
        found += 3 * (not 1.0 < y < high - 1.0)
        found += any(left < x < right and top < y < below for left, top, right, below in boxes)
    return found


def _same_place(one: FaceMark, other: FaceMark) -> bool:
    return abs(one.x - other.x) < 0.01 and abs(one.y - other.y) < 0.01
