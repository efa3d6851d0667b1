"""The command line: which commands there are, in the order of a first evening with Pieria.

A command reads its arguments, calls one function, shows what it returned and sets the exit code.
Its module is imported when it is called, so that `pieria --version` answers at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from generator import __version__
from generator.commands.exits import clean_exit
from generator.core.collector import seldom_collected

# Command -> module of generator.commands, and what it is called there.
COMMANDS = {
    "list": ("listing", "list_games"),
    "new": ("project", "new"),
    "preview": ("preview", "preview"),
    "deck": ("deck", "deck"),
    "pull": ("pull", "pull"),
    "build": ("build", "build"),
    "check": ("check", "check"),
    "calibrate": ("printers", "calibrate"),
    "printers": ("printers", "printers"),
    "languages": ("languages", "languages"),
    "proof": ("proof", "proof"),
    "changes": ("changes", "changes"),
    "schema": ("project", "schema"),
    "export": ("export", "export"),
    "form": ("forms", "form"),
    "fill": ("forms", "fill"),
    "play": ("play", "play"),
    "replay": ("referee", "replay"),
    "rules": ("referee", "rules"),
    "verbs": ("referee", "verbs"),
    "simulate": ("simulate", "simulate"),
}


class Shell(click.Group):
    """A group whose commands are looked up by name. However they end, they end in one way."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        if args is not None:  # the process is another program's
            return super().main(args, *rest, **extra)
        with seldom_collected():
            return super().main(None, *rest, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with clean_exit():  # it may show the help, or the version
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with clean_exit():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"generator.commands.{module}"), name)
        return command


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pieria")
def main() -> None:
    """Print tabletop games from data files, and check them against their rules.

    A GAME is the name of a game that comes with Pieria, or the path of a folder that is laid out
    like one (a copy of data/nine-muses, say).

    \b
    Examples:
      pieria list                          what there is
      pieria build                         every kit, A4, into output/
      pieria build muse --paper letter     one kit on Letter
      pieria check ./my-deck               what is wrong with a deck of your own
    """


if __name__ == "__main__":
    main()
