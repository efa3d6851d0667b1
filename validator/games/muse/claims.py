"""What the table says in Muse: steps of the preparation, the winners, how something lies still."""

from __future__ import annotations

from typing import Any

from validator.games.muse import notation
from validator.games.muse.kit import (
    judge_giving_up,
    judge_kit,
    judge_position,
    judge_preparation,
    judge_setup,
    kit_facts,
    table_facts,
)
from validator.games.muse.start import position
from validator.games.muse.state import (
    BEGUN,
    EPILOGUE,
    OVER,
    PREPARATION,
    SETUP,
    SHEETS,
    State,
    lacks_approval,
    names_of,
)
from validator.games.muse.story import judge_question, judge_sheet, sheet_facts, told, written
from validator.referee.core import Judge, Notes, Verb, Verdict
from validator.referee.facts import merged

SHEET, APPROVE = "sheet", "approve"
THINGS = {
    "kit": "",
    "setup": "",
    "position": "",
    "sheet": "",
    "question": '"TEXT"',
    "preparation": "[STEP, …] in order, such as [deal, seed, brainstorm]",
    "giving-up": "",
}

prepare = Verb(
    "prepare", kind="table", args=(notation.STEP, notation.APPROVING, notation.DIFFERENCES),
    about="A step of the preparation: 'sheet {…}' tells what is written, 'approve with PLAYER…' by "
    "whom.",
)  # fmt: skip
over = Verb("over", about="Say that the game is over.", kind="claim", args=())
winner = Verb("winner", about="Say who has won.", kind="claim", args=(notation.PEOPLE,))
judge = Verb(
    "judge", kind="claim", args=notation.things(tuple(THINGS)), things=THINGS,
    about="Judge something that lies still: what the data say, with the differences in braces.",
)  # fmt: skip

VERBS = (prepare, over, winner, judge)

Changes = Any  # a mapping of what differs, the words of a Question, a list of steps


@prepare.law("MUSE-SETUP-04", "MUSE-SETUP-02")
def after_the_deal(state: State, _: int) -> Verdict:
    """Cards and tokens are dealt before anything else."""
    return "cards are still to be dealt" if state.stage == SETUP else None


@prepare.law("MUSE-SETUP-04")
def in_order(state: State, _: int, step: str) -> Verdict:
    """Each step once, and in the order of the book."""
    if state.prep >= BEGUN:
        return "the story has begun"
    if PREPARATION.index(step) > state.prep:
        return ""
    return f"'{PREPARATION[state.prep]}' is done already"


@prepare.law("MUSE-SHEET-19")
def approved_before(state: State, _: int, step: str) -> Verdict:
    """Answer Sheets and layout come after the approval."""
    late = PREPARATION.index(step) > PREPARATION.index(APPROVE)
    return "nobody has approved of the Story Sheet" if late and lacks_approval(state) else None


@prepare.law("MUSE-SHEET-19")
def everybody_approves(state: State, _: int, step: str, names: tuple[int, ...] | None) -> Verdict:
    """Play does not go on before everybody is satisfied with the sheet."""
    if step != APPROVE:
        return None
    lacks = tuple(seat for seat in state.seats if names is not None and seat not in names)
    return f"{names_of(state, lacks)} has not approved" if lacks else ""


def _prepared(
    state: State, _: int, step: str, _names: tuple[int, ...] | None, changes: Changes
) -> Judge:
    to = Judge()
    if step == SHEET and changes is not None:
        judge_sheet(state.table, merged(sheet_facts(state.table), changes), to)
    return to


prepare.judges = _prepared


@prepare.effect
def _prepare(
    state: State, _: int, step: str, _names: tuple[int, ...] | None, changes: Changes,
    note: Notes | None,
) -> State:  # fmt: skip
    if note is not None:
        note("MUSE-SETUP-04", "step", text=f"{step} is done")
        if step == APPROVE:
            note("MUSE-SHEET-19", "step")
    if step == SHEET and changes is not None:
        sheet = judge_sheet(state.table, merged(sheet_facts(state.table), changes), Judge())
        state = written(state, sheet)
        if note is not None:
            note("MUSE-SHEET-18", "elements", "unticked", text=", ".join(told(sheet)))
    return state._replace(prep=PREPARATION.index(step))


