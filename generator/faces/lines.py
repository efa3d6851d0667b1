"""Measures words and breaks text into lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from math import fsum
from operator import itemgetter
from typing import NamedTuple

from generator.core.hyphens import places
from generator.faces.breaks import is_eastern, parts
from generator.faces.fonts import MOST_WORDS, FontFace
from generator.faces.marked import MARKS, UNMARKED, Token, WordPart, parse

MM_PER_POINT = 25.4 / 72
GAP = 0.45  # height of an empty line between paragraphs, relative to a line


class FontFaces(tuple[FontFace, ...]):
    """The typefaces of a text, by style, as in `faces[BOLD | ITALIC]`.

    The first four are followed by the four styles of each fallback typeface, at `4 + style`, `8 +
    style`...
    """

    __slots__ = ()

    def __new__(
        cls, plain: FontFace, bold: FontFace, italic: FontFace, both: FontFace, *others: FontFace
    ) -> FontFaces:
        """Create the tuple, with the four standard typefaces first."""
        return super().__new__(cls, (plain, bold, italic, both, *others))

    @property
    def plain(self) -> FontFace:
        return self[0]


class Measured(NamedTuple):
    """A word or a line break, with its width in thousandths of an em."""

    token: Token
    wide: float
    plain: str | None  # the word, if it is set in the plain typeface as a whole


Line = list[Measured]
Wrap = Callable[[Line, float, float, float], tuple[list[Line], float]]


def measure(text: str, faces: FontFaces) -> Line:
    """Return the words of a marked-up text with their widths. Raises MarkupError."""
    known = _known_words(faces)
    if not MARKS.search(text) and "\n" not in text:
        return [known[word] for word in text.split(" ") if word]
    words: Line = []
    for token in parse(text):
        if len(token) == 1 and token[0][1:] == UNMARKED:
            words.append(known[token[0].text])
        else:
            words.append(_measured_token(token, faces))
    return words


def _measured_token(token: Token, faces: FontFaces) -> Measured:
    if len(faces) > 4:
        token = tuple([part for piece in token for part in _with_fallbacks(piece, faces)])
    plain = token[0].text if len(token) == 1 and token[0][1:] == UNMARKED else None
    return Measured(token, fsum([width_of(piece, faces) for piece in token]), plain)


def _with_fallbacks(piece: WordPart, faces: FontFaces) -> list[WordPart]:
    """Split a word where another typeface has to set it.

    Characters that no typeface contains stay in place.
    """
    if piece.icon or not faces[piece.style].words[piece.text].missing:
        return [piece]
    pieces: list[WordPart] = []
    for letter in piece.text:
        styles = range(piece.style, len(faces), 4)
        style = next((each for each in styles if not faces[each].words[letter].missing), styles[0])
        if pieces and pieces[-1].style == style:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + letter)
        else:
            pieces.append(piece._replace(text=letter, style=style))
    return pieces


class _Known(dict[str, Measured]):
    """A cache of words measured in the plain typeface of a text."""

    def __init__(self, faces: FontFaces) -> None:
        super().__init__()
        self.face = faces.plain
        self.faces = faces

    def __missing__(self, word: str) -> Measured:
        shaped = self.face.words[word]
        if shaped.missing and len(self.faces) > 4:
            found = _measured_token((WordPart(word, 0),), self.faces)
        else:
            found = Measured((WordPart(word, 0),), shaped.width, word)
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = found
        return found


@lru_cache(maxsize=100)
def _known_words(faces: FontFaces) -> _Known:
    return _Known(faces)


def wrap_words(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """Return lines no wider than `width` (in mm), and the width of the widest.

    Only a single word can be wider.
    """
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    lines: list[Line] = []
    widest = 0.0
    for paragraph in paragraphs_of(words):
        if not paragraph:
            lines.append(paragraph)
        ends = list(accumulate([word.wide + space for word in paragraph]))
        first, before = 0, 0.0
        while first < len(paragraph):  # a line has one word at least
            last = max(bisect_right(ends, before + room + space, first), first + 1)
            lines.append(paragraph[first:last])
            widest = max(widest, ends[last - 1] - before - space)
            first, before = last, ends[last - 1]
    return lines, widest * em


def paragraphs_of(words: Line) -> list[Line]:
    """Return the paragraphs of a text, which end at the author's line breaks."""
    if all(map(itemgetter(0), words)):
        return [words]
    paragraphs: list[Line] = [[]]
    for word in words:
        if word.token:
            paragraphs[-1].append(word)
        else:
            paragraphs.append([])
    return paragraphs


class Full(list[Measured]):
    """A line that is not the last one of its paragraph and may therefore be justified."""


class _WordPart(Measured):
    """A part of a word that follows the previous part without a space."""


