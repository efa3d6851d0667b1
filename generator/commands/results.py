"""Shows progress, tables and problems, and ends a command with its exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from generator.commands.terminal import show, show_problems

if TYPE_CHECKING:
    from validator.core.location import Problem


def on_terminal() -> bool:
    """Return whether standard error is a terminal, which somebody may be reading."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress(designs: int) -> Iterator[Any]:
    """Show a progress bar for `designs` steps on a terminal, and nothing in a pipe."""
    if not designs or not on_terminal():
        yield lambda: None
        return
    with click.progressbar(length=designs, label="Drawing", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def show_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table with columns as wide as needed and numbers right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if cell.isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        show("  ".join(cells).rstrip())


def report(
    name: str,
    rows: Sequence[tuple[str, ...]],
    problems: Sequence[Problem],
    form: str,
    strict: bool = False,
    verified: bool = False,
) -> None:
    """Show the written files and the problems, then exit with the code of `finish`.

    `rows` is a table whose first row contains the headings. JSON output is an object with the rows
    under `name`, and the problems under `problems`.
    """
    from validator.core.messages import values

    if form != "json":
        if len(rows) > 1:
            show_table(rows)
        if verified:
            count = len(rows) - 1
            show("PDF verified." if count == 1 else f"All {count} PDFs verified.")
        finish(problems, "text", strict)
        return
    heads, *others = rows
    found = [
        {head: cell if head in WORDS else _number(cell)
         for head, cell in zip(heads, row, strict=True)}
        for row in others
    ]  # fmt: skip
    data = {name: found, "problems": values(sorted(set(problems)))}
    show(json.dumps(data, indent=2, ensure_ascii=False))
    leave(problems, strict)


WORDS = ("build", "file", "folder", "title")  # columns that contain text, even if these are digits


def _number(cell: str) -> str | int | float:
    """Return the value of a table cell for sorting or alignment: a number if it is one, or else
    the text.
    """
    try:
        return int(cell) if cell.isdecimal() else float(cell)
    except ValueError:
        return cell


def leave(problems: Sequence[Problem], strict: bool = False) -> None:
    """Exit with code 1 if there is an error or, with `strict`, a warning; otherwise return."""
    wrong = ("error", "warning") if strict else ("error",)
    if any(problem.level in wrong for problem in problems):
        sys.exit(1)


def finish(problems: Sequence[Problem], form: str, strict: bool = False) -> None:
    """Show the problems, and exit.

    The code is 1 if there is an error or, with `strict`, a warning; otherwise 0.
    """
    from validator.core.messages import counted
    from validator.core.reports import REPORTERS, WHOLE

    problems = sorted(set(problems))
    if problems or form in WHOLE:
        if form == "text":
            show_problems(REPORTERS[form](problems))
        else:
            show(REPORTERS[form](problems))
    if problems and form == "text":
        show(f"{counted(problems)}.", err=True)
    leave(problems, strict)
