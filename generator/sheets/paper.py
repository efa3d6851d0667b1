"""The papers, sides, bleeds and cut marks that a kit can be printed with.

Commands, covers, printers, proofs and the tables of the docs read them from here. A new paper is
one line of `_PAPERS` and one row of `docs/printing.md`. It is at least 210 x 279.4 mm: the cover,
tuckboxes and a spread of the rulebook need as much.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.core.shown import Shown
from validator.core.sizes import Size
from validator.core.translations import gettext_noop


@dataclass(frozen=True)
class Paper(Shown):
    """A paper. `called` is its translatable name on covers, if the name is a word."""

    name: str
    title: str
    size: Size
    about: str = ""  # for --help, where the title does not say enough
    called: str = ""
    covers: tuple[str, ...] = ()  # names of the papers whose common area this is


_PAPERS = (
    Paper("a4", "A4", Size(210, 297)),  # ISO 216
    Paper("letter", "Letter", Size(215.9, 279.4)),  # ANSI
    Paper(
        "both",
        "A4/Letter",
        Size(210, 279.4),
        "one file that prints right on A4 and on Letter",
        gettext_noop("A4 or Letter"),
        ("a4", "letter"),
    ),
    Paper("legal", "Legal", Size(215.9, 355.6)),
    Paper("a3", "A3", Size(297, 420)),
    Paper("tabloid", "Tabloid", Size(279.4, 431.8)),  # ANSI B
)
PAPERS = {each.name: each for each in _PAPERS}
REAL_PAPERS = {each.name: each for each in _PAPERS if not each.covers}
USUAL_PAPER = "a4"
ALL_PAPERS = PAPERS["both"].covers  # what `--paper all` writes a file for

SidesName = Literal["duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-backs"]


@dataclass(frozen=True)
class Sides(Shown):
    """Where backs are printed. `title` is its translatable name on covers."""

    name: SidesName
    title: str
    about: str
    edge: str = ""  # on which a duplex printer flips the sheet
    moved: str = "turned over its long edge"  # how paper comes from a front to its back

    @property
    def duplex(self) -> str:
        """What a PDF asks of the printer."""
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
    """The sides that a command calls so: `duplex` is `duplex-long`. Raises KeyError."""
    return SIDES["duplex-long" if word == "duplex" else word].name


BleedName = Literal["auto", "outside", "each", "none"]


@dataclass(frozen=True)
class Bleed:
    """Where colour reaches beyond the trim."""

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


@dataclass(frozen=True)
class Marks:
    """What is printed to cut by."""

    name: MarksName
    about: str = ""
    machine: bool = False  # a cutter looks for them and follows a cut file


_MARKS = (
    Marks("crop", "marks outside the cards"),
    Marks("lines", "cut lines around them"),
    Marks("ticks", "ticks in their corners"),
    Marks("silhouette", "registration marks of Silhouette cutters, with cut files", True),
    Marks("none"),
)
MARKS: dict[str, Marks] = {each.name: each for each in _MARKS}
