"""Estimates the work of making a kit: strokes of a knife, and minutes.

The times were measured at a comfortable pace; `docs/printing.md` explains the calculation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.sheets.pages import REGISTRATION, Box, Page, Rect
from generator.sheets.tuckboxes import NAMED
from validator.core.model import Game

# Seconds.
SHEET = 20  # to print a sheet, turn it, and lay it under the trimmer
STROKE = 6  # to align and cut from one edge to the other
SHAPED = 10  # to punch a round piece, or cut out another shape with scissors
NET = 180  # to cut out, crease and glue a net
FOLD = 60  # to fold a gutterfold's sheet and glue it
MACHINE = 90  # to load a sheet into a cutter and wait for it


class Work(NamedTuple):
    """The work of cutting out a kit by hand.

    `cuts` counts straight cuts, punched pieces and nets; cuts by a machine are not counted.
    """

    sheets: int
    cuts: int
    minutes: int


def work_of(game: Game, pages: Iterable[Page]) -> Work:
    """Return the work of cutting and folding a whole kit, one sheet at a time."""
    nets = {component.id for component in game.components if component.kind == "net"}
    sheets = cuts = seconds = 0
    for page in pages:
        if page.side == "back":
            continue
        sheets += 1
        seconds += SHEET
        if any(line.kind == "fold" for line in page.lines):
            seconds += FOLD
        folded = _nets(page, nets)
        strokes, shaped = 0, 0
        if any(line.kind in REGISTRATION for line in page.lines):
            seconds += MACHINE
        elif page.trim.width < page.paper.width:  # else a full page, which is not cut
            fronts = [box for box in page.boxes if not box.reverse]
            strokes = strokes_of([box.trim for box in fronts if box.outline == "rect"])
            shaped = sum(box.outline != "rect" for box in fronts)
        cuts += strokes + shaped + folded
        seconds += STROKE * strokes + SHAPED * shaped + NET * folded
    return Work(sheets, cuts, round(seconds / 60))


def _nets(page: Page, nets: set[str]) -> int:
    """Return how many pieces on a page are nets: cut along their outline and folded."""
    fronts = [box for box in page.boxes if not box.reverse]
    return sum(_component(box) in nets or box.piece.startswith(NAMED) for box in fronts)


def _component(box: Box) -> str:
    return box.piece.split("/")[0]


def strokes_of(trims: Sequence[Rect]) -> int:
    """Return the smallest number of strokes that separates pieces laid out in a grid.

    The sheet is first cut across, then each strip. Neighbours without a gap share a stroke.
    """
    flipped = [Rect(trim.y, trim.x, trim.height, trim.width) for trim in trims]
    return min(
        (strokes for way in (trims, flipped) if (strokes := _strips_first(way)) is not None),
        default=4 * len(trims),
    )


def _strips_first(trims: Sequence[Rect]) -> int | None:
    """Return the number of strokes if the sheet is first cut across.

    Returns None if such a stroke would cut through a piece.
    """
    across: set[float] = set()
    strips: dict[float, set[float]] = {}
    for trim in trims:
        across |= {round(trim.y, 3), round(trim.bottom, 3)}
        strips.setdefault(round(trim.y, 3), set()).update((round(trim.x, 3), round(trim.right, 3)))
    if any(trim.y + 1e-3 < y < trim.bottom - 1e-3 for trim in trims for y in across):
        return None
    return len(across) + sum(map(len, strips.values()))
