"""The number of pieces that Muse can require, by number of players."""

from __future__ import annotations

from validator.games.muse.numbers import cards_out
from validator.referee.requirements import Requirement, one_each, stated

REQUIREMENTS = (
    Requirement(
        "Cards", lambda game, players: cards_out(game.rules.number, players),
        ("MUSE-LIMIT-01", "MUSE-LIMIT-02", "MUSE-DRAW-01"),
        "full hands, full Subplot sheets and the Narrator's card", pieces=("cards",), whole=True,
    ),
    Requirement(
        "token", None, ("MUSE-COMP-02",), "", pieces=("tokens",), decided_by="MUSE-COMP-09",
    ),
    Requirement(
        "Answer Sheets", stated("MUSE-COMP-03.count"), ("MUSE-COMP-03",),
        "two for each Question", pieces=("answer-sheets",),
    ),
    Requirement(
        "Story Sheets", stated("MUSE-COMP-05.story_sheets"), ("MUSE-COMP-05",),
        "one for the table", pieces=("story-sheet",), instead=("larger-sheet",),
    ),
    Requirement(
        "Quick references", one_each, ("MUSE-SETUP-01",), "one for each player",
        pieces=("references",),
    ),
)  # fmt: skip
