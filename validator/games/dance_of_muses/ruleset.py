"""Dance of Muses as one declared object."""

from __future__ import annotations

from validator.games.dance_of_muses.claims import judge
from validator.games.dance_of_muses.deck import beyond, deals
from validator.games.dance_of_muses.demands import DEMANDS
from validator.games.dance_of_muses.numbers import NUMBERS
from validator.games.dance_of_muses.referee import DanceOfMuses
from validator.referee.deck_checks import DeckChecks
from validator.referee.ruleset import Ruleset

RULESET = Ruleset(
    referee=DanceOfMuses,
    numbers=NUMBERS,
    demands=DEMANDS,
    deck=DeckChecks(judge, ("kit", "tiles"), deals, beyond),
)
