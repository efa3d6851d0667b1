"""Draws the marks of a figure on a book's canvas.

Marks are in millimetres from the top left corner; the canvas counts points from the bottom left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm

from generator.book.arrows import SHAFT
from generator.book.marks import Area, Arrow, Disc, FaceMark, Figure, Label, Mark, Stroke
from generator.book.styles import HIGH, BookLook
from generator.core.geometry import cm
from generator.core.outlines import box_outline, ellipse_outline, operators
from generator.core.quotes import curly
from validator.core.outlines import NAMES, shape_of
from validator.core.sizes import Size

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Drawn = Callable[[str, float, float, int], str]  # key, trim width and height, page: a form's name
EDGE = 0.12  # mm, the line around a piece
CAP = 0.35  # half the height of a capital, in ems


class Painting:
    """Draws the figures of one book.

    `drawn` returns the name of the form XObject of a face.
    """

    def __init__(self, canvas: Canvas, look: BookLook, drawn: Drawn, language: str) -> None:
        self.canvas = canvas
        self.look = look
        self.drawn = drawn
        self.language = language

    def colour(self, name: str) -> Any:
        """Return a colour given as #rrggbb or by its name in the look, such as ``accent``."""
        return HexColor(name if name.startswith("#") else getattr(self.look, name))

    def figure(self, figure: Figure, x: float, y: float) -> None:
        """Draw a figure with its top left corner x, y mm from the top left corner of the page."""
        self.canvas.saveState()
        self.canvas.translate(x * mm, (HIGH - y) * mm)
        for mark in figure.marks:
            self.mark(mark)
        self.canvas.restoreState()

    def mark(self, mark: Mark) -> None:
        if isinstance(mark, FaceMark):
            self.shown(mark)
        elif isinstance(mark, Label):
            self.label(mark)
        elif isinstance(mark, Area):
            self.area(mark)
        elif isinstance(mark, Stroke):
            self.stroke(mark)
        elif isinstance(mark, Arrow):
            self.arrow(mark)
        else:
            self.disc(mark)

    def shown(self, each: FaceMark) -> None:
        code, s = self.canvas._code, each.scale
        name = self.drawn(each.key, each.wide, each.high, self.canvas.getPageNumber())
        left, top, wide, high = each.window or (0.0, 0.0, each.wide, each.high)
        if each.window:
            cut = operators(box_outline((0, 0, wide, high), each.corners / s, each.corners / s))
        else:
            cut = outline_path(wide, high, each.outline)
        down = cm((mm, 0, 0, -mm, 0, 0))
        place = cm((s, 0, 0, s, each.x, each.y))
        if each.turn:
            place = turned(each.turn, *each.middle) + place
        if each.shadow and not self.look.low_ink:
            self.canvas.saveState()
            self.canvas.setFillColor(self.colour("#000000"), 0.2)
            code.append(f"{down}{cm((1, 0, 0, 1, 0.5, 0.7))}{place}{cut}f")
            self.canvas.restoreState()
            self.canvas.saveState()  # a white card needs a line around it
            self.canvas.setStrokeColor(self.colour("#000000"), 0.3)
            code.append(f"{down}{place}{EDGE / s:.3f} w {cut}S")
            self.canvas.restoreState()
        # Its paper first: a face without a ground, as in low ink, hides everything below.
        ground = "" if each.bare else f"q 1 1 1 rg {cut}f Q "
        shift = turned(-each.level, wide / 2, high / 2) if each.level else ""
        shift += cm((1, 0, 0, 1, -left, -top)) if each.window else ""
        clip = "" if each.bare else f"{cut}W n "
        code.append(f"q {down}{place}{ground}{clip}{shift}/{name} Do Q")
        if each.veil:
            self.canvas.saveState()
            self.canvas.setFillColor(self.colour(each.veil), 0.62)
            code.append(f"{down}{place}{cut}f")
            self.canvas.restoreState()

    def label(self, label: Label) -> None:
        face = self.look.face(label.face)
        self.canvas.setFillColor(self.colour(label.colour or "ink"))
        self.canvas.setFont(face.name, label.size * mm)
        words = curly(label.text, self.language)
        x = label.x * mm
        if label.anchor != "start":
            wide = face.width(words) / 1000 * label.size * mm
            x -= wide / 2 if label.anchor == "middle" else wide
        self.canvas.drawString(x, -label.y * mm, words)

    def area(self, area: Area) -> None:
        canvas = self.canvas
        canvas.saveState()
        if area.fill:
            canvas.setFillColor(self.colour(area.fill), area.opacity)
        if area.stroke:
            self.pen(area.stroke, area.width, area.dash)
        x, y, wide, high = area.x * mm, -(area.y + area.high) * mm, area.wide * mm, area.high * mm
        fill, stroke = int(bool(area.fill)), int(bool(area.stroke))
        if area.corners:
            path = canvas.beginPath()
            for number, (across, down) in enumerate(area.corners):
                place = x + across * wide, y + (1 - down) * high
                (path.lineTo if number else path.moveTo)(*place)
            path.close()
            canvas.drawPath(path, stroke=stroke, fill=fill)
        elif area.is_round:
            canvas.ellipse(x, y, x + wide, y + high, stroke=stroke, fill=fill)
        elif area.radius:
            radius = min(area.radius, area.wide / 2, area.high / 2) * mm
            canvas.roundRect(x, y, wide, high, radius, stroke=stroke, fill=fill)
        else:
            canvas.rect(x, y, wide, high, stroke=stroke, fill=fill)
        canvas.restoreState()

    def pen(self, colour: str, width: float, dash: tuple[float, ...] = ()) -> None:
        self.canvas.setStrokeColor(self.colour(colour))
        self.canvas.setLineWidth(width * mm)
        self.canvas.setLineCap(1)
        self.canvas.setDash([each * mm for each in dash] if dash else [])

    def stroke(self, line: Stroke) -> None:
        self.canvas.saveState()
        self.pen(line.colour, line.width, line.dash)
        self.canvas.line(line.x1 * mm, -line.y1 * mm, line.x2 * mm, -line.y2 * mm)
        self.canvas.restoreState()

    def arrow(self, arrow: Arrow) -> None:
        dx, dy = arrow.x2 - arrow.cx, arrow.y2 - arrow.cy
        length = math.hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        head = arrow.head
        ends = (
            [(arrow.casing, 0.25), (arrow.colour, 0.0)] if arrow.casing else [(arrow.colour, 0.0)]
        )
        for colour, grown in ends:
            self.bend(arrow, colour, arrow.width + 2 * grown, (ux, uy))
            half, back = head * 0.5 + grown, head + grown * 0.6
            points = [
                (arrow.x2 + ux * grown, arrow.y2 + uy * grown),
                (arrow.x2 - ux * back - uy * half, arrow.y2 - uy * back + ux * half),
                (arrow.x2 - ux * back + uy * half, arrow.y2 - uy * back - ux * half),
            ]
            path = self.canvas.beginPath()
            for number, (x, y) in enumerate(points):
                (path.lineTo if number else path.moveTo)(x * mm, -y * mm)
            path.close()
            self.canvas.setFillColor(self.colour(colour))
            self.canvas.drawPath(path, stroke=0, fill=1)

    def bend(self, arrow: Arrow, colour: str, width: float, end: tuple[float, float]) -> None:
        x, y = arrow.x2 - end[0] * arrow.head * SHAFT, arrow.y2 - end[1] * arrow.head * SHAFT
        first = arrow.x1 + (arrow.cx - arrow.x1) * 2 / 3, arrow.y1 + (arrow.cy - arrow.y1) * 2 / 3
        last = x + (arrow.cx - x) * 2 / 3, y + (arrow.cy - y) * 2 / 3
        self.canvas.saveState()
        self.pen(colour, width)
        self.canvas.bezier(
            arrow.x1 * mm, -arrow.y1 * mm, first[0] * mm, -first[1] * mm,
            last[0] * mm, -last[1] * mm, x * mm, -y * mm,
        )  # fmt: skip
        self.canvas.restoreState()

    def disc(self, disc: Disc) -> None:
        canvas = self.canvas
        canvas.saveState()
        canvas.setFillColor(self.colour(disc.fill))
        if disc.ring:
            self.pen(disc.ring, 0.32)
        radius = disc.across / 2
        canvas.circle(disc.x * mm, -disc.y * mm, radius * mm, stroke=int(bool(disc.ring)), fill=1)
        canvas.restoreState()
        size = disc.across * 0.54
        y = disc.y + size * CAP
        self.label(Label(disc.text, disc.x, y, size, "middle", "label", disc.ink))


def turned(degrees: float, x: float, y: float) -> str:
    """Return operators that rotate the following drawing operations, clockwise about a point."""
    a = math.radians(degrees)
    about = cm((math.cos(a), math.sin(a), -math.sin(a), math.cos(a), x, y))
    return about + cm((1, 0, 0, 1, -x, -y))


def outline_path(wide: float, high: float, outline: str) -> str:
    """Return the cut line of a piece as path operators; cards have rounded corners."""
    if outline == "round":
        cut = ellipse_outline(wide / 2, high / 2, wide / 2, high / 2)
    elif outline in NAMES and outline != "hexagon":
        radius = min(3.0, min(wide, high) * 0.06)
        cut = box_outline((0, 0, wide, high), radius, radius)
    else:
        cut = list(shape_of(outline, Size(wide, high)))
    return operators(cut)
