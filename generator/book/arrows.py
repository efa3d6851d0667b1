"""Places arrows from the old to the new locations of pieces, covering as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations, pairwise, product, starmap
from math import fsum, hypot, inf, sqrt
from typing import NamedTuple

from generator.book.marks import Area, Arrow, Disc, FaceMark, Label, Mark

# bends of an arrow, relative to its length
BENDS = tuple(
    way * part for part in (0.08, 0.16, 0.24, 0.32, 0.4, 0.5, 0.65, 0.9) for way in (1, -1)
)
POINTS = 24  # number of points of an arrow that are tested for overlaps
SHAFT = 0.8  # part of an arrow's head that its line ends before the tip
HALF = 1.4  # mm between the middle of an arrow and words, so that it does not touch them
START = 0.4  # mm from the edge of a piece to the start of an arrow on it
INSIDE = 3.5  # mm from the edge of a place to the head of an arrow in it
SHORT = 8.0  # mm, the length that an arrow should have at least
COUNT = 5.0  # mm across the number of pieces that an arrow stands for
JOINTLY = 3  # arrows of which all combinations are compared
ROUNDS = 2  # how often each of more arrows is placed again around the others
EDGE = 2.4  # mm from the edge of the picture that arrows keep free
CROSSED = 12.0  # an arrow across another one is as bad as so many points on pieces
STRUCK = 40.0  # the same for an arrow across a label
TOUCHED = 4.0  # the same for an arrow that touches another piece, or ends where another does
OWN = 1.0  # the same for a point on a piece where the arrow begins or ends
USUAL = 30.0  # mm, the length of an arrow whose points count once each; those of others by length
PILE = 1.5  # mm, the offset of cards of one pile
PARTS = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (at / POINTS for at in range(1, POINTS))]
TRIED = 5  # pieces of a kind from which an arrow may begin, and at which it may end

Point = tuple[float, float]
Line = list[Point]
Route = tuple[float, Arrow]  # an arrow, and what is bad about it
Places = Mapping[str, Sequence[tuple[str, FaceMark]]]  # piece -> the zones where it is drawn


class Extent(NamedTuple):
    """An area that an arrow should not cover."""

    left: float
    top: float
    right: float
    bottom: float
    touched: float = 0.0  # how bad it is that an arrow touches it, besides its points on it

    def has(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.top < y < self.bottom


def over(
    marks: Sequence[Mark], moving: Places, free: Places, losing: Mapping[str, Sequence[str]],
    wide: float, high: float, measure: Callable[[str], float],
) -> Iterator[Mark]:  # fmt: skip
    """Yield the arrows over the marks of a picture, and again the labels that they cross."""
    found = [*arrows(moving, free, losing, marks, wide, high, measure)]
    yield from found
    yield from readable((*marks, *found), measure)


@dataclass
class _Way:
    """The pieces that go from one zone to another: the places where an arrow may begin and end."""

    sources: list[FaceMark]
    targets: list[FaceMark]
    count: int

    def tried(self) -> tuple[list[FaceMark], list[FaceMark]]:
        """Return the places that are tried: the topmost, and those nearest to the other end."""
        return _nearest(self.sources, self.targets[0]), _nearest(self.targets, self.sources[0])


def arrows(
    moving: Places, free: Places, losing: Mapping[str, Sequence[str]], marks: Sequence[Mark],
    wide: float, high: float, measure: Callable[[str], float],
) -> Iterator[Arrow | Disc]:  # fmt: skip
    """Yield an arrow for each pair of an old and a new zone of a kind of piece, with the number of
    pieces.

    `losing` contains the zones that lose each piece. An old place that is not drawn gets no arrow.
    `marks` are the marks to keep clear of, and `wide` and `high` are the size of the picture in mm.
    """
    ways = [*_ways(moving, free, losing)]
    kept = [*_extents(marks, measure)]
    drawn = _together_best([_routes(way, kept, wide, high) for way in ways])
    for number, (way, arrow) in enumerate(zip(ways, drawn, strict=True)):
        yield arrow
        if way.count > 1:
            x, y = _clear(arrow, kept, [*drawn[:number], *drawn[number + 1 :]])
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


def _routes(way: _Way, kept: Sequence[Extent], wide: float, high: float) -> list[Route]:
    """Return the arrow of each bend that covers the least, with a list of its faults."""
    tried = []
    for source, target in product(*way.tried()):
        for start, end in product(_anchors(source, START), _anchors(target, INSIDE)):
            far = hypot(end[0] - start[0], end[1] - start[1])
            tried.append((far / 100 + max(0.0, SHORT - far), start, end))
    tried.sort()
    found: list[Route] = []
    for part in BENDS:
        least: Route | None = None
        for base, start, end in tried:
            bad = base + abs(part)
            if least is not None and bad >= least[0]:
                break
            each = _bent(start, end, part)
            bad += _covered(each, kept, wide, high, least[0] - bad if least else inf)
            if least is None or bad < least[0]:
                least = bad, each
        found += [least] if least else []
    return sorted(found, key=lambda each: each[0])


def _together_best(routes: Sequence[Sequence[Route]]) -> list[Arrow]:
    """Return an arrow of each way so that they cover little and do not cross or touch each other.

    Of many arrows, each in turn is placed around the others.
    """
    lines = {id(arrow): course(arrow) for each in routes for _, arrow in each}
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


def _extents(marks: Sequence[Mark], measure: Callable[[str], float]) -> Iterator[Extent]:
    """Yield the areas that an arrow should not cover: pieces, free places and words."""
    for each in marks:
        if isinstance(each, FaceMark):
            yield Extent(each.x, each.y, each.right, each.bottom, TOUCHED)
        elif isinstance(each, Area) and each.dash:
            yield Extent(each.x, each.y, each.x + each.wide, each.y + each.high)
        elif isinstance(each, Label):
            yield _words(each, measure)


def _words(label: Label, measure: Callable[[str], float]) -> Extent:
    """Return the area of a label that an arrow would touch."""
    wide = measure(label.text) * label.size
    x = label.x - {"start": 0.0, "middle": wide / 2}.get(label.anchor, wide)
    return Extent(x - HALF, label.y - label.size * 0.8 - HALF, x + wide + HALF, label.y + HALF,
                  STRUCK)  # fmt: skip


def _bent(start: Point, end: Point, part: float) -> Arrow:
    """Return an arrow between two points.

    `part` is how far it bends, as a fraction of its length.
    """
    (x1, y1), (x2, y2) = start, end
    cx, cy = (x1 + x2) / 2 - (y2 - y1) * part, (y1 + y2) / 2 + (x2 - x1) * part
    return Arrow(x1, y1, cx, cy, x2, y2, "second", 0.85, 4.0, "tile")


def _nearest(places: Sequence[FaceMark], other: FaceMark) -> list[FaceMark]:
    x, y = other.middle
    near = sorted(places, key=lambda each: hypot(each.middle[0] - x, each.middle[1] - y))
    return [*dict.fromkeys((*places[: TRIED // 2], *near))][:TRIED]


def _anchors(shown: FaceMark, inside: float) -> Iterator[Point]:
    """Yield the middle of a piece, and points beside its edge that are `inside` mm from it."""
    x, y = shown.middle
    across, down = (max(0.0, half - inside) for half in (x - shown.x, y - shown.y))
    part = sqrt(0.5) if shown.outline == "round" else 0.8
    yield from dict.fromkeys(
        (x + across * a, y + down * b)
        for a, b in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1),
                     *product((-part, part), repeat=2))
    )  # fmt: skip


def _covered(arrow: Arrow, kept: Sequence[Extent], wide: float, high: float, most: float) -> float:
    """Return how much of an arrow is on other marks or outside the picture, counted up to `most`.

    What it begins or ends on, it cannot avoid: only its points there count, and little.
    """
    points = course(arrow)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    each = hypot(arrow.x2 - arrow.x1, arrow.y2 - arrow.y1) / USUAL
    found = 3.0 * sum(not EDGE < x < wide - EDGE or not EDGE < y < high - EDGE for x, y in points)
    for x1, y1, x2, y2, touched in kept:
        if found >= most:
            break
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            on = each * sum([x1 < x < x2 and y1 < y < y2 for x, y in points])
            end = x1 < arrow.x2 < x2 and y1 < arrow.y2 < y2
            own = end or (x1 < arrow.x1 < x2 and y1 < arrow.y1 < y2)
            if on and not (end and not touched):  # it may lie in its own free place
                found += on * OWN if own else on + touched
    return found


def _clear(arrow: Arrow, kept: Sequence[Extent], others: Sequence[Arrow]) -> Point:
    """Return the point of an arrow near its middle where a number covers least of the rest."""
    lines = [course(each) for each in others]

    def bad(at: int) -> float:
        x, y = points[at]
        half = COUNT / 2
        return (
            abs(at - POINTS // 2 + 1) / POINTS
            + fsum(
                each.touched
                for each in kept
                if each.left - half < x < each.right + half
                and each.top - half < y < each.bottom + half
            )
            + TOUCHED * sum(any(hypot(x - ox, y - oy) < COUNT for ox, oy in line) for line in lines)
        )

    points = course(arrow)
    return points[min(range(POINTS // 4, POINTS * 3 // 4), key=bad)]


def _clash(one: Line, other: Line) -> float:
    """Return how much two arrows touch or cross."""
    near = sum(any(abs(x - ox) < 2.0 and abs(y - oy) < 2.0 for ox, oy in other) for x, y in one)
    (x1, y1), (x2, y2) = one[-1], other[-1]
    return near + CROSSED * _crosses(one, other) + TOUCHED * (hypot(x2 - x1, y2 - y1) < COUNT)


def _crosses(one: Line, other: Line) -> bool:
    """Return whether two lines cross each other."""

    def side(a: Point, b: Point, c: Point) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    return any(
        side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
        for (a, b), (c, d) in product(pairwise(one[::2]), pairwise(other[::2]))
    )


def course(arrow: Arrow) -> Line:
    """Return points along an arrow as it is drawn, without its ends: its head is straight."""
    x1, y1, cx, cy, x2, y2 = arrow[:6]
    part = min(1.0, arrow.head * SHAFT / (hypot(x2 - cx, y2 - cy) or 1.0))
    ex, ey = x2 - (x2 - cx) * part, y2 - (y2 - cy) * part
    line = [(a * x1 + b * cx + c * ex, a * y1 + b * cy + c * ey) for a, b, c in PARTS]
    return [*line[:-1], (ex, ey)]


def readable(marks: Sequence[Mark], measure: Callable[[str], float]) -> list[Mark]:
    """Return copies of labels that arrows cross, on a background, to be drawn above the arrows."""
    points = [point for each in marks if isinstance(each, Arrow) for point in course(each)]
    found: list[Mark] = []
    for each in marks:
        if isinstance(each, Label):
            words = _words(each, measure)
            if any(words.has(x, y) for x, y in points):
                wide, high = words.right - words.left, words.bottom - words.top
                ground = Area(words.left, words.top, wide, high, "tile", radius=0.8)
                found += [ground, each]
    return found
