"""SVG to PDF drawing operators: our own small painter, because a general one is 40 times slower.

It paints the subset of SVG that templates use (`docs/templates.md` lists it) and refuses the rest
by name. Coordinates stay millimetres with y downwards: whoever places a drawing sets one matrix
that flips it. What a drawing needs beside its operators, forms, shadings and so on, it lists by
name.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import fsum
from typing import Any, NamedTuple

from generator.assets.pictures import PictureError
from generator.core.geometry import Matrix, cm, n, rotated, times
from generator.core.memo import Memo
from generator.core.outlines import box_outline, operators
from generator.core.paths import path_operators
from generator.core.svg import Attributes, PaintError, read_svg
from generator.drawing.colour import SCREEN, ColourSpace
from generator.drawing.pictures import Picture, PictureBook
from generator.faces.face import MARK, Definition, FaceElement, Part, RenderedFace, TextRun
from generator.faces.fonts import FontBook, FontFace, missing_in
from validator.core.colours import NAMES, hexadecimal
from validator.core.location import did_you_mean


class FieldPlace(NamedTuple):
    """A rectangle that a drawing leaves empty for a form field, in the drawing's coordinates."""

    key: str
    x: float
    y: float
    width: float
    height: float
    matrix: Matrix  # to the drawing's coordinates


QUICK = 4  # how well operators are compressed: level 6 takes twice as long and saves 3 %


class Drawing:
    """PDF operators in millimetres, y downwards, and the names of the resources they use."""

    __slots__ = ("_ops", "_packed", "flat", "marks", "needs", "places")

    def __init__(
        self,
        ops: str,
        needs: Iterable[str],
        places: tuple[FieldPlace, ...] = (),
        marks: int = 1,
        flat: int = 0,
    ) -> None:
        self._ops = ops
        self._packed = b""
        self.needs = tuple(sorted({*needs}))  # a set takes five times the room
        self.places = places
        self.marks = marks  # shapes and texts, those of forms included
        self.flat = flat  # characters of operators up to where the last one is through which others
        # show

    @property
    def ops(self) -> str:
        return zlib.decompress(self._packed).decode("latin-1") if self._packed else self._ops

    def pack(self) -> bytes:
        """The operators as a file has them; from here on they are kept like that."""
        if not self._packed:
            self._packed = zlib.compress(self._ops.encode("latin-1"), QUICK)
            self._ops = ""
        return self._packed

    def give(self) -> bytes:
        """The same, which nobody asks for again."""
        packed, self._packed = self.pack(), b""
        return packed


@dataclass(frozen=True)
class TextStyle:
    """How words are set: typeface, size, colour, and what stands before them."""

    face: FontFace
    size: float
    spacing: float
    anchor: str
    fill: str  # operators
    before: str  # operators of transform, clip and opacity
    needs: tuple[str, ...]


@dataclass(frozen=True)
class Gradient:
    """A linear gradient (4 coordinates), or a radial one (5: centre, radius, focus)."""

    coordinates: tuple[float, ...]
    stops: tuple[tuple[float, tuple[float, ...]], ...]  # parts of the document's colour space
    matrix: Matrix


class _Painted(NamedTuple):
    """A part of a face. `clear`: one can see through something in it."""

    ops: str
    needs: frozenset[str]
    marks: int
    clear: bool


@dataclass
class Resources:
    """What drawings of one document share, by resource name. `pdf` writes it out."""

    forms: dict[str, tuple[Drawing, tuple[float, float, float, float]]] = field(
        default_factory=dict
    )
    states: dict[str, tuple[float, float]] = field(default_factory=dict)  # fill, stroke opacity
    shadings: dict[str, Gradient] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)  # name -> file
    clear: set[str] = field(default_factory=set)  # names of pictures that one can see through
    pixels: dict[str, Any] = field(default_factory=dict)  # name -> a Pillow image, drawn here
    space: ColourSpace = SCREEN

    def shows_through(self, name: str) -> bool:
        """Return whether a resource with this name lets what is below it show."""
        if name in self.states:
            return min(self.states[name]) < 1
        return name in self.clear or (name in self.forms and self.forms[name][0].flat > 0)


