"""One card file for several components, and several files for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import run
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]
SHEET = "Title,Kind,words\nFord,Spell,a\nMill, place ,b\nHill,Place,c\n"
YAML = "cards:\n" + "".join(
    f"  - {{title: {title}, Kind: {kind}, words: {title}}}\n"
    for title, kind in (("Ford", "Spell"), ("Mill", "Place"), ("Hill", "Place"))
)


def deck(tiny: Path, edit: Edit, file: str, text: str, where: str) -> list[str]:
    """The titles of the cards, or what is wrong."""
    (tiny / file).write_text(text, "utf-8")
    edit("game.yaml", "    cards: cards.yaml\n", f"    cards: {file}\n    where: {where}\n")
    loaded = load_game(tiny)
    assert loaded.game is not None
    said = [str(each) for each in loaded.problems if each.check != "shape"]
    return said or [card.title for card in loaded.game.components[0].cards]


@pytest.mark.parametrize(("file", "text"), [("all.csv", SHEET), ("all.yaml", YAML)])
@pytest.mark.parametrize(
    ("where", "titles"),
    [
        ("Kind = Spell", ["Ford"]),
        ("kind != spell", ["Mill", "Hill"]),
        ("Kind = Spell, Place and Title != Mill", ["Ford", "Hill"]),
    ],
)
def test_a_component_takes_the_rows_that_it_asks_for(
    tiny: Path, edit: Edit, file: str, text: str, where: str, titles: list[str]
) -> None:
    assert deck(tiny, edit, file, text, where) == titles


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("Kind = Spel", "no row has 'Spel' in the column 'Kind', which has 'Spell', 'place', "
                        "'Place'; did you mean 'Spell'? [columns]"),
        ("Knd = Spell", "there is no column 'Knd', which `where:` of game.yaml names; did you "
                        "mean 'Kind'? [columns]"),
        ("Spell", "'Spell' is not a condition on a column; write `where: Kind = Spell` [shape]"),
    ],
)  # fmt: skip
def test_a_condition_that_takes_nothing_is_an_error(
    tiny: Path, edit: Edit, where: str, said: str
) -> None:
    deck(tiny, edit, "all.csv", SHEET, where)
    assert said in run("check", "tiny").output


PRICES = "Title,Kind,Cost,words\nFord,Spell,2,a\nMill,Place,3,b\nHill,Place,10,c\n"


@pytest.mark.parametrize(
    ("where", "titles"),
    [("Cost > 2 and Kind != Spell", ["Mill", "Hill"]), ("Kind = Place and Cost <= 3", ["Mill"])],
)
def test_numbers_are_compared(tiny: Path, edit: Edit, where: str, titles: list[str]) -> None:
    assert deck(tiny, edit, "all.csv", PRICES, where) == titles


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("Cost >= 2, 5", "expected a number after >=, not '2, 5'"),
        ("Cost < few", "expected a number after <, not 'few'"),
        ("Cost > 10", "no row has > '10' in the column 'Cost', which has '2', '3', '10'"),
    ],
)
def test_a_wrong_comparison_is_an_error(tiny: Path, edit: Edit, where: str, said: str) -> None:
    deck(tiny, edit, "all.csv", PRICES, where)
    assert said in run("check", "tiny").output


def test_a_row_that_no_component_takes_is_a_warning(tiny: Path, edit: Edit) -> None:
    deck(tiny, edit, "all.csv", SHEET, "Kind = Spell")
    told = run("check", "tiny").output
    assert "all.csv:3:1: warning: row 3: no component takes this row" in told
    assert "expected Kind = Spell; correct the row" in told


def test_a_component_has_the_cards_of_several_files(tiny: Path, edit: Edit) -> None:
    (tiny / "more.csv").write_text("Title,words\nIsle,An isle.\n", "utf-8")
    edit("game.yaml", "    cards: cards.yaml\n", "    cards: [cards.yaml, more.csv]\n")
    game = load_game(tiny).game
    assert game is not None
    assert [card.title for card in game.components[0].cards] == ["Ford", "Mill", "Hill", "Isle"]


def test_a_second_file_adds_fields_to_the_cards_of_the_same_title(tiny: Path, edit: Edit) -> None:
    (tiny / "some.csv").write_text("Title,words\nFord,a\nMill,b\n", "utf-8")
    (tiny / "more.csv").write_text("Name,x,words\nmill,3,no\nIsle,2,\n", "utf-8")
    edit("game.yaml", "    cards: cards.yaml\n", "    cards: some.csv\n    join: more.csv\n")
    loaded = load_game(tiny)
    assert loaded.game is not None
    cards = loaded.game.components[0].cards
    assert [(card.title, card.copies, card.words) for card in cards] == [
        ("Ford", 1, "a"),
        ("Mill", 3, "b"),
    ]
    (note,) = [each for each in loaded.notes if each.check == "columns"]
    assert str(note).endswith(
        "more.csv:3:1: warning: row 3: no card has the same title as this row, so its "
        "fields are not added to any card "
        "[columns]"
    )
    # a row for a card that another component takes is no mistake
    (tiny / "some.csv").write_text("Title,Kind,words\nFord,A,a\nIsle,B,i\n", "utf-8")
    edit("game.yaml", "    join: more.csv\n", "    join: more.csv\n    where: Kind = A\n")
    said = [str(each) for each in load_game(tiny).notes if "no card has" in str(each)]
    assert len(said) == 1
    assert "more.csv:2:1" in said[0]
    edit("game.yaml", "join: more.csv", "join: {file: more.csv, by: titel}")
    said = [str(each) for each in load_game(tiny).problems]
    assert any("there is no field 'titel'; did you mean 'title'?" in each for each in said)
