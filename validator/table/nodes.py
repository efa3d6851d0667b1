"""A position of a session: the lines that led to it, and what each player may read about these
lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from validator.core.model import Game
from validator.referee.core import CHANCE, Listing, Move, TooManyMovesError
from validator.referee.referee import Referee
from validator.referee.sight import Unseen, unseen
from validator.script.play import Playing
from validator.script.played import PlayedStep
from validator.script.report import line_of
from validator.table.views import OPEN, PUBLIC, UNSEEN, SeatView


class SeenStep(NamedTuple):
    """A step as one player may read it, without anything that must stay hidden."""

    line: str
    kind: str
    notes: tuple[tuple[str, str], ...]  # (rule, what it did)


class GameNode:
    """A position, and the lines that led to it from the previous one."""

    def __init__(
        self, number: int, parent: GameNode | None, lines: tuple[str, ...], playing: Playing,
        played: PlayedStep | None = None, move: Move | None = None,
    ) -> None:  # fmt: skip
        self.number = number
        self.parent = parent
        self.lines = lines
        self.playing = playing
        self.played = played
        self.move = move  # the move; None for other lines
        self.children: list[GameNode] = []
        self.depth: int = parent.depth + 1 if parent else 0
        self.latest: GameNode | None = None  # the child played last
        self.automatic = False  # drawn, or played by a computer opponent
        self.options: dict[int, list[Any]] = {}  # by seat, as `asking` has listed them
        self.is_listed = True  # False: there are more legal moves than can be listed
        self._legal: list[Move] | None = None
        self._asides: dict[int, list[Move]] = {}  # by seat: moves out of turn
        self._seen: dict[int, SeenStep | None] = {}
        self._eyes: dict[int, SeatView] = {}
        # By seat: states that look the same to it, and what it reads of the step.
        self.lookalikes: dict[int, list[Any]] = {}
        self.sentences: dict[int, tuple[Any, ...]] = {}

    @property
    def state(self) -> Any:
        """The position."""
        return self.playing.state

    @property
    def referee(self) -> Referee[Any]:
        return self.playing.referee

    @property
    def drew(self) -> bool:
        """Whether the step was a draw or a roll."""
        return self.move is not None and self.move.seat == CHANCE

    @property
    def since(self) -> GameNode:
        """The first node with this position.

        Story lines and assertions are nodes too, but do not change the position.
        """
        node = self
        while node.move is None and node.parent is not None:
            node = node.parent
        return node

    def eyes(self, seat: int) -> SeatView:
        """Return what the player in a seat may see."""
        if seat not in self._eyes:
            self._eyes[seat] = SeatView.of(self.referee, self.state, seat)
        return self._eyes[seat]

    def legal(self) -> list[Move]:
        """Return all legal moves, or an empty list if there are too many to list."""
        if self._legal is None:
            try:
                self._legal = self.referee.legal(self.state)
            except TooManyMovesError:
                self._legal, self.is_listed = [], False
        return self._legal

    def legal_for(self, seats: Collection[int]) -> list[Move]:
        """Return the legal moves of players, also of those who are not to act."""
        found = [move for move in self.legal() if move.seat in seats]
        acting = {*self.referee.actors(self.state)}
        over = self.referee.to_act(self.state) is None and not self.referee.awaited(self.state)
        if over or self.referee.draws_next(self.state):
            return found
        for seat in (each for each in seats if each >= 0 and each not in acting):
            if seat not in self._asides:
                self._asides[seat] = self._out_of_turn(seat)
            found += [move for move in self._asides[seat] if move not in found]
        return found

    def _out_of_turn(self, seat: int) -> list[Move]:
        """Return the moves of a player who is not to act, as with cards for any time.

        A bare answer that the game does not wait for is left out: silence says the same.
        """
        referee, state, out = self.referee, self.state, Listing()
        answers = seat in referee.awaited(state)
        for verb in referee.verbs.values():
            free = verb.anybody and verb.kind == "move"
            free = free and (answers or verb.by is None or bool(verb.args))
            if free and not any(referee.shut(state, Move(seat, verb.name))):
                with suppress(TooManyMovesError):
                    verb.extend(state, seat, (), out)
        return [move for move in out if referee.allows(state, move)]

    def path(self) -> list[GameNode]:
        """Return the nodes from the beginning to this one."""
        found = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    def begun(self) -> bool:
        """Return whether a player has moved."""
        return any(node.move is not None and not node.automatic for node in self.path())

    def end(self) -> GameNode:
        """Return the last node of the branch that was played last."""
        node = self
        while node.latest is not None:
            node = node.latest
        return node

    def seen_by(self, seat: int) -> SeenStep | None:
        """Return the step as the player in a seat may read it.

        Returns None for the first node, or if the step must stay hidden.
        """
        if seat not in self._seen:
            self._seen[seat] = self._see(seat)
        return self._seen[seat]

    def _see(self, seat: int) -> SeenStep | None:
        played, before = self.played, self.parent
        if played is None or before is None:
            return None
        line = line_of(played)
        notes = tuple((entry.rule, entry.text) for entry in played.trace)
        if seat == OPEN or played.step.kind == "story":
            return SeenStep(line, played.step.kind, notes)
        if self.move is None:  # an assertion or a refusal may name hidden pieces
            return None
        if self.referee.to_act(self.state) is None:  # the end of a game is public
            return SeenStep(line, played.step.kind, notes)
        pieces, numbers = hidden_from(before, self, seat)
        pieces -= self.shown_pieces(pieces)
        texts = (line, *(text for _, text in notes))
        hidden = names_pattern(titles_of(self.playing.game, pieces), texts)
        clean = tuple((rule, self._masked_note(text, hidden, numbers)) for rule, text in notes)
        if self.move.seat != seat:
            line = _masked(line, hidden, numbers or self.referee.verbs[self.move.verb].hides)
        return SeenStep(line, played.step.kind, clean)

    def _masked_note(self, text: str, hidden: re.Pattern[str] | None, numbers: bool) -> str:
        """Return a rule's note without the names of hidden pieces, or an empty string.

        The effects of a move are public, even on a piece whose name is hidden, such as a raised
        die. Drawn pieces are not public.
        """
        if numbers:
            return ""
        if hidden is None or not hidden.search(text):
            return text
        return "" if self.drew else hidden.sub(UNSEEN, text)

    def shown_pieces(self, pieces: Collection[str]) -> set[str]:
        """Return those of the pieces that the player revealed to everybody by naming them in the
        line.
        """
        if self.move is None or self.played is None or not pieces:
            return set()
        if not self.referee.verbs[self.move.verb].shows:
            return set()
        pattern = names_pattern(pieces, (self.played.line,))
        return set(pattern.findall(self.played.line)) if pattern else set()

    def reveals(self) -> bool:
        """Return whether this step drew a piece, or revealed a hidden piece to a player."""
        if self.parent is None:
            return False
        if self.drew:
            return True
        if self.shown_pieces(hidden_from(self.parent, self, PUBLIC)[0]):
            return True
        for seat in (PUBLIC, *range(len(self.referee.names(self.state)))):
            if self.eyes(seat).visible() - self.parent.eyes(seat).visible():
                return True
        return False


def hidden_from(before: GameNode, after: GameNode, seat: int) -> Unseen:
    """Return the pieces and numbers in a step that must stay hidden from a player."""
    return unseen(before.state, after.state, before.eyes(seat), after.eyes(seat))


def titles_of(game: Game, pieces: Collection[str]) -> set[str]:
    """Return the names of pieces in texts: their own names and their cards' titles."""
    cards = (card for component in game.components for card in component.cards)
    return {*pieces, *(card.title for card in cards if card.id in pieces)} - {""}


def names_pattern(pieces: Collection[str], texts: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern for the names that occur in the texts, as whole words.

    It is limited to these names, because a pattern of all hidden pieces takes too long to compile.
    """
    said = "\n".join(texts)
    named = sorted((piece for piece in pieces if piece in said), key=len, reverse=True)
    if not named:
        return None
    words = "|".join(map(re.escape, named))
    return re.compile(rf"(?<![\w'-])(?:{words})(?![\w-])")


def _masked(line: str, hidden: re.Pattern[str] | None, numbers: bool) -> str:
    """Return a line without the names of hidden pieces.

    If numbers are hidden, or parts of the line, all arguments are left out.
    """
    line, bar, story = line.partition(" |")
    if numbers:
        line = " ".join((*line.split(" ")[:2], "…"))
    if hidden is not None:
        line = re.sub(rf'"{re.escape(UNSEEN)}"', UNSEEN, hidden.sub(UNSEEN, line))
    return line + bar + story
