"""Zones of a position as clusters of pieces at one scale, each with its label."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, hypot, sqrt
from typing import Any

from generator.book.examples import Replayed
from generator.book.faces import CARD, FieldBox, FigureFaces
from generator.book.framed_text import counts_of, spelled, value_of, written
from generator.book.marks import Area, Arrow, FaceMark, Label, Mark, moved
from generator.book.styles import is_dark
from validator.core.model import Card, Component
from validator.core.translations import gettext_noop

PILES = ("deck", "stock", "discard", "box")  # zones that are drawn as one pile
SECRET = ("deck", "stock", "box")  # of these, those that are face-down where no field says so
MOST = 24  # pieces; more of them are drawn as a pile with its number
LABEL = 2.5  # mm, the size of a zone's label
TOKEN = 0.36  # of a card's width: the least width of a round piece
STANDINGS = (gettext_noop("score"), gettext_noop("suns"))

Measure = Callable[[str], float]  # the width of a label in ems


@dataclass(frozen=True)
class Zone:
    """A zone of pieces. `owner` is empty for the table's zones."""

    owner: str
    title: str  # without the owner's name
    content: Any
    face_down: bool = False  # no player sees its pieces
    hidden: bool = False  # a hand, whose owner alone sees its pieces
    component: str = ""  # of pieces that show a number; its content is a fact; or `map`
    other: Mapping[str, Any] = field(default_factory=dict)  # of a map: the same before or after
    going: bool = False  # whether `other` is the later state
    small: bool = False  # only to be recognised
    coming: bool = False  # it is there only after the step
    more: int = 0  # pieces that are there and are not drawn

    @property
    def name(self) -> str:
        return f"{self.owner}'s {self.title}" if self.owner else self.title

    @property
    def pieces(self) -> Mapping[str, int]:
        """The count of each piece, in the order of the zone."""
        if isinstance(self.content, Mapping) and not self.component:
            return {str(name): n for name, n in self.content.items() if isinstance(n, int) and n}
        if self.component or not isinstance(self.content, tuple | list):
            return {}
        names = [str(each) for each in self.content]
        return {name: names.count(name) for name in dict.fromkeys(names)}

    @property
    def size(self) -> int:
        return sum(self.pieces.values())

    @property
    def is_pile(self) -> bool:
        """Whether only the top piece is drawn."""
        return self.title.split()[-1] in PILES or self.size > MOST


def zones_of(replayed: Replayed, state: object, wanted: Sequence[str] = ()) -> list[Zone]:
    """Return the zones of a position, the table's first; `wanted` selects zones, and adds facts."""
    players = replayed.referee.names(state)
    fields = replayed.referee.fields
    secret = fields.secret if replayed.referee.declares_zones else None
    found: list[Zone] = []
    facts = replayed.referee.facts(state)
    for name, content in replayed.referee.zones(state).items():
        owner = next((each for each in players if name.startswith(f"{each}'s ")), "")
        title = name.removeprefix(f"{owner}'s ") if owner else name
        fact = facts.get(title)
        if not owner and isinstance(fact, Mapping) and fact.get("owner") in players:
            owner = str(fact["owner"])  # of a piece with what lies on it
        down = title.split()[-1] in SECRET if secret is None else title in secret
        if not wanted or wants(wanted, owner, title):
            found.append(Zone(owner, title, content, down, bool(owner) and title == "hand"))
    found += facts_of(replayed, state, wanted)
    if (tiles := tiles_of(replayed.referee.facts(state))) and (not wanted or "map" in wanted):
        found.append(Zone("", "map", tiles, component="map"))
    ordered = ["", *players]
    return sorted(found, key=lambda each: ordered.index(each.owner))


def wants(wanted: Sequence[str], owner: str, title: str) -> bool:
    """Return whether a list of names includes a zone: by its own name, its owner's, or both."""
    names = {title.lower(), owner.lower(), f"{owner}'s {title}".lower()} - {""}
    return any(each.lower().replace("-", " ") in names for each in wanted)


