"""A War from its outbreak to the spoils: what follows by itself, and what is asked in between."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.sing_o_muse.cards import HERO, SHARED
from validator.games.sing_o_muse.losses import buried, is_only_hero, tell, where
from validator.games.sing_o_muse.position import (
    Pieces,
    Position,
    Task,
    War,
    active,
    alter,
    blocked_by,
    carried_by,
    discarded,
    lifted,
    pop,
    push,
    without,
)
from validator.games.sing_o_muse.strength import crew_might, might
from validator.referee.core import CHANCE, Notes


def can_fight(at: Position, seat: int) -> bool:
    """Whether a player has anybody to send to War."""
    side = at.sides[seat]
    return not side.out and any(active(side, crew) for crew in side.crews)


def outbreak(
    at: Position, by: int, other: int, card: str, trojan: bool, note: Notes | None
) -> Position:
    """A War between two players begins."""
    if not can_fight(at, by) or not can_fight(at, other) or at.war is not None:
        return at
    players = at.table.players
    named = "the Trojan War" if trojan else "War"
    text = f"{named}: {players[by]} against {players[other]}"
    tell(note, "SING-WAR-01", "war", "war.sides", text=text)
    tell(note, "SING-WAR-15", "used", "turn", "phase")
    war = War(card, trojan, (by, other), (-1, -1), ((), ()), (), ((), ()))
    return push(at._replace(war=war), Task("war", by, by=by, card=card))


def strongest(at: Position, seat: int) -> tuple[int, ...]:
    """The Crews of highest Might of a player."""
    side = at.sides[seat]
    mights = {
        label: crew_might(at, seat, label)
        for label, crew in enumerate(side.crews)
        if active(side, crew)
    }
    best = max(mights.values())
    return tuple(label for label, value in mights.items() if value == best)


def put(pair: tuple[Pieces, ...], index: int, value: Pieces) -> tuple[Pieces, ...]:
    """A pair with one of its two replaced."""
    return (value, pair[1]) if index == 0 else (pair[0], value)


def enlisted(at: Position, side: int) -> Pieces:
    """The active characters of the Crew that fights for a side."""
    assert at.war is not None
    own = at.sides[at.war.seats[side]]
    return active(own, own.crews[at.war.crews[side]])


def needed(at: Position) -> int:
    """How many fight on each side."""
    return min(len(enlisted(at, 0)), len(enlisted(at, 1)))


def must_sit(at: Position, side: int) -> tuple[Pieces, Pieces, int]:
    """Who sits out for sure, among whom the owner chooses, and how many of these."""
    assert at.war is not None
    seat = at.war.seats[side]
    there = enlisted(at, side)
    surplus = len(there) - needed(at)
    if not surplus:
        return (), (), 0
    by_might = sorted(there, key=lambda each: might(at, seat, each))
    edge = might(at, seat, by_might[surplus - 1])
    sure = tuple(each for each in there if might(at, seat, each) < edge)
    tied = tuple(each for each in there if might(at, seat, each) == edge)
    left = surplus - len(sure)
    if left == len(tied):
        return (*sure, *tied), (), 0
    return sure, tied, left


def go_on(at: Position, _task: Task, note: Notes | None) -> Position | None:
    """The next thing of a War that follows by itself; None if somebody has to answer."""
    war, table = at.war, at.table
    if war is None:
        return pop(at)
    for side, seat in enumerate(war.seats):
        if war.crews[side] < 0:
            best = strongest(at, seat)
            if len(best) > 1:
                return push(at, Task("fights", seat, of=seat, crews=best))
            return chosen(at, side, best[0], note)
    for side, seat in enumerate(war.seats):
        if not war.fighters[side]:
            sure, _, left = must_sit(at, side)
            if left:
                return push(at, Task("sits", seat, of=seat, n=left))
            return seated(at, side, sure, note)
    if not war.mights:
        noted = tuple(
            (each, might(at, seat, each))
            for side, seat in enumerate(war.seats)
            for each in war.fighters[side]
        )
        words = ", ".join(f"{table.title(each)} {number}" for each, number in noted)
        tell(note, "SING-WAR-04", "war", "war.might", text=f"Might is noted: {words}")
        tell(note, "SING-WAR-18", "war", "war.fighters", "war.might")
        return at._replace(war=war._replace(mights=noted))
    for side, seat in enumerate(war.seats):
        if not war.flips[side]:
            return push(at, Task("flips", CHANCE, of=seat))
    if war.duels < len(war.flips[0]):
        return _duel(at, war, note)
    return _peace(at, war, note)


def chosen(at: Position, side: int, crew: int, note: Notes | None) -> Position:
    """The Crew that fights for a side."""
    war = at.war
    assert war is not None
    crews = (crew, war.crews[1]) if side == 0 else (war.crews[0], crew)
    name = at.table.players[war.seats[side]]
    text = f"{name} fights with Crew {at.table.labels[crew]}"
    tell(note, "SING-WAR-02", "war", "war.crews", f"war.crews.{name}", text=text)
    return at._replace(war=war._replace(crews=crews))


def seated(at: Position, side: int, out: Sequence[str], note: Notes | None) -> Position:
    """Who fights for a side, when these sit out."""
    war = at.war
    assert war is not None
    fighters = without(enlisted(at, side), *out)
    name = at.table.players[war.seats[side]]
    facts = ("war", "war.fighters", f"war.fighters.{name}")
    text = f"{at.table.titles(tuple(out))} of {name} sit out" if out else ""
    tell(note, "SING-WAR-05", *facts, text=text)
    if out:
        tell(note, "SING-WAR-06", *facts)
    return at._replace(war=war._replace(fighters=put(war.fighters, side, fighters)))


def _duel(at: Position, war: War, note: Notes | None) -> Position:
    """The next two fighters meet."""
    table = at.table
    mights = dict(war.mights)
    pair = (war.flips[0][war.duels], war.flips[1][war.duels])
    values = (mights[pair[0]], mights[pair[1]])
    words = " against ".join(f"{table.title(p)} {v}" for p, v in zip(pair, values, strict=True))
    at = at._replace(war=war._replace(duels=war.duels + 1))
    facts = [
        fact
        for side, seat in enumerate(war.seats)
        for fact in where(at, seat, war.crews[side], "members", "leader", "treasures")
    ]
    if values[0] == values[1]:
        tell(note, "SING-WAR-10", *facts, "discard", text=f"{words}: both survive")
        return at
    loser = 0 if values[0] < values[1] else 1
    seat, dead = war.seats[loser], pair[loser]
    if is_only_hero(at, seat, dead):
        text = f"{words}: {table.title(dead)} is spared, the only Hero of {table.players[seat]}"
        tell(note, "SING-WAR-17", *facts, "discard", text=text)
        tell(note, "SING-LOSS-06", *facts, "discard")
        return at
    tell(note, "SING-WAR-08", *facts, "discard", text=words)
    tell(note, "SING-WAR-07", *facts, "discard")
    spoils = carried_by(at.sides[seat], dead)
    at = buried(at, seat, dead, note, spoils=True)
    assert at.war is not None
    at = at._replace(war=at.war._replace(dead=(*at.war.dead, dead)))
    for each in spoils:
        at = discarded(lifted(at, each), each)
    if spoils:
        winner = war.seats[1 - loser]
        return push(at, Task("loots", winner, by=winner, of=seat, pieces=spoils))
    return at


def looted(
    at: Position, seat: int, pairs: tuple[tuple[str, str], ...], note: Notes | None
) -> Position:
    """Treasures of the killed on their new bearers."""
    for treasure, bearer in pairs:
        at = lifted(at, treasure)
        at = alter(at, seat, carried=(*at.sides[seat].carried, (treasure, bearer)))
    name = at.table.players[seat]
    facts = [f"{name}.treasures", "discard"]
    for label, crew in enumerate(at.sides[seat].crews):
        if crew.everybody:
            facts += where(at, seat, label, "treasures")
    words = at.table.titles(tuple(treasure for treasure, _ in pairs))
    tell(note, "SING-WAR-09", *facts, text=f"{name} takes {words}")
    tell(note, "SING-WAR-19", "war", "war.might", "war_total")
    return at


def totals(at: Position) -> tuple[int, int]:
    """The fixed Might of the surviving fighters of both sides."""
    war = at.war
    assert war is not None
    mights = dict(war.mights)
    one, two = (
        sum(mights[each] for each in fighters if each not in war.dead) for fighters in war.fighters
    )
    return one, two


def _peace(at: Position, war: War, note: Notes | None) -> Position:
    """The War is counted out; both players may re-arrange."""
    table = at.table
    one, two = totals(at)
    names = [table.players[seat] for seat in war.seats]
    total = f"{names[0]} {one}, {names[1]} {two}"
    winner = None if one == two else war.seats[0] if one > two else war.seats[1]
    outcome = "a tie" if winner is None else f"{table.players[winner]} wins the War"
    facts = ("war_winner", "war_total")
    tell(note, "SING-WAR-11", *facts, text=f"{total}: {outcome}")
    tell(note, "SING-WAR-12", *facts)
    tell(note, "SING-WAR-16", "window")
    sums = ((war.seats[0], one), (war.seats[1], two))
    at = pop(at._replace(war=None, window=war.seats, totals=sums))
    if war.trojan:
        at = _troy(at, war, winner, note)
    return at


def _troy(at: Position, war: War, winner: int | None, note: Notes | None) -> Position:
    """The Trojan War's Quest and Treasure."""
    table = at.table
    drawer = table.players[war.seats[0]]
    if winner is None:
        facts = ("middle", *(f"{table.players[s]}.laurels" for s in war.seats),
                 f"{drawer}.hand", f"{drawer}.shared")  # fmt: skip
        text = f"{drawer} keeps {table.title(war.card)}; nobody gets the Quest"
        tell(note, "SING-WAR-14", *facts, text=text)
        return at
    name = table.players[winner]
    quest = next((each for each in at.middle if table.quests[each].war), None)
    facts = (f"{name}.victory", f"{name}.laurels", "middle", f"{name}.shared")
    if quest is not None:
        at = at._replace(middle=without(at.middle, quest))
        at = alter(at, winner, victory=(*at.sides[winner].victory, quest))
        for card in blocked_by(at, quest):
            at = discarded(lifted(at, card), card)
        tell(note, "SING-QUEST-13", *facts, text=f"{name} wins {table.title(quest)}")
    tell(note, "SING-WAR-13", *facts)
    gear = table.cards[war.card].gear
    if gear is not None:
        at = lifted(at, war.card)
        if gear.slot == SHARED:
            return alter(at, winner, shared=(*at.sides[winner].shared, war.card))
        at = discarded(at, war.card)
        return push(at, Task("give", winner, by=winner, of=winner, card=war.card))
    return at


def over_limit(at: Position, seat: int) -> tuple[str, str]:
    """Rule and facts of a limit that a player breaks after a War; empty if none is."""
    table, side = at.table, at.sides[seat]
    name = table.players[seat]
    for treasure, bearer in side.carried:
        slot = table.gear(treasure).slot
        limit = table.slots.get(slot)
        count = sum(b == bearer and table.gear(t).slot == slot for t, b in side.carried)
        if limit is not None and count > limit:
            facts = f"{name}'s {table.title(bearer)} carries {count} of class {slot}, not {limit}"
            return table.slot_rules[slot], facts
    for label, crew in enumerate(side.crews):
        if crew.leader or not crew.members:
            continue
        if any(table.cards[e].type == HERO and e not in side.transformed for e in crew.members):
            return "SING-LOSS-05", f"Crew {table.labels[label]} of {name} has no leader yet"
    return "", ""
