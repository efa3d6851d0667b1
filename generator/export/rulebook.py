"""Writes a rulebook for screens: an HTML page, Markdown, and a notebook for a virtual tabletop.

All three are made from the same document tree as the PDF. Faces are separate SVG files.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from generator.book.anatomy import anatomy
from generator.book.book import read_book
from generator.book.faces import FigureFaces, strip
from generator.book.marks import Figure
from generator.book.move_pictures import HIGHEST, MovePicture
from generator.book.moves import LEADS, panels_of, sentence
from generator.book.plan import plan
from generator.book.sheets import SheetViews
from generator.book.styles import COLUMN, look_of
from generator.book.tallies import tally
from generator.book.tree import (
    NOT_ALLOWED,
    Admonition,
    BackPage,
    Block,
    BookTable,
    ComponentList,
    ComponentPicture,
    DerivedFigure,
    Heading,
    Inline,
    InlineSpan,
    ListBlock,
    Paragraph,
    PictureRow,
    box_title,
    plain,
    walk,
)
from generator.core.quotes import curly, curly_markup
from generator.export.figure_svg import figure_svg
from generator.export.standalone_svg import alone
from validator.core.sizes import Size

if TYPE_CHECKING:
    from generator.book.book import Book
    from generator.book.examples import ExampleLine
    from generator.export.designs import DesignRenderer
    from validator.core.location import Problem

SYMBOL = Size(4.0, 4.0)  # the size at which a symbol in a text is drawn
STYLE = """
body { max-width: 46rem; margin: 0 auto; padding: 0 1.2rem 4rem; background: PAGE;
  font: 1.05rem/1.55 Georgia, serif; color: INK; }
h1, h2, h3 { color: ACCENT; font-weight: normal; line-height: 1.15; }
h1 { margin: 0 -1.2rem 1.5rem; padding: 2.4rem 1.2rem; background: DARK; color: LIGHT;
  font-size: 2.6rem; }
h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 2px solid ACCENT; font-size: 1.8rem; }
a { color: ACCENT; }
aside, .example { background: TINT; border-left: .25rem solid ACCENT; padding: .6rem 1rem;
  margin: 1rem 0; }
aside.ruling { background: none; border: 1px solid ACCENT; border-left-width: .25rem; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid MUTED; vertical-align: top; }
.no { color: ACCENT; font-weight: bold; } .did { color: MUTED; font-size: .9rem; }
svg { max-width: 100%; height: auto; display: block; margin: .5rem 0; }
nav { columns: 14rem; padding: .8rem 1rem; background: TINT; }
nav a { display: block; text-decoration: none; }
.symbol { height: 1.1em; vertical-align: -.2em; }
ul:has(> li > img:not(.symbol)), ul:has(> li > svg) { list-style: none; padding: 0; display: grid;
  gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }
