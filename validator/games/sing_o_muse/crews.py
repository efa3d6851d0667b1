"""Re-arranging Crews and Treasures: between Quests, and after a War."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from validator.games.sing_o_muse.cards import HERO, SHARED
from validator.games.sing_o_muse.common import (
    ASKED,
    begun,
    name_of,
    not_over,
    silver_first,
    waiting_task,
)
from validator.games.sing_o_muse.effects import advance, shift_leader
from validator.games.sing_o_muse.losses import dethroned, tell, where
from validator.games.sing_o_muse.position import (
    BEGIN,
    OVER,
    PLAY,
    QUEST,
    SETUP,
    Pieces,
    Position,
    active,
    alter,
    alter_crew,
    bearer_of,
    characters,
    crew_of,
    has_room,
    in_slot,
    members,
    without,
)
from validator.referee.core import CHANCE, Notes, Verb, Verdict, laws_for

move = Verb("move", "move CHARACTER [CREW] to CREW", "Move a character between Crews.")
lead = Verb("lead", "lead CREW HERO", "Make another Hero of a Crew its leader.")
hand_on = Verb(
    "pass", "pass TREASURE on CHARACTER [for TREASURE]", "Pass a Treasure on, or swap two."
)
VERBS = (move, lead, hand_on)

laws_for(VERBS, "SING-WIN-03", "SING-WIN-01")(not_over)
laws_for(VERBS, "SING-TURN-01", "SING-SETUP-02")(begun)


def free(at: Position, seat: int) -> bool:
    """Whether a player may re-arrange all Crews: after a War."""
    return seat in at.window


@laws_for(VERBS, "SING-TURN-02", "SING-BETWEEN-01", "SING-WAR-16")
def own_turn_or_war(at: Position, seat: int) -> Verdict:
    """The active player re-arranges, after a War both who fought it."""
    if at.stage in (SETUP, BEGIN, OVER) or seat == at.turn or free(at, seat):
        return "" if free(at, seat) or seat == at.turn else None
    return f"it is {name_of(at, at.turn)}'s turn"


@laws_for(VERBS, "SING-HOLD-05", "SING-BETWEEN-01")
def nothing_else_asked(at: Position, seat: int) -> Verdict:
    """What is asked comes first."""
    task = waiting_task(at)
    if task is None or free(at, seat):
        return None
    who = name_of(at, task.of if task.seat == CHANCE else task.seat)
    return f"{who} {ASKED[task.kind][1]}"


@laws_for(VERBS, "SING-IMM-01")
def immediately(at: Position, seat: int) -> Verdict:
    """Play Immediately cards come first."""
    return None if free(at, seat) else silver_first(at, seat)


@laws_for(VERBS, "SING-BETWEEN-01", "SING-TURN-01")
def in_the_turn(at: Position, seat: int) -> Verdict:
    """In the Play step or the Quest step."""
    return (
        None
        if free(at, seat) or at.stage in (PLAY, QUEST, OVER, SETUP, BEGIN)
        else ("the cards of this turn are not drawn yet")
    )


# ---- moving characters

move.slots = (
    lambda at, seat: members(at, seat, range(len(at.table.labels))),
    lambda at, seat, card: (crew_of(at.sides[seat], card),),
    lambda at, _seat, _card, here: tuple(e for e in range(len(at.table.labels)) if e != here),
)


@move.law("SING-CREW-10", "SING-PLAY-06")
def own_member(at: Position, seat: int, card: str) -> Verdict:
    """A character of the own Crews."""
    side = at.sides[seat]
    if crew_of(side, card) is not None:
        return ""
    if card in side.waiting:
        return f"{at.table.title(card)} waits to be placed"
    return f"{at.table.title(card)} is in no Crew of {name_of(at, seat)}"


@move.law("SING-CREW-10")
def from_its_crew(at: Position, seat: int, card: str, here: int) -> Verdict:
    """A character is in one Crew."""
    label = crew_of(at.sides[seat], card)
    if label is None or label == here:
        return None
    return f"{at.table.title(card)} is in Crew {at.table.labels[label]}"


@move.law("SING-CREW-05", "SING-BETWEEN-03")
def one_of_so_many(at: Position, _seat: int, _: str, __: int, there: int) -> Verdict:
    """There are so many Crews."""
    return "" if there < len(at.table.labels) else f"{len(at.table.labels)} Crews at most"


@move.law("SING-BETWEEN-04", "SING-CREW-10")
def both_between_quests(at: Position, seat: int, _card: str, here: int, there: int) -> Verdict:
    """Nobody leaves or joins a Crew that is on a Quest."""
    if free(at, seat) or there >= len(at.table.labels):
        return None
    for label in (here, there):
        if quest := at.sides[seat].crews[label].quest:
            return f"Crew {at.table.labels[label]} is on {at.table.title(quest)}"
    return ""


@move.law("SING-CREW-02")
def room_there(at: Position, seat: int, card: str, here: int, there: int) -> Verdict:
    """A Crew holds so many active characters."""
    if there >= len(at.table.labels) or card in at.sides[seat].transformed or here == there:
        return None
    number = len(active(at.sides[seat], at.sides[seat].crews[there]))
    if number < at.table.crew_size:
        return ""
    return f"Crew {at.table.labels[there]} has {number} active characters"


@move.law("SING-CREW-01", "SING-BETWEEN-03")
def a_hero_leads(at: Position, seat: int, card: str, here: int, there: int) -> Verdict:
    """A new Crew begins with a Hero, and none is left without."""
    side, table = at.sides[seat], at.table
    if there >= len(table.labels) or crew_of(side, card) is None:
        return None
    if here == there:
        return "that is the same Crew"
    if not side.crews[there].leader and (
        table.cards[card].type != HERO or card in side.transformed
    ):
        return f"Crew {table.labels[there]} has no Hero to lead it"
    if side.crews[here].leader == card and side.crews[here].members and not free(at, seat):
        return f"{table.title(card)} leads Crew {table.labels[here]}: 'lead' comes first"
    return ""


@move.effect
def _move(
    at: Position, seat: int, card: str, here: int, there: int, note: Notes | None
) -> Position:
    table = at.table
    facts = (*where(at, seat, here, "leader", "members", "size", "might", "traits"),
             *where(at, seat, there, "leader", "members", "size", "might", "traits"))  # fmt: skip
    text = f"{table.title(card)} goes to Crew {table.labels[there]}"
    rule = "SING-WAR-16" if free(at, seat) else "SING-BETWEEN-01"
    tell(note, rule, *facts, text=text)
    tell(note, "SING-BETWEEN-03", *facts)
    tell(note, "SING-CREW-10", *facts)
    crew = at.sides[seat].crews[here]
    leads = not at.sides[seat].crews[there].leader
    if crew.leader == card and not leads:
        at = dethroned(at, seat, card, note)
    at = alter_crew(
        at, seat, here, leader="" if crew.leader == card else crew.leader,
        members=without(crew.members, card),
    )  # fmt: skip
    crew = at.sides[seat].crews[there]
    if leads:
        return advance(alter_crew(at, seat, there, leader=card), note)
    return advance(alter_crew(at, seat, there, members=(*crew.members, card)), note)


# ---- a new leader


def _lead_candidates(at: Position, seat: int, label: int) -> Pieces:
    side = at.sides[seat]
    return tuple(each for each in side.crews[label].members if at.table.cards[each].type == HERO)


lead.slots = (lambda at, _seat: tuple(range(len(at.table.labels))), _lead_candidates)


@lead.law("SING-BETWEEN-04", "SING-BETWEEN-02")
def leader_between_quests(at: Position, seat: int, label: int) -> Verdict:
    """The leader stays while the Crew is on a Quest."""
    if free(at, seat) or label >= len(at.table.labels):
        return None
    quest = at.sides[seat].crews[label].quest
    return f"Crew {at.table.labels[label]} is on {at.table.title(quest)}" if quest else ""


@lead.law("SING-CREW-01", "SING-BETWEEN-02")
def an_active_hero(at: Position, seat: int, label: int, hero: str) -> Verdict:
    """An active Hero of that Crew."""
    table, side = at.table, at.sides[seat]
    if label >= len(table.labels) or hero not in side.crews[label].members:
        there = table.labels[label] if label < len(table.labels) else "that name"
        return f"{table.title(hero)} is no Companion in a Crew of {there}"
    if hero not in table.cards or table.cards[hero].type != HERO:
        return f"{table.title(hero)} is not a Hero"
    return f"{table.title(hero)} is transformed" if hero in side.transformed else ""


@lead.effect
def _lead(at: Position, seat: int, label: int, hero: str, note: Notes | None) -> Position:
    facts = where(at, seat, label, "leader", "members", "might", "traits")
    text = f"{at.table.title(hero)} leads Crew {at.table.labels[label]}"
    tell(note, "SING-WAR-16" if free(at, seat) else "SING-BETWEEN-02", *facts, text=text)
    return advance(shift_leader(at, seat, label, hero, note), note)


# ---- Treasures


def _receivers(at: Position, seat: int, treasure: str) -> Pieces:
    bearer = bearer_of(at.sides[seat], treasure)
    everybody = members(at, seat, range(len(at.table.labels)))
    return tuple(each for each in everybody if each != bearer)


def _swaps(at: Position, seat: int, treasure: str, to: str) -> Iterator[str | None]:
    yield None
    side = at.sides[seat]
    if bearer_of(side, treasure):
        yield from in_slot(at, side, to, at.table.gear(treasure).slot)


hand_on.slots = (
    lambda at, seat: tuple(treasure for treasure, _ in at.sides[seat].carried),
    _receivers,
    _swaps,
)


@hand_on.law("SING-TREASURE-05")
def not_shared(at: Position, _seat: int, treasure: str) -> Verdict:
    """A shared Treasure is nobody's to pass."""
    card = at.table.cards.get(treasure)
    if card is None or card.gear is None:
        return f"{at.table.title(treasure)} is no Treasure"
    return f"{card.title} is shared" if card.gear.slot == SHARED else None


