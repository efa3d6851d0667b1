"""Writes each face and back as PNG (300 dpi) or standalone SVG, and each card as PDF."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Container

from generator.export.designs import (
    Design,
    DesignRenderer,
    ExportedSide,
    Files,
    cut_out,
    pixels,
    png,
)
from generator.export.standalone_svg import alone
from validator.load.cells import no_formula

CORNER = 3.0  # mm, radius of a card's corner


def png_files(studio: DesignRenderer, dpi: float = 300, corners: bool = False) -> Files:
    """Return a PNG for each face and back, with the renderer's bleed.

    If there is no bleed, corners can be rounded and transparent.
    """
    ready: dict[str, bytes] = {}

    def encoded(key: str, design: Design) -> bytes:
        if key not in ready:
            component = design.component
            cell = pixels(component.size, studio.bleed, dpi)
            picture = studio.pictures([key], cell)[key]
            if corners and (component.outline != "rect" or component.kind == "deck"):
                picture = cut_out(picture, component, CORNER / 25.4 * dpi)
            ready[key] = png(picture, dpi)
        return ready[key]

    return _named(studio, encoded, "png")


def svg_files(studio: DesignRenderer) -> Files:
    """Return a self-contained SVG for each face and back.

    Its art, icons, pictures and glyphs are embedded.
    """
    drawn = studio.kit_renderer.faces or {}

    def content(key: str, of: Design) -> bytes:
        return alone(studio.kit_renderer, drawn[key], of.component.size, studio.bleed)

    return _named(studio, content, "svg")


def pdf_files(studio: DesignRenderer) -> Files:
    """Return a PDF for each card, with the back as its second page."""
    files: dict[str, bytes] = {}
    for design in studio.designs:
        component = design.component
        card = component.card(design.id)
        alone_ = DesignRenderer(studio.game, studio.bleed, studio.ink)  # a document each
        face = alone_.kit_renderer.draw(component, card, component.face)
        back = alone_.kit_renderer.back(component, card) if design.back else None
        piece = f"{component.id}/{design.id}"
        sides = [ExportedSide(face, component, piece)] if face else []
        if back:
            sides.append(ExportedSide(back, component, piece, back=True))
        files[f"{piece}.pdf"] = alone_.page_pdf(sides, design.title)
    return files


def _named(studio: DesignRenderer, content: Callable[[str, Design], bytes], suffix: str) -> Files:
    """Return a file for each side of each card, and a table of the files with the numbers of
    copies.
    """
    files: dict[str, bytes] = {}
    rows = []
    faces = {f"{each.component.id}/{each.id}" for each in studio.designs}
    for design in studio.designs:
        folder = design.component.id
        face = f"{folder}/{design.id}.{suffix}"
        files[face] = content(design.face, design)
        back = ""
        if design.back:
            shared = _shares_back(studio, design)
            back = f"{folder}/{'back' if shared else back_name(design, faces)}.{suffix}"
            files[back] = content(design.back, design)
        rows.append((face, back, design.title, design.copies, design.component.size.width,
                     design.component.size.height))  # fmt: skip
    files["cards.csv"] = _table(rows)
    return files


def back_name(design: Design, faces: Container[str]) -> str:
    """Return a name for the file with a card's back that no other card uses."""
    name = f"{design.id}-back"
    return f"{design.id}_back" if f"{design.component.id}/{name}" in faces else name  # no id has _


def _shares_back(studio: DesignRenderer, design: Design) -> bool:
    backs = {each.back for each in studio.designs if each.component is design.component}
    return len(backs) == 1 and not any(
        each.id == "back" for each in studio.designs if each.component is design.component
    )


def _table(rows: list[tuple[str, str, str, int, float, float]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("face", "back", "title", "copies", "width_mm", "height_mm"))
    writer.writerows((*row[:2], no_formula(row[2]), *row[3:]) for row in rows)
    return out.getvalue().encode()
