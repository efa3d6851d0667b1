"""Simulated games: the same everywhere, watched at every step, and told as scripts and numbers."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.referee.registry import ruleset_for
from validator.script.play import replay_text
from validator.simulate import certificate_text
from validator.simulate.batch import Batch, batches, play_batch, table
from validator.simulate.batch import run as run_batches
from validator.simulate.certificate import Certificate, certify
from validator.simulate.certificate_data import plain
from validator.simulate.certificate_text import text_report
from validator.simulate.compare import difference
from validator.simulate.match import SimulatedGame, play_match
from validator.simulate.mutate import mutants
from validator.simulate.script import script, shrunk
from validator.simulate.tally import Tally, interval, mean, quantile

HOME = str(resource("data") / "nine-muses")


@pytest.fixture(scope="module")
def three() -> Referee[Any]:
    return table(HOME, 3)


@pytest.fixture(scope="module")
def found(three: Referee[Any]) -> Certificate:
    tallies, complete, _ = run_batches(batches(HOME, (3,), 30, 5), 1)
    assert complete
    return certify(three.game, {3: three}, tallies, 5)


def test_neither_batches_nor_processes_change_a_number() -> None:
    whole = play_batch(Batch(HOME, 2, 9, 0, 30))
    parts = Tally(2)
    for first in (20, 0, 10):  # in any order
        parts.join(play_batch(Batch(HOME, 2, 9, first, 10)))
    assert parts == whole
    spread, *_ = run_batches(batches(HOME, (2,), 30, 9), 2)
    assert spread[2] == whole


def test_a_ruleset_says_how_many_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = ruleset_for("NINE")
    assert declared is not None
    few = replace(declared, simulated=3)
    monkeypatch.setattr("validator.referee.registry.ruleset_of", lambda _: few)
    for given, played in (((), 3), (("--games", "2"), 2)):
        told = run("simulate", "nine-muses", "--players", "2", "--jobs", "1", *given).output
        assert f"Nine Muses: no fault in {played} games, and" in told


def test_a_game_can_be_played_again_from_its_script(three: Referee[Any]) -> None:
    match = play_match(three, 1, 3)
    report = replay_text(script(three, "nine-muses", match, 1, "a game"), "a.play")
    assert report.problems == []
    assert report.is_over
    assert tuple(three.winners(report.end)) == match.winners


def test_rules_of_the_first_state_and_of_computed_facts_are_met(three: Referee[Any]) -> None:
    rules = play_match(three, 1, 3).rules
    assert {trace.rule for trace in three.opened(three.begin(0))} <= rules
    dance = table(str(resource("data") / "dance-of-muses"), 2)
    assert {"DANCE-SCORE-05", "DANCE-SCORE-08", "DANCE-COMP-07"} <= play_match(dance, 1, 0).rules


def test_a_lost_piece_ends_in_a_short_script(
    three: Referee[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A referee that forgets to discard a card is found, and shown in as few moves as it takes."""
    honest = three.apply

    def careless(state: Any, move: Move, trace: Any = None) -> Any:
        after = honest(state, move, trace)
        return after._replace(discard=state.discard) if move.verb == "toil" else after

    monkeypatch.setattr(three, "apply", careless)
    match = next(m for m in (play_match(three, 1, i) for i in range(20)) if m.failure)
    assert "1 missing" in match.failure
    short = shrunk(three, match)
    verbs = [move.verb for move in short.moves]
    assert verbs[:4] == ["row", "deal", "deal", "deal"]
    assert verbs[-1] == "toil"
    assert len(verbs) <= 6  # the toil of whoever starts, or of the next
    assert f"# here: {match.failure}" in script(three, "nine-muses", short, 1, match.failure)


