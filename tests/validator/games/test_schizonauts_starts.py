"""Starts of Schizonauts: refused by the rule they break, or sound to the end under random play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.validator.games.test_schizonauts import moments, seat
from validator.core.frozen_map import FrozenMap
from validator.referee.core import CHANCE
from validator.referee.facts import FactError
from validator.referee.invariants import Conservation
from validator.script.play import replay_text

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
    return tuple(referee.settable(referee.facts(after)) for _, _, after in moments(players, 8))


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
    for _ in range(50):
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
    referee = seat(players)
    for facts in played(players)[::3]:
        assert list(referee.position_errors(referee.place(facts))) == []


SCENE = "scene: {visitor: Bob, persona: agent, visiting: agent, key: The Fire Axe"
ASKED = 'memory: agent V "X", aptitude: V, question: What?'
TURN = "step: bleed, used: {agent: V, thief: V}, visitors: [Bob, Cat], bleed: "
VOTES = "{votes: {Bob: agent, Cat: agent}, bleeder: agent"
STARTS = {
    "phase: endgame, scene: {open: false, key: The Fire Axe}": "END-11",
    "phase: endgame, step: bet, Bob: {earned: 5}, scene: {open: false, visitor: Bob, "
    "key: The Fire Axe}": "END-11",
    "scene: {open: false, key: The Fire Axe}": "END-11",
    "scene: {open: false, visitor: Bob}": "SCENE-14",
    "phase: endgame, step: bet, Bob: {earned: 5}, scene: {open: false}": "GEN-04",
    "phase: endgame, step: pay, scene: {open: false, visitor: Bob}": "SCENE-14",
    "phase: endgame, step: pay, scene: {open: false, visitor: Ann}": "GEN-04",
    "phase: endgame, step: bet, scene: {open: false, visitor: Bob}": "BET-01",
    "phase: endgame, Bob: {earned: 5}": "BET-01",
    "phase: endgame, Bob: {coins: {A: 800}}": "COMP-10",
    "phase: endgame, scene: {question: Who?}": "GEN-04",
    "phase: endgame, scene: {visitor: Bob, question: Who?}": "SCENE-14",
    "phase: endgame, scene: {visitor: Bob, reveals: {Cat: A}}": "REVEAL-03",
    "phase: endgame, scene: {visitor: Bob, reveals: {Bob: A}}": "REVEAL-02",
    "phase: endgame, scene: {visitor: Bob, dice: {Bob: Ann}}": "DICE-07",
    "phase: endgame, scene: {visitor: Bob, narrator: Ann}": "SCENE-14",
    "phase: endgame, scene: {visitor: Bob, price: Blood}": "SCENE-14",
    "phase: endgame, scene: {visitor: Bob, verdict: agent}": "CRISIS-09",
    "phase: endgame, Ann: {hand: []}": "FLASH-16",
    "phase: endgame, round: 2, Ann: {hand: []}, Bob: {hand: []}, Cat: {hand: []}": "END-15",
    "phase: endgame, dealing: true": "GATHER-07",
    "phase: endgame, round: 2, dealing: true, pile: {A: 1, T: 0}": "GATHER-04",
    "phase: endgame, turn: nobody": "SETUP-03",
    "phase: endgame, step: vote": "END-07",
    "phase: endgame, deck: [The Fire Axe]": "FLASH-15",
    "phase: endgame, due: 1": "FLASH-10",
    "phase: endgame, Ann: {name: none}": "INTER-03",
    "phase: endgame, Ann: {votes: {A: 1}}": "GATHER-01",
    "phase: endgame, visitors: [Bob]": "FLASH-04",
    "phase: endgame, score: {A: 1}": "TALLY-01",
    "phase: endgame, tallied: true": "TALLY-01",
    "phase: endgame, escaped: [Ann]": "TALLY-04",
    "phase: endgame, scored: true": "FINAL-10",
    "phase: endgame, Ann: {unmasked: true}": "FINAL-03",
    "phase: endgame, Ann: {overlap: {V: -1}}": "INTER-01",
    "phase: final, Ann: {hand: [The Fire Axe]}": "FINAL-01",
    "phase: final, turn: Bob": "FINAL-03",
    "phase: final, scene: {visitor: Bob}": "FINAL-03",
    "phase: final, Ann: {unmasked: true, up: [A], coins: {A: 1}}, scene: {visitor: Bob}":
        "FINAL-08",
    "phase: final, Ann: {unmasked: true, up: [A]}, scene: {visitor: Bob, key: The Fire Axe}":
        "FINAL-12",
    "phase: final, Ann: {unmasked: true, up: [A]}, scene: {visitor: Bob, rolling: true}":
        "CRISIS-04",
    "phase: final, Ann: {unmasked: true, up: [A]}, scene: {open: false, visitor: Bob, price: X}":
        "CRISIS-09",
    "phase: final, Ann: {unmasked: true, down: [A]}": "FINAL-03",
    "phase: gather, Bob: {hand: []}": "FLASH-16",
    "phase: gather, pile: {A: 3, T: 3}": "GATHER-06",
    "phase: gather, scene: {visitor: Bob}": "SCENE-14",
    "phase: gather, turn: Ann": "SETUP-03",
    "phase: situation, starter: nobody": "SETUP-02",
    "phase: interlude, Ann: {name: A}, Bob: {name: B}, Cat: {name: C}": "INTER-03",
    "phase: characters, Ann: {made: true}, Bob: {made: true}, Cat: {made: true}": "CHAR-01",
    "phase: setup, chain: [The Fire Axe]": "DECK-03",
    "phase: setup, Ann: {votes: {A: 1}}": "SETUP-01",
    "phase: setup, cards: 3, deck: [The Fire Axe, The Jerry Can, The Tide Table], "
    "Ann: {votes: {A: 1, T: 1}}, Bob: {votes: {A: 1, T: 1}}, Cat: {votes: {A: 1, T: 1}}": "GEN-03",
    "phase: preamble, due: 1": "SETUP-07",
    "phase: preamble, due: 3, chain: [], Ann: {ready: false}": "SETUP-06",
    "phase: flashback, cards: 0": "DECK-01",
    "turn: nobody": "SETUP-03",
    "step: pay": "FLASH-14",
    "round: 0": "DECK-05",
    "centre: [The Fire Axe]": "END-11",
    "due: 1": "FLASH-10",
    "chain: []": "FLASH-10",
    "chain: [], deck: []": "FLASH-15",
    "Bob: {hand: [The Fire Axe]}": "FLASH-16",
    "Ann: {votes: {}}": "SETUP-01",
    "Ann: {name: Ash Abbot}": "INTER-02",
    "Ann: {thief: null}": "CHAR-01",
    "Ann: {thief: {V: 0}}": "CHAR-10",
    "pile: {A: 1, T: 1}": "FLASH-17",
    "used: {agent: V}": "FLASH-04",
    "used: {agent: V, thief: V}": "FLASH-04",
    "visitors: [Bob]": "FLASH-11",
    "visitors: [Bob, Cat], used: {agent: V, thief: V}": "FLASH-14",
    "step: vote, used: {agent: V}, visitors: [Ann]": "FLASH-04",
    "bleed: {raised: true}, step: scene": "FLASH-14",
    "step: vote, bleed: {votes: {Bob: agent}}": "VOTE-02",
    "step: bleed": "BLEED-01",
    f"{TURN}{VOTES}, copied: true}}": "BLEED-12",
    f"{TURN}{VOTES}, supplied: 1}}": "BLEED-12",
    f"{TURN}{VOTES}, memory: thief V \"Ash's violence\"}}": "BLEED-05",
    f"{SCENE}, question: What?}}": "SCENE-14",
    f"{SCENE}, {ASKED}, woven: [key]}}": "SCENE-14",
    f"{SCENE}, woven: [memory]}}": "SCENE-14",
    f"{SCENE}, rolling: true}}": "SCENE-14",
    f"{SCENE}, aptitude: V, pool: {{Bob: no dice}}}}": "SCENE-14",
    "visitors: [Bob], scene: {open: false, key: The Fire Axe, rolling: true}": "SCENE-14",
    f"{SCENE}, visitors_memory: agent V \"Burke's violence\"}}": "SCENE-13",
    "scene: {visitor: Bob}": "FLASH-05",
    "scene: {persona: agent, visiting: agent}": "SCENE-14",
    "scene: {persona: agent, visitor: Bob, key: The Fire Axe, "
    'memory: agent V "X", aptitude: V, question: What?}': "FLASH-08",
    "visitors: [Bob], used: {thief: V}, scene: {persona: agent, visitor: Bob, "
    "key: The Fire Axe}": "FLASH-07",
    "visitors: [Bob], used: {thief: V}, scene: {persona: agent, visitor: Cat}": "FLASH-11",
}  # fmt: skip


@pytest.mark.parametrize("start", STARTS)
def test_an_impossible_start_names_its_rule(start: str) -> None:
    rule = f"SCHIZ-{STARTS[start]}"
    header = f"game: schizonauts\nplayers: [Ann, Bob, Cat]\nstart: {{{start}}}\n---\n"
    refused = replay_text(f"{header}! start -> {rule}\n", "x.play")
    assert [str(problem) for problem in refused.problems] == []
    (problem,) = replay_text(header, "x.play").problems
    assert (problem.check, problem.location.line) == ("refused", 3)
