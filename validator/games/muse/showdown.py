"""Showdowns in Muse after their start (see `support`): Turning the Tides, winners and losers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import pay_tokens, settle
from validator.games.muse.modes import STAGES, everybody, has, verb
from validator.games.muse.state import (
    CRISIS,
    NO_SHOWDOWN,
    NOBODY,
    QUESTIONS,
    SIDES,
    WORDS,
    Due,
    Pieces,
    Showdown,
    State,
    Strength,
    best,
    rank_of,
    sets,
)
from validator.referee import api as ref
from validator.referee.api import Judge, Message, Say, event

# The rules by which a combination beats another: kind or rank, the suit of one card, or of several.
DECIDED = (("SHOWDOWN-11",), ("SHOWDOWN-08",), ("SHOWDOWN-12", "SHOWDOWN-08"))
LAYS = Say("Lay {cards} for {side}", "lays {cards} for {side}")
SUPPORTS = Say("Support {side}", "[Supports|Support] {side}")
WINS = event("{side} wins for {owner}: {cards}")
WINNERS = event("winners: {players}")
POT = event("{number} [card was|cards were] at stake, so {shares}")
CLIMAX = event("the Climax begins")


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
        cards = [card for card in hand if rank_of(card) == rank]
        found += sets(tuple(cards), 1, len(cards))
    return tuple(found)


def sentences(s: State, *_: object) -> tuple[int | None]:
    """Return the only candidate for the sentences that accompany cards.

    It is None unless an option requires them.
    """
    return (s.table.sentences[0] if s.table.narrated else None,)


def decided(own: Strength, other: Strength) -> int:
    """Return the criterion that decides between two combinations, as an index into DECIDED."""
    if own[:2] != other[:2]:
        return 0
    return 1 if own[0] == 1 else 2


# ---- Turning the Tides


def takes_side(s: State, me: int, side: int, to: Judge) -> None:
    """Check that a player stays on one side, and that it was losing when the current wave began."""
    contest = s.showdown
    own = contest.side_of(me)
    to.holds(("RUL-15", "SHOWDOWN-16"), own in (NOBODY, side),
             "{player} [owns|own] {side}" if me in contest.owners
             else "{player} [Supports|Support] {side}", side=WORDS[own])  # fmt: skip
    if contest.wave != side:
        to.holds("SHOWDOWN-09", s.table.leading(contest) != side,
                 "{side} is already winning, so nothing can be added to it",
                 side=WORDS[side])  # fmt: skip
    else:
        to.holds(("RUL-16", "SHOWDOWN-17"), contest.laid.count(me) < s.table.lays,
                 "{player} [has|have] already laid cards in this wave; {other} must answer first",
                 other=WORDS[1 - side])  # fmt: skip


def beats(s: State, side: int, cards: Pieces, to: Judge) -> None:
    """Check that a side beats the other one with these cards; cards set aside do not count."""
    table, contest, rank = s.table, s.showdown, rank_of(cards[0])
    own = table.strength((*contest.up[side], *cards), rank)
    other = best(table, contest.up[1 - side])
    rules = ("SHOWDOWN-10", "SHOWDOWN-17", "RUL-17", *DECIDED[decided(own, other)])
    rules = (*rules, "END-04") if contest.question == CRISIS else rules
    laid = tuple(card for card in (*contest.up[side], *cards) if rank_of(card) == rank)
    aside = (*contest.aside.Y, *contest.aside.N, *contest.up[1 - side])
    found = tuple(card for card in aside if rank_of(card) == rank)
    would = own <= other < table.strength((*laid, *found), rank)
    to.holds((*rules, "SHOWDOWN-14") if would else rules, own > other,
             "{cards} does not beat {against}, because {aside} does not count for {side}" if would
             else "{cards} does not beat {against}", cards=table.combination_words(laid),
             against=table.combination_words(contest.up[1 - side]), aside=found,
             side=WORDS[side])  # fmt: skip


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
    contest, table = s.showdown, s.table
    up = contest.up._replace(**{SIDES[side]: (*contest.up[side], *cards)})
    laid = (*contest.laid, me) if contest.wave == side else (me,)
    after = s._replace(
        seats=s.with_seat(me, hand=ref.without(s.seats[me].hand, *cards)),
        showdown=contest._replace(up=up, wave=side, laid=laid),
    )
    own = table.strength(up[side], rank_of(cards[0]))
    place = decided(own, best(table, contest.up[1 - side]))
    to.did(("SHOWDOWN-10", "SHOWDOWN-07", "RUL-17", *DECIDED[place]), s, after)
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


# ---- the Showdown is over


def supporters(contest: Showdown, side: int) -> tuple[int, ...]:
    return tuple(seat for seat, each in contest.sides if each == side)


def in_order(s: State, owner: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in s.clockwise(owner) if seat in seats)


def finish(s: State, to: Judge) -> State:
    """End the Showdown when nobody turns the tides again; the better side wins."""
    contest = s.showdown
    side, question = s.table.leading(contest), contest.question
    words = s.questions[question].text if question == CRISIS else ""
    after = s._replace(
        outcome=f"{WORDS[side]} to {QUESTIONS[question]}", showdown=NO_SHOWDOWN,
        sheets=s.sheets.with_both(question, owner=NOBODY),
        questions=s.with_question(question, False, words),
    )  # fmt: skip
    if question == CRISIS:
        to.did("END-01", s, after)
    s = to.did(("SHOWDOWN-18", "SHOWDOWN-11", "RUL-17", "SHOWDOWN-25"), s, after, WINS,
               side=WORDS[side], cards=s.table.combination_words(contest.up[side]),
               owner=s.name_of(contest.owners[side]))  # fmt: skip
    over = _crisis_over if question == CRISIS else _subplot_over
    return over(s, contest, side, to)


def _crisis_over(s: State, contest: Showdown, side: int, to: Judge) -> State:
    owner = contest.owners[side]
    winners = (owner, *in_order(s, owner, supporters(contest, side)))
    after = s._replace(
        stage=phases.EPILOGUE, winners=winners, telling=winners, narrator=owner, due=(),
        discard=(*s.discard, *contest.up.Y, *contest.up.N),
    )  # fmt: skip
    to.did(("END-01", "END-05", "END-06", "END-07", "END-08", "COMP-10", "SETUP-10"), s, after)
    return to.did("SCORE-01", s, after, WINNERS, players=tuple(map(s.name_of, winners)))


def _subplot_over(s: State, contest: Showdown, side: int, to: Judge) -> State:
    table, everybody = s.table, tuple(seat for seat, _ in contest.sides)
    winner, loser = contest.owners[side], contest.owners[1 - side]
    pot = tuple(
        card for two in zip(contest.aside, contest.up, strict=True) for pile in two for card in pile
    )  # fmt: skip
    paid = (winner, *(everybody if table.all_supporters else supporters(contest, side)))
    sharing = everybody if table.all_supporters else supporters(contest, 1 - side)
    losers = (loser, *in_order(s, loser, sharing))
    each, rest = divmod(len(pot), len(losers))
    shares = [(seat, each + (rest if seat == loser else 0)) for seat in losers]
    s = pay_tokens(s, paid, table.reward, to, "SHOWDOWN-19", "RUL-05")
    due = [Due("share", seat, number) for seat, number in shares]
    due += [Due("surplus", seat) for seat in losers]
    after = s._replace(discard=(*s.discard, *pot), due=(*due, Due("narrate", winner)))
    s = to.did(("SHOWDOWN-20", "SHOWDOWN-21", "SHOWDOWN-22", "COMP-10"), s, after, POT,
               number=len(pot),
               shares=tuple(Message("{owner} [draws|draw] {number}",
                                    {"owner": s.name_of(seat), "number": number})
                            for seat, number in shares))  # fmt: skip
    climax = s.disallowed and not s.open_subplots() and s.questions[CRISIS].open
    if climax and not s.climax:
        s = to.did("TIMEOUT-09", s, s._replace(climax=True), CLIMAX)
    return settle(s, to)