def test_a_player_without_a_move_is_a_failure(
    three: Referee[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(three, "guess", lambda *_: None)
    assert play_match(three, 1, 0).failure == "Ann has no legal move in the mode 'act'"


def test_a_game_that_does_not_end_is_a_failure(three: Referee[Any]) -> None:
    assert play_match(three, 1, 0, longest=10).failure == "no end after 10 steps"


def test_a_referee_that_stumbles_is_a_failure_and_no_traceback(
    three: Referee[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(state: Any, move: Move, trace: Any = None) -> Any:
        raise KeyError("craft")

    monkeypatch.setattr(three, "apply", stumble)
    match = play_match(three, 1, 0)
    assert match.failure.startswith("an error in the referee itself in test_simulate.py:")
    assert match.failure.endswith("(KeyError: 'craft')")


def test_the_certificate_counts_what_is_printed(found: Certificate) -> None:
    needs = {need.component: need for need in found.needs}
    kinds = three_kinds()
    assert {part: needs[part].printed for part in kinds} == kinds
    assert needs["Philosophers"].printed == 34
    assert needs["Philosophers"].most == 9  # a hand of three each, and never more
    assert needs["craft"].most <= 14
    assert found.terminating
    assert found.playable
    assert found.sound


def three_kinds() -> dict[str, int]:
    game = load_game(Path(HOME)).game
    assert game is not None
    return {
        kind: game.rules.number(f"NINE-COMP-06.{kind}") for kind in ("craft", "science", "ethics")
    }


def test_a_claim_that_fails_names_its_ruling(found: Certificate) -> None:
    claims = {claim.rule: claim for claim in found.claims}
    assert claims["NINE-ROUND-03"].failure
    assert claims["NINE-ROUND-03"].covered_by == "NINE-RUL-01"
    assert "NINE-RUL-01 applies" in text_report(found)


def test_what_random_play_met_is_reported(found: Certificate) -> None:
    assert "NINE-TOIL-01" in found.rules_met
    assert "pass" in found.never_legal
    assert "Moves that were never legal: pass" in text_report(found)
    assert json.loads(json.dumps(plain(found)))["conditions"]["winnable"] is found.winnable


def test_only_enough_games_blame_the_rules_for_a_seat_that_never_won(found: Certificate) -> None:
    def seat_two_wins(games: int) -> str:
        tally = replace(found.tallies[3], games=games, failed=0, seats=Counter({1: games}))
        return text_report(replace(found, tallies={3: tally}, games={3: games}))

    seats = "1 of 3 players, 3 of 3 players."
    assert f"in too few games to say why: {seats}" in seat_two_wins(7)
    assert f"NEVER won (95 % confidence: not by chance): {seats}" in seat_two_wins(8)


def test_the_first_line_names_pieces_that_were_too_few(found: Certificate) -> None:
    needs = tuple(replace(need, printed=1, bounds={}) for need in found.needs[:2])
    first, *_ = text_report(replace(found, needs=needs)).splitlines()
    assert first.endswith("but too few pieces: craft, science.")


def test_two_versions_are_compared_on_the_same_seeds(tmp_path: Path) -> None:
    richer = tmp_path / "richer"
    shutil.copytree(HOME, richer, ignore=shutil.ignore_patterns("scripts"))
    rules = richer / "rules.yaml"
    text = rules.read_text("utf-8")
    assert "data: {craft: 1}" in text
    rules.write_text(text.replace("data: {craft: 1}", "data: {craft: 6}"), "utf-8")
    mine, theirs = (play_batch(Batch(str(home), 2, 1, 0, 100)) for home in (HOME, richer))
    low, high = difference(mine.scores, theirs.scores)
    assert 0 < low < high
    told = run("simulate", "nine-muses", "--players", "2", "--games", "4", "--compare", str(richer))
    assert told.exit_code == 0
    assert "2 players" in told.output
    assert "  score           A" in told.output


def test_a_rule_that_is_switched_off_is_noticed_by_a_script(three: Referee[Any]) -> None:
    judges = {name: verb.judge for name, verb in three.verbs.items()}
    chosen = sorted(Path(HOME).glob("scripts/turn.play"))
    found = {(*each.verbs, each.ids[0], each.forced): each for each in mutants(three, chosen)}
    assert found["pass", "NINE-TURN-06", "yes"].noticed_by == "turn.play"
    assert found["toil", "NINE-TURN-03", "no"].noticed_by == "turn.play"
    assert ("row", "NINE-SETUP-06", "yes") not in found  # this script says nothing of it
    assert {name: verb.judge for name, verb in three.verbs.items()} == judges


def test_a_forced_result_is_not_taken_for_the_result_of_a_later_mutation() -> None:
    eights = resource("data") / "crazy-eights"
    found = mutants(table(str(eights), 2), [eights / "scripts" / "blocked.play"])
    opened = [each.noticed_by for each in found if each.what == "closed in 'over'"]
    assert opened == [""]  # after its end, this script has no move


def test_a_card_that_wins_is_shown_with_the_share_of_its_users_who_won() -> None:
    told = run(
        "simulate", "nine-muses", "--players", "2", "--games", "12", "--jobs", "1", "--cards",
        "--strategy", "racer", "--format", "json",
    )  # fmt: skip
    found = json.loads(told.output)
    assert found["strategy"] == "racer"
    cards = {each["card"]: each for each in found["cards"]}
    assert "Clio" in cards
    for card in cards.values():
        low, high = card["wins"]
        assert 0 <= card["winners"] <= card["users"] <= 24
        assert 0 <= low <= high <= 1
    assert sum(card["users"] for card in cards.values()) > 24
    assert found["players"]["2"]["leanings"] == {}  # all alike, so nothing to compare
    shown = run("simulate", "nine-muses", "--players", "2", "--games", "4", "-j", "1", "--cards")
    assert "players used it" in shown.output
    wrong = run("simulate", "nine-muses", "--strategy", "racr")
    assert wrong.exit_code == 2
    assert "did you mean 'racer'?" in wrong.output


def test_intervals_hold_what_they_should() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(10, 100)
    assert (round(low, 3), round(high, 3)) == (0.055, 0.174)
    assert interval(0, 50)[0] == 0
    assert interval(50, 50)[1] == 1


def test_sums_of_counted_values() -> None:
    tally = Tally(2)
    tally.add(SimulatedGame(0, ("random", "random"), steps=4, scores=(1, 3), winners=(1,)))
    tally.add(SimulatedGame(1, ("random", "random"), steps=8, scores=(2, 2), winners=(0, 1)))
    assert mean(tally.steps) == 6
    assert quantile(tally.scores, 0.5) == 2
    assert tally.seats == {0: 1, 1: 2}
    assert tally.alone == {1: 1}


def test_scripts_and_plots_are_written(tmp_path: Path) -> None:
    told = run(
        "simulate", "nine-muses", "--players", "2", "--games", "6", "--jobs", "1",
        "--scripts", str(tmp_path / "found"), "--plot", str(tmp_path / "plot.png"),
    )  # fmt: skip
    assert told.exit_code == 0
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    scripts = sorted((tmp_path / "found").glob("peak-2-*.play"))
    assert scripts
    assert run("replay", *map(str, scripts)).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "7"], "Nine Muses is for 2 to 4 players, not 7"),
        (["--players", "many"], "--players is 'many'; expected a number"),
        (["--plot", "a.gif", "--games", "1", "--players", "2"], "a .pdf or .png file"),
    ],
)
def test_wrong_use_is_reported(arguments: list[str], words: str) -> None:
    told = run("simulate", "nine-muses", *arguments)
    assert told.exit_code == 2
    assert words in told.output


def test_chance_is_a_player_too(three: Referee[Any]) -> None:
    match = play_match(three, 2, 0)
    assert match.moves[0].seat == CHANCE


@pytest.mark.parametrize(
    ("games", "said"),
    [(2, "too few games"), (4, "too few games"), (5, "fewer than 1 in 2 games"),
     (300, "fewer than 1 in 100 games"), (30_000, "fewer than 1 in 10,000 games")],
)  # fmt: skip
def test_what_never_happened_has_a_bound_by_the_rule_of_three(games: int, said: str) -> None:
    assert said in certificate_text._at_most(games)
