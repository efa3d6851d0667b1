"""Hyphenates words by language, with the patterns of pyphen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations

SHORTEST = 7  # letters of a word that may be hyphenated
EDGE = 3  # letters that stay together at its beginning and at its end
_USUAL = {"en": "en_GB"}  # patterns for a language without a country
_SETTINGS = ("%", "#", "LEFT", "RIGHT", "COMPOUND")  # how lines begin that are no patterns
_NO_DIGITS = str.maketrans("", "", "0123456789")


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
    return tuple(before + place for place in _positions(letters, _patterns(name)))


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


def _positions(word: str, patterns: Mapping[str, str]) -> Iterator[int]:
    """Yield where a word may be divided: where the largest digit of all its patterns is odd."""
    dotted = f".{word.lower()}."
    levels = [0] * (len(dotted) + 1)
    for start, end in combinations(range(len(dotted) + 1), 2):
        place = start
        for sign in patterns.get(dotted[start:end], ""):
            if sign.isdigit():
                levels[place] = max(levels[place], int(sign))
            else:
                place += 1
    for place in range(EDGE, len(word) - EDGE + 1):
        if levels[place + 1] % 2:
            yield place


@cache
def _patterns(name: str) -> dict[str, str]:
    """Return patterns by their letters.

    pyphen parses the digits of all patterns, which takes up to a second (German); here, only those
    of a word are parsed.
    """
    import pyphen

    encoding, _, rest = pyphen.LANGUAGES[name].read_bytes().partition(b"\n")
    lines = (line.strip() for line in rest.decode(encoding.decode().strip()).split("\n"))
    known = [line.partition("/")[0] for line in lines if not line.startswith(_SETTINGS)]
    return {pattern.translate(_NO_DIGITS): pattern for pattern in known}
