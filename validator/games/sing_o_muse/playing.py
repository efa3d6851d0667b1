"""The Play step: characters, Treasures, Foes and Ordeals from the hand; who waits; what acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from validator.games.sing_o_muse.answers import named
from validator.games.sing_o_muse.cards import (
    COMPANION,
    FOE,
    HERO,
    IMMEDIATE,
    ORDEAL,
    SHARED,
    TREASURE,
)
from validator.games.sing_o_muse.common import bind, in_play_step, name_of, own_turn
from validator.games.sing_o_muse.effects import advance, begun, free_bearers
from validator.games.sing_o_muse.losses import buried, successors, tell, where
from validator.games.sing_o_muse.position import (
    Pieces,
    Position,
    Task,
    active,
    alter,
    alter_crew,
    crew_of,
    discarded,
    has_room,
    in_slot,
    lifted,
    members,
    pop,
    push,
    without,
)
from validator.referee.core import Judge, Notes, Verb, Verdict, laws_for

TO, LEADS, ON, QUEUE = "to", "leads", "on", "queue"
MODES = (TO, LEADS, ON, SHARED, QUEUE)

play = Verb(
    "play", "play CARD to CREW|leads CREW|on CHARACTER|shared|queue [discarding|bumping CARD]",
    "Lay a card from the hand where its kind goes.",
)  # fmt: skip
place = Verb(
    "place", "place CHARACTER to CREW|leads CREW [discarding CARD]",
    "Put a waiting character into a Crew.",
)  # fmt: skip
discard = Verb("discard", "discard CARD", "Discard a card that finds no room.")
resolve = Verb(
    "resolve", "resolve CARD [on TARGET]", "Carry out a Play Immediately effect, in drawn order."
)
VERBS = (play, place, discard, resolve)

bind((play, place, discard))
bind((resolve,), turn=False, asks=False)


# ---- candidates


def _hand(at: Position, seat: int) -> Pieces:
    return tuple(each for each in at.sides[seat].hand if not at.table.cards[each].holds)


def _modes(at: Position, _: int, card: str) -> tuple[str, ...]:
    kind = at.table.cards[card].type
    if kind in (HERO, COMPANION):
        return (TO, LEADS) if kind == HERO else (TO,)
    if kind == TREASURE:
        return (SHARED,) if at.table.gear(card).slot == SHARED else (ON,)
    return (QUEUE,) if kind in (FOE, ORDEAL) else ()


def _spots(at: Position, seat: int, _card: str, mode: str) -> tuple[Any, ...]:
    labels = range(len(at.table.labels))
    crews = at.sides[seat].crews
    if mode == TO:
        return tuple(label for label in labels if crews[label].leader)
    if mode == LEADS:
        return tuple(label for label in labels if not crews[label].leader)
    return members(at, seat, labels) if mode == ON else (None,)


def _extras(at: Position, seat: int, card: str, mode: str, spot: Any) -> Iterator[Any]:
    yield None
    side = at.sides[seat]
    if mode == TO:
        yield from active(side, side.crews[spot])
    elif mode == ON:
        yield from in_slot(at, side, spot, at.table.gear(card).slot)
    elif mode == QUEUE:
        yield from at.foes if at.table.cards[card].type == FOE else at.ordeals


play.slots = (_hand, _modes, _spots, _extras)
place.slots = (
    lambda at, seat: at.sides[seat].waiting,
    lambda at, _, card: (TO, LEADS) if _type(at, card) == HERO else (TO,),
    _spots,
    _extras,
)
discard.slots = (lambda at, seat: (*_hand(at, seat), *at.sides[seat].waiting),)
resolve.slots = (lambda at, seat: _hand(at, seat), lambda *_: (None,))


# ---- whose cards, and when

laws_for((play, discard), "SING-PLAY-06")(own_turn)
laws_for((play, discard), "SING-TURN-01", "SING-PLAY-06", "SING-PLAY-02")(in_play_step)
laws_for((place,), "SING-WITHDRAW-05", "SING-TURN-01", "SING-PLAY-06", "SING-CREW-10")(in_play_step)


@laws_for((play, discard, place, resolve), "SING-DECK-02")
def no_quest(at: Position, _: int, card: str) -> Verdict:
    """Quest cards never come into play as Muse cards."""
    return f"{at.table.title(card)} is a Quest card" if card in at.table.quests else ""


@play.law("SING-PLAY-06")
def from_the_hand(at: Position, seat: int, card: str) -> Verdict:
    """Cards are played from the own hand."""
    return _of_hand(at, seat, card)


def _of_hand(at: Position, seat: int, card: str) -> str:
    if card in at.sides[seat].hand:
        return ""
    return f"{at.table.title(card)} is not in {name_of(at, seat)}'s hand"


@place.law("SING-WITHDRAW-05", "SING-CREW-10")
def who_waits(at: Position, seat: int, card: str) -> Verdict:
    """Only who waits is placed."""
    if card in at.sides[seat].waiting:
        return ""
    return f"{at.table.title(card)} does not wait to be placed"


@laws_for((play, discard), "SING-HOLD-02", "SING-PLAY-02")
def held_back(at: Position, _: int, card: str) -> Verdict:
    """A Hold This Card stays in hand until it is used."""
    if card in at.table.quests or not at.table.cards[card].holds:
        return None
    return f"{at.table.title(card)} is a Hold This Card: 'favor', 'wrath' or 'hold'"


# ---- where a card goes


def _type(at: Position, card: str) -> str:
    return at.table.cards[card].type if card in at.table.cards else ""


@laws_for((play, place), "SING-PLAY-01", "SING-PLAY-04")
def where_its_kind_goes(at: Position, _: int, card: str, mode: str) -> Verdict:
    """Characters to Crews, Treasures to bearers, Foes and Ordeals to their queues."""
    kind = _type(at, card)
    fits = {
        HERO: (TO, LEADS), COMPANION: (TO, LEADS), TREASURE: (ON, SHARED),
        FOE: (QUEUE,), ORDEAL: (QUEUE,),
    }.get(kind)  # fmt: skip
    if kind == FOE and at.table.cards[card].join and mode in (TO, LEADS):
        return ""
    if fits is None:
        return None
    return "" if mode in fits else f"{at.table.title(card)} is of type {kind}, not for '{mode}'"


@place.law("SING-WITHDRAW-05", "SING-PLAY-01")
def placed_in_a_crew(at: Position, _: int, card: str, mode: str) -> Verdict:
    """Who waits goes into a Crew."""
    return "" if mode in (TO, LEADS) else f"{at.table.title(card)} is placed in a Crew"


@play.law("SING-CREW-07", "SING-PLAY-04")
def foes_join_only_when_overcome(at: Position, _: int, card: str, mode: str) -> Verdict:
    """A drawn Foe goes to the queue, whoever it may join later."""
    if _type(at, card) != FOE or mode not in (TO, LEADS):
        return None
    return f"{at.table.title(card)} is a Foe until it is overcome"


@laws_for((play, place), "SING-CREW-01")
def only_heroes_lead(at: Position, seat: int, card: str, mode: str) -> Verdict:
    """Companions and Foes cannot lead, nor a transformed Hero."""
    if mode != LEADS:
        return None
    if _type(at, card) != HERO:
        return f"{at.table.title(card)} is not a Hero"
    if card in at.sides[seat].transformed:
        return f"{at.table.title(card)} is transformed"
    return ""


@play.law("SING-TREASURE-05", "SING-TREASURE-06")
def shared_or_not(at: Position, _: int, card: str, mode: str) -> Verdict:
    """A shared Treasure is the player's, all others are a character's."""
    if _type(at, card) != TREASURE or mode not in (ON, SHARED):
        return None
    is_shared = at.table.gear(card).slot == SHARED
    if is_shared == (mode == SHARED):
        return ""
    who = "belongs to the player" if is_shared else "is carried by a character"
    return f"{at.table.title(card)} {who}"


@laws_for((play, place), "SING-CREW-05", "SING-CREW-04")
def so_many_crews(at: Position, seat: int, _: str, mode: str, spot: Any) -> Verdict:
    """A further Hero leads only while there is room for a Crew."""
    if mode not in (TO, LEADS):
        return None
    if spot >= len(at.table.labels):
        return f"{len(at.table.labels)} Crews at most"
    crew = at.sides[seat].crews[spot]
    if mode == LEADS and crew.leader:
        return f"Crew {at.table.labels[spot]} has a leader, {at.table.title(crew.leader)}"
    return ""


@laws_for((play, place), "SING-CREW-01")
def led_by_a_hero(at: Position, seat: int, _: str, mode: str, spot: Any) -> Verdict:
    """Nobody joins a Crew that has no Hero."""
    if mode != TO or spot >= len(at.table.labels):
        return None
    if at.sides[seat].crews[spot].leader:
        return ""
    return f"there is no Crew {at.table.labels[spot]}"


@play.law("SING-TREASURE-06")
def on_an_active_character(at: Position, seat: int, _: str, mode: str, spot: Any) -> Verdict:
    """The bearer is an active character of the player."""
    return on_own_active(at, seat, spot) if mode == ON else None


def on_own_active(at: Position, seat: int, bearer: str) -> str:
    """Whether somebody may carry a Treasure; why not."""
    side = at.sides[seat]
    if crew_of(side, bearer) is None:
        return f"{at.table.title(bearer)} is in no Crew of {name_of(at, seat)}"
    return f"{at.table.title(bearer)} is transformed" if bearer in side.transformed else ""


# ---- making room


def _luggage(at: Position, seat: int, card: str) -> bool:
    return card in at.sides[seat].transformed


@laws_for((play, place), "SING-CREW-02", "SING-CREW-03")
def room_in_the_crew(
    at: Position, seat: int, card: str, mode: str, spot: Any, extra: Any
) -> Verdict:
    """So many characters; who finds no room takes another's place, or is discarded."""
    if mode != TO or spot >= len(at.table.labels):
        return None
    side, table = at.sides[seat], at.table
    crew = side.crews[spot]
    there = active(side, crew)
    full = len(there) >= table.crew_size and not _luggage(at, seat, card)
    if extra is None:
        return f"Crew {table.labels[spot]} has {len(there)} active characters" if full else ""
    if not full:
        return f"Crew {table.labels[spot]} has room: nobody is discarded"
    if extra in there:
        return ""
    return f"discarding {table.title(extra)} makes no room in Crew {table.labels[spot]}"


