"""Converts colours from sRGB to the inks of a document's colour space.

Faces are designed in sRGB. A document is written in one colour space, and the colours of shapes,
gradients and pictures are all converted by the same function.

The conversion to the four inks of a press uses a colour cube, `templates/press/swop.cube`. The
script that made it uses as much black as possible, a rich black for the screen's black, and an ink
limit that also applies to interpolated colours.

Text in a neutral, dark colour is printed in black ink only, because letters in four inks show
fringes when the plates are slightly misaligned.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Protocol

RGB = tuple[float, float, float]
Parts = tuple[float, ...]


class ColourSpace(Protocol):
    """The colour space of a document. Components are from 0 to 1."""

    name: str  # its name in a PDF
    fill: str  # its operator for fills
    line: str  # and for strokes
    mode: str  # its mode in Pillow

    def of(self, rgb: RGB) -> Parts:
        """Return the components of a colour in shapes, gradients and pictures."""

    def of_text(self, rgb: RGB) -> Parts:
        """Return the components of a colour in text."""


class Screen:
    """The colour space of screens: red, green and blue, as designed."""

    name, fill, line, mode = "DeviceRGB", "rg", "RG", "RGB"

    def of(self, rgb: RGB) -> Parts:
        return rgb

    of_text = of


class Grey:
    """The colour space of black ink only.

    The grey of a colour has its luminance (WCAG 2), which preserves contrast.
    """

    name, fill, line, mode = "DeviceGray", "g", "G", "L"

    def of(self, rgb: RGB) -> Parts:
        return (grey_of(rgb),)

    of_text = of


@lru_cache(maxsize=10_000)
def grey_of(rgb: RGB) -> float:
    """Return the grey, from 0 to 1, that has a colour's luminance."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


class PressInks:
    """The colour space of a press: cyan, magenta, yellow and black, from a colour cube.

    `most` is the limit for the sum of inks at one point, such as 2.4 for 240 %. Raises ValueError
    for a file that is not a cube.
    """

    name, fill, line, mode = "DeviceCMYK", "k", "K", "CMYK"

    def __init__(self, file: Path) -> None:
        head, _, data = file.read_bytes().partition(b"\n")
        word, size, most = head.split()
        self.size, self.most = int(size), float(most)
        if word != b"cube" or len(data) != 4 * self.size**3:
            raise ValueError(f"{file} is not a colour table")
        self._inks = data

    def of(self, rgb: RGB) -> Parts:
        known = self._known.get(rgb)
        if known is None:
            known = self._known[rgb] = self._between(rgb)
        return known

    @cached_property
    def _known(self) -> dict[RGB, Parts]:
        return {}

    def of_text(self, rgb: RGB) -> Parts:
        if max(rgb) <= DARK and max(rgb) - min(rgb) <= NEUTRAL:
            return (0.0, 0.0, 0.0, 1.0 - min(rgb) if min(rgb) > BLACK else 1.0)
        return self.of(rgb)

    def _between(self, rgb: RGB) -> Parts:
        """Return the inks for a colour, interpolated between the eight nearest colours of the
        cube.
        """
        places = [part * (self.size - 1) for part in rgb]
        lows = [min(int(place), self.size - 2) for place in places]
        total = [0.0] * 4
        for corner in product((0, 1), repeat=3):
            weight = 1.0
            at = 0
            for axis, (bit, place, low) in enumerate(zip(corner, places, lows, strict=True)):
                weight *= place - low if bit else 1 - (place - low)
                at += (low + bit) * self.size**axis
            for ink in range(4):
                total[ink] += weight * self._inks[4 * at + ink] / 255
        return tuple(total)

    @cached_property
    def table(self) -> list[float]:
        """The cube in Pillow's format, for pictures."""
        return [ink / 255 for ink in self._inks]


DARK = 0.3  # text whose lightest component is at most this
NEUTRAL = 0.1  # and whose components differ by at most this is printed in black ink alone
BLACK = 0.1  # anything darker is full black

SCREEN = Screen()
GREY = Grey()