def facts_of(replayed: Replayed, state: object, wanted: Sequence[str]) -> Iterator[Zone]:
    """Yield facts that are drawn as lines, or with `as` as pieces of a component."""
    facts, players = replayed.referee.facts(state), replayed.referee.names(state)
    for each in wanted:
        path, _, component = each.partition(" as ")
        value = value_of(facts, path) if "." in path else None
        if value:
            first = path.partition(".")[0]
            owner = first if first in players else ""
            if component and isinstance(value, Mapping):
                value = {spelled(name, facts[first]): n for name, n in value.items()}
            title = path.rpartition(".")[2]
            yield Zone(owner, title, value, component=component or "written")


def tiles_of(facts: Mapping[str, object]) -> dict[str, Mapping[str, Any]]:
    """Return the things with a position on a map, by name."""
    return {
        name: fact
        for name, fact in facts.items()
        if isinstance(fact, Mapping) and re.fullmatch(r"-?\d+,-?\d+", str(fact.get("at", "")))
    }


def standing(facts: Mapping[str, object], player: str) -> str:
    """Return the name and value of a player's score, if the game keeps one."""
    for name in STANDINGS:
        scores = facts.get(name)
        if isinstance(scores, Mapping) and isinstance(scores.get(player), int):
            return f"{name} {scores[player]}"
    return ""


@dataclass
class Cluster:
    """A drawn zone: marks from its top left corner, and the position of each piece."""

    zone: Zone
    marks: list[Mark] = field(default_factory=list)
    places: dict[str, list[FaceMark]] = field(default_factory=dict)
    wide: float = 0.0
    high: float = 0.0
    label: str = ""
    said: str = ""

    def at(self, x: float, y: float) -> list[Mark]:
        return [moved(each, x, y) for each in self.marks]


@dataclass(frozen=True)
class Scale:
    """The scale of the pieces of a figure."""

    faces: FigureFaces
    card: float  # mm, the width of a card
    measure: Measure
    open_hands: frozenset[str] = frozenset()  # players whose hands are shown
    ink: str = ""  # of numbers beside pieces; empty: that of text
    stacked: bool = False  # each kind of round pieces has a row of its own
    visible: float = 0.12  # the least part of a card that others may leave visible

    def of(self, component: Component) -> float:
        """Return the scale of a component's pieces; small ones are drawn a little larger."""
        scale = self.card / CARD
        if component.outline == "round" or component.size.width < CARD / 2:
            return max(scale, self.card * TOKEN / component.size.width)
        return min(scale, self.card * 1.5 / component.size.width)


def cluster(scale: Scale, zone: Zone, room: float, most_wide: int = 3) -> Cluster | None:
    """Return a zone's pieces within `room` mm, or None if nothing can be drawn."""
    if zone.small:
        scale = replace(scale, card=max(scale.card * 0.52, min(scale.card, 8.0)))
    found = Cluster(zone, label=scale.faces.label(zone.title))
    if zone.component == "written":
        return _written(scale, zone, room)
    if zone.component == "map":
        return _map(scale, zone, room)
    if zone.component:
        return _numbered(scale, zone, found)
    pieces = [
        (name, *card, n) for name, n in zone.pieces.items() if (card := scale.faces.named(name))
    ]
    below = scale.faces.below(zone.title)
    if not pieces and below is None:
        return None
    flat = [each for each in pieces if each[1].outline != "round"]
    hidden = zone.hidden and zone.owner not in scale.open_hands
    if flat and (zone.face_down or zone.is_pile) and not zone.hidden:
        _pile(scale, found, pieces, zone.face_down)
    elif flat:
        _row(scale, found, flat, room - (8.0 if zone.more else 0.0), hidden)
    if len(flat) < len(pieces):
        _tokens(scale, found, [each for each in pieces if each[1].outline == "round"], most_wide)
    if zone.more:
        words, ink = f"+ {zone.more}", scale.ink or "muted"
        base = found.high / 2 + 1.4
        found.marks.append(Label(words, found.wide + 1.2, base, 3.8, face="bold", colour=ink))
        found.wide += 1.6 + scale.measure(words) * 3.8
        pieces.append((words, *pieces[0][1:3], 1))
    if not found.said:
        found.said = ", ".join(f"{n} {name}" if n > 1 else name for name, *_, n in pieces)
    found.said = f"{scale.faces.label(zone.title)}: {found.said or '–'}"
    return found if below is None else _on(scale, found, *below)


