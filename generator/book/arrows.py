"""Places arrows from the old to the new locations of pieces, covering as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, pairwise, product, starmap
from math import fsum, hypot

from generator.book.marks import Area, Arrow, Disc, FaceMark, Label, Mark

# bends of an arrow, relative to its length
BENDS = (0.16, -0.16, 0.3, -0.3, 0.45, -0.45, 0.65, -0.65)
POINTS = 24  # number of points of an arrow that are tested for overlaps
LABEL = 2  # an arrow over a label, which stays readable, counts as one over so many pieces
COUNT = 5.0  # mm across the number of pieces that an arrow stands for
JOINTLY = 3  # arrows of which all combinations are compared
ROUNDS = 2  # how often each of more arrows is placed again around the others
EDGE = 4.0  # mm from the edge of the picture that arrows keep free
CROSSED = 12.0  # an arrow across another one counts as much as one over so many pieces
PILE = 1.5  # mm, the offset of cards of one pile
TRIED = 4  # pieces of a kind from which an arrow may begin, and at which it may end

Point = tuple[float, float]
Line = list[Point]
Route = tuple[float, Arrow]  # an arrow, and what is bad about it
# left, top, right, bottom of what an arrow should not cover, and how bad it is if it does
Extent = tuple[float, float, float, float, int]
Places = Mapping[str, Sequence[tuple[str, FaceMark]]]  # piece -> the zones where it is drawn


def over(
    marks: Sequence[Mark], moving: Places, free: Places, losing: Mapping[str, Sequence[str]],
    wide: float, high: float, measure: Callable[[str], float],
) -> Iterator[Mark]:  # fmt: skip
    """Yield the arrows over the marks of a picture, and again the labels that they cross."""
    found = [*arrows(moving, free, losing, marks, wide, high)]
    yield from found
    yield from readable((*marks, *found), measure)


@dataclass
class _Way:
    """The pieces that go from one zone to another: the places where an arrow may begin and end."""

    sources: list[FaceMark]
    targets: list[FaceMark]
    count: int


def arrows(
    moving: Places, free: Places, losing: Mapping[str, Sequence[str]], marks: Sequence[Mark],
    wide: float, high: float,
) -> Iterator[Arrow | Disc]:  # fmt: skip
    """Yield an arrow for each pair of an old and a new zone of a kind of piece, with the number of
    pieces.

    `losing` contains the zones that lose each piece. An old place that is not drawn gets no arrow.
    `marks` are the marks to keep clear of, and `wide` and `high` are the size of the picture in mm.
    """
    ways = [*_ways(moving, free, losing)]
    drawn = _together_best([_routes(way, marks, wide, high) for way in ways])
    for way, arrow in zip(ways, drawn, strict=True):
        yield arrow
        if way.count > 1:
            x, y = _points(arrow)[POINTS // 2 - 1]
            yield Disc(f"{way.count}×", x, y, COUNT, "second", "tile", "tile")


def _ways(moving: Places, free: Places, losing: Mapping[str, Sequence[str]]) -> Iterator[_Way]:
    """Yield the ways of all pieces; those that leave a zone together for another have one."""
    together = _together(moving, losing)
    joined: dict[tuple[str, str], _Way] = {}
    for piece, places in free.items():
        sources = _by_zone(moving.get(piece, ()), losing.get(piece, ()))
        targets = _by_zone(places)
        for number in range(max(len(sources), len(targets)) if sources else 0):
            zone, source = [*sources.items()][number % len(sources)]
            new, target = [*targets.items()][number % len(targets)]
            if len(targets) == 1 and len(sources) > 1:  # each source has a place of its own
                target = [target[number % len(target)]]
            many = losing[piece].count(zone) if len(targets) == 1 else len(target)
            way = _Way(source, target, many)
            if zone not in together or (zone, new) not in joined:
                yield joined.setdefault((zone, new), way) if zone in together else way
                continue
            known = joined[zone, new]
            known.sources += [each for each in source if each not in known.sources]
            known.targets += target
            known.count += many


def loose(free: Places, hands: Set[str]) -> dict[str, list[tuple[str, FaceMark]]]:
    """Return the free places of pieces, with all those of a hand for each of its new cards."""
    return {
        piece: [*own, *(each for other, places in free.items() if other != piece
                        for each in places if each[0] in hands & {name for name, _ in own})]
        for piece, own in free.items()
    }  # fmt: skip


def _together(moving: Places, losing: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the zones that lose all their pieces, or whose pieces are in one pile."""
    there: dict[str, list[tuple[str, FaceMark]]] = {}
    for piece, places in moving.items():
        for zone, shown in places:
            there.setdefault(zone, []).append((piece, shown))
    return {
        zone for zone, pieces in there.items()
        if all(losing.get(piece, ()).count(zone) >= sum(each == piece for each, _ in pieces)
               for piece, _ in pieces)
        or all(hypot(each.x - pieces[0][1].x, each.y - pieces[0][1].y) < PILE for _, each in pieces)
    }  # fmt: skip


