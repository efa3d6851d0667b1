"""Draws the faces of a game for a book, looked up by the names that pieces have in positions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import fsum

from generator.book.marks import Area, Arrow, FaceMark, Figure, Label, Mark
from generator.book.tree import ComponentPicture, Inline, PictureRow, plain
from generator.book.wording import WordBox, words_of
from generator.core.geometry import Matrix
from generator.faces.fonts import FontFace
from generator.kit.pieces import PieceFaces
from generator.kit.renderer import KitRenderer
from validator.core.model import Card, Component

CARD = 63.0  # mm, the width of a card to which the sizes of all pieces are compared
PICTURE = 40.0  # mm, how high a picture of a component is at most
BESIDE = 3.0  # mm between pictures
SIGN = 3.2  # mm, the size of words between pictures
SMALLEST = 0.45  # smallest height of a token, relative to the pictures beside it
GHOST = (0.85, 0.7)

FieldBox = tuple[float, float, float, float]


class FigureFaces(PieceFaces):
    """Draws the pieces of a game as marks in figures."""

    def __init__(self, kit_renderer: KitRenderer) -> None:
        super().__init__(kit_renderer)
        # A row is measured at many sizes, and for each of the rows that share its scale.
        self.groups = cache(partial(_groups, self))

    def named(self, name: str) -> tuple[Component, Card] | None:
        """Return the piece that states or rulebooks call by this name: ``Clio``, or
        ``muses/Clio``.
        """
        part, slash, title = name.partition("/")
        if not slash:
            found = self.find(name)
            return None if found is None else (found.component, found.card)
        for component in self.game.components:
            for card in component.cards if component.id == part else ():
                if title.casefold() in (card.id.casefold(), card.title.casefold()):
                    return component, card
        return None

    def called(self, name: str) -> str:
        """Return the name of a piece for readers: its card's name in words, or its title."""
        piece = self.named(name)
        return str(piece[1].fields.get("name") or piece[1].title) if piece else name

    def below(self, zone: str) -> tuple[Component, Card] | None:
        """Return the piece that a zone's pieces are placed on according to the book style."""
        found = str(self.game.book.zones.get(zone, ""))
        return self.named(found) if "/" in found else None

    def label(self, zone: str) -> str:
        """Return the label of a zone in figures."""
        piece = self.below(zone)
        if piece is not None:
            return piece[1].title
        translated = self.game.words(zone)
        return str(self.game.book.zones.get(zone, zone)) if translated == zone else translated

    def owned(self, zone: str) -> str:
        """Return the name by which figures label a zone; `zone` may begin with its owner's name."""
        owner, is_own, title = zone.partition("'s ")
        if not is_own:
            return self.label(zone)
        return self.game.words("%(owner)s’s %(zone)s", owner=owner, zone=self.label(title))

    def shown(
        self, component: Component, card: Card, x: float, y: float, scale: float,
        back: bool = False, **more: object,
    ) -> FaceMark | None:  # fmt: skip
        """Return a piece at a position, or None if it cannot be drawn."""
        key = self.key(component, card, back)
        if key is None:
            return None
        size = component.size
        more.setdefault("title", card.title)
        return FaceMark(
            key, x, y, size.width, size.height, scale, component.outline,
            **more,  # type: ignore[arg-type]
        )  # fmt: skip

    def fields(
        self, component: Component, card: Card, back: bool = False
    ) -> Mapping[str, FieldBox]:
        """Return the boxes of those parts of a face that are marked with `data-field`.

        A box is (x, y, width, height).
        """
        key = self.key(component, card, back)
        drawing = self.kit_renderer.drawings.get(key) if key else None
        return {
            each.key: _around(each.matrix, each) for each in (drawing.places if drawing else ())
        }

    def words(self, component: Component, card: Card, back: bool = False) -> tuple[WordBox, ...]:
        """Return the boxes around the words of a face, in mm from its top left corner."""
        key = self.key(component, card, back)
        drawing = self.kit_renderer.drawings.get(key) if key else None
        if drawing is None:
            return ()
        renderer = self.kit_renderer
        return tuple(words_of(drawing, renderer.painter.resources, renderer.encoder.measure))

    def symbol(self, name: str, x: float, y: float, size: float, colour: str = "") -> FaceMark:
        """Return a symbol of the theme as a mark."""
        key = self.kit_renderer.draw_symbol(name, 10.0, colour)
        return FaceMark(key, x, y, 10, 10, size / 10, bare=True)


