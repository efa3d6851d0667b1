"""Makes a two-sided test page that shows how far a printer shifts its output.

A printer may shift, rotate and scale a page. The crosses on the test page are at known distances
from the edges of the sheet, and those on the back are behind those on the front.
`profiles.misregistration_of` computes a printer's offset from the measurements. Lengths are in
millimetres from the top left.
"""

from __future__ import annotations

import html
from typing import Literal

from generator.core.geometry import n
from generator.drawing.drawings import Drawing
from generator.drawing.painter import Painter
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook
from generator.pdf.encoder import Encoder
from generator.pdf.writer import About, write_pdf
from generator.printers.profiles import (
    CROSS_HEIGHT,
    CROSS_INSET,
    CROSS_WIDTH,
    Crosses,
    Printer,
    crosses,
)
from generator.sheets.pages import Box, Page, Rect
from generator.sheets.paper import PAPERS, SIDES, USUAL_PAPER
from validator.core.resources import resource
from validator.core.sizes import Size

FONT, COMMAND = "Alegreya Sans", "Courier Prime"
HAIR, THIN = 0.1, 0.25  # mm, widths of lines
SMALL, PLAIN, LETTER, LARGE = 2.4, 3.7, 6.0, 9.0  # mm, sizes of letters
REACH = 5  # mm that a cross's scale shows inwards

Side = Literal["front", "back"]
FRONT_AND_BACK: tuple[Side, ...] = ("front", "back")


def print_test_page(paper: str, turned: str, printer: Printer | None = None) -> bytes:
    """Return the PDF of the test page, corrected for a printer if one is given."""
    encoder = Encoder()
    fonts = FontBook(resource("templates") / "fonts")
    painter = Painter(fonts, encoder)
    size = PAPERS[paper].size
    whole = Rect(0, 0, size.width, size.height)
    drawings: dict[str, Drawing] = {}
    pages = []
    for side in FRONT_AND_BACK:
        svg = _Sheet(paper, size, side, turned, printer).svg()
        drawings[side] = painter.paint(RenderedFace(svg))
        box = Box(f"test-page/{side}", side, whole, whole, "rect", reverse=side == "back")
        pages.append(Page(size, side, (box,), (), whole, whole, (), None, 1))
    about = About(
        f"Pieria: printer test page, {PAPERS[paper].title}",
        "Pieria",
        "What a printer shifts, turns and scales",
        "en",
        SIDES[turned].duplex,
    )
    adjust = printer.matrices(size) if printer else {}
    return write_pdf(
        pages, drawings, painter.resources, encoder, about, lambda _: None, adjust=adjust
    )


