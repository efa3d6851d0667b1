"""The deck as one HTML document, for WeasyPrint and Chromium."""

from __future__ import annotations

import html
import re
from pathlib import Path

import design as d

STYLE = """
@font-face {{ font-family: "AS"; src: url("{regular}") }}
@font-face {{ font-family: "AS"; font-weight: bold; src: url("{bold}") }}
@font-face {{ font-family: "AS"; font-style: italic; src: url("{italic}") }}
@page {{ size: 210mm 297mm; margin: 0 }}
body {{ margin: 0; font: 9pt/1.2 "AS"; color: #2b2b33; font-variant-ligatures: none }}
.s {{ position: relative; width: 210mm; height: 297mm; overflow: hidden; break-after: page }}
.s > *, .c > * {{ position: absolute }}
.f {{ left: 3mm; top: 3mm; width: 56.6mm; height: 81.6mm; margin: -0.2mm;
  border: 0.4mm solid #2b2b33; border-radius: 2.5mm; background: #f7f1e3 }}
.h {{ left: 0; width: 63mm; top: 6.1mm; text-align: center; font: bold 13pt/1.2 "AS" }}
.p {{ left: 6mm; top: 14mm; width: 51mm; height: 34mm }}
.k {{ left: 6mm; top: 50.05mm; width: 34mm; font-style: italic; color: #6a6a72 }}
.i {{ top: 49.3mm; width: 5mm; height: 5mm }}
.t {{ left: 6mm; top: 55.5mm; width: 51mm }}
.n {{ left: 0; width: 63mm; top: 80.5mm; text-align: center; font-size: 6pt; color: #6a6a72 }}
.b {{ left: 4mm; top: 4mm; width: 54.4mm; height: 79.4mm; margin: -0.3mm;
  border: 0.6mm solid #f7f1e3; border-radius: 2.5mm }}
.l {{ left: 16.5mm; top: 24mm; width: 30mm; height: 30mm }}
.m {{ background: #000 }}
"""


def document(folder: Path, inline: bool) -> str:
    """Return the deck as HTML; icons are <use> elements if `inline`, else pictures."""
    style = STYLE.format(regular=d.REGULAR.as_uri(), bold=d.BOLD.as_uri(), italic=d.ITALIC.as_uri())
    symbols = ""
    if inline:
        symbols = "".join(
            f'<symbol id="{name}" viewBox="0 0 512 512"><path d="{path}"/></symbol>'
            for name, path in d.icon_paths(folder).items()
        )
        symbols = f'<svg style="position:absolute;width:0;height:0">{symbols}</svg>'
    else:
        castle = (folder / "icons" / "castle.svg").read_text("utf-8")
        (folder / "icons" / "castle-light.svg").write_text(castle.replace("#2b2b33", d.PAPER))
    marks = "".join(_mark(*mark) for mark in d.crop_marks())
    parts = []
    for rows in d.sheets(folder):
        for back in (False, True):
            cards = "".join(_card(i, row, back, inline) for i, row in enumerate(rows))
            parts.append(f'<div class="s">{cards}{marks}</div>')
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Deck</title>'
        f"<style>{style}</style>"
        f"<body>{symbols}{''.join(parts)}</body></html>"
    )


def _mark(x1: float, y1: float, x2: float, y2: float) -> str:
    x, y = (x1 - 0.075 * (x1 == x2), y1 - 0.075 * (y1 == y2))
    return (
        f'<div class="m" style="left:{x}mm;top:{y}mm;width:{x2 - x1 or 0.15}mm;'
        f'height:{y2 - y1 or 0.15}mm"></div>'
    )


def _card(index: int, row: d.Row, back: bool, inline: bool) -> str:
    x, y = d.corner(index, back)
    left, top, width, height = d.ground(index, back)
    hue = d.HUE if back else row["hue"]
    ground = (
        f'<div style="left:{left}mm;top:{top}mm;width:{width}mm;height:{height}mm;'
        f'background:{hue}"></div>'
    )
    inside = _back(inline) if back else _front(row, inline)
    return f'<div class="c" style="left:{x}mm;top:{y}mm">{ground}{inside}</div>'


def _icon(name: str, rest: str, inline: bool) -> str:
    if inline:
        return f'<svg {rest}><use href="#{name}"/></svg>'
    return f'<img src="icons/{name}.svg" {rest}>'


def _front(row: d.Row, inline: bool) -> str:
    icons = "".join(
        _icon(name, f'class="i" style="left:{40 + 6 * i}mm;fill:{d.INK}"', inline)
        for i, name in enumerate(row["icons"].split("; "))
    )
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(row["text"]))
    return (
        f'<div class="f"></div><div class="h">{html.escape(row["title"])}</div>'
        f'<img class="p" src="game/{row["picture"]}"><div class="k">{row["kind"]}</div>{icons}'
        f'<div class="t">{text}</div><div class="n">{row["number"]}</div>'
    )


def _back(inline: bool) -> str:
    name = "castle" if inline else "castle-light"
    return (
        f'<div class="b"></div>{_icon(name, f"""class="l" style="fill:{d.PAPER}" """, inline)}'
        f'<div class="h" style="top:61.1mm;color:{d.PAPER}">The measured deck</div>'
    )
