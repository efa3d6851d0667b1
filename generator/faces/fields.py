"""The blanks of a sheet (`field()` in templates), and the values that are printed in them.

Blanks are empty in a kit. Given a `Filling`, a renderer records each blank, and adds to the SVG
either a mark that gives the painter its position, or the value in handwriting.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from markupsafe import Markup

from generator.core.geometry import n
from generator.faces.lettering import ALIGNS, Lettering, check_word
from generator.faces.lines import MM_PER_POINT, FontFaces
from generator.faces.text import ASCENT, STEP, Fitted, fit
from validator.core.filled import Blank, Kind, Value
from validator.core.location import Location, Problem

# By default, a line in a blank is 1.35 em high, as in pdf.js, with its baseline 1 em below the top;
# other viewers follow the metrics that `acroform` gives to the typeface.
LINE = 1.35
BASE = 1.0
PAD = 0.7  # mm before the first letter; viewers leave 2 points
GAP = 0.6  # mm between a field and the next below
LIFT = 0.9  # mm between text on an arc and the arc
SMALLEST = 7.0  # points; text that is read in play is no smaller
SCREEN = 4.0  # ... than in a form, which can be enlarged: viewers shrink typed text to this

Mark = Literal["tick", "dot", "cross"]
Arc = tuple[float, float, float, float, float]  # centre, radius, from and to degrees from the top

# Marks in a square of 1, as a pen makes them.
_MARKS: dict[str, str] = {
    "tick": "M.1 .52C.2 .6 .3 .75 .38 .9C.5 .55 .7 .2 .98 -.05",
    "cross": "M.12 .1C.4 .4 .6 .62 .9 .92M.9 .06C.65 .35 .35 .6 .1 .94",
    "dot": "M.5 .2C.9 .18 .86 .84 .5 .82C.12 .84 .14 .16 .52 .2"
    "C.75 .3 .7 .7 .48 .68C.3 .6 .36 .4 .52 .44",
}  # fmt: skip


@dataclass(frozen=True)
class FieldPart:
    """A blank in a PDF form.

    Lengths are in mm; the painter finds its position by `key`.
    """

    key: str  # the name, and a number where a name stands in several places
    blank: Blank
    width: float
    height: float
    lines: int
    pitch: float  # from line to line
    size: float  # points
    align: str
    font: str  # a role of the theme, or a typeface
    fill: str
    mark: Mark
    written: str  # SVG of the value, from 0, 0; empty: none

    @property
    def marked(self) -> str:
        """The SVG of the tick that is shown when the box is ticked."""
        return _mark(self.mark, self.width, self.height, self.fill)


def _check_words(align: str, kind: str, mark: str) -> None:
    check_word("align", align, ALIGNS)
    check_word("kind", kind, get_args(Kind))
    check_word("mark", mark, get_args(Mark))


@dataclass
class Filling:
    """Settings for blanks: values to fill in, or `form` to leave them open for a PDF form."""

    values: Mapping[str, Value] = field(default_factory=dict)
    location: Callable[[str], Location] | None = None  # where a value was written
    form: bool = True  # the painter records the places; otherwise values are drawn
    noted: bool = False  # whether it also records where values are drawn
    blanks: dict[str, Blank] = field(default_factory=dict)
    parts: dict[str, FieldPart] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def draw(
        self,
        lettering: Lettering,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        kind: Kind = "text",
        label: str = "",
        lines: int = 1,
        size: float | None = None,
        font: str = "text",
        fill: str | None = None,
        align: str | None = None,
        mark: Mark = "tick",
        along: Arc | None = None,
        least: int = 0,
        most: int = 999,
        lowest_of: tuple[str, ...] | list[str] = (),
        when: str = "",
    ) -> Markup:
        """Return the SVG of a blank: a mark, or its value. See `docs/templates.md`, “field”."""
        blank = self._defined(Blank(name, kind, label, least, most, tuple(lowest_of), when))
        pen = fill or str(lettering.colour.get("pen") or lettering.colour["ink"])
        align = align or ("center" if kind == "number" else "left")
        _check_words(align, kind, mark)
        value = self.values.get(name)
        size = size or height / lines / LINE / MM_PER_POINT
        into = _HandWriter(self, lettering, name, lettering.faces(font, False, False), pen)
        if value is None or value is False:
            written = ""
        elif kind == "tick":
            written = _mark(mark, width, height, pen)
        elif along and not self.form:
            place = into.arc_box(str(value), along, size)
            return Markup(into.along(str(value), along, size) + self.note(name, place))
        else:
            written = into.lines(str(value), width, height, lines, size, align)
        if self.form:
            # A gap shows where the next field begins.
            shown = height - GAP if kind == "text" else height
            return self._open(x, y, FieldPart(
                self._key(name), blank, width, shown, lines, height / lines, size, align, font,
                pen, mark, written,
            ))  # fmt: skip
        if not written:
            return Markup()
        box = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}"'
        moved = f'<g transform="translate({n(x)} {n(y)})">{written}</g>'
        return Markup(moved + self.note(name, box))

    def _key(self, name: str) -> str:
        """Return a key for the next part of a blank; a blank may have several places."""
        while name in self.parts:
            name += "'"
        return name

    def _open(self, x: float, y: float, part: FieldPart) -> Markup:
        """Add a field to a form, and return the marker for its place."""
        self.parts[part.key] = part
        return Markup(
            f'<rect data-field="{part.key}" x="{n(x)}" y="{n(y)}" width="{n(part.width)}" '
            f'height="{n(part.height)}"/>'
        )

    def _defined(self, blank: Blank) -> Blank:
        """Return the definition of a blank.

        Raises LookupError if the name is invalid or defined differently elsewhere.
        """
        name = blank.name
        if not re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*", name):
            raise LookupError(
                f"'{name}' cannot name a field; expected a name such as 'people.1.name'"
            )
        if self.blanks.setdefault(name, blank) != blank:
            raise LookupError(f"the field '{name}' is defined twice, with different properties")
        return blank

    def note(self, name: str, box: str) -> str:
        """Return a mark for a value's position, or "" if positions are not recorded."""
        return f'<rect data-field="{name}" {box}/>' if self.noted else ""


