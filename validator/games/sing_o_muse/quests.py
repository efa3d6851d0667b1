"""Steps, marks, completed Quests, and where an overcome Foe or Ordeal goes."""

from __future__ import annotations

from validator.games.sing_o_muse.cards import FOE
from validator.games.sing_o_muse.effects import begun
from validator.games.sing_o_muse.losses import tell, where
from validator.games.sing_o_muse.position import (
    Position,
    Task,
    alter,
    alter_crew,
    blocked_by,
    discarded,
    laurels,
    lifted,
    push,
)
from validator.referee.core import Notes

STEP, ASIDE, BLOCK = "step", "aside", "block"


def marked(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    """One more step of a Crew's Quest; after the last the Quest is won."""
    table = at.table
    crew = at.sides[seat].crews[label]
    quest = table.quests[crew.quest]
    marks = crew.marks + 1
    name = table.players[seat]
    facts = where(at, seat, label, "marks", "quest")
    if marks < len(quest.steps):
        text = f"{name} has done {marks} of {len(quest.steps)} steps of {quest.title}"
        tell(note, "SING-QUEST-06", *facts, text=text)
        tell(note, "SING-QUEST-05", *facts)
        return alter_crew(at, seat, label, marks=marks)
    at = alter_crew(at, seat, label, quest="", marks=0)
    at = alter(at, seat, victory=(*at.sides[seat].victory, crew.quest))
    text = f"{name} completes {quest.title}: {laurels(at, seat)} Laurels"
    more = (f"{name}.victory", f"{name}.laurels", f"score.{name}")
    tell(note, "SING-QUEST-09", *facts, *more, text=text)
    tell(note, "SING-QUEST-06", *facts)
    tell(note, "SING-WIN-02", *more)
    tell(note, "SING-QUEST-11", "middle")
    return at


def overcome(
    at: Position, seat: int, label: int, piece: str, mode: str, note: Notes | None
) -> Position:
    """A Foe or Ordeal leaves the queue or the Quest, for its reward or the discard pile."""
    table = at.table
    card = table.cards[piece]
    name = table.players[seat]
    queue = "foes" if card.type == FOE else "ordeals"
    pile = (f"{name}.victory", f"{name}.laurels", f"score.{name}")
    facts = (queue, "discard", *pile)
    at = lifted(at, piece)
    tell(note, "SING-QUEUE-07", queue)
    tell(note, "SING-CHAL-04", *facts, text=f"{name} overcomes {card.title}")
    if card.laurels:
        at = alter(at, seat, victory=(*at.sides[seat].victory, piece))
        tell(note, "SING-CHAL-11", *facts)
        tell(note, "SING-WIN-02", *pile)
    else:
        at = discarded(at, piece)
    if mode == BLOCK:
        quest = at.sides[seat].crews[label].quest
        left = blocked_by(at, quest)
        more = ("blocks", f"blocks.{quest}", *where(at, seat, label, "marks", "blocked"))
        text = f"{table.title(quest)} is free" if not left else ""
        tell(note, "SING-BLOCK-03", *more, "used", text=text)
        tell(note, "SING-BLOCK-06", *more, *facts)
        if left:
            tell(note, "SING-BLOCK-07", *more)
    elif mode == ASIDE:
        marks = where(at, seat, label, "marks")
        tell(note, "SING-QUEST-07", *marks)
        quest = at.sides[seat].crews[label].quest
        rule = "SING-QUEST-12" if not quest else "SING-BLOCK-08"
        if not quest or blocked_by(at, quest):
            tell(note, rule, *marks)
    tasks = []
    if card.treasure is not None and not card.laurels:
        tell(note, "SING-CHAL-10", f"{name}.treasures", f"{name}.shared", "discard",
             *where(at, seat, label, "treasures"))  # fmt: skip
        tasks.append(Task("give", seat, by=seat, of=seat, card=piece))
    elif card.join is not None and not card.laurels:
        tasks.append(Task("join", seat, by=seat, of=seat, card=piece, crew=label))
    at = begun(at, piece, "on_defeat", seat, crew=label)
    at = push(at, *tasks)
    return marked(at, seat, label, note) if mode == STEP else at
