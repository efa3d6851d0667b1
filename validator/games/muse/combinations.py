"""Combinations: what beats what in a Showdown.

In the rulebook: What beats what.

`showdown.beats` requires a higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from validator.games.muse.constants import Pieces, Table
from validator.games.muse.state import Showdown
from validator.referee.api import Message

Strength = tuple[int, int, int]  # kind of combination, rank, best suit
NOTHING: Strength = (0, 0, 0)


def rank_of(card: str) -> str:
    return card[:-1]


def of_rank(cards: Sequence[str], rank: str) -> Pieces:
    return tuple([card for card in cards if rank_of(card) == rank])


def height(table: Table, card: str) -> tuple[int, int]:
    """Return the rank and suit of a card as numbers by which single cards are compared."""
    return table.ranks[rank_of(card)], table.suits[card[-1]]


def lowest(table: Table, cards: Pieces) -> str:
    """Return the lowest card, which stays in a Showdown."""
    return min(cards, key=lambda card: height(table, card))


def combination(table: Table, cards: Sequence[str], rank: str) -> Strength:
    """Return the combination of all cards of a rank: their number, then rank, then best suit."""
    alike = of_rank(cards, rank)
    if not alike:
        return NOTHING
    number = min(len(alike), len(table.combinations))
    return number, table.ranks[rank], max(table.suits[card[-1]] for card in alike)


@lru_cache(4096)
def best_combination(table: Table, cards: Pieces) -> Strength:
    """Return the best combination that the cards contain."""
    return max((combination(table, cards, rank_of(card)) for card in cards), default=NOTHING)


def leading_side(table: Table, contest: Showdown) -> int:
    """Return the side with the better combination."""
    yes, no = (best_combination(table, cards) for cards in contest.up)
    return int(no > yes)


def combination_words(table: Table, cards: Pieces) -> Message | str:
    """Return a combination as text: ``pair (9C and 9D)``, or a single card."""
    found = best_combination(table, cards)
    if found == NOTHING:
        return "nothing"
    alike = tuple(card for card in cards if table.ranks[rank_of(card)] == found[1])
    kind = table.combinations[found[0] - 1]
    template = "{cards}" if len(alike) == 1 else "{kind} ({cards})"
    return Message(template, {"kind": kind, "cards": alike})


def decided_by(own: Strength, other: Strength) -> tuple[str, ...]:
    """Return the rules by which one of two combinations beats the other."""
    if own[:2] != other[:2]:
        return ("SHOWDOWN-11",)  # kind or rank
    return ("SHOWDOWN-08",) if own[0] == 1 else ("SHOWDOWN-12", "SHOWDOWN-08")  # the best suit
