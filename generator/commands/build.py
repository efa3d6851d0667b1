"""`pieria build`: builds kits for printing, and reports the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from generator.commands.changes import earlier_build
from generator.commands.files import write_files
from generator.commands.games import PSEUDO, games_or_all, load, trusted
from generator.commands.kits import BuildRun, BuiltPart, Earlier, made_of
from generator.commands.options import (
    build_options,
    explained,
    game_names,
    ink_option,
    jobs_option,
    language_option,
    output_folder,
    result_format,
    strict_option,
)
from generator.commands.overwrite_guard import claimed, of_another
from generator.commands.papers import ABOUT_PAPER, PaperType, usual_paper
from generator.commands.results import report
from generator.commands.terminal import show
from generator.sheets.cut_settings import Cutter
from generator.sheets.paper import (
    ALL_PAPERS,
    BLEEDS,
    MARKS,
    PAPERS,
    SIDES,
    USUAL_BLEED,
    BleedName,
    MarksName,
    sides_named,
)

if TYPE_CHECKING:
    from generator.kit.options import Options
    from generator.printers.profiles import Printer
    from validator.core.location import Problem
    from validator.core.model import Game


# An option of the command -> its path in an earlier build's manifest.
REMEMBERED = {
    "paper": ("paper",),
    "language": ("language",),
    "sides": ("sides",),
    "ink": ("ink",),
    "thickness": ("stock",),
    "sleeved": ("sleeved",),
    "players": ("players",),
    "bleed": ("cutting", "bleeds"),
    "marks": ("cutting", "marks"),
    "draw_safe_zone": ("cutting", "safe_zone"),
    "cut_file": ("cutter", "form"),
    "corners": ("cutter", "corners"),
    "printer": ("printer", "name"),
    "book": ("book",),
    "print_rule_ids": ("rule_ids",),
}


def _read_earlier(
    context: click.Context,
    option: click.Parameter,  # noqa: ARG001, click names it
    file: str | None,
) -> Earlier | None:
    """Return the earlier build, whose options become the defaults of this one."""
    if file is None:
        return None
    earlier = Earlier(file, earlier_build(file))
    params = {param.name: param for param in context.command.params}
    defaults: dict[str, Callable[[], str | list[str]]] = {}
    for name, path in REMEMBERED.items():
        value: object = earlier.manifest.options
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        if value is not None:
            defaults[name] = partial(_default, context, params[name], value)
    context.default_map = defaults
    return earlier


def _default(context: click.Context, param: click.Parameter, value: object) -> str | list[str]:
    """Return a manifest's value of an option as if the user had typed it.

    An impossible value is a usage error.
    """
    if isinstance(value, str | int | float):
        words = [str(value)] if param.multiple else str(value)
        with suppress(click.UsageError):
            param.type_cast_value(context, words)
            return words
    name = str(param.name).replace("_", "-")
    raise click.UsageError(
        f"the manifest of the earlier build says {value!r:.80} for --{name}"
        f"; set --{name} as well, or build without --changed-since"
    )


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=game_names)
@click.option(
    "--paper",
    multiple=True,
    type=PaperType("all"),
    help=f"{ABOUT_PAPER} May be repeated. {explained(PAPERS.values())[:-1]}; "
    f"all: a file for {' and one for '.join(PAPERS[each].title for each in ALL_PAPERS)}.",
)
@click.option(
    "--sides",
    type=click.Choice(["duplex", *SIDES]),
    default="duplex",
    show_default=True,
    help=f"duplex or {explained(SIDES.values())}",
)
@ink_option()
@language_option
@click.option(
    "--bleed",
    type=click.Choice(list(BLEEDS)),
    default=USUAL_BLEED,
    show_default=True,
    help=f"Colour beyond the trim. {explained(BLEEDS.values())}",
)
@click.option(
    "--marks",
    type=click.Choice(list(MARKS)),
    default="crop",
    show_default=True,
    help=f"Cut marks. {explained(MARKS.values())}",
)
@click.option(
    "--cut-file",
    type=click.Choice(["dxf", "svg"]),
    help="Format of cut files for --marks silhouette (default: dxf).",
)
@click.option(
    "--corners",
    type=click.FloatRange(0, 20),
    default=0,
    show_default=True,
    metavar="MM",
    help="Radius of the corners in cut files.",
)
@click.option("--draw-safe-zone", is_flag=True, help="Draw the safe zone on every card.")
@click.option(
    "--thickness",
    type=click.FloatRange(0.05, 3),
    default=0.32,
    show_default=True,
    metavar="MM",
    help="Thickness of a card; sets the depth of tuckboxes.",
)
@click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="List how many of each piece N players need.",
)
@click.option("--sleeved", is_flag=True, help="Size tuckboxes for sleeved cards.")
@click.option(
    "--printer",
    metavar="NAME",
    help="Compensate for a printer's offset (see `pieria calibrate`), in kits and booklets.",
)
@click.option("--estimate-ink", is_flag=True, help="Also estimate how much ink each kit needs.")
@click.option(
    "--verify/--no-verify",
    default=True,
    help="Verify that each PDF can be printed, cut and played (takes at most one second per kit).",
)
@click.option(
    "--cache/--no-cache",
    default=True,
    help="Keep rendered faces, compiled templates and outlines in your cache folder, so that the "
    "next build is faster.",
)
@click.option(
    "--changed-since",
    type=click.Path(exists=True, dir_okay=False),
    metavar="MANIFEST|PDF",
    is_eager=True,
    callback=_read_earlier,
    help="Print only pieces that are new or changed since that build, with a swap list. Other "
    "options default to those of that build."
    "",
)
@strict_option
@click.option(
    "--book/--no-book",
    default=True,
    help="Also build the rulebook, if the game has one: pages for the screen and a booklet to "
    "staple.",
)
@click.option(
    "--print-rule-ids",
    is_flag=True,
    help="Print rule IDs in the margins of the rulebook; its files are named GAME-book-ids.",
)
@jobs_option
@result_format
@output_folder
def build(
    games: tuple[str, ...],
    paper: tuple[str, ...],
    sides: str,
    ink: str,
    language: str,
    bleed: BleedName,
    marks: MarksName,
    cut_file: str | None,
    corners: float,
    draw_safe_zone: bool,
    thickness: float,
    players: int | None,
    sleeved: bool,
    printer: str | None,
    estimate_ink: bool,
    verify: bool,
    cache: bool,
    changed_since: Earlier | None,
    strict: bool,
    book: bool,
    print_rule_ids: bool,
    jobs: int | None,
    form: str,
    output: str,
) -> None:
    """Print kits: one PDF per game and paper, with a manifest beside it.

    Without a GAME, it builds all shipped games. Print the PDFs at 100 %, on both sides of
    the paper (flip on the long edge), unless you chose otherwise.

    \b
    Examples:
      pieria build
      pieria build nine-muses muse --paper letter
      pieria build ./my-deck --sides fronts --ink low --output prints
      pieria build dance-of-muses --language it
      pieria build --changed-since output/muse-a4.pdf
    """
    print_rule_ids = _with_rule_ids(print_rule_ids, book)
    cutter = _cutter(marks, sides, *_of_cutter(cut_file, corners, marks))
    chosen = ALL_PAPERS if "all" in paper else tuple(dict.fromkeys(paper))

    def options_on(papers: Sequence[str]) -> tuple[Options, ...]:
        return tuple(
            build_options(
                _checked(each, sides, marks), sides, ink, thickness, sleeved, bleed, marks,
                draw_safe_zone, _printer(printer, each, sides, changed_since), players, cutter,
                book, print_rule_ids,
            )
            for each in papers
        )  # fmt: skip

    named = options_on(chosen)
    if changed_since and not games:
        games = (changed_since.manifest.game,)
    names = games_or_all(games, language)
    ready, problems = _load(names, language, players, changed_since, strict)
    options = {str(game.folder): named or options_on([usual_paper(game.folder)]) for game in ready}
    run = BuildRun(
        language, options, Path(output), cutter, estimate_ink, verify, cache, book,
        print_rule_ids, changed_since,
    )  # fmt: skip
    parts = _built(ready, run, jobs)
    _show_lines(parts, form)
    if language:
        for name in names:
            _note_untold(name, language)
    _finish(parts, problems, run, form, strict)


def _built(games: Sequence[Game], run: BuildRun, jobs: int | None) -> list[BuiltPart]:
    """Build games, and write each as soon as it is finished."""
    from generator.core.memo import cache_notice

    if run.cache and (notice := cache_notice()):
        show(notice, err=True)
    return [
        _written(game, each, run.output)
        for game, made in made_of(games, run, jobs)
        for each in made
    ]


# ---- resolve the options


def _with_rule_ids(wanted: bool, book: bool) -> bool:
    """Return whether to print rule ids; an earlier build's choice is ignored if there is no
    book.
    """
    if wanted and not book:
        if _inherited("print_rule_ids"):
            return False
        raise click.UsageError("--print-rule-ids needs the rulebook; omit --no-book")
    return wanted


def _checked(name: str, sides: str, marks: str) -> str:
    """Return the name of a paper.

    Rejects options that precut cards or labels do not support.
    """
    if PAPERS[name].grid is None:
        return name
    if sides == "gutterfold":
        raise click.UsageError("a card sheet cannot be folded; choose another value for --sides")
    if MARKS[marks].machine:
        raise click.UsageError(f"a card sheet is already cut; omit --marks {marks}")
    return name


def _inherited(option: str) -> bool:
    """Return whether an option was taken from an earlier build rather than typed."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.DEFAULT_MAP


