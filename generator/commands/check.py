"""`pieria check`: reports all problems of games."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.commands.games import PSEUDO, games_or_all, load, trusted
from generator.commands.options import (
    build_options,
    game_names,
    ink_option,
    language_option,
    problem_format,
    strict_option,
)
from generator.commands.results import finish, leave
from generator.commands.terminal import show, show_problems
from generator.core.memo import Memo, cache_notice, file_of, load_memo, save_memo
from generator.sheets.paper import USUAL_PAPER

if TYPE_CHECKING:
    from generator.kit.options import Options
    from validator.core.location import Location, Problem
    from validator.core.model import Card, Game


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME | PATH]...", shell_complete=game_names)
@ink_option("Ink of the faces to check.")
@language_option
@strict_option
@problem_format
def check(games: tuple[str, ...], ink: str, language: str, strict: bool, form: str) -> None:
    """Report all problems at once: data, counts, rules and faces.

    A custom deck is checked against the rules of its game.

    Faces are drawn and checked for text that is too small or too pale; those that have not changed
    since the last check or build are taken from your cache folder. Each problem is reported as
    file:line:column, with what was expected and what to do. With --language, missing translations
    are also problems.

    \b
    Examples:
      pieria check
      pieria check ./my-deck --format json
      pieria check dance-of-muses --language it
    """
    from validator.core.messages import counted
    from validator.core.reports import REPORTERS

    options = build_options(USUAL_PAPER, "duplex", ink)
    if notice := cache_notice():
        show(notice, err=True)
    judged = [_judged(name, language, options) for name in games_or_all(games, language)]
    problems = [problem for each in judged for problem in each.problems]
    notes = [note for each in judged for note in each.notes]
    checked = sum(each.whole for each in judged)
    if form != "text":
        finish([*problems, *notes], form, strict)
        return
    warnings = [each for each in notes if each.level == "warning"]
    problems = sorted(set(problems))
    if problems:  # before the warnings, which may follow from them
        show_problems(REPORTERS[form](problems))
    if notes:
        show(REPORTERS[form](notes))
    if not problems and not (strict and warnings):
        more = f", {counted(warnings)}" if warnings else ""
        show(f"{checked} game{'s' * (checked != 1)} checked: no problems{more}.")
    if problems:
        show(f"{counted(problems)}.", err=True)
    leave(problems)
    if strict and warnings:
        show(f"{counted(warnings)}.", err=True)
        sys.exit(1)


class _Judged(NamedTuple):
    problems: list[Problem]
    notes: list[Problem]
    whole: bool  # all of the game was checked, also its faces and its rulebook


def _judged(name: str, language: str, options: Options) -> _Judged:
    """Return the problems of a game, and further findings about it."""
    loaded = load(name, language, deck=True)
    problems, found = [*loaded.problems], [*loaded.notes]
    game = trusted(loaded)
    if loaded.game is not None:
        found += _own_referee(loaded.game)
        remembered = file_of(loaded.game.folder, options.ink, loaded.game.translation)
        memo = load_memo(remembered)
        if game is None:
            problems += _beside(loaded.problems, loaded.game, options, memo)
        else:
            drawn = faces(game, options, memo)
            drawable = not any(each.level == "error" for each in drawn)
            problems += _untold(name, game, options)
            found += [*drawn, *_rulebook(game, options, memo, drawable), *_unused(game, drawn)]
        save_memo(memo, remembered)
    problems += [each for each in found if each.level == "error"]
    return _Judged(problems, [each for each in found if each.level != "error"], game is not None)


def _own_referee(game: Game) -> Sequence[Problem]:
    """Return the mistakes in the referee of a game that brings its own."""
    from validator.core.location import Problem
    from validator.referee.registry import ID, SHIPPED, brings_referee, no_referee, offer_for

    if not brings_referee(game):
        return ()
    if game.code not in SHIPPED and offer_for(game.code) is None:
        message = f"not checked: {no_referee(game)}"
        return (Problem(game.location, message, ID, "note"),)
    from validator.simulate.inspection import inspect_own

    return inspect_own(game)


def _beside(
    known: Sequence[Problem], game: Game, options: Options, memo: Memo
) -> Sequence[Problem]:
    """Return problems with faces, even though some cells of cards are unreadable.

    Returns nothing unless all `known` problems are in such cells. An unreadable cell is drawn as if
    it were empty; problems that follow from that are omitted.
    """
    from validator.checks.counts import too_many
    from validator.load.cards import file_and_worksheet

    if too_many(game):
        return ()
    files = {Path(file_and_worksheet(each.file)[0]).name for each in game.components if each.file}
    if not all(Path(each.location.file).name in files or each.check == "counts" for each in known):
        return ()
    places = {each.location for each in known}
    damaged = [str(places_of(card)[0]) for card in _cards_at(game, places)]
    return [
        each
        for each in faces(game, options, memo)
        if each.level == "error"
        and each.location not in places
        and not (each.check == "template" and any(card in each.message for card in damaged))
    ]


def places_of(card: Card) -> Sequence[Location]:
    """Return the locations of a card: first of the card itself, then of its values."""
    from validator.core.tree import scalars

    return [card.location, *(each.location for each in scalars(card.node))]


def _cards_at(game: Game, places: Set[Location]) -> Iterator[Card]:
    """Yield the cards at any of the given locations."""
    for component in game.components:
        for card in component.cards:
            if not places.isdisjoint(places_of(card)):
                yield card


def _untold(name: str, game: Game, options: Options) -> Sequence[Problem]:
    """Return problems with a translation: missing, unused and too long texts.

    Unlike a build, which stops at a face that does not fit, this checks the whole kit.
    """
    if not game.translation or (source := load(name).game) is None:
        return ()
    from generator.translation.completeness import translated
    from generator.translation.fits import fits

    drawn = fits(game, options)
    shown = [*drawn.problems, *(problem for _, problem in drawn.too_long), *drawn.unmarked]
    if game.translation == PSEUDO:
        return shown
    found = translated(source, game.translation)
    return (*shown, *found.missing, *found.unused)


def _unused(game: Game, drawn: Sequence[Problem]) -> Sequence[Problem]:
    """Return warnings about waivers that allow nothing.

    Returns none if faces have errors, because then not all checks have run.
    """
    from validator.checks.waivers import unused

    return () if any(each.level == "error" for each in drawn) else unused(game)


def _rulebook(game: Game, options: Options, memo: Memo, whole: bool) -> Sequence[Problem]:
    """Return the problems of the game's rulebook, including the rules that it does not explain.

    `whole` includes problems that are visible only after typesetting.
    """
    from generator.book.book import check_text, read_book
    from generator.book.build import check_pages

    book, problems = read_book(game)
    found = check_text(game, book, problems)
    if book is None or not whole or any(each.level == "error" for each in found):
        return found
    return [*found, *check_pages(book, options.ink, memo)]


def faces(game: Game, options: Options, memo: Memo | None = None) -> Sequence[Problem]:
    """Return the problems of a game's faces, which are drawn and read back.

    `memo` contains the results of earlier checks and builds, and stores faces for the rulebook.
    """
    from functools import partial

    from generator.kit.build import build_kit
    from generator.kit.forms import forms
    from generator.sheets.imposition import check_sheets
    from generator.verify.composition import check_blanks, check_edges, check_name, check_panels
    from generator.verify.frames import check_frames
    from generator.verify.legibility import check_legible
    from validator.checks.waivers import not_waived

    memo = memo or Memo(lasting=False)
    built = build_kit(game, options, memo=memo, look=partial(check_frames, memo=memo))
    if not built.pdf:
        return built.problems
    printed = [
        *check_legible(game, built.pdf, built.pages, memo),
        *check_sheets(game, built.pages),
        *check_name(game, built.pdf),
        *check_panels(game, built.pdf, built.pages, built.boxes),
        *check_edges(game, built.pdf, built.pages, built.boxes),
        *(each for name, form in forms(game, options) for each in check_blanks(game, name, form)),
    ]
    crowded = {each.location for each in built.problems if each.check == "fit"}
    over = {place for card in _cards_at(game, crowded) for place in places_of(card)}
    # Covered by the report of texts that are too long.
    printed = [each for each in printed if each.location not in over]
    return (*built.problems, *built.notes, *not_waived(printed, game))
