"""What a script may say, and how it is told that it may not."""

from __future__ import annotations

from functools import cache

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
