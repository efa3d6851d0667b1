"""Finds the lines of a template with code that draw each part of a card, and the positions of these
parts.

The template is rendered with marks: each shape that it writes, and each call of a drawing function,
is marked with the number of its place in the source.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.core.geometry import Matrix, Point, point_on, times
from generator.core.svg import Attributes, PaintError, read_svg
from generator.drawing.svg_pass import BOLD, SHAPES
from generator.drawing.values import number, transform
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook
from generator.faces.renderer import Renderer
from generator.faces.templates import TemplateError
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.studio.tables import EditError
from generator.verify.bounds import bounds_of
from generator.verify.frames import corners, place_of_use
from validator.core.model import Card, Component, Game
from validator.core.resources import resource

MARK = "data-written"
MOST_BOXES = 400
UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NO_DRAWING = ("rule", "field", "polar")  # functions that return no shapes
_TOKEN = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<!--.*?-->|</?[A-Za-z][\w:-]*|/?>", re.DOTALL)
_CALL = re.compile(r"\{\{-?\s*([\w.]+)\s*(\(?)")
_SET = re.compile(r"\{%-?\s*set\s+(\w+)\s*=\s*([\w.]+)\s*\(")
_ALIAS = re.compile(r"\{%-?\s*import\s+\S+\s+as\s+(\w+)")
_FIELD = re.compile(r"\bcard\.(?:fields\.)?(\w+)")
_NAMED = {"line": "line of text", "text": "text in a box", "curve": "text on a curve"}


@dataclass(frozen=True)
class Place:
    """Where a template writes an element: its file and line, and the type of the element."""

    file: str
    line: int
    kind: str
    field: str
    code: str


@dataclass
class Drawn:
    """An occurrence of an element on a card: its place in the source, and its outline."""

    place: int
    points: list[Point] = field(default_factory=list)


def written_in(game: Game, component: Component, card: Card, template: str) -> list[dict[str, Any]]:
    """Return the elements of a card that a template with code draws, the topmost first.

    Each has its box in mm, and the file and line that write it. Raises TemplateError or PaintError.
    """
    try:
        return _rendered(game, component, card, template, calls=True)
    except (TemplateError, PaintError):  # perhaps a marked macro returns something else
        return _rendered(game, component, card, template, calls=False)


def _rendered(
    game: Game, component: Component, card: Card, template: str, calls: bool
) -> list[dict[str, Any]]:
    kit = KitRenderer(game, Options())
    renderer = kit.renderer
    drawing = _drawing(renderer) if calls else set()
    places: list[Place] = []
    for name in _names(renderer):
        text = _marked(renderer.templates.source(name), name, drawing, places)
        renderer.templates.made(name, text, name)
    return [*_elements(renderer.face(component, card, template), kit.fonts, places)]


def source_of(game: Game, template: str) -> tuple[str, bool]:
    """Return the text of a template, and whether the project owns it, so that it can be edited."""
    for folder, own in ((game.folder, True), (resource("templates") / game.templates, False)):
        file = folder / "templates" / template if own else folder / template
        with suppress(OSError, UnicodeDecodeError):
            return file.read_text("utf-8"), own
    return "", False


def own_template(game: Game, name: str) -> Path:
    """Return the file of one of the project's own templates. Raises EditError."""
    file = game.folder / "templates" / name
    home = (game.folder / "templates").resolve()
    if not file.is_file() or not file.resolve().is_relative_to(home):
        raise EditError(f"{name} is not in the project's own templates")
    return file


def _names(renderer: Renderer) -> list[str]:
    """Return the names of the game's templates."""
    folders = [each for each in renderer.templates.folders if each.is_dir()]
    found = (file.relative_to(each).as_posix() for each in folders for file in each.rglob("*.j2"))
    return sorted({*found})


def _drawing(renderer: Renderer) -> set[str]:
    return {name for name in renderer.templates.functions if name not in _NO_DRAWING}


def _marked(source: str, file: str, drawing: Container[str], places: list[Place]) -> str:
    """Return a template whose shapes and calls bear the number of their place."""
    aliases = set(_ALIAS.findall(source)) if drawing else set()
    held = {name for name, head in _SET.findall(source) if head in drawing}
    lines = source.splitlines()
    made: list[str] = []
    last, tag, in_text = 0, False, False

    def mark(at: int, kind: str, code: str) -> int:
        line = source.count("\n", 0, at) + 1
        found = _FIELD.search(code)
        written = lines[line - 1].strip()[:400]
        places.append(Place(file, line, kind, found[1] if found else "", written))
        return len(places) - 1

    for token in _TOKEN.finditer(source):
        said, start = token[0], token.start()
        made.append(source[last:start])
        last = token.end()
        if said.startswith("{{") and not tag and not in_text:
            call = _CALL.match(said)
            head = call[1] if call else ""
            drawn = call and (head in drawing if call[2] else head in held)
            if drawn or (call and call[2] and head.split(".")[0] in aliases and "." in head):
                kind = _NAMED.get(head, head.split(".")[-1])
                said = f'<g {MARK}="{mark(start, kind, said)}">{said}</g>'
        elif said[0] == "<" and said[:2] not in ("</", "<!"):
            tag, name = True, said[1:]
            in_text = in_text or name == "text"
            if name in SHAPES or name in ("text", "use", "image"):
                until = source.find(">", start)
                said += f' {MARK}="{mark(start, name, source[start:until])}"'
        elif said in (">", "/>"):
            tag = False
        elif said == "</text":
            tag, in_text = True, False
        elif said[:2] == "</":
            tag = True
        made.append(said)
    return "".join([*made, source[last:]])


