"""Names of the phases of a game of Schizonauts, and of the steps of a turn."""

from __future__ import annotations

NOBODY = -1  # stands for no seat, no side or no aptitude
CHARACTERS, SETUP, PREAMBLE, FLASHBACK = "characters", "setup", "preamble", "flashback"
GATHER, SITUATION, INTERLUDE, ENDGAME = "gather", "situation", "interlude", "endgame"
FINAL, TALLY, OVER = "final", "tally", "over"
PHASES = (CHARACTERS, SETUP, PREAMBLE, FLASHBACK, GATHER, SITUATION, INTERLUDE, ENDGAME, FINAL,
          TALLY, OVER)  # fmt: skip
SCENE, VOTE, BLEED, PAY, BET, DONE = "scene", "vote", "bleed", "pay", "bet", "done"
FROM_ENDGAME = (ENDGAME, FINAL, TALLY, OVER)
LENGTHS = ("very_short", "short", "medium", "long", "very_long")  # of a game, as keys of the rules
