"""Tracks which zones change from one state to the next.

States share the objects that a step leaves unchanged. Zones are therefore compared by identity, and
all zones of a player whose `Seat` object is the same are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from validator.referee.referee import Referee, Zone

P = TypeVar("P")
# A zone by its index in the layout, and its old and new content: names, numbers, or one number.
Change = tuple[int, Any, Any]
seats_of = attrgetter("seats")


class ZoneTracker:
    """Tracks the zones of the latest state, and those that the last step changed."""

    def __init__(self, referee: Referee[P]) -> None:
        self.referee: Referee[Any] = referee
        self.state: Any = None
        # Names, and the pieces that are counted there.
        self.layout: Sequence[tuple[str, Sequence[str]]] = ()
        self.changes: Sequence[Change] = ()
        self.anew = True  # no earlier state: all zones count as changed
        self._common: tuple[Any, ...] = ()
        self._seats: Sequence[Any] = ()
        self._own: list[tuple[Any, ...]] = []  # by seat
        self._others: tuple[Any, ...] = ()
        self._declared = referee.declares_zones

    def begin(self, state: object) -> None:
        """Record all zones of a state."""
        self.state, self.anew = state, True
        fields = self.referee.fields
        if not self.referee.declares_zones:
            zones = self.referee.zones(state)
            self.layout = [(name, ()) for name in zones]
            self.changes = [(index, (), _named(zone)) for index, zone in enumerate(zones.values())]
            return
        self.layout = fields.layout(state)
        self._common, self._others = fields.common_parts(state), fields.other_parts(state)
        self._seats, self._own = seats_of(state), [*map(fields.own_parts, seats_of(state))]
        self.changes = [
            (index, _nothing(part) if counts else (), part)
            for index, ((_, counts), part) in enumerate(
                zip(self.layout, fields.parts(state), strict=True)
            )
        ]

    def step(self, before: object, after: object) -> None:
        """Find the zones that a step changed: all of them if `before` is not the latest state."""
        fields = self.referee.fields
        if before is not self.state and self._declared:
            self.begin(before)
        if not self._declared or len(seats_of(after)) != len(self._seats):
            self.begin(after)
            return
        self.state, self.anew = after, False
        now = fields.common_parts(after)
        looked_at = [(0, self._common, now)]
        self._common, place = now, len(now)
        if (seats := seats_of(after)) is not self._seats:
            own = self._own
            for seat, (was, player) in enumerate(zip(self._seats, seats, strict=True)):
                if was is not player:
                    now = fields.own_parts(player)
                    looked_at.append((place + seat * len(now), own[seat], now))
                    own[seat] = now
            self._seats = seats
        if self._others:
            now = fields.other_parts(after)
            looked_at.append((len(self.layout) - len(now), self._others, now))
            self._others = now
        self.changes = changes = []
        for first, held, holds in looked_at:
            place = first
            for old, new in zip(held, holds, strict=True):
                if old is not new and old != new:  # some parts are computed on each access
                    changes.append((place, old, new))
                place += 1


def _nothing(numbers: Any) -> Any:
    """Return the value that stands for an empty zone, for counted pieces."""
    return 0 if type(numbers) is int else (0,) * len(numbers)


def _named(zone: Zone) -> Sequence[str]:
    """Return the names of the pieces in a zone, one for each piece."""
    return tuple(Counter(zone).elements()) if isinstance(zone, Mapping) else zone
