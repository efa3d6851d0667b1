"""Turning the Tides: who may lay which cards in a Showdown.

In the rulebook: Showdowns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.combinations import (
    best_combination,
    combination,
    combination_words,
    decided_by,
    leading_side,
    of_rank,
    rank_of,
)
from validator.games.muse.constants import CRISIS, NOBODY, SIDES, WORDS, Pieces
from validator.games.muse.modes import STAGES, everybody, has, verb
from validator.games.muse.state import State, sets
from validator.referee import api as ref
from validator.referee.api import Judge, Say

LAYS = Say("Lay {cards} for {side}", "lays {cards} for {side}")
SUPPORTS = Say("Support {side}", "[Supports|Support] {side}")


# ---- what can be laid


def open_sides(s: State, me: int) -> Iterable[int]:
    """Return the sides that a player can still take."""
    own = s.showdown.side_of(me)
    return (0, 1) if own < 0 else (own,)


def alike(s: State, me: int, _side: int) -> tuple[Pieces, ...]:
    """Return every set of cards of one rank that a hand contains."""
    return _alike(s.table.ordered(s.seats[me].hand))


@lru_cache(4096)
def _alike(hand: Pieces) -> tuple[Pieces, ...]:
    found: list[Pieces] = []
    for rank in dict.fromkeys(map(rank_of, hand)):
        found += sets(of_rank(hand, rank), 1, len(hand))
    return tuple(found)


def sentences(s: State, *_: object) -> tuple[int | None]:
    """Return the only candidate for the sentences that accompany cards.

    It is None unless an option requires them.
    """
    return (s.table.sentences[0] if s.table.narrated else None,)


# ---- Turning the Tides


def takes_side(s: State, me: int, side: int, to: Judge) -> None:
    """Check that a player stays on one side, and that it was losing when the current wave began."""
    contest = s.showdown
    own = contest.side_of(me)
    to.holds(("RUL-15", "SHOWDOWN-16"), own in (NOBODY, side),
             "{player} [owns|own] {side}" if me in contest.owners
             else "{player} [Supports|Support] {side}", side=WORDS[own])  # fmt: skip
    if contest.wave != side:
        to.holds("SHOWDOWN-09", leading_side(s.table, contest) != side,
                 "{side} is already winning, so nothing can be added to it",
                 side=WORDS[side])  # fmt: skip
    else:
        to.holds(("RUL-16", "SHOWDOWN-17"), contest.laid.count(me) < s.table.lays,
                 "{player} [has|have] already laid cards in this wave; {other} must answer first",
                 other=WORDS[1 - side])  # fmt: skip


def beats(s: State, side: int, cards: Pieces, to: Judge) -> None:
    """Check that a side beats the other one with these cards; cards set aside do not count."""
    table, contest, rank = s.table, s.showdown, rank_of(cards[0])
    laid, against = of_rank((*contest.up[side], *cards), rank), contest.up[1 - side]
    own, other = combination(table, laid, rank), best_combination(table, against)
    rules = ("SHOWDOWN-10", "SHOWDOWN-17", "RUL-17", *decided_by(own, other))
    rules = (*rules, "END-04") if contest.question == CRISIS else rules
    # for the refusal: cards of the rank elsewhere, and whether the side would win if they counted
    elsewhere = of_rank((*contest.aside.Y, *contest.aside.N, *against), rank)
    would_win = own <= other < combination(table, (*laid, *elsewhere), rank)
    to.holds((*rules, "SHOWDOWN-14") if would_win else rules, own > other,
             "{cards} does not beat {against}, because {aside} does not count for {side}"
             if would_win else "{cards} does not beat {against}",
             cards=combination_words(table, laid), against=combination_words(table, against),
             aside=elsewhere, side=WORDS[side])  # fmt: skip


@verb(open=phases.SHOWDOWN, due=dict.fromkeys(STAGES, ("SHOWDOWN-09",)), by=everybody,
      early=takes_side)  # fmt: skip
def tides(
    s: State, me: int, side: Annotated[int, notation.SIDE.of(open_sides)],
    cards: Annotated[Pieces, notation.CHOSEN.of(alike)],
    said: Annotated[int | None, notation.TOLD.of(sentences)], to: Judge,
) -> State:  # fmt: skip
    """Turn the Tides: add cards of one rank to the losing side, so that it beats the other side."""
    ranks = tuple(dict.fromkeys(map(rank_of, cards)))
    to.holds("SHOWDOWN-13", len(ranks) == 1,
             "the cards must all have the same rank; they have these: {ranks}", number=len(ranks),
             ranks=ranks)  # fmt: skip
    has(s, me, cards, to, "SHOWDOWN-09", "COMP-10")
    beats(s, side, cards, to)
    if s.table.narrated:
        least, most = s.table.sentences
        to.holds("OPT-01", least <= (said or 0) <= most,
                 "{number} [sentence is|sentences are] told after '|'; expected {least} to {most}",
                 number=said or 0, least=least, most=most)  # fmt: skip
    to.asked()
    return _lay(s, me, side, cards, to)


def _lay(s: State, me: int, side: int, cards: Pieces, to: Judge) -> State:
    """Add the cards to a side, which the player now Supports."""
    contest, table = s.showdown, s.table
    up = contest.up._replace(**{SIDES[side]: (*contest.up[side], *cards)})
    laid = (*contest.laid, me) if contest.wave == side else (me,)
    after = s._replace(
        seats=s.with_seat(me, hand=ref.without(s.seats[me].hand, *cards)),
        showdown=contest._replace(up=up, wave=side, laid=laid),
    )
    own = combination(table, up[side], rank_of(cards[0]))
    rules = decided_by(own, best_combination(table, contest.up[1 - side]))
    to.did(("SHOWDOWN-10", "SHOWDOWN-07", "RUL-17", *rules), s, after)
    if len(cards) > 1:
        to.did("SHOWDOWN-13", s, after)
    if any(rank_of(card) == rank_of(cards[0]) for card in contest.up[side]):
        to.did("SHOWDOWN-14", s, after)
    if contest.wave == side:
        to.did(("SHOWDOWN-17", "RUL-16"), s, after)
    if contest.question == CRISIS:
        to.did("END-04", s, after)
    s = to.did("SHOWDOWN-09", s, after, LAYS, cards=cards, side=WORDS[side])
    if contest.side_of(me) != NOBODY:
        return s
    after = s._replace(showdown=s.showdown._replace(sides=(*contest.sides, (me, side))))
    return to.did("SHOWDOWN-15", s, after, SUPPORTS, side=WORDS[side])
