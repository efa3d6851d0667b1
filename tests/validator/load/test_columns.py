"""Decks as other tools leave them: names of columns, markup, totals, JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import run
from validator.core.model import Card, Loaded
from validator.load.columns import ColumnNames
from validator.load.game import load_game
from validator.load.json import read_json


@pytest.fixture
def deck(tiny: Path) -> Callable[..., Loaded]:
    """The tiny game with this deck, and more said of it in game.yaml."""

    def load(text: str, *more: str, name: str = "cards.csv") -> Loaded:
        game = tiny / "game.yaml"
        said = "\n    ".join((f"cards: {name}", *more))
        game.write_text(game.read_text("utf-8").replace("cards: cards.yaml", said), "utf-8")
        (tiny / name).write_text(text, "utf-8")
        return load_game(tiny)

    return load


def cards(loaded: Loaded) -> tuple[Card, ...]:
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game.component("cards").cards


def said(loaded: Loaded) -> list[str]:
    return [each.message for each in (*loaded.problems, *loaded.notes)]


@pytest.mark.parametrize(
    "head", ["Name,Qty,words", "NAME,Count,Words", "Card Name,Quantity,words", "title,Copies,words"]
)
def test_the_usual_names_need_no_mapping(deck: Callable[..., Loaded], head: str) -> None:
    (card,) = cards(deck(f"{head}\nFord,3,x\n"))
    assert (card.title, card.copies, card.words) == ("Ford", 3, "x")


def test_a_field_of_the_decks_own_comes_before_a_usual_name(deck: Callable[..., Loaded]) -> None:
    loaded = deck("title,name,words,tags\nFord,Ann,x,a\n", "columns: {name: words, words: ignore}")
    assert cards(loaded)[0].words == "Ann"
    assert cards(loaded)[0].title == "Ford"


def test_columns_may_be_called_anything_and_others_ignored(deck: Callable[..., Loaded]) -> None:
    text = "Card,Was er tut,Coins,Notes\nFord,x,3,later\n"
    loaded = deck(text, "columns: {Was er tut: words, Coins: price.coins}", "other_columns: ignore")
    (card,) = cards(loaded)
    assert (card.title, card.words, card.price.coins) == ("Ford", "x", 3)


def test_unknown_columns_are_one_problem_that_proposes_a_mapping(
    deck: Callable[..., Loaded],
) -> None:
    rows = "".join(f"Ford {each},x,y,z\n" for each in range(1200))
    loaded = deck(f"Name,words,Wrods,Notes\n{rows}")
    assert len(loaded.problems) == 1
    assert "`columns: {Wrods: ignore, Notes: ignore}`" in loaded.problems[0].message
    assert loaded.problems[0].location.line == 1


@pytest.mark.parametrize(
    ("mapping", "words"),
    [
        ("columns: {Name: titel}", "the column 'Name' cannot be read as 'titel'"),
        ("columns: {Nmae: title}", "there is no column 'Nmae', which `columns:` of game.yaml"),
    ],
)
def test_a_mapping_that_is_wrong_is_reported(
    deck: Callable[..., Loaded], mapping: str, words: str
) -> None:
    assert any(words in each for each in said(deck("Name,words\nFord,x\n", mapping)))


def test_cards_of_one_title_get_ids_of_their_own(deck: Callable[..., Loaded]) -> None:
    text = "id,title,words\n,Ford,a\n,Ford,b\nford-2,Mill,c\n,Ford,d\n"
    assert [card.id for card in cards(deck(text))] == ["ford", "ford-3", "ford-2", "ford-4"]
    twice = deck("id,title,words\nford,Ford,a\nford,Mill,b\n")
    assert "'ford' is already the ID of row 2" in said(twice)[0]


@pytest.mark.parametrize(("last", "left"), [("Total,5,", 2), (",5,", 2), ("Total,7,x", 3)])
def test_a_row_of_totals_is_no_card(deck: Callable[..., Loaded], last: str, left: int) -> None:
    loaded = deck(f"title,copies,words\nFord,2,x\nMill,3,y\n{last}\n")
    assert len(cards(loaded)) == left
    assert [each.check for each in loaded.warnings] == ["total"]


def test_a_json_deck_is_read_like_a_sheet(deck: Callable[..., Loaded]) -> None:
    text = '[{"Name": "Ford", "Qty": 2, "words": "x", "price": {"coins": 3}, "tags": null}]'
    (card,) = cards(deck(text, name="cards.json"))
    assert (card.title, card.copies, card.price.coins, card.tags) == ("Ford", 2, 3, ())
    assert card.location_of("x").column == text.index('"x"') + 1


def test_json_names_that_are_no_fields_are_one_problem(deck: Callable[..., Loaded]) -> None:
    text = (
        '{"cards": [{"title": "A", "words": "x", "hp": 1}, {"title": "B", "words": "y", "hp": 2}]}'
    )
    (problem,) = deck(text, name="cards.json").problems
    assert "`columns: {hp: ignore}`" in problem.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[{"a": 1},]', "1:11"),
        ('[\n {"a": "x" "b"}]', "2:12"),
        ('{"a": "x', "1:7"),
        ("[1, 2", "1:6"),
        ('{"a": 01}', "1:7"),
        ("[NaN]", "1:2"),
        ("[" * 100, "1:42"),
        ("[] []", "1:4"),
        ('["\\ud800"]', "1:2"),
        ("", "1:1"),
    ],
)
def test_broken_json_is_reported_where(text: str, place: str) -> None:
    tree, problems = read_json(text, "x.json")
    assert tree is None
    assert [str(each).split(" ")[0] for each in problems] == [f"x.json:{place}:"]


FOREIGN = r"Pay {coin}, @[Coin].\nThen <b>win</b>."


def test_markup_of_other_tools_is_reported_with_its_replacement(
    deck: Callable[..., Loaded],
) -> None:
    loaded = deck(f'title,words\nFord,"{FOREIGN}"\nMill,"{FOREIGN}"\n')
    assert cards(loaded)[0].words == FOREIGN  # it is printed as it is
    found = said(loaded)
    for words in ("`:coin:`", "another column", "Alt-Enter", "`**words**`"):
        assert sum(words in each for each in found) == 1
    assert all("(and in 1 more)" in each for each in found)
    assert {each.level for each in loaded.notes} == {"warning"}


@pytest.mark.parametrize(
    ("markup", "written", "meant"),
    [
        ("squib", "<b>a</b> <i>b</i> 3*4 A&amp;B -- c", r"**a** *b* 3\*4 A&B – c"),
        ("squib", "pay :tool: now", "pay :tool: now"),
        ("nandeck", r"a<br>b \q", "a\nb \\\\q"),
        ("cardmaker", r"a\nb \qc\q {Gold Coin}", 'a\nb "c" :gold-coin:'),
        ("cardmaker", "@[title] wins<img=icons/sun.png;80>", "Ford wins:sun:"),
        ("cardmaker", "at 12:am:30", r"at 12\:am:30"),
    ],
)
def test_markup_is_translated_when_its_tool_is_named(
    deck: Callable[..., Loaded], markup: str, written: str, meant: str
) -> None:
    loaded = deck(f'title,words\nFord,"{written}"\n', f"markup: {markup}")
    assert cards(loaded)[0].words == meant
    assert loaded.notes == []


def test_what_has_no_counterpart_is_reported_when_it_is_left_out(
    deck: Callable[..., Loaded],
) -> None:
    loaded = deck("title,words\nFord,<fs=12>big\n", "markup: cardmaker")
    assert cards(loaded)[0].words == "big"
    assert "'<fs=12>' of cardmaker has no counterpart" in said(loaded)[0]


def test_warnings_fail_nothing_unless_they_should(deck: Callable[..., Loaded], tiny: Path) -> None:
    deck("title,copies,words\nFord,2,x\nMill,3,y\nTotal,5,\n")
    found = run("build", "tiny", "--no-cache")
    assert found.exit_code == 0
    assert "1 warning." in found.output
    assert run("check", "tiny").exit_code == 0
    assert run("check", "tiny", "--strict").exit_code == 1
    assert run("build", "tiny", "--no-cache", "--strict", "-o", "none").exit_code == 1
    assert not (tiny.parent / "none").exists()


def test_a_problem_may_be_allowed_with_a_reason(edit: Callable[[str, str, str], None]) -> None:
    edit("cards.yaml", "A hill.", "A hill. " * 150)
    assert "[fit]" in run("check", "tiny").output
    waiver = "allow:\n  - {check: fit, card: Hill, reason: it is a joke}\n"
    edit("game.yaml", "types:\n", f"{waiver}types:\n")
    assert run("check", "tiny").exit_code == 0
    assert run("build", "tiny", "--no-cache").exit_code == 0
    edit("game.yaml", "card: Hill", "card: Ford")
    assert "[fit]" in run("check", "tiny").output
    edit("game.yaml", "card: Ford", "card: Hlil")
    assert "no card 'Hlil'; did you mean 'hill'?" in run("check", "tiny").output
    edit("game.yaml", "check: fit, card: Hlil", "check: shape")
    assert "'shape' is not one of" in run("check", "tiny").output


def test_an_empty_field_on_a_face_names_card_and_field(
    edit: Callable[[str, str, str], None],
) -> None:
    edit("templates/card.svg.j2", "{{ art(", "{{ line('Pay ' ~ card.price, 1, 1) }}{{ art(")
    found = run("check", "tiny").output
    assert "tiny/templates/card.svg.j2:4:1: the card has no 'price'" in found
    assert "drawing cards 'mill'" in found
    assert found.count("has no 'price'") == 1


@pytest.mark.parametrize(
    ("titles", "title", "copies"),
    [
        ("Nombre,Cantidad", "Nombre", "Cantidad"),
        ("Titre,Nombre", "Titre", "Nombre"),
        ("Name,x", "Name", "x"),
        ("Titel,Anzahl", "Titel", "Anzahl"),
        ("Card,How many?", "Card", "How many?"),
    ],
)
def test_columns_are_known_in_the_words_of_several_languages(
    titles: str, title: str, copies: str
) -> None:
    found = ColumnNames(("title", "copies")).targets(titles.split(","))
    assert (found[title], found[copies]) == ("title", "copies")
