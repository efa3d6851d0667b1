"""Elements of a drawn card that are shown under a condition, or once for each item of a list."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.artwork.conditions import ConditionError, Scope, condition, loop, scope_of
from tests.conftest import run
from validator.core.resources import resource
from validator.load.fieldtypes import PLAIN
from validator.load.shape import Many, MappingShape, OneOf, ShapeField, optional

FIELDS = {
    "cost": ShapeField(PLAIN["integer"]), "power": optional(PLAIN["number"]),
    "kind": ShapeField(OneOf(("Spell", "It's"))), "rare": ShapeField(PLAIN["boolean"]),
    "tags": ShapeField(Many(PLAIN["word"])),
    "options": ShapeField(Many(MappingShape({"gain": ShapeField(PLAIN["integer"])}))),
}  # fmt: skip
SCOPE: Scope = scope_of(FIELDS, "card")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("rare", "card.rare"),
        ("not tags", "not card.tags"),
        ("Kind = Spell", "card.kind in ['Spell']"),
        ("kind != Spell, It's", r"card.kind not in ['Spell', 'It\'s']"),
        ("cost>=2 and rare = no",
         "(card.cost is not none and card.cost >= 2) and card.rare in [false]"),
        ("tags = a, b", "('a' in card.tags or 'b' in card.tags)"),
    ],
)  # fmt: skip
def test_a_condition_is_an_expression(words: str, code: str) -> None:
    assert condition(words, SCOPE) == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("knid = Spell", "no field 'knid'; did you mean 'kind'"),
        (
            "kind = Spel",
            "'kind' can never be 'Spel'; expected one of Spell, It's; did you mean 'Spell'",
        ),
        ("cost > two", "'cost' is a number and cannot be compared with 'two'"),
        ("kind > 2", "compare a field with one number only"),
        ("rare = maybe", "'rare' is true or false"),
        ("kind = %} {{ 7 * 7", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_a_condition_that_cannot_hold_says_why(words: str, said: str) -> None:
    with pytest.raises(ConditionError, match=said):
        condition(words, SCOPE)


def test_a_loop_goes_through_a_list_or_all_cards() -> None:
    tags = loop("tags by 0 6", SCOPE, FIELDS)
    assert tags.begin.startswith("{% for item in card.tags %}<g transform=")
    assert tags.scope["item"].value == "item"
    options = loop("options", SCOPE, FIELDS, "5 0")
    assert options.scope["gain"].value == "item.gain"
    cards = loop("cards where kind = Spell by 0 4", SCOPE, FIELDS)
    assert "in component.cards if item.kind in ['Spell'] %}" in cards.begin
    for words, said in (("tags", "has no distance"), ("cost by 0 6", "is not a list")):
        with pytest.raises(ConditionError, match=said):
            loop(words, SCOPE, FIELDS)


def test_a_drawn_card_shows_and_repeats_elements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(resource("templates") / "drawn", tmp_path / "deck")
    drawing = tmp_path / "deck/templates/card.svg"
    text = drawing.read_text("utf-8")
    row = (
        '<g inkscape:label="row each cards where cost &lt; 3 by 0 5">'
        '<circle cx="10" cy="60" r="1"/>'
        '<text inkscape:label="title" x="12" y="61" style="font-size:3px">Name</text></g>'
    )
    text = text.replace('id="corner"', 'id="corner" inkscape:label="corner if kind = Thing"')
    words = 'style="font-family:Alegreya;'
    text = text.replace(words, f'pieria:if="not cost" pieria:vertical="middle" {words}')
    drawing.write_text(text.replace("</svg>", f"{row}</svg>"), "utf-8")
    done = run("export", "pdf", "deck", "-o", "out")
    assert done.exit_code == 0, done.output
    said = {}
    for name in ("the-lantern", "the-shore"):
        (file,) = Path("out").rglob(f"{name}.pdf")
        said[name] = pypdfium2.PdfDocument(file)[0].get_textpage().get_text_range()
    names = ("The Ferry", "The Lantern", "The Shore")
    assert all(name in words for name in names for words in said.values())
    assert all("The Bell" not in words for words in said.values())
    assert "You may stay here" in said["the-shore"]
    assert "Look at" not in said["the-lantern"]
    drawing.write_text(text.replace("if kind = Thing", "if knd = Thing"), "utf-8")
    told = run("check", "deck").output
    assert "there is no field 'knd'; did you mean 'kind'? [template]" in told
