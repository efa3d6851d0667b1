"""Lists the formats of `pieria export`: their names, descriptions and writing functions.

A format imports its libraries only when it writes, so that listing the formats is fast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from generator.export.service_list import SERVICES
from generator.sheets.paper import USUAL_PAPER

if TYPE_CHECKING:
    from generator.export.designs import DesignRenderer, Files, ScaleMode
    from validator.core.location import Problem
    from validator.core.model import Game


class Settings(NamedTuple):
    """The values of the options of `pieria export`."""

    dpi: int
    corners: bool
    base: str  # address of the folder, with a slash at its end
    paper: str = USUAL_PAPER
    update: bytes | None = None  # a saved object of Tabletop Simulator that is to be kept


class Exported(NamedTuple):
    """The result of an export: files by name, problems for the service, and remarks."""

    files: Files
    problems: Sequence[Problem] = ()
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Format:
    """A format of `pieria export`.

    `options` are the options that it accepts; `bleed` (mm) is set if it prescribes one.
    """

    name: str
    about: str
    write: Callable[[DesignRenderer, Settings], Exported]
    options: tuple[str, ...] = ()
    bleed: float | None = None
    fits: Callable[[Game], dict[str, ScaleMode]] | None = (
        None  # for decks in sizes that it does not support
    )


def _png(studio: DesignRenderer, settings: Settings) -> Exported:
    from generator.export.images import png_files

    return Exported(png_files(studio, settings.dpi, settings.corners))


def _svg(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.images import svg_files

    return Exported(svg_files(studio))


def _pdf(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.images import pdf_files

    return Exported(pdf_files(studio))


def _simulator(studio: DesignRenderer, settings: Settings) -> Exported:
    from generator.export.rulebook import notebook_tabs
    from generator.export.saved_objects import updated
    from generator.export.tabletop import simulator_files

    tabs, problems = notebook_tabs(studio)
    files = dict(
        simulator_files(studio, lambda file: settings.base + quote(file), tabs, settings.dpi)
    )
    if settings.update is None:
        return Exported(files, problems, [])
    name = f"{studio.game.id}.json"
    files[name], remarks = updated(settings.update, files[name])
    return Exported(files, problems, remarks)


def _playground(studio: DesignRenderer, settings: Settings) -> Exported:
    from generator.export.tabletop import playground_files

    return Exported(playground_files(studio, settings.dpi))


def _boards(studio: DesignRenderer, settings: Settings) -> Exported:
    from generator.export.boards import board_files

    files, remarks = board_files(studio, settings.paper)
    return Exported(files, [], remarks)


def _tabletopia(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.picture_sets import tabletopia_files

    return Exported(tabletopia_files(studio))


def _screentop(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.picture_sets import screentop_files

    return Exported(screentop_files(studio))


def _vassal(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.other_tables import vassal_files

    return Exported(vassal_files(studio))


def _cockatrice(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.other_tables import cockatrice_files

    return Exported(cockatrice_files(studio))


def _autofill(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.orders import autofill_files

    return Exported(*autofill_files(studio))


def _fits_autofill(game: Game) -> dict[str, ScaleMode]:
    from generator.export.services import fits

    return fits(game, "mpc")


def _rulebook(studio: DesignRenderer, _: Settings) -> Exported:
    from generator.export.rulebook import rulebook_files

    files, problems = rulebook_files(studio)
    remarks = [] if files or problems else ["it has no rulebook.md, so there is nothing to write"]
    return Exported(files, problems, remarks)


def _service(name: str) -> Format:
    def write(studio: DesignRenderer, _: Settings) -> Exported:
        from generator.export.services import service_files

        return Exported(*service_files(studio, name))

    service = SERVICES[name]

    def fitted(game: Game) -> dict[str, ScaleMode]:
        from generator.export.services import fits

        return fits(game, name)

    about = f"{service.name}: {service.about}"
    return Format(name, about, write, ("fit",), service.bleed, fitted)


_FORMATS = (
    Format("png", "a PNG for each face and back", _png, ("dpi", "bleed", "corners")),
    Format("svg", "an SVG for each face and back, with its fonts inside", _svg, ("bleed",)),
    Format("pdf", "a PDF for each card, with its back as page 2", _pdf, ("bleed",)),
    Format(
        "tts",
        "Tabletop Simulator: a saved object and its pictures",
        _simulator,
        ("url", "update", "dpi"),
    ),
    Format(
        "ttp", "Tabletop Playground: a package of templates and textures", _playground, ("dpi",)
    ),
    Format("boards", "a PDF of tiles and sheets larger than the paper", _boards, ("paper",)),
    Format("tabletopia", "Tabletopia: a picture for each front and back", _tabletopia),
    Format("screentop", "Screentop: grids of cards, pictures and a table", _screentop),
    Format("vassal", "Vassal: a module with a table and all pieces", _vassal),
    Format("cockatrice", "Cockatrice: a card database and its pictures", _cockatrice),
    Format("rulebook", "the rulebook as HTML, as Markdown and as a notebook", _rulebook),
    *map(_service, SERVICES),
    Format(
        "mpc-autofill",
        "MPC-Autofill: an order for MakePlayingCards and its pictures",
        _autofill,
        ("fit",),
        SERVICES["mpc"].bleed,
        _fits_autofill,
    ),
)
FORMATS = {each.name: each for each in _FORMATS}
