"""Typefaces by family and style, and the widths of kerned text.

HarfBuzz shapes each word once, for layout and for the PDF, so that a printed line is exactly as
wide as measured. Ligatures are not used: each character is one glyph. Scripts that join or reorder
letters, or run from right to left, are therefore refused.

Widths are in thousandths of an em.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem, did_you_mean
from validator.load.shape import EntryTable, MappingShape, Reader, ShapeField, Text, optional
from validator.load.text import read_bytes
from validator.load.yaml import read_yaml

if TYPE_CHECKING:
    from generator.assets.typefaces import Prepared
    from validator.core.model import FontFile, Theme, Typeface

STYLES = ("regular", "bold", "italic", "bolditalic")

_INDEX = EntryTable(
    MappingShape(
        {
            "licence": ShapeField(Text()),
            "copyright": ShapeField(Text()),
            "origin": optional(Text(), "", ""),
            "title": optional(Text(), "its name in the credits, if not its family name", ""),
            **{style: optional(Text()) for style in STYLES},
        }
    )
)


_FEATURES = {"kern": True, "liga": False, "clig": False}
# Scripts whose letters change with their neighbours: from Hebrew to Syriac and beyond, those of
# India and South East Asia, Tibetan, Mongolian.
JOINED = re.compile(
    "[\u0590-\u08ff\u0900-\u109f\u1700-\u18af\u1900-\u1cff\ua800-\ua8df\ua8e0-\ua95f"
    "\ua980-\uaaff\uabc0-\uabff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00011fff"
    "\U0001e800-\U0001eeff]"
)


MOST_WORDS = 5000  # words cached per typeface; numbers of cards occur only once


class ShapedWord:
    """A shaped word: its width, and how the advance of each glyph differs from the font's table."""

    __slots__ = ("kerns", "missing", "width")

    def __init__(self, width: float, kerns: tuple[int, ...], missing: str) -> None:
        self.width = width
        self.kerns = kerns
        self.missing = missing  # characters that cannot be set


def missing_in(face: FontFace, text: str) -> str:
    """Return the characters of a text that a typeface lacks."""
    return "".join(face.word(word).missing for word in text.split(" "))


