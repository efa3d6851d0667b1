"""Defines settings for cutting sheets, in millimetres."""

from __future__ import annotations

from typing import NamedTuple

from generator.sheets.paper import USUAL_BLEED, BleedName, MarksName

OVERLAP = 0.2  # mm by which a drawing extends below the next one, so that no seam shows


class Cutter(NamedTuple):
    """The format of cut files."""

    form: str  # dxf or svg
    corners: float  # mm, their radius


class CutSettings(NamedTuple):
    """The settings for cutting sheets.

    The defaults follow the conventions of the print-and-play community.
    """

    bleeds: BleedName = USUAL_BLEED  # one of BLEEDS
    marks: MarksName = "crop"
    safe_zone: bool = False  # show the area that nothing important should leave, for proofing
    bleed: float = 2.0  # colour beyond the trim
    min_bleed: float = 0.7  # between neighbours; with less space they share a cut
    edge: float = 4.0  # nothing is printed nearer to the paper's edge (desktop printers)
    mark: float = 3.0  # length of a crop mark
    mark_least: float = 1.5  # a shorter mark cannot be aimed at; bleed gives way before it
    tick: float = 1.5  # length of a corner tick
    safe: float = 3.0  # inside the trim
    fold: float = 5.0  # between the bleed and the fold of a gutterfold
    fold_least: float = 2.0  # the same for pieces that would not fit on half of the paper
    token_gap: float = 4.0  # between pieces that are not rectangles, for a punch or scissors
    token_bleed: float = 1.0
    token_edge: float = 6.5  # from the paper's edge to their bleed: their ticks stay 5 mm inside
    token_tick: float = 0.9  # length of the four ticks around a round piece, outside its bleed
    # Registration marks as Silhouette cutters expect them: a square at the top left, angles at the
    # top right and bottom left. inkscape-silhouette and silhouette-card-maker draw them in these
    # sizes.
    inset: float = 10.0  # from the paper's edge to the square and to the middle of the angles
    square: float = 5.0
    arm: float = 5.0  # length of an angle's arms in mm
    stroke: float = 1.0
    clear: float = 1.5  # around a mark: the sensor must see paper there
