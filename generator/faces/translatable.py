"""Finds the translatable texts of templates, and the rules that templates quote."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import jinja2
import jinja2.ext
import jinja2.meta
import jinja2.sandbox
from jinja2 import nodes

_MARKED = re.compile(r"\b(?:_|n?gettext)\s*\(|\btrans\b")  # words that are translated
_TOLD = re.compile(r"\.\s*(?:text|statement)\b")  # probably a rule's


def install_translations(
    environment: jinja2.Environment, word: Callable[..., str], many: Callable[..., str]
) -> None:
    """Add ``_('Sheets: %(n)s', n=3)``, ``ngettext`` and ``{% trans %}`` to templates.

    They return plain text, which is escaped where it is inserted.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.policies["ext.i18n.trimmed"] = True  # a line break in a template is a space
    environment.globals |= {"_": word, "gettext": word, "ngettext": many}


def marked(environment: jinja2.Environment, source: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield a template's translatable texts, with their lines.

    A text is given as one string, or as singular and plural.
    """
    if not _MARKED.search(source):
        return  # most templates contain no text; parsing them takes time
    try:
        tree = environment.parse(source)
    except jinja2.TemplateSyntaxError:
        return  # the rendering will report what is wrong
    for line, _, words in jinja2.ext.extract_from_ast(tree, ("_", "gettext", "ngettext")):
        found = (words,) if isinstance(words, str) else words or ()
        said = tuple(each for each in found if isinstance(each, str))
        if said:
            yield line, said


def rules_quoted(environment: jinja2.Environment, source: str) -> Iterator[str]:
    """Yield the rules whose statements a template prints: ``rule('NINE-TURN-04').text``."""
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
