"""Nine Muses as one declared object."""

from __future__ import annotations

from validator.games.nine_muses.claims import judge
from validator.games.nine_muses.deck import beyond, deals
from validator.games.nine_muses.demands import DEMANDS
from validator.games.nine_muses.numbers import NUMBERS
from validator.games.nine_muses.referee import NineMuses
from validator.referee.deck_checks import DeckChecks
from validator.referee.ruleset import Ruleset

RULESET = Ruleset(
    referee=NineMuses,
    numbers=NUMBERS,
    demands=DEMANDS,
    deck=DeckChecks(judge, ("kit", "cards"), deals, beyond, ("philosophers", "muses", "aristotle")),
)
