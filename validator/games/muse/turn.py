"""The Narrator's turn: describe elements, gain a card, end the turn.

In the rulebook: Your turn as Narrator; Telling; Gaining a card.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import PASS, settle, turn_over
from validator.games.muse.limits import hand_limit
from validator.games.muse.modes import NARRATES, narrates, narrator, told_element, verb
from validator.games.muse.state import Due, State
from validator.referee.api import Judge, Say

TICKS = Say("Tell about {element}, then tick the box", "tells about {element}")
HANDS = Say("Hand {whom} a card", "hands {whom} a card")
DRAWS = Say("Draw {number}", "draws {number} with an empty hand")
ENDS = Say("End the turn", "ends the turn")
TELLS = Say("Tell the answer: {answer}", "tells the answer: {answer}")


# ---- gains


def one_gain_per_turn(s: State, me: int, to: Judge, *rules: str) -> None:
    """Check that only one card is gained per turn, even after a Jump In."""
    if s.won:
        rules = ("DRAW-08", *rules)
    elif s.contests and not (s.kept_with_whole_hand and me == s.narrator):
        rules = ("RUL-08", *rules)
    to.holds(rules, s.gained < s.table.gains,
             "{narrator} [has|have] already gained a card this turn",
             narrator=s.name_of(s.narrator))  # fmt: skip


def draw_due(
    s: State, due: Due, to: Judge, say: Say | None, *rules: str, **values: object
) -> State:
    """Make a draw due that counts as the turn's gain."""
    gained = max(s.gained + 1, s.table.gains) if s.kept_with_whole_hand else s.gained + 1
    after = s._replace(gained=gained, kept_with_whole_hand=False, due=(due,))
    if s.kept_with_whole_hand:
        to.did("DRAW-09", s, after)
    return settle(to.did((*rules, "DRAW-01"), s, after, say, **values), to)


def may_tick(s: State, _: int, to: Judge) -> None:
    """Check that at most one box is ticked per turn."""
    to.holds(("DRAW-03", "RUL-10"), s.ticks < s.table.ticks,
             "a box has already been ticked this turn")  # fmt: skip


@verb(open=phases.TELL, by=narrator, turn=NARRATES, early=may_tick)
def describe(
    s: State, me: int,
    element: Annotated[str, notation.ELEMENT_NAME.of(lambda s, _: s.unticked())], to: Judge,
) -> State:  # fmt: skip
    """Add colour to an unticked element of the Story Sheet, tick it, and draw a card.

    Elements are named char1, goal2, rel3, scene1, threat2.
    """
    if not s.table.tick_without:  # a tick comes with its card
        one_gain_per_turn(s, me, to, "DRAW-01", "TURN-02", "RUL-10")
    to.holds("DRAW-03", element in s.elements, "'{element}' has no box on this Story Sheet",
             element=element)  # fmt: skip
    to.holds("DRAW-03", element not in s.ticked, "{element} is already ticked", element=element)
    to.asked()
    after = s._replace(ticked=(*s.ticked, element), ticks=s.ticks + 1)
    s = to.did(("DRAW-03", "TURN-07", "RUL-10"), s, after, TICKS, element=told_element(s, element))
    if len(s.seats[me].hand) >= hand_limit(s):
        to.did("LIMIT-03", s, s)
    gains = s.gained < s.table.gains
    return draw_due(s, Due("colour", me, s.table.colour), to, None, "DRAW-02") if gains else s


def hands_over(s: State, me: int, to: Judge) -> None:
    """Check that a Listener may hand over a card, because all elements are ticked."""
    to.holds("DRAW-04", me != s.narrator, "only a Listener can hand over a card from the deck")
    left = s.unticked()
    late = [name for name in s.late if name in left]
    to.holds(("DRAW-04", "RUL-29") if late else "DRAW-04", not left,
             "{number} [element is|elements are] still unticked, such as {element}",
             number=len(left), element=(*late, *left, "")[0])  # fmt: skip
    one_gain_per_turn(s, me, to, "DRAW-01", "TURN-02")


@verb(open=phases.TELL, by=State.listeners, early=hands_over)
def gift(
    s: State, _: int, whom: Annotated[int, notation.WHOM.stating(lambda s, *_: s.narrator)],
    to: Judge,
) -> State:  # fmt: skip
    """As a Listener, hand the Narrator the top card of the deck."""
    now = s.name_of(s.narrator)
    to.holds("DRAW-04", whom == s.narrator, "the card must be handed to the Narrator, {now}",
             now=now)  # fmt: skip
    to.asked()
    return draw_due(s, Due("gift", whom, s.table.gift), to, HANDS, "DRAW-04", "RUL-29", whom=now)


def empty_handed(s: State, me: int, to: Judge) -> None:
    """Check that the Narrator's hand is empty."""
    hand = s.seats[me].hand
    to.holds("DRAW-06", not hand, "{player} still [has|have] {number} [card|cards] in hand",
             number=len(hand))  # fmt: skip


@verb(open=phases.TELL, by=narrator, turn=NARRATES, early=empty_handed)
def draw(s: State, me: int, to: Judge) -> State:
    """Draw a card, as a Narrator whose hand is empty."""
    if not s.kept_with_whole_hand:  # an emptied hand draws even after another gain
        one_gain_per_turn(s, me, to, "DRAW-01", "DRAW-06", "TURN-02")
    to.asked()
    number = s.table.kept if s.kept_with_whole_hand else s.table.empty
    rules = ("DRAW-08",) if s.won else ()
    return draw_due(s, Due("empty", me, number), to, DRAWS, "DRAW-06", "RUL-09", *rules,
                 number=number)  # fmt: skip


# ---- the turn ends, and the answer of a Showdown


@verb(open=phases.TELL, by=narrator, turn=NARRATES)
def end(s: State, _: int, to: Judge) -> State:
    """End the turn without Support or Showdown."""
    to.asked()
    to.did(("TURN-05", "TURN-02"), s, s, ENDS)
    return to.did(("TURN-05", "TURN-02"), s, turn_over(s, "end", PASS, to))


@verb(open=phases.ANSWER, due={phases.TELL: ("SHOWDOWN-24",)}, by=narrator,
      turn=narrates("SHOWDOWN-24"))  # fmt: skip
def answer(s: State, _: int, to: Judge) -> State:
    """As the winner of a Showdown, tell how the Question is answered."""
    to.asked()
    return to.did(("SHOWDOWN-24", "RUL-18", "SHOWDOWN-27"), s, s._replace(answering=False),
                  TELLS, answer=s.outcome)  # fmt: skip
