"""The preparation: its steps, up to the Story Sheet that everybody approves.

In the rulebook: Preparing a story.

`story_sheet` checks what is written on the Story Sheet.
"""

from __future__ import annotations

from typing import Annotated, Any

from validator.games.muse import notation, phases
from validator.games.muse.modes import DEALT, verb
from validator.games.muse.state import State
from validator.games.muse.story_sheet import judge_sheet, sheet_facts, told, written
from validator.referee import api as ref
from validator.referee.api import Collector, Judge, Say

SHEET, APPROVE = "sheet", "approve"
Changes = Any  # a mapping of differences
DONE = {
    "seed": Say("Agree on the Story Seed", "the Story Seed is agreed on"),
    "brainstorm": Say("Brainstorm", "the ideas for the Story Sheet are collected", whole=True),
    "sheet": Say("Write the Story Sheet", "the Story Sheet is written"),
    "approve": Say(
        "The Story Sheet is ready: begin the story", "everybody approves the Story Sheet"
    ),
    "answers": Say("Lay out the Answer Sheets", "the Answer Sheets are laid out"),
    "layout": Say("Lay out the table", "the table is laid out"),
}
WRITES = Say("Write the Story Sheet: {parts}", "the Story Sheet has {parts}")


@verb("table", open=DEALT, anybody=True,
      by=lambda s: (ref.TABLE,) if s.lacks_approval() else ())  # fmt: skip
def prepare(
    s: State, _: int, step: Annotated[str, notation.STEP.of((APPROVE,))],
    approving: Annotated[tuple[int, ...] | None, notation.APPROVING],
    changes: Annotated[Changes, notation.DIFFERENCES], to: Judge,
) -> State:  # fmt: skip
    """Carry out a step of the preparation.

    'sheet {…}' describes what is written on the Story Sheet; 'approve with PLAYER…' names the
    players who approve.
    """
    place, sheet = phases.PREPARATION.index(step), None
    again = step == SHEET and s.lacks_approval()  # a sheet is changed until all approve of it
    to.holds("SETUP-04", place > s.prep or again, "the step '{step}' comes too late", step=step)
    if place > phases.PREPARATION.index(APPROVE):
        to.holds("SHEET-19", not s.lacks_approval(), "the Story Sheet has not been approved yet")
    if step == APPROVE:
        lacks = tuple(seat for seat in s.circle if approving is not None and seat not in approving)
        to.holds("SHEET-19", not lacks, "{players} [has|have] not approved the Story Sheet",
                 players=tuple(map(s.name_of, lacks)))  # fmt: skip
    if step == SHEET and changes is not None:
        sheet = _kept_sheet(s, changes, to)
    to.asked()
    after = s._replace(prep=place)
    s = to.did(("SETUP-04", "SHEET-19") if step == APPROVE else "SETUP-04", s, after,
               DONE[step] if sheet is None else None)  # fmt: skip
    if sheet is None:
        return s
    return to.did("SHEET-18", s, written(s, sheet, changes), WRITES, parts=tuple(told(sheet)))


def _kept_sheet(s: State, changes: Changes, to: Judge) -> Any:
    """Return the Story Sheet that a line describes, after checking it. Raises Broken."""
    found = Collector()
    sheet = judge_sheet(s.table, ref.merged(sheet_facts(s.table), changes), found)
    broken = {each.rule: each.facts for each in found.breaches}
    rules = tuple(rule.removeprefix("MUSE-") for rule in broken or dict.fromkeys(found.kept))
    to.holds(rules, not broken, "{wrong}", wrong="; ".join(dict.fromkeys(broken.values())))
    return sheet
