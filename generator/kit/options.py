"""Defines the print options of a kit."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.drawing.inks import INKS, USUAL_INK
from generator.printers.profiles import Printer
from generator.sheets.cut_settings import CutSettings, Cutter
from generator.sheets.paper import USUAL_BLEED, USUAL_PAPER, SidesName


@dataclass(frozen=True)
class Options:
    """The print options of a kit."""

    paper: str = USUAL_PAPER  # one of PAPERS
    sides: SidesName = "duplex-long"
    ink: str = USUAL_INK  # one of INKS
    stock: float = 0.32  # mm a card is thick; 300 g/m² card is about 0.32
    sleeved: bool = False
    cutting: CutSettings = field(default_factory=CutSettings)
    printer: Printer | None = None  # printer whose misregistration is compensated for
    players: int | None = None  # for whom the cover lists the required pieces
    # Settings that change no page of the kit, and are remembered for the next build.
    cutter: Cutter | None = field(default=None, repr=False)
    book: bool = field(default=True, repr=False)  # the rulebook is made, too
    rule_ids: bool = field(default=False, repr=False)  # and has the ids of rules

    @property
    def suffix(self) -> str:
        """The end of file names: the paper, and those options that differ from the default."""
        sides = "" if self.sides == "duplex-long" else f"-{self.sides}"
        ink = INKS[self.ink].suffix
        cutting = self.cutting
        bleeds = "" if cutting.bleeds == USUAL_BLEED else f"-bleed-{cutting.bleeds}"
        marks = "" if cutting.marks == "crop" else f"-marks-{cutting.marks}"
        safe = "-safe-zone" if cutting.safe_zone else ""
        printer = f"-for-{self.printer.name}" if self.printer else ""
        players = f"-{self.players}-players" if self.players else ""
        return f"-{self.paper}{sides}{ink}{bleeds}{marks}{safe}{players}{printer}"
