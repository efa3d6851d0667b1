"""Builds the kits and the rulebook of a game for `pieria build`, and verifies each file.

Kits of several games are built in several processes, none of which writes files.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from generator.commands.games import PSEUDO, designs_of, load
from generator.commands.results import progress
from generator.sheets.cut_settings import Cutter
from generator.sheets.paper import PAPERS

if TYPE_CHECKING:
    from generator.core.memo import Memo
    from generator.kit.build import Built
    from generator.kit.changes import Comparison
    from generator.kit.manifest import Manifest
    from generator.kit.options import Options
    from validator.core.location import Problem
    from validator.core.model import Game


class Earlier(NamedTuple):
    """An earlier build: its manifest, and the file that contained it."""

    file: str
    manifest: Manifest


class BuildRun(NamedTuple):
    """The settings of one `pieria build`, which apply to all games."""

    language: str
    options: Mapping[str, tuple[Options, ...]]  # by the folder of a game, of a kit each
    output: Path
    cutter: Cutter | None
    estimate: bool
    verify: bool
    cache: bool
    book: bool
    rule_ids: bool
    since: Earlier | None


@dataclass(frozen=True)
class BuiltPart:
    """A built kit or rulebook: its files, its row in the table of results, and its problems."""

    problems: tuple[Problem, ...]
    files: Mapping[Path, bytes] = field(default_factory=dict)
    gone: tuple[Path, ...] = ()  # files of an earlier build that do not go with these
    row: tuple[str, ...] = ()  # row of a kit's PDF in the table
    lines: tuple[str, ...] = ()  # messages about it
    changes: Comparison | None = None


def made_of(
    games: Sequence[Game], run: BuildRun, jobs: int | None
) -> Generator[tuple[Game, Iterable[BuiltPart]], None, None]:
    """Build the kits and rulebooks of games, and yield the results of each game, in order."""
    with progress(sum(designs_of(game) * len(_options(run, game)) for game in games)) as tick:
        if len(games) > 1 and jobs != 1:
            from validator.core.pool import cores

            jobs = min(len(games), jobs or cores())
            if jobs > 1:
                yield from _made_at_once(games, run, jobs, tick)
                return
        for game in games:
            yield game, _parts(game, run, tick)


def _made_at_once(
    games: Sequence[Game], run: BuildRun, jobs: int, tick: Callable[[], None]
) -> Generator[tuple[Game, Iterable[BuiltPart]], None, None]:
    """Yield the results of `jobs` parallel processes, which begin with the largest game."""
    from validator.core.pool import FailedTaskError, LostWorkerError, work_through

    order = sorted(range(len(games)), key=lambda place: designs_of(games[place]))
    todo = [BuildTask(place, games[place].folder) for place in order]
    made: dict[int, list[BuiltPart]] = {}
    given = 0
    try:
        for place, parts in work_through(
            partial(_work, run=run), jobs, lambda: todo.pop() if todo else None
        ):
            if isinstance(parts, OSError):
                raise parts
            made[place] = parts
            for _ in range(designs_of(games[place]) * len(_options(run, games[place]))):
                tick()
            while given in made:
                yield games[given], made.pop(given)
                given += 1
    except (FailedTaskError, LostWorkerError) as error:
        raise click.ClickException(f"{error}; --jobs 1 shows the location") from None


def _options(run: BuildRun, game: Game) -> tuple[Options, ...]:
    """Return the print options of each kit that is built for a game."""
    return run.options[str(game.folder)]


class BuildTask(NamedTuple):
    """A game to build: its position in the list of games, and its folder."""

    place: int
    folder: Path

    def __str__(self) -> str:
        return self.folder.name


def _work(task: BuildTask, run: BuildRun) -> tuple[int, list[BuiltPart] | OSError]:
    """Build a game in another process.

    The game is loaded again if the processes share no memory.
    """
    game = load(str(task.folder), run.language).game
    assert game is not None  # this was checked before
    try:
        return task.place, [*_parts(game, run, lambda: None)]
    except OSError as error:  # reported as if it had occurred in this process
        return task.place, error


def _parts(game: Game, run: BuildRun, tick: Callable[[], None]) -> Iterator[BuiltPart]:
    """Yield the kits of a game, one for each paper, and its rulebook."""
    from generator.book.source import file_of as rulebook_of
    from generator.core.memo import Memo, file_of, load_memo, save_memo

    # A book shows faces of the kit, which are cached for it; without one, a kit is faster to build.
    has_book = run.book and rulebook_of(game) is not None
    memo = Memo(lasting=has_book)
    book = None
    if has_book:  # first, because nothing of a game is written if its rulebook cannot be made
        ink = _options(run, game)[0].ink
        first = file_of(game.folder, ink, game.translation) if run.cache else None
        memo = load_memo(first) if first else memo
        book = _book(game, run, memo)
        save_memo(memo, first)
    refused = book is not None and not book.lines and _has_errors(book)
    for options in _options(run, game):
        remembered = file_of(game.folder, options.ink, game.translation) if run.cache else None
        if remembered:
            memo = load_memo(remembered)
        kit = _kit(game, options, run, tick, memo)
        save_memo(memo, remembered)
        if refused:
            kit = replace(kit, files={}, gone=(), row=())
        yield kit
    if book is not None:
        yield book


def _has_errors(part: BuiltPart) -> bool:
    return any(each.level == "error" for each in part.problems)


def _kit(
    game: Game, options: Options, run: BuildRun, tick: Callable[[], None], memo: Memo
) -> BuiltPart:
    """Build a kit and verify it."""
    from generator.kit.build import build_kit

    since = run.since.manifest if run.since else None
    built = build_kit(game, options, tick, since, memo)
    if not built.pdf:
        return BuiltPart(built.problems, changes=built.changes)
    part = f"-changes-{built.build_id}" if since else ""
    file = run.output / f"{game.stem}{options.suffix}{part}.pdf"
    files = {file: built.pdf, file.with_suffix(".manifest.json"): built.manifest}
    gone: tuple[Path, ...] = ()
    if run.cutter:
        cut, gone = _cut_files(file, built, run.cutter)
        files |= cut
    verified = _verify(file, built, memo) if run.verify else []
    row = _row(file, game, built, options, run.estimate)
    problems = (*built.problems, *built.notes, *verified)
    return BuiltPart(problems, files, gone, row, changes=built.changes)


def _book(game: Game, run: BuildRun, memo: Memo) -> BuiltPart:
    """Build a game's rulebook for the folder of its kit, unless an up-to-date one is there."""
    from generator.book.build import build_book, changed_sheets, page_changes, read_account

    ink = _options(run, game)[0].ink
    before = run.output if run.cache else None
    printers = {
        each.paper: each.printer for each in _options(run, game) if PAPERS[each.paper].has_pages
    }
    made = build_book(game, printers, ink, run.rule_ids, before=before, memo=memo)
    problems = _untold_of_book(game)
    if made.problems or not made.names:
        return BuiltPart((*made.problems, *problems))
    lines, sheets = [], {}
    since = Path(run.since.file).parent if run.since else None
    if since and (old := read_account(since / made.names[-1])):
        new = read_account(run.output / made.names[-1], made.files.get(made.names[-1]))
        lines = [f"{game.title}, rulebook: {line}" for line in page_changes(old, new)]
        reprinted = changed_sheets(made.files, printers, old, new)
        sheets = {run.output / name: data for name, data in reprinted.items()}
        lines += [f"{file.as_posix()}: the sheets to print again" for file in sheets]
    kept = "" if made.files else ", unchanged"
    lines.append(f"{(run.output / made.names[0]).as_posix()}: rulebook, {made.pages} pages{kept}")
    files = {run.output / name: data for name, data in made.files.items()}
    if run.verify:
        problems += _verify_book(files)
    return BuiltPart(tuple(problems), {**files, **sheets}, lines=tuple(lines))


