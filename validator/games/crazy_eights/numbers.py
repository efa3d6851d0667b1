"""Numbers of the Crazy Eights catalogue that follow from others."""

from __future__ import annotations

from validator.referee.consistency import Claim, Derived

NUMBERS: tuple[Derived | Claim, ...] = (
    Derived(
        "EIGHTS-COMP-01.cards",
        lambda n: len(n("EIGHTS-COMP-01.ranks")) * len(n("EIGHTS-COMP-01.suits")),
        "the ranks of all suits",
    ),
)
