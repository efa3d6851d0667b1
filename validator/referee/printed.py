"""Finds the printed design of a piece by the name that states use.

A ruleset defines the names of a component's pieces (`Ruleset.pieces`); pieces of other components
are named by id or title.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from validator.core.model import Card, Component, Game


class PrintedPiece(NamedTuple):
    """A printed design, such as a card, tile or token, with its component."""

    component: Component
    card: Card


class PrintedPieces:
    """The designs of a game by the names of pieces, ignoring case."""

    def __init__(self, game: Game, names: Mapping[str, str]) -> None:
        self._found: dict[str, PrintedPiece] = {}
        parts = [each for each in game.components if each.kind != "net"]
        for component in sorted(parts, key=lambda each: each.id not in names):
            for card in component.cards:
                for name in _names(component, card, names):
                    self._found.setdefault(name.casefold(), PrintedPiece(component, card))

    def find(self, piece: str) -> PrintedPiece | None:
        """Return the design of a piece, or None if it is not printed.

        If several designs share a name, return the first.
        """
        return self._found.get(piece.casefold())


def _names(component: Component, card: Card, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names that states use for a card's piece.

    Returns an empty tuple if the card lacks a field that the names need.
    """
    if component.id not in names:
        return card.id, card.title
    try:
        return (
            names[component.id].format_map({**card.fields, "id": card.id, "title": card.title}),
        )
    except KeyError:
        return ()
