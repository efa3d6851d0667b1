"""Draws horses, hounds and wings in the style of Greek vases, in the units of the mannequin.

A horse's head is as high as a person. Animals face right and stand on y = 0, with their middle at x
= 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.illustration.bodies import BodyPart, limb
from generator.illustration.outlines import (
    Drawing,
    Point,
    circle,
    loop,
    mapped,
    polyline,
    ribbon,
    through,
)

# width factors along a leg
WIDTHS = ((0.0, 1.0), (0.5, 0.72), (1.0, 0.4), (1.15, 0.42), (1.5, 0.25), (2.0, 0.24))


def _leg(root: Point, knee: Point, foot: Point, thick: float, hoof: bool = True) -> BodyPart:
    """Return a leg along its joints, with a hoof or a paw."""
    outline = limb((root, knee, foot), [(share, wide * thick) for share, wide in WIDTHS])
    x, y = foot
    w = thick * 0.26
    toes = [(x - w, y), (x + w, y - 0.4), (x + w + 3.4, y + 2.4), (x - w, y + 3)]
    if hoof:
        toes = [(x - w, y - 1.0), (x + w, y - 1.4), (x + w * 2, y + 3.8), (x - w, y + 4)]
    cuff = polyline([(x - w, y), (x + w, y - 0.5)]) if hoof else ()
    return BodyPart("skin", [*loop(outline), *loop(toes)], cuff)


def horse() -> list[BodyPart]:
    """Return the parts of a horse that lifts a foreleg."""
    body = [
        (-46.0, -58.0), (-45.0, -68.0), (-37.0, -74.0), (-22.0, -73.5), (-6.0, -70.0), (9.0, -73.0),
        (17.0, -83.0), (23.0, -96.0), (31.0, -104.5), (35.6, -108.0), (36.6, -103.6),
        (41.0, -100.0), (47.0, -92.0), (52.6, -85.4), (52.6, -81.0), (48.4, -79.8), (44.6, -82.6),
        (38.6, -86.4), (34.6, -86.0), (33.0, -78.0), (32.6, -66.0), (29.0, -54.0), (20.0, -47.6),
        (4.0, -47.0), (-14.0, -50.0), (-28.0, -54.4), (-38.0, -52.0),
    ]  # fmt: skip
    eye = [*circle(40.4, -95.0, 1.1), *through([(38.6, -96.6), (40.6, -97.4), (42.6, -96.0)])]
    bridle = polyline([(35.6, -103.0), (36.2, -88.4)]) + polyline([(49.6, -89.0), (47.2, -80.6)])
    bridle += polyline([(36.2, -93.0), (48.4, -84.6)])
    shoulder = through([(12.0, -70.0), (17.0, -60.0), (25.0, -57.0), (30.0, -61.0)])
    haunch = through([(-28.0, -70.0), (-24.0, -62.0), (-27.0, -55.0), (-34.0, -52.0)])
    ribs = through([(-6.0, -60.0), (-4.0, -54.0), (-6.0, -49.0)])
    ribs += through([(0.0, -60.0), (2.0, -54.0), (0.0, -49.0)])
    return [
        _leg((24.0, -56.0), (38.0, -42.0), (35.0, -22.0), 7.0),
        _leg((-34.0, -58.0), (-30.0, -28.0), (-25.0, -4.0), 9.6),
        _leg((22.0, -56.0), (22.0, -27.0), (20.0, -4.0), 7.4),
        _leg((-36.0, -60.0), (-42.0, -28.0), (-40.0, -4.0), 9.6),
        _tail([(-44.0, -70.0), (-54.0, -66.0), (-57.0, -46.0), (-53.0, -20.0)]),
        BodyPart("skin", loop(body), [*eye, *bridle, *shoulder, *haunch, *ribs]),
        _mane(),
    ]


def barrel() -> list[BodyPart]:
    """Return the horse's body of a centaur, from whose chest the waist of a man rises."""
    body = [
        (-7.4, -59.0), (-9.6, -63.0), (-14.0, -63.6), (-22.0, -62.0), (-32.0, -62.4),
        (-44.0, -66.0), (-54.0, -62.0), (-56.0, -52.0), (-50.0, -44.0), (-38.0, -43.0),
        (-24.0, -39.0), (-10.0, -36.6), (3.0, -37.6), (10.6, -44.0), (11.8, -52.0), (9.4, -58.6),
        (7.0, -60.6), (0.0, -57.6),
    ]  # fmt: skip
    haunch = through([(-38.0, -61.0), (-34.0, -54.0), (-36.0, -48.0), (-44.0, -43.0)])
    chest = through([(-7.0, -56.0), (-3.4, -47.0), (3.0, -43.4), (8.6, -46.0)])
    ribs: Drawing = []
    for rib in range(4):
        x = -26.0 + rib * 4.6
        ribs += through([(x, -54.0), (x + 2, -48.0), (x, -43.0)])
    return [
        _leg((5.0, -46.0), (19.0, -39.0), (17.0, -21.0), 6.2),
        _leg((-43.0, -50.0), (-37.0, -26.0), (-31.0, -4.0), 8.0),
        _leg((3.0, -45.0), (4.6, -24.0), (2.0, -4.0), 7.0),
        _leg((-47.0, -52.0), (-53.0, -26.0), (-50.0, -4.0), 9.4),
        _tail([(-54.0, -62.0), (-63.0, -58.0), (-65.0, -40.0), (-61.0, -16.0)]),
        BodyPart("skin", loop(body), [*haunch, *ribs, *chest]),
    ]


