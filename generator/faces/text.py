"""Text into a box: wrapped, shrunk to fit, with bold and italic words and icons inside the line.

`**bold**`, `*italic*`, `:icon:` and `:icon#colour:` are the whole markup; a backslash before a
star, a colon, a space or a backslash takes that sign as it is, a line break begins a new line and
an empty line a small gap. Stars between letters or digits (`3*4*5`) or between spaces mean
themselves, and so does any other backslash: nothing that is no markup is lost. Sizes are points,
lengths millimetres. Lines are measured with the embedded fonts, so drawing decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.faces.breaks import is_eastern, parts
from generator.faces.fonts import Face
from validator.core.lazy import dataclass, pattern
from validator.load.markup import ICON

MM_PER_POINT = 25.4 / 72
ASCENT = 0.78  # of the size, above the first baseline; with DESCENT one line's height
DESCENT = 0.24
GAP = 0.45  # of a line, for an empty line between paragraphs
STEP = 0.25  # points, when text shrinks to fit

_WORD = pattern(r"(?:\\[\\*: ]|[^ \n])+|\n")  # an escaped space does not end a word
_PLAIN_WORD = pattern(r"[^ \n]+|\n")  # the same where nothing is escaped
_MARKS = pattern(r"[\\*:]")
_MARKUP = pattern(rf"\\([\\*: ])|(\*\*)|(\*)|({ICON})")


BOLD, ITALIC = 1, 2


class Faces(tuple[Face, ...]):
    """The typefaces of a text by style: `faces[BOLD | ITALIC]`.

    Behind these four are those of each typeface that has what this one lacks: at `4 + style`,
    `8 + style`...
    """

    __slots__ = ()

    def __new__(cls, plain: Face, bold: Face, italic: Face, both: Face, *others: Face) -> Faces:
        """The typefaces in their order."""
        return super().__new__(cls, (plain, bold, italic, both, *others))

    @property
    def plain(self) -> Face:
        return self[0]


class Piece(NamedTuple):
    """Part of a word in one style; or an icon, then `text` is its name."""

    text: str
    style: int  # BOLD | ITALIC, and 4 for each typeface before the one that it falls back to
    icon: bool = False
    colour: str = ""  # of an icon, as the text says it: a role or ``c03020``


Token = tuple[Piece, ...]  # a word: pieces that a line break must not part
BREAK: Token = ()  # the end of a line that the writer set


class Run(NamedTuple):
    """Words in one style on one baseline, or an icon: what is drawn. Millimetres."""

    x: float
    y: float
    piece: Piece
    face: Face
    width: float


@dataclass(frozen=True)
class Fitted:
    """Text laid out in a box. `size` is what it was set in, in points."""

    runs: tuple[Run, ...]
    size: float
    height: float
    overflow: str  # what did not fit, in words; empty: it fits
    excess: float = 0  # how much too long it is, as a part of the room: 0.2 is a fifth


class MarkupError(ValueError):
    """A text's markup is not closed."""


def parse(text: str) -> tuple[Token, ...]:
    """Words and line breaks of a marked-up text. Raises MarkupError."""
    tokens: list[Token] = []
    style = 0
    for word in (_WORD if "\\" in text else _PLAIN_WORD).findall(text):
        if word == "\n":
            tokens.append(BREAK)
        elif _MARKS.search(word):
            token, style = _marked(word, style)
            if token:
                tokens.append(token)
        else:
            tokens.append(_plain(word, style))
    if style:
        raise MarkupError(f"'{'**' if style & BOLD else '*'}' is not closed")
    while tokens and tokens[-1] == BREAK:
        tokens.pop()
    return tuple(tokens)


@lru_cache(maxsize=20_000)
def _plain(word: str, style: int) -> Token:
    """A word without markup; a deck uses few words often, so equal ones are one value."""
    return (Piece(word, style),)


