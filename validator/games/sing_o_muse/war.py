"""A War from its outbreak to the spoils: automatic steps, and the tasks in between."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.sing_o_muse.cards import SHARED
from validator.games.sing_o_muse.losses import buried
from validator.games.sing_o_muse.state import Pieces, State, Task, War, without
from validator.referee.core import CHANCE, Trace, record
from validator.referee.zones import put


def outbreak(
    state: State, by: int, other: int, card: str, trojan: bool, trace: Trace | None
) -> State:
    """A War between two players begins."""
    if not state.can_fight(by) or not state.can_fight(other) or state.war is not None:
        return state
    players = state.table.players
    named = "the Trojan War" if trojan else "War"
    text = f"{named}: {players[by]} against {players[other]}"
    record(trace, "SING-WAR-01", "war", "agenda", text=text)
    record(trace, "SING-WAR-15")
    war = War(card, trojan, (by, other), (-1, -1), ((), ()), (), ((), ()))
    return state._replace(war=war).push(Task("war", by, by=by, card=card))


def at_war(state: State) -> War:
    """The War that is under way."""
    assert state.war is not None
    return state.war


def enlisted(state: State, side: int) -> Pieces:
    """The active characters of the Crew that fights for a side."""
    war = at_war(state)
    own = state.seats[war.seats[side]]
    return own.active(own.crews[war.crews[side]])


def needed(state: State) -> int:
    """How many fight on each side."""
    return min(len(enlisted(state, 0)), len(enlisted(state, 1)))


def must_sit(state: State, side: int) -> tuple[Pieces, Pieces, int]:
    """Return who must sit out, among whom the owner chooses, and how many of these."""
    seat = at_war(state).seats[side]
    there = enlisted(state, side)
    surplus = len(there) - needed(state)
    if not surplus:
        return (), (), 0
    by_might = sorted(there, key=lambda each: state.might(seat, each))
    edge = state.might(seat, by_might[surplus - 1])
    sure = tuple(each for each in there if state.might(seat, each) < edge)
    tied = tuple(each for each in there if state.might(seat, each) == edge)
    left = surplus - len(sure)
    if left == len(tied):
        return (*sure, *tied), (), 0
    return sure, tied, left


def go_on(state: State, _task: Task, trace: Trace | None) -> State | None:
    """Carry out the next automatic step of a War; None if a player must answer."""
    war = state.war
    if war is None:
        return state.pop()
    for side, seat in enumerate(war.seats):
        if war.crews[side] < 0:
            best = state.strongest(seat)
            if len(best) > 1:
                return state.push(Task("fights", seat, of=seat, crews=best))
            return chosen(state, side, best[0], trace)
    for side, seat in enumerate(war.seats):
        if not war.fighters[side]:
            sure, _, left = must_sit(state, side)
            if left:
                return state.push(Task("sits", seat, of=seat, n=left))
            return seated(state, side, sure, trace)
    if not war.mights:
        noted = tuple(
            (each, state.might(seat, each))
            for side, seat in enumerate(war.seats)
            for each in war.fighters[side]
        )
        words = ", ".join(f"{state.title(each)} {number}" for each, number in noted)
        record(trace, "SING-WAR-04", "war.might", text=f"Might is noted: {words}")
        record(trace, "SING-WAR-18", "war.fighters", "war.might")
        return state._replace(war=war._replace(mights=noted))
    for side, seat in enumerate(war.seats):
        if not war.flips[side]:
            return state.push(Task("flips", CHANCE, of=seat))
    return _duel(state, war, trace) if war.duels < len(war.flips[0]) else _peace(state, war, trace)


def chosen(state: State, side: int, crew: int, trace: Trace | None) -> State:
    """The Crew that fights for a side."""
    war = at_war(state)
    name = state.table.players[war.seats[side]]
    text = f"{name} fights with {state.crew(crew)}"
    record(trace, "SING-WAR-02", f"war.crews.{name}", text=text)
    return state._replace(war=war._replace(crews=put(war.crews, side, crew)))


def seated(state: State, side: int, out: Sequence[str], trace: Trace | None) -> State:
    """Return the fighters of a side if these sit out."""
    war = at_war(state)
    fighters = without(enlisted(state, side), *out)
    name = state.table.players[war.seats[side]]
    rules = ("SING-WAR-05", "SING-WAR-06") if out else "SING-WAR-05"
    text = f"{state.titles(tuple(out))} of {name} sit out" if out else ""
    record(trace, rules, f"war.fighters.{name}", text=text)
    return state._replace(war=war._replace(fighters=put(war.fighters, side, fighters)))


def _duel(state: State, war: War, trace: Trace | None) -> State:
    """Let the next two fighters meet."""
    mights = dict(war.mights)
    pair = (war.flips[0][war.duels], war.flips[1][war.duels])
    values = (mights[pair[0]], mights[pair[1]])
    words = " against ".join(f"{state.title(p)} {v}" for p, v in zip(pair, values, strict=True))
    state = state._replace(war=war._replace(duels=war.duels + 1))
    if values[0] == values[1]:
        record(trace, "SING-WAR-10", "war.duels", "war_total", text=f"{words}: both survive")
        return state
    loser = 0 if values[0] < values[1] else 1
    seat, dead = war.seats[loser], pair[loser]
    if state.is_only_hero(seat, dead):
        text = f"{words}: {state.title(dead)} is spared, the only Hero of {state.name_of(seat)}"
        record(trace, "SING-WAR-17", "war.duels", "war_total", text=text)
        record(trace, "SING-LOSS-06")
        return state
    facts = (*state.where(seat, war.crews[loser], "members", "leader", "treasures"), "discard")
    record(trace, "SING-WAR-08", *facts, "war.duels", "war.dead", text=words)
    record(trace, "SING-WAR-07", *facts, "war.duels")
    spoils = state.seats[seat].carried_by(dead)
    state = buried(state, seat, dead, trace, spoils=True)
    now = at_war(state)
    state = state._replace(war=now._replace(dead=(*now.dead, dead))).thrown(*spoils)
    if spoils:
        winner = war.seats[1 - loser]
        record(trace, "SING-WAR-09", "agenda")
        return state.push(Task("loots", winner, by=winner, of=seat, pieces=spoils))
    return state


def looted(
    state: State, seat: int, pairs: tuple[tuple[str, str], ...], trace: Trace | None
) -> State:
    """Give the Treasures of the killed to their new bearers."""
    for treasure, bearer in pairs:
        state = state.moved(seat, "carried", treasure, bearer)
    name = state.name_of(seat)
    words = state.titles(tuple(treasure for treasure, _ in pairs))
    facts = ("agenda", "discard", f"{name}.*.treasures")
    record(trace, "SING-WAR-09", *facts, text=f"{name} takes {words}")
    record(trace, "SING-WAR-19")
    return state


def totals(state: State) -> tuple[int, int]:
    """The fixed Might of the surviving fighters of both sides."""
    war = at_war(state)
    mights = dict(war.mights)
    one, two = (
        sum(mights[each] for each in fighters if each not in war.dead) for fighters in war.fighters
    )
    return one, two


def _peace(state: State, war: War, trace: Trace | None) -> State:
    """End a War with its totals; both players may re-arrange."""
    one, two = totals(state)
    names = [state.name_of(seat) for seat in war.seats]
    total = f"{names[0]} {one}, {names[1]} {two}"
    winner = None if one == two else war.seats[0] if one > two else war.seats[1]
    outcome = "a tie" if winner is None else f"{state.name_of(winner)} wins the War"
    facts = ("war_winner", "war_total", "war")
    record(trace, "SING-WAR-11", *facts, "agenda", text=f"{total}: {outcome}")
    record(trace, "SING-WAR-12", *facts)
    record(trace, "SING-WAR-16", "window", "war")
    sums = ((war.seats[0], one), (war.seats[1], two))
    state = state._replace(war=None, window=war.seats, totals=sums).pop()
    if war.trojan:
        state = _troy(state, war, winner, trace)
    return state


def _troy(state: State, war: War, winner: int | None, trace: Trace | None) -> State:
    """Award the Trojan War's Quest and Treasure."""
    table = state.table
    drawer = table.players[war.seats[0]]
    if winner is None:
        text = f"{drawer} keeps {table.title(war.card)}; nobody gets the Quest"
        record(trace, "SING-WAR-14", "war_winner", "war_total", "war", text=text)
        return state
    name = table.players[winner]
    quest = next((each for each in state.middle if table.quests[each].war), None)
    facts = (f"{name}.victory", "middle", f"{name}.shared", f"{drawer}.hand", "agenda",
             "blocks", "discard")  # fmt: skip
    if quest is not None:
        state = state._replace(middle=without(state.middle, quest))
        state = state.alter(winner, victory=(*state.seats[winner].victory, quest))
        state = state.thrown(*state.blocked_by(quest))
        record(trace, "SING-QUEST-13", *facts, text=f"{name} wins {table.title(quest)}")
    record(trace, "SING-WAR-13", *facts)
    gear = table.cards[war.card].gear
    if gear is None:
        return state
    if gear.slot == SHARED:
        return state.moved(winner, "shared", war.card)
    task = Task("give", winner, by=winner, of=winner, card=war.card)
    return state.thrown(war.card).push(task)


def over_limit(state: State, seat: int) -> tuple[str, str]:
    """Return rule and facts of a limit that a player breaks after a War; empty if none."""
    table, side = state.table, state.seats[seat]
    name = table.players[seat]
    for treasure, bearer in side.carried:
        slot = table.gear(treasure).slot
        limit, count = table.slots.get(slot), len(state.in_slot(side, bearer, slot))
        if limit is not None and count > limit:
            facts = f"{name}'s {table.title(bearer)} carries {count} of class {slot}, not {limit}"
            return table.slot_rules[slot], facts
    for label, crew in enumerate(side.crews):
        if not crew.leader and state.successors(seat, label):
            return "SING-LOSS-05", f"{table.crew(label)} of {name} has no leader yet"
    return "", ""
