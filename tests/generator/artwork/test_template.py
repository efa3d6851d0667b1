"""Cards drawn in Inkscape: elements named like a field hold it, and nothing else changes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from generator.artwork.layers import file_and_part, part_named
from generator.artwork.template import template_of
from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game

Edit = Callable[[str, str], None]


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resource("templates") / "drawn", tmp_path / "deck")
    return tmp_path / "deck"


@pytest.fixture
def edit(deck: Path) -> Edit:
    def change(old: str, new: str) -> None:
        file = deck / "templates" / "card.svg"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    return change


def source_of(deck: Path) -> str:
    game = load_game(deck).game
    assert game is not None
    data = (deck / "templates" / "card.svg").read_bytes()
    families = ("display", "text", "label", "Cinzel", "Alegreya", "Alegreya Sans")
    made = template_of(data, "card.svg", "templates/card.svg", game.components[0], families)
    assert made.problems == []
    return made.source


def test_the_drawn_example_is_clean_and_says_what_its_cards_say(deck: Path) -> None:
    assert run("check", "deck").output == "1 game checked: no problems.\n"
    assert run("build", "deck", "--no-cache").exit_code == 0
    pages = pypdfium2.PdfDocument(Path("output/drawn-a4.pdf").read_bytes())
    words = " ".join(page.get_textpage().get_text_range() for page in pages)
    for said in ("The Ferry", "Once in a game:", "Boat"):
        assert said in words
    for placeholder in ("The title of the card", "in a few lines"):
        assert placeholder not in words


def test_elements_become_what_a_template_would_say(deck: Path) -> None:
    source = source_of(deck)
    assert "{{ line(card.title, 31.75, 12, 57.5, size=13.89" in source
    assert "{{ text(card.words, 7, 57.5, 49.5, 21, size=10.488" in source
    assert "font='Alegreya', fill='#22201c', align='center') }}" in source
    assert "{% if card.sign is not none %}\n{{ icon(card.sign, 21.75, 20, 20" in source
    assert "{% for place in range(card.cost) %}{{ icon('coin', 8 + place * min(" in source
    assert "bold" not in source
    assert source.count("picture('templates/card.svg?") == 2  # below the fields, and the corner


def test_a_line_of_text_has_a_width_and_a_shadow(deck: Path, edit: Edit) -> None:
    edit('x="31.75" y="12"', 'pieria:width="20" x="31.75" y="12"')
    edit("font-family:Cinzel", "text-shadow:0.3px 0.4px navy;font-family:Cinzel")
    source = source_of(deck)
    assert "{{ line(card.title, 31.75, 12, 20, size=13.89" in source
    assert "shadow='#000080', shadow_x=0.3, shadow_y=0.4" in source


def test_icons_and_flowing_texts_may_be_the_same_on_all_cards(deck: Path, edit: Edit) -> None:
    icon = '<rect pieria:icon="crown" x="52" y="70" width="6" height="6"/>'
    box = '<rect id="b" x="9" y="70" width="40" height="9" fill="none"/>'
    text = '<text style="font-size:3px;shape-inside:url(#b)">{{ 7 * 7 }} "gold"</text>'
    edit("</svg>", f"{icon}{box}{text}</svg>")
    source = source_of(deck)
    assert "{{ icon('crown', 52, 70, 6" in source
    built = run("build", "deck", "--no-cache")
    assert built.exit_code == 0, built.output
    page = pypdfium2.PdfDocument(Path("output/drawn-a4.pdf").read_bytes())[2]
    assert '{{ 7 * 7 }} "gold"' in page.get_textpage().get_text_range()


@pytest.mark.parametrize("unit", [1.0, 3.7795])
def test_units_and_transforms_of_the_drawing_do_not_matter(
    deck: Path, edit: Edit, unit: float
) -> None:
    before = source_of(deck).replace("31.75", "30.75")
    view = f'viewBox="0 0 {63.5 * unit} {88.9 * unit}"><g transform="scale({unit})">'
    edit('viewBox="0 0 63.5 88.9">', view)
    edit("</svg>", "</g></svg>")
    edit('x="31.75" y="12" text', 'transform="translate(-1 2)" x="31.75" y="10" text')
    after = source_of(deck)
    old, new = (
        next(line for line in each.splitlines() if "card.title" in line).split(",")[1:3]
        for each in (before, after)
    )
    assert old == new


def test_a_turned_text_is_turned(deck: Path, edit: Edit) -> None:
    edit('x="56" y="82.6" text', 'transform="rotate(-90 56 82.6)" x="56" y="82.6" text')
    assert "rotate(-90)" in source_of(deck)
    assert run("check", "deck").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('pieria:field="kind"', 'pieria:field="knid"',
         "25:1: the deck has no field 'knid'; did you mean 'kind'?"),
        ('inkscape:label="words"', 'inkscape:label="wrods"',
         "23:1: no field is named 'wrods'; did you mean 'words'?"),
        ('id="sign" x', 'id="words" x', "a rectangle cannot show 'words', which is text; use a"),
        ('id="cost-as-coin"', 'id="cost"', "to repeat an icon, name the rectangle as in "
        "'cost-as-coin'"),
        ('id="cost-as-coin"', 'id="cost-as-cion"', "no icon 'cion'"),
        ("font-family:Cinzel", "font-family:Cinzle", "no typeface 'Cinzle'; did you mean 'Cinzel'"),
        ('width="63.5mm" height="88.9mm"', 'width="70mm" height="120mm"',
         "the drawing is 70 x 120 mm, but the card is 63.5 x 88.9 mm"),
        ("font-family:Cinzel", "text-shadow:dark;font-family:Cinzel",
         "text-shadow is 'dark'; expected two lengths and a colour, such as 0.3px 0.3px black"),
        ("<defs>", "<defs><", "it is not well-formed"),
        ('text-anchor="middle"', 'text-anchor="middle" transform="spin(3)"', "cannot be read"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_drawing_is_reported_once_with_its_line(
    deck: Path, edit: Edit, old: str, new: str, said: str
) -> None:
    edit(old, new)
    found = run("check", "deck")
    assert found.exit_code == 1
    assert found.output.count(said) == 1, found.output
    assert "deck/templates/card.svg:" in found.output or "no icon" in said


def test_text_that_overflows_is_reported_at_its_cell(deck: Path) -> None:
    file = deck / "cards.csv"
    file.write_text(file.read_text("utf-8").replace("in any order.", "again. " * 90), "utf-8")
    found = run("check", "deck").output
    assert "deck/cards.csv:3:" in found
    assert "[fit]" in found


def test_a_missing_drawing_is_reported_where_it_is_named(deck: Path) -> None:
    (deck / "templates" / "card.svg").rename(deck / "templates" / "cards.svg")
    found = run("check", "deck").output
    assert "deck/game.yaml:" in found
    assert "there is no drawing 'card.svg' in templates/; did you mean 'cards.svg'?" in found


def test_a_change_of_the_drawing_changes_the_kit(deck: Path, edit: Edit) -> None:
    run("build", "deck", "--no-cache")
    edit("#c9a227", "#27c9a2")
    found = run("build", "deck", "--no-cache", "--changed-since", "output/drawn-a4.pdf")
    assert "4 changed" in found.output


def test_the_name_of_a_part_comes_back() -> None:
    assert file_and_part(part_named("a/b.svg", 3, 14)) == ("a/b.svg", (3, 14))
    assert file_and_part("a/b.svg") == ("a/b.svg", None)


def test_a_project_of_a_drawn_deck_is_named_after_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "river", "--from", "drawn").exit_code == 0
    assert run("check", "river").exit_code == 0
    game = load_game(Path("river")).game
    assert game is not None
    assert (game.id, game.title) == ("river", "River")
