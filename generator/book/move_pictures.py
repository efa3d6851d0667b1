"""Draws the pictures of a move: a column for each participant, dashed new positions, and arrows to
them.

The common area of the table gets a separate band below the players if pieces can then be larger.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from generator.book.arrows import loose, over
from generator.book.bearers import with_bearers
from generator.book.clusters import Cluster, Scale
from generator.book.counters import counters_of
from generator.book.examples import Replayed
from generator.book.faces import FigureFaces
from generator.book.flows import Flow, flows, ghost, shifted
from generator.book.map_pictures import extent
from generator.book.marks import FaceMark, Figure, Label, Mark, Stroke
from generator.book.move_columns import (
    NAME,
    PAD,
    Bands,
    MoveColumn,
    arrangements,
    filled,
    height_of,
    height_of_row,
    is_covered,
    key_of,
    lowest,
    order_of,
    places_in,
)
from generator.book.move_focus import MoveFocus, seated, with_new_word
from generator.book.move_tags import arrived, beside, ringed, tag
from generator.book.moves import Difference, MovePanel, changing, difference
from generator.book.zones import Measure, Zone, standing, zones_of

HEAD = 2.6  # type size of a name, in mm
GAP = 5.0  # between columns
SIZES = (34.0, 31.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.5, 15.0, 13.5, 12.0, 10.5, 9.0, 8.0,
         7.0)  # fmt: skip
HIGHEST = 34.0  # mm of pieces in a panel
MAP = 1.8  # times as high: a panel with a map
TOKEN = 8.0  # mm, the largest width of a token beside cards
TOKEN_ALONE = 11.0  # the same in a picture without cards
LEGIBLE = 22.0  # mm: cards of this width lie beside each other
ALIKE = 1.5  # how many times as large as in another picture of the figure pieces may be
WORTH = 1.25  # cards cover each other if they can be this much larger
VISIBLE = 0.55  # part of a covered card that stays visible then
HARDLY = 0.12  # the same if nothing fits


_Drawn = list[tuple[str, FaceMark]]  # the zones where a piece is drawn


@dataclass
class _MovedPieces:
    """The places of pieces that leave a zone, and of pieces that enter one."""

    moving: dict[str, _Drawn] = field(default_factory=dict)
    free: dict[str, _Drawn] = field(default_factory=dict)
    over: list[Mark] = field(default_factory=list)


class MovePicture:
    """A panel of a move that can be drawn in several sizes.

    It has a column for each participant, outlines of old and new places, and arrows.
    """

    def __init__(
        self, faces: FigureFaces, replayed: Replayed, panel: MovePanel, measure: Measure
    ) -> None:
        self.faces, self.replayed, self.panel, self.measure = faces, replayed, panel, measure
        self.known: dict[tuple[float, float, float, str], Bands] = {}
        self.columns: dict[tuple[float, float, str], list[MoveColumn]] = {}
        self.choices: dict[tuple[float, float], tuple[int, float, Bands]] = {}
        self.peers: Sequence[MovePicture] = ()  # the other pictures of the figure
        self.drawings: dict[tuple[float, int, str], Figure] = {}
        wanted = changing(replayed)
        self.zones = self.zones_in(panel.state, wanted)
        other = panel.goes if panel.goes is not None else panel.came
        elsewhere = self.zones_in(other, wanted) if other is not None else []
        self.counters = [*counters_of(
            faces, self.zones, elsewhere if panel.goes is not None else None)]  # fmt: skip
        self.orders = {each.name: each.content for each in elsewhere}
        self.bearings = {each.name: {**each.on} for each in elsewhere}
        self.changes: Difference = difference(self.zones, elsewhere) if other is not None else {}
        # Whether only written values change, so that the new ones are drawn.
        self.facts = bool(elsewhere) and self.changed_facts(elsewhere)
        if self.facts:
            self.zones = elsewhere
        self.zones = [*self.with_coming(elsewhere)]
        if panel.goes is not None:
            self.zones = [with_new_word(faces, each, elsewhere) for each in self.zones]
        self.sheets = dict(self.moved_sheets())
        if panel.came is not None:  # the picture before shows where the pieces were
            self.changes = {piece: (lost, []) for piece, (lost, _) in self.changes.items()}
        self.focus = MoveFocus(faces, self.zones, self.changes)
        if panel.goes is not None:
            self.zones += [*self.focus.destinations(self.away)]
        self.zones = [*self.focused()]
        self.shown = self.with_room()
        has_cards = not all(self.is_round(*each) for each in self.shown)
        self.token = TOKEN if has_cards else TOKEN_ALONE
        self.arrangements = [*arrangements(self.shown, order_of(replayed), self.changes)]

    def zones_in(self, state: object, wanted: Sequence[str]) -> list[Zone]:
        """Return the zones of a position, with the cards that lie on others beside them."""
        facts, named = self.replayed.referee.facts(state), self.faces.game.book.bearers
        return [with_bearers(each, facts, named)
                for each in zones_of(self.replayed, state, wanted)]  # fmt: skip

    def with_coming(self, elsewhere: Sequence[Zone]) -> Iterator[Zone]:
        """Yield the zones, maps with their other state, and the zones that only exist elsewhere."""
        other = {each.name: each for each in elsewhere}
        for each in self.zones:
            is_map = each.component == "map"
            yield self.on_map(each, other.get(each.name)) if is_map else each
        known = {each.name for each in self.zones}
        for each in elsewhere:
            if each.name not in known:
                yield replace(each, content=(), coming=True)

    def focused(self) -> Iterator[Zone]:
        """Yield the zones with what matters in this step whole, and the rest small or left out."""
        focus, told = self.focus, self.panel
        named, titled = focus.named(told.told_words), focus.named(told.caption)
        whole = frozenset(self.changes) | named
        for each in (seated(zone, told) for zone in self.zones):
            has_name = not each.owner or not each.size or each.hidden or each.backs
            zone = replace(
                focus.concerned(each, named), whole=whole, named=has_name or each.component != "",
                small=each.small or focus.is_aside(each, titled),
            )  # fmt: skip
            later = self.bearings.get(each.name, {})
            yield focus.folded(zone, whole, later) if len(self.zones) > 1 else zone

    def changed_facts(self, elsewhere: Sequence[Zone]) -> bool:
        """Whether a drawn value changes in this step although no piece moves."""
        known = {each.name: each.content for each in self.zones}
        return self.panel.goes is not None and not self.changes and any(
            each.component not in ("", "map") and known.get(each.name) != each.content
            for each in elsewhere
        )  # fmt: skip

    def on_map(self, zone: Zone, other: Zone | None) -> Zone:
        """Return a map together with its later or earlier state, drawn as large as in the other
        panels.
        """
        states = [self.replayed.before, *(each.after for each in self.replayed.deeds)]
        maps = [each.content for state in states if state is not None
                for each in zones_of(self.replayed, state, ["map"])]  # fmt: skip
        content = other.content if other else {}
        going = self.panel.goes is not None
        named = [word for word in self.panel.line.split() if word in zone.content]
        stay = all(zone.content[name]["at"] == fact["at"] for name, fact in content.items()
                   if name in zone.content)  # fmt: skip
        targets = tuple(dict.fromkeys(named))[:2] if going and stay else ()
        return replace(zone, other=content, going=going, extent=extent(*maps), targets=targets)

    def moved_sheets(self) -> Iterator[tuple[str, str]]:
        """Yield the sheets that change owner, as the names of the zones on them before and
        after.
        """
        for zone in self.zones:
            if zone.coming and self.faces.below(zone.title):
                for old in self.zones:
                    if old.title == zone.title and not old.coming:
                        yield old.name, zone.name

    @property
    def has_map(self) -> bool:
        """Whether the picture contains a map."""
        return any(zone.component == "map" for zone, _ in self.shown)

    @property
    def highest(self) -> float:
        """The maximum height of the picture's pieces, in mm."""
        return HIGHEST * (MAP if self.has_map else 1.0)

    def with_room(self) -> list[tuple[Zone, list[str]]]:
        """Return the zones to draw.

        Each has the pieces that will be or were in it, whose places are kept free.
        """
        found = []
        counted = {(each.owner, each.title) for each in self.counters}
        moved = {each for both in self.changes.values() for names in both for each in names}
        moved |= {each for both in self.sheets.items() for each in both}
        for zone in self.zones:
            if (zone.owner, zone.title) in counted:
                continue
            free = [piece for piece, (_, gained) in self.changes.items()
                    for _ in range(gained.count(zone.name))]  # fmt: skip
            on = self.bearings.get(zone.name, {})
            if coming := {piece: on[piece] for piece in free if piece in on}:
                zone = replace(zone, on={**zone.on, **coming})
            empty_sheet = zone.name in moved and self.faces.below(zone.title)
            if zone.size or free or zone.component or empty_sheet:
                found.append((zone, free))
        return found

    @property
    def shows(self) -> bool:
        """Whether a picture of this step would show any change of the position."""
        moved = any(each.component == "map" and each.content != each.other for each in self.zones)
        if self.panel.refused is not None:
            return False
        return bool(self.changes) or moved or self.facts or self.panel.goes is None

    def figure(self, wide: float, most: float) -> Figure:
        """Return the picture at the largest possible size.

        Its pieces are at most `most` mm high, and not much larger than in the other pictures of
        the figure. If no size fits, the smallest is used.
        """
        best, visible, bands = self.chosen(wide, most)
        least = min((SIZES[each.chosen(wide, most)[0]] for each in self.peers), default=math.inf)
        if SIZES[best] > least * ALIKE:
            best = next(at for at, size in enumerate(SIZES) if size <= least * ALIKE)
            fitting = (self.bands(wide, SIZES[best], rows, visible) for rows in self.arrangements)
            bands = min(filter(None, fitting), key=height_of)
        bands = bands or self.bands(wide, SIZES[best], self.arrangements[0], HARDLY)
        key = (wide, best, str([[each.owner for each in row] for row in bands]))
        if key not in self.drawings:
            self.drawings[key] = self.drawn(bands, wide)
        return self.drawings[key]

    def chosen(self, wide: float, most: float) -> tuple[int, float, Bands]:
        """Return the number of the largest size that fits (cached), the part of covered cards that
        is visible then, and the columns.
        """
        key = (wide, most)
        if key not in self.choices:
            room = most + NAME + 2 * PAD
            best, bands = self.largest(wide, room, 1.0)
            self.choices[key] = best, 1.0, bands
            if SIZES[best] < LEGIBLE:
                covering, covered = self.largest(wide, room, VISIBLE)
                if SIZES[covering] > SIZES[best] * WORTH:
                    self.choices[key] = covering, VISIBLE, covered
        return self.choices[key]

    def largest(self, wide: float, most: float, visible: float) -> tuple[int, Bands]:
        """Return the number of the largest size that fits and its columns, or none if none fits."""
        best: tuple[int, Bands] = len(SIZES) - 1, []
        for rows in self.arrangements:
            low, high = 0, best[0]  # a smaller picture needs no more room than a larger one
            while low < high:
                middle = (low + high) // 2
                found = self.bands(wide, SIZES[middle], rows, visible)
                if found and height_of(found) <= most:
                    best, high = (middle, found), middle
                else:
                    low = middle + 1
        return best

    def bands(
        self, wide: float, size: float, rows: Sequence[Sequence[str]], visible: float
    ) -> Bands:
        """Return the columns of each row (cached), or an empty list if they need more space."""
        key = (wide, size, visible, str(rows))
        if key not in self.known:
            found = [self.row(wide - 2 * PAD, size, row, visible) for row in rows]
            self.known[key] = found if all(found) else []
        return self.known[key]

    def row(
        self, room: float, size: float, owners: Sequence[str], visible: float
    ) -> list[MoveColumn]:
        """Return columns placed side by side, or an empty list if they are wider than `room` mm."""
        hands = frozenset(zone.owner for zone, _ in self.shown if zone.owner)
        scale = Scale(self.faces, size, self.measure, hands, stacked=True, visible=visible,
                      token=self.token)  # fmt: skip
        return lowest([self.forms(scale, owner) for owner in owners],
                      room - GAP * (len(owners) - 1), visible == HARDLY)  # fmt: skip

    def forms(self, scale: Scale, owner: str) -> list[MoveColumn]:
        """Return the forms of a column, from the widest to the narrowest (cached)."""
        key = (scale.card, scale.visible, owner)
        if key not in self.columns:
            own = [(zone, free) for zone, free in self.shown if zone.owner == owner]
            own.sort(key=lambda each: self.is_round(*each))  # a row of cards breaks behind them
            zones = [filled(zone, free, self.orders.get(zone.name)) for zone, free in own]
            frees, head = {zone.name: free for zone, free in own}, self.head(owner)
            least = max(self.measure(head) * HEAD + 1.0, 12.0)
            self.columns[key] = [
                MoveColumn(owner, head, inside, frees, max(inside.wide, least))
                for inside in flows(scale, zones, "muted")
            ]
        return self.columns[key]

    def is_round(self, zone: Zone, free: Sequence[str]) -> bool:
        """Return whether all pieces of a zone are tokens."""
        return all(map(self.focus.is_token, (*zone.pieces, *free)))

    def head(self, owner: str) -> str:
        """Return the heading of a column: the player, and the score if the game keeps one."""
        if not owner and len(self.arrangements[0][0]) == 1:
            return ""
        words, referee = self.faces.game.words, self.replayed.referee
        name, facts = owner or words("on the table"), referee.facts
        kind, score = standing(facts(self.panel.state), owner)
        last = self.replayed.after
        states = [each for each in (self.replayed.before, last) if each is not None]
        is_decided = last is not None and referee.winners(last)  # the scores are compared
        if not kind or (not is_decided and len({standing(facts(s), owner) for s in states}) < 2):
            return name
        goes = self.panel.goes
        later = standing(facts(goes), owner)[1] if goes is not None else score
        gained = f" + {later - score}" if later > score else f" − {score - later}"
        return f"{name} · {self.faces.label(kind)} {score}{gained if later != score else ''}"

    def drawn(self, bands: Sequence[Sequence[MoveColumn]], wide: float) -> Figure:
        """Return the columns with headings and rules, dashed places and arrows."""
        pieces, changes = _MovedPieces(), self.changes
        clusters = {name: made for row in bands for each in row
                    for name, (made, _, _) in each.inside.places.items()}  # fmt: skip
        seen = {(name, piece) for name, made in clusters.items() for piece in made.places}
        new = {piece for piece, (lost, _) in changes.items()
               if not any((zone, piece) in seen for zone in lost)}  # fmt: skip
        marks: list[Mark] = []
        said: list[str] = []
        y = 0.0
        for row in bands:
            high = height_of_row(row)
            if y:
                marks.append(Stroke(PAD, y, wide - PAD, y, "line", 0.18))
            x = PAD
            for number, column in enumerate(row):
                marks += _head(column.head, x, y, high if number else 0.0)
                alone = max(0.0, (column.wide - column.inside.wide) / 2) * (len(row) == 1)
                placed = shifted(column.inside, x + alone, y + PAD + NAME - 2)
                there = "; ".join(self.said_of(column, new))
                said.append(": ".join(filter(None, (column.head, there))))
                marks += self.pieces(placed, column.frees, pieces, new)
                said += self.counted(column, placed, new, pieces)
                x += column.wide + GAP
            y += high
        marks += pieces.over
        alt = " ".join(f"{each}." for each in (*said, *self.told()))
        if self.panel.goes is None:
            return Figure(wide, y, tuple(marks), alt)
        marks = self.with_gone(pieces.moving, {*clusters}, marks, wide, y)
        losing = {piece: lost for piece, (lost, _) in changes.items()}
        losing |= {new: [old] for old, new in self.sheets.items()}
        hands = {zone.name for zone, _ in self.shown if zone.hidden}
        free = loose(pieces.free, hands)
        above = partial(over, tuple(marks), pieces.moving, free, losing, wide, y, self.measure)
        return Figure(wide, y, tuple(marks), alt, above)

    def counted(
        self, column: MoveColumn, placed: Flow, new: Set[str], pieces: _MovedPieces
    ) -> Iterator[str]:
        """Add the counters of a column to the pieces, and yield their values in words."""
        for counter in self.counters:
            if counter.owner == column.owner:
                yield f"{self.faces.label(counter.title)}: {counter.now}"
                for name, each in placed.places.items():
                    free = {*column.frees.get(name, ())} - new
                    pieces.over += counter.on(self.faces, *each, free)

    def said_of(self, column: MoveColumn, new: Set[str]) -> Iterator[str]:
        """Yield the zones of a column in words, without pieces that have only free places there."""
        for name, (made, _, _) in column.inside.places.items():
            absent = [each for each in column.frees.get(name, ()) if each not in new]
            if not absent or made.zone.is_pile or made.zone.face_down or made.zone.hidden:
                yield made.said
                continue
            counts = {piece: n - absent.count(piece) for piece, n in made.zone.pieces.items()}
            there = ((self.faces.called(piece), n) for piece, n in counts.items() if n > 0)
            listed = ", ".join(f"{n} {piece}" if n > 1 else piece for piece, n in there)
            yield f"{made.label or self.faces.label(made.zone.title)}: {listed or '–'}"

    def told(self) -> Iterator[str]:
        """Yield the movements in words, for the alternative text."""
        if self.panel.goes is None:
            return
        words, faces = self.faces.game.words, self.faces
        for piece, (lost, gained) in self.away.items():
            if piece not in self.changes or not lost or not gained:
                continue
            many = max(len(lost), len(gained))
            froms, tos = (each * many if len(each) == 1 else each for each in (lost, gained))
            for (old, new), count in Counter(zip(froms, tos, strict=False)).items():
                yield words.many(
                    "%(piece)s goes from %(old)s to %(new)s",
                    "%(num)s %(piece)s go from %(old)s to %(new)s", count,
                    piece=faces.called(piece), old=faces.owned(old), new=faces.owned(new),
                )  # fmt: skip

    def pieces(
        self, placed: Flow, frees: Mapping[str, list[str]], pieces: _MovedPieces, new: Set[str]
    ) -> list[Mark]:
        """Return the marks of a column, and collect dashed outlines for the old and new places of
        pieces.

        `new` are pieces from places that are not drawn; they are shown in their new places.
        """
        going = self.panel.goes is not None
        colour = "second" if going else "muted"
        gone: set[int] = set()
        for name, (made, dx, dy) in placed.places.items():
            wanted = list(frees.get(name, ()))
            self.sheet(name, made, dx, dy, pieces, gone)
            for piece, at in places_in(made, dx, dy, wanted, self.changes).items():
                count = min(wanted.count(piece), len(at))
                for each in at[len(at) - count :]:
                    if not self.travels(piece):
                        pieces.free.setdefault(piece, []).append((name, each))
                    shown = going and (piece in new or self.turns_up(piece, made.zone))
                    if not shown and not is_covered(made.zone, wanted):
                        gone.add(key_of(each))
                    pieces.over.append(ghost(each, colour))
                if count and going and piece in new and at[-1].outline == "round":
                    pieces.over.append(arrived(at[-1], count))
                for each in at[: len(at) - count]:
                    pieces.moving.setdefault(piece, []).append((name, each))
                if self.panel.came is not None and not made.zone.hidden:
                    many = self.changes.get(piece, ([], []))[0].count(name)
                    pieces.over += [ringed(each) for each in at[len(at) - min(many, len(at)) :]]
        found = []
        for mark in placed.marks:
            if isinstance(mark, FaceMark) and key_of(mark) in gone:
                continue
            found.append(mark)
        return found

    def turns_up(self, piece: str, zone: Zone) -> bool:
        """Whether a piece that lay face down shows its face in this zone."""
        known = {each.name: each for each in self.zones}
        lost = [known.get(each) for each in self.changes[piece][0]]
        secret = (zone.hidden, zone.face_down, zone.backs)
        return bool(lost) and not any(secret) and all(
            each is not None and (each.face_down or each.backs) for each in lost
        )  # fmt: skip

    def travels(self, piece: str) -> bool:
        """Whether a piece stays on its sheet, and only the sheet moves."""
        lost, gained = self.changes[piece]
        return len(lost) == 1 and self.sheets.get(lost[0], "") in gained

    def sheet(
        self, name: str, made: Cluster, dx: float, dy: float, pieces: _MovedPieces, gone: set[int]
    ) -> None:
        """Collect the positions of a sheet that changes owner."""
        if made.sheet is None:
            return
        shown = made.sheet._replace(x=made.sheet.x + dx, y=made.sheet.y + dy)
        if made.zone.coming:
            gone.add(key_of(shown))
            going = self.panel.goes is not None
            if going:
                pieces.free.setdefault(name, []).append((name, shown))
                pieces.over.append(shown._replace(veil="tile"))
            pieces.over.append(ghost(shown, "second" if going else "muted"))
        elif name in self.sheets:
            pieces.moving.setdefault(self.sheets[name], []).append((name, shown))

    def with_gone(
        self, moving: Mapping[str, _Drawn], drawn: Set[str], marks: list[Mark], wide: float,
        high: float,
    ) -> list[Mark]:  # fmt: skip
        """Return a picture's marks, with outlines and new zones of the pieces that leave it."""
        added: list[Mark] = []
        together: dict[tuple[str, str], list[FaceMark]] = {}
        for piece, (lost, gained) in self.changes.items():
            places = [shown for zone, shown in moving.get(piece, ()) if zone in lost]
            leaving = [] if drawn & {*gained} else places[max(0, len(places) - len(lost)) :]
            added += [ghost(each, "second") for each in leaving]
            if leaving:
                target = next(iter(self.away.get(piece, ((), ()))[1]), "")
                together.setdefault((lost[0], target), []).extend(leaving)
        for (_, target), leaving in together.items():
            label = self.faces.owned(target) if target else ""
            to = self.faces.game.words("to: %(zone)s", zone=label) if label else "×"
            ground, words = tag(to, leaving, marks, wide, high, self.measure)
            marks = beside(ground, marks, self.measure)
            added += (ground, words)
        return [*marks, *added]

    @cached_property
    def away(self) -> Difference:
        """The pieces that are in other zones after the step, whether or not the zones are drawn."""
        states = self.panel.state, self.panel.goes
        return difference(*(zones_of(self.replayed, each) for each in states))


def _head(words: str, x: float, y: float, high: float) -> Iterator[Mark]:
    """Yield the heading of a column, and the rule before it if there is a column before it."""
    yield Label(words, x, y + PAD + 1.6, HEAD, face="label", colour="muted")
    if high:
        yield Stroke(x - GAP / 2, y + 3, x - GAP / 2, y + high - 3, "line", 0.18)
