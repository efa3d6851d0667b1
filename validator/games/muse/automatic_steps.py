"""Automatic steps: turns end, draws become due, the next Narrator begins."""

from __future__ import annotations

from typing import Any

from validator.games.muse import phases
from validator.games.muse.constants import CRISIS, NOBODY
from validator.games.muse.limits import hand_limit
from validator.games.muse.opening_cards import keep_lowest, open_crisis_showdown, open_showdown
from validator.games.muse.state import Due, State
from validator.referee.api import Judge, Say, event

PASS = (Due("pass"),)
NO_CARD = event("no card is left to draw")
EMPTY = event("{who} [has|have] an empty hand and [draws|draw] {number}")
NARRATES = Say("then {who} [narrates|narrate]", "{who} narrates", whole=True)
TELLS_ANSWER = event("{who} tells the answer")
OBJECTS = event("{number} more objects serve as tokens")
TOKENS = event("{players} [gains|gain] {number} [token|tokens]")


def turn_over(s: State, how: str, then: tuple[Due, ...], to: Judge) -> State:
    """End the Narrator's turn: draw if the hand is empty, then discard surplus cards."""
    due = (Due("end", s.narrator), Due("surplus", s.narrator), *then)
    return settle(s._replace(ended=how, due=due), to)


def settle(s: State, to: Judge) -> State:
    """Perform automatic steps until a player must act or a card must be drawn."""
    left = s.due
    while left:
        head = left[0]
        if head.kind in phases.DRAWS:
            if head.number > 0 and s.available():
                break
            if head.number > 0:
                to.did("RUL-02", s, s, NO_CARD)
        elif head.kind == "surplus":
            if head.seat in s.circle and len(s.seats[head.seat].hand) > hand_limit(s):
                break
        elif head.kind == "bonus":
            break
        else:
            s = _step(s._replace(due=left[1:]), head, to)
            left = s.due
            continue
        left = left[1:]
    return s if left is s.due else s._replace(due=left)


def _step(s: State, head: Due, to: Judge) -> State:
    """Perform a pending task that needs neither a player nor a card."""
    if head.kind == "end":
        return _end(s, head.seat, to)
    if head.kind == "pass":
        return _pass(s, to)
    if head.kind == "narrate":
        return _narrate(s, head.seat, to)
    if head.kind == "begin":  # the turn that a Jump In has won
        return to.did("RUL-04", s, s._replace(ended=""))
    if head.kind == "lowest":
        return keep_lowest(s, to)
    if head.number == CRISIS:
        return open_crisis_showdown(s, to)
    return open_showdown(s, head.number, to)


def _end(s: State, seat: int, to: Judge) -> State:
    """Let the player draw if the hand is empty at the end of a turn and the rules allow it."""
    if s.seats[seat].hand or not (s.gained < s.table.gains or s.kept_with_whole_hand):
        return s
    number = s.table.kept if s.kept_with_whole_hand else s.table.empty
    after = s._replace(due=(Due("empty", seat, number), *s.due))
    if s.kept_with_whole_hand:
        to.did("DRAW-09", s, after)
    return to.did(("RUL-09", "DRAW-07"), s, after, EMPTY, who=s.name_of(seat), number=number)


def _pass(s: State, to: Judge) -> State:
    """Make the next player clockwise the Narrator."""
    after = new_turn(s, s.clockwise(s.narrator)[0])
    if s.won:
        to.did("JUMP-17", s, after)
    return to.did(("TURN-01", "SETUP-10"), s, after, NARRATES, who=s.name_of(after.narrator))


def _narrate(s: State, seat: int, to: Judge) -> State:
    """Make the winner of a Jump In or a Showdown the Narrator.

    The winner of a Jump In narrates at once; the turn begins when all cards have changed hands.
    """
    if s.ended == "jump":
        after = new_turn(s, seat, won=True, interrupted=s.interrupted, ended="jump")
        after = after._replace(due=(*s.due, Due("begin")))
        return to.did(("JUMP-06", "JUMP-17", "SETUP-10"), s, after, NARRATES, who=s.name_of(seat))
    after = new_turn(s, seat, answering=True)
    return to.did(("SHOWDOWN-24", "RUL-18", "SHOWDOWN-28", "SETUP-10"), s, after,
                  TELLS_ANSWER, who=s.name_of(seat))  # fmt: skip


def new_turn(s: State, seat: int, **changes: object) -> State:
    """Begin the turn of a Narrator, in which nothing has been done yet."""
    fresh: dict[str, Any] = {
        "stage": phases.TELL, "narrator": seat, "gained": 0, "ticks": 0, "contests": 0,
        "won": False, "kept_with_whole_hand": False, "answering": False,
        "last": (s.narrator, s.ended),
        "ended": "", "announced": "", "interrupted": (NOBODY, ""), "clash": (),
    }  # fmt: skip
    return s._replace(**(fresh | changes))


# ---- tokens


def supplied(s: State, number: int, to: Judge) -> State:
    """Return the state with at least `number` tokens in the pool.

    If the supply runs out, other objects are added.
    """
    short = number - s.pool
    if short <= 0:
        return s
    after = s._replace(pool=number, added=s.added + short)
    return to.did("COMP-09", s, after, OBJECTS, number=short)


def pay_tokens(s: State, seats: tuple[int, ...], number: int, to: Judge, *rules: str) -> State:
    """Give each of the players `number` tokens from the pool."""
    total = number * len(seats)
    s, seated = supplied(s, total, to), list(s.seats)
    for seat in seats:
        seated[seat] = seated[seat]._replace(tokens=seated[seat].tokens + number)
    after = s._replace(pool=s.pool - total, seats=tuple(seated))
    return to.did((*rules, "DRAW-11", "COMP-11"), s, after, TOKENS, number=number,
                  players=tuple(map(s.name_of, seats)))  # fmt: skip


def surplus(s: State) -> tuple[Due, ...]:
    return tuple(Due("surplus", seat) for seat in s.listeners())
