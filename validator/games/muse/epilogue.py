"""The Epilogue: the winners of the Crisis narrate it one after the other, and the game ends.

In the rulebook: The Crisis, and the end.

The order is that of `after_showdown.winners_of_the_crisis`.
"""

from __future__ import annotations

from validator.games.muse import phases
from validator.games.muse.modes import STAGES, verb
from validator.games.muse.state import State
from validator.referee.api import Judge, Say, event

TELLS = Say("Tell a part of the Epilogue", "tells a part of the Epilogue")
TELLS_LAST = Say("Tell the last part: the game ends", "tells the last part of the Epilogue")
GAME_OVER = event("the game is over")


@verb(open=phases.EPILOGUE, due=dict.fromkeys(STAGES, ("END-01",)),
      by=lambda s: s.telling[:1])  # fmt: skip
def epilogue(s: State, me: int, to: Judge) -> State:
    """Tell a passage of the Epilogue; the owner of the winning side begins."""
    first = s.telling == s.winners
    to.holds(("END-06", "END-07") if first else "END-07", me == s.telling[0],
             "{other} must tell the first part of the "
             "Epilogue" if first else "{other} must tell the next part of the Epilogue",
             other=s.name_of(s.telling[0]))  # fmt: skip
    to.asked()
    left = s.telling[1:]
    rule = "END-06" if first else "END-07"
    if not left:
        s = to.did(rule, s, s._replace(telling=left), TELLS_LAST)
        return to.did("END-01", s, s._replace(stage=phases.OVER), GAME_OVER)
    return to.did((rule, "END-07", "SETUP-10"), s, s._replace(telling=left, narrator=left[0]),
                  TELLS)  # fmt: skip
