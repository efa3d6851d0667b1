"""Converts a game's font files to the TrueType files that layout and PDF use.

It reads TrueType, OpenType with PostScript outlines (CFF), WOFF and WOFF2, a font of a collection,
or an instance of a variable font. HarfBuzz parses and rewrites each file first, so that no other
library reads a table of an untrusted font. Results are cached by content; fontTools and brotli are
imported only when a font is converted.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import uharfbuzz as hb

from generator.assets import store
from validator.core.location import did_you_mean

if TYPE_CHECKING:
    from fontTools.fontBuilder import FontBuilder

LARGEST_UNPACKED = 64 * 1024 * 1024  # bytes of a WOFF file's tables
MOST_POINTS = 4_000_000  # points of all outlines; the largest CJK fonts have about 3 million
ERROR = 1 / 1000  # largest deviation of a quadratic outline from the cubic one, in em
RESTRICTED, PRINT, EDIT, NO_SUBSET, BITMAPS = 0x2, 0x4, 0x8, 0x100, 0x200  # OS/2 fsType
NO_AXES: Mapping[str, float] = MappingProxyType({})
_PLACING = {"GPOS", "GDEF", "kern"}


class TypefaceError(ValueError):
    """Raised for a font file that cannot be read or embedded; the message says what to do."""


@dataclass(frozen=True)
class Prepared:
    """A TrueType file ready to be embedded, and the maker's licence and copyright."""

    file: Path
    family: str
    copyright: str
    licence: str


def prepare(
    data: bytes, number: int | None = None, axes: Mapping[str, float] = NO_AXES
) -> Prepared:
    """Convert a font file for embedding. Raises TypefaceError.

    `number` (from 1) selects a font in a collection, and `axes` an instance of a variable font.
    """
    said = repr((number, sorted(axes.items())))
    name = store.name_of("typeface", data, said) + ".ttf"
    file = store.find(name)
    if file is None:
        try:
            file = store.save(name, _made(data, number, axes, name[:6]))
        except TypefaceError:
            raise
        except Exception as error:  # whatever a library raises on a broken file
            raise TypefaceError(
                f"it is broken: {str(error)[:100] or type(error).__name__}"
            ) from None
    return _described(file)


@cache
def _described(file: Path) -> Prepared:
    face = hb.Face(hb.Blob.from_file_path(str(file)))
    return Prepared(file, *(face.get_name(each) or "" for each in (1, 0, 13)))


def _made(data: bytes, number: int | None, axes: Mapping[str, float], mark: str) -> bytes:
    if data[:4] in (b"wOFF", b"wOF2"):
        data = _unpacked(data)
    face = _face(data, number)
    check_permission(face)
    made = _rewritten(face, axes)
    return _finished(made, mark)


def _face(data: bytes, number: int | None) -> Any:
    """Load a font file with HarfBuzz.

    Raises TypefaceError.
    """
    blob = hb.Blob(data)
    several = int(hb.Face(blob).count)
    if not several:
        raise TypefaceError("it is not a font; expected TrueType, OpenType, WOFF or WOFF2")
    if number is not None and number > several:
        raise TypefaceError(
            f"it contains {several} font{'s' * (several > 1)}; the number {number} does not exist"
        )
    if number is None and several > 1:
        names = [hb.Face(blob, each).get_name(4) or "?" for each in range(min(several, 9))]
        listed = ", ".join(f"{at} {each}" for at, each in enumerate(names, 1))
        raise TypefaceError(f"it contains {several} fonts; choose one, as in number: 1 ({listed})")
    face = hb.Face(blob, (number or 1) - 1)
    if not face.glyph_count or not {"glyf", "CFF ", "CFF2"} & {*face.table_tags}:
        raise TypefaceError(f"it has no outlines, only pictures; {INSTEAD}")
    if not face.unicodes:
        raise TypefaceError("it has no table of characters (cmap)")
    if COLOURED & {*face.table_tags} and not _draws(face):
        raise TypefaceError(f"its characters are colour pictures without outlines; {INSTEAD}")
    return face


COLOURED = {"COLR", "SVG ", "sbix", "CBDT"}  # tables with pictures or layers of a character
INSTEAD = (
    "use a font with outlines of one colour, such as Noto Emoji, or save each character as an SVG "
    "in icons/ and write its name, as in `:swords:`"
)


