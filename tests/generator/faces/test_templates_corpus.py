"""Escapes and bombs of `tests/corpus/templates` are refused at the template's line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.faces import sandbox
from generator.faces.fonts import FontBook
from generator.faces.renderer import Renderer
from generator.faces.templates import TemplateError
from tests.conftest import HERE
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.resources import resource

CORPUS = HERE / "corpus" / "templates"
LINE = 3
TEMPLATES = resource("templates")
FONTS = FontBook(TEMPLATES / "fonts")
OURS = ("jinja", "python", "traceback", "object", "unsafe", "nonetype")


def corpus(name: str) -> Iterator[tuple[str, bool]]:
    """Each line of a file, and whether it is below `harmless`."""
    harmless = False
    for line in (CORPUS / name).read_text("utf-8").splitlines():
        harmless |= line == "# ---- harmless"
        if line and not line.startswith("# "):
            yield line, harmless


def drawn(game: Game, words: str) -> Problem | str:
    """The face of a template that has these words on its third line, or why it is refused."""
    component = game.components[0]
    renderer = Renderer(game, TEMPLATES, FONTS, 0)
    lines = ('<svg xmlns="http://www.w3.org/2000/svg">', '<rect width="1" height="1"/>', words)
    renderer.templates.made("hostile.svg.j2", "\n".join((*lines, "</svg>\n")), "hostile.svg.j2")
    try:
        return renderer.face(component, component.cards[0], "hostile.svg.j2").svg
    except TemplateError as error:
        return error.problem


def check_refused(found: Problem | str, line: str) -> None:
    assert isinstance(found, Problem), f"{line} is drawn: {found[:300]}"
    assert (found.location.file.rsplit("/")[-1], found.location.line) == ("hostile.svg.j2", LINE), (
        f"{line}: {found}"
    )
    assert not any(word in found.message.lower() for word in OURS), found


def test_every_escape_is_refused_at_its_line(tiny_game: Game) -> None:
    lines = [*corpus("escapes.txt")]
    assert len(lines) >= 100
    for line, harmless in lines:
        found = drawn(tiny_game, line)
        if harmless:
            assert isinstance(found, str), found
            assert "class" not in found.partition("</svg>")[0].lower()
        else:
            check_refused(found, line)


def test_every_bomb_is_stopped_at_its_line(
    tiny_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MOST_STEPS", 50_000)
    lines = [*corpus("bombs.txt")]
    assert len(lines) >= 60
    for line, _ in lines:
        check_refused(drawn(tiny_game, line), line)