@laws_for((play, place), "SING-CREW-11")
def leader_makes_room(at: Position, seat: int, _: str, mode: str, spot: Any, extra: Any) -> Verdict:
    """The leader makes room only if another Hero takes over."""
    if mode != TO or extra is None or spot >= len(at.table.labels):
        return None
    crew = at.sides[seat].crews[spot]
    if extra != crew.leader:
        return None
    return "" if successors(at, seat, spot) else "no other active Hero is in the Crew"


def _slot_law(slot: str) -> Any:
    def one_of_a_class(
        at: Position, seat: int, card: str, mode: str, spot: Any, extra: Any
    ) -> Verdict:
        """A character carries so many of this class."""
        gear = at.table.cards[card].gear if card in at.table.cards else None
        if mode != ON or gear is None or gear.slot != slot:
            return None
        side = at.sides[seat]
        if extra is None and not has_room(at, side, spot, slot):
            there = in_slot(at, side, spot, slot)
            return f"{at.table.title(spot)} carries {at.table.titles(there)}"
        return ""

    return one_of_a_class


for _slot, _rule in (
    ("weapon", "SING-TREASURE-01"), ("armor", "SING-TREASURE-02"), ("shield", "SING-TREASURE-03"),
):  # fmt: skip
    play.add(_slot_law(_slot), (_rule, "SING-TREASURE-07"))


