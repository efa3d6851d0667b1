"""The deal of allegiance cards: in gather, in each round of endgame, before final resolution.

In the rulebook: Gather; Endgame.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.allegiance_deck import deal_due
from validator.games.schizonauts.modes import also, verb
from validator.games.schizonauts.sheet import a, minus, one, plus
from validator.games.schizonauts.state import State
from validator.referee.api import Judge, Message, Say, Secret
from validator.referee.messages import Later

Dealt = tuple[tuple[int, int], ...]  # seats and the kinds of their cards
DEALT = Say("{cards}", "dealt face down: {cards}")


def last_deal(s: State) -> bool:
    """Return whether the cards to be dealt are the last ones."""
    return not s.keys_held() and s.phase != phases.GATHER


def cards_of(s: State, dealt: Dealt) -> tuple[Message, ...]:
    """Return the dealt cards for messages; only their owners may read which ones they are."""
    return tuple(
        Message("{card} to {who}",
                {"card": Secret(a(kind), (seat,), "a card"), "who": s.name(seat)})
        for seat, kind in dealt
    )  # fmt: skip


@verb("chance", open=modes.BY_DEAL, due=also("GATHER-07", "GATHER-06", "FINAL-02"))
def deal(s: State, _: int, dealt: Annotated[Dealt, notation.DEALT], to: Judge) -> State:
    """Deal an allegiance card to each player."""
    last, first = last_deal(s), s.phase == phases.GATHER
    rule, each = "FINAL-02" if last else "GATHER-06" if first else "GATHER-07", deal_due(s, last)
    given = Counter(seat for seat, _kind in dealt)
    for seat in s.table.seats:
        to.holds(rule, given[seat] == each, "{named} must be dealt {each}, not {number}",
                 named=s.name(seat), number=given[seat], each=each)  # fmt: skip
    for kind, have in enumerate(s.pile):
        wanted = sum(card == kind for _seat, card in dealt)
        to.holds(("GATHER-04", "GATHER-06", "KIT-07"), wanted <= have,
                 "{wanted} {word} are dealt, but only {have} are left in the allegiance deck",
                 wanted=wanted, word=("agents", "thieves")[kind], have=have)  # fmt: skip
    to.asked()
    after = s._replace(dealing=False)
    for seat, kind in dealt:
        after = after.with_seat(seat, down=plus(after.seats[seat].down, one(kind)))
        after = after._replace(pile=minus(after.pile, one(kind)))
    s = to.did((rule, "ALLEG-01", "ALLEG-02", "KIT-06"), s, after, DEALT,
               cards=Later(lambda: cards_of(s, dealt)))  # fmt: skip
    return to.did("GEN-03", s, s._replace(phase=phases.SITUATION)) if first else s
