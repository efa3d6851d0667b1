"""The look of a rulebook: its page grid, and typefaces and colours from the game's theme.

Type sizes are in points, lengths in millimetres. The text size depends on the typeface: one with a
small x-height (the height of a lower-case x) is set larger.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.faces.fonts import FontBook, FontFace
from validator.core.model import BookStyle, Theme

WIDE, HIGH = 139.7, 210.0  # mm of a page: two of them fit on A4 and on Letter unscaled
OUTER, INNER = 13.0, 11.0  # margins at the edge and at the fold
COLUMN = WIDE - OUTER - INNER  # six columns of 16 mm and five gutters of 4 mm fit within
TOP, BOTTOM = 12.0, 15.0
ROOM = HIGH - TOP - BOTTOM  # height of a page's content
LINE = 4.5  # mm of the grid: figures and gaps are whole lines
NOTE = 36.0  # width of a margin note, two columns
GUTTER = 4.0
FOLIO = 8.8  # distance of a page number's baseline from the foot, in mm
LEAST_SIZE = 9.5  # points of running text
LEAST_X = 1.32  # mm, height of an x
POINT = 25.4 / 72


@dataclass(frozen=True)
class BookLook:
    """The look of a book: its colours as #rrggbb and its typefaces, by role."""

    ink: str
    muted: str
    accent: str
    second: str  # a second accent, of who moves
    page: str
    panel: str  # behind examples and boxes
    tile: str  # colour of tiles on a panel
    dark: str  # the one dark page of a spread
    on_dark: str
    on_accent: str
    line: str  # colour of thin rules
    text: FontFace
    bold: FontFace
    italic: FontFace
    both: FontFace
    head: FontFace
    label: FontFace
    size: float  # size of running text in points
    low_ink: bool = False

    @property
    def faces(self) -> dict[str, FontFace]:
        """All typefaces of the book, by name."""
        all_ = (self.head, self.label, self.text, self.bold, self.italic, self.both)
        return {face.name: face for face in all_}

    def face(self, role: str) -> FontFace:
        """Return the typeface for a role in a figure: text, bold, italic, head or label."""
        found: FontFace = getattr(self, role)
        return found

    @property
    def leading(self) -> float:
        return round(self.size * 1.12, 1)

    @property
    def small(self) -> float:
        return max(round(self.size * 0.9, 1), 8.2)


WHITE = "#ffffff"


class _Palette:
    """The colours of a theme, overridden by a book style."""

    def __init__(self, theme: Theme, style: BookStyle, low_ink: bool) -> None:
        self.colours = {**theme.colours, **(theme.low_ink if low_ink else {})}
        self.ink = str(self.colours.get("ink", "#000000"))
        self.style = style
        self.low_ink = low_ink

    def colour(self, name: str, usual: str) -> str:
        said = str(self.style.colours.get(name, usual))
        return str(self.colours.get(said, said))

    def line_colour(self, name: str, usual: str) -> str:
        """Return a colour for text and lines.

        In low-ink mode, colours that would become pale are replaced by the ink colour.
        """
        found = self.colour(name, usual)
        return self.ink if self.low_ink and not is_dark(found) else found


def look_of(
    theme: Theme, fonts: FontBook, style: BookStyle | None = None, low_ink: bool = False
) -> BookLook:
    """Return the look of a game's rulebook: its theme, overridden by its book style."""
    style = style or BookStyle()
    families = {**theme.fonts, **style.fonts}
    palette = _Palette(theme, style, low_ink)
    colours, ink = palette.colours, palette.ink
    colour, line_colour = palette.colour, palette.line_colour

    def face(role: str, bold: bool = False, italic: bool = False) -> FontFace:
        family = str(families.get(role) or families["text"])
        return fonts.face(str(theme.fonts.get(family, family)), bold=bold, italic=italic)

    accent = line_colour("accent", "frame" if "frame" in colours else ink)
    ground = str(colours.get("tint", colours.get("paper", "#f4f4f4")))
    families["head"] = families.get("head") or families.get("display") or families["text"]
    text = face("text")
    dark = colour("dark", accent)
    return BookLook(
        ink=ink,
        muted=line_colour("muted", "muted" if "muted" in colours else ink),
        accent=accent,
        second=line_colour("second", accent),
        page=WHITE if low_ink else colour("page", mixed(ground, WHITE, 0.6)),
        panel=WHITE if low_ink else colour("panel", ground),
        tile=WHITE if low_ink else colour("tile", mixed(ground, WHITE, 0.8)),
        dark=WHITE if low_ink else dark,
        on_dark=ink if low_ink else colour("on_dark", WHITE if is_dark(dark) else ink),
        on_accent=colour("on_accent", WHITE if is_dark(accent) else ink),
        line=line_colour("line", accent),
        text=text,
        bold=face("text", bold=True),
        italic=face("text", italic=True),
        both=face("text", bold=True, italic=True),
        head=face("head", bold=True),
        label=face("label", bold=True),
        size=text_size(text),
        low_ink=low_ink,
    )


def ground_of(look: BookLook, theme: Theme, style: BookStyle, component: str) -> str:
    """Return the background for a page about a component, or the usual one."""
    said = str(style.page_colours.get(component, ""))
    return look.page if look.low_ink or not said else str(theme.colours.get(said, said))


def text_size(face: FontFace) -> float:
    """Return the text size at which the x-height of a face is large enough.

    It is rounded to a tenth of a point, and at least `LEAST_SIZE`.
    """
    needed = LEAST_X / POINT / (face.x_height / 1000)
    return max(LEAST_SIZE, -(-round(needed * 100) // 10) / 10)


def is_dark(colour: str) -> bool:
    """Return whether white letters are easier to read on a colour than black ones."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def mixed(one: str, other: str, part: float) -> str:
    """Return a mix of two colours; `part` is the share of the second one."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
