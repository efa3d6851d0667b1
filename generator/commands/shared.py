"""What the commands share: finding games, options of the same name, progress, writing, the end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import click

from generator.commands.terminal import show, show_problems
from generator.drawing.inks import INKS, USUAL_INK
from generator.sheets.paper import (
    DUPLEX_SIDES,
    PAPERS,
    USUAL_BLEED,
    USUAL_PAPER,
    BleedName,
    MarksName,
    sides_named,
)

if TYPE_CHECKING:
    from pathlib import Path

    from click.shell_completion import CompletionItem

    from generator.kit.build import Options
    from generator.kit.manifest import Manifest
    from generator.printers.profiles import Printer, Printers
    from generator.sheets.cut_settings import Cutter
    from validator.core.location import Problem
    from validator.core.model import Game, Loaded
    from validator.referee.referee import Referee

FORMATS = ("text", "json", "github")
PSEUDO = "en-XA"  # the language that nobody speaks, of generator.translation.pseudolocale


class Choice(Protocol):
    """What can be chosen by name, and what --help says of it."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...


def explained(choices: Iterable[Choice]) -> str:
    """``low: no large dark areas; grey: black ink only.`` for --help."""
    return "; ".join(f"{each.name}: {each.about}" for each in choices if each.about) + "."


one_paper = click.option(
    "--paper",
    type=click.Choice([*PAPERS]),
    default=USUAL_PAPER,
    show_default=True,
    help=explained(PAPERS.values()),
)
output_folder = click.option(
    "--output",
    "-o",
    default="output",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Output folder.",
)
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1), help="Processes (default: one for each core)."
)
language_option = click.option(
    "--language",
    default="",
    metavar="TAG",
    help="Language, such as 'it', from the game's folder locale/. "
    "en-XA: a pseudo-language, to find texts that cannot be translated or will not fit.",
)
problem_format = click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="Format of problems; github: annotations for a workflow.",
)


strict_option = click.option(
    "--strict",
    is_flag=True,
    help="Treat warnings as errors: exit code 1, and a build writes nothing.",
)


result_format = click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Output format; json: an object, for programs.",
)


