"""Font files for tests, made from a shipped typeface."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from validator.core.resources import resource

SHIPPED = resource("templates") / "fonts" / "Cinzel" / "Cinzel-Regular.ttf"
LETTERS = "ABCDEFGabcdefghijklmnopqrstuvwxyz0123456789TMFHS .,-’"


def saved(font: Any, flavor: str | None = None) -> bytes:
    """The bytes of a font."""
    font.flavor = flavor
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def truetype(flavor: str | None = None, fs_type: int = 0) -> bytes:
    """The shipped font with a word of its maker on embedding."""
    font = TTFont(SHIPPED)
    font["OS/2"].fsType = fs_type
    return saved(font, flavor)


def unlicensed() -> bytes:
    """The shipped font without a word of its licence."""
    font = TTFont(SHIPPED)
    font["name"].names = [each for each in font["name"].names if each.nameID not in (13, 14)]
    return saved(font)


def postscript(letters: str = LETTERS, name: str = "Same-Name", scale: float = 1.0) -> bytes:
    """OpenType with PostScript outlines (CFF); the characters show letters A, B, C… in turn."""
    source = TTFont(SHIPPED)
    shown, cmap = source.getGlyphSet(), source.getBestCmap()
    names = {letter: f"u{ord(letter):05X}" for letter in letters}
    glyphs = {".notdef": cmap[ord("A")]} | {
        names[letter]: cmap.get(ord(letter), cmap[ord("A") + number % 26])
        for number, letter in enumerate(letters)
    }
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    strings, widths = {}, {}
    for glyph, of in glyphs.items():
        widths[glyph] = (round(shown[of].width * scale), 0)
        pen = T2CharStringPen(widths[glyph][0], shown)
        shown[of].draw(pen)
        strings[glyph] = pen.getCharString()
    builder.setupCFF(name, {}, strings, {})
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    return saved(builder.font)


def variable() -> bytes:
    """A font with one letter, `I`, whose stem is as wide as its axis `wght` says: 100 to 900."""
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "I"])
    builder.setupCharacterMap({ord("I"): "I"})
    pen = TTGlyphPen(None)
    for point, draw in (((0, 0), pen.moveTo), ((100, 0), pen.lineTo), ((100, 700), pen.lineTo)):
        draw(point)
    pen.lineTo((0, 700))
    pen.closePath()
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "I": pen.glyph()})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "I": (100, 0)})
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Stem", "styleName": "Regular", "psName": "Stem"})
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    deltas = [(0, 0), (800, 0), (800, 0), (0, 0), (0, 0), (800, 0), (0, 0), (0, 0)]
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    builder.setupGvar({"I": [TupleVariation({"wght": (0, 1.0, 1.0)}, deltas)], ".notdef": []})
    builder.setupOS2()
    builder.setupPost()
    return saved(builder.font)


def collection() -> bytes:
    """Two fonts in one file."""
    both = TTCollection()
    both.fonts = [TTFont(SHIPPED), TTFont(SHIPPED.with_name("Cinzel-Bold.ttf"))]
    out = io.BytesIO()
    both.save(out)
    return out.getvalue()


def put(folder: Path, name: str, data: bytes) -> None:
    """Write a file into a game's folder."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def coloured(emoji: str = "\U0001f600\u2694") -> bytes:
    """A font whose emoji are layers of colour (COLR) without outlines of their own."""
    builder = FontBuilder(1000, isTTF=True)
    names = [f"u{ord(each):X}" for each in emoji]
    builder.setupGlyphOrder([".notdef", *names, "layer"])
    builder.setupCharacterMap({ord(each): name for each, name in zip(emoji, names, strict=True)})
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((500, 0))
    pen.lineTo((500, 500))
    pen.closePath()
    empty = {name: TTGlyphPen(None).glyph() for name in (".notdef", *names)}
    builder.setupGlyf(empty | {"layer": pen.glyph()})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", *names, "layer"), (1000, 0)))
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Smile", "styleName": "Regular", "psName": "Smile"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    builder.setupCOLR({name: [("layer", 0)] for name in names})
    return saved(builder.font)