# What each element may say. `style`, `class` and scripts are not of the subset.
_PAINT = {
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity",
    "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-miterlimit", "opacity",
    "transform", "clip-path", "id",
}  # fmt: skip
_TEXT = {"font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"}
PAINTED: dict[str, set[str]] = {
    "g": _PAINT | _TEXT,
    "path": _PAINT | {"d"},
    "rect": _PAINT | {"x", "y", "width", "height", "rx", "ry", "data-field"},
    "circle": _PAINT | {"cx", "cy", "r"},
    "ellipse": _PAINT | {"cx", "cy", "rx", "ry"},
    "line": _PAINT | {"x1", "y1", "x2", "y2"},
    "polyline": _PAINT | {"points"},
    "polygon": _PAINT | {"points"},
    "text": _PAINT | _TEXT | {"x", "y", "xml:space"},
    "use": _PAINT | {"href", "xlink:href", "x", "y", "width", "height"},
    "image": _PAINT | {"href", "xlink:href", "x", "y", "width", "height", "preserveAspectRatio"},
    "clipPath": {"id", "clipPathUnits"},
    "linearGradient": {"id", "x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform"},
    "radialGradient": {"id", "cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform"},
    "stop": {"offset", "stop-color"},
}
IGNORED = {"title", "desc", "metadata"}
BOLD = ("bold", "700", "600")  # values of font-weight
LOCAL = re.compile(r"url\(['\"]?#([^'\")]+)['\"]?\)")  # a gradient or clip of the same drawing
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_INHERITED = (_PAINT | _TEXT) - {"id", "transform", "clip-path"}
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
DEEPEST = 100  # elements in elements; forms in forms a fifth of that
ICON_MARK = "Icon"  # the tag of marked content that shows an icon in a text, by its name
MOST_OPS = 20_000_000  # characters of the operators of a drawing
MOST_MARKS = 1_000_000  # shapes and texts of a drawing, those of its forms counted wherever used
MOST_DASHES = 100_000  # of one shape
MOST_STOPS = 100
MOST_SKELETONS = 500  # that are remembered: of templates that draw nothing raw, one each
MOST_TEXTS = 1000  # that are remembered: cards of a deck repeat labels and types
LONGEST_PATH = 1_000_000  # characters
LONGEST_TRANSFORM = 1000  # characters


