"""Card and template to SVG: with `sandbox` the only room that knows Jinja2.

A template is a picture in millimetres, the trim's corner at 0, 0. It sees what `FaceContext`
declares and the functions of `Renderer`; a name that does not exist is a problem with template,
line and card. Templates are sandboxed: a game from elsewhere is data.
"""

from __future__ import annotations

import hashlib
import html
import json
import math
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import jinja2.meta
import jinja2.sandbox
from markupsafe import Markup

from generator.core.geometry import n
from generator.core.memo import Memo
from generator.core.shown import Shown
from generator.core.svg import PaintError, read_svg
from generator.faces.face import Box, Definition, RenderedFace
from generator.faces.fields import Filling
from generator.faces.fonts import Face, FontBook
from generator.faces.ornaments import ORNAMENTS
from generator.faces.sandbox import (
    CALL,
    Compiled,
    Inside,
    Missing,
    Sandbox,
    TooMuchError,
    filled_in,
    marked,
    speaking,
    told_rules,
)
from generator.faces.text import (
    ASCENT,
    MM_PER_POINT,
    STEP,
    Faces,
    Fitted,
    MarkupError,
    excess_of,
    fit,
)
from validator.core.frozen_map import Record
from validator.core.location import Problem, Spot, did_you_mean
from validator.core.model import Card, Component, Game, Rule
from validator.core.sizes import Size
from validator.core.translations import flat


@dataclass(frozen=True)
class FaceContext:
    """What every template sees; a face also `component` and `card`, a page of the kit `kit`.

    Lengths are millimetres.
    """

    game: Game
    width: float  # trim
    height: float
    bleed: float  # how far beyond the trim a background should reach
    colour: Record  # role -> #rrggbb, for the ink at hand
    low_ink: bool  # no large dark areas; the same meaning
    form: bool  # the face is drawn for a form, whose fields lie straight


@dataclass(frozen=True)
class Icon:
    """A shape of the icon library, in a square of `box` units."""

    name: str
    d: str
    box: float
    author: str
    licence: str
    set: str


class TemplateError(Exception):
    """A template could not be rendered; `problem` says where and why.

    `cause` is the same for all cards that stumble over the same words of a template.
    """

    def __init__(self, problem: Problem, cause: str = "") -> None:
        super().__init__(problem.message)
        self.problem = problem
        self.cause = f"{problem.spot} {cause or problem.message}"


class Block(Markup):
    """Laid-out text: SVG, and how far it reaches, so that a template can go on below it."""

    height: float = 0.0
    bottom: float = 0.0
    size: float = 0.0


