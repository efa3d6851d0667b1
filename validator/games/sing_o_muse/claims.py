"""What players say about the end and about cards outside play; `ending` has the rules."""

from __future__ import annotations

from validator.games.sing_o_muse.component_checks import SUBJECTS
from validator.games.sing_o_muse.ending import most_laurels_win, out_of_reach
from validator.games.sing_o_muse.modes import NOT_OVER, verb
from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, judge_claim, winner_claim


@verb("table", open=NOT_OVER)
def over(s: State, _: int, to: Judge) -> State:
    """End the game, because nobody can reach the target."""
    out_of_reach(s, to)
    to.asked()
    return most_laurels_win(s, to)


judge = judge_claim(SUBJECTS, "{muse: {Zeus: 2}}")
verb.add(winner_claim(lambda s: s.champions, "SING-WIN-01", "SING-WIN-03"), judge)
