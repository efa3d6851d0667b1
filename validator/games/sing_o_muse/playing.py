"""The Play step: characters, Treasures, Foes and Ordeals from the hand; room in Crews and queues.

In the rulebook: Play; Queues and the Quest action; Crews; Treasures.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import (
    COMPANION,
    FOE,
    HERO,
    IMMEDIATE,
    ORDEAL,
    SHARED,
    SLOT_RULES,
    TREASURE,
)
from validator.games.sing_o_muse.effects import borne
from validator.games.sing_o_muse.losing_companions import discard_character
from validator.games.sing_o_muse.modes import Settled, verb
from validator.games.sing_o_muse.notation import LEADS, ON, QUEUE, TO
from validator.games.sing_o_muse.seat import Pieces, without
from validator.games.sing_o_muse.state import State, Task
from validator.games.sing_o_muse.targets import resolved
from validator.referee import api as ref
from validator.referee.api import Judge, Say, event, turn_of

Location = int | str | None  # a Crew, a character, or nothing further
SHARES = Say("share {card} with all your Crews", "shares {card} with all [their|your] Crews")
BUMPED = event("{card} is bumped")
QUEUED = Say("put {card} into the queue", "puts {card} into the queue")
LEADS_IT = Say("let {card} lead {crew}", "{card} leads {owner}'s {crew}", whole=True)
JOINS = Say("put {card} into {crew}", "{card} joins {owner}'s {crew}", whole=True)
MAKES_ROOM = event("{card} is discarded to make room")
DISCARDS = Say("discard {card}", "discards {card}")
PLACES = {
    HERO: (TO, LEADS), COMPANION: (TO, LEADS), TREASURE: (ON, SHARED),
    FOE: (QUEUE,), ORDEAL: (QUEUE,),
}  # fmt: skip


# ---- candidates


def _type(s: State, card: str) -> str:
    return s.table.cards[card].type if card in s.table.cards else ""


def _places(s: State, _: int, card: str) -> tuple[str, ...]:
    kind = s.table.cards[card].type
    if kind in (HERO, COMPANION):
        return (TO, LEADS) if kind == HERO else (TO,)
    if kind == TREASURE:
        return (SHARED,) if s.table.gear(card).slot == SHARED else (ON,)
    return (QUEUE,) if kind in (FOE, ORDEAL) else ()


def _crews(s: State, _: int, card: str) -> tuple[str, ...]:
    return (TO, LEADS) if _type(s, card) == HERO else (TO,)


def _locations(s: State, seat: int, _: str, where: str) -> tuple[Location, ...]:
    crews = s.seats[seat].crews
    if where in (TO, LEADS):
        return tuple(i for i, crew in enumerate(crews) if bool(crew.leader) == (where == TO))
    return s.members(seat, range(len(crews))) if where == ON else (None,)


NO_ROOM_NEEDED = (None,)


def _extras(s: State, seat: int, card: str, where: str, target: Any) -> Sequence[str | None]:
    """Return the candidates for the piece that makes room for a card, if its place is full."""
    side, table = s.seats[seat], s.table
    if where == TO:
        there = side.active(side.crews[target])
        full = len(there) >= table.crew_size and card not in side.transformed
        return there if full else NO_ROOM_NEEDED
    if where == ON:
        slot = table.gear(card).slot
        return NO_ROOM_NEEDED if s.has_room(side, target, slot) else s.in_slot(side, target, slot)
    if where == QUEUE and len(queue := _queue(s, card)) >= table.capacity:
        return queue
    return NO_ROOM_NEEDED


def _resolvable(s: State, seat: int) -> Pieces:
    """Return the Play Immediately cards that a player can resolve now.

    It is the next drawn card or, if no drawn card is pending, any in the player's hand.
    """
    if s.silver:
        first, card = s.silver[0]
        return (card,) if first == seat else ()
    return tuple([each for each in s.to_play(seat) if _type(s, each) == IMMEDIATE])


def _discardable(s: State, seat: int) -> Pieces:
    return (*s.to_play(seat), *s.seats[seat].waiting)


def _queue(s: State, card: str) -> Pieces:
    return s.foes if _type(s, card) == FOE else s.ordeals


# ---- whose cards


def in_hand(s: State, me: int, card: str, to: Judge, *rules: str) -> None:
    """Check that the card is in the player's hand, and is not a Quest card."""
    to.holds("DECK-02", card not in s.table.quests, "{card} is a Quest card", card=s.title(card))
    to.holds(rules, card in s.seats[me].hand, "{card} is not in {player}'s hand",
             card=s.title(card))  # fmt: skip


