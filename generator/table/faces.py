"""Draws the pieces of a state as printed cards; each piece is drawn when it is first used.

A `TableFaces` object belongs to one thread, because its pictures share typefaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import atan2, degrees
from typing import NamedTuple

from generator.core.memo import Memo
from generator.core.svg import PaintError
from generator.drawing.drawings import FieldPlace
from generator.export.standalone_svg import Letters, alone, typefaces, without_typefaces
from generator.faces.face import RenderedFace
from generator.faces.fields import FieldPart, Filling
from generator.faces.lines import MM_PER_POINT
from generator.kit.options import Options
from generator.kit.pieces import PieceFaces
from generator.kit.renderer import KitRenderer
from generator.table.pictures import SIDES, face_path
from validator.core.model import Card, Component, Game
from validator.core.sizes import Size
from validator.load.tabletop import read_tabletop

HANDWRITING = "Caveat"
PAGE_LETTERS = "".join(map(chr, (*range(32, 127), *range(0xA0, 0x180)))) + "–—‘’“”…•→←▲▼●○✓✕"


class BlankPlace(NamedTuple):
    """The position of a blank on its sheet: centre, size (mm), and angle in degrees."""

    name: str
    kind: str
    x: float
    y: float
    width: float
    height: float
    angle: float
    lines: int
    size: float  # size of the letters
    align: str
    mark: str


class SheetBlanks(NamedTuple):
    """The size of a printed sheet in millimetres, and its blanks."""

    width: float
    height: float
    blanks: tuple[BlankPlace, ...]


def _blank_at(place: FieldPlace, part: FieldPart) -> BlankPlace:
    a, b, c, d, e, f = place.matrix
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return BlankPlace(
        part.blank.name, part.blank.kind, round(a * x + c * y + e, 2), round(b * x + d * y + f, 2),
        round(place.width, 2), round(place.height, 2), round(degrees(atan2(b, a)), 1),
        part.lines, round(part.size * MM_PER_POINT, 2), part.align, part.mark,
    )  # fmt: skip


class Album(NamedTuple):
    """The pictures of a page: the typefaces as CSS, and each SVG as two texts.

    A complete SVG is its first text, the typefaces, and its second text.
    """

    typefaces: list[str]
    pictures: dict[str, tuple[str, str, list[int]]]  # by path


class TableFaces:
    """Draws the faces and backs of one game."""

    def __init__(self, game: Game, options: Options, memo: Memo | None = None) -> None:
        self.game = game
        self.memo = memo or Memo()
        self._kit_renderer = KitRenderer(game, options, self.memo)
        self._kit_renderer.faces = {}
        self._pieces = PieceFaces(self._kit_renderer)
        self._made: dict[str, bytes | None] = {}
        self._page_fonts = b""
        self._rulebook: dict[str, bytes] | None = None
        self._sheets: dict[str, tuple[RenderedFace, SheetBlanks] | None] = {}  # by path

    def page_fonts(self) -> bytes:
        """Return CSS with the typefaces of the page: those of the game's texts, and of
        handwriting.
        """
        if not self._page_fonts:
            look = read_tabletop(self.game)[0].values["look"]
            fonts = self.game.theme.fonts
            text, title = (fonts.get(look[role]) for role in ("text", "title"))
            wanted = {(text, "text"), (title or text, "title"), (HANDWRITING, "hand")}
            rules = []
            for family, role in sorted(wanted, key=str):
                for bold in (False, True) if family and role == "text" else (False,):
                    with suppress(Exception):  # a typeface without this style
                        styles = {(family, bold, False): set(PAGE_LETTERS)} if family else {}
                        made = typefaces(self._kit_renderer, styles).values()
                        rules += [each.replace(f"'{family}'", f"'table-{role}'") for each in made]
            self._page_fonts = "\n".join(rules).encode()
        return self._page_fonts

    def rulebook(self, name: str) -> bytes | None:
        """Return a file of the rulebook in HTML, or None if there is none."""
        if self._rulebook is None:
            # Not at the top: the first pictures need none of it.
            from generator.export.designs import DesignRenderer
            from generator.export.rulebook import rulebook_files

            files, _ = rulebook_files(DesignRenderer(self.game, 0.0))
            self._rulebook = files
        return self._rulebook.get(name)

    def made(self, path: str) -> bytes | None:
        """Return a picture if it has already been drawn, or else None."""
        return self._made.get(path)

    def svg(self, path: str) -> bytes | None:
        """Return the picture at a path, or None if there is none or it cannot be drawn."""
        if path not in self._made:
            self._made[path] = self._draw(path)
        return self._made[path]

    def _draw(self, path: str) -> bytes | None:
        drawn = self._drawn(path)
        with suppress(PaintError, OSError):
            return alone(self._kit_renderer, *drawn, 0.0) if drawn else None
        return None

    def album(self, paths: Iterable[str]) -> Album:
        """Return the pictures at these paths, with shared parts stored once.

        Pictures that cannot be drawn are left out.
        """
        pictures: dict[str, tuple[str, str, list[int]]] = {}
        every: Letters = {}
        uses: dict[str, Letters] = {}
        for path in paths:
            drawn, used = self._drawn(path), Letters()
            with suppress(PaintError, OSError):
                if drawn:
                    root, rest = without_typefaces(self._kit_renderer, *drawn, 0.0, used)
                    pictures[path], uses[path] = (root, rest, []), used
        for used in uses.values():
            for style, letters in used.items():
                every.setdefault(style, set()).update(letters)
        rules = typefaces(self._kit_renderer, every)
        numbers = {style: number for number, style in enumerate(rules)}
        for path, used in uses.items():
            pictures[path][2].extend(sorted(numbers[style] for style in used))
        return Album([*rules.values()], pictures)

    def _drawn(self, path: str) -> tuple[RenderedFace, Size] | None:
        """Return the face at a path and its size, or None. Sheets are drawn as for a PDF form."""
        if sheet := self._sheet(path):
            face, blanks = sheet
            return face, Size(blanks.width, blanks.height)
        for component, card, side in self._named(path):
            key = self._pieces.key(component, card, side == "back")
            drawn = self._kit_renderer.faces or {}
            if key in drawn and (side == "face" or component.back):
                return drawn[key], component.size
        return None

    def blanks(self, path: str) -> SheetBlanks | None:
        """Return the blanks of the sheet at a path, or None if there is no such sheet."""
        sheet = self._sheet(path)
        return sheet and sheet[1]

    def _sheet(self, path: str) -> tuple[RenderedFace, SheetBlanks] | None:
        if path not in self._sheets:
            self._sheets[path] = self._draw_sheet(path)
        return self._sheets[path]

    def _draw_sheet(self, path: str) -> tuple[RenderedFace, SheetBlanks] | None:
        for component, card, side in self._named(path):
            if side != "face" or component.kind != "sheet":
                return None
            renderer = KitRenderer(self.game, self._kit_renderer.options)
            renderer.faces = {}
            renderer.renderer.filling = filling = Filling()
            key = renderer.draw(component, card, component.face)
            if key not in renderer.faces:
                return None
            places = renderer.drawings[key].places if key in renderer.drawings else ()
            fields = tuple(_blank_at(place, filling.parts[place.key]) for place in places)
            size = component.size
            return renderer.faces[key], SheetBlanks(size.width, size.height, fields)
        return None

    def _named(self, path: str) -> Iterator[tuple[Component, Card, str]]:
        for component in self.game.components:
            for card in component.cards:
                for side in SIDES:
                    if path == face_path(component.id, card.id, side):
                        yield component, card, side