def _of_cutter(cut_file: str | None, corners: float, marks: str) -> tuple[str | None, float]:
    """Return the options for the cutting machine.

    Those of an earlier build are dropped if the marks have changed.
    """
    if MARKS[marks].machine:
        return cut_file, corners
    return (None if _inherited("cut_file") else cut_file, 0 if _inherited("corners") else corners)


def _printer(name: str | None, paper: str, sides: str, since: Earlier | None) -> Printer | None:
    """Return the printer whose offset the kit compensates for, or None.

    The printer of an earlier build may be unknown on this computer.
    """
    from generator.commands.calibrated import known_printers, printer_named
    from generator.printers.profiles import NOBODY, printer_of

    if name is None or name == NOBODY:
        return None
    if since is not None and _inherited("printer"):
        try:
            made_for = printer_of(since.manifest.options.get("printer"))
        except ValueError as error:
            message = f"the manifest of {since.file} cannot be used: {error}"
            raise click.UsageError(f"{message}; name one with --printer, or none") from None
        if made_for.paper == paper and not any(name == known for known, _ in known_printers()):
            return made_for
    return printer_named(name, paper, sides_named(sides))


def _cutter(marks: str, sides: str, cut_file: str | None, corners: float) -> Cutter | None:
    """Return the settings of the cutting machine, or None if there is none.

    Rejects impossible combinations of options.
    """
    if not MARKS[marks].machine:
        if cut_file or corners:
            option = "--cut-file" if cut_file else "--corners"
            raise click.UsageError(f"{option} needs --marks silhouette")
        return None
    if sides == "gutterfold":
        raise click.UsageError(
            "folding hides registration marks; choose another value of --sides for --marks "
            "silhouette"
        )
    return Cutter(cut_file or "dxf", corners)


