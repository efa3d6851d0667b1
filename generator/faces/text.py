"""Fits text into a box: wraps and shrinks it, with several styles and icons within lines.

`marked` reads the markup. A line break begins a new line and an empty line a small gap. Sizes are
in points, lengths in millimetres. Lines are measured with the embedded fonts, so that drawing makes
no decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import ceil, fsum
from typing import NamedTuple

from generator.faces.breaks import is_eastern
from generator.faces.fonts import FontFace
from generator.faces.lines import (
    GAP,
    MM_PER_POINT,
    FontFaces,
    Full,
    Line,
    Wrap,
    apart_by_letters,
    larger_by,
    measure,
    paragraphs_of,
    room,
    width_of,
    wrap_hyphens,
    wrap_parts,
    wrap_words,
)
from generator.faces.marked import WordPart

# space above the first baseline, relative to the size; with DESCENT, the height of a line
ASCENT = 0.78
DESCENT = 0.24
STEP = 0.25  # points, when text shrinks to fit


class LaidRun(NamedTuple):
    """A run of text in one style on one baseline, or an icon, after layout.

    Lengths are in mm.
    """

    x: float
    y: float
    piece: WordPart
    face: FontFace
    width: float


class Fitted(NamedTuple):
    """A text after layout in a box. `size` is its final size in points."""

    runs: tuple[LaidRun, ...]
    size: float
    height: float
    overflow: str  # a message about text that did not fit; empty if it fits
    excess: float = 0  # the excess as a fraction of the space: 0.2 is a fifth
    alone: bool = False  # a paragraph ends in a line of one short word


@lru_cache(maxsize=1000)
def fit(
    text: str,
    width: float,
    height: float | None,
    faces: FontFaces,
    size: float,
    smallest: float,
    leading: float = 1.2,
    align: str = "left",
    language: str = "",
) -> Fitted:
    """Lay `text` out in a box of `width` x `height` mm at the largest size up to `size`.

    `faces` are the typefaces by style. The box's top left corner is 0, 0. Without a height, the
    length is unlimited. Words are hyphenated by the patterns of the `language` if the text does not
    fit otherwise, or a line would be nearly empty. Raises MarkupError.
    """
    words = measure(text, faces)
    space = faces.plain.words[" "].width
    smallest = min(size, smallest)
    wrap: Wrap = wrap_words
    if is_eastern(text):
        words, wrap, language = apart_by_letters(words, faces), wrap_parts, ""
    overflow, excess, alone = "", 0.0, False
    while True:
        lines, widest = wrap(words, width, space, size)
        tall = _height(lines, size, leading)
        fits = widest <= width + 0.01 and (height is None or tall <= height + 0.01)
        if fits:
            break
        if size > smallest:
            size = max(smallest, size - STEP)
        elif language:
            wrap, language = partial(wrap_hyphens, faces=faces, language=language), ""
        else:
            overflow = _overflow(widest, width, tall, height, size)
            excess = max(excess_of(widest, width), excess_of(tall, height or tall))
            break
    if len(lines) > 1 and fits:
        evenly = partial(wrap_hyphens, faces=faces, language=language, gap=WIDE_GAP)
        setting = _Setting(width, space, wrap, evenly if language else wrap, align)
        lines, size, alone = _evened(words, setting, size, smallest)
        tall = _height(lines, size, leading)
    runs = tuple(_place(lines, width, faces, size, leading, align))
    return Fitted(runs, size, tall, overflow, excess, alone)


WIDE_GAP = 0.4  # empty share of a line above which the next word is hyphenated
ALONE = 0.5  # relative length below which a single-word last line looks lost
FINER = 3  # steps by which a text shrinks so that its last line has two words
NARROWEST = 0.7  # narrowest relative width at which a paragraph is set for the same reason


class _Setting(NamedTuple):
    """The settings of a paragraph: its width in mm, and the width of a space in thousandths of
    an em.
    """

    width: float
    space: float
    wrap: Wrap
    filling: Wrap  # hyphenates words if a line would be nearly empty
    align: str


def _evened(
    words: Line, setting: _Setting, size: float, smallest: float
) -> tuple[list[Line], float, bool]:
    """Return the lines of a text, its size, and whether a last line is still a single word.

    The lines of a centred paragraph are made about equally long, without changing their number. If
    other line breaks do not help against single-word last lines, the text may become slightly
    smaller; a text of two lines may shrink to fit on one.
    """
    first, alone = _even(words, setting, size)
    for step in range(1, FINER + 1 if alone else 1):
        smaller = size - step * STEP
        if smaller < smallest:
            break
        lines, still = _even(words, setting, smaller)
        if not still:
            return lines, smaller, False
    if alone and len(first) == 2:  # a heading: on one line, if it may become that small
        largest = setting.width / (_long(words, setting.space) * MM_PER_POINT / 1000)
        steps = max(0, ceil((size - largest) / STEP))
        if size - steps * STEP >= smallest:
            smaller = size - steps * STEP
            return setting.wrap(words, setting.width, setting.space, smaller)[0], smaller, False
    return first, size, alone


def _even(words: Line, setting: _Setting, size: float) -> tuple[list[Line], bool]:
    """Return the lines of all paragraphs, and whether one ends with a short word on its own
    line.
    """
    found: list[Line] = []
    alone = False
    for each in paragraphs_of(words):
        lines, _ = setting.wrap(each, setting.width, setting.space, size)
        if len(lines) > 1:
            even = _balanced if setting.align == "center" else _filled
            lines = even(each, lines, setting, size)
            alone = alone or _ends_alone(lines, setting.space)
            if setting.align == "justify":
                lines = [*map(Full, lines[:-1]), lines[-1]]
        found += lines
    return found, alone


def _ends_alone(lines: list[Line], space: float) -> bool:
    """Return whether the last line of a paragraph is a single, comparatively short word."""
    last = lines[-1]
    if len(last) > 1 or len(lines[-2]) == 1:  # with two words, one is always alone
        return False
    return last[0].wide < ALONE * max(_long(line, space) for line in lines)


def _long(line: Line, space: float) -> float:
    return fsum([word.wide for word in line]) + space * (len(line) - 1)


def _balanced(words: Line, lines: list[Line], setting: _Setting, size: float) -> list[Line]:
    """Return the words in the same number of lines, in the narrowest possible box."""
    low, high = setting.width / 2, setting.width
    for _ in range(7):
        middle = (low + high) / 2
        narrower, widest = setting.wrap(words, middle, setting.space, size)
        if len(narrower) == len(lines) and widest <= setting.width:
            lines, high = narrower, middle
        else:
            low = middle
    return lines


def _filled(words: Line, lines: list[Line], setting: _Setting, size: float) -> list[Line]:
    """Return the lines of a paragraph, without nearly empty lines and single-word last lines.

    The paragraph is set narrower, without changing its number of lines, so that words move down.
    """
    scale = size * MM_PER_POINT / 1000
    least = (1 - WIDE_GAP) * setting.width
    wrap = setting.wrap
    if any(_long(line, setting.space) * scale < least for line in lines[:-1]):
        parted, _ = setting.filling(words, setting.width, setting.space, size)
        if len(parted) <= len(lines):
            lines, wrap = parted, setting.filling
    if len(lines[-1]) > 1:
        return lines
    room = setting.width
    widest = max(_long(line, setting.space) for line in lines) * scale
    while room > widest > NARROWEST * setting.width:  # one long word makes no line shorter
        room = widest - 0.02
        found, widest = wrap(words, room, setting.space, size)
        if len(found) > len(lines):
            break
        shortest = min(_long(line, setting.space) for line in found[:-1]) * scale
        if len(found[-1]) > 1 and shortest > ALONE * widest:
            return found
    return lines


def excess_of(needed: float, room: float) -> float:
    """Return by what fraction of the available space a length exceeds it; at most 9.99."""
    return min(needed / room - 1, 9.99) if room > 0 else 9.99


def fit_line(text: str, width: float, faces: FontFaces, size: float, smallest: float) -> Fitted:
    """Set `text` on one line at the largest size up to `size` that fits `width` mm.

    Line breaks become spaces. Raises MarkupError.
    """
    words = measure(text.replace("\n", " "), faces)
    runs, long = _one_line(words, size, faces)
    first, at_one_point = size, long / size
    while long > width + 0.01 and size > smallest:
        size = max(smallest, size - STEP)
        long = at_one_point * size
    if size != first:
        runs, long = _one_line(words, size, faces)
    height = (ASCENT + DESCENT) * size * MM_PER_POINT if words else 0.0
    if long <= width + 0.01:
        return Fitted(runs, size, height, "")
    over = f"{long:.1f} mm wide at {size:g} pt; {room(width)}"
    return Fitted(runs, size, height, over, excess_of(long, width))


def _one_line(words: Line, size: float, faces: FontFaces) -> tuple[tuple[LaidRun, ...], float]:
    """Return the runs of text on one line, and the length of the line."""
    em = size * MM_PER_POINT
    runs = tuple(_runs(words, ASCENT * em, em, faces))
    return runs, runs[-1].x + runs[-1].width if runs else 0.0


def _height(lines: list[Line], size: float, leading: float) -> float:
    em = size * MM_PER_POINT
    advance = fsum(leading if line else leading * GAP for line in lines[:-1])
    larger = [*map(larger_by, lines)]
    if max(larger, default=1) > 1:
        advance += fsum((each - 1) * leading for each in larger[1:])
        advance += (larger[0] - 1) * ASCENT + (larger[-1] - 1) * DESCENT
    return (advance + ASCENT + DESCENT) * em if any(lines) else 0.0


def _overflow(widest: float, width: float, tall: float, height: float | None, size: float) -> str:
    if widest > width + 0.01:
        return f"a word is {widest:.1f} mm wide at {size:g} pt; {room(width)}"
    return f"the text needs {tall:.1f} mm at {size:g} pt; {room(height or 0)}"


def _place(
    lines: list[Line], width: float, faces: FontFaces, size: float, leading: float, align: str
) -> Iterator[LaidRun]:
    """Yield the runs of text on each line; neighbouring runs in equal style are merged."""
    em = size * MM_PER_POINT
    y = 0.0
    for number, line in enumerate(lines):
        larger = larger_by(line)
        y += (larger - 1) * leading * em if number else larger * ASCENT * em
        if isinstance(line, Full) and len(line) > 1:
            yield from _justified(line, width, y, em, faces)
            y += leading * em
            continue
        runs = _runs(line, y, em, faces)
        if runs and align not in ("left", "justify"):
            shift = width - (runs[-1].x + runs[-1].width)
            shift *= 0.5 if align == "center" else 1.0
            runs = [run._replace(x=run.x + shift) for run in runs]
        yield from runs
        y += (leading if line else leading * GAP) * em


def _justified(
    line: Line, width: float, y: float, em: float, faces: FontFaces
) -> Iterator[LaidRun]:
    """Yield the words of a justified line, with equal gaps between them."""
    words = [_runs([word], y, em, faces) for word in line]
    wide = [runs[-1].x + runs[-1].width for runs in words]
    gap = (width - fsum(wide)) / (len(words) - 1)
    x = 0.0
    for runs, long in zip(words, wide, strict=True):
        yield from (run._replace(x=run.x + x) for run in runs)
        x += long + gap


def _runs(line: Line, y: float, em: float, faces: FontFaces) -> list[LaidRun]:
    """Return the parts of a line: adjacent words of one style, or an icon."""
    scale = em / 1000
    space = faces.plain.words[" "].width
    plain = [word.plain for word in line]
    if plain and None not in plain:  # nearly every line
        text = " ".join(plain)  # type: ignore[arg-type]
        wide = fsum([word.wide for word in line]) + (len(plain) - 1) * space
        return [LaidRun(0.0, y, WordPart(text, 0), faces.plain, wide * scale)]
    runs: list[LaidRun] = []
    words: list[str] = []  # words of the open run, which begins with `first` at `start`
    first = WordPart("", 0)
    x = start = gap = 0.0  # in thousandths of an em

    def close() -> None:
        if words:
            piece = first._replace(text=" ".join(words))
            runs.append(LaidRun(start * scale, y, piece, faces[piece.style], (x - start) * scale))
            words.clear()

    for index, (token, wide, _) in enumerate(line):
        if words and first[1:] == token[0][1:] and first.size == 1:
            x += gap
        elif index:
            close()
            x += space
        for piece in token:
            if words and first[1:] != piece[1:]:
                close()
            part = wide if len(token) == 1 else width_of(piece, faces)
            if piece.icon:
                runs.append(LaidRun(x * scale, y, piece, faces[piece.style], part * scale))
            else:
                if not words:
                    start, first = x, piece
                    gap = faces[piece.style].words[" "].width
                words.append(piece.text)
            x += part
    close()
    return runs
