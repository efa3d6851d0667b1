"""Writes order files for MPC-Autofill, a tool that fills in orders at MakePlayingCards.

Its XML names the picture of each slot. A slot is one card of the order, and slots count from 0. An
`id` may be the path of a local file, relative to the folder of the order, where the tool is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from generator.export.designs import Design, DesignRenderer, Files, pixels, png
from generator.export.service_list import DPI, SERVICES
from generator.export.services import service_files
from validator.core.location import Problem
from validator.core.model import Component

STOCK = "(S30) Standard Smooth"  # the service's name of it
# The order's size brackets are no longer read; it takes this many cards.
MOST = 612


def autofill_files(studio: DesignRenderer) -> tuple[Files, list[Problem], list[str]]:
    """Return an order with its pictures for each deck that MakePlayingCards can print."""
    drawn, problems, remarks = service_files(studio, "mpc")
    folders = {name.split("/")[0] for name in drawn}
    files: dict[str, bytes] = {}
    for component, designs in studio.decks(("deck",)):
        if component.id in folders and sum(each.copies for each in designs) <= MOST:
            files |= _order(studio, component, designs)
    return files, problems, remarks


def _order(studio: DesignRenderer, component: Component, designs: Sequence[Design]) -> Files:
    cell = pixels(studio.size(component), SERVICES["mpc"].bleed, DPI)
    keys = [key for each in designs for key in (each.face, each.back) if key]
    shown = studio.pictures(keys, cell)
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}  # key -> file
    slots: dict[tuple[str, bool], list[int]] = {}  # picture and side -> slots
    slot = 0
    for each in designs:
        for back, key in ((False, each.face), (True, each.back)):
            if key and key not in names:
                tail = "-back" if back else ""
                names[key] = f"{each.id}{tail}.png"
                files[f"{component.id}/{names[key]}"] = png(shown[key], DPI)
            if key:
                slots.setdefault((names[key], back), []).extend(range(slot, slot + each.copies))
        slot += each.copies
    backs = {name: found for (name, back), found in slots.items() if back}
    usual = max(backs, key=lambda name: len(backs[name])) if backs else ""
    titles = {f"{each.id}.png": each.title for each in designs}
    fronts = {name: found for (name, back), found in slots.items() if not back}
    others = {name: found for name, found in backs.items() if name != usual}
    lines = [
        "<order>",
        f"  <details><quantity>{slot}</quantity><stock>{STOCK}</stock><foil>false</foil></details>",
        *_cards("fronts", fronts, titles),
        *(_cards("backs", others, titles) if others else ()),
        f"  <cardback>{escape(usual)}</cardback>",
        "</order>",
    ]
    files[f"{component.id}/order.xml"] = ("\n".join(lines) + "\n").encode()
    return files


def _cards(tag: str, found: dict[str, list[int]], titles: dict[str, str]) -> list[str]:
    """Return the XML of the cards on one side of an order.

    The importer of the website searches for `query`.
    """
    lines = [f"  <{tag}>"]
    for name, places in found.items():
        query = titles.get(name, name.removesuffix(".png")).lower()
        lines.append(
            f"    <card><id>{escape(name)}</id><sourceType>Local File</sourceType>"
            f"<slots>{','.join(map(str, places))}</slots><name>{escape(name)}</name>"
            f"<query>{escape(query)}</query></card>"
        )
    return [*lines, f"  </{tag}>"]
