"""The one place where words reach the terminal."""

from __future__ import annotations

import click


def show(words: str = "", err: bool = False) -> None:
    """Write words to the terminal, without signs that would move its cursor or turn letters round.

    A title, the name of a file or a manifest may hold such signs, so every command writes here.
    """
    from validator.core.messages import printable  # `--version` has nothing to show

    click.echo(printable(words), err=err)


def as_shown(error: click.ClickException) -> click.ClickException:
    """Wrong use in words that a terminal can show."""
    from validator.core.messages import printable

    words = printable(error.format_message())
    if isinstance(error, click.UsageError):
        return click.UsageError(words, error.ctx)
    return click.ClickException(words)