def not_held_back(s: State, card: str, to: Judge) -> None:
    """Check that a card may be played in the Play step: it is not a Hold This Card."""
    to.holds(("HOLD-02", "PLAY-02"), card not in s.table.held_back,
             "{card} is a Hold This Card; use it with 'favor', 'wrath' or 'hold'",
             card=s.title(card))  # fmt: skip


# ---- where a card goes


def fits(s: State, me: int, card: str, where: str, to: Judge) -> None:
    """Check that a card may go to a place: the place is for its type, and only Heroes lead."""
    kind, title = _type(s, card), s.title(card)
    places = PLACES.get(kind)
    if places is not None and not (kind == FOE and s.table.cards[card].join):
        to.holds(("PLAY-01", "PLAY-04"), where in places,
                 "{card} has the type {kind} and cannot be played with '{where}'", card=title,
                 kind=kind, where=where)  # fmt: skip
    if where == LEADS:
        only_a_hero_leads(s, me, card, to)


def only_a_hero_leads(s: State, me: int, card: str, to: Judge) -> None:
    """Check that a Crew is led by a Hero who is not transformed."""
    title = s.title(card)
    to.holds("CREW-01", _type(s, card) == HERO, "{card} is not a Hero", card=title)
    to.holds("CREW-01", card not in s.seats[me].transformed,
             "{card} is transformed and cannot lead", card=title)  # fmt: skip


def number_of_crews(s: State, me: int, where: str, label: int, to: Judge) -> None:
    """Check that a player has at most the allowed number of Crews, each with one leader."""
    labels, crews = s.table.labels, s.seats[me].crews
    to.holds(("CREW-05", "CREW-04"), label < len(labels),
             "a player may have at most {number} Crews", number=len(labels))  # fmt: skip
    leader = crews[label].leader
    if where == LEADS:
        to.holds(("CREW-05", "CREW-04"), not leader, "{crew} already has a leader, {hero}",
                 crew=s.crew(label), hero=s.title(leader))  # fmt: skip
    else:
        to.holds("CREW-01", leader, "there is no {crew}", crew=s.crew(label))


def room_in_crew(
    s: State, me: int, card: str, label: int, discarded: str | None, to: Judge
) -> None:
    """Check that a Crew does not exceed its limit.

    If there is no room, the character replaces another one or is discarded.
    """
    side, rules = s.seats[me], ("CREW-02", "CREW-03")
    crew, there = side.crews[label], side.active(side.crews[label])
    full = len(there) >= s.table.crew_size and card not in side.transformed
    if discarded is None:
        to.holds(rules, not full, "{crew} has {number} active characters and is full",
                 crew=s.crew(label), number=len(there))  # fmt: skip
        return
    to.holds(rules, full, "{crew} has room, so nobody has to be discarded", crew=s.crew(label))
    to.holds(rules, discarded in there,
             "{card} is not an active character of {crew}, so discarding it makes no room",
             card=s.title(discarded), crew=s.crew(label))  # fmt: skip
    if discarded == crew.leader:
        to.holds("CREW-11", s.successors(me, label),
                 "the leader can be discarded only if the Crew has another active "
                 "Hero")  # fmt: skip


