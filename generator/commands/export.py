"""`pieria export`: exports pictures, and files for virtual tabletops and print services."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.files import write_file, write_files
from generator.commands.games import designs_of, games_or_all, load, trusted
from generator.commands.options import game_names, ink_option, language_option, strict_option
from generator.commands.overwrite_guard import claimed, of_another
from generator.commands.papers import PaperType, usual_paper
from generator.commands.results import progress, report, show_table
from generator.commands.terminal import show
from generator.export.formats import FORMATS, Format, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from generator.export.designs import DesignRenderer
    from validator.core.location import Problem
    from validator.core.model import Game

FORMAT_LIST = "\n".join(f"  {each.name:12}  {each.about}" for each in FORMATS.values())
HELP = f"""\
Export faces for virtual tabletops, print services and other uses.

\b
FORMAT is one of
{FORMAT_LIST}

For a print service, a preflight reports what the service would reject, with its location. All
other decks are still written.

\b
Examples:
  pieria export png nine-muses
  pieria export tts ./my-deck --url https://example.org/my-deck/
  pieria export mpc nine-muses --output prints
  pieria export drivethru nine-muses --fit
  pieria export --sizes
  pieria export boards ./my-game --paper a3
"""


def _list_sizes(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the sizes of all services, and their names in `game.yaml`."""
    if not wanted or context.resilient_parsing:
        return
    from generator.export.service_list import INCH, SERVICES
    from validator.core.sizes import SIZES

    rows = [("service", "its name", "mm", "inches", "size: in game.yaml")]
    for key, service in SERVICES.items():
        for name, size in {**service.sizes, **service.hexagons, **service.boards}.items():
            own = [each for each, known in SIZES.items() if known == size]
            inches = f"{size.width / INCH:.3g} x {size.height / INCH:.3g}"
            rows.append((key, name, f"{size.width:g} x {size.height:g}", inches,
                         own[0] if own else f"[{size.width:g}, {size.height:g}]"))  # fmt: skip
    show_table(rows)
    context.exit()


@click.command(help=HELP)
@click.argument("form", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=game_names)
@click.option(
    "--output", "-o", default="output/export", show_default=True,
    type=click.Path(file_okay=False), help="Output folder; files are written to "
        "OUTPUT/GAME-FORMAT/.",
)  # fmt: skip
@click.option(
    "--dpi", type=click.IntRange(72, 1200), default=300, show_default=True,
    help="Resolution of PNG files, in dots per inch.",
)  # fmt: skip
@click.option(
    "--bleed", type=click.FloatRange(0, 10), default=0.0, show_default=True, metavar="MM",
    help="Bleed of PNG, SVG and PDF files (services have their own).",
)  # fmt: skip
@click.option("--corners", is_flag=True, help="PNG only: make the corners rounded and transparent.")
@click.option(
    "--fit", is_flag=True,
    help="Fit decks to the nearest size of the service.",
)  # fmt: skip
@click.option(
    "--sizes", is_flag=True, is_eager=True, expose_value=False, callback=_list_sizes,
    help="List the card sizes of all services and exit.",
)  # fmt: skip
@click.option("--url", metavar="BASE", help="Address from which Tabletop Simulator loads pictures.")
@click.option(
    "--paper", type=PaperType(), help="Paper of boards (default: as for `pieria build`).",
)  # fmt: skip
@click.option(
    "--update", metavar="FILE", type=click.Path(exists=True, dir_okay=False),
    help="Update this saved object of Tabletop Simulator.",
)  # fmt: skip
@ink_option()
@language_option
@strict_option
@click.option(
    "--format", "shown", type=click.Choice(("text", "json")), default="text", show_default=True,
    help="Output format; json: an object, for programs.",
)  # fmt: skip
def export(
    form: str, games: tuple[str, ...], output: str, dpi: int, bleed: float, corners: bool,
    fit: bool, url: str | None, paper: str | None, update: str | None, ink: str, language: str,
    strict: bool, shown: str,
) -> None:  # fmt: skip
    """Export faces for virtual tabletops, print services and other uses."""
    from generator.export.designs import DesignRenderer

    chosen = FORMATS[form]
    _fits(chosen)
    kept = _saved_object(update) if update else None
    if corners and bleed:
        raise click.UsageError("--corners needs pictures without bleed; add --bleed 0")
    rows: list[tuple[str, ...]] = [("folder", "files", "MB")]
    problems: list[Problem] = []
    for name in games_or_all(games, language):
        loaded = load(name, language)
        problems += [*loaded.problems, *loaded.warnings]
        game = trusted(loaded, strict)
        if game is None:
            continue
        if taken := of_another(Path(output), game):
            problems.append(taken)
            continue
        designs = DesignRenderer(
            game, bleed if chosen.bleed is None else chosen.bleed, ink,
            fits=chosen.fits(game) if fit and chosen.fits else {},
        )  # fmt: skip
        folder = Path(output) / f"{game.stem}-{form}"
        base = (url or folder.resolve().as_uri()).rstrip("/") + "/"
        settings = Settings(dpi, corners, base, paper or usual_paper(game.folder), kept)
        files, found = _drawn(chosen, designs, settings)
        problems += found
        if files:
            rows.append(_written(game, files, folder, Path(output)))
    report("folders", rows, problems, shown, strict)


def _drawn(
    chosen: Format, designs: DesignRenderer, settings: Settings
) -> tuple[Mapping[str, bytes], list[Problem]]:
    """Return the files of a game in a format, and the problems; show the remarks about them."""
    with progress(designs_of(designs.game)) as tick:
        found = designs.draw(tick)
    if found:
        return {}, found
    files, refused, remarks = chosen.write(designs, settings)
    for remark in remarks:
        show(f"{designs.game.title}: {remark}.", err=True)
    return files, [*designs.coarse, *refused]


def _written(game: Game, files: Mapping[str, bytes], folder: Path, output: Path) -> tuple[str, ...]:
    """Write the files of a game, and return the game's row of the table."""
    for file, data in files.items():
        write_file(folder / file, data, output)
    write_files(claimed(output, game))
    size = sum(map(len, files.values())) / 1e6
    return folder.as_posix(), str(len(files)), f"{size:.1f}"


def _saved_object(file: str) -> bytes:
    """Return the bytes of a saved object. Exits with an error if the file is not one."""
    from generator.export.saved_objects import read_saved
    from validator.load.text import bytes_of

    try:
        data = bytes_of(Path(file))
        read_saved(data)
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        raise click.UsageError(
            f"{file} is not a saved object of Tabletop Simulator: {error}"
        ) from None
    return data


def _fits(form: Format) -> None:
    """Reject options that the format does not use."""
    context = click.get_current_context()
    for name in dict.fromkeys(name for each in FORMATS.values() for name in each.options):
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in form.options:
            takers = [each.name for each in FORMATS.values() if name in each.options]
            words = " and ".join(filter(None, (", ".join(takers[:-1]), takers[-1])))
            raise click.UsageError(f"--{name} applies to {words}, not to {form.name}")
