"""Hostile scripts: whatever a file holds ends in a report with places, never in a traceback."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import WAITING
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import CHANCE
from validator.referee.invariants import Conservation
from validator.referee.referee import Referee
from validator.referee.registry import find_referee
from validator.referee.zones import census
from validator.script.play import FAULT, replay, replay_text
from validator.script.played import Report

load = cache(load_game)
SCRIPTS = sorted(resource("data").glob("*/scripts/*.play"))
GAMES = sorted({file.parent.parent.name for file in SCRIPTS})
few = settings(
    max_examples=40, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
ODD = (
    "", "-1", "0", "1", "7", "99", "999999", "10000000000", "none", "true", "null", "all", "Ann",
    "Bob", "Zed", "table", "~", "!", "=", "|", "#", "->", "[]", "{}", "[[]]", "{Ann: }", "[1, x]",
    "{Ann: {craft: -1}}", '"', '""', "[", "}", ",", ".", "Ann.", "a.b.c.d", "<", ">=", "has", "é",
)  # fmt: skip


@cache
def words_of(name: str) -> tuple[str, ...]:
    """All words that stand in the scripts of a game, and some that stand in none."""
    found = set(ODD)
    for file in SCRIPTS:
        if file.parent.parent.name == name:
            found |= set(re.findall(r"[\w.:,']+|[{}\[\]~!=>-]+", file.read_text("utf-8")))
    return tuple(sorted(found))


@cache
def scripts_of(name: str) -> tuple[tuple[str, ...], ...]:
    """The lines of each script of a game."""
    return tuple(
        tuple(file.read_text("utf-8").splitlines())
        for file in SCRIPTS
        if file.parent.parent.name == name
    )


def check(report: Report, lines: int) -> None:
    """Every problem has a place in the script, none is our own, and a refusal names its rule."""
    for problem in report.problems:
        assert problem.check not in (FAULT, "conservation"), str(problem)
        assert problem.message
        if problem.location.file == "x.play":
            assert problem.location.line <= lines
    assert report.referee is not None or report.problems
    if report.referee is not None:
        for refusal in report.refusals.values():
            assert refusal.rule in report.referee.game.rules
            assert refusal.facts


@few
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_end_in_a_report(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "x.play"
    file.write_bytes(data)
    assert replay(file, "x.play", load).problems


@pytest.mark.parametrize("name", GAMES)
@few
@given(data=st.data())
def test_any_words_end_in_a_report(name: str, data: st.DataObject) -> None:
    line = st.lists(st.sampled_from(words_of(name)), max_size=7).map(" ".join)
    header = data.draw(st.sampled_from(scripts_of(name)))
    end = header.index("---")
    steps = data.draw(st.lists(line, max_size=6))
    text = "\n".join((*header[: end + 1], *steps))
    check(replay_text(text, "x.play", load), text.count("\n") + 1)


@pytest.mark.parametrize("name", GAMES)
@few
@given(data=st.data())
def test_a_script_with_one_line_changed_is_legal_or_refused(name: str, data: st.DataObject) -> None:
    lines = list(data.draw(st.sampled_from(scripts_of(name))))
    place = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    words = re.split(r"(\s+|[\[\]{}:,.])", lines[place])
    at = data.draw(st.integers(0, len(words) - 1))
    word = data.draw(st.sampled_from(words_of(name)))
    change = data.draw(st.sampled_from(("word", "word", "word", "cut", "add", "line", "swap")))
    if change == "word":
        words[at] = word
    elif change == "cut":
        del words[at]
    elif change == "add":
        words.insert(at, f" {word} ")
    lines[place] = "".join(words)
    if change == "line":
        lines[place] = lines[other]
    elif change == "swap":
        lines[place], lines[other] = lines[other], lines[place]
    text = "\n".join(lines)
    check(replay_text(text, "x.play", load), text.count("\n") + 1)


def test_files_that_are_none(tmp_path: Path) -> None:
    folder = tmp_path / "x.play"
    folder.mkdir()
    assert replay(folder, "x.play", load).problems
    assert replay(tmp_path / "y.play", "x.play", load).problems


@cache
def opening(name: str) -> tuple[Referee[Any], dict[str, Any]]:
    """A game's referee for the fewest players, and the facts of its first position."""
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob", "Cat", "Dov")[: game.players[0]])
    assert referee is not None
    return referee, dict(referee.facts(referee.begin()))


def some(value: Any, names: tuple[str, ...]) -> st.SearchStrategy[str]:
    """YAML that looks like a fact, or does not."""
    odd = st.sampled_from([each for each in ODD if each and each[0] not in '"[]{}|#,!~=>-'])
    if isinstance(value, bool):
        return st.sampled_from(("true", "false", "x"))
    if isinstance(value, int):
        return st.sampled_from((value, value + 1, value - 1, 0, 3, 99, 999999)).map(str) | odd
    if isinstance(value, tuple):
        card = st.sampled_from((*names, *map(str, value)))
        cards = st.lists(card, max_size=5).map(lambda found: f"[{', '.join(map(repr, found))}]")
        return cards | st.sampled_from(("[]", "[1, 2, 3]", "[x]", "[[1]]", "[null]")) | odd
    if isinstance(value, Mapping):
        parts = {str(key): some(each, names) for key, each in value.items()}
        return st.fixed_dictionaries({}, optional=parts).map(flow) | st.sampled_from(
            ("{a: 1}", "x")
        )
    return st.sampled_from((*names, repr(str(value)))) | odd


def flow(facts: dict[str, str]) -> str:
    return f"{{{', '.join(f'{key!r}: {value}' for key, value in facts.items())}}}"


@pytest.mark.parametrize("name", [name for name in GAMES if name not in WAITING])
@few
@given(data=st.data())
def test_any_start_ends_in_a_report_or_can_be_played(name: str, data: st.DataObject) -> None:
    referee, facts = opening(name)
    names = tuple(card.title for each in referee.game.components for card in each.cards)[:40]
    keys = data.draw(st.lists(st.sampled_from(sorted(facts)), max_size=5, unique=True))
    told = {key: data.draw(some(facts[key], names)) for key in keys}
    if data.draw(st.booleans()):
        told["loose"] = "true"
    players = ", ".join(referee.players)
    text = f"game: {name}\nplayers: [{players}]\nstart: {flow(told)}\n---\n"
    report = replay_text(text, "x.play", load)
    check(report, text.count("\n") + 1)
    if report.begun is None:
        return
    assert report.referee is not None
    at, referee, random = report.begun, report.referee, Random(1)
    conservation = Conservation(referee, census(referee.zones(at)))
    for _ in range(5):
        actor = referee.to_act(at)
        if actor is None or actor < CHANCE:
            return
        move = referee.chance(at, random) if actor == CHANCE else referee.guess(at, random)
        if move is None:
            return
        assert referee.refusal(at, move) is None
        at = referee.apply(at, move)
        assert conservation.full(at) == ""
        assert referee.show(at)
        assert referee.facts(at)