@dataclass
class _HandWriter:
    """Writes a value in handwriting."""

    filling: Filling
    lettering: Lettering
    name: str
    faces: FontFaces
    pen: str

    def say(self, message: str, check: str = "fit") -> None:
        location = self.filling.location(self.name) if self.filling.location else Location("")
        self.filling.problems.append(Problem(location, message, check))

    def known(self, words: str) -> bool:
        missing = "".join(self.faces.plain.word(word).missing for word in words.split())
        if missing:
            signs = " ".join(f"'{each}' (U+{ord(each):04X})" for each in dict.fromkeys(missing))
            self.say(f"the typeface {self.faces.plain.family} has no {signs}", "glyphs")
        return not missing

    def lines(
        self, words: str, width: float, height: float, lines: int, size: float, align: str
    ) -> str:
        """Set text on the lines of a blank, at a size at which it fits."""
        if not self.known(words):
            return ""
        pitch = height / lines
        least = min(size, SCREEN if self.filling.form else SMALLEST)
        room = width - 2 * PAD if align == "left" else width
        while True:
            fitted = self._fit(words, room, size, pitch, align)
            if not _over(fitted, room, lines) or size <= least:
                break
            size = max(least, size - STEP)
        if over := _over(fitted, room, lines):
            self.say(f"“{_short(words)}” does not fit: {over}")
        first = pitch * BASE / LINE
        top = first - ASCENT * fitted.size * MM_PER_POINT
        left = PAD if align == "left" else 0.0
        return self.lettering.set_text(fitted, left, top, self.pen, 0).svg

    def _fit(self, words: str, room: float, size: float, pitch: float, align: str) -> Fitted:
        plain = re.sub(r"([\\*:])", r"\\\1", words)  # typed text is not markup
        leading = pitch / (size * MM_PER_POINT)
        return fit(plain, room, None, self.faces, size, size, leading, align)

    def along(self, words: str, arc: Arc, size: float) -> str:
        """Set text along an arc, at a size at which it fits."""
        if not self.known(words):
            return ""
        size, wide, room, middle = self.on_arc(words, arc, size)
        if wide > room + 0.01:
            needs = f"{wide:.1f} mm at {size:g} pt; only {room:.1f} mm are available"
            self.say(f"“{_short(words)}” does not fit: it is {needs}")
        cx, cy, r, a, b = arc
        turn = 1 if b > a else -1
        return str(
            self.lettering.curve(
                words, cx, cy, r + turn * LIFT, middle, font=self.faces.plain.family, size=size,
                fill=self.pen, inside=turn < 0,
            )
        )  # fmt: skip

    def on_arc(self, words: str, arc: Arc, size: float) -> tuple[float, float, float, float]:
        """Return the size (pt) and width (mm) of text on an arc, the arc's length (mm), and the
        text's middle.

        The middle is an angle in degrees.
        """
        _, _, r, a, b = arc
        turn = 1 if b > a else -1
        base = r + turn * LIFT
        room = abs(math.radians(b - a)) * base - 2 * PAD
        em = MM_PER_POINT / 1000
        wide = self.faces.plain.width(words)
        size = max(SMALLEST, min(size, room / (wide * em)))
        return (
            size,
            wide * em * size,
            room,
            a + turn * math.degrees((PAD + wide * em * size / 2) / base),
        )

    def arc_box(self, words: str, arc: Arc, size: float) -> str:
        """Return attributes for the rectangle around a text on an arc."""
        size, wide, _, middle = self.on_arc(words, arc, size)
        cx, cy, r, a, b = arc
        x = cx + r * math.sin(math.radians(middle))
        y = cy - r * math.cos(math.radians(middle))
        high = size * MM_PER_POINT * LINE
        turn = middle if b > a else middle + 180
        return (
            f'x="{n(-wide / 2)}" y="{n(-high)}" width="{n(wide)}" height="{n(high)}" '
            f'transform="translate({n(x)} {n(y)}) rotate({n(turn)})"'
        )


def _over(fitted: Fitted, room: float, lines: int) -> str:
    """Return a message saying how much of a text does not fit."""
    if fitted.overflow:
        return fitted.overflow
    needed = len({round(run.y, 3) for run in fitted.runs})
    if needed > lines:
        needs = f"{needed} lines of {room:.0f} mm at {fitted.size:g} pt"
        return f"it needs {needs}; there is room for {lines}"
    return ""


def _mark(mark: Mark, width: float, height: float, pen: str) -> str:
    size = min(width, height)
    x, y = (width - size) / 2, (height - size) / 2
    place = f"translate({n(x)} {n(y)}) scale({n(size)})"
    return (
        f'<path d="{_MARKS[mark]}" transform="{place}" fill="none" stroke="{html.escape(pen)}" '
        f'stroke-width="{".26" if mark == "dot" else ".13"}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _short(words: str) -> str:
    return words if len(words) <= 40 else words[:39] + "…"
