"""Draws resources that faces share: icons, theme symbols, art, pictures and drawings."""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, Protocol

from markupsafe import Markup

from generator.assets.emoji import AUTHOR, LICENCE, NAMED, SET, SHIPPED, emoji_files, picture_of
from generator.core.geometry import n
from generator.core.memo import Memo
from generator.core.svg import PaintError
from generator.faces.face import Box, Definition, DrawnTemplate, FaceElement, quoted, root_of
from generator.faces.limits import NoneValueError
from generator.faces.sandbox import CALL
from generator.faces.templates import Templates
from generator.faces.usage import Icon, Usage
from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.model import Component, Theme

_SHARED = re.compile(r"#((?:art|icon|drawing)-[\w-]+)")  # however it is quoted
FITS = ("slice", "meet")  # how a picture fills its box
DRAWING = ".svg"  # how names of a game's drawings end


class PaintedDrawing(Protocol):
    """A drawing from the game's folder, ready to be painted; its view box begins at 0, 0."""

    @property
    def svg(self) -> str: ...

    @property
    def width(self) -> float:
        """The width of the drawing's view box."""

    @property
    def height(self) -> float: ...

    @property
    def wide(self) -> float:
        """The width in mm that the drawing declares."""

    @property
    def high(self) -> float: ...

    @property
    def colours(self) -> tuple[str, ...]:
        """All colours of the drawing, or an empty tuple if it contains pictures, whose colours
        are unknown.
        """

    @property
    def note(self) -> str:
        """Why the drawing became a picture, or an empty string if it did not."""


class Drawings(Protocol):
    """The drawings of a game's folder."""

    def template(
        self, name: str, file: str, component: Component, families: Collection[str]
    ) -> DrawnTemplate:
        """Return the template that a drawing defines for a component."""

    def drawn(self, name: str, wide: float = 0.0, high: float = 0.0) -> PaintedDrawing:
        """Return the drawing called `name`, to be shown `wide` by `high` mm. Raises ValueError."""


@lru_cache(maxsize=1000)
def shared_in(svg: str) -> frozenset[str]:
    """Return the art and icons that an SVG source refers to."""
    return frozenset(_SHARED.findall(svg))


