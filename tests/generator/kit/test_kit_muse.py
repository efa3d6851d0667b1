"""The kit of Muse: complete, in step with its rules, and legal as a sheet to play from."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from generator.core.memo import Memo
from generator.kit.build import Built, build_kit
from generator.kit.options import Options
from generator.verify.legibility import check_legible
from validator.checks import check_game
from validator.core.model import Game
from validator.core.resources import resource
from validator.games.muse.constants import opening_words
from validator.load.game import load_game

FOLDER = resource("data") / "muse"


def load(folder: Path, language: str = "") -> Game:
    loaded = load_game(folder, language)
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game


def words(built: Built, part: str) -> str:
    """What the pages with a part of the kit say, without the number of the build."""
    document = pypdfium2.PdfDocument(built.pdf)
    said = " ".join(
        " ".join(document[number].get_textpage().get_text_range().split())
        for number, page in enumerate(built.pages)
        if any(box.piece.startswith(part) for box in page.boxes)
    )
    return said.replace(built.build_id, "")


@pytest.fixture(scope="module")
def muse() -> Game:
    return load(FOLDER)


@pytest.fixture(scope="module")
def built(muse: Game) -> Built:
    return build_kit(muse, Options())


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(FOLDER, tmp_path / "muse")
    return tmp_path / "muse"


def build_parts(game: Game, *parts: str) -> Built:
    """A kit of some components only."""
    kept = tuple(each for each in game.components if each.id in parts)
    changed = build_kit(replace(game, components=kept), Options())
    assert changed.problems == ()
    return changed


def change(folder: Path, old: str, new: str) -> None:
    file = folder / "rules.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def test_the_data_are_clean(muse: Game) -> None:
    assert check_game(muse) == []


def test_the_kit_builds_and_can_be_read(muse: Game, built: Built) -> None:
    assert built.problems == ()
    assert check_legible(muse, built.pdf, built.pages, Memo()) == []


def test_there_are_as_many_pieces_as_the_rules_ask_for(muse: Game) -> None:
    number, pieces = muse.rules.number, {each.id: each.pieces for each in muse.components}
    assert pieces["cards"] == number("MUSE-COMP-01.cards")
    assert pieces["answer-sheets"] == number("MUSE-COMP-03.count")
    assert pieces["tokens"] >= number("MUSE-COMP-02.min_tokens")
    assert pieces["references"] == number("MUSE-SETUP-01.max")
    assert pieces["story-sheet"] == number("MUSE-COMP-05.story_sheets")


def test_the_pack_holds_every_rank_of_every_suit_once(muse: Game) -> None:
    cards = [(card.rank, card.suit) for card in muse.component("cards").cards]
    number = muse.rules.number
    ranks, suits = number("MUSE-COMP-01.ranks"), number("MUSE-COMP-01.suits")
    assert sorted(cards) == sorted((rank, suit) for rank in ranks for suit in suits)


def test_answer_sheets_bear_the_labels_of_the_rules(muse: Game) -> None:
    labels = muse.rules.number("MUSE-COMP-03.labels")
    cards = muse.component("answer-sheets").cards
    assert tuple(card.title for card in cards) == labels
    assert [card.label for card in cards] == list(range(len(labels)))


def test_the_samples_keep_the_rules_of_the_story_sheet(muse: Game) -> None:
    number = muse.rules.number
    first, last = number("MUSE-QUEST-01.first_word"), number("MUSE-RUL-27.last_character")
    for card in muse.component("samples").cards:
        story = card.story
        assert len(story.people) == number("MUSE-SHEET-01.characters")
        assert number("MUSE-SHEET-02.min") <= len(story.scenes) <= number("MUSE-SHEET-02.max")
        assert number("MUSE-SHEET-05.min") <= len(story.threats) <= number("MUSE-SHEET-05.max")
        assert len(story.subplots) == number("MUSE-SHEET-07.questions")
        for person in story.people:
            assert "," in person.name  # a name and a description
            assert len(person.goals) == number("MUSE-SHEET-03.goals_each")
            assert len(person.ties) == number("MUSE-SHEET-04.relationships_each")
        for question in (story.crisis, *story.subplots):
            assert question.startswith(f"{first} ")
            assert question.endswith(last)


def test_a_changed_limit_is_printed_everywhere(copy: Path, built: Built) -> None:
    change(copy, "        2: 8\n", "        2: 77\n")
    changed = build_parts(load(copy), "references", "answer-sheets")
    for part in ("references", "answer-sheets"):
        assert "77" not in words(built, part)
        assert "77" in words(changed, part)


def test_one_more_character_is_one_more_place_on_the_sheet(copy: Path, built: Built) -> None:
    assert words(built, "story-sheet").count("tied to") == 3 + 1  # the heading names it too
    change(copy, "data: {characters: 3}", "data: {characters: 4}")
    game = load(copy)
    assert check_game(game) == []
    elements = game.rules["MUSE-SHEET-18"]
    assert (elements.min, elements.max) == (15, 17)
    changed = build_parts(game, "story-sheet", "samples")
    assert words(changed, "story-sheet").count("tied to") == 4 + 1


def test_numbers_that_no_longer_agree_are_reported(copy: Path) -> None:
    change(copy, "jokers_left_out: 2", "jokers_left_out: 3")
    change(copy, "data: {min_lines: 2}", "data: {min_lines: 1}")
    change(copy, "suits_high_to_low: [S, H, D, C]", "suits_high_to_low: [S, H, D, D]")
    loaded = load_game(copy)
    assert loaded.game is not None
    found = [problem.message for problem in (*loaded.problems, *check_game(loaded.game))]
    assert any(
        "MUSE-COMP-01.cards is 52, but the size of the pack without its Jokers is 51" in each
        for each in found
    )
    assert any("MUSE-COMP-07 does not hold" in each for each in found)
    assert any("MUSE-SHOWDOWN-08 does not hold" in each for each in found)


def test_french_says_every_rule_and_names_things_alike(muse: Game) -> None:
    french = load(FOLDER, "fr")
    same = [each.id for each in muse.rules if each.statement == french.rules[each.id].statement]
    assert same == []
    for card in french.component("answer-sheets").cards:
        label = muse.rules.number("MUSE-COMP-03.labels")[card.label]
        assert french.words(label) == card.title
        assert card.title in french.rules["MUSE-COMP-03"].text
    assert french.words("Story Sheet") == french.component("story-sheet").title


def test_french_questions_begin_as_the_french_rule_says(muse: Game) -> None:
    french = load(FOLDER, "fr")
    first = french.words(muse.rules.number("MUSE-QUEST-01.first_word"))
    assert f"«\u00a0{first}\u00a0»" in french.rules["MUSE-QUEST-01"].text
    for card in french.component("samples").cards:
        for question in (card.story.crisis, *card.story.subplots):
            assert question.startswith((f"{first} ", f"{first[:-1]}’")), question  # que, qu’
            assert question.split()[0] == opening_words(french.rules)[0]
            assert question.split()[0] in opening_words(muse.rules)  # its record replays in English
            assert question.endswith("\u00a0?")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("references", "Then one act ends your turn:"),
        ("references", "You narrate"),
        ("table-plan", "Read it aloud"),
        ("answer-sheets", "Tokens only, **no limit**"),
        ("story-sheet", "tied to"),
    ],
)
def test_words_too_long_for_their_place_are_reported(muse: Game, part: str, said: str) -> None:
    """Templates bound what a language says, so that no page overflows in silence."""
    entries = {**muse.words.entries, said: f"{said} " * 30}
    kept = tuple(each for each in muse.components if each.id == part)
    game = replace(muse, components=kept, words=replace(muse.words, entries=entries))
    assert [each.check for each in build_kit(game, Options()).problems if each.check == "fit"]


def test_a_deck_of_ones_own_bears_its_own_title(muse: Game) -> None:
    parts = tuple(each for each in muse.components if each.id == "cards")
    game = replace(muse, components=parts, title="Erato by Night")
    assert "Erato by Night" in words(build_kit(game, Options()), "cards")
    long = build_kit(replace(game, title="Erato by Night, " * 6), Options()).problems
    assert {each.check for each in long} == {"fit"}
