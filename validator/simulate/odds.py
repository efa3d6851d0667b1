"""Computes the exact odds of a shuffled deck (hypergeometric distribution).

In a deck of N cards with k copies of a card, a hand of n contains at least one with the probability
1 - C(N - k, n) / C(N, n).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from validator.core.model import Component


def at_least_one(total: int, copies: int, drawn: int) -> float:
    """Return the probability that `drawn` cards include at least one of `copies` in a deck of
    `total`.
    """
    drawn = min(drawn, total)
    return 1 - comb(total - copies, drawn) / comb(total, drawn) if total else 0.0


@dataclass(frozen=True)
class CardOdds:
    """A card with its number of copies and the probabilities (0 to 1) of holding at least one."""

    id: str
    title: str
    copies: int
    in_hand: float
    by_turn: float


@dataclass(frozen=True)
class CurvePoint:
    """A value of a field, such as a cost, with the number of cards and probabilities (0 to 1)."""

    value: float
    cards: int
    in_hand: float  # at least one card of this value
    cumulative: float  # at least one card of this value or less


@dataclass(frozen=True)
class Odds:
    """The odds for the cards of a shuffled deck."""

    total: int
    hand: int
    seen: int  # cards by the last turn: the hand, and those that were drawn
    cards: tuple[CardOdds, ...]
    curve: tuple[CurvePoint, ...]  # empty: no field was chosen
    mean: float | None  # mean of the field over all cards


def odds_of(component: Component, hand: int, drawn: int, field: str = "") -> Odds:
    """Return the odds of a deck for a hand of `hand` cards, and after `drawn` more cards.

    `field` is a field of numbers, such as a cost; cards without it are left out of the curve.
    """
    total = component.pieces
    hand, seen = min(hand, total), min(hand + drawn, total)
    cards = tuple(
        CardOdds(
            card.id,
            card.title,
            card.copies,
            at_least_one(total, card.copies, hand),
            at_least_one(total, card.copies, seen),
        )
        for card in component.cards
    )
    values: Counter[float] = Counter()
    for card in component.cards if field else ():
        value = card.fields.get(field)
        if isinstance(value, int | float) and not isinstance(value, bool):
            values[value] += card.copies
    steps = []
    below = 0
    for value, count in sorted(values.items()):
        below += count
        chances = (at_least_one(total, each, hand) for each in (count, below))
        steps.append(CurvePoint(value, count, *chances))
    counted = sum(values.values())
    mean = sum(value * count for value, count in values.items()) / counted if counted else None
    return Odds(total, hand, seen, cards, tuple(steps), mean)


def numbers_of(component: Component) -> Sequence[str]:
    """Return the names of the fields that contain numbers."""
    return [
        name
        for name in component.fields
        if any(
            isinstance(value := card.fields.get(name), int | float) and not isinstance(value, bool)
            for card in component.cards
        )
    ]
