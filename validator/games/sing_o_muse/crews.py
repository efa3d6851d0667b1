"""Re-arranging Crews and Treasures: between Quests, and after a War."""

from __future__ import annotations

from collections.abc import Iterator

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import HERO, SHARED
from validator.games.sing_o_muse.effects import shift_leader
from validator.games.sing_o_muse.losses import dethroned
from validator.games.sing_o_muse.modes import ASKED, MODES
from validator.games.sing_o_muse.state import Pieces, State, without
from validator.referee import api as ref
from validator.referee.core import KEPT, NOT_CONCERNED, Breach, Trace, Verb, Verdict, record


def _labels(state: State, *_: int) -> range:
    return range(len(state.table.labels))


def _movable(state: State, seat: int) -> Pieces:
    return state.members(seat, _labels(state))


def _serving_heroes(state: State, seat: int, label: int) -> Pieces:
    cards = state.table.cards
    return tuple(e for e in state.seats[seat].crews[label].members if cards[e].type == HERO)


def _receivers(state: State, seat: int, treasure: str) -> Iterator[str]:
    bearer = state.seats[seat].bearer_of(treasure)
    return (each for each in _movable(state, seat) if each != bearer)


def _swaps(state: State, seat: int, treasure: str, to: str) -> Iterator[str | None]:
    yield None
    side = state.seats[seat]
    if side.bearer_of(treasure):
        yield from state.in_slot(side, to, state.table.gear(treasure).slot)


CLOSED = {
    mode: ref.gate(*MODES[mode].rules, "SING-HOLD-05", "SING-BETWEEN-01", why=MODES[mode].why)
    for mode in ASKED
}
move = Verb(
    "move", about="Move a character between Crews.", anybody=True,
    modes=(phases.PLAY, phases.QUEST, phases.WINDOW), gates=CLOSED,
    args=(
        notation.MEMBER.of(_movable),
        notation.FROM_CREW.of(lambda state, seat, card: (state.seats[seat].crew_of(card),)),
        notation.TO_CREW.of(
            lambda state, _, __, here: (label for label in _labels(state) if label != here)
        ),
    ),
)  # fmt: skip
lead = Verb(
    "lead", about="Make another Hero of a Crew its leader.", anybody=True,
    modes=(phases.PLAY, phases.QUEST, phases.WINDOW), gates=CLOSED,
    args=(notation.ANY_CREW.of(_labels), notation.HERO.of(_serving_heroes)),
)  # fmt: skip
hand_on = Verb(
    "pass", about="Pass a Treasure on, or swap two.", anybody=True,
    modes=(phases.PLAY, phases.QUEST, phases.WINDOW), gates=CLOSED,
    args=(
        notation.TREASURE.of(lambda state, seat: tuple(t for t, _ in state.seats[seat].carried)),
        notation.ON_MEMBER.of(_receivers), notation.FOR_TREASURE.of(_swaps),
    ),
)  # fmt: skip
VERBS = (move, lead, hand_on)


@ref.guards_for(VERBS, "SING-TURN-02", "SING-BETWEEN-01", "SING-WAR-16")
def own_turn_or_war(state: State, seat: int) -> Verdict:
    """The active player re-arranges; after a War, both players who fought."""
    if seat == state.turn or seat in state.window:
        return KEPT
    return f"it is {state.name_of(state.turn)}'s turn"


@ref.guards_for(VERBS, "SING-HOLD-05", "SING-BETWEEN-01")
def nothing_else_asked(state: State, seat: int) -> Verdict:
    """Pending tasks come first, also for the active player after a War of others."""
    if not state.window or seat in state.window:
        return NOT_CONCERNED
    mode = state._replace(window=()).mode
    if mode in (phases.PLAY, phases.QUEST):
        return NOT_CONCERNED
    return tuple(Breach(each.rule, each.facts) for each in MODES[mode].breaches(state))


# ---- moving characters


