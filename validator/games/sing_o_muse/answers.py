"""The answers to effects, given by players or by chance, with one verb for each type of answer."""

from __future__ import annotations

from typing import Annotated, Any

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import SHARED, SLOT_RULES
from validator.games.sing_o_muse.choosing_losses import lost, of_kind, of_the_pool, task_of
from validator.games.sing_o_muse.effects import (
    befalls,
    borne,
    effects_of,
    learns_of_father_or_mother,
    pool,
    shift_leader,
)
from validator.games.sing_o_muse.losing_companions import discard_character, dissolved
from validator.games.sing_o_muse.modes import ASKED, is_due, verb
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.state import State, Task
from validator.referee import api as ref
from validator.referee.api import Judge, Say

LEADS = Say("let {hero} lead {crew}", "{hero} leads {owner}'s {crew}", whole=True)
CHOOSES = Say("choose {other}", "chooses {other}")
CHOOSES_FOR = Say("choose {other} for {card}", "chooses {other} for {card}")
CHOOSES_FOE = Say("begin the War of {card} against {other}",
                  "begins the War of {card} against {other}")  # fmt: skip
RESTORES = Say("restore {cards}", "restores {cards}")
RESTORES_NONE = Say("restore nobody", "restores nobody")
PICKS = Say("choose {crew}", "chooses {crew}")
TAKES = Say("take {cards}", "takes {cards}")
LETS_GO = Say("discard {card}", "{card} is discarded", whole=True)
JOINS = Say("let {card} join {crew}", "{card} joins {owner}'s {crew}", whole=True)
ACTS = Say("resolve {card}", "{card} acts at once", whole=True)
PLAYS = Say("play {card}", "plays {card}")
PLAYS_IDLY = Say("play {card}, which has no effect now", "plays {card} without effect")


def whole_pool(s: State, _: int) -> Pieces:
    return pool(s)


def none_or_one(s: State, _: int) -> tuple[Pieces, ...]:
    return ((), *((each,) for each in pool(s)))


def few_of_the_pool(s: State, cards: Pieces, to: Judge, rule: str, what: str, strange: str) -> None:
    """Check the cards that answer a task: not too many, all different, and affected by the task."""
    most = task_of(s).n
    to.holds(rule, len(cards) <= most and len(set(cards)) == len(cards),
             "the number of {what} is {number}; expected at most {most}, all different",
             number=len(cards), what=what, most=most)  # fmt: skip
    for each in cards:
        to.holds(rule, each in pool(s), strange, card=s.title(each))


# ---- a new leader


def _leaderless(s: State, me: int) -> int | None:
    """Return the Crew for which a player may now choose a new leader, or None."""
    if (task := s.top) is not None:
        return task.crew if task.kind == "promote" and task.seat == me else None
    if me in s.window:
        for label, crew in enumerate(s.seats[me].crews):
            if crew.members and not crew.leader:
                return label
    return None


def _new_leaders(s: State, me: int) -> tuple[str | None, ...]:
    label = _leaderless(s, me)
    return () if label is None else (*s.successors(me, label), None)


@verb(open=("promote", phases.WINDOW), due=("TURN-02", "LOSS-05"), anybody=True)
def promotes(
    s: State, me: int, hero: Annotated[str | None, notation.NEW_LEADER.of(_new_leaders)], to: Judge
) -> State:
    """Promote a Companion to leader of a Crew."""
    if s.mode == "promote":
        is_due(s, me, to, "LOSS-05")
    label, task = _leaderless(s, me), of_kind(s, "promote")
    to.holds(("TURN-02", "LOSS-05"), label is not None,
             "no Crew of {player} needs a new leader now")  # fmt: skip
    assert label is not None
    must = task is not None and task.what == "must"
    if hero is None:
        to.holds("CREW-11", not must, "a Crew needs a new leader, who must be named first")
    else:
        to.holds(("CREW-01", "LOSS-05"), hero in s.successors(me, label),
                 "{hero} is not an active Hero of {crew}", hero=s.title(hero),
                 crew=s.crew(label))  # fmt: skip
    to.asked()
    left = s if task is None else s.pop()
    if hero is None:
        return to.did("LOSS-05", s, dissolved(left, me, label, to))
    after = shift_leader(left, me, label, hero, to)
    return to.did(("LOSS-05", "CREW-11") if must else "LOSS-05", s, after, LEADS,
                  hero=s.title(hero), crew=s.crew(label), owner=s.name_of(me))  # fmt: skip


