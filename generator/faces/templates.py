"""Finds, compiles and renders templates, and reports errors with the line of the template.

Apart from `sandbox`, this is the only module that imports Jinja2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING

import jinja2
import jinja2.sandbox
from markupsafe import Markup

from generator.core.geometry import n
from generator.core.memo import Memo
from generator.faces.bytecode import BytecodeMemo
from generator.faces.face import Part
from generator.faces.limits import LimitExceededError, NoneValueError
from generator.faces.loading import ConfinedLoader, Missing
from generator.faces.sandbox import Sandbox
from generator.faces.translatable import install_translations, marked, rules_quoted
from generator.faces.usage import LocatedError, Usage, file_name, template_lines
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game
from validator.core.tree import Mapping as Mapped
from validator.core.tree import place_of
from validator.load.numbers import shipped_with

if TYPE_CHECKING:
    from generator.faces.signatures import Functions

_TAG = re.compile(r"<[\w:-]+")
MOST_ERRORS = 20  # errors per face
LIKELY = 0.3  # minimum similarity of two lines, from 0 to 1
# Messages about a name that a card or the theme may have contained.
_UNKNOWN = re.compile(r"(?:there is )?no (?:[a-z]+ )*'([^']{2,})'(?! in this template)")
# Names that faces and pages of a kit can read in addition to the globals: see `FaceContext`.
CONTEXT = ("width", "height", "form", "card", "component", "kit", "loop", "caller")
_FIELD = re.compile(r"\bcard\.(?:fields\.)?(\w+)")


class TemplateError(Exception):
    """Raised if a template cannot be rendered. `problem` states the location and the reason.

    `cause` is the same for all cards that fail at the same place in a template. `others` are
    further errors of the same face.
    """

    others: Sequence[TemplateError] = ()

    def __init__(self, problem: Problem, cause: str = "", anywhere: bool = False) -> None:
        """Store the error.

        `anywhere` means that the cause, such as a missing file, is the same for all templates.
        """
        super().__init__(problem.message)
        self.problem = problem
        self.cause = cause if anywhere else f"{problem.location} {cause or problem.message}"


class Templates:
    """The game's and the shared templates, by their names below `templates/`."""

    def __init__(self, game: Game, shipped: Path, usage: Usage, memo: Memo) -> None:
        self.usage = usage
        self.shipped = shipped
        self.folders = [game.folder / "templates", shipped / game.templates]
        self.functions: Functions = {}  # functions that templates may call
        self._compiled: dict[str, jinja2.Template] = {}
        self._drawn: set[str] = set()  # templates made from drawings
        self._static: dict[str, bool] = {}
        self._endless: dict[str, TemplateError] = {}  # templates that are not tried again
        self._failed: dict[str, TemplateError] = {}  # errors of the face that is drawn, by cause
        self._face = ("", "")  # its template, and its name in messages
        self.code = BytecodeMemo(memo, shipped)
        self.environment = Sandbox(
            loader=ConfinedLoader([*self.folders, shipped]),
            undefined=Missing,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=self.code,
        )
        self.environment.filters["n"] = n
        self.environment.opened = lambda name: usage.reads.add(intern(f"template {name}"))

    def offer(
        self,
        functions: Mapping[str, Callable[..., object]],
        values: Mapping[str, object],
        word: Callable[..., str],
        many: Callable[..., str],
        blank: Markup,
    ) -> None:
        """Make functions and values available to templates, by name.

        `word` and `many` translate. `blank` is drawn in place of a function that fails, so that all
        errors of a face are reported at once.
        """
        environment = self.environment
        environment.failed = lambda error: self._note_failure(error, blank)
        self.functions = functions
        environment.globals = {
            **{name: environment.helper(name, each) for name, each in functions.items()},
            **values,
            "range": jinja2.sandbox.safe_range, "dict": dict, "namespace": jinja2.utils.Namespace,
            "zip": zip, "min": min, "max": max, "cycler": jinja2.utils.Cycler,
        }  # fmt: skip
        install_translations(
            environment, environment.helper("_", word), environment.helper("ngettext", many)
        )

    def begin(
        self, template: str, values: Mapping[str, object], what: str
    ) -> tuple[str, tuple[Part, ...]]:
        """Render a face; return its skeleton, and the parts for the marks in the skeleton.

        Raises TemplateError.
        """
        if template in self._endless:
            raise self._endless[template]
        self.environment.begin()
        self._failed, self._face = {}, (template, what)
        try:
            skeleton = self.render(template, values, what)
        except TemplateError as error:
            self._failed.setdefault(error.cause, error)
        if self._failed:
            first, *others = self._failed.values()
            first.others = others
            raise first
        return self.environment.in_order(skeleton)

    def _note_failure(self, error: Exception, blank: Markup) -> Markup:
        if not isinstance(error, TemplateError):
            template, what = self._face
            place = next(template_lines(), Location(template))
            if template in self._drawn and isinstance(error, LocatedError):
                place = error.location  # a drawn template has no lines of its own
            error = self._template_error(error, place, what)
        self._failed.setdefault(error.cause, error)
        if len(self._failed) > MOST_ERRORS:
            raise error
        return blank

    def source(self, template: str) -> str:
        """Return the text of a template, or an empty string if it does not exist."""
        try:
            return self.environment.loader.get_source(self.environment, template)[0]  # type: ignore[union-attr]
        except jinja2.TemplateError:
            return ""

    def kept_source(self, template: str) -> str:
        """Return the text of a template.

        Its compiled form stays in the memo, although it is not rendered in this build.
        """
        with suppress(jinja2.TemplateError):
            source, file, _ = self.environment.loader.get_source(self.environment, template)  # type: ignore[union-attr]
            self.code.keep(template, file, source)
            return source
        return ""

    def line_of(self, svg: str, template: str) -> Location | None:
        """Return the template line that most likely drew a line of the SVG.

        The SVG must be that of the most recently rendered face.
        """
        from difflib import SequenceMatcher

        tag = _TAG.search(svg)
        best, place = LIKELY, None
        opened = (each.partition(" ") for each in sorted(self.usage.reads))
        for name in [template, *(name for kind, _, name in opened if kind == "template")]:
            try:
                source, file, _ = self.environment.loader.get_source(self.environment, name)  # type: ignore[union-attr]
            except jinja2.TemplateError:
                continue
            for number, line in enumerate(source.splitlines(), 1):
                if tag and tag[0] in line:
                    alike = SequenceMatcher(None, line.strip()[:300], svg[:300]).ratio()
                    if alike > best:
                        best, place = alike, Location(file_name(file or name), number, 1)
        return place

    def made(self, name: str, source: str, file: str) -> None:
        """Register the text of a template that was made from a drawing."""
        self._drawn.add(name)
        self.environment.loader.made[name] = (source, file)  # type: ignore[union-attr]

    def same_for_all(self, template: str) -> bool:
        """Return whether a template is independent of the card.

        One rendering then serves a whole deck.
        """
        if template.endswith(".svg"):
            return False  # it is read for each deck
        known = self._static.get(template)
        if known is None:
            known = self._static[template] = self._looks_at_no_card(template)
        return known

    def _looks_at_no_card(self, template: str) -> bool:
        try:
            looks_at: tuple[str | None, ...] = self._template(template).looks_at  # type: ignore[attr-defined]
        except (jinja2.TemplateError, RecursionError):
            return False  # the rendering will report what is wrong
        return all(each is not None and self.same_for_all(each) for each in looks_at)

    def render(self, template: str, values: Mapping[str, object], what: str) -> str:
        """Return the output of a template for the given values.

        Raises TemplateError.
        """
        location = self.usage.location
        try:
            compiled = self._template(template)
            self.environment.opened(template)
            svg = compiled.render(values)
            svg.encode()
            return svg
        except TemplateError:
            raise
        except jinja2.TemplateNotFound as error:
            raise self._no_template(error, template, values) from None
        except jinja2.TemplateSyntaxError as error:
            from generator.faces.signatures import of_syntax

            place = Location(file_name(error.filename or template), error.lineno, 1)
            message = of_syntax(str(error.message), self.environment.filters)
            raise TemplateError(Problem(place, message, "template")) from None
        except RecursionError as error:
            place = self._place(error, template)
            message = (
                f"'{place.file}' includes itself in an endless loop (drawing {what}, {location})"
            )
            if _is_nested(error):
                place = location
                message = (
                    f"'{template}' has expressions or blocks that are nested too deeply; split them"
                )
            raise TemplateError(Problem(place, message, "template")) from None
        except Exception as error:  # any error in a template's expression is the template's
            place = self._place(error, template)
            if template in self._drawn and isinstance(error, LocatedError):
                place = error.location  # a drawn template has no lines of its own
            found = self._template_error(error, place, what)
            if isinstance(error, LimitExceededError):
                self._endless[template] = found
            raise found from None

    def _no_template(
        self, error: jinja2.TemplateNotFound, template: str, values: Mapping[str, object]
    ) -> TemplateError:
        """Return the error for a missing template, located where it is named."""
        name = str(error.name)
        place = self.usage.location
        node = getattr(values.get("component"), "node", None)
        if name == template and node is not None:  # a component names it
            place = place_of(node, template)
        elif name != template:
            place = self._place(error, template)
        else:  # a template names it as art
            place = next(template_lines(), place)
        ours = [each.relative_to(folder).as_posix()
                for folder in self.folders if folder.is_dir()
                for each in sorted(folder.rglob("*.j2"))]  # fmt: skip
        hint = did_you_mean(name, ours)
        hint = hint if hint.startswith("; did") else ""
        shared = f"shared/{name.split('/')[-1]}"
        if (self.shipped / shared).is_file():
            hint = f"; did you mean '{shared}'?"
        home = shipped_with(self.usage.game.code)
        # the template of the game that a custom deck is for
        of_game = f"{home.name}/{name}" if home else ""
        if of_game and (self.shipped / of_game).is_file():
            hint = (
                f"; restore the file, or write '{of_game}' to use the template of the shipped game"
            )
        message = f"there is no template '{name}' in {self._own_folder()}{hint}"
        return TemplateError(Problem(place, message, "template"), f"no template {name}", True)

    def _own_folder(self) -> str:
        """Return the name of the game's template folder in messages."""
        return f"{file_name(str(next(filter(Path.is_dir, self.folders), self.folders[0])))}/"

    def _template_error(self, error: Exception, place: Location, what: str) -> TemplateError:
        reason = self._nothing(place) if isinstance(error, NoneValueError) else ""
        reason = reason or self._reason(error)
        if (written := self._written(reason)) is not None:
            return TemplateError(Problem(written, reason, "template"), reason)
        message = f"{reason} (drawing {what}, {self.usage.location})"
        return TemplateError(Problem(place, message, "template"), reason)

    def _reason(self, error: Exception) -> str:
        from generator.faces.signatures import in_plain_words  # only a build that fails needs it

        if isinstance(error, jinja2.UndefinedError):
            error.args = (error.message,)
        if isinstance(error, UnicodeEncodeError):
            return f"{error.object[error.start]!a} is half of a surrogate pair and not a character"
        reason = str(error.args[0]) if error.args else type(error).__name__
        if not isinstance(error, LocatedError):
            names = (*self.environment.globals, *CONTEXT)
            reason = in_plain_words(reason, self.functions, names, self._macro).rstrip(".")
        return reason if len(reason) <= 300 else reason[:299] + "…"

    def _macro(self, name: str) -> str | None:
        """Return the arguments of a macro as written in its template, or None if there is none."""
        for _, source in self._sources():
            if found := re.search(rf"{{%-?\s*macro\s+{name}\s*\(([^%]*)\)\s*-?%}}", source):
                return found[1]
        return None

    def _written(self, reason: str) -> Location | None:
        """Return where the theme or the card contains the unknown name in an error, or None."""
        found = _UNKNOWN.match(reason)
        if found is None:
            return None
        wanted, theme = found[1], self.usage.game.theme
        for name, symbol in theme.symbols.items():
            if wanted == symbol.icon:
                return theme.symbol_locations.get(name, theme.location)
        node = self.usage.game.node
        if wanted in theme.fonts.values() and isinstance(node, Mapped):
            said = node.entries.get("theme")
            said = said.entries.get("fonts") if isinstance(said, Mapped) else None
            return place_of(said, wanted) if said is not None else theme.location
        card = self.usage.card
        place = card.location_of(wanted) if card else None
        return place if card and place != card.location else None

    def _template(self, name: str) -> jinja2.Template:
        """Return a compiled template.

        Its globals are a plain dictionary, because they are copied for every face and a ChainMap
        copies one key at a time.
        """
        known = self._compiled.get(name)
        if known is None:
            known = self._compiled[name] = self.environment.get_template(name)
            known.globals = dict(known.globals)
        return known

    def _place(self, error: BaseException, template: str) -> Location:
        """Return the line of the innermost template in an error's trace."""
        import traceback

        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename.endswith(".j2"):
                return Location(file_name(frame.filename), frame.lineno or 0, 1)
        return Location(template)

    def _nothing(self, place: Location) -> str:
        """Return a hint about fields on a template line that the card leaves empty."""
        card = self.usage.card
        try:
            line = Path(place.file).read_text("utf-8").splitlines()[place.line - 1]
        except (OSError, ValueError, IndexError):
            return ""
        empty = [name for name in dict.fromkeys(_FIELD.findall(line))
                 if card is not None and card.fields.get(name, "") is None]  # fmt: skip
        if not empty:
            return ""
        return (
            f"the card has no '{empty[0]}', and the template prints it; fill it in, or "
            "check it with "
            f"{{% if card.{empty[0]} is not none %}}"
        )

    # ---- what a translator asks

    def marked_words(self) -> dict[str, Location]:
        """Return the translatable texts in the game's and the shared templates, and their
        locations.
        """
        found: dict[str, Location] = {}
        for file, source in self._sources():
            for line, words in sorted(marked(self.environment, source)):
                for each in words:
                    found.setdefault(each, Location(file, line, 1))
        return found

    def printed_rules(self) -> set[str]:
        """Return the rules whose statements a template prints."""
        return {
            id_ for _, source in self._sources() for id_ in rules_quoted(self.environment, source)
        }

    def _sources(self) -> Iterator[tuple[str, str]]:
        """Yield the game's and the shared templates, as their names in messages and their texts."""
        seen = set()
        shared = self.shipped / "shared"
        for root in (*self.folders, shared):
            for path in sorted(root.rglob("*.j2")):
                name = path.relative_to(self.shipped if root == shared else root)
                if name not in seen and (source := self.source(name.as_posix())):
                    seen.add(name)
                    yield file_name(str(path)), source


def _is_nested(error: BaseException) -> bool:
    """Return whether reading a template failed because it is nested too deeply."""
    readers = ("parser.py", "compiler.py", "visitor.py", "idtracking.py", "optimizer.py")
    trace = error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.parent.name == "jinja2" and file.name in readers:
            return True
        trace = trace.tb_next
    return False
