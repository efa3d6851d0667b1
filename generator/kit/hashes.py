"""Faces to hashes: equal ones look equal on paper, wherever and whenever they are printed.

A face's hash covers its SVG and all that it only names: shared art, icons, pictures, typefaces.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from generator.drawing.pictures import LARGEST, PictureError, file_of
from generator.faces.fonts import STYLES, FontBook

LENGTH = 12  # hexadecimal digits: one chance in 10^8 for two of a thousand faces to be taken as one
_HREF = re.compile(r'href="([^"]*)"')  # one expression for both is four times as slow
_FAMILY = re.compile(r'font-family="([^"]*)"')
_COLOUR = re.compile(r'="(#[0-9a-fA-F]{6})"')

Definition = Callable[[str], tuple[str, object] | None]


def hash_of(*parts: str | bytes) -> str:
    """A short hash of some texts or bytes, in this order."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()[:LENGTH]


def form_hash(ops: bytes, inside: Mapping[str, str]) -> str:
    """The hash of a form's operators and of the forms that they draw, by name."""
    return hash_of(ops, *(word for each in sorted(inside.items()) for word in each))


def _names(svg: str) -> frozenset[str]:
    return frozenset([*_HREF.findall(svg), *_FAMILY.findall(svg)])


class Contents:
    """Hashes of the faces of one kit; what they share is read once.

    `definition` gives the SVG inside of `#art-…` and `#icon-…`; pictures lie in `folder`.
    """

    def __init__(self, definition: Definition, fonts: FontBook, folder: Path) -> None:
        self.definition = definition
        self.fonts = fonts
        self.folder = folder
        self._known: dict[str, str] = {}
        self._sets: dict[str, set[str]] = {}
        self._told: dict[frozenset[str], set[str]] = {}

    def of(self, svg: str) -> str:
        """The hash of a face."""
        return hash_of(svg, *map(self._named, sorted(_names(svg))))

    def named(self, svg: str) -> set[str]:
        """What a face names, also inside of shared art: ``icon coin``, ``typeface Cinzel``…"""
        names = _names(svg)
        told = self._told.get(names)
        if told is None:
            told = self._told[names] = self._tell(names)
        return told | {f"colour {each}" for each in set(_COLOUR.findall(svg))}

    def _tell(self, names: frozenset[str]) -> set[str]:
        found = set()
        for name in names:
            if name.startswith("#icon-"):
                found.add(f"icon {name[6:]}")
            elif name.startswith("#"):
                found |= self._inside(name)
            elif name in self.fonts.families:
                found.add(f"typeface {name}")
            else:
                found.add(f"picture {html.unescape(name)}")
        return found

    def _inside(self, name: str) -> set[str]:
        known = self._sets.get(name)
        if known is None:
            self._sets[name] = set()
            inner = self.definition(name[1:])
            known = self._sets[name] = self.named(inner[0]) if inner else set()
        return known

    def of_name(self, name: str) -> str:
        """The hash of a thing as `named` calls it."""
        kind, rest = name.split(" ", 1)
        return self._named(f"#icon-{rest}" if kind == "icon" else html.escape(rest))

    def _named(self, name: str) -> str:
        """The hash of what an SVG names: `#art-…` and `#icon-…`, a typeface, a picture's file."""
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._read(name)
        return known

    def _read(self, name: str) -> str:
        if name.startswith("#"):
            self._known[name] = name  # art that names itself ends here; the painter refuses it
            found = self.definition(name[1:])
            return hash_of(str(found[1]), self.of(found[0])) if found else name
        if name in self.fonts.families:
            entry = self.fonts.families[name]
            files = [self.fonts.folder / entry[style] for style in STYLES if entry[style]]
        else:
            files = self._picture(html.unescape(name))
        return hash_of(*(file.read_bytes() for file in files))

    def _picture(self, name: str) -> list[Path]:
        """A picture's file; none, if the painter will refuse it."""
        try:
            file = file_of(self.folder, name)
        except PictureError:
            return []
        return [file] if file.stat().st_size <= LARGEST else []