# ---- choosing an opponent


def _opponent(s: State, me: int) -> int | None:
    """Return the opponent in a War or for this player's effect if it is already fixed, or None."""
    if s.war is not None:
        seats = s.war.seats
        return next(each for each in seats if each != me) if me in seats else None
    top = s.top
    return top.of if top is not None and top.by == me and top.of not in (-1, me) else None


def _choosing(s: State) -> bool:
    return s.mode == "choose" or (s.mode == "steal" and task_of(s).of < 0)


def _to_choose(s: State, _: int) -> tuple[int, ...]:
    if not _choosing(s):
        return ()
    owners = (_treasure_owner(s, each) for each in pool(s, "steal"))
    return tuple(dict.fromkeys(owners)) or task_of(s).crews


def _treasure_owner(s: State, treasure: str) -> int:
    return next(seat for seat in s.table.seats if treasure in s.treasures_of(seat))


@verb(open=ASKED, due=("TURN-02", "WAR-01", "HOLD-05"), anybody=True)
def versus(s: State, me: int, other: Annotated[int, ref.PLAYER.of(_to_choose)], to: Judge) -> State:
    """Choose the opponent of an effect or a War."""
    rules, name = ("WAR-01", "TURN-02"), s.name_of(other)
    if s.mode in ("choose", "steal"):
        is_due(s, me, to, "WAR-01", "HOLD-05")
    if not _choosing(s):  # an opponent can be named again, but only in a War or an effect
        there = _opponent(s, me)
        to.holds(rules, there is not None,
                 "no opponent has to be named now, so 'versus' is not needed")  # fmt: skip
        to.holds(rules, there == other, "the {what} is already against {other}",
                 what="War" if s.war is not None else "effect",
                 other=s.name_of(there or 0))  # fmt: skip
        to.asked()
        return to.did((), s, s, CHOOSES, other=name)
    to.holds(rules, other in _to_choose(s, me), "{other} cannot be chosen as the opponent",
             other=name)  # fmt: skip
    to.asked()
    task = task_of(s)
    is_war = s.mode == "choose" and effects_of(s, task.card, task.what)[task.n].verb == "war"
    say = CHOOSES_FOE if is_war else CHOOSES_FOR if task.card else CHOOSES
    return to.did("WAR-01", s, befalls(s.pop(), task, other), say, other=name,
                  card=s.title(task.card) if task.card else "")  # fmt: skip


# ---- restoring and taking


def _makes_room(s: State, seat: int, cards: Pieces) -> tuple[Pieces, ...]:
    others = s.companions(seat, range(len(s.seats[seat].crews)))
    return ((), *((each,) for each in cards), *((each,) for each in others))


def _takable(s: State, seat: int) -> tuple[Pieces, ...]:
    choices = none_or_one(s, seat)
    return choices if task_of(s).kind == "take" else choices[1:]


def room_for_the_restored(s: State, me: int, cards: Pieces, gone: Pieces, to: Judge) -> None:
    """Check that restored characters have room in their Crews.

    A Crew without room must discard as many of its active characters as necessary, and no more.
    """
    side, size, rules = s.seats[me], s.table.crew_size, ("TRANSFORM-05", "CREW-02")
    for label, crew in enumerate(side.crews):
        back = [each for each in cards if each in crew.everybody]
        there = (*side.active(crew), *back)
        out, surplus = [each for each in gone if each in there], len(there) - size
        to.holds(rules, not out or crew.leader not in out,
                 "{hero} leads the Crew and cannot be discarded for room",
                 hero=s.title(crew.leader))  # fmt: skip
        to.holds(rules, not back or len(out) >= surplus,
                 "{crew} would have {number} active characters, which is more than it has room for",
                 crew=s.crew(label), number=len(there))  # fmt: skip
        to.holds(rules, len(out) <= max(0, surplus),
                 "{crew} has room, so no more characters may be discarded",
                 crew=s.crew(label))  # fmt: skip
    for each in gone:
        to.holds(rules, side.crew_of(each) is not None, "{card} is not in a Crew",
                 card=s.title(each))  # fmt: skip


