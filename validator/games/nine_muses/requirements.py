"""The number of pieces that Nine Muses can require, by number of players."""

from __future__ import annotations

from validator.games.nine_muses.cards import WORDS
from validator.referee.requirements import Requirement, each_player, stated

REQUIREMENTS = (
    *(
        Requirement(
            word, stated(f"NINE-SETUP-03.pool.{{players}}.{kind}"), ("NINE-SETUP-03",),
            "all tokens of the pool", pieces=(f"tokens/{word}",),
        )
        for kind, word in enumerate(WORDS)
    ),
    Requirement(
        "Philosophers", each_player("NINE-SETUP-07.cards_each"), ("NINE-SETUP-07",),
        "full hands", pieces=("philosophers",), whole=True,
    ),
    Requirement(
        "Muses", stated("NINE-COMP-02.count"), ("NINE-COMP-02",), "all take part",
        pieces=("muses",), whole=True,
    ),
    Requirement(
        "Score cards", each_player("NINE-SETUP-08.tens", "NINE-SETUP-08.ones"),
        ("NINE-SETUP-08",), "a pair for each player", pieces=("scores",),
    ),
    Requirement(
        "References", each_player("NINE-SETUP-08.reference"), ("NINE-SETUP-08",),
        "one for each player", pieces=("references",),
    ),
    Requirement(
        "Points on a pair of score cards", None, ("NINE-COMP-11",), "",
        room="NINE-COMP-11.highest", decided_by="NINE-RUL-09",
        met=lambda state: max(own.score for own in state.seats),
    ),
)  # fmt: skip