def _around(matrix: Matrix, place: object) -> FieldBox:
    """Return the bounding box of a rectangle that is transformed by a matrix."""
    a, b, c, d, e, f = matrix
    x, y, wide, high = (getattr(place, name) for name in ("x", "y", "width", "height"))
    corners = [(x, y), (x + wide, y), (x, y + high), (x + wide, y + high)]
    xs = [a * px + c * py + e for px, py in corners]
    ys = [b * px + d * py + f for px, py in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def strip(
    faces: FigureFaces, block: PictureRow, wide: float, label: FontFace, most: float = PICTURE,
    peers: Sequence[PictureRow] = (),
) -> Figure:  # fmt: skip
    """Return pictures side by side at the same scale, with text between them.

    The scale is as large as possible for this row and for `peers`, the rows that must have the same
    scale.
    """
    groups = faces.groups(block.items)
    fixed, across, tallest = _sizes(groups, label)
    scale = min(_scale(faces.groups(each.items), wide, label, most) for each in (block, *peers))
    total = across * scale + fixed
    x, high = (wide - total) / 2, tallest * scale
    marks: list[Mark] = []
    for each in groups:
        if isinstance(each, str):
            marks += _sign(each, x, high / 2, label)
            x += _sign_width(each, label) + BESIDE
            continue
        marks += each.marks(x, (high - each.high * scale) / 2, scale)
        x += each.wide * scale + BESIDE
    alt = "; ".join(each.alt for each in block.pictures)
    return Figure(wide, high, tuple(marks), alt)


def _sizes(groups: Sequence[_Heap | str], label: FontFace) -> tuple[float, float, float]:
    """Return the width (mm) of the parts that do not scale, and the printed size of the
    pictures.
    """
    boxes = [each for each in groups if not isinstance(each, str)]
    signs = [_sign_width(each, label) for each in groups if isinstance(each, str)]
    fixed = fsum(signs) + BESIDE * max(len(groups) - 1, 0)
    return fixed, fsum(each.wide for each in boxes), max((e.high for e in boxes), default=SIGN)


def _scale(groups: Sequence[_Heap | str], wide: float, label: FontFace, most: float) -> float:
    """Return the largest scale at which the pictures fit the width and are at most `most` mm
    high.
    """
    fixed, across, tallest = _sizes(groups, label)
    part = any(not isinstance(each, str) and each.window for each in groups)
    usual = (1.0 if part else 0.6) * max(1.0, most / PICTURE)
    return min((wide - fixed) / max(across, 1), most / tallest, usual)


def _sign_width(words: str, label: FontFace) -> float:
    return 7.0 if words == "→" else label.width(words) / 1000 * SIGN


def _sign(words: str, x: float, y: float, _label: FontFace) -> list[Mark]:
    if words == "→":
        return [Arrow(x, y, x + 3, y, x + 6.6, y, "accent", 0.7, 3.2, "")]
    return [Label(words, x, y + 0.35 * SIGN, SIGN, face="label", colour="accent")]


class _Heap:
    """A stack of overlapping pictures."""

    def __init__(self, faces: FigureFaces) -> None:
        self.faces = faces
        self.factor = 1.0  # scale relative to the pictures beside it
        self.pieces: list[
            tuple[ComponentPicture, Component, Card, float, float, FieldBox | None]
        ] = []

    @property
    def window(self) -> bool:
        return any(box is not None for *_, box in self.pieces)

    @property
    def left(self) -> float:
        return min(each[3] for each in self.pieces)

    @property
    def top(self) -> float:
        return min(each[4] for each in self.pieces)

    @property
    def wide(self) -> float:
        ends = (x + (box[2] if box else c.size.width) for _, c, _, x, _, box in self.pieces)
        return (max(ends) - self.left) * self.factor

    @property
    def high(self) -> float:
        ends = (y + (box[3] if box else c.size.height) for _, c, _, _, y, box in self.pieces)
        return (max(ends) - self.top) * self.factor

    def marks(self, x: float, y: float, scale: float) -> list[Mark]:
        scale *= self.factor
        found: list[Mark] = []
        for picture, component, card, dx, dy, box in self.pieces:
            at = x + (dx - self.left) * scale, y + (dy - self.top) * scale
            if picture.place:
                size = component.size
                found.append(
                    Area(*at, size.width * scale, size.height * scale, "", "accent", 0.3, GHOST,
                         size.width * scale * 0.05, component.outline == "round")
                )  # fmt: skip
                continue
            shown = self.faces.shown(component, card, *at, scale, picture.back, window=box,
                                     title=picture.alt, shadow=not box,
                                     turn=180.0 if picture.turned else 0.0)  # fmt: skip
            found += [shown] if shown else []
            left, top, wide, high = (each * scale for each in picture.ring)
            if wide:
                found.append(Area(at[0] + left, at[1] + top, wide, high, "", "accent", 0.7,
                                  radius=high / 2))  # fmt: skip
        return found


def _groups(faces: FigureFaces, items: tuple[ComponentPicture | Inline, ...]) -> list[_Heap | str]:
    """Group the items of a row into stacks of pictures and texts."""
    groups: list[_Heap | str] = []
    for each in items:
        if not isinstance(each, ComponentPicture):
            groups += [part.strip() for part in re.split("(→)", plain(each)) if part.strip()]
            continue
        component = faces.game.component(each.component)
        card = component.card(each.card)
        box = faces.fields(component, card).get(each.field) if each.field else None
        if not (each.on and groups and isinstance(groups[-1], _Heap)):
            groups.append(_Heap(faces))
        heap = groups[-1]
        assert isinstance(heap, _Heap)
        heap.pieces.append((each, component, card, *(each.on or (0.0, 0.0)), box))
    heaps = [each for each in groups if isinstance(each, _Heap) and not each.window]
    tallest = max((each.high for each in heaps), default=0.0)
    for heap in heaps:
        heap.factor = max(1.0, SMALLEST * tallest / heap.high)
    return groups
