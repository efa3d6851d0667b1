"""Claims of the table in Nine Muses: the end, the winner, judgements."""

from __future__ import annotations

from validator.games.nine_muses import modes
from validator.games.nine_muses.component_checks import SUBJECTS
from validator.games.nine_muses.state import State
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Verb, Verdict

end = ref.end_claim(
    lambda state: "" if state.mode == modes.OVER else f"round {state.round} is not the end",
    "NINE-END-01", "NINE-ROUND-01", "NINE-RUL-13",
)  # fmt: skip
winner = Verb(
    "winner", about="Say who has won; several share it.", kind="claim", args=(ref.PLAYERS,)
)
judge = ref.judge_claim(SUBJECTS, "{philosophers: {Aesop: 5}}")
VERBS = (end, winner, judge)


@winner.guard("NINE-END-01")
def over_before(state: State, _: int, _named: tuple[int, ...]) -> Verdict:
    return KEPT if state.mode == modes.OVER else "the game is not over"


@winner.guard("NINE-RUL-02", "NINE-END-02")
def all_tied_share(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    won = state.winners()
    if state.mode != modes.OVER or len(won) == 1:
        return NOT_CONCERNED
    return KEPT if set(named) == set(won) else _won(state, won)


@winner.guard("NINE-END-02")
def most_points(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    won = state.winners()
    if state.mode != modes.OVER or len(won) > 1:
        return NOT_CONCERNED
    return KEPT if set(named) == set(won) else _won(state, won)


def _won(state: State, won: tuple[int, ...]) -> str:
    scores = ", ".join(
        f"{name} {own.score}" for name, own in zip(state.table.players, state.seats, strict=True)
    )
    return f"{' and '.join(state.table.players[seat] for seat in won)} won: {scores}"
