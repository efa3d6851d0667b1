"""The size of the allegiance deck, whether the kit has enough cards, and how many are dealt.

In the rulebook: Gather.

The verb `gather` builds the deck (in `gather`), and `allegiance_deal` deals it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from validator.games.schizonauts.state import State


def hand_made_odd(rounds: int) -> int:
    """Return the size of a hand, which is odd: `rounds`, or one more if it is even."""
    return rounds + 1 - rounds % 2


def half_allegiance_deck(n: int, rounds: int) -> int:
    """Return the number of agent cards in an allegiance deck.

    It equals the number of thief cards.
    """
    cards = n * hand_made_odd(rounds)
    return (cards + cards % 2) // 2


def deck_lacks(s: State, size: int) -> str:
    """Return why the kit's cards cannot form the allegiance deck, or an empty string.

    `size` is the number of cards in the key deck. All allegiance cards are out of play at the
    gather (SCHIZ-GATHER-01).
    """
    table = s.table
    rounds = size // table.count
    left = table.chain_each if table.deck_only else 0  # in the chain when flashback ends
    need, have = half_allegiance_deck(table.count, max(0, rounds - left)), min(table.printed)
    if need <= have:
        return ""
    return f"{rounds} rounds need {need} agent and {need} thief cards, and the kit has {have}"


def deal_due(s: State, last: bool = False) -> int:
    """Return the number of allegiance cards to deal to each player now, or 0."""
    table = s.table
    each = table.final_deal if last else table.round_deal if s.round > 1 else table.first_deal
    return each if sum(s.pile) >= each * table.count else 0
