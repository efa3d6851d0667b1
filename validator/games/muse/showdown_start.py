"""Starting a Showdown, and announcing it or a Support, so that Listeners may jump in first.

In the rulebook: Showdowns.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import turn_over
from validator.games.muse.constants import ANSWERS, CRISIS, NOBODY, QUESTIONS, SHEETS
from validator.games.muse.limits import load
from validator.games.muse.modes import NARRATES, announced_words, narrates, narrator, verb
from validator.games.muse.state import Due, State, sheets_of
from validator.games.muse.support import in_play, means
from validator.referee.api import Judge, Say

STARTS = Say("Start the Showdown for Question {question}",
             "starts the Showdown for Question {question}")  # fmt: skip
ANNOUNCES = Say("Announce that you will {act}", "plans to {act}")


def ready(s: State, _: int) -> list[int]:
    """Return the Questions in play whose sheets both have an owner."""
    both = map(s.sheets.both, range(len(QUESTIONS)))
    return [question for question, (yes, no) in enumerate(both) if yes.owner >= 0 <= no.owner]


def may_start(s: State, question: int, to: Judge) -> None:
    """Check that a Question can be decided: in play, with owners and cards on both answers."""
    late = question == CRISIS and s.table.late
    to.holds(("SHOWDOWN-01", "SHOWDOWN-04", "RUL-23") if late else "SHOWDOWN-01",
             s.questions[question].open, "Question {question} is not in play",
             question=QUESTIONS[question])  # fmt: skip
    if question == CRISIS:
        to.holds("SHOWDOWN-04", s.climax, "the Climax has not begun yet")
    for sheet in sheets_of(question):
        to.holds("SHOWDOWN-02", s.sheets[sheet].owner >= 0,
                 "{sheet} has no owner, and both answers must have one",
                 sheet=ANSWERS[sheet])  # fmt: skip
    for sheet in sheets_of(question):
        least = s.table.least_on_each_sheet
        to.holds("SHOWDOWN-03", load(s, sheet) >= least,
                 "the number of pieces on {sheet} is {number}; expected at least {least}",
                 number=load(s, sheet), sheet=ANSWERS[sheet], least=least)  # fmt: skip


@verb(open=phases.TELL, by=narrator, turn=narrates("SHOWDOWN-01"))
def showdown(
    s: State, _: int, question: Annotated[int, notation.ASKED.of(ready)], to: Judge
) -> State:
    """Start the Showdown of a Question."""
    may_start(s, question, to)
    to.asked()
    rules: tuple[str, ...] = ("SHOWDOWN-01", "TURN-04", "RUL-24")
    rules = (*rules, "SHOWDOWN-04") if question == CRISIS else rules
    to.did(rules, s, s, STARTS, question=QUESTIONS[question])
    return to.did(rules, s, turn_over(s, "showdown", (Due("open", NOBODY, question),), to))


@verb("aside", open=phases.TELL, by=narrator, turn=NARRATES)
def announce(s: State, me: int, what: Annotated[str, notation.ANNOUNCED], to: Judge) -> State:
    """Announce your next action, so that Listeners may jump in first."""
    act, _, name = what.partition(" ")
    if act == "support":
        sheet = SHEETS.index(name)
        in_play(s, sheet, to)
        to.holds("SUPPORT-10", means(s, me, sheet),
                 "{player} [has|have] nothing to Support this answer with")  # fmt: skip
    else:
        may_start(s, QUESTIONS.index(name), to)
    to.asked()
    return to.did("JUMP-15", s, s._replace(announced=what), ANNOUNCES, act=announced_words(what))
