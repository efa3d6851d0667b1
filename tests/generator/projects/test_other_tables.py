"""Cards of Tabletop Simulator and Cockatrice become a deck of pictures with titles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.conftest import run
from validator.core.model import Component
from validator.load.game import load_game

WIDE, HIGH = 63, 88
COLOURS = ("red", "green", "blue", "gold", "teal", "pink")
UGC = "http://cloud-3.steamusercontent.com/ugc/93/9EF4/"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table/Images").mkdir(parents=True)


def sheet(name: str, across: int = 3, down: int = 2) -> None:
    """Cells of six colours, a pixel a millimetre."""
    picture = Image.new("RGB", (WIDE * across, HIGH * down))
    for number in range(across * down):
        row, column = divmod(number, across)
        picture.paste(COLOURS[number], (column * WIDE, row * HIGH,
                                        column * WIDE + WIDE, row * HIGH + HIGH))  # fmt: skip
    file = Path("table") / name
    file.parent.mkdir(parents=True, exist_ok=True)
    picture.save(file)


def custom(face: str, back: str = "", **more: object) -> dict[str, object]:
    return {"FaceURL": face, "BackURL": back, "NumWidth": 3, "NumHeight": 2,
            "UniqueBack": False, **more}  # fmt: skip


def card(number: int, title: str = "") -> dict[str, object]:
    return {"Name": "CardCustom", "CardID": number, "Nickname": title}


def saved(*objects: object) -> None:
    text = json.dumps({"SaveName": "T", "ObjectStates": objects}, indent=1)
    Path("table/saved.json").write_text(text, "utf-8")


def deck(cards: list[Any], **sheets: object) -> dict[str, object]:
    custom = {name.removeprefix("n"): each for name, each in sheets.items()}
    return {"Name": "DeckCustom", "CustomDeck": custom, "ContainedObjects": cards,
            "DeckIDs": [each["CardID"] for each in cards]}  # fmt: skip


def made(tool: str, file: str) -> tuple[Component, str]:
    done = run("import", tool, f"table/{file}", "river")
    assert done.exit_code == 0, done.output
    game = load_game(Path("river")).game
    assert game is not None
    return game.components[0], done.output


def colour(card_id: str, suffix: str = "") -> tuple[int, ...]:
    with Image.open(f"river/pictures/{card_id}{suffix}.png") as picture:
        assert picture.size == (WIDE, HIGH)
        return picture.convert("RGB").getpixel((5, 5))  # type: ignore[return-value]


def test_cells_of_sheets_are_cards_with_their_names_copies_and_backs() -> None:
    sheet("faces.png")
    sheet("Images/httpcloud3steamusercontentcomugc939EF4.png")
    bag = {"Name": "Bag", "ContainedObjects": [
        deck([card(105, "[b]Moon[/b]"), card(100, "Sun"), card(100, "Sun"), card(201, "Star")],
             n1=custom("file:///C:\\Users\\me\\faces.png"),
             n2=custom("https://example.org/faces.png?v=2", UGC, UniqueBack=True))]}  # fmt: skip
    saved(bag)
    found, output = made("tts", "saved.json")
    assert {each.title: each.copies for each in found.cards} == {"Moon": 1, "Sun": 2, "Star": 1}
    assert [colour("moon"), colour("sun"), colour("star")] == [
        (255, 192, 203), (255, 0, 0), (0, 128, 0)
    ]  # fmt: skip
    assert colour("star", "-back") == (0, 128, 0)
    assert (found.size.width, found.size.height) == (63.5, 88.9)
    assert "3 of 3 cards were understood.\n" in output


def test_an_old_deck_has_numbers_alone_and_one_back() -> None:
    sheet("faces.jpg")
    Image.new("RGB", (WIDE, HIGH), "navy").save("table/back.png")
    whole = deck([], n7=custom("faces.jpg", "back.png"))
    saved({**whole, "DeckIDs": [700, 701, 700]})
    found, _ = made("tts", "saved.json")
    assert [(each.title, each.copies) for each in found.cards] == [("Card 1", 2), ("Card 2", 1)]
    assert colour("back") == (0, 0, 128)


def test_what_is_no_card_is_named_by_line_and_counted() -> None:
    sheet("faces.png")
    cards = [card(100, "Sun"), card(101, "Moon"), card(109, "Far"), card(900, "Lost")]
    saved(deck(cards, n1=custom("faces.png")), {"Name": "Custom_Dice", "Nickname": "Die"})
    _, output = made("tts", "saved.json")
    assert (
        "table/saved.json:44:3: warning: 'Die' (Custom_Dice) is not a card; it is left out"
        in output
    )
    assert "the card 'Far' is cell 10 of a sheet of 6; it is left out" in output
    assert "the card 'Lost' refers to sheet 900" not in output
    assert "the card 'Lost' refers to sheet 9, which is missing from CustomDeck" in output
    assert "2 of 4 cards were understood; 3 notes above." in output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "saved.json:1:2: not readable as JSON"),
        ("[]", "no list 'ObjectStates'"),
        (
            '{"ObjectStates": [5, "x", null, {"Name": 7}]}',
            "an object without a name is not a card; it is left out",
        ),
        ('{"ObjectStates": ' + "[" * 5000 + "]" * 5000 + "}", "not readable as JSON"),
    ],
)
def test_broken_saved_objects_are_refused(text: str, expected: str) -> None:
    Path("table/saved.json").write_text(text, "utf-8")
    done = run("import", "tts", "table/saved.json", "river")
    assert done.exit_code == 1
    assert expected in done.output
    assert not Path("river").exists()


@pytest.mark.parametrize(
    ("sheets", "expected"),
    [
        (custom(UGC), f"the picture '{UGC}' is not downloaded; expected Images/9EF4.png or "
         "Images/httpcloud3steamusercontentcomugc939EF4.png in table"),
        (custom("file:///etc/passwd"), "was not found; expected Images/passwd.png or Images/f"),
        (custom("../outside.png"), "was not found; expected Images/outside.png"),
        (custom("link.png"), "link.png is a link that leaves the folder; it is left out"),
        (custom("torn.png"), "torn.png is not a picture that can be read; it is left out"),
        (custom("faces.png", NumWidth=10**9), "has 1000000000 x 2 cells; expected NumWidth"),
        (custom("faces.png", NumWidth=-1), "has -1 x 2 cells"),
        (custom("faces.png", NumWidth="3"), "has 0 x 2 cells"),
        (custom(""), "names no picture: FaceURL is empty"),
    ],
)  # fmt: skip
def test_sheets_that_cannot_be_read_are_refused(sheets: object, expected: str) -> None:
    sheet("faces.png")
    sheet("../outside.png")
    Path("table/link.png").symlink_to(Path("outside.png").resolve())
    Path("table/torn.png").write_bytes(Path("outside.png").read_bytes()[:60])
    saved(deck([card(100, "Sun")], n1=sheets))
    done = run("import", "tts", "table/saved.json", "river")
    assert done.exit_code == 1
    assert expected in done.output
    assert not Path("river").exists()


COD = """<?xml version="1.0"?>
<cockatrice_deck version="1">
  <deckname>Mine</deckname>
  <zone name="main">
    <card number="4" name="What? / Who"/>
    <card number="2" name="Storm" setShortName="NEW"/>
  </zone>
  <zone name="side"><card number="1" name="storm"/></zone>
