"""A face to an SVG that stands alone: shared art, icons, pictures and letters lie inside of it."""

from __future__ import annotations

import base64
import html
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from validator.core.model import Size

if TYPE_CHECKING:
    from generator.kit.build import KitRenderer

_HREF = re.compile(r'href="(#[^"]*)"')
_IMAGE = re.compile(r'(<image [^<]*?href=")([^"#]*)"')  # the words of a text hold no "<"
_BOLD = re.compile(r'font-weight="(?!normal)')
_ITALIC = re.compile(r'font-style="(?!normal)')


def alone(press: KitRenderer, svg: str, size: Size, bleed: float) -> bytes:
    """A face of `press` with everything inside that it names; `bleed` (mm) of it is shown.

    Raises PaintError or OSError for a picture that is no longer there.
    """
    definitions: dict[str, str] = {}

    def gather(text: str) -> str:
        for name in _HREF.findall(text):
            if name[1:] in definitions:
                continue
            found = press.renderer.definition(name[1:])
            if found:
                definitions[name[1:]] = ""  # art that names itself ends here
                definitions[name[1:]] = _definition(name[1:], gather(found[0]), found[1])
        return _IMAGE.sub(lambda match: _embedded(press, match), text)

    body = gather(svg)
    shared = "".join(definitions.values())
    rest = body.partition(">")[2]
    link = ' xmlns:xlink="http://www.w3.org/1999/xlink"' if "xlink:" in body + shared else ""
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg"{link} width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="{-bleed:g} {-bleed:g} {wide:g} {high:g}">'
    )
    return f"{head}{_letters(press, body + shared)}<defs>{shared}</defs>{rest}".encode()


def _definition(name: str, inner: str, box: tuple[float, float, float, float]) -> str:
    """An icon is scaled into the place where it is used; art has the face's own coordinates."""
    if not name.startswith("icon-"):
        return f'<g id="{name}">{inner}</g>'
    view = " ".join(f"{value:g}" for value in box)
    inner = inner.replace(' fill="currentColor"', "")  # the colour is that of its use
    return f'<symbol id="{name}" viewBox="{view}">{inner}</symbol>'


def _embedded(press: KitRenderer, match: re.Match[str]) -> str:
    """A picture's file as data."""
    file = Path(press.find_picture(html.unescape(match[2]))[1])
    kind = "jpeg" if file.suffix.lower() in (".jpg", ".jpeg") else "png"
    return f'{match[1]}data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"'


def _letters(press: KitRenderer, svg: str) -> str:
    """A style with the letters that are used, of each typeface and style that is named."""
    words = "".join(sorted(set(html.unescape("".join(re.findall(r">([^<]*)<", svg))))))
    weights = (False, True) if _BOLD.search(svg) else (False,)
    slants = (False, True) if _ITALIC.search(svg) else (False,)
    rules = []
    for family in sorted(set(re.findall(r'font-family="([^"]*)"', svg))):
        for bold, italic in product(weights, slants):
            face = press.fonts.face(family, bold, italic)
            data = base64.b64encode(face.subset(words)).decode()
            weight, slant = "bold" if bold else "normal", "italic" if italic else "normal"
            rules.append(
                f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};"
                f"src:url(data:font/ttf;base64,{data})}}"
            )
    return f"<style>{''.join(rules)}</style>"
