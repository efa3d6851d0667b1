"""Observations of the player in a seat, as text and as a vector of fixed length.

The vector contains, in this order: the mode of the game (one-hot), the acting player, for each zone
the number of visible pieces of each kind and of hidden pieces, the known facts, the facts of each
piece in play, and the words chosen so far in an unfinished move. The player's own zones and facts
come first, then those of the next players. A fact that is a word is encoded as the number of the
word, and an unknown fact as -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from validator.environments.episode import Episode
from validator.referee.field import Field
from validator.referee.referee import Referee
from validator.table.views import PLACE, UNSEEN, SeatView

UNKNOWN = -1.0


class Observer:
    """Observes the episodes of one game."""

    def __init__(self, game: str, players: int) -> None:
        start = Episode(game, players)
        self.referee: Referee[Any] = start.referee
        referee, fields = self.referee, self.referee.fields
        self.players = players
        self.pieces = {piece: place for place, piece in enumerate(sorted(referee.printed()))}
        self.modes = {mode: place for place, mode in enumerate(referee.modes)}
        self.words = {word: place for place, word in enumerate(start.actions.words)}
        self.common = [each for each in fields.common if each.shows and not each.zone]
        self.own = [each for each in fields.own if each.shows and not each.zone]
        names = tuple(referee.zones(referee.begin(0)))
        owners = tuple(f"{name}'s " for name in referee.players)
        self.shared_zones = [name for name in names if not name.startswith(owners)]
        self.own_zones = [n.removeprefix(owners[0]) for n in names if n.startswith(owners[0])]
        self.size = len(self.numbers(start, 0))

    def text(self, episode: Episode, seat: int) -> str:
        """Return what the player in a seat can see, as lines of text."""
        eyes = SeatView.of(self.referee, episode.state, seat)
        acts = episode.seat if episode.seat is not None else -3
        words = episode.actions.text(episode.chosen) if acts == seat else ""
        return "\n".join([*eyes.show(), f"acts: {acts}", f"chosen: {words}"])

    def numbers(self, episode: Episode, seat: int) -> list[float]:
        """Return what the player in a seat can see, as a vector of `size` numbers."""
        eyes = SeatView.of(self.referee, episode.state, seat)
        order = [(seat + step) % self.players for step in range(self.players)]
        found = [0.0] * len(self.modes)
        place = self.modes.get(self.referee.mode(episode.state))
        if place is not None:
            found[place] = 1.0
        found += [float(episode.seat == each) for each in order]
        for zone in self._zones(eyes, order):
            found += zone
        found += [self._number(_value(eyes, each), order) for each in self.common]
        found += [self._number(_value(eyes, field, each), order)
                  for each in order for field in self.own]  # fmt: skip
        found += self._things(eyes, order)
        chosen = [0.0] * len(self.words)
        for word in episode.chosen if episode.seat == seat else ():
            chosen[word] += 1.0
        return found + chosen

    def _zones(self, eyes: SeatView, order: list[int]) -> Iterator[list[float]]:
        names = list(self.shared_zones)
        for seat in order:
            names += [f"{self.referee.players[seat]}'s {zone}" for zone in self.own_zones]
        for name in names:
            row, hidden = [0.0] * len(self.pieces), 0.0
            zone = eyes.held.get(name, ())
            pieces = zone if isinstance(zone, Mapping) else Counter(zone)
            for piece, number in pieces.items():
                if piece == UNSEEN or piece not in self.pieces or name in eyes.unsure:
                    hidden += number
                else:
                    row[self.pieces[piece]] += number
            yield [*row, hidden]

    def _things(self, eyes: SeatView, order: list[int]) -> list[float]:
        """Return two numbers for each fact of each piece that can be in play."""
        things = self.referee.fields.things
        if things is None:
            return []
        known = {piece: place for place, piece in enumerate(things.known(self.referee.table))}
        width = 2 * len(things.fields)
        found = [UNKNOWN] * (width * len(known))
        for index, piece in enumerate(things.pieces(eyes.state)):
            if piece not in known:
                continue
            start = known[piece] * width
            for field in things.fields:
                value = _value(eyes, field, index, things.attribute)
                square = PLACE.fullmatch(value) if isinstance(value, str) else None
                pair = square.groups() if square else (self._number(value, order), UNKNOWN)
                found[start : start + 2] = map(float, pair)
                start += 2
        return found

    def _number(self, value: object, order: list[int]) -> float:
        if value is None:
            return UNKNOWN
        if isinstance(value, bool | int | float):
            return float(value)
        if isinstance(value, str):
            if value in self.referee.players:
                return float(order.index(self.referee.players.index(value)))
            return float(self.words.get(value, UNKNOWN))
        return float(len(value)) if isinstance(value, tuple | Mapping) else UNKNOWN


def _value(eyes: SeatView, field: Field, *place: Any) -> object:
    """Return the value of a fact, or None if the player does not see enough to know it."""
    with suppress(Exception):  # the value may be computed from a hidden piece
        return field.shown(eyes.state, *place)
    return None
