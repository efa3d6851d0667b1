"""The end of the game: nobody can reach the target, and who has won.

In the rulebook: Winning.
"""

from __future__ import annotations

from validator.games.sing_o_muse.component_checks import SUBJECTS
from validator.games.sing_o_muse.modes import NOT_OVER, verb
from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, event, judge_claim, winner_claim

NOBODY_CAN_WIN = event("nobody can still reach the target; {players} [has|have] the most Laurels")


def unclaimed(s: State) -> int:
    """Return the number of Laurels on Quests and Muse cards that nobody has yet."""
    table = s.table
    won = {each for side in s.seats for each in (*side.victory, *side.aside)}
    gone = set(s.box)
    quests = sum(q.laurels for each, q in table.quests.items() if each not in won | gone)
    cards = sum(c.worth for each, c in table.cards.items() if each not in won | gone)
    return quests + cards


def best(s: State) -> tuple[int, ...]:
    """Return the seats of the remaining players with the most Laurels."""
    inside = [seat for seat, side in enumerate(s.seats) if not side.out]
    most = max(s.laurels(seat) for seat in inside)
    return tuple(seat for seat in inside if s.laurels(seat) == most)


@verb("table", open=NOT_OVER)
def over(s: State, _: int, to: Judge) -> State:
    """End the game, because nobody can reach the target."""
    left = unclaimed(s)
    for seat, side in enumerate(s.seats):
        to.holds("WIN-03", side.out or s.laurels(seat) + left < s.target,
                 "{owner} can still reach the target, with {laurels} Laurels and {left} unclaimed",
                 owner=s.name_of(seat), laurels=s.laurels(seat), left=left)  # fmt: skip
    to.asked()
    players = tuple(map(s.name_of, best(s)))
    return to.did("WIN-03", s, s.ended(best(s)), NOBODY_CAN_WIN, players=players)


judge = judge_claim(SUBJECTS, "{muse: {Zeus: 2}}")
verb.add(winner_claim(lambda s: s.champions, "SING-WIN-01", "SING-WIN-03"), judge)
