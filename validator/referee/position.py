"""Declares the attributes that the states of all games share."""

from __future__ import annotations

from typing import Any, Protocol


class SetUpTable(Protocol):
    """The constants that every game has."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""


class AnyState(Protocol):
    """A state, or a player's view of it."""

    @property
    def table(self) -> Any:
        """The constants of the game: the part of the state that never changes."""

    @property
    def seats(self) -> tuple[Any, ...]:
        """The named tuples of the players, by seat."""
