"""Converts a drawing to the painted subset of SVG: paths, plain colours, gradients and clips.

Anything else raises `NotPaintedError`. The whole drawing then becomes a picture, so that nothing is
silently lost.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import NamedTuple, Protocol

from generator.artwork.gradients import DrawnGradient
from generator.artwork.outline import SHAPES, outline
from generator.artwork.painting import (
    INHERITED,
    START,
    NotPaintedError,
    PaintState,
    Style,
    line_style,
    opacity_of,
    refuse_effects,
    styled,
    written,
)
from generator.artwork.tree import DrawingError, SvgDocument, SvgNode
from generator.artwork.values import IDENTITY, colour, length, transform
from generator.artwork.views import View, fitted, numbers_in
from generator.core.geometry import Matrix, n, times
from generator.core.outlines import Outline, apart, box_outline, moved, path_data
from validator.core.paths import Box, box_of

MOST_VISITS = 200_000  # elements, including repeated uses
DEEPEST_USE = 20
_NEVER = {
    "defs", "symbol", "clipPath", "mask", "filter", "linearGradient", "radialGradient", "marker",
    "pattern", "style", "stop", "font", "font-face", "color-profile", "glyph", "missing-glyph",
}  # fmt: skip
_GROUPS = {"g", "a", "svg", "switch"}
_URL = re.compile(r"url\(\s*['\"]?#([^'\")]+?)['\"]?\s*\)\s*(.*)")


class LinkedPicture(NamedTuple):
    """A picture to which a drawing refers: the name that the painter uses for it, and its size in
    pixels.
    """

    name: str
    width: int
    height: int


class PictureFinder(Protocol):
    """Finds the pictures that a drawing refers to."""

    def __call__(self, href: str, line: int) -> LinkedPicture:
        """Return the picture for a reference. Raises DrawingError."""


class Normal:
    """Converts one drawing, whose elements already have their own `style`."""

    def __init__(self, document: SvgDocument, view: View, pictures: PictureFinder) -> None:
        self.document = document
        self.view = view
        self.pictures = pictures
        self.written: list[str] = []
        self.boxes: list[Box] = []  # boxes of the shapes written so far
        self.colours: set[str] = set()
        self.clips: dict[str, str] = {}  # path data with its rule -> id
        self.visits = 0
        self.depth = 0
        self.pictured = False
        self.matrix = view.matrix

    def draw(self) -> str:
        """Return the drawing as SVG of the supported subset.

        Raises DrawingError, NotPaintedError.
        """
        root, view = self.document.root, self.view
        wide, high = view.box
        style = START | {k: v for k, v in root.style.items() if k in INHERITED}
        start = PaintState(style, self.matrix, 1.0, view.width, view.height)
        self.inside(root, start)
        head = f'<svg viewBox="0 0 {n(wide)} {n(high)}">'
        return f"{head}{''.join(self.written)}</svg>"

    # ---- elements

    def visit(self, node: SvgNode, state: PaintState) -> None:
        """Convert an element and all elements below it."""
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise DrawingError(f"it draws more than {MOST_VISITS:,} elements")
        if node.tag in _NEVER or node.style.get("display") == "none" or not _passes(node):
            return
        try:
            self._visit(node, state)
        except DrawingError as error:
            error.line = error.line or node.line
            raise

    def _visit(self, node: SvgNode, state: PaintState) -> None:
        if node.tag not in _GROUPS | SHAPES | {"use", "image"}:
            raise DrawingError(
                f"<{node.tag}> is not printed; draw it with paths, texts and pictures"
            )
        refuse_effects(node.style)
        style = styled(node.style, state.style)
        matrix = state.matrix
        if said := node.style.get("transform"):
            if node.style.get("transform-origin", "0 0") not in ("0 0", "0px 0px", "0"):
                raise NotPaintedError("a transform with an origin")
            matrix = times(transform(said), matrix)
        opacity = opacity_of(node.style.get("opacity", "1"))
        if opacity <= 0:
            return
        inner = state._replace(style=style, matrix=matrix, opacity=state.opacity * opacity)
        first = len(self.boxes)
        with self.clipped(node, inner) as shown:
            if shown:
                self._drawn(node, inner)
        if opacity < 1 and not all(
            apart(a, b)
            for at, a in enumerate(self.boxes[first:])
            for b in self.boxes[first : first + at]
        ):
            raise NotPaintedError("a transparent group")

    def _drawn(self, node: SvgNode, state: PaintState) -> None:
        if node.tag in SHAPES:
            self.shape(node, state)
        elif node.tag == "image":
            self.image(node, state)
        elif node.tag == "use":
            self.use(node, state)
        elif node.tag == "switch":
            for child in node.children:
                if child.tag != "foreignObject" and _passes(child):
                    self.visit(child, state)
                    break
        elif node.tag == "svg":
            box = tuple(
                length(node.attributes.get(name, default), whole)
                for name, default, whole in (
                    ("x", "0", state.width), ("y", "0", state.height),
                    ("width", "100%", state.width), ("height", "100%", state.height),
                )
            )  # fmt: skip
            self.viewport(node, state, box)  # type: ignore[arg-type]
        else:
            self.inside(node, state)

    def inside(self, node: SvgNode, state: PaintState) -> None:
        for child in node.children:
            self.visit(child, state)

    def viewport(self, node: SvgNode, state: PaintState, box: Box) -> None:
        """Convert a nested `<svg>`, or a symbol that `<use>` refers to."""
        x, y, wide, high = box
        if wide <= 0 or high <= 0:
            return
        said = numbers_in(node.attributes.get("viewBox", ""))
        if len(said) == 4:
            if min(said[2:]) <= 0:
                return
            of = (said[0], said[1], said[2], said[3])
            step, _ = fitted(of, box, node.attributes.get("preserveAspectRatio", ""))
        else:
            of, step = (0.0, 0.0, wide, high), (1.0, 0.0, 0.0, 1.0, x, y)
        inner = state._replace(matrix=times(step, state.matrix), width=of[2], height=of[3])
        if node.style.get("overflow", "hidden") in ("visible", "auto"):
            self.inside(node, inner)
            return
        frame = moved(box_outline((x, y, x + wide, y + high)), state.matrix)
        with self.clip_to([path_data(frame)], "nonzero"):
            self.inside(node, inner)

    def use(self, node: SvgNode, state: PaintState) -> None:
        target = self.document.by_id.get(node.href.removeprefix("#"))
        if not node.href.startswith("#"):
            raise DrawingError(f"it uses '{node.href[:60]}', which is not in this file")
        if target is None:
            return
        self.depth += 1
        if self.depth > DEEPEST_USE:
            raise DrawingError(f"<use> elements are nested more than {DEEPEST_USE} levels deep")
        x = length(node.attributes.get("x", "0"), state.width)
        y = length(node.attributes.get("y", "0"), state.height)
        inner = state._replace(matrix=times((1, 0, 0, 1, x, y), state.matrix))
        if target.tag in ("symbol", "svg"):
            wide = length(node.attributes.get("width", "100%"), state.width)
            high = length(node.attributes.get("height", "100%"), state.height)
            inner = inner._replace(style=styled(target.style, inner.style))
            refuse_effects(target.style)
            if target.style.get("display") != "none":
                self.viewport(target, inner, (0.0, 0.0, wide, high))
        else:
            self.visit(target, inner)
        self.depth -= 1

    # ---- clips

    @contextmanager
    def clipped(self, node: SvgNode, state: PaintState) -> Iterator[bool]:
        """Clip an element's content in a `with` block; yield False if none of it is visible."""
        said = node.style.get("clip-path", "none")
        if said == "none":
            yield True
            return
        found = _URL.fullmatch(said)
        clip = self.document.by_id.get(found[1]) if found else None
        if found is None:
            raise NotPaintedError("a clip reference to something other than a <clipPath>")
        if clip is None or clip.tag != "clipPath":
            yield True  # a broken reference does not clip
            return
        if clip.style.get("clip-path", "none") != "none":
            raise NotPaintedError("a clip path that is itself clipped")
        matrix = state.matrix
        if clip.attributes.get("clipPathUnits") == "objectBoundingBox":
            box = self.box_below(node, state)
            if box is None:
                yield False
                return
            matrix = times((box[2] - box[0], 0, 0, box[3] - box[1], box[0], box[1]), matrix)
        matrix = times(transform(clip.style.get("transform", "")), matrix)
        paths, rule = self._clip_paths(clip, state._replace(matrix=matrix))
        if not paths:
            yield False
            return
        with self.clip_to(paths, rule):
            yield True

    def _clip_paths(self, clip: SvgNode, state: PaintState) -> tuple[list[str], str]:
        """Return the outlines of a clip path, and its fill rule."""
        outlines: list[Outline] = []
        rules = set()
        for child in clip.children:
            inner = state
            while child is not None and child.tag == "use":
                x, y = (length(child.attributes.get(each, "0"), 0.0) for each in "xy")
                moves = times((1, 0, 0, 1, x, y), transform(child.style.get("transform", "")))
                inner = inner._replace(matrix=times(moves, inner.matrix))
                child = self.document.by_id.get(child.href.removeprefix("#"), clip)
            for shape in child.walk() if child.tag == "g" else [child]:
                style = clip.style | child.style | shape.style
                if shape.style.get("display") == "none" or style.get("visibility") == "hidden":
                    continue
                if shape.style.get("clip-path", "none") != "none":
                    raise NotPaintedError("a clip path that is itself clipped")
                if shape.tag in SHAPES:
                    steps = transform(shape.style.get("transform", ""))
                    if shape is not child:
                        steps = times(steps, transform(child.style.get("transform", "")))
                    found = moved(
                        outline(shape, state.width, state.height, 16.0), times(steps, inner.matrix)
                    )
                    outlines.append(found)
                    rules.add(style.get("clip-rule", "nonzero"))
        outlines = [each for each in outlines if box_of(each)]
        boxes = [box for each in outlines if (box := box_of(each))]
        together = not all(apart(a, b) for at, a in enumerate(boxes) for b in boxes[:at])
        if len(outlines) > 1 and (together or len(rules) > 1):
            raise NotPaintedError("a clip path of overlapping shapes")
        return [path_data(each) for each in outlines], rules.pop() if rules else "nonzero"

    @contextmanager
    def clip_to(self, paths: list[str], rule: str) -> Iterator[None]:
        """Clip what the `with` block draws by paths in the coordinates of the output."""
        key = f"{rule} {' '.join(paths)}"
        id_ = self.clips.get(key)
        if id_ is None:
            id_ = self.clips[key] = f"c{len(self.clips)}"
            odd = ' fill-rule="evenodd"' if rule == "evenodd" else ""
            shapes = "".join(f'<path d="{each}"{odd}/>' for each in paths)
            self.written.append(f'<clipPath id="{id_}">{shapes}</clipPath>')
        self.written.append(f'<g clip-path="url(#{id_})">')
        yield
        self.written.append("</g>")

    def box_below(self, node: SvgNode, state: PaintState) -> Box | None:
        """Return the bounding box of an element in its own coordinates, without strokes."""
        boxes: list[Box] = []
        ahead = [(node, IDENTITY)]
        while ahead:
            each, matrix = ahead.pop()
            self.visits += 1
            if self.visits > MOST_VISITS:
                raise DrawingError(f"it draws more than {MOST_VISITS:,} elements")
            if each is not node:
                matrix = times(transform(each.style.get("transform", "")), matrix)
            if each.tag in SHAPES:
                box = box_of(moved(outline(each, state.width, state.height, 16.0), matrix))
                boxes += [box] if box else []
            elif each.tag in ("use", "image", "svg"):
                raise NotPaintedError(f"a box about <{each.tag}>")
            elif each.tag in _GROUPS:
                ahead += [(child, matrix) for child in each.children]
        if not boxes:
            return None
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    # ---- what is drawn

    def shape(self, node: SvgNode, state: PaintState) -> None:
        style = state.style
        if style["visibility"] in ("hidden", "collapse"):
            return
        em = length(style["font-size"], 16.0) if style["font-size"][:1].isdigit() else 16.0
        own = outline(node, state.width, state.height, em)
        if not own or len(own) < 2:
            return
        if node.tag in ("path", "line", "polyline", "polygon") and any(
            style.get(each, "none") != "none"
            for each in ("marker", "marker-start", "marker-mid", "marker-end")
        ):
            raise NotPaintedError("markers")
        drawn = moved(own, state.matrix)
        fill = self.fill(node, own, drawn, state)
        stroke = self.stroke(own, drawn, state)
        box = box_of(drawn)
        if not (fill or stroke) or box is None:
            return
        if not self.in_sight(box, stroke[1] if stroke else 0.0):
            return
        if fill and stroke and state.opacity < 1:
            raise NotPaintedError("a transparent shape with fill and stroke")
        order = style.get("paint-order", "normal").split()
        parts = [fill, stroke[0] if stroke else ""]
        if "stroke" in order and order.index("stroke") < (
            order.index("fill") if "fill" in order else 9
        ):
            parts.reverse()
        self.written += [each for each in parts if each]
        edge = stroke[1] / 2 if stroke else 0.0
        self.boxes.append((box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge))

    def in_sight(self, box: Box, stroke: float) -> bool:
        wide, high = self.view.box
        beyond = stroke * 4
        return not apart(box, (-beyond, -beyond, wide + beyond, high + beyond)) or (
            box[0] == box[2] or box[1] == box[3]
        )

    def paint(self, said: str, style: Style) -> tuple[str, float] | SvgNode | None:
        """Return a paint: a colour with its opacity, a gradient's element, or None for no paint."""
        found = _URL.fullmatch(said)
        if found:
            node = self.document.by_id.get(found[1])
            if node is not None and node.tag in ("linearGradient", "radialGradient"):
                return node
            if node is not None and node.tag == "pattern":
                raise NotPaintedError("a pattern")
            said = found[2] or "none"
        if said == "currentColor" or said.lower() == "currentcolor":
            said = style["color"]
        if said == "none":
            return None
        if said.startswith("context-"):
            raise NotPaintedError("a marker that takes its colour from its line")
        return colour(said)

    def coloured(self, name: str) -> str:
        self.colours.add(name)
        return name

    def fill(self, node: SvgNode, own: Outline, drawn: Outline, state: PaintState) -> str:
        """Return the filled shape, or an empty string if it is not filled."""
        style = state.style
        paint = self.paint(style["fill"], style)
        if paint is None or node.tag == "line":
            return ""
        opacity = opacity_of(style["fill-opacity"]) * state.opacity
        defined = ""
        if isinstance(paint, SvgNode):
            box = box_of(own)
            made = DrawnGradient(paint, self.document.by_id, state, box) if box else None
            id_ = f"g{len(self.written)}-{len(self.boxes)}"
            gradient = made and made.write(id_, self.coloured)
            if not gradient:
                return ""
            defined, painted, through = gradient
        else:
            painted, through = self.coloured(paint[0]), paint[1]
        opacity *= through
        if opacity <= 0:
            return ""
        said = f'fill="{painted}"'
        if style["fill-rule"] == "evenodd":
            said += ' fill-rule="evenodd"'
        if opacity < 1:
            said += f' fill-opacity="{n(opacity)}"'
        return f'{defined}<path d="{path_data(drawn)}" {said}/>'

    def stroke(self, own: Outline, drawn: Outline, state: PaintState) -> tuple[str, float] | None:
        """Return the stroked shape and its line width, or None if there is no stroke."""
        style = state.style
        paint = self.paint(style["stroke"], style)
        width = length(style["stroke-width"], math.hypot(state.width, state.height) / math.sqrt(2))
        if paint is None or width <= 0:
            return None
        if isinstance(paint, SvgNode):
            raise NotPaintedError("a line with a gradient")
        opacity = opacity_of(style["stroke-opacity"]) * paint[1] * state.opacity
        if opacity <= 0:
            return None
        a, b, c, d, _, _ = state.matrix
        scale = math.sqrt(abs(a * d - b * c))
        even = math.isclose(a, d, rel_tol=1e-4, abs_tol=1e-9 + abs(scale) * 1e-4) and math.isclose(
            b, -c, rel_tol=1e-4, abs_tol=1e-9 + abs(scale) * 1e-4
        )
        even |= math.isclose(a, -d, rel_tol=1e-4, abs_tol=abs(scale) * 1e-4) and math.isclose(
            b, c, rel_tol=1e-4, abs_tol=abs(scale) * 1e-4
        )
        placed = ""
        path = drawn
        if style.get("vector-effect") == "non-scaling-stroke":
            scale = math.sqrt(abs(self.matrix[0] * self.matrix[3]))
        elif not even:
            if scale <= 1e-9:
                return None
            flat = (a / scale, b / scale, c / scale, d / scale, 0.0, 0.0)
            placed = f' transform="{written(flat)}"'
            e, f = _before(state.matrix, scale)
            path = moved(own, (scale, 0, 0, scale, e, f))
        said = f'fill="none" stroke="{self.coloured(paint[0])}" stroke-width="{n(width * scale)}"'
        said += line_style(style, scale, state)
        if opacity < 1:
            said += f' stroke-opacity="{n(opacity)}"'
        return f'<path d="{path_data(path)}" {said}{placed}/>', width * scale

    def image(self, node: SvgNode, state: PaintState) -> None:
        if state.style["visibility"] in ("hidden", "collapse") or not node.href:
            return
        picture = self.pictures(node.href, node.line)
        get = node.attributes.get
        x, y = length(get("x", "0"), state.width), length(get("y", "0"), state.height)
        said = get("width", "auto"), get("height", "auto")
        wide = picture.width if said[0] == "auto" else length(said[0], state.width)
        high = picture.height if said[1] == "auto" else length(said[1], state.height)
        if said[0] == "auto" and said[1] != "auto":
            wide = high * picture.width / picture.height
        elif said[1] == "auto" and said[0] != "auto":
            high = wide * picture.height / picture.width
        if wide <= 0 or high <= 0:
            return
        of = (0.0, 0.0, float(picture.width), float(picture.height))
        step, sliced = fitted(of, (x, y, wide, high), get("preserveAspectRatio", ""))
        a, b, c, d, e, f = times(step, state.matrix)
        across, down = math.hypot(a, b), math.hypot(c, d)
        if across * picture.width < 1e-3 or down * picture.height < 1e-3:
            return
        size = f'width="{n(picture.width * across)}" height="{n(picture.height * down)}"'
        turn = written((a / across, b / across, c / down, d / down, e, f))
        opacity = f' opacity="{n(state.opacity)}"' if state.opacity < 1 else ""
        drawn = (
            f'<image href="{escape(picture.name)}" {size} preserveAspectRatio="none" '
            f'transform="{turn}"{opacity}/>'
        )
        self.pictured = True
        corners = moved(box_outline((x, y, x + wide, y + high)), state.matrix)
        if box := box_of(corners):
            self.boxes.append(box)
        if sliced:
            with self.clip_to([path_data(corners)], "nonzero"):
                self.written.append(drawn)
        else:
            self.written.append(drawn)


def _passes(node: SvgNode) -> bool:
    """Return whether an element should be drawn.

    An element may require extensions, which no renderer has, or be for some languages only; those
    for English are drawn.
    """
    if node.attributes.get("requiredExtensions"):
        return False
    if "systemLanguage" not in node.attributes:
        return True
    spoken = node.attributes["systemLanguage"].replace(" ", "").split(",")
    return any(each.lower().split("-")[0] == "en" for each in spoken)


def _before(matrix: Matrix, scale: float) -> tuple[float, float]:
    """Return where a shape must begin so that a matrix without translation puts it in place."""
    a, b, c, d, e, f = (each / scale if at < 4 else each for at, each in enumerate(matrix))
    whole = a * d - b * c
    return (d * e - c * f) / whole, (a * f - b * e) / whole
