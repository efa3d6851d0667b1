"""`pieria pull`: downloads published spreadsheets. No other command uses the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_files
from generator.commands.games import folder_of
from generator.commands.results import finish
from generator.commands.terminal import show

if TYPE_CHECKING:
    from validator.core.location import Problem
    from validator.core.model import Component, Game


@click.command(short_help="Download published spreadsheets into a project.")
@click.argument("game", metavar="[DIR]", default=".")
@click.option(
    "--allow-local", is_flag=True,
    help="Also allow http, and addresses on this machine and its local network.",
)  # fmt: skip
def pull(game: str, allow_local: bool) -> None:
    """Download the spreadsheets at the `published:` addresses, and show what changed.

    For a Google sheet that everyone with the link may read, use the address that the browser shows.
    If a download is not a readable spreadsheet, the file is not replaced. All other commands work
    without a network.

    
    Examples:
      pieria pull
      pieria pull ./my-deck
    """
    from generator.published.differences import differences
    from validator.core.resources import shipped_games
    from validator.load.game import load_game

    if game in shipped_games() and not Path(game).is_dir():
        raise click.UsageError(f"'{game}' comes with Pieria; name the folder of a project")
    folder = folder_of(game)
    old = load_game(folder)
    if old.game is None:
        finish(old.problems, "text")
        return
    files, problems = _downloads(old.game, _published(old.game), allow_local)
    if problems:
        finish(problems, "text")
        return
    write_files(files, folder, sources=True)
    new = load_game(folder)
    changed = list(differences(old.game, new.game)) if new.game else []
    for file in files:
        show(f"{file}: copied.")
    for line in changed or ["No card has changed."]:
        show(f"  {line}")
    finish([*new.problems, *new.warnings], "text")


def _published(game: Game) -> list[Component]:
    """Return the components whose cards are published, of which there must be one."""
    found = [each for each in game.components if each.published]
    if not found:
        raise click.UsageError(
            "no component of game.yaml has an address, as in `published: https://…` beside "
            "`cards: deck.csv`"
        )
    return found


def _downloads(
    game: Game, wanted: list[Component], allow_local: bool
) -> tuple[dict[Path, bytes], list[Problem]]:
    """Return the downloaded files by name.

    Failed downloads and unreadable files are problems.
    """
    from generator.published.download import DownloadError, download
    from validator.core.location import Problem
    from validator.load.cards import file_and_worksheet, spreadsheet_problems

    found: dict[Path, bytes] = {}
    problems: list[Problem] = []
    known: dict[str, str] = {}
    for component in wanted:
        name, sheet = file_and_worksheet(component.file)
        location = component.published_location
        if known.setdefault(name, component.published) != component.published:
            message = (
                f"'{name}' is already published at another address above; each file can have only "
                "one address"
            )
            problems.append(Problem(location, message, "pull"))
            continue
        form = Path(name).suffix.lower().lstrip(".")
        if form not in ("csv", "xlsx"):
            message = (
                f"a published spreadsheet becomes a .csv or .xlsx file; 'cards' is "
                f"'{component.file}'"
            )
            problems.append(Problem(location, message, "pull"))
            continue
        try:
            data = found.get(game.folder / name) or download(component.published, form, allow_local)
        except DownloadError as error:
            problems.append(Problem(location, f"{component.published}: {error}", "pull"))
            continue
        problems += spreadsheet_problems(data, component.published, sheet, form)
        found[game.folder / name] = data
    return found, problems
