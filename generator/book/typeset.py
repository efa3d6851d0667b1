"""Sets a book on pages of 139.7 x 210 mm: measures blocks, places them on pages, and draws them.

    tree -> blocks (composing) -> pages (spreads) -> PDF (page_writer)

The same input gives the same bytes.
"""

from __future__ import annotations

import hashlib
import html
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reportlab.lib.units import mm

from generator.book.backpage import back_blocks, back_marks, back_room
from generator.book.blocks import Block, TextBlock, inside
from generator.book.book import Book
from generator.book.canvas import BookCanvas
from generator.book.composing import Composer
from generator.book.ends import (
    INDEX,
    contents_lines,
    credits_blocks,
    facts_of,
    index_blocks,
    index_entries,
)
from generator.book.figure_blocks import is_whole
from generator.book.lettering import ParagraphStyles
from generator.book.marks import Area, Figure, Label
from generator.book.ornament import FOOT, Art
from generator.book.page_checks import page_notes
from generator.book.page_writer import PageWriter
from generator.book.pagination import Topic, closing, paginated, replaced
from generator.book.spreads import PlacedBlock, Section, SpreadPage, fill, natural
from generator.book.styles import FOLIO, HIGH, INNER, LINE, OUTER, ROOM, WIDE, ground_of, look_of
from generator.book.tree import BackPage, Heading, InlineSpan, plain
from generator.book.tree import Block as Node
from generator.core.memo import Memo
from generator.core.quotes import curly
from generator.drawing.colour import GREY
from generator.drawing.inks import INKS
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from validator.core.location import Problem

BASE = 9.2  # mm, the height of the title on the cover; printers need 8 below its lowest letters


@dataclass(frozen=True)
class BookPage:
    """What later builds compare of a page: a hash of its content, and its rules."""

    number: int
    hash: str
    chapter: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Typeset:
    """The result of typesetting: the PDF, or the problems that prevented it.

    `notes` are problems that do not prevent printing.
    """

    problems: tuple[Problem, ...]
    pdf: bytes = b""
    pages: tuple[BookPage, ...] = ()
    figures: int = 0
    notes: tuple[Problem, ...] = ()


def typeset(
    book: Book,
    ink: str = "colour",
    rule_ids: bool = False,
    digest: str = "",
    memo: Memo | None = None,
    renderer: KitRenderer | None = None,
) -> Typeset:
    """Typeset a book. `rule_ids` prints the IDs of rules after their text."""
    kit_renderer = renderer or KitRenderer(book.game, Options(ink=ink, sides="fronts"), memo)
    file = io.BytesIO()
    canvas = BookCanvas(
        file, pagesize=(WIDE * mm, HIGH * mm), invariant=1, pageCompression=1, pdfVersion=(1, 7),
        lang=book.game.language,
    )  # fmt: skip
    canvas.grey = INKS[ink].space == GREY
    kit_renderer.encoder.document = canvas._doc
    setter = _Setter(book, kit_renderer, rule_ids)
    pages = setter.pages()
    undrawn = [each for each in kit_renderer.problems if each.level == "error"]
    problems = sorted({*setter.problems, *setter.composer.problems, *undrawn})
    if problems:
        return Typeset(tuple(problems))
    title = book.game.words("%(title)s: rulebook", title=book.document.title)
    canvas.setTitle(title)
    canvas.setAuthor(book.game.licence.credit)
    canvas.setSubject(f"{book.game.title}, rules {book.game.rules.version}")
    canvas.setCreator("Pieria")
    canvas.setKeywords(digest)
    writer = PageWriter(canvas, kit_renderer, setter.look, book.game.language)
    for number, page in enumerate(pages, 1):
        setter.draw(writer, page, number)
        canvas.showPage()
    if kit_renderer.problems:
        return Typeset(tuple(sorted(set(kit_renderer.problems))))
    writer.finish(title)
    accounts = tuple(_account(writer, pages, number) for number in range(1, len(pages) + 1))
    notes = page_notes(book.document, pages, book.game)
    return Typeset((), file.getvalue(), accounts, setter.composer.figures, notes)


def _account(writer: PageWriter, pages: Sequence[SpreadPage], number: int) -> BookPage:
    record = writer.record
    said = "\n".join(record.texts.get(number, ()))
    rules = tuple(sorted(record.rules.get(number, ())))
    digest = hashlib.sha256(said.encode()).hexdigest()[:16]
    return BookPage(number, digest, pages[number - 1].title, rules)


