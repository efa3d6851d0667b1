"""The mannequin: a human figure in the style of Greek vases, from joints to SVG.

A figure is 100 units high. The ground is y = 0, up is negative, and x = 0 lies between the feet;
it faces right. A template says where hands and feet are; elbows and knees follow from the lengths
of the limbs. Body, dress, hair and arms are closed outlines, painted from back to front. How they
are painted is the finish: the same figure is flat, black-figure, red-figure or engraved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from generator.core.geometry import n
from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    crossings,
    loop,
    mapped,
    points_of,
    polygon,
    polyline,
    ribbon,
    through,
    written,
)
from validator.core.location import did_you_mean

UPPER_ARM, LOWER_ARM = 16.5, 15.5
THIGH, SHIN = 25.0, 25.0
SHOULDER, WAIST, HIP = -80.0, -60.0, -50.0  # heights
LAP = 24.0  # how much lower the hips of a seated figure are
HEAD = (0.6, -91.5)  # its middle


class BodyPart(NamedTuple):
    """A closed outline in one material, with the lines that are drawn into it.

    `HELD_LEFT` and `HELD_RIGHT` are places between the parts, for what the hands hold.
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


HELD_LEFT, HELD_RIGHT = BodyPart("held-left", []), BodyPart("held-right", [])

ROBES = ("chiton", "himation", "kilt", "peplos", "tunic", "wrapped")
HAIRS = ("bun", "long", "none", "short")
GAZES = ("side", "front")
HATS = ("", "diadem", "helmet", "hood", "lion", "petasos", "phrygian", "veil", "wreath")

# ------------------------------------------------------------------------------------- figures


class Stance(NamedTuple):
    """The places of hands and feet, and the pose of the body."""

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
        return x * self.broad + self.lean + _swing(SHOULDER) * self.sway, y + self.low


UPRIGHT = Stance()


def standing(dress: Dress, stance: Stance = UPRIGHT) -> list[BodyPart]:
    """A whole figure on its feet."""
    lean, broad = stance.lean, stance.broad
    lower: list[BodyPart] = []
    thick = 0.3 + 0.7 * broad
    if dress.robe in SHORT:
        hips = (-2.6 * broad + lean * 0.5, HIP), (2.8 * broad + lean * 0.5, HIP)
        lower += [_leg(hips[0], stance.back, thick), _leg(hips[1], stance.front, thick)]
        lower += [_widened(_moved(each, lean), broad, lean) for each in SHORT[dress.robe]()]
    else:
        lower += [_foot(stance.back - 1), _foot(stance.front)]
        robe = _robe(dress.robe, lean, stance.back, stance.front)
        lower += [_widened(each, broad, lean) for each in robe]
    return _whole(dress, stance, lower)


def seated(dress: Dress, stance: Stance = UPRIGHT) -> list[BodyPart]:
    """A figure on a chair with curved legs, about three quarters as high as a standing one."""
    low = stance._replace(low=LAP)
    feet = [_foot(low.front + 13), _foot(low.back + 15)]
    lap = [_widened(each, low.broad, low.lean) for each in _lap(dress.robe, low.lean)]
    return [*_chair(), *_whole(dress, low, [*feet, *lap])]


def _whole(dress: Dress, stance: Stance, lower: Iterable[BodyPart]) -> list[BodyPart]:
    """A figure from its dress, with head and arms: what is farther away first."""
    thick = 0.3 + 0.7 * stance.broad
    far, near = stance.shoulder(True), stance.shoulder(False)
    bowed = [_bowed(each, stance.nod) for each in head(dress)]
    above = [_moved(each, stance.lean, stance.low) for each in (*_neck(), *bowed)]
    behind = []
    if dress.cloak:
        behind.append(
            _moved(_widened(_cloak(stance.lean), stance.broad, stance.lean), 0, stance.low)
        )
    sleeve = [] if dress.robe in SHORT else [_sleeve(near, stance.right)]
    return [
        *(_swayed(each, stance) for each in behind),
        HELD_LEFT,
        _arm(far, stance.left, thick),
        *(_swayed(each, stance) for each in (*lower, *above)),
        HELD_RIGHT,
        _arm(near, stance.right, thick),
        *sleeve,
    ]


def _swing(y: float) -> float:
    """Return how far a body sways at a height: its hips to one side, its shoulders to the other."""
    if y >= HIP:
        return sin(pi / 2 * min(1.0, max(0.0, y / HIP)))
    if y <= SHOULDER:
        return -0.35
    return 0.325 + 0.675 * cos(pi * (y - HIP) / (SHOULDER - HIP))


def _swayed(part: BodyPart, stance: Stance) -> BodyPart:
    if not stance.sway:
        return part
    return _changed(part, lambda at: (at[0] + stance.sway * _swing(at[1] - stance.low), at[1]))


