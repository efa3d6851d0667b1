"""The scripts test the rules, and not only name them: without any one guard some script fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import WAITING
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import Guard, Test, Verb, Verdict
from validator.referee.registry import find_referee
from validator.script.play import replay
from validator.simulate.mutate import Opening, likely, mutated_questions, openings

GAMES = sorted({file.parent.parent.name for file in resource("data").glob("*/scripts/*.play")})
load = cache(load_game)
# Guards that refuse nothing and say why what looks forbidden is allowed: nobody misses them.
ALLOWING = {"all_new", "aside_of_a_block"}


@contextmanager
def without(uses: list[tuple[Verb, Guard]]) -> Iterator[None]:
    """The verbs forget one predicate for a while."""
    kept = [(verb, verb.guards) for verb, _ in uses]
    for verb, gone in uses:
        verb.use_guards(guard for guard in verb.guards if guard is not gone)
    try:
        yield
    finally:
        for verb, guards in reversed(kept):
            verb.use_guards(guards)


def guards_of(name: str) -> list[list[tuple[Verb, Guard]]]:
    """Every predicate of a game, with the verbs that it is tied to."""
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    found: dict[object, list[tuple[Verb, Guard]]] = {}
    for verb in referee.verbs.values():
        for guard in verb.guards:
            found.setdefault(guard.test, []).append((verb, guard))
    return list(found.values())


def refused_by(guards: list[list[tuple[Verb, Guard]]], files: list[Path]) -> dict[Test, list[Path]]:
    """The scripts in which each predicate refused something, those of few steps first."""
    found: dict[Test, dict[Path, int]] = {}
    file = Path()

    def watched(test: Test) -> Test:
        def asked(*args: object) -> Verdict:
            facts = test(*args)
            if facts:
                found.setdefault(test, {})[file] = 0
            return facts

        return asked

    kept = {verb: verb.guards for uses in guards for verb, _ in uses}
    for verb, own in kept.items():
        verb.guards = [Guard(guard.ids, watched(guard.test), guard.reads) for guard in own]
    try:
        steps = {}
        for file in files:
            steps[file] = len(replay(file, load=load).played)
    finally:
        for verb, own in kept.items():
            verb.guards = own
    return {test: sorted(places, key=steps.__getitem__) for test, places in found.items()}


def repeated(opening: Opening) -> bool:
    """Whether guards of each verb name the gate's rules as well, so that they still refuse it."""
    rules = {*opening.gate.all_rules()}
    return all(
        rules <= {id_ for guard in verb.guards for id_ in guard.ids} for verb in opening.verbs
    )


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_without_a_gate_some_script_fails(name: str) -> None:
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    files = sorted((resource("data") / name / "scripts").glob("*.play"))
    reports = {file: replay(file, load=load) for file in files}
    unneeded = []
    for opening in openings(referee):
        names = tuple(verb.name for verb in opening.verbs)
        first = likely(reports, names, opening.gate.rules, "yes")
        with opening.forced():
            if not repeated(opening) and all(replay(file, load=load).ok for file in first):
                verbs = ", ".join(verb.name for verb in opening.verbs)
                unneeded.append(f"{opening.name} of {verbs} ({', '.join(opening.gate.rules)})")
    assert unneeded == []


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_without_a_guard_some_script_fails(name: str) -> None:
    files = sorted((resource("data") / name / "scripts").glob("*.play"))
    guards = [uses for uses in guards_of(name) if uses[0][1].test.__name__ not in ALLOWING]
    likely = refused_by(guards, files)
    unneeded = []
    for uses in guards:
        guard = uses[0][1]
        first = likely.get(guard.test, [])
        with without(uses):
            if all(replay(file, load=load).ok for file in dict.fromkeys((*first, *files))):
                verbs = ", ".join(verb.name for verb, _ in uses)
                unneeded.append(f"{guard.test.__qualname__} of {verbs} ({', '.join(guard.ids)})")
    assert unneeded == []


# Questions whose answer is always yes, and say why what looks forbidden is allowed.
ALLOWED = {"may_call NINE-CALL-06"}


@pytest.mark.parametrize("name", sorted({*GAMES} - WAITING))
def test_without_a_question_of_a_verb_some_script_fails(name: str) -> None:
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    files = sorted((resource("data") / name / "scripts").glob("*.play"))
    reports = {file: replay(file, load=load) for file in files}
    unneeded = [
        f"{mutant.predicate} of {mutant.verbs[0]}"
        for mutant in mutated_questions(list(referee.verbs.values()), reports, load, (True,))
        if not mutant.noticed_by and mutant.predicate not in ALLOWED
    ]
    assert unneeded == []