# ---- load


def _load(
    names: Sequence[str], language: str, players: int | None, since: Earlier | None, strict: bool
) -> tuple[list[Game], list[Problem]]:
    """Return the games that can be built, and the problems of the others."""
    ready: list[Game] = []
    problems: list[Problem] = []
    for name in names:
        loaded = load(name, language)
        problems += [*loaded.problems, *loaded.warnings]
        game = trusted(loaded, strict)
        if game is None:
            continue
        if since is not None and game.id != since.manifest.game:
            built = since.manifest.game
            raise click.UsageError(f"{since.file} is a build of '{built}', not '{game.id}'")
        lacking = _check_players(game, players)
        problems += lacking
        if not lacking:
            ready.append(game)
    return ready, problems


def _check_players(game: Game, players: int | None) -> list[Problem]:
    """Return problems for an unsupported number of players, and for rules without their numbers."""
    if players is None:
        return []
    from validator.core.location import Location, Problem
    from validator.referee.needs import needed, supplies

    least, most = min(game.players), max(game.players)
    if not least <= players <= most:
        raise click.UsageError(f"{game.title} is for {least} to {most} players, not {players}")
    try:
        needed(game, players)
        supplies(game, players)
    except (LookupError, TypeError, ValueError) as error:
        message = f"cannot compute which pieces {players} players need: {error.args[0]}"
        return [Problem(Location(game.rules.file), message, "references")]
    return []


# ---- write and report


def _written(game: Game, part: BuiltPart, output: Path) -> BuiltPart:
    """Write the files of a kit or book.

    Refuses to replace another game's files with the same names.
    """
    if not part.files:
        return part
    if taken := of_another(output, game):
        return BuiltPart((taken,))
    write_files({**part.files, **claimed(output, game)}, below=output, gone=part.gone)
    return replace(part, files={})


def _show_lines(parts: Sequence[BuiltPart], form: str) -> None:
    """Print the changes since the earlier build, and the pages of rulebooks."""
    changes = [part.changes for part in parts if part.changes is not None]
    if changes and form == "text":
        from generator.kit.changes import text_report

        show(text_report(changes[-1]))
    for part in parts:
        for line in part.lines:
            show(line, err=form == "json")


def _note_untold(name: str, language: str) -> None:
    """Report the number of texts in a kit that are not translated."""
    from generator.translation.completeness import translated

    source = load(name).game
    if source is None or language in (PSEUDO, source.language):
        return
    if count := len(translated(source, language).missing):
        texts = "1 text is" if count == 1 else f"{count} texts are"
        show(
            f"{source.id}: {texts} not translated into '{language}'; "
            f"pieria check {name} --language {language} lists them.",
            err=True,
        )


def _finish(
    parts: Sequence[BuiltPart], problems: Sequence[Problem], run: BuildRun, form: str, strict: bool
) -> None:
    """Print files and problems, and exit with the appropriate code."""
    rows = [part.row for part in parts if part.row]
    problems = [*problems, *(each for part in parts for each in part.problems)]
    ink = ("ink",) if run.estimate else ()
    heads = ("file", "paper", "pages", "sheets", "pieces", "cuts", "minutes", *ink, "build")
    right = all(each.level != "error" for each in problems)
    report("files", [heads, *rows], problems, form, strict, bool(rows) and run.verify and right)
