"""What a move would do and what it did, in sentences and in numbers, as one seat may read them.

A preview is computed in states that look the same to the seat, never in the true one, and is empty
unless it is the same in all of them: it cannot show what the seat does not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from validator.core.model import Game
from validator.referee.core import Move
from validator.referee.judge import Broken
from validator.referee.messages import Message, Part, Reader
from validator.referee.referee import Referee
from validator.table.asking import understood
from validator.table.eyes import OPEN, PUBLIC, UNSEEN, Eyes, worlds
from validator.table.session import Node, Session, hidden_from, names_pattern, titles_of

Run = str | tuple[str, str, str]
"""A piece of a sentence: text, or (text, "card" or "player", its name in states)."""
Gain = tuple[str, str, int]  # a player or "", a fact that counts something, the difference
Moved = tuple[str, str, str]  # a piece, or "" for a hidden one; from a zone; to a zone

COMPARED = 2  # states in which a preview must be the same
MOST_MOVED = 60  # pieces that are reported to move in one step


class Preview(NamedTuple):
    """What a move would do: a sentence, and how it changes what is counted."""

    say: tuple[Run, ...] = ()
    gains: tuple[Gain, ...] = ()


def preview(session: Session, seat: int, move: Move, counted: Collection[str]) -> Preview:
    """Return what a legal move would do as a seat can know it; `counted` are facts of players."""
    names = Names.of(session.game, session.names)
    states = _states(session, seat)
    first, *others = (_preview(session.referee, state, move, counted, names) for state in states)
    same = all(other.say == first.say for other in others)
    return Preview(
        first.say if same else (),
        tuple(gain for gain in first.gains if all(gain in other.gains for other in others)),
    )


def _states(session: Session, seat: int) -> list[Any]:
    """Return states that look to a seat as the current one does."""
    node = session.here
    if seat == OPEN or (node.eyes(PUBLIC if seat < 0 else seat).state == node.state):
        return [node.state]
    if seat not in node.lookalikes:
        found = worlds(session.referee, node.state, seat)
        node.lookalikes[seat] = [*islice(found, COMPARED)]
    return node.lookalikes[seat]


def _preview(
    referee: Referee[Any], state: Any, move: Move, counted: Collection[str], names: Names
) -> Preview:
    verb = referee.verbs[move.verb]
    try:
        message = verb.sentences(state, move)[0]
        after = referee.apply(state, move) if counted else state
    except Broken:  # a state that looks the same, in which the move is not legal
        return Preview()
    return Preview(
        tuple(runs(message.parts(Reader(seat=move.seat)), names)),
        tuple(gains(referee, state, after, counted)),
    )


def gains(
    referee: Referee[Any], before: Any, after: Any, counted: Collection[str]
) -> Iterator[Gain]:
    """Yield how facts of players that are whole numbers change between two states."""
    fields = [field for field in referee.fields.own if field.name in counted]
    for seat, name in enumerate(referee.names(before)):
        for field in fields:
            old, new = field.value(before, seat), field.value(after, seat)
            if isinstance(old, int) and isinstance(new, int) and old != new:
                yield name, field.name, new - old


# ---- sentences


class Names(NamedTuple):
    """What the words of sentences name: pieces by their names and titles, and players."""

    pieces: Mapping[str, str]
    players: frozenset[str]

    @classmethod
    def of(cls, game: Game, players: Iterable[str]) -> Names:
        return cls(_pieces(game), frozenset(players))


@lru_cache(maxsize=8)
def _pieces_of(cards: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    by_id = {name.lower(): name for name, _ in cards}
    return {title.lower(): name for name, title in cards if title} | by_id


def _pieces(game: Game) -> Mapping[str, str]:
    return _pieces_of(tuple((card.id, card.title) for each in game.components
                            if each.kind != "net" for card in each.cards))  # fmt: skip


def runs(parts: Iterable[Part], names: Names, hidden: Collection[str] = ()) -> Iterator[Run]:
    """Yield a message in runs; several hidden pieces in a row are counted instead of named."""
    covered = 0
    between = ""
    for part in parts:
        text = part.text
        if isinstance(part.value, str) and part.value in hidden:
            covered, between = covered + 1, ""
            continue
        if covered and text in (", ", " and "):
            between += text
            continue
        if covered:
            yield from (_cover(covered), *([between] if between else []))
            covered, between = 0, ""
        yield from _named(text, part.value, names)
    if covered:
        yield _cover(covered)


def _cover(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def _named(text: str, value: object, names: Names) -> Iterator[Run]:
    known = value if isinstance(value, str) else ""
    if known in names.players:
        yield text, "player", known
    elif known and (found := names.pieces.get(known.lower())):
        yield text, "card", found if found.lower() != known.lower() else known
    elif text:
        yield text


def step_sentence(node: Node, seat: int) -> tuple[Run, ...]:
    """Return what the step of a node did, as a seat may read it; empty if it has no words."""
    if seat not in node.sentences:
        node.sentences[seat] = _step_sentence(node, seat)
    return node.sentences[seat]


def _step_sentence(node: Node, seat: int) -> tuple[Run, ...]:
    before, played = node.parent, node.played
    if before is None or played is None or node.move is None or node.seen_by(seat) is None:
        return ()
    referee = node.referee
    try:
        move = understood(before, played.line)
        message = referee.verbs[move.verb].sentences(before.state, move)[1]
    except Exception:  # the line was judged otherwise: as a claim, or by a rule of its own
        return ()
    names = Names.of(node.playing.game, referee.names(node.state))
    if seat == OPEN or referee.to_act(node.state) is None:
        return _tidy(runs(message.parts(), names))
    pieces, numbers = hidden_from(before, node, seat)
    if numbers:
        return ()
    if node.move.seat == seat:  # who plays a card face-down knows it
        pieces -= set(before.eyes(seat).visible())
    hidden = titles_of(node.playing.game, pieces - node.shown_pieces(pieces))
    clean = (_masked(run, hidden) for run in runs(_parts(message, seat), names, hidden))
    return _tidy(clean)


def _parts(message: Message, seat: int) -> Iterator[Part]:
    return message.parts(Reader(seat=seat))


def _masked(run: Run, hidden: set[str]) -> Run:
    """Return a run without names of hidden pieces."""
    pattern = names_pattern(hidden)
    if pattern is None:
        return run
    if isinstance(run, str):
        return pattern.sub("a card", run)
    return "a card" if pattern.search(run[0]) else run


def _tidy(found: Iterable[Run]) -> tuple[Run, ...]:
    """Join texts that follow each other, and begin with a capital letter."""
    tidy: list[Run] = []
    for run in found:
        if isinstance(run, str) and tidy and isinstance(tidy[-1], str):
            tidy[-1] += run
        elif run:
            tidy.append(run)
    if tidy and isinstance(tidy[0], str):
        tidy[0] = re.sub(r"^\w", lambda first: first[0].upper(), tidy[0])
    return tuple(tidy)


def plain(found: Iterable[Run]) -> str:
    """Return a sentence as text."""
    return "".join(run if isinstance(run, str) else run[0] for run in found)


# ---- what moves


def moved(node: Node, seat: int) -> list[Moved]:
    """Return the pieces that a seat sees leave one zone and appear in another with a step.

    Only what the seat sees of both states is compared, as sets: the place of a card in a hidden
    hand does not count, and a card that is hidden at one end and named at the other moves as it
    is seen there.
    """
    if node.parent is None:
        return []
    seat = OPEN if node.referee.to_act(node.state) is None else seat  # the end shows everything
    old, new = _held(node.parent.eyes(seat)), _held(node.eyes(seat))
    lost = {zone: held - new.get(zone, Counter()) for zone, held in old.items()}
    found = {zone: held - old.get(zone, Counter()) for zone, held in new.items()}
    moves = [*_paired(lost, found, lambda one, other: one == other)]
    moves += _paired(lost, found, lambda one, other: UNSEEN in (one, other))
    return moves[:MOST_MOVED]


def _held(eyes: Eyes) -> dict[str, Counter[str]]:
    return {
        name: +Counter(dict(zone)) if isinstance(zone, Mapping) else Counter(zone)
        for name, zone in eyes.held.items()
        if name not in eyes.unsure
    }


def _paired(
    lost: Mapping[str, Counter[str]], found: Mapping[str, Counter[str]],
    fits: Callable[[str, str], bool],
) -> Iterator[Moved]:  # fmt: skip
    """Yield pairs of what was lost and found, and remove them from both."""
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