@verb(open="restore", due=("TURN-02", "TRANSFORM-04"), anybody=True)
def restores(
    s: State, me: int, cards: Annotated[Pieces, notation.RESTORED.of(none_or_one)],
    gone: Annotated[Pieces, notation.IN_EXCHANGE.of(_makes_room)], to: Judge,
) -> State:  # fmt: skip
    """Turn transformed characters upright."""
    is_due(s, me, to, "TRANSFORM-04")
    few_of_the_pool(s, cards, to, "TRANSFORM-04", "characters", "{card} is not transformed")
    room_for_the_restored(s, me, cards, gone, to)
    to.asked()
    start, s = s, s.pop()
    s = s.alter(me, transformed=without(s.seats[me].transformed, *cards))
    s = to.did("TRANSFORM-04", start, s, RESTORES if cards else RESTORES_NONE,
               cards=s.each_title(cards))  # fmt: skip
    for each in gone:
        s = discard_character(s, me, each, to)
    return to.did("TRANSFORM-05", start, s) if gone else s


def may_bear(s: State, me: int, card: str, bearer: str, to: Judge) -> None:
    """Check that a stolen Treasure goes to a character who has room for it."""
    gear = s.table.cards[card].gear
    to.holds("TREASURE-06", task_of(s).kind != "take", "no character can carry this card")
    if gear is None:
        return
    to.holds("TREASURE-06", gear.slot != SHARED,
             "{card} is a shared Treasure, which no character carries",
             card=s.title(card))  # fmt: skip
    to.holds("TREASURE-06", bearer in s.bearers(me), "{bearer} cannot carry the Treasure",
             bearer=s.title(bearer))  # fmt: skip
    to.holds("TREASURE-06", s.has_room(s.seats[me], bearer, gear.slot),
             "{bearer} has no room for a Treasure of class {slot}", bearer=s.title(bearer),
             slot=gear.slot)  # fmt: skip


@verb(open=("take", "steal"), due=("TURN-02", "LOSS-12", "HOLD-05"), anybody=True)
def takes(
    s: State, me: int, cards: Annotated[Pieces, notation.TAKEN.of(_takable)],
    bearer: Annotated[str | None, notation.BEARER_OF_TAKEN], to: Judge,
) -> State:  # fmt: skip
    """Take cards from the discard pile, or another player's Treasure."""
    is_due(s, me, to, "LOSS-12", "HOLD-05")
    task, titles = task_of(s), s.each_title(cards)
    if task.kind == "take":
        for each in cards:
            to.holds("LOSS-12", each in s.discard, "{card} is not among the discards",
                     card=s.title(each))  # fmt: skip
            to.holds("LOSS-12", each in pool(s), "{card} is not of type {what}",
                     card=s.title(each), what=task.what)  # fmt: skip
        few_of_the_pool(s, cards, to, "LOSS-12", "cards", "{card} cannot be taken now")
    else:
        rules = ("GEN-02", "TREASURE-06")
        to.holds(rules, len(cards) == 1, "the number of Treasures named is {number}; expected one",
                 number=len(cards))  # fmt: skip
        to.holds(rules, cards[0] in pool(s), "{card} cannot be taken now", card=titles[0])
    if bearer is not None and len(cards) == 1:
        may_bear(s, me, cards[0], bearer, to)
    to.asked()
    after = s.pop()
    if task.kind == "take":
        for each in cards:
            after = after.moved(me, "hand", each)
        return to.did("LOSS-12", s, after, TAKES if cards else None, cards=titles)
    piece, after = cards[0], after.thrown(cards[0])
    if bearer is not None:
        after = after.moved(me, "carried", piece, bearer)
    else:
        after = after.push(Task("give", me, by=me, of=me, card=piece))
    return to.did("GEN-02", s, after, TAKES, cards=titles)


# ---- rewards


def _bearers(s: State, seat: int) -> tuple[str | None, ...]:
    return (*s.bearers(seat), None)


def _replaceable(s: State, seat: int, bearer: str | None) -> tuple[str | None, ...]:
    if bearer is None:
        return (None,)
    slot = s.table.gear(task_of(s).card).slot
    return (None, *s.in_slot(s.seats[seat], bearer, slot))