def _bowed(part: BodyPart, degrees: float) -> BodyPart:
    """A part of a head, turned about the nape."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    x, y = HEAD[0] - 1.0, HEAD[1] + 7.5

    def change(at: Point) -> Point:
        return x + (at[0] - x) * c - (at[1] - y) * s, y + (at[0] - x) * s + (at[1] - y) * c

    return _changed(part, change) if degrees else part


def _changed(part: BodyPart, change: Callable[[Point], Point]) -> BodyPart:
    return part._replace(
        outline=mapped(part.outline, change), lines=mapped(list(part.lines), change)
    )


def grip(left: bool, stance: Stance) -> Point:
    """The middle of a hand that reaches for a point."""
    hand = stance.left if left else stance.right
    elbow, wrist = joint(stance.shoulder(left), hand, UPPER_ARM, LOWER_ARM, 0)
    along = atan2(wrist[1] - elbow[1], wrist[0] - elbow[0])
    return wrist[0] + 2.2 * cos(along), wrist[1] + 2.2 * sin(along)


def shaft(at: Point, up: float, down: float, tilt: float, blade: bool) -> list[BodyPart]:
    """A staff through a point, tilted by degrees; with a `blade` it is a spear."""
    angle = tilt * pi / 180 - pi / 2
    wood = [(-down, -0.5), (up, -0.4), (up, 0.4), (-down, 0.5)]
    parts = [BodyPart("leather", polygon(_turned(wood, at, angle)), hatched=False)]
    if blade:
        leaf = [(up - 1, 0.0), (up + 3.0, -1.7), (up + 9.5, 0.0), (up + 3.0, 1.7)]
        rib = polyline(_turned([(up, 0.0), (up + 8.0, 0.0)], at, angle))
        parts.append(BodyPart("metal", loop(_turned(leaf, at, angle)), rib, hatched=False))
    return parts


def sword(at: Point, length: float, tilt: float) -> list[BodyPart]:
    """A straight sword, its hilt in the hand, tilted by degrees from upright."""
    angle = tilt * pi / 180 - pi / 2
    blade = [(2.2, -1.1), (length * 0.55, -1.0), (length * 0.8, -1.5), (length, 0.0),
             (length * 0.8, 1.5), (length * 0.55, 1.0), (2.2, 1.1)]  # fmt: skip
    hilt = [(-3.8, -0.7), (1.4, -0.7), (1.4, -3.0), (2.6, -3.2), (2.6, 3.2), (1.4, 3.0),
            (1.4, 0.7), (-3.8, 0.7)]  # fmt: skip
    rib = polyline(_turned([(3.4, 0.0), (length * 0.86, 0.0)], at, angle))
    pommel = circle(*_turned([(-4.2, 0.0)], at, angle)[0], 1.3)
    return [
        BodyPart("metal", polygon(_turned(blade, at, angle)), rib, hatched=False),
        BodyPart("leather", [*polygon(_turned(hilt, at, angle)), *pommel], hatched=False),
    ]


def bow(at: Point, height: float, tilt: float, drawn: float) -> list[BodyPart]:
    """A bow with two curves, its middle in the hand; an arrow lies on a string pulled so far."""
    angle = tilt * pi / 180
    half = height / 2
    arc = [(-3.0, -half - 1.6), (-2.2, -half), (1.6, -half * 0.66), (1.2, -half * 0.3), (-1.0, 0.0),
           (1.2, half * 0.3), (1.6, half * 0.66), (-2.2, half), (-3.0, half + 1.6)]  # fmt: skip
    wood = ribbon(_turned(arc, at, angle), (0.8, 2.6, 0.8))
    ends = [(-2.4, -half + 0.4), (-2.4 - drawn, 0.0), (-2.4, half - 0.4)]
    cord = ribbon(_turned(ends[:2], at, angle), (0.5, 0.5, 0.5))
    cord += ribbon(_turned(ends[1:], at, angle), (0.5, 0.5, 0.5))
    parts = [BodyPart("leather", wood, hatched=False), BodyPart("leather", cord, hatched=False)]
    if drawn:
        arrow = [(-2.4 - drawn, -0.4), (8.0, -0.4), (8.0, -1.8), (13.0, 0.0), (8.0, 1.8),
                 (8.0, 0.4), (-2.4 - drawn, 0.4)]  # fmt: skip
        parts.append(BodyPart("metal", polygon(_turned(arrow, at, angle)), hatched=False))
    return parts


def shield(at: Point, radius: float) -> BodyPart:
    """A round shield with its rim; the blazon is the template's."""
    rim = circle(*at, radius * 0.86)
    studs: Drawing = []
    for stud in range(24):
        angle = stud * pi / 12
        studs += circle(at[0] + radius * 0.93 * cos(angle), at[1] + radius * 0.93 * sin(angle), 0.3)
    return BodyPart("shield", circle(*at, radius), [*rim, *studs])


def bust(dress: Dress, nod: float = 0.0) -> list[BodyPart]:
    """Head and shoulders, cut below by a curve, about as wide as high: 0, 0 is below the middle."""
    body = [
        (-2.6, -14.0), (-4.4, -11.4), (-10.2, -9.4), (-14.4, -6.4), (-15.4, 0.4),
        (-8.0, 3.4), (0.0, 4.4), (8.0, 3.4), (15.2, 0.0), (13.8, -6.2), (9.6, -9.2),
        (4.2, -11.2), (2.6, -13.6),
    ]  # fmt: skip
    mantle = [
        (-14.4, -6.2), (-9.0, -10.0), (-5.4, -10.6), (-1.6, -5.6), (3.4, -2.0), (9.8, -1.2),
        (14.6, -3.0), (15.4, 0.4), (8.0, 3.8), (0.0, 4.8), (-8.0, 3.8), (-15.8, 0.6),
    ]  # fmt: skip
    upper = [(-11.6, -8.6), (-5.4, -9.6), (-1.6, -5.0), (4.0, -1.6), (13.6, -2.2)]
    lower = [(-15.2, -1.0), (-11.0, 2.2), (-4.0, 4.0), (4.0, 4.2), (14.6, 1.0)]
    folds: Drawing = []
    for fold in range(1, 6):
        t = fold / 6
        folds += through([(a + (c - a) * t, b + (d - b) * t)
                          for (a, b), (c, d) in zip(upper, lower, strict=True)])  # fmt: skip
    cloth = "robe" if dress.robe != "himation" else "mantle"
    neck, *above = (
        _placed(each, -HEAD[0], -HEAD[1] - 20.6, 1.25)
        for each in (*_neck(), *(_bowed(part, nod) for part in head(dress)))
    )
    return [BodyPart("skin", loop(body)), neck, BodyPart(cloth, loop(mantle), folds), *above]


def _placed(part: BodyPart, x: float, y: float, scale: float) -> BodyPart:
    """A part of a head, larger, with the chin kept over the neck."""
    return _changed(part, lambda at: ((at[0] + x) * scale, (at[1] + y) * scale + 3.4))


def _widened(part: BodyPart, broad: float, lean: float) -> BodyPart:
    """A part of a body that is so many times as wide, around the figure's middle."""
    if broad == 1:
        return part
    return _changed(part, lambda at: (lean + (at[0] - lean) * broad, at[1]))


def _moved(part: BodyPart, x: float, y: float = 0) -> BodyPart:
    return _changed(part, lambda at: (at[0] + x, at[1] + y))


# --------------------------------------------------------------------------------------- limbs


