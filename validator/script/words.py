"""One line of a script to words, and a cursor that a verb reads its arguments with.

Words are separated by blanks; ``"two words"`` is one; a comma before a blank or the end is a
separator; ``[..]`` and ``{..}`` are read as YAML. Every word knows its column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from validator.core.location import Problem, Spot, did_you_mean
from validator.load.shape import Anything, Reader
from validator.load.yaml import read_yaml

CHECK = "script"
PLAIN = re.compile(r"""[^\s"'#|,:=~!<>\[\]{}&*-][^\s"'#|,:\[\]{}]*""")
CLOSING = {"[": "]", "{": "}"}


class ScriptError(Exception):
    """Something that cannot be read, and where."""

    def __init__(self, spot: Spot, message: str, check: str = CHECK) -> None:
        super().__init__(message)
        self.problem = Problem(spot, message, check)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, its column, and what it means: text, a number, or a list or mapping."""

    text: str
    column: int
    value: Any
    quoted: bool = False
    width: int = 0  # characters of the line, where they are not those of the text

    @property
    def end(self) -> int:
        """The column behind the word."""
        return self.column + (self.width or len(self.text))

    @property
    def written(self) -> str:
        """The word as a line has it."""
        return quoted(self.text) if self.quoted else self.text


def split(line: str, spot: Spot) -> tuple[list[Word], str]:
    """The words of a line and the story behind its ``|``. `spot` is the first character's place."""
    words: list[Word] = []
    index, end = 0, len(line)
    while index < end:
        sign = line[index]
        column = spot.column + index
        if sign in " \t":
            index += 1
        elif sign == "#" and (index == 0 or line[index - 1] in " \t"):
            break
        elif sign == "|" and (index == 0 or line[index - 1] in " \t"):
            return words, line[index + 1 :].strip()
        elif sign == '"':
            text, index = _quoted(line, index, Spot(spot.file, spot.line, column))
            width = spot.column + index - column
            words.append(Word(text, column, text, True, width))
        elif sign in CLOSING:
            start, index = index, _closed(line, index, Spot(spot.file, spot.line, column))
            text = line[start:index]
            words.append(Word(text, column, _yaml(text, Spot(spot.file, spot.line, column))))
        elif sign == "," and (index + 1 == end or line[index + 1] in ' \t"'):
            words.append(Word(",", column, ","))
            index += 1
        else:
            start = index
            while index < end and line[index] not in ' \t"' and not _comma(line, index):
                index += 1
            text = line[start:index]
            words.append(Word(text, column, _value(text)))
    return words, ""


def _comma(line: str, index: int) -> bool:
    after = index + 1
    return line[index] == "," and (after == len(line) or line[after] in ' \t"')


def _quoted(line: str, index: int, spot: Spot) -> tuple[str, int]:
    text = []
    index += 1
    while index < len(line):
        sign = line[index]
        if sign == "\\" and line[index + 1 : index + 2] in ('"', "\\"):
            text.append(line[index + 1])
            index += 2
            continue
        if sign == '"':
            return "".join(text), index + 1
        text.append(sign)
        index += 1
    raise ScriptError(spot, "this quotation mark is not closed")


def _closed(line: str, index: int, spot: Spot) -> int:
    """The index behind the bracket that closes the one at `index`."""
    waiting: list[str] = []
    quote = before = ""  # the quotation mark that is open; the last sign that is no blank
    escaped = False
    for place in range(index, len(line)):
        sign, last = line[place], before
        before = sign if sign not in " \t" else before
        if quote:
            closes = sign == quote and not escaped
            escaped = sign == "\\" and quote == '"' and not escaped
            quote = "" if closes else quote
        elif sign in "\"'" and last in ("[", "{", ",", ":"):
            quote = sign
        elif sign in CLOSING:
            waiting.append(CLOSING[sign])
        elif sign in "]}":
            if waiting.pop() != sign:
                where = Spot(spot.file, spot.line, spot.column + place - index)
                raise ScriptError(where, f"'{sign}' closes nothing here")
            if not waiting:
                return place + 1
    raise ScriptError(spot, f"'{line[index]}' is not closed")


def _yaml(text: str, spot: Spot) -> Any:
    node, problems = read_yaml(text, spot.file, spot.line, spot.column)
    if problems or node is None:
        problem = problems[0] if problems else Problem(spot, "nothing in the brackets", CHECK)
        raise ScriptError(problem.spot, problem.message)
    return Anything().read(node, Reader())


def _value(text: str) -> Any:
    digits = text[1:] if text[:1] in "+-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def in_a_line(name: str) -> str:
    """A name as a script writes it: with quotation marks where it would be no word without."""
    return name if PLAIN.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """A text as one word of a script, in quotation marks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Words:
    """A cursor over the words of a line."""

    def __init__(self, words: list[Word], spot: Spot, story: str = "") -> None:
        self.words = words
        self.story = story  # what stands behind the line's |
        self.place = 0
        self.line = spot
        self.end = words[-1].end if words else spot.column

    # ---- looking

    @property
    def more(self) -> bool:
        """Whether there is another word."""
        return self.place < len(self.words)

    @property
    def next(self) -> str:
        """The next word's text; empty at the end."""
        return self.words[self.place].text if self.more else ""

    @property
    def spot(self) -> Spot:
        """Where the next word stands, or the line's end."""
        column = self.words[self.place].column if self.more else self.end
        return Spot(self.line.file, self.line.line, column)

    def ahead(self, *expected: str) -> bool:
        """Whether the next word is one of these, in whatever capitals."""
        return self.more and self.next.lower() in expected

    def ahead_in(self, known: Collection[str]) -> bool:
        """Whether the next word is one of the known names."""
        low = self.next.lower()
        return self.more and any(low == each.lower() for each in known)

    def ahead_whole(self) -> bool:
        """Whether the next word is a whole number."""
        return self.more and isinstance(self.words[self.place].value, int)

    def ahead_value(self) -> bool:
        """Whether the next word is a list or a mapping in brackets."""
        return self.more and isinstance(self.words[self.place].value, tuple | Mapping)

    # ---- taking

    def fail(self, message: str) -> ScriptError:
        """An error at the next word."""
        return ScriptError(self.spot, message)

    def take(self, what: str = "another word") -> Word:
        """The next word, or an error that says what is expected."""
        if not self.more:
            raise self.fail(f"expected {what} here")
        self.place += 1
        return self.words[self.place - 1]

    def skip(self, *expected: str) -> bool:
        """Take the next word if it is one of these."""
        if self.ahead(*expected):
            self.place += 1
            return True
        return False

    def need(self, expected: str) -> None:
        """Take a word that must be there."""
        if not self.skip(expected):
            raise self.fail(f"expected '{expected}' here, not {self._found()}")

    def name(self, known: Collection[str], what: str) -> str:
        """One of the known names, in whatever capitals."""
        if not self.more:
            raise self.fail(f"expected {what} here")
        low = self.next.lower()
        for each in known:
            if each.lower() == low:
                self.place += 1
                return each
        raise self.fail(f"no {what} '{self.next}'{did_you_mean(self.next, known)}")

    def names(self, known: Collection[str], what: str) -> tuple[str, ...]:
        """As many known names as follow, with or without commas between them."""
        found = []
        while self.ahead_in(known):
            found.append(self.name(known, what))
            self.skip(",")
        return tuple(found)

    def whole(self, what: str) -> int:
        """A whole number."""
        if not self.ahead_whole():
            raise self.fail(f"expected {what} here, not {self._found()}")
        value: int = self.take().value
        return value

    def value(self, what: str) -> Any:
        """A list or a mapping in brackets."""
        if not self.ahead_value():
            raise self.fail(f"expected {what} here, not {self._found()}")
        return self.take().value

    def done(self) -> None:
        """Complain if a word is left over."""
        if self.more:
            raise self.fail(f"'{self.next}' is left over: nothing asks for it")

    def _found(self) -> str:
        return f"'{self.next}'" if self.more else "the end of the line"
