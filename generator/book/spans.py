"""Converts spans of a rulebook to ReportLab paragraphs, and reports missing glyphs."""

from __future__ import annotations

import html
import re
from dataclasses import replace

from reportlab.lib.styles import ParagraphStyle

from generator.assets.emoji import NAMED, picture_of, said_of
from generator.book.book import Book
from generator.book.faces import FigureFaces
from generator.book.flowables import TaggedParagraph
from generator.book.lettering import ParagraphStyles
from generator.book.references import CHECK
from generator.book.styles import BookLook
from generator.book.tree import Inline, InlineSpan
from generator.core.quotes import curly_markup
from generator.faces.fonts import FontFace, missing_in, unset
from generator.kit.renderer import KitRenderer
from validator.core.location import Location, Problem
from validator.core.model import Game

_MARKUP = re.compile(r"<[^>]*>")


class SpanComposer:
    """Converts the spans of one book to paragraphs."""

    def __init__(
        self,
        book: Book,
        kit_renderer: KitRenderer,
        look: BookLook,
        lettering: ParagraphStyles,
        rule_ids: bool,
    ) -> None:
        self.book = book
        self.game: Game = book.game
        self.kit_renderer = kit_renderer
        self.faces = FigureFaces(kit_renderer)
        self.look = look
        self.styles = lettering
        self.rule_ids = rule_ids
        self.compact = False  # for the last page
        self.problems: list[Problem] = []
        self.figures = 0
        self.explained = 0  # parts of cards that have a number in this section
        self.anatomies = 0  # in this section

    def said(self, markup: str, style: ParagraphStyle) -> TaggedParagraph:
        markup = curly_markup(markup, self.game.language)
        paragraph = TaggedParagraph(markup, style)
        paragraph.source = html.unescape(_MARKUP.sub("", markup))
        return paragraph

    def markup(self, inline: Inline) -> str:
        """Return spans in ReportLab's markup."""
        inline = self.pictured(inline)
        around = ["", *(span.text.casefold() for span in inline), ""]
        return "".join(
            self.span(span, before + after)
            for span, before, after in zip(inline, around, around[2:], strict=False)
        )

    def span(self, span: InlineSpan, beside: str) -> str:
        """Return one span in ReportLab's markup.

        `beside` is the neighbouring text; a symbol's name that occurs in it is not repeated.
        """
        if span.icon:
            emoji = span.icon.startswith(NAMED)
            spoken = said_of(span.text) if emoji else self.game.words(span.icon.replace("-", " "))
            drawn = f"{span.icon}#{span.colour}" if span.colour else span.icon
            label = drawn if spoken.casefold() in beside else f"{drawn} {spoken}"
            blank = self.look.text.width("\u00a0") / 1000
            blanks = "\u00a0" * max(1, round(1.12 / blank) - 1)
            # ReportLab would leave a symbol after a space at the end of the previous line.
            return f'\u00a0<onDraw name="symbol" label="{html.escape(label)}"/>{blanks}'
        words = html.escape(span.text, quote=False).replace("\n", "<br/>")
        if span.code:
            words = f'<font name="{self.look.label.name}">{words}</font>'
        if span.colour:
            colour = self.kit_renderer.renderer.colour.get(span.colour, f"#{span.colour}")
            words = f'<font color="{colour}">{words}</font>'
        if span.bold or span.term:
            words = f"<b>{words}</b>"
        if span.italic:
            words = f"<i>{words}</i>"
        if span.link:
            link = html.escape(span.link)
            label = html.escape(f"{span.link} {span.text}")
            words = (
                f'<onDraw name="link" label="{label}"/><a href="{link}" color="{self.look.accent}">'
                f'{words}</a><onDraw name="text" label=""/>'
            )
        return words

    def face(self, span: InlineSpan) -> FontFace:
        """Return the typeface of a span."""
        return {
            (True, False): self.look.bold, (False, True): self.look.italic,
            (True, True): self.look.both,
        }.get((span.bold, span.italic), self.look.text)  # fmt: skip

    def pictured(self, inline: Inline) -> Inline:
        """Return spans in which pictures replace characters that the typeface lacks."""
        found: list[InlineSpan] = []
        for span in inline:
            face, said = self.face(span), ""
            signs = "" if span.icon or span.text.isascii() else missing_in(face, span.text)
            names = {each: picture_of(f"{ord(each):x}") for each in signs}
            for each in span.text if any(names.values()) else ():
                if names.get(each):
                    found += [
                        replace(span, text=said),
                        InlineSpan(each, icon=f"{NAMED}{ord(each):x}"),
                    ]
                    said = ""
                else:
                    said += each
            found.append(replace(span, text=said) if any(names.values()) else span)
        return tuple(found)

    def check_glyphs(self, inline: Inline, location: Location) -> None:
        """Report characters that are missing in a typeface."""
        for span in self.pictured(inline):
            face = self.face(span)
            takes = self.kit_renderer.renderer.symbols.takes_colour
            if span.icon and span.colour and not takes(span.icon):
                message = f"the icon '{span.icon}' has its own colours; write `:{span.icon}:`"
                self.problems.append(Problem(location, message, CHECK))
            missing = "".join(face.word(word).missing for word in span.text.split())
            if missing and not span.icon:
                for check, message in unset(missing, face.family):
                    self.problems.append(Problem(location, message, check))


def defined_in(inline: Inline) -> tuple[str, ...]:
    """Return the terms that a text defines, for the index."""
    return tuple(span.text.rstrip(".,:") for span in inline if span.term)
