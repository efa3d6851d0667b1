"""The command line: read arguments, call one function, show what it returned, set the exit code.

0: fine. 1: problems in the data. 2: wrong use, or a place that cannot be written.
Everything heavy is imported where it is used, so that `pieria --version` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from generator import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from generator.build import Built, Options
    from generator.form import Sheet
    from validator.model import Game, Loaded
    from validator.spot import Problem

FORMATS = ("text", "json", "github")
PAPERS = {"a4": "A4", "letter": "Letter", "both": "A4/Letter"}
REFEREE = ("replay", "rules", "verbs")  # commands of generator.referee_cli
SIDES = ("duplex", "duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-backs")


class Shell(click.Group):
    """Lists the commands in the order of a first evening with Pieria."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return ["list", "build", "check", "form", "fill", *REFEREE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in REFEREE:
            from generator import referee_cli

            command: click.Command = getattr(referee_cli, cmd_name)
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pieria")
def main() -> None:
    """Print tabletop games from data files, and check them against their rules.

    A GAME is the name of a game that comes with Pieria, or the path of a folder that is laid out
    like one (a copy of data/nine-muses, say).

    \b
    Examples:
      pieria list                          what there is
      pieria build                         every kit, A4, into output/
      pieria build muse --paper letter     one kit on Letter
      pieria check ./my-deck               what is wrong with a deck of your own
    """


@main.command("list")
def list_games() -> None:
    """List the games, their players and what their kits hold."""
    from validator.resources import shipped_games

    rows = []
    for name in shipped_games():
        game = _load(name).game
        if game:
            pieces = sum(component.pieces for component in game.components)
            players = "-".join(map(str, dict.fromkeys(game.players)))
            rows.append((name, game.title, f"{players} players", f"{pieces} pieces",
                         f"{len(game.rules)} rules"))  # fmt: skip
    _table(rows)