def _on(scale: Scale, found: Cluster, component: Component, card: Card) -> Cluster:
    """Return a sheet with the pieces that lie on it, below its head."""
    s = scale.card * 1.45 / component.size.width
    wide, high = component.size.width * s, component.size.height * s
    x, y = max(0.0, (wide - found.wide) / 2), high * 0.3
    shown = scale.faces.shown(component, card, 0, 0, s, shadow=True)
    if shown is None:
        return found
    if found.zone.coming:
        found.marks = [ghost(shown, "second"), *found.at(x, y)]
    else:
        found.marks = [shown, *found.at(x, y)]
    found.places = {
        name: [replace(each, x=each.x + x, y=each.y + y) for each in places]
        for name, places in found.places.items()
    }
    found.wide, found.high = max(wide, x + found.wide), max(high, y + found.high)
    return found


Piece = tuple[str, Component, Card, int]


def _pile(scale: Scale, found: Cluster, pieces: Sequence[Piece], down: bool) -> None:
    words, total = scale.faces.game.words, sum(each[3] for each in pieces)
    name, component, card, _ = pieces[0] if down else pieces[-1]
    down = down and component.back is not None
    size, s = component.size, scale.of(component)
    for offset in (0.6, 0.0) if total > 1 else (0.0,):
        shown = scale.faces.shown(component, card, offset, offset, s, down, shadow=True)
        if shown is not None:
            found.marks.append(shown)
            found.places.setdefault(name, []).append(shown)
    found.wide, found.high = size.width * s + 0.6, size.height * s + 0.6
    found.label += f": {total}" if total > 1 else ""
    found.said = words.many("%(num)s card", "%(num)s cards", total)
    if not down:
        found.said += ", " + words("%(card)s on top", card=name)


def _row(scale: Scale, found: Cluster, pieces: Sequence[Piece], room: float, hidden: bool) -> None:
    """Add cards side by side; they overlap if space is short."""
    each = [(name, component, card) for name, component, card, n in pieces for _ in range(n)]
    wides = [component.size.width * scale.of(component) for _, component, _ in each]
    gap = 0.9
    whole = math.fsum(wides) + gap * (len(each) - 1)
    if hidden:
        room = min(room, wides[0] * (1 + 0.36 * (len(each) - 1)))
    step = [wide + gap for wide in wides]
    if whole > room and len(each) > 1:
        factor = max((room - wides[-1]) / max(math.fsum(step[:-1]), 1), scale.visible)
        step = [one * factor for one in step]
    x = 0.0
    for (name, component, card), forward, wide in zip(each, step, wides, strict=True):
        back = hidden and component.back is not None
        shown = scale.faces.shown(component, card, x, 0, scale.of(component), back, shadow=True)
        if shown is not None:
            found.marks.append(shown)
            found.places.setdefault(name, []).append(shown)
            found.high = max(found.high, shown.bottom)
        found.wide = max(found.wide, x + wide)
        x += forward
    if hidden:
        many = scale.faces.game.words.many
        found.said = many("%(num)s card", "%(num)s cards", len(each))


def _tokens(scale: Scale, found: Cluster, pieces: Sequence[Piece], most_wide: int) -> None:
    """Add round pieces, each kind in a block of its own; a large number is shown as one piece with
    a count.
    """
    x = found.wide + 1.5 if found.wide else 0.0
    if scale.stacked and len(pieces) > 1 and all(each[3] <= 5 for each in pieces) and not x:
        _stacked(scale, found, pieces)
        return
    for name, component, card, n in pieces:
        s = scale.of(component)
        across = component.size.width * s
        gap = across * 0.07
        if n > MOST:
            shown = scale.faces.shown(component, card, x, 0, s)
            found.marks += [shown] if shown else []
            words = f"× {n}"
            found.marks.append(
                Label(words, x + across + 0.8, across / 2 + 1, 3.0, face="bold", colour=scale.ink)
            )
            x += across + 1.6 + scale.measure(words) * 3.0
            found.high = max(found.high, across)
            continue
        columns = min(most_wide, ceil(sqrt(n))) if n > 3 else min(n, most_wide)
        for number in range(n):
            column, row = number % columns, number // columns
            place = x + column * (across + gap), row * (across + gap)
            shown = scale.faces.shown(component, card, *place, s)
            if shown is not None:
                found.marks.append(shown)
                found.places.setdefault(name, []).append(shown)
        rows = ceil(n / columns)
        found.high = max(found.high, rows * across + (rows - 1) * gap)
        x += columns * (across + gap) + gap
    found.wide = max(found.wide, x - 0.5)


