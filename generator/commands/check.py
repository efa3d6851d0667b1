"""`pieria check`: everything that is wrong with games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from generator.shell import (
    build_options,
    finish,
    games_or_all,
    ink_option,
    load,
    problem_format,
    trusted,
)

if TYPE_CHECKING:
    from generator.build import Options
    from validator.model import Game
    from validator.spot import Problem


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME | PATH]...")
@ink_option("Which faces are looked at.")
@problem_format
def check(games: tuple[str, ...], ink: str, form: str) -> None:
    """Report all problems of games at once: data, counts, rules' arithmetic, and every face.

    A deck of your own is judged by the rules of the game that it is for.

    Faces are drawn, and read back for text that is too small or too pale on its ground.

    Each is told as file:line:column, with what was expected and what would do.

    \b
    Examples:
      pieria check
      pieria check ./my-deck --format json
    """
    problems: list[Problem] = []
    checked = 0
    for name in games_or_all(games):
        loaded = load(name, deck=True)
        problems += loaded.problems
        if (game := trusted(loaded)) is not None:
            problems += faces(game, build_options("a4", "duplex", ink))
            checked += 1
    if not problems and form == "text":
        click.echo(f"{checked} game{'s' * (checked != 1)} checked: no problems.")
    finish(problems, form)


def faces(game: Game, options: Options) -> Sequence[Problem]:
    """What is wrong with the faces of a game, drawn and read back."""
    from generator.build import build_kit
    from generator.legible import check_legible

    built = build_kit(game, options, lambda: None)
    return built.problems or check_legible(game, built.pdf, built.pages)
