"""Steps, marks, completed Quests, and where an overcome Foe or Ordeal goes."""

from __future__ import annotations

from validator.games.sing_o_muse.losses import tell, where
from validator.games.sing_o_muse.state import (
    State,
    alter,
    alter_crew,
    laurels,
)
from validator.referee.core import Notes

STEP, ASIDE, BLOCK = "step", "aside", "block"


def marked(state: State, seat: int, label: int, note: Notes | None) -> State:
    """One more step of a Crew's Quest; after the last the Quest is won."""
    table = state.table
    crew = state.seats[seat].crews[label]
    quest = table.quests[crew.quest]
    marks = crew.marks + 1
    name = table.players[seat]
    facts = where(state, seat, label, "marks", "quest")
    if marks < len(quest.steps):
        text = f"{name} has done {marks} of {len(quest.steps)} steps of {quest.title}"
        tell(note, "SING-QUEST-06", *facts, text=text)
        tell(note, "SING-QUEST-05", *facts)
        return alter_crew(state, seat, label, marks=marks)
    state = alter_crew(state, seat, label, quest="", marks=0)
    state = alter(state, seat, victory=(*state.seats[seat].victory, crew.quest))
    text = f"{name} completes {quest.title}: {laurels(state, seat)} Laurels"
    more = (f"{name}.victory", f"{name}.laurels", f"score.{name}")
    tell(note, "SING-QUEST-09", *facts, *more, text=text)
    tell(note, "SING-QUEST-06", *facts)
    tell(note, "SING-WIN-02", *more)
    tell(note, "SING-QUEST-11", *facts)
    return state
