"""Finished pictures of cards become a deck with one command."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PIL import Image

from generator.projects.pictures import _number
from tests.conftest import run
from validator.core.model import Component
from validator.load.game import load_game

BLEEDING = (822, 1122)  # poker at 300 dots per inch, with an eighth of an inch around it
TRIMMED = (750, 1050)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def picture(name: str, size: tuple[int, int] = TRIMMED, colour: str = "teal") -> None:
    file = Path("cards") / name
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(file)


def deck(source: str = "cards") -> Component:
    made = run("new", "mine", "--from", source)
    assert made.exit_code == 0, made.output
    assert run("check", "mine").output == "1 game checked: no problems.\n"
    game = load_game(Path("mine")).game
    assert game is not None
    (found,) = game.components
    return found


def test_one_back_is_that_of_all_cards_and_bleed_is_recognised() -> None:
    for name in ("storm x3.png", "sun.png", "back.png"):
        picture(name, BLEEDING)
    found = deck()
    assert (found.size.width, found.size.height) == (63.5, 88.9)
    assert {card.title: card.copies for card in found.cards} == {"Storm": 3, "Sun": 1}
    assert found.back == "back.svg.j2"
    assert "-3.175, -3.175" in Path("mine/templates/card.svg.j2").read_text("utf-8")
    built = run("build", "mine", "-o", "out")
    assert built.exit_code == 0, built.output


@pytest.mark.parametrize(
    ("front", "back"),
    [
        ("front{}.jpg", "back0{}.jpg"),
        ("{}-front.png", "{}-back.png"),
        ("Hero {} Face.png", "hero_{}_reverse.jpg"),
        ("fronts/{}.png", "backs/{}.png"),
        ("{}.png", "{} back.png"),
    ],
)
def test_fronts_and_backs_are_paired_by_name(front: str, back: str) -> None:
    for number in (1, 2, 10):
        picture(front.format(number), colour="green")
        picture(back.format(number), colour="purple")
    found = deck()
    assert len(found.cards) == 3
    for card in found.cards:
        behind = str(card.fields["back"])
        assert Path("mine", behind).is_file()
        assert behind.startswith(f"pictures/{card.id}-back.")


def test_pages_of_a_pdf_are_cards() -> None:
    pages = [Image.new("RGB", TRIMMED, colour) for colour in ("red", "blue", "green")]
    pages[0].save("cards.pdf", save_all=True, append_images=pages[1:], resolution=300)
    found = deck("cards.pdf")
    assert len(found.cards) == 3
    assert found.back is None
    assert (found.size.width, found.size.height) == (63.5, 88.9)


def test_drawings_are_cards_too() -> None:
    Path("cards").mkdir()
    shape = '<path d="M0 0h70v120z"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 120">{shape}</svg>'
    Path("cards/tower.svg").write_text(svg, "utf-8")
    found = deck()
    assert (found.size.width, found.size.height) == (70, 120)


def test_what_is_no_picture_is_named_and_left_out() -> None:
    picture("sun.png")
    picture("wide.png", (900, 300))
    Path("cards/broken.png").write_text("no", "utf-8")
    Path("cards/out.png").symlink_to("/etc/passwd")
    made = run("new", "mine", "--from", "cards").output
    assert "broken.png is not a picture that can be read; it is left out" in made
    assert "out.png is a link that leaves the folder; it is left out" in made
    assert "wide.png differs in shape from the others and is cropped to match them" in made
    Path("empty").mkdir()
    assert run("new", "other", "--from", "empty").exit_code == 2


def test_guesses_of_a_sheet() -> None:
    rows = [("Storm", 3, "Spell"), ("Boat", 1, "Thing"), ("Fog", 2, "Spell"), ("Oar", 1, "Thing")]
    lines = "".join(f"{name},{count},{kind},keep?\n" for name, count, kind in rows)
    for head in ("How many", "Anzahl", "Qty.", "Number of copies", "No. of copies"):
        Path("deck.csv").write_text(f"Name,{head},Kind,Playtest notes\n{lines}", "utf-8")
        name = f"deck-{head}".lower().replace(" ", "-").replace(".", "")
        made = run("new", name, "--from", "deck.csv").output
        assert f"  {head}: copies (" in made
        assert "  Kind: kind one of Spell, Thing (2 words in 4 rows)\n" in made
        assert "  Playtest notes: left out (" in made
        game = load_game(Path(name)).game
        assert game is not None
        assert game.components[0].pieces == 7
        assert run("check", name).exit_code == 0


def test_broken_pages_and_shapes_of_no_card_are_named_and_left_out() -> None:
    picture("sun.png")
    picture("thread.png", (4000, 1))
    for name, box in {"line": "0 0 9 0.000001", "far": f"0 0 1 {'9' * 400}"}.items():
        Path(f"cards/{name}.svg").write_text(f'<svg viewBox="{box}"/>', "utf-8")
    Image.new("RGB", TRIMMED).save("cards/torn.pdf", resolution=300)
    torn = Path("cards/torn.pdf").read_bytes().replace(b"/Type /Page\n", b"/Type /Pale\n")
    Path("cards/torn.pdf").write_bytes(torn)
    made = run("new", "mine", "--from", "cards")
    assert made.exit_code == 0, made.output
    assert "torn.pdf has a page 1 that cannot be read; it is left out" in made.output
    for name in ("thread.png", "line.svg", "far.svg"):
        assert f"{name} is " in made.output
    assert made.output.count("times as long as wide; it is left out") == 3


@pytest.mark.skipif(sys.platform != "linux", reason="names of files that are any bytes")
def test_names_of_any_bytes_become_titles() -> None:
    for name in (b"storm\xff\xe9.png", b"sun\nset.png", b'="x,y\x1b[2J.png'):
        picture("x.png")
        os.rename(b"cards/x.png", b"cards/" + name)  # noqa: PTH104
    titles = {card.title for card in deck().cards}
    assert titles == {"Storm", "Sun set", '="x,y [2J'}


@pytest.mark.parametrize("dots", [float("nan"), float("inf"), -300.0, 0.0, "x", None])
def test_a_resolution_that_is_no_number_is_none(dots: object) -> None:
    assert _number(dots) == 0.0
