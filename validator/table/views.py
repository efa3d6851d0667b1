"""The view that one player has of a state: zones, facts and names.

Functions receive only this view, so they cannot reveal more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from validator.referee.field import Field
from validator.referee.paper import PaperSheet
from validator.referee.sight import OPEN as OPEN
from validator.referee.sight import PUBLIC as PUBLIC
from validator.referee.sight import UNSEEN as UNSEEN
from validator.referee.sight import Sight
from validator.script.expect import fact_words

PLACE = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")


class Slot(NamedTuple):
    """One place in a zone: a piece, the back of a hidden piece, or a number of equal pieces."""

    piece: str  # empty: the seat cannot see which
    back: str = ""  # what a hidden piece shows
    number: int = 1
    about: tuple[tuple[str, str], ...] = ()  # facts of the piece
    at: tuple[int, int] | None = None  # square of the piece on a board


class ZoneSeen(NamedTuple):
    """A zone as the player in a seat sees it.

    `unsure` means that the numbers of its pieces are hidden, and `secret` that no player can see
    its contents.
    """

    name: str
    owner: str  # a player, or empty
    slots: tuple[Slot, ...]
    total: int
    board: bool = False
    counted: bool = False
    unsure: bool = False
    secret: bool = False


class FactSeen(NamedTuple):
    """A fact with its name in assertions, and its value as text, as a whole and in parts."""

    name: str
    owner: str
    value: str
    parts: tuple[tuple[str, str], ...] = ()


class SeatView(Sight):
    """A player's view of a state, as zones and facts."""

    # ---- zones

    def zones(self) -> Iterator[ZoneSeen]:
        """Yield all zones in the order of the game's fields."""
        fields = self.referee.fields
        backs = self._backs()
        secret = fields.secret
        board = fields.things.zone if fields.things else None
        for name, zone in self.held.items():
            owner = self._owner(name)
            short = name.removeprefix(f"{owner}'s ") if owner else name
            if isinstance(zone, Mapping):
                slots = tuple(Slot(piece, number=held) for piece, held in zone.items() if held)
                total = sum(zone.values())
                unsure = name in self.unsure
                if unsure:
                    slots = (Slot("", number=total),)
                yield ZoneSeen(name, owner, slots, total, counted=True, unsure=unsure)
            elif name == board:
                slots = tuple(self._things())
                placed = bool(slots) and all(slot.at is not None for slot in slots)
                yield ZoneSeen(name, owner, slots, len(slots), board=placed or not slots)
            else:
                back = backs.get(short) or short
                slots = tuple(Slot("" if piece == UNSEEN else piece, back) for piece in zone)
                yield ZoneSeen(name, owner, slots, len(slots), secret=short in secret)

    def _owner(self, zone: str) -> str:
        return next((name for name in self.players if zone.startswith(f"{name}'s ")), "")

    def _backs(self) -> dict[str, str]:
        """Return the back of the pieces in each zone where all backs are the same."""
        fields = self.referee.fields
        return {
            each.zone: each.back
            for each in (*fields.common, *fields.own)
            if each.zone and isinstance(each.back, str)
        }

    def _things(self) -> Iterator[Slot]:
        """Yield the pieces in play that have facts of their own.

        A fact such as ``-1,2`` is the square of a board.
        """
        things = self.referee.fields.things
        assert things is not None
        for index, piece in enumerate(things.pieces(self.state)):
            about = []
            at = None
            for field in things.fields:
                value = self._value(field, index, things.attribute)
                if value is None:
                    continue
                if match := PLACE.fullmatch(fact_words(value)):
                    at = at or (int(match[1]), int(match[2]))
                about.append((field.name, fact_words(value)))
            hidden = piece == UNSEEN
            yield Slot("" if hidden else piece, things.back if hidden else "", 1, tuple(about), at)

    # ---- facts

    def _value(self, field: Field, *place: Any) -> Any:
        """Return the value of a fact, or None if the player does not see enough to know it."""
        with suppress(Exception):  # the value may be computed from a hidden piece
            return field.shown(self.state, *place)
        return None

    def facts(self) -> Iterator[FactSeen]:
        """Yield the facts that the player can know."""
        fields = self.referee.fields
        for field in fields.common:
            if field.shows and (value := self._value(field)) is not None:
                yield _fact(field.name, "", value)
        for seat, name in enumerate(self.players):
            for field in fields.own:
                if field.shows and (value := self._value(field, seat)) is not None:
                    yield _fact(f"{name}.{field.name}", name, value)

    def sheets(self) -> list[PaperSheet]:
        """Return the printed sheets on the table, with the players' entries."""
        with suppress(Exception):  # the referee may read facts that the seat cannot see
            return [*self.referee.paper_sheets(self.state)]
        return []

    def show(self) -> list[str]:
        """Return the state as lines.

        If the referee's text would reveal too much, the lines list the visible facts instead.
        """
        with suppress(Exception):
            return self.referee.show(self.state)
        return [f"{fact.name}: {fact.value}" for fact in self.facts()]


def _fact(name: str, owner: str, value: object) -> FactSeen:
    """Return a fact as text, with each of its parts."""
    parts: tuple[tuple[str, str], ...] = ()
    if isinstance(value, Mapping):
        parts = tuple((str(key), _lines(each)) for key, each in value.items())
    return FactSeen(name, owner, fact_words(value), parts)


def _lines(value: object) -> str:
    """Return a part of a fact as lines, one per value."""
    if isinstance(value, tuple):
        return "\n".join(map(str, value)) or "none"
    return fact_words(value)
