"""The kit of Dance of Muses: complete, in step with its rules, and its dice can be folded."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from generator.kit.build import Built, build_kit
from generator.kit.options import Options
from validator.checks import check_game
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game

FOLDER = resource("data") / "dance-of-muses"


def load(folder: Path) -> Game:
    loaded = load_game(folder)
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game


def words(built: Built, part: str) -> str:
    """What the pages with a part of the kit say."""
    document = pypdfium2.PdfDocument(built.pdf)
    return " ".join(
        " ".join(document[number].get_textpage().get_text_range().split())
        for number, page in enumerate(built.pages)
        if any(box.piece.startswith(part) for box in page.boxes)
    ).replace(built.build_id, "")


def build_part(game: Game, part: str) -> Built:
    """A kit of one component only."""
    kept = tuple(each for each in game.components if each.id == part)
    built = build_kit(replace(game, components=kept), Options())
    assert built.problems == ()
    return built


def changed(folder: Path, old: str, new: str) -> Game:
    """A copy of the game in which one number of the rules differs."""
    copy = shutil.copytree(FOLDER, folder / "dance-of-muses")
    rules = copy / "rules.yaml"
    text = rules.read_text("utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), "utf-8")
    return load(copy)


@pytest.fixture(scope="module")
def game() -> Game:
    return load(FOLDER)


@pytest.fixture(scope="module")
def built(game: Game) -> Built:
    return build_kit(game, Options())


def test_the_data_check_clean(game: Game) -> None:
    assert check_game(game) == []


def test_the_kit_builds(built: Built) -> None:
    assert built.problems == ()
    assert built.pdf.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("part", "number"),
    [
        ("muses", "DANCE-COMP-01.muse_tiles"),
        ("mnemosyne", "DANCE-COMP-02.mnemosyne_tiles"),
        ("suns", "DANCE-COMP-04.tokens"),
        ("dice", "DANCE-COMP-03.dice"),
        ("trackers", "DANCE-COMP-03.dice"),
        ("references", "DANCE-SETUP-01.players.max"),
    ],
)
def test_there_are_as_many_pieces_as_the_rules_say(game: Game, part: str, number: str) -> None:
    assert game.component(part).pieces == game.rules.number(number)


def test_every_power_meets_every_area_and_suns_lie_below_the_end(game: Game) -> None:
    muses = game.component("muses").cards
    gifts = {(muse.power, muse.area) for muse in muses}
    assert len(gifts) == len(muses)
    assert all(0 < muse.suns < game.rules.number("DANCE-END-01.end_value") for muse in muses)


def test_no_back_tells_a_muse_from_another(built: Built) -> None:
    backs = {
        box.drawing
        for page in built.pages
        for box in page.boxes
        if page.side == "back" and box.piece.startswith(("muses/", "mnemosyne/"))
    }
    assert len(backs) == 1


def test_the_mat_pages_make_up_all_its_squares(game: Game) -> None:
    places = {(card.column, card.row) for card in game.component("mat").cards}
    assert places == {(column, row) for column in range(3) for row in range(2)}


def test_the_reference_follows_the_rules(built: Built, tmp_path: Path) -> None:
    assert "shows 6, the dance ends" in words(built, "references")
    other = changed(tmp_path, "end_value: 6", "end_value: 5")
    assert "shows 5, the dance ends" in words(build_part(other, "references"), "references")


def test_a_tile_draws_the_power_that_the_rules_state(built: Built, tmp_path: Path) -> None:
    assert "+2" not in words(built, "muses")
    other = changed(tmp_path, "data: {power: plus, change: 1}", "data: {power: plus, change: 2}")
    assert "+2" in words(build_part(other, "muses"), "muses")


def test_a_die_whose_neighbours_lie_apart_is_refused(tmp_path: Path) -> None:
    other = changed(tmp_path, "opposite: {1: 4, 2: 5, 3: 6}", "opposite: {1: 6, 2: 5, 3: 4}")
    (problem,) = check_game(other)
    assert "3 and 4 must share an edge, but are opposite each other" in problem.message


def test_a_table_for_other_numbers_of_players_is_refused(tmp_path: Path) -> None:
    other = changed(
        tmp_path, "muses_each: {2: 4, 3: 3, 4: 2}", "muses_each: {2: 4, 3: 3, 4: 2, 5: 1}"
    )
    (problem,) = check_game(other)
    assert "muses_each must have one entry for each number of players: 2, 3, 4" in problem.message
