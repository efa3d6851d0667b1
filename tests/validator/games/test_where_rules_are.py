"""Somebody who knows a game finds its rules: by headings, files, and docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import validator.games
from validator.core.resources import resource

FOLDER = Path(validator.games.__file__).parent
GAMES = sorted(each.name for each in FOLDER.iterdir() if (each / "referee.py").exists())
RULE = re.compile(r"([A-Z]+-)?[A-Z]+-\d\d(\.\w+)?")


def modules(game: str) -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted((FOLDER / game).glob("*.py")):
        yield file, ast.parse(file.read_text("utf-8"))


@pytest.mark.parametrize("game", [each for each in GAMES if each != "crazy_eights"])
def test_modules_name_headings_of_the_rulebook(game: str) -> None:
    book = resource("data") / game.replace("_", "-") / "rulebook.md"
    text = book.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("##")]
    known = {re.sub(r"[#\[\]]", "", line).strip().lower() for line in lines}
    named: list[str] = []
    for _, tree in modules(game):
        about = " ".join((ast.get_docstring(tree) or "").split())
        if match := re.search(r"In the rulebook: (.+?)\.( |$)", about):
            named += match[1].split("; ")
    assert named
    assert [each for each in named if each.lower() not in known] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_function_that_names_a_rule_says_it_in_words(game: str) -> None:
    silent = [
        f"{file.name}: {function.name}"
        for file, tree in modules(game)
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and not ast.get_docstring(function)
        if any(
            isinstance(each, ast.Constant) and RULE.fullmatch(str(each.value))
            for each in ast.walk(function)
        )
    ]
    assert silent == []


@pytest.mark.parametrize("game", [each for each in GAMES if each != "crazy_eights"])
def test_constants_and_rules_are_not_in_the_state(game: str) -> None:
    places = {
        each.name: file.stem
        for file, tree in modules(game)
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }
    assert (places["Table"], places["State"]) == ("constants", "state")
    state = (FOLDER / game / "state.py").read_text("utf-8")
    assert ".holds(" not in state
    assert ".did(" not in state
