"""A move in pictures: the position before each step with arrows to new places, and the one after.

What moved is the difference of two positions. Only zones that change in the figure are drawn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import hypot

from generator.book.examples import ExampleLine, Replayed
from generator.book.faces import FigureFaces
from generator.book.marks import Area, Arrow, FaceMark, Figure, Label, Mark, Stroke
from generator.book.written import value_of
from generator.book.zones import (
    Flow,
    Measure,
    Scale,
    Zone,
    flow,
    ghost,
    shifted,
    standing,
    wants,
    zones_of,
)
from validator.core.location import did_you_mean
from validator.core.model import in_words
from validator.core.translations import gettext_noop

NAME = 5.6  # mm, the line of a name
PAD = 3.0
HEAD = 2.6  # mm, the size of a name
GAP = 5.0  # between columns
SIZES = (26.0, 24.0, 22.0, 20.0, 18.0, 16.5, 15.0, 13.5, 12.0, 10.5, 9.0, 8.0, 7.0)
HIGHEST = 44.0  # mm of pieces in a panel
LEADS = {
    "before": gettext_noop("Before"), "move": gettext_noop("Move"), "after": gettext_noop("After")
}  # fmt: skip
FACT = re.compile(r"\{([\w' ]+(?:\.[\w -]+)+)\}")


@dataclass(frozen=True)
class MovePanel:
    """A picture of a figure: a position, what leaves it, and the words below it."""

    state: object
    goes: object | None  # the next position, to which arrows lead
    came: object | None  # the position before, from which pieces came
    caption: str
    lead: str = ""
    told: bool = True  # the words are the author's
    refused: ExampleLine | None = None  # instead of a picture: what is not allowed


def panels_of(
    replayed: Replayed, deeds: Sequence[ExampleLine], words: Mapping[str, str]
) -> Iterator[MovePanel]:
    """The pictures of a figure: one for each move, and those that the author has a sentence for.

    `deeds`: the lines of the example in the book's language.
    """
    said = {each.name: each.words for each in replayed.script.rows}
    deeds = _steps(deeds)
    done = [each for each in deeds if not each.refused and each.before != each.after]
    facts = replayed.referee.facts
    if said.get("before") and len(done) < 2:
        caption = filled(said["before"], facts(replayed.before))
        yield MovePanel(replayed.before, None, None, caption, words["before"])
    for deed in deeds:
        if deed.refused:
            yield MovePanel(deed.before, None, None, "", refused=deed)
            continue
        first, last = deed is done[0] if done else False, deed is done[-1] if done else False
        own = said.get("move", "") if last else said.get("before", "") if first else ""
        lead = words["move"] if len(done) == 1 and said and deed.before != deed.after else ""
        caption = filled(own or sentence(deed), facts(deed.before))
        yield MovePanel(deed.before, deed.after, None, caption, lead, bool(own or deed.said))
    if done and said.get("after"):
        caption = filled(said["after"], facts(done[-1].after))
        yield MovePanel(done[-1].after, None, done[-1].before, caption, words["after"])


def _steps(deeds: Sequence[ExampleLine]) -> list[ExampleLine]:
    """The lines that the author has words for, each with what follows without words; or all."""
    if not any(each.said and not each.refused for each in deeds):
        return list(deeds)
    found: list[ExampleLine] = []
    for deed in deeds:
        if deed.said or not found or found[-1].refused:
            found.append(deed)
        else:
            found[-1] = replace(found[-1], after=deed.after)
    return found


def sentence(deed: ExampleLine) -> str:
    """Return what a step did: the author's words, or those of its verb."""
    happened = ". ".join(_capital(each) for each in deed.happened)
    words = deed.said or happened
    return words if words[-1:] in ".!?…”" or not words else f"{words}."


def filled(caption: str, facts: Mapping[str, object]) -> str:
    """A caption with the facts that it names, as in {Cat.science}."""
    return FACT.sub(lambda m: in_words(value_of(facts, m[1])), caption)


CODE = re.compile(r"\b\S*\d?[A-Z]\b|\b[a-z]+\d+\b")