class Renderer:
    """Renders the faces of one game, and notes the typefaces and icons that they used.

    `reads` holds what the last face was made from beside its card: ``template card.svg.j2``,
    ``rule MUSE-LIMIT-01``.
    """

    def __init__(
        self,
        game: Game,
        templates: Path,
        fonts: FontBook,
        bleed: float,
        low_ink: bool = False,
        memo: Memo | None = None,
    ) -> None:
        self.game = game
        self.fonts = fonts
        self.bleed = bleed
        self.low_ink = low_ink
        self.memo = memo or Memo()
        self.problems: list[Problem] = []
        self.excess: dict[Problem, float] = {}  # of texts that do not fit, as a part of the room
        self.watch: Callable[[str, list[Spot]], None] | None = None  # told of every text and its
        # templates, the innermost first
        self.icons_used: dict[str, Icon] = {}
        self.fonts_used: set[str] = set()
        self.art_drawn: dict[str, Definition] = {}
        self._carried: dict[frozenset[str], dict[str, Definition]] = {}
        self.smallest_text: dict[str, float] = {}
        self.filling: Filling | None = None
        self._templates = templates
        self._icons: dict[str, str] = {}  # name -> its line of the library
        self._art_ids: dict[tuple[object, ...], str] = {}
        self._art_reads: dict[str, set[str]] = {}
        self.reads: set[str] = set()
        self._compiled: dict[str, jinja2.Template] = {}
        self._static: dict[str, bool] = {}
        self._styles: dict[tuple[str, bool, bool], Faces] = {}
        self._drawn_icons: dict[tuple[object, ...], Markup] = {}
        self._lettering: dict[tuple[str, float], str] = {}
        self._card: Card | None = None
        self._spoken: dict[str, Spot] = {}  # a printed word -> where an overlay says it
        self._endless: dict[str, TemplateError] = {}  # templates that are not tried again
        palette = dict(game.theme.colours)
        self.colour = Record(palette | dict(game.theme.low_ink) if low_ink else palette)
        self.environment = self._environment()

    def _environment(self) -> Sandbox:
        self._own = [self.game.folder / "templates", self._templates / self.game.templates]
        environment = Sandbox(
            loader=Inside([*self._own, self._templates]),
            undefined=Missing,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=Compiled(self.memo),
        )
        environment.globals = {
            "text": self.text, "line": self.line, "curve": self.curve, "icon": self.icon,
            "art": self.art, "rule": self.rule, "ornament": self.ornament, "picture": self.picture,
            "field": self.field,
            "colour": self.colour, "game": self.game, "low_ink": self.low_ink, "bleed": self.bleed,
            "polar": polar, "range": jinja2.sandbox.safe_range, "dict": dict, "namespace":
            jinja2.utils.Namespace, "zip": zip, "min": min, "max": max,
            "cycler": jinja2.utils.Cycler,
        }  # fmt: skip
        speaking(environment, self.word, self.many)
        environment.filters["n"] = n
        environment.draws = self
        environment.opened = lambda name: self.reads.add(f"template {name}")
        return environment

    # ---- the way in

    def face(self, component: Component, card: Card, template: str) -> RenderedFace:
        """A face or back. Raises TemplateError."""
        values = {"component": component, "card": card}
        what = f"{component.id} '{card.id}'"
        return self._begin(template, component.size, values, what, card)

    def leaf(self, template: str, size: Size, kit: Shown) -> RenderedFace:
        """A page of the kit itself, which shows what `kit` says. Raises TemplateError."""
        what = f"kit '{template.split('/')[-1].split('.')[0]}'"
        return self._begin(template, size, {"kit": kit}, what, None)

    def _begin(
        self, template: str, size: Size, values: Mapping[str, object], what: str, card: Card | None
    ) -> RenderedFace:
        if template in self._endless:
            raise self._endless[template]
        self._card = card
        self.reads = set()
        self.environment.begin()
        context = FaceContext(
            self.game,
            size.width,
            size.height,
            self.bleed,
            self.colour,
            self.low_ink,
            self.filling is not None and self.filling.form,
        )
        spot = card.spot if card else self.game.spot
        svg = self._render(template, {**vars(context), **values}, what, spot)
        return RenderedFace(svg, self._shared(svg))

    def _watched(self, words: str) -> None:
        """Tell the watcher of a text that a template draws, and of the lines that ask for it."""
        assert self.watch is not None
        places = []
        frame = sys._getframe(2)
        while caller := frame.f_back:
            template = frame.f_globals.get("__jinja_template__")
            if isinstance(template, jinja2.Template):
                line = template.get_corresponding_lineno(frame.f_lineno)
                places.append(Spot(self._called(template.filename or ""), line, 1))
            frame = caller
        self.watch(words, places)

    def source(self, template: str) -> str:
        """The words of a template; empty if it is not there."""
        try:
            return self.environment.loader.get_source(self.environment, template)[0]  # type: ignore[union-attr]
        except jinja2.TemplateError:
            return ""

    def same_for_all(self, template: str) -> bool:
        """True if no part of a template looks at the card, so that one rendering serves a deck."""
        known = self._static.get(template)
        if known is None:
            known = self._static[template] = self._looks_at_no_card(template)
        return known

    def _looks_at_no_card(self, template: str) -> bool:
        try:
            parts = self._parts(self.environment.loader.get_source(self.environment, template)[0])  # type: ignore[union-attr]
        except jinja2.TemplateError:
            return False  # the rendering will tell what is wrong
        return all(part is not None and self.same_for_all(part) for part in parts)

    def _parts(self, source: str) -> list[str | None]:
        """The templates that a template's words refer to; a None for one that nobody knows yet.

        Words that look at the card refer to None, too: they are not the same for all.
        """
        key = hashlib.sha256(source.encode()).hexdigest()
        known = self.memo.get("parts", key)
        if known is None:
            tree = self.environment.parse(source)
            looks = "card" in jinja2.meta.find_undeclared_variables(tree)
            parts = [None] if looks else list(jinja2.meta.find_referenced_templates(tree))
            known = json.dumps(parts)
            self.memo.put("parts", key, known)
        found: list[str | None] = json.loads(known)
        return found

    def _render(self, template: str, values: Mapping[str, Any], what: str, spot: Spot) -> str:
        try:
            svg = self._template(template).render(values)
            svg.encode()
            return svg
        except TemplateError:
            raise
        except UnicodeEncodeError as error:
            sign = ascii(error.object[error.start])
            message = f"{sign} is half of a character, drawing {what} ({spot})"
            raise TemplateError(Problem(Spot(template), message, "template")) from None
        except jinja2.TemplateNotFound as error:
            wanted = str(error.name).split("/")[-1]
            known = {each.split("/")[-1]: each for each in self.environment.list_templates(["j2"])}
            hint = did_you_mean(wanted, known)
            if wanted in known:  # in another folder
                hint = f"; did you mean '{known[wanted]}'?"
            message = (
                f"there is no template '{error.name}'{hint if hint.startswith('; did') else ''}"
            )
            raise TemplateError(Problem(spot, message, "template")) from None
        except jinja2.TemplateSyntaxError as error:
            place = Spot(self._called(error.filename or template), error.lineno, 1)
            raise TemplateError(Problem(place, str(error.message), "template")) from None
        except RecursionError as error:
            message = f"'{template}' includes itself without end, drawing {what}"
            if _is_nested(error):
                message = f"'{template}' nests expressions or blocks too deeply to read; split them"
            raise TemplateError(Problem(spot, message, "template")) from None
        except Exception as error:  # whatever a template's expression raised is the template's
            place = self._place(error, template)
            reason = _reason(error)
            problem = Problem(place, f"{reason}, drawing {what} ({spot})", "template")
            told = TemplateError(problem, reason)
            if isinstance(error, TooMuchError):
                self._endless[template] = told
            raise told from None

    def _template(self, name: str) -> jinja2.Template:
        """A compiled template. Its globals are a plain dictionary, because they are copied for
        every face and a ChainMap copies one key at a time."""
        known = self._compiled.get(name)
        if known is None:
            known = self._compiled[name] = self.environment.get_template(name)
            known.globals = dict(known.globals)
        return known

    def _place(self, error: BaseException, template: str) -> Spot:
        """The line of the innermost template in an error's trace."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename.endswith(".j2"):
                return Spot(self._called(frame.filename), frame.lineno or 0, 1)
        return Spot(template)

    @staticmethod
    def _called(file: str) -> str:
        try:
            return Path(file).resolve().relative_to(Path.cwd()).as_posix()
        except ValueError:
            return file

    # ---- what templates call

    def word(self, english: str, /, **values: object) -> str:
        """A word in the kit's language: ``_('Sheets: %(n)s', n=3)``."""
        return self._filled(self.game.words.pattern(str(english)), values)

    def many(self, one: str, more: str, num: int, /, **values: object) -> str:
        """The form for a number: ``ngettext('%(num)s sun', '%(num)s suns', 3)``."""
        return self._filled(self.game.words.form(str(one), str(more), num), {"num": num} | values)

    def _filled(self, pattern: str, values: Mapping[str, object]) -> str:
        said = filled_in(pattern, values)
        if said != pattern and (spot := self.game.words.spots.get(flat(pattern))):
            self._spoken[flat(said)] = spot
        return said

    def rule(self, id: str) -> Rule:
        """The rule with this id, for its numbers: ``rule('MUSE-LIMIT-01').hand_limit``."""
        self.reads.add(f"rule {id}")
        return self.game.rules[id]

    def text(
        self,
        value: object,
        x: float,
        y: float,
        width: float,
        height: float | None = None,
        *,
        font: str = "text",
        size: float = 9,
        min: float | None = None,
        align: str = "left",
        valign: str = "top",
        leading: float = 1.2,
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
    ) -> Block:
        """A block of text in a box of `width` x `height` mm with its top left corner at x, y.

        It is set in `size` points and shrinks to `min` to fit; if it does not fit even then, that
        is a problem of the card. `align` is left, center or right, `valign` top, middle or bottom.
        """
        least = size if min is None else min
        words = self._words(value, size, least)
        faces = self.faces(font, bold, italic)
        try:
            fitted = fit(words, width, height, faces, size, least, leading, align)
        except MarkupError as error:
            self._say(words, f"{error} in “{_short(words)}”", "markup")
            return Block("")
        if fitted.overflow:
            message = f"“{_short(words)}” does not fit: {fitted.overflow}"
            self._say(words, message, "fit", fitted.excess)
        top = y
        if height is not None and valign != "top":
            top += (height - fitted.height) * (0.5 if valign == "middle" else 1)
        return self.set_text(fitted, x, top, fill or self._ink(), tracking)

    def line(
        self,
        value: object,
        x: float,
        y: float,
        width: float | None = None,
        *,
        font: str = "text",
        size: float = 9,
        min: float | None = None,
        align: str = "left",
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
    ) -> Block:
        """One line on the baseline y; x is its left end, middle or right end, as `align` says.

        It shrinks from `size` to `min` points to stay within `width`.
        """
        least = size if min is None else min
        words = self._words(value, size, least)
        faces = self.faces(font, bold, italic)
        long = 1e6 if width is None else width - tracking * max_(len(words) - 1, 0)
        try:
            fitted = fit(words.replace("\n", " "), 1e6, None, faces, size, least)
            while _wide(fitted) > long + 0.01 and fitted.size > least:
                smaller = max_(least, fitted.size - STEP)
                fitted = fit(words.replace("\n", " "), 1e6, None, faces, smaller, smaller)
        except MarkupError as error:
            self._say(words, f"{error} in “{_short(words)}”", "markup")
            return Block("")
        if _wide(fitted) > long + 0.01:
            reason = f"{_wide(fitted):.1f} mm wide at {fitted.size:g} pt; there are {long:.1f} mm"
            excess = excess_of(_wide(fitted), long)
            self._say(words, f"“{_short(words)}” does not fit: {reason}", "fit", excess)
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        wide = _wide(fitted) + tracking * max_(len(words) - 1, 0)
        top = y - ASCENT * fitted.size * MM_PER_POINT
        return self.set_text(fitted, x - wide * shift, top, fill or self._ink(), tracking)

    def curve(
        self,
        value: object,
        cx: float,
        cy: float,
        r: float,
        angle: float = 0,
        *,
        font: str = "text",
        size: float = 9,
        fill: str | None = None,
        bold: bool = False,
        italic: bool = False,
        tracking: float = 0,
        inside: bool = False,
    ) -> Block:
        """Words along a circle, centred at `angle` degrees clockwise from the top.

        With `inside` the letters' feet point outwards, as at the lower edge of a coin.
        """
        words = self._words(value, size, size)
        if len(words) > LONGEST_CURVE:
            raise TooMuchError(
                f"{len(words):,} letters along a circle; {LONGEST_CURVE} are the most"
            )
        face = self.faces(font, bold, italic)[0]
        em = size * MM_PER_POINT / 1000
        wide = face.width(words) * em + tracking * (len(words) - 1)
        turn = -1 if inside else 1
        place = -wide / 2
        parts = []
        for index, letter in enumerate(words):
            advance = face.width(words[: index + 1]) * em + tracking * index - wide / 2 - place
            middle = place + advance / 2
            degrees = angle + turn * math.degrees(middle / r)
            x, y = polar(cx, cy, r, degrees)
            tilt = degrees + (180 if inside else 0)
            if letter != " ":
                at = f"translate({n(x)} {n(y)}) rotate({n(tilt)}) translate({n(-advance / 2)} 0)"
                parts.append(
                    f"<text {self._font(face, size)} fill={_q(fill or self._ink())} "
                    f'transform="{at}">{html.escape(letter)}</text>'
                )
            place += advance + tracking
        return Block("".join(parts))

    def icon(
        self, name: str, x: float, y: float, size: float, fill: str | None = None, **more: object
    ) -> Markup:
        """An icon in a square of `size` mm with its top left corner at x, y.

        A symbol of the theme brings its own colour. `rotate` turns it about its middle; `opacity`
        as in SVG.
        """
        key = (name, x, y, size, fill, *more.items())
        drawn = self._drawn_icons.get(key)
        if drawn is None:
            drawn = self._drawn_icons[key] = self._draw_icon(name, x, y, size, fill, more)
        return drawn

    def _draw_icon(
        self, name: str, x: float, y: float, size: float, fill: str | None, more: dict[str, object]
    ) -> Markup:
        shape, colour = self._symbol(name)
        attributes = f'x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}"'
        if rotate := more.pop("rotate", 0):
            attributes += f' transform="rotate({rotate} {n(x + size / 2)} {n(y + size / 2)})"'
        for key, value in more.items():
            attributes += f" {key.replace('_', '-')}={_q(value)}"
        paint = fill or colour or self._ink()
        return Markup(f'<use href="#icon-{shape.name}" {attributes} fill={_q(paint)}/>')

    def art(self, template: str, **values: object) -> Markup:
        """A picture that faces share, drawn once per document: ``art('frame.svg.j2', hue=…)``.

        It sees game, colours and the values it is given, but no card.
        """
        key = (template, *sorted((name, repr(value)) for name, value in values.items()))
        id_ = self._art_ids.get(key)
        if id_ is None:
            id_ = self._art_ids[key] = self._draw_art(template, values)
        self.reads |= self._art_reads[id_]
        return Markup(f'<use href="#{id_}"/>')

    def _draw_art(self, template: str, values: Mapping[str, object]) -> str:
        """The id of a picture that faces share, made of what it shows and not of its number.

        So a face stays the same text when art is added or left out elsewhere.
        """
        outer, self.reads = self.reads, set()
        try:
            spot = self._card.spot if self._card else self.game.spot
            drawn = self._render(template, values, f"art '{template}'", spot)
            id_ = f"art-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}"
            self.art_drawn[id_] = Definition(drawn, _view_box(drawn))
            self._art_reads.setdefault(id_, set()).update(self.reads)
        finally:
            self.reads = outer
        return id_

    def ornament(self, name: str, *arguments: object, **more: object) -> str:
        """Path data of an ornament, in millimetres from 0, 0: ``ornament('meander', 50, 3)``."""
        if name not in ORNAMENTS:
            raise LookupError(f"no ornament '{name}'{did_you_mean(name, ORNAMENTS)}")
        values = (*arguments, *more.values())
        lengths = (*arguments, *(more[each] for each in more if each != "seed"))
        for each in lengths:
            if isinstance(each, int | float) and not abs(each) <= LONGEST_ORNAMENT:
                raise ValueError(f"an ornament with {each:g}; {LONGEST_ORNAMENT:,} is the most")
        self.environment.spend(100 * CALL)
        if not all(type(each) in (int, float, str, bool) for each in values):
            return ORNAMENTS[name](*arguments, **more)
        key = repr((name, arguments, more))
        found: str | None = self.memo.get("ornament", key)
        if found is None:
            found = ORNAMENTS[name](*arguments, **more)
            self.memo.put("ornament", key, found)
        return found

    def picture(
        self, file: str, x: float, y: float, width: float, height: float, fit: str = "slice"
    ) -> Markup:
        """A PNG or JPEG of the game's folder; `fit` is slice (fill the box) or meet (show all)."""
        return Markup(
            f'<image href={_q(file)} x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" '
            f'preserveAspectRatio="xMidYMid {fit}"/>'
        )

    def field(self, name: str, *place: float, **more: Any) -> Markup:
        """A blank to fill in: nothing in a kit, an open place in a form, the value where filled.

        Its arguments are those of `Filling.draw` after the renderer.
        """
        if self.watch and more.get("label"):
            self._watched(str(more["label"]))
        if self.filling is None:
            return Markup()
        return self.filling.draw(self, name, *place, **more)

    # ---- what a translator asks

    def marked_words(self) -> dict[str, Spot]:
        """The words that the game's templates and the shared ones translate, and where."""
        found: dict[str, Spot] = {}
        for file, source in self._sources():
            for line, words in sorted(marked(self.environment, source)):
                for each in words:
                    found.setdefault(each, Spot(file, line, 1))
        return found

    def printed_rules(self) -> set[str]:
        """The rules whose statements a template prints."""
        return {
            id_ for _, source in self._sources() for id_ in told_rules(self.environment, source)
        }

    def _sources(self) -> Iterator[tuple[str, str]]:
        """The game's templates and the shared ones: name in messages, and words."""
        seen = set()
        shared = self._templates / "shared"
        for root in (*self._own, shared):
            for path in sorted(root.rglob("*.j2")):
                name = path.relative_to(self._templates if root == shared else root)
                if name not in seen and (source := self.source(name.as_posix())):
                    seen.add(name)
                    yield self._called(str(path)), source

    # ---- what a face carries

    def _shared(self, svg: str) -> Mapping[str, Definition]:
        """The art and icons that an SVG text names, and what these name."""
        names = frozenset(_SHARED.findall(svg))
        known = self._carried.get(names)
        if known is None:
            known, unknown, ahead = {}, False, list(names)
            while ahead:
                id_ = ahead.pop()
                found = self._definition(id_)
                unknown |= found is None
                if found is not None and id_ not in known:
                    known[id_] = found
                    ahead += _SHARED.findall(found.svg)
            if not unknown:  # a later face may bring what this one lacks
                self._carried[names] = known
        return known

    def _definition(self, id: str) -> Definition | None:
        if id.startswith("icon-"):
            icon = self.icons_used.get(id[5:])
            if icon is None:
                return None
            svg = f'<svg><path d="{icon.d}" fill="currentColor"/></svg>'
            return Definition(svg, (0.0, 0.0, icon.box, icon.box))
        return self.art_drawn.get(id)

    # ---- helpers

    def _words(self, value: object, size: float, least: float) -> str:
        """The words of a text, if they and their size are such as can be set.

        Raises TooMuchError.
        """
        words = _words(self.environment.shown(value))
        if len(words) > LONGEST_TEXT:
            raise TooMuchError(f"a text of {len(words):,} letters; {LONGEST_TEXT:,} are the most")
        if not (0 < size <= LARGEST_SIZE and least >= 0):
            raise ValueError(f"text of {size:g} points; more than 0 and at most {LARGEST_SIZE}")
        tries = max_(size - least, 0) / STEP + 1
        self.environment.spend(int(len(words) * tries) // 20)
        if self.watch:
            self._watched(words)
        return words

    def _say(self, words: str, message: str, check: str, excess: float = 0) -> None:
        problem = Problem(self._written(words), message, check)
        if problem not in self.problems:
            self.problems.append(problem)
        self.excess[problem] = max(excess, self.excess.get(problem, 0))

    def _written(self, words: str) -> Spot:
        """Where a printed text was written: in the card or, translated, in an overlay."""
        card = self._card
        for each in (words, words.replace("’", "'")) if card else ():
            if card and (spot := card.spot_of(each)) != card.spot:
                return spot
        found = self._spoken.get(flat(words)) or self.game.words.spot_of(words)
        return found or (card.spot if card else self.game.spot)

    def _ink(self) -> str:
        return str(self.colour["ink"]) if "ink" in self.colour else "#000000"

    def faces(self, role: str, bold: bool, italic: bool) -> Faces:
        """The typefaces of a role for plain, bold, italic and bold italic words."""
        known = self._styles.get((role, bold, italic))
        if known is None:
            known = self._styles[role, bold, italic] = self._find_faces(role, bold, italic)
        return known

    def _find_faces(self, role: str, bold: bool, italic: bool) -> Faces:
        family = str(self.game.theme.fonts.get(role, role))
        if family not in self.fonts.families:
            roles = [*self.game.theme.fonts, *self.fonts.families]
            raise LookupError(f"no typeface or role '{family}'{did_you_mean(family, roles)}")
        self.fonts_used.add(family)
        find = self.fonts.face
        return Faces(
            find(family, bold, italic),
            find(family, True, italic),
            find(family, bold, not italic),
            find(family, True, not italic),
        )

    def _symbol(self, name: str) -> tuple[Icon, str]:
        symbols = self.game.theme.symbols
        colour = ""
        if name in symbols:
            role = symbols[name].colour
            colour = str(self.colour[role]) if role else ""
            name = symbols[name].icon
        icon = self.icons_used.get(name)
        if icon is None:
            icon = self.icons_used[name] = self._library_icon(name)
        return icon, colour

    def _library_icon(self, name: str) -> Icon:
        """An icon of the library, which has a line for each."""
        if not self._icons:
            words = (self._templates / "icons" / "icons.json").read_text("utf-8")
            lines = (line.partition(": ") for line in words.split("\n"))
            self._icons = {key.strip('"'): entry for key, _, entry in lines if entry}
        if name not in self._icons:
            raise LookupError(f"no icon '{name}'{did_you_mean(name, self._icons)}")
        entry = json.loads(self._icons[name].rstrip(","))
        return Icon(
            name, entry["d"], float(entry["box"]), entry["author"], entry["licence"], entry["set"]
        )

    def _font(self, face: Face, size: float) -> str:
        known = self._lettering.get((face.name, size))
        if known is None:
            weight = ' font-weight="bold"' if face.style.startswith("bold") else ""
            slant = ' font-style="italic"' if face.style.endswith("italic") else ""
            size_mm = n(size * MM_PER_POINT)
            known = f'font-family="{face.family}" font-size="{size_mm}"{weight}{slant}'
            self._lettering[face.name, size] = known
        return known

    def set_text(self, fitted: Fitted, x: float, y: float, fill: str, tracking: float) -> Block:
        """The SVG of laid-out text."""
        em = fitted.size * MM_PER_POINT
        parts = []
        spacing = f' letter-spacing="{n(tracking)}"' if tracking else ""
        paint = _q(fill)
        for run in fitted.runs:
            left, base = x + run.x, y + run.y
            if run.piece.icon:
                parts.append(self._inline(run.piece.text, left, base, em, fill))
                continue
            self._note_missing(run.face, run.piece.text)
            parts.append(
                f'<text x="{n(left)}" y="{n(base)}" {self._font(run.face, fitted.size)}{spacing} '
                f"fill={paint}>{html.escape(run.piece.text, quote=False)}</text>"
            )
        block = Block("".join(parts))
        block.height, block.size = fitted.height, fitted.size
        block.bottom = y + fitted.height
        return block

    def _inline(self, name: str, x: float, base: float, em: float, fill: str) -> str:
        _, colour = self._symbol(name)
        return str(self.icon(name, x + 0.04 * em, base - 0.8 * em, 0.92 * em, colour or fill))

    def _note_missing(self, face: Face, text: str) -> None:
        if not face.gaps:
            return
        missing = "".join(face.word(word).missing for word in text.split(" "))
        if missing:
            signs = " ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in dict.fromkeys(missing))
            self._say(text, f"the typeface {face.family} has no {signs}", "glyphs")


def polar(cx: float, cy: float, r: float, degrees: float) -> tuple[float, float]:
    """The point at a distance from a centre, in degrees clockwise from the top."""
    angle = math.radians(degrees)
    return cx + r * math.sin(angle), cy - r * math.cos(angle)


LONGEST_ORNAMENT = 1000  # mm, leaves, rays, drops
LONGEST_TEXT = 20_000  # letters in a box
LONGEST_CURVE = 500  # letters along a circle
LARGEST_SIZE = 1000  # points
max_ = max  # `min` is a parameter's name in the template functions, as designers would say it


_SHARED = re.compile(r"#((?:art|icon)-[\w-]+)")  # however it is quoted
_OPENING = re.compile(r"(?<![^\W\d_]|[.,;:!?…])'(?=[^\W\d_])")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_]|[.,;:!?…])'")


