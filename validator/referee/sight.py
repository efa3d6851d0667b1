"""The view of a state that one player has, and the parts of a step that must stay hidden.

Only `Sight.of` gets the complete state. All other code gets the view, so it cannot reveal more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from validator.referee.zones import Zone

if TYPE_CHECKING:
    from validator.referee.referee import Referee

PUBLIC = -3  # the seat of spectators, who see what every player sees
OPEN = -4  # the seat of the host, who sees everything
UNSEEN = "?"
WORLDS = 6  # states compared to find what a seat cannot know
S = TypeVar("S", bound="Sight")
P = TypeVar("P")  # a state


class Sight:
    """A state as one player may see it.

    In the zones in `unsure`, the numbers of pieces are hidden.
    """

    def __init__(self, referee: Referee[Any], state: Any, seat: int, unsure: frozenset[str]):
        self.referee: Referee[Any] = referee
        self.state: Any = state  # the seat's view
        self.seat = seat
        self.unsure = unsure

    @classmethod
    def of(cls: type[S], referee: Referee[P], state: P, seat: int) -> S:
        """Return the view of the player in a seat; after the end of the game, everything is
        visible.

        A zone is unsure if it holds numbers of pieces whose kinds the seat cannot know.
        """
        if seat == OPEN or referee.to_act(state) is None:
            return cls(referee, state, seat, frozenset())
        return cls(referee, referee.view(state, seat), seat, referee.fields.unsure(state, seat))

    @cached_property
    def held(self) -> Mapping[str, Zone]:
        """The pieces in each zone, as far as the player sees them."""
        if self.referee.declares_zones:
            return self.referee.fields.zones_in(self.state)
        return self.referee.zones(self.state)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players by seat."""
        return self.referee.names(self.state)

    def visible(self) -> Counter[str]:
        """Return the pieces that the player can identify, each with the number that is visible."""
        found: Counter[str] = Counter()
        for zone in self.held.values():
            if isinstance(zone, Mapping):
                found.update({piece: number for piece, number in zone.items() if number > 0})
            else:
                found.update(zone)
        found.pop(UNSEEN, None)
        return found


def determinizations(referee: Referee[P], state: P, seat: int) -> Iterator[Any]:
    """Yield states that look the same to the player in a seat; the sequence depends only on that
    player's view.
    """
    if referee.latest_worlds[0] is not state:
        referee.latest_worlds = state, {}
    known = referee.latest_worlds[1].setdefault(seat, [])
    for number in range(WORLDS):
        if number == len(known):
            known.append(referee.shuffled(state, seat, Random(number)))
        yield known[number]


def _more(zone: Zone, other: Zone) -> Counter[str]:
    """Return the pieces of which a zone has more copies than another one."""
    return Counter(zone) - Counter(other)


class Unseen(NamedTuple):
    """The pieces that a step must not reveal to a player, and whether numbers are hidden."""

    pieces: frozenset[str]
    numbers: bool


def unseen(before: object, after: object, old: Sight, new: Sight) -> Unseen:
    """Return what a step between two states must not reveal to a player.

    `old` and `new` are the player's views of the states.
    """
    referee = old.referee
    zones, now = referee.zones(before), referee.zones(after)
    known = {*old.visible(), *new.visible()}
    hidden = {piece for piece in referee.printed() if piece not in known}
    arrived = {name: _more(zone, zones.get(name, ())) & _more(zone, new.held.get(name, ()))
               for name, zone in now.items() if not isinstance(zone, Mapping)}  # fmt: skip
    out_of_sight = [pieces for pieces in arrived.values() if pieces]
    if len(out_of_sight) == 1:  # the player saw the pieces leave, so they are known
        gone = [_more(zone, new.held.get(name, ())) for name, zone in old.held.items()
                if not isinstance(zone, Mapping)]  # fmt: skip
        out_of_sight = [out_of_sight[0] - sum(gone, Counter())]
    hidden.update(*out_of_sight)
    unsure = (*old.unsure, *new.unsure)
    return Unseen(frozenset(hidden), any(zones.get(name) != now.get(name) for name in unsure))
