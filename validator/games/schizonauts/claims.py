"""Claims of the table in Schizonauts: the end of the game, and judgements."""

from __future__ import annotations

from validator.games.schizonauts import phases
from validator.games.schizonauts.component_checks import SUBJECTS
from validator.games.schizonauts.state import State
from validator.referee import api as ref


def _not_over(state: State) -> str:
    return "" if state.phase == phases.OVER else f"not in this part of the game ({state.phase})"


end = ref.end_claim(_not_over, "SCHIZ-GEN-03", "SCHIZ-FINAL-01")
judge = ref.judge_claim(SUBJECTS, "{players: 4}", "assess")
VERBS = (end, judge)
