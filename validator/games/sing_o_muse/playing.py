"""The Play step: characters, Treasures, Foes and Ordeals from the hand; effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.answers import resolved
from validator.games.sing_o_muse.cards import (
    COMPANION,
    FOE,
    HERO,
    IMMEDIATE,
    ORDEAL,
    SHARED,
    TREASURE,
)
from validator.games.sing_o_muse.effects import borne
from validator.games.sing_o_muse.losses import buried
from validator.games.sing_o_muse.modes import ASKED, MODES, TURN
from validator.games.sing_o_muse.notation import LEADS, ON, QUEUE, TO
from validator.games.sing_o_muse.state import Pieces, State, Task, without
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record

# ---- candidates


def _modes(state: State, _: int, card: str) -> tuple[str, ...]:
    kind = state.table.cards[card].type
    if kind in (HERO, COMPANION):
        return (TO, LEADS) if kind == HERO else (TO,)
    if kind == TREASURE:
        return (SHARED,) if state.table.gear(card).slot == SHARED else (ON,)
    return (QUEUE,) if kind in (FOE, ORDEAL) else ()


def _locations(state: State, seat: int, _card: str, mode: str) -> tuple[Any, ...]:
    labels = range(len(state.table.labels))
    crews = state.seats[seat].crews
    if mode == TO:
        return tuple(label for label in labels if crews[label].leader)
    if mode == LEADS:
        return tuple(label for label in labels if not crews[label].leader)
    return state.members(seat, labels) if mode == ON else (None,)


NO_ROOM_NEEDED = (None,)


def _extras(state: State, seat: int, card: str, mode: str, location: Any) -> Sequence[str | None]:
    """Candidates to make room where there is none."""
    side, table = state.seats[seat], state.table
    if mode == TO:
        there = side.active(side.crews[location])
        full = len(there) >= table.crew_size and card not in side.transformed
        return there if full else NO_ROOM_NEEDED
    if mode == ON:
        slot = table.gear(card).slot
        free = state.has_room(side, location, slot)
        return NO_ROOM_NEEDED if free else state.in_slot(side, location, slot)
    if mode == QUEUE and len(queue := _queue(state, card)) >= table.capacity:
        return queue
    return NO_ROOM_NEEDED


def _resolvable(state: State, seat: int) -> Pieces:
    """The next Play Immediately card of a draw; without one, those that came otherwise."""
    if state.silver:
        first, card = state.silver[0]
        return (card,) if first == seat else ()
    return tuple([e for e in state.to_play(seat) if _type(state, e) == IMMEDIATE])


OWN_CARDS = ref.gate(*TURN.rules, "SING-PLAY-06", why=TURN.why)
UNDER_WAY = ref.gate("SING-HOLD-05", "SING-IMM-02", why="an effect is under way")
FINISHED_FIRST = {
    **dict.fromkeys(ASKED, UNDER_WAY),
    phases.DRAW: ref.gate("SING-HOLD-05", "SING-IMM-02", why="the draw is not complete"),
    phases.QUEST: ref.gate("SING-IMM-01", why="the Play step of this turn is over"),
}


def _play_step(*rules: str) -> dict[str, ref.Gate]:
    """The gates of the Play step: the draw comes before it, the Quest step after it."""
    drawing = ref.gate(*MODES[phases.DRAW].rules, *rules, why=MODES[phases.DRAW].why)
    over = ref.gate("SING-TURN-01", *rules, why="the Play step of this turn is over")
    return {phases.DRAW: drawing, phases.QUEST: over}


play = Verb(
    "play", about="Play a card from your hand to a place that its type allows.",
    modes=(phases.PLAY,), gates=_play_step("SING-PLAY-06", "SING-PLAY-02"), turn=OWN_CARDS,
    args=(
        notation.PLAYED.of(State.to_play),
        notation.place_of("to CREW|leads CREW|on CHARACTER|shared|queue").of(_modes),
        notation.LOCATION.of(_locations), notation.MAKING_ROOM.of(_extras),
    ),
)  # fmt: skip
place = Verb(
    "place", about="Put a waiting character into a Crew.",
    modes=(phases.PLAY,), gates=_play_step("SING-WITHDRAW-05", "SING-PLAY-06", "SING-CREW-10"),
    args=(
        notation.PLACED.of(lambda state, seat: state.seats[seat].waiting),
        notation.place_of("to CREW|leads CREW").of(
            lambda state, _, card: (TO, LEADS) if _type(state, card) == HERO else (TO,)
        ),
        notation.LOCATION.of(_locations), notation.MAKING_ROOM.of(_extras),
    ),
)  # fmt: skip
discard = Verb(
    "discard", about="Discard a card for which there is no room.",
    args=(
        notation.GIVEN_UP.of(
            lambda state, seat: (*state.to_play(seat), *state.seats[seat].waiting)
        ),
    ),
    modes=(phases.PLAY,), gates=_play_step("SING-PLAY-06", "SING-PLAY-02"), turn=OWN_CARDS,
)  # fmt: skip
resolve = Verb(
    "resolve", about="Carry out a Play Immediately effect, in drawn order.", anybody=True,
    shows=True, modes=(phases.RESOLVE, phases.PLAY), gates=FINISHED_FIRST,
    args=(notation.HAND_CARD.of(_resolvable), notation.TARGET),
)  # fmt: skip
VERBS = (play, place, discard, resolve)

# ---- whose cards, and when


@ref.guards_for((play, discard, place, resolve), "SING-DECK-02")
def no_quest(state: State, _: int, card: str) -> Verdict:
    return f"{state.title(card)} is a Quest card" if card in state.table.quests else KEPT


@play.guard("SING-PLAY-06")
def from_the_hand(state: State, seat: int, card: str) -> Verdict:
    return state.not_in_hand(seat, card)


@place.guard("SING-WITHDRAW-05", "SING-CREW-10")
def who_waits(state: State, seat: int, card: str) -> Verdict:
    if card in state.seats[seat].waiting:
        return KEPT
    return f"{state.title(card)} does not wait to be placed"


@ref.guards_for((play, discard), "SING-HOLD-02", "SING-PLAY-02")
def held_back(state: State, _: int, card: str) -> Verdict:
    """A Hold This Card stays in hand until it is used."""
    if card not in state.table.held_back:
        return NOT_CONCERNED
    return f"{state.title(card)} is a Hold This Card: 'favor', 'wrath' or 'hold'"


# ---- where a card goes


def _type(state: State, card: str) -> str:
    return state.table.cards[card].type if card in state.table.cards else ""


PLACES = {
    HERO: (TO, LEADS), COMPANION: (TO, LEADS), TREASURE: (ON, SHARED),
    FOE: (QUEUE,), ORDEAL: (QUEUE,),
}  # fmt: skip


@ref.guards_for((play, place), "SING-PLAY-01", "SING-PLAY-04")
def where_its_kind_goes(state: State, _: int, card: str, mode: str) -> Verdict:
    kind = _type(state, card)
    fits = PLACES.get(kind)
    if kind == FOE and state.table.cards[card].join and mode in (TO, LEADS):
        return KEPT
    if fits is None:
        return NOT_CONCERNED
    return KEPT if mode in fits else f"{state.title(card)} is of type {kind}, not for '{mode}'"


@place.guard("SING-WITHDRAW-05", "SING-PLAY-01")
def placed_in_a_crew(state: State, _: int, card: str, mode: str) -> Verdict:
    return KEPT if mode in (TO, LEADS) else f"{state.title(card)} is placed in a Crew"


@play.guard("SING-CREW-07", "SING-PLAY-04")
def foes_join_only_when_overcome(state: State, _: int, card: str, mode: str) -> Verdict:
    """A drawn Foe goes to the queue, even if it can join a Crew later."""
    if mode not in (TO, LEADS) or _type(state, card) != FOE:
        return NOT_CONCERNED
    return f"{state.title(card)} is a Foe until it is overcome"


@ref.guards_for((play, place), "SING-CREW-01")
def only_heroes_lead(state: State, seat: int, card: str, mode: str) -> Verdict:
    if mode != LEADS:
        return NOT_CONCERNED
    if _type(state, card) != HERO:
        return f"{state.title(card)} is not a Hero"
    return f"{state.title(card)} is transformed" if card in state.seats[seat].transformed else KEPT


@play.guard("SING-TREASURE-05", "SING-TREASURE-06")
def shared_or_not(state: State, _: int, card: str, mode: str) -> Verdict:
    """A shared Treasure belongs to the player, all others to a character."""
    if mode not in (ON, SHARED) or _type(state, card) != TREASURE:
        return NOT_CONCERNED
    is_shared = state.table.gear(card).slot == SHARED
    if is_shared == (mode == SHARED):
        return KEPT
    who = "belongs to the player" if is_shared else "is carried by a character"
    return f"{state.title(card)} {who}"


@ref.guards_for((play, place), "SING-CREW-05", "SING-CREW-04")
def so_many_crews(state: State, seat: int, _: str, mode: str, location: Any) -> Verdict:
    if mode not in (TO, LEADS):
        return NOT_CONCERNED
    if location >= len(state.table.labels):
        return f"{len(state.table.labels)} Crews at most"
    crew = state.seats[seat].crews[location]
    if mode == LEADS and crew.leader:
        return f"{state.crew(location)} has a leader, {state.title(crew.leader)}"
    return KEPT


@ref.guards_for((play, place), "SING-CREW-01")
def led_by_a_hero(state: State, seat: int, _: str, mode: str, location: Any) -> Verdict:
    if mode != TO or location >= len(state.table.labels):
        return NOT_CONCERNED
    if state.seats[seat].crews[location].leader:
        return KEPT
    return f"there is no {state.crew(location)}"


@play.guard("SING-TREASURE-06")
def on_an_active_character(state: State, seat: int, _: str, mode: str, location: Any) -> Verdict:
    if mode != ON:
        return NOT_CONCERNED
    side, title = state.seats[seat], state.title(location)
    if side.crew_of(location) is None:
        return f"{title} is in no Crew of {state.name_of(seat)}"
    return f"{title} is transformed" if location in side.transformed else KEPT


# ---- making room


@ref.guards_for((play, place), "SING-CREW-02", "SING-CREW-03")
def room_in_the_crew(
    state: State, seat: int, card: str, mode: str, location: Any, extra: Any
) -> Verdict:
    """A Crew has a limit; a character without room replaces another or is discarded."""
    if mode != TO or location >= len(state.table.labels):
        return NOT_CONCERNED
    side, table = state.seats[seat], state.table
    crew = side.crews[location]
    there = side.active(crew)
    full = len(there) >= table.crew_size and card not in side.transformed
    if extra is None:
        return f"{table.crew(location)} has {len(there)} active characters" if full else KEPT
    if not full:
        return f"{table.crew(location)} has room: nobody is discarded"
    if extra in there:
        return KEPT
    return f"discarding {table.title(extra)} makes no room in {table.crew(location)}"


@ref.guards_for((play, place), "SING-CREW-11")
def leader_makes_room(
    state: State, seat: int, _: str, mode: str, location: Any, extra: Any
) -> Verdict:
    if mode != TO or extra is None or location >= len(state.table.labels):
        return NOT_CONCERNED
    crew = state.seats[seat].crews[location]
    if extra != crew.leader:
        return NOT_CONCERNED
    return KEPT if state.successors(seat, location) else "no other active Hero is in the Crew"


@play.guard("SING-TREASURE-01", "SING-TREASURE-02", "SING-TREASURE-03", "SING-TREASURE-07")
def one_of_a_class(
    state: State, seat: int, card: str, mode: str, location: Any, extra: Any
) -> Verdict:
    gear, side = state.table.gear_of(card), state.seats[seat]
    if mode != ON or gear is None or gear.slot not in state.table.slot_rules:
        return NOT_CONCERNED
    if extra is not None or state.has_room(side, location, gear.slot):
        return KEPT
    facts = state.carries(side, location, gear.slot)
    return Breach(state.table.slot_rules[gear.slot], facts), Breach("SING-TREASURE-07", facts)


@play.guard("SING-TREASURE-04")
def baubles_without_end(
    state: State, _: int, card: str, mode: str, __: object, extra: object
) -> Verdict:
    if mode != ON or (gear := state.table.gear_of(card)) is None or gear.slot != "bauble":
        return NOT_CONCERNED
    return KEPT if extra is None else "a bauble takes no place of another"


@play.guard("SING-TREASURE-07")
def the_one_in_the_slot(
    state: State, seat: int, card: str, mode: str, location: Any, extra: Any
) -> Verdict:
    """The Treasure in a taken slot is discarded, and no other."""
    if mode != ON or extra is None or (gear := state.table.gear_of(card)) is None:
        return NOT_CONCERNED
    side = state.seats[seat]
    if state.has_room(side, location, gear.slot):
        return f"{state.title(location)} has room: nothing is discarded"
    if extra in state.in_slot(side, location, gear.slot):
        return KEPT
    return f"{state.title(extra)} is no {gear.slot} of {state.title(location)}"


def _queue(state: State, card: str) -> Pieces:
    return state.foes if _type(state, card) == FOE else state.ordeals


@play.guard("SING-QUEUE-02", "SING-QUEUE-03")
def room_in_the_queue(
    state: State, _: int, card: str, mode: str, __: object, extra: object
) -> Verdict:
    if mode != QUEUE or extra is not None:
        return NOT_CONCERNED
    there = len(_queue(state, card))
    return KEPT if there < state.table.capacity else f"{there} cards are in the queue"


@play.guard("SING-QUEUE-06")
def no_bump_with_room(
    state: State, _: int, card: str, mode: str, __: object, extra: object
) -> Verdict:
    if mode != QUEUE or extra is None:
        return NOT_CONCERNED
    there = len(_queue(state, card))
    full = there >= state.table.capacity
    return KEPT if full else f"{there} cards are in the queue: there is room"


@play.guard("SING-BLOCK-05")
def blocking_cards_stay(
    state: State, _: int, _card: str, mode: str, __: object, extra: object
) -> Verdict:
    if mode != QUEUE or extra not in state.blocking:
        return NOT_CONCERNED
    return f"{state.title(extra)} blocks a Quest"


@play.guard("SING-QUEUE-03")
def from_the_same_queue(
    state: State, _: int, card: str, mode: str, __: object, extra: Any
) -> Verdict:
    if mode != QUEUE or extra is None:
        return NOT_CONCERNED
    return KEPT if extra in _queue(state, card) else f"{state.title(extra)} is not in that queue"


@play.guard("SING-QUEUE-04")
def there_before(state: State, _: int, card: str, mode: str, __: object, extra: object) -> Verdict:
    if mode != QUEUE or extra not in (queue := _queue(state, card)):
        return NOT_CONCERNED
    if extra in state.fresh and not all(each in state.fresh for each in queue):
        return f"{state.title(extra)} came this turn"
    return KEPT


@play.guard("SING-QUEUE-05")
def all_new(state: State, _: int, card: str, mode: str, __: object, extra: object) -> Verdict:
    """If all queue cards are new, any can be removed."""
    if mode != QUEUE or extra not in (queue := _queue(state, card)):
        return NOT_CONCERNED
    return KEPT if all(each in state.fresh for each in queue) else NOT_CONCERNED


# ---- discarding


@discard.guard("SING-PLAY-06")
def own_card(state: State, seat: int, card: str) -> Verdict:
    if card in state.seats[seat].waiting or card in state.table.quests:
        return NOT_CONCERNED
    return state.not_in_hand(seat, card)


@discard.guard("SING-CREW-03", "SING-PLAY-02")
def no_room_for_it(state: State, seat: int, card: str) -> Verdict:
    side, table = state.seats[seat], state.table
    if _type(state, card) not in (HERO, COMPANION) and card not in side.waiting:
        return NOT_CONCERNED
    turned = card in side.transformed
    for label, crew in enumerate(side.crews):
        if crew.leader and (turned or len(side.active(crew)) < table.crew_size):
            return f"{table.crew(label)} has room"
        if not crew.leader and _type(state, card) == HERO and not turned:
            return f"{table.title(card)} can lead {table.crew(label)}"
    return KEPT


@discard.guard("SING-TREASURE-07", "SING-PLAY-02")
def no_slot_for_it(state: State, seat: int, card: str) -> Verdict:
    if _type(state, card) != TREASURE:
        return NOT_CONCERNED
    slot = state.table.gear(card).slot
    if slot == SHARED:
        return f"{state.title(card)} can be shared"
    free = state.free_bearers(seat, slot)
    return f"{state.title(free[0])} has the slot free" if free else KEPT


@discard.guard("SING-PLAY-04", "SING-PLAY-02")
def to_its_queue(state: State, seat: int, card: str) -> Verdict:
    if _type(state, card) not in (FOE, ORDEAL) or card in state.seats[seat].waiting:
        return NOT_CONCERNED
    return f"{state.title(card)} goes to its queue"


@discard.guard("SING-IMM-01")
def carried_out(state: State, _: int, card: str) -> Verdict:
    if _type(state, card) != IMMEDIATE:
        return NOT_CONCERNED
    return f"{state.title(card)} is carried out"


# ---- carrying out


@play.effect
def _play(
    state: State, seat: int, card: str, mode: str, location: Any, extra: Any, trace: Trace | None
) -> State:
    if trace is not None:
        _record_play(state, seat, card, mode, location, trace)
    if mode in (TO, LEADS):
        side = state.seats[seat]
        left = {"hand": without(side.hand, card), "dealt": without(side.dealt, card)}
        return _into_crew(state, seat, card, mode, location, extra, trace, **left)
    if mode == QUEUE:
        return _queued(state, seat, card, extra, trace)
    if mode == SHARED:
        return state.moved(seat, "shared", card)
    return borne(state, seat, card, location, extra, trace)


def _record_play(
    state: State, seat: int, card: str, mode: str, location: Any, trace: Trace
) -> None:
    name = state.name_of(seat)
    hand = f"{name}.hand"
    trace("SING-PLAY-03", hand)
    if mode in (TO, LEADS):
        trace("SING-PLAY-01", hand, *state.where(seat, location))
    elif mode == SHARED:
        facts = (f"{name}.shared", f"{name}.*.might", f"{name}.*.traits")
        text = f"{name} shares {state.title(card)} with all Crews"
        trace("SING-TREASURE-05", *facts, text=text)
        trace("SING-PLAY-01", f"{name}.shared", hand)
    elif mode == ON:
        trace("SING-PLAY-01", hand, f"{name}.*.treasures")


def _queued(state: State, seat: int, card: str, extra: str | None, trace: Trace | None) -> State:
    table = state.table
    queue = "foes" if table.cards[card].type == FOE else "ordeals"
    if extra is not None:
        rules: tuple[str, ...] = ("SING-QUEUE-03", "SING-QUEUE-04")
        rules = (*rules, "SING-QUEUE-05") if extra in state.fresh else rules
        record(trace, rules, queue, "discard", text=f"{table.title(extra)} is bumped")
    hand = f"{state.name_of(seat)}.hand"
    record(trace, "SING-PLAY-04", queue, hand, text=f"{table.title(card)} joins the {queue}")
    record(trace, "SING-QUEUE-01", queue, "fresh")
    state = state.lifted(card)
    if extra is not None:
        state = state.thrown(extra)
    changes: dict[str, Any] = {queue: (*getattr(state, queue), card)}
    return state._replace(fresh=(*state.fresh, card), **changes)


def _into_crew(
    state: State, seat: int, card: str, mode: str, label: int, extra: str | None,
    trace: Trace | None, **changes: object,
) -> State:  # fmt: skip
    """Put a character into a Crew. `changes`: the player's zone that it came from."""
    table = state.table
    crews = state.seats[seat].crews
    crew = crews[label]
    facts = state.where(seat, label, "leader", "members", "might", "traits", "size")
    if trace is not None:
        title, whose = table.title(card), f"{table.crew(label)} of {state.name_of(seat)}"
        text = f"{title} leads {whose}" if mode == LEADS else f"{title} joins {whose}"
        if mode == LEADS:
            trace(("SING-CREW-04", "SING-CREW-01"), *facts, text=text)
        else:
            trace("SING-CREW-02", *facts, text=text)
        if mode == TO and table.cards[card].type == HERO:
            trace(("SING-CREW-06", "SING-CREW-04"), *facts)
        if mode == TO and crew.quest:
            trace("SING-PLAY-05", *facts)
    if mode == LEADS:
        crew = crew._replace(leader=card)
    else:
        crew = crew._replace(members=(*crew.members, card))
    state = state.alter(seat, crews=ref.put(crews, label, crew), **changes)
    if extra is None:
        return state
    leads = extra == crew.leader
    if trace is not None:
        trace("SING-CREW-03", *facts, "discard", text=f"{table.title(extra)} makes room")
    state = buried(state, seat, extra, trace)
    if leads:
        state = state.pop().push(Task("promote", seat, of=seat, crew=label, what="must"))
        if trace is not None:
            trace("SING-CREW-11", *facts, "agenda")
    return state