def _draws(face: Any) -> bool:
    """Return whether a font contains outlines for most of its symbols.

    Colour fonts, for example, have none.
    """
    font = hb.Font(face)
    signs = [sign for sign in sorted(face.unicodes) if sign > 0x2190][:SEVERAL]
    drawn = 0
    for sign in signs:
        outline: list[str] = []
        draw = hb.DrawFuncs()
        draw.set_line_to_func(lambda _x, _y, found: found.append("line"))
        draw.set_cubic_to_func(lambda *found: found[-1].append("curve"))
        draw.set_quadratic_to_func(lambda *found: found[-1].append("curve"))
        font.draw_glyph(font.get_nominal_glyph(sign) or 0, draw, outline)
        drawn += bool(outline)
    return drawn * 2 > len(signs) or not signs


SEVERAL = 200  # characters that are examined


def check_permission(face: hb.Face) -> None:
    """Raise TypefaceError for a font whose maker forbids embedding (OS/2 fsType)."""
    table = bytes(face.reference_table("OS/2").data or b"")
    allowed = int.from_bytes(table[8:10], "big") if len(table) >= 10 else 0
    buy = "use another typeface, or ask its maker for a font that may be embedded"
    if allowed & RESTRICTED and not allowed & (PRINT | EDIT):
        raise TypefaceError(f"its licence bits forbid embedding (fsType 2); {buy}")
    if allowed & BITMAPS:
        raise TypefaceError(
            f"its licence bits allow embedding only as a bitmap (fsType 0x200); {buy}"
        )
    if allowed & NO_SUBSET:
        raise TypefaceError(
            "it may only be embedded as a whole (fsType 0x100), but a kit embeds only the "
            "characters that "
            f"it uses; {buy}"
        )


def _rewritten(face: Any, axes: Mapping[str, float]) -> bytes:
    """Return the font as HarfBuzz rewrites it: checked and, if it is variable, reduced to one
    instance.
    """
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    known = {each.tag: each for each in face.axis_infos}
    for tag in axes:
        if tag not in known:
            has = ", ".join(f"{each.tag} {each.min_value:g} to {each.max_value:g}"
                            for each in known.values())  # fmt: skip
            raise TypefaceError(
                f"it has no axis '{tag}'{did_you_mean(tag, known) if known else ''}; "
                + (f"it has {has}" if known else "it is not a variable font")
            )
    for tag, axis in known.items():
        value = axes.get(tag, axis.default_value)
        if not axis.min_value <= value <= axis.max_value:
            raise TypefaceError(
                f"{tag} {value:g} is outside the range of its axis, {axis.min_value:g} to "
                f"{axis.max_value:g}"
            )
        wanted.pin_axis_location(face, tag, value)
    made = hb.subset(face, wanted)
    return bytes(made.blob.data)


def _unpacked(data: bytes) -> bytes:
    """Return the plain font in a WOFF or WOFF2 file. Raises TypefaceError."""
    from fontTools.ttLib import TTFont

    if len(data) < 48:
        raise TypefaceError("its header is incomplete")
    size = _woff_size(data) if data[:4] == b"wOFF" else _woff2_size(data)
    if size > LARGEST_UNPACKED:
        raise TypefaceError(f"it unpacks to more than {LARGEST_UNPACKED // 1024**2} MB")
    font = TTFont(io.BytesIO(data), lazy=False)
    font.flavor = None
    out = io.BytesIO()
    font.save(out, reorderTables=None)
    return out.getvalue()


def _woff_size(data: bytes) -> int:
    """Return the unpacked size of the tables in a WOFF file, without trusting the total in its
    header.
    """
    total = 0
    for entry in range(44, 44 + 20 * int.from_bytes(data[12:14], "big"), 20):
        start, packed, long = (
            int.from_bytes(data[entry + at : entry + at + 4], "big") for at in (4, 8, 12)
        )
        if packed < long:
            piece = zlib.decompressobj().decompress(
                data[start : start + packed], LARGEST_UNPACKED + 1
            )
            total += len(piece)
        else:
            total += packed
        if total > LARGEST_UNPACKED:
            break
    return total


