"""Converts each drawing of a game's folder once, and caches the result by content."""

from __future__ import annotations

import base64
import binascii
import json
import posixpath
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from generator.artwork import css, raster
from generator.artwork.layers import file_and_part, keep_part
from generator.artwork.painting import NotPaintedError
from generator.artwork.svg_normaliser import LinkedPicture, Normal
from generator.artwork.text_to_path import Letters
from generator.artwork.tree import DrawingError, SvgDocument, SvgNode, parse
from generator.artwork.views import View, view_of
from generator.assets import store
from generator.assets.emoji import SHIPPED, read_picture
from generator.assets.pictures import SUFFIXES, PictureError, converted
from generator.core.geometry import TooFarError, n
from generator.drawing.pictures import KEPT, PictureBook, file_of
from generator.faces.face import DrawnTemplate
from generator.faces.fonts import STYLES, FontBook
from generator.faces.usage import LocatedError, file_name
from validator.core.location import Location, Problem
from validator.core.model import Component

VERSION = "1"  # version of the conversion
_LINKS = re.compile(rb"href\s*=\s*[\"']([^\"'#][^\"']*)")
_DATA = re.compile(r"data:image/([\w.+-]+)\s*((?:;[\w=-]+)*),(.*)", re.DOTALL)


@dataclass(frozen=True)
class ConvertedDrawing:
    """A drawing after conversion to the painter's subset of SVG."""

    svg: str
    width: float  # width of its view box, which begins at 0, 0
    height: float
    wide: float  # mm, as specified by the drawing
    high: float
    colours: tuple[str, ...]  # #rrggbb; empty if it contains pictures
    note: str = ""  # why it is a picture; empty: it is not


