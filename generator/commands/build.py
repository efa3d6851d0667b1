"""`pieria build`: kits to print. Resolve the options, load the games, build each kit, report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.commands.ownership import claimed, of_another
from generator.commands.shared import (
    PSEUDO,
    build_options,
    designs_of,
    earlier_build,
    explained,
    game_names,
    games_or_all,
    ink_option,
    language_option,
    leads_out,
    load,
    output_folder,
    progress,
    report,
    result_format,
    strict_option,
    trusted,
    write_files,
)
from generator.commands.terminal import show
from generator.sheets.paper import (
    ALL_PAPERS,
    BLEEDS,
    MARKS,
    PAPERS,
    SIDES,
    USUAL_BLEED,
    USUAL_PAPER,
    BleedName,
    MarksName,
)
from validator.core.lazy import dataclass

if TYPE_CHECKING:
    from generator.core.memo import Memo
    from generator.kit.build import Built, Options
    from generator.kit.changes import Comparison
    from generator.kit.manifest import Manifest
    from validator.core.location import Problem
    from validator.core.model import Game


class Earlier(NamedTuple):
    """An earlier build, and the file that its manifest was read from."""

    file: str
    manifest: Manifest


# An option of the command -> where an earlier build's manifest has its value.
REMEMBERED = {
    "paper": ("paper",),
    "language": ("language",),
    "sides": ("sides",),
    "ink": ("ink",),
    "stock": ("stock",),
    "sleeved": ("sleeved",),
    "players": ("players",),
    "bleed": ("cutting", "bleeds"),
    "marks": ("cutting", "marks"),
    "safe_zone": ("cutting", "safe_zone"),
}


def _read_earlier(
    context: click.Context,
    option: click.Parameter,  # noqa: ARG001, click names it
    file: str | None,
) -> Earlier | None:
    """The earlier build; its options become the defaults of those that are left out."""
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
    """A value of a manifest, as if typed. What no option could be is wrong use."""
    if isinstance(value, str | int | float):
        words = [str(value)] if param.multiple else str(value)
        with suppress(click.UsageError):
            param.type_cast_value(context, words)
            return words
    name = str(param.name).replace("_", "-")
    raise click.UsageError(
        f"the manifest of the earlier build says {value!r:.80} for --{name}; name its value with "
        f"--{name}, or build without --changed-since"
    )


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=game_names)
@click.option(
    "--paper",
    multiple=True,
    type=click.Choice([*PAPERS, "all"]),
    help=f"{USUAL_PAPER} by default; may be repeated. {explained(PAPERS.values())[:-1]}; "
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
    help="Radius of corners in cut files.",
)
@click.option("--safe-zone", is_flag=True, help="Draw the safe zone on every card.")
@click.option(
    "--stock",
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
    help="List what N players need of each piece.",
)
@click.option("--sleeved", is_flag=True, help="Size tuckboxes for sleeved cards.")
@click.option(
    "--printer", metavar="NAME", help="Compensate for a printer's offset (see `pieria calibrate`)."
)
@click.option("--estimate", is_flag=True, help="Also estimate the ink of each kit.")
@click.option(
    "--proof/--no-proof",
    default=True,
    help="Verify that each PDF can be printed, cut and played (at most one second for each kit).",
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
    help="Print only new and changed pieces since that build, with a swap list. "
    "Other options default to those of that build.",
)
@strict_option
@click.option(
    "--book/--no-book",
    default=True,
    help="Also make the rulebook of a game that has one: pages for the screen and a booklet to "
    "staple.",
)
@click.option(
    "--rule-ids",
    is_flag=True,
    help="Print the ids of rules in the rulebook's margins; its files are named GAME-book-ids.",
)
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
    safe_zone: bool,
    stock: float,
    players: int | None,
    sleeved: bool,
    printer: str | None,
    estimate: bool,
    proof: bool,
    cache: bool,
    changed_since: Earlier | None,
    strict: bool,
    book: bool,
    rule_ids: bool,
    form: str,
    output: str,
) -> None:
    """Print kits: one PDF for each game and paper, with a manifest beside it.

    Without a GAME it builds all shipped games. Print the PDFs at 100 %, on both sides of
    the paper (flip on the long edge), unless you chose otherwise.

    \b
    Examples:
      pieria build
      pieria build nine-muses muse --paper letter
      pieria build ./my-deck --sides fronts --ink low --output prints
      pieria build dance-of-muses --language it
      pieria build --changed-since output/muse-a4.pdf
    """
    from generator.core.collector import collector_paused
    from generator.core.memo import cache_notice

    if rule_ids and not book:
        raise click.UsageError("--rule-ids is about the rulebook, which --no-book leaves out")
    cutter = _cutter(marks, sides, cut_file, corners)
    papers = ALL_PAPERS if "all" in paper else tuple(dict.fromkeys(paper)) or (USUAL_PAPER,)
    options = [
        build_options(each, sides, ink, stock, sleeved, bleed, marks, safe_zone, printer, players)
        for each in papers
    ]
    if changed_since and not games:
        games = (changed_since.manifest.game,)
    names = games_or_all(games, language)
    ready, problems = _load(names, language, players, changed_since, strict)
    run = Run(Path(output), cutter, estimate, proof, cache, changed_since)
    jobs = [(game, each) for game in ready for each in options]
    kits = []
    if cache and (notice := cache_notice()):
        show(notice, err=True)
    with progress(sum(designs_of(game) for game, _ in jobs)) as tick:
        for game, each in jobs:
            with collector_paused(keep=True):
                kits.append(_build_one(game, each, run, tick))
    if form == "text":
        _show_changes(kits)
    if book:
        for game in ready:
            with collector_paused(keep=True):
                kits.append(_book(game, papers, ink, rule_ids, run, form))
    if language:
        for name in names:
            _note_untold(name, language)
    _finish(kits, problems, run, form, strict)


class Cutter(NamedTuple):
    """How cut files are written."""

    form: str
    corners: float  # mm, their radius


@dataclass(frozen=True)
class Run:
    """What is done with every kit of a call."""

    output: Path
    cutter: Cutter | None
    estimate: bool
    proof: bool
    cache: bool
    since: Earlier | None
    memos: dict[Path, Memo] = field(default_factory=dict)  # by game: of its kits, for its book


@dataclass(frozen=True)
class Kit:
    """A kit that was built: its row in the table, and its problems."""

    problems: tuple[Problem, ...]
    row: tuple[str, ...] = ()  # empty without a PDF
    changes: Comparison | None = None


# ---- resolve the options


def _cutter(marks: str, sides: str, cut_file: str | None, corners: float) -> Cutter | None:
    """How to cut, where a machine cuts. Refuses what no cutter could do."""
    if not MARKS[marks].machine:
        if cut_file or corners:
            option = "--cut-file" if cut_file else "--corners"
            raise click.UsageError(f"{option} goes with --marks silhouette")
        return None
    if sides == "gutterfold":
        raise click.UsageError(
            "folding hides registration marks: choose other --sides for --marks silhouette"
        )
    return Cutter(cut_file or "dxf", corners)


# ---- load


def _load(
    names: Sequence[str], language: str, players: int | None, since: Earlier | None, strict: bool
) -> tuple[list[Game], list[Problem]]:
    """The games that can be built, and what is wrong with the others."""
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
    """Refuse a number of players that a game is not for, and report rules without their numbers."""
    if players is None:
        return []
    from validator.core.location import Location, Problem
    from validator.referee.needs import brought, needed

    least, most = min(game.players), max(game.players)
    if not least <= players <= most:
        raise click.UsageError(f"{game.title} is for {least} to {most} players, not {players}")
    try:
        needed(game, players)
        brought(game, players)
    except (LookupError, TypeError, ValueError) as error:
        message = f"what {players} players need cannot be computed: {error.args[0]}"
        return [Problem(Location(game.rules.file), message, "references")]
    return []


# ---- build one


def _build_one(game: Game, options: Options, run: Run, tick: Callable[[], None]) -> Kit:
    """Build a kit and write its files."""
    from generator.core.memo import Memo, file_of, load_memo, save_memo
    from generator.kit.build import build_kit

    remembered = file_of(game.folder, options.ink, game.translation)
    memo = run.memos[game.folder] = load_memo(remembered) if run.cache else Memo(lasting=False)
    since = run.since.manifest if run.since else None
    built = build_kit(game, options, tick, since, memo)
    if not built.pdf:
        save_memo(memo, remembered if run.cache else None)
        return Kit(built.problems, changes=built.changes)
    if taken := of_another(run.output, game):
        return Kit((taken,))
    part = f"-changes-{built.build_id}" if since else ""
    file = run.output / f"{game.stem}{options.suffix}{part}.pdf"
    files = {file: built.pdf, file.with_suffix(".manifest.json"): built.manifest}
    gone: list[Path] = []
    if run.cutter:
        folder, gone = _cut_folder(file)
        files |= _cut_files(folder, built, run.cutter)
    write_files(files | claimed(run.output, game), gone=gone)
    proved = _prove(file, built, memo) if run.proof else []
    save_memo(memo, remembered if run.cache else None)
    row = _row(file, game, built, options, run.estimate)
    return Kit((*built.problems, *built.notes, *proved), row, built.changes)


def _book(game: Game, papers: Sequence[str], ink: str, rule_ids: bool, run: Run, form: str) -> Kit:
    """Make a game's rulebook beside its kit, unless it is there already."""
    from generator.book.build import build_book, page_changes, read_account

    if of_another(run.output, game):
        return Kit(())  # the kit reports it
    since = Path(run.since.file).parent if run.since else None
    before = run.output if run.cache else None
    made = build_book(game, papers, ink, rule_ids, before=before, memo=run.memos.get(game.folder))
    lacking = _untold_of_book(game)
    if made.problems or not made.names:
        return Kit((*made.problems, *lacking))
    if since and (old := read_account(since / made.names[-1])):
        new = read_account(run.output / made.names[-1], made.files.get(made.names[-1]))
        for line in page_changes(old, new):
            show(f"{game.title}, rulebook: {line}", err=form == "json")
    write_files({run.output / name: data for name, data in made.files.items()})
    kept = "" if made.files else ", unchanged"
    show(
        f"{(run.output / made.names[0]).as_posix()}: rulebook, {made.pages} pages{kept}",
        err=form == "json",
    )
    problems = lacking
    if run.proof:
        from generator.verify.book_proof import prove_book
        from generator.verify.proof import problems_of

        for name, data in made.files.items():
            if name.endswith(".pdf"):
                file = (run.output / name).as_posix()
                problems += problems_of(prove_book(data), file, most=3)
    return Kit(tuple(problems))