def _by_zone(
    places: Sequence[tuple[str, FaceMark]], wanted: Sequence[str] | None = None
) -> dict[str, list[FaceMark]]:
    found: dict[str, list[FaceMark]] = {}
    for zone, shown in places:
        if wanted is None or zone in wanted:
            found.setdefault(zone, []).insert(0, shown)  # the last is on top
    return found


def _routes(way: _Way, marks: Sequence[Mark], wide: float, high: float) -> list[Route]:
    """Return the arrow of each bend that covers the least, with a list of its faults."""
    found: dict[float, Route] = {}
    for source, target in product(way.sources[:TRIED], way.targets[:TRIED]):
        extents = [*_extents(marks, source, target)]
        for part in BENDS:
            each = _bent(source, target, part)
            bad = hypot(each.x2 - each.x1, each.y2 - each.y1) / 100 + abs(part)
            if part not in found or bad < found[part][0]:
                bad += _covered(each, extents, wide, high)
                if part not in found or bad < found[part][0]:
                    found[part] = bad, each
    return sorted(found.values(), key=lambda each: each[0])


def _together_best(routes: Sequence[Sequence[Route]]) -> list[Arrow]:
    """Return an arrow of each way so that they cover little and do not cross or touch each other.

    Of many arrows, each in turn is placed around the others.
    """
    lines = {id(arrow): _points(arrow) for each in routes for _, arrow in each}
    known: dict[tuple[int, int], float] = {}

    def clash(one: Arrow, other: Arrow) -> float:
        key = id(one), id(other)
        if key not in known:
            known[key] = _clash(lines[key[0]], lines[key[1]])
        return known[key]

    def bad(chosen: Sequence[Route]) -> float:
        pairs = combinations((arrow for _, arrow in chosen), 2)
        return fsum(each for each, _ in chosen) + fsum(starmap(clash, pairs))

    if len(routes) <= JOINTLY:
        return [arrow for _, arrow in min(product(*routes), key=bad)]
    chosen = [each[0] for each in routes]
    for at in [*range(len(routes))] * ROUNDS:
        chosen = min(([*chosen[:at], each, *chosen[at + 1 :]] for each in routes[at]), key=bad)
    return [arrow for _, arrow in chosen]


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


def _covered(arrow: Arrow, extents: Sequence[Extent], wide: float, high: float) -> float:
    """Return how much of an arrow is on other marks or outside the picture."""
    points = _points(arrow)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    found = 3.0 * sum(not EDGE < x < wide - EDGE or not EDGE < y < high - EDGE for x, y in points)
    for x1, y1, x2, y2, weight in extents:
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            found += weight * sum(x1 < x < x2 and y1 < y < y2 for x, y in points)
    return found


def _clash(one: Line, other: Line) -> float:
    """Return how much two arrows touch or cross."""
    near = sum(any(abs(x - ox) < 2.0 and abs(y - oy) < 2.0 for ox, oy in other) for x, y in one)
    return near + CROSSED * _crosses(one, other)


def _crosses(one: Line, other: Line) -> bool:
    """Return whether two lines cross each other."""

    def side(a: Point, b: Point, c: Point) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    return any(
        side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
        for (a, b), (c, d) in product(pairwise(one[::2]), pairwise(other[::2]))
    )


def _points(arrow: Arrow) -> Line:
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
