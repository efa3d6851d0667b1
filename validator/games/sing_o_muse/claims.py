"""Claims of the table in Sing! O Muse: the end, the winner, judgements."""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.component_checks import SUBJECTS
from validator.games.sing_o_muse.effects import ENDED
from validator.games.sing_o_muse.modes import NOT_OVER
from validator.games.sing_o_muse.state import State
from validator.referee.claims import judge_claim, winner_claim
from validator.referee.core import KEPT, Trace, Verb, Verdict, record

over = Verb(
    "over",
    about="End a game in which nobody can reach the target.",
    kind="table",
    args=(),
    modes=NOT_OVER,
)


def unclaimed(state: State) -> int:
    """The Laurels that nobody has yet, on Quests and Muse cards."""
    table = state.table
    won = {each for side in state.seats for each in (*side.victory, *side.aside)}
    gone = set(state.box)
    quests = sum(q.laurels for each, q in table.quests.items() if each not in won | gone)
    cards = sum(c.worth for each, c in table.cards.items() if each not in won | gone)
    return quests + cards


@over.guard("SING-WIN-03")
def nobody_can_win(state: State, _: int) -> Verdict:
    """All unclaimed Laurels together are too few for any player to win."""
    left = unclaimed(state)
    for seat, side in enumerate(state.seats):
        if not side.out and state.laurels(seat) + left >= state.target:
            name = state.name_of(seat)
            return f"{name} has {state.laurels(seat)} Laurels, {left} are unclaimed"
    return KEPT


def best(state: State) -> tuple[int, ...]:
    """The remaining players with most Laurels."""
    inside = [seat for seat, side in enumerate(state.seats) if not side.out]
    most = max(state.laurels(seat) for seat in inside)
    return tuple(seat for seat in inside if state.laurels(seat) == most)


@over.effect
def _over(state: State, _: int, trace: Trace | None) -> State:
    names = ", ".join(state.name_of(seat) for seat in best(state))
    record(trace, "SING-WIN-03", *ENDED, text=f"nobody can win any more: {names} has most")
    return state._replace(stage=phases.OVER, champions=best(state), agenda=(), silver=(), window=())


winner = winner_claim(lambda state: state.champions, "SING-WIN-01", "SING-WIN-03")
judge = judge_claim(SUBJECTS, "{muse: {Zeus: 2}}")
VERBS = (over, winner, judge)
