"""Splits a line of a script into words.

Words are separated by spaces; ``"two words"`` is one; a comma before a space or the end is a
separator; ``[..]`` and ``{..}`` are read as YAML. Every word knows its column.
"""

from __future__ import annotations

from typing import Any

from validator.core.location import Location, Problem
from validator.load.shape import Anything, Reader
from validator.load.yaml import read_yaml
from validator.referee.tokens import CHECK, ScriptError, Word

CLOSING = {"[": "]", "{": "}"}


def split(line: str, location: Location) -> tuple[list[Word], str]:
    """Return the words of a line, and the story after its ``|``.

    `location` is the start of the line.
    """
    words: list[Word] = []
    index, end = 0, len(line)
    while index < end:
        sign = line[index]
        column = location.column + index
        if sign in " \t":
            index += 1
        elif sign == "#" and (index == 0 or line[index - 1] in " \t"):
            break
        elif sign == "|" and (index == 0 or line[index - 1] in " \t"):
            return words, line[index + 1 :].strip()
        elif sign == '"':
            text, index = _quoted(line, index, Location(location.file, location.line, column))
            width = location.column + index - column
            words.append(Word(text, column, text, True, width))
        elif sign in CLOSING:
            start, index = (
                index,
                _closed(line, index, Location(location.file, location.line, column)),
            )
            text = line[start:index]
            words.append(
                Word(text, column, _yaml(text, Location(location.file, location.line, column)))
            )
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


def _quoted(line: str, index: int, location: Location) -> tuple[str, int]:
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
    raise ScriptError(location, "this quotation mark is not closed")


def _closed(line: str, index: int, location: Location) -> int:
    """Return the index after the bracket that closes the one at `index`."""
    waiting: list[str] = []
    quote = before = ""  # the open quotation mark; the last character that is not a space
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
                where = Location(location.file, location.line, location.column + place - index)
                raise ScriptError(where, f"'{sign}' closes no bracket here")
            if not waiting:
                return place + 1
    raise ScriptError(location, f"'{line[index]}' is not closed")


def _yaml(text: str, location: Location) -> Any:
    node, problems = read_yaml(text, location.file, location.line, location.column)
    if problems or node is None:
        problem = problems[0] if problems else Problem(location, "the brackets are empty", CHECK)
        raise ScriptError(problem.location, problem.message)
    return Anything().read(node, Reader())


def _value(text: str) -> Any:
    digits = text[1:] if text[:1] in "+-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