def _stacked(scale: Scale, found: Cluster, pieces: Sequence[Piece]) -> None:
    """Add round pieces, one row per kind."""
    y = 0.0
    for name, component, card, n in pieces:
        s = scale.of(component)
        across = component.size.width * s
        for number in range(n):
            shown = scale.faces.shown(component, card, number * across * 1.06, y, s)
            if shown is not None:
                found.marks.append(shown)
                found.places.setdefault(name, []).append(shown)
        found.wide = max(found.wide, n * across * 1.06)
        y += across * 1.08
    found.high = max(found.high, y)


def _written(scale: Scale, zone: Zone, room: float) -> Cluster | None:
    """Return written lines, a sheet, or dice."""
    lines = written(zone.title, zone.content, min(room, 52.0), scale.measure,
                    scale.faces.game.words)  # fmt: skip
    if lines is None:
        return None
    said = f"{lines.title}: {lines.said}"
    marks: list[Mark] = [*lines.areas, *lines.labels]
    return Cluster(zone, marks, {}, lines.wide, lines.high, lines.title, said)


def _numbered(scale: Scale, zone: Zone, found: Cluster) -> Cluster | None:
    """Return a number as pieces of a component."""
    component = scale.faces.game.component(zone.component)
    counts = {name: n for name, n in counts_of(zone.content).items() if n}
    if not counts or not component.cards:
        return None
    words = scale.faces.game.words
    pieces = [("", component, component.cards[0], n) for n in counts.values()]
    _tokens(scale, found, pieces, 4)
    names = [": ".join(words(part) for part in (zone.title, name) if part) for name in counts]
    found.label = names[0] if len(names) == 1 else words(zone.title)
    found.said = "; ".join(f"{name}: {n}" for name, n in zip(names, counts.values(), strict=True))
    return found


def _map(scale: Scale, zone: Zone, room: float) -> Cluster | None:
    """Return tiles at their positions, with the pieces on each; moving tiles have an arrow."""
    now, other = zone.content, zone.other
    places = [_place(fact) for fact in (*now.values(), *other.values())]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    step = min(scale.card * 0.9, room / across)
    found = Cluster(zone, label="", wide=across * step, high=down * step)
    side = step - 0.8

    def corner(fact: Mapping[str, Any]) -> tuple[float, float]:
        x, y = _place(fact)
        return (x - min(xs)) * step, (max(ys) - y) * step

    for name, fact in now.items():
        _tile(scale, found, name, fact, corner(fact), side)
    for name, fact in other.items():
        if name in now and now[name]["at"] == fact["at"]:
            continue
        x, y = corner(fact)
        colour = "second" if zone.going else "muted"
        found.marks.append(Area(x, y, side, side, "", colour, 0.45, (1.1, 0.9), 1.0))
        if name in now and zone.going:
            x1, y1 = (each + side / 2 for each in corner(now[name]))
            x2, y2 = x + side / 2, y + side / 2
            far = hypot(x2 - x1, y2 - y1) or 1
            start = side * 0.3 / far
            found.marks.append(
                Arrow(x1 + (x2 - x1) * start, y1 + (y2 - y1) * start, (x1 + x2) / 2, (y1 + y2) / 2,
                      x2, y2, "second", 0.9, 3.6, "tile")
            )  # fmt: skip
    words = scale.faces.game.words
    found.said = words("the map") + ": " + ", ".join(f"{k} {f['at']}" for k, f in now.items())
    return found


