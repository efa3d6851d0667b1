"""Notes from `pieria check` on names of cards that a rulebook misspells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from generator.book.tree import Document, spans_in
from validator.core.location import Problem
from validator.core.model import Game

LONG = 3  # words in the names of cards that are compared; shorter ones may be everyday words
ALIKE = 0.75  # how alike a name and the words of a text are if one is meant to be the other
WORD = r"[A-Z][\w’'-]*"
JOINING = "of|the|at|on|in|for|to|and|a"
NAME = re.compile(rf"\b{WORD}(?: (?:(?:{JOINING}) )*{WORD})+")


def name_notes(document: Document, game: Game) -> Iterator[Problem]:
    """Yield notes on words that are nearly the name of a card."""
    titles = {card.title for each in game.components for card in each.cards}
    long = [each for each in titles if len(each.split()) >= LONG]
    for location, span in spans_in(document.blocks) if long else ():
        for found in NAME.findall(span.text):
            words = found.replace("’", "'")
            if any(each in words for each in long):
                continue
            for name in _names(words):
                alike = [each for each in long if _is_alike(name, each)]
                if alike and not any(name in each for each in titles):
                    message = f"no card is called “{name}”; the most similar name is “{alike[0]}”"
                    yield Problem(location, message, "book-name", "note")
                    break


def _names(words: str) -> Iterator[str]:
    """Yield the rest of a text from each capital letter, where a name may begin."""
    yield from (words[each.start() :] for each in re.finditer(rf"\b{WORD}", words))


def _is_alike(name: str, title: str) -> bool:
    """Return whether words begin like a name and are similar to it."""
    begins = name.split()[0] == title.split()[0]
    return begins and SequenceMatcher(None, name, title).ratio() >= ALIKE
