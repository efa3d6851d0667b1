"""Discarding to the hand limit: after the own turn, or else at once.

In the rulebook: The limit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import settle
from validator.games.muse.constants import Pieces
from validator.games.muse.limits import hand_limit, owes_surplus, surplus_of
from validator.games.muse.modes import ALL, has, verb
from validator.games.muse.state import Due, State, sets
from validator.referee import api as ref
from validator.referee.api import Judge, Say

EXACTLY = "{number} cards are discarded; expected {need}, because the limit is {limit}"
DISCARDS = Say("Discard {cards}", "discards {cards}")


def surplus_choices(s: State, me: int) -> Iterable[Pieces]:
    """Return every set of cards that can be discarded to reduce the hand to the limit."""
    number = surplus_of(s, me)
    return sets(s.table.ordered(s.seats[me].hand), number, number) if number else ()


def not_before_the_turn_ends(s: State, me: int, to: Judge) -> None:
    """Check that a Narrator does not discard surplus cards before the end of the turn."""
    if me == s.narrator and s.stage == phases.TELL:
        to.holds(("LIMIT-03", "LIMIT-05"), me in owes_surplus(s),
                 "{owner} cannot discard surplus cards before the turn is over",
                 owner=s.name_of(me))  # fmt: skip


@verb(open=ALL, by=owes_surplus, early=not_before_the_turn_ends)
def discard(
    s: State, me: int, cards: Annotated[Pieces, notation.CHOSEN.of(surplus_choices)], to: Judge
) -> State:
    """Discard surplus cards, after the turn or at once."""
    rule = "LIMIT-03" if s.turn_ended(me) else "LIMIT-04"
    need = surplus_of(s, me) if me in owes_surplus(s) else 0
    why = EXACTLY if need else "no card has to be discarded, because the limit is {limit}"
    to.holds(rule, len(cards) == need, why, number=len(cards), need=need, limit=hand_limit(s))
    has(s, me, cards, to, "COMP-10")
    to.asked()
    left = tuple(each for each in s.due if each != Due("surplus", me))
    seats = s.with_seat(me, hand=ref.without(s.seats[me].hand, *cards))
    after = s._replace(seats=seats, discard=(*s.discard, *cards), due=left)
    if s.after_a_contest():
        to.did(("JUMP-09", "RUL-04"), s, after)
    elif s.ended == "showdown":
        to.did("SHOWDOWN-23", s, after)
    return settle(to.did((rule, "LIMIT-01"), s, after, DISCARDS, cards=cards), to)
