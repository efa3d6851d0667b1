"""Who is lost, turned or left without a leader; and players who are out. Positions to positions."""

from __future__ import annotations

from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.position import (
    OVER,
    Position,
    Task,
    alter,
    alter_crew,
    carried_by,
    crew_of,
    deity_on,
    discarded,
    held,
    heroes,
    lifted,
    opponents,
    push,
    without,
)
from validator.referee.core import Notes

DISCARD, TRANSFORM = "discard", "transform"


def tell(note: Notes | None, rule: str, *facts: str, text: str = "") -> None:
    """Note what a rule did, if anybody listens."""
    if note is not None:
        note(rule, *facts, text=text)


def where(at: Position, seat: int, label: int, *facts: str) -> tuple[str, ...]:
    """The names of facts of a Crew."""
    crew = f"{at.table.players[seat]}.{at.table.labels[label]}"
    return tuple(f"{crew}.{fact}" for fact in facts)


def is_only_hero(at: Position, seat: int, character: str) -> bool:
    """Whether a character is the only active Hero in all Crews of a player."""
    return heroes(at, seat) == (character,)


def struck(
    at: Position, seat: int, character: str, how: str, note: Notes | None, spare: bool = True
) -> Position:
    """A character discarded or transformed by an effect; an only Hero is spared."""
    table = at.table
    name = table.players[seat]
    if spare and is_only_hero(at, seat, character):
        label = crew_of(at.sides[seat], character)
        assert label is not None
        facts = where(at, seat, label, "leader", "transformed")
        text = f"{table.title(character)} is {name}'s only Hero: it is ignored"
        tell(note, "SING-LOSS-06", *facts, "discard", text=text)
        tell(note, "SING-LOSS-07", *facts, "discard")
        return at._replace(spared=(*at.spared, (seat, character, how)))
    return turned(at, seat, character, note) if how == TRANSFORM else buried(
        at, seat, character, note
    )  # fmt: skip


def buried(
    at: Position, seat: int, character: str, note: Notes | None, spoils: bool = False
) -> Position:
    """A character on the discard pile, with Treasures (unless they are spoils) and Deity."""
    table, side = at.table, at.sides[seat]
    name = table.players[seat]
    label = crew_of(side, character)
    leads = label is not None and side.crews[label].leader == character
    at = unloaded(at, seat, character, note, keep=spoils)
    at = discarded(lifted(at, character), character)
    side = at.sides[seat]
    at = alter(at, seat, transformed=without(side.transformed, character))
    facts = ("discard", *(where(at, seat, label, "members", "leader") if label is not None else ()))
    tell(note, "SING-LOSS-01", *facts, text=f"{name} loses {table.title(character)}")
    if table.cards[character].join is not None:
        tell(note, "SING-CREW-07", *facts)
    if label is not None and leads and at.war is None:
        return leaderless(at, seat, label, note)
    return at


def unloaded(
    at: Position, seat: int, character: str, note: Notes | None, keep: bool = False
) -> Position:
    """A character whose Treasures, Deity and revelations are discarded."""
    table, side = at.table, at.sides[seat]
    gone = () if keep else carried_by(side, character)
    if gone:
        text = f"with {table.titles(gone)}"
        tell(note, "SING-TREASURE-09", "discard", f"{table.players[seat]}.treasures", text=text)
    at = dethroned(at, seat, character, note)
    gone = (*gone, *(card for card, hero in at.sides[seat].learned if hero == character))
    for card in gone:
        at = discarded(lifted(at, card), card)
    return at


def dethroned(at: Position, seat: int, hero: str, note: Notes | None) -> Position:
    """A Hero who leads no more: the Deity beside is discarded."""
    deity = deity_on(at.sides[seat], hero)
    if deity is None:
        return at
    at = discarded(lifted(at, deity[0]), deity[0])
    label = crew_of(at.sides[seat], hero)
    facts = () if label is None else where(at, seat, label, "favor", "wrath")
    text = f"{at.table.title(deity[0])} leaves {at.table.title(hero)}"
    tell(note, "SING-DEITY-08", "discard", *facts, text=text)
    return at


