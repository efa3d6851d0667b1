"""Identity: true and preferred allegiance, and whether they are at odds in a crisis.

In the rulebook: Final resolution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.schizonauts import phases
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import AGENT, THIEF, Pair, plus

if TYPE_CHECKING:
    from validator.games.schizonauts.state import State


def side_with_more(cards: Pair) -> int:
    """Return the side with more cards or coins, or -1 in a tie."""
    agents, thieves = cards
    return NOBODY if agents == thieves else AGENT if agents > thieves else THIEF


def allegiance_of(s: State, seat: int) -> int:
    """Return the allegiance that a player's cards show, or -1 if it is undecided."""
    return side_with_more(plus(s.seats[seat].up, s.seats[seat].down))


def appears(s: State, seat: int) -> int:
    """Return the side that a player's face-up cards clearly show, or -1 if they show none."""
    return side_with_more(s.seats[seat].up)


def true_side(s: State, seat: int) -> int:
    """Return the true allegiance of a player.

    If a player has equal numbers of both cards, it is the agent; once all cards are dealt, this
    cannot happen.
    """
    return THIEF if allegiance_of(s, seat) == THIEF else AGENT


def preferred_side(s: State, seat: int) -> int:
    """Return the preferred allegiance of a player: the side with more coins.

    In a tie, it is the side that is not the true one.
    """
    found = side_with_more(s.seats[seat].coins)
    return 1 - true_side(s, seat) if found == NOBODY else found


def is_crisis(s: State) -> bool:
    """Return whether the current final turn is an identity crisis.

    This is known once the player is unmasked.
    """
    return s.phase == phases.FINAL and s.seats[s.turn].unmasked and (
        true_side(s, s.turn) != preferred_side(s, s.turn)
    )  # fmt: skip


def is_confirmed(s: State) -> bool:
    """Return whether the current final turn confirms an identity."""
    return s.phase == phases.FINAL and s.seats[s.turn].unmasked and not is_crisis(s)


def may_visit_crisis(s: State, seat: int) -> bool:
    """Return whether a player may be invited to the actor's identity crisis."""
    return seat != s.turn and appears(s, seat) != true_side(s, s.turn)
