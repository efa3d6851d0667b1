"""A War from its outbreak to the spoils: automatic steps, and the tasks between them.

In the rulebook: War.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.sing_o_muse.cards import SHARED, SLOT_RULES
from validator.games.sing_o_muse.crew_might import might_of, strongest_crews
from validator.games.sing_o_muse.losing_companions import discard_character
from validator.games.sing_o_muse.seat import Pairs, Pieces, without
from validator.games.sing_o_muse.state import State, Task, War
from validator.referee.api import CHANCE, Judge, Say, event, put

BEGINS = event("{war}: {one} against {two}")
FIGHTS = Say("fight with {crew}", "{owner} fights with {crew}", whole=True)
SIT_OUT = Say(
    "let {cards} sit out, with Might {might}", "{owner}'s {cards} [sits|sit] out", whole=True
)
TIED = event("{one} and {two} both have Might {might} and survive")
SPARED = event("{one} ({high}) beats {two} ({low}), who is spared as the only Hero of {owner}")
DUEL = event("{one} ({high}) beats {two} ({low})")
TAKES = Say("take {cards}", "{owner} takes {cards}", whole=True)
PEACE = event("{winner} [wins|win] the War with Might {high} against {low}")
A_TIE = event("the War ends in a tie: both sides have Might {might}")
KEEPS = event("{owner} keeps {card}; nobody gets the Quest")
WINS = event("{winner} wins {quest}")


def outbreak(s: State, by: int, other: int, card: str, trojan: bool, to: Judge) -> State:
    """Begin a War between two players."""
    if not s.can_fight(by) or not s.can_fight(other) or s.war is not None:
        return s
    war = War(card, trojan, (by, other), (-1, -1), ((), ()), (), ((), ()))
    after = s._replace(war=war).push(Task("war", by, by=by, card=card))
    named = "the Trojan War" if trojan else "War"
    return to.did(("WAR-01", "WAR-15"), s, after, BEGINS, war=named,
                  one=s.name_of(by), two=s.name_of(other))  # fmt: skip


def at_war(s: State) -> War:
    """Return the War in progress, which must exist."""
    assert s.war is not None
    return s.war


def enlisted(s: State, side: int) -> Pieces:
    """Return the active characters in the Crew that fights for a side."""
    war = at_war(s)
    own = s.seats[war.seats[side]]
    return own.active(own.crews[war.crews[side]])


def fighters_each(s: State) -> int:
    """Return the number of fighters on each side: that of the smaller Crew."""
    return min(len(enlisted(s, 0)), len(enlisted(s, 1)))


def must_sit(s: State, side: int) -> tuple[Pieces, Pieces, int]:
    """Return who must sit out, the candidates for further places, and the number of these.

    The owner chooses among the candidates.
    """
    seat = at_war(s).seats[side]
    there = enlisted(s, side)
    surplus = len(there) - fighters_each(s)
    if not surplus:
        return (), (), 0
    by_might = sorted(there, key=lambda each: might_of(s, seat, each))
    edge = might_of(s, seat, by_might[surplus - 1])
    sure = tuple(each for each in there if might_of(s, seat, each) < edge)
    tied = tuple(each for each in there if might_of(s, seat, each) == edge)
    left = surplus - len(sure)
    if left == len(tied):
        return (*sure, *tied), (), 0
    return sure, tied, left


def go_on(s: State, _task: Task, to: Judge) -> State | None:
    """Perform the next automatic step of a War, or return None if a player must answer."""
    war = s.war
    if war is None:
        return s.pop()
    for side, seat in enumerate(war.seats):
        if war.crews[side] < 0:
            best = strongest_crews(s, seat)
            if len(best) > 1:
                return s.push(Task("fights", seat, of=seat, crews=best))
            return chosen(s, side, best[0], to)
    for side, seat in enumerate(war.seats):
        if not war.fighters[side]:
            sure, _, left = must_sit(s, side)
            if left:
                return s.push(Task("sits", seat, of=seat, n=left))
            return enlists_all_but(s, side, sure, to)
    if not war.mights:
        return _noted(s, war, to)
    for side, seat in enumerate(war.seats):
        if not war.flips[side]:
            return s.push(Task("flips", CHANCE, of=seat))
    return _duel(s, war, to) if war.duels < len(war.flips[0]) else _end_of_the_war(s, war, to)


def _noted(s: State, war: War, to: Judge) -> State:
    """Record the Might of each fighter at the start of the duels."""
    noted = tuple(
        (each, might_of(s, seat, each))
        for side, seat in enumerate(war.seats)
        for each in war.fighters[side]
    )
    return to.did(("WAR-04", "WAR-18"), s, s._replace(war=war._replace(mights=noted)))


def chosen(s: State, side: int, crew: int, to: Judge) -> State:
    """Choose the Crew that fights for a side."""
    war = at_war(s)
    after = s._replace(war=war._replace(crews=put(war.crews, side, crew)))
    return to.did("WAR-02", s, after, FIGHTS, owner=s.name_of(war.seats[side]), crew=s.crew(crew))


def enlists_all_but(s: State, side: int, out: Sequence[str], to: Judge) -> State:
    """Return the state, in which a side fights with everybody except these characters."""
    war = at_war(s)
    fighters = without(enlisted(s, side), *out)
    after = s._replace(war=war._replace(fighters=put(war.fighters, side, fighters)))
    if not out:
        return to.did(("WAR-05", "WAR-18"), s, after)
    return to.did(("WAR-05", "WAR-06", "WAR-18"), s, after, SIT_OUT,
                  cards=s.each_title(out), owner=s.name_of(war.seats[side]),
                  might=might_of(s, war.seats[side], out[-1]))  # fmt: skip


def _duel(s: State, war: War, to: Judge) -> State:
    """Resolve the duel of the next two fighters."""
    mights, start = dict(war.mights), s
    pair = (war.flips[0][war.duels], war.flips[1][war.duels])
    s = s._replace(war=war._replace(duels=war.duels + 1))
    if mights[pair[0]] == mights[pair[1]]:
        return to.did("WAR-10", start, s, TIED, one=s.title(pair[0]), two=s.title(pair[1]),
                      might=mights[pair[0]])  # fmt: skip
    loser = 0 if mights[pair[0]] < mights[pair[1]] else 1
    seat, dead, victor = war.seats[loser], pair[loser], pair[1 - loser]
    said = {"one": s.title(victor), "high": mights[victor], "two": s.title(dead),
            "low": mights[dead]}  # fmt: skip
    if s.is_only_hero(seat, dead):
        return to.did(("WAR-17", "LOSS-06"), start, s, SPARED, **said, owner=s.name_of(seat))
    s = to.did("WAR-07", start, s, DUEL, **said)
    spoils, before = s.seats[seat].carried_by(dead), s
    s = discard_character(s, seat, dead, to, spoils=True)
    now = at_war(s)
    s = s._replace(war=now._replace(dead=(*now.dead, dead))).thrown(*spoils)
    s = to.did("WAR-08", before, s)
    if not spoils:
        return s
    winner = war.seats[1 - loser]
    return to.did("WAR-09", s, s.push(Task("loots", winner, by=winner, of=seat, pieces=spoils)))


def looted(s: State, seat: int, pairs: Pairs, to: Judge) -> State:
    """Give the Treasures of dead fighters to their new bearers."""
    after = s.pop()
    for treasure, bearer in pairs:
        after = after.moved(seat, "carried", treasure, bearer)
    cards = s.each_title(tuple(treasure for treasure, _ in pairs)) or "nothing"
    return to.did(("WAR-09", "WAR-19"), s, after, TAKES, owner=s.name_of(seat), cards=cards)


def totals(s: State) -> tuple[int, int]:
    """Return the combined Might of the surviving fighters on both sides."""
    war = at_war(s)
    mights = dict(war.mights)
    one, two = (
        sum(mights[each] for each in fighters if each not in war.dead) for fighters in war.fighters
    )
    return one, two


def _end_of_the_war(s: State, war: War, to: Judge) -> State:
    """End a War by comparing both sides' totals; both players may then rearrange."""
    sums, start = totals(s), s
    winner = None if sums[0] == sums[1] else war.seats[sums[0] < sums[1]]
    s = s._replace(
        war=None, window=war.seats, totals=tuple(zip(war.seats, sums, strict=True))
    ).pop()
    rules: Pieces = ("WAR-11", "WAR-12", "WAR-16")
    mights = dict(war.mights)
    for one, two in zip(*war.flips, strict=True):  # those who survived a duel count, too
        if mights[one] == mights[two]:
            rules = (*rules, "WAR-10")
        elif min(one, two, key=mights.__getitem__) not in war.dead:
            rules = (*rules, "WAR-17")
    if winner is None:
        to.did(rules, start, s, A_TIE, might=sums[0])
    else:
        to.did(rules, start, s, PEACE, winner=s.name_of(winner), high=max(sums), low=min(sums))
    return _trojan_war(start, s, war, winner, to) if war.trojan else s