@main.command()
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
@click.option(
    "--ink",
    type=click.Choice(["colour", "low"]),
    default="colour",
    show_default=True,
    help="low: no large dark areas.",
)
@click.option(
    "--bleed",
    type=click.Choice(["none", "outside", "each"]),
    default="outside",
    show_default=True,
    help="Colour beyond the trim: around a block of cards, around each card, or none.",
)
@click.option(
    "--marks",
    type=click.Choice(["crop", "lines", "ticks", "none"]),
    default="crop",
    show_default=True,
    help="Crop marks outside of the cards, cut lines around them, ticks in their corners, or none.",
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
@click.option("--sleeved", is_flag=True, help="Size tuckboxes for sleeved cards.")
@click.option(
    "--output",
    "-o",
    default="output",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Folder to write into.",
)
def build(
    games: tuple[str, ...],
    paper: tuple[str, ...],
    sides: str,
    ink: str,
    output: str,
    **rest: Any,
) -> None:
    """Print kits: one PDF a game and paper.

    Without a GAME all that come with Pieria are built. Print the PDFs at 100 %, on both sides of
    the paper (flip on the long edge), unless you chose otherwise.

    \b
    Examples:
      pieria build
      pieria build nine-muses muse --paper letter
      pieria build ./my-deck --sides fronts --ink low --output prints
    """
    import gc
    from pathlib import Path

    gc.disable()  # a build makes many small values and drops few: the collector finds nothing
    papers = ("a4", "letter") if "all" in paper else tuple(dict.fromkeys(paper)) or ("a4",)
    options = [_options(each, sides, ink, **rest) for each in papers]
    jobs = [(name, each) for name in _names(games) for each in options]
    rows: list[tuple[str, ...]] = []
    problems: list[Problem] = []
    loaded = {name: _load(name) for name in dict.fromkeys(name for name, _ in jobs)}
    for each in loaded.values():
        problems += each.problems
    ready = [(game, each) for name, each in jobs if (game := _trusted(loaded[name]))]
    with _stopped_cleanly(), _progress(ready) as tick:
        for game, each_options in ready:
            built = _built(game, each_options, tick)
            problems += built.problems
            if not built.problems:
                file = Path(output) / f"{game.id}{each_options.suffix}.pdf"
                _write(file, built.pdf)
                rows.append(_row(file, built, each_options))
    if rows:
        _table([("file", "paper", "pages", "sheets", "pieces", "build"), *rows])
    _finish(problems, "text")


@main.command()
@click.argument("games", nargs=-1, metavar="[GAME | PATH]...")
@click.option(
    "--ink",
    type=click.Choice(["colour", "low"]),
    default="colour",
    show_default=True,
    help="Which faces are looked at.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="github: annotations for a workflow.",
)
def check(games: tuple[str, ...], ink: str, form: str) -> None:
    """Report all problems of games at once: data, counts, rules' arithmetic, and every face.

    Faces are drawn, and read back for text that is too small or too pale on its ground.

    Each is told as file:line:column, with what was expected and what would do.

    \b
    Examples:
      pieria check
      pieria check ./my-deck --format json
    """
    problems: list[Problem] = []
    checked = 0
    for name in _names(games):
        loaded = _load(name)
        problems += loaded.problems
        if (game := _trusted(loaded)) is not None:
            problems += _faces(game, _options("a4", "duplex", ink))
            checked += 1
    if not problems and form == "text":
        click.echo(f"{checked} game{'s' * (checked != 1)} checked: no problems.")
    _finish(problems, form)


@main.command()
@click.argument("game")
@click.argument("sheet", required=False)
@click.option(
    "--paper",
    type=click.Choice([*PAPERS]),
    default="a4",
    show_default=True,
    help="both: one file that prints right on A4 and on Letter.",
)
@click.option(
    "--ink",
    type=click.Choice(["colour", "low"]),
    default="colour",
    show_default=True,
    help="low: no large dark areas.",
)
@click.option(
    "--output",
    "-o",
    default="output",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Folder to write into.",
)
def form(game: str, sheet: str | None, paper: str, ink: str, output: str) -> None:
    """Make PDF forms of a game's sheets, to be filled in on a screen and printed.

    Without a SHEET all sheets of the GAME that leave something to write are made.

    \b
    Examples:
      pieria form muse
      pieria form schizonauts sheets --paper letter
    """
    from pathlib import Path

    from generator.form import print_form

    options = _options(paper, "fronts", ink)
    trusted, sheets = _sheets(game, options)
    rows: list[tuple[str, ...]] = [("file", "paper", "pages", "fields")]
    problems: list[Problem] = []
    for each in sheets if sheet is None else [_sheet(game, sheet, sheets)]:
        printed = print_form(trusted, each, options)
        problems += printed.problems
        if not printed.problems:
            file = Path(output) / f"{trusted.id}-{each.name}-form{_paper_and_ink(options)}.pdf"
            _write(file, printed.pdf)
            rows.append((file.as_posix(), PAPERS[paper], str(printed.pages), str(printed.fields)))
    if len(rows) > 1:
        _table(rows)
    _finish(problems, "text")


@main.command()
@click.argument("sheet")
@click.argument("data", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False),
    help="File to write; left out: a file in output/ named after sheet and data.",
)
@click.option(
    "--paper",
    type=click.Choice([*PAPERS]),
    default="a4",
    show_default=True,
    help="both: one file that prints right on A4 and on Letter.",
)
@click.option(
    "--ink",
    type=click.Choice(["colour", "low"]),
    default="colour",
    show_default=True,
    help="low: no large dark areas.",
)
@click.option("--editable", is_flag=True, help="A form in which the values can be changed.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How problems are told.",
)
def fill(
    sheet: str, data: str, output: str | None, paper: str, ink: str, editable: bool, form: str
) -> None:
    """Print a sheet filled in with the values of a data file, once they keep the game's rules.

    SHEET is a game (its first sheet is meant), or a game and a sheet of it. DATA is YAML; what is
    wrong with it is told with its line, and with the id of the rule that it breaks.

    \b
    Examples:
      pieria fill muse story.yaml
      pieria fill muse/larger-sheet story.yaml -o story.pdf
      pieria fill schizonauts nadia.yaml --paper letter --editable
    """
    from pathlib import Path

    from generator.form import print_filled

    options = _options(paper, "fronts", ink)
    game, name = _game_and_sheet(sheet)
    trusted, sheets = _sheets(game, options)
    chosen = _sheet(game, name, sheets) if name else sheets[0]
    printed = print_filled(trusted, chosen, Path(data), options, editable)
    if not printed.problems:
        suffix = f"{'-form' if editable else ''}{_paper_and_ink(options)}"
        named = f"output/{trusted.id}-{chosen.name}-{Path(data).stem}{suffix}.pdf"
        file = Path(output or named)
        _write(file, printed.pdf)
        if form == "text":
            row = (file.as_posix(), PAPERS[paper], str(printed.pages), str(printed.values))
            _table([("file", "paper", "pages", "values"), row])
    _finish(printed.problems, form)


# ---- what the commands share


def _sheets(name: str, options: Options) -> tuple[Game, list[Sheet]]:
    """A game and its sheets that can be filled in. A game with problems ends here, told."""
    from generator.form import sheets_of

    loaded = _load(name)
    game = _trusted(loaded)
    if game is None:
        _finish(loaded.problems, "text")
        sys.exit(1)
    sheets, problems = sheets_of(game, options)
    if problems:
        _finish(problems, "text")
    if not sheets:
        raise click.UsageError(f"'{name}' has no sheet with fields to fill in")
    return game, sheets


