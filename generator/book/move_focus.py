"""Decides what a picture of a move shows in full, what it shows small, and what it omits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from generator.book.faces import FigureFaces
from generator.book.framed_text import WRITTEN
from generator.book.moves import Difference, MovePanel
from generator.book.zones import SEATS, Bearing, Zone

HIDDEN = 2  # pieces of a row that are always drawn rather than counted


@dataclass
class MoveFocus:
    """The zones of a picture before it is drawn, and the pieces that its step moves."""

    faces: FigureFaces
    zones: Sequence[Zone]
    changes: Difference

    def is_token(self, piece: str) -> bool:
        """Return whether a piece is round, or not drawn at all."""
        known = self.faces.named(piece)
        return known is None or known[0].outline == "round"

    def named(self, told: str) -> frozenset[str]:
        """Return the pieces that a text names."""
        told = told.casefold()
        found = set()
        for zone in self.zones:
            for name in zone.pieces:
                piece = self.faces.named(name)
                titles = (name, *((piece[1].title, piece[1].fields.get("name")) if piece else ()))
                if any(re.search(rf"(?<!\w){re.escape(str(each).casefold())}(?!\w)", told)
                       for each in titles if each):  # fmt: skip
                    found.add(name)
        return frozenset(found)

    def destinations(self, away: Difference) -> Iterator[Zone]:
        """For each card that moves to a zone that is not drawn, yield a small free position beside
        its old zone.

        The changes then end there. Several cards that go together are marked instead.
        """
        drawn = {each.name: each for each in self.zones}
        groups: dict[tuple[str, str], list[str]] = {}
        for piece, (lost, gained) in self.changes.items():
            to = away.get(piece, ([], []))[1]
            if gained or self.is_token(piece) or not len(lost) == len(to) == 1:
                continue
            if lost[0] in drawn:
                groups.setdefault((lost[0], to[0]), []).append(piece)
        for (old, new), pieces in groups.items():
            if len(pieces) == 1:
                zone = Zone(drawn[old].owner, new, (), coming=True, small=True,
                            label=self.faces.owned(new))  # fmt: skip
                self.changes[pieces[0]] = [old], [zone.name]
                yield zone

    def is_aside(self, zone: Zone, named: Set[str]) -> bool:
        """Return whether the step and its text concern other cards, but none of this zone."""
        matter = {*self.changes} | named
        others = any(not self.is_token(piece) for each in self.zones
                     for piece in matter & {*each.pieces})  # fmt: skip
        has_cards = not all(map(self.is_token, zone.pieces))
        return others and has_cards and not matter & {*zone.pieces} and not self.moves(zone)

    def moves(self, zone: Zone) -> bool:
        """Return whether pieces leave or enter a zone."""
        return any(zone.name in (*lost, *gained) for lost, gained in self.changes.values())

    def concerned(self, zone: Zone, named: Set[str]) -> Zone:
        """Return the zone, but a hand in which no piece matters without its pieces.

        A named piece that moves elsewhere is another copy.
        """
        if not zone.hidden or self.moves(zone) or (named - {*self.changes}) & {*zone.pieces}:
            return zone
        return replace(zone, content=())

    def folded(self, zone: Zone, whole: Set[str], later: Mapping[str, Bearing]) -> Zone:
        """Return a zone without most of the pieces that this step does not concern.

        The first and the last piece are kept, and those at which pieces lie `later`.
        """
        if (not isinstance(zone.content, tuple) or zone.is_pile or zone.hidden
                or zone.title == "map"):  # fmt: skip
            return zone
        ends = {0, len(zone.content) - 1}
        kept = {piece for at, piece in enumerate(zone.content) if at in ends or piece in whole}
        on = {**later, **zone.on}
        coming = {piece for piece, (_, gained) in self.changes.items() if zone.name in gained}
        kept |= {on[piece].piece for piece in kept | coming if piece in on}
        kept |= {piece for piece, bearing in on.items() if bearing.piece in kept}
        shown = tuple(piece for piece in zone.content if piece in kept)
        more = len(zone.content) - len(shown)
        return replace(zone, content=shown, more=more) if more > HIDDEN else zone


def seated(zone: Zone, panel: MovePanel) -> Zone:
    """Return a zone that compares players as one of who acts, if the caption names all of them.

    If it does not, the zone is not drawn. Other zones are returned as they are.
    """
    if zone.component != SEATS:
        return zone
    actor = panel.line.partition(" ")[0]
    if actor in zone.content and all(player in panel.caption for player in zone.content):
        return replace(zone, owner=actor)
    return replace(zone, component="", content=())


def with_new_word(faces: FigureFaces, zone: Zone, later: Sequence[Zone]) -> Zone:
    """Return a zone of one written word with the word that replaces it, if it changes."""
    new = next((each.content for each in later if each.name == zone.name), None)
    words = [zone.content, new]
    if zone.component != WRITTEN or new == zone.content or not all(type(w) is str for w in words):
        return zone
    return replace(zone, content=" → ".join(map(faces.label, words)))
