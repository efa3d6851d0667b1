"""The sandbox in which templates run: a game from the internet is data, and its templates with it.

A template reads no file outside of the template folders, sees no attribute that begins with an
underscore, and does a bounded amount of work: so many rounds of loops, so many letters.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jinja2
import jinja2.bccache
import jinja2.ext
import jinja2.sandbox
from jinja2 import nodes
from jinja2.runtime import markup_join
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from generator.memo import Memo
from validator.model import Card, Component, Game, Rule
from validator.record import Record
from validator.spot import did_you_mean
from validator.words import filled

MOST_ROUNDS = 200_000  # of loops in one face; shipped ones take some hundreds
LONGEST = 1_000_000  # letters of a text, items of a list
_LONG = f"a text of more than {LONGEST:,} letters has no place on a card"
_GROWING = frozenset({"center", "expandtabs", "format", "format_map", "join", "ljust", "replace",
                      "rjust", "translate", "zfill"})  # fmt: skip
_MARKED = re.compile(r"\b(?:_|n?gettext)\s*\(|\btrans\b")  # words that are translated
_TOLD = re.compile(r"\.\s*(?:text|statement)\b")  # a rule's, it may be
_WIDE = re.compile(r"%[-+ #0]*(?:\*|\d{4,}|\d*\.(?:\*|\d{4,}))")


class TooMuchError(jinja2.TemplateRuntimeError):
    """A template that would not end, or would fill the memory."""


def bounded(words: str) -> str:
    """The words, unless they are endless. Raises TooMuchError."""
    if len(words) > LONGEST:
        raise TooMuchError(_LONG)
    return words


def filled_in(words: str, values: Mapping[str, object]) -> str:
    """Words with their ``%(name)s`` filled in, unless they get endless. Raises TooMuchError."""
    plain = {
        name: each.unescape() if isinstance(each, Markup) else str(each)
        for name, each in values.items()
    }
    longest = max(map(len, plain.values()), default=0)
    if len(words) + longest * words.count("%(") > LONGEST:
        raise TooMuchError(_LONG)
    return filled(words, plain)


class Inside(jinja2.FileSystemLoader):
    """Templates of some folders; a link that leads out of them is no template."""

    def get_source(self, environment: Any, template: str) -> Any:
        found = super().get_source(environment, template)
        file = Path(found[1] or "").resolve()
        if not any(file.is_relative_to(Path(root).resolve()) for root in self.searchpath):
            raise jinja2.TemplateNotFound(template)
        return found


class _Bounds(NodeTransformer):
    """Loops that count their rounds; ``~`` and ``*`` that look at how long the result gets."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        tick = nodes.Output([_call("tick", [], node.lineno)], lineno=node.lineno)
        node.body.insert(0, tick)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _call("joined", node.nodes, node.lineno)

    def visit_Mul(self, node: nodes.Mul) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        if _is_number(node.left) or _is_number(node.right):
            return node
        return _call("times", [node.left, node.right], node.lineno)


