"""Converts a rulebook's figures to blocks with number and caption, and collects their problems."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from generator.book.anatomy import anatomy, explained
from generator.book.blocks import (
    INSIDE,
    Block,
    BlockGroup,
    BlockWriter,
    ColumnsBlock,
    FigureBlock,
    ItemBlock,
    MoveBlock,
    PanelBlock,
    TextBlock,
)
from generator.book.examples import ExampleLine
from generator.book.faces import strip
from generator.book.flowables import TaggedParagraph
from generator.book.marks import Figure
from generator.book.move_blocks import PanelFigureBlock, RefusedBlock
from generator.book.move_pictures import MovePicture
from generator.book.moves import LEADS, MovePanel, panels_of, sentence, spoken, undrawn
from generator.book.plan import plan, unknown_zones, zones_of_plan
from generator.book.references import CHECK
from generator.book.sheets import SheetChange, SheetViews
from generator.book.spans import SpanComposer, defined_in
from generator.book.styles import COLUMN, GUTTER, LINE
from generator.book.tallies import tally
from generator.book.tree import NOT_ALLOWED, DerivedFigure, PictureRow
from generator.core.quotes import curly
from validator.core.location import Problem, did_you_mean

_SENTENCES = re.compile(r"[.!?] \S")  # an author who gives a reason writes it after the sentence
NARROW = 0.95  # smallest scale at which two pictures are placed beside each other in a column
LARGE = 18.0  # mm: a card at least this wide, even in half a column


class FigureComposer(SpanComposer):
    """Makes blocks for the figures of one book."""

    def pictures(
        self, node: PictureRow, most: float = 40.0, peers: Sequence[PictureRow] = ()
    ) -> FigureBlock:
        """Return pictures of pieces, at most `most` mm high and at the same scale as `peers`."""
        self.figures += 1

        def make(wide: float, grown: float) -> Figure:
            figure = strip(self.faces, node, wide, self.look.label, most * grown, peers)
            self.collect()
            return figure

        return FigureBlock(node.location, LINE * 0.8, make=make, grows=most >= 40, name="pictures")

    def collect(self) -> None:
        """Add the problems of faces that could not be drawn to those of the book."""
        self.problems += self.kit_renderer.problems
        self.kit_renderer.problems.clear()

    def illustration(self, node: DerivedFigure) -> Iterator[Block]:
        """Yield the block of a derived figure, with the figure's number in the book."""
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
        elif node.kind == "tally":
            yield self.tally(node, number)
        else:
            assert_never(node.kind)

    def caption(self, number: str, words: str) -> TaggedParagraph:
        fig = html.escape(self.game.words("Fig. %(number)s", number=number))
        font = f'<font name="{self.look.label.name}" size="7.2" color="{self.look.accent}">'
        lead = f"{font}{fig}</font> "
        return self.said(lead + html.escape(words), self.styles.caption)

    def anatomy(self, node: DerivedFigure, number: int) -> Block:
        part, _, name = node.script.partition("/")
        first, mirrored = self.explained + 1, self.anatomies % 2 == 1
        self.explained += len(explained(node))
        self.anatomies += 1

        def make(wide: float, grown: float) -> Figure:
            figure, problems = anatomy(self.faces, node, self.look, wide, grown, first, mirrored)
            self.collect()
            self.problems += [Problem(at, words, CHECK) for at, words in problems]
            return figure

        caption = node.title or f"{name}."
        return FigureBlock(
            node.location, LINE * 0.9, make=make, grows=True, least=0.75, words=_row_words(node),
            defined=tuple(d for row in node.rows for each in row.cells for d in defined_in(each)),
            caption=self.caption(str(number), caption), name=f"figure of {name}", anchor=f"@{part}",
            target=node.anchor,
        )  # fmt: skip

    def plan(self, node: DerivedFigure, number: int) -> Block:
        example = self.book.examples[node.location.line]
        title = f"{self.game.words('Fig. %(number)s', number=str(number))}   {node.title}"
        known = [*(each.title for each in zones_of_plan(example)),
                 *example.referee.names(example.after)]  # fmt: skip
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
        """Return the width of a label in ems."""
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
        for each in drawn:
            each.peers = [other for other in drawn if other is not each and other.shows]
        count = sum(each.shows for each in drawn)
        pictures: list[Block] = []
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        for panel, picture in zip(panels, drawn, strict=True):
            if panel.refused is not None:
                pictures.append(self.refused(panel.refused, node))
            elif picture.shows:
                label = f"{number}{next(letters)}" if count > 1 else str(number)
                pictures.append(self.panel(node, panel, picture, label))
            elif panel.told:  # nothing has moved
                said = self.said(html.escape(panel.caption), self.styles.told)
                pictures.append(
                    TextBlock(node.location, LINE * 0.5, words=panel.caption, said=said)
                )
        shown = [each for each in drawn if each.shows]
        if len(shown) > 1 and all(map(_is_narrow, shown)):
            pictures = [self.side_by_side(pictures, node)]
        return MoveBlock(
            node.location, LINE, grows=True, title=self.move_title(node), pictures=pictures,
            least=0.5 if any(each.has_map for each in drawn) else 0.6,
            rules=example.rules, words=node.title, name=f"example “{node.title}”",
            target=node.anchor,
        )  # fmt: skip

    def side_by_side(self, pictures: Sequence[Block], node: DerivedFigure) -> Block:
        """Return pictures in two columns, each below the sentences of the moves that lead to it."""
        columns: list[Block] = []
        led: list[Block] = []
        for block in pictures:
            led.append(block)
            if isinstance(block, FigureBlock):
                columns.append(StackBlock(node.location, inner=led, name="picture of a move"))
                led = []
        if led:
            columns.append(StackBlock(node.location, inner=led, name="sentences of a move"))
        return ColumnsBlock(node.location, inner=columns, count=2, across=True, between=LINE,
                            name=f"pictures of “{node.title}”")  # fmt: skip

    def move_title(self, node: DerivedFigure) -> TaggedParagraph | None:
        return self.said(html.escape(node.title), self.styles.move) if node.title else None

    def panel(
        self, node: DerivedFigure, panel: MovePanel, picture: MovePicture, label: str
    ) -> FigureBlock:
        """Return a block with a picture of a move and its caption."""

        def make(wide: float, grown: float) -> Figure:
            figure = picture.figure(wide, picture.highest * grown)
            self.collect()
            return figure

        fig = html.escape(self.game.words("Fig. %(number)s", number=label))
        lead = f" <b>{html.escape(panel.lead)}.</b>" if panel.lead else ""
        markup = (
            f'<font name="{self.look.label.name}" size="7.2" color="{self.look.accent}">{fig}'
            f"</font>{lead} {html.escape(panel.caption)}"
        )
        return PanelFigureBlock(
            node.location, LINE * 0.6, make=make, grows=True, least=0.45, words=panel.caption,
            caption=self.said(markup, self.styles.told),
        )  # fmt: skip

    def sheet(self, node: DerivedFigure, number: int) -> Iterator[Block]:
        """Yield blocks with a whole filled-in sheet, and with a close-up of each change."""
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

    def refused(self, deed: ExampleLine, node: DerivedFigure) -> RefusedBlock:
        """Return a block that describes a refused move and explains why it is not allowed."""
        no = self.game.words(NOT_ALLOWED)
        words = _sentence(deed.said or f"“{deed.line}”")
        reason = _sentence(spoken(deed.refused, self.faces))
        told = deed.said and (self.game.translation or _SENTENCES.search(deed.said))
        why = "" if told else f" <i>{html.escape(reason)}</i>"
        markup = f'<font color="{self.look.accent}"><b>{no}</b></font> {html.escape(words)}{why}'
        if self.rule_ids:
            markup += f' <font size="7">{", ".join(deed.rules)}</font>'
        return RefusedBlock(node.location, LINE * 0.5, said=self.said(markup, self.styles.told),
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


class _Whole(FigureBlock):
    """A figure that fills a whole page."""


class StackBlock(PanelBlock):
    """A group of blocks below each other, without a background, such as a margin note."""

    def parts(self, wide: float) -> tuple[float, float, float]:
        return 0.0, wide, 0.0

    def high(self, wide: float, grown: float = 1.0) -> float:
        return math.fsum(b.high(wide, grown) for b in self.inner) + math.fsum(
            b.gap for b in self.inner[:-1]
        )

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:
        writer.seen(self)
        for block in self.inner:
            block.path = (*self.path, *block.path)
            block.draw(writer, x, y, wide, grown)
            y += block.high(wide, grown) + block.gap


def is_whole(block: Block) -> bool:
    """Return whether a block fills a page."""
    return isinstance(block, _Whole)


def _is_narrow(picture: MovePicture) -> bool:
    """Return whether half a column is wide enough for a picture."""
    inside = COLUMN - 2 * INSIDE
    whole, half = (
        picture.figure(wide, picture.highest) for wide in (inside, (inside - GUTTER) / 2)
    )
    widths = [min((each.wide * each.scale for each in figure.shown), default=0.0)
              for figure in (whole, half)]  # fmt: skip
    return widths[1] >= min(widths[0] * NARROW, LARGE)


def _row_words(node: DerivedFigure) -> str:
    return " ".join([node.title, *(each.words for each in node.rows)])


def _sentence(words: str) -> str:
    """Return the words as a sentence, with a full stop at the end."""
    words = words.strip()
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in ".!?…”" else f"{words}."
