"""Checks after every step of any game that no piece was lost, and records the checked rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Any

from validator.referee.core import Move
from validator.referee.pieces import ZoneTracker
from validator.referee.referee import P, Referee, Zone
from validator.referee.zones import census, difference

LONG = 20  # pieces in a zone; above it, unchanged pieces are skipped, because sorting takes long
FULL_COUNT_EVERY = 64  # steps between two counts of all zones; other steps count changed zones only

OUTSIDE = "outside"  # the zone of pieces that a game does not use


def overdrawn(zones: Mapping[str, Zone]) -> str:
    """Return a message about the first zone with a negative number of a piece, or an empty
    string.
    """
    for name, zone in zones.items():
        if not isinstance(zone, tuple) and isinstance(zone, Mapping) and name != OUTSIDE:
            for piece, number in zone.items():
                if number < 0:
                    return f"{name}: {number} {piece}"
    return ""


class Conservation:
    """Checks that every printed piece is in exactly one zone, before and after every step.

    Usually, only the zones that a step changed are compared; all pieces are counted every few
    steps, and whenever a comparison fails.
    """

    def __init__(self, referee: Referee[P], expected: Mapping[str, int] | None = None) -> None:
        self.referee: Referee[Any] = referee
        self.expected = dict(referee.printed() if expected is None else expected)
        self.steps = 0
        self.pieces = ZoneTracker(referee)

    def after(self, before: object, after: object) -> str:
        """Return the pieces that a step lost, duplicated or created, as text or ""."""
        self.steps += 1
        pieces = self.pieces
        pieces.step(before, after)
        if pieces.anew or not self.steps % FULL_COUNT_EVERY:
            return self.full(after)
        left: list[str] = []
        came: list[str] = []
        was: dict[Sequence[str], tuple[int, ...]] = {}  # sums by the names of counted pieces
        now: dict[Sequence[str], tuple[int, ...]] = {}
        layout = pieces.layout
        for place, old, new in pieces.changes:
            numbered = layout[place][1]
            if not numbered:
                width = len(old)
                if new[:width] == old:  # pieces were put on a pile
                    came += new[width:]
                    continue
                if width > LONG:
                    old, new = _differing(old, new)
                left += old
                came += new
                continue
            if type(new) is int:  # a number of identical pieces
                old, new = (old,), (new,)
            if min(new) < 0:
                return self.full(after)
            if numbered in was:
                was[numbered] = tuple(map(add, was[numbered], old))
                now[numbered] = tuple(map(add, now[numbered], new))
            else:
                was[numbered], now[numbered] = old, new
        left.sort()
        came.sort()
        return "" if left == came and was == now else self.full(after)

    def full(self, state: object) -> str:
        """Count the pieces in all zones, and return the differences from the printed numbers as
        text.
        """
        zones = self.referee.zones(state)
        owed = overdrawn(zones)
        return owed or difference(census(zones), self.expected)


def _differing(old: Sequence[str], new: Sequence[str]) -> tuple[Iterable[str], Iterable[str]]:
    """Return the pieces that left a zone and those that entered it; both may include unmoved
    pieces.
    """
    before, now = set(old), set(new)
    if len(before) == len(old) and len(now) == len(new):
        return before - now, now - before
    return old, new


class Coverage:
    """Collects the places where each rule was kept and where it refused a move."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.broken: dict[str, list[str]] = {}
        self.enforced: dict[str, dict[str, None]] = {}  # rule -> places of the code

    def keep(self, rule: str, place: str) -> None:
        """Record that a rule was checked and not broken."""
        self.kept.setdefault(rule, []).append(place)

    def enforce(self, rule: str, place: str) -> None:
        """Record that a rule is enforced at a place in the code."""
        self.enforced.setdefault(rule, {})[place] = None

    def break_(self, rule: str, place: str) -> None:
        """Record that a move was refused because of a rule."""
        self.broken.setdefault(rule, []).append(place)

    def kept_by(self, referee: Referee[P], state: P, move: Move, place: str) -> None:
        """Record all rules that were checked for a legal move."""
        for rule in referee.kept(state, move):
            self.keep(rule, place)