class Symbols:
    """Draws the icons, art and pictures of one game's faces."""

    def __init__(
        self,
        theme: Theme,
        colour: FrozenMap,
        templates: Templates,
        usage: Usage,
        memo: Memo,
        drawings: Callable[[], Drawings] | None = None,
    ) -> None:
        self.theme = theme
        self.colour = colour
        self.ink = str(colour["ink"]) if "ink" in colour else "#000000"
        self.templates = templates
        self.usage = usage
        self.memo = memo
        self.drawings = drawings  # called when the first one is needed
        self.art_drawn: dict[str, Definition] = {}
        self.origins: dict[str, str] = {}  # id of art -> the drawing that it was made of
        self._own_icons: dict[str, str] = {}  # name -> file of the game's folder; empty: none
        self._library: list[str] = []  # a line for each icon, sorted
        self._art_ids: dict[tuple[object, ...], str] = {}
        self._art_reads: dict[str, set[str]] = {}
        self._art_asked: dict[str, dict[tuple[Any, ...], None]] = {}
        self._elements: dict[tuple[object, ...], FaceElement] = {}
        self._carried: dict[frozenset[str], dict[str, Definition]] = {}

    # ---- icons

    def icon(
        self,
        name: str | None,
        x: float,
        y: float,
        size: float,
        fill: str | None = None,
        **more: object,
    ) -> Markup:
        """Return an icon in a square of `size` mm whose top left corner is x, y.

        Theme symbols have their own colour. `rotate` rotates the icon about its centre; `opacity`
        is as in SVG.
        """
        if name is None:
            raise NoneValueError
        self.asked_for("icon", name)
        key = (name, x, y, size, fill, *more.items())
        drawn = self._elements.get(key)
        if drawn is None:
            drawn = self._elements[key] = self._draw_icon(name, x, y, size, fill, more)
        return self._marked(drawn)

    def _draw_icon(
        self, name: str, x: float, y: float, size: float, fill: str | None, more: dict[str, object]
    ) -> FaceElement:
        tag, colour = "use", self._role(name)
        if file := self._own_icon(name):
            attributes = self._place_icon(file, x, y, size, fill or colour or self.ink)
            tag = "image" if "preserveAspectRatio" in attributes else tag
        else:
            shape = self._icon(name)
            attributes = {"href": f"#icon-{shape.name}", "x": n(x), "y": n(y)}
            attributes |= {"width": n(size), "height": n(size)}
        if rotate := more.pop("rotate", 0):
            attributes["transform"] = f"rotate({rotate} {n(x + size / 2)} {n(y + size / 2)})"
        for key, value in more.items():
            attributes[key.replace("_", "-")] = str(value)
        if not file:
            attributes["fill"] = str(fill or colour or self.ink)
        return FaceElement(tag, attributes)

    def shape(self, name: str) -> tuple[str, float] | None:
        """Return an icon's path data, and the side of the square that it is drawn in.

        Returns None if the icon is a drawing of the game.
        """
        self.asked_for("icon", name)
        if self._own_icon(name):
            return None
        shape = self._icon(name)
        return shape.d, shape.box

    def inline(
        self, name: str, x: float, base: float, em: float, fill: str, colour: str = ""
    ) -> FaceElement:
        """Return an icon in a line of text.

        Its colour is `colour`, or else that of the theme symbol, or else `fill`.
        """
        self.asked_for("icon", name)
        place = (x + 0.04 * em, base - 0.8 * em, 0.92 * em)
        drawn = self._draw_icon(name, *place, colour or self._role(name) or fill, {})
        # The colours of the game's own icons cannot be chosen.
        if not self._own_icon(name).startswith(SHIPPED):
            drawn.name = name
        return drawn

    def has_emoji(self, name: str, ours: bool) -> bool:
        """Return whether the game, or with `ours` Pieria, has a picture of an emoji."""
        file = self._own_icon(name)
        return bool(file) and (ours or not file.startswith(SHIPPED))

    def takes_colour(self, name: str) -> bool:
        """Return whether an icon has a single colour that can be replaced."""
        file = self._own_icon(name)
        return not file or self._is_plain(file)

    def _is_plain(self, file: str) -> bool:
        """Return whether a picture has one colour and does not belong to a coloured set."""
        own = file.lower().endswith(DRAWING) and not file.startswith(SHIPPED)
        return own and len(self._drawn(file).colours) == 1

    def charge(self, calls: int) -> None:
        """Count the work of `calls` calls. Raises LimitExceededError."""
        self.templates.environment.charge(calls * CALL)

    def asked_for(self, kind: str, key: str) -> None:
        """Record an input that the face depends on, by its type and key."""
        self.templates.environment.asked[kind, key] = None

    def _marked(self, element: FaceElement) -> Markup:
        return str.__new__(Markup, self.templates.environment.mark(element))

    def _role(self, name: str) -> str:
        """Return the colour of a symbol of the theme, or an empty string if it has none."""
        symbols = self.theme.symbols
        role = symbols[name].colour if name in symbols else ""
        return str(self.colour[role]) if role else ""

    def use_icon(self, name: str) -> None:
        """Prepare an icon so that faces can refer to it."""
        if not self._own_icon(name):
            self._icon(name)

    def _icon(self, name: str) -> Icon:
        """Return an icon of the library, by its name or the name of a symbol."""
        symbols = self.theme.symbols
        if name in symbols:
            name = symbols[name].icon
        icon = self.usage.icons.get(name)
        if icon is None:
            icon = self.usage.icons[name] = self._library_icon(name)
        return icon

    # ---- icons of the game's own

    def _own_icon(self, name: str) -> str:
        """Return the file of an icon with its own colours.

        It is the file of a symbol, a file in the game's `icons/`, or a shipped emoji.
        """
        known = self._own_icons.get(name)
        if known is None:
            symbol = self.theme.symbols.get(name)
            known = symbol.file if symbol else ""
            folder = self.usage.game.folder / "icons"
            if not symbol and folder.is_dir() and re.fullmatch(r"[\w.+-]+", name):
                stems = emoji_files(name) if name.startswith(NAMED) else [name]
                files = (f"{stem}{suffix}" for stem in stems for suffix in (DRAWING, ".png"))
                known = next((f"icons/{each}" for each in files if (folder / each).is_file()), "")
            if not known and name.startswith(NAMED):
                known = picture_of(name.removeprefix(NAMED))
            self._own_icons[name] = known
        return known

    def _place_icon(self, file: str, x: float, y: float, size: float, fill: str) -> dict[str, str]:
        """Return the attributes of the element that shows an icon.

        Icons with a single colour may get another one.
        """
        place = {"x": n(x), "y": n(y), "width": n(size), "height": n(size)}
        if file.startswith(SHIPPED):
            self.usage.icons[file] = Icon(file, "", 0.0, AUTHOR, LICENCE, SET)  # for the credits
        if not file.lower().endswith(DRAWING):
            return {"href": file} | place | {"preserveAspectRatio": "xMidYMid meet"}
        drawn = self._drawn(file, size, size)
        svg = drawn.svg
        if self._is_plain(file):
            svg = svg.replace(f'"{drawn.colours[0]}"', quoted(fill))
        return {
            "href": f"#{self._defined(file, svg, (0.0, 0.0, drawn.width, drawn.height))}"
        } | place

    # ---- drawings

    def _drawn(self, file: str, wide: float = 0.0, high: float = 0.0) -> PaintedDrawing:
        if self.drawings is None:
            raise LookupError(f"drawings such as '{file}' cannot be printed here")
        self.charge(1)
        drawn = self.drawings().drawn(file, wide, high)
        if drawn.note:
            self.usage.note(file, drawn.note)
        return drawn

    def _defined(self, file: str, svg: str, box: Box) -> str:
        """Return the id of a shared drawing that is made from a file or a part of it."""
        id_ = f"drawing-{hashlib.sha256(f'{box} {svg}'.encode()).hexdigest()[:12]}"
        self.art_drawn[id_] = Definition(svg, box)
        self.origins[id_] = file
        return id_

    def _place_drawing(
        self, file: str, x: float, y: float, width: float, height: float, fit: str
    ) -> FaceElement:
        """Return a drawing in a box.

        If it is made to fill the box, the excess is cut off.
        """
        drawn = self._drawn(file, width, height)
        left = top = 0.0
        wide, high = drawn.width, drawn.height
        if fit != "meet" and width > 0 and height > 0:
            wide, high = min(wide, high * width / height), min(high, wide * height / width)
            left, top = (drawn.width - wide) / 2, (drawn.height - high) / 2
        id_ = self._defined(file, drawn.svg, (left, top, left + wide, top + high))
        places = {"x": n(x), "y": n(y), "width": n(width), "height": n(height)}
        return FaceElement("use", {"href": f"#{id_}"} | places)

    def _library_icon(self, name: str) -> Icon:
        """Return an icon of the library.

        The library's file has one line for each icon, sorted by name.
        """
        if not self._library:
            file = self.templates.shipped / "icons" / "icons.json"
            self._library = file.read_text("utf-8").splitlines()[1:-1]  # without brackets
        head = f"{json.dumps(name)}: "
        line = self._library[bisect_left(self._library, head) % len(self._library)]
        if not line.startswith(head):
            known = json.loads(f"{{{''.join(self._library)}}}")
            raise LookupError(
                f"no icon '{name}'{did_you_mean(name, [*self.theme.symbols, *known])}"
            )
        entry = json.loads(line[len(head) :].rstrip(","))
        return Icon(
            name, entry["d"], float(entry["box"]), entry["author"], entry["licence"], entry["set"]
        )

    # ---- art

    def art(self, template: str, **values: object) -> Markup:
        """Return art that faces share and that is drawn once per document: ``art('frame.svg.j2',
        hue=…)``.

        It can read the game, colours and its arguments, but no card. A drawing, `art('x.svg')`, has
        its own size, or `width` in mm.
        """
        if template.lower().endswith(DRAWING):
            return self._art_drawing(template, **values)  # type: ignore[arg-type]
        key = (template, *sorted((name, repr(value)) for name, value in values.items()))
        id_ = self._art_ids.get(key)
        if id_ is None:
            id_ = self._art_ids[key] = self._draw_art(template, values)
        self.usage.reads |= self._art_reads[id_]
        self.templates.environment.asked.update(self._art_asked[id_])
        return self._marked(self._use(id_))

    def _art_drawing(
        self, file: str, x: float = 0, y: float = 0, width: float | None = None
    ) -> Markup:
        self.usage.reads.add(f"picture {file}")
        key = ("art", file, x, y, width)
        known = self._elements.get(key)
        if known is None:
            drawn = self._drawn(file)
            wide = drawn.wide if width is None else width
            place = (x, y, wide, wide * drawn.high / drawn.wide)
            known = self._elements[key] = self._place_drawing(file, *place, "meet")
        return self._marked(known)

    def _use(self, id: str) -> FaceElement:
        known = self._elements.get((id,))
        if known is None:
            known = self._elements[id,] = FaceElement("use", {"href": f"#{id}"})
        return known

    def _draw_art(self, template: str, values: Mapping[str, object]) -> str:
        """Return the id of shared art.

        It depends on the content of the art. The text of a face therefore stays the same when art
        is added or removed elsewhere.
        """
        usage = self.usage
        outer, usage.reads = usage.reads, set()
        environment, noted = self.templates.environment, usage.noted
        asked: dict[tuple[Any, ...], None] = {}
        try:
            with environment.apart(asked), environment.without_marks():
                drawn = self.templates.render(template, values, f"art '{template}'")
            id_ = f"art-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}"
            self.art_drawn[id_] = Definition(drawn, _view_box(drawn))
            self._art_reads.setdefault(id_, set()).update(usage.reads)
            if usage.noted != noted:
                asked["problem",] = None
            self._art_asked.setdefault(id_, {}).update(asked)
        finally:
            usage.reads = outer
        return id_

    def picture(
        self, file: str | None, x: float, y: float, width: float, height: float, fit: str = "slice"
    ) -> Markup:
        """Return a picture or drawing from the game's folder.

        `fit` is slice (fill the box) or meet (show all).
        """
        if file is None:
            raise NoneValueError
        if fit not in FITS:
            raise ValueError(f"fit is {fit!r:.40}; expected {' or '.join(FITS)}")
        key = (file, x, y, width, height, fit)
        known = self._elements.get(key)
        if str(file).lower().endswith(DRAWING):
            self.usage.reads.add(f"picture {file}")
            if known is None:
                place = (file, x, y, width, height, fit)
                known = self._elements[key] = self._place_drawing(*place)
        elif known is None:
            places = {"x": n(x), "y": n(y), "width": n(width), "height": n(height)}
            ratio = {"preserveAspectRatio": f"xMidYMid {fit}"}
            known = self._elements[key] = FaceElement("image", {"href": str(file)} | places | ratio)
        return self._marked(known)

    # ---- resources of a face

    def shared(self, names: frozenset[str]) -> Mapping[str, Definition]:
        """Return the art and icons with these names, and all those that they refer to.

        References are followed even if they are indirect.
        """
        known = self._carried.get(names)
        if known is None:
            known, unknown, ahead = {}, False, list(names)
            while ahead:
                id_ = ahead.pop()
                found = self._definition(id_)
                unknown |= found is None
                if found is not None and id_ not in known:
                    known[id_] = found
                    ahead += shared_in(found.svg)
            if not unknown:  # a later face may include parts that this one lacks
                self._carried[names] = known
        return known

    def _definition(self, id: str) -> Definition | None:
        if id.startswith("icon-"):
            icon = self.usage.icons.get(id[5:])
            if icon is None:
                return None
            svg = f'<svg><path d="{icon.d}" fill="currentColor"/></svg>'
            return Definition(svg, (0.0, 0.0, icon.box, icon.box))
        return self.art_drawn.get(id)


def _view_box(svg: str) -> Box:
    """Return the view box of an SVG. Raises PaintError or ValueError."""
    tag, attributes = root_of(svg)
    if tag != "svg":
        raise PaintError(f"shared art begins with <svg>, not with <{tag}>")
    found = attributes.get("viewBox")
    if found is None:
        return (-20.0, -20.0, 320.0, 320.0)
    try:
        x, y, width, height = map(float, found.replace(",", " ").split())
        n(x + width)  # raises an error for a position beyond any paper
        n(y + height)
    except ValueError:
        raise ValueError(f"viewBox '{found[:40]}' is not four numbers") from None
    return (x, y, x + width, y + height)