def joint(root: Point, end: Point, first: float, second: float, bend: int) -> tuple[Point, Point]:
    """The middle joint of a limb, and its end, drawn in where the limb is too short for it.

    `bend` is 1 or -1 for a side; with 0 the joint hangs, as elbows do.
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


def _arm(shoulder: Point, hand: Point, thick: float) -> BodyPart:
    elbow, wrist = joint(shoulder, hand, UPPER_ARM, LOWER_ARM, 0)
    halves = [(0, 2.7), (0.5, 2.6), (1, 1.9), (1.4, 2.1), (2, 1.25)]
    outline = limb([shoulder, elbow, wrist], [(at, half * thick) for at, half in halves])
    along = atan2(wrist[1] - elbow[1], wrist[0] - elbow[0])
    palm = _turned([(-0.9, -1.2), (1.6, -1.6), (3.2, -1.2), (4.3, -0.2), (3.9, 0.9), (2.4, 1.3),
                    (1.8, 2.4), (0.9, 2.2), (-0.9, 1.2)], wrist, along)  # fmt: skip
    fingers = _turned([(2.0, -0.3), (3.9, -0.1)], wrist, along)
    return BodyPart("skin", [*loop(outline), *loop(palm)], polyline(fingers))


def _leg(hip: Point, foot: float, thick: float) -> BodyPart:
    ankle = (foot, -3.4)
    knee, ankle = joint(hip, ankle, THIGH, SHIN, -1)
    halves = [(0, 4.9), (0.45, 4.5), (0.9, 2.9), (1.1, 2.9), (1.4, 3.3), (1.75, 2.1), (2, 1.5)]
    outline = limb([hip, knee, ankle], [(at, half * thick) for at, half in halves])
    sole = [(-2.0, -3.4), (-2.4, -0.9), (-1.8, 0.0), (6.2, 0.0), (6.8, -0.9), (4.2, -2.0),
            (1.7, -4.0)]  # fmt: skip
    toes = [(ankle[0] + x, ankle[1] + 3.4 + y) for x, y in sole]
    shin = atan2(ankle[1] - knee[1], ankle[0] - knee[0])
    calf = through(_turned([(4.0, 1.4), (9.0, 1.9), (17.0, 0.6)], knee, shin))
    cap = through([(knee[0] - 1.8, knee[1] + 0.8), (knee[0], knee[1] + 1.9),
                   (knee[0] + 2.0, knee[1] + 0.5)])  # fmt: skip
    return BodyPart("skin", [*loop(outline), *loop(toes)], [*calf, *cap])


def _foot(x: float) -> BodyPart:
    sole = [(-1.6, -2.6), (-1.8, -0.7), (-1.0, 0.0), (6.0, 0.0), (6.6, -0.8), (4.4, -1.7),
            (2.0, -3.0)]  # fmt: skip
    return BodyPart("skin", loop([(x + u, v) for u, v in sole]))


def limb(line: Sequence[Point], widths: Sequence[tuple[float, float]]) -> list[Point]:
    """The outline of a limb along two bones; `widths` are halves, at parts of its length."""
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


def _turned(points: Sequence[Point], at: Point, angle: float) -> list[Point]:
    c, s = cos(angle), sin(angle)
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


# --------------------------------------------------------------------------------------- dress


def _robe(robe: str, lean: float, back: float, front: float) -> Iterator[BodyPart]:
    """A long dress: skirt with folds to the hem, upper part with an overfold, a girdle."""
    top = [(-6.6 + lean, WAIST), (6.4 + lean, WAIST)]
    hem = [(back - 8.0, -1.0), (front + 7.5, -1.4)]
    count = 9
    folds: Drawing = []
    line: list[Point] = []
    for fold in range(count + 1):
        t = fold / count
        x = hem[0][0] + (hem[1][0] - hem[0][0]) * t
        line.append((x, -1.2 + 1.1 * sin(t * pi * 5) - 0.5 * sin(t * pi)))
        if 0 < fold < count:
            start = (top[0][0] + (top[1][0] - top[0][0]) * (0.12 + 0.76 * t), WAIST + 8)
            bend = (start[0] * 0.62 + x * 0.38 + (0.5 - t) * -2.4, -32.0)
            folds += through([start, bend, (x * 0.98, -14.0), (x, -2.0)])
    outline = through([top[0], (-8.4 + lean, -50.0), (-8.6 + lean * 0.6 + back * 0.3, -34.0),
                       (hem[0][0] + 1.4, -14.0), hem[0]])  # fmt: skip
    outline += through(line)[1:]
    outline += through([hem[1], (hem[1][0] - 1.2, -14.0), (8.8 + lean * 0.6 + front * 0.3, -34.0),
                        (8.2 + lean, -50.0), top[1]])[1:]  # fmt: skip
    yield BodyPart("robe", [*outline, ("Z", ())], folds)
    yield _moved(_overfold(robe), lean)
    for mantle in _MANTLES.get(robe, ()):
        yield _moved(_mantle(*mantle), lean)


def _overfold(robe: str) -> BodyPart:
    """The upper part of a long dress: girdled, or a peplos that falls to the hips."""
    lines: Drawing = []
    if robe == "peplos":
        upper = [
            (-9.2, -81.0), (-4.0, -82.2), (-0.2, -77.4), (3.4, -82.2), (8.8, -80.6), (9.0, -70.0),
            (8.2, -60.0), (10.4, -47.0), (8.0, -45.4), (5.4, -47.6), (2.6, -45.0), (-0.2, -47.4),
            (-3.0, -45.0), (-5.8, -47.4), (-8.4, -45.2), (-11.0, -46.8), (-9.0, -60.0),
            (-9.4, -72.0),
        ]  # fmt: skip
        for fold in range(3):
            dip = -73.6 + fold * 5.6
            lines += through([(-6.2, -80.0), (-2.6 - fold, dip - 2.0), (0.0, dip),
                              (2.6 + fold, dip - 2.0), (6.2, -80.0)])  # fmt: skip
        for fold in range(6):
            x = -6.6 + fold * 2.66
            lines += through([(x * 0.92, -59.0), (x, -53.0), (x * 1.16, -48.0)])
        return BodyPart(
            "robe", loop(upper), [*lines, *circle(-6.6, -80.6, 0.8), *circle(6.6, -80.4, 0.8)]
        )
    upper = [
        (-8.8, -80.6), (-3.2, -82.4), (-0.4, -79.4), (2.6, -82.2), (8.4, -80.2), (8.2, -73.0),
        (6.6, -66.0), (6.2, -60.5), (8.9, -52.6), (5.4, -50.6), (1.0, -52.2), (-3.6, -50.2),
        (-8.9, -52.4), (-6.4, -60.6), (-7.0, -67.0), (-8.9, -74.0),
    ]  # fmt: skip
    for fold in range(5):
        x = -4.4 + fold * 2.2
        lines += through([(x * 1.2, -78.0), (x * 0.9, -69.0), (x, -61.0)])
        lines += through([(x * 1.05, -59.0), (x * 1.25, -55.0), (x * 1.4, -52.2)])
    girdle = polyline([(-6.5, -60.8), (6.3, -60.8)]) + polyline([(-6.5, -59.4), (6.3, -59.4)])
    return BodyPart("robe", loop(upper), [*lines, *girdle])


def _mantle(outline: list[Point], first: list[Point], last: list[Point], count: int) -> BodyPart:
    """A mantle with folds that run evenly from the first line to the last."""
    folds: Drawing = []
    for fold in range(count):
        t = fold / max(1, count - 1)
        folds += through([(a + (c - a) * t, b + (d - b) * t)
                          for (a, b), (c, d) in zip(first, last, strict=True)])  # fmt: skip
    return BodyPart("mantle", loop(outline), folds)


# Mantles by robe, from back to front: outline, first fold, last fold, how many.
_MANTLES: dict[str, list[tuple[list[Point], list[Point], list[Point], int]]] = {
    "himation": [
        ([(-9.4, -80.8), (-5.0, -82.0), (-1.0, -74.0), (4.4, -64.0), (9.2, -56.0), (9.4, -44.0),
          (8.8, -32.0), (2.0, -26.0), (-5.6, -20.0), (-10.2, -18.0), (-10.8, -40.0),
          (-10.0, -62.0)],
         [(-8.4, -78.0), (-3.0, -66.0), (8.6, -54.0)],
         [(-6.9, -33.2), (-3.0, -34.0), (8.6, -34.16)], 6),
    ],
    "wrapped": [
        ([(-8.0, -57.0), (-0.4, -59.0), (7.6, -56.6), (10.0, -49.0), (10.8, -38.0), (10.0, -27.0),
          (5.0, -18.6), (-2.0, -14.0), (-9.6, -12.6), (-11.0, -24.0), (-10.8, -42.0),
          (-9.4, -53.0)],
         [(-9.0, -50.0), (0.0, -49.0), (9.4, -53.0)],
         [(-9.8, -16.0), (-1.0, -21.0), (9.4, -32.0)], 7),
        ([(-9.4, -56.6), (-4.6, -60.6), (2.0, -61.4), (8.2, -59.2), (9.0, -56.0), (3.0, -57.2),
          (-4.0, -55.6), (-9.0, -52.6)],
         [(-8.4, -56.0), (-1.0, -60.2), (8.0, -58.4)],
         [(-8.6, -54.4), (-1.0, -57.8), (8.2, -57.0)], 3),
        ([(-8.4, -56.4), (-12.6, -45.0), (-15.4, -31.0), (-13.4, -29.6), (-12.0, -31.4),
          (-10.6, -29.2), (-8.8, -31.0), (-8.0, -44.0), (-6.4, -55.0)],
         [(-8.8, -54.0), (-11.8, -44.0), (-13.6, -31.6)],
         [(-7.2, -53.0), (-9.0, -43.0), (-10.0, -31.4)], 3),
    ],
}  # fmt: skip


def _lap(robe: str, lean: float) -> Iterator[BodyPart]:
    """The dress of a seated figure: skirt, mantle across the knees, bodice."""
    skirt = [
        (-6.6 + lean, -36.0), (-9.2, -29.0), (-9.8, -21.6), (-2.0, -19.6), (8.0, -20.0),
        (12.4, -16.0), (11.4, -8.0), (9.4, -1.2), (12.0, -0.4), (14.6, -1.4), (17.4, -0.4),
        (20.2, -1.4), (23.6, -0.6), (23.8, -12.0), (23.4, -22.0), (22.6, -28.4), (18.6, -32.0),
        (11.0, -32.4), (6.4 + lean, -36.2),
    ]  # fmt: skip
    folds: Drawing = []
    for fold in range(5):
        t = fold / 4
        folds += through([(-6.4 + 4 * t, -24.0 - 7 * t), (8.0 + 2 * t, -22.4 - 7.6 * t),
                          (14.6 + 6.4 * t, -20.0 - 8 * t), (13.8 + 8.4 * t, -12.0),
                          (11.6 + 10.6 * t, -2.2)])  # fmt: skip
    yield BodyPart("robe", loop(skirt), folds)
    if robe in ("himation", "wrapped"):
        yield _mantle(
            [(-10.0, -29.0), (-5.6, -33.6), (3.0, -34.0), (12.0, -33.4), (19.0, -32.8),
             (23.4, -28.6), (24.0, -19.0), (20.4, -12.4), (15.4, -9.6), (12.0, -13.0),
             (4.0, -15.0), (-4.0, -16.6), (-12.0, -12.0), (-11.0, -21.0)],
            [(-8.6, -30.0), (8.0, -31.6), (20.6, -29.8), (22.6, -18.0)],
            [(-9.6, -17.6), (2.0, -18.2), (12.6, -16.4), (15.6, -11.6)], 6)  # fmt: skip
    yield _moved(_overfold("chiton"), lean, LAP)


def _chair() -> Iterator[BodyPart]:
    """A klismos: curved legs, a seat, and a back that leans."""
    back = [(-9.0, -20.0), (-11.6, -32.0), (-15.6, -46.0), (-13.8, -46.8), (-9.6, -33.0),
            (-6.8, -20.0)]  # fmt: skip
    rest = [(-17.4, -47.6), (-12.6, -48.6), (-11.8, -44.4), (-16.4, -43.2)]
    yield BodyPart("leather", loop(back), hatched=False)
    yield BodyPart("leather", polygon(rest), hatched=False)
    for side, foot in ((-7.6, -15.0), (9.6, 16.6)):
        step = 1 if foot > side else -1
        leg = [(side - 1.3, -19.6), (side + 1.3, -19.6), (side + 2.2 * step, -9.0),
               (foot + 0.6, -0.9), (foot - 1.4, -0.9), (side - 0.4 * step, -9.0)]  # fmt: skip
        yield BodyPart("leather", loop(leg), hatched=False)
    yield BodyPart(
        "leather", polygon([(-10.4, -21.0), (12.0, -21.0), (12.0, -18.4), (-10.4, -18.4)])
    )


def _sleeve(shoulder: Point, hand: Point) -> BodyPart:
    """The dress over the nearer shoulder and upper arm."""
    elbow, _ = joint(shoulder, hand, UPPER_ARM, LOWER_ARM, 0)
    along = atan2(elbow[1] - shoulder[1], elbow[0] - shoulder[0])
    outline = _turned([(-2.6, -2.6), (2.0, -3.4), (9.4, -3.0), (10.4, 0.0), (9.2, 4.8), (4.2, 4.2),
                       (-1.8, 2.8)], shoulder, along)  # fmt: skip
    folds: Drawing = []
    for off in (-1.4, 0.6, 2.6):
        folds += polyline(_turned([(1.0, off * 0.6), (8.8, off)], shoulder, along))
    return BodyPart("robe", loop(outline), folds)


def _tunic() -> Iterator[BodyPart]:
    """A short dress under a corslet with flaps."""
    skirt = [(-6.6, -56), (-8.8, -46), (-9.8, -38.5), (-4.6, -36.8), (0.4, -38.4), (5.2, -36.6),
             (10.2, -38.4), (8.8, -46), (6.6, -56)]  # fmt: skip
    folds: Drawing = []
    for fold in range(6):
        x = -5.4 + fold * 2.2
        folds += polyline([(x, -48.0), (x * 1.35, -38.8)])
    yield BodyPart("robe", loop(skirt), folds)
    flaps: Drawing = []
    for flap in range(6):
        x = -7.0 + flap * 2.42
        flaps += polygon([(x, -57.0), (x + 2.2, -57.0), (x + 2.5, -47.6), (x - 0.1, -47.6)])
    yield BodyPart("leather", flaps)
    corslet = [(-8.6, -80.4), (-3.0, -82.0), (0.0, -79.6), (3.0, -82.0), (8.2, -80.2), (7.8, -72.0),
               (6.4, -62.0), (6.9, -56.4), (0.0, -55.4), (-7.0, -56.4), (-6.4, -62.0),
               (-8.2, -72.0)]  # fmt: skip
    lines = through([(-7.2, -72.0), (-3.4, -69.8), (0.0, -72.6), (3.4, -69.8), (7.0, -72.0)])
    lines += polyline([(-6.6, -59.4), (6.6, -59.4)]) + polyline([(-6.7, -57.8), (6.7, -57.8)])
    lines += [*_spiral_mark(-3.6, -75.0), *_spiral_mark(3.4, -75.0)]
    yield BodyPart("metal", loop(corslet), lines)


def _kilt() -> Iterator[BodyPart]:
    """A bare chest over a cloth around the hips."""
    chest = [(-8.6, -80.4), (-3.0, -82.0), (0.0, -79.6), (3.0, -82.0), (8.2, -80.2), (7.9, -72.0),
             (6.0, -62.0), (6.6, -54.0), (0.0, -51.0), (-6.8, -54.0), (-5.8, -62.0),
             (-8.2, -72.0)]  # fmt: skip
    lines = through([(-7.4, -71.4), (-3.8, -69.4), (-0.2, -72.4), (3.6, -69.4), (7.2, -71.6)])
    lines += through([(-0.2, -72.2), (0.2, -66.0), (0.0, -58.0)])
    lines += through([(-4.4, -66.0), (0.1, -64.4), (4.6, -66.0)])
    lines += through([(-4.2, -61.6), (0.0, -60.2), (4.4, -61.6)])
    yield BodyPart("skin", loop(chest), lines)
    cloth = [(-6.9, -57.2), (0.0, -55.6), (6.9, -57.4), (8.8, -48.0), (9.2, -42.6), (4.0, -41.0),
             (0.4, -43.0), (-4.4, -40.8), (-9.4, -42.4), (-8.8, -48.0)]  # fmt: skip
    folds = through([(-7.2, -54.8), (0.0, -53.2), (7.2, -55.0)])
    for fold in range(6):
        x = -5.6 + fold * 2.2
        folds += polyline([(x, -51.4), (x * 1.25, -43.0)])
    yield BodyPart("robe", loop(cloth), folds)


SHORT = {"kilt": _kilt, "tunic": _tunic}  # dresses that leave the legs bare


def _spiral_mark(x: float, y: float) -> Drawing:
    return through([(x + 0.35 * k * cos(k * 0.9), y + 0.35 * k * sin(k * 0.9)) for k in range(6)])


def _cloak(lean: float) -> BodyPart:
    outline = [(-7.0, -81.0), (-11.6, -70.0), (-15.0, -52.0), (-18.6, -34.0), (-13.0, -30.6),
               (-9.0, -34.4), (-3.0, -31.0), (3.0, -50.0), (6.0, -80.0)]  # fmt: skip
    folds: Drawing = []
    for fold in range(4):
        folds += through([(-6.4 + fold, -78.0), (-10.6 + fold * 2, -56.0),
                          (-15.6 + fold * 3, -34.6)])  # fmt: skip
    return _moved(BodyPart("mantle", loop(outline), folds), lean)


# ---------------------------------------------------------------------------------------- head


def _neck() -> Iterator[BodyPart]:
    """The neck: open below, so that no line parts it from the shoulders."""
    outline = [(-5.6, 12.4), (-3.6, 9.2), (-3.2, 2.0), (2.4, 4.0), (2.7, 7.6), (5.0, 12.4)]
    tendon = through([_to_head(each) for each in [(0.4, 7.4), (-0.4, 9.6), (-1.6, 11.2)]])
    yield BodyPart("skin", through([_to_head(each) for each in outline]), tendon, hatched=False)


_FACE = [
    (-0.6, -6.3), (2.2, -5.9), (3.7, -4.3), (4.0, -2.4), (4.6, -0.8), (5.5, 0.9), (5.1, 1.5),
    (4.4, 1.6), (4.85, 2.35), (4.35, 2.85), (4.7, 3.5), (4.1, 4.1), (4.25, 5.0), (3.3, 6.0),
    (1.6, 5.9), (-0.8, 4.5), (-2.8, 3.2), (-4.8, 0.4), (-4.4, -3.6),
]  # fmt: skip


def head(dress: Dress) -> list[BodyPart]:
    """A head: face with a straight nose, eyes and brows; hair; what covers it."""
    if dress.frontal:
        return [_on_neck(each) for each in _frontal(dress)]
    eye = through(_on_head([(1.5, -1.3), (2.4, -2.0), (3.6, -1.6), (2.6, -0.9), (1.5, -1.3)]))
    eye += through(_on_head([(1.2, -2.9), (2.4, -3.4), (3.7, -2.9)]))
    eye += polyline(_on_head([(2.6, -1.7), (2.7, -1.1)])) + polyline(
        _on_head([(4.3, 2.5), (3.3, 2.6)])
    )
    eye += through(_on_head([(4.9, 1.0), (4.2, 0.7), (4.1, 1.3)]))
    parts = [BodyPart("skin", loop(_on_head(_FACE)), eye, hatched=False)]
    return [*parts, *(_on_neck(each) for each in (*_hair(dress), *_hat(dress.hat)))]


def _on_neck(part: BodyPart) -> BodyPart:
    """A part of a head, moved from around 0, 0 to where the head is."""
    return _changed(part, _to_head)


def _both(half: Sequence[Point]) -> list[Point]:
    """A symmetrical outline from its right half, which runs from the top to the foot."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