class Painter:
    """Paints SVG texts of one document.

    An icon, or art that faces share, is painted once, as a form of the PDF. `encode` gives the font
    resources and strings that show a text; `pictures` has what an image names.
    """

    def __init__(
        self,
        fonts: FontBook,
        encode: Callable[[FontFace, str], list[tuple[str, str]]],
        pictures: PictureBook | None = None,
        space: ColourSpace = SCREEN,
        memo: Memo | None = None,
    ) -> None:
        self.fonts = fonts
        self.encode = encode
        self.pictures = pictures
        self.resources = Resources(space=space)
        self._shadings: dict[Gradient, str] = {}
        self._depth = 0  # forms that are being painted
        self._remembered: dict[Any, tuple[str, tuple[str, ...]]] = {}
        self._letterings: dict[Any, TextStyle] = {}
        self._skeletons: dict[str, _Skeleton | PaintError] = {}
        self._parts: dict[str, _Painted] = {}
        self._texts: dict[str, _Painted] = {}
        self._fills: dict[str, str] = {}
        self.memo = memo or Memo()
        self.unset: list[tuple[FontFace, str]] = []  # texts with characters that a typeface lacks

    def paint(self, face: RenderedFace) -> Drawing:
        """The operators of a face. Raises PaintError."""
        if face.parts:
            try:
                return self._joined(face)
            except PaintError:  # the whole SVG is painted, or refused with its line
                pass
        walk = _SvgPass(self, face.shared)
        read_svg(face.svg, walk)
        return Drawing("".join(walk.ops), walk.needs, tuple(walk.places), walk.marks, walk.flat)

    def _joined(self, face: RenderedFace) -> Drawing:
        """A face of painted parts between the operators of its skeleton.

        Raises PaintError, also where a part means something else than on its own.
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
        needs = {*skeleton.needs}
        marks = skeleton.marks
        for (number, _), after in zip(skeleton.holes, skeleton.ops[1:], strict=True):
            part = parts[number]
            ops += (part.ops, after)
            needs |= part.needs
            marks += part.marks
        flat = skeleton.flat_of(parts) if skeleton.flat or any(p.clear for p in parts) else 0
        drawn = "".join(ops)
        check_size(len(drawn), marks)
        return Drawing(drawn, needs, (), marks, flat)

    def _part(self, part: Part, shared: Mapping[str, Definition]) -> _Painted:
        """The operators of a part on its own. Raises PaintError."""
        if isinstance(part, FaceElement):
            known = self._parts.get(part.key)
            if known is None:
                if not part.attributes.keys() <= PAINTED[part.tag]:
                    raise PaintError(f"<{part.tag}> with attributes that are not painted")
                walk = _SvgPass(self, shared)
                walk.draw(part.tag, dict(part.attributes))
                known = self._parts[part.key] = _Painted(
                    "".join(walk.ops), frozenset(walk.needs), walk.marks, walk.flat > 0
                )
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
        clear, inside, font, size = False, False, "", words.size
        marks = len(words.pieces)
        for each in words.pieces:
            if isinstance(each, FaceElement):
                icon = self._part(each, shared)
                drawn = f"/{ICON_MARK} <</Name ({each.name})>> BDC {icon.ops}EMC\n"
                ops.append(f"{end}{drawn}" if inside else drawn)
                needs |= icon.needs
                marks += icon.marks - 1
                clear, inside = clear or icon.clear, False
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
        return _Painted("".join(ops), needs, marks, clear)

    def _letters(self, fill: str) -> str:
        """The operator that sets the colour of letters, remembered."""
        known = self._fills.get(fill)
        if known is None:
            known = self._fills[fill] = self.paint_text(fill)
        return known

    def use_form(self, id: str, shared: Mapping[str, Definition]) -> str | None:
        """The resource name of a shared definition, painted when first used; None: unknown."""
        name = "F" + re.sub(r"[^A-Za-z0-9]", "_", id)
        if name not in self.resources.forms:
            found = shared.get(id)
            if found is None:
                return None
            if self._depth >= DEEPEST // 5:
                raise PaintError(
                    f"shared art inside shared art, more than {DEEPEST // 5} levels deep"
                )
            svg, box = found
            self._depth += 1
            try:
                drawing = self.paint(RenderedFace(svg, shared))
            except PaintError as error:  # its line is one of the art; the face's is another
                raise PaintError(str(error), art=error.art or id) from None
            finally:
                self._depth -= 1
            if drawing.places:
                raise PaintError("a field cannot be in art, because several faces share it")
            self.resources.forms[name] = (drawing, box)
        return name

    def picture(self, href: str) -> Picture:
        """A picture, now a resource of the document. Raises PaintError."""
        if self.pictures is None:
            raise PaintError(f"no picture '{href}'")
        try:
            found = self.pictures.read(href)
        except PictureError as error:
            raise PaintError(str(error)) from None
        self.resources.pictures[found.name] = str(found.file)
        if found.alpha:
            self.resources.clear.add(found.name)
        return found

    def state(self, fill: float, stroke: float) -> str:
        """The resource name of an opacity."""
        fill, stroke = min(max(fill, 0.0), 1.0), min(max(stroke, 0.0), 1.0)
        name = f"A{round(fill * 1000)}_{round(stroke * 1000)}"
        self.resources.states[name] = (fill, stroke)
        return name

    def shading(self, gradient: Gradient) -> str:
        """The resource name of a gradient; equal ones share it."""
        name = self._shadings.get(gradient)
        if name is None:
            name = self._shadings[gradient] = f"S{len(self._shadings)}"
            self.resources.shadings[name] = gradient
        return name

    def words(
        self, text: str, face: FontFace, size: float, x: float, y: float, fill: str
    ) -> Drawing:
        """A line of text by itself, without the way through SVG."""
        lettering = TextStyle(face, size, 0.0, "start", self.paint_text(fill), "", ())
        return Drawing(lettering.fill + self.show(lettering, text, x, y), ())

    def show(self, lettering: TextStyle, text: str, x: float, y: float) -> str:
        """Operators that set a line of text, kerned. The matrix undoes the page's flip."""
        ops = f"BT 1 0 0 -1 {n(x)} {n(y)} Tm "
        if lettering.spacing:
            ops += f"{n(lettering.spacing)} Tc "
        for font, array in self.encode(lettering.face, text):
            ops += f"{font} {n(lettering.size)} Tf [{array}] TJ "
        return ops + ("0 Tc ET\n" if lettering.spacing else "ET\n")

    def paint_with(self, text: str, stroke: bool = False) -> str:
        """The operator that sets the colour of fills, or of strokes."""
        if text == "currentColor":  # an icon: whoever uses it sets the colour
            return ""
        space = self.resources.space
        return f"{' '.join(map(n, space.of(colour(text))))} {space.line if stroke else space.fill} "

    def paint_text(self, text: str) -> str:
        """The operator that sets the colour of letters."""
        if text == "currentColor":
            return ""
        space = self.resources.space
        return f"{' '.join(map(n, space.of_text(colour(text))))} {space.fill} "

    def path(self, d: str) -> str:
        """Path data as PDF path operators, remembered."""
        ops: str | None = self.memo.get("path", d)
        if ops is None:
            if len(d) > LONGEST_PATH:
                raise PaintError(f"path data of more than {LONGEST_PATH:,} characters")
            try:
                ops = path_operators(d)
            except ValueError as error:
                raise PaintError(f"path data '{d[:40]}' cannot be read: {error}") from None
            self.memo.put("path", d, ops)
        return ops


