"""Data files of filled-in sheets: whatever stands in them, problems have a place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.kit.forms import FormSheet, sheets_of
from generator.kit.options import Options
from validator.core.filled import bare_name
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.filled import read_filled, with_lowest
from validator.load.game import load_game
from validator.load.yaml import read_yaml

EXAMPLES = {"muse": "night-train", "schizonauts": "interlude"}
VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
)
NAMES = st.text(max_size=3)
ODD = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def sheets() -> dict[str, tuple[Game, FormSheet]]:
    """Each game's second sheet, which the examples from the middle of play fill in."""
    found = {}
    for name in EXAMPLES:
        game = load_game(resource("data") / name).game
        assert game is not None
        found[name] = game, sheets_of(game, Options())[0][1]
    return found


def plain(node: Any) -> Any:
    """A tree as plain lists, mappings and values."""
    if hasattr(node, "entries"):
        return {key: plain(value) for key, value in node.entries.items()}
    return [plain(item) for item in node.items] if hasattr(node, "items") else node.value


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything inside a value: what holds it, and its name or number."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


@pytest.mark.parametrize("name", EXAMPLES)
@given(data=st.data())
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_stands_there_is_reported_with_its_place(
    name: str, data: st.DataObject, sheets: dict[str, tuple[Game, FormSheet]], tmp_path: Path
) -> None:
    game, sheet = sheets[name]
    text = (resource("data") / name / "sheets" / f"{EXAMPLES[name]}.yaml").read_text("utf-8")
    values = plain(read_yaml(text, "sheet.yaml")[0])
    holder, key = data.draw(st.sampled_from(list(places(values))))
    holder[key] = data.draw(ODD)
    file = tmp_path / "sheet.yaml"
    file.write_text(json.dumps(values), "utf-8")
    filled, problems = read_filled(file, sheet.blanks, game, sheet.card)
    assert all(problem.location.line for problem in problems)
    if filled is not None and not problems:
        with_lowest(filled.values, sheet.blanks)


@pytest.mark.parametrize(
    ("words", "bare"),
    [
        ("Orrin Vane", True),
        ("The Widow's Net", True),
        ("Maria de la Cruz", True),
        ("Orrin Vane, a ferryman", False),
        ("a cave that is dry at noon", False),
    ],
)
def test_a_bare_name_has_no_description(words: str, bare: bool) -> None:
    assert bare_name(words) is bare


def test_an_overlap_waits_for_its_tick(sheets: dict[str, tuple[Game, FormSheet]]) -> None:
    _, sheet = sheets["schizonauts"]
    ratings: dict[str, Any] = {"agent.violence.rating": 3, "thief.violence.rating": 2}
    assert "overlap.violence.rating" not in with_lowest(ratings, sheet.blanks)
    found = with_lowest({**ratings, "interlude": True}, sheet.blanks)
    assert found["overlap.violence.rating"] == 2
    assert "overlap.knowledge.rating" not in found