def _trojan_war(start: State, s: State, war: War, winner: int | None, to: Judge) -> State:
    """Award the Quest and the Treasure of the Trojan War to its winner."""
    table, peace, drew = s.table, s, war.seats[0]
    if winner is None:
        return to.did("WAR-14", start, s, KEEPS, owner=s.name_of(drew),
                      card=s.title(war.card))  # fmt: skip
    quest = next((each for each in s.middle if table.quests[each].war), None)
    if quest is not None:
        s = s._replace(middle=without(s.middle, quest))
        s = s.alter(winner, victory=(*s.seats[winner].victory, quest))
        s = s.thrown(*s.blocked_by(quest))
        to.did("QUEST-13", peace, s, WINS, winner=s.name_of(winner), quest=s.title(quest))
    gear = table.cards[war.card].gear
    if gear is not None and gear.slot == SHARED:
        s = s.moved(winner, "shared", war.card)
    elif gear is not None:
        task = Task("give", winner, by=winner, of=winner, card=war.card)
        s = s.thrown(war.card).push(task)
    return to.did("WAR-13", peace, s)


def over_limit(s: State, seat: int) -> tuple[str, str]:
    """Return a limit that a player exceeds after a War: the rule, and the facts as text.

    Both are empty strings if no limit is exceeded.
    """
    table, side = s.table, s.seats[seat]
    name = table.players[seat]
    for treasure, bearer in side.carried:
        slot = table.gear(treasure).slot
        limit, count = table.slots.get(slot), len(s.in_slot(side, bearer, slot))
        if limit is not None and count > limit:
            facts = (
                f"{name}'s {table.title(bearer)} carries {count} Treasures of class {slot}; "
                f"expected at most {limit}"
            )
            return f"SING-{SLOT_RULES[slot]}", facts
    for label, crew in enumerate(side.crews):
        if not crew.leader and s.successors(seat, label):
            return "SING-LOSS-05", f"{table.crew(label)} of {name} has no leader yet"
    return "", ""
