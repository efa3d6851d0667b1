"""Places faces and labels of figures, in millimetres: components and positions.

A position is drawn from the referee's zones, which say where each printed piece is, and from facts:
what is written, rolled or counted. Those of a player share a row with the player's name. Pieces
with a place on a map (a fact `at`) are drawn as the map.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import Any

from generator.book.examples import Replayed
from generator.book.marks import Figure, Label, Rule, Shown
from generator.book.tree import Picture
from generator.book.written import Written, counts_of, spelled, value_of, written
from generator.faces.fonts import Face
from generator.kit.pieces import PieceFaces
from validator.core.model import Card, Component, in_words
from validator.core.translations import Translations, gettext_noop

CARD = 15.0  # mm, how high a card of a position is
TOKEN = 6.5
TILE = 14.0
PICTURE = 40.0  # mm, how high a picture of a component is at most
MANY = 9  # pieces of a zone that are drawn beside each other; more overlap
MOST = 24  # pieces that overlap; of more only a pile with its number is drawn
LABEL = 2.5  # mm, the size of a zone's label
GAP = 2.2
HIGHEST = 105.0  # mm, a position; a larger one is drawn with smaller pieces
PILES = ("deck", "stock", "discard", "box")  # zones that are drawn as one pile
STANDINGS = (gettext_noop("score"), gettext_noop("suns"))
PARTS = (1.0, 0.85, 0.7, 0.55)
LARGER = (1.5, 1.35, 1.2, 1.1)  # where a page has room that nothing else takes


def pictures(faces: PieceFaces, wanted: Sequence[Picture], wide: float) -> Figure:
    """Components beside each other, in one scale, as large as the width allows."""
    found = [
        (faces.game.component(each.component), faces.game.component(each.component).card(each.card),
         each) for each in wanted
    ]  # fmt: skip
    gap = 4.0
    groups: list[list[tuple[Component, Card, Picture, float, float]]] = []
    for component, card, each in found:
        right, down = each.on or (0.0, 0.0)
        if each.on and groups:
            groups[-1].append((component, card, each, right, down))
        else:
            groups.append([(component, card, each, 0.0, 0.0)])
    boxes = [_around(group) for group in groups]
    across = fsum(right - left for left, _, right, _ in boxes)
    tallest = max(low - top for _, top, _, low in boxes)
    scale = min((wide - gap * (len(boxes) - 1)) / across, PICTURE / tallest, 1.0)
    total = across * scale + gap * (len(boxes) - 1)
    x, shown = (wide - total) / 2, []
    for group, (left, top, right, low) in zip(groups, boxes, strict=True):
        y = (tallest - (low - top)) * scale / 2
        for component, card, each, dx, dy in group:
            key = faces.key(component, card, each.back)
            size = component.size
            if key is not None:
                at = x + (dx - left) * scale, y + (dy - top) * scale
                shown.append(
                    Shown(key, *at, size.width, size.height, scale, component.outline, each.alt)
                )
        x += (right - left) * scale + gap
    alt = "; ".join(each.alt for each in wanted)
    return Figure(wide, tallest * scale, tuple(shown), (), (), alt)


def _around(
    group: Sequence[tuple[Component, Card, Picture, float, float]],
) -> tuple[float, float, float, float]:
    """The box around pictures that lie on each other: left, top, right and bottom in mm."""
    return (
        min(x for *_, x, _ in group),
        min(y for *_, y in group),
        max(x + each.size.width for each, *_, x, _ in group),
        max(y + each.size.height for each, *_, y in group),
    )


# ---- positions


@dataclass(frozen=True)
class _Zone:
    """Where pieces are, without its owner's name."""

    title: str
    content: Any
    face_down: bool  # no player sees its pieces

    @property
    def is_pile(self) -> bool:
        """Whether only the piece on top is drawn."""
        return self.title.split()[-1] in PILES or _size(self.content) > MOST


@dataclass(frozen=True)
class _Fact:
    """A fact by its path without its owner's name; `component`: pieces that show its number."""

    title: str
    content: Any
    component: str


@dataclass
class _Group:
    """Zones under one name: a player's, or the table's."""

    name: str
    zones: list[_Zone] = field(default_factory=list)
    facts: list[_Fact] = field(default_factory=list)


def position(
    faces: PieceFaces,
    replayed: Replayed,
    state: object,
    wide: float,
    measure: Callable[[str], float],
) -> Figure | None:
    """A position as a figure, as large as a page takes it; None where nothing can be drawn.

    `measure` gives the width of a label in mm.
    """
    return next(iter(positions(faces, replayed, state, wide, measure)), None)


