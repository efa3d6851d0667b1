"""Finds the typefaces and symbols that `theme:` in game.yaml names.

The files are only found here; they are read when the game is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, did_you_mean
from validator.core.model import FontFile, Theme, Typeface
from validator.core.tree import Mapping, Node, Scalar, describe
from validator.load.shape import (
    Decimal,
    Many,
    MappingShape,
    Reader,
    Shape,
    ShapeField,
    Text,
    Whole,
    optional,
)
from validator.load.text import inside, unportable

STYLES = ("regular", "bold", "italic", "bolditalic")
FONT_FILES = (".ttf", ".otf", ".woff2", ".woff", ".ttc", ".otc")
ICON_FILES = (".svg", ".png")
_AXIS = re.compile(r"[A-Za-z][A-Za-z0-9]{3}")


@dataclass
class _FontFile(Shape):
    """The shape of a font file: its path alone, or with the name of an instance."""

    name: str = "a font file, such as fonts/My.ttf or {file: fonts/My.ttf, wght: 700}"
    long = MappingShape(
        {
            "file": ShapeField(Text(), "a font file in the game's folder"),
            "number": optional(
                Whole(1, 1000), "the number of a typeface in a collection (.ttc), from 1"
            ),
        },
        others=Decimal(-100_000, 100_000),
    )

    def read(self, node: Node, to: Reader) -> FontFile | None:
        if not isinstance(node, Mapping):
            said = Text(name=self.name).read(node, to)
            return FontFile(said, None, (), node.location) if said else None
        found = self.long.read(node, to)
        if found is None or not found["file"]:
            return None
        axes = [(key, each) for key, each in found.items() if key not in self.long.fields]
        for key, _ in axes:
            if not _AXIS.fullmatch(str(key)):
                to.say(
                    node.keys[str(key)],
                    f"'{key}' is not an axis; expected four letters, such as wght",
                )
        values = tuple(sorted((str(key), float(each)) for key, each in axes if each is not None))
        return FontFile(found["file"], found["number"], values, node.entries["file"].location)


@dataclass
class _Typeface(Shape):
    """The shape of a typeface: the name of a shipped one, or the files of the game's own."""

    name: str = "a typeface's name, a font file, or a mapping with `regular: fonts/My.ttf`"
    long = MappingShape(
        {
            "regular": ShapeField(_FontFile(), "the file of the regular style"),
            **{each: optional(_FontFile(), f"the file of the {each} style") for each in STYLES[1:]},
            "licence": optional(Text(), "the licence, for the credits", ""),
            "copyright": optional(Text(), "the copyright notice, for the credits", ""),
            "fallback": optional(
                Many(Text()), "roles or typefaces that supply the characters it lacks", ()
            ),
        }
    )

    def read(self, node: Node, to: Reader) -> str | Typeface | None:
        if not isinstance(node, Mapping):
            said = Text(name=self.name).read(node, to)
            if said is None or not said.lower().endswith(FONT_FILES):
                return said
            file = FontFile(said, None, (), node.location)
            return Typeface({"regular": file}, "", "", (), node.location)
        found = self.long.read(node, to)
        if found is None or not found["regular"]:
            return None
        return Typeface(
            {each: found[each] for each in STYLES if found[each]},
            found["licence"] or "",
            found["copyright"] or "",
            tuple(each for each in found["fallback"] or () if each),
            node.location,
        )


@dataclass
class _Symbol(Shape):
    """The shape of a symbol: the name of an icon in the library, or a file."""

    name: str = "an icon file, such as icons/coin.svg, or a mapping with `icon` or `file`"
    long = MappingShape(
        {
            "icon": optional(Text(), "the icon's name in the icon library", ""),
            "file": optional(Text(), "an SVG or PNG file in the game's folder", ""),
            "colour": optional(Text(), "a colour role of the theme", ""),
        }
    )

    def read(self, node: Node, to: Reader) -> FrozenMap | None:
        if not isinstance(node, Mapping):
            said = Text(name=self.name).read(node, to)
            if said is None:
                return None
            kind = "file" if said.lower().endswith(ICON_FILES) else "icon"
            return FrozenMap({"icon": "", "file": "", "colour": ""} | {kind: said})
        found = self.long.read(node, to)
        if found is not None and bool(found["icon"]) == bool(found["file"]):
            to.say(node, "expected either an `icon` of the library or a `file`")
            return None
        return found


TYPEFACE = _Typeface()
SYMBOL = _Symbol()


def themed(said: FrozenMap | None, node: Node | None, folder: Path, to: Reader) -> Theme | None:
    """Return the game's look with the paths of its own files, or None if it cannot be read."""
    if not said or any(each is None for each in said.values()) or not isinstance(node, Mapping):
        return None
    fonts: dict[Any, str] = {}
    typefaces: dict[str, Typeface] = {}
    for role, each in said["fonts"].items():
        if isinstance(each, Typeface):
            typefaces[str(role)] = each
            for file in each.files.values():
                _find(file.file, file.location, folder, FONT_FILES, to)
            fonts[role] = str(role)
        elif each is not None and role in TYPEFACE.long.fields:
            own = f"`text: {{regular: FILE, {role}: {each}}}`"
            to.say(
                _key(node.entries["fonts"], role),
                f"'{role}' is a property of a single typeface; write {own}",
            )
        elif each is not None:
            fonts[role] = each
    locations = {name: location for name, location in _locations(node) if said["symbols"].get(name)}
    for name, location in locations.items():
        if file := said["symbols"][name]["file"]:
            _find(file, location, folder, ICON_FILES, to)
    symbols = FrozenMap({name: each for name, each in said["symbols"].items() if each})
    values = dict(said) | {"fonts": FrozenMap(fonts), "symbols": symbols}
    return Theme(**values, location=node.location, typefaces=typefaces, symbol_locations=locations)


def _key(node: Node, name: str) -> Node:
    """Return the node of a mapping's key, to report a problem there."""
    return node.keys[name] if isinstance(node, Mapping) else node


def _locations(theme: Mapping) -> Iterator[tuple[str, Location]]:
    symbols = theme.entries.get("symbols")
    for name, node in symbols.entries.items() if isinstance(symbols, Mapping) else ():
        named = node.entries.get("file", node) if isinstance(node, Mapping) else node
        yield name, named.location


def _find(name: str, location: Location, folder: Path, kinds: tuple[str, ...], to: Reader) -> None:
    """Report a file that does not exist, is outside the game's folder or has the wrong type."""
    node = Scalar(location.file, location.line, location.column, name, name)
    try:
        there, within = (folder / name).is_file(), inside(folder, folder / name)
    except (OSError, ValueError):  # too long, a null byte
        to.say(node, f"{describe(node)} cannot be the name of a file", "file")
        return
    if not within:
        to.say(node, f"'{name}' is outside the game's folder; copy the file into it", "file")
    elif not name.lower().endswith(kinds):
        to.say(node, f"'{name}' is not a supported file here; expected {', '.join(kinds)}", "file")
    elif hint := unportable(folder, name):
        to.say(node, hint, "file")
    elif not there:
        beside = (folder / name).parent
        near = [
            each.relative_to(folder).as_posix()
            for each in (sorted(beside.iterdir()) if beside.is_dir() else ())
            if each.name.lower().endswith(kinds)
        ]
        to.say(node, f"there is no file '{name}'{did_you_mean(name, near)}", "file")
