"""Places the leader lines of a figure that explains a card, around the card's words.

A leader begins at a dot beside its part, goes level to the edge of the card or first up or down,
and may leave the card at the top or at the foot, whichever is nearer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import fsum

from generator.book.wording import WordBox

DOT = 0.8  # mm, the radius of the dot at a leader's start
BESIDE = 1.6  # mm from words to the middle of a dot
CLEAR = 0.55  # mm, half the width of a leader with its light outline, and a gap
APART = 2.6  # mm between two level leaders
OUTSIDE = 2.2  # mm from the card's edge to a leader that passes above or below it
STEP = 1.0  # mm between the heights that are tried
FRAME = 1.2  # mm: a leader so near to the card's edge looks like a part of its frame
WORDS, CROSSED, PARTS = 200.0, 150.0, 40.0  # how bad it is to cross words, a leader, or a part
BEND, AROUND, AWAY = 6.0, 4.0, 2.0  # the same for a bend, a way outside, and a far side of a part
TRIED = 30  # routes of a leader that are combined with those of others
ROUNDS = 3  # how often each leader is placed again around the others

Point = tuple[float, float]
Route = tuple[Point, ...]  # from the part to the card's edge
Part = tuple[float, float, float, float]  # x, y, width, height; a point has no size


@lru_cache(maxsize=256)
def leaders(
    parts: tuple[Part, ...], words: tuple[WordBox, ...], wide: float, high: float, mirrored: bool
) -> tuple[Route, ...]:
    """Return the route of each part's leader on a card, all in printed mm.

    Routes end at the card's right edge, or at its left edge if the figure is `mirrored`.
    """
    options = [
        _options(part, [each for each in parts if each is not part], words, wide, high, mirrored)
        for part in parts
    ]
    chosen = [each[0] for each in options]
    for at in [*range(len(options))] * ROUNDS:
        others = [*chosen[:at], *chosen[at + 1 :]]
        chosen[at] = min(
            options[at], key=lambda own: own[0] + fsum(_clash(own[1], each) for _, each in others)
        )
    return tuple(route for _, route in chosen)


def _options(
    part: Part, others: Sequence[Part], words: Sequence[WordBox], wide: float, high: float,
    mirrored: bool,
) -> list[tuple[float, Route]]:  # fmt: skip
    """Return the best routes of a leader, each with what is bad about it."""
    found: list[tuple[float, Route]] = []
    end = 0.0 if mirrored else wide
    for away, (x, y) in _starts(part, words, mirrored):
        for level in (y, *_levels(high)):
            route = ((x, y), (end, y)) if level == y else ((x, y), (x, level), (end, level))
            around = not 0 <= level <= high
            bad = away + 0.2 * _length(route) + BEND * (len(route) > 2) + AROUND * around
            bad += WORDS * _covered(route, words)
            bad += PARTS * sum(_passes(route, each) for each in others)
            near = min(abs(level), abs(high - level)) < FRAME
            found.append((bad + CROSSED * near * (len(route) > 2), route))
    return sorted(found)[:TRIED]


def _levels(high: float) -> Iterator[float]:
    """Yield the heights at which a leader may pass: over the card, above it and below it."""
    yield from (-OUTSIDE, -OUTSIDE - APART, high + OUTSIDE, high + OUTSIDE + APART)
    yield from (at * STEP for at in range(1, int(high / STEP)))


def _starts(part: Part, words: Sequence[WordBox], mirrored: bool) -> Iterator[tuple[float, Point]]:
    """Yield the points where a leader may begin, with how bad each is.

    A point of the author's that lies on words moves beside them.
    """
    x, y, across, tall = part
    if across or tall:
        middle = y + tall / 2
        yield 0.0, (x if mirrored else x + across, middle)
        yield 1.0, (x - BESIDE if mirrored else x + across + BESIDE, middle)
        yield AWAY, (x + across if mirrored else x, middle)
        yield from (
            (AWAY, (x + across * at, end)) for at in (0.5, 0.2, 0.8) for end in (y, y + tall)
        )
        return
    touched = [each for each in words if _dot(x, y).meets(each.grown(0.2))]
    if not touched:
        yield 0.0, (x, y)
        return
    left, top = min(each.left for each in touched), min(each.top for each in touched)
    right, foot = max(each.right for each in touched), max(each.bottom for each in touched)
    for at, level in (
        (left - BESIDE, (top + foot) / 2), (right + BESIDE, (top + foot) / 2),
        (x, top - BESIDE), (x, foot + BESIDE),
    ):  # fmt: skip
        yield 0.5 * abs(at - x) + 2 * abs(level - y), (at, level)


def _dot(x: float, y: float) -> WordBox:
    return WordBox(x, y, x, y).grown(DOT + 0.3)


def _boxes(route: Route) -> Iterator[WordBox]:
    """Yield the boxes around the lines of a route, which are level or upright."""
    for (x1, y1), (x2, y2) in pairwise(route):
        yield WordBox(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)).grown(CLEAR)


def _covered(route: Route, words: Sequence[WordBox]) -> int:
    """Return how many words a leader and its dot touch."""
    shapes = [_dot(*route[0]), *_boxes(route)]
    return sum(any(shape.meets(each) for shape in shapes) for each in words)


def _passes(route: Route, part: Part) -> bool:
    """Return whether a leader passes over another part; it may begin inside one."""
    x, y, across, tall = part
    box = WordBox(x, y, x + across, y + tall).grown(0.2 if across or tall else DOT + CLEAR)
    inside = box.left <= route[0][0] <= box.right and box.top <= route[0][1] <= box.bottom
    return not inside and any(each.meets(box) for each in _boxes(route))


def _length(route: Route) -> float:
    return fsum(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in pairwise(route))


def _clash(one: Route, other: Route) -> float:
    """Return how bad two leaders are together: they touch, or are close at the card's edge."""
    bad = AWAY * max(0.0, 4 - abs(one[-1][1] - other[-1][1]))
    boxes = [[each.grown(0.6) for each in _boxes(route)] for route in (one, other)]
    bad += CROSSED * any(a.meets(b) for a in boxes[0] for b in boxes[1])
    bad += CROSSED * any(_dot(*a[0]).meets(each) for a, b in ((one, other), (other, one))
                         for each in _boxes(b))  # fmt: skip
    return bad
