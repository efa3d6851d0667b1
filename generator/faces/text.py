"""Text into a box: wrapped, shrunk to fit, with words of several styles and icons inside the line.

`marked` reads the markup. A line break begins a new line and an empty line a small gap. Sizes are
points, lengths millimetres. Lines are measured with the embedded fonts, so drawing decides nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate
from math import ceil, fsum
from operator import itemgetter
from typing import NamedTuple

from generator.core.hyphens import places
from generator.faces.breaks import is_eastern, parts
from generator.faces.fonts import MOST_WORDS, FontFace
from generator.faces.marked import MARKS, UNMARKED, Token, WordPart, parse

MM_PER_POINT = 25.4 / 72
ASCENT = 0.78  # of the size, above the first baseline; with DESCENT one line's height
DESCENT = 0.24
GAP = 0.45  # of a line, for an empty line between paragraphs
STEP = 0.25  # points, when text shrinks to fit


class FontFaces(tuple[FontFace, ...]):
    """The typefaces of a text by style: `faces[BOLD | ITALIC]`.

    Behind these four are those of each typeface that has what this one lacks: at `4 + style`,
    `8 + style`...
    """

    __slots__ = ()

    def __new__(
        cls, plain: FontFace, bold: FontFace, italic: FontFace, both: FontFace, *others: FontFace
    ) -> FontFaces:
        """The typefaces in their order."""
        return super().__new__(cls, (plain, bold, italic, both, *others))

    @property
    def plain(self) -> FontFace:
        return self[0]


class LaidRun(NamedTuple):
    """Words in one style on one baseline, or an icon: what is drawn. Millimetres."""

    x: float
    y: float
    piece: WordPart
    face: FontFace
    width: float


@dataclass(frozen=True)
class Fitted:
    """Text laid out in a box. `size` is what it was set in, in points."""

    runs: tuple[LaidRun, ...]
    size: float
    height: float
    overflow: str  # what did not fit, in words; empty: it fits
    excess: float = 0  # how much too long it is, as a part of the room: 0.2 is a fifth
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
    """Lay `text` out in a box of `width` x `height` mm at the largest size from `size` down.

    `faces` are the typefaces by style. The box's top left corner is 0, 0.
    Without a height the text may be as long as it likes. Words are parted by the patterns of the
    `language` where the text does not fit without, or a line would be nearly empty. Raises
    MarkupError.
    """
    words = _measured(text, faces)
    space = faces.plain.words[" "].width
    smallest = min(size, smallest)
    wrap: Wrap = _wrap
    if is_eastern(text):
        words, wrap, language = _apart(words, faces), _wrap_parts, ""
    while True:
        lines, widest = wrap(words, width, space, size)
        tall = _height(lines, size, leading)
        fits = widest <= width + 0.01 and (height is None or tall <= height + 0.01)
        if not fits and size <= smallest and language:
            wrap, language = partial(_wrap_hyphens, faces=faces, language=language), ""
            continue
        if fits or size <= smallest:
            break
        size = max(smallest, size - STEP)
    overflow = "" if fits else _overflow(widest, width, tall, height, size)
    excess = 0.0 if fits else max(excess_of(widest, width), excess_of(tall, height or tall))
    alone = False
    if len(lines) > 1 and fits:
        evenly = partial(_wrap_hyphens, faces=faces, language=language, gap=WIDE_GAP)
        setting = _Setting(width, space, wrap, evenly if language else wrap, align)
        lines, size, alone = _evened(words, setting, size, smallest)
        tall = _height(lines, size, leading)
    runs = tuple(_place(lines, width, faces, size, leading, align))
    return Fitted(runs, size, tall, overflow, excess, alone)


WIDE_GAP = 0.4  # of the width, at the end of a line: a word of the next one is parted
ALONE = 0.5  # of the longest line: a last line of one word that is shorter looks lost
FINER = 3  # steps by which a text shrinks so that its last line has two words
NARROWEST = 0.7  # of the width, for a paragraph that is set narrower for the same reason


class _Setting(NamedTuple):
    """How the paragraphs of a text are set: width in mm, a space in thousandths of an em."""

    width: float
    space: float
    wrap: Wrap
    filling: Wrap  # parts words where a line would be nearly empty
    align: str


def _evened(
    words: Line, setting: _Setting, size: float, smallest: float
) -> tuple[list[Line], float, bool]:
    """The lines of a text without a paragraph that ends in a line of one word, and their size.

    The last value says whether such a line is left.

    Centred lines of a paragraph are made about equally long; the number of lines stays. If no
    other break helps, the text becomes a little smaller where it may; one of two lines may become
    as small as one line needs.
    """
    first, alone = _even(words, setting, size)
    for step in range(1, FINER + 1 if alone else 1):
        smaller = size - step * STEP
        if smaller < smallest:
            break
        lines, still = _even(words, setting, smaller)
        if not still:
            return lines, smaller, False
    if alone and len(first) == 2:  # a heading: on one line, where it may be as small as that
        largest = setting.width / (_long(words, setting.space) * MM_PER_POINT / 1000)
        steps = max(0, ceil((size - largest) / STEP))
        if size - steps * STEP >= smallest:
            smaller = size - steps * STEP
            return setting.wrap(words, setting.width, setting.space, smaller)[0], smaller, False
    return first, size, alone


def _even(words: Line, setting: _Setting, size: float) -> tuple[list[Line], bool]:
    """The lines of all paragraphs of a text, and whether one ends in a short word alone."""
    found: list[Line] = []
    alone = False
    for each in _paragraphs(words):
        lines, _ = setting.wrap(each, setting.width, setting.space, size)
        if len(lines) > 1:
            even = _balanced if setting.align == "center" else _filled
            lines = even(each, lines, setting, size)
            alone = alone or _ends_alone(lines, setting.space)
            if setting.align == "justify":
                lines = [*map(_Full, lines[:-1]), lines[-1]]
        found += lines
    return found, alone


def _ends_alone(lines: list[Line], space: float) -> bool:
    """Whether a paragraph ends in a line of one word that is much shorter than its longest."""
    last = lines[-1]
    if len(last) > 1 or len(lines[-2]) == 1:  # of two words one is always alone
        return False
    return last[0].wide < ALONE * max(_long(line, space) for line in lines)


def _long(line: Line, space: float) -> float:
    return fsum([word.wide for word in line]) + space * (len(line) - 1)


def _balanced(words: Line, lines: list[Line], setting: _Setting, size: float) -> list[Line]:
    """The same number of lines in the narrowest box that holds them."""
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
    """Lines of which none is nearly empty for want of a parted word, nor the last one word alone.

    The paragraph is set narrower, as far as it keeps its number of lines, so that words move down.
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
    """By what part of the room a length is too long; 9.99 stands for all that is more."""
    return min(needed / room - 1, 9.99) if room > 0 else 9.99


