"""The marks that make up a figure, in millimetres from its top left. Later marks are drawn on top.

A colour is #rrggbb or the name of a colour of the book's look, such as `accent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Dash = tuple[float, ...]


class FaceMark(NamedTuple):
    """A face in a figure. `wide` and `high` are the size of its piece before `scale` is applied."""

    key: str
    x: float
    y: float
    wide: float
    high: float
    scale: float
    outline: str = "rect"  # outline of its component
    title: str = ""
    turn: float = 0.0  # degrees clockwise about its middle
    veil: str = ""  # a colour that half hides it: not involved
    window: tuple[float, float, float, float] | None = None  # mm of the piece: only this is drawn
    corners: float = 0.8  # mm, the radius of a window's corners
    level: float = 0.0  # degrees by which the contents of a window are rotated back
    shadow: bool = False
    bare: bool = False  # without paper behind: a symbol

    @property
    def right(self) -> float:
        return self.x + (self.window[2] if self.window else self.wide) * self.scale

    @property
    def bottom(self) -> float:
        return self.y + (self.window[3] if self.window else self.high) * self.scale

    @property
    def middle(self) -> tuple[float, float]:
        return (self.x + self.right) / 2, (self.y + self.bottom) / 2


class Label(NamedTuple):
    """A text in a figure; `y` is its baseline.

    `anchor` is start, middle or end.
    """

    text: str
    x: float
    y: float
    size: float  # mm
    anchor: str = "start"
    face: str = "text"  # text, bold, italic, head or label
    colour: str = ""  # empty: ink


class Area(NamedTuple):
    """A filled or outlined shape: a rectangle, with or without rounded corners, an ellipse, or a
    polygon.
    """

    x: float
    y: float
    wide: float
    high: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    dash: Dash = ()
    radius: float = 0.0
    is_round: bool = False
    opacity: float = 1.0
    # corners of a polygon, as fractions of the width and height
    corners: tuple[tuple[float, float], ...] = ()


class Stroke(NamedTuple):
    """A straight line in a figure."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 0.25
    dash: Dash = ()


class Arrow(NamedTuple):
    """A curved arrow.

    A light outline keeps it visible on any background.
    """

    x1: float
    y1: float
    cx: float
    cy: float
    x2: float
    y2: float
    colour: str
    width: float = 0.6
    head: float = 3.2
    casing: str = "#ffffff"


class Disc(NamedTuple):
    """A number in a coloured disc whose centre is x, y."""

    text: str
    x: float
    y: float
    across: float
    fill: str
    ink: str = "#ffffff"
    ring: str = "#ffffff"


Mark = FaceMark | Label | Area | Stroke | Arrow | Disc


@dataclass(frozen=True)
class Figure:
    """A figure: marks in mm from its top left corner, and the alternative text.

    `above` returns the marks over them, which are found only if the figure is drawn at this size.
    """

    wide: float
    high: float
    below: tuple[Mark, ...]
    alt: str = ""
    above: Callable[[], Iterable[Mark]] = tuple

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """All marks of this figure."""
        return (*self.below, *self.above())

    @property
    def shown(self) -> tuple[FaceMark, ...]:
        """The marks of this figure that are faces."""
        return tuple(each for each in self.below if isinstance(each, FaceMark))


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return a mark moved by an offset."""
    if not dx and not dy:
        return mark
    if isinstance(mark, Arrow):
        return mark._replace(
            x1=mark.x1 + dx, y1=mark.y1 + dy, cx=mark.cx + dx, cy=mark.cy + dy,
            x2=mark.x2 + dx, y2=mark.y2 + dy,
        )  # fmt: skip
    if isinstance(mark, Stroke):
        return mark._replace(x1=mark.x1 + dx, y1=mark.y1 + dy, x2=mark.x2 + dx, y2=mark.y2 + dy)
    return mark._replace(x=mark.x + dx, y=mark.y + dy)