def game_names(
    ctx: click.Context,  # noqa: ARG001, click names them
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The shipped games that begin so, and folders, for a shell to complete."""
    from click.shell_completion import CompletionItem

    from validator.core.resources import shipped_games

    games = [CompletionItem(each) for each in shipped_games() if each.startswith(incomplete)]
    return [*games, CompletionItem(incomplete, type="dir")]


def component_names(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The components of the game that the command line names, for a shell to complete."""
    from click.shell_completion import CompletionItem

    try:
        game = load(str(ctx.params.get("game") or ".")).game
    except click.UsageError:
        return []
    known = game.components if game else ()
    return [CompletionItem(each.id) for each in known if each.id.startswith(incomplete)]


def ink_option(about: str = explained(INKS.values())) -> Callable[[Any], Any]:
    """The option --ink."""
    return click.option(
        "--ink",
        type=click.Choice(list(INKS)),
        default=USUAL_INK,
        show_default=True,
        help=about,
    )


def games_or_all(games: Sequence[str], language: str = "") -> list[str]:
    """The games that were named, each once; or the one of this folder; or all that are shipped.

    With a language the shipped games are those that have it.
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
        raise click.UsageError(f"no game has the language '{language}'{hint}")
    return [name for name in found if language in known[name]]


def this_game(game: str | None) -> str:
    """The game that was named, or the one of this folder. Without either it is wrong use."""
    from pathlib import Path

    if game is None and not Path("game.yaml").is_file():
        raise click.UsageError("this folder has no game.yaml; name a GAME, or the folder of one")
    return game or "."


def folder_of(name: str) -> Path:
    """The folder of a game. Wrong use ends here, with the names that would do."""
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
    """A game from its files, with all that is wrong with its data; its texts in a language.

    What it says is checked in the language of its files. `deck`: its cards are also judged by the
    rules of the game that they are for.
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
        # Nothing says of which kind the numbers of a shipped game are but its own catalogue.
        message = (
            f"the code of this game cannot read its data: {error}; rules.yaml of a game that comes "
            "with Pieria declares its numbers, so undo what was changed there or change a copy"
        )
        return Loaded(None, [Problem(Location(str(folder / "rules.yaml")), message, "catalogue")])


def _judged(folder: Path, language: str, deck: bool) -> Loaded:
    """The game of a folder, with what its loader and the checks say."""
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
    return Loaded(game, sorted(not_waived(problems, game)), not_waived(loaded.notes, game))


def check_language(folder: Path, name: str, language: str) -> None:
    """A language that a game does not have is wrong use."""
    from validator.core.location import did_you_mean
    from validator.load.locale import languages

    known = languages(folder)
    if language not in (*known, PSEUDO):
        hint = did_you_mean(language, known) or "; it has none yet. See: pieria docs languages"
        raise click.UsageError(f"no language '{language}' for {name}{hint}")


def trusted(loaded: Loaded, strict: bool = False) -> Game | None:
    """The game, when nothing is wrong with it; `strict`: and it has no warnings."""
    return None if loaded.problems or (strict and loaded.warnings) else loaded.game


def game_named(name: str, language: str = "", deck: bool = False) -> Game:
    """A game without problems; with any it is reported, and the command ends."""
    loaded = load(name, language, deck)
    game = trusted(loaded)
    if game is None:
        finish(loaded.problems, "text")
        sys.exit(1)
    return game


def referee_of(game: Game, players: int) -> Referee[Any]:
    """The referee of a game for a number of players. Reports a game without one, and exits."""
    from validator.referee.registry import RefereeError, find_referee, no_referee, seats

    try:
        referee = find_referee(game, seats(players))
    except RefereeError as error:
        raise click.UsageError(str(error)) from None
    if referee is None:
        raise click.UsageError(no_referee(game))
    return referee


def earlier_build(name: str) -> Manifest:
    """The manifest in a file or in a PDF. Reports a file without one, and exits."""
    from pathlib import Path

    from generator.kit.manifest import ManifestError
    from generator.verify.reader import read_manifest
    from validator.core.location import Location, Problem

    try:
        return read_manifest(Path(name))
    except ManifestError as error:
        location = Location(name, error.line, error.column)
        message = f"expected a manifest or a PDF that pieria build wrote; {error}"
        finish([Problem(location, message, "manifest")], "text")
    except OSError as error:
        show(f"{name}: cannot be read: {error.strerror or error}", err=True)
    sys.exit(1)


def build_options(
    paper: str,
    sides: str,
    ink: str,
    stock: float = 0.32,
    sleeved: bool = False,
    bleed: BleedName = USUAL_BLEED,
    marks: MarksName = "crop",
    safe_zone: bool = False,
    printer: Printer | None = None,
    players: int | None = None,
    cutter: Cutter | None = None,
) -> Options:
    """The words of the command line as the build's options."""
    from generator.kit.build import Options
    from generator.sheets.cut_settings import CutSettings

    way = sides_named(sides)
    cutting = CutSettings(bleeds=bleed, marks=marks, safe_zone=safe_zone)
    return Options(paper, way, ink, stock, sleeved, cutting, printer, players, cutter)


def printers_file() -> Path:
    """Where the user's printers are kept: in the folder that the system has for such things."""
    from pathlib import Path

    folder = click.get_app_dir("pieria")
    if folder.startswith("~"):
        raise click.UsageError("no home folder to keep printers in; set HOME")
    return Path(folder) / "printers.yaml"


def known_printers() -> Printers:
    """Return the user's printers. Stops with an error if the file is broken, so it is kept."""
    from generator.printers.profiles import load_printers

    printers, problems = load_printers(printers_file())
    if problems:
        finish(problems, "text")
    return printers


def saved_printers() -> Printers:
    """The user's printers as far as they can be read, for a file that was made for one."""
    from generator.printers.profiles import load_printers

    try:
        return load_printers(printers_file())[0]
    except click.UsageError:  # no home folder
        return {}


def printer_named(name: str, paper: str, sides: str) -> Printer:
    """A printer that was measured with this paper. Exits with an error for an unknown one."""
    from validator.core.location import did_you_mean

    known = known_printers()
    papers = sorted(each for other, each in known if other == name)
    if not papers:
        hint = did_you_mean(name, {other for other, _ in known})
        raise click.UsageError(f"no printer '{name}'{hint or '; pieria calibrate measures one'}")
    if paper not in papers:
        measured = " and ".join(PAPERS[each].title for each in papers)
        raise click.UsageError(
            f"'{name}' was measured with {measured}, not with {PAPERS[paper].title}: "
            "pieria calibrate measures one paper at a time"
        )
    printer = known[name, paper]
    if sides in DUPLEX_SIDES and not printer.fits(sides):
        raise click.UsageError(
            f"the back of '{name}' was measured with --sides {printer.turned}, not {sides}"
        )
    return printer


def on_terminal() -> bool:
    """Whether somebody may watch what is reported (None: standard error is closed)."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress(designs: int) -> Iterator[Any]:
    """A bar over so many designs on a terminal; silence in a pipe."""
    if not designs or not on_terminal():
        yield lambda: None
        return
    with click.progressbar(length=designs, label="Drawing", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def designs_of(game: Game) -> int:
    """How many designs a game has to draw."""
    return sum(len(each.cards) for each in game.components)


def check_new_folder(folder: Path, is_ours: Callable[[Path], bool] | None = None) -> None:
    """End the command unless `folder` is new or empty, or holds what an earlier run wrote.

    `is_ours` recognises such a folder; it may raise OSError.
    """
    try:
        if not folder.exists():
            return
        if folder.is_dir() and (is_ours(folder) if is_ours else not any(folder.iterdir())):
            return
    except OSError as error:
        show(f"{folder}: cannot be read: {error.strerror or error}", err=True)
        sys.exit(2)
    found = "is not empty" if folder.is_dir() else "is a file"
    raise click.UsageError(f"'{folder}' {found}; name a new folder")


def write_file(file: Path, data: bytes, below: Path | None = None) -> None:
    """Write one file; see `write_files`."""
    write_files({file: data}, below)


def write_files(
    files: Mapping[Path, bytes], below: Path | None = None, gone: Iterable[Path] = ()
) -> None:
    """Write files that belong together, so that no half file and no half set is ever seen.

    `below` is the folder that the user named: a link in it that leads elsewhere is refused, because
    it may have come with a deck. `gone` are files of an earlier set. What cannot be written ends
    the command.
    """
    from generator.core.drafts import sweep, write_together

    swept = click.get_current_context().meta.setdefault("generator.swept", set())
    for file in files:
        if below is not None and leads_out(file.parent, below):
            show(f"{file}: a link leads out of {below.as_posix()}; remove it", err=True)
            sys.exit(2)
        if file.parent not in swept:
            swept.add(file.parent)
            sweep(file.parent)
    try:
        write_together(files, gone)
    except OSError as error:
        show(f"{error.filename}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(2)


def leads_out(folder: Path, below: Path) -> bool:
    """Whether a folder lies outside another, by its links."""
    try:
        return not folder.resolve().is_relative_to(below.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True


def show_table(rows: Sequence[tuple[str, ...]]) -> None:
    """Columns as wide as they need; numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if cell.isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        show("  ".join(cells).rstrip())


def report(
    name: str,
    rows: Sequence[tuple[str, ...]],
    problems: Sequence[Problem],
    form: str,
    strict: bool = False,
    verified: bool = False,
) -> None:
    """Show what was written and the problems, then end with the exit code of `finish`.

    `rows` is a table whose first row has the headings. JSON is an object: `name` has the rows,
    `problems` the problems.
    """
    from validator.core.messages import values

    if form != "json":
        if len(rows) > 1:
            show_table(rows)
        if verified:
            count = len(rows) - 1
            show("PDF verified." if count == 1 else f"All {count} PDFs verified.")
        finish(problems, "text", strict)
        return
    heads, *others = rows
    found = [
        {head: cell if head in WORDS else _number(cell)
         for head, cell in zip(heads, row, strict=True)}
        for row in others
    ]  # fmt: skip
    data = {name: found, "problems": values(sorted(set(problems)))}
    show(json.dumps(data, indent=2, ensure_ascii=False))
    leave(problems, strict)


WORDS = ("build", "file", "folder", "title")  # columns that hold words, also where these are digits


def _number(cell: str) -> str | int | float:
    """What a cell of a table says: a number, if it is one."""
    try:
        return int(cell) if cell.isdecimal() else float(cell)
    except ValueError:
        return cell


def leave(problems: Sequence[Problem], strict: bool = False) -> None:
    """End with 1 if there is an error, or with `strict` a warning; else go on."""
    wrong = ("error", "warning") if strict else ("error",)
    if any(problem.level in wrong for problem in problems):
        sys.exit(1)


def finish(problems: Sequence[Problem], form: str, strict: bool = False) -> None:
    """Show the problems and leave: 0 without, 1 with an error; `strict`: also with a warning."""
    from validator.core.messages import REPORTERS, counted

    problems = sorted(set(problems))
    if problems or form == "json":
        if form == "text":
            show_problems(REPORTERS[form](problems))
        else:
            show(REPORTERS[form](problems))
    if problems and form == "text":
        show(f"{counted(problems)}.", err=True)
    leave(problems, strict)
