"""The view box of a drawing, and the transformation that fits it into a target box."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.artwork.tree import DrawingError, SvgNode
from generator.artwork.values import length, number
from generator.core.geometry import Matrix
from validator.core.paths import Box

SIZE = 1000.0  # length of the longer side; its third decimal is a millionth of the drawing


@dataclass
class View:
    """The visible area of a drawing in its own units, and its width and height in mm."""

    x: float
    y: float
    width: float
    height: float
    wide: float  # mm
    high: float

    @property
    def scale(self) -> float:
        return SIZE / max(self.wide, self.high)

    @property
    def box(self) -> tuple[float, float]:
        """The width and height of the converted drawing, in its own units."""
        return self.wide * self.scale, self.high * self.scale

    @property
    def matrix(self) -> Matrix:
        """The matrix from the drawing's units to the result, according to its
        preserveAspectRatio.
        """
        wide, high = self.box
        return fitted((self.x, self.y, self.width, self.height), (0, 0, wide, high), "")[0]


def view_of(root: SvgNode) -> View:
    """Return the area of the plane that a drawing shows.

    Raises DrawingError.
    """
    said = numbers_in(root.attributes.get("viewBox", ""))
    sides = []
    for name in ("width", "height"):
        text = root.attributes.get(name, "").strip()
        relative = not text or text.endswith("%") or text == "auto"
        sides.append(None if relative else length(text, 0.0))
    if said:
        if len(said) != 4 or min(said[2:]) <= 0:
            raise DrawingError("its viewBox is not four numbers with an area", root.line)
        x, y, width, height = said
    elif sides[0] and sides[1]:
        x, y, width, height = 0.0, 0.0, sides[0], sides[1]
    else:
        raise DrawingError("it has neither a viewBox nor a width and a height", root.line)
    wide, high = sides
    if not wide or not high or wide <= 0 or high <= 0:
        wide = wide or (high * width / height if high else width)
        high = high or wide * height / width
    if min(wide, high) <= 0 or max(wide, high) / min(wide, high) > 1000:
        raise DrawingError("it has no area", root.line)
    mm = 25.4 / 96
    return View(x, y, width, height, wide * mm, high * mm)


def numbers_in(text: str) -> list[float]:
    """Return the numbers in a text, separated by blanks or commas. Raises DrawingError."""
    return [number(each) for each in re.split(r"[\s,]+", text.strip()) if each]


def fitted(of: Box, into: Box, ratio: str) -> tuple[Matrix, bool]:
    """Return the matrix that fits one box (x, y, width, height) into another, and whether
    to clip.
    """
    x, y, width, height = of
    left, top, wide, high = into
    words = ratio.replace("defer", "").split() or ["xMidYMid"]
    across, down = wide / width, high / height
    if words[0] == "none":
        return (across, 0, 0, down, left - x * across, top - y * down), False
    sliced = "slice" in words[1:]
    scale = max(across, down) if sliced else min(across, down)
    places = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    found = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0])
    part_x, part_y = (places[found[1]], places[found[2]]) if found else (0.5, 0.5)
    left += (wide - width * scale) * part_x
    top += (high - height * scale) * part_y
    return (scale, 0, 0, scale, left - x * scale, top - y * scale), sliced
