"""Defines the interface between illustrations and the face on which they are drawn."""

from __future__ import annotations

from typing import Protocol

from markupsafe import Markup

from generator.core.memo import Memo


class Host(Protocol):
    """What illustrations need of a face: the game's icons, a cache, and a counter of work."""

    ink: str  # #rrggbb
    memo: Memo

    def shape(self, name: str) -> tuple[str, float] | None:
        """Return an icon's path data, and the side of the square that it is drawn in.

        Returns None if the icon is a drawing of the game.
        """

    def icon(
        self, name: str, x: float, y: float, size: float, fill: str | None = None, **more: object
    ) -> Markup:
        """Return an icon in a square of `size` mm whose top left corner is x, y."""

    def charge(self, calls: int) -> None:
        """Count work that is equivalent to `calls` template calls.

        Raises an exception beyond the limit.
        """

    def asked_for(self, kind: str, key: str) -> None:
        """Record an input that the face depends on, by its type and key."""
