"""Reading: places of values, odd files, and files that mean harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.core.location import Problem
from validator.core.model import Game
from validator.core.tree import Mapping, Scalar, Sequence
from validator.load.cards import slug
from validator.load.game import load_game
from validator.load.separated import read_separated
from validator.load.text import read_text
from validator.load.yaml import read_yaml


def first_message(text: str) -> str:
    _, problems = read_yaml(text, "x.yaml")
    return str(problems[0])


def test_every_value_keeps_its_line_and_column() -> None:
    tree, _ = read_yaml("a: 1\nb:\n  - two\n  - {c: 3}\n", "x.yaml")
    assert isinstance(tree, Mapping)
    items = tree.entries["b"]
    assert isinstance(items, Sequence)
    assert (items.items[0].line, items.items[0].column) == (3, 5)
    inner = items.items[1]
    assert isinstance(inner, Mapping)
    assert (inner.entries["c"].line, inner.entries["c"].column) == (4, 9)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12", 12), ("-3", -3), ("1.5", 1.5), ("true", True), ("~", None), ("", None),
        ("yes", "yes"), ("no", "no"), ("012", "012"), ("1:30", "1:30"), ("'12'", "12"),
        ("1e5", "1e5"),
    ],
)  # fmt: skip
def test_plain_words_mean_what_they_look_like(written: str, value: object) -> None:
    tree, _ = read_yaml(f"a: {written}", "x.yaml")
    assert isinstance(tree, Mapping)
    scalar = tree.entries["a"]
    assert isinstance(scalar, Scalar)
    assert scalar.value == value
    assert type(scalar.value) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 5000, "nested deeper"),
        ("- " * 5000 + "x", "nested deeper"),
        ("a: &a [*a]", "contains itself"),
        ("a: *b", "no anchor '&b'"),
        ("a: !!python/object:os.system x", "tag"),
        ("a: 1\n---\nb: 2", "one document"),
        ("a: 1\na: 2", "2:1: 'a' is already defined in line 1"),
        ("? [a, b]\n: c", "a name must be a single value"),
        ("a: [1, 2", "syntax"),
        ("\tb: c", "1:1: this line is indented with a tab; replace the tab with"),
    ],
)
def test_hostile_or_broken_yaml_is_one_clear_problem(text: str, said: str) -> None:
    assert said in first_message(text)


def test_an_alias_bomb_ends_at_once() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for name, before in zip("bcdefgh", "abcdefg", strict=True):
        lines.append(f"{name}: &{name} [{', '.join(['*' + before] * 10)}]")
    assert "more than 1,000,000 values" in first_message("\n".join(lines))


def test_an_alias_is_fine_where_it_is_used_with_measure() -> None:
    tree, problems = read_yaml("a: &a {x: 1}\nb: *a\n", "x.yaml")
    assert problems == []
    assert isinstance(tree, Mapping)
    assert tree.entries["b"] is tree.entries["a"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a: \xff", "x.yaml:1:4: byte 0xff is not valid in UTF-8"),
        ("a: ü".encode("utf-16"), "x.yaml:1:1: byte 0xff is not valid in UTF-8"),
        (b"a: b\n\x00", "x.yaml:2:1: control character U+0000"),
    ],
)
def test_bytes_that_are_no_text_are_reported_with_their_place(
    tmp_path: Path, data: bytes, said: str
) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(data)
    problem = read_text(file, "x.yaml")
    assert isinstance(problem, Problem)
    assert str(problem).startswith(said)


def test_a_byte_order_mark_is_taken_off(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes("\ufefftitle\nÄ\n".encode())
    assert read_text(file, "x.csv") == "title\nÄ\n"


def test_one_broken_file_does_not_stop_the_rest(tiny: Path) -> None:
    (tiny / "rules.yaml").write_text("rules: [\n", "utf-8")
    (tiny / "cards.yaml").write_text("cards: {\n", "utf-8")
    files = {problem.location.file for problem in load_game(tiny).problems}
    assert {"tiny/rules.yaml", "tiny/cards.yaml", "tiny/game.yaml"} <= files


def test_a_link_out_of_the_folder_is_refused(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("cards: []", "utf-8")
    (tiny / "cards.yaml").unlink()
    (tiny / "cards.yaml").symlink_to(tmp_path / "secret.yaml")
    assert any("is outside the game's folder" in str(each) for each in load_game(tiny).problems)


def test_numbers_of_rules_stand_once(tiny_game: Game) -> None:
    rules = tiny_game.rules
    assert rules["TINY-LIMIT-02"].pile == rules["TINY-LIMIT-01"].hand
    assert rules["TINY-LIMIT-01"].text.endswith("by number of players: 8 for 2, 7 for 3, 6 for 4.")
    assert rules["TINY-LIMIT-02"].text.endswith("6 with four players.")
    assert tiny_game.players == (2, 4)


def test_ids_are_made_from_titles() -> None:
    assert slug("The Meat Cleaver!") == "the-meat-cleaver"


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab:-[]{}&*!|>'\"\n\t #,?1.~", max_size=80))
def test_no_text_is_a_traceback(text: str) -> None:
    read_yaml(text, "x.yaml")
    read_separated(text, "x.csv")
