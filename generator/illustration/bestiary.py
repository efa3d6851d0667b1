"""Provides all monsters and beasts by name, in the colours of a face."""

from __future__ import annotations

import re
from functools import lru_cache

from generator.illustration.beasts import BEASTS
from generator.illustration.black_figure import BRONZE, CLAY, FILLED, GLAZE, RED, WHITE
from generator.illustration.giants import minotaur, talos
from generator.illustration.gorgon import gorgon_head, medusa
from generator.illustration.monsters import cerberus, chimera, hydra, sphinx
from generator.illustration.vase_buildings import VASE_BUILDINGS
from generator.illustration.vase_nature import VASE_NATURE
from generator.illustration.vase_props import PROPS, standing_owl
from generator.illustration.vase_riders import VASE_RIDERS
from generator.illustration.vase_sea import VASE_SEA
from generator.illustration.vase_tales import fox, hung_fleece, ram
from generator.illustration.vase_things import VASE_THINGS
from generator.illustration.vase_treasures import VASE_TREASURES

MONSTERS = {
    "cerberus": cerberus,
    "chimera": chimera,
    "fleece": hung_fleece,
    "fox": fox,
    "gorgon-head": gorgon_head,
    "hydra": hydra,
    "medusa": medusa,
    "minotaur": minotaur,
    "owl": standing_owl,
    "ram": ram,
    "sphinx": sphinx,
    "talos": talos,
    **BEASTS,
    **VASE_BUILDINGS,
    **VASE_NATURE,
    **VASE_RIDERS,
    **VASE_SEA,
    **VASE_THINGS,
    **VASE_TREASURES,
}
_PAINT = re.compile(r'fill="(#[0-9a-f]{6}|none)"(?: stroke="(#[0-9a-f]{6})")?')


@lru_cache(maxsize=96)
def monster(
    name: str,
    body: str,
    line: str,
    red: str,
    white: str,
    bronze: str,
    saving: bool,
    held: bool = False,
) -> str:
    """Return the SVG of a monster, or of what a hand holds, with colours for its body, its lines
    and its accents.

    With `saving`, bodies are white to save ink, and lines have the colour `line`.
    """
    colours = {GLAZE: body, FILLED: body, CLAY: line, RED: red, WHITE: white, BRONZE: bronze}
    colours["none"] = "none"

    def paint(found: re.Match[str]) -> str:
        fill, stroke = found.groups()
        if saving:
            light = stroke or fill in (FILLED, WHITE, BRONZE)
            fill = "none" if fill == "none" else "#ffffff" if light else line
            return f'fill="{fill}"' + (f' stroke="{line}"' if stroke else "")
        drawn = f'fill="{colours.get(fill, fill)}"'
        return drawn + (f' stroke="{colours.get(stroke, stroke)}"' if stroke else "")

    return _PAINT.sub(paint, (PROPS if held else MONSTERS)[name]())
