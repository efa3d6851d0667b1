"""Defines pieces to cut out, and the pages on which they are placed, in mm from the top left."""

from __future__ import annotations

from typing import Literal, NamedTuple

from validator.core.model import Outline
from validator.core.sizes import Size


class Edges(NamedTuple):
    """The look of a piece along its edges, on both sides.

    It is given as texts that are equal for equal looks.
    """

    left: str = ""
    top: str = ""
    right: str = ""
    bottom: str = ""

    def turned(self) -> Edges:
        """Return the edges of a piece rotated by 90 degrees clockwise."""
        return Edges(self.bottom, self.left, self.top, self.right)


class Piece(NamedTuple):
    """A piece to be cut out.

    `face` and `back` are the keys of drawings; `back` may be None.
    """

    id: str  # component/card
    size: Size
    outline: Outline
    face: str
    back: str | None
    section: str  # title of the part of the kit, for bookmarks and the note on the sheet
    page: bool = False  # has a sheet of its own and no cut
    kind: str = ""  # kind of component; equal kinds are printed on the same stock
    edges: Edges = Edges()  # neighbours that differ where they meet need bleed


class Rect(NamedTuple):
    """A rectangle: x and y of its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, sideways: float, upwards: float) -> Rect:
        """Return the rectangle enlarged on each side, or reduced by negative amounts."""
        return Rect(
            self.x - sideways,
            self.y - upwards,
            self.width + 2 * sideways,
            self.height + 2 * upwards,
        )


class Box(NamedTuple):
    """A drawing in its place on a page: its trim, its visible area (trim and bleed), and its
    rotation.
    """

    piece: str
    drawing: str
    trim: Rect
    clip: Rect
    outline: Outline
    turn: int = 0  # degrees clockwise: 0, 90, 180 or 270
    reverse: bool = False  # a back
    scale: float = 1.0  # scale of the upright drawing in its trim rectangle
    lined: bool = False  # its outline is printed, to cut along


LineKind = Literal["crop", "cut", "fold", "safe", "square", "angle"]
REGISTRATION: tuple[LineKind, ...] = ("square", "angle")


class Line(NamedTuple):
    """A straight line that helps with cutting, folding or checking."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: LineKind


class Page(NamedTuple):
    """One side of a printed sheet of paper."""

    paper: Size
    side: Literal["front", "back"]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    trim: Rect  # around all trims; the paper if nothing is cut
    bleed: Rect
    sections: tuple[str, ...]
    note: Rect | None  # where the sheet's note may stand
    sheet: int = 0  # number of the sheet of paper, from 1

    @property
    def empty(self) -> bool:
        """Whether the page is the blank reverse of a sheet printed on one side."""
        return not self.boxes
