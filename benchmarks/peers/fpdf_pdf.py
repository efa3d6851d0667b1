"""fpdf2: words are measured once, pictures embedded once, and icon paths parsed once."""

from __future__ import annotations

import design as d
from fpdf import FPDF
from fpdf.drawing import DeviceRGB, GraphicsContext, GraphicsStyle, Transform
from fpdf.svg import SVGObject


def main() -> None:
    folder, target = d.arguments()
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    for style, file in (("", d.REGULAR), ("B", d.BOLD), ("I", d.ITALIC)):
        pdf.add_font("Alegreya Sans", style, str(file))

    def width(style: str, size: float) -> d.Measured:
        def measure(word: str) -> float:
            pdf.set_font("Alegreya Sans", style, size)
            return pdf.get_string_width(word)

        return d.Measured(measure)

    regular, bold, title, small = width("", 9), width("B", 9), width("B", 13), width("", 6)
    icons = {name: icon_parts(folder, name) for name in d.icon_paths(folder)}

    def say(text: str, x: float, y: float, style: str, size: float, colour: str) -> None:
        pdf.set_font("Alegreya Sans", style, size)
        pdf.set_text_color(colour)
        pdf.text(x, y, text)

    def icon(name: str, x: float, y: float, size: float, colour: str) -> None:
        with pdf.drawing_context() as context:
            group = GraphicsContext()
            group.transform = Transform.scaling(size / 512).translate(x, y)
            group.style.fill_color = DeviceRGB(*d.rgb(colour))
            group.style.stroke_color = None
            group.path_items = icons[name]
            context.add_item(group, clone=False)

    def marks() -> None:
        pdf.set_draw_color(0)
        pdf.set_line_width(0.15)
        for mark in d.crop_marks():
            pdf.line(*mark)

    def box(x: float, y: float, rect: tuple[float, ...], colour: str) -> None:
        pdf.set_fill_color(colour)
        pdf.rect(x + rect[0], y + rect[1], rect[2], rect[3], style="F")

    def panel(x: float, y: float, w: float, h: float, stroke: float, style: str) -> None:
        pdf.set_line_width(stroke)
        pdf.rect(x, y, w, h, style=style, round_corners=True, corner_radius=2.5)

    def front(index: int, x: float, y: float, row: d.Row) -> None:
        box(x, y, d.ground(index), row["hue"])
        pdf.set_fill_color(d.PAPER)
        pdf.set_draw_color(d.INK)
        panel(x + 3, y + 3, 57, 82, 0.4, "DF")
        say(row["title"], x + 31.5 - title[row["title"]] / 2, y + 11, "B", 13, d.INK)
        pdf.image(str(folder / "game" / row["picture"]), x + 6, y + 14, 51, 34)
        say(row["kind"], x + 6, y + 53, "I", 9, d.MUTED)
        for place, name in enumerate(row["icons"].split("; ")):
            icon(name, x + 40 + 6 * place, y + 49.3, 5, d.INK)
        for left, line, words, is_bold in d.wrapped(row["text"], regular, bold, 51):
            base = y + 58.477 + line * d.LEADING
            say(words, x + 6 + left, base, "B" if is_bold else "", 9, d.INK)
        say(row["number"], x + 31.5 - small[row["number"]] / 2, y + 82.5, "", 6, d.MUTED)

    def back(index: int, x: float, y: float) -> None:
        box(x, y, d.ground(index, back=True), d.HUE)
        pdf.set_draw_color(d.PAPER)
        panel(x + 4, y + 4, 55, 80, 0.6, "D")
        icon("castle", x + 16.5, y + 24, 30, d.PAPER)
        words = "The measured deck"
        say(words, x + 31.5 - title[words] / 2, y + 66, "B", 13, d.PAPER)

    for rows in d.sheets(folder):
        pdf.add_page()
        for index, row in enumerate(rows):
            front(index, *d.corner(index), row)
        marks()
        pdf.add_page()
        for index, _ in enumerate(rows):
            back(index, *d.corner(index, back=True))
        marks()
    pdf.output(str(target))


def icon_parts(folder, name: str) -> list:
    """Return the items of an icon's drawing, without their colours."""
    svg = SVGObject.from_file(str(folder / "icons" / f"{name}.svg"))
    items = svg.base_group.path_items
    for item in items:
        item.style.fill_color = GraphicsStyle.INHERIT
    return items


main()
