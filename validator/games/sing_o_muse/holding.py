"""Hold This Cards at any time: Deities beside Heroes, other cards with their effects."""

from __future__ import annotations

from validator.games.sing_o_muse.answers import named
from validator.games.sing_o_muse.cards import DEITY
from validator.games.sing_o_muse.common import ASKED, name_of, not_over
from validator.games.sing_o_muse.common import begun as has_begun
from validator.games.sing_o_muse.effects import advance, begun
from validator.games.sing_o_muse.losses import tell, where
from validator.games.sing_o_muse.position import (
    SETUP,
    Pieces,
    Position,
    Task,
    alter,
    crew_of,
    deity_on,
    discarded,
    leaders,
    lifted,
    opponents,
    owner_of,
    push,
)
from validator.referee.core import CHANCE, Judge, Notes, Verb, Verdict, laws_for


def _hold_cards(at: Position, seat: int) -> Pieces:
    return tuple(each for each in at.sides[seat].hand if at.table.cards[each].holds)


favor = Verb("favor", "favor DEITY on HERO", "Lay a Deity upright beside an own leading Hero.")
wrath = Verb("wrath", "wrath DEITY on HERO", "Lay a Deity upside-down beside an opponent's leader.")
hold = Verb(
    "hold", "hold CARD [on TARGET]", "Use a Hold This Card that is no Deity.",
    (_hold_cards, lambda *_: (None,)),
)  # fmt: skip
VERBS = (favor, wrath, hold)
DEITIES = (favor, wrath)

laws_for(VERBS, "SING-WIN-03", "SING-WIN-01")(not_over)
laws_for(VERBS, "SING-TURN-01")(has_begun)

# What is no effect under way: a Hold This Card may be played while it lasts.
OPEN = ("sea",)


@laws_for(VERBS, "SING-HOLD-05")
def effects_are_finished(at: Position, _: int) -> Verdict:
    """An effect under way is finished first."""
    top = at.top
    if top is None or top.kind in OPEN or (top.kind == "draw" and top.what == "turn"):
        return None if at.stage == SETUP else ""
    who = name_of(at, top.of if top.seat == CHANCE else top.seat)
    return f"{who} {ASKED[top.kind][1]}"


@laws_for(VERBS, "SING-LOSS-10", "SING-TURN-02")
def still_in(at: Position, seat: int) -> Verdict:
    """Who is out plays nothing."""
    return f"{name_of(at, seat)} is out" if at.sides[seat].out else None


@laws_for(VERBS, "SING-DECK-02")
def no_quest_card(at: Position, _: int, card: str) -> Verdict:
    """A Quest card is in no hand."""
    return f"{at.table.title(card)} is a Quest card" if card in at.table.quests else None


@laws_for(VERBS, "SING-HOLD-01", "SING-PLAY-06")
def in_own_hand(at: Position, seat: int, card: str) -> Verdict:
    """Played from the own hand, where it was hidden."""
    if card in at.sides[seat].hand:
        return ""
    return f"{at.table.title(card)} is not in {name_of(at, seat)}'s hand"


@laws_for(VERBS, "SING-HOLD-02", "SING-PLAY-06")
def a_hold_card(at: Position, _seat: int, card: str) -> Verdict:
    """Only Hold This Cards act at any time."""
    if card in at.table.quests:
        return None
    if at.table.cards[card].holds:
        return ""
    return f"{at.table.title(card)} is of type {at.table.cards[card].type}"


@laws_for(VERBS, "SING-IMM-01")
def after_what_acts_at_once(at: Position, seat: int, card: str) -> Verdict:
    """A card of the same draw waits for the Play Immediately cards of it."""
    if not at.silver or at.silver[0][0] != seat or card not in at.drawn:
        return None
    return f"{name_of(at, seat)} resolves {at.table.title(at.silver[0][1])} first"


@laws_for(DEITIES, "SING-DEITY-01")
def a_deity(at: Position, _: int, card: str) -> Verdict:
    """Only a Deity gives Favor or Wrath."""
    if card in at.table.quests:
        return None
    title = at.table.title(card)
    return "" if at.table.cards[card].type == DEITY else f"{title} is not a Deity"


@hold.law("SING-DEITY-01")
def no_deity(at: Position, _: int, card: str) -> Verdict:
    """A Deity is laid as Favor or as Wrath."""
    if card in at.table.quests or at.table.cards[card].type != DEITY:
        return None
    return f"{at.table.title(card)} is a Deity: 'favor' or 'wrath'"


@hold.law("SING-SEA-03")
def no_crossing_now(at: Position, _: int, card: str) -> Verdict:
    """What wrecks a Crew answers a crossing."""
    if card in at.table.quests or not at.table.cards[card].wrecks:
        return None
    return f"{at.table.title(card)} answers a crossing: 'stops'"


@hold.law("SING-CHAL-03")
def no_challenge_now(at: Position, _: int, card: str) -> Verdict:
    """What stops a challenge answers one."""
    if card in at.table.quests or not at.table.cards[card].stops:
        return None
    return f"{at.table.title(card)} answers a challenge: 'stops'"