class _Sheet:
    """One side of the test page, drawn as SVG."""

    def __init__(
        self, paper: str, size: Size, side: Side, turned: str, printer: Printer | None
    ) -> None:
        self.paper, self.size, self.side, self.turned = paper, size, side, turned
        self.printer = printer
        self.at: Crosses = crosses(size, side, turned)
        self.parts: list[str] = []

    def svg(self) -> str:
        (near_x, near_y), (far_x, far_y) = self.at.near, self.at.far
        self.line(near_x, near_y, far_x, near_y, HAIR)
        self.line(near_x, near_y, near_x, far_y, HAIR)
        for x in (near_x, far_x):
            for y in (near_y, far_y):
                self.cross(x, y)
        self.letters()
        self.head()
        if self.side == "front":
            self.steps()
        return f"<svg>{''.join(self.parts)}</svg>"

    def cross(self, x: float, y: float) -> None:
        """Draw a cross, with rulers to the edges and labels with its distances from them."""
        self.ruler(x, y, x, self.size.width, upright=False)
        self.ruler(x, y, y, self.size.height, upright=True)

    def ruler(self, x: float, y: float, here: float, along: float, upright: bool) -> None:
        """Draw a ruler that begins slightly beyond the cross and ends at the nearer edge."""
        beyond = here > along / 2
        edge, step = (along, -1) if beyond else (0.0, 1)
        room = abs(here - edge)
        self.across(x, y, edge, edge + step * (room + REACH), upright)
        for left in range(1, int(room + REACH) + 1):
            at = edge + step * left
            self.tick(x, y, at, upright, 2.2 if left % 5 == 0 else 1.2)
            if left % 5 == 0 and room - left >= 4:
                self.count(x, y, at, upright, left)

    def across(self, x: float, y: float, start: float, end: float, upright: bool) -> None:
        if upright:
            self.line(x, start, x, end, HAIR)
        else:
            self.line(start, y, end, y, HAIR)

    def tick(self, x: float, y: float, at: float, upright: bool, long: float) -> None:
        if upright:
            self.line(x - long, at, x + long, at, HAIR)
        else:
            self.line(at, y - long, at, y + long, HAIR)

    def count(self, x: float, y: float, at: float, upright: bool, left: int) -> None:
        if not upright:
            self.words(str(left), at, y - 3, SMALL, "middle")
        elif x > self.size.width / 2:
            self.words(str(left), x - 3, at + 0.8, SMALL, "end")
        else:
            self.words(str(left), x + 3, at + 0.8, SMALL)

    def letters(self) -> None:
        """Draw the letters that name the lengths to measure."""
        (near_x, near_y), (far_x, far_y) = self.at.near, self.at.far
        out = CROSS_INSET / 2 if self.at.from_right else -CROSS_INSET / 2
        above = CROSS_INSET / 2 if self.at.from_bottom else -CROSS_INSET / 2
        down = -1 if self.at.from_bottom else 1
        self.letter("A", near_x + out, near_y + down * 9)
        self.letter("B", near_x + out, far_y - down * 9)
        self.letter("C", near_x - (9 if self.at.from_right else -9), near_y + above)
        self.letter("D", (near_x + far_x) / 2, near_y + down * 6)
        self.letter("E", near_x + (-6 if self.at.from_right else 6), (near_y + far_y) / 2)

    def letter(self, name: str, x: float, y: float) -> None:
        self.words(name, x, y + LETTER * 0.33, LETTER, "middle", bold=True)

    def head(self) -> None:
        """Draw the heading, which names the side and explains how to print it."""
        middle, edge = self.size.width / 2, SIDES[self.turned].edge
        used = f" · corrected for “{self.printer.name}”" if self.printer else ""
        self.words(self.side.upper(), middle, 48, LARGE, "middle", bold=True)
        sheet = f"Printer test page · {PAPERS[self.paper].title} · flipped on the {edge} edge{used}"
        self.words(sheet, middle, 56, PLAIN, "middle")

    def steps(self) -> None:
        """Draw the instructions for measuring."""
        left, y = self.size.width / 2 - 62, 70.0
        option = "" if self.turned == "duplex-long" else " --sides duplex-short"
        paper = "" if self.paper == USUAL_PAPER else f" --paper {self.paper}"
        over = "sideways" if self.turned == "duplex-long" else "head first"
        steps = (
            ("Print this page at 100 % on both sides, and hold it up to the light: the crosses",
             "should cover each other. If they do, and the lengths are right, you are done."),
            ("Lay a ruler from the paper’s edge to the cross; read to a quarter of a millimetre:",),
            (f"Turn the sheet over {over}. Measure the back in the same way, from the same edges",
             "of the sheet."),
            ("Tell Pieria all five numbers of each side, A to E:",
             f"pieria calibrate{paper}{option} --save NAME",
             "--front 20 20 20 170 230 --back 20 20 20 170 230"),
            ("Print this page for that printer. Once it is right, kits come out right, too:",
             f"pieria calibrate{paper}{option} --printer NAME",
             f"pieria build{paper}{option} --printer NAME"),
            ("The first millimetre that is printed on a ruler at an edge shows how much your",
             "printer leaves white there. Kits leave 4 mm."),
        )  # fmt: skip
        for number, lines in enumerate(steps, 1):
            self.words(str(number), left - 3, y, PLAIN, "end", bold=True)
            for each in lines:
                command = each.startswith(("pieria ", "--"))
                self.words(each, left, y, PLAIN, font=COMMAND if command else FONT)
                y += 5
            if number == 2:
                y = self.table(left, y)
            y += 2.5

    def table(self, left: float, y: float) -> float:
        """Draw a table of the letters.

        For each, it has the length to measure, its ideal value, and a line to write on.
        """
        rows = (
            ("A", "from the left edge to the top cross", CROSS_INSET),
            ("B", "from the left edge to the lower cross", CROSS_INSET),
            ("C", "from the top edge to the left cross", CROSS_INSET),
            ("D", "from cross to cross, horizontally", CROSS_WIDTH),
            ("E", "from cross to cross, vertically", CROSS_HEIGHT),
        )
        self.words("should be", left + 84, y, SMALL, "middle")
        self.words("front", left + 100, y, SMALL, "middle")
        self.words("back", left + 118, y, SMALL, "middle")
        for name, text, length in rows:
            y += 6
            self.words(name, left + 2, y, PLAIN, bold=True)
            self.words(text, left + 8, y, PLAIN)
            self.words(n(length), left + 84, y, PLAIN, "middle")
            for x in (left + 93, left + 111):
                self.line(x, y + 0.8, x + 14, y + 0.8, THIN)
        return y + 7

    # ---- SVG

    def line(self, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        self.parts.append(
            f'<line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"'
            f' stroke="#000000" stroke-width="{width}"/>'
        )

    def words(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        anchor: str = "start",
        bold: bool = False,
        font: str = FONT,
    ) -> None:
        weight = "bold" if bold else "normal"
        self.parts.append(
            f'<text x="{n(x)}" y="{n(y)}" font-family="{font}" font-size="{size}"'
            f' font-weight="{weight}" text-anchor="{anchor}" fill="#000000">'
            f"{html.escape(text)}</text>"
        )
