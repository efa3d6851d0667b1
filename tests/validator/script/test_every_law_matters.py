"""The scripts test the rules, and not only name them: without a question some script fails."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.conftest import WAITING
from tests.validator.shipped import GAMES, load, scripts_of
from validator.core.resources import resource
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.simulate.inspection import mistakes
from validator.simulate.mutate import Baseline, Opening, mutated_questions, openings, played


def repeated(opening: Opening) -> bool:
    """Whether functions of each verb name the same rules as well, so that they still refuse."""
    rules = {*opening.rules}
    return all(rules <= {rule for rule, _ in verb.enforced()} for verb in opening.verbs)


@cache
def referee_of(name: str) -> Referee[Any]:
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    return referee


@cache
def baseline(name: str) -> Baseline:
    return played(referee_of(name).verbs.values(), scripts_of(name))


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_without_a_gate_some_script_fails(name: str) -> None:
    unneeded = [
        f"{opening.name} of {', '.join(verb.name for verb in opening.verbs)} {opening.rules}"
        for opening in openings(referee_of(name))
        if not repeated(opening) and not opening.noticed_by(baseline(name))
    ]
    assert unneeded == []


ALLOWED = {
    ("call", "NINE-CALL-06"),  # its answer is always yes, and says why what looks forbidden is not
    # No script breaks these alone: where they are broken, another rule of the verb is as well.
    ("draw", "MUSE-DRAW-08"),
    ("challenge", "SING-QUEST-12"),
    ("sea", "SING-QUEST-08"),
    ("challenge", "SING-BLOCK-08"),
    ("loses", "SING-LOSS-03"),
    ("place", "SING-PLAY-01"),
    ("place", "SING-CREW-05"),
    ("ready", "SCHIZ-FINAL-11"),
    ("propose", "SCHIZ-BLEED-06"),
    ("answer", "SCHIZ-FINAL-08"),
}


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_without_a_question_of_a_verb_some_script_fails(name: str) -> None:
    verbs = [*referee_of(name).verbs.values()]
    unneeded = [
        (*mutant.verbs, *mutant.ids)
        for mutant in mutated_questions(verbs, baseline(name), (True,))
        if not mutant.noticed_by and (*mutant.verbs, *mutant.ids) not in ALLOWED
    ]
    assert unneeded == []


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_check_would_warn_of_nothing_in_the_referee(name: str) -> None:
    problems = mistakes(referee_of(name), baseline(name))
    assert [str(problem) for problem in problems if problem.level != "note"] == []
