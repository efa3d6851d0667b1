"""`pieria build`: kits to print."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from generator.commands.shared import (
    PAPERS,
    PSEUDO,
    build_options,
    earlier_build,
    finish,
    games_or_all,
    ink_option,
    language_option,
    leads_out,
    load,
    output_folder,
    progress,
    show_table,
    trusted,
    write_files,
)
from generator.commands.terminal import show

if TYPE_CHECKING:
    from pathlib import Path

    from generator.kit.build import Built, Options
    from generator.kit.changes import Comparison
    from generator.kit.manifest import Manifest
    from validator.core.location import Problem
    from validator.core.model import Game

SIDES = ("duplex", "duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-backs")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--paper",
    multiple=True,
    type=click.Choice([*PAPERS, "all"]),
    help="a4 if left out; may be given twice. both: one file that prints right on A4 and on "
    "Letter; all: a file for A4 and one for Letter.",
)
@click.option(
    "--sides",
    type=click.Choice(SIDES),
    default="duplex",
    show_default=True,
    help="duplex: backs behind fronts, flipped on the long edge; duplex-short: on the short edge; "
    "gutterfold: both on one side, to fold and glue; fronts: no backs; fronts-backs: all fronts, "
    "then all backs.",
)
@ink_option()
@language_option
@click.option(
    "--bleed",
    type=click.Choice(["none", "outside", "each"]),
    default="outside",
    show_default=True,
    help="Colour beyond the trim: around a block of cards, around each card, or none.",
)
@click.option(
    "--marks",
    type=click.Choice(["crop", "lines", "ticks", "silhouette", "none"]),
    default="crop",
    show_default=True,
    help="Crop marks outside of the cards, cut lines around them, ticks in their corners, "
    "registration marks of Silhouette cutters (with cut files), or none.",
)
@click.option(
    "--cut-file",
    type=click.Choice(["dxf", "svg"]),
    help="What cut files for --marks silhouette are written as; dxf if left out.",
)
@click.option(
    "--corners",
    type=click.FloatRange(0, 20),
    default=0,
    show_default=True,
    metavar="MM",
    help="Radius of the corners that a cutter cuts.",
)
@click.option("--safe-zone", is_flag=True, help="Show where nothing important should stand.")
@click.option(
    "--stock",
    type=click.FloatRange(0.05, 3),
    default=0.32,
    show_default=True,
    metavar="MM",
    help="How thick a card is; tuckboxes are sized by it.",
)
@click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="Say on the cover what N players need of each part.",
)
@click.option("--sleeved", is_flag=True, help="Size tuckboxes for sleeved cards.")
@click.option("--printer", metavar="NAME", help="Undo what was measured of it: pieria calibrate.")
@click.option("--estimate", is_flag=True, help="Show how much ink a kit takes, too.")
@click.option(
    "--proof/--no-proof",
    default=True,
    help="Read each PDF back and prove that it can be printed, cut and played (a second a kit at "
    "most); --no-proof leaves it out.",
)
@click.option(
    "--cache/--no-cache",
    default=True,
    help="Keep compiled templates, ornaments and outlines in the user's cache folder, so that the "
    "next build is faster; --no-cache neither reads nor writes there.",
)
@click.option(
    "--changed-since",
    type=click.Path(exists=True, dir_okay=False),
    metavar="MANIFEST|PDF",
    help="Print only what is new or different since that build, and a list of what to swap. "
    "Options that are left out are as they were.",
)
@output_folder
@click.pass_context
def build(
    context: click.Context,
    /,
    games: tuple[str, ...],
    paper: tuple[str, ...],
    proof: bool,
    cache: bool,
    changed_since: str | None,
    output: str,
    cut_file: str | None,
    corners: float,
    estimate: bool,
    language: str,
    **rest: Any,
) -> None:
    """Print kits: one PDF a game and paper, with a manifest of what it holds beside it.

    Without a GAME all that come with Pieria are built. Print the PDFs at 100 %, on both sides of
    the paper (flip on the long edge), unless you chose otherwise.

    \b
    Examples:
      pieria build
      pieria build nine-muses muse --paper letter
      pieria build ./my-deck --sides fronts --ink low --output prints
      pieria build dance-of-muses --language it
      pieria build --changed-since output/muse-a4.pdf
    """
    import gc
    from pathlib import Path

    from generator.core.memo import cache_notice, file_of, load_memo, save_memo
    from generator.kit.build import build_kit
    from generator.kit.changes import text_report

    gc.disable()  # a build makes many small values and drops few: the collector finds nothing
    since = earlier_build(changed_since) if changed_since else None
    if since is not None:
        games = games or (since.game,)
        before = _as_before(context, since)
        paper = before.pop("paper", paper)
        language = before.pop("language", language)
        rest |= before
    _check_cutter(rest["marks"], rest["sides"], cut_file, corners)
    papers = ("a4", "letter") if "all" in paper else tuple(dict.fromkeys(paper)) or ("a4",)
    options = [build_options(each, **rest) for each in papers]
    jobs = [(name, each) for name in games_or_all(games, language) for each in options]
    rows: list[tuple[str, ...]] = []
    changed: Comparison | None = None
    problems: list[Problem] = []
    loaded = {name: load(name, language) for name in dict.fromkeys(name for name, _ in jobs)}
    for each in loaded.values():
        problems += each.problems
    ready = [(game, each) for name, each in jobs if (game := trusted(loaded[name]))]
    lacking: dict[Path, list[Problem]] = {}  # by folder: one game may be built on two papers
    for game, _ in ready:
        if since is not None and game.id != since.game:
            raise click.UsageError(f"{changed_since} is a build of '{since.game}', not '{game.id}'")
        lacking[game.folder] = _check_players(game, rest["players"])
    problems += [each for told in lacking.values() for each in told]
    ready = [(game, each) for game, each in ready if not lacking[game.folder]]
    if cache and (notice := cache_notice()):
        show(notice, err=True)
    with progress(ready) as tick:
        for game, each_options in ready:
            remembered = file_of(game.folder, each_options.ink, game.translation)
            memo = load_memo(remembered) if cache else None
            built = build_kit(game, each_options, tick, since, memo)
            if memo:
                save_memo(memo, remembered)
            problems += built.problems
            if built.pdf:
                part = f"-changes-{built.build_id}" if since else ""
                file = Path(output) / f"{game.stem}{each_options.suffix}{part}.pdf"
                files = {
                    file: built.pdf,
                    file.with_suffix(".manifest.json"): built.manifest.encode(),
                }
                gone: list[Path] = []
                if rest["marks"] == "silhouette":
                    folder, gone = _cut_folder(file)
                    files |= _cut_files(folder, built, cut_file or "dxf", corners)
                write_files(files, gone=gone)
                problems += _prove(file, built) if proof else []
                rows.append(_row(file, game, built, each_options, estimate))
            changed = built.changes or changed
    if changed is not None:
        show(text_report(changed))
    for name in dict.fromkeys(name for name, _ in jobs) if language else ():
        _note_untold(name, language)
    if rows:
        ink = ("ink",) if estimate else ()
        heads = ("file", "paper", "pages", "sheets", "pieces", "cuts", "minutes", *ink, "build")
        show_table([heads, *rows])
    if rows and proof and not problems:
        show("Read back and proved.")
    finish(problems, "text")


def _note_untold(name: str, language: str) -> None:
    """How many texts of a kit stayed in the language of its source."""
    from generator.kit.translation import translated

    source = load(name).game
    if source is None or language in (PSEUDO, source.language):
        return
    if count := len(translated(source, language).missing):
        texts = "1 text is" if count == 1 else f"{count} texts are"
        show(
            f"{source.id}: {texts} not yet said in '{language}'; "
            f"pieria check {name} --language {language} names them.",
            err=True,
        )


def _prove(file: Path, built: Built) -> list[Problem]:
    """What the finished PDF does not keep; the first few of each kind."""
    from generator.verify.proof import problems_of, prove
    from generator.verify.reader import ReadError
    from validator.core.location import Problem, Spot

    try:
        return problems_of(prove(built.pdf), file.as_posix(), most=3)
    except ReadError as error:  # the kit is larger than what is read back
        message = f"cannot be read back: {error}; --no-proof builds it without"
        return [Problem(Spot(file.as_posix()), message, "proof")]


# What an earlier build was told, by its manifest's options.
REMEMBERED = {
    "paper": ("paper",),
    "language": ("language",),
    "sides": ("sides",),
    "ink": ("ink",),
    "stock": ("stock",),
    "sleeved": ("sleeved",),
    "players": ("players",),
    "bleed": ("craft", "bleeds"),
    "marks": ("craft", "marks"),
    "safe_zone": ("craft", "safe_zone"),
}


def _as_before(context: click.Context, since: Manifest) -> dict[str, Any]:
    """The options that were left out, as the earlier build had them."""
    found: dict[str, Any] = {}
    for param in context.command.params:
        name = str(param.name)
        given = context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        if given or name not in REMEMBERED:
            continue
        value: Any = since.options
        for step in REMEMBERED[name]:
            value = value.get(step) if isinstance(value, dict) else None
        if value is not None:
            found[name] = _cast(context, param, value)
    return found


def _cast(context: click.Context, param: click.Parameter, value: object) -> Any:
    """A value of a manifest as the option reads it. What no option could be is wrong use."""
    if isinstance(value, str | int | float):
        words = str(value)
        with suppress(click.UsageError):
            return param.type_cast_value(context, [words] if param.multiple else words)
    name = str(param.name).replace("_", "-")
    raise click.UsageError(
        f"the manifest of the earlier build says {value!r:.80} for --{name}; name its value with "
        f"--{name}, or build without --changed-since"
    )


def _check_players(game: Game, players: int | None) -> list[Problem]:
    """Refuse a number of players that a game is not for, and tell rules that lack their numbers."""
    from validator.core.location import Problem, Spot
    from validator.demand import brought, needed

    least, most = min(game.players), max(game.players)
    if players is None:
        return []
    if not least <= players <= most:
        raise click.UsageError(f"{game.title} is for {least} to {most} players, not {players}")
    try:
        needed(game, players)
        brought(game, players)
    except (LookupError, TypeError, ValueError) as error:
        message = f"what {players} players need cannot be told: {error.args[0]}"
        return [Problem(Spot(game.rules.file), message, "references")]
    return []


def _check_cutter(marks: str, sides: str, cut_file: str | None, corners: float) -> None:
    """Refuse what no cutter could do."""
    if marks != "silhouette" and (cut_file or corners):
        option = "--cut-file" if cut_file else "--corners"
        raise click.UsageError(f"{option} goes with --marks silhouette")
    if marks == "silhouette" and sides == "gutterfold":
        raise click.UsageError(
            "folding hides registration marks: choose other --sides for --marks silhouette"
        )


def _cut_folder(file: Path) -> tuple[Path, list[Path]]:
    """The folder of cut files beside a PDF, and those of an earlier build, which have to go.

    A cutter must not follow a layout that is no more.
    """
    from generator.sheets.cut_files import FORMS

    folder = file.with_name(f"{file.stem}-cut")
    if leads_out(folder, file.parent):
        show(f"{folder}: a link leads out of {file.parent.as_posix()}; remove it", err=True)
        sys.exit(2)
    return folder, [old for each in FORMS for old in folder.glob(f"sheet*.{each}")]


def _cut_files(folder: Path, built: Built, form: str, corners: float) -> dict[Path, bytes]:
    """A file for all sheets that are cut alike."""
    from generator.sheets.cut_files import cut_files

    found = cut_files(built.pages, form, corners)
    return {folder / name: text.encode() for name, text in found.items()}


def _row(file: Path, game: Game, built: Built, options: Options, ink: bool) -> tuple[str, ...]:
    from generator.sheets.estimate import work_of
    from generator.verify.ink_coverage import ink_of

    work = work_of(game, built.pages)
    return (
        file.as_posix(),
        PAPERS[options.paper],
        str(len(built.pages)),
        str(work.sheets),
        str(built.pieces),
        str(work.cuts),
        str(work.minutes),
        *((str(ink_of(built.pdf, built.pages)),) if ink else ()),
        built.build_id,
    )
