"""Defines options that several commands share, and shell completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

import click

from generator.commands.games import load
from generator.drawing.inks import INKS, USUAL_INK
from generator.sheets.paper import USUAL_BLEED, BleedName, MarksName, sides_named

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from generator.kit.options import Options
    from generator.printers.profiles import Printer
    from generator.sheets.cut_settings import Cutter

FORMATS = ("text", "json", "github", "sarif", "junit")


class Choice(Protocol):
    """A possible value of an option: its name and its help text."""

    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...


def explained(choices: Iterable[Choice]) -> str:
    """Return choices and their meanings for --help, as ``low: no large dark areas; grey: …``."""
    return "; ".join(f"{each.name}: {each.about}" for each in choices if each.about) + "."


output_folder = click.option(
    "--output",
    "-o",
    default="output",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Output folder.",
)
jobs_option = click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    help="Number of parallel processes (default: one per core).",
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
    help="Format of problems; github: annotations for a workflow; sarif: for code scanning; "
    "junit: test reports.",
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
    """Return shipped games and folders whose names begin with a text, for shell completion."""
    from click.shell_completion import CompletionItem

    from validator.core.resources import shipped_games

    games = [CompletionItem(each) for each in shipped_games() if each.startswith(incomplete)]
    return [*games, CompletionItem(incomplete, type="dir")]


def component_names(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """Return the components of the game on the command line, for shell completion."""
    from click.shell_completion import CompletionItem

    try:
        game = load(str(ctx.params.get("game") or ".")).game
    except click.UsageError:
        return []
    known = game.components if game else ()
    return [CompletionItem(each.id) for each in known if each.id.startswith(incomplete)]


def ink_option(about: str = explained(INKS.values())) -> Callable[[Any], Any]:
    """Return the option `--ink` with this explanation."""
    return click.option(
        "--ink", type=click.Choice(list(INKS)), default=USUAL_INK, show_default=True, help=about
    )


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
    book: bool = True,
    rule_ids: bool = False,
) -> Options:
    """Return the build's options from the options of the command line."""
    from generator.kit.options import Options
    from generator.sheets.cut_settings import CutSettings

    way = sides_named(sides)
    cutting = CutSettings(bleeds=bleed, marks=marks, safe_zone=safe_zone)
    return Options(
        paper, way, ink, stock, sleeved, cutting, printer, players, cutter, book, rule_ids
    )  # fmt: skip
