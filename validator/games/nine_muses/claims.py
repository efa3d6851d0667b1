"""What the table claims in Nine Muses: the end, the winner, how something that lies still is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.nine_muses.facts import from_start, unsound
from validator.games.nine_muses.kit import (
    card_facts,
    judge_cards,
    judge_kit,
    judge_setup,
    kit_facts,
    table_facts,
)
from validator.games.nine_muses.state import OVER, State, winners
from validator.referee.core import Judge, Verb, Verdict
from validator.referee.facts import merged
from validator.referee.grammar import PLAYERS, thing_to_judge

THINGS = {
    "kit": "",
    "cards": "{CARD: {…}} with the fields of its deck",
    "setup": "",
    "position": "",
}
end = Verb("end", about="Say that the game is over.", kind="claim", args=())
winner = Verb("winner", about="Say who has won; several share it.", kind="claim", args=(PLAYERS,))
judge = Verb(
    "judge", kind="claim",
    about="Judge something that lies still: what the data say, with the differences in braces.",
    args=thing_to_judge(tuple(THINGS), "{philosophers: {Aesop: 5}}"), things=THINGS,
)  # fmt: skip

VERBS = (end, winner, judge)


@end.law("NINE-END-01", "NINE-ROUND-01", "NINE-RUL-13")
def all_played(state: State, _: int) -> Verdict:
    """The game ends after the last round."""
    return "" if state.mode == OVER else f"round {state.round} is not the end"


@winner.law("NINE-END-01")
def over_before(state: State, _: int, _named: tuple[int, ...]) -> Verdict:
    """Nobody has won before the end."""
    return "" if state.mode == OVER else "the game is not over"


@winner.law("NINE-RUL-02", "NINE-END-02")
def all_tied_share(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    """Tied players share the win."""
    won = winners(state)
    if state.mode != OVER or len(won) == 1:
        return None
    return "" if set(named) == set(won) else _won(state, won)


@winner.law("NINE-END-02")
def most_points(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    """The most VP win."""
    won = winners(state)
    if state.mode != OVER or len(won) > 1:
        return None
    return "" if set(named) == set(won) else _won(state, won)


def _won(state: State, won: tuple[int, ...]) -> str:
    scores = ", ".join(
        f"{name} {own.score}" for name, own in zip(state.table.players, state.seats, strict=True)
    )
    return f"{' and '.join(state.table.players[seat] for seat in won)} won: {scores}"


def _judged(state: State, _: int, what: str, changes: Mapping[str, Any]) -> Judge:
    table, to = state.table, Judge()
    if what == "kit":
        judge_kit(table.game, merged(kit_facts(table.game), changes), to)
    elif what == "cards":
        judge_cards(table.game, merged(card_facts(table.game), changes, 1), to)
    elif what == "setup":
        facts = merged(table_facts(table.game, table.players), changes)
        judge_setup(table.game, table.players, facts, to)
    else:
        breaches = unsound(from_start(table, {"loose": True, **changes}))
        broken = {breach.rule for breach in breaches}
        to.breaches += breaches
        to.kept += [rule for rule in ("NINE-COMP-12", "NINE-COMP-13") if rule not in broken]
    return to


judge.judges = _judged


def stays(state: State, *_: object) -> State:
    """A claim changes nothing."""
    return state


for _verb in VERBS:
    _verb.does = stays
