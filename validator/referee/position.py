"""The attributes that the states of all games share."""

from __future__ import annotations

from typing import Any, Protocol


class SetUpTable(Protocol):
    """The constants of a game that every game has."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""


class AnyState(Protocol):
    """A state, or the view of it that the player in a seat has."""

    @property
    def table(self) -> Any:
        """The part of the state that does not change during the game."""

    @property
    def seats(self) -> tuple[Any, ...]:
        """One named tuple per player."""
