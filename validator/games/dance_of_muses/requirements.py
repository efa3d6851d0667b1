"""The number of pieces that Dance of Muses can require, by number of players."""

from __future__ import annotations

from validator.core.model import Game
from validator.referee.requirements import Requirement, one_each, stated


def _bronze(game: Game, players: int) -> int:
    """The tokens of all columns that can be won, minus the Silver one that is won first."""
    number = game.rules.number
    columns = number(f"DANCE-SETUP-10.company_dice.{players}")
    return int(columns * number("DANCE-SCORE-07.tokens") - number("DANCE-SCORE-12.max_silver"))


def _never(_: Game, __: int) -> int:
    """Pieces of variants; the base game leaves them in the box."""
    return 0


REQUIREMENTS = (
    Requirement(
        "Muses", stated("DANCE-COMP-01.muse_tiles"), ("DANCE-COMP-01",), "all are placed",
        pieces=("muses",),
    ),
    Requirement(
        "Mnemosyne", _never, ("DANCE-COMP-02",), "only a variant uses her",
        pieces=("mnemosyne",),
    ),
    *(
        Requirement(
            f"{colour} die", stated("DANCE-SETUP-10.company_dice.{players}"), ("DANCE-SETUP-10",),
            "all dice of a Company", pieces=(f"dice/{colour}",), instead=(f"trackers/{colour}",),
        )
        for colour in ("orange", "purple", "white")
    ),
    Requirement(
        "bronze token", _bronze, ("DANCE-SCORE-12",), "every column but the one with the Silver",
        pieces=("suns/bronze",),
    ),
    Requirement(
        "silver token", stated("DANCE-SCORE-12.max_silver"), ("DANCE-SCORE-10", "DANCE-SCORE-12"),
        "it is awarded once", pieces=("suns/silver",),
    ),
    Requirement(
        "golden token", _never, ("DANCE-COMP-07",), "no rule awards it", pieces=("suns/golden",),
    ),
    Requirement(
        "References", one_each, ("DANCE-SETUP-01",),
        "one for each player", pieces=("references",),
    ),
)  # fmt: skip
