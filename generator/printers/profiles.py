"""Stores printers' measured offsets by name, and computes matrices that compensate for them.

`pieria calibrate` makes the test page. The results are stored in the user's YAML file.
Lengths are in millimetres. Angles are in degrees, clockwise as seen from the side to which they
apply.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.geometry import Matrix, n, times
from generator.sheets.paper import DUPLEX_SIDES, REAL_PAPERS
from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem
from validator.core.sizes import Size
from validator.load.shape import Decimal, EntryTable, MappingShape, OneOf, Reader, optional
from validator.load.text import read_text
from validator.load.yaml import read_yaml

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")


class Misregistration(NamedTuple):
    """The error of a printer on one side: its offset (mm right and down), rotation and scale."""

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    scale_x: float = 100.0  # percent
    scale_y: float = 100.0


# Possible measurements; anything beyond is a slip of the pen, or a page that was scaled to fit.
BOUNDS = {
    "x": (-15.0, 15.0),
    "y": (-15.0, 15.0),
    "angle": (-3.0, 3.0),
    "scale_x": (97.5, 102.5),
    "scale_y": (97.5, 102.5),
}
# What printers usually stay within. Paper shrinks by less than half a percent in the fuser.
USUAL = {
    "x": (-4.0, 4.0),
    "y": (-4.0, 4.0),
    "angle": (-1.0, 1.0),
    "scale_x": (99.0, 101.0),
    "scale_y": (99.0, 101.0),
}
UNITS = {"x": "mm", "y": "mm", "angle": "°", "scale_x": "%", "scale_y": "%"}
TITLES = {
    "x": "the shift to the right",
    "y": "the shift downwards",
    "angle": "the angle",
    "scale_x": "the scale across",
    "scale_y": "the scale down",
}
NOBODY = "none"  # the command's word for no printer, which cannot be the name of one


class Printer(NamedTuple):
    """A measured printer, with one paper.

    Its back was measured with the paper flipped as `turned` describes.
    """

    name: str
    paper: str
    turned: str = "duplex-long"
    front: Misregistration = Misregistration()
    back: Misregistration = Misregistration()

    def fits(self, sides: str) -> bool:
        """Return whether backs can be corrected for paper flipped in this way."""
        return sides == self.turned or self.back == Misregistration()

    def matrices(self, paper: Size) -> dict[str, Matrix]:
        """Return the matrices that compensate for the misregistration on each side.

        They apply to coordinates on the page.
        """
        return {"front": correction(self.front, paper), "back": correction(self.back, paper)}

    def plain(self) -> dict[str, Any]:
        """Return the printer as JSON-compatible values, which `printer_of` reads."""
        sides = {"front": self.front._asdict(), "back": self.back._asdict()}
        return {**self._asdict(), **sides}


Printers = dict[tuple[str, str], Printer]  # by name and paper


def printer_of(tree: object) -> Printer:
    """Return the printer from the values that `Printer.plain` wrote to a manifest.

    Raises ValueError.
    """
    try:
        sides = {each: Misregistration(**tree[each]) for each in ("front", "back")}  # type: ignore[index]
        name, paper, turned = (tree[each] for each in ("name", "paper", "turned"))  # type: ignore[index]
        printer = Printer(str(name), str(paper), str(turned), **sides)
        wrong = any(out_of_bounds(fault) for fault in sides.values())
    except (TypeError, KeyError):
        wrong = True
    if wrong or printer.paper not in REAL_PAPERS or printer.turned not in DUPLEX_SIDES:
        raise ValueError("it names a printer that cannot be read")
    return printer


def as_measured_last(made_for: Printer, known: Mapping[tuple[str, str], Printer]) -> Printer:
    """Return the saved profile of the printer that a file was made for.

    Returns the file's own profile if none is saved, or if the saved one does not fit the file.
    """
    saved = known.get((made_for.name, made_for.paper), made_for)
    return saved if saved.fits(made_for.turned) else made_for


def correction(fault: Misregistration, paper: Size) -> Matrix:
    """Return the matrix that compensates for a printer's misregistration.

    The printer scales and rotates about the paper's centre and then shifts; the matrix is the
    inverse. Lengths are in millimetres from the top left, with y downwards.
    """
    middle_x, middle_y = paper.width / 2, paper.height / 2
    turn = math.radians(-fault.angle)
    c, s = math.cos(turn), math.sin(turn)
    shifted: Matrix = (1, 0, 0, 1, -middle_x - fault.x, -middle_y - fault.y)
    turned: Matrix = (c, s, -s, c, 0, 0)
    scaled: Matrix = (100 / fault.scale_x, 0, 0, 100 / fault.scale_y, middle_x, middle_y)
    return times(times(shifted, turned), scaled)


def printed_at(fault: Misregistration, x: float, y: float, paper: Size) -> tuple[float, float]:
    """Return where a printer with this misregistration prints a point of the page."""
    turn = math.radians(fault.angle)
    dx = (x - paper.width / 2) * fault.scale_x / 100
    dy = (y - paper.height / 2) * fault.scale_y / 100
    return (
        paper.width / 2 + fault.x + dx * math.cos(turn) - dy * math.sin(turn),
        paper.height / 2 + fault.y + dx * math.sin(turn) + dy * math.cos(turn),
    )


def printed(fault: Misregistration, paper: Size) -> Matrix:
    """Return the matrix by which a printer with this misregistration transforms a page.

    Lengths are in millimetres from the top left.
    """
    x, y = printed_at(fault, 0, 0, paper)
    (a, b), (c, d) = (printed_at(fault, *location, paper) for location in ((1, 0), (0, 1)))
    return (a - x, b - y, c - x, d - y, x, y)


# ---- what is measured on the test page

CROSS_INSET = 20.0  # mm from the paper's edges to the crosses nearest to them
CROSS_WIDTH, CROSS_HEIGHT = 170.0, 230.0  # mm between crosses


class Crosses(NamedTuple):
    """The correct positions of a test page's crosses, measured from two edges of the sheet.

    On both sides, the same edges of the sheet are used. The size of the sheet, which is seldom
    exact, then does not matter, and the crosses on the back are behind those on the front.
    """

    paper: Size
    from_right: bool
    from_bottom: bool

    @property
    def near(self) -> tuple[float, float]:
        """The cross nearest to both edges."""
        x = self.paper.width - CROSS_INSET if self.from_right else CROSS_INSET
        return x, self.paper.height - CROSS_INSET if self.from_bottom else CROSS_INSET

    @property
    def far(self) -> tuple[float, float]:
        """The cross farthest from both edges."""
        x, y = self.near
        return (
            x - CROSS_WIDTH if self.from_right else x + CROSS_WIDTH,
            y - CROSS_HEIGHT if self.from_bottom else y + CROSS_HEIGHT,
        )


def crosses(paper: Size, side: str, turned: str) -> Crosses:
    """Return the crosses on the front or back, for paper flipped on its long or its short edge."""
    back = side == "back"
    return Crosses(paper, back and turned == "duplex-long", back and turned == "duplex-short")


Measures = tuple[float, float, float, float, float]
PERFECT: Measures = (CROSS_INSET, CROSS_INSET, CROSS_INSET, CROSS_WIDTH, CROSS_HEIGHT)


def misregistration_of(measures: Measures, at: Crosses) -> Misregistration:
    """Return a printer's misregistration from the lengths measured on one side.

    The measured lengths are A and B, from the vertical edge to the near and the far end of the
    vertical line; C, from the horizontal edge to the near cross; and D and E, the lengths of the
    horizontal and the vertical line.
    """
    a, b, c, d, e = measures
    across = b - a if at.from_right else a - b  # how much farther left the line ends than begins
    turn = math.asin(max(-1.0, min(1.0, across / e)))
    turn = -turn if at.from_bottom else turn
    fault = Misregistration(0, 0, math.degrees(turn), 100 * d / CROSS_WIDTH, 100 * e / CROSS_HEIGHT)
    x, y = printed_at(fault, *at.near, at.paper)
    found_x = at.paper.width - a if at.from_right else a
    found_y = at.paper.height - c if at.from_bottom else c
    return Misregistration(found_x - x, found_y - y, fault.angle, fault.scale_x, fault.scale_y)


def out_of_bounds(fault: Misregistration) -> str:
    """Return the measured values that no printer can have, as text, or an empty string."""
    return next(_beyond(fault, BOUNDS), "")


def unusual(fault: Misregistration) -> str:
    """Return a warning about measurements that are unusual and may be wrong, or an empty string."""
    return "; ".join(_beyond(fault, USUAL))


def _beyond(fault: Misregistration, bounds: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    for name, (least, most) in bounds.items():
        value, unit = getattr(fault, name), UNITS[name]
        if not least <= value <= most:
            space = "" if unit == "°" else " "
            yield (
                f"{TITLES[name]} would be {value:.4g}{space}{unit}; "
                f"expected {least:g} to {most:g}{space}{unit}"
            )


# ---- the file

_SIDE = MappingShape(
    {
        name: optional(Decimal(*BOUNDS[name]), default=usual)
        for name, usual in Misregistration()._asdict().items()
    }
)
_PAPER = MappingShape(
    {
        "turned": optional(OneOf(tuple(DUPLEX_SIDES)), default="duplex-long"),
        "front": optional(_SIDE),
        "back": optional(_SIDE),
    }
)
_FILE = EntryTable(MappingShape({paper: optional(_PAPER) for paper in REAL_PAPERS}))
_HEAD = """\
# Printers of pieria, by name and paper: how many mm too far right (x) and too low (y) each side of
# a sheet comes out, how many degrees it is turned clockwise, and to how many percent it is scaled.
# `pieria calibrate` prints the page to measure with, and writes this file.
"""


def load_printers(file: Path) -> tuple[Printers, list[Problem]]:
    """Return the printers in a file, and the problems of the file.

    There are no printers if the file does not exist.
    """
    if not file.exists():
        return {}, []
    text = read_text(file, str(file))
    if isinstance(text, Problem):
        return {}, [text]
    tree, problems = read_yaml(text, str(file))
    if tree is None or problems:
        return {}, problems
    to = Reader()
    found = _FILE.read(tree, to)
    if to.problems or found is None:
        return {}, to.problems
    printers: Printers = {}
    for name, papers in found.items():
        for paper, measures in papers.items():
            if measures is None:
                continue
            sides = {side: _fault(measures[side]) for side in ("front", "back")}
            printers[str(name), str(paper)] = Printer(
                str(name), str(paper), measures["turned"], **sides
            )
    return printers, []


def _fault(measures: FrozenMap | None) -> Misregistration:
    return Misregistration(**{str(name): float(value) for name, value in (measures or {}).items()})


def to_yaml(printers: Mapping[tuple[str, str], Printer]) -> str:
    """Return the printers in the format that `load_printers` reads."""
    lines = [_HEAD]
    for name in sorted({name for name, _ in printers}):
        lines.append(f"{name}:\n")
        for (other, paper), printer in sorted(printers.items()):
            if other == name:
                lines.append(f"  {paper}:\n    turned: {printer.turned}\n")
                lines.append(f"    front: {{{_measures(printer.front)}}}\n")
                lines.append(f"    back: {{{_measures(printer.back)}}}\n")
    return "".join(lines)


def _measures(fault: Misregistration) -> str:
    return ", ".join(f"{name}: {n(value)}" for name, value in fault._asdict().items())
