"""Displays a game in another language, while it is played and recorded with its original names.

Records use the card names in the game's own files, so that they can be replayed in every language.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from validator.core.model import Game, Loaded
from validator.load.game import load_game


def shown_in(source: Game, translated: Game) -> Game:
    """Return a translated game for a table.

    It keeps the card names of its source, which records use, and translates them for display.
    """
    pairs = zip(source.components, translated.components, strict=True)
    titles = {
        card.title: other.title
        for one, two in pairs
        for card, other in zip(one.cards, two.cards, strict=True)
    }
    words = replace(translated.words, entries={**titles, **translated.words.entries})
    return replace(translated, components=source.components, words=words)


def load_shown_in(folder: Path, language: str) -> Loaded:
    """Load a game for a table in a language.

    Without a language, or if there are problems, it is not translated.
    """
    source, translated = load_game(folder), load_game(folder, language)
    if not language or source.game is None or translated.game is None or translated.problems:
        return translated
    return Loaded(shown_in(source.game, translated.game), source.problems)