class _Hole(NamedTuple):
    """Where a part is in a skeleton."""

    part: int
    end: tuple[int, int]  # of the outermost group round it: piece of the skeleton, letter in there


class _Skeleton:
    """The operators of an SVG text between its parts."""

    def __init__(
        self, ops: list[str], holes: list[_Hole], needs: frozenset[str], marks: int, flat: int
    ) -> None:
        self.ops = ops
        self.holes = holes
        self.needs = needs
        self.marks = marks
        self.flat = flat  # as that of a drawing, without parts

    def flat_of(self, parts: Sequence[_Painted]) -> int:
        """`Drawing.flat` with these parts."""
        starts = [0]  # of the pieces of the skeleton, in the drawing
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
    """Reads a skeleton: as a walk does, and notes where its parts are."""

    def __init__(self, walk: _SvgPass) -> None:
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
    """The skeleton of a face; why it has none."""
    walk = _SvgPass(painter, face.shared)
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
    return _Skeleton(pieces, holes, frozenset(walk.needs), walk.marks, walk.flat)


def check_size(letters: int, marks: int) -> None:
    """Raises PaintError for a drawing that grows without end."""
    if letters > MOST_OPS:
        raise PaintError(f"the drawing needs more than {MOST_OPS:,} characters of PDF")
    if marks > MOST_MARKS:
        raise PaintError(f"the drawing has more than {MOST_MARKS:,} shapes, repeated art included")


_numbers: dict[str, float] = {}


def number(text: str, what: str = "number") -> float:
    """The value of a plain number. Raises PaintError for units, percentages and words."""
    value = _numbers.get(text)
    if value is None:
        if not _NUMBER.fullmatch(text.strip()):
            raise PaintError(f"{what} '{text}' is not a plain number")
        value = float(text)
        if len(_numbers) < 100_000:
            _numbers[text] = value
    return value


_colours: dict[str, tuple[float, float, float]] = {}


def colour(text: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1 of ``#rrggbb`` or a name of CSS. Raises PaintError."""
    rgb = _colours.get(text)
    if rgb is None:
        digits = hexadecimal(text)
        if not digits:
            hint = did_you_mean(text, NAMES)
            raise PaintError(f"colour '{text}' is not #rrggbb, nor a name that CSS has{hint}")
        red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (1, 3, 5))
        rgb = _colours[text] = (red, green, blue)
    return rgb