def _untold_of_book(game: Game) -> list[Problem]:
    """What a rulebook in another language leaves out; nothing in the language of its source."""
    if not game.translation or game.translation == PSEUDO:
        return []
    from generator.book.book import check_book

    return [each for each in check_book(game) if each.level == "warning"]


def _prove(file: Path, built: Built, memo: Memo) -> list[Problem]:
    """What the finished PDF does not keep; the first few of each kind."""
    from generator.verify.proof import problems_of, prove
    from generator.verify.reader import ReadError
    from validator.core.location import Location, Problem

    try:
        return problems_of(
            prove(built.pdf, memo if memo.lasting else None), file.as_posix(), most=3
        )
    except ReadError as error:  # the kit is larger than what is read back
        message = f"cannot be read back: {error}; --no-proof builds it without"
        return [Problem(Location(file.as_posix()), message, "proof")]


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


def _cut_files(folder: Path, built: Built, cutter: Cutter) -> dict[Path, bytes]:
    """A file for all sheets that are cut alike."""
    from generator.sheets.cut_files import cut_files

    found = cut_files(built.pages, *cutter)
    return {folder / name: text.encode() for name, text in found.items()}


def _row(file: Path, game: Game, built: Built, options: Options, ink: bool) -> tuple[str, ...]:
    from generator.sheets.estimate import work_of
    from generator.verify.ink_coverage import ink_of

    work = work_of(game, built.pages)
    return (
        file.as_posix(),
        PAPERS[options.paper].title,
        str(len(built.pages)),
        str(work.sheets),
        str(built.pieces),
        str(work.cuts),
        str(work.minutes),
        *((str(ink_of(built.pdf, built.pages)),) if ink else ()),
        built.build_id,
    )


