"""Makes the PDF file of a kit's pages, with a line of small print on each sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.drawing.drawings import Drawing
from generator.kit.renderer import KitRenderer
from generator.pdf.writer import About, write_pdf
from generator.sheets.pages import Page
from generator.sheets.paper import PAPERS, SIDES

MANIFEST = "manifest.json"  # its name inside the PDF
NOTE_SIZE = 1.9  # mm, the small print under a block of cards


def kit_pdf(kit: KitRenderer, pages: Sequence[Page], manifest: bytes, keep: bool = True) -> bytes:
    """Return the PDF of these pages.

    `keep` has the same meaning as for `write_pdf`.
    """
    game = kit.game
    printer = kit.options.printer
    about = About(
        title=game.words("%(game)s: print-and-play kit", game=game.title),
        author=game.licence.credit,
        subject=f"{game.title}, build {kit.build_id}, {kit.options.paper}",
        language=game.language,
        duplex=SIDES[kit.options.sides].duplex,
        attached={MANIFEST: manifest},
    )
    return write_pdf(
        pages,
        kit.drawings,
        kit.painter.resources,
        kit.encoder,
        about,
        partial(small_print, kit),
        adjust=printer.matrices(PAPERS[kit.options.paper].size) if printer else {},
        keep=keep,
    )


def small_print(kit: KitRenderer, page: Page) -> Drawing | None:
    """Return the line of small print that identifies a sheet: game, title, number and build."""
    if page.note is None:
        return None
    note = page.note
    fonts, words = kit.game.theme.fonts, kit.game.words
    face = kit.fonts.face(fonts.get("small", fonts["text"]))
    sheet = words(
        "sheet %(number)s %(side)s, build %(build)s",
        number=page.sheet,
        side=words("front") if page.side == "front" else words("back"),
        build=kit.build_id,
    )
    size = NOTE_SIZE
    for parts in range(len(page.sections), -1, -1):
        named = "".join(f"{each}, " for each in page.sections[:parts])
        line = f"{kit.game.title}: {named}{sheet}"
        if face.width(line) * size / 1000 <= note.width:
            break
    return kit.painter.words(line, face, size, note.x, note.bottom - 0.5, "#555555")
