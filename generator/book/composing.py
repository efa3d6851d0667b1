"""Converts the tree of a rulebook to blocks: paragraphs, steps, tables, boxes and figures."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle

from generator.book.blocks import (
    BesideBlock,
    Block,
    BlockGroup,
    ColumnsBlock,
    FigureBlock,
    GridBlock,
    ItemBlock,
    PanelBlock,
    TextBlock,
)
from generator.book.figure_blocks import FigureComposer, StackBlock
from generator.book.flowables import Tagged, TaggedParagraph, widths
from generator.book.spans import defined_in
from generator.book.styles import COLUMN, GUTTER, LINE, NOTE
from generator.book.tree import (
    Admonition,
    BookTable,
    ComponentList,
    ComponentPicture,
    DerivedFigure,
    Heading,
    IndexMark,
    ListBlock,
    Paragraph,
    PictureRow,
    TableCell,
    box_title,
    plain,
)
from generator.book.tree import Block as Node
from generator.core.quotes import curly
from validator.core.location import Location

TIGHT = LINE * 0.3  # mm between items
THREE = 3  # items of a list of pictures that are side by side
FLAT = 0.26  # height of a flat picture in a list, as a share of its width
BELOW = 0.8  # mm between a flat picture and the text below it
TALL = 44.0  # mm of a note in the margin; a longer one has the full width


class Composer(FigureComposer):
    """Converts the tree of one book to blocks."""

    # ---- sections

    def section_blocks(self, nodes: Sequence[Node]) -> list[Block]:
        """Return the blocks below a heading.

        Rulings are notes in the margin, beside the text that they concern.
        """
        found: list[Block] = []
        self.explained = self.anatomies = 0
        for place, node in enumerate(nodes):
            if isinstance(node, Paragraph) and place == 1 and _is_lead(node):
                found.append(self.paragraph(node, self.styles.lead))
                found[-1].gap = LINE
            elif isinstance(node, IndexMark) and found:
                found[-1].listed = (*found[-1].listed, *node.terms)
            elif isinstance(node, Admonition) and node.kind == "ruling":
                _beside(found, self.ruling(node))
            else:
                found += self.blocks(node)
        for before, block, after in zip(found, found[1:], found[2:], strict=False):
            if before.level and isinstance(after, FigureBlock) and isinstance(block, TextBlock):
                block.keep = True  # a sentence that leads from a heading to a figure
        return found

    def blocks(self, node: Node) -> Iterator[Block]:
        """Yield the blocks for a node of the tree."""
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
            defined=defined_in(node.inline),
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
        """Return pictures with their texts beside them, at one scale and in two columns.

        If a row has more than two pictures, there is only one column. Three items are side by side.
        """
        group = BlockGroup("L", {"O": "List", "ListNumbering": "None"})
        cells: list[_Gallery] = []
        rows = [row for (row,) in node.items if isinstance(row, PictureRow)]
        shown = [PictureRow(row.pictures, row.location) for row in rows]
        is_wide = max(len(row.pictures) for row in rows) > 2
        for row, pictures in zip(rows, shown, strict=True):
            words = [each for each in row.items if not isinstance(each, ComponentPicture)]
            said = self.said(self.markup(words[0]), self.styles.cell)
            text = TextBlock(row.location, said=said, words=plain(words[0]))
            cells.append(_Gallery(row.location, path=(group,), inner=[text],
                                  aside=self.pictures(pictures, 24.0, shown)))  # fmt: skip
        column = COLUMN / 2
        is_flat = not is_wide and all(each.aside.high(column) < column * FLAT for each in cells)
        count = 1 if is_wide else THREE if len(cells) == THREE else 2
        for each in cells:
            each.above = is_flat or count == THREE
        return ColumnsBlock(node.location, inner=cells, count=count, across=True,
                            between=2.2, name="list of pictures", grows=True)  # fmt: skip

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
        defined = tuple(d for row in node.rows for cell in row for d in defined_in(cell.inline))
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
        """Return a ruling as a note for the margin."""
        title = plain(node.title) or box_title(node, self.game.words)
        said = self.said(html.escape(title), self.styles.note_head)
        head = TextBlock(node.location, 0.4, said=said, words=title)
        inner: list[Block] = [head]
        for each in node.blocks:
            if isinstance(each, Paragraph):
                inner.append(self.paragraph(each, self.styles.note))
            else:
                inner += self.blocks(each)
        return StackBlock(node.location, LINE * 0.5, inner=inner, name=f"note “{title}”")

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
        """Return a choice of actions for the player.

        It is a panel with a coloured strip or, on the back page, a heading.
        """
        colour = str(self.game.theme.colours.get(node.colour, "") or node.colour)
        colour = colour if colour.startswith("#") else self.look.accent
        style = self.styles.band if self.compact else self.styles.choice
        if not self.compact:
            style = ParagraphStyle(f"choice{colour}", parent=style, textColor=HexColor(colour))
        inner: list[Block] = [
            TextBlock(node.location, 2.4 if self.compact else 1.0, words=plain(node.title),
                      defined=defined_in(node.title),
                      said=self.said(self.markup(node.title), style))
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

    def contents(self, node: ComponentList) -> Block:
        """Return the list of the kit's components: picture, title, purpose and number of pieces."""
        group = BlockGroup("L", {"O": "List", "ListNumbering": "None"})
        cells: list[Block] = []
        for component in self.game.components:
            if not component.cards:
                continue
            card = component.cards[len(component.cards) // 2 if len(component.cards) > 4 else 0]
            said = str(card.fields.get("name") or card.title or component.title)
            shown = ComponentPicture(component.id, card.id, False, said)
            words = f"<b>{html.escape(component.title)}</b>\u00a0({component.pieces})<br/>"
            words += html.escape(component.description)
            if component.optional:
                words += f" <i>{html.escape(self.game.words('(may be left out)'))}</i>"
            text = TextBlock(node.location, said=self.said(words, self.styles.cell),
                             words=f"{component.title} ({component.pieces})")  # fmt: skip
            aside = self.pictures(PictureRow((shown,), node.location), 23.0)
            cells.append(
                _Gallery(node.location, path=(group,), inner=[text], aside=aside, share=0.36)
            )
        return ColumnsBlock(node.location, inner=cells, count=2, across=True, between=2.4,
                            name="list of components")  # fmt: skip


class _Gallery(PanelBlock):
    """A block with a picture, and its text on the right, or below a flat picture."""

    aside: FigureBlock
    above = False  # the picture is above the text

    def high(self, wide: float, grown: float = 1.0) -> float:
        if self.above:
            return self.aside.high(wide, grown) + BELOW + self.inner[0].high(wide, grown)
        right = wide * 0.5
        return max(self.aside.high(wide - right - 2, grown), self.inner[0].high(right, grown))

    def draw(self, writer: Any, x: float, y: float, wide: float, grown: float) -> None:
        right = wide if self.above else wide * 0.5
        high = self.high(wide, grown)
        path = (*self.path, BlockGroup("LI"), BlockGroup("LBody"))
        self.aside.path = path
        text = self.inner[0]
        text.path = path
        if self.above:
            self.aside.draw(writer, x, y, wide, grown)
            text.draw(writer, x, y + self.aside.high(wide, grown) + BELOW, wide, grown)
            return
        self.aside.draw(writer, x, y + (high - self.aside.high(wide - right - 2, grown)) / 2,
                        wide - right - 2, grown)  # fmt: skip
        text.draw(writer, x + wide - right, y + (high - text.high(right)) / 2, right, grown)


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
    """Put a note beside the preceding text.

    It spans as many blocks as it needs so that it is no taller than they are.
    """
    if (
        found
        and isinstance(found[-1], BesideBlock)
        and (note.high(NOTE) <= TALL or not found[-1].left)
    ):
        found[-1].notes = [*found[-1].notes, note]
        return
    taken: list[Block] = []
    high = note.high(NOTE - 2.6)
    while (
        high <= TALL
        and found
        and isinstance(found[-1], TextBlock | ItemBlock)
        and found[-1].level != 2
    ):
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
