"""The parsed text of a rulebook: blocks of inline spans, each with its location.

The PDF, HTML, Markdown and notebook writers use this one tree, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from validator.core.location import Location
from validator.core.translations import Translations, gettext_noop

# A ruling is ours, where the original is silent; an aside may be skipped; a tip is advice.
BoxKind = Literal["ruling", "aside", "tip", "note"]
BOXES: tuple[BoxKind, ...] = ("ruling", "aside", "tip", "note")
BOX_TITLES = {
    "ruling": gettext_noop("Our ruling"), "aside": "", "tip": gettext_noop("Advice"), "note": ""
}  # fmt: skip


@dataclass(frozen=True)
class Span:
    """A run of text of one look; or an icon of the game's theme."""

    text: str
    bold: bool = False  # without marked terms an index term, unless it ends with a colon
    italic: bool = False
    code: bool = False
    link: str = ""
    icon: str = ""  # `text` is then its title
    colour: str = ""  # of an icon, as the text says it: a role of the theme or six digits
    term: bool = False  # a term that is defined here


NOT_ALLOWED = gettext_noop("Not allowed.")


Inline = tuple[Span, ...]


def plain(inline: Inline) -> str:
    """The words of spans without their look."""
    return "".join(span.text for span in inline)


@dataclass(frozen=True)
class Heading:
    """A chapter (level 2) or a part of one (level 3)."""

    level: int
    inline: Inline
    anchor: str
    location: Location


@dataclass(frozen=True)
class Paragraph:
    """Running text, and the rules that it restates."""

    inline: Inline
    rules: tuple[str, ...]
    location: Location


@dataclass(frozen=True)
class Listing:
    """A bulleted or numbered list; each item has blocks of its own."""

    ordered: bool
    items: tuple[tuple[Block, ...], ...]
    location: Location


@dataclass(frozen=True)
class Cell:
    """A cell of a table, and the rules that it restates."""

    inline: Inline
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A table. The first row is its head."""

    rows: tuple[tuple[Cell, ...], ...]
    location: Location


@dataclass(frozen=True)
class Box:
    """Blocks that stand apart from the text."""

    kind: BoxKind
    title: Inline
    blocks: tuple[Block, ...]
    location: Location


def box_title(box: Box, words: Translations) -> str:
    """What a box is headed with, in the book's language."""
    kind, title = BOX_TITLES[box.kind], plain(box.title)
    if kind and title:
        return words("%(kind)s: %(title)s", kind=words(kind), title=title)
    return words(kind) if kind else title


@dataclass(frozen=True)
class Picture:
    """A face of a component, or its back."""

    component: str
    card: str
    back: bool
    alt: str
    on: tuple[float, float] | None = None  # lies on the picture before: mm to its right and below


@dataclass(frozen=True)
class Pictures:
    """Pictures beside each other."""

    pictures: tuple[Picture, ...]
    location: Location


@dataclass(frozen=True)
class Script:
    """A fenced piece of script. `example`: its moves are printed; else only its last position."""

    title: str
    example: bool
    zones: tuple[str, ...]  # what of the position is drawn; empty: what changed
    text: str
    location: Location  # of the fence


@dataclass(frozen=True)
class Contents:
    """The list of components with pictures, made from game.yaml."""

    location: Location


@dataclass(frozen=True)
class BackPage:
    """What follows is printed on the back cover."""

    location: Location


Block = (
    Heading | Paragraph | Listing | Grid | Box | Pictures | Script | Contents | BackPage
)  # fmt: skip


@dataclass(frozen=True)
class Document:
    """A rulebook's text. `cover` are the pictures before its first chapter."""

    title: str
    cover: tuple[Picture, ...]
    blocks: tuple[Block, ...]
    rules: frozenset[str]  # printed or cited
    left_out: frozenset[str]  # named in a comment, with a reason
    file: str


def example_title(script: Script, words: Translations) -> str:
    """What an example or a position is headed with; empty without a title."""
    if not script.example or not script.title:
        return script.title
    return words("Example: %(title)s", title=script.title)


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """All blocks, those inside lists and boxes included."""
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from walk(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from walk(item)