def room_for_treasure(
    s: State, me: int, card: str, bearer: str, extra: str | None, to: Judge
) -> None:
    """Check that an active character carries the Treasure, within the limit for its class.

    The same limit holds for Treasures that are passed on (`rearranging`) and won (`answers`).
    """
    side, slot, title = s.seats[me], s.table.gear(card).slot, s.title(bearer)
    to.holds("TREASURE-06", side.crew_of(bearer) is not None,
             "{bearer} is not in a Crew of {player}", bearer=title)  # fmt: skip
    to.holds("TREASURE-06", bearer not in side.transformed,
             "{bearer} is transformed and cannot carry a Treasure", bearer=title)  # fmt: skip
    room, there = s.has_room(side, bearer, slot), s.in_slot(side, bearer, slot)
    if extra is None:
        if slot in SLOT_RULES:
            to.holds((SLOT_RULES[slot], "TREASURE-07"), room,
                     "{bearer} already carries {cards}; one of them must be discarded",
                     bearer=title, cards=s.each_title(there))  # fmt: skip
        elif slot == "bauble":
            to.holds("TREASURE-04", True, "a character may carry any number of baubles")
        return
    if slot == "bauble":
        to.forbids("TREASURE-04", "a bauble cannot replace another Treasure")
    to.holds(
        "TREASURE-07", not room, "{bearer} has room, so nothing has to be discarded", bearer=title
    )
    to.holds("TREASURE-07", extra in there,
             "{card} is not of class {slot}, or {bearer} does not carry it", card=s.title(extra),
             slot=slot, bearer=title)  # fmt: skip


def room_in_queue(s: State, card: str, bumped: str | None, to: Judge) -> None:
    """Check that a card may enter its queue.

    If the queue is full, the card takes the place of one that was there before this turn.
    """
    queue, fresh = _queue(s, card), s.fresh
    full = len(queue) >= s.table.capacity
    if bumped is None:
        to.holds(("QUEUE-02", "QUEUE-03"), not full,
                 "{number} [card is|cards are] in the queue, which is full",
                 number=len(queue))  # fmt: skip
        return
    to.holds("BLOCK-05", bumped not in s.blocking, "{card} blocks a Quest and cannot be bumped",
             card=s.title(bumped))  # fmt: skip
    to.holds("QUEUE-06", full, "the queue has room, so no card may be bumped", number=len(queue))
    to.holds("QUEUE-03", bumped in queue, "{card} is not in this queue", card=s.title(bumped))
    all_new = all(each in fresh for each in queue)
    to.holds(("QUEUE-04", "QUEUE-05") if all_new else "QUEUE-04", bumped not in fresh or all_new,
             "{card} was put into the queue this turn and cannot be bumped",
             card=s.title(bumped))  # fmt: skip


# ---- playing and placing


Extra = Annotated[str | None, notation.MAKING_ROOM.of(_extras)]
At = Annotated[Any, notation.LOCATION.of(_locations)]
OWN_CARDS = ref.gate("TURN-02", "SETUP-08", "PLAY-06",
                     why=lambda s: turn_of(s.name_of(s.turn)))  # fmt: skip


@verb(open=phases.PLAY, turn=OWN_CARDS)
def play(
    s: State, me: int, card: Annotated[str, notation.PLAYED.of(State.to_play)],
    where: Annotated[str, notation.place_of(
        "to CREW|leads CREW|on CHARACTER|shared|queue").of(_places)],
    target: At, extra: Extra, to: Judge,
) -> State:  # fmt: skip
    """Play a card from your hand to a place that its type allows."""
    in_hand(s, me, card, to, "PLAY-06")
    not_held_back(s, card, to)
    fits(s, me, card, where, to)
    kind = _type(s, card)
    if where in (TO, LEADS):
        to.holds(("CREW-07", "PLAY-04"), kind != FOE,
                 "{card} is a Foe and can join a Crew only after it is overcome",
                 card=s.title(card))  # fmt: skip
        number_of_crews(s, me, where, target, to)
        if where == TO:
            room_in_crew(s, me, card, target, extra, to)
    elif kind == TREASURE:
        is_shared = s.table.gear(card).slot == SHARED
        to.holds(("TREASURE-05", "TREASURE-06"), is_shared == (where == SHARED),
                 "{card} is a shared Treasure and must be played with "
                 "'shared'" if is_shared else ("{card} must be carried by a character"),
                 card=s.title(card))  # fmt: skip
        if where == ON:
            room_for_treasure(s, me, card, target, extra, to)
    elif where == QUEUE:
        room_in_queue(s, card, extra, to)
    to.asked()
    return laid(s, me, card, where, target, extra, to)


