"""Places arrows from the old to the new locations of pieces, covering as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import hypot

from generator.book.marks import Area, Arrow, Disc, FaceMark, Label, Mark

# bends of an arrow, relative to its length
BENDS = (0.16, -0.16, 0.3, -0.3, 0.45, -0.45, 0.65, -0.65)
POINTS = 24  # number of points of an arrow that are tested for overlaps
LABEL = 6  # an arrow over a label counts as much as one over this many pieces
COUNT = 5.0  # mm across the number of pieces that an arrow stands for
TRIED = 4  # pieces of a kind from which an arrow may begin, and at which it may end

# left, top, right, bottom of what an arrow should not cover, and how bad it is if it does
Extent = tuple[float, float, float, float, int]
Places = Mapping[str, Sequence[tuple[str, FaceMark]]]  # piece -> the zones where it is drawn


def over(
    marks: Sequence[Mark], moving: Places, free: Places, losing: Mapping[str, Sequence[str]],
    high: float, measure: Callable[[str], float],
) -> Iterator[Mark]:  # fmt: skip
    """Yield the arrows over the marks of a picture, and again the labels that they cross."""
    found = [*arrows(moving, free, losing, marks, high)]
    yield from found
    yield from readable((*marks, *found), measure)


def arrows(
    moving: Places, free: Places, losing: Mapping[str, Sequence[str]], marks: Sequence[Mark],
    high: float,
) -> Iterator[Arrow | Disc]:  # fmt: skip
    """Yield arrows for one kind of piece, one for each pair of an old and a new zone.

    `losing` contains the zones that lose each piece. An old place that is not drawn gets no arrow.
    `marks` are the marks to keep clear of, and `high` is the height of the picture in mm.
    """
    drawn: list[Arrow] = []
    for piece, places in free.items():
        sources = _by_zone(moving.get(piece, ()), losing.get(piece, ()))
        targets = _by_zone(places)
        if not sources:
            continue
        for number in range(max(len(sources), len(targets))):
            source = [*sources.values()][number % len(sources)]
            target = [*targets.values()][number % len(targets)]
            if len(targets) == 1 and len(sources) > 1:  # each source has a place of its own
                target = [target[number % len(target)]]
            found = _best(source, target, marks, high, drawn)
            drawn.append(found)
            yield found
            zone = [*sources][number % len(sources)]
            many = losing[piece].count(zone) if len(targets) == 1 else len(target)
            if many > 1:
                x, y = _points(found)[POINTS // 2 - 1]
                yield Disc(f"{many}×", x, y, COUNT, "second", "tile", "tile")


def _by_zone(
    places: Sequence[tuple[str, FaceMark]], wanted: Sequence[str] | None = None
) -> dict[str, list[FaceMark]]:
    found: dict[str, list[FaceMark]] = {}
    for zone, shown in places:
        if wanted is None or zone in wanted:
            found.setdefault(zone, []).insert(0, shown)  # the last is on top
    return found


def _best(
    sources: Sequence[FaceMark], targets: Sequence[FaceMark], marks: Sequence[Mark], high: float,
    drawn: Sequence[Arrow],
) -> Arrow:  # fmt: skip
    """Return the arrow between a source and a target that covers the least; slight bends are
    preferred.
    """
    best: tuple[float, Arrow] | None = None
    others = [point for each in drawn for point in _points(each)]
    for source, target in product(sources[:TRIED], targets[:TRIED]):
        extents = [*_extents(marks, source, target)]
        for part in BENDS:
            each = _bent(source, target, part)
            bad = hypot(each.x2 - each.x1, each.y2 - each.y1) / 100 + abs(part)
            if best is None or bad < best[0]:
                bad += _covered(each, extents, high, others)
                if best is None or bad < best[0]:
                    best = bad, each
    assert best is not None
    return best[1]


def _extents(marks: Sequence[Mark], source: FaceMark, target: FaceMark) -> Iterator[Extent]:
    """Yield the areas that an arrow should not cover: other pieces, and labels."""
    for each in marks:
        if isinstance(each, FaceMark):
            if not _same_place(each, source) and not _same_place(each, target):
                yield each.x, each.y, each.right, each.bottom, 1
        elif isinstance(each, Label):
            wide = each.size * len(each.text) * 0.6
            x = each.x - {"start": 0.0, "middle": wide / 2}.get(each.anchor, wide)
            yield x - 0.6, each.y - each.size - 0.6, x + wide + 0.6, each.y + 0.8, LABEL


def _bent(source: FaceMark, target: FaceMark, part: float) -> Arrow:
    """Return an arrow from a piece's edge to a place.

    `part` is how far it bends, as a fraction of its length.
    """
    (x1, y1), (x2, y2) = source.middle, target.middle
    length = hypot(x2 - x1, y2 - y1) or 1
    cx, cy = (x1 + x2) / 2 - (y2 - y1) * part, (y1 + y2) / 2 + (x2 - x1) * part
    start = min(0.28, (source.right - source.x) * 0.35 / length)
    return Arrow(x1 + (cx - x1) * start * 2, y1 + (cy - y1) * start * 2, cx, cy, x2, y2,
                 "second", 0.85, 4.0, "tile")  # fmt: skip


def _covered(
    arrow: Arrow, extents: Sequence[Extent], high: float, others: Sequence[tuple[float, float]]
) -> float:
    """Return how much of an arrow is on other marks, near other arrows or outside the picture.

    `others` are points on other arrows.
    """
    points = _points(arrow)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    found = 3.0 * sum(x < 1.0 or not 1.0 < y < high - 1.0 for x, y in points)
    for x1, y1, x2, y2, weight in extents:
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            found += weight * sum(x1 < x < x2 and y1 < y < y2 for x, y in points)
    for x, y in points:
        found += any(abs(x - ox) < 2.0 and abs(y - oy) < 2.0 for ox, oy in others)
    return found


def _points(arrow: Arrow) -> list[tuple[float, float]]:
    found = []
    for at in range(1, POINTS):
        t = at / POINTS
        found.append((
            (1 - t) ** 2 * arrow.x1 + 2 * t * (1 - t) * arrow.cx + t * t * arrow.x2,
            (1 - t) ** 2 * arrow.y1 + 2 * t * (1 - t) * arrow.cy + t * t * arrow.y2,
        ))  # fmt: skip
    return found


def _same_place(one: FaceMark, other: FaceMark) -> bool:
    return abs(one.x - other.x) < 0.01 and abs(one.y - other.y) < 0.01


def readable(marks: Sequence[Mark], measure: Callable[[str], float]) -> list[Mark]:
    """Return copies of labels that arrows cross, on a background, to be drawn above the arrows."""
    points = [point for each in marks if isinstance(each, Arrow) for point in _points(each)]
    found: list[Mark] = []
    for each in marks:
        if isinstance(each, Label):
            wide = measure(each.text) * each.size
            left = each.x - {"start": 0.0, "middle": wide / 2}.get(each.anchor, wide)
            top, below = each.y - each.size, each.y + 0.6
            if any(left < x < left + wide and top < y < below for x, y in points):
                ground = Area(left - 0.7, top, wide + 1.4, below - top, "tile", radius=0.8)
                found += [ground, each]
    return found
