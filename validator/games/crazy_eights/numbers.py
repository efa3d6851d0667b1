"""Numbers in the Crazy Eights catalogue that follow from others."""

from __future__ import annotations

from validator.referee.consistency import Derived, Numbers


def names(n: Numbers) -> tuple[str, ...]:
    """Return the cards of a deck: each rank in each suit."""
    return tuple(r + s for s in n("EIGHTS-COMP-01.suits") for r in n("EIGHTS-COMP-01.ranks"))


NUMBERS = (
    Derived("EIGHTS-COMP-01.names", names, "all ranks in all suits"),
    Derived(
        "EIGHTS-COMP-01.cards", lambda n: len(n("EIGHTS-COMP-01.names")), "the number of names"
    ),
)