def _marked(word: str, style: int) -> tuple[Token, int]:
    """A word with markup in it, and the style after it."""
    pieces: list[Piece] = []
    plain = ""
    place = 0
    for match in _MARKUP.finditer(word):
        plain += word[place : match.start()]
        place = match.end()
        escaped, strong, emphasis, icon = match.groups()
        turned = BOLD if strong else ITALIC if emphasis else 0
        if escaped or (turned and not _turns(word, match, style & turned)):
            plain += escaped or match[0]
            continue
        if plain:
            pieces.append(Piece(plain, style))
            plain = ""
        if icon:
            name, _, colour = icon[1:-1].partition("#")
            pieces.append(Piece(name, style, True, colour))
        else:
            style ^= turned
    plain += word[place:]
    if plain:
        pieces.append(Piece(plain, style))
    return tuple(pieces), style


def _turns(word: str, stars: re.Match[str], on: int) -> bool:
    """Whether stars in a word begin a style, or end one that is `on`; if not, they are printed."""
    before, behind = word[: stars.start()].rstrip("*"), word[stars.end() :].lstrip("*")
    if on:
        return bool(before) or bool(behind)
    return bool(behind) and not before[-1:].isalnum()


@lru_cache(maxsize=1000)
def fit(
    text: str,
    width: float,
    height: float | None,
    faces: Faces,
    size: float,
    smallest: float,
    leading: float = 1.2,
    align: str = "left",
) -> Fitted:
    """Lay `text` out in a box of `width` x `height` mm at the largest size from `size` down.

    `faces` are the typefaces by style. The box's top left corner is 0, 0.
    Without a height the text may be as long as it likes. Raises MarkupError.
    """
    words = _measured(text, faces)
    space = faces.plain.words[" "].width
    smallest = min(size, smallest)
    wrap = _wrap
    if is_eastern(text):
        words, wrap = _apart(words, faces), _wrap_parts
    while True:
        lines, widest = wrap(words, width, space, size)
        tall = _height(lines, size, leading)
        fits = widest <= width + 0.01 and (height is None or tall <= height + 0.01)
        if fits or size <= smallest:
            break
        size = max(smallest, size - STEP)
    overflow = "" if fits else _overflow(widest, width, tall, height, size)
    excess = 0.0 if fits else max(excess_of(widest, width), excess_of(tall, height or tall))
    if len(lines) > 1 and fits:
        lines = _evened(words, width, space, size, wrap, align)
    runs = tuple(_place(lines, width, faces, size, leading, align))
    return Fitted(runs, size, tall, overflow, excess)


def _evened(
    words: Line, width: float, space: float, size: float, wrap: Wrap, align: str
) -> list[Line]:
    """The lines of a text without a paragraph that ends in a line of one word.

    Centred lines of a paragraph are made about equally long; the number of lines stays.
    """
    paragraphs: list[Line] = [[]]
    for word in words:
        if word.token:
            paragraphs[-1].append(word)
        else:
            paragraphs.append([])
    found: list[Line] = []
    for each in paragraphs:
        lines, _ = wrap(each, width, space, size)
        if align == "center" and len(lines) > 1:
            lines = _balanced(each, lines, width, space, size, wrap)
        elif len(lines) > 1 and len(lines[-1]) == 1:
            _draw_down(lines, width, space, size)
        found += lines
    return found


def _balanced(
    words: Line, lines: list[Line], width: float, space: float, size: float, wrap: Wrap
) -> list[Line]:
    """The same number of lines in the narrowest box that holds them."""
    low, high = width / 2, width
    for _ in range(7):
        middle = (low + high) / 2
        narrower, widest = wrap(words, middle, space, size)
        if len(narrower) == len(lines) and widest <= width:
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def _draw_down(lines: list[Line], width: float, space: float, size: float) -> None:
    """Move a word from the last line but one to the last, where there is room for it."""
    *rest, moved = lines[-2]
    alone = lines[-1][0]
    wide = (moved.wide + space + alone.wide) * size * MM_PER_POINT / 1000
    parted = isinstance(alone, _Part) or isinstance(moved, _Part)
    if len(rest) > 1 and not parted and wide <= width:
        lines[-2:] = [rest, [moved, alone]]


def excess_of(needed: float, room: float) -> float:
    """By what part of the room a length is too long; 9.99 stands for all that is more."""
    return min(needed / room - 1, 9.99) if room > 0 else 9.99


