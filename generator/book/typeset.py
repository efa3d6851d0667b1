"""Typesets a book on pages of 139.7 x 210 mm with reportlab's Platypus.

The book is composed twice: contents and index need the page numbers of the first pass. The same
input gives the same bytes.
"""

from __future__ import annotations

import hashlib
import html
import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
)

from generator.book.book import Book
from generator.book.canvas import BookCanvas
from generator.book.examples import Deed, Replayed
from generator.book.figures import LARGER, PARTS, measured, pictures, positions
from generator.book.flowables import (
    ASIDE,
    NOTE_ROOM,
    NOTE_SIZE,
    Drawing,
    Fitting,
    Note,
    PageNote,
    Said,
    Spare,
    Tagged,
    widths,
)
from generator.book.marks import Figure
from generator.book.references import CHECK
from generator.book.styles import BOTTOM, COLUMN, HIGH, SIDE, TOP, WIDE, Look, look_of
from generator.book.tags import Element, Tags
from generator.book.tree import (
    NOT_ALLOWED,
    BackPage,
    Block,
    Box,
    Cell,
    Contents,
    Grid,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Picture,
    Pictures,
    Script,
    Span,
    box_title,
    example_title,
    plain,
)
from generator.book.written import broken
from generator.core.hyphens import SHORTEST, breaker
from generator.core.memo import Memo
from generator.core.quotes import curly, curly_markup
from generator.faces.fonts import Face, unset
from generator.kit.cover import OWN_ICONS, font_credits, icon_credits
from generator.kit.options import Options
from generator.kit.pieces import PieceFaces
from generator.kit.renderer import KitRenderer
from generator.pdf.writer import Writer
from generator.sheets.pages import Rect
from validator.core.location import Location, Problem
from validator.core.model import Game

MOST_PASSES = 5
COLUMN_ROWS = 34  # of a column of an index
_MARKUP = re.compile(r"<[^>]*>")


@dataclass
class Places:
    """On which page everything is: headings by anchor, index terms, rules; and what pages say.

    `defined` has the pages on which the book defines a term.
    """

    headings: dict[str, int] = field(default_factory=dict)
    terms: dict[str, list[int]] = field(default_factory=dict)
    defined: dict[str, list[int]] = field(default_factory=dict)
    rules: dict[str, list[int]] = field(default_factory=dict)
    texts: dict[int, list[str]] = field(default_factory=dict)
    chapters: dict[int, str] = field(default_factory=dict)  # the first of a page
    back: int = 0  # the page on which the back cover's chapter begins
    before_back: int = 0  # pages before it, blanks not counted

    def term(self, name: str, page: int) -> None:
        pages = self.terms.setdefault(name, [])
        if page not in pages:
            pages.append(page)

    def define(self, name: str, page: int) -> None:
        pages = self.defined.setdefault(name, [])
        if page not in pages:
            pages.append(page)

    def rule(self, id_: str, page: int) -> None:
        pages = self.rules.setdefault(id_, [])
        if page not in pages:
            pages.append(page)

    @property
    def settled(self) -> tuple[Any, ...]:
        """What has to be the same in two passes."""
        return self.headings, self.terms, self.defined, self.rules, self.before_back


@dataclass(frozen=True)
class BookPage:
    """A page for comparing builds: a hash of its content, and the rules that it depends on."""

    number: int
    hash: str
    chapter: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Typeset:
    """A finished book, or its problems."""

    problems: tuple[Problem, ...]
    pdf: bytes = b""
    pages: tuple[BookPage, ...] = ()
    figures: int = 0


def typeset(
    book: Book,
    ink: str = "colour",
    rule_ids: bool = False,
    digest: str = "",
    memo: Memo | None = None,
) -> Typeset:
    """Set a book. `rule_ids` prints the ids of rules in the margin."""
    kit_renderer = KitRenderer(book.game, Options(ink=ink, sides="fronts"), memo)
    file = io.BytesIO()
    canvas = BookCanvas(
        file,
        pagesize=(WIDE * mm, HIGH * mm),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 7),
        lang=book.game.language,
    )
    kit_renderer.encoder.document = canvas._doc
    composer = _Composer(book, kit_renderer, canvas, rule_ids, digest)
    places = composer.first_passes()
    undrawn = [each for each in kit_renderer.problems if each.level == "error"]
    if composer.problems or undrawn:
        return Typeset(tuple(sorted({*composer.problems, *undrawn})))
    composer.finish(places)
    pages = tuple(
        BookPage(
            number,
            hashlib.sha256("\n".join(places.texts.get(number, ())).encode()).hexdigest()[:16],
            places.chapters.get(number, ""),
            tuple(sorted(id_ for id_, on in places.rules.items() if number in on)),
        )
        for number in range(1, canvas.getPageNumber())
    )
    return Typeset((), file.getvalue(), pages, composer.figures)