# Fallbacks of every typeface for characters that it lacks: arrows, suits, dice, single-colour
# emoji.
FALLBACKS = ("Noto Sans Symbols 2", "Noto Sans Symbols", "Noto Emoji")
EMOJI = re.compile("[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
FOR_EMOJI = (
    "use an icon, as in `:crossed-swords:`, or put a picture of it into the game's folder icons/, "
    "such as icons/1f525.svg for U+1F525"
)
# Invisible characters: joiners, directional marks, and variation selectors.
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
DRAW = "draw these words as paths in an SVG, and show them with picture()"


def unset(
    missing: Iterable[str], called: str, where: str = "", cure: str = "", draw: str = DRAW
) -> Iterator[tuple[str, str]]:
    """Yield messages about missing characters, each with the name of the check it belongs to."""
    for joined in (False, True):
        signs = [sign for sign in dict.fromkeys(missing) if bool(JOINED.match(sign)) == joined]
        said = " ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in signs)
        if signs and joined:
            reason = "scripts that join letters or run from right to left are not supported"
            yield "script", f"{said}{where}: {reason}; {draw}"
        elif signs:
            if any(EMOJI.match(sign) for sign in signs):
                cure = f"{cure}; {FOR_EMOJI}"
            yield "glyphs", f"the typeface {called} has no {said}{where}{cure}"


class FontFace:
    """One style of a typeface, from a TrueType file."""

    def __init__(self, family: str, style: str, file: Path, name: str = "") -> None:
        self.family = family
        self.style = style
        self.file = file
        self.name = name or f"{family}-{style}".replace(" ", "")
        self.gaps = False  # some word contains a character that the typeface lacks
        self.words = _Words(self)

    @cached_property
    def _shaper(self) -> tuple[Any, float]:
        face = hb.Face(hb.Blob.from_file_path(str(self.file)))
        return hb.Font(face), 1000 / face.upem

    @cached_property
    def _buffer(self) -> Any:
        return hb.Buffer()

    @cached_property
    def x_height(self) -> float:
        """The typeface's x-height in thousandths of an em."""
        font, scale = self._shaper
        glyph = font.get_nominal_glyph(ord("x"))
        extents = font.get_glyph_extents(glyph) if glyph is not None else None
        return float(extents.y_bearing * scale) if extents else 450.0

    def word(self, word: str) -> ShapedWord:
        """Return a word after shaping.

        The result is cached.
        """
        return self.words[word]

    def width(self, text: str) -> float:
        """Return the width of a line of text in thousandths of an em.

        Words are kerned; spaces are not.
        """
        words = self.words
        parts = text.split(" ")
        return fsum([words[part].width for part in parts]) + (len(parts) - 1) * words[" "].width

    def subset(self, words: str) -> bytes:
        """Return a font file with only the glyphs of these words."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.update(map(ord, words))
        return bytes(hb.subset(hb.Face(hb.Blob.from_file_path(str(self.file))), wanted).blob.data)

    def glyphs(self, text: str) -> list[tuple[int, float, str]]:
        """Return the character index, the advance and the outline of each glyph in a text.

        Lengths are in thousandths of an em, with y downwards; the outline is path data.
        """
        font, scale = self._shaper
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(font, buffer, _FEATURES)
        found = []
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            pen = _PathPen(scale, position.x_offset, position.y_offset)
            font.draw_glyph_with_pen(info.codepoint, pen)
            found.append((info.cluster, position.x_advance * scale, " ".join(pen.parts)))
        return found

    def shape(self, word: str) -> ShapedWord:
        if not word:
            return ShapedWord(0.0, (), "")
        font, scale = self._shaper
        buffer = self._buffer
        buffer.reset()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        hb.shape(font, buffer, _FEATURES)
        width = 0.0
        kerns = []
        missing = ""
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            own = font.get_glyph_h_advance(info.codepoint)
            width += position.x_advance * scale
            kerns.append(round((position.x_advance - own) * scale))
            if info.codepoint == 0:
                missing += word[info.cluster]
        if len(kerns) != len(word):  # a mark was composed: the glyphs are placed unkerned
            kerns = [0] * len(word)
        if not word.isascii():
            missing += "".join(JOINED.findall(word))
        return ShapedWord(width, tuple(kerns), missing)


class _PathPen:
    """A pen that converts HarfBuzz's drawing calls to path data."""

    def __init__(self, scale: float, x: float, y: float) -> None:
        self.parts: list[str] = []
        self.scale = scale
        self.x = x
        self.y = y

    def _write(self, letter: str, points: tuple[tuple[float, float], ...]) -> None:
        said = [
            f"{(x + self.x) * self.scale:.2f} {-(y + self.y) * self.scale:.2f}" for x, y in points
        ]
        self.parts.append(letter + " ".join(said))

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802, as pens are called
        self._write("M", (point,))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("L", (point,))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._write("C", points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._write("Q", points)

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")

    def endPath(self) -> None: ...  # noqa: N802


class _Words(dict[str, ShapedWord]):
    """The words that were shaped with a typeface; each is shaped when it is first used."""

    def __init__(self, face: FontFace) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, word: str) -> ShapedWord:
        if len(self) >= MOST_WORDS:
            self.clear()
        shaped = self[word] = self.face.shape(word)
        self.face.gaps = self.face.gaps or bool(shaped.missing)
        return shaped


class FontBook:
    """The typefaces in `templates/fonts/fonts.yaml`, each loaded on first use."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        index, problems = _read_index(folder / "fonts.yaml")
        if problems:
            raise ValueError(f"the font index is broken: {problems[0]}")
        self.families: FrozenMap = index
        self.fallbacks: dict[str, tuple[str, ...]] = {}  # family -> families
        self.problems: list[Problem] = []  # typefaces of a game that cannot be used
        self.unlicensed: list[Problem] = []  # typefaces of a game without a licence
        self.roles: Mapping[str, str] = {}  # role of a theme -> family
        self._faces: dict[tuple[str, bool, bool], FontFace] = {}
        self._own: dict[tuple[str, str, Path], FontFace] = {}  # also those of earlier builds
        self._instead: dict[str, str] = {}  # role that cannot be used -> family

    def with_own(self, theme: Theme, home: Path) -> FontBook:
        """Return a copy of this book with the typefaces of the game in the folder `home`."""
        book = FontBook.__new__(FontBook)
        book.__dict__.update(self.__dict__)
        book.roles = {role: str(family) for role, family in theme.fonts.items()}
        if not theme.typefaces:
            return book
        book.fallbacks, book.problems, book._instead, book.unlicensed = {}, [], {}, []
        book._faces = dict(self._faces)
        book._bring(theme, home)
        return book

    def _bring(self, theme: Theme, home: Path) -> None:
        entries = {}
        for role, typeface in theme.typefaces.items():
            entry, problems = _own_entry(role, typeface, home)
            self.problems += problems
            # Another typeface in its place, so that everything else can be checked.
            if not entry["regular"]:
                self._instead[role] = next(iter(self.families))
                entry = self.families[self._instead[role]]
            elif not entry["licence"]:
                file = typeface.files["regular"].file
                message = (
                    f"the typeface '{file}' states no licence, so the credits do not name one; "
                    f"write `{role}: {{regular: {file}, licence: OFL-1.1}}` with the licence of "
                    "this typeface"
                )
                place = typeface.files["regular"].location
                self.unlicensed.append(Problem(place, message, "typeface", "warning"))
            entries[role] = entry
        self.families = FrozenMap({**self.families, **entries})
        for role in entries:
            for style in ((False, False), (True, False), (False, True), (True, True)):
                self._faces.pop((role, *style), None)
        for role, typeface in theme.typefaces.items():
            self.fallbacks[role] = tuple(self._fallback(each, theme, typeface)
                                         for each in typeface.fallback)  # fmt: skip

    def _fallback(self, name: str, theme: Theme, typeface: Typeface) -> str:
        family = str(theme.fonts.get(name, name))
        if family in self.families:
            return family
        known = [*theme.fonts, *self.families]
        message = f"no typeface or role '{name}' to fall back to{did_you_mean(name, known)}"
        self.problems.append(Problem(typeface.location, message, "typeface"))
        return str(next(iter(self.families)))

    def face(self, family: str, bold: bool = False, italic: bool = False) -> FontFace:
        """Return the closest available style of a family.

        A family without italics returns its upright style. `family` may be a role of the theme.
        Raises LookupError for an unknown family.
        """
        family = family if family in self.families else self.roles.get(family, family)
        key = (family, bold, italic)
        face = self._faces.get(key)
        if face is None:
            style = ("bold" if bold else "") + ("italic" if italic else "") or "regular"
            face = self._faces[key] = self._find(family, style)
        return face

    def _find(self, family: str, style: str) -> FontFace:
        if family not in self.families:
            known = [*self.roles, *self.families]
            raise LookupError(f"no typeface or role '{family}'{did_you_mean(family, known)}")
        if family in self._instead:
            return self._find(self._instead[family], style)
        entry = self.families[family]
        for wish in (style, "bold" if "bold" in style else "regular", "regular"):
            if entry[wish]:
                return self._face(family, wish, self.folder / entry[wish])
        raise LookupError(f"the typeface '{family}' has no font files; add `regular: fonts/….ttf`")

    def _face(self, family: str, style: str, file: Path) -> FontFace:
        if file.is_relative_to(self.folder):
            return FontFace(family, style, file)
        known = self._own.get((family, style, file))
        if known is None:
            # named after its content, so that roles which share it embed it once
            name = f"own-{file.stem}"
            known = self._own[family, style, file] = FontFace(family, style, file, name)
        return known


def _own_entry(role: str, typeface: Typeface, home: Path) -> tuple[FrozenMap, list[Problem]]:
    """Return the entry for a game's own typeface, without files if it cannot be used."""
    problems = []
    entry: dict[str, str] = dict.fromkeys(STYLES, "")
    for style, file in typeface.files.items():
        try:
            found = _prepared(home, file)
        except ValueError as error:
            message = f"the typeface '{file.file}' cannot be used: {error}"
            problems.append(Problem(file.location, message, "typeface"))
            continue
        entry[style] = str(found.file)
        if style == "regular":
            entry["title"] = found.family or role
            entry["licence"] = typeface.licence or found.licence
            entry["copyright"] = typeface.copyright or found.copyright
    return FrozenMap(entry), problems


def _prepared(home: Path, file: FontFile) -> Prepared:
    """Return a font file, converted for embedding. Raises ValueError."""
    from generator.assets.typefaces import prepare

    data = read_bytes(home / file.file, file.file)
    if isinstance(data, Problem):
        raise ValueError(data.message)
    return prepare(data, file.number, dict(file.axes))


def _read_index(file: Path) -> tuple[FrozenMap, list[Problem]]:
    tree, problems = read_yaml(file.read_text("utf-8"), str(file))
    to = Reader()
    index = _INDEX.read(tree, to) if tree is not None else None
    return index or FrozenMap({}), [*problems, *to.problems]
