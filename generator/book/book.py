"""Reads a game's `rulebook.md`: replays its examples, and compares its rules with the game's.

Nothing is typeset here, so that `pieria check` is fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from generator.book.examples import ExampleLine, Replayed, replayed
from generator.book.markdown import read_document
from generator.book.references import CHECK
from generator.book.source import file_of
from generator.book.tree import (
    Admonition,
    Block,
    BookTable,
    DerivedFigure,
    Document,
    Heading,
    ListBlock,
    Paragraph,
    PictureRow,
    walk,
)
from validator.checks.waivers import not_waived
from validator.core.location import Location, Problem
from validator.core.model import RULEBOOK, Game
from validator.load.game import load_game
from validator.load.text import read_text


@dataclass(frozen=True)
class Book:
    """A rulebook that was read without errors, and whose examples replay without errors."""

    game: Game
    document: Document
    examples: dict[int, Replayed]  # by the line of their fence

    def deeds(self, example: Replayed) -> tuple[ExampleLine, ...]:
        """Return the steps of an example as lines in the book's language."""
        if not self.game.translation:
            return example.deeds
        return tuple(each.translated(self.game.rules) for each in example.deeds)


def read_book(game: Game) -> tuple[Book | None, list[Problem]]:
    """Return a game's rulebook and its problems.

    The rulebook is None if the game has none, or if it has errors.
    """
    file = file_of(game)
    if file is None:
        return None, []
    name = (Path(game.location.file).parent / file.relative_to(game.folder)).as_posix()
    text = read_text(file, name)
    if isinstance(text, Problem):
        return None, [text]
    document, problems = read_document(game, text, name)
    source = _source(game)
    examples: dict[int, Replayed] = {}
    for block in walk(document.blocks):
        if isinstance(block, DerivedFigure) and block.plays:
            example, found = replayed(source, block)
            problems += found
            if example is not None:
                examples[block.location.line] = example
    problems = not_waived(sorted(set(problems)), game)
    if any(each.level == "error" for each in problems):
        return None, problems
    return Book(game, document, examples), problems


def _source(game: Game) -> Game:
    """Return the game in its original language, which scripts use for card names."""
    return (load_game(game.folder).game or game) if game.translation else game


def untranslated(book: Book) -> list[Problem]:
    """Return problems for the parts of the source that a translated rulebook lacks.

    They are located in the source. A translation has the same headings, boxes, tables, pictures and
    examples in the same order, and its paragraphs cite the same rules.
    """
    if not book.game.translation:
        return []
    whole, problems = read_book(_source(book.game))
    if whole is None:
        return problems
    ours, theirs = (list(walk(each.document.blocks)) for each in (whole, book))
    matcher = SequenceMatcher(None, [*map(_kind, ours)], [*map(_kind, theirs)], autojunk=False)
    kept = {match.a + at for match in matcher.get_matching_blocks() for at in range(match.size)}
    file = Path(book.document.file).name
    return [
        Problem(
            block.location,
            f"{file} has no counterpart for this {_kind(block)[0]}; add a translation there, with "
            "the same rules in the same order",
            CHECK,
            "warning",
        )
        for at, block in enumerate(ours)
        if at not in kept
    ]


def _kind(block: Block) -> tuple[Any, ...]:
    """Return a key that is the same for a block and its translation, beginning with its type."""
    if isinstance(block, Heading):
        return "heading", block.level
    if isinstance(block, Paragraph):
        return "paragraph", block.rules
    if isinstance(block, BookTable):
        return "table", tuple(tuple(cell.rules for cell in row) for row in block.rows)
    if isinstance(block, Admonition):
        return "box", block.kind
    if isinstance(block, DerivedFigure):
        return block.kind, len(block.rows)
    if isinstance(block, PictureRow):
        return "picture", tuple((each.component, each.card) for each in block.pictures)
    if isinstance(block, ListBlock):
        return "list", len(block.items)
    return (type(block).__name__.lower(),)


def missing(book: Book) -> Iterator[Problem]:
    """Yield problems for rules that the rulebook does not cover.

    A rule is covered if the book prints it, cites it, or lists it as left out for a reason.
    """
    document = book.document
    known = document.rules | document.left_out
    for rule in book.game.rules:
        if rule.id not in known:
            message = (
                f"{Path(document.file).name} neither prints nor cites {rule.id}; cite the rule as "
                f"[{rule.id}], or give a reason in <!-- left out: {rule.id}: … -->"
            )
            yield Problem(rule.location, message, CHECK)


def check_book(game: Game) -> list[Problem]:
    """Return all problems of a game's rulebook, or an empty list if the game has none."""
    return check_text(game, *read_book(game))


def check_text(game: Game, book: Book | None, problems: list[Problem]) -> list[Problem]:
    """Return all problems of a rulebook, including the `problems` that were found by reading it."""
    if book is None:
        return problems or _no_translation(game)
    return sorted([*problems, *missing(book), *untranslated(book)])


def _no_translation(game: Game) -> list[Problem]:
    """Return a problem if a game has a rulebook, but none in the kit's language."""
    if not game.translation or not (game.folder / RULEBOOK).is_file():
        return []
    name = Path(game.location.file).parent / RULEBOOK
    wanted = name.parent / game.rulebook.relative_to(game.folder)
    message = f"the rulebook is not translated; expected {wanted.as_posix()}"
    return [Problem(Location(name.as_posix(), 1, 1), message, CHECK, "warning")]
