"""Reads the declarative part of a nanDECK script as a layout.

Expressions are not computed, and directives that cannot be imported are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.projects.layout import LONGEST, MOST_LINES, Layout, LayoutBox, in_mm, listed
from validator.core.location import Location

_LINE = re.compile(r"\s*(\[[^\[\]=]+\]|\w+)\s*=(.*)")
_ALL = re.compile(r'"?\s*(?:1\s*-\s*(?:\d+|\{\([^)]*\)\}))?\s*"?')
_COLUMN = re.compile(r"\[([^\[\]]+)\]")
# The place of a box, its left, top, width and height in mm, and its column or else its words.
_Place = tuple[Location, float, float, float, float, str, str]
_INCLUDE = re.compile(r'INCLUDE\s*=\s*"?([^"]+?)"?\s*', re.IGNORECASE)
_FOR = re.compile(
    r"FOR\s*=\s*(\w+)\s*,\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*(?:,\s*(-?\d{1,6})\s*)?", re.IGNORECASE
)
_NEXT = re.compile(r"NEXT(?:\s*=.*)?", re.IGNORECASE)
# nanDECK's drawing commands; each such line is an element of the card.
_DRAWS = frozenset({
    "TEXT", "TEXTFONT", "HTMLTEXT", "HTMLFILE", "RTFTEXT", "RTFFILE", "IMAGE", "IMAGEFILTER",
    "ICON", "ICONS", "PATTERN", "PATTERNS", "RECTANGLE", "ROUNDRECT", "CIRCLE", "ELLIPSE",
    "LINE", "LINERECT", "POLYGON", "TRIANGLE", "RHOMBUS", "STAR", "BEZIER", "GRID", "HEXGRID",
    "CARDS", "QRCODE", "BARCODE", "GRADIENT", "PIE", "TRACK", "TRACKRECT", "BEZIERS", "CORNER",
    "LAYERTEXT", "VECTOR", "COPYCARD",
})  # fmt: skip
_MM = {"CM": 10.0, "MM": 1.0, "INCH": 25.4}
_ALIGN = {"left": "left", "center": "center", "right": "right"}
_VALIGN = {"top": "top", "wwtop": "top", "center": "middle", "wordwrap": "middle",
           "wwcenter": "middle", "bottom": "bottom", "wwbottom": "bottom"}  # fmt: skip


def nandeck_layout(script: Path) -> Layout:
    """Return the supported parts of a script as a layout."""
    return _NanDeck(script).read()


class _NanDeck:
    def __init__(self, script: Path) -> None:
        self.layout = Layout(script.parent, "nandeck", width=60.0, height=90.0)
        self.script = script
        self.unit = 10.0
        self.font: dict[str, Any] = {
            "size": 12.0,
            "bold": False,
            "italic": False,
            "fill": "#000000",
        }
        self.values: dict[str, str] = {}  # values of [NAME]=
        self.included = {script.name}

    def read(self) -> Layout:
        braces, conditions = False, 0
        for location, plain in self._unrolled([*self._lines(self.script.name)]):
            if (word := _LINE.fullmatch(plain)) and word[1].upper() in _DRAWS:
                self.layout.met.add(location)
            braces = braces or plain.startswith("{")
            directive = plain.split("=", 1)[0].strip().upper()
            conditions += (directive == "IF") - (directive == "ENDIF" and conditions > 0)
            if plain and plain.upper() != "[VARS]" and plain.upper() != "[ENDVARS]":
                match = None if braces or conditions else _LINE.fullmatch(plain)
                if match is None or not self._take(match[1].upper(), match[2], location):
                    self.layout.leave(location, f"not imported: {plain:.100}")
            braces = braces and not plain.endswith("}")
        return self.layout

    def _lines(self, name: str) -> Iterator[tuple[Location, str]]:
        """Yield the lines of a script and of the scripts it includes, without comments."""
        file = (self.layout.folder / name).as_posix()
        for number, line in enumerate(self.layout.lines(name), 1):
            location = Location(file, number, 1)
            plain = line.split(";", 1)[0].strip()
            included = _INCLUDE.fullmatch(plain)
            if included is None:
                yield location, plain
                continue
            wanted = included[1].strip().replace("\\", "/")
            if wanted in self.included:
                self.layout.leave(location, f"'{wanted:.80}' is included twice; it is read once")
                continue
            self.included.add(wanted)
            yield from self._lines(wanted)

    def _unrolled(self, lines: list[tuple[Location, str]]) -> Iterator[tuple[Location, str]]:
        """Yield the lines, with those in FOR loops repeated if the loop has numeric limits."""
        at, left = 0, MOST_LINES
        while at < len(lines) and left > 0:
            location, plain = lines[at]
            at += 1
            left -= 1
            loop = _FOR.fullmatch(plain)
            if loop is None:
                yield location, plain
                continue
            end = next((n for n in range(at, len(lines)) if _NEXT.fullmatch(lines[n][1])), None)
            inner = lines[at:end] if end is not None else []
            if end is None or any(_FOR.fullmatch(each) for _, each in inner):
                self.layout.leave(
                    location, "a FOR without NEXT, or inside another FOR, is not imported"
                )
                continue
            at = end + 1
            step = int(loop[4] or 1) or 1
            for value in range(int(loop[2]), int(loop[3]) + (1 if step > 0 else -1), step):
                name = re.compile(rf"\{{\s*{re.escape(loop[1])}\s*\}}", re.IGNORECASE)
                for place, each in inner:
                    yield place, name.sub(str(value), each)[:LONGEST]
                    left -= 1
                if left <= 0:
                    self.layout.leave(
                        location, "the FOR repeats too many lines; the rest is not imported"
                    )
                    break

    def _take(self, name: str, said: str, location: Location) -> bool:
        """Read one directive, and return whether it was understood."""
        if name.startswith("["):
            self.values[name] = self._filled(said).strip().strip('"')
            return True
        said = self._filled(said)
        parts = listed(said)
        takes = {
            "UNIT": self._unit, "CARDSIZE": self._size, "LINK": self._link, "FONT": self._font,
            "LINKMULTI": self._copies, "TEXT": self._box, "IMAGE": self._box,
            "RECTANGLE": self._box, "TEXTFONT": self._text_in_font,
        }  # fmt: skip
        try:
            return name in takes and takes[name](name, parts, location)
        except (ValueError, IndexError):
            return False

    def _filled(self, said: str) -> str:
        """Return a line in which labels are replaced by their values."""
        return _COLUMN.sub(lambda each: self.values.get(each[0].upper(), each[0]), said)[:LONGEST]

    def _unit(self, _: str, parts: list[str], __: Location) -> bool:
        self.unit = _MM.get(parts[0].upper(), 0.0) or self.unit
        return parts[0].upper() in _MM

    def _length(self, said: str, whole: float) -> float:
        if re.fullmatch(r"[-\d.]+", said):
            return float(said) * self.unit
        if said.endswith("%"):
            return in_mm(said, 300, whole)
        raise ValueError(said)

    def _size(self, _: str, parts: list[str], __: Location) -> bool:
        width, height = (self._length(each, 0) for each in parts[:2])
        if not (10 <= width <= 1000 and 10 <= height <= 1000):
            return False
        self.layout.width, self.layout.height = width, height
        return True

    def _link(self, _: str, parts: list[str], location: Location) -> bool:
        if not re.search(r"\.(csv|xlsx|xlsm)(!|$)", parts[0], re.IGNORECASE) or self.layout.sheet:
            return False
        self.layout.sheet = parts[0].replace("!", "#", 1).replace("\\", "/")
        if parts[1:]:
            self.layout.leave(location, "the choice of columns in LINK is not imported")
        return True

    def _copies(self, _: str, parts: list[str], __: Location) -> bool:
        if not parts[0] or parts[0].isdigit():
            return False
        self.layout.copies = parts[0].strip("[]")
        return True

    def _font(self, _: str, parts: list[str], location: Location) -> bool:
        family, size, flags, colour, *rest = [*parts, "", "", ""][: max(4, len(parts))]
        points = float(size)
        if not 1 <= points <= 200:
            return False
        self.layout.typeface(family, location)
        flags = flags.upper()
        if set(flags) - set("BIT") or (any(rest) and "T" not in flags):
            self.layout.leave(
            location,
            "only the font flags B, I and T are imported; the "
                              "background of text is left out")  # fmt: skip
        self.font = {
            "size": points,
            "bold": "B" in flags,
            "italic": "I" in flags,
            "fill": self.layout.colour(colour or "#000000", location, "#000000"),
        }
        return True

    def _text_in_font(self, _: str, parts: list[str], location: Location) -> bool:
        """Read TEXTFONT, which has a text and its font; the last arguments may be in any order."""
        before, font = self.font, ["", "12", "", "#000000"]
        aligned: list[str] = []
        for each in parts[6:]:
            low = each.lower()
            if low in _ALIGN or low in _VALIGN:
                aligned.append(low)
            elif each.startswith("#") and font[3] == "#000000":
                font[3] = each
            elif re.fullmatch(r"\d+(?:\.\d+)?", each) and font[1] == "12":
                font[1] = each
            elif each and not font[0] and not aligned:
                font[0] = each
            elif each and set(each.upper()) <= set("BIUSTFNR") and not font[2]:
                font[2] = "".join(sign for sign in each.upper() if sign in "BIT")
        try:
            return self._font("", font, location) and self._box(
                "TEXT", [*parts[:6], *aligned[:2]], location
            )
        finally:
            self.font = before

    def _box(self, name: str, parts: list[str], location: Location) -> bool:
        layout = self.layout
        whole = (layout.width, layout.height)
        if name == "RECTANGLE":
            parts.insert(1, "")
        if not _ALL.fullmatch(parts[0]):
            return False  # some of the cards only
        last = re.search(r"-\s*(\d+)", parts[0])
        cards = int(last[1]) if last else 0
        shown = parts[1]
        x, y, width, height = (self._length(parts[2 + each], whole[each % 2]) for each in range(4))
        match = _COLUMN.fullmatch(shown)
        if (match is None and "[" in shown) or width <= 0 or height <= 0:
            return False
        column = match[1] if match else ""
        place = (location, x, y, width, height, column, "" if column else shown)
        add = {"TEXT": self._add_text, "IMAGE": self._add_picture}.get(name, self._add_rectangle)
        more = add(place, parts[6:])
        layout.boxes[-1] = replace(layout.boxes[-1], cards=cards)
        if any(each not in ("", "0", "100") for each in more):
            layout.leave(
                location, f"the last arguments of {name} (angle, transparency) are left out"
            )
        return True

    def _add_text(self, place: _Place, more: list[str]) -> list[str]:
        """Add a text, and return the remaining arguments."""
        align, valign = ([*more[:2], "center", "center"] if not more else [*more, "center"])[:2]
        font = self.font
        for word, known in ((align.lower(), _ALIGN), (valign.lower(), _VALIGN)):
            if word and word not in known:
                self.layout.leave(place[0], f"'{word:.40}' is not imported; the text is centred")
        self.layout.boxes.append(LayoutBox(
            "text", *place, size=font["size"], bold=font["bold"],
            italic=font["italic"], fill=font["fill"],
            align=_ALIGN.get(align.lower(), "center"),
            valign=_VALIGN.get(valign.lower(), "middle"),
        ))  # fmt: skip
        return more[2:]

    def _add_picture(self, place: _Place, more: list[str]) -> list[str]:
        """Add a picture, and return the remaining arguments."""
        flags = "".join(more[1:2]).upper()
        fit = "meet" if "P" in flags else "slice"
        file = place[-1].replace("\\", "/")
        self.layout.boxes.append(LayoutBox("picture", *place[:-1], file, fit=fit))
        if set(flags) - set("PCN"):
            self.layout.leave(place[0], "only the IMAGE flags P, C and N are imported")
        return more[:1] + more[2:]

    def _add_rectangle(self, place: _Place, more: list[str]) -> list[str]:
        """Add a rectangle, and return the remaining arguments."""
        colour, fill, thick = [*more, "", "", ""][:3]
        stroke = self.layout.colour(colour or "#000000", place[0], "#000000")
        inside = stroke if not fill else self.layout.colour(fill, place[0], "none")
        wide = self._length(thick, 0) if thick else 0.1
        self.layout.boxes.append(
            LayoutBox("rectangle", *place, fill=inside, stroke=stroke, thickness=wide)
        )
        return more[3:]