FRONTAL_HATS = ("", "diadem", "hood", "veil", "wreath")


def _frontal(dress: Dress) -> Iterator[BodyPart]:
    """A head that looks out of the picture, around 0, 0. Hats of warriors are drawn in profile.

    Raises LookupError for a hat that has no front.
    """
    if dress.hat not in FRONTAL_HATS:
        raise LookupError(f"no front of the hat '{dress.hat}'; gaze='side' has it")
    covered = dress.hat in ("hood", "veil")
    if dress.hair == "bun" and not covered:
        yield BodyPart("hair", circle(0, -9.0, 2.5), _spiral_mark(0, -9.0))
    if dress.hair == "long":
        for side in (-1, 1):
            locks = [(2.6, -3.0), (5.2, -2.0), (6.2, 3.0), (6.4, 9.0), (5.2, 13.6), (3.4, 12.0),
                     (3.6, 6.0)]  # fmt: skip
            lines: Drawing = []
            for x in (4.2, 5.2):
                lines += through([(side * x, 0.0), (side * (x + 0.5), 6.0), (side * x, 12.0)])
            yield BodyPart("hair", loop([(side * x, y) for x, y in locks]), lines)
    face = _both([(0.0, -6.6), (2.8, -5.8), (4.1, -3.4), (4.2, -0.6), (3.7, 2.2), (2.2, 5.2),
                  (0.0, 6.4)])  # fmt: skip
    yield BodyPart("skin", loop(face), _features(), hatched=False)
    if dress.beard:
        yield _frontal_beard()
    if dress.hair != "none":
        cap = [(0.0, -8.2), (3.0, -7.6), (4.9, -5.0), (5.1, -1.4), (4.3, 0.8), (3.9, -1.6),
               (3.2, -3.6), (1.6, -4.8), (0.0, -5.6)]  # fmt: skip
        lines = []
        for side, wave in product((-1, 1), range(3)):
            crown = (side * 0.2, -7.6 + wave * 0.6)
            temple = (side * (4.6 - wave * 0.2), -2.4)
            lines += through([crown, (side * (2.4 + wave * 0.3), -6.4 + wave * 0.8), temple])
        yield BodyPart("hair", loop(_both(cap)), lines)
    yield from _frontal_hat(dress.hat)