def fit_line(text: str, width: float, faces: FontFaces, size: float, smallest: float) -> Fitted:
    """Set `text` on one line at the largest size from `size` down at which it fits `width` mm.

    A line break is a space. Raises MarkupError.
    """
    words = _measured(text.replace("\n", " "), faces)
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
    """The runs of words on one line, and how long it is."""
    em = size * MM_PER_POINT
    runs = tuple(_runs(words, ASCENT * em, em, faces))
    return runs, runs[-1].x + runs[-1].width if runs else 0.0


class Measured(NamedTuple):
    """A word, or a line break: how wide it is in thousandths of an em."""

    token: Token
    wide: float
    plain: str | None  # the word, if it is set in the plain typeface as a whole


Line = list[Measured]
Wrap = Callable[[Line, float, float, float], tuple[list[Line], float]]


def _measured(text: str, faces: FontFaces) -> Line:
    known = _known_words(faces)
    if not MARKS.search(text) and "\n" not in text:
        return [known[word] for word in text.split(" ") if word]
    words: Line = []
    for token in parse(text):
        if len(token) == 1 and _is_plain(token[0]):
            words.append(known[token[0].text])
        else:
            words.append(_measured_token(token, faces))
    return words


def _is_plain(piece: WordPart) -> bool:
    """Whether a piece is set as the text around it, without any markup."""
    return piece[1:] == UNMARKED


def _measured_token(token: Token, faces: FontFaces) -> Measured:
    if len(faces) > 4:
        token = tuple([part for piece in token for part in _with_fallbacks(piece, faces)])
    plain = token[0].text if len(token) == 1 and _is_plain(token[0]) else None
    return Measured(token, fsum([_wide(piece, faces) for piece in token]), plain)


def _with_fallbacks(piece: WordPart, faces: FontFaces) -> list[WordPart]:
    """A piece, parted where another typeface has to set it; what none has stays as it is."""
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
    """The words so far that were set in the plain typeface."""

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


