"""Provides looks for a deck made from a spreadsheet: drawings whose named elements hold its fields.

They are drawn at 63.5 x 88.9 mm and stretched to other sizes; texts keep their proportions. The
result can be edited in Inkscape and in the studio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from validator.core.sizes import Size

WIDE, HIGH = 63.5, 88.9  # mm at which the looks are drawn
BELOW_TITLE = 15.0  # mm: where a picture begins
BADGE, MOST_NUMBERS = 3.4, 3  # the radius of a number's badge in mm; numbers on a card


@dataclass(frozen=True)
class LookField:
    """A field of a deck, with the information that a look needs to draw it."""

    field: str
    kind: str  # the type in `fields:` of game.yaml
    long: bool = False


@dataclass(frozen=True)
class Look:
    """A design for new cards: its colours and typefaces, and the positions of its parts in mm."""

    title: str
    ground: str
    paper: str
    outline: str  # around the paper; empty: none
    sky: tuple[float, float, float, float]
    sky_fill: str  # a colour, or url(#sky)
    hills: str  # path data; empty: none
    hill_fill: str
    moon: tuple[float, float, float] | None
    halo: tuple[float, float, float]
    halo_fill: str
    icon: tuple[float, float, float]
    icon_fill: str
    numbers: tuple[float, float]  # where the numbers begin
    words: tuple[float, float, float, float]
    words_size: float
    rule: tuple[float, str]
    title_fill: str
    display: str
    text: str
    accent: str
    direction: str
    head: tuple[float, str] = field(default=(0.0, ""))  # a band below the title


NAVY, CREAM, MOON, GOLD = "#23304f", "#fbf3e2", "#fbe3b0", "#c98a3a"
_HILLS = (
    "M6.5 45 C13.17 40.33 19.83 39.67 26.5 43 C33.17 45.67 38.83 45.33 43.5 42 C48.83 38.67 53.33 "
    "38.33 57 41 V52 a1.5 1.5 0 0 1 -1.5 1.5 H8 a1.5 1.5 0 0 1 -1.5 -1.5 Z"
)
_WIDE_HILLS = (
    "M3.5 53 C10.17 47 17.5 46 25.5 50 C32.17 53.33 38.5 53.33 44.5 50 C50.5 46 55.67 45.67 60 49 "
    "V61 a2.5 2.5 0 0 1 -2.5 2.5 H6 a2.5 2.5 0 0 1 -2.5 -2.5 Z"
)
LOOKS = {
    "lantern": Look(
        "Lantern", NAVY, CREAM, "", (6.5, 15.5, 50.5, 38), "url(#sky)", _HILLS, "#3b2b45",
        (49.5, 22.5, 3.2), (31.75, 33, 13.5), MOON, (22.25, 23.5, 19), NAVY, (8, 48),
        (7.5, 57, 48.5, 21), 3.5, (80, GOLD), NAVY, "Cinzel", "Alegreya", NAVY,
        "A market at dusk: navy, cream and lantern light.",
    ),
    "plain": Look(
        "Plain", "#ffffff", "#ffffff", "#23211e", (6.5, 15.5, 50.5, 38), "#eeece6", _HILLS,
        "#dcd8cd", None, (31.75, 33, 13.5), "#ffffff", (22.25, 23.5, 19), NAVY, (8, 48),
        (7.5, 57, 48.5, 21), 3.5, (80, "#23211e"), NAVY, "Oswald", "Archivo Narrow", "#23211e",
        "White cards with one thin line: little ink.",
    ),
    "picture": Look(
        "Big picture", NAVY, "#f7ead0", "", (3.5, 3.5, 56.5, 60), "url(#sky)", _WIDE_HILLS,
        "#3b2b45", (52, 19, 3.2), (31.75, 33, 16), MOON, (19.75, 21, 24), NAVY, (8, 57.5),
        (7.5, 65, 48.5, 14.5), 3.1, (80.6, GOLD), MOON, "Cinzel", "Alegreya", NAVY,
        "A picture that fills two thirds of the card.",
    ),
    "words": Look(
        "Words first", "#7c3a1d", "#fffdf7", "", (3.5, 3.5, 56.5, 13.5), "#e9dcc2", "", "", None,
        (31.75, 27, 8), "#f4ecdb", (26, 21.2, 11.5), "#7c3a1d", (8, 74.5),
        (7.5, 37, 48.5, 35), 4.6, (80, GOLD), "#3d2416", "EB Garamond", "Alegreya", "#7c3a1d",
        "Large text on cream, with a small icon above it.",
    ),
}  # fmt: skip


def theme_of(look: Look) -> str:
    """Return the theme for a look, as text for game.yaml."""
    return f"""\
