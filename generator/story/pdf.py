"""Writes a story as a PDF with ReportLab. Lengths are in millimetres, type sizes in points.

The background stays white, because stories are printed at home.
"""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Preformatted,
    Spacer,
)

from generator.faces.fonts import FontBook
from generator.sheets.paper import PAPERS
from generator.story.look import StoryLook
from validator.script.story import Chapter, Passage, Story, StoryParagraph

MONO = "Courier Prime"
SIDE, HEAD, FOOT = 32.0, 24.0, 26.0  # margins
MEASURE = 0.6  # width of a character of MONO, in em


def story_pdf(story: Story, look: StoryLook, book: FontBook, paper: str) -> bytes:
    """Return a story as PDF: title, chapters, outcome, final position, rules."""
    styles = _Styles(look, book)
    size = PAPERS[paper].size
    wide, high = size.width * mm, size.height * mm
    file = io.BytesIO()
    document = BaseDocTemplate(
        file,
        pagesize=(wide, high),
        title=f"{story.game}: {story.description}" if story.description else story.game,
        author=", ".join(story.players),
        lang=story.language,
        invariant=1,
    )
    frame = Frame(SIDE * mm, FOOT * mm, wide - 2 * SIDE * mm, high - (HEAD + FOOT) * mm, 0, 0, 0, 0)

    def foot(canvas: Any, template: Any) -> None:
        canvas.setFont(styles.text, 9)
        canvas.setFillColor(styles.muted)
        words = story.game if template.page == 1 else f"{story.game} · {template.page}"
        canvas.drawCentredString(wide / 2, FOOT * mm * 0.5, words)
        if template.page == 1:
            canvas.setStrokeColor(styles.frame)
            for below, width in ((0, 1.4), (2.4, 0.4)):
                canvas.setLineWidth(width)
                y = high - HEAD * mm * 0.75 - below
                canvas.line(SIDE * mm, y, wide - SIDE * mm, y)

    document.addPageTemplates(PageTemplate(frames=[frame], onPage=foot))
    document.build(list(_flow(story, styles, frame._width / mm)))
    return file.getvalue()


class _Styles:
    """The paragraph styles of a story, in the game's typefaces."""

    def __init__(self, look: StoryLook, book: FontBook) -> None:
        self.frame, self.muted = HexColor(look.frame), HexColor(look.muted)
        self.muted_code, self.frame_code = look.muted, look.frame
        display, mono = _registered(book, look.display), _registered(book, MONO)
        self.text = _family(book, look.text)  # last: registering a face resets its bold style
        ink = HexColor(look.ink)

        def style(name: str, size: float, leading: float, **more: Any) -> Any:
            more = {"fontName": self.text, "textColor": ink} | more
            return ParagraphStyle(
                name, fontSize=size, leading=leading, allowWidows=0, allowOrphans=0, **more
            )

        middle = {"alignment": 1}
        shown = {"fontName": display, "textColor": self.frame, **middle}
        self.title = style("title", 30, 34, spaceBefore=6, spaceAfter=6, **shown)
        self.about = style("about", 12, 17, spaceAfter=4, **middle)
        self.players = style("players", 12, 17, spaceAfter=14, **middle)
        self.chapter = style(
            "chapter", 17, 22, spaceBefore=16, spaceAfter=6, keepWithNext=1, **shown
        )
        self.tale = style("tale", 12, 17, spaceAfter=4)
        self.done = style("done", 10, 14.5, spaceAfter=3, textColor=self.muted)
        self.scores = style("scores", 11.5, 16, spaceBefore=9, **middle)
        self.end = style("end", 21, 26, spaceBefore=22, spaceAfter=6, **shown)
        self.position = style("position", 9, 11.5, fontName=mono)
        self.rule = style("rule", 9.5, 13, leftIndent=5 * mm, firstLineIndent=-5 * mm, spaceAfter=3)
        self.credit = style("credit", 9, 12, spaceBefore=18, textColor=self.muted, **middle)


def _flow(story: Story, styles: _Styles, wide: float) -> Iterator[Any]:
    yield Paragraph(_safe(story.game), styles.title)
    if story.description:
        yield Paragraph(f"<i>{_safe(story.description)}</i>", styles.about)
    yield Paragraph(_safe(" · ".join(story.players)), styles.players)
    for chapter in story.chapters:
        yield from _chapter(chapter, styles)
    yield Paragraph(_safe(story.outcome), styles.end)
    yield Spacer(1, 4)
    yield KeepTogether(
        [
            Paragraph("At the end", styles.chapter),
            Preformatted("\n".join(story.position), _narrowed(story, styles, wide)),
        ]
    )
    if story.rules:
        yield Paragraph("Rules that applied", styles.chapter)
    rules = [
        Paragraph(f'<a name="{rule}"/><b>{rule}</b>  {_safe(statement)}', styles.rule)
        for rule, statement in story.rules
    ]
    yield from rules[:-1]
    yield KeepTogether(
        [*rules[-1:], Paragraph(_safe(f"{story.game}. {story.credit}"), styles.credit)]
    )


def _chapter(chapter: Chapter, styles: _Styles) -> Iterator[Any]:
    if chapter.title:
        yield Paragraph(_safe(chapter.title), styles.chapter)
    for passage in chapter.passages:
        yield from _passage(passage, styles)
    if chapter.scores:
        words = ", ".join(f"{name} {score}" for name, score in chapter.scores)
        yield Paragraph(f"<i>{_safe(words)}</i>", styles.scores)


def _passage(passage: Passage, styles: _Styles) -> Iterator[Any]:
    name = f'<font size="{styles.tale.fontSize}" color="{styles.frame_code}">'
    name += f"<b>{_safe(passage.who)}</b></font>"
    yield Spacer(1, 5)
    for number, paragraph in enumerate(passage.paragraphs):
        words = _words(paragraph, styles) + ("" if paragraph.told else ".")
        lead = name if passage.who and not number else ""
        yield Paragraph(lead + words, styles.tale if paragraph.told else styles.done)


def _words(paragraph: StoryParagraph, styles: _Styles) -> str:
    words = ""
    for clause in paragraph.clauses:
        words += clause.joint + _safe(clause.text)
        if clause.rule:
            link = f'<a href="#{clause.rule}" color="{styles.muted_code}">{clause.rule}</a>'
            words += f' <font size="7">{link}</font>'
    return words


def _narrowed(story: Story, styles: _Styles, wide: float) -> Any:
    """Return the style for the position, with a type size at which its longest line fits."""
    longest = max((len(line) for line in story.position), default=1)
    size = min(9.0, wide * mm / (max(longest, 1) * MEASURE))
    return ParagraphStyle("narrowed", parent=styles.position, fontSize=size, leading=size * 1.28)


def _safe(words: str) -> str:
    return html.escape(words, quote=False)


def _registered(book: FontBook, family: str, bold: bool = False, italic: bool = False) -> str:
    face = book.face(family, bold, italic)
    pdfmetrics.registerFont(TTFont(face.name, str(face.file), shapable=False))
    return face.name


def _family(book: FontBook, family: str) -> str:
    """Return the ReportLab name of an upright face, from which its bold and italic styles are
    found.
    """
    names = [_registered(book, family, b, i) for i in (False, True) for b in (False, True)]
    regular, bold, italic, both = names
    pdfmetrics.registerFontFamily(
        regular, normal=regular, bold=bold, italic=italic, boldItalic=both
    )
    return regular
