"""Draws pieces as they are printed, looked up by the names that states use."""

from __future__ import annotations

from generator.kit.renderer import KitRenderer
from validator.core.model import Card, Component
from validator.referee.registry import printed_pieces


class PieceFaces:
    """The drawings of a game's pieces, each made on first use.

    `find(piece)` returns the component and card of a state's piece, as defined by the ruleset, or
    None.
    """

    def __init__(self, kit_renderer: KitRenderer) -> None:
        self.kit_renderer = kit_renderer
        self.game = kit_renderer.game
        self.find = printed_pieces(self.game).find
        self._keys: dict[tuple[str, str, bool], str | None] = {}

    def key(self, component: Component, card: Card, back: bool = False) -> str | None:
        """Return the key of a side's drawing in the kit renderer, or None if it cannot be drawn.

        A component without a back shows its face.
        """
        named = (component.id, card.id, back)
        if named not in self._keys:
            template = component.back if back and component.back else component.face
            self._keys[named] = self.kit_renderer.draw(component, card, template)
        return self._keys[named]
