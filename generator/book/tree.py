"""Defines the parsed text of a rulebook: blocks of inline spans, each with its location.

The PDF, HTML, Markdown and notebook writers use this one tree, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from generator.assets.emoji import NAMED
from validator.core.location import Location
from validator.core.translations import Translations, gettext_noop

# A ruling is ours, where the original is silent; an aside may be skipped; a tip is advice; a choice
# is one of several things to do; said is what somebody says or types.
BoxKind = Literal["ruling", "aside", "tip", "note", "choice", "said"]
BOXES: tuple[BoxKind, ...] = ("ruling", "aside", "tip", "note", "choice", "said")
BOX_TITLES = {
    "ruling": gettext_noop("Our ruling"), "tip": gettext_noop("Advice")
}  # fmt: skip


@dataclass(frozen=True)
class InlineSpan:
    """A run of inline text in one style, or an icon."""

    text: str
    bold: bool = False  # without marked terms an index term, unless it ends with a colon
    italic: bool = False
    code: bool = False
    link: str = ""
    icon: str = ""  # `text` is then its title
    colour: str = ""  # the name in the text: a role of the theme, six digits or a CSS name
    term: bool = False  # a term that is defined here

    @property
    def written(self) -> str:
        """The text for output without icons.

        An icon is omitted, because its words are beside it; an emoji is kept.
        """
        return "" if self.icon and not self.icon.startswith(NAMED) else self.text


NOT_ALLOWED = gettext_noop("Not allowed.")


Inline = tuple[InlineSpan, ...]


def plain(inline: Inline) -> str:
    """Return the text of inline spans without their styles."""
    return "".join(span.text for span in inline)


@dataclass(frozen=True)
class Heading:
    """The heading of a chapter (level 2) or of a section in it (level 3)."""

    level: int
    inline: Inline
    anchor: str
    location: Location


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, and the rules that it restates."""

    inline: Inline
    rules: tuple[str, ...]
    location: Location


@dataclass(frozen=True)
class ListBlock:
    """A bulleted or numbered list; each item consists of blocks."""

    ordered: bool
    items: tuple[tuple[Block, ...], ...]
    location: Location


@dataclass(frozen=True)
class TableCell:
    """A cell of a table, and the rules that its text restates."""

    inline: Inline
    rules: tuple[str, ...]


@dataclass(frozen=True)
class BookTable:
    """A table whose first row contains the headings."""

    rows: tuple[tuple[TableCell, ...], ...]
    location: Location


@dataclass(frozen=True)
class Admonition:
    """A box that is set apart from the text, such as a ruling or an example."""

    kind: BoxKind
    title: Inline
    blocks: tuple[Block, ...]
    location: Location
    colour: str = ""  # colour of a choice: a role of the theme


def box_title(box: Admonition, words: Translations) -> str:
    """Return the heading of a box in the book's language."""
    kind, title = BOX_TITLES.get(box.kind, ""), plain(box.title)
    if kind and title:
        return words("%(kind)s: %(title)s", kind=words(kind), title=title)
    return words(kind) if kind else title


@dataclass(frozen=True)
class ComponentPicture:
    """A picture of a component: its face, its back, one of its fields, or its empty place."""

    component: str
    card: str
    back: bool
    alt: str
    on: tuple[float, float] | None = None  # lies on the picture before: mm to its right and below
    field: str = ""  # only this part is shown
    place: bool = False  # an outline instead of the piece
    turned: bool = False  # by half a turn
    ring: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # a part that is ringed, mm


@dataclass(frozen=True)
class PictureRow:
    """Pictures side by side, with text between them."""

    items: tuple[ComponentPicture | Inline, ...]
    location: Location

    @property
    def pictures(self) -> tuple[ComponentPicture, ...]:
        return tuple(each for each in self.items if isinstance(each, ComponentPicture))


FigureKind = Literal["anatomy", "plan", "move", "sheet", "tally"]
FIGURE = "#fig-"  # begins the address of a link to a figure
FIGURES: tuple[FigureKind, ...] = get_args(FigureKind)


@dataclass(frozen=True)
class FigureRow:
    """A line in a figure's fence, with a name and its description."""

    name: str
    cells: tuple[Inline, ...]
    location: Location

    @property
    def words(self) -> str:
        """The text of the row's last cell without its styles."""
        return plain(self.cells[-1]) if self.cells else ""


@dataclass(frozen=True)
class DerivedFigure:
    """A figure that is derived from data, such as the parts of a card, or a move."""

    kind: FigureKind
    title: str
    script: str  # the name of a script, or the card that is explained
    lines: tuple[int, int] | None  # first and last line of the script
    zones: tuple[str, ...]  # zones to draw; if empty, those that change
    rows: tuple[FigureRow, ...]
    text: str  # a script of its own
    location: Location  # location of the fence
    number: int  # through the book, from 1
    name: str  # its name in links

    @property
    def anchor(self) -> str:
        """The figure's name in links."""
        return f"{FIGURE}{self.number}"

    @property
    def plays(self) -> bool:
        """Whether the figure shows the course of a game from a script."""
        return self.kind != "anatomy"

    def row(self, name: str) -> FigureRow | None:
        """Return the row of the figure with a given name, or None if there is none."""
        return next((each for each in self.rows if each.name == name), None)


@dataclass(frozen=True)
class ComponentList:
    """The list of components with pictures, made from game.yaml."""

    location: Location


@dataclass(frozen=True)
class IndexMark:
    """Index entries for the preceding text."""

    terms: tuple[str, ...]
    location: Location


@dataclass(frozen=True)
class BackPage:
    """Marks where the back cover begins: all later blocks are printed on it."""

    location: Location


Block = (
    Heading | Paragraph | ListBlock | BookTable | Admonition | PictureRow
    | DerivedFigure | ComponentList | IndexMark | BackPage
)  # fmt: skip


@dataclass(frozen=True)
class Document:
    """A rulebook's text.

    `cover` contains the pictures before its first chapter.
    """

    title: str
    cover: tuple[ComponentPicture, ...]
    blocks: tuple[Block, ...]
    rules: frozenset[str]  # printed or cited
    left_out: frozenset[str]  # named in a comment, with a reason
    file: str


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield all blocks, including those inside lists and boxes."""
    for block in blocks:
        yield block
        if isinstance(block, Admonition):
            yield from walk(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from walk(item)


def spans_in(blocks: tuple[Block, ...]) -> Iterator[tuple[Location, InlineSpan]]:
    """Yield all spans of running text, headings, titles and tables, with their locations."""
    for block in walk(blocks):
        texts: list[Inline] = []
        if isinstance(block, Heading | Paragraph):
            texts.append(block.inline)
        elif isinstance(block, Admonition):
            texts.append(block.title)
        elif isinstance(block, BookTable):
            texts += [cell.inline for row in block.rows for cell in row]
        elif isinstance(block, PictureRow):
            texts += [each for each in block.items if isinstance(each, tuple)]
        for inline in texts:
            yield from ((block.location, span) for span in inline)
