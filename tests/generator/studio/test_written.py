"""Layouts with code: which line draws what, edits of a line, and a drawing in place of the code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.studio.editing import Editor
from generator.studio.layout import in_look, layout_of, split_of, write_line
from generator.studio.tables import EditError
from tests.conftest import run

TITLE = "{{ line(card.title, width / 2, 12, 50, font='display', size=14, min=9, align='center') }}"


def shown(folder: Path) -> dict[str, Any]:
    return layout_of(Editor(folder), "cards", "face")


def test_each_element_of_a_card_is_found_with_its_line_and_box(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    found = shown(tiny)
    said = [(each["line"], each["kind"], each["field"]) for each in reversed(found["elements"])]
    assert said == [
        (3, "rect", ""), (4, "art", ""), (5, "line of text", "title"),
        (6, "text in a box", "words"), (7, "icon", ""), (7, "line of text", "price"),
    ]  # fmt: skip
    boxes = {each["kind"]: each["box"] for each in found["elements"]}
    assert boxes["icon"] == [6, 70, 8, 8]
    assert boxes["rect"][:2] == [-2.2, -2.2]
    assert found["sources"]["card.svg.j2"]["lines"][4] == TITLE
    # a text that is drawn where it was not set, and a macro that writes an attribute
    start, more = "{% block face %}", "{% set first = line('b', 9, 9) %}\n{{ first }}"
    edit("templates/card.svg.j2", start, start + more)
    assert (3, "first") in {(each["line"], each["kind"]) for each in shown(tiny)["elements"]}
    macro = (
        "{% macro at() %}{{ polar(0, 0, 9, 1)[0] }}{% endmacro %}<circle r='1' cx='{{ at() }}'/>"
    )
    edit("templates/card.svg.j2", start, start + macro)
    assert "rect" in {each["kind"] for each in shown(tiny)["elements"]}


def test_a_line_is_changed_and_one_that_fails_is_named(tiny: Path) -> None:
    editor, file = Editor(tiny), tiny / "templates" / "card.svg.j2"
    before = file.read_bytes()
    at = ("cards", "face", "card.svg.j2", 5)
    write_line(editor, *at, TITLE, TITLE.replace("size=14", "siz=14"))
    assert file.read_bytes() == before.replace(b"size=14", b"siz=14")
    wrong = shown(tiny)["wrong"]
    assert (wrong["file"], wrong["line"]) == ("card.svg.j2", 5)
    assert "did you mean 'size'" in wrong["message"]
    with pytest.raises(EditError, match="was changed elsewhere"):
        write_line(editor, *at, TITLE, "")
    with pytest.raises(EditError, match="not in the project's own templates"):
        write_line(editor, "cards", "face", "../game.yaml", 1, "", "x")
    editor.undo()
    assert file.read_bytes() == before


def test_a_look_takes_the_place_of_code(tiny: Path) -> None:
    editor = Editor(tiny)
    in_look(editor, "cards", "plain")
    found = shown(tiny)
    assert found["file"] == "cards.svg"
    assert {each["field"] for each in found["elements"]} >= {"title", "words"}
    assert run("check", str(tiny)).exit_code == 0
    editor.undo()
    assert shown(tiny)["file"] == "card.svg.j2"
    assert not (tiny / "templates" / "cards.svg").exists()


def test_a_deck_that_the_rules_count_is_not_split(tiny: Path) -> None:
    before = (tiny / "game.yaml").read_bytes()
    with pytest.raises(EditError, match="count the 5 Cards as one deck"):
        split_of(Editor(tiny), "cards", "title", "Ford")
    assert (tiny / "game.yaml").read_bytes() == before
