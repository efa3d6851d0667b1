"""Writes a rulebook's figure as SVG for an HTML page.

The faces in the figure are separate files.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable

from generator.book.marks import Area, Arrow, Disc, FaceMark, Figure, Label, Mark, Stroke
from generator.book.styles import BookLook
from generator.core.quotes import curly
from validator.core.outlines import corners_of
from validator.core.sizes import Size

SCALE = 4.4  # CSS pixels in a millimetre of a figure
CAP = 0.35  # half the height of a capital, in ems

Face = Callable[[str, Size], str]  # a face's key and its size: the address of its file


def figure_svg(figure: Figure, look: BookLook, face: Face, language: str) -> str:
    """Return a figure as SVG, including its text for screen readers."""
    painter = _Svg(look, face, language)
    marks = "".join(painter.mark(each) for each in figure.marks)
    alt = html.escape(figure.alt, quote=True)
    return (
        f'<svg role="img" aria-label="{alt}" viewBox="0 0 {figure.wide:.1f} {figure.high:.1f}" '
        f'width="{figure.wide * SCALE:.0f}">{marks}</svg>\n'
    )


class _Svg:
    """Converts the marks of a figure to SVG."""

    def __init__(self, look: BookLook, face: Face, language: str) -> None:
        self.look = look
        self.face = face
        self.language = language

    def mark(self, mark: Mark) -> str:
        """Return the SVG of a mark."""
        if isinstance(mark, FaceMark):
            return self.shown(mark)
        if isinstance(mark, Label):
            return self.label(mark)
        if isinstance(mark, Area):
            return self.area(mark)
        if isinstance(mark, Stroke):
            line = f'x1="{mark.x1:.2f}" y1="{mark.y1:.2f}" x2="{mark.x2:.2f}" y2="{mark.y2:.2f}"'
            return f"<line {line} {self.pen(mark.colour, mark.width, mark.dash)}/>"
        return self.arrow(mark) if isinstance(mark, Arrow) else self.disc(mark)

    def colour(self, name: str) -> str:
        """Return a named colour as #rrggbb."""
        return name if name.startswith("#") else str(getattr(self.look, name))

    def pen(self, colour: str, width: float, dash: tuple[float, ...] = ()) -> str:
        dashes = f' stroke-dasharray="{" ".join(map(str, dash))}"' if dash else ""
        return f'stroke="{self.colour(colour)}" stroke-width="{width:g}"{dashes}'

    def shown(self, each: FaceMark) -> str:
        left, top, wide, high = each.window or (0.0, 0.0, each.wide, each.high)
        s = each.scale
        file = self.face(each.key, Size(each.wide, each.high))
        image = (
            f'<image href="{file}" x="{-left * s:.2f}" y="{-top * s:.2f}" '
            f'width="{each.wide * s:.2f}" height="{each.high * s:.2f}"{_clip(each)}/>'
        )
        turn = ""
        if each.level:
            middle = f"{wide * s / 2:.2f} {high * s / 2:.2f}"
            turn = f' transform="rotate({-each.level:.2f} {middle})"'
        if each.turn:
            turn = f' transform="rotate({each.turn:g} {wide * s / 2:.2f} {high * s / 2:.2f})"'
        inner = f"<g{turn}>{image}</g>" if turn else image
        veil = ""
        if each.veil:
            box = f'width="{wide * s:.2f}" height="{high * s:.2f}"'
            veil = f'<rect {box} fill="{self.colour(each.veil)}" fill-opacity="0.62"/>'
        return (
            f'<svg x="{each.x:.2f}" y="{each.y:.2f}" width="{wide * s:.2f}" '
            f'height="{high * s:.2f}">{inner}{veil}</svg>'
        )

    def label(self, label: Label) -> str:
        weight = ' font-weight="bold"' if label.face in ("bold", "head", "label") else ""
        slope = ' font-style="italic"' if label.face == "italic" else ""
        return (
            f'<text x="{label.x:.2f}" y="{label.y:.2f}" font-size="{label.size:g}"'
            f' text-anchor="{label.anchor}" fill="{self.colour(label.colour or "ink")}"'
            f"{weight}{slope}>{html.escape(curly(label.text, self.language))}</text>"
        )

    def area(self, area: Area) -> str:
        fill = self.colour(area.fill) if area.fill else "none"
        look = f'fill="{fill}" fill-opacity="{area.opacity:g}"'
        if area.stroke:
            look += f" {self.pen(area.stroke, area.width, area.dash)}"
        if area.corners:
            points = " ".join(
                f"{area.x + across * area.wide:.2f},{area.y + down * area.high:.2f}"
                for across, down in area.corners
            )
            return f'<polygon points="{points}" {look}/>'
        if area.is_round:
            rx, ry = area.wide / 2, area.high / 2
            return (
                f'<ellipse cx="{area.x + rx:.2f}" cy="{area.y + ry:.2f}" rx="{rx:.2f}" '
                f'ry="{ry:.2f}" {look}/>'
            )
        return (
            f'<rect x="{area.x:.2f}" y="{area.y:.2f}" width="{area.wide:.2f}" '
            f'height="{area.high:.2f}" rx="{area.radius:g}" {look}/>'
        )

    def arrow(self, arrow: Arrow) -> str:
        dx, dy = arrow.x2 - arrow.cx, arrow.y2 - arrow.cy
        length = math.hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        x, y, half = arrow.x2 - ux * arrow.head, arrow.y2 - uy * arrow.head, arrow.head / 2
        path = f"M{arrow.x1:.2f} {arrow.y1:.2f}Q{arrow.cx:.2f} {arrow.cy:.2f} {x:.2f} {y:.2f}"
        head = (
            f"M{arrow.x2:.2f} {arrow.y2:.2f}L{x - uy * half:.2f} {y + ux * half:.2f}"
            f"L{x + uy * half:.2f} {y - ux * half:.2f}Z"
        )
        colour = self.colour(arrow.colour)
        return (
            f'<path d="{path}" fill="none" {self.pen(arrow.colour, arrow.width)}/>'
            f'<path d="{head}" fill="{colour}"/>'
        )

    def disc(self, disc: Disc) -> str:
        size = disc.across * 0.54
        circle = (
            f'<circle cx="{disc.x:.2f}" cy="{disc.y:.2f}" r="{disc.across / 2:.2f}" '
            f'fill="{self.colour(disc.fill)}"/>'
        )
        y = disc.y + size * CAP
        return circle + self.label(Label(disc.text, disc.x, y, size, "middle", "bold", disc.ink))


def _clip(shown: FaceMark) -> str:
    """Return the attribute that clips a face to its outline.

    Returns an empty string for a face that is a plain card.
    """
    if shown.outline == "rect":
        return ""
    if shown.outline == "round":
        return ' clip-path="circle()"'
    corners = corners_of(shown.outline, Size(shown.wide, shown.high))
    shape = ",".join(f"{100 * x / shown.wide:.2f}% {100 * y / shown.high:.2f}%" for x, y in corners)
    return f' clip-path="polygon({shape})"'
