"""Converts SVG to PDF operators in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import accumulate

from generator.core.geometry import Matrix, cm, n, times
from generator.core.svg import Attributes, PaintError
from generator.drawing.document import PaintedDocument
from generator.drawing.drawings import FieldPlace, Gradient, TextStyle
from generator.drawing.strokes import (
    START_STYLE,
    check_dashes,
    ellipse,
    rectangle,
    stroke_style,
    undashed,
)
from generator.drawing.values import colour, number, transform
from generator.faces.face import Definition
from generator.faces.fonts import FontFace, missing_in

# The attributes of each element. `style`, `class` and scripts are not in the subset.
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
DEEPEST = 100  # elements in elements; forms in forms a fifth of that
MOST_OPS = 20_000_000  # characters of the operators of a drawing
MOST_MARKS = 1_000_000  # shapes and texts of a drawing, those of its forms counted wherever used
MOST_STOPS = 100


def check_size(letters: int, marks: int) -> None:
    """Raise PaintError for a drawing with too many letters or marks."""
    if letters > MOST_OPS:
        raise PaintError(f"the drawing is too complex: more than {MOST_OPS:,} characters of PDF")
    if marks > MOST_MARKS:
        raise PaintError(f"the drawing has more than {MOST_MARKS:,} shapes, repeated art included")


class SvgPass:
    """Reads an SVG source once, and converts its elements to PDF operators."""

    def __init__(self, document: PaintedDocument, shared: Mapping[str, Definition]) -> None:
        self.document = document
        self.shared = shared
        self.ops: list[str] = []
        self.needs: set[str] = set()
        self.style: Attributes = START_STYLE
        self.style_key: tuple[tuple[str, str], ...] = ()
        self.stack: list[tuple[Attributes, tuple[tuple[str, str], ...], bool]] = []
        self.places: list[FieldPlace] = []
        self.transforms: list[str] = []  # transforms of the open groups that have one
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
        """Append operators to the drawing.

        Raises PaintError if the drawing becomes too large.
        """
        self.ops.append(ops)
        self.written += len(ops)
        self.marks += marks
        check_size(self.written, self.marks)

    def instruction(self, target: str, data: str) -> None:
        """In a skeleton, note the beginning of a part that the instruction marks."""

    def start(self, tag: str, attributes: Attributes) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise PaintError(f"elements are nested deeper than {DEEPEST} levels")
        if self.skip or tag in IGNORED:
            self.skip += 1
        elif tag == "svg":
            if self.depth > 1:
                raise PaintError("an <svg> inside the <svg> is not supported")
        elif tag == "defs":
            pass
        elif tag not in PAINTED:
            raise PaintError(f"<{tag}> is not in the supported subset of SVG; draw it with paths")
        elif not attributes.keys() <= PAINTED[tag]:
            unknown = ", ".join(sorted(attributes.keys() - PAINTED[tag]))
            raise PaintError(f"<{tag}> with {unknown} is not in the supported subset of SVG")
        elif self.text is not None:
            raise PaintError(f"<{tag}> inside <text> is not supported")
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
        """Record whether the operators that were just written need transparent resources."""
        self.waits = self.waits or any(map(self.document.resources.shows_through, needs))
        if self.waits and not self.transforms:
            self.flat, self.waits = self.written, False

    def styled(self, attributes: Attributes) -> Attributes:
        """Return the style that applies inside an element.

        Its own style overrides the inherited one; opacities are multiplied.
        """
        style = {**self.style, **attributes}
        if "opacity" in attributes:
            own = number(attributes["opacity"], "opacity") * number(self.style["opacity"])
            style["opacity"] = n(own)
        return style

    def placement(self, attributes: Attributes) -> str:
        """Return operators for an element's transform and clip."""
        ops = cm(transform(attributes["transform"])) if "transform" in attributes else ""
        if reference := attributes.get("clip-path"):
            ops += self.clip(reference)
        return ops

    def clip(self, reference: str) -> str:
        """Return the operators for a clip path; many elements may share one."""
        _, children, attributes = self.definition(reference, ("clipPath",))
        found = self.clips.get(attributes["id"])
        if found is None:
            rule = ""
            ops = []
            for tag, shape in children:
                if tag not in SHAPES:
                    raise PaintError(f"<{tag}> in <clipPath> is not supported")
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
            raise PaintError(
                f"'{reference}' does not refer to a {' or '.join(kinds)} defined above it"
            )
        return found

    def draw(self, tag: str, attributes: Attributes) -> None:
        """Draw a shape, a use or a picture.

        Equal elements with equal style are painted once.
        """
        if "data-field" in attributes:
            self.places.append(self.place(attributes))
            return
        local = "clip-path" in attributes or "url(" in attributes.get("fill", self.style["fill"])
        key = None if local else (tag, tuple(attributes.items()), self.style_key)
        found = self.document.remembered.get(key) if key else None
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
                self.document.remembered[key] = found
        forms = self.document.resources.forms
        self.write(found[0], 1 + sum(forms[each][0].marks for each in found[1] if each in forms))
        self.needs.update(found[1])
        self.see_through(found[1])

    def place(self, attributes: Attributes) -> FieldPlace:
        """Return the place of a form field: a rectangle that is not painted."""
        matrix: Matrix = (1, 0, 0, 1, 0, 0)
        for each in (attributes.get("transform", ""), *reversed(self.transforms)):
            matrix = times(matrix, transform(each))
        x, y, width, height = (
            number(attributes.get(name, "0"), name) for name in ("x", "y", "width", "height")
        )
        cm(matrix)  # raises an error for one that leads too far away
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
            check_dashes(path, style["stroke-dasharray"])
        if fill.startswith("url("):
            ops += self.gradient_fill(fill, path, style, needs)
            fill = "none"
        rule = "*" if style["fill-rule"] == "evenodd" else ""
        if fill != "none" and stroke != "none":
            ops += self.document.paint_with(fill) + self.stroke(style) + path + f"B{rule}\n"
        elif fill != "none":
            ops += self.document.paint_with(fill) + path + f"f{rule}\n"
        elif stroke != "none":
            ops += self.stroke(style) + path + "S\n"
        return f"q {before}{ops}Q\n" if before else undashed(ops, style)

    def stroke(self, style: Attributes) -> str:
        """Return the operators for a stroke's colour and style."""
        return self.document.paint_with(style["stroke"], stroke=True) + stroke_style(style)

    def outline(self, tag: str, attributes: Attributes) -> str:
        """Return the path operators of a shape."""
        get = attributes.get

        def length(name: str, default: str = "0") -> float:
            return number(get(name, default), name)

        if tag == "path":
            return self.document.path(get("d", ""))
        if tag == "rect":
            rx = length("rx", get("ry", "0"))
            return rectangle(
                length("x"), length("y"), length("width"), length("height"), rx, length("ry", n(rx))
            )
        if tag == "circle":
            return ellipse(length("cx"), length("cy"), length("r"), length("r"))
        if tag == "ellipse":
            return ellipse(length("cx"), length("cy"), length("rx"), length("ry"))
        if tag == "line":
            return f"{n(length('x1'))} {n(length('y1'))} m {n(length('x2'))} {n(length('y2'))} l "
        numbers = [number(each) for each in re.split(r"[\s,]+", get("points", "").strip()) if each]
        if len(numbers) % 2 or not numbers:
            raise PaintError(f"the points of <{tag}> are not pairs of numbers")
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
        name = self.document.state(fill, stroke)
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
        find = self.document.resources.space.of
        run = tuple(
            (_offset(stop), find(colour(stop.get("stop-color", "#000000")))) for _, stop in stops
        )
        if not 2 <= len(run) <= MOST_STOPS:
            raise PaintError(f"<{kind}> needs two stops or more, and at most {MOST_STOPS}")
        offsets = list(accumulate((min(max(offset, 0.0), 1.0) for offset, _ in run), max))
        run = tuple(zip(offsets, (stop for _, stop in run), strict=True))
        # The colour before the first stop is that stop's, and after the last stop the last one's.
        if offsets[0] > 0:
            run = ((0.0, run[0][1]), *run)
        if offsets[-1] < 1:
            run = (*run, (1.0, run[-1][1]))
        matrix = transform(attributes.get("gradientTransform", ""))
        name = self.document.shading(Gradient(tuple(coordinates), run, matrix))
        needs.add(name)
        rule = "*" if style["fill-rule"] == "evenodd" else ""
        return f"q {path}W{rule} n {cm(matrix)}/{name} sh Q "

    def use(self, attributes: Attributes, needs: set[str]) -> str:
        href = attributes.get("href") or attributes.get("xlink:href") or ""
        name = self.document.use_form(href[1:], self.shared) if href.startswith("#") else None
        if name is None:
            raise PaintError(f"<use> of '{href}': there is no such definition")
        needs.add(name)
        _, (left, top, right, bottom) = self.document.resources.forms[name]
        x, y = number(attributes.get("x", "0"), "x"), number(attributes.get("y", "0"), "y")
        scale = 1.0
        if "width" not in attributes or "height" not in attributes:
            x, y = x + left, y + top  # same scale; only the origin moves
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
        paint = "" if style["fill"] == "none" else self.document.paint_with(style["fill"])
        place = cm((scale, 0, 0, scale, x - left * scale, y - top * scale))
        return f"q {before}{paint}{place}/{name} Do Q\n"

    def image(self, attributes: Attributes, needs: set[str]) -> str:
        href = attributes.get("href") or attributes.get("xlink:href") or ""
        picture = self.document.picture(href)
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
        lettering = self.document.styles.get(key)
        if lettering is None:
            lettering = self.lettering(attributes)
            if "clip-path" not in attributes:
                self.document.styles[key] = lettering
        if lettering.anchor != "start":
            wide = lettering.face.width(text) * lettering.size / 1000
            wide += lettering.spacing * (len(text) - 1)
            x -= wide / 2 if lettering.anchor == "middle" else wide
        ops = lettering.fill + self.document.show(lettering, text, x, y)
        if lettering.face.gaps and missing_in(lettering.face, text):
            self.document.unset.append((lettering.face, text))
        self.write(f"q {lettering.before}{ops}Q\n" if lettering.before else ops, 1)
        self.needs.update(lettering.needs)
        self.see_through(lettering.needs)

    def lettering(self, attributes: Attributes) -> TextStyle:
        """Return the style of a `<text>` element."""
        needs: set[str] = set()
        style = self.styled(attributes)
        return TextStyle(
            self.face(style),
            number(style["font-size"], "font-size"),
            number(style["letter-spacing"], "letter-spacing"),
            style["text-anchor"],
            self.document.paint_text(style["fill"]),
            self.placement(attributes) + self.opacity(style, needs),
            tuple(needs),
        )

    def face(self, style: Attributes) -> FontFace:
        bold = style["font-weight"] in BOLD
        try:
            return self.document.fonts.face(
                style["font-family"].strip("'\""), bold, style["font-style"] == "italic"
            )
        except LookupError as error:
            raise PaintError(str(error.args[0])) from None


def _offset(stop: Attributes) -> float:
    text = stop.get("offset", "0")
    return number(text[:-1]) / 100 if text.endswith("%") else number(text)
