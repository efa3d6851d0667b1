"""Schizonauts as one declared object."""

from __future__ import annotations

from validator.games.schizonauts import sheets
from validator.games.schizonauts.claims import judge
from validator.games.schizonauts.deck import beyond, deals
from validator.games.schizonauts.demands import DEMANDS
from validator.games.schizonauts.numbers import NUMBERS
from validator.games.schizonauts.referee import Schizonauts
from validator.referee.deck_checks import DeckChecks
from validator.referee.ruleset import Ruleset

RULESET = Ruleset(
    referee=Schizonauts,
    numbers=NUMBERS,
    demands=DEMANDS,
    deck=DeckChecks(judge, ("deck", "kit"), deals, beyond, ("key-cards",)),
    check_sheet=sheets.check,
)
