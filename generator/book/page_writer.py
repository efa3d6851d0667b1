"""Draws placed blocks, with tags for text, figures and tables, and records the text of each
page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc

from generator.book.blocks import Block, BlockGroup
from generator.book.canvas import BookCanvas
from generator.book.flowables import Tagged, TaggedParagraph
from generator.book.marks import Figure, Label, Mark
from generator.book.painting import Painting
from generator.book.styles import FOLIO, HIGH, OUTER, WIDE, BookLook
from generator.book.tags import StructureElement, Tags
from generator.kit.renderer import KitRenderer
from generator.pdf.writer import Writer
from generator.sheets.pages import Rect

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


@dataclass
class PageTexts:
    """The texts of pages, used to compare builds, to index terms, and to link to pages."""

    texts: dict[int, list[str]] = field(default_factory=dict)
    rules: dict[int, set[str]] = field(default_factory=dict)
    chapters: dict[int, str] = field(default_factory=dict)


class PageWriter:
    """Draws the pages of a book into a PDF."""

    def __init__(
        self, canvas: BookCanvas, kit_renderer: KitRenderer, look: BookLook, language: str
    ) -> None:
        self.canvas = canvas
        self.kit_renderer = kit_renderer
        self.look = look
        self.language = language
        self.tags = Tags()
        self.groups: dict[int, tuple[BlockGroup, StructureElement]] = {}
        self.record = PageTexts()
        self.on_panel = False
        self.forms: dict[int, set[str]] = {}  # page -> names of forms
        self.colours = {name: str(c) for name, c in kit_renderer.renderer.colour.items()}
        self.writer = Writer(kit_renderer.painter.resources, canvas._doc, kit_renderer.drawings)
        self.painting = Painting(canvas, look, self.drawn, language)
        canvas.tags, canvas.faces = self.tags, look.faces
        self.section = self.tags.root.add("Sect")

    @property
    def page(self) -> int:
        return int(self.canvas.getPageNumber())

    # ---- what blocks call

    def element(self, path: Sequence[BlockGroup], kind: str, alt: str = "") -> StructureElement:
        """Return a new structure element inside the groups of a path.

        Groups are created if needed.
        """
        parent = self.section
        for group in path:
            known = self.groups.get(id(group))
            if known is None:
                made = parent.add(group.kind)
                made.attributes = group.attributes
                known = self.groups[id(group)] = (group, made)
            parent = known[1]
        return parent.add(kind, alt)

    def text(
        self, said: TaggedParagraph, x: float, y: float, wide: float, element: StructureElement
    ) -> None:
        said.tags, said.element, said.symbol = self.tags, element, self.symbol
        _, high = said.wrap(wide * mm, 1e6)
        said.drawOn(self.canvas, x * mm, (HIGH - y) * mm - high)

    def figure(self, figure: Figure, x: float, y: float, element: StructureElement | None) -> None:
        """Draw a figure; without a structure element, it is an artifact."""
        if element is not None:
            self.note(figure.alt)
        with self.tags.marked(self.canvas, element):
            self.painting.figure(figure, x, y)

    def table(
        self, table: Tagged, cells: Sequence[Sequence[TaggedParagraph]], x: float, y: float
    ) -> None:
        """Draw a table; its cells already have structure elements, and its columns have widths."""
        table.tags = self.tags
        for row in cells:
            for cell in row:
                cell.tags, cell.symbol = self.tags, self.symbol
        _, high = table.wrapOn(self.canvas, math.fsum(table._colWidths), 1e6)
        table.drawOn(self.canvas, x * mm, (HIGH - y) * mm - high)

    def seen(self, block: Block) -> None:
        """Record that a block is on this page; a heading becomes a link target and a bookmark."""
        if block.words:
            self.note(block.words)
        self.record.rules.setdefault(self.page, set()).update(block.rules)
        if block.target:
            self.canvas.bookmarkPage(block.target.removeprefix("#"), fit="Fit")
        if block.level:
            if block.level == 2:
                self.record.chapters.setdefault(self.page, block.words)
            self.canvas.bookmarkPage(block.anchor, fit="Fit")
            self.canvas.addOutlineEntry(block.words, block.anchor, block.level - 2, closed=False)

    # ---- pages

    def note(self, words: str) -> None:
        self.record.texts.setdefault(self.page, []).append(words)

    def ornament(self, marks: Sequence[Mark]) -> None:
        """Draw decorative marks, measured from the top left corner of the page."""
        self.figure(Figure(WIDE, HIGH, tuple(marks)), 0, 0, None)

    def furniture(self, title: str, topic: str, colour: str = "muted") -> None:
        """Draw the page number at the outer edge, and the game's or topic's name beside it."""
        number, left = str(self.page), self.page % 2 == 0
        face, size = self.look.label, 2.5
        wide = face.width(number) / 1000 * size + 3.2
        accent = "accent" if colour == "muted" else colour
        x = OUTER if left else WIDE - OUTER
        anchor = "start" if left else "end"
        words = title if left else topic
        marks = [
            Label(number, x, HIGH - FOLIO, size, anchor, "label", accent),
            Label(
                words, x + (wide if left else -wide), HIGH - FOLIO, size, anchor, "label", colour
            ),
        ]
        self.ornament(marks)

    def symbol(self, canvas: Canvas, name: str, x: float, y: float, size: float) -> None:
        """Draw a symbol of the theme.

        x, y is the bottom left corner of its square, in points.
        """
        icon, _, said = name.partition("#")
        colour = self.colours.get(said, f"#{said}") if said else ""
        form = self.drawn(self.kit_renderer.draw_symbol(icon, 10.0, colour), 10, 10, self.page)
        scale = size / 10
        canvas._code.append(
            f"q {scale:.4f} 0 0 {-scale:.4f} {x:.3f} {y + size:.3f} cm /{form} Do Q"
        )

    def drawn(self, key: str, wide: float, high: float, page: int) -> str:
        """Return the name of the form XObject that draws a face.

        It becomes a resource of the page.
        """
        drawing = self.kit_renderer.drawings[key]
        name = self.writer.face_form(key, drawing, Rect(0, 0, wide, high), 0)
        self.forms.setdefault(page, set()).add(name)
        self.note(key)
        return name

    # ---- the end

    def finish(self, title: str) -> None:
        """Complete the PDF: write the tags, the form XObjects and the document's other entries."""
        canvas = self.canvas
        document = canvas._doc
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.setViewerPreference("PrintScaling", "None")
        document.Catalog.PageLayout = pdfdoc.PDFName("TwoPageRight")
        canvas.showOutline()
        self.tags.write(document, title, self.language)
        for number, names in self.forms.items():
            entries = {name: self._form(name) for name in sorted(names)}
            document.Pages.pages[number - 1].XObjects = pdfdoc.PDFDictionary(entries)
        canvas.save()

    def _form(self, name: str) -> Any:
        internal = f"Pieria.Form.{name}"
        document = self.canvas._doc
        if internal not in document.idToObject:
            document.Reference(self.writer.form(name), internal)
        return pdfdoc.PDFObjectReference(internal)
