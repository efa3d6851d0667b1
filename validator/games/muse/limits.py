"""The limits: cards in hand and on an Answer Sheet, by number of players, and who exceeds them.

In the rulebook: The limit.

`discarding` enforces the limit of a hand, and `support` that of an Answer Sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

from validator.games.muse.state import State, is_crisis


def hand_limit(s: State) -> int:
    """Return the number of cards that a hand may have with this number of players."""
    return _for_players(s, s.table.hand_limits)


def sheet_limit(s: State) -> int:
    """Return the number of cards that an Answer Sheet may have with this number of players."""
    return _for_players(s, s.table.sheet_limits)


def _for_players(s: State, limits: Mapping[int, int]) -> int:
    """Return a limit from a table; beyond its ends, that of the nearest number of players."""
    return int(limits[min(limits, key=lambda players: abs(players - len(s.circle)))])


def load(s: State, sheet: int) -> int:
    """Return the number of cards or, in a Crisis, of tokens on an Answer Sheet."""
    found = s.sheets[sheet]
    return found.tokens if is_crisis(sheet) else len(found.cards)


def is_full(s: State, sheet: int) -> bool:
    """Return whether a Subplot sheet has all the cards that the limit allows."""
    return not is_crisis(sheet) and len(s.sheets[sheet].cards) >= sheet_limit(s)


def surplus_of(s: State, seat: int) -> int:
    """Return by how many cards a hand exceeds the limit."""
    return max(0, len(s.seats[seat].hand) - hand_limit(s))


def owes_surplus(s: State) -> tuple[int, ...]:
    """Return the seats that must discard now, in any order."""
    seats = []
    for due in s.due:
        if due.kind != "surplus":
            break
        if surplus_of(s, due.seat):
            seats.append(due.seat)
    return tuple(seats)
