"""Sing! O Muse as one declared object."""

from __future__ import annotations

from validator.games.sing_o_muse.claims import judge
from validator.games.sing_o_muse.deck import beyond, deals
from validator.games.sing_o_muse.demands import DEMANDS
from validator.games.sing_o_muse.numbers import NUMBERS
from validator.games.sing_o_muse.referee import SingOMuse
from validator.referee.deck_checks import DeckChecks
from validator.referee.ruleset import Ruleset

RULESET = Ruleset(
    referee=SingOMuse,
    numbers=NUMBERS,
    demands=DEMANDS,
    deck=DeckChecks(judge, ("kit", "cards"), deals, beyond, ("muse", "quests")),
)
