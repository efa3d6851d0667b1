"""`pieria studio`: makes a game in the browser, from its cards to the printed kit."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.calibrated import saved_printers
from generator.commands.games import folder_of
from generator.commands.papers import usual_paper
from generator.commands.ports import listening
from generator.commands.terminal import show
from generator.sheets.paper import USUAL_PAPER


@click.command(short_help="Make a game in the browser.")
@click.argument("folder", required=False, metavar="[FOLDER]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port (default: 4747, or the next free one; 0: any free port).",
)
@click.option(
    "--open/--no-open", "open_", default=True, show_default=True, help="Open the browser."
)
@click.option(
    "--desktop-entry", "desktop", is_flag=True,
    help="Add the studio to the menu of your desktop (Linux), and exit.",
)  # fmt: skip
def studio(folder: str | None, port: int | None, open_: bool, desktop: bool) -> None:
    """Make a game in the browser: cards, layout, rules, printing and play.

    Without a FOLDER, it starts a new game from a spreadsheet or pictures, or opens a project. Every
    edit is saved at once and can be undone. The page is only available on this machine. Press
    Ctrl-C to stop.

    \b
    Examples:
      pieria studio
      pieria studio ./my-deck
    """
    if desktop:
        _add_entry()
        return
    from generator.studio.server import StudioApp, serve
    from generator.web.security import HOST

    opened = (
        None if folder is None and not Path("game.yaml").is_file() else folder_of(folder or ".")
    )
    place = listening(port)
    number = place.getsockname()[1]
    made = StudioApp(opened, number, saved_printers, _paper, click.launch)
    address = f"http://{HOST}:{number}/s/{made.secret}/"

    def started() -> None:
        show(f"Pieria Studio on {address}  (press Ctrl-C to stop)")
        if open_:
            click.launch(address)

    with place:
        serve(made, place, started)


def _paper(folder: Path) -> str:
    """Return the paper of a project, or the default if its files name an unknown one."""
    try:
        return usual_paper(folder)
    except SystemExit:
        return USUAL_PAPER


def _add_entry() -> None:
    """Add Pieria Studio to the desktop's menu, and report where the entry was written."""
    from generator.commands.files import write_file
    from generator.studio.desktop import entry, entry_file

    write_file(entry_file(), entry().encode())
    show(f"{entry_file()} was written; the studio is in the menu of your desktop")
