"""The end of a Showdown: the winning side, rewards, and the cards that the losers share.

In the rulebook: After a Showdown; The Crisis, and the end.
"""

from __future__ import annotations

from validator.games.muse import phases
from validator.games.muse.automatic_steps import pay_tokens, settle
from validator.games.muse.combinations import combination_words, leading_side
from validator.games.muse.constants import CRISIS, NOBODY, QUESTIONS, WORDS
from validator.games.muse.state import NO_SHOWDOWN, Due, Showdown, State
from validator.referee.api import Judge, Message, Say, event

WINS = Say("close the Showdown: {side} wins for {owner} with {cards}",
           "{side} wins for {owner}: {cards}", whole=True)  # fmt: skip
WINNERS = event("winners: {players}")
POT = event("{number} [card was|cards were] at stake, so {shares}")
CLIMAX = event("the Climax begins")


def supporters(contest: Showdown, side: int) -> tuple[int, ...]:
    """Return the Supporters of a side, in the order in which they joined it."""
    return tuple(seat for seat, each in contest.sides if each == side)


def in_order(s: State, owner: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats clockwise from an owner."""
    return tuple(seat for seat in s.clockwise(owner) if seat in seats)


def end_the_showdown(s: State, to: Judge) -> State:
    """End the Showdown when nobody turns the tides again; the better side wins."""
    contest = s.showdown
    side, question = leading_side(s.table, contest), contest.question
    words = s.questions[question].text if question == CRISIS else ""
    after = s._replace(
        outcome=f"{WORDS[side]} to {QUESTIONS[question]}", showdown=NO_SHOWDOWN,
        sheets=s.sheets.with_both(question, owner=NOBODY),
        questions=s.with_question(question, False, words),
    )  # fmt: skip
    if question == CRISIS:
        to.did("END-01", s, after)
    s = to.did(("SHOWDOWN-18", "SHOWDOWN-11", "RUL-17", "SHOWDOWN-25"), s, after, WINS,
               side=WORDS[side], cards=combination_words(s.table, contest.up[side]),
               owner=s.name_of(contest.owners[side]))  # fmt: skip
    over = winners_of_the_crisis if question == CRISIS else rewards_and_shares
    return over(s, contest, side, to)


def winners_of_the_crisis(s: State, contest: Showdown, side: int, to: Judge) -> State:
    """Name the winners, who tell the Epilogue: the owner of the side, then its Supporters."""
    owner = contest.owners[side]
    winners = (owner, *in_order(s, owner, supporters(contest, side)))
    after = s._replace(
        stage=phases.EPILOGUE, winners=winners, telling=winners, narrator=owner, due=(),
        discard=(*s.discard, *contest.up.Y, *contest.up.N),
    )  # fmt: skip
    to.did(("END-01", "END-05", "END-06", "END-07", "END-08", "COMP-10", "SETUP-10"), s, after)
    return to.did("SCORE-01", s, after, WINNERS, players=tuple(map(s.name_of, winners)))


def rewards_and_shares(s: State, contest: Showdown, side: int, to: Judge) -> State:
    """Pay tokens to the winners; the losers share as many cards as were at stake."""
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
    if s.climax_is_due():
        s = to.did("TIMEOUT-09", s, s._replace(climax=True), CLIMAX)
    return settle(s, to)
