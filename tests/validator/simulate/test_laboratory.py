"""What a designer reads of simulated games, and a run that goes on after it was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import run
from validator.simulate import laboratory
from validator.simulate.course import Course, ScoreCourse
from validator.simulate.laboratory import ShareComparison, against, between, real
from validator.simulate.resumed import ResumeError, SavedRun
from validator.simulate.tally import MaxUsage, Tally


def test_the_course_of_a_game_has_its_lead_changes_and_its_decision():
    course = Course(0)
    for seat in (0, 0, 1, 0, 1):
        course.moved(seat)
    assert (course.turns, course.decisions) == (4, 5)
    course.scores = [(0, 0), (2, 0), (2, 3), (2, 3), (5, 3), (5, 4)]
    # Ann, Bob, Bob, Ann, Ann: two changes; known after four of six turns; Bob led at half time.
    assert course.story((0,)) == ScoreCourse(2, 7, False, True)
    assert course.story((0, 1)) is None
    assert Course(5).watched is False


def test_many_comparisons_need_more_than_one_lucky_one():
    lucky = ShareComparison("a", 0.6, 0.5, 0.02)
    assert real([lucky]) == [lucky]
    assert real([lucky, *(ShareComparison(str(n), 0.5, 0.5, 0.9) for n in range(9))]) == []
    sure = ShareComparison("b", 0.9, 0.5, 1e-9)
    assert real([lucky, sure]) == [sure, lucky]


def test_shares_are_compared_as_in_a_textbook():
    assert against("seat", 60, 100, 0.5).p == pytest.approx(0.0455, abs=1e-3)
    found = between("card", 60, 100, 40, 100)
    assert found.p == pytest.approx(0.0047, abs=1e-3)
    assert found.games == pytest.approx(98, abs=3)  # for 80 % power
    assert between("card", 1, 0, 1, 2).p == 1.0


def test_seats_are_judged_in_words():
    fair = Tally(2, games=400, seats=Counter({0: 205, 1: 195}))
    assert "No seat has an advantage" in next(laboratory.seats({2: fair}))
    assert "play 784 games" in [*laboratory.seats({2: fair})][1]
    first = Tally(2, games=400, seats=Counter({0: 260, 1: 140}))
    (words,) = laboratory.seats({2: first})
    assert words.startswith("The order of play matters: seat 1 of 2 won 65 %, not 50 %")


def test_a_share_of_wins_is_compared_with_an_equal_share():
    shared = Tally(2, games=300, seats=Counter({0: 150, 1: 156}))
    assert next(laboratory.seats({2: shared})).endswith(
        "Largest difference: seat 1 of 2 won 50 % of games; an equal share is 51 %, because shared "
        "wins count for each winner."
    )
    alone = Tally(2, games=300, seats=Counter({0: 153, 1: 147}))
    assert next(laboratory.seats({2: alone})).endswith("won 51 % of games; an equal share is 50 %.")


def test_the_same_number_of_decisions_is_compared_with_the_printed_time():
    two = Tally(2, turns=Counter({50: 3}), decisions=Counter({100: 2, 400: 1}))
    first, printed = laboratory.length({2: two}, 6, 30)
    assert "100 decisions, about 10 minutes" in first
    assert printed == "The game states 30 minutes: 18 s for each of the 100 decisions."
    three = Tally(3, turns=Counter({50: 4}), decisions=Counter({400: 4}))
    *_, printed = laboratory.length({2: two, 3: three}, 6, 30)
    assert printed.endswith("4 s for each of the 400 decisions (median of all games).")


def test_weak_strategies_are_not_called_equal():
    (words,) = laboratory.strategies({"random": (4, 2), "racer": (4, 4)})
    assert words.startswith("These games do not show that a strategy is stronger than random play")


def test_leaders_cards_and_strategies_are_judged_in_words():
    tally = Tally(2, games=100, seats=Counter({0: 50, 1: 50}))
    tally.lead_changes, tally.known = Counter({1: 60, 3: 40}), Counter({4: 70, 10: 30})
    tally.half = Counter({"led": 90, "led and won": 85, "last won": 10})
    words = " ".join(laboratory.leaders({2: tally}))
    assert "changed 1 time (median of 100 games" in words
    assert "won 94 % (88 to 98 %) of games: leaders run away" in words
    moves = laboratory.with_and_without({"fly": 60, "dig": 60}, {"fly": 55, "dig": 30}, {2: tally})
    assert [*laboratory.strong_and_weak(moves, "Moves", "players without")] == [
        "Moves whose users won more often: fly 92 %, players without 32 %."
    ]
    used, won = {"Owl": 60, "Fox": 60, "Eel": 60}, {"Owl": 40, "Fox": 36, "Eel": 6}
    cards = laboratory.among_users(used, won)
    assert [*laboratory.strong_and_weak(cards, "Cards", "others", laboratory.DOMINATED)] == [
        "Cards whose users won more often: Owl 67 %, others 35 %; Fox 60 %, others 38 %.",
        "Cards that may be dominated, because their users won less often: Eel 10 %, others 63 %.",
    ]
    assert "planner" in next(laboratory.strategies({"random": (50, 25), "racer": (50, 26)}))
    strong = laboratory.strategies({"random": (50, 10), "racer": (50, 40)})
    assert [*strong] == ["Stronger than random players: racer."]


def test_a_record_gives_back_what_it_stored_and_refuses_another_run(tmp_path):
    file = tmp_path / "run.json"
    record = SavedRun(file, {"game": "a", "games": 9})
    tally = Tally(2, games=3, steps=Counter({7: 3}), peaks={"craft": MaxUsage(4, 1, 2)})
    tally.scores_of, tally.by_strategy = {0: Counter({1.5: 3})}, {"random": (3, 1)}
    record.add(3, tally, {2: tally})
    record.write()
    again = SavedRun(file, {"game": "a", "games": 9})
    assert again.tallies == {2: tally}
    assert again.left(2, 9) == [(0, 3), (6, 3)]
    with pytest.raises(ResumeError, match="its games differ"):
        SavedRun(file, {"game": "a", "games": 10})
    file.write_text("[]")
    with pytest.raises(ResumeError, match="is not a file that 'pieria simulate --resume' wrote"):
        SavedRun(file, {"game": "a"})


def test_a_killed_run_goes_on_with_the_same_result(tmp_path):
    games = ["simulate", "crazy-eights", "--players", "2", "--games", "200", "--format", "json"]
    whole = run(*games, "--jobs", "1").output
    stored = tmp_path / "run.json"
    command = [
        sys.executable,
        "-m",
        "generator.cli",
        *games,
        "--jobs",
        "1",
        "--resume",
        str(stored),
    ]
    code = (
        "import validator.simulate.resumed as r, sys, generator.cli as c; r.EVERY = 0.05; c.main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command[3:]], stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while not stored.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = sum(each["games"] for each in json.loads(stored.read_text())["tallies"])
    assert 0 < before <= 200
    assert run(*games, "--jobs", "1", "--resume", str(stored)).output == whole
    other = run(*games[:-4], "--games", "5", "--resume", str(stored))
    assert other.exit_code == 2
    assert "belongs to another run" in other.output


def test_a_run_cannot_be_kept_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    told = run("simulate", "nine-muses", "--games", "2", "--resume", str(tmp_path / "a" / "b"))
    assert told.exit_code == 2
    assert "no folder" in told.output
    assert ".draft" not in told.output
