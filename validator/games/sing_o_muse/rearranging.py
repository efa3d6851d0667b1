"""Rearranging Crews and Treasures, between Quests and after a War.

In the rulebook: Between Quests.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import HERO, SHARED, SLOT_RULES
from validator.games.sing_o_muse.effects import shift_leader
from validator.games.sing_o_muse.losing_companions import deity_leaves
from validator.games.sing_o_muse.modes import ASKED, acts_at_once, verb, what_is_asked
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, Say

GOES = Say("move {card} to {crew}", "moves {card} to {crew}")
LEADS = Say("let {hero} lead {crew}", "lets {hero} lead {crew}")
PASSES = Say("pass {card} from {old} to {bearer}", "passes {card} from {old} to {bearer}")


def _labels(s: State, *_: int) -> range:
    return range(len(s.table.labels))


def _movable(s: State, seat: int) -> Pieces:
    return s.members(seat, _labels(s))


def _serving_heroes(s: State, seat: int, label: int) -> Pieces:
    cards = s.table.cards
    return tuple(e for e in s.seats[seat].crews[label].members if cards[e].type == HERO)


def _receivers(s: State, seat: int, treasure: str) -> Iterator[str]:
    bearer = s.seats[seat].bearer_of(treasure)
    return (each for each in _movable(s, seat) if each != bearer)


def _swaps(s: State, seat: int, treasure: str, to: str) -> Iterator[str | None]:
    yield None
    side = s.seats[seat]
    if side.bearer_of(treasure):
        yield from s.in_slot(side, to, s.table.gear(treasure).slot)


BETWEEN = (phases.PLAY, phases.QUEST, phases.WINDOW)


def may_rearrange(s: State, me: int, to: Judge) -> None:
    """Check that the player may rearrange.

    The active player may, and after a War both players who fought.
    """
    after_war = me in s.window
    to.holds(("TURN-02", "BETWEEN-01", "WAR-16"), me == s.turn or after_war,
             "it is {other}'s turn", other=s.name_of(s.turn))  # fmt: skip
    mode = s._replace(window=()).mode if s.window and not after_war else phases.PLAY
    if mode in ASKED or mode == phases.RESOLVE:  # pending tasks come first
        rules = ("IMM-01",) if mode == phases.RESOLVE else ASKED[mode][0]
        asked = acts_at_once(s) if mode == phases.RESOLVE else what_is_asked(s)
        to.forbids((*rules, "HOLD-05", "BETWEEN-01"), "{asked}", asked=asked)


def between_quests(s: State, me: int, labels: tuple[int | None, ...], to: Judge,
                   *rules: str) -> None:  # fmt: skip
    """Check that Crews on a Quest are not rearranged, unless it is after a War."""
    for label in labels if me not in s.window else ():
        quest = s.seats[me].crews[label].quest if label is not None else ""
        if label is not None:
            to.holds(rules, not quest, "{crew} is on the Quest {quest} and cannot be rearranged",
                     crew=s.crew(label), quest=s.title(quest))  # fmt: skip


# ---- moving characters


def may_move(s: State, me: int, card: str, here: int, there: int, to: Judge) -> None:
    """Check that a character may move to another Crew.

    The new Crew must have room and a leader, unless the character is a Hero who can lead it.
    """
    side, table, title = s.seats[me], s.table, s.title(card)
    own, rules = side.crew_of(card), ("CREW-10", "PLAY-06")
    to.holds(rules, card not in side.waiting, "{card} must first be placed in a Crew", card=title)
    to.holds(rules, own is not None, "{card} is not in a Crew of {player}", card=title)
    to.holds("CREW-10", own == here, "{card} is in another Crew: {crew}", card=title,
             crew=s.crew(own or 0))  # fmt: skip
    to.holds(("CREW-05", "BETWEEN-03"), there < len(table.labels),
             "a player may have at most {number} Crews", number=len(table.labels))  # fmt: skip
    between_quests(s, me, (here, there), to, "BETWEEN-04", "CREW-10")
    rules, turned = ("CREW-01", "BETWEEN-03"), card in side.transformed
    to.holds(rules, here != there, "the character must move to a different Crew")
    source, goal = side.crews[here], side.crews[there]
    number = len(side.active(goal))
    to.holds("CREW-02", turned or number < table.crew_size,
             "{crew} has {number} active characters and is full", crew=s.crew(there),
             number=number)  # fmt: skip
    to.holds(rules, goal.leader or (table.cards[card].type == HERO and not turned),
             "{crew} has no Hero to lead it", crew=s.crew(there))  # fmt: skip
    to.holds(rules, source.leader != card or not source.members or me in s.window,
             "{card} leads {crew}; first name another leader with 'lead'", card=title,
             crew=s.crew(here))  # fmt: skip


@verb(open=BETWEEN, early=may_rearrange, anybody=True)
def move(
    s: State, me: int, card: Annotated[str, notation.MEMBER.of(_movable)],
    here: Annotated[int, notation.FROM_CREW.of(lambda s, me, card: (s.seats[me].crew_of(card),))],
    there: Annotated[int, notation.TO_CREW.of(
        lambda s, _, __, here: tuple(each for each in _labels(s) if each != here))],
    to: Judge,
) -> State:  # fmt: skip
    """Move a character between Crews."""
    may_move(s, me, card, here, there, to)
    to.asked()
    start, crew = s, s.seats[me].crews[here]
    leads = not s.seats[me].crews[there].leader
    if crew.leader == card and not leads:
        s = deity_leaves(s, me, card, to)
    s = s.alter_crew(me, here, leader="" if crew.leader == card else crew.leader,
                     members=without(crew.members, card))  # fmt: skip
    if leads:
        s = s.alter_crew(me, there, leader=card)
    else:
        s = s.alter_crew(me, there, members=(*s.seats[me].crews[there].members, card))
    rule = "WAR-16" if me in s.window else "BETWEEN-01"
    return to.did((rule, "BETWEEN-03", "CREW-10"), start, s, GOES, card=s.title(card),
                  crew=s.crew(there))  # fmt: skip


@verb(open=BETWEEN, early=may_rearrange, anybody=True)
def lead(
    s: State, me: int, label: Annotated[int, notation.ANY_CREW.of(_labels)],
    hero: Annotated[str, notation.HERO.of(_serving_heroes)], to: Judge,
) -> State:  # fmt: skip
    """Make another Hero of a Crew its leader."""
    table, side, rules, title = s.table, s.seats[me], ("CREW-01", "BETWEEN-02"), s.title(hero)
    to.holds(rules, label < len(table.labels), "{hero} is not a Companion in a Crew of the player",
             hero=title)  # fmt: skip
    between_quests(s, me, (label,), to, "BETWEEN-04", "BETWEEN-02")
    to.holds(rules, hero in side.crews[label].members, "{hero} is not a Companion in {crew}",
             hero=title, crew=s.crew(label))  # fmt: skip
    to.holds(rules, table.cards[hero].type == HERO, "{hero} is not a Hero", hero=title)
    to.holds(rules, hero not in side.transformed, "{hero} is transformed and cannot lead",
             hero=title)  # fmt: skip
    to.asked()
    rule = "WAR-16" if me in s.window else "BETWEEN-02"
    return to.did(rule, s, shift_leader(s, me, label, hero, to), LEADS, hero=title,
                  crew=s.crew(label))  # fmt: skip


# ---- Treasures


def may_pass(s: State, me: int, treasure: str, bearer: str, back: str | None, to: Judge) -> None:
    """Check that a Treasure may go to another bearer.

    The bearer must be active and have room, or the Treasures must be of one class and be swapped.
    """
    side, gear, title = s.seats[me], s.table.gear_of(treasure), s.title(treasure)
    to.holds("TREASURE-05", gear, "{card} is not a Treasure", card=title)
    assert gear is not None
    to.holds("TREASURE-05", gear.slot != SHARED,
             "{card} is a shared Treasure, which no character carries", card=title)  # fmt: skip
    old, name = side.bearer_of(treasure), s.title(bearer)
    to.holds(("TREASURE-08", "PLAY-06"), old, "none of {player}'s characters carries {card}",
             card=title)  # fmt: skip
    to.holds("TREASURE-06", bearer in set(side.characters()),
             "{bearer} is not a character of {player}", bearer=name)  # fmt: skip
    to.holds("TREASURE-06", bearer not in side.transformed,
             "{bearer} is transformed and cannot carry a Treasure", bearer=name)  # fmt: skip
    to.holds("TREASURE-06", bearer != old, "{bearer} already carries the Treasure", bearer=name)
    there = s.in_slot(side, bearer, gear.slot)
    if back is not None:
        to.holds("TREASURE-08", back in there,
                 "{card} is not of class {slot}, or {bearer} does not carry it", card=s.title(back),
                 slot=gear.slot, bearer=name)  # fmt: skip
    elif gear.slot in SLOT_RULES:
        to.holds(SLOT_RULES[gear.slot], s.has_room(side, bearer, gear.slot),
                 "{bearer} already carries {cards}", bearer=name,
                 cards=s.each_title(there))  # fmt: skip
    crews = (side.crew_of(old), side.crew_of(bearer))
    between_quests(s, me, crews, to, "TREASURE-08", "BETWEEN-04")


@verb(name="pass", open=BETWEEN, early=may_rearrange, anybody=True)
def hand_on(
    s: State, me: int, treasure: Annotated[str, notation.TREASURE.of(
        lambda s, me: tuple(each for each, _ in s.seats[me].carried))],
    bearer: Annotated[str, notation.ON_MEMBER.of(_receivers)],
    back: Annotated[str | None, notation.FOR_TREASURE.of(_swaps)], to: Judge,
) -> State:  # fmt: skip
    """Pass a Treasure to another bearer, or swap two."""
    may_pass(s, me, treasure, bearer, back, to)
    to.asked()
    side = s.seats[me]
    old = side.bearer_of(treasure)
    bearers = {treasure: bearer} if back is None else {treasure: bearer, back: old}
    carried = tuple((each, bearers.get(each, who)) for each, who in side.carried)
    rules: Pieces = ("TREASURE-08", "WAR-16") if me in s.window else ("TREASURE-08", "BETWEEN-03")
    if old in side.transformed:
        rules = (*rules, "TREASURE-10")
    return to.did(rules, s, s.alter(me, carried=carried), PASSES, card=s.title(treasure),
                  old=s.title(old), bearer=s.title(bearer))  # fmt: skip
