"""Describes the differences between the cards of two versions of a game."""

from __future__ import annotations

from collections.abc import Iterator

from validator.core.model import Card, Component, Game, in_words

LONGEST = 40  # characters of a value that is shown


def differences(old: Game | None, new: Game) -> Iterator[str]:
    """Yield a line for each card that is new, removed or changed."""
    before = {each.id: each for each in old.components} if old else {}
    for component in new.components:
        known = before.get(component.id)
        yield from _of_deck(component, {card.id: card for card in known.cards} if known else {})


def _of_deck(component: Component, before: dict[str, Card]) -> Iterator[str]:
    now = {card.id: card for card in component.cards}
    for id_, card in now.items():
        if id_ not in before:
            yield f"new      {component.id}/{id_}"
            continue
        changes = list(_of_card(before[id_], card))
        if changes:
            yield f"changed  {component.id}/{id_}: {'; '.join(changes)}"
    for id_ in before:
        if id_ not in now:
            yield f"gone     {component.id}/{id_}"


def _of_card(old: Card, new: Card) -> Iterator[str]:
    plain = ("title", "copies", "source")
    before = {**{name: getattr(old, name) for name in plain}, **old.fields}
    now = {**{name: getattr(new, name) for name in plain}, **new.fields}
    for name in dict.fromkeys((*before, *now)):
        if before.get(name) != now.get(name):
            yield f"{name} {_shown(before.get(name))} → {_shown(now.get(name))}"


def _shown(value: object) -> str:
    words = "nothing" if value in (None, (), "") else " ".join(in_words(value).split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
