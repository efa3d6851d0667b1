"""What `pieria verbs` says of a game is so: judges take what it lists, lines come when it says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.validator.shipped import GAMES, load, played, scripts_of
from validator.core.frozen_map import FrozenMap
from validator.core.resources import resource
from validator.referee.core import TABLE
from validator.referee.facts import FactError
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.script.explain import START, UNKNOWN, lines, takes


def table(name: str) -> Referee[Any]:
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob", "Cat")[: game.players[0]])
    assert referee is not None
    return referee


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_has_its_moment(name: str) -> None:
    referee = table(name)
    told = {verb for moment in referee.course for verb, _ in moment.lines}
    assert told == {*referee.verbs}


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_script_comes_when_it_is_said_to(name: str) -> None:
    for file in scripts_of(name):
        report = played(file)
        state = report.begun
        for each in report.played:
            if each.step.kind not in ("move", "chance"):
                continue
            assert report.referee is not None
            facts = report.referee.facts(state)
            said = [one for one in report.referee.course if each.verb in dict(one.lines)]
            place = f"{file.name}:{each.step.location.line}: {each.verb}"
            assert any(moment.holds(facts) for moment in said), place
            state = each.after


@pytest.mark.parametrize("name", GAMES)
def test_a_judge_takes_what_is_listed_and_nothing_else(name: str) -> None:
    referee = table(name)
    (verb,) = (verb for verb in referee.verbs.values() if verb.judges and verb.kind == "claim")
    assert verb.things
    listed = "\n".join(lines(referee))
    for thing, words in verb.things.items():
        told = takes(referee, verb, thing)
        assert f"{thing}: {told}\n" in listed
        if words or thing == START:
            continue
        assert told != "{}", thing
        assert verb.judges is not None
        with pytest.raises(FactError) as error:
            verb.judges(referee.begin(), TABLE, thing, FrozenMap({UNKNOWN: 0}))
        for known in error.value.known:
            assert known in told or known in referee.players