def positions(
    faces: PieceFaces,
    replayed: Replayed,
    state: object,
    wide: float,
    measure: Callable[[str], float],
    parts: Sequence[float] = PARTS,
) -> list[Figure]:
    """A position in several sizes, the largest that a page takes first."""
    wanted = replayed.script.zones or _changed(replayed)
    facts = replayed.referee.facts(state)
    groups = _groups(replayed, state, wanted)
    found: list[Figure] = []
    for part in parts:
        drawn = _Drawn(faces, wide, measure, part)
        if "map" in wanted and (tiles := _tiles(facts)):
            drawn.map(tiles, replayed.referee.face_down(state))
        for group in groups:
            drawn.group(group, _standing(facts, group.name, faces.game.words))
        figure = drawn.figure()
        fits = drawn.right <= wide and drawn.y <= HIGHEST
        if figure is not None and (fits or part == PARTS[-1]):
            found.append(figure)
    return found


def _changed(replayed: Replayed) -> tuple[str, ...]:
    """The zones that differ before and after; all of a start alone."""
    before = replayed.referee.zones(replayed.before)
    after = replayed.referee.zones(replayed.after)
    names = tuple(name for name in after if before.get(name) != after[name])
    if not replayed.script.example or not names:
        return tuple(after)
    if _tiles(replayed.referee.facts(replayed.before)) != _tiles(
        replayed.referee.facts(replayed.after)
    ):
        names = ("map", *names)
    return names


def _groups(replayed: Replayed, state: object, wanted: Sequence[str]) -> list[_Group]:
    """The wanted zones, the table's first, each player's together."""
    zones = replayed.referee.zones(state)
    players = replayed.referee.names(state)
    groups: dict[str, _Group] = {}
    for name, content in zones.items():
        owner = next((each for each in players if name.startswith(f"{each}'s ")), "")
        if not _is_wanted(name, owner, wanted) or not _size(content):
            continue
        title = name.removeprefix(f"{owner}'s ") if owner else name
        zone = _Zone(title, content, title in replayed.referee.fields.secret)
        groups.setdefault(owner, _Group(owner)).zones.append(zone)
    facts = replayed.referee.facts(state)
    for each in wanted:
        path, _, component = each.partition(" as ")
        value = value_of(facts, path)
        if "." in path and value:
            first = path.partition(".")[0]
            owner = first if first in players else ""
            if component and isinstance(value, Mapping):
                value = {spelled(name, facts[first]): each for name, each in value.items()}
            fact = _Fact(path.removeprefix(f"{owner}.").replace(".", ": "), value, component)
            groups.setdefault(owner, _Group(owner)).facts.append(fact)
    return [groups[each] for each in ("", *players) if each in groups]


def _is_wanted(name: str, owner: str, wanted: Sequence[str]) -> bool:
    names = {name.lower(), owner.lower()} - {""}
    return any(each.lower() in names for each in wanted)


def _size(content: Any) -> int:
    if isinstance(content, Mapping):
        return sum(content.values())
    return len(content)


def _standing(facts: Mapping[str, object], player: str, words: Translations) -> str:
    """A player's score, where the game keeps one."""
    for name in STANDINGS:
        scores = facts.get(name)
        if isinstance(scores, Mapping) and player in scores:
            return f"{words(name)} {in_words(scores[player])}"
    return ""


def _tiles(facts: Mapping[str, object]) -> dict[str, Mapping[str, Any]]:
    """Things with a place on a map, by name."""
    return {
        name: fact
        for name, fact in facts.items()
        if isinstance(fact, Mapping) and "," in str(fact.get("at", ""))
    }


_Found = tuple[Component, Card, str, int]  # a piece, how the zone calls it, and how many