def _sheet(game: str, name: str, sheets: Sequence[Sheet]) -> Sheet:
    from validator.spot import did_you_mean

    for sheet in sheets:
        if sheet.name == name:
            return sheet
    hint = did_you_mean(name, (sheet.name for sheet in sheets))
    raise click.UsageError(f"'{game}' has no sheet '{name}' to fill in{hint}")


def _game_and_sheet(words: str) -> tuple[str, str]:
    """``muse/larger-sheet`` is a game and its sheet, unless a game lies there."""
    from pathlib import Path

    from validator.resources import shipped_games

    if words in shipped_games() or (Path(words) / "game.yaml").is_file() or "/" not in words:
        return words, ""
    game, _, sheet = words.rstrip("/").rpartition("/")
    return (game, sheet) if sheet else (words, "")


def _paper_and_ink(options: Options) -> str:
    return f"-{options.paper}{'-low-ink' if options.ink == 'low' else ''}"


def _names(games: Sequence[str]) -> list[str]:
    from validator.resources import shipped_games

    return list(dict.fromkeys(games)) or shipped_games()


def _folder(name: str) -> Path:
    """The folder of a game. Wrong use ends here, with the names that would do."""
    from pathlib import Path

    from validator.resources import resource, shipped_games
    from validator.spot import did_you_mean

    shipped = resource("data") / name
    if name in shipped_games():
        return shipped
    folder = Path(name)
    if (folder / "game.yaml").is_file():
        return folder
    if folder.name == "game.yaml" and folder.is_file():
        return folder.parent
    if folder.is_dir():
        raise click.UsageError(f"the folder '{name}' has no game.yaml")
    raise click.UsageError(f"no game or folder '{name}'{did_you_mean(name, shipped_games())}")


def _load(name: str) -> Loaded:
    from validator.checks import check_game
    from validator.load.game import load_game
    from validator.model import Loaded

    loaded = load_game(_folder(name))
    if loaded.game is None:
        return loaded
    return Loaded(loaded.game, sorted({*loaded.problems, *check_game(loaded.game)}))


def _trusted(loaded: Loaded) -> Game | None:
    return None if loaded.problems else loaded.game


def _options(
    paper: str,
    sides: str,
    ink: str,
    stock: float = 0.32,
    sleeved: bool = False,
    bleed: Any = "outside",
    marks: Any = "crop",
    safe_zone: bool = False,
) -> Options:
    """The words of the command line as the build's options."""
    from generator.build import Options
    from generator.paper import Craft

    way: Any = "duplex-long" if sides == "duplex" else sides
    craft = Craft(bleeds=bleed, marks=marks, safe_zone=safe_zone)
    return Options(paper, way, ink, stock, sleeved, craft)


def _built(game: Game, options: Options, tick: Any) -> Built:
    from generator.build import build_kit

    return build_kit(game, options, tick)


def _faces(game: Game, options: Options) -> Sequence[Problem]:
    """What is wrong with the faces of a game, drawn and read back."""
    from generator.legible import check_legible

    built = _built(game, options, lambda: None)
    return built.problems or check_legible(game, built.pdf, built.pages)


@contextmanager
def _progress(jobs: Sequence[tuple[Game, Options]]) -> Iterator[Any]:
    """A bar over all designs on a terminal; silence in a pipe."""
    designs = sum(len(each.cards) for game, _ in jobs for each in game.components)
    if not sys.stderr.isatty() or not designs:
        yield lambda: None
        return
    with click.progressbar(length=designs, label="Drawing", file=sys.stderr) as bar:
        yield lambda: bar.update(1)


@contextmanager
def _stopped_cleanly() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        click.echo("\nStopped. Finished files are kept; nothing half-written was left.", err=True)
        sys.exit(130)


def _write(file: Path, data: bytes) -> None:
    """Write under another name and move, so that no half file is ever seen."""
    import os

    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(data)
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        click.echo(f"{file}: cannot be written: {error.strerror or error}", err=True)
        sys.exit(2)


def _row(file: Path, built: Built, options: Options) -> tuple[str, ...]:
    return (
        file.as_posix(),
        PAPERS[options.paper],
        str(len(built.pages)),
        str(built.sheets),
        str(built.pieces),
        built.build_id,
    )


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    """Columns as wide as they need; numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if cell.isdigit() else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _finish(problems: Sequence[Problem], form: str) -> None:
    """Show the problems and leave: 0 without, 1 with any."""
    from validator.report import REPORTERS

    problems = sorted(set(problems))
    if problems or form == "json":
        click.echo(REPORTERS[form](problems), err=form == "text")
    if problems and form == "text":
        click.echo(f"{len(problems)} problem{'s' * (len(problems) != 1)}.", err=True)
    if problems:
        sys.exit(1)


if __name__ == "__main__":
    main()
