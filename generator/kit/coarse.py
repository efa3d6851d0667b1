"""Finds pictures with too few pixels for their printed size."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from generator.drawing.drawings import Drawing
from generator.drawing.painter import Painter
from generator.drawing.pictures import KEPT
from generator.drawing.resolution import GOOD, LEAST, ROUNDED, pictures_of

CHECK = "resolution"  # the check of pictures with too few pixels


def _pixels(mm: float) -> int:
    """Return the number of pixels that a length needs to look sharp on paper."""
    return ceil(mm / 25.4 * GOOD)


def coarse_pictures(
    drawing: Drawing, painter: Painter, scale: float = 1.0
) -> Iterator[tuple[str, str, bool]]:
    """Yield the pictures in a drawing that have too few pixels for their printed size.

    The printed size is multiplied by `scale`. Each result has the name of the file (empty for a
    picture inside a drawing), a message, and whether it is an error.
    """
    for shown in pictures_of(drawing, painter.resources):
        known = painter.pictures.named(shown.name) if painter.pictures else None
        if known is None:
            continue
        name, picture = known
        wide, high = shown.wide * scale, shown.high * scale
        found = shown._replace(wide=wide, high=high).resolution(picture.width, picture.height)
        if found >= GOOD * ROUNDED:
            continue
        kept = name.startswith(KEPT)
        what = "a picture inside a drawing" if kept else f"the picture '{name}'"
        message = (
            f"{what} has {found:.0f} pixels per inch at its printed size of {wide:.0f} x "
            f"{high:.0f} mm; expected {LEAST:.0f} or more ({GOOD:.0f} for a sharp print); "
            f"print it smaller, or use a picture of {_pixels(wide)} x {_pixels(high)} pixels"
        )
        yield "" if kept else name, message, found < LEAST * ROUNDED