@move.guard("SING-CREW-10", "SING-PLAY-06")
def own_member(state: State, seat: int, card: str) -> Verdict:
    side = state.seats[seat]
    if side.crew_of(card) is not None:
        return KEPT
    if card in side.waiting:
        return f"{state.title(card)} waits to be placed"
    return f"{state.title(card)} is in no Crew of {state.name_of(seat)}"


@move.guard("SING-CREW-10")
def from_its_crew(state: State, seat: int, card: str, here: int) -> Verdict:
    label = state.seats[seat].crew_of(card)
    if label is None or label == here:
        return NOT_CONCERNED
    return f"{state.title(card)} is in {state.crew(label)}"


@move.guard("SING-CREW-05", "SING-BETWEEN-03")
def one_of_so_many(state: State, _seat: int, _: str, __: int, there: int) -> Verdict:
    return KEPT if there < len(state.table.labels) else f"{len(state.table.labels)} Crews at most"


@move.guard("SING-BETWEEN-04", "SING-CREW-10")
def both_between_quests(state: State, seat: int, _card: str, here: int, there: int) -> Verdict:
    """Nobody leaves or joins a Crew that is on a Quest."""
    if seat in state.window or there >= len(state.table.labels):
        return NOT_CONCERNED
    return state.not_between(seat, (here, there))


@move.guard("SING-CREW-02")
def room_there(state: State, seat: int, card: str, here: int, there: int) -> Verdict:
    if there >= len(state.table.labels) or card in state.seats[seat].transformed or here == there:
        return NOT_CONCERNED
    number = len(state.seats[seat].active(state.seats[seat].crews[there]))
    if number < state.table.crew_size:
        return KEPT
    return f"{state.crew(there)} has {number} active characters"


@move.guard("SING-CREW-01", "SING-BETWEEN-03")
def a_hero_leads(state: State, seat: int, card: str, here: int, there: int) -> Verdict:
    """A new Crew begins with a Hero, and no Crew is left without one."""
    side, table = state.seats[seat], state.table
    if there >= len(table.labels) or side.crew_of(card) is None:
        return NOT_CONCERNED
    if here == there:
        return "that is the same Crew"
    if not side.crews[there].leader and (
        table.cards[card].type != HERO or card in side.transformed
    ):
        return f"{table.crew(there)} has no Hero to lead it"
    if side.crews[here].leader == card and side.crews[here].members and seat not in state.window:
        return f"{table.title(card)} leads {table.crew(here)}: 'lead' comes first"
    return KEPT


@move.effect
def _move(state: State, seat: int, card: str, here: int, there: int, trace: Trace | None) -> State:
    facts = (*state.where(seat, here), *state.where(seat, there))
    text = f"{state.title(card)} goes to {state.crew(there)}"
    rule = "SING-WAR-16" if seat in state.window else "SING-BETWEEN-01"
    record(trace, (rule, "SING-BETWEEN-03", "SING-CREW-10"), *facts, text=text)
    crew = state.seats[seat].crews[here]
    leads = not state.seats[seat].crews[there].leader
    if crew.leader == card and not leads:
        state = dethroned(state, seat, card, trace)
    state = state.alter_crew(seat, here, leader="" if crew.leader == card else crew.leader,
        members=without(crew.members, card),
    )  # fmt: skip
    crew = state.seats[seat].crews[there]
    if leads:
        return state.alter_crew(seat, there, leader=card)
    return state.alter_crew(seat, there, members=(*crew.members, card))


# ---- a new leader


@lead.guard("SING-BETWEEN-04", "SING-BETWEEN-02")
def leader_between_quests(state: State, seat: int, label: int) -> Verdict:
    if seat in state.window or label >= len(state.table.labels):
        return NOT_CONCERNED
    return state.not_between(seat, (label,))


@lead.guard("SING-CREW-01", "SING-BETWEEN-02")
def an_active_hero(state: State, seat: int, label: int, hero: str) -> Verdict:
    table, side = state.table, state.seats[seat]
    if label >= len(table.labels) or hero not in side.crews[label].members:
        there = table.labels[label] if label < len(table.labels) else "that name"
        return f"{table.title(hero)} is not a Companion in a Crew of {there}"
    if hero not in table.cards or table.cards[hero].type != HERO:
        return f"{table.title(hero)} is not a Hero"
    return f"{table.title(hero)} is transformed" if hero in side.transformed else KEPT