def transform(text: str) -> Matrix:
    """The matrix of a transform list. Raises PaintError."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    if len(text) > LONGEST_TRANSFORM:
        raise PaintError(f"a transform of more than {LONGEST_TRANSFORM:,} characters")
    rest = re.sub(r"\s*(\w+)\s*\(([^)]*)\)[\s,]*", "", text)
    if rest.strip():
        raise PaintError(f"transform '{text}' cannot be read")
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        values = [number(each) for each in re.split(r"[\s,]+", inside.strip()) if each]
        try:
            step = _TRANSFORMS[name](*values)
        except (KeyError, TypeError):
            raise PaintError(f"transform '{name}({inside})' is not of the subset") from None
        matrix = times(step, matrix)
    return matrix


_TRANSFORMS: dict[str, Callable[..., Matrix]] = {
    "matrix": lambda a, b, c, d, e, f: (a, b, c, d, e, f),
    "translate": lambda x, y=0.0: (1, 0, 0, 1, x, y),
    "scale": lambda x, y=None: (x, 0, 0, x if y is None else y, 0, 0),
    "rotate": rotated,
    "skewX": lambda a: (1, 0, math.tan(math.radians(a)), 1, 0, 0),
    "skewY": lambda a: (1, math.tan(math.radians(a)), 0, 1, 0, 0),
}


_START: Attributes = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "opacity": "1", "fill-opacity": "1",
    "stroke-opacity": "1", "font-family": "", "font-size": "3", "font-weight": "normal",
    "font-style": "normal", "text-anchor": "start", "letter-spacing": "0", "fill-rule": "nonzero",
    "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
    "stroke-miterlimit": "4",
}  # fmt: skip


class _SvgPass:
    """One pass over an SVG text: elements in, operators out."""

    def __init__(self, painter: Painter, shared: Mapping[str, Definition]) -> None:
        self.painter = painter
        self.shared = shared
        self.ops: list[str] = []
        self.needs: set[str] = set()
        self.style: Attributes = _START
        self.style_key: tuple[tuple[str, str], ...] = ()
        self.stack: list[tuple[Attributes, tuple[tuple[str, str], ...], bool]] = []
        self.places: list[FieldPlace] = []
        self.transforms: list[str] = []  # of the open groups that have a place of their own
        self.depth = 0
        self.skip = 0  # inside an ignored element
        self.defined: dict[str, tuple[str, list[tuple[str, Attributes]], Attributes]] = {}
        self.defining: tuple[str, list[tuple[str, Attributes]], Attributes] | None = None
        self.text: tuple[Attributes, list[str]] | None = None
        self.clips: dict[str, str] = {}
        self.flat = 0
        self.waits = False  # for the end of its group: something showed through in there
        self.written = 0  # characters of operators
        self.marks = 0

    def write(self, ops: str, marks: int = 0) -> None:
        """Operators into the drawing. Raises PaintError when it grows without end."""
        self.ops.append(ops)
        self.written += len(ops)
        self.marks += marks
        check_size(self.written, self.marks)

    def instruction(self, target: str, data: str) -> None:
        """A processing instruction, which stands for a part where a skeleton is read."""

    def start(self, tag: str, attributes: Attributes) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise PaintError(f"elements nested deeper than {DEEPEST} levels")
        if self.skip or tag in IGNORED:
            self.skip += 1
        elif tag == "svg":
            if self.depth > 1:
                raise PaintError("an <svg> inside the <svg> is not painted")
        elif tag == "defs":
            pass
        elif tag not in PAINTED:
            raise PaintError(f"<{tag}> is not in the supported subset of SVG")
        elif not attributes.keys() <= PAINTED[tag]:
            unknown = ", ".join(sorted(attributes.keys() - PAINTED[tag]))
            raise PaintError(f"<{tag}> with {unknown} is not in the supported subset of SVG")
        elif self.text is not None:
            raise PaintError(f"<{tag}> inside <text> is not painted")
        elif self.defining is not None:
            self.defining[1].append((tag, attributes))
        elif tag in ("clipPath", "linearGradient", "radialGradient"):
            self.defining = (tag, [], attributes)
        elif tag == "g":
            self.open_group(attributes)
        elif tag == "text":
            self.text = (attributes, [])
        else:
            self.draw(tag, attributes)

    def end(self, tag: str) -> None:
        self.depth -= 1
        if self.skip:
            self.skip -= 1
        elif self.defining is not None:
            if tag == self.defining[0]:
                id_ = self.defining[2].get("id", "")
                self.defined[id_] = self.defining
                self.clips.pop(id_, None)
                self.defining = None
        elif tag == "g":
            self.close_group()
        elif tag == "text":
            assert self.text is not None
            attributes, parts = self.text
            self.text = None
            self.draw_text(attributes, "".join(parts))

    def characters(self, data: str) -> None:
        if self.text is not None:
            self.text[1].append(data)
        elif data.strip() and not self.skip:
            raise PaintError(f"text '{data.strip()[:20]}' is outside <text>")

    def open_group(self, attributes: Attributes) -> None:
        placed = "transform" in attributes or "clip-path" in attributes
        self.stack.append((self.style, self.style_key, placed))
        if placed:
            self.write("q " + self.placement(attributes))
            self.transforms.append(attributes.get("transform", ""))
        inherited = {key: value for key, value in attributes.items() if key in _INHERITED}
        if inherited:
            self.style = self.styled(inherited)
            self.style_key = (*self.style_key, *inherited.items())

    def close_group(self) -> None:
        self.style, self.style_key, placed = self.stack.pop()
        if placed:
            self.write("Q\n")
            self.transforms.pop()
            if self.waits:
                self.see_through(())

    def see_through(self, needs: Iterable[str]) -> None:
        """Note whether what was just written lets see what lies below."""
        self.waits = self.waits or any(map(self.painter.resources.shows_through, needs))
        if self.waits and not self.transforms:
            self.flat, self.waits = self.written, False

    def styled(self, attributes: Attributes) -> Attributes:
        """The style inside an element: its own words over the inherited; opacities multiply."""
        style = {**self.style, **attributes}
        if "opacity" in attributes:
            own = number(attributes["opacity"], "opacity") * number(self.style["opacity"])
            style["opacity"] = n(own)
        return style

    def placement(self, attributes: Attributes) -> str:
        """Operators for an element's transform and clip."""
        ops = cm(transform(attributes["transform"])) if "transform" in attributes else ""
        if reference := attributes.get("clip-path"):
            ops += self.clip(reference)
        return ops

    def clip(self, reference: str) -> str:
        """Operators of a clip path, which many elements may name."""
        _, children, attributes = self.definition(reference, ("clipPath",))
        found = self.clips.get(attributes["id"])
        if found is None:
            rule = ""
            ops = []
            for tag, shape in children:
                if tag not in SHAPES:
                    raise PaintError(f"<{tag}> in <clipPath> is not painted")
                rule = "*" if shape.get("fill-rule") == "evenodd" else rule
                ops.append(self.outline(tag, shape))
            found = self.clips[attributes["id"]] = f"{''.join(ops)}W{rule} n "
        return found

    def definition(
        self, reference: str, kinds: tuple[str, ...]
    ) -> tuple[str, list[tuple[str, Attributes]], Attributes]:
        match = LOCAL.fullmatch(reference.strip())
        found = self.defined.get(match[1]) if match else None
        if found is None or found[0] not in kinds:
            raise PaintError(f"'{reference}' names no {' or '.join(kinds)} above it")
        return found

    def draw(self, tag: str, attributes: Attributes) -> None:
        """A shape, a use or a picture; equal elements in equal style are painted once."""
        if "data-field" in attributes:
            self.places.append(self.place(attributes))
            return
        local = "url(" in str(attributes) or "url(" in self.style["fill"]
        key = None if local else (tag, tuple(attributes.items()), self.style_key)
        found = self.painter._remembered.get(key) if key else None
        if found is None:
            needs: set[str] = set()
            if tag in SHAPES:
                ops = self.shape(tag, attributes, needs)
            elif tag == "use":
                ops = self.use(attributes, needs)
            elif tag == "image":
                ops = self.image(attributes, needs)
            else:
                raise PaintError(f"<{tag}> is not allowed here")
            found = (ops, tuple(needs))
            if key:
                self.painter._remembered[key] = found
        forms = self.painter.resources.forms
        self.write(found[0], 1 + sum(forms[each][0].marks for each in found[1] if each in forms))
        self.needs.update(found[1])
        self.see_through(found[1])

    def place(self, attributes: Attributes) -> FieldPlace:
        """Return where a form field goes: a rectangle that is not painted."""
        matrix: Matrix = (1, 0, 0, 1, 0, 0)
        for each in (attributes.get("transform", ""), *reversed(self.transforms)):
            matrix = times(matrix, transform(each))
        x, y, width, height = (
            number(attributes.get(name, "0"), name) for name in ("x", "y", "width", "height")
        )
        cm(matrix)  # raises for one that leads too far away
        return FieldPlace(attributes["data-field"], x, y, width, height, matrix)

    def shape(self, tag: str, attributes: Attributes, needs: set[str]) -> str:
        style = self.styled(attributes)
        path = self.outline(tag, attributes)
        before = self.placement(attributes) + self.opacity(style, needs)
        fill, stroke = style["fill"], style["stroke"]
        if tag == "line":
            fill = "none"
        ops = ""
        if stroke != "none" and style["stroke-dasharray"] != "none":
            _check_dashes(path, style["stroke-dasharray"])
        if fill.startswith("url("):
            ops += self.gradient_fill(fill, path, style, needs)
            fill = "none"
        rule = "*" if style["fill-rule"] == "evenodd" else ""
        if fill != "none" and stroke != "none":
            ops += self.painter.paint_with(fill) + self.stroke(style) + path + f"B{rule}\n"
        elif fill != "none":
            ops += self.painter.paint_with(fill) + path + f"f{rule}\n"
        elif stroke != "none":
            ops += self.stroke(style) + path + "S\n"
        return f"q {before}{ops}Q\n" if before else _kept(ops, style)

    def stroke(self, style: Attributes) -> str:
        """Operators of a stroke's colour and style."""
        return self.painter.paint_with(style["stroke"], stroke=True) + _stroke(style)

    def outline(self, tag: str, attributes: Attributes) -> str:
        """The path operators of a shape."""
        get = attributes.get

        def length(name: str, default: str = "0") -> float:
            return number(get(name, default), name)

        if tag == "path":
            return self.painter.path(get("d", ""))
        if tag == "rect":
            rx = length("rx", get("ry", "0"))
            return _rect(
                length("x"), length("y"), length("width"), length("height"), rx, length("ry", n(rx))
            )
        if tag == "circle":
            return _ellipse(length("cx"), length("cy"), length("r"), length("r"))
        if tag == "ellipse":
            return _ellipse(length("cx"), length("cy"), length("rx"), length("ry"))
        if tag == "line":
            return f"{n(length('x1'))} {n(length('y1'))} m {n(length('x2'))} {n(length('y2'))} l "
        numbers = [number(each) for each in re.split(r"[\s,]+", get("points", "").strip()) if each]
        if len(numbers) % 2 or not numbers:
            raise PaintError(f"points of <{tag}> are not pairs of numbers")
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        ops = "".join(f"{n(x)} {n(y)} {'l' if i else 'm'} " for i, (x, y) in enumerate(pairs))
        return ops + ("h " if tag == "polygon" else "")

    def opacity(self, style: Attributes, needs: set[str]) -> str:
        if (
            style["opacity"] == "1"
            and style["fill-opacity"] == "1"
            and style["stroke-opacity"] == "1"
        ):
            return ""
        whole = number(style["opacity"], "opacity")
        fill = whole * number(style["fill-opacity"], "fill-opacity")
        stroke = whole * number(style["stroke-opacity"], "stroke-opacity")
        name = self.painter.state(fill, stroke)
        needs.add(name)
        return f"/{name} gs "

    def gradient_fill(self, fill: str, path: str, style: Attributes, needs: set[str]) -> str:
        kind, stops, attributes = self.definition(fill, ("linearGradient", "radialGradient"))
        if attributes.get("gradientUnits") != "userSpaceOnUse":
            raise PaintError(f'<{kind}> needs gradientUnits="userSpaceOnUse", in millimetres')
        names = ("x1", "y1", "x2", "y2") if kind == "linearGradient" else ("cx", "cy", "r")
        coordinates = [number(attributes.get(name, "0"), name) for name in names]
        if kind == "radialGradient":
            coordinates += [
                number(attributes.get("fx", attributes.get("cx", "0"))),
                number(attributes.get("fy", attributes.get("cy", "0"))),
            ]
        find = self.painter.resources.space.of
        run = tuple(
            (_offset(stop), find(colour(stop.get("stop-color", "#000000")))) for _, stop in stops
        )
        if not 2 <= len(run) <= MOST_STOPS:
            raise PaintError(f"<{kind}> needs two stops or more, and at most {MOST_STOPS}")
        offsets = list(accumulate((min(max(offset, 0.0), 1.0) for offset, _ in run), max))
        run = tuple(zip(offsets, (stop for _, stop in run), strict=True))
        if offsets[0] > 0:  # before the first stop is its colour, and behind the last is its own
            run = ((0.0, run[0][1]), *run)
        if offsets[-1] < 1:
            run = (*run, (1.0, run[-1][1]))
        matrix = transform(attributes.get("gradientTransform", ""))
        name = self.painter.shading(Gradient(tuple(coordinates), run, matrix))
        needs.add(name)
        rule = "*" if style["fill-rule"] == "evenodd" else ""
        return f"q {path}W{rule} n {cm(matrix)}/{name} sh Q "

    def use(self, attributes: Attributes, needs: set[str]) -> str:
        href = attributes.get("href") or attributes.get("xlink:href") or ""
        name = self.painter.use_form(href[1:], self.shared) if href.startswith("#") else None
        if name is None:
            raise PaintError(f"<use> of '{href}': there is no such definition")
        needs.add(name)
        _, (left, top, right, bottom) = self.painter.resources.forms[name]
        x, y = number(attributes.get("x", "0"), "x"), number(attributes.get("y", "0"), "y")
        scale = 1.0
        if "width" not in attributes or "height" not in attributes:
            x, y = x + left, y + top  # its own coordinates, only moved
        else:
            wide = number(attributes["width"], "width")
            high = number(attributes["height"], "height")
            if not (right > left and bottom > top):
                raise PaintError(f"'{href}' has a view box without width or height")
            scale = min(wide / (right - left), high / (bottom - top))
            x += (wide - scale * (right - left)) / 2  # as preserveAspectRatio's default centres it
            y += (high - scale * (bottom - top)) / 2
        style = self.styled(attributes)
        before = self.placement(attributes) + self.opacity(style, needs)
        paint = "" if style["fill"] == "none" else self.painter.paint_with(style["fill"])
        place = cm((scale, 0, 0, scale, x - left * scale, y - top * scale))
        return f"q {before}{paint}{place}/{name} Do Q\n"

    def image(self, attributes: Attributes, needs: set[str]) -> str:
        href = attributes.get("href") or attributes.get("xlink:href") or ""
        picture = self.painter.picture(href)
        name, wide, high = picture.name, float(picture.width), float(picture.height)
        needs.add(name)
        x, y, w, h = (
            number(attributes.get(key, "0"), key) for key in ("x", "y", "width", "height")
        )
        fit = attributes.get("preserveAspectRatio", "xMidYMid meet")
        before = self.placement(attributes) + self.opacity(self.styled(attributes), needs)
        clip = ""
        if fit == "none":
            left, top, width, height = x, y, w, h
        else:
            scale = (max if fit.endswith("slice") else min)(w / wide, h / high)
            width, height = wide * scale, high * scale
            left, top = x + (w - width) / 2, y + (h - height) / 2
            clip = f"{n(x)} {n(y)} {n(w)} {n(h)} re W n " if fit.endswith("slice") else ""
        return f"q {before}{clip}{cm((width, 0, 0, -height, left, top + height))}/{name} Do Q\n"

    def draw_text(self, attributes: Attributes, text: str) -> None:
        text = " ".join(text.split("\n")) if "\n" in text else text
        if not text:
            return
        x, y = number(attributes.pop("x", "0"), "x"), number(attributes.pop("y", "0"), "y")
        key = (tuple(attributes.items()), self.style_key)
        lettering = self.painter._letterings.get(key)
        if lettering is None:
            lettering = self.lettering(attributes)
            if "clip-path" not in attributes:
                self.painter._letterings[key] = lettering
        if lettering.anchor != "start":
            wide = lettering.face.width(text) * lettering.size / 1000
            wide += lettering.spacing * (len(text) - 1)
            x -= wide / 2 if lettering.anchor == "middle" else wide
        ops = lettering.fill + self.painter.show(lettering, text, x, y)
        if lettering.face.gaps and missing_in(lettering.face, text):
            self.painter.unset.append((lettering.face, text))
        self.write(f"q {lettering.before}{ops}Q\n" if lettering.before else ops, 1)
        self.needs.update(lettering.needs)
        self.see_through(lettering.needs)

    def lettering(self, attributes: Attributes) -> TextStyle:
        """Return what a `<text>` says beside its place and its words."""
        needs: set[str] = set()
        style = self.styled(attributes)
        return TextStyle(
            self.face(style),
            number(style["font-size"], "font-size"),
            number(style["letter-spacing"], "letter-spacing"),
            style["text-anchor"],
            self.painter.paint_text(style["fill"]),
            self.placement(attributes) + self.opacity(style, needs),
            tuple(needs),
        )

    def face(self, style: Attributes) -> FontFace:
        bold = style["font-weight"] in BOLD
        try:
            return self.painter.fonts.face(
                style["font-family"].strip("'\""), bold, style["font-style"] == "italic"
            )
        except LookupError as error:
            raise PaintError(str(error.args[0])) from None


