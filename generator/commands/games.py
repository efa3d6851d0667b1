"""Finds and reads the games given on the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from generator.commands.results import finish

if TYPE_CHECKING:
    from pathlib import Path

    from validator.core.model import Game, Loaded
    from validator.referee.referee import Referee

PSEUDO = "en-XA"  # the pseudo-language of generator.translation.pseudolocale


def games_or_all(games: Sequence[str], language: str = "") -> list[str]:
    """Return the given games without repetition.

    If no games are given, this is the game in the current folder, or else all shipped games. With a
    language, shipped games without this language are left out.
    """
    from itertools import chain
    from pathlib import Path

    from validator.core.location import did_you_mean
    from validator.core.resources import resource, shipped_games
    from validator.load.locale import languages

    if games:
        return list(dict.fromkeys(games))
    if Path("game.yaml").is_file():
        return ["."]
    found = shipped_games()
    if not language:
        return found
    if language == PSEUDO:
        return found
    known = {name: languages(resource("data") / name) for name in found}
    if not any(language in each for each in known.values()):
        hint = did_you_mean(language, chain.from_iterable(known.values()))
        raise click.UsageError(f"no game is translated into '{language}'{hint}")
    return [name for name in found if language in known[name]]


def this_game(game: str | None) -> str:
    """Return the given game, or the game in the current folder.

    Raises a usage error if there is neither.
    """
    from pathlib import Path

    if game is None and not Path("game.yaml").is_file():
        raise click.UsageError("this folder has no game.yaml; name a game, or the folder of one")
    return game or "."


def folder_of(name: str) -> Path:
    """Return the folder of a game.

    An unknown name is a usage error that lists the possible names.
    """
    from pathlib import Path

    from validator.core.location import did_you_mean
    from validator.core.resources import resource, shipped_games

    shipped = resource("data") / name
    if name in shipped_games():
        return shipped
    folder = Path(name)
    if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
        raise click.UsageError(f"the folder '{name}' cannot be read: permission denied")
    if (folder / "game.yaml").is_file():
        return folder
    if folder.is_file() and (folder.parent / "game.yaml").is_file():  # one of a game's files
        return folder.parent
    if folder.is_dir():
        raise click.UsageError(f"the folder '{name}' has no game.yaml")
    raise click.UsageError(f"no game or folder '{name}'{did_you_mean(name, shipped_games())}")


def load(name: str, language: str = "", deck: bool = False) -> Loaded:
    """Load a game in a language, with all problems in its data.

    The game is checked in the language of its files. `deck` includes checks of the cards against
    the rules of the game.
    """
    from validator.core.location import Location, Problem
    from validator.core.model import Loaded
    from validator.load.numbers import is_declaration

    folder = folder_of(name)
    try:
        return _judged(folder, language, deck)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        if not is_declaration(folder):
            raise
        # Only the catalogue of a shipped game defines the kinds of its numbers.
        message = (
            f"the referee of this game cannot read its data: {error}; it needs the numbers that "
            "rules.yaml originally declared; undo the change there, or change a copy of the game"
        )
        return Loaded(None, [Problem(Location(str(folder / "rules.yaml")), message, "catalogue")])


def _judged(folder: Path, language: str, deck: bool) -> Loaded:
    """Return the game in a folder, with the problems from its loader and the checks."""
    from validator.checks import check_deck, check_game
    from validator.checks.waivers import not_waived
    from validator.core.model import Loaded
    from validator.load.game import load_game

    loaded = load_game(folder)
    game = loaded.game
    if game is None:
        return loaded
    problems = {*loaded.problems, *check_game(game)}
    if deck:
        problems.update(check_deck(game, loaded.problems))
    if language and language != game.language and not loaded.problems:
        from generator.translation.words import spoken

        check_language(folder, game.id, language)
        game, found = spoken(game, language)
        problems |= set(found)
    found = sorted(not_waived({*problems, *loaded.notes}, game))
    errors = [each for each in found if each.level == "error"]
    return Loaded(game, errors, [each for each in found if each.level != "error"])


def check_language(folder: Path, name: str, language: str) -> None:
    """Raise a usage error for a language that a game does not have."""
    from validator.core.location import did_you_mean
    from validator.load.locale import languages

    known = languages(folder)
    if language not in (*known, PSEUDO):
        hint = did_you_mean(language, known) or "; it has none yet. See: pieria docs languages"
        raise click.UsageError(f"no language '{language}' for {name}{hint}")


def trusted(loaded: Loaded, strict: bool = False) -> Game | None:
    """Return the game if it has no problems and, with `strict`, no warnings; otherwise None."""
    return None if loaded.problems or (strict and loaded.warnings) else loaded.game


def game_named(name: str, language: str = "", deck: bool = False) -> Game:
    """Return a game without problems.

    If it has any, they are reported and the command ends.
    """
    loaded = load(name, language, deck)
    game = trusted(loaded)
    if game is None:
        finish(loaded.problems, "text")
        sys.exit(1)
    return game


def referee_of(game: Game, players: int) -> Referee[Any]:
    """Return the referee of a game for a number of players.

    If there is none, this is reported and the command ends.
    """
    from validator.referee.registry import RefereeError, find_referee, no_referee, seats

    try:
        referee = find_referee(game, seats(players))
    except RefereeError as error:
        raise click.UsageError(str(error)) from None
    if referee is None:
        raise click.UsageError(no_referee(game))
    return referee


def designs_of(game: Game) -> int:
    """Return the number of designs in a game."""
    return sum(len(each.cards) for each in game.components)
