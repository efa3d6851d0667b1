"""Derived numbers in the Crazy Eights catalogue."""

from __future__ import annotations

from validator.referee.consistency import Derived, Numbers


def names(n: Numbers) -> tuple[str, ...]:
    """Return the names of the cards in a deck: each rank in each suit."""
    suits, ranks = n("EIGHTS-COMP-01.suits"), n("EIGHTS-COMP-01.ranks")
    return tuple(rank + suit for suit in suits for rank in ranks)


NUMBERS = (
    Derived("EIGHTS-COMP-01.names", names, "all ranks in all suits"),
    Derived(
        "EIGHTS-COMP-01.cards",
        lambda n: len(n("EIGHTS-COMP-01.names")),
        "the number of names",
    ),
)
