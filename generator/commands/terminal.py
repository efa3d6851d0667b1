"""Writes to the terminal; no other module does."""

from __future__ import annotations

import os
import re

import click


def show(words: str = "", err: bool = False) -> None:
    """Write text to the terminal, without characters that would move the cursor or reverse the
    text.

    Titles, file names and manifests may contain such characters, so all commands use this function.
    """
    from validator.core.messages import printable  # `--version` has nothing to show

    _write(printable(words), err)


def as_shown(error: click.ClickException) -> click.ClickException:
    """Return the error with those characters replaced that must not be written to the terminal."""
    from validator.core.messages import printable

    words = printable(error.format_message())
    if isinstance(error, click.UsageError):
        return click.UsageError(words, error.ctx)
    return click.ClickException(words)


# Compiled when problems are first shown, because most commands show none.
_PLACE = r"(?m)^(?! )(\S[^\n]*?:(?:\d+:\d+|[\w']+![A-Z]+\d+):)"
_LEVEL = r"(?<=: )(warning|note)(?=: )"
_CHECK = r"(?m)(\[[\w-]+\])$"


def show_problems(words: str) -> None:
    """Write problems to standard error; on a terminal, locations are bold and levels coloured.

    A non-empty variable NO_COLOR disables colours (https://no-color.org).
    """
    from validator.core.messages import printable

    words = printable(words)
    if not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        words = re.sub(_LEVEL, lambda found: click.style(found[1], fg="yellow"), words)
        words = re.sub(_PLACE, lambda found: click.style(found[1], bold=True), words)
        words = re.sub(_CHECK, lambda found: click.style(found[1], dim=True), words)
    _write(words, err=True)


def _write(words: str, err: bool) -> None:
    click.echo(words, err=err)  # removes colours if the output is not a terminal
