"""A picture for each face and back: PNG of 300 dots an inch, or SVG that stands alone."""

from __future__ import annotations

import base64
import csv
import html
import io
import re
from collections.abc import Callable
from itertools import product

from generator.export.studio import Design, Files, Studio, pixels, png, rounded
from validator.model import Size

CORNER = 3.0  # mm, radius of a card's corner


def png_files(studio: Studio, dpi: float = 300, corners: bool = False) -> Files:
    """A PNG each, with the studio's bleed; without any, corners may be cut round and clear."""
    ready: dict[str, bytes] = {}

    def encoded(key: str, design: Design) -> bytes:
        if key not in ready:
            component = design.component
            cell = pixels(component.size, studio.bleed, dpi)
            picture = studio.pictures([key], cell)[key]
            if corners and (component.outline == "round" or component.kind == "deck"):
                picture = rounded(picture, component.outline == "round", CORNER / 25.4 * dpi)
            ready[key] = png(picture, dpi)
        return ready[key]

    return _named(studio, encoded, "png")


def svg_files(studio: Studio) -> Files:
    """An SVG each: shared art, icons, pictures and the letters that are used lie inside."""
    svgs = studio.press.svgs or {}
    return _named(studio, lambda key, of: _alone(studio, svgs[key], of.component.size), "svg")


def _named(studio: Studio, content: Callable[[str, Design], bytes], suffix: str) -> Files:
    """Files by component and card, and a table of them with how many copies the kit has."""
    files: dict[str, bytes] = {}
    rows = []
    for design in studio.designs:
        folder = design.component.id
        face = f"{folder}/{design.id}.{suffix}"
        files[face] = content(design.face, design)
        back = ""
        if design.back:
            shared = _shares_back(studio, design)
            back = f"{folder}/{'back' if shared else design.id + '-back'}.{suffix}"
            files[back] = content(design.back, design)
        rows.append((face, back, design.title, design.copies, design.component.size.width,
                     design.component.size.height))  # fmt: skip
    files["cards.csv"] = _table(rows)
    return files


def _shares_back(studio: Studio, design: Design) -> bool:
    backs = {each.back for each in studio.designs if each.component is design.component}
    return len(backs) == 1 and not any(
        each.id == "back" for each in studio.designs if each.component is design.component
    )


def _table(rows: list[tuple[str, str, str, int, float, float]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("face", "back", "title", "copies", "width_mm", "height_mm"))
    writer.writerows(rows)
    return out.getvalue().encode()


_HREF = re.compile(r'href="([^"]*)"')


def _alone(studio: Studio, svg: str, size: Size) -> bytes:
    """A face with everything inside that it names."""
    definitions: dict[str, str] = {}

    def gather(text: str) -> str:
        for name in _HREF.findall(text):
            if not name.startswith("#") or name[1:] in definitions:
                continue
            found = studio.press.renderer.definition(name[1:])
            if found:
                definitions[name[1:]] = ""  # art that names itself ends here
                definitions[name[1:]] = _definition(name[1:], gather(found[0]), found[1])
        return _HREF.sub(lambda match: _embedded(studio, match), text)

    body = gather(svg)
    shared = "".join(definitions.values())
    rest = body.partition(">")[2]
    bleed = studio.bleed
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {wide:g} {high:g}">'
    )
    return f"{head}{_letters(studio, body + shared)}<defs>{shared}</defs>{rest}".encode()


def _definition(name: str, inner: str, box: tuple[float, float, float, float]) -> str:
    """An icon is scaled into the place where it is used; art has the face's own coordinates."""
    if not name.startswith("icon-"):
        return f'<g id="{name}">{inner}</g>'
    view = " ".join(f"{value:g}" for value in box)
    inner = inner.replace(' fill="currentColor"', "")  # the colour is that of its use
    return f'<symbol id="{name}" viewBox="{view}">{inner}</symbol>'


def _embedded(studio: Studio, match: re.Match[str]) -> str:
    """A picture's file as data; references inside of the SVG stay."""
    name = match[1]
    if name.startswith("#"):
        return match[0]
    file = studio.game.folder / name
    kind = "jpeg" if file.suffix.lower() in (".jpg", ".jpeg") else "png"
    return f'href="data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"'


def _letters(studio: Studio, svg: str) -> str:
    """A style with the letters that are used, of each typeface and style that is named."""
    words = html.unescape("".join(re.findall(r">([^<]*)<", svg)))
    rules = []
    for family in sorted(set(re.findall(r'font-family="([^"]*)"', svg))):
        for bold, italic in product((False, True), repeat=2):
            face = studio.press.fonts.face(family, bold, italic)
            data = base64.b64encode(face.subset(words)).decode()
            weight, slant = "bold" if bold else "normal", "italic" if italic else "normal"
            rules.append(
                f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
                f"src:url(data:font/ttf;base64,{data})}}"
            )
    return f"<style>{''.join(rules)}</style>"
