"""`pieria form` and `pieria fill`: make PDF forms of components, or fill them in from data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_file
from generator.commands.games import folder_of, game_named
from generator.commands.options import (
    build_options,
    component_names,
    game_names,
    ink_option,
    language_option,
    output_folder,
    problem_format,
)
from generator.commands.papers import one_paper, usual_paper
from generator.commands.results import finish, show_table
from generator.drawing.inks import INKS
from generator.sheets.paper import PAPERS

if TYPE_CHECKING:
    from generator.kit.forms import FormSheet
    from generator.kit.options import Options
    from validator.core.location import Problem
    from validator.core.model import Game


@click.command()
@click.argument("game", shell_complete=game_names)
@click.argument("component", required=False, shell_complete=component_names)
@one_paper
@ink_option()
@language_option
@output_folder
def form(
    game: str, component: str | None, paper: str | None, ink: str, language: str, output: str
) -> None:  # fmt: skip
    """Make PDF forms of a GAME.

    Without a COMPONENT, it makes a form of each component with fields to fill in.

    \b
    Examples:
      pieria form muse
      pieria form schizonauts sheets --paper letter
    """
    from pathlib import Path

    from generator.kit.forms import print_form

    paper = paper or usual_paper(folder_of(game))
    options = build_options(paper, "fronts", ink)
    trusted, sheets = _sheets(game, options, language)
    rows: list[tuple[str, ...]] = [("file", "paper", "pages", "fields")]
    problems: list[Problem] = []
    for each in sheets if component is None else [_sheet(game, component, sheets)]:
        printed = print_form(trusted, each, options)
        problems += printed.problems
        if not printed.problems:
            file = Path(output) / f"{trusted.stem}-{each.name}-form{_paper_and_ink(options)}.pdf"
            write_file(file, printed.pdf)
            rows.append(
                (file.as_posix(), PAPERS[paper].title, str(printed.pages), str(printed.fields))
            )
    if len(rows) > 1:
        show_table(rows)
    finish(problems, "text")


@click.command()
@click.argument("game", shell_complete=game_names)
@click.argument("component", nargs=-1, metavar="[COMPONENT]", shell_complete=component_names)
@click.argument("data", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="Output file (default: in output/, named after the component and its data).",
)
@one_paper
@ink_option()
@language_option
@click.option(
    "--editable", is_flag=True, help="Keep the form fields, so that values can be changed."
)
@problem_format
def fill(
    game: str, component: tuple[str, ...], data: str, output: str | None, paper: str | None,
    ink: str, language: str, editable: bool, form: str,
) -> None:  # fmt: skip
    """Print a form with the values of a data file, checked against the rules.

    Without a COMPONENT, it fills in the first form of the GAME. DATA is a YAML file; problems
    in it are reported with the line and the ID of the broken rule.

    \b
    Examples:
      pieria fill muse story.yaml
      pieria fill muse larger-sheet story.yaml -o story.pdf
      pieria fill schizonauts nadia.yaml --paper letter --editable
    """
    from pathlib import Path

    from generator.kit.forms import print_filled

    _check_game(game)
    paper = paper or usual_paper(folder_of(game))
    options = build_options(paper, "fronts", ink)
    if len(component) > 1:
        raise click.UsageError(
            f"only one COMPONENT can be filled in at a time, not {len(component)}"
        )
    trusted, sheets = _sheets(game, options, language)
    chosen = _sheet(game, component[0], sheets) if component else sheets[0]
    printed = print_filled(trusted, chosen, Path(data), options, editable)
    if not printed.problems:
        suffix = f"{'-form' if editable else ''}{_paper_and_ink(options)}"
        named = f"output/{trusted.stem}-{chosen.name}-{Path(data).stem}{suffix}.pdf"
        file = Path(output or named)
        write_file(file, printed.pdf)
        if form == "text":
            row = (file.as_posix(), PAPERS[paper].title, str(printed.pages), str(printed.values))
            show_table([("file", "paper", "pages", "values"), row])
    finish(printed.problems, form)


def _sheets(name: str, options: Options, language: str) -> tuple[Game, list[FormSheet]]:
    """Return a game and its forms.

    If the game has problems, they are reported and the command ends.
    """
    from generator.kit.forms import sheets_of

    game = game_named(name, language)
    sheets, problems = sheets_of(game, options)
    if problems:
        finish(problems, "text")
    if not sheets:
        raise click.UsageError(f"'{name}' has no component with fields to fill in")
    return game, sheets


def _sheet(game: str, name: str, sheets: Sequence[FormSheet]) -> FormSheet:
    from validator.core.location import did_you_mean

    for sheet in sheets:
        if sheet.name == name:
            return sheet
    hint = did_you_mean(name, (sheet.name for sheet in sheets))
    raise click.UsageError(f"'{game}' has no component '{name}' to fill in{hint}")


def _check_game(game: str) -> None:
    """Reject `muse/larger-sheet` and show the correct command, unless a folder has this name."""
    from pathlib import Path

    from validator.core.resources import shipped_games

    head, _, component = game.rstrip("/").rpartition("/")
    is_game = head in shipped_games() or (Path(head) / "game.yaml").is_file()
    if head and is_game and not Path(game).exists():
        raise click.UsageError(
            f"no game or folder '{game}'; write the game and the component as two words: "
            f"pieria fill"
            f" {head} {component} DATA"
        )


def _paper_and_ink(options: Options) -> str:
    return f"-{options.paper}{INKS[options.ink].suffix}"
