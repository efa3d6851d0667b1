"""Formats problems for people, programs and code hosts."""

from __future__ import annotations

import codecs
import json
import re
import stat
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from validator.core.location import Problem


def text_report(problems: Sequence[Problem]) -> str:
    """Return each problem as `file:line:column: message [check]`, with its source line and
    a caret.
    """
    parts = []
    lines = cache(_lines)  # for this report: a file may change before the next
    for problem in problems:
        parts.append(harmless(str(problem)))
        if problem.location.line > 0:
            parts += map(harmless, _excerpt(problem, lines(problem.location.file)))
    return "\n".join(parts)


def counted(problems: Sequence[Problem]) -> str:
    """Return the counts of problems and warnings: ``2 problems, 1 warning``."""
    words = {"error": "problem", "warning": "warning", "note": "note"}
    found = []
    for level, word in words.items():
        number = sum(problem.level == level for problem in problems)
        if number:
            found.append(f"{number} {word}{'s' * (number != 1)}")
    return ", ".join(found)


LONGEST = 2000  # characters of a message
LARGEST = 32 * 1024 * 1024  # bytes of a file to be quoted, or of its part that is read
# Characters that could move a terminal's cursor or reverse the order of letters; and unpaired
# surrogates.
_TRICKS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


def harmless(words: str) -> str:
    """Return text that is safe to show in a terminal.

    Control characters are escaped, and the length is limited.
    """
    return printable(words if len(words) <= LONGEST else words[: LONGEST - 1] + "…")


def printable(words: str) -> str:
    """Return text with its control characters replaced by their escapes."""
    return _TRICKS.sub(lambda match: f"\\u{ord(match[0]):04x}", words)


def json_report(problems: Sequence[Problem]) -> str:
    """Return a JSON list of problems: file, line, column, message, check, and the
    spreadsheet cell.
    """
    return json.dumps(values(problems), indent=2, ensure_ascii=False)


def values(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """Return problems as plain values, for use in a larger report."""
    return [
        {
            "file": harmless(problem.location.file),
            "line": problem.location.line,
            "column": problem.location.column,
            **_cell(problem),
            "message": harmless(problem.full_message),
            "check": problem.check,
            "level": problem.level,
        }
        for problem in problems
    ]


def _cell(problem: Problem) -> dict[str, str]:
    """Return the spreadsheet cell of a problem as plain values."""
    cell = problem.location.cell
    return {"cell": cell.name, "title": cell.title} if cell else {}


_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github_report(problems: Sequence[Problem]) -> str:
    """Return workflow commands for GitHub, which shows each problem beside its line.

    Problems in a workbook, which has no lines, are shown above the file.
    """
    parts = []
    for problem in problems:
        location = problem.location
        book = location.cell is not None and bool(location.cell.sheet)
        place = "" if book else f",line={max(1, location.line)},col={max(1, location.column)}"
        cell = f"{location.cell.name}: " if book and location.cell else ""
        parts.append(
            f"::{_COMMANDS[problem.level]} file={_escaped(location.file, True)}{place},"
            f"title={problem.check}::{_escaped(cell + problem.full_message)}"
        )
    return "\n".join(parts)


def _escaped(text: str, value: bool = False) -> str:
    text = harmless(text)
    for sign in "%\r\n" + (":," if value else ""):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def _excerpt(problem: Problem, lines: Sequence[str]) -> list[str]:
    """Return the line that a problem points at, followed by a line with a caret below its
    column.
    """
    location = problem.location
    if location.cell and location.cell.sheet:
        return []
    if not 0 < location.line <= len(lines):
        return []
    line = lines[location.line - 1].rstrip().expandtabs(1)
    start = max(0, location.column - 60)
    shown = line[start : start + 100]
    return [f"    {shown}", "    " + " " * (max(1, location.column) - 1 - start) + "^"]


def _lines(file: str) -> list[str]:
    try:
        about = Path(file).stat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > LARGEST:
            return []  # a pipe would block, and a large file is not a text
        data = Path(file).read_bytes()
    except OSError:
        return []
    wide = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return re.split(r"\r\n|\r|\n", text)
