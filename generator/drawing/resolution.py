"""Computes the printed sizes of the pictures in a drawing, to find those with too few pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from generator.core.geometry import Matrix, times
from generator.drawing.drawings import Drawing, Resources

LEAST = 150.0  # pixels per inch: with fewer a picture looks coarse on paper
GOOD = 250.0  # nobody sees more at arm's length; print services ask for 300
ROUNDED = 0.99  # bleed and rounding take a pixel or two
MOST = 10_000  # pictures of a drawing that are examined
_STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STEPS = re.compile(
    r"(?:^|\s)(?:BT .*?\sET(?=\s)|(q|Q)(?=\s)|((?:-?[\d.]+ ){6})cm\b|/(\S+) Do\b)", re.DOTALL
)  # texts are skipped: they may contain these letters as words


class PrintedPicture(NamedTuple):
    """A picture on a printed page: the name of its resource, and its printed size in mm."""

    name: str
    wide: float
    high: float

    def resolution(self, across: int, down: int) -> float:
        """Return the resolution in ppi of a picture of `across` by `down` pixels.

        It is the lower of the resolutions across and down.
        """
        return min(across / max(self.wide, 1e-6), down / max(self.high, 1e-6)) * 25.4


def pictures_of(drawing: Drawing, resources: Resources) -> Iterator[PrintedPicture]:
    """Yield every picture that a drawing shows, with its printed size in millimetres.

    Pictures in form XObjects are included.
    """
    yield from islice(_shown(drawing, resources, _STILL), MOST)


def _shown(drawing: Drawing, resources: Resources, matrix: Matrix) -> Iterator[PrintedPicture]:
    states: list[Matrix] = []
    for state, numbers, name in _STEPS.findall(drawing.pictures):
        if state == "q":
            states.append(matrix)
        elif state == "Q" and states:
            matrix = states.pop()
        elif numbers:
            a, b, c, d, e, f = map(float, numbers.split())
            matrix = times((a, b, c, d, e, f), matrix)
        elif name in resources.pictures:
            a, b, c, d, _, _ = matrix
            yield PrintedPicture(name, (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5)
        elif name in resources.forms:
            yield from _shown(resources.forms[name][0], resources, matrix)