def _verify_book(files: Mapping[Path, bytes]) -> Iterator[Problem]:
    """Verify a book's pages, and then the booklets that are made from them."""
    from generator.verify.book_pdf import BookEvidence, read_evidence, verified
    from generator.verify.claims import problems_of

    pages: BookEvidence | None = None  # the book whose words are verified
    for file, data in files.items():
        if file.suffix == ".pdf":
            book = read_evidence(data, pages=pages)
            found = verified(book)
            if not found.findings and not book.paper:
                pages = book
            yield from problems_of(found, file.as_posix(), most=3)


def _untold_of_book(game: Game) -> list[Problem]:
    """Return problems for texts of a rulebook that are not translated.

    There are none in the language of the source.
    """
    if not game.translation or game.translation == PSEUDO:
        return []
    from generator.book.book import check_book

    return [each for each in check_book(game) if each.level == "warning"]


def _verify(file: Path, built: Built, memo: Memo) -> list[Problem]:
    """Verify a finished PDF, and return the first few problems of each kind."""
    from generator.verify.claims import problems_of
    from generator.verify.kit_pdf import verify_kit
    from generator.verify.reader import ReadError
    from validator.core.location import Location, Problem

    try:
        found = verify_kit(built.pdf, memo if memo.lasting else None)
        return problems_of(found, file.as_posix(), most=3, without_coarse=True)
    except ReadError as error:  # the kit is larger than what is read back
        message = f"cannot be read back: {error}; --no-verify builds it without"
        return [Problem(Location(file.as_posix()), message, "verify")]


def _cut_files(
    file: Path, built: Built, cutter: Cutter
) -> tuple[dict[Path, bytes], tuple[Path, ...]]:
    """Return the cut files of a kit, and the outdated ones to remove.

    There is a file for each group of sheets with equal cuts, in a folder beside the PDF. Outdated
    files are removed so that a cutter cannot follow an earlier layout.
    """
    from generator.sheets.cut_files import FORMS, cut_files

    folder = file.with_name(f"{file.stem}-cut")
    gone = tuple(old for each in FORMS for old in folder.glob(f"sheet*.{each}"))
    found = cut_files(built.pages, *cutter)
    return {folder / name: text.encode() for name, text in found.items()}, gone


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
        "0" if PAPERS[options.paper].grid else str(work.cuts),
        str(work.minutes),
        *((str(ink_of(built.pdf, built.pages)),) if ink else ()),
        built.build_id,
    )
