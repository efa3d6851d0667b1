"""Published font packages in; the small TrueType files beside this script and their index out.

Run by a developer when a family is added or renewed, never by a build::

    python templates/fonts/prepare.py UNPACKED

``UNPACKED`` is a folder with the npm packages under ``node_modules`` and the Debian package
of the GFS faces unpacked under ``deb``. Needs fonttools, brotli and pyyaml.

What happens to a font, and why:

* Lining figures become the plain figures, because an old-style 1 reads as an I on a card.
* Only the characters a rulebook needs are kept, and no ligatures: every character stays one
  glyph, so that kerned text can still be searched and copied from the PDF.
* A font with a reserved name is renamed, because a changed font may not carry that name.
* Hinting goes: it is for screens.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from fontTools import merge, subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

HERE = Path(__file__).parent

CHARACTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),  # Latin-1 and Latin Extended-A
    *(0x218, 0x219, 0x21A, 0x21B),
    *range(0x370, 0x400),  # Greek
    *range(0x1F00, 0x2000),  # polytonic Greek
    *range(0x2000, 0x200B),  # spaces
    *range(0x2010, 0x2028),  # dashes, quotes, bullet, ellipsis
    *(0x202F, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x203B, 0x2042, 0x2044),
    *(0x2070, *range(0x2074, 0x207A), *range(0x2080, 0x208A)),
    *(0x20AC, 0x2116, 0x2122, *range(0x2150, 0x215F), *range(0x2190, 0x219A)),
    *(0x2212, 0x2215, 0x2248, 0x2260, 0x2264, 0x2265),
    *(0x25A0, 0x25A1, 0x25CB, 0x25CF, 0x2619, 0x2713, 0x2766, 0x2767),
)
SYMBOLS = (  # for texts whose own typeface lacks them: arrows, shapes, suits, dice
    *range(0x2190, 0x2200), *range(0x2300, 0x2400), *range(0x2460, 0x2500),
    *range(0x25A0, 0x27C0), *range(0x2B00, 0x2C00),
)  # fmt: skip
EMOJI = (  # without flags, letters, clocks and what only changes the emoji before it
    *range(0x2300, 0x2400), *range(0x2600, 0x27C0), *range(0x2B00, 0x2C00),
    *range(0x1F300, 0x1F3FB), *range(0x1F400, 0x1F4C0), *range(0x1F4D0, 0x1F53E),
    *range(0x1F573, 0x1F650), *range(0x1F680, 0x1F700), *range(0x1F90C, 0x1FA00),
    *range(0x1FA70, 0x1FB00),
)  # fmt: skip
POSITIONING = ["kern", "mark", "mkmk"]  # no ccmp: it splits and swaps glyphs
CHANGED = "Changed for Pieria: fewer characters, lining figures, no ligatures, no hinting."
STYLES = {"regular": "Regular", "bold": "Bold", "italic": "Italic", "bolditalic": "Bold Italic"}


@dataclass(frozen=True)
class Family:
    """A family to prepare: where its styles lie, and how they are to be called."""

    name: str
    package: str
    styles: dict[str, str]
    licence: str = "OFL-1.1"
    reserved: str = ""  # the name a changed version may not carry
    space: float = 1  # how wide a space is at most, as a part of the em
    unchanged: bool = False
    characters: tuple[int, ...] = CHARACTERS

    @property
    def folder(self) -> str:
        return self.name.replace(" ", "")


EXPO = "@expo-google-fonts/"
R = {"regular": "400Regular"}
M = {"regular": "500Medium"}
RB = {**R, "bold": "700Bold"}
RBI = {**RB, "italic": "400Regular_Italic"}
FOUR = {**RBI, "bolditalic": "700Bold_Italic"}
MEDIUM = {"regular": "500Medium", "bold": "700Bold"}
MEDIUM_FOUR = {**MEDIUM, "italic": "500Medium_Italic", "bolditalic": "700Bold_Italic"}
NEOHELLENIC = {
    "regular": "GFSNeohellenic.otf",
    "bold": "GFSNeohellenicBold.otf",
    "italic": "GFSNeohellenicIt.otf",
    "bolditalic": "GFSNeohellenicBoldIt.otf",
}
FAMILIES = [
    Family("EB Garamond", EXPO + "eb-garamond", FOUR),
    Family("Caveat", EXPO + "caveat", RB),
    Family("La Belle Aurore", EXPO + "la-belle-aurore", R, space=0.3),
    Family("Alegreya", EXPO + "alegreya", FOUR),
    Family("Alegreya Sans", EXPO + "alegreya-sans", FOUR),
    Family(
        "Vase Text", "fonts-gfs-neohellenic", NEOHELLENIC, reserved="GFS Neohellenic", space=0.22
    ),
    Family("Cinzel", EXPO + "cinzel", RB),
    Family("Cardo", EXPO + "cardo", RBI),
    Family("Federo", EXPO + "federo", R, reserved="Federo", unchanged=True),
    Family("Stage Sans", EXPO + "josefin-sans", FOUR, reserved="Josefin Sans", space=0.24),
    Family("Cormorant Garamond", EXPO + "cormorant-garamond", MEDIUM_FOUR),
    Family("Courier Prime", EXPO + "courier-prime", FOUR),
    Family("Archivo Narrow", EXPO + "archivo-narrow", FOUR, space=0.2),
    Family("Oswald", EXPO + "oswald", MEDIUM, space=0.2),
    Family("Saira Stencil One", "@fontsource/saira-stencil-one", R),
    Family("Special Elite", EXPO + "special-elite", R, licence="Apache-2.0"),
    Family("Noto Sans Symbols 2", EXPO + "noto-sans-symbols-2", R, characters=SYMBOLS),
    Family("Noto Sans Symbols", EXPO + "noto-sans-symbols", M, characters=SYMBOLS),
    Family("Noto Emoji", EXPO + "noto-emoji", M, characters=EMOJI),
]


def prepare(unpacked: Path) -> None:
    """Write every family beside this script, and ``fonts.yaml``."""
    index = {family.name: prepare_family(family, unpacked) for family in FAMILIES}
    text = yaml.safe_dump(index, sort_keys=False, allow_unicode=True, width=100)
    (HERE / "fonts.yaml").write_text(INDEX_HEAD + text, encoding="utf-8")


INDEX_HEAD = """\
# The fonts of the kits: family -> licence, copyright, origin, and one file a style.
# Paths are relative to this file; the licence text stands beside each font. Written by prepare.py,
# which gives every font but Federo fewer characters, lining figures and no ligatures.
"""


def prepare_family(family: Family, unpacked: Path) -> dict[str, str]:
    """Write one family with its licence; return its entry of the index."""
    folder = HERE / family.folder
    folder.mkdir(exist_ok=True)
    licence_file = "OFL.txt" if family.licence == "OFL-1.1" else "LICENSE.txt"
    terms = licence_text(family, unpacked)
    (folder / licence_file).write_text(terms, encoding="utf-8")
    files: dict[str, str] = {}
    owner = terms.split("\n\n")[0] if terms.startswith("Copyright") else ""
    for style, source in family.styles.items():
        font = open_font(family, source, unpacked)
        owner = owner or font["name"].getDebugName(0)
        name = f"{family.folder}-{file_style(style, source)}.ttf"
        save(family, style, font, folder / name)
        files[style] = f"{family.folder}/{name}"
    return {
        "licence": family.licence,
        "copyright": " ".join(owner.split()),
        "origin": origin(family, unpacked),
        **files,
    }


def file_style(style: str, source: str) -> str:
    """``Regular``, ``BoldItalic``; ``Medium`` where the text weight is 500."""
    word = STYLES[style].replace(" ", "")
    if source.startswith("500Medium"):
        word = word.replace("Regular", "Medium")
        return "MediumItalic" if word == "Italic" else word
    return word


def origin(family: Family, unpacked: Path) -> str:
    """The package and its version, and the name of the font there when it was renamed."""
    renamed = f"; there called {family.reserved}" if family.reserved != family.name else ""
    renamed = renamed if family.reserved else ""
    if not family.package.startswith("@"):
        log = unpacked / "deb/usr/share/doc" / family.package / "changelog.Debian.gz"
        version = gzip.decompress(log.read_bytes()).decode().split("(")[1].split(")")[0]
        return f"Debian package {family.package} {version}{renamed}"
    package = unpacked / "node_modules" / family.package / "package.json"
    version = json.loads(package.read_text(encoding="utf-8"))["version"]
    return f"npm package {family.package} {version}{renamed}"


def licence_text(family: Family, unpacked: Path) -> str:
    """The licence that must travel with the font, from its package."""
    if not family.package.startswith("@"):
        notes = unpacked / "deb/usr/share/doc" / family.package / "copyright"
        text = notes.read_text(encoding="utf-8")
        return text[text.index("Copyright (c)") :]  # what stands above is the packager's diary
    package = unpacked / "node_modules" / family.package
    file = package / "LICENSE_FONT"
    file = file if file.exists() else package / "LICENSE"
    return file.read_text(encoding="utf-8").replace("\r\n", "\n")


def open_font(family: Family, source: str, unpacked: Path) -> TTFont:
    """Open one style as a TrueType font, whatever its package holds."""
    package = unpacked / "node_modules" / family.package
    if source.endswith(".otf"):
        [file] = (unpacked / "deb/usr/share/fonts/opentype").glob(f"*/{source}")
        return to_truetype(TTFont(file, recalcTimestamp=False))
    if family.package.startswith("@fontsource/"):
        return join_parts(package / "files")
    [file] = (package / source).glob("*.ttf")
    return TTFont(file, recalcTimestamp=False)


def join_parts(folder: Path) -> TTFont:
    """Join the Latin parts of a web font, which is published in slices."""
    with tempfile.TemporaryDirectory() as desk:
        parts = []
        for slice_ in ("latin", "latin-ext"):
            [file] = folder.glob(f"*-{slice_}-400-normal.woff2")
            font = TTFont(file, recalcTimestamp=False)
            font.flavor = None
            parts.append(str(Path(desk) / f"{slice_}.ttf"))
            font.save(parts[-1])
        joined = merge.Merger().merge(parts)
        for stamp in ("created", "modified"):  # not the clock of this machine
            setattr(joined["head"], stamp, getattr(font["head"], stamp))
        joined.recalcTimestamp = False
        joined.save(parts[0])
        return TTFont(parts[0], recalcTimestamp=False, lazy=False)


def to_truetype(font: TTFont) -> TTFont:
    """Turn cubic (CFF) outlines into the quadratic ones that the PDF writer can embed."""
    glyphs = font.getGlyphSet()
    order = font.getGlyphOrder()
    tolerance = font["head"].unitsPerEm / 1000
    outlines = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, tolerance, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder, glyf.glyphs = order, outlines
    for table in ("CFF ", "VORG"):
        if table in font:
            del font[table]
    make_maxp(font["maxp"])
    post = font["post"]
    post.formatType, post.extraNames, post.mapping, post.glyphOrder = 2.0, [], {}, order
    font.sfntVersion = "\0\1\0\0"
    return font


def make_maxp(maxp: Any) -> None:
    """Give the table the fields of a TrueType font; fontTools counts them on saving."""
    maxp.tableVersion = 0x00010000
    zero = (
        "Zones TwilightPoints Storage FunctionDefs InstructionDefs StackElements "
        "SizeOfInstructions ComponentElements Points Contours CompositePoints "
        "CompositeContours ComponentDepth"
    )
    for word in zero.split():
        setattr(maxp, f"max{word}", 0)
    maxp.maxZones = 1


def save(family: Family, style: str, font: TTFont, target: Path) -> None:
    """Change the font as the licence allows, and write it."""
    if not family.unchanged:
        freeze_lining_figures(font)
        keep_needed(font, family.characters)
        narrow_spaces(font, family.space)
        font["name"].setName(CHANGED, 10, 3, 1, 0x409)
        if family.reserved:
            rename(font, family, STYLES[style])
    font.save(target)


def narrow_spaces(font: TTFont, most: float) -> None:
    """Make spaces no wider than a part of the em: some faces set words too far apart."""
    glyphs, metrics = font.getBestCmap(), font["hmtx"]
    for code in (0x20, 0xA0):
        if code in glyphs:
            advance, bearing = metrics[glyphs[code]]
            metrics[glyphs[code]] = (min(advance, round(most * font["head"].unitsPerEm)), bearing)


def freeze_lining_figures(font: TTFont) -> None:
    """Make the lining figures the plain ones, where the font keeps them behind a feature."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    lookups = {
        lookup
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "lnum"
        for lookup in record.Feature.LookupListIndex
    }
    lining: dict[str, str] = {}
    for lookup in sorted(lookups):
        for rule in table.LookupList.Lookup[lookup].SubTable:
            lining |= getattr(getattr(rule, "ExtSubTable", rule), "mapping", {})
    for cmap in font["cmap"].tables:
        if cmap.isUnicode():
            for digit in cmap.cmap.keys() & set(range(0x30, 0x3A)):
                cmap.cmap[digit] = lining.get(cmap.cmap[digit], cmap.cmap[digit])


def keep_needed(font: TTFont, characters: tuple[int, ...]) -> None:
    """Cut the font down to `characters` and the features that only move glyphs."""
    options = subset.Options()
    options.layout_features = POSITIONING
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)


def rename(font: TTFont, family: Family, style: str) -> None:
    """Take the reserved name out of everything a reader of the font is shown."""
    table = font["name"]
    plain = re.sub(r"\W", "", family.name) + "-" + style.replace(" ", "")
    shown = {1: family.name, 2: style, 3: plain, 4: f"{family.name} {style}", 6: plain}
    kept = {0, 5, 8, 9, 10, 11, 12, 13, 14}
    table.names = [record for record in table.names if record.nameID in kept]
    for number, text in shown.items():
        table.setName(text, number, 3, 1, 0x409)


def main() -> None:
    """Read the one argument and prepare."""
    parser = argparse.ArgumentParser(description="Prepare the fonts of the kits.")
    parser.add_argument("unpacked", type=Path, help="folder with node_modules/ and deb/")
    prepare(parser.parse_args().unpacked)


if __name__ == "__main__":
    main()