def laid(s: State, me: int, card: str, where: str, target: Any, extra: str | None,
         to: Judge) -> State:  # fmt: skip
    """Lay a card from the hand in its place."""
    if where in (TO, LEADS):
        own = s.seats[me]
        gone = s.alter(me, hand=without(own.hand, card), dealt=without(own.dealt, card))
        return into_crew(s, gone, me, card, where, target, extra, to, "PLAY-03", "PLAY-01")
    if where == QUEUE:
        return to.did("PLAY-03", s, queued(s, card, extra, to))
    if where == SHARED:
        return to.did(("PLAY-03", "TREASURE-05", "PLAY-01"), s, s.moved(me, "shared", card),
                      SHARES, card=s.title(card))  # fmt: skip
    return to.did(("PLAY-03", "PLAY-01"), s, borne(s, me, card, target, extra, to))


def queued(s: State, card: str, extra: str | None, to: Judge) -> State:
    """Put a Foe or an Ordeal into its queue."""
    start = s
    if extra is not None:
        rules = ("QUEUE-03", "QUEUE-04", "QUEUE-05") if extra in s.fresh else (
            "QUEUE-03", "QUEUE-04")  # fmt: skip
        s = to.did(rules, s, s.thrown(extra), BUMPED, card=s.title(extra))
    queue = "foes" if _type(s, card) == FOE else "ordeals"
    s = s.lifted(card)
    changes: dict[str, Any] = {queue: (*getattr(s, queue), card), "fresh": (*s.fresh, card)}
    return to.did(("PLAY-04", "QUEUE-01"), start, s._replace(**changes), QUEUED, card=s.title(card))


def into_crew(
    start: State, s: State, me: int, card: str, where: str, label: int, extra: str | None,
    to: Judge, *rules: str,
) -> State:  # fmt: skip
    """Put a character into a Crew. `start` is the state before the character left its zone."""
    crew, leads = s.seats[me].crews[label], where == LEADS
    if leads:
        s = s.alter_crew(me, label, leader=card)
        rules = ("CREW-04", "CREW-01", *rules)
    else:
        s = s.alter_crew(me, label, members=(*crew.members, card))
        rules = ("CREW-02", *rules)
        if _type(s, card) == HERO:
            rules = (*rules, "CREW-06", "CREW-04")
        if crew.quest:
            rules = (*rules, "PLAY-05")
    s = to.did(rules, start, s, LEADS_IT if leads else JOINS, card=s.title(card),
               crew=s.crew(label), owner=s.name_of(me))  # fmt: skip
    if extra is None:
        return s
    before, s = s, discard_character(s, me, extra, to)
    s = to.did("CREW-03", before, s, MAKES_ROOM, card=s.title(extra))
    if extra != crew.leader:
        return s
    must = s.pop().push(Task("promote", me, of=me, crew=label, what="must"))
    return to.did("CREW-11", before, must)


def still_playing(s: State, _: int, to: Judge) -> None:
    """Check that the Play step is not over."""
    to.holds(("TURN-01", "WITHDRAW-05", "PLAY-06", "CREW-10"), s.mode == phases.PLAY,
             "the Play step of this turn is over")  # fmt: skip


@verb(open=(phases.PLAY, phases.QUEST), early=still_playing)
def place(
    s: State, me: int,
    card: Annotated[str, notation.PLACED.of(lambda s, me: s.seats[me].waiting)],
    where: Annotated[str, notation.place_of("to CREW|leads CREW").of(_crews)],
    target: At, extra: Extra, to: Judge,
) -> State:  # fmt: skip
    """Put a waiting character into a Crew."""
    own, title = s.seats[me], s.title(card)
    to.holds("DECK-02", card not in s.table.quests, "{card} is a Quest card", card=title)
    to.holds(("WITHDRAW-05", "CREW-10"), card in own.waiting, "{card} does not have to be placed",
             card=title)  # fmt: skip
    to.holds(("WITHDRAW-05", "PLAY-01"), where in (TO, LEADS), "{card} must be placed in a Crew",
             card=title)  # fmt: skip
    fits(s, me, card, where, to)
    number_of_crews(s, me, where, target, to)
    if where == TO:
        room_in_crew(s, me, card, target, extra, to)
    to.asked()
    waiting, late = without(own.waiting, card), without(own.late, card)
    left = s.alter(me, waiting=waiting, late=late)
    return into_crew(s, left, me, card, where, target, extra, to, "WITHDRAW-05", "PLAY-01")


