"""The look of a rulebook: sizes, typefaces and colours from the game's theme.

Sizes are in points, lengths in millimetres. The text size depends on the height of
lower-case letters: a typeface with a small x-height is set larger.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.faces.fonts import Face, FontBook
from validator.core.model import Theme

WIDE, HIGH = 139.7, 210.0  # mm of a page: two of them fit on A4 and on Letter unscaled
COLUMN = 106.0  # mm
SIDE = (WIDE - COLUMN) / 2
TOP, BOTTOM = 21.0, 19.0
LEAST_SIZE = 9.5  # points of running text
LEAST_X = 1.5  # mm, height of an x
SMALL = 0.84  # of the running text: what happened in examples, tables
POINT = 25.4 / 72


@dataclass(frozen=True)
class Look:
    """Colours as #rrggbb and faces by role."""

    ink: str
    muted: str
    accent: str
    tint: str  # behind boxes
    on_accent: str
    text: Face
    bold: Face
    italic: Face
    both: Face
    display: Face
    label: Face
    size: float  # of running text

    @property
    def faces(self) -> dict[str, Face]:
        """All of them, by name."""
        all_ = (self.display, self.label, self.text, self.bold, self.italic, self.both)
        return {face.name: face for face in all_}

    @property
    def leading(self) -> float:
        return round(self.size * 1.3, 1)

    @property
    def small(self) -> float:
        return max(round(self.size * SMALL, 1), 8.0)


def look_of(theme: Theme, fonts: FontBook) -> Look:
    """The look of a game's rulebook. Headings have the theme's colour `frame`."""
    families, colours = theme.fonts, theme.colours
    text = str(families["text"])
    face = fonts.face(text)
    ink = str(colours.get("ink", "#000000"))
    accent = str(colours.get("frame", ink))
    tint = str(colours.get("tint", colours.get("paper", "#f4f4f4")))
    display = fonts.face(str(families.get("display", text)))
    return Look(
        ink=ink,
        muted=str(colours.get("muted", ink)),
        accent=accent,
        tint=tint,
        on_accent="#ffffff",
        text=face,
        bold=fonts.face(text, bold=True),
        italic=fonts.face(text, italic=True),
        both=fonts.face(text, bold=True, italic=True),
        display=display,
        label=fonts.face(str(families.get("label", text))),
        size=text_size(face),
    )


def text_size(face: Face) -> float:
    """The size at which a face's x is high enough, at least `LEAST_SIZE`; in tenths of a point."""
    needed = LEAST_X / POINT / (face.x_height / 1000)
    return max(LEAST_SIZE, -(-round(needed * 100) // 10) / 10)


def is_dark(colour: str) -> bool:
    """Whether white letters are easier to read on a colour than black ones."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140
