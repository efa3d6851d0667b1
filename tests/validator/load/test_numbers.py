"""The loader knows the kind and the bounds of every number of a shipped game's rules."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from validator.checks import check_deck, check_game
from validator.core.location import Problem
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.load.shape import REFERENCE

WRONG: tuple[Any, ...] = (
    None, "", [], ["a"], [1], [[1]], {}, {"a": 1}, {1: "a"}, 10**9, -(10**9), 1.5, True, "banana",
)  # fmt: skip


def copied(name: str, folder: Path) -> Path:
    shutil.copytree(
        resource("data") / name, folder, ignore=shutil.ignore_patterns("scripts", "locale")
    )
    return folder


def rules_of(folder: Path) -> Any:
    return yaml.load((folder / "rules.yaml").read_text("utf-8"), yaml.CSafeLoader)


def written(tree: Any) -> str:
    return str(yaml.dump(tree, Dumper=yaml.CSafeDumper, sort_keys=False))


def checked(folder: Path) -> list[Problem]:
    """What `pieria check` says of the data and of the deck."""
    loaded = load_game(folder)
    assert loaded.game is not None
    judged = [*check_game(loaded.game), *check_deck(loaded.game, loaded.problems)]
    return sorted({*loaded.problems, *judged})


def numbers(tree: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """All numbers of a catalogue that no other rule states: the mapping, and the name in it."""
    for rule in tree["rules"]:
        for name, value in rule.get("data", {}).items():
            if not (isinstance(value, str) and REFERENCE.fullmatch(value)):
                yield rule["data"], name


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("name", ["nine-muses", "sing-o-muse"])
def test_every_number_of_a_wrong_kind_is_reported_where_it_stands(
    name: str, wrong: Any, tmp_path: Path
) -> None:
    folder = copied(name, tmp_path / "deck")
    tree = rules_of(folder)
    replaced = 0
    for data, key in [*numbers(tree)]:
        fits_words = wrong not in (None, "", True) and isinstance(wrong, str | int | float)
        fits_words = fits_words and isinstance(data[key], str)
        if (
            "choices" in data
            or fits_words
            or (type(data[key]) is type(wrong) and not isinstance(wrong, int))
        ):
            continue  # lists and mappings hold their own kinds, tried one by one below
        data[key] = deepcopy(wrong)
        replaced += 1
    (folder / "rules.yaml").write_text(written(tree), "utf-8")
    told = {each.location for each in checked(folder) if each.check == "catalogue"}
    assert len(told) >= replaced > 10


@pytest.mark.parametrize("name", shipped_games())
def test_lists_and_tables_of_a_wrong_kind_are_reported_and_end_nothing(
    name: str, tmp_path: Path
) -> None:
    folder = copied(name, tmp_path / "deck")
    tree = rules_of(folder)
    held = [(data, key) for data, key in numbers(tree) if isinstance(data[key], list | dict)]
    for number, (data, key) in enumerate(held):
        value, wrong = data[key], ["banana", [1], {"a": "b"}, 10**9][number % 4]
        if isinstance(value, dict):
            data[key] = dict.fromkeys(value, wrong)
        elif isinstance(value[0], str):
            data[key] = [{"a": 1}]
        else:
            data[key] = [wrong] * len(value)
    (folder / "rules.yaml").write_text(written(tree), "utf-8")
    told = [each for each in checked(folder) if each.check == "catalogue"]
    assert len({each.location.line for each in told}) >= len(held) * 0.9


@pytest.mark.parametrize("name", shipped_games())
def test_words_that_look_like_numbers_are_words(name: str, tmp_path: Path) -> None:
    folder = copied(name, tmp_path / "deck")
    tree = rules_of(folder)
    for data, key in [*numbers(tree)]:
        words = data[key]
        if isinstance(words, list) and isinstance(words[0], str) and key != "choices":
            data[key] = [1, 2.5]
        elif isinstance(words, str) and key != "choice":
            data[key] = 7
    (folder / "rules.yaml").write_text(written(tree), "utf-8")
    told = {each.check for each in checked(folder)}
    assert told
    assert "catalogue" not in told


@pytest.mark.parametrize("name", shipped_games())
def test_what_is_refused_hides_nothing_else(name: str, tmp_path: Path) -> None:
    """A broken catalogue is told once, and the deck is judged all the same."""
    folder = copied(name, tmp_path / "deck")
    whole = (folder / "rules.yaml").read_text("utf-8")
    for text, most in (("", 1), ("rules: [", 2), (whole.replace("kind: ", "kind: un", 1), 1)):
        (folder / "rules.yaml").write_text(text, "utf-8")
        assert 0 < len(checked(folder)) <= most


@pytest.mark.parametrize("bounds", ["[1]", "[]", "[2, 1]", "[a, 3]", "9", "{a: 1}", "~", "[1, 3]"])
def test_bounds_narrow_a_number_or_are_reported(bounds: str, tmp_path: Path) -> None:
    folder = copied("sing-o-muse", tmp_path / "deck")
    text = (folder / "rules.yaml").read_text("utf-8")
    text = text.replace("bounds: {divisor: [1, 100]}", f"bounds: {{divisor: {bounds}}}")
    (folder / "rules.yaml").write_text(text, "utf-8")
    assert len(checked(folder)) == (0 if bounds == "[1, 3]" else 1)
    game = Path(shutil.copytree(folder, tmp_path / "own"))
    for file in (game / "game.yaml", game / "rules.yaml"):
        words = file.read_text("utf-8").replace("code: SING", "code: OWN").replace("SING-", "OWN-")
        file.write_text(words.replace("{divisor: 2,", "{divisor: 4,"), "utf-8")
    told = [each.message for each in load_game(game).problems if each.check == "shape"]
    if bounds == "[1, 3]":
        assert told == ["OWN-CHAL-07.divisor: expected a whole number from 1 to 3, not '4'"]


def test_an_empty_statement_is_reported(tmp_path: Path) -> None:
    folder = copied("muse", tmp_path / "deck")
    text = (folder / "rules.yaml").read_text("utf-8")
    start = text.index("    statement:")
    end = text.index("\n", start)
    (folder / "rules.yaml").write_text(f"{text[:start]}    statement:{text[end:]}", "utf-8")
    assert ["expected text, not nothing" in each.message for each in checked(folder)] == [True]


def test_one_wrong_count_hides_no_other_problem(tmp_path: Path) -> None:
    folder = copied("nine-muses", tmp_path / "deck")
    for file, old, new in (
        ("philosophers.yaml", "- title: Aesop\n", "- title: Thales\n"),
        ("muses.yaml", "- title: Clio\n", "- title: Clio\n    copies: 2\n"),
        ("muses.yaml", "condition: {C: [4, 99]}", "condition: {C: four}"),
    ):
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    told = "\n".join(map(str, checked(folder)))
    assert "NINE-COMP-02: Muses: Clio: 2, not 1 [kit]" in told
    (note,) = load_game(folder).notes
    assert "NINE-COMP-05.kinds Aesop: 4 instead of 6, Thales: 2 instead of 0" in note.message
    assert "expected a list, not 'four' [shape]" in told


def test_the_codes_of_a_game_and_its_rules_agree(tmp_path: Path) -> None:
    folder = copied("nine-muses", tmp_path / "deck")
    game = (folder / "game.yaml").read_text("utf-8").replace("code: NINE", "code: TIDE")
    (folder / "game.yaml").write_text(game, "utf-8")
    told = [str(each) for each in checked(folder)]
    assert len(told) == 1
    assert "the code is 'TIDE' here and 'NINE' in rules.yaml" in told[0]
