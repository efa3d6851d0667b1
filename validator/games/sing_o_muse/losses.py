"""Characters lost or transformed, Crews without leader, players who are out.

Each function returns the changed position.
"""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.state import State, Task, without
from validator.referee.core import Trace, record

DISCARD, TRANSFORM = "discard", "transform"


# What may change for a player with a character who waits, besides the Crews.
WITH_A_CHARACTER = ("waiting", "late", "transformed", "treasures", "learned")


def struck(
    state: State, seat: int, character: str, how: str, trace: Trace | None, spare: bool = True
) -> State:
    """Discard or transform a character by an effect; an only Hero is spared."""
    name = state.name_of(seat)
    if spare and state.is_only_hero(seat, character):
        text = f"{state.title(character)} is {name}'s only Hero: it is ignored"
        record(trace, ("SING-LOSS-06", "SING-LOSS-07"), f"{name}.spared", text=text)
        return state._replace(spared=(*state.spared, (seat, character, how)))
    return (turned if how == TRANSFORM else buried)(state, seat, character, trace)


def buried(
    state: State, seat: int, character: str, trace: Trace | None, spoils: bool = False
) -> State:
    """Discard a character with Treasures (unless they are spoils) and Deity."""
    table, side = state.table, state.seats[seat]
    name = table.players[seat]
    label = side.crew_of(character)
    leads = label is not None and side.crews[label].leader == character
    crew = state.where_is(seat, character)
    state = unloaded(state, seat, character, trace, keep=spoils)
    state = state.thrown(character)
    side = state.seats[seat]
    state = state.alter(seat, transformed=without(side.transformed, character))
    facts = ("discard", *(f"{name}.{fact}" for fact in WITH_A_CHARACTER), *crew)
    record(trace, "SING-LOSS-01", *facts, text=f"{name} loses {table.title(character)}")
    if table.cards[character].join is not None:
        record(trace, "SING-CREW-07", *facts)
    if label is not None and leads and state.war is None:
        return leaderless(state, seat, label, trace)
    return state


def unloaded(
    state: State, seat: int, character: str, trace: Trace | None, keep: bool = False
) -> State:
    """Discard a character's Treasures, Deity and revelations."""
    side = state.seats[seat]
    gone = () if keep else side.carried_by(character)
    if gone:
        text = f"with {state.titles(gone)}"
        record(trace, "SING-TREASURE-09", "discard", f"{state.name_of(seat)}.treasures",
             f"{state.name_of(seat)}.*.treasures", text=text)  # fmt: skip
    state = dethroned(state, seat, character, trace)
    learned = (card for card, hero in state.seats[seat].learned if hero == character)
    return state.thrown(*gone, *learned)


def dethroned(state: State, seat: int, hero: str, trace: Trace | None) -> State:
    """End the lead of a Hero: the Deity beside the Hero is discarded."""
    deity = state.seats[seat].deity_on(hero)
    if deity is None:
        return state
    state = state.thrown(deity[0])
    facts = state.where_is(seat, hero, "favor", "wrath")
    text = f"{state.title(deity[0])} leaves {state.title(hero)}"
    record(trace, "SING-DEITY-08", "discard", *facts, text=text)
    return state


def turned(state: State, seat: int, character: str, trace: Trace | None) -> State:
    """Transform a character: it stays with its Crew and no longer leads."""
    side = state.seats[seat]
    state = state.alter(seat, transformed=(*side.transformed, character))
    label = side.crew_of(character)
    if label is None:
        return state
    crew = side.crews[label]
    facts = state.where(seat, label, "transformed", "members", "might", "traits", "size")
    gives, size = state.where(seat, label, "might", "traits"), state.where(seat, label, "size")
    text = f"{state.title(character)} of {state.name_of(seat)} is transformed"
    record(trace, "SING-TRANSFORM-01", *facts, text=text)
    record(trace, "SING-TRANSFORM-02", *gives, *size)
    record(trace, "SING-TRANSFORM-03", *size)
    if side.carried_by(character):
        record(trace, "SING-TREASURE-10", *state.where(seat, label, "might", "traits", "size"))
    if crew.leader == character:
        state = dethroned(state, seat, character, trace)
        state = state.alter_crew(seat, label, leader="", members=(character, *crew.members))
        return leaderless(state, seat, label, trace)
    return state