def _features() -> Drawing:
    """Eyes, brows, nose and mouth from the front."""
    lines: Drawing = []
    for side in (-1, 1):
        eye = [(0.9, -1.2), (1.9, -1.9), (3.1, -1.2), (1.9, -0.8), (0.9, -1.2)]
        brow = [(0.7, -2.7), (1.9, -3.2), (3.3, -2.5)]
        lines += through([(side * x, y) for x, y in eye])
        lines += through([(side * x, y) for x, y in brow])
        lines += polyline([(side * 1.95, -1.8), (side * 1.95, -0.9)])
    lines += through([(0.7, -2.5), (0.5, -0.4), (0.9, 1.4), (0.0, 1.9), (-0.7, 1.5)])
    return (
        lines + through([(-1.3, 3.5), (0.0, 3.8), (1.3, 3.5)]) + polyline([(-0.5, 4.6), (0.5, 4.6)])
    )


def _frontal_beard() -> BodyPart:
    half = [(0.0, 4.4), (1.6, 3.2), (2.6, 2.6), (3.9, 0.6), (4.2, 3.4), (3.0, 7.4), (0.0, 9.8)]
    lines: Drawing = []
    for x in (-2.2, -1.0, 0.0, 1.0, 2.2):
        lines += through([(x, 5.0), (x * 1.1, 6.8), (x * 0.8, 8.4)])
    return BodyPart("hair", loop(_both(half)), lines)


