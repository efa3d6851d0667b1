"""The scripts test the rules, and not only name them: without any one law some script fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from conftest import WAITING

from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.core import Law, Test, Verb, Verdict
from validator.referee.registry import find_referee
from validator.script.play import replay
from validator.simulate.mutate import Opening, likely, openings

GAMES = sorted({file.parent.parent.name for file in resource("data").glob("*/scripts/*.play")})
load = cache(load_game)
# Laws that refuse nothing and say why what looks forbidden is allowed: nobody misses them.
ALLOWING = {"all_new", "aside_of_a_block"}


@contextmanager
def without(uses: list[tuple[Verb, Law]]) -> Iterator[None]:
    """The verbs forget one predicate for a while."""
    kept = [(verb, verb.laws, verb._tests) for verb, _ in uses]
    for verb, gone in uses:
        verb.laws = [law for law in verb.laws if law is not gone]
        verb._tests = [
            tuple(law.test for law in verb.laws if law.reads == stage)
            for stage in range(len(verb._tests))
        ]
    try:
        yield
    finally:
        for verb, laws, tests in kept:
            verb.laws, verb._tests = laws, tests


def laws_of(name: str) -> list[list[tuple[Verb, Law]]]:
    """Every predicate of a game, with the verbs that it is tied to."""
    game = load(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, ("Ann", "Bob"))
    assert referee is not None
    found: dict[object, list[tuple[Verb, Law]]] = {}
    for verb in referee.verbs.values():
        for law in verb.laws:
            found.setdefault(law.test, []).append((verb, law))
    return list(found.values())


def refused_by(laws: list[list[tuple[Verb, Law]]], files: list[Path]) -> dict[Test, list[Path]]:
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

    kept = {verb: verb.laws for uses in laws for verb, _ in uses}
    for verb, own in kept.items():
        verb.laws = [Law(law.ids, watched(law.test), law.reads) for law in own]
    try:
        steps = {}
        for file in files:
            steps[file] = len(replay(file, load=load).played)
    finally:
        for verb, own in kept.items():
            verb.laws = own
    return {test: sorted(places, key=steps.__getitem__) for test, places in found.items()}


def repeated(opening: Opening) -> bool:
    """Whether laws of each verb name the gate's rules as well, so that they still refuse it."""
    rules = {*opening.gate.all_rules()}
    return all(rules <= {id_ for law in verb.laws for id_ in law.ids} for verb in opening.verbs)


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
def test_without_a_law_some_script_fails(name: str) -> None:
    files = sorted((resource("data") / name / "scripts").glob("*.play"))
    laws = [uses for uses in laws_of(name) if uses[0][1].test.__name__ not in ALLOWING]
    likely = refused_by(laws, files)
    unneeded = []
    for uses in laws:
        law = uses[0][1]
        first = likely.get(law.test, [])
        with without(uses):
            if all(replay(file, load=load).ok for file in dict.fromkeys((*first, *files))):
                verbs = ", ".join(verb.name for verb, _ in uses)
                unneeded.append(f"{law.test.__qualname__} of {verbs} ({', '.join(law.ids)})")
    assert unneeded == []
