"""Zones of a position: their owners, the pieces in them, and who may see these pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.book.examples import Replayed
from generator.book.framed_text import WRITTEN, spelled, value_of
from validator.core.translations import gettext_noop

PILES = ("deck", "stock", "discard", "box")  # zones that are drawn as one pile
# those of these zones that are face-down unless a field says otherwise
SECRET = ("deck", "stock", "box")
MOST = 24  # pieces; more of them are drawn as a pile with its number
ALL = " of all"  # after a fact of a player: its values of all players, as one zone
SEATS = "seats"  # the component of such a zone
STANDINGS = (gettext_noop("score"), gettext_noop("suns"))

Measure = Callable[[str], float]  # the width of a label in ems


class Bearing(NamedTuple):
    """How a piece lies at another one: behind it or beside it, upright or turned."""

    piece: str
    turned: bool
    behind: bool


@dataclass(frozen=True)
class Zone:
    """A zone of pieces. `owner` is empty if it belongs to the table."""

    owner: str
    title: str  # without the owner's name
    content: Any
    face_down: bool = False  # no player sees its pieces
    hidden: bool = False  # a hand, whose owner alone sees its pieces
    # component of pieces that show a number (the content is then a fact), or `map`
    component: str = ""
    # for a map: its other state, before or after
    other: Mapping[str, Any] = field(default_factory=dict)
    going: bool = False  # whether `other` is the later state
    # The part of the map that its figure shows.
    extent: tuple[int, int, int, int] = ()  # type: ignore[assignment]
    squares: bool = False  # the free squares of a map are drawn
    targets: tuple[str, ...] = ()  # tiles of a map: one that acts, and the one that is changed
    small: bool = False  # only to be recognised
    coming: bool = False  # whether the zone exists only after the step
    more: int = 0  # pieces that are there and are not drawn
    backs: bool = False  # cards that lie face down in front of their owner
    named: bool = True  # whether the name is printed below the zone
    label: str = ""  # name of the zone, if it differs from the title
    whole: frozenset[str] = frozenset()  # pieces that no other may cover
    free: frozenset[str] = frozenset()  # pieces that will enter it, whose places are kept free
    # pieces that belong to another one of this zone
    on: Mapping[str, Bearing] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.owner}'s {self.title}" if self.owner else self.title

    @property
    def pieces(self) -> Mapping[str, int]:
        """The number of copies of each piece, in the order of the zone."""
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
        """Whether only the top piece of the zone is drawn."""
        return self.title.split()[-1] in PILES or self.size > MOST


def zones_of(replayed: Replayed, state: object, wanted: Sequence[str] = ()) -> list[Zone]:
    """Return the zones of a position, with those of the table first.

    `wanted` selects zones, and adds facts.
    """
    players = replayed.referee.names(state)
    fields = replayed.referee.fields
    secret = fields.secret if replayed.referee.declares_zones else None
    private = fields.private if replayed.referee.declares_zones else frozenset()
    found: list[Zone] = []
    facts = replayed.referee.facts(state)
    for name, content in replayed.referee.zones(state).items():
        owner = next((each for each in players if name.startswith(f"{each}'s ")), "")
        title = name.removeprefix(f"{owner}'s ") if owner else name
        fact = facts.get(title)
        if not owner and isinstance(fact, Mapping) and fact.get("owner") in players:
            owner = str(fact["owner"])  # owner of a piece with other pieces on it
        down = title.split()[-1] in SECRET if secret is None else title in secret
        if not wanted or wants(wanted, owner, title):
            hand = bool(owner) and title == "hand"
            backs = bool(owner) and not hand and title in private
            found.append(Zone(owner, title, content, down, hand, backs=backs))
    found += facts_of(replayed, state, wanted)
    if (tiles := tiles_of(replayed.referee.facts(state))) and (not wanted or "map" in wanted):
        found.append(Zone("", "map", tiles, component="map"))
    ordered = ["", *players]
    return sorted(found, key=lambda each: ordered.index(each.owner))


def wants(wanted: Sequence[str], owner: str, title: str) -> bool:
    """Return whether a list of wanted names includes a zone.

    The list may name the zone, its owner, or both together.
    """
    names = {title.lower(), owner.lower(), f"{owner}'s {title}".lower()} - {""}
    return any(each.lower().replace("-", " ") in names for each in wanted)


def facts_of(replayed: Replayed, state: object, wanted: Sequence[str]) -> Iterator[Zone]:
    """Yield wanted facts as zones, to be drawn as lines or, with `as`, as pieces of a component."""
    facts, players = replayed.referee.facts(state), replayed.referee.names(state)
    for each in wanted:
        if each.endswith(ALL):
            title = each.removesuffix(ALL)
            values = {player: value_of(facts, f"{player}.{title}") for player in players}
            yield Zone("", title, values, component=SEATS)
            continue
        path, _, component = each.partition(" as ")
        value = value_of(facts, path) if "." in path or component else None
        if value:
            first = path.partition(".")[0]
            owner = first if first in players else ""
            if component and isinstance(value, Mapping):
                value = {spelled(name, facts[first]): n for name, n in value.items()}
            title = path.rpartition(".")[2]
            yield Zone(owner, title, value, component=component or WRITTEN)


def tiles_of(facts: Mapping[str, object]) -> dict[str, Mapping[str, Any]]:
    """Return the pieces with a position on a map, by name."""
    return {
        name: fact
        for name, fact in facts.items()
        if isinstance(fact, Mapping) and re.fullmatch(r"-?\d+,-?\d+", str(fact.get("at", "")))
    }


def standing(facts: Mapping[str, object], player: str) -> tuple[str, int]:
    """Return the name and value of a player's score.

    The name is empty if the game has no scores.
    """
    for name in STANDINGS:
        scores = facts.get(name)
        value = scores.get(player) if isinstance(scores, Mapping) else None
        if isinstance(value, int):
            return name, value
    return "", 0
