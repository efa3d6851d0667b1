"""Parses the attribute values of a face: numbers, colours, transforms, and their limits."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from generator.core.geometry import Matrix, rotated, times
from generator.core.svg import PaintError
from validator.core.colours import NAMES, hexadecimal
from validator.core.location import did_you_mean

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
LONGEST_TRANSFORM = 1000  # characters
_numbers: dict[str, float] = {}


def number(text: str, what: str = "number") -> float:
    """Return the value of a plain number. Raises PaintError for units, percentages and words."""
    value = _numbers.get(text)
    if value is None:
        if not _NUMBER.fullmatch(text.strip()):
            raise PaintError(f"{what} is '{text}'; expected a plain number")
        value = float(text)
        if len(_numbers) < 100_000:
            _numbers[text] = value
    return value


_colours: dict[str, tuple[float, float, float]] = {}


def colour(text: str) -> tuple[float, float, float]:
    """Return red, green and blue, 0 to 1, of ``#rrggbb`` or a CSS name. Raises PaintError."""
    rgb = _colours.get(text)
    if rgb is None:
        digits = hexadecimal(text)
        if not digits:
            hint = did_you_mean(text, NAMES)
            raise PaintError(f"colour '{text}' is not #rrggbb, nor a CSS colour name{hint}")
        red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (1, 3, 5))
        rgb = _colours[text] = (red, green, blue)
    return rgb


def transform(text: str) -> Matrix:
    """Return the matrix of a transform list. Raises PaintError."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    if len(text) > LONGEST_TRANSFORM:
        raise PaintError(
            f"a transform is longer than the limit of {LONGEST_TRANSFORM:,} characters"
        )
    rest = re.sub(r"\s*(\w+)\s*\(([^)]*)\)[\s,]*", "", text)
    if rest.strip():
        raise PaintError(f"transform '{text}' cannot be read")
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        values = [number(each) for each in re.split(r"[\s,]+", inside.strip()) if each]
        try:
            step = _TRANSFORMS[name](*values)
        except (KeyError, TypeError):
            raise PaintError(f"transform '{name}({inside})' is not supported") from None
        matrix = times(step, matrix)
    return matrix


_TRANSFORMS: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": rotated,
    "skewX": lambda a: (1, 0, math.tan(math.radians(a)), 1, 0, 0),
    "skewY": lambda a: (1, math.tan(math.radians(a)), 0, 1, 0, 0),
}
