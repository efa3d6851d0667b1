"""A game's `rulebook.md` to a `Book`: read, examples replayed, rules compared with the game's.

Nothing is typeset here; `pieria check` needs no more than this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.book.examples import Replayed, replayed
from generator.book.markdown import read_document
from generator.book.references import CHECK
from generator.book.source import file_of
from generator.book.tree import Document, Script, walk
from validator.core.location import Problem
from validator.core.model import Game
from validator.load.text import read_text


@dataclass(frozen=True)
class Book:
    """A rulebook whose text was read and whose examples hold."""

    game: Game
    document: Document
    examples: dict[int, Replayed]  # by the line of their fence


def read_book(game: Game) -> tuple[Book | None, list[Problem]]:
    """The rulebook of a game, and what is wrong with it; None without one or where it is wrong."""
    file = file_of(game)
    if file is None:
        return None, []
    name = (Path(game.location.file).parent / file.relative_to(game.folder)).as_posix()
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    document, problems = read_document(game, text, name)
    examples: dict[int, Replayed] = {}
    for block in walk(document.blocks):
        if isinstance(block, Script):
            example, found = replayed(game, block)
            problems += found
            if example is not None:
                examples[block.location.line] = example
    if problems:
        return None, sorted(set(problems))
    return Book(game, document, examples), []


def missing(book: Book) -> Iterator[Problem]:
    """Rules that the rulebook neither prints nor cites nor leaves out with a reason."""
    document = book.document
    known = document.rules | document.left_out
    for rule in book.game.rules:
        if rule.id not in known:
            message = (
                f"{Path(document.file).name} neither prints nor cites {rule.id}; cite it as "
                f"[{rule.id}], or give a reason in <!-- left out: {rule.id}: … -->"
            )
            yield Problem(rule.location, message, CHECK)


def check_book(game: Game) -> list[Problem]:
    """Everything that is wrong with a game's rulebook; nothing for a game without one."""
    book, problems = read_book(game)
    return problems if book is None else sorted(missing(book))
