"""A project from a spreadsheet: kinds of columns are guessed, and it builds at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import HERE, run
from validator.load.game import load_game

SHEET = """\
Name;Qty;Type;Cost;Power;What it does;Art;Notes
Storm;2;Weather;3;1;Everybody without shelter discards two cards, then draws one.;s & t (1).png;dear
Sun;;Weather;1;;*Shine* on 3*4*5 cards and take a coin from the river for each of them.;sub/sun.jpg;
Boat;1;Thing;0;2;Move to the other bank, with up to two cards, and come back at once.;;
"""


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "art" / "sub").mkdir(parents=True)
    Image.new("RGB", (600, 400), "teal").save(tmp_path / "art" / "s & t (1).png")
    (tmp_path / "sub").mkdir()
    Image.new("RGB", (600, 400), "gold").save(tmp_path / "sub" / "sun.jpg")
    file = tmp_path / "deck.csv"
    file.write_text(SHEET, "utf-8")
    return file


def test_a_sheet_becomes_a_project_that_builds_at_once(sheet: Path) -> None:
    made = run("new", "river", "--from", "deck.csv")
    assert made.exit_code == 0, made.output
    assert "  Cost: cost integer (3 numbers)\n" in made.output
    assert "  Notes: left out (" in made.output
    game = load_game(Path("river")).game
    assert game is not None
    (deck,) = game.components
    assert [(card.title, card.copies, card.power) for card in deck.cards] == [
        ("Storm", 2, 1), ("Sun", 1, None), ("Boat", 1, 2),
    ]  # fmt: skip
    assert (Path("river") / "sub" / "sun.jpg").is_file()
    assert run("check", "river").output == "1 game checked: no problems.\n"
    assert run("build", "river", "--no-cache").exit_code == 0
    assert Path("output/river-a4.pdf").is_file()
    assert (Path("river") / "deck.csv").read_bytes() == sheet.read_bytes()


def test_pictures_that_are_nowhere_are_named(sheet: Path) -> None:
    shutil.rmtree("art")
    made = run("new", "river", "--from", "deck.csv")
    assert "Pictures that were not found beside the spreadsheet (1): s & t (1).png" in made.output
    assert "river/deck.csv:2:" in run("check", "river").output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("Name;Qty\n", "has no cards"),
        ("1;2\n3;4\n", "no column contains words that could be titles"),
        ('Name\n"open', "is not closed"),
    ],
)
def test_a_sheet_that_is_none_leaves_nothing(sheet: Path, text: str, said: str) -> None:
    sheet.write_text(text, "utf-8")
    made = run("new", "river", "--from", "deck.csv")
    assert made.exit_code == 1
    assert said in made.output
    assert not Path("river").exists()
    assert run("new", "river", "--from", "nowhere.xlsx").exit_code == 1


@pytest.mark.parametrize("name", ["cards.spreadsheet-habits.csv"])
def test_any_sheet_gives_a_project_that_loads(name: str, sheet: Path) -> None:
    shutil.copy(HERE / "bad" / name, "odd.csv")
    made = run("new", "odd", "--from", "odd.csv")
    assert made.exit_code in (0, 1)
    assert "Traceback" not in made.output


def test_a_column_is_guessed_by_most_of_its_cells_and_the_others_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = ["A,2,broadsword", "B,two,shield", "C,1,crown", "D,3,sheild", "E,1,high-shot"]
    Path("deck.csv").write_text("Name,Cost,Sign\n" + "\n".join(rows) + "\n", "utf-8")
    made = run("new", "p", "--from", "deck.csv").output
    assert "Cost: cost integer (4 of 5 are whole numbers, not 'two' in row 3)" in made
    assert "Sign: sign icon (4 of 5 are shipped icons, not 'sheild' in row 5)" in made
    told = run("check", "p").output
    assert "p/deck.csv:3:3: row 3, 'Cost': expected a whole number from 0, not 'two'" in told
    assert "p/deck.csv:5:5: row 5, 'Sign': no icon 'sheild'; did you mean 'shield'?" in told


def test_a_column_that_is_empty_up_to_now_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Card,Cost,Later\nFox,1,\nOwl,2,\n")
    made = run("new", str(tmp_path / "deck"), "--from", str(tmp_path / "deck.csv"))
    assert made.exit_code == 0, made.output
    assert "Later" in (tmp_path / "deck" / "game.yaml").read_text()
    assert run("check", str(tmp_path / "deck")).exit_code == 0


@pytest.mark.parametrize("look", ["lantern", "plain", "picture", "words"])
def test_a_look_passes_the_checks_on_pictures_of_any_colour(
    look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("white", "black"):
        Image.new("RGB", (900, 900), name).save(tmp_path / f"{name}.png")
    rows = [f"{at},Card {at},{at % 7},{'' if at == 3 else at},{('white', 'black')[at % 2]}.png,x"
            for at in range(1, 19)]  # fmt: skip
    Path("d.csv").write_text("\n".join(["No,Name,Cost,Power,Art,Text", *rows]) + "\n")
    made = run("new", "d", "--from", "d.csv", "--look", look)
    assert "  No: left out (1 to 18 in order: a row number)" in made.output
    assert run("check", "d").output == "1 game checked: no problems.\n"
