"""Templates drawn in Inkscape, whose named elements hold the fields of cards.

A text becomes text that is fitted into its box, in its style. A rectangle becomes a picture or an
icon; a rectangle named `cost-as-coin` becomes a row with `cost` coins. The module `conditions`
determines which elements are shown, and how often. The result is a template such as a designer
could write by hand. Elements that are not fields remain a drawing, below, between and above the
fields.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from generator.artwork import css
from generator.artwork.conditions import ConditionError, Scope, condition, loop, scope_of, shown
from generator.artwork.element_style import alignment, declared, look, painted_in
from generator.artwork.layers import CONTAINERS, UNPAINTED, numbered, part_named
from generator.artwork.text_to_path import inherited
from generator.artwork.tree import DrawingError, SvgDocument, SvgNode, parse
from generator.artwork.values import IDENTITY, colour, length, transform
from generator.artwork.views import View, view_of
from generator.core.geometry import Matrix, n, times
from generator.faces.face import DrawnTemplate
from generator.faces.lettering import VALIGNS
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Component
from validator.load.cards import card_fields
from validator.load.columns import plainly
from validator.load.fieldtypes import PLAIN
from validator.load.shape import Many, Shape, ShapeField, Whole

MM_PER_POINT = 25.4 / 72
SMALLEST = 5.0  # points, to which a text shrinks
LEAST = 0.6  # and to this part of its size at least
MARGIN = 3.0  # mm between a line and the edge of the trim
SAME = 0.6  # mm by which the drawing may differ from the trim
_BY_ITSELF = re.compile(r"(?:text|tspan|path|rect|g|layer|svg|use|image|flow\w*|defs)?[\d-]*")
_PLAIN = re.compile(r"[\w .&+-]+")
_ROW = re.compile(r"(.+)-as-([a-z0-9][a-z0-9-]*)")
_TEXT_SHADOW = re.compile(r"(-?[\d.]+(?:px|mm)?) +(-?[\d.]+(?:px|mm)?) +(#\w+|[a-z]+)")
_SHAPE = re.compile(r"url\(['\"]?#([^)'\"]+)['\"]?\)")
_GENERIC = {"serif": "text", "sans-serif": "label", "sans": "label"}


@dataclass(frozen=True)
class _Bound:
    """An element that shows a field.

    For a row of icons, `icon` is their name.
    """

    node: SvgNode
    name: str
    value: str  # the expression that a template prints
    shape: Shape
    optional: bool
    icon: str = ""


def template_of(
    data: bytes, file: str, name: str, component: Component, families: Collection[str]
) -> DrawnTemplate:
    """Return the template made from a drawing.

    `file` is the drawing's name in messages, and `name` its path in the game's folder.
    `families` are the available typefaces and their roles.
    """
    try:
        return _DrawingReader(data, file, name, component, families).template()
    except DrawingError as error:
        return DrawnTemplate("", [Problem(Location(file, error.line, 1), str(error), "template")])


class _DrawingReader:
    """Reads one drawing for one component."""

    def __init__(
        self, data: bytes, file: str, name: str, component: Component, families: Collection[str]
    ) -> None:
        self.file = file
        self.name = name
        self.size = component.size
        self.families = {each.lower(): each for each in families if _PLAIN.fullmatch(each)}
        self.fields: dict[str, ShapeField] = {**card_fields("original"), **component.fields}
        self.scope: Scope = scope_of(self.fields, "card")
        self.problems: list[Problem] = []
        self.document: SvgDocument = parse(data)
        css.style(self.document)
        self.view: View = view_of(self.document.root)
        self.beyond = self._beyond()

    def say(self, node: SvgNode, message: str) -> None:
        self.problems.append(Problem(Location(self.file, node.line, 1), message, "template"))

    def _beyond(self) -> float:
        """Return how far the drawing extends beyond the trimmed card, in mm."""
        size, view = self.size, self.view
        wide, high = (view.wide - size.width) / 2, (view.high - size.height) / 2
        if abs(wide - high) > SAME or not -SAME / 2 <= wide <= 10:
            self.say(
                self.document.root,
                f"the drawing is {view.wide:.4g} x {view.high:.4g}"
                f" mm, but the card is {size.width:g} x {size.height:g} mm; draw it at the "
                f"card's size (in Inkscape: File, "
                "Document Properties), or with the same bleed on all sides",
            )
        return max(wide, 0.0) if abs(wide) > SAME / 2 else 0.0

    # ---- which elements hold fields

    def template(self) -> DrawnTemplate:
        numbers = numbered(self.document)
        parts = [self._ground()]
        begin = 0
        for number, then, code in self._codes(self.document.root, self.scope, numbers):
            parts.append(self._part(begin, number - 1, numbers))
            parts.append(code)
            begin = then
        parts.append(self._part(begin, len(numbers), numbers))
        head = '{% extends "shared/face.svg.j2" %}\n{% block face %}\n'
        source = head + "".join(parts) + "{% endblock %}\n"
        return DrawnTemplate(source, self.problems)

    def _codes(
        self, node: SvgNode, scope: Scope, numbers: dict[SvgNode, int]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield template code for elements, each with the numbers of its first and its next
        element.

        The code of a condition or a loop is placed before and after its element.
        """
        if node.tag in UNPAINTED or node.style.get("display") == "none":
            return
        number = numbers[node]
        end = number + sum(1 for _ in node.walk())
        opened, closed, scope = self._around(node, scope)
        if opened:
            yield number, number, opened
        if node.tag in CONTAINERS:
            for child in node.children:
                yield from self._codes(child, scope, numbers)
        elif bound := self._bound(node, scope):
            yield number, end, self._code(bound)
        if closed:
            yield end, end, closed

    def _around(self, node: SvgNode, scope: Scope) -> tuple[str, str, Scope]:
        """Return the template lines before and after an element, and the names that are known
        inside it.
        """
        said = shown(node)
        opened = closed = ""
        try:
            if said.condition:
                opened = f"{{% if {condition(said.condition, scope)} %}}\n"
                closed = "{% endif %}\n"
            if said.each:
                loop_ = loop(said.each, scope, self.fields, node.names.get("step", ""))
                opened, closed, scope = opened + loop_.begin, loop_.end + closed, loop_.scope
        except ConditionError as error:
            self.say(node, str(error))
            return "", "", scope
        return opened, closed, scope

    def _painted(self, node: SvgNode) -> Iterator[SvgNode]:
        """Yield the painted elements, except those inside elements that show a field."""
        if node.tag in UNPAINTED or node.style.get("display") == "none":
            return
        if node.tag in CONTAINERS:
            for child in node.children:
                yield from self._painted(child)
        else:
            yield node

    def _bound(self, node: SvgNode, scope: Scope) -> _Bound | None:
        said = node.names.get("field", "")
        for name in (said, shown(node).name, node.attributes.get("id", "")):
            row = _ROW.fullmatch(name)
            found = scope.get(plainly(row[1] if row else name)) if name else None
            if found is None and plainly(name) == "art":
                pictures = (each for each in scope.values() if each.field.shape == PLAIN["picture"])
                found = next(pictures, None)
            if found is not None:
                value, entry = found
                icon = row[2] if row else node.names.get("icon", "")
                if not re.fullmatch(r"[\w-]*", icon):
                    self.say(
                        node, f"'{icon}' cannot name an icon; expected letters, digits, - and _"
                    )
                    return None
                own = value.rpartition(".")[2]
                return _Bound(node, own, value, entry.shape, not entry.needed, icon)
            if name == said and said:
                self.say(node, f"the deck has no field '{said}'{did_you_mean(said, self.fields)}")
                return None
            near = did_you_mean(name, self.fields) if node.tag == "text" else ""
            if name and not _BY_ITSELF.fullmatch(name) and near.startswith("; did"):
                self.say(node, f"no field is named '{name}'{near}")
                return None
        if node.tag == "rect" and re.fullmatch(r"[a-z0-9][a-z0-9-]*", node.names.get("icon", "")):
            icon = node.names["icon"]
            return _Bound(node, icon, f"'{icon}'", PLAIN["icon"], False)
        return self._same_text(node)

    def _same_text(self, node: SvgNode) -> _Bound | None:
        """Return the text of an element that is the same on all cards and flows in a rectangle,
        or None.
        """
        if node.tag != "text" or not _SHAPE.search(declared(node, "shape-inside")):
            return None
        if any("x" in each.attributes for each in node.walk()):
            return None
        words = " ".join(" ".join(part for each in node.walk() for part in each.texts).split())
        return _Bound(node, "", json.dumps(words), PLAIN["text"], False)

    # ---- where they are

    def _matrix(self, node: SvgNode) -> Matrix:
        """Return the matrix from an element's own units to mm from the corner of the trimmed
        card.
        """
        matrix = IDENTITY
        above: SvgNode | None = node
        while above is not None:
            matrix = times(matrix, transform(above.style.get("transform", "")))
            above = above.parent
        view = self.view
        scale = view.wide / view.width
        down = view.high / view.height
        return times(
            matrix, (scale, 0, 0, down, -view.x * scale - self.beyond, -view.y * down - self.beyond)
        )

    def _placed(self, code: Callable[[float, float, float], str], at: Matrix) -> str:
        """Return template code that places `code` with the position, rotation and scale of its
        element.
        """
        a, b, _, _, e, f = at
        scale = math.hypot(a, b)
        angle = math.degrees(math.atan2(b, a))
        if abs(angle) < 0.01:
            return code(e, f, scale)
        turn = f'<g transform="translate({n(e)} {n(f)}) rotate({n(angle)})">'
        return f"{turn}{code(0.0, 0.0, scale)}</g>"

    def _side(self, node: SvgNode, name: str) -> float:
        whole = self.view.width if name in ("x", "width") else self.view.height
        return length(node.attributes.get(name, "0"), whole)

    # ---- what they become

    def _code(self, bound: _Bound) -> str:
        node, shape = bound.node, bound.shape
        value = bound.value
        if isinstance(shape, Many) and node.tag == "text":
            value = f"{value}|join(', ')"
        if node.tag == "text":
            drawn = self._text(node, value)
        elif node.tag in ("rect", "image"):
            drawn = self._box(bound, value)
        else:
            self.say(node, f"<{node.tag}> cannot show '{bound.name}'; draw a text or a rectangle")
            return ""
        drawn += "\n"
        if bound.optional and bound.name not in ("id", "copies", "source"):
            return f"{{% if {bound.value} is not none %}}\n{drawn}{{% endif %}}\n"
        return drawn

    def _box(self, bound: _Bound, value: str) -> str:
        node, shape = bound.node, bound.shape
        left, top, wide, high = (self._side(node, each) for each in ("x", "y", "width", "height"))
        row = isinstance(shape, Many) and shape.of == PLAIN["icon"]
        number = isinstance(shape, Whole)

        def code(x: float, y: float, scale: float) -> str:
            x, y, w, h = x + left * scale, y + top * scale, wide * scale, high * scale
            if shape == PLAIN["picture"]:
                return f"{{{{ picture({value}, {n(x)}, {n(y)}, {n(w)}, {n(h)}) }}}}"
            size = min(w, h)
            fill = self._fill(node)
            if shape == PLAIN["icon"]:
                x, y = x + (w - size) / 2, y + (h - size) / 2
                return f"{{{{ icon({value}, {n(x)}, {n(y)}, {n(size)}{fill}) }}}}"
            many = f"({value}|length)" if row else value
            step = f"min({n(size * 1.1)}, {n(w - size)} / max({many} - 1, 1))"
            icon = f"{value}[place]" if row else f"'{bound.icon}'"
            return (
                f"{{% for place in range({many}) %}}"
                f"{{{{ icon({icon}, {n(x)} + place * {step}, {n(y)}, {n(size)}{fill}) }}}}"
                "{% endfor %}"
            )

        if not (shape in (PLAIN["picture"], PLAIN["icon"]) or row or (number and bound.icon)):
            what = (
                "to repeat an icon, name the rectangle as in 'cost-as-coin'"
                if number
                else "use a text"
            )
            self.say(node, f"a rectangle cannot show '{bound.name}', which is {shape.name}; {what}")
            return ""
        return self._placed(code, self._matrix(node))

    def _fill(self, node: SvgNode) -> str:
        fill = painted_in(node, "none")
        return f", fill='{fill}'" if fill else ""

    def _text(self, node: SvgNode, value: str) -> str:
        first = next((each for each in node.walk() if each.tag == "tspan"), node)
        style = inherited(node) | inherited(first)
        em = length(style.get("font-size", "16"), 16.0)
        family = self._family(node, style.get("font-family", ""))
        options = [f"font='{family}'", *look(first, style)]
        broad = 0.0
        if outline := painted_in(first, "none", "stroke"):
            options.append(f"outline='{outline}'")
            broad = length(style.get("stroke-width", "1"), 0.0, em) / 2
        shadow = self._shadow(node, first)
        box = self._text_box(node)
        align = alignment(node, style, box is not None)
        if align != "left":
            options.append(f"align='{align}'")

        least_said = self._number(node, "least", "a size in points, such as 7")
        wide_said = self._number(node, "width", "the greatest width of the line, such as 40")
        if vertical := self._vertical(node, box is not None):
            options.append(f"valign='{vertical}'")

        def code(x: float, y: float, scale: float) -> str:
            size = em * scale / MM_PER_POINT
            least = min(size, least_said or max(SMALLEST, size * LEAST))
            sizes = f"size={n(size)}, min={n(least)}"
            line = [f"outline_width={n(broad * scale)}"] if broad else []
            dark = [f"shadow='{shadow[0]}', shadow_x={n(shadow[1] * scale)}, "
                    f"shadow_y={n(shadow[2] * scale)}"] if shadow else []  # fmt: skip
            more = ", ".join([sizes, *options, *line, *dark])
            if box is not None:
                left, top, wide, high = (each * scale for each in box)
                place = f"{n(x + left)}, {n(y + top)}, {n(wide)}, {n(high)}"
                return f"{{{{ text({value}, {place}, {more}) }}}}"
            origin = first if "x" in first.attributes else node
            along, down = (self._first(origin, name) * scale for name in ("x", "y"))
            left, base = x + along, y + down
            room = max(wide_said * scale or self._room(left, align), size * MM_PER_POINT)
            return f"{{{{ line({value}, {n(left)}, {n(base)}, {n(room)}, {more}) }}}}"

        return self._placed(code, self._matrix(node))

    def _room(self, at: float, align: str) -> float:
        """Return how wide a line may be that is aligned to `at`."""
        if align == "center":
            return 2 * min(at, self.size.width - at) - 2 * MARGIN
        return (at if align == "right" else self.size.width - at) - MARGIN

    def _number(self, node: SvgNode, name: str, expected: str) -> float:
        """Return the number in one of Pieria's own attributes, such as `pieria:least`; 0 if
        missing.
        """
        said = node.names.get(name, "")
        if said and not re.fullmatch(r"\d{1,4}(\.\d+)?", said):
            self.say(node, f"pieria:{name} is '{said}'; expected {expected}")
            return 0.0
        return float(said or 0)

    def _vertical(self, node: SvgNode, boxed: bool) -> str:
        """Return the vertical position of a text in its rectangle, from `pieria:vertical`.

        An empty string means the top.
        """
        said = node.names.get("vertical", "")
        if said and said not in VALIGNS:
            listed = f"{', '.join(VALIGNS[:-1])} or {VALIGNS[-1]}"
            self.say(node, f"pieria:vertical is '{said}'; expected {listed}")
            return ""
        if said and not boxed:
            self.say(node, "pieria:vertical applies only to text that flows in a rectangle")
            return ""
        return said

    def _shadow(self, *nodes: SvgNode) -> tuple[str, float, float] | None:
        """Return the colour of a text's shadow, and its offset to the right and down."""
        said = next(filter(None, (declared(each, "text-shadow") for each in nodes)), "none")
        if said == "none":
            return None
        found = _TEXT_SHADOW.fullmatch(said)
        if found is None:
            self.say(nodes[0], f"text-shadow is '{said}'; expected two lengths and a colour, such "
                     "as 0.3px 0.3px black")  # fmt: skip
            return None
        return colour(found[3])[0], length(found[1], 0.0), length(found[2], 0.0)

    def _first(self, node: SvgNode, name: str) -> float:
        """Return the first of the positions in an attribute of a text, such as `x`."""
        said = node.attributes.get(name, "0").replace(",", " ").split()
        return length(said[0], 0.0) if said else 0.0

    def _text_box(self, node: SvgNode) -> tuple[float, float, float, float] | None:
        """Return the box of a text that flows in a rectangle, or None for another text.

        It is in the text's own units.
        """
        said = node.style.get("shape-inside") or declared(node, "shape-inside")
        found = _SHAPE.search(said)
        shape = self.document.by_id.get(found[1]) if found else None
        if shape is None:
            return None
        if shape.tag != "rect":
            self.say(node, f"the text flows in a <{shape.tag}>; let it flow in a rectangle")
            return None
        left, top, wide, high = (self._side(shape, each) for each in ("x", "y", "width", "height"))
        return left, top, wide, high

    def _family(self, node: SvgNode, said: str) -> str:
        """Return the typeface of a text: the first available one in its style's list of names."""
        names = [each.strip(" '\"") for each in said.split(",") if each.strip(" '\"")]
        for name in names:
            if found := self.families.get(name.lower()):
                return found
            if role := _GENERIC.get(name.lower()):
                return role
        if names:
            hint = did_you_mean(names[0], self.families.values())
            near = hint if hint.startswith("; did") else ""
            self.say(node, f"there is no typeface '{names[0]}'{near}; name its file under "
                     "`fonts:` of the theme, or choose another")  # fmt: skip
        return "text"

    # ---- the rest of the drawing

    def _ground(self) -> str:
        """Return the colour of a rectangle that fills the drawing.

        This colour is then extended into the bleed.
        """
        for node in self._painted(self.document.root):
            if node.tag != "rect" or self.beyond or shown(node).condition or shown(node).each:
                return ""
            wide, high = self._side(node, "width"), self._side(node, "height")
            fill = painted_in(node, "#000000")
            a, _, _, d, _, _ = self._matrix(node)
            fills = wide * a >= self.size.width - SAME and high * d >= self.size.height - SAME
            if not fills or not fill:
                return ""
            return (
                '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}" '
                f'height="{{{{ height + 2 * bleed }}}}" fill="{fill}"/>\n'
            )
        return ""

    def _part(self, first: int, last: int, numbers: dict[SvgNode, int]) -> str:
        """Return a drawing of the elements with numbers in a range, or an empty string."""
        here = [node for node in self._painted(self.document.root)
                if first <= numbers[node] <= last]  # fmt: skip
        if not here:
            return ""
        start, beyond = n(-self.beyond), n(2 * self.beyond)
        return (
            f"{{{{ picture('{part_named(self.name, first, last)}', {start}, {start}, "
            f"width + {beyond}, height + {beyond}) }}}}\n"
        )
