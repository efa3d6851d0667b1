"""Describes a move in sentences for one reader: what it would do, what it did, and why it is
allowed.

    said = referee.sentences(state, move, seat=1)  # None: somebody who sees everything
    said.before.text()                             # "Aesop: gain 2 Craft"
    said.after.parts(game.words.pattern)           # translated; runs of text and values

The values in a message are `NamedPiece`, `Player` and `Amount`. Values that the player in the seat
must not read are `Hidden`: before a move, those that differ between states which look the same to
that player; afterwards, those that the player sees in neither state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from validator.referee.core import Move
from validator.referee.judge import Broken, Recorder
from validator.referee.messages import (
    Amount,
    Hidden,
    Later,
    Message,
    NamedPiece,
    Player,
    Say,
    Secret,
    after,
    before,
)  # fmt: skip
from validator.referee.sight import Sight, Unseen, determinizations, unseen
from validator.referee.zones import Zone

if TYPE_CHECKING:
    from validator.referee.referee import Referee

P = TypeVar("P")  # a state

Steps = list[tuple[Say, Mapping[str, object]]]
NOTHING_UNSEEN = Unseen(frozenset(), False)


class Sentences:
    """A referee's sentences about a legal move, for one reader. Each is made on request."""

    def __init__(self, referee: Referee[P], state: P, move: Move, seat: int | None) -> None:
        self.referee: Referee[Any] = referee
        self.state: Any = state
        self.move, self.seat = move, seat
        self.verb = referee.verbs[move.verb]
        self.result, self._recorder = self.verb.recorded(state, move)
        self._steps = _steps(self._recorder)
        self._see = seer(referee, state, seat, result=self.result)
        named = referee.actor(move.seat, state) if move.seat >= 0 else None
        self.player: Any = self._see(named)  # who moves; None: the deck, or all together

    @cached_property
    def before(self) -> Message:
        """The effects that the move would have, as a sentence: ``Aesop: gain 2 Craft``."""
        sure = self._steps
        if self.seat is not None and self.referee.to_act(self.result) is not None:
            sure = _sure(self.referee, self.state, self.move, self.seat, sure)
        would = before(sure, self.player)
        return (would if would.template else after(sure, self.player)).seen(self._see)

    @cached_property
    def card(self) -> NamedPiece | None:
        """The player's own piece that the move uses; pages may group moves by it."""
        head = self.before.values.get("head", self.before)
        found = head.values.values() if isinstance(head, Message) and self.player else ()
        return next((each for each in found if isinstance(each, NamedPiece)
                     and each.zone.startswith(f"{self.player.name}'s ")), None)  # fmt: skip

    @property
    def short(self) -> Message:
        """The effects that the move would have, for display beside the move's card: ``Gain 2
        Craft``.
        """
        head, steps = (self.before.values.get(name) for name in ("head", "steps"))
        if self.card and isinstance(head, Message) and isinstance(steps, Message):
            return steps._replace(begins=True) if head.template == "{card}" else self.before
        return self.before

    @cached_property
    def after(self) -> Message:
        """The effects that the move had, as a sentence: ``Ann uses Aesop and gains 2 Craft from
        the pool``.
        """
        hides = NOTHING_UNSEEN
        if self.seat is not None and self.referee.to_act(self.result) is not None:
            old, new = (Sight.of(self.referee, each, self.seat) for each in (
                self.state, self.result))  # fmt: skip
            hides = unseen(self.state, self.result, old, new)
            if self.move.seat == self.seat:  # a player knows the cards that they play face-down
                hides = hides._replace(pieces=hides.pieces.difference(old.visible()))
            if self.verb.shows:  # everybody sees what the player names
                hides = hides._replace(pieces=hides.pieces.difference(_words(self.move.args)))
        see = seer(self.referee, self.result, self.seat, hides, self.state)
        steps = [*self._steps, *self.referee.follows(self.state, self.move)]
        return after(steps, self.player).seen(see)

    @property
    def because(self) -> list[Message]:
        """The reasons why the move is allowed, in case players wonder."""
        who = {"player": self.player}
        return [why._replace(values={**who, **why.values}, begins=True).seen(self._see)
                for _, why in self._recorder.reasons]  # fmt: skip


def seer(
    referee: Referee[P], state: P, seat: int | None, hides: Unseen = NOTHING_UNSEEN,
    result: P | None = None,
) -> Callable[[Any], object]:  # fmt: skip
    """Return a function that turns a value in a message into what the player in a seat may read."""
    names, codes = referee.names(state), referee.piece_codes
    zones = referee.zones(state) if seat is None else Sight.of(referee, state, seat).held
    others = zones if result is None else referee.zones(result)

    def zone_of(code: str) -> str:  # the zone with more copies in this state than in the other
        def surplus(name: str) -> int:
            return _count(zones[name], code) - _count(others.get(name, ()), code)

        held = [name for name, zone in zones.items() if code in zone]
        return max(held, key=surplus, default="")

    def see(value: Any) -> object:
        if isinstance(value, Secret):
            shut = seat is not None and seat not in value.seats
            return Hidden(value.cover) if shut else _all(value.value)
        if isinstance(value, str):
            if value in names:
                return Player(names.index(value), value, names.index(value) == seat)
            if value in codes:
                code = codes[value]
                if code in hides.pieces:
                    return Hidden("a card")
                return NamedPiece(code, referee.title(code), zone_of(code))
        if hides.numbers and (isinstance(value, int | Amount) or hasattr(value, "parts")):
            return Hidden("some")
        return value

    def _all(value: Any) -> object:  # also a piece of which another copy is hidden
        whole = seer(referee, state, seat, NOTHING_UNSEEN, result) if hides.pieces else see
        return Message("{all}", {"all": value}).seen(whole).values["all"]

    return see


def _steps(recorder: Recorder) -> Steps:
    return [(deed.say, deed.values) for deed in recorder.deeds if deed.say]


def _sure(referee: Referee[P], state: P, move: Move, seat: int, known: Steps) -> Steps:
    """Return the steps of which a player can be certain: those common to all states that look
    alike.
    """
    sure = known
    for other in determinizations(referee, state, seat):
        try:
            elsewhere = _steps(referee.verbs[move.verb].recorded(other, move)[1])
        except (Broken, LookupError, ValueError):  # the move may be meaningless there
            return sure[:1]
        both = zip(sure, elsewhere, strict=False)
        sure = [(say, {name: _common(value, found.get(name)) for name, value in values.items()})
                for (say, values), (same, found) in both if same is say]  # fmt: skip
    return sure


def _common(value: Any, other: Any) -> Any:
    """Return the parts in which two values of a message agree; the rest is hidden."""
    if isinstance(value, Later) and isinstance(other, Later):
        return _common(value.found(), other.found())
    if value == other:
        return value
    if isinstance(value, Secret) and isinstance(other, Secret) and value[1:] == other[1:]:
        return value  # for other readers, who see the same words in its place
    if isinstance(value, Message) and isinstance(other, Message) and value.template == other[0]:
        same = {name: _common(each, other.values.get(name)) for name, each in value.values.items()}
        return value._replace(values=same)
    if type(value) is type(other) is tuple and len(value) == len(other):
        return tuple(map(_common, value, other))
    return Hidden("…")


def _count(zone: Zone, code: str) -> int:
    return zone.get(code, 0) if isinstance(zone, Mapping) else zone.count(code)


def _words(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [word for each in value for word in _words(each)]
    return [value] if isinstance(value, str) else []
