"""The opening cards of a Showdown: the lowest card of each sheet or, in a Crisis, of the cards
drawn for tokens.

In the rulebook: Showdowns; The Crisis, and the end.
"""

from __future__ import annotations

from validator.games.muse import phases
from validator.games.muse.combinations import lowest
from validator.games.muse.constants import ANSWERS, CRISIS, NOBODY, SIDES
from validator.games.muse.state import Due, Piles, Sheets, Showdown, State, sheets_of
from validator.referee.api import Judge, event, without

OPENS = event("the Showdown opens with {yes} for Yes and {no} for No")
ALL_SHUFFLED = event("the discards and the Subplot cards are shuffled into the deck")
CRISIS_OPENS = event("{yes} cards are drawn for Yes and {no} for No")
KEEPS = event("{side} keeps its lowest card: {card}")


def open_showdown(s: State, question: int, to: Judge) -> State:
    """Turn up the cards on both sheets of a Question; each side keeps its lowest card."""
    yes, no = s.sheets.both(question)
    low = [lowest(s.table, sheet.cards) for sheet in (yes, no)]
    aside = Piles(without(yes.cards, low[0]), without(no.cards, low[1]))
    contest = Showdown(question, (yes.owner, no.owner), aside, Piles((low[0],), (low[1],)))
    after = s._replace(stage=phases.SHOWDOWN, showdown=contest,
                       sheets=s.sheets.with_both(question, cards=()))  # fmt: skip
    return to.did(("TURN-04", "RUL-24", "SHOWDOWN-06", "SHOWDOWN-07", "SHOWDOWN-08"), s, after,
                  OPENS, yes=low[0], no=low[1])  # fmt: skip


def open_crisis_showdown(s: State, to: Judge) -> State:
    """Remove the tokens on the Crisis sheets, and make a drawn card due for each."""
    table, both = s.table, s.sheets.both(CRISIS)
    tokens = [sheet.tokens for sheet in both]
    each = [number * table.per_token for number in tokens]
    order = (table.first_side, 1 - table.first_side)
    due = [Due(("yes", "no")[side], NOBODY, each[side]) for side in order]
    if sum(each) > s.available():
        cards = tuple(card for sheet in s.sheets for card in sheet.cards)
        after = s._replace(
            deck=(*s.deck, *s.discard, *cards),
            discard=(),
            known=0,
            sheets=Sheets(*(sheet._replace(cards=()) for sheet in s.sheets)),
        )
        s = to.did(("END-11", "RUL-03"), s, after, ALL_SHUFFLED)
        if sum(each) > len(s.deck):
            due = _alternating(order, each, len(s.deck))
    after = s._replace(
        stage=phases.SHOWDOWN, showdown=Showdown(CRISIS, (both[0].owner, both[1].owner)),
        sheets=s.sheets.with_both(CRISIS, tokens=0), pool=s.pool + sum(tokens),
        due=(*due, Due("lowest"), *s.due),
    )  # fmt: skip
    if len(due) > len(order):
        to.did("RUL-03", s, after)
    return to.did(("END-02", "TURN-04", "RUL-24", "COMP-11", "RUL-28"), s, after, CRISIS_OPENS,
                  yes=each[0], no=each[1])  # fmt: skip


def _alternating(order: tuple[int, int], each: list[int], cards: int) -> list[Due]:
    """Return the due draws of both sides, in alternation, for at most `cards` cards."""
    due = []
    left = list(each)
    while cards and any(left):
        for side in order:
            if left[side] and cards:
                due.append(Due(("yes", "no")[side], NOBODY, 1))
                left[side] -= 1
                cards -= 1
    return due


def keep_lowest(s: State, to: Judge) -> State:
    """Reduce each side of the Crisis to its lowest card."""
    for side, sheet in zip(SIDES, sheets_of(CRISIS), strict=True):
        cards = getattr(s.showdown.up, side)
        low = (lowest(s.table, cards),) if cards else ()
        up = s.showdown.up._replace(**{side: low})
        after = s._replace(showdown=s.showdown._replace(up=up),
                           discard=(*s.discard, *without(cards, *low)))  # fmt: skip
        s = to.did(("END-03", "RUL-28"), s, after, KEEPS, side=ANSWERS[sheet],
                   card=low or "nothing")  # fmt: skip
    return s
