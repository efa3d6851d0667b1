"""Hold This Cards, playable at any time: Deities beside Heroes, other cards with effects."""

from __future__ import annotations

from collections.abc import Callable

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.answers import resolved
from validator.games.sing_o_muse.cards import DEITY, Card
from validator.games.sing_o_muse.effects import begun
from validator.games.sing_o_muse.modes import ASKED, what_is_asked
from validator.games.sing_o_muse.state import Pieces, State
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verb, Verdict, record


def _their_leaders(state: State, seat: int, *_: str) -> Pieces:
    return tuple(each for other in state.opponents(seat) for each in state.leaders(other))


# Not effects in progress: a Hold This Card may be played meanwhile.
AT_ANY_TIME = (phases.PLAY, phases.QUEST, phases.DRAW, phases.RESOLVE, phases.SEA)
UNFINISHED = {
    mode: ref.gate("SING-HOLD-05", why=what_is_asked) for mode in ASKED if mode not in AT_ANY_TIME
}
favor = Verb(
    "favor", about="Lay a Deity upright beside one of your leading Heroes.", anybody=True,
    modes=AT_ANY_TIME, gates=UNFINISHED,
    args=(
        notation.DEITY.of(State.held_back),
        notation.ON_LEADER.of(lambda state, seat, _: state.leaders(seat)),
    ),
)  # fmt: skip
wrath = Verb(
    "wrath", about="Lay a Deity upside-down beside an opponent's leader.", anybody=True,
    modes=AT_ANY_TIME, gates=UNFINISHED,
    args=(notation.DEITY.of(State.held_back), notation.ON_LEADER.of(_their_leaders)),
)  # fmt: skip
hold = Verb(
    "hold", about="Use a Hold This Card other than a Deity.", anybody=True, shows=True,
    modes=AT_ANY_TIME, gates=UNFINISHED,
    args=(notation.HAND_CARD.of(State.held_back), notation.TARGET),
)  # fmt: skip
VERBS = (favor, wrath, hold)
DEITIES = (favor, wrath)


@ref.guards_for(VERBS, "SING-HOLD-05")
def effects_are_finished(state: State, _: int) -> Verdict:
    """An effect that makes a player draw is finished first."""
    top = state.top
    done = top is None or top.kind != phases.DRAW or top.what == "turn"
    return KEPT if done else what_is_asked(state)


@ref.guards_for(VERBS, "SING-LOSS-10", "SING-TURN-02")
def still_in(state: State, seat: int) -> Verdict:
    return f"{state.name_of(seat)} is out" if state.seats[seat].out else NOT_CONCERNED


@ref.guards_for(VERBS, "SING-DECK-02")
def no_quest_card(state: State, _: int, card: str) -> Verdict:
    quests = state.table.quests
    return f"{quests[card].title} is a Quest card" if card in quests else NOT_CONCERNED


@ref.guards_for(VERBS, "SING-HOLD-01", "SING-PLAY-06")
def in_own_hand(state: State, seat: int, card: str) -> Verdict:
    return state.not_in_hand(seat, card)


@ref.guards_for(VERBS, "SING-HOLD-02", "SING-PLAY-06")
def a_hold_card(state: State, _seat: int, card: str) -> Verdict:
    if card in state.table.quests:
        return NOT_CONCERNED
    if state.table.cards[card].holds:
        return KEPT
    return f"{state.title(card)} is of type {state.table.cards[card].type}"


@ref.guards_for(VERBS, "SING-IMM-01")
def after_what_acts_at_once(state: State, seat: int, card: str) -> Verdict:
    """A card waits for the Play Immediately cards of the same draw."""
    if not state.silver or state.silver[0][0] != seat or card not in state.drawn:
        return NOT_CONCERNED
    return f"{state.name_of(seat)} resolves {state.title(state.silver[0][1])} first"


@ref.guards_for(DEITIES, "SING-DEITY-01")
def a_deity(state: State, _: int, card: str) -> Verdict:
    if card in state.table.quests:
        return NOT_CONCERNED
    title = state.title(card)
    return KEPT if state.table.cards[card].type == DEITY else f"{title} is not a Deity"