def _words(value: object) -> str:
    """A value as text. What a template's block built is escaped already and is taken back.

    Keyboards have one sign for apostrophes and single quotes; typesetting has two.
    """
    words = (value.unescape() if isinstance(value, Markup) else str(value)).strip()
    if "'" in words:
        words = _APOSTROPHE.sub("’", _OPENING.sub("‘", words))
    return words


def _wide(fitted: Fitted) -> float:
    return max((run.x + run.width for run in fitted.runs), default=0.0)


def _short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= 40 else plain[:39] + "…"


def _q(value: object) -> str:
    return f'"{html.escape(str(value))}"'


def _reason(error: Exception) -> str:
    if isinstance(error, jinja2.UndefinedError):
        error.args = (error.message,)
    reason = str(error.args[0]) if error.args else type(error).__name__
    return reason if len(reason) <= 300 else reason[:299] + "…"


class _Root:
    """The attributes of an SVG's first element."""

    def __init__(self) -> None:
        self.attributes: dict[str, str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if self.attributes is None:
            if tag != "svg":
                raise PaintError(f"shared art begins with <svg>, not with <{tag}>")
            self.attributes = attributes

    def end(self, tag: str) -> None: ...

    def characters(self, data: str) -> None: ...


def _view_box(svg: str) -> Box:
    """The view box of an SVG. Raises PaintError or ValueError."""
    root = _Root()
    read_svg(svg, root)
    found = (root.attributes or {}).get("viewBox")
    if found is None:
        return (-20.0, -20.0, 320.0, 320.0)
    try:
        x, y, width, height = map(float, found.replace(",", " ").split())
        n(x + width)  # raises for what lies on no paper
        n(y + height)
    except ValueError:
        raise ValueError(f"viewBox '{found[:40]}' is not four numbers") from None
    return (x, y, x + width, y + height)


def _is_nested(error: BaseException) -> bool:
    """Whether a template was too deep for what reads it, before any of it was drawn."""
    readers = ("parser.py", "compiler.py", "visitor.py", "idtracking.py", "optimizer.py")
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.parent.name == "jinja2" and file.name in readers:
            return True
        trace = trace.tb_next
    return False
