"""Choices in a War: which Crews fight, who sits out, the order of fighters, the spoils."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from validator.games.sing_o_muse import notation
from validator.games.sing_o_muse.modes import answer, is_asked
from validator.games.sing_o_muse.state import Pairs, Pieces, State
from validator.games.sing_o_muse.war import at_war, chosen, looted, must_sit, seated
from validator.referee.core import KEPT, NOT_CONCERNED, Trace, Verdict, record
from validator.referee.grammar import PLAYER
from validator.referee.zones import put

DURING_A_WAR = ("fights", "sits", "flips", "loots", "promote")


def _side(state: State, seat: int) -> int:
    """The side of a player in the War; 0 started it."""
    return at_war(state).seats.index(seat)


def _may_sit(state: State, seat: int) -> Sequence[Pieces]:
    if state.mode != "sits" or seat not in at_war(state).seats:
        return ()
    _, tied, left = must_sit(state, _side(state, seat))
    return tuple(combinations(tied, left))


def _spoils(state: State, seat: int) -> Sequence[Pairs]:
    first = state.agenda[-1].pieces[0]
    slot = state.table.gear(first).slot
    return ((), *(((first, each),) for each in state.free_bearers(seat, slot)))


fights = answer(
    "fights", "Choose the Crew that fights, of several equally strong ones.",
    (notation.FIGHTING.of(lambda state, _: state.agenda[-1].crews),), ("fights",),
    also=DURING_A_WAR, again=True,
)  # fmt: skip
sits = answer(
    "sits", "Choose who sits out a War.", (notation.SITTING.of(_may_sit),), ("sits",),
    also=DURING_A_WAR, again=True,
)  # fmt: skip
flips = answer(
    "flips", "The cards of a War pile, in order.", (PLAYER, notation.PILE), ("flips",),
    chance=True,
)  # fmt: skip
loots = answer("loots", "Take spoils of a duel.", (notation.SPOILS.of(_spoils),), ("loots",))
VERBS = (fights, sits, flips, loots)


# ---- the Crews


@fights.guard("SING-TURN-02", "SING-WAR-03")
@sits.guard("SING-TURN-02", "SING-WAR-06")
def who_fights(state: State, seat: int) -> Verdict:
    """Only players at War say who fights; they can repeat what is settled."""
    if state.war is not None and seat in state.war.seats:
        return NOT_CONCERNED
    return f"{state.name_of(seat)} is not at War"


@fights.guard("SING-WAR-02")
def the_strongest_crew(state: State, seat: int, label: int) -> Verdict:
    if state.war is None or seat not in state.war.seats or label in state.strongest(seat):
        return KEPT
    return f"{state.crew(label)} is not {state.name_of(seat)}'s strongest"


@fights.guard("SING-WAR-03")
def chosen_once(state: State, seat: int, label: int) -> Verdict:
    """Among equally strong Crews the player chooses, once."""
    if is_asked(state, seat, "fights") or state.war is None or seat not in state.war.seats:
        return NOT_CONCERNED
    now = state.war.crews[_side(state, seat)]
    if now < 0:
        return "it is not this player's choice yet"
    return KEPT if label == now else f"{state.crew(now)} fights"


@fights.effect
def _fights(state: State, seat: int, label: int, trace: Trace | None) -> State:
    if not is_asked(state, seat, "fights"):
        return state
    record(trace, "SING-WAR-03", "agenda", f"war.crews.{state.name_of(seat)}")
    return chosen(state.pop(), _side(state, seat), label, trace)


# ---- who sits out


def _sitting(state: State, seat: int, cards: Sequence[str]) -> Pieces | None:
    """Return all who sit out if these do; None if the rules do not allow it."""
    sure, tied, left = must_sit(state, _side(state, seat))
    named = {*cards}
    if not named <= {*sure, *tied} or len(named & {*tied}) != left:
        return None
    return (*sure, *(each for each in tied if each in named))


@sits.guard("SING-WAR-05", "SING-WAR-06")
def the_weakest_sit_out(state: State, seat: int, cards: Pieces) -> Verdict:
    """The larger Crew's surplus sits out, its weakest characters."""
    war = state.war
    if war is None or seat not in war.seats:
        return NOT_CONCERNED
    side = _side(state, seat)
    if war.crews[side] < 0:
        return "the Crews are not named yet"
    if _sitting(state, seat, cards) is None:
        sure, tied, left = must_sit(state, side)
        among = f", and {left} of {state.titles(tied)}" if left else ""
        return f"{state.titles(sure)} sit out{among}"
    fight = () if is_asked(state, seat, "sits") else war.fighters[side]
    wrong = [each for each in cards if each in fight]
    return f"{state.title(wrong[0])} fights" if wrong else KEPT


@sits.guard("SING-WAR-18")
def luggage_is_not_there(state: State, seat: int, cards: Pieces) -> Verdict:
    turned = [each for each in cards if each in state.seats[seat].transformed]
    return f"{state.title(turned[0])} is transformed" if turned else NOT_CONCERNED


@sits.effect
def _sits(state: State, seat: int, cards: Pieces, trace: Trace | None) -> State:
    if not is_asked(state, seat, "sits"):
        return state
    everybody = _sitting(state, seat, cards)
    assert everybody is not None
    record(trace, "SING-WAR-06", "agenda")
    return seated(state.pop(), _side(state, seat), everybody, trace)


# ---- the piles


@flips.guard("SING-WAR-07")
def before_the_duels(state: State, _: int, of: int) -> Verdict:
    war = state.war
    if war is None or of not in war.seats:
        return f"{state.name_of(of)} shuffles for no War now"
    return f"{state.name_of(of)} has shuffled" if war.flips[_side(state, of)] else KEPT


@flips.guard("SING-WAR-07", "SING-WAR-05", "SING-WAR-18")
def all_fighters(state: State, _: int, of: int, cards: Pieces) -> Verdict:
    if state.war is None or of not in state.war.seats:
        return NOT_CONCERNED
    pile = state.war.fighters[_side(state, of)]
    if sorted(pile) == sorted(cards):
        return KEPT
    return f"the fighters of {state.name_of(of)} are {state.titles(pile)}"


@flips.effect
def _flips(state: State, _: int, of: int, cards: Pieces, trace: Trace | None) -> State:
    war = at_war(state)
    piles = put(war.flips, _side(state, of), cards)
    text = f"{state.name_of(of)} turns {state.titles(cards)}"
    record(trace, "SING-WAR-07", "agenda", "war.flips", text=text)
    return state.pop()._replace(war=war._replace(flips=piles))


# ---- the spoils


@loots.guard("SING-WAR-09")
def treasures_of_the_killed(state: State, _: int, pairs: Pairs) -> Verdict:
    spoils = state.agenda[-1].pieces
    strange = [treasure for treasure, _ in pairs if treasure not in spoils]
    if len({treasure for treasure, _ in pairs}) < len(pairs):
        return "a Treasure is named twice"
    return f"{state.title(strange[0])} was not on the killed character" if strange else KEPT


@loots.guard("SING-WAR-09", "SING-TREASURE-06")
def on_own_characters(state: State, seat: int, pairs: Pairs) -> Verdict:
    wrong = [bearer for _, bearer in pairs if bearer not in state.bearers(seat)]
    return f"{state.title(wrong[0])} cannot carry it" if wrong else KEPT


@loots.effect
def _loots(state: State, seat: int, pairs: Pairs, trace: Trace | None) -> State:
    return looted(state.pop(), seat, pairs, trace)
