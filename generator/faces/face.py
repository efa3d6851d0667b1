"""Defines a rendered face: its SVG, and the art and icons to which it refers, without the need for
a renderer.

Texts, icons and pictures that template functions draw are *parts*: values outside the SVG, which
contains a mark for each part. The SVG with its marks, the *skeleton*, is the same for most faces of
a template, so it is parsed only once; parts need no parsing. `RenderedFace.svg` joins both to a
complete SVG.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from generator.core.svg import PaintError, read_svg
from generator.faces.fonts import FontFace
from validator.core.location import Problem

Box = tuple[float, float, float, float]

# These characters are in no SVG, because XML does not allow them.
MARK = re.compile("\x01(\\d+)\x02")
_HEXADECIMAL = re.compile(r"#[0-9a-fA-F]{6}")


class DrawnTemplate(NamedTuple):
    """The template made from a drawing with named elements, and its problems."""

    source: str
    problems: list[Problem]


class Definition(NamedTuple):
    """Shared art or an icon: its SVG source and its view box."""

    svg: str
    box: Box


class SvgReferences(NamedTuple):
    """The names of the icons, pictures, art and colours that an SVG refers to."""

    names: frozenset[str]  # `#art-…`, `#icon-…`, typefaces, pictures
    colours: frozenset[str]


class _Names:
    """Collects the references in an SVG by parsing it, because they may contain quotes and
    entities.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.colours: set[str] = set()
        self.root: tuple[str, Mapping[str, str]] = ("", {})

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self.root[0]:
            self.root = (tag, attributes)
        for name, value in attributes.items():
            if name in ("href", "xlink:href", "font-family"):
                self.names.add(value)
            elif _HEXADECIMAL.fullmatch(value):
                self.colours.add(value)

    def end(self, _tag: str) -> None: ...

    def characters(self, _data: str) -> None: ...

    def instruction(self, _target: str, _data: str) -> None: ...

    @property
    def found(self) -> SvgReferences:
        return SvgReferences(frozenset(self.names), frozenset(self.colours))


class _Read(NamedTuple):
    """An SVG source that was parsed for its references."""

    named: SvgReferences
    root: tuple[str, Mapping[str, str]]  # the name of its first element, and its attributes
    error: PaintError | None


@lru_cache(maxsize=2000)
def _read(svg: str) -> _Read:
    reader, error = _Names(), None
    try:
        read_svg(MARK.sub("", svg), reader)
    except PaintError as found:
        error = found
    return _Read(reader.found, reader.root, error)


def named_in(svg: str) -> SvgReferences:
    """Return the references in an SVG source.

    If it is malformed, only the references before the error are returned.
    """
    return _read(svg).named


def root_of(svg: str) -> tuple[str, Mapping[str, str]]:
    """Return the name and the attributes of an SVG's first element.

    Raises PaintError if the SVG is malformed.
    """
    _, root, error = _read(svg)
    if error:
        raise PaintError(str(error), error.line)
    return root


class FaceElement:
    """A `<use>` or `<image>` element of a face.

    `key` is its SVG, and `name` the name of an icon in a text.
    """

    __slots__ = ("attributes", "key", "name", "named", "tag")

    def __init__(self, tag: str, attributes: Mapping[str, str], name: str = "") -> None:
        self.tag = tag
        self.name = name
        self.attributes = attributes
        said = " ".join(f"{name}={quoted(value)}" for name, value in attributes.items())
        self.key = f"<{tag} {said}/>"
        reader = _Names()
        reader.start(tag, attributes)
        self.named = reader.found

    @property
    def svg(self) -> str:
        return self.key


class FaceRun(NamedTuple):
    """A run of words in one style on one baseline. `x` and `y` are formatted, in millimetres.

    `size` and `fill` are empty if they are those of the whole text.
    """

    x: str
    y: str
    face: FontFace
    text: str
    size: str = ""
    fill: str = ""


