"""Hyphenates words by language, with the patterns of pyphen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyphen import Pyphen

SHORTEST = 7  # letters of a word that may be hyphenated
EDGE = 3  # letters that stay together at its beginning and at its end
_USUAL = {"en": "en_GB"}  # patterns for a language without a country


def patterns(language: str) -> str | None:
    """Return the name of pyphen's patterns for a language tag such as ``it`` or ``de-CH``, or
    None.
    """
    import pyphen

    tag = language.replace("-", "_")
    found: str | None = pyphen.language_fallback(_USUAL.get(tag, tag))
    return _USUAL.get(found, found) if found else None


@lru_cache(maxsize=20_000)
def places(word: str, language: str) -> tuple[int, ...]:
    """Return the letter counts after which a word may be hyphenated, in ascending order.

    Punctuation before and after the letters belongs to the word's first and last part. The tuple is
    empty if the word cannot be hyphenated.
    """
    letters = word.strip("“”‘’\"'()[]«»„.,;:!?…")
    if len(letters) < SHORTEST or not letters.isalpha():
        return ()
    before = word.index(letters)
    name = patterns(language)
    if name is None:
        return ()
    return tuple(before + place for place in _hyphenator(name).positions(letters))


def breaker(language: str) -> Callable[[str], Iterator[tuple[str, str]]] | None:
    """Return a function with which ReportLab hyphenates a word, or None if there are no patterns.

    It yields the possible divisions, the last one first.
    """
    if patterns(language) is None:
        return None

    def parted(word: str) -> Iterator[tuple[str, str]]:
        for place in reversed(places(word, language)):
            yield word[:place], word[place:]

    return parted


@cache
def _hyphenator(name: str) -> Pyphen:
    """Return the hyphenator for a set of patterns.

    Loading one takes up to half a second (German).
    """
    import pyphen

    return pyphen.Pyphen(lang=name, left=EDGE, right=EDGE)
