"""Finds cards that are drawn behind or beside another card, such as the sword of a hero.

In game.yaml, `bearers:` under `book:` names the facts that say which card belongs to which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.book.zones import Bearing, Zone
from validator.load.book import BESIDE, TURNED

EACH = "each"  # the fact has its bearers as keys


def with_bearers(zone: Zone, facts: Mapping[str, object], named: Mapping[str, object]) -> Zone:
    """Return a row in which each card that belongs to another card is next to that card."""
    if not named or zone.component or not isinstance(zone.content, tuple):
        return zone
    pieces = zone.pieces
    on = {piece: bearing for piece, bearing in _borne(facts.get(zone.owner), named)
          if piece in pieces and bearing.piece in pieces}  # fmt: skip
    return replace(zone, on=on, content=_next_to_bearers(zone.content, on)) if on else zone


def _borne(facts: object, named: Mapping[str, object]) -> Iterator[tuple[str, Bearing]]:
    """Yield the cards that belong to others, at any depth of a player's facts."""
    if not isinstance(facts, Mapping):
        return
    for name, value in facts.items():
        where, *how = str(named.get(name, "")).split() or [""]
        turned, behind = TURNED in how, BESIDE not in how
        if where == EACH and isinstance(value, Mapping):
            for bearer, pieces in value.items():
                yield from ((str(each), Bearing(str(bearer), turned, behind)) for each in pieces)
        elif where and isinstance(value, tuple):
            bearer = str(facts.get(where, ""))
            yield from ((str(each), Bearing(bearer, turned, behind)) for each in value)
        else:
            yield from _borne(value, named)


def _next_to_bearers(content: Sequence[str], on: Mapping[str, Bearing]) -> tuple[str, ...]:
    """Return the pieces in order, each followed by those behind it and then those beside it."""
    found: list[str] = []
    for piece in content:
        if piece not in on:
            own = [each for each in content if each in on and on[each].piece == piece]
            found += [piece, *sorted(own, key=lambda each: not on[each].behind)]
    return tuple(found)


def with_coming(content: Sequence[str], coming: Sequence[str], later: object) -> tuple[str, ...]:
    """Return a row in which arriving pieces have the places that they have in the `later` row."""
    found = list(content)
    order = [str(each) for each in later] if isinstance(later, tuple) else []
    for piece in coming:
        before = order[: order.index(piece)] if piece in order else found
        at = max((found.index(each) + 1 for each in before if each in found), default=0)
        found.insert(at, piece)
    return tuple(found)
