"""The paragraph styles of a book, in the game's look. Sizes are in points."""

from __future__ import annotations

from collections.abc import Callable

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics

from generator.book.styles import LEAST_SIZE, BookLook
from generator.core.hyphens import SHORTEST, breaker
from generator.faces.fonts import FontFace


def _register(look: BookLook, font: Callable[[FontFace], object]) -> None:
    """Make the typefaces of a book known to ReportLab by their names."""
    for face in look.faces.values():
        # registerFont keeps an existing font of that name, which may belong to another document
        pdfmetrics._fonts[face.name] = font(face)
        pdfmetrics.registerFontFamily(face.name)
    pdfmetrics.registerFontFamily(
        look.text.name,
        normal=look.text.name,
        bold=look.bold.name,
        italic=look.italic.name,
        boldItalic=look.both.name,
    )


class ParagraphStyles:
    """The paragraph styles of ReportLab for one book, each created once."""

    def __init__(self, look: BookLook, language: str, font: Callable[[FontFace], object]) -> None:
        _register(look, font)
        self.look = look
        self.hyphens = breaker(language)
        size, small = look.size, look.small
        self.text = self.style("text", size)
        self.item = self.style("item", size)
        self.boxed = self.style("boxed", size)
        self.note = self.style("note", small * 0.97)
        self.note_head = self.style("note_head", 7.6, "label", "accent", leading=9.4)
        self.cell = self.style("cell", small, hyphenationLang=None)
        self.head_cell = self.style("head_cell", 7.8, "label", "accent", leading=9.8)
        self.chapter = self.style("chapter", 21, "head", "accent", leading=24)
        self.part = self.style("part", 11, "head", "accent", leading=13.5)
        self.lead = self.style("lead", size * 1.14, "italic", "muted", leading=size * 1.34)
        self.caption = self.style("caption", max(8.5, small * 0.94), "italic", "muted")
        self.told = self.style("told", max(LEAST_SIZE, small))
        self.move = self.style("move", 13, "head", "second", leading=16)
        self.choice = self.style("choice", 10.5, "head", "accent", leading=13)
        self.band = self.style("band", 9.4, "head", "on_accent", leading=11.5)
        words = "ink" if look.low_ink else "on_accent"  # low ink leaves their box white
        self.said = self.style("said", 16, "label", words, leading=20, alignment=1)
        self.spoken = self.style("spoken", size, "text", words)
        self.toc = self.style("toc", size, "label", "ink", leading=size * 1.5)
        self.toc_part = self.style("toc_part", small, leading=small * 1.35)
        self.toc_page = self.style("toc_page", size, alignment=2)
        self.index = self.style("index", small, leftIndent=8, firstLineIndent=-8)
        self.credit = self.style("credit", small * 0.95)
        self.glance = self.style("glance", 21, "head", "on_dark", leading=25)
        self.glance_lead = self.style("glance_lead", size * 1.06, "italic", "on_dark")

    def style(
        self, name: str, size: float, face: str = "text", colour: str = "ink",
        leading: float = 0.0, **more: object,
    ) -> ParagraphStyle:  # fmt: skip
        """Return a paragraph style with a typeface and a colour of the book's look."""
        plain = face in ("text", "italic")
        given = {
            "fontName": self.look.face(face).name,
            "textColor": HexColor(getattr(self.look, colour)),
            "hyphenationLang": self.hyphens if plain else None,
            "hyphenationMinWordLength": SHORTEST,
            "splitLongWords": 0,
        }
        return ParagraphStyle(
            name, fontSize=size, leading=leading or round(size * 1.16, 1), **(given | more)
        )
