"""Text into a box: wrapped, shrunk to fit, with bold and italic words and icons inside the line.

`**bold**`, `*italic*` and `:icon:` are the whole markup; a backslash takes a sign as it is, a line
break begins a new line and an empty line a small gap. Sizes are points, lengths millimetres.
Lines are measured with the embedded fonts, so drawing decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from generator.fonts import Face

MM_PER_POINT = 25.4 / 72
ASCENT = 0.78  # of the size, above the first baseline; with DESCENT one line's height
DESCENT = 0.24
GAP = 0.45  # of a line, for an empty line between paragraphs
STEP = 0.25  # points, when text shrinks to fit

_MARKUP = re.compile(r"\\(.)|(\*\*)|(\*)|:([a-z][a-z0-9-]*):|( +)|(\n)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a word in one style; or an icon, then `text` is its name."""

    text: str
    bold: bool
    italic: bool
    icon: bool = False


Token = tuple[Piece, ...]  # a word: pieces that a line break must not part
BREAK: Token = ()  # the end of a line that the writer set


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one style on one baseline, or an icon: what is drawn. Millimetres."""

    x: float
    y: float
    piece: Piece
    face: Face
    width: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text laid out in a box. `size` is what it was set in, in points."""

    runs: tuple[Run, ...]
    size: float
    height: float
    overflow: str  # what did not fit, in words; empty: it fits


class MarkupError(ValueError):
    """A text's markup is not closed."""


@lru_cache(maxsize=20_000)
def parse(text: str) -> tuple[Token, ...]:
    """Words and line breaks of a marked-up text. Raises MarkupError."""
    tokens: list[Token] = []
    word: list[Piece] = []
    bold = italic = False
    plain = ""

    def flush() -> None:
        nonlocal plain
        if plain:
            word.append(Piece(plain, bold, italic))
            plain = ""

    def end_word() -> None:
        flush()
        if word:
            tokens.append(tuple(word))
            word.clear()

    place = 0
    for match in _MARKUP.finditer(text):
        plain += text[place : match.start()]
        place = match.end()
        escaped, strong, emphasis, icon, spaces, _newline = match.groups()
        if escaped:
            plain += escaped
        elif strong:
            flush()
            bold = not bold
        elif emphasis:
            flush()
            italic = not italic
        elif icon:
            flush()
            word.append(Piece(icon, bold, italic, icon=True))
        elif spaces:
            end_word()
        else:
            end_word()
            tokens.append(BREAK)
    plain += text[place:]
    end_word()
    if bold or italic:
        raise MarkupError(f"'{'**' if bold else '*'}' is not closed")
    while tokens and tokens[-1] == BREAK:
        tokens.pop()
    return tuple(tokens)


def fit(
    text: str,
    width: float,
    height: float | None,
    faces: Callable[[bool, bool], Face],
    size: float,
    smallest: float,
    leading: float = 1.2,
    align: str = "left",
) -> Fitted:
    """Lay `text` out in a box of `width` x `height` mm at the largest size from `size` down.

    `faces(bold, italic)` gives the typeface of a style. The box's top left corner is 0, 0.
    Without a height the text may be as long as it likes. Raises MarkupError.
    """
    tokens = parse(text)
    smallest = min(size, smallest)
    while True:
        lines, widest = _wrap(tokens, width, faces, size)
        tall = _height(lines, size, leading)
        fits = widest <= width + 0.01 and (height is None or tall <= height + 0.01)
        if fits or size <= smallest:
            break
        size = max(smallest, size - STEP)
    overflow = "" if fits else _overflow(widest, width, tall, height, size)
    runs = tuple(_place(lines, width, faces, size, leading, align))
    return Fitted(runs, size, tall, overflow)


Line = list[Token]


def _wrap(
    tokens: tuple[Token, ...], width: float, faces: Callable[[bool, bool], Face], size: float
) -> tuple[list[Line], float]:
    """Lines that are no wider than `width` where words allow it, and the widest of them."""
    em = size * MM_PER_POINT / 1000
    space = faces(False, False).word(" ").width * em
    lines: list[Line] = [[]]
    used = widest = 0.0
    for token in tokens:
        if token == BREAK:
            lines.append([])
            used = 0.0
            continue
        wide = _token_width(token, faces) * em
        if lines[-1] and used + space + wide > width + 0.005:
            lines.append([])
            used = 0.0
        used += wide + (space if lines[-1] else 0.0)
        lines[-1].append(token)
        widest = max(widest, used)
    return lines, widest


def _token_width(token: Token, faces: Callable[[bool, bool], Face]) -> float:
    return sum(_piece_width(piece, faces(piece.bold, piece.italic)) for piece in token)


ICON_EM = 1000.0  # an icon in the line is as wide as the size of the text


def _piece_width(piece: Piece, face: Face) -> float:
    return ICON_EM if piece.icon else face.word(piece.text).width


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
    faces: Callable[[bool, bool], Face],
    size: float,
    leading: float,
    align: str,
) -> Iterator[Run]:
    """Runs of equal style on each line, as few as there can be."""
    em = size * MM_PER_POINT
    y = ASCENT * em
    for line in lines:
        runs = list(_runs(line, y, em, faces))
        if runs:
            shift = width - (runs[-1].x + runs[-1].width)
            shift *= {"left": 0.0, "center": 0.5, "right": 1.0}[align]
            for run in runs:
                yield Run(run.x + shift, run.y, run.piece, run.face, run.width)
        y += (leading if line else leading * GAP) * em


def _runs(line: Line, y: float, em: float, faces: Callable[[bool, bool], Face]) -> Iterator[Run]:
    space = faces(False, False).word(" ").width * em / 1000
    x = 0.0
    start = 0.0
    text = ""
    style: tuple[bool, bool] | None = None

    def close() -> Iterator[Run]:
        nonlocal text
        if text and style is not None:
            face = faces(*style)
            yield Run(start, y, Piece(text, *style), face, face.width(text) * em / 1000)
        text = ""

    for index, token in enumerate(line):
        if index:
            if text and style == (token[0].bold, token[0].italic) and not token[0].icon:
                text += " "
                x += faces(*style).word(" ").width * em / 1000
            else:
                yield from close()
                x += space
        for piece in token:
            face = faces(piece.bold, piece.italic)
            wide = _piece_width(piece, face) * em / 1000
            if piece.icon:
                yield from close()
                yield Run(x, y, piece, face, wide)
            else:
                if text and style != (piece.bold, piece.italic):
                    yield from close()
                if not text:
                    start, style = x, (piece.bold, piece.italic)
                text += piece.text
            x += wide
    yield from close()