def _frontal_hat(hat: str) -> Iterator[BodyPart]:
    if hat == "diadem":
        band = [(0.0, -10.6), (1.4, -8.0), (3.2, -8.6), (4.9, -4.8), (3.0, -6.0), (0.0, -6.6)]
        yield BodyPart("metal", loop(_both(band)), circle(0.0, -7.8, 0.5))
    elif hat == "wreath":
        leaves: Drawing = []
        for side in (-1, 1):
            for leaf in range(4):
                x, y = 4.8 - leaf * 1.25, -3.6 - 3.4 * sin((leaf + 0.4) / 4 * pi / 2)
                for up, out in ((-2.4, 0.6), (-0.4, -1.8)):
                    points = [(x, y), (x + out * 0.5 + 0.5, y + up * 0.5), (x + out, y + up),
                              (x + out * 0.5 - 0.4, y + up * 0.5)]  # fmt: skip
                    leaves += loop([(side * u, v) for u, v in points])
        yield BodyPart("metal", leaves)
    elif hat in ("hood", "veil"):
        half = [(0.0, -9.4), (3.6, -8.4), (6.0, -4.0), (6.4, 3.0), (8.0, 10.0), (8.6, 15.0),
                (4.6, 14.4), (4.2, 7.0), (4.5, 1.0), (3.9, -3.6), (2.0, -5.8),
                (0.0, -6.4)]  # fmt: skip
        lines: Drawing = []
        for side in (-1, 1):
            lines += through([(side * 1.6, -8.4), (side * 5.0, -3.0), (side * 5.6, 6.0),
                              (side * 6.6, 14.0)])  # fmt: skip
        yield BodyPart("mantle", loop(_both(half)), lines)


def _on_head(points: Sequence[Point]) -> list[Point]:
    return [_to_head(point) for point in points]


def _to_head(point: Point) -> Point:
    return HEAD[0] + point[0], HEAD[1] + point[1]


