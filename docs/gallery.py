"""Write HTML galleries of the library's icons, ornaments and typefaces.

The site's build appends them to docs/ornaments.md; they are not in the repository.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from generator.faces.fonts import FontBook
from generator.illustration.ornaments import ORNAMENTS, STROKED
from validator.core.resources import resource

# Width and height in millimetres in which an ornament looks as it is meant; a band if not named.
BOXES = {
    "coffee-ring": (40, 40), "craquelure": (60, 40), "ink-splatter": (40, 40),
    "halftone": (60, 30), "laurel-wreath": (40, 40), "marble-veins": (60, 40),
    "meander-frame": (60, 40), "palmette": (40, 30), "paper-rules": (60, 40),
    "redaction-bars": (60, 30), "registration-cross": (20, 20), "rosette": (40, 40),
    "stripes": (60, 20),
    "sun-rays": (60, 30), "torn": (60, 30), "whiplash": (40, 40),
}  # fmt: skip
BAND = (80, 7)
FONTS = resource("templates") / "fonts"
SAMPLE = "Take two coins and cross the river, 1234567890"


def ornaments() -> str:
    """Return a picture of every ornament in its box."""
    return _figures(((_ornament(name), name) for name in ORNAMENTS), " wide")


def icons() -> str:
    """Return a picture of every icon in the library, by name."""
    library = json.loads((resource("templates") / "icons" / "icons.json").read_text("utf-8"))
    return _figures((_icon(icon), name) for name, icon in sorted(library.items()))


def typefaces() -> str:
    """Return a line of text in each typeface, with the glyphs of this line embedded in the page."""
    book = FontBook(FONTS)
    rules, lines = [], []
    for family in book.families:
        face = base64.b64encode(book.face(family).subset(SAMPLE)).decode()
        source = f'url("data:font/ttf;base64,{face}")'
        rules.append(f'@font-face {{ font-family: "sample {family}"; src: {source}; }}\n')
        style = f"font-family: 'sample {family}'"
        lines.append(f'<p class="typeface"><span style="{style}">{SAMPLE}</span> {family}</p>\n')
    return f"<style>\n{''.join(rules)}</style>\n{''.join(lines)}"


def _figures(pictures: Iterator[tuple[str, str]], kind: str = "") -> str:
    cells = (f"<figure>{svg}<figcaption>{name}</figcaption></figure>\n" for svg, name in pictures)
    return f'<div class="gallery{kind}">\n{"".join(cells)}</div>\n'


def _ornament(name: str) -> str:
    width, height = BOXES.get(name, BAND)
    paint = 'fill="currentColor"'
    if name in STROKED:
        paint = 'fill="none" stroke="currentColor" stroke-width="0.3"'
    return _svg(width, height, f'<path d="{ORNAMENTS[name](width, height)}" {paint}/>')


def _icon(icon: dict[str, str]) -> str:
    return _svg(icon["box"], icon["box"], f'<path d="{icon["d"]}" fill="currentColor"/>')


def _svg(width: object, height: object, inside: str) -> str:
    return f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{inside}</svg>'
