"""Decks written as sheets and as YAML: read back they are the same."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.export.deck_files import (
    DeckFormatError,
    ExportedDeck,
    columns,
    deck_of,
    files_of,
    to_csv,
    to_workbook,
    to_yaml,
)
from tests.conftest import run
from validator.core.resources import resource, shipped_games
from validator.core.tree import Node, Sequence
from validator.load.columns import ColumnNames
from validator.load.fieldtypes import read_fields, read_types
from validator.load.game import load_game
from validator.load.schema import declared
from validator.load.separated import read_separated
from validator.load.shape import MappingShape, Reader, ShapeField, Text, Whole, optional
from validator.load.workbook import read_workbook
from validator.load.yaml import read_yaml


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "kind"), [("nine-muses", "xlsx"), ("sing-o-muse", "csv"), ("muse", "yaml")]
)
def test_a_shipped_game_is_the_same_in_other_files(here: Path, name: str, kind: str) -> None:
    assert run("new", "mine", "--from", name, "--deck", kind).exit_code == 0
    made, shipped = load_game(here / "mine"), load_game(resource("data") / name)
    assert made.problems == []
    assert made.game is not None
    assert shipped.game is not None
    assert [each.cards for each in made.game.components] == [
        each.cards for each in shipped.game.components
    ]
    files = [each.suffix for each in (here / "mine").iterdir()]
    assert {".csv", ".xlsx"} & set(files) == {f".{kind}"} - {".yaml"}


def test_a_deck_of_a_game_as_a_file(here: Path) -> None:
    said = run("deck", "nine-muses", "philosophers", "--to", "xlsx")
    assert said.exit_code == 0
    assert "philosophers.xlsx: 20 cards" in said.output
    first = (here / "philosophers.xlsx").read_bytes()
    again = run("deck", "nine-muses", "philosophers", "--to", "xlsx")
    assert again.exit_code == 2
    assert "already exists" in again.output
    run("deck", "nine-muses", "philosophers", "--to", "xlsx", "-o", "more/again.xlsx")
    assert (here / "more" / "again.xlsx").read_bytes() == first
    said = run("deck", "nine-muses", "philosopers", "--to", "csv")
    assert said.exit_code == 2
    assert "did you mean 'philosophers'?" in said.output
    said = run("deck", "nine-muses", "--to", "csv")
    assert said.exit_code == 2
    assert "has several components; name one of " in said.output


def test_the_only_component_need_not_be_named(here: Path) -> None:
    (here / "cards.csv").write_text("title,copies\nA,1\nB,2\n", "utf-8")
    run("new", "mine", "--from", "cards.csv")
    said = run("deck", "mine", "--to", "yaml", "-o", "again.yaml")
    assert said.exit_code == 0, said.output
    assert "again.yaml: 2 cards" in said.output


def test_a_game_begins_in_a_workbook(here: Path) -> None:
    assert run("new", "mine", "--deck", "xlsx").exit_code == 0
    assert run("build", "mine", "-o", "out").exit_code == 0
    assert not (here / "mine" / "cards.yaml").exists()
    sheet = openpyxl.load_workbook(here / "mine" / "cards.xlsx").active
    assert sheet is not None
    assert [cell.value for cell in sheet[1]] == ["title", "copies", "cost", "words", "icon"]
    note = sheet["B1"].comment
    assert note is not None
    assert note.text == "a whole number from 0 (optional): the number of copies to print"
    assert sheet["D9"].number_format == "General"  # of a cell that is not there …
    assert sheet.column_dimensions["D"].number_format == "@"  # … but its column has one


def test_a_cell_that_changed_is_printed_anew(here: Path) -> None:
    run("new", "mine", "--deck", "xlsx")
    assert run("build", "mine", "-o", "out").exit_code == 0
    book = openpyxl.load_workbook(here / "mine" / "cards.xlsx")
    book["cards"]["C3"] = 2
    book.save(here / "mine" / "cards.xlsx")
    said = run("build", "mine", "-o", "new", "--changed-since", "out/mine-a4.manifest.json")
    assert said.exit_code == 0
    assert re.search(r"changed +5 +5 +cards/the-lantern +cost: 1 → 2", said.output)


def test_a_workbook_becomes_other_files(here: Path) -> None:
    run("new", "one", "--from", "nine-muses", "--deck", "xlsx")
    game = here / "one" / "game.yaml"
    text = game.read_text("utf-8")
    game.write_text(text.replace("cards.xlsx#muses", "'cards.xlsx#muses'"), "utf-8")
    assert run("new", "two", "--from", "one", "--deck", "yaml").exit_code == 0
    made, read = load_game(here / "two"), load_game(here / "one")
    assert made.problems == read.problems == []
    assert made.game is not None
    assert read.game is not None
    assert [each.cards for each in made.game.components] == [
        each.cards for each in read.game.components
    ]
    assert not (here / "two" / "cards.xlsx").exists()
    assert "    cards: philosophers.yaml\n" in (here / "two" / "game.yaml").read_text("utf-8")
    assert "    cards: muses.yaml\n" in (here / "two" / "game.yaml").read_text("utf-8")
    assert (here / "two" / "muses.yaml").is_file()
    run("new", "three", "--from", "one", "--deck", "xlsx")
    assert (here / "three" / "cards.xlsx").read_bytes() == (
        here / "one" / "cards.xlsx"
    ).read_bytes()


def test_a_game_begins_in_csv(here: Path) -> None:
    run("new", "mine", "--deck", "csv")
    head, notes, *cards = (here / "mine" / "cards.csv").read_text("utf-8-sig").splitlines()
    assert head == "title,copies,cost,words,icon"
    assert notes.startswith("# text,a whole number from 0 (optional): the number of copies")
    assert len(cards) == 3


def test_names_that_are_taken_and_cells_that_are_too_long() -> None:
    card = {"title": "A"}
    decks = [ExportedDeck(name, (card,), SHAPE) for name in ("a" * 40, "a" * 40, "[b]")]
    _, names = files_of(decks, "xlsx", ["Cards.xlsx"])
    assert names == [f"cards-2.xlsx#{'a' * 28}", f"cards-2.xlsx#{'a' * 28}-2", "cards-2.xlsx#-b-"]
    assert files_of(decks[2:], "csv", ["[b].csv"])[1] == ["[b]-2.csv"]
    with pytest.raises(
        DeckFormatError, match="'words' of card 1 is longer than the 32,767 characters"
    ):
        to_workbook([ExportedDeck("cards", ({"title": "A", "words": "x" * 40_000},), SHAPE)])


# ---- any deck

TYPES = {"part": "{C: integer, more: list of integer?}"}
FIELDS = (
    "{words: text?, tags: list of text?, prices: map of integer?, sure: boolean?, size: number?,"
    " pay: part?, steps: list of part?}"
)


def shape_of(fields: str, types: dict[str, str]) -> MappingShape:
    to = Reader()
    named, _ = read_yaml(
        "{" + ", ".join(f"{key}: {each}" for key, each in types.items()) + "}", "x"
    )
    node, _ = read_yaml(fields, "x")
    own = read_fields(node, read_types(named, to), to)
    assert to.problems == []
    return MappingShape({"title": ShapeField(Text()), "copies": optional(Whole()), **own})


SHAPE = shape_of(FIELDS, TYPES)
WORDS = (
    st.text(st.sampled_from("ab1.5 ;,\"'\n[]{}:-#%é“\u2028\x85&*!|>"), min_size=1, max_size=9)
    .map(str.strip)
    .filter(lambda words: words and not words.startswith("#"))
)
NUMBERS = st.integers(0, 99)
PARTS = st.fixed_dictionaries({"C": NUMBERS}, optional={"more": st.lists(NUMBERS, max_size=2)})
CARDS = st.fixed_dictionaries(
    {"title": WORDS},
    optional={
        "copies": NUMBERS,
        "words": WORDS,
        "tags": st.lists(WORDS, max_size=3),
        "prices": st.dictionaries(st.integers(1, 9) | st.sampled_from("ab"), NUMBERS, max_size=3),
        "sure": st.booleans(),
        "size": st.floats(-100, 100).map(lambda number: round(number, 3)),
        "pay": PARTS,
        "steps": st.lists(PARTS, max_size=3),
    },
)


def read_back(
    data: bytes, kind: str, shape: MappingShape = SHAPE, number: Callable[[str], Any] | None = None
) -> list[Any]:
    text = data.decode("utf-8-sig") if kind != "xlsx" else ""
    rows: Node | None
    if kind == "csv":
        rows, problems = read_separated(text, "x.csv", ColumnNames(tuple(shape.fields)))
    elif kind == "xlsx":
        rows, problems = read_workbook(data, "x.xlsx", "", ColumnNames(tuple(shape.fields)))
    else:
        rows, problems = read_yaml(text, "x.yaml")
    to = Reader(number)
    assert problems == []
    assert isinstance(rows, Sequence)
    cards = [shape.read(row, to) for row in rows.items]
    assert to.problems == []
    return cards


def expected(card: dict[str, Any]) -> Any:
    to = Reader()
    node, problems = read_yaml(json.dumps(card), "x.json")
    assert problems == []
    assert node is not None
    read = SHAPE.read(node, to)
    assert to.problems == []
    return read


@settings(max_examples=80, deadline=None)
@given(st.lists(CARDS, min_size=1, max_size=4))
@example([{"title": "'1'-"}])
@example([{"title": f"{quotes}-1"} for quotes in ("", "'", "''", "'''")])
def test_any_deck_comes_back(cards: list[dict[str, Any]]) -> None:
    deck = ExportedDeck("cards", tuple(cards), SHAPE)
    wanted = [expected(card) for card in cards]
    assert read_back(to_csv(deck), "csv") == wanted
    assert read_back(to_workbook([deck]), "xlsx") == wanted
    assert read_back(to_yaml(deck), "yaml") == wanted


@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_deck_comes_back(name: str) -> None:
    game = load_game(resource("data") / name).game
    assert game is not None
    said = declared(game)
    for component in game.components:
        shape = said[component.id].shape
        deck = deck_of(component, shape)
        for kind, data in (
            ("csv", to_csv(deck)), ("xlsx", to_workbook([deck])), ("yaml", to_yaml(deck)),
        ):  # fmt: skip
            found = read_back(data, kind, shape, game.rules.number)
            assert [card["title"] for card in found] == [card.title for card in component.cards]
            for read, card in zip(found, component.cards, strict=True):
                assert {key: read[key] for key in card.fields} == dict(card.fields)


def test_a_field_of_many_parts_is_yaml_in_one_cell() -> None:
    many = {"title": "A", "prices": {number: number for number in range(30)}}
    empty = {"title": "B", "pay": {"C": 1}, "steps": [{"C": 1, "more": []}]}
    titles = [column.title for column in columns(ExportedDeck("cards", (many, empty), SHAPE))]
    assert titles == [
        "title", "copies", "words", "tags", "prices", "sure", "size", "pay.C", "pay.more",
        "steps.1.C", "steps.1.more",
    ]  # fmt: skip