class TextRun:
    """A text after layout: its runs, with icons between them. `key` describes everything
    visible.
    """

    __slots__ = ("fill", "key", "named", "pieces", "size", "tracking")

    def __init__(
        self, pieces: tuple[FaceRun | FaceElement, ...], size: str, fill: str, tracking: str
    ) -> None:
        self.pieces = pieces
        self.size = size  # mm, as it is written
        self.fill = fill
        self.tracking = tracking  # mm, as it is written; empty: none
        said = [f"{size} {fill} {tracking}"]
        families: tuple[str, ...] = ()
        inside: list[SvgReferences] = []
        for each in pieces:
            if isinstance(each, FaceElement):
                said.append(each.key)
                inside.append(each.named)
                continue
            x, y, face, text, own_size, own_fill = each
            own = f" {own_size} {own_fill}" if own_size or own_fill else ""
            said.append(f"{x} {y} {face.name}{own} {text}")
            if own_fill:
                inside.append(_named_in_words((), own_fill))
            if face.family not in families:
                families = (*families, face.family)
        self.key = "\n".join(said)
        named = _named_in_words(families, fill)
        self.named = together([named, *inside]) if inside else named

    @property
    def svg(self) -> str:
        spacing = f' letter-spacing="{self.tracking}"' if self.tracking else ""
        return "".join(
            f'<text x="{each.x}" y="{each.y}" {lettering(each.face, each.size or self.size)}'
            f"{spacing} fill={quoted(each.fill or self.fill)}>"
            f"{html.escape(each.text, quote=False)}</text>"
            if isinstance(each, FaceRun)
            else each.svg
            for each in self.pieces
        )


@lru_cache(maxsize=1000)
def _named_in_words(families: tuple[str, ...], fill: str) -> SvgReferences:
    colours = (fill,) if _HEXADECIMAL.fullmatch(fill) else ()
    return SvgReferences(frozenset(families), frozenset(colours))


Part = TextRun | FaceElement


class RenderedFace:
    """The SVG of a face: `skeleton`, with a mark for each of `parts`.

    `shared` contains, by id, the art and icons that the face refers to directly or through other
    art.
    """

    __slots__ = ("_named", "parts", "shared", "skeleton")

    def __init__(
        self,
        skeleton: str,
        shared: Mapping[str, Definition] = MappingProxyType({}),
        parts: tuple[Part, ...] = (),
    ) -> None:
        self.skeleton = skeleton
        self.shared = shared
        self.parts = parts
        self._named: SvgReferences | None = None

    @property
    def svg(self) -> str:
        """The complete SVG of the face."""
        return whole(self.skeleton, self.parts) if self.parts else self.skeleton

    @property
    def named(self) -> SvgReferences:
        """The names that the face itself refers to, without those that only shared art uses."""
        if self._named is None:
            found = [named_in(self.skeleton), *[each.named for each in self.parts]]
            self._named = together(found)
        return self._named


def together(found: Iterable[SvgReferences]) -> SvgReferences:
    """Return the references of several SVG sources, merged."""
    names, colours = zip(*found, strict=True)
    return SvgReferences(frozenset().union(*names), frozenset().union(*colours))


def whole(text: str, parts: tuple[Part, ...] | list[Part]) -> str:
    """Return a text with each mark replaced by the SVG of its part."""

    def svg_of(mark: re.Match[str]) -> str:
        number = int(mark[1])
        return parts[number].svg if number < len(parts) else mark[0]

    return MARK.sub(svg_of, text)


def quoted(value: object) -> str:
    """Return a value escaped and in quotation marks, for use in an XML attribute."""
    return f'"{html.escape(str(value))}"'


def lettering(face: FontFace, size: str) -> str:
    """Return the SVG attributes for a typeface and a size."""
    weight = ' font-weight="bold"' if face.style.startswith("bold") else ""
    slant = ' font-style="italic"' if face.style.endswith("italic") else ""
    return f'font-family="{face.family}" font-size="{size}"{weight}{slant}'
