"""Names and phrases that were replaced stay replaced: `words.toml` lists them."""

from __future__ import annotations

import ast
import re
import shlex
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from generator.cli import COMMANDS, main

ROOT = Path(__file__).parent.parent
TABLE = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
CODE = [
    file
    for folder in ("generator", "validator", "tests", "docs", "benchmarks")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file.name != "test_words.py"
]
DATA = [  # game data, templates and scripts of pages
    file
    for folder in ("data", "templates")
    for file in sorted((ROOT / folder).rglob("*"))
    if file.suffix in {".js", ".yaml", ".j2"}
]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


JAVASCRIPT = re.compile(  # comments and strings
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL
)


def _about(file: Path, entry: dict[str, Any]) -> bool:
    name = file.relative_to(ROOT).as_posix()
    inside = name.startswith(tuple(entry.get("where", [""])))
    return inside and not name.startswith(tuple(entry.get("except", [])))


def names(source: str) -> set[str]:
    """All identifiers of a Python source."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        said = vars(node)
        for each in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := said.get(each), str):
                found.add(name)
    return found


@cache
def names_in(file: Path) -> set[str]:
    return names(file.read_text("utf-8"))


def read_by_people(file: Path) -> Iterator[tuple[int, str]]:
    """Lines of a page or data file; strings and comments of code, each with its first line."""
    text = file.read_text("utf-8")
    if file.suffix == ".js":
        for found in JAVASCRIPT.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, " ".join(found[0].split())
        return
    if file.suffix != ".py":
        yield from enumerate(text.splitlines(), 1)
        return
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield token.start[0], " ".join(token.string.split())


def uses(file: Path, entries: Sequence[dict[str, Any]]) -> list[str]:
    # Most files have none of the phrases, wherever: only of the others, strings are told apart.
    whole = " ".join(file.read_text("utf-8").split())
    patterns = [
        (pattern, entry["say"])
        for entry in entries
        if _about(file, entry)
        and (pattern := re.compile(entry["pattern"], re.IGNORECASE)).search(whole)
    ]
    return [
        f"{file.relative_to(ROOT)}:{line}: '{match[0]}': say {say}"
        for line, words in (read_by_people(file) if patterns else ())
        for pattern, say in patterns
        if (match := pattern.search(words))
    ]


def test_no_name_that_was_replaced_comes_back() -> None:
    found = []
    for file in CODE:
        written = {*re.findall(r"\w+", file.read_text("utf-8"))}
        found += [
            f"{file.relative_to(ROOT)}: {entry['word']}: say {entry['say']}"
            for entry in TABLE["names"]
            if entry["word"] in written and _about(file, entry) and entry["word"] in names_in(file)
        ]
    assert found == []


@pytest.mark.parametrize("folder", ["generator", "validator", "docs", "data", "templates"])
def test_no_phrase_that_was_replaced_comes_back(folder: str) -> None:
    files = [file for file in (*CODE, *DATA) if file.is_relative_to(ROOT / folder)]
    files += PAGES if folder == "docs" else []
    assert [each for file in files for each in uses(file, TABLE["phrases"])] == []


def test_what_people_read_is_found(tmp_path: Path) -> None:
    assert names("def a(b): return b.c\nclass D: pass") == {"a", "b", "c", "D"}
    page = tmp_path / "a.md"
    page.write_text("A deck of one's own\n")
    assert list(read_by_people(page)) == [(1, "A deck of one's own")]
    script = tmp_path / "a.js"
    script.write_text('// One\nconst a = b / "two";\n/* three\n   four */ f(`five`);\n')
    said = [(1, "// One"), (2, '"two"'), (3, "/* three four */"), (4, "`five`")]
    assert list(read_by_people(script)) == said
    entry = {"pattern": "of one's own", "say": "your own"}
    assert "your own" in uses(ROOT / "tests" / "words.toml", [entry])[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_texts_are_not_cut(name: str) -> None:
    """In 80 columns the list of commands shows each line whole."""
    shown = CliRunner().invoke(main, ["--help"], terminal_width=80).output
    about = COMMANDS[name][2]
    assert len(about) <= 50
    assert about in shown
    assert about[0].isupper()
    assert about.endswith(".")
    assert isinstance(main.get_command(click.Context(main), name), click.Command)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_shows_how_it_is_called(name: str) -> None:
    """Every example has arguments and options that the command takes; files need not be there."""
    command = main.get_command(click.Context(main), name)
    assert command is not None
    lines = [line.strip() for line in (command.help or "").splitlines()]
    examples = [line for line in lines if line.startswith("pieria ")]
    assert examples
    for example in examples:
        said, _, _ = re.sub(" (&&|>) .*", "", example).partition("#")
        _, first, *arguments = shlex.split(said)
        assert first == name
        try:
            command.make_context(name, arguments)
        except click.BadParameter as error:
            if "does not exist" not in error.message:
                raise
        except click.exceptions.Exit:  # an option that answers at once
            continue


def classes_in(file: Path) -> list[str]:
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return [node.name for node in nodes if isinstance(node, ast.ClassDef)]


def test_no_class_name_is_defined_in_two_modules() -> None:
    """Each game has a state, a table and seats; every other class has a name of its own."""
    places: dict[str, list[Path]] = {}
    for file in CODE:
        if file.relative_to(ROOT).parts[0] in ("generator", "validator"):
            for name in re.findall(r"^ *class (\w+)", file.read_text("utf-8"), re.MULTILINE):
                places.setdefault(name, []).append(file)
    for shared in ("Seat", "State", "Table"):
        assert all(file.is_relative_to(ROOT / "validator/games") for file in places.pop(shared))
    for name, files in places.items():
        if len(files) > 1:  # docstrings may have examples of classes
            assert len([file for file in files if name in classes_in(file)]) < 2, (name, files)