@hand_on.law("SING-TREASURE-08", "SING-PLAY-06")
def own_carried(at: Position, seat: int, treasure: str) -> Verdict:
    """A Treasure of an own character."""
    if bearer_of(at.sides[seat], treasure):
        return ""
    return f"no character of {name_of(at, seat)} carries {at.table.title(treasure)}"


@hand_on.law("SING-TREASURE-06")
def to_own_active(at: Position, seat: int, treasure: str, to: str) -> Verdict:
    """To another active character of the same player."""
    side = at.sides[seat]
    if to not in set(characters(side)):
        return f"{at.table.title(to)} is not with {name_of(at, seat)}"
    if to in side.transformed:
        return f"{at.table.title(to)} is transformed"
    return "they are the same" if bearer_of(side, treasure) == to else ""


@hand_on.law("SING-TREASURE-08", "SING-BETWEEN-04")
def passed_between_quests(at: Position, seat: int, treasure: str, to: str) -> Verdict:
    """Not while one of the two is on a Quest."""
    if free(at, seat):
        return None
    side = at.sides[seat]
    for each in (bearer_of(side, treasure), to):
        label = crew_of(side, each)
        if label is not None and (quest := side.crews[label].quest):
            return f"Crew {at.table.labels[label]} is on {at.table.title(quest)}"
    return ""


