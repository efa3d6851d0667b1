"""Reads the first lines of figures in `rulebook.md`, and numbers the figures.

The text refers to a figure by a link, ``[Fig.](#bob-calls-clio)``, which is printed as *Fig. 4*.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from markdown_it.token import Token

from generator.book.references import unmarked
from generator.book.tree import FIGURES, FigureKind

FENCES = (*FIGURES, "components")
SOURCE = re.compile(r"(\S+\.play)(?:\s+(\d+)(?:\s*-\s*(\d+))?)?")


class FenceHead(NamedTuple):
    """The first line of a figure's source: ``move Title | clio.play 12-14, Ann``."""

    kind: FigureKind
    title: str
    script: str  # the name of a script, or the card that is explained
    lines: tuple[int, int] | None
    zones: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The name of the figure in links, made from its title or its card."""
        return anchor_of(self.script.rpartition("/")[2] if self.kind == "anatomy" else self.title)


def head_of(info: str) -> FenceHead | None:
    """Parse the first line of a fence; return None if it is not a figure."""
    name, _, rest = info.strip().partition(" ")
    kind = next((each for each in FIGURES if each == name), None)
    if kind is None:
        return None
    title, _, shown = unmarked(rest).partition("|")
    if kind == "anatomy":
        return FenceHead(kind, shown.strip(), title.strip(), None, ())
    script, lines = "", None
    if source := SOURCE.match(shown.strip() or title.strip()):
        script = source[1]
        if source[2]:
            lines = int(source[2]), int(source[3] or source[2])
        title = title if shown.strip() else ""
        shown = (shown.strip() or rest.strip())[source.end() :].lstrip(", |")
    zones = tuple(each.strip() for each in shown.split(",") if each.strip())
    return FenceHead(kind, title.strip(), script, lines, zones)


def anchor_of(words: str) -> str:
    """Return a text in the form of a link target, such as `bob-calls-clio`."""
    bare = unicodedata.normalize("NFKD", words.lower())
    bare = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")


def figure_anchors(tokens: Sequence[Token]) -> list[str]:
    """Return the names of a book's figures in links, in the order of their numbers, from 1."""
    heads = (head_of(each.info) for each in tokens if each.type == "fence")
    return [head.anchor for head in heads if head is not None]


def numbers_named(link: str, anchors: Sequence[str]) -> list[int]:
    """Return the numbers of the figures whose names begin with a link's text.

    A valid link has exactly one.
    """
    wanted = link.removeprefix("#")
    exact = [number for number, each in enumerate(anchors, 1) if each == wanted]
    return exact or [
        number for number, each in enumerate(anchors, 1) if wanted and each.startswith(wanted)
    ]
