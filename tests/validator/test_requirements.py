"""What a game can ask for: bounds on covers, in checks and in simulated games."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run
from validator.checks import check_deck
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee import registry
from validator.referee.needs import Share, needed, supplies
from validator.referee.referee import Referee
from validator.referee.registry import requirements_of
from validator.referee.requirements import Requirement, one_each
from validator.referee.ruleset import Ruleset
from validator.simulate import match
from validator.simulate.batch import table
from validator.simulate.match import play_match
from validator.simulate.script import shrunk

GAMES = ("muse", "sing-o-muse", "dance-of-muses", "schizonauts", "nine-muses")


def shipped(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", GAMES)
def test_demands_name_what_there_is(name: str) -> None:
    game = shipped(name)
    told = [place for each in requirements_of(game) for place in (*each.pieces, *each.instead)]
    there = {component.id for component in game.components} | {
        f"{component.id}/{card.id}" for component in game.components for card in component.cards
    }
    assert told
    assert set(told) <= there
    assert len(told) == len(set(told))
    rules = {rule for each in requirements_of(game) for rule in each.rules}
    assert rules <= {rule.id for rule in game.rules}


@pytest.mark.parametrize("name", GAMES)
def test_the_largest_table_needs_no_more_than_the_kit_holds(name: str) -> None:
    game = shipped(name)
    for component in game.components:
        for players in range(game.players[0], game.players[1] + 1):
            assert 0 <= needed(game, players)[component.id].pieces <= component.pieces


def test_fewer_players_need_fewer_pieces() -> None:
    nine = shipped("nine-muses")
    assert needed(nine, 2)["tokens"] == Share(18, (("Craft", 10), ("Science", 6), ("Ethics", 2)))
    assert needed(nine, 4)["tokens"].pieces == 26
    assert needed(nine, 2)["scores"].pieces == 4
    assert needed(nine, 2)["philosophers"].pieces == 34  # a deck is shuffled whole
    assert needed(nine, 2)["aristotle"].pieces == 1  # no requirement tells of it


def test_the_longest_game_of_schizonauts_bounds_its_dice_and_chips() -> None:
    game = shipped("schizonauts")
    assert supplies(game, 8) == (("d6", 26), ("d8", 13), ("d10", 8), ("d12", 6))
    assert needed(game, 8)["coins"].pieces == 145
    assert dict(needed(game, 4)["coins"].designs) == {"One": 39, "Five": 24, "Twenty": 11}


def test_a_kit_that_prints_too_little_is_reported(tmp_path: Path) -> None:
    copy = tmp_path / "deck"
    shutil.copytree(resource("data") / "nine-muses", copy)
    rules = copy / "rules.yaml"
    text = rules.read_text("utf-8")
    assert "data: {tens: 1, ones: 1, score: 0, reference: 1}" in text
    rules.write_text(text.replace("score: 0, reference: 1}", "score: 0, reference: 2}"), "utf-8")
    game = load_game(copy).game
    assert game is not None
    told = [str(each) for each in check_deck(game) if each.check == "deal"]
    assert len(told) == 1
    assert "References: 4, but 4 players need 8 (NINE-SETUP-08); enough for 2 players" in told[0]
    assert "game.yaml" in told[0]


def test_a_ruling_covers_what_can_run_short() -> None:
    game = shipped("schizonauts")
    overlap = next(each for each in requirements_of(game) if "overlap" in each.what)
    assert overlap.most is not None
    assert overlap.most(game, 2) > (overlap.printed(game) or 0)
    assert overlap.decided_by in game.rules
    assert not [each for each in check_deck(game) if each.check == "deal"]


def test_an_installed_referee_says_what_its_game_asks_for(
    tiny_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    requirement = Requirement("Cards", one_each, ("TINY-COMP-01",), "one for each player")
    blank: Any = Referee  # it is not begun
    own = Ruleset(referee=blank, requirements=(requirement,))

    monkeypatch.setattr(registry, "offer_for", lambda _: object())
    monkeypatch.setattr(registry, "load_offer", lambda _: own)
    assert [each.what for each in requirements_of(tiny_game)] == ["Cards"]

    def broken(_: object) -> None:
        raise registry.RefereeError("it cannot be imported")

    monkeypatch.setattr(registry, "load_offer", broken)
    assert requirements_of(tiny_game) == ()


def test_a_game_that_asks_for_more_than_its_bound_fails_and_is_shortened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bound that is too low by one: the first game to need all shows it."""
    referee = table(str(resource("data") / "nine-muses"), 2)

    def scarce(game: Game) -> tuple[Requirement, ...]:
        return (
            Requirement("Philosophers", lambda *_: 5, ("NINE-SETUP-07",), "less than two hands"),
        )

    monkeypatch.setattr(match, "requirements_of", scarce)
    found = play_match(referee, 1, 0)
    assert found.failure == "6 Philosophers in use, more than the 5 of NINE-SETUP-07"
    short = shrunk(referee, found)
    assert [move.verb for move in short.moves] == ["deal", "deal"]