@place.effect
def _place(
    state: State, seat: int, card: str, mode: str, location: Any, extra: Any, trace: Trace | None
) -> State:
    side = state.seats[seat]
    name = state.name_of(seat)
    facts = (f"{name}.waiting", f"{name}.late", f"{name}.transformed", f"{name}.treasures",
             f"{name}.learned", *state.where(seat, location))  # fmt: skip
    record(trace, ("SING-WITHDRAW-05", "SING-PLAY-01"), *facts)
    waiting, late = without(side.waiting, card), without(side.late, card)
    return _into_crew(state, seat, card, mode, location, extra, trace, waiting=waiting, late=late)


@discard.effect
def _discard(state: State, seat: int, card: str, trace: Trace | None) -> State:
    if card in state.seats[seat].waiting:
        return buried(state, seat, card, trace)
    name = state.name_of(seat)
    rule = "SING-TREASURE-07" if _type(state, card) == TREASURE else "SING-CREW-03"
    record(trace, rule, f"{name}.hand", "discard", text=f"{name} discards {state.title(card)}")
    return state.thrown(card)


# ---- Play Immediately


@resolve.guard("SING-IMM-01")
def acts_when_drawn(state: State, seat: int, card: str) -> Verdict:
    """The card acts when drawn; one that came otherwise acts in the player's Play step."""
    if (seat, card) in state.silver:
        return KEPT
    if lacks := state.not_in_hand(seat, card):
        return lacks
    if _type(state, card) != IMMEDIATE:
        return f"{state.title(card)} has no effect that waits"
    return f"it is {state.name_of(state.turn)}'s turn" if state.turn != seat else KEPT


@resolve.guard("SING-IMM-02")
def in_the_order_drawn(state: State, seat: int, card: str) -> Verdict:
    if not state.silver or state.silver[0] == (seat, card):
        return KEPT if state.silver else NOT_CONCERNED
    first, other = state.silver[0]
    return f"{state.name_of(first)} resolves {state.title(other)} first"


@resolve.guard()
def fitting_target(state: State, seat: int, card: str, on: str | None) -> Verdict:
    """A target in the line must be a legal answer to the effect, by the guards of the answer."""
    if on is None or card not in state.seats[seat].hand:
        return NOT_CONCERNED
    return resolved(state, seat, card, "on_draw", on, None).breaches


@resolve.effect
def _resolve(state: State, seat: int, card: str, on: str | None, trace: Trace | None) -> State:
    if trace is not None:
        facts = (f"{state.name_of(seat)}.hand", "resolve", "discard", "agenda", "foes", "ordeals")
        trace(("SING-IMM-01", "SING-IMM-03"), *facts, text=f"{state.title(card)} acts at once")
        if (seat, card) in state.silver:
            trace("SING-IMM-02", "resolve")
    return resolved(state, seat, card, "on_draw", on, trace).state