def _elements(
    face: RenderedFace, fonts: FontBook, places: list[Place]
) -> Iterator[dict[str, Any]]:  # fmt: skip
    reader = _BoxReader(face, fonts)
    read_svg(face.svg, reader)
    for index, drawn in reversed([*enumerate(reader.drawn[:MOST_BOXES])]):
        if not drawn.points:
            continue
        place, box = places[drawn.place], bounds_of(drawn.points)
        size = (box.left, box.top, box.right - box.left, box.bottom - box.top)
        yield {
            "index": index, "name": place.field or place.kind, "kind": place.kind,
            "field": place.field, "group": place.file, "file": place.file, "line": place.line,
            "code": place.code, "box": [round(each, 2) for each in size], "fixed": "code",
            "style": {}, "words": None, "icon": "", "unsized": "",
        }  # fmt: skip


class _BoxReader:
    """Reads the points around each marked element of a face."""

    def __init__(self, face: RenderedFace, fonts: FontBook) -> None:
        self.shared = face.shared
        self.fonts = fonts
        self.drawn: list[Drawn] = []
        self.open: list[tuple[Matrix, Drawn | None, bool, Attributes]] = [
            (UNMOVED, None, False, {})
        ]
        self.words: list[str] = []

    def start(self, tag: str, attributes: Attributes) -> None:
        matrix, drawn, hidden, style = self.open[-1]
        if "transform" in attributes:
            matrix = times(transform(attributes["transform"]), matrix)
        if MARK in attributes and drawn is None:
            drawn = Drawn(int(attributes[MARK]))
            self.drawn.append(drawn)
        hidden = hidden or tag in ("defs", "clipPath")
        self.open.append((matrix, drawn, hidden, style | attributes))
        self.words = []
        if drawn is not None and not hidden:
            points = self._points(tag, attributes)
            drawn.points += [point_on(matrix, x, y) for x, y in points]

    def end(self, tag: str) -> None:
        matrix, drawn, hidden, style = self.open.pop()
        if tag == "text" and drawn is not None and not hidden:
            x, y, size = (number(style.get(each, "0")) for each in ("x", "y", "font-size"))
            wide = self._width("".join(self.words), style) * size / 1000
            left = x - wide * {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", ""), 0.0)
            rectangle = _around(left, y - 0.75 * size, wide, size)
            drawn.points += [point_on(matrix, *each) for each in rectangle]

    def characters(self, data: str) -> None:
        self.words.append(data)

    def instruction(self, _target: str, _data: str) -> None: ...

    def _width(self, words: str, style: Attributes) -> float:
        family = style.get("font-family", "").strip("'\"")
        bold, italic = style.get("font-weight") in BOLD, style.get("font-style") == "italic"
        try:
            return self.fonts.face(family, bold, italic).width(words)
        except LookupError:
            return 500.0 * len(words)

    def _points(self, tag: str, attributes: Attributes) -> list[Point]:
        def read(name: str) -> float:
            return number(attributes.get(name, "0"))

        if tag in ("rect", "image"):
            return _around(read("x"), read("y"), read("width"), read("height"))
        if tag in ("circle", "ellipse"):
            rx, ry = (read("r"),) * 2 if tag == "circle" else (read("rx"), read("ry"))
            return _around(read("cx") - rx, read("cy") - ry, 2 * rx, 2 * ry)
        if tag == "path":
            return [*corners(attributes.get("d", ""))]
        if tag == "line":
            return [(read("x1"), read("y1")), (read("x2"), read("y2"))]
        if tag in ("polyline", "polygon"):
            said = [number(each) for each in attributes.get("points", "").replace(",", " ").split()]
            return [*zip(said[::2], said[1::2], strict=False)]
        known = self.shared.get(attributes.get("href", "")[1:]) if tag == "use" else None
        if known is None:
            return []
        left, top, right, bottom = known.box
        matrix = place_of_use(known, attributes)
        return [point_on(matrix, *each) for each in _around(left, top, right - left, bottom - top)]


def _around(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x, y + high), (x + wide, y + high)]