# ---- the end


@over.law("MUSE-END-01")
def all_is_told(state: State, _: int) -> Verdict:
    """The game ends with the Epilogue."""
    return "" if state.stage == OVER else "the Epilogue is not told"


@winner.law("MUSE-END-01")
def crisis_answered(state: State, _: int, _named: tuple[int, ...]) -> Verdict:
    """Nobody has won before the Crisis Question is answered."""
    answered = state.stage in (EPILOGUE, OVER)
    return "" if answered else "the Crisis Question is not answered"


@winner.law("MUSE-SCORE-01")
def owner_and_supporters(state: State, _: int, named: tuple[int, ...]) -> Verdict:
    """The owner of the winning Crisis sheet and its Supporters win."""
    if state.stage not in (EPILOGUE, OVER):
        return None
    return "" if set(named) == set(state.winners) else f"winners: {names_of(state, state.winners)}"


# ---- things that lie still


def _judged(state: State, _: int, what: str, changes: Changes) -> Judge:
    table, to = state.table, Judge()
    if what == "kit":
        facts = kit_facts(table.game)
        if isinstance(changes.get("cards"), int):
            facts = merged(facts, {"cards": None})
        judge_kit(table.game, merged(facts, changes), to)
    elif what == "setup":
        judge_setup(table, merged(table_facts(table), changes), to)
    elif what == "sheet":
        judge_sheet(table, merged(sheet_facts(table), changes), to)
    elif what == "question":
        judge_question(table, str(changes), to)
    elif what == "preparation":
        judge_preparation(changes, to)
    elif what == "giving-up":
        judge_giving_up(table, changes, to)
    else:
        judge_position(position(table, {"loose": True, "due": (), **changes}), to)
    return to


judge.judges = _judged


def stays(state: State, *_: object) -> State:
    """A claim changes nothing."""
    return state


for _verb in (over, winner, judge):
    _verb.does = stays


def grounds(state: State, fact: str) -> tuple[str, ...]:
    """The rules from which a fact follows whatever was moved."""
    first, _, last = fact.partition(".")
    label = first.upper()
    found: list[str] = []
    if first in ("winner", "outcome", "end", "epilogue"):
        found += ["MUSE-END-01"]
        if state.stage in (EPILOGUE, OVER):
            found += ["MUSE-SCORE-01", "MUSE-END-06", "MUSE-END-07"]
    if label in SHEETS:
        if last == "full":
            found += ["MUSE-LIMIT-06"] if label[0] == "C" else ["MUSE-LIMIT-02", "MUSE-LIMIT-07"]
        if last == "owner":
            found += ["MUSE-SUPPORT-06", "MUSE-LIMIT-07"]
        if last in ("open", "place"):
            found += ["MUSE-SUPPORT-09", "MUSE-SHOWDOWN-25"]
    if first in ("limit", "sheet_limit"):
        found += ["MUSE-LIMIT-01", "MUSE-LIMIT-02", "MUSE-LIMIT-08"]
    if first in ("tokens_in_all", "pool", "supply"):
        found += ["MUSE-COMP-02", "MUSE-COMP-11"]
    if first in ("deck", "discard", "deck_count", "discard_count"):
        found += ["MUSE-COMP-10", "MUSE-DRAW-12"]
    if first == "story_sheet":
        found += ["MUSE-SETUP-10"]
    if first in ("narrator", "turn"):
        found += ["MUSE-TURN-01", "MUSE-TURN-06"]
    if first == "questions":
        found += ["MUSE-QUEST-09"]
    if first in ("showdown", "leading"):
        found += ["MUSE-SHOWDOWN-07", "MUSE-SHOWDOWN-08", "MUSE-SHOWDOWN-11", "MUSE-RUL-17"]
        found += ["MUSE-RUL-01"]
    if last == "tokens" and label not in SHEETS:
        found += ["MUSE-DRAW-11", "MUSE-COMP-11"]
    if last in ("cards", "hand") and label not in SHEETS:
        found += ["MUSE-DRAW-10", "MUSE-COMP-10"]
    return tuple(found)
