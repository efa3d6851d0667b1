"""Calculates with points and matrices, and formats numbers for PDF and SVG.

Lengths are in millimetres.
"""

from __future__ import annotations

import math
from functools import lru_cache

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)
FARTHEST = 1e5  # mm: nothing is drawn farther away or larger


class TooFarError(ValueError):
    """Raised for a length or a transformation that leads far beyond any paper."""


@lru_cache(maxsize=10_000)
def n(value: float) -> str:
    """Return the text of a number for PDF and SVG: at most three decimals, no trailing zeros.

    Raises TooFarError for a number beyond `FARTHEST`.
    """
    if not -FARTHEST <= value <= FARTHEST:
        raise TooFarError(f"{value:g} is not a length in millimetres")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def times(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies `first` and then `then`."""
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


def point_on(matrix: Matrix, x: float, y: float) -> Point:
    """Return the point to which a matrix moves a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@lru_cache(maxsize=10_000)
def cm(matrix: Matrix) -> str:
    """Return the PDF operator `cm`, which applies a matrix to the following drawing operations."""
    if not all(-FARTHEST <= value <= FARTHEST for value in matrix):
        raise TooFarError("a transform moves something too far away")
    a, b, c, d, e, f = (f"{value:.6f}".rstrip("0").rstrip(".") for value in matrix)
    return f"{a} {b} {c} {d} {e} {f} cm "  # PDF knows no exponents


def rotated(angle: float, x: float = 0, y: float = 0) -> Matrix:
    """Return the matrix of a rotation about a point: clockwise, in degrees, with y downwards."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return (c, s, -s, c, x - x * c + y * s, y - x * s - y * c)
