"""Draws a zone of a position as a cluster: its pieces at the same scale, with a label."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil, sqrt

from generator.book.faces import CARD, FigureFaces
from generator.book.framed_text import WRITTEN, counts_of, written
from generator.book.marks import Area, FaceMark, Label, Mark, moved
from generator.book.styles import is_dark
from generator.book.zones import MOST, SEATS, Measure, Zone
from validator.core.model import Card, Component

TOKEN = 0.36  # smallest width of a round piece, relative to a card
LONG = 6  # cards in a row; more of them are several rows where rows may be broken
IN_ROW = 8
CLOSE = 4  # from this number on, round pieces of one kind overlap
COUNTED = 3  # from more pieces on, those that a step does not concern are one with their number
NUMBER, SEAT = 5.6, 2.5  # mm, the sizes of a number and of the player below it
DIE = 0.3  # width of a die, relative to a card
GAP = 0.9  # mm between cards
MORE = 2.8  # mm, the size of the number of pieces that are not drawn
EDGE = 0.23  # upper part of a card that shows above the card in front of it
FANNED = 0.3  # visible part of a card in a hand under the next one


@dataclass
class Cluster:
    """The picture of a zone: marks relative to its top left corner, and the position of each
    piece.
    """

    zone: Zone
    marks: list[Mark] = field(default_factory=list)
    places: dict[str, list[FaceMark]] = field(default_factory=dict)
    wide: float = 0.0
    high: float = 0.0
    label: str = ""
    said: str = ""
    sheet: FaceMark | None = None  # on which the pieces lie

    def at(self, x: float, y: float) -> list[Mark]:
        return [moved(each, x, y) for each in self.marks]


@dataclass(frozen=True)
class Scale:
    """The scale at which the pieces of a figure are drawn."""

    faces: FigureFaces
    card: float  # mm, the width of a card
    measure: Measure
    open_hands: frozenset[str] = frozenset()  # players whose hands are shown
    ink: str = ""  # colour of numbers beside pieces; empty: the text colour
    stacked: bool = False  # each kind of round pieces has a row of its own
    visible: float = 0.12  # the least part of a card that others may leave visible
    token: float = math.inf  # mm, the largest width of a round piece
    wraps: bool = False  # long rows of cards are broken; an empty zone is a dashed place

    def of(self, component: Component) -> float:
        """Return the scale at which a component's pieces are drawn.

        Small pieces are drawn a little larger.
        """
        scale = self.card / CARD
        if component.outline == "round" or component.size.width < CARD / 2:
            wanted = max(scale, self.card * TOKEN / component.size.width)
            return min(wanted, self.token / component.size.width)
        return min(scale, self.card * 1.5 / component.size.width)


def cluster(scale: Scale, zone: Zone, room: float, most_wide: int = 3) -> Cluster | None:
    """Return a zone's pieces as a cluster at most `room` mm wide, or None if nothing can be
    drawn.
    """
    if zone.small:
        scale = replace(scale, card=max(scale.card * 0.52, min(scale.card, 8.0)))
    found = Cluster(zone, label=zone.label or scale.faces.label(zone.title))
    if zone.component == WRITTEN:
        return _written(scale, zone, room)
    if zone.component == SEATS:
        return _compared(scale, found)
    if zone.component:
        return _numbered(scale, zone, found)
    pieces = [
        (name, *card, n) for name, n in zone.pieces.items() if (card := scale.faces.named(name))
    ]
    below = scale.faces.below(zone.title)
    if not pieces and below is None:
        return _empty(scale, found) if scale.wraps and zone.size == 0 else None
    _lay(scale, found, pieces, room, most_wide)
    if words := _more(scale, zone):
        base, ink = found.high / 2 + 1.0, scale.ink or "muted"
        found.marks.append(Label(words, found.wide + 1.4, base, MORE, face="label", colour=ink))
        found.wide += 2.0 + scale.measure(words) * MORE
        pieces.append((words, *pieces[0][1:3], 1))
    if not found.said:
        called = ((scale.faces.called(name), n) for name, *_, n in pieces)
        found.said = ", ".join(f"{n} {name}" if n > 1 else name for name, n in called)
    found.said = f"{zone.label or scale.faces.label(zone.title)}: {found.said or '–'}"
    return found if below is None else _on(scale, found, *below)


def _lay(
    scale: Scale, found: Cluster, pieces: Sequence[Piece], room: float, most_wide: int
) -> None:
    """Add the pieces of a zone: its cards as a pile, a hand, a grid or a row, then its tokens."""
    zone = found.zone
    flat = [each for each in pieces if each[1].outline != "round"]
    hidden = zone.hidden and zone.owner not in scale.open_hands
    if flat and (zone.face_down or zone.is_pile) and not zone.hidden:
        _pile(scale, found, pieces, zone.face_down)
    elif flat and zone.hidden and not hidden:
        _hand(scale, found, flat, room)
    elif len(flat) > LONG and scale.wraps and not hidden:
        _grid(scale, found, flat, room)
    elif flat:
        words = _more(scale, zone)
        _row(scale, found, flat, room - (scale.measure(words) * MORE + 2.2 if words else 0), hidden)
    if len(flat) < len(pieces):
        _tokens(scale, found, [each for each in pieces if each[1].outline == "round"], most_wide)


def _more(scale: Scale, zone: Zone) -> str:
    """Return a text with the number of pieces that are not drawn, or an empty string."""
    many = scale.faces.game.words.many
    return many("%(num)s more card", "%(num)s more cards", zone.more) if zone.more else ""


def _on(scale: Scale, found: Cluster, component: Component, card: Card) -> Cluster:
    """Return a drawn sheet, with the pieces on it below its heading."""
    s = scale.card * 1.45 / component.size.width
    wide, high = component.size.width * s, component.size.height * s
    x, y = max(0.0, (wide - found.wide) / 2), high * 0.3
    shown = scale.faces.shown(component, card, 0, 0, s, shadow=True)
    if shown is None:
        return found
    found.sheet = shown
    found.marks = [shown, *found.at(x, y)]
    found.places = {
        name: [each._replace(x=each.x + x, y=each.y + y) for each in places]
        for name, places in found.places.items()
    }
    found.wide, found.high = max(wide, x + found.wide), max(high, y + found.high)
    return found


def _empty(scale: Scale, found: Cluster) -> Cluster:
    """Return a dashed outline for a zone that is still empty."""
    wide, high = scale.card * 0.9, scale.card * 0.9 * 1.4
    found.marks.append(Area(0, 0, wide, high, "", scale.ink or "muted", 0.3, (0.9, 0.75), 1.0))
    found.wide, found.high = wide, high
    found.said = f"{found.label}: –"
    return found


def _grid(scale: Scale, found: Cluster, pieces: Sequence[Piece], room: float) -> None:
    """Add many cards in rows, smaller than usual."""
    rows = ceil(len(pieces) / IN_ROW)
    each = ceil(len(pieces) / rows)
    wide = (min(room, each * (scale.card * 0.62 + GAP)) - GAP * (each - 1)) / each
    for number, (name, component, card, _) in enumerate(pieces):
        s = wide / component.size.width
        x, y = number % each * (wide + GAP), number // each * (component.size.height * s + GAP)
        shown = scale.faces.shown(component, card, x, y, s, shadow=True)
        if shown is not None:
            found.marks.append(shown)
            found.places.setdefault(name, []).append(shown)
            found.wide, found.high = max(found.wide, shown.right), max(found.high, shown.bottom)


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
        found.said += ", " + words("%(card)s on top", card=scale.faces.called(name))


def _hand(scale: Scale, found: Cluster, pieces: Sequence[Piece], room: float) -> None:
    """Add an open hand.

    The cards that matter are shown whole, in front of a fan of the others.
    """
    whole = found.zone.whole
    others = [each for each in pieces if each[0] not in whole]
    front = [each for each in pieces if each[0] in whole]
    component = pieces[0][1]
    step = component.size.width * scale.of(component) * FANNED
    count = sum(each[3] for each in others)
    wide = component.size.width * scale.of(component) + GAP
    beside = front != [] and front[0][0] in found.zone.free  # a free place lies on no card
    rest = (len(front) + beside) * wide
    if front and count:
        step = max(min(step, (room - rest) / count), step * 0.4)
    x = 0.0
    for name, component, card, n in others:
        for _ in range(n):
            shown = scale.faces.shown(component, card, x, 0, scale.of(component), shadow=True)
            if shown is not None:
                found.marks.append(shown)
                found.places.setdefault(name, []).append(shown)
                found.wide, found.high = shown.right, max(found.high, shown.bottom)
            x += step
    if not front:
        return
    x += wide - step if beside and count else 0.0
    inside = Cluster(found.zone)
    _row(scale, inside, front, max(room - x, 1.0), False)
    found.marks += inside.at(x, 0)
    for name, places in inside.places.items():
        found.places[name] = [each._replace(x=each.x + x) for each in places]
    found.wide, found.high = x + inside.wide, max(found.high, inside.high)


def _row(scale: Scale, found: Cluster, pieces: Sequence[Piece], room: float, hidden: bool) -> None:
    """Add cards side by side; they overlap if space is limited.

    Of a card behind another one, only the upper edge is drawn, above that card.
    """
    each = [(name, component, card) for name, component, card, n in pieces for _ in range(n)]
    wides = [component.size.width * scale.of(component) for _, component, _ in each]
    on = found.zone.on
    borne = [name in on and on[name].behind for name, *_ in each]
    if hidden:
        room = min(room, wides[0] * (1 + 0.36 * (len(each) - 1)))
    step = [0.0 if up else wide + GAP
            for wide, up in zip(wides, (*borne[1:], False), strict=True)]  # fmt: skip
    if math.fsum(step[:-1]) + wides[-1] > room and len(each) > 1:
        covered = [(name not in found.zone.whole or hidden) and not up
                   for (name, *_), up in zip(each, borne[1:], strict=False)]  # fmt: skip
        kept = math.fsum(one for one, under in zip(step, covered, strict=False) if not under)
        under = math.fsum(step[:-1]) - kept
        factor = max((room - wides[-1] - kept) / max(under, 1), scale.visible)
        step = [one * factor if at < len(covered) and covered[at] else one
                for at, one in enumerate(step)]  # fmt: skip
    heights = _above(borne)
    x = 0.0
    for (name, component, card), forward, wide, at in zip(each, step, wides, heights, strict=True):
        back = (hidden or found.zone.backs) and component.back is not None
        size, s = component.size, scale.of(component)
        y = size.height * s * EDGE * (max(heights) - at)
        turn = 180.0 if name in on and on[name].turned else 0.0
        edge = (0.0, 0.0, size.width, size.height * EDGE) if at else None
        shown = scale.faces.shown(component, card, x, y, s, back, shadow=not at, turn=turn,
                                  window=edge)  # fmt: skip
        if shown is not None:
            found.marks.append(shown)
            found.places.setdefault(name, []).append(shown)
            found.high = max(found.high, shown.bottom)
        found.wide = max(found.wide, x + wide)
        x += forward
    if hidden:
        many = scale.faces.game.words.many
        found.said = many("%(num)s card", "%(num)s cards", len(each))


def _above(borne: Sequence[bool]) -> list[int]:
    """Return how many edges above the front row each card is: 0, or its number behind a card."""
    found: list[int] = []
    for behind in borne:
        found.append(found[-1] + 1 if behind and found else 0)
    return found


def _tokens(scale: Scale, found: Cluster, pieces: Sequence[Piece], most_wide: int) -> None:
    """Add round pieces, grouped by kind.

    A large number of equal pieces is shown as one piece with a count.
    """
    x = found.wide + 1.5 if found.wide else 0.0
    if scale.stacked and len(pieces) > 1 and all(each[3] <= 5 for each in pieces) and not x:
        _stacked(scale, found, pieces)
        return
    for name, component, card, n in pieces:
        s = scale.of(component)
        across = component.size.width * s
        gap = across * 0.07
        if n > MOST or (n > COUNTED and _is_aside(scale, found.zone, name)):
            shown = scale.faces.shown(component, card, x, 0, s)
            found.marks += [shown] if shown else []
            found.places[name] = [shown] if shown else []
            words = f"× {n}"
            found.marks.append(
                Label(words, x + across + 0.8, across / 2 + 1, 3.0, face="bold", colour=scale.ink)
            )
            x += across + 3.2 + scale.measure(words) * 3.0
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


def _is_aside(scale: Scale, zone: Zone, name: str) -> bool:
    """Return whether a step does not concern these pieces, which lie on the table."""
    return scale.stacked and not (zone.owner or zone.component) and name not in zone.whole


def _stacked(scale: Scale, found: Cluster, pieces: Sequence[Piece]) -> None:
    """Add round pieces, with a row for each kind."""
    y = 0.0
    for name, component, card, n in pieces:
        s = scale.of(component)
        across = component.size.width * s
        step = across * (1.06 if n < CLOSE else 0.62)
        for number in range(n):
            shown = scale.faces.shown(component, card, number * step, y, s)
            if shown is not None:
                found.marks.append(shown)
                found.places.setdefault(name, []).append(shown)
        found.wide = max(found.wide, (n - 1) * step + across)
        y += across * 1.08
    found.high = max(found.high, y)


def _compared(scale: Scale, found: Cluster) -> Cluster:
    """Return a number of each player as a row, the highest first and in the accent colour."""
    values = sorted(found.zone.content.items(), key=lambda each: -each[1])
    for name, value in values:
        wide = max(scale.measure(name) * SEAT, NUMBER)
        colour = "accent" if value == values[0][1] else scale.ink or "muted"
        middle = found.wide + wide / 2
        found.marks += [
            Label(str(value), middle, NUMBER * 0.8, NUMBER, "middle", "bold", colour),
            Label(name, middle, NUMBER + SEAT, SEAT, "middle", "label", colour),
        ]
        found.wide += wide + 2.0
    found.wide -= 2.0
    found.high = NUMBER + SEAT + 0.6
    found.said = f"{found.label}: " + ", ".join(f"{name} {value}" for name, value in values)
    return found


def _written(scale: Scale, zone: Zone, room: float) -> Cluster | None:
    """Return a zone of written lines, a sheet, or dice as a cluster."""
    content = scale.faces.label(zone.content) if isinstance(zone.content, str) else zone.content
    title = scale.faces.label(zone.title)
    lines = written(title, content, min(room, 52.0), scale.measure,
                    scale.faces.game.words)  # fmt: skip
    if lines is None:
        return None
    said = f"{lines.title}: {lines.said}"
    marks: list[Mark] = [*lines.areas, *lines.labels]
    return Cluster(zone, marks, {}, lines.wide, lines.high, lines.title, said)


def _dice(scale: Scale, zone: Zone, found: Cluster) -> Cluster | None:
    """Return a number as dice of one colour."""
    count, size = int(zone.content), scale.card * DIE
    colour = str(scale.faces.game.theme.colours.get(zone.component.partition(" ")[2], "#ffffff"))
    for number in range(count):
        x = number * (size + GAP)
        found.marks += die_marks(x, 0, size, colour, "")
    found.wide, found.high = count * (size + GAP) - GAP, size
    found.label = scale.faces.label(zone.title)
    found.said = f"{found.label}: {count}"
    return found


def die_marks(x: float, y: float, size: float, colour: str, value: str) -> list[Mark]:
    """Return marks for a die that shows a value."""
    ink = "#ffffff" if is_dark(colour) else "#000000"
    area = Area(x, y, size, size, colour, "#000000", 0.25, radius=size * 0.16)
    if not value:
        return [area]
    base = y + size * 0.77
    return [area, Label(value, x + size / 2, base, size * 0.76, "middle", "bold", ink)]


def _numbered(scale: Scale, zone: Zone, found: Cluster) -> Cluster | None:
    """Draw a number as that many pieces of a component."""
    if zone.component.startswith("die "):
        return _dice(scale, zone, found)
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
