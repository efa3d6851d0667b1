"""Defines a drawing: its PDF operators and the named resources that they need."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.core.geometry import Matrix
from generator.drawing.colour import SCREEN, ColourSpace
from generator.faces.fonts import FontFace


class FieldPlace(NamedTuple):
    """A rectangle in a drawing that is left empty for a form field, in the drawing's
    coordinates.
    """

    key: str
    x: float
    y: float
    width: float
    height: float
    matrix: Matrix  # to the drawing's coordinates


QUICK = 4  # how well operators are compressed: level 6 takes twice as long and saves 3 %


class Drawing:
    """PDF operators in millimetres, with y downwards, and the names of the resources they use."""

    __slots__ = ("_ops", "_packed", "flat", "marks", "needs", "pictures", "places")

    def __init__(
        self,
        ops: str,
        needs: Iterable[str],
        places: tuple[FieldPlace, ...] = (),
        marks: int = 1,
        flat: int = 0,
        pictures: str = "",
    ) -> None:
        self._ops = ops
        self._packed = b""
        self.needs = tuple(sorted({*needs}))  # a set takes five times the memory
        self.places = places
        self.marks = marks  # shapes and texts, those of forms included
        self.flat = flat  # characters of operators up to where the last one is through which others
        # show
        self.pictures = pictures  # operators that place pictures; empty if there are none

    @property
    def ops(self) -> str:
        return zlib.decompress(self._packed).decode("latin-1") if self._packed else self._ops

    def pack(self) -> bytes:
        """Return the operators as stored in the file, and discard all other representations."""
        if not self._packed:
            self._packed = zlib.compress(self._ops.encode("latin-1"), QUICK)
            self._ops = ""
        return self._packed

    def give(self) -> bytes:
        """Return the operators and discard them, because they will not be needed again."""
        packed, self._packed = self.pack(), b""
        return packed


class TextStyle(NamedTuple):
    """The style of a text: its typeface, size and colour, and the operators that precede it."""

    face: FontFace
    size: float
    spacing: float
    anchor: str
    fill: str  # operators
    before: str  # operators of transform, clip and opacity
    needs: tuple[str, ...]


class Gradient(NamedTuple):
    """A linear gradient (4 coordinates), or a radial one (5: the centre, the radius and the
    focus).
    """

    coordinates: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]  # parts of the document's colour space
    matrix: Matrix


@dataclass
class Resources:
    """The resources that the drawings of one document share, by name, for `pdf` to write."""

    forms: dict[str, tuple[Drawing, tuple[float, float, float, float]]] = field(
        default_factory=dict
    )
    states: dict[str, tuple[float, float]] = field(default_factory=dict)  # fill, stroke opacity
    shadings: dict[str, Gradient] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)  # name -> file
    clear: set[str] = field(default_factory=set)  # names of transparent pictures
    pixels: dict[str, Any] = field(default_factory=dict)  # name -> a Pillow image, drawn here
    space: ColourSpace = SCREEN

    def shows_through(self, name: str) -> bool:
        """Return whether a resource is transparent anywhere."""
        if name in self.states:
            return min(self.states[name]) < 1
        return name in self.clear or (name in self.forms and self.forms[name][0].flat > 0)

    def has_pictures(self, needs: Iterable[str]) -> bool:
        """Return whether one of these resources is a picture, or a form XObject that shows one."""
        return any(
            name in self.pictures or (name in self.forms and self.forms[name][0].pictures != "")
            for name in needs
        )
