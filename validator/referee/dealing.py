"""Provides the rules and random deals that most card games share for dealing, drawing and
playing cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from validator.referee.facts import FactError
from validator.referee.judge import Judge

Hands = tuple[tuple[int, tuple[str, ...]], ...]  # seats and their cards


class Undealt:
    """The printed pieces to which `start:` assigns no zone, in the order of the data.

    `copies` is the number of copies of each printed piece, `placed` contains the pieces that
    already have a place, and `rule` is the rule on their number. Dealt pieces are removed from
    `rest`.
    """

    def __init__(self, copies: Mapping[str, int], placed: Iterable[str], rule: str = "") -> None:
        self.rest = list((Counter(copies) - Counter(placed)).elements())
        self.rule = rule

    def fill(self, zone: tuple[str, ...] | int | None, number: int = 0) -> tuple[str, ...]:
        """Return the pieces that `start:` puts into a zone, or default pieces if it omits the zone.

        `zone` is the value in `start:`: the pieces or their number. The default is `number` pieces,
        or all that remain. Raises FactError if a number is too large.
        """
        if isinstance(zone, tuple):
            return zone
        if zone is not None and zone > len(self.rest):
            raise FactError(
                (), f"{zone} cards are to be dealt, but only {len(self.rest)} are left", self.rule
            )
        taken = tuple(self.rest[: max(0, number if zone is None else zone)])
        del self.rest[: len(taken)]
        return taken


def hands_of(hands: Hands, each: int, seats: int, rule: str, to: Judge) -> None:
    """Check that each of the first `seats` players is dealt `each` cards, as the rule requires."""
    counts = tuple(len(dict(hands).get(seat, ())) for seat in range(seats))
    to.holds(rule, counts == (each,) * seats,
             "the players are dealt {counts} cards; expected {number} for each player",
             counts=counts, number=each)  # fmt: skip


def taken_from(pile: Sequence[str], cards: Sequence[str], name: str, rule: str, to: Judge) -> None:
    """Check a rule: a pile contains all these cards. `name` is the pile's name in messages."""
    one = len(cards) == 1 and cards[0] in pile  # often; counting takes longer
    lacks = () if one else Counter(cards) - Counter(pile)
    to.holds(rule, not lacks, "{cards} [is|are] not in {pile}", pile=name, cards=tuple(lacks))


def shuffled_hands(random: Random, cards: Sequence[str], seats: int, each: int) -> Hands:
    """Return random hands of `each` cards for `seats` seats."""
    dealt = random.sample(cards, each * seats)
    return tuple((seat, tuple(dealt[each * seat : each * (seat + 1)])) for seat in range(seats))
