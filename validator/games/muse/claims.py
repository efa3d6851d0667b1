"""Claims of the table in Muse: steps of the preparation, the winners, judgements."""

from __future__ import annotations

from typing import Any

from validator.games.muse import notation, phases
from validator.games.muse.component_checks import SUBJECTS
from validator.games.muse.modes import DEALT
from validator.games.muse.state import State
from validator.games.muse.story import judge_sheet, sheet_facts, told, written
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verb, Verdict
from validator.referee.judge import Collector

SHEET, APPROVE = "sheet", "approve"

prepare = Verb(
    "prepare", kind="table", modes=DEALT,
    anybody=True, by=lambda state: (ref.TABLE,) if state.lacks_approval() else (),
    args=(notation.STEP.of((APPROVE,)), notation.APPROVING, notation.DIFFERENCES),
    about="A step of the preparation: 'sheet {…}' has what is written, 'approve with PLAYER…' who "
    "approves.",
)  # fmt: skip
over = Verb("over", about="Say that the game is over.", kind="claim", args=())
winner = Verb("winner", about="Say who has won.", kind="claim", args=(notation.PEOPLE,))
judge = ref.judge_claim(SUBJECTS, "{tokens: 20}")
VERBS = (prepare, over, winner, judge)

Changes = Any  # a mapping of what differs, the words of a Question, a list of steps


@prepare.guard("MUSE-SETUP-04")
def in_order(state: State, _: int, step: str) -> Verdict:
    if state.prep >= phases.BEGUN:
        return "the story has begun"
    if phases.PREPARATION.index(step) > state.prep:
        return KEPT
    return f"'{phases.PREPARATION[state.prep]}' is done already"


@prepare.guard("MUSE-SHEET-19")
def approved_before(state: State, _: int, step: str) -> Verdict:
    """Answer Sheets and layout come after the approval."""
    late = phases.PREPARATION.index(step) > phases.PREPARATION.index(APPROVE)
    waits = late and state.lacks_approval()
    return "nobody has approved of the Story Sheet" if waits else NOT_CONCERNED


@prepare.guard("MUSE-SHEET-19")
def everybody_approves(state: State, _: int, step: str, names: tuple[int, ...] | None) -> Verdict:
    if step != APPROVE:
        return NOT_CONCERNED
    lacks = tuple(seat for seat in state.circle if names is not None and seat not in names)
    return f"{state.names_of(lacks)} has not approved" if lacks else KEPT


def _prepared(
    state: State, _: int, step: str, _names: tuple[int, ...] | None, changes: Changes
) -> Collector:
    to = Collector()
    if step == SHEET and changes is not None:
        judge_sheet(state.table, ref.merged(sheet_facts(state.table), changes), to)
    return to


prepare.judges = _prepared


@prepare.effect
def _prepare(
    state: State, _: int, step: str, _names: tuple[int, ...] | None, changes: Changes,
    trace: Trace | None,
) -> State:  # fmt: skip
    after, sheet = state._replace(prep=phases.PREPARATION.index(step)), None
    if step == SHEET and changes is not None:
        sheet = judge_sheet(state.table, ref.merged(sheet_facts(state.table), changes), Collector())
        after = written(after, sheet)
    if trace is not None:
        trace("MUSE-SETUP-04", "prepared", text=f"{step} is done")
        if step == APPROVE:
            trace("MUSE-SHEET-19", "prepared")
        if sheet and (after.elements, after.questions) != (state.elements, state.questions):
            trace("MUSE-SHEET-18", "elements", "unticked", "question", text=", ".join(told(sheet)))
    return after


# ---- the end


@over.guard("MUSE-END-01")
def all_is_told(state: State, _: int) -> Verdict:
    return KEPT if state.stage == phases.OVER else "the Epilogue is not told"


def _answered(state: State) -> bool:
    return state.stage in (phases.EPILOGUE, phases.OVER)


@winner.guard("MUSE-END-01")
def crisis_answered(state: State, _: int, _named: tuple[int, ...]) -> Verdict:
    return KEPT if _answered(state) else "the Crisis Question is not answered"


@winner.guard("MUSE-SCORE-01", when=_answered)
def owner_and_supporters(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    return KEPT if set(named) == set(state.winners) else f"winners: {state.names_of(state.winners)}"