def _woff2_size(data: bytes) -> int:
    """Return an upper bound on the unpacked size of a WOFF2 file, without trusting its header.

    All tables form one compressed stream after the directory. Only the reader knows where it
    begins, so it parses the directory without unpacking the stream.
    """
    import brotli
    from fontTools.ttLib import woff2

    class Directory(woff2.WOFF2Reader):  # type: ignore[misc]
        """Reads the table directory of a font file, but not the tables."""

        def __init__(self, file: io.BytesIO) -> None:
            self.sizes = 0
            self.file = file
            from fontTools.misc import sstruct

            sstruct.unpack(woff2.woff2DirectoryFormat, file.read(woff2.woff2DirectorySize), self)
            for _ in range(self.numTables):
                entry = woff2.WOFF2DirectoryEntry()
                entry.fromFile(file)

    file = io.BytesIO(data)
    try:
        directory = Directory(file)
    except Exception:  # whatever it raises on a broken directory
        raise TypefaceError("its table directory is broken") from None
    packed = data[file.tell() : file.tell() + directory.totalCompressedSize]
    unpack = brotli.Decompressor()
    total = 0
    for start in range(0, len(packed), 1024):  # a kilobyte unpacks to some megabytes at most
        total += len(unpack.process(packed[start : start + 1024]))
        if total > LARGEST_UNPACKED:
            break
    return total


def _finished(data: bytes, mark: str) -> bytes:
    """Return the rebuilt font, with quadratic outlines, one character table and a unique name.

    Two fonts with the same PostScript name would be merged in a PDF, so each is renamed. Of the
    original tables, only those that position letters are kept, as rewritten by HarfBuzz.
    """
    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    face = hb.Face(hb.Blob(data))
    shown = hb.Font(face)
    order = [".notdef", *(f"g{number}" for number in range(1, face.glyph_count))]
    builder = FontBuilder(face.upem, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(
        {each: order[glyph] for each in face.unicodes if (glyph := shown.get_nominal_glyph(each))}
    )
    builder.setupGlyf(_outlines(shown, order, "glyf" not in face.table_tags))
    _set_metrics(builder, shown, order, face)
    builder.setupPost(keepGlyphNames=False)
    for tag in _PLACING & {*face.table_tags}:
        builder.font[tag] = kept = DefaultTable(tag)
        kept.data = bytes(face.reference_table(tag).data)
    family = _clean(face.get_name(16) or face.get_name(1) or "Unnamed")
    builder.setupNameTable(
        {
            "familyName": family, "styleName": "Regular", "uniqueFontIdentifier": f"pieria-{mark}",
            "fullName": family, "psName": _postscript(f"{family}-{mark}"),
            "copyright": _clean(face.get_name(0) or ""),
            "licenseDescription": _clean(face.get_name(13) or ""),
        },
        mac=False,
    )  # fmt: skip
    builder.font["head"].created = builder.font["head"].modified = 0  # no times
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _set_metrics(builder: FontBuilder, shown: hb.Font, order: list[str], face: hb.Face) -> None:
    """Give a converted font the widths, heights and weight of the original."""
    left = builder.font["glyf"].glyphs
    builder.setupHorizontalMetrics(
        {
            name: (
                max(0, min(shown.get_glyph_h_advance(number), 0xFFFF)),
                getattr(left[name], "xMin", 0),
            )
            for number, name in enumerate(order)
        }
    )
    extents = shown.get_font_extents("ltr")
    high = {"ascent": _within(extents.ascender), "descent": _within(extents.descender)}
    builder.setupHorizontalHeader(**high)
    heavy = int.from_bytes(bytes(face.reference_table("OS/2").data or b"")[4:6], "big")
    builder.setupOS2(
        sTypoAscender=high["ascent"], sTypoDescender=high["descent"],
        usWeightClass=max(1, min(heavy or 400, 1000)),
    )  # fmt: skip


def _within(units: float) -> int:
    return max(-0x8000, min(round(units), 0x7FFF))


def _outlines(shown: Any, order: list[str], cubic: bool) -> dict[str, Any]:
    """Return quadratic outlines of all glyphs, as drawn by HarfBuzz. Raises TypefaceError."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = {}
    left = [MOST_POINTS]
    for number, name in enumerate(order):
        pen = TTGlyphPen(None)
        to: Any = Cu2QuPen(pen, shown.face.upem * ERROR, reverse_direction=True) if cubic else pen
        shown.draw_glyph_with_pen(number, _Counting(to, left))
        glyphs[name] = pen.glyph()
    return glyphs


def _clean(text: str) -> str:
    words = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return words[:300]


def _postscript(text: str) -> str:
    return "".join(each for each in text if each.isascii() and (each.isalnum() or each == "-"))[:60]


class _Counting:
    """A pen that forwards each call to another pen, and closes open contours."""

    def __init__(self, pen: object, left: list[int]) -> None:
        self.pen = pen
        self.left = left

    def __getattr__(self, name: str) -> Any:
        self.left[0] -= 1
        if self.left[0] < 0:
            raise TypefaceError(f"its outlines have more than {MOST_POINTS:,} points")
        return getattr(self.pen, name)