def _kept(ops: str, style: Attributes) -> str:
    """Operators that leave no dash or cap behind for the next shape."""
    if style["stroke"] != "none" and _special(style):
        return f"q {ops}Q\n"
    return ops


def _special(style: Attributes) -> bool:
    return any(style[key] != _START[key] for key in _STROKE_STYLE)


_STROKE_STYLE = ("stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-miterlimit")


def _stroke(style: Attributes) -> str:
    """Operators of a stroke's width, and of what else is special about it."""
    wide = number(style["stroke-width"], "stroke-width")
    if wide < 0:
        raise PaintError(f"stroke-width '{style['stroke-width']}' is negative")
    ops = f"{n(wide)} w "
    if _special(style):
        ops += f"{_word(style, 'stroke-linecap', ('butt', 'round', 'square'))} J "
        ops += f"{_word(style, 'stroke-linejoin', ('miter', 'round', 'bevel'))} j "
        ops += f"{n(number(style['stroke-miterlimit']))} M "
        if style["stroke-dasharray"] != "none":
            dashes = _dashes(style["stroke-dasharray"])
            ops += f"[{' '.join(map(n, dashes))}] 0 d "
    return ops


def _dashes(text: str) -> list[float]:
    dashes = [number(dash) for dash in re.split(r"[\s,]+", text.strip())]
    if min(dashes) < 0 or not fsum(dashes) > 0:
        raise PaintError(f"stroke-dasharray '{text[:40]}' has no length")
    return dashes