</cockatrice_deck>
"""


def test_a_deck_of_cockatrice_finds_pictures_by_set_and_corrected_name() -> None:
    Path("table/decks").mkdir()
    Path("table/decks/mine.cod").write_text(COD, "utf-8")
    for name in ("pics/OLD/Storm.png", "pics/NEW/Storm.png", "pics/custom/What Who.png"):
        sheet(name, 1, 1)
    Image.new("RGB", (WIDE, HIGH), "navy").save("table/pics/NEW/Storm.png")
    found, output = made("cockatrice", "decks/mine.cod")
    assert {each.title: each.copies for each in found.cards} == {"What? / Who": 4, "Storm": 3}
    assert colour("storm") == (0, 0, 128)
    assert "1 of the deck's cards are in the zone 'side'" in output


def test_a_database_is_a_deck_with_one_of_each_card() -> None:
    cards = "".join(
        f'<card>\n<name>{name}</name><set picURL="https://example.org/{name}.jpg">SET</set></card>\n'
        for name in ("Sun", "Moon", "Far")
    )
    text = (
        f"<cockatrice_carddatabase version='4'><cards>\n{cards}</cards></cockatrice_carddatabase>"
    )
    Path("table/cards.xml").write_text(text, "utf-8")
    for name in ("Sun", "Moon"):
        sheet(f"pics/SET/{name}.png", 1, 1)
    found, output = made("cockatrice", "cards.xml")
    assert [each.title for each in found.cards] == ["Sun", "Moon"]
    assert ("table/cards.xml:6:1: warning: the picture 'https://example.org/Far.jpg' is not "
            "downloaded; expected pics/SET/Far.png or pics/Far.png in table") in output  # fmt: skip
    assert "2 of 3 cards were understood; 1 note above." in output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<x/>", "its root element is not <cockatrice_deck> or <cockatrice_carddatabase>"),
        ("<cockatrice_deck>", "it is not well-formed"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><cockatrice_deck/>', "declares the entity 'b'"),
        (COD.replace('"4"', '"9999999"'), "has the number '9999999'; expected 1 to 1000"),
        (COD.replace("What? / Who", "../../etc/passwd"), "'../../etc/passwd' was not found"),
        ("<cockatrice_deck/>", "no card was found; no project was created"),
    ],
)
def test_broken_decks_of_cockatrice_are_refused(text: str, expected: str) -> None:
    Path("table/mine.cod").write_text(text, "utf-8")
    done = run("import", "cockatrice", "table/mine.cod", "river")
    assert done.exit_code == 1
    assert expected in done.output
    assert not Path("river").exists()


@pytest.mark.parametrize(
    ("tool", "file"), [("tts", "crazy-eights.json"), ("cockatrice", "customsets/crazy-eights.xml")]
)
def test_what_pieria_exports_comes_back(tool: str, file: str) -> None:
    assert run("export", tool, "crazy-eights", "-o", "table").exit_code == 0
    found, output = made(tool, f"crazy-eights-{tool}/{file}")
    assert len(found.cards) == 53
    if tool == "tts":  # pictures for Cockatrice are for a screen
        assert run("check", "river").exit_code == 0
    assert "53 of 53 cards were understood.\n" in output