theme:
  art_direction: "{look.direction}"
  fonts: {{display: {look.display}, text: {look.text}, label: Alegreya Sans}}
  colours:                # roles; a drawing names its colours itself
    paper: "{look.paper}"
    ink: "#22201c"
    muted: "#6b4a3a"
    frame: "{look.accent}"
    coin: "#7c3a1d"
  symbols:                # what :coin: in a text draws
    coin: {{icon: two-coins, colour: coin}}

"""


class _Drawing:
    """A drawing at another size than the original.

    Positions are stretched; lines and texts are scaled by the same factor in both directions.
    """

    def __init__(self, size: Size) -> None:
        self.across, self.down = size.width / WIDE, size.height / HIGH
        self.scale = min(self.across, self.down)
        self.parts: list[str] = []

    def x(self, value: float) -> str:
        return f"{value * self.across:.4g}"

    def y(self, value: float) -> str:
        return f"{value * self.down:.4g}"

    def s(self, value: float) -> str:
        return f"{value * self.scale:.4g}"

    def add(self, line: str) -> None:
        self.parts.append(f"    {line}")

    def rect(
        self, name: str, box: tuple[float, float, float, float], fill: str, radius: float = 0.0,
        more: str = "",
    ) -> None:  # fmt: skip
        x, y, wide, high = box
        rx = f' rx="{self.s(radius)}"' if radius else ""
        self.add(
            f'<rect id="{escape(name)}" x="{self.x(x)}" y="{self.y(y)}" width="{self.x(wide)}" '
            f'height="{self.y(high)}"{rx} fill="{fill}"{more}/>'
        )

    def square(self, name: str, x: float, y: float, side: float, fill: str) -> None:
        """Add a square element; its centre is where the look places it, stretched to this size
        of card.
        """
        middle_x, middle_y = (x + side / 2) * self.across, (y + side / 2) * self.down
        side *= self.scale
        self.add(
            f'<rect id="{escape(name)}" x="{middle_x - side / 2:.4g}" '
            f'y="{middle_y - side / 2:.4g}" width="{side:.4g}" height="{side:.4g}" fill="{fill}"/>'
        )

    def circle(
        self, name: str, x: float, y: float, r: float, fill: str, more: str = ""
    ) -> None:  # fmt: skip
        self.add(
            f'<circle id="{name}" cx="{self.x(x)}" cy="{self.y(y)}" r="{self.s(r)}" '
            f'fill="{fill}"{more}/>'
        )

    def text(
        self, name: str, x: float, y: float, size: float, family: str, fill: str,
        anchor: str = "middle", more: str = "", wide: float = 0.0,
    ) -> None:  # fmt: skip
        width = f'pieria:width="{self.x(wide)}" ' if wide else ""
        self.add(
            f'<text id="{escape(name)}" x="{self.x(x)}" y="{self.y(y)}" {width}'
            f'text-anchor="{anchor}" '
            f"style=\"font-family:'{family}';font-size:{self.s(size)}px;fill:{fill}{more}\">"
            f"{escape(name)}</text>"
        )


def drawing(look: Look, elements: Sequence[LookField], size: Size) -> str:
    """Return the face of a deck in a look.

    It is an SVG with an element for each field for which there is room.
    """
    made = _Drawing(size)
    pictures = [each for each in elements if each.kind.startswith("picture")]
    icons = [each for each in elements if each.kind.startswith("icon")]
    _frame(made, look, bool(pictures), bool(icons))
    frame, made.parts = made.parts, []
    words = _fields(made, look, elements, pictures, icons)
    boxes = "\n".join(words)
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<!-- The face of a card. An element named like a field of the deck shows that field. -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     xmlns:pieria="urn:pieria" width="{size.width:g}mm" height="{size.height:g}mm" viewBox="0 0 {size.width:g} {size.height:g}">
  <defs>
{boxes}
    <linearGradient id="sky" x1="0" y1="{made.y(15)}" x2="0" y2="{made.y(52)}" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#23304f"/>
      <stop offset="0.62" stop-color="#8a4b5c"/>
      <stop offset="1" stop-color="#e9a25f"/>
    </linearGradient>
  </defs>
  <g inkscape:groupmode="layer" inkscape:label="Frame">
{chr(10).join(frame)}
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Fields">
{chr(10).join(made.parts)}
  </g>
</svg>
"""  # noqa: E501, lines of the drawing


