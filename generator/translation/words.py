"""Finds the translatable texts of templates and of the program, and loads translated games."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from generator.faces.fonts import FontBook
from generator.faces.renderer import Renderer
from generator.translation.pseudolocale import PSEUDO, in_pseudo
from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.locale import in_language

ID = "language"  # the check that problems of a translation belong to
LONGEST = 60  # characters of a text in a message


def spoken(source: Game, language: str) -> tuple[Game, list[Problem]]:
    """Return the game in a language or in the pseudo-language, and its overlay's problems."""
    if language == PSEUDO:
        return in_pseudo(source, renderer_of(source)), []
    return in_language(source, language)


def renderer_of(game: Game) -> Renderer:
    """Return a renderer of a game with the shipped templates and typefaces."""
    templates = resource("templates")
    return Renderer(game, templates, FontBook(templates / "fonts"), 0)


def wanted_words(renderer: Renderer) -> dict[str, Location]:
    """Return the translatable texts of the program and of templates, with their first location."""
    return {**program_words(), **renderer.templates.marked_words()}


def short(words: str) -> str:
    """Return a text on one line, truncated if it is long."""
    plain = " ".join(words.split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


@cache
def program_words() -> dict[str, Location]:
    """Return the texts of the program that a kit contains, as in ``game.words("full page")``."""
    found: dict[str, Location] = {}
    here = Path(__file__).parent.parent
    for file in sorted(here.rglob("*.py")):
        source = file.read_text("utf-8")
        marked = "words" in source or "gettext_noop" in source
        for node in ast.walk(ast.parse(source)) if marked else ():
            if isinstance(node, ast.Call):
                for english in _said_in(node):
                    location = Location(
                        f"generator/{file.relative_to(here).as_posix()}",
                        node.lineno,
                        node.col_offset + 1,
                    )
                    found.setdefault(english, location)
    return found


def _said_in(call: ast.Call) -> list[str]:
    """Return the texts in a call of ``words("…")``, ``gettext_noop("…")`` or ``words.many("…",
    "…", n)``.
    """
    name = ast.unparse(call.func).split(".")
    wanted = 2 if name[-2:] == ["words", "many"] else int(name[-1] in ("words", "gettext_noop"))
    if wanted == 1 and len(call.args) != 1:
        return []
    values = [each.value for each in call.args[:wanted] if isinstance(each, ast.Constant)]
    return [each for each in values if isinstance(each, str)]