def hound() -> list[BodyPart]:
    """Return the parts of a lean hound at full gallop."""
    body = [
        (-33.0, -33.0), (-28.0, -40.0), (-14.0, -42.0), (4.0, -40.0), (18.0, -43.0), (26.0, -51.0),
        (29.0, -58.0), (31.6, -59.0), (33.6, -54.6), (40.0, -52.0), (50.0, -48.0), (50.4, -45.4),
        (41.0, -44.0), (34.0, -43.0), (31.0, -36.0), (27.0, -26.0), (16.0, -20.6), (2.0, -25.0),
        (-12.0, -31.0), (-22.0, -29.0), (-30.0, -27.0),
    ]  # fmt: skip
    eye = [*circle(36.4, -50.0, 0.9), *polyline([(50.0, -46.4), (42.0, -46.0)])]
    eye += polyline([(26.6, -51.0), (30.4, -42.6)]) + polyline([(24.8, -49.6), (28.8, -40.6)])
    lines = through([(-18.0, -40.0), (-14.0, -34.0), (-18.0, -29.0)])
    lines += through([(12.0, -39.0), (16.0, -31.0), (25.0, -29.0)])
    for rib in range(4):
        lines += through(
            [(-3.0 + rib * 4, -34.0), (-1.0 + rib * 4, -30.0), (-3.0 + rib * 4, -27.0)]
        )
    return [
        _leg((24.0, -30.0), (42.0, -24.0), (55.0, -14.0), 4.6, hoof=False),
        _leg((-25.0, -33.0), (-22.0, -18.0), (-36.0, -3.0), 6.6, hoof=False),
        _leg((21.0, -29.0), (33.0, -14.0), (46.0, -3.0), 5.0, hoof=False),
        _leg((-28.0, -33.0), (-34.0, -16.0), (-54.0, -8.0), 7.4, hoof=False),
        BodyPart("skin", ribbon([(-32.0, -35.0), (-44.0, -40.0), (-52.0, -52.0)], (3.0, 2.2, 1.0))),
        BodyPart("skin", loop(body), [*eye, *lines]),
    ]


def wings(lean: float) -> list[BodyPart]:
    """Return a pair of sickle-shaped wings behind the shoulders, spread to both sides."""
    return [part for side in (-1, 1) for part in _wing(side, lean)]


def _wing(side: int, lean: float) -> list[BodyPart]:
    outline = [
        (3.0, -72.0), (8.0, -85.0), (16.0, -93.6), (25.0, -98.0), (32.0, -104.0), (35.0, -114.0),
        (41.6, -105.0), (43.0, -94.6), (40.0, -84.6), (34.6, -76.6), (27.0, -70.0), (18.0, -65.0),
        (8.0, -62.0),
    ]  # fmt: skip
    band = [
        (4.6, -72.0), (9.4, -83.0), (17.0, -90.6), (25.6, -95.0), (31.4, -99.6), (29.6, -92.0),
        (23.4, -86.4), (17.0, -79.0), (12.0, -70.0), (8.0, -66.0),
    ]  # fmt: skip
    roots = [
        (30.6, -95.0), (27.4, -90.0), (23.6, -86.6), (19.6, -82.0), (15.8, -77.0), (12.6, -71.4),
    ]  # fmt: skip
    tips = [
        (42.0, -101.0), (42.4, -92.0), (39.4, -84.0), (34.2, -76.8), (27.0, -70.6), (18.4, -65.8),
    ]  # fmt: skip
    quills: Drawing = []
    for (x, y), (u, v) in zip(roots, tips, strict=True):
        quills += through([(x, y), ((x + u) / 2 + 0.6, (y + v) / 2 - 1.2), (u, v)])

    def change(point: Point) -> Point:
        return side * point[0] + lean, point[1]

    return [
        BodyPart("robe", mapped(loop(outline), change), mapped(quills, change)),
        BodyPart("mantle", mapped(loop(band), change)),
    ]


def _tail(line: Sequence[Point]) -> BodyPart:
    hairs: Drawing = []
    for off in (-1.2, 0.0, 1.2):
        hairs += through([(x + off * 0.7, y) for x, y in line[:-1]])
    return BodyPart("hair", ribbon(line, (3.0, 8.0, 1.2)), hairs)


def _mane() -> BodyPart:
    outline = [
        (33.0, -108.0), (28.0, -106.6), (21.0, -101.0), (14.0, -90.0), (8.0, -77.0), (6.6, -71.0),
        (12.0, -72.0), (18.0, -80.0), (24.0, -92.0), (31.0, -101.0),
    ]  # fmt: skip
    hairs: Drawing = []
    for lock in range(6):
        t = lock / 5
        hairs += polyline([(10.0 + 17 * t, -81.0 - 22 * t), (14.0 + 17 * t, -78.0 - 22 * t)])
    return BodyPart("hair", loop(outline), hairs)
