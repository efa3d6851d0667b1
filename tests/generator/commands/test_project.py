"""Projects of one's own: they build at once, and their schemas accept what the loader accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.conftest import run
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.load.schema import (
    card_schemas,
    game_schema,
    general_schemas,
    locale_schema,
    rules_schema,
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_blank_project_is_clean_and_builds(here: Path) -> None:
    assert run("new", "mine").exit_code == 0
    told = run("check", "mine")
    assert told.exit_code == 0, told.output
    assert run("build", "mine", "-o", "out").exit_code == 0
    assert (here / "out" / "mine-a4.pdf").is_file()
    assert not [each for each in here.iterdir() if each.name.startswith(".")]


def test_a_deck_of_ones_own_for_a_shipped_game(here: Path) -> None:
    assert run("new", "decks/mine", "--from", "nine-muses").exit_code == 0
    assert load_game(here / "decks/mine").problems == []
    assert run("replay", "decks/mine/scripts/turn.play").exit_code == 0
    text = (here / "decks/mine/philosophers.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=schemas/philosophers.json\n")
    assert (here / "decks/mine/schemas/philosophers.json").is_file()
    assert run("new", "dance", "--from", "dance-of-muses").exit_code == 0
    assert load_game(here / "dance", "it").problems == []
    text = (here / "dance/locale/it.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../schemas/locale.json\n")


def test_nothing_is_overwritten(here: Path) -> None:
    (here / "mine").mkdir()
    (here / "mine" / "cards.yaml").write_text("mine", "utf-8")
    told = run("new", "mine")
    assert told.exit_code == 2
    assert "not empty" in told.output
    assert (here / "mine" / "cards.yaml").read_text("utf-8") == "mine"
    assert "no game or folder 'nine-musses'" in run("new", "x", "--from", "nine-musses").output
    assert not (here / "x").exists()


@pytest.mark.parametrize("name", shipped_games())
def test_schemas_accept_the_shipped_data(name: str) -> None:
    folder = resource("data") / name
    game = load_game(folder).game
    assert game is not None

    def check(file: str, schema: Any) -> None:
        data = yaml.load((folder / file).read_text("utf-8"), yaml.CSafeLoader)
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(json.loads(json.dumps(data)), schema)

    check("game.yaml", game_schema())
    check("rules.yaml", rules_schema())
    for overlay in sorted((folder / "locale").glob("*.yaml")):
        check(f"locale/{overlay.name}", locale_schema(game))
        check(f"locale/{overlay.name}", locale_schema())
    named = yaml.load((folder / "game.yaml").read_text("utf-8"), yaml.CSafeLoader)["components"]
    schemas = card_schemas(game)
    for component in named:
        if str(component["cards"]).endswith(".yaml"):
            check(component["cards"], schemas[component["id"]])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"titel": "x"}, "titel"),
        ({"players": {"min": "two", "max": 4}}, "two"),
        ({"components": [{"id": "A b"}]}, "A b"),
    ],
)
def test_schemas_underline_mistakes(change: dict[str, Any], place: str) -> None:
    text = (resource("templates") / "blank" / "game.yaml").read_text("utf-8")
    data = yaml.load(text, yaml.CSafeLoader) | change
    errors = list(jsonschema.Draft202012Validator(game_schema()).iter_errors(data))
    assert errors
    assert any(place in str(error.message) for error in errors)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"cards": {"muses": {"klio": {"title": "Clio"}}}}, "klio"),
        ({"cards": {"muses": {"clio": {"suns": "5"}}}}, "suns"),
        ({"rules": {"DANCE-TURN-99": "x"}}, "DANCE-TURN-99"),
        ({"words": {"a": 1}}, "1"),
    ],
)
def test_schemas_of_a_language_know_the_texts(change: dict[str, Any], place: str) -> None:
    game = load_game(resource("data") / "dance-of-muses").game
    schema = locale_schema(game)
    clio = schema["properties"]["cards"]["properties"]["muses"]["properties"]["clio"]
    assert clio["properties"]["role"]["description"] == "Muse of history"
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors({"language": "it"} | change))
    assert any(place in str(error.message) for error in errors)


def without_words(schema: Any, place: str = "") -> list[str]:
    """Where a schema has a property without a description."""
    if isinstance(schema, list):
        return [each for item in schema for each in without_words(item, place)]
    if not isinstance(schema, dict):
        return []
    named = schema.get("properties", {})
    found = [f"{place}/{name}" for name, each in named.items() if not each.get("description")]
    for name, each in schema.items():
        found += without_words(each, f"{place}/{name}")
    return found


def test_every_property_of_a_schema_is_described() -> None:
    assert without_words(general_schemas()) == []
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    assert without_words(locale_schema(game)) == []
    assert without_words(card_schemas(game)) == []


def test_schemas_are_shown_and_written(here: Path) -> None:
    shown = json.loads(run("schema").output)
    assert set(shown) == {"game", "rules", "table", "locale"}
    assert run("schema", "nine-muses", "-o", "schemas").exit_code == 0
    assert json.loads((here / "schemas" / "muses.json").read_text("utf-8"))["title"]