def _pass_law(slot: str) -> Any:
    def one_of_a_class(at: Position, seat: int, treasure: str, to: str, back: Any) -> Verdict:
        """A character carries so many of this class."""
        card, side = at.table.cards.get(treasure), at.sides[seat]
        if card is None or card.gear is None or card.gear.slot != slot:
            return None
        if back is None:
            if has_room(at, side, to, slot):
                return ""
            there = in_slot(at, side, to, slot)
            return f"{at.table.title(to)} carries {at.table.titles(there)}"
        return None

    return one_of_a_class


for _slot, _rule in (
    ("weapon", "SING-TREASURE-01"), ("armor", "SING-TREASURE-02"), ("shield", "SING-TREASURE-03"),
):  # fmt: skip
    hand_on.add(_pass_law(_slot), (_rule,))


@hand_on.law("SING-TREASURE-08")
def fair_swap(at: Position, seat: int, treasure: str, to: str, back: str | None) -> Verdict:
    """In return comes a Treasure of the same class that the other carries."""
    card = at.table.cards.get(treasure)
    if back is None or card is None or card.gear is None:
        return None
    if back in in_slot(at, at.sides[seat], to, card.gear.slot):
        return ""
    return f"{at.table.title(back)} is no {card.gear.slot} of {at.table.title(to)}"


@hand_on.effect
def _pass(
    at: Position, seat: int, treasure: str, to: str, back: str | None, note: Notes | None
) -> Position:
    side, table = at.sides[seat], at.table
    old = bearer_of(side, treasure)
    facts = [f"{name_of(at, seat)}.treasures"]
    for each in (old, to):
        label = crew_of(side, each)
        if label is not None:
            facts += where(at, seat, label, "treasures", f"treasures.{each}", "might", "traits")
    text = f"{table.title(treasure)} passes from {table.title(old)} to {table.title(to)}"
    tell(note, "SING-TREASURE-08", *facts, text=text)
    if old in side.transformed:
        tell(note, "SING-TREASURE-10", *facts)
    tell(note, "SING-WAR-16" if free(at, seat) else "SING-BETWEEN-03", *facts)
    bearers = {treasure: to} if back is None else {treasure: to, back: old}
    carried = tuple((each, bearers.get(each, bearer)) for each, bearer in side.carried)
    return advance(alter(at, seat, carried=carried), note)
