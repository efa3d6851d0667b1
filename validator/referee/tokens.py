"""Defines a cursor over the words of a line, from which a verb reads its arguments.

Every word knows its column. `validator.script.split` splits a line into words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from validator.core.location import Location, Problem, did_you_mean

CHECK = "script"
PLAIN = re.compile(r"""[^\s"'#|,:=~!<>\[\]{}&*-][^\s"'#|,:\[\]{}]*""")


class ScriptError(Exception):
    """A problem with a part of a script that cannot be read; it has a location."""

    def __init__(self, location: Location, message: str, check: str = CHECK) -> None:
        super().__init__(message)
        self.problem = Problem(location, message, check)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: its text, its column, and its value (a text, a number, or a list or
    mapping).
    """

    text: str
    column: int
    value: Any
    quoted: bool = False
    width: int = 0  # characters in the line, if they differ from the text

    @property
    def end(self) -> int:
        """The column after the word."""
        return self.column + (self.width or len(self.text))

    @property
    def written(self) -> str:
        """The word as written in a line."""
        return quoted(self.text) if self.quoted else self.text


def in_a_line(name: str) -> str:
    """Return a name as it is written in a script, with quotation marks if needed."""
    return name if PLAIN.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """Quote a string so that a script reads it as one word."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class TokenCursor:
    """A position among the words of a line, for reading them one after another."""

    def __init__(self, words: list[Word], location: Location, story: str = "") -> None:
        self.words = words
        self.story = story  # the text after the line's |
        self.place = 0
        self.sought: tuple[int, Collection[str]] = (-1, ())  # the names that were expected last
        self.line = location
        self.end = words[-1].end if words else location.column

    # ---- looking

    @property
    def more(self) -> bool:
        """Whether there is another word."""
        return self.place < len(self.words)

    @property
    def next(self) -> str:
        """The next word's text, or an empty string at the end."""
        return self.words[self.place].text if self.more else ""

    @property
    def location(self) -> Location:
        """The location of the next word, or of the end of the line."""
        column = self.words[self.place].column if self.more else self.end
        return Location(self.line.file, self.line.line, column)

    def ahead(self, *expected: str) -> bool:
        """Return whether the next word is one of these, ignoring case."""
        return self.more and self.next.lower() in expected

    def ahead_in(self, known: Collection[str]) -> bool:
        """Return whether the next word is one of the known names, ignoring case."""
        low = self.next.lower()
        self.sought = self.place, known
        return self.more and any(low == each.lower() for each in known)

    def ahead_whole(self) -> bool:
        """Return whether the next word is a whole number."""
        return self.more and isinstance(self.words[self.place].value, int)

    def ahead_value(self) -> bool:
        """Return whether the next word is a list or a mapping in brackets."""
        return self.more and isinstance(self.words[self.place].value, tuple | Mapping)

    # ---- taking

    def fail(self, message: str) -> ScriptError:
        """Return a ScriptError at the next word, for the caller to raise."""
        return ScriptError(self.location, message)

    def take(self, what: str = "another word") -> Word:
        """Take the next word; `what` names it in the error. Raises ScriptError."""
        if not self.more:
            raise self.fail(f"expected {what} here")
        self.place += 1
        return self.words[self.place - 1]

    def skip(self, *expected: str) -> bool:
        """Skip the next word if it is one of these, and return whether it was."""
        if self.ahead(*expected):
            self.place += 1
            return True
        return False

    def need(self, expected: str) -> None:
        """Consume one of these words. Raises ScriptError if it is missing."""
        if not self.skip(expected):
            raise self.fail(f"expected '{expected}' here, not {self._found()}")

    def name(self, known: Collection[str], what: str) -> str:
        """Take one of the known names, ignoring case. Raises ScriptError."""
        if not self.more:
            raise self.fail(f"expected {what} here")
        low = self.next.lower()
        for each in known:
            if each.lower() == low:
                self.place += 1
                return each
        raise self.fail(f"no {what} '{self.next}'{did_you_mean(self.next, known)}")

    def names(self, known: Collection[str], what: str) -> tuple[str, ...]:
        """Take all known names that follow, with or without commas."""
        found = []
        while self.ahead_in(known):
            found.append(self.name(known, what))
            self.skip(",")
        return tuple(found)

    def whole(self, what: str) -> int:
        """Take a whole number. Raises ScriptError."""
        if not self.ahead_whole():
            raise self.fail(f"expected {what} here, not {self._found()}")
        value: int = self.take().value
        return value

    def value(self, what: str) -> Any:
        """Take a list or a mapping in brackets. Raises ScriptError."""
        if not self.ahead_value():
            raise self.fail(f"expected {what} here, not {self._found()}")
        return self.take().value

    def done(self) -> None:
        """Raise ScriptError if any word is left."""
        if self.more:
            place, known = self.sought
            if place == self.place and known and self.next[:1].isupper():
                near = did_you_mean(self.next, known)
                hint = near if near.startswith("; did") else ""
                raise self.fail(f"'{self.next}' is not known here{hint}")
            raise self.fail(f"unexpected '{self.next}': the line is already complete")

    def _found(self) -> str:
        return f"'{self.next}'" if self.more else "the end of the line"
