"""Problems to what a person, a program or a code host reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from validator.spot import Problem


def text_report(problems: Sequence[Problem]) -> str:
    """`file:line:column: message [check]`, each with the line it speaks of and a pointer."""
    parts = []
    lines = cache(_lines)  # for this report: a file may change before the next
    for problem in problems:
        parts.append(str(problem))
        parts += _excerpt(problem, lines(problem.spot.file))
    return "\n".join(parts)


def json_report(problems: Sequence[Problem]) -> str:
    """A JSON list of objects with file, line, column, message and check."""
    return json.dumps(
        [
            {
                "file": problem.spot.file,
                "line": problem.spot.line,
                "column": problem.spot.column,
                "message": problem.message,
                "check": problem.check,
            }
            for problem in problems
        ],
        indent=2,
        ensure_ascii=False,
    )


def github_report(problems: Sequence[Problem]) -> str:
    """Workflow commands that a code host shows beside the lines."""
    return "\n".join(
        f"::error file={_escaped(problem.spot.file, True)},line={max(1, problem.spot.line)},"
        f"col={max(1, problem.spot.column)},title={problem.check}::{_escaped(problem.message)}"
        for problem in problems
    )


REPORTERS: dict[str, Callable[[Sequence[Problem]], str]] = {
    "text": text_report,
    "json": json_report,
    "github": github_report,
}


def _escaped(text: str, value: bool = False) -> str:
    for sign in "%\r\n" + (":," if value else ""):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def _excerpt(problem: Problem, lines: Sequence[str]) -> list[str]:
    """The line that a problem points at, and a caret under the column."""
    spot = problem.spot
    if not 0 < spot.line <= len(lines):
        return []
    line = lines[spot.line - 1].rstrip().expandtabs(1)
    start = max(0, spot.column - 60)
    shown = line[start : start + 100]
    return [f"    {shown}", "    " + " " * (max(1, spot.column) - 1 - start) + "^"]


def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text("utf-8-sig", errors="replace").splitlines()
    except OSError:
        return []
