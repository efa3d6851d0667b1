"""Places counters on the spaces that a card has for them, such as beads on the steps of a Quest.

A template tags these spaces: the field `marks-1` is the space for the first piece of the fact
`marks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from generator.book.clusters import Cluster
from generator.book.faces import FigureFaces
from generator.book.flows import ghost
from generator.book.marks import Mark
from generator.book.zones import Zone


@dataclass(frozen=True)
class CardCounter:
    """A fact of a player that is shown on a card: its value now, and after the step."""

    owner: str
    title: str
    component: str
    now: int
    later: int

    def on(
        self, faces: FigureFaces, made: Cluster, dx: float, dy: float, free: Set[str]
    ) -> Iterator[Mark]:
        """Yield the counters on the cards of a cluster; those that come or go have an outline.

        `free` contains the cards that are not there yet, or no longer.
        """
        component = faces.game.component(self.component)
        for name, places in made.places.items():
            fields = {} if name in free else fields_of(faces, name)
            for shown in places:
                for number in range(1, max(self.now, self.later) + 1):
                    box = fields.get(f"{self.title}-{number}")
                    if box is None:
                        continue
                    scale = box[2] * shown.scale / component.size.width
                    x, y = dx + shown.x + box[0] * shown.scale, dy + shown.y + box[1] * shown.scale
                    piece = faces.shown(component, component.cards[0], x, y, scale)
                    if piece is not None:
                        yield piece
                        if not number <= min(self.now, self.later):
                            yield ghost(piece, "second")


def fields_of(faces: FigureFaces, name: str) -> dict[str, tuple[float, float, float, float]]:
    """Return the boxes of the tagged parts of a piece's face, by tag."""
    piece = faces.named(name)
    return dict(faces.fields(*piece)) if piece else {}


def counters_of(
    faces: FigureFaces, zones: Sequence[Zone], later: Sequence[Zone] | None
) -> Iterator[CardCounter]:
    """Yield the facts that are drawn on cards of their owners, not beside them."""
    states = [zones, zones if later is None else later]
    facts = {(each.owner, each.title): each.component for state in states for each in state
             if each.component and isinstance(each.content, int)}  # fmt: skip
    for (owner, title), component in facts.items():
        names = {piece for state in states for each in state if each.owner == owner
                 for piece in each.pieces}  # fmt: skip
        if any(f"{title}-1" in fields_of(faces, each) for each in names):
            now, then = (next((int(each.content) for each in state
                               if (each.owner, each.title) == (owner, title)), 0)
                         for state in states)  # fmt: skip
            yield CardCounter(owner, title, component, now, then)