# ---- report


def _show_changes(kits: Sequence[Kit]) -> None:
    """What changed since the earlier build."""
    changes = [kit.changes for kit in kits if kit.changes is not None]
    if changes:
        from generator.kit.changes import text_report

        show(text_report(changes[-1]))


def _note_untold(name: str, language: str) -> None:
    """How many texts of a kit stayed in the language of its source."""
    from generator.kit.translation import translated

    source = load(name).game
    if source is None or language in (PSEUDO, source.language):
        return
    if count := len(translated(source, language).missing):
        texts = "1 text is" if count == 1 else f"{count} texts are"
        show(
            f"{source.id}: {texts} not translated to '{language}'; "
            f"pieria check {name} --language {language} names them.",
            err=True,
        )


def _finish(
    kits: Sequence[Kit], problems: Sequence[Problem], run: Run, form: str, strict: bool
) -> None:
    """What was written, what is wrong, and the exit code."""
    rows = [kit.row for kit in kits if kit.row]
    problems = [*problems, *(each for kit in kits for each in kit.problems)]
    ink = ("ink",) if run.estimate else ()
    heads = ("file", "paper", "pages", "sheets", "pieces", "cuts", "minutes", *ink, "build")
    right = all(each.level != "error" for each in problems)
    report("files", [heads, *rows], problems, form, strict, bool(rows) and run.proof and right)
