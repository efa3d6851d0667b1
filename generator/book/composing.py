"""A rulebook's tree to blocks: paragraphs, steps, tables, boxes and figures in the game's look."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle

from generator.book.anatomy import anatomy
from generator.book.blocks import (
    INSIDE,
    BesideBlock,
    Block,
    BlockGroup,
    ColumnsBlock,
    FigureBlock,
    GridBlock,
    ItemBlock,
    MoveBlock,
    PanelBlock,
    TextBlock,
)
from generator.book.book import Book
from generator.book.examples import ExampleLine
from generator.book.faces import FigureFaces, strip
from generator.book.flowables import Tagged, TaggedParagraph, widths
from generator.book.lettering import ParagraphStyles
from generator.book.marks import Figure
from generator.book.move_pictures import HIGHEST, MovePicture
from generator.book.moves import LEADS, MovePanel, panels_of, sentence, spoken, undrawn
from generator.book.plan import plan, unknown_zones
from generator.book.references import CHECK
from generator.book.sheets import SheetChange, SheetViews
from generator.book.styles import COLUMN, GUTTER, LINE, NOTE, BookLook
from generator.book.tallies import tally
from generator.book.tree import (
    NOT_ALLOWED,
    Admonition,
    BookTable,
    ComponentList,
    ComponentPicture,
    DerivedFigure,
    Heading,
    IndexMark,
    Inline,
    InlineSpan,
    ListBlock,
    Paragraph,
    PictureRow,
    TableCell,
    box_title,
    plain,
)
from generator.book.tree import (
    Block as Node,
)
from generator.book.zones import zones_of
from generator.core.quotes import curly, curly_markup
from generator.faces.fonts import FontFace, unset
from generator.kit.renderer import KitRenderer
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game

_SENTENCES = re.compile(r"[.!?] \S")  # an author who gives a reason says it behind the wish
_MARKUP = re.compile(r"<[^>]*>")
TIGHT = LINE * 0.3  # mm between items
NARROW = 0.95  # of its size: a picture that keeps it in half of a column is beside another
LARGE = 18.0  # mm: a card that is as wide in half of a column, too


class Composer:
    """Makes blocks of one book."""

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
        self.anatomies = 0  # of this section

    # ---- sections

    def section_blocks(self, nodes: Sequence[Node]) -> list[Block]:
        """The blocks below a heading, with rulings in the margin of what they are about."""
        found: list[Block] = []
        self.explained = self.anatomies = 0
        for place, node in enumerate(nodes):
            if isinstance(node, Paragraph) and place == 1 and _is_lead(node):
                found.append(self.paragraph(node, self.styles.lead))
                found[-1].gap = LINE
            elif isinstance(node, IndexMark) and found:
                found[-1].defined = (*found[-1].defined, *node.terms)
            elif isinstance(node, Admonition) and node.kind == "ruling":
                _beside(found, self.ruling(node))
            else:
                found += self.blocks(node)
        for before, block, after in zip(found, found[1:], found[2:], strict=False):
            if before.level and isinstance(after, FigureBlock) and isinstance(block, TextBlock):
                block.keep = True  # a sentence that leads from a heading to a figure
        return found

    def blocks(self, node: Node) -> Iterator[Block]:
        """The blocks of a node."""
        if isinstance(node, Heading):
            yield self.heading(node)
        elif isinstance(node, Paragraph):
            yield self.paragraph(node)
        elif isinstance(node, ListBlock):
            yield from self.listing(node)
        elif isinstance(node, BookTable):
            yield self.grid(node)
        elif isinstance(node, Admonition):
            yield self.box(node)
        elif isinstance(node, PictureRow):
            yield self.pictures(node)
        elif isinstance(node, DerivedFigure):
            yield from self.illustration(node)
        elif isinstance(node, ComponentList):
            yield self.contents(node)

    def heading(self, node: Heading) -> TextBlock:
        words = curly(plain(node.inline), self.game.language)
        style = self.styles.chapter if node.level == 2 else self.styles.part
        return TextBlock(
            node.location, LINE * (0.8 if node.level == 2 else 0.3), True, words=words,
            anchor=node.anchor, level=node.level,
            defined=tuple(span.text for span in node.inline if span.term),
            said=self.said(self.markup(node.inline), style),
            kind=f"H{node.level}", above=0.0 if node.level == 2 else 1.2, name="heading",
        )  # fmt: skip

    def paragraph(self, node: Paragraph, style: ParagraphStyle | None = None) -> TextBlock:
        self.check_glyphs(node.inline, node.location)
        markup = self.markup(node.inline)
        if self.rule_ids and node.rules:
            markup += f' <font size="7" color="{self.look.muted}">{", ".join(node.rules)}</font>'
        return TextBlock(
            node.location, words=plain(node.inline), rules=node.rules, gap=LINE * 0.45,
            terms=_bold(node.inline), defined=_defined(node.inline),
            said=self.said(markup, style or self.styles.text),
            name=f"paragraph “{plain(node.inline)[:30]}”",
        )  # fmt: skip

    def listing(self, node: ListBlock) -> Iterator[Block]:
        if not node.ordered and all(_is_gallery(item) for item in node.items):
            yield self.gallery(node)
            return
        kind = "Decimal" if node.ordered else "Disc"
        group = BlockGroup("L", {"O": "List", "ListNumbering": kind})
        for number, item in enumerate(node.items, 1):
            inner = [block for each in item if not isinstance(each, PictureRow)
                     for block in self.blocks(each)]  # fmt: skip
            shown = next((each for each in item if isinstance(each, PictureRow)), None)
            aside = self.pictures(shown, 22.0) if shown else None
            last = number == len(node.items)
            gap = LINE * 0.5 if last else LINE * 0.5 if node.ordered else TIGHT
            yield ItemBlock(
                node.location, gap, path=(group,), sign=str(number) if node.ordered else "",
                inner=inner, aside=aside, name=f"item {number} of a list",
            )  # fmt: skip

    def gallery(self, node: ListBlock) -> Block:
        """Pictures with their words beside them, in two columns."""
        group = BlockGroup("L", {"O": "List", "ListNumbering": "None"})
        cells: list[Block] = []
        for (item,) in node.items:
            assert isinstance(item, PictureRow)
            shown = PictureRow(item.pictures, item.location)
            words = [each for each in item.items if not isinstance(each, ComponentPicture)]
            said = self.said(self.markup(words[0]), self.styles.cell)
            aside = self.pictures(shown, 24.0)
            text = TextBlock(item.location, said=said, words=plain(words[0]))
            cells.append(_Gallery(item.location, path=(group,), inner=[text], aside=aside))
        return ColumnsBlock(node.location, inner=cells, count=2, across=True, between=2.2,
                            name="list of pictures")  # fmt: skip

    def grid(self, node: BookTable) -> GridBlock:
        cells = [[self.cell(cell, not number, node.location) for cell in row]
                 for number, row in enumerate(node.rows)]  # fmt: skip
        texts = [
            [(plain(cell.inline), self._measured(not number)) for cell in row]
            for number, row in enumerate(node.rows)
        ]
        table = Tagged(cells, [10.0] * len(cells[0]), hAlign="LEFT")
        table.setStyle(self.table_style(len(cells)))
        rules = tuple(rule for row in node.rows for cell in row for rule in cell.rules)
        words = " ".join(plain(cell.inline) for row in node.rows for cell in row)
        defined = tuple(d for row in node.rows for cell in row for d in _defined(cell.inline))
        return GridBlock(
            node.location, LINE * 0.7, words=words, rules=rules, defined=defined, table=table,
            cells=cells, measure=lambda wide: widths(texts, wide), name="table",
        )  # fmt: skip

    def _measured(self, head: bool) -> Any:
        face, size = (self.look.label, 7.8) if head else (self.look.text, self.look.small)
        return lambda words: face.width(words) * size / 1000

    def table_style(self, rows: int) -> list[tuple[Any, ...]]:
        line, panel = HexColor(self.look.line), HexColor(self.look.panel)
        found: list[tuple[Any, ...]] = [
            ("FONTNAME", (0, 0), (-1, -1), self.look.text.name),
            ("LEFTPADDING", (0, 0), (-1, -1), 5), ("RIGHTPADDING", (0, 0), (-1, -1), 5),
            ("TOPPADDING", (0, 0), (-1, -1), 2.2), ("BOTTOMPADDING", (0, 0), (-1, -1), 3.4),
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, line), ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]  # fmt: skip
        found += [("BACKGROUND", (0, row), (-1, row), panel) for row in range(2, rows, 2)]
        return found

    def cell(self, cell: TableCell, head: bool, location: Location) -> TaggedParagraph:
        self.check_glyphs(cell.inline, location)
        return self.said(
            self.markup(cell.inline), self.styles.head_cell if head else self.styles.cell
        )

    # ---- boxes

    def ruling(self, node: Admonition) -> Block:
        """A note for the margin."""
        title = plain(node.title) or box_title(node, self.game.words)
        said = self.said(html.escape(title), self.styles.note_head)
        head = TextBlock(node.location, 0.4, said=said, words=title)
        inner: list[Block] = [head]
        for each in node.blocks:
            if isinstance(each, Paragraph):
                inner.append(self.paragraph(each, self.styles.note))
            else:
                inner += self.blocks(each)
        return _Stack(node.location, LINE * 0.5, inner=inner, name=f"note “{title}”")

    def box(self, node: Admonition) -> Block:
        if node.kind == "choice":
            return self.choice(node)
        style = self.styles.boxed
        inner: list[Block] = []
        title = box_title(node, self.game.words)
        if node.kind == "said":
            style = self.styles.said if len(str(node.blocks)) < 900 else self.styles.spoken
        if title:
            band = node.kind == "said" and not self.look.low_ink
            look = self.styles.band if band else self.styles.choice
            inner.append(TextBlock(node.location, 1.2, words=title,
                                   said=self.said(html.escape(title), look)))  # fmt: skip
        for each in node.blocks:
            inner += (
                [self.paragraph(each, style)] if isinstance(each, Paragraph) else self.blocks(each)
            )
        said = "tile" if self.look.low_ink else "accent"
        fill = said if node.kind == "said" else "panel"
        stroke = "accent" if self.look.low_ink else ""
        pad = 5.0 if node.kind == "said" else 3.4
        return PanelBlock(node.location, LINE * 0.8, inner=inner, fill=fill, stroke=stroke, pad=pad,
                          name=f"box “{title}”")  # fmt: skip

    def choice(self, node: Admonition) -> Block:
        """One of several things to do: a tile with a coloured strip, or on the last page a head."""
        colour = str(self.game.theme.colours.get(node.colour, "") or node.colour)
        colour = colour if colour.startswith("#") else self.look.accent
        style = self.styles.band if self.compact else self.styles.choice
        if not self.compact:
            style = ParagraphStyle(f"choice{colour}", parent=style, textColor=HexColor(colour))
        inner: list[Block] = [
            TextBlock(node.location, 2.4 if self.compact else 1.0, words=plain(node.title),
                      defined=_defined(node.title), said=self.said(self.markup(node.title), style))
        ]  # fmt: skip
        aside = None
        for each in node.blocks:
            if isinstance(each, PictureRow):
                if self.compact:
                    inner.append(self.pictures(each, 11.0))
                else:
                    aside = self.pictures(each, 22.0)
            elif isinstance(each, Paragraph):
                inner.append(self.paragraph(each, self.styles.cell if self.compact else None))
            else:
                inner += self.blocks(each)
        return PanelBlock(
            node.location, LINE * 0.6, inner=inner, aside=aside, fill="tile", stroke=colour,
            side="" if self.compact else colour, head=colour if self.compact else "",
            name=f"choice “{plain(node.title)}”", share=0.36,
        )  # fmt: skip

    # ---- figures

    def pictures(self, node: PictureRow, most: float = 40.0) -> FigureBlock:
        self.figures += 1

        def make(wide: float, grown: float) -> Figure:
            figure = strip(self.faces, node, wide, self.look.label, most * grown)
            self.collect()
            return figure

        return FigureBlock(node.location, LINE * 0.8, make=make, grows=most >= 40, name="pictures")

    def collect(self) -> None:
        """Return the problems of what could not be drawn."""
        self.problems += self.kit_renderer.problems
        self.kit_renderer.problems.clear()

    def illustration(self, node: DerivedFigure) -> Iterator[Block]:
        """Yield a derived figure, numbered through the book."""
        self.figures += 1
        number = node.number
        if node.kind == "anatomy":
            yield self.anatomy(node, number)
        elif node.kind == "plan":
            yield self.plan(node, number)
        elif node.kind == "move":
            yield self.move(node, number)
        elif node.kind == "sheet":
            yield from self.sheet(node, number)
        else:
            yield self.tally(node, number)

    def caption(self, number: str, words: str) -> TaggedParagraph:
        fig = html.escape(self.game.words("Fig. %(number)s", number=number))
        font = f'<font name="{self.look.label.name}" size="7.2" color="{self.look.accent}">'
        lead = f"{font}{fig}</font> "
        return self.said(lead + html.escape(words), self.styles.caption)

    def anatomy(self, node: DerivedFigure, number: int) -> Block:
        part, _, name = node.script.partition("/")
        first, mirrored = self.explained + 1, self.anatomies % 2 == 1
        self.explained += len(node.rows)
        self.anatomies += 1

        def make(wide: float, grown: float) -> Figure:
            figure, problems = anatomy(self.faces, node, self.look, wide, grown, first, mirrored)
            self.collect()
            self.problems += [Problem(at, words, CHECK) for at, words in problems]
            return figure

        caption = node.title or f"{name}."
        return FigureBlock(
            node.location, LINE * 0.9, make=make, grows=True, least=0.75, words=_row_words(node),
            defined=tuple(d for row in node.rows for each in row.cells for d in _defined(each)),
            caption=self.caption(str(number), caption), name=f"figure of {name}", anchor=f"@{part}",
            target=node.anchor,
        )  # fmt: skip

    def plan(self, node: DerivedFigure, number: int) -> Block:
        example = self.book.examples[node.location.line]
        title = f"{self.game.words('Fig. %(number)s', number=str(number))}   {node.title}"
        known = [each.title for each in zones_of(example, example.after)]
        for place, name in unknown_zones(node, known):
            message = f"no zone '{name}' in this position{did_you_mean(name, known)}"
            self.problems.append(Problem(place, message, CHECK))

        def make(_wide: float, _grown: float) -> Figure:
            figure = plan(self.faces, example, self.measure, curly(title))
            self.collect()
            return figure

        return _Whole(node.location, make=make, words=node.title, name=f"plan “{node.title}”",
                      rules=example.rules, target=node.anchor)  # fmt: skip

    def measure(self, words: str) -> float:
        """The width of a label in ems."""
        return self.look.label.width(words) / 1000

    def move(self, node: DerivedFigure, number: int) -> Block:
        example = self.book.examples[node.location.line]
        self.problems += [Problem(node.location, each, CHECK) for each in undrawn(example)]
        words = {name: self.game.words(said) for name, said in LEADS.items()}
        panels = [
            each if each.told else replace(each, caption=spoken(each.caption, self.faces))
            for each in panels_of(example, self.book.deeds(example), words)
        ]
        drawn = [MovePicture(self.faces, example, each, self.measure) for each in panels]
        count = sum(each.shows for each in drawn)
        pictures: list[Block] = []
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        for panel, picture in zip(panels, drawn, strict=True):
            if panel.refused is not None:
                pictures.append(self.refused(panel.refused, node))
            elif picture.shows:
                label = f"{number}{next(letters)}" if count > 1 else str(number)
                pictures.append(self.panel(node, panel, picture, label))
            elif panel.told:  # nothing is elsewhere
                said = self.said(html.escape(panel.caption), self.styles.told)
                pictures.append(
                    TextBlock(node.location, LINE * 0.5, words=panel.caption, said=said)
                )
        shown = [each for each in drawn if each.shows]
        if len(shown) > 1 and all(map(_is_narrow, shown)):
            pictures = [self.side_by_side(pictures, node)]
        return MoveBlock(
            node.location, LINE, grows=True, title=self.move_title(node), pictures=pictures,
            rules=example.rules, words=node.title, name=f"example “{node.title}”",
            target=node.anchor,
        )  # fmt: skip

    def side_by_side(self, pictures: Sequence[Block], node: DerivedFigure) -> Block:
        """Pictures in two columns, each below the sentences that lead to it."""
        columns: list[Block] = []
        led: list[Block] = []
        for block in pictures:
            led.append(block)
            if isinstance(block, FigureBlock):
                columns.append(_Stack(node.location, inner=led, name="picture of a move"))
                led = []
        if led:
            columns.append(_Stack(node.location, inner=led, name="sentences of a move"))
        return ColumnsBlock(node.location, inner=columns, count=2, across=True, between=LINE,
                            name=f"pictures of “{node.title}”")  # fmt: skip

    def move_title(self, node: DerivedFigure) -> TaggedParagraph | None:
        return self.said(html.escape(node.title), self.styles.move) if node.title else None

    def panel(
        self, node: DerivedFigure, panel: MovePanel, picture: MovePicture, label: str
    ) -> FigureBlock:
        """A picture of a move with its caption."""

        def make(wide: float, grown: float) -> Figure:
            figure = picture.figure(wide, HIGHEST * grown)
            self.collect()
            return figure

        fig = html.escape(self.game.words("Fig. %(number)s", number=label))
        lead = f" <b>{html.escape(panel.lead)}.</b>" if panel.lead else ""
        markup = (
            f'<font name="{self.look.label.name}" size="7.2" color="{self.look.accent}">{fig}'
            f"</font>{lead} {html.escape(panel.caption)}"
        )
        return FigureBlock(
            node.location, LINE * 0.6, make=make, grows=True, least=0.45, words=panel.caption,
            caption=self.said(markup, self.styles.told),
        )  # fmt: skip

    def sheet(self, node: DerivedFigure, number: int) -> Iterator[Block]:
        """A sheet as a whole, and windows on each change."""
        example = self.book.examples[node.location.line]
        views = SheetViews(self.faces, example)

        def whole(wide: float, grown: float) -> Figure:
            figure = views.whole(wide, grown)
            self.collect()
            return figure

        said = node.row("caption")
        caption = said.words if said else node.title
        yield FigureBlock(
            node.location, LINE, make=whole, grows=True, caption=self.caption(str(number), caption),
            words=caption, name=f"sheet “{node.title}”", target=node.anchor,
        )  # fmt: skip
        pictures: list[Block] = []
        group = BlockGroup("L", {"O": "List", "ListNumbering": "Decimal"})
        for place, change in enumerate(views.changes(), 1):

            def make(wide: float, grown: float, change: SheetChange = change) -> Figure:
                figure = views.windows(change, wide, grown)
                self.collect()
                return figure

            words = sentence(change.deed)
            text = TextBlock(node.location, words=words,
                             said=self.said(html.escape(words), self.styles.told))  # fmt: skip
            pictures.append(ItemBlock(node.location, 1.2, path=(group,), sign=str(place), keep=True,
                                      inner=[text]))  # fmt: skip
            pictures.append(FigureBlock(node.location, LINE * 0.7, make=make, grows=True))
        refused = [self.refused(deed, node) for deed in self.book.deeds(example) if deed.refused]
        yield MoveBlock(
            node.location, LINE, grows=True, title=self.move_title(node),
            pictures=[*refused, *pictures],
            rules=example.rules, words=node.title, name=f"windows of “{node.title}”",
        )  # fmt: skip

    def refused(self, deed: ExampleLine, node: DerivedFigure) -> TextBlock:
        """A line that says what is not allowed, and why."""
        no = self.game.words(NOT_ALLOWED)
        words = _sentence(deed.said or f"“{deed.line}”")
        reason = _sentence(spoken(deed.refused, self.faces))
        told = deed.said and (self.game.translation or _SENTENCES.search(deed.said))
        why = "" if told else f" <i>{html.escape(reason)}</i>"
        markup = f'<font color="{self.look.accent}"><b>{no}</b></font> {html.escape(words)}{why}'
        if self.rule_ids:
            markup += f' <font size="7">{", ".join(deed.rules)}</font>'
        return TextBlock(node.location, LINE * 0.4, said=self.said(markup, self.styles.told),
                         words=words)  # fmt: skip

    def tally(self, node: DerivedFigure, number: int) -> Block:
        example = self.book.examples[node.location.line]

        def make(wide: float, grown: float) -> Figure:
            figure, problems = tally(self.faces, example, self.look, wide, grown)
            self.collect()
            self.problems += [Problem(at, words, CHECK) for at, words in problems]
            return figure

        return FigureBlock(
            node.location, LINE * 0.9, make=make, grows=True, words=_row_words(node),
            caption=self.caption(str(number), node.title), name=f"figure “{node.title}”",
            target=node.anchor,
        )  # fmt: skip

    def contents(self, node: ComponentList) -> Block:
        """The components of the kit: picture, title, what it is for, number of pieces."""
        group = BlockGroup("L", {"O": "List", "ListNumbering": "None"})
        cells: list[Block] = []
        for component in self.game.components:
            if not component.cards:
                continue
            card = component.cards[len(component.cards) // 2 if len(component.cards) > 4 else 0]
            shown = ComponentPicture(component.id, card.id, False, card.title or component.title)
            words = f"<b>{component.pieces} × {html.escape(component.title)}</b><br/>"
            words += html.escape(component.description)
            if component.optional:
                words += f" <i>{html.escape(self.game.words('(may be left out)'))}</i>"
            text = TextBlock(node.location, said=self.said(words, self.styles.cell),
                             words=f"{component.pieces} × {component.title}")  # fmt: skip
            aside = self.pictures(PictureRow((shown,), node.location), 23.0)
            cells.append(
                _Gallery(node.location, path=(group,), inner=[text], aside=aside, share=0.36)
            )
        return ColumnsBlock(node.location, inner=cells, count=2, across=True, between=2.4,
                            name="list of components")  # fmt: skip

    # ---- spans

    def said(self, markup: str, style: ParagraphStyle) -> TaggedParagraph:
        markup = curly_markup(markup, self.game.language)
        paragraph = TaggedParagraph(markup, style)
        paragraph.source = html.unescape(_MARKUP.sub("", markup))
        return paragraph

    def markup(self, inline: Inline) -> str:
        """Platypus' markup of spans."""
        around = ["", *(span.text.casefold() for span in inline), ""]
        return "".join(
            self.span(span, before + after)
            for span, before, after in zip(inline, around, around[2:], strict=False)
        )

    def span(self, span: InlineSpan, beside: str) -> str:
        """A span. `beside` is what is next to it, where a symbol's name need not be said again."""
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

    def check_glyphs(self, inline: Inline, location: Location) -> None:
        """Signs that a typeface does not have."""
        for span in inline:
            face: FontFace = {
                (True, False): self.look.bold, (False, True): self.look.italic,
                (True, True): self.look.both,
            }.get((span.bold, span.italic), self.look.text)  # fmt: skip
            takes = self.kit_renderer.renderer.symbols.takes_colour
            if span.icon and span.colour and not takes(span.icon):
                message = f"the icon '{span.icon}' has colours of its own; write `:{span.icon}:`"
                self.problems.append(Problem(location, message, CHECK))
            missing = "".join(face.word(word).missing for word in span.text.split())
            if missing and not span.icon:
                for check, message in unset(missing, face.family):
                    self.problems.append(Problem(location, message, check))


