"""Finds where the words and icons of a face are, as boxes, so that lines can go around them.

Only letters that are set as text count, not letters that are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.core.geometry import UPRIGHT, Matrix, times
from generator.drawing.drawings import Drawing, Resources

RISE, FALL = 0.7, 0.2  # ems of letters above and below their baseline
ICON = "Ficon_"  # how the names of icons begin
DEEPEST = 20  # form XObjects inside each other that are read
_STEPS = re.compile(
    r"(?:^|\s)(?:BT (.*?)\sET(?=\s|$)|(q|Q)(?=\s|$)|((?:-?[\d.]+ ){6})cm\b|/(\S+) Do\b)", re.DOTALL
)
_SHOWN = re.compile(
    r"((?:-?[\d.]+ ){6})Tm|/(\S+) (-?[\d.]+) Tf|(-?[\d.]+) Tc"
    r"|\[((?:\((?:\\.|[^\\)])*\)|[^\]()])*)\] TJ",
    re.DOTALL,
)
Forms = Mapping[str, tuple[Drawing, tuple[float, float, float, float]]]
Widths = Callable[[str, str], tuple[float, int]]  # font, array: its width in ems, its letters


class WordBox(NamedTuple):
    """A rectangle in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> WordBox:
        return WordBox(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: WordBox) -> bool:
        return (
            self.left < other.right and other.left < self.right
            and self.top < other.bottom and other.top < self.bottom
        )  # fmt: skip

    def moved(self, matrix: Matrix) -> WordBox:
        """Return the box around this one after a transformation."""
        a, b, c, d, e, f = matrix
        corners = [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        xs = [a * x + c * y + e for x, y in corners]
        ys = [b * x + d * y + f for x, y in corners]
        return WordBox(min(xs), min(ys), max(xs), max(ys))


def words_of(
    drawing: Drawing, resources: Resources, widths: Widths, icons: bool = True
) -> list[WordBox]:
    """Return the boxes around the words of a drawing, and its icons, in its mm, forms included."""
    icon = ICON if icons else " "
    return [*_boxes(drawing.ops, resources.forms, widths, UPRIGHT, icon, 0)]


def _boxes(
    ops: str, forms: Forms, widths: Widths, matrix: Matrix, icon: str, depth: int
) -> Iterator[WordBox]:  # fmt: skip
    states: list[Matrix] = []
    for shown, state, numbers, name in _STEPS.findall(ops):
        if shown:
            yield from _lines(shown, widths, matrix)
        elif state == "q":
            states.append(matrix)
        elif state == "Q" and states:
            matrix = states.pop()
        elif numbers:
            matrix = times(_matrix(numbers), matrix)
        elif name.startswith(icon) and name in forms:
            yield WordBox(*forms[name][1]).moved(matrix)
        elif name in forms and depth < DEEPEST:
            yield from _boxes(forms[name][0].ops, forms, widths, matrix, icon, depth + 1)


def _lines(shown: str, widths: Widths, matrix: Matrix) -> Iterator[WordBox]:
    """Yield a box for each string between BT and ET."""
    placed, font, size, spacing, at = UPRIGHT, "", 0.0, 0.0, 0.0
    for numbers, name, high, apart, array in _SHOWN.findall(shown):
        if numbers:
            placed, at = _matrix(numbers), 0.0
        elif name:
            font, size = f"/{name}", float(high)
        elif apart:
            spacing = float(apart)
        elif array:
            ems, letters = widths(font, array)
            end = at + ems * size + letters * spacing
            yield WordBox(at, -FALL * size, end, RISE * size).moved(times(placed, matrix))
            at = end


def _matrix(numbers: str) -> Matrix:
    a, b, c, d, e, f = map(float, numbers.split())
    return a, b, c, d, e, f
