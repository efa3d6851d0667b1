"""Draws the faces of a game for a snapshot, and collects the reasons why some cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace

from generator.kit.renderer import KitRenderer
from generator.preview.snapshot import CardPreview
from generator.sheets.pages import Piece
from validator.checks.counts import MOST
from validator.core.location import Problem
from validator.core.model import Card, Component, Game

NamesPicture = Callable[[KitRenderer, str, Component], str]  # the picture of a face, by its key


class DrawnFaces:
    """The drawn faces of a game, and the messages about faces."""

    def __init__(self, kit_renderer: KitRenderer) -> None:
        self.kit_renderer = kit_renderer
        self.pieces: list[Piece] = []
        self.said: dict[str, list[Problem]] = {}  # by component/card

    def draw(self, game: Game) -> Generator[None, None, None]:
        """Draw the pieces of a game, one at each step of the iteration."""
        cards = ((part, card) for part in game.components for card in part.cards)
        before = [0, 0]

        def tick() -> None:
            component, card = next(cards)
            lists = (self.kit_renderer.problems, self.kit_renderer.renderer.usage.problems)
            new = [
                each for listed, start in zip(lists, before, strict=True) for each in listed[start:]
            ]
            before[:] = map(len, lists)
            self.said[f"{component.id}/{card.id}"] = new

        for piece in self.kit_renderer.pieces(tick):
            self.pieces.append(piece)
            yield

    def preview(
        self,
        component: Component,
        card: Card,
        wrong: list[Problem],
        last: CardPreview | None,
        picture: NamesPicture,
    ) -> CardPreview:
        """Return a card with its pictures or, if they have problems, with its last good ones."""
        id_ = f"{component.id}/{card.id}"
        kit_renderer = self.kit_renderer
        face, back, _ = kit_renderer.inventory.faces.get(id_, (None, None, "no"))
        sides = filter(None, (component.face, component.back))
        failed = [*filter(None, (self.failure(component, card, side) for side in sides))]
        pictures = [
            picture(kit_renderer, key, component)
            if key in kit_renderer.drawings and not (wrong and last)
            else None
            for key in (face, back)
        ]
        stale = bool(failed or wrong)
        if stale and last is not None:
            pictures[0] = pictures[0] or last.face
            pictures[1] = pictures[1] or (last.back if component.back else None)
        problems = [*wrong, *self.said.get(id_, []), *failed]
        return CardPreview(
            id_,
            card.title or card.id,
            last.copies if wrong and last else card.copies,
            " ".join(_words([card.id, card.title, card.fields])).lower(),
            card.location,
            pictures[0],
            pictures[1],
            stale,
            in_order(problems),
            item=last.item if stale and last else None,
        )

    def failure(self, component: Component, card: Card, template: str) -> Problem | None:
        """Return the reason why a side of a card was not drawn, or None if it was drawn.

        Equal faces are painted and reported once.
        """
        kit_renderer = self.kit_renderer
        own = kit_renderer.undrawn.get((component.id, card.id, template))
        if own:
            return own
        face, back, _ = kit_renderer.inventory.faces.get(
            f"{component.id}/{card.id}", (None, None, "no")
        )
        key = face if template == component.face else back
        if key is None and template == component.back and face is not None:
            alike = kit_renderer.undrawn.items()  # a common back is drawn for the first card
            return next((why for (deck, _, name), why in alike
                         if (deck, name) == (component.id, template)), None)  # fmt: skip
        if key is None or key in kit_renderer.drawings:
            return None
        return next(
            (why for (_, _, name), why in kit_renderer.undrawn.items() if name == template), None
        )


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return the problems without duplicates, sorted by location."""
    return tuple(sorted(set(problems)))


def with_few_copies(game: Game) -> Game:
    """Return the game, with one copy of each card if there are too many copies to display."""
    if all(component.pieces <= MOST for component in game.components):
        return game
    components = tuple(
        replace(component, cards=tuple(replace(card, copies=1) for card in component.cards))
        for component in game.components
    )
    return replace(game, components=components)


def _words(value: object) -> Iterator[str]:
    """Yield all texts in a value, however deeply nested."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _words(each)
    elif value is not None:
        yield str(value)