class DrawingBook:
    """The drawings in a game's folder.

    `fonts` sets the texts in them, and `pictures` finds the pictures that they contain.
    """

    def __init__(self, folder: Path, fonts: FontBook, pictures: PictureBook) -> None:
        self.folder = folder
        self.fonts = fonts
        self.pictures = pictures
        self._known: dict[tuple[str, raster.PixelSize | None], ConvertedDrawing] = {}
        self._signature = ""

    def drawn(self, name: str, wide: float = 0.0, high: float = 0.0) -> ConvertedDrawing:
        """Return the drawing with this name.

        If it has to be rendered as a picture, it is printed at `wide` by `high` mm.
        Raises ValueError with the file and the line.
        """
        known = self._known.get((name, None))
        if known is None:
            known = self._known[name, None] = self._described(name, None)
        if not known.note:
            return known
        view = View(0, 0, known.width, known.height, known.wide, known.high)
        size = raster.size_of(view, wide or known.wide, high or known.high)
        found = self._known.get((name, size))
        if found is None:
            found = replace(self._described(name, size), note=known.note)
            self._known[name, size] = found
        return found

    def template(
        self, name: str, file: str, component: Component, families: Collection[str]
    ) -> DrawnTemplate:
        """Return the template made from a drawing for a component; `file` is its name in
        messages.
        """
        from generator.artwork.template import template_of

        try:
            data = self._read(name)
        except (DrawingError, PictureError) as error:
            return DrawnTemplate("", [Problem(Location(file), str(error), "template")])
        return template_of(data, file, name, component, families)

    def _described(self, name: str, size: raster.PixelSize | None) -> ConvertedDrawing:
        line = 0
        try:
            return self._made(name, size)
        except (DrawingError, PictureError) as error:
            line, reason = getattr(error, "line", 0), str(error)
        except TooFarError as error:
            reason = str(error)
        except RecursionError:
            reason = "its elements are nested too deeply; ungroup some of them"
        file = file_and_part(name)[0]
        place = f"{file}:{line}" if line else file
        raise LocatedError(
            f"the drawing {place} cannot be printed: {reason}",
            Location(file_name(str(self.folder / file)), line),
        )

    def _made(self, name: str, size: raster.PixelSize | None) -> ConvertedDrawing:
        data = self._read(name)
        linked = self._linked(name, data)
        part = repr(file_and_part(name)[1])
        key = store.name_of("drawing", VERSION, data, part, repr(size), self.signature, *linked)
        key += ".json"
        if (file := store.find(key)) is not None:
            kept = json.loads(file.read_text("utf-8"))
            if all(store.find(each) for each in kept.pop("needs")):
                return ConvertedDrawing(**kept | {"colours": tuple(kept["colours"])})
        drawing = self._normal(name, data, size)
        needs = sorted(set(re.findall(rf'href="{KEPT}([\w.]+)"', drawing.svg)))
        store.save(key, json.dumps(vars(drawing) | {"needs": needs}).encode())
        return drawing

    def _read(self, name: str) -> bytes:
        if name.startswith(SHIPPED):
            return read_picture(name)
        file = file_of(self.folder, file_and_part(name)[0])
        if file.stat().st_size > 32 * 1024 * 1024:
            raise DrawingError("it is larger than the limit of 32 MB")
        try:
            return file.read_bytes()
        except OSError as error:
            raise DrawingError(f"it cannot be read: {error.strerror or error}") from None

    def _linked(self, name: str, data: bytes) -> list[str]:
        """Return the hashes of the pictures, in the folder of a drawing, that it may refer to."""
        found = []
        for link in dict.fromkeys(_LINKS.findall(data)):
            try:
                beside = self._beside(name, link.decode())
                found.append(self.pictures.read(beside).hash)
            except (ValueError, UnicodeDecodeError):  # reported when it is drawn
                found.append("")
        return found

    @property
    def signature(self) -> str:
        """A key that changes with the available typefaces."""
        if not self._signature:
            entries = self.fonts.families.items()
            files = [(name, [entry[style] for style in STYLES]) for name, entry in entries]
            self._signature = repr(files)
        return self._signature

    def _normal(self, name: str, data: bytes, size: raster.PixelSize | None) -> ConvertedDrawing:
        document = parse(data)
        css.style(document)
        if (part := file_and_part(name)[1]) is not None:
            keep_part(document, part)
        view = view_of(document.root)
        letters = Letters(self.fonts, view.width, view.height)
        for node in [each for each in document.root.walk() if each.tag == "text"]:
            if _is_hidden(node):
                node.tag, node.children, node.texts = "g", [], [""]
            else:
                letters.outline(node)
        pictures = partial(self._picture, name)
        if size is not None:
            return self._pictured(document, view, size, pictures)
        wide, high = view.box
        walk = Normal(document, view, pictures)
        try:
            svg = walk.draw()
        except NotPaintedError as reason:
            note = f"it has {reason}, so it is printed as a picture at {raster.DPI} dots per inch"
            return ConvertedDrawing("", wide, high, view.wide, view.high, (), note)
        colours = () if walk.pictured else tuple(sorted(walk.colours))
        return ConvertedDrawing(svg, wide, high, view.wide, view.high, colours)

    def _pictured(
        self,
        document: SvgDocument,
        view: View,
        size: raster.PixelSize,
        pictures: partial[LinkedPicture],
    ) -> ConvertedDrawing:
        made = raster.picture(
            document, view, size, pictures, lambda each: self.pictures.read(each).file
        )
        file = store.save(store.name_of("drawing's picture", made) + ".png", made)
        wide, high = view.box
        svg = (
            f'<svg viewBox="0 0 {n(wide)} {n(high)}"><image href="{KEPT}{file.name}" '
            f'width="{n(wide)}" height="{n(high)}" preserveAspectRatio="none"/></svg>'
        )
        return ConvertedDrawing(svg, wide, high, view.wide, view.high, ())

    # ---- pictures in drawings

    def _picture(self, drawing: str, href: str, line: int) -> LinkedPicture:
        try:
            name = self._embedded(href) if href.startswith("data:") else self._beside(drawing, href)
            found = self.pictures.read(name)
        except (PictureError, ValueError) as error:
            raise DrawingError(str(error), line) from None
        return LinkedPicture(name, found.width, found.height)

    def _embedded(self, href: str) -> str:
        """Return the cached file of a picture that is embedded in a drawing. Raises ValueError."""
        found = _DATA.fullmatch(href.strip())
        if not found:
            raise ValueError(
                f"its picture '{href[:40]}' cannot be read; embed or link a PNG or JPEG"
            )
        if found[1].startswith("svg"):
            raise ValueError("it contains an SVG as a picture; copy its shapes into the drawing")
        try:
            data = (
                base64.b64decode(found[3]) if "base64" in found[2] else unquote_to_bytes(found[3])
            )
        except binascii.Error:
            raise ValueError("it contains an embedded picture that is not base64-encoded") from None
        made = converted(data)
        if made is None:
            suffix = ".jpg" if data[:2] == b"\xff\xd8" else ".png"
            made = store.save(store.name_of("embedded", data) + suffix, data)
        return KEPT + made.name

    def _beside(self, drawing: str, href: str) -> str:
        """Return the name, in the game's folder, of a picture that a drawing refers to."""
        words = unquote(href)
        if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]+:", words):
            raise ValueError(
                f"it shows '{href[:60]}', which is not in the game's folder; copy it there, or "
                "embed it in the drawing"
            )
        if not words.lower().endswith(SUFFIXES):
            raise ValueError(f"its picture '{href[:60]}' is not one of {', '.join(SUFFIXES)}")
        return posixpath.normpath(posixpath.join(posixpath.dirname(drawing), words))


def _is_hidden(node: SvgNode) -> bool:
    above: SvgNode | None = node
    while above is not None:
        if above.style.get("display") == "none":
            return True
        above = above.parent
    return False
