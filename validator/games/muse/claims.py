"""Claims about the end of a game of Muse.

In the rulebook: The Crisis, and the end.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.modes import verb
from validator.games.muse.state import State
from validator.referee.api import Judge
from validator.referee.claims import IS_OVER, WON


@verb("claim")
def over(s: State, _: int, to: Judge) -> State:
    """Say that the game is over."""
    to.holds("END-01", s.stage == phases.OVER, "the Epilogue has not been told yet")
    to.asked()
    return to.did((), s, s, IS_OVER)


@verb("claim")
def winner(
    s: State, _: int, named: Annotated[tuple[int, ...], notation.PEOPLE], to: Judge
) -> State:
    """Say who has won."""
    to.holds("END-01", s.stage in (phases.EPILOGUE, phases.OVER),
             "the Crisis Question has not been answered yet")  # fmt: skip
    to.holds("SCORE-01", set(named) == set(s.winners), "winners: {players}",
             players=tuple(map(s.name_of, s.winners)))  # fmt: skip
    to.asked()
    return to.did((), s, s, WON, players=tuple(map(s.name_of, s.winners)))
