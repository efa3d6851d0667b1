"""Renders a card with its template to a face.

A template is an SVG in millimetres whose origin is the corner of the trimmed card. It can read what
`FaceContext` declares and call the functions of `Renderer`. An unknown name is reported with
template, line and card. Templates run in a sandbox, because games from others are untrusted data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from generator.core.memo import Memo
from generator.core.shown import TemplateValue
from generator.faces.circles import polar
from generator.faces.face import DrawnTemplate, Part, RenderedFace
from generator.faces.fonts import FontBook
from generator.faces.lettering import Lettering, SetText
from generator.faces.limits import interpolate
from generator.faces.symbols import Drawings, Symbols, shared_in
from generator.faces.templates import TemplateError, Templates
from generator.faces.usage import Usage, file_name
from generator.illustration.functions import Illustration
from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem, did_you_mean
from validator.core.model import Card, Component, Game, Rule, Theme
from validator.core.sizes import Size
from validator.core.translations import flat
from validator.core.tree import place_of

if TYPE_CHECKING:
    from generator.faces.fields import Filling


WRITE_IN = 6.0  # mm between lines that are filled in by hand


class FaceContext(NamedTuple):
    """The variables that templates can read: `component` and `card` on faces, `kit` on other pages.

    Lengths are in millimetres.
    """

    game: Game
    width: float  # trim
    height: float
    bleed: float  # how far beyond the trim a background should reach
    colour: FrozenMap  # role -> #rrggbb, for the ink at hand
    low_ink: bool  # large dark areas are omitted; the meaning is the same
    form: bool  # the face is drawn for a form, whose fields lie straight


def _palette(theme: Theme, low_ink: bool, grey: bool) -> FrozenMap:
    """Return the colours of a theme by role, for an ink mode."""
    greys = theme.grey if grey else {}
    return FrozenMap({**theme.colours, **greys, **(theme.low_ink if low_ink else {})})


class Renderer:
    """Renders the faces of one game.

    `templates` compiles and runs templates, `lettering` and `symbols` draw what they call, and
    `usage` records resources and problems.
    """

    def __init__(
        self,
        game: Game,
        templates: Path,
        fonts: FontBook,
        bleed: float,
        low_ink: bool = False,
        memo: Memo | None = None,
        drawings: Callable[[], Drawings] | None = None,
        grey: bool = False,
    ) -> None:
        memo = memo or Memo()
        self.game = game
        self.bleed = bleed
        self.low_ink = low_ink
        self.colour = _palette(game.theme, low_ink, grey)
        self.filling: Filling | None = None
        self._above: tuple[float, float, float] | None = None  # the last field of a face
        self._narrow = False  # lines to write on were too near to each other
        # templates that were drawn, by component and name
        self._drawn: dict[str, DrawnTemplate] = {}
        self.usage = usage = Usage(game)
        self.templates = Templates(game, templates, usage, memo)
        sandbox = self.templates.environment
        self.symbols = symbols = Symbols(
            game.theme, self.colour, self.templates, usage, memo, drawings
        )
        self.lettering = lettering = Lettering(
            fonts, game.theme.fonts, self.colour, symbols, usage, sandbox
        )
        functions: dict[str, Callable[..., Any]] = {
            "text": lettering.text, "line": lettering.line, "curve": lettering.curve,
            "icon": symbols.icon, "art": symbols.art, "picture": symbols.picture,
            "rule": self.rule, "field": self.field, "polar": polar,
            **Illustration(symbols).functions(),
        }  # fmt: skip
        values = {"colour": self.colour, "game": game, "low_ink": low_ink, "bleed": bleed}
        self.templates.offer(functions, values, self.word, self.many, SetText(""))

    def face(self, component: Component, card: Card, template: str) -> RenderedFace:
        """Return the face or back of a card. Raises TemplateError."""
        if template.endswith(".svg"):
            self.usage.card = card
            template = self._drawn_template(component, template)
        values = {"component": component, "card": card}
        what = f"{component.id} '{card.id}'"
        return self._begin(template, component.size, values, what, card)

    def _drawn_template(self, component: Component, template: str) -> str:
        """Return the name of the template that is made from a drawing for a component.

        Raises TemplateError.
        """
        name = f"{component.id}-{template}.j2"
        known = self._drawn.get(name)
        if known is None:
            known = self._drawn[name] = self._read_drawn(component, template)
            self.templates.made(name, known.source, f"{template}.j2")
            self.usage.problems += known.problems[1:]
        if known.problems:
            raise TemplateError(known.problems[0])
        return name

    def _read_drawn(self, component: Component, template: str) -> DrawnTemplate:
        file = self.game.folder / "templates" / template
        home = (self.game.folder / "templates").resolve()
        if not file.is_file() or not file.resolve().is_relative_to(home):
            location = place_of(component.node, template) if component.node else component.location
            known = [each.name for each in home.glob("*.svg")] if home.is_dir() else []
            hint = did_you_mean(template, known)
            message = f"there is no drawing '{template}' in templates/{hint}"
            return DrawnTemplate("", [Problem(location, message, "template")])
        if self.symbols.drawings is None:
            raise LookupError(f"drawings such as '{template}' cannot be printed here")
        families = [*self.game.theme.fonts, *self.lettering.fonts.families]
        name = f"templates/{template}"
        return self.symbols.drawings().template(name, file_name(str(file)), component, families)

    def leaf(self, template: str, size: Size, kit: TemplateValue) -> RenderedFace:
        """Return a page of the kit that is not a card, with the values in `kit`.

        Raises TemplateError.
        """
        what = f"kit '{template.split('/')[-1].split('.')[0]}'"
        return self._begin(template, size, {"kit": kit}, what, None)

    def _begin(
        self, template: str, size: Size, values: Mapping[str, object], what: str, card: Card | None
    ) -> RenderedFace:
        self.usage.card = card
        self.usage.reads = set()
        self._above, self._narrow = None, False
        context = FaceContext(
            self.game,
            size.width,
            size.height,
            self.bleed,
            self.colour,
            self.low_ink,
            self.filling is not None and self.filling.form,
        )
        drawn = self.templates.begin(template, {**context._asdict(), **values}, what)
        asked = self.templates.environment.asked  # also by modules that an earlier face made
        self.usage.reads |= {f"template {each[1]}" for each in asked if each[0] == "template"}
        return self.carrying(*drawn)

    def carrying(self, skeleton: str, parts: tuple[Part, ...]) -> RenderedFace:
        """Return the face that consists of this skeleton and these parts.

        It includes the art and icons that it refers to.
        """
        face = RenderedFace(skeleton, {}, parts)
        ids = frozenset([name[1:] for name in face.named.names if name[:1] == "#"])
        face.shared = self.symbols.shared(shared_in(skeleton) | ids)
        return face

    # ---- what templates call

    def word(self, english: str, /, **values: object) -> str:
        """Return the translation of a text: ``_('Sheets: %(n)s', n=3)``."""
        return self._filled(self.game.words.pattern(str(english)), values)

    def many(self, one: str, more: str, num: int, /, **values: object) -> str:
        """Return the translated form for a number: ``ngettext('%(num)s sun', '%(num)s
        suns', 3)``.
        """
        return self._filled(self.game.words.form(str(one), str(more), num), {"num": num} | values)

    def _filled(self, pattern: str, values: Mapping[str, object]) -> str:
        said = interpolate(pattern, values)
        if said != pattern and (location := self.game.words.locations.get(flat(pattern))):
            self.usage.translated[flat(said)] = location
        return said

    def rule(self, id: str) -> Rule:
        """Return the rule with this id, for its numbers: ``rule('MUSE-LIMIT-01').hand_limit``."""
        self.usage.reads.add(f"rule {id}")
        self.templates.environment.asked["rule", id] = None
        return self.game.rules[id]

    def field(
        self, name: str, x: float, y: float, width: float, height: float, **more: Any
    ) -> Markup:
        """Return a blank to fill in.

        It is empty in a kit, open in a form, and contains the value if it is filled in. The
        arguments are those of `Filling.draw` except `lettering`.
        """
        if more.get("label"):
            self.usage.note_text(str(more["label"]))
        if self.filling is not None:
            return self.filling.draw(self.lettering, name, x, y, width, height, **more)
        if more.get("kind", "text") == "text" and "along" not in more:
            self._check_pitch(name, (x, y, width, height), more.get("lines", 1))
        return Markup()

    def _check_pitch(self, name: str, box: tuple[float, float, float, float], lines: int) -> None:
        """Warn once per face about writing lines that are too close to each other.

        The pitch of single-line fields is the distance to the previous field, if it has the same
        width.
        """
        x, y, width, height = box
        before, self._above = self._above, (x, y, width)
        pitch = height / lines
        if lines == 1:
            if not before or (before[0], before[2]) != (x, width) or y <= before[1]:
                return
            pitch = y - before[1]
        if pitch < WRITE_IN - 0.05 and not self._narrow:
            self._narrow = True
            message = (
                f"the lines of the field '{name}' are {pitch:.1f} mm apart; expected {WRITE_IN:g} "
                "mm or more, to write on by hand; use fewer lines, or more room"
            )
            self.usage.warn("", message, "write-in")
