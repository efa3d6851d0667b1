"""Adding or removing players: a newcomer gets cards and tokens; a player leaves the game.

In the rulebook: Coming, leaving, and variants.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.muse import notation, phases
from validator.games.muse.automatic_steps import new_turn, pay_tokens, settle, surplus
from validator.games.muse.constants import NOBODY
from validator.games.muse.limits import hand_limit
from validator.games.muse.modes import verb
from validator.games.muse.state import Due, Seat, State
from validator.referee import api as ref
from validator.referee.api import Judge, event

QUIET = (phases.TELL, phases.ANSWER)  # when players may come and go
LATER = dict.fromkeys((phases.SHOWDOWN, phases.BID), ("RUL-21",))
JOINS = event("{who} joins after {other}")
LEAVES = event("{who} leaves")
NARRATES = event("{who} narrates")
LIMITS = event("the limit changes from {old} to {limit}")


@verb("table", open=QUIET, due=LATER, listed=False)
def join(
    s: State, _: int, name: Annotated[str, notation.NEWCOMER],
    after: Annotated[int | None, notation.AFTER], to: Judge,
) -> State:  # fmt: skip
    """Let a new player sit down."""
    table, seats, play, have = s.table, s.seats, len(s.circle), s.available()
    to.holds("PLAYER-01", name not in map(s.name_of, s.circle), "{who} [is|are] already playing",
             who=name)  # fmt: skip
    to.holds(("RUL-21", "SETUP-01"), play < table.most_joined,
             "{number} [player|players] already play; expected at most {most}",
             number=play, most=table.most_joined)  # fmt: skip
    to.holds("RUL-21", have >= table.join_needs,
             "the deck and the discard pile have only {number} [card|cards]; expected {need}",
             number=have, need=table.join_needs)  # fmt: skip
    to.holds("RUL-21", after in s.circle,
             "the line does not say where the new player sits; add 'after PLAYER'")  # fmt: skip
    assert after is not None
    other = s.name_of(after)
    to.asked()
    if name not in table.players:
        table, seats = table.joined(name), (*seats, Seat())
    seat, place = table.players.index(name), s.circle.index(after) + 1
    circle = (*s.circle[:place], seat, *s.circle[place:])
    new = s._replace(table=table, seats=seats, circle=circle)
    new = new._replace(due=(Due("newcomer", seat, table.join_cards), *surplus(new)))
    limits_change(s, new, to)
    s = to.did(("PLAYER-01", "RUL-21"), s, new, JOINS, who=name, other=other)
    return settle(pay_tokens(s, (seat,), table.join_tokens, to), to)


def limits_change(s: State, after: State, to: Judge) -> None:
    """Record that the limits change with the number of players."""
    if hand_limit(s) != hand_limit(after):
        to.did(("LIMIT-08", "LIMIT-01", "RUL-14"), s, after, LIMITS, limit=hand_limit(after),
               old=hand_limit(s))  # fmt: skip


@verb("table", open=QUIET, due=LATER, listed=False)
def leave(s: State, _: int, seat: Annotated[int, ref.PLAYER], to: Judge) -> State:
    """Let a player leave the table."""
    play, least, name, own = len(s.circle), s.table.least_left, s.name_of(seat), s.seats[seat]
    to.holds("PLAYER-02", seat in s.circle, "{who} [is|are] not playing", who=name)
    to.holds(("RUL-21", "SETUP-01"), play > least,
             "{number} [player is|players are] playing; the smallest number is {least}",
             number=play, least=least)  # fmt: skip
    to.asked()
    left, sheets = s.clockwise(seat)[0], s.sheets
    for sheet, lies in enumerate(s.sheets):
        if lies.owner == seat:
            sheets = sheets.with_sheet(sheet, owner=NOBODY)
    after = s._replace(
        circle=tuple(each for each in s.circle if each != seat),
        seats=ref.put(s.seats, seat, Seat()), discard=(*s.discard, *own.hand),
        pool=s.pool + own.tokens, sheets=sheets,
    )  # fmt: skip
    limits_change(s, after, to)
    s = to.did(("PLAYER-02", "RUL-21"), s, after, LEAVES, who=name)
    if s.narrator == seat:
        after = new_turn(s, left, last=(NOBODY, ""))
        s = to.did(("RUL-21", "SETUP-10"), s, after, NARRATES, who=s.name_of(left))
    return to.did("PLAYER-02", s, settle(s._replace(due=surplus(s)), to))