@verb(open="join", due=("TURN-02", "CHAL-14"), anybody=True)
def joins(
    s: State, me: int, yes: Annotated[bool, notation.YES_OR_NO.of((True, False))], to: Judge
) -> State:
    """Say whether an overcome Foe joins the Crew."""
    is_due(s, me, to, "CHAL-14")
    task, side, rules = task_of(s), s.seats[me], ("CHAL-14", "CREW-02")
    crew = side.crews[task.crew]
    if yes:
        there = len(side.active(crew))
        to.holds(rules, there < s.table.crew_size,
                 "the Crew has {number} active characters and is full", number=there)  # fmt: skip
    to.asked()
    if not yes:
        return to.did("CHAL-14", s, s.pop(), LETS_GO, card=s.title(task.card))
    after = s.pop().lifted(task.card)
    after = after.alter_crew(me, task.crew, members=(*crew.members, task.card))
    return to.did(("CHAL-14", "CREW-07"), s, after, JOINS, card=s.title(task.card),
                  crew=s.crew(task.crew), owner=s.name_of(me))  # fmt: skip


@verb(open="give", due=("TURN-02", "TREASURE-06"), anybody=True)
def gives(
    s: State, me: int, bearer: Annotated[str | None, notation.BEARER.of(_bearers)],
    old: Annotated[str | None, notation.REPLACED.of(_replaceable)], to: Judge,
) -> State:  # fmt: skip
    """Choose the bearer of a won Treasure."""
    is_due(s, me, to, "TREASURE-06")
    card, side = task_of(s).card, s.seats[me]
    slot = s.table.gear(card).slot
    if bearer is None:
        free = s.free_bearers(me, slot)
        to.holds("TREASURE-07", not free,
                 "{bearer} has a free slot for the Treasure, so it must be given",
                 bearer=s.title(free[0] if free else ""))  # fmt: skip
        to.asked()
        return to.did("TREASURE-07", s, s.pop(), LETS_GO, card=s.title(card))
    title = s.title(bearer)
    if slot in SLOT_RULES:
        rules, there = (SLOT_RULES[slot], "TREASURE-07"), s.in_slot(side, bearer, slot)
        room = s.has_room(side, bearer, slot)
        to.holds(rules, old is None or not room,
                 "{bearer} has room, so no Treasure may be replaced", bearer=title)  # fmt: skip
        to.holds(rules, room or old in there,
                 "the Treasure to replace must be one that {bearer} carries: {cards}", bearer=title,
                 cards=s.each_title(there))  # fmt: skip
    to.holds("TREASURE-06", bearer in s.bearers(me), "{bearer} cannot carry the Treasure",
             bearer=title)  # fmt: skip
    to.asked()
    start, s = s, s.pop()
    return to.did("TREASURE-06", start, borne(s, me, card, bearer, old, to))


# ---- picking and learning


def _crews_asked(s: State, _: int) -> tuple[int, ...]:
    return task_of(s).crews if task_of(s).kind == "crew" else ()


@verb(open=("crew", "shed", "lose"), due=("TURN-02", "LOSS-03", "HOLD-05", "LOSS-02"),
      anybody=True)  # fmt: skip
def picks(
    s: State, me: int, what: Annotated[Any, notation.PICKED.of(_crews_asked)], to: Judge
) -> State:
    """Choose the Treasure that another player loses, or one of several Crews."""
    is_due(s, me, to, "LOSS-03", "HOLD-05", "LOSS-02")
    to.holds(("LOSS-03", "LOSS-02", "TREASURE-06"), what in (*_crews_asked(s, me), *pool(s)),
             "this card or Crew cannot be chosen now")  # fmt: skip
    to.asked()
    if task_of(s).kind != "crew":
        return lost(s, task_of(s), what, to)
    left = s.pop()
    return to.did("LOSS-03", s, left.pop().push(task_of(left)._replace(crews=(what,))), PICKS,
                  crew=s.crew(what))  # fmt: skip


@verb(open="learn", due=("TURN-02", "LOSS-09"), anybody=True)
def learns(s: State, me: int, hero: Annotated[str, notation.LEARNER.of(whole_pool)],
           to: Judge) -> State:  # fmt: skip
    """Choose the leading Hero who learns a revelation."""
    is_due(s, me, to, "LOSS-09")
    of_the_pool(s, hero, to, ("LOSS-09", "CREW-01"), "{card} does not lead a Crew of {owner}")
    to.asked()
    return learns_of_father_or_mother(s, task_of(s), hero, to)
