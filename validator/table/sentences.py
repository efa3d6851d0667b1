"""Describes moves to one player in sentences and numbers, before and after they are made.

A preview is computed in states that look the same to this player, never in the true one. It is
empty unless it is the same in all of them, so that it cannot reveal anything unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from validator.referee.core import Move
from validator.referee.judge import Broken
from validator.referee.messages import Message, NamedPiece, Player, Translate
from validator.referee.referee import Referee
from validator.referee.sight import determinizations
from validator.table.nodes import GameNode
from validator.table.session import Session
from validator.table.views import OPEN, PUBLIC, UNSEEN, SeatView

Run = str | tuple[str, str, str]
"""A piece of a sentence: text, or (text, "card" or "player", its name in states)."""
Gain = tuple[str, str, int]  # a player or "", a fact that counts something, the difference
Moved = tuple[str, str, str]  # a piece, or "" for a hidden one; from a zone; to a zone

COMPARED = 2  # states in which a preview must be the same
MOST_MOVED = 60  # pieces that are reported to move in one step


class MovePreview(NamedTuple):
    """The preview of a move: a sentence, and the changes of counted facts, such as resources."""

    say: tuple[Run, ...] = ()
    gains: tuple[Gain, ...] = ()


def preview(session: Session, seat: int, move: Move, counted: Collection[str]) -> MovePreview:
    """Return the effects of a legal move as far as a player can know them.

    `counted` are the names of players' facts whose changes are included.
    """
    referee, reader = session.referee, None if seat == OPEN else seat
    try:
        said = referee.sentences(session.state, move, reader).before
    except Broken:  # legal only in states that look the same
        return MovePreview()
    states = _states(session, seat) if counted else []
    found = [_gains(referee, state, move, counted) for state in states]
    return MovePreview(
        runs(said, session.game.words.pattern),
        tuple(each for each in found[0] if all(each in other for other in found)) if found else (),
    )  # fmt: skip


def _states(session: Session, seat: int) -> list[Any]:
    """Return states that look the same as the current one to the player in a seat."""
    node = session.here
    if seat == OPEN or (node.eyes(PUBLIC if seat < 0 else seat).state == node.state):
        return [node.state]
    if seat not in node.lookalikes:
        found = determinizations(session.referee, node.state, seat)
        node.lookalikes[seat] = [*islice(found, COMPARED)]
    return node.lookalikes[seat]


def _gains(
    referee: Referee[Any], state: Any, move: Move, counted: Collection[str]
) -> tuple[Gain, ...]:
    try:
        after = referee.apply(state, move)
    except Broken:  # a state that looks the same, in which the move is not legal
        return ()
    return tuple(gains(referee, state, after, counted))


def gains(
    referee: Referee[object], before: object, after: object, counted: Collection[str]
) -> Iterator[Gain]:
    """Yield the changes of the counted facts between two states, as (player, fact, change)."""
    fields = [field for field in referee.fields.own if field.name in counted]
    for seat, name in enumerate(referee.names(before)):
        for field in fields:
            old, new = field.value(before, seat), field.value(after, seat)
            if isinstance(old, int) and isinstance(new, int) and old != new:
                yield name, field.name, new - old


# ---- sentences


def runs(message: Message, translate: Translate = str) -> tuple[Run, ...]:
    """Return a translated message as runs of text, cards and players.

    Adjacent runs of text are joined.
    """
    found: list[Run] = []
    for text, value in message.parts(translate):
        if isinstance(value, NamedPiece):
            found.append((text, "card", value.code))
        elif isinstance(value, Player):
            found.append((text, "player", value.name))
        elif found and isinstance(found[-1], str):
            found[-1] += text
        elif text:
            found.append(text)
    return tuple(found)


def step_sentence(node: GameNode, seat: int) -> tuple[Run, ...]:
    """Return a sentence on a node's step, as the player in a seat may read it; it may be empty."""
    if seat not in node.sentences:
        node.sentences[seat] = _step_sentence(node, seat)
    return node.sentences[seat]


def _step_sentence(node: GameNode, seat: int) -> tuple[Run, ...]:
    before = node.parent
    if before is None or node.move is None or node.seen_by(seat) is None:
        return ()
    reader = None if seat == OPEN else seat
    said = node.referee.sentences(before.state, node.move, reader).after
    return runs(said, node.playing.game.words.pattern)


def plain(found: Iterable[Run]) -> str:
    """Return a sentence as text."""
    return "".join(run if isinstance(run, str) else run[0] for run in found)


# ---- what moves


def moved(node: GameNode, seat: int) -> list[Moved]:
    """Return the pieces that a player sees leave one zone and enter another during a step.

    Only the player's views of both states are compared, as sets. The position of a card in a hidden
    hand therefore does not count, and a card that is visible in only one of the zones moves as it
    appears there.
    """
    if node.parent is None:
        return []
    # At the end, everything is shown.
    seat = OPEN if node.referee.to_act(node.state) is None else seat
    old, new = _held(node.parent.eyes(seat)), _held(node.eyes(seat))
    lost = {zone: held - new.get(zone, Counter()) for zone, held in old.items()}
    found = {zone: held - old.get(zone, Counter()) for zone, held in new.items()}
    moves = [*_paired(lost, found, lambda one, other: one == other)]
    moves += _paired(lost, found, lambda one, other: UNSEEN in (one, other))
    return moves[:MOST_MOVED]


def _held(eyes: SeatView) -> dict[str, Counter[str]]:
    return {
        name: +Counter(dict(zone)) if isinstance(zone, Mapping) else Counter(zone)
        for name, zone in eyes.held.items()
        if name not in eyes.unsure
    }


def _paired(
    lost: Mapping[str, Counter[str]], found: Mapping[str, Counter[str]],
    fits: Callable[[str, str], bool],
) -> Iterator[Moved]:  # fmt: skip
    """Yield pairs of lost and found pieces, and remove them from both lists."""
    for start, gone in lost.items():
        for piece in [*gone]:
            for end, come in found.items():
                for other in [*come]:
                    if start == end or not fits(piece, other):
                        continue
                    number = min(gone[piece], come[other])
                    gone[piece] -= number
                    come[other] -= number
                    known = other if piece == UNSEEN else piece
                    for _ in range(number):
                        yield ("" if known == UNSEEN else known), start, end