"""


Tabs = dict[str, dict[str, Any]]


def rulebook_files(studio: DesignRenderer) -> tuple[dict[str, bytes], list[Problem]]:
    """Return index.html, rulebook.md, notebook.json and the pictures, or no files without a
    rulebook.
    """
    book, problems = read_book(studio.game)
    if book is None:
        return {}, problems
    pages = _Pages(studio, book)
    files = {
        "index.html": pages.html().encode(),
        "rulebook.md": pages.markdown().encode(),
        "notebook.json": _notebook(pages.tabs()).encode(),
    }
    return files | pages.files, []


def notebook_tabs(studio: DesignRenderer) -> tuple[Tabs, list[Problem]]:
    """Return the rulebook as the tabs of a notebook, without tabs if the game has no rulebook."""
    book, problems = read_book(studio.game)
    return ({}, problems) if book is None else (_Pages(studio, book).tabs(), [])


def _notebook(tabs: Tabs) -> str:
    return json.dumps({"TabStates": tabs}, indent=1, ensure_ascii=False) + "\n"


class _Pages:
    """Writes one rulebook. `files` are the pictures that it has used so far."""

    def __init__(self, studio: DesignRenderer, book: Book) -> None:
        self.book = book
        self.kit_renderer = studio.kit_renderer
        self.faces = FigureFaces(studio.kit_renderer)
        self.look = look_of(book.game.theme, studio.kit_renderer.fonts, book.game.book)
        self.words = book.game.words
        self.files: dict[str, bytes] = {}

    # ---- HTML

    def html(self) -> str:
        """Return the whole book as one page."""
        look, document = self.look, self.book.document
        style = STYLE.replace("INK", look.ink).replace("ACCENT", look.accent)
        style = style.replace("TINT", look.panel).replace("MUTED", look.muted)
        style = style.replace("PAGE", look.page).replace("DARK", look.dark)
        style = style.replace("LIGHT", look.on_dark)
        heads = [each for each in document.blocks if isinstance(each, Heading)]
        links = "".join(
            f'<a href="#{each.anchor}">{self.escaped(plain(each.inline))}</a>'
            for each in heads
            if each.level == 2
        )
        body = "".join(self.block(each) for each in document.blocks)
        title = html.escape(document.title)
        head = html.escape(self.words("%(title)s: rulebook", title=document.title))
        credit = html.escape(self.book.game.licence.credit)
        return (
            f'<!doctype html>\n<html lang="{self.book.game.language}">\n<head>'
            '<meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{head}</title><style>{style}</style></head>\n<body>\n"
            f"<h1>{title}</h1>\n<nav>{links}</nav>\n{body}{self.rule_index()}<footer>{credit}</footer>\n</body>\n</html>\n"
        )

    def block(self, block: Block) -> str:
        """Return the HTML of a block."""
        if isinstance(block, Heading):
            name = f"h{block.level}"
            return f'<{name} id="{block.anchor}">{self.inline(block.inline)}</{name}>\n'
        if isinstance(block, Paragraph):
            return f"<p>{self.inline(block.inline)}</p>\n" if block.inline else ""
        if isinstance(block, ListBlock):
            name = "ol" if block.ordered else "ul"
            items = "".join(f"<li>{self.item(item)}</li>" for item in block.items)
            return f"<{name}>{items}</{name}>\n"
        if isinstance(block, BookTable):
            return self.grid(block)
        if isinstance(block, Admonition):
            title = box_title(block, self.words)
            inner = "".join(map(self.block, block.blocks))
            head = f"<h3>{self.escaped(title)}</h3>" if title else ""
            return f'<aside class="{block.kind}">{head}{inner}</aside>\n'
        if isinstance(block, PictureRow):
            return self.svg(strip(self.faces, block, COLUMN, self.look.label))
        if isinstance(block, DerivedFigure):
            return self.illustration(block)
        return self.contents(block) if isinstance(block, ComponentList) else "<hr>\n"

    def item(self, blocks: Sequence[Block]) -> str:
        """Return an item of a list; pictures with words have these below them."""
        if len(blocks) != 1 or not isinstance(blocks[0], PictureRow):
            return "".join(map(self.block, blocks))
        row = blocks[0]
        shown = strip(self.faces, PictureRow(row.pictures, row.location), 44.0, self.look.label)
        words = (self.inline(each) for each in row.items if isinstance(each, tuple))
        return f"{self.svg(shown)}{' '.join(words)}"

    def grid(self, block: BookTable) -> str:
        rows = []
        for number, row in enumerate(block.rows):
            name = "td" if number else 'th scope="col"'
            cells = "".join(f"<{name}>{self.inline(c.inline)}</{name[:2]}>" for c in row)
            rows.append(f"<tr>{cells}</tr>")
        return f"<table>{''.join(rows)}</table>\n"

    def contents(self, block: ComponentList) -> str:
        items = []
        for component in self.book.game.components:
            for card in component.cards[:1]:
                picture = ComponentPicture(
                    component.id, card.id, False, card.title or component.title
                )
                row = PictureRow((picture,), block.location)
                shown = self.svg(strip(self.faces, row, 24.0, self.look.label))
                words = f"<b>{html.escape(component.title)}</b> ({component.pieces})"
                items.append(f"<li>{shown}{words}<br>{html.escape(component.description)}</li>")
        return f"<ul>{''.join(items)}</ul>\n"

    def illustration(self, block: DerivedFigure) -> str:
        """Return the HTML of a derived figure with its captions."""
        title = f"<h3>{self.escaped(block.title)}</h3>" if block.title else ""
        if block.kind == "anatomy":
            inner = self.svg(anatomy(self.faces, block, self.look, COLUMN, 1.0)[0])
        elif block.kind == "plan":
            example = self.book.examples[block.location.line]
            inner = self.svg(plan(self.faces, example, self.measure, block.title))
        elif block.kind == "move":
            inner = "".join(self.panels(block))
        elif block.kind == "sheet":
            views = SheetViews(self.faces, self.book.examples[block.location.line])
            inner = self.svg(views.whole(COLUMN, 1.0))
            inner += "".join(
                self.svg(views.windows(each, COLUMN, 1.0))
                + f"<p>{self.escaped(sentence(each.deed))}</p>"
                for each in views.changes()
            )
        elif block.kind == "tally":
            example = self.book.examples[block.location.line]
            inner = self.svg(tally(self.faces, example, self.look, COLUMN, 1.0)[0])
        else:
            assert_never(block.kind)
        return f'<section class="example" id="{block.anchor[1:]}">{title}{inner}</section>\n'

    def panels(self, block: DerivedFigure) -> Iterator[str]:
        """Yield the pictures of a move in a derived figure, and the refused moves."""
        example = self.book.examples[block.location.line]
        words = {name: self.words(said) for name, said in LEADS.items()}
        for panel in panels_of(example, self.book.deeds(example), words):
            drawn = MovePicture(self.faces, example, panel, self.measure)
            if panel.refused is not None:
                yield self.deed(panel.refused)
            elif drawn.shows or panel.told:
                yield self.svg(drawn.figure(COLUMN, HIGHEST)) if drawn.shows else ""
                lead = f"<b>{self.escaped(panel.lead)}.</b> " if panel.lead else ""
                yield f"<p>{lead}{self.escaped(panel.caption)}</p>"

    def measure(self, words: str) -> float:
        """Return the estimated width of a label in ems."""
        return self.look.label.width(words) / 1000

    def rule_index(self) -> str:
        """Return an index of rule IDs with the places that explain each rule."""
        lines = []
        section = ""
        found: dict[str, list[str]] = {}
        for block in walk(self.book.document.blocks):
            if isinstance(block, Heading):
                section = block.anchor
            cells = (
                [c for row in block.rows for c in row] if isinstance(block, BookTable) else [block]
            )
            for rule in (r for each in cells for r in getattr(each, "rules", ()) if section):
                if isinstance(rule, str) and section not in found.setdefault(rule, []):
                    found[rule].append(section)
        for rule in sorted(found):
            links = ", ".join(f'<a href="#{each}">{each}</a>' for each in found[rule])
            lines.append(f"<li>{rule}: {links}</li>")
        title = self.escaped(self.words("Where each rule is explained"))
        return f'<h2 id="rules">{title}</h2>\n<ul class="rules">{"".join(lines)}</ul>\n'

    def deed(self, deed: ExampleLine) -> str:
        said = self.escaped(deed.said or deed.line)
        return (
            f'<p><span class="no">{self.words(NOT_ALLOWED)}</span> {said} '
            f"<i>{self.escaped(deed.refused)}</i></p>"
        )

    def inline(self, inline: Inline) -> str:
        shown = "".join(map(self.span, inline))
        return _spaced(curly_markup(shown, self.book.game.language))

    def escaped(self, words: str) -> str:
        """Return plain text as HTML, with typographic quotation marks."""
        return html.escape(curly(words, self.book.game.language))

    def symbol(self, span: InlineSpan) -> str:
        """Return the picture of a symbol, which has no text because its words are beside it."""
        key = self.kit_renderer.draw_symbol(span.icon, SYMBOL.width, span.colour)
        return f'<img class="symbol" src="{self.face(key, SYMBOL)}" alt="">'

    def span(self, span: InlineSpan) -> str:
        if span.icon and not span.written:
            return self.symbol(span)
        words = html.escape(span.written).replace("\n", "<br>")
        for wanted, name in ((span.code, "code"), (span.bold, "b"), (span.italic, "i")):
            words = f"<{name}>{words}</{name}>" if wanted and words else words
        return f'<a href="{html.escape(span.link)}">{words}</a>' if span.link else words

    def svg(self, figure: Figure) -> str:
        """Return a figure whose faces are separate files, with its text for screen readers."""
        return figure_svg(figure, self.look, self.face, self.book.game.language)

    def face(self, key: str, size: Size) -> str:
        """Return the name of a face's file, which is written on first use."""
        name = f"pictures/{key}.svg"
        if name not in self.files and self.kit_renderer.faces is not None:
            self.files[name] = alone(self.kit_renderer, self.kit_renderer.faces[key], size, 0)
        return name

    # ---- Markdown and notebook

    def markdown(self) -> str:
        """Return the book as Markdown without rule references, for a repository."""
        blocks = self.book.document.blocks
        parts = [f"# {self.book.document.title}", *self.lines(blocks, _marked)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def tabs(self) -> Tabs:
        """Return the chapters as tabs for the notebook of Tabletop Simulator.

        They are `TabStates` of a saved game.
        """
        chapters: list[tuple[str, list[Block]]] = []
        for block in self.book.document.blocks:
            if isinstance(block, Heading) and block.level == 2:
                chapters.append((plain(block.inline), []))
            elif chapters:
                chapters[-1][1].append(block)
        return {
            str(number): {
                "title": title,
                "body": "\n\n".join(part for part in self.lines(blocks, _bare) if part),
                "color": "Grey",
                "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5},
                "id": number,
            }
            for number, (title, blocks) in enumerate(chapters)
        }

    def lines(self, blocks: Sequence[Block], say: Callable[[Inline], str]) -> Iterator[str]:
        """Yield the paragraphs of blocks as text; `say` converts inline elements."""
        for block in blocks:
            if isinstance(block, Heading):
                yield f"{'#' * block.level} {say(block.inline)}"
            elif isinstance(block, Paragraph):
                yield say(block.inline)
            elif isinstance(block, ListBlock):
                signs = (f"{n}. " if block.ordered else "- " for n in range(1, 999))
                yield "\n".join(
                    sign + "\n  ".join(self.lines(item, say))
                    for sign, item in zip(signs, block.items, strict=False)
                )
            elif isinstance(block, BookTable):
                rows = [" | ".join(say(c.inline) for c in row) for row in block.rows]
                rule = " | ".join("---" for _ in block.rows[0])
                yield "\n".join(f"| {row} |" for row in (rows[0], rule, *rows[1:]))
            elif isinstance(block, Admonition):
                title = box_title(block, self.words)
                inner = "\n\n".join(
                    [f"**{title}**" if title else "", *self.lines(block.blocks, say)]
                )
                yield "\n".join(f"> {line}".rstrip() for line in inner.strip().split("\n"))
            elif isinstance(block, DerivedFigure) and block.kind == "move":
                deeds = self.book.deeds(self.book.examples[block.location.line])
                paragraphs = [f"*{block.title}*", *filter(None, map(self.deed_text, deeds))]
                yield "\n>\n".join(f"> {line}" for line in paragraphs)
            elif isinstance(block, ComponentList):
                yield "\n".join(
                    f"- {each.title} ({each.pieces}): {each.description}"
                    for each in self.book.game.components
                )
            elif isinstance(block, BackPage):
                yield "---"

    def deed_text(self, deed: ExampleLine) -> str:
        """Return a line of an example as text."""
        if deed.refused:
            said = deed.said or deed.line
            return f"{self.words(NOT_ALLOWED)} {said} ({deed.refused})"
        return sentence(deed)


def _marked(inline: Inline) -> str:
    """Return an inline element as Markdown."""
    found = ""
    for span in inline:
        words = span.written
        if words and span.bold:
            words = f"**{words}**"
        if words and span.italic:
            words = f"*{words}*"
        found += words
    return _spaced(found)


def _bare(inline: Inline) -> str:
    """Return the text of an inline element, without symbols."""
    return _spaced("".join(span.written for span in inline))


def _spaced(words: str) -> str:
    """Return the text with single spaces instead of symbols and repeated spaces."""
    return re.sub(r" {2,}", " ", words).replace("( ", "(").replace(" ()", "").strip()
