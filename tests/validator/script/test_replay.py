"""What a script may say, and how it is told that it may not."""

from __future__ import annotations

from functools import cache

import pytest

from validator.games.nine_muses.referee import NineMuses
from validator.load.game import load_game
from validator.script.play import Report, replay_text

load = cache(load_game)
HEAD = "game: nine-muses\nplayers: [Ann, Bob]\n"
START = "start: {Ann: {craft: 2, hand: [Aesop, Heron]}, Bob: {craft: 2, hand: [Heron, Aesop]}}\n"


def told(steps: str, header: str = START) -> list[str]:
    return [str(problem) for problem in played(steps, header).problems]


def played(steps: str, header: str = START) -> Report:
    return replay_text(f"{HEAD}{header}---\n{steps}", "night.play", load)


def test_a_start_that_is_refused_stands_alone() -> None:
    start = "start: {Ann: {muses: [Clio]}, Bob: {muses: [Clio]}}\n"
    assert told("! start -> NINE-COMP-13\n", start) == []
    assert told("! start -> NINE-COMP-13\nAnn toil Aesop\n", start) == [
        "night.play:6:1: a start that must be refused is the script's only step [script]"
    ]


def test_a_player_has_a_name_of_one_word() -> None:
    for name in ("Ann Lee", "~Ann", "a.b", "7", "table", '"Ann,"'):
        report = replay_text(f"game: nine-muses\nplayers: [{name}, Bob]\n---\n", "x", load)
        assert "cannot be the name of a player" in str(report.problems[0]), name
    empty = replay_text("game: nine-muses\nplayers: []\n---\n", "x", load)
    assert [str(each) for each in empty.problems] == [
        "x:2:10: there is nobody at this table [header]"
    ]


def test_absurd_numbers_end_in_a_problem_soon() -> None:
    start = (
        "data: {NINE-COMP-06: {craft: 999999}}\n"
        "start: {loose: true, Ann: {craft: 999999, ethics: 999999, hand: [Aesop, Heron]}}\n"
    )
    assert told("= legal 12\n", start) == [
        "night.play:6:1: more than 200000 moves to try here: is a number far too large? [script]"
    ]


def test_a_mistake_of_the_referee_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Aesop")

    monkeypatch.setattr(NineMuses, "legal", broken)
    (problem,) = played("= legal 12\nAnn toil Aesop\n").problems
    assert (problem.spot.line, problem.check) == (5, "fault")
    assert "a mistake of the referee's own" in problem.message
