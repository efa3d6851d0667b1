"""The progress of a Quest: steps are marked, it is won, or it returns to the middle.

In the rulebook: Quests.
"""

from __future__ import annotations

from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, event

COMPLETES = event("{owner} completes {quest}: {laurels} [Laurel|Laurels]")

STEP_DONE = event("{owner} has completed {marks} of {steps} steps of {quest}")


def next_step_is(s: State, seat: int, label: int, piece: str) -> bool:
    """Return whether a Foe or Ordeal is the next step of a Crew's Quest."""
    table, crew = s.table, s.seats[seat].crews[label]
    steps = table.quests[crew.quest].steps[crew.marks :] if crew.quest else ()
    return bool(steps) and steps[0].fits(table.cards[piece])


def quests_in_work(s: State) -> dict[str, tuple[int, int]]:
    """Return every Quest in progress, with the seat and the index of its Crew."""
    return {
        crew.quest: (seat, label)
        for seat, side in enumerate(s.seats)
        for label, crew in enumerate(side.crews)
        if crew.quest
    }


def mark_step(s: State, seat: int, label: int, to: Judge) -> State:
    """Mark the next step of a Crew's Quest; after the last step, the Quest is won."""
    crew = s.seats[seat].crews[label]
    quest, marks, name = s.table.quests[crew.quest], crew.marks + 1, s.name_of(seat)
    if marks < len(quest.steps):
        return to.did(("QUEST-06", "QUEST-05"), s, s.alter_crew(seat, label, marks=marks),
                      STEP_DONE, owner=name, marks=marks, steps=len(quest.steps),
                      quest=quest.title)  # fmt: skip
    after = s.alter_crew(seat, label, quest="", marks=0)
    after = after.alter(seat, victory=(*s.seats[seat].victory, crew.quest))
    return to.did(("QUEST-09", "QUEST-06", "WIN-02", "QUEST-11"), s, after, COMPLETES,
                  owner=name, quest=quest.title, laurels=after.laurels(seat))  # fmt: skip


def return_quest(s: State, seat: int, label: int, to: Judge) -> State:
    """Return a Crew's Quest to the middle. The caller reports the rule to the judge."""
    quest = s.seats[seat].crews[label].quest
    if not quest:
        return s
    after = s.alter_crew(seat, label, quest="", marks=0)
    after = after._replace(middle=(*s.middle, quest))
    return to.did("BLOCK-04", s, after) if s.blocked_by(quest) else after
