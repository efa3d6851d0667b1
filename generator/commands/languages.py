"""`pieria languages`: how far games are translated, and what is left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from generator.commands.shared import (
    PSEUDO,
    build_options,
    finish,
    game_names,
    games_or_all,
    ink_option,
    language_option,
    load,
    show_table,
    trusted,
)
from generator.commands.terminal import show
from generator.sheets.paper import USUAL_PAPER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.kit.build import Options
    from generator.kit.translation import Fits, Translated
    from validator.core.location import Problem
    from validator.core.model import Game


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=game_names)
@language_option
@ink_option("Which faces are looked at.")
def languages(games: tuple[str, ...], language: str, ink: str) -> None:
    """Show how far games are translated; with a language, all that is left to do.

    That is texts that are missing, texts that do not fit, the worst first, and words that nobody
    says. The language en-XA is made up: its texts are a third longer than English and stand in
    brackets, so that it shows before anybody translates what will not fit and what is not marked.

    \b
    Examples:
      pieria languages
      pieria languages dance-of-muses --language it
      pieria languages ./my-deck --language en-XA
    """
    from generator.kit.translation import translated
    from validator.load.locale import languages as known

    rows: list[tuple[str, ...]] = [("game", "language", "said", "of", "%", "rules", "of")]
    problems: list[Problem] = []
    todo = []
    for name in games_or_all(games, language):
        loaded = load(name, language)
        source = load(name).game
        problems += loaded.problems
        if source is None:
            continue
        found = []
        if language not in (PSEUDO, source.language):
            tags = [language] if language else known(source.folder)
            found = [translated(source, tag) for tag in tags]
            rows += map(_row, found)
        if language and (game := trusted(loaded)) is not None and game.translation:
            todo.append((game, found[0] if found else None))
    if len(rows) > 1:
        show_table(rows)
    for game, each in todo:
        _tell(game, each, build_options(USUAL_PAPER, "duplex", ink))
    finish(problems, "text")


def _row(found: Translated) -> tuple[str, ...]:
    counts = (found.done, found.all, found.percent, found.rules_done, found.rules)
    return (found.game, found.language, *map(str, counts))


def _tell(game: Game, found: Translated | None, options: Options) -> None:
    """All that is left to do for a language."""
    from generator.kit.translation import fits

    drawn = fits(game, options)
    parts: list[tuple[str, Sequence[object]]] = []
    if found is not None:
        parts += [("not yet said", found.missing), ("said in vain", found.unused)]
    parts += [("too long, the worst first", _long(drawn)), ("not marked", drawn.unmarked)]
    parts += [("other problems", drawn.problems)]
    for title, lines in parts:
        if lines:
            show(f"\n{game.id}, {game.translation}: {title} ({len(lines)})")
        for line in lines:
            show(f"  {line}")
    if not any(lines for _, lines in parts):
        show(f"\n{game.id}, {game.translation}: nothing is left to do.")


def _long(drawn: Fits) -> list[str]:
    return [f"{excess:+.0%}  {problem}" for excess, problem in drawn.too_long]
