"""pycairo: one PDF surface; icons, frames and backs are recorded once, words measured once."""

from __future__ import annotations

import ctypes
import ctypes.util

import cairo
import design as d
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path


class CairoPen(BasePen):
    def __init__(self, context: cairo.Context) -> None:
        super().__init__(None)
        self._moveTo = lambda p: context.move_to(*p)
        self._lineTo = lambda p: context.line_to(*p)
        self._curveToOne = lambda a, b, c: context.curve_to(*a, *b, *c)
        self._closePath = context.close_path


def main() -> None:
    folder, target = d.arguments()
    fontconfig = ctypes.CDLL(ctypes.util.find_library("fontconfig") or "libfontconfig.so.1")
    for file in (d.REGULAR, d.BOLD, d.ITALIC):
        fontconfig.FcConfigAppFontAddFile(None, str(file).encode())
    name, slant, weight = "Alegreya Sans", cairo.FontSlant, cairo.FontWeight
    faces = {
        "regular": cairo.ToyFontFace(name, slant.NORMAL, weight.NORMAL),
        "bold": cairo.ToyFontFace(name, slant.NORMAL, weight.BOLD),
        "italic": cairo.ToyFontFace(name, slant.ITALIC, weight.NORMAL),
    }
    point = 72 / 25.4
    surface = cairo.PDFSurface(str(target), d.PAPER_W * point, d.PAPER_H * point)
    c = cairo.Context(surface)
    c.scale(point, point)
    options = cairo.FontOptions()
    options.set_hint_metrics(cairo.HintMetrics.OFF)
    options.set_hint_style(cairo.HintStyle.NONE)
    c.set_font_options(options)
    icons = {}
    for icon, path in d.icon_paths(folder).items():
        parse_path(path, CairoPen(c))
        icons[icon] = c.copy_path()
        c.new_path()

    def width(face: str, size: float) -> d.Measured:
        def measure(word: str) -> float:
            c.set_font_face(faces[face])
            c.set_font_size(size * d.PT)
            return c.text_extents(word).x_advance

        return d.Measured(measure)

    regular, bold, title = width("regular", 9), width("bold", 9), width("bold", 13)
    small = width("regular", 6)

    def say(text: str, x: float, y: float, face: str, size: float, colour: str) -> None:
        c.set_font_face(faces[face])
        c.set_font_size(size * d.PT)
        c.set_source_rgb(*d.rgb(colour))
        c.move_to(x, y)
        c.show_text(text)

    def rounded(x: float, y: float, w: float, h: float, r: float) -> None:
        c.new_sub_path()
        quarter = 1.5707963267948966
        c.arc(x + w - r, y + r, r, -quarter, 0)
        c.arc(x + w - r, y + h - r, r, 0, quarter)
        c.arc(x + r, y + h - r, r, quarter, 2 * quarter)
        c.arc(x + r, y + r, r, 2 * quarter, 3 * quarter)
        c.close_path()

    def icon(name: str, x: float, y: float, size: float, colour: str) -> None:
        c.save()
        c.translate(x, y)
        c.scale(size / 512, size / 512)
        c.append_path(icons[name])
        c.set_source_rgb(*d.rgb(colour))
        c.fill()
        c.restore()

    pictures: dict[str, cairo.ImageSurface] = {}

    def picture(file: str, x: float, y: float, w: float) -> None:
        image = pictures.get(file)
        if image is None:
            image = cairo.ImageSurface.create_from_png(str(folder / "game" / file))
            pictures[file] = image
        c.save()
        c.translate(x, y)
        c.scale(w / image.get_width(), w / image.get_width())
        c.set_source_surface(image)
        c.paint()
        c.restore()

    def marks() -> None:
        c.set_source_rgb(0, 0, 0)
        c.set_line_width(0.15)
        for x1, y1, x2, y2 in d.crop_marks():
            c.move_to(x1, y1)
            c.line_to(x2, y2)
        c.stroke()

    def front(index: int, row: d.Row) -> None:
        c.rectangle(*d.ground(index))
        c.set_source_rgb(*d.rgb(row["hue"]))
        c.fill()
        rounded(3, 3, 57, 82, 2.5)
        c.set_source_rgb(*d.rgb(d.PAPER))
        c.fill_preserve()
        c.set_source_rgb(*d.rgb(d.INK))
        c.set_line_width(0.4)
        c.stroke()
        say(row["title"], 31.5 - title[row["title"]] / 2, 11, "bold", 13, d.INK)
        picture(row["picture"], 6, 14, 51)
        say(row["kind"], 6, 53, "italic", 9, d.MUTED)
        for place, name in enumerate(row["icons"].split("; ")):
            icon(name, 40 + 6 * place, 49.3, 5, d.INK)
        for x, line, words, is_bold in d.wrapped(row["text"], regular, bold, 51):
            say(words, 6 + x, 58.477 + line * d.LEADING, "bold" if is_bold else "regular", 9, d.INK)
        say(row["number"], 31.5 - small[row["number"]] / 2, 82.5, "regular", 6, d.MUTED)

    def back(index: int) -> None:
        c.rectangle(*d.ground(index, back=True))
        c.set_source_rgb(*d.rgb(d.HUE))
        c.fill()
        rounded(4, 4, 55, 80, 2.5)
        c.set_source_rgb(*d.rgb(d.PAPER))
        c.set_line_width(0.6)
        c.stroke()
        icon("castle", 16.5, 24, 30, d.PAPER)
        words = "The measured deck"
        say(words, 31.5 - title[words] / 2, 66, "bold", 13, d.PAPER)

    for rows in d.sheets(folder):
        for side in ("front", "back"):
            for index, row in enumerate(rows):
                c.save()
                c.translate(*d.corner(index, side == "back"))
                front(index, row) if side == "front" else back(index)
                c.restore()
            marks()
            c.show_page()
    surface.finish()


main()
