"""Numbers of the Crazy Eights catalogue that follow from others."""

from __future__ import annotations

from validator.referee.consistency import Derived, Numbers


def names(number: Numbers) -> tuple[str, ...]:
    """The cards of a deck: each rank in each suit."""
    ranks, suits = number("EIGHTS-COMP-01.ranks"), number("EIGHTS-COMP-01.suits")
    return tuple(rank + suit for suit in suits for rank in ranks)


NUMBERS = (
    Derived("EIGHTS-COMP-01.names", names, "the ranks of all suits"),
    Derived("EIGHTS-COMP-01.cards", lambda n: len(n("EIGHTS-COMP-01.names")), "all names"),
)