def fit_line(text: str, width: float, faces: Faces, size: float, smallest: float) -> Fitted:
    """Set `text` on one line at the largest size from `size` down at which it fits `width` mm.

    A line break is a space. Raises MarkupError.
    """
    words = _measured(text.replace("\n", " "), faces)
    whole = _runs(words, 0.0, MM_PER_POINT, faces)  # at one point
    long = whole[-1].x + whole[-1].width if whole else 0.0
    while long * size > width + 0.01 and size > smallest:
        size = max(smallest, size - STEP)
    em = size * MM_PER_POINT
    runs = tuple(_runs(words, ASCENT * em, em, faces))
    over = ""
    if long * size > width + 0.01:
        over = f"{long * size:.1f} mm wide at {size:g} pt; there are {width:.1f} mm"
    height = (ASCENT + DESCENT) * em if words else 0.0
    return Fitted(runs, size, height, over, excess_of(long * size, width) if over else 0.0)


class Measured(NamedTuple):
    """A word, or a line break: how wide it is in thousandths of an em."""

    token: Token
    wide: float
    plain: str | None  # the word, if it is set in the plain typeface as a whole


Line = list[Measured]
Wrap = Callable[[Line, float, float, float], tuple[list[Line], float]]


def _measured(text: str, faces: Faces) -> Line:
    known = _known_words(faces)
    if not _MARKS.search(text) and "\n" not in text:
        return [known[word] for word in text.split(" ") if word]
    words: Line = []
    for token in parse(text):
        if len(token) == 1 and not token[0].style and not token[0].icon:
            words.append(known[token[0].text])
        else:
            words.append(_measured_token(token, faces))
    return words


def _measured_token(token: Token, faces: Faces) -> Measured:
    if len(faces) > 4:
        token = tuple([part for piece in token for part in _with_fallbacks(piece, faces)])
    return Measured(token, sum([_wide(piece, faces) for piece in token]), None)


def _with_fallbacks(piece: Piece, faces: Faces) -> list[Piece]:
    """A piece, parted where another typeface has to set it; what none has stays as it is."""
    if piece.icon or not faces[piece.style].words[piece.text].missing:
        return [piece]
    pieces: list[Piece] = []
    for letter in piece.text:
        styles = range(piece.style, len(faces), 4)
        style = next((each for each in styles if not faces[each].words[letter].missing), styles[0])
        if pieces and pieces[-1].style == style:
            pieces[-1] = Piece(pieces[-1].text + letter, style)
        else:
            pieces.append(Piece(letter, style))
    return pieces


class _Known(dict[str, Measured]):
    """The words so far that were set in the plain typeface."""

    def __init__(self, faces: Faces) -> None:
        super().__init__()
        self.face = faces.plain
        self.faces = faces

    def __missing__(self, word: str) -> Measured:
        shaped = self.face.words[word]
        if shaped.missing and len(self.faces) > 4:
            found = _measured_token((Piece(word, 0),), self.faces)
        else:
            found = Measured((Piece(word, 0),), shaped.width, word)
        if len(self) < MOST_WORDS:
            self[word] = found
        return found


MOST_WORDS = 20_000


@lru_cache(maxsize=100)
def _known_words(faces: Faces) -> _Known:
    return _Known(faces)


