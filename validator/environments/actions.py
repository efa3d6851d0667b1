"""Moves as sequences of integers, for programs that choose among numbered actions.

A move is its verb, then its arguments, one word at a time: ``play``, ``8C``, ``D``. A player
chooses word by word; words without an alternative are added automatically. There are therefore only
as many actions as words, a few hundred, even in games with a million moves. Unknown words, such as
a sentence that a player makes up, are spelled character by character.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from validator.referee.core import Move
from validator.referee.referee import P, Referee

WAIT = "wait"  # the choice of a player who may act but does not have to
OPENING, CLOSING, NONE, YES, NO = "(", ")", "none", "yes", "no"
SPELLED, ENDED = "spell:", "."  # before and after a word of characters
MARKS = (WAIT, OPENING, CLOSING, NONE, YES, NO, SPELLED, ENDED)
NUMBERS = range(-9, 100)
CHARACTERS = tuple(f"'{chr(code)}'" for code in range(32, 127))


class Actions:
    """The words of a game, numbered from 0, by which moves are spelled."""

    def __init__(self, referee: Referee[P]) -> None:
        known = (*referee.verbs, *sorted(referee.printed()))
        numbers = tuple(str(number) for number in NUMBERS)
        self.words = tuple(dict.fromkeys((*MARKS, *numbers, *CHARACTERS, *known)))
        self._number = {word: place for place, word in enumerate(self.words)}
        self.wait = self._number[WAIT]
        self._spelled: dict[Move, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def spelled(self, move: Move) -> tuple[int, ...]:
        """Return a move as the numbers of its words. No move begins with another complete move."""
        found = self._spelled.get(move)
        if found is None:
            words = (move.verb, *(word for arg in move.args for word in _words(arg)))
            found = tuple(number for word in words for number in self._numbers(word))
            self._spelled[move] = found
        return found

    def _numbers(self, word: str) -> Iterator[int]:
        number = self._number.get(word)
        if number is not None:
            yield number
            return
        yield self._number[SPELLED]
        for character in word.encode("ascii", "backslashreplace").decode("ascii"):
            yield self._number[f"'{character}'"]
        yield self._number[ENDED]

    def text(self, numbers: Sequence[int]) -> str:
        """Return the text for a sequence of numbers of words."""
        return " ".join(self.words[number] for number in numbers)


def _words(value: object) -> Iterator[str]:
    if value is None:
        yield NONE
    elif isinstance(value, bool):
        yield YES if value else NO
    elif isinstance(value, tuple):
        yield OPENING
        for each in value:
            yield from _words(each)
        yield CLOSING
    else:
        yield str(value)
