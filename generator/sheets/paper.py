"""Defines the papers, sides, bleeds and cut marks with which a kit can be printed.

Commands, covers, printers, `pieria verify` and the tables of the docs read them from here. A new
paper is one line of `_PAPERS` and one row of `docs/printing.md`. `PAPERS` also supports other
names: ISO papers, any size such as ``100x150mm``, and sheets of cards or labels.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from generator.core.shown import TemplateValue
from generator.sheets.card_sheets import Grid, read_card_sheet, sheet_named
from validator.core.location import did_you_mean
from validator.core.resources import resource
from validator.core.sizes import Size
from validator.core.translations import gettext_noop


@dataclass(frozen=True)
class Paper(TemplateValue):
    """A paper. `called` is the translatable name on covers of a paper whose title is a word."""

    name: str
    title: str
    size: Size
    about: str = ""  # for --help, if the title is not clear enough
    called: str = ""
    covers: tuple[str, ...] = ()  # names of the papers whose common area this is
    grid: Grid | None = None  # cells of a sheet of precut cards or labels

    @property
    def has_pages(self) -> bool:
        """Whether the paper has room for the cover, credits, tuckboxes and a booklet."""
        return self.grid is None and self.size.width >= 210 and self.size.height >= 279.4


_PAPERS = (
    Paper("a4", "A4", Size(210, 297)),  # ISO 216
    Paper("letter", "Letter", Size(215.9, 279.4)),  # ANSI
    Paper(
        "both",
        "A4/Letter",
        Size(210, 279.4),
        "one file that fits both A4 and Letter",
        gettext_noop("A4 or Letter"),
        ("a4", "letter"),
    ),
    Paper("legal", "Legal", Size(215.9, 355.6)),
    Paper("a3", "A3", Size(297, 420)),
    Paper("tabloid", "Tabloid", Size(279.4, 431.8)),  # ANSI B
)
LEAST_PAPER, MOST_PAPER = 50.0, 1500.0  # mm
_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_NUMBER = r"(\d{1,4}(?:\.\d{1,4})?)"
_MEASURED = re.compile(rf"{_NUMBER} ?[x×] ?{_NUMBER} ?(mm|cm|in|)")
_ISO = re.compile(r"([ab])(\d)")
_WIDEST_ISO = {"a": (841, 1189), "b": (1000, 1414)}  # ISO 216: A0 and B0


class _Papers(dict[str, Paper]):
    """The papers by name. Unusual ones are created on demand."""

    def __missing__(self, name: str) -> Paper:
        """Return the paper for a name that is not in the table, such as a size.

        Raises KeyError for an unknown name.
        """
        found = _iso(name) or _measured(name) or _shipped(name)
        if found is None and (sheet := sheet_named(name)):
            found = Paper(name, sheet.title, sheet.size, grid=sheet.grid)
        if found is None:
            raise KeyError(name)
        return found


def _iso(name: str) -> Paper | None:
    """Return a paper of ISO 216, such as ``a5``: half of the previous size, rounded down."""
    found = _ISO.fullmatch(name)
    if found is None:
        return None
    width, height = _WIDEST_ISO[found[1]]
    for _ in range(int(found[2])):
        width, height = height // 2, width
    return Paper(name, name.upper(), Size(width, height)) if width >= LEAST_PAPER else None


def _measured(name: str) -> Paper | None:
    """Return the paper whose measurements are given as ``100x150mm`` or ``4x6in``."""
    found = _MEASURED.fullmatch(name)
    if found is None:
        return None
    size = Size(*(round(float(each) * _UNITS[found[3] or "mm"], 4) for each in found.groups()[:2]))
    if not all(LEAST_PAPER <= each <= MOST_PAPER for each in (size.width, size.height)):
        return None
    return Paper(f"{size.width:.6g}x{size.height:.6g}mm", str(size), size)


def shipped_sheets() -> list[str]:
    """Return the names of the shipped sheets of cards and labels."""
    return sorted(each.stem for each in (resource("templates") / "papers").glob("*.yaml"))


def _shipped(name: str) -> Paper | None:
    if not re.fullmatch(r"[a-z0-9-]+", name):
        return None
    file = resource("templates") / "papers" / f"{name}.yaml"
    if not file.is_file():
        return None
    sheet, problems = read_card_sheet(file, SIZES_OF_PAPER)
    assert sheet is not None, problems
    return Paper(name, sheet.title, sheet.size, grid=sheet.grid)


def paper_of(said: str) -> Paper:
    """Return the paper that a user names.

    It is a name, a size, or a file with the grid of a card sheet. Raises PaperError with the
    problem.
    """
    if said.endswith((".yaml", ".yml")):
        sheet, problems = read_card_sheet(Path(said), SIZES_OF_PAPER)
        if sheet is None:
            raise PaperError("\n".join(map(str, problems)))
        return Paper(sheet.name, sheet.title, sheet.size, grid=sheet.grid)
    try:
        return PAPERS[said.lower()]
    except KeyError:
        names = ", ".join(PAPERS)
        hint = did_you_mean(said.lower(), [*PAPERS, *shipped_sheets()])
        raise PaperError(
            f"no paper '{said}'; expected {names}, a5 and other ISO sizes, a size of "
            f"{LEAST_PAPER:g} to {MOST_PAPER:g} mm such as 100x150mm or 4x6in, a card sheet "
            f"({', '.join(shipped_sheets())}), or a .yaml file that describes one"
            f"{hint if hint.startswith('; did') else ''}"
        ) from None


class PaperError(ValueError):
    """Raised for a paper that is unknown or cannot be read."""


PAPERS: dict[str, Paper] = _Papers({each.name: each for each in _PAPERS})
SIZES_OF_PAPER = {each.name: each.size for each in _PAPERS}
REAL_PAPERS = {each.name: each for each in _PAPERS if not each.covers}
USUAL_PAPER = "a4"
ALL_PAPERS = PAPERS["both"].covers  # what `--paper all` writes a file for

SidesName = Literal["duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-backs"]


@dataclass(frozen=True)
class Sides(TemplateValue):
    """A choice of the sides to print on. `title` is its translatable name on covers."""

    name: SidesName
    title: str
    about: str
    edge: str = ""  # on which a duplex printer flips the sheet
    moved: str = "turned over its long edge"  # how paper is moved from a front to its back

    @property
    def duplex(self) -> str:
        """The setting for duplex printing in a PDF."""
        return f"DuplexFlip{self.edge.title()}Edge" if self.edge else "Simplex"


_SIDES = (
    Sides(
        "duplex-long",
        gettext_noop("duplex-long"),
        "backs behind fronts, flipped on the long edge",
        "long",
    ),
    Sides(
        "duplex-short",
        gettext_noop("duplex-short"),
        "on the short edge",
        "short",
        "turned over its short edge",
    ),
    Sides(
        "gutterfold",
        gettext_noop("gutterfold"),
        "both on one side, to fold and glue",
        moved="folded",
    ),
    Sides("fronts", gettext_noop("fronts"), "no backs"),
    Sides("fronts-backs", gettext_noop("fronts-backs"), "all fronts, then all backs"),
)
SIDES: dict[str, Sides] = {each.name: each for each in _SIDES}
DUPLEX_SIDES: dict[str, Sides] = {each.name: each for each in _SIDES if each.edge}


def sides_named(word: str) -> SidesName:
    """Return the sides for a name on the command line: `duplex` means `duplex-long`.

    Raises KeyError.
    """
    return SIDES["duplex-long" if word == "duplex" else word].name


BleedName = Literal["auto", "outside", "each", "none"]


class Bleed(NamedTuple):
    """A bleed setting: the edges at which the colour extends beyond the trim."""

    name: BleedName
    about: str = ""


_BLEEDS = (
    Bleed("auto", "between cards whose edges differ, and around a block of cards"),
    Bleed("outside", "around a block of cards"),
    Bleed("each", "around each card"),
    Bleed("none"),
)
BLEEDS: dict[str, Bleed] = {each.name: each for each in _BLEEDS}
USUAL_BLEED: BleedName = "auto"

MarksName = Literal["crop", "lines", "ticks", "silhouette", "none"]


class CutMarks(NamedTuple):
    """A kind of cut marks that the user can choose."""

    name: MarksName
    about: str = ""
    machine: bool = False  # a cutter looks for them and follows a cut file


_MARKS = (
    CutMarks("crop", "marks outside the cards"),
    CutMarks("lines", "cut lines around them"),
    CutMarks("ticks", "ticks in their corners"),
    CutMarks("silhouette", "registration marks of Silhouette cutters, with cut files", True),
    CutMarks("none"),
)
MARKS: dict[str, CutMarks] = {each.name: each for each in _MARKS}
