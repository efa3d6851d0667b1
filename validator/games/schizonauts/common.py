"""What many verbs ask alike: the phase, the turn, what waits for cards or dice."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from validator.games.schizonauts.state import (
    BET,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    NOBODY,
    OVER,
    PAY,
    SCENE,
    State,
    keys_held,
)
from validator.referee.core import Test, Verb, Verdict, laws_for

T = TypeVar("T", bound=Callable[..., Any])


def name(state: State, seat: int) -> str:
    """A player's name; the table's for what all do."""
    return state.table.players[seat] if 0 <= seat < state.table.count else "the table"


def others(state: State, seat: int) -> tuple[int, ...]:
    """All other seats."""
    return tuple(each for each in state.table.seats if each != seat)


@cache
def _in_phase(allowed: tuple[str, ...]) -> Callable[[State, int], Verdict]:
    def in_phase(state: State, _: int) -> Verdict:
        if state.phase == OVER:
            return "the game is over"
        return (
            "" if state.phase in allowed else f"this is {state.phase}, not {' or '.join(allowed)}"
        )

    return in_phase


@cache
def _not_in_phase(forbidden: tuple[str, ...]) -> Callable[[State, int], Verdict]:
    def not_in_phase(state: State, _: int) -> Verdict:
        return f"not in {state.phase}" if state.phase in forbidden else None

    return not_in_phase


def belongs_to(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that are refused in other phases. The ids are named before the order of phases."""
    laws_for(verbs, *ids, "SCHIZ-GEN-03")(_in_phase(tuple(phases)))


def not_now(verbs: Iterable[Verb], phases: Iterable[str], *ids: str) -> None:
    """Verbs that a rule forbids in some phases."""
    laws_for(verbs, *ids)(_not_in_phase(tuple(phases)))


def _only_in(phase: str, test: Test) -> Test:
    def concerned(state: State, seat: int, *args: object) -> Verdict:
        verdict: Verdict = test(state, seat, *args) if state.phase == phase else None
        return verdict

    concerned.__name__ = concerned.__qualname__ = f"{test.__qualname__} in {phase}"
    return concerned


def by_phase(verbs: Iterable[Verb], ids: Mapping[str, tuple[str, ...]]) -> Callable[[T], T]:
    """Tie one predicate to several verbs, under the rules of the phase: each half has its own."""
    chosen = tuple(verbs)

    def tie(test: T) -> T:
        reads = len(inspect.signature(test).parameters) - 2
        for phase, named in ids.items():
            inside = _only_in(phase, test)
            for verb in chosen:
                verb.add(inside, named, reads)
        return test

    return tie


def chain_refilled(state: State, _: int) -> Verdict:
    """A card taken from the chain is replaced."""
    if state.phase == FLASHBACK and state.due:
        return "the chain waits for the top card of the key deck: '~ draw'"
    return None


def first_dealt(state: State, _: int) -> Verdict:
    """Everybody has a first allegiance card."""
    waiting = state.dealing and state.phase == GATHER
    return "the allegiance cards are not dealt yet: '~ deal'" if waiting else None


def round_dealt(state: State, _: int) -> Verdict:
    """Everybody has the card of this round."""
    waiting = state.dealing and state.phase == ENDGAME and keys_held(state)
    return f"round {state.round} begins with a card for everybody: '~ deal'" if waiting else None


def last_dealt(state: State, _: int) -> Verdict:
    """Everybody has the last card."""
    waiting = state.dealing and state.phase == ENDGAME and not keys_held(state)
    return "everybody is dealt a last card first: '~ deal'" if waiting else None


def dice_fallen(state: State, _: int) -> Verdict:
    """Nobody does anything while the dice fall."""
    waiting = state.scene.rolling and not state.scene.rolled
    return "the dice are being rolled: '~ roll'" if waiting else None


def _paying(state: State) -> bool:
    return state.phase == ENDGAME and state.step == PAY


def gifts_paid(state: State, _: int) -> Verdict:
    """Who gave a die takes a coin first."""
    gave = [name(state, giver) for giver, _to in state.scene.gifts]
    return f"{', '.join(gave)} takes coins first: 'table pay'" if _paying(state) and gave else None