def _for_another_verb(rule: str, concerns: Callable[[Card], object], words: str) -> None:
    """A guard of the cards that another verb than `hold` plays."""

    def played_otherwise(state: State, _: int, card: str) -> Verdict:
        printed = state.table.cards.get(card)
        if printed is None or not concerns(printed):
            return NOT_CONCERNED
        return f"{printed.title} {words}"

    hold.guard(rule)(played_otherwise)


_for_another_verb("SING-DEITY-01", lambda c: c.type == DEITY, "is a Deity: 'favor' or 'wrath'")
_for_another_verb("SING-SEA-03", lambda card: card.wrecks, "answers a crossing: 'stops'")
_for_another_verb("SING-CHAL-03", lambda card: card.stops, "answers a challenge: 'stops'")


# ---- Deities


def _whose(state: State, hero: str) -> tuple[int | None, int | None]:
    seat = state.owner_of(hero)
    return seat, None if seat is None else state.seats[seat].crew_of(hero)


@ref.guards_for(DEITIES, "SING-DEITY-07")
def a_leading_hero(state: State, _seat: int, _: str, hero: str) -> Verdict:
    owner, label = _whose(state, hero)
    if owner is None:
        return f"{state.title(hero)} is in no Crew"
    if label is not None and state.seats[owner].crews[label].leader == hero:
        return KEPT
    return f"{state.title(hero)} leads no Crew"


@favor.guard("SING-DEITY-02")
def own_leader(state: State, seat: int, _: str, hero: str) -> Verdict:
    if hero in state.leaders(seat):
        return KEPT
    return f"{state.title(hero)} leads no Crew of {state.name_of(seat)}"


@wrath.guard("SING-DEITY-03")
def leader_of_another(state: State, seat: int, _: str, hero: str) -> Verdict:
    if hero in _their_leaders(state, seat):
        return KEPT
    return f"{state.title(hero)} leads no Crew of an opponent"


def _laid(
    state: State, seat: int, deity: str, hero: str, up: bool, trace: Trace | None
) -> tuple[State, int, int]:
    owner, label = _whose(state, hero)
    assert owner is not None
    assert label is not None
    old = state.seats[owner].deity_on(hero)
    if trace is not None:
        facts = (f"{state.name_of(seat)}.hand", f"{state.name_of(seat)}.dealt", "agenda",
                 *state.where(owner, label, "favor", "wrath", "might", "traits"))  # fmt: skip
        side, does = ("SING-DEITY-02", "favors") if up else ("SING-DEITY-03", "is wroth with")
        rules = ("SING-DEITY-01", side, "SING-DEITY-07", "SING-HOLD-02", "SING-HOLD-04")
        trace(rules, *facts, text=f"{state.title(deity)} {does} {state.title(hero)}")
        if old is not None:
            rule = "SING-DEITY-05" if old[1] and not up else "SING-DEITY-06"
            text = f"{state.title(old[0])} leaves"
            trace((rule, "SING-DEITY-06", "SING-DEITY-04"), *facts, "discard", text=text)
    if old is not None:
        state = state.thrown(old[0])
    return state.moved(owner, "deities", deity, hero, up), owner, label


@favor.effect
def _favor(state: State, seat: int, deity: str, hero: str, trace: Trace | None) -> State:
    return _laid(state, seat, deity, hero, True, trace)[0]


@wrath.effect
def _wrath(state: State, seat: int, deity: str, hero: str, trace: Trace | None) -> State:
    state, owner, label = _laid(state, seat, deity, hero, False, trace)
    return begun(state, deity, "wrath", seat, target=owner, crew=label)


# ---- other Hold This Cards


@hold.guard()
def fitting_target(state: State, seat: int, card: str, on: str | None) -> Verdict:
    """A target in the line must be a legal answer to the effect, by the guards of the answer."""
    if on is None or card not in state.seats[seat].hand or not state.table.cards[card].holds:
        return NOT_CONCERNED
    return resolved(state, seat, card, "effects", on, None).breaches


@hold.effect
def _hold(state: State, seat: int, card: str, on: str | None, trace: Trace | None) -> State:
    name = state.name_of(seat)
    text = f"{name} plays {state.title(card)}"
    record(trace, "SING-HOLD-02", f"{name}.hand", f"{name}.dealt", "discard", "agenda", text=text)
    record(trace, "SING-HOLD-01", f"{name}.hand", "discard", "agenda")
    return resolved(state, seat, card, "effects", on, trace).state
