"""The cards of a player of Sing! O Muse: the hand, Crews with their cards, and victory pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from validator.referee.zones import put, quick_copies

Pieces = tuple[str, ...]
Pairs = tuple[tuple[str, str], ...]


@quick_copies
class Crew(NamedTuple):
    """A Crew: a leading Hero, and Companions. It always has members."""

    leader: str = ""
    members: Pieces = ()  # Companions and transformed characters
    quest: str = ""
    marks: int = 0

    @property
    def everybody(self) -> Pieces:
        return (self.leader, *self.members) if self.leader else self.members


class Strength(NamedTuple):
    """The traits and the Might of a Crew."""

    might: int
    traits: frozenset[str]
    transformed: int  # number of transformed characters
    items: Pieces  # ids of the Treasures that its active characters carry


class _Seat(NamedTuple):
    hand: Pieces
    crews: tuple[Crew, ...]
    waiting: Pieces = ()  # characters that are placed in the next Play step
    late: Pieces = ()  # waiting characters that came too late for this Play step
    carried: Pairs = ()  # Treasure and bearer
    shared: Pieces = ()
    deities: tuple[tuple[str, str, bool], ...] = ()  # Deity, Hero, whether it is Favor
    learned: Pairs = ()  # revelation and Hero
    transformed: Pieces = ()
    victory: Pieces = ()
    aside: Pieces = ()  # the victory pile of a player who is out
    dealt: Pieces = ()  # cards of the set-up that are played in the first turn
    skips: int = 0  # coming turns without a Quest action
    out: bool = False


@quick_copies
class Seat(_Seat):
    """The pieces of one player."""

    @cached_property
    def known(self) -> dict[int, Strength]:
        """A cache of each Crew's strength, by the Crew's index."""
        return {}

    @cached_property
    def able(self) -> dict[tuple[int, str], bool]:
        """A cache of whether a Crew, given by its index, meets the requirements of a card."""
        return {}

    @cached_property
    def laid(self) -> Pieces:
        """The player's cards on the table, including Quests, without shared Treasures."""
        found = [*self.waiting]
        for pairs in (self.carried, self.deities, self.learned):
            if pairs:
                found += [each[0] for each in pairs]
        for crew in self.crews:
            if crew.leader:
                found.append(crew.leader)
            found += crew.members
            if crew.quest:
                found.append(crew.quest)
        return tuple(found)

    def _keep(self, own: Seat, changes: Iterable[str]) -> None:
        """Keep the cached results of `own` that the changes do not affect."""
        known = self.__dict__
        for name, value in own.__dict__.items():
            if WORKED_OUT[name].isdisjoint(changes):
                known[name] = value

    def _laid_without(self, piece: str) -> dict[str, Any]:
        """Return the fields that change when a card leaves the table, with their new values."""
        for name in ("waiting", "shared", "victory"):
            zone = getattr(self, name)
            if piece in zone:
                late = {"late": without(self.late, piece)} if name == "waiting" else {}
                return {name: without(zone, piece), **late}
        for name in ("carried", "deities", "learned"):
            zone = getattr(self, name)
            if any(each[0] == piece for each in zone):
                return {name: tuple(each for each in zone if each[0] != piece)}
        label = self.crew_of(piece)
        assert label is not None
        crew = self.crews[label]
        left = crew._replace(
            leader="" if crew.leader == piece else crew.leader, members=without(crew.members, piece)
        )
        return {"crews": put(self.crews, label, left)}

    def held(self) -> Pieces:
        """Return all Muse cards of a player, except those set aside."""
        return (
            *self.hand, *self.waiting, *self.shared, *self.victory,
            *(each for each, _ in self.carried), *(each for each, _, _ in self.deities),
            *(each for each, _ in self.learned),
            *(each for crew in self.crews for each in crew.everybody),
        )  # fmt: skip

    def crew_of(self, character: str) -> int | None:
        """Return the index of the Crew that a character is in."""
        for label, crew in enumerate(self.crews):
            if character == crew.leader or character in crew.members:
                return label
        return None

    def characters(self) -> Iterator[str]:
        """Yield a player's characters, including those that wait."""
        for crew in self.crews:
            yield from crew.everybody
        yield from self.waiting

    def active(self, crew: Crew) -> Pieces:
        """Return the characters of a Crew that are not transformed."""
        if not self.transformed:
            return crew.everybody
        return tuple(each for each in crew.everybody if each not in self.transformed)

    def carried_by(self, character: str) -> Pieces:
        return tuple(treasure for treasure, bearer in self.carried if bearer == character)

    def bearer_of(self, treasure: str) -> str:
        """Return the character who carries a Treasure, or an empty string if nobody does."""
        return next((bearer for each, bearer in self.carried if each == treasure), "")

    def deity_on(self, hero: str) -> tuple[str, bool] | None:
        return next(((deity, up) for deity, on, up in self.deities if on == hero), None)


# Cached results about a player, and the fields that they depend on: the player's, or a Crew's if
# nothing else of the Crews changes.
BEARING = frozenset({"crews", "carried", "shared", "deities", "transformed"})
WORKED_OUT = {
    "known": BEARING, "able": BEARING, "to_play": frozenset({"hand"}),
    "points": frozenset({"victory", "aside"}),
    "laid": frozenset({"crews", "quest", "waiting", "shared", "carried", "deities", "learned"}),
}  # fmt: skip
ON_THE_WAY = frozenset({"quest", "marks"})  # fields of a Crew on which its strength does not depend


def without(pieces: Pieces, *gone: str) -> Pieces:
    """Return the pieces without those in `gone`.

    If none of these is among them, the same object is returned.
    """
    there = [each for each in gone if each in pieces]
    if not there:
        return pieces
    left = list(pieces)
    for each in there:
        left.remove(each)
    return tuple(left)