def _hair(dress: Dress) -> Iterator[BodyPart]:
    cap = [(3.4, -4.9), (1.6, -3.5), (0.5, -1.4), (-0.3, 0.6), (-1.4, 2.2), (-3.6, 2.9),
           (-5.6, 0.4), (-5.9, -3.0), (-3.9, -6.4), (0.0, -7.4), (2.6, -6.5)]  # fmt: skip
    waves: Drawing = []
    for wave in range(4):
        x = -4.6 + wave * 1.15
        waves += through([(x + 2.2, -6.6 + wave * 0.3), (x + 0.6, -4.4), (x + 1.0, -2.4),
                          (x - 0.6, 0.4)])  # fmt: skip
    if dress.hair == "long":
        locks = [(-1.0, -1.0), (-0.4, 3.0), (-1.2, 8.0), (-2.4, 13.0), (-5.6, 13.4), (-7.0, 8.0),
                 (-6.8, 2.0), (-5.6, -2.0)]  # fmt: skip
        lines: Drawing = []
        for lock in range(3):
            lines += through([(-2.0 - lock * 1.5, -1.0), (-2.2 - lock * 1.6, 6.0),
                              (-3.2 - lock * 1.1, 12.4)])  # fmt: skip
        yield BodyPart("hair", loop(locks), lines)
    if dress.hair != "none":
        yield BodyPart("hair", loop(cap), waves)
    if dress.hair == "bun":
        yield BodyPart("hair", circle(-6.6, -0.4, 2.5), [*_spiral_mark(-6.6, -0.4)])
        band = polyline([(-5.6, -4.4), (-1.4, -6.0), (3.0, -5.0)])
        yield BodyPart("none", [], band + polyline([(-5.9, -3.4), (-1.4, -5.0), (2.4, -4.1)]))
    if dress.beard:
        beard = [(0.3, 0.2), (1.4, 3.2), (3.4, 3.4), (4.9, 4.2), (4.6, 6.4), (4.6, 9.2), (2.4, 9.4),
                 (-0.2, 7.4), (-1.6, 4.0), (-1.2, 1.2)]  # fmt: skip
        lines = []
        for lock in range(4):
            lines += through([(0.2 + lock * 0.9, 3.6 + lock * 0.3), (1.0 + lock * 0.8, 6.0),
                              (1.4 + lock * 0.9, 8.6)])  # fmt: skip
        yield BodyPart("hair", loop(beard), lines)


def _hat(hat: str) -> Iterator[BodyPart]:
    if hat in ("wreath", "diadem"):
        yield from _crown(hat)
    elif hat:
        outlines, lines = _HATS[hat]
        for number, (material, outline) in enumerate(outlines):
            drawn: Drawing = []
            for each in lines if number == len(outlines) - 1 else ():
                drawn += through(each)
            yield BodyPart(material, loop(outline), drawn)


def _crown(hat: str) -> Iterator[BodyPart]:
    if hat == "diadem":
        band = [(-5.8, -2.8), (-1.2, -5.0), (3.4, -4.2), (4.0, -6.0), (3.0, -8.6), (1.4, -6.6),
                (-1.2, -6.6), (-5.6, -4.4)]  # fmt: skip
        yield BodyPart("metal", loop(band))
        return
    leaves: Drawing = []
    for leaf in range(6):
        x, y = -5.4 + leaf * 1.7, -3.0 - 2.6 * sin((leaf + 0.6) / 6 * pi * 0.86)
        for side in (-1, 1):
            tip = (x + 1.9, y + side * 2.0 - 0.4)
            leaves += loop([(x, y), (x + 1.3, y + side * 0.5), tip, (x + 0.5, y + side * 1.4)])
    yield BodyPart("metal", leaves)


# Helmets, caps and hoods: outlines by material, and the lines in the last of them.
_HATS: dict[str, tuple[list[tuple[str, list[Point]]], list[list[Point]]]] = {
    "helmet": (
        [
            ("mantle", [(-1.6, -8.4), (4.4, -10.6), (6.4, -12.4), (2.0, -14.4), (-5.0, -13.8),
                        (-10.2, -9.8), (-12.0, -2.6), (-11.4, 4.0), (-9.6, 8.0), (-8.2, 3.0),
                        (-7.4, -3.0), (-5.0, -7.2)]),
            ("metal", [(4.3, -2.6), (4.6, -0.8), (5.6, 1.0), (3.4, 0.2), (2.2, -0.9), (1.2, -2.0),
                       (2.0, 1.0), (3.8, 4.8), (3.0, 6.0), (0.4, 4.2), (-1.8, 3.0), (-3.8, 4.4),
                       (-7.2, 5.4), (-6.4, 1.0), (-6.6, -3.6), (-3.8, -7.8), (0.4, -8.4),
                       (3.4, -6.4)]),
        ],
        [[(1.3, -1.2), (2.3, -2.0), (3.5, -1.5), (2.5, -0.8), (1.3, -1.2)],
         [(2.5, -1.7), (2.6, -1.1)], [(0.6, -2.6), (2.2, -3.6), (4.0, -3.2)],
         [(-6.0, -3.0), (-2.4, -4.6), (1.0, -3.4)],
         [(-6.4, 2.6), (-4.0, 2.4), (-1.8, 3.0)]],
    ),
    "petasos": (
        [("leather", [(-3.9, -5.0), (-2.4, -9.2), (0.8, -9.8), (3.0, -8.0), (3.8, -5.2),
                      (8.2, -3.4), (3.0, -3.6), (-2.0, -3.4), (-9.2, -2.4), (-6.4, -4.4)])],
        [[(-4.0, -4.8), (0.0, -5.6), (3.8, -5.0)]],
    ),
    "phrygian": (
        [("leather", [(3.9, -3.8), (3.2, -7.2), (4.6, -10.4), (2.4, -12.0), (-1.6, -10.2),
                      (-5.6, -6.0), (-6.2, -0.6), (-6.8, 5.6), (-3.2, 6.6), (-2.0, 2.0),
                      (-0.4, -1.8)])],
        [[(3.6, -4.4), (0.0, -4.4), (-3.0, -1.0), (-3.8, 5.6)],
         [(2.4, -9.6), (0.0, -8.4), (-2.0, -6.0)]],
    ),
    "lion": (
        [
            ("leather", [(-0.4, -2.2), (-1.0, 3.6), (0.8, 9.0), (-3.6, 12.6), (-9.4, 12.0),
                         (-8.8, 6.0), (-9.8, 1.0), (-8.6, -4.6), (-5.6, -9.0)]),
            ("leather", [(6.6, -4.0), (7.4, -5.8), (6.4, -7.6), (3.6, -8.8), (0.4, -11.6),
                         (-1.6, -9.8), (-5.8, -9.4), (-7.4, -4.0), (-3.2, -2.4), (0.4, -4.2),
                         (3.0, -3.4), (4.0, -2.4), (4.8, -4.0), (5.6, -2.4)]),
        ],
        [[(2.2, -6.8), (3.2, -7.2), (4.0, -6.6)], [(-1.0, -9.0), (-0.4, -7.0), (0.8, -6.4)],
         [(-6.0, -8.0), (-4.0, -5.4)], [(-7.0, -5.4), (-4.6, -3.6)]],
    ),
    "veil": (
        [("mantle", [(3.2, -5.4), (1.4, -4.0), (-0.4, -1.0), (-1.4, 4.0), (-0.6, 10.0),
                     (-4.0, 15.6), (-9.6, 15.0), (-8.4, 7.0), (-8.0, -1.0), (-6.2, -6.4),
                     (-2.0, -9.0), (2.0, -8.0)])],
        [[(1.4, -7.4), (-3.0, -4.0), (-4.0, 4.0), (-5.0, 13.4)],
         [(-1.0, -8.0), (-5.6, -4.0), (-6.0, 4.0), (-7.4, 13.6)]],
    ),
    "hood": (
        [("mantle", [(3.7, -3.2), (2.2, -2.6), (0.6, 0.4), (0.8, 4.4), (2.2, 7.6), (2.6, 12.4),
                     (-3.0, 14.0), (-8.4, 13.0), (-8.0, 5.0), (-7.6, -2.0), (-5.4, -7.4),
                     (-1.0, -9.4), (3.0, -7.8), (4.8, -4.8)])],
        [[(1.6, -7.0), (-2.4, -3.0), (-2.2, 4.0), (-0.6, 12.6)],
         [(-3.4, -7.6), (-5.4, -1.0), (-5.0, 6.0), (-5.4, 12.8)]],
    ),
}  # fmt: skip

