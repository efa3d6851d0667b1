"""Losing Companions: characters are discarded or transformed, Crews dissolve, players are
eliminated.

In the rulebook: Losing characters; Transformed characters.

Each function returns the changed state. An only Hero is spared, but not when he learns of both
parents (`effects.learns_of_father_or_mother`).
"""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.ending import last_player_wins
from validator.games.sing_o_muse.quest_progress import return_quest
from validator.games.sing_o_muse.seat import without
from validator.games.sing_o_muse.state import State, Task
from validator.referee.api import Judge, event

DISCARD, TRANSFORM = "discard", "transform"

SPARED = event("{card} is {owner}'s only Hero: it is ignored")
LOSES = event("{owner} loses {card}")
LOSES_WITH = event("{owner} loses {card} with {cards}")
DEITY_LEAVES = event("{deity} leaves {hero}")
TURNED = event("{owner}'s {card} is transformed")
DISSOLVES = event("{owner}'s {crew} dissolves")
OUT = event("{owner} has lost the game")


def lost_unless_only_hero(s: State, seat: int, character: str, how: str, to: Judge) -> State:
    """Discard or transform a character because of an effect; an only Hero is spared."""
    if s.is_only_hero(seat, character):
        after = s._replace(spared=(*s.spared, (seat, character, how)))
        return to.did(("LOSS-06", "LOSS-07"), s, after, SPARED,
                      card=s.title(character), owner=s.name_of(seat))  # fmt: skip
    return (transform if how == TRANSFORM else discard_character)(s, seat, character, to)


def discard_character(
    s: State, seat: int, character: str, to: Judge, spoils: bool = False
) -> State:
    """Discard a character, and the Deity and the Treasures with it.

    With `spoils`, the Treasures are kept for the victor.
    """
    side, start = s.seats[seat], s
    label = side.crew_of(character)
    leads = label is not None and side.crews[label].leader == character
    gone = () if spoils else side.carried_by(character)
    s = unloaded(s, seat, character, to, keep=spoils).thrown(character)
    s = s.alter(seat, transformed=without(s.seats[seat].transformed, character))
    joined = s.table.cards[character].join is not None
    with_it = {"cards": s.each_title(gone)} if gone else {}
    s = to.did(("LOSS-01", "CREW-07") if joined else "LOSS-01", start, s,
               LOSES_WITH if gone else LOSES, owner=s.name_of(seat), card=s.title(character),
               **with_it)  # fmt: skip
    if label is not None and leads and s.war is None:
        return leader_lost(s, seat, label, to)
    return s


def unloaded(s: State, seat: int, character: str, to: Judge, keep: bool = False) -> State:
    """Discard a character's Treasures, Deity and revelations."""
    gone = () if keep else s.seats[seat].carried_by(character)
    s = deity_leaves(s, seat, character, to)
    if gone:
        s = to.did("TREASURE-09", s, s.thrown(*gone))
    return s.thrown(*(card for card, hero in s.seats[seat].learned if hero == character))


def deity_leaves(s: State, seat: int, hero: str, to: Judge) -> State:
    """Remove a Hero as the leader of a Crew, and discard the Deity beside the Hero."""
    deity = s.seats[seat].deity_on(hero)
    if deity is None:
        return s
    return to.did("DEITY-08", s, s.thrown(deity[0]), DEITY_LEAVES,
                  deity=s.title(deity[0]), hero=s.title(hero))  # fmt: skip


def transform(s: State, seat: int, character: str, to: Judge) -> State:
    """Transform a character, who stays in the Crew but no longer leads."""
    side, start = s.seats[seat], s
    label = side.crew_of(character)
    s = s.alter(seat, transformed=(*side.transformed, character))
    if label is None:
        return s
    leads = side.crews[label].leader == character
    if leads:
        s = deity_leaves(s, seat, character, to)
        s = s.alter_crew(seat, label, leader="", members=(character, *side.crews[label].members))
    rules = ("TRANSFORM-01", "TRANSFORM-02", "TRANSFORM-03")
    s = to.did((*rules, "TREASURE-10") if side.carried_by(character) else rules, start, s, TURNED,
               card=s.title(character), owner=s.name_of(seat))  # fmt: skip
    return leader_lost(s, seat, label, to) if leads else s


def leader_lost(s: State, seat: int, label: int, to: Judge) -> State:
    """Replace the lost leader of a Crew. Another Hero takes over, or the Crew is dissolved."""
    if s.successors(seat, label):
        return s.push(Task("promote", seat, of=seat, crew=label))
    return dissolved(s, seat, label, to)


def dissolved(s: State, seat: int, label: int, to: Judge) -> State:
    """Dissolve a Crew without a Hero. Its Quest returns to the middle, and its characters wait."""
    side, start = s.seats[seat], s
    members = side.crews[label].members
    if members:
        late = (*side.late, *(members if s.turn == seat else ()))
        s = s.alter(seat, waiting=(*side.waiting, *members), late=late)
    s = s.alter_crew(seat, label, leader="", members=())
    return to.did("CREW-12", start, return_quest(s, seat, label, to), DISSOLVES,
                  crew=s.crew(label), owner=s.name_of(seat))  # fmt: skip


def _goes_on(task: Task, seat: int) -> bool:
    """Return whether another player's task continues when this player is out."""
    return task.kind == phases.SEA or task.seat != seat


def _unasked(task: Task, seat: int) -> Task:
    """Return a task without this player among those asked about a crossing.

    Other tasks are unchanged.
    """
    if task.kind != phases.SEA or seat not in task.crews:
        return task
    rest = tuple(each for each in task.crews if each != seat)
    return task._replace(crews=rest, seat=rest[0] if rest else -1)


def eliminated(s: State, seat: int, to: Judge) -> State:
    """Remove a player who has lost.

    The player's cards are discarded, their Quests return to the middle, and their victory pile is
    set aside.
    """
    side, start = s.seats[seat], s
    for label in range(len(side.crews)):
        s = return_quest(s, seat, label, to)
    s = s.thrown(*(each for each in side.held() if each not in side.victory))
    s = s.alter(
        seat, victory=(), aside=side.victory, transformed=(), skips=0, out=True, dealt=(),
        crews=tuple(crew._replace(leader="", members=()) for crew in s.seats[seat].crews),
    )  # fmt: skip
    s = s._replace(
        agenda=tuple(_unasked(t, seat) for t in s.agenda if t.of != seat and _goes_on(t, seat)),
        silver=tuple(each for each in s.silver if each[0] != seat),
        window=tuple(each for each in s.window if each != seat),
    )
    s = to.did(("LOSS-08", "LOSS-10"), start, s, OUT, owner=s.name_of(seat))
    return last_player_wins(s, to)
