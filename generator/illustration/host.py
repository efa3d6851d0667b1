"""The interface through which illustrations use the face that they are drawn on."""

from __future__ import annotations

from typing import Protocol

from markupsafe import Markup

from generator.core.memo import Memo


class Host(Protocol):
    """The icons of a game, what is kept between builds, and the count of work."""

    ink: str  # #rrggbb
    memo: Memo

    def shape(self, name: str) -> tuple[str, float] | None:
        """The path data of an icon and the side of its square; None: a drawing of the game's."""

    def icon(
        self, name: str, x: float, y: float, size: float, fill: str | None = None, **more: object
    ) -> Markup:
        """An icon in a square of `size` mm with its top left corner at x, y."""

    def charge(self, calls: int) -> None:
        """Count work as so many calls of a template. Raises when there was too much."""

    def asked_for(self, kind: str, key: str) -> None:
        """Record what a face is made of."""