# -------------------------------------------------------------------------------------- finish


class Paint(NamedTuple):
    """Colours of a finish by material, and how its lines are drawn."""

    fills: Mapping[str, str]
    line: str
    width: float
    hatching: float = 0.0  # part of each outline that is hatched, from its right
    shade: float = 0.0  # part of each piece of dress that lies in shade, from its right


MATERIALS = ("skin", "robe", "mantle", "hair", "metal", "leather", "shield")


def finish(name: str, figure: str, line: str, width: float, own: Mapping[str, str]) -> Paint:
    """Return how a finish paints: `figure` is the colour of bodies, `line` that of lines.

    Black figures and engravings are of one colour; on red figures hair is as dark as lines. `own`
    has colours for materials. Raises LookupError for a name that does not exist.
    """
    for material in own:
        if material not in MATERIALS:
            raise LookupError(f"no material '{material}'{did_you_mean(material, MATERIALS)}")
    if name not in FINISHES:
        raise LookupError(f"no finish '{name}'{did_you_mean(name, FINISHES)}")
    fills = dict.fromkeys(MATERIALS, figure)
    if name in ("red", "flat", "shaded"):
        fills["hair"] = line
    hatched, shaded = 0.5 if name == "engraved" else 0.0, 0.4 if name == "shaded" else 0.0
    return Paint(fills | dict(own), line, width, hatched, shaded)


FINISHES = ("black", "engraved", "flat", "red", "shaded")


def hatching(outline: Drawing, share: float, step: float = 1.1) -> Drawing:
    """Slanting lines over the right part of each outline: `share` of its width on every line.

    Their ends differ a little from line to line, as a graver leaves them.
    """
    slant = 0.55
    drawn: Drawing = []
    for ring in _rings(outline):
        tilted = [(x, y + slant * x) for x, y in ring]
        low, high = min(y for _, y in tilted), max(y for _, y in tilted)
        rows = range(1, int((high - low) / step))
        levels = [low + row * step + step * 0.37 for row in rows]
        for row, y, found in zip(rows, levels, crossings((tilted,), levels), strict=True):
            crossed = sorted(x for x, _ in found)
            for left, right in zip(crossed[::2], crossed[1::2], strict=False):
                uneven = 0.12 * ((row * 7) % 5) / 5
                start = right - (right - left) * max(0.0, share - uneven)
                if right - start > 0.5:
                    drawn += polyline([(start, y - slant * start), (right, y - slant * right)])
    return drawn


def shading(outline: Drawing, share: float, step: float = 1.8) -> Drawing:
    """The part of each outline that lies in shade: `share` of its width, at its right."""
    drawn: Drawing = []
    for ring in _rings(outline):
        low, high = min(y for _, y in ring), max(y for _, y in ring)
        levels = [low + step * (row + 0.5) for row in range(int((high - low) / step))]
        bands: list[list[tuple[Point, Point]]] = [[]]
        for y, found in zip(levels, crossings((ring,), levels), strict=True):
            left, right = sorted(x for x, _ in found)[-2:]
            if bands[-1] and abs(right - bands[-1][-1][1][0]) > 4 * step:
                bands.append([])  # a fold of the outline begins or ends
            bands[-1].append(((right - (right - left) * share, y), (right, y)))
        for band in bands:
            if len(band) > 1:
                drawn += polygon([*(a for a, _ in band), *(b for _, b in reversed(band))])
    return drawn


def _rings(outline: Drawing) -> Iterator[list[Point]]:
    """The closed parts of a drawing, as points."""
    part: Drawing = []
    for step in outline:
        if step[0] == "Z" and part:
            yield list(points_of(part))
            part = []
        elif step[0] != "Z":
            part.append(step)


def painted(parts: Sequence[BodyPart], paint: Paint) -> str:
    """The SVG of parts, from back to front."""
    drawn = []
    style = f'stroke="{paint.line}" stroke-linejoin="round" stroke-linecap="round"'
    for part in parts:
        fill = paint.fills.get(part.material, "none")
        if part.outline:
            drawn.append(
                f'<path d="{written(part.outline)}" fill="{fill}" {style} '
                f'stroke-width="{n(paint.width)}"/>'
            )
        if paint.hatching and part.hatched and part.outline:
            lines = written(hatching(part.outline, paint.hatching))
            if lines:
                thin = n(paint.width * 0.55)
                drawn.append(f'<path d="{lines}" fill="none" {style} stroke-width="{thin}"/>')
        if paint.shade and part.material not in ("skin", "none") and part.outline:
            dark = written(shading(part.outline, paint.shade))
            drawn.append(f'<path d="{dark}" fill="{paint.line}" fill-opacity="0.17"/>')
        if part.lines:
            drawn.append(
                f'<path d="{written(list(part.lines))}" fill="none" {style} '
                f'stroke-width="{n(paint.width * 0.8)}"/>'
            )
    return "".join(drawn)
