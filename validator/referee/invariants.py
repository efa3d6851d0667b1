"""Observers: they see every step and say what must never be. None of them knows a game's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import compress
from operator import add, is_not, sub
from random import Random
from typing import Any

from validator.referee.core import Move
from validator.referee.referee import Referee, Zone
from validator.referee.zones import census, difference

LONG = 20  # pieces in a zone: most of them stay where they are, and sorting them takes long
FULL_COUNT_EVERY = 16  # steps between two counts of all zones; in between only what changed


OUTSIDE = "outside"  # the zone of pieces that take no part in a game


def overdrawn(zones: Mapping[str, Zone]) -> str:
    """The first zone that holds less than nothing of a piece, in words; empty if none does.

    Only the zone OUTSIDE may: where other objects stand in for pieces, the kit is short of them.
    """
    for name, zone in zones.items():
        if not isinstance(zone, tuple) and isinstance(zone, Mapping) and name != OUTSIDE:
            for piece, number in zone.items():
                if number < 0:
                    return f"{name}: {number} {piece}"
    return ""


class Conservation:
    """Every printed piece lies in exactly one zone, before and after every step.

    What did not change is shared between two positions, so only changed zones are counted;
    every few steps, and at the end, all of them are.
    """

    def __init__(self, referee: Referee[Any], expected: Mapping[str, int] | None = None) -> None:
        self.referee = referee
        self.expected = dict(referee.printed() if expected is None else expected)
        self.steps = 0
        self.latest: tuple[Any, tuple[Any, ...]] = (None, ())  # a position and its parts

    def after(self, before: object, after: object) -> str:
        """What was lost, doubled or made by a step; empty if nothing."""
        self.steps += 1
        if self.steps % FULL_COUNT_EVERY == 0:
            return self.full(after)
        parts, now_parts = self.parts(before), self.parts(after)
        if len(parts) != len(now_parts):  # somebody joined
            return self.full(after)
        left: list[str] = []
        came: list[str] = []
        sums: dict[int, list[int]] = {}  # what numbers grew by in all, by the width of their zones
        old: Any
        new: Any
        pairs = zip(parts, now_parts, strict=True)
        for old, new in compress(pairs, map(is_not, parts, now_parts)):
            if old == new:
                continue
            if type(new) is int:  # a pile of pieces that are all alike
                old, new = (old,), (new,)
            width = len(old)
            if type((old or new)[0]) is int:
                if width != len(new) or min(new) < 0:
                    return self.full(after)
                grown = map(sub, new, old)
                sums[width] = [*map(add, sums[width], grown)] if width in sums else [*grown]
            elif new[:width] == old:  # pieces laid on a pile
                came += new[width:]
            else:
                was, now = (set(old), set(new)) if width > LONG else (set(), set())
                if len(was) == width and len(now) == len(new):  # no two pieces are alike
                    left += was - now
                    came += now - was
                else:
                    left += old
                    came += new
        if len(left) == len(came) and not any(map(any, sums.values())):
            left.sort()
            came.sort()
            if left == came:
                return ""
        return self.full(after) or "pieces changed places between zones of different kinds"

    def parts(self, state: object) -> tuple[Any, ...]:
        """The zones of a position as they are held; asked once for the latest."""
        if self.latest[0] is not state:
            self.latest = state, self.referee.parts(state)
        return self.latest[1]

    def full(self, state: object) -> str:
        """Count every zone of a position. No zone owes what another has too many."""
        zones = self.referee.zones(state)
        owed = overdrawn(zones)
        return owed or difference(census(zones), self.expected)


class PeakUse:
    """The most of each piece that was ever away from its supply at once."""

    def __init__(self, referee: Referee[Any], supply: tuple[str, ...] = ("box", "pool")) -> None:
        self.referee = referee
        self.supply = supply
        self.peak: Counter[str] = Counter()

    def after(self, _: object, after: object) -> str:
        """Raise the peaks. There is nothing to complain of."""
        zones = self.referee.zones(after)
        used = census({name: zone for name, zone in zones.items() if name not in self.supply})
        self.peak |= used
        return ""


class Knowledge:
    """What is legal for a player, and shown to them, may not depend on what they cannot see."""

    def __init__(self, referee: Referee[Any], seed: int = 0) -> None:
        self.referee = referee
        self.random = Random(seed)

    def after(self, _: object, after: object) -> str:
        """Compare a position with one that a player cannot tell from it, for each player."""
        referee = self.referee
        legal = referee.legal(after)
        for seat, name in enumerate(referee.players):
            other = referee.shuffled(after, seat, self.random)
            if referee.view(after, seat) != referee.view(other, seat):
                return f"{name} can see something hidden"
            own = _of(seat, legal)
            if not own and seat != referee.to_act(after):
                continue
            if own != _of(seat, referee.legal(other)):
                return f"what {name} may do depends on something hidden"
            for move in own:
                if referee.written(after, move) != referee.written(other, move):
                    return f"the trace of '{referee.written(after, move)}' shows something hidden"
        return ""


def _of(seat: int, moves: list[Move]) -> list[Move]:
    """The moves of one player, where a game lists what several may do."""
    return [move for move in moves if move.seat == seat]


class Coverage:
    """Which rules were kept and which refused a move, and where."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.broken: dict[str, list[str]] = {}
        self.enforced: dict[str, dict[str, None]] = {}  # rule -> places of the code

    def keep(self, rule: str, place: str) -> None:
        """A rule was at work and nothing was wrong."""
        self.kept.setdefault(rule, []).append(place)

    def enforce(self, rule: str, place: str) -> None:
        """A rule was seen at work at a place of the code."""
        self.enforced.setdefault(rule, {})[place] = None

    def break_(self, rule: str, place: str) -> None:
        """A rule refused something."""
        self.broken.setdefault(rule, []).append(place)

    def kept_by(self, referee: Referee[Any], state: object, move: Move, place: str) -> None:
        """Every rule that had something to say about a legal move and was content."""
        for rule in referee.kept(state, move):
            self.keep(rule, place)