def _frame(made: _Drawing, look: Look, pictured: bool, signed: bool) -> None:
    made.rect("ground", (0, 0, WIDE, HIGH), look.ground)
    line = f' stroke="{look.outline}" stroke-width="{made.s(0.5)}"' if look.outline else ""
    made.rect("paper", (3.5, 3.5, 56.5, 81.9), look.paper, 2.5, line)
    made.rect("sky-box", look.sky, look.sky_fill, 1.5 if look.sky[0] > 4 else 2.5)
    if look.hills and not pictured:
        stretch = f' transform="scale({made.across:.5g} {made.down:.5g})"'
        stretch = "" if made.across == made.down == 1 else stretch
        made.add(f'<path id="hills" d="{look.hills}" fill="{look.hill_fill}"{stretch}/>')
    if look.moon and not pictured:
        made.circle("moon", *look.moon, look.halo_fill)
    if signed and not pictured:
        made.circle("halo", *look.halo, look.halo_fill)
    y, colour = look.rule
    made.add(
        f'<path id="rule" d="M{made.x(20)} {made.y(y)} H{made.x(43.5)}" fill="none" '
        f'stroke="{colour}" stroke-width="{made.s(0.4)}"/>'
    )


def _fields(
    made: _Drawing, look: Look, elements: Sequence[LookField], pictures: Sequence[LookField],
    icons: Sequence[LookField],
) -> list[str]:  # fmt: skip
    """Return the elements for fields, and the boxes of flowing texts for `defs`."""
    if pictures:
        x, y, wide, high = look.sky
        if high < 20:  # a look whose symbol is the only place for a picture
            x, y, wide, high = 21.75, 18.5, 20, 17
        elif y < BELOW_TITLE:
            y, high = BELOW_TITLE, y + high - BELOW_TITLE
        made.rect(pictures[0].field, (x, y, wide, high), look.halo_fill)
    if icons and not pictures:
        x, y, side = look.icon
        made.square(icons[0].field, x, y, side, look.icon_fill)
    made.text("title", 31.75, 11.8, 4.7, look.display, look.title_fill)
    _numbers(made, look, [e for e in elements if e.kind.startswith(("integer", "number"))])
    texts = [each for each in elements if each.kind.startswith(("text", "one of "))]
    short = [each for each in texts if not each.long][:2]
    places = [(31.75, "middle")] if len(short) < 2 else [(8.0, "start"), (55.5, "end")]
    for each, (x, anchor) in zip(short, places, strict=False):
        label = ";font-style:italic"
        made.text(each.field, x, 83.6, 2.7, "Alegreya Sans", "#6b4a3a", anchor, label)
    return _flowing(made, look, [each for each in texts if each.long])


def _numbers(made: _Drawing, look: Look, numbers: Sequence[LookField]) -> None:
    """Add a row of numbers on badges, on which they are readable over any picture."""
    x, y = look.numbers
    for place, each in enumerate(numbers[:MOST_NUMBERS]):
        middle = x + BADGE + place * (2 * BADGE + 1)
        shown = f' pieria:if="{each.field} &gt;= 0"' if each.kind.endswith("?") else ""
        made.circle(f"{each.field}-badge", middle, y + 1.4, BADGE, look.halo_fill, shown)
        made.text(each.field, middle, y + 2.9, 4.2, "Alegreya Sans", look.accent,
                  more=";font-weight:bold", wide=2 * BADGE)  # fmt: skip


def _flowing(made: _Drawing, look: Look, texts: Sequence[LookField]) -> list[str]:
    x, y, wide, high = look.words
    boxes = []
    for place, each in enumerate(texts[:3]):
        room = high / min(len(texts), 3)
        top = y + place * room
        boxes.append(
            f'    <rect id="{each.field}-box" x="{made.x(x)}" y="{made.y(top)}" '
            f'width="{made.x(wide)}" height="{made.y(room - 0.5 * bool(place))}"/>'
        )
        italic = ";font-style:italic" if place else ""
        made.add(
            f'<text id="{each.field}" style="font-family:{look.text};'
            f"font-size:{made.s(look.words_size - 0.4 * bool(place))}px;text-align:center;"
            f'shape-inside:url(#{each.field}-box);fill:#22201c{italic}">{each.field}</text>'
        )
    return boxes


def back(look: Look, size: Size) -> str:
    """Return the drawing for the back of cards in this look."""
    made = _Drawing(size)
    made.rect("ground", (0, 0, WIDE, HIGH), look.accent)
    waves = "\n".join(
        f'    <path d="M12 {40 + 5 * each} q5 -5 10 0 t10 0 t10 0 t10 0"/>' for each in range(3)
    )
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{size.width:g}mm" height="{size.height:g}mm" viewBox="0 0 {size.width:g} {size.height:g}">
{made.parts[0]}
  <g fill="none" stroke="{CREAM}" stroke-width="0.5" transform="scale({made.across:.5g} {made.down:.5g})">
    <rect x="5" y="5" width="53.5" height="78.9" rx="2"/>
{waves}
  </g>
</svg>
"""  # noqa: E501, lines of the drawing
