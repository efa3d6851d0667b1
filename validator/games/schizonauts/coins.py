"""The coins of a scene: how many each player is due, and in which order players bet them.

In the rulebook: Coins and bets.

The verbs `pay` and `bet` are in `payout_and_bets`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from validator.games.schizonauts.state import State


def payouts(s: State) -> tuple[int, ...]:
    """Return what the bank pays to each player for the scene that has just closed."""
    table, scene = s.table, s.scene
    found = []
    for seat in table.seats:
        if seat == scene.narrator == scene.judge:
            found.append(table.pay_both)
        elif seat == scene.narrator:
            found.append(table.pay_narrator)
        elif seat == scene.judge:
            found.append(table.pay_judge)
        else:
            found.append(table.pay_gift * sum(giver == seat for giver, _ in scene.gifts))
    return tuple(found)


def bettors(s: State) -> tuple[int, ...]:
    """Return the players who bet, in order: actor, visitor, then contributors clockwise."""
    table = s.table
    around = [(s.turn + step) % table.count for step in range(1, table.count)]
    order = [s.turn, s.scene.visitor, *(each for each in around if each != s.scene.visitor)]
    return tuple(seat for seat in order if s.seats[seat].earned)