def _place(fact: Mapping[str, Any]) -> tuple[int, int]:
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
    if fact.get("value"):
        die = scale.faces.fields(component, card, down).get("die")
        found.marks += _die(scale, fact, at, side, die, component.size.width)


def _die(
    scale: Scale, fact: Mapping[str, Any], at: tuple[float, float], side: float,
    place: FieldBox | None, wide: float,
) -> list[Mark]:  # fmt: skip
    """Return the die on a tile: in the tile's field `die`, or else in a corner."""
    s = side / wide
    x, y, size = side - 2.9, 2.9, 5.0
    if place is not None:
        x, y, size = (place[0] + place[2] / 2) * s, (place[1] + place[3] / 2) * s, place[2] * s
    size = max(size, 4.2)
    x, y = at[0] + x, at[1] + y
    colour = str(scale.faces.game.theme.colours.get(str(fact.get("colour")), "#ffffff"))
    ink = "#ffffff" if is_dark(colour) else "#000000"
    return [
        Area(x - size / 2, y - size / 2, size, size, colour, "#000000", 0.25, radius=size * 0.16),
        Label(str(fact["value"]), x, y + size * 0.27, size * 0.76, "middle", "bold", ink),
    ]


# ---- clusters in rows


@dataclass
class Flow:
    """Placed clusters: their marks, and the position of each zone."""

    marks: list[Mark] = field(default_factory=list)
    places: dict[str, tuple[Cluster, float, float]] = field(default_factory=dict)
    wide: float = 0.0
    high: float = 0.0
    said: list[str] = field(default_factory=list)


def flow(
    scale: Scale, zones: Sequence[Zone], room: float, labels: str = "", gap: float = 3.0,
    most_wide: int = 3, middle: bool = False,
) -> Flow:  # fmt: skip
    """Place clusters from left to right, in rows.

    `labels` is their colour, or empty for no labels.
    """
    found = Flow()
    rows: list[list[tuple[Cluster, float]]] = [[]]
    x = 0.0
    for zone in zones:
        made = cluster(scale, zone, room, most_wide)
        if made is None:
            continue
        has_label = bool(labels or zone.component)
        wide = max(made.wide, scale.measure(made.label) * LABEL + 0.6 if has_label else 0.0)
        if rows[-1] and x + wide > room + 0.01:
            rows.append([])
            x = 0.0
        rows[-1].append((made, wide))
        x += wide + gap
    y = 0.0
    for row in filter(None, rows):
        across = math.fsum(wide for _, wide in row) + gap * (len(row) - 1)
        x = max(0.0, (room - across) / 2) if middle else 0.0
        high = max(each.high for each, _ in row)
        for made, wide in row:
            left = x + (wide - made.wide) / 2 if labels else x
            top = y + (high - made.high if labels else 0.0)
            found.marks += made.at(left, top)
            found.places[made.zone.name] = (made, left, top)
            found.said.append(made.said)
            colour = labels or ("muted" if made.zone.component else "")
            if colour and made.label:
                middle_x = x + wide / 2
                base = y + high + LABEL + 1.3
                found.marks.append(
                    Label(made.label, middle_x, base, LABEL, "middle", "label", colour)
                )
            found.wide = max(found.wide, x + wide)
            x += wide + gap
        named = any(each.label and (labels or each.zone.component) for each, _ in row)
        y += high + (LABEL + 2.5 if named else 1.5)
    found.high = max(y - 1.0, 0.0)
    return found


def shifted(found: Flow, dx: float, dy: float) -> Flow:
    """Return a flow moved by an offset."""
    places = {name: (made, x + dx, y + dy) for name, (made, x, y) in found.places.items()}
    marks = [moved(each, dx, dy) for each in found.marks]
    return replace(found, marks=marks, places=places)


def ghost(shown: FaceMark, colour: str) -> Area:
    """Return the dashed outline of a piece's place."""
    wide, high = shown.right - shown.x, shown.bottom - shown.y
    radius = 0.0 if shown.outline == "round" else wide * 0.05
    return Area(shown.x, shown.y, wide, high, "", colour, 0.35, (0.9, 0.75), radius,
                shown.outline == "round")  # fmt: skip
