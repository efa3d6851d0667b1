"""The end: a player has enough Laurels, nobody can still get enough, or only one player is left.

In the rulebook: Winning.

The target is agreed in `setup`, and is `SING-WIN-01` of `rules.yaml` by default. `effects.advance`
asks for the first, the verb in `claims` for the second, `losing_companions` for the third.
"""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.state import State
from validator.referee.api import Judge, event

WINS = event("{winner} has {laurels} Laurels and [wins|win]")
NOBODY_CAN_WIN = event("nobody can still reach the target; {players} [has|have] the most Laurels")
LAST_WINS = event("{winner} wins")


def win_at_target(s: State, to: Judge) -> State:
    """End the game if a player has enough Laurels."""
    if s.stage == phases.OVER:
        return s
    enough = [
        seat
        for seat, side in enumerate(s.seats)
        if side.victory and not side.out and s.laurels(seat) >= s.target
    ]
    if not enough:
        return s
    seat = min(enough, key=lambda each: (each - s.turn) % len(s.seats))
    return to.did(("WIN-01", "SETUP-09"), s, s.ended((seat,)), WINS,
                  winner=s.name_of(seat), laurels=s.laurels(seat))  # fmt: skip


def unclaimed(s: State) -> int:
    """Return the number of Laurels on Quests and Muse cards that nobody has yet."""
    table = s.table
    won = {each for side in s.seats for each in (*side.victory, *side.aside)}
    gone = set(s.box)
    quests = sum(q.laurels for each, q in table.quests.items() if each not in won | gone)
    cards = sum(c.worth for each, c in table.cards.items() if each not in won | gone)
    return quests + cards


def most_laurels(s: State) -> tuple[int, ...]:
    """Return the seats of the remaining players with the most Laurels."""
    inside = [seat for seat, side in enumerate(s.seats) if not side.out]
    most = max(s.laurels(seat) for seat in inside)
    return tuple(seat for seat in inside if s.laurels(seat) == most)


def out_of_reach(s: State, to: Judge) -> None:
    """Check that no remaining player can still reach the target."""
    left = unclaimed(s)
    for seat, side in enumerate(s.seats):
        to.holds("WIN-03", side.out or s.laurels(seat) + left < s.target,
                 "{owner} can still reach the target, with {laurels} Laurels and {left} unclaimed",
                 owner=s.name_of(seat), laurels=s.laurels(seat), left=left)  # fmt: skip


def most_laurels_win(s: State, to: Judge) -> State:
    """End the game, because nobody can reach the target: the most Laurels win."""
    best = most_laurels(s)
    return to.did("WIN-03", s, s.ended(best), NOBODY_CAN_WIN, players=tuple(map(s.name_of, best)))


def last_player_wins(s: State, to: Judge) -> State:
    """End the game if all players but one have lost."""
    left = tuple(seat for seat, side in enumerate(s.seats) if not side.out)
    if len(left) > 1:
        return s
    return to.did("LOSS-10", s, s.ended(left), LAST_WINS, winner=s.name_of(left[0]))
