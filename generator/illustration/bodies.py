"""Describes a figure: its body, dress and stance, and the joints of its limbs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from generator.illustration.outlines import Drawing, Point, mapped

UPPER_ARM, LOWER_ARM = 16.5, 15.5


THIGH, SHIN = 25.0, 25.0


SHOULDER, WAIST, HIP = -80.0, -60.0, -50.0  # heights


LAP = 24.0  # how much lower the hips of a seated figure are


HEAD = (0.6, -91.5)  # the middle of the head


class BodyPart(NamedTuple):
    """A closed outline in one material, with the lines inside it.

    `HELD_LEFT` and `HELD_RIGHT` mark the places in the order of parts where objects in the hands
    are drawn.
    """

    material: str  # skin, robe, mantle, hair, metal or leather
    outline: Drawing
    lines: Drawing | tuple[()] = ()
    hatched: bool = True


class Dress(NamedTuple):
    """The clothes and headgear of a figure."""

    # chiton or peplos (to the feet), himation or wrapped (a mantle over them), tunic, kilt
    robe: str = "chiton"
    hair: str = "bun"  # bun, long, short, none
    hat: str = ""  # helmet, petasos, phrygian, lion, veil, wreath, diadem, hood
    beard: bool = False
    cloak: bool = False
    frontal: bool = False  # the head looks out of the picture


ROBES = ("chiton", "himation", "kilt", "peplos", "tunic", "wrapped")


HAIRS = ("bun", "long", "none", "short")


GAZES = ("side", "front")


HATS = ("", "diadem", "helmet", "hood", "lion", "petasos", "phrygian", "veil", "wreath")


class Stance(NamedTuple):
    """The positions of the hands and feet of a figure, and the pose of its body."""

    left: Point = (-14.0, -50.0)
    right: Point = (14.0, -50.0)
    front: float = 4.0
    back: float = -4.0
    lean: float = 0.0  # how far the upper body is forwards
    broad: float = 1.0  # how wide body and limbs are
    sway: float = 0.0  # how far the hips are to the right, the shoulders a little to the left
    nod: float = 0.0  # degrees by which the head is bowed
    low: float = 0.0  # how much lower than a standing figure's the upper body is

    def shoulder(self, left: bool) -> Point:
        x, y = (-8.2, SHOULDER) if left else (7.6, SHOULDER + 0.6)
        return x * self.broad + self.lean + swing(SHOULDER) * self.sway, y + self.low


UPRIGHT = Stance()


def swing(y: float) -> float:
    """Return how far a body sways sideways at a height: the hips to one side, the shoulders to
    the other.
    """
    if y >= HIP:
        return sin(pi / 2 * min(1.0, max(0.0, y / HIP)))
    if y <= SHOULDER:
        return -0.35
    return 0.325 + 0.675 * cos(pi * (y - HIP) / (SHOULDER - HIP))


def changed(part: BodyPart, change: Callable[[Point], Point]) -> BodyPart:
    """Return a part with `change` applied to all its points."""
    return part._replace(
        outline=mapped(part.outline, change), lines=mapped(list(part.lines), change)
    )


def moved(part: BodyPart, x: float, y: float = 0) -> BodyPart:
    """Return a body part moved by x and y."""
    return changed(part, lambda at: (at[0] + x, at[1] + y))


def joint(root: Point, end: Point, first: float, second: float, bend: int) -> tuple[Point, Point]:
    """Return the middle joint and the end of a limb.

    The end is moved closer if the limb is too short to reach it. `bend` is 1 or -1 for the side to
    which the joint points; with 0 the joint hangs down, as elbows do.
    """
    dx, dy = end[0] - root[0], end[1] - root[1]
    away = hypot(dx, dy) or 1e-6
    reach = min(away, (first + second) * 0.995)
    reach = max(reach, abs(first - second) + 0.5)
    end = (root[0] + dx / away * reach, root[1] + dy / away * reach)
    along = (first * first - second * second + reach * reach) / (2 * reach)
    off = max(0.0, first * first - along * along) ** 0.5
    ux, uy = dx / away, dy / away
    outwards = 1 if root[0] >= 0 else -1
    sides = [
        (root[0] + ux * along - uy * off * side, root[1] + uy * along + ux * off * side)
        for side in ((bend,) if bend else (1, -1))
    ]
    return max(sides, key=lambda at: at[1] + 0.6 * outwards * at[0]), end


def limb(line: Sequence[Point], widths: Sequence[tuple[float, float]]) -> list[Point]:
    """Return the outline of a limb along two bones.

    `widths` are pairs of a fraction of the limb's length and half its width there.
    """
    left: list[Point] = []
    right: list[Point] = []
    for share, half in widths:
        bone = min(int(share), 1)
        a, b = line[bone], line[bone + 1]
        t = share - bone
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        angle = atan2(b[1] - a[1], b[0] - a[0])
        if share == 1:
            before = atan2(line[1][1] - line[0][1], line[1][0] - line[0][0])
            angle = atan2(sin(before) + sin(angle), cos(before) + cos(angle))
        left.append((x + sin(angle) * half, y - cos(angle) * half))
        right.append((x - sin(angle) * half, y + cos(angle) * half))
    return left + right[::-1]


def turned(points: Sequence[Point], at: Point, angle: float) -> list[Point]:
    """Return points rotated around a point; the angle is in radians."""
    c, s = cos(angle), sin(angle)
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def both(half: Sequence[Point]) -> list[Point]:
    """Return a symmetrical outline from its right half, which runs from the top to the foot."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]