class _Composer:
    """Makes Platypus' flowables of a book's blocks."""

    def __init__(
        self, book: Book, kit_renderer: KitRenderer, canvas: Any, rule_ids: bool, digest: str
    ) -> None:
        self.digest = digest
        self.book = book
        self.game: Game = book.game
        self.kit_renderer = kit_renderer
        self.faces = PieceFaces(kit_renderer)
        self.canvas = canvas
        self.rule_ids = rule_ids
        self.look: Look = look_of(self.game.theme, kit_renderer.fonts)
        self.colours = {name: str(value) for name, value in kit_renderer.renderer.colour.items()}
        self.styles = _Styles(self.look, self.game.language, kit_renderer.encoder.font)
        self.problems: list[Problem] = []
        self.paragraphs: dict[tuple[str, str, str], Said] = {}  # read once for all passes
        self.drawn_figures: dict[tuple[int, bool, float], list[Figure]] = {}
        self.free: dict[int, float] = {}  # points at the foot of pages
        self.spare: dict[int, float] = {}  # of them those that figures may take
        self.left = Spare({})
        self.known = Places()  # of the pass before
        self.places = Places()
        self.tags: Tags | None = None
        self.parent = Element("Document")
        self.front_cover = self.parent
        self.title = self.game.words("%(title)s: rulebook", title=book.document.title)
        self.writer: Writer | None = None
        self.forms: dict[int, set[str]] = {}  # page -> names of forms
        self.chapter = ""
        self.figures = 0

    # ---- passes

    def first_passes(self) -> Places:
        """Compose without drawing until every page number is known."""
        for _ in range(MOST_PASSES):
            draft = BookCanvas(io.BytesIO(), pagesize=(WIDE * mm, HIGH * mm))
            self.compose(draft)
            if self.problems or self.places.settled == self.known.settled:
                break
            self.known = self.places
        if not self.problems:
            self.let_figures_grow()
        return self.places

    def let_figures_grow(self) -> None:
        """Give figures the room that pages have to spare, where every page still ends as it did."""
        texts, spare = self.places.texts, self.free
        for _ in range(MOST_PASSES):
            self.spare = spare
            self.compose(BookCanvas(io.BytesIO(), pagesize=(WIDE * mm, HIGH * mm)))
            changed = [page for page, said in texts.items() if self.places.texts.get(page) != said]
            if not changed:
                return
            spare = {page: room for page, room in spare.items() if page != min(changed)}
        self.spare = {}
        self.compose(BookCanvas(io.BytesIO(), pagesize=(WIDE * mm, HIGH * mm)))

    def compose(self, canvas: Any) -> None:
        self.places, self.chapter, self.figures = Places(), "", 0
        self.free, self.left = {}, Spare(self.spare)
        document = BaseDocTemplate(
            io.BytesIO(),
            pagesize=(WIDE * mm, HIGH * mm),
            title=self.title,
            author=self.game.licence.credit,
            subject=f"{self.game.title}, rules {self.game.rules.version}",
            creator="Pieria",
            keywords=self.digest,
        )
        document._doSave = 0
        column = Frame(
            SIDE * mm, BOTTOM * mm, COLUMN * mm, (HIGH - TOP - BOTTOM) * mm, 0, 0, 0, 0, id="text"
        )
        empty = Frame(SIDE * mm, BOTTOM * mm, COLUMN * mm, (HIGH - TOP - BOTTOM) * mm, 0, 0, 0, 0)
        document.addPageTemplates(
            [
                PageTemplate(id="cover", frames=[empty], onPage=self.cover),
                PageTemplate(
                    id="text", frames=[column], onPage=self.aside, onPageEnd=self.furniture
                ),
                PageTemplate(id="blank", frames=[column], onPageEnd=self.lines),
                PageTemplate(id="back", frames=[column], onPageEnd=self.back_furniture),
            ]
        )
        document.build([*self.story()], canvasmaker=lambda *_, **__: canvas)

    def finish(self, places: Places) -> None:
        """Compose once more, drawing, and write the PDF."""
        canvas = self.canvas
        self.known, self.tags = places, Tags()
        self.parent = self.tags.root
        self.front_cover = self.parent.add("Sect")
        canvas.tags = self.tags
        canvas.faces = self.look.faces
        self.writer = Writer(
            self.kit_renderer.painter.resources, canvas._doc, self.kit_renderer.drawings
        )
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.setViewerPreference("PrintScaling", "None")
        canvas._doc.Catalog.PageLayout = pdfdoc.PDFName("TwoPageRight")
        canvas.showOutline()
        self.compose(canvas)
        self.tags.write(canvas._doc, self.title, self.game.language)
        for number, names in self.forms.items():
            page = canvas._doc.Pages.pages[number - 1]
            entries = {name: self.form(name) for name in sorted(names)}
            page.XObjects = pdfdoc.PDFDictionary(entries)
        canvas.save()

    def form(self, name: str) -> Any:
        assert self.writer is not None
        internal = f"Pieria.Form.{name}"
        document = self.canvas._doc
        if internal not in document.idToObject:
            document.Reference(self.writer.form(name), internal)
        return pdfdoc.PDFObjectReference(internal)

    def drawn(self, key: str, wide: float, high: float, page: int) -> str:
        """The name of the form that draws a face, listed among those of its page."""
        assert self.writer is not None
        name = self.writer.face_form(
            key, self.kit_renderer.drawings[key], Rect(0, 0, wide, high), 0
        )
        self.forms.setdefault(page, set()).add(name)
        self.note(page, key)
        return name

    # ---- what is noted while pages are made

    def note(self, page: int, words: str) -> None:
        self.places.texts.setdefault(page, []).append(words)

    def seen(
        self,
        words: str,
        rules: Sequence[str] = (),
        terms: Sequence[str] = (),
        inline: Inline = (),
    ) -> Any:
        """What a flowable calls with the page on which it begins.

        `terms` are mentioned in bold, those of `inline` may be defined.
        """
        defined = [span.text.rstrip(".,:") for span in inline if span.term]

        def on(page: int) -> None:
            self.note(page, words)
            for rule in rules:
                self.places.rule(rule, page)
            for term in () if self.places.back else terms:
                self.places.term(term, page)
            for term in () if self.places.back else defined:
                self.places.define(term, page)

        return on

    # ---- flowables

    def story(self) -> Iterator[Any]:
        document = self.book.document
        yield PageNote(lambda _: None)
        yield NextPageTemplate("text")
        yield PageBreak()
        yield from self.front()
        body, back = _split(document.blocks)
        first = True
        for block, following in zip_longest(body, body[1:]):
            if isinstance(block, Heading) and block.level == 2 and first:
                yield PageBreak()
                first = False
            if isinstance(block, Heading) and isinstance(following, Contents | Grid):
                yield from self.heading(block, before_rows=True)
            else:
                yield from self.block(block)
        yield from self.end()
        yield from self.back(back)

    def said(
        self,
        markup: str,
        style: ParagraphStyle,
        kind: str = "P",
        seen: Callable[[int], None] | None = None,
        bullet: str = "",
    ) -> Said:
        markup = curly_markup(markup, self.game.language)
        key = (markup, style.name, bullet)
        if key not in self.paragraphs:
            self.paragraphs[key] = Said(markup, style, bulletText=bullet or None)
        paragraph = self.paragraphs[key].again()
        paragraph.seen = seen
        paragraph.symbol = self.symbol
        paragraph.source = html.unescape(_MARKUP.sub("", markup))
        if self.tags is not None:
            paragraph.tags = self.tags
            paragraph.element = self.parent.add(kind)
        return paragraph

    def symbol(self, canvas: Any, name: str, x: float, y: float, size: float) -> None:
        """Draw a symbol of the theme whose square's bottom left corner is at x, y (points)."""
        if self.writer is None:
            return
        icon, _, said = name.partition("#")
        colour = self.colours.get(said, f"#{said}") if said else ""
        key = self.kit_renderer.draw_symbol(icon, 10.0, colour)
        form = self.drawn(key, 10, 10, canvas.getPageNumber())
        scale = size / 10
        canvas._code.append(
            f"q {scale:.4f} 0 0 {-scale:.4f} {x:.3f} {y + size:.3f} cm /{form} Do Q"
        )

    def block(self, block: Block) -> Iterator[Any]:
        """The flowables of a block."""
        if isinstance(block, Heading):
            yield from self.heading(block)
        elif isinstance(block, Paragraph):
            yield self.paragraph(block)
        elif isinstance(block, Listing):
            yield from self.listing(block)
        elif isinstance(block, Grid):
            yield self.grid(block)
            yield Spacer(1, 2.6 * mm)
        elif isinstance(block, Box):
            yield from self.box(block)
        elif isinstance(block, Pictures):
            yield from self.pictures(block)
        elif isinstance(block, Script):
            yield from self.script(block)
        elif isinstance(block, Contents):
            yield self.contents()
            yield Spacer(1, 2 * mm)

    def heading(self, block: Heading, before_rows: bool = False) -> Iterator[Any]:
        """A heading. `before_rows`: a table follows, whose first rows are enough below it."""
        words = curly(plain(block.inline), self.game.language)
        style = self.styles.chapter if block.level == 2 else self.styles.part
        if before_rows:
            style = ParagraphStyle(f"{style.name}-rows", parent=style, keepWithNext=0)
        yield CondPageBreak((48 if before_rows else 32 if block.level == 2 else 22) * mm)
        anchor = block.anchor

        def seen(page: int) -> None:
            self.note(page, words)
            self.places.headings[anchor] = page
            if block.level == 2:
                self.chapter = words
            self.places.chapters.setdefault(page, self.chapter)
            for span in () if self.places.back else block.inline:
                if span.term:
                    self.places.define(span.text, page)
            if self.tags is not None:
                self.canvas.bookmarkPage(anchor, fit="Fit")
                self.canvas.addOutlineEntry(words, anchor, block.level - 2, closed=False)

        shown = self.markup(block.inline, bold_is_term=False)
        yield self.said(shown, style, f"H{block.level}", seen)

    def paragraph(
        self, block: Paragraph, style: ParagraphStyle | None = None, bullet: str = ""
    ) -> Said:
        bold = [span.text for span in block.inline if span.bold]
        terms = [words.rstrip(".,") for words in bold if not words.endswith(":")]
        paragraph = self.said(
            self.markup(block.inline),
            style or self.styles.text,
            "P",
            self.seen(plain(block.inline), block.rules, terms, block.inline),
            bullet=bullet,
        )
        if self.rule_ids and block.rules:
            paragraph.note = self.margin_note(block.rules)
        self.check_glyphs(block.inline, block.location)
        return paragraph

    def margin_note(self, rules: Sequence[str]) -> Note:
        """Ids of rules as short lines: the word that several share once, above their numbers."""
        face, lines = self.look.text, list[str]()
        numbers: dict[str, list[str]] = {}
        for id_ in map(_short, rules):
            word, _, number = id_.rpartition("-")
            numbers.setdefault(word, []).append(number)
        for word, found in numbers.items():
            lines += _lines(f"{word}- {', '.join(found)}", face, NOTE_SIZE, NOTE_ROOM * mm)
        return Note(tuple(lines), face.name, self.look.muted)

    def listing(self, block: Listing) -> Iterator[Any]:
        outer = self.parent
        if self.tags is not None:
            self.parent = outer.add("L")
            numbering = "Decimal" if block.ordered else "Disc"
            self.parent.attributes = {"O": "List", "ListNumbering": numbering}
        listed = self.parent
        for number, item in enumerate(block.items, 1):
            sign = f"{number}." if block.ordered else "•"
            if self.tags is not None:
                self.parent = listed.add("LI").add("LBody")
            for index, inner in enumerate(item):
                if isinstance(inner, Paragraph):
                    style = self.styles.item if index == 0 else self.styles.item_more
                    yield self.paragraph(inner, style, "" if index else sign)
                else:
                    yield from self.block(inner)
        self.parent = outer
        yield Spacer(1, 1.2 * mm)

    def grid(self, block: Grid) -> Any:
        outer = self.parent
        table = outer.add("Table") if self.tags is not None else outer
        rows = []
        for number, row in enumerate(block.rows):
            if self.tags is not None:
                self.parent = table.add("TR")
            rows.append([self.cell(cell, not number, block.location) for cell in row])
        self.parent = outer
        texts = [
            [(plain(cell.inline), self.measure_head if not number else self.measure_cell)
             for cell in row] for number, row in enumerate(block.rows)
        ]  # fmt: skip
        found = Tagged(rows, widths(texts, COLUMN * mm), repeatRows=1, hAlign="LEFT")
        found.tags = self.tags
        found.setStyle(self.styles.grid)
        return found

    def cell(self, cell: Cell, head: bool, location: Location) -> Said:
        style = self.styles.head_cell if head else self.styles.cell
        rules = cell.rules
        self.check_glyphs(cell.inline, location)
        kind = "TH" if head else "TD"
        paragraph = self.said(
            self.markup(cell.inline, bold_is_term=False), style, kind,
            self.seen(plain(cell.inline), rules, inline=cell.inline),
        )  # fmt: skip
        if head and paragraph.element is not None:
            paragraph.element.attributes = {"O": "Table", "Scope": "Column"}
        return paragraph

    def measure_cell(self, words: str) -> float:
        return self.look.text.width(words) * self.look.small / 1000

    def measure_head(self, words: str) -> float:
        return self.look.bold.width(words) * self.look.small / 1000

    def box(self, block: Box) -> Iterator[Any]:
        title = box_title(block, self.game.words)
        parts: list[Any] = []
        if title:
            parts.append(
                self.said(html.escape(title), self.styles.box_title, "P", self.seen(title))
            )
        for inner in block.blocks:
            if isinstance(inner, Paragraph):
                parts.append(self.paragraph(inner, self.styles.boxed))
            else:
                parts += self.block(inner)
        yield KeepTogether([*self.boxed(parts, block.kind != "ruling")])

    def box_title(self, title: str) -> Said:
        return self.said(html.escape(title), self.styles.box_title, "P", self.seen(title))

    def boxed(self, parts: Sequence[object], tinted: bool) -> Iterator[Any]:
        """Parts in a box that may be broken between them."""
        rows = [each for each in parts if not isinstance(each, CondPageBreak)]
        table = Tagged([[each] for each in rows], [COLUMN * mm], hAlign="LEFT")
        table.tags = self.tags
        table.setStyle(self.styles.box_style(tinted))
        yield Spacer(1, 1.6 * mm)
        yield table
        yield Spacer(1, 3.4 * mm)

    def pictures(self, block: Pictures, wide: float = COLUMN) -> Iterator[Any]:
        figure = pictures(self.faces, block.pictures, wide)
        self.figures += 1
        yield Spacer(1, 1.5 * mm)
        yield self.figure(figure)
        yield Spacer(1, 3 * mm)

    def figure(self, figure: Figure) -> Drawing:
        self.problems += self.kit_renderer.problems
        self.kit_renderer.problems.clear()
        drawing = Drawing(
            figure, self.look, self.colours, self.drawn if self.tags is not None else None
        )
        if self.tags is not None:
            drawing.tags = self.tags
            drawing.element = self.parent.add("Figure", figure.alt)
        return drawing

    def script(self, block: Script) -> Iterator[Any]:
        """A position or an example, drawn smaller where that keeps it on the page."""
        example = self.book.examples[block.location.line]
        wide = COLUMN - 8.4
        after = self.positions(example, False, wide)
        before = self.positions(example, True, wide) if block.example else []
        self.figures += bool(before) + bool(after)
        place = self.parent.add("Div") if self.tags is not None else None

        def layout(before: Figure | None, after: Figure | None) -> list[Any]:
            """The box in one size; its tags take the place of those of a size that did not fit."""
            outside = self.parent
            if place is not None:
                place.kids.clear()
                self.parent = place
            try:
                return [*self.boxed(self.scene(block, example, before, after), True)]
            finally:
                self.parent = outside

        def usual() -> list[Any]:
            whole = layout(_at(before, 0), _at(after, 0))
            return whole if block.example else [KeepTogether(whole)]

        sizes = [
            partial(layout, _at(before, size), _at(after, size))
            for size in range(max(len(before), len(after), 1))
        ]
        larger = self.larger(block, example, wide, layout) if self.left.pages else []
        first = before[0].high + 24 if before else 24.0
        begins = first if block.example else HIGH - TOP - BOTTOM
        yield Fitting(sizes, usual, begins * mm, larger, self.left)

    def larger(
        self, block: Script, example: Replayed, wide: float, layout: Callable[..., list[Any]]
    ) -> list[Callable[[], list[Any]]]:
        """Layouts with larger figures, the largest first."""
        before = self.positions(example, True, wide, LARGER) if block.example else []
        after = self.positions(example, False, wide, LARGER)
        both = zip_longest(before[: len(after) or None], after)
        return [partial(layout, one, other) for one, other in both]

    def scene(
        self, block: Script, example: Replayed, before: Figure | None, after: Figure | None
    ) -> list[Any]:
        """The parts of the box of a position or an example."""
        parts: list[Any] = []
        words = self.game.words
        if title := example_title(block, words):
            parts.append(
                self.said(html.escape(title), self.styles.box_title, "P", self.seen(title))
            )
        if not block.example:
            return [*parts, self.figure(after)] if after else parts
        if before is not None:
            parts.append(self.captioned(words("Before"), before))
        parts += [self.deed(deed) for deed in self.book.deeds(example)]
        if after is not None and after != before:
            parts.append(self.captioned(words("After"), after))
        return parts

    def captioned(self, words: str, figure: Figure) -> list[Any]:
        """A figure below its caption, in one cell."""
        return [self.said(words, self.styles.caption, "P"), self.figure(figure)]

    def positions(
        self, example: Replayed, before: bool, wide: float, parts: Sequence[float] = PARTS
    ) -> list[Figure]:
        """The drawn position in its sizes, computed once."""
        key = (example.script.location.line, before, parts[0])
        if key not in self.drawn_figures:
            state = example.before if before else example.after
            measure = measured(self.look.text)
            self.drawn_figures[key] = positions(self.faces, example, state, wide, measure, parts)
        return self.drawn_figures[key]

    def deed(self, deed: Deed) -> Said:
        """A line of an example: what was said, what happened, or why it must not be."""
        ids = ", ".join(deed.rules)
        if deed.refused:
            lead = f'<font color="{self.look.accent}"><b>{self.game.words(NOT_ALLOWED)}</b></font> '
            words = _sentence(deed.said or f"“{deed.line}”")
            why = f" <i>{html.escape(_sentence(deed.refused))}</i>"
            shown = f"{lead}{html.escape(words)}{why}"
            text = f"{words} {deed.refused}"
        else:
            happened = ". ".join(_capital(each) for each in deed.happened)
            first = _sentence(deed.said or happened or deed.line)
            shown = html.escape(first)
            if deed.said and happened:
                shown += (
                    f' <font size="{self.look.small}" color="{self.look.muted}">'
                    f"{html.escape(_sentence(happened))}</font>"
                )
            text = f"{first} {happened}"
        if ids and (deed.refused or self.rule_ids):
            shown += (
                f' <font name="{self.look.label.name}" size="7" color="{self.look.muted}">'
                f"{ids}</font>"
            )
        return self.said(shown, self.styles.boxed, "P", self.seen(text))

    def contents(self) -> Any:
        """The components of the kit: picture, title, what it is for, number of pieces."""
        rows: list[list[Any]] = []
        game = self.game
        outer = self.parent
        listed = outer.add("L") if self.tags is not None else outer
        for component in game.components:
            if not component.cards:
                continue
            if self.tags is not None:
                self.parent = listed.add("LI").add("LBody")
            card = component.cards[len(component.cards) // 2 if len(component.cards) > 4 else 0]
            picture = Picture(component.id, card.id, False, card.title or component.title)
            figure = pictures(self.faces, [picture], 17.0)
            figure = _limited(figure, 21.0)
            words = (
                f"<b>{component.pieces} × {html.escape(component.title)}</b><br/>"
                f"{html.escape(component.description)}"
            )
            if component.optional:
                words += f" <i>{html.escape(game.words('(may be left out)'))}</i>"
            text = f"{component.pieces} × {component.title}"
            shown = self.said(words, self.styles.cell, "P", self.seen(text))
            rows.append([self.figure(figure), shown])
        self.parent = outer
        half = -(-len(rows) // 2)
        pairs = [
            [*rows[at], *(rows[at + half] if at + half < len(rows) else ("", ""))]
            for at in range(half)
        ]
        found = Tagged(pairs, [19 * mm, 34 * mm] * 2, hAlign="LEFT")
        found.tags = self.tags
        found.setStyle(self.styles.plain_grid)
        return found

    # ---- front and end

    def front(self) -> Iterator[Any]:
        """The page behind the cover: what the game is for, and the table of contents."""
        game = self.game
        yield self.said(html.escape(game.words("In this book")), self.styles.chapter, "H2")
        outer = self.parent
        listed = outer.add("TOC") if self.tags is not None else outer
        for block in self.book.document.blocks:
            if isinstance(block, Heading) and block.level in (2, 3):
                if self.tags is not None:
                    self.parent = listed.add("TOCI")
                page = self.known.headings.get(block.anchor, 0)
                yield self.toc_line(block, page)
        self.parent = outer
        yield Spacer(1, 5 * mm)
        people = "–".join(dict.fromkeys(map(str, game.players)))
        facts = [game.words("%(players)s players", players=people)]
        if game.minutes:
            facts.append(game.words("about %(minutes)s minutes", minutes=game.minutes))
        if game.age:
            facts.append(game.words("age %(age)s and up", age=game.age))
        yield self.said(
            html.escape("  ·  ".join(facts)), self.styles.facts, "P", self.seen("facts")
        )
        if game.licence.credit:
            yield self.said(html.escape(game.licence.credit), self.styles.small_middle, "P")

    def toc_line(self, block: Heading, page: int) -> Any:
        style = self.styles.toc if block.level == 2 else self.styles.toc_part
        words = html.escape(plain(block.inline))
        wide = COLUMN * mm - 12 * mm
        link = f'<a href="#{block.anchor}">{words}</a>' if page else words
        line = self.said(link, style, "Link" if page else "P", self.seen(f"{words} {page}"))
        number = self.said(str(page or ""), self.styles.toc_page, "P")
        table = Tagged([[line, number]], [wide, 12 * mm], hAlign="LEFT")
        table.tags = self.tags
        table.setStyle(self.styles.toc_grid)
        return table

    def end(self) -> Iterator[Any]:
        """Index of terms, index of rules, and credits."""
        if self.known.terms or self.known.defined or self.known.rules:
            yield CondPageBreak(40 * mm)
        if self.known.terms or self.known.defined:
            title = self.game.words("Index")
            yield self.said(title, self.styles.chapter, "H2", self.end_heading(title, "index"))
            lines = [
                self.index_line(_capital(each.term), each.pages, each.defined)
                for each in index_entries(self.known.terms, self.known.defined)
            ]
            yield from self.columns(lines, 3)
        if self.known.rules:
            title = self.game.words("Where each rule is")
            yield self.said(title, self.styles.part, "H3", None)
            yield self.said(
                self.game.words(
                    "Pieria’s referee names a rule by its id when it refuses a move; here is the "
                    "page that explains it."
                ),
                self.styles.text, "P", self.seen("rules"),
            )  # fmt: skip
            ordered = [each.id for each in self.game.rules if each.id in self.known.rules]
            lines = [self.index_line(_short(id_), self.known.rules[id_]) for id_ in ordered]
            widest = max(self.measure_cell(f"{_short(id_)} 00, 00") for id_ in ordered) + 3 * mm
            yield from self.columns(lines, max(2, min(5, int(COLUMN * mm / widest))))
        yield from self.credits()

    def columns(self, lines: Sequence[object], count: int) -> Iterator[Any]:
        """Short lines in columns of equal length, read downwards."""
        most = count * COLUMN_ROWS
        for start in range(0, len(lines), most):
            part = [*lines[start : start + most]]
            rows = -(-len(part) // count)
            part += [""] * (rows * count - len(part))
            cells = [[part[column * rows + row] for column in range(count)] for row in range(rows)]
            table = Tagged(cells, [COLUMN * mm / count] * count, hAlign="LEFT")
            table.tags = self.tags
            table.setStyle(self.styles.toc_grid)
            yield table

    def end_heading(self, words: str, anchor: str) -> Callable[[int], None]:
        def seen(page: int) -> None:
            self.note(page, words)
            self.chapter = words
            self.places.chapters.setdefault(page, words)
            if self.tags is not None:
                self.canvas.bookmarkPage(anchor, fit="Fit")
                self.canvas.addOutlineEntry(words, anchor, 0, closed=True)

        return seen

    def index_line(self, words: str, pages: Sequence[int], defined: Collection[int] = ()) -> Said:
        """An entry and its pages, in bold those that define it."""
        numbers = ", ".join(map(str, pages))
        marked = ", ".join(f"<b>{page}</b>" if page in defined else str(page) for page in pages)
        shown = f'{html.escape(words)} <font color="{self.look.muted}">{marked}</font>'
        return self.said(shown, self.styles.index, "P", self.seen(f"{words} {numbers}"))

    def credits(self) -> Iterator[Any]:
        game, renderer = self.game, self.kit_renderer.renderer
        licence = game.licence
        title = game.words("Credits")
        parts = [self.said(title, self.styles.part, "H3", self.end_heading(title, "credits"))]
        lines = [licence.credit, licence.notice, licence.placeholders]
        lines += [
            game.words(
                "The words, pictures and examples of this book are Pieria’s own. It states the "
                "rules of version %(version)s of the catalogue that also drives the referee, and "
                "every example was replayed when the book was made.",
                version=game.rules.version,
            )
        ]
        families = {
            str(each.family) for each in (self.look.text, self.look.display, self.look.label)
        }
        fonts = font_credits(self.kit_renderer.fonts, families | set(renderer.usage.fonts))
        named = "; ".join(
            f"{each.family} ({each.licence})" if each.licence else each.family for each in fonts
        )
        lines.append(game.words("Typefaces: %(fonts)s.", fonts=named))
        drawn = [each for each in renderer.usage.icons.values() if each.set != OWN_ICONS]
        if icons := icon_credits(drawn, game.words):
            named = "; ".join(
                game.words(
                    "%(set)s (%(licence)s) by %(authors)s",
                    set=each.set, licence=each.licence, authors=", ".join(each.authors),
                )
                for each in icons
            )  # fmt: skip
            lines.append(game.words("Icons: %(icons)s.", icons=named))
        parts += [
            self.said(html.escape(_sentence(line)), self.styles.credit, "P", self.seen(line))
            for line in lines if line
        ]  # fmt: skip
        yield Spacer(1, 3 * mm)
        yield from parts

    def back(self, blocks: Sequence[Block]) -> Iterator[Any]:
        """Blank pages up to a whole number of sheets, and the back cover."""

        def ended(page: int) -> None:
            self.places.before_back = page

        yield PageNote(ended)
        blanks = -(self.known.before_back + 1) % 4
        for _ in range(blanks):
            yield NextPageTemplate("blank")
            yield PageBreak()
            yield PageNote(lambda page: self.note(page, "Notes"))
        yield NextPageTemplate("back")
        yield PageBreak()
        yield PageNote(self.note_back)
        for block in blocks:
            yield from self.block(block)
        if blocks:
            yield PageNote(lambda page: self.one_page(page, blocks[0]))

    def note_back(self, page: int) -> None:
        self.places.back = page
        self.note(page, "back")

    def one_page(self, page: int, block: Block) -> None:
        if page != self.places.back:
            message = "the chapter below --- does not fit on the back cover; shorten it"
            self.problems.append(Problem(block.location, message, CHECK))

    # ---- spans

    def markup(self, inline: Inline, bold_is_term: bool = True) -> str:
        """Platypus' markup of spans."""
        around = ["", *(span.text.casefold() for span in inline), ""]
        return "".join(
            self.span(span, bold_is_term, before + after)
            for span, before, after in zip(inline, around, around[2:], strict=False)
        )

    def span(self, span: Span, term: bool, beside: str) -> str:
        """A span. `term`: what is defined is bold.

        `beside` is what is next to it, where a symbol's name need not be said again.
        """
        if span.icon:
            spoken = self.game.words(span.icon.replace("-", " "))
            drawn = f"{span.icon}#{span.colour}" if span.colour else span.icon
            label = drawn if spoken.casefold() in beside else f"{drawn} {spoken}"
            blank = self.look.text.width("\u00a0") / 1000
            blanks = "\u00a0" * max(1, round(1.12 / blank) - 1)
            # Platypus would leave one that follows a space at the end of the line before.
            return f'\u00a0<onDraw name="symbol" label="{html.escape(label)}"/>{blanks}'
        words = html.escape(span.text, quote=False).replace("\n", "<br/>")
        if span.code:
            words = f'<font name="{self.look.label.name}">{words}</font>'
        if span.bold or (span.term and term):
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

    def check_glyphs(self, inline: Inline, location: Location) -> None:
        """Signs that a typeface does not have."""
        for span in inline:
            face: Face = {
                (True, False): self.look.bold, (False, True): self.look.italic,
                (True, True): self.look.both,
            }.get((span.bold, span.italic), self.look.text)  # fmt: skip
            if span.colour and not self.kit_renderer.renderer.symbols.takes_colour(span.icon):
                message = f"the icon '{span.icon}' has colours of its own; write `:{span.icon}:`"
                self.problems.append(Problem(location, message, CHECK))
            missing = "".join(face.word(word).missing for word in span.text.split())
            if missing and not span.icon:
                for check, message in unset(missing, face.family):
                    self.problems.append(Problem(location, message, check))

    # ---- pages

    def cover(self, canvas: Any, _document: Any) -> None:
        """A panel in the game's colour with its title, and faces of the game.

        In low ink the panel is its frame alone.
        """
        if self.tags is None:
            return
        look, colours = self.look, self.colours
        with self.tags.marked(canvas, None):
            canvas.saveState()
            if self.low_ink:
                canvas.setStrokeColor(HexColor(look.accent))
            else:
                canvas.setFillColor(HexColor(look.accent))
                canvas.rect(9 * mm, 9 * mm, (WIDE - 18) * mm, (HIGH - 18) * mm, stroke=0, fill=1)
                canvas.setStrokeColor(HexColor(colours.get("gold", look.on_accent)))
            for inset, width in ((12.5, 1.1), (14.0, 0.35)):
                canvas.setLineWidth(width)
                canvas.rect(
                    inset * mm, inset * mm, (WIDE - 2 * inset) * mm, (HIGH - 2 * inset) * mm
                )
            canvas.restoreState()
        self.cover_words(canvas)
        self.fan(canvas)

    @property
    def low_ink(self) -> bool:
        """Whether large dark areas are left out."""
        return self.kit_renderer.renderer.low_ink

    def cover_words(self, canvas: Any) -> None:
        look, title = self.look, self.book.document.title
        assert self.tags is not None
        size = min(40.0, 104 * mm / max(look.display.width(title) / 1000, 1))
        canvas.saveState()
        canvas.setFillColor(HexColor(look.accent if self.low_ink else look.on_accent))
        with self.tags.marked(canvas, self.front_cover.add("H1")):
            canvas.setFont(look.display.name, size)
            canvas.drawCentredString(WIDE / 2 * mm, (HIGH - 46) * mm, title)
        with self.tags.marked(canvas, self.front_cover.add("P")):
            canvas.setFont(look.label.name, 13)
            canvas.drawCentredString(
                WIDE / 2 * mm, (HIGH - 57) * mm, self.game.words("The rulebook")
            )
        tagline = curly(self.game.tagline, self.game.language)
        lines = _lines(tagline, look.italic, 12.5, 96 * mm)
        with self.tags.marked(canvas, self.front_cover.add("P")):
            canvas.setFont(look.italic.name, 12.5)
            for number, line in enumerate(lines):
                y = 34 * mm - number * 16
                canvas.drawCentredString(WIDE / 2 * mm, y, line)
        canvas.restoreState()
        self.note(1, f"{title} {self.game.tagline}")

    def fan(self, canvas: Any) -> None:
        """The cover's pictures, spread like a hand of cards."""
        found = self.book.document.cover
        if not found:
            return
        assert self.tags is not None
        alt = "; ".join(each.alt for each in found)
        middle, spread = (len(found) - 1) / 2, 8.5
        with self.tags.marked(canvas, self.front_cover.add("Figure", alt)):
            for number, each in enumerate(found):
                component = self.game.component(each.component)
                key = self.faces.key(component, component.card(each.card), each.back)
                if key is None:
                    continue
                size = component.size
                scale = min(58 / size.height, (42 if len(found) > 3 else 54) / size.width)
                turn = (middle - number) * spread
                figure = pictures(self.faces, [each], size.width * scale)
                drawing = Drawing(_scaled(figure, each, key, size.width, size.height, scale),
                                  self.look, self.colours, self.drawn)  # fmt: skip
                canvas.saveState()
                canvas.translate(WIDE / 2 * mm, -12 * mm)
                canvas.rotate(turn)
                drawing.drawOn(canvas, -size.width * scale / 2 * mm, 88 * mm)
                canvas.restoreState()

    def aside(self, canvas: Any, document: Any) -> None:
        """Move a page's column towards the fold where ids of rules are printed beside it."""
        if self.rule_ids:
            canvas.translate((-ASIDE if document.page % 2 else ASIDE) * mm, 0)

    def furniture(self, canvas: Any, document: Any) -> None:
        """Running head and folio."""
        page = document.page
        self.free[page] = document.frame._y - BOTTOM * mm
        left = page % 2 == 0
        head = self.book.document.title if left else self.places.chapters.get(page, self.chapter)
        self.places.chapters.setdefault(page, self.chapter)
        if self.tags is None:
            return
        with self.tags.marked(canvas, None):
            canvas.saveState()
            self.running(canvas, head, left)
            canvas.setFillColor(HexColor(self.look.ink))
            canvas.setFont(self.look.text.name, self.look.size)
            at, _ = canvas.absolutePosition(0, 0)
            canvas.drawCentredString(WIDE / 2 * mm - at, (BOTTOM - 8) * mm, str(page))
            canvas.restoreState()

    def running(self, canvas: Any, head: str, left: bool) -> None:
        look = self.look
        y = (HIGH - TOP + 6.5) * mm
        canvas.setStrokeColor(HexColor(look.accent))
        canvas.setLineWidth(0.6)
        canvas.line(SIDE * mm, y - 2.2 * mm, (SIDE + COLUMN) * mm, y - 2.2 * mm)
        canvas.setFillColor(HexColor(look.muted))
        canvas.setFont(look.label.name, 8.5)
        if left:
            canvas.drawString(SIDE * mm, y, head)
        else:
            canvas.drawRightString((SIDE + COLUMN) * mm, y, head)

    def lines(self, canvas: Any, document: Any) -> None:
        """A page for notes."""
        self.chapter = self.game.words("Notes")
        self.furniture(canvas, document)
        if self.tags is None:
            return
        with self.tags.marked(canvas, None):
            canvas.saveState()
            canvas.setStrokeColor(HexColor(self.look.muted))
            canvas.setLineWidth(0.25)
            y = HIGH - TOP - 8
            while y > BOTTOM + 4:
                canvas.line(SIDE * mm, y * mm, (SIDE + COLUMN) * mm, y * mm)
                y -= 8
            canvas.restoreState()

    def back_furniture(self, canvas: Any, _document: Any) -> None:
        if self.tags is None:
            return
        with self.tags.marked(canvas, None):
            canvas.saveState()
            canvas.setStrokeColor(HexColor(self.look.accent))
            for inset, width in ((9.5, 1.4), (11.2, 0.4)):
                canvas.setLineWidth(width)
                canvas.rect(
                    inset * mm, inset * mm, (WIDE - 2 * inset) * mm, (HIGH - 2 * inset) * mm
                )
            canvas.restoreState()


class _Styles:
    """Platypus' styles in a game's look."""

    def __init__(self, look: Look, language: str, font: Callable[[Face], Any]) -> None:
        for face in look.faces.values():
            # registerFont keeps a font of that name, which may be another document's.
            pdfmetrics._fonts[face.name] = font(face)
            pdfmetrics.registerFontFamily(face.name)
        pdfmetrics.registerFontFamily(
            look.text.name,
            normal=look.text.name,
            bold=look.bold.name,
            italic=look.italic.name,
            boldItalic=look.both.name,
        )
        ink, accent, muted = HexColor(look.ink), HexColor(look.accent), HexColor(look.muted)
        hyphens = breaker(language)

        def style(name: str, size: float, leading: float, **more: Any) -> ParagraphStyle:
            given = {
                "fontName": look.text.name, "textColor": ink, "allowWidows": 0, "allowOrphans": 0,
                "hyphenationLang": hyphens, "hyphenationMinWordLength": SHORTEST,
                "splitLongWords": 0,
            }  # fmt: skip
            return ParagraphStyle(name, fontSize=size, leading=leading, **(given | more))

        def shown(name: str, size: float, leading: float, **more: Any) -> ParagraphStyle:
            given = {"fontName": look.display.name, "textColor": accent, "hyphenationLang": None}
            return style(name, size, leading, **(given | more))

        size, leading, small = look.size, look.leading, look.small
        self.text = style("text", size, leading, spaceAfter=leading * 0.42)
        self.chapter = shown(
            "chapter", 19, 22, spaceBefore=5 * mm, spaceAfter=2.6 * mm, keepWithNext=1
        )
        self.part = shown("part", 12.5, 15, spaceBefore=3 * mm, spaceAfter=1.2 * mm, keepWithNext=1)
        self.item = style(
            "item", size, leading, leftIndent=5.5 * mm, spaceAfter=leading * 0.2,
            bulletFontName=look.bold.name, bulletFontSize=size, bulletColor=accent,
            bulletIndent=0.8 * mm,
        )  # fmt: skip
        self.item_more = style(
            "item_more", size, leading, leftIndent=5.5 * mm, spaceAfter=leading * 0.2
        )
        self.boxed = style("boxed", size, leading, spaceAfter=1)
        self.box_title = shown("box_title", 11, 14, keepWithNext=1)
        self.caption = style(
            "caption", small, small * 1.25, textColor=muted, fontName=look.italic.name,
            keepWithNext=1,
        )  # fmt: skip
        self.cell = style("cell", small, small * 1.24)
        self.head_cell = style(
            "head_cell", small, small * 1.24, fontName=look.bold.name, hyphenationLang=None
        )
        self.index = style(
            "index", small, small * 1.28, hyphenationLang=None, leftIndent=3 * mm,
            firstLineIndent=-3 * mm,
        )  # fmt: skip
        self.credit = style("credit", small, small * 1.25, spaceAfter=2)
        self.facts = shown("facts", 11.5, 15, alignment=1, spaceAfter=2)
        self.small_middle = style("small_middle", small, small * 1.3, alignment=1, textColor=muted)
        self.toc = style("toc", size, leading, fontName=look.bold.name, hyphenationLang=None)
        self.toc_part = style(
            "toc_part", small + 0.4, leading * 0.95, leftIndent=5 * mm, hyphenationLang=None
        )
        self.toc_page = style("toc_page", size, leading, alignment=2)
        top = ("VALIGN", (0, 0), (-1, -1), "TOP")
        plain_font = ("FONTNAME", (0, 0), (-1, -1), look.text.name)  # of cells without anything
        self.plain_font = plain_font
        sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
        self.toc_grid = [*((side, (0, 0), (-1, -1), 0) for side in sides), top, plain_font]
        self.plain_grid = [
            ("LEFTPADDING", (0, 0), (-1, -1), 2), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            ("TOPPADDING", (0, 0), (-1, -1), 3), ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"), plain_font,
        ]  # fmt: skip
        self.grid = [
            plain_font,
            ("LEFTPADDING", (0, 0), (-1, -1), 4), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            ("TOPPADDING", (0, 0), (-1, -1), 2.2), ("BOTTOMPADDING", (0, 0), (-1, -1), 3.2),
            ("LINEABOVE", (0, 0), (-1, 0), 1.0, accent),
            ("LINEBELOW", (0, 0), (-1, 0), 0.6, accent),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, muted), top,
        ]  # fmt: skip
        self.accent, self.tint = accent, HexColor(look.tint)

    def box_style(self, tinted: bool) -> list[tuple[Any, ...]]:
        side = 4.2 * mm
        found: list[tuple[Any, ...]] = [
            self.plain_font,
            ("LEFTPADDING", (0, 0), (-1, -1), side), ("RIGHTPADDING", (0, 0), (-1, -1), side),
            ("TOPPADDING", (0, 0), (-1, -1), 1.6), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
            ("TOPPADDING", (0, 0), (-1, 0), 5), ("BOTTOMPADDING", (0, -1), (-1, -1), 6),
            ("LINEBEFORE", (0, 0), (0, -1), 2.2, self.accent),
        ]  # fmt: skip
        if tinted:
            found.insert(0, ("BACKGROUND", (0, 0), (-1, -1), self.tint))
        else:
            found += [("BOX", (0, 0), (-1, -1), 0.5, self.accent)]
        return found


def _at(figures: Sequence[Figure], number: int) -> Figure | None:
    """A figure in one of its sizes; the smallest where there are no more."""
    return figures[min(number, len(figures) - 1)] if figures else None


def _split(blocks: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """The blocks before and behind the line that begins the back cover."""
    for at, block in enumerate(blocks):
        if isinstance(block, BackPage):
            return blocks[:at], blocks[at + 1 :]
    return blocks, ()


def _limited(figure: Figure, high: float) -> Figure:
    """A figure of one face, no higher than `high` mm; as it is if the face cannot be drawn."""
    if figure.high <= high or not figure.shown:
        return figure
    part = high / figure.high
    only = figure.shown[0]
    scale = only.scale * part
    shown = type(only)(
        only.key, (figure.wide - only.wide * scale) / 2, 0, only.wide, only.high, scale,
        only.outline, only.title,
    )  # fmt: skip
    return Figure(figure.wide, high, (shown,), (), (), figure.alt)


def _scaled(
    figure: Figure, picture: Picture, key: str, wide: float, high: float, scale: float
) -> Figure:
    """A figure of one face in exactly this scale."""
    only = figure.shown[0]
    shown = type(only)(key, 0, 0, wide, high, scale, only.outline, picture.alt)
    return Figure(wide * scale, high * scale, (shown,), (), (), picture.alt)


def _lines(words: str, face: Face, size: float, wide: float) -> list[str]:
    """Words broken into lines of at most `wide` points."""
    return broken(words, wide * 1000 / size, face.width)


def _short(id_: str) -> str:
    """A rule's id without the code of its game."""
    return id_.partition("-")[2]


class Entry(NamedTuple):
    """A line of the index of terms."""

    term: str
    pages: list[int]
    defined: set[int]  # those of the pages that define it


def index_entries(
    mentioned: Mapping[str, Sequence[int]], defined: Mapping[str, Sequence[int]]
) -> list[Entry]:
    """The index, by the alphabet. Where a book marks definitions, only these terms enter."""
    every = {
        term: [*mentioned.get(term, ()), *defined.get(term, ())] for term in (*mentioned, *defined)
    }
    definitions = {_same_term(term): set[int]() for term in defined}
    spelling = {_same_term(term): term for term in defined}
    for term, pages in defined.items():
        definitions[_same_term(term)].update(pages)
    merged: dict[str, set[int]] = {}
    for term, found in _merged(every).items():
        if not defined or _same_term(term) in definitions:
            merged.setdefault(spelling.get(_same_term(term), term), set()).update(found)
    entries = [
        Entry(term, sorted(pages), definitions.get(_same_term(term), set()))
        for term, pages in merged.items()
    ]
    return sorted(entries, key=lambda each: each.term.casefold())


def _same_term(term: str) -> str:
    """What a term, its plural and other spellings have in common."""
    name = term.casefold()
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")


def _merged(terms: Mapping[str, Sequence[int]]) -> dict[str, set[int]]:
    """Pages of terms: one entry for all spellings, and for a plural and its singular."""
    shown = {term.casefold(): term for term in sorted(terms, reverse=True)}  # capitals first
    found: dict[str, set[int]] = {}
    for term, pages in terms.items():
        name = term.casefold()
        singular = f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
        found.setdefault(shown.get(singular, shown[name]), set()).update(pages)
    return found


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(words: str) -> str:
    """Words as a sentence, with an end."""
    words = _capital(words.strip())
    return words if words[-1:] in ".!?…”" else f"{words}."
