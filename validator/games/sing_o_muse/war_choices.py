"""Choices in a War: which Crews fight, who sits out, the order of the fighters, the spoils.

In the rulebook: War.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

from validator.games.sing_o_muse import notation
from validator.games.sing_o_muse.crew_might import strongest_crews
from validator.games.sing_o_muse.modes import is_asked, is_due, verb
from validator.games.sing_o_muse.seat import Pairs, Pieces
from validator.games.sing_o_muse.state import State, War
from validator.games.sing_o_muse.war import at_war, chosen, enlists_all_but, looted, must_sit
from validator.referee.api import PLAYER, Judge, event, put

TURNS = event("{cards} fight for {owner}, in this order")
FIGHTS = event("{cards} [fights|fight] for {owner}")
DURING_A_WAR = ("fights", "sits", "flips", "loots", "promote")


def _side(s: State, seat: int) -> int:
    """Return the index of a player's side in the War; side 0 started it."""
    return at_war(s).seats.index(seat)


def _may_sit(s: State, seat: int) -> Sequence[Pieces]:
    if s.mode != "sits" or seat not in at_war(s).seats:
        return ()
    _, tied, left = must_sit(s, _side(s, seat))
    return tuple(combinations(tied, left))


def _spoils(s: State, seat: int) -> Sequence[Pairs]:
    taken: list[Pairs] = [()]
    for piece in s.agenda[-1].pieces:
        bearers = s.free_bearers(seat, s.table.gear(piece).slot)
        taken += [(*pairs, (piece, each)) for pairs in taken for each in bearers]
    return taken


def who_fights(s: State, me: int, to: Judge, rule: str) -> War:
    """Check that the player is at War, and return the War.

    Choices that are already settled can be repeated.
    """
    to.holds(("TURN-02", rule), s.war is not None and me in s.war.seats,
             "{player} [is|are] not in a War")  # fmt: skip
    return at_war(s)


@verb(open=DURING_A_WAR, due=("TURN-02", "WAR-03"), anybody=True)
def fights(
    s: State, me: int, label: Annotated[int, notation.FIGHTING.of(lambda s, _: s.agenda[-1].crews)],
    to: Judge,
) -> State:  # fmt: skip
    """Choose which of several equally strong Crews fights."""
    if s.mode == "fights" and s.war is not None and me not in s.war.seats:
        is_due(s, me, to, "WAR-03")
    war = who_fights(s, me, to, "WAR-03")
    side, asked = _side(s, me), is_asked(s, me, "fights")
    to.holds("WAR-02", label in strongest_crews(s, me),
             "{crew} is not one of {player}'s strongest Crews", crew=s.crew(label))  # fmt: skip
    now = war.crews[side]
    if not asked:
        to.holds("WAR-03", now >= 0, "{player} cannot choose a Crew yet")
        to.holds("WAR-03", label == now, "the Crew that fights is already chosen: {crew}",
                 crew=s.crew(now))  # fmt: skip
    to.asked()
    return to.did("WAR-03", s, chosen(s.pop(), side, label, to)) if asked else s


def _sitting(s: State, side: int, cards: Sequence[str]) -> Pieces | None:
    """Return everybody who sits out if these characters do.

    Returns None if the rules do not allow this choice.
    """
    sure, tied, left = must_sit(s, side)
    named = {*cards}
    if not named <= {*sure, *tied} or len(named & {*tied}) != left:
        return None
    return (*sure, *(each for each in tied if each in named))


@verb(open=DURING_A_WAR, due=("TURN-02", "WAR-06"), anybody=True)
def sits(
    s: State, me: int, cards: Annotated[Pieces, notation.SITTING.of(_may_sit)], to: Judge
) -> State:
    """Choose who sits out a War: the weakest characters of the larger Crew."""
    war, rules = who_fights(s, me, to, "WAR-06"), ("WAR-05", "WAR-06")
    side, asked = _side(s, me), is_asked(s, me, "sits")
    for each in cards:
        to.holds("WAR-18", each not in s.seats[me].transformed,
                 "{card} is transformed and does not fight anyway", card=s.title(each))  # fmt: skip
    to.holds(rules, war.crews[side] >= 0, "the Crews that fight have not been named yet")
    sure, tied, left = must_sit(s, side)
    out = _sitting(s, side, cards)
    to.holds(rules, out is not None or left, "{cards} must sit out", cards=s.each_title(sure))
    to.holds(rules, out is not None, "{cards} must sit out, and {left} of these: {tied}",
             cards=s.each_title(sure), left=left, tied=s.each_title(tied))  # fmt: skip
    for each in cards:
        to.holds(rules, asked or each not in war.fighters[side],
                 "{card} fights and does not sit out", card=s.title(each))  # fmt: skip
    to.asked()
    return to.did("WAR-06", s, enlists_all_but(s.pop(), side, out or (), to)) if asked else s


@verb("chance", open="flips", due=("TURN-02", "WAR-07"))
def flips(s: State, _: int, of: Annotated[int, PLAYER], cards: Annotated[Pieces, notation.PILE],
          to: Judge) -> State:  # fmt: skip
    """Flip the cards of a War pile, in order."""
    war, name = at_war(s), s.name_of(of)
    to.holds("WAR-07", of in war.seats, "{owner} is not in this War, so no cards are shuffled",
             owner=name)  # fmt: skip
    side = _side(s, of)
    to.holds("WAR-07", not war.flips[side], "the cards of {owner} have already been shuffled",
             owner=name)  # fmt: skip
    pile = war.fighters[side]
    to.holds(("WAR-07", "WAR-05", "WAR-18"), sorted(pile) == sorted(cards),
             "the fighters of {owner} must be {cards}", owner=name,
             cards=s.each_title(pile))  # fmt: skip
    to.asked()
    after = s.pop()._replace(war=war._replace(flips=put(war.flips, side, cards)))
    return to.did("WAR-07", s, after, TURNS if len(cards) > 1 else FIGHTS, owner=name,
                  cards=s.each_title(cards))  # fmt: skip


@verb(open="loots", due=("TURN-02", "WAR-09"), anybody=True)
def loots(s: State, me: int, pairs: Annotated[Pairs, notation.SPOILS.of(_spoils)],
          to: Judge) -> State:  # fmt: skip
    """Take the spoils of a duel."""
    is_due(s, me, to, "WAR-09")
    to.holds("WAR-09", len({treasure for treasure, _ in pairs}) == len(pairs),
             "each Treasure may be named only once")  # fmt: skip
    for treasure, bearer in pairs:
        to.holds("WAR-09", treasure in s.agenda[-1].pieces,
                 "{card} was not carried by the killed character",
                 card=s.title(treasure))  # fmt: skip
        to.holds(("WAR-09", "TREASURE-06"), bearer in s.bearers(me),
                 "{bearer} cannot carry the Treasure", bearer=s.title(bearer))  # fmt: skip
    to.asked()
    return looted(s, me, pairs, to)
