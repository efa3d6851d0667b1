"""Draws hands with five jointed fingers, and finds the elbows of their arms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import hypot

from generator.illustration.brush import Brush, Point, moved, ribbon, spline


def elbow(a: Point, b: Point, upper: float, lower: float, bend: int) -> Point:
    """Return the position of the elbow of an arm from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    away = hypot(dx, dy) or 1e-6
    reach = min(away, (upper + lower) * 0.999)
    far = (upper * upper - lower * lower + reach * reach) / (2 * reach)
    off = max(0.0, upper * upper - far * far) ** 0.5 * bend
    return a[0] + dx / away * far - dy / away * off, a[1] + dy / away * far + dx / away * off


# The palm, the fingers behind what is held and those before it; the wrist is at 0, 0.
HANDS: dict[str, tuple[list[Point], list[list[Point]], list[list[Point]]]] = {
    "grip": (
        [(-0.6, -1.3), (1.4, -1.9), (3.4, -2.5), (4.6, -1.6), (4.7, 1.5), (3.3, 2.4), (1.3, 1.8),
         (-0.6, 1.3)],
        [],
        [[(4.9, -1.9), (5.6, -2.2), (5.5, -1.5), (3.6, -1.3)],
         [(5.0, -0.7), (5.8, -0.75), (5.7, -0.3), (3.5, -0.1)],
         [(5.0, 0.5), (5.7, 0.6), (5.5, 0.95), (3.5, 1.0)],
         [(4.7, 1.7), (5.3, 1.9), (5.0, 2.15), (3.6, 2.0)],
         [(1.6, -1.9), (3.1, -3.3), (4.9, -3.1)]],
    ),
    "hold": (  # a sheet or a board: fingers behind it, the thumb before it
        [(-0.6, -1.3), (1.3, -1.9), (3.2, -2.2), (4.2, -1.2), (4.2, 1.3), (3.3, 2.0), (1.2, 1.7),
         (-0.6, 1.3)],
        [[(3.9, -1.3), (6.0, -1.6), (8.0, -1.5)], [(4.0, -0.4), (6.4, -0.4), (8.6, -0.2)],
         [(4.0, 0.6), (6.2, 0.8), (8.2, 1.1)], [(3.7, 1.5), (5.6, 1.9), (7.2, 2.4)]],
        [[(1.6, -1.7), (3.3, -2.6), (5.0, -2.2), (6.6, -1.4)]],
    ),
    "open": (
        [(-0.6, -1.3), (1.3, -1.9), (3.6, -2.1), (4.6, -1.2), (4.5, 1.2), (3.4, 1.9), (1.2, 1.6),
         (-0.6, 1.3)],
        [[(1.4, -1.5), (3.0, -3.1), (4.9, -3.7)]],
        [[(4.2, -1.5), (6.2, -1.9), (8.1, -1.8)], [(4.3, -0.5), (6.6, -0.7), (8.7, -0.4)],
         [(4.3, 0.5), (6.4, 0.5), (8.3, 0.9)], [(3.9, 1.4), (5.7, 1.6), (7.2, 2.1)]],
    ),
    "hip": (  # lies on cloth; the thumb is behind it
        [(-0.6, -1.3), (1.3, -1.7), (3.6, -2.0), (4.6, -1.2), (4.5, 1.2), (3.4, 1.9), (1.2, 1.6),
         (-0.6, 1.3)],
        [],
        [[(3.7, 1.4), (5.2, 2.2), (6.0, 3.4)], [(4.2, 0.6), (6.2, 1.2), (7.2, 2.5)],
         [(4.3, -0.4), (6.6, -0.1), (7.8, 1.2)], [(4.1, -1.4), (6.3, -1.4), (7.7, -0.3)]],
    ),
    "pinch": (
        [(-0.6, -1.3), (1.3, -1.9), (3.4, -2.2), (4.4, -1.2), (4.2, 1.1), (3.2, 1.8), (1.2, 1.6),
         (-0.6, 1.3)],
        [[(1.3, -1.5), (3.2, -2.4), (5.6, -1.1)]],
        [[(3.9, -1.4), (5.9, -2.2), (6.6, -0.6)], [(4.2, -0.4), (6.4, -0.2), (7.1, 1.2)],
         [(4.1, 0.5), (5.9, 1.1), (6.3, 2.5)], [(3.7, 1.3), (5.0, 2.2), (5.2, 3.5)]],
    ),
    "cup": (
        [(-0.6, -1.3), (1.3, -1.8), (3.6, -1.7), (4.6, -0.8), (4.4, 1.3), (3.3, 2.0), (1.2, 1.7),
         (-0.6, 1.3)],
        [[(1.6, -1.4), (2.9, -3.0), (4.4, -3.9)]],
        [[(4.2, -0.9), (6.3, -1.5), (7.4, -2.9)], [(4.3, 0), (6.7, -0.2), (8.0, -1.7)],
         [(4.3, 0.8), (6.4, 1.0), (7.9, -0.2)], [(3.9, 1.6), (5.7, 2.1), (7.1, 1.3)]],
    ),
    "point": (
        [(-0.6, -1.3), (1.3, -1.9), (3.6, -2.1), (4.6, -1.2), (4.5, 1.2), (3.4, 1.9), (1.2, 1.6),
         (-0.6, 1.3)],
        [],
        [[(4.2, -1.5), (6.4, -1.9), (9.0, -2.0)],
         [(4.6, -0.4), (5.8, -0.5), (5.3, 0.2), (3.6, 0.1)],
         [(4.6, 0.6), (5.6, 0.8), (5.1, 1.2), (3.5, 1.1)],
         [(4.2, 1.6), (5.0, 1.9), (4.6, 2.2), (3.4, 2.0)], [(1.6, -1.9), (3.3, -2.9), (5.2, -2.6)]],
    ),
}  # fmt: skip


GRIPS = tuple(sorted(HANDS))


@cache
def _finger(*points: Point) -> str:
    halves = [0.78 - 0.26 * i / (len(points) - 1) for i in range(len(points))]
    outline = ribbon(points, halves, 4)
    tip, before = points[-1], points[-2]
    length = hypot(tip[0] - before[0], tip[1] - before[1]) or 1
    round_tip = (
        tip[0] + (tip[0] - before[0]) / length * 0.52,
        tip[1] + (tip[1] - before[1]) / length * 0.52,
    )
    half = len(outline) // 2
    return spline([*outline[:half], round_tip, *outline[half:]], fine=True) + "Z"


def draw_hand(
    brush: Brush, skin: str, pose: str, at: Point, turn: float, flip: bool
) -> tuple[str, str]:
    """Draw a hand in two parts: behind and in front of the object that it holds.

    The fingers are in front.
    """
    palm, back, front = HANDS[pose]

    def fingers(found: Iterable[Sequence[Point]]) -> str:
        return "".join(brush.shape(_finger(*each), skin, brush.ink, 0.3) for each in found)

    # no line where the hand continues the arm
    base = f'<path d="{spline(palm, True)}" fill="{skin}"/>'
    base += brush.shape(spline(palm), "none", brush.ink, 0.34)
    scale = f"0.92 {-0.92 if flip else 0.92}"
    return (moved(fingers(back) + base, *at, turn, scale), moved(fingers(front), *at, turn, scale))