def turned(at: Position, seat: int, character: str, note: Notes | None) -> Position:
    """A character transformed: it stays with its Crew, and leads no more."""
    table, side = at.table, at.sides[seat]
    at = alter(at, seat, transformed=(*side.transformed, character))
    label = crew_of(side, character)
    if label is None:
        return at
    crew = side.crews[label]
    facts = where(at, seat, label, "transformed", "members", "might", "traits", "size")
    gives, size = where(at, seat, label, "might", "traits"), where(at, seat, label, "size")
    text = f"{table.title(character)} of {table.players[seat]} is transformed"
    tell(note, "SING-TRANSFORM-01", *facts, "discard", text=text)
    tell(note, "SING-TRANSFORM-02", *gives)
    tell(note, "SING-TRANSFORM-03", *size)
    if carried_by(side, character):
        treasures = where(at, seat, label, "treasures", "might", "traits")
        tell(note, "SING-TREASURE-10", *treasures, "discard")
    if crew.leader == character:
        at = dethroned(at, seat, character, note)
        at = alter_crew(at, seat, label, leader="", members=(character, *crew.members))
        return leaderless(at, seat, label, note)
    return at


def leaderless(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    """A Crew that lost its leader: a Hero may take over, or it dissolves."""
    if successors(at, seat, label):
        return push(at, Task("promote", seat, of=seat, crew=label))
    return dissolved(at, seat, label, note)


def successors(at: Position, seat: int, label: int) -> tuple[str, ...]:
    """The active Heroes among the Companions of a Crew."""
    side, cards = at.sides[seat], at.table.cards
    return tuple(
        each
        for each in side.crews[label].members
        if cards[each].type == HERO and each not in side.transformed
    )


def dissolved(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    """A Crew without a Hero: its Quest goes back, its characters wait."""
    side = at.sides[seat]
    crew = side.crews[label]
    own_turn = at.turn == seat
    if crew.members:
        at = alter(
            at, seat,
            waiting=(*side.waiting, *crew.members),
            late=(*side.late, *(crew.members if own_turn else ())),
        )  # fmt: skip
    name = at.table.players[seat]
    facts = where(at, seat, label, "leader", "members", "quest", "marks")
    text = f"Crew {at.table.labels[label]} of {name} dissolves"
    tell(note, "SING-CREW-12", *facts, f"{name}.waiting", "middle", text=text)
    at = alter_crew(at, seat, label, leader="", members=())
    return quest_back(at, seat, label, note)


def quest_back(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    """The Quest of a Crew in the middle again, without marks; what blocks it stays."""
    quest = at.sides[seat].crews[label].quest
    if not quest:
        return at
    if any(on == quest for on, _ in at.blocks):
        tell(note, "SING-BLOCK-04", "blocks", f"blocks.{quest}")
    at = alter_crew(at, seat, label, quest="", marks=0)
    return at._replace(middle=(*at.middle, quest))


def eliminated(at: Position, seat: int, note: Notes | None) -> Position:
    """A player who has lost: cards discarded, Quests back, the victory pile set aside."""
    table, side = at.table, at.sides[seat]
    name = table.players[seat]
    for label in range(len(side.crews)):
        at = quest_back(at, seat, label, note)
    own = tuple(each for each in held(side) if each not in side.victory)
    for each in own:
        at = lifted(at, each)
    at = discarded(at, *own)
    at = alter(
        at, seat, victory=(), aside=side.victory, transformed=(), skips=0, out=True, dealt=(),
        crews=tuple(crew._replace(leader="", members=()) for crew in at.sides[seat].crews),
    )  # fmt: skip
    at = at._replace(
        agenda=tuple(t for t in at.agenda if seat not in (t.seat, t.of)),
        silver=tuple(each for each in at.silver if each[0] != seat),
        window=tuple(each for each in at.window if each != seat),
    )
    facts = (f"{name}.out", f"{name}.hand", f"{name}.victory", f"{name}.aside", "discard",
             "middle")  # fmt: skip
    tell(note, "SING-LOSS-08", *facts, text=f"{name} has lost the game")
    tell(note, "SING-LOSS-10", *facts, "end", "winner")
    left = opponents(at, seat)
    if len(left) == 1:
        tell(note, "SING-LOSS-10", "end", "winner", text=f"{table.players[left[0]]} wins")
        return at._replace(stage=OVER, champions=left, agenda=(), silver=(), window=())
    return at
