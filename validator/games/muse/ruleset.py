"""Muse as one declared object."""

from __future__ import annotations

from validator.games.muse import sheets
from validator.games.muse.claims import judge
from validator.games.muse.deck import deals
from validator.games.muse.demands import DEMANDS
from validator.games.muse.numbers import NUMBERS
from validator.games.muse.referee import Muse
from validator.referee.deck_checks import DeckChecks
from validator.referee.ruleset import Ruleset

RULESET = Ruleset(
    referee=Muse,
    numbers=NUMBERS,
    demands=DEMANDS,
    deck=DeckChecks(judge, ("kit",), deals),
    check_sheet=sheets.check,
    sheet_options=sheets.OPTIONS,
)
