"""The end: which round is the last, and who wins.

In the rulebook: The end, and who wins.

`rounds.next_round` counts the rounds since the last Muse was turned up.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.nine_muses.state import OVER, State, verb
from validator.referee import api as ref
from validator.referee.api import Judge
from validator.referee.claims import WON


def is_last_round(s: State) -> bool:
    """Return whether this is the last round: the one that begins with the last Muse.

    A game that a script starts with more Muses ends in the usual number of rounds. With the ruling
    "one_more_round", the last round is one round later.
    """
    extra = s.table.extra_rounds
    return s.rounds_with_last_muse > extra or s.round >= s.table.rounds + extra


def winners(s: State) -> tuple[int, ...]:
    """Return the seats with the most VP; tied players share the win."""
    best = max(own.score for own in s.seats)
    return tuple(seat for seat, own in enumerate(s.seats) if own.score == best)


def end_of_the_game(s: State, to: Judge) -> State:
    """End the game after the last round: the most Victory Points win."""
    after = s._replace(mode=OVER, due=())
    to.did(("ROUND-02", "END-01", "ROUND-01", "RUL-13", "END-02", "SCORE-01"), s, after)
    return to.did("RUL-02", s, after) if len(winners(s)) > 1 else after


def goes_on(s: State) -> str:
    """Return the reason why the game is not over, or ""."""
    return "" if s.mode == OVER else f"the game does not end in this round ({s.round})"


verb.add(ref.end_claim(goes_on, "NINE-END-01", "NINE-ROUND-01", "NINE-RUL-13"))


@verb("claim")
def winner(s: State, _: int, named: Annotated[tuple[int, ...], ref.PLAYERS], to: Judge) -> State:
    """Say who has won; several players may share the win."""
    to.holds("END-01", s.mode == OVER, "the game is not over")
    won = winners(s)
    players = tuple(map(s.name, won))
    scores = tuple(f"{s.name(seat)} {own.score}" for seat, own in enumerate(s.seats))
    to.holds(("RUL-02", "END-02") if len(won) > 1 else "END-02", set(named) == set(won),
             "the winners must be {players}; the scores are: {scores}", players=players,
             scores=scores)  # fmt: skip
    to.asked()
    return to.did((), s, s, WON, players=players)
