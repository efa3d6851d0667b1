"""`pieria export`: pictures, virtual tabletops, print services."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.commands.shared import (
    finish,
    game_named,
    games_or_all,
    ink_option,
    language_option,
    show_table,
    write_file,
)
from generator.commands.terminal import show

if TYPE_CHECKING:
    from generator.export.designs import Files, Studio
    from validator.core.location import Problem
    from validator.core.model import Game

FORMATS = {
    "png": "a PNG for each face and back",
    "svg": "an SVG for each, with its letters inside",
    "tts": "Tabletop Simulator: a saved object and its pictures",
    "ttp": "Tabletop Playground: a package of templates and textures",
    "tgc": "The Game Crafter: PNG with bleed",
    "mpc": "MakePlayingCards: PNG with bleed",
    "drivethru": "DriveThruCards: a PDF/X-1a a deck, backs first",
}


@click.command()
@click.argument("form", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--output", "-o", default="output/export", show_default=True,
    type=click.Path(file_okay=False), help="Folder to write into: OUTPUT/GAME-FORMAT/.",
)  # fmt: skip
@click.option(
    "--dpi", type=click.IntRange(72, 1200), default=300, show_default=True,
    help="Of PNG files: dots an inch.",
)  # fmt: skip
@click.option(
    "--bleed", type=click.FloatRange(0, 10), default=0.0, show_default=True, metavar="MM",
    help="Of PNG and SVG files: colour beyond the trim. Services have their own.",
)  # fmt: skip
@click.option("--corners", is_flag=True, help="PNG without bleed: cut corners round and clear.")
@click.option("--url", metavar="BASE", help="Where Tabletop Simulator will find the pictures.")
@ink_option()
@language_option
def export(
    form: str, games: tuple[str, ...], output: str, dpi: int, bleed: float, corners: bool,
    url: str | None, ink: str, language: str,
) -> None:  # fmt: skip
    """Write the faces of games for other places than paper at home.

    \b
    FORMAT is one of
      png        a PNG for each face and back
      svg        an SVG for each, with its letters inside
      tts        Tabletop Simulator: a saved object and its pictures
      ttp        Tabletop Playground: a package of templates and textures
      tgc        The Game Crafter: PNG with bleed
      mpc        MakePlayingCards: PNG with bleed
      drivethru  DriveThruCards: a PDF/X-1a a deck, backs first

    Services are asked for in a preflight: what they would refuse is told with its place, and the
    decks that they would take are written.

    \b
    Examples:
      pieria export png nine-muses
      pieria export tts ./my-deck --url https://example.org/my-deck/
      pieria export mpc nine-muses --output prints
    """
    _fits(form, {"dpi": ("png",), "bleed": ("png", "svg"), "corners": ("png",), "url": ("tts",)})
    if corners and bleed:
        raise click.UsageError("--corners is for pictures without bleed")
    rows: list[tuple[str, ...]] = [("folder", "files", "MB")]
    problems: list[Problem] = []
    for name in games_or_all(games, language):
        game = game_named(name, language)
        folder = Path(output) / f"{game.stem}-{form}"
        studio = _studio(game, form, bleed, ink)
        found = studio.draw()
        if found:
            problems += found
            continue
        base = url or folder.resolve().as_uri()
        files, refused, remarks = _files(studio, form, dpi, corners, base.rstrip("/") + "/")
        problems += refused
        for remark in remarks:
            show(f"{game.title}: {remark}.", err=True)
        for file, data in files.items():
            write_file(folder / file, data, Path(output))
        if files:
            size = sum(map(len, files.values())) / 1e6
            rows.append((folder.as_posix(), str(len(files)), f"{size:.1f}"))
    if len(rows) > 1:
        show_table(rows)
    finish(problems, "text")


def _fits(form: str, only: dict[str, tuple[str, ...]]) -> None:
    """An option that the format would ignore is wrong use."""
    context = click.get_current_context()
    for name, forms in only.items():
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and form not in forms:
            raise click.UsageError(f"--{name} is for {' and '.join(forms)}, not for {form}")


def _studio(game: Game, form: str, bleed: float, ink: str) -> Studio:
    from generator.export.designs import Studio
    from generator.export.services import SERVICES

    return Studio(game, SERVICES[form].bleed if form in SERVICES else bleed, ink)


def _files(
    studio: Studio, form: str, dpi: int, corners: bool, base: str
) -> tuple[Files, list[Problem], list[str]]:
    """Files by name, what a service would refuse, and remarks."""
    from generator.export import images, services, tabletop

    if form in services.SERVICES:
        return services.service_files(studio, form)
    if form == "png":
        return images.png_files(studio, dpi, corners), [], []
    if form == "svg":
        return images.svg_files(studio), [], []
    if form == "ttp":
        return tabletop.playground_files(studio), [], []
    from urllib.parse import quote

    return tabletop.simulator_files(studio, lambda file: base + quote(file)), [], []