# ---- discarding


def no_room_for(s: State, me: int, card: str, to: Judge) -> None:
    """Check that no Crew has room for a character who is discarded."""
    side, size = s.seats[me], s.table.crew_size
    turned, leads = card in side.transformed, _type(s, card) == HERO
    for label, crew in enumerate(side.crews):
        rules = ("CREW-03", "PLAY-02")
        if crew.leader:
            to.holds(rules, not turned and len(side.active(crew)) >= size,
                     "{crew} has room, so {card} cannot be discarded", crew=s.crew(label),
                     card=s.title(card))  # fmt: skip
        else:
            to.holds(rules, not leads or turned,
                     "{card} can lead {crew}, so it cannot be discarded", card=s.title(card),
                     crew=s.crew(label))  # fmt: skip


@verb(open=phases.PLAY, turn=OWN_CARDS)
def discard(
    s: State, me: int, card: Annotated[str, notation.GIVEN_UP.of(_discardable)], to: Judge
) -> State:
    """Discard a card for which no Crew or bearer has room."""
    waits, kind, title = card in s.seats[me].waiting, _type(s, card), s.title(card)
    if not waits:
        in_hand(s, me, card, to, "PLAY-06")
    not_held_back(s, card, to)
    if waits or kind in (HERO, COMPANION):
        no_room_for(s, me, card, to)
    if kind == TREASURE:
        slot = s.table.gear(card).slot
        rules = ("TREASURE-07", "PLAY-02")
        to.holds(rules, slot != SHARED, "{card} can be shared, so it cannot be discarded",
                 card=title)  # fmt: skip
        free = s.free_bearers(me, slot)
        to.holds(rules, not free,
                 "{bearer} has a free slot for the Treasure, so it cannot be discarded",
                 bearer=s.title(free[0] if free else ""))  # fmt: skip
    to.holds(("PLAY-04", "PLAY-02"), waits or kind not in (FOE, ORDEAL),
             "{card} must be put into its queue", card=title)  # fmt: skip
    to.holds("IMM-01", kind != IMMEDIATE, "{card} acts at once and must be resolved", card=title)
    to.asked()
    if waits:
        return discard_character(s, me, card, to)
    rule = "TREASURE-07" if kind == TREASURE else "CREW-03"
    return to.did(rule, s, s.thrown(card), DISCARDS, card=title)


# ---- Play Immediately


def before_the_quests(s: State, _: int, to: Judge) -> None:
    """Check that Play Immediately cards are resolved before the Quest step."""
    to.holds("IMM-01", s.mode != phases.QUEST, "the Play step of this turn is over")


@verb(open=(phases.RESOLVE, phases.PLAY, phases.QUEST), due=("HOLD-05", "IMM-02"), anybody=True,
      early=before_the_quests, shows=True)  # fmt: skip
def resolve(
    s: State, me: int, card: Annotated[str, notation.HAND_CARD.of(_resolvable)],
    on: Annotated[str | None, notation.TARGET], to: Judge,
) -> State:  # fmt: skip
    """Resolve a Play Immediately card; drawn cards in the order in which they were drawn."""
    title, due = s.title(card), (me, card) in s.silver
    if not due:
        in_hand(s, me, card, to, "IMM-01")
        to.holds("IMM-01", _type(s, card) == IMMEDIATE, "{card} is not a Play Immediately card",
                 card=title)  # fmt: skip
        to.holds("IMM-01", s.turn == me, "it is {other}'s turn", other=s.name_of(s.turn))
    if s.silver:
        first, other = s.silver[0]
        to.holds("IMM-02", (first, other) == (me, card), "{other} must resolve {card} first",
                 other=s.name_of(first), card=s.title(other))  # fmt: skip
    rules = ("IMM-01", "IMM-03", "IMM-02") if due else ("IMM-01", "IMM-03")
    if on is not None:
        resolved(s, me, card, "on_draw", on, Judge())
    to.asked()
    return to.did(rules, s, resolved(s, me, card, "on_draw", on, Settled(to), *rules))
