"""Converts the cut outlines of pieces, a name or a closed SVG path, to lines and curves in
millimetres.

Shapes start at 0, 0, the top left corner of the piece, and are as large as the piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum

from validator.core.paths import Point, Segment, box_of, flattened, segments
from validator.core.sizes import Size

Shape = tuple[Segment, ...]
NAMES = ("rect", "round", "hexagon")
MOST_SEGMENTS = 400  # lines and curves of an outline
MOST_CORNERS = 3_000  # corners of its polygon, which is searched for crossings
FARTHEST = 2_000.0  # mm: no piece is as large
NEAR = 0.05  # mm: two points that no knife can tell apart
FINE = 0.02  # mm that a line may deviate from a curve
ON_SCREEN = 0.1  # ... if it is only displayed


_NO_AREA = "the outline's path has no area; draw a closed line around the piece"


class OutlineError(ValueError):
    """A path that cannot be used as a cut line.

    The message explains what is wrong and what to do.
    """


def is_path(outline: str) -> bool:
    """Return whether an outline is path data rather than a name."""
    return outline[:1] in ("M", "m")


@lru_cache(maxsize=500)
def shape_of(outline: str, size: Size) -> Shape:
    """Return a hexagon or path data as lines and curves. Raises OutlineError."""
    if outline == "hexagon":
        return _closed(_hexagon(size))
    shape, box = _path(outline)
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    if abs(wide - size.width) > NEAR or abs(high - size.height) > NEAR:
        raise OutlineError(
            f"the outline is {wide:.4g} x {high:.4g} mm and the piece is {size}; paths are in "
            f"millimetres: write `size: [{wide:.4g}, {high:.4g}]`, or draw the path as large as "
            "the piece"
        )
    return tuple((kind, _moved(points, -left, -top)) for kind, points in shape)


@lru_cache(maxsize=500)
def corners_of(outline: str, size: Size, by: float = FINE) -> tuple[Point, ...]:
    """Return the shape as a polygon that runs clockwise on paper.

    It deviates from the curves by at most `by` mm. Raises OutlineError.
    """
    corners = flattened(shape_of(outline, size), by)
    return tuple(corners if area(corners) > 0 else reversed(corners))


def percent_corners(outline: str, size: Size) -> str:
    """Return the corners of a piece as ``x y, x y``, in percent of its size.

    Returns an empty string for a piece without corners.
    """
    if outline in ("rect", "round"):
        return ""
    return ", ".join(
        f"{100 * x / size.width:.2f} {100 * y / size.height:.2f}"
        for x, y in corners_of(outline, size, ON_SCREEN)
    )


def area(corners: Sequence[Point]) -> float:
    """Return twice the area of a polygon; negative if it runs anticlockwise."""
    return fsum(
        x * v - u * y for (x, y), (u, v) in zip(corners, [*corners[1:], *corners[:1]], strict=True)
    )


def _hexagon(size: Size) -> tuple[Point, ...]:
    """Return a hexagon with corners at the left and right, or at the top and bottom if it is taller
    than wide.
    """
    w, h = size.width, size.height
    if w >= h:
        return (w / 4, 0), (w * 3 / 4, 0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0, h / 2)
    return (w / 2, 0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0, h * 3 / 4), (0, h / 4)


def _closed(corners: Sequence[Point]) -> Shape:
    return ("m", corners[0]), *(("l", each) for each in corners[1:]), ("h", ())


def _moved(points: Sequence[float], x: float, y: float) -> tuple[float, ...]:
    return tuple(value + (y if at % 2 else x) for at, value in enumerate(points))


@lru_cache(maxsize=500)
def _path(d: str) -> tuple[Shape, tuple[float, float, float, float]]:
    """Return the only subpath of path data, and its bounding box.

    Raises OutlineError if the subpath is not closed or crosses itself.
    """
    try:
        shape = list(segments(d))
    except (ValueError, OverflowError) as error:
        raise OutlineError(f"the outline's path cannot be read: {error}") from None
    _check_parts(shape)
    box = box_of(shape)
    assert box is not None
    if not all(-FARTHEST <= value <= FARTHEST for _, points in shape for value in points):
        raise OutlineError(
            "the outline's path has coordinates that are too large; the unit is millimetres"
        )
    if min(box[2] - box[0], box[3] - box[1]) < 1:
        raise OutlineError("the outline is thinner than 1 mm; draw a path around the piece")
    corners = flattened(shape, NEAR)
    if len(corners) > MOST_CORNERS:
        raise OutlineError(_too_many("curves that need thousands of corners"))
    if crossing := _crossing(corners):
        x, y = crossing
        raise OutlineError(
            f"the outline crosses or touches itself near {x:.4g}, {y:.4g}; a piece is cut out "
            "along one simple line"
        )
    if abs(area(corners)) < 1:
        raise OutlineError(_NO_AREA)
    return tuple(shape), box


def _check_parts(shape: list[Segment]) -> None:
    """Raise OutlineError unless a path is one closed subpath with few segments."""
    kinds = [kind for kind, _ in shape]
    if (count := kinds.count("l") + kinds.count("c")) > MOST_SEGMENTS:
        raise OutlineError(_too_many(f"{count:,} lines and curves"))
    if kinds.count("m") > 1:
        raise OutlineError(
            f"the outline's path has {kinds.count('m')} parts; a piece is cut out along one closed "
            "line: leave the outer one"
        )
    if len(kinds) < 3:
        raise OutlineError(_NO_AREA)
    if kinds[-1] != "h":
        start, end = shape[0][1], shape[-1][1][-2:]
        if max(abs(a - b) for a, b in zip(start, end, strict=True)) > NEAR:
            raise OutlineError(
                f"the outline is open: it begins at {start[0]:.4g}, {start[1]:.4g} and ends at "
                f"{end[0]:.4g}, {end[1]:.4g}; close it with Z"
            )
        shape.append(("h", ()))


def _too_many(what: str) -> str:
    return (
        f"the outline's path has {what}; at most {MOST_SEGMENTS} lines and curves: simplify it "
        "(in Inkscape: Path > Simplify)"
    )


def _crossing(corners: Sequence[Point]) -> Point | None:
    """Return a point where two edges cross that are not neighbours, or None."""
    count = len(corners)
    edges = sorted(
        (min(x, u), max(x, u), min(y, v), max(y, v), at, (x, y), (u, v))
        for at, ((x, y), (u, v)) in enumerate(
            zip(corners, [*corners[1:], *corners[:1]], strict=True)
        )
    )
    for number, (_, right, top, bottom, at, a, b) in enumerate(edges):
        for left, _, top2, bottom2, other, c, d in edges[number + 1 :]:
            if left > right:
                break
            beside = (at - other) % count in (0, 1, count - 1)
            if not beside and top2 <= bottom and bottom2 >= top and _meet(a, b, c, d):
                return c
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
