"""Draws the heads of figures: faces from the side and the front, hair, beards and hats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import pi, sin

from generator.illustration.bodies import HEAD, BodyPart, Dress, both, changed
from generator.illustration.dresses import spiral_mark
from generator.illustration.outlines import Drawing, Point, circle, loop, polyline, through


def neck_parts() -> Iterator[BodyPart]:
    """Yield the neck as a body part that is open below, so that no line separates it from the
    shoulders.
    """
    outline = [(-5.6, 12.4), (-3.6, 9.2), (-3.2, 2.0), (2.4, 4.0), (2.7, 7.6), (5.0, 12.4)]
    tendon = through([_to_head(each) for each in [(0.4, 7.4), (-0.4, 9.6), (-1.6, 11.2)]])
    yield BodyPart("skin", through([_to_head(each) for each in outline]), tendon, hatched=False)


_FACE = [
    (-0.6, -6.3), (2.2, -5.9), (3.7, -4.3), (4.0, -2.4), (4.6, -0.8), (5.5, 0.9), (5.1, 1.5),
    (4.4, 1.6), (4.85, 2.35), (4.35, 2.85), (4.7, 3.5), (4.1, 4.1), (4.25, 5.0), (3.3, 6.0),
    (1.6, 5.9), (-0.8, 4.5), (-2.8, 3.2), (-4.8, 0.4), (-4.4, -3.6),
]  # fmt: skip


def head(dress: Dress) -> list[BodyPart]:
    """Return the parts of a head: the face, the hair, and anything worn on it."""
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
    """Return a part of a head that was drawn around 0, 0, moved to its place on the neck."""
    return changed(part, _to_head)


FRONTAL_HATS = ("", "diadem", "hood", "veil", "wreath")


def _frontal(dress: Dress) -> Iterator[BodyPart]:
    """Yield the parts of a head seen from the front, around 0, 0.

    Warriors' hats are drawn in profile. Raises LookupError for a hat without a front view.
    """
    if dress.hat not in FRONTAL_HATS:
        raise LookupError(
            f"the hat '{dress.hat}' cannot be drawn from the front; write gaze='side'"
        )
    covered = dress.hat in ("hood", "veil")
    if dress.hair == "bun" and not covered:
        yield BodyPart("hair", circle(0, -9.0, 2.5), spiral_mark(0, -9.0))
    if dress.hair == "long":
        for side in (-1, 1):
            locks = [(2.6, -3.0), (5.2, -2.0), (6.2, 3.0), (6.4, 9.0), (5.2, 13.6), (3.4, 12.0),
                     (3.6, 6.0)]  # fmt: skip
            lines: Drawing = []
            for x in (4.2, 5.2):
                lines += through([(side * x, 0.0), (side * (x + 0.5), 6.0), (side * x, 12.0)])
            yield BodyPart("hair", loop([(side * x, y) for x, y in locks]), lines)
    face = both([(0.0, -6.6), (2.8, -5.8), (4.1, -3.4), (4.2, -0.6), (3.7, 2.2), (2.2, 5.2),
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
        yield BodyPart("hair", loop(both(cap)), lines)
    yield from _frontal_hat(dress.hat)


def _features() -> Drawing:
    """Return the lines of the eyes, brows, nose and mouth of a head seen from the front."""
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
    return BodyPart("hair", loop(both(half)), lines)


def _frontal_hat(hat: str) -> Iterator[BodyPart]:
    if hat == "diadem":
        band = [(0.0, -10.6), (1.4, -8.0), (3.2, -8.6), (4.9, -4.8), (3.0, -6.0), (0.0, -6.6)]
        yield BodyPart("metal", loop(both(band)), circle(0.0, -7.8, 0.5))
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
        yield BodyPart("mantle", loop(both(half)), lines)


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
        yield BodyPart("hair", circle(-6.6, -0.4, 2.5), [*spiral_mark(-6.6, -0.4)])
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