def leaderless(state: State, seat: int, label: int, trace: Trace | None) -> State:
    """Replace the lost leader of a Crew: a Hero takes over, or the Crew dissolves."""
    if state.successors(seat, label):
        return state.push(Task("promote", seat, of=seat, crew=label))
    return dissolved(state, seat, label, trace)


def dissolved(state: State, seat: int, label: int, trace: Trace | None) -> State:
    """Dissolve a Crew without a Hero: its Quest goes back, its characters wait."""
    side = state.seats[seat]
    crew = side.crews[label]
    own_turn = state.turn == seat
    if crew.members:
        state = state.alter(seat,
            waiting=(*side.waiting, *crew.members),
            late=(*side.late, *(crew.members if own_turn else ())),
        )  # fmt: skip
    name = state.name_of(seat)
    facts = (*state.where(seat, label), "middle", *(f"{name}.{f}" for f in WITH_A_CHARACTER))
    record(trace, "SING-CREW-12", *facts, text=f"{state.crew(label)} of {name} dissolves")
    state = state.alter_crew(seat, label, leader="", members=())
    return quest_back(state, seat, label, trace)


def quest_back(state: State, seat: int, label: int, trace: Trace | None) -> State:
    quest = state.seats[seat].crews[label].quest
    if not quest:
        return state
    if any(on == quest for on, _ in state.blocks):
        record(trace, "SING-BLOCK-04", *state.where(seat, label, "blocked"))
    state = state.alter_crew(seat, label, quest="", marks=0)
    return state._replace(middle=(*state.middle, quest))


def _goes_on(task: Task, seat: int) -> bool:
    """Whether a task of another player goes on without this one."""
    return task.kind == phases.SEA or task.seat != seat


def _unasked(task: Task, seat: int) -> Task:
    """Return a crossing about which this player is no longer asked; other tasks are unchanged."""
    if task.kind != phases.SEA or seat not in task.crews:
        return task
    rest = tuple(each for each in task.crews if each != seat)
    return task._replace(crews=rest, seat=rest[0] if rest else -1)


def eliminated(state: State, seat: int, trace: Trace | None) -> State:
    """Remove a player who has lost: cards discarded, Quests back, the victory pile set aside."""
    side = state.seats[seat]
    name = state.name_of(seat)
    for label in range(len(side.crews)):
        state = quest_back(state, seat, label, trace)
    state = state.thrown(*(each for each in side.held() if each not in side.victory))
    state = state.alter(
        seat, victory=(), aside=side.victory, transformed=(), skips=0, out=True, dealt=(),
        crews=tuple(crew._replace(leader="", members=()) for crew in state.seats[seat].crews),
    )  # fmt: skip
    state = state._replace(
        agenda=tuple(_unasked(t, seat) for t in state.agenda if t.of != seat and _goes_on(t, seat)),
        silver=tuple(each for each in state.silver if each[0] != seat),
        window=tuple(each for each in state.window if each != seat),
    )
    facts = (name, "discard", "middle", "agenda", "resolve", "window")
    record(trace, ("SING-LOSS-08", "SING-LOSS-10"), *facts, text=f"{name} has lost the game")
    left = state.opponents(seat)
    if len(left) == 1:
        text = f"{state.name_of(left[0])} wins"
        record(trace, "SING-LOSS-10", "end", "winner", "phase", text=text)
        return state._replace(stage=phases.OVER, champions=left, agenda=(), silver=(), window=())
    return state