def _is_number(node: nodes.Node) -> bool:
    """Whether a product with this is one of numbers: no text or list can be multiplied by it."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, float)
    return isinstance(node, nodes.Sub | nodes.Div)


def _call(name: str, args: list[nodes.Expr], line: int) -> nodes.Call:
    function = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(function, args, [], None, None, lineno=line)


class Missing(jinja2.StrictUndefined):
    """A name that a template asks for and that is not there: an error that names its neighbours."""

    @property
    def _undefined_message(self) -> str:
        found = self._undefined_obj
        name = str(self._undefined_name)
        if isinstance(found, Card):
            return f"the card has no '{name}'{did_you_mean(name, found.fields)}"
        if isinstance(found, Rule):
            return f"rule {found.id} has no number '{name}'{did_you_mean(name, found.data)}"
        if isinstance(found, Record):
            return f"there is no '{name}' here{did_you_mean(name, found)}"
        return str(super()._undefined_message)


class Sandbox(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """Jinja2's sandbox, which need not look twice at our own frozen values.

    It calls `opened` with the name of every template that a rendering opens.
    """

    intercepted_binops = frozenset({"**"})
    opened: Callable[[str], object] = staticmethod(str)  # the renderer puts its own in place

    def get_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        template = super().get_template(*args, **kwargs)
        self.opened(template.name or "")
        return template

    def select_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        template = super().select_template(*args, **kwargs)
        self.opened(template.name or "")
        return template

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) in _OWN and attribute[0] != "_":
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass  # the sandbox words the error
        return super().getattr(obj, attribute)

    # ---- bounds

    rounds = 0  # of loops in the face that is being drawn

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        bounded: nodes.Template = _Bounds().visit(tree)
        return bounded

    def tick(self) -> str:
        """One more round of a loop. Raises TooMuchError."""
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise TooMuchError(f"the loops of a face go round more than {MOST_ROUNDS:,} times")
        return ""

    def joined(self, *parts: object) -> str:
        """What ``~`` makes. Raises TooMuchError."""
        return bounded(markup_join(parts))

    def times(self, left: Any, right: Any) -> Any:
        """What ``*`` makes. Raises TooMuchError."""
        for one, other in ((left, right), (right, left)):
            many = isinstance(one, str | list | tuple) and isinstance(other, int)
            if many and len(one) * other > LONGEST:
                raise TooMuchError(_LONG)
        return left * right

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """``**`` of small numbers. Raises TooMuchError."""
        if abs(right) > 64 or abs(left) > 1e6:
            raise TooMuchError("a power of such large numbers is not needed on a card")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str) and attr in _GROWING:
            return False
        return super().is_safe_attribute(obj, attr, value)


_OWN = frozenset((Card, Component, Game, Record, Rule))


class Compiled(jinja2.BytecodeCache):
    """Templates as Python code, remembered by their words, names and files."""

    def __init__(self, memo: Memo) -> None:
        self.memo = memo

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        found = self.memo.get("template", f"{bucket.key} {bucket.checksum}")
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        code = bucket.bytecode_to_string()
        self.memo.put("template", f"{bucket.key} {bucket.checksum}", code)


def speaking(
    environment: jinja2.Environment,
    word: Callable[..., str],
    many: Callable[..., str],
) -> None:
    """Give templates ``_('Sheets: %(n)s', n=3)``, ``ngettext`` and ``{% trans %}``.

    What they return is plain text, so that it is escaped where it is set.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.policies["ext.i18n.trimmed"] = True  # a line break in a template is a space
    environment.globals |= {"_": word, "gettext": word, "ngettext": many}


def marked(environment: jinja2.Environment, source: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The words that a template has translated: line, and the word or its singular and plural."""
    if not _MARKED.search(source):
        return  # most templates draw and say nothing; parsing them takes time
    try:
        tree = environment.parse(source)
    except jinja2.TemplateSyntaxError:
        return  # the rendering will tell what is wrong
    for line, _, words in jinja2.ext.extract_from_ast(tree, ("_", "gettext", "ngettext")):
        found = (words,) if isinstance(words, str) else words or ()
        said = tuple(each for each in found if isinstance(each, str))
        if said:
            yield line, said


def told_rules(environment: jinja2.Environment, source: str) -> Iterator[str]:
    """The rules whose statements a template prints: ``rule('NINE-TURN-04').text``."""
    if not _TOLD.search(source):
        return
    try:
        tree = environment.parse(source)
    except jinja2.TemplateSyntaxError:
        return
    for node in tree.find_all(nodes.Getattr):
        if node.attr in ("text", "statement") and isinstance(node.node, nodes.Call):
            for argument in node.node.args[:1]:
                if isinstance(argument, nodes.Const) and isinstance(argument.value, str):
                    yield argument.value


def bound(environment: jinja2.Environment) -> None:
    """Filters that could make endless texts, with an end."""
    filters = environment.filters
    plain = {name: filters[name] for name in ("replace", "join")}

    def limited(name: str) -> Callable[..., Any]:
        @functools.wraps(plain[name])  # its marks, too: some ask for the environment first
        def short(*args: Any, **more: Any) -> Any:
            return bounded(plain[name](*args, **more))

        return short

    for name in plain:
        filters[name] = limited(name)
    made = filters["format"]

    def formatted(words: str, *args: Any, **more: Any) -> str:
        """``'%02d'|format(7)``. Raises TooMuchError for a width of thousands."""
        if _WIDE.search(str(words)):
            raise TooMuchError(_LONG)
        return bounded(made(words, *args, **more))

    filters["format"] = formatted
    filters.pop("center", None)
    filters.pop("indent", None)
    filters.pop("xmlattr", None)