class _Setter:
    """Places the blocks of a book on pages, and draws the pages."""

    def __init__(self, book: Book, kit_renderer: KitRenderer, rule_ids: bool) -> None:
        self.book, self.game = book, book.game
        low = kit_renderer.renderer.low_ink
        style = book.game.book
        self.look = look_of(book.game.theme, kit_renderer.fonts, style, low)
        lettering = ParagraphStyles(self.look, book.game.language, kit_renderer.encoder.font)
        self.composer = Composer(book, kit_renderer, self.look, lettering, rule_ids)
        self.art = Art(self.composer.faces, style)
        self.problems: list[Problem] = []

    # ---- pages

    def pages(self) -> list[SpreadPage]:
        """Return all pages of the book; their number is a multiple of four."""
        body, back = _parted(self.book.document.blocks)
        sections = [self.section(nodes) for nodes in body]
        contents = self.contents({}, back)
        end = self.end([section.blocks for section in sections])
        topics = paginated([contents, *sections, end], 2)
        found = self.planned(topics)
        places = _places(found)
        places |= {each.anchor: len(found) + 1 for each in back if isinstance(each, Heading)}
        own = {id(block) for section in (contents, end) for block in section.blocks}
        told = [[block for block in page.blocks if id(block) not in own] for page in found]
        alone = len(topics[0].sections) == 1
        new = {contents: self.contents(places, back, alone), end: self.end(told)}
        found = self.planned(replaced(topics, new))
        for number, page in enumerate(found, 1):
            if page.blocks:
                self.place(page, page.blocks, number)
        found.append(self.of_back(back))
        return found

    def planned(self, topics: Sequence[Topic]) -> list[SpreadPage]:
        """Return the pages of topics, from the cover, with blocks that are still to be placed."""
        found = [SpreadPage(kind="cover")]
        for topic in topics:
            found += [SpreadPage(kind="picture") for _ in range(topic.plates(len(found) + 1))]
            found += [
                SpreadPage(blocks=blocks, title=topic.title, kind=_kind(blocks),
                           ground=self.ground(blocks))
                for blocks in topic.pages
            ]  # fmt: skip
        return [*found, *(SpreadPage(kind="picture") for _ in range(closing(len(found) + 1)))]

    def section(self, nodes: Sequence[Node]) -> Section:
        head = nodes[0]
        title = plain(head.inline) if isinstance(head, Heading) else ""
        return Section(title, self.composer.section_blocks(nodes))

    def place(self, page: SpreadPage, blocks: Sequence[Block], number: int) -> None:
        """Put blocks on a page.

        A figure that fills the page needs no layout.
        """
        if page.kind == "whole":
            page.placed.append(PlacedBlock(blocks[0], 0, 0, WIDE, 1.0))
            return
        self.problems += fill(page, blocks, number, self.art.vignette)

    def ground(self, blocks: Sequence[Block]) -> str:
        """Return the background for a page about pieces of a component."""
        for block in blocks:
            if block.anchor.startswith("@"):
                found = ground_of(self.look, self.game.theme, self.game.book, block.anchor[1:])
                return "" if found == self.look.page else found
        return ""

    def end(self, pages: Sequence[Sequence[Block]]) -> Section:
        """Return the section at the end, with the index of the terms on pages and the credits."""
        entries = index_entries([[each for block in page for each in inside(block)]
                                 for page in pages])  # fmt: skip
        blocks = [*index_blocks(self.composer, entries), *credits_blocks(self.composer)]
        return Section(self.game.words("Index") if entries else self.game.words("Credits"), blocks)

    def contents(
        self, pages: Mapping[str, int], back: Sequence[Node], alone: bool = False
    ) -> Section:
        """Return the table of contents, with the parts of topics if it is alone on its page.

        `pages` has the page of each heading by its anchor.
        """
        words = self.game.words("In this book")
        said = self.composer.said(html.escape(words), self.composer.styles.chapter)
        head = TextBlock(said=said, kind="H2", words=words, anchor="contents", level=2, gap=LINE)
        headings = [each for each in self.book.document.blocks if isinstance(each, Heading)]
        behind = [at for at, each in enumerate(headings) if each in back] or [len(headings)]
        if INDEX in pages:
            span = InlineSpan(self.game.words("Index"))
            headings.insert(behind[0], Heading(2, (span,), INDEX, head.location))
        lines = contents_lines(self.composer, headings, pages, alone)
        if alone and natural([head, *lines]) > ROOM:
            lines = contents_lines(self.composer, headings, pages, False)
        return Section(words, [head, *lines])

    def of_back(self, nodes: Sequence[Node]) -> SpreadPage:
        """Return the back page, with the quick reference."""
        if not nodes:
            return SpreadPage(kind="picture")
        page = SpreadPage(kind="back")
        page.title = plain(nodes[0].inline) if nodes and isinstance(nodes[0], Heading) else ""
        blocks = back_blocks(self.composer, nodes)
        top, room = back_room()
        self.problems += fill(page, blocks, 0, self.art.vignette, room, top)
        for at, placed in enumerate(page.placed):
            page.placed[at] = replace(placed, x=INNER)
        return page

    # ---- drawing

    def draw(self, writer: PageWriter, page: SpreadPage, number: int) -> None:
        """Draw one page of the book."""
        look = self.look
        if page.kind == "cover":
            self.cover(writer)
            return
        if page.kind == "picture":
            left = OUTER if number % 2 == 0 else WIDE - OUTER - 3.2
            folio = Area(left - 2.4, HIGH - FOLIO - 3.9, 8.0, 6.0, "page", radius=3.0)
            writer.ornament([*self.art.plate(), folio])
            writer.note(f"picture {number}")
            writer.furniture("", "")
            return
        if page.kind == "back":
            writer.ornament(back_marks(self.art, self.game.licence.credit, page.title))
        else:
            ground = page.ground or {"figure": look.panel}.get(page.kind, look.page)
            writer.ornament([Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, ground), *self.art.edge()])
        writer.on_panel = page.kind == "figure"
        for placed in page.placed:
            placed.block.draw(writer, placed.x, placed.y, placed.wide, placed.grown)
        if page.kind in ("text", "figure"):
            writer.furniture(self.book.document.title, page.title)
        elif page.kind == "whole":
            writer.furniture("", page.title, "on_dark")

    def cover(self, writer: PageWriter) -> None:
        """Draw the cover: the poster to the page's edges, above a strip with the title."""
        game, look = self.game, self.look
        room = HIGH - FOOT
        alt = f"{self.book.document.title}. {game.tagline}"
        figure = [Area(-0.1, -0.1, WIDE + 0.2, HIGH + 0.2, look.panel), *self.art.cover()]
        tags = writer.section
        writer.figure(Figure(WIDE, room, tuple(figure)), 0, 0, None)
        writer.note(alt)
        strip = Area(0, room, WIDE, FOOT + 0.1, look.panel if look.low_ink else "accent")
        rule = [Area(0, room, WIDE, 0.9, "line")] if look.low_ink else []
        writer.ornament([strip, *rule])
        ink = "ink" if look.low_ink else "on_accent"
        head = curly(game.words("The rulebook"))
        title = Label(head, OUTER, HIGH - BASE, 4.0, "start", "head", ink)
        facts = Label(facts_of(game), WIDE - OUTER, HIGH - BASE, 2.8, "end", "label", ink)
        writer.figure(Figure(WIDE, FOOT, (title,)), 0, 0, tags.add("H1", alt))
        writer.figure(Figure(WIDE, FOOT, (facts,)), 0, 0, tags.add("P"))


def _places(pages: Sequence[SpreadPage]) -> dict[str, int]:
    """Return the page of each heading of a book by its anchor."""
    return {
        block.anchor: number for number, page in enumerate(pages, 1)
        for placed in page.blocks for block in inside(placed) if block.level
    }  # fmt: skip


def _kind(blocks: Sequence[Block]) -> str:
    if len(blocks) == 1 and is_whole(blocks[0]):
        return "whole"
    return "figure" if all(getattr(each, "whole", False) for each in blocks) else "text"


def _parted(nodes: Sequence[Node]) -> tuple[list[list[Node]], list[Node]]:
    """Return the topics of a book, and the content of its back page."""
    sections: list[list[Node]] = []
    back: list[Node] = []
    behind = False
    for node in nodes:
        if isinstance(node, BackPage):
            behind = True
        elif behind:
            back.append(node)
        elif (isinstance(node, Heading) and node.level == 2) or not sections:
            sections.append([node])
        else:
            sections[-1].append(node)
    return sections, back