def spoken(caption: str, faces: FigureFaces) -> str:
    """A caption in which cards have their titles instead of the codes of scripts."""

    def title(found: re.Match[str]) -> str:
        piece = faces.named(found[0])
        return piece[1].title or found[0] if piece else found[0]

    return CODE.sub(title, caption)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def changing(replayed: Replayed) -> tuple[str, ...]:
    """The zones that a figure shows: those its author names, or else those that change in it."""
    if replayed.script.zones:
        return replayed.script.zones
    states = [replayed.before, *(each.after for each in replayed.deeds)]
    zones = [replayed.referee.zones(each) for each in states]
    return tuple(name for name in zones[-1] if len({str(each.get(name)) for each in zones}) > 1)


def undrawn(replayed: Replayed) -> Iterator[str]:
    """Zones that a figure names and that no position of it has: arrows would lead nowhere."""
    states = [replayed.before, *(each.after for each in replayed.deeds if each.after is not None)]
    known = {each.name: each for state in states for each in zones_of(replayed, state)}
    for wanted in replayed.script.zones:
        if "." in wanted or any(wants([wanted], each.owner, each.title) for each in known.values()):
            continue
        if wanted not in replayed.referee.names(replayed.before):
            yield f"no zone '{wanted}' to draw{did_you_mean(wanted, [*known])}"


# ---- what moves


Column = tuple[str, Flow, dict[str, list[str]]]  # owner, zones, pieces whose places are free
Difference = dict[str, tuple[list[str], list[str]]]  # piece -> zones that lose it, that gain it


def difference(before: Sequence[Zone], after: Sequence[Zone]) -> Difference:
    """Pieces that are elsewhere after a step."""
    found: Difference = {}
    zones = {each.name: each.pieces for each in before}
    later = {each.name: each.pieces for each in after}
    for zone in dict.fromkeys((*zones, *later)):
        old, new = zones.get(zone, {}), later.get(zone, {})
        for piece in dict.fromkeys((*old, *new)):
            more = new.get(piece, 0) - old.get(piece, 0)
            lost, gained = found.setdefault(piece, ([], []))
            (gained if more > 0 else lost).extend([zone] * abs(more))
    return {piece: both for piece, both in found.items() if both[0] or both[1]}


class MovePicture:
    """A panel that is drawn in several sizes: a column for each who is concerned, ghosts for new
    places, and arrows to them.
    """

    def __init__(
        self, faces: FigureFaces, replayed: Replayed, panel: MovePanel, measure: Measure
    ) -> None:
        self.faces, self.replayed, self.panel, self.measure = faces, replayed, panel, measure
        self.known: dict[tuple[float, float], Figure | None] = {}
        wanted = changing(replayed)
        self.zones = zones_of(replayed, panel.state, wanted)
        other = panel.goes if panel.goes is not None else panel.came
        self.changes: Difference = {}
        self.facts = False  # whether only what is written changes; then what is new is drawn
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

    def concerned(self, zone: Zone) -> Zone:
        """A zone; of a hand only what moves."""
        if not zone.hidden or not isinstance(zone.content, tuple):
            return zone
        return replace(zone, content=tuple(each for each in zone.content if each in self.changes))

    @property
    def shows(self) -> bool:
        """Return whether a picture shows what happens."""
        moved = any(each.component == "map" and each.content != each.other for each in self.zones)
        if self.panel.refused is not None:
            return False
        return bool(self.changes) or moved or self.facts or self.panel.goes is None

    def figure(self, wide: float, most: float) -> Figure:
        """The largest picture whose pieces are at most `most` mm high; the smallest if none is."""
        for size in SIZES:
            made = self.sized(wide, size, size == SIZES[-1])
            if made is not None and (made.high <= most + NAME + 2 * PAD or size == SIZES[-1]):
                return made
        raise AssertionError("the last size is always made")

    def sized(self, wide: float, size: float, force: bool) -> Figure | None:
        key = (wide, size)
        if key not in self.known:
            self.known[key] = _columns(
                self.faces, self.replayed, self.panel, self.zones, self.changes, wide, self.measure,
                size, force,
            )  # fmt: skip
        return self.known[key]


