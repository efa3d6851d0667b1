"""Draws the robes, mantles, tunics and chairs of figures."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, pi, sin

from generator.illustration.bodies import (
    LAP,
    LOWER_ARM,
    UPPER_ARM,
    WAIST,
    BodyPart,
    joint,
    moved,
    turned,
)
from generator.illustration.outlines import Drawing, Point, circle, loop, polygon, polyline, through


def robe_parts(robe: str, lean: float, back: float, front: float) -> Iterator[BodyPart]:
    """Yield the parts of a long dress: a skirt with folds to the hem, an upper part, and a
    girdle.
    """
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
    yield moved(_overfold(robe), lean)
    for mantle in _MANTLES.get(robe, ()):
        yield moved(_mantle(*mantle), lean)


def _overfold(robe: str) -> BodyPart:
    """Return the upper part of a long dress.

    It is girdled, or belongs to a peplos and falls to the hips.
    """
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
    """Return the body part of a mantle whose folds are spread evenly between the first line and
    the last.
    """
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


def lap_parts(robe: str, lean: float) -> Iterator[BodyPart]:
    """Yield the dress of a seated figure: the skirt, a mantle across the knees, and the bodice."""
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
    yield moved(_overfold("chiton"), lean, LAP)


def chair_parts() -> Iterator[BodyPart]:
    """Yield the parts of a klismos: curved legs, a seat, and a back that leans backwards."""
    back = [(-9.0, -20.0), (-11.6, -32.0), (-15.6, -46.0), (-13.8, -46.8), (-9.6, -33.0),
            (-6.8, -20.0)]  # fmt: skip
    rest = [(-17.4, -47.6), (-12.6, -48.6), (-11.8, -44.4), (-16.4, -43.2)]
    yield BodyPart("leather", loop(back), hatched=False)
    yield BodyPart("leather", polygon(rest), hatched=False)
    for side, foot in ((-7.6, -15.0), (9.6, 16.6)):
        step = 1 if foot > side else -1
        knee = side + 2.4 * step
        leg = [(side - 1.7, -19.6), (side + 1.7, -19.6), (knee + 1.6, -9.0), (foot + 1.4, -0.4),
               (foot - 1.6, -0.4), (knee - 1.6, -9.0)]  # fmt: skip
        yield BodyPart("leather", loop(leg), hatched=False)
    yield BodyPart(
        "leather", polygon([(-11.4, -22.0), (12.0, -22.0), (12.0, -18.2), (-11.4, -18.2)])
    )


def sleeve_part(shoulder: Point, hand: Point) -> BodyPart:
    """Return the part of the dress over the near shoulder and upper arm."""
    elbow, _ = joint(shoulder, hand, UPPER_ARM, LOWER_ARM, 0)
    along = atan2(elbow[1] - shoulder[1], elbow[0] - shoulder[0])
    outline = turned([(-2.6, -2.6), (2.0, -3.4), (9.4, -3.0), (10.4, 0.0), (9.2, 4.8), (4.2, 4.2),
                       (-1.8, 2.8)], shoulder, along)  # fmt: skip
    folds: Drawing = []
    for off in (-1.4, 0.6, 2.6):
        folds += polyline(turned([(1.0, off * 0.6), (8.8, off)], shoulder, along))
    return BodyPart("robe", loop(outline), folds)


def _tunic() -> Iterator[BodyPart]:
    """Yield the parts of a short dress under a corslet with flaps."""
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
    corslet = [(-8.6, -80.4), (-3.0, -82.0), (0.0, -79.6), (3.0, -82.0), (8.2, -80.2), (8.2, -72.0),
               (7.4, -62.0), (7.3, -56.4), (0.0, -55.4), (-7.4, -56.4), (-7.4, -62.0),
               (-8.2, -72.0)]  # fmt: skip
    lines = polyline([(-7.4, -69.6), (-3.4, -68.2), (0.0, -69.6), (3.4, -68.2), (7.4, -69.6)])
    lines += polyline([(0.0, -69.6), (0.0, -62.4)])
    lines += polyline([(-6.6, -59.4), (6.6, -59.4)]) + polyline([(-6.7, -57.8), (6.7, -57.8)])
    yield BodyPart("metal", loop(corslet), lines)


def _kilt() -> Iterator[BodyPart]:
    """Yield the parts of a bare chest and a cloth around the hips."""
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


def spiral_mark(x: float, y: float) -> Drawing:
    """Return the points of a spiral that marks a knee or an ear."""
    return through([(x + 0.35 * k * cos(k * 0.9), y + 0.35 * k * sin(k * 0.9)) for k in range(6)])


def cloak_part(lean: float) -> BodyPart:
    """Return the body part of a short cloak behind the shoulders."""
    outline = [(-7.0, -81.0), (-11.6, -70.0), (-15.0, -52.0), (-18.6, -34.0), (-13.0, -30.6),
               (-9.0, -34.4), (-3.0, -31.0), (3.0, -50.0), (6.0, -80.0)]  # fmt: skip
    folds: Drawing = []
    for fold in range(4):
        folds += through([(-6.4 + fold, -78.0), (-10.6 + fold * 2, -56.0),
                          (-15.6 + fold * 3, -34.6)])  # fmt: skip
    return moved(BodyPart("mantle", loop(outline), folds), lean)
