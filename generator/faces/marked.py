"""Parses the markup of texts into words, which consist of parts in one style and of icons.

`**bold**`, `*italic*`, `:icon:`, `:icon#colour:` and `{red 120%: words}` are the whole markup. The
words before a span's colon are a colour (a role of the theme, `#c03020` or a CSS name), a size in
per cent of the text's, `bold` and `italic`; spans may contain others. A backslash before a star, a
colon, a brace, a space or a backslash makes that character literal. Stars between letters or digits
(`3*4*5`) or between spaces are literal, and so are braces without a colon and any other backslash:
characters that are not markup are never lost.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from generator.faces.fonts import MOST_WORDS
from validator.load.markup import ICON, SPAN

BOLD, ITALIC = 1, 2
SMALLEST_SPAN, LARGEST_SPAN = 25, 400  # per cent of the text around it
MARKS = re.compile(r"[\\*:{}]")
_WORD = re.compile(rf"(?:\\[\\*: {{}}]|{SPAN}|[^ \n])+|\n")  # an escaped space does not end a word
_PLAIN_WORD = re.compile(r"[^ \n]+|\n")  # the same where nothing is escaped
_MARKUP = re.compile(rf"\\([\\*: {{}}])|(\*\*)|(\*)|({ICON})|({SPAN})|(\}})")
_SIZE = re.compile(r"(\d{1,4})%")


class WordPart(NamedTuple):
    """A part of a word in one style, or an icon such as ``coin`` or ``coin#red``."""

    text: str
    style: int  # BOLD | ITALIC, and 4 for each typeface before the one that it falls back to
    icon: bool = False
    colour: str = ""  # colour of the span as written in the text: a role, ``#c03020`` or ``red``
    size: float = 1.0  # a fraction of the size of the text


UNMARKED = WordPart("", 0)[1:]  # what a piece without any markup is beside its text
Token = tuple[WordPart, ...]  # a word: pieces that a line break must not separate
BREAK: Token = ()  # a line end set by the writer


class MarkupError(ValueError):
    """Raised for markup that is not closed, or contains something unknown."""


class WordStyle(NamedTuple):
    """The style at a position in a marked-up text.

    `start` is the style at the beginning of a span.
    """

    style: int = 0
    colour: str = ""
    size: float = 1.0
    start: int = 0


_PLAIN_STYLE = WordStyle()


def parse(text: str) -> tuple[Token, ...]:
    """Return the words and line breaks of a marked-up text. Raises MarkupError."""
    tokens: list[Token] = []
    looks = [_PLAIN_STYLE]  # styles of the open spans, the innermost last
    words = _WORD if "\\" in text or "{" in text else _PLAIN_WORD
    for word in words.findall(text):
        if word == "\n":
            tokens.append(BREAK)
        elif MARKS.search(word) or looks[-1] != _PLAIN_STYLE:
            if token := _marked(word, looks):
                tokens.append(token)
        else:
            tokens.append(_plain(word))
    if len(looks) > 1:
        raise MarkupError("'{' is not closed; write '}' after the last word of the span")
    if style := looks[0].style:
        raise MarkupError(f"'{'**' if style & BOLD else '*'}' is not closed")
    while tokens and tokens[-1] == BREAK:
        tokens.pop()
    return tuple(tokens)


@lru_cache(maxsize=MOST_WORDS)
def _plain(word: str) -> Token:
    """Return a word without markup (cached, because a deck often repeats words)."""
    return (WordPart(word, 0),)


def _marked(word: str, looks: list[WordStyle]) -> Token:
    """Return a word that contains markup; `looks` is updated to the styles open after it."""
    pieces: list[WordPart] = []
    plain = ""
    place = 0

    def close() -> None:
        nonlocal plain
        if plain:
            style, colour, size, _ = looks[-1]
            pieces.append(WordPart(plain, style, False, colour, size))
            plain = ""

    for match in _MARKUP.finditer(word):
        plain += word[place : match.start()]
        place = match.end()
        escaped, strong, emphasis, icon, span, end = match.groups()
        style, colour, size, _ = looks[-1]
        turned = BOLD if strong else ITALIC if emphasis else 0
        printed = (end and len(looks) == 1) or (turned and not _turns(word, match, style & turned))
        if escaped or printed:
            plain += escaped or match[0]
            continue
        close()
        if icon:
            pieces.append(WordPart(icon[1:-1], style, True, colour, size))
        elif span:
            looks.append(look_of(span, looks[-1]))
        elif end:
            if looks.pop().start != style:
                raise MarkupError("the emphasis is not closed before '}'")
        else:
            looks[-1] = looks[-1]._replace(style=style ^ turned)
    plain += word[place:]
    close()
    return tuple(pieces)


def look_of(head: str, outer: WordStyle) -> WordStyle:
    """Return the style of a span from the words before its colon. Raises MarkupError."""
    style, colour, size, _ = outer
    for word in head.strip("{: ").split():
        if word in ("bold", "italic"):
            style |= BOLD if word == "bold" else ITALIC
        elif found := _SIZE.fullmatch(word):
            if not SMALLEST_SPAN <= int(found[1]) <= LARGEST_SPAN:
                raise MarkupError(
                    f"the size of a span is {word}; expected {SMALLEST_SPAN}% to {LARGEST_SPAN}%"
                )
            size = outer.size * int(found[1]) / 100
        else:
            colour = word
    return WordStyle(style, colour, size, style)


def _turns(word: str, stars: re.Match[str], on: int) -> bool:
    """Return whether stars in a word begin a style, or end one that is `on`.

    Otherwise they are printed.
    """
    before, behind = word[: stars.start()].rstrip("*"), word[stars.end() :].lstrip("*")
    if on:
        return bool(before) or bool(behind)
    return bool(behind) and not before[-1:].isalnum()