class _Drawn:
    """A figure being drawn, row by row."""

    def __init__(
        self, faces: PieceFaces, wide: float, measure: Callable[[str], float], part: float
    ) -> None:
        self.faces = faces
        self.wide = wide
        self.measure = measure
        self.part = part  # how large pieces are
        self.y = 0.0
        self.beside: tuple[float, float] | None = None  # left edge and top of a free half row
        self.shown: list[Shown] = []
        self.labels: list[Label] = []
        self.rules: list[Rule] = []
        self.said: list[str] = []

    def figure(self) -> Figure | None:
        if not self.said:
            return None
        alt = ". ".join(self.said)
        return Figure(
            self.wide, self.y, tuple(self.shown), tuple(self.labels), tuple(self.rules), alt
        )

    @property
    def right(self) -> float:
        """Where the last piece ends, in mm."""
        return max((each.x + each.wide * each.scale for each in self.shown), default=0.0)

    # ---- rows of zones

    def group(self, group: _Group, standing: str) -> None:
        """A player's or the table's zones in rows."""
        blocks = [block for block in map(self.block, group.zones) if block]
        blocks += [block for fact in group.facts for block in self.fact(fact)]
        if not blocks:
            return
        half = (self.wide - 2 * GAP) / 2
        across = fsum(block.wide for block in blocks) + GAP * 1.8 * (len(blocks) - 1)
        x, end = 0.0, self.y
        if self.beside is not None and across <= half:
            (x, self.y), self.beside = self.beside, None
        else:
            if self.y:
                self.rules.append(Rule(0, self.y + 0.4, self.wide, 0))
                self.y += 1.8
            self.beside = (half + 2 * GAP, self.y) if across <= half else None
        name = group.name + (f", {standing}" if standing else "")
        said = "; ".join(block.said for block in blocks)
        self.said.append(f"{name}: {said}" if name else said)
        words = self.faces.game.words
        self.labels.append(Label(name or words("on the table"), x, self.y + 2.6, 3.0, bold=True))
        self.y += 4.0
        self.flow(blocks, x)
        self.y = max(self.y, end)

    def flow(self, blocks: Sequence[_Block], indent: float) -> None:
        """Blocks from left to right, broken into rows."""
        x, high = indent, 0.0
        for block in blocks:
            if x > indent and x + block.wide > self.wide:
                self.y += high + GAP
                x, high = indent, 0.0
            self.labels.append(Label(block.title, x, self.y + LABEL, LABEL))
            top = self.y + LABEL + 1.1
            for shown, dx, dy in block.pieces:
                self.shown.append(
                    Shown(shown.key, x + dx, top + dy, shown.wide, shown.high, shown.scale,
                          shown.outline, shown.title)
                )  # fmt: skip
            for label in block.labels:
                self.labels.append(
                    Label(label.text, x + label.x, top + label.y, label.size, label.anchor,
                          label.bold, label.badge)
                )  # fmt: skip
            for rule in block.rules:
                self.rules.append(replace(rule, x=x + rule.x, y=top + rule.y))
            x += block.wide + GAP * 1.8
            high = max(high, LABEL + 1.1 + block.high)
        self.y += high + GAP

    def block(self, zone: _Zone) -> _Block | None:
        """A zone's pieces beside each other, under its label; a pile as the piece on its top."""
        pieces = [*_counted(zone.content)]
        found: list[_Found] = [
            (card[0], card[1], name, n) for name, n in pieces if (card := self.faces.find(name))
        ]
        if not found:
            return None
        words = self.faces.game.words
        title, total = words(zone.title), sum(n for *_, n in found)
        flat = any(component.outline != "round" for component, *_ in found)
        if flat and (zone.face_down or zone.is_pile):
            component, printed, name, _ = self.top(zone, found)
            down = zone.face_down and component.back is not None
            cards = words.many("%(num)s card", "%(num)s cards", total)
            top = "" if down else ", " + words("%(card)s on top", card=name)
            block = _Block(title, f"{title}: {cards}{top}")
            self.add(block, component, printed, total, down)
        else:
            said = ", ".join(f"{n} {name}" if n > 1 else name for _, _, name, n in found)
            block = _Block(title, f"{title}: {said}")
            apart = self.apart(found) if flat and total > MANY else None
            for component, printed, _, n in found:
                self.add(block, component, printed, n, False, apart)
        block.wide = max(block.wide, self.measure(title) * LABEL)
        return block if block.pieces else None

    def fact(self, fact: _Fact) -> Iterator[_Block]:
        """What is written, rolled, or marked with pieces of a component."""
        words = self.faces.game.words
        if not fact.component:
            found = written(fact.title, fact.content, self.wide / 3 - 2 * GAP, self.measure, words)
            if found is not None:
                yield self.framed(found)
            return
        component = self.faces.game.component(fact.component)
        for name, count in counts_of(fact.content).items():
            title = ": ".join(words(each) for each in (fact.title, name) if each)
            block = _Block(title, f"{title}: {count}")
            self.add(block, component, component.cards[0], count, False)
            block.wide = max(block.wide, self.measure(title) * LABEL)
            if count:
                yield block

    def framed(self, found: Written) -> _Block:
        """Written lines as a block."""
        block = _Block(found.title, f"{found.title}: {found.said}")
        block.labels, block.rules = found.labels, found.rules
        block.wide = max(found.wide, self.measure(found.title) * LABEL)
        block.high = found.high
        return block

    def top(self, zone: _Zone, found: Sequence[_Found]) -> _Found:
        """The piece that is seen of a pile: the last that came to it; any of hidden ones."""
        return found[0] if zone.face_down else found[-1]

    def apart(self, found: Sequence[_Found]) -> float:
        """From one piece's left edge to the next's, where they overlap to fill a row."""
        component = found[0][0]
        wide = component.size.width * self.high(component) / component.size.height
        return min(wide + 1, (self.wide - wide) / max(len(found) - 1, 1))

    def high(self, component: Component) -> float:
        """How high a piece is drawn."""
        if component.outline == "round":
            return TOKEN
        return (CARD if component.size.height > component.size.width else TILE) * self.part

    def add(
        self, block: _Block, component: Component, card: Card, count: int, back: bool,
        apart: float | None = None,
    ) -> None:  # fmt: skip
        """A piece at the right end of a block, with its number where there are several.

        `apart`: how far behind the piece before it begins; None: behind its end.
        """
        key = self.faces.key(component, card, back)
        if key is None:
            return
        size, is_round = component.size, component.outline == "round"
        high = self.high(component)
        scale = high / size.height
        x = block.wide + 1.0
        if apart is not None and block.pieces:
            x = block.pieces[-1][1] + apart
        elif not block.pieces:
            x = 0.0
        block.pieces.append(
            (Shown(key, 0, 0, size.width, size.height, scale, component.outline, card.title), x, 0)
        )
        block.wide = x + size.width * scale
        block.high = max(block.high, high)
        if count > 1:
            if is_round:
                words = f"× {count}"
                block.labels.append(Label(words, block.wide + 0.8, high / 2 + 0.9, 2.7, bold=True))
                block.wide += self.measure(words) * 2.7 + 1.2
            else:
                middle = x + size.width * scale / 2
                block.labels.append(
                    Label(str(count), middle, high - 2.6, 2.7, "middle", True, "paper")
                )

    # ---- maps

    def map(self, tiles: Mapping[str, Mapping[str, object]], face_down: Collection[str]) -> None:
        """Tiles at their places, with what lies on each."""
        places = {name: _place(fact) for name, fact in tiles.items()}
        left, right = min(x for x, _ in places.values()), max(x for x, _ in places.values())
        low, top = min(y for _, y in places.values()), max(y for _, y in places.values())
        across, down = right - left + 1, top - low + 1
        step = min(16.0 * self.part, self.wide / across)
        start = (self.wide - step * across) / 2
        for name, (x, y) in places.items():
            at_x, at_y = start + (x - left) * step, self.y + (top - y) * step
            self.tile(name, tiles[name], name in face_down, at_x, at_y, step - 0.6)
        self.y += step * down + GAP
        self.said.append(
            self.faces.game.words("the map")
            + ": "
            + ", ".join(f"{name} {fact['at']}" for name, fact in tiles.items())
        )

    def tile(
        self, name: str, fact: Mapping[str, object], down: bool, x: float, y: float, side: float
    ) -> None:
        """A tile and its value, with its back up if it lies face down."""
        found = self.faces.find(name)
        if found is None:
            return
        component, card = found
        key = self.faces.key(component, card, down)
        if key is not None:
            size = component.size
            scale = side / size.width
            self.shown.append(
                Shown(key, x, y, size.width, size.height, scale, component.outline, name)
            )
        if fact.get("value"):
            self.labels.append(
                Label(str(fact["value"]), x + side - 2.8, y + 3.9, 3.4, "middle", True,
                      str(fact.get("colour", "paper")))
            )  # fmt: skip


@dataclass
class _Block:
    """A zone: its pieces with their places in it."""

    title: str
    said: str
    pieces: list[tuple[Shown, float, float]] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    wide: float = 0.0
    high: float = 0.0


def _place(fact: Mapping[str, object]) -> tuple[int, int]:
    x, y = str(fact["at"]).split(",")
    return int(x), int(y)


def _counted(content: Any) -> Iterator[tuple[str, int]]:
    """Pieces of a zone with their numbers, in its order."""
    if isinstance(content, Mapping):
        yield from ((str(name), count) for name, count in content.items() if count)
        return
    names = [str(each) for each in content]
    for name in reversed(dict.fromkeys(reversed(names))):  # the last of all stays the last
        yield name, names.count(name)


def measured(face: Face) -> Callable[[str], float]:
    """The width of words in ems."""
    return lambda words: face.width(words) / 1000
