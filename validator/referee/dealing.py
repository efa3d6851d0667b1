"""Dealing, drawing and playing cards: guards and random deals that most card games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from validator.referee.core import KEPT, Verb, Verdict

Hands = tuple[tuple[int, tuple[str, ...]], ...]  # seats and their cards


def hands_of(verb: Verb, each: Callable[[Any], int], *rules: str) -> None:
    """Add a guard: the first argument deals each player `each(state)` cards."""

    def whole_hands(state: Any, _: int, dealt: Hands) -> Verdict:
        need = each(state)
        counts = [len(dict(dealt).get(seat, ())) for seat in range(len(state.seats))]
        if all(count == need for count in counts):
            return KEPT
        return lambda: f"{', '.join(map(str, counts))} cards, not {need} for each player"

    verb.add(whole_hands, rules)


def taken_from(verb: Verb, zone: str, *rules: str, reads: int = 1) -> None:
    """Add a guard: the cards of the first `reads` arguments are in a zone.

    For moves of players it is a zone of the player's seat, otherwise one of the state.
    """
    own = verb.kind in ("move", "aside")

    def in_the_zone(state: Any, seat: int, *args: Any) -> Verdict:
        held: Sequence[str] = getattr(state.seats[seat] if own else state, zone)
        if args[0] in held and reads == 1:
            return KEPT
        lacks = Counter(_cards(args)) - Counter(held)
        if not lacks:
            return KEPT
        whose = f"{state.table.players[seat]}'s" if own else "the"
        return lambda: f"{whose} {zone} lacks {', '.join(lacks)}"

    verb.add(in_the_zone, rules, reads)


def _cards(values: Sequence[object]) -> list[str]:
    """Return all cards in the values of arguments."""
    found: list[str] = []
    for value in values:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, tuple):
            found += _cards(value)
    return found


def shuffled_hands(random: Random, cards: Sequence[str], seats: int, each: int) -> Hands:
    """Return random hands of `each` cards for `seats` seats."""
    dealt = random.sample(cards, each * seats)
    return tuple((seat, tuple(dealt[each * seat : each * (seat + 1)])) for seat in range(seats))
