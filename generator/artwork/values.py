"""Parses the values of attributes and styles: lengths, colours, transforms."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable

from generator.artwork.tree import DrawingError
from generator.core.geometry import Matrix, rotated, times
from validator.core.colours import NAMES

PX = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4,
      "q": 96 / 101.6}  # fmt: skip
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_LENGTH = re.compile(rf"({_NUMBER})\s*(px|pt|pc|in|cm|mm|em|ex|rem|q|%|)", re.IGNORECASE)
NUMBERS = re.compile(_NUMBER)
_FUNCTION = re.compile(r"(\w+)\s*\(([^)]*)\)\s*,?\s*")
MOST_STEPS = 1000  # steps of a transform


def number(text: str, what: str = "a number") -> float:
    """Return the value of a plain number, or of a percentage as a fraction.

    Raises DrawingError.
    """
    found = re.fullmatch(rf"\s*({_NUMBER})\s*(%?)\s*", text)
    if not found:
        raise DrawingError(f"'{text[:40]}' is not {what}")
    return finite(float(found[1]) / (100 if found[2] else 1))


def finite(value: float) -> float:
    """Return the number. Raises DrawingError if it is infinite or far too large."""
    if not abs(value) < 1e9:
        raise DrawingError(
            f"{value:g} is too large for a length in a drawing; expected less than 1,000,000,000"
        )
    return value


def length(text: str, whole: float, em: float = 16.0) -> float:
    """Return a length in user units; percentages refer to `whole`. Raises DrawingError."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise DrawingError(f"'{text[:40]}' is not a length")
    value, unit = float(found[1]), found[2].lower()
    if unit == "%":
        return finite(value / 100 * whole)
    if unit in ("em", "ex", "rem"):
        return finite(value * {"em": em, "ex": em / 2, "rem": 16.0}[unit])
    return finite(value * PX[unit])


def transform(text: str) -> Matrix:
    """Return the matrix of a transform list in attribute or CSS notation.

    Raises DrawingError.
    """
    matrix = IDENTITY
    if text.strip() in ("", "none"):
        return matrix
    steps = _FUNCTION.findall(text)
    if _FUNCTION.sub("", text).strip() or len(steps) > MOST_STEPS:
        raise DrawingError(f"the transform '{text[:60]}' cannot be read")
    for name, inside in steps:
        try:
            step = _STEPS[name](*(_step(each) for each in re.split(r"[\s,]+", inside.strip())))
        except (KeyError, TypeError):
            raise DrawingError(f"the transform '{name}({inside[:40]})' cannot be read") from None
        matrix = times(step, matrix)
    if not all(abs(value) < 1e9 for value in matrix):
        raise DrawingError("a transform moves something too far away")
    return matrix


def _step(text: str) -> float:
    """Return a number in a transform; in CSS, it has a unit."""
    found = re.fullmatch(rf"({_NUMBER})(px|deg|rad|turn|)", text)
    if not found:
        raise DrawingError(f"'{text[:40]}' in a transform is not a number")
    value = float(found[1])
    return value * {"rad": 180 / math.pi, "turn": 360.0}.get(found[2], 1.0)


_STEPS: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "translateX": lambda x: (1, 0, 0, 1, x, 0),
    "translateY": lambda y: (1, 0, 0, 1, 0, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "scaleX": lambda x: (x, 0, 0, 1, 0, 0),
    "scaleY": lambda y: (1, 0, 0, y, 0, 0),
    "rotate": rotated,
    "skewX": lambda a: (1, 0, math.tan(math.radians(a)), 1, 0, 0),
    "skewY": lambda a: (1, math.tan(math.radians(a)), 0, 1, 0, 0),
}


def colour(text: str) -> tuple[str, float]:
    """Return ``#rrggbb`` and the opacity of a CSS colour. Raises DrawingError."""
    said = re.sub(r"\s*icc-color\([^)]*\)", "", text.strip()).lower()
    if said == "transparent":
        return "#000000", 0.0
    said = NAMES.get(said, said)
    if re.fullmatch(r"#[0-9a-f]{3,4}", said):
        said = "#" + "".join(2 * digit for digit in said[1:])
    if re.fullmatch(r"#[0-9a-f]{6}([0-9a-f]{2})?", said):
        return said[:7], int(said[7:] or "ff", 16) / 255
    found = re.fullmatch(r"(rgb|hsl)a?\(([^)]*)\)", said)
    parts = [each for each in re.split(r"[\s,/]+", found[2].strip()) if each] if found else []
    if not found or len(parts) not in (3, 4):
        raise DrawingError(f"the colour '{text[:40]}' cannot be read")
    opacity = min(max(number(parts[3]), 0.0), 1.0) if len(parts) == 4 else 1.0
    if found[1] == "hsl":
        hue = number(parts[0].removesuffix("deg")) / 360 % 1
        rgb = colorsys.hls_to_rgb(hue, number(parts[2]), number(parts[1]))
    else:
        rgb = tuple(number(each) / (1 if "%" in each else 255) for each in parts[:3])  # type: ignore[assignment]
    red, green, blue = (round(min(max(part, 0.0), 1.0) * 255) for part in rgb)
    return f"#{red:02x}{green:02x}{blue:02x}", opacity