def judge_paid(state: State, _: int) -> Verdict:
    """The judge takes her coins first."""
    due = _paying(state) and state.scene.judge not in (NOBODY, state.scene.narrator)
    return (
        f"{name(state, state.scene.judge)}, judge, takes coins first: 'table pay'" if due else None
    )


def narrator_paid(state: State, _: int) -> Verdict:
    """The narrator takes her coins first."""
    due = _paying(state) and state.scene.narrator not in (NOBODY, state.scene.judge)
    who = name(state, state.scene.narrator)
    return f"{who}, narrator, takes coins first: 'table pay'" if due else None


def both_paid(state: State, _: int) -> Verdict:
    """Who is narrator and judge takes her coins first."""
    due = _paying(state) and state.scene.narrator == state.scene.judge
    who = name(state, state.scene.judge)
    return f"{who}, narrator and judge, takes coins first: 'table pay'" if due else None


def bets_placed(state: State, _: int) -> Verdict:
    """All coins of the turn are bet first."""
    waiting = [name(state, seat) for seat in state.table.seats if state.seats[seat].earned]
    due = state.phase == ENDGAME and state.step == BET and waiting
    return f"{', '.join(waiting)} has coins to bet" if due else None


def waits(verbs: Iterable[Verb]) -> None:
    """Nothing is done while cards are to be turned up or dealt, or dice to be rolled."""
    chosen = tuple(verbs)
    laws_for(chosen, "SCHIZ-FLASH-10")(chain_refilled)
    laws_for(chosen, "SCHIZ-GATHER-06")(first_dealt)
    laws_for(chosen, "SCHIZ-GATHER-07")(round_dealt)
    laws_for(chosen, "SCHIZ-FINAL-02")(last_dealt)
    laws_for(chosen, "SCHIZ-DICE-06", "SCHIZ-DICE-15")(dice_fallen)


def after_payout(verbs: Iterable[Verb]) -> None:
    """Nothing is done between the close of an endgame scene and its payout."""
    chosen = tuple(verbs)
    laws_for(chosen, "SCHIZ-PAY-03")(narrator_paid)
    laws_for(chosen, "SCHIZ-PAY-02")(judge_paid)
    laws_for(chosen, "SCHIZ-PAY-04")(both_paid)
    laws_for(chosen, "SCHIZ-PAY-01")(gifts_paid)


def after_bets(verbs: Iterable[Verb]) -> None:
    """Nothing is done between the close of an endgame scene and the last bet on it."""
    chosen = tuple(verbs)
    after_payout(chosen)
    laws_for(chosen, "SCHIZ-BET-01")(bets_placed)


def own_turn(state: State, seat: int) -> Verdict:
    """The player whose turn it is."""
    if state.turn == NOBODY:
        return None
    return "" if seat == state.turn else f"it is {name(state, state.turn)}'s turn"


def in_scenes(state: State, _: int) -> Verdict:
    """The scenes of this turn are still being played."""
    if state.phase in (FLASHBACK, ENDGAME) and state.step != SCENE:
        return f"the scenes of this turn are over; now is {state.step}"
    return None


def scene_is_open(state: State, _: int) -> Verdict:
    """A scene is open."""
    return None if state.scene.open else "no scene is open"


def not_rolled(state: State, _: int) -> Verdict:
    """The dice are not rolled yet."""
    return "the dice are rolled" if state.scene.rolled else None


def not_asked(state: State, _: int) -> Verdict:
    """The question is not put yet; in final resolution it is fixed."""
    return "the question is put" if state.scene.question and state.phase != FINAL else None


def whose_turn(verbs: Iterable[Verb], *ids: str) -> None:
    """The player whose turn it is."""
    laws_for(verbs, *ids, "SCHIZ-SETUP-03")(own_turn)


def open_scene(verbs: Iterable[Verb], *ids: str) -> None:
    """A scene is open."""
    laws_for(verbs, *(ids or ("SCHIZ-SCENE-14",)))(scene_is_open)


def before_roll(verbs: Iterable[Verb], *ids: str) -> None:
    """The dice are not rolled yet."""
    laws_for(verbs, *ids)(not_rolled)
