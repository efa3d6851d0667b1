"""Typefaces: families and styles by name, and how wide their words are, kerning included.

HarfBuzz shapes each word once; layout and the PDF use the same shaping, so a line is on paper as
wide as it was measured. The shipped fonts have no ligatures: a character is a glyph.
Widths are in thousandths of an em.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from validator.core.frozen_map import Record
from validator.core.location import Problem, did_you_mean
from validator.load.shape import Field, Reader, Shaped, Table, Text, optional
from validator.load.yaml import read_yaml

STYLES = ("regular", "bold", "italic", "bolditalic")

_INDEX = Table(
    Shaped(
        {
            "licence": Field(Text()),
            "copyright": Field(Text()),
            "origin": optional(Text(), "", ""),
            **{style: optional(Text()) for style in STYLES},
        }
    )
)


_FEATURES = {"kern": True, "liga": False, "clig": False}


class Word:
    """A shaped word: its width, and how far each glyph's advance differs from the font's table."""

    __slots__ = ("kerns", "missing", "width")

    def __init__(self, width: float, kerns: tuple[int, ...], missing: str) -> None:
        self.width = width
        self.kerns = kerns
        self.missing = missing


class Face:
    """One style of a typeface: a TrueType file."""

    def __init__(self, family: str, style: str, file: Path) -> None:
        self.family = family
        self.style = style
        self.file = file
        self.name = f"{family}-{style}".replace(" ", "")
        self.gaps = False  # some word so far has a sign that the typeface has not
        self.words = _Words(self)

    @cached_property
    def _shaper(self) -> tuple[Any, float]:
        face = hb.Face(hb.Blob.from_file_path(str(self.file)))
        return hb.Font(face), 1000 / face.upem

    @cached_property
    def _buffer(self) -> Any:
        return hb.Buffer()

    def word(self, word: str) -> Word:
        """The shaped word, remembered."""
        return self.words[word]

    def width(self, text: str) -> float:
        """Width of a line of text in thousandths of an em; words are kerned, spaces are not."""
        words = self.words
        parts = text.split(" ")
        return sum([words[part].width for part in parts]) + (len(parts) - 1) * words[" "].width

    def subset(self, words: str) -> bytes:
        """A font file that holds the glyphs of these words alone."""
        wanted = hb.SubsetInput()
        wanted.unicode_set.update(map(ord, words))
        return bytes(hb.subset(hb.Face(hb.Blob.from_file_path(str(self.file))), wanted).blob.data)

    def shape(self, word: str) -> Word:
        if not word:
            return Word(0.0, (), "")
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
        return Word(width, tuple(kerns), missing)


class _Words(dict[str, Word]):
    """The words of a face so far; one that is asked for is shaped."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face

    def __missing__(self, word: str) -> Word:
        shaped = self[word] = self.face.shape(word)
        self.face.gaps = self.face.gaps or bool(shaped.missing)
        return shaped


class FontBook:
    """The typefaces of `templates/fonts/fonts.yaml`, each loaded when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        index, problems = _read_index(folder / "fonts.yaml")
        if problems:
            raise ValueError(f"the font index is broken: {problems[0]}")
        self.families: Record = index
        self._faces: dict[tuple[str, bool, bool], Face] = {}

    def face(self, family: str, bold: bool = False, italic: bool = False) -> Face:
        """The face nearest to the wish: a family without italics gives its upright.

        Raises LookupError for an unknown family.
        """
        key = (family, bold, italic)
        face = self._faces.get(key)
        if face is None:
            style = ("bold" if bold else "") + ("italic" if italic else "") or "regular"
            face = self._faces[key] = self._find(family, style)
        return face

    def _find(self, family: str, style: str) -> Face:
        if family not in self.families:
            raise LookupError(f"no typeface '{family}'{did_you_mean(family, self.families)}")
        entry = self.families[family]
        for wish in (style, "bold" if "bold" in style else "regular", "regular"):
            if entry[wish]:
                return Face(family, wish, self.folder / entry[wish])
        raise LookupError(f"the typeface '{family}' has no files")


def _read_index(file: Path) -> tuple[Record, list[Problem]]:
    tree, problems = read_yaml(file.read_text("utf-8"), str(file))
    to = Reader()
    index = _INDEX.read(tree, to) if tree is not None else None
    return index or Record({}), [*problems, *to.problems]