def _wrap(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """Lines that are no wider than `width` where words allow it, and the widest of them."""
    em = size * MM_PER_POINT / 1000
    room = (width + 0.005) / em
    lines: list[Line] = []
    widest = 0.0
    for paragraph in _paragraphs(words):
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


def _paragraphs(words: Line) -> list[Line]:
    """Words between the line breaks that the writer set."""
    if all(map(itemgetter(0), words)):
        return [words]
    paragraphs: list[Line] = [[]]
    for word in words:
        if word.token:
            paragraphs[-1].append(word)
        else:
            paragraphs.append([])
    return paragraphs


class _Full(list[Measured]):
    """A line that another of its paragraph follows, so that it may be justified."""


class _WordPart(Measured):
    """A part of a word that is set beside the part before it."""


_IDEOGRAPH = "一"  # where a line may end about an icon is as about any


def _apart(words: Line, faces: FontFaces) -> Line:
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
            found.append(kind(tuple(token), fsum([_wide(each, faces) for each in token]), plain))
    return found


def _wrap_parts(words: Line, width: float, space: float, size: float) -> tuple[list[Line], float]:
    """Return what `_wrap` makes, where a line may also end between the parts of a word."""
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


def _wrap_hyphens(
    words: Line,
    width: float,
    space: float,
    size: float,
    *,
    faces: FontFaces,
    language: str,
    gap: float = 0.0,
) -> tuple[list[Line], float]:
    """Return what `_wrap` makes, where words are parted that would leave more of a line than `gap`.

    A gap is a part of the width. Above none, names stay whole.
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
    """The longest beginning of a word, with its hyphen, that has room, and the rest; or None."""
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
    """Parts of a word that are on one line, as one."""
    *before, left = first.token
    right, *after = then.token
    middle: Token = (left, right)
    if left[1:] == right[1:] and not left.icon:
        middle = (left._replace(text=left.text + right.text),)
    token = (*before, *middle, *after)
    plain = token[0].text if first.plain is not None and then.plain is not None else None
    return Measured(token, first.wide + then.wide, plain)


ICON_EM = 1000.0  # an icon in the line is as wide as the size of the text


def _wide(piece: WordPart, faces: FontFaces) -> float:
    wide = ICON_EM if piece.icon else faces[piece.style].words[piece.text].width
    return wide if piece.size == 1 else wide * piece.size


def _larger(line: Line) -> float:
    """Return how much larger than the text its largest words on a line are; 1 or more."""
    return max([1.0, *(piece.size for word in line if word.plain is None for piece in word.token)])


def _height(lines: list[Line], size: float, leading: float) -> float:
    em = size * MM_PER_POINT
    advance = fsum(leading if line else leading * GAP for line in lines[:-1])
    larger = [*map(_larger, lines)]
    if max(larger, default=1) > 1:
        advance += fsum((each - 1) * leading for each in larger[1:])
        advance += (larger[0] - 1) * ASCENT + (larger[-1] - 1) * DESCENT
    return (advance + ASCENT + DESCENT) * em if any(lines) else 0.0


SHORTEN = "shorten it, or give it more room in the template"


def room(length: float) -> str:
    """``there are 40.0 mm``, of what a text has."""
    return f"there are {length:.1f} mm" if length > 0 else "there is no room"


def _overflow(widest: float, width: float, tall: float, height: float | None, size: float) -> str:
    if widest > width + 0.01:
        return f"a word is {widest:.1f} mm wide at {size:g} pt; {room(width)}"
    return f"the text needs {tall:.1f} mm at {size:g} pt; {room(height or 0)}"


def _place(
    lines: list[Line],
    width: float,
    faces: FontFaces,
    size: float,
    leading: float,
    align: str,
) -> Iterator[LaidRun]:
    """Runs of equal style on each line, as few as there can be."""
    em = size * MM_PER_POINT
    y = 0.0
    for number, line in enumerate(lines):
        larger = _larger(line)
        y += (larger - 1) * leading * em if number else larger * ASCENT * em
        if isinstance(line, _Full) and len(line) > 1:
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
    """The words of a line with equal gaps, so that the last one ends at `width`."""
    words = [_runs([word], y, em, faces) for word in line]
    wide = [runs[-1].x + runs[-1].width for runs in words]
    gap = (width - fsum(wide)) / (len(words) - 1)
    x = 0.0
    for runs, long in zip(words, wide, strict=True):
        yield from (run._replace(x=run.x + x) for run in runs)
        x += long + gap


def _runs(line: Line, y: float, em: float, faces: FontFaces) -> list[LaidRun]:
    """Pieces of a line that are drawn at once: neighbouring words of one style, or an icon."""
    scale = em / 1000
    space = faces.plain.words[" "].width
    plain = [word.plain for word in line]
    if plain and None not in plain:  # nearly every line
        text = " ".join(plain)  # type: ignore[arg-type]
        wide = fsum([word.wide for word in line]) + (len(plain) - 1) * space
        return [LaidRun(0.0, y, WordPart(text, 0), faces.plain, wide * scale)]
    runs: list[LaidRun] = []
    words: list[str] = []  # of the open run, whose first piece is `first`, from `start`
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
            part = wide if len(token) == 1 else _wide(piece, faces)
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
