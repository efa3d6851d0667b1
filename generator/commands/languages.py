"""`pieria languages`: shows how complete translations are, and what is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_file
from generator.commands.games import PSEUDO, game_named, games_or_all, load, this_game, trusted
from generator.commands.options import build_options, game_names, ink_option, language_option
from generator.commands.results import finish, show_table
from generator.commands.terminal import show
from generator.sheets.paper import USUAL_PAPER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from generator.kit.options import Options
    from generator.translation.completeness import SourceText, Translated
    from generator.translation.fits import FitReport
    from validator.core.location import Problem
    from validator.core.model import Game


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=game_names)
@language_option
@ink_option("Ink of the faces to check.")
@click.option(
    "--init", metavar="TAG",
    help="Start a language: write locale/TAG.yaml with one line per text.",
)  # fmt: skip
@click.option(
    "--to-po", type=click.Path(dir_okay=False), metavar="FILE",
    help="Write the texts of --language and their translations to a PO file.",
)  # fmt: skip
@click.option(
    "--from-po", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
    help="Write locale/TAG.yaml of --language from a PO file.",
)  # fmt: skip
def languages(
    games: tuple[str, ...], language: str, ink: str,
    init: str | None, to_po: str | None, from_po: str | None,
) -> None:  # fmt: skip
    """Show how complete translations are; with a language, list what is missing.

    It lists missing texts, texts that do not fit (worst first) and unused words. en-XA is a
    pseudo-language: its texts are a third longer than English and in brackets, so that before you
    translate you can find texts that will not fit or are not marked.

    \b
    Examples:
      pieria languages
      pieria languages dance-of-muses --language it
      pieria languages ./my-deck --language en-XA
      pieria languages ./my-deck --init it
      pieria languages ./my-deck --language it --to-po it.po
      pieria languages ./my-deck --language it --from-po it.po
    """
    if init or to_po or from_po:
        _files(games, language, init, to_po, from_po)
    else:
        _show_completeness(games, language, ink)


def _show_completeness(games: tuple[str, ...], language: str, ink: str) -> None:
    from generator.translation.completeness import translated
    from validator.load.locale import languages as known

    rows: list[tuple[str, ...]] = [("game", "language", "texts", "of", "%", "rules", "of")]
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
        _show_translations(game, each, build_options(USUAL_PAPER, "duplex", ink))
    finish(problems, "text")


def _source(
    games: tuple[str, ...], language: str, init: str | None, to_po: bool, from_po: bool
) -> tuple[Game, str]:
    """Return the game whose files are written, and the language.

    Rejects impossible combinations of options.
    """
    from validator.load.locale import LANGUAGE

    tag = init or language
    if sum(map(bool, (init, to_po, from_po))) > 1 or (init and language) or not tag:
        raise click.UsageError(
            "use one of --init TAG, --to-po FILE and --from-po FILE; the last two need "
            "--language TAG"
        )
    if len(games) > 1:
        raise click.UsageError(
            "{len(games)} games are named, but only one translation can be read or written; "
            "name one game"
        )
    source = game_named(this_game(games[0] if games else None))
    if not re.fullmatch(LANGUAGE.pattern, tag) or tag in (PSEUDO, source.language):
        raise click.UsageError(f"'{tag}' is not a language tag; expected {LANGUAGE.name}")
    return source, tag


def _files(
    games: tuple[str, ...], language: str, init: str | None, to_po: str | None,
    from_po: str | None,
) -> None:  # fmt: skip
    """Write an overlay or a PO file of one game."""
    from generator.translation import overlay_files
    from generator.translation.completeness import sayings
    from validator.load.locale import locale_file
    from validator.load.text import called, read_text

    source, tag = _source(games, language, init, bool(to_po), bool(from_po))
    file = locale_file(source, tag)
    if init and file.exists():
        raise click.UsageError(f"'{called(file)}' already exists")
    try:
        said, plural = sayings(source, tag, moves=bool(to_po or from_po))
    except ValueError as error:
        raise click.UsageError(
            f"the translation file has a problem; fix it first: {error}"
        ) from None
    if to_po:
        write_file(Path(to_po), overlay_files.to_po(source.id, tag, said).encode())
        show(_counted(to_po, said))
        return
    said = [each for each in said if not each.in_sheet]
    problems: list[Problem] = []
    if from_po:
        text = read_text(Path(from_po), from_po)
        if not isinstance(text, str):
            finish([text], "text")
            return
        said, problems = overlay_files.from_po(text, from_po, said)
        needed = {each.place for each in sayings(source, tag)[0]}
        said = [each for each in said if each.said or each.place in needed]
    if not from_po or any(each.said for each in said):
        schema = (source.folder / "schemas" / "locale.json").is_file()
        write_file(file, overlay_files.skeleton(tag, said, plural, schema).encode())
        show(_counted(called(file), said))
    finish(problems, "text")


def _counted(file: str, said: Sequence[SourceText]) -> str:
    done = sum(bool(each.said) for each in said)
    return f"{file}: {len(said)} texts, {done} of them translated."


def _row(found: Translated) -> tuple[str, ...]:
    counts = (found.done, found.all, found.percent, found.rules_done, found.rules)
    return (found.game, found.language, *map(str, counts))


def _show_translations(game: Game, found: Translated | None, options: Options) -> None:
    """Print what remains to be done for a language."""
    from generator.translation.fits import fits

    drawn = fits(game, options)
    parts: list[tuple[str, Sequence[object]]] = []
    if found is not None:
        parts += [("not translated", found.missing), ("unused", found.unused)]
    parts += [("too long, longest first", _long(drawn)), ("not marked", drawn.unmarked)]
    parts += [("other problems", drawn.problems)]
    for title, lines in parts:
        if lines:
            show(f"\n{game.id}, {game.translation}: {title} ({len(lines)})")
        for line in lines:
            show(f"  {line}")
    if not any(lines for _, lines in parts):
        show(f"\n{game.id}, {game.translation}: complete.")


def _long(drawn: FitReport) -> list[str]:
    return [f"{excess:+.0%}  {problem}" for excess, problem in drawn.too_long]