_IDEOGRAPH = "一"  # icons allow line breaks like an ideograph


def apart_by_letters(words: Line, faces: FontFaces) -> Line:
    """Split Chinese, Japanese and Korean words where a line may end."""
    found: Line = []
    for word in words:
        letters = [_IDEOGRAPH if piece.icon else piece.text for piece in word.token]
        cuts = parts("".join(letters)) if is_eastern("".join(letters)) else []
        if len(cuts) < 2:
            found.append(word)
            continue
        pieces = list(word.token)
        for number, cut in enumerate(cuts):
            token: list[WordPart] = []
            left = len(cut)
            while left > 0:
                piece = pieces[0]
                long = 1 if piece.icon else len(piece.text)
                if long <= left:
                    token.append(pieces.pop(0))
                else:
                    token.append(piece._replace(text=piece.text[:left]))
                    pieces[0] = piece._replace(text=piece.text[left:])
                left -= long
            kind = _WordPart if number else Measured
            plain = cut if len(token) == 1 and word.plain is not None else None
            found.append(kind(tuple(token), fsum([width_of(each, faces) for each in token]), plain))
    return found


def wrap_parts(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """Wrap like `wrap_words`, but also allow line breaks between the parts of a word."""
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    lines: list[Line] = [[]]
    used = widest = 0.0
    for word in words:
        line = lines[-1]
        gap = 0.0 if isinstance(word, _WordPart) else space
        if not word.token or (line and used + gap + word.wide > room):
            lines.append(line := [])
        if not word.token:
            continue
        used = used + gap + word.wide if line else word.wide
        widest = max(widest, used)
        if line and isinstance(word, _WordPart):
            word = _joined(line.pop(), word)
        line.append(word)
    return lines, widest * em


def wrap_hyphens(
    words: Line,
    width: float,
    space: float,
    size: float,
    *,
    faces: FontFaces,
    language: str,
    gap: float = 0.0,
) -> tuple[list[Line], float]:
    """Wrap like `wrap_words`, but hyphenate words that would leave more of a line empty than `gap`.

    `gap` is a fraction of the width. If it is above 0, names are not hyphenated.
    """
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    line: Line = []
    lines = [line]
    used = widest = 0.0
    waiting = [*reversed(words)]
    while waiting:
        word = waiting.pop()
        before = used + space if line else 0.0
        if word.token and before + word.wide > room and room - used > gap * room:
            parted = _parted(word, room - before, faces, language, names=not gap)
            if parted is not None:
                word, rest = parted
                waiting.append(rest)
        if not word.token or (line and before + word.wide > room):
            line, before, used = [], 0.0, 0.0
            lines.append(line)
        if word.token:
            line.append(word)
            used = before + word.wide
            widest = max(widest, used)
    return lines, widest * em


def _parted(
    word: Measured, room: float, faces: FontFaces, language: str, names: bool
) -> tuple[Measured, Measured] | None:
    """Return the longest beginning of a word that fits, with its hyphen, and the rest.

    Returns None if no part fits.
    """
    if len(word.token) != 1 or word.token[0].icon:
        return None
    piece = word.token[0]
    if not names and piece.text[:1].isupper() and not language.startswith("de"):
        return None
    for place in reversed(places(piece.text, language)):
        start, rest = (
            _measured_token((piece._replace(text=text),), faces)
            for text in (f"{piece.text[:place]}-", piece.text[place:])
        )
        if start.wide <= room:
            return start, rest
    return None


def _joined(first: Measured, then: Measured) -> Measured:
    """Merge two parts of a word that are on the same line."""
    *before, left = first.token
    right, *after = then.token
    middle: Token = (left, right)
    if left[1:] == right[1:] and not left.icon:
        middle = (left._replace(text=left.text + right.text),)
    token = (*before, *middle, *after)
    plain = token[0].text if first.plain is not None and then.plain is not None else None
    return Measured(token, first.wide + then.wide, plain)


ICON_EM = 1000.0  # an icon in the line is as wide as the size of the text


def width_of(piece: WordPart, faces: FontFaces) -> float:
    """Return the width of a part of a word, in thousandths of the em of the text."""
    wide = ICON_EM if piece.icon else faces[piece.style].words[piece.text].width
    return wide if piece.size == 1 else wide * piece.size


def larger_by(line: Line) -> float:
    """Return the size of a line's largest words as a multiple of the text size; at least 1."""
    sizes = [piece.size for word in line if word.plain is None for piece in word.token]
    return max(1.0, *sizes) if sizes else 1.0


SHORTEN = "shorten it, or give it more room in the template"


def room(length: float) -> str:
    """Return how much space is available, as words for messages: ``only 40.0 mm are available``."""
    return f"only {length:.1f} mm are available" if length > 0 else "no room is available"
