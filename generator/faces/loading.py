"""Loads the templates that a game may open and their shared modules, and handles undefined
names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2

from generator.faces.limits import LARGEST
from generator.faces.visible import READABLE
from validator.core.frozen_map import FrozenMap
from validator.core.location import did_you_mean
from validator.core.model import Card, Rule
from validator.core.renamed import key_now


class ConfinedLoader(jinja2.FileSystemLoader):
    """Loads templates from some folders, ignoring links that lead out of them."""

    def __init__(self, folders: Sequence[str | Path]) -> None:
        super().__init__(folders)
        self.made: dict[str, tuple[str, str]] = {}  # words and file of templates that were drawn

    def get_source(self, environment: jinja2.Environment, template: str) -> Any:
        if template in self.made:
            return (*self.made[template], None)
        if not template.isprintable() or len(template) > 200:
            raise jinja2.TemplateNotFound(ascii(template[:40]))
        try:
            found = super().get_source(environment, template)
        except jinja2.TemplateNotFound:
            raise
        except (OSError, UnicodeDecodeError) as error:
            raise jinja2.TemplateSyntaxError(f"cannot be read: {error}", 1, template) from None
        if len(found[0]) > LARGEST:
            message = f"a template has more than {LARGEST:,} characters"
            raise jinja2.TemplateSyntaxError(message, 1, template)
        file = Path(found[1] or "").resolve()
        if not any(file.is_relative_to(Path(root).resolve()) for root in self.searchpath):
            raise jinja2.TemplateNotFound(template)
        return found


class Missing(jinja2.StrictUndefined):
    """An undefined name; using it is an error that suggests similar names."""

    @property
    def _undefined_message(self) -> str:
        found = self._undefined_obj
        name = str(self._undefined_name)
        if isinstance(found, Card):
            return f"the card has no '{name}'{did_you_mean(name, found.fields)}"
        if isinstance(found, Rule):
            return f"rule {found.id} has no number '{name}'{did_you_mean(name, found.data)}"
        if isinstance(found, FrozenMap):
            if found and all(str(each).startswith("#") for each in found.values()):
                return f"no colour '{name}' in the theme{did_you_mean(name, found)}"
            return f"there is no '{name}' here{did_you_mean(name, found)}"
        if isinstance(found, jinja2.environment.TemplateModule):
            known = [each for each in vars(found) if not each.startswith("_")]
            of = vars(found).get("__name__")
            return f"'{of}' has no macro '{name}'{did_you_mean(name, known)}"
        if hint := key_now(name, READABLE.get(type(found), ())):
            return f"there is no '{name}' here{hint}"
        return str(super()._undefined_message)


class SharedModule(jinja2.Template):
    """A template that other templates import; its module is created once for many faces.

    `looks_at` contains the templates that it refers to, or is None if it reads the card, or reads a
    template whose name is known only at run time.
    """

    looks_at: tuple[str | None, ...]
    asked: dict[tuple[Any, ...], None]  # the inputs that making its module used

    @classmethod
    def _from_namespace(cls, environment: Any, namespace: Any, globals: Any) -> Any:
        made = super()._from_namespace(environment, namespace, globals)
        made.looks_at = namespace["looks_at"]  # type: ignore[attr-defined]
        made.asked = {}  # type: ignore[attr-defined]
        return made

    def _get_default_module(self, ctx: Any = None) -> Any:
        environment: Any = self.environment
        with environment.apart(self.asked), environment.without_marks():
            return super()._get_default_module(ctx)