class _Whole(FigureBlock):
    """A figure that is a page."""


class _Stack(PanelBlock):
    """Blocks below each other without a ground, such as a margin note."""

    def parts(self, wide: float) -> tuple[float, float, float]:
        return 0.0, wide, 0.0

    def high(self, wide: float, grown: float = 1.0) -> float:
        return math.fsum(b.high(wide, grown) for b in self.inner) + math.fsum(
            b.gap for b in self.inner[:-1]
        )

    def draw(self, writer: Any, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        for block in self.inner:
            block.path = (*self.path, *block.path)
            block.draw(writer, x, y, wide, grown)
            y += block.high(wide, grown) + block.gap


class _Gallery(PanelBlock):
    """A picture with its words at the right."""

    def high(self, wide: float, grown: float = 1.0) -> float:
        assert self.aside is not None
        right = wide * 0.5
        return max(self.aside.high(wide - right - 2, grown), self.inner[0].high(right, grown))

    def draw(self, writer: Any, x: float, y: float, wide: float, grown: float) -> None:
        assert self.aside is not None
        right = wide * 0.5
        high = self.high(wide, grown)
        path = (*self.path, BlockGroup("LI"), BlockGroup("LBody"))
        self.aside.path = path
        self.aside.draw(writer, x, y + (high - self.aside.high(wide - right - 2, grown)) / 2,
                        wide - right - 2, grown)  # fmt: skip
        text = self.inner[0]
        text.path = path
        text.draw(writer, x + wide - right, y + (high - text.high(right)) / 2, right, grown)


def is_whole(block: Block) -> bool:
    """Return whether a block is a page of its own."""
    return isinstance(block, _Whole)


def _is_narrow(picture: MovePicture) -> bool:
    """Return whether a picture is hardly smaller, or still large, in half of a column."""
    inside = COLUMN - 2 * INSIDE
    whole, half = (picture.figure(wide, HIGHEST) for wide in (inside, (inside - GUTTER) / 2))
    widths = [min((each.wide * each.scale for each in figure.shown), default=0.0)
              for figure in (whole, half)]  # fmt: skip
    return widths[1] >= min(widths[0] * NARROW, LARGE)


def _is_lead(node: Paragraph) -> bool:
    return all(span.italic or not span.text.strip() for span in node.inline)


def _is_gallery(item: Sequence[Node]) -> bool:
    return (
        len(item) == 1
        and isinstance(item[0], PictureRow)
        and isinstance(item[0].items[0], ComponentPicture)
        and not isinstance(item[0].items[-1], ComponentPicture)
    )


def _beside(found: list[Block], note: Block) -> None:
    """Put a note beside the text before it: so much of it that the note is not much longer."""
    if found and isinstance(found[-1], BesideBlock):
        found[-1].notes = [*found[-1].notes, note]
        return
    taken: list[Block] = []
    high = note.high(NOTE - 2.6)
    while found and isinstance(found[-1], TextBlock | ItemBlock) and found[-1].level != 2:
        if (
            taken
            and math.fsum(b.high(COLUMN - NOTE - GUTTER) + b.gap for b in taken) >= high * 0.75
            and not found[-1].keep
        ):
            break
        taken.insert(0, found.pop())
    if not taken:
        found.append(BesideBlock(note.location, note.gap, notes=[note], name=note.name))
        return
    location = taken[0].location
    found.append(BesideBlock(location, LINE * 0.7, left=taken, notes=[note], name=taken[0].name))


def _bold(inline: Inline) -> tuple[str, ...]:
    bold = [span.text for span in inline if span.bold]
    return tuple(words.rstrip(".,") for words in bold if not words.endswith(":"))


def _defined(inline: Inline) -> tuple[str, ...]:
    return tuple(span.text.rstrip(".,:") for span in inline if span.term)


def _row_words(node: DerivedFigure) -> str:
    return " ".join([node.title, *(each.words for each in node.rows)])


def _sentence(words: str) -> str:
    """Return the words as a sentence that ends with a full stop."""
    words = words.strip()
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in ".!?…”" else f"{words}."
