"""Starts of Schizonauts: refused by the rule they break, or sound to the end under random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.validator.games.test_schizonauts import moments, seat
from validator.core.frozen_map import FrozenMap
from validator.games.schizonauts.state import Scene
from validator.referee.core import CHANCE
from validator.referee.facts import FactError
from validator.referee.invariants import Conservation
from validator.script.play import replay_text
from validator.script.start import describes

Path = tuple[str, ...]
MOST_STEPS = 4000  # a game of the shortest length takes a few hundred


def paths(facts: Mapping[str, Any], above: Path = ()) -> Iterator[Path]:
    for name, value in facts.items():
        yield (*above, name)
        if isinstance(value, Mapping):
            yield from paths(value, (*above, name))


def looked_up(facts: Any, path: Path) -> Any:
    for name in path:
        facts = facts.get(name) if isinstance(facts, Mapping) else None
    return facts


def changed(facts: Mapping[str, Any], path: Path, value: Any) -> FrozenMap:
    """Facts with one of them replaced, or left out for None."""
    first, *rest = path
    below = facts.get(first)
    if rest:
        value = changed(below if isinstance(below, Mapping) else {}, tuple(rest), value)
    kept = {name: each for name, each in facts.items() if name != first}
    return FrozenMap(kept if value is None else {**kept, first: value})


@cache
def played(players: int) -> tuple[Mapping[str, Any], ...]:
    referee = seat(players)
    return tuple(
        referee.fields.settable(referee.facts(after)) for _, _, after in moments(players, 8)
    )


def random_start(players: int, random: Random) -> Mapping[str, Any]:
    """Facts of a real position: a few of them, or all, some taken from another position."""
    facts = random.choice(played(players))
    if random.random() < 0.3:
        facts = FrozenMap({name: facts[name] for name in random.sample(sorted(facts), 4)})
    for _ in range(random.randint(1, 2)):
        other = random.choice(played(players))
        path = random.choice(sorted(paths(other)))
        facts = changed(facts, path, random.choice([looked_up(other, path), None]))
    return facts


def to_the_end(players: int, state: Any, random: Random) -> str:
    """What goes wrong under random play; empty if the game ends."""
    referee = seat(players)
    conservation = Conservation(referee)
    if fault := conservation.full(state):
        return fault
    for _ in range(MOST_STEPS):
        actor = referee.to_act(state)
        if actor is None:
            return conservation.full(state)
        move = referee.chance(state, random) if actor == CHANCE else referee.guess(state, random)
        if move is None or referee.refusal(state, move) is not None:
            return f"stuck in {state.phase}, {state.step}: {move}"
        after = referee.apply(state, move)
        if fault := conservation.after(state, after):
            return f"{move}: {fault}"
        state = after
    return f"no end in {state.phase}, {state.step}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_start_is_refused_or_sound_to_the_end(players: int) -> None:
    referee, random = seat(players), Random(players)
    outcomes = {"refused": 0, "sound": 0}
    for _ in range(30):
        facts = random_start(players, random)
        try:
            state = referee.place(facts)
        except FactError:
            continue
        if referee.position_errors(state):
            outcomes["refused"] += 1
            continue
        assert to_the_end(players, state, random) == "", dict(facts)
        outcomes["sound"] += 1
    assert min(outcomes.values()) > 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_position_that_was_played_is_refused(players: int) -> None:
    """Between turns a position comes back whole; within a scene, `start:` cannot describe it."""
    referee, whole = seat(players), set()
    for _, _, after in moments(players, 8):
        between = after.scene == Scene() and not after.visitors and not after.due
        if between and after.step == "scene" and after.phase not in ("final", "tally", "over"):
            assert after.phase == "preamble" or describes(referee, after)
            whole.add(after.phase)
            state = referee.place(referee.fields.settable(referee.facts(after)))
            assert list(referee.position_errors(state)) == []
    assert whole > {"characters", "flashback", "interlude", "endgame"}, whole


STARTS = {
    "phase: endgame, Bob: {coins: {A: 800}}": "COMP-10",
    "phase: endgame, Ann: {hand: []}": "FLASH-16",
    "phase: endgame, round: 2, Ann: {hand: []}, Bob: {hand: []}, Cat: {hand: []}": "END-15",
    "phase: endgame, dealing: true": "GATHER-07",
    "phase: endgame, round: 2, dealing: true, pile: {A: 1, T: 0}": "GATHER-04",
    "phase: endgame, turn: nobody": "SETUP-03",
    "phase: endgame, step: vote": "END-07",
    "phase: endgame, deck: [The Fire Axe]": "FLASH-15",
    "phase: endgame, Ann: {name: none}": "INTER-03",
    "phase: endgame, Ann: {votes: {A: 1}}": "GATHER-01",
    "phase: endgame, score: {A: 1}": "TALLY-01",
    "phase: endgame, Ann: {overlap: {V: -1}}": "INTER-01",
    "phase: final, Ann: {hand: [The Fire Axe]}": "FINAL-01",
    "phase: gather, Bob: {hand: []}": "FLASH-16",
    "phase: gather, dealing: true": "GATHER-04",
    "phase: gather, turn: Ann": "SETUP-03",
    "phase: situation, starter: nobody": "SETUP-02",
    "phase: interlude, Ann: {name: A}, Bob: {name: B}, Cat: {name: C}": "INTER-03",
    "phase: characters, Ann: {made: true}, Bob: {made: true}, Cat: {made: true}": "CHAR-01",
    "phase: setup, chain: [The Fire Axe]": "DECK-03",
    "phase: setup, Ann: {votes: {A: 1}}": "SETUP-01",
    "phase: setup, cards: 3, deck: [The Fire Axe, The Jerry Can, The Tide Table], "
    "Ann: {votes: {A: 1, T: 1}}, Bob: {votes: {A: 1, T: 1}}, Cat: {votes: {A: 1, T: 1}}": "GEN-03",
    "phase: flashback, cards: 0": "DECK-01",
    "turn: nobody": "SETUP-03",
    "round: 0": "DECK-05",
    "centre: [The Fire Axe]": "END-11",
    "chain: []": "FLASH-10",
    "chain: [], deck: []": "FLASH-15",
    "Bob: {hand: [The Fire Axe]}": "FLASH-16",
    "Ann: {votes: {}}": "SETUP-01",
    "Ann: {name: Ash Abbot}": "INTER-02",
    "Ann: {thief: null}": "CHAR-01",
    "Ann: {thief: {V: 0}}": "CHAR-10",
    "pile: {A: 1, T: 1}": "FLASH-17",
}  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
def test_an_impossible_start_names_its_rule(start: str) -> None:
    rule = f"SCHIZ-{STARTS[start]}"
    header = f"game: schizonauts\nplayers: [Ann, Bob, Cat]\nstart: {{{start}}}\n---\n"
    refused = replay_text(f"{header}! start -> {rule}\n", "x.play")
    assert [str(problem) for problem in refused.problems] == []
    (problem,) = replay_text(header, "x.play").problems
    assert (problem.check, problem.location.line) == ("refused", 3)
