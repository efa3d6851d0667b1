"""Exports pieces that are larger than the paper, such as boards, as separate PDFs."""

from __future__ import annotations

from generator.export.designs import DesignRenderer, Files
from generator.pdf.writer import About, write_pdf
from generator.sheets.boards import board_pages, sheets_of
from generator.sheets.pages import Page, Piece
from generator.sheets.paper import PAPERS


def board_files(studio: DesignRenderer, paper: str) -> tuple[Files, list[str]]:
    """Return a PDF with the printed sheets of all boards, and remarks on the number of sheets."""
    size = PAPERS[paper].size
    pages: list[Page] = []
    remarks = []
    for component, designs in studio.decks(("tile", "sheet", "board")):
        for design in designs if sheets_of(component.size, size) > 1 else ():
            id_ = f"{component.id}/{design.id}"
            piece = Piece(id_, component.size, "rect", design.face, None, design.title)
            found = list(board_pages(piece, size, studio.bleed, both=False))
            pages += found
            how = "glue each one over the dashed strip of the previous sheet"
            remarks.append(f"{design.title}: {len(found)} sheets; {how}")
    if not pages:
        remarks.append(f"every tile, sheet and board fits on one sheet of {PAPERS[paper].title}")
        return {}, remarks
    game, kit_renderer = studio.game, studio.kit_renderer
    about = About(game.title, game.licence.credit, game.title, game.language, "Simplex")
    resources, encoder = kit_renderer.painter.resources, kit_renderer.encoder
    pdf = write_pdf(pages, kit_renderer.drawings, resources, encoder, about, lambda _: None)
    return {f"boards-{paper}.pdf": pdf}, remarks