def test_what_lies_nowhere_is_counted_by_position() -> None:
    """Points on the score cards have no zone; the most of any game is their peak."""
    referee: Any = table(str(resource("data") / "nine-muses"), 2)
    found = play_match(referee, 1, 0)
    assert found.peaks["Points on a pair of score cards"] >= max(found.scores) > 0


def test_a_war_during_a_crossing_may_scatter_the_crew_that_crosses() -> None:
    """Games that simulation found: the crossing then ends without a mark, and the game goes on."""
    home = str(resource("data") / "sing-o-muse")
    for players, index in ((3, 11), (4, 14)):
        assert play_match(table(home, players), 1, index).failure == ""


def test_the_cover_says_what_so_many_players_need(tmp_path: Path) -> None:
    built = run("build", "nine-muses", "--players", "3", "--no-verify", "-o", str(tmp_path))
    assert built.exit_code == 0
    from pypdf import PdfReader

    words = PdfReader(tmp_path / "nine-muses-a4-3-players.pdf").pages[1].extract_text()
    flat = " ".join(words.split())
    assert "how much of it 3 players need" in flat
    assert "12 Craft, 8 Science, 3 Ethics" in flat
    assert "23 of 26" in flat


def test_a_number_of_players_that_the_game_is_not_for_is_refused(tmp_path: Path) -> None:
    built = run("build", "nine-muses", "--players", "5", "-o", str(tmp_path))
    assert built.exit_code == 2
    assert "Nine Muses is for 2 to 4 players, not 5" in built.output
    assert not list(tmp_path.iterdir())


def test_a_design_of_ones_own_is_needed_whole(tmp_path: Path) -> None:
    copy = tmp_path / "deck"
    shutil.copytree(resource("data") / "nine-muses", copy)
    file = copy / "game.yaml"
    last = "      - {title: Ethics, copies: NINE-COMP-06.ethics, type: E}\n"
    text = file.read_text("utf-8")
    assert last in text
    file.write_text(
        text.replace(last, f"{last}      - {{title: Wild, copies: 3, type: E}}\n"), "utf-8"
    )
    game = load_game(copy).game
    assert game is not None
    share = needed(game, 2)["tokens"]
    assert share.pieces == 18 + 3
    assert share.designs[-1] == ("Wild", 3)


def test_rules_without_a_number_for_so_many_are_reported(tmp_path: Path) -> None:
    copy = tmp_path / "deck"
    shutil.copytree(resource("data") / "nine-muses", copy)
    rules = copy / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("score: 0, reference: 1}", "score: 0}"), "utf-8")
    built = run("build", str(copy), "--players", "3", "--no-verify", "-o", str(tmp_path / "out"))
    assert built.exit_code == 1
    assert "Traceback" not in built.output
    assert "NINE-SETUP-08: 'reference' is missing" in built.output
    assert not (tmp_path / "out").exists()
