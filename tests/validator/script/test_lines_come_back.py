"""What a game writes can be played: traces, filled-in scripts and simulated games replay."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.validator.shipped import GAMES, load, played, scripts_of
from validator.core.location import Location
from validator.core.resources import resource
from validator.core.scalars import flow
from validator.referee.core import CHANCE, Move
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.referee.tokens import quoted
from validator.script.play import play, replay_text
from validator.script.played import Report
from validator.script.read import Script, parse_script, read_line
from validator.script.report import trace, written
from validator.simulate.match import play_match
from validator.simulate.script import script as as_script

NAMES = ("Ann", "Bob", "Cat")
SIMULATED = 2  # games: one all at random, one by players with a strategy
NUMBERED = re.compile(r"^ {0,3}[0-9]+  (.*)$", re.MULTILINE)


@cache
def table(name: str) -> Referee[Any]:
    """A table of the fewest players; those of the shipped scripts are of all numbers."""
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, NAMES[: game.players[0]])
    assert referee is not None
    return referee


def header_of(script: Script, *without: str) -> str:
    lines = script.lines[: script.lines.index("---", 1)]
    return "\n".join(line for line in lines if line.partition(":")[0] not in without)


def traced(report: Report) -> Report:
    """The script that the lines of a trace make, played."""
    assert report.script is not None
    with pytest.MonkeyPatch.context() as drawn:  # the drawings of the positions take longest
        drawn.setattr(type(report.referee), "show", lambda *_: [])
        lines = "\n".join(NUMBERED.findall(trace(report)))
    text = f"{header_of(report.script, 'seed')}\n---\n{lines}\n"
    name = f"{report.name} traced"
    script, problems = parse_script(text, name, report.script.file)
    again = play(script, name, problems, load)
    assert [str(problem) for problem in again.problems] == []
    return again


def position(report: Report, state: Any) -> Any:
    assert report.referee is not None
    return report.referee.facts(state), report.referee.zones(state)


def same(again: Report, other: Any, report: Report, one: Any) -> bool:
    """Whether two reports have the same position; equal states need no comparison of facts."""
    if one._replace(table=None) == other._replace(table=None):
        return True
    return bool(position(again, other) == position(report, one))


@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_a_trace_replays_to_the_same_position(name: str) -> None:
    for file in scripts_of(name):
        report = played(file)
        if report.begun is None:
            continue
        again = traced(report)
        assert len(again.played) == len(report.played)
        for one, other in zip(report.played, again.played, strict=True):
            place = f"{file.name}:{one.step.location.line}: {one.line}"
            assert same(again, other.after, report, one.after), place


@pytest.mark.parametrize("name", GAMES)
def test_a_filled_in_script_needs_no_seed(name: str) -> None:
    referee = table(name)
    chance, choice = Random(3), Random(4)
    lines: list[str] = []
    state = referee.begin()
    while (actor := referee.to_act(state)) is not None and len(lines) < 40:
        if actor == CHANCE:
            move: Move | None = referee.chance(state, chance)
        else:
            move = referee.guess(state, choice)
            assert move is not None
            lines.append(referee.written(state, move))
        assert move is not None
        state = referee.apply(state, move)
    text = "\n".join((f"game: {name}", f"players: [{', '.join(referee.players)}]", "seed: 3",
                      "---", *lines))  # fmt: skip
    report = replay_text(text, "seeded.play", load)
    assert [str(problem) for problem in report.problems] == []
    filled = replay_text(written(report).replace("seed: 3\n", ""), "filled.play", load)
    assert [str(problem) for problem in filled.problems] == []
    assert position(filled, filled.end) == position(report, report.end)
    assert any(each.drawn for each in report.played)


@cache
def simulated(name: str) -> list[Report]:
    referee = table(name)
    reports = []
    for index in range(SIMULATED):
        match = play_match(referee, 5, index)
        assert match.failure == ""
        text = as_script(referee, name, match, 5, "a game of this test")
        reports.append(replay_text(text, f"game-{index}.play", load))
    return reports


@pytest.mark.parametrize("name", GAMES)
def test_a_simulated_game_replays_to_its_end(name: str) -> None:
    for report in simulated(name):
        assert [str(problem) for problem in report.problems] == []
        assert report.is_over
        again = traced(report)
        assert position(again, again.end) == position(report, report.end)


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_was_among_them(name: str) -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for report in (*(played(file) for file in scripts_of(name)),
                   *simulated(name)):  # fmt: skip
        for each in report.played:
            seen[each.step.kind].add(each.verb)
    referee = table(name)
    played_ = seen["move"] | seen["chance"]
    legal = {verb.name for verb in referee.verbs.values() if verb.listed}
    refused = {*referee.verbs} - legal
    assert sorted(legal - played_) == []
    assert sorted(refused - seen["refused"]) == []


plain = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)
names = plain.filter(lambda name: not name.lstrip("+-").isdecimal())  # digits name a number
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 9999)
    | plain
    | st.sampled_from(("no", "- x", "'")),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.dictionaries(names, inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.lists(values, max_size=3).map(tuple) | st.dictionaries(names, values, max_size=3), plain)
def test_values_and_quoted_words_come_back_from_a_line(value: Any, text: str) -> None:
    line = f"table judge {flow(value)} {quoted(text)} | A story."
    step = read_line(line, Location("x", 1, 1))
    assert step is not None
    assert [word.value for word in step.words] == ["table", "judge", value, text]
    assert f"{step.text} | {step.story}" == line