@play.law("SING-TREASURE-04")
def baubles_without_end(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """There is always room for a bauble."""
    gear = at.table.cards[card].gear if card in at.table.cards else None
    if mode != ON or gear is None or gear.slot != "bauble":
        return None
    return "" if extra is None else "a bauble takes no place of another"


@play.law("SING-TREASURE-07")
def the_one_in_the_slot(
    at: Position, seat: int, card: str, mode: str, spot: Any, extra: Any
) -> Verdict:
    """A taken slot is cleared of what is in it, and of nothing else."""
    gear = at.table.cards[card].gear if card in at.table.cards else None
    if mode != ON or extra is None or gear is None:
        return None
    return in_the_slot(at, seat, gear.slot, spot, extra)


def in_the_slot(at: Position, seat: int, slot: str, bearer: str, old: str) -> str:
    """Whether an old Treasure makes room for a new one; why not."""
    side, table = at.sides[seat], at.table
    if has_room(at, side, bearer, slot):
        return f"{table.title(bearer)} has room: nothing is discarded"
    if old in in_slot(at, side, bearer, slot):
        return ""
    return f"{table.title(old)} is no {slot} of {table.title(bearer)}"


def _queue(at: Position, card: str) -> Pieces:
    return at.foes if _type(at, card) == FOE else at.ordeals


@play.law("SING-QUEUE-02", "SING-QUEUE-03")
def room_in_the_queue(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """A full queue gives a card away first."""
    if mode != QUEUE or extra is not None:
        return None
    there = len(_queue(at, card))
    return "" if there < at.table.capacity else f"{there} cards are in the queue"


@play.law("SING-QUEUE-06")
def no_bump_with_room(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """No card is bumped without need."""
    if mode != QUEUE or extra is None:
        return None
    there = len(_queue(at, card))
    return "" if there >= at.table.capacity else f"{there} cards are in the queue: there is room"


@play.law("SING-BLOCK-05")
def blocking_cards_stay(
    at: Position, _: int, _card: str, mode: str, __: Any, extra: Any
) -> Verdict:
    """A Blocking card is in no queue."""
    if mode != QUEUE or extra is None:
        return None
    on = {blocking for _, blocking in at.blocks}
    return f"{at.table.title(extra)} blocks a Quest" if extra in on else None


@play.law("SING-QUEUE-03")
def from_the_same_queue(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """A card of the same queue is bumped."""
    if mode != QUEUE or extra is None:
        return None
    return "" if extra in _queue(at, card) else f"{at.table.title(extra)} is not in that queue"


@play.law("SING-QUEUE-04")
def there_before(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """A card that was there before this turn's draw is bumped, if there is one."""
    queue = _queue(at, card)
    if mode != QUEUE or extra not in queue:
        return None
    if extra in at.fresh and not all(each in at.fresh for each in queue):
        return f"{at.table.title(extra)} came this turn"
    return ""


@play.law("SING-QUEUE-05")
def all_new(at: Position, _: int, card: str, mode: str, __: Any, extra: Any) -> Verdict:
    """If all are new, any may go."""
    queue = _queue(at, card)
    if mode != QUEUE or extra not in queue or not all(each in at.fresh for each in queue):
        return None
    return ""


# ---- discarding


@discard.law("SING-PLAY-06")
def own_card(at: Position, seat: int, card: str) -> Verdict:
    """Only a card of the own hand, or who waits."""
    if card in at.sides[seat].waiting or card in at.table.quests:
        return None
    return _of_hand(at, seat, card)


@discard.law("SING-CREW-03", "SING-PLAY-02")
def no_room_for_it(at: Position, seat: int, card: str) -> Verdict:
    """A character is discarded only if no Crew has room."""
    side, table = at.sides[seat], at.table
    if _type(at, card) not in (HERO, COMPANION) and card not in side.waiting:
        return None
    turned = card in side.transformed
    for label, crew in enumerate(side.crews):
        if crew.leader and (turned or len(active(side, crew)) < table.crew_size):
            return f"Crew {table.labels[label]} has room"
        if not crew.leader and _type(at, card) == HERO and not turned:
            return f"{table.title(card)} can lead Crew {table.labels[label]}"
    return ""


@discard.law("SING-TREASURE-07", "SING-PLAY-02")
def no_slot_for_it(at: Position, seat: int, card: str) -> Verdict:
    """A new Treasure is discarded only if nobody has its slot free."""
    if _type(at, card) != TREASURE:
        return None
    slot = at.table.gear(card).slot
    if slot == SHARED:
        return f"{at.table.title(card)} can be shared"
    free = free_bearers(at, seat, slot)
    return f"{at.table.title(free[0])} has the slot free" if free else ""


@discard.law("SING-PLAY-04", "SING-PLAY-02")
def to_its_queue(at: Position, seat: int, card: str) -> Verdict:
    """A Foe or Ordeal goes to its queue."""
    if _type(at, card) not in (FOE, ORDEAL) or card in at.sides[seat].waiting:
        return None
    return f"{at.table.title(card)} goes to its queue"


@discard.law("SING-IMM-01")
def carried_out(at: Position, _: int, card: str) -> Verdict:
    """A Play Immediately card is carried out."""
    return f"{at.table.title(card)} is carried out" if _type(at, card) == IMMEDIATE else None


# ---- carrying out


@play.effect
def _play(
    at: Position, seat: int, card: str, mode: str, spot: Any, extra: Any, note: Notes | None
) -> Position:
    table = at.table
    name = name_of(at, seat)
    title = table.title(card)
    hand = f"{name}.hand"
    tell(note, "SING-PLAY-03", hand)
    if mode in (TO, LEADS):
        return advance(_into_crew(lifted(at, card), seat, card, mode, spot, extra, note), note)
    if mode == QUEUE:
        is_foe = table.cards[card].type == FOE
        queue = "foes" if is_foe else "ordeals"
        at = lifted(at, card)
        if extra is not None:
            text = f"{table.title(extra)} is bumped"
            tell(note, "SING-QUEUE-03", queue, "discard", text=text)
            tell(note, "SING-QUEUE-04", queue, "discard")
            if extra in at.fresh:
                tell(note, "SING-QUEUE-05", queue, "discard")
            at = discarded(lifted(at, extra), extra)
        tell(note, "SING-PLAY-04", queue, hand, text=f"{title} joins the {queue}")
        tell(note, "SING-QUEUE-01", queue)
        at = at._replace(fresh=(*at.fresh, card))
        return advance(
            at._replace(foes=(*at.foes, card)) if is_foe
            else at._replace(ordeals=(*at.ordeals, card)), note,
        )  # fmt: skip
    if mode == SHARED:
        at = alter(lifted(at, card), seat, shared=(*at.sides[seat].shared, card))
        facts = (f"{name}.shared", hand)
        tell(note, "SING-TREASURE-05", *facts, text=f"{name} shares {title} with all Crews")
        tell(note, "SING-PLAY-01", *facts)
        return advance(at, note)
    return advance(borne(at, seat, card, spot, extra, note), note)


def borne(
    at: Position, seat: int, card: str, bearer: str, old: str | None, note: Notes | None
) -> Position:
    """A Treasure on its bearer; the one in the slot is discarded."""
    table = at.table
    name = name_of(at, seat)
    label = crew_of(at.sides[seat], bearer)
    facts = [f"{name}.hand", f"{name}.treasures", "discard"]
    if label is not None:
        facts += where(at, seat, label, "treasures", f"treasures.{bearer}", "might", "traits")
    at = lifted(at, card)
    text = f"{table.title(bearer)} carries {table.title(card)}"
    tell(note, "SING-TREASURE-06", *facts, text=text)
    tell(note, "SING-PLAY-01", *facts)
    if table.cards[card].type != TREASURE:
        tell(note, "SING-CHAL-10", *facts)
    slot = table.gear(card).slot
    if slot == "bauble":
        tell(note, "SING-TREASURE-04", *facts)
    if old is not None:
        at = discarded(lifted(at, old), old)
        tell(note, "SING-TREASURE-07", *facts, text=f"{table.title(old)} makes room")
    return alter(at, seat, carried=(*at.sides[seat].carried, (card, bearer)))


def _into_crew(
    at: Position, seat: int, card: str, mode: str, label: int, extra: str | None,
    note: Notes | None,
) -> Position:  # fmt: skip
    table = at.table
    name = name_of(at, seat)
    facts = (f"{name}.hand", f"{name}.waiting",
             *where(at, seat, label, "leader", "members", "might", "traits", "size"))  # fmt: skip
    crew = at.sides[seat].crews[label]
    title, letter = table.title(card), table.labels[label]
    if mode == LEADS:
        text = f"{title} leads Crew {letter} of {name}"
        tell(note, "SING-CREW-04", *facts, text=text)
        tell(note, "SING-CREW-01", *facts)
        tell(note, "SING-PLAY-01", *facts)
        return alter_crew(at, seat, label, leader=card)
    at = alter_crew(at, seat, label, members=(*crew.members, card))
    tell(note, "SING-PLAY-01", *facts, text=f"{title} joins Crew {letter} of {name}")
    if table.cards[card].type == HERO:
        tell(note, "SING-CREW-06", *facts)
        tell(note, "SING-CREW-04", *facts)
    if crew.quest:
        tell(note, "SING-PLAY-05", *facts, *where(at, seat, label, "quest"))
    if extra is not None:
        tell(note, "SING-CREW-03", *facts, "discard", text=f"{table.title(extra)} makes room")
        must = extra == crew.leader
        at = buried(at, seat, extra, note)
        if must:
            at = push(pop(at), Task("promote", seat, of=seat, crew=label, what="must"))
            tell(note, "SING-CREW-11", *facts)
    return at


@place.effect
def _place(
    at: Position, seat: int, card: str, mode: str, spot: Any, extra: Any, note: Notes | None
) -> Position:
    side = at.sides[seat]
    at = alter(at, seat, waiting=without(side.waiting, card), late=without(side.late, card))
    tell(note, "SING-WITHDRAW-05", f"{name_of(at, seat)}.waiting",
         *where(at, seat, spot, "members", "leader"))  # fmt: skip
    return advance(_into_crew(at, seat, card, mode, spot, extra, note), note)


@discard.effect
def _discard(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    name = name_of(at, seat)
    if card in at.sides[seat].waiting:
        return advance(buried(at, seat, card, note), note)
    rule = "SING-TREASURE-07" if _type(at, card) == TREASURE else "SING-CREW-03"
    text = f"{name} discards {at.table.title(card)}"
    tell(note, rule, f"{name}.hand", "discard", text=text)
    return advance(discarded(lifted(at, card), card), note)


# ---- Play Immediately


@resolve.law("SING-HOLD-05", "SING-IMM-02")
def effect_by_effect(at: Position, _seat: int) -> Verdict:
    """An effect under way is finished first."""
    task = at.top
    if task is None or (task.kind == "draw" and at.table.during_draw and at.silver):
        return None
    return "the draw is not complete" if task.kind == "draw" else "an effect is under way"


@resolve.law("SING-IMM-01")
def acts_when_drawn(at: Position, seat: int, card: str) -> Verdict:
    """It acts when it is drawn; one that came otherwise acts in the own Play step."""
    if (seat, card) in at.silver:
        return ""
    if card not in at.sides[seat].hand:
        return f"{at.table.title(card)} is not in {name_of(at, seat)}'s hand"
    if _type(at, card) != IMMEDIATE:
        return f"{at.table.title(card)} has no effect that waits"
    if at.turn != seat:
        return f"it is {name_of(at, at.turn)}'s turn"
    return in_play_step(at, seat)


@resolve.law("SING-IMM-02")
def in_the_order_drawn(at: Position, seat: int, card: str) -> Verdict:
    """Several of them follow in the order drawn."""
    if not at.silver or at.silver[0] == (seat, card):
        return "" if at.silver else None
    first, other = at.silver[0]
    return f"{name_of(at, first)} resolves {at.table.title(other)} first"


def _fitting_target(at: Position, seat: int, card: str, on: str | None) -> Judge:
    """A target in the line answers what the effect asks."""
    to = Judge()
    if on is not None and card in at.sides[seat].hand:
        to.breaches += named(_resolved(at, seat, card, None, asking=True), seat, on, None).breaches
    return to


resolve.judges = _fitting_target


def _resolved(at: Position, seat: int, card: str, note: Notes | None, asking: bool) -> Position:
    drawn = (seat, card) in at.silver
    at = at._replace(silver=tuple(each for each in at.silver if each != (seat, card)))
    at = push(at, Task("finish", by=seat, card=card))
    return advance(begun(at, card, "on_draw", seat, peaceful=not drawn), note, asking)


@resolve.effect
def _resolve(at: Position, seat: int, card: str, on: str | None, note: Notes | None) -> Position:
    name = name_of(at, seat)
    facts = (f"{name}.hand", "resolve", "discard")
    tell(note, "SING-IMM-01", *facts, text=f"{at.table.title(card)} acts at once")
    tell(note, "SING-IMM-02", "resolve")
    tell(note, "SING-IMM-03", *facts, "foes", "ordeals")
    at = _resolved(at, seat, card, note, asking=on is not None)
    return at if on is None else named(at, seat, on, note).at
