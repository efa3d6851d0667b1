"""The front and back matter of a book: contents, index and credits."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.book.blocks import Block, BlockGroup, BlockWriter, ColumnsBlock, TextBlock, height_of
from generator.book.composing import Composer
from generator.book.flowables import TaggedParagraph
from generator.book.styles import LINE
from generator.book.tree import Heading, plain
from generator.core.quotes import curly
from generator.kit.cover import OWN_ICONS, font_credits, icon_credits
from validator.core.model import Game

INDEX = "index"  # the link name of the index
PART = 1.0  # mm below the last part of a topic in the table of contents
OTHERS = 4  # pages of a term in the index, besides those that define it


class IndexEntry(NamedTuple):
    """A line of the index of terms."""

    term: str
    pages: list[int]
    defined: set[int]  # the pages that define the term


def index_entries(pages: Sequence[Iterable[Block]]) -> list[IndexEntry]:
    """Return the index in alphabetical order, from the blocks of each page.

    It contains the terms that the book marks. A term that the author lists for pages has these
    pages alone, and those that define it. For any other term, after the pages that define it come
    those that say most about it, at most `OTHERS`. A heading counts as much as three blocks that
    mention the term. If more than `OTHERS` pages mention it, a page with a single mention is left
    out.
    """
    defined: dict[str, set[int]] = {}
    listed: dict[str, set[int]] = {}
    spelling: dict[str, str] = {}
    for number, blocks in enumerate(pages, 1):
        for block in blocks:
            for terms, found in ((block.defined, defined), (block.listed, listed)):
                for term in terms:
                    spelling.setdefault(_same_term(term), term)
                    found.setdefault(_same_term(term), set()).add(number)
    if not spelling:
        return []
    mentions: dict[str, Counter[int]] = {name: Counter() for name in spelling}
    longest_first = sorted(spelling, key=len, reverse=True)
    forms = "|".join(re.escape(each).removesuffix("y") + ("(?:y|ies)" if each[-1:] == "y" else "s?")
                     for each in longest_first)  # fmt: skip
    any_term = re.compile(rf"\b(?:{forms})\b")
    for number, blocks in enumerate(pages, 1):
        for block in blocks:
            said = {_same_term(each) for each in any_term.findall(block.words.casefold())}
            for name in said & mentions.keys():  # of a term that ends in ss, a shorter word may fit
                mentions[name][number] += 3 if block.level else 1
    entries = []
    for name, term in spelling.items():
        own = defined.get(name, set())
        others = listed[name] - own if name in listed else _telling(mentions[name], own)
        entries.append(IndexEntry(term, [*sorted(own), *sorted(others)], own))
    return sorted(entries, key=lambda each: each.term.casefold())


def _telling(mentions: Mapping[int, int], own: Collection[int]) -> list[int]:
    """Return the pages that say most about a term, besides its `own` pages."""
    others = [(count, -page) for page, count in mentions.items() if page not in own]
    least = 1 if len(others) <= OTHERS else 2
    return [-page for _, page in sorted(each for each in others if each[0] >= least)[-OTHERS:]]


def _same_term(term: str) -> str:
    """Return the key by which a term, its plural and its capitalised form count as the same."""
    name = term.casefold()
    return f"{name[:-3]}y" if name.endswith("ies") and len(name) > 4 else name.removesuffix("s")


class ContentsLine(TextBlock):
    """A line in the table of contents: a topic, with its page number right-aligned."""

    page = ""
    number: TaggedParagraph

    def high(self, wide: float, grown: float = 1.0) -> float:  # noqa: ARG002
        return height_of(self.said, wide - 10)

    def draw(self, writer: BlockWriter, x: float, y: float, wide: float, grown: float) -> None:  # noqa: ARG002
        writer.seen(self)
        entry = BlockGroup("TOCI")
        path = (*self.path, entry)
        writer.text(self.said, x, y, wide - 10, writer.element(path, "Link" if self.page else "P"))
        writer.text(self.number, x + wide - 10, y, 10, writer.element(path, "P"))


def contents_lines(
    composer: Composer, headings: Sequence[Heading], pages: Mapping[str, int], parts: bool
) -> list[Block]:
    """Return the table of contents, with the sections of topics if there is space."""
    group = BlockGroup("TOC")
    found: list[Block] = []
    shown = [each for each in headings if each.level != 3 or parts]
    for heading, after in zip(shown, [*shown[1:], None], strict=True):
        words = html.escape(plain(heading.inline))
        page = pages.get(heading.anchor, 0)
        style = composer.styles.toc if heading.level == 2 else composer.styles.toc_part
        link = f'<a href="#{heading.anchor}">{words}</a>' if page else words
        inside = after is not None and after.level == 3  # parts are nearer to their own topic
        gap = 0.0 if inside else PART if heading.level == 3 else 0.6
        line = ContentsLine(gap=gap, stretches=not inside, path=(group,),
                    said=composer.said(link, style), words=f"{words} {page}")  # fmt: skip
        line.page = str(page or "")
        line.number = composer.said(line.page, composer.styles.toc_page)
        found.append(line)
    return found


def index_blocks(composer: Composer, entries: Sequence[IndexEntry]) -> list[Block]:
    """Return blocks for the index, which has three columns."""
    if not entries:
        return []
    lines: list[Block] = []
    for entry in entries:
        words = curly(entry.term[:1].upper() + entry.term[1:])
        numbers = _pages(entry.pages, entry.defined, composer)
        said = composer.said(f"{html.escape(words)} {numbers}", composer.styles.index)
        text = f"{words} {', '.join(map(str, entry.pages))}"
        lines.append(TextBlock(said=said, words=text, gap=0.2))
    title = composer.game.words("Index")
    head = TextBlock(said=composer.said(title, composer.styles.chapter), kind="H2", keep=True,
                     words=title, anchor=INDEX, level=2, gap=LINE * 0.6)  # fmt: skip
    return [head, ColumnsBlock(inner=lines, count=3, between=0.3, gap=LINE)]


def _pages(pages: Sequence[int], defined: Collection[int], composer: Composer) -> str:
    marked = ", ".join(f"<b>{page}</b>" if page in defined else str(page) for page in pages)
    return f'<font color="{composer.look.muted}">{marked}</font>'


def credits_blocks(composer: Composer) -> list[Block]:
    """Return blocks with the credits for the game, the typefaces and the icons."""
    title = composer.game.words("Credits")
    head = TextBlock(said=composer.said(title, composer.styles.part), kind="H3", keep=True,
                     words=title, gap=1.0, above=1.0)  # fmt: skip
    lines = [_sentence(line) if line else "" for line in _credits(composer)]
    parts = [" ".join(filter(None, each)) for each in (lines[:3], lines[3:])]  # the game, this kit
    return [head, *(TextBlock(said=composer.said(html.escape(each), composer.styles.credit),
                              words=each, gap=1.2) for each in parts)]  # fmt: skip


def _credits(composer: Composer) -> Iterator[str]:
    game, renderer = composer.game, composer.kit_renderer.renderer
    yield from (game.licence.credit, game.licence.notice, game.licence.placeholders)
    yield game.words(
        "The words, pictures and examples of this book are Pieria’s own; the rules are "
        "version %(version)s.",
        version=game.rules.version,
    )
    yield game.words(
        "To make a booklet, print both sides at 100 %, flip on the short edge, fold all sheets "
        "together, and staple the fold."
    )
    families = {str(face.family) for face in composer.look.faces.values()}
    fonts = font_credits(composer.kit_renderer.fonts, families | set(renderer.usage.fonts))
    named = "; ".join(f"{f.family} ({f.licence})" if f.licence else f.family for f in fonts)
    yield game.words("Typefaces: %(fonts)s.", fonts=named)
    drawn = [each for each in renderer.usage.icons.values() if each.set != OWN_ICONS]
    if icons := icon_credits(drawn, game.words):
        named = "; ".join(
            game.words(
                "%(set)s (%(licence)s) by %(authors)s",
                set=each.set, licence=each.licence, authors=", ".join(each.authors),
            )
            for each in icons
        )  # fmt: skip
        yield game.words("Icons: %(icons)s.", icons=named)


def facts_of(game: Game) -> str:
    """Return the numbers of players, the age and the duration, for the bottom of the cover."""
    people = "–".join(dict.fromkeys(map(str, game.players)))
    facts = [game.words("%(players)s players", players=people)]
    if game.minutes:
        facts.append(game.words("about %(minutes)s minutes", minutes=game.minutes))
    if game.age:
        facts.append(game.words("age %(age)s and up", age=game.age))
    return "  ·  ".join(facts)


def _sentence(words: str) -> str:
    words = words.strip()
    words = words[:1].upper() + words[1:]
    return words if words[-1:] in ".!?…”" else f"{words}."
