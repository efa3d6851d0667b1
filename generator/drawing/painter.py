"""Converts SVG to PDF drawing operators.

This painter is small because it supports only the subset of SVG that templates use (listed in
`docs/templates.md`), and refuses the rest by name. A painter for all of SVG is 40 times slower.
Coordinates stay in millimetres with y downwards; the code that places a drawing on a page flips it
with one matrix. A drawing names the resources that it needs, such as form XObjects and shadings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.core.memo import Memo
from generator.core.svg import Attributes, PaintError, read_svg
from generator.drawing.colour import SCREEN, ColourSpace
from generator.drawing.document import PaintedDocument
from generator.drawing.drawings import Drawing
from generator.drawing.pictures import PictureBook
from generator.drawing.svg_pass import DEEPEST, PAINTED, SvgPass, check_size
from generator.faces.face import MARK, Definition, FaceElement, Part, RenderedFace, TextRun
from generator.faces.fonts import FontBook, FontFace


class _Painted(NamedTuple):
    """A painted part of a face. `clear` is True if anything in it is transparent, and `pictured`
    if it shows pictures.
    """

    ops: str
    needs: frozenset[str]
    marks: int
    clear: bool
    pictured: bool


ICON_MARK = "Icon"  # the tag of marked content that shows an icon in a text, by its name
# skeletons that are cached; templates that draw nothing directly need one each
MOST_SKELETONS = 500
MOST_TEXTS = 1000  # texts that are cached; the cards of a deck repeat labels and types


class Painter(PaintedDocument):
    """Converts the SVG sources of one document to PDF drawings.

    Icons and shared art are converted once, to form XObjects.
    """

    def __init__(
        self,
        fonts: FontBook,
        encode: Callable[[FontFace, str], list[tuple[str, str]]],
        pictures: PictureBook | None = None,
        space: ColourSpace = SCREEN,
        memo: Memo | None = None,
    ) -> None:
        super().__init__(fonts, encode, pictures, space, memo)
        self._depth = 0  # forms that are being painted
        self._skeletons: dict[str, _Skeleton | PaintError] = {}
        self._parts: dict[str, _Painted] = {}
        self._texts: dict[str, _Painted] = {}
        self._fills: dict[str, str] = {}

    def paint(self, face: RenderedFace) -> Drawing:
        """Return the PDF drawing of a face.

        Raises PaintError.
        """
        if face.parts:
            try:
                return self._joined(face)
            except PaintError:  # the whole SVG is painted, or refused with its line
                pass
        walk = SvgPass(self, face.shared)
        read_svg(face.svg, walk)
        ops = "".join(walk.ops)
        pictures = ops if self.resources.has_pictures(walk.needs) else ""
        return Drawing(ops, walk.needs, tuple(walk.places), walk.marks, walk.flat, pictures)

    def _joined(self, face: RenderedFace) -> Drawing:
        """Assemble a face from painted parts between the operators of its skeleton.

        Raises PaintError, including for a part whose meaning depends on its context.
        """
        skeleton = self._skeletons.get(face.skeleton)
        if skeleton is None:
            if len(self._skeletons) > MOST_SKELETONS:
                self._skeletons.clear()
            skeleton = self._skeletons[face.skeleton] = _skeleton(self, face)
        if isinstance(skeleton, PaintError):
            raise skeleton
        if any(hole.part >= len(face.parts) for hole in skeleton.holes):
            raise PaintError("a mark without a part")
        parts = [self._part(each, face.shared) for each in face.parts]
        ops: list[str] = [skeleton.ops[0]]
        placed: list[str] = [skeleton.ops[0]]  # without texts, which differ from card to card
        needs = {*skeleton.needs}
        marks = skeleton.marks
        for (number, _), after in zip(skeleton.holes, skeleton.ops[1:], strict=True):
            part = parts[number]
            ops += (part.ops, after)
            placed += (part.ops if part.pictured else "", after)
            needs |= part.needs
            marks += part.marks
        flat = skeleton.flat_of(parts) if skeleton.flat or any(p.clear for p in parts) else 0
        drawn = "".join(ops)
        check_size(len(drawn), marks)
        pictured = skeleton.pictured or any(part.pictured for part in parts)
        return Drawing(drawn, needs, (), marks, flat, "".join(placed) if pictured else "")

    def _part(self, part: Part, shared: Mapping[str, Definition]) -> _Painted:
        """Return a part of a face that is painted separately. Raises PaintError."""
        if isinstance(part, FaceElement):
            known = self._parts.get(part.key)
            if known is None:
                if not part.attributes.keys() <= PAINTED[part.tag]:
                    raise PaintError(f"<{part.tag}> with attributes that are not painted")
                walk = SvgPass(self, shared)
                walk.draw(part.tag, dict(part.attributes))
                known = self._parts[part.key] = _Painted(
                    "".join(walk.ops), frozenset(walk.needs), walk.marks, walk.flat > 0,
                    self.resources.has_pictures(walk.needs),
                )  # fmt: skip
            return known
        if (known := self._texts.get(part.key)) is None:
            known = self._words(part, shared)
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            if not known.needs:  # without icons, whose marks bear names that the key lacks
                self._texts[part.key] = known
        return known

    def _words(self, words: TextRun, shared: Mapping[str, Definition]) -> _Painted:
        begin = f"{self._letters(words.fill)}BT "
        if words.tracking:
            begin += f"{words.tracking} Tc "
        end = "0 Tc ET\n" if words.tracking else "ET\n"
        ops: list[str] = []
        needs: frozenset[str] = frozenset()
        clear, pictured, inside, font, size = False, False, False, "", words.size
        marks = len(words.pieces)
        for each in words.pieces:
            if isinstance(each, FaceElement):
                icon = self._part(each, shared)
                drawn = f"/{ICON_MARK} <</Name ({each.name})>> BDC {icon.ops}EMC\n"
                ops.append(f"{end}{drawn}" if inside else drawn)
                needs |= icon.needs
                marks += icon.marks - 1
                clear, pictured = clear or icon.clear, pictured or icon.pictured
                inside = False
                continue
            if not inside:
                ops.append(begin)
                inside, font = True, ""
            x, y, face, text, own_size, own_fill = each
            if own_fill:
                ops.append(self._letters(own_fill))
            ops.append(f"1 0 0 -1 {x} {y} Tm ")
            for name, array in self.encode(face, text):
                wanted = f"{name} {own_size or size} Tf "
                if wanted != font:
                    ops.append(wanted)
                    font = wanted
                ops.append(f"[{array}] TJ ")
            if own_fill:
                ops.append(self._letters(words.fill))
        if inside:
            ops.append(end)
        return _Painted("".join(ops), needs, marks, clear, pictured)

    def _letters(self, fill: str) -> str:
        """Return the operator that sets the colour of letters (cached)."""
        known = self._fills.get(fill)
        if known is None:
            known = self._fills[fill] = self.paint_text(fill)
        return known

    def use_form(self, id: str, shared: Mapping[str, Definition]) -> str | None:
        """Return the resource name of a shared definition, or None if it is unknown.

        The definition is painted on first use.
        """
        name = "F" + re.sub(r"[^A-Za-z0-9]", "_", id)
        if name not in self.resources.forms:
            found = shared.get(id)
            if found is None:
                return None
            if self._depth >= DEEPEST // 5:
                raise PaintError(f"shared art is nested more than {DEEPEST // 5} levels deep")
            svg, box = found
            self._depth += 1
            try:
                drawing = self.paint(RenderedFace(svg, shared))
            except PaintError as error:  # its line is one in the art, not in the face
                raise PaintError(str(error), art=error.art or id) from None
            finally:
                self._depth -= 1
            if drawing.places:
                raise PaintError("a field cannot be in art, because several faces share it")
            self.resources.forms[name] = (drawing, box)
        return name


class _Hole(NamedTuple):
    """The place where a part belongs in a skeleton."""

    part: int
    # end of the outermost group around it: index in the skeleton, and offset there
    end: tuple[int, int]


class _Skeleton:
    """The PDF operators of a face, with gaps for the parts that are painted separately."""

    def __init__(
        self,
        ops: list[str],
        holes: list[_Hole],
        needs: frozenset[str],
        marks: int,
        flat: int,
        pictured: bool,
    ) -> None:
        self.ops = ops
        self.holes = holes
        self.needs = needs
        self.marks = marks
        self.flat = flat  # as in a drawing without parts
        self.pictured = pictured

    def flat_of(self, parts: Sequence[_Painted]) -> int:
        """Return how deeply form XObjects are nested in a drawing with these parts, for
        `Drawing.flat`.
        """
        starts = [0]  # start of each fragment of the skeleton in the drawing
        shown: list[tuple[int, int]] = []
        left = self.flat
        for index, ops in enumerate(self.ops):
            if 0 < left <= len(ops):
                shown.append((index, left))
            left -= len(ops)
            if index < len(self.holes):
                part = parts[self.holes[index].part]
                starts.append(starts[-1] + len(ops) + len(part.ops))
                if part.clear:
                    shown.append(self.holes[index].end)
        return max((starts[index] + letter for index, letter in shown), default=0)


class _SkeletonWalk:
    """An `SvgPass` over a skeleton that records the positions of its parts."""

    def __init__(self, walk: SvgPass) -> None:
        self.walk = walk
        self.found: list[tuple[int, int]] = []  # part, number of operators before it
        self.ends: list[tuple[int, int]] = []  # for each where its outermost group ends: number of
        # parts and of operators before

    def start(self, tag: str, attributes: Attributes) -> None:
        self.walk.start(tag, attributes)

    def end(self, tag: str) -> None:
        self.walk.end(tag)
        self.settle()

    def settle(self) -> None:
        while len(self.ends) < len(self.found) and not self.walk.transforms:
            self.ends.append((len(self.found), len(self.walk.ops)))

    def characters(self, data: str) -> None:
        self.walk.characters(data)

    def instruction(self, target: str, data: str) -> None:
        walk = self.walk
        if target != _PART:
            return
        if walk.style_key or walk.skip or walk.defining or walk.text is not None or not walk.depth:
            raise PaintError("a part that is not on its own")
        self.found.append((int(data), len(walk.ops)))
        self.settle()


_PART = "pieria-part"  # the target of the processing instruction that stands for one


def _skeleton(painter: Painter, face: RenderedFace) -> _Skeleton | PaintError:
    """Return the skeleton of a face, or the error that prevents making one."""
    walk = SvgPass(painter, face.shared)
    reading = _SkeletonWalk(walk)
    try:
        read_svg(MARK.sub(rf"<?{_PART} \1?>", face.skeleton), reading)
    except PaintError as error:
        return error
    if len(reading.found) != face.skeleton.count("\x01") or walk.places:
        return PaintError("parts that are not drawn, or places of fields")
    cuts = [0, *(before for _, before in reading.found), len(walk.ops)]
    holes = [
        _Hole(part, (piece, sum(map(len, walk.ops[cuts[piece] : end]))))
        for (part, _), (piece, end) in zip(reading.found, reading.ends, strict=True)
    ]
    pieces = ["".join(walk.ops[a:b]) for a, b in pairwise(cuts)]
    pictured = painter.resources.has_pictures(walk.needs)
    return _Skeleton(pieces, holes, frozenset(walk.needs), walk.marks, walk.flat, pictured)
