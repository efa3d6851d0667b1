"""The modes of Dance of Muses: what a state waits for."""

from __future__ import annotations

DEAL, NEUTRAL_MUSE, TIED, ROLL = "deal", "neutral", "tied", "roll"
PLACE = "place"
DANCE, USED = "dance", "used"  # the step is due; USED: no more Power may be used
AFTER, SPENT = "after", "spent"  # the step is taken; SPENT: no more Power may be used
OVER, CUT = "over", "cut"  # CUT: a Power has ended the game before the step of its turn
SETTING_UP = (DEAL, NEUTRAL_MUSE, TIED, ROLL)
DANCING = (DANCE, USED, AFTER, SPENT)
ENDED = (OVER, CUT)
