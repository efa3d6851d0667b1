"""Sets the texts of faces, for the template functions `text()`, `line()` and `curve()`."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from math import fsum
from typing import Concatenate, NamedTuple, ParamSpec

from markupsafe import Markup

from generator.assets.emoji import EMOJI, as_letters, emoji_name, is_picture
from generator.core.geometry import n
from generator.core.quotes import typeset
from generator.faces import face as faces_
from generator.faces.circles import around, steps_of
from generator.faces.face import FaceElement, TextRun, lettering, quoted
from generator.faces.fonts import FALLBACKS, FontBook, FontFace, missing_in, unset
from generator.faces.limits import LimitExceededError
from generator.faces.lines import MM_PER_POINT, SHORTEN, FontFaces, room
from generator.faces.marked import MarkupError, WordPart
from generator.faces.sandbox import Sandbox
from generator.faces.symbols import Symbols
from generator.faces.text import ASCENT, STEP, Fitted, excess_of, fit, fit_line
from generator.faces.underlay import Effects, underlay
from generator.faces.usage import Usage
from validator.core.colours import NAMES, hexadecimal
from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, did_you_mean

P = ParamSpec("P")
LONGEST_TEXT = 20_000  # characters in a box
LONGEST_CURVE = 500  # characters along a circle
LARGEST_SIZE = 1000  # points
READ_IN_PLAY = 7.0  # points; smaller texts are for credits
MOST_REPEATED = 1000  # texts that are remembered, for further faces that show them
SHRUNK = 0.75  # smallest relative size of a text without a minimum size
max_ = max  # `min` is a parameter of the template functions, named for designers
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")  # not allowed in XML


class SetText(Markup):
    """A text after layout: its SVG and its extent, so that a template can continue below it."""

    height: float = 0.0
    bottom: float = 0.0
    size: float = 0.0


class _Set(NamedTuple):
    """A text after layout, and its extent."""

    words: TextRun
    height: float
    size: float
    bottom: float
    icons: bool = False  # whether there are some among the words


_NOTHING = _Set(TextRun((), "", "", ""), 0.0, 0.0, 0.0)
# Left end, top or baseline, width, height, and how it is aligned in this box.
_Box = tuple[float, float, float | None, float | None, str, str]
# Typefaces, size, minimum size, leading, colour, tracking.
_Look = tuple[FontFaces, float, float, float, str, float]


class Lettering:
    """Sets the texts of one game's faces. `colour` maps roles to colours."""

    def __init__(
        self,
        fonts: FontBook,
        roles: FrozenMap,
        colour: FrozenMap,
        symbols: Symbols,
        usage: Usage,
        sandbox: Sandbox,
    ) -> None:
        self.fonts = fonts
        self.roles = roles  # roles of typefaces
        self.colour = colour
        self.symbols = symbols
        self.usage = usage
        self.sandbox = sandbox
        self._said = ""  # the words that are being set
        self._lacking: dict[Location, set[str]] = {}  # characters reported, by card
        self._styles: dict[tuple[str, bool, bool], FontFaces] = {}
        self._repeated: dict[tuple[object, ...], _Set] = {}  # texts so far, by all their arguments

    def text(
        self,
        value: object,
        x: float,
        y: float,
        width: float,
        height: float | None = None,
        *,
        font: str = "text",
        size: float = 9,
        min: float | None = None,
        align: str = "left",
        valign: str = "top",
        leading: float = 1.2,
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
        outline: str | None = None,
        outline_width: float = 0.3,
        shadow: str | None = None,
        shadow_x: float = 0.3,
        shadow_y: float = 0.3,
    ) -> SetText:
        """Set a block of text in a box of `width` x `height` mm whose top left corner is x, y.

        It is set in `size` points and shrinks to `min` to fit, by default to three quarters of
        `size` but not below 7 points; if it still does not fit, this is a problem of the card.
        `align` is left, center, right or justify, `valign` top, middle or bottom.
        """
        check_word("align", align, BLOCK_ALIGNS)
        check_word("valign", valign, VALIGNS)
        least = self._least(size, min)
        words = self._words(value, size, least)
        faces = self.faces(font, bold, italic)
        place = (x, y, width, height, align, valign)
        look = (faces, size, least, leading, fill or self.symbols.ink, tracking)
        effects = Effects(outline or "", outline_width, shadow or "", shadow_x, shadow_y)
        return self._block(self._once(self._set_box, words, place, look), effects)

    def _set_box(self, words: str, place: _Box, look: _Look) -> _Set:
        x, y, width, height, align, valign = place
        faces, size, least, leading, fill, tracking = look
        language = self.usage.game.language
        fitted = self._fitted(
            words, fit, width, height, faces, size, least, leading, align, language
        )
        if fitted is None:
            return _NOTHING
        if fitted.alone:
            message = (
                f"“{_short(words)}” ends in a line of one short word; expected two words or more; "
                "make its box wider, or its `min` smaller"
            )
            self.usage.warn(words, message, "last-line")
        top = y
        if height is not None and valign != "top":
            top += (height - fitted.height) * (0.5 if valign == "middle" else 1)
        return self._set(fitted, x, top, fill, tracking)

    def line(
        self,
        value: object,
        x: float,
        y: float,
        width: float | None = None,
        *,
        font: str = "text",
        size: float = 9,
        min: float | None = None,
        align: str = "left",
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
        outline: str | None = None,
        outline_width: float = 0.3,
        shadow: str | None = None,
        shadow_x: float = 0.3,
        shadow_y: float = 0.3,
    ) -> SetText:
        """Set one line on the baseline y; x is its left end, middle or right end, according to
        `align`.

        It shrinks from `size` to `min` points to stay within `width`, by default as text() does,
        and may have an outline and a shadow in the same way.
        """
        check_word("align", align, ALIGNS)
        least = self._least(size, min)
        words = self._words(value, size, least)
        faces = self.faces(font, bold, italic)
        look = (faces, size, least, 0.0, fill or self.symbols.ink, tracking)
        effects = Effects(outline or "", outline_width, shadow or "", shadow_x, shadow_y)
        place = (x, y, width, None, align, "")
        return self._block(self._once(self._set_line, words, place, look), effects)

    def _set_line(self, words: str, place: _Box, look: _Look) -> _Set:
        x, y, width, _, align, _ = place
        faces, size, least, _, fill, tracking = look
        spaced = tracking * max_(len(words) - 1, 0)
        long = 1e6 if width is None else width - spaced
        fitted = self._fitted(words, fit_line, long, faces, size, least)
        if fitted is None:
            return _NOTHING
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        last = fitted.runs[-1:]
        wide = fsum(run.x + run.width for run in last) + spaced
        top = y - ASCENT * fitted.size * MM_PER_POINT
        return self._set(fitted, x - wide * shift, top, fill, tracking)

    def _once(
        self, make: Callable[[str, _Box, _Look], _Set], words: str, place: _Box, look: _Look
    ) -> _Set:
        """Return the text that `make` sets.

        It is cached, because many faces of a deck repeat the same words. Problems and icons are
        still recorded for each face.
        """
        key = (make, words, place, look)
        known = self._repeated.get(key)
        if known is None:
            noted = self.usage.noted
            known = make(words, place, look)
            if noted == self.usage.noted and not known.icons:
                if len(self._repeated) >= MOST_REPEATED:
                    self._repeated.clear()
                self._repeated[key] = known
        return known

    def _least(self, size: float, least: float | None) -> float:
        """Return the smallest size in points to which a text may shrink.

        A template's own `least` applies only to the template's language.
        """
        if least is None or self.usage.game.translation:
            usual = min(size, max_(SHRUNK * size, READ_IN_PLAY))
            return usual if least is None else min(usual, least)
        return least

    def _fitted(
        self,
        words: str,
        fit: Callable[Concatenate[str, P], Fitted],
        *args: P.args,
        **more: P.kwargs,
    ) -> Fitted | None:
        """Lay out text, and collect problems.

        Returns None if the markup is wrong.
        """
        try:
            fitted = fit(words, *args, **more)
        except MarkupError as error:
            self.usage.note_problem(words, f"{error} in “{_short(words)}”", "markup")
            return None
        if fitted.overflow:
            message = f"“{_short(words)}” does not fit: {fitted.overflow}; {SHORTEN}"
            self.usage.note_problem(words, message, "fit", fitted.excess)
        return fitted

    def curve(
        self,
        value: object,
        cx: float,
        cy: float,
        r: float,
        angle: float = 0,
        *,
        width: float | None = None,
        font: str = "text",
        size: float = 9,
        min: float | None = None,
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
        inside: bool = False,
    ) -> SetText:
        """Set text along a circle, centred at `angle` degrees clockwise from the top.

        With `inside`, the feet of the letters point outwards, as at the lower edge of a coin. Words
        shrink from `size` to `min` points to stay within `width` mm of the circle, by default as
        text() does.
        """
        least = self._least(size, min)
        words = self._curved_words(value, size, least)
        face = self.faces(font, bold, italic)[0]
        if face.width(words) and face.gaps:
            self._note_missing(face, words)
        if width is not None:
            size = self._curved_size(words, face, size, least, width, tracking)
        style = f"{lettering(face, n(size * MM_PER_POINT))} fill={quoted(fill or self.symbols.ink)}"

        steps = steps_of(words, face, size, tracking)
        letters = (
            f'<text {style} transform="{at}">{html.escape(letter)}</text>'
            for letter, at in around((cx, cy), r, angle, steps, inside=inside)
        )
        return SetText("".join(letters))

    def _curved_words(self, value: object, size: float, least: float) -> str:
        words = self._words(value, size, least)
        if len(words) > LONGEST_CURVE:
            had = f"{len(words):,} characters; expected at most {LONGEST_CURVE}"
            raise LimitExceededError(f"a text along a circle has {had}")
        return words

    def _curved_size(
        self, words: str, face: FontFace, size: float, least: float, width: float, tracking: float
    ) -> float:
        """Return the largest size up to `size` at which words along a circle fit `width`.

        If they do not even fit at `least`, this is a problem of the card.
        """
        natural = face.width(words) * MM_PER_POINT / 1000  # at one point
        spaced = tracking * (len(words) - 1)
        if not natural or natural * size + spaced <= width:
            return size
        size = max_(least, (width - spaced) / natural)
        wide = natural * size + spaced
        if wide > width + 0.01:
            over = f"{wide:.1f} mm wide at {size:g} pt; {room(width)}; {SHORTEN}"
            message = f"“{_short(words)}” does not fit: {over}"
            self.usage.note_problem(words, message, "fit", excess_of(wide, width))
        return size

    def _set(self, fitted: Fitted, x: float, y: float, fill: str, tracking: float) -> _Set:
        words = self.set_text(fitted, x, y, fill, tracking)
        icons = any(run.piece.icon for run in fitted.runs)
        return _Set(words, fitted.height, fitted.size, y + fitted.height, icons)

    def _block(self, made: _Set, effects: Effects) -> SetText:
        words = made.words
        odd = _CONTROL.search(words.key)
        drawn = (words.svg if odd else self.sandbox.mark(words)) if words.pieces else ""
        if effects.outline or effects.shadow:
            drawn = underlay(words, effects) + drawn
        block = str.__new__(SetText, drawn)  # Markup's own constructor takes four times as long
        block.height, block.size, block.bottom = made.height, made.size, made.bottom
        return block

    def set_text(self, fitted: Fitted, x: float, y: float, fill: str, tracking: float) -> TextRun:
        """Return laid-out text at its position."""
        em = fitted.size * MM_PER_POINT
        pieces: list[faces_.FaceRun | FaceElement] = []
        for run in fitted.runs:
            left, base = x + run.x, y + run.y
            if run.piece.icon:
                if (drawn := self._icon(run.piece, left, base, em, fill)) is not None:
                    pieces.append(drawn)
                continue
            if run.face.gaps:
                self._note_missing(run.face, run.piece.text)
            self.usage.fonts.add(run.face.family)
            own_size = n(em * run.piece.size) if run.piece.size != 1 else ""
            own_fill = self._span_colour(run.piece) if run.piece.colour else ""
            pieces.append(
                faces_.FaceRun(n(left), n(base), run.face, run.piece.text, own_size, own_fill)
            )
        return TextRun(tuple(pieces), n(em), str(fill), n(tracking) if tracking else "")

    def _icon(
        self, icon: WordPart, x: float, base: float, em: float, fill: str
    ) -> FaceElement | None:
        """Return an icon for a line of text.

        If it cannot be drawn, this is reported and None is returned.
        """
        name, _, own = icon.text.partition("#")
        try:
            colour = self._colour(own, f"`:{name}#c03020:`")
            if colour and not self.symbols.takes_colour(name):
                raise LookupError(
                    f"the icon '{name}' has its own colours, which are fixed; write `:{name}:`"
                )
            if icon.colour and not own and self.symbols.takes_colour(name):
                colour = self._span_colour(icon)
            return self.symbols.inline(name, x, base, em * icon.size, fill, colour)
        except LookupError as error:
            message = f"':{icon.text}:' in “{_short(self._said)}”: {error.args[0]}"
            self.usage.note_problem(self._said, message, "markup")
            return None

    def _span_colour(self, piece: WordPart) -> str:
        """Return the colour of a span.

        Returns an empty string if it has none, or one that cannot be used.
        """
        try:
            return self._colour(piece.colour, "`{#c03020: words}`")
        except LookupError as error:
            message = f"'{{{piece.colour}: …}}' in “{_short(self._said)}”: {error.args[0]}"
            message += ", or write `\\{` to print the brace"
            self.usage.note_problem(self._said, message, "markup")
            return ""

    def _colour(self, said: str, example: str) -> str:
        """Return the colour that a text names: a role of the theme, six digits or a CSS name."""
        if not said:
            return ""
        if said in self.colour:
            return str(self.colour[said])
        found = hexadecimal(said) or hexadecimal(f"#{said}")
        if not found:
            hint = did_you_mean(said, [*self.colour, *NAMES])
            raise LookupError(
                f"no colour '{said}'; write a role of the theme, a CSS colour name, or six "
                f"digits as in {example}{hint}"
            )
        return found

    def _words(self, value: object, size: float, least: float) -> str:
        """Return the words of a text after checking that they and their size can be set.

        Raises LimitExceededError.
        """
        shown = self.sandbox.shown(value)
        words = typeset(shown.unescape() if isinstance(shown, Markup) else str(shown))
        if len(words) > LONGEST_TEXT:
            raise LimitExceededError(
                f"the text has {len(words):,} characters; expected at most {LONGEST_TEXT:,}"
            )
        if not (0 < size <= LARGEST_SIZE and least >= 0):
            raise ValueError(
                f"the text size is {size:g} points; expected more than 0, at most {LARGEST_SIZE}"
            )
        tries = max_(size - least, 0) / STEP + 1
        self.sandbox.charge(int(len(words) * tries) // 20)
        self.usage.note_text(words)
        self._said = words
        return words if words.isascii() else EMOJI.sub(self._emoji, words)

    def _emoji(self, found: re.Match[str]) -> str:
        """Return the picture of an emoji as an icon.

        It is the game's own or a shipped one; if there is neither, the plain character is returned.
        """
        name = emoji_name(found)
        shown = name and self.symbols.has_emoji(name, is_picture(found[0]))
        return f":{name}:" if shown else as_letters(found[0])

    def faces(self, role: str, bold: bool, italic: bool) -> FontFaces:
        """Return the typefaces of a role for plain, bold, italic and bold italic text."""
        self.sandbox.asked["letters", role, bold, italic] = None
        known = self._styles.get((role, bold, italic))
        if known is None:
            known = self._styles[role, bold, italic] = self._find_faces(role, bold, italic)
        return known

    def _find_faces(self, role: str, bold: bool, italic: bool) -> FontFaces:
        family = str(self.roles.get(role, role))
        if family not in self.fonts.families:
            roles = [*self.roles, *self.fonts.families]
            raise LookupError(f"no typeface or role '{family}'{did_you_mean(family, roles)}")
        self.usage.fonts.add(family)
        families = (family, *self.fonts.fallbacks.get(family, ()))
        self.usage.fonts.update(families[1:])
        known = [each for each in FALLBACKS if each in self.fonts.families]
        families += tuple(each for each in known if each not in families)
        find = self.fonts.face
        return FontFaces(
            *(
                find(each, bold or style_bold, italic != style_italic)
                for each in families
                for style_italic in (False, True)
                for style_bold in (False, True)
            )
        )

    def note_painted(self, face: FontFace, text: str) -> None:
        """Report characters in a painted `<text>` that its typeface lacks.

        If text() has reported them for this card, they are not repeated.
        """
        missing = set(missing_in(face, text)) - self._lacking.get(self.usage.location, set())
        if missing:
            self._note_missing(face, text)

    def _note_missing(self, face: FontFace, text: str) -> None:
        missing = dict.fromkeys(missing_in(face, text))
        self._lacking.setdefault(self.usage.location, set()).update(missing)
        whole = self._said if text in self._said else text
        where = f" in “{_short(whole)}”" if set(whole) - set(missing) else ""
        called, cure = face.family, ""
        if face.family in self.fonts.fallbacks:
            called += f" ({self.fonts.families[face.family]['title']})"
            cure = "; name one that has it as its `fallback`"
        for check, message in unset(missing, called, where, cure):
            self.usage.note_problem(whole, message, check)


ALIGNS = ("left", "center", "right")  # possible alignments of a line
BLOCK_ALIGNS = (*ALIGNS, "justify")
VALIGNS = ("top", "middle", "bottom")


def check_word(name: str, value: object, known: Sequence[str]) -> None:
    """Raise ValueError for a word that is not among those that an argument accepts."""
    if value not in known:
        listed = f"{', '.join(known[:-1])} or {known[-1]}"
        raise ValueError(f"{name} is {value!r:.40}; expected {listed}")


def _short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= 40 else plain[:39] + "…"