def _with_room(
    zones: Sequence[Zone], changes: Difference, on_sheets: Mapping[str, object]
) -> list[tuple[Zone, list[str]]]:
    """Each zone with the pieces that will be there, or were: their places are kept free."""
    found = []
    for zone in zones:
        free = [
            piece for piece, (lost, gained) in changes.items()
            for _ in range(gained.count(zone.name))
        ]  # fmt: skip
        if zone.size or free or zone.component or zone.title in on_sheets:
            found.append((zone, free))
    return found


def _columns(
    faces: FigureFaces, replayed: Replayed, panel: MovePanel, zones: Sequence[Zone],
    changes: Difference, wide: float, measure: Measure, size: float, force: bool = False,
) -> Figure | None:  # fmt: skip
    hands = frozenset(each.owner for each in zones if each.owner)
    scale = Scale(faces, size, measure, hands, stacked=True)
    shown = _with_room(zones, changes, faces.game.book.zones)
    owners = list(dict.fromkeys(zone.owner for zone, _ in shown))
    owners.sort(key=lambda each: each == "")
    flows: list[Column] = []
    natural, heads = [], []
    for owner in owners:
        own = [(zone, free) for zone, free in shown if zone.owner == owner]
        full = [_filled(zone, free) for zone, free in own]
        frees = {zone.name: free for zone, free in own}
        single = flow(scale, full, 400.0, "muted" if not owner else "", gap=3.0)
        head = _head(faces, replayed, panel, owner) if len(owners) > 1 else ""
        natural.append(max(single.wide, measure(head) * HEAD + 1.0, 12.0))
        heads.append(head)
        flows.append((owner, single, frees))
    room = wide - 2 * PAD - GAP * max(len(owners) - 1, 0)
    if math.fsum(natural) > room:
        least = [max(measure(head) * HEAD + 1.0, 14.0) for head in heads]
        part = max(0.0, room - math.fsum(least)) / math.fsum(natural)
        widths = [low + each * part for low, each in zip(least, natural, strict=True)]
        again: list[Column] = []
        for (owner, _, frees), column in zip(flows, widths, strict=True):
            zones_here = [_filled(zone, frees[zone.name]) for zone, _ in shown
                          if zone.owner == owner]  # fmt: skip
            again.append((owner, flow(scale, zones_here, column, "" if owner else "muted"), frees))
        flows = again
        if not force and any(f.wide > w + 0.5 for (_, f, _), w in zip(flows, widths, strict=True)):
            return None
    else:
        spare = (room - math.fsum(natural)) / max(len(owners), 1)
        widths = [each + spare for each in natural]
    return _panel(faces, replayed, panel, flows, widths, wide, changes)


def _head(faces: FigureFaces, replayed: Replayed, panel: MovePanel, owner: str) -> str:
    """Return what a column is headed with: its player, and the score if the game keeps one."""
    words = faces.game.words
    name = owner or words("on the table")
    score = standing(replayed.referee.facts(panel.state), owner)
    return f"{name} · {words(score.split()[0])} {score.split()[1]}" if score else name


def _filled(zone: Zone, free: Sequence[str]) -> Zone:
    """A zone with the pieces whose places are free, so that they take their room."""
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


def _panel(
    faces: FigureFaces, replayed: Replayed, panel: MovePanel, flows: Sequence[Column],
    widths: Sequence[float], wide: float, changes: Difference,
) -> Figure:  # fmt: skip
    high = max((each.high for _, each, _ in flows), default=8.0)
    total = NAME + high + 2 * PAD - 1
    marks: list[Mark] = [Area(0, 0, wide, total, "tile", radius=1.8)]
    visible = {(name, piece) for _, each, _ in flows for name, (made, _, _) in each.places.items()
               for piece in made.places}  # fmt: skip
    new = {piece for piece, (lost, _) in changes.items()
           if not any((zone, piece) in visible for zone in lost)}  # fmt: skip
    x, said = PAD, []
    moving: dict[str, list[tuple[str, FaceMark]]] = {}
    free: dict[str, list[tuple[str, FaceMark]]] = {}
    over: list[Mark] = []
    for number, ((owner, inside, frees), column) in enumerate(zip(flows, widths, strict=True)):
        head = _head(faces, replayed, panel, owner) if owner or len(flows) > 1 else ""
        marks.append(Label(head, x, PAD + 1.6, HEAD, face="label", colour="muted"))
        if number:
            line = x - GAP / 2
            marks.append(Stroke(line, 3, line, total - 3, "line", 0.18))
        alone = max(0.0, (column - inside.wide) / 2) if len(flows) == 1 else 0.0
        placed = shifted(inside, x + alone, PAD + NAME - 2)
        said.append(": ".join(filter(None, (head, "; ".join(placed.said)))))
        marks += _pieces(placed, frees, panel, moving, free, over, new)
        x += column + GAP
    marks += [
        *over,
        *_gone(panel, moving, {name for _, each, _ in flows for name in each.places}, changes),
    ]
    marks += _arrows(moving, free, changes) if panel.goes is not None else []
    caption = " ".join(filter(None, (panel.lead and f"{panel.lead}.", panel.caption)))
    return Figure(wide, total, tuple(marks), f"{caption} {'. '.join(said)}.".strip())


