"""`pieria build`: kits to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from generator.shell import (
    PAPERS,
    build_options,
    finish,
    games_or_all,
    ink_option,
    load,
    output_folder,
    progress,
    show_table,
    stopped_cleanly,
    trusted,
    write_file,
)

if TYPE_CHECKING:
    from pathlib import Path

    from generator.build import Built, Options
    from validator.spot import Problem

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
@output_folder
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

    from generator.build import build_kit

    gc.disable()  # a build makes many small values and drops few: the collector finds nothing
    papers = ("a4", "letter") if "all" in paper else tuple(dict.fromkeys(paper)) or ("a4",)
    options = [build_options(each, sides, ink, **rest) for each in papers]
    jobs = [(name, each) for name in games_or_all(games) for each in options]
    rows: list[tuple[str, ...]] = []
    problems: list[Problem] = []
    loaded = {name: load(name) for name in dict.fromkeys(name for name, _ in jobs)}
    for each in loaded.values():
        problems += each.problems
    ready = [(game, each) for name, each in jobs if (game := trusted(loaded[name]))]
    with stopped_cleanly(), progress(ready) as tick:
        for game, each_options in ready:
            built = build_kit(game, each_options, tick)
            problems += built.problems
            if not built.problems:
                file = Path(output) / f"{game.id}{each_options.suffix}.pdf"
                write_file(file, built.pdf)
                rows.append(_row(file, built, each_options))
    if rows:
        show_table([("file", "paper", "pages", "sheets", "pieces", "build"), *rows])
    finish(problems, "text")


def _row(file: Path, built: Built, options: Options) -> tuple[str, ...]:
    return (
        file.as_posix(),
        PAPERS[options.paper],
        str(len(built.pages)),
        str(built.sheets),
        str(built.pieces),
        built.build_id,
    )