def _wrap(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """Lines that are no wider than `width` where words allow it, and the widest of them."""
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    line: Line = []
    lines = [line]
    used = widest = 0.0
    for word in words:
        token, wide, _ = word
        if line and token and used + space + wide <= room:
            used += space + wide
        elif not line and token:
            used = wide
        else:
            line = []
            lines.append(line)
            used = wide
            if not token:
                continue
        line.append(word)
        if used > widest:
            widest = used
    return lines, widest * em


class _Part(Measured):
    """A part of a word that is set beside the part before it."""


_IDEOGRAPH = "一"  # where a line may end about an icon is as about any


def _apart(words: Line, faces: Faces) -> Line:
    """Words of Chinese, Japanese and Korean as the parts between which a line may end."""
    found: Line = []
    for word in words:
        letters = [_IDEOGRAPH if piece.icon else piece.text for piece in word.token]
        cuts = parts("".join(letters)) if is_eastern("".join(letters)) else []
        if len(cuts) < 2:
            found.append(word)
            continue
        pieces = list(word.token)
        for number, cut in enumerate(cuts):
            token: list[Piece] = []
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
            kind = _Part if number else Measured
            plain = cut if len(token) == 1 and word.plain is not None else None
            found.append(kind(tuple(token), sum([_wide(each, faces) for each in token]), plain))
    return found


def _wrap_parts(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """What `_wrap` makes, where a line may also end between the parts of a word."""
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    lines: list[Line] = [[]]
    used = widest = 0.0
    for word in words:
        line = lines[-1]
        gap = 0.0 if isinstance(word, _Part) else space
        if not word.token or (line and used + gap + word.wide > room):
            lines.append(line := [])
        if not word.token:
            continue
        used = used + gap + word.wide if line else word.wide
        widest = max(widest, used)
        if line and isinstance(word, _Part):
            word = _joined(line.pop(), word)
        line.append(word)
    return lines, widest * em


def _joined(first: Measured, then: Measured) -> Measured:
    """Parts of a word that are on one line, as one."""
    *before, left = first.token
    right, *after = then.token
    middle: Token = (left, right)
    if left.style == right.style and not left.icon and not right.icon:
        middle = (left._replace(text=left.text + right.text),)
    token = (*before, *middle, *after)
    plain = token[0].text if first.plain is not None and then.plain is not None else None
    return Measured(token, first.wide + then.wide, plain)


ICON_EM = 1000.0  # an icon in the line is as wide as the size of the text


def _wide(piece: Piece, faces: Faces) -> float:
    return ICON_EM if piece.icon else faces[piece.style].words[piece.text].width


def _height(lines: list[Line], size: float, leading: float) -> float:
    em = size * MM_PER_POINT
    advance = sum(leading if line else leading * GAP for line in lines[:-1])
    return (advance + ASCENT + DESCENT) * em if any(lines) else 0.0


def _overflow(widest: float, width: float, tall: float, height: float | None, size: float) -> str:
    if widest > width + 0.01:
        return f"a word is {widest:.1f} mm wide at {size:g} pt; there are {width:.1f} mm"
    return f"the text needs {tall:.1f} mm at {size:g} pt; there are {height:.1f} mm"


def _place(
    lines: list[Line],
    width: float,
    faces: Faces,
    size: float,
    leading: float,
    align: str,
) -> Iterator[Run]:
    """Runs of equal style on each line, as few as there can be."""
    em = size * MM_PER_POINT
    y = ASCENT * em
    for line in lines:
        runs = _runs(line, y, em, faces)
        if runs and align != "left":
            shift = width - (runs[-1].x + runs[-1].width)
            shift *= 0.5 if align == "center" else 1.0
            runs = [run._replace(x=run.x + shift) for run in runs]
        yield from runs
        y += (leading if line else leading * GAP) * em


def _runs(line: Line, y: float, em: float, faces: Faces) -> list[Run]:
    """Pieces of a line that are drawn at once: neighbouring words of one style, or an icon."""
    scale = em / 1000
    space = faces.plain.words[" "].width
    plain = [word.plain for word in line]
    if plain and None not in plain:  # nearly every line
        text = " ".join(plain)  # type: ignore[arg-type]
        wide = sum([word.wide for word in line]) + (len(plain) - 1) * space
        return [Run(0.0, y, Piece(text, 0), faces.plain, wide * scale)]
    runs: list[Run] = []
    words: list[str] = []  # of the open run, in `style`, from `start`
    style = 0
    x = start = gap = 0.0  # in thousandths of an em

    def close() -> None:
        if words:
            piece = Piece(" ".join(words), style)
            runs.append(Run(start * scale, y, piece, faces[style], (x - start) * scale))
            words.clear()

    for index, (token, wide, _) in enumerate(line):
        first = token[0]
        if words and style == first.style and not first.icon:
            x += gap
        elif index:
            close()
            x += space
        for piece in token:
            if words and (piece.icon or style != piece.style):
                close()
            part = wide if len(token) == 1 else _wide(piece, faces)
            if piece.icon:
                runs.append(Run(x * scale, y, piece, faces[piece.style], part * scale))
            else:
                if not words:
                    start, style = x, piece.style
                    gap = faces[style].words[" "].width
                words.append(piece.text)
            x += part
    close()
    return runs