def _gone(
    panel: MovePanel, moving: Mapping[str, list[tuple[str, FaceMark]]], drawn: Set[str],
    changes: Difference,
) -> Iterator[Mark]:  # fmt: skip
    """Crosses over pieces that leave for a place that is not among the `drawn` zones."""
    for piece, (lost, gained) in changes.items() if panel.goes is not None else ():
        places = [shown for zone, shown in moving.get(piece, ()) if zone in lost]
        for each in [] if drawn & {*gained} else places[max(0, len(places) - len(lost)) :]:
            for x1, x2 in ((each.x, each.right), (each.right, each.x)):
                yield Stroke(x1, each.y, x2, each.bottom, "second", 0.5)


def _pieces(
    placed: Flow, frees: Mapping[str, list[str]], panel: MovePanel,
    moving: dict[str, list[tuple[str, FaceMark]]], free: dict[str, list[tuple[str, FaceMark]]],
    over: list[Mark], new: Set[str],
) -> list[Mark]:  # fmt: skip
    """The marks of a column, with dashed outlines where pieces will be, or were.

    `new`: pieces that come from a place that is not drawn; they are drawn where they will be.
    """
    gone: set[int] = set()
    for name, (made, dx, dy) in placed.places.items():
        wanted = list(frees.get(name, ()))
        for piece, shown in made.places.items():
            at = [_moved(each, dx, dy) for each in shown]
            count = min(wanted.count(piece), len(at))
            for each in at[len(at) - count :]:
                if panel.goes is None or piece not in new:
                    free.setdefault(piece, []).append((name, each))
                    gone.add(_key(each))
                over.append(ghost(each, "second" if panel.goes is not None else "muted"))
            for each in at[: len(at) - count]:
                moving.setdefault(piece, []).append((name, each))
    return [
        each for each in placed.marks if not isinstance(each, FaceMark) or _key(each) not in gone
    ]


def _key(shown: FaceMark) -> int:
    return hash((round(shown.x, 3), round(shown.y, 3), shown.key))


def _moved(shown: FaceMark, dx: float, dy: float) -> FaceMark:
    from generator.book.marks import moved

    found = moved(shown, dx, dy)
    assert isinstance(found, FaceMark)
    return found


def _arrows(
    moving: Mapping[str, list[tuple[str, FaceMark]]],
    free: Mapping[str, list[tuple[str, FaceMark]]],
    changes: Difference,
) -> list[Mark]:  # fmt: skip
    """An arrow from each piece to its new place; none where the place it leaves is not drawn."""
    found: list[Mark] = []
    for piece, places in free.items():
        left = changes[piece][0]
        sources = [shown for zone, shown in moving.get(piece, ()) if zone in left]
        if not sources:
            continue
        source, target = sources[-1], places[-1][1]
        x1, y1 = source.middle
        x2, y2 = target.middle
        length = hypot(x2 - x1, y2 - y1) or 1
        cx, cy = (x1 + x2) / 2 - (y2 - y1) * 0.16, (y1 + y2) / 2 + (x2 - x1) * 0.16
        start = min(0.28, (source.right - source.x) * 0.35 / length)
        found.append(Arrow(x1 + (cx - x1) * start * 2, y1 + (cy - y1) * start * 2, cx, cy, x2, y2,
                           "second", 0.85, 4.0, "tile"))  # fmt: skip
    return found