_PATH_NUMBERS = re.compile(r"-?[\d.]+ -?[\d.]+(?= [mlc])")


def _check_dashes(path: str, dasharray: str) -> None:
    """Dashes that no eye could tell apart would keep every viewer busy for hours."""
    dashes = _dashes(dasharray)
    points = [complex(*map(float, each.split())) for each in _PATH_NUMBERS.findall(path)]
    long = fsum(abs(b - a) for a, b in pairwise(points))
    if long / fsum(dashes) * len(dashes) > MOST_DASHES:
        raise PaintError(f"a line of more than {MOST_DASHES:,} dashes")


def _word(style: Attributes, name: str, words: tuple[str, ...]) -> int:
    if style[name] not in words:
        raise PaintError(f"{name} '{style[name]}' is not one of {', '.join(words)}")
    return words.index(style[name])


def _offset(stop: Attributes) -> float:
    text = stop.get("offset", "0")
    return number(text[:-1]) / 100 if text.endswith("%") else number(text)


def _rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return f"{n(x)} {n(y)} {n(w)} {n(h)} re "
    return operators(box_outline((x, y, x + w, y + h), min(rx, w / 2), min(ry, h / 2)))


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    return _rect(cx - rx, cy - ry, 2 * rx, 2 * ry, rx, ry)
