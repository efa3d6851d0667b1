"""Parses JSON into a tree in which every value knows its line and column."""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import NoReturn

from validator.core.location import Location, Problem
from validator.core.tree import Mapping, Node, Plain, Scalar, Sequence

DEEPEST = 40  # lists in lists, as in YAML
MOST_VALUES = 1_000_000
_BLANK = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,299})(\.[0-9]{1,300})?([eE][-+]?[0-9]{1,2})?(?![\w.])")
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"(?:true|false|null)\b")
_HALF = re.compile("[\ud800-\udfff]")


class _BrokenJsonError(Exception):
    """Text that is not JSON, and the position of the error."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


def read_json(text: str, name: str) -> tuple[Node | None, list[Problem]]:
    """Return the tree of a JSON text, or the problems that prevent reading it.

    Duplicate keys are problems.
    """
    reading = _JsonReader(text, name)
    try:
        root = reading.value(0)
        if reading.at != len(text):
            raise _BrokenJsonError(
                "expected the end of the file; a JSON file contains only one value", reading.at
            )
    except _BrokenJsonError as error:
        location = Location(name, *reading.place(error.at))
        return None, [
            *reading.problems,
            Problem(location, f"not readable as JSON: {error}", "syntax"),
        ]
    return root, reading.problems


class _JsonReader:
    """Reads a JSON text once, from beginning to end.

    `at` is the position after the last value and the blanks that follow it.
    """

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.at = 0
        self.problems: list[Problem] = []
        self.values = 0
        # Line of the last position that was requested, and where the line begins.
        self.line, self.begin = 1, 0
        self.blanks()

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of a position.

        Positions must be requested in ascending order, except for errors.
        """
        if at < self.begin:
            self.line, self.begin = 1, 0
        newlines = self.text.count("\n", self.begin, at)
        if newlines:
            self.line += newlines
            self.begin = self.text.rfind("\n", 0, at) + 1
        return self.line, at - self.begin + 1

    def blanks(self) -> None:
        match = _BLANK.match(self.text, self.at)
        assert match
        self.at = match.end()

    def fail(self, message: str) -> NoReturn:
        raise _BrokenJsonError(message, self.at)

    def take(self, sign: str) -> bool:
        """Consume a character if it comes next, and return whether it did."""
        if not self.text.startswith(sign, self.at):
            return False
        self.at += 1
        self.blanks()
        return True

    def value(self, deep: int) -> Node:
        self.values += 1
        if self.values > MOST_VALUES:
            self.fail(f"more than {MOST_VALUES:,} values in one file")
        if deep > DEEPEST:
            self.fail(f"the values are nested deeper than {DEEPEST} levels")
        line, column = self.place(self.at)
        if self.take("["):
            return self.items(Sequence(self.name, line, column), deep)
        if self.take("{"):
            return self.entries(Mapping(self.name, line, column), deep)
        return self.scalar(line, column)

    def items(self, found: Sequence, deep: int) -> Node:
        while not self.take("]"):
            if found.items and not self.take(","):
                self.fail("expected ',' or ']'")
            found.items.append(self.value(deep + 1))
        return found

    def entries(self, found: Mapping, deep: int) -> Node:
        first = True
        while not self.take("}"):
            if not first and not self.take(","):
                self.fail("expected ',' or '}'")
            first = False
            if not self.text.startswith('"', self.at):
                self.fail("expected a name in quotation marks")
            key = self.scalar(*self.place(self.at))
            if not self.take(":"):
                self.fail("expected ':'")
            value = self.value(deep + 1)
            if key.raw in found.keys:
                message = (
                    f"the name '{key.raw}' is already defined in line {found.keys[key.raw].line}"
                )
                self.problems.append(Problem(key.location, message, "duplicate-key"))
                continue
            found.keys[key.raw] = key
            found.entries[key.raw] = value
        return found

    def scalar(self, line: int, column: int) -> Scalar:
        value: Plain
        if self.text.startswith('"', self.at):
            try:
                raw, end = scanstring(self.text, self.at + 1, True)
            except JSONDecodeError as error:
                raise _BrokenJsonError(error.msg[:1].lower() + error.msg[1:], error.pos) from None
            if half := _HALF.search(raw):
                self.fail(f"\\u{ord(half[0]):04x} is half of a surrogate pair and not a character")
            value = raw
        elif match := _NUMBER.match(self.text, self.at):
            raw, end = match[0], match.end()
            value = float(raw) if match[1] or match[2] else int(raw)
        elif match := _WORD.match(self.text, self.at):
            raw, end = match[0], match.end()
            value = _WORDS[raw]
            raw = "" if value is None else raw
        else:
            self.fail("expected a value")
        self.at = end
        self.blanks()
        return Scalar(self.name, line, column, value, raw)