@lead.effect
def _lead(state: State, seat: int, label: int, hero: str, trace: Trace | None) -> State:
    facts = state.where(seat, label, "leader", "members", "might", "traits")
    text = f"{state.title(hero)} leads {state.crew(label)}"
    record(trace, "SING-WAR-16" if seat in state.window else "SING-BETWEEN-02", *facts, text=text)
    return shift_leader(state, seat, label, hero, trace)


# ---- Treasures


@hand_on.guard("SING-TREASURE-05")
def not_shared(state: State, _seat: int, treasure: str) -> Verdict:
    """A shared Treasure cannot be passed on."""
    gear, title = state.table.gear_of(treasure), state.title(treasure)
    if gear is None:
        return f"{title} is not a Treasure"
    return f"{title} is shared" if gear.slot == SHARED else NOT_CONCERNED


@hand_on.guard("SING-TREASURE-08", "SING-PLAY-06")
def own_carried(state: State, seat: int, treasure: str) -> Verdict:
    if state.seats[seat].bearer_of(treasure):
        return KEPT
    return f"no character of {state.name_of(seat)} carries {state.title(treasure)}"


@hand_on.guard("SING-TREASURE-06")
def to_own_active(state: State, seat: int, treasure: str, to: str) -> Verdict:
    side = state.seats[seat]
    if to not in set(side.characters()):
        return f"{state.title(to)} is not with {state.name_of(seat)}"
    if to in side.transformed:
        return f"{state.title(to)} is transformed"
    return "they are the same" if side.bearer_of(treasure) == to else KEPT


@hand_on.guard("SING-TREASURE-08", "SING-BETWEEN-04")
def passed_between_quests(state: State, seat: int, treasure: str, to: str) -> Verdict:
    if seat in state.window:
        return NOT_CONCERNED
    side = state.seats[seat]
    return state.not_between(seat, map(side.crew_of, (side.bearer_of(treasure), to)))


@hand_on.guard("SING-TREASURE-01", "SING-TREASURE-02", "SING-TREASURE-03")
def one_of_a_class(state: State, seat: int, treasure: str, to: str, back: str | None) -> Verdict:
    gear, side = state.table.gear_of(treasure), state.seats[seat]
    if back is not None or gear is None or gear.slot not in state.table.slot_rules:
        return NOT_CONCERNED
    if state.has_room(side, to, gear.slot):
        return KEPT
    return (Breach(state.table.slot_rules[gear.slot], state.carries(side, to, gear.slot)),)


@hand_on.guard("SING-TREASURE-08")
def fair_swap(state: State, seat: int, treasure: str, to: str, back: str | None) -> Verdict:
    gear = state.table.gear_of(treasure)
    if back is None or gear is None:
        return NOT_CONCERNED
    if back in state.in_slot(state.seats[seat], to, gear.slot):
        return KEPT
    return f"{state.title(back)} is no {gear.slot} of {state.title(to)}"


@hand_on.effect
def _pass(
    state: State, seat: int, treasure: str, to: str, back: str | None, trace: Trace | None
) -> State:
    side = state.seats[seat]
    old = side.bearer_of(treasure)
    if trace is not None:
        changed = ("treasures", "might", "traits")
        facts = (*state.where_is(seat, old, *changed), *state.where_is(seat, to, *changed))
        text = f"{state.title(treasure)} passes from {state.title(old)} to {state.title(to)}"
        trace("SING-TREASURE-08", f"{state.name_of(seat)}.treasures", *facts, text=text)
        if old in side.transformed:
            trace("SING-TREASURE-10", *facts)
        trace("SING-WAR-16" if seat in state.window else "SING-BETWEEN-03", *facts)
    bearers = {treasure: to} if back is None else {treasure: to, back: old}
    carried = tuple((each, bearers.get(each, bearer)) for each, bearer in side.carried)
    return state.alter(seat, carried=carried)
