"""Places the letters of a text along a circle."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from generator.core.geometry import n
from generator.faces.fonts import FontFace
from generator.faces.lines import MM_PER_POINT

Step = tuple[str, float, float]  # a letter, and the position of its middle and its width in mm


def around(
    centre: tuple[float, float], r: float, angle: float, steps: Iterable[Step], *, inside: bool
) -> Iterator[tuple[str, str]]:
    """Yield each letter of a line that is centred at `angle`, with its SVG transform.

    With `inside`, the feet of the letters point outwards.
    """
    for letter, middle, advance in steps:
        degrees = angle + math.degrees(middle / r) * (-1 if inside else 1)
        x, y = polar(*centre, r, degrees)
        tilt = degrees + (180 if inside else 0)
        yield letter, f"translate({n(x)} {n(y)}) rotate({n(tilt)}) translate({n(-advance / 2)} 0)"


def polar(cx: float, cy: float, r: float, degrees: float) -> tuple[float, float]:
    """Return a point, given its distance and direction from a centre.

    The direction is in degrees, clockwise from the top.
    """
    angle = math.radians(degrees)
    return cx + r * math.sin(angle), cy - r * math.cos(angle)


def steps_of(words: str, face: FontFace, size: float, tracking: float) -> Iterator[Step]:
    """Yield the letters of a centred line, each with the position of its middle and its width in
    mm.
    """
    em = size * MM_PER_POINT / 1000
    start = place = -(face.width(words) * em + tracking * (len(words) - 1)) / 2
    for index, letter in enumerate(words):
        advance = face.width(words[: index + 1]) * em + tracking * index + start - place
        if letter != " ":
            yield letter, place + advance / 2, advance
        place += advance + tracking
