"""Dealing, drawing and playing cards: rules and random deals that most card games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from validator.referee.judge import Judge

Hands = tuple[tuple[int, tuple[str, ...]], ...]  # seats and their cards


def hands_of(hands: Hands, each: int, seats: int, rule: str, to: Judge) -> None:
    """Ask a rule: all of so many seats are dealt `each` cards."""
    counts = tuple(len(dict(hands).get(seat, ())) for seat in range(seats))
    to.holds(rule, counts == (each,) * seats, "{counts} cards, not {number} for each player",
             counts=counts, number=each)  # fmt: skip


def taken_from(pile: Sequence[str], cards: Sequence[str], name: str, rule: str, to: Judge) -> None:
    """Ask a rule: a pile, which messages call `name`, has all these cards."""
    one = len(cards) == 1 and cards[0] in pile  # often; counting takes longer
    lacks = () if one else Counter(cards) - Counter(pile)
    to.holds(rule, not lacks, "{pile} lacks {cards}", pile=name, cards=tuple(lacks))


def shuffled_hands(random: Random, cards: Sequence[str], seats: int, each: int) -> Hands:
    """Return random hands of `each` cards for `seats` seats."""
    dealt = random.sample(cards, each * seats)
    return tuple((seat, tuple(dealt[each * seat : each * (seat + 1)])) for seat in range(seats))
