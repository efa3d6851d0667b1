"""Numbers, points and matrices as PDF and SVG write them. Lengths are millimetres."""

from __future__ import annotations

import math
from functools import lru_cache

Matrix = tuple[float, float, float, float, float, float]
FARTHEST = 1e5  # mm: nothing is drawn farther away or larger


class TooFarError(ValueError):
    """A length or a transform that leads farther than any paper reaches."""


@lru_cache(maxsize=10_000)
def n(value: float) -> str:
    """A number as PDF and SVG write it: three decimals at most, no needless zeros.

    Raises TooFarError for one that lies on no paper.
    """
    if not -FARTHEST <= value <= FARTHEST:
        raise TooFarError(f"{value:g} is no number of millimetres")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does `first` and then `then`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


@lru_cache(maxsize=10_000)
def cm(matrix: Matrix) -> str:
    """The operator that sets a matrix."""
    if not all(-FARTHEST <= value <= FARTHEST for value in matrix):
        raise TooFarError("a transform leads too far away")
    a, b, c, d, e, f = (f"{value:.6f}".rstrip("0").rstrip(".") for value in matrix)
    return f"{a} {b} {c} {d} {e} {f} cm "  # PDF knows no exponents


def rotated(angle: float, x: float = 0, y: float = 0) -> Matrix:
    """The matrix of a turn about a point, clockwise in degrees where y grows downwards."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return (c, s, -s, c, x - x * c + y * s, y - x * s - y * c)