# ---- Deities


def _whose(at: Position, hero: str) -> tuple[int | None, int | None]:
    seat = owner_of(at, hero)
    return seat, None if seat is None else crew_of(at.sides[seat], hero)


@laws_for(DEITIES, "SING-DEITY-07")
def a_leading_hero(at: Position, _seat: int, _: str, hero: str) -> Verdict:
    """Companions, also Heroes and Foes that serve as such, are beneath the Deities."""
    owner, label = _whose(at, hero)
    if owner is None:
        return f"{at.table.title(hero)} is in no Crew"
    if label is not None and at.sides[owner].crews[label].leader == hero:
        return ""
    return f"{at.table.title(hero)} leads no Crew"


@favor.law("SING-DEITY-02")
def own_leader(at: Position, seat: int, _: str, hero: str) -> Verdict:
    """Favor for an own leading Hero."""
    return (
        ""
        if hero in leaders(at, seat)
        else (f"{at.table.title(hero)} leads no Crew of {name_of(at, seat)}")
    )


@wrath.law("SING-DEITY-03")
def leader_of_another(at: Position, seat: int, _: str, hero: str) -> Verdict:
    """Wrath for an opponent's leading Hero."""
    theirs = [each for other in opponents(at, seat) for each in leaders(at, other)]
    return "" if hero in theirs else f"{at.table.title(hero)} leads no Crew of an opponent"


favor.slots = (_hold_cards, lambda at, seat, _card: leaders(at, seat))
wrath.slots = (
    _hold_cards,
    lambda at, seat, _card: tuple(e for o in opponents(at, seat) for e in leaders(at, o)),
)


def _laid(
    at: Position, seat: int, deity: str, hero: str, up: bool, note: Notes | None
) -> tuple[Position, int, int]:
    table = at.table
    owner, label = _whose(at, hero)
    assert owner is not None
    assert label is not None
    facts = (f"{name_of(at, seat)}.hand", "discard",
             *where(at, owner, label, "favor", "wrath", "might", "traits"))  # fmt: skip
    old = deity_on(at.sides[owner], hero)
    at = lifted(at, deity)
    kind = "favors" if up else "is wroth with"
    text = f"{table.title(deity)} {kind} {table.title(hero)}"
    tell(note, "SING-DEITY-01", *facts, text=text)
    tell(note, "SING-DEITY-02" if up else "SING-DEITY-03", *facts)
    tell(note, "SING-DEITY-07", *facts)
    tell(note, "SING-HOLD-02", *facts, "turn")
    tell(note, "SING-HOLD-04", *facts)
    if old is not None:
        at = discarded(lifted(at, old[0]), old[0])
        rule = "SING-DEITY-05" if old[1] and not up else "SING-DEITY-06"
        tell(note, rule, *facts, text=f"{table.title(old[0])} leaves")
        tell(note, "SING-DEITY-06", *facts)
        tell(note, "SING-DEITY-04", *facts)
    side = at.sides[owner]
    return alter(at, owner, deities=(*side.deities, (deity, hero, up))), owner, label


@favor.effect
def _favor(at: Position, seat: int, deity: str, hero: str, note: Notes | None) -> Position:
    at, _, label = _laid(at, seat, deity, hero, True, note)
    at = push(at, *_effects(at, deity, seat, label))
    return advance(at, note)


def _effects(at: Position, deity: str, seat: int, label: int) -> tuple[Task, ...]:
    """A Favor lasts; it has no effects of its own to be carried out."""
    del at, deity, seat, label
    return ()


@wrath.effect
def _wrath(at: Position, seat: int, deity: str, hero: str, note: Notes | None) -> Position:
    at, owner, label = _laid(at, seat, deity, hero, False, note)
    return advance(begun(at, deity, "wrath", seat, target=owner, crew=label), note)


# ---- other Hold This Cards


def _fitting_target(at: Position, seat: int, card: str, on: str | None) -> Judge:
    """A target in the line answers what the effect asks."""
    to = Judge()
    if on is not None and card in at.sides[seat].hand and at.table.cards[card].holds:
        to.breaches += named(_held(at, seat, card, None, asking=True), seat, on, None).breaches
    return to


hold.judges = _fitting_target


def _held(at: Position, seat: int, card: str, note: Notes | None, asking: bool) -> Position:
    at = push(at, Task("finish", by=seat, card=card))
    return advance(begun(at, card, "effects", seat), note, asking)


@hold.effect
def _hold(at: Position, seat: int, card: str, on: str | None, note: Notes | None) -> Position:
    name = name_of(at, seat)
    facts = (f"{name}.hand", "discard")
    tell(note, "SING-HOLD-02", *facts, "turn", text=f"{name} plays {at.table.title(card)}")
    tell(note, "SING-HOLD-01", *facts)
    at = _held(at, seat, card, note, asking=on is not None)
    return at if on is None else named(at, seat, on, note).at
