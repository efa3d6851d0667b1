"""The command line: the commands, in the order in which a new user needs them.

A command reads its arguments, calls one function, shows what this function returned, and sets the
exit code. The module of a command is imported only when the command is called, so that `pieria
--version` answers at once.
"""

from __future__ import annotations

import atexit
import gc
import signal
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Any

EARLY = (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
)
if EARLY:  # Ctrl-C while modules are imported ends the process without a traceback
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from generator import __version__  # noqa: E402

# A build creates many objects and hardly any cycles: with Python's own 700, garbage collection
# takes a fifth of the time, and with 100,000 a twentieth. The collection at the end of the process
# takes another tenth, so it finds no objects.
gc.set_threshold(500_000)
atexit.register(gc.freeze)

import click  # noqa: E402

from generator.commands.exits import dated, exit_codes, silent_interrupt  # noqa: E402

# Command -> module of generator.commands, its name there, and its description.
COMMANDS = {
    "list": ("listing", "list_games", "List the games, or what is in a folder."),
    "docs": ("docs", "docs", "Open the documentation in the browser."),
    "new": ("project", "new", "Create a project that is ready to build."),
    "import": ("import_project", "import_project", "Convert a project from another tool."),
    "studio": ("studio", "studio", "Make a game in the browser."),
    "preview": ("preview", "preview", "Show a game in the browser as you edit it."),
    "deck": ("deck", "deck", "Write a deck as a spreadsheet or YAML file."),
    "pull": ("pull", "pull", "Download published spreadsheets into a project."),
    "build": ("build", "build", "Print kits as PDF files."),
    "check": ("check", "check", "Report all problems in games."),
    "calibrate": ("printers", "calibrate", "Measure how a printer shifts pages."),
    "printers": ("printers", "printers", "List the measured printers."),
    "languages": ("languages", "languages", "Show how complete translations are."),
    "verify": ("verify", "verify", "Verify finished PDF files."),
    "changes": ("changes", "changes", "Show the differences between two builds."),
    "upgrade": ("upgrade", "upgrade", "Update a project to the current names."),
    "schema": ("project", "schema", "Write JSON Schemas for data files."),
    "export": ("export", "export", "Export to virtual tabletops and print services."),
    "form": ("forms", "form", "Make PDF forms to fill in."),
    "fill": ("forms", "fill", "Print a form filled in from a file."),
    "play": ("play", "play", "Play a game in the browser."),
    "replay": ("referee", "replay", "Replay scripts by the rules of their game."),
    "rules": ("referee", "rules", "Show the rule catalogue of a game."),
    "verbs": ("referee", "verbs", "List the verbs and facts of a game's scripts."),
    "odds": ("odds", "odds", "Compute the odds of a deck."),
    "simulate": ("simulate", "simulate", "Play random games and certify a kit."),
}


class Shell(click.Group):
    """A command group that imports commands when they are used, and handles their errors and exit
    codes.
    """

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: object,
    ) -> Any:
        if args is not None:  # the process belongs to another program
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        with silent_interrupt():
            return super().main(None, prog_name, complete_var, standalone_mode, **extra)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        with exit_codes():  # it may show the help, or the version
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with exit_codes():
            dated()
            try:
                return super().invoke(ctx)
            except click.NoSuchOption as error:
                raise _renamed(error) from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return [*COMMANDS]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without importing any of their modules."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, _, about) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from validator.core import renamed
            from validator.core.location import did_you_mean

            new = renamed.called_now(args[0], renamed.COMMANDS, COMMANDS)
            ctx.fail(f"no command '{args[0]}'{new or did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"generator.commands.{module}"), name)
        return command


def _renamed(error: click.NoSuchOption) -> click.UsageError:
    """Return the error that names the new option if an option was renamed; otherwise the same
    error.
    """
    from validator.core.renamed import OPTIONS, called_now

    old, context = error.option_name, error.ctx
    if context is None:
        return error
    known = {name for each in context.command.params for name in (*each.opts, *each.secondary_opts)}
    new = called_now(old, OPTIONS.get(str(context.info_name), {}), known)
    return click.UsageError(f"no option '{old}'{new}", context) if new else error


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pieria")
def main() -> None:
    """Print tabletop games from data files, and check them against their rules.

    A GAME is the name of a shipped game, or the path of a project folder.

    \b
    Examples:
      pieria list                          list the games
      pieria build                         print every kit on A4 into output/
      pieria build muse --paper letter     print one kit on Letter
      pieria check ./my-deck               report the problems of your own deck
    """


if EARLY:
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    main()
